"""Four kings: set-up, pawns of four directions, combat and cards, elimination, passing over, the ends, refusals."""

from __future__ import annotations

import copy
import pickle
import random
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from rebaz_ai.uci import Game
from rebaz_core import VARIANTS, FenError, MoveError, OptionError, Position, scenario
from rebaz_core.show import board_text

if TYPE_CHECKING:
    from pathlib import Path

START = VARIANTS["fourkings"].start_fen
PERFT = {
    "standard": [13, 173, 2301, 30259, 457206, 7032676],
    "standard-ccw": [13, 167, 2145, 28219, 426570, 6487386],
    "rook": [12, 148, 1824, 22184, 344734, 5432431],
    "rook-ccw": [12, 142, 1680, 20444, 317874, 4979059],
}
SIDES = "rbyg"


def four(fen: str, **options: str) -> Position:
    return Position("fourkings", fen, **options)


def moves(position: Position, source: str = "") -> list[str]:
    return sorted(move.text for move in position.legal_moves if move.text.startswith(source))


def field(position: Position, name: str) -> str:
    names = ("board", "side", "rotation", "unmoved", "quiet", "cards", "damage", "pending")
    return position.fen().split(" ")[names.index(name)]


def turned(square: str, quarters: int) -> str:
    """A square after quarter turns of the board clockwise (a1 to a8)."""
    for _ in range(quarters):
        square = "abcdefgh"[int(square[1]) - 1] + str(8 - "abcdefgh".index(square[0]))
    return square


def board_of(men: dict[str, str]) -> str:
    """A board field; `men` is piece by square."""
    rows = []
    for rank in range(8, 0, -1):
        entries: list[str] = []
        run = 0
        for file in "abcdefgh":
            man = men.get(f"{file}{rank}")
            if man is None:
                run += 1
                continue
            entries += [str(run)] * (run > 0) + [man]
            run = 0
        rows.append(",".join(entries + [str(run)] * (run > 0)))
    return "/".join(rows)


def turned_fen(men: dict[str, str], quarters: int, unmoved: str = "") -> str:
    """A position with r to move after quarter turns of board and sides clockwise."""
    turned_men = {
        turned(square, quarters): SIDES[(SIDES.index(man[0]) + quarters) % 4] + man[1] for square, man in men.items()
    }
    pawns = [turned(unmoved[i : i + 2], quarters) for i in range(0, len(unmoved), 2)]
    listed = "".join(sorted(pawns, key=lambda square: (square[1], square[0]))) or "-"
    return f"{board_of(turned_men)} {SIDES[quarters]} cw {listed} 0 - - -"


# -- the start


@pytest.mark.parametrize("name", PERFT)
def test_perft_of_the_starts(name: str) -> None:
    position = Position("fourkings", scenario=name)
    assert [position.perft(depth) for depth in range(1, 7)] == PERFT[name]
    assert sum(position.divide(4).values()) == PERFT[name][3]


def test_the_start_is_one_quarter_turned() -> None:
    men = {"a1": "rB", "b1": "rN", "d1": "rK", "a2": "rP", "b2": "rP", "c2": "rP", "d2": "rP"}
    position = Position("fourkings")
    for quarters, side in enumerate(SIDES):
        for square, man in men.items():
            assert position.piece_at(turned(square, quarters)) == side + man[1]
        assert position.piece_at(turned("c1", quarters)) is None
        with_rook = Position("fourkings", scenario="rook")
        assert with_rook.piece_at(turned("c1", quarters)) == side + "R"


@pytest.mark.parametrize(("rotation", "order"), [("cw", "rbygr"), ("ccw", "rgybr")])
def test_turns_go_round_by_the_rotation(rotation: str, order: str) -> None:
    position = four(START.replace(" cw ", f" {rotation} "))
    turns = [position.turn]
    for _ in range(4):
        position.push(next(move for move in moves(position) if ":" not in move))
        turns.append(position.turn)
    assert "".join(turns) == order


# -- pawns


@pytest.mark.parametrize("quarters", range(4))
def test_pawns_go_away_from_their_edge(quarters: int) -> None:
    men = {"d1": "rK", "b2": "rP", "f3": "rP", "c3": "yN", "h8": "yK"}
    position = four(turned_fen(men, quarters, "b2"))
    goes = {move[2:4] for move in moves(position, turned("b2", quarters))}
    assert goes == {turned(square, quarters) for square in ("b3", "b4", "c3")}
    assert {move[2:] for move in moves(position, turned("f3", quarters))} == {turned("f4", quarters)}


