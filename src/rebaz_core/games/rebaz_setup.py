"""The starts of REBAZ: the dice, the numbered arrangements, the free order. Source: the rules page, section *Start*.

One table, ``STEPS``, says how each greater piece finds its file. The dice, the numbers and the exact chances all read
that table.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Final, NamedTuple

from rebaz_core.errors import SetupError
from rebaz_core.games.rebaz_tables import FIXED_RANK, LESSER_RANK, PIECES

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

__all__ = [
    "ARRANGEMENTS",
    "DIE_OF_SIX",
    "DIE_OF_TWO",
    "STEPS",
    "Step",
    "Throw",
    "arrangement",
    "arrangement_distribution",
    "arrangement_number",
    "arrangement_odds",
    "check_order",
    "start_fen",
    "throw_arrangement",
    "throw_first_side",
]

DIE_OF_SIX: Final = (1, 2, 3, 4, 5, 6)
DIE_OF_TWO: Final = (1, 1, 1, 2, 2, 2)
"""The faces of the two dice."""

_BOTH: Final = (DIE_OF_SIX, DIE_OF_TWO)
_SIX: Final = (DIE_OF_SIX,)
_TWO: Final = (DIE_OF_TWO,)


class Step(NamedTuple):
    """How one piece finds its file: the dice thrown for it, their sum counting the empty files from file a.

    A sum above `most` is thrown again. Without dice the piece takes the first empty file.
    """

    piece: str
    dice: tuple[tuple[int, ...], ...]
    most: int

    @property
    def least(self) -> int:
        """The lowest count."""
        return sum(min(die) for die in self.dice) or 1

    @property
    def choices(self) -> int:
        """How many files the step can lead to: its radix in the arrangement number."""
        return self.most - self.least + 1


STEPS: Final[tuple[Step, ...]] = (
    Step("E", _BOTH, 8),
    Step("R", _BOTH, 7),
    Step("M", _SIX, 6),
    Step("L", _SIX, 5),
    Step("T", _SIX, 4),
    Step("N", (), 1),
    Step("B", _TWO, 2),
    Step("P", (), 1),
)

ARRANGEMENTS: Final = prod(step.choices for step in STEPS)
"""How many arrangements the dice can throw: 10,080."""

_FILES: Final = "abcdefgh"
_NAMES: Final = {piece.letter: piece.name for piece in PIECES}


class Throw(NamedTuple):
    """One throw of the dice, or a placement that needs none.

    >>> print(Throw("Elefante", (5, 2), "to file g (empty file 7)"))
    Elefante: 5 + 2 = 7, to file g (empty file 7)
    """

    what: str
    """A piece's name, or the side that throws for the first move."""
    faces: tuple[int, ...]
    """What the dice show: the die of six, the die of two, both in that order, or nothing."""
    outcome: str
    """What was placed where, or that it is thrown again."""

    @property
    def total(self) -> int:
        """The sum of the faces."""
        return sum(self.faces)

    def __str__(self) -> str:
        faces = " + ".join(map(str, self.faces)) or "no throw"
        return f"{self.what}: {faces}{f' = {self.total}' if len(self.faces) > 1 else ''}, {self.outcome}"


def _place(counts: Sequence[int]) -> str:
    """The order in which each step's piece takes the counted empty file."""
    order = [""] * 8
    for step, count in zip(STEPS, counts, strict=True):
        order[_empty_files(order)[count - 1]] = step.piece
    return "".join(order)


def _empty_files(order: list[str]) -> list[int]:
    return [file for file, piece in enumerate(order) if not piece]


def _checked_number(number: object) -> int:
    """`number` if it is an arrangement number, else SetupError."""
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < ARRANGEMENTS:
        raise SetupError("arrangement", number, f"a whole number from 0 to {ARRANGEMENTS - 1}")
    return number


def arrangement(number: int) -> str:
    """The order, files a to h, of an arrangement from 0 to 10079; SetupError for any other number.

    >>> arrangement(0), arrangement(4940), arrangement(10079)
    ('MERLTNBP', 'NBLREMTP', 'NPBTLMRE')
    """
    rest = _checked_number(number)
    counts = []
    for step in reversed(STEPS):
        rest, digit = divmod(rest, step.choices)
        counts.append(step.least + digit)
    return _place(counts[::-1])


def arrangement_number(order: str) -> int:
    """The number of an order that the dice can throw; SetupError when they can not, or when it is no order.

    >>> arrangement_number("NBLREMTP")
    4940
    >>> arrangement_number("ENBLRMTP")
    Traceback (most recent call last):
    rebaz_core.errors.SetupError: order: 'ENBLRMTP', expected an order that the dice can throw: E counts 2 to 8, not 1
    """
    checked = check_order(order)
    placed = [""] * 8
    number = 0
    for step in STEPS:
        count = _empty_files(placed).index(checked.index(step.piece)) + 1
        if not step.least <= count <= step.most:
            span = f"{step.least} to {step.most}" if step.most > step.least else f"{step.most}"
            raise SetupError(
                "order", order, f"an order that the dice can throw: {step.piece} counts {span}, not {count}"
            )
        placed[checked.index(step.piece)] = step.piece
        number = number * step.choices + count - step.least
    return number


