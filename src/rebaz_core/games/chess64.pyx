"""Chess's moves on 64 squares: the rules of ``chess_rules.pxi`` over 64-bit sets."""

from libc.string cimport memcpy

from rebaz_core.attacks cimport BETWEEN as BETWEEN_64, BISHOP as BISHOP_64, LINE as LINE_64, ROOK as ROOK_64, leaps
from rebaz_core.bitboard cimport bit, copy_block, lsb, pop_lsb, popcount, split_mix, u64
from rebaz_core.state cimport MAX_MOVES, move_from, move_t, move_to

cdef bits NOT_FILE_A = <u64>0xFEFEFEFEFEFEFEFE
cdef bits NOT_FILE_H = <u64>0x7F7F7F7F7F7F7F7F
cdef bits KING_STEPS[64]
cdef bits BETWEEN[64 * 64]
cdef bits LINE[64 * 64]


cdef inline bits unblocked_rooks(bits rooks, bits free) noexcept nogil:
    return rooks                         # to look up what they attack costs no more than to find out


cdef inline bits unblocked_bishops(bits bishops, bits free) noexcept nogil:
    return bishops


include "chess_rules.pxi"


cdef void build_tables():
    memcpy(ROOK_AT, ROOK_64, sizeof(ROOK_AT))
    memcpy(BISHOP_AT, BISHOP_64, sizeof(BISHOP_AT))
    memcpy(BETWEEN, BETWEEN_64, sizeof(BETWEEN))
    memcpy(LINE, LINE_64, sizeof(LINE))
    leaps([(f, r) for f in (-2, -1, 1, 2) for r in (-2, -1, 1, 2) if abs(f) != abs(r)], KNIGHT_LEAPS)
    leaps([(f, r) for f in (-1, 0, 1) for r in (-1, 0, 1) if f or r], KING_STEPS)


build_tables()
build_rays()
build_keys(1886)
