"""Jacke's material by the rules page's values, where a captured king is worth a thousand pawns: a yardstick."""

from rebaz_core.bitboard cimport popcount
from rebaz_core.games.jacke cimport JackeState
from rebaz_core.games.jacke_deck cimport TYPES
from rebaz_core.games.jacke_moves cimport EMPTY, Board, victim_square
from rebaz_core.state cimport State, move_from, move_t

from rebaz_ai.evaluation.evaluator cimport Evaluator

cdef int[TYPES] VALUES
VALUES[:] = [100, 300, 300, 500, 900, 0]


cdef class JackeMaterialEvaluator(Evaluator):
    """Counts what stands on the board and nothing else: Q 9, R 5, B 3, N 3, P 1."""

    def __cinit__(self):
        self.state_type = JackeState

    def __init__(self):
        self.win = 100000

    cdef int evaluate(self, State state) noexcept nogil:
        cdef const Board* board = &(<JackeState>state).board
        cdef int type, value = 0
        for type in range(TYPES):
            value += VALUES[type] * (popcount(board.by_type[type] & board.by_side[state.side])
                                     - popcount(board.by_type[type] & board.by_side[1 - state.side]))
        return value

    cdef int gain(self, State state, move_t move) noexcept nogil:
        cdef const Board* board = &(<JackeState>state).board
        cdef int victim = board.squares[victim_square(move, state.side)]
        return 0 if victim == EMPTY else VALUES[victim & 7]

    cdef int noisy_order(self, State state, move_t move) noexcept nogil:
        cdef const Board* board = &(<JackeState>state).board
        return 8 * self.gain(state, move) + 900 - VALUES[board.squares[move_from(move)] & 7]

    cdef bint exchange_at_least(self, State state, move_t move, int threshold) noexcept nogil:
        return threshold <= 0

    cdef list terms(self, State state):
        value = self.evaluate(state) if state.side == 0 else -self.evaluate(state)
        return [("material", max(value, 0), max(-value, 0))]
