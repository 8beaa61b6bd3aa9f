"""Position strings: the parts that every game's format shares. Errors name the field, the value and what was expected.

Source: the rules pages' conventions. Squares are indexed rank by rank from a1.
"""

from __future__ import annotations

import re
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from rebaz_core.errors import FenError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MAX_LENGTH = 1000
MAX_CLOCK = 9_999_999
"""What a counter without an end of its own is read and written up to; a ply is up to twice as much."""
_TOKENS = re.compile(r"[0-9]+|\+?.", re.DOTALL)


def split_fields(text: str, names: Sequence[str], most: int = MAX_LENGTH) -> list[str]:
    """The fields of a position string of at most `most` characters, one for each of `names`.

    >>> split_fields("8/8 w", ["board", "side"])
    ['8/8', 'w']
    >>> split_fields("8/8", ["board", "side"])
    Traceback (most recent call last):
    rebaz_core.errors.FenError: side: missing, expected 2 fields (board side) separated by single spaces
    """
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


def parse_counter(name: str, text: str, maximum: int, minimum: int = 0) -> int:
    """A plain decimal from `minimum` to `maximum` without sign or leading zeros.

    >>> parse_counter("ply", "37", 100)
    37
    >>> parse_counter("ply", "01", 100)
    Traceback (most recent call last):
    rebaz_core.errors.FenError: ply: '01', expected a plain number from 0 to 100
    """
    plain = text.isascii() and text.isdigit() and len(text) <= len(str(maximum)) and str(int(text)) == text
    if not plain or not minimum <= int(text) <= maximum:
        raise FenError(name, text, f"a plain number from {minimum} to {maximum}")
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


def parse_board(
    text: str, files: int, ranks: int, pieces: dict[str, int], separator: str = ""
) -> list[tuple[int, int]]:
    """The pieces of a board field as (square, piece); `pieces` maps every token, such as ``N`` or ``+c``, to its piece.

    Tokens and runs of a rank follow one another, or have a `separator` between them.

    >>> parse_board("1n/C1", 2, 2, {"n": 5, "C": 0})
    [(3, 5), (0, 0)]
    >>> parse_board("1,yK/2", 2, 2, {"yK": 21}, ",")
    [(3, 21)]
    """
    rows = text.split("/")
    if len(rows) != ranks:
        raise FenError("board", text, f"{ranks} ranks separated by /, not {len(rows)}")
    found: list[tuple[int, int]] = []
    for row, rank in zip(rows, range(ranks - 1, -1, -1), strict=True):
        where = f"in rank {rank + 1}"
        file = 0
        after_run = False
        for token in row.split(separator) if separator else _TOKENS.findall(row):
            is_run = token.isascii() and token.isdigit()
            if is_run:
                if after_run or token[0] == "0" or len(token) > 2 or int(token) > files - file:
                    raise FenError("board", row, f"runs from 1 to {files} that fit {files} squares {where}")
                file += int(token)
            else:
                piece = pieces.get(token)
                if piece is None:
                    raise FenError("board", token, f"a piece letter of this variant {where}")
                if file >= files:
                    raise FenError("board", row, f"{files} squares {where}")
                found.append((rank * files + file, piece))
                file += 1
            after_run = is_run
        if file != files:
            raise FenError("board", row, f"{files} squares, not {file}, {where}")
    return found


def write_board(tokens: Sequence[str], files: int, separator: str = "") -> str:
    """A board field; `tokens` has a token or an empty string for every square, from a1 on.

    >>> write_board(["C", "", "", "n"], 2)
    '1n/C1'
    """
    rows = []
    for start in range(len(tokens) - files, -1, -files):
        row: list[str] = []
        for occupied, group in groupby(tokens[start : start + files], bool):
            entries = list(group)
            row += entries if occupied else [str(len(entries))]
        rows.append(separator.join(row))
    return "/".join(rows)


def parse_pairs(name: str, text: str) -> dict[int, str]:
    """What a field of ``square=value`` pairs, or ``-``, says of squares of an 8x8 board, in its order.

    >>> parse_pairs("damage", "d4=2,a1=1")
    {27: '2', 0: '1'}
    >>> parse_pairs("damage", "d4=2,d4=1")
    Traceback (most recent call last):
    rebaz_core.errors.FenError: damage: 'd4=2,d4=1', expected - or pairs such as d4=2 joined by commas, each square once
    """
    found: dict[int, str] = {}
    for pair in text.split(",") if text != "-" else ():
        square_text, equals, value = pair.partition("=")
        square = parse_square(square_text)
        if square is None or not equals or not value or square in found:
            example = "d4=2" if name == "damage" else "d4=rom-augur"
            raise FenError(name, text, f"- or pairs such as {example} joined by commas, each square once")
        found[square] = value
    return found


def write_pairs(values: Mapping[int, object]) -> str:
    """The inverse of `parse_pairs`, in index order.

    >>> write_pairs({27: 2, 0: 1})
    'a1=1,d4=2'
    """
    return ",".join(f"{square_name(square)}={values[square]}" for square in sorted(values)) or "-"
