"""Players and matches."""

from __future__ import annotations

import pytest

from rebaz_ai.bots import (
    EnginePlayer,
    GreedyPlayer,
    MaterialPlayer,
    MonteCarloPlayer,
    RandomPlayer,
    expectimax_player,
    points_player,
)
from rebaz_ai.match import GameRecord, MatchScore, play_game, play_match
from rebaz_ai.search import Limits
from rebaz_core import VARIANTS, InputError, Position, Result


def starts(variant: str, count: int) -> list[Position]:
    return [Position(variant) for _ in range(count)]


def test_greedy_takes_the_most_valuable_piece() -> None:
    # The Emperador on e5 sees a Mago and a Campesino.
    position = Position("rebaz-points", "8/8/8/2c1R1m1/8/8/8/8 w - 0")
    assert str(GreedyPlayer().choose(position)) == "e5g5"


def test_greedy_takes_the_elefante_before_anything_else() -> None:
    position = Position("rebaz-unwarned", "4e3/8/8/2m1R3/8/8/8/4E3 w - 0", points={"E": 0})
    assert str(GreedyPlayer().choose(position)) == "e5e8"


def test_random_games_follow_from_the_seed() -> None:
    moves = []
    for seed in (5, 5, 6):
        position = Position("rebaz")
        white, black = RandomPlayer(), RandomPlayer()
        white.new_game(seed)
        black.new_game(seed + 100)
        play_game(position, white, black)
        moves.append(position.moves)
    assert moves[0] == moves[1] != moves[2]


@pytest.mark.parametrize("variant", VARIANTS)
def test_both_players_have_all_sides(variant: str) -> None:
    records: list[GameRecord] = []
    score = play_match(GreedyPlayer(), RandomPlayer(), starts(variant, 2), 1, lambda _, game: records.append(game))
    assert [record.first_player_side for record in records] == list(Position(variant).sides * 2)
    assert score.games == len(records)
    assert all(record.position.result == record.result for record in records)


@pytest.mark.parametrize(
    ("side", "result", "expected"),
    [
        ("w", Result("1-0", "mate"), (1, 0, 0)),
        ("b", Result("1-0", "mate"), (0, 0, 1)),
        ("b", Result("0-1", "limit"), (1, 0, 0)),
        ("w", Result("1/2-1/2", "limit"), (0, 1, 0)),
    ],
)
def test_results_count_for_the_first_player(side: str, result: Result, expected: tuple[int, int, int]) -> None:
    score = MatchScore().plus(GameRecord(side, result, Position("rebaz")))
    assert (score.wins, score.draws, score.losses) == expected


@pytest.mark.parametrize("variant", ["rebaz", "rebaz-points"])
def test_the_engine_beats_its_yardsticks(variant: str) -> None:
    engine = EnginePlayer(Limits(nodes=5000))
    for opponent in (RandomPlayer(), GreedyPlayer(), points_player(variant, depth=2)):
        assert play_match(engine, opponent, starts(variant, 1), seed=3).percent == 100.0, opponent.name


def test_points_player_counts_nothing_but_points() -> None:
    player = points_player("rebaz-points", depth=1)
    # Two Gallinas (4 points) against one Serpiente (4): taking the Princesa (5) is worth most.
    position = Position("rebaz-points", "8/8/8/2p1R1s1/8/8/8/8 w - 0")
    assert str(player.choose(position)) == "e5c5"


@pytest.mark.parametrize(
    "make",
    [
        lambda: MaterialPlayer(None),
        lambda: points_player("rebaz", None),
        lambda: expectimax_player(None),
        lambda: MaterialPlayer(0),
        lambda: MaterialPlayer("1"),
    ],
)
def test_players_to_a_depth_need_one(make) -> None:
    with pytest.raises(InputError, match=r"depth: .*, expected a whole number from 1 to 120"):
        make()


@pytest.mark.parametrize(
    "limits", [Limits(), Limits(infinite=True), Limits(depth=3, ponder=True), Limits(wtime=1000), Limits(mate=1)]
)
def test_an_engine_that_would_not_end_its_search_is_no_player(limits: Limits) -> None:
    with pytest.raises(InputError, match=r"limits: .*, expected depth, nodes or movetime"):
        EnginePlayer(limits)


@pytest.mark.parametrize("playouts", [None, 0, -1, 2.0, True, "7", 2**64])
def test_playouts_are_a_number_from_one_on(playouts) -> None:
    with pytest.raises(InputError, match=r"playouts: .*, expected a whole number from 1 to"):
        MonteCarloPlayer("chess", playouts)
