"""What Star1 and Star2 save: nodes of exact searches on quiet and on attack-rich middle games of Jacke.

::

    python bench/expectimax_pruning.py --depths 3 4 --positions 10

A node is a state after the dice. *plain* is full-width expectimax, whose nodes perft counts; *open* is alpha-beta that
searches every chance node with a full window; nothing lossy is on, and all values must be equal.
"""

from __future__ import annotations

import argparse
import random
import sys
from fractions import Fraction

from rebaz_ai.evaluation.jacke_material import JackeMaterialEvaluator
from rebaz_ai.search.kernel import Kernel
from rebaz_ai.search.options import SearchOptions
from rebaz_ai.search.table import Table
from rebaz_core import Position

OPEN = 32500
STARS = {"open": 0, "Star1": 1, "Star2": 2}
ROSTERS = ("plain", "romans", "greeks", "egyptians")
QUIET_ATTACKS = 1
RICH_ATTACKS = 6


def middle_games(count: int, rich: bool, seed: int) -> list[Position]:
    """Positions of random games in which the side to move has few attacks, or many."""
    rng = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        position = Position("jacke", roster_w=rng.choice(ROSTERS), roster_b=rng.choice(ROSTERS))
        for _ in range(rng.randrange(16, 60)):
            if position.result is not None:
                break
            position.push(rng.choice(position.decisions), rng=rng)
        if position.result is not None or "stay" in {move.text for move in position.decisions}:
            continue
        attacks = sum(len(position.outcomes(move)) > 1 for move in position.decisions)
        if attacks >= RICH_ATTACKS if rich else attacks <= QUIET_ATTACKS:
            found.append(position)
    return found


def search(position: Position, depth: int, star: int) -> tuple[Fraction, int]:
    """The exact value of the last of the depths up to `depth`, and the nodes of it alone."""
    kernel = Kernel(JackeMaterialEvaluator(), Table(64), SearchOptions.exact(star=star))
    kernel.start(position, [], 0)
    before = 0
    for plies in range(1, depth + 1):
        before = kernel.nodes
        kernel.iterate(plies, -OPEN, OPEN, 0)
    return kernel.value, kernel.nodes - before


def main() -> int:
    """Print a table for each kind of position; 1 if values differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--depths", type=int, nargs="+", default=[3, 4, 5])
    parser.add_argument("--positions", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    names = " ".join(f"{name:>13}" for name in STARS)
    print(f"{'positions':<12} {'depth':>5} {'plain':>15} {names}  Star2 of plain; of open")
    for kind in ("quiet", "attack-rich"):
        positions = middle_games(arguments.positions, kind == "attack-rich", arguments.seed)
        for depth in arguments.depths:
            plain = sum(position.perft(plies) for position in positions for plies in range(1, depth + 1))
            nodes = dict.fromkeys(STARS, 0)
            for position in positions:
                values = set()
                for name, star in STARS.items():
                    value, count = search(position, depth, star)
                    values.add(value)
                    nodes[name] += count
                if len(values) > 1:
                    print(f"values differ at depth {depth}: {position.fen()}", file=sys.stderr)
                    return 1
            shares = ", ".join(f"{name} {nodes[name] / nodes['open']:.1%}" for name in ("Star1", "Star2"))
            counts = " ".join(f"{count:13,}" for count in nodes.values())
            print(f"{kind:<12} {depth:>5} {plain:>15,} {counts}  {nodes['Star2'] / plain:.2%}; {shares}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
