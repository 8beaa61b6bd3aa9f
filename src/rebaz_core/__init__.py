"""The rules of the REBAZ family of games: positions, legal moves, results, perft."""

from rebaz_core.errors import (
    CardError,
    FenError,
    InputError,
    MoveError,
    OptionError,
    RebazError,
    ScenarioError,
    SetupError,
    VariantError,
)
from rebaz_core.position import Position
from rebaz_core.registry import VARIANTS, Variant, scenario, variant
from rebaz_core.result import Result
from rebaz_core.scenarios import Scenario
from rebaz_core.state import Move
from rebaz_core.version import __version__

__all__ = [
    "VARIANTS",
    "CardError",
    "FenError",
    "InputError",
    "Move",
    "MoveError",
    "OptionError",
    "Position",
    "RebazError",
    "Result",
    "Scenario",
    "ScenarioError",
    "SetupError",
    "Variant",
    "VariantError",
    "__version__",
    "scenario",
    "variant",
]