@pytest.mark.parametrize("quarters", range(4))
def test_pawns_do_not_attack_ahead_nor_round_the_edge(quarters: int) -> None:
    men = {"d1": "rK", "a2": "rP", "a3": "yP", "h2": "yB", "h4": "rP", "h5": "yP", "a6": "yN", "h8": "yK"}
    position = four(turned_fen(men, quarters, "a2"))
    assert moves(position, turned("a2", quarters)) == moves(position, turned("h4", quarters)) == []


def test_a_double_step_needs_both_squares_empty() -> None:
    assert "b2b4" not in moves(four("7,yK/8/8/8/1,yN,6/8/1,rP,6/rK,7 r cw b2 0 - - -"))
    assert moves(four("7,yK/8/8/8/8/1,yN,6/1,rP,6/rK,7 r cw b2 0 - - -"), "b2") == []


@pytest.mark.parametrize("quarters", range(4))
def test_pawns_promote_on_their_far_edge(quarters: int) -> None:
    position = four(turned_fen({"a1": "rK", "d7": "rP", "a8": "yK"}, quarters))
    source, target = turned("d7", quarters), turned("d8", quarters)
    assert moves(position, source) == [f"{source}{target}{letter}" for letter in "bnqr"]
    position.push(f"{source}{target}r")
    assert position.piece_at(target) == SIDES[quarters] + "R"


def test_each_promotion_is_an_attack_of_its_own() -> None:
    position = four("2,yN,5/1,rP,6/8/8/8/8/yK,7/rK,7 r cw - 3 - - -")
    assert [move.text for move in position.decisions if move.text.startswith("b7c8")] == [
        f"b7c8{letter}" for letter in "nbrq"
    ]
    assert moves(position, "b7c8q") == ["b7c8q:0", "b7c8q:d1", "b7c8q:x"]
    position.push("b7c8q:0")
    assert position.piece_at("b7") == "rP"
    position.pop()
    position.push("b7c8n:x")
    assert (position.piece_at("b7"), position.piece_at("c8"), field(position, "quiet")) == (None, "rN", "0")


def test_there_is_no_en_passant() -> None:
    position = four("7,yK/8/8/8/2,yP,5/8/1,rP,6/rK,7 r cw b2 0 - - -")
    position.push("b2b4")
    assert moves(position, "c4") == ["c4c3"]


def test_a_failed_attack_keeps_the_double_step_and_a_move_ends_it() -> None:
    position = four("7,yK/8/8/8/8/2,yN,5/1,rP,6/rK,7 r cw b2 0 - - -")
    position.push("b2c3:0")
    assert field(position, "unmoved") == "b2"
    position.pop()
    position.push("b2b3")
    assert field(position, "unmoved") == "-"


# -- combat


def test_outcomes_of_a_plain_attack() -> None:
    position = four("7,yK/8/8/3,yR,4/8/8/8/rK,2,rR,4 r cw - 4 - - -")
    assert position.outcomes("d1d5") == [
        (position.parse_move("d1d5:0"), Fraction(26, 36)),
        (position.parse_move("d1d5:d1"), Fraction(4, 36)),
        (position.parse_move("d1d5:d2"), Fraction(3, 36)),
        (position.parse_move("d1d5:x"), Fraction(3, 36)),
    ]
    position.push("d1d5:d2")
    assert (field(position, "damage"), field(position, "quiet"), position.piece_at("d1")) == ("d5=2", "0", "rR")
    position.push("h8h7")
    position.push("d1d5:0")
    assert (field(position, "damage"), field(position, "quiet")) == ("d5=2", "2")


def test_damage_moves_with_its_man_and_ends_with_it() -> None:
    position = four("7,yK/8/8/3,yR,4/8/8/8/rK,2,rR,4 y cw - 4 - d5=2 -")
    position.push("d5e5")
    assert field(position, "damage") == "e5=2"
    position = four("7,yK/8/8/3,yR,4/8/8/8/rK,2,rR,4 r cw - 4 - d1=1,d5=2 -")
    position.push("d1d5:x")
    assert field(position, "damage") == "d5=1"


