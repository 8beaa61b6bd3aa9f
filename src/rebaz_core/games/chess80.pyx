"""Chess's moves on 80 squares: the rules of ``chess_rules.pxi`` over 128-bit sets.

A slider's line has at most one square on a file, or is a file: a multiplication gathers its occupied squares into one
number, which a table answers with the squares attacked.
"""

from rebaz_core.bitboard cimport copy_block, split_mix, u64
from rebaz_core.bitboard128 cimport (bit128 as bit, down128, high, join, left128, low, lsb128 as lsb,
                                     pop_lsb128 as pop_lsb, popcount128 as popcount, right128, u128, up128)
from rebaz_core.state cimport MAX_MOVES, move_from, move_t, move_to

cdef bits NOT_FILE_A = join(<u64>0xFEFEFEFEFEFEFEFE, <u64>0xFEFEFEFEFEFEFEFE)
cdef bits NOT_FILE_H = join(<u64>0x7F7F7F7F7F7F7F7F, <u64>0x7F7F7F7F7F7F7F7F)
cdef u128 DIAGONAL_TABLE[2 * SQUARES][64]
cdef bits KING_STEPS[SQUARES]
cdef bits BETWEEN[SQUARES * SQUARES]
cdef bits LINE[SQUARES * SQUARES]


cdef inline bits unblocked_rooks(bits rooks, bits free) noexcept nogil:
    return rooks & (up128(free) | down128(free) | left128(free) | right128(free))


cdef inline bits unblocked_bishops(bits bishops, bits free) noexcept nogil:
    cdef bits beside = left128(free) | right128(free)
    return bishops & (up128(beside) | down128(beside))


include "chess_rules.pxi"


cdef int step_square(int square, int file_step, int rank_step):
    """The square a step away, or -1 off the board."""
    cdef int file = square % 8 + file_step
    cdef int rank = square // 8 + rank_step
    return rank * 8 + file if 0 <= file < 8 and 0 <= rank < SQUARES // 8 else -1


cdef bits ray(int square, int file_step, int rank_step, bits occupied):
    """The squares from a square in one direction, up to and with the first occupied one."""
    cdef bits squares = 0
    square = step_square(square, file_step, rank_step)
    while square >= 0:
        squares |= bit(square)
        if occupied & bit(square):
            break
        square = step_square(square, file_step, rank_step)
    return squares


cdef void build_diagonal(Diagonal* line, u128* table, int square, int rank_step):
    """One diagonal through a square, rising to the right by `rank_step`."""
    cdef u128 whole = ray(square, 1, rank_step, 0) | ray(square, -1, -rank_step, 0)
    cdef u128 occupied
    cdef int inner, other
    line.low = low(whole)
    line.high = high(whole)
    line.attacked = table
    for inner in range(64):
        occupied = 0
        for other in range(SQUARES):
            if whole & bit(other) and (inner << 1) >> (other & 7) & 1:
                occupied |= bit(other)
        table[inner] = ray(square, 1, rank_step, occupied) | ray(square, -1, -rank_step, occupied)


cdef void build_sliders():
    """The tables of lines, ranks and files."""
    cdef int square, rank, occupied
    cdef u128 blockers, attacked
    for square in range(SQUARES):
        build_diagonal(&RISING[square], DIAGONAL_TABLE[2 * square], square, 1)
        build_diagonal(&FALLING[square], DIAGONAL_TABLE[2 * square + 1], square, -1)
    for square in range(8):
        for occupied in range(64):
            attacked = ray(square, 1, 0, <u128>occupied << 1) | ray(square, -1, 0, <u128>occupied << 1)
            RANK_ATTACKS[square][occupied] = low(attacked)
    for occupied in range(256):
        blockers = 0
        for rank in range(8):
            if occupied >> rank & 1:
                blockers |= bit(8 * rank + 8)
        for rank in range(SQUARES // 8):
            attacked = ray(8 * rank, 0, 1, blockers) | ray(8 * rank, 0, -1, blockers)
            FILE_ATTACKS[rank][occupied][0] = low(attacked)
            FILE_ATTACKS[rank][occupied][1] = high(attacked)


cdef void build_lines():
    """LINE and BETWEEN."""
    cdef int square, other, file_step, rank_step
    cdef bits line
    for square in range(SQUARES):
        for file_step in range(-1, 2):
            for rank_step in range(-1, 2):
                if not file_step and not rank_step:
                    continue
                line = ray(square, file_step, rank_step, 0) | ray(square, -file_step, -rank_step, 0) | bit(square)
                other = step_square(square, file_step, rank_step)
                while other >= 0:
                    LINE[square * SQUARES + other] = line
                    BETWEEN[square * SQUARES + other] = (ray(square, file_step, rank_step, 0)
                                                         & ray(other, -file_step, -rank_step, 0))
                    other = step_square(other, file_step, rank_step)


cdef void build_steps():
    """KNIGHT_LEAPS and KING_STEPS."""
    cdef int square, target, file_step, rank_step
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


build_sliders()
build_lines()
build_steps()
build_rays()
build_keys(2015)
