"""Max^n (Luckhardt and Irani 1986): every side plays for itself, and nobody against anybody.

A position's value is a vector, a number for each side; who is to move takes the move that is worth most to itself, the
first of several. What dice decide is worth its expectation to each side. Nothing is cut but what can not be improved.
"""

from libc.stdlib cimport calloc, free

from rebaz_core.bitboard cimport u64
from rebaz_core.position cimport Position
from rebaz_core.state cimport GOES_ON, MAX_MOVES, MAX_OUTCOMES, MOVES_UNKNOWN, NOBODY, Move, Outcome, State, move_t

from rebaz_ai.evaluation.evaluator cimport Evaluator


cdef class MaxN(Limited):
    """One thread's max^n search, which the driver uses as it does a Kernel."""

    def __cinit__(self):
        self.move_stack = <move_t*>calloc((DEEPEST + 2) * MAX_MOVES, sizeof(move_t))
        if self.move_stack == NULL:
            raise MemoryError

    def __init__(self, Evaluator evaluator not None):
        self.evaluator = evaluator

    def __dealloc__(self):
        free(self.move_stack)

    def start(self, Position position not None, only, u64 node_limit):
        """Begin a search of `position`, on a copy, among the moves of `only` that are legal, or all if it is empty.

        `node_limit` 0 means none. Returns the moves to be searched, statically best first. InputError for a position of
        a game that the evaluator is not of.
        """
        cdef Move move
        cdef move_t[MAX_MOVES] decisions
        cdef Values values
        cdef int i, count
        self.state = self.evaluator.state_of(position).copy()
        self.state.reserve(DEEPEST + 2)
        self.sides = len(self.state.sides)
        self.begin(0)
        self.top = 0
        self.lines[0].length = 0
        count = self.state.generate_decisions(decisions)
        wanted = {(<Move?>move).code for move in only}
        scored = []
        for i in range(count):
            if not wanted or decisions[i] in wanted:
                self.search_move(decisions[i], 0, 0, &values)
                scored.append((values.of[self.state.side], decisions[i]))
        scored.sort(key=lambda pair: -pair[0])
        self.root_count = len(scored)
        for i in range(self.root_count):
            self.root_moves[i] = scored[i][1]
        self.begin(node_limit)
        return [(self.state.move_object(code), value) for value, code in scored]

    def iterate(self, int depth, int alpha, int beta, int first):
        """Search the root moves from number `first` on; returns (centipawns, whether they can be trusted).

        There is no window: vectors have no bounds. `alpha` and `beta` are the Kernel's.
        """
        if self.state is None or not 0 <= first < self.root_count or depth < 1:
            raise ValueError("iterate: start a search first, and name one of its moves and a depth")
        with nogil:
            self.search_root(min(depth, DEEPEST), first)
        return self.root_values.of[self.state.side], not self.stopped

    @property
    def values(self):
        """What the position is worth to each side, in their order, as the last `iterate` found, in centipawns."""
        return tuple(self.root_values.of[i] for i in range(self.sides))

    def told(self, int value):
        """The value to show for one that `iterate` found: a certain draw is 0, however little it is liked."""
        return 0 if value == -self.evaluator.contempt else value

    def principal_variation(self):
        """The line found by the last `iterate`, as far as no dice are thrown."""
        if self.state is None:
            return []
        return [self.state.move_object(self.lines[0].moves[i]) for i in range(self.lines[0].length)]

    def hash_reply(self, Move move not None):
        """Nothing is known beyond the line."""

    cdef bint ended(self, int move_count, Values* values) noexcept nogil:
        """Whether the game is over, and then what it is worth."""
        cdef int winner = NOBODY
        cdef int i
        if self.state.ending(move_count, &winner) == GOES_ON:
            return False
        for i in range(self.sides):
            if winner == NOBODY:
                values.of[i] = -self.evaluator.contempt
            else:
                values.of[i] = self.evaluator.win if winner == i else -self.evaluator.win
        return True

    cdef void evaluate(self, Values* values) noexcept nogil:
        cdef int side
        for side in range(self.sides):
            if self.state.is_out(side):
                values.of[side] = -self.evaluator.win
                continue
            self.state.hero = side
            values.of[side] = self.evaluator.evaluate(self.state)
            if side != self.state.side:
                values.of[side] = -values.of[side]

    cdef void search(self, int depth, int ply, Values* values) noexcept nogil:
        """The values of the state."""
        cdef move_t* moves = &self.move_stack[self.top]
        cdef Values found
        cdef int side = self.state.side
        cdef int i, count
        self.lines[ply].length = 0
        self.seldepth = max(self.seldepth, ply)
        if self.must_stop() or self.ended(MOVES_UNKNOWN, values):
            return
        if depth <= 0:
            if self.state.count_moves() or not self.ended(0, values):
                self.evaluate(values)
            return
        count = self.state.generate_decisions(moves)
        if not count:
            self.ended(0, values)
            return
        self.top += count
        for i in range(count):
            self.search_move(moves[i], depth - 1, ply, &found)
            if self.stopped:
                break
            if i == 0 or found.of[side] > values.of[side]:
                values[0] = found
                self.extend_line(moves[i], ply)
                if found.of[side] >= self.evaluator.win:
                    break
        self.top -= count

    cdef void search_move(self, move_t move, int depth, int ply, Values* values) noexcept nogil:
        """What a decision is worth: to each side the average of what the dice can make of it."""
        cdef Outcome[MAX_OUTCOMES] outcomes
        cdef long long[MOST_SIDES] sums
        cdef Values found
        cdef int count = self.state.outcomes(move, outcomes)
        cdef int total = 0, i, side
        for side in range(self.sides):
            sums[side] = 0
        for i in range(count):
            self.state.make(outcomes[i].move)
            self.nodes += 1
            self.search(depth, ply + 1, &found)
            self.state.unmake()
            if self.stopped:
                return
            total += outcomes[i].throws
            for side in range(self.sides):
                sums[side] += outcomes[i].throws * found.of[side]
        for side in range(self.sides):
            # To the nearest, for negative sums too.
            values.of[side] = <int>((2 * sums[side] + (total if sums[side] >= 0 else -total)) / (2 * total))
        if count > 1:
            self.lines[ply + 1].length = 0

    cdef void search_root(self, int depth, int first) noexcept nogil:
        """The best of the root moves from number `first` on comes to that place."""
        cdef Values found
        cdef int side = self.state.side
        cdef int i, j
        cdef move_t move
        self.stopped = False
        self.seldepth = 0
        self.lines[0].length = 0
        for i in range(first, self.root_count):
            move = self.root_moves[i]
            self.search_move(move, depth - 1, 0, &found)
            if self.stopped:
                return
            if i == first or found.of[side] > self.root_values.of[side]:
                self.root_values = found
                self.extend_line(move, 0)
                for j in range(i, first, -1):
                    self.root_moves[j] = self.root_moves[j - 1]
                self.root_moves[first] = move

    cdef void extend_line(self, move_t move, int ply) noexcept nogil:
        """`move` and the line below it become this ply's line."""
        cdef int i
        self.lines[ply].moves[0] = move
        for i in range(self.lines[ply + 1].length):
            self.lines[ply].moves[i + 1] = self.lines[ply + 1].moves[i]
        self.lines[ply].length = self.lines[ply + 1].length + 1