def test_single_damage_captures_at_once_or_not_at_all() -> None:
    fen = "7,yK/8/8/3,yR,4/8/8/8/rK,2,rR,4 r cw - 4 - - -"
    assert moves(four(fen, damage="single"), "d1d5") == ["d1d5:0", "d1d5:x"]
    assert four(fen, damage="single").options == {"damage": "single"}
    assert four(fen, damage="accumulate") == four(fen)
    with pytest.raises(FenError, match=r"^damage: "):
        four("7,yK/8/8/3,yR,4/8/8/8/rK,2,rR,4 r cw - 4 - d5=1 -", damage="single")


# -- attacks on a king

KING_ATTACKED = "3,yK,4/8/8/bK,7/8/3,rR,4/8/rK,6,gK r cw - 7 - - -"


def test_an_attacked_king_may_step_half_of_the_time() -> None:
    position = four(KING_ATTACKED)
    odds = {move.text[5:]: chance for move, chance in position.outcomes("d3d8")}
    assert odds["e"] == Fraction(1, 2)
    assert odds["x"] == Fraction(1, 72)
    assert sum(odds.values()) == 1


def test_the_answer_is_the_defenders_and_the_turn_goes_to_the_side_after_the_attacker() -> None:
    position = four(KING_ATTACKED)
    position.push("d3d8:e")
    assert (position.turn, field(position, "pending"), field(position, "quiet")) == ("y", "d3d8", "7")
    assert four(position.fen()) == position
    steps = ["d8c7", "d8c8", "d8d7", "d8e7", "d8e8"]
    assert moves(position) == sorted([*steps, *(f"stay:{outcome}" for outcome in ("0", "d1", "d2", "d3", "x"))])
    assert [move.text for move in position.decisions] == ["stay", "d8c7", "d8d7", "d8e7", "d8c8", "d8e8"]
    position.push("d8d7")
    assert (position.turn, position.piece_at("d8"), position.piece_at("d7")) == ("b", "rR", "yK")
    assert field(position, "quiet") == "8"


@pytest.mark.parametrize(("answer", "quiet", "damage"), [("stay:0", "8", "-"), ("stay:d2", "0", "d8=2")])
def test_a_king_that_stays_is_fought(answer: str, quiet: str, damage: str) -> None:
    position = four(KING_ATTACKED)
    position.push("d3d8:e")
    position.push(answer)
    assert (position.turn, position.piece_at("d3"), field(position, "quiet")) == ("b", "rR", quiet)
    assert field(position, "damage") == damage


def test_a_pawn_that_takes_the_vacated_square_promotes_and_ends_the_quiet() -> None:
    position = four("7,yK/6,rP,1/8/bK,7/8/8/8/rK,7 r cw - 7 - h8=1 -")
    position.push("g7h8b:e")
    assert field(position, "pending") == "g7h8b"
    assert {move.text for move in position.noisy_moves} == {"stay", "h8g8", "h8h7"}
    position.push("h8h7")
    assert (position.piece_at("h8"), field(position, "quiet"), field(position, "damage")) == ("rB", "0", "h7=1")


def test_a_king_without_an_empty_square_can_not_answer() -> None:
    position = four("6,yN,yK/6,yB,yR/6,rN,1/8/8/8/8/rK,7 r cw - 5 - - -")
    assert "g6h8:e" not in moves(position)
    assert sum(chance for _, chance in position.outcomes("g6h8")) == 1


def test_a_captured_kings_men_leave_and_its_turns_are_passed_over() -> None:
    position = four("3,yK,4/5,yP,2/8/bK,7/8/3,rR,4/8/rK,yB,5,gK r cw f7 7 - b1=1 -")
    position.push("d3d8:x")
    assert position.fen() == "3,rR,4/8/8/bK,7/8/8/8/rK,6,gK b cw - 0 - - -"
    assert position.key == position.computed_key
    position.push("a5a4")
    assert position.turn == "g"
    position.pop()
    position.pop()
    assert field(position, "damage") == "b1=1"


# -- passing over and the ends


