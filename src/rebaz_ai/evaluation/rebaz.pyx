"""Evaluation of REBAZ. Weights are data: ``rebaz.toml`` beside this module."""

import tomllib
from importlib.resources import files

from rebaz_core.bitboard cimport bit, left, lsb, popcount, right, u64, up, down
from rebaz_core.games.rebaz cimport RebazState
from rebaz_core.games.rebaz_moves cimport (CAMPESINO, CROWNED_CAMPESINO, CROWNING, DELFIN, ELEFANTE, EMPTY, GALLINA,
                                           TYPES, Board, attack_sets, attackers_of_side, lesser_attacks)
from rebaz_core.state cimport State, move_from, move_t, move_to

from rebaz_ai.evaluation.weights import merged
from rebaz_ai.evaluation.evaluator cimport ROYAL, Evaluator

cdef enum:
    MATERIAL
    MOBILITY
    ADVANCE
    SIEGE
    THREATS
    TERMS

TERM_NAMES = ("material", "mobility", "advance", "siege of the Elefante", "threats")


def load_weights():
    """The weights as a new dict from names to numbers or lists by type."""
    return tomllib.loads(files("rebaz_ai.evaluation").joinpath("rebaz.toml").read_text(encoding="utf-8"))


cdef class RebazEvaluator(Evaluator):
    """Material, mobility, advance of the lesser pieces, siege of the Elefante, threats, and the points race."""

    cdef int[TYPES] values
    cdef int[TYPES] mobility
    cdef int[TYPES] mobility_base
    cdef int[8] advance
    cdef int[TYPES] siege
    cdef int siege_scale, siege_most, lesser_threat, tempo, point, race_plies

    def __cinit__(self):
        self.state_type = RebazState

    def __init__(self, weights=None):
        cdef int i
        table = merged(load_weights(), weights)
        for i in range(TYPES):
            self.values[i] = table["values"][i]
            self.mobility[i] = table["mobility"][i]
            self.mobility_base[i] = table["mobility_base"][i]
            self.siege[i] = table["siege"][i]
        for i in range(8):
            self.advance[i] = table["advance"][i]
        self.siege_scale = table["siege_scale"]
        self.siege_most = table["siege_most"]
        self.lesser_threat = table["lesser_threat"]
        self.tempo = table["tempo"]
        self.point = table["point"]
        self.race_plies = table["race_plies"]
        self.read_scales(table)

    cdef void side_terms(self, RebazState state, int side, u64 lesser, u64 enemy_lesser, int* terms) noexcept nogil:
        """The terms of one side; `lesser` and `enemy_lesser` are what both sides' lesser pieces attack."""
        cdef const Board* board = &state.board
        cdef u64 own = board.by_side[side]
        cdef u64 enemy = board.by_side[1 - side]
        cdef u64 safe = ~own & ~enemy_lesser
        cdef u64 zone = 0
        cdef u64 pieces, elefante
        cdef int[64] types
        cdef u64[64] sets
        cdef int type, square, i, units = 0
        for i in range(TERMS):
            terms[i] = 0
        if state.special:
            elefante = board.by_type[ELEFANTE] & enemy
            zone = elefante | left(elefante) | right(elefante)
            zone |= up(zone) | down(zone)
            units = popcount(lesser & zone)
        for i in range(attack_sets(board, side, types, sets)):
            type = types[i]
            if type != ELEFANTE or not state.special:
                terms[MATERIAL] += self.values[type]
            terms[MOBILITY] += self.mobility[type] * (popcount(sets[i] & safe) - self.mobility_base[type])
            if sets[i] & zone:
                units += self.siege[type] * popcount(sets[i] & zone)
        pieces = (board.by_type[CAMPESINO] | board.by_type[GALLINA] | board.by_type[DELFIN]) & own
        while pieces:
            square = lsb(pieces)
            terms[MATERIAL] += self.values[board.squares[square] & 15]
            terms[ADVANCE] += self.advance[square // 8 if side == 0 else 7 - square // 8]
            pieces &= pieces - 1
        for type in range(CROWNED_CAMPESINO, TYPES):
            terms[MATERIAL] += self.values[type] * popcount(board.by_type[type] & own)
        terms[SIEGE] = min(units * units * self.siege_scale // 4, self.siege_most)
        pieces = lesser & enemy & ~(board.by_type[CAMPESINO] | board.by_type[GALLINA] | board.by_type[DELFIN])
        terms[THREATS] = self.lesser_threat * popcount(pieces)

    cdef void both_terms(self, RebazState state, int* white, int* black) noexcept nogil:
        cdef u64 empty = ~(state.board.by_side[0] | state.board.by_side[1])
        cdef u64 white_lesser = lesser_attacks(&state.board, 0, empty)
        cdef u64 black_lesser = lesser_attacks(&state.board, 1, empty)
        self.side_terms(state, 0, white_lesser, black_lesser, white)
        self.side_terms(state, 1, black_lesser, white_lesser, black)

    cdef int race_share(self, RebazState state) noexcept nogil:
        """How far the points race has taken over, 0 to 256."""
        cdef int left_plies = state.limit - state.ply
        if left_plies >= self.race_plies:
            return 0
        return 256 * (self.race_plies - left_plies) // self.race_plies

    cdef int evaluate(self, State state) noexcept nogil:
        cdef int[TERMS] white
        cdef int[TERMS] black
        cdef int score, i, share
        self.both_terms(<RebazState>state, white, black)
        score = 0
        for i in range(TERMS):
            score += white[i] - black[i]
        share = self.race_share(<RebazState>state)
        if share:
            score = (score * (256 - share)
                     + share * self.point * ((<RebazState>state).points_of(0) - (<RebazState>state).points_of(1))) // 256
        if state.side:
            score = -score
        score += self.tempo
        return max(-29000, min(29000, score))

    cdef list terms(self, State state):
        cdef int[TERMS] white
        cdef int[TERMS] black
        cdef int i
        cdef int share = self.race_share(<RebazState>state)
        self.both_terms(<RebazState>state, white, black)
        rows = [(TERM_NAMES[i], white[i] * (256 - share) // 256, black[i] * (256 - share) // 256) for i in range(TERMS)]
        points = [share * self.point * (<RebazState>state).points_of(i) // 256 for i in range(2)]
        rows.append(("points race", points[0], points[1]))
        rows.append(("tempo", 0 if state.side else self.tempo, self.tempo if state.side else 0))
        return rows

    cdef int value_of(self, State state, int piece) noexcept nogil:
        """What taking a piece is worth in an exchange."""
        if (piece & 15) == ELEFANTE and (<RebazState>state).special:
            return ROYAL
        return self.values[piece & 15]

    cdef int gain(self, State state, move_t move) noexcept nogil:
        cdef const Board* board = &(<RebazState>state).board
        cdef int piece = board.squares[move_from(move)] & 15
        cdef int captured = board.squares[move_to(move)]
        cdef int value = 0
        if captured != EMPTY:
            value = self.value_of(state, captured)
        if piece <= DELFIN and move_to(move) // 8 == (0 if state.side else 7):
            value += self.values[piece + CROWNING] - self.values[piece]
        return value

    cdef int noisy_order(self, State state, move_t move) noexcept nogil:
        cdef int mover = self.values[(<RebazState>state).board.squares[move_from(move)] & 15]
        return self.gain(state, move) * 8 + max(0, 2000 - mover)

    cdef int mover_kind(self, State state, move_t move) noexcept nogil:
        return (<RebazState>state).board.squares[move_from(move)] & 15

    cdef int mover_value(self, State state, move_t move) noexcept nogil:
        return self.value_of(state, (<RebazState>state).board.squares[move_from(move)])

    cdef void occupied_after(self, State state, move_t move, u64* occupied) noexcept nogil:
        cdef const Board* board = &(<RebazState>state).board
        occupied[0] = (board.by_side[0] | board.by_side[1] | bit(move_to(move))) ^ bit(move_from(move))

    cdef int least_attacker(self, State state, int target, u64* occupied, int side) noexcept nogil:
        cdef const Board* board = &(<RebazState>state).board
        cdef u64 attackers = attackers_of_side(board, side, target, occupied[0]) & occupied[0]
        cdef u64 own, least = 0
        cdef int type, value = 0
        if not attackers:
            return 0
        for type in range(TYPES):
            own = attackers & board.by_type[type]
            if own and (not value or self.value_of(state, type) < value):
                value = self.value_of(state, type)
                least = own
        occupied[0] ^= least & (0 - least)
        return value


cdef class PointsEvaluator(RebazEvaluator):
    """Nothing but the points that the rules count, a point being 100 centipawns."""

    cdef int evaluate(self, State state) noexcept nogil:
        cdef int score = 100 * ((<RebazState>state).points_of(0) - (<RebazState>state).points_of(1))
        return max(-29000, min(29000, -score if state.side else score))
