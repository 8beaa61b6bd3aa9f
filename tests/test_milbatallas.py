"""Mil Batallas: the chess it contains, barriers, promotion, draws decided on value, and what is refused."""

from __future__ import annotations

import random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebaz_ai.evaluation import evaluate, explain
from rebaz_ai.search import Limits, Searcher
from rebaz_core import VARIANTS, FenError, Position, RebazError

START = VARIANTS["milbatallas"].start_fen
VARIANT_NAMES = ["milbatallas", "milbatallas-basic"]
BAR = "********"


def classic(board: chess.Board) -> Position:
    """A chess position on the 8x8 board between bars on ranks 1 and 10."""

    def moved_up(square: int) -> str:
        return f"{chess.FILE_NAMES[chess.square_file(square)]}{chess.square_rank(square) + 2}"

    homes = [(chess.WHITE, chess.BB_RANK_2), (chess.BLACK, chess.BB_RANK_7)]
    unmoved = [square for colour, rank in homes for square in chess.SquareSet(board.pieces(chess.PAWN, colour) & rank)]
    ep = moved_up(board.ep_square) if board.ep_square is not None and board.has_pseudo_legal_en_passant() else "-"
    fields = board.fen().split(" ")
    squares = "".join(map(moved_up, sorted(unmoved))) or "-"
    return Position(
        "milbatallas", f"{BAR}/{fields[0]}/{BAR} {fields[1]} {fields[2]} {ep} {squares} {board.halfmove_clock} 1"
    )


@pytest.mark.parametrize("seed", range(40))
def test_between_two_bars_it_is_chess(seed: int) -> None:
    rng = random.Random(seed)
    board = chess.Board()
    position = classic(board)
    for _ in range(rng.randrange(5, 120)):
        moves = position.legal_moves
        if not moves:
            break
        move = rng.choice(moves)
        position.push(move)
        board.push_uci(f"{move.text[0]}{int(move.text[1]) - 1}{move.text[2]}{int(move.text[3]) - 1}{move.text[4:]}")
        assert position.in_check == board.is_check()
    assert classic(board).fen().split()[:6] == position.fen().split()[:6]
    assert position.perft(3) == Position("chess", board.fen()).perft(3)


def test_start_has_chess_perft() -> None:
    assert Position("milbatallas").perft(5) == Position("chess").perft(5) == 4865609


@pytest.mark.parametrize(
    ("fen", "result"),
    [
        ("k7/2K5/8/8/8/8/8/8/8/8 w - - - 0 1", "1/2-1/2 insufficient"),
        ("k7/2K5/8/8/8/8/8/8/8/7N w - - - 0 1", "1-0 insufficient"),
        ("k7/2K5/8/8/8/8/8/8/8/7b b - - - 0 1", "0-1 insufficient"),
        ("k7/8/1K6/8/8/8/8/8/8/1R5B w - - - 100 80", "1-0 fifty"),
        ("k6r/8/1K6/8/8/8/8/8/8/B6N w - - - 100 80", "1-0 fifty"),
        ("k6r/8/1K6/8/8/8/8/7P/7P/B6B w - - - 100 80", "1-0 fifty"),
        ("k7/p7/P7/6r1/8/8/8/8/r7/7K w - - - 0 1", "0-1 stalemate"),
        ("7k/8/7K/8/8/8/8/8/8/7R b - - - 100 80", "1-0 fifty"),
        ("R6k/8/7K/8/8/8/8/8/8/8 b - - - 100 80", "1-0 mate"),
    ],
)
def test_ends(fen: str, result: str) -> None:
    assert str(Position("milbatallas", fen).result or "*") == result


def test_a_stalemated_side_with_more_value_wins() -> None:
    position = Position("milbatallas", "8/8/8/8/7p/7P/7P/p7/P1k5/K7 w - - - 0 1")
    assert position.points == (3, 2)
    assert str(position.result) == "1-0 stalemate"


def test_repetition_goes_to_the_side_with_more_value() -> None:
    position = Position("milbatallas", "rnbqkbnr/8/8/8/8/8/8/8/P7/RNBQKBNR w - - a2 0 1")
    for move in ["b1c3", "b10c8", "c3b1", "c8b10"] * 2:
        assert position.result is None
        position.push(move)
    assert str(position.result) == "1-0 repetition"
    assert position.legal_moves


