"""`rebaz setup`: makes a start of the games whose rules let players choose or throw one."""

from __future__ import annotations

import random
from contextlib import nullcontext, redirect_stdout
from typing import TYPE_CHECKING, Final

from rebaz_ai.files import read_text
from rebaz_core import CardError, Position, SetupError, variant
from rebaz_core.games import jacke_setup, milbatallas_setup, rebaz_setup
from rebaz_core.games.jacke_cards import PLAIN, load_catalogue
from rebaz_core.games.rebaz_tables import FIXED_RANK
from rebaz_core.text import text_lines

if TYPE_CHECKING:
    import argparse
    from collections import Counter
    from collections.abc import Callable

OPTIONS: Final[dict[str, tuple[str, ...]]] = {
    "rebaz": ("id", "columnar", "fixed", "free", "second_rank", "turn"),
    "milbatallas": ("white", "black", "barriers", "board", "castling"),
    "jacke": ("formation", "formation_b", "roster_w", "roster_b", "card_file"),
    "fourkings": ("rook", "rotation", "roster_r", "roster_b", "roster_y", "roster_g", "card_file"),
}
"""The options that only these games' families take."""

RANDOM: Final = "random"
"""Stands for a file of formations."""
ROTATIONS: Final = ("cw", "ccw")


def run(arguments: argparse.Namespace) -> int:
    """Print a start, its position string last; the exit code."""
    family = variant(arguments.variant).family
    if family not in OPTIONS:
        raise SetupError("setup", arguments.variant, f"a variant of {', '.join(OPTIONS)}")
    for names in OPTIONS.values():
        for name in names:
            if name not in OPTIONS[family] and getattr(arguments, name) is not None:
                known = " ".join(_flag(own) for own in ("seed", *OPTIONS[family]))
                raise SetupError("setup", _flag(name), f"an option for {arguments.variant}, one of {known}")
    if arguments.count > 1 and not leaves_to_chance(arguments):
        raise SetupError("count", arguments.count, "1 where nothing is left to chance")
    rng = random.Random(arguments.seed)
    for _ in range(arguments.count):
        with redirect_stdout(None) if arguments.fen_only else nullcontext():
            try:
                fen = STARTS[family](arguments, rng)
            except CardError as error:
                if error.field in OPTIONS[family]:
                    error.field = _flag(error.field)
                raise
        print(fen)
    return 0


def leaves_to_chance(arguments: argparse.Namespace) -> bool:
    """Whether one start may differ from the next."""
    chosen = arguments.id is not None or arguments.fixed or arguments.free is not None
    drawn = arguments.formation in (None, "random") or arguments.formation_b == "random"
    return arguments.board is None and drawn and (not chosen or arguments.turn == "throw")


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")


# -- REBAZ


def rebaz_start(arguments: argparse.Namespace, rng: random.Random) -> str:
    """The position string, after showing the throws that led to it."""
    white, black = first_ranks(arguments, rng)
    side = first_side(arguments, rng)
    return rebaz_setup.start_fen(white, black, bool(arguments.second_rank), side)


def first_ranks(arguments: argparse.Namespace, rng: random.Random) -> tuple[str, str]:
    """The greater pieces of w and b, files a to h, after showing the throws that placed them."""
    if arguments.id is not None:
        white, black = (rebaz_setup.arrangement(number) for number in arguments.id)
    elif arguments.fixed:
        white = black = FIXED_RANK
    elif arguments.free is not None:
        if len(arguments.free) > 2:
            raise SetupError("free", " ".join(arguments.free), "one order for both sides, or two (write VARIANT first)")
        white, black = (rebaz_setup.check_order(order) for order in (arguments.free[0], arguments.free[-1]))
    elif arguments.columnar:
        white = black = thrown_rank("both sides", rng)
    else:
        white, black = (thrown_rank(side, rng) for side in ("w", "b"))
    return white, black


def thrown_rank(who: str, rng: random.Random) -> str:
    """Throw an arrangement and show how it came about."""
    order, throws = rebaz_setup.throw_arrangement(rng)
    for throw in throws:
        print(f"{who}: {throw}")
    print(f"{who}: {order}, arrangement {rebaz_setup.arrangement_number(order)}")
    return order


def first_side(arguments: argparse.Namespace, rng: random.Random) -> str:
    """The side to move first, after showing the throws for it."""
    chosen = arguments.id is not None or arguments.fixed or arguments.free is not None
    turn: str = arguments.turn or ("w" if chosen else "throw")
    if turn != "throw":
        return turn
    side, throws = rebaz_setup.throw_first_side(rng)
    for throw in throws:
        print(f"first move: {throw}")
    return side


# -- Mil Batallas


