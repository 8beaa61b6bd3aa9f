from typing import Any

from typing_extensions import disjoint_base

from rebaz_core.state import State

LETTERS: str
RIGHTS: str
PIECE_OF_LETTER: dict[str, int]
TOKENS: dict[int, str]
REASONS: tuple[str, ...]
FIELDS: tuple[str, ...]

@disjoint_base
class ArmyState(State):
    def __init__(self, variant: str, options: dict[str, Any]) -> None: ...

@disjoint_base
class MilBatallasState(ArmyState):
    def __init__(self, variant: str, options: dict[str, Any]) -> None: ...
