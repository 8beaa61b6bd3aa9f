"""Four kings' board and moves."""

from rebaz_core.bitboard cimport bit, u64
from rebaz_core.games.jacke_deck cimport TYPES, Card, Extra, Mode, Rules
from rebaz_core.state cimport Outcome, move_t

cdef enum:
    SIDES = 4
    EMPTY = 255
    QUIET_LIMIT = 100

cdef struct Board:
    u64[TYPES] by_type
    u64[SIDES] by_side
    u64 unmoved              # pawns that still have their double step
    u64 special              # men with another card than their type's plain one
    u64 movers               # of these, those whose card adds moves
    u64 auras                # and those with a permanent effect
    u64 key
    move_t pending           # the attack that the king of `side` has to answer; 0 without one
    unsigned char side
    unsigned char rotation   # 0 cw, 1 ccw
    unsigned char quiet
    unsigned short[64] card  # of the man there
    unsigned char[64] squares     # side << 3 | type, or EMPTY
    unsigned char[64] damage      # 0 where nobody stands

cdef u64 KING_STEPS[64]
cdef u64[SIDES] FAR_EDGE
cdef u64[SIDES] FIRST_EDGE

cdef inline u64 occupied_squares(const Board* board) noexcept nogil:
    return board.by_side[0] | board.by_side[1] | board.by_side[2] | board.by_side[3]

cdef inline bint lives(const Board* board, int side) noexcept nogil:
    return (board.by_type[TYPES - 1] & board.by_side[side]) != 0

cdef inline bint can_evade(const Board* board, int king) noexcept nogil:
    """Whether a king has an empty square to step to."""
    return (KING_STEPS[king] & ~occupied_squares(board)) != 0

cdef bint is_last_king(const Board* board) noexcept nogil
cdef void place(const Rules* rules, Board* board, int piece, int square, int card) noexcept nogil
cdef u64 board_key(const Board* board) noexcept nogil
cdef void bonuses(const Rules* rules, const Board* board, int source, int target, int* attack,
                  int* defense) noexcept nogil
cdef u64 attacks_from(const Rules* rules, const Board* board, int square) noexcept nogil
cdef int list_moves(const Rules* rules, const Board* board, move_t* out, Mode mode) noexcept nogil
cdef int count_moves(const Rules* rules, const Board* board) noexcept nogil
cdef int fight_outcomes(const Rules* rules, const Board* board, move_t move, Outcome* out) noexcept nogil
cdef void make_move(const Rules* rules, Board* board, move_t move) noexcept nogil
cdef void pass_over(const Rules* rules, Board* board) noexcept nogil
cdef u64 leaves(const Rules* rules, Board* board, int depth) noexcept nogil
