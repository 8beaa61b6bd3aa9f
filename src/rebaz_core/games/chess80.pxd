"""Chess's board and moves on 80 squares, 8 files by 10 ranks."""

from rebaz_core.bitboard cimport u64
from rebaz_core.bitboard128 cimport u128
from rebaz_core.state cimport move_from, move_t, move_to

ctypedef u128 bits

cdef enum:
    SQUARES = 80

include "chess_board.pxi"
