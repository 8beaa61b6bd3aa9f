"""Chess by FIDE's rules. Specification: the rules page Jacke, section *chess*."""

from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

from rebaz_core.bitboard cimport popcount, u64
from rebaz_core.games.chess64 cimport (BISHOP, EMPTY, KING, KNIGHT, PAWN, PROMOTED_SHIFT, PROMOTES, QUEEN, ROOK, Board,
                                       Undo, board_key, count_moves, in_check, list_moves, make_move, make_null_move,
                                       place, set_ep, unmake_move, unmake_null_move)
from rebaz_core.state cimport (GOES_ON, HAS_CHECK, MOVES_UNKNOWN, NOBODY, NULL_MOVE_SOUND, MAX_MOVES, Move, State,
                               move_from, move_t, move_to, new_move)

from rebaz_core import fen as fen_format
from rebaz_core.errors import FenError, MoveError, OptionError

cdef enum:
    MATE = 1
    STALEMATE
    MATERIAL
    REPETITION
    FIFTY

REASONS = ("", "mate", "stalemate", "material", "repetition", "fifty")
FIELDS = ("board", "side", "castling", "ep", "halfmove", "fullmove")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
LETTERS = "PNBRQKpnbrqk"
RIGHTS = "KQkq"
PIECE_OF_LETTER = {letter: (i // 6) << 3 | i % 6 for i, letter in enumerate(LETTERS)}
TOKENS = {piece: letter for letter, piece in PIECE_OF_LETTER.items()}
START_COUNTS = {QUEEN: 1, ROOK: 2, BISHOP: 2, KNIGHT: 2}
MAX_CLOCK = 9999

cdef u64 DARK = <u64>0xAA55AA55AA55AA55
cdef u64 RANK_1 = <u64>0xFF
cdef u64 RANK_2 = <u64>0xFF00
cdef u64 RANK_7 = <u64>0xFF << 48
cdef u64 RANK_8 = <u64>0xFF << 56


cdef class ChessState(State):
    """A game of chess; it has no options."""

    def __init__(self, str variant, dict options):
        for keyword in options:
            raise OptionError("option", keyword, f"no option: {variant} has none")
        self.variant = variant
        self.options = {}
        self.sides = "wb"
        self.reasons = REASONS
        self.traits = NULL_MOVE_SOUND | HAS_CHECK

    def __dealloc__(self):
        free(self.undo)

    cdef int reserve(self, int plies) except -1:
        cdef int room = self.undo_count + plies
        cdef Undo* undo
        if room > self.undo_room:
            room += 64
            undo = <Undo*>realloc(self.undo, room * sizeof(Undo))
            if undo == NULL:
                raise MemoryError
            self.undo = undo
            self.undo_room = room
        return 0

    # -- position strings

    def set_fen(self, str fen):
        cdef Board board
        cdef int side, fullmove
        text, side_text, castling, ep, halfmove_text, fullmove_text = fen_format.split_fields(fen, FIELDS)
        memset(&board, 0, sizeof(Board))
        memset(board.squares, EMPTY, 64)
        board.ep = -1
        self.read_board(&board, text)
        side = fen_format.parse_choice("side", side_text, "wb")
        if in_check(&board, 1 - side):
            raise FenError("side", side_text, f"{'wb'[1 - side]}, who has just moved, not to leave its king in check")
        self.read_castling(&board, castling)
        self.read_ep(&board, side, ep)
        board.halfmove = fen_format.parse_counter("halfmove", halfmove_text, MAX_CLOCK)
        fullmove = fen_format.parse_counter("fullmove", fullmove_text, MAX_CLOCK)
        if fullmove < 1:
            raise FenError("fullmove", fullmove_text, f"a plain number from 1 to {MAX_CLOCK}")
        board.key = board_key(&board, side)
        self.board = board
        self.key = board.key
        self.side = side
        self.ply = 2 * (fullmove - 1) + side
        self.undo_count = 0

    cdef void read_board(self, Board* board, str text) except *:
        cdef int square, piece, side, promoted, type
        for square, piece in fen_format.parse_board(text, 8, 8, PIECE_OF_LETTER):
            if piece & 7 == PAWN and square // 8 in (0, 7):
                raise FenError("board", f"{TOKENS[piece]} on {fen_format.square_name(square)}",
                               "no pawn on the first or last rank")
            place(board, piece, square)
        for side in range(2):
            kings = popcount(board.by_type[KING] & board.by_side[side])
            pawns = popcount(board.by_type[PAWN] & board.by_side[side])
            promoted = 0
            for type, count in START_COUNTS.items():
                promoted += max(0, popcount(board.by_type[type] & board.by_side[side]) - count)
            if kings != 1:
                raise FenError("board", text, f"one king of {'wb'[side]}, not {kings}")
            if pawns + promoted > 8:
                raise FenError("board", text, f"at most 8 pawns and promoted men of {'wb'[side]}, not {pawns + promoted}")
        board.last_rank[0] = RANK_8
        board.last_rank[1] = RANK_1
        board.unmoved = board.by_type[PAWN] & ((board.by_side[0] & RANK_2) | (board.by_side[1] & RANK_7))

    cdef void read_castling(self, Board* board, str text) except *:
        cdef int right, side, king, rook
        expected = "- or rights in the order KQkq, each with its king and rook at home"
        named = "" if text == "-" else text
        if text != "-" and (not text or [letter for letter in RIGHTS if letter in text] != list(text)):
            raise FenError("castling", text, expected)
        for right in range(4):
            if RIGHTS[right] not in named:
                continue
            side = right // 2
            king = 4 + 56 * side
            rook = king + 3 if right % 2 == 0 else king - 4
            if board.squares[king] != (side << 3 | KING) or board.squares[rook] != (side << 3 | ROOK):
                raise FenError("castling", text, expected)
            board.castling |= 1 << right
            board.king_home[side] = king
            board.rights[king] |= 1 << right
            board.rights[rook] |= 1 << right

    cdef void read_ep(self, Board* board, int side, str text) except *:
        cdef int square, step = 8 if side == 0 else -8
        if text == "-":
            return
        found = fen_format.parse_square(text)
        if found is None or found // 8 != (5 if side == 0 else 2):
            raise FenError("ep", text, f"- or a square on rank {6 if side == 0 else 3}")
        square = found
        if (board.squares[square] != EMPTY or board.squares[square + step] != EMPTY
                or board.squares[square - step] != ((1 - side) << 3 | PAWN)):
            raise FenError("ep", text, "a square that a pawn has just passed over")
        set_ep(board, square, side)

    def fen(self):
        board = fen_format.write_board([self.piece_token(square) for square in range(64)], 8)
        castling = "".join(letter for right, letter in enumerate(RIGHTS) if self.board.castling & (1 << right)) or "-"
        ep = "-" if self.board.ep < 0 else fen_format.square_name(self.board.ep)
        return f"{board} {'wb'[self.side]} {castling} {ep} {self.board.halfmove} {self.ply // 2 + 1}"

    cdef str piece_token(self, int square):
        return TOKENS.get(self.board.squares[square], "")

    def computed_key(self):
        return board_key(&self.board, self.side)

    # -- moves

    cdef int generate(self, move_t* out) noexcept nogil:
        return list_moves(&self.board, out, self.side, False)

    cdef int generate_noisy(self, move_t* out) noexcept nogil:
        return list_moves(&self.board, out, self.side, True)

    cdef int count_moves(self) noexcept nogil:
        return count_moves(&self.board, self.side)

    cdef bint is_noisy(self, move_t move) noexcept nogil:
        return (move & PROMOTES) != 0 or self.board.squares[move_to(move)] != EMPTY or self.takes_en_passant(move)

    cdef bint takes_en_passant(self, move_t move) noexcept nogil:
        return move_to(move) == self.board.ep and self.board.squares[move_from(move)] & 7 == PAWN

    cdef void make(self, move_t move) noexcept nogil:
        make_move(&self.board, &self.undo[self.undo_count], move, self.side)
        self.undo_count += 1
        self.key = self.board.key
        self.side = 1 - self.side
        self.ply += 1

    cdef void unmake(self) noexcept nogil:
        self.undo_count -= 1
        self.ply -= 1
        self.side = 1 - self.side
        unmake_move(&self.board, &self.undo[self.undo_count], self.side)
        self.key = self.board.key

    cdef void make_null(self) noexcept nogil:
        make_null_move(&self.board, &self.undo[self.undo_count])
        self.undo_count += 1
        self.key = self.board.key
        self.side = 1 - self.side
        self.ply += 1

    cdef void unmake_null(self) noexcept nogil:
        self.undo_count -= 1
        self.ply -= 1
        self.side = 1 - self.side
        unmake_null_move(&self.board, &self.undo[self.undo_count])
        self.key = self.board.key

    cdef bint in_check(self) noexcept nogil:
        return in_check(&self.board, self.side)

    # -- ends

    cdef bint is_material_draw(self) noexcept nogil:
        """K against K, K and one minor against K, or only bishops that all stand on one colour."""
        cdef Board* board = &self.board
        cdef u64 minors = board.by_type[KNIGHT] | board.by_type[BISHOP]
        if board.by_type[PAWN] | board.by_type[ROOK] | board.by_type[QUEEN]:
            return False
        if not minors & (minors - 1):
            return True
        return board.by_type[KNIGHT] == 0 and (not minors & DARK or not minors & ~DARK)

    cdef bint repeated(self, int plies) noexcept nogil:
        cdef int back = 4
        cdef int most = min(plies, min(self.board.halfmove, self.undo_count))
        while back <= most:
            if self.undo[self.undo_count - back].key == self.key:
                return True
            back += 2
        return False

    cdef int occurrences(self) noexcept nogil:
        """How often this position has stood on the board, now included, as far as the moves made tell."""
        cdef int back = 4, count = 1
        cdef int most = min(self.board.halfmove, self.undo_count)
        while back <= most:
            if self.undo[self.undo_count - back].key == self.key:
                count += 1
            back += 2
        return count

    cdef int ending(self, int move_count, int* winner) noexcept nogil:
        winner[0] = NOBODY
        if move_count == MOVES_UNKNOWN and self.board.halfmove >= 100:
            move_count = self.count_moves()
        if move_count == 0:
            if self.in_check():
                winner[0] = 1 - self.side
                return MATE
            return STALEMATE
        if self.is_material_draw():
            return MATERIAL
        if self.board.halfmove >= 8 and self.occurrences() >= 3:
            return REPETITION
        return FIFTY if self.board.halfmove >= 100 else GOES_ON

    # -- what Position shows

    cdef State copy(self):
        cdef ChessState other = ChessState.__new__(ChessState)
        self.copy_common(other)
        other.board = self.board
        other.reserve(self.undo_count)
        if self.undo_count:
            memcpy(other.undo, self.undo, self.undo_count * sizeof(Undo))
        other.undo_count = self.undo_count
        return other

    cdef Move move_object(self, move_t code):
        text = fen_format.square_name(move_from(code)) + fen_format.square_name(move_to(code))
        if code & PROMOTES:
            text += "pnbrqk"[(code >> PROMOTED_SHIFT) & 7]
        return new_move(code, text)

    cdef move_t parse_move(self, str text) except? 0:
        cdef move_t[MAX_MOVES] legal
        cdef int i, count
        cdef move_t wanted, promoted = 0
        expected = "two squares, such as e2e4, and q, r, b or n where a pawn promotes"
        squares = (fen_format.parse_square(text[:2]), fen_format.parse_square(text[2:4])) if len(text) in (4, 5) else ()
        if len(squares) != 2 or None in squares or (len(text) == 5 and text[4] not in "nbrq"):
            raise MoveError("move", text, expected)
        wanted = <move_t>squares[0] | (<move_t>squares[1] << 7)
        if len(text) == 5:
            promoted = PROMOTES | (<move_t>"pnbrq".index(text[4]) << PROMOTED_SHIFT)
        # The flags of the move are the generator's: look it up.
        count = self.generate(legal)
        for i in range(count):
            if legal[i] & 0x3FFF == wanted and legal[i] & (PROMOTES | (7 << PROMOTED_SHIFT)) == promoted:
                return legal[i]
        return wanted | promoted

    cdef object planes(self):
        """Uint8 planes [plane, rank, file]: P N B R Q K of w, then of b, castling rights K Q k q (0 or 1), the en
        passant square, the side to move, the half-move clock (at most 255)."""
        import numpy
        cdef int square
        planes = numpy.zeros((19, 64), dtype=numpy.uint8)
        for square in range(64):
            if self.board.squares[square] < EMPTY:
                planes[(self.board.squares[square] >> 3) * 6 + (self.board.squares[square] & 7), square] = 1
        for square in range(4):
            planes[12 + square] = (self.board.castling >> square) & 1
        if self.board.ep >= 0:
            planes[16, self.board.ep] = 1
        planes[17] = self.side
        planes[18] = min(self.board.halfmove, 255)
        return planes.reshape(19, 8, 8)
