# Jacke's keys and the making of moves, a part of jacke_moves.pyx.

# --- keys ------------------------------------------------------------------------------------------------------------

cdef u64 PIECE_KEY[EMPTY][64]
cdef u64 UNMOVED_KEY[64]
cdef u64 EP_KEY[64]
cdef u64 SIDE_KEY


cdef inline u64 scattered(u64 what, u64 seed) noexcept nogil:
    """A key for what is too many to tabulate."""
    seed ^= what << 20
    return split_mix(&seed)


cdef inline u64 pending_key(move_t pending) noexcept nogil:
    return scattered(pending, 3) if pending else 0


cdef inline u64 ep_key(int square) noexcept nogil:
    return EP_KEY[square] if square >= 0 else 0


cdef inline u64 man_key(const Board* board, int square) noexcept nogil:
    """All that the key knows of the man on a square."""
    cdef u64 key = PIECE_KEY[board.squares[square]][square]
    if board.unmoved & bit(square):
        key ^= UNMOVED_KEY[square]
    if board.special & bit(square):
        key ^= scattered(<u64>board.card[square] << 6 | square, 1)
    if board.damage[square]:
        key ^= scattered(<u64>board.damage[square] << 6 | square, 2)
    return key


cdef u64 board_key(const Board* board, int side) noexcept nogil:
    """The key from scratch."""
    cdef u64 men = occupied_squares(board)
    cdef u64 key = ep_key(board.ep) ^ pending_key(board.pending) ^ (SIDE_KEY if side else 0)
    while men:
        key ^= man_key(board, pop_lsb(&men))
    return key


# --- making moves ----------------------------------------------------------------------------------------------------

cdef inline void weigh(const Rules* rules, Board* board, int square) noexcept nogil:
    """Keep how many outcomes an attack on the man there has by itself."""
    board.outcomes[square] = fight_count(0, rules.cards[board.card[square]].defense, health_left(rules, board, square),
                                         rules.accumulate)


cdef void place(const Rules* rules, Board* board, int piece, int square, int card, int damage) noexcept nogil:
    """Put a man on an empty square; the key is left alone."""
    cdef u64 here = bit(square)
    cdef int effect = rules.cards[card].effect
    board.by_type[piece & 7] |= here
    board.by_side[piece >> 3] |= here
    board.squares[square] = piece
    board.card[square] = card
    board.damage[square] = damage
    if card >= TYPES:
        board.special |= here
    if effect == MOVEMENT:
        board.movers |= here
    elif effect == PERMANENT:
        board.auras |= here
    elif effect == COMBAT or effect == DEFENSE:
        board.fighters |= here
    weigh(rules, board, square)


cdef inline void lift(Board* board, int square) noexcept nogil:
    """Take a man from its square; the key is left alone."""
    cdef u64 there = ~bit(square)
    cdef int piece = board.squares[square]
    board.by_type[piece & 7] &= there
    board.by_side[piece >> 3] &= there
    board.squares[square] = EMPTY
    board.damage[square] = 0
    board.unmoved &= there
    board.special &= there
    board.movers &= there
    board.fighters &= there
    board.auras &= there


cdef inline void shift(u64* men, int source, int target) noexcept nogil:
    if men[0] & bit(source):
        men[0] ^= bit(source) | bit(target)


cdef inline void walk(Board* board, int source, int target) noexcept nogil:
    """Move a man with its card and damage to an empty square; the key is left alone."""
    cdef int piece = board.squares[source]
    cdef u64 way = bit(source) | bit(target)
    board.by_type[piece & 7] ^= way
    board.by_side[piece >> 3] ^= way
    board.squares[source] = EMPTY
    board.squares[target] = piece
    board.card[target] = board.card[source]
    board.damage[target] = board.damage[source]
    board.damage[source] = 0
    board.outcomes[target] = board.outcomes[source]
    board.unmoved &= ~bit(source)
    if board.special & bit(source):
        board.special ^= way
        shift(&board.movers, source, target)
        shift(&board.fighters, source, target)
        shift(&board.auras, source, target)


