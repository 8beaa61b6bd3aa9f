"""What goes wrong, as ValueErrors that say what was given, what was expected, and where."""

from __future__ import annotations

_SHOWN = 60
_LONGEST_FIELD = 400
"""The name of a field may have a file's in it."""


def shown(value: object) -> str:
    """`value` as one short printable line.

    >>> shown("b9")
    "'b9'"
    >>> len(shown("x" * 10000)) < 100
    True
    """
    if isinstance(value, str) and len(value) > _SHOWN:
        return f"{value[:_SHOWN]!r}... ({len(value)} characters)"
    try:
        text = " ".join(repr(value).splitlines())
    except (ValueError, RecursionError):  # a whole number too long, or tables nested too deeply, for Python to write
        text = f"<{type(value).__name__}>"
    return text if len(text) <= 2 * _SHOWN else text[: 2 * _SHOWN] + "..."


def _printable(text: str, most: int = _SHOWN) -> str:
    return text if 0 < len(text) <= most and text.isprintable() else shown(text)


class RebazError(ValueError):
    """Base of every error that this package raises about its input."""


class InputError(RebazError):
    """A named piece of input that is not what it should be; a `value` of None says that it is missing.

    >>> raise InputError("ply", "-1", "a number from 0 to 100")
    Traceback (most recent call last):
    rebaz_core.errors.InputError: ply: '-1', expected a number from 0 to 100
    """

    def __init__(self, field: str, value: object, expected: str) -> None:
        super().__init__(field, value, expected)
        self.field = field
        self.value = value
        self.expected = expected

    def __str__(self) -> str:
        what = "missing" if self.value is None else shown(self.value)
        return f"{_printable(self.field, _LONGEST_FIELD)}: {what}, expected {self.expected}"


class FenError(InputError):
    """A position string that does not parse or that no position of the variant can have; `field` names the part."""


class VariantError(InputError):
    """A variant that the registry does not know."""


class ScenarioError(InputError):
    """A scenario that the variant does not have."""


class OptionError(InputError):
    """A variant's option with an unknown name or a value out of its range."""


class CardError(OptionError):
    """A file of Jacke's cards that is wrong: `file` names it, `owner` the card or roster at fault, if it is one's.

    >>> raise CardError("effect.kind", "magic", "one of movement, combat", "mine.toml", "card lancer")
    Traceback (most recent call last):
    rebaz_core.errors.CardError: mine.toml, card lancer, effect.kind: 'magic', expected one of movement, combat
    """

    def __init__(self, field: str, value: object, expected: str, file: str = "", owner: str = "") -> None:
        super().__init__(field, value, expected)
        self.file = file
        self.owner = owner

    def __str__(self) -> str:
        return "".join(f"{_printable(part)}, " for part in (self.file, self.owner) if part) + super().__str__()


class SetupError(InputError):
    """A start position that the rules do not allow."""


class MoveError(InputError):
    """A move that is malformed or not legal in the position."""
