"""REBAZ, a test for each sentence of the rules page."""

from __future__ import annotations

import pytest

from rebaz_core import MoveError, OptionError, Position
from rebaz_core.games.rebaz_tables import PIECES, VARIANTS

START = "nblremtp/8/cgjddsgc/8/8/CGJDDSGC/8/NBLREMTP w b3g3b6g6 0"
RAYS = {
    "n": (0, 1),
    "s": (0, -1),
    "e": (1, 0),
    "w": (-1, 0),
    "ne": (1, 1),
    "nw": (-1, 1),
    "se": (1, -1),
    "sw": (-1, -1),
}
ORTHOGONAL, DIAGONAL = ("n", "s", "e", "w"), ("ne", "nw", "se", "sw")


def points_position(*pieces: str, side: str = "w", unmoved: str = "-", ply: int = 0) -> Position:
    """A `rebaz-points` position with pieces such as "Gd4"."""
    board = [[""] * 8 for _ in range(8)]
    for piece in pieces:
        board[int(piece[-1]) - 1]["abcdefgh".index(piece[-2])] = piece[:-2]
    rows = []
    for row in reversed(board):
        text = "".join(token or "1" for token in row)
        for run in range(8, 1, -1):
            text = text.replace("1" * run, str(run))
        rows.append(text)
    return Position("rebaz-points", f"{'/'.join(rows)} {side} {unmoved} {ply}")


def targets(position: Position, source: str) -> str:
    """The squares that the piece on `source` can go to, sorted."""
    return " ".join(sorted(move.text[2:] for move in position.legal_moves if move.text[:2] == source))


def squares(source: str, *offsets: tuple[int, int]) -> str:
    """The squares at those offsets, sorted."""
    file, rank = "abcdefgh".index(source[0]), int(source[1])
    return " ".join(sorted("abcdefgh"[file + f] + str(rank + r) for f, r in offsets))


def rays(names: tuple[str, ...], longest: int) -> list[tuple[int, int]]:
    return [(RAYS[name][0] * n, RAYS[name][1] * n) for name in names for n in range(1, longest + 1)]


def quadrants(*steps: tuple[int, int]) -> list[tuple[int, int]]:
    return [(f * a, r * b) for f, r in steps for a, b in ((1, 1), (1, -1), (-1, 1), (-1, -1))]


def result(position: Position) -> str:
    return str(position.result)


# --- pieces


def test_campesino_moves_one_forward() -> None:
    assert targets(points_position("Cd4"), "d4") == "d5"
    assert targets(points_position("cd4", side="b"), "d4") == "d3"


def test_campesino_does_not_capture_forward() -> None:
    assert targets(points_position("Cd4", "nd5"), "d4") == ""


def test_campesino_captures_one_diagonally_forward() -> None:
    assert targets(points_position("Cd4", "nc5", "ne5", "nc3", "ne3", "nc4", "ne4"), "d4") == "c5 d5 e5"
    assert targets(points_position("cd4", "Nc5", "Ne5", "Nc3", "Ne3", side="b"), "d4") == "c3 d3 e3"


def test_campesino_never_moves_two() -> None:
    assert targets(Position("rebaz", START), "a3") == "a4"


def test_gallina_moves_one_forward_or_two_if_it_has_never_moved() -> None:
    assert targets(points_position("Gd3", unmoved="d3"), "d3") == "d4 d5"
    assert targets(points_position("Gd3"), "d3") == "d4"
    assert targets(points_position("gd6", side="b", unmoved="d6"), "d6") == "d4 d5"


def test_gallina_double_step_needs_both_squares_empty() -> None:
    assert targets(points_position("Gd3", "nd4", unmoved="d3"), "d3") == ""
    assert targets(points_position("Gd3", "nd5", unmoved="d3"), "d3") == "d4"


