import re
from typing import Any

from typing_extensions import disjoint_base

from rebaz_core.options import GameOption
from rebaz_core.state import State

REASONS: tuple[str, ...]
FIELDS: tuple[str, ...]
SIDE_LETTERS: str
LETTERS: str
ROTATIONS: tuple[str, str]
PIECE_OF_TOKEN: dict[str, int]
TOKENS: dict[int, str]
START_MEN: dict[str, tuple[tuple[int, str], ...]]
MOST_PAWNS: int
MOST_MEN: int
MOVE: re.Pattern[str]
OUTCOME_OF_LETTER: dict[str, int]
LETTER_OF_OUTCOME: dict[int, str]
OPTIONS: tuple[GameOption, ...]

@disjoint_base
class FourKingsState(State):
    def __init__(self, variant: str, options: dict[str, Any]) -> None: ...
