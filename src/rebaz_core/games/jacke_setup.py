"""The starts of Jacke and Four kings: formations, rosters dealt to them, the throw for who begins.

A formation is a list of 64 tokens, from a1 rank by rank to h8, with the men of one side. Source: the rules page of
Jacke, sections *Formations* and *fourkings*.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Final, NamedTuple

from rebaz_core.errors import FenError, SetupError
from rebaz_core.fen import parse_board, square_name, write_board, write_squares
from rebaz_core.games.jacke_cards import PIECES, SLOTS, shipped
from rebaz_core.games.jacke_options import deal as deal_in_order
from rebaz_core.games.rebaz_setup import DIE_OF_SIX, Throw

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from rebaz_core.games.jacke_cards import Catalogue, Roster

__all__ = ["ARRAY", "FORMATIONS", "deal", "formation_text", "mirrored", "parse_formation"]
__all__ += ["random_formation", "start_fen", "throw_first_side"]

FILES: Final = 8
RANKS: Final = 8
ARRAY: Final = "8/PPPPPPPP/RNBQKBNR"
"""White's formation in chess."""
MEN: Final = Counter(slot[0] for slot in SLOTS)
"""How many of each piece a side arranges."""

_ALLOWED: Final = ("P", "PNB", "NBRQK")
"""The pieces that may stand on each rank, counted from the front."""
_EMPTY_RANKS: Final = "/8" * 5
_SPACES: Final = FILES * RANKS


def _ranks(side: str) -> tuple[int, ...]:
    """The numbers of a side's three ranks, the front one first."""
    return (3, 2, 1) if side == "w" else (6, 7, 8)


def _checked_side(side: str) -> str:
    if side not in ("w", "b"):
        raise SetupError("side", side, "w or b")
    return side


def parse_formation(text: str, side: str = "w", field: str = "formation") -> list[str]:
    """The formation of ``w`` or ``b`` from its three ranks, top to bottom as the board shows them; else SetupError.

    >>> parse_formation("PPPPPPPP/1NBBN3/R3QK1R")[:6]
    ['R', '', '', '', 'Q', 'K']
    >>> parse_formation("PPPPPPPN/7P/R1BQKBNR")
    Traceback (most recent call last):
    rebaz_core.errors.SetupError: formation: 'PPPPPPPN', expected only P on rank 3, not N
    >>> parse_formation("8/PPPPPPPP/RNQKQBNR")
    Traceback (most recent call last):
    rebaz_core.errors.SetupError: formation: '8/PPPPPPPP/RNQKQBNR', expected 1 Q, not 2
    """
    ranks = _ranks(_checked_side(side))
    rows = text.split("/") if isinstance(text, str) and len(text) <= _SPACES else []
    if len(rows) != len(ranks):
        raise SetupError(field, text, "three ranks joined by /, such as PPPPPPPP/1NBBN3/R3QK1R")
    pieces = {letter: index for index, letter in enumerate(PIECES + PIECES.lower())}
    padded = "8" + _EMPTY_RANKS[2:] + "/" + text if side == "w" else text + _EMPTY_RANKS
    try:
        found = parse_board(padded, FILES, RANKS, pieces)
    except FenError as error:
        raise SetupError(field, error.value, error.expected.replace("piece letter of this variant", "piece")) from None
    board = [""] * _SPACES
    for square, index in found:
        board[square] = (PIECES + PIECES.lower())[index]
    _check_ranks(board, side, field)
    counts = Counter(letter.upper() for letter in board if letter)
    for letter, most in MEN.items():
        if counts[letter] != most:
            raise SetupError(field, text, f"{most} {letter}, not {counts[letter]}")
    return board


def _check_ranks(board: list[str], side: str, field: str) -> None:
    """Refuse men that are not the side's, or not on a rank where they may stand."""
    case = str.upper if side == "w" else str.lower
    for rank, allowed in zip(_ranks(side), _ALLOWED, strict=True):
        first = (rank - 1) * FILES
        for letter in board[first : first + FILES]:
            if letter and letter not in case(allowed):
                row = write_board(board[first : first + FILES], FILES)
                raise SetupError(field, row, f"only {' '.join(case(allowed))} on rank {rank}, not {letter}")


def formation_text(board: Sequence[str], side: str) -> str:
    """A side's formation as `parse_formation` reads it.

    >>> formation_text(parse_formation("PPPPPPPP/1NBBN3/R3QK1R"), "w")
    'PPPPPPPP/1NBBN3/R3QK1R'
    """
    rows = write_board(board, FILES).split("/")
    return "/".join(rows[-3:] if _checked_side(side) == "w" else rows[:3])


