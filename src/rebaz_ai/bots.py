"""Players that a match can be played between: the engine, and yardsticks for it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Protocol

from rebaz_ai.evaluation import counts_points, evaluator, points_evaluator
from rebaz_ai.evaluation.jacke_material import JackeMaterialEvaluator
from rebaz_ai.search import Limits, Searcher
from rebaz_ai.search.montecarlo import MonteCarlo
from rebaz_ai.search.options import SearchOptions
from rebaz_ai.search.types import MAX_MULTIPV, RANGES
from rebaz_core import InputError, Move, Position

PIECE_VALUES = {"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9, "K": 50}
"""What the greedy player goes by in games with dice."""
PIECE = re.compile("[rbyg](?=[KQRBNP])[KQRBNP]|[KQRBNPkqrbnp]")
"""A man in a position string: a letter, or its side's letter before it where there are four sides."""
DEFAULT_NODES = 10000
"""What the engine searches a move if no limit is given: the same on every machine."""
DEFAULT_PLAYOUTS = 2000
"""Playouts of the Monte Carlo player for a move if no other number is given."""

MOST_PLAYOUTS = RANGES["nodes"][1]


class Player(Protocol):
    """Whoever chooses moves; where dice complete a move, the throw is not the player's."""

    name: str

    def new_game(self, seed: int) -> None:
        """Forget the last game; random choices of the next one follow from `seed`."""

    def choose(self, position: Position) -> Move:
        """A decision in a position whose game goes on."""


class RandomPlayer:
    """Any decision, each as likely.

    >>> RandomPlayer().choose(Position("rebaz")) in Position("rebaz").decisions
    True
    """

    name = "random"

    def __init__(self) -> None:
        self._rng = random.Random(0)

    def new_game(self, seed: int) -> None:
        """Begin a game whose random moves follow from `seed`."""
        self._rng = random.Random(seed)

    def choose(self, position: Position) -> Move:
        """A random decision."""
        return self._rng.choice(position.decisions)


class GreedyPlayer(RandomPlayer):
    """The move that takes most, or any of those that do.

    Where the rules count points, that is the move after which it counts most against the opponent by them; where taking
    the special piece ends the game, it takes that first. Where dice decide, it is the decision that takes most on
    average, by `PIECE_VALUES`; a promotion counts as a gain.
    """

    name = "greedy"

    def choose(self, position: Position) -> Move:
        """The most valuable capture, or a random move."""
        best: list[Move] = []
        most: float | Fraction = -float("inf")
        for move in position.decisions:
            gain = expected_gain(position, move) if position.has_dice else self._gain(position, move)
            if gain > most:
                best, most = [move], gain
            elif gain == most:
                best.append(move)
        return self._rng.choice(best)

    @staticmethod
    def _gain(position: Position, move: Move) -> float:
        """Points that a move takes."""
        opponent = 1 if position.turn == "w" else 0
        before = position.points
        position.push(move)
        after = position.points
        result = position.result
        position.pop()
        if result is not None and result.reason == "elephant":
            return float("inf")
        return before[opponent] - after[opponent] if before and after else 0


def expected_gain(position: Position, move: Move) -> Fraction:
    """What a decision changes in the balance of material for its mover, on average over the dice, by `PIECE_VALUES`.

    >>> position = Position("jacke", "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1 - - -")
    >>> expected_gain(position, position.parse_decision("e4d5"))
    Fraction(3, 4)
    """
    if not position.is_noisy(move):
        return Fraction(0)
    mover = position.turn
    before = material_balance(position, mover)
    gain = Fraction(0)
    for completed, chance in position.outcomes(move):
        position.push(completed)
        gain += chance * (material_balance(position, mover) - before)
        position.pop()
    return gain


def material_balance(position: Position, side: str) -> int:
    """What a side's men are worth, less what all others' are, by `PIECE_VALUES`."""
    balance = 0
    for token in PIECE.findall(position.fen().split()[0]):
        owner = token[0] if len(token) == 2 else "w" if token.isupper() else "b"
        balance += PIECE_VALUES[token[-1].upper()] * (1 if owner == side else -1)
    return balance


