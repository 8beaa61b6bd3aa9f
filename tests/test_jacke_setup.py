"""Starts of Jacke and Four kings: formations, rosters dealt to them, who begins."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rebaz_core import CardError, SetupError
from rebaz_core.games.jacke_cards import shipped
from rebaz_core.games.jacke_setup import (
    ARRAY,
    FORMATIONS,
    deal,
    formation_text,
    mirrored,
    parse_formation,
    random_formation,
    start_fen,
    throw_first_side,
)

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - a2b2c2d2e2f2g2h2a7b7c7d7e7f7g7h7 0 1 - - -"
DEEP = "PPPPPPPP/1NBBN3/R3QK1R"


def squares(board, letter):
    return [f"{'abcdefgh'[square % 8]}{square // 8 + 1}" for square, token in enumerate(board) if token == letter]


def test_the_array_is_a_formation_and_its_start_that_of_chess():
    white = parse_formation(ARRAY)
    assert squares(white, "K") == ["e1"]
    assert squares(white, "P") == [f"{file}2" for file in "abcdefgh"]
    assert start_fen(white, parse_formation("rnbqkbnr/pppppppp/8", "b")) == START
    assert mirrored(white) == parse_formation("rnbqkbnr/pppppppp/8", "b")


def test_a_formation_with_pawns_in_front():
    white = parse_formation(DEEP)
    fen = start_fen(white, mirrored(white))
    board, *rest = fen.split(" ")
    assert board == "r3qk1r/1nbbn3/pppppppp/8/8/PPPPPPPP/1NBBN3/R3QK1R"
    assert rest == ["w", "-", "a3b3c3d3e3f3g3h3a6b6c6d6e6f6g6h6", "0", "1", "-", "-", "-"]


@pytest.mark.parametrize(
    ("text", "side", "words"),
    [
        ("PPPPPPPN/7P/R1BQKBNR", "w", "only P on rank 3, not N"),
        ("8/PPPPPPPK/RNBQPBNR", "w", "only P N B on rank 2, not K"),
        ("8/1PPPPPPP/RNBQPKNR", "w", "only N B R Q K on rank 1, not P"),
        ("rnbqkbnr/pppppppp/7p", "b", "8 P, not 9"),
        ("rnbqkbnr/ppppppp1/7P", "b", "only p on rank 6, not P"),
        ("rnbqkbnr/ppppppp1/7n", "b", "only p on rank 6, not n"),
        ("rnbqkbnr/pppppppr/8", "b", "only p n b on rank 7, not r"),
        ("8/pppppppp/rnbqkbnr", "b", "only n b r q k on rank 8|only p on rank 6, not r"),
        ("8/PPPPPPPP/RNQKQBNR", "w", "1 Q, not 2"),
        ("P7/PPPPPPPP/RNBQKBNR", "w", "8 P, not 9"),
        ("8/PPPPPPP1/RNBQKBNR", "w", "8 P, not 7"),
        ("8/PPPPPPPP", "w", "three ranks"),
        ("8/8/PPPPPPPP/RNBQKBNR", "w", "three ranks"),
        ("", "w", "three ranks"),
        (None, "w", "three ranks"),
        ("8/PPPPPPPP/RNBQKBN", "w", "8 squares, not 7, in rank 1"),
        ("8/PPPPPPPP/RNBQKBNRR", "w", "8 squares in rank 1"),
        ("8/PPPPPPPX/RNBQKBNR", "w", "a piece in rank 2"),
        ("9/PPPPPPPP/RNBQKBNR", "w", "runs from 1 to 8"),
        (ARRAY + "\n", "w", "a piece in rank 1"),
    ],
)
def test_a_wrong_formation_is_refused_with_rank_and_piece(text, side, words):
    with pytest.raises(SetupError, match=words) as caught:
        parse_formation(text, side, "mine")
    assert caught.value.field == "mine"


def test_a_side_that_is_none():
    with pytest.raises(SetupError, match="side: 'x'"):
        parse_formation(ARRAY, "x")


def test_random_formations_are_formations_and_repeatable():
    for side in "wb":
        seen = set()
        for seed in range(200):
            board = random_formation(random.Random(seed), side)
            text = formation_text(board, side)
            assert parse_formation(text, side) == board
            assert board == random_formation(random.Random(seed), side)
            seen.add(text)
        assert len(seen) > 195


def test_the_number_of_formations_is_that_of_a_plain_count():
    """Place the men kind by kind: rooks, king and queen behind, bishops and knights on two ranks, pawns on two."""
    from math import comb

    total = 0
    officers = comb(8, 2) * 6 * 5
    for bishops in range(3):
        for knights in range(3):
            behind = comb(4, bishops) * comb(4 - bishops, knights)
            middle = comb(8, 2 - bishops) * comb(6 + bishops, 2 - knights)
            room = 8 - (4 - bishops - knights)
            pawns = comb(8 + room, 8)
            total += officers * behind * middle * pawns
    assert total == FORMATIONS


def test_random_formations_reach_every_rank():
    places = Counter()
    for seed in range(300):
        board = random_formation(random.Random(seed))
        places.update((token, square // 8 + 1) for square, token in enumerate(board) if token)
    reached = {*((piece, 1) for piece in "KQRBN"), *((piece, 2) for piece in "PBN"), ("P", 3)}
    assert set(places) == reached


def test_cards_are_numbered_from_file_a_and_from_the_front():
    roster = shipped().roster("egyptians")
    white = parse_formation("P6P/PPPPPP1B/RNBQKRN1")
    dealt = deal(white, "w", roster)
    assert (dealt[16], dealt[8]) == (roster.card("P1"), roster.card("P2"))
    assert (dealt[2], dealt[15]) == (roster.card("B1"), roster.card("B2"))
    black = mirrored(white)
    dealt = deal(black, "b", roster)
    assert (dealt[40], dealt[48]) == (roster.card("P1"), roster.card("P2"))
    assert len(dealt) == 16


def test_a_start_with_rosters_names_their_cards():
    white = parse_formation(ARRAY)
    fields = start_fen(white, mirrored(white), "plain", "egyptians").split(" ")
    roster = shipped().roster("egyptians")
    cards = dict(pair.split("=") for pair in fields[6].split(","))
    assert len(cards) == 16
    assert [cards[square] for square in ("e8", "d8", "a8", "h8", "c8", "f8", "b8", "g8")] == list(roster.cards[:8])
    assert [cards[f"{file}7"] for file in "abcdefgh"] == list(roster.cards[8:])
    with pytest.raises(CardError, match="roster_b: 'none'"):
        start_fen(white, mirrored(white), roster_b="none")


def test_the_highest_throw_begins_and_ties_are_thrown_again():
    begun = Counter()
    ties = 0
    for seed in range(400):
        side, throws = throw_first_side(random.Random(seed), "rbyg")
        begun[side] += 1
        assert [throw.what for throw in throws[:4]] == list("rbyg")
        best = max(throw.total for throw in throws[:4])
        tied = [throw.what for throw in throws[:4] if throw.total == best]
        assert side in tied
        if len(tied) > 1:
            ties += 1
            assert [throw.what for throw in throws[4 : 4 + len(tied)]] == tied
        else:
            assert len(throws) == 4
        assert [throw.what for throw in throws if throw.outcome == "begins"] == [side]
    assert ties > 50
    assert all(70 <= begun[side] <= 130 for side in "rbyg")
