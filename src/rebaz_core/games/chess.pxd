"""The state of a game of chess."""

from rebaz_core.bitboard cimport u64
from rebaz_core.games.chess64 cimport Board, Undo
from rebaz_core.state cimport State, move_t

cdef class ChessState(State):
    cdef Board board
    cdef Undo* undo
    cdef int undo_count
    cdef int undo_room

    cdef bint takes_en_passant(self, move_t move) noexcept nogil
    cdef bint is_material_draw(self) noexcept nogil
    cdef int occurrences(self) noexcept nogil
    cdef void read_board(self, Board* board, str text) except *
    cdef void read_castling(self, Board* board, str text) except *
    cdef void read_ep(self, Board* board, int side, str text) except *
