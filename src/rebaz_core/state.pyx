"""State: the one interface between a game's rules and everything above them.

A game subclasses ``State`` in ``games/``. Search and perft call the C methods; Python users see a State through
``Position``.
"""

from libc.stdlib cimport realloc

from cpython.list cimport PyList_GET_ITEM, PyList_New, PyList_SET_ITEM
from cpython.ref cimport Py_INCREF, PyObject

from rebaz_core.errors import MoveError


cdef enum:
    SPARE_ENTRIES = 64       # that a stack of undo entries has beyond those asked for


cdef class Move:
    """A move: light, immutable, equal by what it does, printed as its notation.

    Moves come from `Position.legal_moves` and `Position.parse_move`; they have no public constructor.

    >>> from rebaz_core import Position
    >>> move = Position("rebaz").legal_moves[0]
    >>> str(move) == move.text, move == Position("rebaz").parse_move(move.text)
    (True, True)
    """

    def __init__(self):
        raise TypeError("moves come from Position.legal_moves or Position.parse_move")

    def __str__(self):
        return self.text

    def __repr__(self):
        return f"<Move {self.text}>"

    def __eq__(self, other):
        if not isinstance(other, Move):
            return NotImplemented
        return self.code == (<Move>other).code and self.text == (<Move>other).text

    def __hash__(self):
        return self.code

    def __reduce__(self):
        return _restore_move, (self.code, self.text)


cdef Move new_move(move_t code, str text):
    cdef Move move = Move.__new__(Move)
    move.code = code
    move.text = text
    return move


cdef void* grown(void* stack, int* room, int wanted, size_t size) except? NULL:
    cdef void* larger
    if wanted <= room[0]:
        return stack
    larger = realloc(stack, (wanted + SPARE_ENTRIES) * size)
    if larger == NULL:
        raise MemoryError
    room[0] = wanted + SPARE_ENTRIES
    return larger


def _restore_move(code, text):
    """Unpickle a move."""
    return new_move(code, text)


