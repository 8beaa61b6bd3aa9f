"""Jacke: moves and cards, combat, attacks on kings, en passant and promotion, the ends, refusals, options."""

from __future__ import annotations

import copy
import pickle
import random
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from rebaz_core import VARIANTS, FenError, MoveError, OptionError, Position
from rebaz_core.games.jacke_cards import Card, shipped
from rebaz_core.games.jacke_setup import random_formation, start_fen

START = VARIANTS["jacke"].start_fen
FIELDS = ("board", "side", "ep", "unmoved", "halfmove", "fullmove", "cards", "damage", "pending")
CARDS = """
[[card]]
id = "x-leaper"
name = "Leaper"
piece = "P"
faction = "test"
defense = 0
health = 1
effect = { kind = "movement", add = "F D mR3" }
[[card]]
id = "x-slider"
name = "Slider"
piece = "N"
faction = "test"
defense = 0
health = 2
effect = { kind = "movement", add = "cR2 mB2 mN" }
[[card]]
id = "x-sure"
name = "Sure"
piece = "R"
faction = "test"
defense = 0
health = 9
effect = { kind = "combat", attack = 9 }
[[card]]
id = "x-hopeless"
name = "Hopeless"
piece = "R"
faction = "test"
defense = 0
health = 3
effect = { kind = "combat", attack = -9, against = ["R"] }
[[card]]
id = "x-banner"
name = "Banner"
piece = "B"
faction = "test"
defense = 0
health = 2
effect = { kind = "permanent", scope = "allies", range = 2, attack = 2, pieces = ["P", "B"] }
[[card]]
id = "x-rider"
name = "Rider"
piece = "K"
faction = "test"
defense = 0
health = 4
effect = { kind = "movement", add = "N" }
[[card]]
id = "x-dread"
name = "Dread"
piece = "Q"
faction = "test"
defense = 0
health = 2
effect = { kind = "permanent", scope = "enemies", range = "board", attack = -1, defense = -2 }
"""


@pytest.fixture
def card_file(tmp_path):
    path = tmp_path / "cards.toml"
    path.write_text(CARDS, encoding="utf-8")
    return str(path)


def jacke(board, side="w", options=None, **fields):
    values = dict(zip(FIELDS, START.split(" "), strict=True)) | {"unmoved": "-"} | fields
    text = " ".join(str(value) for value in (values | {"board": board, "side": side}).values())
    return Position("jacke", text, **(options or {}))


def field(position, name):
    return position.fen().split(" ")[FIELDS.index(name)]


def moves(position, source=""):
    return sorted(move.text for move in position.legal_moves if move.text.startswith(source))


def odds(position, attack):
    return {move.text.partition(":")[2]: chance * 36 for move, chance in position.outcomes(attack)}


def played(position, *texts):
    for text in texts:
        position.push(text)
    return position


@pytest.mark.parametrize(("depth", "leaves"), [(1, 20), (2, 400), (3, 8940), (4, 200564), (5, 5074798)])
def test_perft_of_the_start(depth, leaves):
    assert Position("jacke").perft(depth) == leaves


# -- moves


def test_a_king_may_stand_and_move_under_attack():
    assert moves(jacke("7k/8/8/8/8/8/1r6/K7"), "a1") == ["a1a2", "a1b1", "a1b2:0", "a1b2:d1", "a1b2:d2", "a1b2:x"]


def test_there_is_no_castling():
    assert "e1g1" not in moves(jacke("4k3/8/8/8/8/8/8/R3K2R"))


def test_a_movement_card_goes_to_empty_squares_or_attacks_as_its_atoms_say(card_file):
    position = jacke("7k/8/1p3p2/8/3N4/8/1p6/K2r4", cards="d4=x-slider", options={"card_file": card_file})
    rule = {"b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5"}
    quiet = {move.text[2:] for move in position.legal_moves if move.text.startswith("d4") and ":" not in move.text}
    assert quiet == rule | {"c3", "c5", "e3", "e5", "f2"}
    assert not [move for move in position.decisions if move.text in ("d4b6", "d4f6", "d4d1", "d4b2")]


def test_a_move_that_rule_and_card_give_is_one_move(card_file):
    position = jacke("7k/8/8/8/8/3p4/4P3/K7", cards="e2=x-leaper", options={"card_file": card_file})
    found = [move.text for move in position.legal_moves if move.text.startswith("e2")]
    assert len(found) == len(set(found))
    assert {"e2e3", "e2d1", "e2f3", "e2d3:x", "e2d3:0", "e2e4", "e2e5", "e2c2"} <= set(found)


