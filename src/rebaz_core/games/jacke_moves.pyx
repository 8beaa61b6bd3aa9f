"""Jacke's board, moves and combat. Specification: the rules page Jacke, section *jacke*.

The walk over a side's men is one always-inline function (``visit``), specialised by the compiler on side and on what is
wanted. Men whose cards add moves are walked over apart, and effects on the dice are only summed up while there are any.
"""

from rebaz_core.attacks cimport BISHOP as BISHOP_64, ROOK as ROOK_64, leaps
from rebaz_core.bitboard cimport Lookup, attacks, bit, lsb, pop_lsb, popcount, split_mix, u64
from rebaz_core.games.jacke_deck cimport (ANSWER, ATTACK, BISHOP, CAPTURED, COMBAT, COMPLETED, COUNT, DAMAGED,
                                          DECISIONS, DEFENSE, DOUBLE_STEP, EN_PASSANT, EVADED, FAILED, KING, KNIGHT,
                                          MOVEMENT, NOISY, OUTCOME_MASK, OUTCOME_SHIFT, PAWN, PERMANENT,
                                          PROMOTED_SHIFT, PROMOTES, QUEEN, ROOK, TYPES, UNTHROWN, Card, Extra, fight,
                                          fight_count)
from rebaz_core.state cimport MAX_MOVES, Outcome, move_from, move_t, move_to

from libc.string cimport memcpy

cdef enum:
    MOST_FIGHT_OUTCOMES = 12
    PROMOTIONS = 4
    KING_THROWS = 36         # of 72: an attacked king's owner throws 4 or more
    # Fights whose odds are kept: the sums of effects differ by at most so much, and at most so much health is left.
    MOST_DIFFERENCE = 12
    MOST_LEFT = 12

cdef u64 NOT_FILE_A = <u64>0xFEFEFEFEFEFEFEFE
cdef u64 NOT_FILE_H = <u64>0x7F7F7F7F7F7F7F7F
cdef u64[2] LAST_RANK
LAST_RANK[0], LAST_RANK[1] = <u64>0xFF << 56, <u64>0xFF

# --- attacks ---------------------------------------------------------------------------------------------------------

cdef inline u64 ahead(u64 x, int side) noexcept nogil:
    return x << 8 if side == 0 else x >> 8


cdef inline u64 ahead_left(u64 x, int side) noexcept nogil:
    """One rank ahead of `side` and one file towards a; what stands on a falls off."""
    return (x & NOT_FILE_A) << 7 if side == 0 else (x & NOT_FILE_A) >> 9


cdef inline u64 ahead_right(u64 x, int side) noexcept nogil:
    return (x & NOT_FILE_H) << 9 if side == 0 else (x & NOT_FILE_H) >> 7


cdef u64 piece_attacks(int type, int square, u64 occupied) noexcept nogil:
    """Squares that a man other than a pawn reaches by chess's rules."""
    if type == KNIGHT:
        return KNIGHT_LEAPS[square]
    if type == KING:
        return KING_STEPS[square]
    return ((bishop_attacks(square, occupied) if type != ROOK else 0)
            | (rook_attacks(square, occupied) if type != BISHOP else 0))


# --- combat ----------------------------------------------------------------------------------------------------------

cdef struct Odds:
    int count
    unsigned char[MOST_FIGHT_OUTCOMES] outcomes
    unsigned char[MOST_FIGHT_OUTCOMES] throws

cdef Odds COMMON[2][2 * MOST_DIFFERENCE + 1][MOST_LEFT + 1]      # [accumulate][difference][health left]


cdef inline bint acts_on(const Board* board, const Card* card, int aura, int man) noexcept nogil:
    """Whether the permanent effect of the man on `aura` counts for the one on `man`."""
    cdef int piece = board.squares[man]
    return (man != aura and (card.types >> (piece & 7)) & 1 and WITHIN[card.range][aura] & bit(man)
            and (board.squares[aura] >> 3 == piece >> 3) == card.allies)


