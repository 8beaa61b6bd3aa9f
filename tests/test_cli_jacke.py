"""`rebaz odds`, and `rebaz setup` of Jacke and Four kings."""

from __future__ import annotations

import io

import pytest

from rebaz_ai.cli import main
from rebaz_core import Position
from rebaz_core.games.jacke_setup import ARRAY, formation_text, mirrored, parse_formation

DEEP = "PPPPPPPP/1NBBN3/R3QK1R"
KINGS = "8/8/8/8/8/3,yP,4/2,rP,5/rK,3,yK,2,rR r cw c2 0 c2=rom-hastatus e1=1 -"
LANCER = '[[card]]\nid = "x-lancer"\nname = "Lancer"\npiece = "N"\nfaction = "test"\ndefense = 9\nhealth = 9\n'


@pytest.fixture
def output(capsys):
    """The output lines of a command that must succeed."""

    def call(*arguments):
        code = main(list(arguments))
        done = capsys.readouterr()
        assert (code, done.err) == (0, "")
        return done.out.splitlines()

    return call


@pytest.fixture
def refusal(capsys):
    """The one line on standard error of a command that must fail."""

    def call(*arguments):
        code = main(list(arguments))
        done = capsys.readouterr()
        assert (code, done.out) == (2, "")
        assert done.err.startswith("rebaz: error: ")
        assert done.err.count("\n") == 1
        return done.err

    return call


# --- cards ------------------------------------------------------------------------------------------------------------


def test_cards_of_a_roster_stand_by_its_slots(output):
    lines = output("cards", "romans")
    assert len(lines) == 19
    assert lines[17] == "D is added to the defence die, H is the health; within N counts king's steps."
    assert lines[18].startswith("Moves: W a step orthogonally, F diagonally; ")
    assert " ".join(lines[1].split()) == "K rom-imperator Imperator K 1 4 P allies within 2: attack +1"
    assert lines[3].endswith("  also moves cA")


def test_cards_of_a_file_are_listed_after_the_shipped_ones(output, tmp_path):
    file = tmp_path / "x.toml"
    file.write_text(LANCER)
    lines = output("cards", "--card-file", str(file))
    assert lines[-4].split() == ["x-lancer", "Lancer", "N", "9", "9"]
    assert lines[-1] == "rosters: plain, romans, greeks, egyptians"
    assert output("cards", "x-lancer", "--card-file", str(file))[1:] == [
        "x-lancer  Lancer  N      9  9",
        "D is added to the defence die, H is the health; within N counts king's steps.",
    ]


def test_help_explains_the_signs_of_the_cards(output):
    text = " ".join(" ".join(output("cards", "--help")).split())
    for sign in ("D is added to the defence die", "N a knight's leap", "m only to empty squares", "egyptians"):
        assert sign in text


def test_cards_refuses_what_is_neither_card_nor_roster(refusal):
    assert "cards: 'x', expected the id of a card, or a roster of plain, romans" in refusal("cards", "x")


# --- odds -------------------------------------------------------------------------------------------------------------


def test_odds_of_plain_pieces(output):
    assert output("odds", "--attack", "P", "--defend", "q") == [
        "attack: plain-pawn (P), die +0",
        "defend: plain-queen (Q), die +1, health left 3",
        "0   13/18   72.22 %  nothing",
        "d1    1/9   11.11 %  1 damage",
        "d2   1/12    8.33 %  2 damage",
        "x    1/12    8.33 %  captured",
        "expected damage: 19/36 = 0.528 of 3",
    ]


def test_odds_of_cards_count_what_they_do_to_each_other(output):
    lines = output("odds", "--attack", "rom-legate", "--defend", "gre-basileus")
    assert lines[0] == "attack: rom-legate (Q), die +1"
    assert lines[1].startswith("defend: gre-basileus (K), die +2, ")  # D 1, +1 against queens
    assert "may step" in lines[2]
    against_rook = output("odds", "--attack", "R", "--defend", "gre-basileus")
    assert "die +1" in against_rook[1]


def test_odds_with_damage_and_without_adding_up(output):
    assert output("odds", "--attack", "P", "--defend", "q", "--damage", "2")[2:] == [
        "0  13/18   72.22 %  nothing",
        "x   5/18   27.78 %  captured",
        "expected damage: 5/18 = 0.278 of 1",
    ]
    assert [line.split()[:2] for line in output("odds", "--attack", "P", "--defend", "q", "--single")[2:4]] == [
        ["0", "11/12"],
        ["x", "1/12"],
    ]


