"""Tactical positions with known best moves: how many the engine solves in a fixed time a position.

::

    python bench/tactics.py --movetime 1000

The positions are public suites' (see the head of the file). A position is solved if the move that the engine would play
when the time is up is one of the best moves. `--nodes` instead of a time gives the same answer on every machine.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import chess

from rebaz_ai.cli import score_text
from rebaz_ai.search import Limits, Searcher
from rebaz_core import Position

SUITE = Path(__file__).parent / "data" / "tactics.epd"


@dataclass(frozen=True)
class Problem:
    """A position and the moves that solve it."""

    name: str
    board: chess.Board
    best: tuple[chess.Move, ...]


def read_suite(path: Path) -> list[Problem]:
    """The problems of an EPD file; ValueError if a line is no legal position with legal best moves."""
    problems = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        board = chess.Board()
        operations = board.set_epd(line)
        best = operations.get("bm")
        if not isinstance(best, list) or not board.is_valid():
            raise ValueError(f"{path}, line {number}: {line!r}, expected a legal position with an operation bm")
        problems.append(Problem(str(operations.get("id", number)), board, tuple(best)))
    return problems


def main() -> None:
    """Solve, print what was not solved, and the count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", type=Path, default=SUITE)
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--movetime", type=int, default=1000, help="milliseconds a position")
    limit.add_argument("--nodes", type=int, help="positions searched for each, instead of a time")
    parser.add_argument("--hash", type=int, default=64, help="MB of the hash table")
    arguments = parser.parse_args()
    limits = Limits(nodes=arguments.nodes) if arguments.nodes else Limits(movetime=arguments.movetime)
    problems = read_suite(arguments.suite)
    searcher = Searcher(arguments.hash, overhead=0)
    solved = nodes = 0
    for problem in problems:
        searcher.clear()
        result = searcher.search(Position("chess", problem.board.fen()), limits)
        nodes += result.nodes
        played = chess.Move.from_uci(str(result.bestmove))
        if played in problem.best:
            solved += 1
            continue
        best = " ".join(map(problem.board.san, problem.best))
        depth, score = result.lines[0].depth, score_text(result.lines[0].score)
        found = f"{problem.board.san(played)} ({score}, depth {depth})"
        print(f"{problem.name}: {found} instead of {best}: {problem.board.fen()}", flush=True)
    print(f"solved {solved} of {len(problems)}, {nodes} nodes")


if __name__ == "__main__":
    main()
