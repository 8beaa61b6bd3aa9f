"""The search: exact where nothing is lossy, sound where it is, obedient to its limits."""

from __future__ import annotations

import json
import random
import threading
import time
from fractions import Fraction
from math import floor
from pathlib import Path

import pytest

from rebaz_ai.evaluation import evaluate, evaluator, explain
from rebaz_ai.evaluation.evaluator import Evaluator
from rebaz_ai.search import Info, Limits, Score, Searcher, WinDrawLoss
from rebaz_ai.search.kernel import Kernel
from rebaz_ai.search.options import SearchOptions
from rebaz_ai.search.table import Table
from rebaz_ai.search.timeman import budget
from rebaz_ai.search.types import MATE_SCORE
from rebaz_core import VARIANTS, InputError, MoveError, Position


def is_many_sided(position: Position) -> bool:
    return len(position.sides) > 2


def has_dice(variant: str) -> bool:
    return Position(variant).has_dice


def ended_value(position: Position, ply: int, hero: str) -> Fraction | None:
    """What a game that is over is worth to the side to move, or None; with dice a win counts the same at any time.

    Of more than two sides all but `hero` are one team, and the game is lost for `hero` when it is out.
    """
    result = position.result
    many = is_many_sided(position)
    if result is None:
        if not many or hero + "K" in position.fen().split()[0]:
            return None
        won = position.turn != hero
    elif result.winner is None:
        return Fraction(0)
    else:
        won = (result.winner == hero) == (position.turn == hero)
    win = evaluator(position.variant).win if position.has_dice else MATE_SCORE - ply
    return Fraction(win if won else -win)


def reference_value(position: Position, depth: int, ply: int = 0, hero: str = "") -> Fraction:
    """Full-width negamax without pruning or hashing: what every search of that depth has to agree with.

    What dice decide counts by its expectation; of more than two sides all others play against the first to move.
    """
    hero = hero or position.turn
    value = ended_value(position, ply, hero)
    if value is not None:
        return value
    if depth == 0:
        return Fraction(evaluator(position.variant).evaluate_position(position, hero))
    best, mover = -Fraction(MATE_SCORE), position.turn
    for decision in position.decisions:
        total = Fraction(0)
        for move, odds in position.outcomes(decision):
            position.push(move)
            value = reference_value(position, depth - 1, ply + 1, hero)
            same_team = position.turn == mover or (is_many_sided(position) and hero not in (position.turn, mover))
            total += odds * (value if same_team else -value)
            position.pop()
        best = max(best, total)
    return best


def seen_by(mover: str, position: Position, value: int) -> int:
    """A value for the side to move as `mover` sees it, who may be to move again."""
    return value if position.turn == mover else -value


# Variants where a side in check has to answer it; elsewhere `in_check` is only a warning.
ANSWER_CHECKS = ("rebaz", "chess", "milbatallas", "milbatallas-basic")


def reference_quiescence(position: Position, alpha: int, beta: int, ply: int) -> int:
    """Stand pat or take; in a check that must be answered, every answer.

    Alpha-beta only, which does not change the value at the root. A side that is not in check is not asked whether it
    could move at all.
    """
    result = position.result
    if result is not None and result.reason not in ("stuck", "stalemate"):
        if result.winner is None:
            return 0
        return MATE_SCORE - ply if result.winner == position.turn else ply - MATE_SCORE
    best, mover = -MATE_SCORE, position.turn
    moves = position.legal_moves
    if position.variant not in ANSWER_CHECKS or not position.in_check:
        best = evaluate(position)
        moves = position.noisy_moves
    alpha = max(alpha, best)
    for move in moves:
        if alpha >= beta:
            break
        position.push(move)
        window = (alpha, beta) if position.turn == mover else (-beta, -alpha)
        best = max(best, seen_by(mover, position, reference_quiescence(position, *window, ply + 1)))
        position.pop()
        alpha = max(alpha, best)
    return best


def reference_with_quiescence(position: Position, depth: int, ply: int = 0) -> int:
    if depth == 0 or position.result is not None:
        return reference_quiescence(position, -MATE_SCORE, MATE_SCORE, ply)
    best, mover = -MATE_SCORE, position.turn
    for move in position.legal_moves:
        position.push(move)
        best = max(best, seen_by(mover, position, reference_with_quiescence(position, depth - 1, ply + 1)))
        position.pop()
    return best