def test_a_stuck_side_is_passed_over_when_it_is_read() -> None:
    boxed = "rK,rR,rB,gP,4/rP,rP,1,rP,4/8/7,yK/8/bK,7/8/7,gK"
    assert four(f"{boxed} r cw - 5 - - -").turn == "b"
    assert four(f"{boxed} r ccw - 5 - - -").turn == "g"


def test_the_last_king_wins() -> None:
    position = four("3,yK,4/8/8/8/8/3,rR,4/8/rK,7 r cw - 7 - - -")
    assert position.result is None
    position.push("d3d8:x")
    result = position.result
    assert result is not None
    assert (str(result), result.winner, position.legal_moves, position.perft(2)) == ("r last-king", "r", [], 0)


def test_a_hundred_quiet_turns_are_a_draw() -> None:
    position = four("3,yK,4/8/8/8/8/3,rR,4/8/rK,7 r cw - 99 - - -")
    assert position.perft(1) > 0
    position.push("d3d4")
    result = position.result
    assert result is not None
    assert (str(result), result.winner, position.legal_moves) == ("draw quiet", None, [])


@pytest.mark.parametrize("side", SIDES)
def test_nobody_can_move_is_a_draw(side: str) -> None:
    north = "rK,rR,rB,gP,2,bP,bK/rP,rP,1,rP,2,bP,bR/7,bB/6,bP,rP"
    south = "gB,7/gR,gP,2,yP,1,yP,yP/gK,gP,2,bP,yB,yR,yK"
    position = four(f"{north}/yP,gP,6/{south} {side} cw - 5 - - -")
    assert (str(position.result), position.turn, position.perft(1)) == ("draw no-moves", side, 0)
    # One pawn less, and one side alone moves on and on.
    position = four(f"{north}/1,gP,6/{south} {side} cw - 5 - - -")
    assert position.turn == "g"
    position.push("b4a4q")
    assert position.turn == "g"


# -- cards

CARDS = """
[[card]]
id = "hexer"
name = "Hexer"
piece = "N"
faction = "mine"
defense = 0
health = 2
effect = { kind = "permanent", scope = "enemies", range = 2, attack = -9 }

[[card]]
id = "guide"
name = "Guide"
piece = "P"
faction = "mine"
defense = 0
health = 1
effect = { kind = "movement", add = "mN cR3" }

[[card]]
id = "hater"
name = "Hater"
piece = "R"
faction = "mine"
defense = 2
health = 3
effect = { kind = "combat", attack = 9, against = ["R"] }

[[roster]]
name = "mine"
cards = ["plain-king", "plain-queen", "hater", "plain-rook", "plain-bishop", "plain-bishop", "hexer", "plain-knight",
  "guide", "plain-pawn", "plain-pawn", "rom-veles", "plain-pawn", "plain-pawn", "plain-pawn", "plain-pawn"]
"""


@pytest.fixture
def card_file(tmp_path: Path) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(CARDS, encoding="utf-8")
    return str(path)


def test_a_third_sides_aura_acts_on_a_fight_between_two_others(card_file: str) -> None:
    fen = "7,yK/8/8/3,yR,4/8/8/4,bN,3/rK,2,rR,3,bK r cw - 4 {} - -"
    assert "d1d5:x" in moves(four(fen.format("-"), card_file=card_file))
    assert moves(four(fen.format("e2=hexer"), card_file=card_file), "d1d5") == ["d1d5:0"]
    far = "7,yK/8/8/3,yR,4/4,bN,3/8/8/rK,2,rR,3,bK r cw - 4 e4=hexer - -"
    assert "d1d5:x" in moves(four(far, card_file=card_file))


def test_combat_cards_count_against_their_types(card_file: str) -> None:
    fen = "7,yK/8/8/3,y{},4/8/8/8/rK,2,rR,4 r cw - 4 d1=hater - -"
    assert moves(four(fen.format("R"), card_file=card_file), "d1d5") == ["d1d5:x"]
    assert "d1d5:0" in moves(four(fen.format("B"), card_file=card_file), "d1d5")


