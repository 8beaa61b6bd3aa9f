"""A board as text, with a Unicode frame and, for a terminal, the sides' colours; in words what it does not show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rebaz_core.fen import parse_pairs, parse_square, split_squares, square_name
from rebaz_core.games.brax_lines import FILES, LINES, STANDARD
from rebaz_core.games.jacke_cards import load_catalogue

if TYPE_CHECKING:
    from rebaz_core.dice import Throw
    from rebaz_core.games.jacke_cards import Card
    from rebaz_core.position import Position

_RESET = "\x1b[0m"
_UPPER, _LOWER, _BARRIER = "\x1b[1;31m", "\x1b[1;36m", "\x1b[90m"
_RED, _BLUE = "\x1b[1;31m", "\x1b[1;34m"
_FOUR_SIDES = {"r": "\x1b[1;31m", "b": "\x1b[1;34m", "y": "\x1b[1;33m", "g": "\x1b[1;32m"}
_ASCII = str.maketrans("│─┌┬┐├┼┤└┴┘═║·", "|-+++++++++=#.")
_OUTCOMES: Final = {"0": "nothing", "x": "captured", "e": "the king may step away"}
_SQUARE = ("\x1b[48;5;236m", "\x1b[48;5;239m")


def board_text(position: Position, colours: bool = False, ascii_only: bool = False) -> str:
    """The board of a position, the first side at the bottom; the squares of a rendezvous are in brackets.

    >>> from rebaz_core import Position
    >>> print(board_text(Position("rebaz")).splitlines()[1])
    8 │ n │ b │ l │ r │ e │ m │ t │ p │
    """
    if position.variant.startswith("brax"):
        text = _lines_text(position, colours)
        return text.translate(_ASCII) if ascii_only else text
    files, ranks = position.board_size
    meeting = _rendezvous(position)
    margin = len(str(ranks))
    indent = " " * (margin + 1)
    lines = [f"{indent}┌" + "┬".join(["───"] * files) + "┐"]
    for rank in range(ranks, 0, -1):
        row = []
        for file in range(files):
            token = position.piece_at(f"{chr(97 + file)}{rank}") or ""
            cell = f"[{token or ' '}]" if (file, rank) in meeting else f"{token:>2} "
            if colours:
                cell = _SQUARE[(file + rank) % 2] + _colour(token) + cell + _RESET
            row.append(cell)
        lines.append(f"{rank:>{margin}} │" + "│".join(row) + "│")
        left, cross, right = "├┼┤" if rank > 1 else "└┴┘"
        lines.append(indent + left + cross.join(["───"] * files) + right)
    lines.append(indent + " " + " ".join(f" {chr(97 + file)} " for file in range(files)).rstrip())
    text = "\n".join(lines)
    return text.translate(_ASCII) if ascii_only else text


def _lines_text(position: Position, colours: bool) -> str:
    """A board of points, joined by double lines where they are red and by single ones where they are blue."""
    letters = position.options.get("lines", STANDARD)
    red = {line: letter == "r" for line, letter in zip(LINES, letters, strict=True)}

    def painted(text: str, is_red: bool) -> str:
        return f"{_RED if is_red else _BLUE}{text}{_RESET}" if colours else text

    lines = []
    for y in range(FILES - 1, -1, -1):
        row, below = [], []
        for point in range(FILES * y, FILES * (y + 1)):
            token = position.piece_at(square_name(point, FILES))
            row.append(painted(token, token.isupper()) if token else "·")
            if (point, point + 1) in red:
                row.append(painted("═══", True) if red[point, point + 1] else painted("───", False))
            if (point - FILES, point) in red:
                below.append(painted("║", True) if red[point - FILES, point] else painted("│", False))
        lines.append(f"{y + 1}  {''.join(row)}")
        if below:
            lines.append(f"   {'   '.join(below)}")
    lines.append("   " + "   ".join(chr(97 + file) for file in range(FILES)))
    lines.append(f"{painted('═ ║', True)} red lines, of w; {painted('─ │', False)} blue lines, of b")
    return "\n".join(lines)


def _rendezvous(position: Position) -> set[tuple[int, int]]:
    """The squares of a rendezvous by file, from 0, and rank, from 1; none in other games."""
    if position.variant != "rendezvous":
        return set()
    squares, _ = split_squares(position.fen().split(" ")[3], 64)
    return {(square % 8, square // 8 + 1) for square in squares}


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


def note_lines(position: Position) -> list[str]:
    """What a player has to know of a position and the board does not show, a line each.

    >>> from rebaz_core import Position
    >>> note_lines(Position("rebaz"))
    []
    >>> note_lines(Position("brax", "9/9/9/4R4/5b3/9/9/9/9 b f5 w e6 0 1"))
    ['Brax is called: b has to move f5']
    >>> note_lines(Position("rendezvous"))
    ['Phase place: w sets the rendezvous, 9 squares, by its mark']
    """
    if position.variant.startswith("brax"):
        return _brax_lines(position)
    return _stage_lines(position) if position.variant == "rendezvous" else fight_lines(position)


def _brax_lines(position: Position) -> list[str]:
    """Whose pieces move where sides have two players, and the duty of a call."""
    fields = position.fen().split(" ")
    lines: list[str] = []
    if position.is_over:
        return lines
    if position.variant in ("brax3", "brax4"):
        letters = sorted({position.piece_at(move.text[:2]) or "" for move in position.legal_moves})
        moved = f"; {fields[2]} has moved in this turn" if position.variant == "brax3" and fields[2] != "-" else ""
        lines.append(f"To move: {' or '.join(letters)}{moved}")
    if fields[-5] != "-":
        forced = [square_name(square, FILES) for square in split_squares(fields[-5], 81, FILES, FILES)[0]]
        lines.append(f"Brax is called: {position.turn} has to move {' or '.join(forced)}")
    return lines


def _stage_lines(position: Position) -> list[str]:
    """What is to be decided in Rendezvous."""
    board, side, phase, _, left, moved, *_ = position.fen().split(" ")
    if position.is_over:
        return []
    men = board.lower().count("m")
    what = {
        "place": f"{side} sets the rendezvous, {men - 1} squares, by its mark",
        "swap": f"{side} keeps the men as they are, or has the setter's change places with its own",
        "move": f"{side} has {left} square{'s' if left != '1' else ''} left in this turn",
        "replace": f"all men of {side} are in the rendezvous; {side} replaces an enemy outside it by one of its own",
    }[phase]
    stepped = f"; moved: {', '.join(square_name(square) for square in split_squares(moved, 64)[0])}"
    return [f"Phase {phase}: {what}{stepped if phase == 'move' and moved != '-' else ''}"]
