"""The state of a game of Brax, and where its lines lead."""

from rebaz_core.bitboard cimport u64
from rebaz_core.bitboard128 cimport u128
from rebaz_core.state cimport State, move_t

cdef enum:
    FILES = 9
    POINTS = 81
    NOWHERE = -1
    ANY = 2                  # lines of either colour, where a side's stand for those of its own
    MIDDLE_SHIFT = 14        # a move's middle point, where it captures twice
    DOUBLE = 1 << 21         # a move that captures twice
    CALL = 1 << 22           # a move with a call
    MOST_PIECES = 7          # a side
    QUIET_LIMIT = 10         # plies without a capture that draw one against one
    HUNT_LIMIT = 120         # plies without a capture that save the prey of a hunt

cdef enum Policy:
    # How the prey of a hunt moves.
    RANDOM
    FLEE

cdef struct Lines:
    u128 step[3][POINTS]     # what one step leads to from a point along lines of w's colour, of b's, or any
    u128 east[3]             # points whose line to the right is of that colour
    u128 north[3]            # points whose line upwards is
    bint hunt                # w hunts with one piece, and a policy moves b's

cdef struct Board:
    u128 men[2]
    u128 forced              # pieces of the side to move, one of which must move
    u64 key                  # of all that repetition compares
    int last                 # where the opponent's last moved piece stands, or NOWHERE
    int barred               # bit by side: it may not call on its next turn
    int quiet                # plies since the last capture


cdef inline u128 spread(const Lines* lines, int colour, u128 points) noexcept nogil:
    """What one step along lines of a colour leads to from any of the points."""
    cdef u128 east = lines.east[colour]
    cdef u128 north = lines.north[colour]
    return ((points & east) << 1) | ((points >> 1) & east) | ((points & north) << FILES) | ((points >> FILES) & north)


cdef inline u128 reach(const Lines* lines, int side, int point, u128 passed) noexcept nogil:
    """The points from which a piece of `side` comes to a point in one or two steps, or to which it comes from there,
    where `passed` are the points that it may have in the middle."""
    return lines.step[ANY][point] | spread(lines, side, lines.step[side][point] & passed)


cdef inline int middle_of(move_t move) noexcept nogil:
    """The point in the middle of a double capture."""
    return (move >> MIDDLE_SHIFT) & 127


cdef class BraxState(State):
    cdef Lines lines
    cdef Board board
    cdef Board* undo
    cdef int undo_count
    cdef int undo_room
    cdef int policy
    cdef u64 seed            # of the random policy

    cdef set_lines(self, str letters)
    cdef move_t prey_move(self) noexcept nogil
    cdef int risk(self, move_t move) noexcept nogil
    cdef void settle(self) noexcept nogil
    cdef int occurrences(self, int plies, int wanted) noexcept nogil
    cdef str step_fault(self, int source, int target)
    cdef str double_fault(self, int source, int middle, int target)
    cdef str colour_fault(self, int start, int end)
    cdef str call_fault(self, move_t move)