def test_pawns_promote_on_the_last_rank_that_no_bar_covers_whole() -> None:
    position = Position("milbatallas", f"{BAR}/1k6/4P3/8/8/8/8/4p3/K7/{BAR} w - - - 0 1")
    assert {move.text for move in position.legal_moves if move.text.startswith("e8")} == {f"e8e9{x}" for x in "qrbn"}
    position.push("e8e9n")
    assert {move.text for move in position.legal_moves if move.text.startswith("e3")} == {f"e3e2{x}" for x in "qrbn"}


def test_pawns_of_basic_reach_the_last_rank_and_stay() -> None:
    position = Position("milbatallas-basic", f"{BAR}/1k6/4P3/8/8/8/8/8/K7/{BAR} w - - - 0 1")
    assert "e8e9" in map(str, position.legal_moves)
    for move in ["e8e9", "b9b8", "a2a3", "b8b7"]:
        position.push(move)
    assert not [move for move in position.legal_moves if move.text.startswith("e9")]


def test_a_lead_counts_more_as_the_clock_runs() -> None:
    values = [
        evaluate(Position("milbatallas", f"4k3/8/8/8/8/8/8/8/4P3/4K3 w - - - {clock} 90")) for clock in (0, 50, 90)
    ]
    assert 0 < values[0] < values[1] < values[2]


def test_a_lead_wins_when_the_clock_runs_out() -> None:
    position = Position("milbatallas", "4k3/8/8/8/8/8/8/8/4P3/4K3 w - - - 98 90")
    line = Searcher().search(position, Limits(depth=4)).lines[0]
    assert str(line.score) == "mate 1"
    assert line.pv[0].text[:2] == "e1"


@pytest.mark.parametrize(("side", "sign"), [("w", 1), ("b", -1)])
def test_a_repetition_counts_for_the_side_with_more_value(side: str, sign: int) -> None:
    # Black's king is walled in on four squares: White, a rook ahead, can neither mate nor be kept from repeating.
    board = "/".join(["k1*5", "2*5", *["***5"] * 6, "**6", "**1R3K"])
    score = Searcher().search(Position("milbatallas", f"{board} {side} - - - 0 1"), Limits(depth=20)).lines[0].score
    assert score.cp is not None
    assert score.cp * sign > 1500


def test_terms_name_the_value_race() -> None:
    terms = explain(Position("milbatallas", "4k3/8/8/8/8/8/8/8/4P3/4K3 w - - e2 0 1"))
    name, white, black = terms[-1]
    assert name == "value race"
    assert white > black == 0


@pytest.mark.parametrize(
    ("fen", "field", "named"),
    [
        (START.replace("RNBQKBNR/" + BAR, "RNBQKBNR/*******1"), "board", "no multiple of 8: 15"),
        (f"{BAR}/{BAR}/{BAR}/{BAR}/{BAR}/8/8/8/4k3/4K3 w - - - 0 1", "board", "more than 4 bars"),
        ("****4/****4/8/8/8/8/8/8/4k3/4K3 w - - - 0 1", "board", "no bar covers"),
        ("4P3/8/8/8/8/8/8/8/4k3/4K3 w - - - 0 1", "board", "rank 10, where it promotes"),
        ("8/8/8/8/8/8/8/4k3/8/p3K3 w - - - 0 1", "board", "rank 1, where it promotes"),
        ("8/8/8/8/8/8/8/4k3/8/8 w - - - 0 1", "board", "one king of w, not 0"),
        ("8/8/8/8/8/8/8/4k2k/8/K7 w - - - 0 1", "board", "one king of b, not 2"),
        ("4k3/8/PPPPPPPP/PPPPPPPP/QQQQQQQQ/8/8/8/8/4K3 w - - - 0 1", "board", "above the counts"),
        ("4k3/8/PPPPPPPP/PPPPPPPP/P7/8/8/8/8/4K3 w - - - 0 1", "board", "at most 16 P of w, not 17"),
        ("4k3/8/8/8/8/8/8/8/8/4K3 w - - e2 0 1", "unmoved", "not e2"),
        ("4k3/8/8/8/8/8/8/8/8/4K3 w - e3 - 0 1", "ep", "passed over"),
        ("4k3/8/8/8/8/8/8/8/8/4K3 w - e11 - 0 1", "ep", "a1 to h10"),
        ("4k3/8/8/8/3pP3/8/8/8/8/4K3 b - e5 e6 0 1", "ep", "passed over"),
        ("4k3/8/8/8/4P3/8/8/8/8/4K3 b - e5 - 0 1", "ep", "ready to take"),
        ("4k3/8/8/8/8/8/8/8/8/4K3 w K - - 0 1", "castling", "its rook"),
        ("4k3/8/8/8/8/8/8/8/8/3K3R w K - - 0 1", "castling", "file e"),
        ("4k3/8/8/8/8/8/8/8/4R3/4K3 w - - - 0 1", "side", "in check"),
    ],
)
def test_faults_of_position_strings_name_field_and_reason(fen: str, field: str, named: str) -> None:
    with pytest.raises(FenError) as caught:
        Position("milbatallas", fen)
    assert caught.value.field == field
    assert named in str(caught.value)