def test_odds_of_cards_from_a_file(output, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(LANCER)
    lines = output("odds", "--attack", "N", "--defend", "x-lancer", "--card-file", str(path))
    assert lines[2:] == ["0  1  100.00 %  nothing", "expected damage: 0 = 0.000 of 9"]


def test_odds_of_moves_are_those_of_the_position(output):
    lines = output("odds", "fourkings", "--fen", KINGS, "--move", "h1e1")
    assert lines[:2] == [f"position: {KINGS}", "move: h1e1"]
    found = {line.split()[0]: line.split()[1] for line in lines[2:-1]}
    assert found == {
        str(move).partition(":")[2]: str(chance) for move, chance in Position("fourkings", KINGS).outcomes("h1e1")
    }
    assert found["e"] == "1/2"
    assert lines[-1] == "expected damage: 19/72 = 0.264 of 3"
    assert output("odds", "fourkings", "--fen", KINGS, "--move", "c2c3")[2:] == ["-  1  100.00 %  no dice"]


def test_odds_of_an_answer(output):
    fen = KINGS.replace(" r cw", " y cw").removesuffix("-") + "h1e1"
    lines = output("odds", "fourkings", "--fen", fen, "--move", "stay")
    assert lines[-1] == "expected damage: 19/36 = 0.528 of 3"


def test_odds_en_passant_are_those_of_the_pawn(output):
    fen = "7k/8/8/3pP3/8/8/8/K7 w d6 - 0 7 d5=rom-triarius - -"
    lines = output("odds", "jacke", "--fen", fen, "--move", "e5d6")
    assert lines[-1].endswith(" of 2")
    assert lines[2].split()[1] == "7/12"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("odds", "attack: missing"),
        ("odds --attack N", "defend: missing"),
        ("odds --attack Z --defend P", "attack: 'Z', expected the id of a card"),
        ("odds --attack N --defend none", "defend: 'none'"),
        ("odds --attack N --defend P --damage 1", "damage: 1, expected less than the health of plain-pawn, 1"),
        ("odds --attack N --defend P --damage x", "--damage"),
        ("odds --attack N --defend P --move e2e4", "--move"),
        ("odds --attack N --defend P --card-file none.toml", "card_file: 'none.toml'"),
        ("odds fourkings", "move: missing"),
        ("odds fourkings --move d2d9", "move: 'd2d9'"),
        ("odds fourkings --attack N", "--attack"),
        ("odds nosuch --move a2a3", "variant: 'nosuch'"),
    ],
)
def test_odds_of_nothing_are_refused(refusal, line, words):
    assert words in refusal(*line.split())


# --- setup ------------------------------------------------------------------------------------------------------------


def test_setup_of_jacke_draws_two_formations(output):
    lines = output("setup", "jacke", "--seed", "3")
    assert lines == output("setup", "jacke", "--seed", "3", "--formation", "random")
    assert lines != output("setup", "jacke", "--seed", "4")
    white, black = (parse_formation(line[3:], side) for line, side in zip(lines, "wb", strict=False))
    assert (lines[0][:3], lines[1][:3]) == ("w: ", "b: ")
    assert mirrored(white) != black
    assert Position("jacke", lines[2]).fen() == lines[2]


def test_setup_of_jacke_with_formations_from_files(output, tmp_path, monkeypatch):
    alone, both, black = (tmp_path / name for name in ("alone", "both", "black"))
    facing = formation_text(mirrored(parse_formation(DEEP)), "b")
    alone.write_text(DEEP + "\n")
    both.write_text(f"{DEEP}\nrnbqkbnr/pppppppp/8\n")
    black.write_text("rnbqkbnr/pppppppp/8\n")
    assert output("setup", "jacke", "--formation", str(alone))[:2] == [f"w: {DEEP}", f"b: {facing}"]
    lines = output("setup", "jacke", "--formation", str(both))
    assert lines == [
        f"w: {DEEP}",
        "b: rnbqkbnr/pppppppp/8",
        f"rnbqkbnr/pppppppp/8/8/8/{DEEP} w - a3b3c3d3e3f3g3h3a7b7c7d7e7f7g7h7 0 1 - - -",
    ]
    assert output("setup", "jacke", "--formation", str(alone), "--formation-b", str(black)) == lines
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(DEEP.encode())))
    assert output("setup", "jacke", "--formation", "-", "--formation-b", str(black)) == lines
    assert output("setup", "jacke", "--formation-b", str(black))[:2] == ["w: 8/PPPPPPPP/RNBQKBNR", lines[1]]
    drawn = output("setup", "jacke", "--formation", str(alone), "--formation-b", "random", "--seed", "1")
    assert drawn[0] == f"w: {DEEP}"
    assert drawn[1] not in (f"b: {facing}", lines[1])


