"""Search the multiplication magics of every attack table and print them as a C header.

Run it only when a table is added or its blocker mask changes::

    python tools/find_magics.py > src/rebaz_core/magics.h
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

Step = tuple[int, int]

ORTHOGONAL: tuple[Step, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL: tuple[Step, ...] = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def ray(square: int, step: Step, reach: int) -> list[int]:
    """Squares from `square` along `step`, at most `reach` of them, on an 8x8 board."""
    file, rank = square % 8, square // 8
    squares = []
    for n in range(1, reach + 1):
        f, r = file + n * step[0], rank + n * step[1]
        if not (0 <= f < 8 and 0 <= r < 8):
            break
        squares.append(r * 8 + f)
    return squares


def slider_mask(steps: tuple[Step, ...]) -> Callable[[int], int]:
    """Blockers of an unbounded slider: its rays without their last squares."""
    return lambda square: sum(1 << s for step in steps for s in ray(square, step, 7)[:-1])


def lane_mask(steps: tuple[Step, ...], length: int) -> Callable[[int], int]:
    """Blockers of lanes that need `length` squares, all on the board, along each step."""

    def mask(square: int) -> int:
        lanes = [ray(square, step, length) for step in steps]
        return sum(1 << s for lane in lanes if len(lane) == length for s in lane)

    return mask


TABLES: dict[str, Callable[[int], int]] = {
    "ROOK": slider_mask(ORTHOGONAL),
    "BISHOP": slider_mask(DIAGONAL),
    "RING": lane_mask(ORTHOGONAL + DIAGONAL, 1),
    "DIAGONAL_LANE": lane_mask(DIAGONAL, 2),
    "HORIZONTAL_LANE": lane_mask(((1, 0), (-1, 0)), 2),
    "VERTICAL_LANE": lane_mask(((0, 1), (0, -1)), 2),
}


def subsets(mask: int) -> Iterator[int]:
    """Every subset of the bits of `mask`, the empty one first."""
    subset = 0
    while True:
        yield subset
        subset = (subset - mask) & mask
        if subset == 0:
            return


def find_magic(mask: int, rng: random.Random) -> int:
    """A multiplier that sends every subset of `mask` to an index of its own."""
    bits = mask.bit_count()
    if bits == 0:
        return 0
    shift = 64 - bits
    every = list(subsets(mask))
    while True:
        magic = rng.getrandbits(64) & rng.getrandbits(64) & rng.getrandbits(64)
        seen = bytearray(1 << bits)
        for subset in every:
            index = (subset * magic & 0xFFFFFFFFFFFFFFFF) >> shift
            if seen[index]:
                break
            seen[index] = 1
        else:
            return magic


def main() -> None:
    """Print the header."""
    rng = random.Random(2008)
    print("/* Made by tools/find_magics.py: one multiplier a square; 0 where nothing can block. */")
    for name, mask_of in TABLES.items():
        print(f"static const unsigned long long RB_{name}_MAGIC[64] = {{")
        for rank in range(8):
            row = (find_magic(mask_of(rank * 8 + file), rng) for file in range(8))
            print("    " + ", ".join(f"0x{magic:016x}ULL" for magic in row) + ",")
        print("};")


if __name__ == "__main__":
    main()
