"""The board of Brax as data: 81 points, 144 coloured lines, and the check of a board of the players' own.

A board is 144 letters, ``r`` or ``b``: first the 72 lines to the right, rank by rank from a1-b1 to h9-i9, then the 72
lines upwards, from a1-a2 to i8-i9. Source: the rules page *Brax*, section *Board*.
"""

from __future__ import annotations

from typing import Final

from rebaz_core.errors import OptionError
from rebaz_core.fen import square_name

__all__ = ["FILES", "LINES", "STANDARD", "check_lines", "parse_lines"]

FILES: Final = 9
"""Points to a side of the board."""

_CELLS: Final = FILES - 1

LINES: Final = tuple(
    [(FILES * y + x, FILES * y + x + 1) for y in range(FILES) for x in range(_CELLS)]
    + [(FILES * y + x, FILES * y + x + FILES) for y in range(_CELLS) for x in range(FILES)]
)
"""The two points that each line joins, the lower index first, in the order of a board's letters."""


def _is_red(lower: int, upper: int) -> bool:
    """Whether a line of the published board is red."""
    y, x = divmod(lower, FILES)
    if upper == lower + 1:
        return x % 2 == 0 if y % 2 else (x // 2 + y // 2) % 2 == 1
    return y % 2 == 0 if x % 2 else (x // 2 + y // 2) % 2 == 0


STANDARD: Final = "".join("r" if _is_red(*line) else "b" for line in LINES)
"""The published board."""


def check_lines(text: object) -> str:
    """A board's letters, lower-case; OptionError unless there are 144 and every cell has sides three to one.

    >>> check_lines(STANDARD.upper()) == STANDARD
    True
    >>> check_lines("r" * 144)
    Traceback (most recent call last):
    rebaz_core.errors.OptionError: lines: 'rrrr', expected sides three to one in colour of the cell a1-b2
    """
    if not isinstance(text, str) or len(text) != len(LINES) or set(text.lower()) - {"r", "b"}:
        raise OptionError(
            "lines", text, f"{len(LINES)} letters r or b: the lines to the right from a1-b1, then those upwards"
        )
    lines = text.lower()
    upwards = FILES * _CELLS
    for y in range(_CELLS):
        for x in range(_CELLS):
            bottom, left = _CELLS * y + x, upwards + FILES * y + x
            sides = lines[bottom] + lines[bottom + _CELLS] + lines[left : left + 2]
            if sides.count("r") not in (1, 3):
                corners = f"{square_name(FILES * y + x, FILES)}-{square_name(FILES * (y + 1) + x + 1, FILES)}"
                raise OptionError("lines", sides, f"sides three to one in colour of the cell {corners}")
    return lines


def parse_lines(text: str) -> str | None:
    """A board's letters from the protocol, None for the published board or no text; OptionError as `check_lines`.

    >>> parse_lines(STANDARD) is parse_lines("") is None
    True
    """
    lines = check_lines(text) if text else STANDARD
    return None if lines == STANDARD else lines