def battle_start(arguments: argparse.Namespace, rng: random.Random) -> str:
    """The position string, after showing both armies and their values."""
    if arguments.board is not None:
        for name in ("seed", "white", "black", "barriers"):
            if getattr(arguments, name) is not None:
                raise SetupError("setup", _flag(name), "no such option beside --board, which says where all men stand")
        board, fen = placed_by_hand(arguments.board, arguments.castling, arguments.variant)
        white, black = (milbatallas_setup.army_of(board, side) for side in "wb")
    else:
        if arguments.castling is not None:
            raise SetupError("setup", "--castling", "--board beside it")
        barriers = milbatallas_setup.parse_barriers(arguments.barriers or "")
        given = armies(arguments)
        if given is None:
            white, black, fen = milbatallas_setup.random_start(rng, barriers, arguments.variant)
        else:
            white, black = given
            fen = milbatallas_setup.place_at_random(rng, white, black, barriers, arguments.variant)
    show_armies(white, black)
    return fen


def placed_by_hand(source: str, castling: str | None, variant_name: str) -> tuple[list[str], str]:
    """The board of a file, or of standard input for ``-``, and its position string; errors name the file."""
    where = f"board {source}"
    board = milbatallas_setup.read_board(read_text(source, "board"), where)
    try:
        return board, milbatallas_setup.start_fen(board, castling, variant_name)
    except SetupError as error:
        raise SetupError(f"{where}: {error.field}", error.value, error.expected) from None


def armies(arguments: argparse.Namespace) -> tuple[Counter[str], Counter[str]] | None:
    """Those that the arguments name, one standing for both; None if they name none."""
    given = {
        name: milbatallas_setup.parse_army(text, name)
        for name in ("white", "black")
        if (text := getattr(arguments, name)) is not None
    }
    if not given:
        return None
    either = next(iter(given.values()))
    return given.get("white", either), given.get("black", either)


def show_armies(white: Counter[str], black: Counter[str]) -> None:
    """Print both armies with their values, and whose is worth more."""
    values = []
    for side, army in (("w", white), ("b", black)):
        values.append(milbatallas_setup.army_value(army))
        print(f"{side}: {milbatallas_setup.army_text(army)}, value {values[-1]}")
    lead = values[0] - values[1]
    if lead:
        print(f"values differ: {'w' if lead > 0 else 'b'} has {abs(lead)} more")


# -- Jacke


def formation_start(arguments: argparse.Namespace, rng: random.Random) -> str:
    """The position string, after showing both formations."""
    boards = formations(arguments, rng)
    rosters = (arguments.roster_w or PLAIN, arguments.roster_b or PLAIN)
    fen = jacke_setup.start_fen(boards["w"], boards["b"], *rosters, load_catalogue(arguments.card_file))
    for side, board in boards.items():
        print(f"{side}: {jacke_setup.formation_text(board, side)}")
    return fen


def formations(arguments: argparse.Namespace, rng: random.Random) -> dict[str, list[str]]:
    """Those of w and b that the arguments name; one from a file alone faces its mirror image."""
    found: dict[str, list[str]] = {}
    white, black = arguments.formation, arguments.formation_b
    if white is None and black in (None, RANDOM):
        white = RANDOM
    if black is None and white == RANDOM:
        black = RANDOM
    if white == RANDOM:
        found["w"] = jacke_setup.random_formation(rng, "w")
    elif white is not None:
        lines = formation_lines("formation", white, 2)
        for side, line in zip("wb", lines, strict=False):
            found[side] = jacke_setup.parse_formation(line, side)
    if black == RANDOM:
        found["b"] = jacke_setup.random_formation(rng, "b")
    elif black is not None:
        line = formation_lines("formation-b", black, 1)[0]
        found["b"] = jacke_setup.parse_formation(line, "b", "formation-b")
    return {side: found.get(side) or jacke_setup.mirrored(found[other]) for side, other in ("wb", "bw")}


def formation_lines(field: str, name: str, most: int) -> list[str]:
    """The formations in a file, one a line."""
    lines = [line.strip() for line in text_lines(read_text(name, field)) if line.strip()]
    if not 1 <= len(lines) <= most:
        wanted = "one line with a formation" if most == 1 else "one line with w's formation, and perhaps one with b's"
        raise SetupError(field, f"{len(lines)} lines" if lines else None, wanted)
    return lines


# -- Four kings


def kings_start(arguments: argparse.Namespace, rng: random.Random) -> str:
    """The position string, after showing the throws for who begins and the sense of rotation that this side chose."""
    cards = {name: getattr(arguments, name) for name in ("roster_r", "roster_b", "roster_y", "roster_g", "card_file")}
    start = Position(arguments.variant, scenario="rook" if arguments.rook else None, **cards).fen()
    side, throws = jacke_setup.throw_first_side(rng, "rbyg")
    for throw in throws:
        print(f"first move: {throw}")
    rotation = arguments.rotation or rng.choice(ROTATIONS)
    print(f"{side} chooses {rotation}")
    fields = start.split(" ")
    fields[1:3] = side, rotation
    return " ".join(fields)


STARTS: Final[dict[str, Callable[[argparse.Namespace, random.Random], str]]] = {
    "rebaz": rebaz_start,
    "milbatallas": battle_start,
    "jacke": formation_start,
    "fourkings": kings_start,
}
"""Makes a start of each game's family; shows on the way how it came about."""
