"""Brax's moves on sets of points: where lines lead, what may move, captures, calls, perft, keys."""

from rebaz_core.bitboard cimport split_mix, u64
from rebaz_core.bitboard128 cimport bit128 as bit, pop_lsb128 as pop_lsb, popcount128 as popcount, u128
from rebaz_core.state cimport move_from, move_t, move_to

cdef u64 PIECE_KEY[2][POINTS]
cdef u64 FORCED_KEY[POINTS]
cdef u64 MARK_KEY[POINTS]
cdef u64 LAST_KEY[POINTS + 1]
cdef u64 MOVED_KEY[POINTS + 1]
cdef u64 BARRED_KEY[4]
cdef u64 QUIET_KEY[HUNT_LIMIT + 1]
cdef u64 SIDE_KEY
cdef u64 TURN_KEY


cdef inline bint may_call(const Lines* lines, const Board* board, int side, move_t move) noexcept nogil:
    """Whether a call is allowed after a capture by a side that is not barred."""
    cdef u128 men = (board.men[side] ^ bit(move_from(move))) | bit(move_to(move))
    cdef u128 enemy = board.men[1 - side] & ~bit(move_to(move))
    if move & DOUBLE:
        enemy &= ~bit(middle_of(move))
    return popcount(men | enemy) != 3 and call_forces(
        lines, side, men, victims(lines, board, side, enemy), move_to(move), board.last) != 0


cdef inline int walk(const Lines* lines, const Board* board, const int side, move_t* out, const bint counting,
                     const bint noisy) noexcept nogil:
    """The moves of a side, or only the captures, listed or just counted."""
    cdef u128 men = board.men[side], enemy = board.men[1 - side]
    cdef u128 empty = ~(men | enemy)
    cdef u128 pieces, others, to, quiet, ends, prey = 0, threats = 0, callable = 0, beside_last = 0, doubtful
    cdef int count = 0, source, target, middle, last = board.last
    cdef bint barred = (board.barred >> side) & 1 or not may_end_turn(lines, board, side)
    cdef bint calls = not barred and popcount(men | enemy) != 3
    cdef move_t move
    if ended(lines, board):
        return 0
    if calls and not noisy:
        # Quiet targets from where an enemy could be captured next.
        prey = victims(lines, board, side, enemy)
        threats = spread(lines, ANY, prey) | spread(lines, side, spread(lines, side, prey) & ~men)
        if last != NOWHERE and not prey & bit(last):
            last = NOWHERE
        if last != NOWHERE:
            beside_last = lines.step[side][last]
            if not reach(lines, side, last, ~<u128>0) & men:
                last = NOWHERE
    pieces = movers(lines, board, side)
    while pieces:
        source = pop_lsb(&pieces)
        to = reach(lines, side, source, empty)
        if not noisy:
            quiet = to & empty
            if calls:
                callable = threats
                if lines.step[side][source] & prey:
                    callable |= lines.step[side][source]    # back over the point that it leaves
                if last != NOWHERE:
                    others = men ^ bit(source)
                    if reach(lines, side, last, ~others) & others:
                        callable |= ~beside_last
                        doubtful = quiet & ~callable
                        while doubtful:
                            target = pop_lsb(&doubtful)
                            if reach(lines, side, last, ~(others | bit(target))) & others:
                                callable |= bit(target)
                callable &= quiet
            if counting:
                count += popcount(quiet) + popcount(callable)
            else:
                while quiet:
                    target = pop_lsb(&quiet)
                    move = <move_t>source | (<move_t>target << 7)
                    out[count] = move
                    count += 1
                    if callable & bit(target):
                        out[count] = move | CALL
                        count += 1
        to &= enemy
        while to:
            target = pop_lsb(&to)
            move = <move_t>source | (<move_t>target << 7)
            if not counting:
                out[count] = move
            count += 1
            if not barred and may_call(lines, board, side, move):
                if not counting:
                    out[count] = move | CALL
                count += 1
        others = lines.step[side][source] & enemy
        while others:
            middle = pop_lsb(&others)
            ends = lines.step[side][middle] & enemy
            while ends:
                move = <move_t>source | (<move_t>pop_lsb(&ends) << 7) | (<move_t>middle << MIDDLE_SHIFT) | DOUBLE
                if not counting:
                    out[count] = move
                count += 1
                if not barred and may_call(lines, board, side, move):
                    if not counting:
                        out[count] = move | CALL
                    count += 1
    return count


cdef int list_moves(const Lines* lines, const Board* board, int side, move_t* out) noexcept nogil:
    return walk(lines, board, side, out, False, False)


