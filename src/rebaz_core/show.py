"""A board as text, with a Unicode frame and, for a terminal, the sides' colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rebaz_core.position import Position

_RESET = "\x1b[0m"
_UPPER, _LOWER, _BARRIER = "\x1b[1;31m", "\x1b[1;36m", "\x1b[90m"
_FOUR_SIDES = {"r": "\x1b[1;31m", "b": "\x1b[1;34m", "y": "\x1b[1;33m", "g": "\x1b[1;32m"}
_ASCII = str.maketrans("│─┌┬┐├┼┤└┴┘", "|-+++++++++")
_SQUARE = ("\x1b[48;5;236m", "\x1b[48;5;239m")


def board_text(position: Position, colours: bool = False, ascii_only: bool = False) -> str:
    """The board of a position, the first side at the bottom.

    >>> from rebaz_core import Position
    >>> print(board_text(Position("rebaz")).splitlines()[1])
    8 │ n │ b │ l │ r │ e │ m │ t │ p │
    """
    files, ranks = position.board_size
    margin = len(str(ranks))
    indent = " " * (margin + 1)
    lines = [f"{indent}┌" + "┬".join(["───"] * files) + "┐"]
    for rank in range(ranks, 0, -1):
        row = []
        for file in range(files):
            token = position.piece_at(f"{chr(97 + file)}{rank}") or ""
            cell = f"{token:>2} "
            if colours:
                cell = _SQUARE[(file + rank) % 2] + _colour(token) + cell + _RESET
            row.append(cell)
        lines.append(f"{rank:>{margin}} │" + "│".join(row) + "│")
        left, cross, right = "├┼┤" if rank > 1 else "└┴┘"
        lines.append(indent + left + cross.join(["───"] * files) + right)
    lines.append(indent + " " + " ".join(f" {chr(97 + file)} " for file in range(files)).rstrip())
    text = "\n".join(lines)
    return text.translate(_ASCII) if ascii_only else text


def _colour(token: str) -> str:
    """The colour of the side that a piece is of: by its case, or by the side's letter before the piece's."""
    if token[1:].isupper() and token[0] in _FOUR_SIDES:
        return _FOUR_SIDES[token[0]]
    return _UPPER if token.isupper() else _LOWER if token.islower() else _BARRIER
