"""REBAZ as data: pieces, movement, points, variants. Source: the rules page, sections *Pieces* to *Variants*."""

from __future__ import annotations

from typing import Final, NamedTuple

Steps = tuple[tuple[int, int], ...]

ORTHOGONAL: Final[Steps] = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL: Final[Steps] = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def in_all_quadrants(*steps: tuple[int, int]) -> Steps:
    """`steps` mirrored into all four quadrants, without repeats."""
    return tuple(dict.fromkeys((file * f, rank * r) for file, rank in steps for f, r in DIAGONAL))


LEAP_2_1: Final[Steps] = in_all_quadrants((2, 1), (1, 2))
LEAP_2_2: Final[Steps] = in_all_quadrants((2, 2))


class Piece(NamedTuple):
    """A piece type: its letter in position strings, its native code, its name and its official points."""

    letter: str
    code: str
    name: str
    points: int


# In the order of the rules page; a type's index is its place here. The crowned types follow their base types.
PIECES: Final[tuple[Piece, ...]] = (
    Piece("C", "C", "Campesino", 1),
    Piece("G", "G", "Gallina", 2),
    Piece("D", "D", "Delfin", 3),
    Piece("S", "S", "Serpiente", 4),
    Piece("J", "J", "Jirafa", 4),
    Piece("N", "MN", "Mono", 7),
    Piece("B", "CB", "Caballeria", 6),
    Piece("R", "EPR", "Emperador", 11),
    Piece("E", "E", "Elefante", 12),
    Piece("L", "L", "Leon", 9),
    Piece("P", "P", "Princesa", 5),
    Piece("T", "T", "Tucan", 8),
    Piece("M", "M", "Mago", 10),
    Piece("+C", "C", "crowned Campesino", 1),
    Piece("+G", "G", "crowned Gallina", 2),
    Piece("+D", "D", "crowned Delfin", 3),
)

# Lame leaps: (squares that must be empty, squares then reached), all as offsets (files, ranks).
# The last step goes to any square of the stated kind that is not nearer, in king's steps, to the start. A diagram of
# the inventor's that turns up later changes a line here.
Lanes = tuple[tuple[Steps, Steps], ...]

SERPIENTE_LANES: Final[Lanes] = tuple(
    (((f, 0), (2 * f, 0)), ((3 * f, 1), (3 * f, -1))) for f in (1, -1)
)
JIRAFA_LANES: Final[Lanes] = tuple(
    (((0, r), (0, 2 * r)), ((1, 3 * r), (-1, 3 * r))) for r in (1, -1)
)
PRINCESA_LANES: Final[Lanes] = tuple(
    (((f, r), (2 * f, 2 * r)), ((3 * f, 3 * r), (3 * f, r), (f, 3 * r))) for f, r in DIAGONAL
)
TUCAN_LANES: Final[Lanes] = tuple(
    (((f, r), (2 * f, 2 * r)), ((3 * f, 2 * r), (2 * f, 3 * r), (f, 2 * r), (2 * f, r))) for f, r in DIAGONAL
)
# The Elefante's slide of two is a lane too: the next square at once, the one behind it if that is empty.
ELEFANTE_LANES: Final[Lanes] = tuple(
    lane
    for f, r in ORTHOGONAL + DIAGONAL
    for lane in (((), ((f, r),)), (((f, r),), ((2 * f, 2 * r),)))
)

MONO_RANGE: Final = 4
LEON_RANGE: Final = 4
EMPERADOR_RANGE: Final = 5

LESSER_RANK: Final = "CGJDDSGC"
FIXED_RANK: Final = "NBLREMTP"


class VariantRules(NamedTuple):
    """What tells the four REBAZ variants apart."""

    royal: bool  # the Elefante may not be left under attack (rule a)
    special: bool  # taking the Elefante wins (rule b); with `royal`, its mate does
    move_limit: int  # moves a side
    limit_is_agreed: bool  # the players may agree on fewer
    description: str


VARIANTS: Final[dict[str, VariantRules]] = {
    "rebaz": VariantRules(True, True, 50, False, "REBAZ with warning: mate of the Elefante, 40 + 10 moves a side"),
    "rebaz-unwarned": VariantRules(
        False, True, 50, False, "REBAZ without warning: the Elefante can be taken, 40 + 10 moves a side"
    ),
    "rebaz-points": VariantRules(False, False, 30, True, "REBAZ for points: no special piece, 30 moves a side"),
    "rebaz-superfast": VariantRules(False, False, 20, True, "REBAZ for points, superfast: 20 moves a side"),
}
