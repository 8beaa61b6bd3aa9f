"""The engine's Jacke against its yardsticks: both colours, dice by fixed seeds.

::

    python bench/jacke_strength.py --games 200 --movetime 100 --processes 2
    python bench/jacke_strength.py --games 20 --nodes 20000 --pairings greedy

Pairings: the engine against the greedy player (which goes by the odds of its next attack alone) and against a plain
expectimax of depth 1, once with the values of the rules page and once with the engine's own evaluation, which grows as
the engine does; and the engine at depth 3 against the engine at depth 2. Games begin four quiet plies from the start
position, random by the seed: no attacks, so no dice.
"""

from __future__ import annotations

import argparse
import random
from functools import partial
from multiprocessing import Pool

from rebaz_ai.bots import EnginePlayer, Player, player
from rebaz_ai.match import MatchScore, play_match
from rebaz_ai.search import Limits, Searcher
from rebaz_core import Position

WANTED = {"greedy": 95, "material": 85, "expectimax:depth=1": 85, "depth": 65}
"""The pairings, and how many points of 100 the first player should make."""
RANDOM_PLIES = 4

Job = tuple[str, int]


def random_start(variant: str, seed: int) -> Position:
    """A position a few quiet random plies from the start."""
    rng = random.Random(seed)
    position = Position(variant)
    for _ in range(RANDOM_PLIES):
        position.push(rng.choice([move for move in position.decisions if not position.is_noisy(move)]))
    return position


def players(pairing: str, variant: str, limits: Limits) -> tuple[Player, Player]:
    """Both players of a pairing."""
    if pairing == "depth":
        return player("engine:depth=3", variant), player("engine:depth=2", variant)
    return EnginePlayer(limits, searcher=Searcher(overhead=0)), player(pairing, variant)


def run(variant: str, limits: Limits, job: Job) -> tuple[str, MatchScore]:
    """Both games of a start."""
    pairing, seed = job
    return pairing, play_match(*players(pairing, variant, limits), [random_start(variant, seed)], seed=seed)


def main() -> None:
    """Play the matches and print their scores."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", default="jacke")
    parser.add_argument("--pairings", nargs="+", default=list(WANTED), choices=WANTED)
    parser.add_argument("--games", type=int, default=200, help="games a pairing, an even number")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--movetime", type=int, default=100, help="milliseconds a move")
    limit.add_argument("--nodes", type=int, help="nodes a move instead")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    arguments = parser.parse_args()
    limits = Limits(nodes=arguments.nodes) if arguments.nodes else Limits(movetime=arguments.movetime)
    starts = range(arguments.games // 2)
    jobs = [(pairing, 1000 * arguments.seed + number) for pairing in arguments.pairings for number in starts]
    scores = dict.fromkeys(arguments.pairings, MatchScore())
    with Pool(arguments.processes) as pool:
        for pairing, score in pool.imap(partial(run, arguments.variant, limits), jobs):
            scores[pairing] += score
            if scores[pairing].games == 2 * len(starts):
                low, high = scores[pairing].interval
                print(f"{pairing}: {scores[pairing]}, 95% interval {low:.1f} to {high:.1f}, wanted {WANTED[pairing]}",
                      flush=True)


if __name__ == "__main__":
    main()
