"""Text that people wrote: lines of files that any editor may have saved."""

from __future__ import annotations

import re

_BYTE_ORDER_MARK = "\ufeff"


def text_lines(text: str) -> list[str]:
    r"""The lines of a text, which end in ``\n`` or ``\r\n`` and nothing else; a byte order mark before them is dropped.

    >>> text_lines("\ufeffone\r\ntwo\x0c\n")
    ['one', 'two\x0c', '']
    """
    return re.split(r"\r?\n", text.removeprefix(_BYTE_ORDER_MARK))
