# Chess's attacks and legal moves on sets of squares of type `bits`. The including module defines `bits`, SQUARES,
# its `bit`, `lsb`, `pop_lsb`, `popcount`, NOT_FILE_A, NOT_FILE_H, the tables KING_STEPS, LINE and BETWEEN, and
# `unblocked_rooks` and `unblocked_bishops`: those of the pieces that may have a square next to them in `free` to go to.
# Once the tables are filled, it calls `build_rays` and `build_keys`.

# --- attacks ---------------------------------------------------------------------------------------------------------

cdef inline bits ahead(bits x, int side) noexcept nogil:
    return x << 8 if side == 0 else x >> 8


cdef inline bits ahead_left(bits x, int side) noexcept nogil:
    """One rank ahead of `side` and one file towards a; what stands on a falls off."""
    return (x & NOT_FILE_A) << 7 if side == 0 else (x & NOT_FILE_A) >> 9


cdef inline bits ahead_right(bits x, int side) noexcept nogil:
    return (x & NOT_FILE_H) << 9 if side == 0 else (x & NOT_FILE_H) >> 7


cdef bits PAWN_ATTACKS[2][SQUARES]       # [side][square]
cdef bits NEAR[SQUARES]                  # whence a knight, a king or a pawn may attack
cdef bits STRAIGHT_RAYS[SQUARES]         # what a rook attacks on an empty board
cdef bits SLANTING_RAYS[SQUARES]         # and a bishop


cdef void build_rays():
    cdef int square, side
    for square in range(SQUARES):
        for side in range(2):
            PAWN_ATTACKS[side][square] = ahead_left(bit(square), side) | ahead_right(bit(square), side)
        NEAR[square] = KNIGHT_LEAPS[square] | KING_STEPS[square]
        STRAIGHT_RAYS[square] = rook_attacks(square, 0)
        SLANTING_RAYS[square] = bishop_attacks(square, 0)


cdef bits attackers_to(const Board* board, int square, bits occupied) noexcept nogil:
    """Pieces of both sides that attack a square with those squares occupied."""
    cdef bits straight = board.by_type[ROOK] | board.by_type[QUEEN]
    cdef bits slanting = board.by_type[BISHOP] | board.by_type[QUEEN]
    return ((PAWN_ATTACKS[1][square] & board.by_type[PAWN] & board.by_side[0])
            | (PAWN_ATTACKS[0][square] & board.by_type[PAWN] & board.by_side[1])
            | (KNIGHT_LEAPS[square] & board.by_type[KNIGHT])
            | (KING_STEPS[square] & board.by_type[KING])
            | (rook_attacks(square, occupied) & straight)
            | (bishop_attacks(square, occupied) & slanting))


cdef inline bint attacks_square(const Board* board, int side, int square, bits occupied) noexcept nogil:
    """Whether a piece of `side` attacks a square with those squares occupied."""
    cdef bits own = board.by_side[side]
    cdef bits straight = STRAIGHT_RAYS[square] & (board.by_type[ROOK] | board.by_type[QUEEN]) & own
    cdef bits slanting = SLANTING_RAYS[square] & (board.by_type[BISHOP] | board.by_type[QUEEN]) & own
    if NEAR[square] & own and ((PAWN_ATTACKS[1 - side][square] & board.by_type[PAWN])
                               | (KNIGHT_LEAPS[square] & board.by_type[KNIGHT])
                               | (KING_STEPS[square] & board.by_type[KING])) & own:
        return True
    return ((straight and rook_attacks(square, occupied) & straight)
            or (slanting and bishop_attacks(square, occupied) & slanting))


cdef bint in_check(const Board* board, int side) noexcept nogil:
    return attacks_square(board, 1 - side, lsb(board.by_type[KING] & board.by_side[side]),
                          board.by_side[0] | board.by_side[1] | board.walls)


