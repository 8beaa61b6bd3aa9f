"""Options of a variant, described once for Python, protocol and command line."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rebaz_core.errors import OptionError


@dataclass(frozen=True)
class GameOption:
    """An option of a game: a keyword of `Position` and a `setoption` of the protocol."""

    keyword: str
    """The keyword argument in Python."""
    name: str
    """The name in the protocol."""
    kind: str
    """``spin`` (whole number), ``combo`` (one of `choices`) or ``string``, as UCI knows them."""
    default: str
    """The default in the protocol's text; it stands for the variant's own rules."""
    parse: Callable[[str], Any] = field(repr=False)
    """From the protocol's text to the Python value; None for the variant's own. Raises OptionError."""
    help: str
    minimum: int = 0
    maximum: int = 0
    choices: tuple[str, ...] = ()


def under_protocol_names(error: OptionError, options: Iterable[GameOption]) -> OptionError:
    """An error about a keyword argument as one about the option's name in the protocol.

    >>> from rebaz_core import OptionError, variant
    >>> options = variant("rebaz-points").options
    >>> print(under_protocol_names(OptionError("move_limit", 31, "1 to 30"), options))
    MoveLimit: 31, expected 1 to 30
    """
    names = {option.keyword: option.name for option in options}
    renamed = copy(error)
    renamed.field = names.get(error.field, error.field)
    return renamed
