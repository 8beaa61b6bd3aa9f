"""The state of a game of chess."""

from rebaz_core.games.chess64 cimport Board, Undo, bits
from rebaz_core.state cimport State, move_t

include "chess_state_fields.pxi"

cdef class ChessState(ArmyState):
    cdef void read_board(self, Board* board, str text) except *
    cdef void read_ep(self, Board* board, int side, str text) except *
