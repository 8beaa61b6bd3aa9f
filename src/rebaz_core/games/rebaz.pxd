"""The state of a REBAZ game."""

from rebaz_core.bitboard cimport u64
from rebaz_core.games.rebaz_moves cimport Board
from rebaz_core.state cimport State, move_t

cdef enum:
    MAX_PLIES = 100

cdef struct Undo:
    u64 key
    u64 unmoved
    move_t move
    unsigned char moved      # the piece as it was before crowning
    unsigned char captured

cdef class RebazState(State):
    cdef Board board
    cdef Undo[MAX_PLIES + 2] undo
    cdef int undo_count
    cdef int limit           # plies of the whole game
    cdef bint royal
    cdef bint special
    cdef int[16] points      # official or agreed points of each type

    cdef set_option(self, str keyword, value)
    cdef check_elefantes(self, const Board* board, int side, str text)
    cdef u64 compute_key(self) noexcept nogil
    cdef bint can_move(self) noexcept nogil
    cdef int points_of(self, int side) noexcept nogil
