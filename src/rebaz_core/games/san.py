"""Standard algebraic notation: the texts of chess's moves, on boards of any number of ranks.

Which moves there are, and so which squares tell two of them apart, is for the caller to say.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

_SHAPE = re.compile(
    r"(?P<piece>[KQRBN]?)(?P<file>[a-h]?)(?P<rank>[1-9]?[0-9]?)[x:-]?(?P<target>[a-h][1-9][0-9]?)"
    r"(?:=?(?P<promoted>[QRBN]))?(?:[+#]?[!?]{0,2})",
    re.ASCII,
)
_CASTLING = re.compile(r"(?P<side>[O0]-[O0](?P<long>-[O0])?)(?:[+#]?[!?]{0,2})")


class San(NamedTuple):
    """What the text of a move says; empty where it says nothing."""

    piece: str
    """A letter of ``KQRBNP``."""
    file: str
    rank: str
    """File and rank that the piece comes from."""
    target: str
    promoted: str
    castling: str
    """The file that the king goes to in castling, ``g`` or ``c``; nothing else of the move is given then."""


def read(text: str) -> San | None:
    """What a text in algebraic notation says, with or without marks of checks and comment; None if it is none.

    >>> read("Nbd7+")
    San(piece='N', file='b', rank='', target='d7', promoted='', castling='')
    >>> read("exd10=Q").promoted, read("O-O-O").castling, read("Ñd7")
    ('Q', 'c', None)
    """
    if found := _CASTLING.fullmatch(text):
        return San("K", "", "", "", "", "c" if found["long"] else "g")
    if found := _SHAPE.fullmatch(text):
        file = found["file"]
        if not found["piece"] and not file:
            file = found["target"][0]
        return San(found["piece"] or "P", file, found["rank"], found["target"], found["promoted"] or "", "")
    return None


def write(piece: str, source: str, target: str, rivals: Sequence[str], takes: bool, promoted: str = "") -> str:
    """The text of a move but for its mark of check; `rivals` are the squares of like men that can go to the same.

    >>> write("N", "b1", "d2", ["f1"], takes=False), write("R", "a10", "a5", ["a2"], takes=True)
    ('Nbd2', 'R10xa5')
    >>> write("P", "e9", "d10", [], takes=True, promoted="Q")
    'exd10=Q'
    """
    file, rank = source[0], source[1:]
    if piece == "P":
        origin = file if takes else ""
    elif not rivals:
        origin = ""
    elif all(rival[0] != file for rival in rivals):
        origin = file
    elif all(rival[1:] != rank for rival in rivals):
        origin = rank
    else:
        origin = source
    letter = "" if piece == "P" else piece
    return f"{letter}{origin}{'x' if takes else ''}{target}{'=' + promoted if promoted else ''}"


def castle(target: str) -> str:
    """The text of castling whose king goes to `target`.

    >>> castle("g1"), castle("c10")
    ('O-O', 'O-O-O')
    """
    return "O-O" if target[0] == "g" else "O-O-O"
