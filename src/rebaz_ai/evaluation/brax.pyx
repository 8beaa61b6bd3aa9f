"""Evaluation of Brax. Weights are data: ``brax.toml`` beside this module."""

import tomllib
from importlib.resources import files

from rebaz_core.bitboard cimport u64
from rebaz_core.bitboard128 cimport (bit128 as bit, high, join, low, lsb128 as lsb, pop_lsb128 as pop_lsb,
                                     popcount128 as popcount, u128)
from rebaz_core.games.brax cimport BraxState
from rebaz_core.games.brax_moves cimport ANY, CALL, DOUBLE, MOST_PIECES, Board, Lines, middle_of, reach, spread
from rebaz_core.state cimport State, move_from, move_t, move_to

from rebaz_ai.evaluation.weights import merged
from rebaz_ai.evaluation.evaluator cimport Evaluator

cdef enum:
    MATERIAL
    MOBILITY
    THREATS
    CALLS
    PURSUIT
    TERMS

TERM_NAMES = ("material", "mobility", "threats", "calls", "pursuit")


def load_weights():
    """The weights as a new dict from names to numbers or lists."""
    return tomllib.loads(files("rebaz_ai.evaluation").joinpath("brax.toml").read_text(encoding="utf-8"))


cdef inline u128 attacked_by(const Lines* lines, const Board* board, int side) noexcept nogil:
    """The points that pieces of a side come to in one step, or in two through an empty point."""
    cdef u128 empty = ~(board.men[0] | board.men[1])
    return (spread(lines, ANY, board.men[side])
            | spread(lines, side, spread(lines, side, board.men[side]) & empty))


cdef class BraxEvaluator(Evaluator):
    """Material, mobility, threats, duties and bars by calls, and the pursuit of a side with fewer pieces."""

    cdef int[MOST_PIECES + 1] material
    cdef int safe_move, risky_move, threat, loose_threat, barred, left_behind, pursuit_near, pursuit_far, tempo
    cdef int one_to_one

    def __cinit__(self):
        self.state_type = BraxState

    def __init__(self, weights=None):
        cdef int i
        table = merged(load_weights(), weights)
        for i in range(MOST_PIECES + 1):
            self.material[i] = table["material"][i]
        self.safe_move = table["safe_move"]
        self.risky_move = table["risky_move"]
        self.threat = table["threat"]
        self.loose_threat = table["loose_threat"]
        self.barred = table["barred"]
        self.left_behind = table["left_behind"]
        self.pursuit_near = table["pursuit_near"]
        self.pursuit_far = table["pursuit_far"]
        self.tempo = table["tempo"]
        self.one_to_one = table["one_to_one"]
        self.read_scales(table)

    cdef void side_terms(self, BraxState state, int side, u128 attacked, u128 enemy_attacked,
                         int* terms) noexcept nogil:
        """The terms of one side; `attacked` and `enemy_attacked` are what both sides' pieces come to."""
        cdef const Board* board = &state.board
        cdef u128 men = board.men[side], enemy = board.men[1 - side]
        cdef u128 empty = ~(men | enemy)
        cdef u128 pieces = men, to, threatened, around
        cdef int i
        for i in range(TERMS):
            terms[i] = 0
        terms[MATERIAL] = self.material[popcount(men)]
        while pieces:
            to = reach(&state.lines, side, pop_lsb(&pieces), empty) & ~men
            terms[MOBILITY] += (self.safe_move * popcount(to & ~enemy_attacked)
                                + self.risky_move * popcount(to & enemy_attacked))
        threatened = attacked & enemy
        terms[THREATS] = self.threat * popcount(threatened) + self.loose_threat * popcount(threatened & ~enemy_attacked)
        if (board.barred >> side) & 1:
            terms[CALLS] -= self.barred
        if state.side != side and board.forced:
            terms[CALLS] += self.left_behind * popcount(threatened & ~board.forced)
        if popcount(men) > popcount(enemy):
            around = spread(&state.lines, ANY, spread(&state.lines, ANY, men))
            terms[PURSUIT] = self.pursuit_near * popcount(around & enemy)
            around |= spread(&state.lines, ANY, spread(&state.lines, ANY, around))
            terms[PURSUIT] += self.pursuit_far * popcount(around & enemy)
        if popcount(men | enemy) == 2:
            for i in range(TERMS):
                terms[i] = terms[i] * self.one_to_one // 100

    cdef void both_terms(self, BraxState state, int* red, int* blue) noexcept nogil:
        cdef u128 by_red = attacked_by(&state.lines, &state.board, 0)
        cdef u128 by_blue = attacked_by(&state.lines, &state.board, 1)
        self.side_terms(state, 0, by_red, by_blue, red)
        self.side_terms(state, 1, by_blue, by_red, blue)

    cdef int evaluate(self, State state) noexcept nogil:
        cdef int[TERMS] red
        cdef int[TERMS] blue
        cdef int score = 0, i
        self.both_terms(<BraxState>state, red, blue)
        for i in range(TERMS):
            score += red[i] - blue[i]
        return self.tempo + (-score if state.side else score)

    cdef list terms(self, State state):
        cdef int[TERMS] red
        cdef int[TERMS] blue
        cdef int i
        self.both_terms(<BraxState>state, red, blue)
        rows = [(TERM_NAMES[i], red[i], blue[i]) for i in range(TERMS)]
        rows.append(("tempo", 0 if state.side else self.tempo, self.tempo if state.side else 0))
        return rows

    cdef bint zugzwang_likely(self, State state) noexcept nogil:
        """With few pieces having to move often loses one; one against one passing would begin the quiet plies anew."""
        cdef const Board* board = &(<BraxState>state).board
        return popcount(board.men[state.side]) < 3 or popcount(board.men[1 - state.side]) < 2

    cdef int piece_value(self, State state, int side) noexcept nogil:
        """What a piece of a side is worth now."""
        cdef int count = popcount((<BraxState>state).board.men[side])
        return self.material[count] - self.material[count - 1] if count else 0

    cdef int gain(self, State state, move_t move) noexcept nogil:
        cdef int count = popcount((<BraxState>state).board.men[1 - state.side])
        if not (<BraxState>state).board.men[1 - state.side] & bit(move_to(move)):
            return 0
        return self.material[count] - self.material[count - (2 if move & DOUBLE else 1)]

    cdef int noisy_order(self, State state, move_t move) noexcept nogil:
        return self.gain(state, move) * 2 + (1 if move & CALL else 0)

    cdef int mover_kind(self, State state, move_t move) noexcept nogil:
        """All pieces are alike: whether the move calls is what tells them apart."""
        return 1 if move & CALL else 0

    cdef int mover_value(self, State state, move_t move) noexcept nogil:
        return self.piece_value(state, state.side)

    cdef void occupied_after(self, State state, move_t move, u64* occupied) noexcept nogil:
        cdef const Board* board = &(<BraxState>state).board
        cdef u128 men = (board.men[0] | board.men[1] | bit(move_to(move))) & ~bit(move_from(move))
        if move & DOUBLE:
            men &= ~bit(middle_of(move))
        occupied[0] = low(men)
        occupied[1] = high(men)

    cdef int least_attacker(self, State state, int target, u64* occupied, int side) noexcept nogil:
        cdef u128 men = join(occupied[1], occupied[0])
        cdef u128 attackers = (reach(&(<BraxState>state).lines, side, target, ~men)
                               & (<BraxState>state).board.men[side] & men & ~bit(target))
        if not attackers:
            return 0
        men ^= bit(lsb(attackers))
        occupied[0] = low(men)
        occupied[1] = high(men)
        return self.piece_value(state, side)
