from typing import Any

from typing_extensions import disjoint_base

from rebaz_core.options import GameOption
from rebaz_core.state import State

REASONS: tuple[str, ...]
FIELDS: tuple[str, ...]
START: str
OPTIONS: tuple[GameOption, ...]
LETTERS: str
PIECE_OF_LETTER: dict[str, int]
TOKENS: dict[int, str]
START_COUNTS: dict[str, int]

def check_men(men: dict[int, int], side: int, text: str) -> None: ...
def read_unmoved(text: str, men: dict[int, int]) -> list[int]: ...

@disjoint_base
class JackeState(State):
    def __init__(self, variant: str, options: dict[str, Any]) -> None: ...