def mirrored(board: Sequence[str]) -> list[str]:
    """The other side's formation that faces this one across the board.

    >>> formation_text(mirrored(parse_formation(ARRAY)), "b")
    'rnbqkbnr/pppppppp/8'
    """
    ranks = [board[first : first + FILES] for first in range(0, _SPACES, FILES)]
    return [letter.swapcase() for rank in reversed(ranks) for letter in rank]


# -- drawn at random


class _Plan(NamedTuple):
    """How many bishops and knights stand on the third rank from the front, and how many pawns on the second."""

    bishops: int
    knights: int
    pawns: int

    @property
    def rows(self) -> tuple[str, str, str]:
        """The men of each rank, the front one first."""
        middle = "P" * self.pawns + "B" * (2 - self.bishops) + "N" * (2 - self.knights)
        return "P" * (8 - self.pawns), middle, "KQRR" + "B" * self.bishops + "N" * self.knights

    @property
    def ways(self) -> int:
        """How many formations there are of it."""
        return prod(
            comb(FILES, len(row)) * factorial(len(row)) // prod(map(factorial, Counter(row).values()))
            for row in self.rows
        )


_PLANS: Final = [plan for plan in map(_Plan._make, product(range(3), range(3), range(9))) if len(plan.rows[1]) <= FILES]

FORMATIONS: Final = sum(plan.ways for plan in _PLANS)
"""How many formations a side can choose from."""


def random_formation(rng: random.Random, side: str = "w") -> list[str]:
    """A formation of ``w`` or ``b``, every one with the same chance.

    >>> import random
    >>> formation_text(random_formation(random.Random(1)), "w")
    '3PPPPP/P1P3PN/NRBKQBR1'
    """
    number = rng.randrange(FORMATIONS)
    plan = next(plan for plan in _PLANS if (number := number - plan.ways) < 0)
    board = [""] * _SPACES
    for rank, row in zip(_ranks("w"), plan.rows, strict=True):
        squares = [*row, *[""] * (FILES - len(row))]
        rng.shuffle(squares)
        board[(rank - 1) * FILES : rank * FILES] = squares
    return board if _checked_side(side) == "w" else mirrored(board)


# -- starts


def deal(board: Sequence[str], side: str, roster: Roster) -> dict[int, str]:
    """The ids of the cards of a side's men by square: numbered from file a, two on one file from the front.

    >>> dealt = deal(parse_formation(ARRAY), "w", shipped().roster("romans"))
    >>> dealt[0], dealt[4], dealt[7]
    ('rom-ballista', 'rom-imperator', 'rom-siege-tower')
    """
    case = str.upper if _checked_side(side) == "w" else str.lower
    forward = -1 if side == "w" else 1
    men = [(square, letter) for letter in PIECES for square, token in enumerate(board) if token == case(letter)]
    men.sort(key=lambda man: (man[0] % FILES, forward * man[0]))
    return deal_in_order(men, roster)


def start_fen(
    white: Sequence[str],
    black: Sequence[str],
    roster_w: str = "plain",
    roster_b: str = "plain",
    catalogue: Catalogue | None = None,
) -> str:
    """The position string of a start with two formations, all pawns unmoved, and the cards of two rosters.

    >>> white = parse_formation(ARRAY)
    >>> start_fen(white, mirrored(white))
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - a2b2c2d2e2f2g2h2a7b7c7d7e7f7g7h7 0 1 - - -'
    """
    catalogue = catalogue or shipped()
    board = [mine or other for mine, other in zip(white, black, strict=True)]
    dealt = deal(board, "w", catalogue.roster(roster_w, "roster_w"))
    dealt |= deal(board, "b", catalogue.roster(roster_b, "roster_b"))
    special = [square for square in sorted(dealt) if dealt[square] != catalogue.plain(board[square].upper()).id]
    cards = ",".join(f"{square_name(square)}={dealt[square]}" for square in special) or "-"
    pawns = [square for square, letter in enumerate(board) if letter in ("P", "p")]
    return f"{write_board(board, FILES)} w - {write_squares(pawns)} 0 1 {cards} - -"


def throw_first_side(rng: random.Random, sides: Sequence[str]) -> tuple[str, list[Throw]]:
    r"""Throw a die for each side, for the highest ones again where they tie: who begins, and every throw.

    >>> import random
    >>> side, throws = throw_first_side(random.Random(4), "rbyg")
    >>> print(side, *throws, sep="\n")
    g
    r: 2, lower
    b: 3, lower
    y: 1, lower
    g: 6, begins
    """
    throws: list[Throw] = []
    rivals = list(sides)
    while True:
        faces = {side: rng.choice(DIE_OF_SIX) for side in rivals}
        highest = [side for side in rivals if faces[side] == max(faces.values())]
        won = "begins" if len(highest) == 1 else "a tie: thrown again"
        throws += [Throw(side, (face,), won if side in highest else "lower") for side, face in faces.items()]
        if len(highest) == 1:
            return highest[0], throws
        rivals = highest
