"""The same questions to every variant in the registry, at every ply of random games."""

from __future__ import annotations

import copy
import pickle
import random
from typing import TYPE_CHECKING, NamedTuple

import pytest

from rebaz_core import VARIANTS, Move, Position, Result
from rebaz_core.fen import write_board, write_pairs
from rebaz_core.games import jacke_setup
from rebaz_core.games.jacke_cards import shipped
from rebaz_core.games.jacke_setup import random_formation
from rebaz_core.games.rebaz_setup import start_fen, throw_arrangement, throw_first_side

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = 100
FEWER_GAMES = {"jacke": 16, "fourkings": 16, "brax": 12, "milbatallas": 20, "chess": 40, "rendezvous": 40}
"""By family: games of hundreds of plies, with many moves to look at in each."""


def rebaz_start(rng: random.Random) -> str:
    """A dice start, on the third rank or the second."""
    white = throw_arrangement(rng)[0]
    black = white if rng.random() < 0.25 else throw_arrangement(rng)[0]
    return start_fen(white, black, rng.random() < 0.5, throw_first_side(rng)[0])


def jacke_start(rng: random.Random) -> str:
    """Formations drawn at random, with rosters or with any cards that fit the men."""
    rosters = list(shipped().rosters)
    white, black = random_formation(rng, "w"), random_formation(rng, "b")
    fields = jacke_setup.start_fen(white, black, rng.choice(rosters), rng.choice(rosters)).split(" ")
    if rng.random() < 0.5:
        cards = [card for card in shipped().cards.values() if card.faction != "plain"]
        men = dict(enumerate(mine or other for mine, other in zip(white, black, strict=True)))
        dealt = {
            square: rng.choice([card.id for card in cards if card.piece == man.upper()])
            for square, man in men.items()
            if man and rng.random() < 0.8
        }
        fields[6] = write_pairs(dealt)
    return " ".join(fields)


def rendezvous_start(rng: random.Random) -> str:
    """A later stage that is about to be set: random games hardly ever come out of the first one."""
    setter = rng.randint(2, 4)
    answerer = rng.randint(setter, min(8, 9 - setter))
    side = rng.choice("wb")
    mine, yours = "Mm" if side == "w" else "mM"
    tokens = [mine] * setter + [yours] * answerer + [""] * (64 - setter - answerer)
    rng.shuffle(tokens)
    return f"{write_board(tokens, 8)} {side} place - - - wb 0 {rng.randint(1, 200)}"


# By family: a start of its own for each game, besides the variant's usual one.
STARTS: dict[str, Callable[[random.Random], str]] = {
    "rebaz": rebaz_start,
    "rendezvous": rendezvous_start,
    "jacke": jacke_start,
    "fourkings": lambda rng: rng.choice(list(VARIANTS["fourkings"].scenarios.values())).fen,
}
# By family: what wins can be called, and draws.
TWO_SIDES = {"1-0", "0-1"}
WINS: dict[str, set[str]] = {"fourkings": set("rbyg")}


class Seen(NamedTuple):
    """What is known of a position on the way there, to compare on the way back."""

    fen: str
    key: int
    moves: list[Move]
    noisy: list[Move]
    result: Result | None


def seen(position: Position) -> Seen:
    return Seen(position.fen(), position.key, position.legal_moves, position.noisy_moves, position.result)


def check(position: Position, rng: random.Random) -> None:
    """All that must hold in any position of any game."""
    facts = seen(position)
    assert facts.key == position.computed_key
    assert len(set(facts.moves)) == len({move.text for move in facts.moves}) == len(facts.moves)
    assert position.perft(1) == len(facts.moves)
    assert sorted(facts.noisy, key=str) == sorted(filter(position.is_noisy, position.decisions), key=str)
    check_dice(position)
    assert bool(facts.moves) or facts.result is not None
    again = Position(position.variant, facts.fen, **position.options)
    assert again == position
    # A position string does not say what stood on the board before.
    forgotten = facts.result is not None and facts.result.reason == "repetition"
    assert seen(again) == (facts._replace(result=None) if forgotten else facts)
    for move in rng.sample(facts.moves, k=min(2, len(facts.moves))):
        assert sum(odds for _, odds in position.outcomes(move)) == 1
        assert position.parse_move(move.text) == move
        assert position.parse_move(position.native(move)) == move


def check_dice(position: Position) -> None:
    """What can come of all decisions are the legal moves, each once."""
    completed = []
    for decision in position.decisions:
        outcomes = position.outcomes(decision)
        assert sum(odds for _, odds in outcomes) == 1
        assert all(odds > 0 for _, odds in outcomes)
        completed += [move for move, _ in outcomes]
    assert sorted(completed, key=str) == sorted(position.legal_moves, key=str)


def check_noise(position: Position, move: Move) -> None:
    """A move without dice is noisy exactly when it changes what stands on the board otherwise than by moving pieces."""
    before = sorted(pieces(position))
    noisy = position.is_noisy(move)
    position.push(move)
    assert noisy == (sorted(pieces(position)) != before)
    position.pop()


def pieces(position: Position) -> list[str]:
    files, ranks = position.board_size
    squares = [f"{chr(97 + file)}{rank + 1}" for file in range(files) for rank in range(ranks)]
    return [piece for square in squares if (piece := position.piece_at(square))]


def check_copies(position: Position) -> None:
    facts, moves = seen(position), position.moves
    for other in (
        position.copy(),
        copy.copy(position),
        copy.deepcopy(position),
        pickle.loads(pickle.dumps(position)),  # noqa: S301
    ):
        assert (seen(other), other.moves, hash(other)) == (facts, moves, hash(position))
        while other.moves:
            other.pop()
        assert seen(position) == facts


def play(position: Position, rng: random.Random) -> None:
    """One random game to its end and back again."""
    way = [seen(position)]
    while position.result is None:
        check(position, rng)
        move = rng.choice(position.legal_moves)
        if rng.random() < 0.1 and move in position.decisions:
            check_noise(position, move)
        outcomes = position.outcomes(move)
        position.push(outcomes[rng.randrange(len(outcomes))][0])
        way.append(seen(position))
        if rng.random() < 0.01:
            check_copies(position)
    check(position, rng)
    check_copies(position)
    assert position.is_over
    while position.moves:
        assert seen(position) == way.pop()
        assert position.pop() in way[-1].moves
    assert [seen(position)] == way


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games(variant: str) -> None:
    rng = random.Random(f"battery {variant}")
    entry = VARIANTS[variant]
    for game in range(FEWER_GAMES.get(entry.family, GAMES)):
        start = STARTS.get(entry.family) if game % 4 else None
        play(Position(variant, start(rng) if start else None), rng)


@pytest.mark.parametrize("variant", VARIANTS)
def test_results_are_those_of_the_rules(variant: str) -> None:
    """Scores and reasons of a few hundred quick games; every game ends."""
    rng = random.Random(f"results {variant}")
    wins = WINS.get(VARIANTS[variant].family, TWO_SIDES)
    start = STARTS.get(VARIANTS[variant].family)
    results = set()
    for game in range(300):
        position = Position(variant, start(rng) if start and game % 2 else None)
        while (result := position.result) is None:
            position.push(rng.choice(position.legal_moves))
        results.add(result)
        assert (result.winner is None) == (result.score not in wins)
        assert result.score in {*wins, "draw" if wins is not TWO_SIDES else "1/2-1/2"}
    assert {result.score for result in results} >= wins
