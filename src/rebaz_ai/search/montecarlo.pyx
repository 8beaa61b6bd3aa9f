"""Monte Carlo tree search: a yardstick that knows little but the rules.

Plain UCT (Kocsis and Szepesvári, *Bandit based Monte-Carlo planning*, 2006) over any State: each playout follows the
tree by upper confidence bounds, lists the children of a leaf that it comes to again, and plays on at random. What dice
decide is thrown anew each time. Each node counts for the side that made its move, so turns of several moves and more
than two sides need nothing else.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport log, sqrt
from libc.stdlib cimport free, malloc, realloc

from rebaz_core.bitboard cimport split_mix, u64
from rebaz_core.position cimport Position
from rebaz_core.state cimport (GOES_ON, MANY_SIDES, MAX_MOVES, MAX_OUTCOMES, NOBODY, Outcome, State, move_t)

from rebaz_ai.evaluation.evaluator cimport Evaluator

cdef enum:
    MOST_PLIES = 40          # of a playout, counted from the root; then the static evaluation decides
    MOST_NODES = 1 << 22     # the tree grows no further
    PLAYOUTS_AT_ONCE = 64    # between looks for an interrupt

cdef double EXPLORATION = 1.0


cdef class MonteCarlo:
    """MonteCarlo(evaluator, seed=0): a player by random playouts.

    `evaluator` says who has come to stand better in a playout that is cut off; a plain Evaluator makes that a draw.
    The same seed, positions and playouts give the same moves.

    >>> from rebaz_ai.evaluation import evaluator
    >>> from rebaz_core import Position
    >>> mated = Position("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    >>> MonteCarlo(evaluator("chess"), seed=1).choose(mated, 2000)
    <Move a1a8>
    """

    def __cinit__(self):
        # A chance node and its outcome for every ply.
        self.path = <int*>malloc((2 * MOST_PLIES + 2) * sizeof(int))
        if self.path == NULL:
            raise MemoryError

    def __init__(self, Evaluator evaluator not None, u64 seed=0):
        self.evaluator = evaluator
        self.rng = seed

    def __dealloc__(self):
        free(self.nodes)
        free(self.path)

    def reseed(self, u64 seed):
        """Make what is random from now on follow from `seed`."""
        self.rng = seed

    def choose(self, Position position not None, u64 playouts):
        """The decision of a game that goes on that most of the `playouts` tried; ValueError if the game is over.

        InputError for a position of a game that the evaluator is not of.
        """
        cdef u64 left = playouts
        cdef int best, i, batch
        cdef bint room
        cdef State state = self.evaluator.state_of(position)
        if position.is_over:
            raise ValueError("choose: the game is over")
        self.state = state.copy()
        self.state.reserve(MOST_PLIES)
        self.used = 0
        self.root_value = self.first_side_value()
        with nogil:
            room = self.add_children(-1, 1) != NULL and self.expand(0)
        if not room:
            raise MemoryError
        while left and self.nodes[0].count > 1:
            batch = <int>left if left < <u64>PLAYOUTS_AT_ONCE else PLAYOUTS_AT_ONCE
            with nogil:
                for i in range(batch):
                    self.playout()
            left -= batch
            PyErr_CheckSignals()
        best = self.nodes[0].first
        for i in range(best, best + self.nodes[0].count):
            if (self.nodes[i].visits, self.nodes[i].halves) > (self.nodes[best].visits, self.nodes[best].halves):
                best = i
        return self.state.move_object(self.nodes[best].move)

    def visits(self):
        """The last position's decisions as (move, playouts, mean result from 0 for a loss to 1), most tried first."""
        cdef int i
        cdef Node* node
        found = []
        for i in range(self.nodes[0].count if self.used else 0):
            node = &self.nodes[self.nodes[0].first + i]
            found.append((self.state.move_object(node.move), node.visits, node.halves / (2.0 * max(node.visits, 1))))
        return sorted(found, key=lambda row: -row[1])

    # -- chance

    cdef inline int below(self, int limit) noexcept nogil:
        """A random number from 0 to `limit` - 1."""
        return <int>(((split_mix(&self.rng) >> 32) * <u64>limit) >> 32)

    cdef int thrown(self, const Outcome* outcomes, int count) noexcept nogil:
        """The number of the outcome that the dice give."""
        cdef int i, total = 0
        for i in range(count):
            total += outcomes[i].throws
        total = self.below(total)
        i = 0
        while total >= outcomes[i].throws:
            total -= outcomes[i].throws
            i += 1
        return i

    # -- tree

    cdef Node* add_children(self, int parent, int count) noexcept nogil:
        """New nodes without moves, the children of `parent`, or of nothing if that is -1; NULL without room."""
        cdef Node* nodes
        cdef Node* found
        cdef int room, i
        if self.used + count > self.room:
            room = max(2 * self.room, self.used + count + 4096)
            if room > MOST_NODES:
                return NULL
            nodes = <Node*>realloc(self.nodes, room * sizeof(Node))
            if nodes == NULL:
                return NULL
            self.nodes = nodes
            self.room = room
        found = &self.nodes[self.used]
        for i in range(count):
            found[i].halves = 0
            found[i].visits = 0
            found[i].first = 0
            found[i].count = 0
            found[i].side = self.state.side
        if parent >= 0:
            self.nodes[parent].first = self.used
            self.nodes[parent].count = count
        self.used += count
        return found

    cdef bint expand(self, int parent) noexcept nogil:
        """List the decisions of the state as children, in random order; whether there was room."""
        cdef move_t[MAX_MOVES] moves
        cdef int count = self.state.generate_decisions(moves), i, j
        cdef Node* children = self.add_children(parent, count)
        if children == NULL:
            return False
        for i in range(count):
            j = self.below(i + 1)
            children[i].move = children[j].move
            children[j].move = moves[i]
        return True

    cdef int select(self, int parent) noexcept nogil:
        """The child with the greatest upper confidence bound; those not yet tried come first."""
        cdef int first = self.nodes[parent].first, i, best = first
        cdef double most = -1, bound, spread = log(<double>self.nodes[parent].visits + 1)
        cdef Node* node
        for i in range(first, first + self.nodes[parent].count):
            node = &self.nodes[i]
            if not node.visits:
                return i
            bound = node.halves / (2.0 * node.visits) + EXPLORATION * sqrt(spread / node.visits)
            if bound > most:
                most = bound
                best = i
        return best

    cdef inline void make(self, move_t move) noexcept nogil:
        self.state.make(move)
        self.plies += 1

    cdef bint descend(self, int child) noexcept nogil:
        """Make a child's decision and put it on the path, with what the dice give; whether the tree goes on there."""
        cdef Outcome[MAX_OUTCOMES] outcomes
        cdef Node* nodes
        cdef int count = self.state.outcomes(self.nodes[child].move, outcomes), number, i
        self.path[self.length] = child
        self.length += 1
        if count == 1:
            self.make(outcomes[0].move)
            return True
        if not self.nodes[child].count:
            nodes = self.add_children(child, count)
            for i in range(count if nodes != NULL else 0):
                nodes[i].move = outcomes[i].move
        number = self.thrown(outcomes, count)
        self.make(outcomes[number].move)
        if not self.nodes[child].count:
            return False
        self.path[self.length] = self.nodes[child].first + number
        self.length += 1
        return True

    # -- playouts

    cdef int judge(self) noexcept nogil:
        """Who stands better than at the root where a playout is cut off; NOBODY if that can't be said.

        The bare sign would tell a side that is well ahead nothing about its moves.
        """
        cdef int value
        if self.state.traits & MANY_SIDES:
            return NOBODY
        value = self.first_side_value() - self.root_value
        return NOBODY if value == 0 else 0 if value > 0 else 1

    cdef inline int first_side_value(self) noexcept nogil:
        """The static evaluation from the first side."""
        cdef int value = self.evaluator.evaluate(self.state)
        return -value if self.state.side else value

    cdef int walk_tree(self) noexcept nogil:
        """Follow the tree to its edge and play on; the winner."""
        cdef int node = 0, winner = NOBODY
        self.path[0] = 0
        self.length = 1
        while self.plies < MOST_PLIES:
            if not self.nodes[node].count:
                if not self.nodes[node].visits:
                    break
                if self.state.ending(self.state.count_moves(), &winner) != GOES_ON:
                    return winner
                if not self.expand(node):
                    break
            elif self.state.ending(self.nodes[node].count, &winner) != GOES_ON:
                return winner
            if not self.descend(self.select(node)):
                break
            node = self.path[self.length - 1]
        return self.play_at_random()

    cdef int play_at_random(self) noexcept nogil:
        cdef move_t[MAX_MOVES] moves
        cdef Outcome[MAX_OUTCOMES] outcomes
        cdef int count, winner = NOBODY
        while self.plies < MOST_PLIES:
            count = self.state.generate_decisions(moves)
            if self.state.ending(count, &winner) != GOES_ON:
                return winner
            count = self.state.outcomes(moves[self.below(count)], outcomes)
            self.make(outcomes[self.thrown(outcomes, count) if count > 1 else 0].move)
        return self.judge()

    cdef void playout(self) noexcept nogil:
        """One playout from the root; the state is left as it was."""
        cdef int winner, i
        cdef Node* node
        self.plies = 0
        winner = self.walk_tree()
        while self.plies:
            self.state.unmake()
            self.plies -= 1
        for i in range(self.length):
            node = &self.nodes[self.path[i]]
            node.visits += 1
            node.halves += 1 if winner == NOBODY else 2 if winner == node.side else 0
