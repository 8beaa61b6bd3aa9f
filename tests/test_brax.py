"""Brax: lines, steps, captures, calls with their conditions and duties, ends, the board option, and what is refused."""

from __future__ import annotations

import random
from collections import deque

import numpy
import pytest

from brax_reference import neighbours, prey_reply, reference_after, reference_moves, split_points, three
from rebaz_ai.evaluation import evaluate, explain
from rebaz_ai.search import Limits, Searcher
from rebaz_core import VARIANTS, FenError, MoveError, OptionError, Position
from rebaz_core.fen import square_name, write_board, write_squares
from rebaz_core.games.brax_lines import FILES, LINES, STANDARD, check_lines, parse_lines
from rebaz_core.show import board_text, note_lines

START = VARIANTS["brax"].start_fen
BLUE_FROM_F5 = "9/9/9/4R4/5b3/9/9/9/R7b b f5 w e6 6 20"
OTHER = STANDARD.translate(str.maketrans("rb", "br"))


def moves(fen: str, **options: str) -> list[str]:
    return [move.text for move in Position("brax", fen, **options).legal_moves]


def fault(fen: str, move: str) -> str:
    """What the engine says of a move that it refuses."""
    with pytest.raises(MoveError) as caught:
        Position("brax", fen).push(move)
    assert "\n" not in str(caught.value)
    return caught.value.expected


# --- random games against an independent reading of the pages ---------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("lines", [STANDARD, OTHER], ids=["published board", "colours exchanged"])
def test_random_games_have_the_moves_of_the_page(seed: int, lines: str) -> None:
    rng = random.Random(seed)
    position = Position("brax", lines=lines)
    for _ in range(60):
        if position.result is not None:
            break
        assert {move.text for move in position.legal_moves} == reference_moves(position.fen(), lines)
        calls = [move for move in position.legal_moves if move.text.endswith("!") or position.is_noisy(move)]
        move = rng.choice(calls if calls and rng.random() < 0.5 else position.legal_moves)
        expected = reference_after(position.fen(), move.text, lines)
        position.push(move)
        assert position.fen() == expected


# --- the board --------------------------------------------------------------------------------------------------------


def test_every_cell_has_three_sides_of_one_colour() -> None:
    assert len(LINES) == len(set(LINES)) == len(STANDARD) == 144
    assert check_lines(STANDARD) == STANDARD


def test_no_two_ways_lead_to_the_same_point() -> None:
    for point in range(81):
        for colour in "rb":
            ends = [
                end for middle in neighbours(point, colour, STANDARD)
                for end in neighbours(middle, colour, STANDARD) - {point}
            ]
            assert len(ends) == len(set(ends))


def test_start_is_the_page_s() -> None:
    position = Position("brax")
    assert position.fen() == START
    assert position.board_size == (9, 9)
    assert (position.piece_at("b1"), position.piece_at("h9"), position.piece_at("a1")) == ("R", "b", None)
    assert [position.perft(depth) for depth in range(1, 7)] == [16, 256, 4992, 97344, 2086693, 44731636]


def test_board_text_shows_points_and_the_colours_of_their_lines() -> None:
    position = Position("brax")
    lines = str(position).splitlines()
    assert len(lines) == 19
    assert lines[0] == "9  ·───b───b═══b═══b───b───b═══b═══·"
    assert lines[-2].split() == list("abcdefghi")
    assert lines[-1] == "═ ║ red lines, of w; ─ │ blue lines, of b"
    planes = position.planes()
    assert [[mark == "═" for mark in lines[16 - 2 * y][4::4]] for y in range(9)] == planes[8, :, :8].tolist()
    assert [[mark == "║" for mark in lines[15 - 2 * y][3::4]] for y in range(8)] == planes[9, :8].tolist()
    assert board_text(position, ascii_only=True).splitlines()[0] == "9  .---b---b===b===b---b---b===b===."
    assert str(Position("brax", lines=OTHER)).splitlines()[0] == "9  ·═══b═══b───b───b═══b═══b───b───·"


def test_notes_tell_the_duty_of_a_call_and_whose_pieces_move() -> None:
    assert note_lines(Position("brax", "9/9/9/4R4/5b3/9/9/9/9 b f5 w e6 0 1")) == ["Brax is called: b has to move f5"]
    allies = Position("brax3")
    assert note_lines(allies) == ["To move: R"]
    allies.push("b1a1")
    assert note_lines(allies) == ["To move: M; a1 has moved in this turn"]
    teams = Position("brax4")
    for side in ("R", "b", "M", "m"):
        assert note_lines(teams) == [f"To move: {side}"]
        teams.push(teams.legal_moves[0])


