"""The text protocol, spoken with a real process: what a client may send, in any order, and what it must get back."""

from __future__ import annotations

import queue
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import chess
import chess.engine
import pytest

from rebaz_ai.search.types import MAX_DEPTH
from rebaz_core import VARIANTS, Position
from rebaz_core.show import board_text

COMMAND = [sys.executable, "-m", "rebaz_ai"]
PATIENCE = 60
"""Seconds before a silent engine counts as hanging."""
MATED = "7e/8/8/c7/6N1/5R2/8/E6M b - 0"
LIMIT_REACHED = "4e3/8/8/8/8/8/8/M3E3 w - 100"
ONE_PLY_LEFT = "4e3/8/8/8/8/8/8/M3E3 w - 99"


class Engine:
    """A running engine."""

    def __init__(self, **arguments):
        self.process = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **arguments
        )
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode().rstrip("\n"))
        self.lines.put(None)

    def send(self, *lines):
        for line in lines:
            self.process.stdin.write(line if isinstance(line, bytes) else line.encode() + b"\n")
        self.process.stdin.flush()

    def until(self, prefix):
        """Lines up to the first that begins with `prefix`, that one included."""
        found = []
        while not found or not found[-1].startswith(prefix):
            line = self.lines.get(timeout=PATIENCE)
            assert line is not None, f"the engine ended: {self.process.stderr.read()}"
            found.append(line)
        return found

    def ask(self, *lines):
        """What the engine writes in answer to lines that do not start a search."""
        self.send(*lines, "isready")
        return self.until("readyok")[:-1]

    def state(self):
        """The fields that `d` shows."""
        return dict(line.split(": ", 1) for line in self.ask("d") if re.match(r"[A-Z]\w+: ", line))

    def search(self, *lines):
        """What the engine writes up to the best move."""
        self.send(*lines)
        return self.until("bestmove")

    def wait(self):
        """The exit code, when nothing was written to standard error."""
        code = self.process.wait(PATIENCE)
        assert self.process.stderr.read() == b""
        return code


@pytest.fixture
def engine():
    engine = Engine()
    yield engine
    if engine.process.poll() is None:
        engine.send("quit")
    assert engine.wait() == 0


def run_script(*lines):
    """The output lines for a script that is piped in at once."""
    done = subprocess.run(COMMAND, input="\n".join(lines), capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def of_kind(lines, prefix):
    return [line for line in lines if line.startswith(prefix)]


# --- clients ---------------------------------------------------------------------------------------------------------


def test_uci_announces_name_author_and_options(engine):
    engine.send("uci")
    lines = engine.until("uciok")
    assert lines[0].startswith("id name REBAZ ")
    assert lines[1] == "id author the REBAZ engine authors"
    variants = " ".join(f"var {name}" for name in VARIANTS)
    assert f"option name UCI_Variant type combo default rebaz {variants}" in lines
    assert all(line.startswith("option name ") for line in lines[2:-1])


class RebazBoard(chess.Board):
    """As much of a board as python-chess's client needs to play a variant that python-chess does not know."""

    uci_variant = "rebaz"

    def __init__(self, position=None):
        super().__init__()
        self.position = position or Position("rebaz")
        self.turn = self.position.turn == "w"

    def root(self):
        return RebazBoard()

    def fen(self, **_):
        return self.position.fen()

    def copy(self, stack=True):
        board = RebazBoard(self.position.copy())
        board.move_stack = list(self.move_stack) if stack else []
        return board

    def parse_uci(self, uci):
        self.position.parse_move(uci)
        return chess.Move.from_uci(uci)

    def push_uci(self, uci):
        self.push(self.parse_uci(uci))
        return self.move_stack[-1]

    def push(self, move):
        self.position.push(move.uci())
        self.move_stack.append(move)

    def pop(self):
        self.position.pop()
        return self.move_stack.pop()


@pytest.fixture
def simple_engine():
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=PATIENCE) as client:
        yield client


def test_python_chess_parses_options(simple_engine):
    options = simple_engine.options
    assert simple_engine.id["name"].startswith("REBAZ ")
    assert options["UCI_Variant"].var == list(VARIANTS)
    assert (options["Hash"].type, options["Hash"].default, options["Hash"].min) == ("spin", 16, 1)
    assert (options["Threads"].min, options["Threads"].max) == (1, 1)
    assert (options["MultiPV"].min, options["MultiPV"].max) == (1, 256)
    assert options["Move Overhead"].type == "spin"
    assert options["Ponder"].type == "check"
    assert (options["UCI_ShowWDL"].type, options["UCI_ShowWDL"].default) == ("check", False)
    assert options["Clear Hash"].type == "button"
    assert options["Notation"].var == ["uci", "native"]
    for option in VARIANTS["rebaz"].options:
        assert (options[option.name].type, str(options[option.name].default)) == (option.kind, option.default)


