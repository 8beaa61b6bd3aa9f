"""Algebraic notation of chess, against python-chess, and of Mil Batallas."""

from __future__ import annotations

import random
import re

import chess
import pytest

from rebaz_ai.openings import load_openings
from rebaz_core import VARIANTS, MoveError, Position

ROOKS = "********/4k3/8/R7/8/8/R7/8/4K3/******** w - - - 0 1"
KNIGHTS = "8/8/8/8/4k3/8/N3N3/8/N3N3/4K3 w - - - 0 1"
CROWNING = "7k/P2n4/4P3/8/8/8/8/8/8/4K3 w - - - 0 1"


def random_games(position: Position, seed: int, games: int, plies: int):
    """The positions that random games from this one come through."""
    rng = random.Random(seed)
    for _ in range(games):
        board = position.copy()
        for _ in range(plies):
            if board.is_over:
                break
            yield board
            board.push(rng.choice(board.legal_moves))


@pytest.mark.parametrize(
    "fen",
    [
        None,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "1n1n3k/P1P4P/8/8/3pP3/8/8/4K3 b - e3 0 1",
        "4k3/8/8/q1q5/8/q1q4r/6K1/r7 b - - 0 1",
    ],
)
def test_notation_is_that_of_python_chess(fen):
    for position in random_games(Position("chess", fen), seed=1, games=3, plies=120):
        board = chess.Board(position.fen())
        for move in position.legal_moves:
            text = board.san(chess.Move.from_uci(move.text))
            assert position.native(move) == text
            assert position.parse_move(text) == move


def test_notation_is_chess_s_on_the_small_board_of_mil_batallas():
    def one_rank_lower(text):
        return re.sub(r"\d+", lambda rank: str(int(rank[0]) - 1), text)

    for position in random_games(Position("milbatallas"), seed=2, games=3, plies=100):
        fields = position.fen().split()
        rest = [one_rank_lower(fields[3]), *fields[5:]]
        board = chess.Board(" ".join([fields[0].replace("********", "").strip("/"), *fields[1:3], *rest]))
        for move in position.legal_moves:
            twin = chess.Move.from_uci(one_rank_lower(move.text))
            assert one_rank_lower(position.native(move)) == board.san(twin)


@pytest.mark.parametrize("opening", load_openings("milbatallas", "scenarios"), ids=VARIANTS["milbatallas"].scenarios)
def test_notation_names_every_move_of_mil_batallas_once(opening):
    for position in random_games(opening, seed=3, games=3, plies=100):
        texts = {position.native(move): move for move in position.legal_moves}
        assert len(texts) == len(position.legal_moves)
        for text, move in texts.items():
            assert position.parse_move(text) == move


@pytest.mark.parametrize(
    ("fen", "text", "uci"),
    [
        (ROOKS, "R4a6", "a4a6"),
        (ROOKS, "R7a6", "a7a6"),
        (KNIGHTS, "Na2c3", "a2c3"),
        (KNIGHTS, "Ne2c3", "e2c3"),
        (CROWNING, "a10=Q+", "a9a10q"),
        (CROWNING, "a10N", "a9a10n"),
        (CROWNING, "exd9", "e8d9"),
        (CROWNING, "ed9!?", "e8d9"),
        (CROWNING, "e8xd9", "e8d9"),
        (CROWNING, "e8-e9", "e8e9"),
        (None, "Nb2-c4", "b2c4"),
        (None, "e5", "e3e5"),
    ],
)
def test_texts_with_ranks_of_two_digits_and_in_long_form_are_read(fen, text, uci):
    assert Position("milbatallas", fen).parse_move(text).text == uci


@pytest.mark.parametrize("text", ["O-O", "0-0", "O-O+", "e1g1"])
def test_castling_is_read_in_every_spelling(text):
    position = Position("chess", "5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    assert position.native(position.parse_move(text)) == "O-O+"
    assert position.parse_move("O-O-O").text == "e1c1"


@pytest.mark.parametrize(
    ("fen", "text", "message"),
    [
        (ROOKS, "Ra6", "one move, not one of R4a6, R7a6"),
        (KNIGHTS, "Nc3", "one move, not one of Na2c3, Na4c3, Ne2c3, Ne4c3"),
        (CROWNING, "a10", "a legal move of w"),
        (CROWNING, "d9", "a legal move of w"),
        (CROWNING, "O-O", "a legal move of w"),
        (CROWNING, "Kg1", "a legal move of w"),
        (CROWNING, "Ke1", "a legal move of w"),
        (CROWNING, "a11", "a legal move of w"),
        (CROWNING, "Xe4", "algebraic notation"),
        (CROWNING, "O-O-O-O", "algebraic notation"),
        (CROWNING, "a10=Q++++", "algebraic notation"),
        (CROWNING, "", "algebraic notation"),
    ],
)
def test_what_names_no_move_or_several_is_refused(fen, text, message):
    with pytest.raises(MoveError, match=re.escape(message)):
        Position("milbatallas", fen).parse_move(text)


def test_writing_a_move_changes_nothing():
    position = Position("chess")
    position.push("e4")
    before = (position.fen(), position.key, position.moves)
    assert position.native("e7e5") == "e5"
    assert (position.fen(), position.key, position.moves) == before
    assert position.computed_key == position.key
