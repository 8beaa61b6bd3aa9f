"""The transposition table, shared by all threads of a search."""

cimport cython

from rebaz_core.bitboard cimport u64
from rebaz_core.state cimport move_t

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define rb_fetch(p) __builtin_prefetch(p)
    #else
    #define rb_fetch(p) ((void)(p))
    #endif
    """
    void fetch "rb_fetch"(const void* p) noexcept nogil

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

@cython.final
cdef class Table:
    cdef void* memory        # what the entries lie in
    cdef Entry* entries
    cdef u64 buckets
    cdef unsigned char age
    cdef readonly int megabytes

    cdef bint renew(self) noexcept
    cdef void new_search(self) noexcept nogil
    cdef int hashfull(self) noexcept nogil

    # The low half of the key chooses the bucket, the upper half is kept in the entry.
    cdef inline Entry* bucket_of(self, u64 key) noexcept nogil:
        return &self.entries[(((key & <u64>0xFFFFFFFF) * self.buckets) >> 32) * BUCKET]

    # Fetch the bucket that the next probe will look at.
    cdef inline void prefetch(self, u64 key) noexcept nogil:
        fetch(self.bucket_of(key))

    cdef inline bint probe(self, u64 key, Entry* out) noexcept nogil:
        cdef Entry* entry = self.bucket_of(key)
        cdef unsigned int check = <unsigned int>(key >> 32)
        cdef int i
        for i in range(BUCKET):
            if entry[i].check == check and entry[i].bound:
                out[0] = entry[i]
                return True
        return False

    cdef void store(self, u64 key, move_t move, int score, int evaluation, int depth, int bound) noexcept nogil
