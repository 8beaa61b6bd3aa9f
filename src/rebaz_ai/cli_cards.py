"""`rebaz cards`: lists Jacke's cards and rosters, those of a card file among them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rebaz_core import InputError
from rebaz_core.games.jacke_cards import PIECES, SLOTS, load_catalogue

if TYPE_CHECKING:
    import argparse

    from rebaz_core.games.jacke_cards import Atom, Card, Catalogue, Effect


def run(arguments: argparse.Namespace, legend: str, moves_legend: str) -> int:
    """Print the cards that were asked for, a line each, and what the signs of those mean; the exit code."""
    catalogue = load_catalogue(arguments.card_file)
    every = (list(catalogue.cards.values()), ())
    cards, slots = every if arguments.name is None else named(catalogue, arguments.name)
    print("\n".join(card_lines(cards, slots)))
    print(legend)
    if any(card.effect is not None and card.effect.add for card in cards):
        print(moves_legend)
    if arguments.name is None:
        print(f"rosters: {', '.join(catalogue.rosters)}")
    return 0


def named(catalogue: Catalogue, name: str) -> tuple[list[Card], tuple[str, ...]]:
    """The cards of a roster with its slots, or one card."""
    if name in catalogue.rosters:
        return [catalogue.cards[card] for card in catalogue.rosters[name].cards], SLOTS
    if name in catalogue.cards:
        return [catalogue.cards[name]], ()
    raise InputError("cards", name, f"the id of a card, or a roster of {', '.join(catalogue.rosters)}")


def card_lines(cards: list[Card], slots: tuple[str, ...] = ()) -> list[str]:
    """A heading, and a line for each card."""
    rows = [["id", "name", "piece", "D", "H", "effect"]]
    rows += [
        [card.id, card.name, card.piece, str(card.defense), str(card.health), effect_text(card.effect)]
        for card in cards
    ]
    if slots:
        rows = [[slot, *row] for slot, row in zip(("", *slots), rows, strict=True)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def effect_text(effect: Effect | None) -> str:
    """What a card does, in words.

    >>> from rebaz_core.games.jacke_cards import shipped
    >>> effect_text(shipped().cards["rom-eques"].effect), effect_text(shipped().cards["rom-imperator"].effect)
    ('attack +1 against P B', 'P allies within 2: attack +1')
    """
    if effect is None:
        return ""
    if effect.kind == "movement":
        return f"also moves {' '.join(map(atom_text, effect.add))}"
    pieces = "" if effect.pieces == PIECES else " ".join(effect.pieces)
    dice = (("attack", effect.attack), ("defence", effect.defense))
    bonus = ", ".join(f"{name} {number:+d}" for name, number in dice if number)
    if effect.kind != "permanent":
        return f"{bonus} against {pieces}" if pieces else bonus
    reach = "on the whole board" if effect.range is None else f"within {effect.range}"
    return f"{pieces} {effect.scope} {reach}: {bonus}".lstrip()


def atom_text(atom: Atom) -> str:
    """An extra way to move as card files write it.

    >>> from rebaz_core.games.jacke_cards import parse_atoms
    >>> [atom_text(atom) for atom in parse_atoms("mW cB2 N")]
    ['mW', 'cB2', 'N']
    """
    prefix = "" if atom.quiet and atom.attack else "m" if atom.quiet else "c"
    return f"{prefix}{atom.letter}{atom.distance or ''}"
