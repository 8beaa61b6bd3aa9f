"""Barriers of Mil Batallas: bars of eight squares in a line. Source: the rules page, *Pieces and barriers*."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rebaz_core.errors import FenError
from rebaz_core.fen import square_name
from rebaz_core.games.milbatallas_tables import FILES, RANKS

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["BARS", "MAX_BARS", "Bar", "check", "fault", "tiling"]

MAX_BARS: Final = 4
LENGTH: Final = 8

Bar = tuple[int, ...]
"""The square indices of a bar, ascending."""

BARS: Final[tuple[Bar, ...]] = (
    *(tuple(range(first, first + LENGTH)) for first in range(0, RANKS * FILES, FILES)),
    *(tuple(range(first, first + LENGTH * FILES, FILES)) for first in range((RANKS - LENGTH + 1) * FILES)),
)
"""Every place of a bar: 10 ranks, and 3 ways on each of 8 files."""

_BY_FIRST: Final[dict[int, tuple[frozenset[int], ...]]] = {
    square: tuple(frozenset(bar) for bar in BARS if bar[0] == square) for square in range(RANKS * FILES)
}


def tiling(squares: Iterable[int]) -> list[Bar] | None:
    """At most four bars that cover exactly these squares and share none, by their lowest squares; None without any.

    Squares are indices, rank by rank from a1 = 0 to h10 = 79.

    >>> tiling([*range(8), *range(72, 80)])
    [(0, 1, 2, 3, 4, 5, 6, 7), (72, 73, 74, 75, 76, 77, 78, 79)]
    >>> tiling([]), tiling(range(9))
    ([], None)
    """
    return _tiling(frozenset(squares), MAX_BARS)


def _tiling(left: frozenset[int], most: int) -> list[Bar] | None:
    if not left:
        return []
    if len(left) % LENGTH or len(left) > LENGTH * most:
        return None
    for bar in _BY_FIRST.get(min(left), ()):  # whatever covers the lowest square begins there
        if bar <= left:
            rest = _tiling(left - bar, most - 1)
            if rest is not None:
                return [tuple(sorted(bar)), *rest]
    return None


def fault(squares: Iterable[int]) -> str | None:
    """What was expected of barriers, ending with what is wrong; None if bars tile them.

    >>> fault(range(8)) is None
    True
    >>> fault(range(7))
    'up to 4 bars of 8 squares on a rank or file that share none; the number of squares is no multiple of 8: 7'
    >>> fault([0, *range(9, 16)])
    'up to 4 bars of 8 squares on a rank or file that share none; no bar covers a1'
    """
    found = frozenset(squares)
    if _tiling(found, MAX_BARS) is not None:
        return None
    if len(found) > LENGTH * MAX_BARS:
        wrong = f"{len(found)} squares are more than {MAX_BARS} bars"
    elif len(found) % LENGTH:
        wrong = f"the number of squares is no multiple of {LENGTH}: {len(found)}"
    else:
        covered = {square for bar in BARS if found.issuperset(bar) for square in bar}
        bare = sorted(found - covered)
        wrong = f"no bar covers {square_name(bare[0], FILES)}" if bare else "these bars would cross"
    return f"up to {MAX_BARS} bars of {LENGTH} squares on a rank or file that share none; {wrong}"


def check(board: str, squares: Iterable[int]) -> None:
    """Raise the FenError of a board field whose barrier squares no bars tile.

    >>> try:
    ...     check("*7/...", [72])
    ... except FenError as error:
    ...     error.field, error.expected.split("; ")[1]
    ('board', 'the number of squares is no multiple of 8: 1')
    """
    wrong = fault(squares)
    if wrong is not None:
        raise FenError("board", board, wrong)
