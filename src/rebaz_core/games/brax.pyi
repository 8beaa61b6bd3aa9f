from typing import Any

from typing_extensions import disjoint_base

from rebaz_core.options import GameOption
from rebaz_core.state import State

REASONS: tuple[str, ...]
FIELDS: tuple[str, ...]
START: str
ALLIES_FIELDS: tuple[str, ...]
TEAMS_START: str
ALLIES_START: str
HUNT_START: str
LETTERS: str
POLICIES: tuple[str, ...]
MAX_SEED: int
OPTIONS: tuple[GameOption, ...]
HUNT_OPTIONS: tuple[GameOption, ...]

def parse_policy(text: str) -> str | None: ...
def parse_seed(text: str) -> int | None: ...
def check_policy(value: object) -> str: ...
def check_seed(value: object) -> int: ...

@disjoint_base
class BraxState(State):
    def __init__(self, variant: str, options: dict[str, Any]) -> None: ...
