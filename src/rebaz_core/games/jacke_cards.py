"""Jacke's cards and rosters: what the engine ships, and files that add to it.

Source: the rules page of Jacke, section *Cards*; `jacke-cards.toml` states the format at its top.
"""

from __future__ import annotations

import os
import re
import stat
import tomllib
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rebaz_core.errors import CardError, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["MAX_CARDS", "PIECES", "PLAIN", "SLOTS", "Atom", "Card", "Catalogue", "Effect", "Roster"]
__all__ += ["load_catalogue", "parse_atoms", "read_cards", "shipped"]

PIECES: Final = "PNBRQK"
"""The letters of the piece types, in the order of the compiled deck."""
SLOTS: Final = ("K", "Q", "R1", "R2", "B1", "B2", "N1", "N2", *(f"P{number}" for number in range(1, 9)))
"""The men that a roster's cards are for, in its order."""
PLAIN: Final = "plain"
"""The name of the roster without effects."""
MAX_CARDS: Final = 4096
"""How many cards a catalogue holds at most."""
MAX_BYTES: Final = 1 << 20
"""How large a card file may be."""
WHOLE_BOARD: Final = "board"

_SHIPPED: Final = "jacke-cards.toml"
_FILE: Final = "card_file"
_ATOM: Final = re.compile(r"([mc]?)(?:([WFNDA])|([RB])([1-7]))")
_DEEPEST_KEY: Final = 32
_DEEP_KEY: Final = re.compile(
    r"""(?:(?:(?<![\w-])[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+)""" + f"{{{_DEEPEST_KEY}}}"
)
"""A dotted key that no card has; `tomllib` needs time by the square of its length."""
_MOST_BONUS: Final = 9
_KEYS: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "movement": (("add",), ()),
    "combat": (("attack",), ("against",)),
    "defense": (("defense",), ("against",)),
    "permanent": (("scope", "range"), ("attack", "defense", "pieces")),
}
"""What an effect of each kind must say, and what it may say."""


@dataclass(frozen=True)
class Atom:
    """One extra way to move: a leap ``W F N D A``, or a slide ``R B`` of so many squares."""

    letter: str
    distance: int
    """Of a slide, 1 to 7; a leap has 0."""
    quiet: bool
    """Whether it goes to empty squares."""
    attack: bool
    """Whether it attacks."""


@dataclass(frozen=True)
class Effect:
    """What a card does; `kind` says which of the other fields count."""

    kind: str
    """``movement``, ``combat``, ``defense`` or ``permanent``."""
    add: tuple[Atom, ...] = ()
    attack: int = 0
    defense: int = 0
    pieces: str = PIECES
    """The piece types that it counts against (combat, defense) or on (permanent)."""
    scope: str = ""
    """``allies`` or ``enemies``, of a permanent effect."""
    range: int | None = None
    """How many king's steps a permanent effect reaches; None for the whole board."""


@dataclass(frozen=True)
class Card:
    """A card: who plays it, and what its piece can take and do."""

    id: str
    name: str
    piece: str
    faction: str
    defense: int
    health: int
    effect: Effect | None = None


@dataclass(frozen=True)
class Roster:
    """A side's sixteen cards, by their ids in the order of `SLOTS`.

    >>> shipped().rosters["romans"].card("R2")
    'rom-siege-tower'
    """

    name: str
    cards: tuple[str, ...]

    def card(self, slot: str) -> str:
        """The id of the card for one of `SLOTS`."""
        return self.cards[SLOTS.index(slot)]


@dataclass(frozen=True)
class Catalogue:
    """All cards by id and all rosters by name: the shipped ones first, then a file's in its order."""

    cards: Mapping[str, Card] = field(repr=False)
    rosters: Mapping[str, Roster] = field(repr=False)

    def plain(self, piece: str) -> Card:
        """The plain card of a piece type.

        >>> shipped().plain("R").health
        3
        """
        slot = piece if piece in SLOTS else piece + "1"
        return self.cards[self.rosters[PLAIN].card(slot)]

    def roster(self, name: str, option: str = "roster") -> Roster:
        """The roster of that name, or CardError about `option`.

        >>> shipped().roster("martians")
        Traceback (most recent call last):
        rebaz_core.errors.CardError: roster: 'martians', expected one of plain, romans, greeks, egyptians
        """
        if not isinstance(name, str) or name not in self.rosters:
            raise CardError(option, name, "one of " + ", ".join(self.rosters))
        return self.rosters[name]


# -- values of a card file