def test_python_chess_configures_and_pings(simple_engine):
    simple_engine.configure({"Hash": 4, "Move Overhead": 5, "Clear Hash": None, "RebazPoints": "E=20"})
    simple_engine.ping()


def test_python_chess_plays_with_pondering(simple_engine):
    board = RebazBoard()
    for _ in range(6):
        played = simple_engine.play(board, chess.engine.Limit(depth=3), info=chess.engine.INFO_ALL, ponder=True)
        assert played.info["pv"][0] == played.move
        board.push(played.move)
    assert board.position.ply == 6


def test_python_chess_reads_the_chances(simple_engine):
    board = chess.Board("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1")
    assert "wdl" not in simple_engine.analyse(board, chess.engine.Limit(depth=3))
    simple_engine.configure({"UCI_ShowWDL": True})
    wdl = simple_engine.analyse(board, chess.engine.Limit(depth=3))["wdl"]
    assert wdl.turn == chess.BLACK
    assert wdl.relative.total() == 1000
    assert wdl.relative.losses > 900


def test_python_chess_analyses_two_lines(simple_engine):
    first, second = simple_engine.analyse(RebazBoard(), chess.engine.Limit(depth=3), multipv=2)
    assert (first["multipv"], second["multipv"], first["depth"]) == (1, 2, 3)
    assert first["pv"][0] != second["pv"][0]


# --- d, eval, perft ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_d_shows_the_start_of_the_variant_set(engine, variant):
    position = Position(variant)
    lines = engine.ask(f"setoption name UCI_Variant value {variant}", "d")
    board = board_text(position).splitlines()
    assert lines[: len(board)] == board
    assert lines[-4:] == [
        f"Fen: {position.fen()}",
        f"Key: {position.key:016x}",
        "Result: *",
        "Moves: " + " ".join(sorted(map(str, position.legal_moves))),
    ]


def test_d_shows_result_and_reason_of_a_game_that_is_over(engine):
    engine.send(f"position fen {MATED}")
    state = engine.state()
    assert (state["Result"], state["Fen"]) == ("1-0 mate", MATED)


def test_position_takes_moves_in_either_notation(engine):
    engine.send("position startpos moves b3b5 G7f-7e")
    position = Position("rebaz")
    position.push("b3b5")
    position.push("g6g5")
    assert engine.state()["Fen"] == position.fen()


def test_eval_ends_with_the_value_for_the_side_to_move(engine):
    assert re.fullmatch(r"Evaluation: [+-]\d+ centipawns for w, to move", engine.ask("eval")[-1])


@pytest.mark.parametrize("variant", VARIANTS)
def test_chances_follow_the_score_when_they_are_asked_for(engine, variant):
    engine.send(f"setoption name UCI_Variant value {variant}")
    assert not [line for line in engine.search("go depth 2") if "wdl" in line]
    engine.send("setoption name UCI_ShowWDL value true", "setoption name Notation value native")
    lines = of_kind(engine.search("go depth 2"), "info depth")
    assert lines
    for line in lines:
        found = re.search(r" score (?:cp|mate) -?\d+(?: \w+bound)? wdl (\d+) (\d+) (\d+) nodes \d+ .* pv \S", line)
        assert found, line
        assert sum(map(int, found.groups())) == 1000


def test_chances_of_a_game_that_is_over_are_certain(engine):
    engine.send("setoption name UCI_ShowWDL value true")
    assert " score mate 0 wdl 0 0 1000 " in engine.search(f"position fen {MATED}", "go depth 1")[0]
    engine.send("setoption name UCI_Variant value chess")
    assert " score cp 0 wdl 0 1000 0 " in engine.search("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 1")[0]


@pytest.mark.parametrize("variant", VARIANTS)
def test_eval_sets_a_side_against_the_others(engine, variant):
    engine.send(f"setoption name UCI_Variant value {variant}")
    position = Position(variant)
    for _ in position.sides:
        first = position.turn if len(position.sides) > 2 else position.sides[0]
        second = position.sides.replace(first, "")
        lines = engine.ask(f"position fen {position.fen()}", "eval")
        heading = f"{'term':<24}{first:>8}{second:>8}{f'{first} - {second}':>8}"
        assert [line for line in lines if line.startswith("term ")] == [heading]
        quiet = [move for move in position.decisions if not position.is_noisy(move)]
        position.push(quiet[0])


