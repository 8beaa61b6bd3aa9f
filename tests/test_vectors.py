"""Every line of the vectors: facts from independent implementations, one JSON object a line."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rebaz_core import VARIANTS, CardError, FenError, Position, SetupError
from rebaz_core.games import rebaz_setup
from rebaz_core.games.jacke_cards import read_cards, shipped
from rebaz_core.games.jacke_setup import formation_text, parse_formation

DATA = Path(__file__).parent / "data"
Vector = dict[str, Any]


def vectors() -> list[Any]:
    """All lines of all files as parameters, named after file, line and note."""
    found = []
    for path in sorted(DATA.glob("*.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            vector = json.loads(line)
            name = f"{path.stem}:{number} {vector['variant']} {kind(vector)} {vector.get('note', '')}".strip()
            found.append(pytest.param(vector, id=name.encode("ascii", "replace").decode()))
    return found


def kind(vector: Vector) -> str:
    """The key that says what a line states."""
    return next((key for key in CHECKS if key in vector), "unknown")


def check_perft(vector: Vector) -> None:
    position = Position(vector["variant"], vector["fen"])
    assert [position.perft(depth) for depth in range(1, len(vector["perft"]) + 1)] == vector["perft"]
    if "moves" in vector:
        assert sorted(move.text for move in position.legal_moves) == vector["moves"]
    assert position.fen() == vector["fen"]


def check_play(vector: Vector) -> None:
    position = Position(vector["variant"], vector["fen"])
    start = position.fen()
    # An en passant square is read after any double step, and written only where a pawn stands ready to take.
    assert start == vector["fen"] or (vector["variant"], start.split()[3]) == ("chess", "-")
    for move in vector["play"]:
        position.push(move)
    if "result_fen" in vector:
        assert position.fen() == vector["result_fen"]
    if "result" in vector:
        assert_result(position, vector)
    for move in reversed(vector["play"]):
        assert position.pop().text == move
    assert position.fen() == start


def check_result(vector: Vector) -> None:
    assert_result(Position(vector["variant"], vector["fen"]), vector)


def assert_result(position: Position, vector: Vector) -> None:
    result = position.result
    if vector["result"] == "*":
        assert result is None
    else:
        assert result is not None
        assert (result.score, result.reason) == (vector["result"], vector["reason"])


def check_native(vector: Vector) -> None:
    position = Position(vector["variant"], vector["fen"])
    assert position.native(vector["move"]) == vector["native"]
    assert position.parse_move(vector["native"]).text == vector["move"]


def check_setup(vector: Vector) -> None:
    assert VARIANTS[vector["variant"]].family == "rebaz"
    assert rebaz_setup.arrangement(vector["setup"]) == vector["rank"]
    assert rebaz_setup.arrangement_number(vector["rank"]) == vector["setup"]


def check_bad(vector: Vector) -> None:
    with pytest.raises(FenError) as caught:
        Position(vector["variant"], vector["fen"])
    assert caught.value.field in [vector["bad"], *vector.get("or", [])]


def check_card_file(vector: Vector) -> None:
    if vector["bad"] is None:
        assert len(read_cards(vector["cardfile"], "file.toml", shipped()).cards) == len(shipped().cards) + 1
        return
    with pytest.raises(CardError) as caught:
        read_cards(vector["cardfile"], "file.toml", shipped())
    assert (caught.value.field, caught.value.owner) == (vector["bad"], f"card {vector['card']}")


def check_formation(vector: Vector) -> None:
    side, text = vector["side"], vector["formation"]
    if vector["valid"]:
        assert formation_text(parse_formation(text, side), side) == text
    else:
        with pytest.raises(SetupError, match="formation"):
            parse_formation(text, side)


def check_attack(vector: Vector) -> None:
    """Odds of a fight; of an attack on a king that can step, those after a throw of 1 to 3."""
    position = Position(vector["variant"], vector["fen"])
    found = {move.text.partition(":")[2]: odds for move, odds in position.outcomes(vector["attack"])}
    stated = {outcome: Fraction(odds) for outcome, odds in vector["outcomes"].items()}
    evades = stated.pop("step", Fraction(0))
    expected = {outcome: (1 - evades) * odds for outcome, odds in stated.items()}
    assert found == (expected | {"e": evades} if evades else expected)


def check_expectimax(vector: Vector) -> None:
    values = decision_values(Position(vector["variant"], vector["fen"]), vector["expectimax"])
    best = max(values.values())
    assert best == Fraction(vector["value"])
    assert sorted(str(move) for move, value in values.items() if value == best) == vector["best"]


# The first key of these that a line holds is its kind.
CHECKS = {
    "cardfile": check_card_file,
    "formation": check_formation,
    "bad": check_bad,
    "attack": check_attack,
    "expectimax": check_expectimax,
    "perft": check_perft,
    "play": check_play,
    "native": check_native,
    "setup": check_setup,
    "result": check_result,
}


@pytest.mark.parametrize("vector", vectors())
def test_vector(vector: Vector) -> None:
    CHECKS[kind(vector)](vector)


def test_every_variant_has_vectors() -> None:
    stated = {json.loads(line)["variant"] for path in DATA.glob("*.jsonl") for line in path.open(encoding="utf-8")}
    assert stated >= set(VARIANTS)
