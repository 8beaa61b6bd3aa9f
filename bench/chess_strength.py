"""The engine's chess against Stockfish at a limited Elo, both colours of every opening.

::

    python bench/chess_strength.py --stockfish /usr/games/stockfish --elo 1900 --openings 50 --movetime 100

Openings are random legal plies that the engine itself finds balanced, drawn by seed.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
from multiprocessing import Pool

import chess
import chess.engine

from rebaz_ai.match import MatchScore
from rebaz_ai.search import Limits, Searcher
from rebaz_core import Position

OPENING_PLIES = 8
WINDOW = 60

Job = tuple[str, int, int, int, str]


def opening(seed: int) -> str:
    """A position after random plies whose value, to a search of a few plies, is near zero."""
    rng = random.Random(seed)
    while True:
        position = Position("chess")
        for _ in range(OPENING_PLIES):
            if position.is_over:
                break
            position.push(rng.choice(position.legal_moves))
        else:
            score = Searcher(1).search(position, Limits(depth=9)).lines[0].score
            if score.cp is not None and abs(score.cp) <= WINDOW:
                return position.fen()


def play(job: Job) -> MatchScore:
    """Both games of an opening, from the engine's view."""
    command, elo, movetime, seed, own = job
    score = MatchScore()
    limit = chess.engine.Limit(time=movetime / 1000)
    with (
        chess.engine.SimpleEngine.popen_uci([own, "-m", "rebaz_ai"]) as engine,
        chess.engine.SimpleEngine.popen_uci(command) as other,
    ):
        other.configure({"UCI_LimitStrength": True, "UCI_Elo": elo})
        for side in chess.COLORS:
            board = chess.Board(opening(seed))
            while not board.is_game_over(claim_draw=True):
                player = engine if board.turn == side else other
                move = player.play(board, limit).move
                assert move is not None
                board.push(move)
            outcome = board.outcome(claim_draw=True)
            winner = outcome.winner if outcome else None
            won, drawn = winner == side, winner is None
            score = MatchScore(score.wins + won, score.draws + drawn, score.losses + (not won and not drawn))
    return score


def main() -> None:
    """Play and print the running score."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stockfish", default=shutil.which("stockfish") or "/usr/games/stockfish")
    parser.add_argument("--elo", type=int, default=1900)
    parser.add_argument("--openings", type=int, default=50)
    parser.add_argument("--movetime", type=int, default=100, help="milliseconds a move for both")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    arguments = parser.parse_args()
    first = 1000 * arguments.seed
    seeds = range(first, first + arguments.openings)
    jobs = [(arguments.stockfish, arguments.elo, arguments.movetime, seed, sys.executable) for seed in seeds]
    total = MatchScore()
    with Pool(arguments.processes) as pool:
        for score in pool.imap_unordered(play, jobs):
            total = MatchScore(total.wins + score.wins, total.draws + score.draws, total.losses + score.losses)
            print(f"after {total.games} games against Elo {arguments.elo}: {total}", flush=True)


if __name__ == "__main__":
    main()