def test_gallina_captures_diagonally_forward_and_sideways() -> None:
    around = ("nc5", "ne5", "nc4", "ne4", "nc3", "ne3", "nd3", "nd5")
    assert targets(points_position("Gd4", *around), "d4") == "c4 c5 e4 e5"
    assert targets(points_position("gd4", *(piece.upper()[0] + piece[1:] for piece in around), side="b"), "d4") == (
        "c3 c4 e3 e4"
    )


def test_gallina_does_not_move_sideways_without_capture_nor_around_the_edge() -> None:
    assert targets(points_position("Gd4"), "d4") == "d5"
    assert targets(points_position("Ga4", "nh3", "nh4", "nh5"), "a4") == "a5"
    assert targets(points_position("Gh4", "na4", "na5", "na6"), "h4") == "h5"


def test_gallina_loses_double_step_after_moving_one() -> None:
    position = points_position("Gd3", "ch7", unmoved="d3")
    for move in ("d3d4", "h7h6"):
        position.push(move)
    assert targets(position, "d4") == "d5"
    assert position.fen().split()[2] == "-"


def test_gallina_loses_double_step_after_sideways_capture() -> None:
    position = points_position("Gd3", "ce3", "ch7", unmoved="d3")
    for move in ("d3e3", "h7h6"):
        position.push(move)
    assert targets(position, "e3") == "e4"


def test_captured_unmoved_gallina_leaves_no_right_behind() -> None:
    position = points_position("Gd3", "Ge4", "ge3", unmoved="d3e3", side="b")
    position.push("e3d3")
    assert position.fen().split()[2] == "-"
    assert position.pop().text == "e3d3"
    assert position.fen().split()[2] == "d3e3"


def test_unmoved_gallina_that_another_piece_captures_keeps_no_right_for_the_capturer() -> None:
    position = points_position("gd3", "Nd1", unmoved="d3")
    position.push("d1d3")
    assert position.fen().split()[2] == "-"


def test_delfin_moves_exactly_two_forward_or_one_backward() -> None:
    assert targets(points_position("Dd4"), "d4") == "d3 d6"
    assert targets(points_position("dd4", side="b"), "d4") == "d2 d5"


def test_delfin_needs_both_squares_ahead_empty_and_the_one_behind() -> None:
    assert targets(points_position("Dd4", "nd5", "nd3"), "d4") == ""
    assert targets(points_position("Dd4", "nd6"), "d4") == "d3"


def test_delfin_captures_exactly_two_diagonally_forward_if_the_square_between_is_empty() -> None:
    assert targets(points_position("Dd4", "nb6", "nf6", "nb2", "nf2", "nc3", "ne3"), "d4") == "b6 d3 d6 f6"
    assert targets(points_position("Dd4", "nb6", "nf6", "nc5", "ce5"), "d4") == "d3 d6"


def test_delfin_does_not_move_diagonally_without_capture() -> None:
    assert targets(points_position("Dd4", "Nb6"), "d4") == "d3 d6"


def test_serpiente_goes_two_horizontally_then_one_diagonally_outward() -> None:
    assert targets(points_position("Sd4"), "d4") == squares("d4", *quadrants((3, 1)))
    assert targets(points_position("Sd4", "ng5", "Ng3"), "d4") == squares("d4", (3, 1), (-3, 1), (-3, -1))


@pytest.mark.parametrize("blocker", ["ce4", "Cf4"])
def test_serpiente_is_blocked_on_either_square_of_its_way(blocker: str) -> None:
    assert targets(points_position("Sd4", blocker), "d4") == squares("d4", (-3, 1), (-3, -1))


def test_jirafa_goes_two_vertically_then_one_diagonally_outward() -> None:
    assert targets(points_position("Jd4"), "d4") == squares("d4", *quadrants((1, 3)))
    assert targets(points_position("jd5", side="b"), "d5") == squares("d5", *quadrants((1, 3)))


@pytest.mark.parametrize("blocker", ["cd5", "Cd6"])
def test_jirafa_is_blocked_on_either_square_of_its_way(blocker: str) -> None:
    assert targets(points_position("Jd4", blocker), "d4") == squares("d4", (1, -3), (-1, -3))


