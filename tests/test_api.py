"""The Python API: what it takes, what it refuses, and that refusals change nothing."""

from __future__ import annotations

import ast
import copy
import pickle
import random
import sys
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import numpy
import pytest

import rebaz_core
from rebaz_core import (
    VARIANTS,
    FenError,
    InputError,
    Move,
    MoveError,
    OptionError,
    Position,
    RebazError,
    Result,
    SetupError,
    VariantError,
    variant,
)
from rebaz_core import scenario as find_scenario

if TYPE_CHECKING:
    from collections.abc import Callable

MIDDLE = "4e3/2r5/8/1g2+D3/7m/8/1G6/4E3 b - 37"


def snapshot(position: Position) -> tuple[object, ...]:
    return (position.fen(), position.key, position.legal_moves, position.moves, position.result, position.options)


def played(*moves: str) -> Position:
    position = Position("rebaz")
    for move in moves:
        position.push(move)
    return position


# --- refusals

WRONG = [None, 7, 1.5, b"b3b5", ["b3b5"], ("b3", "b5"), object(), Position]
METHODS = ["push", "is_noisy", "native", "outcomes", "parse_move", "piece_at", "perft", "divide"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("value", WRONG, ids=lambda value: type(value).__name__)
def test_wrong_types_are_refused_and_change_nothing(method: str, value: object) -> None:
    if method in ("perft", "divide") and value == 7:
        value = "7"
    position = played("b3b5")
    before = snapshot(position)
    with pytest.raises((TypeError, ValueError)):
        getattr(position, method)(value)
    assert snapshot(position) == before


def test_texts_of_other_kinds_are_read_as_texts() -> None:
    position = Position("rebaz")
    assert position.is_legal(numpy.str_("b3b5"))
    assert str(position.parse_decision(numpy.str_("b3b5"))) == "b3b5"
    position.push(numpy.str_("b3b5"))
    with pytest.raises(MoveError):
        position.push(numpy.str_("b3b5"))


class Chameleon(str):
    """Text that says another thing each time that it is asked, and none of them what it is."""

    __slots__ = ("asked",)

    def __str__(self) -> str:
        self.asked = getattr(self, "asked", 0) + 1
        return ("b3b4", "x", "h9h9")[self.asked % 3]

    def __format__(self, _: str) -> str:
        return str(self)


class Name(str, Enum):  # noqa: UP042 - its str() is not its value
    GAME = "rebaz"
    MOVE = "b3b5"
    SQUARE = "b3"
    FEN = "4e3/8/8/8/8/8/8/4E3 w - 0"
    BATTLE = "milbatallas"
    SCENARIO = "cavalry"
    JACKE = "jacke"
    ROSTER = "romans"
    LIMIT = "E=20"


@pytest.mark.parametrize("kind", [numpy.str_, Chameleon, Name])
def test_texts_of_other_kinds_are_read_by_what_they_hold(kind: Callable[[str], str]) -> None:
    position = Position(kind("rebaz"))
    assert (position.variant, type(position.variant)) == ("rebaz", str)
    assert position.piece_at(kind("b3")) == "G"
    move = kind("b3b5")
    assert position.is_legal(move)
    assert not position.is_noisy(move)
    assert position.native(move) == "G2c-2e"
    assert str(position.parse_move(move)) == str(position.parse_decision(move)) == "b3b5"
    assert str(position.roll(move, random.Random(1))) == str(position.outcomes(move)[0][0]) == "b3b5"
    position.push(move)
    assert str(position.moves[0]) == "b3b5"
    with pytest.raises(MoveError, match="move: 'b3b5', expected a legal move of b"):
        position.push(move)
    bare = Position(kind("rebaz"), kind("4e3/8/8/8/8/8/8/4E3 w - 0"), points=kind("E=20"))
    assert (bare.fen(), bare.points) == ("4e3/8/8/8/8/8/8/4E3 w - 0", (20, 20))
    assert Position(kind("milbatallas"), scenario=kind("cavalry")).points is not None
    cards = Position(kind("jacke"), roster_w=kind("romans"))
    assert cards.options == {"roster_w": "romans"}
    assert type(cards.options["roster_w"]) is str
    assert variant(kind("jacke")).name == "jacke"
    assert find_scenario(kind("milbatallas"), kind("cavalry")).name == "cavalry"
    assert cards.copy().rules == Position("jacke", roster_w="romans").rules


def test_is_legal_refuses_what_is_no_move() -> None:
    for value in WRONG:
        with pytest.raises(TypeError, match="a move is a Move or a str, not "):
            Position("rebaz").is_legal(value)  # type: ignore[arg-type]


@pytest.mark.parametrize("arguments", [(None,), (7,), (b"rebaz",), ("rebaz", 7), ("rebaz", b""), ("rebaz", ["8/8"])])
def test_wrong_types_to_the_constructor_are_refused(arguments: tuple[object, ...]) -> None:
    with pytest.raises((TypeError, ValueError)):
        Position(*arguments)  # type: ignore[arg-type]


def test_read_only_properties_can_not_be_set_nor_attributes_added() -> None:
    position = Position("rebaz")
    for name in ("turn", "ply", "key", "legal_moves", "result", "points", "in_check", "variant", "options", "new"):
        with pytest.raises(AttributeError):
            setattr(position, name, 1)


@pytest.mark.parametrize("depth", [-1, 201, 10**12, 10**5000, True, 1.0, "1"], ids=lambda depth: type(depth).__name__)
def test_perft_refuses_other_depths(depth: object) -> None:
    for method in (Position("rebaz").perft, Position("rebaz").divide):
        with pytest.raises(InputError, match=r"^depth: .*, expected a whole number from 0 to 100$"):
            method(depth)  # type: ignore[arg-type]


def test_divide_needs_a_move_to_divide_by() -> None:
    with pytest.raises(InputError, match="at least 1"):
        Position("rebaz").divide(0)


@pytest.mark.parametrize("square", ["", "a", "a0", "a9", "i1", "A1", "a1 ", "a10", "\u0430" + "1", "x" * 10000])
def test_piece_at_refuses_what_is_no_square(square: str) -> None:
    with pytest.raises(InputError, match=r"^square: .*, expected a square from a1 to h8$"):
        Position("rebaz").piece_at(square)


@pytest.mark.parametrize("text", ["x" * 10000, "\n" * 10000, "\u00e1\u00f1\U0001f418", "b3\nb5", "\ud800", "\x1b[31m"])
def test_errors_are_one_short_printable_line(text: str) -> None:
    position = Position("rebaz")
    for call in (
        lambda: position.push(text),
        lambda: position.piece_at(text),
        lambda: position.perft(text),
        lambda: Position("rebaz", text),
        lambda: Position(text),
        lambda: Position("rebaz", **{text: 1}),
        lambda: Position("rebaz", points={text: 1}),
        lambda: Position("rebaz", points=text),
        lambda: Position("rebaz-points", move_limit=text),
    ):
        with pytest.raises(RebazError) as caught:
            call()
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) < 400


