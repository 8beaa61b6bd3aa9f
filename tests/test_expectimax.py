"""Chance nodes: with nothing lossy the kernel's value is the exact expectation, however much Star1 and Star2 cut."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path

import pytest

from jacke_reference import expected
from rebaz_ai.evaluation.jacke_material import JackeMaterialEvaluator
from rebaz_ai.search.kernel import Kernel
from rebaz_ai.search.options import SearchOptions
from rebaz_ai.search.table import Table
from rebaz_core import Position

OPEN = 32500
WIN = 100000
FACTS = [
    fact
    for fact in map(json.loads, (Path(__file__).parent / "data" / "jacke.jsonl").read_text("utf-8").splitlines())
    if "expectimax" in fact
]


def exact_value(position: Position, depth: int, star: int) -> tuple[Fraction, int]:
    """The value, a win being 1, and the nodes that it took."""
    kernel = Kernel(JackeMaterialEvaluator(), Table(1), SearchOptions.exact(star=star))
    kernel.start(position, [], 0)
    _, trusted = kernel.iterate(depth, -OPEN, OPEN, 0)
    assert trusted
    return kernel.value / WIN, kernel.nodes


def middle_games(count: int, seed: int) -> list[Position]:
    """Positions after random moves, with men of all rosters in contact."""
    rng = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        names = ["plain", "romans", "greeks", "egyptians"]
        position = Position("jacke", roster_w=rng.choice(names), roster_b=rng.choice(names))
        for _ in range(rng.randrange(30, 90)):
            if position.result is not None:
                break
            position.push(rng.choice(position.decisions), rng=rng)
        if position.result is None:
            # Without its history: the reference knows no repetition.
            found.append(Position("jacke", position.fen()))
    return found


@pytest.mark.parametrize("star", [0, 1, 2])
@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact["note"])
def test_values_of_the_vectors(fact: dict[str, str], star: int) -> None:
    value, _ = exact_value(Position("jacke", fact["fen"]), int(fact["expectimax"]), star)
    assert value == Fraction(fact["value"])


@pytest.mark.parametrize("star", [0, 1, 2])
def test_the_kernel_equals_plain_expectimax(star: int) -> None:
    for position in middle_games(6, seed=4):
        assert exact_value(position, 2, star)[0] == expected(position.copy(), 2), position.fen()


@pytest.mark.parametrize("depth", [3, 4])
def test_cuts_never_change_the_value(depth: int) -> None:
    for position in middle_games(4, seed=depth):
        values = [exact_value(position, depth, star) for star in (0, 1, 2)]
        assert len({value for value, _ in values}) == 1, position.fen()
        assert values[1][1] <= values[0][1]


def test_a_fixed_depth_is_deterministic() -> None:
    (position,) = middle_games(1, seed=9)
    assert exact_value(position, 3, 2) == exact_value(position, 3, 2)