def test_mono_slides_up_to_four_orthogonally() -> None:
    position = points_position("Na1")
    assert targets(position, "a1") == squares("a1", *rays(("n", "e"), 4))
    assert targets(points_position("Na1", "na3", "Nc1"), "a1") == "a2 a3 b1"


def test_caballeria_leaps_2_1_and_2_2_over_everything() -> None:
    leaps = squares("d4", *quadrants((2, 1), (1, 2), (2, 2)))
    ring = [f"c{square}" for square in squares("d4", *quadrants((1, 1)), (1, 0), (-1, 0), (0, 1), (0, -1)).split()]
    assert targets(points_position("Bd4"), "d4") == leaps
    assert targets(points_position("Bd4", *ring), "d4") == leaps
    assert targets(points_position("Bd4", "Nf6"), "d4") == leaps.replace(" f6", "")


def test_emperador_slides_up_to_five_in_all_directions() -> None:
    assert targets(points_position("Ra1"), "a1") == squares("a1", *rays(("n", "e", "ne"), 5))
    assert targets(points_position("Rh8"), "h8") == squares("h8", *rays(("s", "w", "sw"), 5))
    assert targets(points_position("Ra1", "nb2", "Na2", "nc1"), "a1") == "b1 b2 c1"


def test_elefante_slides_up_to_two_in_all_directions() -> None:
    assert targets(points_position("Ed4"), "d4") == squares("d4", *rays(ORTHOGONAL + DIAGONAL, 2))
    assert targets(points_position("Ea1", "nb2", "Na2", "nc1"), "a1") == "b1 b2 c1"


def test_leon_slides_up_to_four_diagonally_and_leaps_2_1() -> None:
    assert targets(points_position("La1"), "a1") == squares("a1", *rays(("ne",), 4), (1, 2), (2, 1))
    assert targets(points_position("La1", "nb2", "nb1", "na2"), "a1") == "b2 b3 c2"
    assert targets(points_position("Ld4"), "d4") == squares(
        "d4", *rays(("ne",), 4), *rays(("nw", "se", "sw"), 3), *quadrants((2, 1), (1, 2))
    )


def test_princesa_goes_two_diagonally_then_one_more_in_the_three_directions_that_do_not_go_back() -> None:
    reached = targets(points_position("Pd4"), "d4")
    assert reached == squares("d4", *quadrants((3, 3), (3, 1), (1, 3)))
    assert len(reached.split()) == 12


@pytest.mark.parametrize("blocker", ["ce5", "Cf6"])
def test_princesa_is_blocked_on_either_square_of_its_way(blocker: str) -> None:
    assert targets(points_position("Pd4", blocker), "d4") == squares(
        "d4", *[step for step in quadrants((3, 3), (3, 1), (1, 3)) if min(step) < 0]
    )


def test_princesa_way_must_stay_on_the_board() -> None:
    """From g4 the way to h7 leaves the board."""
    assert "h7" not in targets(points_position("Pg4"), "g4").split()


def test_tucan_goes_two_diagonally_then_one_horizontally_or_vertically_in_any_direction() -> None:
    reached = targets(points_position("Td4"), "d4")
    assert reached == squares("d4", *quadrants((3, 2), (2, 3), (1, 2), (2, 1)))
    assert len(reached.split()) == 16


@pytest.mark.parametrize("blocker", ["ce5", "Cf6"])
def test_tucan_is_blocked_on_either_square_of_its_way(blocker: str) -> None:
    assert targets(points_position("Td4", blocker), "d4") == squares(
        "d4", *[step for step in quadrants((3, 2), (2, 3), (1, 2), (2, 1)) if min(step) < 0]
    )


def test_bent_pieces_capture_only_at_the_end_of_their_way() -> None:
    assert "e5" not in targets(points_position("Td4", "ne5"), "d4").split()
    assert "f6" not in targets(points_position("Pd4", "nf6"), "d4").split()
    assert targets(points_position("Ta1", "nd3", "Nc4"), "a1") == "b3 c2 d3"


