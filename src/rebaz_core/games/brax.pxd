"""The state of a game of Brax."""

from rebaz_core.bitboard cimport u64
from rebaz_core.bitboard128 cimport u128
from rebaz_core.games.brax_moves cimport Board, Lines
from rebaz_core.state cimport State, move_t


cdef class BraxState(State):
    cdef Lines lines
    cdef Board board
    cdef Board* undo
    cdef int undo_count
    cdef int undo_room
    cdef int policy
    cdef u64 seed            # of the random policy

    cdef set_lines(self, str letters)
    cdef move_t prey_move(self) noexcept nogil
    cdef int risk(self, move_t move) noexcept nogil
    cdef int most_pieces(self, int player)
    cdef int read_moved(self, const Board* board, int side, str text) except? -2
    cdef u128 bindable(self, const Board* board, int side) noexcept
    cdef void settle(self) noexcept nogil
    cdef int occurrences(self, int plies, int wanted) noexcept nogil
    cdef str step_fault(self, int source, int target)
    cdef str double_fault(self, int source, int middle, int target)
    cdef str colour_fault(self, int start, int end)
    cdef str call_fault(self, move_t move)