def test_a_pawns_card_moves_it_and_promotes_it_on_the_far_edge(card_file: str) -> None:
    fen = "7,yK/8/3,rP,4/8/8/8/8/rK,7 r cw - 4 d6=guide - -"
    found = moves(four(fen, card_file=card_file), "d6")
    assert {move[2:4] for move in found} == {"d7", "b7", "b5", "c4", "e4", "f5", "f7", "c8", "e8"}
    assert [move for move in found if move.startswith("d6c8")] == [f"d6c8{letter}" for letter in "bnqr"]
    position = four(fen, card_file=card_file)
    position.push("d6c8r")
    assert field(position, "cards") == "-"
    position.pop()
    position.push("d6d7")
    assert field(position, "cards") == "d7=guide"


def test_a_pawn_stands_on_its_first_edge_only_with_a_movement_card(card_file: str) -> None:
    fen = "7,yK/8/8/8/8/8/8/rK,1,rP,5 r cw - 4 {} - -"
    assert "c1c2" in moves(four(fen.format("c1=guide"), card_file=card_file))
    for cards in ("-", "c1=rom-legionary"):
        with pytest.raises(FenError, match=r"^board: "):
            four(fen.format(cards), card_file=card_file)


def test_rosters_are_dealt_to_a_start_and_not_to_a_given_position(card_file: str) -> None:
    position = Position("fourkings", card_file=card_file, roster_r="mine", roster_y="greeks")
    cards = dict(pair.split("=") for pair in field(position, "cards").split(","))
    assert cards == {
        "b1": "hexer", "a2": "guide", "d2": "rom-veles",
        "e8": "gre-basileus", "h7": "gre-peltast", "g7": "gre-hoplite", "f7": "gre-promachos", "e7": "gre-phalangite",
        "h8": "gre-pythia", "g8": "gre-hippeus",
    }  # fmt: skip
    with_rook = Position("fourkings", scenario="rook", card_file=card_file, roster_r="mine")
    assert "c1=hater" in field(with_rook, "cards")
    assert field(four(START, roster_r="romans"), "cards") == "-"
    for other in (copy.deepcopy(position), pickle.loads(pickle.dumps(position))):  # noqa: S301
        assert other == position
        assert other.options == {"card_file": card_file, "roster_r": "mine", "roster_y": "greeks"}