def test_another_board_changes_the_moves_and_travels_with_the_position() -> None:
    position = Position("brax", lines=OTHER)
    assert position.options == {"lines": OTHER}
    # Exchanged colours and exchanged sides are the same game.
    assert position.perft(3) == Position("brax", "1RRRRRRR1/9/9/9/9/9/9/9/1bbbbbbb1 b - - - 0 1").perft(3)
    assert position.copy() == position != Position("brax")
    assert Position("brax", lines=STANDARD.upper()).options == {}
    assert parse_lines(OTHER) == OTHER


@pytest.mark.parametrize(
    ("lines", "named"),
    [
        (STANDARD[:-1], "144 letters"),
        (STANDARD[:-1] + "x", "144 letters"),
        (144, "144 letters"),
        ("r" + STANDARD[1:] if STANDARD[0] == "b" else "b" + STANDARD[1:], "cell a1-b2"),
        ("b" * 144, "cell a1-b2"),
    ],
)
def test_a_board_that_is_none_is_refused(lines: object, named: str) -> None:
    with pytest.raises(OptionError) as caught:
        Position("brax", lines=lines)
    assert caught.value.field == "lines"
    assert named in caught.value.expected


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(OptionError, match="lines"):
        Position("brax", colours="rb")


# --- steps and captures -----------------------------------------------------------------------------------------------


def test_the_source_s_third_example() -> None:
    position = Position("brax", "9/9/9/3R5/5b3/9/9/9/R7b w - - i1 5 20")
    position.push("d6e6!")
    assert position.fen() == "9/9/9/4R4/5b3/9/9/9/R7b b f5 w e6 6 20"
    plain = {move.text for move in position.legal_moves if not move.text.endswith("!")}
    assert plain == {"f5e4", "f5e5", "f5f4", "f5f6", "f5g4", "f5g5", "f5g6"}


def test_capturing_is_noisy_and_takes_one_or_two() -> None:
    position = Position("brax", "8b/9/9/9/9/9/b8/bb7/R7R w - - i9 4 30")
    doubles = [move for move in position.noisy_moves if len(move.text.rstrip("!")) == 6]
    assert sorted(map(str, doubles)) == ["a1a2a3", "a1a2a3!", "a1a2b2", "a1a2b2!"]
    assert {str(move) for move in position.legal_moves if position.is_noisy(move)} == set(
        map(str, position.noisy_moves)
    )
    position.push("a1a2b2")
    assert (position.piece_at("a2"), position.piece_at("b2"), position.piece_at("a3")) == (None, "R", "b")


@pytest.mark.parametrize(
    ("fen", "move", "named"),
    [
        (START, "e5e6", "e5 is empty"),
        (START, "b9b8", "b9 is a piece of b"),
        (START, "b1c1", "own piece on c1"),
        (START, "b1b4", "neither one step nor two"),
        (START, "b1b3", "b2-b3 is blue"),
        ("8b/9/9/b8/b8/R8/9/9/8R w - - i9 4 30", "a4a6", "a4-a5 is blue"),
        ("8b/8b/8b/9/9/9/9/R8/R8 w - - i9 4 30", "a1a3", "do not pass over a piece, as on a2"),
        ("b7b/8R/9/9/9/9/9/9/R8 b - - a1 4 30", "i9i7", "do not pass over a piece, as on i8"),
        ("8b/9/9/9/9/9/b8/b8/R7R w - - i9 4 30", "a1a2b2", "enemy on b2"),
        ("8b/9/9/9/9/9/b8/9/R7R w - - i9 4 30", "a1a2a3", "enemy on a2"),
        ("8b/9/9/9/9/9/b8/b8/R7R w - - i9 4 30", "a1a2c2", "not one step apart"),
        ("8b/9/9/b8/b8/R8/9/9/8R w - - i9 4 30", "a4a5a6", "a4-a5 is blue"),
        (BLUE_FROM_F5, "i1i2", ": f5 must move"),
        ("b5Rbb/8b/9/9/9/9/9/9/R8 b h9i9 w g9 5 30", "a9a8", ": one of h9, i9 must move"),
        ("8b/9/9/9/9/9/9/b8/R7R w - w i9 4 30", "a1a2!", "w called on its previous turn"),
        ("8b/8b/9/9/9/9/9/9/R8 b - - a1 4 30", "i8i7!", "one piece against two"),
        (START, "b1b2!", "threatens nothing"),
    ],
)
def test_a_refused_move_is_told_what_fails(fen: str, move: str, named: str) -> None:
    before = Position("brax", fen)
    assert named in fault(fen, move)
    assert move not in moves(fen)
    assert before.fen() == fen


