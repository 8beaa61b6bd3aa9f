"""Jacke's evaluation, players and search."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest

from rebaz_ai.bots import GreedyPlayer, MaterialPlayer, RandomPlayer, expected_gain, player
from rebaz_ai.evaluation import evaluate, explain
from rebaz_ai.match import play_game, play_match
from rebaz_ai.search import Info, Limits, Searcher
from rebaz_ai.search.options import SearchOptions
from rebaz_core import InputError, Position

PLAIN = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 - - -"


def swapped(fen: str) -> str:
    """The same position with the colours exchanged and the board turned upside down; no pending attack."""
    board, side, ep, unmoved, half, full, cards, damage, pending = fen.split()
    rows = "/".join(row.swapcase() for row in reversed(board.split("/")))

    def turned(text: str, step: int) -> str:
        squares = [text[i : i + 2] for i in range(0, len(text), step)]
        return "".join(sorted((s[0] + str(9 - int(s[1])) for s in squares), key=lambda s: (s[1], s[0])))

    def pairs(text: str) -> str:
        if text == "-":
            return text
        return ",".join(f"{pair[0]}{9 - int(pair[1])}{pair[2:]}" for pair in text.split(","))

    assert pending == "-"
    ep = ep if ep == "-" else turned(ep, 2)
    unmoved = unmoved if unmoved == "-" else turned(unmoved, 2)
    other = "b" if side == "w" else "w"
    return " ".join((rows, other, ep, unmoved, half, full, pairs(cards), pairs(damage), pending))


def random_positions(count: int, **options: str) -> list[Position]:
    """Positions from random games."""
    rng = random.Random(12)
    found: list[Position] = []
    while len(found) < count:
        position = Position("jacke", **options)  # type: ignore[arg-type]
        for _ in range(rng.randrange(90)):
            if position.is_over:
                break
            position.push(rng.choice(position.decisions), rng)
        if not position.is_over and position.fen().endswith(" -"):
            found.append(position)
    return found


@pytest.mark.parametrize(
    ("white", "black"), [("plain", "plain"), ("romans", "greeks"), ("greeks", "egyptians"), ("plain", "romans")]
)
@pytest.mark.parametrize("damage", ["accumulate", "single"])
def test_evaluation_is_the_same_for_both_colours(white: str, black: str, damage: str) -> None:
    for position in random_positions(40, roster_w=white, roster_b=black, damage=damage):
        other = Position("jacke", swapped(position.fen()), damage=damage)
        assert evaluate(position) == evaluate(other), position.fen()


def test_terms_add_up() -> None:
    for position in random_positions(40):
        rows = explain(position)
        total = sum(first - second for _, first, second in rows)
        # Each term is rounded for itself.
        assert abs(evaluate(position) - (total if position.turn == "w" else -total)) <= len(rows), position.fen()


def test_damage_counts_against_its_owner() -> None:
    sound = Position("jacke", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1 - - -")
    hurt = Position("jacke", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1 - a1=2 -")
    dying = Position("jacke", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1 - a1=2,e1=3 -")
    assert evaluate(sound) > evaluate(hurt) > evaluate(dying)


def test_greedy_goes_by_the_odds() -> None:
    # The pawn falls to 15 of 36 throws, the queen in full health to 3, one that has taken two damage to 10.
    fen = "4k3/8/8/8/8/1p1q4/2P5/4K3 w - - 0 1 - {} -"
    sound, hurt = Position("jacke", fen.format("-")), Position("jacke", fen.format("d3=2"))
    assert expected_gain(sound, sound.parse_decision("c2b3")) == Fraction(15, 36)
    assert expected_gain(sound, sound.parse_decision("c2d3")) == Fraction(9 * 3, 36)
    assert expected_gain(hurt, hurt.parse_decision("c2d3")) == Fraction(9 * 10, 36)
    assert str(GreedyPlayer().choose(sound)) == "c2d3"
    # A knight falls to 10 throws and a rook to 3, so that the knight is worth more now.
    position = Position("jacke", "4k3/8/8/8/8/1p1n4/2P5/4K3 w - - 0 1 - - -")
    assert str(GreedyPlayer().choose(position)) == "c2d3"
    position = Position("jacke", "4k3/8/8/8/8/1n1r4/2P5/4K3 w - - 0 1 - - -")
    assert str(GreedyPlayer().choose(position)) == "c2b3"


def test_the_engine_takes_a_king_that_can_not_escape() -> None:
    position = Position("jacke", "6rk/5Npp/8/8/8/8/8/K7 w - g7h7 0 1 - h8=3 -")
    for depth in range(1, 6):
        assert str(Searcher().search(position, Limits(depth=depth)).bestmove) == "f7h8"


def test_a_certain_draw_is_told_as_one() -> None:
    position = Position("jacke", "4k3/8/8/8/8/8/8/4K3 w - - 99 1 - - -")
    (line,) = Searcher().search(position, Limits(depth=3)).lines
    assert str(line.score) == "cp 0"
    assert line.wdl.win == line.wdl.loss


def test_quiescence_throws_once_more() -> None:
    position = Position("jacke", "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1 - - -")
    with_it = Searcher().search(position, Limits(depth=1)).lines[0]
    without = Searcher(options=SearchOptions(quiescence=False)).search(position, Limits(depth=1)).lines[0]
    assert (with_it.seldepth, without.seldepth) == (2, 1)
    # After white's moves it looks at the queen's attacks too.
    assert with_it.nodes > without.nodes


def test_games_follow_from_the_seed() -> None:
    played = []
    for seed in (4, 4, 5):
        position = Position("jacke")
        white, black = player("engine:depth=1", "jacke"), RandomPlayer()
        black.new_game(1)
        play_game(position, white, black, seed)
        played.append([str(move) for move in position.moves])
    assert played[0] == played[1] != played[2]


def test_the_engine_beats_a_random_player() -> None:
    starts = [Position("jacke")] * 2
    assert play_match(player("engine:nodes=2000", "jacke"), RandomPlayer(), starts, seed=2).percent >= 75


@pytest.mark.parametrize(("text", "variant"), [("expectimax:depth=1", "chess"), ("expectimax", "jacke"),
                                               ("expectimax:nodes=5", "jacke"), ("points", "jacke"),
                                               ("material", "fourkings"), ("material:depth", "jacke"),
                                               ("material:nodes=5", "jacke")])
def test_players_that_there_are_not(text: str, variant: str) -> None:
    with pytest.raises(InputError, match="player"):
        player(text, variant)


def test_the_material_player_goes_by_what_it_takes_on_average_and_chooses_among_equals() -> None:
    # A knight falls at once in 10 of 36 throws, a rook in 3.
    counting = player("material", "jacke")
    position = Position("jacke", "4k3/8/8/3r1n2/4P3/8/8/4K3 w - - 0 1 - - -")
    assert {str(counting.choose(position)) for _ in range(5)} == {"e4f5"}
    # Nothing to take: any of the moves.
    quiet = Position("jacke", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 - - -")
    assert len({str(counting.choose(quiet)) for _ in range(60)}) == len(quiet.decisions)


def test_values_of_a_card_file_are_forgotten_when_it_changes(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    card = '[[card]]\nid = "q"\nname = "Q"\npiece = "Q"\nfaction = "x"\ndefense = {}\nhealth = {}\n'
    searcher = Searcher()
    values = []
    for defense, health in ((9, 99), (0, 1)):
        path.write_text(card.format(defense, health))
        position = Position("jacke", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1 d1=q - -", card_file=path)
        values.append(searcher.search(position, Limits(depth=3)).lines[0].score)
        assert values[-1] == Searcher().search(position, Limits(depth=3)).lines[0].score
    assert values[0] != values[1]


def test_a_bishop_at_the_king_is_answered_at_any_depth() -> None:
    position = Position("jacke")
    for move in ("e2e4", "d7d5"):
        position.push(move)
    for depth in (2, 3, 4):
        line = Searcher().search(position, Limits(depth=depth)).lines[0]
        assert line.score.cp is not None
        assert line.score.cp < 500
        assert len(line.pv) > 1


def test_a_likely_capture_of_the_king_is_the_best_move_of_who_counts_men() -> None:
    """Its expectation lies beyond what a mate scores in games without dice."""
    fen = "6rk/5PPp/5K2/8/8/8/8/1q2R3 w - - 0 1 f6=rom-imperator,f7=rom-signifer h8=3 -"
    position = Position("jacke", fen)
    assert position.outcomes("g7h8q")[-1][1] == Fraction(7, 12)
    assert str(MaterialPlayer().choose(position)).startswith("g7h8")


@pytest.mark.parametrize("depth", [2, 3])
def test_the_table_keeps_apart_how_near_the_fifty_moves_are(depth: int) -> None:
    fen = "8/8/8/3k4/8/3K4/3Q4/8 w - - {} 80 - - -"
    late = Position("jacke", fen.format(95))
    searcher = Searcher()
    searcher.search(Position("jacke", fen.format(0)), Limits(depth=6))
    fresh = Searcher().search(late, Limits(depth=depth)).lines[0].score
    assert searcher.search(late, Limits(depth=depth)).lines[0].score == fresh
    assert late.plies_left > 1000  # a clock that damage sets back is none to share time by


@pytest.mark.parametrize(("variant", "fen", "cp"), [
    ("jacke", "8/8/8/3k4/4P3/8/8/K7 w - - 0 1 - - -", -26054),
    ("fourkings", "8/8/8/3,yK,4/4,rP,3/8/8/rK,7 r cw - 0 - - -", 4000),
])
def test_a_game_with_dice_that_is_over_is_no_mate(variant: str, fen: str, cp: int) -> None:
    position = Position(variant, fen)
    position.push("e4d5:x")
    seen: list[Info] = []
    assert Searcher().search(position, Limits(depth=3), seen.append).bestmove is None
    assert [info.score.cp for info in seen] == [cp]
