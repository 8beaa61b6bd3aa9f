"""Throwing dice: every face that can show leads to the outcome that the exact odds give it."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rebaz_core import MoveError, Position
from rebaz_core.dice import FACES, throw


class Loaded(random.Random):
    """Dice that show given faces."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        super().__init__(0)
        self.faces = list(faces)

    def choice(self, seq: Any) -> Any:
        return self.faces.pop(0)


ATTACKS = [
    ("jacke", "7k/8/8/3p4/4P3/8/8/K7 w - - 0 1 - - -", "e4d5"),
    ("jacke", "4k3/8/8/8/4R3/8/8/K7 w - - 0 1 - e8=1 -", "e4e8"),
    ("jacke", "4k3/8/8/8/4R3/8/8/K7 b - - 0 1 - e8=2 e4e8", "stay"),
    ("jacke", "7k/8/8/3r4/8/8/8/K2R4 w - - 0 1 d1=egy-pylon,d5=gre-lithobolos - -", "d1d5"),
    ("jacke", "kr6/ppN5/8/8/8/8/8/7K w - a7b7 0 1 - a8=2 -", "c7a8"),
]


@pytest.mark.parametrize(("variant", "fen", "attack"), ATTACKS)
def test_all_faces_together_give_the_exact_odds(variant: str, fen: str, attack: str) -> None:
    position = Position(variant, fen)
    shown = Counter(throw(position, attack, Loaded(faces)).move for faces in product(FACES, FACES, FACES))
    assert {move: Fraction(count, 216) for move, count in shown.items()} == dict(position.outcomes(attack))


def test_a_seed_throws_the_same_everywhere() -> None:
    position = Position("jacke", "7k/8/8/3p4/4P3/8/8/K7 w - - 0 1 - - -")
    for seed in range(20):
        thrown = throw(position, "e4d5", random.Random(seed))
        assert position.roll("e4d5", random.Random(seed)) == thrown.move
        board = position.copy()
        board.push("e4d5", rng=random.Random(seed))
        assert board.moves == [thrown.move]


def test_moves_without_dice_are_returned_and_others_refused() -> None:
    position = Position("jacke")
    assert str(throw(position, "e2e4", random.Random(1))) == "e2e4 (no dice)"
    with pytest.raises(MoveError, match="legal move"):
        throw(position, "e2e5", random.Random(1))
    assert position == Position("jacke")


@pytest.mark.parametrize("rng", [5, "dice", object()])
def test_what_can_not_throw_dice_is_refused_and_changes_nothing(rng: Any) -> None:
    position = Position("jacke", "7k/8/8/3p4/4P3/8/8/K7 w - - 0 1 - - -")
    with pytest.raises(TypeError, match=r"rng is a random\.Random, not"):
        position.push("e4d5", rng)
    assert not position.moves


def test_a_completed_move_is_no_decision() -> None:
    position = Position("jacke", "7k/8/8/3p4/4P3/8/8/K7 w - - 0 1 - - -")
    with pytest.raises(MoveError, match="'e4d5:x', expected e4d5 without an outcome"):
        position.parse_decision("e4d5:x")


def test_a_move_of_another_game_is_no_decision_here() -> None:
    brax = Position("brax", "8b/9/9/b8/b8/9/9/3R5/8R w - - - 4 30")
    (foreign,) = [move for move in brax.legal_moves if move.text == "d2e2"]
    position = Position("jacke", "7k/8/8/8/8/8/4K3/8 w - - 0 1 - - -")
    for use in (position.push, position.outcomes, position.parse_decision, position.native, position.is_noisy,
                lambda move: position.push(move, random.Random(1))):
        with pytest.raises(MoveError, match=r"^move: 'd2e2', expected a legal move"):
            use(foreign)
    assert position.moves == []