cdef class State:
    """Rules and board of one game. The defaults suit a deterministic game of two sides in turn."""

    cdef int generate(self, move_t* out) noexcept nogil:
        """Legal moves into `out`, with room for MAX_MOVES; 0 exactly when the game is over for perft."""
        return 0

    cdef int generate_decisions(self, move_t* out) noexcept nogil:
        """What the side to move can decide on: the legal moves, those that differ only in what the dice say once.

        `outcomes` turns a decision into legal moves.
        """
        return self.generate(out)

    cdef int generate_noisy(self, move_t* out) noexcept nogil:
        """The decisions that change the material, or may with the dice's help."""
        return 0

    cdef int count_moves(self) noexcept nogil:
        """How many moves `generate` would list."""
        return 0

    cdef u64 perft(self, int depth) noexcept nogil:
        """Leaves at `depth` of the tree of legal moves; the state is left as it was. The last ply is counted without
        listing its moves. `depth` is bounded by the caller, for every ply takes stack and a reserved move."""
        cdef move_t[MAX_MOVES] moves
        cdef u64 nodes = 0
        cdef int count, i
        if depth <= 0:
            return 1
        if depth == 1:
            return self.count_moves()
        count = self.generate(moves)
        for i in range(count):
            self.make(moves[i])
            nodes += self.perft(depth - 1)
            self.unmake()
        return nodes

    cdef bint is_noisy(self, move_t move) noexcept nogil:
        """Whether `generate_noisy` would list this legal decision."""
        return False

    cdef void make(self, move_t move) noexcept nogil:
        """Make a legal move; the key is updated."""
        pass

    cdef void unmake(self) noexcept nogil:
        """Take the last move back."""
        pass

    cdef void make_null(self) noexcept nogil:
        """Pass. Only where NULL_MOVE_SOUND, not in check and with plies left."""
        pass

    cdef void unmake_null(self) noexcept nogil:
        pass

    cdef bint in_check(self) noexcept nogil:
        """Whether the piece whose loss ends the game is attacked, for the side to move."""
        return False

    cdef int ending(self, int move_count, int* winner) noexcept nogil:
        """Reason for the game's end, or GOES_ON; `winner` is a side's index or NOBODY.

        `move_count` is what `generate` gave, or MOVES_UNKNOWN to see only the ends that show without it.
        """
        return GOES_ON

    cdef int plies_left(self) noexcept nogil:
        """Plies until a limit of the rules ends the game."""
        return 1 << 20

    cdef int plies_to_draw(self) noexcept nogil:
        """Plies until the game is drawn, if none of them sets a clock back; as search tables need it, see Evaluator."""
        return 1 << 20

    cdef bint repeated(self, int plies) noexcept nogil:
        """Whether this position stood on the board within the last `plies` plies already."""
        return False

    cdef int drawn_winner(self) noexcept nogil:
        """Who would win if a position that has been repeated were to end the game; NOBODY for a draw."""
        return NOBODY

    cdef bint is_out(self, int side) noexcept nogil:
        """Whether one of more than two sides has lost while the game goes on."""
        return False

    cdef int outcomes(self, move_t move, Outcome* out) noexcept nogil:
        """What the dice can make of a decision, with room for MAX_OUTCOMES; without dice it is its one outcome."""
        out[0].move = move
        out[0].throws = 1
        return 1

    cdef int reserve(self, int plies) except -1:
        """Make room for `plies` more moves to be made without allocation; 0, or MemoryError."""
        return 0

    cdef void copy_common(self, State other):
        """Give a new State of the same class what every game's State has; a part of `copy`."""
        other.variant = self.variant
        other.options = dict(self.options)
        other.sides = self.sides
        other.reasons = self.reasons
        other.known_moves = self.known_moves
        other.key = self.key
        other.side = self.side
        other.hero = self.hero
        other.ply = self.ply
        other.traits = self.traits

    cdef State copy(self):
        """An independent State, with the moves made so far."""
        raise NotImplementedError

    def set_fen(self, str fen):
        """Take over a position string, or raise FenError and change nothing."""
        raise NotImplementedError

    cdef str start(self, str fen):
        """A start's position string under this game's options."""
        return fen

    def fen(self):
        """The position string."""
        raise NotImplementedError

    def computed_key(self):
        """The zobrist key from scratch, to check the updated one against."""
        raise NotImplementedError

    cdef Move move_object(self, move_t code):
        raise NotImplementedError

    cdef list move_list(self, const move_t* codes, int count):
        """The moves of those codes, as a new list."""
        cdef list moves = PyList_New(count)
        cdef list known = self.known_moves
        cdef PyObject* move
        cdef int i
        for i in range(count):
            move = PyList_GET_ITEM(known, codes[i]) if known is not None else <PyObject*>None
            if move == <PyObject*>None:
                made = self.move_object(codes[i])
                move = <PyObject*>made
            Py_INCREF(<object>move)
            PyList_SET_ITEM(moves, i, <object>move)
        return moves

    cdef move_t parse_move(self, str text) except? 0:
        """The code of a move's text, malformed text refused; whether the move is legal is not looked at."""
        raise MoveError("move", text, "a move of this variant")

    cdef str native(self, move_t code):
        """A legal move in the game's own notation."""
        return self.move_object(code).text

    cdef str fault(self, move_t code):
        """What a well-formed move that is not legal here would need, in the game's own words, or None."""
        return None

    cdef object points_of_sides(self):
        """Points or value by side where the rules count them, else None."""
        return None

    cdef object read_from_files(self):
        """What the options' files said when they were read; None without any."""
        return None

    cdef str result_text(self, int winner):
        """The result of a game that `winner` has won, or NOBODY."""
        return ("1/2-1/2", "1-0", "0-1")[winner + 1]

    cdef str piece_token(self, int square):
        """What the position string writes for a square; empty for an empty one."""
        raise NotImplementedError

    cdef tuple board_size(self):
        """(files, ranks)."""
        return 8, 8

    cdef object planes(self):
        raise NotImplementedError
