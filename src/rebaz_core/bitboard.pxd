"""Sets of squares as 64-bit words: bit 0 is a1, bit 7 is h1, bit 63 is h8."""

cdef extern from "bits.h":
    ctypedef unsigned long u64 "rb_u64"

    int lsb "rb_lsb"(u64 x) noexcept nogil
    int popcount "rb_popcount"(u64 x) noexcept nogil
    void copy_block "rb_copy_block"(void* to, const void* source, size_t size) noexcept nogil

    ctypedef struct Lookup "rb_lookup":
        u64 mask
        u64 magic
        const u64* table
        int shift

    u64 lookup_index "rb_index"(const Lookup* entry, u64 occupied) noexcept nogil
    u64 attacks "rb_attacks"(const Lookup* entry, u64 occupied) noexcept nogil


cdef inline u64 bit(int square) noexcept nogil:
    return <u64>1 << square


cdef inline int pop_lsb(u64* x) noexcept nogil:
    """Take the lowest square out of a set that is not empty."""
    cdef int square = lsb(x[0])
    x[0] &= x[0] - 1
    return square


cdef inline u64 up(u64 x) noexcept nogil:
    return x << 8


cdef inline u64 down(u64 x) noexcept nogil:
    return x >> 8


cdef inline u64 right(u64 x) noexcept nogil:
    """One file towards h; what stands on h falls off."""
    return (x << 1) & <u64>0xFEFEFEFEFEFEFEFE


cdef inline u64 left(u64 x) noexcept nogil:
    """One file towards a; what stands on a falls off."""
    return (x >> 1) & <u64>0x7F7F7F7F7F7F7F7F


cdef inline u64 split_mix(u64* seed) noexcept nogil:
    """SplitMix64 (Steele, Lea and Flood 2014): the next word of a fixed sequence, for zobrist keys."""
    cdef u64 z
    seed[0] += <u64>0x9E3779B97F4A7C15
    z = seed[0]
    z = (z ^ (z >> 30)) * <u64>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <u64>0x94D049BB133111EB
    return z ^ (z >> 31)
