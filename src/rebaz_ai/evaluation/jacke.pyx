"""Evaluation of Jacke. Weights are data: ``jacke.toml`` beside this module."""

import tomllib
from importlib.resources import files

cimport cython

from rebaz_core.bitboard cimport bit, lsb, pop_lsb, popcount, u64
from rebaz_core.games.jacke cimport JackeState
from rebaz_core.games.jacke_deck cimport (ANSWER, ATTACK, BISHOP, CAPTURED, COMBAT, DAMAGED, DEFENSE, FAILED, KING,
                                          KNIGHT, MOVEMENT, OUTCOME_MASK, OUTCOME_SHIFT, PAWN, PERMANENT,
                                          PROMOTED_SHIFT, PROMOTES, QUEEN, ROOK, TYPES, Card, Extra, fight)
from rebaz_core.games.jacke_moves cimport (KING_STEPS, KNIGHT_LEAPS, PAWN_ATTACKS, Board, Rules, bishop_attacks,
                                           can_evade, king_of, occupied_squares, piece_attacks, rook_attacks, slides,
                                           victim_square)
from rebaz_core.state cimport MAX_OUTCOMES, Outcome, State, move_from, move_t, move_to

from rebaz_ai.evaluation.weights import merged
from rebaz_ai.evaluation.evaluator cimport Evaluator

include "pairs.pxi"

cdef enum:
    MATERIAL
    CARDS
    PLACE
    MOBILITY
    PAWNS
    THREATS
    KING_SAFETY
    TERMS

    FULL_PHASE = 24
    DEFENSES = 10            # a card's defence bonus, 0 to 9
    HEALTHS = 13             # health left; more counts as the most
    EXITS = 4
    THROWS = 36
    LAST_PLIES = 20          # before the draw by fifty moves, which the search may see from there

TERM_NAMES = ("material", "cards", "place", "mobility", "pawns", "threats", "king safety")
PLAIN = ((0, 1), (0, 2), (0, 2), (1, 3), (1, 3), (1, 4))
"""Defence and health of the plain cards, by type."""


def load_weights():
    """The weights as a new dict from names to numbers or lists."""
    return tomllib.loads(files("rebaz_ai.evaluation").joinpath("jacke.toml").read_text(encoding="utf-8"))


cdef list fight_odds(int defense, int health, bint accumulate):
    """The outcomes of a fight without effects and their probabilities."""
    cdef unsigned char outcomes[12]
    cdef unsigned char throws[12]
    cdef int i, count = fight(0, defense, health, accumulate, outcomes, throws)
    return [(outcomes[i], throws[i] / <double>THROWS) for i in range(count)]


cdef list attacks_survived(int defense, bint accumulate, double most):
    """How many attacks a man with so much defence takes on average until it falls, by health left, at most `most`."""
    attacks = [0.0]
    for health in range(1, HEALTHS):
        odds = fight_odds(defense, health, accumulate)
        nothing = sum(chance for outcome, chance in odds if outcome == FAILED)
        later = sum(chance * attacks[health - (outcome - DAMAGED)] for outcome, chance in odds if outcome >= DAMAGED)
        attacks.append(min(most, (1 + later) / (1 - nothing)) if nothing < 1 else most)
    return attacks


cdef struct View:
    # What the terms of one side find out for each other.
    u64 reached              # by at least one man
    u64 reached_again        # by at least two
    int best                 # what the best attack takes on average


cdef inline u64 north_filled(u64 x) noexcept nogil:
    x |= x << 8
    x |= x << 16
    return x | x << 32


cdef inline u64 south_filled(u64 x) noexcept nogil:
    x |= x >> 8
    x |= x >> 16
    return x | x >> 32


