"""What positions are worth: one evaluation a game, its weights as data."""

from __future__ import annotations

from functools import cache

from rebaz_ai.evaluation.brax import BraxEvaluator
from rebaz_ai.evaluation.chess import ChessEvaluator
from rebaz_ai.evaluation.evaluator import Evaluator
from rebaz_ai.evaluation.fourkings import FourKingsEvaluator
from rebaz_ai.evaluation.jacke import JackeEvaluator
from rebaz_ai.evaluation.milbatallas import MilBatallasEvaluator, MilBatallasPointsEvaluator
from rebaz_ai.evaluation.rebaz import PointsEvaluator, RebazEvaluator
from rebaz_ai.evaluation.rendezvous import RendezvousEvaluator
from rebaz_core import VARIANTS, InputError, Position, variant

FAMILIES: dict[str, type[Evaluator]] = {
    "rebaz": RebazEvaluator,
    "chess": ChessEvaluator,
    "milbatallas": MilBatallasEvaluator,
    "brax": BraxEvaluator,
    "jacke": JackeEvaluator,
    "rendezvous": RendezvousEvaluator,
    "fourkings": FourKingsEvaluator,
}
POINTS_FAMILIES: dict[str, type[Evaluator]] = {"rebaz": PointsEvaluator, "milbatallas": MilBatallasPointsEvaluator}


@cache
def evaluator(variant_name: str) -> Evaluator:
    """The evaluator of a variant, made once."""
    return FAMILIES[variant(variant_name).family]()


def points_evaluator(variant_name: str) -> Evaluator:
    """An evaluator that counts only what the rules count, as a yardstick; InputError where they count nothing.

    >>> points_evaluator("milbatallas").evaluate_position(Position("milbatallas"))
    0
    >>> points_evaluator("chess")
    Traceback (most recent call last):
    rebaz_core.errors.InputError: variant: 'chess', expected one whose rules count points, such as rebaz
    """
    if not counts_points(variant_name):
        known = next(name for name in VARIANTS if counts_points(name))
        raise InputError("variant", variant_name, f"one whose rules count points, such as {known}")
    return POINTS_FAMILIES[variant(variant_name).family]()


def counts_points(variant_name: str) -> bool:
    """Whether a variant has a `points_evaluator`."""
    return variant(variant_name).family in POINTS_FAMILIES


def evaluate(position: Position) -> int:
    """The static value of a position in centipawns (a Campesino is 100) from the side to move.

    >>> evaluate(Position("rebaz", "4e3/8/8/8/8/8/8/M3E3 w - 0")) > 500
    True
    """
    return evaluator(position.variant).evaluate_position(position)


def explain(position: Position) -> list[tuple[str, int, int]]:
    """The terms of the evaluation as (name, centipawns of the first side, of the second).

    Of more than two sides the first is the side to move, the second all others together, as they count against it.

    >>> [name for name, _, _ in explain(Position("rebaz"))][:2]
    ['material', 'mobility']
    """
    return evaluator(position.variant).explain_position(position)
