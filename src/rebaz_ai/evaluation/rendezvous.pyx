"""Evaluation of Rendezvous. Weights are data: ``rendezvous.toml`` beside this module.

Each side's men outside are matched to squares of the rendezvous, nearest first, and what the squares left in this turn
can still bring them is taken off. So a turn's value hardly changes by its own steps, and a search may stop in its middle.
"""

import tomllib
from importlib.resources import files

from rebaz_core.bitboard cimport bit, lsb, pop_lsb, popcount, u64
from rebaz_core.games.rendezvous cimport (DISC, FIRST_TURN_SQUARES, IDLE_LIMIT, PLACE, REPLACE, SIDE_MEN,
                                          STEPS, SWAP, TURN_SQUARES, Board, RendezvousState, is_lost,
                                          outside, reach_of, targets_from)
from rebaz_core.state cimport State, move_t

from rebaz_ai.evaluation.weights import merged
from rebaz_ai.evaluation.evaluator cimport Evaluator

cdef enum:
    MATERIAL
    DISTANCE
    BLOCKED
    ENTERING
    TEMPO
    TERMS

    FARTHEST = 8
    KIND_SHIFT = 28          # of a move of the game

TERM_NAMES = ("men", "way into the rendezvous", "blocked men", "all in", "tempo")


def load_weights():
    """The weights as a new dict from names to numbers or lists."""
    return tomllib.loads(files("rebaz_ai.evaluation").joinpath("rendezvous.toml").read_text(encoding="utf-8"))


cdef inline int turn_squares(const Board* board, int side) noexcept nogil:
    """The squares of a side's present or next turn."""
    return FIRST_TURN_SQUARES if (board.first >> side) & 1 else TURN_SQUARES