def test_mago_slides_any_distance_orthogonally_and_leaps_2_1_and_2_2() -> None:
    assert targets(points_position("Ma1"), "a1") == squares("a1", *rays(("n", "e"), 7), (1, 2), (2, 1), (2, 2))
    assert targets(points_position("Ma1", "nb1", "Na2", "nb2", "nc3"), "a1") == "b1 b3 c2 c3"


# --- crowning


@pytest.mark.parametrize(("before", "move", "after"), [
    ("Cd7", "d7d8", "+C"), ("Gd7", "d7d8", "+G"), ("Dd6", "d6d8", "+D"),
])  # fmt: skip
def test_crowned_by_moving_to_the_last_rank(before: str, move: str, after: str) -> None:
    position = points_position(before, "ch7")
    position.push(move)
    assert position.piece_at("d8") == after
    position.pop()
    assert position.piece_at(before[1:]) == before[0]


@pytest.mark.parametrize(("before", "prey", "move", "after"), [
    ("cd2", "Ne1", "d2e1", "+c"), ("gd2", "Nc1", "d2c1", "+g"), ("dd3", "Nf1", "d3f1", "+d"),
])  # fmt: skip
def test_crowned_by_capturing_on_the_last_rank(before: str, prey: str, move: str, after: str) -> None:
    position = points_position(before, prey, "Ca2", side="b")
    position.push(move)
    assert position.piece_at(move[2:]) == after


def test_unmoved_gallina_may_crown_with_its_double_step() -> None:
    position = points_position("Gd6", "ch7", unmoved="d6")
    position.push("d6d8")
    assert position.fen() == "3+G4/7c/8/8/8/8/8/8 b - 1"


def test_own_first_rank_does_not_crown() -> None:
    position = points_position("Dd2", "ch7")
    position.push("d2d1")
    assert position.piece_at("d1") == "D"


def test_greater_pieces_serpiente_and_jirafa_are_not_crowned() -> None:
    for piece, move in (("Sd7", "d7g8"), ("Jd5", "d5e8"), ("Nd7", "d7d8"), ("Ed7", "d7d8")):
        position = points_position(piece, "ch7")
        position.push(move)
        assert position.piece_at(move[2:]) == piece[0]


CROWD = ("nc5", "ne5", "nc3", "ne3", "nc4", "ne4")


def test_crowned_campesino_moves_and_captures() -> None:
    assert targets(points_position("+Cd4"), "d4") == "d2 d5 d6"
    assert targets(points_position("+Cd4", *CROWD), "d4") == "c3 c5 d2 d5 d6 e3 e5"
    assert targets(points_position("+cd4", side="b"), "d4") == "d2 d3 d6"
    assert targets(points_position("+Cd4", "nd5", "nd3"), "d4") == ""


def test_crowned_gallina_moves_and_captures() -> None:
    assert targets(points_position("+Gd4"), "d4") == "d2 d5 d6"
    assert targets(points_position("+Gd4", *CROWD), "d4") == "c3 c4 c5 d2 d5 d6 e3 e4 e5"


def test_crowned_delfin_moves_and_captures() -> None:
    assert targets(points_position("+Dd4"), "d4") == "d2 d3 d6"
    assert targets(points_position("+Dd4", "nb2", "nb6", "nf2", "nf6"), "d4") == "b2 b6 d2 d3 d6 f2 f6"
    assert targets(points_position("+Dd4", "nb2", "nb6", "nf2", "nf6", "ce5", "Cc3"), "d4") == "b6 d2 d3 d6 f2"


def test_crowned_double_steps_need_both_squares_empty_and_do_not_capture() -> None:
    assert targets(points_position("+Cd4", "nd6", "nd2"), "d4") == "d5"
    assert targets(points_position("+Cd4", "nd5", "nd3"), "d4") == ""


