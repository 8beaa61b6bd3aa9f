"""Games between players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from random import Random

from rebaz_ai.bots import Player
from rebaz_core import Position, Result

NORMAL_95 = 1.959964
"""Standard deviations that 95 of 100 normally distributed values lie within."""


@dataclass(frozen=True)
class GameRecord:
    """A finished game: who played which side, how it ended, and its last position with all moves."""

    first_player_side: str
    result: Result
    position: Position


@dataclass(frozen=True)
class MatchScore:
    """Wins, draws and losses of the first player.

    >>> print(MatchScore(7, 1, 2))
    +7 =1 -2 (75.0 of 100)
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """Games played."""
        return self.wins + self.draws + self.losses

    @property
    def percent(self) -> float:
        """Points of 100, a draw counting half; 0 without games."""
        return 100 * (self.wins + self.draws / 2) / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Points of 100 between which the true strength lies, with 95 of 100 certainty: Wilson's interval.

        It takes each game for won or lost, so that draws make it wider than need be.

        >>> low, high = MatchScore(50, 0, 50).interval
        >>> round(low, 1), round(high, 1)
        (40.4, 59.6)
        >>> MatchScore().interval
        (0.0, 100.0)
        """
        if not self.games:
            return 0.0, 100.0
        share = self.percent / 100
        spread = NORMAL_95**2 / self.games
        centre = share + spread / 2
        half = sqrt(spread * (share * (1 - share) + spread / 4))
        low, high = ((centre + side * half) / (1 + spread) for side in (-1, 1))
        return 100 * max(low, 0.0), 100 * min(high, 1.0)

    def __add__(self, other: MatchScore) -> MatchScore:
        """Both scores together."""
        return MatchScore(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def plus(self, record: GameRecord) -> MatchScore:
        """The score after one more game."""
        if record.result.winner is None:
            return MatchScore(self.wins, self.draws + 1, self.losses)
        if record.result.winner == record.first_player_side:
            return MatchScore(self.wins + 1, self.draws, self.losses)
        return MatchScore(self.wins, self.draws, self.losses + 1)

    def __str__(self) -> str:
        return f"+{self.wins} ={self.draws} -{self.losses} ({self.percent:.1f} of 100)"


def play_round(position: Position, players: Mapping[str, Player], rng: Random) -> Result:
    """Play on from a position to the end, a player a side by the sides' letters; the moves are made on it.

    `rng` throws the dice, if the game has any: the same games follow from the same seed.

    >>> from rebaz_ai.bots import RandomPlayer
    >>> position = Position("fourkings")
    >>> result = play_round(position, {side: RandomPlayer() for side in "rbyg"}, Random(1))
    >>> position.is_over, result == position.result
    (True, True)
    """
    while (result := position.result) is None:
        position.push(players[position.turn].choose(position), rng)
    return result


def play_game(position: Position, white: Player, black: Player, seed: int = 0) -> Result:
    """Play on from a position to the end; the moves are made on it. What dice decide follows from `seed`."""
    return play_round(position, seated(position.sides, position.sides[0], white, black), Random(seed))


def seated(sides: str, seat: str, first: Player, second: Player) -> dict[str, Player]:
    """Players by side: `first` on its seat, `second` on all others."""
    return {side: first if side == seat else second for side in sides}


def play_match(
    first: Player,
    second: Player,
    starts: Iterable[Position],
    seed: int = 0,
    report: Callable[[MatchScore, GameRecord], None] | None = None,
    games: int | None = None,
) -> MatchScore:
    """Every start as often as there are sides, or until `games` are played; the score of the first player.

    It plays each side in turn, and the second player all others.

    What the players choose at random and what dice decide follows from `seed`, alike in every run and other in every
    pair of games.

    >>> from rebaz_ai.bots import RandomPlayer
    >>> play_match(RandomPlayer(), RandomPlayer(), [Position("rebaz-superfast")], seed=1).games
    2
    """
    score = MatchScore()
    for number, start in enumerate(starts):
        for side in start.sides:
            if score.games == games:
                return score
            position = start.copy()
            first.new_game(seed + 2 * number)
            second.new_game(seed + 2 * number + 1)
            result = play_round(position, seated(start.sides, side, first, second), Random(seed + number))
            record = GameRecord(side, result, position)
            score = score.plus(record)
            if report:
                report(score, record)
    return score
