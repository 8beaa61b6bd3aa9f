"""Evaluation of Four kings. Weights are data: ``fourkings.toml`` beside this module.

A side's strength is its men by their health. The search's hero has its own strength, against it a share of every
rival's, and what the next attacks are expected to bring.
"""

import tomllib
from importlib.resources import files

from rebaz_core.bitboard cimport pop_lsb, popcount, u64
from rebaz_core.games.fourkings cimport FourKingsState
from rebaz_core.games.fourkings_moves cimport (QUIET_LIMIT, SIDES, Board, attacks_from, can_evade, lives,
                                                occupied_squares)
from rebaz_core.games.jacke_deck cimport ATTACK, KING, PAWN, PROMOTED_SHIFT, PROMOTES, TYPES, Card
from rebaz_core.state cimport State, move_from, move_t, move_to

from rebaz_ai.evaluation.weights import merged
from rebaz_ai.evaluation.evaluator cimport Evaluator

cdef enum:
    DIE = 6
    THROWS = 36
    BOARD_STEPS = 8

cdef enum:
    STRENGTH
    OUT
    PROSPECT
    DANGER
    DUEL
    QUIET
    TERMS

TERM_NAMES = ("strength", "rivals out", "prospect", "danger", "duel", "quiet turns")


def load_weights():
    """The weights as a new dict from names to numbers or lists."""
    return tomllib.loads(files("rebaz_ai.evaluation").joinpath("fourkings.toml").read_text(encoding="utf-8"))


cdef inline int steps_left(int square, int side) noexcept nogil:
    """Steps of a pawn to its far edge."""
    cdef int along = square & 7 if side & 1 else square >> 3
    return 7 - along if side < 2 else along


cdef inline int king_distance(u64 kings) noexcept nogil:
    """Steps of a king from one of two squares to the other."""
    cdef int first = pop_lsb(&kings), second = pop_lsb(&kings)
    return max(abs((first & 7) - (second & 7)), abs((first >> 3) - (second >> 3)))