@pytest.mark.parametrize("seed", range(12))
def test_games_with_rosters_keep_their_keys_and_counts(seed: int) -> None:
    rng = random.Random(seed)
    names = ["plain", "romans", "greeks", "egyptians"]
    rng.shuffle(names)
    position = Position("fourkings", scenario="rook", **{f"roster_{side}": names.pop() for side in SIDES})
    while position.result is None and position.ply < 300:
        position.push(rng.choice(position.decisions), rng)
        assert position.key == position.computed_key
        assert position.perft(1) == len(position.legal_moves)
        assert four(position.fen()) == four(position.fen()).copy()
        assert four(position.fen()).legal_moves == position.legal_moves


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"roster_b": "martians"}, "^roster_b: 'martians', expected one of plain, romans"),
        ({"roster_w": "romans"}, "^option: 'roster_w', expected one of card_file, roster_r, roster_b"),
        ({"damage": "double"}, "^damage: 'double', expected accumulate or single"),
        ({"card_file": "nowhere.toml"}, "^card_file: 'nowhere.toml', expected a file that can be read"),
    ],
)
def test_options_are_refused_by_name(options: dict[str, str], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Position("fourkings", **options)


# -- text


def test_lists_are_read_in_any_order_and_written_in_index_order() -> None:
    board = "7,yK/8/8/3,yR,4/8/8/8/rK,2,rR,4"
    position = four(f"{board} r cw - 4 d5=rom-ballista,d1=egy-pylon d5=1,a1=2 -")
    assert (field(position, "cards"), field(position, "damage")) == ("d1=egy-pylon,d5=rom-ballista", "a1=2,d5=1")
    assert field(four(f"{board} r cw - 4 d5=plain-rook - -"), "cards") == "-"


@pytest.mark.parametrize(
    ("fen", "name"),
    [
        ("7,yK/8/8/8/8/8/8/rK,3,4 r cw - 0 - - -", "board"),
        ("7,yK/8/8/8/8/8/8/rK,7 r cw - 101 - - -", "quiet"),
        ("7,yK/8/8/8/8/8/8/rK,7 r cw - 0 - -", "pending"),
        ("7,yK/8/8/8/8/8/8/rK,7 r cw - 0 - - - -", "fields"),
        ("7,yK/8/8/8/8/8/8/rK,7 r cw - 0 - a1=01 -", "damage"),
        ("7,yK/8/8/8/8/8/8/rK,7 r cw - 0 - a1=1, -", "damage"),
        ("3,yK,4/8/8/8/3,rR,4/8/8/rK,7 y cw - 5 - - d4d8:e", "pending"),
        ("3,yK,4/8/8/8/3,rR,4/8/8/rK,7 y cw - 5 - - stay", "pending"),
        ("3,yK,4/8/8/8/3,rR,4/8/8/rK,7 r cw - 5 - - d4d8", "pending"),
    ],
)
def test_refusals_name_the_field(fen: str, name: str) -> None:
    with pytest.raises(FenError) as caught:
        four(fen)
    assert caught.value.field == name


@pytest.mark.parametrize(
    "text", ["", "stay:", "d1d5:e0", "d1d5:d0", "d1d5:d", "D1D5", "d1d5:X", "d1d9", "d1d5k", "d1d5:d100"]
)
def test_malformed_moves_are_refused(text: str) -> None:
    position = four("7,yK/8/8/3,yR,4/8/8/8/rK,2,rR,4 r cw - 4 - - -")
    with pytest.raises(MoveError, match=r"expected two squares, such as c2c4"):
        position.push(text)


@pytest.mark.parametrize("text", ["d1d5", "d1d5:d3", "d1d5:e", "d1d2:0", "stay:0", "stay", "a1a8"])
def test_moves_that_are_not_legal_are_refused(text: str) -> None:
    position = four("7,yK/8/8/3,yR,4/8/8/8/rK,2,rR,4 r cw - 4 - - -")
    before = position.fen()
    with pytest.raises(MoveError, match=r"expected (a legal move of r in|its outcome with it)"):
        position.push(text)
    assert position.fen() == before


def test_the_board_is_shown_in_the_sides_colours() -> None:
    text = board_text(Position("fourkings"), colours=True)
    assert [text.count(f"\x1b[1;{colour}m") for colour in (31, 34, 33, 32)] == [7, 7, 7, 7]
    assert "│rB │rN │" in str(Position("fourkings"))


def test_planes() -> None:
    position = four("3,yK,4/8/8/bK,7/8/3,rR,4/8/rK,1,rP,4,gK y ccw - 7 c1=rom-veles d8=2 d3d8")
    planes = position.planes()
    assert (planes.shape, str(planes.dtype)) == ((33, 8, 8), "uint8")
    assert [tuple(place) for place in zip(*planes[:24].nonzero(), strict=True)] == [
        (0, 0, 2), (3, 2, 3), (5, 0, 0), (11, 4, 0), (17, 7, 3), (23, 0, 7),
    ]  # fmt: skip
    assert (planes[25, 7, 3], planes[26, 7, 3], planes[27, 7, 3]) == (2, 4, 1)
    assert planes[28].nonzero() == (2, 3)
    assert planes[29].nonzero() == (7, 3)
    assert [int(planes[plane, 4, 4]) for plane in (30, 31, 32)] == [2, 1, 7]
    assert Position("fourkings").planes()[24].sum() == 16


def test_the_protocol_deals_rosters_to_starts_and_scenarios() -> None:
    game = Game("fourkings")
    options = {option.name: option for option in VARIANTS["fourkings"].options}
    assert list(options) == ["CardFile", "Roster r", "Roster b", "Roster y", "Roster g", "Damage"]
    game.set_option(options["Roster r"], "romans")
    assert field(game.position, "cards").startswith("a1=rom-augur,b1=rom-eques,d1=rom-imperator")
    game.set_position(scenario("fourkings", "rook"), ["c2c3"])
    assert field(game.position, "cards").startswith("a1=rom-augur,b1=rom-eques,c1=rom-ballista")
    game.set_option(options["Roster r"], "plain")
    assert (field(game.position, "cards"), game.position.piece_at("c3")) == ("-", "rP")
    game.set_position(START, [])
    game.set_option(options["Roster r"], "greeks")
    assert field(game.position, "cards") == "-"


def test_scenarios_are_the_starts() -> None:
    assert list(VARIANTS["fourkings"].scenarios) == list(PERFT)
    assert scenario("fourkings", "standard").fen == START