@pytest.mark.parametrize(
    ("variant", "move", "able"), [("brax3", "f1f2", "b1, c1, d1"), ("brax4", "i4h4", "d1, e1, f1")]
)
def test_who_moves_out_of_turn_is_told_whose_turn_it_is(variant: str, move: str, able: str) -> None:
    with pytest.raises(MoveError, match=f"only {able} may move in this turn"):
        Position(variant).push(move)


@pytest.mark.parametrize("text", ["", "e1", "e1e2x", "e1e2!!", "e1e2e3e4", "e1e10", "j1i1", "e1-e2", "!"])
def test_malformed_moves_are_refused(text: str) -> None:
    assert "two points" in fault(START, text)


@pytest.mark.parametrize("seed", range(4))
def test_every_illegal_move_of_a_random_game_has_a_reason(seed: int) -> None:
    rng = random.Random(seed)
    position = Position("brax")
    for _ in range(40):
        if position.result is not None:
            break
        legal = {move.text for move in position.legal_moves}
        for _ in range(40):
            points = rng.choices([square_name(point, FILES) for point in range(81)], k=rng.choice((2, 2, 3)))
            text = "".join(points) + rng.choice(("", "!"))
            if text not in legal:
                with pytest.raises(MoveError, match=r"a legal move of [wb] in [^:]*: .+"):
                    position.push(text)
        position.push(rng.choice(position.legal_moves))


# --- calls ------------------------------------------------------------------------------------------------------------


def test_a_call_bars_its_side_for_one_turn() -> None:
    position = Position("brax", "9/9/9/3R5/5b3/9/9/9/R7b w - - i1 5 20")
    for move, barred in [("d6e6!", "w"), ("f5e5!", "wb"), ("e6f7", "b"), ("e5e4", "-")]:
        position.push(move)
        assert position.fen().split()[3] == barred


def test_both_kinds_of_forced_pieces_come_from_one_call() -> None:
    position = Position("brax", "b7b/8R/1R7/9/9/9/9/9/R8 b - - i8 5 20")
    position.push("a9b8!")
    assert position.fen().split()[2] == "b7i8"
    assert {move.text[:2] for move in position.legal_moves} == {"b7", "i8"}


def test_the_second_kind_needs_the_piece_that_moved_last() -> None:
    board = "b7b/8R/9/9/9/9/9/9/R8 b - - {} 4 30"
    assert "a9a8!" in moves(board.format("i8"))
    assert "a9a8!" not in moves(board.format("a1"))
    assert "a9a8!" not in moves(board.format("-"))


def test_one_against_one_may_call_and_one_against_two_may_not() -> None:
    assert "i9i8!" in moves("8b/9/8R/9/9/9/9/9/9 b - - i7 0 30")
    assert not [move for move in moves("8b/9/8R/8R/9/9/9/9/9 b - - i7 0 30") if move.endswith("!") and "i7" not in move]


def test_a_duty_without_a_move_lapses() -> None:
    position = Position("brax", "b5Rbb/8b/9/9/9/9/9/9/R8 b i9 w a1 5 30")
    assert {move.text[:2] for move in position.legal_moves} > {"i8"}
    assert position.fen().split()[2] == "i9"


# --- ends -------------------------------------------------------------------------------------------------------------


def test_a_side_without_pieces_has_lost() -> None:
    position = Position("brax", "4b1b1b/8R/9/9/9/9/9/9/9 b - - i8 4 30")
    position.push("i9i8")
    assert str(position.result) == "0-1 no-pieces"
    assert position.legal_moves == []
    assert "the game is over" in fault(position.fen(), "i8i9")