def test_errors_show_values_of_any_type_in_one_line() -> None:
    for value in (numpy.zeros((3, 3)), [["x" * 500]], 10**5000):
        with pytest.raises(InputError) as caught:
            Position("rebaz").piece_at(value)  # type: ignore[arg-type]
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) < 400


@pytest.mark.parametrize("error", [FenError, InputError, MoveError, OptionError, SetupError, VariantError])
def test_errors_are_value_errors_that_pickle(error: type[InputError]) -> None:
    made = error("field", "given", "wanted")
    assert isinstance(made, ValueError)
    again = pickle.loads(pickle.dumps(made))  # noqa: S301
    assert (type(again), str(again), again.field) == (error, "field: 'given', expected wanted", "field")


def test_illegal_and_malformed_moves_change_nothing() -> None:
    position = played("b3b5", "g6g4")
    before = snapshot(position)
    for text in ("b3b5", "0000", "b3b6", "zzzz", "", "G2c-2e", "a1a1", "h8h8"):
        with pytest.raises(MoveError):
            position.push(text)
        assert not position.is_legal(text)
        assert snapshot(position) == before


def test_a_position_that_was_never_made_raises_instead_of_crashing() -> None:
    class Unmade(Position):
        def __init__(self) -> None:
            pass

    position = Unmade()
    for use in (
        lambda: position.legal_moves,
        lambda: position.result,
        lambda: position.fen(),
        lambda: position.turn,
        lambda: position.key,
        lambda: position.push("b3b5"),
        lambda: position.pop(),
        lambda: position.perft(1),
        lambda: position.planes(),
        lambda: position.copy(),
        lambda: hash(position),
        lambda: repr(position),
        lambda: str(position),
        lambda: position == Position("rebaz"),
        lambda: Position("rebaz") == position,
    ):
        with pytest.raises((AttributeError, TypeError, IndexError)):
            use()