def random_positions(variant: str, count: int, seed: int) -> list[Position]:
    """Positions after random moves, many of them close to the end."""
    rng = random.Random(seed)
    limit = min(Position(variant).plies_left, 120)
    found: list[Position] = []
    while len(found) < count:
        position = Position(variant)
        for _ in range(rng.choice([0, rng.randrange(limit), limit - 1, limit - 2, limit - 3])):
            moves = position.legal_moves
            if not moves:
                break
            position.push(rng.choice(moves))
        if position.result is None:
            found.append(position)
    return found


def sparse_positions(variant: str, count: int) -> list[Position]:
    """Vector positions with few pieces, where a quiescence search without pruning stays small."""
    path = Path(__file__).parent / "data" / f"{VARIANTS[variant].family}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    fens = [fact["fen"] for fact in map(json.loads, lines) if fact["variant"] == variant and "perft" in fact]
    sparse = [fen for fen in fens if sum(letter.isalpha() for letter in fen.split()[0]) <= 12]
    playable = [position for position in (Position(variant, fen) for fen in sparse) if position.result is None]
    assert len(playable) >= count // 2
    return playable[:count]


def exact_value(position: Position, depth: int, quiescence: bool = False) -> Score:
    options = SearchOptions.exact(quiescence)
    return Searcher(hash_mb=1, options=options).search(position, Limits(depth=depth)).lines[0].score


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_kernel_without_lossy_things_equals_full_width_search(variant: str, depth: int) -> None:
    if has_dice(variant):
        depth = min(depth, 2)  # every throw is looked at
    for position in random_positions(variant, 5, seed=depth):
        value = reference_value(position.copy(), depth)
        assert exact_value(position, depth) == Score.of(floor(value + Fraction(1, 2))), position.fen()


# With dice an attack may come to nothing for ever, and only pruning ends the quiescence search.
@pytest.mark.parametrize("variant", [name for name in VARIANTS if not has_dice(name)])
def test_kernel_with_exact_quiescence_equals_reference(variant: str) -> None:
    for position in sparse_positions(variant, 12):
        expected = Score.of(reference_with_quiescence(position.copy(), 1))
        assert exact_value(position, 1, quiescence=True) == expected, position.fen()


@pytest.mark.parametrize("depth", [1, 2, 6])
def test_mate_in_one_is_found_and_named(depth: int) -> None:
    position = Position("rebaz", "7e/8/8/c7/6N1/5R2/8/E5M1 w - 0")
    result = Searcher().search(position, Limits(depth=depth))
    assert str(result.lines[0].score) == "mate 1"
    position.push(str(result.bestmove))
    assert str(position.result) == "1-0 mate"


def test_unwarned_elefante_is_taken_at_once() -> None:
    position = Position("rebaz-unwarned", "e3m3/8/8/8/4E3/8/8/4N3 b - 3")
    result = Searcher().search(position, Limits(depth=2))
    assert (str(result.bestmove), str(result.lines[0].score)) == ("e8e4", "mate 1")


def test_last_ply_goes_for_points_alone() -> None:
    # A Campesino's capture that wins the count beats every other move.
    position = Position("rebaz-points", "8/8/8/4s3/3C4/8/8/8 w - 59")
    result = Searcher().search(position, Limits(depth=3))
    assert str(result.bestmove) == "d4e5"
    assert result.lines[0].score == Score(mate=1)


def test_fixed_depth_is_deterministic() -> None:
    runs = [Searcher().search(Position("rebaz"), Limits(depth=8)) for _ in range(2)]
    assert runs[0].nodes == runs[1].nodes
    assert [line.pv for line in runs[0].lines] == [line.pv for line in runs[1].lines]
    assert [line.score for line in runs[0].lines] == [line.score for line in runs[1].lines]


@pytest.mark.parametrize("variant", ["rebaz", "chess", "milbatallas", "brax", "rendezvous"])
@pytest.mark.parametrize("depth", [2, 3, 4])
def test_lines_of_shallow_searches_are_whole(variant: str, depth: int) -> None:
    position = Position(variant)
    assert len(Searcher().search(position, Limits(depth=depth)).lines[0].pv) == depth


