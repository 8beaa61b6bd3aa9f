"""REBAZ: thirteen animal and court pieces. Specification: the rules page REBAZ."""

import re

from libc.string cimport memcpy, memset

from rebaz_core.bitboard cimport bit, lsb, popcount, split_mix, u64
from rebaz_core.games.rebaz_moves cimport (CROWNED_CAMPESINO, CROWNING, DELFIN, ELEFANTE, EMPTY, GALLINA, TYPES, Board,
                                           attackers_of_side, count_moves, list_moves)
from rebaz_core.state cimport (GOES_ON, HAS_CHECK, NOBODY, NULL_MOVE_SOUND, Move, State, move_from, move_t, move_to,
                               new_move)

from rebaz_core import fen as fen_format
from rebaz_core.errors import FenError, MoveError, OptionError
from rebaz_core.games import rebaz_tables as tables
from rebaz_core.options import GameOption

cdef u64 RANK_1 = <u64>0xFF
cdef u64 RANK_8 = <u64>0xFF << 56

cdef u64 PIECE_KEY[33][64]
cdef u64 UNMOVED_KEY[64]
cdef u64 PLY_KEY[MAX_PLIES + 3]
cdef u64 SIDE_KEY


cdef enum:
    MATE = 1
    TAKEN
    LIMIT
    STUCK

REASONS = ("", "mate", "elephant", "limit", "stuck")
FIELDS = ("board", "side", "unmoved", "ply")
LETTERS = tuple([piece.letter for piece in tables.PIECES] + [piece.letter.lower() for piece in tables.PIECES])
PIECE_OF_LETTER = {letter: piece for piece, letter in enumerate(LETTERS)}
NATIVE_MOVE = re.compile(
    f"({'|'.join(sorted({piece.code for piece in tables.PIECES}, key=len, reverse=True))})"
    "([1-8])([a-h])[-\u2013\u2014]([1-8])([a-h])", re.IGNORECASE | re.ASCII)
MOST_POINTS = 1000


def parse_points(text):
    """A points table such as ``E=12,R=11``; types not named keep their official points.

    >>> parse_points("M=12, E=10") == {"M": 12, "E": 10}
    True
    """
    expected = f"piece=points pairs such as E=12,R=11 with points from 0 to {MOST_POINTS}"
    points = {}
    if text and not text.replace(",", " ").strip():
        raise OptionError("points", text, expected)
    for pair in text.replace(",", " ").split():
        letter, _, number = pair.partition("=")
        if not (number.isascii() and number.isdigit() and len(number) <= 4) or letter.upper() in points:
            raise OptionError("points", text, expected)
        points[letter.upper()] = int(number)
    return check_points(points) or None


def check_points(points):
    """A checked copy of a points table: a mapping from piece letters to numbers, or its text."""
    if isinstance(points, str):
        return parse_points(points) or {}
    letters = [piece.letter for piece in tables.PIECES[:CROWNED_CAMPESINO]]
    try:
        table = dict(points)
    except (TypeError, ValueError):
        raise OptionError("points", points, "a mapping such as {'E': 12, 'R': 11}, or its text E=12,R=11") from None
    for letter, number in table.items():
        if letter not in letters:
            raise OptionError("points", letter, f"a piece letter of {''.join(letters)}")
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= MOST_POINTS:
            raise OptionError("points", number, f"whole points from 0 to {MOST_POINTS} for {letter}")
    return table