def test_ten_quiet_plies_draw_one_against_one_only() -> None:
    position = Position("brax", "8b/9/8R/9/9/9/9/9/9 b - - i7 9 30")
    assert position.plies_left == 1
    position.push("i9h9")
    assert str(position.result) == "1/2-1/2 quiet"
    assert position.perft(3) == 0
    assert Position("brax", "8b/8b/9/9/9/9/9/9/R8 b - - a1 10 30").result is None


def test_no_move_is_accepted_after_the_third_occurrence() -> None:
    position = Position("brax")
    for move in ["b1b2", "h9h8", "b2b1", "h8h9"] * 2:
        assert position.result is None
        position.push(move)
    assert str(position.result) == "1/2-1/2 repetition"
    assert position.perft(2) == 256
    with pytest.raises(MoveError, match="the game is over"):
        position.push("b1b2")
    with pytest.raises(MoveError, match="the game is over"):
        position.push(position.legal_moves[0])
    assert len(position.moves) == 8
    position.pop()
    position.push("h8i8")
    assert position.result is None


def test_key_follows_what_moves_depend_on() -> None:
    board = "8b/8b/9/9/9/9/9/9/R7R"
    tails = ["w - - i9 4 30", "b - - a1 4 30", "w - w i9 4 30", "w - - i8 4 30", "w - - - 4 30", "w a1 b i9 4 30"]
    assert len({Position("brax", f"{board} {tail}").key for tail in tails}) == len(tails)
    one = "8b/9/9/9/9/9/9/9/R8 w - - i9 {} 30"
    assert Position("brax", one.format(8)).key != Position("brax", one.format(3)).key


# --- partners ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_partners_move_in_turn_and_call_on_the_next_player(seed: int) -> None:
    rng = random.Random(seed)
    position = Position("brax4")
    for _ in range(80):
        if position.result is not None:
            break
        assert {move.text for move in position.legal_moves} == reference_moves(position.fen(), teams=True)
        calls = [move for move in position.legal_moves if move.text.endswith("!") or position.is_noisy(move)]
        move = rng.choice(calls if calls and rng.random() < 0.5 else position.legal_moves)
        mine, piece = position.turn, position.piece_at(move.text[:2])
        position.push(move)
        assert position.piece_at(split_points(move.text)[-1]) == piece
        forced = fen_points(position.fen().split()[2])
        assert forced == {other.text[:2] for other in position.legal_moves} or not forced or position.turn == mine


def fen_points(text: str) -> set[str]:
    return {text[i : i + 2] for i in range(0, len(text) - 1, 2)}


def test_four_players_take_turns_across_the_board() -> None:
    position = Position("brax4")
    for side, letter in [("w", "R"), ("b", "b"), ("w", "M"), ("b", "m"), ("w", "R")]:
        assert position.turn == side
        assert {position.piece_at(move.text[:2]) for move in position.legal_moves} == {letter}
        position.push(position.legal_moves[0])


def test_who_has_no_pieces_leaves_the_turn_to_the_partner() -> None:
    position = Position("brax4", "3bbb3/9/9/9/9/9/9/9/3RRR3 w - - - 0 2")
    assert {position.piece_at(move.text[:2]) for move in position.legal_moves} == {"R"}
    blocked = Position("brax4", "3bbb3/9/9/9/9/9/9/R8/MR7 w - - - 0 2")
    assert {blocked.piece_at(move.text[:2]) for move in blocked.legal_moves} == {"R"}


def test_the_start_of_four_is_the_same_after_half_a_turn() -> None:
    rows = Position("brax4").fen().split()[0].replace("3", "...").replace("9", "." * 9).replace("7", "." * 7)
    assert rows[::-1] == rows.translate(str.maketrans("RbMm", "bRmM"))


def test_position_strings_of_four_are_checked() -> None:
    fen = "3bbb3/9/9/m7M/m7M/m7M/4M4/9/3RRR3 w - - - 0 1"
    with pytest.raises(FenError, match="at most 3 M"):
        Position("brax4", fen)
    with pytest.raises(FenError, match="only pieces that w moves now"):
        Position("brax4", "3bbb3/9/9/m7M/m7M/m7M/9/9/3RRR3 w i4 b f9 0 1")
    with pytest.raises(FenError):
        Position("brax", "3bbb3/9/9/m7M/m7M/m7M/9/9/3RRR3 w - - - 0 1")


# --- two allies against one -------------------------------------------------------------------------------------------

THREE = VARIANTS["brax3"].start_fen


