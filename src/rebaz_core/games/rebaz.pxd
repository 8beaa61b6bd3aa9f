"""REBAZ on 64-bit boards."""

from rebaz_core.bitboard cimport Lookup, u64
from rebaz_core.state cimport move_t, State

cdef enum:
    CAMPESINO, GALLINA, DELFIN, SERPIENTE, JIRAFA, MONO, CABALLERIA, EMPERADOR
    ELEFANTE, LEON, PRINCESA, TUCAN, MAGO, CROWNED_CAMPESINO, CROWNED_GALLINA, CROWNED_DELFIN
    TYPES

cdef enum:
    CROWNING = 13            # a crowned type less its base type
    EMPTY = 32               # on the board array; a piece is side * 16 + type
    MAX_PLIES = 100

cdef struct Undo:
    u64 key
    u64 unmoved
    move_t move
    unsigned char moved      # the piece as it was before crowning
    unsigned char captured

cdef struct Board:
    u64[16] by_type
    u64[2] by_side
    u64 unmoved              # Gallinas that have never moved
    unsigned char[64] squares

# What the evaluation needs of the movement tables.
cdef int attack_sets(const Board* board, int side, int* types, u64* sets) noexcept nogil
cdef u64 lesser_attacks(const Board* board, int side, u64 empty) noexcept nogil
cdef u64 attackers_to(const Board* board, int square, u64 occupied) noexcept nogil

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
    cdef int count_without_limit(self) noexcept nogil
    cdef int points_of(self, int side) noexcept nogil