def test_crown_stays_for_the_rest_of_the_game() -> None:
    position = points_position("Cd7", "ch7")
    for move in ("d7d8", "h7h6", "d8d6", "h6h5", "d6d7"):
        position.push(move)
    assert position.piece_at("d7") == "+C"


# --- the Elefante


def test_with_warning_an_attacked_elefante_must_be_saved() -> None:
    position = Position("rebaz", "4e3/8/8/8/4n3/8/8/2R1E3 w - 0")
    assert position.in_check
    assert sorted(move.text for move in position.legal_moves) == [
        "c1e3", "e1c3", "e1d1", "e1d2", "e1f1", "e1f2", "e1g1", "e1g3"
    ]  # fmt: skip


def test_with_warning_a_pinned_piece_stays_on_its_line() -> None:
    position = Position("rebaz", "4e3/8/8/4n3/8/4R3/8/4E3 w - 0")
    assert targets(position, "e3") == "e2 e4 e5"


def test_with_warning_a_piece_on_the_way_of_a_bent_attack_is_pinned_too() -> None:
    """The Tucan on e4 would attack g1 through f3 and g2."""
    assert targets(Position("rebaz", "4e3/8/8/8/4t3/5N2/8/6E1 w - 0"), "f3") == ""
    assert targets(Position("rebaz", "4e3/8/8/8/4t3/4N3/8/6E1 w - 0"), "e3") != ""


def test_two_bent_checks_can_be_answered_by_one_move() -> None:
    """Both Princesas check, one through b4 and c3, the other through d4 and c3."""
    position = Position("rebaz", "7e/8/8/p3p3/8/8/3E4/2N5 w - 0")
    assert position.in_check
    assert targets(position, "c1") == "c3"


def test_with_warning_an_elefante_can_not_go_where_the_other_could_capture_it() -> None:
    """Of b1's neighbourhood the Elefante on d4 reaches b2, d2 and d3 and the squares between, but not c2."""
    position = Position("rebaz", "8/8/8/8/3e4/8/8/1E6 w - 0")
    assert targets(position, "b1") == "a1 a2 b3 c1 c2 d1"


def test_without_warning_any_move_is_legal_and_the_elefante_can_be_taken() -> None:
    position = Position("rebaz-unwarned", "4e3/8/8/8/4n3/8/8/2R1E3 w - 0")
    assert position.in_check
    position.push("c1c2")
    position.push("e4e1")
    assert result(position) == "0-1 elephant"
    assert position.legal_moves == []


def test_in_the_points_variants_the_elefante_is_an_ordinary_piece() -> None:
    for variant in ("rebaz-points", "rebaz-superfast"):
        position = Position(variant, "4e3/8/8/8/4n3/8/8/2R1E3 w - 0")
        assert not position.in_check
        position.push("c1c2")
        position.push("e4e1")
        assert position.result is None
        assert position.points == (11, 19)
        assert Position(variant, "8/8/8/8/8/8/8/EEE1eee1 w - 0").result is None


# --- the end

MATE = "7e/8/8/c7/6N1/5R2/8/E6M b - "


def test_mate_ends_the_game() -> None:
    assert result(Position("rebaz", MATE + "0")) == "1-0 mate"


def test_mate_is_looked_at_before_the_move_limit() -> None:
    assert result(Position("rebaz", MATE + "100")) == "1-0 mate"


def test_check_that_could_be_answered_is_no_mate_at_the_limit() -> None:
    position = Position("rebaz", "m6e/8/8/8/8/8/8/E7 w - 100")
    assert position.in_check
    assert result(position) == "0-1 limit"


def test_elefante_taken_on_the_last_ply_wins_whatever_the_points() -> None:
    position = Position("rebaz-unwarned", "RRRRe3/8/8/8/8/4n3/8/2R1E3 b - 99")
    position.push("e3e1")
    assert result(position) == "0-1 elephant"


