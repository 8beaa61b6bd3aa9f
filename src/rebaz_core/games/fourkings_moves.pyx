"""Board, moves and combat of Four kings. Specification: the rules page Jacke, section *fourkings*.

The walk over a side's men is one always-inline function (``visit``), which the compiler specialises on what is wanted
and, for the common case of plain cards, on the side.
"""

from rebaz_core.attacks cimport BISHOP as BISHOP_64, ROOK as ROOK_64, leaps, reach
from rebaz_core.bitboard cimport Lookup, attacks, bit, down, left, lsb, pop_lsb, popcount, right, split_mix, u64, up
from rebaz_core.games.jacke_deck cimport (ANSWER, ATTACK, BISHOP, CAPTURED, COMBAT, COMPLETED, COUNT, DAMAGED,
                                          DECISIONS, DEFENSE, EVADED, FAILED, KING, KNIGHT, MOVEMENT, NOISY,
                                          OUTCOME_MASK, OUTCOME_SHIFT, PAWN, PERMANENT, PROMOTED_SHIFT, PROMOTES,
                                          QUEEN, ROOK, TYPES, Card, Deck, Extra, deck_of, fight, fight_count)
from rebaz_core.state cimport MAX_MOVES, Outcome, move_from, move_t, move_to

from rebaz_core.attacks import DIAGONAL, ORTHOGONAL
from rebaz_core.games.jacke_cards import shipped

from libc.string cimport memcpy

cdef enum:
    MOST_HEALTH = 99
    MOST_FIGHT_OUTCOMES = 12
    PROMOTIONS = 4           # N B R Q
    WAY = 0x3FFF | 1 << 14 | 7 << 15    # from and to of a move, and what its pawn becomes

cdef struct Odds:
    int count
    unsigned char[MOST_FIGHT_OUTCOMES] outcomes
    unsigned char[MOST_FIGHT_OUTCOMES] throws

cdef Lookup ROOK_AT[64]
cdef Lookup BISHOP_AT[64]
cdef u64 KNIGHT_LEAPS[64]
cdef u64 PAWN_HITS[SIDES][64]
cdef u64 STRAIGHT_REACH[8][64]            # [distance][square]
cdef u64 SLANTING_REACH[8][64]
cdef unsigned char DISTANCE[64][64]       # in king's steps
cdef Odds PLAIN_ODDS[2][TYPES][MOST_HEALTH + 1]            # [accumulate][attacked type][damage]
cdef unsigned char PLAIN_COUNT[2][TYPES][MOST_HEALTH + 1]

FAR_EDGE[0], FAR_EDGE[1] = <u64>0xFF << 56, <u64>0x8080808080808080
FAR_EDGE[2], FAR_EDGE[3] = <u64>0xFF, <u64>0x0101010101010101
FIRST_EDGE[0], FIRST_EDGE[1], FIRST_EDGE[2], FIRST_EDGE[3] = FAR_EDGE[2], FAR_EDGE[3], FAR_EDGE[0], FAR_EDGE[1]

# --- keys ------------------------------------------------------------------------------------------------------------

cdef u64 PIECE_KEY[SIDES << 3][64]
cdef u64 UNMOVED_KEY[64]
cdef u64 SIDE_KEY[SIDES]
cdef u64 CCW_KEY


cdef inline u64 scattered(u64 what, u64 seed) noexcept nogil:
    """A key for what is too many to tabulate."""
    seed ^= what << 20
    return split_mix(&seed)


cdef inline u64 pending_key(move_t pending) noexcept nogil:
    return scattered(pending, 3) if pending else 0


cdef inline u64 man_key(const Board* board, int square) noexcept nogil:
    """All that the key knows of the man on a square."""
    cdef u64 key = PIECE_KEY[board.squares[square]][square]
    if board.unmoved & bit(square):
        key ^= UNMOVED_KEY[square]
    if board.special & bit(square):
        key ^= scattered(board.card[square] << 6 | square, 1)
    if board.damage[square]:
        key ^= scattered(board.damage[square] << 6 | square, 2)
    return key


cdef u64 board_key(const Board* board) noexcept nogil:
    """The key from scratch."""
    cdef u64 key = SIDE_KEY[board.side] ^ pending_key(board.pending)
    cdef u64 men = occupied_squares(board)
    if board.rotation:
        key ^= CCW_KEY
    while men:
        key ^= man_key(board, pop_lsb(&men))
    return key


