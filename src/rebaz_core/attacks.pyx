"""Attack tables of 64-square boards.

Sliders and lame leaps are looked up by the occupied squares among a square's blockers, through a multiplication
magic or PEXT (see ``bits.h``). A *lane* is a list of steps that must all be empty, and the steps it then leads to.
"""

from libc.stdlib cimport calloc, free

from rebaz_core.bitboard cimport Lookup, bit, lookup_index, popcount, u64

cdef extern from "magics.h":
    const unsigned long long[64] RB_ROOK_MAGIC
    const unsigned long long[64] RB_BISHOP_MAGIC
    const unsigned long long[64] RB_RING_MAGIC
    const unsigned long long[64] RB_DIAGONAL_LANE_MAGIC
    const unsigned long long[64] RB_HORIZONTAL_LANE_MAGIC
    const unsigned long long[64] RB_VERTICAL_LANE_MAGIC

ORTHOGONAL = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))

# What every subset of all blocker masks of a table adds up to, for all 64 squares.
cdef enum:
    ROOK_ENTRIES = 102400
    BISHOP_ENTRIES = 5248

cdef u64 ROOK_TABLE[ROOK_ENTRIES]
cdef u64 BISHOP_TABLE[BISHOP_ENTRIES]


cdef int step_square(int square, int file_step, int rank_step):
    """The square a step away, or -1 off the board."""
    cdef int file = square % 8 + file_step
    cdef int rank = square // 8 + rank_step
    if 0 <= file < 8 and 0 <= rank < 8:
        return rank * 8 + file
    return -1


cdef u64 squares_along(int square, object way):
    """The set of squares that `way`, offsets from `square`, names; empty if one of them is off the board."""
    cdef u64 squares = 0
    cdef int target
    for file_step, rank_step in way:
        target = step_square(square, file_step, rank_step)
        if target < 0:
            return 0
        squares |= bit(target)
    return squares


cdef void leaps(object steps, u64* out):
    """For every square the squares that single steps reach, whatever stands between."""
    cdef int square, target
    for square in range(64):
        out[square] = 0
        for file_step, rank_step in steps:
            target = step_square(square, file_step, rank_step)
            if target >= 0:
                out[square] |= bit(target)


cdef void reach(object steps, int distance, u64* out):
    """For every square the squares up to `distance` away along `steps` on an empty board."""
    leaps([(file * n, rank * n) for file, rank in steps for n in range(1, distance + 1)], out)


cdef u64 slide(int square, u64 occupied, int file_step, int rank_step) noexcept nogil:
    """A ray up to and with the first occupied square."""
    cdef int file = square % 8 + file_step
    cdef int rank = square // 8 + rank_step
    cdef u64 squares = 0
    while 0 <= file < 8 and 0 <= rank < 8:
        squares |= bit(rank * 8 + file)
        if occupied & bit(rank * 8 + file):
            break
        file += file_step
        rank += rank_step
    return squares


cdef u64 slider_attacks(int square, u64 occupied, bint diagonal) noexcept nogil:
    if diagonal:
        return (slide(square, occupied, 1, 1) | slide(square, occupied, 1, -1)
                | slide(square, occupied, -1, 1) | slide(square, occupied, -1, -1))
    return (slide(square, occupied, 1, 0) | slide(square, occupied, -1, 0)
            | slide(square, occupied, 0, 1) | slide(square, occupied, 0, -1))