def sources(position: Position) -> set[str]:
    return {move.text[:2] for move in position.legal_moves}


def crowded(rng: random.Random) -> str:
    """A position of brax3 with its pieces in a corner of the board, some of them perhaps without a move."""
    counts = [rng.randint(0, 3), rng.randint(1, 3), rng.randint(1, 5)]
    points = rng.sample([9 * y + x for y in range(4) for x in range(4)], sum(counts))
    tokens = dict(zip(points, "R" * counts[0] + "M" * counts[1] + "b" * counts[2], strict=True))
    side = rng.choice("wb")
    mine = [point for point in points if (tokens[point] == "b") == (side == "b")]
    forced = rng.sample(mine, min(2, len(mine))) if rng.random() < 0.5 else []
    last = rng.choice([point for point in points if point not in mine])
    bars = "-" if not forced else "b" if side == "w" else "w"
    board = write_board([tokens.get(point, "") for point in range(81)], FILES)
    return f"{board} {side} - {write_squares(sorted(forced), FILES)} {bars} {square_name(last, FILES)} 3 9"


@pytest.mark.parametrize("seed", range(16))
def test_random_games_of_three_are_those_of_the_page(seed: int) -> None:
    rng = random.Random(seed)
    position = Position("brax3", crowded(rng) if seed % 4 else None)
    expected = three(position.fen())
    for _ in range(60):
        assert position.fen() == expected.fen() == Position("brax3", position.fen()).fen()
        assert {move.text for move in position.legal_moves} == expected.moves()
        if position.result is not None:
            break
        assert position.perft(2) == expected.perft(2)
        calls = [move for move in position.legal_moves if move.text.endswith("!") or position.is_noisy(move)]
        move = rng.choice(calls if calls and rng.random() < 0.5 else position.legal_moves)
        expected = expected.after(move.text)
        position.push(move)
    assert expected.over == (position.result is not None and position.result.reason != "repetition")


def test_a_turn_of_three_is_two_plies_with_different_pieces() -> None:
    position = Position("brax3")
    assert THREE == position.fen() == "2bbbbb2/9/9/9/9/9/9/9/1RRR1MMM1 w - - - - 0 1"
    for move, letters, tail in [
        ("b1b2", "R", "w b2 - - - 1 1"),
        ("h1h2", "M", "b - - - h2 2 1"),
        ("e9e8", "b", "b e8 - - h2 3 1"),
        ("c9c8", "b", "w - - - c8 4 2"),
    ]:
        assert {position.piece_at(point) for point in sources(position)} == set(letters)
        moved = position.fen().split()[2]
        assert moved not in sources(position)
        position.push(move)
        assert position.fen().split(" ", 1)[1] == tail


def test_three_call_with_the_second_ply_only() -> None:
    fen = "9/9/9/3R5/5b3/9/9/M8/M7b w {} - - i1 5 20"
    position = Position("brax3", fen.format("-"))
    assert not [move for move in position.legal_moves if move.text.endswith("!")]
    with pytest.raises(MoveError, match="no call before the second move of a turn"):
        position.push("d6e6!")
    # There is no M, so R's other piece makes the second ply.
    position = Position("brax3", fen.format("a2").replace("M8/M7b", "R8/8b"))
    position.push("d6e6!")
    assert position.fen().split(" ", 1)[1] == "b - f5 w e6 6 20"


def test_a_call_bars_both_allies_for_a_turn() -> None:
    position = Position("brax3", "9/9/9/3R5/5b3/9/9/R8/8b w a2 - - i1 5 20")
    for move, barred in [
        ("d6e6!", "w"), ("f5e5", "w"), ("i1i2", "w"), ("e6f6", "w"), ("a2a1", "-"), ("i2i1", "-"),
    ]:  # fmt: skip
        position.push(move)
        assert position.fen().split()[4] == barred
    barred = Position("brax3", "9/9/9/3M5/5b3/9/9/R8/8b w a2 - w i1 5 20")
    with pytest.raises(MoveError, match="w called on its previous turn"):
        barred.push("d6e6!")