def test_node_limit_binds() -> None:
    result = Searcher().search(Position("rebaz"), Limits(nodes=5000))
    assert 4000 <= result.nodes <= 5000
    assert result.bestmove is not None


def test_searchmoves_restrict_the_root() -> None:
    position = Position("rebaz")
    only = (position.parse_move("a3a4"), position.parse_move("h3h4"))
    result = Searcher().search(position, Limits(depth=5, searchmoves=only))
    assert result.bestmove in only


@pytest.mark.parametrize("variant", VARIANTS)
def test_multipv_lines_are_distinct_ordered_and_legal(variant: str) -> None:
    seen: list[Info] = []
    position = Position(variant)
    result = Searcher().search(position, Limits(depth=6), seen.append, multipv=4)
    assert [line.multipv for line in result.lines] == [1, 2, 3, 4]
    assert len({line.pv[0] for line in result.lines}) == 4
    values = [line.score.value for line in result.lines]
    assert values == sorted(values, reverse=True)
    assert {info.depth for info in seen} == set(range(1, 7))
    for line in result.lines:
        played = position.copy()
        for move in line.pv:
            played.push(move, random.Random(1))


def test_finished_game_has_no_best_move() -> None:
    seen: list[Info] = []
    position = Position("rebaz", "7e/8/8/c7/6N1/5R2/8/E6M b - 0")
    result = Searcher().search(position, Limits(depth=5), seen.append)
    assert result.bestmove is None
    assert [str(info.score) for info in seen] == ["mate 0"]


@pytest.mark.parametrize("limits", [Limits(infinite=True), Limits(ponder=True, depth=2)])
def test_unbounded_search_waits_for_stop(limits: Limits) -> None:
    searcher = Searcher()
    results = []
    searcher.prepare()
    thread = threading.Thread(target=lambda: results.append(searcher.search(Position("rebaz"), limits)))
    thread.start()
    time.sleep(0.1)
    assert thread.is_alive()
    searcher.stop()
    thread.join(10)
    assert results[0].bestmove is not None


def test_stop_before_the_thread_runs_is_not_lost() -> None:
    searcher = Searcher()
    searcher.prepare()
    searcher.stop()
    result = searcher.search(Position("rebaz"), Limits(infinite=True))
    assert result.bestmove is not None


def test_ponderhit_lets_the_limits_bind() -> None:
    searcher = Searcher()
    results = []
    searcher.prepare()
    limits = Limits(ponder=True, movetime=50)
    thread = threading.Thread(target=lambda: results.append(searcher.search(Position("rebaz"), limits)))
    thread.start()
    time.sleep(0.1)
    assert thread.is_alive()
    searcher.ponderhit()
    thread.join(10)
    assert results[0].bestmove is not None


def test_search_leaves_the_position_alone() -> None:
    position = Position("rebaz")
    position.push("e3e5")
    before = (position.fen(), position.key, position.moves)
    Searcher().search(position, Limits(depth=6))
    assert (position.fen(), position.key, position.moves) == before


def test_a_searcher_plays_several_variants_in_turn() -> None:
    searcher = Searcher()
    for variant in (*VARIANTS, *VARIANTS):
        position = Position(variant)
        assert searcher.search(position, Limits(depth=4)).bestmove in position.decisions


def test_evaluation_changes_sign_with_the_colours() -> None:
    for position in random_positions("rebaz-points", 20, seed=5):
        board, side, unmoved, ply = position.fen().split()
        swapped = "/".join(reversed(board.swapcase().split("/")))
        other = "w" if side == "b" else "b"
        squares = [unmoved[i] + str(9 - int(unmoved[i + 1])) for i in range(0, len(unmoved) - 1, 2)]
        squares.sort(key=lambda square: (square[1], square[0]))
        mirrored = Position("rebaz-points", f"{swapped} {other} {''.join(squares) or '-'} {ply}")
        assert evaluate(mirrored) == evaluate(position), position.fen()


def test_terms_add_up_to_the_evaluation() -> None:
    for position in random_positions("rebaz", 20, seed=11):
        total = sum(white - black for _, white, black in explain(position))
        value = evaluate(position) * (1 if position.turn == "w" else -1)
        assert abs(total - value) <= 8, position.fen()


