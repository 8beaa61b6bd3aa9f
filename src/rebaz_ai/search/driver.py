"""The driver of a search: iterative deepening, aspiration windows, several lines, time, reporting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from threading import Event, Lock

from rebaz_ai.evaluation import evaluator
from rebaz_ai.evaluation.evaluator import Evaluator
from rebaz_ai.search.kernel import Kernel
from rebaz_ai.search.limit import monotonic_nanoseconds
from rebaz_ai.search.maxn import MaxN
from rebaz_ai.search.options import SearchOptions
from rebaz_ai.search.table import MAX_MEGABYTES, Table
from rebaz_ai.search.timeman import Budget, budget
from rebaz_ai.search.types import (
    DRAWN,
    LOST,
    MATE_BOUND,
    MATE_SCORE,
    MAX_DEPTH,
    MAX_MULTIPV,
    WON,
    Info,
    Limits,
    Score,
    SearchResult,
    WinDrawLoss,
)
from rebaz_core import InputError, Move, Position

ASPIRATION_DEPTH = 5
ASPIRATION = 25
INFINITE = 32500
MILLISECOND = 1_000_000
EVEN = Score(cp=0)

Report = Callable[[Info], None]


class Searcher:
    """A player's search: one hash table, kept from move to move, and the thread that works on it.

    `hash_mb` is the size of the hash table (1 to 65536 MB; InputError or MemoryError otherwise), `overhead` the
    milliseconds kept back of every time limit. `own_evaluator` replaces the variant's evaluation.

    A Searcher does one search at a time: `search`, `clear` and `set_hash` raise RuntimeError while one runs. `stop` and
    `ponderhit` may be called from any thread.

    >>> result = Searcher().search(Position("rebaz"), Limits(depth=3))
    >>> result.bestmove in Position("rebaz").legal_moves
    True
    """

    def __init__(
        self,
        hash_mb: int = 16,
        overhead: int = 20,
        options: SearchOptions | None = None,
        own_evaluator: Evaluator | None = None,
    ) -> None:
        self.overhead = overhead
        self._options = options or SearchOptions()
        self._own_evaluator = own_evaluator
        self._table = new_table(hash_mb)
        self._busy = Lock()
        self._kernel: Kernel | MaxN | None = None
        self._rules: object = None
        self._root = Position()
        self._evaluator = own_evaluator or Evaluator()
        self._stop = Event()
        self._wake = Event()
        self._prepared = False
        self._hit = Event()
        self._ponder = False
        self._budget = Budget(None, None)
        self._began = 0
        self._clock_began = 0

    @property
    def hash_mb(self) -> int:
        """The size of the hash table in MB."""
        return self._table.megabytes

    @property
    def searching(self) -> bool:
        """Whether a search runs, or another call that holds the searcher."""
        return self._busy.locked()

    def set_hash(self, mb: int) -> None:
        """Take a new, empty hash table of `mb` MB; on InputError or MemoryError the old one stays."""
        with self._alone():
            self._table = new_table(mb)
            self._kernel = None

    def set_multiplayer(self, name: str) -> None:
        """Search games of more than two sides by ``paranoid`` or ``maxn``; InputError for anything else."""
        with self._alone():
            self._options = replace(self._options, multiplayer=name)
            self._kernel = None

    def clear(self) -> None:
        """Forget everything, as for a new game."""
        with self._alone():
            self._table.clear()
            self._kernel = None

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold the searcher, or RuntimeError if a search does."""
        if not self._busy.acquire(blocking=False):
            raise RuntimeError("this Searcher is searching: stop() it first, or use another one")
        try:
            yield
        finally:
            self._busy.release()

    def prepare(self) -> None:
        """Make `stop` and `ponderhit` from now on count for the next `search`."""
        self._stop.clear()
        self._wake.clear()
        self._hit.clear()
        self._prepared = True

    def stop(self) -> None:
        """End the search that runs or is prepared; any thread may call it."""
        self._stop.set()
        self._wake.set()
        if self._kernel is not None:
            self._kernel.stop()

    def ponderhit(self) -> None:
        """The move pondered on was played: from now on the limits bind; any thread may call it."""
        self._hit.set()
        self._start_clock(self._kernel)
        self._wake.set()

    @property
    def _pondering(self) -> bool:
        return self._ponder and not self._hit.is_set()

    def search(
        self, position: Position, limits: Limits, report: Report | None = None, multipv: int = 1
    ) -> SearchResult:
        """Search until a limit is reached or `stop` is called; `report` gets an Info for every line of an iteration.

        `multipv` is the number of lines, 1 to 256. The lines of the result are never fewer than one while the game goes
        on. Raises InputError, MoveError for `searchmoves` that are not legal, RuntimeError while another search runs.
        """
        if type(multipv) is not int or not 1 <= multipv <= MAX_MULTIPV:
            raise InputError("multipv", multipv, f"a whole number from 1 to {MAX_MULTIPV}")
        only = [position.parse_decision(move) for move in limits.searchmoves]
        with self._alone():
            if not self._prepared:
                self.prepare()
            self._prepared = False
            return self._search(position, only, limits, report, multipv)

    def _search(
        self, position: Position, only: list[Move], limits: Limits, report: Report | None, multipv: int
    ) -> SearchResult:
        kernel = self._ready_kernel(position)
        self._root = position
        self._ponder = limits.ponder
        moves_left = max(1, (position.plies_left + 1) // 2)
        self._budget = budget(limits, position.turn, moves_left, self.overhead)
        self._began = monotonic_nanoseconds()
        roots = kernel.start(position, only, limits.nodes or 0)
        if self._stop.is_set():
            kernel.stop()
        if not self._pondering:  # or a ponder hit came before the search began
            self._start_clock(kernel)
        lines: list[Info] = []
        if roots:
            lines = self._deepen(kernel, limits, len(roots), min(multipv, len(roots)), report)
            if not lines:  # stopped before it had looked at one move: the statically best one
                move, value = roots[0]
                lines = [self._info(kernel, 0, 1, self._score(value), (move,))]
                self._report(lines, report)
        else:
            self._report([self._info(kernel, 0, 1, _final_score(position, self._evaluator.win), ())], report)
        while (limits.infinite or self._pondering) and not self._stop.is_set():
            self._wake.wait()
            self._wake.clear()
        return self._result(kernel, lines)

    @staticmethod
    def _report(lines: Iterable[Info], report: Report | None) -> None:
        if report:
            for info in lines:
                report(info)

    def _ready_kernel(self, position: Position) -> Kernel | MaxN:
        """The kernel for a position's rules; other rules than before have their own values, so the hash is cleared."""
        rules = position.rules
        if self._kernel is None or rules != self._rules:
            if self._rules is not None and rules != self._rules:
                self._table.clear()
            chosen = self._own_evaluator or evaluator(position.variant)
            self._evaluator = chosen
            if self._options.multiplayer == "maxn" and len(position.sides) > 2:
                self._kernel = MaxN(chosen)
            else:
                self._kernel = Kernel(chosen, self._table, self._options)
            self._rules = rules
        self._kernel.reset_stop()
        return self._kernel

    def _start_clock(self, kernel: Kernel | MaxN | None) -> None:
        """Let the time limits run from now on."""
        now = monotonic_nanoseconds()
        self._clock_began = now
        if kernel is not None and self._budget.hard is not None:
            kernel.set_deadline(now + int(self._budget.hard * MILLISECOND))

    def _deepen(
        self, kernel: Kernel | MaxN, limits: Limits, root_count: int, multipv: int, report: Report | None
    ) -> list[Info]:
        """Search deeper and deeper; the lines of the last iteration that can be trusted."""
        lines: list[Info] = []
        values = [0] * multipv
        for depth in range(1, (limits.depth or MAX_DEPTH) + 1):
            current: list[Info] = []
            for number in range(multipv):
                value, trusted = self._aspirate(kernel, depth, values[number], number)
                if not trusted:
                    partial = kernel.principal_variation()
                    if number == 0 and partial and value > -INFINITE and (not lines or partial[0] != lines[0].pv[0]):
                        # A move that beat the last best one before the search was cut off.
                        score = self._score(kernel.told(value), "lowerbound")
                        current.append(self._info(kernel, depth, 1, score, tuple(partial)))
                    break
                values[number] = value
                score = self._score(kernel.told(value))
                current.append(self._info(kernel, depth, number + 1, score, tuple(kernel.principal_variation())))
            if current:
                if trusted:
                    current = _ranked(current)
                current += lines[len(current):]
                lines = current
                self._report(lines, report)
            if kernel.stop_requested or not trusted or self._is_enough(limits, values[0], depth, root_count):
                break
        return lines

    def _aspirate(self, kernel: Kernel | MaxN, depth: int, expected: int, number: int) -> tuple[int, bool]:
        """One iteration, in a window around the expected value that is widened as needed."""
        if depth < ASPIRATION_DEPTH or abs(expected) > MATE_BOUND:
            return kernel.iterate(depth, -INFINITE, INFINITE, number)
        delta = ASPIRATION
        alpha, beta = expected - delta, expected + delta
        while True:
            value, trusted = kernel.iterate(depth, alpha, beta, number)
            if not trusted or alpha < value < beta:
                return value, trusted
            delta *= 3
            if value <= alpha:
                alpha = -INFINITE if delta > 1000 else value - delta
            else:
                beta = INFINITE if delta > 1000 else value + delta

    def _is_enough(self, limits: Limits, value: int, depth: int, root_count: int) -> bool:
        """Whether another iteration is not worth beginning."""
        if limits.mate is not None and not self._root.has_dice and value >= MATE_SCORE - 2 * limits.mate + 1:
            return True
        if limits.infinite or self._pondering:
            return False
        proven = not self._root.has_dice and abs(value) > MATE_BOUND and depth >= MATE_SCORE - abs(value)
        if proven and limits.depth is None and limits.movetime is None:
            return True
        if self._budget.soft is None:
            return False
        spent = (monotonic_nanoseconds() - self._clock_began) / MILLISECOND
        return spent >= self._budget.soft or (root_count == 1 and limits.movetime is None)

    def _score(self, value: int, bound: str = "") -> Score:
        """The score of a kernel's value, which with dice is an expectation and never counts moves."""
        return Score(cp=value, bound=bound) if self._root.has_dice else Score.of(value, bound)

    def _info(self, kernel: Kernel | MaxN, depth: int, multipv: int, score: Score, pv: tuple[Move, ...]) -> Info:
        elapsed = max(monotonic_nanoseconds() - self._began, 1)
        return Info(
            depth=depth,
            seldepth=max(kernel.seldepth, depth),
            multipv=multipv,
            score=score,
            nodes=kernel.nodes,
            nps=kernel.nodes * 1_000_000_000 // elapsed,
            hashfull=self._table.hashfull_permille,
            time=elapsed // MILLISECOND,
            pv=pv,
            wdl=self._chances(score, pv),
        )

    def _chances(self, score: Score, pv: tuple[Move, ...]) -> WinDrawLoss:
        """The chances at a score: certain ones for a proven win or, with dice, what is expected of nothing else.

        A line that ends the game drawn is a certain draw; another score of 0 is only an estimate.
        """
        if score.mate is not None or (self._root.has_dice and abs(score.value) >= self._evaluator.win):
            return WON if score.value > 0 else LOST
        if score == EVEN and _ends_drawn(self._root, pv):
            return DRAWN
        return WinDrawLoss.of(score.value, self._evaluator.win_scale, self._evaluator.draw_margin)

    def _result(self, kernel: Kernel | MaxN, lines: list[Info]) -> SearchResult:
        if not lines:
            return SearchResult(None, None, (), kernel.nodes)
        pv = lines[0].pv
        ponder = pv[1] if len(pv) > 1 else kernel.hash_reply(pv[0])
        return SearchResult(pv[0], ponder, tuple(lines), kernel.nodes)


def new_table(megabytes: int) -> Table:
    """An empty hash table; InputError for a size out of range, MemoryError for one that can't be had."""
    if type(megabytes) is not int or not 1 <= megabytes <= MAX_MEGABYTES:
        raise InputError("hash_mb", megabytes, f"a whole number from 1 to {MAX_MEGABYTES}")
    return Table(megabytes)


def _ranked(lines: list[Info]) -> list[Info]:
    """Lines of one iteration, best first, and numbered so."""
    ordered = sorted(lines, key=lambda line: -line.score.value)
    return [replace(line, multipv=number) for number, line in enumerate(ordered, 1)]


def _ends_drawn(position: Position, line: Iterable[Move]) -> bool:
    """Whether the game is over, without a winner, once a line has been played; not where dice are thrown in it."""
    board = position.copy()
    for move in line:
        if not board.is_legal(move):
            return False
        board.push(move)
    return board.result is not None and board.result.winner is None


def _final_score(position: Position, win: int) -> Score:
    """The score of a game that is over, where one with dice that is won is worth `win`."""
    result = position.result
    if result is None or result.winner is None:
        return EVEN
    won = result.winner == position.turn
    if position.has_dice:
        return Score(cp=win if won else -win)
    return Score(mate=1 if won else 0)