def test_eval_in_four_kings_counts_for_the_side_to_move_and_against_it(engine):
    engine.send("setoption name UCI_Variant value fourkings")
    heading, strength, *_, total = engine.ask("position fen 3,rK,4/8/8/8/8/3,gQ,4/8/3,yK,2,gK,1 y cw - 0 - - -", "eval")
    assert heading.split() == ["term", "y", "rbg", "y", "-", "rbg"]
    own, others, difference = map(int, strength.split()[1:])
    assert (own > 0, others > 0, difference) == (True, True, own - others)
    assert total.endswith("centipawns for y, to move")


def test_perft_counts_each_move_and_the_total(engine):
    engine.send("go perft 3")
    lines = engine.until("Nodes searched")
    position = Position("rebaz")
    leaves = position.divide(3)
    assert lines == [f"{move}: {leaves[move]}" for move in sorted(leaves, key=str)] + ["Nodes searched: 20892"]


def test_perft_0_is_1(engine):
    engine.send("go perft 0")
    assert engine.until("Nodes searched") == ["Nodes searched: 1"]


def test_perft_stops_between_root_moves(engine):
    engine.send("go perft 6")
    engine.until("a1a2:")
    engine.send("stop")
    assert engine.until("info string")[-1] == "info string perft stopped"


def test_bench_prints_its_signature_and_stays_usable(engine):
    engine.send("bench 1")
    first = engine.until("Nodes searched")[-1]
    engine.send("bench 1")
    assert engine.until("Nodes searched")[-1] == first
    assert engine.state()["Fen"] == Position("rebaz").fen()


# --- scenarios --------------------------------------------------------------------------------------------------------


def test_position_scenario_sets_it_and_makes_moves(engine):
    engine.send("setoption name UCI_Variant value milbatallas", "position scenario walls moves e3e5 d8d6")
    position = Position("milbatallas", scenario="walls")
    position.push("e3e5")
    position.push("d8d6")
    assert engine.state()["Fen"] == position.fen()
    engine.send("setoption name UCI_Variant value milbatallas-basic", "position  scenario  infantry ")
    assert engine.state()["Fen"] == Position("milbatallas-basic", scenario="infantry").fen()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("position scenario wals", "expected walls? milbatallas has classic, cavalry"),
        ("position scenario infantry", "infantry belongs to milbatallas-basic"),
        ("position scenario", "expected startpos, fen <position string> or scenario <name>"),
        ("position scenario moves e3e5", "expected startpos, fen <position string> or scenario <name>"),
        ("position scenario walls moves e3e6", "move 1 of 1: 'e3e6'"),
    ],
)
def test_bad_scenario_is_one_info_string_and_changes_nothing(engine, line, reason):
    engine.send("setoption name UCI_Variant value milbatallas", "position scenario cavalry")
    (answer,) = engine.ask(line)
    assert answer.startswith("info string ")
    assert reason in answer
    assert engine.state()["Fen"] == Position("milbatallas", scenario="cavalry").fen()


# --- searching --------------------------------------------------------------------------------------------------------


def test_search_reports_every_iteration_and_ends_with_a_legal_move(engine):
    lines = engine.search("go depth 4")
    pattern = (
        r"info depth (\d+) seldepth \d+ multipv 1 score (cp|mate) -?\d+ nodes \d+ nps \d+ hashfull \d+ time \d+ pv .+"
    )
    depths = [int(re.fullmatch(pattern, line)[1]) for line in lines[:-1]]
    assert depths == [1, 2, 3, 4]
    assert lines[-1].split()[1] in map(str, Position("rebaz").legal_moves)


def test_multipv_reports_different_moves(engine):
    lines = engine.search("setoption name MultiPV value 3", "go depth 3")
    last = [line.split(" pv ")[1].split()[0] for line in lines if line.startswith("info depth 3 ")]
    assert len(set(last)) == 3


@pytest.mark.parametrize(
    "limits",
    [
        "depth 2",
        "nodes 500",
        "movetime 20",
        "movetime 0",
        "wtime 300 btime 300 winc 10 binc 10 movestogo 5",
        "wtime -50 btime 1000",
        "wtime 500 movestogo 0",
        "mate 1",
        "depth 3 nodes 200 movetime 1000",
    ],
)
def test_search_ends_at_its_limits(engine, limits):
    assert engine.search(f"go {limits}")[-1] != "bestmove (none)"


def test_searchmoves_are_the_only_moves_looked_at(engine):
    assert engine.search("go searchmoves a1a2 G2c-2d depth 3")[-1].split()[1] in ("a1a2", "b3b4")
    assert engine.search("go depth 2 searchmoves h3h4")[-1].split()[1] == "h3h4"


