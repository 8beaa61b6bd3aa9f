"""Balanced starts for matches: random legal plies from a variant's start that a search then finds near even.

::

    python bench/make_openings.py --variant chess --count 200 --seed 1 --output src/rebaz_ai/openings/chess.txt

The same engine, seed and numbers give the same list. A position is kept if the search's value for it is within the
window and no position of the list has its key; positions in check are left out.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from rebaz_ai.search import Limits, Searcher
from rebaz_core import VARIANTS, Position, __version__

HEADER = """\
# Balanced starts: {plies} random legal plies from the start, kept if the engine's value at depth {depth} is within
# {window} centipawns of even and the side to move is not in check; no position twice. Made by rebaz {version}:
# python bench/make_openings.py --variant {variant} --count {count} --seed {seed} --plies {plies} \
--depth {depth} --window {window}
"""


def random_position(variant: str, plies: int, rng: random.Random) -> Position | None:
    """The start after random plies, or None if the game ended on the way."""
    position = Position(variant)
    for _ in range(plies):
        position.push(rng.choice(position.legal_moves))
        if position.is_over:
            return None
    return position


def balanced_positions(variant: str, seed: int, plies: int, depth: int, window: int) -> Iterator[Position]:
    """Position after position, without end."""
    rng = random.Random(seed)
    searcher = Searcher()
    seen: set[int] = set()
    while True:
        position = random_position(variant, plies, rng)
        if position is None or position.in_check or position.key in seen:
            continue
        seen.add(position.key)
        searcher.clear()
        score = searcher.search(position, Limits(depth=depth)).lines[0].score
        if score.cp is not None and abs(score.cp) <= window:
            yield position


def main() -> None:
    """Make a list and write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", default="chess", choices=list(VARIANTS))
    parser.add_argument("--count", type=int, default=200, help="positions to find")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plies", type=int, default=8, help="random plies before the search looks")
    parser.add_argument("--depth", type=int, default=10, help="depth of the search")
    parser.add_argument("--window", type=int, default=40, help="centipawns from even")
    parser.add_argument("--output", type=Path, help="file to write (default: standard output)")
    numbers = vars(parser.parse_args())
    count, output = numbers["count"], numbers["output"]
    search = {name: numbers[name] for name in ("variant", "seed", "plies", "depth", "window")}
    fens = [position.fen() for position in islice(balanced_positions(**search), count)]
    text = HEADER.format(version=__version__, count=count, **search) + "\n".join(fens) + "\n"
    if output is None:
        print(text, end="")
    else:
        output.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