def test_basic_keeps_to_the_counts_of_a_start() -> None:
    with pytest.raises(FenError, match="at most 7 Q of w, not 8"):
        Position("milbatallas-basic", "4k3/8/8/8/8/8/8/8/QQQQQQQQ/4K3 b - - - 0 1")
    assert Position("milbatallas", "4k3/8/8/8/8/8/8/8/QQQQQQQQ/4K3 b - - - 0 1").points == (72, 0)


def test_two_digit_ranks_are_read_in_moves_and_squares() -> None:
    position = Position("milbatallas", "r3k2r/8/8/8/8/8/8/8/8/R3K2R b KQkq - - 0 1")
    assert {"e10g10", "e10c10"} <= set(map(str, position.legal_moves))
    position.push("e10g10")
    assert position.fen() == "r4rk1/8/8/8/8/8/8/8/8/R3K2R w KQ - - 1 2"
    assert position.piece_at("g10") == "k"


@pytest.mark.parametrize("variant", VARIANT_NAMES)
@given(data=st.data())
def test_changed_position_strings_are_read_whole_or_refused(variant: str, data: st.DataObject) -> None:
    fen = list(data.draw(st.sampled_from([scenario.fen for scenario in VARIANTS[variant].scenarios.values()])))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(fen) - 1))
        fen[at] = data.draw(st.sampled_from("KQRBNPkqrbnp*/123456789 abcdefgh-w0x"))
    text = "".join(fen)
    try:
        position = Position(variant, text)
    except RebazError:
        return
    assert Position(variant, position.fen()) == position
    assert position.perft(1) == len(position.legal_moves)
    evaluate(position)


def test_planes_show_unmoved_pawns_and_barriers() -> None:
    planes = Position("milbatallas").planes()
    assert planes.shape == (21, 10, 8)
    assert planes[20, 0].all()
    assert planes[20, 9].all()
    assert planes[19].sum() == 16


# Wins by value that a search once missed: by the clock, which a null move would set back, and by stalemate.
FORCED = [
    ("milbatallas", "2Kr4/8/8/Q7/8/8/8/8/8/2k5 w - - - 98 1", 3),
    ("milbatallas", "8/8/4r3/8/2n5/8/8/5K2/8/4kR2 b - - - 98 1", 3),
    ("milbatallas-basic", "********/6n1/Q4k2/8/3n3K/8/8/8/1r6/******** b - - - 97 1", 4),
    ("milbatallas", "4k1K1/8/8/8/8/8/8/6p1/1q6/8 b - - - 8 5", 1),
    ("milbatallas", "2k3*1/6*1/K5*1/6*1/6*1/6*1/5q*1/3b2*p/8/8 b - - - 4 3", 1),
]


@pytest.mark.parametrize(("variant", "fen", "depth"), FORCED)
def test_forced_wins_by_value_are_found(variant: str, fen: str, depth: int) -> None:
    score = Searcher().search(Position(variant, fen), Limits(depth=depth)).lines[0].score
    assert score.mate is not None
    assert score.mate > 0