cdef void bonuses(const Rules* rules, const Board* board, int source, int victim, int* attack,
                  int* defense) noexcept nogil:
    """What is added to the dice of the man on `source` and of the one that it attacks on `victim`, whose D is included."""
    cdef const Card* attacker = &rules.cards[board.card[source]]
    cdef const Card* attacked = &rules.cards[board.card[victim]]
    cdef const Card* card
    cdef u64 auras = board.auras
    cdef int square
    attack[0] = 0
    defense[0] = attacked.defense
    if attacker.effect == COMBAT and (attacker.types >> (board.squares[victim] & 7)) & 1:
        attack[0] += attacker.attack
    if attacked.effect == DEFENSE and (attacked.types >> (board.squares[source] & 7)) & 1:
        defense[0] += attacked.guard
    while auras:
        square = pop_lsb(&auras)
        card = &rules.cards[board.card[square]]
        if acts_on(board, card, square, source):
            attack[0] += card.attack
        if acts_on(board, card, square, victim):
            defense[0] += card.guard


cdef inline int health_left(const Rules* rules, const Board* board, int square) noexcept nogil:
    return rules.cards[board.card[square]].health - board.damage[square]


cdef int effective_count(const Rules* rules, const Board* board, int source, int victim) noexcept nogil:
    cdef int attack, defense
    bonuses(rules, board, source, victim, &attack, &defense)
    return fight_count(attack, defense, health_left(rules, board, victim), rules.accumulate)


cdef inline int outcome_count(const Rules* rules, const Board* board, int source, int victim) noexcept nogil:
    """How many outcomes the fight of the man on `source` against the one on `victim` has."""
    if board.fighters | board.auras:
        return effective_count(rules, board, source, victim)
    return board.outcomes[victim]


cdef const Odds* fight_odds(const Rules* rules, const Board* board, int source, int victim, Odds* room) noexcept nogil:
    """The outcomes of that fight and their throws of 36, perhaps in `room`."""
    cdef int attack = 0
    cdef int defense = rules.cards[board.card[victim]].defense
    cdef int left = health_left(rules, board, victim)
    if board.fighters | board.auras:
        bonuses(rules, board, source, victim, &attack, &defense)
    if left <= MOST_LEFT and -MOST_DIFFERENCE <= attack - defense <= MOST_DIFFERENCE:
        return &COMMON[rules.accumulate][attack - defense + MOST_DIFFERENCE][left]
    room.count = fight(attack, defense, left, rules.accumulate, room.outcomes, room.throws)
    return room


cdef int victim_square(move_t move, int side) noexcept nogil:
    """Where an attack of `side`'s finds the man that it attacks."""
    if move & EN_PASSANT:
        return move_to(move) - (8 if side == 0 else -8)
    return move_to(move)


cdef int list_outcomes(const Rules* rules, const Board* board, move_t decision, int side, Outcome* out) noexcept nogil:
    """The completed moves that dice make of an attack or a `stay`, with their throws."""
    cdef Odds room
    cdef const Odds* odds
    cdef int source = move_from(decision)
    cdef int victim = victim_square(decision, side)
    cdef int i
    if decision & ANSWER:
        source = move_from(board.pending)
    odds = fight_odds(rules, board, source, victim, &room)
    for i in range(odds.count):
        out[i].move = decision | (<move_t>odds.outcomes[i] << OUTCOME_SHIFT)
        out[i].throws = odds.throws[i]
    if decision & ANSWER or board.squares[victim] & 7 != KING or not can_evade(board, victim):
        return odds.count
    out[odds.count].move = decision | (<move_t>EVADED << OUTCOME_SHIFT)
    out[odds.count].throws = KING_THROWS
    return odds.count + 1


# --- legal moves -----------------------------------------------------------------------------------------------------

cdef inline int emit_attack(const Rules* rules, const Board* board, move_t* out, int n, move_t decision, int source,
                            int victim, bint evades, const Mode mode) noexcept nogil:
    """List an attack by the man on `source`: once, or once for each outcome."""
    cdef Odds room
    cdef const Odds* odds
    cdef int i
    if mode != COMPLETED:
        out[n] = decision
        return n + 1
    odds = fight_odds(rules, board, source, victim, &room)
    for i in range(odds.count):
        out[n] = decision | (<move_t>odds.outcomes[i] << OUTCOME_SHIFT)
        n += 1
    if evades:
        out[n] = decision | (<move_t>EVADED << OUTCOME_SHIFT)
        n += 1
    return n


