"""Evaluator: what a search needs to know of a game's values. A game's evaluation is a subclass in this package."""



from rebaz_core.position cimport Position
from rebaz_core.state cimport State, move_t

cdef class Evaluator:
    """Values nothing: every position is 0."""

    def __cinit__(self):
        self.margin_percent = 100

    cdef int evaluate(self, State state) noexcept nogil:
        return 0

    cdef int noisy_order(self, State state, move_t move) noexcept nogil:
        return 0

    cdef int gain(self, State state, move_t move) noexcept nogil:
        return 0

    cdef bint exchange_at_least(self, State state, move_t move, int threshold) noexcept nogil:
        return True

    cdef list terms(self, State state):
        """The terms of the evaluation as (name, centipawns of the first side, of the second)."""
        return []

    def evaluate_position(self, position):
        """Centipawns of a Position from its side to move."""
        return self.evaluate((<Position>position).state)

    def explain_position(self, position):
        """The terms of a Position's evaluation as (name, centipawns of the first side, of the second)."""
        return self.terms((<Position>position).state)
