"""Speed of the core and the search under pytest-benchmark.

::

    python -m pytest bench/test_speed.py
"""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest

from rebaz_ai.evaluation import evaluate
from rebaz_ai.search import Limits, Searcher
from rebaz_core import VARIANTS, Position

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

MIDDLE_GAME = "1n1bm1rp/4e3/2jt1s1c/1c1l4/C2dd1gC/3DDSGE/4R3/NMTLB2P w g3 16"


@pytest.mark.parametrize("variant", VARIANTS)
def test_perft_of_the_start(benchmark: BenchmarkFixture, variant: str) -> None:
    position = Position(variant)
    assert benchmark(position.perft, 4) in (599237, 600185)


@pytest.mark.parametrize("variant", VARIANTS)
def test_search_of_the_start(benchmark: BenchmarkFixture, variant: str) -> None:
    position = Position(variant)
    nodes = benchmark(lambda: Searcher().search(position, Limits(depth=9)).nodes)
    assert nodes > 0


def test_reading_and_writing_a_position(benchmark: BenchmarkFixture) -> None:
    assert benchmark(lambda: Position("rebaz-unwarned", MIDDLE_GAME).fen()) == MIDDLE_GAME


def test_evaluation(benchmark: BenchmarkFixture) -> None:
    position = Position("rebaz-unwarned", MIDDLE_GAME)
    assert isinstance(benchmark(evaluate, position), int)


def test_planes(benchmark: BenchmarkFixture) -> None:
    assert benchmark(Position().planes).shape == (36, 8, 8)


def test_pickling(benchmark: BenchmarkFixture) -> None:
    position = Position()
    assert benchmark(lambda: pickle.loads(pickle.dumps(position))) == position  # noqa: S301
