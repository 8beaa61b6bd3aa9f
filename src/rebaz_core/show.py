"""A board as text, with a Unicode frame and, for a terminal, the sides' colours; fights with dice in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rebaz_core.fen import parse_pairs, parse_square, split_squares, square_name
from rebaz_core.games.jacke_cards import load_catalogue

if TYPE_CHECKING:
    from rebaz_core.dice import Throw
    from rebaz_core.games.jacke_cards import Card
    from rebaz_core.position import Position

_RESET = "\x1b[0m"
_UPPER, _LOWER, _BARRIER = "\x1b[1;31m", "\x1b[1;36m", "\x1b[90m"
_FOUR_SIDES = {"r": "\x1b[1;31m", "b": "\x1b[1;34m", "y": "\x1b[1;33m", "g": "\x1b[1;32m"}
_ASCII = str.maketrans("│─┌┬┐├┼┤└┴┘", "|-+++++++++")
_OUTCOMES: Final = {"0": "nothing", "x": "captured", "e": "the king may step away"}
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


def meaning(outcome: str) -> str:
    """The outcome of an attack in words.

    >>> meaning("d2"), meaning("x")
    ('2 damage', 'captured')
    """
    return _OUTCOMES.get(outcome, f"{outcome[1:]} damage")


def outcome_text(thrown: Throw) -> str:
    """What the dice made of an attack, in words.

    >>> from random import Random
    >>> from rebaz_core import Position
    >>> from rebaz_core.dice import throw
    >>> outcome_text(throw(Position("jacke", "7k/8/8/3p4/4P3/8/8/K7 w - - 0 1 - - -"), "e4d5", Random(2)))
    'e4d5:0, nothing (attack 1, defence 1)'
    """
    move, _, dice = str(thrown).partition(" ")
    return f"{move}, {meaning(move.partition(':')[2])} {dice}"


def card_on(position: Position, square: str) -> Card:
    """The card of the man on a square, in games that have cards."""
    catalogue = load_catalogue(position.options.get("card_file"))
    token = position.piece_at(square) or ""
    dealt = parse_pairs("cards", position.fen().split(" ")[-3]).get(parse_square(square) or 0)
    return catalogue.cards[dealt] if dealt else catalogue.plain(token[-1].upper())


def fight_lines(position: Position) -> list[str]:
    r"""In games with dice: the damage on the board, and an attacked king whose owner has to answer, a line each.

    >>> from rebaz_core import Position
    >>> print(*fight_lines(Position("jacke", "8/8/8/4k3/3Q4/8/8/K7 b - - 0 1 - d4=1,e5=2 d4e5")), sep="\n")
    Damage: d4 1 of 3, e5 2 of 4
    The king on e5 is attacked from d4: its owner answers by a step, or by stay
    """
    if not position.has_dice:
        return []
    _, damage, pending = position.fen().split(" ")[-3:]
    lines = []
    hurt = {square_name(square): amount for square, amount in parse_pairs("damage", damage).items()}
    if hurt:
        shown = (f"{square} {amount} of {card_on(position, square).health}" for square, amount in hurt.items())
        lines.append(f"Damage: {', '.join(shown)}")
    if pending != "-":
        start, target = map(square_name, split_squares(pending, 2)[0])
        lines.append(f"The king on {target} is attacked from {start}: its owner answers by a step, or by stay")
    return lines