def test_a_duty_holds_over_both_plies_until_a_forced_piece_has_moved() -> None:
    board = "4b4/4M4/9/9/9/9/9/R8/R7M w"
    late = Position("brax3", f"{board} - e8 b e9 1 9")
    assert sources(late) == {"a1", "a2"}
    late.push("a2a3")
    assert late.fen().split()[3] == "e8"
    assert sources(late) == {"e8"}
    both = Position("brax3", f"{board} - a1e8 b e9 1 9")
    assert sources(both) == {"a1"}
    both.push("a1b1")
    assert both.fen().split()[2:5] == ["b1", "-", "b"]
    assert sources(both) == {"e8", "i1"}
    freed = Position("brax3", "bb7/b8/9/9/9/9/9/9/R7M b - a9 w i1 1 9")
    assert sources(freed) == {"a8", "b9"}
    freed.push("a8a7")
    assert sources(freed) == {"a9"}


def test_who_has_no_pieces_or_no_move_has_the_ally_s_moved() -> None:
    none = Position("brax3", "4b4/9/9/9/9/9/9/M8/M7M w - - - e9 1 9")
    none.push("a1b1")
    assert sources(none) == {"a2", "i1"}
    alone = Position("brax3", "4b4/9/9/9/9/9/9/R8/R8 w - - - e9 1 9")
    alone.push("a1b1")
    assert sources(alone) == {"a2"}
    blocked = Position("brax3", "4b4/9/9/9/9/9/9/M8/RM6M w - a1a2 b e9 1 9")
    assert sources(blocked) == {"a2"}
    blocked.push("a2a3")
    assert sources(blocked) == {"b1", "i1"}


def test_a_side_with_one_piece_has_one_ply_and_may_call_with_it() -> None:
    position = Position("brax3", "8b/9/8R/M8/M8/9/9/9/9 b - - - i7 0 30")
    position.push("i9h9")
    assert position.fen().split(" ", 1)[1] == "w - - - h9 1 31"
    position = Position("brax3", "8b/9/8R/M8/M8/9/9/9/9 b - - - i7 0 30")
    position.push("i9i8!")
    assert position.fen().split(" ", 1)[1] == "w - i7 b i8 1 31"
    assert sources(position) == {"i7"}


def test_games_of_three_end_in_the_middle_of_a_turn_and_after_ten_quiet_plies() -> None:
    position = Position("brax3", "9/9/9/9/9/9/9/b7M/R7M w - - - a2 1 9")
    position.push("a1a2")
    assert (str(position.result), position.turn, position.legal_moves) == ("1-0 no-pieces", "w", [])
    quiet = Position("brax3", "8b/9/9/9/9/9/9/9/M8 w - - - i9 9 9")
    quiet.push("a1a2")
    assert str(quiet.result) == "1/2-1/2 quiet"


def test_a_position_of_three_comes_again_with_the_same_piece_moved() -> None:
    position = Position("brax3")
    for move in ["b1b2", "f1f2", "c9c8", "d9d8", "b2b1", "f2f1", "c8c9", "d8d9"] * 2:
        assert position.result is None
        position.push(move)
    assert str(position.result) == "1/2-1/2 repetition"
    position = Position("brax3")
    for move in ["b1b2", "f1f2", "c9c8", "d9d8", "b2b1", "f2f1", "c8c9", "d8d9"]:
        position.push(move)
    position.push("b1b2")
    other = Position("brax3", position.fen().replace(" b2 ", " c1 "))
    assert position.key != other.key


@pytest.mark.parametrize(
    ("fen", "field", "named"),
    [
        (START, "fullmove", "8 fields"),
        (THREE.replace("/9/", "/4R4/", 1), "board", "at most 3 R, not 4"),
        (THREE.replace("/9/", "/4M4/", 1), "board", "at most 3 M, not 4"),
        (THREE.replace("/9/", "/4b4/", 1), "board", "at most 5 b, not 6"),
        (THREE.replace("/9/", "/4m4/", 1), "board", "a piece letter of this variant"),
        (THREE.replace("w -", "w b9"), "moved", "that w has moved in this turn"),
        (THREE.replace("w -", "w c9"), "moved", "that w has moved in this turn"),
        (THREE.replace("w -", "w b1c1"), "moved", "that w has moved in this turn"),
        ("8b/9/9/9/9/9/9/9/R8 w a1 - - i9 1 9", "moved", "no other piece that can move"),
        (THREE.replace("- - - -", "b1 b1 b c9"), "forced", "not b1"),
        (THREE.replace("- - - -", "- c9 b c9"), "forced", "not c9"),
        (THREE.replace("- - - -", "- - b c9"), "barred", "exactly when"),
        (THREE.replace("- - - -", "b1 c1 - c9"), "barred", "exactly when"),
        (THREE.replace("- - - -", "- b1 b -"), "last", "with the call"),
        (THREE.replace("- - - -", "- - - b1"), "last", "a piece of b"),
    ],
)
def test_position_strings_of_three_are_checked(fen: str, field: str, named: str) -> None:
    with pytest.raises(FenError) as caught:
        Position("brax3", fen)
    assert (caught.value.field, named in caught.value.expected) == (field, True)