@pytest.mark.parametrize("go", ["go", "go infinite", "go infinite depth 1", "go ponder wtime 1000 btime 1000"])
def test_unlimited_search_goes_on_until_stopped(engine, go):
    engine.send(go)
    engine.until("info depth 1 ")
    assert not of_kind(engine.ask("d"), "bestmove")
    engine.send("stop")
    engine.until("bestmove")


def test_an_attack_without_its_outcome_is_nothing_to_ponder_on(engine):
    start = Position("jacke", "7k/8/8/3p4/4P3/8/8/K7 w - - 0 1 - - -")
    engine.send("setoption name UCI_Variant value jacke", f"position fen {start.fen()}")
    pondered = 0
    for move in map(str, start.decisions):
        *_, info, best = engine.search(f"go depth 5 searchmoves {move}")
        _, _, reply = best.partition(" ponder ")
        if reply:
            pondered += 1
            position = start.copy()
            position.push(move)
            assert position.is_legal(reply), (info, best)
    assert pondered


def test_ponderhit_makes_the_limits_bind(engine):
    engine.send("go ponder movetime 50")
    engine.until("info depth 1 ")
    assert not of_kind(engine.ask(), "bestmove")
    engine.send("ponderhit")
    engine.until("bestmove")


def test_ponderhit_sent_with_its_search_is_not_lost(engine):
    for _ in range(10):
        engine.search("go ponder movetime 20", "ponderhit")


def test_isready_and_d_are_answered_during_a_search(engine):
    engine.send("go infinite")
    engine.until("info depth 1 ")
    for _ in range(3):
        assert engine.state()["Fen"] == Position("rebaz").fen()
    engine.search("stop")


def test_search_sent_with_its_stop_still_gives_a_move(engine):
    for _ in range(20):
        assert engine.search("go infinite", "stop")[-1] != "bestmove (none)"


@pytest.mark.parametrize(
    "line",
    [
        "position startpos moves b3b5",
        "go depth 1",
        "setoption name Hash value 1",
        "bench 1",
        "ucinewgame",
        "eval",
        "go perft 1",
    ],
)
def test_unlimited_search_refuses_what_would_disturb_it(engine, line):
    engine.send("go infinite")
    engine.until("info depth 1 ")
    refused = of_kind(engine.ask(line), "info string")
    assert len(refused) == 1
    assert "refused" in refused[0]
    assert engine.state()["Fen"] == Position("rebaz").fen()
    engine.search("stop")


@pytest.mark.parametrize("go", ["go depth 3", "go infinite", "go ponder wtime 100 btime 100", "go movetime 20"])
@pytest.mark.parametrize(
    ("fen", "score"), [(MATED, "mate 0"), (LIMIT_REACHED, "mate 1"), ("4e3/8/8/8/8/8/8/4E3 w - 100", "cp 0")]
)
def test_game_that_is_over_has_no_best_move(engine, fen, score, go):
    engine.send(f"position fen {fen}", go)
    if "infinite" in go or "ponder" in go:
        assert not of_kind(engine.ask(), "bestmove")
        engine.send("stop")
    lines = engine.until("bestmove")
    assert lines[-1] == "bestmove (none)"
    assert len(of_kind(lines, "info depth 0 ")) <= 1
    assert all(f" score {score} " in line for line in of_kind(lines, "info depth 0 "))


def test_native_notation_in_every_output(engine):
    engine.send("setoption name Notation value native")
    moves = engine.state()["Moves"].split()
    position = Position("rebaz")
    assert moves == sorted(position.native(move) for move in position.legal_moves)
    lines = engine.search("go depth 3")
    assert lines[-1].split()[1] in moves
    assert all(line.split(" pv ")[1].split()[0] in moves for line in lines[:-1])
    engine.send("go perft 1")
    assert {line.split(":")[0] for line in engine.until("Nodes searched")[:-1]} == set(moves)


# --- options ----------------------------------------------------------------------------------------------------------


def test_option_names_and_choices_in_any_case(engine):
    assert engine.ask("setoption name uci_variant value REBAZ-points", "setoption name MOVE  overhead value 7") == []
    assert engine.state()["Variant"] == "rebaz-points"


def test_setting_the_variant_puts_its_start_on_the_board(engine):
    engine.send("position startpos moves b3b5", "setoption name UCI_Variant value rebaz")
    assert engine.state()["Fen"] == Position("rebaz").fen()