@pytest.mark.parametrize(("variant", "plies"), [
    ("rebaz", 100), ("rebaz-unwarned", 100), ("rebaz-points", 60), ("rebaz-superfast", 40),
])  # fmt: skip
def test_move_limit_is_decided_on_points(variant: str, plies: int) -> None:
    for extra, score in (("2N5", "1-0"), ("2n5", "0-1"), ("8", "1/2-1/2")):
        board = f"7e/8/8/{extra}/8/8/8/E7"
        assert Position(variant, f"{board} w - {plies - 1}").result is None
        last = Position(variant, f"{board} w - {plies}")
        assert (result(last), last.legal_moves, last.plies_left) == (f"{score} limit", [], 0)


def test_without_a_legal_move_the_points_decide_at_once() -> None:
    assert points_position("Cd4", "Nd5", ply=3).result is None
    assert result(points_position("Cd4", "nd5", ply=3)) == "0-1 stuck"
    assert result(points_position("Cd4", "cd5", ply=3)) == "1/2-1/2 stuck"
    assert result(points_position("nd5", ply=3)) == "0-1 stuck"


def test_stuck_in_rebaz_is_not_mate() -> None:
    position = Position("rebaz", "7e/8/8/8/1m6/4r3/8/E7 w - 0")
    assert not position.in_check
    assert position.legal_moves == []
    assert result(position) == "0-1 stuck"


def test_at_the_limit_the_reason_is_limit_even_if_stuck() -> None:
    assert result(points_position("Cd4", "nd5", ply=60)) == "0-1 limit"


def test_elephant_comes_before_limit_and_stuck() -> None:
    assert result(Position("rebaz-unwarned", "RRR5/8/8/8/8/8/8/4E3 b - 100")) == "1-0 elephant"
    assert result(Position("rebaz-unwarned", "8/8/8/8/8/8/8/4E3 b - 3")) == "1-0 elephant"


# --- points and options


def test_points_are_those_of_the_rules_page() -> None:
    table = {piece.letter: piece.points for piece in PIECES if not piece.letter.startswith("+")}
    assert table == {"E": 12, "R": 11, "M": 10, "L": 9, "T": 8, "N": 7, "B": 6, "P": 5, "J": 4, "S": 4, "D": 3, "G": 2,
                     "C": 1}  # fmt: skip
    for letter, points in table.items():
        assert points_position(f"{letter}d4", f"{letter.lower()}e5").points == (points, points)


def test_crowned_piece_counts_as_its_base_piece() -> None:
    assert points_position("+Cd4", "+Gd5", "+dd6").points == (3, 3)


def test_agreed_points_decide_the_game() -> None:
    fen = "7e/8/8/2M5/3r4/8/8/E7 w - 60"
    assert result(Position("rebaz-points", fen)) == "0-1 limit"
    agreed = Position("rebaz-points", fen, points={"M": 12, "R": 1})
    assert (agreed.points, result(agreed)) == ((24, 13), "1-0 limit")
    crowned = Position("rebaz-points", "8/8/8/2+C5/8/8/8/8 w - 0", points={"C": 7})
    assert crowned.points == (7, 0)


@pytest.mark.parametrize("points", [
    {"X": 1}, {"e": 1}, {"+C": 1}, {"E": -1}, {"E": 1001}, {"E": 1.5}, {"E": True}, {"E": "3"}, {"E": None}, {1: 1},
    [1, 2], "E", "E=12,E=3", 0, False, {"E": 10**30},
])  # fmt: skip
def test_wrong_points_are_refused(points: object) -> None:
    with pytest.raises(OptionError, match=r"^points: "):
        Position("rebaz-points", points=points)


def test_agreed_move_limit_ends_the_game() -> None:
    position = Position("rebaz-points", "7e/8/8/8/8/8/8/E7 w - 19", move_limit=10)
    assert (position.result, position.plies_left) == (None, 1)
    position.push("a1b1")
    assert result(position) == "1/2-1/2 limit"


