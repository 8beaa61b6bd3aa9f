# cython: nonecheck=True
"""Position: a game in progress, for Python users."""

from fractions import Fraction

from cpython.exc cimport PyErr_CheckSignals
from cython cimport binding, final

from rebaz_core.state cimport (CLOSED_WHEN_OVER, GOES_ON, HAS_DICE, MAX_MOVES, MAX_OUTCOMES, MOVES_UNKNOWN, NOBODY, Move,
                               Outcome, State, move_t)

from rebaz_core.errors import InputError, MoveError, ScenarioError
from rebaz_core.registry import scenario as find_scenario, variant as find_variant
from rebaz_core.result import Result
from rebaz_core.text import plain_text

MAX_PERFT_DEPTH = 100
cdef int PERFT_SUBTREE = 4
cdef double PERFT_LEAVES = 2e7


cdef class Position:
    """Position(variant="rebaz", fen=None, *, scenario=None, **options): a position of any variant, with the moves that led to it.

    `fen` is a position string, or None for the variant's start; `scenario`, instead, names one of its scenarios;
    `options` are the variant's own (for REBAZ: `points` and `move_limit`). Raises VariantError, FenError,
    ScenarioError or OptionError.

    Positions are equal when their variants, options, the files of these and position strings are; the hash follows the
    zobrist key. They copy and pickle with their moves.

    >>> position = Position("rebaz")
    >>> len(position.legal_moves), position.turn
    (27, 'w')
    >>> position.push("b3b5")
    >>> position.fen()
    'nblremtp/8/cgjddsgc/1G6/8/C1JDDSGC/8/NBLREMTP b g3b6g6 1'
    >>> position.pop()
    <Move b3b5>
    >>> Position("rebaz", "4e3/8/8/8/8/8/8/4E3 x - 0")
    Traceback (most recent call last):
    rebaz_core.errors.FenError: side: 'x', expected w or b
    """

    def __init__(self, variant="rebaz", fen=None, *, scenario=None, **options):
        entry = find_variant(plain_text(variant, "a variant is a str"))
        if fen is not None:
            fen = plain_text(fen, "a position string is a str")
        options = {name: plain_text(value) if isinstance(value, str) else value for name, value in options.items()}
        if scenario is not None:
            if fen is not None:
                raise ScenarioError("scenario", scenario, "a scenario or a position string, not both")
        start = entry.start_fen if scenario is None else find_scenario(entry.name, scenario).fen
        cdef State state = entry.new_state(entry.name, options)
        state.set_fen(state.start(start) if fen is None else fen)
        root_fen = state.fen()
        history = []
        # Together, for whoever calls in between, from a signal handler or another thread.
        self.legal_count = MOVES_UNKNOWN
        self.root_fen = root_fen
        self.history = history
        self.state = state

    # -- what stands on the board

    @property
    def variant(self):
        """The variant's name."""
        return self.state.variant

    @property
    def options(self):
        """The options that differ from the variant's own, as a new dict."""
        return {name: dict(value) if isinstance(value, dict) else value for name, value in self.state.options.items()}

    @property
    def rules(self):
        """Variant, options and what the options' files say: what is equal where the same moves have the same values.

        >>> Position("jacke").rules == Position("jacke", damage="single").rules
        False
        """
        return self.state.variant, self.options, self.state.read_from_files()

    @property
    def turn(self):
        """The letter of the side to move: ``w`` or ``b``, or one of the four of Four kings, ``r b y g``."""
        return self.state.sides[self.state.side]

    @property
    def sides(self):
        """The letters of all sides in turn order, those that are out included."""
        return self.state.sides

    @property
    def ply(self):
        """Moves made since the start of the game, those before the position string included; in Rendezvous turns."""
        return self.state.ply

    @property
    def plies_left(self):
        """Plies until a limit of the rules ends the game; a large number where there is none.

        >>> Position("rebaz").plies_left
        100
        """
        return self.state.plies_left()

    @property
    def key(self):
        """The zobrist key, a number below 2**64; the same in every session and on every machine."""
        return self.state.key

    @property
    def computed_key(self):
        """`key` computed from scratch instead of move by move: always equal, unless the engine has a bug."""
        return self.state.computed_key()

    @property
    def in_check(self):
        """Whether the piece of the side to move whose loss ends the game is attacked; False where there is none."""
        return self.state.in_check()

    @property
    def has_dice(self):
        """Whether dice complete moves of this game.

        >>> Position("jacke").has_dice, Position("chess").has_dice
        (True, False)
        """
        return (self.state.traits & HAS_DICE) != 0

    @property
    def points(self):
        """Points or value on the board as (w, b) where the rules count them, else None.

        >>> Position("rebaz").points
        (88, 88)
        """
        return self.state.points_of_sides()

    @property
    def board_size(self):
        """(files, ranks)."""
        return self.state.board_size()

    def piece_at(self, square):
        """The piece on a square as the position string writes it, or None.

        >>> Position("rebaz").piece_at("e1")
        'E'
        """
        from rebaz_core.fen import parse_square
        files, ranks = self.state.board_size()
        index = parse_square(plain_text(square), files, ranks) if isinstance(square, str) else None
        if index is None:
            raise InputError("square", square, f"a square from a1 to {chr(96 + files)}{ranks}")
        return self.state.piece_token(index) or None

    def fen(self):
        """The position string."""
        return self.state.fen()

    def planes(self):
        """The position as a new NumPy array, for learning.

        REBAZ: dtype uint8, shape (36, 8, 8) as [plane, rank, file] with rank 1 first. Planes 0-15 are the piece types
        of w in the rules page's order with +C, +G, +D last, 16-31 those of b, 32 the unmoved Gallinas, 33 the side to
        move (0 w, 1 b), 34 the plies made, 35 the plies of the whole game.

        Jacke: shape (22, 8, 8): P N B R Q K of w, then of b, the en passant square, the unmoved pawns, damage, health
        left, D, the card's number (low byte, high byte), the squares from and to of an attack to be answered, the side
        to move, the half-move clock (at most 255).

        Chess: shape (19, 8, 8): P N B R Q K of w, then of b, the castling rights K Q k q, the en passant square, the
        side to move, the half-move clock (at most 255). Mil Batallas: shape (21, 10, 8), the same and then the unmoved
        pawns and the barriers. Brax: shape (13, 9, 9): the pieces of w, of b, the forced ones, the last moved one, the
        bars on w and on b, the side to move, the quiet plies (at most 255), where the line to the right and the line
        upwards is red, the second players' pieces, the partner to move, the piece moved in the turn.

        Four kings: shape (33, 8, 8): P N B R Q K of r, then of b, y and g; the unmoved pawns; the damage, and health and
        defence of the card, of the man there; attacker and king of an attack that is to be answered; the side to move
        (0 r to 3 g), the rotation (0 cw, 1 ccw), the quiet turns.

        Rendezvous: shape (10, 8, 8): men of w, of b, the rendezvous, men that stepped in this
        turn, the side to move, the phase (0 to 3), squares left, whether w's and b's first turn is to come, idle turns.

        >>> planes = Position("rebaz").planes()
        >>> planes.shape, str(planes.dtype), int(planes[8, 0, 4])
        ((36, 8, 8), 'uint8', 1)
        """
        return self.state.planes()

    # -- moves

    @final
    cdef int count_legal(self) noexcept:
        if self.legal_count == MOVES_UNKNOWN:
            self.legal_count = self.state.generate(self.legal)
        return self.legal_count

    @property
    def legal_moves(self):
        """The legal moves as a new list of Move, in the generator's order.

        A game that is won has none. Some draws leave them as they are, such as those by repetition and by fifty moves:
        `result` tells whether the game is over.
        """
        return self.state.move_list(self.legal, self.count_legal())

    @property
    def decisions(self):
        """What the side to move can decide on, as a new list of Move.

        The legal moves; but an attack that dice complete stands there once, without an outcome. `roll` or `push` with
        `rng` completes it, and `outcomes` lists what can come up.

        >>> Position("rebaz").decisions == Position("rebaz").legal_moves
        True
        """
        cdef move_t[MAX_MOVES] found
        cdef int count = self.state.generate_decisions(found)
        return self.state.move_list(found, count)

    @property
    def noisy_moves(self):
        """The decisions that change the material, captures and crownings, or may, as a new list of Move.

        >>> Position("rebaz", "7e/C7/8/8/8/6c1/7G/E7 w - 0").noisy_moves
        [<Move h2g3>, <Move a7a8>]
        """
        cdef move_t[MAX_MOVES] found
        cdef int count = self.state.generate_noisy(found)
        return self.state.move_list(found, count)

    @final
    cdef bint has_legal(self, move_t code) noexcept:
        """Whether the move of that code is legal."""
        cdef int i
        for i in range(self.count_legal()):
            if self.legal[i] == code:
                return True
        return False

    @final
    cdef Move found(self, object move):
        """`move`, a Move or its text, as a legal Move, or None; MoveError for text that names no move."""
        cdef Move legal
        move = move_or_text(move)
        if type(move) is Move:
            if self.has_legal((<Move>move).code):
                legal = self.state.move_object((<Move>move).code)
                if legal is move or legal == move:
                    return legal
            return None
        cdef move_t code = self.state.parse_move(move)
        return self.state.move_object(code) if self.has_legal(code) else None

    @final
    cdef Move checked(self, object move):
        """`move`, a Move or its text, as a legal Move, or MoveError."""
        move = move_or_text(move)
        cdef Move legal = self.found(move)
        cdef move_t code
        if legal is None:
            code = (<Move>move).code if type(move) is Move else self.state.parse_move(move)
            self.refuse_unthrown(code, move)
            self.refuse(str(move))
        return legal

    @final
    cdef bint is_own(self, object move, move_t code):
        """Whether a Move is what this game means by the code, which is a decision's or a legal move's; text always is."""
        return type(move) is not Move or self.state.move_object(code) == move

    @final
    cdef refuse_unthrown(self, move_t code, object move):
        """Raise a MoveError with what can come up if the code is that of a decision that dice have to complete."""
        cdef move_t[MAX_MOVES] decisions
        cdef Outcome[MAX_OUTCOMES] found
        cdef int i, count
        if not self.state.traits & HAS_DICE:
            return
        for i in range(self.state.generate_decisions(decisions)):
            if decisions[i] == code and self.is_own(move, code):
                count = self.state.outcomes(code, found)
                completed = [self.state.move_object(found[j].move).text for j in range(count)]
                raise MoveError("move", str(move), f"its outcome with it, for dice complete it: {', '.join(completed)}")

    cdef refuse(self, str text):
        """Raise the MoveError of a move that is not legal here, perhaps one of another game."""
        result = self.result
        if result is not None:
            raise MoveError("move", text, f"no move: the game is over ({result})")
        fault = self.state.fault(self.state.parse_move(text))
        raise MoveError("move", text, f"a legal move of {self.turn} in {self.fen()}" + (f": {fault}" if fault else ""))

    def parse_move(self, text):
        """The legal move that `text` names, in either notation, or MoveError.

        >>> Position("rebaz").parse_move("G2c—2e")
        <Move b3b5>
        """
        return self.checked(text)

    def parse_decision(self, text):
        """The decision that `text` names, or MoveError.

        >>> Position("rebaz").parse_decision("b3b5")
        <Move b3b5>
        """
        return self.checked_decision(text)

    def native(self, move):
        """A legal move or decision in the game's own notation.

        >>> Position("rebaz").native("c3b6")
        'J3c-2f'
        """
        legal = self.found(move)
        return self.state.native((<Move>(self.checked_decision(move) if legal is None else legal)).code)

    def is_legal(self, move):
        """Whether `move`, a Move or its text, is legal here."""
        try:
            return self.found(move) is not None
        except MoveError:
            return False

    def is_noisy(self, move):
        """Whether a decision captures or crowns, or may."""
        return self.state.is_noisy(self.checked_decision(move).code)

    @final
    cdef Move checked_decision(self, object move):
        """`move`, a Move or its text, as a decision of the side to move, or MoveError."""
        cdef move_t[MAX_MOVES] found
        cdef move_t code
        cdef int i, count
        move = move_or_text(move)
        code = (<Move>move).code if type(move) is Move else self.state.parse_move(move)
        count = self.state.generate_decisions(found)
        for i in range(count):
            if found[i] == code and self.is_own(move, code):
                return self.state.move_object(code)
        if self.has_legal(code) and self.is_own(move, code):
            raise MoveError("move", str(move), f"{str(move).partition(':')[0]} without an outcome: dice decide it")
        self.refuse(str(move))

    def roll(self, move, rng):
        """Complete a decision with fair dice of `rng`, a `random.Random`: a legal move, which is not made.

        `rebaz_core.dice.throw` tells what the dice showed, too. A legal move, which needs no dice any more, is returned as it is. MoveError for anything else.

        >>> import random
        >>> Position("rebaz").roll("b3b5", random.Random(1))
        <Move b3b5>
        """
        from rebaz_core.dice import throw
        legal = self.found(move)
        return throw(self, move, rng).move if legal is None else legal

    @binding(False)  # called more cheaply; see bench/random_games.py
    def push(self, move, rng=None):
        """Make a legal move, given as a Move or its text; MoveError otherwise, and nothing is changed.

        With `rng`, a `random.Random`, an attack may be given without its outcome: fair dice complete it.
        """
        cdef Move legal = self.checked(move if rng is None else self.roll(move, rng))
        if self.state.traits & CLOSED_WHEN_OVER and self.result is not None:
            self.refuse(legal.text)
        self.state.reserve(1)
        self.state.make(legal.code)
        self.history.append(legal)
        self.legal_count = MOVES_UNKNOWN

    def pop(self):
        """Take the last move back and return it; IndexError without one."""
        if not self.history:
            raise IndexError("pop from a position without moves")
        move = self.history.pop()
        self.state.unmake()
        self.legal_count = MOVES_UNKNOWN
        return move

    @property
    def moves(self):
        """The moves pushed so far, as a new list of Move."""
        return list(self.history)

    def outcomes(self, move):
        """What the dice can make of a decision: a list of (completed move, probability as a Fraction).

        A move without dice, or one that is completed already, is its own only outcome.

        >>> Position("rebaz").outcomes("b3b5")
        [(<Move b3b5>, Fraction(1, 1))]
        """
        cdef Outcome[MAX_OUTCOMES] found
        cdef int i, count, total = 0
        if self.is_legal(move):
            return [(self.checked(move), Fraction(1))]
        count = self.state.outcomes(self.checked_decision(move).code, found)
        for i in range(count):
            total += found[i].throws
        return [(self.state.move_object(found[i].move), Fraction(found[i].throws, total)) for i in range(count)]

    # -- the end

    @property
    def result(self):
        """The Result of a game that is over, else None.

        >>> print(Position("rebaz", "7e/8/8/c7/6N1/5R2/8/E6M b - 0").result)
        1-0 mate
        """
        cdef int winner = NOBODY
        cdef int reason
        reason = self.state.ending(self.count_legal(), &winner)
        if reason == GOES_ON:
            return None
        return Result(self.state.result_text(winner), self.state.reasons[reason])

    @property
    def is_over(self):
        """Whether the game is over."""
        return self.result is not None

    # -- counting

    def perft(self, depth):
        """The number of leaves at `depth` of the tree of legal moves.

        >>> Position("rebaz").perft(3)
        20892
        """
        cdef int plies = checked_depth(depth)
        cdef State state = self.state.copy()
        state.reserve(plies)
        return interruptible_perft(state, plies)

    def divide(self, depth):
        """Perft of each legal move, as a dict from Move to leaves; `depth` counts the move itself.

        >>> sum(Position("rebaz").divide(2).values())
        727
        """
        cdef int plies = checked_depth(depth)
        cdef State state = self.state.copy()
        cdef Move move
        state.reserve(plies)
        if plies == 0:
            raise InputError("depth", depth, "at least 1 to divide")
        leaves = {}
        for move in state.move_list(self.legal, self.count_legal()):
            state.make(move.code)
            leaves[move] = interruptible_perft(state, plies - 1)
            state.unmake()
        return leaves

    # -- the object

    def copy(self):
        """An independent copy, with its moves."""
        cdef Position other = type(self).__new__(type(self))
        other.state = self.state.copy()
        other.root_fen = self.root_fen
        other.history = list(self.history)
        other.legal_count = MOVES_UNKNOWN
        if hasattr(self, "__dict__"):
            other.__dict__.update(self.__dict__)
        return other

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        moves = [move.text for move in self.history]
        return _restore, (type(self), self.variant, self.root_fen, self.options, moves), getattr(self, "__dict__", None)

    def __eq__(self, other):
        if not isinstance(other, Position):
            return NotImplemented
        cdef State mine = self.state
        cdef State theirs = (<Position>other).state
        return mine.key == theirs.key and self.rules == other.rules and mine.fen() == theirs.fen()

    def __hash__(self):
        return hash(self.state.key)

    def __repr__(self):
        options = "".join(f", {name}={value!r}" for name, value in self.state.options.items())
        return f"Position({self.variant!r}, {self.fen()!r}{options})"

    def __str__(self):
        from rebaz_core.show import board_text
        return board_text(self)


