"""How a game ended."""

from __future__ import annotations

from typing import NamedTuple


class Result(NamedTuple):
    """A score and the reason for it, in the rules pages' words.

    >>> print(Result("1-0", "mate"))
    1-0 mate
    >>> Result("1-0", "mate").winner
    'w'
    """

    score: str
    """``1-0``, ``0-1`` or ``1/2-1/2``; in a game of four sides the winner's letter or ``draw``."""
    reason: str
    """One word of the rules page, such as ``mate`` or ``limit``."""

    @property
    def winner(self) -> str | None:
        """The winning side's letter, or None for a draw."""
        if len(self.score) == 1:
            return self.score
        return {"1-0": "w", "0-1": "b"}.get(self.score)

    def __str__(self) -> str:
        return f"{self.score} {self.reason}"