def parse_limit(text):
    """A move limit; 0 stands for the variant's own."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise OptionError("move_limit", text, "a whole number of moves a side, or 0 for the variant's own")
    return int(text) or None


OPTIONS = (
    GameOption("points", "RebazPoints", "string",
               ",".join(f"{piece.letter}={piece.points}" for piece in tables.PIECES[:CROWNED_CAMPESINO]),
               parse_points, "points of the pieces, as piece=points pairs"),
    GameOption("move_limit", "MoveLimit", "spin", "0", parse_limit,
               "moves a side that the players agreed on in the points variants; 0 for the variant's own", 0,
               max(rules.move_limit for rules in tables.VARIANTS.values() if rules.limit_is_agreed)),
)


cdef list MOVES = [None] * (64 * 128)    # every move object that was ever asked for, by its code


cdef class RebazState(State):
    """One of the four REBAZ variants. Options: `points` (by piece letter) and `move_limit` (moves a side)."""

    def __init__(self, str variant, dict options):
        self.variant = variant
        self.options = {}
        self.sides = "wb"
        self.reasons = REASONS
        self.known_moves = MOVES
        rules = tables.VARIANTS[variant]
        self.royal = rules.royal
        self.special = rules.special
        self.limit = 2 * rules.move_limit
        self.traits = NULL_MOVE_SOUND | (HAS_CHECK if rules.royal else 0)
        self.set_option("points", None)
        for keyword, value in options.items():
            self.set_option(keyword, value)

    cdef set_option(self, str keyword, value):
        """Set an option of the rules, None for the variant's own, or raise OptionError."""
        cdef int type
        rules = tables.VARIANTS[self.variant]
        if keyword == "points":
            official = {piece.letter: piece.points for piece in tables.PIECES}
            agreed = {} if value is None else check_points(value)
            value = {letter: number for letter, number in agreed.items() if number != official[letter]} or None
            for type in range(TYPES):
                self.points[type] = agreed.get(tables.PIECES[type].letter.lstrip("+"), tables.PIECES[type].points)
        elif keyword == "move_limit":
            if value is None:
                value = rules.move_limit
            elif (not isinstance(value, int) or isinstance(value, bool) or not rules.limit_is_agreed
                  or not 1 <= value <= rules.move_limit):
                raise OptionError("move_limit", value, f"1 to {rules.move_limit} moves a side in {self.variant}"
                                  if rules.limit_is_agreed else f"none: {self.variant} has no agreed move limit")
            self.limit = 2 * value
        else:
            raise OptionError("option", keyword, "points or move_limit")
        if value is None or (keyword == "move_limit" and value == rules.move_limit):
            self.options.pop(keyword, None)
        else:
            self.options[keyword] = value

    def set_fen(self, str fen):
        cdef Board board
        cdef int square, piece, side, ply
        text, side_text, unmoved_text, ply_text = fen_format.split_fields(fen, FIELDS)
        memset(&board, 0, sizeof(Board))
        memset(board.squares, EMPTY, 64)
        for square, piece in fen_format.parse_board(text, 8, 8, PIECE_OF_LETTER):
            if (piece & 15) <= DELFIN and square // 8 == (0 if piece >> 4 else 7):
                raise FenError("board", f"{LETTERS[piece]} on {fen_format.square_name(square)}",
                               f"+{LETTERS[piece]}: it is crowned on its last rank")
            board.squares[square] = piece
            board.by_type[piece & 15] |= bit(square)
            board.by_side[piece >> 4] |= bit(square)
        side = fen_format.parse_choice("side", side_text, "wb")
        for square in fen_format.parse_squares("unmoved", unmoved_text):
            if board.squares[square] & 15 != GALLINA or board.squares[square] == EMPTY:
                raise FenError("unmoved", unmoved_text, f"an uncrowned Gallina on {fen_format.square_name(square)}")
            board.unmoved |= bit(square)
        ply = fen_format.parse_counter("ply", ply_text, self.limit)
        self.check_elefantes(&board, side, text)
        self.board = board
        self.side = side
        self.ply = ply
        self.undo_count = 0
        self.key = self.compute_key()

    cdef check_elefantes(self, const Board* board, int side, str text):
        """Refuse boards that the Elefante rules of the variant do not allow."""
        cdef int each, count
        if not self.special:
            return
        for each in range(2):
            count = popcount(board.by_type[ELEFANTE] & board.by_side[each])
            if count > 1 or (count == 0 and (self.royal or each != side)):
                raise FenError("board", text, f"one Elefante of {'wb'[each]}, not {count}")
        if self.royal:
            each = lsb(board.by_type[ELEFANTE] & board.by_side[1 - side])
            if attackers_of_side(board, side, each, board.by_side[0] | board.by_side[1]):
                raise FenError("board", text, f"{'wb'[1 - side]}, who has just moved, not to leave its Elefante in check on "
                               f"{fen_format.square_name(each)}")

    def fen(self):
        unmoved = fen_format.write_squares([square for square in range(64) if self.board.unmoved & bit(square)])
        board = fen_format.write_board([self.piece_token(square) for square in range(64)], 8)
        return f"{board} {'wb'[self.side]} {unmoved} {self.ply}"

    cdef str piece_token(self, int square):
        cdef int piece = self.board.squares[square]
        return "" if piece == EMPTY else LETTERS[piece]

    cdef u64 compute_key(self) noexcept nogil:
        cdef u64 key = PLY_KEY[self.ply]
        cdef int square
        for square in range(64):
            key ^= PIECE_KEY[self.board.squares[square]][square]
            if self.board.unmoved & bit(square):
                key ^= UNMOVED_KEY[square]
        return key ^ SIDE_KEY if self.side else key

    def computed_key(self):
        return self.compute_key()

    cdef bint can_move(self) noexcept nogil:
        """Whether limit and Elefante let the side to move play on."""
        if self.ply >= self.limit:
            return False
        return self.royal or not self.special or (self.board.by_type[ELEFANTE] & self.board.by_side[self.side]) != 0

    cdef int generate(self, move_t* out) noexcept nogil:
        return list_moves(&self.board, out, self.side, self.royal, False) if self.can_move() else 0

    cdef int generate_noisy(self, move_t* out) noexcept nogil:
        return list_moves(&self.board, out, self.side, self.royal, True) if self.can_move() else 0

    cdef int count_moves(self) noexcept nogil:
        return count_moves(&self.board, self.side, self.royal) if self.can_move() else 0

    cdef bint is_noisy(self, move_t move) noexcept nogil:
        cdef int target = move_to(move)
        if self.board.squares[target] != EMPTY:
            return True
        return (self.board.squares[move_from(move)] & 15) <= DELFIN and target // 8 == (0 if self.side else 7)

    cdef void make(self, move_t move) noexcept nogil:
        cdef Board* board = &self.board
        cdef int source = move_from(move)
        cdef int target = move_to(move)
        cdef int side = self.side
        cdef int piece = board.squares[source]
        cdef int captured = board.squares[target]
        cdef u64 source_bit = bit(source)
        cdef u64 target_bit = bit(target)
        cdef u64 key = self.key ^ SIDE_KEY ^ PLY_KEY[self.ply] ^ PLY_KEY[self.ply + 1]
        cdef Undo* undo = &self.undo[self.undo_count]
        undo.key = self.key
        undo.unmoved = board.unmoved
        undo.move = move
        undo.moved = piece
        undo.captured = captured
        self.undo_count += 1
        key ^= PIECE_KEY[piece][source] ^ PIECE_KEY[captured][target]
        if captured != EMPTY:
            board.by_type[captured & 15] ^= target_bit
            board.by_side[1 - side] ^= target_bit
        board.by_type[piece & 15] ^= source_bit
        if (piece & 15) <= DELFIN and target_bit & (RANK_1 | RANK_8) and target // 8 == (0 if side else 7):
            piece += CROWNING
        board.by_type[piece & 15] ^= target_bit
        board.by_side[side] ^= source_bit | target_bit
        board.squares[source] = EMPTY
        board.squares[target] = piece
        if board.unmoved & (source_bit | target_bit):
            if board.unmoved & source_bit:
                key ^= UNMOVED_KEY[source]
            if board.unmoved & target_bit:
                key ^= UNMOVED_KEY[target]
            board.unmoved &= ~(source_bit | target_bit)
        self.key = key ^ PIECE_KEY[piece][target]
        self.side = 1 - side
        self.ply += 1

    cdef void unmake(self) noexcept nogil:
        cdef Board* board = &self.board
        cdef Undo* undo
        cdef int source, target, side
        cdef u64 source_bit, target_bit
        self.undo_count -= 1
        undo = &self.undo[self.undo_count]
        source = move_from(undo.move)
        target = move_to(undo.move)
        source_bit = bit(source)
        target_bit = bit(target)
        side = 1 - self.side
        board.by_type[board.squares[target] & 15] ^= target_bit
        board.by_type[undo.moved & 15] ^= source_bit
        board.by_side[side] ^= source_bit | target_bit
        if undo.captured != EMPTY:
            board.by_type[undo.captured & 15] ^= target_bit
            board.by_side[1 - side] ^= target_bit
        board.squares[source] = undo.moved
        board.squares[target] = undo.captured
        board.unmoved = undo.unmoved
        self.key = undo.key
        self.side = side
        self.ply -= 1

    cdef void make_null(self) noexcept nogil:
        self.key ^= SIDE_KEY ^ PLY_KEY[self.ply] ^ PLY_KEY[self.ply + 1]
        self.side = 1 - self.side
        self.ply += 1

    cdef void unmake_null(self) noexcept nogil:
        self.ply -= 1
        self.side = 1 - self.side
        self.key ^= SIDE_KEY ^ PLY_KEY[self.ply] ^ PLY_KEY[self.ply + 1]

    cdef bint in_check(self) noexcept nogil:
        cdef u64 elefante = self.board.by_type[ELEFANTE] & self.board.by_side[self.side]
        if not self.special or not elefante:
            return False
        return attackers_of_side(&self.board, 1 - self.side, lsb(elefante),
                                 self.board.by_side[0] | self.board.by_side[1]) != 0

    cdef int points_of(self, int side) noexcept nogil:
        cdef int total = 0, type
        for type in range(TYPES):
            total += self.points[type] * popcount(self.board.by_type[type] & self.board.by_side[side])
        return total

    cdef int ending(self, int move_count, int* winner) noexcept nogil:
        cdef int difference
        winner[0] = 1 - self.side
        if self.royal:
            if move_count <= 0 and (move_count == 0 or self.ply >= self.limit) and self.in_check():
                if self.ply < self.limit or count_moves(&self.board, self.side, True) == 0:
                    return MATE
        elif self.special and not self.board.by_type[ELEFANTE] & self.board.by_side[self.side]:
            return TAKEN
        if self.ply < self.limit and move_count != 0:
            return GOES_ON
        difference = self.points_of(0) - self.points_of(1)
        winner[0] = 0 if difference > 0 else 1 if difference < 0 else NOBODY
        return LIMIT if self.ply >= self.limit else STUCK

    cdef int plies_left(self) noexcept nogil:
        return self.limit - self.ply

    cdef State copy(self):
        cdef RebazState other = RebazState.__new__(RebazState)
        self.copy_common(other)
        other.board = self.board
        memcpy(other.undo, self.undo, self.undo_count * sizeof(Undo))
        other.undo_count = self.undo_count
        other.limit = self.limit
        other.royal = self.royal
        other.special = self.special
        memcpy(other.points, self.points, sizeof(self.points))
        return other

    cdef Move move_object(self, move_t code):
        move = MOVES[code]
        if move is None:
            move = new_move(code, fen_format.square_name(move_from(code)) + fen_format.square_name(move_to(code)))
            MOVES[code] = move
        return <Move>move

    cdef move_t parse_move(self, str text) except? 0:
        cdef int source, target, piece
        native = NATIVE_MOVE.fullmatch(text)
        if native:
            code, from_file, from_row, to_file, to_row = native.groups()
            source = int(from_file) - 1 + 8 * (ord(from_row.lower()) - 97)
            target = int(to_file) - 1 + 8 * (ord(to_row.lower()) - 97)
            piece = self.board.squares[source]
            if piece == EMPTY or tables.PIECES[piece & 15].code != code.upper():
                raise MoveError("move", text, "the code of the piece that moves: " + (
                    f"{fen_format.square_name(source)} is empty" if piece == EMPTY else
                    f"{tables.PIECES[piece & 15].code} stands on {fen_format.square_name(source)}"))
        else:
            squares = (fen_format.parse_square(text[:2]), fen_format.parse_square(text[2:])) if len(text) == 4 else ()
            if len(squares) != 2 or None in squares:
                raise MoveError("move", text, "two squares, such as d3c5, or the native form, such as CB4c-3e")
            source, target = squares
        return <move_t>source | (<move_t>target << 7)

    cdef str native(self, move_t code):
        cdef int source = move_from(code), target = move_to(code)
        piece = tables.PIECES[self.board.squares[source] & 15]
        return f"{piece.code}{source % 8 + 1}{'abcdefgh'[source // 8]}-{target % 8 + 1}{'abcdefgh'[target // 8]}"

    cdef object points_of_sides(self):
        return self.points_of(0), self.points_of(1)

    cdef object planes(self):
        """Uint8 planes [plane, rank, file]: 16 piece types of w, 16 of b, unmoved Gallinas, side to move (0 or 1),
        plies made, plies of the whole game."""
        import numpy
        cdef int square
        planes = numpy.zeros((36, 64), dtype=numpy.uint8)
        for square in range(64):
            if self.board.squares[square] != EMPTY:
                planes[self.board.squares[square], square] = 1
            if self.board.unmoved & bit(square):
                planes[32, square] = 1
        planes[33] = self.side
        planes[34] = self.ply
        planes[35] = self.limit
        return planes.reshape(36, 8, 8)


cdef void build_keys():
    global SIDE_KEY
    cdef u64 seed = 2008
    cdef int piece, square
    for piece in range(32):
        for square in range(64):
            PIECE_KEY[piece][square] = split_mix(&seed)
    for square in range(64):
        PIECE_KEY[EMPTY][square] = 0
        UNMOVED_KEY[square] = split_mix(&seed)
    for piece in range(MAX_PLIES + 3):
        PLY_KEY[piece] = split_mix(&seed)
    SIDE_KEY = split_mix(&seed)


build_keys()
