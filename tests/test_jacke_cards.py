"""Jacke's cards: card files and their faults, the shipped rosters, the odds of a fight."""

from __future__ import annotations

import copy
import os
import pickle
from collections import Counter

import pytest

from rebaz_core import CardError, OptionError, Position, RebazError
from rebaz_core.games.jacke_cards import MAX_CARDS, SLOTS, Atom, load_catalogue, parse_atoms, read_cards, shipped
from rebaz_core.games.jacke_deck import Deck, odds
from rebaz_core.options import GameOption, under_protocol_names

PLAIN = {"P": (0, 1), "N": (0, 2), "B": (0, 2), "R": (1, 3), "Q": (1, 3), "K": (1, 4)}
CARD = {"id": '"x-one"', "name": '"One"', "piece": '"N"', "faction": '"mine"', "defense": "0", "health": "2"}

NEAR = '{ kind = "permanent", scope = "allies", range = 1, '


def card_text(**changes):
    """A card as TOML, with other values or (None) without a key."""
    pairs = (CARD | changes).items()
    return "[[card]]\n" + "".join(f"{key} = {value}\n" for key, value in pairs if value is not None)


def roster_text(name, cards):
    listed = ", ".join(f'"{card}"' for card in cards)
    return f'[[roster]]\nname = "{name}"\ncards = [{listed}]\n'


def fault(text):
    with pytest.raises(CardError) as caught:
        read_cards(text, "mine.toml", shipped())
    return caught.value


def test_plain_cards_are_as_the_rules_state():
    for piece, (defense, health) in PLAIN.items():
        card = shipped().plain(piece)
        assert (card.piece, card.defense, card.health, card.effect) == (piece, defense, health, None)


def test_every_roster_has_the_right_men_and_one_faction():
    assert list(shipped().rosters) == ["plain", "romans", "greeks", "egyptians"]
    for roster in shipped().rosters.values():
        assert [shipped().cards[card].piece for card in roster.cards] == [slot[0] for slot in SLOTS]
        assert len({shipped().cards[card].faction for card in roster.cards}) == 1


def test_every_kind_of_effect_is_shipped():
    kinds = Counter(card.effect.kind for card in shipped().cards.values() if card.effect)
    assert set(kinds) == {"movement", "combat", "defense", "permanent"}


def test_a_file_adds_cards_and_rosters_and_leaves_the_shipped_ones_alone():
    cards = ["x-two" if slot == "N1" else shipped().rosters["greeks"].card(slot) for slot in SLOTS]
    effect = '{ kind = "permanent", scope = "enemies", range = "board", attack = -2, defense = 1, pieces = ["Q", "P"] }'
    text = card_text(id='"x-two"', effect=effect)
    found = read_cards(text + roster_text("mine", cards), "mine.toml", shipped())
    assert found.rosters["mine"].card("N1") == "x-two"
    effect = found.cards["x-two"].effect
    assert (effect.scope, effect.range, effect.attack, effect.defense, effect.pieces) == ("enemies", None, -2, 1, "PQ")
    assert "x-two" not in shipped().cards
    assert list(found.cards)[: len(shipped().cards)] == list(shipped().cards)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        *(({key: None}, key) for key in CARD),
        ({"id": '"X"'}, "id"),
        ({"id": '"1x"'}, "id"),
        ({"id": '"a=b"'}, "id"),
        ({"id": '"x\\n"'}, "id"),
        ({"id": "3"}, "id"),
        ({"id": '"plain-king"'}, "id"),
        ({"name": '""'}, "name"),
        ({"name": "5"}, "name"),
        ({"name": '"a\\nb"'}, "name"),
        ({"piece": '"n"'}, "piece"),
        ({"piece": '["N"]'}, "piece"),
        ({"faction": "true"}, "faction"),
        ({"defense": "10"}, "defense"),
        ({"defense": "true"}, "defense"),
        ({"defense": "0.0"}, "defense"),
        ({"health": "0"}, "health"),
        ({"health": "100"}, "health"),
        ({"health": "9" * 4000}, "health"),
        ({"color": '"red"'}, "color"),
        ({"effect": '"none"'}, "effect"),
        ({"effect": "{}"}, "effect.kind"),
        ({"effect": "{ kind = 1 }"}, "effect.kind"),
        ({"effect": '{ kind = "combat", attack = 10 }'}, "effect.attack"),
        ({"effect": '{ kind = "combat", attack = true }'}, "effect.attack"),
        ({"effect": '{ kind = "combat", attack = 1, defense = 1 }'}, "effect.defense"),
        ({"effect": '{ kind = "combat", attack = 1, against = "P" }'}, "effect.against"),
        ({"effect": '{ kind = "combat", attack = 1, against = [] }'}, "effect.against"),
        ({"effect": '{ kind = "combat", attack = 1, against = ["PN"] }'}, "effect.against"),
        ({"effect": '{ kind = "combat", attack = 1, against = [1] }'}, "effect.against"),
        ({"effect": '{ kind = "defense" }'}, "effect.defense"),
        ({"effect": '{ kind = "defense", defense = -10 }'}, "effect.defense"),
        ({"effect": '{ kind = "movement" }'}, "effect.add"),
        ({"effect": '{ kind = "movement", add = "" }'}, "effect.add"),
        ({"effect": '{ kind = "movement", add = ["W"] }'}, "effect.add"),
        ({"effect": '{ kind = "movement", add = "xW" }'}, "effect.add"),
        ({"effect": '{ kind = "movement", add = "R" }'}, "effect.add"),
        ({"effect": '{ kind = "movement", add = "R0" }'}, "effect.add"),
        ({"effect": '{ kind = "movement", add = "W2" }'}, "effect.add"),
        ({"effect": '{ kind = "permanent", range = 1, attack = 1 }'}, "effect.scope"),
        ({"effect": '{ kind = "permanent", scope = "allies", attack = 1 }'}, "effect.range"),
        ({"effect": '{ kind = "permanent", scope = "allies", range = 0, attack = 1 }'}, "effect.range"),
        ({"effect": '{ kind = "permanent", scope = "allies", range = true, attack = 1 }'}, "effect.range"),
        ({"effect": NEAR.rstrip(", ") + " }"}, "effect.attack"),
        ({"effect": NEAR + 'attack = 1, against = ["P"] }'}, "effect.against"),
        ({"effect": NEAR + 'attack = 1, pieces = ["Z"] }'}, "effect.pieces"),
    ],
)
def test_a_wrong_card_is_refused_with_its_field(changes, field):
    error = fault(card_text(**changes))
    assert error.field == field
    assert error.file == "mine.toml"
    assert error.owner.startswith("card ")
    message = str(error)
    assert message.startswith("mine.toml, ")
    assert f"{field}: " in message
    assert len(message) < 400
    assert message.isprintable()


