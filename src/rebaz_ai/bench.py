"""The bench: fixed positions at a fixed depth. The nodes are a signature of the search, the time its speed."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from rebaz_ai.search import Limits, Searcher
from rebaz_core import Position, variant

DEFAULT_DEPTH = 11
DEPTHS = {"jacke": 7, "fourkings": 8}
"""By variant, where dice make trees broad: the depth instead."""
ALONE = "alone"
"""The table of positions that the signature leaves out."""


@dataclass(frozen=True)
class BenchResult:
    """Nodes of all positions together, and the wall-clock time for them."""

    nodes: int
    seconds: float

    @property
    def nps(self) -> int:
        """Nodes a second."""
        return int(self.nodes / max(self.seconds, 1e-9))


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads((resources.files("rebaz_ai") / "bench.toml").read_text("utf-8"))


def bench_positions() -> dict[str, tuple[str, ...]]:
    """The position strings of the bench by variant."""
    return {name: tuple(fens) for name, fens in _tables().items() if name != ALONE}


def chosen_positions(only: str | None = None) -> list[Position]:
    """All positions of the bench, or one variant's: its start if the bench has none of it. VariantError if unknown.

    One variant's are those that it has in the bench of all, and then those that are searched only for it alone.

    >>> len(chosen_positions("chess"))
    12
    """
    listed = bench_positions()
    if only is not None:
        listed = {only: (*listed.get(only, (variant(only).start_fen,)), *_tables()[ALONE].get(only, ()))}
    return [Position(name, fen) for name, fens in listed.items() for fen in fens]


def run_bench(
    depth: int | None = None,
    report: Callable[[str], None] | None = None,
    searcher: Searcher | None = None,
    only: str | None = None,
) -> BenchResult:
    """Search every position, or those of the variant `only`, each with an empty table; `report` gets a line for each.

    >>> run_bench(2).nodes == run_bench(2).nodes > run_bench(2, only="chess").nodes
    True
    """
    positions = chosen_positions(only)
    searcher = searcher or Searcher()
    nodes = 0
    seconds = 0.0
    for number, position in enumerate(positions, 1):
        searcher.clear()
        began = time.perf_counter()
        result = searcher.search(position, Limits(depth=depth or DEPTHS.get(position.variant, DEFAULT_DEPTH)))
        seconds += time.perf_counter() - began
        nodes += result.nodes
        if report:
            report(f"{number}/{len(positions)} {position.variant} {position.fen()}: {result.bestmove} {result.nodes}")
    return BenchResult(nodes, seconds)