class _Owner:
    """The file, and the card or roster in it, that faults are reported about."""

    def __init__(self, file: str, owner: str) -> None:
        self.file = file
        self.owner = owner

    def error(self, name: str, value: object, expected: str) -> CardError:
        return CardError(name, value, expected, self.file, self.owner)

    def table(self, name: str, value: object) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self.error(name, value, "a table")
        return value

    def keys(self, prefix: str, table: dict[str, Any], must: Iterable[str], may: Iterable[str] = ()) -> None:
        """Refuse what is missing or unknown."""
        must = tuple(must)
        known = (*must, *may)
        for key in table:
            if key not in known:
                raise self.error(prefix + key, table[key], f"no such key, only {', '.join(known)}")
        for key in must:
            if key not in table:
                raise self.error(prefix + key, None, "a value")

    def number(self, name: str, value: object, least: int, most: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.error(name, value, f"a whole number from {least} to {most}")
        return value

    def text(self, name: str, value: object) -> str:
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise self.error(name, value, "a text on one line")
        return value

    def one_of(self, name: str, value: object, choices: Iterable[str]) -> str:
        choices = tuple(choices)
        if not isinstance(value, str) or value not in choices:
            raise self.error(name, value, f"one of {', '.join(choices)}")
        return value

    def letters(self, name: str, value: object) -> str:
        """Piece letters, in the order of `PIECES`."""
        wanted = "a list of piece letters, such as ['P', 'N']"
        if not isinstance(value, list) or not value:
            raise self.error(name, value, wanted)
        for item in value:
            if not isinstance(item, str) or item not in tuple(PIECES):
                raise self.error(name, item, f"one of the piece letters {', '.join(PIECES)}")
        return "".join(piece for piece in PIECES if piece in value)


def parse_atoms(text: str) -> tuple[Atom, ...]:
    """The atoms of a movement effect, each once; ValueError with the word that is none.

    >>> parse_atoms("mW cB2")[1]
    Atom(letter='B', distance=2, quiet=False, attack=True)
    >>> parse_atoms("R9")
    Traceback (most recent call last):
    ValueError: R9
    """
    atoms = []
    for word in text.split():
        match = _ATOM.fullmatch(word)
        if match is None:
            raise ValueError(word)
        prefix, leap, slide, distance = match.groups()
        atoms.append(Atom(leap or slide, int(distance or 0), prefix != "c", prefix != "m"))
    return tuple(dict.fromkeys(atoms))


def _effect(owner: _Owner, value: object) -> Effect:
    table = owner.table("effect", value)
    if "kind" not in table:
        raise owner.error("effect.kind", None, f"one of {', '.join(_KEYS)}")
    kind = owner.one_of("effect.kind", table["kind"], _KEYS)
    must, may = _KEYS[kind]
    owner.keys("effect.", table, ("kind", *must), may)
    found: dict[str, Any] = {}
    if kind == "movement":
        found["add"] = _atoms(owner, table["add"])
    if kind == "permanent":
        found["scope"] = owner.one_of("effect.scope", table["scope"], ("allies", "enemies"))
        found["range"] = _range(owner, table["range"])
        if "attack" not in table and "defense" not in table:
            raise owner.error("effect.attack", None, "a number for attack or defense, or for both")
    for name in ("attack", "defense"):
        if name in table:
            found[name] = owner.number(f"effect.{name}", table[name], -_MOST_BONUS, _MOST_BONUS)
    for name in ("against", "pieces"):
        if name in table:
            found["pieces"] = owner.letters(f"effect.{name}", table[name])
    return Effect(kind, **found)


def _atoms(owner: _Owner, value: object) -> tuple[Atom, ...]:
    wanted = "W F N D A R<k> B<k> with k from 1 to 7, each with or without m or c before it, joined by spaces"
    try:
        atoms = parse_atoms(owner.text("effect.add", value))
    except ValueError as error:
        if isinstance(error, CardError):
            raise
        found = "" if str(error) == value else f", not {shown(str(error))}"
        raise owner.error("effect.add", value, wanted + found) from None
    return atoms


def _range(owner: _Owner, value: object) -> int | None:
    if value == WHOLE_BOARD:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 7:
        raise owner.error("effect.range", value, f"1 to 7 king's steps, or '{WHOLE_BOARD}'")
    return value


def _card(owner: _Owner, table: dict[str, Any]) -> Card:
    owner.keys("", table, ("id", "name", "piece", "faction", "defense", "health"), ("effect",))
    return Card(
        table["id"],
        owner.text("name", table["name"]),
        owner.one_of("piece", table["piece"], "KQRBNP"),
        owner.text("faction", table["faction"]),
        owner.number("defense", table["defense"], 0, 9),
        owner.number("health", table["health"], 1, 99),
        _effect(owner, table["effect"]) if "effect" in table else None,
    )


def _roster(owner: _Owner, table: dict[str, Any], cards: Mapping[str, Card]) -> Roster:
    owner.keys("", table, ("name", "cards"))
    ids = table["cards"]
    if not isinstance(ids, list) or len(ids) != len(SLOTS):
        number = f"{len(ids)} cards" if isinstance(ids, list) else ids
        raise owner.error("cards", number, f"{len(SLOTS)} ids of cards, for {', '.join(SLOTS)}")
    for slot, name in zip(SLOTS, ids, strict=True):
        if not isinstance(name, str) or name not in cards:
            raise owner.error("cards", name, f"the id of a card for {slot}")
        if cards[name].piece != slot[0]:
            raise owner.error("cards", name, f"a card of a {slot[0]} for {slot}, not of a {cards[name].piece}")
    return Roster(table["name"], tuple(ids))


# -- files


def read_cards(text: str, file: str, known: Catalogue | None = None) -> Catalogue:
    r"""The catalogue `known` with the cards and rosters that a card file's text adds; CardError for what is wrong.

    `file` is what errors call the text.

    >>> card = '[[card]]\nid="lancer"\nname="Lancer"\npiece="N"\nfaction="mine"\ndefense=0\nhealth='
    >>> read_cards(card + "2", "mine.toml", shipped()).cards["lancer"].health
    2
    >>> read_cards(card + "0", "mine.toml", shipped())
    Traceback (most recent call last):
    rebaz_core.errors.CardError: mine.toml, card lancer, health: 0, expected a whole number from 1 to 99
    """
    if deep := _DEEP_KEY.search(text):
        raise CardError(_FILE, file, f"a TOML file (a key of more than {_DEEPEST_KEY} parts: {shown(deep[0])})")
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        reason = str(error).splitlines()[0] if isinstance(error, ValueError) else "nested too deeply"
        raise CardError(_FILE, file, f"a TOML file ({reason})") from None
    _Owner(file, "").keys("", tables, (), ("card", "roster"))
    cards = dict(known.cards) if known else {}
    rosters = dict(known.rosters) if known else {}
    for owner, table in _entries(file, tables, "card", "id", cards):
        if len(cards) == MAX_CARDS:
            raise owner.error("id", table["id"], f"at most {MAX_CARDS} cards with those that the engine ships")
        card = _card(owner, table)
        cards[card.id] = card
    for owner, table in _entries(file, tables, "roster", "name", rosters):
        roster = _roster(owner, table, cards)
        rosters[roster.name] = roster
    return Catalogue(cards, rosters)


def _entries(
    file: str, tables: dict[str, Any], kind: str, key: str, taken: Mapping[str, object]
) -> Iterator[tuple[_Owner, dict[str, Any]]]:
    """Each table of that kind with its owner, after its name has been looked at."""
    entries = tables.get(kind, [])
    if not isinstance(entries, list):
        raise CardError(kind, entries, f"tables [[{kind}]]", file)
    for number, entry in enumerate(entries, 1):
        unnamed = _Owner(file, f"{kind} number {number}")
        table = unnamed.table(kind, entry)
        if key not in table:
            raise unnamed.error(key, None, "a value")
        name = unnamed.text(key, table[key])
        if kind == "card" and not re.fullmatch(r"[a-z][a-z0-9-]*", name):
            raise unnamed.error(key, name, "lower-case letters, digits and hyphens, a letter first")
        owner = _Owner(file, f"{kind} {name}")
        if name in taken:
            raise owner.error(key, name, f"one that no other {kind} has")
        yield owner, table


@cache
def shipped() -> Catalogue:
    """The cards and rosters of the engine.

    >>> from collections import Counter
    >>> Counter(card.faction for card in shipped().cards.values()) == {
    ...     "plain": 6, "romans": 16, "greeks": 16, "egyptians": 16}
    True
    """
    return read_cards(files("rebaz_core.games").joinpath(_SHIPPED).read_text("utf-8"), _SHIPPED)


def load_catalogue(path: str | os.PathLike[str] | None = None) -> Catalogue:
    """The shipped catalogue with what the file at `path`, if any, adds; CardError for a file that is wrong.

    >>> load_catalogue() is shipped()
    True
    >>> load_catalogue("nowhere.toml")
    Traceback (most recent call last):
    rebaz_core.errors.CardError: card_file: 'nowhere.toml', expected a file that can be read (No such file or directory)
    """
    if path is None:
        return shipped()
    if not isinstance(path, str | os.PathLike):
        raise CardError(_FILE, path, "the path of a TOML file")
    file = str(os.fspath(path))
    try:
        state = Path(file).stat()
        if not stat.S_ISREG(state.st_mode):
            raise CardError(_FILE, file, "a file, not a directory or device")
        return _load(file, state.st_mtime_ns, state.st_size)
    except OSError as error:
        raise CardError(_FILE, file, f"a file that can be read ({error.strerror})") from None
    except ValueError as error:
        if isinstance(error, CardError):
            raise
        raise CardError(_FILE, file, "a file's path") from None


@lru_cache(maxsize=8)
def _load(file: str, _changed: int, _size: int) -> Catalogue:
    """The catalogue of a file, read again only when it has changed."""
    with Path(file).open("rb") as stream:
        raw = stream.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise CardError(_FILE, file, f"a file of at most {MAX_BYTES >> 20} MB")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise CardError(_FILE, file, f"UTF-8 text (byte {error.start} is not)") from None
    return read_cards(text.removeprefix("\ufeff"), file, shipped())  # some editors write a byte order mark