class StaticPlayer(RandomPlayer):
    """The move after which the static evaluation is best for the mover; any of them when several are.

    The greedy player of games whose rules count no points: it looks one move ahead, a step where a turn has several.
    """

    name = "greedy"

    def choose(self, position: Position) -> Move:
        """The move of the greatest value; one that wins at once comes first."""
        moves = position.legal_moves
        values = [self._value(position, move) for move in moves]
        most = max(values)
        return self._rng.choice([move for move, value in zip(moves, values, strict=True) if value == most])

    @staticmethod
    def _value(position: Position, move: Move) -> float:
        """What a move leads to for the side that makes it."""
        mover = position.turn
        position.push(move)
        result = position.result
        value = evaluator(position.variant).evaluate_position(position) * (1 if position.turn == mover else -1)
        position.pop()
        if result is not None:
            return 0 if result.winner is None else float("inf") if result.winner == mover else -float("inf")
        return value


class MonteCarloPlayer:
    """Plain Monte Carlo tree search: so many random playouts a move, from 1 on; InputError for other numbers."""

    def __init__(self, variant: str, playouts: int = DEFAULT_PLAYOUTS, name: str = "montecarlo") -> None:
        if type(playouts) is not int or not 1 <= playouts <= MOST_PLAYOUTS:
            raise InputError("playouts", playouts, f"a whole number from 1 to {MOST_PLAYOUTS}")
        self.name = name
        self.playouts = playouts
        self._search = MonteCarlo(evaluator(variant))

    def new_game(self, seed: int) -> None:
        """Begin a game whose playouts follow from `seed`."""
        self._search.reseed(seed)

    def choose(self, position: Position) -> Move:
        """The move that most playouts tried."""
        return self._search.choose(position, self.playouts)


class EnginePlayer:
    """The engine under `limits`, by which each search has to end by itself; InputError if none does that.

    >>> EnginePlayer(Limits())
    Traceback (most recent call last):
    rebaz_core.errors.InputError: limits: missing, expected depth, nodes or movetime, by which a search ends
    """

    def __init__(self, limits: Limits, name: str = "engine", searcher: Searcher | None = None) -> None:
        if not limits.is_bounded or (limits.depth, limits.nodes, limits.movetime) == (None, None, None):
            given = ", ".join(f"{name} {value}" for name, value in vars(limits).items() if value)
            raise InputError("limits", given or None, "depth, nodes or movetime, by which a search ends")
        self.name = name
        self.limits = limits
        self._searcher = searcher or Searcher()

    def new_game(self, seed: int) -> None:
        """Forget the last game; the engine makes no random choices."""
        self._searcher.clear()

    def choose(self, position: Position) -> Move:
        """The engine's move."""
        move = self._searcher.search(position, self.limits).bestmove
        assert move is not None, "asked for a move of a finished game"
        return move


class MaterialPlayer(RandomPlayer):
    """A plain full-width expectimax of Jacke that counts nothing but the men, as the rules page's values are defined.

    Of moves that are worth the same it makes any.

    >>> position = Position("jacke", "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1 - - -")
    >>> str(MaterialPlayer().choose(position))
    'e4d5'
    """

    def __init__(self, depth: int = 1, name: str = "material") -> None:
        super().__init__()
        self.name = name
        self._limits = to_depth(depth)
        self._searcher = Searcher(options=SearchOptions.exact(), own_evaluator=JackeMaterialEvaluator())

    def choose(self, position: Position) -> Move:
        """The move of the greatest value, or a random one of those."""
        lines = self._searcher.search(position, self._limits, multipv=min(len(position.decisions), MAX_MULTIPV)).lines
        return self._rng.choice([line.pv[0] for line in lines if line.score == lines[0].score])