cdef inline bits safe_steps(const Board* board, bits targets, int king, int side, bits occupied) noexcept nogil:
    """Those of the targets of a king of `side`'s that no enemy attacks once it has left its square."""
    cdef bits safe = 0
    cdef int square
    while targets:
        square = pop_lsb(&targets)
        if not attacks_square(board, 1 - side, square, occupied ^ bit(king)):
            safe |= bit(square)
    return safe


# --- legal moves -----------------------------------------------------------------------------------------------------

cdef inline int emit(move_t* out, int n, int source, bits targets, const bint counting) noexcept nogil:
    """List, or only count, the moves from `source` to `targets`."""
    if counting:
        return n + popcount(targets)
    while targets:
        out[n] = <move_t>source | (<move_t>pop_lsb(&targets) << 7)
        n += 1
    return n


cdef inline int emit_pawns(move_t* out, int n, bits targets, int step, bits last_rank, int flags) noexcept nogil:
    """The moves of pawns that all go `step` squares; on `last_rank` each is four."""
    cdef int target, type
    cdef move_t move
    while targets:
        target = pop_lsb(&targets)
        move = <move_t>(target - step) | (<move_t>target << 7) | flags
        if bit(target) & last_rank:
            for type in range(QUEEN, PAWN, -1):
                # No pawn is left that could be taken en passant.
                out[n] = (move & ~DOUBLE_STEP) | PROMOTES | (<move_t>type << PROMOTED_SHIFT)
                n += 1
        else:
            out[n] = move
            n += 1
    return n


cdef inline int visit_pawns(const Board* board, move_t* out, int n, bits pawns, bits mask, const int side,
                            const bint noisy, const bint counting) noexcept nogil:
    """Moves of `pawns` to squares in `mask`, en passant aside."""
    cdef int forward = 8 if side == 0 else -8
    cdef bits empty = ~(board.by_side[0] | board.by_side[1] | board.walls)
    cdef bits prey = board.by_side[1 - side] & mask
    cdef bits last_rank = board.last_rank[side]
    cdef bits once = ahead(pawns, side) & empty
    cdef bits leftward = ahead_left(pawns, side) & prey
    cdef bits rightward = ahead_right(pawns, side) & prey
    cdef bits twice = ahead(ahead(pawns & board.unmoved, side) & empty, side) & empty & mask
    once &= mask
    if noisy:
        once &= last_rank
        twice &= last_rank
    if counting:
        n += popcount(leftward) + popcount(rightward) + popcount(once) + popcount(twice)
        if pawns & board.promoting[side]:
            # A square may be counted for each way to it, and each of them is four moves.
            n += 3 * (popcount(leftward & last_rank) + popcount(rightward & last_rank)
                      + popcount((once | twice) & last_rank))
        return n
    n = emit_pawns(out, n, leftward, forward - 1, last_rank, 0)
    n = emit_pawns(out, n, rightward, forward + 1, last_rank, 0)
    n = emit_pawns(out, n, once, forward, last_rank, 0)
    return emit_pawns(out, n, twice, 2 * forward, last_rank, DOUBLE_STEP)


cdef int visit_en_passant(const Board* board, move_t* out, int n, int king, int side, bint counting) noexcept nogil:
    """Captures en passant, each tried out: two pawns leave at once, which no pin mask foresees."""
    cdef bits takers = PAWN_ATTACKS[1 - side][board.ep] & board.by_type[PAWN] & board.by_side[side]
    cdef int victim = board.ep - (8 if side == 0 else -8)
    cdef bits occupied = board.by_side[0] | board.by_side[1] | board.walls
    cdef bits after
    cdef int source
    while takers:
        source = pop_lsb(&takers)
        after = (occupied ^ bit(source) ^ bit(victim)) | bit(board.ep)
        if not attackers_to(board, king, after) & board.by_side[1 - side] & ~bit(victim):
            if counting:
                n += 4 if bit(board.ep) & board.last_rank[side] else 1
            else:
                n = emit_pawns(out, n, bit(board.ep), board.ep - source, board.last_rank[side], EN_PASSANT)
    return n


