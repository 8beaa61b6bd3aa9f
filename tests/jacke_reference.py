"""A plain full-width expectimax with exact numbers, to check vectors and the search against."""

from __future__ import annotations

from fractions import Fraction

from rebaz_core import Move, Position

WORTH = {"Q": 9, "R": 5, "B": 3, "N": 3, "P": 1, "K": 0}


def material(position: Position, side: str) -> Fraction:
    """Men of `side` less those of the other, in thousandths of a pawn."""
    total = 0
    for square in (f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9)):
        man = position.piece_at(square)
        if man is not None:
            total += WORTH[man.upper()] if man.isupper() == (side == "w") else -WORTH[man.upper()]
    return Fraction(total, 1000)


def decision_values(position: Position, depth: int) -> dict[Move, Fraction]:
    """The expected value of each decision for the side to move, `depth` plies ahead."""
    side = position.turn
    values = {}
    for decision in position.decisions:
        total = Fraction(0)
        for move, odds in position.outcomes(decision):
            position.push(move)
            value = expected(position, depth - 1)
            total += odds * (value if position.turn == side else -value)
            position.pop()
        values[decision] = total
    return values


def expected(position: Position, depth: int) -> Fraction:
    """The value for the side to move: a king is worth 1, no legal move 0; clocks and repetition are overlooked."""
    if not position.decisions:
        result = position.result
        return Fraction(-1 if result is not None and result.reason == "king" else 0)
    if depth == 0:
        return material(position, position.turn)
    return max(decision_values(position, depth).values())
