"""The `rebaz` command. Without arguments it speaks the text protocol."""

from __future__ import annotations

import argparse
import io
import os
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from rebaz_ai.entry import INTERRUPTED

if TYPE_CHECKING:
    from argparse import _ActionsContainer, _MutuallyExclusiveGroup
    from collections.abc import Callable, Sequence

    from _typeshed import SupportsWrite

    from rebaz_ai.search import Info, Score, Searcher
    from rebaz_core import Position

DESCRIPTION = """\
Rules, search and protocol for the REBAZ family of board games.

Without a command it speaks a UCI-like protocol over standard input and output, for a program that starts it as an
engine.
`rebaz COMMAND --help` explains a command."""

DEFAULT_MOVETIME = 1000
QUIET_PIPE = 141
"""Exit code when nobody reads the output any more, as the shell reports it of other programs."""

CARDS_LEGEND = "D is added to the defence die, H is the health; within N counts king's steps."
MOVES_LEGEND = (
    "Moves: W a step orthogonally, F diagonally; D, A a leap of two orthogonally, diagonally; N a knight's leap; "
    "R2, B2 up to two squares orthogonally, diagonally; m only to empty squares, c only as an attack."
)

T = TypeVar("T")


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, error_line(message))

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Write the help; unlike argparse's own it does not overlook that this fails."""
        (file or sys.stdout).write(self.format_help())


def error_line(message: object) -> str:
    """One line for standard error."""
    return f"rebaz: error: {' '.join(str(message).split())[:400]}\n"


def whole(minimum: int, maximum: int = 2**31 - 1) -> Callable[[str], int]:
    """An argparse type: whole numbers in a range."""

    def parse(text: str) -> int:
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) <= 20 and minimum <= int(text) <= maximum:
            return int(text)
        raise argparse.ArgumentTypeError(f"{text[:40]!r}, expected a whole number from {minimum} to {maximum}")

    return parse


