"""Chess's board and moves on 64 squares."""

from rebaz_core.bitboard cimport Lookup, attacks, u64
from rebaz_core.state cimport move_from, move_t, move_to

ctypedef u64 bits

cdef enum:
    SQUARES = 64

cdef Lookup ROOK_AT[64]
cdef Lookup BISHOP_AT[64]
cdef bits KNIGHT_LEAPS[64]


cdef inline bits rook_attacks(int square, bits occupied) noexcept nogil:
    return attacks(&ROOK_AT[square], occupied)


cdef inline bits bishop_attacks(int square, bits occupied) noexcept nogil:
    return attacks(&BISHOP_AT[square], occupied)


include "chess_board.pxi"
