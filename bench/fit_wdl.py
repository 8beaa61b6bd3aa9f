"""How scores turn into chances: an ordered logistic model of game results, by maximum likelihood.

The engine plays itself at a fixed number of nodes from a few quiet random plies; the score of every move is kept with
its game's result, for all variants that share an evaluation together. Prints `win_scale` and `draw_margin`, to be
entered in that evaluation's .toml by hand, and by score what the model expects of 1000 points and what was made::

    python bench/fit_wdl.py --variants jacke --games 300 --nodes 2000
"""

from __future__ import annotations

import argparse
import random
from functools import partial
from multiprocessing import Pool

import numpy as np

from rebaz_ai.search import Limits, Searcher
from rebaz_core import Position

RANDOM_PLIES = 6
MOST_PLIES = 3000
BINS = 10

Row = tuple[int, float]


def play(nodes: int, job: tuple[str, int]) -> list[Row]:
    """One game: the score of every move and the result, 1, 0.5 or 0, both for the side that moved."""
    variant, seed = job
    rng = random.Random(seed)
    position = Position(variant)
    searcher = Searcher(hash_mb=1)
    kept: list[tuple[int, str]] = []
    while position.result is None and len(position.moves) < MOST_PLIES:
        if len(position.moves) < RANDOM_PLIES:
            quiet = [move for move in position.decisions if not position.is_noisy(move)]
            position.push(rng.choice(quiet or position.decisions), rng)
            continue
        search = searcher.search(position, Limits(nodes=nodes))
        assert search.bestmove is not None
        score = search.lines[0].score
        if score.cp is not None:
            kept.append((score.cp, position.turn))
        position.push(search.bestmove, rng)
    winner = position.result.winner if position.result else None
    return [(cp, 0.5 if winner is None else float(winner == turn)) for cp, turn in kept]


def chances(cp: np.ndarray, slope: float, margin: float) -> tuple[np.ndarray, np.ndarray]:
    """How likely a win and a loss are."""
    win, loss = (1 / (1 + np.exp(np.clip(margin - sign * slope * cp, -500, 500))) for sign in (1, -1))
    return win, loss


def log_likelihood(cp: np.ndarray, result: np.ndarray, slope: float, margin: float) -> float:
    """Of the results, given the scores."""
    win, loss = chances(cp, slope, margin)
    chance = np.select([result == 1, result == 0], [win, loss], 1 - win - loss)
    return float(np.log(np.maximum(chance, 1e-12)).sum())


def fit(cp: np.ndarray, result: np.ndarray) -> tuple[float, float]:
    """The slope and the margin that are likeliest: a compass search, for the likelihood has one peak."""
    best, step = np.array([1 / 400, 0.5]), np.array([1 / 800, 0.25])
    while step[1] > 1e-4:
        near = [best + step * sign * axis for axis in np.eye(2) for sign in (1, -1)]
        near = [point for point in near if point[0] > 0 and point[1] >= 0]
        found = max([best, *near], key=lambda point: log_likelihood(cp, result, *point))
        if found is best:
            step = step / 2
        best = found
    return float(best[0]), float(best[1])


def main() -> None:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variants", nargs="+", default=["jacke"])
    parser.add_argument("--games", type=int, default=300, help="games of each variant")
    parser.add_argument("--nodes", type=int, default=2000, help="nodes a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    arguments = parser.parse_args()
    seeds = range(arguments.seed * 1_000_003, arguments.seed * 1_000_003 + arguments.games)
    jobs = [(variant, seed) for variant in arguments.variants for seed in seeds]
    with Pool(arguments.processes) as pool:
        rows = np.array([row for game in pool.imap(partial(play, arguments.nodes), jobs) for row in game], dtype=float)
    cp, result = rows[np.argsort(rows[:, 0])].T
    slope, margin = fit(cp, result)
    print(f"{len(jobs)} games, {len(rows)} scores: win_scale = {1 / slope:.0f}, draw_margin = {margin / slope:.0f}")
    win, loss = chances(cp, slope, margin)
    for part in np.array_split(np.arange(len(cp)), BINS):
        model, made = (1000 * (1 + win - loss)[part] / 2).mean(), 1000 * result[part].mean()
        drawn = 1000 * (1 - win - loss)[part].mean(), 1000 * (result[part] == 0.5).mean()
        print(f"{cp[part[0]]:7.0f} to {cp[part[-1]]:6.0f}: expected {model:4.0f}, made {made:4.0f}; "
              f"draws {drawn[0]:4.0f}, were {drawn[1]:4.0f}")


if __name__ == "__main__":
    main()