@pytest.mark.parametrize(
    "tail", ["b1 - b c9 1 9", "b1 f1h1 b - 1 9", "- b1f1 b c9 1 9", "- - w - 1 9", "f1 c1 wb c9 1 9"]
)
def test_position_strings_of_three_are_written_as_they_are_read(tail: str) -> None:
    fen = " ".join([*THREE.split()[:2], tail])
    assert Position("brax3", fen).fen() == fen == three(fen).fen()


# --- hunts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("policy", "seed"), [("random", 0), ("random", 7), ("flee", 0)])
def test_the_prey_of_a_hunt_moves_by_its_policy(policy: str, seed: int) -> None:
    rng = random.Random(seed)
    position = Position("brax-hunt", policy=policy, seed=seed)
    while position.result is None and position.ply < 120:
        if position.turn == "b":
            assert [move.text for move in position.legal_moves] == [prey_reply(position.fen(), policy, seed)]
            assert position.noisy_moves == []
        position.push(rng.choice(position.noisy_moves or position.legal_moves))


def test_prey_that_could_only_capture_is_free_of_its_duty() -> None:
    # The forced piece's only lines lead to the hunter and to its own side.
    fen = "9/9/9/9/9/9/9/b8/bR7 b a1 w b1 1 9"
    assert Position("brax-hunt", fen).legal_moves[0].text == prey_reply(fen)
    assert prey_reply(fen)[:2] == "a2"


def test_a_hunt_ends_by_the_last_capture_or_for_want_of_one() -> None:
    position = Position("brax-hunt", "9/9/9/9/9/9/9/9/bR7 w - - a1 40 30")
    assert position.plies_left == 80
    position.push("b1a1")
    assert str(position.result) == "1-0 no-pieces"
    assert str(Position("brax-hunt", "8b/9/9/9/9/9/9/9/R8 w - - - 120 80").result) == "0-1 quiet"


def test_a_hunt_refuses_two_hunters_and_other_moves_of_the_prey() -> None:
    with pytest.raises(FenError) as caught:
        Position("brax-hunt", START)
    assert caught.value.field == "board"
    position = Position("brax-hunt")
    position.push("e1e2")
    (only,) = position.legal_moves
    other = "b9a9" if only.text != "b9a9" else "b9b8"
    with pytest.raises(MoveError, match=f"the policy moves for the prey, now {only}$"):
        position.push(other)
    with pytest.raises(MoveError, match=f"the policy moves for the prey, now {only}, without a call"):
        position.push(f"{only}!")


@pytest.mark.parametrize("move", ["c9c8", "c9c8!"])
def test_a_hunter_who_moves_the_prey_is_told_what_to_move(move: str) -> None:
    with pytest.raises(MoveError, match=r"c9 is a piece of b, for which the policy moves; w moves the piece on e1$"):
        Position("brax-hunt").push(move)