def test_move_limit_binds_the_position_on_the_board_and_later_ones(engine):
    fen = "4e3/8/8/8/8/8/8/M3E3 w - 20"
    engine.send("setoption name UCI_Variant value rebaz-points", f"position fen {fen}")
    assert engine.state()["Result"] == "*"
    assert engine.ask("setoption name MoveLimit value 10") == []
    assert engine.state()["Result"] == "1-0 limit"
    engine.send("ucinewgame", "position fen 4e3/8/8/8/8/8/8/M3E3 w - 19")
    assert engine.state()["Result"] == "*"
    assert len(of_kind(engine.ask("position fen 4e3/8/8/8/8/8/8/M3E3 w - 21"), "info string ply")) == 1
    engine.send("setoption name MoveLimit value 0", "position fen 4e3/8/8/8/8/8/8/M3E3 w - 21")
    assert engine.state()["Result"] == "*"


def test_option_that_the_position_on_the_board_forbids_is_refused(engine):
    fen = "4e3/8/8/8/8/8/8/M3E3 w - 21"
    engine.send("setoption name UCI_Variant value rebaz-points", f"position fen {fen}")
    assert len(engine.ask("setoption name MoveLimit value 10")) == 1
    assert (engine.state()["Fen"], engine.state()["Result"]) == (fen, "*")
    engine.send("position fen 4e3/8/8/8/8/8/8/M3E3 w - 40")
    assert engine.state()["Result"] == "*"


def test_option_value_that_a_variant_does_not_take_waits_for_one_that_does(engine):
    engine.send("setoption name UCI_Variant value rebaz-points")
    assert engine.ask("setoption name MoveLimit value 25") == []
    assert len(engine.ask("setoption name UCI_Variant value rebaz-superfast")) == 1
    assert engine.state()["Variant"] == "rebaz-superfast"
    engine.send("position fen 4e3/8/8/8/8/8/8/M3E3 w - 39")
    assert engine.state()["Result"] == "*"
    assert engine.ask("setoption name UCI_Variant value rebaz-points") == []
    engine.send("position fen 4e3/8/8/8/8/8/8/M3E3 w - 50")
    assert engine.state()["Result"] == "1-0 limit"


CARDS = """
[[card]]
id = "lancer"
name = "Lancer"
piece = "N"
faction = "mine"
defense = 0
health = 2

[[roster]]
name = "mine"
cards = ["plain-king", "plain-queen", "plain-rook", "plain-rook", "plain-bishop", "plain-bishop", "lancer", "lancer",
  "plain-pawn", "plain-pawn", "plain-pawn", "plain-pawn", "plain-pawn", "plain-pawn", "plain-pawn", "plain-pawn"]
"""


def test_rosters_of_a_card_file_are_dealt_whatever_comes_first(engine, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(CARDS)
    engine.send("setoption name UCI_Variant value jacke")
    (idle,) = engine.ask("setoption name Roster b value mine")
    assert idle == (
        "info string kept, but not in force: "
        "Roster b: 'mine', expected one of plain, romans, greeks, egyptians"
    )
    assert engine.ask(f"setoption name CardFile value {file}", "setoption name Roster w value mine") == []
    assert engine.state()["Fen"].split()[6] == "b1=lancer,g1=lancer,b8=lancer,g8=lancer"
    assert engine.ask("setoption name UCI_Variant value fourkings", "setoption name Roster g value mine") == []
    assert engine.state()["Fen"].split()[5] == "h2=lancer,a7=lancer"
    (idle,) = engine.ask("setoption name CardFile value")[:1]
    assert "Roster b: 'mine'" in idle


def test_a_card_file_that_is_wrong_is_refused_and_the_last_one_kept(engine, tmp_path):
    good, wrong = tmp_path / "good.toml", tmp_path / "wrong.toml"
    good.write_text(CARDS)
    wrong.write_text(CARDS.replace("health = 2", "health = -1"))
    engine.send("setoption name UCI_Variant value jacke", f"setoption name CardFile value {good}")
    before = engine.ask("d")
    for path, words in ((wrong, "card lancer, health: -1"), ("/none.toml", "CardFile: '/none"), (tmp_path, "file")):
        (line,) = engine.ask(f"setoption name CardFile value {path}")
        assert line.startswith("info string ")
        assert words in line
    assert engine.ask("setoption name Roster w value", "d") == before


def test_a_clock_that_the_side_to_move_has_not_is_refused(engine):
    (line,) = engine.ask("setoption name UCI_Variant value fourkings", "go wtime 1000 btime 1000")
    assert line == "info string go rtime: missing, expected the clock of r, who is to move, beside btime"


def test_each_of_four_sides_has_a_clock(engine):
    clocks = "rtime 100 btime 9000000 ytime 9000000 gtime 9000000 rinc 0 ginc 1000"
    began = time.monotonic()
    lines = engine.search("setoption name UCI_Variant value fourkings", f"go {clocks}")
    assert lines[-1].startswith("bestmove ")
    assert time.monotonic() - began < 20


def test_multiplayer_is_kept_with_a_notice_where_there_are_two_sides(engine):
    (line,) = engine.ask("setoption name Multiplayer value maxn")
    assert line == "info string Multiplayer is kept for another variant: rebaz has two sides"
    assert engine.ask("setoption name Multiplayer value paranoid") == []
    assert engine.ask("setoption name UCI_Variant value fourkings", "setoption name Multiplayer value maxn") == []


def test_perft_of_many_moves_can_be_stopped(engine):
    queens = "qqqqkqqq/1qq5/8/8/8/8/5QQ1/QQQQKQQQ w - - 0 1 - - -"
    engine.send("setoption name UCI_Variant value jacke", f"position fen {queens}", "go perft 5", "stop")
    assert engine.until("info string perft stopped")


def test_points_table_is_kept_across_variants(engine):
    engine.send("setoption name RebazPoints value C=50, M=1", "setoption name UCI_Variant value rebaz-points")
    engine.send("position fen 8/8/8/c7/8/8/8/M7 w - 60")
    assert engine.state()["Result"] == "0-1 limit"
    engine.send("setoption name RebazPoints value")
    assert engine.state()["Result"] == "1-0 limit"


def test_hash_that_does_not_fit_into_memory_is_refused():
    resource = pytest.importorskip("resource")
    two_gigabytes = (2 << 30, 2 << 30)
    engine = Engine(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, two_gigabytes))
    answer = "info string Hash: 60000, expected fewer megabytes: there is not enough memory"
    assert engine.ask("setoption name Hash value 60000") == [answer]
    engine.search("go depth 3")
    engine.send("quit")
    assert engine.wait() == 0


