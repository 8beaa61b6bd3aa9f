"""Max^n: a search for games of more than two sides."""

from rebaz_core.state cimport MAX_MOVES, State, move_t

from rebaz_ai.evaluation.evaluator cimport Evaluator
from rebaz_ai.search.limit cimport Limited

cdef enum:
    MOST_SIDES = 4
    DEEPEST = 24             # plies from the root

# What a position is worth to each side.
cdef struct Values:
    int[MOST_SIDES] of

cdef struct Line:
    int length
    move_t[DEEPEST + 1] moves

cdef class MaxN(Limited):
    cdef State state
    cdef Evaluator evaluator
    cdef int sides
    cdef move_t* move_stack
    cdef int top
    cdef move_t[MAX_MOVES] root_moves
    cdef int root_count
    cdef Values root_values      # that the last `iterate` found
    cdef Line[DEEPEST + 2] lines

    cdef bint ended(self, int move_count, Values* values) noexcept nogil
    cdef void evaluate(self, Values* values) noexcept nogil
    cdef void search(self, int depth, int ply, Values* values) noexcept nogil
    cdef void search_move(self, move_t move, int depth, int ply, Values* values) noexcept nogil
    cdef void search_root(self, int depth, int first) noexcept nogil
    cdef void extend_line(self, move_t move, int ply) noexcept nogil
