"""The `rebaz` command, run as a process of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rebaz_ai.bench import bench_positions, chosen_positions
from rebaz_ai.cli import main
from rebaz_ai.openings import parse_openings
from rebaz_core import VARIANTS, Position, __version__
from rebaz_core.games.rebaz_setup import arrangement, arrangement_number, start_fen

COMMAND = [sys.executable, "-m", "rebaz_ai"]
COMMANDS = ["search", "perft", "show", "setup", "odds", "cards", "match", "play", "bench", "variants", "scenarios"]
PATIENCE = 120
MATED = "7e/8/8/c7/6N1/5R2/8/E6M b - 0"


def run(*arguments, **environment):
    """A finished `rebaz` process, its input empty."""
    return subprocess.run(
        [*COMMAND, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        env=os.environ | environment,
    )


def output(*arguments, **environment):
    """The output lines of a command that must succeed."""
    done = run(*arguments, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_version_names_the_package_version():
    assert output("--version") == [f"rebaz {__version__}"]


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_explains_every_command(command):
    lines = output(*command.split(), "--help")
    assert lines[0].startswith(f"usage: rebaz {command}".rstrip())
    assert len(lines) > 5


def test_version_and_help_import_nothing_heavy():
    code = (
        "import sys; from rebaz_ai.cli import main; main(['--help']); heavy = [name for name in sys.modules "
        "if name == 'numpy' or name.startswith('rebaz_core')]; sys.exit(str(heavy) if heavy else 0)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=PATIENCE).returncode == 0


def test_no_arguments_speak_the_protocol():
    done = subprocess.run(COMMAND, input="uci\nquit\n", capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout.splitlines()[-1] == "uciok"


def test_protocol_does_not_import_numpy():
    code = "import sys; from rebaz_ai.cli import main; main([]); sys.exit('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], input=b"uci\ngo depth 2\nd\n", capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")


def test_variants_are_listed_aligned():
    lines = output("variants")
    width = lines[0].index(VARIANTS["rebaz"].description)
    assert [line[:width].strip() for line in lines] == list(VARIANTS)
    assert [line[width:] for line in lines] == [variant.description for variant in VARIANTS.values()]


# --- perft, bench, show -----------------------------------------------------------------------------------------------


def test_perft_counts_time_and_speed():
    total, speed = output("perft", "rebaz", "3")
    assert total == "Nodes searched: 20892"
    assert re.fullmatch(r"Time: \d+\.\d{3} s, \d+ nodes/second", speed)


def test_perft_divides_by_move():
    lines = output("perft", "rebaz-points", "3", "--divide")
    leaves = Position("rebaz-points").divide(3)
    assert lines[:-2] == [f"{move}: {leaves[move]}" for move in sorted(leaves, key=str)]
    assert lines[-2] == "Nodes searched: 20897"


def test_perft_of_a_position_and_with_an_option():
    assert output("perft", "rebaz-points", "1", "--fen", "7e/8/8/8/3C4/8/8/8 w - 0")[0] == "Nodes searched: 1"
    assert output("perft", "rebaz-points", "3", "--option", "movelimit=1")[0] == "Nodes searched: 0"
    assert output("perft", "rebaz", "0", "--divide")[0] == "Nodes searched: 1"


def test_bench_prints_the_same_signature_twice():
    first, second = (output("bench", "--depth", "3")[-2] for _ in range(2))
    assert re.fullmatch(r"Nodes searched: \d+", first)
    assert first == second


def test_bench_of_one_variant_searches_its_positions():
    fens = [line.split()[2:8] for line in output("bench", "chess", "--depth", "1")[:-2]]
    assert len(fens) == 12
    assert fens[0][0] == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


def test_bench_of_a_variant_without_positions_searches_its_start(monkeypatch):
    monkeypatch.setattr("rebaz_ai.bench.bench_positions", dict)
    assert [position.fen() for position in chosen_positions("rebaz-points")] == [VARIANTS["rebaz-points"].start_fen]


def test_bench_of_jacke_alone_has_cards_and_damage_that_the_signature_leaves_out():
    alone = chosen_positions("jacke")
    known = [position for position in chosen_positions() if position.variant == "jacke"]
    assert alone[: len(known)] == known
    for position in alone[len(known) :]:
        cards, damage, _ = position.fen().split()[6:]
        assert "rom-" in cards
        assert "gre-" in cards
        assert damage != "-"
        assert not position.is_over
    assert len(alone) > len(known)


def test_every_position_of_the_bench_goes_on():
    positions = chosen_positions()
    assert {position.variant for position in positions} == set(bench_positions())
    assert not any(position.is_over for position in positions)


def test_show_prints_board_position_turn_points_and_result():
    lines = output("show", "rebaz")
    assert lines[:2] == ["  ┌" + "───┬" * 7 + "───┐", "8 │ n │ b │ l │ r │ e │ m │ t │ p │"]
    assert lines[-4:] == [f"Fen: {Position('rebaz').fen()}", "Turn: w", "Points: w 88, b 88", "Result: *"]


def test_show_names_result_and_reason():
    assert output("show", "rebaz", "--fen", f" {MATED} ")[-1] == "Result: 1-0 mate"


def test_show_takes_options_of_the_game():
    assert output("show", "rebaz-points", "--option", "RebazPoints=C=10", "--option", "MoveLimit=5")[-2] == (
        "Points: w 106, b 106"
    )


def test_show_lists_the_legal_moves():
    position = Position("chess")
    moves = sorted(map(str, position.legal_moves))
    assert output("show", "chess", "--moves")[-1] == f"Moves: {' '.join(moves)}"
    native = sorted(map(position.native, moves))
    assert output("show", "chess", "--moves", "--native")[-1] == f"Moves: {' '.join(native)}"
    assert output("show", "rebaz", "--fen", MATED, "--moves")[-1] == "Moves:"


def test_misspelt_variant_is_guessed():
    assert "expected milbatallas? there are rebaz, " in run("show", "milbatalas").stderr


def test_show_uses_colours_only_on_a_terminal_that_wants_them():
    pty = pytest.importorskip("pty")

    def shown(**environment):
        reader, writer = pty.openpty()
        done = subprocess.Popen([*COMMAND, "show", "rebaz"], stdout=writer, env=os.environ | environment)
        os.close(writer)
        data = b""
        try:
            while chunk := os.read(reader, 4096):
                data += chunk
        except OSError:  # how Linux reports the other end's closing
            pass
        os.close(reader)
        assert done.wait(PATIENCE) == 0
        return data

    assert b"\x1b[" in shown(NO_COLOR="")
    assert b"\x1b[" not in shown(NO_COLOR="1")
    assert "\x1b[" not in run("show", "rebaz", NO_COLOR="").stdout


def test_output_survives_an_encoding_without_box_drawing():
    assert run("show", "rebaz", PYTHONIOENCODING="ascii").returncode == 0


# --- search -----------------------------------------------------------------------------------------------------------


def test_search_prints_a_line_per_iteration_and_the_best_move():
    lines = output("search", "rebaz", "--depth", "4")
    assert lines[0].split() == ["depth", "score", "nodes", "ms", "line"]
    assert [int(line.split()[0]) for line in lines[1:-1]] == [1, 2, 3, 4]
    best = re.fullmatch(r"best move (\S+), score (\S+), line (.+)", lines[-1])
    line = best[3].split()
    assert line[0] == best[1]
    position = Position("rebaz")
    for move in line:
        position.push(move)


def test_search_after_moves_in_native_notation():
    lines = output("search", "rebaz", "--moves", "b3b5", "G7f-7e", "--nodes", "300", "--native")
    position = Position("rebaz")
    position.push("b3b5")
    position.push("g6g5")
    assert lines[-1].split()[2].rstrip(",") in [position.native(move) for move in position.legal_moves]


def test_search_of_several_lines():
    lines = output("search", "rebaz-unwarned", "--multipv", "2", "--depth", "2")
    assert [line.split()[:2] for line in lines[1:-1]] == [["1", "1"], ["1", "2"], ["2", "1"], ["2", "2"]]


def test_search_sees_a_win():
    won = MATED.replace("E6M b", "E5M1 w")
    assert "score #1," in output("search", "rebaz", "--fen", won, "--depth", "3")[-1]


def test_search_of_a_game_that_is_over_says_so():
    assert output("search", "rebaz", "--fen", MATED) == ["The game is over: 1-0 mate"]


# --- play -------------------------------------------------------------------------------------------------------------


def play(lines, *arguments):
    """The output lines of a game whose person types these lines."""
    done = subprocess.run(
        [*COMMAND, "play", *arguments, "--movetime", "20"],
        input="".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"),
        capture_output=True,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode().splitlines()


def test_play_makes_the_typed_move_and_answers():
    lines = play(["G2c-2e", "fen", "quit"], "rebaz")
    (answer,) = [line for line in lines if line.startswith("b plays ")]
    position = Position("rebaz")
    position.push("b3b5")
    position.push(answer.split()[2])
    assert position.fen() in lines[-2]
    assert sum(line.endswith("┐") for line in lines) == 3


def test_play_engine_begins_where_the_person_has_the_other_side():
    lines = play([], "milbatallas", "--scenario", "walls", "--side", "b")
    assert [line.split()[:2] for line in lines if " plays " in line] == [["w", "plays"]]
    assert lines[-1] == "b> "


def test_play_undo_takes_back_both_moves():
    lines = play(["undo", "e4", "undo", "fen"], "chess")
    assert "w> no move of yours to take back" in lines
    assert lines[-2] == f"w> {Position('chess').fen()}"


def test_play_lists_moves_and_hints():
    lines = play(["moves", "hint", "help"], "chess", "--fen", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")
    (moves,) = [line for line in lines if "f7g7 (Qg7#)" in line and "hint" not in line]
    assert len(moves.split("  ")) == len(Position("chess", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1").legal_moves)
    (hint,) = [line for line in lines if "hint: " in line]
    assert "#)" in hint


@pytest.mark.parametrize("text", ["e5", "zz", "e2e4e6", "\udcff\udcfe", "Ñ"])
def test_play_goes_on_after_what_is_no_move(text):
    lines = play([text, "fen"], "chess")
    assert "expected" in "".join(lines)
    assert [Position("chess").fen() in line for line in lines].count(True) == 1
    assert Position("chess").fen() in lines[-2]


def test_play_throws_the_dice_of_both():
    lines = play(["moves", "e4d5"], "jacke", "--fen", "7k/8/8/3p4/4P3/8/8/K7 w - - 0 1 - - -")
    (moves,) = [line for line in lines if "e4e5" in line]
    assert "e4d5" in moves
    assert ":" not in moves
    assert any(re.fullmatch(r"w> e4d5:[0x], .* \(attack [1-6], defence [1-6]\)", line) for line in lines)
    lines = play([], "fourkings", "--fen", "8/8/8/8/8/rK,7/rR,7/gK,7 r cw - 98 - - -", "--side", "g")
    assert any(line.startswith("r plays a2a1:") for line in lines)


def test_play_refuses_a_side_that_the_game_has_not(capsys):
    assert main(["play", "fourkings", "--side", "w"]) == 2
    assert "side: 'w', expected one of r, b, y, g" in capsys.readouterr().err


def test_play_ends_with_the_game():
    lines = play(["Qg7", "fen"], "chess", "--fen", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")
    assert lines[-1] == "The game is over: 1-0 mate"


DUEL = "7k/8/8/3p4/4P3/8/8/K7 w - - 0 1 - - -"
ASKED = "8/8/8/4k3/3Q4/8/8/K7 b - - 0 1 - d4=1,e5=2 d4e5"


def test_play_throws_the_dice_for_both_sides():
    lines = play(["moves", "e4d5", "fen"], "jacke", "--fen", DUEL, "--seed", "7")
    assert "w> a1a2  a1b1  a1b2  e4d5  e4e5" in lines
    assert "w> e4d5:x, captured (attack 3, defence 2)" in lines
    assert lines == play(["moves", "e4d5", "fen"], "jacke", "--fen", DUEL, "--seed", "7")
    lines = play([], "jacke", "--fen", "8/8/8/8/8/6pp/6pk/7K b - - 0 1 - h1=3 -", "--side", "w")
    assert any(line.startswith("b plays g2h1") and "(king " in line for line in lines)


def test_play_takes_the_outcome_of_dice_at_the_board():
    lines = play(["e4d5:0", "undo", "e4d5:x", "fen"], "jacke", "--fen", DUEL)
    assert "/3P4/8/8/8/K7 w" in lines[-2]


def test_play_asks_the_owner_of_an_attacked_king():
    lines = play(["stay"], "jacke", "--fen", ASKED, "--seed", "5")
    assert "Damage: d4 1 of 3, e5 2 of 4" in lines
    assert "The king on e5 is attacked from d4: its owner answers by a step, or by stay" in lines
    assert "b> stay:d1, 1 damage (attack 5, defence 3)" in lines


@pytest.mark.parametrize("search", [[], ["--multiplayer", "maxn"]])
def test_play_has_an_engine_for_each_other_side(search):
    lines = play([], "fourkings", "--side", "y", *search)
    assert [line.split()[0] for line in lines if " plays " in line] == ["r", "b"]
    assert lines[-1] == "y> "


def test_play_refuses_a_side_that_does_not_play(capsys):
    assert main(["play", "jacke", "--side", "y"]) == 2
    assert capsys.readouterr().err == "rebaz: error: side: 'y', expected one of w, b\n"


def test_search_of_four_sides_by_maxn():
    arguments = ("search", "fourkings", "--depth", "2")
    assert output(*arguments)[-2] != output(*arguments, "--multiplayer", "maxn")[-2]


def test_show_tells_of_damage_and_of_an_attacked_king():
    assert "Damage: d4 1 of 3, e5 2 of 4" in output("show", "jacke", "--fen", ASKED)


# --- setup ------------------------------------------------------------------------------------------------------------


def first_ranks(fen):
    """The greater pieces of w and b in a start position."""
    ranks = fen.split("/")
    return ranks[7].split()[0], ranks[0].upper()


def test_setup_throws_the_dice_for_both_sides_and_the_first_move():
    lines = output("setup", "rebaz", "--seed", "5")
    assert lines == output("setup", "rebaz", "--seed", "5")
    assert lines != output("setup", "rebaz", "--seed", "6")
    position = Position("rebaz", lines[-1])
    for side, order in zip("wb", first_ranks(lines[-1]), strict=True):
        assert f"{side}: {order}, arrangement {arrangement_number(order)}" in lines
    throws = [line for line in lines if line.startswith("first move: ")]
    assert f"first move: {position.turn}" in throws[-2 if position.turn == "w" else -1]
    assert throws[-1 if position.turn == "b" else -2].endswith("moves first")


def test_setup_columnar_throws_once_for_both():
    lines = output("setup", "rebaz-points", "--columnar", "--seed", "1", "--turn", "b")
    white, black = first_ranks(lines[-1])
    assert white == black
    assert all(line.startswith("both sides: ") for line in lines[:-1])
    assert lines[-1].split()[1] == "b"


@pytest.mark.parametrize(
    ("arguments", "fen"),
    [
        (["--fixed"], start_fen()),
        (["--fixed", "--second-rank", "--turn", "b"], start_fen(second_rank=True, side="b")),
        (["--id", "0", "10079"], start_fen(arrangement(0), arrangement(10079))),
        (["--free", "ENBLRMTP"], start_fen("ENBLRMTP", "ENBLRMTP")),
        (["--free", "enblrmtp", "NBLREMTP", "--second-rank"], start_fen("ENBLRMTP", second_rank=True)),
    ],
)
def test_setup_without_dice_prints_the_position_alone(arguments, fen):
    assert output("setup", "rebaz", *arguments) == [fen]


def test_setup_throws_for_the_first_move_when_asked():
    lines = output("setup", "rebaz", "--fixed", "--turn", "throw", "--seed", "2")
    assert all(line.startswith("first move: ") for line in lines[:-1])
    assert len(lines) >= 3


@pytest.mark.parametrize("arguments", [["rebaz"], ["rebaz-points", "--columnar"], ["milbatallas", "--black", "R2N4P8"]])
def test_setup_of_several_starts_is_a_list_of_openings(arguments):
    lines = output("setup", *arguments, "--seed", "1", "--count", "4", "--fen-only")
    assert len({opening.key for opening in parse_openings(arguments[0], "\n".join(lines))}) == len(lines) == 4
    assert output("setup", *arguments, "--seed", "1")[-1] == lines[0]


def test_setup_of_mil_batallas_draws_two_armies_of_one_value():
    lines = output("setup", "milbatallas", "--seed", "4")
    assert lines == output("setup", "milbatallas", "--seed", "4")
    assert lines != output("setup", "milbatallas", "--seed", "5")
    white, black, fen = lines
    value = int(re.fullmatch(r"w: K1[ A-Z0-9]*, value (\d+)", white)[1])
    assert black.startswith("b: K1 ")
    assert black.endswith(f", value {value}")
    position = Position("milbatallas", fen)
    assert (position.points, position.turn, position.is_over) == ((value, value), "w", False)


def test_setup_of_mil_batallas_with_armies_and_barriers():
    arguments = ["--black", "N7 B2 P6", "--barriers", "b2-b9 g2-g9", "--seed", "1"]
    white, black, note, fen = output("setup", "milbatallas", "--white", "q r2b2n2p8", *arguments)
    assert (white, black) == ("w: K1 Q1 R2 B2 N2 P8, value 39", "b: K1 B2 N7 P6, value 33")
    assert note == "values differ: w has 6 more"
    assert Position("milbatallas", fen).piece_at("b2") == Position("milbatallas", fen).piece_at("g9") == "*"
    alone = output("setup", "milbatallas-basic", *arguments)
    assert alone[:2] == ["w: K1 B2 N7 P6, value 33", "b: K1 B2 N7 P6, value 33"]
    assert len(alone) == 3


def test_setup_of_mil_batallas_by_hand(tmp_path):
    file = tmp_path / "board.txt"
    board = ["********", "rnbqkbnr", "pppppppp", *["........"] * 4, "PPPPPPPP", "RNBQKBNR", "********"]
    file.write_text("\n".join(board))
    start = Position("milbatallas").fen()
    values = [f"{side}: K1 Q1 R2 B2 N2 P8, value 39" for side in "wb"]
    assert output("setup", "milbatallas", "--board", str(file)) == [*values, start]
    chosen = output("setup", "milbatallas", "--board", str(file), "--castling", "Kq")
    assert chosen[-1] == start.replace("KQkq", "Kq")
    command = [*COMMAND, "setup", "milbatallas", "--board", "-"]
    piped = subprocess.run(command, input="\n".join(board), capture_output=True, text=True, timeout=PATIENCE)
    assert piped.stdout.splitlines() == [*values, start]
    file.write_bytes(b"\xff\n" * 10)
    done = run("setup", "milbatallas", "--board", str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("rebaz: error: board: '")
    assert "expected a file that can be read (it is not UTF-8 text)" in done.stderr


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "missing, expected 10 lines"),
        ("........\n" * 9, "'9 lines', expected 10 lines"),
        ("........\n" * 10, "white: '', expected exactly one K, not 0"),
    ],
)
def test_errors_about_a_board_name_its_file(tmp_path, capsys, content, reason):
    file = tmp_path / "board.txt"
    file.write_text(content)
    assert main(["setup", "milbatallas", "--board", str(file)]) == 2
    assert f"board {file}: {reason}" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["setup milbatallas --board", "match chess random random --openings"])
def test_file_without_end_and_file_without_name_are_refused(capsys, command):
    arguments = command.split()
    endless = Path("/dev/zero")
    if endless.exists():
        assert main([*arguments, str(endless)]) == 2
        assert "longer than 16777216 bytes" in capsys.readouterr().err
    assert main([*arguments, ""]) == 2
    assert "(no file's name)" in capsys.readouterr().err


def test_setup_of_mil_batallas_draws_armies_that_fit_between_barriers():
    white, black, fen = output("setup", "milbatallas", "--barriers", "a1-h1 a2-h2 a3-h3 a4-h4", "--seed", "1")
    for line in (white, black):
        assert sum(map(int, re.findall(r"[KQRBNP](\d+)", line))) <= 8
    assert fen.split()[0].endswith("/********/********/********/********")


def test_setup_with_kings_alone_says_why_not(capsys):
    assert main(["setup", "milbatallas", "--white", ""]) == 2
    assert "insufficient material" in capsys.readouterr().err


# --- scenarios --------------------------------------------------------------------------------------------------------


def test_scenarios_are_listed_with_values_and_description():
    lines = output("scenarios")
    expected = []
    for variant in VARIANTS.values():
        for name, scenario in variant.scenarios.items():
            points = Position(variant.name, scenario=name).points
            counted = f" Points: w {points[0]}, b {points[1]}" if points else ""
            expected.append(f"{variant.name} {name}: {scenario.description}{counted}")
    assert len(expected) == 12
    assert lines == expected
    assert output("scenarios", "milbatallas-basic") == [line for line in lines if line.startswith("milbatallas-basic ")]


def test_variant_without_scenarios_is_told(capsys):
    assert main(["scenarios", "chess"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "one of milbatallas, milbatallas-basic, fourkings; chess has no scenarios" in printed.err


def test_variant_without_options_is_told(capsys):
    assert main(["perft", "milbatallas", "1", "--option", "X=1"]) == 2
    assert "'X=1', expected no option: milbatallas has none" in capsys.readouterr().err


def test_match_of_the_yardsticks_in_every_variant_with_points(capsys):
    for name in ("rebaz-points", "milbatallas", "milbatallas-basic"):
        assert main(["match", name, "points", "random", "--games", "2"]) == 0
        assert capsys.readouterr().out.splitlines()[-1].startswith("points at depth 3 against random: ")
    assert main(["match", "chess", "points", "random"]) == 2
    assert "player: 'points', expected engine, random, greedy, montecarlo, engine:" in capsys.readouterr().err


def test_commands_begin_at_a_scenario():
    fen = Position("milbatallas", scenario="walls").fen()
    assert output("show", "milbatallas", "--scenario", "walls")[-4] == f"Fen: {fen}"
    position = Position("milbatallas-basic", scenario="infantry")
    perft = output("perft", "milbatallas-basic", "3", "--scenario", "infantry")
    assert perft[0] == f"Nodes searched: {position.perft(3)}"


# --- errors -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "nope",
        "--nope",
        "perft",
        "perft rebaz",
        "perft nosuch 3",
        "perft rebaz x",
        "perft rebaz -1",
        "perft rebaz 201",
        "perft rebaz 99999999999999999999999",
        "perft rebaz 3 4",
        "show",
        "show rebaz --fen",
        "show rebaz --fen garbage",
        "show rebaz --fen ñandú",
        "show rebaz --option MoveLimit=10",
        "show rebaz-points --option MoveLimit=31",
        "show rebaz-points --option MoveLimit",
        "show rebaz-points --option Nope=1",
        "show rebaz-points --option RebazPoints=K=1",
        "search rebaz --depth 0",
        "search rebaz --depth 3 --nodes 5",
        "search rebaz --movetime -5",
        "search rebaz --nodes many",
        "search rebaz --multipv 0",
        "search rebaz --moves a1a8",
        "search rebaz --moves zz",
        "bench --depth 0",
        "bench nosuch",
        "match rebaz random",
        "match rebaz random random --scenario x",
        "match rebaz random random --openings scenarios",
        "match milbatallas random random --openings scenarios --scenario walls",
        "match rebaz random random --option MoveLimit=3",
        "match rebaz random random --games 0",
        "play",
        "play nosuch",
        "play chess --side x",
        "play chess --movetime 0",
        "setup rebaz --count 0",
        "setup rebaz --fixed --count 2",
        "setup milbatallas --count 2 --board -",
        "setup",
        "setup chess",
        "setup rebaz --white Q1",
        "setup rebaz --castling -",
        "setup milbatallas --fixed",
        "setup milbatallas --second-rank",
        "setup milbatallas --turn b",
        "setup milbatallas --white Q8",
        "setup milbatallas --black K2",
        "setup milbatallas --barriers a1-g1",
        "setup milbatallas --barriers a1-h1,a1-a8",
        "setup milbatallas --castling KQkq",
        "setup milbatallas --board nosuch.txt",
        "setup milbatallas --board . --seed 1",
        "setup milbatallas --board -",
        "setup milbatallas --white Q7R8B8N15 --barriers a1-h1",
        "scenarios nosuch",
        "scenarios milbatallas walls",
        "show milbatallas --scenario wals",
        "show milbatallas --scenario infantry",
        "show rebaz --scenario classic",
        "perft milbatallas 1 --scenario walls --fen x",
        "setup rebaz --id 1",
        "setup rebaz --id 1 10080",
        "setup rebaz --id -1 1",
        "setup rebaz --id a b",
        "setup rebaz --free NBLREMTT",
        "setup rebaz --free NBLREMTP NBLREMTP NBLREMTP",
        "setup rebaz --free ñ",
        "setup rebaz --fixed --columnar",
        "setup rebaz --seed x",
        "setup rebaz --turn both",
        "variants all",
    ],
)
def test_bad_input_is_one_line_and_code_2(line):
    done = run(*line.split())
    assert done.returncode == 2
    assert done.stdout == ""
    assert re.fullmatch(r"rebaz: error: [^\n]+\n", done.stderr)


@pytest.mark.parametrize("fen", ["x" * 10_000, "two\nlines", "\x1b[31m w - 0", ""])
def test_strange_position_strings_are_one_line_too(fen):
    done = run("show", "rebaz", "--fen", fen)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"rebaz: error: [^\n]{1,500}\n", done.stderr)


def test_main_returns_the_exit_code(capsys):
    assert main(["variants"]) == 0
    assert main(["perft", "rebaz", "x"]) == 2
    assert main(["show", "nosuch"]) == 2
    assert capsys.readouterr().err.count("\n") == 2


def test_reader_that_leaves_early_is_no_error():
    process = subprocess.Popen(
        [*COMMAND, "perft", "rebaz", "2", "--divide"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdout.close()
    process.wait(PATIENCE)
    assert process.stderr.read() == b""


@pytest.mark.parametrize("arguments", [["search", "rebaz", "--movetime", "100000"], ["bench", "--depth", "60"]])
def test_interrupt_ends_quietly(arguments):
    process = subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if arguments[0] == "search":
        process.stdout.readline()
    else:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(2)
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 130
    assert process.stderr.read() == b""


@pytest.mark.parametrize("module", ["argparse", "rebaz_ai.cli", "rebaz_core", "rebaz_ai.uci", "rebaz_ai.evaluation"])
def test_interrupt_while_modules_are_imported_is_quiet(module):
    """The interrupt comes when the module is looked for."""
    code = f"""
