"""Perft against Stockfish's in one run, for the ratio of speeds on this machine.

Stockfish counts chess's start (`go perft 6`), the variants their own; rounds are interleaved and medians compared, so
that a noisy machine harms both alike::

    python bench/compare_perft.py --stockfish /usr/games/stockfish
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import time

from rebaz_core import Position

CHESS_LEAVES = 119060324
DEPTHS = {"fourkings": 7}
"""Depths of variants whose tree is thinner than the others'."""


def stockfish_speed(command: str) -> float:
    """Leaves a second of Stockfish's perft(6) of chess, its start-up not counted."""
    with subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdin.write("isready\n")
        engine.stdin.flush()
        while engine.stdout.readline().strip() != "readyok":
            pass
        began = time.perf_counter()
        engine.stdin.write("go perft 6\nquit\n")
        engine.stdin.flush()
        answer = engine.stdout.read()
        seconds = time.perf_counter() - began
    assert str(CHESS_LEAVES) in answer, "Stockfish counted something else"
    return CHESS_LEAVES / seconds


def own_speed(variant: str, depth: int) -> float:
    """Leaves a second of a variant's start."""
    position = Position(variant)
    began = time.perf_counter()
    leaves = position.perft(depth)
    return leaves / (time.perf_counter() - began)


VARIANTS = ["rebaz", "rebaz-points", "chess", "milbatallas", "jacke", "fourkings", "brax", "rendezvous"]


def main() -> None:
    """Run the rounds and print medians and ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stockfish", default=shutil.which("stockfish") or "/usr/games/stockfish")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--variants", nargs="+", default=VARIANTS)
    arguments = parser.parse_args()
    speeds: dict[str, list[float]] = {name: [] for name in ("stockfish", *arguments.variants)}
    for _ in range(arguments.rounds):
        speeds["stockfish"].append(stockfish_speed(arguments.stockfish))
        for variant in arguments.variants:
            speeds[variant].append(own_speed(variant, DEPTHS.get(variant, arguments.depth)))
    yardstick = statistics.median(speeds["stockfish"])
    for name, values in speeds.items():
        ratios = [own / other for own, other in zip(values, speeds["stockfish"], strict=True)]
        median = statistics.median(values)
        print(
            f"{name:16} {median / 1e6:8.1f} million a second, {median / yardstick:.2f} times Stockfish "
            f"(by round {min(ratios):.2f} to {max(ratios):.2f})"
        )


if __name__ == "__main__":
    main()
