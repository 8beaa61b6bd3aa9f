"""REBAZ a second time, slowly and from the rules page alone: nothing of the package is imported here.

A move is generated from lists of (way, target) and is legal if, once made, the own Elefante is not attacked.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

ORTHOGONAL = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
ROYAL, SPECIAL = {"rebaz"}, {"rebaz", "rebaz-unwarned"}
PLIES = {"rebaz": 100, "rebaz-unwarned": 100, "rebaz-points": 60, "rebaz-superfast": 40}
POINTS = {"E": 12, "R": 11, "M": 10, "L": 9, "T": 8, "N": 7, "B": 6, "P": 5, "J": 4, "S": 4, "D": 3, "G": 2, "C": 1}

Way = tuple[list[tuple[int, int]], tuple[int, int]]


def slide(steps: list[tuple[int, int]], longest: int) -> list[Way]:
    return [([(f * i, r * i) for i in range(1, n)], (f * n, r * n)) for f, r in steps for n in range(1, longest + 1)]


def leap_2_1() -> list[Way]:
    return [([], (a * f, b * r)) for a, b in ((2, 1), (1, 2)) for f, r in DIAGONAL]


def leap_2_2() -> list[Way]:
    return [([], (2 * f, 2 * r)) for f, r in DIAGONAL]


def bent(ends: list[tuple[int, int]]) -> list[Way]:
    """Two diagonally, both empty, then to `ends`, stated for the step (1, 1)."""
    return [([(f, r), (2 * f, 2 * r)], (a * f, b * r)) for f, r in DIAGONAL for a, b in ends]


def captures_of(piece: str, forward: int) -> list[Way]:
    """Ways to capture, as offsets."""
    ahead: list[Way] = [([], (f, forward)) for f in (1, -1)]
    behind: list[Way] = [([], (f, -forward)) for f in (1, -1)]
    beside: list[Way] = [([], (f, 0)) for f in (1, -1)]
    far_ahead: list[Way] = [([(f, forward)], (2 * f, 2 * forward)) for f in (1, -1)]
    far_behind: list[Way] = [([(f, -forward)], (2 * f, -2 * forward)) for f in (1, -1)]
    return {
        "C": ahead,
        "+C": ahead + behind,
        "G": ahead + beside,
        "+G": ahead + behind + beside,
        "D": far_ahead,
        "+D": far_ahead + far_behind,
        "S": [([(f, 0), (2 * f, 0)], (3 * f, r)) for f in (1, -1) for r in (1, -1)],
        "J": [([(0, r), (0, 2 * r)], (f, 3 * r)) for f in (1, -1) for r in (1, -1)],
        "N": slide(ORTHOGONAL, 4),
        "B": leap_2_1() + leap_2_2(),
        "R": slide(ORTHOGONAL + DIAGONAL, 5),
        "E": slide(ORTHOGONAL + DIAGONAL, 2),
        "L": slide(DIAGONAL, 4) + leap_2_1(),
        "P": bent([(3, 3), (3, 1), (1, 3)]),
        "T": bent([(3, 2), (2, 3), (1, 2), (2, 1)]),
        "M": slide(ORTHOGONAL, 7) + leap_2_1() + leap_2_2(),
    }[piece]


def quiets_of(piece: str, forward: int, unmoved: bool) -> list[Way]:
    """Ways to move to an empty square, as offsets."""
    one: list[Way] = [([], (0, forward))]
    two: list[Way] = [([(0, forward)], (0, 2 * forward))]
    one_back: list[Way] = [([], (0, -forward))]
    two_back: list[Way] = [([(0, -forward)], (0, -2 * forward))]
    special = {
        "C": one,
        "+C": one + two + two_back,
        "G": one + (two if unmoved else []),
        "+G": one + two + two_back,
        "D": two + one_back,
        "+D": two + two_back + one_back,
    }
    return special.get(piece) or captures_of(piece, forward)


def placed(ways: list[Way], square: int) -> list[tuple[list[int], int]]:
    """Offsets as squares; a way or target off the board is left out."""
    file, rank = square % 8, square // 8
    found = []
    for way, target in ways:
        if all(0 <= file + f < 8 and 0 <= rank + r < 8 for f, r in [*way, target]):
            squares = [file + f + 8 * (rank + r) for f, r in [*way, target]]
            found.append((squares[:-1], squares[-1]))
    return found


@cache
def captures(piece: str, side: str, square: int) -> list[tuple[list[int], int]]:
    return placed(captures_of(piece, 1 if side == "w" else -1), square)


@cache
def quiets(piece: str, side: str, square: int, unmoved: bool) -> list[tuple[list[int], int]]:
    return placed(quiets_of(piece, 1 if side == "w" else -1, unmoved), square)


@cache
def captures_on(piece: str, side: str, square: int) -> dict[int, list[list[int]]]:
    """The ways by target."""
    found: dict[int, list[list[int]]] = {}
    for way, target in captures(piece, side, square):
        found.setdefault(target, []).append(way)
    return found


def name(square: int) -> str:
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def square_of(text: str) -> int:
    return "abcdefgh".index(text[0]) + 8 * (int(text[1]) - 1)


def side_of(token: str) -> str:
    return "w" if token.isupper() else "b"


def other(side: str) -> str:
    return "b" if side == "w" else "w"


def on_last_rank(token: str, square: int) -> bool:
    """Whether this is a lesser piece, not crowned, on its last rank: no position has that, a move there crowns."""
    return square >= 56 if token in ("C", "G", "D") else square < 8 and token in ("c", "g", "d")


@dataclass
class Reference:
    """A position: `board` holds the tokens of the position string, an empty string for an empty square."""

    variant: str
    board: list[str] = field(default_factory=lambda: [""] * 64)
    side: str = "w"
    unmoved: set[int] = field(default_factory=set)
    ply: int = 0

    @classmethod
    def from_fen(cls, variant: str, fen: str) -> Reference:
        board, side, unmoved, ply = fen.split(" ")
        position = cls(variant, side=side, ply=int(ply))
        for row, rank in zip(board.split("/"), range(7, -1, -1), strict=True):
            file, crown = 0, ""
            for letter in row:
                if letter == "+":
                    crown = "+"
                elif letter.isdigit():
                    file += int(letter)
                else:
                    position.board[rank * 8 + file] = crown + letter
                    file, crown = file + 1, ""
        if unmoved != "-":
            position.unmoved = {square_of(unmoved[i : i + 2]) for i in range(0, len(unmoved), 2)}
        return position

    def fen(self) -> str:
        rows = []
        for rank in range(7, -1, -1):
            row = "".join(token or "1" for token in self.board[rank * 8 : rank * 8 + 8])
            for run in range(8, 1, -1):
                row = row.replace("1" * run, str(run))
            rows.append(row)
        unmoved = "".join(name(square) for square in sorted(self.unmoved)) or "-"
        return f"{'/'.join(rows)} {self.side} {unmoved} {self.ply}"

    def attacked(self, target: int, by: str) -> bool:
        for square, token in enumerate(self.board):
            if token and side_of(token) == by:
                for way in captures_on(token.upper(), by, square).get(target, ()):
                    if not any(self.board[passed] for passed in way):
                        return True
        return False

    def elefantes(self, side: str) -> list[int]:
        return [square for square, token in enumerate(self.board) if token == ("E" if side == "w" else "e")]

    def in_check(self, side: str) -> bool:
        """Whether the Elefante is attacked, where the game is about it; only with warning must that be answered."""
        return self.variant in SPECIAL and any(self.attacked(square, other(side)) for square in self.elefantes(side))

    def is_valid(self) -> bool:
        """Whether the rules let a position string hold this."""
        if any(on_last_rank(token, square) for square, token in enumerate(self.board)):
            return False
        counts = {side: len(self.elefantes(side)) for side in "wb"}
        if self.variant in SPECIAL:
            if max(counts.values()) > 1 or counts[other(self.side)] == 0:
                return False
            if self.variant in ROYAL and (counts[self.side] == 0 or self.in_check(other(self.side))):
                return False
        return self.ply <= PLIES[self.variant]

    def moved(self, move: str) -> Reference:
        source, target = square_of(move[:2]), square_of(move[2:])
        after = Reference(
            self.variant, list(self.board), other(self.side), self.unmoved - {source, target}, self.ply + 1
        )
        token = after.board[source]
        after.board[source], after.board[target] = "", "+" + token if on_last_rank(token, target) else token
        return after

    def moves_without_limit(self) -> set[str]:
        found = set()
        for square, token in enumerate(self.board):
            if not token or side_of(token) != self.side:
                continue
            ways = [
                (way, to)
                for way, to in captures(token.upper(), self.side, square)
                if self.board[to] and side_of(self.board[to]) != self.side
            ]
            ways += [
                (way, to)
                for way, to in quiets(token.upper(), self.side, square, square in self.unmoved)
                if not self.board[to]
            ]
            for way, to in ways:
                if not any(self.board[passed] for passed in way):
                    found.add(name(square) + name(to))
        return {move for move in found if self.variant not in ROYAL or not self.moved(move).in_check(self.side)}

    def legal_moves(self) -> set[str]:
        if self.ply >= PLIES[self.variant]:
            return set()
        if self.variant in SPECIAL and not self.elefantes(self.side):
            return set()
        return self.moves_without_limit()

    def noisy_moves(self) -> set[str]:
        """Captures and crownings."""
        return {
            move
            for move in self.legal_moves()
            if self.board[square_of(move[2:])] or on_last_rank(self.board[square_of(move[:2])], square_of(move[2:]))
        }

    def points(self) -> tuple[int, int]:
        totals = [
            sum(POINTS[token.upper()[-1]] for token in self.board if token and side_of(token) == side) for side in "wb"
        ]
        return totals[0], totals[1]

    def result(self) -> tuple[str, str] | None:
        wins = {"w": "1-0", "b": "0-1"}
        if self.variant in ROYAL and self.in_check(self.side) and not self.moves_without_limit():
            return wins[other(self.side)], "mate"
        if self.variant in SPECIAL and not self.elefantes(self.side):
            return wins[other(self.side)], "elephant"
        at_limit = self.ply >= PLIES[self.variant]
        if not at_limit and self.moves_without_limit():
            return None
        white, black = self.points()
        score = "1-0" if white > black else "0-1" if black > white else "1/2-1/2"
        return score, "limit" if at_limit else "stuck"
