"""Position strings: every fault is a FenError that names the field, and what is read is written again."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from rebaz_core import VARIANTS, FenError, OptionError, Position, RebazError, VariantError
from rebaz_core.games import brax, chess, fourkings, jacke, milbatallas, rebaz, rendezvous
from rebaz_reference import PLIES, Reference, on_last_rank

START = "nblremtp/8/cgjddsgc/8/8/CGJDDSGC/8/NBLREMTP w b3g3b6g6 0"
BOARD, SIDE, UNMOVED, PLY = START.split(" ")

# What to write in place of a field, or the whole string, and the field that the error names.
FAULTS = {
    "empty string": ("", "board"),
    "a space": (" ", "board"),
    "board alone": (BOARD, "side"),
    "cut after the side": (f"{BOARD} w", "unmoved"),
    "cut after unmoved": (f"{BOARD} w -", "ply"),
    "cut in the board": (START[:20], "side"),
    "too many fields": (START + " 7", "fields"),
    "trailing space": (START + " ", "fields"),
    "leading space": (" " + START, "board"),
    "two spaces": (START.replace(" w", "  w"), "side"),
    "tabs": (START.replace(" ", "\t"), "side"),
    "newline": (START + "\n", "ply"),
    "seven ranks": (START.replace("/8", "", 1), "board"),
    "nine ranks": ("8/" + START, "board"),
    "seven squares in a rank": (START.replace("NBLREMTP", "NBLREMT"), "board"),
    "nine squares in a rank": (START.replace("NBLREMTP", "NBLREMTPP"), "board"),
    "run past the rank": (START.replace("NBLREMTP", "NBLREMT8"), "board"),
    "run of zero": (START.replace("NBLREMTP", "NBLREMTP0"), "board"),
    "run of nine": (START.replace("8", "9", 1), "board"),
    "runs in a row": (START.replace("8", "44", 1), "board"),
    "run of two digits": (START.replace("8", "08", 1), "board"),
    "unknown letter": (START.replace("N", "K"), "board"),
    "barrier": (START.replace("8", "*7", 1), "board"),
    "crown without a piece": (START.replace("N", "+"), "board"),
    "crown of a greater piece": (START.replace("N", "+N"), "board"),
    "two crowns": (START.replace("G", "++G", 1), "board"),
    "non-ASCII letter": (START.replace("N", "Ñ"), "board"),
    "non-ASCII digit": (START.replace("8", "\u0668", 1), "board"),
    "unknown side": (f"{BOARD} x {UNMOVED} 0", "side"),
    "upper-case side": (f"{BOARD} W {UNMOVED} 0", "side"),
    "side of two letters": (f"{BOARD} wb {UNMOVED} 0", "side"),
    "unmoved without a piece": (f"{BOARD} w b4 0", "unmoved"),
    "unmoved Campesino": (f"{BOARD} w a3 0", "unmoved"),
    "unmoved crowned Gallina": ("4e3/8/8/8/8/8/1+G6/4E3 w b2 0", "unmoved"),
    "unmoved off the board": (f"{BOARD} w b9 0", "unmoved"),
    "unmoved out of order": (f"{BOARD} w g3b3 0", "unmoved"),
    "unmoved twice": (f"{BOARD} w b3b3 0", "unmoved"),
    "unmoved cut": (f"{BOARD} w b3g 0", "unmoved"),
    "unmoved with a dash": (f"{BOARD} w b3- 0", "unmoved"),
    "unmoved in upper case": (f"{BOARD} w B3 0", "unmoved"),
    "ply below zero": (f"{BOARD} w - -1", "ply"),
    "ply above the limit": (f"{BOARD} w - 101", "ply"),
    "ply far above the limit": (f"{BOARD} w - {'9' * 500}", "ply"),
    "ply with a leading zero": (f"{BOARD} w - 01", "ply"),
    "ply with a sign": (f"{BOARD} w - +1", "ply"),
    "ply that is no number": (f"{BOARD} w - x", "ply"),
    "ply of another script": (f"{BOARD} w - \u0661", "ply"),
    "ply as a superscript": (f"{BOARD} w - \u00b2", "ply"),
    "no Elefante": (START.replace("E", "1"), "board"),
    "two Elefantes": (START.replace("N", "E"), "board"),
    "no Elefante of the other side": (START.replace("e", "1"), "board"),
    "uncrowned Campesino on its last rank": ("C3e3/8/8/8/8/8/8/4E3 w - 0", "board"),
    "uncrowned Gallina on its last rank": ("4e3/8/8/8/8/8/8/g3E3 w - 0", "board"),
    "uncrowned Delfin on its last rank": ("D3e3/8/8/8/8/8/8/4E3 b - 0", "board"),
    "the side not to move in check": ("4e3/8/4N3/8/8/8/8/4E3 w - 0", "board"),
    "10,000 characters": ("garbage " * 1250, "fields"),
    "10,000 squares": (f"{BOARD} w {'a1' * 5000} 0", "fields"),
    "non-ASCII garbage": ("\u00e1\u00f1\U0001f418" * 30, "side"),
    "nulls": ("\0" * 9, "side"),
    "lone surrogate": ("\ud800 w - 0", "board"),
}


@pytest.mark.parametrize(("fen", "field"), FAULTS.values(), ids=FAULTS)
def test_fault_names_its_field(fen: str, field: str) -> None:
    with pytest.raises(FenError) as caught:
        Position("rebaz", fen)
    assert caught.value.field == field
    assert isinstance(caught.value, RebazError)
    assert isinstance(caught.value, ValueError)
    assert_readable(caught.value)


def assert_readable(error: Exception) -> None:
    """One line of plain text, not too long for a terminal or a protocol."""
    assert str(error).isprintable()
    assert str(error).isprintable()
    assert len(str(error)) < 400


def test_ply_above_the_limit_in_force() -> None:
    Position("rebaz-points", "4e3/8/8/8/8/8/8/4E3 w - 60")
    for limit in (None, 29):
        with pytest.raises(FenError, match=r"^ply: "):
            Position("rebaz-points", "4e3/8/8/8/8/8/8/4E3 w - 61", move_limit=limit)
    with pytest.raises(FenError, match=r"^ply: '59', expected a plain number from 0 to 58$"):
        Position("rebaz-points", "4e3/8/8/8/8/8/8/4E3 w - 59", move_limit=29)


def test_without_warning_the_side_to_move_may_have_lost_its_elefante() -> None:
    assert str(Position("rebaz-unwarned", "8/8/8/8/8/8/8/4E3 b - 0").result) == "1-0 elephant"
    for bad in ("8/8/8/8/8/8/8/4E3 w - 0", "ee6/8/8/8/8/8/8/4E3 w - 0"):
        with pytest.raises(FenError, match=r"^board: "):
            Position("rebaz-unwarned", bad)
    Position("rebaz-unwarned", "4e3/8/4N3/8/8/8/8/4E3 w - 0")


def test_points_variants_take_any_elefantes_and_64_pieces() -> None:
    full = "/".join(["+C" * 8] * 8)
    for board in (full, "8/8/8/8/8/8/8/8", "EEEEEEEE/8/8/8/8/8/8/8"):
        assert Position("rebaz-points", f"{board} w - 0").fen() == f"{board} w - 0"


def test_unknown_variant_lists_the_known_ones() -> None:
    for name in ("rebas", "", "REBAZ", "x" * 10000, "\n"):
        with pytest.raises(VariantError, match=r"(one of|there are) rebaz, rebaz-unwarned") as caught:
            Position(name)
        assert_readable(caught.value)


def test_unknown_option_names_are_short_in_errors() -> None:
    with pytest.raises(OptionError) as caught:
        Position("rebaz", **{"\u00f1" * 10000: 1})
    assert_readable(caught.value)


@st.composite
def position_strings(draw: st.DrawFn) -> tuple[str, str]:
    """A variant and a position string that its rules allow."""
    variant = draw(st.sampled_from(list(PLIES)))
    rng = random.Random(draw(st.integers(0, 2**32)))
    position = Reference(variant, side=rng.choice("wb"), ply=rng.randint(0, PLIES[variant]))
    squares = rng.sample(range(64), 64)
    for token in "Ee":
        position.board[squares.pop()] = token
    for _ in range(rng.randint(0, 62)):
        square, piece = squares.pop(), rng.choice("CGDSJNBRLPTMcgdsjnbrlptm")
        crowned = on_last_rank(piece, square) or (piece in "CGDcgd" and rng.random() < 0.3)
        position.board[square] = "+" + piece if crowned else piece
        if piece in "Gg" and not crowned and rng.random() < 0.5:
            position.unmoved.add(square)
    assume(position.is_valid())
    return variant, position.fen()


@given(position_strings())
def test_round_trip(drawn: tuple[str, str]) -> None:
    variant, fen = drawn
    position = Position(variant, fen)
    assert position.fen() == fen
    assert Position(variant, position.fen()) == position
    assert position.key == position.computed_key
    board, side, _, ply = fen.split(" ")
    assert (position.turn, position.ply) == (side, int(ply))
    files = [(file, rank) for rank in range(8, 0, -1) for file in "abcdefgh"]
    tokens = [position.piece_at(f"{file}{rank}") or "" for file, rank in files]
    assert "".join(tokens) == "".join(letter for letter in board if letter not in "12345678/")


@given(st.sampled_from(list(VARIANTS)), st.text(max_size=60))
@example("rebaz", START)
def test_any_text_is_read_or_refused(variant: str, text: str) -> None:
    read_or_refused(variant, text)


@given(
    position_strings(),
    st.lists(
        st.tuples(st.integers(0, 90), st.sampled_from(["insert", "delete", "replace"]), st.characters()), max_size=3
    ),
)
def test_damaged_strings_are_read_or_refused(drawn: tuple[str, str], edits: list[tuple[int, str, str]]) -> None:
    variant, text = drawn
    for at, kind, letter in edits:
        at = min(at, len(text))
        text = text[:at] + ("" if kind == "delete" else letter) + text[at + (kind != "insert") :]
    read_or_refused(variant, text)


@given(st.text(alphabet="12345678/+CGDSJNBRELPTMcgdsjnbrelptm wb-abcdefgh0 ", max_size=90))
def test_texts_of_the_right_letters_are_read_or_refused(text: str) -> None:
    read_or_refused("rebaz-points", text)


# What position strings of any game consist of.
GAMES = (rebaz, chess, milbatallas, jacke, fourkings, brax, rendezvous)
FIELDS = {"fields"}.union(*(game.FIELDS for game in GAMES))


def read_or_refused(variant: str, text: str) -> None:
    try:
        position = Position(variant, text)
    except FenError as error:
        assert error.field in FIELDS  # noqa: PT017
        assert_readable(error)
    else:
        assert position.fen() == text
