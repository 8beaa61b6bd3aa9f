"""Monte Carlo tree search: a yardstick that knows little but the rules."""

from rebaz_core.bitboard cimport u64
from rebaz_core.state cimport Outcome, State, move_t

from rebaz_ai.evaluation.evaluator cimport Evaluator

cdef struct Node:
    u64 halves               # half points that its playouts gave the side that made its move
    move_t move
    unsigned int visits
    int first                # of its children, which lie side by side
    int count                # of its children; 0 until they are listed
    int side                 # that made its move

cdef class MonteCarlo:
    cdef Evaluator evaluator
    cdef State state
    cdef Node* nodes
    cdef int used, room
    cdef u64 rng
    cdef int* path           # the nodes of the current playout
    cdef int length
    cdef int plies           # made since the root
    cdef int root_value      # the root's static evaluation from the first side

    cdef int below(self, int limit) noexcept nogil
    cdef int thrown(self, const Outcome* outcomes, int count) noexcept nogil
    cdef Node* add_children(self, int parent, int count) noexcept nogil
    cdef bint expand(self, int parent) noexcept nogil
    cdef int select(self, int parent) noexcept nogil
    cdef bint descend(self, int child) noexcept nogil
    cdef void make(self, move_t move) noexcept nogil
    cdef int judge(self) noexcept nogil
    cdef int first_side_value(self) noexcept nogil
    cdef int walk_tree(self) noexcept nogil
    cdef int play_at_random(self) noexcept nogil
    cdef void playout(self) noexcept nogil
