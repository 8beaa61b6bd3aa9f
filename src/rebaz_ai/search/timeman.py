"""How long to think about a move."""

from __future__ import annotations

from dataclasses import dataclass

from rebaz_ai.search.types import Limits

MOVES_AHEAD = 30
"""Moves that a clock without a control is spread over, if the rules do not end the game before."""


@dataclass(frozen=True)
class Budget:
    """Milliseconds: no new iteration after `soft`, no search after `hard`; None means no limit."""

    soft: float | None
    hard: float | None


def budget(limits: Limits, side: str, moves_left: int, overhead: int) -> Budget:
    """The time for one move of `side`, with `overhead` ms kept back for what lies between engine and clock.

    >>> budget(Limits(movetime=100), "w", 50, 10)
    Budget(soft=90, hard=90)
    >>> budget(Limits(wtime=60000), "w", 50, 10).soft < 60000 / 20
    True
    >>> budget(Limits(btime=60000), "r", 50, 10)
    Budget(soft=None, hard=None)
    """
    if limits.movetime is not None:
        hard = max(limits.movetime - overhead, 1)
        return Budget(hard, hard)
    clock, increment = limits.clock(side)
    if clock is None:
        return Budget(None, None)
    moves = max(1, min(limits.movestogo or MOVES_AHEAD, moves_left, MOVES_AHEAD))
    usable = max(clock - overhead, 1)
    soft = min(usable / moves + 0.75 * increment, 0.8 * usable)
    return Budget(max(0.6 * soft, 1), max(min(3 * soft, 0.8 * usable), 1))
