"""Rendezvous: settings, swaps, turns, bringing men in, the end, and what is refused."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebaz_ai.bots import EnginePlayer
from rebaz_ai.evaluation import evaluate, explain
from rebaz_ai.match import play_game
from rebaz_ai.search import Limits
from rebaz_core import VARIANTS, FenError, MoveError, Position, RebazError
from rebaz_core.show import note_lines

START = VARIANTS["rendezvous"].start_fen


def rendezvous(fen: str, *moves: str) -> Position:
    position = Position("rendezvous", fen)
    for move in moves:
        position.push(move)
    return position


def moves(position: Position) -> set[str]:
    return {move.text for move in position.legal_moves}


def steps_from(position: Position, square: str) -> set[str]:
    return {move[2:] for move in moves(position) if move.startswith(square)}


def fields(position: Position) -> dict[str, str]:
    names = ("board", "side", "phase", "rendezvous", "left", "moved", "first", "idle", "turn")
    return dict(zip(names, position.fen().split(" "), strict=True))


# -- settings

# Boards by number of men, of which `w` sets: one side has no more than the other.
BOARDS = {
    9: "mmmmm3/8/8/8/8/8/8/MMMM4",
    8: "mmmm4/8/8/8/8/8/8/MMMM4",
    7: "mmmm4/8/8/8/8/8/8/MMM5",
    6: "mmm5/8/8/8/8/8/8/MMM5",
    5: "mmm5/8/8/8/8/8/8/MM6",
    4: "mm6/8/8/8/8/8/8/MM6",
}


@pytest.mark.parametrize(
    ("men", "move", "squares"),
    [
        (9, "@d4", "a1d1g1a4h4a7d8h8"),
        (9, "@b2", "a1b1c1a2h2a3b8h8"),
        (8, "@d4h", "c3d3e3d4c5d5e5"),
        (8, "@d4v", "c3e3c4d4e4c5e5"),
        (7, "@e3v", "c1e1g1a7e8h6"),
        (7, "@e3h", "c1g1a3h3a7h6"),
        (6, "@d4", "c3e3d4c5e5"),
        (5, "@c3", "a1e1a5h8"),
        (4, "@d4h", "c4d4e4"),
        (4, "@b4v", "b3b4b5"),
        (4, "@d4d", "c3d4e5"),
        (4, "@d4a", "e3d4c5"),
    ],
)
def test_a_setting_has_these_squares(men: int, move: str, squares: str) -> None:
    position = rendezvous(f"{BOARDS[men]} w place - - - wb 0 9", move)
    named = fields(position)["rendezvous"]
    assert sorted(named[i : i + 2] for i in range(0, len(named), 2)) == sorted(
        squares[i : i + 2] for i in range(0, len(squares), 2)
    )
    assert (fields(position)["phase"], position.turn, fields(position)["turn"]) == ("swap", "b", "9")


@pytest.mark.parametrize(("men", "count"), [(9, 36), (8, 32), (7, 72), (6, 16), (5, 36), (4, 80)])
def test_how_many_settings_there_are(men: int, count: int) -> None:
    assert len(Position("rendezvous", f"{BOARDS[men]} w place - - - wb 0 9").legal_moves) == count


def test_only_the_first_setting_has_to_be_free_of_men() -> None:
    crowded = "mmmm4/3m4/8/3M4/8/8/8/MMMM4 w place - - - wb 0 1"
    assert "@c4" not in moves(Position("rendezvous", crowded))
    assert "@c3" in moves(Position("rendezvous", crowded))
    later = "mmm5/8/8/3M4/8/8/8/MM6 w place - - - wb 0 9"
    assert "@d4" in moves(Position("rendezvous", later))


# -- swaps


def test_swap_exchanges_all_men() -> None:
    kept, swapped = rendezvous(START, "@d4", "keep"), rendezvous(START, "@d4", "swap")
    assert fields(kept)["board"] == START.split(" ")[0]
    assert fields(swapped)["board"] == START.split(" ")[0].swapcase()
    for position in (kept, swapped):
        assert position.fen().split(" ")[1:3] == ["b", "move"]
        assert position.fen().split(" ")[4:] == ["2", "-", "wb", "0", "1"]


def test_the_answerer_chooses_as_many_men_as_the_setter_has() -> None:
    position = rendezvous("mmm5/8/8/8/8/8/8/MM6 w place - - - wb 0 9", "@d4")
    assert moves(position) == {"keep", "swap:a8b8", "swap:a8c8", "swap:b8c8"}
    position.push("swap:a8c8")
    assert fields(position)["board"] == "MmM5/8/8/8/8/8/8/mm6"
    most = rendezvous("mmmmmm2/8/8/8/8/8/8/MMM5 w place - - - wb 0 9", "@d4")
    assert len(moves(most)) == 1 + 20
    four = rendezvous("mmmmm3/8/8/8/8/8/8/MMMM4 w place - - - wb 0 9", "@d4", "swap:a8b8c8e8")
    assert fields(four)["board"] == "MMMmM3/8/8/8/8/8/8/mmmm4"


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("swap:a8", "as many men as the setter has, 2, not 1"),
        ("swap:a8b8c8", "as many men as the setter has, 2, not 3"),
        ("swap:b8a8", "index order"),
        ("swap:a8a8", "index order"),
        ("swap:", "index order"),
        ("swap:a8x", "index order"),
        ("swap:a8d8", "no man of b on d8"),
        ("swap", "swap: and the squares of as many men as the setter has"),
        ("end", "in phase swap keep, swap, or"),
        ("swop", "keep, swap, or"),
    ],
)
def test_a_wrong_swap_is_refused_with_what_was_expected(move: str, expected: str) -> None:
    position = rendezvous("mmm5/8/8/8/8/8/8/MM6 w place - - - wb 0 9", "@d4")
    before = position.fen()
    with pytest.raises(MoveError, match=expected):
        position.push(move)
    assert position.fen() == before


def test_a_swap_of_all_names_no_squares() -> None:
    with pytest.raises(MoveError, match="swap without squares"):
        rendezvous(START, "@d4", "swap:a1b1")


@pytest.mark.parametrize(
    ("moves_before", "move", "expected"),
    [
        ((), "d4", "a mark with its orientation"),
        ((), "@d4x", "a mark with its orientation"),
        ((), "@i4", "a mark with its orientation"),
        ((), "@d4h", "9 squares take no letter after the mark"),
        ((), "@b2", "no square may be on the border"),
        ((), "a7a6", "in phase place a mark"),
        (("@d4", "keep"), "b8", "two squares"),
        (("@d4", "keep"), "xb9", "two squares"),
        (("@d4", "keep"), "b8b8", "b8 is not free"),
        (("@d4", "keep"), "end", "at least one square must be moved"),
        (("@d4", "keep"), "keep", "in phase move two squares"),
        (("@d4", "keep"), "a7a6", "a7 is a man of w"),
        (("@d4", "keep"), "c8c7", "c8 is empty"),
        (("@d4", "keep"), "b8c6", "b8 and c6 are not on one line"),
        (("@d4", "keep"), "b8b5", "3 squares, of 2 left in this turn"),
        (("@d4", "keep", "b8b7"), "b7b6", "the man on b7 has moved in this turn"),
    ],
)
def test_a_wrong_move_is_refused_with_what_was_expected(
    moves_before: tuple[str, ...], move: str, expected: str
) -> None:
    with pytest.raises(MoveError, match=expected):
        rendezvous(START, *moves_before, move)


@pytest.mark.parametrize(
    ("fen", "move", "expected"),
    [
        ("8/m2M3m/2M4m/8/8/8/8/MM1m4 w move b2c2d2c3b4c4d4 5 - - 3 9", "a1a5", "4 squares, of 3 for a man who is not"),
        ("8/m2M3m/2M4m/8/8/8/8/MM1m4 w move b2c2d2c3b4c4d4 5 - - 3 9", "b1e1", "a man is in the way from b1 to e1"),
        ("8/m7/8/8/8/2MM4/8/m7 w replace c3d3e3 - - - 0 9", "xe3", "no man of b on e3"),
        ("mm6/8/8/8/8/8/8/MM6 w place - - - wb 0 9", "@d4", "3 squares take a or d or h or v after the mark"),
    ],
)
def test_a_wrong_move_later_is_told_what_it_needs(fen: str, move: str, expected: str) -> None:
    with pytest.raises(MoveError, match=expected):
        rendezvous(fen, move)


def test_board_and_notes_show_the_stage() -> None:
    position = rendezvous(START, "@c3", "keep", "h8h7")
    lines = str(position).splitlines()
    assert lines[11] == "3 │   │[ ]│[ ]│[ ]│   │   │   │   │"
    assert note_lines(position) == ["Phase move: b has 1 square left in this turn; moved: h7"]


# -- turns


def test_a_turn_has_two_squares_at_first_and_five_later() -> None:
    position = rendezvous(START, "@d4", "keep")
    assert steps_from(position, "h8") == {"h7", "h6", "g8", "f8", "g7", "f6"}
    position.push("h8g8")
    assert (position.turn, fields(position)["left"], fields(position)["moved"]) == ("b", "1", "g8")
    assert not steps_from(position, "g8")
    assert steps_from(position, "b8") == {"a8", "c8", "b7", "c7"}
    assert "end" in moves(position)
    position.push("b8b7")
    assert (position.turn, fields(position)["left"], fields(position)["first"]) == ("w", "2", "w")
    assert fields(position)["turn"] == "2"
    position.push("e8f7")
    position.push("end")
    assert (position.turn, fields(position)["left"], fields(position)["first"]) == ("b", "5", "-")
    assert fields(position)["idle"] == "2"


def test_at_least_one_square_must_be_moved() -> None:
    position = Position("rendezvous", "7m/8/8/8/7M/8/8/M6m w move c4d4e4 5 - - 4 40")
    assert "end" not in moves(position)
    position.push("a1a2")
    assert "end" in moves(position)


def test_a_man_moves_three_squares_at_most() -> None:
    position = Position("rendezvous", "m7/m7/8/8/8/8/8/M6M w move c4d4e4 5 - - 4 40")
    assert {"a4", "d4", "d1"} <= steps_from(position, "a1")
    assert not {"a5", "e5", "e1"} & steps_from(position, "a1")


def test_the_only_man_outside_moves_as_far_as_the_turn_allows() -> None:
    position = Position("rendezvous", "m7/m7/8/8/3M4/8/8/M7 w move c4d4e4 5 - - 4 40")
    assert {"f1", "a6"} <= steps_from(position, "a1")
    assert "d7" in steps_from(position, "d4")
    assert "d8" not in steps_from(position, "d4")
    # It counts when the step begins: the man leaving the rendezvous takes the right from the other.
    position.push("d4d5")
    assert {"d1", "a4"} <= steps_from(position, "a1")
    assert not {"e1", "a5"} & steps_from(position, "a1")


def test_men_do_not_leap() -> None:
    position = Position("rendezvous", "8/8/8/8/8/1m6/m7/M1mM4 w move a1e1a5h8 5 - - 4 40")
    assert steps_from(position, "a1") == {"b1", "b2", "c3", "d4"}


def test_a_turn_ends_by_itself_when_no_step_is_possible() -> None:
    position = rendezvous("7M/8/8/8/8/8/mm6/Mm6 w move b1f1a6h7 5 - - 4 40", "h8g8")
    assert position.fen() == "6M1/8/8/8/8/8/mm6/Mm6 b move b1f1a6h7 5 - - 5 41"


def test_shut_in_can_only_end() -> None:
    position = Position("rendezvous", "8/8/8/8/8/8/mmm5/MMm5 w move d4f4e5d6f6 5 - - 4 60")
    assert moves(position) == {"end"}
    position.push("end")
    assert (position.turn, fields(position)["turn"], fields(position)["idle"]) == ("b", "61", "5")


def test_the_order_of_steps_does_not_change_the_key() -> None:
    one = rendezvous(START, "@d4", "keep", "h8g8", "b8b7", "e8e7", "a7b6")
    other = rendezvous(START, "@d4", "keep", "b8b7", "h8g8", "a7b6", "e8e7")
    assert one == other
    assert one.key == other.key == one.computed_key
    before = rendezvous(START, "@d4", "keep", "b8b7")
    assert before.key != rendezvous(START, "@d4", "keep", "h8g8").key


# -- bringing men in


def test_all_in_replaces_an_enemy_outside() -> None:
    position = rendezvous("8/8/8/m7/2M5/4M3/8/m7 w move c4d4e4 5 - - 7 40", "e3e4")
    assert fields(position) | {"board": ""} == {
        "board": "", "side": "w", "phase": "replace", "rendezvous": "c4d4e4", "left": "-", "moved": "e4",
        "first": "-", "idle": "7", "turn": "40",
    }  # fmt: skip
    assert moves(position) == {"xa1", "xa5"}
    assert all(map(position.is_noisy, position.legal_moves))
    position.push("xa1")
    assert position.piece_at("a1") == "M"
    assert str(position.result) == "1-0 men"


def test_only_men_outside_are_replaced() -> None:
    position = Position("rendezvous", "m7/8/8/2m1M3/3M4/2M5/8/m7 w replace c3e3d4c5e5 - - - 3 40")
    assert moves(position) == {"xa1", "xa8"}


def test_all_in_at_the_start_of_a_turn_is_a_whole_turn() -> None:
    position = rendezvous("7m/8/8/8/2MM4/8/8/m7 w swap c4d4e4 - - wb 0 40", "keep")
    assert position.turn == "w"
    assert (fields(position)["phase"], fields(position)["moved"], fields(position)["turn"]) == ("replace", "-", "40")


def test_a_full_rendezvous_ends_the_stage() -> None:
    position = Position("rendezvous", "m7/8/8/2m1m3/3M4/2M5/4M3/8 w move c3e3d4c5e5 5 - - 3 40")
    assert [move.text for move in position.noisy_moves] == ["e2e3"]
    position.push("e2e3")
    # The man on a8 is taken off; b has fewer men and sets.
    assert position.fen() == "8/8/8/2m1m3/3M4/2M1M3/8/8 b place - - - wb 0 41"


def test_with_equal_numbers_who_lost_a_man_sets() -> None:
    position = rendezvous("3m3m/8/8/m7/8/8/4M3/M7 w move a1e1a5h8 5 - - 3 40", "e2e1")
    assert position.fen() == "7m/8/8/m7/8/8/8/M3M3 b place - - - wb 0 41"


def test_who_has_fewer_men_sets_though_he_took_one() -> None:
    position = rendezvous("m7/8/8/2m1m3/3m4/2M5/4M3/8 w move c3e3d4c5e5 5 - - 3 40", "e2e3")
    assert position.fen() == "8/8/8/2m1m3/3m4/2M1M3/8/8 w place - - - wb 0 41"


def test_eight_against_two_takes_the_man_off() -> None:
    position = rendezvous("m7/8/8/2M1M3/2MMM3/2MMM3/8/7m w replace c3d3e3c4d4e4c5d5e5 - e5 - 4 60", "xa8")
    assert position.piece_at("a8") is None
    assert str(position.result) == "1-0 men"
    assert position.fen() == "8/8/8/2M1M3/2MMM3/2MMM3/8/7m b place - - - wb 0 61"


def test_the_hundredth_idle_turn_draws() -> None:
    position = rendezvous("7m/8/8/8/2M5/8/8/M6m b move c4d4e4 1 h1 - 99 160", "end")
    assert str(position.result) == "1/2-1/2 idle"
    assert position.legal_moves == []


# -- what is refused

REFUSED = [
    ("MMMM4/8/8/8/8/8/8/mmmmmm2 b place - - - wb 0 30", "board"),  # six against four before the first stage
    ("1m2M2m/M7/8/7M/m7/8/7m/M2m2M1 b place - - - wb 0 1", "side"),
    ("1m2M2m/M7/8/7M/m7/8/7m/M2m2M1 w swap c3d3e3c4d4e4c5d5e5 - - wb 0 1", "side"),
    ("1m2M2m/M7/8/3M4/m7/8/7m/M2m2M1 b swap c3d3e3c4d4e4c5d5e5 - - wb 0 1", "rendezvous"),
    ("8/2m2m2/1M4m1/8/2mMMm2/8/1M2M3/8 w place - - - wb 0 1", "board"),  # no room
    ("MMMMMMMM/M7/8/8/8/8/8/m7 b place - - - wb 0 30", "board"),  # nine men
    ("8/8/8/8/8/8/8/M6m b place - - - wb 0 30", "board"),
    ("mm6/8/8/8/8/8/8/MMM5 w place - - - wb 0 30", "side"),
    ("mmm5/8/8/8/8/8/8/MM6 w swap a1e1a5h8 - - wb 0 30", "side"),
    ("mm6/8/8/8/8/8/8/MM6 w move c4e4d4 5 - - 0 30", "rendezvous"),  # not in index order
    ("mm6/8/8/8/8/8/8/MM6 w move - 5 - - 0 30", "rendezvous"),
    ("mm6/8/8/8/8/8/8/MM6 w move c4d4e4 - - - 0 30", "left"),
    ("mm6/8/8/8/8/8/8/MM6 w move c4d4e4 3 - wb 0 30", "left"),
    ("mm6/8/8/8/8/8/8/MM6 w move c4d4e4 4 b1a1 - 0 30", "moved"),
    ("mm6/8/8/8/8/8/8/MM6 w move c4d4e4 4 a8 - 0 30", "moved"),
    ("mm6/8/8/8/8/8/8/MM6 w place - - a1 wb 0 30", "moved"),
    ("mm6/8/8/8/8/8/8/MM6 w move c4d4e4 5 - bw 0 30", "first"),
    ("mm6/8/8/8/8/8/8/MM6 w place - - - w 0 30", "first"),
    ("mm6/8/8/8/8/8/8/MM6 w place - - - wb 1 30", "idle"),
    ("mm6/8/8/8/8/8/8/MM6 w swap c4d4e4 - - wb 2 30", "idle"),
    ("mm6/8/8/8/8/8/8/MM6 w move c4d4e4 5 - - 0 0", "turn"),
    ("mm6/8/8/8/8/8/8/MM6 w move c4d4e4 5 - - 0 030", "turn"),
    ("mm6/8/8/8/8/8/8/MM6 w replace c4d4e4 - - - 0 30", "phase"),  # not all in
    ("m7/8/8/8/2MMm3/8/8/8 w replace c4d4e4 - - - 0 30", "phase"),  # full
    ("mm6/8/8/8/2MM4/8/8/8 w move c4d4e4 4 c4 - 0 30", "phase"),  # all in
    ("8/8/8/8/8/8/mmm5/MMm5 w move d4f4e5d6f6 4 a1 - 4 60", "left"),  # no further step
    ("mm6/8/8/8/8/8/8/MM6 w move c4d4e4 5 - - 0 30 x", "fields"),
]


@pytest.mark.parametrize(("fen", "field"), REFUSED)
def test_a_position_that_can_not_be_is_refused(fen: str, field: str) -> None:
    with pytest.raises(FenError) as caught:
        Position("rendezvous", fen)
    assert caught.value.field == field


def test_an_option_is_refused() -> None:
    with pytest.raises(RebazError, match="no option"):
        Position("rendezvous", points={"M": 1})


@given(data=st.data())
def test_changed_position_strings_are_read_whole_or_refused(data: st.DataObject) -> None:
    fen = list(
        data.draw(
            st.sampled_from(
                [
                    START,
                    "8/8/3m4/8/2MMm3/3mM3/2MmmM2/8 b move c2d2e2c3d3e3c4d4e4 5 - - 8 9",
                    "m7/8/8/2m1M3/3M4/2M5/8/m7 w replace c3e3d4c5e5 - - - 3 40",
                    "mmm5/8/8/8/8/8/8/MM6 b swap a1e1a5h8 - - wb 0 30",
                ]
            )
        )
    )
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(fen) - 1))
        fen[at] = data.draw(st.sampled_from("Mm/123456789 abcdefgh-w0x"))
    text = "".join(fen)
    try:
        position = Position("rendezvous", text)
    except RebazError:
        return
    assert Position("rendezvous", position.fen()) == position
    assert position.perft(1) == len(position.legal_moves)
    evaluate(position)


# -- the engine


def test_planes() -> None:
    planes = rendezvous(START, "@d4", "keep", "h8g8").planes()
    assert planes.shape == (10, 8, 8)
    assert [int(planes[plane].sum()) for plane in range(4)] == [5, 5, 9, 1]
    assert [int(planes[plane, 0, 0]) for plane in range(4, 10)] == [1, 2, 1, 1, 1, 0]


def test_evaluation_prefers_more_men_and_men_that_are_nearer() -> None:
    assert evaluate(Position("rendezvous", "mm6/8/8/8/8/8/8/MMM5 w move a1e1a5h8 5 - - 0 30")) > 100
    near = Position("rendezvous", "mm6/8/8/8/8/2MM4/8/8 b move c4d4e4 5 - - 0 30")
    far = Position("rendezvous", "mm6/8/8/8/8/8/8/MM6 b move c4d4e4 5 - - 0 30")
    assert evaluate(near) < evaluate(far)
    names = ["men", "way into the rendezvous", "blocked men", "all in", "tempo"]
    assert [name for name, _, _ in explain(near)] == names


def test_steps_towards_the_rendezvous_do_not_change_what_a_turn_is_worth() -> None:
    position = Position("rendezvous", "mm6/8/8/8/8/8/8/MM6 w move e4f4g4 5 - - 0 30")
    before = evaluate(position)
    position.push("a1d4")
    assert position.turn == "w"
    assert abs(evaluate(position) - before) <= 20


def test_games_between_engines_end_by_the_loss_of_men() -> None:
    rng = random.Random(1893)
    reasons = []
    for _ in range(100):
        position = Position("rendezvous")
        for _ in range(8):
            position.push(rng.choice(position.legal_moves))
        player = EnginePlayer(Limits(nodes=100))
        player.new_game(rng.randrange(1000))
        reasons.append(play_game(position, player, player).reason)
    assert reasons.count("men") > 80
