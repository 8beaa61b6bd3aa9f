"""The state of a game of Rendezvous."""

from rebaz_core.attacks cimport BISHOP, ROOK
from rebaz_core.bitboard cimport attacks, bit, u64
from rebaz_core.state cimport State, move_t

cdef enum:
    # Phases.
    PLACE = 0
    SWAP
    STEPS
    REPLACE

    BOTH_FIRST = 3           # `first`: bit 0 for w, bit 1 for b
    TURN_SQUARES = 5
    FIRST_TURN_SQUARES = 2
    STEP_SQUARES = 3         # of a man, unless it is its side's only one outside
    SIDE_MEN = 8
    FIRST_STAGE_MEN = 10
    IDLE_LIMIT = 100
    MOST_CHOICES = 256       # moves in one position: 8 men with 8 rays of 3, one more turn's end; settings are 144

cdef struct Board:
    u64[2] men
    u64 rendezvous           # nothing in PLACE
    u64 moved                # men that stepped in this turn
    int side                 # that decides next
    int phase
    int left                 # squares left in this turn, 0 outside STEPS
    int first
    int idle
    int turn

# DISC[d][square]: the squares up to d king's moves away.
cdef u64[8][64] DISC

cdef inline u64 outside(const Board* board, int side) noexcept nogil:
    """A side's men that are not in the rendezvous."""
    return board.men[side] & ~board.rendezvous

cdef inline bint is_lost(u64 men) noexcept nogil:
    """Whether a side has at most one man."""
    return men & (men - 1) == 0

cdef inline bint is_over(const Board* board) noexcept nogil:
    return is_lost(board.men[0]) or is_lost(board.men[1]) or board.idle >= IDLE_LIMIT

cdef inline int reach_of(u64 out, u64 man, int left) noexcept nogil:
    """How far a man may step with `left` squares in hand, `out` being its side's men outside."""
    return left if left < STEP_SQUARES or out == man else STEP_SQUARES

cdef inline u64 targets_from(int square, u64 occupied, int reach) noexcept nogil:
    """Where a step of up to `reach` squares leads."""
    return (attacks(&ROOK[square], occupied) | attacks(&BISHOP[square], occupied)) & ~occupied & DISC[reach][square]

cdef struct Undo:
    Board board
    u64 key

cdef class RendezvousState(State):
    cdef Board board
    cdef Undo* undo
    cdef int undo_count, undo_room

    cdef void read_men(self, Board* board, str text) except *
    cdef void read_rendezvous(self, Board* board, str text) except *
    cdef void read_turn(self, Board* board, str left_text, str moved_text, str first_text) except *
    cdef void check_stage(self, const Board* board, str text, str side_text, str rendezvous_text) except *
    cdef void check_phase(self, const Board* board, str phase_text, str left_text) except *
    cdef move_t parse_swap(self, str text) except? 0
    cdef str step_fault(self, int source, int target)
    cdef str setting_fault(self, int mark, str orientation)
