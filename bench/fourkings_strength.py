"""The engine against three greedy players in Four kings, its seat going round the four sides, with fixed dice.

::

    python bench/fourkings_strength.py --games 100 --movetime 100 --multiplayer paranoid maxn

A greedy player takes what it expects to take most of by the dice's odds. Equal players win a quarter of the games; a
draw counts half a win.
"""

from __future__ import annotations

import argparse
from functools import partial
from multiprocessing import Pool

from rebaz_ai.bots import EnginePlayer, GreedyPlayer
from rebaz_ai.match import MatchScore, play_match
from rebaz_ai.search import Limits, Searcher
from rebaz_ai.search.options import MULTIPLAYER, SearchOptions
from rebaz_core import Position

SIDES = "rbyg"


def play_table(multiplayer: str, limits: Limits, seed: int) -> MatchScore:
    """A game in each of the four seats."""
    hero = EnginePlayer(limits, multiplayer, Searcher(overhead=0, options=SearchOptions(multiplayer=multiplayer)))
    rotation = "cw" if seed % 2 else "ccw"
    start = Position("fourkings", Position("fourkings").fen().replace(" cw ", f" {rotation} "))
    return play_match(hero, GreedyPlayer(), [start], seed)


def main() -> None:
    """Play and print the scores."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="a multiple of four")
    parser.add_argument("--movetime", type=int, default=100, help="milliseconds a move of the engine")
    parser.add_argument("--nodes", type=int, help="nodes a move instead, the same on every machine")
    parser.add_argument("--multiplayer", nargs="+", default=list(MULTIPLAYER), choices=MULTIPLAYER)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.games < len(SIDES) or arguments.games % len(SIDES):
        parser.error(f"--games: {arguments.games}, expected a multiple of {len(SIDES)}")
    limits = Limits(nodes=arguments.nodes) if arguments.nodes else Limits(movetime=arguments.movetime)
    seeds = range(arguments.seed, arguments.seed + arguments.games // len(SIDES))
    with Pool(arguments.processes) as pool:
        for multiplayer in arguments.multiplayer:
            total = sum(pool.imap_unordered(partial(play_table, multiplayer, limits), seeds), MatchScore())
            low, high = total.interval
            print(f"{multiplayer} against three greedy: {total}, 95% interval {low:.1f} to {high:.1f}", flush=True)


if __name__ == "__main__":
    main()