cdef class FourKingsEvaluator(Evaluator):
    """Men by health and cards, against a share of the rivals'; rivals that are out; attacks to come."""

    cdef int[TYPES] values, kept, mobility
    cdef int[BOARD_STEPS] pawn_steps
    cdef int[SIDES] rivals
    cdef int[2] danger, prospect     # of a side that waits, and of the one to move
    cdef int point, out, approach, quiet_from, turn

    def __cinit__(self):
        self.state_type = FourKingsState

    def __init__(self, weights=None):
        cdef int i
        table = merged(load_weights(), weights)
        for i in range(TYPES):
            self.values[i] = table["values"][i]
            self.kept[i] = table["kept"][i]
            self.mobility[i] = table["mobility"][i]
        for i in range(BOARD_STEPS):
            self.pawn_steps[i] = table["pawn_steps"][i]
        for i in range(SIDES):
            self.rivals[i] = table["rivals"][i]
        self.point = table["point"]
        self.out = table["out"]
        for i in range(2):
            self.danger[i] = table["danger"][i]
            self.prospect[i] = table["prospect"][i]
        self.approach = table["approach"]
        self.quiet_from = table["quiet_from"]
        self.last_plies = QUIET_LIMIT - self.quiet_from
        self.turn = table["turn"]
        self.win = table["win"]
        self.read_scales(table)

    cdef int worth(self, FourKingsState state, int square) noexcept nogil:
        """What the man on a square would be worth undamaged."""
        cdef const Card* card = &state.rules.cards[state.board.card[square]]
        cdef int piece = state.board.squares[square]
        cdef int value = self.values[piece & 7]
        if piece & 7 == PAWN:
            value += self.pawn_steps[steps_left(square, piece >> 3)]
        return value * (100 + self.point * (card.defense + card.attack + card.guard)) // 100

    cdef int value_of(self, FourKingsState state, int square) noexcept nogil:
        """What the man on a square is worth with its damage."""
        cdef int kept = self.kept[state.board.squares[square] & 7]
        cdef int health = state.rules.cards[state.board.card[square]].health
        cdef int worth = self.worth(state, square)
        if not state.board.damage[square]:
            return worth
        return worth * (kept * health + (100 - kept) * (health - state.board.damage[square])) // (100 * health)

    cdef int expected_loss(self, FourKingsState state, int source, int target, int* captures) noexcept nogil:
        """What an attack is expected to take from the attacked side; `captures` gets the throws of 36 that capture."""
        cdef const Card* card = &state.rules.cards[state.board.card[target]]
        cdef int type = state.board.squares[target] & 7
        cdef int health = card.health
        cdef int left = health - state.board.damage[target]
        cdef int whole = self.value_of(state, target)
        cdef int step = self.worth(state, target) * (100 - self.kept[type]) // (100 * health)
        cdef int attack, defense, difference, damage, loss = 0
        captures[0] = 0
        state.bonuses(source, target, &attack, &defense)
        for difference in range(1 - DIE, DIE):
            damage = difference + attack - defense
            if damage >= left:
                captures[0] += DIE - abs(difference)
                loss += (DIE - abs(difference)) * whole
            elif damage > 0 and state.rules.accumulate:
                loss += (DIE - abs(difference)) * damage * step
        if type == KING and not state.board.pending and can_evade(&state.board, target):
            captures[0] //= 2
            loss //= 2
        return loss // THROWS

    cdef inline int rival_percent(self, const Board* board) noexcept nogil:
        """What a rival's strength counts against the hero's, in percent."""
        return self.rivals[popcount(board.by_type[KING]) - 1]

    cdef void hero_terms(self, FourKingsState state, int hero, int* own, int* rival) noexcept nogil:
        """The terms as the living side `hero` sees them: what counts for it, and what its rivals have against it."""
        cdef const Board* board = &state.board
        cdef u64 men = occupied_squares(board)
        cdef u64 heroes = board.by_side[hero]
        cdef u64 enemies = men ^ heroes
        cdef u64 reach, targets
        cdef int[SIDES] best             # what each side's best attack takes: the hero's from rivals, theirs from it
        cdef int rivals = popcount(board.by_type[KING]) - 1
        cdef int own_strength = 0, others = 0
        cdef int square, value, captures, side, i
        for side in range(SIDES):
            best[side] = 0
        for i in range(TERMS):
            own[i] = rival[i] = 0
        while men:
            square = pop_lsb(&men)
            side = board.squares[square] >> 3
            reach = attacks_from(&state.rules, board, square) & ~board.by_side[side]
            value = self.value_of(state, square) + self.mobility[board.squares[square] & 7] * popcount(reach)
            if side == hero:
                own_strength += value
                targets = reach & enemies
            else:
                others += value
                targets = reach & heroes
            while targets:
                best[side] = max(best[side], self.expected_loss(state, square, pop_lsb(&targets), &captures))
        own[STRENGTH] = own_strength
        rival[STRENGTH] = others * self.rivals[rivals] // 100
        own[OUT] = self.out * (SIDES - 1 - rivals)
        own[PROSPECT] = best[hero] * self.rivals[rivals] // 100 * self.prospect[state.side == hero] // 100
        for side in range(SIDES):
            if side != hero:
                rival[DANGER] += best[side] * self.danger[state.side == side] // 100
        if rivals == 1:
            own[DUEL] = -self.approach * king_distance(board.by_type[KING])
        if board.quiet > self.quiet_from:
            value = self.contempt
            for i in range(TERMS):
                value += own[i] - rival[i]
            own[QUIET] = -value * (board.quiet - self.quiet_from) // (QUIET_LIMIT - self.quiet_from)

    cdef int evaluate(self, State state) noexcept nogil:
        cdef int[TERMS] own
        cdef int[TERMS] rival
        cdef int value = 0, i
        if not lives(&(<FourKingsState>state).board, state.hero):
            value = 1 - self.win
        else:
            self.hero_terms(<FourKingsState>state, state.hero, own, rival)
            for i in range(TERMS):
                value += own[i] - rival[i]
            value = max(1 - self.win, min(value, self.win - 1))
        return value if state.side == state.hero else -value

    cdef list terms(self, State state):
        """The terms of the side to move and of its rivals together, as that side sees them."""
        cdef int[TERMS] own
        cdef int[TERMS] rival
        cdef int i
        self.hero_terms(<FourKingsState>state, state.side, own, rival)
        return [(TERM_NAMES[i], own[i], rival[i]) for i in range(TERMS)]

    cdef int gain(self, State state, move_t move) noexcept nogil:
        return self.expected_gain(<FourKingsState>state, move)

    cdef int expected_gain(self, FourKingsState state, move_t move) noexcept nogil:
        """What is expected of a move at once, to the team that makes it."""
        # Loss and promotion are first counted as the rivals see them.
        cdef const Board* board = &state.board
        cdef move_t attack = board.pending if board.pending else move
        cdef int source = move_from(attack), target = move_to(attack)
        cdef int attacker = board.squares[source] >> 3
        cdef int captures = THROWS, loss = 0, promotion = 0
        if move & ATTACK:
            loss = self.expected_loss(state, source, target, &captures)
            if board.squares[target] >> 3 != state.hero:
                # A rival's loss counts for the hero in part, whoever attacks.
                loss = -loss * self.rival_percent(board) // 100
        if attack & PROMOTES:
            promotion = self.values[(attack >> PROMOTED_SHIFT) & 7] - self.worth(state, source)
            promotion = promotion * captures // THROWS
            promotion = -promotion if attacker == state.hero else promotion * self.rival_percent(board) // 100
        return -(loss + promotion) if state.side == state.hero else loss + promotion

    cdef int noisy_order(self, State state, move_t move) noexcept nogil:
        return max(8 * self.gain(state, move), 0)

    cdef bint exchange_at_least(self, State state, move_t move, int threshold) noexcept nogil:
        """Attacks that fail cost nothing but the turn."""
        if not state.is_noisy(move):
            return threshold <= 0
        return self.gain(state, move) - self.turn >= threshold

    cdef int mover_kind(self, State state, move_t move) noexcept nogil:
        return (<FourKingsState>state).board.squares[move_from(move)] & 7
