"""What a search may do besides looking at every move."""

from __future__ import annotations

from dataclasses import dataclass

from rebaz_core import InputError

MULTIPLAYER = ("paranoid", "maxn")
"""How games of more than two sides are searched."""


@dataclass(frozen=True)
class SearchOptions:
    """Switches of the kernel; the defaults play best.

    >>> SearchOptions.exact().null_move
    False
    """

    null_move: bool = True
    """Let the side to move pass, where the game allows it, and cut if that is still too good."""
    reductions: bool = True
    """Search late quiet moves less deeply first."""
    pruning: bool = True
    """Leave out moves that static values say can't matter."""
    extensions: bool = True
    """Search checks a ply deeper."""
    quiescence: bool = True
    """Resolve noisy moves at the horizon."""
    loose_hash: bool = True
    """Take values of deeper searches from the hash table for what they are."""

    star: int = 2
    """How chance nodes are cut: 0 not at all, 1 by Star1, 2 by Star2; none of them is lossy."""

    multiplayer: str = "paranoid"
    """With more than two sides: ``paranoid`` takes all others for one enemy, ``maxn`` lets each play for itself."""

    def __post_init__(self) -> None:
        if self.multiplayer not in MULTIPLAYER:
            raise InputError("multiplayer", self.multiplayer, " or ".join(MULTIPLAYER))

    @classmethod
    def exact(cls, quiescence: bool = False, star: int = 2) -> SearchOptions:
        """Nothing lossy: the value is that of a full-width search of the same depth."""
        return cls(False, False, False, False, quiescence, False, star)