cdef class JackeEvaluator(Evaluator):
    """Material by defence and health left, cards, place, mobility, passed pawns, threats by odds, the king's safety."""

    # [whether damage stays][type][defence][health left]
    cdef pair[2][TYPES][DEFENSES][HEALTHS] material
    cdef int[2][TYPES][DEFENSES][HEALTHS] peril      # what an attack without effects takes on average
    cdef pair[TYPES][64] place       # by row * 8 + file, rows from the own side's first
    cdef pair[TYPES] mobility
    cdef pair[8] passed
    cdef int[TYPES] phase
    cdef int[EXITS] exits
    cdef int threats, best_threat, best_other, tempo
    cdef int combat, defense, aura, aura_step, movement

    def __cinit__(self):
        self.state_type = JackeState

    def __init__(self, weights=None):
        cdef int type, square
        table = merged(load_weights(), weights)
        self.win = table["win"]
        self.last_plies = LAST_PLIES
        self.fill_material(table)
        for type in range(TYPES):
            self.phase[type] = table["phase"][type]
            self.mobility[type] = pair_from(table["mobility"][type])
            for square in range(64):
                self.place[type][square] = pair_from([
                    table[f"rank_{name}"][type][square // 8] + table[f"file_{name}"][type][square % 8]
                    for name in ("middle", "end")])
        for square in range(8):
            self.passed[square] = pair_from(table["passed"][square])
        for square in range(EXITS):
            self.exits[square] = table["exits"][square]
        self.threats = table["threats"]
        self.best_threat = table["best_threat"]
        self.best_other = table["best_other"]
        self.tempo = table["tempo"]
        self.combat = table["combat"]
        self.defense = table["defense"]
        self.aura = table["aura"]
        self.aura_step = table["aura_step"]
        self.movement = table["movement"]
        self.read_scales(table)

    cdef fill_material(self, table):
        """Values by health, and what an attack takes of them."""
        cdef int accumulate, type, defense, health
        share = table["durability"] / 100
        for accumulate in range(2):
            attacks = [attacks_survived(defense, accumulate, table["most_attacks"]) for defense in range(DEFENSES)]
            for type in range(TYPES):
                usual_defense, usual_health = PLAIN[type]
                usual = attacks[usual_defense][usual_health]
                for defense in range(DEFENSES):
                    for health in range(1, HEALTHS):
                        factor = 1 - share + share * attacks[defense][health] / usual
                        self.material[accumulate][type][defense][health] = pair_from(
                            [round(value * factor) for value in table["values"][type]])
                    for health in range(1, HEALTHS):
                        self.peril[accumulate][type][defense][health] = round(sum(
                            chance * self.loss(accumulate, type, defense, health, outcome)
                            for outcome, chance in fight_odds(defense, health, accumulate)))

    cdef int loss(self, bint accumulate, int type, int defense, int health, int outcome) noexcept nogil:
        """What an outcome of a fight takes from the owner of the man attacked."""
        if outcome == CAPTURED:
            return self.win if type == KING else middle_of(self.material[accumulate][type][defense][health])
        if outcome < DAMAGED:
            return 0
        return (middle_of(self.material[accumulate][type][defense][health])
                - middle_of(self.material[accumulate][type][defense][max(0, health - (outcome - DAMAGED))]))

    @cython.final
    cdef inline int health_at(self, const Rules* rules, const Board* board, int square) noexcept nogil:
        return min(rules.cards[board.card[square]].health - board.damage[square], HEALTHS - 1)

    @cython.final
    cdef inline int peril_at(self, const Rules* rules, const Board* board, int square) noexcept nogil:
        """What an attack on the man there takes on average; a king may step away."""
        cdef int type = board.squares[square] & 7
        cdef int result = self.peril[rules.accumulate][type][rules.cards[board.card[square]].defense][
            self.health_at(rules, board, square)]
        return result // 2 if type == KING and can_evade(board, square) else result

    @cython.final
    cdef int card_value(self, const Card* card) noexcept nogil:
        """What a card's effect is worth."""
        cdef int types = popcount(card.types), sign = 1 if card.allies else -1
        if card.effect == COMBAT:
            return self.combat * card.attack * types // TYPES
        if card.effect == DEFENSE:
            return self.defense * card.guard * types // TYPES
        if card.effect == PERMANENT:
            return (self.aura + self.aura_step * (card.range - 1)) * sign * (card.attack + card.guard) * types // TYPES
        return self.movement if card.effect == MOVEMENT else 0

    @cython.final
    cdef inline void man_terms(self, const Rules* rules, const Board* board, const int side, int square, u64 own,
                               u64 occupied, View* view, pair* terms) noexcept nogil:
        """What one man adds to its side's terms."""
        cdef int type = board.squares[square] & 7
        cdef const Card* card = &rules.cards[board.card[square]]
        cdef const Extra* extra
        cdef u64 reach
        terms[MATERIAL] += self.material[rules.accumulate][type][card.defense][self.health_at(rules, board, square)]
        terms[PLACE] += self.place[type][square if side == 0 else square ^ 56]
        reach = PAWN_ATTACKS[side][square] if type == PAWN else piece_attacks(type, square, occupied)
        if board.special & bit(square):
            terms[CARDS] += pair_of(self.card_value(card), self.card_value(card))
            if card.effect == MOVEMENT:
                extra = &rules.extras[card.extra]
                reach |= extra.attack_leaps[square] | slides(extra.attack_slides, square, occupied)
        view.reached_again |= view.reached & reach
        view.reached |= reach
        terms[MOBILITY] += self.mobility[type] * popcount(reach & ~own)

    @cython.final
    cdef inline void side_terms(self, const Rules* rules, const Board* board, const int side, View* view,
                                pair* terms) noexcept nogil:
        """The terms of one side."""
        cdef u64 own = board.by_side[side], enemy = board.by_side[1 - side]
        cdef u64 occupied = own | enemy, men = own, stoppers
        cdef int square, value, total = 0
        view.reached = 0
        view.reached_again = 0
        view.best = 0
        for square in range(TERMS):
            terms[square] = 0
        while men:
            self.man_terms(rules, board, side, pop_lsb(&men), own, occupied, view, terms)
        stoppers = board.by_type[PAWN] & enemy
        stoppers = south_filled(stoppers >> 8) if side == 0 else north_filled(stoppers << 8)
        stoppers |= (stoppers & <u64>0x7F7F7F7F7F7F7F7F) << 1 | (stoppers & <u64>0xFEFEFEFEFEFEFEFE) >> 1
        men = board.by_type[PAWN] & own & ~stoppers
        while men:
            square = pop_lsb(&men)
            terms[PAWNS] += self.passed[square >> 3 if side == 0 else 7 - (square >> 3)]
        men = view.reached & enemy
        while men:
            square = pop_lsb(&men)
            value = self.peril_at(rules, board, square)
            view.best = max(view.best, value)
            total += value + (value // 2 if bit(square) & view.reached_again else 0)
        total = total * self.threats // 100
        terms[THREATS] = pair_of(total, total)
        value = 0
        if king_of(board, side):
            value = self.exits[min(popcount(KING_STEPS[lsb(king_of(board, side))] & ~occupied), EXITS - 1)]
        terms[KING_SAFETY] = pair_of(value, value)

    cdef inline int taper(self, pair value, int phase) noexcept nogil:
        return (middle_of(value) * phase + end_of(value) * (FULL_PHASE - phase)) // FULL_PHASE

    @cython.final
    cdef int phase_of(self, const Board* board) noexcept nogil:
        """FULL_PHASE with all men on the board, 0 for kings and pawns alone."""
        cdef int type, phase = 0
        for type in range(PAWN + 1, KING):
            phase += self.phase[type] * popcount(board.by_type[type])
        return min(phase, FULL_PHASE)

    @cython.final
    cdef int both_sides(self, JackeState state, pair* white, pair* black, int* initiative) noexcept nogil:
        """The terms of both sides, and what it is worth to be the side to move; returns the phase."""
        cdef View view
        cdef int[2] best
        self.side_terms(&state.rules, &state.board, 0, &view, white)
        best[0] = view.best
        self.side_terms(&state.rules, &state.board, 1, &view, black)
        best[1] = view.best
        initiative[0] = self.tempo - best[1 - state.side] * self.best_other // 100
        if not state.board.pending:
            initiative[0] += best[state.side] * self.best_threat // 100
        return self.phase_of(&state.board)

    cdef int evaluate(self, State state) noexcept nogil:
        cdef pair[TERMS] white
        cdef pair[TERMS] black
        cdef pair total = 0
        cdef int i, score, initiative
        cdef int phase = self.both_sides(<JackeState>state, white, black, &initiative)
        for i in range(TERMS):
            total += white[i] - black[i]
        # Rounded alike for both sides.
        score = middle_of(total) * phase + end_of(total) * (FULL_PHASE - phase)
        score = score // FULL_PHASE if score >= 0 else -(-score // FULL_PHASE)
        score = (-score if state.side else score) + initiative
        return max(1 - self.win, min(score, self.win - 1))

    cdef list terms(self, State state):
        cdef pair[TERMS] white
        cdef pair[TERMS] black
        cdef int i, initiative
        cdef int phase = self.both_sides(<JackeState>state, white, black, &initiative)
        rows = [(TERM_NAMES[i], self.taper(white[i], phase), self.taper(black[i], phase)) for i in range(TERMS)]
        return [*rows, ("initiative", 0 if state.side else initiative, initiative if state.side else 0)]

    cdef bint zugzwang_likely(self, State state) noexcept nogil:
        """Whether an attack has to be answered, or there is nothing but a king and pawns."""
        cdef const Board* board = &(<JackeState>state).board
        return (board.pending != 0
                or not board.by_side[state.side] & ~(board.by_type[PAWN] | board.by_type[KING]))

    cdef int gain(self, State state, move_t move) noexcept nogil:
        """What an attack takes on average, by exact odds, and what a promotion adds."""
        cdef const Rules* rules = &(<JackeState>state).rules
        cdef const Board* board = &(<JackeState>state).board
        cdef Outcome[MAX_OUTCOMES] outcomes
        cdef int victim, type, health, defense, promotion = 0, sum = 0, total = 0, count, i, outcome, value
        if move & PROMOTES:
            promotion = (middle_of(self.material[0][(move >> PROMOTED_SHIFT) & 7][1][3])
                         - middle_of(self.material[0][PAWN][0][1]))
        if not move & ATTACK:
            return promotion
        victim = victim_square(move, state.side)
        type = board.squares[victim] & 7
        health = self.health_at(rules, board, victim)
        defense = rules.cards[board.card[victim]].defense
        count = state.outcomes(move, outcomes)
        for i in range(count):
            outcome = (outcomes[i].move & OUTCOME_MASK) >> OUTCOME_SHIFT
            value = self.loss(rules.accumulate, type, defense, health, outcome)
            if outcome == CAPTURED:
                value += promotion
            sum += outcomes[i].throws * value
            total += outcomes[i].throws
        return -sum // total if move & ANSWER else sum // total

    cdef int noisy_order(self, State state, move_t move) noexcept nogil:
        """By what it takes on average; an attack that a king stays for comes last."""
        return 8 * max(0, self.gain(state, move)) + KING - self.mover_kind(state, move)

    cdef int mover_kind(self, State state, move_t move) noexcept nogil:
        return (<JackeState>state).board.squares[move_from(move)] & 7

    @cython.final
    cdef bint is_reached(self, const Board* board, int target, u64 occupied, int side) noexcept nogil:
        """Whether a man of a side's, on an occupied square, reaches a square by chess's rules."""
        cdef u64 men = board.by_side[side] & occupied
        cdef u64 queens = board.by_type[QUEEN]
        if (PAWN_ATTACKS[1 - side][target] & board.by_type[PAWN] | KNIGHT_LEAPS[target] & board.by_type[KNIGHT]
                | KING_STEPS[target] & board.by_type[KING]) & men:
            return True
        return ((bishop_attacks(target, occupied) & (board.by_type[BISHOP] | queens)
                 | rook_attacks(target, occupied) & (board.by_type[ROOK] | queens)) & men) != 0

    cdef bint exchange_at_least(self, State state, move_t move, int threshold) noexcept nogil:
        """Whether the average gain, less what the reply there takes on average, is so much. Quiet moves pass."""
        cdef const Rules* rules = &(<JackeState>state).rules
        cdef const Board* board = &(<JackeState>state).board
        cdef int balance, source = move_from(move)
        if not move & ATTACK or move & ANSWER:
            return True
        balance = self.gain(state, move) - threshold
        if balance < 0:
            return False
        # The one that takes comes to stand there in less than half of all cases.
        balance -= self.peril_at(rules, board, source) // 2
        return balance >= 0 or not self.is_reached(board, move_to(move), occupied_squares(board) & ~bit(source)
                                                   & ~bit(move_to(move)), 1 - state.side)

    cdef int mover_value(self, State state, move_t move) noexcept nogil:
        return self.peril_at(&(<JackeState>state).rules, &(<JackeState>state).board, move_from(move))
