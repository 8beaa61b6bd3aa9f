"""Every line of the vectors: facts from independent implementations, one JSON object a line."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from jacke_reference import decision_values
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


def opened(vector: Vector) -> Position:
    """The position of a line, read and written the same but for what the rules let differ."""
    position = Position(vector["variant"], vector["fen"], **vector.get("options", {}))
    found, given = position.fen().split(), vector["fen"].split()
    # Chess: an en passant square is read after any double step, and written only where a pawn stands ready to take.
    # Four kings: a side to move that is stuck is passed over.
    differing = {"chess": 3, "fourkings": 1}.get(vector["variant"])
    assert [number for number in range(len(given)) if found[number] != given[number]] in ([], [differing])
    return position


def card_file(cards: list[dict[str, Any]]) -> str:
    """A card file's text; its values are TOML as JSON writes them, but for the table of an effect."""
    lines = []
    for card in cards:
        effect = ", ".join(f"{key} = {json.dumps(value)}" for key, value in card.get("effect", {}).items())
        values = {"name": card["id"], "faction": "vectors"} | card
        lines += ["[[card]]", *(f"{key} = {json.dumps(value)}" for key, value in values.items() if key != "effect")]
        lines += [f"effect = {{ {effect} }}"] * bool(effect)
    return "\n".join(lines)


def check_perft(vector: Vector) -> None:
    position = opened(vector)
    assert [position.perft(depth) for depth in range(1, len(vector["perft"]) + 1)] == vector["perft"]
    if "moves" in vector:
        assert sorted(move.text for move in position.legal_moves) == vector["moves"]


def check_play(vector: Vector) -> None:
    position = opened(vector)
    start = position.fen()
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
    assert_result(opened(vector), vector)


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
        Position(vector["variant"], vector["fen"], **vector.get("options", {}))
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
    position = opened(vector)
    found = {move.text.partition(":")[2]: odds for move, odds in position.outcomes(vector["attack"])}
    stated = {outcome: Fraction(odds) for outcome, odds in vector["outcomes"].items()}
    evades = stated.pop("step", Fraction(0))
    expected = {outcome: (1 - evades) * odds for outcome, odds in stated.items()}
    assert found == (expected | {"e": evades} if evades else expected)


def check_expectimax(vector: Vector) -> None:
    values = decision_values(opened(vector), vector["expectimax"])
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
def test_vector(vector: Vector, tmp_path: Path) -> None:
    if vector.get("cards"):
        path = tmp_path / "cards.toml"
        path.write_text(card_file(vector["cards"]), encoding="utf-8")
        vector = {**vector, "options": {"card_file": str(path)}}
    CHECKS[kind(vector)](vector)


def test_every_variant_has_vectors() -> None:
    stated = {json.loads(line)["variant"] for path in DATA.glob("*.jsonl") for line in path.open(encoding="utf-8")}
    assert stated >= set(VARIANTS)
