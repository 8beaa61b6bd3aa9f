"""Position strings: the parts that every game's format shares. Errors name the field, the value and what was expected.

Source: the rules pages' conventions. Squares are indexed rank by rank from a1.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from rebaz_core.errors import FenError

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_LENGTH = 1000


def split_fields(text: str, names: Sequence[str], most: int = MAX_LENGTH) -> list[str]:
    """The fields of a position string of at most `most` characters, one for each of `names`.

    >>> split_fields("8/8 w", ["board", "side"])
    ['8/8', 'w']
    >>> split_fields("8/8", ["board", "side"])
    Traceback (most recent call last):
    rebaz_core.errors.FenError: side: missing, expected 2 fields (board side) separated by single spaces
    """
    if not isinstance(text, str):
        raise TypeError(f"a position string is a str, not {type(text).__name__}")
    wanted = f"{len(names)} fields ({' '.join(names)}) separated by single spaces"
    if len(text) > most:
        raise FenError("fields", text, f"at most {most} characters")
    fields = text.split(" ")
    for name, value in zip(names, fields, strict=False):
        if not value:
            raise FenError(name, value, wanted)
    if len(fields) < len(names):
        raise FenError(names[len(fields)], None, wanted)
    if len(fields) > len(names):
        raise FenError("fields", text, wanted)
    return fields


def parse_choice(name: str, text: str, choices: Sequence[str]) -> int:
    """The index of `text` among `choices`.

    >>> parse_choice("side", "b", "wb")
    1
    """
    if text not in list(choices):
        raise FenError(name, text, " or ".join(choices))
    return choices.index(text)


def parse_counter(name: str, text: str, maximum: int) -> int:
    """A plain decimal from 0 to `maximum` without sign or leading zeros.

    >>> parse_counter("ply", "37", 100)
    37
    >>> parse_counter("ply", "01", 100)
    Traceback (most recent call last):
    rebaz_core.errors.FenError: ply: '01', expected a plain number from 0 to 100
    """
    plain = text.isascii() and text.isdigit() and len(text) <= len(str(maximum)) and str(int(text)) == text
    if not plain or int(text) > maximum:
        raise FenError(name, text, f"a plain number from 0 to {maximum}")
    return int(text)


def square_name(square: int, files: int = 8) -> str:
    """The name of a square index.

    >>> square_name(0), square_name(63)
    ('a1', 'h8')
    """
    return f"{chr(ord('a') + square % files)}{square // files + 1}"


def parse_square(text: str, files: int = 8, ranks: int = 8) -> int | None:
    """The index of a square's name, or None.

    >>> parse_square("h8"), parse_square("i1"), parse_square("a01")
    (63, None, None)
    """
    if len(text) < 2 or not text.isascii() or not text[1:].isdigit() or text[1] == "0" or len(text) > 3:
        return None
    file, rank = ord(text[0]) - ord("a"), int(text[1:]) - 1
    return rank * files + file if 0 <= file < files and rank < ranks else None


def split_squares(text: str, most: int, files: int = 8, ranks: int = 8) -> tuple[list[int], str]:
    """The indices of up to `most` squares that a text begins with, and what follows them.

    >>> split_squares("e1e10q", 2, ranks=10)
    ([4, 76], 'q')
    """
    squares: list[int] = []
    while len(squares) < most:
        digits = 2 if text[2:3].isascii() and text[2:3].isdigit() else 1
        square = parse_square(text[: 1 + digits], files, ranks)
        if square is None:
            break
        squares.append(square)
        text = text[1 + digits :]
    return squares, text


def parse_squares(name: str, text: str, files: int = 8, ranks: int = 8) -> list[int]:
    """A list of squares in index order without repeats, or ``-`` for none.

    >>> parse_squares("unmoved", "b3g3")
    [17, 22]
    """
    if text == "-":
        return []
    squares, rest = split_squares(text, files * ranks, files, ranks)
    if not squares or rest or any(later <= earlier for earlier, later in pairwise(squares)):
        raise FenError(name, text, "- or squares in index order without repeats, such as b3g3")
    return squares


def write_squares(squares: Sequence[int], files: int = 8) -> str:
    """The inverse of `parse_squares`."""
    return "".join(square_name(square, files) for square in squares) or "-"


def parse_board(text: str, files: int, ranks: int, pieces: dict[str, int]) -> list[tuple[int, int]]:
    """The pieces of a board field as (square, piece); `pieces` maps every token, such as ``N`` or ``+c``, to its piece.

    >>> parse_board("1n/C1", 2, 2, {"n": 5, "C": 0})
    [(3, 5), (0, 0)]
    """
    rows = text.split("/")
    if len(rows) != ranks:
        raise FenError("board", text, f"{ranks} ranks separated by /, not {len(rows)}")
    found: list[tuple[int, int]] = []
    for row, rank in zip(rows, range(ranks - 1, -1, -1), strict=True):
        where = f"in rank {rank + 1}"
        file = at = 0
        while at < len(row):
            end = at + 1
            if row[at] in "0123456789":
                while end < len(row) and row[end] in "0123456789":
                    end += 1
                run = row[at:end]
                if run[0] == "0" or len(run) > 2 or int(run) > files - file:
                    raise FenError("board", row, f"runs from 1 to {files} that fit {files} squares {where}")
                file += int(run)
            else:
                if row[at] == "+":
                    end += 1
                piece = pieces.get(row[at:end])
                if piece is None:
                    raise FenError("board", row[at:end], f"a piece letter of this variant {where}")
                if file >= files:
                    raise FenError("board", row, f"{files} squares {where}")
                found.append((rank * files + file, piece))
                file += 1
            at = end
        if file != files:
            raise FenError("board", row, f"{files} squares, not {file}, {where}")
    return found


def write_board(tokens: Sequence[str], files: int) -> str:
    """A board field; `tokens` has a token or an empty string for every square, from a1 on.

    >>> write_board(["C", "", "", "n"], 2)
    '1n/C1'
    """
    rows = []
    for start in range(len(tokens) - files, -1, -files):
        row, run = "", 0
        for token in tokens[start : start + files]:
            if token:
                row += (str(run) if run else "") + token
                run = 0
            else:
                run += 1
        rows.append(row + (str(run) if run else ""))
    return "/".join(rows)
