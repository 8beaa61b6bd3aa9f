"""What a search is asked and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import exp
from typing import NamedTuple

from rebaz_core import InputError, Move

MAX_DEPTH = 120
MAX_MILLISECONDS = 2**31 - 1
MAX_MULTIPV = 256
CLOCKS = "wbryg"
"""Letters of the sides that a clock can be of, with those of Four kings."""
RANGES = {
    "depth": (1, MAX_DEPTH),
    "nodes": (1, 2**53),
    "mate": (1, MAX_DEPTH),
    "movetime": (1, MAX_MILLISECONDS),
    **{f"{side}time": (-MAX_MILLISECONDS, MAX_MILLISECONDS) for side in CLOCKS},
    **{f"{side}inc": (0, MAX_MILLISECONDS) for side in CLOCKS},
    "movestogo": (1, MAX_MILLISECONDS),
}
"""What the numbers of `Limits` may be."""

MATE_SCORE = 32000
"""A win now; a win in n plies scores n less."""
MATE_BOUND = 31000
"""Scores beyond this are proven wins or losses."""


@dataclass(frozen=True)
class Limits:
    """When a search stops; limits that are None do not bind, and the first one reached ends it.

    With `infinite` only `Searcher.stop` ends it. Raises InputError for values out of range.

    >>> Limits(depth=6).is_bounded, Limits(infinite=True).is_bounded
    (True, False)
    >>> Limits(depth=0)
    Traceback (most recent call last):
    rebaz_core.errors.InputError: depth: 0, expected a whole number from 1 to 120
    """

    depth: int | None = None
    nodes: int | None = None
    movetime: int | None = None
    """Milliseconds for this move."""
    wtime: int | None = None
    """Milliseconds on the clock of each side, with the increment a move and the moves to the next control."""
    btime: int | None = None
    winc: int = 0
    binc: int = 0
    movestogo: int | None = None
    mate: int | None = None
    """Stop at a proven win in that many moves."""
    infinite: bool = False
    ponder: bool = False
    """Think on the opponent's time: no clock runs before `Searcher.ponderhit`."""
    searchmoves: tuple[Move | str, ...] = ()
    """The only root moves to look at, in any notation; empty for all."""
    rtime: int | None = None
    """As `wtime` and `winc`, of the sides of Four kings; that of b is `btime`."""
    rinc: int = 0
    ytime: int | None = None
    yinc: int = 0
    gtime: int | None = None
    ginc: int = 0

    def __post_init__(self) -> None:
        for name, (least, most) in RANGES.items():
            value = getattr(self, name)
            if value is not None and (type(value) is not int or not least <= value <= most):
                raise InputError(name, value, f"a whole number from {least} to {most}")
        if isinstance(self.searchmoves, str) or not all(isinstance(move, Move | str) for move in self.searchmoves):
            raise InputError("searchmoves", self.searchmoves, "a sequence of moves")

    def clock(self, side: str) -> tuple[int | None, int]:
        """Milliseconds on the clock of a side, by its letter, and its increment.

        >>> Limits(gtime=60000, ginc=1000).clock("g")
        (60000, 1000)
        """
        return getattr(self, f"{side}time"), getattr(self, f"{side}inc")

    @property
    def is_bounded(self) -> bool:
        """Whether the search ends by itself."""
        return not self.infinite and not self.ponder


@dataclass(frozen=True)
class Score:
    """A value from the side to move: centipawns (a Campesino is 100), or a proven win or loss.

    >>> print(Score(35)), print(Score.of(MATE_SCORE - 3)), print(Score.of(-MATE_SCORE + 2))
    cp 35
    mate 2
    mate -1
    (None, None, None)
    """

    cp: int | None = None
    mate: int | None = None
    """Moves to a proven win, negative to a proven loss; 0 when the side to move has lost."""
    bound: str = ""
    """``lowerbound``, ``upperbound``, or empty for an exact value."""

    @classmethod
    def of(cls, value: int, bound: str = "") -> Score:
        """The score of a kernel value."""
        if value > MATE_BOUND:
            return cls(mate=(MATE_SCORE - value + 1) // 2, bound=bound)
        if value < -MATE_BOUND:
            return cls(mate=-((MATE_SCORE + value + 1) // 2), bound=bound)
        return cls(cp=value, bound=bound)

    @property
    def value(self) -> int:
        """A number that orders scores: centipawns, or beyond all of them for proven wins and losses.

        >>> Score(mate=-1).value < Score(cp=-5000).value < Score(mate=9).value < Score(mate=2).value
        True
        """
        if self.mate is None:
            return self.cp or 0
        return MATE_SCORE - 2 * self.mate if self.mate > 0 else -MATE_SCORE - 2 * self.mate

    def __str__(self) -> str:
        text = f"cp {self.cp}" if self.mate is None else f"mate {self.mate}"
        return f"{text} {self.bound}" if self.bound else text


class WinDrawLoss(NamedTuple):
    """What the side to move can expect of the game: chances in thousandths, which sum to 1000.

    >>> even = WinDrawLoss.of(0, win_scale=240, draw_margin=220)
    >>> print(even), even.expectation
    286 428 286
    (None, 0.5)
    """

    win: int
    draw: int
    loss: int

    @classmethod
    def of(cls, cp: int, win_scale: float, draw_margin: float) -> WinDrawLoss:
        """The chances at a score: both a win's and a loss's are logistic in it, and a draw is the rest.

        >>> WinDrawLoss.of(350, win_scale=350, draw_margin=0)
        WinDrawLoss(win=731, draw=0, loss=269)
        """
        win, loss = (round(1000 * _logistic((value - draw_margin) / win_scale)) for value in (cp, -cp))
        return cls(win, max(0, 1000 - win - loss), min(loss, 1000 - win))

    @property
    def expectation(self) -> float:
        """Points of 1, a draw counting half."""
        return (self.win + self.draw / 2) / 1000

    def __str__(self) -> str:
        """As the protocol writes it."""
        return f"{self.win} {self.draw} {self.loss}"


WON, DRAWN, LOST = WinDrawLoss(1000, 0, 0), WinDrawLoss(0, 1000, 0), WinDrawLoss(0, 0, 1000)


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x)) if x >= 0 else exp(x) / (1 + exp(x))


@dataclass(frozen=True)
class Info:
    """Where a search stands after an iteration, for one line of play."""

    depth: int
    seldepth: int
    multipv: int
    score: Score
    nodes: int
    nps: int
    hashfull: int
    """Thousandths of the hash table in use."""
    time: int
    """Milliseconds since the search began."""
    pv: tuple[Move, ...]
    wdl: WinDrawLoss
    """The chances at the score, by the evaluation's fit to finished games."""

    def __str__(self) -> str:
        """The line as the protocol writes it, without the word ``info``."""
        return self.line()

    def line(self, show_wdl: bool = False) -> str:
        """The same, with the chances if asked for."""
        wdl = f"wdl {self.wdl} " if show_wdl else ""
        return (
            f"depth {self.depth} seldepth {self.seldepth} multipv {self.multipv} score {self.score} {wdl}"
            f"nodes {self.nodes} nps {self.nps} hashfull {self.hashfull} time {self.time} "
            f"pv {' '.join(map(str, self.pv))}"
        )


@dataclass(frozen=True)
class SearchResult:
    """The move found, the reply expected, and the best lines of the last finished iteration."""

    bestmove: Move | None
    """None when the game is over."""
    ponder: Move | None
    lines: tuple[Info, ...] = field(default=())
    nodes: int = 0
