"""Chess: well-known perft figures, python-chess as a second opinion and as a client, the ends."""

from __future__ import annotations

import random
import sys

import chess
import chess.engine
import pytest

from rebaz_ai.evaluation import evaluate
from rebaz_ai.search import Limits, Searcher
from rebaz_core import FenError, MoveError, Position

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PERFT = [
    (chess.STARTING_FEN, 6, 119060324),
    (KIWIPETE, 5, 193690690),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11030083),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15833292),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89941194),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5, 164075551),
]


@pytest.mark.parametrize(("fen", "depth", "leaves"), PERFT)
def test_well_known_perft(fen: str, depth: int, leaves: int) -> None:
    assert Position("chess", fen).perft(depth) == leaves


def test_perft_without_plies_is_one() -> None:
    assert Position("chess").perft(0) == 1


def python_chess_perft(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += python_chess_perft(board, depth - 1)
        board.pop()
    return total


@pytest.mark.parametrize("seed", range(30))
def test_perft_agrees_with_python_chess(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(10):
        board = chess.Board()
        position = Position("chess")
        for _ in range(rng.randrange(5, 120)):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = rng.choice(moves)
            board.push(move)
            position.push(move.uci())
        assert position.fen() == board.fen(en_passant="legal") or board.has_pseudo_legal_en_passant()
        assert sorted(map(str, position.legal_moves)) == sorted(move.uci() for move in board.legal_moves)
        assert position.in_check == board.is_check()
        assert position.perft(3) == python_chess_perft(board, 3), board.fen()


def test_python_chess_plays_a_whole_game_with_the_engine() -> None:
    with chess.engine.SimpleEngine.popen_uci([sys.executable, "-m", "rebaz_ai"]) as engine:
        board = chess.Board()
        while not board.is_game_over(claim_draw=True) and board.ply() < 160:
            result = engine.play(board, chess.engine.Limit(nodes=1500))
            assert result.move in board.legal_moves
            board.push(result.move)
        assert board.ply() > 20
        infos = engine.analyse(chess.Board(KIWIPETE), chess.engine.Limit(depth=6), multipv=3)
        assert [info["multipv"] for info in infos] == [1, 2, 3]


def test_go_mate_finds_a_mate_in_two() -> None:
    position = Position("chess", "6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1")
    line = Searcher().search(position, Limits(mate=1, depth=5)).lines[0]
    assert str(line.score) == "mate 1"


@pytest.mark.parametrize(
    ("fen", "result"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "0-1 mate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "1/2-1/2 stalemate"),
        ("8/8/4k3/8/8/3BK3/8/8 w - - 0 1", "1/2-1/2 material"),
        ("8/8/4k3/8/8/3RK3/8/8 w - - 100 80", "1/2-1/2 fifty"),
    ],
)
def test_ends(fen: str, result: str) -> None:
    assert str(Position("chess", fen).result) == result


def test_third_occurrence_is_a_draw_and_moves_stay_listed() -> None:
    position = Position("chess")
    for move in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
        assert position.result is None
        position.push(move)
    assert str(position.result) == "1/2-1/2 repetition"
    assert len(position.legal_moves) == 20


@pytest.mark.parametrize("move", ["e2e5", "e7e5", "e2e4q", "a7a8k", "e1g1", "0000", ""])
def test_moves_that_are_not_legal_are_refused(move: str) -> None:
    position = Position("chess")
    with pytest.raises(MoveError):
        position.push(move)
    assert position == Position("chess")


@pytest.mark.parametrize(
    ("fen", "field"),
    [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "board"),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling"),
        ("4k3/8/8/8/8/8/8/R3K2R w QK - 0 1", "castling"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "ep"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "side"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "fullmove"),
    ],
)
def test_faults_of_position_strings_name_their_field(fen: str, field: str) -> None:
    with pytest.raises(FenError) as caught:
        Position("chess", fen)
    assert caught.value.field == field


def test_evaluation_is_the_same_with_the_colours_swapped() -> None:
    rng = random.Random(8)
    board = chess.Board()
    for _ in range(60):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))
        mirror = board.mirror()
        assert evaluate(Position("chess", board.fen())) == evaluate(Position("chess", mirror.fen())), board.fen()


def test_planes() -> None:
    planes = Position("chess").planes()
    assert planes.shape == (19, 8, 8)
    assert planes[5, 0, 4] == planes[11, 7, 4] == 1
    assert planes[12:16].all()


@pytest.mark.parametrize(
    ("variant", "fen"),
    [
        ("chess", "4k3/8/8/8/8/8/8/4K2R b - - {}"),
        ("milbatallas", "4k3/8/8/8/8/8/8/8/8/4K2R b - - - {}"),
        ("jacke", "4k3/8/8/8/8/8/8/4K2R b - - {} - - -"),
    ],
)
@pytest.mark.parametrize(("moves", "after"), [(9999, 10000), (1234567, 1234568), (9999999, 9999999)])
def test_a_long_game_can_be_read_again(variant, fen, moves, after):
    position = Position(variant, fen.format(f"5 {moves}"))
    assert position.ply == 2 * moves - 1
    position.push(position.legal_moves[0])
    assert f" 6 {after}" in position.fen()
    assert Position(variant, position.fen()).fen() == position.fen()
    clock = fen.format(f"9999999 {moves}")
    assert Position(variant, clock).fen() == clock
    assert Position(variant, clock).result.reason == "fifty"
    for wrong in (f"10000000 {moves}", "0 10000000", "0 0"):
        with pytest.raises(FenError, match=r"from [01] to 9999999"):
            Position(variant, fen.format(wrong))
