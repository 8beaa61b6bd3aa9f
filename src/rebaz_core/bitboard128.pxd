"""Sets of up to 128 squares: bit 0 is a1; on boards of eight files bit 8 is a2."""

from rebaz_core.bitboard cimport u64

cdef extern from "bits.h":
    # The compiler's 128-bit integer. Cython takes it for the longest it knows, so no u128 may become a Python object.
    ctypedef unsigned long long u128 "rb_u128"

    u64 low "rb_low"(u128 x) noexcept nogil
    u64 high "rb_high"(u128 x) noexcept nogil
    u128 bit128 "rb_bit128"(int square) noexcept nogil
    u128 join "rb_join"(u64 high, u64 low) noexcept nogil
    int lsb128 "rb_lsb128"(u128 x) noexcept nogil
    int pop_lsb128 "rb_pop_lsb128"(u128* x) noexcept nogil
    int popcount128 "rb_popcount128"(u128 x) noexcept nogil


cdef inline u128 up128(u128 x) noexcept nogil:
    return x << 8


cdef inline u128 down128(u128 x) noexcept nogil:
    return x >> 8


cdef inline u128 right128(u128 x) noexcept nogil:
    """One of eight files towards h; what stands on h falls off."""
    return (x << 1) & join(<u64>0xFEFEFEFEFEFEFEFE, <u64>0xFEFEFEFEFEFEFEFE)


cdef inline u128 left128(u128 x) noexcept nogil:
    """One of eight files towards a; what stands on a falls off."""
    return (x >> 1) & join(<u64>0x7F7F7F7F7F7F7F7F, <u64>0x7F7F7F7F7F7F7F7F)
