"""REBAZ's board, attacks and legal moves on 64-bit sets."""

from rebaz_core.bitboard cimport u64
from rebaz_core.state cimport move_t

cdef enum:
    CAMPESINO, GALLINA, DELFIN, SERPIENTE, JIRAFA, MONO, CABALLERIA, EMPERADOR
    ELEFANTE, LEON, PRINCESA, TUCAN, MAGO, CROWNED_CAMPESINO, CROWNED_GALLINA, CROWNED_DELFIN
    TYPES

cdef enum:
    CROWNING = 13            # a crowned type less its base type
    EMPTY = 32               # on the board array; a piece is side * 16 + type

cdef struct Board:
    u64[16] by_type
    u64[2] by_side
    u64 unmoved              # Gallinas that have never moved
    unsigned char[64] squares

cdef int list_moves(const Board* board, move_t* out, int side, bint royal, bint noisy) noexcept nogil
cdef int count_moves(const Board* board, int side, bint royal) noexcept nogil
cdef int attack_sets(const Board* board, int side, int* types, u64* sets) noexcept nogil
cdef u64 lesser_attacks(const Board* board, int side, u64 empty) noexcept nogil
cdef u64 attackers_of_side(const Board* board, int side, int square, u64 occupied) noexcept nogil