# --- moves


def test_moves_come_from_positions_only() -> None:
    with pytest.raises(TypeError, match="moves come from"):
        Move()
    with pytest.raises(TypeError):
        Move("b3b5")  # type: ignore[arg-type]


def test_moves_are_immutable() -> None:
    move = Position("rebaz").parse_move("b3b5")
    for name in ("text", "code", "new"):
        with pytest.raises(AttributeError):
            setattr(move, name, "a1a2")
    assert (str(move), repr(move), move.text) == ("b3b5", "<Move b3b5>", "b3b5")


def test_moves_are_equal_by_what_they_do() -> None:
    one, other = Position("rebaz").parse_move("b3b5"), Position("rebaz-points").parse_move("b3b5")
    assert one == other
    assert hash(one) == hash(other)
    assert one != Position("rebaz").parse_move("b3b4")
    assert one != "b3b5"
    assert len({one, other}) == 1


def test_moves_copy_and_pickle() -> None:
    move = Position("rebaz").parse_move("b3b5")
    for again in (copy.copy(move), copy.deepcopy(move), pickle.loads(pickle.dumps(move))):  # noqa: S301
        assert again == move
        position = Position("rebaz")
        position.push(again)
        assert position.moves == [move]


def test_a_move_of_another_position_is_pushed_where_it_is_legal() -> None:
    foreign = Position("rebaz-points", "7e/8/8/8/3C4/8/8/8 w - 0").parse_move("d4d5")
    position = Position("rebaz")
    before = snapshot(position)
    assert not position.is_legal(foreign)
    with pytest.raises(MoveError, match="'d4d5', expected a legal move of w in "):
        position.push(foreign)
    assert snapshot(position) == before
    position.push(Position("rebaz-points").parse_move("b3b5"))
    assert position.moves == [Position("rebaz").parse_move("b3b5")]


def test_lists_of_moves_are_new_each_time() -> None:
    position = Position("rebaz")
    position.legal_moves.clear()
    position.moves.append(None)  # type: ignore[arg-type]
    position.noisy_moves.append(None)  # type: ignore[arg-type]
    assert len(position.legal_moves) == 27
    assert position.moves == []
    assert None not in position.noisy_moves


def test_pop_returns_the_move_and_refuses_without_one() -> None:
    position = Position("rebaz")
    before = snapshot(position)
    with pytest.raises(IndexError):
        position.pop()
    position.push("b3b5")
    assert position.pop() == position.parse_move("b3b5")
    with pytest.raises(IndexError):
        position.pop()
    assert snapshot(position) == before


def test_nothing_before_the_position_string_can_be_popped() -> None:
    with pytest.raises(IndexError):
        Position("rebaz", MIDDLE).pop()


def test_a_move_without_dice_is_its_own_only_outcome() -> None:
    position = Position("rebaz")
    for move in position.legal_moves:
        assert position.outcomes(move) == [(move, Fraction(1))]


# --- positions as values


def test_positions_are_equal_by_variant_options_and_position_string() -> None:
    assert Position("rebaz") == Position("rebaz", Position("rebaz").fen())
    assert hash(Position("rebaz")) == hash(Position("rebaz", Position("rebaz").fen()))
    assert Position("rebaz") != Position("rebaz-unwarned")
    assert Position("rebaz") != Position("rebaz", MIDDLE)
    assert Position("rebaz-points", points={"C": 2}) != Position("rebaz-points")
    assert Position("rebaz") != Position("rebaz").fen()


def test_two_ways_to_a_position_are_equal() -> None:
    one = played("b3b5", "g6g4", "a3a4")
    other = played("a3a4", "g6g4", "b3b5")
    assert one == other
    assert one.key == other.key
    assert hash(one) == hash(other)
    assert one != played("b3b4", "g6g4", "a3a4")


