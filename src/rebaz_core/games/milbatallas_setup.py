"""The starts of Mil Batallas that players compose: armies by value, barriers, men placed by hand or at random.

A board is a list of 80 tokens, from a1 rank by rank to h10: a piece's letter as in the position string, ``*`` for a
barrier's square, or an empty string. An army is a Counter of the pieces by upper-case letter, its king included.
Source: the rules page, sections *Pieces and barriers* and *Position string*.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from operator import mul
from typing import TYPE_CHECKING, Final

from rebaz_core.errors import FenError, SetupError
from rebaz_core.fen import parse_square, square_name, write_board, write_squares
from rebaz_core.games.barriers import BARS, fault
from rebaz_core.games.milbatallas_tables import BARRIER, FILES, PIECES, RANKS
from rebaz_core.position import Position
from rebaz_core.text import text_lines

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Sequence

__all__ = [
    "army_of",
    "army_text",
    "army_value",
    "check_army",
    "parse_army",
    "parse_barriers",
    "place_at_random",
    "random_armies",
    "random_start",
    "read_board",
    "start_fen",
]

SQUARES: Final = FILES * RANKS
MOST_MEN: Final = 24
"""Men a side, the king included, of armies that are drawn at random: those of the largest scenario."""
TRIES: Final = 2000
"""How often men are placed at random before that is given up."""
TRIES_OF_DRAWN: Final = 100
"""The same where other armies can be drawn instead."""

_HALF: Final = SQUARES // 2
_KING_FILE: Final = 4
_SIDES: Final = {"white": "w", "black": "b"}
_EMPTY: Final = "."
_ARMY: Final = re.compile(r"[\s,]*(?:[KQRBNP]\d{0,3}[\s,]*)*", re.ASCII | re.IGNORECASE)


# -- armies


def parse_army(text: str, field: str = "army") -> Counter[str]:
    """An army from letters with counts; the king may be left out. SetupError, naming `field`, for what is none.

    >>> parse_army("Q2 R2 B2 N2 P8") == parse_army("kqqr2b2n2p8")
    True
    >>> parse_army("Q8")
    Traceback (most recent call last):
    rebaz_core.errors.SetupError: army: 'Q8', expected at most 7 Q, not 8
    """
    if not isinstance(text, str) or not _ARMY.fullmatch(text):
        raise SetupError(field, text, "letters of KQRBNP with counts, such as Q1 R2 B2 N2 P8")
    army: Counter[str] = Counter()
    for letter, count in re.findall(r"([A-Z])(\d*)", text.upper()):
        army[letter] += int(count or 1)
    if "K" not in army:
        army["K"] = 1
    return check_army(army, field, text)


def check_army(army: Counter[str], field: str, value: object) -> Counter[str]:
    """The army, without what it has none of, if the rules allow it; else a SetupError about a field and its value."""
    if army["K"] != 1:
        raise SetupError(field, value, f"exactly one K, not {army['K']}")
    for piece in PIECES.values():
        if army[piece.letter] > piece.most:
            raise SetupError(field, value, f"at most {piece.most} {piece.letter}, not {army[piece.letter]}")
    return Counter({letter: army[letter] for letter in PIECES if army[letter]})


def army_text(army: Counter[str]) -> str:
    """An army as `parse_army` reads it.

    >>> army_text(parse_army("p8q"))
    'K1 Q1 P8'
    """
    return " ".join(f"{letter}{army[letter]}" for letter in PIECES if army[letter])


def army_value(army: Counter[str]) -> int:
    """The sum of the values of an army's men.

    >>> army_value(parse_army("Q1 R2 B2 N2 P8"))
    39
    """
    return sum(piece.value * army[piece.letter] for piece in PIECES.values())


def army_of(board: Sequence[str], side: str) -> Counter[str]:
    """The army of ``w`` or ``b`` on a board.

    >>> army_text(army_of(["K", "P", "k"] + [""] * 77, "w"))
    'K1 P1'
    """
    mine = str.isupper if side == "w" else str.islower
    return Counter(token.upper() for token in board if mine(token))


def random_armies(rng: random.Random, most: int = MOST_MEN) -> tuple[Counter[str], Counter[str]]:
    """Two armies of equal value and at most `most` men each, the kings included (2 to 55).

    White's men are drawn from all that a side has; Black's army is any of the same value, each with the same chance.

    >>> import random
    >>> white, black = random_armies(random.Random(3))
    >>> army_text(white), army_text(black), army_value(white) == army_value(black)
    ('K1 Q2 R1 B1 N5 P5', 'K1 R6 B2 N1 P7', True)
    """
    box = [piece.letter for piece in PIECES.values() for _ in range(piece.most) if piece.letter != "K"]
    if not isinstance(most, int) or isinstance(most, bool) or not 2 <= most <= len(box) + 1:
        raise SetupError("most", most, f"a whole number from 2 to {len(box) + 1}")
    men = rng.randint(min(8, most), most)
    white = check_army(Counter(["K", *rng.sample(box, men - 1)]), "army", None)
    counts = rng.choice(_armies_worth(army_value(white), most))
    return white, check_army(Counter(dict(zip(PIECES, counts, strict=True))), "army", None)


def _armies_worth(value: int, most: int) -> list[tuple[int, ...]]:
    """The counts, in the order of PIECES, of every army of that value with at most `most` men."""
    officers = [piece for piece in PIECES.values() if piece.letter not in "KP"]
    values = [piece.value for piece in officers]
    found = []
    for counts in product(*(range(piece.most + 1) for piece in officers)):
        pawns = value - sum(map(mul, counts, values))  # worth 1 each
        if 0 <= pawns <= PIECES["P"].most and 1 + sum(counts) + pawns <= most:
            found.append((1, *counts, pawns))
    return found


# -- barriers


def parse_barriers(text: str, field: str = "barriers") -> list[int]:
    """The squares of barriers: bars by their ends, such as ``a1-h1``, or squares; SetupError for what is none.

    >>> parse_barriers("a1-h1") == parse_barriers("a1 b1 c1 d1 e1 f1 g1 h1") == list(range(8))
    True
    >>> parse_barriers("a1-h1 b1-b8")
    Traceback (most recent call last):
    rebaz_core.errors.SetupError: barriers: 'a1-h1 b1-b8', expected bars that share no square, not b1
    """
    if not isinstance(text, str):
        raise SetupError(field, text, "a text such as a1-h1 b2-b9")
    squares: set[int] = set()
    for item in text.replace(",", " ").split():
        for square in _squares_of(item, field):
            if square in squares:
                raise SetupError(field, text, f"bars that share no square, not {square_name(square, FILES)}")
            squares.add(square)
    return _checked_barriers(squares, field, text)


def _squares_of(item: str, field: str) -> tuple[int, ...]:
    """The squares that a bar's ends, or a square's name, stand for."""
    ends = [parse_square(end, FILES, RANKS) for end in item.split("-")]
    if len(ends) == 1 and ends[0] is not None:
        return (ends[0],)
    for bar in BARS:
        if ends in ([bar[0], bar[-1]], [bar[-1], bar[0]]):
            return bar
    raise SetupError(field, item, "a square, or the two ends of 8 squares on a rank or file, such as a1-h1 or b2-b9")


def _checked_barriers(squares: Iterable[int], field: str, value: object) -> list[int]:
    ordered = sorted(squares)
    wrong = fault(ordered)
    if wrong is not None:
        raise SetupError(field, value, wrong)
    return ordered


# -- boards


def read_board(text: str, field: str = "board") -> list[str]:
    r"""The board of a text of ten lines of eight characters, rank 10 first: KQRBNP, kqrbnp, ``.`` empty, ``*`` barrier.

    >>> board = read_board("k......." + 8 * "\n........" + "\n.......K\n")
    >>> board[7], board[72]
    ('K', 'k')
    """
    if not isinstance(text, str):
        raise SetupError(field, text, "a text")
    lines = [line.rstrip(" \t") for line in text_lines(text)]
    while lines and not lines[-1]:
        lines.pop()
    if len(lines) != RANKS:
        raise SetupError(field, None if not lines else f"{len(lines)} lines", f"{RANKS} lines, rank {RANKS} first")
    board: list[str] = []
    for number, line in zip(range(RANKS, 0, -1), lines, strict=True):
        if len(line) != FILES:
            raise SetupError(field, line, f"{FILES} characters for rank {number}, not {len(line)}")
        for letter in line:
            if letter not in _EMPTY + BARRIER and letter.upper() not in PIECES:
                raise SetupError(field, line, f"KQRBNP, kqrbnp, . or {BARRIER} on rank {number}, not {letter!a}")
        board[:0] = ["" if letter == _EMPTY else letter for letter in line]
    return board


def start_fen(board: Sequence[str], castling: str | None = None, variant: str = "milbatallas") -> str:
    """The position string of a start: White to move, no pawn moved yet. SetupError for one that the rules do not allow.

    `castling` are the rights in the order KQkq, or ``-``. By default they are those of a king on file e of its rear
    rank (the first that is not wholly under a barrier) and a rook on file h or a beside it.

    >>> from rebaz_core import Position
    >>> start_fen([Position("milbatallas").piece_at(f"{f}{r}") or "" for r in range(1, 11) for f in "abcdefgh"])
    '********/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/******** w KQkq - a3b3c3d3e3f3g3h3a8b8c8d8e8f8g8h8 0 1'
    """
    if len(board) != SQUARES:
        raise SetupError("board", f"{len(board)} squares", f"{SQUARES} squares")
    for name, side in _SIDES.items():
        army = army_of(board, side)
        check_army(army, name, army_text(army))
    barriers = [square for square, token in enumerate(board) if token == BARRIER]
    _checked_barriers(barriers, "barriers", write_squares(barriers, FILES))
    fen = _position_string(board, _castling(board) if castling is None else castling)
    try:
        position = Position(variant, fen)
    except FenError as error:
        raise SetupError(error.field, error.value, error.expected) from None
    if position.is_over:
        raise SetupError("board", fen, f"a game that is not over at its start ({position.result})")
    return fen


def _position_string(board: Sequence[str], castling: str) -> str:
    pawns = [square for square, token in enumerate(board) if token in ("P", "p")]
    return f"{write_board(board, FILES)} w {castling} - {write_squares(pawns, FILES)} 0 1"


def _castling(board: Sequence[str]) -> str:
    """The rights of kings and rooks that stand as in chess on their rear ranks."""
    ranks = [board[first : first + FILES] for first in range(0, SQUARES, FILES)]
    usable = [rank for rank in ranks if any(token != BARRIER for token in rank)]
    found = ""
    for right in "KQkq":
        rear, king, rook = (usable[0], "K", "R") if right.isupper() else (usable[-1], "k", "r")
        if rear[_KING_FILE] == king and rear[-1 if right in "Kk" else 0] == rook:
            found += right
    return found or "-"


def place_at_random(
    rng: random.Random,
    white: Counter[str],
    black: Counter[str],
    barriers: Sequence[int] = (),
    variant: str = "milbatallas",
    tries: int = TRIES,
) -> str:
    """The position string of a start with both armies drawn up at random in their own halves and no king in check.

    Each army fills the free squares of its half rank by rank from the rear, its pawns in front of the others.
    SetupError where that can not be done.

    >>> import random
    >>> place_at_random(random.Random(5), parse_army("Q1 R2 P8"), parse_army("N7 B2 P6"), parse_barriers("a5-h5"))
    'bnbnnknn/ppppppnn/8/8/8/********/8/8/3P1PPP/KQPPPRPR w - - c1d1e1g1d2f2g2h2a9b9c9d9e9f9 0 1'
    """
    walls = set(_checked_barriers(barriers, "barriers", write_squares(sorted(barriers), FILES)))
    free: dict[str, list[int]] = {}
    for name, half, army in (("white", range(_HALF), white), ("black", range(_HALF, SQUARES), black)):
        text = army_text(army)
        check_army(army, name, text)
        free[name] = [square for square in half if square not in walls]
        if army.total() > len(free[name]):
            raise SetupError(name, text, f"at most {len(free[name])} men, the free squares of its half")
    causes: Counter[str] = Counter()
    for _ in range(tries):
        board = [BARRIER if square in walls else "" for square in range(SQUARES)]
        for square, letter in _drawn_up(rng, white, free["white"], 0):
            board[square] = letter
        for square, letter in _drawn_up(rng, black, free["black"], SQUARES - 1):
            board[square] = letter.lower()
        position = _position(_position_string(board, _castling(board)), variant)
        result = None if position is None else position.result
        if position is not None and result is None and not position.in_check:
            return position.fen()
        causes[result.reason if result is not None else "check"] += 1
        if causes["insufficient"]:  # wherever the men stand
            break
    armies = f"{army_text(white)} against {army_text(black)}"
    if causes["insufficient"]:
        raise SetupError("armies", armies, "men that can mate: with insufficient material the game is over at once")
    cause = causes.most_common(1)[0][0]
    raise SetupError("armies", armies, f"a start that is not over and no check: of {tries} at random most are {cause}")


def random_start(
    rng: random.Random, barriers: Sequence[int] = (), variant: str = "milbatallas"
) -> tuple[Counter[str], Counter[str], str]:
    """Two armies of equal value that are drawn, White's first, and the position string of a start with them.

    They have no more men than the smaller half has free squares, and fewer where barriers leave so many no start.

    >>> import random
    >>> white, black, fen = random_start(random.Random(3), parse_barriers("a1-h1 a2-h2 a3-h3 a4-h4"))
    >>> white.total() <= 8, black.total() <= 8
    (True, True)
    """
    walled = [sum(square in half for square in barriers) for half in (range(_HALF), range(_HALF, SQUARES))]
    room = min(MOST_MEN, _HALF - max(walled))
    for most in range(room, 1, -1):
        white, black = random_armies(rng, most)
        try:
            return white, black, place_at_random(rng, white, black, barriers, variant, TRIES_OF_DRAWN)
        except SetupError as error:
            if error.field != "armies":
                raise
    raise SetupError("barriers", write_squares(sorted(barriers), FILES), "bars that leave armies room for a start")


def _drawn_up(rng: random.Random, army: Counter[str], free: Sequence[int], rear: int) -> list[tuple[int, str]]:
    """Where each man of an army goes; `rear` is the outer corner of its rear rank, a1 or h10."""
    squares = sorted(rng.sample(free, len(free)), key=lambda square: abs(square - rear) // FILES)
    officers = [letter for letter in army.elements() if letter != "P"]
    letters = rng.sample(officers, len(officers)) + ["P"] * army["P"]
    return list(zip(squares, letters, strict=False))


def _position(fen: str, variant: str) -> Position | None:
    """The position, or None where Black, who is not to move, is in check."""
    try:
        return Position(variant, fen)
    except FenError as error:
        if error.field != "side":
            raise
        return None