@pytest.mark.parametrize("options", [{"policy": "hide"}, {"seed": -1}, {"seed": True}, {"seed": 10**9}, {"depth": 1}])
def test_options_of_a_hunt_are_checked(options: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        Position("brax-hunt", **options)
    with pytest.raises(OptionError):
        Position("brax", policy="flee")


def test_a_search_hunts() -> None:
    position = Position("brax-hunt")
    searcher = Searcher(hash_mb=4)
    while position.result is None:
        position.push(str(searcher.search(position, Limits(nodes=1500)).bestmove))
    assert str(position.result) == "1-0 no-pieces"


# --- position strings -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "field"),
    [
        ("", "fields"),
        (START + " 1", "fields"),
        (START.replace("R", "r"), "board"),
        (START.replace("/9/", "/4R4/", 1), "board"),
        (START.replace("/9/", "/4b4/", 1), "board"),
        ("9/9/9/9/9/9/9/9/9 w - - - 0 1", "board"),
        (START.replace(" w ", " R "), "side"),
        (BLUE_FROM_F5.replace(" f5 ", " e6 "), "forced"),
        (BLUE_FROM_F5.replace(" f5 ", " f5i1 "), "forced"),
        (BLUE_FROM_F5.replace(" f5 ", " - "), "barred"),
        (BLUE_FROM_F5.replace(" w ", " b "), "barred"),
        (BLUE_FROM_F5.replace(" w ", " bw "), "barred"),
        (BLUE_FROM_F5.replace(" e6 ", " i1 "), "last"),
        (BLUE_FROM_F5.replace(" e6 ", " - "), "last"),
        (BLUE_FROM_F5.replace(" e6 ", " j6 "), "last"),
        (BLUE_FROM_F5.replace(" 6 20", " 06 20"), "quiet"),
        (BLUE_FROM_F5.replace(" 6 20", " 6 0"), "fullmove"),
    ],
)
def test_refused_position_strings_name_the_field(fen: str, field: str) -> None:
    with pytest.raises(FenError) as caught:
        Position("brax", fen)
    assert caught.value.field == field


def test_planes() -> None:
    planes = Position("brax", BLUE_FROM_F5).planes()
    assert planes.shape == (13, 9, 9)
    assert [int(planes[plane].sum()) for plane in range(8)] == [2, 2, 1, 1, 81, 0, 81, 81 * 6]
    assert int(planes[2, 4, 5]) == int(planes[3, 5, 4]) == 1
    assert int(planes[8:10].sum()) == STANDARD.count("r")


# --- evaluation and search --------------------------------------------------------------------------------------------


def test_terms_add_up_and_the_start_is_even() -> None:
    position = Position("brax")
    assert 0 < evaluate(position) < 50
    rng = random.Random(5)
    queue = deque(range(60))
    while queue and position.result is None:
        queue.popleft()
        total = sum(red - blue for _, red, blue in explain(position))
        assert evaluate(position) == (total if position.turn == "w" else -total)
        position.push(rng.choice(position.legal_moves))


def test_a_piece_more_is_worth_more_and_one_to_one_little() -> None:
    assert evaluate(Position("brax", START.replace("1bbbbbbb1", "1bbbbbb2"))) > 200
    assert abs(evaluate(Position("brax", "8b/9/9/9/9/9/9/9/R8 w - - i9 0 30"))) < 60


def test_search_takes_both_and_the_last() -> None:
    best = Searcher().search(Position("brax", "9/9/9/9/9/9/b8/b8/R1R1R4 w - - a2 4 30"), Limits(depth=3))
    assert (str(best.bestmove), str(best.lines[0].score)) in {("a1a2a3", "mate 1"), ("a1a2a3!", "mate 1")}


def test_nobody_passes_under_a_duty() -> None:
    """With and without null moves a search under a duty comes to a forced piece's move."""
    result = Searcher().search(Position("brax", BLUE_FROM_F5), Limits(depth=6))
    assert str(result.bestmove)[:2] == "f5"


# --- what lies beyond the counters and the options --------------------------------------------------------------------


def test_the_partners_turn_is_written_where_the_full_moves_stand_still() -> None:
    position = Position("brax4", VARIANTS["brax4"].start_fen.replace(" 0 1", " 0 9999999"))
    for move in ("d1d2", "d9d8", "i4h4", "a4b4", "d2d1"):
        position.push(move)
        again = Position("brax4", position.fen())
        assert (again, again.legal_moves) == (position, position.legal_moves)


def test_the_quiet_plies_stand_still_where_they_can_no_longer_be_read() -> None:
    position = Position("brax", START.replace(" 0 1", " 9999999 1"))
    position.push("b1b2")
    assert position.fen().split()[5] == "9999999"
    assert Position("brax", position.fen()) == position


@pytest.mark.parametrize("value", [numpy.array(["flee", "random"]), ["flee"], 1, True])
def test_a_policy_that_is_no_text_is_refused(value: object) -> None:
    with pytest.raises(OptionError, match=r"^policy: .*, expected random or flee$"):
        Position("brax-hunt", policy=value)  # type: ignore[arg-type]


def test_a_move_of_another_game_is_refused_by_what_it_says() -> None:
    with pytest.raises(MoveError, match=r"^move: '@d4', expected two points"):
        Position("brax").push(Position("rendezvous").parse_move("@d4"))
