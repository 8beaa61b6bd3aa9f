"""The engine's chess against another UCI engine, both colours of every opening.

::

    python bench/chess_strength.py --elo 1900 --games 100 --movetime 100 --concurrency 2
    python bench/chess_strength.py --engine glaurung --games 100

Games begin from the package's chess openings in their order, or another list, and the running score is printed in that
order. The other engine is Stockfish unless `--engine` names another; `--elo` limits its strength where it has UCI's
options for that. One thread and the same hash size each; the last line has the score with a 95% interval.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from dataclasses import dataclass
from functools import partial
from math import inf, log10
from multiprocessing import Pool

import chess
import chess.engine

from rebaz_ai.match import MatchScore
from rebaz_ai.openings import load_openings

STRENGTH_OPTIONS = {"UCI_LimitStrength", "UCI_Elo"}
OWN = shlex.join([sys.executable, "-m", "rebaz_ai"])


@dataclass(frozen=True)
class Settings:
    """What is the same in every game."""

    own: str
    other: str
    elo: int | None
    movetime: int
    hash_mb: int


def start_engine(command: str, hash_mb: int, elo: int | None = None) -> chess.engine.SimpleEngine:
    """A running engine, its options set as far as it has them; EngineError if its strength can not be limited."""
    engine = chess.engine.SimpleEngine.popen_uci(shlex.split(command))
    wanted: dict[str, int | bool] = {"Threads": 1, "Hash": hash_mb, "Move Overhead": 0}
    if elo is not None:
        if STRENGTH_OPTIONS - set(engine.options):
            engine.quit()
            raise chess.engine.EngineError(f"{command} has no options {' and '.join(sorted(STRENGTH_OPTIONS))}")
        wanted |= {"UCI_LimitStrength": True, "UCI_Elo": elo}
    engine.configure({name: value for name, value in wanted.items() if name in engine.options})
    return engine


def is_over(board: chess.Board) -> bool:
    """Whether the game has ended or a draw can be claimed on the board."""
    return board.is_game_over() or board.is_fifty_moves() or board.is_repetition(3)


def play_opening(settings: Settings, fen: str) -> MatchScore:
    """Both games of an opening, from the own engine's view."""
    score = MatchScore()
    limit = chess.engine.Limit(time=settings.movetime / 1000)
    with (
        start_engine(settings.own, settings.hash_mb) as own,
        start_engine(settings.other, settings.hash_mb, settings.elo) as other,
    ):
        for side in chess.COLORS:
            board = chess.Board(fen)
            while not is_over(board):
                move = (own if board.turn == side else other).play(board, limit, game=side).move
                assert move is not None, "an engine gave up"
                board.push(move)
            outcome = board.outcome()
            winner = outcome.winner if outcome else None
            score += MatchScore(winner == side, winner is None, winner == (not side))
    return score


def elo_difference(percent: float) -> float:
    """The Elo difference that makes a score of so many points of 100 likely."""
    if not 0 < percent < 100:
        return inf if percent else -inf
    return 400 * log10(percent / (100 - percent))


def main() -> None:
    """Play and print the running score."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="stockfish", help="command of the other engine (default: stockfish)")
    parser.add_argument("--elo", type=int, help="limit of the other engine's strength (default: none)")
    parser.add_argument("--own", default=OWN, help="command of the own engine (default: this package)")
    parser.add_argument("--games", type=int, default=100, help="an even number")
    parser.add_argument("--openings", default="chess", metavar="FILE|NAME", help="list of the starts")
    parser.add_argument("--movetime", type=int, default=100, help="milliseconds a move for both")
    parser.add_argument("--hash", type=int, default=16, help="MB of each engine's hash table")
    parser.add_argument("--concurrency", type=int, default=1, help="games at a time")
    arguments = parser.parse_args()
    openings = [position.fen() for position in load_openings("chess", arguments.openings)]
    if not 0 < arguments.games <= 2 * len(openings) or arguments.games % 2:
        parser.error(f"--games: {arguments.games}, expected an even number up to {2 * len(openings)}")
    try:
        start_engine(arguments.engine, arguments.hash, arguments.elo).quit()
        start_engine(arguments.own, arguments.hash).quit()
    except (OSError, chess.engine.EngineError) as error:
        parser.error(f"no game can be played: {error}")
    settings = Settings(arguments.own, arguments.engine, arguments.elo, arguments.movetime, arguments.hash)
    opponent = arguments.engine if arguments.elo is None else f"{arguments.engine} at Elo {arguments.elo}"
    total = MatchScore()
    with Pool(arguments.concurrency) as pool:
        for score in pool.imap(partial(play_opening, settings), openings[: arguments.games // 2]):
            total += score
            print(f"after {total.games} games: {total}", flush=True)
    low, high = total.interval
    print(f"against {opponent} at {arguments.movetime} ms a move: {total}, 95% interval {low:.1f} to {high:.1f}")
    differences = [f"{elo_difference(percent):+.0f}" for percent in (total.percent, low, high)]
    print(f"Elo difference {differences[0]}, 95% interval {differences[1]} to {differences[2]}")


if __name__ == "__main__":
    main()