@pytest.mark.parametrize(("variant", "limit"), [
    ("rebaz", 10), ("rebaz-unwarned", 50), ("rebaz-points", 31), ("rebaz-points", 0), ("rebaz-superfast", 21),
    ("rebaz-points", -1), ("rebaz-points", 2.0), ("rebaz-points", "20"), ("rebaz-points", True),
])  # fmt: skip
def test_wrong_move_limit_is_refused(variant: str, limit: object) -> None:
    with pytest.raises(OptionError, match=r"^move_limit: "):
        Position(variant, move_limit=limit)


def test_options_that_say_what_the_variant_says_are_no_options() -> None:
    assert Position("rebaz-points", points={"E": 12}, move_limit=30) == Position("rebaz-points", points=None)
    assert Position("rebaz-points", points={"E": 12, "C": 3}).options == {"points": {"C": 3}}
    assert Position("rebaz-points", move_limit=29) != Position("rebaz-points")


def test_unknown_option_is_refused() -> None:
    with pytest.raises(OptionError, match=r"^option: 'colour', expected points or move_limit$"):
        Position("rebaz", colour="green")


# --- notation


def test_native_notation_is_code_then_digit_and_letter_of_both_squares() -> None:
    assert Position("rebaz-points", "7e/8/8/8/8/3B4/8/E7 w - 0").native("d3c5") == "CB4c-3e"
    for piece in PIECES:
        position = points_position(f"{piece.letter}d4", "nc3", "ne5", "nb6")
        for move in position.legal_moves:
            native = position.native(move)
            assert native.startswith(f"{piece.code}4d-")
            assert position.parse_move(native) == move


@pytest.mark.parametrize("text", ["G2c-2e", "G2c—2e", "G2c–2e", "g2c-2e", "g2C-2E", "b3b5"])
def test_moves_are_read_in_either_notation_with_any_dash_and_letter_case(text: str) -> None:
    assert Position("rebaz").parse_move(text).text == "b3b5"


def test_two_letter_codes_are_read_in_any_letter_case() -> None:
    position = points_position("Nd4", "Bd5", "Rd6")
    assert position.parse_move("mn4d-3d").text == "d4c4"
    assert position.parse_move("Cb4e—3c").text == "d5c3"
    assert position.parse_move("ePr4f-3g").text == "d6c7"


def test_code_that_is_not_the_moving_pieces_is_an_error() -> None:
    with pytest.raises(MoveError, match="the code of the piece that moves: G stands on b3"):
        Position("rebaz").push("C2c-2e")
    with pytest.raises(MoveError, match="the code of the piece that moves: a4 is empty"):
        Position("rebaz").push("C1d-1e")


def test_crowned_pieces_keep_their_code() -> None:
    assert points_position("+Cd4").native("d4d6") == "C4d-4f"


@pytest.mark.parametrize("text", [
    "", "0000", "b3", "b3b", "b3b55", "B3B5", "b3-b5", "b3b5q", " b3b5", "b3b5 ", "b3b9", "i3b5", "G2c2e", "G2c--2e",
    "G9c-2e", "G2i-2e", "GG2c-2e", "+G2c-2e", "2c-2e", "b3b5\n", "ｂ3b5", "b٣b5", "Ɠ2c-2e", "x" * 10000, "\0" * 4,
])  # fmt: skip
def test_malformed_moves_are_refused(text: str) -> None:
    position = Position("rebaz")
    with pytest.raises(MoveError):
        position.push(text)
    assert position.fen() == START


def test_illegal_moves_are_refused_with_the_position() -> None:
    with pytest.raises(MoveError) as caught:
        Position("rebaz").push("b3b6")
    assert str(caught.value) == f"move: 'b3b6', expected a legal move of w in {START}"
    with pytest.raises(MoveError, match=r"the game is over \(1-0 mate\)"):
        Position("rebaz", MATE + "0").push("h8h7")


def test_descriptions_name_all_four_variants() -> None:
    assert list(VARIANTS) == ["rebaz", "rebaz-unwarned", "rebaz-points", "rebaz-superfast"]