cdef int castle(const Board* board, move_t* out, int n, int king, int step, int side, bits occupied,
                bint counting) noexcept nogil:
    """Castling towards `step`, the way known to be free and the king not in check."""
    if (attacks_square(board, 1 - side, king + step, occupied)
            or attacks_square(board, 1 - side, king + 2 * step, occupied)):
        return n
    if not counting:
        out[n] = <move_t>king | (<move_t>(king + 2 * step) << 7) | CASTLES
    return n + 1


cdef inline int visit_castling(const Board* board, move_t* out, int n, const int side, bits occupied,
                               const bint counting) noexcept nogil:
    """Castling of a side that is not in check."""
    cdef int king = board.king_home[side]
    if board.castling & (1 << (2 * side)) and not occupied & BETWEEN[king * SQUARES + king + 3]:
        n = castle(board, out, n, king, 1, side, occupied, counting)
    if board.castling & (2 << (2 * side)) and not occupied & BETWEEN[king * SQUARES + king - 4]:
        n = castle(board, out, n, king, -1, side, occupied, counting)
    return n


cdef inline int visit_pieces(const Board* board, move_t* out, int n, bits own, bits check_mask, const int side,
                             const bint noisy, const bint counting) noexcept nogil:
    """Moves of `own`, those of `side`'s men but the king that no pin holds, to squares in `check_mask`."""
    cdef bits occupied = board.by_side[0] | board.by_side[1] | board.walls
    cdef bits free = ~(board.by_side[side] | board.walls)
    cdef bits mask = (board.by_side[1 - side] if noisy else free) & check_mask
    cdef bits pieces
    cdef int source
    n = visit_pawns(board, out, n, board.by_type[PAWN] & own, check_mask, side, noisy, counting)
    pieces = board.by_type[KNIGHT] & own
    while pieces:
        source = pop_lsb(&pieces)
        n = emit(out, n, source, KNIGHT_LEAPS[source] & mask, counting)
    pieces = unblocked_bishops((board.by_type[BISHOP] | board.by_type[QUEEN]) & own, free)
    while pieces:
        source = pop_lsb(&pieces)
        n = emit(out, n, source, bishop_attacks(source, occupied) & mask, counting)
    pieces = unblocked_rooks((board.by_type[ROOK] | board.by_type[QUEEN]) & own, free)
    while pieces:
        source = pop_lsb(&pieces)
        n = emit(out, n, source, rook_attacks(source, occupied) & mask, counting)
    return n


cdef int visit_evasions(const Board* board, move_t* out, int n, bits own, bits check_mask, int side, bint noisy,
                        bint counting) noexcept nogil:
    """`visit_pieces` out of line, where a check leaves few squares to go to."""
    if side == 0:
        return visit_pieces(board, out, n, own, check_mask, 0, noisy, counting)
    return visit_pieces(board, out, n, own, check_mask, 1, noisy, counting)


cdef int visit_pinned(const Board* board, move_t* out, int n, bits pinned, int king, int side, bint noisy,
                      bint counting) noexcept nogil:
    """Moves of pinned pieces along their pins, out of line, without a check. A pinned knight never moves."""
    cdef bits occupied = board.by_side[0] | board.by_side[1] | board.walls
    cdef bits mask = board.by_side[1 - side] if noisy else ~(board.by_side[side] | board.walls)
    cdef bits line, targets
    cdef int source, type
    while pinned:
        source = pop_lsb(&pinned)
        line = LINE[king * SQUARES + source]
        type = board.squares[source] & 7
        if type == PAWN:
            if side == 0:
                n = visit_pawns(board, out, n, bit(source), line, 0, noisy, counting)
            else:
                n = visit_pawns(board, out, n, bit(source), line, 1, noisy, counting)
        elif type != KNIGHT:
            targets = 0
            if type != ROOK:
                targets |= bishop_attacks(source, occupied)
            if type != BISHOP:
                targets |= rook_attacks(source, occupied)
            n = emit(out, n, source, targets & mask & line, counting)
    return n


