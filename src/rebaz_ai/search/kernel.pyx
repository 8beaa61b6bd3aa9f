"""The search kernel: one thread's negamax with alpha-beta over any State, dice included.

Principal variation search in a fail-soft frame, transposition table, null move, late move reductions, forward pruning
near the leaves, check extensions, and a quiescence search over noisy moves with static exchange evaluation. What dice
decide is a chance node, cut by Star1 and Star2 (Ballard, *The \*-minimax search procedure for trees containing chance
nodes*, 1983). Of more than two sides the others are taken for one (paranoid). A game says by its traits what it can't
take. With everything lossy switched off (``SearchOptions.exact``) the value is that of a full-width search of the same
depth; with dice, to the last throw.
"""

from fractions import Fraction

from libc.math cimport log
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from rebaz_core.bitboard cimport u64
from rebaz_core.position cimport Position
from rebaz_core.state cimport (GOES_ON, HAS_CHECK, HAS_DICE, MANY_SIDES, MAX_MOVES, MAX_OUTCOMES, MOVES_UNKNOWN, NOBODY,
                               NULL_MOVE_SOUND, Move, Outcome, State, move_t, move_to)

from rebaz_ai.evaluation.evaluator cimport Evaluator, landing_of
from rebaz_ai.search.table cimport BOUND_EXACT, BOUND_LOWER, BOUND_UPPER, NO_EVALUATION, Entry, Table

cdef enum:
    OPEN_WINDOW = 32500      # bounds from here on let every value in
    HISTORY_MAX = 16000
    CLAIM = 2000             # a repetition that, come again, would be a win
    MAX_GAME = 1 << 20       # plies
    QUIETS_KEPT = 64         # tried quiet moves that a cutoff punishes

    # Order of moves.
    HASH_FIRST = 1 << 30
    NOISY_FIRST = 1 << 24
    KILLER_FIRST = 1 << 22
    HISTORY_STEP = 10000     # of history, for one ply of reduction
    LOSING_LAST = -(1 << 24)

    # Margins of the pruning near the leaves in hundredths of a chess pawn; the evaluator scales them.
    REVERSE_FUTILITY_DEPTH = 8
    REVERSE_FUTILITY = 80
    RAZOR_DEPTH = 2
    RAZOR = 350
    FUTILITY_DEPTH = 7       # after reduction
    FUTILITY = 110
    FUTILITY_BASE = 90
    COUNT_DEPTH = 8          # quiet moves up to a number that grows with the depth
    COUNT_BASE = 3
    FEW_MOVES = 32           # where there are more, more are looked at
    QUIET_EXCHANGE_DEPTH = 2 # after reduction
    QUIET_EXCHANGE = 200
    NULL_STEP = 200
    DELTA = 180
    EXCHANGE_DEPTH = 5
    EXCHANGE = 90
    QUIESCENCE_WIDTH = 16    # moves looked at, halved at each of the first plies
    QUIESCENCE_NARROWING = 3
    QUIESCENCE_PLIES = 4
    QUIESCENCE_THROWS = 1    # plies with dice, for they branch a lot; the evaluation weighs the throw after them
    QUIESCENCE_ATTACKS = 2   # moves with dice looked at

# Beyond any value, in any unit; the window between both is still a number.
cdef value_t INFINITE = <value_t>1 << 61
# With dice and nothing lossy a centipawn is so many units, which five throws of 72 divide without a rest.
cdef value_t EXACT_UNIT = 1934917632
cdef u64 COME_AGAIN = 0xD6E8FEB86659FD93
cdef u64 LEFT_KEY = 0x9FB21C651E98DF25
cdef u64 HERO_KEYS[4]
HERO_KEYS[:] = [0, 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB]

cdef int REDUCTION[64][64]


cdef void build_reductions():
    cdef int depth, number
    for depth in range(64):
        for number in range(64):
            REDUCTION[depth][number] = 0
            if depth > 0 and number > 0:
                REDUCTION[depth][number] = <int>(0.6 + log(depth) * log(number) / 2.2)


build_reductions()


