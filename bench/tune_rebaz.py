"""Measure what REBAZ's pieces are worth: logistic regression of game results on what stands on the board.

The engine plays itself at a fixed number of nodes from dice starts with a few random plies; quiet positions far from
the move limit are kept with their game's result. Prints piece values (a Campesino is 100) and the factor of every other
term, each with a standard error, to be entered in rebaz.toml by hand::

    python bench/tune_rebaz.py --games 2000 --nodes 2000 --variant rebaz
"""

from __future__ import annotations

import argparse
import random
from multiprocessing import Pool

import numpy as np

from rebaz_ai.evaluation import explain
from rebaz_ai.search import Limits, Searcher
from rebaz_core import Position
from rebaz_core.games.rebaz_setup import start_fen, throw_arrangement
from rebaz_core.games.rebaz_tables import PIECES

RANDOM_PLIES = 6
PLIES_LEFT = 24
TERMS = ("mobility", "siege of the Elefante", "threats")
RANKS = range(3, 7)

Row = tuple[list[float], float]


def features(position: Position) -> list[float]:
    """White's less black's: pieces by type, lesser pieces by relative rank, other terms in centipawns, the move."""
    planes = position.planes()
    counts = planes[:32].sum(axis=(1, 2), dtype=np.int64)
    white = planes[0:3].sum(axis=(0, 2), dtype=np.int64)
    black = planes[16:19, ::-1].sum(axis=(0, 2), dtype=np.int64)
    ranks = [float(white[rank] - black[rank]) for rank in RANKS]
    terms = {name: first - second for name, first, second in explain(position)}
    turn = 1.0 if position.turn == "w" else -1.0
    return [*(counts[:16] - counts[16:]).astype(float), *ranks, *(float(terms[name]) for name in TERMS), turn]


def play(job: tuple[str, int, int]) -> list[Row]:
    """One game; the kept positions with white's result."""
    variant, nodes, seed = job
    rng = random.Random(seed)
    white, black = throw_arrangement(rng)[0], throw_arrangement(rng)[0]
    position = Position(variant, start_fen(white, black, rng.random() < 0.2, rng.choice("wb")))
    searcher = Searcher(hash_mb=1)
    kept: list[list[float]] = []
    while position.result is None:
        if len(position.moves) < RANDOM_PLIES:
            position.push(rng.choice(position.legal_moves))
            continue
        move = searcher.search(position, Limits(nodes=nodes)).bestmove
        assert move is not None
        if not position.is_noisy(move) and not position.in_check and position.plies_left > PLIES_LEFT:
            kept.append(features(position))
        position.push(move)
    result = {"w": 1.0, "b": 0.0, None: 0.5}[position.result.winner]
    return [(row, result) for row in kept]


def fit(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Weights of a logistic regression by Newton's method, and their standard errors."""
    weights = np.zeros(x.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-x @ weights))
        hessian = (x * (chance * (1 - chance))[:, None]).T @ x + np.eye(x.shape[1]) * 1e-3
        step = np.linalg.solve(hessian, x.T @ (y - chance) - 1e-3 * weights)
        weights += step
        if np.abs(step).max() < 1e-9:
            break
    return weights, np.sqrt(np.diag(np.linalg.inv(hessian)))


def main() -> None:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", default="rebaz")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=2000, help="nodes a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    jobs = [(arguments.variant, arguments.nodes, arguments.seed * 1_000_003 + game) for game in range(arguments.games)]
    with Pool(arguments.processes) as pool:
        rows = [row for game in pool.imap_unordered(play, jobs, chunksize=8) for row in game]
    x = np.array([row for row, _ in rows])
    y = np.array([result for _, result in rows])
    used = np.abs(x).sum(axis=0) > 0
    weights, errors = fit(x[:, used], y)
    names = [*(piece.letter for piece in PIECES), *(f"on rank {rank + 1}" for rank in RANKS), *TERMS, "tempo"]
    table = dict(zip([name for name, use in zip(names, used, strict=True) if use], zip(weights, errors, strict=True),
                     strict=True))
    scale = 100 / table["C"][0]
    elo = 400 * np.log10(np.e) / scale
    print(f"{arguments.games} games, {len(rows)} positions, {elo:.3f} Elo a centipawn")
    for name, (weight, error) in table.items():
        print(f"{name:24} {weight * scale:9.2f} +- {error * scale:.2f}")


if __name__ == "__main__":
    main()
