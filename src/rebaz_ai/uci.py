"""The text protocol: UCI as every client speaks it, with the usual extensions for variants.

The main thread reads lines; a search, perft or bench is a job in a thread of its own, so `isready`, `stop` and `quit`
are answered at once. Lines that need the job to be over wait in a queue, which the job's thread empties when it ends;
while a search without limit runs they are refused instead. Bad input is answered with one ``info string`` line and
changes nothing.
"""

from __future__ import annotations

import os
import random
import re
import sys
import threading
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from rebaz_ai.jobs import BenchJob, Job, Output, PerftJob, SearchJob
from rebaz_ai.search import Limits, Searcher
from rebaz_ai.search.options import MULTIPLAYER
from rebaz_ai.search.table import MAX_MEGABYTES
from rebaz_ai.search.types import CLOCKS, MAX_DEPTH, MAX_MILLISECONDS, MAX_MULTIPV, RANGES
from rebaz_core import VARIANTS, InputError, MoveError, OptionError, Position, RebazError, Variant, __version__
from rebaz_core import scenario as find_scenario
from rebaz_core import variant as find_variant
from rebaz_core.dice import throw
from rebaz_core.errors import shown
from rebaz_core.options import under_protocol_names
from rebaz_core.position import MAX_PERFT_DEPTH
from rebaz_core.scenarios import Scenario
from rebaz_core.show import board_text

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Sequence

    from rebaz_core.options import GameOption

MAX_LINE: Final = 1 << 20
"""Bytes of a line of input; longer ones are refused."""
MAX_NUMBER: Final = 2**31 - 1
DEFAULT_HASH: Final = 16
DEFAULT_OVERHEAD: Final = 20
MATE_MARGIN: Final = 4
"""Plies beyond a mate's own that `go mate` searches before it gives up."""
QUIT_PATIENCE: Final = 0.1
"""Seconds that a stopped job gets to end before the process ends without it."""

# What `go` takes, with the range of each number: that of Limits, but for clients that write 0 for no control or time.
GO_NUMBERS: Final[dict[str, tuple[int, int]]] = {
    **RANGES,
    "movetime": (0, MAX_MILLISECONDS),
    "movestogo": (0, MAX_MILLISECONDS),
}
GO_FLAGS: Final = ("infinite", "ponder")
GO_WORDS: Final = (*GO_NUMBERS, *GO_FLAGS, "searchmoves", "perft")

AT_ONCE: Final = frozenset({"uci", "isready", "debug", "stop", "ponderhit", "quit"})
"""Commands that never wait."""
NEEDS_IDLE: Final = frozenset({"setoption", "ucinewgame", "position", "go", "eval", "bench"})
"""Commands that wait for the running job."""


def whole_number(field: str, text: str, minimum: int, maximum: int) -> int:
    """`text` as a plain number in that range, or InputError.

    >>> whole_number("go depth", "8", 1, 128)
    8
    >>> whole_number("go depth", "-1", 1, 128)
    Traceback (most recent call last):
    rebaz_core.errors.InputError: go depth: '-1', expected a whole number from 1 to 128
    """
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= 20 and minimum <= int(text) <= maximum:
        return int(text)
    raise InputError(field, text, f"a whole number from {minimum} to {maximum}")


def parse_go(words: Sequence[str], position: Position) -> Limits:
    """The limits that the words after ``go`` set, or RebazError.

    Without anything that would end it the search is infinite.

    >>> parse_go(["depth", "6"], Position("rebaz")).depth
    6
    >>> parse_go([], Position("rebaz")).infinite
    True
    """
    values: dict[str, Any] = {}
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word in values or word not in GO_WORDS or word == "perft":
            expected = "each limit once" if word in values else "one of " + " ".join(GO_WORDS)
            raise InputError("go", word, expected)
        if word in GO_FLAGS:
            values[word] = True
        elif word == "searchmoves":
            first = at
            while at < len(words) and words[at] not in GO_WORDS:
                at += 1
            if at == first:
                raise InputError("go searchmoves", None, "one or more legal moves")
            values[word] = tuple(position.parse_decision(text) for text in words[first:at])
        else:
            values[word] = whole_number(f"go {word}", words[at] if at < len(words) else "", *GO_NUMBERS[word])
            at += 1
    return _completed_limits(values, position.turn)


