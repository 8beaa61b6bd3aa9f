"""Games between players."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rebaz_ai.bots import Player
from rebaz_core import Position, Result


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

    def plus(self, record: GameRecord) -> MatchScore:
        """The score after one more game."""
        if record.result.winner is None:
            return MatchScore(self.wins, self.draws + 1, self.losses)
        if record.result.winner == record.first_player_side:
            return MatchScore(self.wins + 1, self.draws, self.losses)
        return MatchScore(self.wins, self.draws, self.losses + 1)

    def __str__(self) -> str:
        return f"+{self.wins} ={self.draws} -{self.losses} ({self.percent:.1f} of 100)"


def play_game(position: Position, white: Player, black: Player) -> Result:
    """Play on from a position to the end; the moves are made on it."""
    while (result := position.result) is None:
        position.push((white if position.turn == "w" else black).choose(position))
    return result


def play_match(
    first: Player,
    second: Player,
    starts: Iterable[Position],
    seed: int = 0,
    report: Callable[[MatchScore, GameRecord], None] | None = None,
) -> MatchScore:
    """Every start twice, once with each colour; the score of the first player.

    >>> from rebaz_ai.bots import RandomPlayer
    >>> play_match(RandomPlayer(), RandomPlayer(), [Position("rebaz-superfast")], seed=1).games
    2
    """
    score = MatchScore()
    for number, start in enumerate(starts):
        for side in "wb":
            position = start.copy()
            first.new_game(seed + 2 * number)
            second.new_game(seed + 2 * number + 1)
            white, black = (first, second) if side == "w" else (second, first)
            record = GameRecord(side, play_game(position, white, black), position)
            score = score.plus(record)
            if report:
                report(score, record)
    return score
