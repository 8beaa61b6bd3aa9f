"""Evaluator: what a search needs to know of a game's values."""

from rebaz_core.bitboard cimport u64
from rebaz_core.position cimport Position
from rebaz_core.state cimport State, move_t, move_to

cdef enum:
    ROYAL = 30000            # what a piece is worth whose loss ends the game

cdef inline int landing_of(int kind, move_t move) noexcept nogil:
    """Which kind of piece a move puts where, as one number: kind * 128 + square."""
    return kind << 7 | move_to(move)

cdef class Evaluator:
    # The class of states that the methods below read, unchecked: set by `__cinit__`, looked at by `state_of`.
    cdef readonly type state_type
    # With dice: what a won game is worth in centipawns.
    cdef readonly int win
    # How many centipawns a draw is worth less than nothing to the side that searches.
    cdef int contempt
    # So many plies before a draw by a clock values begin to depend on how many are left; 0 where they never do.
    cdef int last_plies
    # In centipawns: the chance to win is the logistic function of the score less the margin, in units of the scale, and
    # that to lose the same of the negated score.
    cdef readonly double win_scale
    cdef readonly double draw_margin
    # What the pruning margins of the search are multiplied by, in percent: 100 where a Campesino or pawn is worth
    # about a twentieth of a side, as in chess.
    cdef int margin_percent
    cdef read_scales(self, table)
    # The state of a position of the evaluator's game, or InputError: what anything else is to be read through.
    cdef State state_of(self, Position position)
    # Centipawns from the side to move.
    cdef int evaluate(self, State state) noexcept nogil
    # Whether the side to move has so little left that having to move may be what costs it the game.
    cdef bint zugzwang_likely(self, State state) noexcept nogil
    # Order of a noisy move among the noisy ones, best first; at least 0.
    cdef int noisy_order(self, State state, move_t move) noexcept nogil
    # What a noisy move takes at once, in centipawns.
    cdef int gain(self, State state, move_t move) noexcept nogil
    # Whether the exchange that a noisy move starts yields at least `threshold` centipawns.
    cdef bint exchange_at_least(self, State state, move_t move, int threshold) noexcept nogil
    # Which kind of piece a move of the side to move's moves, 0 to 15.
    cdef int mover_kind(self, State state, move_t move) noexcept nogil
    # For each legal move its noisy_order, or of a quiet one ~landing_of.
    cdef void describe_moves(self, State state, const move_t* moves, int count, int* out) noexcept nogil
    # What the exchange is made of: the moving piece's value, the squares occupied once it has moved, as one or two
    # words, and the value of the least piece of a side that can take on `target`, which leaves `occupied`; 0 if there
    # is none.
    cdef int mover_value(self, State state, move_t move) noexcept nogil
    cdef void occupied_after(self, State state, move_t move, u64* occupied) noexcept nogil
    cdef int least_attacker(self, State state, int target, u64* occupied, int side) noexcept nogil
    cdef list terms(self, State state)
