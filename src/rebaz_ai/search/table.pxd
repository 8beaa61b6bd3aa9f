"""The transposition table, shared by all threads of a search."""

from rebaz_core.bitboard cimport u64
from rebaz_core.state cimport move_t

cdef enum:
    BOUND_UPPER = 1
    BOUND_LOWER = 2
    BOUND_EXACT = 3
    NO_EVALUATION = -32768
    BUCKET = 4

cdef struct Entry:
    unsigned int check       # upper half of the key
    move_t move
    short score
    short evaluation
    signed char depth
    unsigned char bound
    unsigned char age
    unsigned char unused

cdef class Table:
    cdef Entry* entries
    cdef u64 buckets
    cdef unsigned char age
    cdef readonly int megabytes

    cdef Entry* bucket_of(self, u64 key) noexcept nogil
    cdef void prefetch(self, u64 key) noexcept nogil
    cdef bint probe(self, u64 key, Entry* out) noexcept nogil
    cdef void store(self, u64 key, move_t move, int score, int evaluation, int depth, int bound) noexcept nogil
    cdef void new_search(self) noexcept nogil
    cdef int hashfull(self) noexcept nogil
