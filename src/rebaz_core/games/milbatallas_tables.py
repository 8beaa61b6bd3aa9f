"""Mil Batallas as data: pieces, scenarios. Source: the rules page, sections *Pieces and barriers* and *Scenarios*."""

from __future__ import annotations

from typing import Final, NamedTuple

from rebaz_core.scenarios import load_scenarios

FILES: Final = 8
RANKS: Final = 10
BARRIER: Final = "*"
"""A barrier's square in a position string."""


class Piece(NamedTuple):
    """A piece type: its letter, how many of it a side may begin with, and its value."""

    letter: str
    most: int
    value: int


PIECES: Final[dict[str, Piece]] = {
    piece.letter: piece
    for piece in (
        Piece("K", 1, 0),
        Piece("Q", 7, 9),
        Piece("R", 8, 5),
        Piece("B", 8, 3),
        Piece("N", 15, 3),
        Piece("P", 16, 1),
    )
}
"""The pieces by letter; a side has exactly one king."""

VARIANTS: Final[dict[str, str]] = {
    "milbatallas": "Mil Batallas: chess armies on 8x10 with barriers, draws decided on value",
    "milbatallas-basic": "Mil Batallas' infantry exercise, whose pawns do not promote",
}
"""The variants' descriptions by name."""

SCENARIOS: Final = load_scenarios("milbatallas-scenarios.json")
"""The scenarios of each variant by name."""