def build_parser() -> Parser:
    """The command line; nothing of the engine is imported for it."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = Parser(prog="rebaz", description=DESCRIPTION, formatter_class=formatter, allow_abbrev=False)
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    parser.set_defaults(run=run_protocol)
    commands = parser.add_subparsers(metavar="COMMAND", title="commands")

    def command(name: str, run: Callable[[argparse.Namespace], int], summary: str, detail: str = "") -> Parser:
        text = f"{summary[0].upper()}{summary[1:]}. {detail}".strip()
        added = commands.add_parser(name, help=summary, description=text, allow_abbrev=False)
        added.set_defaults(run=run)
        return added

    add_search_arguments(command("search", run_search, "find a move and print its line"))
    perft = command("perft", run_perft, "count the leaves of the tree of legal moves")
    add_position_arguments(perft)
    perft.add_argument("depth", metavar="DEPTH", type=whole(0, 100), help="plies, 0 to 100")
    perft.add_argument("--divide", action="store_true", help="also print the count of each legal move")
    show = command("show", run_show, "print a board", "In colours on a terminal, unless NO_COLOR is set.")
    add_position_arguments(show)
    show.add_argument("--moves", action="store_true", help="also print the legal moves")
    show.add_argument("--native", action="store_true", help="print moves in the game's own notation")
    detail = "Shows how it came about; the position is the last line."
    setup = command("setup", run_setup, "make a start that players choose or throw", detail)
    add_setup_arguments(setup)
    detail = "Of two cards or plain pieces, or of a move in a position."
    add_odds_arguments(command("odds", run_odds, "show what the dice can make of an attack", detail))
    detail = f"{CARDS_LEGEND} {MOVES_LEGEND} The rules' page of Jacke explains effects."
    cards = command("cards", run_cards, "list Jacke's cards and rosters", detail)
    names = "a roster, such as romans, greeks or egyptians, or the id of a card (default: all cards)"
    cards.add_argument("name", metavar="NAME", nargs="?", help=names)
    cards.add_argument("--card-file", metavar="FILE", help="TOML file that adds cards and rosters")
    detail = "Every opening is played as often as there are sides, the first player on each of them."
    add_match_arguments(command("match", run_match, "play games between two players", detail))
    detail = "Moves are read in either notation. Dice are thrown for attacks; the engine plays all sides but yours."
    play = command("play", run_play, "play against the engine in the terminal", detail)
    add_position_arguments(play)
    play.add_argument("--side", metavar="SIDE", help="the side that you play, such as b (default: the side to move)")
    play.add_argument("--seed", metavar="N", type=whole(0, 2**63 - 1), help="seed of the dice (default: new each time)")
    add_movetime_argument(play)
    add_multiplayer_argument(play)
    bench = command("bench", run_bench, "search fixed positions", "The total of nodes is the signature of the search.")
    bench.add_argument("variant", metavar="VARIANT", nargs="?", help="only the positions of this variant")
    bench.add_argument("--depth", metavar="N", type=whole(1, 120), help="depth (default: that of the signature)")
    command("variants", run_variants, "list the variants with their descriptions")
    scenarios = command("scenarios", run_scenarios, "list the named starts with the points of both sides")
    scenarios.add_argument("variant", metavar="VARIANT", nargs="?", help="of this variant only (default: of all)")
    return parser


def add_position_arguments(parser: Parser, optional: bool = False) -> _MutuallyExclusiveGroup:
    """The arguments that name a position; the group of those of which one may be given."""
    names = "a name that `rebaz variants` lists, such as rebaz"
    parser.add_argument("variant", metavar="VARIANT", nargs="?" if optional else None, help=names)
    start = parser.add_mutually_exclusive_group()
    start.add_argument("--fen", metavar="FEN", help="position string (default: the variant's start)")
    start.add_argument("--scenario", metavar="NAME", help="a start that `rebaz scenarios` lists")
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of the game, such as MoveLimit=10; may be repeated",
    )
    return start


def add_movetime_argument(parser: _ActionsContainer) -> None:
    """The time that a search may take."""
    parser.add_argument(
        "--movetime", metavar="MS", type=whole(1), help=f"search for this long in ms (default: {DEFAULT_MOVETIME})"
    )


def add_multiplayer_argument(parser: Parser) -> None:
    """How more than two sides are searched."""
    parser.add_argument(
        "--multiplayer",
        choices=("paranoid", "maxn"),
        default="paranoid",
        help="of more than two sides: take all others for one enemy (the default), or each for itself (max^n)",
    )


def add_search_arguments(parser: Parser) -> None:
    """The arguments of `rebaz search`."""
    add_position_arguments(parser)
    parser.add_argument(
        "--moves", metavar="MOVE", nargs="+", default=[], help="moves to make first, in any notation (after VARIANT)"
    )
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--depth", metavar="N", type=whole(1, 120), help="search to this depth in plies, 1 to 120")
    add_movetime_argument(limit)
    limit.add_argument("--nodes", metavar="N", type=whole(1, 2**53), help="search this many positions")
    parser.add_argument("--multipv", metavar="N", type=whole(1, 256), default=1, help="lines to find (default: 1)")
    add_multiplayer_argument(parser)
    parser.add_argument("--native", action="store_true", help="print moves in the game's own notation")


def add_match_arguments(parser: Parser) -> None:
    """The arguments of `rebaz match`."""
    start = add_position_arguments(parser)
    players = (
        "engine, engine:LIMIT=N with depth, nodes or movetime, montecarlo, montecarlo:playouts=N, expectimax:depth=N, "
        "material, material:depth=N, random, greedy or points"
    )
    parser.add_argument("first", metavar="FIRST", help=f"the player whose score it is: {players}")
    parser.add_argument("second", metavar="SECOND", help="the other player")
    start.add_argument(
        "--openings",
        metavar="FILE|NAME",
        help="position strings to start from, one a line; a list of the package such as chess; or scenarios, those of "
        "the variant (default: its scenarios if it has any, else its start)",
    )
    parser.add_argument(
        "--games",
        metavar="N",
        type=whole(1),
        help="games; when the list is through it begins anew (default: as many an opening as there are sides)",
    )
    seeds = "seed of random moves and dice (default: 0)"
    parser.add_argument("--seed", metavar="N", type=whole(0), default=0, help=seeds)


def add_setup_arguments(parser: Parser) -> None:
    """The arguments of `rebaz setup`: those of every game, in a group each."""
    parser.add_argument("variant", metavar="VARIANT", help="a variant of one of these games, such as rebaz")
    seeds = whole(0, 2**63 - 1)
    parser.add_argument("--seed", metavar="N", type=seeds, help="seed of all chance (default: new each time)")
    parser.add_argument("--count", metavar="N", type=whole(1), default=1, help="starts to make (default: 1)")
    parser.add_argument(
        "--fen-only", action="store_true", help="print nothing but position strings, as a list of openings has them"
    )
    rebaz = parser.add_argument_group("REBAZ", "Without a choice the dice are thrown for both sides.")
    start = rebaz.add_mutually_exclusive_group()
    start.add_argument(
        "--id", metavar=("A", "B"), nargs=2, type=whole(-(2**31)), help="arrangement numbers of w and b, 0 to 10079"
    )
    start.add_argument("--columnar", action="store_true", default=None, help="one throw, both sides use it")
    start.add_argument("--fixed", action="store_true", default=None, help="the fixed start")
    start.add_argument(
        "--free",
        metavar="ORDER",
        nargs="+",
        help="any order of the greater pieces NBLREMTP on files a to h: one for both sides, or w's and b's",
    )
    rebaz.add_argument(
        "--second-rank", action="store_true", default=None, help="lesser pieces on the second rank, not the third"
    )
    rebaz.add_argument(
        "--turn",
        choices=("w", "b", "throw"),
        help="side to move first, or throw the dice for it (default: throw when dice make the start, else w)",
    )
    battle = parser.add_argument_group(
        "Mil Batallas", "Without armies two of equal value are drawn. Men are placed at random in their half."
    )
    battle.add_argument("--white", metavar="ARMY", help="White's men, such as 'Q1 R2 B2 N2 P8' (default: as Black's)")
    battle.add_argument("--black", metavar="ARMY", help="Black's men (default: as White's)")
    battle.add_argument("--barriers", metavar="BARS", help="bars by their ends, such as 'a1-h1 b2-b9' (default: none)")
    battle.add_argument(
        "--board",
        metavar="FILE",
        help="men placed by hand, - for standard input: ten lines, rank 10 first, of KQRBNP, kqrbnp, . or * (barrier)",
    )
    battle.add_argument(
        "--castling",
        metavar="RIGHTS",
        help="with --board: rights in the order KQkq, or - (default: where king and rook stand as in chess)",
    )
    jacke = parser.add_argument_group(
        "Jacke", "Without formations both are drawn; one from a file alone faces its mirror image."
    )
    jacke.add_argument(
        "--formation",
        metavar="FILE",
        help="w's formation such as PPPPPPPP/1NBBN3/R3QK1R on a line, b's on a second, - for standard input, or random",
    )
    jacke.add_argument("--formation-b", metavar="FILE", help="b's formation in a file of its own, or random")
    rosters = "roster of cards: plain (the default), romans, greeks, egyptians or one of the card file"
    jacke.add_argument("--roster-w", metavar="NAME", help=f"w's {rosters}")
    jacke.add_argument("--roster-b", metavar="NAME", help="b's roster")
    jacke.add_argument("--card-file", metavar="FILE", help="TOML file that adds cards and rosters")
    kings = parser.add_argument_group("Four kings", "A die is thrown for each side; the highest begins.")
    kings.add_argument("--rook", action="store_true", default=None, help="the start with a rook a side")
    kings.add_argument(
        "--rotation", choices=("cw", "ccw"), help="what the side that begins chooses (default: chosen at random)"
    )
    for side in "ryg":
        own = f"{side}'s roster of cards; also --roster-b and --card-file" if side == "r" else f"{side}'s"
        kings.add_argument(f"--roster-{side}", metavar="NAME", help=own)


def add_odds_arguments(parser: Parser) -> None:
    """The arguments of `rebaz odds`."""
    cards = parser.add_argument_group("cards", "Without VARIANT. Cards elsewhere on a board are left out.")
    cards.add_argument("--attack", metavar="CARD", help="a card such as rom-eques, or a plain piece such as N")
    cards.add_argument("--defend", metavar="CARD", help="the same of the attacked piece")
    cards.add_argument("--damage", metavar="N", type=whole(0, 98), help="damage that the attacked piece has")
    cards.add_argument("--single", action="store_true", default=None, help="as Damage=single: capture or nothing")
    cards.add_argument("--card-file", metavar="FILE", help="TOML file that adds cards")
    add_position_arguments(parser, optional=True)
    parser.add_argument("--move", metavar="MOVE", help="with VARIANT: an attack without its outcome, such as e4d5")


# -- commands


def run_protocol(arguments: argparse.Namespace) -> int:
    if arguments.version:
        from rebaz_core import __version__

        print(f"rebaz {__version__}")
        return 0
    from rebaz_ai.uci import run

    return run()


def run_variants(_: argparse.Namespace) -> int:
    from rebaz_core import VARIANTS

    width = max(map(len, VARIANTS))
    for name, variant in VARIANTS.items():
        print(f"{name:<{width}}  {variant.description}")
    return 0


def run_show(arguments: argparse.Namespace) -> int:
    from rebaz_core.show import note_lines

    position = position_of(arguments)
    print(drawn(position))
    for line in note_lines(position):
        print(line)
    print(f"Fen: {position.fen()}")
    print(f"Turn: {position.turn}")
    if position.points is not None:
        white, black = position.points
        print(f"Points: w {white}, b {black}")
    print(f"Result: {position.result or '*'}")
    if arguments.moves:
        texts = [position.native(move) if arguments.native else move.text for move in position.legal_moves]
        print(f"Moves: {' '.join(sorted(texts))}".rstrip())
    return 0


def run_play(arguments: argparse.Namespace) -> int:
    from rebaz_ai.play import Game
    from rebaz_ai.search import Limits
    from rebaz_core import InputError

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    position = position_of(arguments)
    side = position.turn if arguments.side is None else arguments.side
    if side not in list(position.sides):
        raise InputError("side", side, f"one of {', '.join(position.sides)}")
    limits = Limits(movetime=arguments.movetime or DEFAULT_MOVETIME)
    Game(position, side, searcher_of(arguments, position), limits, drawn, interruptible, arguments.seed).run()
    return 0


def run_perft(arguments: argparse.Namespace) -> int:
    position = position_of(arguments)
    began = time.perf_counter()
    if arguments.divide and arguments.depth:
        leaves = interruptible(lambda: position.divide(arguments.depth))
        for move in sorted(leaves, key=str):
            print(f"{move}: {leaves[move]}")
        total = sum(leaves.values())
    else:
        total = interruptible(lambda: position.perft(arguments.depth))
    seconds = time.perf_counter() - began
    print(f"Nodes searched: {total}")
    print(f"Time: {seconds:.3f} s, {total / max(seconds, 1e-9):.0f} nodes/second")
    return 0


def run_bench(arguments: argparse.Namespace) -> int:
    from rebaz_ai import bench

    def report(line: str) -> None:
        print(line, flush=True)

    result = interruptible(lambda: bench.run_bench(arguments.depth, report, only=arguments.variant))
    print(f"Nodes searched: {result.nodes}")
    print(f"Time: {result.seconds:.3f} s, {result.nps} nodes/second")
    return 0


def run_search(arguments: argparse.Namespace) -> int:
    from rebaz_ai.jobs import line_in_notation
    from rebaz_ai.search import Limits

    position = position_of(arguments)
    searcher = searcher_of(arguments, position)
    for move in arguments.moves:
        position.push(move)
    if position.is_over:
        print(f"The game is over: {position.result}")
        return 0
    bounded = arguments.depth or arguments.nodes
    movetime = arguments.movetime or (None if bounded else DEFAULT_MOVETIME)
    limits = Limits(depth=arguments.depth, nodes=arguments.nodes, movetime=movetime)

    def line(info: Info) -> str:
        return " ".join(line_in_notation(position, info.pv, arguments.native))

    def report(info: Info) -> None:
        number = f"{info.multipv:>4}" if arguments.multipv > 1 else ""
        figures = f"{info.depth:>5}{number}{score_text(info.score):>9}{info.nodes:>12}{info.time:>8}"
        print(f"{figures}  {line(info)}", flush=True)

    print(f"depth{'  pv' if arguments.multipv > 1 else ''}{'score':>9}{'nodes':>12}{'ms':>8}  line")
    result = interruptible(lambda: searcher.search(position, limits, report, arguments.multipv))
    if result.bestmove is None:
        return 0
    best = position.native(result.bestmove) if arguments.native else str(result.bestmove)
    if result.lines:
        info = result.lines[0]
        print(f"best move {best}, score {score_text(info.score)}, line {line(info)}")
    else:
        print(f"best move {best}")
    return 0


def run_match(arguments: argparse.Namespace) -> int:
    from itertools import cycle

    from rebaz_ai.bots import player
    from rebaz_ai.match import GameRecord, MatchScore, play_match

    variant = arguments.variant
    openings = openings_of(arguments)
    games = arguments.games or sum(len(start.sides) for start in openings)
    first, second = player(arguments.first, variant), player(arguments.second, variant)

    def report(score: MatchScore, game: GameRecord) -> None:
        plies = len(game.position.moves)
        played = f"{first.name} with {game.first_player_side}: {game.result}, {plies} plies"
        print(f"game {score.games} of {games}: {played}; {score}", flush=True)

    score = interruptible(lambda: play_match(first, second, cycle(openings), arguments.seed, report, games))
    low, high = score.interval
    print(f"{first.name} against {second.name}: {score}, 95% interval {low:.1f} to {high:.1f}")
    return 0


def run_setup(arguments: argparse.Namespace) -> int:
    from rebaz_ai import cli_setup

    return cli_setup.run(arguments)


def run_odds(arguments: argparse.Namespace) -> int:
    from rebaz_ai import cli_odds

    return cli_odds.run(arguments, None if arguments.variant is None else position_of(arguments))


def run_cards(arguments: argparse.Namespace) -> int:
    from rebaz_ai import cli_cards

    return cli_cards.run(arguments, CARDS_LEGEND, MOVES_LEGEND)


def run_scenarios(arguments: argparse.Namespace) -> int:
    from rebaz_core import VARIANTS, Position, ScenarioError, variant

    chosen = VARIANTS if arguments.variant is None else {arguments.variant: variant(arguments.variant)}
    if not any(entry.scenarios for entry in chosen.values()):
        known = ", ".join(name for name, entry in VARIANTS.items() if entry.scenarios)
        raise ScenarioError("variant", arguments.variant, f"one of {known}; {arguments.variant} has no scenarios")
    for name, entry in chosen.items():
        for scenario in entry.scenarios.values():
            position = Position(name, scenario.fen)
            points = "" if position.points is None else " Points: w {}, b {}".format(*position.points)
            print(f"{name} {scenario.name}: {scenario.description}{points}")
    return 0


# -- help for the commands


def position_of(arguments: argparse.Namespace) -> Position:
    """The position that the arguments name, or RebazError."""
    from rebaz_core import InputError, OptionError, Position, variant
    from rebaz_core.options import under_protocol_names

    start = variant(arguments.variant)
    known = {option.name.lower(): option for option in start.options}
    options: dict[str, Any] = {}
    for text in arguments.option:
        name, equals, value = text.partition("=")
        if not known:
            raise OptionError("option", text, f"no option: {arguments.variant} has none")
        if not equals or name.lower() not in known:
            names = ", ".join(option.name for option in known.values())
            raise OptionError("option", text, f"NAME=VALUE with a name of {names}")
        option = known[name.lower()]
        options[option.keyword] = (option, value)
    fen = arguments.fen
    if fen is not None and not fen.strip():
        raise InputError("fen", fen, f"a position string of {arguments.variant}, such as {start.start_fen}")
    try:
        values = {keyword: option.parse(value) for keyword, (option, value) in options.items()}
        return Position(
            arguments.variant, None if fen is None else fen.strip(), scenario=arguments.scenario, **values
        )
    except OptionError as error:
        raise under_protocol_names(error, known.values()) from None


def searcher_of(arguments: argparse.Namespace, position: Position) -> Searcher:
    """The engine of a command whose clock is nobody else's, or InputError if it is not for that position's game."""
    from rebaz_ai.search import Searcher
    from rebaz_ai.search.options import SearchOptions
    from rebaz_core import InputError

    if arguments.multiplayer == "maxn" and len(position.sides) == 2:
        raise InputError("multiplayer", "maxn", f"paranoid or nothing: {position.variant} has two sides")
    return Searcher(overhead=0, options=SearchOptions(multiplayer=arguments.multiplayer))


def openings_of(arguments: argparse.Namespace) -> list[Position]:
    """The positions that a match starts from."""
    from rebaz_ai.openings import SCENARIOS, load_openings
    from rebaz_core import InputError, variant

    start = position_of(arguments)
    source = arguments.openings
    if source is None and arguments.fen is None and arguments.scenario is None and variant(start.variant).scenarios:
        source = SCENARIOS
    if source is not None:
        return load_openings(start.variant, source, start.options)
    if start.is_over:
        raise InputError("fen", start.fen(), "a position whose game goes on")
    return [start]


def drawn(position: Position) -> str:
    """The board as the terminal or file that is written to can show it."""
    from rebaz_core.show import board_text

    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    colours = sys.stdout.isatty() and not plain
    return board_text(position, colours, ascii_only=not can_print("┼═║·", sys.stdout.encoding))


def can_print(text: str, encoding: str) -> bool:
    """Whether an encoding has all characters of a text.

    >>> can_print("┼", "utf-8"), can_print("┼", "latin-1")
    (True, False)
    """
    try:
        text.encode(encoding)
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def score_text(score: Score) -> str:
    """A score for people: in Campesinos or pawns, or the moves to a proven win or loss.

    >>> from rebaz_ai.search import Score
    >>> score_text(Score(cp=35)), score_text(Score(mate=-2))
    ('+0.35', '#-2')
    """
    return f"#{score.mate}" if score.cp is None else f"{score.cp / 100:+.2f}"


def interruptible(work: Callable[[], T]) -> T:
    """What `work` returns or raises; it runs in a thread of its own, so that Ctrl-C is seen while native code runs."""
    results: list[T] = []
    errors: list[BaseException] = []

    def target() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=target, daemon=True)
    thread.start()
    try:
        thread.join()
    except KeyboardInterrupt:
        sys.stdout.flush()
        os._exit(INTERRUPTED)
    if errors:
        raise errors[0]
    return results[0]


def abandon_output() -> None:
    """Let what is still to be written go nowhere, so that the end of the process does not fail on it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(argv: Sequence[str] | None = None) -> int:
    """The `rebaz` command; returns the exit code. Bad input is one line on standard error and code 2."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    elif sys.stdout is None:  # closed by whoever started it
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open to the end
    try:
        try:
            arguments = build_parser().parse_args(argv)
            code: int = arguments.run(arguments)
        except SystemExit as end:  # how argparse ends
            code = end.code if isinstance(end.code, int) else 0
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        abandon_output()
        return QUIET_PIPE
    except OSError as error:
        abandon_output()
        sys.stderr.write(error_line(f"output: {error.strerror or error}"))
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED
    except ValueError as error:
        from rebaz_core import RebazError

        if not isinstance(error, RebazError):
            raise
        sys.stderr.write(error_line(error))
        return 2
    return code
