"""Players that a match can be played between: the engine, and yardsticks for it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

from rebaz_ai.evaluation import counts_points, evaluator, has_evaluator, points_evaluator
from rebaz_ai.search import Limits, Searcher
from rebaz_ai.search.montecarlo import MonteCarlo
from rebaz_ai.search.options import SearchOptions
from rebaz_core import InputError, Move, Position

DEFAULT_NODES = 10000
"""What the engine searches a move if no limit is given: the same on every machine."""
DEFAULT_PLAYOUTS = 2000
"""Playouts of the Monte Carlo player for a move if no other number is given."""


class Player(Protocol):
    """Whoever chooses moves."""

    name: str

    def new_game(self, seed: int) -> None:
        """Forget the last game; random choices of the next one follow from `seed`."""

    def choose(self, position: Position) -> Move:
        """A legal move of a position whose game goes on."""


class RandomPlayer:
    """Any legal move, each as likely.

    >>> RandomPlayer().choose(Position("rebaz")) in Position("rebaz").legal_moves
    True
    """

    name = "random"

    def __init__(self) -> None:
        self._rng = random.Random(0)

    def new_game(self, seed: int) -> None:
        """Begin a game whose random moves follow from `seed`."""
        self._rng = random.Random(seed)

    def choose(self, position: Position) -> Move:
        """A random legal move."""
        return self._rng.choice(position.legal_moves)


class GreedyPlayer(RandomPlayer):
    """The move after which it counts most against the opponent by the rules' points; any of them when several do.

    So it takes the most valuable piece that it sees, and any move when it sees none; where taking the special piece
    ends the game, it takes that first.
    """

    name = "greedy"

    def choose(self, position: Position) -> Move:
        """The most valuable capture, or a random move."""
        best: list[Move] = []
        most = -float("inf")
        for move in position.legal_moves:
            gain = self._gain(position, move)
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
    """Plain Monte Carlo tree search: so many random playouts a move."""

    def __init__(self, variant: str, playouts: int = DEFAULT_PLAYOUTS, name: str = "montecarlo") -> None:
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
    """The engine under `limits`."""

    def __init__(self, limits: Limits, name: str = "engine", searcher: Searcher | None = None) -> None:
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


def points_player(variant: str, depth: int = 3) -> EnginePlayer:
    """A plain full-width alpha-beta of a fixed depth that counts nothing but the rules' points."""
    searcher = Searcher(options=SearchOptions.exact(), own_evaluator=points_evaluator(variant))
    return EnginePlayer(Limits(depth=depth), f"points at depth {depth}", searcher)


def greedy_player(variant: str) -> Player:
    """The greedy player of a variant: by the rules' points where they count any, else by the static evaluation."""
    return GreedyPlayer() if Position(variant).points is not None else StaticPlayer()


PLAYERS: dict[str, Callable[[str], Player]] = {
    "engine": lambda _: EnginePlayer(Limits(nodes=DEFAULT_NODES)),
    "random": lambda _: RandomPlayer(),
    "greedy": greedy_player,
    "points": points_player,
    "montecarlo": MonteCarloPlayer,
}
NEEDS: dict[str, Callable[[str], bool]] = {
    "greedy": lambda variant: Position(variant).points is not None or has_evaluator(variant),
    "points": counts_points,
    "montecarlo": has_evaluator,
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
    if name in names and number.isascii() and number.isdigit() and len(number) < 20:
        if name == "engine" and limit in ENGINE_LIMITS:
            overhead = 0  # there is no clock of anybody else's
            return EnginePlayer(ENGINE_LIMITS[limit](int(number)), text, Searcher(overhead=overhead))
        if name == "montecarlo" and limit == "playouts" and int(number) > 0:
            return MonteCarloPlayer(variant, int(number), text)
    limits = ["engine: with depth=, nodes= or movetime="]
    if "montecarlo" in names:
        limits.append("or montecarlo: with playouts=")
    else:
        limits[0] = f"or {limits[0]}"
    raise InputError("player", text, f"{', '.join(names)}, {', '.join(limits)}")