# --- men -------------------------------------------------------------------------------------------------------------

cdef void place(const Rules* rules, Board* board, int piece, int square, int card) noexcept nogil:
    """Put a man with its card on an empty square; the key is left alone."""
    board.by_type[piece & 7] |= bit(square)
    board.by_side[piece >> 3] |= bit(square)
    board.squares[square] = piece
    board.card[square] = card
    if card >= TYPES:
        board.special |= bit(square)
        if rules.cards[card].effect == MOVEMENT:
            board.movers |= bit(square)
        elif rules.cards[card].effect == PERMANENT:
            board.auras |= bit(square)


cdef inline void remove(Board* board, int square, const bint keyed) noexcept nogil:
    """Take a man from the board."""
    cdef int piece = board.squares[square]
    cdef u64 gone = ~bit(square)
    if keyed:
        board.key ^= man_key(board, square)
    board.by_type[piece & 7] &= gone
    board.by_side[piece >> 3] &= gone
    board.unmoved &= gone
    if board.special & ~gone:
        board.special &= gone
        board.movers &= gone
        board.auras &= gone
    board.squares[square] = EMPTY
    board.damage[square] = 0


cdef inline void shift_bit(u64* squares, int source, int target) noexcept nogil:
    if squares[0] & bit(source):
        squares[0] ^= bit(source) | bit(target)


cdef inline void carry(Board* board, int source, int target, move_t move, const bint keyed) noexcept nogil:
    """Move a man to an empty square; its card and damage go with it, unless the move's promotion gives it new ones."""
    cdef int piece = board.squares[source]
    cdef int type = piece & 7
    cdef u64 both = bit(source) | bit(target)
    if move & PROMOTES:
        remove(board, source, keyed)
        type = (move >> PROMOTED_SHIFT) & 7
        board.by_type[type] |= bit(target)
        board.by_side[piece >> 3] |= bit(target)
        board.squares[target] = (piece & ~7) | type
        board.card[target] = type
    else:
        if keyed:
            board.key ^= man_key(board, source)
        board.by_type[type] ^= both
        board.by_side[piece >> 3] ^= both
        board.unmoved &= ~bit(source)
        board.squares[source] = EMPTY
        board.squares[target] = piece
        board.card[target] = board.card[source]
        board.damage[target] = board.damage[source]
        board.damage[source] = 0
        if board.special & bit(source):
            shift_bit(&board.special, source, target)
            shift_bit(&board.movers, source, target)
            shift_bit(&board.auras, source, target)
    if keyed:
        board.key ^= man_key(board, target)


cdef bint is_last_king(const Board* board) noexcept nogil:
    return not board.by_type[KING] & (board.by_type[KING] - 1)


cdef inline bint is_over(const Board* board) noexcept nogil:
    """Whether an end that leaves no moves has come, but for sides that are stuck."""
    return is_last_king(board) or board.quiet >= QUIET_LIMIT


# --- combat ----------------------------------------------------------------------------------------------------------

cdef void bonuses(const Rules* rules, const Board* board, int source, int target, int* attack,
                  int* defense) noexcept nogil:
    """What is added to the dice when the man on `source` attacks the one on `target`, its D included."""
    cdef int attacker = board.squares[source]
    cdef int attacked = board.squares[target]
    cdef int owner, each
    cdef u64 auras = board.auras
    cdef const Card* card = &rules.cards[board.card[source]]
    attack[0] = card.attack if card.effect == COMBAT and card.types >> (attacked & 7) & 1 else 0
    card = &rules.cards[board.card[target]]
    defense[0] = card.defense
    if card.effect == DEFENSE and card.types >> (attacker & 7) & 1:
        defense[0] += card.guard
    while auras:
        each = pop_lsb(&auras)
        owner = board.squares[each] >> 3
        card = &rules.cards[board.card[each]]
        if (each != source and (owner == attacker >> 3) == card.allies and card.types >> (attacker & 7) & 1
                and DISTANCE[each][source] <= card.range):
            attack[0] += card.attack
        if (each != target and (owner == attacked >> 3) == card.allies and card.types >> (attacked & 7) & 1
                and DISTANCE[each][target] <= card.range):
            defense[0] += card.guard


