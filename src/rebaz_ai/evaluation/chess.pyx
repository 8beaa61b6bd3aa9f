"""Evaluation of chess. Weights are data: ``chess.toml`` beside this module."""

import tomllib
from importlib.resources import files

from rebaz_core.bitboard cimport bit, left, lsb, popcount, right, u64
from rebaz_core.games.chess cimport ChessState
from rebaz_core.games.chess64 cimport (BISHOP, EMPTY, KING, KNIGHT, PAWN, PROMOTED_SHIFT, PROMOTES, QUEEN, ROOK,
                                       SQUARES, TYPES, Board, attackers_to, bits, changes_material, piece_attacks,
                                       takes_en_passant)
from rebaz_core.state cimport State, move_from, move_t, move_to

from rebaz_ai.evaluation.weights import merged
from rebaz_ai.evaluation.evaluator cimport ROYAL, Evaluator, landing_of


cdef inline bits on_board(bits squares) noexcept nogil:
    return squares


cdef inline const Board* board_of(State state) noexcept nogil:
    return &(<ChessState>state).board


cdef inline int ends_of(const Board* board) noexcept nogil:
    return 0


cdef inline int place_of(int ends, int square, const int side) noexcept nogil:
    """The square as `side` sees it, its own first rank first."""
    return square if side == 0 else square ^ 56


cdef inline int steps_left(const Board* board, int square, const int side) noexcept nogil:
    """Ranks that a pawn is from its promotion."""
    return 7 - (square >> 3) if side == 0 else square >> 3


cdef type STATE_TYPE = ChessState

include "army.pxi"


def load_weights():
    """The weights as a new dict from names to numbers or lists."""
    return tomllib.loads(files("rebaz_ai.evaluation").joinpath("chess.toml").read_text(encoding="utf-8"))


cdef class ChessEvaluator(ArmyEvaluator):
    """The evaluation of chess; `weights` replace those of the file by name."""

    def __init__(self, weights=None):
        super().__init__(merged(load_weights(), weights))
