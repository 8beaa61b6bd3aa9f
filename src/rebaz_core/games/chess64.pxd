"""Chess's board and moves on 64 squares."""

from rebaz_core.bitboard cimport u64
from rebaz_core.state cimport move_from, move_t, move_to

ctypedef u64 bits

cdef enum:
    SQUARES = 64

include "chess_board.pxi"
