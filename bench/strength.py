"""The engine against its yardsticks, from random dice starts with both colours and fixed seeds.

::

    python bench/strength.py --starts 50 --movetime 50

Opponents: a random mover, a player that takes the most valuable capture it sees, and a plain full-width alpha-beta of
depth 3 that counts only official points.
"""

from __future__ import annotations

import argparse
import random
from multiprocessing import Pool

from rebaz_ai.bots import EnginePlayer, GreedyPlayer, Player, RandomPlayer, points_player
from rebaz_ai.match import MatchScore, play_match
from rebaz_ai.search import Limits, Searcher
from rebaz_core import Position
from rebaz_core.games.rebaz_setup import start_fen, throw_arrangement, throw_first_side

OPPONENTS = ("random", "greedy", "points")

Job = tuple[str, str, int, int, int]


def dice_start(variant: str, seed: int) -> Position:
    """A start thrown by dice, sides and first mover included."""
    rng = random.Random(seed)
    white, black = throw_arrangement(rng)[0], throw_arrangement(rng)[0]
    return Position(variant, start_fen(white, black, False, throw_first_side(rng)[0]))


def opponent(name: str, variant: str) -> Player:
    """The yardstick of that name."""
    return {"random": RandomPlayer, "greedy": GreedyPlayer, "points": lambda: points_player(variant)}[name]()


def run(job: Job) -> tuple[Job, MatchScore]:
    """A match over some of the starts."""
    variant, name, movetime, first, count = job
    engine = EnginePlayer(Limits(movetime=movetime), searcher=Searcher(overhead=0))
    starts = [dice_start(variant, seed) for seed in range(first, first + count)]
    return job, play_match(engine, opponent(name, variant), starts, seed=first)


def main() -> None:
    """Play the matches and print their scores."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variants", nargs="+", default=["rebaz", "rebaz-points"])
    parser.add_argument("--opponents", nargs="+", default=list(OPPONENTS), choices=OPPONENTS)
    parser.add_argument("--starts", type=int, default=50, help="starts a match, each played twice")
    parser.add_argument("--movetime", type=int, default=50, help="milliseconds a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    arguments = parser.parse_args()
    jobs: list[Job] = [
        (variant, name, arguments.movetime, arguments.seed * 1000 + first, 1)
        for variant in arguments.variants
        for name in arguments.opponents
        for first in range(arguments.starts)
    ]
    scores: dict[tuple[str, str], MatchScore] = {}
    with Pool(arguments.processes) as pool:
        for (variant, name, *_), score in pool.imap_unordered(run, jobs):
            old = scores.get((variant, name), MatchScore())
            total = MatchScore(old.wins + score.wins, old.draws + score.draws, old.losses + score.losses)
            scores[variant, name] = total
            if total.games == 2 * arguments.starts:
                print(f"{variant} against {name} at {arguments.movetime} ms: {total}", flush=True)


if __name__ == "__main__":
    main()