cdef u64 blocker_mask(int square, bint diagonal) noexcept nogil:
    """The squares whose occupation changes a slider's attacks: its rays without the board's rim ahead."""
    cdef u64 rim = 0
    cdef u64 files = <u64>0x8181818181818181
    cdef u64 ranks = <u64>0xFF000000000000FF
    rim = (files & ~(<u64>0x0101010101010101 << (square % 8))) | (ranks & ~(<u64>0xFF << (square // 8 * 8)))
    return slider_attacks(square, 0, diagonal) & ~rim


cdef int fill_sliders(Lookup* out, u64* table, const unsigned long long* magics, bint diagonal) noexcept nogil:
    """Fill a slider's table; the number of entries used."""
    cdef int square, used = 0
    cdef u64 subset
    for square in range(64):
        out[square].mask = blocker_mask(square, diagonal)
        out[square].magic = magics[square]
        out[square].shift = 64 - popcount(out[square].mask)
        out[square].table = &table[used]
        subset = 0
        while True:
            table[used + lookup_index(&out[square], subset)] = slider_attacks(square, subset, diagonal)
            subset = (subset - out[square].mask) & out[square].mask
            if subset == 0:
                break
        used += 1 << popcount(out[square].mask)
    return used


cdef const unsigned long long* lane_magics(str kind):
    if kind == "ring":
        return RB_RING_MAGIC
    if kind == "diagonal":
        return RB_DIAGONAL_LANE_MAGIC
    if kind == "horizontal":
        return RB_HORIZONTAL_LANE_MAGIC
    return RB_VERTICAL_LANE_MAGIC


cdef class LaneTable:
    """Attacks of a piece by lanes.

    `lanes` is a list of (way, targets), both lists of offsets; a way with a square off the board is shut.
    `kind` names the magics made for the union of the ways: ring, diagonal, horizontal or vertical.
    """

    def __cinit__(self, str kind, lanes):
        cdef const unsigned long long* magics = lane_magics(kind)
        cdef int square, i, n = len(lanes)
        cdef int used = 0
        cdef u64 mask, subset, index, result
        cdef u64[16] ways
        cdef u64[16] targets
        cdef int[16] open_lane
        if n > 16:
            raise ValueError(f"at most 16 lanes a piece, not {n}")
        self.storage = <u64*>calloc(64 * 256, sizeof(u64))
        if self.storage == NULL:
            raise MemoryError
        for square in range(64):
            mask = 0
            for i in range(n):
                way, steps = lanes[i]
                ways[i] = squares_along(square, way)
                open_lane[i] = ways[i] != 0 or not way
                targets[i] = 0
                for step in steps:
                    targets[i] |= squares_along(square, (step,))
                mask |= ways[i]
            self.lookup[square].mask = mask
            self.lookup[square].magic = magics[square]
            # With nothing to block, any shift below 64 gives index 0.
            self.lookup[square].shift = 64 - popcount(mask) if mask else 63
            self.lookup[square].table = &self.storage[used]
            subset = 0
            while True:
                result = 0
                for i in range(n):
                    if open_lane[i] and not (subset & ways[i]):
                        result |= targets[i]
                index = lookup_index(&self.lookup[square], subset)
                if index >> popcount(mask) or self.storage[used + index] not in (0, result):
                    raise ImportError(f"the {kind} magic of square {square} does not fit its lanes; run find_magics.py")
                self.storage[used + index] = result
                subset = (subset - mask) & mask
                if subset == 0:
                    break
            used += 1 << popcount(mask)

    def __dealloc__(self):
        free(self.storage)


cdef void build_between():
    cdef int a, b
    cdef u64 ends
    for a in range(64):
        for b in range(64):
            BETWEEN[a * 64 + b] = 0
            LINE[a * 64 + b] = 0
            ends = bit(a) | bit(b)
            for diagonal in (False, True):
                if slider_attacks(a, 0, diagonal) & bit(b):
                    for file_step, rank_step in (DIAGONAL if diagonal else ORTHOGONAL):
                        if slide(a, 0, file_step, rank_step) & bit(b):
                            BETWEEN[a * 64 + b] = slide(a, bit(b), file_step, rank_step) & ~ends
                            LINE[a * 64 + b] = (slide(a, 0, file_step, rank_step)
                                                | slide(a, 0, -file_step, -rank_step) | bit(a))


fill_sliders(ROOK, ROOK_TABLE, RB_ROOK_MAGIC, False)
fill_sliders(BISHOP, BISHOP_TABLE, RB_BISHOP_MAGIC, True)
build_between()