cdef inline int visit(const Board* board, move_t* out, const int side, const bint noisy,
                      const bint counting) noexcept nogil:
    """All legal moves of `side`, or only captures and promotions."""
    cdef bits own = board.by_side[side]
    cdef bits enemy = board.by_side[1 - side]
    cdef bits occupied = own | enemy | board.walls
    cdef bits straight = board.by_type[ROOK] | board.by_type[QUEEN]
    cdef bits slanting = board.by_type[BISHOP] | board.by_type[QUEEN]
    cdef int king = lsb(board.by_type[KING] & own)
    cdef bits steps = KING_STEPS[king] & (enemy if noisy else ~(own | board.walls))
    cdef bits checkers = 0
    cdef bits pinned = 0
    cdef bits snipers, between
    cdef int n = 0, source

    if steps:
        n = emit(out, n, king, safe_steps(board, steps, king, side, occupied), counting)
    if NEAR[king] & enemy:
        checkers = enemy & ((PAWN_ATTACKS[side][king] & board.by_type[PAWN])
                            | (KNIGHT_LEAPS[king] & board.by_type[KNIGHT]))
    snipers = ((STRAIGHT_RAYS[king] & straight) | (SLANTING_RAYS[king] & slanting)) & enemy
    while snipers:
        source = pop_lsb(&snipers)
        between = BETWEEN[king * SQUARES + source] & occupied
        if not between:
            checkers |= bit(source)
        elif not between & (between - 1):
            pinned |= between & own
    if checkers & (checkers - 1):
        return n
    if not noisy and steps and not checkers and board.castling & (3 << (2 * side)):
        n = visit_castling(board, out, n, side, occupied, counting)
    if board.ep >= 0:
        n = visit_en_passant(board, out, n, king, side, counting)
    if checkers:
        # What is pinned can't help.
        return visit_evasions(board, out, n, own & ~pinned, BETWEEN[king * SQUARES + lsb(checkers)] | checkers,
                              side, noisy, counting)
    if pinned:
        n = visit_pinned(board, out, n, pinned, king, side, noisy, counting)
        own &= ~pinned
    return visit_pieces(board, out, n, own, ~<bits>0, side, noisy, counting)


cdef int list_moves(const Board* board, move_t* out, int side, bint noisy) noexcept nogil:
    """Legal moves of `side` into `out`, or only the noisy ones: captures and promotions. How many there are."""
    if noisy:
        return visit(board, out, 0, True, False) if side == 0 else visit(board, out, 1, True, False)
    return visit(board, out, 0, False, False) if side == 0 else visit(board, out, 1, False, False)


cdef int count_moves(const Board* board, int side) noexcept nogil:
    """How many legal moves `side` has."""
    return visit(board, NULL, 0, False, True) if side == 0 else visit(board, NULL, 1, False, True)


# --- making moves ----------------------------------------------------------------------------------------------------

cdef u64 PIECE_KEY[17][SQUARES]          # the EMPTY row is zero
cdef u64 EP_KEY[SQUARES]
cdef u64 UNMOVED_KEY[SQUARES]
cdef u64 CASTLING_KEY[16]
cdef u64 SIDE_KEY


cdef void build_keys(u64 seed):
    global SIDE_KEY
    cdef int piece, square
    for square in range(SQUARES):
        for piece in range(EMPTY):
            PIECE_KEY[piece][square] = split_mix(&seed)
        PIECE_KEY[EMPTY][square] = 0
        EP_KEY[square] = split_mix(&seed)
        UNMOVED_KEY[square] = split_mix(&seed)
    for piece in range(16):
        CASTLING_KEY[piece] = split_mix(&seed) if piece else 0
    SIDE_KEY = split_mix(&seed)


cdef inline void toggle(Board* board, int piece, bits squares) noexcept nogil:
    """Put a piece on empty squares or take it from its own, in the sets alone."""
    board.by_type[piece & 7] ^= squares
    board.by_side[piece >> 3] ^= squares


cdef inline void note_ep(Board* board, int square, int side) noexcept nogil:
    """Note a square just passed over, if a pawn of `side`, to move, stands ready to take there."""
    board.ep = square if PAWN_ATTACKS[1 - side][square] & board.by_type[PAWN] & board.by_side[side] else -1


