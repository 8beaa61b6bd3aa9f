"""Evaluation of chess. Weights are data: ``chess.toml`` beside this module."""

import tomllib
from importlib.resources import files

from rebaz_core.bitboard cimport bit, left, lsb, popcount, right, u64
from rebaz_core.games.chess cimport ChessState
from rebaz_core.games.chess64 cimport (BISHOP, EMPTY, KING, PAWN, PROMOTED_SHIFT, PROMOTES, QUEEN, ROOK, SQUARES, TYPES,
                                       Board, attackers_to, bits, piece_attacks)
from rebaz_core.state cimport State, move_from, move_t, move_to

from rebaz_ai.evaluation.evaluator cimport ROYAL, Evaluator

cdef bits ALL_SQUARES = ~<u64>0


cdef inline const Board* board_of(State state) noexcept nogil:
    return &(<ChessState>state).board


cdef inline int row_of(const Board* board, int square, int side) noexcept nogil:
    """The rank as `side` counts it, from 0."""
    return square >> 3 if side == 0 else 7 - (square >> 3)


cdef inline int steps_left(const Board* board, int square, int side) noexcept nogil:
    """Ranks that a pawn is from its promotion."""
    return 7 - row_of(board, square, side)


cdef inline void as_words(bits squares, u64* words) noexcept nogil:
    words[0] = squares


cdef inline bits of_words(const u64* words) noexcept nogil:
    return words[0]


include "army.pxi"


def load_weights():
    """The weights as a new dict from names to numbers or lists."""
    return tomllib.loads(files("rebaz_ai.evaluation").joinpath("chess.toml").read_text(encoding="utf-8"))


cdef class ChessEvaluator(ArmyEvaluator):
    """The evaluation of chess; `weights` replace those of the file by name."""

    def __init__(self, weights=None):
        super().__init__(load_weights() | (weights or {}))