def test_an_unmoved_pawn_two_ahead_makes_its_double_step_whatever_its_card(card_file):
    position = jacke("7k/8/8/8/3p4/8/4P3/K7", unmoved="e2", cards="e2=x-leaper", options={"card_file": card_file})
    assert field(played(position, "e2e4"), "ep") == "e3"
    blocked = jacke("7k/8/8/8/3p4/4n3/4P3/K7", unmoved="e2", cards="e2=x-leaper", options={"card_file": card_file})
    assert field(played(blocked, "e2e4"), "ep") == "-"


def test_an_extra_move_onto_the_ep_square_that_is_the_pawns_own_is_the_en_passant_attack(card_file):
    own = jacke("7k/8/8/3pP3/8/8/8/K7", ep="d6", cards="e5=x-leaper", options={"card_file": card_file})
    assert moves(own, "e5d6") == ["e5d6:0", "e5d6:x"]
    # From d4 the same square is two ahead: a plain move.
    other = jacke("7k/8/8/3pP3/3P4/8/8/K7", ep="d6", cards="d4=x-leaper", options={"card_file": card_file})
    assert moves(other, "d4d6") == ["d4d6"]
    assert field(played(other, "d4d6"), "board") == "7k/8/3P4/3pP3/8/8/8/K7"


def test_a_pawn_promotes_on_any_arrival_on_its_last_rank(card_file):
    position = jacke("1r5k/3P4/8/8/8/8/8/K7", cards="d7=x-leaper", options={"card_file": card_file})
    assert moves(position, "d7e8") == ["d7e8b", "d7e8n", "d7e8q", "d7e8r"]
    assert field(played(position, "d7c8n"), "cards") == "-"


# -- combat


def test_outcomes_that_can_not_come_up_do_not_exist(card_file):
    sure = jacke("7k/8/8/3p4/8/8/8/K2R4", cards="d1=x-sure", options={"card_file": card_file})
    assert moves(sure, "d1d5") == ["d1d5:x"]
    hopeless = jacke("7k/8/8/3r4/8/8/8/K2R4", cards="d1=x-hopeless", options={"card_file": card_file})
    assert moves(hopeless, "d1d5") == ["d1d5:0"]
    assert odds(jacke("7k/8/8/3b4/8/8/8/K2R4", cards="d1=x-hopeless", options={"card_file": card_file}),
                "d1d5") == {"0": 21, "d1": 5, "x": 10}


def test_a_permanent_effect_counts_for_others_in_scope_range_and_of_its_types(card_file):
    def attack(board, source, **cards):
        listed = ",".join(f"{square}={card}" for square, card in cards.items()) or "-"
        return odds(jacke(board, cards=listed, options={"card_file": card_file}), source)

    plain = attack("7k/8/8/3p4/4P3/8/6B1/K7", "e4d5")
    assert plain == {"0": 21, "x": 15}
    # Range is from the attacker's origin: g2 is two king's steps from e4, three from d5.
    assert attack("7k/8/8/3p4/4P3/8/6B1/K7", "e4d5", g2="x-banner") == {"0": 10, "x": 26}
    assert attack("7k/8/8/3p4/4P3/8/7B/K7", "e4d5", h2="x-banner") == plain
    # Not for itself, nor for the other side.
    assert attack("7k/8/8/3p4/8/5B2/8/K7", "f3d5", f3="x-banner") == plain
    assert attack("7k/8/8/3p4/4P3/5b2/8/K7", "e4d5", f3="x-banner") == plain
    # Both dice of the enemies.
    assert attack("7k/8/8/3p4/4P3/8/8/K6q", "e4d5", h1="x-dread") == {"0": 26, "x": 10}
    assert attack("7k/8/8/3p4/4P3/8/8/K6Q", "e4d5", h1="x-dread") == {"0": 10, "x": 26}


def test_the_range_of_an_en_passant_attack_is_measured_to_the_pawn(card_file):
    text = CARDS.replace('"x-dread"', '"x-near"').replace('range = "board", attack = -1', "range = 1, attack = 0")
    Path(card_file).write_text(text, encoding="utf-8")
    near_pawn = jacke("7k/8/8/3pP3/3Q4/8/8/K7", ep="d6", cards="d4=x-near", options={"card_file": card_file})
    near_square = jacke("7k/2Q5/8/3pP3/8/8/8/K7", ep="d6", cards="c7=x-near", options={"card_file": card_file})
    assert odds(near_pawn, "e5d6") == {"0": 10, "x": 26}
    assert odds(near_square, "e5d6") == {"0": 21, "x": 15}


