"""The core against the slow reference on random positions and games."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rebaz_core import FenError, Position
from rebaz_reference import PLIES, SPECIAL, Reference, on_last_rank

VARIANTS = list(PLIES)
TYPES = ["C", "G", "D", "S", "J", "N", "B", "R", "L", "P", "T", "M", "+C", "+G", "+D"]


def random_token(rng: random.Random, types: list[str], white_share: float) -> str:
    token = rng.choice(types)
    return token if rng.random() < white_share else token.lower()


def random_board(rng: random.Random, variant: str) -> Reference:
    """Any pieces anywhere: from nearly empty to crowded, of all types or of a few, often around the Elefante."""
    types = TYPES if rng.random() < 0.5 else rng.choices(TYPES, k=rng.randint(1, 3))
    position = Reference(variant, side=rng.choice("wb"))
    squares = list(range(64))
    rng.shuffle(squares)
    usual = "Ee" if variant in SPECIAL else "EEeEe"[rng.randrange(6) :]
    for token in usual if rng.random() < 0.9 else rng.choice(("", "E", "e", "EEe", "Eee")):
        position.board[squares.pop()] = token
    share = rng.choice((0.5, 0.5, 0.2, 0.8))
    for _ in range(rng.choice((2, 4, 8, 14, 14, 22, 22, 32, 45))):
        square = squares.pop()
        token = random_token(rng, types, share)
        position.board[square] = "+" + token if on_last_rank(token, square) else token
    gallinas = [square for square, token in enumerate(position.board) if token in ("G", "g")]
    position.unmoved = {square for square in gallinas if rng.random() < 0.5}
    last = PLIES[variant]
    position.ply = rng.choice((0, 0, 1, last // 2, last // 2, last - 2, last - 1, last))
    return position


def pinned_board(rng: random.Random) -> Reference:
    """A `rebaz` position with enemies all around the Elefante of the side to move and own pieces between."""
    position = random_board(rng, "rebaz")
    while not position.elefantes(position.side):
        position = random_board(rng, "rebaz")
    own, enemy = (str.upper, str.lower) if position.side == "w" else (str.lower, str.upper)
    home = position.elefantes(position.side)[0]
    near = [
        square
        for square in range(64)
        if square != home
        and not position.board[square]
        and max(abs(square % 8 - home % 8), abs(square // 8 - home // 8)) <= 4
    ]
    for square in rng.sample(near, k=min(len(near), rng.randint(3, 10))):
        token = (own if rng.random() < 0.5 else enemy)(rng.choice(TYPES))
        if not on_last_rank(token, square):
            position.board[square] = token
    return position


def compare(reference: Reference, position: Position) -> None:
    """Everything that both know about a position."""
    fen = reference.fen()
    moves = [move.text for move in position.legal_moves]
    assert position.fen() == fen
    assert sorted(moves) == sorted(reference.legal_moves()), fen
    assert sorted(move.text for move in position.noisy_moves) == sorted(reference.noisy_moves()), fen
    assert position.in_check == reference.in_check(reference.side), fen
    assert position.result == reference.result(), fen
    assert position.points == reference.points(), fen
    assert position.perft(1) == len(moves), fen


def compare_or_refuse(reference: Reference) -> str:
    """Compare where the rules allow the position, else see it refused; says which kind it was."""
    if reference.is_valid():
        position = Position(reference.variant, reference.fen())
        compare(reference, position)
        result = position.result
        return result.reason if result else "check" if position.in_check else "open"
    with pytest.raises(FenError) as caught:
        Position(reference.variant, reference.fen())
    assert caught.value.field == "board"
    return "refused"


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_boards(variant: str) -> None:
    rng = random.Random(f"boards {variant}")
    kinds = Counter(compare_or_refuse(random_board(rng, variant)) for _ in range(1500))
    assert kinds["open"] > 200
    assert kinds["limit"] > 20


def test_boards_full_of_checks_and_pins() -> None:
    rng = random.Random("pins")
    kinds = Counter(compare_or_refuse(pinned_board(rng)) for _ in range(5000))
    assert kinds["check"] > 500
    assert kinds["open"] > 200
    assert kinds["mate"] > 50
    assert kinds["refused"] > 500


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games(variant: str) -> None:
    rng = random.Random(f"games {variant}")
    for _ in range(12):
        reference = Reference.from_fen(variant, Position(variant).fen())
        position = Position(variant)
        while True:
            compare(reference, position)
            if position.is_over:
                break
            # Mostly captures and crownings, so that boards empty and pieces crown.
            noisy = position.noisy_moves
            move = rng.choice(noisy if noisy and rng.random() < 0.4 else position.legal_moves)
            position.push(move)
            reference = reference.moved(move.text)
            assert position.fen() == reference.fen()


@pytest.mark.parametrize("variant", VARIANTS)
def test_reference_itself_counts_the_leaves_of_the_rules_page(variant: str) -> None:
    def perft(position: Reference, depth: int) -> int:
        moves = position.legal_moves()
        return len(moves) if depth == 1 else sum(perft(position.moved(move), depth - 1) for move in moves)

    assert perft(Reference.from_fen(variant, Position(variant).fen()), 2) == 727
