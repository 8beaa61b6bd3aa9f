"""Evaluator: what a search needs to know of a game's values. A game's evaluation is a subclass in this package."""

from rebaz_core.bitboard cimport u64
from rebaz_core.position cimport Position
from rebaz_core.state cimport State, move_t, move_to

from rebaz_core.errors import InputError
from rebaz_core.registry import VARIANTS


cdef class Evaluator:
    """Values nothing: every position, of any game, is 0."""

    def __cinit__(self):
        self.state_type = State
        self.margin_percent = 100
        self.win = 3000
        self.win_scale = 400

    cdef read_scales(self, table):
        """Take over the weights that every evaluation has, and the contempt that some have."""
        self.contempt = table.get("contempt", 0)
        self.margin_percent = table["margin_percent"]
        self.win_scale = table["win_scale"]
        self.draw_margin = table["draw_margin"]

    cdef State state_of(self, Position position):
        state = position.state
        if not isinstance(state, self.state_type):
            own = [name for name, entry in VARIANTS.items() if issubclass(entry.new_state, self.state_type)]
            raise InputError("variant", None if state is None else state.variant,
                             f"one that {type(self).__name__} values: {', '.join(own)}")
        return state

    cdef int evaluate(self, State state) noexcept nogil:
        return 0

    cdef bint zugzwang_likely(self, State state) noexcept nogil:
        return False

    cdef int noisy_order(self, State state, move_t move) noexcept nogil:
        return 0

    cdef int gain(self, State state, move_t move) noexcept nogil:
        return 0

    cdef int mover_kind(self, State state, move_t move) noexcept nogil:
        return 0

    cdef void describe_moves(self, State state, const move_t* moves, int count, int* out) noexcept nogil:
        cdef int i
        for i in range(count):
            if state.is_noisy(moves[i]):
                out[i] = self.noisy_order(state, moves[i])
            else:
                out[i] = ~landing_of(self.mover_kind(state, moves[i]), moves[i])

    cdef int mover_value(self, State state, move_t move) noexcept nogil:
        return 0

    cdef void occupied_after(self, State state, move_t move, u64* occupied) noexcept nogil:
        occupied[0] = 0

    cdef int least_attacker(self, State state, int target, u64* occupied, int side) noexcept nogil:
        return 0

    cdef bint exchange_at_least(self, State state, move_t move, int threshold) noexcept nogil:
        """Swap-off on the target square, each side taking with its least piece (static exchange evaluation)."""
        cdef int balance = self.gain(state, move) - threshold
        cdef int side = state.side
        cdef int value
        cdef u64[2] occupied
        cdef u64[2] others
        cdef bint result = True
        if balance < 0:
            return False
        balance -= self.mover_value(state, move)
        if balance >= 0:
            return True
        self.occupied_after(state, move, occupied)
        while True:
            side = 1 - side
            value = self.least_attacker(state, move_to(move), occupied, side)
            if not value:
                return result
            result = not result
            # The side to take needs to come out ahead even if its piece is lost next.
            balance = -balance - 1 - value
            if balance >= 0:
                others[0], others[1] = occupied[0], occupied[1]
                if value >= ROYAL and self.least_attacker(state, move_to(move), others, 1 - side):
                    # A royal piece can't take what is guarded.
                    result = not result
                return result

    cdef list terms(self, State state):
        """The terms of the evaluation as (name, centipawns of the first side, of the second).

        Of more than two sides the first is the side to move and the second all others together, against it.
        """
        return []

    def evaluate_position(self, Position position not None, hero=None):
        """Centipawns of a Position from its side to move; InputError for one of a game that the evaluator is not of.

        Of more than two sides `hero`, a letter, is the one that the others are taken to play against: the value is
        then what it stands at, negated if another side is to move. It is the side to move unless given.

        >>> from rebaz_ai.evaluation import evaluator
        >>> from rebaz_core import Position
        >>> evaluator("jacke").evaluate_position(Position("chess"))
        Traceback (most recent call last):
        rebaz_core.errors.InputError: variant: 'chess', expected one that JackeEvaluator values: jacke
        """
        cdef State state = self.state_of(position)
        if hero is not None and hero not in list(state.sides):
            raise InputError("hero", hero, f"one of {', '.join(state.sides)}")
        state.hero = state.side if hero is None else state.sides.index(hero)
        return self.evaluate(state)

    def explain_position(self, Position position not None):
        """The terms of a Position's evaluation, as `explain` gives them; InputError for one of another game."""
        return self.terms(self.state_of(position))
