"""The state of a game of Mil Batallas."""

from rebaz_core.games.chess80 cimport Board, Undo, bits
from rebaz_core.state cimport State, move_t

include "chess_state_fields.pxi"

cdef class MilBatallasState(ArmyState):
    cdef bint basic          # pawns do not promote

    cdef int value_of(self, int side) noexcept nogil
    cdef void read_board(self, Board* board, str text) except *
    cdef void read_unmoved(self, Board* board, str text) except *
    cdef void read_ep(self, Board* board, int side, str text) except *