def test_odds_are_those_of_all_throws_with_the_effects_of_random_cards():
    rng = random.Random(2012)
    for _ in range(60):
        position = random_position(rng)
        attacks = [move for move in position.decisions if len(position.outcomes(move)) > 1]
        for attack in rng.sample(attacks, min(3, len(attacks))):
            assert found_odds(position, attack.text) == thrown_odds(position, attack.text)


def random_position(rng):
    """A few plies into a game with random formations and cards."""
    white, black = random_formation(rng, "w"), random_formation(rng, "b")
    position = Position("jacke", with_random_cards(start_fen(white, black), rng))
    for _ in range(rng.randrange(10, 60)):
        if position.is_over:
            break
        position.push(rng.choice(position.legal_moves))
    return position


def with_random_cards(fen, rng):
    fields = fen.split(" ")
    root = Position("jacke", fen)
    dealt = []
    for rank, file in product(range(1, 9), "abcdefgh"):
        man = root.piece_at(f"{file}{rank}")
        cards = [card.id for card in shipped().cards.values() if man and card.piece == man.upper()]
        card = rng.choice(cards) if cards else "plain"
        if not card.startswith("plain"):
            dealt.append(f"{file}{rank}={card}")
    fields[FIELDS.index("cards")] = ",".join(dealt) or "-"
    return " ".join(fields)


def found_odds(position, attack):
    return {move.text.partition(":")[2]: chance for move, chance in position.outcomes(attack)}


def card_at(position, square) -> Card:
    listed = dict(pair.split("=") for pair in field(position, "cards").split(",") if pair != "-")
    man = position.piece_at(square)
    return shipped().cards[listed[square]] if square in listed else shipped().plain(man.upper())


def thrown_odds(position, attack):
    """The odds by the rules page, throw by throw."""
    pending = field(position, "pending")
    source, target = (pending[:2], pending[2:4]) if attack == "stay" else (attack[:2], attack[2:4])
    victim = target if position.piece_at(target) else target[0] + source[1]
    attacker, attacked = card_at(position, source), card_at(position, victim)
    attack_bonus, defense_bonus = 0, attacked.defense
    if attacker.effect and attacker.effect.kind == "combat" and attacked.piece in attacker.effect.pieces:
        attack_bonus += attacker.effect.attack
    if attacked.effect and attacked.effect.kind == "defense" and attacker.piece in attacked.effect.pieces:
        defense_bonus += attacked.effect.defense
    squares = [f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9)]
    for square in filter(position.piece_at, squares):
        effect = card_at(position, square).effect
        if effect is None or effect.kind != "permanent":
            continue
        for man in (source, victim):
            steps = max(abs(ord(square[0]) - ord(man[0])), abs(int(square[1]) - int(man[1])))
            allied = position.piece_at(square).isupper() == position.piece_at(man).isupper()
            if (man != square and card_at(position, man).piece in effect.pieces and (effect.range or 7) >= steps
                    and allied == (effect.scope == "allies")):
                attack_bonus += effect.attack if man == source else 0
                defense_bonus += effect.defense if man == victim else 0
    damage = dict(pair.split("=") for pair in field(position, "damage").split(",") if pair != "-")
    left = attacked.health - int(damage.get(victim, 0))
    chances = {}
    for one, other in product(range(1, 7), repeat=2):
        excess = one + attack_bonus - other - defense_bonus
        outcome = "0" if excess <= 0 else "x" if excess >= left else f"d{excess}"
        chances[outcome] = chances.get(outcome, 0) + Fraction(1, 36)
    if attack != "stay" and attacked.piece == "K":
        file, rank = ord(victim[0]), int(victim[1])
        around = [f"{chr(file + x)}{rank + y}" for x, y in product((-1, 0, 1), repeat=2)]
        if any(square in squares and not position.piece_at(square) for square in around):
            chances = {outcome: chance / 2 for outcome, chance in chances.items()} | {"e": Fraction(1, 2)}
    return chances


def test_damage_adds_up_or_with_single_is_not_kept():
    rook = "7k/8/8/3r4/8/8/8/K2R4"
    assert odds(jacke(rook, damage="d5=2"), "d1d5") == {"0": 26, "x": 10}
    single = jacke(rook, options={"damage": "single"})
    assert odds(single, "d1d5") == {"0": 33, "x": 3}
    assert moves(single, "d1d5") == ["d1d5:0", "d1d5:x"]
    with pytest.raises(FenError) as caught:
        Position("jacke", f"{rook} w - - 0 1 - d5=2 -", damage="single")
    assert caught.value.field == "damage"