cdef inline int health_left(const Rules* rules, const Board* board, int square) noexcept nogil:
    return rules.cards[board.card[square]].health - board.damage[square]


cdef const Odds* find_odds(const Rules* rules, const Board* board, int source, int target, Odds* room) noexcept nogil:
    """The odds of a fight, those of a throw of a king before it aside."""
    cdef int attack, defense
    if not board.special:
        return &PLAIN_ODDS[rules.accumulate][board.squares[target] & 7][board.damage[target]]
    bonuses(rules, board, source, target, &attack, &defense)
    room.count = fight(attack, defense, health_left(rules, board, target), rules.accumulate, room.outcomes, room.throws)
    return room


cdef inline int count_fight(const Rules* rules, const Board* board, int source, int target,
                            const bint cards) noexcept nogil:
    """How many outcomes a fight has."""
    cdef int attack, defense
    if not cards:
        return PLAIN_COUNT[rules.accumulate][board.squares[target] & 7][board.damage[target]]
    bonuses(rules, board, source, target, &attack, &defense)
    return fight_count(attack, defense, health_left(rules, board, target), rules.accumulate)


cdef int fight_outcomes(const Rules* rules, const Board* board, move_t move, Outcome* out) noexcept nogil:
    """What the dice make of an attack that is not thrown for, or of a king's decision to stay."""
    cdef Odds room
    cdef move_t attack = board.pending if move & ANSWER else move
    cdef int target = move_to(attack)
    cdef const Odds* odds = find_odds(rules, board, move_from(attack), target, &room)
    cdef int i
    for i in range(odds.count):
        out[i].move = move | <move_t>odds.outcomes[i] << OUTCOME_SHIFT
        out[i].throws = odds.throws[i]
    if move & ANSWER or board.squares[target] & 7 != KING or not can_evade(board, target):
        return odds.count
    out[odds.count].move = move | <move_t>EVADED << OUTCOME_SHIFT
    out[odds.count].throws = 36
    return odds.count + 1


# --- moves -----------------------------------------------------------------------------------------------------------

cdef inline u64 ahead(u64 x, const int side) noexcept nogil:
    return up(x) if side == 0 else right(x) if side == 1 else down(x) if side == 2 else left(x)


cdef inline u64 ahead_low(u64 x, const int side) noexcept nogil:
    """Diagonally forward, to file or rank the lower."""
    return left(ahead(x, side)) if side & 1 == 0 else down(ahead(x, side))


cdef inline u64 ahead_high(u64 x, const int side) noexcept nogil:
    return right(ahead(x, side)) if side & 1 == 0 else up(ahead(x, side))


cdef inline int ahead_step(const int side) noexcept nogil:
    """What a step ahead adds to a square's index."""
    return 8 if side == 0 else 1 if side == 1 else -8 if side == 2 else -1


cdef inline int aside_step(const int side) noexcept nogil:
    return 1 if side & 1 == 0 else 8


cdef inline u64 slides(const unsigned char* distance, int square, u64 occupied) noexcept nogil:
    """Where a card's slides lead, the first man on the way included."""
    cdef u64 squares = 0
    if distance[0]:
        squares |= attacks(&ROOK_AT[square], occupied) & STRAIGHT_REACH[distance[0]][square]
    if distance[1]:
        squares |= attacks(&BISHOP_AT[square], occupied) & SLANTING_REACH[distance[1]][square]
    return squares


cdef inline const Extra* extra_of(const Rules* rules, const Board* board, int square) noexcept nogil:
    return &rules.extras[rules.cards[board.card[square]].extra]


cdef u64 extra_quiet(const Rules* rules, const Board* board, int square, u64 occupied) noexcept nogil:
    """Where a card adds moves to, if the square is empty."""
    cdef const Extra* extra = extra_of(rules, board, square)
    return extra.quiet_leaps[square] | slides(extra.quiet_slides, square, occupied)


cdef u64 extra_attacks(const Rules* rules, const Board* board, int square, u64 occupied) noexcept nogil:
    cdef const Extra* extra = extra_of(rules, board, square)
    return extra.attack_leaps[square] | slides(extra.attack_slides, square, occupied)


