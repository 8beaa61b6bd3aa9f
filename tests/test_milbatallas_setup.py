"""Starts of Mil Batallas: barriers, armies, boards, scenarios."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebaz_core import VARIANTS, FenError, Position, ScenarioError, SetupError, VariantError, scenario
from rebaz_core.games import barriers
from rebaz_core.games.milbatallas_setup import (
    army_of,
    army_text,
    army_value,
    parse_army,
    parse_barriers,
    place_at_random,
    random_armies,
    random_start,
    read_board,
    start_fen,
)

VALUES = {"K": 0, "Q": 9, "R": 5, "B": 3, "N": 3, "P": 1}
LIMITS = {"K": 1, "Q": 7, "R": 8, "B": 8, "N": 15, "P": 16}

# The bars as the rules state them: (file, rank) of each square.
RANK_BARS = [frozenset((file, rank) for file in range(8)) for rank in range(10)]
FILE_BARS = [frozenset((file, first + step) for step in range(8)) for file in range(8) for first in range(3)]
ALL_BARS = RANK_BARS + FILE_BARS


def indices(squares):
    return sorted(rank * 8 + file for file, rank in squares)


def board_of(*lines):
    return read_board("\n".join(lines))


CLASSIC = (
    "********",
    "rnbqkbnr",
    "pppppppp",
    *["........"] * 4,
    "PPPPPPPP",
    "RNBQKBNR",
    "********",
)


def with_lines(**lines):
    """The classic board with other lines, by rank: ``rank2="..."``."""
    board = list(CLASSIC)
    for rank, line in lines.items():
        board[10 - int(rank.removeprefix("rank"))] = line
    return board


# --- barriers ---------------------------------------------------------------------------------------------------------


def test_there_are_34_bars():
    assert sorted(map(list, barriers.BARS)) == sorted(map(indices, ALL_BARS))


def test_up_to_two_bars_tile_exactly_where_they_share_no_square():
    assert barriers.tiling([]) == []
    for one in ALL_BARS:
        assert barriers.tiling(indices(one)) == [tuple(indices(one))]
    for one, other in combinations(ALL_BARS, 2):
        squares = indices(one | other)
        if one & other:
            assert barriers.tiling(squares) is None
            assert barriers.fault(squares) is not None
        else:
            found = barriers.tiling(squares)
            assert found is not None
            assert len(found) == 2
            assert sorted(sum(found, ())) == squares


@given(st.sets(st.sampled_from(range(34)), min_size=3, max_size=5), st.randoms(use_true_random=False))
def test_tilings_are_found_whatever_the_order_and_only_if_they_are_there(chosen, rng):
    """Against all choices of four bars, tried one by one."""
    squares = frozenset().union(*(ALL_BARS[bar] for bar in chosen))
    inside = [bar for bar in ALL_BARS if bar <= squares]
    possible = any(
        sum(map(len, bars)) == len(squares) and frozenset().union(*bars) == squares
        for count in range(5)
        for bars in combinations(inside, count)
    )
    shuffled = indices(squares)
    rng.shuffle(shuffled)
    found = barriers.tiling(shuffled)
    assert (found is not None) == possible
    assert (barriers.fault(shuffled) is None) == possible
    if found is not None:
        assert len(found) <= 4
        assert sorted(sum(found, ())) == indices(squares)


def test_four_bars_may_be_stacked_both_ways():
    """Files a to d on ranks 1 to 8, and four whole ranks."""
    assert len(barriers.tiling([rank * 8 + file for rank in range(8) for file in range(4)]) or ()) == 4
    assert len(barriers.tiling(range(32)) or ()) == 4
    assert barriers.tiling(range(40)) is None


@pytest.mark.parametrize(
    ("squares", "reason"),
    [
        (range(7), "no multiple of 8: 7"),
        (range(40), "40 squares are more than 4 bars"),
        ([0, *range(9, 16)], "no bar covers a1"),
        ([1, *range(8, 15)], "no bar covers b1"),
        ([79], "no multiple of 8: 1"),
    ],
)
def test_refusal_of_barriers_says_why(squares, reason):
    assert barriers.tiling(squares) is None
    with pytest.raises(FenError, match=reason) as caught:
        barriers.check("board", squares)
    assert caught.value.field == "board"


def test_crossing_bars_are_refused_even_when_every_square_is_covered():
    """Two ranks and a file that crosses both: 22 squares, and with two squares more a multiple of 8."""
    cross = RANK_BARS[0] | RANK_BARS[3] | FILE_BARS[0]
    assert len(cross) == 22
    assert barriers.tiling(indices(cross)) is None
    grid = RANK_BARS[2] | RANK_BARS[3] | FILE_BARS[0] | FILE_BARS[3]
    assert "no multiple" in (barriers.fault(indices(grid)) or "")


def test_position_strings_with_bad_barriers_are_refused():
    for board in ("k7/8/8/8/8/8/8/*7/8/K7", "k7/8/8/*******1/*7/8/8/8/8/K7", "k7/" + "********/" * 5 + "8/8/8/K7"):
        with pytest.raises(FenError) as caught:
            Position("milbatallas", f"{board} w - - - 0 1")
        assert caught.value.field == "board"


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("", []),
        ("a1-h1", range(8)),
        ("h10-a10", range(72, 80)),
        ("b9-b2", [rank * 8 + 1 for rank in range(1, 9)]),
        ("a1-h1, a10-h10", [*range(8), *range(72, 80)]),
        ("h1 g1 f1 e1 d1 c1 b1 a1", range(8)),
    ],
)
def test_barriers_are_written_as_bars_or_squares(text, squares):
    assert parse_barriers(text) == list(squares)


@pytest.mark.parametrize("text", ["a1-g1", "a1-h2", "a1-h8", "a0-h0", "a11-h11", "i1-i8", "a1-h1-a2", "-", "a1", "x"])
def test_what_is_no_barrier_is_refused(text):
    with pytest.raises(SetupError) as caught:
        parse_barriers(text)
    assert caught.value.field == "barriers"


@pytest.mark.parametrize("text", ["a1-h1 a1-a8", "a1-h1 a1-h1", "a1-h1 a2-h2 a3-h3 a4-h4 a5-h5"])
def test_bars_that_share_a_square_and_a_fifth_bar_are_refused(text):
    with pytest.raises(SetupError, match=r"^barriers: .*(share no square, not|more than 4 bars)"):
        parse_barriers(text)


# --- armies -----------------------------------------------------------------------------------------------------------


def test_army_is_read_in_any_order_and_case():
    army = parse_army("p8, n2 B2r2 Q")
    assert army == {"K": 1, "Q": 1, "R": 2, "B": 2, "N": 2, "P": 8}
    assert army_text(army) == "K1 Q1 R2 B2 N2 P8"
    assert parse_army(army_text(army)) == army
    assert parse_army(" \tp8,n2 B2r2, Q ") == army
    assert parse_army("") == parse_army(" ") == {"K": 1}
    assert army_value(army) == 39


@pytest.mark.parametrize("letter", LIMITS)
def test_each_piece_has_its_limit(letter):
    most = LIMITS[letter]
    assert parse_army(f"{letter}{most}")[letter] == most
    with pytest.raises(SetupError, match=rf"^white: '{letter}{most + 1}', expected .*{most + 1 if most > 1 else 2}$"):
        parse_army(f"{letter}{most + 1}", "white")
    assert army_value(parse_army(f"{letter}1")) == VALUES[letter]


@pytest.mark.parametrize("text", ["K0", "K2", "X1", "Q-1", "Q1.5", "1Q", "Ñ", "Q1000", "Q¹", None, 3, "*"])
def test_what_is_no_army_is_refused(text):
    with pytest.raises(SetupError) as caught:
        parse_army(text, "black")
    assert caught.value.field == "black"
    assert "\n" not in str(caught.value)


def test_random_armies_have_equal_values_and_obey_the_limits():
    different = 0
    for seed in range(25):
        armies = random_armies(random.Random(seed))
        assert armies == random_armies(random.Random(seed))
        values = [sum(VALUES[letter] * count for letter, count in army.items()) for army in armies]
        assert values[0] == values[1] == army_value(armies[0])
        for army in armies:
            assert army["K"] == 1
            assert army.total() <= 24
            assert all(0 < count <= LIMITS[letter] for letter, count in army.items() if count)
        different += armies[0] != armies[1]
    assert different > 15


def test_random_armies_of_few_men():
    for seed in range(10):
        white, black = random_armies(random.Random(seed), 2)
        assert army_value(white) == army_value(black)
        assert white.total() == black.total() == 2
    for most in (1, 56, 2.0, None, True):
        with pytest.raises(SetupError, match=r"^most: "):
            random_armies(random.Random(1), most)


# --- boards placed by hand --------------------------------------------------------------------------------------------


def test_board_of_the_classic_start_gives_startpos():
    board = board_of(*CLASSIC)
    assert start_fen(board) == VARIANTS["milbatallas"].start_fen
    assert army_text(army_of(board, "b")) == "K1 Q1 R2 B2 N2 P8"


@pytest.mark.parametrize("variant", ["milbatallas", "milbatallas-basic"])
def test_every_scenario_is_what_its_board_would_give(variant):
    """Read from the position string as text, composed again."""
    for known in VARIANTS[variant].scenarios.values():
        rows = known.fen.split()[0]
        for run in range(1, 9):
            rows = rows.replace(str(run), "." * run)
        assert start_fen(board_of(*rows.split("/")), known.fen.split()[2], variant) == known.fen


@pytest.mark.parametrize(
    ("lines", "rights"),
    [
        ({}, "KQkq"),
        ({"rank2": "RNBKQBNR"}, "kq"),
        ({"rank2": ".NBQKBNR"}, "Kkq"),
        ({"rank9": "rnbqkb.r", "rank2": "R...K..."}, "Qkq"),
        ({"rank2": "PPPPPPPP", "rank3": "RNBQKBNR"}, "kq"),
        ({"rank1": "........", "rank10": "........"}, "-"),
        ({"rank1": "R...K..R", "rank2": "........"}, "KQkq"),
    ],
)
def test_castling_goes_to_king_and_rooks_on_the_rear_rank(lines, rights):
    fen = start_fen(board_of(*with_lines(**lines)))
    assert fen.split()[2] == rights
    assert Position("milbatallas", fen).fen() == fen


def test_castling_can_be_chosen():
    board = board_of(*with_lines(rank1="........", rank10="........"))
    assert start_fen(board, "Kq").split()[2] == "Kq"
    assert start_fen(board_of(*CLASSIC), "-").split()[2] == "-"
    for wrong in ("qK", "x", ""):
        with pytest.raises(SetupError, match=r"^castling: "):
            start_fen(board, wrong)
    with pytest.raises(SetupError, match=r"^castling: "):
        start_fen(board_of(*with_lines(rank2=".NBQKBNR")), "Q")


@pytest.mark.parametrize(
    ("lines", "field", "reason"),
    [
        ({"rank2": "RNBQ.BNR"}, "white", "exactly one K, not 0"),
        ({"rank9": "rnbkkbnr"}, "black", "exactly one K, not 2"),
        ({"rank3": "QQQQQQQ.", "rank4": "....QQ.."}, "white", "at most 7 Q, not 10"),
        ({"rank5": "PPPPPPPP", "rank4": "PPPPPPPP"}, "white", "at most 16 P, not 24"),
        ({"rank1": "*******."}, "barriers", "no multiple of 8: 15"),
        ({"rank1": "*******.", "rank5": "*......."}, "barriers", "no bar covers a1"),
        ({"rank9": "rnbPkbnr"}, "board", "rank 9"),
        ({"rank2": "RNBpKBNR"}, "board", "rank 2"),
        ({"rank8": "ppppNppp", "rank7": "...N...."}, "side", ""),
    ],
)
def test_board_that_the_rules_do_not_allow_is_refused(lines, field, reason):
    with pytest.raises(SetupError) as caught:
        start_fen(board_of(*with_lines(**lines)))
    assert caught.value.field == field
    assert reason in caught.value.expected


def test_basic_takes_pawns_on_the_last_rank():
    board = board_of(*with_lines(rank9="rnbPkbnr"))
    assert start_fen(board, variant="milbatallas-basic").split()[0].startswith("********/rnbPkbnr")


def test_game_that_would_be_over_at_once_is_no_start():
    bare = ["........"] * 10
    bare[0], bare[9] = "k.......", "K......."
    with pytest.raises(SetupError, match=r"^board: .*insufficient"):
        start_fen(board_of(*bare))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "10 lines"),
        ("........\n" * 9, "10 lines"),
        ("........\n" * 11, "10 lines"),
        ("........\n" * 9 + ".......", "rank 1, not 7"),
        (".........\n" + "........\n" * 9, "rank 10, not 9"),
        ("........\n" * 9 + "...x....", r"on rank 1, not 'x'"),
        ("........\n" * 9 + "...ñ....", r"on rank 1, not '\\xf1'"),
        (None, "a text"),
    ],
)
def test_text_that_is_no_board_is_refused(text, reason):
    with pytest.raises(SetupError, match=reason) as caught:
        read_board(text)
    assert caught.value.field == "board"
    assert str(caught.value).isprintable()


def test_board_text_may_come_from_any_editor():
    text = "\ufeff" + "\r\n".join(CLASSIC) + "\r\n\n"
    assert read_board(text) == board_of(*CLASSIC)


@pytest.mark.parametrize("end", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\r"])
def test_nothing_else_ends_a_line_of_a_board(end):
    with pytest.raises(SetupError, match=r"^board: '1 lines', expected 10 lines"):
        read_board(end.join(CLASSIC))


def test_start_needs_80_squares():
    with pytest.raises(SetupError, match=r"^board: '64 squares'"):
        start_fen([""] * 64)


# --- men placed at random ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["milbatallas", "milbatallas-basic"])
@pytest.mark.parametrize("walls", ["", "a1-h1 a10-h10", "b2-b9 g2-g9", "a4-h4 a5-h5 a6-h6"])
def test_random_starts_obey_the_rules(variant, walls):
    squares = parse_barriers(walls)
    for seed in range(8):
        armies = random_armies(random.Random(seed), 16)
        fen = place_at_random(random.Random(seed), *armies, squares, variant)
        assert fen == place_at_random(random.Random(seed), *armies, squares, variant)
        position = Position(variant, fen)
        assert position.fen() == fen
        assert (position.turn, position.in_check, position.result) == ("w", False, None)
        assert position.points == (army_value(armies[0]), army_value(armies[1]))
        pawns = []
        for rank in range(1, 11):
            for file in "abcdefgh":
                found = position.piece_at(f"{file}{rank}")
                if found == "*":
                    assert (rank - 1) * 8 + "abcdefgh".index(file) in squares
                elif found is not None:
                    assert found.isupper() == (rank <= 5)
                    pawns += [f"{file}{rank}"] if found in "Pp" else []
        assert fen.split()[4] == ("".join(pawns) or "-")


def test_random_start_without_room_is_refused():
    men = parse_army("Q7 R8 B8 N15 P1")
    with pytest.raises(SetupError, match=r"^black: .*expected at most 32 men, the free squares of its half$"):
        place_at_random(random.Random(1), parse_army("P8"), men, parse_barriers("a10-h10"))


def test_random_start_that_is_over_wherever_men_stand_is_given_up():
    walled_in = parse_barriers("a2-h2 a3-h3 a4-h4 a5-h5")
    men = parse_army("B7")
    with pytest.raises(SetupError, match=r"^armies: 'K1 B7 against K1 B7', .* of 20 at random most are stalemate$"):
        place_at_random(random.Random(1), men, men, walled_in, tries=20)


@pytest.mark.parametrize("men", ["", "B1", "N1"])
def test_random_start_without_material_says_so(men):
    with pytest.raises(SetupError, match=r"^armies: .*insufficient material"):
        place_at_random(random.Random(1), parse_army(men), parse_army(""))


@pytest.mark.parametrize(
    ("walls", "room"),
    [
        ("", 24),
        ("a1-h1 a2-h2 a3-h3", 16),
        ("a1-h1 a2-h2 a3-h3 a4-h4", 8),
        ("a2-h2 a3-h3 a4-h4 a5-h5", 8),
        ("a7-h7 a8-h8 a9-h9 a10-h10", 8),
        ("a1-a8 b1-b8 c1-c8 d1-d8", 20),
    ],
)
def test_drawn_armies_fit_between_barriers_whatever_the_seed(walls, room):
    squares = parse_barriers(walls)
    for seed in range(12):
        white, black, fen = random_start(random.Random(seed), squares)
        assert (white, black, fen) == random_start(random.Random(seed), squares)
        assert max(white.total(), black.total()) <= room
        position = Position("milbatallas", fen)
        assert position.points == (army_value(white), army_value(black))
        assert position.points[0] == position.points[1]
        assert not position.is_over


# --- scenarios --------------------------------------------------------------------------------------------------------


def test_scenarios_of_the_rules_page():
    assert list(VARIANTS["milbatallas"].scenarios) == [
        "classic",
        "cavalry",
        "cavalry-infantry",
        "mixed",
        "masters",
        "walls",
    ]
    assert list(VARIANTS["milbatallas-basic"].scenarios) == ["classic", "infantry"]
    assert not VARIANTS["rebaz"].scenarios


@pytest.mark.parametrize(
    ("variant", "name", "men", "value"),
    [
        ("milbatallas", "classic", 16, 39),
        ("milbatallas-basic", "classic", 16, 39),
        ("milbatallas-basic", "infantry", 9, 8),
        ("milbatallas", "cavalry", 8, 21),
        ("milbatallas", "cavalry-infantry", 16, 29),
        ("milbatallas", "mixed", None, 33),
        ("milbatallas", "masters", 24, 79),
        ("milbatallas", "walls", 16, 39),
    ],
)
def test_scenario_is_a_position_with_equal_values(variant, name, men, value):
    position = Position(variant, scenario=name)
    assert position.fen() == scenario(variant, name).fen
    assert position.points == (value, value)
    assert (position.turn, position.in_check, position.result) == ("w", False, None)
    board = position.fen().split()[0]
    if men is not None:
        assert sum(map(str.isupper, board)) == sum(map(str.islower, board)) == men


@pytest.mark.parametrize("variant", ["milbatallas", "milbatallas-basic"])
def test_startpos_is_the_classic_scenario(variant):
    assert Position(variant) == Position(variant, scenario="classic")


@pytest.mark.parametrize(
    ("variant", "name", "reason"),
    [
        ("milbatallas", "infantry", r"infantry belongs to milbatallas-basic$"),
        ("milbatallas-basic", "walls", r"one of classic, infantry; walls belongs to milbatallas$"),
        ("milbatallas", "wals", r"expected walls\? milbatallas has classic, cavalry, "),
        ("milbatallas", "CLASSIC", r"expected classic\? "),
        ("milbatallas", "zzz", r"expected one of classic, cavalry, "),
        ("milbatallas", "", r"expected one of classic, cavalry, "),
        ("milbatallas", 7, r"expected one of classic, cavalry, "),
        ("rebaz", "classic", r"expected none: rebaz has no scenarios$"),
    ],
)
def test_unknown_scenario_is_explained(variant, name, reason):
    for find in (scenario, lambda variant, name: Position(variant, scenario=name)):
        with pytest.raises(ScenarioError, match=reason) as caught:
            find(variant, name)
        assert caught.value.field == "scenario"


def test_scenario_of_an_unknown_variant_and_beside_a_position_string():
    with pytest.raises(VariantError):
        scenario("nosuch", "classic")
    with pytest.raises(ScenarioError, match="a scenario or a position string, not both"):
        Position("milbatallas", VARIANTS["milbatallas"].start_fen, scenario="classic")