cdef int list_noisy(const Lines* lines, const Board* board, int side, move_t* out) noexcept nogil:
    return walk(lines, board, side, out, False, True)


cdef int count_moves(const Lines* lines, const Board* board, int side) noexcept nogil:
    return walk(lines, board, side, NULL, True, False)


cdef int list_prey(const Lines* lines, const Board* board, move_t* out) noexcept nogil:
    """What the prey of a hunt may do: moves without captures and calls."""
    cdef int i, count = 0
    for i in range(list_moves(lines, board, 1, out)):
        if not out[i] & CALL and not board.men[0] & bit(move_to(out[i])):
            out[count] = out[i]
            count += 1
    return count


cdef u64 leaves(const Lines* lines, const Board* board, int depth, int side) noexcept nogil:
    """Perft of at least one ply, on copies of the board."""
    cdef move_t[MOST_LISTED] moves
    cdef Board next_board
    cdef u64 nodes = 0
    cdef int i, count
    if depth == 1:
        return count_moves(lines, board, side)
    count = list_moves(lines, board, side, moves)
    for i in range(count):
        next_board = board[0]
        play(lines, &next_board, moves[i], side)
        nodes += leaves(lines, &next_board, depth - 1, side if next_board.moved != NOWHERE else 1 - side)
    return nodes


cdef u64 points_key(const u64* keys, u128 points) noexcept nogil:
    cdef u64 key = 0
    while points:
        key ^= keys[pop_lsb(&points)]
    return key


cdef u64 state_key(const Board* board) noexcept nogil:
    """The part of the key that is not about who stands where."""
    cdef u64 key = BARRED_KEY[board.barred] ^ points_key(FORCED_KEY, board.forced) ^ MOVED_KEY[board.moved + 1]
    return key ^ TURN_KEY if board.turn else key


cdef u64 board_key(const Board* board, int side) noexcept nogil:
    """The key of what repetition compares, from scratch."""
    cdef u64 key = (SIDE_KEY if side else 0) ^ state_key(board) ^ points_key(MARK_KEY, board.marked)
    return key ^ points_key(PIECE_KEY[0], board.men[0]) ^ points_key(PIECE_KEY[1], board.men[1])


cdef void play_keyed(const Lines* lines, Board* board, move_t move, int side) noexcept nogil:
    """Make a legal move and update the key."""
    cdef u128 enemy = board.men[1 - side], marked = board.marked
    cdef u64 key = board.key ^ state_key(board)
    play(lines, board, move, side)
    if board.moved == NOWHERE:
        key ^= SIDE_KEY
    key ^= PIECE_KEY[side][move_from(move)] ^ PIECE_KEY[side][move_to(move)]
    key ^= points_key(PIECE_KEY[1 - side], enemy ^ board.men[1 - side]) ^ points_key(MARK_KEY, marked ^ board.marked)
    board.key = key ^ state_key(board)


cdef void play_null(const Lines* lines, Board* board, int side) noexcept nogil:
    """Pass, under no duty, and update the key."""
    cdef u64 key = board.key ^ SIDE_KEY ^ state_key(board)
    board.barred &= ~(1 << side)
    board.last = NOWHERE
    board.moved = NOWHERE
    board.quiet = 0          # a pass ends what repetition looks back on
    if lines.teams:
        board.turn ^= side
    board.key = key ^ state_key(board)


cdef u64 whole_key(const Lines* lines, const Board* board) noexcept nogil:
    """The key of all that moves and ends depend on: the last moved piece, and where they count the quiet plies, too."""
    cdef u64 key = board.key ^ LAST_KEY[board.last + 1]
    cdef int limit = quiet_limit(lines, board)
    if limit != NOWHERE:
        key ^= QUIET_KEY[min(board.quiet, limit)]
    return key


cdef void build_keys():
    global SIDE_KEY, TURN_KEY
    cdef u64 seed = 1889
    cdef int i, side
    for i in range(POINTS):
        for side in range(2):
            PIECE_KEY[side][i] = split_mix(&seed)
        FORCED_KEY[i] = split_mix(&seed)
        LAST_KEY[i + 1] = split_mix(&seed)
    LAST_KEY[0] = 0
    for i in range(HUNT_LIMIT + 1):
        QUIET_KEY[i] = split_mix(&seed)
    BARRED_KEY[0] = 0
    for i in range(1, 4):
        BARRED_KEY[i] = split_mix(&seed)
    SIDE_KEY = split_mix(&seed)
    TURN_KEY = split_mix(&seed)
    MOVED_KEY[0] = 0
    for i in range(POINTS):
        MARK_KEY[i] = split_mix(&seed)
        MOVED_KEY[i + 1] = split_mix(&seed)


build_keys()