def test_a_failed_promotion_leaves_the_pawn_and_its_card():
    position = jacke("3r4/4P3/8/8/8/8/7k/K7", cards="e7=egy-spearman")
    assert len(moves(position, "e7d8")) == 4 * 4
    assert field(played(position, "e7d8q:d1"), "board") == "3r4/4P3/8/8/8/8/7k/K7"
    assert field(position, "damage") == "d8=1"
    assert field(position, "cards") == "e7=egy-spearman"


# -- kings


def test_an_attack_on_a_king_that_can_step_throws_three_dice():
    position = jacke("4k3/8/8/8/4R3/8/8/K7")
    chances = dict(position.outcomes("e4e8"))
    assert {move.text: 72 * chance for move, chance in chances.items()} == {
        "e4e8:0": 26, "e4e8:d1": 4, "e4e8:d2": 3, "e4e8:d3": 2, "e4e8:x": 1, "e4e8:e": 36}


def test_a_king_that_can_not_step_is_fought_at_once():
    shut = jacke("kr6/ppN5/8/8/8/8/8/7K")
    assert moves(shut, "c7a8") == ["c7a8:0", "c7a8:d1", "c7a8:d2", "c7a8:d3", "c7a8:x"]


def test_the_king_answers_by_a_step_or_stays_and_nobody_else_moves():
    position = played(jacke("r3k3/8/8/8/4R3/8/8/K7", halfmove=7, fullmove=30), "e4e8:e")
    assert position.turn == "b"
    assert field(position, "pending") == "e4e8"
    assert (field(position, "halfmove"), field(position, "fullmove")) == ("7", "30")
    assert moves(position) == sorted(["e8d7", "e8d8", "e8e7", "e8f7", "e8f8",
                                      "stay:0", "stay:d1", "stay:d2", "stay:d3", "stay:x"])
    assert [str(move) for move in position.noisy_moves] == ["stay"]
    position.push("e8e7")
    assert position.fen() == "r3R3/4k3/8/8/8/8/8/K7 b - - 8 30 - - -"


def test_the_kings_extra_moves_do_not_serve_as_an_answer(card_file):
    position = jacke("8/8/8/4k3/8/8/8/K3R3", cards="e5=x-rider", options={"card_file": card_file})
    answers = [move.text for move in played(position, "e1e5:e").decisions]
    assert sorted(answers) == ["e5d4", "e5d5", "e5d6", "e5e4", "e5e6", "e5f4", "e5f5", "e5f6", "stay"]
    played(position, "stay:0")
    assert "e5f7" in moves(position)


def test_nothing_ends_while_an_answer_is_pending():
    position = played(jacke("4k3/8/8/8/4R3/8/8/K7", halfmove=99), "e4e8:e")
    assert position.result is None
    assert str(played(position, "stay:0").result) == "1/2-1/2 fifty"


def test_a_captured_king_ends_the_game_and_all_moves():
    position = played(jacke("4k3/8/8/8/4R3/8/8/K7"), "e4e8:e", "stay:x")
    assert str(position.result) == "1-0 king"
    assert position.legal_moves == position.decisions == []
    assert position.perft(3) == 0


# -- ends


def test_failed_attacks_repeat_a_position():
    position = jacke("7k/8/8/3r4/8/8/8/K2R4")
    played(position, "d1d5:0", "d5d1:0", "d1d5:0")
    assert position.result is None
    assert str(played(position, "d5d1:0").result) == "1/2-1/2 repetition"


def test_pawns_that_cards_take_back_repeat_a_position():
    position = jacke("7k/8/8/8/8/4P3/8/K7", cards="e3=gre-peltast")
    for _ in range(2):
        assert position.result is None
        played(position, "e3e2", "h8g8", "e2e3", "g8h8")
    assert str(position.result) == "1/2-1/2 repetition"
    assert field(position, "halfmove") == "1"


def test_an_answer_makes_a_position_repeat_after_an_odd_number_of_plies():
    position = jacke("8/8/8/4k2r/7P/8/8/K3R3")
    for _ in range(2):
        assert position.result is None
        played(position, "e1e5:e", "stay:0", "h5h4:0")
    assert str(position.result) == "1/2-1/2 repetition"


# -- refusals, options, notation


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("e4d5", "dice complete it: e4d5:0, e4d5:x"),
        ("e4d5:d1", "can come up: e4d5:0, e4d5:x"),
        ("e4d5:e", "can come up"),
        ("e4e5:0", "no outcome: e4e5 is no attack"),
        ("e4d5:", "after the colon"),
        ("e4d5:d0", "after the colon"),
        ("e4d5:xx", "after the colon"),
        ("stay:0", "a legal move"),
        ("e4", "two squares"),
        ("e4d5k:x", "two squares"),
        ("a1a3", "a legal move"),
    ],
)
def test_a_wrong_move_is_refused_in_words_and_changes_nothing(move, words):
    position = jacke("7k/8/8/3p4/4P3/8/8/K7")
    before = position.fen()
    with pytest.raises(MoveError, match=words):
        position.push(move)
    assert position.fen() == before


