"""Monte Carlo tree search, and the players that need no points."""

from __future__ import annotations

import random

import pytest

from rebaz_ai.bots import MonteCarloPlayer, RandomPlayer, StaticPlayer, greedy_player, player
from rebaz_ai.evaluation import evaluator
from rebaz_ai.evaluation.evaluator import Evaluator
from rebaz_ai.match import play_match
from rebaz_ai.search.montecarlo import MonteCarlo
from rebaz_core import VARIANTS, InputError, Position

MATE = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
ALL_BUT_ONE_IN = "7m/8/8/8/2M5/8/8/M6m w move c4d4e4 5 - - 99 160"


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_has_its_playouts_counted_and_its_position_kept(variant: str) -> None:
    position = Position(variant)
    before = position.fen()
    search = MonteCarlo(Evaluator(), seed=1)
    move = search.choose(position, 300)
    rows = search.visits()
    assert move in position.decisions
    assert {row[0] for row in rows} == set(position.decisions)
    assert sum(row[1] for row in rows) == 300
    assert rows[0][1] == max(row[1] for row in rows)
    assert all(0 <= mean <= 1 for _, _, mean in rows)
    assert position.fen() == before
    assert position.moves == []


def test_a_win_at_once_is_found_and_counts_as_nothing_but_a_win() -> None:
    search = MonteCarlo(evaluator("chess"), seed=3)
    assert str(search.choose(Position("chess", MATE), 2000)) == "a1a8"
    best, tried, mean = search.visits()[0]
    assert (str(best), mean) == ("a1a8", 1.0)
    assert tried > 1000


def test_the_same_seed_gives_the_same_tree() -> None:
    found = []
    for seed in (4, 4, 5):
        search = MonteCarlo(evaluator("brax"), seed)
        search.choose(Position("brax"), 400)
        found.append(sorted((str(move), tried, mean) for move, tried, mean in search.visits()))
    assert found[0] == found[1] != found[2]


def test_a_side_that_moves_on_counts_its_wins_for_itself() -> None:
    """In the middle of a turn of Rendezvous the same side moves again: what wins for it must not count against it."""
    position = Position("rendezvous", ALL_BUT_ONE_IN)
    search = MonteCarlo(evaluator("rendezvous"), seed=1)
    assert str(search.choose(position, 3000)) == "a1d4"
    assert search.visits()[0][2] > 0.95
    position.push("a1d4")
    assert position.turn == "w"
    position.push(search.choose(position, 100))
    assert position.result is not None
    assert position.result.winner == "w"


@pytest.mark.parametrize("variant", ["jacke", "fourkings"])
def test_playouts_go_through_what_dice_decide(variant: str) -> None:
    """Random games: where attacks stand among the decisions, they are tried like any other, once each at least."""
    rng = random.Random(1)
    position = Position(variant)
    search = MonteCarlo(Evaluator(), seed=2)
    seen = 0
    while position.result is None and seen < 5:
        thrown = [move for move in position.decisions if len(position.outcomes(move)) > 1]
        if thrown:
            seen += 1
            before = position.fen()
            assert search.choose(position, 600) in position.decisions
            tried = {move: count for move, count, _ in search.visits()}
            assert sum(tried.values()) == 600
            assert all(tried[move] > 0 for move in thrown)
            assert position.fen() == before
        position.push(rng.choice(position.legal_moves))
    assert seen == 5


def test_a_finished_game_has_no_move() -> None:
    with pytest.raises(ValueError, match="the game is over"):
        MonteCarlo(Evaluator()).choose(Position("brax", "8R/9/9/9/9/9/9/9/9 b - - i9 0 30"), 10)
    assert MonteCarlo(Evaluator()).visits() == []


def test_it_beats_random_moves() -> None:
    score = play_match(MonteCarloPlayer("brax", 100), RandomPlayer(), [Position("brax")], seed=5)
    assert score.percent == 100.0


@pytest.mark.parametrize(
    "text",
    [
        "montecarlo:playouts=0",
        "montecarlo:playouts=",
        "montecarlo:nodes=5",
        "random:playouts=5",
        "montecarlo:playouts=99999999999999999999",
    ],
)
def test_other_limits_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="montecarlo: with playouts="):
        player(text, "brax")


def test_players_by_name() -> None:
    chosen = player("montecarlo:playouts=7", "brax")
    assert isinstance(chosen, MonteCarloPlayer)
    assert (chosen.name, chosen.playouts) == ("montecarlo:playouts=7", 7)
    assert isinstance(player("greedy", "rendezvous"), StaticPlayer)
    assert not isinstance(player("greedy", "rebaz"), StaticPlayer)


def test_greedy_without_points_takes_what_is_to_be_had() -> None:
    last_piece = Position("brax", "9/9/9/9/9/9/9/8b/R7R w - - i2 0 30")
    assert str(greedy_player("brax").choose(last_piece)).startswith("i1i2")
    # Every way to have all men in within the turn, and a man with it, is worth the same.
    assert str(greedy_player("rendezvous").choose(Position("rendezvous", ALL_BUT_ONE_IN))) in ("a1d4", "c4e4")