def _completed_limits(values: dict[str, Any], turn: str) -> Limits:
    clocks = [f"{side}time" for side in CLOCKS]
    for clock in (*clocks, "movetime"):
        if clock in values:
            values[clock] = max(1, values[clock])
    timed = values.keys() & {*clocks, *(f"{side}inc" for side in CLOCKS), "movestogo"}
    if not values.get("movestogo"):
        values.pop("movestogo", None)
    if "mate" in values:
        values.setdefault("depth", min(MAX_DEPTH, 2 * values["mate"] + MATE_MARGIN))
    if not values.keys() & {"depth", "nodes", "movetime", f"{turn}time"}:
        if timed and "infinite" not in values:
            given = min(timed)
            raise InputError(f"go {turn}time", None, f"the clock of {turn}, who is to move, beside {given}")
        values["infinite"] = True
    return Limits(**values)


@dataclass(frozen=True)
class Option:
    """An option of the protocol: how ``uci`` announces it and what setting it does."""

    name: str
    kind: str
    """``check``, ``spin``, ``combo``, ``string`` or ``button``."""
    apply: Callable[[Any], None]
    """Takes the value: a bool, an int, a choice, a text, or None for a button. Raises RebazError or MemoryError."""
    default: str = ""
    minimum: int = 0
    maximum: int = 0
    choices: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The line that announces it."""
        text = f"option name {self.name} type {self.kind}"
        if self.kind != "button":
            text += f" default {self.default or '<empty>'}"
        if self.kind == "spin":
            text += f" min {self.minimum} max {self.maximum}"
        return text + "".join(f" var {choice}" for choice in self.choices)

    def set(self, text: str) -> None:
        """Set it to a value given as text."""
        self.apply(self.parse(text))

    def parse(self, text: str) -> bool | int | str | None:
        """The value of a text, or OptionError."""
        if self.kind == "spin":
            return whole_number(self.name, text, self.minimum, self.maximum)
        if self.kind == "string":
            return "" if text == "<empty>" else text
        if self.kind == "button":
            return None
        choices = self.choices or ("false", "true")
        if text.lower() not in choices:
            raise OptionError(self.name, text, "one of " + ", ".join(choices))
        return text.lower() if self.choices else text.lower() == "true"


class Game:
    """The position on the board, how it came about, and the game options it is played with.

    Every method either does all it says or raises RebazError and changes nothing.
    """

    def __init__(self, variant: str) -> None:
        self.variant: Variant = find_variant(variant)
        self.root: str | Scenario | None = None
        """The position string or scenario that the moves start from; None for the variant's start."""
        self.moves: tuple[str, ...] = ()
        self.texts: dict[str, str] = {}
        """Game options that were set, by name, kept across positions and variants."""
        self.position = self.build(self.variant, self.texts)

    def build(
        self, variant: Variant, texts: dict[str, str], root: str | Scenario | None = None, moves: Sequence[str] = ()
    ) -> Position:
        """A position with its moves made and those of the options that the variant takes."""
        options, _ = self.sorted_options(variant, texts)
        if isinstance(root, Scenario):
            position = Position(variant.name, scenario=root.name, **options)
        else:
            position = Position(variant.name, root, **options)
        for number, move in enumerate(moves, 1):
            try:
                position.push(move)
            except MoveError as error:
                raise MoveError(f"move {number} of {len(moves)}", error.value, error.expected) from None
        return position

    def set_position(self, root: str | Scenario | None, moves: Sequence[str]) -> None:
        """Put a position string, a scenario, or the start, and the moves from there on the board."""
        self.position = self.build(self.variant, self.texts, root, moves)
        self.root, self.moves = root, tuple(moves)

    def set_variant(self, name: str) -> None:
        """Put the start of a variant on the board."""
        variant = find_variant(name)
        self.position = self.build(variant, self.texts)
        self.variant, self.root, self.moves = variant, None, ()

    def set_option(self, option: GameOption, text: str) -> None:
        """Set a game option, also for the position on the board if its variant takes the value."""
        texts = {name: value for name, value in self.texts.items() if name != option.name}
        if text != option.default and option.parse(text) is not None:
            texts[option.name] = text
        self.position = self.build(self.variant, texts, self.root, self.moves)
        self.texts = texts

    @staticmethod
    def sorted_options(variant: Variant, texts: dict[str, str]) -> tuple[dict[str, Any], dict[str, OptionError]]:
        """The options that a variant takes, by keyword, and why it does not take others that were set, by name.

        Each is looked at with those taken before it: a roster may be one of the card file.
        """
        taken: dict[str, Any] = {}
        refused: dict[str, OptionError] = {}
        for option in variant.options:
            if option.name in texts:
                try:
                    value = option.parse(texts[option.name])
                    Position(variant.name, **taken, **{option.keyword: value})
                except OptionError as error:
                    refused[option.name] = error
                else:
                    taken[option.keyword] = value
        return taken, refused