cdef inline int emit(const Rules* rules, const Board* board, move_t* out, int n, int source, u64 quiet, u64 prey,
                     u64 evader, const Mode mode) noexcept nogil:
    """Moves of a man that does not promote. `evader` is the attacked king if it can step."""
    cdef int target
    if mode == COUNT:
        n += popcount(quiet) + popcount(prey & evader)
        while prey:
            n += outcome_count(rules, board, source, pop_lsb(&prey))
        return n
    if mode != NOISY:
        while quiet:
            out[n] = <move_t>source | (<move_t>pop_lsb(&quiet) << 7)
            n += 1
    while prey:
        target = pop_lsb(&prey)
        n = emit_attack(rules, board, out, n, <move_t>source | (<move_t>target << 7) | ATTACK, source, target,
                        (bit(target) & evader) != 0, mode)
    return n


cdef inline int emit_pawn_move(const Rules* rules, const Board* board, move_t* out, int n, move_t move, int victim,
                               u64 evader, const int side, const Mode mode) noexcept nogil:
    """One move of a pawn, or four on the last rank; an attack if it has the flag."""
    cdef bint promotes = (bit(move_to(move)) & LAST_RANK[side]) != 0
    cdef bint evades = (bit(victim) & evader) != 0
    cdef int type, ways = 1
    if mode == NOISY and not promotes and not move & ATTACK:
        return n
    if mode == COUNT:
        if move & ATTACK:
            ways = outcome_count(rules, board, move_from(move), victim) + evades
        return n + (PROMOTIONS * ways if promotes else ways)
    if not promotes:
        if move & ATTACK:
            return emit_attack(rules, board, out, n, move, move_from(move), victim, evades, mode)
        out[n] = move
        return n + 1
    for type in range(QUEEN, PAWN, -1):
        out[n] = (move & ~DOUBLE_STEP) | PROMOTES | (<move_t>type << PROMOTED_SHIFT)
        if move & ATTACK:
            n = emit_attack(rules, board, out, n, out[n], move_from(move), victim, evades, mode)
        else:
            n += 1
    return n


cdef inline int emit_pawns(const Rules* rules, const Board* board, move_t* out, int n, u64 targets, int step, int flags,
                           u64 evader, const int side, const Mode mode) noexcept nogil:
    """The moves of pawns that all go `step` squares."""
    cdef int target
    if mode == COUNT and not flags & ATTACK:
        return n + popcount(targets) + (PROMOTIONS - 1) * popcount(targets & LAST_RANK[side])
    while targets:
        target = pop_lsb(&targets)
        n = emit_pawn_move(rules, board, out, n, <move_t>(target - step) | (<move_t>target << 7) | flags, target, evader,
                           side, mode)
    return n


cdef inline int visit_pawns(const Rules* rules, const Board* board, move_t* out, int n, u64 pawns, u64 evader,
                            const int side, const Mode mode) noexcept nogil:
    """Moves of pawns whose cards add none, en passant aside."""
    cdef int forward = 8 if side == 0 else -8
    cdef u64 empty = ~occupied_squares(board)
    cdef u64 enemy = board.by_side[1 - side]
    cdef u64 once = ahead(pawns, side) & empty
    if mode == NOISY:
        once &= LAST_RANK[side]
    else:
        n = emit_pawns(rules, board, out, n, ahead(ahead(pawns & board.unmoved, side) & empty, side) & empty,
                       2 * forward, DOUBLE_STEP, evader, side, mode)
    n = emit_pawns(rules, board, out, n, once, forward, 0, evader, side, mode)
    n = emit_pawns(rules, board, out, n, ahead_left(pawns, side) & enemy, forward - 1, ATTACK, evader, side, mode)
    return emit_pawns(rules, board, out, n, ahead_right(pawns, side) & enemy, forward + 1, ATTACK, evader, side, mode)


cdef inline int visit_en_passant(const Rules* rules, const Board* board, move_t* out, int n, const int side,
                                 const Mode mode) noexcept nogil:
    cdef u64 takers = PAWN_ATTACKS[1 - side][board.ep] & board.by_type[PAWN] & board.by_side[side]
    cdef move_t move
    while takers:
        move = <move_t>pop_lsb(&takers) | (<move_t>board.ep << 7) | EN_PASSANT | ATTACK
        n = emit_pawn_move(rules, board, out, n, move, victim_square(move, side), 0, side, mode)
    return n


