"""Brax's moves on sets of points."""

from rebaz_core.bitboard cimport u64
from rebaz_core.bitboard128 cimport bit128 as bit, pop_lsb128 as pop_lsb, popcount128 as popcount, u128
from rebaz_core.state cimport move_from, move_t, move_to

cdef enum:
    FILES = 9
    POINTS = 81
    NOWHERE = -1
    ANY = 2                  # lines of either colour, where a side's stand for those of its own
    MIDDLE_SHIFT = 14        # a move's middle point, where it captures twice
    DOUBLE = 1 << 21         # a move that captures twice
    CALL = 1 << 22           # a move with a call
    MOST_PIECES = 7          # a side
    MOST_LISTED = 512        # seven pieces with sixteen targets each, each move with and without a call, and to spare
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
    bint teams               # two players a side move in turn, each only its own pieces
    bint allies              # w has two players, and a turn is two plies with different pieces

cdef struct Board:
    u128 men[2]
    u128 forced              # pieces of the side to move, one of which must move
    u128 marked              # pieces of the second players
    u64 key                  # of all that repetition compares
    int last                 # where the opponent's last moved piece stands, or NOWHERE
    int barred               # bit by side: it may not call on its next turn
    int quiet                # plies since the last capture
    int turn                 # which of the partners moves
    int moved                # where the piece now stands that the side to move has moved in its turn, or NOWHERE


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


cdef inline int quiet_limit(const Lines* lines, const Board* board) noexcept nogil:
    """How many plies without a capture end the game; NOWHERE if none do."""
    if lines.hunt:
        return HUNT_LIMIT
    return QUIET_LIMIT if popcount(board.men[0] | board.men[1]) == 2 else NOWHERE


cdef inline bint may_end_turn(const Lines* lines, const Board* board, int side) noexcept nogil:
    """Whether the next move may be the last of the turn and so end with a call."""
    return not lines.allies or board.moved != NOWHERE or popcount(board.men[side]) == 1


cdef inline bint ended(const Lines* lines, const Board* board) noexcept nogil:
    """Whether the game is over for perft, which takes no notice of repetition."""
    if not board.men[0] or not board.men[1]:
        return True
    return board.quiet >= QUIET_LIMIT and <unsigned int>board.quiet >= <unsigned int>quiet_limit(lines, board)


cdef inline u128 in_turn(const Lines* lines, const Board* board, u128 men, int turn) noexcept nogil:
    """Which of a side's men the player in turn moves: all, but between partners the own ones if there are any."""
    cdef u128 own
    if not lines.teams:
        return men
    own = men & (board.marked if turn else ~board.marked)
    return own if own else men


cdef inline u128 victims(const Lines* lines, const Board* board, int side, u128 enemy) noexcept nogil:
    """Which of the enemies a call of `side` could force: those of the player who is next."""
    return in_turn(lines, board, enemy, board.turn ^ side)


cdef inline u128 mobile(const Lines* lines, const Board* board, int side, u128 pieces) noexcept nogil:
    """Those of a side's pieces that have a move, though perhaps not under a duty."""
    return pieces & spread(lines, ANY, ~board.men[side])


cdef inline u128 allied_movers(const Lines* lines, const Board* board, int side) noexcept nogil:
    """The pieces that may move where a turn is two plies: not the one that has moved, w's first player's and then the
    second's, of them the forced ones, if any has a move."""
    cdef u128 able = mobile(lines, board, side, board.men[side])
    cdef u128 own
    if board.moved != NOWHERE:
        able &= ~bit(board.moved)
    own = able if side else able & (~board.marked if board.moved == NOWHERE else board.marked)
    # The partner moves for a player who has no move.
    own = own if own else able
    return own & board.forced if own & board.forced else own


cdef inline u128 movers(const Lines* lines, const Board* board, int side) noexcept nogil:
    """The pieces that may move: where a duty holds, the forced ones, if any has a move."""
    cdef u128 own, forced = 0 if lines.allies else board.forced
    while forced:
        # Whatever moves two steps could also stop after the first.
        if lines.step[ANY][pop_lsb(&forced)] & ~board.men[side]:
            return board.forced
    if lines.allies:
        return allied_movers(lines, board, side)
    if not lines.teams:
        return board.men[side]
    own = in_turn(lines, board, board.men[side], board.turn)
    # The partner moves for a player who has no move.
    return own if spread(lines, ANY, own) & ~board.men[side] else board.men[side]


cdef inline u128 call_forces(const Lines* lines, int side, u128 men, u128 enemy, int moved, int last) noexcept nogil:
    """What a call would force, on the board after the move: of the enemies that can be forced those that the piece just
    moved could capture, and the one that the opponent moved last, if another piece could."""
    cdef u128 forced = reach(lines, side, moved, ~men) & enemy
    if last != NOWHERE and bit(last) & enemy & ~forced and reach(lines, side, last, ~men) & men & ~bit(moved):
        forced |= bit(last)
    return forced


cdef inline void play(const Lines* lines, Board* board, move_t move, int side) noexcept nogil:
    """Make a legal move; the key stays as it is."""
    cdef int target = move_to(move)
    cdef u128 enemy = board.men[1 - side]
    board.men[side] = (board.men[side] ^ bit(move_from(move))) | bit(target)
    board.men[1 - side] &= ~bit(target)
    if move & DOUBLE:
        board.men[1 - side] &= ~bit(middle_of(move))
    board.quiet = board.quiet + 1 if board.men[1 - side] == enemy else 0
    if lines.teams or lines.allies:
        if board.marked & bit(move_from(move)):
            board.marked |= bit(target)
        else:
            board.marked &= ~bit(target)
        board.marked &= board.men[0] | board.men[1]
    if lines.allies:
        if board.moved == NOWHERE and mobile(lines, board, side, board.men[side] & ~bit(target)):
            # The turn goes on; the duty is done or holds for what is left of it.
            if board.forced & bit(move_from(move)):
                board.forced = 0
            if board.last != NOWHERE and not board.men[1 - side] & bit(board.last):
                board.last = NOWHERE
            board.moved = target
            return
        board.moved = NOWHERE
    board.forced = 0
    board.barred &= ~(1 << side)
    if move & CALL:
        board.forced = call_forces(
            lines, side, board.men[side], victims(lines, board, side, board.men[1 - side]), target, board.last)
        board.barred |= 1 << side
    board.last = target
    if lines.teams:
        board.turn ^= side


cdef int list_moves(const Lines* lines, const Board* board, int side, move_t* out) noexcept nogil
cdef int list_noisy(const Lines* lines, const Board* board, int side, move_t* out) noexcept nogil
cdef int list_prey(const Lines* lines, const Board* board, move_t* out) noexcept nogil
cdef int count_moves(const Lines* lines, const Board* board, int side) noexcept nogil
cdef void play_keyed(const Lines* lines, Board* board, move_t move, int side) noexcept nogil
cdef void play_null(const Lines* lines, Board* board, int side) noexcept nogil
cdef u64 leaves(const Lines* lines, const Board* board, int depth, int side) noexcept nogil
cdef u64 board_key(const Board* board, int side) noexcept nogil
cdef u64 whole_key(const Lines* lines, const Board* board) noexcept nogil
