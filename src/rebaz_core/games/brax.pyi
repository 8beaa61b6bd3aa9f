from typing import Any

from typing_extensions import disjoint_base

from rebaz_core.options import GameOption
from rebaz_core.state import State

REASONS: tuple[str, ...]
FIELDS: tuple[str, ...]
START: str
MAX_CLOCK: int
OPTIONS: tuple[GameOption, ...]

@disjoint_base
class BraxState(State):
    def __init__(self, variant: str, options: dict[str, Any]) -> None: ...