cdef inline int visit_pawn_mover(const Rules* rules, const Board* board, move_t* out, int n, int source, u64 quiet,
                                 u64 prey, u64 evader, const int side, const Mode mode) noexcept nogil:
    """Moves of a pawn to where its card takes it, and by its own rules."""
    cdef int forward = 8 if side == 0 else -8
    cdef u64 empty = ~occupied_squares(board)
    cdef u64 once = ahead(bit(source), side) & empty
    cdef u64 twice = ahead(ahead(bit(source) & board.unmoved, side) & empty, side) & empty
    cdef int target
    quiet |= once | twice
    prey |= PAWN_ATTACKS[side][source] & board.by_side[1 - side]
    if board.ep >= 0:
        quiet &= ~(PAWN_ATTACKS[side][source] & bit(board.ep))
    while quiet:
        target = pop_lsb(&quiet)
        n = emit_pawn_move(rules, board, out, n, <move_t>source | (<move_t>target << 7)
                           | (DOUBLE_STEP if bit(target) & twice else 0), target, 0, side, mode)
    while prey:
        target = pop_lsb(&prey)
        n = emit_pawn_move(rules, board, out, n, <move_t>source | (<move_t>target << 7) | ATTACK, target, evader, side,
                           mode)
    return n


cdef inline int visit_movers(const Rules* rules, const Board* board, move_t* out, int n, u64 movers, u64 evader,
                             const int side, const Mode mode) noexcept nogil:
    """Moves of men whose cards add some; what rule and card both give is one move."""
    cdef u64 occupied = occupied_squares(board)
    cdef const Extra* extra
    cdef u64 quiet, prey, reached
    cdef int source, type
    while movers:
        source = pop_lsb(&movers)
        type = board.squares[source] & 7
        extra = &rules.extras[rules.cards[board.card[source]].extra]
        quiet = extra.quiet_leaps[source] | slides(extra.quiet_slides, source, occupied)
        prey = extra.attack_leaps[source] | slides(extra.attack_slides, source, occupied)
        if type != PAWN:
            reached = piece_attacks(type, source, occupied)
            quiet |= reached
            prey |= reached
        quiet &= ~occupied
        prey &= board.by_side[1 - side]
        if type == PAWN:
            n = visit_pawn_mover(rules, board, out, n, source, quiet, prey, evader, side, mode)
        else:
            n = emit(rules, board, out, n, source, quiet, prey, evader, mode)
    return n


cdef inline int visit_answers(const Rules* rules, const Board* board, move_t* out, const int side,
                              const Mode mode) noexcept nogil:
    """What the owner of the king that `pending` attacks can answer: to stay, or to step to an empty square."""
    cdef int king = lsb(king_of(board, side))
    cdef int attacker = move_from(board.pending)
    cdef u64 steps = KING_STEPS[king] & ~occupied_squares(board)
    cdef move_t stay = <move_t>king | (<move_t>king << 7) | ANSWER | ATTACK
    cdef int n = 0
    if mode == COUNT:
        return popcount(steps) + outcome_count(rules, board, attacker, king)
    n = emit_attack(rules, board, out, n, stay, attacker, king, False, mode)
    if mode != NOISY or board.pending & PROMOTES:
        while steps:
            out[n] = <move_t>king | (<move_t>pop_lsb(&steps) << 7) | ANSWER
            n += 1
    return n


cdef inline int visit(const Rules* rules, const Board* board, move_t* out, const int side,
                      const Mode mode) noexcept nogil:
    """All legal moves of `side`, which has none without its king."""
    cdef u64 own = board.by_side[side]
    cdef u64 enemy = board.by_side[1 - side]
    cdef u64 occupied = own | enemy
    cdef u64 evader = king_of(board, 1 - side)
    cdef u64 men, reached
    cdef int n = 0, source
    if not king_of(board, side):
        return 0
    if board.pending:
        return visit_answers(rules, board, out, side, mode)
    if evader and not can_evade(board, lsb(evader)):
        evader = 0
    if board.ep >= 0:
        n = visit_en_passant(rules, board, out, n, side, mode)
    if board.movers & own:
        n = visit_movers(rules, board, out, n, board.movers & own, evader, side, mode)
        own &= ~board.movers
    n = visit_pawns(rules, board, out, n, board.by_type[PAWN] & own, evader, side, mode)
    men = board.by_type[KING] & own
    if men:
        source = lsb(men)
        n = emit(rules, board, out, n, source, KING_STEPS[source] & ~occupied, KING_STEPS[source] & enemy, evader, mode)
    men = board.by_type[KNIGHT] & own
    while men:
        source = pop_lsb(&men)
        n = emit(rules, board, out, n, source, KNIGHT_LEAPS[source] & ~occupied, KNIGHT_LEAPS[source] & enemy, evader,
                 mode)
    men = (board.by_type[BISHOP] | board.by_type[QUEEN]) & own
    while men:
        source = pop_lsb(&men)
        reached = bishop_attacks(source, occupied)
        n = emit(rules, board, out, n, source, reached & ~occupied, reached & enemy, evader, mode)
    men = (board.by_type[ROOK] | board.by_type[QUEEN]) & own
    while men:
        source = pop_lsb(&men)
        reached = rook_attacks(source, occupied)
        n = emit(rules, board, out, n, source, reached & ~occupied, reached & enemy, evader, mode)
    return n