cdef class RendezvousEvaluator(Evaluator):
    """Men, their ways into the rendezvous, men that are blocked, and who can be all in first."""

    cdef int[SIDE_MEN + 1] men
    cdef int outside_man, distance, blocked, no_place_squares, last_outside, entering, threat, setter
    cdef int tempo, idle_from, idle_share

    def __cinit__(self):
        self.state_type = RendezvousState

    def __init__(self, weights=None):
        cdef int i
        table = merged(load_weights(), weights)
        for i in range(SIDE_MEN + 1):
            self.men[i] = table["men"][i]
        self.outside_man = table["outside"]
        self.distance = table["distance"]
        self.blocked = table["blocked"]
        self.no_place_squares = table["no_place_squares"]
        self.last_outside = table["last_outside"]
        self.entering = table["entering"]
        self.threat = table["threat"]
        self.setter = table["setter"]
        self.tempo = table["tempo"]
        self.idle_from = table["idle_from"]
        self.idle_share = table["idle_share"]
        self.read_scales(table)

    cdef int squares_to_go(self, const Board* board, int side, int left) noexcept nogil:
        """What a side's men have still to go when `left` squares have been spent in this turn as well as can be."""
        cdef u64 occupied = board.men[0] | board.men[1]
        cdef u64 out = outside(board, side)
        cdef u64 waiting = out, free = board.rendezvous & ~occupied, ready = ~board.moved
        cdef u64 men, near, man
        cdef int distance, total = 0, usable = 0, far
        for distance in range(1, FARTHEST):
            men = waiting if free else 0
            while men:
                man = men & (0 - men)
                men ^= man
                near = DISC[distance][lsb(man)] & free
                if near:
                    free ^= near & (0 - near)
                    waiting ^= man
                    total += distance
                    if man & ready:
                        usable += min(distance, reach_of(out, man, left))
        # Those for whom the enemy, or their own side's men, have to make way.
        while waiting:
            man = waiting & (0 - waiting)
            waiting ^= man
            far = 1
            while not DISC[far][lsb(man)] & board.rendezvous:
                far += 1
            total += far + self.no_place_squares
            if man & ready:
                usable += min(far - 1, reach_of(out, man, left))
        return total - min(left, usable)

    cdef int gain_of_entering(self, const Board* board, int side) noexcept nogil:
        """What being all in gains a side, as values of men: a replacement, or a man taken off."""
        cdef int own = popcount(board.men[side]), other = popcount(board.men[1 - side])
        cdef int value = self.men[other] - self.men[other - 1]
        if popcount(board.rendezvous) > own and own < SIDE_MEN:
            value += self.men[own + 1] - self.men[own]
        return value

    cdef bint can_enter(self, const Board* board, int side, int left) noexcept nogil:
        """Whether single steps can, as it looks, bring all of a side's men in with `left` squares."""
        cdef u64 occupied = board.men[0] | board.men[1]
        cdef u64 out = outside(board, side)
        cdef u64 men = out, ways
        cdef int square, distance, reach
        if out & board.moved or popcount(out) > min(left, popcount(board.rendezvous & ~occupied)):
            return False
        while men:
            square = pop_lsb(&men)
            reach = reach_of(out, bit(square), left)
            ways = targets_from(square, occupied, reach) & board.rendezvous if reach > 0 else 0
            if not ways:
                return False
            distance = 1
            while not ways & DISC[distance][square]:
                distance += 1
            left -= distance
            if left < 0:
                return False
        return True

    cdef int blocked_men(self, const Board* board, int side) noexcept nogil:
        cdef u64 occupied = board.men[0] | board.men[1]
        cdef u64 men = outside(board, side)
        cdef int count = 0
        while men:
            count += not DISC[1][pop_lsb(&men)] & ~occupied
        return count

    cdef void side_terms(self, const Board* board, int side, int* terms) noexcept nogil:
        cdef bint to_move = side == board.side
        cdef int left = 0, out, to_go
        terms[MATERIAL] = self.men[popcount(board.men[side])]
        terms[DISTANCE] = terms[BLOCKED] = terms[ENTERING] = terms[TEMPO] = 0
        if board.phase == PLACE or is_lost(board.men[0]) or is_lost(board.men[1]):
            if to_move and board.phase == PLACE:
                terms[DISTANCE] = self.setter
            return
        out = popcount(outside(board, side))
        if to_move:
            left = board.left
        to_go = self.squares_to_go(board, side, left)
        terms[DISTANCE] = self.outside_man * out + self.distance * to_go
        if out == 1:
            terms[DISTANCE] += self.last_outside
        terms[BLOCKED] = self.blocked * self.blocked_men(board, side)
        if to_move:
            terms[TEMPO] = -self.tempo * turn_squares(board, side) // 2
            if board.phase == REPLACE or self.can_enter(board, side, left):
                terms[ENTERING] = self.gain_of_entering(board, side) * self.entering // 100
        elif self.can_enter(board, side, turn_squares(board, side)):
            terms[ENTERING] = self.gain_of_entering(board, side) * self.threat // 100

    cdef int score_of(self, const Board* board) noexcept nogil:
        """The terms' sum from the side to move."""
        cdef int[TERMS] own
        cdef int[TERMS] other
        cdef int i, score = 0
        self.side_terms(board, board.side, own)
        self.side_terms(board, 1 - board.side, other)
        for i in range(TERMS):
            score += own[i] - other[i]
        return score

    cdef int answered_score(self, const Board* board) noexcept nogil:
        """The best for the side that may demand an interchange."""
        cdef Board after = board[0]
        cdef u64 men = board.men[board.side], taken = board.men[1 - board.side], chosen = men
        cdef int best
        after.phase = STEPS
        after.left = FIRST_TURN_SQUARES
        best = self.score_of(&after)
        while chosen:
            if popcount(chosen) == popcount(taken):
                after.men[board.side] = men & ~chosen | taken
                after.men[1 - board.side] = chosen
                best = max(best, self.score_of(&after))
            chosen = (chosen - 1) & men
        return best

    cdef int evaluate(self, State state) noexcept nogil:
        cdef const Board* board = &(<RendezvousState>state).board
        cdef int score = self.answered_score(board) if board.phase == SWAP else self.score_of(board)
        return max(-29000, min(29000, score * self.share_left(board) // 100))

    cdef int share_left(self, const Board* board) noexcept nogil:
        """What the nearing end of a game without losses leaves of every advantage, in percent."""
        if board.idle <= self.idle_from:
            return 100
        return 100 - (100 - self.idle_share) * (board.idle - self.idle_from) // (IDLE_LIMIT - self.idle_from)

    cdef list terms(self, State state):
        cdef const Board* board = &(<RendezvousState>state).board
        cdef int[TERMS] white
        cdef int[TERMS] black
        cdef int i, share = self.share_left(board)
        self.side_terms(board, 0, white)
        self.side_terms(board, 1, black)
        return [(TERM_NAMES[i], white[i] * share // 100, black[i] * share // 100) for i in range(TERMS)]

    cdef int gain(self, State state, move_t move) noexcept nogil:
        """A replacement's gain is known; other noisy moves end the stage, and cost the enemy a man as a rule."""
        return self.gain_of_entering(&(<RendezvousState>state).board, state.side)

    cdef int noisy_order(self, State state, move_t move) noexcept nogil:
        return self.gain(state, move)

    cdef bint exchange_at_least(self, State state, move_t move, int threshold) noexcept nogil:
        """Nothing is taken back within a turn."""
        return self.gain(state, move) >= threshold

    cdef int mover_kind(self, State state, move_t move) noexcept nogil:
        return (move >> KIND_SHIFT) & 7 | state.side << 3
