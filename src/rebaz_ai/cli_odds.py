"""`rebaz odds`: what the dice can make of an attack, with exact probabilities."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from rebaz_core import InputError
from rebaz_core.fen import parse_pairs, parse_square, split_squares, square_name
from rebaz_core.games.jacke_cards import PIECES, load_catalogue
from rebaz_core.games.jacke_deck import odds
from rebaz_core.show import card_on, meaning

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from rebaz_core import Position
    from rebaz_core.games.jacke_cards import Card, Catalogue

THROWS: Final = 36


class Line(NamedTuple):
    """An outcome's name in the table, what it means, and its probability."""

    name: str
    meaning: str
    chance: Fraction


def cards_table(arguments: argparse.Namespace) -> list[str]:
    """The fight of two cards as lines of text. Cards that act from elsewhere on a board have no part in it."""
    catalogue = load_catalogue(arguments.card_file)
    attacker = card_of(catalogue, "attack", arguments.attack)
    defender = card_of(catalogue, "defend", arguments.defend)
    attack, defense = bonuses(attacker, defender)
    hurt = arguments.damage or 0
    if hurt >= defender.health:
        raise InputError("damage", hurt, f"less than the health of {defender.id}, {defender.health}")
    found = odds(attack, defense, defender.health - hurt, not arguments.single)
    lines = [Line(name, meaning(name), Fraction(throws, THROWS)) for name, throws in found]
    head = [
        f"attack: {attacker.id} ({attacker.piece}), die {attack:+d}",
        f"defend: {defender.id} ({defender.piece}), die {defense:+d}, health left {defender.health - hurt}",
    ]
    if defender.piece == "K":
        head.append("before it the king's owner throws: on 4 to 6 the king may step to an empty square instead")
    return [*head, *table(lines), *expected(lines, defender.health - hurt)]


def card_of(catalogue: Catalogue, field: str, text: str) -> Card:
    """The card of that id, or the plain card of a piece's letter."""
    if len(text) == 1 and text.upper() in PIECES:
        return catalogue.plain(text.upper())
    if text not in catalogue.cards:
        raise InputError(field, text, f"the id of a card, or a letter of {PIECES} for a plain one")
    return catalogue.cards[text]


def bonuses(attacker: Card, defender: Card) -> tuple[int, int]:
    """What is added to the attack die and to the defence die."""
    attack, defense = 0, defender.defense
    for card, other, kind in ((attacker, defender, "combat"), (defender, attacker, "defense")):
        effect = card.effect
        if effect is not None and effect.kind == kind and other.piece in effect.pieces:
            attack += effect.attack
            defense += effect.defense
    return attack, defense


def move_table(position: Position, move: str) -> list[str]:
    """What the dice can make of a decision in a position, as lines of text."""
    found = [(str(completed).partition(":"), chance) for completed, chance in position.outcomes(move)]
    lines = [Line(name or "-", meaning(name) if name else "no dice", chance) for (_, _, name), chance in found]
    head = [f"position: {position.fen()}", f"move: {found[0][0][0]}"]
    return [*head, *table(lines), *(expected(lines, health_left(position, found[0][0][0])) if found[0][0][1] else ())]


def health_left(position: Position, attack: str) -> int:
    """The health that a piece has left, named by the move that attacks it, or by its owner's `stay`."""
    _, damage, pending = position.fen().split(" ")[-3:]
    squares, _ = split_squares(pending if attack.startswith("stay") else attack, 2)
    start, target = (square_name(square) for square in squares)
    if position.piece_at(target) is None:  # en passant
        target = target[0] + start[1]
    return card_on(position, target).health - int(parse_pairs("damage", damage).get(parse_square(target) or 0, 0))


def table(lines: Sequence[Line]) -> list[str]:
    """A line for each outcome.

    >>> for line in table([Line("0", "nothing", Fraction(2, 3)), Line("x", "captured", Fraction(1, 3))]): print(line)
    0  2/3   66.67 %  nothing
    x  1/3   33.33 %  captured
    """
    names = max(len(line.name) for line in lines)
    chances = max(len(str(line.chance)) for line in lines)
    return [
        f"{line.name:<{names}}  {line.chance!s:>{chances}}  {float(100 * line.chance):6.2f} %  {line.meaning}"
        for line in lines
    ]


def expected(lines: Sequence[Line], health: int) -> list[str]:
    """The mean of the damage that is dealt; a capture deals all the health that is left."""
    dealt = {line.name: health if line.name == "x" else int(line.name[1:] or 0) for line in lines}
    mean = sum((line.chance * dealt[line.name] for line in lines), start=Fraction(0))
    return [f"expected damage: {mean} = {float(mean):.3f} of {health}"]


def run(arguments: argparse.Namespace, position: Position | None) -> int:
    """Print the odds of an attack between two cards, or of a move; the exit code."""
    own = ("attack", "defend") if position is None else ("move",)
    others = ("move",) if position is None else ("attack", "defend", "damage", "single", "card_file")
    what = "without VARIANT" if position is None else "beside VARIANT"
    for name in others:
        if getattr(arguments, name) is not None:
            raise InputError("odds", "--" + name.replace("_", "-"), f"no such option {what}")
    for name in own:
        if getattr(arguments, name) is None:
            raise InputError(name, None, "--attack and --defend with cards, or VARIANT and --move")
    lines = cards_table(arguments) if position is None else move_table(position, arguments.move)
    print("\n".join(lines))
    return 0