cdef int list_moves(const Rules* rules, const Board* board, move_t* out, int side, Mode mode) noexcept nogil:
    """Moves of `side` into `out`; how many there are."""
    if mode == COMPLETED:
        return visit(rules, board, out, 0, COMPLETED) if side == 0 else visit(rules, board, out, 1, COMPLETED)
    if mode == DECISIONS:
        return visit(rules, board, out, 0, DECISIONS) if side == 0 else visit(rules, board, out, 1, DECISIONS)
    return visit(rules, board, out, 0, NOISY) if side == 0 else visit(rules, board, out, 1, NOISY)


cdef int count_moves(const Rules* rules, const Board* board, int side) noexcept nogil:
    """How many completed moves `side` has."""
    return visit(rules, board, NULL, 0, COUNT) if side == 0 else visit(rules, board, NULL, 1, COUNT)


include "jacke_play.pxi"


# --- perft -----------------------------------------------------------------------------------------------------------

cdef inline u64 side_leaves(const Rules* rules, const Board* board, int depth, const int side) noexcept nogil:
    """`leaves` at a depth of 2 or more, for either side compiled for itself."""
    cdef move_t[MAX_MOVES] moves
    cdef Board child
    cdef u64 total = 0
    cdef int i
    for i in range(visit(rules, board, moves, side, COMPLETED)):
        memcpy(&child, board, sizeof(Board))
        play(rules, &child, moves[i], side, False)
        total += leaves(rules, &child, depth - 1, side if moves[i] & ANSWER else 1 - side)
    return total


cdef u64 leaves(const Rules* rules, const Board* board, int depth, int side) noexcept nogil:
    """Perft: leaves at a `depth` of 1 or more. Copies of the board need no taking back and no keys."""
    if depth == 1:
        return count_moves(rules, board, side)
    return side_leaves(rules, board, depth, 0) if side == 0 else side_leaves(rules, board, depth, 1)


# --- tables ----------------------------------------------------------------------------------------------------------

cdef void build_tables():
    cdef int square, target, side, steps, accumulate, difference, left
    cdef Odds* odds
    memcpy(ROOK_AT, ROOK_64, sizeof(ROOK_AT))
    memcpy(BISHOP_AT, BISHOP_64, sizeof(BISHOP_AT))
    leaps([(f, r) for f in (-2, -1, 1, 2) for r in (-2, -1, 1, 2) if abs(f) != abs(r)], KNIGHT_LEAPS)
    leaps([(f, r) for f in (-1, 0, 1) for r in (-1, 0, 1) if f or r], KING_STEPS)
    for square in range(64):
        for target in range(64):
            for steps in range(max(abs(square % 8 - target % 8), abs(square // 8 - target // 8)), 9):
                WITHIN[steps][square] |= bit(target)
        for side in range(2):
            PAWN_ATTACKS[side][square] = ahead_left(bit(square), side) | ahead_right(bit(square), side)
    for accumulate in range(2):
        for difference in range(-MOST_DIFFERENCE, MOST_DIFFERENCE + 1):
            for left in range(1, MOST_LEFT + 1):
                odds = &COMMON[accumulate][difference + MOST_DIFFERENCE][left]
                odds.count = fight(difference, 0, left, accumulate, odds.outcomes, odds.throws)


cdef void build_keys(u64 seed):
    global SIDE_KEY
    cdef int piece, square
    for square in range(64):
        for piece in range(EMPTY):
            PIECE_KEY[piece][square] = split_mix(&seed)
        UNMOVED_KEY[square] = split_mix(&seed)
        EP_KEY[square] = split_mix(&seed)
    SIDE_KEY = split_mix(&seed)


build_tables()
build_keys(2012)
