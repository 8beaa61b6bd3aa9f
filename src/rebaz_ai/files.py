"""Reading the files that a user names."""

from __future__ import annotations

import sys
from pathlib import Path

from rebaz_core import InputError

MAX_BYTES = 1 << 24
"""What is read of a file at most: a device may go on for ever."""


def read_text(source: str, field: str, expected: str = "a file that can be read") -> str:
    """The text of a file, or of standard input for ``-``; InputError names the field, the file and what was expected.

    >>> read_text("nosuch.txt", "board")
    Traceback (most recent call last):
    rebaz_core.errors.InputError: board: 'nosuch.txt', expected a file that can be read (No such file or directory)
    """
    try:
        data = _read_bytes(source)
    except (OSError, ValueError) as error:  # a path may hold what no file name can
        reason = (isinstance(error, OSError) and error.strerror) or "no file's name"
        raise InputError(field, source, f"{expected} ({reason})") from None
    if len(data) > MAX_BYTES:
        raise InputError(field, source, f"{expected} (it is longer than {MAX_BYTES} bytes)")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(field, source, f"{expected} (it is not UTF-8 text)") from None


def _read_bytes(source: str) -> bytes:
    if source == "-":
        return b"" if sys.stdin is None else sys.stdin.buffer.read(MAX_BYTES + 1)
    if not source:
        raise ValueError
    with Path(source).open("rb") as file:
        return file.read(MAX_BYTES + 1)