def test_every_field_of_the_position_string_is_in_the_key() -> None:
    fens = [
        "4e3/8/8/8/8/1G6/8/4E3 w b3 0",
        "4e3/8/8/8/8/1G6/8/4E3 w - 0",
        "4e3/8/8/8/8/1G6/8/4E3 b b3 0",
        "4e3/8/8/8/8/1G6/8/4E3 w b3 1",
        "4e3/8/8/8/8/1C6/8/4E3 w - 0",
        "4e3/8/8/8/8/1+G6/8/4E3 w - 0",
        "4e3/8/8/8/8/1g6/8/4E3 w - 0",
        "4e3/8/8/8/8/2G5/8/4E3 w - 0",
    ]
    assert len({Position("rebaz", fen).key for fen in fens}) == len(fens)


def test_keys_are_the_same_in_every_session() -> None:
    assert f"{Position('rebaz').key:016x}" == "130824fb85ed4e88"


def pickled(position: Position) -> Position:
    return pickle.loads(pickle.dumps(position))  # noqa: S301


@pytest.mark.parametrize("duplicate", [Position.copy, copy.copy, copy.deepcopy, pickled])
def test_copies_are_equal_and_independent(duplicate) -> None:
    position = Position("rebaz-points", points={"C": 2}, move_limit=20)
    for move in ("b3b5", "g6g4", "c3b6"):
        position.push(move)
    before = snapshot(position)
    other = duplicate(position)
    assert snapshot(other) == before
    assert other == position
    other.push(other.legal_moves[0])
    assert snapshot(position) == before
    for _ in range(4):
        other.pop()
    assert other == Position("rebaz-points", points={"C": 2}, move_limit=20)
    assert snapshot(position) == before
    position.pop()
    assert other.moves == []


def test_options_are_a_copy() -> None:
    given = {"C": 2}
    position = Position("rebaz-points", points=given)
    given["C"] = 9
    position.options["points"]["C"] = 9
    position.options.clear()
    assert position.options == {"points": {"C": 2}}
    assert position.points == (90, 90)


def test_repr_makes_the_position_again() -> None:
    for position in (Position("rebaz"), Position("rebaz-points", MIDDLE, points={"C": 2}, move_limit=25)):
        assert eval(repr(position), {"Position": Position}) == position  # noqa: S307


def test_str_shows_the_board() -> None:
    text = str(Position("rebaz", MIDDLE))
    assert text.isprintable() is False
    assert len(text.splitlines()) == 18
    assert "+D" in text
    assert text.splitlines()[-1].split() == list("abcdefgh")


# --- facts about a position


def test_facts_of_the_start() -> None:
    position = Position("rebaz")
    assert (position.variant, position.turn, position.ply, position.plies_left) == ("rebaz", "w", 0, 100)
    assert (position.points, position.board_size, position.options) == ((88, 88), (8, 8), {})
    assert (position.in_check, position.result, position.is_over) == (False, None, False)
    assert (position.piece_at("a1"), position.piece_at("a8"), position.piece_at("a2")) == ("N", "n", None)


def test_facts_follow_the_moves() -> None:
    position = played("b3b5")
    assert (position.turn, position.ply, position.plies_left) == ("b", 1, 99)
    assert (position.piece_at("b3"), position.piece_at("b5")) == (None, "G")
    assert [move.text for move in position.moves] == ["b3b5"]


def test_noisy_moves_capture_or_crown() -> None:
    position = Position("rebaz", "7e/C7/8/8/8/6c1/7G/E7 w h2 0")
    assert {move.text for move in position.noisy_moves} == {"h2g3", "a7a8"}
    assert position.is_noisy("a7a8")
    assert not position.is_noisy("h2h4")
    with pytest.raises(MoveError):
        position.is_noisy("h2h5")


def test_result_is_a_score_and_a_reason() -> None:
    result = Position("rebaz", "7e/8/8/c7/6N1/5R2/8/E6M b - 0").result
    assert result == Result("1-0", "mate") == ("1-0", "mate")
    assert (str(result), result.winner) == ("1-0 mate", "w")
    assert (Result("0-1", "limit").winner, Result("1/2-1/2", "limit").winner) == ("b", None)


