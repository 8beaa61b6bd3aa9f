"""Jacke's board, moves and combat."""

from rebaz_core.bitboard cimport Lookup, attacks, bit, lsb, u64
from rebaz_core.games.jacke_deck cimport KING, TYPES, Card, Extra, Mode, Rules
from rebaz_core.state cimport Outcome, move_t

cdef enum:
    EMPTY = 16               # on the board array; a man is side << 3 | type

cdef struct Board:
    u64[TYPES] by_type
    u64[2] by_side
    u64 unmoved              # pawns that have not moved
    u64 special              # men with another card than their type's plain one
    u64 movers               # of these, those whose card adds moves
    u64 fighters             # those with a combat or defense effect
    u64 auras                # and those with a permanent effect
    u64 key
    move_t pending           # the attack that the king of the side to move has to answer; 0 without one
    int halfmove
    int reversible           # moves since the last one after which no earlier position can come back
    short ep                 # the square passed over, if an enemy pawn stands ready to take there; else -1
    unsigned short[64] card  # of the man there
    unsigned char[64] squares
    unsigned char[64] damage
    unsigned char[64] outcomes    # how many a fight against the man there has, if no effects count

cdef Lookup ROOK_AT[64]
cdef Lookup BISHOP_AT[64]
cdef u64 KNIGHT_LEAPS[64]
cdef u64 WITHIN[9][64]       # [king's steps][square]; 8 and more is the whole board
cdef u64 KING_STEPS[64]
cdef u64 PAWN_ATTACKS[2][64]

cdef inline u64 occupied_squares(const Board* board) noexcept nogil:
    return board.by_side[0] | board.by_side[1]

cdef inline u64 king_of(const Board* board, int side) noexcept nogil:
    """The king as a set; empty if it has been captured."""
    return board.by_type[KING] & board.by_side[side]

cdef inline bint can_evade(const Board* board, int king) noexcept nogil:
    """Whether a king on a square has an empty one to step to."""
    return (KING_STEPS[king] & ~occupied_squares(board)) != 0

cdef inline u64 rook_attacks(int square, u64 occupied) noexcept nogil:
    return attacks(&ROOK_AT[square], occupied)

cdef inline u64 bishop_attacks(int square, u64 occupied) noexcept nogil:
    return attacks(&BISHOP_AT[square], occupied)

cdef inline u64 slides(const unsigned char* distances, int square, u64 occupied) noexcept nogil:
    """Squares that slides of an `Extra` reach."""
    return ((rook_attacks(square, occupied) & WITHIN[distances[0]][square])
            | (bishop_attacks(square, occupied) & WITHIN[distances[1]][square]))

cdef u64 piece_attacks(int type, int square, u64 occupied) noexcept nogil
cdef int victim_square(move_t move, int side) noexcept nogil
cdef void bonuses(const Rules* rules, const Board* board, int source, int victim, int* attack,
                  int* defense) noexcept nogil
cdef int list_moves(const Rules* rules, const Board* board, move_t* out, int side, Mode mode) noexcept nogil
cdef int count_moves(const Rules* rules, const Board* board, int side) noexcept nogil
cdef int list_outcomes(const Rules* rules, const Board* board, move_t decision, int side, Outcome* out) noexcept nogil
cdef void make_move(const Rules* rules, Board* board, move_t move, int side) noexcept nogil
cdef void make_null_move(Board* board) noexcept nogil
cdef void place(const Rules* rules, Board* board, int piece, int square, int card, int damage) noexcept nogil
cdef void note_ep(Board* board, int square, int side) noexcept nogil
cdef u64 leaves(const Rules* rules, const Board* board, int depth, int side) noexcept nogil
cdef u64 board_key(const Board* board, int side) noexcept nogil
