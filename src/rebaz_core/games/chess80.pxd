"""Chess's board and moves on 80 squares, 8 files by 10 ranks."""

from rebaz_core.bitboard cimport u64
from rebaz_core.bitboard128 cimport high, join, low, u128
from rebaz_core.state cimport move_from, move_t, move_to

ctypedef u128 bits

cdef enum:
    SQUARES = 80

cdef struct Diagonal:
    u64 low                  # the line without its square
    u64 high
    const u128* attacked     # by the inner six files' occupied squares

cdef Diagonal RISING[SQUARES]              # a1 to h8
cdef Diagonal FALLING[SQUARES]             # a8 to h1
cdef u64 FILE_ATTACKS[10][256][2]          # by rank and the inner eight ranks' occupied squares; file a, low and high
cdef unsigned char RANK_ATTACKS[8][64]     # by file and the inner six files' occupied squares
cdef bits KNIGHT_LEAPS[SQUARES]


cdef inline u64 inner_ranks(int file, bits occupied) noexcept nogil:
    """The squares of a file on ranks 2 to 9 as a number, rank 2 first."""
    cdef u64 ranks = (low(occupied) >> (file + 8)) | (high(occupied) << (56 - file))
    return ((ranks & <u64>0x0101010101010101) * <u64>0x0102040810204080) >> 56


cdef inline bits rook_attacks(int square, bits occupied) noexcept nogil:
    cdef int file = square & 7
    cdef int shift = square & 0x38
    cdef const u64* along_file = FILE_ATTACKS[square >> 3][inner_ranks(file, occupied)]
    cdef u64 rank
    if square < 64:
        rank = <u64>RANK_ATTACKS[file][(low(occupied) >> (shift + 1)) & 63] << shift
        return join(along_file[1] << file, (along_file[0] << file) | rank)
    rank = <u64>RANK_ATTACKS[file][(high(occupied) >> (shift + 1)) & 63] << shift
    return join((along_file[1] << file) | rank, along_file[0] << file)


cdef inline u64 inner_files(const Diagonal* line, bits occupied) noexcept nogil:
    """The squares of a diagonal on files b to g as a number, file b first."""
    return (((low(occupied) & line.low) | (high(occupied) & line.high)) * <u64>0x0202020202020202) >> 58


cdef inline bits bishop_attacks(int square, bits occupied) noexcept nogil:
    cdef const Diagonal* rising = &RISING[square]
    cdef const Diagonal* falling = &FALLING[square]
    return rising.attacked[inner_files(rising, occupied)] | falling.attacked[inner_files(falling, occupied)]


include "chess_board.pxi"