cdef inline u64 piece_reach(const int type, int square, u64 occupied) noexcept nogil:
    """Where a man that is no pawn goes and attacks by its type."""
    if type == KING:
        return KING_STEPS[square]
    if type == KNIGHT:
        return KNIGHT_LEAPS[square]
    if type == BISHOP:
        return attacks(&BISHOP_AT[square], occupied)
    if type == ROOK:
        return attacks(&ROOK_AT[square], occupied)
    return attacks(&BISHOP_AT[square], occupied) | attacks(&ROOK_AT[square], occupied)


cdef u64 attacks_from(const Rules* rules, const Board* board, int square) noexcept nogil:
    """Where the man on a square attacks, its own side's men included."""
    cdef int piece = board.squares[square]
    cdef u64 occupied = occupied_squares(board)
    cdef u64 squares
    if piece & 7 == PAWN:
        squares = PAWN_HITS[piece >> 3][square]
    else:
        squares = piece_reach(piece & 7, square, occupied)
    if board.movers & bit(square):
        squares |= extra_attacks(rules, board, square, occupied)
    return squares


cdef inline int emit_way(move_t* out, int n, move_t move, const bint promotes) noexcept nogil:
    """List a move, or one for each piece that its pawn can become."""
    cdef int type
    if not promotes:
        out[n] = move
        return n + 1
    for type in range(KNIGHT, KING):
        out[n] = move | PROMOTES | <move_t>type << PROMOTED_SHIFT
        n += 1
    return n


cdef int emit_completed(const Rules* rules, const Board* board, move_t* out, int n, move_t move,
                        bint promotes) noexcept nogil:
    """List an attack with all that can come of it."""
    cdef Odds room
    cdef int target = move_to(move)
    cdef const Odds* odds = find_odds(rules, board, move_from(move), target, &room)
    cdef int i
    for i in range(odds.count):
        n = emit_way(out, n, move | <move_t>odds.outcomes[i] << OUTCOME_SHIFT, promotes)
    if board.squares[target] & 7 == KING and can_evade(board, target):
        n = emit_way(out, n, move | <move_t>EVADED << OUTCOME_SHIFT, promotes)
    return n


cdef inline int count_attack(const Rules* rules, const Board* board, int source, int target, u64 far,
                             const bint cards) noexcept nogil:
    """How many completed moves an attack stands for; `far` has the squares where the attacker promotes."""
    cdef int count = count_fight(rules, board, source, target, cards)
    if board.squares[target] & 7 == KING and can_evade(board, target):
        count += 1
    return PROMOTIONS * count if far & bit(target) else count


cdef inline int emit(const Rules* rules, const Board* board, move_t* out, int n, int source, u64 quiet, u64 hits, u64 far,
                     const bint cards, const Mode mode) noexcept nogil:
    """The moves of one man to squares of `quiet` and its attacks on `hits`."""
    cdef int target
    if mode == COUNT:
        n += popcount(quiet)
        if far:
            n += (PROMOTIONS - 1) * popcount(quiet & far)
        while hits:
            target = pop_lsb(&hits)
            n += count_attack(rules, board, source, target, far, cards)
        return n
    if mode == NOISY:
        quiet &= far
    while quiet:
        target = pop_lsb(&quiet)
        n = emit_way(out, n, <move_t>source | <move_t>target << 7, far & bit(target) != 0)
    while hits:
        target = pop_lsb(&hits)
        if mode == COMPLETED:
            n = emit_completed(rules, board, out, n, <move_t>source | <move_t>target << 7 | ATTACK,
                               far & bit(target) != 0)
        else:
            n = emit_way(out, n, <move_t>source | <move_t>target << 7 | ATTACK, far & bit(target) != 0)
    return n


cdef inline int visit_type(const Rules* rules, const Board* board, move_t* out, int n, const int type, u64 men, u64 enemies,
                           u64 occupied, const bint cards, const Mode mode) noexcept nogil:
    cdef int source
    cdef u64 squares, quiet, hits
    while men:
        source = pop_lsb(&men)
        squares = piece_reach(type, source, occupied)
        quiet = squares & ~occupied
        hits = squares & enemies
        if cards and board.movers & bit(source):
            quiet |= extra_quiet(rules, board, source, occupied) & ~occupied
            hits |= extra_attacks(rules, board, source, occupied) & enemies
        n = emit(rules, board, out, n, source, quiet, hits, 0, cards, mode)
    return n