# --- bad input --------------------------------------------------------------------------------------------------------

START = Position("rebaz").fen()
BOARD = START.split(maxsplit=1)[0]
GOOD_MOVES = "b3b5 g6g5"

BAD_POSITIONS = {
    "nothing": "position",
    "no string": "position fen",
    "only moves": "position moves b3b5",
    "unknown kind": "position middle",
    "startpos and more": "position startpos w",
    "cut short": f"position fen {BOARD}",
    "cut in the board": f"position fen {START[:20]}",
    "no ply": f"position fen {START[:-2]}",
    "field too many": f"position fen {START} 1",
    "empty field": f"position fen {START.replace(' w ', '  w ')}",
    "nine in a rank": f"position fen {START.replace('/8/', '/9/', 1)}",
    "rank too long": f"position fen {START.replace('CGJDDSGC', 'CGJDDSGCC')}",
    "seven ranks": f"position fen {START.replace('/8/', '/', 1)}",
    "unknown letter": f"position fen {START.replace('n', 'k', 1)}",
    "two Elefantes": f"position fen {START.replace('NB', 'EB')}",
    "right without Gallina": f"position fen {START.replace('b3g3', 'a3g3')}",
    "side not to move in check": "position fen 4e3/8/8/8/4N3/8/8/E7 w - 0",
    "ply beyond the limit": f"position fen {BOARD} w b3g3b6g6 101",
    "garbage": "position fen " + "x" * 10_000,
    "spaces": "position fen " + "x " * 5_000,
    "not ASCII": "position fen ñandú/8/8 w - -",
    "other digits": f"position fen {BOARD} w b3g3b6g6 ٣",
    "NUL": "position fen \0",
}
BAD_MOVES = ["a1a8", "b3b9", "zz", "0000", "B3B5x", "e2e4", "CB2a-4b-", "ñ", "b3b5b5b7", "C2c-2e"]
BAD_GO = [
    "go depth -1", "go depth 0", "go depth", "go depth x", "go depth 1.5", f"go depth {MAX_DEPTH + 1}",
    "go depth 99999999999999999999", "go depth " + "9" * 5000, "go nodes abc", "go nodes 0", "go nodes -5",
    "go movetime -100", "go wtime abc", "go winc -1 wtime 100", "go movestogo -1", "go btime 1000",
    "go mate 0", "go depth 3 depth 4",
    "go deep", "go depth 3 quickly", "go searchmoves zzzz", "go searchmoves b3b5 a1a8 depth 2", "go infinite 5",
    "go searchmoves", "go searchmoves depth 3", "go winc 100", "go binc 5", "go movestogo 5", "go movestogo 0",
    "go ponder winc 1",
    "go depth ٣", "go perft", "go perft x", "go perft -3", "go perft 201", "go perft 2 depth 3", "go depth 2 perft 3",
]  # fmt: skip
BAD_OPTIONS = [
    "setoption", "setoption name", "setoption Hash 64", "setoption name Nope value 1", "setoption name value 3",
    "setoption name Hash", "setoption name Hash value", "setoption name Hash value 0", "setoption name Hash value -5",
    "setoption name Hash value 1000000000000", "setoption name Hash value many", "setoption name Threads value 2",
    "setoption name MultiPV value 0", "setoption name MultiPV value 257", "setoption name Ponder value maybe",
    "setoption name UCI_Variant value nosuch", "setoption name UCI_Variant", "setoption name Notation value latin",
    "setoption name MoveLimit value 31", "setoption name MoveLimit value x",
    "setoption name RebazPoints value E", "setoption name RebazPoints value K=3",
    "setoption name RebazPoints value E=-1",
]  # fmt: skip
BAD_COMMANDS = [
    "foo bar", "perft", "debug", "debug maybe", "GO depth 3", "bench -1", "bench x", "\0", "ñandú", "x" * 10_000,
    "\x1b[31m",
]  # fmt: skip


