"""Lists of positions that matches start from: text files with a position string a line.

Empty lines and lines that begin with ``#`` are no positions. The lists that come with the package are the ``.txt``
files next to this module, and their names are those of the files; a variant's scenarios are a list, too.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from rebaz_ai.files import read_text
from rebaz_core import InputError, Position, variant
from rebaz_core.text import text_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

SUFFIX = ".txt"
SCENARIOS: Final = "scenarios"
"""The name of the list of a variant's own scenarios."""


@cache
def opening_names() -> tuple[str, ...]:
    """The names of the lists that come with the package.

    >>> "chess" in opening_names()
    True
    """
    files = (entry.name for entry in resources.files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(SUFFIX) for name in files if name.endswith(SUFFIX)))


def load_openings(variant_name: str, source: str, options: Mapping[str, Any] | None = None) -> list[Position]:
    """The positions of a list of the package, of a file, or of a variant's scenarios, played with options of the game.

    InputError names the line that is no position.

    >>> len(load_openings("chess", "chess")), len(load_openings("milbatallas", "scenarios"))
    (200, 6)
    >>> load_openings("chess", "")
    Traceback (most recent call last):
    rebaz_core.errors.InputError: openings: '', expected a file of positions, scenarios or one of chess (no file's name)
    """
    if source == SCENARIOS:
        scenarios = variant(variant_name).scenarios
        if not scenarios:
            raise InputError("openings", source, f"a file or another list, for {variant_name} has no scenarios")
        return [Position(variant_name, scenario.fen, **(options or {})) for scenario in scenarios.values()]
    return parse_openings(variant_name, read_source(source), source, options)


def read_source(source: str) -> str:
    """The text of a list, by its name or its path."""
    names = opening_names()
    if source in names:
        return (resources.files(__name__) / (source + SUFFIX)).read_text("utf-8")
    return read_text(source, "openings", f"a file of positions, {SCENARIOS} or one of {', '.join(names)}")


def parse_openings(
    variant_name: str, text: str, source: str = "text", options: Mapping[str, Any] | None = None
) -> list[Position]:
    r"""The positions of a list's text; `source` is what errors call it.

    >>> [position.turn for position in parse_openings("rebaz-points", "# one\n\n8/8/8/2p1R1s1/8/8/8/8 b - 0")]
    ['b']
    >>> parse_openings("chess", "# none")
    Traceback (most recent call last):
    rebaz_core.errors.InputError: openings text: missing, expected at least one position string
    """
    positions = []
    variant(variant_name)  # an unknown variant is no fault of a line
    for number, line in enumerate(text_lines(text), 1):
        fen = line.strip()
        if not fen or fen.startswith("#"):
            continue
        where = f"openings {source}, line {number}"
        try:
            position = Position(variant_name, fen, **(options or {}))
        except InputError as error:
            raise InputError(f"{where}: {error.field}", error.value, error.expected) from None
        if position.is_over:
            raise InputError(where, fen, "a position whose game goes on")
        positions.append(position)
    if not positions:
        raise InputError(f"openings {source}", None, "at least one position string")
    return positions