cdef inline int count_pawns(const Rules* rules, const Board* board, u64 pawns, u64 enemies, u64 occupied, const int side,
                            const bint cards) noexcept nogil:
    """How many moves pawns without a movement card have."""
    cdef u64 far = FAR_EDGE[side]
    cdef u64 steps = ahead(pawns, side) & ~occupied
    cdef u64 hits = ahead_low(pawns, side) & enemies
    cdef int target
    cdef int n = popcount(steps) + (PROMOTIONS - 1) * popcount(steps & far)
    n += popcount(ahead(steps & ahead(board.unmoved, side), side) & ~occupied)
    while hits:
        target = pop_lsb(&hits)
        n += count_attack(rules, board, target - ahead_step(side) + aside_step(side), target, far, cards)
    hits = ahead_high(pawns, side) & enemies
    while hits:
        target = pop_lsb(&hits)
        n += count_attack(rules, board, target - ahead_step(side) - aside_step(side), target, far, cards)
    return n


cdef inline int visit(const Rules* rules, const Board* board, move_t* out, const int side, const bint cards,
                      const Mode mode) noexcept nogil:
    """The moves of a side that has nothing to answer, into `out` unless they are counted; how many."""
    cdef u64 own = board.by_side[side]
    cdef u64 occupied = occupied_squares(board)
    cdef u64 enemies = occupied ^ own
    cdef u64 pawns = board.by_type[PAWN] & own
    cdef u64 quiet, hits
    cdef int source, n = 0
    if mode == COUNT:
        if cards:
            n = count_pawns(rules, board, pawns & ~board.movers, enemies, occupied, side, cards)
            pawns &= board.movers
        else:
            n = count_pawns(rules, board, pawns, enemies, occupied, side, cards)
            pawns = 0
    while pawns:
        source = pop_lsb(&pawns)
        quiet = ahead(bit(source), side) & ~occupied
        if board.unmoved & bit(source):
            quiet |= ahead(quiet, side) & ~occupied
        hits = PAWN_HITS[side][source] & enemies
        if cards and board.movers & bit(source):
            quiet |= extra_quiet(rules, board, source, occupied) & ~occupied
            hits |= extra_attacks(rules, board, source, occupied) & enemies
        n = emit(rules, board, out, n, source, quiet, hits, FAR_EDGE[side], cards, mode)
    n = visit_type(rules, board, out, n, KNIGHT, board.by_type[KNIGHT] & own, enemies, occupied, cards, mode)
    n = visit_type(rules, board, out, n, BISHOP, board.by_type[BISHOP] & own, enemies, occupied, cards, mode)
    n = visit_type(rules, board, out, n, ROOK, board.by_type[ROOK] & own, enemies, occupied, cards, mode)
    n = visit_type(rules, board, out, n, QUEEN, board.by_type[QUEEN] & own, enemies, occupied, cards, mode)
    return visit_type(rules, board, out, n, KING, board.by_type[KING] & own, enemies, occupied, cards, mode)


cdef int list_answers(const Rules* rules, const Board* board, move_t* out, Mode mode) noexcept nogil:
    """What the owner of an attacked king can answer: that it stays, or steps."""
    cdef Odds room
    cdef int king = move_to(board.pending)
    cdef move_t stay = <move_t>king | <move_t>king << 7 | ANSWER | ATTACK
    cdef u64 steps = KING_STEPS[king] & ~occupied_squares(board)
    cdef const Odds* odds
    cdef int i, n = 0
    if mode == COMPLETED:
        odds = find_odds(rules, board, move_from(board.pending), king, &room)
        for i in range(odds.count):
            out[i] = stay | <move_t>odds.outcomes[i] << OUTCOME_SHIFT
        n = odds.count
    else:
        out[0] = stay
        n = 1
    if mode == NOISY and not board.pending & PROMOTES:
        return n
    while steps:
        out[n] = <move_t>king | <move_t>pop_lsb(&steps) << 7 | ANSWER
        n += 1
    return n