def test_a_card_twice_is_refused():
    error = fault(card_text() + card_text())
    assert (error.field, error.owner) == ("id", "card x-one")


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"P8": "plain-knight"}, "cards", "a card of a P for P8, not of a N"),
        ({"K": "plain-queen"}, "cards", "a card of a K for K, not of a Q"),
        ({"R2": "no-such"}, "cards", "'no-such', expected the id of a card for R2"),
    ],
)
def test_a_roster_with_a_wrong_card_is_refused(change, field, words):
    cards = dict(zip(SLOTS, shipped().rosters["plain"].cards, strict=True)) | change
    error = fault(roster_text("mine", cards.values()))
    assert (error.field, error.owner) == (field, "roster mine")
    assert words in str(error)


def test_rosters_with_faults_of_their_own():
    plain = shipped().rosters["plain"].cards
    assert fault(roster_text("mine", plain[:15])).field == "cards"
    assert fault(roster_text("mine", [*plain, "plain-pawn"])).field == "cards"
    assert fault(roster_text("plain", plain)).field == "name"
    assert fault(roster_text("mine", plain) * 2).field == "name"
    assert fault(roster_text("mine", plain) + "side = 1\n").field == "side"
    assert fault('[[roster]]\nname = "mine"\n').field == "cards"
    assert fault('[[roster]]\nname = "mine"\ncards = 5\n').field == "cards"
    assert fault('[[roster]]\nname = "mine"\ncards = [' + "1," * 16 + "]\n").field == "cards"


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("cards = 1", "cards"),
        ("card = 1", "card"),
        ("card = [1]", "card"),
        ("[card]\nid = 'x'", "card"),
        ("[[card]\n", "card_file"),
        ("x = " + "[" * 100_000, "card_file"),
        ("x = " + "9" * 10_000, "card_file"),
        ("x = 0x" + "f" * 10_000, "x"),
        ("a." * 300_000 + "b = 1", "card_file"),
        ("card." + "'a' . " * 300_000 + "b = 1", "card_file"),
    ],
)
def test_what_is_no_card_file(text, field):
    assert fault(text).field == field


@pytest.mark.parametrize("key", ["", "x\\ny", "x" * 100_000])
def test_keys_are_named_on_one_short_line(key):
    for text in (f'"{key}" = 1', card_text() + f'"{key}" = 1', card_text(effect=f'{{kind = "combat", "{key}" = 1}}')):
        message = str(fault(text))
        assert message.isprintable()
        assert len(message) < 250
        assert "no such key" in message


def test_values_nested_deeply_are_named():
    text = "card." + ".".join("a" * 30) + " = " + "[" * 200 + "]" * 200
    assert str(fault(text)).startswith("mine.toml, card: ")
    nested = 0
    for _ in range(100_000):
        nested = [nested]
    assert str(CardError("effect", nested, "a table")) == "effect: <list>, expected a table"


def test_no_more_cards_than_fit():
    room = MAX_CARDS - len(shipped().cards)
    text = "".join(card_text(id=f'"x{number}"') for number in range(room))
    assert Deck(read_cards(text, "mine.toml", shipped())).numbers[f"x{room - 1}"] == MAX_CARDS - 1
    assert fault(text + card_text()).field == "id"