@pytest.fixture(scope="module")
def tried_engine():
    """One engine that gets all the bad input, and must be as well after it as before."""
    engine = Engine()
    engine.send(f"position startpos moves {GOOD_MOVES}")
    yield engine
    engine.send("quit")
    assert engine.wait() == 0


@pytest.mark.parametrize(
    "line",
    [
        *(pytest.param(line, id=name) for name, line in BAD_POSITIONS.items()),
        *(pytest.param(line, id=repr(line[:40])) for line in BAD_GO + BAD_OPTIONS + BAD_COMMANDS),
        *(pytest.param(f"position startpos moves b3b5 {move}", id=f"move {move}") for move in BAD_MOVES),
    ],
)
def test_bad_input_gets_one_info_string_and_changes_nothing(tried_engine, line):
    before = tried_engine.state()
    answer = tried_engine.ask(line)
    assert len(answer) == 1
    assert answer[0].startswith("info string ")
    assert "internal error" not in answer[0]
    assert len(answer[0]) < 600
    assert tried_engine.state() == before
    assert tried_engine.ask("stop") == []


@pytest.mark.parametrize("depth", ["-1", "101", "x"])
def test_perft_names_the_depths_that_it_takes(engine, depth):
    (answer,) = engine.ask(f"go perft {depth}")
    assert answer == f"info string go perft: '{depth}', expected a whole number from 0 to 100"


def test_illegal_move_is_named_with_its_number(engine):
    (answer,) = engine.ask("position startpos moves b3b5 g6g5 a1a8 b5b6")
    assert "move 3 of 4" in answer
    assert "'a1a8'" in answer


def test_move_after_the_end_of_the_game_is_refused(engine):
    (answer,) = engine.ask(f"position fen {ONE_PLY_LEFT} moves a1a2 e8e7")
    assert "move 2 of 2" in answer
    assert "over" in answer


@pytest.mark.parametrize(
    "raw",
    [b"\xff\xfe\x80\n", b"position fen \xc3\x28\n", b"\0\0\0\n", b"go \xff\n", b"setoption name \xe9 value \xe9\n"],
)
def test_any_bytes_get_an_info_string(engine, raw):
    (answer,) = engine.ask(raw)
    assert answer.startswith("info string ")


@pytest.mark.parametrize("raw", [b"\n", b"\r\n", b"   \t \n", b"\x0b\x0c\n"])
def test_blank_lines_are_passed_over(engine, raw):
    assert engine.ask(raw) == []


def test_carriage_returns_and_surrounding_blanks_do_no_harm(engine):
    engine.send(b"  position   startpos  moves  b3b5 \r\n", b"isready\r\n")
    engine.until("readyok")
    assert engine.state()["Fen"].endswith(" b g3b6g6 1")


def test_line_of_megabytes_is_refused_as_one(engine):
    (answer,) = engine.ask(b"position fen " + b"x " * 2_000_000 + b"\n")
    assert answer.startswith("info string line refused")
    (answer,) = engine.ask(b"position startpos moves" + b" b3b5" * 200_000 + b"\n")
    assert "move 2 of 200000" in answer


# --- scripts, and the end of the input --------------------------------------------------------------------------------