cdef inline int visit_completed(const Rules* rules, const Board* board, move_t* out, const Mode mode) noexcept nogil:
    """The completed moves of the side to move, answers aside, listed or just counted; each side has its own code."""
    if board.special:
        return visit(rules, board, out, board.side, True, mode)
    if board.side == 0:
        return visit(rules, board, out, 0, False, mode)
    if board.side == 1:
        return visit(rules, board, out, 1, False, mode)
    if board.side == 2:
        return visit(rules, board, out, 2, False, mode)
    return visit(rules, board, out, 3, False, mode)


cdef int visit_all(const Rules* rules, const Board* board, move_t* out) noexcept nogil:
    """The completed moves, listed."""
    return visit_completed(rules, board, out, COMPLETED)


cdef int count_all(const Rules* rules, const Board* board) noexcept nogil:
    """The completed moves, counted."""
    return visit_completed(rules, board, NULL, COUNT)


cdef int list_moves(const Rules* rules, const Board* board, move_t* out, Mode mode) noexcept nogil:
    """The moves of the side to move into `out`, in any mode but COUNT; how many."""
    if is_over(board):
        return 0
    if board.pending:
        return list_answers(rules, board, out, mode)
    if mode == COMPLETED:
        return visit_all(rules, board, out)
    if mode == NOISY:
        return visit(rules, board, out, board.side, True, NOISY)
    return visit(rules, board, out, board.side, True, DECISIONS)


cdef int count_answers(const Rules* rules, const Board* board) noexcept nogil:
    cdef int king = move_to(board.pending)
    cdef int steps = popcount(KING_STEPS[king] & ~occupied_squares(board))
    return steps + count_fight(rules, board, move_from(board.pending), king, board.special != 0)


cdef int count_moves(const Rules* rules, const Board* board) noexcept nogil:
    """How many completed moves the side to move has."""
    if is_over(board):
        return 0
    return count_answers(rules, board) if board.pending else count_all(rules, board)


# --- making moves ----------------------------------------------------------------------------------------------------

cdef inline int next_living(const Board* board, int side) noexcept nogil:
    """The side whose turn comes after `side`'s, which still has its king."""
    cdef int step = 3 if board.rotation else 1
    side = (side + step) & 3
    while not lives(board, side):
        side = (side + step) & 3
    return side


cdef void capture(Board* board, int square, bint keyed) noexcept nogil:
    """Take a man, and with a king all men of its owner."""
    cdef int piece = board.squares[square]
    cdef u64 men = board.by_side[piece >> 3] if piece & 7 == KING else bit(square)
    while men:
        remove(board, pop_lsb(&men), keyed)


cdef inline void resolve(Board* board, move_t attack, int outcome, const bint keyed) noexcept nogil:
    """Carry out what the dice said of an attack."""
    cdef int target = move_to(attack)
    if outcome == FAILED:
        board.quiet += 1
        return
    board.quiet = 0
    if outcome == CAPTURED:
        capture(board, target, keyed)
        carry(board, move_from(attack), target, attack, keyed)
        return
    if keyed:
        board.key ^= man_key(board, target)
    board.damage[target] += outcome - DAMAGED
    if keyed:
        board.key ^= man_key(board, target)


cdef inline void play(Board* board, move_t move, const bint keyed) noexcept nogil:
    """Make a completed move; the next living side is to move, were it stuck too. The key leaves the side out."""
    cdef int outcome = (move & OUTCOME_MASK) >> OUTCOME_SHIFT
    cdef int source = move_from(move)
    cdef int side = board.side
    cdef move_t attack = board.pending
    if attack:
        if keyed:
            board.key ^= pending_key(attack)
        board.pending = 0
        source = move_from(attack)
        side = board.squares[source] >> 3
        if move & ATTACK:
            resolve(board, attack, outcome, keyed)
        else:
            board.quiet = 0 if board.squares[source] & 7 == PAWN else board.quiet + 1
            carry(board, move_from(move), move_to(move), 0, keyed)
            carry(board, source, move_to(attack), attack, keyed)
    elif not move & ATTACK:
        board.quiet = 0 if board.squares[source] & 7 == PAWN else board.quiet + 1
        carry(board, source, move_to(move), move, keyed)
    elif outcome == EVADED:
        board.pending = move & WAY
        board.side = board.squares[move_to(move)] >> 3
        if keyed:
            board.key ^= pending_key(board.pending)
        return
    else:
        resolve(board, move, outcome, keyed)
    board.side = next_living(board, side)


