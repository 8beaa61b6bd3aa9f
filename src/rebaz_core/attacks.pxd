"""Attack tables of 64-square boards, built once at import and shared by every game."""

from rebaz_core.bitboard cimport Lookup, u64

# Full-range sliders.
cdef Lookup ROOK[64]
cdef Lookup BISHOP[64]

# BETWEEN[a * 64 + b]: the squares strictly between two aligned squares, else nothing.
cdef u64 BETWEEN[64 * 64]

# LINE[a * 64 + b]: the whole line through two aligned squares, both included, else nothing.
cdef u64 LINE[64 * 64]

cdef class LaneTable:
    """A piece that goes where lanes of empty squares lead: one table index for all its lanes."""
    cdef Lookup lookup[64]
    cdef u64* storage

cdef void leaps(object steps, u64* out)
cdef void reach(object steps, int distance, u64* out)
cdef u64 squares_along(int square, object way)
