"""What Jacke's players agree on beforehand: card file, rosters, and whether damage stays."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rebaz_core.errors import OptionError
from rebaz_core.games.jacke_cards import PLAIN, SLOTS, Catalogue, Roster, load_catalogue
from rebaz_core.options import GameOption

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ACCUMULATE = "accumulate"
SINGLE = "single"


@dataclass(frozen=True)
class Terms:
    """The options of a game, read and checked."""

    catalogue: Catalogue
    rosters: tuple[Roster, ...]
    """By side, in turn order."""
    accumulate: bool
    options: dict[str, Any]
    """Those that differ from the variant's own."""


def read_options(options: Mapping[str, Any], sides: str) -> Terms:
    """The terms that keyword arguments state for a game of those sides, or OptionError.

    >>> read_options({"roster_w": "greeks", "damage": "accumulate"}, "wb").options
    {'roster_w': 'greeks'}
    """
    keywords = ["card_file", *(f"roster_{side}" for side in sides), "damage"]
    for keyword in options:
        if keyword not in keywords:
            raise OptionError("option", keyword, "one of " + ", ".join(keywords))
    stated = {name: value for name, value in options.items() if value is not None}
    damage = stated.get("damage", ACCUMULATE)
    if damage not in (ACCUMULATE, SINGLE):
        raise OptionError("damage", damage, f"{ACCUMULATE} or {SINGLE}")
    catalogue = load_catalogue(stated.get("card_file"))
    rosters = [catalogue.roster(stated.get(f"roster_{side}", PLAIN), f"roster_{side}") for side in sides]
    usual = {"damage": ACCUMULATE} | {f"roster_{side}": PLAIN for side in sides}
    if "card_file" in stated:
        stated["card_file"] = str(stated["card_file"])
    return Terms(catalogue, tuple(rosters), damage == ACCUMULATE,
                 {name: value for name, value in stated.items() if value != usual.get(name)})


def parse_damage(text: str) -> str | None:
    """What becomes of damage; None if it stays."""
    if text not in (ACCUMULATE, SINGLE):
        raise OptionError("damage", text, f"{ACCUMULATE} or {SINGLE}")
    return None if text == ACCUMULATE else text


def parse_roster(text: str) -> str | None:
    """A roster's name; None for plain cards."""
    return None if text in ("", PLAIN) else text


def parse_card_file(text: str) -> str | None:
    """The path of a card file; None without one."""
    if text:
        load_catalogue(text)
    return text or None


def game_options(sides: str) -> tuple[GameOption, ...]:
    """The options of a game of those sides.

    >>> [option.name for option in game_options("wb")]
    ['CardFile', 'Roster w', 'Roster b', 'Damage']
    """
    return (
        GameOption("card_file", "CardFile", "string", "", parse_card_file, "a TOML file that adds cards and rosters"),
        *(
            GameOption(f"roster_{side}", f"Roster {side}", "string", PLAIN, parse_roster,
                       f"the cards that {side} starts with")
            for side in sides
        ),
        GameOption("damage", "Damage", "combo", ACCUMULATE, parse_damage,
                   "whether damage adds up, or an attack captures at once or does nothing",
                   choices=(ACCUMULATE, SINGLE)),
    )


def deal(men: Iterable[tuple[int, str]], roster: Roster) -> dict[int, str]:
    """The card of each of a side's men, given as (square, piece letter) in the order in which they are numbered.

    A man that the roster has no card for is left out.

    >>> from rebaz_core.games.jacke_cards import shipped
    >>> deal([(0, "R"), (7, "R")], shipped().rosters["greeks"])
    {0: 'gre-lithobolos', 7: 'gre-helepolis'}
    """
    seen: Counter[str] = Counter()
    dealt = {}
    for square, piece in men:
        seen[piece] += 1
        slot = piece if piece in SLOTS else f"{piece}{seen[piece]}"
        if slot in SLOTS:
            dealt[square] = roster.card(slot)
    return dealt