@pytest.mark.parametrize(
    ("name", "fen"),
    [
        ("board", "7k/8/8/8/8/8/8/K3P3 w - - 0 1 - - -"),
        ("board", "7k/8/8/8/8/8/8/KK6 w - - 0 1 - - -"),
        ("ep", "7k/8/8/3p4/8/8/8/K7 w d6 - 0 1 - - -"),
        ("ep", "8/8/8/k2pP3/8/8/8/K3r3 b d6 - 0 1 - - -"),
        ("cards", "7k/8/8/8/8/8/4P3/K7 w - - 0 1 e2=plain-pawn - -"),
        ("cards", "7k/8/8/8/8/8/4P3/K7 w - - 0 1 e2=rom-augur - -"),
        ("cards", "7k/8/8/8/8/8/4P3/K7 w - - 0 1 e2=x-unknown - -"),
        ("damage", "7k/8/8/8/8/8/4R3/K7 w - - 0 1 - e2=01 -"),
        ("damage", "7k/8/8/8/8/8/4P3/K7 w - - 0 1 - e2=1 -"),
        ("pending", "8/8/8/8/4R3/8/8/K7 b - - 0 1 - - e4e8"),
        ("halfmove", "7k/8/8/8/8/8/8/K7 w - - -1 1 - - -"),
    ],
)
def test_a_wrong_position_is_refused_by_field(name, fen):
    with pytest.raises(FenError) as caught:
        Position("jacke", fen)
    assert caught.value.field == name


def test_a_pawn_may_stand_on_its_first_rank_with_a_movement_card():
    assert jacke("7k/8/8/8/8/8/8/K3P3", cards="e1=gre-peltast").legal_moves


def test_lists_are_read_in_any_order_and_written_in_index_order():
    position = jacke("7k/8/8/3r4/8/8/8/K2R4", cards="d5=gre-lithobolos,d1=rom-ballista", damage="d5=1,d1=1")
    assert (field(position, "cards"), field(position, "damage")) == ("d1=rom-ballista,d5=gre-lithobolos", "d1=1,d5=1")


def test_rosters_are_dealt_to_the_start_and_not_to_a_given_position():
    position = Position("jacke", roster_w="greeks")
    assert field(position, "cards").startswith("a1=gre-lithobolos,b1=gre-hippeus")
    assert "a7=" not in field(position, "cards")
    assert Position("jacke", START, roster_w="greeks").fen() == START


def test_options_survive_copies_and_are_refused_by_name(card_file):
    position = Position("jacke", card_file=card_file, roster_b="romans", damage="single")
    for other in (position.copy(), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):  # noqa: S301
        assert other == position
        assert other.options == {"card_file": card_file, "roster_b": "romans", "damage": "single"}
    assert Position("jacke", damage="accumulate", roster_w="plain").options == {}
    wrong = {"damage": "half", "roster_w": "martians", "card_file": "nowhere.toml", "roster_r": "plain"}
    for keyword, value in wrong.items():
        with pytest.raises(OptionError):
            Position("jacke", **{keyword: value})


@pytest.mark.parametrize(
    ("variant", "fen"),
    [
        ("jacke", "7k/8/8/8/8/8/4P3/K7 w - - 0 1 {} - -"),
        ("fourkings", "8/8/8/8/8/8/4,rP,3/rK,6,yK r cw - 0 {} - -"),
    ],
)
def test_a_wrong_card_is_refused_with_what_may_stand_there(variant, fen):
    for card, expected in (
        ("e2=x-unknown", "the id of a card, shipped or in the card file"),
        ("e2=rom-augur", "a card for P on e2"),
        ("e3=rom-augur", "squares where men stand, and e3 is empty"),
    ):
        with pytest.raises(FenError, match=f"^cards: '{card}', expected {expected}$"):
            Position(variant, fen.format(card))


def test_the_planes_show_what_the_position_string_says():
    position = played(jacke("4k3/8/8/8/4R3/8/8/K7", cards="e4=rom-ballista", damage="e4=1"), "e4e8:e")
    planes = position.planes()
    assert planes.shape == (22, 8, 8)
    assert planes[3, 3, 4] == planes[14, 3, 4] == planes[19, 3, 4] == planes[19, 7, 4] == planes[20, 0, 0] == 1
    assert planes[15, 3, 4] == shipped().cards["rom-ballista"].health - 1
