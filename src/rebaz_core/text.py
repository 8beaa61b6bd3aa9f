"""Text that people wrote: arguments that name something, lines of files that any editor may have saved."""

from __future__ import annotations

import re

_BYTE_ORDER_MARK = "\ufeff"


def plain_text(value: object, what: str = "text is a str") -> str:
    """`value`, a str or an instance of a class made from it, as the plain str that it holds, read once.

    What such a class says in a method of its own, as an Enum does, is not asked. TypeError, with `what` it should be,
    for anything else.

    >>> from enum import Enum
    >>> plain_text(Enum("Game", {"CHESS": "chess"}, type=str).CHESS, "a variant is a str")
    'chess'
    >>> plain_text(7, "a move is a Move or a str")
    Traceback (most recent call last):
    TypeError: a move is a Move or a str, not int
    """
    if not isinstance(value, str):
        raise TypeError(f"{what}, not {type(value).__name__}")
    return value if type(value) is str else str.__str__(value)


def text_lines(text: str) -> list[str]:
    r"""The lines of a text, which end in ``\n`` or ``\r\n`` and nothing else; a byte order mark before them is dropped.

    >>> text_lines("\ufeffone\r\ntwo\x0c\n")
    ['one', 'two\x0c', '']
    """
    return re.split(r"\r?\n", text.removeprefix(_BYTE_ORDER_MARK))
