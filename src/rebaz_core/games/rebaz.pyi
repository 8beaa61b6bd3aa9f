import re
from typing import Any

from typing_extensions import disjoint_base

from rebaz_core.options import GameOption
from rebaz_core.state import State

REASONS: tuple[str, ...]
FIELDS: tuple[str, ...]
LETTERS: tuple[str, ...]
PIECE_OF_LETTER: dict[str, int]
NATIVE_MOVE: re.Pattern[str]
MOST_POINTS: int
OPTIONS: tuple[GameOption, ...]

def parse_points(text: str) -> dict[str, int] | None: ...
def check_points(points: object) -> dict[str, int]: ...
def parse_limit(text: str) -> int | None: ...

@disjoint_base
class RebazState(State):
    def __init__(self, variant: str, options: dict[str, Any]) -> None: ...