def test_files_that_can_not_be_read(tmp_path):
    large = tmp_path / "large.toml"
    large.write_text("#" * 10_000_000)
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'name = "\xe9"')
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    paths = {large: "at most 1 MB", latin: "UTF-8", tmp_path: "not a directory", tmp_path / "none.toml": "No such file"}
    for path, words in (paths | {pipe: "not a directory or device", "a\0b": "path", 5: "path"}).items():
        with pytest.raises(CardError, match=words) as caught:
            load_catalogue(path)
        assert caught.value.field == "card_file"


def test_a_changed_file_is_read_again(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(card_text())
    first = load_catalogue(path)
    assert load_catalogue(str(path)) is first
    path.write_text(card_text() + card_text(id='"x-two"'))
    assert "x-two" in load_catalogue(path).cards


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(card_text(id='"x-two"'), "utf-8-sig")
    assert "x-two" in load_catalogue(path).cards


def test_positions_of_a_changed_file_differ(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(card_text(id='"x-one"', piece='"K"', health="4"))
    fen = "7k/8/8/8/8/8/8/K7 w - - 0 1 a1=x-one - -"
    before = Position("jacke", fen, card_file=path)
    path.write_text(card_text(id='"x-one"', piece='"K"', health="50"))
    after = Position("jacke", fen, card_file=path)
    assert before != after
    assert before == before.copy()
    assert after == Position("jacke", fen, card_file=path)
    assert (before.rules, after.rules) == (before.copy().rules, after.copy().rules)


def test_card_errors_keep_what_they_say():
    error = fault(card_text(health="0"))
    assert isinstance(error, OptionError)
    assert isinstance(error, RebazError)
    assert str(pickle.loads(pickle.dumps(error))) == str(copy.copy(error)) == str(error)  # noqa: S301
    option = GameOption("card_file", "CardFile", "string", "<empty>", str, "a file")
    with pytest.raises(CardError) as missing:
        load_catalogue("nowhere.toml")
    assert str(under_protocol_names(missing.value, [option])).startswith("CardFile: 'nowhere.toml'")
    assert str(missing.value).startswith("card_file: ")


def test_unknown_rosters_are_named():
    with pytest.raises(CardError, match=r"roster_w: 'plane', expected one of plain, romans"):
        shipped().roster("plane", "roster_w")
    with pytest.raises(CardError, match="roster: 3"):
        shipped().roster(3)


def test_atoms_that_are_said_twice_count_once():
    assert parse_atoms("W mF W " * 1000) == parse_atoms("W mF")


def test_atoms():
    assert parse_atoms("W mF cR3") == (
        Atom("W", 0, True, True), Atom("F", 0, True, False), Atom("R", 3, False, True),
    )
    assert parse_atoms("B7")[0].distance == 7


def test_the_deck_has_the_plain_cards_first_and_then_the_others_in_order():
    catalogue = read_cards(card_text(), "mine.toml", shipped())
    deck = Deck(catalogue)
    assert deck.ids[:6] == tuple(f"plain-{name}" for name in ("pawn", "knight", "bishop", "rook", "queen", "king"))
    assert list(deck.ids[6:]) == [card for card in catalogue.cards if not card.startswith("plain-")]
    assert all(deck.ids[number] == name for name, number in deck.numbers.items())
    assert pickle.loads(pickle.dumps(deck)).ids == deck.ids  # noqa: S301


def plain_odds(attack_bonus, defense_bonus, health, accumulate):
    """The definition, throw by throw."""
    found = Counter()
    for attack in range(1, 7):
        for defense in range(1, 7):
            damage = attack + attack_bonus - defense - defense_bonus
            if damage >= health:
                found["x"] += 1
            elif damage > 0 and accumulate:
                found[f"d{damage}"] += 1
            else:
                found["0"] += 1
    return found


@pytest.mark.parametrize("accumulate", [True, False])
def test_odds_are_those_of_all_36_throws(accumulate):
    bonuses = [*range(-12, 13), -150, 99, 104, 105, 300]
    for attack in bonuses:
        for defense in (0, 1, 9, -40):
            for health in (1, 2, 3, 5, 8, 11, 50, 98, 99):
                found = odds(attack, defense, health, accumulate)
                assert dict(found) == plain_odds(attack, defense, health, accumulate)
                names = [name for name, _ in found]
                assert names == sorted(names, key=lambda name: (name == "x", int(name.strip("dx") or 0)))


@pytest.mark.parametrize("bonus", [10_000, -(2**31), 10**30, 1.5, float("nan"), True, "1", None])
def test_odds_of_no_bonus_are_refused(bonus):
    for bonuses in ((bonus, 0), (0, bonus)):
        with pytest.raises(RebazError, match="_bonus"):
            odds(*bonuses, 1)


def test_odds_of_no_health_are_refused():
    for health in (0, -1, 100, 10**30, 1.5, "1"):
        with pytest.raises(RebazError, match="health_left"):
            odds(0, 0, health)