def test_perft_and_divide_leave_the_position_as_it_was() -> None:
    position = played("b3b5", "g6g4")
    before = snapshot(position)
    leaves = position.divide(3)
    assert sum(leaves.values()) == position.perft(3)
    assert list(leaves) == position.legal_moves
    assert position.perft(0) == 1
    assert snapshot(position) == before
    assert Position("rebaz", "7e/8/8/c7/6N1/5R2/8/E6M b - 0").divide(2) == {}


def test_planes_say_all_that_the_position_string_says() -> None:
    position = Position("rebaz-points", "4e3/2r5/8/1g2+D3/7m/8/1G6/4E3 b b2 37", move_limit=25)
    planes = position.planes()
    assert (planes.shape, planes.dtype, planes.flags.c_contiguous) == ((36, 8, 8), numpy.uint8, True)
    letters = [
        "C",
        "G",
        "D",
        "S",
        "J",
        "N",
        "B",
        "R",
        "E",
        "L",
        "P",
        "T",
        "M",
        "+C",
        "+G",
        "+D",
        "c",
        "g",
        "d",
        "s",
        "j",
        "n",
        "b",
        "r",
        "e",
        "l",
        "p",
        "t",
        "m",
        "+c",
        "+g",
        "+d",
    ]
    for rank in range(8):
        for file in range(8):
            expected = position.piece_at("abcdefgh"[file] + str(rank + 1))
            assert [letters[plane] for plane in range(32) if planes[plane, rank, file]] == [expected] * bool(expected)
    assert planes[:33].sum() == 7 + 1
    assert planes[32, 1, 1] == 1
    assert ((planes[33] == 1).all(), (planes[34] == 37).all(), (planes[35] == 50).all()) == (True, True, True)
    planes[:] = 0
    assert position.planes().any()
    assert (Position("rebaz").planes()[33] == 0).all()


# --- the package


def test_all_names_are_there_and_documented() -> None:
    for name in rebaz_core.__all__:
        assert hasattr(rebaz_core, name)
    for name in dir(Position):
        if not name.startswith("_"):
            assert getattr(Position, name).__doc__, name


def test_variants_are_registered_with_their_starts_and_options() -> None:
    for name, entry in rebaz_core.VARIANTS.items():
        assert variant(name) is entry
        assert entry.name == name
        assert entry.description
        assert Position(name).fen() == entry.start_fen
        for option in entry.options:
            assert Position(name, **{option.keyword: option.parse(option.default)}) == Position(name)
    for wrong in ("nosuch", None, 7, [], {}):
        with pytest.raises(VariantError):
            variant(wrong)  # type: ignore[arg-type]


def test_init_of_a_live_position_is_seen_whole_or_not_at_all() -> None:
    position = Position()
    position.push("d3d5")

    def profile(frame, event, _):
        if event == "call" and frame.f_code.co_name == "write_board":
            sys.setprofile(None)
            position.pop()

    sys.setprofile(profile)
    try:
        position.__init__()
    finally:
        sys.setprofile(None)
    assert (position.fen(), position.ply, position.moves) == (Position().fen(), 0, [])


class Annotated(Position):
    """A subclass with attributes of its own."""


@pytest.mark.parametrize("clone", [copy.copy, copy.deepcopy, Position.copy, lambda p: pickle.loads(pickle.dumps(p))])  # noqa: S301
def test_clones_of_a_subclass_keep_class_and_attributes(clone) -> None:
    position = Annotated("rebaz-points")
    position.note = "mine"
    position.push("b3b5")
    other = clone(position)
    assert (type(other), other.note, other == position) == (Annotated, "mine", True)
    assert other.moves == position.moves


def test_the_stub_of_position_names_the_options_of_all_variants() -> None:
    stub = ast.parse((Path(rebaz_core.__file__).parent / "position.pyi").read_text(encoding="utf-8"))
    (cls,) = (node for node in stub.body if isinstance(node, ast.ClassDef))
    start = next(node for node in cls.body if isinstance(node, ast.FunctionDef) and node.name == "__init__")
    keywords = {argument.arg for argument in start.args.kwonlyargs} - {"scenario"}
    assert keywords == {option.keyword for variant in VARIANTS.values() for option in variant.options}