def check_order(order: str) -> str:
    """The order in upper case when it holds each of the eight greater pieces once, else SetupError.

    Any of the 40,320 orders will do: this is the free start.

    >>> check_order("pnblremt")
    'PNBLREMT'
    >>> check_order("NBLREMTT")
    Traceback (most recent call last):
    rebaz_core.errors.SetupError: order: 'NBLREMTT', expected each of NBLREMTP once (too often T; missing P)
    """
    wanted = f"each of {FIXED_RANK} once"
    if not isinstance(order, str):
        raise SetupError("order", order, f"a string with {wanted}")
    if not order.isascii():
        raise SetupError("order", order, wanted)
    found = Counter(order.upper())
    faults = {
        "unknown": [ascii(letter) for letter in found if letter not in FIXED_RANK][:8],
        "too often": [letter for letter in FIXED_RANK if found[letter] > 1],
        "missing": [letter for letter in FIXED_RANK if not found[letter]],
    }
    if any(faults.values()):
        what = "; ".join(f"{fault} {' '.join(letters)}" for fault, letters in faults.items() if letters)
        raise SetupError("order", order, f"{wanted} ({what})")
    return order.upper()


def throw_arrangement(rng: random.Random) -> tuple[str, list[Throw]]:
    r"""Throw the dice for one side: the order of its first rank and every throw, those thrown again included.

    >>> from random import Random
    >>> order, throws = throw_arrangement(Random(7))
    >>> print(order, *throws, sep="\n")
    MLTENBRP
    Elefante: 3 + 1 = 4, to file d (empty file 4)
    Emperador: 4 + 2 = 6, to file g (empty file 6)
    Mago: 1, to file a (empty file 1)
    Leon: 1, to file b (empty file 1)
    Tucan: 5, above 4: thrown again
    Tucan: 1, to file c (empty file 1)
    Mono: no throw, to file e (empty file 1)
    Caballeria: 1, to file f (empty file 1)
    Princesa: no throw, to file h (empty file 1)
    """
    order = [""] * 8
    throws = []
    for step in STEPS:
        name = _NAMES[step.piece]
        while True:
            faces = tuple(rng.choice(die) for die in step.dice)
            count = sum(faces) or 1
            if count <= step.most:
                break
            throws.append(Throw(name, faces, f"above {step.most}: thrown again"))
        file = _empty_files(order)[count - 1]
        order[file] = step.piece
        throws.append(Throw(name, faces, f"to file {_FILES[file]} (empty file {count})"))
    return "".join(order), throws


def throw_first_side(rng: random.Random) -> tuple[str, list[Throw]]:
    r"""Throw both dice for each side until one is higher: the letter of the side that moves first, and every throw.

    >>> from random import Random
    >>> side, throws = throw_first_side(Random(3))
    >>> print(side, *throws, sep="\n")
    b
    w: 2 + 2 = 4, moves second
    b: 5 + 1 = 6, moves first
    """
    throws = []
    while True:
        faces = [tuple(rng.choice(die) for die in _BOTH) for _ in "wb"]
        totals = [sum(shown) for shown in faces]
        first = None if totals[0] == totals[1] else "w" if totals[0] > totals[1] else "b"
        for side, shown in zip("wb", faces, strict=True):
            outcome = "a tie: thrown again" if first is None else "moves first" if side == first else "moves second"
            throws.append(Throw(side, shown, outcome))
        if first is not None:
            return first, throws


@cache
def _step_odds(step: Step) -> dict[int, Fraction]:
    """The chance of each count, from all throws of the step's dice that are not thrown again."""
    kept = Counter(count for faces in product(*step.dice) if (count := sum(faces) or 1) <= step.most)
    return {count: Fraction(ways, kept.total()) for count, ways in sorted(kept.items())}


def arrangement_odds(number: int) -> Fraction:
    """The exact chance that the dice throw this arrangement; SetupError for a number that is none.

    >>> arrangement_odds(0)
    Fraction(1, 31680)
    """
    rest = _checked_number(number)
    odds = Fraction(1)
    for step in reversed(STEPS):
        rest, digit = divmod(rest, step.choices)
        odds *= _step_odds(step)[step.least + digit]
    return odds


def arrangement_distribution() -> dict[str, Fraction]:
    """The exact chance of every order that the dice can throw, in the order of the arrangement numbers.

    >>> distribution = arrangement_distribution()
    >>> len(distribution), sum(distribution.values())
    (10080, Fraction(1, 1))
    """
    odds = [_step_odds(step) for step in STEPS]
    return {
        _place(counts): prod((chances[count] for chances, count in zip(odds, counts, strict=True)), start=Fraction(1))
        for counts in product(*odds)
    }


def start_fen(white: str = FIXED_RANK, black: str = FIXED_RANK, second_rank: bool = False, side: str = "w") -> str:
    """The position string of a start: the sides' first ranks, files a to h, and the side to move.

    The lesser pieces stand on the third rank, or on the second.

    >>> start_fen()
    'nblremtp/8/cgjddsgc/8/8/CGJDDSGC/8/NBLREMTP w b3g3b6g6 0'
    >>> start_fen(arrangement(0), arrangement(10079), second_rank=True, side="b")
    'npbtlmre/cgjddsgc/8/8/8/8/CGJDDSGC/MERLTNBP b b2g2b7g7 0'
    """
    white, black, lesser = check_order(white), check_order(black).lower(), LESSER_RANK
    if side not in ("w", "b"):
        raise SetupError("side", side, "w or b")
    if second_rank:
        return f"{black}/{lesser.lower()}/8/8/8/8/{lesser}/{white} {side} b2g2b7g7 0"
    return f"{black}/8/{lesser.lower()}/8/8/{lesser}/8/{white} {side} b3g3b6g6 0"