cdef void set_ep(Board* board, int square, int side) noexcept nogil:
    """`note_ep`, and its part of the key.

    The key of chess goes by whether that is legal (FIDE's repetition), that of Mil Batallas by whether it is noted.
    """
    note_ep(board, square, side)
    board.ep_key = 0
    if board.ep >= 0 and (board.unmoved_counts or visit_en_passant(
            board, NULL, 0, lsb(board.by_type[KING] & board.by_side[side]), side, True)):
        board.ep_key = EP_KEY[square]


cdef inline int victim_square(move_t move, int side) noexcept nogil:
    """Where a capture of `side`'s takes a piece from."""
    if move & EN_PASSANT:
        return move_to(move) - (8 if side == 0 else -8)
    return move_to(move)


cdef void end_rights(Board* board, int source, int target) noexcept nogil:
    """Drop the castling rights whose king or rook a move from `source` takes away or one to `target` captures."""
    cdef int right, king, rook
    for right in range(4):
        king = board.king_home[right >> 1]
        rook = rook_before(king, king + 2 if right & 1 == 0 else king - 2)
        if source == king or target == king or source == rook or target == rook:
            board.castling &= ~(1 << right)


cdef inline int play(Board* board, move_t move, const int side, const bint keyed) noexcept nogil:
    """Make a legal move of `side`'s, with the keys kept up or left behind; the piece captured, or EMPTY."""
    cdef int source = move_from(move)
    cdef int target = move_to(move)
    cdef int victim = victim_square(move, side)
    cdef int piece = board.squares[source]
    cdef int placed = piece
    cdef int captured = board.squares[victim]
    cdef bits touched = bit(source) | bit(victim)
    cdef u64 key = board.key ^ SIDE_KEY ^ board.ep_key ^ PIECE_KEY[piece][source] ^ PIECE_KEY[captured][victim]
    board.halfmove = 0 if captured != EMPTY or piece & 7 == PAWN else board.halfmove + 1
    board.ep = -1
    board.ep_key = 0
    board.squares[source] = EMPTY
    if captured != EMPTY:
        toggle(board, captured, bit(victim))
        board.squares[victim] = EMPTY
    if move & PROMOTES:
        placed = side << 3 | ((move >> PROMOTED_SHIFT) & 7)
        toggle(board, piece, bit(source))
        toggle(board, placed, bit(target))
    else:
        toggle(board, piece, bit(source) | bit(target))
    board.squares[target] = placed
    key ^= PIECE_KEY[placed][target]
    if board.castling:
        key ^= CASTLING_KEY[board.castling]
        if board.homes & (touched | bit(target)):
            end_rights(board, source, target)
        key ^= CASTLING_KEY[board.castling]
        if move & CASTLES:
            key ^= move_rook(board, side, rook_before(source, target), (source + target) >> 1)
    if keyed and board.unmoved_counts and board.unmoved & touched:
        if board.unmoved & bit(source):
            key ^= UNMOVED_KEY[source]
        if board.unmoved & bit(victim):
            key ^= UNMOVED_KEY[victim]
    board.unmoved &= ~touched
    if move & DOUBLE_STEP:
        if keyed:
            set_ep(board, (source + target) >> 1, 1 - side)
            key ^= board.ep_key
        else:
            note_ep(board, (source + target) >> 1, 1 - side)
    if keyed:
        board.key = key
    return captured


cdef void make_move(Board* board, Undo* undo, move_t move, int side) noexcept nogil:
    """Make a legal move of `side`'s; whose turn it is is the caller's business."""
    undo.unmoved = board.unmoved
    undo.key = board.key
    undo.ep_key = board.ep_key
    undo.move = move
    undo.ep = board.ep
    undo.castling = board.castling
    undo.halfmove = board.halfmove
    undo.captured = play(board, move, side, True)


cdef inline int rook_before(int king_source, int king_target) noexcept nogil:
    """Where the rook of a castling stands: on file h or a of the king's rank."""
    return king_source + 3 if king_target > king_source else king_source - 4


