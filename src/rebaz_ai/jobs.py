"""What takes long in the protocol: searches, perft, bench. Each runs in a thread of its own and can be stopped."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING, BinaryIO

from rebaz_ai.search import Info, Limits, Searcher, SearchResult
from rebaz_core.errors import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rebaz_core import Move, Position


def line_in_notation(position: Position, moves: Sequence[Move], native: bool) -> list[str]:
    """The texts of moves that are played one after the other from `position`.

    >>> from rebaz_core import Position
    >>> start = Position("rebaz")
    >>> line_in_notation(start, [start.parse_move("b3b5")], native=True)
    ['G2c-2e']
    """
    if not native:
        return [move.text for move in moves]
    board = position.copy()
    texts = []
    for move in moves:
        texts.append(board.native(move))
        if not board.is_legal(move):  # an attack that dice complete ends the line
            break
        board.push(move)
    return texts


class Output:
    """Lines to a binary stream, each flushed, from any thread. The process ends when nobody reads any more."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream
        self.lock = threading.Lock()

    def line(self, text: str) -> None:
        """Write `text`, which may be several lines, and a line end."""
        with self.lock:
            try:
                self.stream.write(text.encode("utf-8", "backslashreplace") + b"\n")
                self.stream.flush()
            except (OSError, ValueError):
                os._exit(0)

    def info(self, text: object) -> None:
        """Write an ``info string``."""
        self.line(f"info string {text}")


class Job:
    """Something that takes long; `run` returns its last lines of output."""

    bounded = True
    """Whether it ends by itself."""

    def __init__(self, output: Output) -> None:
        self.output = output
        self.stopped = threading.Event()

    def run(self) -> str:
        """Do it; called once, in the job's thread."""
        raise NotImplementedError

    def stop(self) -> None:
        """Make it end as soon as it can."""
        self.bounded = True
        self.stopped.set()

    def ponderhit(self) -> None:
        """The move that a search ponders on was played."""


class SearchJob(Job):
    """A search of a position; it ends with ``bestmove``."""

    def __init__(
        self,
        output: Output,
        searcher: Searcher,
        position: Position,
        limits: Limits,
        multipv: int,
        native: bool,
        show_wdl: bool,
    ) -> None:
        super().__init__(output)
        self.searcher = searcher
        self.position = position
        self.limits = limits
        self.multipv = multipv
        self.native = native
        self.show_wdl = show_wdl
        self.bounded = limits.is_bounded
        searcher.prepare()

    def run(self) -> str:
        try:
            result = self.searcher.search(self.position, self.limits, self.report, self.multipv)
        except Exception as error:
            self.output.info(f"internal error in the search: {type(error).__name__}: {shown(str(error))}")
            result = SearchResult(None, None)
        if result.bestmove is None:
            return "bestmove (none)"
        moves = [result.bestmove]
        if result.ponder is not None and self.can_follow(result.bestmove, result.ponder):
            moves.append(result.ponder)
        return "bestmove " + " ponder ".join(line_in_notation(self.position, moves, self.native))

    def can_follow(self, move: Move, reply: Move) -> bool:
        """Whether a client can put both on the board to ponder: dice have to complete an attack first."""
        board = self.position.copy()
        if not board.is_legal(move):
            return False
        board.push(move)
        return board.is_legal(reply)

    def report(self, info: Info) -> None:
        """Write an iteration's ``info`` line."""
        text = info.line(self.show_wdl)
        if self.native:
            pv = line_in_notation(self.position, info.pv, native=True)
            text = f"{text.partition(' pv ')[0]} pv {' '.join(pv)}"
        self.output.line(f"info {text}".rstrip())

    def stop(self) -> None:
        super().stop()
        self.searcher.stop()

    def ponderhit(self) -> None:
        if self.limits.ponder and not self.limits.infinite:
            self.bounded = True
        self.searcher.ponderhit()


class PerftJob(Job):
    """Perft by root move; it can be stopped between subtrees of a few milliseconds."""

    SUBTREE = 4
    """The depth that is counted in one go,"""
    MOST_LEAVES = 20_000_000
    """if as many moves as at its root, all the way down, make no more leaves."""

    def __init__(self, output: Output, position: Position, depth: int, native: bool) -> None:
        super().__init__(output)
        self.position = position
        self.depth = depth
        self.native = native

    def run(self) -> str:
        board = self.position
        total = 0
        for move in sorted(board.legal_moves, key=str) if self.depth else ():
            text = board.native(move) if self.native else move.text
            board.push(move)
            leaves = self.leaves(board, self.depth - 1)
            board.pop()
            if self.stopped.is_set():
                break
            self.output.line(f"{text}: {leaves}")
            total += leaves
        if self.stopped.is_set():
            return "info string perft stopped"
        return f"Nodes searched: {total if self.depth else 1}"

    def leaves(self, board: Position, depth: int) -> int:
        """Leaves at `depth`, or anything once the job is stopped."""
        if depth <= 1:
            return board.perft(depth)
        moves = board.legal_moves
        if depth <= self.SUBTREE and len(moves) ** depth <= self.MOST_LEAVES:
            return board.perft(depth)
        total = 0
        for move in moves:
            if self.stopped.is_set():
                break
            board.push(move)
            total += self.leaves(board, depth - 1)
            board.pop()
        return total


class BenchJob(Job):
    """The bench."""

    def __init__(self, output: Output, depth: int | None) -> None:
        super().__init__(output)
        self.depth = depth
        self.searcher = Searcher()

    def run(self) -> str:
        from rebaz_ai.bench import run_bench

        try:
            result = run_bench(self.depth, self.report, self.searcher)
        except _Stopped:
            return "info string bench stopped"
        return f"Nodes searched: {result.nodes}\nNodes/second: {result.nps}"

    def stop(self) -> None:
        super().stop()
        self.searcher.stop()

    def report(self, line: str) -> None:
        """Write a line of the bench as it goes on."""
        if self.stopped.is_set():
            raise _Stopped
        self.output.info(line)


class _Stopped(Exception):  # noqa: N818 - not an error
    """Leaves a bench that was stopped."""
