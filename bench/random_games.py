"""Random games driven from Python: plies a second of REBAZ, python-chess and OpenSpiel, measured in turns.

Each library plays through its public interface alone. Games of chess are cut at the 100 plies of a REBAZ game, and
python-chess is not asked for draws, which costs it far more than moving. The rounds are interleaved, so that a busy
machine slows all alike; time is the processor's, and what is printed are medians over the rounds.

    python bench/random_games.py [--rounds 7] [--seconds 1]
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from typing import TYPE_CHECKING

from rebaz_core import VARIANTS, Position

if TYPE_CHECKING:
    from collections.abc import Callable

    Rng = Callable[[], float]
    Play = Callable[[Rng], int]

MOST_PLIES = 100


def rebaz_game(variant: str) -> Play:
    """A function that plays a random game of that variant and returns its plies."""
    root = Position(variant)

    def play(rnd: Rng) -> int:
        position = root.copy()
        plies = 0
        while position.result is None:
            moves = position.legal_moves
            position.push(moves[int(rnd() * len(moves))])
            plies += 1
        return plies

    return play


def python_chess_game() -> Play:
    """The same for chess in python-chess."""
    import chess

    def play(rnd: Rng) -> int:
        board = chess.Board()
        plies = 0
        while plies < MOST_PLIES and (moves := list(board.legal_moves)):
            board.push(moves[int(rnd() * len(moves))])
            plies += 1
        return plies

    return play


def open_spiel_game() -> Play:
    """The same for chess in OpenSpiel."""
    import pyspiel

    game = pyspiel.load_game("chess")

    def play(rnd: Rng) -> int:
        state = game.new_initial_state()
        plies = 0
        while plies < MOST_PLIES and not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(rnd() * len(actions))])
            plies += 1
        return plies

    return play


def players() -> dict[str, Play]:
    """What can be measured here: every REBAZ variant, and the libraries that are installed."""
    found = {variant: rebaz_game(variant) for variant, entry in VARIANTS.items() if entry.family == "rebaz"}
    for name, make in (("python-chess chess", python_chess_game), ("open_spiel chess", open_spiel_game)):
        try:
            found[name] = make()
        except ImportError:
            print(f"{name}: not installed")
    return found


def plies_a_second(play: Play, seconds: float, seed: int) -> float:
    """Play whole games for that long."""
    rnd = random.Random(seed).random
    plies = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        plies += play(rnd)
    return plies / spent


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each round and library")
    arguments = parser.parse_args()
    found = players()
    speeds: dict[str, list[float]] = {name: [] for name in found}
    for seed in range(arguments.rounds):
        for name, play in found.items():
            speeds[name].append(plies_a_second(play, arguments.seconds, seed))
    first = statistics.median(speeds["rebaz"])
    print(f"{'':20}{'plies/s':>12}{'slowest':>12}{'fastest':>12}{'rebaz is':>12}")
    for name, measured in speeds.items():
        middle = statistics.median(measured)
        print(f"{name:20}{middle:12,.0f}{min(measured):12,.0f}{max(measured):12,.0f}{first / middle:11.2f}x")


if __name__ == "__main__":
    main()
