"""Throwing the dice that complete an attack."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, product
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from random import Random

    from rebaz_core.position import Position
    from rebaz_core.state import Move

FACES = range(1, 7)
_DIFFERENCES = sorted(attack - defense for attack, defense in product(FACES, FACES))
PAIRS = len(_DIFFERENCES)


class Throw(NamedTuple):
    """What the dice showed and the move that they made of an attack; None for a die that was not thrown.

    >>> from random import Random
    >>> from rebaz_core import Position
    >>> print(throw(Position("jacke", "7k/8/8/3p4/4P3/8/8/K7 w - - 0 1 - - -"), "e4d5", Random(2)))
    e4d5:0 (attack 1, defence 1)
    >>> print(throw(Position("jacke", "4k3/8/8/8/4R3/8/8/K7 w - - 0 1 - - -"), "e4e8", Random(2)))
    e4e8:0 (king 1, attack 1, defence 1)
    """

    move: Move
    king: int | None = None
    """The die of an attacked king: on 4 and more its owner may answer, if it can step anywhere."""
    attack: int | None = None
    defense: int | None = None

    @property
    def fought(self) -> bool:
        """Whether any die was thrown."""
        return self.king is not None or self.attack is not None

    def __str__(self) -> str:
        dice = (("king", self.king), ("attack", self.attack), ("defence", self.defense))
        shown = ", ".join(f"{name} {face}" for name, face in dice if face is not None)
        return f"{self.move} ({shown or 'no dice'})"


def throw(position: Position, decision: Move | str, rng: Random) -> Throw:
    """Throw fair dice of `rng` for a decision of the side to move; the position is left as it is.

    A move that needs no dice is returned as it is. MoveError for a move that is no decision and not legal, TypeError
    for an `rng` that can not choose.
    """
    if not hasattr(rng, "choice"):
        raise TypeError(f"rng is a random.Random, not {type(rng).__name__}")
    outcomes = position.outcomes(decision)
    if len(outcomes) == 1:
        return Throw(outcomes[0][0])
    king = None
    evaded = [(move, odds) for move, odds in outcomes if move.text.endswith(":e")]
    if evaded:
        king = rng.choice(FACES)
        if king >= 4:
            return Throw(evaded[0][0], king)
        outcomes = [(move, 2 * odds) for move, odds in outcomes if (move, odds) not in evaded]
    attack, defense = rng.choice(FACES), rng.choice(FACES)
    # Outcomes come in the order of what the attack exceeds the defence by, which alone tells them apart.
    rank = bisect_right(_DIFFERENCES, attack - defense) - 1
    bounds = list(accumulate(int(odds * PAIRS) for _, odds in outcomes))
    return Throw(outcomes[bisect_right(bounds, rank)][0], king, attack, defense)
