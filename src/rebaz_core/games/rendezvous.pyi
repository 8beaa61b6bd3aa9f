from typing import Any

from typing_extensions import disjoint_base

from rebaz_core.state import State

FIELDS: tuple[str, ...]
PHASES: tuple[str, ...]
FIRSTS: tuple[str, ...]
REASONS: tuple[str, ...]
EXPECTED: dict[int, str]

@disjoint_base
class RendezvousState(State):
    def __init__(self, variant: str, options: dict[str, Any]) -> None: ...
