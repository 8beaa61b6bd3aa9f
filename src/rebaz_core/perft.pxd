from rebaz_core.bitboard cimport u64
from rebaz_core.state cimport State

cdef u64 perft(State state, int depth) noexcept nogil