cdef bint can_move(const Rules* rules, Board* board) noexcept nogil:
    """Whether the side to move, with nothing to answer, has a move."""
    cdef u64 own = board.by_side[board.side]
    # A king beside an empty square or an enemy can move; most can.
    return (KING_STEPS[lsb(board.by_type[KING] & own)] & ~own) != 0 or count_all(rules, board) != 0


cdef void pass_over(const Rules* rules, Board* board) noexcept nogil:
    """Go on to the next side that can move; if none can, the side to move stays as it is. The key is left alone."""
    cdef int first = board.side
    if board.pending:
        return
    while not can_move(rules, board):
        board.side = next_living(board, board.side)
        if board.side == first:
            return


cdef void make_move(const Rules* rules, Board* board, move_t move) noexcept nogil:
    """Make a completed move; the key is updated."""
    board.key ^= SIDE_KEY[board.side]
    play(board, move, True)
    pass_over(rules, board)
    board.key ^= SIDE_KEY[board.side]


# --- perft -----------------------------------------------------------------------------------------------------------

cdef u64 leaves(const Rules* rules, Board* board, int depth) noexcept nogil:
    """Perft: leaves at a `depth` of 1 or more. Copies of the board need no taking back and no keys.

    Sides that are stuck are passed over here, which saves looking for a move that is listed or counted anyway.
    """
    cdef move_t[MAX_MOVES] moves
    cdef Board child
    cdef u64 total = 0
    cdef int first = board.side
    cdef int i, count
    if is_over(board):
        return 0
    while True:
        if depth == 1:
            count = count_answers(rules, board) if board.pending else count_all(rules, board)
        elif board.pending:
            count = list_answers(rules, board, moves, COMPLETED)
        else:
            count = visit_all(rules, board, moves)
        if count:
            break
        board.side = next_living(board, board.side)
        if board.side == first:
            return 0
    if depth == 1:
        return count
    for i in range(count):
        child = board[0]
        play(&child, moves[i], False)
        total += leaves(rules, &child, depth - 1)
    return total


# --- tables ----------------------------------------------------------------------------------------------------------

cdef void build_tables():
    global CCW_KEY
    cdef u64 seed = 1512
    cdef int side, square, other, distance, piece
    memcpy(ROOK_AT, ROOK_64, sizeof(ROOK_AT))
    memcpy(BISHOP_AT, BISHOP_64, sizeof(BISHOP_AT))
    leaps([(f, r) for f in (-2, -1, 1, 2) for r in (-2, -1, 1, 2) if abs(f) != abs(r)], KNIGHT_LEAPS)
    leaps(ORTHOGONAL + DIAGONAL, KING_STEPS)
    for distance in range(8):
        reach(ORTHOGONAL, distance, STRAIGHT_REACH[distance])
        reach(DIAGONAL, distance, SLANTING_REACH[distance])
    for square in range(64):
        for side in range(SIDES):
            PAWN_HITS[side][square] = ahead_low(bit(square), side) | ahead_high(bit(square), side)
        for other in range(64):
            DISTANCE[square][other] = max(abs(square % 8 - other % 8), abs(square // 8 - other // 8))
        for piece in range(SIDES << 3):
            PIECE_KEY[piece][square] = split_mix(&seed)
        UNMOVED_KEY[square] = split_mix(&seed)
    for side in range(SIDES):
        SIDE_KEY[side] = split_mix(&seed)
    CCW_KEY = split_mix(&seed)


cdef void build_odds():
    cdef Deck deck = deck_of(shipped())
    cdef int accumulate, type, damage
    cdef Odds* odds
    for accumulate in range(2):
        for type in range(TYPES):
            for damage in range(deck.cards[type].health):
                odds = &PLAIN_ODDS[accumulate][type][damage]
                odds.count = fight(0, deck.cards[type].defense, deck.cards[type].health - damage, accumulate,
                                   odds.outcomes, odds.throws)
                PLAIN_COUNT[accumulate][type][damage] = odds.count


build_tables()
build_odds()
