from collections.abc import Mapping
from typing import Any

from rebaz_ai.evaluation.evaluator import Evaluator

TERM_NAMES: tuple[str, ...]

def load_weights() -> dict[str, Any]: ...

class JackeEvaluator(Evaluator):
    def __init__(self, weights: Mapping[str, Any] | None = None) -> None: ...
