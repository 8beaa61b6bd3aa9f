"""The starts of REBAZ. The rules are stated here once more, independently of the table that the engine reads."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebaz_core import Position, SetupError
from rebaz_core.games.rebaz_setup import (
    ARRANGEMENTS,
    Throw,
    arrangement,
    arrangement_distribution,
    arrangement_number,
    arrangement_odds,
    check_order,
    start_fen,
    throw_arrangement,
    throw_first_side,
)

SIX = range(1, 7)
TWO = (1, 1, 1, 2, 2, 2)


class Faces(random.Random):
    """A generator whose dice show the faces that a test wants; it fails when a throw is left over or missing."""

    def __init__(self, *faces: int) -> None:
        super().__init__(0)
        self.faces = list(faces)

    def choice(self, seq):
        assert self.faces[0] in seq
        return self.faces.pop(0)


def place(order: list[str], piece: str, count: int) -> None:
    empty = [file for file in range(8) if not order[file]]
    order[empty[count - 1]] = piece


def test_there_are_10080_arrangements() -> None:
    orders = [arrangement(number) for number in range(10080)]
    assert ARRANGEMENTS == 10080
    assert len(set(orders)) == 10080
    assert [arrangement_number(order) for order in orders] == list(range(10080))


def test_arrangement_number_is_mixed_radix_most_significant_first() -> None:
    digits = product(range(7), range(6), range(6), range(5), range(4), range(2))
    for number, (elefante, emperador, mago, leon, tucan, caballeria) in enumerate(digits):
        order = [""] * 8
        for piece, count in (
            ("E", elefante + 2),
            ("R", emperador + 2),
            ("M", mago + 1),
            ("L", leon + 1),
            ("T", tucan + 1),
            ("N", 1),
            ("B", caballeria + 1),
            ("P", 1),
        ):
            place(order, piece, count)
        assert arrangement(number) == "".join(order)


@pytest.mark.parametrize("number", [-1, 10080, 10**12, pytest.param(10**5000, id="huge"), True, 1.0, "7", None])
def test_arrangement_refuses_other_numbers(number: object) -> None:
    with pytest.raises(SetupError, match=r"^arrangement: .*expected a whole number from 0 to 10079$"):
        arrangement(number)  # type: ignore[arg-type]
    with pytest.raises(SetupError):
        arrangement_odds(number)  # type: ignore[arg-type]


def test_30240_of_the_40320_orders_can_not_be_thrown() -> None:
    refused = 0
    for letters in permutations("NBLREMTP"):
        order = "".join(letters)
        assert check_order(order.lower()) == order
        try:
            assert arrangement(arrangement_number(order)) == order
        except SetupError:
            refused += 1
    assert refused == 30240


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("ENBLRMTP", "E counts 2 to 8, not 1"),
        ("REBLNMTP", "R counts 2 to 7, not 1"),
        ("PBLREMTN", "N counts 1, not 3"),
        ("NELRMTBP", None),
    ],
)
def test_arrangement_number_says_why_an_order_can_not_be_thrown(order: str, reason: str | None) -> None:
    if reason is None:
        assert arrangement(arrangement_number(order)) == order
    else:
        with pytest.raises(SetupError) as caught:
            arrangement_number(order)
        assert str(caught.value) == f"order: '{order}', expected an order that the dice can throw: {reason}"


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("NBLREMTT", "too often T; missing P"),
        ("NBLREMT", "missing P"),
        ("NBLREMTPP", "too often P"),
        ("NBLREMTX", "unknown 'X'; missing P"),
        ("", "missing N B L R E M T P"),
    ],
)
def test_free_order_names_what_is_wrong(order: str, reason: str) -> None:
    with pytest.raises(SetupError) as caught:
        check_order(order)
    assert str(caught.value) == f"order: '{order}', expected each of NBLREMTP once ({reason})"


@given(st.one_of(st.text(), st.text("nblremtpNBLREMTP", min_size=7, max_size=9), st.integers(), st.none()))
def test_orders_are_checked_without_any_other_error(order: object) -> None:
    try:
        assert sorted(check_order(order)) == sorted("NBLREMTP")  # type: ignore[arg-type]
    except SetupError as error:
        assert error.field == "order"  # noqa: PT017
        assert "\n" not in str(error)  # noqa: PT017


def test_long_order_gives_a_short_error() -> None:
    with pytest.raises(SetupError) as caught:
        check_order("é" * 10000)
    assert len(str(caught.value)) < 500
    assert str(caught.value).isprintable()


def test_dice_place_the_pieces_in_the_order_of_the_rules() -> None:
    order, throws = throw_arrangement(Faces(3, 1, 4, 2, 1, 1, 1, 1))
    assert order == "MLTENBRP"
    assert [throw.what for throw in throws] == [
        "Elefante",
        "Emperador",
        "Mago",
        "Leon",
        "Tucan",
        "Mono",
        "Caballeria",
        "Princesa",
    ]


def test_emperador_is_thrown_again_on_eight() -> None:
    order, throws = throw_arrangement(Faces(6, 2, 6, 2, 6, 2, 6, 1, 6, 5, 4, 2))
    assert order == arrangement(ARRANGEMENTS - 1)
    assert [(throw.what, throw.total) for throw in throws[:4]] == [
        ("Elefante", 8),
        ("Emperador", 8),
        ("Emperador", 8),
        ("Emperador", 7),
    ]
    assert "thrown again" in str(throws[1])


def test_leon_is_thrown_again_on_six() -> None:
    order, throws = throw_arrangement(Faces(1, 1, 1, 1, 1, 6, 1, 1, 1))
    assert order == arrangement(0)
    assert [throw.faces for throw in throws if throw.what == "Leon"] == [(6,), (1,)]


def test_tucan_is_thrown_again_on_five_and_six() -> None:
    order, throws = throw_arrangement(Faces(1, 1, 1, 1, 1, 1, 5, 6, 1, 1))
    assert order == arrangement(0)
    assert [throw.faces for throw in throws if throw.what == "Tucan"] == [(5,), (6,), (1,)]


def test_mono_and_princesa_need_no_throw() -> None:
    _, throws = throw_arrangement(random.Random(1))
    assert [throw.what for throw in throws if not throw.faces] == ["Mono", "Princesa"]


def test_throws_replay_to_the_order() -> None:
    rng = random.Random(5)
    for _ in range(500):
        order, throws = throw_arrangement(rng)
        replayed, again = throw_arrangement(Faces(*[face for throw in throws for face in throw.faces]))
        assert (order, throws) == (replayed, again)
        assert order in {arrangement(arrangement_number(order))}


def test_throw_prints_as_a_line() -> None:
    assert str(Throw("Mago", (4,), "to file e (empty file 4)")) == "Mago: 4, to file e (empty file 4)"
    assert str(Throw("w", (4, 2), "moves first")) == "w: 4 + 2 = 6, moves first"


def test_higher_throw_moves_first_and_ties_are_thrown_again() -> None:
    assert throw_first_side(Faces(4, 2, 4, 1))[0] == "w"
    assert throw_first_side(Faces(4, 1, 4, 2))[0] == "b"
    side, throws = throw_first_side(Faces(4, 1, 3, 2, 1, 1, 6, 2))
    assert side == "b"
    assert [throw.total for throw in throws] == [5, 5, 2, 8]
    assert "thrown again" in str(throws[0])


def test_elefante_and_emperador_have_the_chances_of_the_rules_page() -> None:
    elefante: dict[int, Fraction] = {}
    emperador: dict[int, Fraction] = {}
    for order, odds in arrangement_distribution().items():
        file = order.index("E")
        elefante[file + 1] = elefante.get(file + 1, Fraction(0)) + odds
        count = [piece for piece in order if piece != "E"].index("R") + 1
        emperador[count] = emperador.get(count, Fraction(0)) + odds
    assert elefante == {n: Fraction(ways, 12) for n, ways in zip(range(2, 9), (1, 2, 2, 2, 2, 2, 1), strict=True)}
    assert emperador == {n: Fraction(ways, 11) for n, ways in zip(range(2, 8), (1, 2, 2, 2, 2, 2), strict=True)}


def test_distribution_is_what_all_throws_of_the_dice_give() -> None:
    """Every throw that counts, enumerated face by face; the faces thrown again drop out."""
    orders: dict[str, Fraction] = {"........": Fraction(1)}
    steps = [
        ("E", [six + two for six in SIX for two in TWO]),
        ("R", [six + two for six in SIX for two in TWO if six + two != 8]),
        ("M", list(SIX)),
        ("L", [six for six in SIX if six != 6]),
        ("T", [six for six in SIX if six not in (5, 6)]),
        ("N", [1]),
        ("B", list(TWO)),
        ("P", [1]),
    ]
    for piece, counts in steps:
        after: dict[str, Fraction] = {}
        for order, chance in orders.items():
            empty = [file for file in range(8) if order[file] == "."]
            for count in counts:
                placed = order[: empty[count - 1]] + piece + order[empty[count - 1] + 1 :]
                after[placed] = after.get(placed, Fraction(0)) + chance / len(counts)
        orders = after
    assert orders == arrangement_distribution()
    assert sum(orders.values()) == 1


def test_odds_of_one_arrangement_are_those_of_the_distribution() -> None:
    distribution = arrangement_distribution()
    assert [arrangement_odds(number) for number in range(ARRANGEMENTS)] == list(distribution.values())
    assert list(distribution) == [arrangement(number) for number in range(ARRANGEMENTS)]


def test_start_strings_are_positions() -> None:
    rng = random.Random(11)
    for second_rank in (False, True):
        for side in "wb":
            white, black = throw_arrangement(rng)[0], throw_arrangement(rng)[0]
            fen = start_fen(white, black, second_rank, side)
            position = Position("rebaz", fen)
            assert position.fen() == fen
            assert (position.turn, position.ply, position.points) == (side, 0, (88, 88))
            assert "".join(position.piece_at(f"{file}1") or "" for file in "abcdefgh") == white
            rank = 2 if second_rank else 3
            assert "".join(position.piece_at(f"{file}{rank}") or "" for file in "abcdefgh") == "CGJDDSGC"
            # The unmoved Gallinas can step twice, as far as they are not blocked.
            assert position.is_legal(f"b{rank}b{rank + 2}") == (side == "w")
