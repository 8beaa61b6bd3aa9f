# The board of chess on sets of squares of type `bits`; 8 files. The including module defines `bits`, `rook_attacks`,
# `bishop_attacks` and the table KNIGHT_LEAPS.

cdef enum:
    PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, TYPES

cdef enum:
    EMPTY = 16               # on the board array; a piece is side * 8 + type
    WALL = 17
    # Beyond from and to, a move carries what making it needs to know.
    PROMOTES = 1 << 14       # into the type of the next three bits
    PROMOTED_SHIFT = 15
    EN_PASSANT = 1 << 18
    DOUBLE_STEP = 1 << 19
    CASTLES = 1 << 20

cdef struct Board:
    bits[6] by_type
    bits[2] by_side
    bits walls               # no piece stands here or passes
    bits unmoved             # pawns that may advance two squares
    bits homes               # kings and rooks of castling rights
    bits[2] last_rank        # [side]: where its pawns promote; empty if they do not
    bits[2] promoting        # [side]: whence they may get there in one move
    u64 key
    u64 ep_key               # what ep adds to the key; 0 where a capture there would not be legal in chess
    int halfmove             # plies since a capture or a pawn's move
    bint unmoved_counts      # part of the position, not only a consequence of where pawns stand
    short ep                 # the square passed over, if an enemy pawn stands ready to take there; else -1
    unsigned char castling   # rights, a bit each: K Q k q
    unsigned char[2] king_home      # [side]: where the king of a castling right stands
    unsigned char[SQUARES] squares

cdef struct Undo:
    bits unmoved
    u64 key
    u64 ep_key
    move_t move
    int halfmove
    short ep
    unsigned char castling
    unsigned char captured


cdef inline bint takes_en_passant(const Board* board, move_t move) noexcept nogil:
    return move_to(move) == board.ep and board.squares[move_from(move)] & 7 == PAWN


cdef inline bint changes_material(const Board* board, move_t move) noexcept nogil:
    """Whether a legal move captures or promotes."""
    return (move & PROMOTES) != 0 or board.squares[move_to(move)] != EMPTY or takes_en_passant(board, move)


cdef inline bits piece_attacks(int type, int square, bits occupied) noexcept nogil:
    """Squares that a knight, bishop, rook or queen attacks."""
    if type == KNIGHT:
        return KNIGHT_LEAPS[square]
    if type == BISHOP:
        return bishop_attacks(square, occupied)
    if type == ROOK:
        return rook_attacks(square, occupied)
    return bishop_attacks(square, occupied) | rook_attacks(square, occupied)


cdef int list_moves(const Board* board, move_t* out, int side, bint noisy) noexcept nogil
cdef int count_moves(const Board* board, int side) noexcept nogil
cdef bits attackers_to(const Board* board, int square, bits occupied) noexcept nogil
cdef bint in_check(const Board* board, int side) noexcept nogil
cdef void make_move(Board* board, Undo* undo, move_t move, int side) noexcept nogil
cdef void unmake_move(Board* board, const Undo* undo, int side) noexcept nogil
cdef void make_null_move(Board* board, Undo* undo) noexcept nogil
cdef void unmake_null_move(Board* board, const Undo* undo) noexcept nogil
cdef void set_last_rank(Board* board, int side, bits squares) noexcept nogil
cdef void place(Board* board, int piece, int square) noexcept nogil
cdef void set_ep(Board* board, int square, int side) noexcept nogil
cdef u64 leaves(const Board* board, int depth, int side) noexcept nogil
cdef u64 board_key(const Board* board, int side) noexcept nogil