def test_script_waits_for_each_bounded_search():
    lines = run_script(
        "go depth 5",
        "position startpos moves b3b5",
        "d",
        "go depth 5",
        "setoption name UCI_Variant value rebaz-points",
        "go perft 2",
        "go depth 2",
        "position startpos moves a3a4",
        "eval",
        "d",
    )
    kinds = [re.match(r"bestmove|Variant|Nodes searched|Evaluation", line) for line in lines]
    order = "bestmove, Variant, bestmove, Nodes searched, bestmove, Evaluation, Variant"
    assert ", ".join(kind[0] for kind in kinds if kind) == order
    assert not of_kind(lines, "info string")
    assert all(line.endswith(" 1") for line in of_kind(lines, "Fen"))
    assert of_kind(lines, "Variant") == ["Variant: rebaz", "Variant: rebaz-points"]


def test_isready_is_answered_while_lines_wait():
    engine = Engine()
    engine.send("go movetime 2000", "position startpos moves b3b5", "go depth 1", "isready")
    assert not of_kind(engine.until("readyok"), "bestmove")
    engine.search("stop")
    engine.until("bestmove")
    engine.send("quit")
    assert engine.wait() == 0


def test_stop_reaches_the_searches_that_wait():
    lines = run_script("go movetime 30000", "position startpos moves b3b5", "go movetime 30000", "stop", "d")
    assert len(of_kind(lines, "bestmove")) == 2
    assert of_kind(lines, "Fen")[-1].endswith(" 1")


def test_lines_after_a_stop_wait_for_the_best_move():
    for _ in range(5):
        lines = run_script("go infinite", "stop", "position startpos moves b3b5", "go depth 2", "d")
        assert not of_kind(lines, "info string")
        assert len(of_kind(lines, "bestmove")) == 2


@pytest.mark.parametrize(
    "go", ["go depth 4", "go infinite", "go", "go ponder depth 2", "go movetime 50", "go nodes 2000"]
)
def test_end_of_input_gives_the_best_move(go):
    lines = run_script(go)
    assert len(of_kind(lines, "bestmove")) == 1
    assert lines[-1] != "bestmove (none)"


def test_end_of_input_ends_waiting_infinite_searches_too():
    lines = run_script("go depth 3", "position startpos moves b3b5", "go infinite")
    assert len(of_kind(lines, "bestmove")) == 2


def test_last_line_without_line_end_counts():
    assert run_script("isready") == ["readyok"]


def test_empty_input_ends_quietly():
    assert run_script("") == []


@pytest.mark.parametrize("running", ["go infinite", "go perft 9", "go movetime 100000", "isready"])
def test_quit_ends_at_once_whatever_runs(running):
    engine = Engine()
    engine.send(running, "position startpos", "go depth 2", "quit")
    assert engine.wait() == 0


@pytest.mark.parametrize("running", ["go infinite", "go perft 9", "isready"])
def test_interrupt_ends_quietly(running):
    engine = Engine()
    engine.ask()
    engine.send(running)
    engine.ask()
    engine.process.send_signal(signal.SIGINT)
    assert engine.wait() == 130


def test_client_that_stops_reading_ends_the_engine_quietly():
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    process.stdin.write(b"uci\ngo infinite\n")
    process.stdin.flush()
    process.wait(PATIENCE)
    assert process.stderr.read() == b""


def test_debug_mode_tells_more(engine):
    assert engine.ask("stop") == []
    assert len(of_kind(engine.ask("debug on", "stop"), "info string")) == 1
    assert engine.ask("debug off", "stop") == []


def test_game_option_may_come_before_its_variant(engine):
    answer = engine.ask("setoption name MoveLimit value 10")
    assert len(answer) == 1
    assert "MoveLimit" in answer[0]
    engine.send("setoption name UCI_Variant value rebaz-points", "position fen 4e3/8/8/8/8/8/8/M3E3 w - 20")
    assert engine.state()["Result"] == "1-0 limit"


def test_help_names_the_commands(engine):
    (answer,) = engine.ask("help")
    assert answer.startswith("info string ")
    assert {"position", "go", "quit"} <= set(answer.split())


@pytest.mark.parametrize("name", ["README.md", "README.es.md"])
def test_the_conversation_in_the_readme_is_true(engine, name):
    text = (Path(__file__).parent.parent / name).read_text(encoding="utf-8")
    lines = text.split("$ rebaz\n", 1)[1].split("```", 1)[0].splitlines()
    first_answer = next(i for i, line in enumerate(lines) if line.startswith("info "))
    engine.send(*lines[:first_answer])
    answers = [re.sub(r" (nps|time) \d+", "", line) for line in engine.until("bestmove")]
    for line in lines[first_answer:]:
        assert line == "..." or re.sub(r" (nps|time) \d+", "", line) in answers