def test_points_count_for_all_at_the_limit() -> None:
    # A Mago is worth more to the search than an Emperador, but the official points say 10 against 11.
    fens = {ply: f"r7/8/8/8/8/8/8/7M w - {ply}" for ply in (10, 59)}
    assert evaluate(Position("rebaz-points", fens[10])) > 0
    assert evaluate(Position("rebaz-points", fens[59])) < 0
    assert evaluate(Position("rebaz-points", fens[59], points={"M": 12})) > 0


@pytest.mark.parametrize("megabytes", [0, -1, 65537])
def test_hash_sizes_out_of_range_are_refused(megabytes: int) -> None:
    with pytest.raises(ValueError, match="megabytes"):
        Table(megabytes)


def test_a_refused_hash_leaves_the_old_table() -> None:
    searcher = Searcher(hash_mb=2)
    with pytest.raises(ValueError, match="hash_mb"):
        searcher.set_hash(0)
    assert searcher.hash_mb == 2


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("depth", 0), ("depth", -1), ("depth", 121), ("depth", "3"), ("depth", True), ("depth", 2.0),
        ("nodes", 0), ("nodes", -1), ("nodes", 10**30), ("movetime", 0), ("movetime", -5), ("movetime", float("nan")),
        ("mate", 0), ("wtime", 10**30), ("winc", -1), ("movestogo", 0), ("searchmoves", "d3d5"), ("searchmoves", (1,)),
    ],
)  # fmt: skip
def test_limits_out_of_range_are_refused(field: str, value: object) -> None:
    with pytest.raises(InputError, match=f"^{field}: "):
        Limits(**{field: value})


@pytest.mark.parametrize("multipv", [0, -1, 257, "2", True])
def test_multipv_out_of_range_is_refused(multipv: object) -> None:
    with pytest.raises(InputError, match=r"^multipv: "):
        Searcher().search(Position(), Limits(depth=1), multipv=multipv)


@pytest.mark.parametrize("megabytes", [0, -1, 65537, 10**30, 1.5, True, "16"])
def test_hash_sizes_of_a_searcher_out_of_range_are_refused(megabytes: object) -> None:
    with pytest.raises(InputError, match=r"^hash_mb: "):
        Searcher(megabytes)


def test_searchmoves_may_be_text_in_either_notation() -> None:
    result = Searcher().search(Position(), Limits(depth=2, searchmoves=("G2c-2e",)))
    assert str(result.bestmove) == "b3b5"


def test_illegal_searchmoves_are_refused() -> None:
    with pytest.raises(MoveError, match="a1a8"):
        Searcher().search(Position(), Limits(depth=2, searchmoves=("a1a8",)))


def test_a_searcher_searches_once_at_a_time() -> None:
    searcher = Searcher(1)
    searcher.prepare()
    thread = threading.Thread(target=searcher.search, args=(Position(), Limits(infinite=True)))
    thread.start()
    while not searcher.searching:
        time.sleep(0.001)
    calls = (lambda: searcher.search(Position(), Limits(depth=1)), searcher.clear, lambda: searcher.set_hash(1))
    for call in calls:
        with pytest.raises(RuntimeError, match="is searching"):
            call()
    searcher.stop()
    thread.join(10)
    assert searcher.search(Position(), Limits(depth=1)).bestmove is not None


def test_report_can_not_search_with_the_same_searcher() -> None:
    searcher = Searcher(1)
    with pytest.raises(RuntimeError, match="is searching"):
        searcher.search(Position(), Limits(depth=2), lambda _: searcher.search(Position(), Limits(depth=1)))


@pytest.mark.parametrize(
    ("variant", "fen"),
    [
        ("rebaz-points", "mMmMmMmM/MmMmMmMm/mMmMmMmM/MmMmMmMm/mMmMmMmM/MmMmMmMm/mMmMmMmM/MmMmMmMm w - 0"),
        ("rebaz-points", "1M4cJ/1c1rl2m/1bB2L2/ln3n1R/1Lcgbd1b/s1Pl1T2/2G1b2l/e1E1DN1r b - 0"),
    ],
)
def test_crowded_boards_end_their_first_iteration(variant: str, fen: str) -> None:
    result = Searcher(1).search(Position(variant, fen), Limits(depth=1))
    assert result.lines[0].depth == 1
    assert result.nodes < 200_000


