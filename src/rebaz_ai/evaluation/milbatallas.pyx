"""Evaluation of Mil Batallas: that of chess, and the race of values.

A drawn game is won by the side with more value on the board. So a lead in value counts beyond its material, more as
men leave the board and as the half-move clock runs. Weights are data: ``milbatallas.toml`` over ``chess.toml``.
"""

import tomllib
from importlib.resources import files

from rebaz_core.bitboard cimport u64
from rebaz_core.bitboard128 cimport (bit128 as bit, join, left128 as left, lsb128 as lsb, popcount128 as popcount,
                                     right128 as right)
from rebaz_core.games.chess80 cimport (BISHOP, EMPTY, KING, KNIGHT, PAWN, PROMOTED_SHIFT, PROMOTES, QUEEN, ROOK,
                                       SQUARES, TYPES, Board, attackers_to, bits, changes_material, piece_attacks,
                                       takes_en_passant)
from rebaz_core.games.milbatallas cimport MilBatallasState
from rebaz_core.state cimport State, move_from, move_t, move_to

from rebaz_ai.evaluation.chess import load_weights as load_chess_weights
from rebaz_ai.evaluation.weights import merged
from rebaz_ai.evaluation.evaluator cimport ROYAL, Evaluator, landing_of

cdef enum:
    RANKS = SQUARES // 8
    NEVER = 100              # steps to promotion of a pawn that does not promote
    RACE_LEADS = 10          # leads in value that are told apart
    FULL_CLOCK = 100         # plies
    LATE_CLOCK = 70

cdef int ROW[RANKS][RANKS]   # [ranks without a barrier from end to end, less one][rank among them]: scaled to 0-7


cdef void build_rows():
    cdef int span, rank
    for span in range(RANKS):
        for rank in range(RANKS):
            ROW[span][rank] = min(7, (rank * 7 + span // 2) // span if span else 0)


build_rows()


cdef inline bits on_board(bits squares) noexcept nogil:
    return squares & join(0xFFFF, ~<u64>0)


cdef inline const Board* board_of(State state) noexcept nogil:
    return &(<MilBatallasState>state).board


cdef inline int ends_of(const Board* board) noexcept nogil:
    """The first and the last rank that no barrier covers whole, as first * RANKS + last."""
    cdef int bottom = 0, top = RANKS - 1
    while bottom < RANKS - 1 and (board.walls >> (8 * bottom)) & 0xFF == 0xFF:
        bottom += 1
    while top > bottom and (board.walls >> (8 * top)) & 0xFF == 0xFF:
        top -= 1
    return bottom * RANKS + top


cdef inline int place_of(int ends, int square, const int side) noexcept nogil:
    """The square as `side` sees it, its own first rank first, the ranks between the ends scaled to chess's eight."""
    cdef int bottom = ends // RANKS, top = ends % RANKS
    return 8 * ROW[top - bottom][(square >> 3) - bottom if side == 0 else top - (square >> 3)] + (square & 7)


cdef inline int steps_left(const Board* board, int square, const int side) noexcept nogil:
    """Ranks that a pawn is from its promotion."""
    if not board.last_rank[side]:
        return NEVER
    return abs((lsb(board.last_rank[side]) >> 3) - (square >> 3))


cdef type STATE_TYPE = MilBatallasState

include "army.pxi"


def load_weights():
    """The weights as a new dict from names to numbers or lists."""
    own = files("rebaz_ai.evaluation").joinpath("milbatallas.toml").read_text(encoding="utf-8")
    return load_chess_weights() | tomllib.loads(own)


cdef class MilBatallasEvaluator(ArmyEvaluator):
    """The evaluation of Mil Batallas; `weights` replace those of the files by name."""

    cdef pair[RACE_LEADS + 1] race
    cdef int[FULL_CLOCK + 1] race_clock

    def __init__(self, weights=None):
        cdef int lead, i
        table = merged(load_weights(), weights)
        super().__init__(table)
        for lead in range(RACE_LEADS + 1):
            self.race[lead] = pair_from(table["race"][lead])
        for i in range(FULL_CLOCK + 1):
            self.race_clock[i] = round(table["race_clock"] * (<double>i / FULL_CLOCK) ** table["race_clock_power"])

    cdef int race_value(self, State state, int phase) noexcept nogil:
        """What the lead in value is worth beyond its material, from the first side."""
        cdef int lead = (<MilBatallasState>state).value_of(0) - (<MilBatallasState>state).value_of(1)
        cdef int value
        if lead == 0:
            return 0
        value = (self.taper(self.race[min(abs(lead), RACE_LEADS)], phase)
                 + self.race_clock[min(board_of(state).halfmove, FULL_CLOCK)])
        return value if lead > 0 else -value

    cdef bint zugzwang_likely(self, State state) noexcept nogil:
        """Also where passing, which begins the clock anew, would save the side behind in value from its running out."""
        return board_of(state).halfmove >= LATE_CLOCK or ArmyEvaluator.zugzwang_likely(self, state)

    cdef int evaluate(self, State state) noexcept nogil:
        cdef int race = self.race_value(state, self.phase_of(board_of(state)))
        return ArmyEvaluator.evaluate(self, state) + (-race if state.side else race)

    cdef list terms(self, State state):
        race = self.race_value(state, self.phase_of(board_of(state)))
        return [*ArmyEvaluator.terms(self, state), ("value race", max(race, 0), max(-race, 0))]


cdef class MilBatallasPointsEvaluator(MilBatallasEvaluator):
    """Nothing but the value of the men as the rules count it, a point being 100 centipawns."""

    cdef int evaluate(self, State state) noexcept nogil:
        cdef int score = 100 * ((<MilBatallasState>state).value_of(0) - (<MilBatallasState>state).value_of(1))
        return max(-29000, min(29000, -score if state.side else score))
