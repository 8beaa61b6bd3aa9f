"""Options of a variant, described once for Python, protocol and command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class GameOption:
    """An option of a game: a keyword of `Position` and a `setoption` of the protocol."""

    keyword: str
    """The keyword argument in Python."""
    name: str
    """The name in the protocol."""
    kind: str
    """``spin`` (whole number) or ``string``, as UCI knows them."""
    default: str
    """The default in the protocol's text; it stands for the variant's own rules."""
    parse: Callable[[str], Any]
    """From the protocol's text to the Python value; None for the variant's own. Raises OptionError."""
    help: str
    minimum: int = 0
    maximum: int = 0
