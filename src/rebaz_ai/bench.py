"""The bench: fixed positions at a fixed depth. The nodes are a signature of the search, the time its speed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from rebaz_ai.search import Limits, Searcher
from rebaz_core import Position

DEFAULT_DEPTH = 11

# (variant, position string or None for the start): starts, middle games, checks, and the last plies before a limit.
POSITIONS: tuple[tuple[str, str | None], ...] = (
    ("rebaz", None),
    ("rebaz", "nmlrtpbe/8/cgjddsgc/8/8/CGJDDSGC/8/NMLRTPBE w b3g3b6g6 0"),
    ("rebaz", "n2dt3/2e5/2g5/8/Cc5G/8/5S2/NB1E4 w - 50"),
    ("rebaz", "4j3/2S+C1R2/3G1l1b/2t1Js1D/1ed5/6GC/T2c2cg/6E1 w g3 64"),
    ("rebaz-unwarned", "1n1bm1rp/4e3/2jt1s1c/1c1l4/C2dd1gC/3DDSGE/4R3/NMTLB2P w g3 16"),
    ("rebaz-unwarned", "t1e1d1pm/1g1n1s2/8/7g/3j3C/8/C4SD1/1N1PT1EM w b7 34"),
    ("rebaz-points", None),
    ("rebaz-points", "1l2epr1/c2d3c/1t6/4d1g1/6G1/7m/CGJDD3/MR1ENPT1 w b2 16"),
    ("rebaz-points", "1l2epr1/c2d3c/1t6/4d1g1/6G1/7m/CGJDD3/MR1ENPT1 w - 46"),
    ("rebaz-superfast", "tmne1p2/6r1/3b1sgc/cG2d3/C5G1/1j1D1S1C/2TMD3/2NEBPRL w g6 16"),
)


@dataclass(frozen=True)
class BenchResult:
    """Nodes of all positions together, and the wall-clock time for them."""

    nodes: int
    seconds: float

    @property
    def nps(self) -> int:
        """Nodes a second."""
        return int(self.nodes / max(self.seconds, 1e-9))


def run_bench(
    depth: int | None = None, report: Callable[[str], None] | None = None, searcher: Searcher | None = None
) -> BenchResult:
    """Search every position, each with an empty table; `report` gets a line for each.

    >>> run_bench(2).nodes == run_bench(2).nodes
    True
    """
    searcher = searcher or Searcher()
    nodes = 0
    seconds = 0.0
    for number, (variant, fen) in enumerate(POSITIONS, 1):
        searcher.clear()
        position = Position(variant, fen)
        began = time.perf_counter()
        result = searcher.search(position, Limits(depth=depth or DEFAULT_DEPTH))
        seconds += time.perf_counter() - began
        nodes += result.nodes
        if report:
            report(f"{number}/{len(POSITIONS)} {variant} {position.fen()}: {result.bestmove} {result.nodes}")
    return BenchResult(nodes, seconds)