def points_player(variant: str, depth: int = 3) -> EnginePlayer:
    """A plain full-width alpha-beta of a fixed depth that counts nothing but the rules' points."""
    searcher = Searcher(options=SearchOptions.exact(), own_evaluator=points_evaluator(variant))
    return EnginePlayer(to_depth(depth), f"points at depth {depth}", searcher)


def expectimax_player(depth: int) -> EnginePlayer:
    """A plain full-width expectimax of a fixed depth with the engine's evaluation, nothing lossy in it."""
    return EnginePlayer(to_depth(depth), f"expectimax:depth={depth}", Searcher(options=SearchOptions.exact()))


def to_depth(depth: int) -> Limits:
    """Limits of a search of that depth, which has to be given; InputError otherwise.

    >>> to_depth(None)  # type: ignore[arg-type]
    Traceback (most recent call last):
    rebaz_core.errors.InputError: depth: missing, expected a whole number from 1 to 120
    """
    if depth is None:
        least, most = RANGES["depth"]
        raise InputError("depth", depth, f"a whole number from {least} to {most}")
    return Limits(depth=depth)


def greedy_player(variant: str) -> Player:
    """The greedy player of a variant: by points or odds where the rules have them, else by the static evaluation."""
    start = Position(variant)
    return GreedyPlayer() if start.points is not None or start.has_dice else StaticPlayer()


PLAYERS: dict[str, Callable[[str], Player]] = {
    "engine": lambda _: EnginePlayer(Limits(nodes=DEFAULT_NODES)),
    "random": lambda _: RandomPlayer(),
    "greedy": greedy_player,
    "points": points_player,
    "montecarlo": MonteCarloPlayer,
    "material": lambda _: MaterialPlayer(),
}
NEEDS: dict[str, Callable[[str], bool]] = {
    "points": counts_points,
    "montecarlo": lambda variant: not Position(variant).has_dice,
    "material": lambda variant: variant == "jacke",
}
"""Whether a variant has what a player goes by."""
ENGINE_LIMITS: dict[str, Callable[[int], Limits]] = {
    "depth": lambda number: Limits(depth=number),
    "nodes": lambda number: Limits(nodes=number),
    "movetime": lambda number: Limits(movetime=number),
}


def player(text: str, variant: str) -> Player:
    """The player of that name for a variant, or InputError.

    `engine:depth=6` is the engine with that limit, `montecarlo:playouts=500` the Monte Carlo player with that number.

    `expectimax:depth=1` is a plain full-width search, for games with dice; `material:depth=1` one that counts the men.

    >>> player("random", "chess").name, player("engine:depth=3", "chess").name
    ('random', 'engine:depth=3')
    >>> player("points", "chess")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    rebaz_core.errors.InputError: player: 'points', expected engine, random, greedy, montecarlo, engine: with ...
    """
    names = [name for name in PLAYERS if name not in NEEDS or NEEDS[name](variant)]
    if text in names:
        return PLAYERS[text](variant)
    name, _, rest = text.partition(":")
    limit, _, number = rest.partition("=")
    dice = Position(variant).has_dice
    if number.isascii() and number.isdigit() and len(number) < 20:
        if name == "engine" and limit in ENGINE_LIMITS:
            overhead = 0  # there is no clock of anybody else's
            return EnginePlayer(ENGINE_LIMITS[limit](int(number)), text, Searcher(overhead=overhead))
        if name == "expectimax" and limit == "depth" and dice:
            return expectimax_player(int(number))
        if name == "material" and name in names and limit == "depth":
            return MaterialPlayer(int(number), text)
        if name in names and name == "montecarlo" and limit == "playouts" and int(number) > 0:
            return MonteCarloPlayer(variant, int(number), text)
    more = "expectimax: with depth=" if dice else "montecarlo: with playouts="
    if "material" in names:
        more = "expectimax: or material: with depth="
    raise InputError("player", text, f"{', '.join(names)}, engine: with depth=, nodes= or movetime=, or {more}")
