"""Lists of openings: the package's, files, what is wrong with them; matches that start from them."""

from __future__ import annotations

import re
from pathlib import Path

import chess
import pytest

from rebaz_ai.bots import player
from rebaz_ai.cli import main
from rebaz_ai.match import MatchScore
from rebaz_ai.openings import load_openings, opening_names, parse_openings
from rebaz_ai.search import Limits, Searcher
from rebaz_core import InputError, VariantError

STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
ROOKS = ["4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "r3k3/8/8/8/8/8/8/4K3 b q - 0 1"]


@pytest.mark.parametrize("name", opening_names())
def test_lists_of_the_package_are_balanced_quiet_and_without_repeats(name: str) -> None:
    openings = load_openings(name, name)
    assert len({position.key for position in openings}) == len(openings) >= 100
    assert not any(position.in_check for position in openings)
    searcher = Searcher()
    for position in openings[::20]:
        score = searcher.search(position, Limits(depth=6)).lines[0].score
        assert score.cp is not None
        assert abs(score.cp) < 200


def test_chess_openings_are_valid_positions_to_python_chess() -> None:
    for position in load_openings("chess", "chess"):
        assert chess.Board(position.fen()).is_valid()


def test_a_file_may_have_comments_empty_lines_and_spaces_around(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(f"# rooks\n\n  {ROOKS[0]}\t\r\n{ROOKS[1]}", "utf-8")
    assert [position.fen() for position in load_openings("chess", str(path))] == ROOKS


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"# ok\n{ROOKS[0]}\ngarbage w - - 0 1\n", "line 3"),
        (f"\n{ROOKS[0]} extra words", "line 2"),
        (STALEMATE, "line 1.*a position whose game goes on"),
        ("", "at least one position string"),
        ("# nothing\n\n", "at least one position string"),
    ],
)
def test_a_bad_line_is_named(text: str, message: str) -> None:
    with pytest.raises(InputError, match=f"openings mine.txt.*{message}"):
        parse_openings("chess", text, "mine.txt")


def test_an_unknown_variant_is_not_blamed_on_a_line() -> None:
    with pytest.raises(VariantError, match=r"^variant: 'nosuch'"):
        parse_openings("nosuch", ROOKS[0])


@pytest.mark.parametrize("source", ["nosuch", "", ".", "a\0b", "x" * 5000, "\ud800"])
def test_a_file_that_can_not_be_read_is_named(source: str) -> None:
    with pytest.raises(InputError, match=r"^openings: .*one of chess"):
        load_openings("chess", source)


def test_a_file_that_is_not_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "binary"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="UTF-8"):
        load_openings("chess", str(path))


@pytest.mark.parametrize(
    ("variant", "text"),
    [
        ("chess", "nosuch"),
        ("chess", "points"),
        ("chess", "engine:"),
        ("chess", "engine:depth"),
        ("chess", "engine:depth=x"),
        ("chess", "engine:mate=3"),
        ("rebaz", "random:depth=3"),
        ("rebaz", ""),
    ],
)
def test_unknown_players_are_refused(variant: str, text: str) -> None:
    with pytest.raises(InputError, match=r"^player: "):
        player(text, variant)


def test_a_limit_out_of_range_is_refused() -> None:
    with pytest.raises(InputError, match=r"^depth: 0"):
        player("engine:depth=0", "chess")


def test_the_interval_narrows_with_games_and_holds_the_score() -> None:
    widths = []
    for games in (10, 100, 1000):
        score = MatchScore(games // 2, games // 5, games - games // 2 - games // 5)
        low, high = score.interval
        assert 0 < low < score.percent < high < 100
        widths.append(high - low)
    assert widths[0] > 2 * widths[1] > 4 * widths[2]


def test_all_games_won_is_not_certainty() -> None:
    low, high = MatchScore(wins=20).interval
    assert 80 < low < high == 100


# --- the command ------------------------------------------------------------------------------------------------------


def test_match_plays_every_opening_with_both_colours(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "rooks.txt"
    path.write_text("\n".join(ROOKS), "utf-8")
    assert main(["match", "chess", "engine:nodes=1000", "random", "--openings", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    # The engine wins the games in which it has the rook, and does not lose the others.
    pattern = r"game (\d) of 4: engine:nodes=1000 with (\w): (1-0|0-1|1/2-1/2) [\w-]+, \d+ plies; \+.*"
    games = [re.fullmatch(pattern, line) for line in lines[:-1]]
    assert [game and game.group(1, 2) for game in games] == [("1", "w"), ("2", "b"), ("3", "w"), ("4", "b")]
    assert games[0]
    assert games[0][3] == "1-0"
    assert games[3]
    assert games[3][3] == "0-1"
    assert re.fullmatch(
        r"engine:nodes=1000 against random: \+\d =\d -0 \(.* of 100\), 95% interval [\d.]+ to [\d.]+", lines[-1]
    )


def test_match_of_mil_batallas_plays_its_scenarios(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "milbatallas", "random", "random"]) == 0
    by_default = capsys.readouterr().out
    assert "game 12 of 12: " in by_default
    assert main(["match", "milbatallas", "random", "random", "--openings", "scenarios"]) == 0
    assert capsys.readouterr().out == by_default
    assert main(["match", "milbatallas", "random", "random", "--scenario", "classic", "--games", "2"]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == [
        line.replace("of 12", "of 2") for line in by_default.splitlines()[:2]
    ]


def test_match_of_an_odd_number_of_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "chess", "random", "random", "--games", "3", "--option", "x"]) == 2
    capsys.readouterr()
    assert main(["match", "chess", "random", "random", "--games", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines[:-1]] == ["game 1 of 3", "game 2 of 3", "game 3 of 3"]


def test_match_under_options_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["match", "rebaz-points", "random", "random", "--option", "MoveLimit=5"]
    assert main(arguments) == 0
    assert "limit, 10 plies" in capsys.readouterr().out.splitlines()[0]


def test_match_from_a_position_that_is_over_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "chess", "random", "random", "--fen", STALEMATE]) == 2
    assert "a position whose game goes on" in capsys.readouterr().err


def test_match_follows_from_the_seed(capsys: pytest.CaptureFixture[str]) -> None:
    outputs = []
    for seed in ("1", "1", "2"):
        assert main(["match", "rebaz-superfast", "random", "greedy", "--games", "4", "--seed", seed]) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1] != outputs[2]
    assert outputs[0].count("game ") == 4


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ("nosuch random random", "variant"),
        ("chess random nosuch", "player"),
        ("chess random random --games 0", "games"),
        ("chess random random --openings /nosuch/list", "openings"),
        ("rebaz random random --openings chess", "line 4"),
    ],
)
def test_bad_matches_are_one_line_and_code_2(arguments: str, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", *arguments.split()]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert re.fullmatch(rf"rebaz: error: [^\n]*{word}[^\n]*\n", printed.err)