cdef object move_or_text(object move):
    """A Move as it is, and the text of one as a plain str, read once; TypeError for anything else."""
    return move if type(move) is Move else plain_text(move, "a move is a Move or a str")


def checked_depth(depth):
    """`depth` if it is a perft depth, else InputError."""
    if not isinstance(depth, int) or isinstance(depth, bool) or not 0 <= depth <= MAX_PERFT_DEPTH:
        raise InputError("depth", depth, f"a whole number from 0 to {MAX_PERFT_DEPTH}")
    return depth


cdef interruptible_perft(State state, int depth):
    """Perft in subtrees of some milliseconds, by the moves at their roots, with a look at signals between them."""
    cdef move_t[MAX_MOVES] moves
    cdef unsigned long long nodes
    cdef int i, count
    if depth <= 1 or (depth <= PERFT_SUBTREE and (<double>state.count_moves()) ** depth <= PERFT_LEAVES):
        with nogil:
            nodes = state.perft(depth)
        return nodes
    PyErr_CheckSignals()
    total = 0
    count = state.generate(moves)
    for i in range(count):
        state.make(moves[i])
        total += interruptible_perft(state, depth - 1)
        state.unmake()
    return total


def _restore(kind, variant, fen, options, moves):
    """Unpickle a position or one of a subclass."""
    if not (isinstance(kind, type) and issubclass(kind, Position)):
        raise TypeError(f"a class of positions, not {kind!r}")
    position = kind.__new__(kind)
    Position.__init__(position, variant, fen, **options)
    for move in moves:
        Position.push(position, move)
    return position