cdef inline u64 move_rook(Board* board, int side, int source, int target) noexcept nogil:
    """Move a castling's rook; the change of the key."""
    cdef int rook = side << 3 | ROOK
    toggle(board, rook, bit(source) | bit(target))
    board.squares[source] = EMPTY
    board.squares[target] = rook
    return PIECE_KEY[rook][source] ^ PIECE_KEY[rook][target]


cdef void unmake_move(Board* board, const Undo* undo, int side) noexcept nogil:
    """Take back the move that `side` made with `undo`."""
    cdef move_t move = undo.move
    cdef int source = move_from(move)
    cdef int target = move_to(move)
    cdef int placed = board.squares[target]
    cdef int victim
    if move & CASTLES:
        move_rook(board, side, (source + target) >> 1, rook_before(source, target))
    board.squares[target] = EMPTY
    if move & PROMOTES:
        toggle(board, placed, bit(target))
        placed = side << 3 | PAWN
        toggle(board, placed, bit(source))
    else:
        toggle(board, placed, bit(source) | bit(target))
    board.squares[source] = placed
    if undo.captured != EMPTY:
        victim = victim_square(move, side)
        toggle(board, undo.captured, bit(victim))
        board.squares[victim] = undo.captured
    board.unmoved = undo.unmoved
    board.ep = undo.ep
    board.ep_key = undo.ep_key
    board.castling = undo.castling
    board.halfmove = undo.halfmove
    board.key = undo.key


cdef void make_null_move(Board* board, Undo* undo) noexcept nogil:
    """Pass. Nothing before it can be repeated after it, so the clock begins anew."""
    undo.halfmove = board.halfmove
    undo.key = board.key
    undo.ep = board.ep
    undo.ep_key = board.ep_key
    undo.move = 0
    board.halfmove = 0
    board.key ^= SIDE_KEY ^ board.ep_key
    board.ep = -1
    board.ep_key = 0


cdef void unmake_null_move(Board* board, const Undo* undo) noexcept nogil:
    board.halfmove = undo.halfmove
    board.key = undo.key
    board.ep = undo.ep
    board.ep_key = undo.ep_key


cdef void set_last_rank(Board* board, int side, bits squares) noexcept nogil:
    """Note where the pawns of `side` promote."""
    cdef bits before = ahead(squares, 1 - side)
    board.last_rank[side] = squares
    board.promoting[side] = before | ahead(before, 1 - side)


cdef void place(Board* board, int piece, int square) noexcept nogil:
    """Put a piece on an empty square while a position is set up; the key is left alone."""
    toggle(board, piece, bit(square))
    board.squares[square] = piece


cdef u64 board_key(const Board* board, int side) noexcept nogil:
    """The key from scratch."""
    cdef u64 key = CASTLING_KEY[board.castling] ^ board.ep_key
    cdef int square
    for square in range(SQUARES):
        if board.squares[square] < EMPTY:
            key ^= PIECE_KEY[board.squares[square]][square]
        if board.unmoved_counts and board.unmoved & bit(square):
            key ^= UNMOVED_KEY[square]
    return key ^ SIDE_KEY if side else key


# --- perft -----------------------------------------------------------------------------------------------------------

cdef inline u64 side_leaves(const Board* board, int depth, const int side) noexcept nogil:
    """`leaves` at a depth of 2 or more, for either side compiled for itself."""
    cdef move_t[MAX_MOVES] moves
    cdef Board child
    cdef u64 total = 0
    cdef int i
    for i in range(visit(board, moves, side, False, False)):
        copy_block(&child, board, sizeof(Board))
        play(&child, moves[i], side, False)
        total += leaves(&child, depth - 1, 1 - side)
    return total


cdef u64 leaves(const Board* board, int depth, int side) noexcept nogil:
    """Perft: leaves at a `depth` of 1 or more. Copies of the board need no taking back and no keys."""
    if depth == 1:
        return count_moves(board, side)
    return side_leaves(board, depth, 0) if side == 0 else side_leaves(board, depth, 1)
