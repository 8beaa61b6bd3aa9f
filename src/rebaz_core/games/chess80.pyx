"""Chess's moves on 80 squares: the rules of ``chess_rules.pxi`` over 128-bit sets.

Sliders go by subtraction (hyperbola quintessence): on a line through the slider, taking it twice from the occupied
squares borrows up to the first of them above it, and with the ranks in reverse order down to the first below it. Ranks,
which that does not reverse, are looked up.
"""

from rebaz_core.bitboard cimport split_mix, u64
from rebaz_core.bitboard128 cimport (bit128 as bit, flip128, high, join, left128 as left, low, lsb128 as lsb,
                                     popcount128 as popcount, right128 as right, u128)
from rebaz_core.state cimport MAX_MOVES, move_from, move_t, move_to

cdef struct Lines:
    u128 file                # the line without the square
    u128 rising              # a1 to h8
    u128 falling             # a8 to h1
    u128 twice               # the square, doubled
    u128 twice_flipped       # the same with the ranks in reverse order

cdef bits ALL_SQUARES
cdef Lines LINES[SQUARES]
cdef unsigned char RANK_ATTACKS[8][64]   # by file and the six inner squares of the rank
cdef bits KNIGHT_LEAPS[SQUARES]
cdef bits KING_STEPS[SQUARES]
cdef bits BETWEEN[SQUARES * SQUARES]
cdef bits LINE[SQUARES * SQUARES]


cdef inline u128 along(u128 line, const Lines* lines, u128 occupied) noexcept nogil:
    cdef u128 blockers = occupied & line
    return ((blockers - lines.twice) ^ flip128(flip128(blockers) - lines.twice_flipped)) & line


cdef inline bits rook_attacks(int square, bits occupied) noexcept nogil:
    cdef int shift = square & 0x78
    cdef unsigned int inner = <unsigned int>(occupied >> (shift + 1)) & 63
    return along(LINES[square].file, &LINES[square], occupied) | (<u128>RANK_ATTACKS[square & 7][inner] << shift)


cdef inline bits bishop_attacks(int square, bits occupied) noexcept nogil:
    cdef const Lines* lines = &LINES[square]
    return along(lines.rising, lines, occupied) | along(lines.falling, lines, occupied)


include "chess_rules.pxi"


cdef int step_square(int square, int file_step, int rank_step):
    """The square a step away, or -1 off the board."""
    cdef int file = square % 8 + file_step
    cdef int rank = square // 8 + rank_step
    return rank * 8 + file if 0 <= file < 8 and 0 <= rank < SQUARES // 8 else -1


cdef bits ray(int square, int file_step, int rank_step):
    """All squares from a square in one direction."""
    cdef bits squares = 0
    square = step_square(square, file_step, rank_step)
    while square >= 0:
        squares |= bit(square)
        square = step_square(square, file_step, rank_step)
    return squares


cdef void build_lines():
    """LINES, LINE and BETWEEN."""
    cdef int square, other, file_step, rank_step
    cdef bits line
    for square in range(SQUARES):
        LINES[square].file = ray(square, 0, 1) | ray(square, 0, -1)
        LINES[square].rising = ray(square, 1, 1) | ray(square, -1, -1)
        LINES[square].falling = ray(square, 1, -1) | ray(square, -1, 1)
        LINES[square].twice = bit(square) << 1
        LINES[square].twice_flipped = flip128(bit(square)) << 1
        for file_step in range(-1, 2):
            for rank_step in range(-1, 2):
                if not file_step and not rank_step:
                    continue
                line = ray(square, file_step, rank_step) | ray(square, -file_step, -rank_step) | bit(square)
                other = step_square(square, file_step, rank_step)
                while other >= 0:
                    LINE[square * SQUARES + other] = line
                    BETWEEN[square * SQUARES + other] = (ray(square, file_step, rank_step)
                                                         & ray(other, -file_step, -rank_step))
                    other = step_square(other, file_step, rank_step)


cdef void build_steps():
    """KNIGHT_LEAPS, KING_STEPS and RANK_ATTACKS."""
    cdef int square, target, file_step, rank_step, inner, file, step
    for square in range(SQUARES):
        for file_step in range(-2, 3):
            for rank_step in range(-2, 3):
                target = step_square(square, file_step, rank_step)
                if target < 0:
                    continue
                if abs(file_step * rank_step) == 2:
                    KNIGHT_LEAPS[square] |= bit(target)
                elif target != square and abs(file_step) < 2 and abs(rank_step) < 2:
                    KING_STEPS[square] |= bit(target)
    for square in range(8):
        for inner in range(64):
            for step in (-1, 1):
                file = square + step
                while 0 <= file < 8:
                    RANK_ATTACKS[square][inner] |= 1 << file
                    if (inner << 1) >> file & 1:
                        break
                    file += step


ALL_SQUARES = join(0xFFFF, ~<u64>0)
build_lines()
build_steps()
build_rays()
build_keys(2015)