cdef inline void note_ep(Board* board, int square, int side) noexcept nogil:
    """Note a square just passed over, if a pawn of `side`, to move, stands ready to take there."""
    board.ep = square if PAWN_ATTACKS[1 - side][square] & board.by_type[PAWN] & board.by_side[side] else -1


cdef inline void arrive(const Rules* rules, Board* board, move_t move, const int side, const bint keyed) noexcept nogil:
    """A man of `side`'s goes to the empty square of its move, and promotes there if the move says so."""
    cdef int source = move_from(move)
    cdef int target = move_to(move)
    cdef int type
    cdef bint pawn = board.squares[source] & 7 == PAWN
    if pawn:
        board.halfmove = 0
        # A card can take a pawn back to where it was.
        if move & PROMOTES or not board.movers & bit(source):
            board.reversible = 0
    if keyed:
        board.key ^= man_key(board, source)
    if move & PROMOTES:
        type = (move >> PROMOTED_SHIFT) & 7
        lift(board, source)
        place(rules, board, side << 3 | type, target, type, 0)
    else:
        walk(board, source, target)
    if keyed:
        board.key ^= man_key(board, target)


cdef inline void strike(const Rules* rules, Board* board, move_t move, int outcome, const int side,
                        const bint keyed) noexcept nogil:
    """What the fight of an attack of `side`'s comes to."""
    cdef int victim
    if outcome == FAILED:
        return
    victim = victim_square(move, side)
    board.halfmove = 0
    board.reversible = 0
    if keyed:
        board.key ^= man_key(board, victim)
    if outcome == CAPTURED:
        lift(board, victim)
        arrive(rules, board, move, side, keyed)
        return
    board.damage[victim] += outcome - DAMAGED
    weigh(rules, board, victim)
    if keyed:
        board.key ^= man_key(board, victim)


cdef inline void play(const Rules* rules, Board* board, move_t move, const int side, const bint keyed) noexcept nogil:
    """Make a completed move of `side`'s, with the key kept up or left behind. An answer leaves it the turn."""
    cdef int outcome = (move & OUTCOME_MASK) >> OUTCOME_SHIFT
    cdef move_t pending
    board.reversible += 1
    if keyed:
        board.key ^= ep_key(board.ep)
    board.ep = -1
    if outcome == EVADED:
        board.pending = move & ~OUTCOME_MASK
        if keyed:
            board.key ^= pending_key(board.pending) ^ SIDE_KEY
        return
    board.halfmove += 1
    if move & ANSWER:
        pending = board.pending
        if keyed:
            board.key ^= pending_key(pending)
        board.pending = 0
        if move & ATTACK:
            strike(rules, board, pending, outcome, 1 - side, keyed)
        else:
            arrive(rules, board, move, side, keyed)
            arrive(rules, board, pending, 1 - side, keyed)
        return
    if move & ATTACK:
        strike(rules, board, move, outcome, side, keyed)
    else:
        arrive(rules, board, move, side, keyed)
        if move & DOUBLE_STEP:
            note_ep(board, (move_from(move) + move_to(move)) >> 1, 1 - side)
            if keyed:
                board.key ^= ep_key(board.ep)
    if keyed:
        board.key ^= SIDE_KEY


cdef void make_move(const Rules* rules, Board* board, move_t move, int side) noexcept nogil:
    """Make a completed move of `side`'s; whose turn it is is the caller's business."""
    play(rules, board, move, side, True)


cdef void make_null_move(Board* board) noexcept nogil:
    """Pass. Nothing before it can be repeated after it, so the clock begins anew."""
    board.key ^= SIDE_KEY ^ ep_key(board.ep)
    board.ep = -1
    board.halfmove = 0
    board.reversible = 0
