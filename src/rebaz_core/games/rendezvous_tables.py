"""Rendezvous as data: the shapes that a stage's squares can take. Specification: the rules page *Rendezvous*."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

START: Final = "1m2M2m/M7/8/7M/m7/8/7m/M2m2M1 w place - - - wb 0 1"
ORIENTATIONS: Final = ("", "h", "v", "d", "a")

_FILE = ((0, -1), (0, 1))
_RANK = ((-1, 0), (1, 0))
_RISING = ((-1, -1), (1, 1))
_FALLING = ((-1, 1), (1, -1))
_DIAGONAL = _RISING + _FALLING
_MARK = ((0, 0),)

CLOSED: Final = {
    (9, ""): _MARK + _FILE + _RANK + _DIAGONAL,
    (7, "h"): _MARK + _FILE + _DIAGONAL,
    (7, "v"): _MARK + _RANK + _DIAGONAL,
    (5, ""): _MARK + _DIAGONAL,
    (3, "h"): _MARK + _RANK,
    (3, "v"): _MARK + _FILE,
    (3, "d"): _MARK + _RISING,
    (3, "a"): _MARK + _FALLING,
}
"""By size and orientation the squares around the mark, as steps of (file, rank)."""

OPEN: Final = {
    (8, ""): _FILE + _RANK + _DIAGONAL,
    (6, "v"): _FILE + _DIAGONAL,
    (6, "h"): _RANK + _DIAGONAL,
    (4, ""): _DIAGONAL,
    (2, "v"): _FILE,
    (2, "h"): _RANK,
}
"""By size and orientation the rays that a mark's border squares lie on."""


class Setting(NamedTuple):
    """A rendezvous that can be set."""

    size: int
    mark: int
    orientation: str
    squares: frozenset[int]


def settings() -> Iterator[Setting]:
    """All settings, by size, orientation and mark.

    >>> sum(setting.size == 9 for setting in settings())
    16
    """
    inner = range(1, 7)
    for (size, orientation), steps in CLOSED.items():
        for rank in inner:
            for file in inner:
                places = [(file + across, rank + up) for across, up in steps]
                if all(x in inner and y in inner for x, y in places):
                    yield Setting(size, 8 * rank + file, orientation, frozenset(8 * y + x for x, y in places))
    for (size, orientation), rays in OPEN.items():
        for rank in inner:
            for file in inner:
                ends = frozenset(_ray_end(file, rank, across, up) for across, up in rays)
                yield Setting(size, 8 * rank + file, orientation, ends)


def _ray_end(file: int, rank: int, across: int, up: int) -> int:
    while 0 <= file + across < 8 and 0 <= rank + up < 8:
        file, rank = file + across, rank + up
    return 8 * rank + file