def test_a_search_without_time_for_one_move_plays_the_statically_best() -> None:
    searcher = Searcher(1)
    searcher.prepare()
    searcher.stop()
    seen: list[Info] = []
    result = searcher.search(Position("rebaz-points", "8/8/8/2c1R1m1/8/8/8/8 w - 0"), Limits(depth=5), seen.append)
    assert str(result.bestmove) == "e5g5"
    assert [info.depth for info in seen] == [0]


def test_kernel_without_a_search_refuses() -> None:
    kernel = Kernel(evaluator("rebaz"), Table(1), SearchOptions())
    with pytest.raises(ValueError, match="start a search"):
        kernel.iterate(1, -100, 100, 0)
    assert kernel.hash_reply(Position().legal_moves[0]) is None
    assert kernel.principal_variation() == []


def test_a_position_that_lies_about_its_moves_is_not_believed() -> None:
    class Liar(Position):
        legal_moves = property(lambda _: Position("rebaz-points").legal_moves * 200)

    result = Searcher(1).search(Liar(), Limits(depth=2))
    assert Position().is_legal(str(result.bestmove))


@pytest.mark.parametrize("variant", VARIANTS)
def test_chances_mirror_and_grow_with_the_score(variant):
    weighed = evaluator(variant)
    found = [WinDrawLoss.of(cp, weighed.win_scale, weighed.draw_margin) for cp in range(-60000, 60001, 120)]
    assert all(sum(chances) == 1000 and min(chances) >= 0 for chances in found)
    assert [(chances.loss, chances.win) for chances in reversed(found)] == [(each.win, each.loss) for each in found]
    assert [chances.win for chances in found] == sorted(chances.win for chances in found)
    assert (found[0].loss, found[-1].win) == (1000, 1000)


def test_a_proven_win_is_certain():
    mate_in_one = Position("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    first, second = Searcher().search(mate_in_one, Limits(depth=3), multipv=2).lines
    assert (first.score.mate, first.wdl) == (1, (1000, 0, 0))
    assert second.wdl.expectation < 1
    mate_in_one.push(first.pv[0])
    seen = []
    Searcher().search(mate_in_one, Limits(depth=1), seen.append)
    assert [(info.score.mate, info.wdl) for info in seen] == [(0, (0, 0, 1000))]


DRAWS = [
    ("rendezvous", "m6m/8/8/8/8/8/8/M6M w move c3d3e3 5 - - 99 160", 2),  # a turn before the idle limit
    ("chess", "7k/8/8/8/8/8/8/KR6 w - - 99 90", 1),  # fifty moves
    ("chess", "7k/8/8/8/8/8/1q6/K7 w - - 0 1", 1),  # takes the last piece
    ("rebaz-points", "4e3/8/8/8/8/8/8/4E3 w - 58", 2),  # the last move of the limit, on equal points
]


@pytest.mark.parametrize(("variant", "fen", "depth"), DRAWS)
def test_a_line_that_ends_the_game_drawn_is_a_certain_draw(variant: str, fen: str, depth: int) -> None:
    seen: list[Info] = []
    Searcher(1).search(Position(variant, fen), Limits(depth=depth), seen.append)
    assert (seen[-1].score.cp, seen[-1].wdl) == (0, (0, 1000, 0))


@pytest.mark.parametrize("variant", ["chess", "rendezvous", "fourkings"])
def test_an_estimate_of_nothing_is_no_certain_draw(variant: str) -> None:
    """Nothing is worth anything to the plain evaluator."""
    result = Searcher(1, own_evaluator=Evaluator()).search(Position(variant), Limits(depth=2))
    assert result.lines[0].score.cp == 0
    assert result.lines[0].wdl.draw < 1000


def test_each_side_has_a_clock_of_its_own() -> None:
    limits = Limits(rtime=1000, btime=60000, ytime=1000, yinc=500)
    hard = {side: budget(limits, side, 50, 0).hard or 0 for side in "wrbyg"}
    assert hard["w"] == hard["g"] == 0
    assert 0 < hard["r"] < hard["y"] < hard["b"]
    for name in ("rtime", "ginc"):
        with pytest.raises(InputError, match=f"{name}: 'x', expected a whole number"):
            Limits(**{name: "x"})  # type: ignore[arg-type]
