"""Four kings: evaluation, paranoid search, max^n, and rounds of four players."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import groupby

import pytest

from rebaz_ai.bots import EnginePlayer, RandomPlayer
from rebaz_ai.evaluation import evaluator
from rebaz_ai.evaluation.fourkings import FourKingsEvaluator, load_weights
from rebaz_ai.match import GameRecord, MatchScore, play_match, play_round
from rebaz_ai.search import Limits, Searcher
from rebaz_ai.search.kernel import Kernel
from rebaz_ai.search.maxn import MaxN
from rebaz_ai.search.options import SearchOptions
from rebaz_ai.search.table import Table
from rebaz_ai.uci import Engine
from rebaz_core import InputError, Position

SIDES = "rbyg"
WIN = load_weights()["win"]
OPEN = 32500
DUEL = "3,rK,4/8/8/8/3,rQ,4/8/8/3,yK,4 r cw - 0 - d1=3 -"


def random_positions(count: int, seed: int, most: int = 200) -> list[Position]:
    """Positions after random moves, some with sides that are out."""
    rng = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        names = ["plain", "romans", "greeks", "egyptians"]
        position = Position("fourkings", roster_r=rng.choice(names), roster_y=rng.choice(names))
        for _ in range(rng.randrange(20, most)):
            if position.result is not None:
                break
            position.push(rng.choice(position.noisy_moves or position.decisions), rng)
        if position.result is None:
            found.append(position)
    return found


def is_out(position: Position, side: str) -> bool:
    return side + "K" not in position.fen().split()[0]


def paranoid(position: Position, depth: int, hero: str) -> Fraction:
    """What a position is worth to `hero` if all others play against it."""
    result = position.result
    if result is not None:
        return Fraction(0 if result.winner is None else WIN if result.winner == hero else -WIN)
    if is_out(position, hero):
        return Fraction(-WIN)
    if depth == 0:
        value = evaluator("fourkings").evaluate_position(position, hero)
        return Fraction(value if position.turn == hero else -value)
    best = max if position.turn == hero else min
    values = []
    for decision in position.decisions:
        total = Fraction(0)
        for move, odds in position.outcomes(decision):
            position.push(move)
            total += odds * paranoid(position, depth - 1, hero)
            position.pop()
        values.append(total)
    return best(values)


def max_n(position: Position, depth: int) -> tuple[int, ...]:
    """What a position is worth to each side if each plays for itself; averages are rounded to centipawns."""
    result = position.result
    if result is not None:
        return tuple(0 if result.winner is None else WIN if result.winner == side else -WIN for side in SIDES)
    if depth == 0:
        values = []
        for side in SIDES:
            value = evaluator("fourkings").evaluate_position(position, side)
            values.append(-WIN if is_out(position, side) else value if position.turn == side else -value)
        return tuple(values)
    found = []
    for decision in position.decisions:
        totals = [Fraction(0)] * len(SIDES)
        for move, odds in position.outcomes(decision):
            position.push(move)
            totals = [total + odds * value for total, value in zip(totals, max_n(position, depth - 1), strict=True)]
            position.pop()
        found.append(tuple(rounded(total) for total in totals))
    return max(found, key=lambda values: values[SIDES.index(position.turn)])


def rounded(value: Fraction) -> int:
    """The nearest whole number, the further from 0 of two."""
    whole = int(abs(value) + Fraction(1, 2))
    return whole if value >= 0 else -whole


def turned(fen: str) -> str:
    """The position a quarter turn clockwise, each side's men become the next side's."""
    board, side, rotation, unmoved, *rest = fen.split()
    grid = []
    for row in board.split("/"):
        grid.append([])
        for entry in row.split(","):
            grid[-1] += [""] * int(entry) if entry.isdigit() else [SIDES[(SIDES.index(entry[0]) + 1) % 4] + entry[1]]
    rows = [[grid[7 - column][row] for column in range(8)] for row in range(8)]
    runs = [[(is_men, list(run)) for is_men, run in groupby(row, bool)] for row in rows]
    text = "/".join(",".join(",".join(run) if is_men else str(len(run)) for is_men, run in row) for row in runs)
    squares = [(8 - "abcdefgh".index(unmoved[i]), unmoved[i + 1]) for i in range(0, len(unmoved) - 1, 2)]
    moved = "".join(f"{'abcdefgh'[int(rank) - 1]}{file}" for file, rank in sorted(squares))
    return " ".join([text, SIDES[(SIDES.index(side) + 1) % 4], rotation, moved or "-", *rest])


@pytest.mark.parametrize("star", [0, 2])
@pytest.mark.parametrize("depth", [1, 2])
def test_the_kernel_is_a_paranoid_expectimax(depth: int, star: int) -> None:
    for position in random_positions(6, seed=depth):
        kernel = Kernel(evaluator("fourkings"), Table(1), SearchOptions.exact(star=star))
        kernel.start(position, [], 0)
        assert kernel.iterate(depth, -OPEN, OPEN, 0)[1]
        assert kernel.value == paranoid(position.copy(), depth, position.turn), position.fen()


@pytest.mark.parametrize("depth", [1, 2])
def test_maxn_equals_a_plain_one(depth: int) -> None:
    for position in random_positions(6, seed=10 + depth):
        search = MaxN(evaluator("fourkings"))
        search.start(position, [], 0)
        value, trusted = search.iterate(depth, -OPEN, OPEN, 0)
        expected = max_n(position.copy(), depth)
        side = SIDES.index(position.turn)
        assert (trusted, value, search.values[side]) == (True, expected[side], expected[side]), position.fen()
        if depth == 1:
            move = search.principal_variation()[0]
            only = MaxN(evaluator("fourkings"))
            only.start(position, [move], 0)
            only.iterate(depth, -OPEN, OPEN, 0)
            assert only.values == search.values


@pytest.mark.parametrize("multiplayer", ["paranoid", "maxn"])
def test_a_fixed_depth_is_deterministic(multiplayer: str) -> None:
    options = SearchOptions(multiplayer=multiplayer)
    runs = [Searcher(options=options).search(Position("fourkings"), Limits(depth=3)) for _ in range(2)]
    assert (runs[0].nodes, runs[0].bestmove) == (runs[1].nodes, runs[1].bestmove)
    assert [line.score for line in runs[0].lines] == [line.score for line in runs[1].lines]


@pytest.mark.parametrize("multiplayer", ["paranoid", "maxn"])
def test_the_last_rival_is_attacked_at_its_last_health(multiplayer: str) -> None:
    position = Position("fourkings", DUEL)
    result = Searcher(options=SearchOptions(multiplayer=multiplayer)).search(position, Limits(depth=2))
    assert str(result.bestmove) == "d4d1"


def test_limits_bind_maxn() -> None:
    searcher = Searcher(options=SearchOptions(multiplayer="maxn"))
    position = Position("fourkings")
    assert searcher.search(position, Limits(nodes=2000)).nodes <= 2000
    only = position.decisions[3]
    lines = searcher.search(position, Limits(depth=2, searchmoves=(only,))).lines
    assert [line.pv[0] for line in lines] == [only]
    lines = searcher.search(position, Limits(depth=2), multipv=3).lines
    assert len({line.pv[0] for line in lines}) == 3
    assert [line.score.value for line in lines] == sorted((line.score.value for line in lines), reverse=True)
    stopped = Searcher(options=SearchOptions(multiplayer="maxn"))
    stopped.prepare()
    stopped.stop()
    assert stopped.search(position, Limits(infinite=True)).bestmove in position.decisions


def test_maxn_without_a_search_refuses() -> None:
    search = MaxN(evaluator("fourkings"))
    with pytest.raises(ValueError, match="start a search"):
        search.iterate(1, -OPEN, OPEN, 0)
    assert search.principal_variation() == []


def test_multiplayer_is_an_option_of_the_search() -> None:
    with pytest.raises(InputError, match=r"^multiplayer: 'maxm', expected paranoid or maxn"):
        SearchOptions(multiplayer="maxm")
    position = Position("fourkings")
    searcher = Searcher()
    paranoid_nodes = searcher.search(position, Limits(depth=3)).nodes
    searcher.set_multiplayer("maxn")
    changed = searcher.search(position, Limits(depth=3)).nodes
    assert changed == Searcher(options=SearchOptions(multiplayer="maxn")).search(position, Limits(depth=3)).nodes
    assert changed != paranoid_nodes
    with pytest.raises(InputError, match="multiplayer"):
        searcher.set_multiplayer("brs")
    # Two sides are searched as ever.
    chess = [Searcher(options=SearchOptions(multiplayer=name)) for name in ("paranoid", "maxn")]
    nodes = [each.search(Position("chess"), Limits(depth=4)).nodes for each in chess]
    assert nodes[0] == nodes[1]


def test_the_evaluation_turns_with_the_board() -> None:
    rng = random.Random(3)
    for _ in range(10):
        position = Position("fourkings")
        for _ in range(rng.randrange(80)):
            if position.result is not None:
                break
            position.push(rng.choice(position.decisions), rng)
        fen, pending = position.fen().rsplit(" ", 1)
        if position.result is not None or pending != "-" or fen.split()[6] != "-":
            continue
        values = [evaluator("fourkings").evaluate_position(position, side) for side in SIDES]
        quarter = Position("fourkings", turned(position.fen()))
        assert [evaluator("fourkings").evaluate_position(quarter, side) for side in "bygr"] == values


def test_the_prospect_is_an_exact_expectation() -> None:
    # The queen's attack on the damaged king, by material alone: what is expected to be left of the king.
    material = {"mobility": [0] * 6, "rivals": [0, 100, 50, 33], "danger": [0, 0], "out": 0, "point": 0, "approach": 0}
    plain = FourKingsEvaluator(material | {"prospect": [0, 0]})
    position = Position("fourkings", "3,rK,4/8/8/8/3,rQ,4/8/8/3,yK,4 r cw - 0 - d1=2 -")
    whole = FourKingsEvaluator(material | {"prospect": [0, 100]}).evaluate_position(position)
    before = plain.evaluate_position(position, "r")
    gain = Fraction(0)
    for move, odds in position.outcomes(position.parse_decision("d4d1")):
        position.push(move)
        if str(move).endswith(":e"):
            after = before  # its answer is another move's matter
        elif is_out(position, "y"):
            after = before + 500  # what the king with half its health was worth
        else:
            value = plain.evaluate_position(position, "r")
            after = value if position.turn == "r" else -value
        position.pop()
        gain += odds * (after - before)
    assert whole - before == int(gain) > 0


def test_terms_are_those_of_the_side_to_move() -> None:
    for position in random_positions(5, seed=21):
        total = sum(own - others for _, own, others in evaluator("fourkings").explain_position(position))
        assert evaluator("fourkings").evaluate_position(position) == max(1 - WIN, min(total, WIN - 1))


def test_scores_near_the_draws_as_quiet_turns_pass() -> None:
    fen = "3,rK,4/8/8/8/3,rQ,4/8/8/3,yK,4 r cw - {} - d1=2 -"
    weights = FourKingsEvaluator({"contempt": 1000, "quiet_from": 60})
    values = [weights.evaluate_position(Position("fourkings", fen.format(quiet)), "r") for quiet in (0, 60, 80, 100)]
    assert values[0] == values[1] > 0
    assert abs(values[2] - (values[0] - 1000) / 2) <= 1
    assert values[3] == -1000
    total = sum(own - others for _, own, others in weights.explain_position(Position("fourkings", fen.format(80))))
    assert total == values[2]


@pytest.mark.parametrize("quiet", [80, 90, 97])
def test_the_table_keeps_apart_how_many_quiet_turns_are_left(quiet: int) -> None:
    fen = "8/8/8/8/8/rK,7/rR,7/gK,7 r cw - {} - - -"
    late = Position("fourkings", fen.format(quiet))
    searcher = Searcher()
    early = searcher.search(Position("fourkings", fen.format(0)), Limits(depth=6)).lines[0].score.cp
    assert early is not None
    assert early > 500
    fresh = Searcher().search(late, Limits(depth=3)).lines[0].score
    assert searcher.search(late, Limits(depth=3)).lines[0].score == fresh
    assert late.plies_left > 1000  # a clock that damage sets back is none to share time by


@pytest.mark.parametrize("multiplayer", ["paranoid", "maxn"])
def test_a_certain_draw_is_shown_as_nothing(multiplayer: str) -> None:
    # A quiet turn more, and there is none but quiet ones.
    position = Position("fourkings", "rK,7/8/8/8/8/8/8/7,yK r cw - 99 - - -")
    result = Searcher(options=SearchOptions(multiplayer=multiplayer)).search(position, Limits(depth=3))
    assert result.lines[0].score.cp == 0


def test_a_round_follows_from_its_seed() -> None:
    games = []
    for seed in (1, 1, 2):
        players = {side: RandomPlayer() for side in SIDES}
        position = Position("fourkings")
        for number, each in enumerate(players.values()):
            each.new_game(number)
        play_round(position, players, random.Random(seed))
        games.append(position.moves)
    assert games[0] == games[1] != games[2]


def test_the_seat_goes_round_the_sides() -> None:
    hero = EnginePlayer(Limits(nodes=200))
    records: list[GameRecord] = []
    starts = [Position("fourkings")] * 2
    score = play_match(hero, RandomPlayer(), starts, 1, lambda _, record: records.append(record), games=5)
    assert [record.first_player_side for record in records] == list("rbygr")
    assert score == sum((MatchScore().plus(record) for record in records), MatchScore())


def test_the_protocol_has_the_option() -> None:
    lines: list[str] = []

    class Output:
        def line(self, text: str) -> None:
            lines.extend(text.split("\n"))

        def info(self, text: object) -> None:
            lines.append(f"info string {text}")

    engine = Engine(Output())
    engine.feed("uci")
    assert "option name Multiplayer type combo default paranoid var paranoid var maxn" in lines
    engine.feed("setoption name Multiplayer value maxm")
    assert lines[-1].startswith("info string Multiplayer: 'maxm'")
    engine.feed("setoption name Roster y value greeks")
    assert lines[-1] == "info string Roster y is kept for another variant: rebaz has no such option"
    engine.feed("setoption name Multiplayer value maxn")
    assert engine.searcher.search(Position("fourkings"), Limits(depth=2)).nodes == Searcher(
        options=SearchOptions(multiplayer="maxn")
    ).search(Position("fourkings"), Limits(depth=2)).nodes