def test_setup_of_jacke_deals_rosters(output, tmp_path):
    file = tmp_path / "array"
    file.write_text(ARRAY)
    fen = output("setup", "jacke", "--formation", str(file), "--roster-b", "egyptians")[-1]
    assert "w " in fen
    assert "a7=egy-spearman" in fen
    assert "a1=" not in fen
    assert Position("jacke", fen).fen() == fen


def test_setup_of_jacke_reads_what_any_editor_has_saved(output, tmp_path):
    file = tmp_path / "formation"
    file.write_bytes(b"\xef\xbb\xbf" + ARRAY.encode() + b"\r\n")
    assert output("setup", "jacke", "--formation", str(file))[-1] == Position("jacke").fen()


def test_setup_of_jacke_refuses_what_is_no_formation(refusal, tmp_path):
    file = tmp_path / "wrong"
    for text, words in (
        ("PPPPPPPN/7P/R1BQKBNR", "formation: 'PPPPPPPN', expected only P on rank 3, not N"),
        ("", "formation: missing"),
        ("a\nb\nc", "formation: '3 lines'"),
        (f"{ARRAY}\n{ARRAY}", "formation: "),
    ):
        file.write_text(text)
        assert words in refusal("setup", "jacke", "--formation", str(file))
    file.write_text(f"{ARRAY}\n{ARRAY}")
    assert "formation-b: '2 lines'" in refusal("setup", "jacke", "--formation-b", str(file))
    assert "formation: 'none'" in refusal("setup", "jacke", "--formation", "none")
    assert "--roster-w: 'x'" in refusal("setup", "jacke", "--roster-w", "x")
    assert "--rook" in refusal("setup", "jacke", "--rook")


def test_setup_of_four_kings_throws_for_who_begins(output):
    lines = output("setup", "fourkings", "--seed", "4")
    assert lines == output("setup", "fourkings", "--seed", "4")
    assert [line.split(":")[1].strip() for line in lines[:4]] == list("rbyg")
    side = next(line.split(": ")[1] for line in lines if line.endswith("begins"))
    assert lines[-2] in (f"{side} chooses cw", f"{side} chooses ccw")
    fields = Position("fourkings").fen().split(" ")
    assert lines[-1].split(" ") == [fields[0], side, lines[-2].split()[-1], *fields[3:]]
    assert Position("fourkings", lines[-1]).fen() == lines[-1]


def test_setup_of_four_kings_with_rook_and_rotation(output):
    for rotation in ("cw", "ccw"):
        lines = output("setup", "fourkings", "--rook", "--rotation", rotation, "--seed", "9")
        assert lines[-2].endswith(f"chooses {rotation}")
        position = Position("fourkings", lines[-1])
        assert [position.piece_at(square) for square in ("c1", "a6", "f8", "h3")] == ["rR", "bR", "yR", "gR"]


def test_setup_of_four_kings_refuses_other_games_options(refusal):
    assert "--formation" in refusal("setup", "fourkings", "--formation", "random")
    assert "rotation" in refusal("setup", "fourkings", "--rotation", "left")
    assert "--seed --rook --rotation" in refusal("setup", "fourkings", "--board", "x")


def test_setup_of_four_kings_deals_rosters(output):
    arguments = ["setup", "fourkings", "--rook", "--seed", "1"]
    plain = output(*arguments)[-1].split()
    dealt = output(*arguments, "--roster-y", "romans", "--roster-b", "greeks")[-1].split()
    assert dealt[:5] == plain[:5]
    cards = dealt[5].split(",")
    assert (plain[5], len(cards)) == ("-", 16)
    assert "e8=rom-imperator" in cards
    assert "a5=gre-basileus" in cards


def test_setup_names_the_option_of_a_roster_that_is_not_there(refusal):
    assert "--roster-b: 'x', expected one of plain, romans" in refusal("setup", "jacke", "--roster-b", "x")
    assert "--roster-r: 'x', expected one of plain, romans" in refusal("setup", "fourkings", "--roster-r", "x")
    assert "--card-file: '/x/y', expected a file" in refusal("setup", "fourkings", "--card-file", "/x/y")
    assert "'--roster-w', expected an option for fourkings" in refusal("setup", "fourkings", "--roster-w", "romans")