cdef class Kernel(Limited):
    """One thread's search. `options` is a SearchOptions; the evaluator and the table are shared."""

    def __cinit__(self):
        self.frames = <Frame*>calloc(MAX_PLY + 4, sizeof(Frame))
        self.move_stack = <move_t*>calloc((MAX_PLY + 2) * MAX_MOVES, sizeof(move_t))
        self.order_stack = <int*>calloc((MAX_PLY + 2) * MAX_MOVES, sizeof(int))
        self.history = <short*>calloc(4 * SQUARES * SQUARES, sizeof(short))
        self.counters = <move_t*>calloc(SQUARES * SQUARES, sizeof(move_t))
        self.continuations = <short*>calloc(LANDINGS * LANDINGS, sizeof(short))
        if (self.frames == NULL or self.move_stack == NULL or self.order_stack == NULL or self.history == NULL
                or self.counters == NULL or self.continuations == NULL):
            raise MemoryError

    def __init__(self, Evaluator evaluator not None, Table table not None, options):
        self.evaluator = evaluator
        self.table = table
        self.null_move = options.null_move
        self.reductions = options.reductions
        self.pruning = options.pruning
        self.extensions = options.extensions
        self.quiescence_on = options.quiescence
        self.loose_hash = options.loose_hash
        self.star = options.star

    def __dealloc__(self):
        free(self.frames)
        free(self.move_stack)
        free(self.order_stack)
        free(self.history)
        free(self.counters)
        free(self.continuations)

    # -- what the driver uses

    def start(self, Position position not None, only, u64 node_limit):
        """Begin a search of `position`, on a copy, among the moves of `only` that are legal, or all if it is empty.

        `node_limit` 0 means none. Returns the moves to be searched, statically best first. InputError for a position of
        a game that the evaluator is not of.
        """
        cdef Move move
        cdef move_t[MAX_MOVES] legal
        cdef int i, count
        self.state = self.evaluator.state_of(position).copy()
        self.state.reserve(MAX_PLY + 4)
        self.state.hero = self.state.side
        self.dice = (self.state.traits & HAS_DICE) != 0
        self.many = (self.state.traits & MANY_SIDES) != 0
        self.unit = EXACT_UNIT if self.dice and not self.loose_hash else 1
        self.contempt = self.evaluator.contempt if self.loose_hash else 0
        self.salt = HERO_KEYS[self.state.hero] if self.many or self.contempt else 0
        self.win = self.evaluator.win * self.unit
        count = self.state.generate_decisions(legal)
        wanted = {(<Move?>move).code for move in only}
        scored = []
        for i in range(count):
            if not wanted or legal[i] in wanted:
                scored.append((self.expected_evaluation(legal[i]), legal[i]))
        scored.sort(key=lambda pair: -pair[0])
        self.root_count = len(scored)
        for i in range(self.root_count):
            self.root_moves[i] = scored[i][1]
        self.begin(node_limit)
        self.top = 0
        self.table.new_search()
        memset(self.frames, 0, (MAX_PLY + 4) * sizeof(Frame))
        return [(self.state.move_object(code), value) for value, code in scored]

    def iterate(self, int depth, int alpha, int beta, int first):
        """Search the root moves from number `first` on; returns (value in centipawns, whether it can be trusted).

        Bounds of 32500 and more let every value in.
        """
        cdef value_t value
        if self.state is None or not 0 <= first < self.root_count or not 1 <= depth <= MAX_DEPTH:
            raise ValueError("iterate: start a search first, and name one of its moves and a depth")
        with nogil:
            value = self.search_root(depth, alpha * self.unit if alpha > -OPEN_WINDOW else -INFINITE,
                                     beta * self.unit if beta < OPEN_WINDOW else INFINITE, first)
        self.exact_value = value
        return round_to_unit(value, self.unit), not self.stopped

    @property
    def value(self):
        """The value that the last `iterate` found, in centipawns, as an exact Fraction."""
        return Fraction(self.exact_value, self.unit)

    def told(self, int value):
        """The value to show for one that `iterate` found: a certain draw is 0, however little it is liked."""
        return 0 if self.contempt and value == -self.contempt else value

    def principal_variation(self):
        """The line found by the last `iterate`."""
        if self.state is None:
            return []
        return [self.state.move_object(self.frames[0].pv[i]) for i in range(self.frames[0].pv_length)]

    def hash_reply(self, Move move not None):
        """The hash table's reply to a root move, or None."""
        cdef move_t[MAX_MOVES] legal
        cdef Entry entry
        cdef int count, i
        reply = None
        if self.dice and self.is_thrown(move.code):
            return None
        if move.code not in [self.root_moves[i] for i in range(self.root_count)]:
            return None
        self.state.make(move.code)
        count = self.state.generate_decisions(legal)
        if self.table.probe(self.hash_key(), &entry):
            for i in range(count):
                if legal[i] == entry.move:
                    reply = self.state.move_object(entry.move)
        self.state.unmake()
        return reply

    # -- values

    cdef int margin(self, int hundredths) noexcept nogil:
        return hundredths * self.evaluator.margin_percent // 100

    cdef inline int team(self) noexcept nogil:
        """Who is to move: a side, or of more than two sides the one that the search thinks for (0) or another (1)."""
        return self.state.side if not self.many else self.state.side != self.state.hero

    cdef inline bint for_hero(self) noexcept nogil:
        """Whether the side to move is the one that the search thinks for."""
        return self.state.side == self.state.hero

    cdef inline bint has_come_again(self) noexcept nogil:
        """With dice a position may come again by mere bad throws. Once more and it is drawn: that must not be pruned."""
        return self.dice and self.state.repeated(MAX_GAME)

    cdef inline u64 hash_key(self) noexcept nogil:
        """What the table knows the state by."""
        cdef u64 key = self.state.key ^ self.salt
        cdef int left
        if self.evaluator.last_plies:
            left = self.state.plies_to_draw()
            if left < self.evaluator.last_plies:
                key ^= <u64>(left + 1) * LEFT_KEY
        return key ^ COME_AGAIN if self.has_come_again() else key

    cdef inline value_t static_evaluation(self) noexcept nogil:
        """The evaluation from the side to move, in units."""
        return self.evaluator.evaluate(self.state) * self.unit

    cdef int passed_evaluation(self) noexcept nogil:
        """The evaluation once the side to move has passed, seen from that side."""
        cdef int value
        self.state.make_null()
        value = -self.evaluator.evaluate(self.state)
        self.state.unmake_null()
        return value

    cdef value_t ended_value(self, int move_count, int ply) noexcept nogil:
        """Value of a game that is over, from the side to move, or -INFINITE if it goes on.

        With dice a win is worth the same whenever it comes: what is expected is not a number of moves.
        """
        cdef int winner = NOBODY
        cdef value_t value
        cdef bint won
        if self.state.ending(move_count, &winner) == GOES_ON:
            if not self.many or not self.state.is_out(self.state.hero):
                return -INFINITE
            won = self.team() != 0
        elif winner == NOBODY:
            return -self.contempt if self.for_hero() else self.contempt
        elif self.many:
            won = (winner == self.state.hero) == (self.team() == 0)
        else:
            won = winner == self.state.side
        value = self.win if self.dice else MATE - ply
        return value if won else -value

    cdef int repeated_value(self) noexcept nogil:
        """Value of a position of the line that has come again: who can come back to it once can do it again."""
        cdef int winner = self.state.drawn_winner()
        if winner == NOBODY:
            return 0
        return CLAIM if winner == self.state.side else -CLAIM

    cdef value_t expected_evaluation(self, move_t move) noexcept nogil:
        """What a decision's outcomes are statically worth to who makes it, in centipawns times its throws' average."""
        cdef Outcome[MAX_OUTCOMES] outcomes
        cdef int count = self.state.outcomes(move, outcomes)
        cdef int mover = self.team(), total = 0, i
        cdef value_t sum = 0, value
        for i in range(count):
            self.state.make(outcomes[i].move)
            value = self.evaluator.evaluate(self.state)
            sum += outcomes[i].throws * (value if self.team() == mover else -value)
            total += outcomes[i].throws
            self.state.unmake()
        return sum // total

    cdef bint is_thrown(self, move_t move) noexcept nogil:
        """Whether dice complete a decision."""
        cdef Outcome[MAX_OUTCOMES] outcomes
        return self.state.outcomes(move, outcomes) > 1

    # -- move order

    cdef void order_moves(self, move_t* moves, int* order, int count, move_t hash_move, int ply) noexcept nogil:
        """A sort key for every move, the greatest first."""
        cdef Frame* frame = &self.frames[ply]
        cdef move_t counter = 0
        cdef move_t move
        cdef short* history = &self.history[self.state.side * SQUARES * SQUARES]
        cdef short* replies = self.continuation(ply, 1)
        cdef short* plans = self.continuation(ply, 2)
        cdef int i, landing
        if ply and self.frames[ply - 1].move:
            counter = self.counters[self.frames[ply - 1].move & (SQUARES * SQUARES - 1)]
        self.evaluator.describe_moves(self.state, moves, count, order)
        for i in range(count):
            move = moves[i]
            if move == hash_move:
                order[i] = HASH_FIRST
            elif order[i] >= 0:
                order[i] += NOISY_FIRST
            elif move == frame.killers[0]:
                order[i] = KILLER_FIRST + 2
            elif move == frame.killers[1]:
                order[i] = KILLER_FIRST + 1
            elif move == counter:
                order[i] = KILLER_FIRST
            else:
                landing = ~order[i]
                order[i] = history[move & (SQUARES * SQUARES - 1)] + replies[landing] + plans[landing]

    cdef inline int landing(self, move_t move) noexcept nogil:
        """Which kind of piece a move puts where."""
        return landing_of(self.evaluator.mover_kind(self.state, move), move)

    cdef inline short* continuation(self, int ply, int back) noexcept nogil:
        """The history of quiet moves by landing, after the move made so many plies before `ply`."""
        return &self.continuations[(self.frames[ply - back].landing if ply >= back else 0) * LANDINGS]

    cdef void reward(self, move_t move, move_t* tried, int tried_count, int depth, int ply) noexcept nogil:
        """A quiet move cut: remember it, and hold it against those tried before it."""
        cdef Frame* frame = &self.frames[ply]
        cdef short* history = &self.history[self.state.side * SQUARES * SQUARES]
        cdef short* replies = self.continuation(ply, 1)
        cdef short* plans = self.continuation(ply, 2)
        cdef int bonus = min(depth * depth * 8 + 32 * depth, 1600)
        cdef int i, landing
        if frame.killers[0] != move:
            frame.killers[1] = frame.killers[0]
            frame.killers[0] = move
        if ply and self.frames[ply - 1].move:
            self.counters[self.frames[ply - 1].move & (SQUARES * SQUARES - 1)] = move
        for i in range(-1, tried_count):
            if i >= 0:
                move = tried[i]
                bonus = -abs(bonus)
            landing = self.landing(move)
            learn(&history[move & (SQUARES * SQUARES - 1)], bonus)
            learn(&replies[landing], bonus)
            learn(&plans[landing], bonus)

    cdef void extend_pv(self, move_t move, int ply) noexcept nogil:
        """`move` and the line below it become this ply's line."""
        cdef Frame* frame = &self.frames[ply]
        cdef Frame* below = &self.frames[ply + 1]
        cdef int i
        frame.pv[0] = move
        for i in range(below.pv_length):
            frame.pv[i + 1] = below.pv[i]
        frame.pv_length = below.pv_length + 1

    # -- search

    cdef void make(self, move_t move) noexcept nogil:
        self.state.make(move)
        self.nodes += 1
        self.table.prefetch(self.state.key ^ self.salt)

    cdef value_t search_made(self, int depth, value_t alpha, value_t beta, int ply, int quiet_ply) noexcept nogil:
        """Value of the position after the move just made, seen from the side that made it.

        `depth` is what remains after the move; in quiescence `quiet_ply` counts its plies, and is -1 elsewhere. The one
        place where a game with SAME_SIDE_TWICE differs.
        """
        if self.team() == self.mover[ply]:
            if quiet_ply >= 0:
                return self.quiescence(alpha, beta, ply + 1, quiet_ply)
            return self.search(depth, alpha, beta, ply + 1)
        if quiet_ply >= 0:
            return -self.quiescence(-beta, -alpha, ply + 1, quiet_ply)
        return -self.search(depth, -beta, -alpha, ply + 1)

    cdef value_t search_move(self, move_t move, int depth, value_t alpha, value_t beta, int ply,
                             int quiet_ply) noexcept nogil:
        """Value of a decision to the side that makes it."""
        cdef Outcome[MAX_OUTCOMES] outcomes
        cdef int count
        cdef value_t value
        if self.dice:
            count = self.state.outcomes(move, outcomes)
            if count > 1:
                return self.search_chance(outcomes, count, depth, alpha, beta, ply, quiet_ply)
            move = outcomes[0].move
        self.make(move)
        value = self.search_made(depth, alpha, beta, ply, quiet_ply)
        self.state.unmake()
        return value

    cdef value_t search_chance(self, const Outcome* outcomes, int count, int depth, value_t alpha, value_t beta, int ply,
                               int quiet_ply) noexcept nogil:
        """Expectation over what the dice can make of a decision, fail-soft.

        Every outcome's value lies between bounds, at first those of a lost and a won game. Star1 narrows the window of
        each to what can still bring the expectation into its own window. Star2 first looks at one reply to each outcome,
        which bounds its value from one side, and may find the expectation out of the window by that alone.
        """
        cdef value_t[MAX_OUTCOMES] least
        cdef value_t[MAX_OUTCOMES] most
        cdef value_t low_sum = 0, high_sum = 0, low, high, value
        cdef int total = 0, throws, i
        for i in range(count):
            least[i] = -self.win
            most[i] = self.win
            total += outcomes[i].throws
        low_sum = -self.win * total
        high_sum = self.win * total
        # Out of reach: whatever lies beyond needs no exact product, and would be too large for one.
        alpha = max(alpha, -self.win - self.unit)
        beta = min(beta, self.win + self.unit)
        if self.star >= 2 and depth >= 1 and quiet_ply < 0:
            for i in range(count):
                throws = outcomes[i].throws
                low = floor_divide(total * alpha - (high_sum - throws * most[i]), throws)
                high = -floor_divide(low_sum - throws * least[i] - total * beta, throws)
                self.make(outcomes[i].move)
                if self.team() == self.mover[ply]:
                    value = self.probe_reply(depth, max(low, least[i] - 1), min(high, most[i] + 1), ply + 1)
                    low_sum += throws * (max(value, least[i]) - least[i])
                    least[i] = max(value, least[i])
                else:
                    value = -self.probe_reply(depth, -min(high, most[i] + 1), -max(low, least[i] - 1), ply + 1)
                    high_sum -= throws * (most[i] - min(value, most[i]))
                    most[i] = min(value, most[i])
                self.state.unmake()
                if self.stopped:
                    return 0
                if high_sum <= total * alpha:
                    return -floor_divide(-high_sum, total)
                if low_sum >= total * beta:
                    return floor_divide(low_sum, total)
        for i in range(count):
            throws = outcomes[i].throws
            low_sum -= throws * least[i]
            high_sum -= throws * most[i]
            low, high = least[i] - 1, most[i] + 1
            if self.star >= 1:
                low = max(low, floor_divide(total * alpha - high_sum, throws))
                high = min(high, -floor_divide(low_sum - total * beta, throws))
            self.make(outcomes[i].move)
            value = self.search_made(depth, low, high, ply, quiet_ply)
            self.state.unmake()
            if self.stopped:
                return 0
            low_sum += throws * value
            high_sum += throws * value
            if self.star >= 1:
                if high_sum <= total * alpha:
                    return -floor_divide(-high_sum, total)
                if low_sum >= total * beta:
                    return floor_divide(low_sum, total)
        self.frames[ply + 1].pv_length = 0
        return round_to_unit(low_sum, total)

    cdef value_t probe_reply(self, int depth, value_t alpha, value_t beta, int ply) noexcept nogil:
        """A lower bound of the state's value from its side to move: what its first move is worth."""
        cdef Entry entry
        cdef move_t* moves = &self.move_stack[self.top]
        cdef int* order = &self.order_stack[self.top]
        cdef move_t hash_move = 0
        cdef int count
        cdef value_t value
        self.frames[ply].pv_length = 0
        if self.must_stop():
            return 0
        value = self.ended_value(MOVES_UNKNOWN, ply)
        if value != -INFINITE:
            return value
        if ply >= MAX_PLY:
            return -self.win
        if self.table.probe(self.hash_key(), &entry):
            hash_move = entry.move
            if self.loose_hash and entry.depth >= depth and entry.bound & BOUND_LOWER:
                return entry.score
        count = self.state.generate_decisions(moves)
        if count == 0:
            return self.ended_value(0, ply)
        self.top += count
        self.order_moves(moves, order, count, hash_move, ply)
        self.mover[ply] = self.team()
        pick_best(moves, order, 0, count)
        self.frames[ply].move = moves[0]
        self.frames[ply].landing = self.landing(moves[0])
        self.frames[ply].evaluation = NO_EVALUATION
        value = self.search_move(moves[0], depth - 1, alpha, beta, ply, -1)
        self.top -= count
        return value

    cdef value_t search_root(self, int depth, value_t alpha, value_t beta, int first) noexcept nogil:
        cdef value_t best = -INFINITE
        cdef value_t value
        cdef int i, j
        cdef move_t move
        cdef Frame* frame = &self.frames[0]
        frame.pv_length = 0
        self.stopped = False
        self.seldepth = 0
        self.mover[0] = self.team()
        for i in range(first, self.root_count):
            move = self.root_moves[i]
            frame.move = move
            frame.landing = self.landing(move)
            if i == first:
                value = self.search_move(move, depth - 1, alpha, beta, 0, -1)
            else:
                value = self.search_move(move, depth - 1, alpha, alpha + 1, 0, -1)
                if alpha < value < beta:
                    value = self.search_move(move, depth - 1, alpha, beta, 0, -1)
            if self.stopped:
                return best
            if value > best:
                best = value
                if value > alpha or i == first:
                    self.extend_pv(move, 0)
                    for j in range(i, first, -1):
                        self.root_moves[j] = self.root_moves[j - 1]
                    self.root_moves[first] = move
                if value > alpha:
                    alpha = value
                    if alpha >= beta:
                        break
        return best

    cdef value_t search(self, int depth, value_t alpha, value_t beta, int ply) noexcept nogil:
        """Value of the state from its side to move, fail-soft."""
        cdef Frame* frame = &self.frames[ply]
        cdef Entry entry
        cdef move_t hash_move = 0, move, best_move = 0
        cdef move_t[QUIETS_KEPT] quiets
        cdef move_t* moves
        cdef int* order
        cdef bint pv_node = beta - alpha > 1
        cdef bint checked = False, pruning
        cdef bint hashed, noisy, improving = False
        cdef value_t best = -INFINITE
        cdef value_t first_alpha = alpha
        cdef value_t value
        cdef int static_value = NO_EVALUATION
        cdef int count, i, j, next_depth, reduced_depth, reduction, left, taken, quiet_limit
        cdef int searched = 0, quiet_count = 0

        frame.pv_length = 0
        if ply > self.seldepth:
            self.seldepth = ply
        if self.must_stop():
            return 0
        value = self.ended_value(MOVES_UNKNOWN, ply)
        if value != -INFINITE:
            return value
        if self.pruning and not self.dice and self.state.repeated(ply):
            return self.repeated_value()
        if ply >= MAX_PLY:
            return self.static_evaluation()
        if self.state.traits & HAS_CHECK:
            checked = self.state.in_check()
        frame.checked = checked
        pruning = self.pruning and not self.has_come_again()
        if checked and pv_node and self.extensions:
            depth += 1
        if depth <= 0:
            if self.quiescence_on:
                return self.quiescence(alpha, beta, ply, 0)
            return self.leaf_value(ply)

        # Mate distance: no line from here beats a shorter win already found.
        if not self.dice:
            alpha = max(alpha, ply - MATE)
            beta = min(beta, MATE - ply - 1)
            if alpha >= beta:
                return alpha
            first_alpha = alpha

        hashed = self.table.probe(self.hash_key(), &entry)
        if hashed:
            hash_move = entry.move
            value = from_hash(entry.score, ply)
            if self.unit == 1 and (not pv_node or not self.loose_hash) and (
                    entry.depth == depth or (self.loose_hash and entry.depth > depth)):
                if decides(&entry, value, alpha, beta):
                    return value

        frame.evaluation = NO_EVALUATION
        if not checked and (pruning or self.null_move):
            static_value = entry.evaluation if hashed and entry.evaluation != NO_EVALUATION else (
                self.evaluator.evaluate(self.state))
            frame.evaluation = static_value
            if (hashed and decides(&entry, value, static_value - 1, static_value + 1)
                    and -MATE_BOUND < value < MATE_BOUND):
                frame.evaluation = value
            improving = (ply >= 2 and self.mover[ply - 2] == self.team()
                         and frame.evaluation > self.frames[ply - 2].evaluation)
            if not pv_node and -MATE_BOUND < beta < MATE_BOUND:
                if pruning:
                    if depth <= REVERSE_FUTILITY_DEPTH and (
                            frame.evaluation - self.margin(REVERSE_FUTILITY * (depth - improving)) >= beta):
                        return frame.evaluation
                    if depth <= RAZOR_DEPTH and frame.evaluation + self.margin(RAZOR * depth) < alpha:
                        value = self.quiescence(alpha, beta, ply, 0)
                        if value <= alpha or self.stopped:
                            return value
                if (self.null_move and depth >= 3 and frame.evaluation >= beta and self.state.traits & NULL_MOVE_SOUND
                        and ply and self.frames[ply - 1].move and self.state.plies_left() > depth
                        and not self.evaluator.zugzwang_likely(self.state)):
                    value = self.try_null(depth - 3 - depth // 3
                                          - min((frame.evaluation - beta) // self.margin(NULL_STEP), 3), beta, ply)
                    if self.stopped:
                        return 0
                    if value >= beta:
                        return value if value < MATE_BOUND else beta

        if self.reductions and depth >= 4 and not hash_move and pv_node:
            depth -= 1

        moves = &self.move_stack[self.top]
        order = &self.order_stack[self.top]
        count = self.state.generate_decisions(moves)
        if count == 0:
            return self.ended_value(0, ply)
        taken = count
        self.top += taken
        self.order_moves(moves, order, count, hash_move, ply)
        self.mover[ply] = self.team()
        self.frames[ply + 1].killers[0] = 0
        self.frames[ply + 1].killers[1] = 0

        i = 0
        while i < count:
            pick_best(moves, order, i, count)
            move = moves[i]
            noisy = order[i] >= NOISY_FIRST or order[i] < LOSING_LAST // 2
            if order[i] == HASH_FIRST:
                noisy = self.state.is_noisy(move)
            elif (noisy and order[i] >= NOISY_FIRST and depth > 1 and i < count - 1
                  and not self.evaluator.exchange_at_least(self.state, move, 0)):
                # A losing capture: behind everything else.
                order[i] += LOSING_LAST - NOISY_FIRST
                continue

            next_depth = depth - 1
            reduction = 0
            if self.reductions and depth >= 3 and searched >= 2 and not noisy and not checked:
                reduction = REDUCTION[min(depth, 63)][min(searched, 63)] + (not pv_node)
                if order[i] >= KILLER_FIRST:
                    reduction -= 1
                else:
                    reduction -= order[i] // HISTORY_STEP
                reduction = max(0, min(reduction, next_depth - 1))
            if pruning and searched and not checked and best > -MATE_BOUND and not pv_node:
                reduced_depth = next_depth - reduction
                quiet_limit = (COUNT_BASE + depth * depth) * max(taken, FEW_MOVES) // FEW_MOVES
                if noisy:
                    if depth <= EXCHANGE_DEPTH and not self.evaluator.exchange_at_least(
                            self.state, move, -self.margin(EXCHANGE * depth)):
                        i += 1
                        continue
                elif (depth <= COUNT_DEPTH and quiet_count > quiet_limit // (2 - improving)
                      or reduced_depth <= FUTILITY_DEPTH
                      and frame.evaluation + self.margin(FUTILITY_BASE + FUTILITY * reduced_depth) <= alpha):
                    # This and every later quiet move: keep only the losing captures.
                    left = i
                    for j in range(i + 1, count):
                        if order[j] < LOSING_LAST // 2:
                            moves[left] = moves[j]
                            order[left] = order[j]
                            left += 1
                    count = left
                    continue
                elif reduced_depth <= QUIET_EXCHANGE_DEPTH and not self.evaluator.exchange_at_least(
                        self.state, move, -self.margin(QUIET_EXCHANGE * reduced_depth)):
                    i += 1
                    continue

            frame.move = move
            frame.landing = self.landing(move)
            if searched == 0:
                value = self.search_move(move, next_depth, alpha, beta, ply, -1)
            else:
                value = self.search_move(move, next_depth - reduction, alpha, alpha + 1, ply, -1)
                if value > alpha and reduction:
                    value = self.search_move(move, next_depth, alpha, alpha + 1, ply, -1)
                if alpha < value < beta:
                    value = self.search_move(move, next_depth, alpha, beta, ply, -1)
            searched += 1
            i += 1
            if self.stopped:
                self.top -= taken
                return 0
            if value > best:
                best = value
                if value > alpha:
                    best_move = move
                    alpha = value
                    if pv_node:
                        self.extend_pv(move, ply)
                    if value >= beta:
                        if not noisy:
                            self.reward(move, quiets, quiet_count, depth, ply)
                        break
            if not noisy and quiet_count < QUIETS_KEPT:
                quiets[quiet_count] = move
                quiet_count += 1

        self.top -= taken
        self.table.store(self.hash_key(), best_move, self.score_of(best, ply), static_value, depth,
                         BOUND_LOWER if best >= beta else BOUND_EXACT if best > first_alpha else BOUND_UPPER)
        return best

    cdef value_t try_null(self, int depth, value_t beta, int ply) noexcept nogil:
        """Value if the side to move passes."""
        cdef value_t value
        self.frames[ply].move = 0
        self.frames[ply].landing = 0
        self.state.make_null()
        value = -self.search(depth, -beta, 1 - beta, ply + 1)
        self.state.unmake_null()
        return value

    cdef inline int score_of(self, value_t value, int ply) noexcept nogil:
        """A value as the hash table keeps it, in centipawns."""
        return to_hash(<int>(value // self.unit), ply) if self.unit > 1 else to_hash(<int>value, ply)

    cdef value_t leaf_value(self, int ply) noexcept nogil:
        """Value at the horizon of a search without quiescence."""
        if self.state.count_moves() == 0:
            return self.ended_value(0, ply)
        return self.static_evaluation()

    cdef value_t quiescence(self, value_t alpha, value_t beta, int ply, int depth) noexcept nogil:
        """Value once nothing more is to be taken; a side in check looks at every answer.

        `depth` counts the plies of quiescence above. Crowded boards have exchanges everywhere, and all their orders
        would never end: with pruning, deep plies look only at the first few moves, and then only where the last piece
        was taken.
        """
        cdef Frame* frame = &self.frames[ply]
        cdef Entry entry
        cdef bint pv_node = beta - alpha > 1
        cdef bint checked, hashed, pruning = self.pruning and not self.has_come_again()
        cdef move_t* moves = &self.move_stack[self.top]
        cdef int* order = &self.order_stack[self.top]
        cdef move_t move, hash_move = 0, best_move = 0
        cdef value_t best = -INFINITE, value, first_alpha = alpha
        cdef int static_value = NO_EVALUATION, stand = 0, count, i, searched = 0
        cdef int width = QUIESCENCE_WIDTH >> min(depth, QUIESCENCE_NARROWING)
        cdef bint thrown = self.dice and self.loose_hash
        frame.pv_length = 0
        if depth:
            # What `search` has looked at already where it comes to this.
            if ply > self.seldepth:
                self.seldepth = ply
            if self.must_stop():
                return 0
            value = self.ended_value(MOVES_UNKNOWN, ply)
            if value != -INFINITE:
                return value
            if ply >= MAX_PLY:
                return self.static_evaluation()
            frame.checked = self.state.traits & HAS_CHECK and self.state.in_check()
        checked = frame.checked
        hashed = self.table.probe(self.hash_key(), &entry)
        if hashed:
            hash_move = entry.move
            if self.loose_hash and not pv_node:
                value = from_hash(entry.score, ply)
                if decides(&entry, value, alpha, beta):
                    return value
        if checked:
            count = self.state.generate_decisions(moves)
            if count == 0:
                return self.ended_value(0, ply)
        else:
            # Only a side with little left is likely to have no move.
            if pruning and self.evaluator.zugzwang_likely(self.state) and self.state.count_moves() == 0:
                return self.ended_value(0, ply)
            if hashed:
                static_value = entry.evaluation
            if (thrown and depth < QUIESCENCE_THROWS and self.state.traits & NULL_MOVE_SOUND
                    and not self.evaluator.zugzwang_likely(self.state)):
                # The evaluation counts the next throw for who is to make it: standing pat leaves it to the other side.
                stand = self.passed_evaluation()
                width = QUIESCENCE_ATTACKS
            else:
                if static_value == NO_EVALUATION:
                    static_value = self.evaluator.evaluate(self.state)
                stand = static_value
                if thrown:
                    return stand
            best = stand * self.unit
            if best >= beta:
                return best
            if best > alpha:
                alpha = best
            count = self.state.generate_noisy(moves)
        self.top += count
        self.order_moves(moves, order, count, hash_move, ply)
        self.mover[ply] = self.team()
        for i in range(count):
            pick_best(moves, order, i, count)
            move = moves[i]
            if pruning and not checked:
                if searched >= width:
                    break
                if depth >= QUIESCENCE_PLIES and move_to(move) != move_to(self.frames[ply - 1].move):
                    continue
                # What even the whole gain can't lift, and exchanges that lose.
                value = stand + self.margin(DELTA) + self.evaluator.gain(self.state, move)
                if value <= alpha:
                    best = max(best, value)
                    continue
                if not thrown and not self.evaluator.exchange_at_least(self.state, move, 0):
                    continue
            searched += 1
            frame.move = move
            frame.landing = self.landing(move)
            value = self.search_move(move, 0, alpha, beta, ply, depth + 1)
            if self.stopped:
                self.top -= count
                return 0
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    best_move = move
                    if pv_node:
                        self.extend_pv(move, ply)
                    if value >= beta:
                        break
        self.top -= count
        if self.loose_hash:
            self.table.store(self.hash_key(), best_move, self.score_of(best, ply), static_value, 0,
                             BOUND_LOWER if best >= beta else BOUND_EXACT if best > first_alpha else BOUND_UPPER)
        return best


cdef inline value_t floor_divide(value_t a, value_t b) noexcept nogil:
    """a / b rounded down, for positive b."""
    return a // b if a >= 0 else -((b - 1 - a) // b)


cdef inline value_t round_to_unit(value_t a, value_t b) noexcept nogil:
    """a / b rounded to the nearest, for positive b."""
    return floor_divide(2 * a + b, 2 * b)


cdef inline void learn(short* slot, int bonus) noexcept nogil:
    """Move a history value by `bonus`, less the closer it is to HISTORY_MAX."""
    slot[0] += bonus - slot[0] * abs(bonus) // HISTORY_MAX


cdef inline void pick_best(move_t* moves, int* order, int first, int count) noexcept nogil:
    """Bring the best of the moves from `first` on to the front."""
    cdef int j, best = first, greatest = order[first]
    cdef move_t move
    # The maximum alone is what compilers find with vectors.
    for j in range(first + 1, count):
        greatest = order[j] if order[j] > greatest else greatest
    while order[best] != greatest:
        best += 1
    order[best] = order[first]
    order[first] = greatest
    move = moves[best]
    moves[best] = moves[first]
    moves[first] = move


cdef inline bint decides(const Entry* entry, value_t value, value_t alpha, value_t beta) noexcept nogil:
    """Whether an entry of sufficient depth settles what the window asks."""
    return (entry.bound == BOUND_EXACT or (entry.bound == BOUND_LOWER and value >= beta)
            or (entry.bound == BOUND_UPPER and value <= alpha))


cdef inline int to_hash(int value, int ply) noexcept nogil:
    """Wins count from the position in the table, from the root in the search."""
    return value + ply if value > MATE_BOUND else value - ply if value < -MATE_BOUND else value


cdef inline int from_hash(int value, int ply) noexcept nogil:
    return value - ply if value > MATE_BOUND else value + ply if value < -MATE_BOUND else value
