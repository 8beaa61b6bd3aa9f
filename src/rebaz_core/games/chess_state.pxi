# The state of a game by chess's rules on sets of type `bits`: all but the position string's own fields and what the
# ends are called. The including module defines SQUARES and imports the names of chess_board.pxi from its board module.

cdef enum:
    MATE = 1
    STALEMATE
    MATERIAL
    REPETITION
    FIFTY

LETTERS = "PNBRQKpnbrqk"
RIGHTS = "KQkq"
PIECE_OF_LETTER = {letter: (i // 6) << 3 | i % 6 for i, letter in enumerate(LETTERS)}
TOKENS = {piece: letter for letter, piece in PIECE_OF_LETTER.items()} | {WALL: "*"}


cdef void grant_castling(Board* board, str text, const int* king_rank) except *:
    """Take over castling rights, whose king and rook have to stand on the rank given for their side."""
    cdef int right, side, king, rook
    expected = "- or rights in the order KQkq, each with its king on file e and its rook on h or a of the same rank"
    named = "" if text == "-" else text
    if text != "-" and (not text or [letter for letter in RIGHTS if letter in text] != list(text)):
        raise FenError("castling", text, expected)
    for right in range(4):
        if RIGHTS[right] not in named:
            continue
        side = right // 2
        king = 4 + 8 * king_rank[side]
        rook = king + 3 if right % 2 == 0 else king - 4
        if board.squares[king] != (side << 3 | KING) or board.squares[rook] != (side << 3 | ROOK):
            raise FenError("castling", text, expected)
        board.castling |= 1 << right
        board.king_home[side] = king
        board.homes |= bit(king) | bit(rook)


cdef class ArmyState(State):
    """A game on one board by chess's rules; a game's class adds the position string and the ends."""

    def __init__(self, str variant, dict options):
        for keyword in options:
            raise OptionError("option", keyword, f"no option: {variant} has none")
        self.variant = variant
        self.options = {}
        self.sides = "wb"
        self.traits = NULL_MOVE_SOUND | HAS_CHECK

    def __dealloc__(self):
        free(self.undo)

    cdef int reserve(self, int plies) except -1:
        self.undo = <Undo*>grown(self.undo, &self.undo_room, self.undo_count + plies, sizeof(Undo))
        return 0

    # -- position strings

    cdef void refuse_check(self, const Board* board, int side, str text) except *:
        """Refuse a board on which the side that has just moved stands in check."""
        if in_check(board, 1 - side):
            raise FenError("side", text, f"{'wb'[1 - side]}, who has just moved, not to leave its king in check")

    cdef int read_clock(self, Board* board, int side, str halfmove_text, str fullmove_text) except -1:
        """Take over the clocks; the ply that they tell."""
        board.halfmove = fen_format.parse_counter("halfmove", halfmove_text, fen_format.MAX_CLOCK)
        fullmove = fen_format.parse_counter("fullmove", fullmove_text, fen_format.MAX_CLOCK, minimum=1)
        return 2 * (fullmove - 1) + side

    cdef str written_clock(self):
        """The clocks as `read_clock` takes them: the number of moves stays at the greatest that is read."""
        return f"{self.board.halfmove} {min(self.ply // 2 + 1, fen_format.MAX_CLOCK)}"

    cdef void take_over(self, const Board* board, int side, int ply) except *:
        """Begin a game with a board that has been read."""
        self.board = board[0]
        self.board.key = board_key(board, side)
        self.key = self.board.key
        self.side = side
        self.ply = ply
        self.undo_count = 0

    cdef str piece_token(self, int square):
        return TOKENS.get(self.board.squares[square], "")

    cdef tuple board_size(self):
        return 8, SQUARES // 8

    def computed_key(self):
        return board_key(&self.board, self.side)

    # -- moves

    cdef int generate(self, move_t* out) noexcept nogil:
        return list_moves(&self.board, out, self.side, False)

    cdef int generate_noisy(self, move_t* out) noexcept nogil:
        return list_moves(&self.board, out, self.side, True)

    cdef int count_moves(self) noexcept nogil:
        return count_moves(&self.board, self.side)

    cdef u64 perft(self, int depth) noexcept nogil:
        return leaves(&self.board, depth, self.side) if depth > 0 else 1

    cdef bint is_noisy(self, move_t move) noexcept nogil:
        return changes_material(&self.board, move)

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
        """K against K, or K and one minor piece against K."""
        cdef const Board* board = &self.board
        cdef bits minors = board.by_type[KNIGHT] | board.by_type[BISHOP]
        return not (board.by_type[PAWN] | board.by_type[ROOK] | board.by_type[QUEEN]) and not minors & (minors - 1)

    cdef int occurrences(self, int plies, int wanted) noexcept nogil:
        """How often, up to `wanted`, this position has stood on the board, now included, in the last `plies` plies as
        far as the moves made tell."""
        cdef int back = 4, count = 1
        cdef int most = min(plies, min(self.board.halfmove, self.undo_count))
        while back <= most and count < wanted:
            if self.undo[self.undo_count - back].key == self.key:
                count += 1
            back += 2
        return count

    cdef bint repeated(self, int plies) noexcept nogil:
        return self.occurrences(plies, 2) == 2

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
        if self.board.halfmove >= 8 and self.occurrences(self.board.halfmove, 3) == 3:
            return REPETITION
        return FIFTY if self.board.halfmove >= 100 else GOES_ON

    # -- what Position shows

    cdef State copy(self):
        cdef ArmyState other = type(self).__new__(type(self))
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
        squares, rest = fen_format.split_squares(text, 2, 8, SQUARES // 8)
        if len(squares) != 2 or rest not in ("", "n", "b", "r", "q"):
            return self.parse_san(text)
        wanted = <move_t>squares[0] | (<move_t>squares[1] << 7)
        if rest:
            promoted = PROMOTES | (<move_t>"pnbrq".index(rest) << PROMOTED_SHIFT)
        # The flags of the move are the generator's: look it up.
        count = self.generate(legal)
        for i in range(count):
            if legal[i] & 0x3FFF == wanted and legal[i] & (PROMOTES | (7 << PROMOTED_SHIFT)) == promoted:
                return legal[i]
        return wanted | promoted

    cdef move_t parse_san(self, str text) except? 0:
        """The legal move that a text in algebraic notation names, or no move (a1a1) if none is such."""
        cdef move_t[MAX_MOVES] legal
        cdef int i, count
        wanted = san.read(text)
        if wanted is None:
            raise MoveError("move", text, "two squares, such as e2e4, and q, r, b or n where a pawn promotes, or "
                                          "algebraic notation, such as Nf3 or O-O")
        found = []
        count = self.generate(legal)
        for i in range(count):
            if self.is_meant(legal[i], wanted):
                found.append(legal[i])
        if len(found) > 1:
            names = ", ".join(sorted([self.native(code) for code in found]))
            raise MoveError("move", text, f"one move, not one of {names}")
        return found[0] if found else 0

    cdef bint is_meant(self, move_t move, object wanted) except -1:
        """Whether a legal move is what a San says."""
        cdef int piece = self.board.squares[move_from(move)] & 7
        source = fen_format.square_name(move_from(move))
        target = fen_format.square_name(move_to(move))
        if self.castles(move) or wanted.castling:
            return self.castles(move) and target[0] == wanted.castling
        promoted = LETTERS[(move >> PROMOTED_SHIFT) & 7] if move & PROMOTES else ""
        return (LETTERS[piece] == wanted.piece and target == wanted.target and promoted == wanted.promoted
                and source[0] in (wanted.file or source[0]) and source[1:] == (wanted.rank or source[1:]))

    cdef bint castles(self, move_t move) noexcept nogil:
        """Whether the king of a legal move goes two files at once."""
        return self.board.squares[move_from(move)] & 7 == KING and abs(move_from(move) - move_to(move)) == 2

    cdef str native(self, move_t code):
        """Algebraic notation."""
        cdef move_t[MAX_MOVES] legal
        cdef int i, count, piece = self.board.squares[move_from(code)]
        cdef bint check
        source = fen_format.square_name(move_from(code))
        target = fen_format.square_name(move_to(code))
        if self.castles(code):
            text = san.castle(target)
        else:
            count = self.generate(legal)
            rivals = [fen_format.square_name(move_from(legal[i])) for i in range(count)
                      if move_to(legal[i]) == move_to(code) and move_from(legal[i]) != move_from(code)
                      and self.board.squares[move_from(legal[i])] == piece]
            promoted = LETTERS[(code >> PROMOTED_SHIFT) & 7] if code & PROMOTES else ""
            takes = self.board.squares[move_to(code)] != EMPTY or takes_en_passant(&self.board, code)
            text = san.write(LETTERS[piece & 7], source, target, rivals, takes, promoted)
        self.reserve(1)
        self.make(code)
        check, count = self.in_check(), self.count_moves()
        self.unmake()
        return text + ("" if not check else "+" if count else "#")

    cdef object planes(self):
        """Uint8 planes [plane, rank, file]: P N B R Q K of w, then of b, castling rights K Q k q (0 or 1), the en
        passant square, the side to move, the half-move clock (at most 255)."""
        import numpy
        cdef int square
        planes = numpy.zeros((19, SQUARES), dtype=numpy.uint8)
        for square in range(SQUARES):
            if self.board.squares[square] < EMPTY:
                planes[(self.board.squares[square] >> 3) * 6 + (self.board.squares[square] & 7), square] = 1
        for square in range(4):
            planes[12 + square] = (self.board.castling >> square) & 1
        if self.board.ep >= 0:
            planes[16, self.board.ep] = 1
        planes[17] = self.side
        planes[18] = min(self.board.halfmove, 255)
        return planes.reshape(19, SQUARES // 8, 8)