class Engine:
    """One conversation: options, the game on the board, and the job that runs."""

    def __init__(self, output: Output) -> None:
        self.output = output
        self.lock = threading.RLock()
        self.idle = threading.Condition(self.lock)
        self.job: Job | None = None
        self.thread: threading.Thread | None = None
        self.waiting: deque[str] = deque()
        """Lines that wait for the job to end. It is a bounded one whenever there are any."""
        self.ended = False
        """Whether the input has ended."""
        self.debugging = False
        self.native = False
        self.multipv = 1
        self.show_wdl = False
        self.searcher = Searcher(DEFAULT_HASH, DEFAULT_OVERHEAD)
        self.game = Game(next(iter(VARIANTS)))
        self.options = {option.name.lower(): option for option in (*self.own_options(), *self.game_options())}
        self.commands: dict[str, Callable[[str], None]] = {
            "uci": self.uci,
            "debug": self.debug,
            "isready": lambda _: output.line("readyok"),
            "setoption": self.setoption,
            "ucinewgame": lambda _: self.searcher.clear(),
            "position": self.set_position,
            "go": self.go,
            "stop": self.stop,
            "ponderhit": self.ponderhit,
            "d": self.display,
            "eval": self.evaluation,
            "roll": self.roll,
            "bench": self.bench,
            "help": lambda _: self.output.info("commands: " + " ".join(sorted([*self.commands, "quit"]))),
        }

    # -- lines and jobs

    def feed(self, line: str) -> bool:
        """Execute a line of input or let it wait; False when it asks to quit."""
        name = line.split(maxsplit=1)[0] if line.strip() else ""
        if name == "quit":
            return False
        with self.lock:
            if self.waiting and (name not in AT_ONCE or name in ("stop", "ponderhit")):
                if name == "stop" and self.job is not None:
                    self.job.stop()
                self.waiting.append(line)
            elif name in NEEDS_IDLE and self.job is not None and self.job.bounded:
                self.note(f"{name} waits for the running job")
                self.waiting.append(line)
            elif name:
                self.execute(line)
        return True

    def execute(self, line: str) -> None:
        """Execute a line; whatever is wrong with it becomes one ``info string``."""
        words = line.strip().split(maxsplit=1)
        name, rest = words[0], words[1] if len(words) > 1 else ""
        try:
            if name not in self.commands:
                self.output.info(f"unknown command {shown(line.strip())}")
            elif name in NEEDS_IDLE and self.job is not None:
                self.output.info(f"{name} refused: a search without limit is running, stop it first")
            else:
                self.commands[name](rest)
        except RebazError as error:
            self.output.info(error)
        except MemoryError:
            self.output.info(f"not enough memory for {shown(line.strip())}")
        except Exception as error:
            self.output.info(f"internal error in {name}: {type(error).__name__}: {shown(str(error))}")

    def start(self, job: Job) -> None:
        """Run a job in a thread of its own."""
        self.job = job
        if self.ended and not job.bounded:
            job.stop()
        self.thread = threading.Thread(target=self.work, args=(job,), name="job", daemon=True)
        self.thread.start()

    def work(self, job: Job) -> None:
        """Run a job to its end, then the lines that waited for it."""
        try:
            last = job.run()
        except Exception as error:
            last = f"info string internal error: {type(error).__name__}: {shown(str(error))}"
        with self.lock:  # held while writing, so that a client's next line already finds the engine idle
            self.output.line(last)
            self.job = None
            while self.waiting and not (self.busy and self.waiting[0].split(maxsplit=1)[0] in NEEDS_IDLE):
                self.execute(self.waiting.popleft())
            self.idle.notify_all()

    @property
    def busy(self) -> bool:
        """Whether a job runs that ends by itself."""
        return self.job is not None and self.job.bounded

    def finish(self) -> None:
        """Wait, at the end of the input, for the running job and the lines that wait; an infinite search is stopped."""
        with self.lock:
            self.ended = True
            if self.job is not None and not self.job.bounded:
                self.job.stop()
            while self.job is not None:
                self.idle.wait()

    def close(self, code: int) -> None:
        """Drop what waits and stop what runs; a job that does not stop is left behind by ending the process."""
        if not self.lock.acquire(timeout=QUIT_PATIENCE):  # held by a job whose output nobody reads
            os._exit(code)
        self.waiting.clear()
        thread = self.thread
        if self.job is not None:
            self.job.stop()
        self.lock.release()
        if thread is not None:
            thread.join(QUIT_PATIENCE)
            if thread.is_alive():
                os._exit(code)

    def note(self, text: str) -> None:
        """An ``info string`` for debug mode only."""
        if self.debugging:
            self.output.info(text)

    # -- options

    def own_options(self) -> Iterator[Option]:
        """The options of the engine."""
        names = tuple(VARIANTS)
        yield Option("UCI_Variant", "combo", self.set_variant, names[0], choices=names)
        yield Option("Hash", "spin", self.set_hash, str(DEFAULT_HASH), 1, MAX_MEGABYTES)
        yield Option("Threads", "spin", lambda _: None, "1", 1, 1)
        yield Option("MultiPV", "spin", lambda value: setattr(self, "multipv", value), "1", 1, MAX_MULTIPV)
        yield Option("UCI_ShowWDL", "check", lambda value: setattr(self, "show_wdl", value), "false")
        yield Option("Move Overhead", "spin", self.set_overhead, str(DEFAULT_OVERHEAD), 0, 10000)
        yield Option("Ponder", "check", lambda _: None, "false")
        yield Option("Clear Hash", "button", lambda _: self.searcher.clear())
        yield Option("Notation", "combo", self.set_notation, "uci", choices=("uci", "native"))
        yield Option("Multiplayer", "combo", self.set_multiplayer, MULTIPLAYER[0], choices=MULTIPLAYER)

    def game_options(self) -> Iterator[Option]:
        """The options of the games, each name once."""
        found = {option.name: option for variant in VARIANTS.values() for option in variant.options}
        for option in found.values():
            apply = self.setter(option)
            yield Option(
                option.name, option.kind, apply, option.default, option.minimum, option.maximum, option.choices
            )

    def setter(self, option: GameOption) -> Callable[[Any], None]:
        """What sets a game option."""
        return lambda value: self.set_game_option(option, str(value))

    def set_game_option(self, option: GameOption, text: str) -> None:
        idle = self.idle_options()
        try:
            self.game.set_option(option, text)
        except OptionError as error:
            raise under_protocol_names(error, [option]) from None
        variant = self.game.variant
        if option.name not in [own.name for own in variant.options]:
            self.output.info(f"{option.name} is kept for another variant: {variant.name} has no such option")
        self.tell_idle_options(idle.keys() - {option.name})

    def set_variant(self, name: str) -> None:
        self.game.set_variant(name)
        self.tell_idle_options()

    def set_multiplayer(self, name: str) -> None:
        self.searcher.set_multiplayer(name)
        variant = self.game.variant
        if name != MULTIPLAYER[0] and len(self.game.position.sides) == 2:
            self.output.info(f"Multiplayer is kept for another variant: {variant.name} has two sides")

    def idle_options(self) -> dict[str, OptionError]:
        """The options that wait for another variant or option, with why; clients may set them in any order."""
        return self.game.sorted_options(self.game.variant, self.game.texts)[1]

    def tell_idle_options(self, known: Container[str] = ()) -> None:
        """Name those but the ones that are known to wait."""
        for name, refusal in self.idle_options().items():
            if name not in known:
                error = under_protocol_names(refusal, self.game.variant.options)
                self.output.info(f"kept, but not in force: {error}")

    def set_hash(self, megabytes: int) -> None:
        try:
            self.searcher.set_hash(megabytes)
        except MemoryError:
            raise OptionError("Hash", megabytes, "fewer megabytes: there is not enough memory") from None

    def set_overhead(self, milliseconds: int) -> None:
        self.searcher.overhead = milliseconds

    def set_notation(self, name: str) -> None:
        self.native = name == "native"

    def setoption(self, rest: str) -> None:
        words = rest.split()
        lower = [word.lower() for word in words]
        end = lower.index("value") if "value" in lower else len(words)
        name = " ".join(lower[1:end])
        if lower[:1] != ["name"] or not name:
            raise InputError("setoption", rest, "name <option> [value <value>]")
        if name not in self.options:
            known = ", ".join(option.name for option in self.options.values())
            raise OptionError("option", " ".join(words[1:end]), f"one of {known}")
        self.options[name].set(" ".join(words[end + 1 :]))

    # -- commands

    def uci(self, _: str) -> None:
        self.output.line(f"id name REBAZ {__version__}\nid author the REBAZ engine authors")
        for option in self.options.values():
            self.output.line(str(option))
        self.output.line("uciok")

    def debug(self, rest: str) -> None:
        if rest.strip() not in ("on", "off"):
            raise InputError("debug", rest, "on or off")
        self.debugging = rest.strip() == "on"

    def set_position(self, rest: str) -> None:
        split = re.search(r"(?:^|\s)moves(?:\s|$)", rest)
        where = (rest[: split.start()] if split else rest).strip()
        moves = rest[split.end() :].split() if split else []
        kind, _, what = where.partition(" ")
        if where == "startpos":
            self.game.set_position(None, moves)
        elif kind == "fen" and what:
            self.game.set_position(what.strip(), moves)
        elif kind == "scenario" and what:
            self.game.set_position(find_scenario(self.game.variant.name, what.strip()), moves)
        else:
            expected = "startpos, fen <position string> or scenario <name>, then [moves <move> ...]"
            raise InputError("position", rest, expected)

    def go(self, rest: str) -> None:
        words = rest.split()
        position = self.game.position.copy()
        if "perft" in words:
            if words[0] != "perft" or len(words) != 2:
                raise InputError("go perft", rest, "perft <depth> and nothing else")
            depth = whole_number("go perft", words[1], 0, MAX_PERFT_DEPTH)
            self.start(PerftJob(self.output, position, depth, self.native))
            return
        limits = parse_go(words, position)
        self.note("searching with " + ", ".join(f"{name} {value}" for name, value in vars(limits).items() if value))
        self.start(
            SearchJob(self.output, self.searcher, position, limits, self.multipv, self.native, self.show_wdl)
        )

    def stop(self, _: str) -> None:
        if self.job is None:
            self.note("nothing to stop")
        else:
            self.job.stop()

    def ponderhit(self, _: str) -> None:
        if self.job is None:
            self.note("no search to tell of the ponder hit")
        else:
            self.job.ponderhit()

    def display(self, _: str) -> None:
        position = self.game.position
        lines = [
            board_text(position),
            f"Variant: {position.variant}",
            *(f"Option: {name}={value}" for name, value in sorted(self.game.texts.items())),
            *([f"Points: w {position.points[0]}, b {position.points[1]}"] if position.points else []),
            f"Fen: {position.fen()}",
            f"Key: {position.key:016x}",
            f"Result: {position.result or '*'}",
            f"Moves: {' '.join(self.move_texts(position))}",
        ]
        self.output.line("\n".join(lines))

    def move_texts(self, position: Position) -> list[str]:
        """The legal moves, sorted, in the notation that is set."""
        moves = position.legal_moves
        return sorted(position.native(move) for move in moves) if self.native else sorted(map(str, moves))

    def roll(self, rest: str) -> None:
        """Throw the dice for an attack on the board's position and print the completed move; nothing is made."""
        words = rest.split()
        if len(words) not in (1, 3) or (len(words) == 3 and words[1] != "seed"):
            raise InputError("roll", rest, "roll MOVE [seed N]")
        seed = whole_number("roll seed", words[2], 0, 2**63 - 1) if len(words) == 3 else None
        thrown = throw(self.game.position, words[0], random.Random(seed))
        self.output.line(f"roll {thrown}")

    def evaluation(self, _: str) -> None:
        from rebaz_ai.evaluation import evaluate, explain

        position = self.game.position
        first = position.sides[0] if len(position.sides) == 2 else position.turn
        second = position.sides.replace(first, "")
        lines = [f"{'term':<24}{first:>8}{second:>8}{f'{first} - {second}':>8}"]
        lines += [f"{term:<24}{own:>8}{other:>8}{own - other:>+8}" for term, own, other in explain(position)]
        lines.append(f"Evaluation: {evaluate(position):+} centipawns for {position.turn}, to move")
        self.output.line("\n".join(lines))

    def bench(self, rest: str) -> None:
        self.start(BenchJob(self.output, whole_number("bench", rest.strip(), 1, MAX_DEPTH) if rest else None))


def read_lines(stream: BinaryIO, output: Output) -> Iterator[str]:
    """The lines of a stream as text, whatever its bytes; overlong ones are refused."""
    try:
        while chunk := stream.readline(MAX_LINE):
            if len(chunk) == MAX_LINE and not chunk.endswith(b"\n"):
                while chunk and not chunk.endswith(b"\n"):
                    chunk = stream.readline(MAX_LINE)
                output.info(f"line refused: longer than {MAX_LINE} bytes")
            else:
                yield chunk.decode("utf-8", "replace")
    except OSError:
        return


def run() -> int:
    """Speak the protocol over standard input and output until ``quit`` or the end of the input; the exit code."""
    if sys.stdin is None or sys.stdout is None:
        return 0
    output = Output(sys.stdout.buffer)
    engine = Engine(output)
    if sys.stdin.isatty() and sys.stderr is not None:
        sys.stderr.write(f"REBAZ {__version__} speaks UCI here; quit leaves it, help lists the commands.\n")
    code = 0
    try:
        for line in read_lines(sys.stdin.buffer, output):
            if not engine.feed(line):
                break
        else:
            engine.finish()
    except KeyboardInterrupt:
        code = 130
    engine.close(code)
    return code
