"""The engine at Brax and Rendezvous: against its yardsticks, or against itself to see that games end.

::

    python bench/lines_strength.py --games 100 --movetime 100
    python bench/lines_strength.py --self --games 100 --movetime 50

Every opening is four random legal plies from the start, by seed, played with both colours. Opponents are a random
mover, the greedy one, and Monte Carlo tree search with 2000 playouts a move. A ply of Rendezvous is a step, and the
engine has its time for each.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from functools import partial
from multiprocessing import Pool

from rebaz_ai.bots import EnginePlayer, player
from rebaz_ai.match import GameRecord, MatchScore, play_match
from rebaz_ai.search import Limits, Searcher
from rebaz_core import Position

VARIANTS = ("brax", "rendezvous")
OPPONENTS = ("random", "greedy", "montecarlo")
OPENING_PLIES = 4


def opening(variant: str, seed: int) -> Position:
    """The position after four random plies from the start."""
    rng = random.Random(seed)
    position = Position(variant)
    for _ in range(OPENING_PLIES):
        position.push(rng.choice(position.legal_moves))
    return Position(variant, position.fen())


def play(variant: str, opponent: str, movetime: int, seed: int) -> tuple[MatchScore, Counter[str]]:
    """One opening with both colours: the engine's score, and how the games ended."""
    limits = Limits(movetime=movetime)
    engine = EnginePlayer(limits, searcher=Searcher(overhead=0))
    other = EnginePlayer(limits, searcher=Searcher(overhead=0)) if opponent == "self" else player(opponent, variant)
    ends: Counter[str] = Counter()

    def report(_: MatchScore, game: GameRecord) -> None:
        ends[game.result.reason] += 1

    return play_match(engine, other, [opening(variant, seed)], seed, report), ends


def main() -> None:
    """Play the matches and print their scores."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variants", nargs="+", default=list(VARIANTS), choices=VARIANTS)
    parser.add_argument("--opponents", nargs="+", default=list(OPPONENTS), choices=OPPONENTS)
    parser.add_argument("--self", action="store_true", dest="itself", help="the engine against itself instead")
    parser.add_argument("--games", type=int, default=100, help="a match, an even number")
    parser.add_argument("--movetime", type=int, default=100, help="milliseconds a ply")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    arguments = parser.parse_args()
    seeds = [arguments.seed * 1000 + number for number in range(arguments.games // 2)]
    with Pool(arguments.processes) as pool:
        for variant in arguments.variants:
            for opponent in ["self"] if arguments.itself else arguments.opponents:
                total = MatchScore()
                ends: Counter[str] = Counter()
                match = partial(play, variant, opponent, arguments.movetime)
                for score, reasons in pool.imap_unordered(match, seeds):
                    total += score
                    ends += reasons
                ways = ", ".join(f"{count} {reason}" for reason, count in ends.most_common())
                print(f"{variant} against {opponent} at {arguments.movetime} ms: {total}; ends: {ways}", flush=True)


if __name__ == "__main__":
    main()
