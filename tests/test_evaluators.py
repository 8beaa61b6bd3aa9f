"""An evaluator reads positions of its own game, and refuses all others wherever they come to it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from rebaz_ai.bots import EnginePlayer, MaterialPlayer, MonteCarloPlayer, RandomPlayer, points_player
from rebaz_ai.evaluation import (
    FAMILIES,
    BraxEvaluator,
    ChessEvaluator,
    FourKingsEvaluator,
    JackeEvaluator,
    MilBatallasEvaluator,
    RebazEvaluator,
    RendezvousEvaluator,
    counts_points,
    evaluator,
    points_evaluator,
)
from rebaz_ai.evaluation.evaluator import Evaluator
from rebaz_ai.evaluation.jacke_material import JackeMaterialEvaluator
from rebaz_ai.match import play_match
from rebaz_ai.search import Limits, Searcher, SearchOptions
from rebaz_ai.search.kernel import Kernel
from rebaz_ai.search.maxn import MaxN
from rebaz_ai.search.montecarlo import MonteCarlo
from rebaz_ai.search.table import Table
from rebaz_core import VARIANTS, InputError, Position, variant

if TYPE_CHECKING:
    from collections.abc import Callable

EVALUATORS: dict[str, list[Evaluator]] = {family: [make()] for family, make in FAMILIES.items()}
EVALUATORS["jacke"].append(JackeMaterialEvaluator())
for _name in ("rebaz", "milbatallas"):
    EVALUATORS[_name].append(points_evaluator(_name))

READERS: dict[str, Callable[[Evaluator, Position], object]] = {
    "evaluate": lambda own, position: own.evaluate_position(position),
    "explain": lambda own, position: own.explain_position(position),
    "search": lambda own, position: Searcher(1, own_evaluator=own).search(position, Limits(depth=2)),
    "exact": lambda own, position: Searcher(1, options=SearchOptions.exact(), own_evaluator=own).search(
        position, Limits(depth=1)
    ),
    "kernel": lambda own, position: Kernel(own, Table(1), SearchOptions()).start(position, [], 0),
    "max^n": lambda own, position: MaxN(own).start(position, [], 0),
    "monte carlo": lambda own, position: MonteCarlo(own, 1).choose(position, 20),
}


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("reader", READERS)
def test_only_positions_of_the_own_game_are_read(reader: str, name: str) -> None:
    family = variant(name).family
    for other, evaluators in EVALUATORS.items():
        for own in evaluators:
            if other == family:
                READERS[reader](own, Position(name))
                continue
            with pytest.raises(InputError, match=f"variant: '{name}', expected one that {type(own).__name__} values: "):
                READERS[reader](own, Position(name))


@pytest.mark.parametrize("name", VARIANTS)
def test_the_plain_evaluator_is_of_every_game(name: str) -> None:
    assert Evaluator().evaluate_position(Position(name)) == 0
    assert Evaluator().explain_position(Position(name)) == []


@pytest.mark.parametrize("name", VARIANTS)
def test_every_evaluator_says_what_it_reads(name: str) -> None:
    assert evaluator(name).state_type is variant(name).new_state
    if counts_points(name):
        assert points_evaluator(name).state_type is variant(name).new_state


def test_a_searcher_goes_on_after_a_refused_position() -> None:
    searcher = Searcher(1, own_evaluator=evaluator("jacke"))
    before = searcher.search(Position("jacke"), Limits(depth=2))
    for _ in range(2):
        with pytest.raises(InputError, match="JackeEvaluator values: jacke"):
            searcher.search(Position("chess"), Limits(depth=2))
    after = searcher.search(Position("jacke"), Limits(depth=2))
    assert (before.bestmove, before.nodes) == (after.bestmove, after.nodes)


def test_a_refused_position_leaves_the_last_tree_of_monte_carlo() -> None:
    search = MonteCarlo(evaluator("chess"), seed=1)
    search.choose(Position("chess"), 100)
    before = search.visits()
    with pytest.raises(InputError):
        search.choose(Position("milbatallas"), 100)
    assert search.visits() == before


@pytest.mark.parametrize(
    "player", [MaterialPlayer(), points_player("rebaz"), points_player("milbatallas"), MonteCarloPlayer("rebaz")]
)
def test_players_of_one_game_refuse_to_play_another(player: EnginePlayer) -> None:
    with pytest.raises(InputError, match="variant: 'chess', expected one that "):
        player.choose(Position("chess"))
    with pytest.raises(InputError, match="variant: 'brax', expected one that "):
        play_match(player, RandomPlayer(), [Position("brax")])


@pytest.mark.parametrize("value", [None, 7, "chess", object()])
def test_what_is_no_position_is_refused(value: object) -> None:
    for own in (Evaluator(), evaluator("chess")):
        with pytest.raises(TypeError):
            own.evaluate_position(value)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            own.explain_position(value)  # type: ignore[arg-type]


@pytest.mark.parametrize("reader", ["evaluate", "explain", "kernel", "max^n", "monte carlo"])
def test_a_position_that_was_never_made_is_refused(reader: str) -> None:
    for own in (Evaluator(), evaluator("chess")):
        with pytest.raises(InputError, match="variant: missing"):
            READERS[reader](own, Position.__new__(Position))


def test_subclasses_are_of_their_base_s_game() -> None:
    class OwnPosition(Position):
        pass

    class OwnEvaluator(type(evaluator("brax"))):  # type: ignore[misc]
        pass

    assert OwnEvaluator().evaluate_position(OwnPosition("brax4")) == evaluator("brax").evaluate_position(
        Position("brax4")
    )
    with pytest.raises(InputError, match="OwnEvaluator values: brax, brax3, brax4, brax-hunt"):
        OwnEvaluator().evaluate_position(OwnPosition("rebaz"))


@pytest.mark.parametrize("hero", ["w", "", "rb", 7, ["r"]])
def test_a_hero_is_one_of_the_sides(hero: object) -> None:
    with pytest.raises(InputError, match=r"hero: .*, expected one of r, b, y, g"):
        evaluator("fourkings").evaluate_position(Position("fourkings"), hero)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["brax", "brax3", "brax4", "brax-hunt", "milbatallas", "milbatallas-basic"])
def test_variants_of_a_game_share_its_evaluator_in_games_to_the_end(name: str) -> None:
    rng = random.Random(5)
    for scenario in variant(name).scenarios or [None]:
        position = Position(name, scenario=scenario)
        while position.result is None and len(position.moves) < 200:
            for own in EVALUATORS[variant(name).family]:
                assert abs(own.evaluate_position(position)) < 30000
            position.push(rng.choice(position.legal_moves))


@pytest.mark.parametrize("make", [BraxEvaluator, ChessEvaluator, FourKingsEvaluator, JackeEvaluator,
                                  MilBatallasEvaluator, RebazEvaluator, RendezvousEvaluator])
@pytest.mark.parametrize(("weights", "message"), [
    ({"nosuch": 1}, "weights: 'nosuch', expected one of "),
    ({1: 2}, "weights: 1, expected one of "),
    ("abc", "weights: 'abc', expected a dict"),
    ({"margin_percent": 0}, "margin_percent: 0, expected a number of at least 1"),
    ({"win_scale": 0}, "win_scale: 0, expected a number of at least 1"),
    ({"margin_percent": 10**30}, "margin_percent: 10+, expected a whole number from -32000"),
    ({"win_scale": float("nan")}, "win_scale: nan, expected a "),
    ({"win_scale": True}, "win_scale: True, expected a "),
    ({"draw_margin": [1]}, r"draw_margin: \[1\], expected a "),
])
def test_weights_are_checked(make: Callable[[object], object], weights: object, message: str) -> None:
    with pytest.raises(InputError, match=f"^{message}"):
        make(weights)


@pytest.mark.parametrize(("make", "name", "value"), [
    (JackeEvaluator, "values", []), (JackeEvaluator, "values", [[1]] * 6), (JackeEvaluator, "phase", (0, 1)),
    (JackeEvaluator, "exits", [1, 2, 3]), (JackeEvaluator, "rank_middle", []), (JackeEvaluator, "win", 110000),
    (JackeEvaluator, "win", 0), (JackeEvaluator, "win", 1.9), (FourKingsEvaluator, "values", {0: 1}),
    (FourKingsEvaluator, "danger", [1]), (FourKingsEvaluator, "danger", [1, 2, 3]), (ChessEvaluator, "phase", []),
    (FourKingsEvaluator, "rivals", [2**31 - 1] * 4),
])
def test_weights_of_another_shape_are_refused(make: Callable[[object], object], name: str, value: object) -> None:
    with pytest.raises(InputError, match=f"^{name}: .*, expected a"):
        make({name: value})
