/* Bit operations that Cython can't spell: one place for compiler and processor differences.
 *
 * REBAZ_PEXT (set by setup.py for processors whose PEXT is fast) indexes attack tables with PEXT;
 * otherwise multiplication magics do. Both fill the same tables in another order.
 */
#ifndef REBAZ_BITS_H
#define REBAZ_BITS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint64_t rb_u64;

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#define RB_ALWAYS_INLINE static __forceinline
RB_ALWAYS_INLINE int rb_lsb(rb_u64 x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
#else
#define RB_ALWAYS_INLINE static inline __attribute__((always_inline))
RB_ALWAYS_INLINE int rb_lsb(rb_u64 x) { return __builtin_ctzll(x); }
#endif

/* Cython marks its `cdef inline` functions with this; a mere hint is not enough to specialise
 * the move generator on side and mode. */
#undef CYTHON_INLINE
#define CYTHON_INLINE inline __attribute__((always_inline))
#if defined(_MSC_VER) && !defined(__clang__)
#undef CYTHON_INLINE
#define CYTHON_INLINE __forceinline
#endif

#if defined(__POPCNT__) || defined(__aarch64__)
RB_ALWAYS_INLINE int rb_popcount(rb_u64 x) { return __builtin_popcountll(x); }
#else
RB_ALWAYS_INLINE int rb_popcount(rb_u64 x) {
    x -= (x >> 1) & 0x5555555555555555ULL;
    x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
    return (int)((x * 0x0101010101010101ULL) >> 56);
}
#endif

/* Copy a block of constant size in place; compilers call memcpy for more than some 256 bytes. */
#if defined(__GNUC__)
typedef rb_u64 rb_row __attribute__((vector_size(32), aligned(8), may_alias));

RB_ALWAYS_INLINE void rb_copy_block(void *to, const void *from, size_t size) {
    const size_t rows = size / sizeof(rb_row), whole = rows * sizeof(rb_row);
#pragma GCC unroll 16
    for (size_t i = 0; i < rows; i++) ((rb_row *)to)[i] = ((const rb_row *)from)[i];
    memcpy((char *)to + whole, (const char *)from + whole, size - whole);
}
#else
#define rb_copy_block memcpy
#endif

/* Sets of more than 64 squares. */
#if defined(__SIZEOF_INT128__)
typedef unsigned __int128 rb_u128;

RB_ALWAYS_INLINE rb_u64 rb_low(rb_u128 x) { return (rb_u64)x; }
RB_ALWAYS_INLINE rb_u64 rb_high(rb_u128 x) { return (rb_u64)(x >> 64); }
RB_ALWAYS_INLINE rb_u128 rb_join(rb_u64 high, rb_u64 low) { return (rb_u128)high << 64 | low; }
RB_ALWAYS_INLINE int rb_lsb128(rb_u128 x) { return rb_low(x) ? rb_lsb(rb_low(x)) : 64 + rb_lsb(rb_high(x)); }
/* Without the branches of a 128-bit shift. */
RB_ALWAYS_INLINE rb_u128 rb_bit128(int square) {
    const rb_u64 upper = (rb_u64)(square >> 6);
    return rb_join(upper << (square & 63), (upper ^ 1) << (square & 63));
}

/* Take the lowest square out of a set that is not empty. */
RB_ALWAYS_INLINE int rb_pop_lsb128(rb_u128 *x) {
    rb_u64 low = rb_low(*x), high = rb_high(*x);
    int square;
    if (low) {
        square = rb_lsb(low);
        low &= low - 1;
    } else {
        square = 64 + rb_lsb(high);
        high &= high - 1;
    }
    *x = rb_join(high, low);
    return square;
}

RB_ALWAYS_INLINE int rb_popcount128(rb_u128 x) { return rb_popcount(rb_low(x)) + rb_popcount(rb_high(x)); }
#else
#error "boards of more than 64 squares need a compiler with unsigned __int128, such as GCC or Clang"
#endif

/* One square's entry into a shared attack table: `table[index of (occupied & mask)]`. */
typedef struct {
    rb_u64 mask;
    rb_u64 magic;
    const rb_u64 *table;
    int shift;
} rb_lookup;

#ifdef REBAZ_PEXT
#include <immintrin.h>
RB_ALWAYS_INLINE rb_u64 rb_index(const rb_lookup *l, rb_u64 occupied) { return _pext_u64(occupied, l->mask); }
#else
RB_ALWAYS_INLINE rb_u64 rb_index(const rb_lookup *l, rb_u64 occupied) {
    return ((occupied & l->mask) * l->magic) >> l->shift;
}
#endif

RB_ALWAYS_INLINE rb_u64 rb_attacks(const rb_lookup *l, rb_u64 occupied) { return l->table[rb_index(l, occupied)]; }

#endif