import os, signal, sys
class Interrupter:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupter())
from rebaz_ai.entry import main
sys.argv = ["rebaz"]
main()
"""
    done = subprocess.run([sys.executable, "-c", code], stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("command", ["show rebaz", "perft rebaz 1", "variants", "--version", "--help", "perft --help"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_that_can_not_be_written_is_one_line(command, unbuffered):
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, *command.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
        )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("rebaz: error: output: ")


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
@pytest.mark.parametrize("command", ["show rebaz", "variants", "perft rebaz 1"])
def test_closed_output_is_quiet(command):
    done = subprocess.run(  # noqa: S602 - a closed output is the shell's to give
        f'"{sys.executable}" -m rebaz_ai {command} >&-', shell=True, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_board_is_ascii_where_the_encoding_has_no_lines():
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(
        [sys.executable, "-m", "rebaz_ai", "show", "rebaz"], capture_output=True, env=environment, timeout=60
    )
    assert b"8 | n | b |" in done.stdout
    assert b"\\u" not in done.stdout


def test_errors_about_options_use_the_name_that_was_typed(capsys):
    assert main(["show", "rebaz-points", "--option", "MoveLimit=31"]) == 2
    assert "MoveLimit: 31" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["search", "play"])
def test_maxn_is_for_more_than_two_sides(command):
    done = run(command, "chess", "--multiplayer", "maxn")
    assert done.returncode == 2
    assert done.stderr == "rebaz: error: multiplayer: 'maxn', expected paranoid or nothing: chess has two sides\n"


@pytest.mark.parametrize("fen", ["", " "])
@pytest.mark.parametrize("variant", ["brax", "rebaz", "jacke"])
def test_an_empty_position_string_is_named(variant, fen):
    for command in (["search", variant], ["show", variant], ["match", variant, "random", "random"]):
        done = run(*command, "--fen", fen)
        assert done.returncode == 2
        assert done.stderr.startswith(f"rebaz: error: fen: {fen!r}, expected a position string of {variant}, such as ")
