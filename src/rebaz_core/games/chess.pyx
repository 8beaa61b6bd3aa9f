"""Chess by FIDE's rules. Specification: the rules page Jacke, section *chess*."""

from libc.stdlib cimport abs, free
from libc.string cimport memcpy, memset

from rebaz_core.bitboard cimport bit, popcount, u64
from rebaz_core.games.chess64 cimport (BISHOP, EMPTY, KING, KNIGHT, PAWN, PROMOTED_SHIFT, PROMOTES, QUEEN, ROOK,
                                       SQUARES, WALL, Board, Undo, bits, board_key, changes_material, count_moves,
                                       in_check, leaves, list_moves, make_move, make_null_move, place, set_ep,
                                       set_last_rank, takes_en_passant, unmake_move, unmake_null_move)
from rebaz_core.state cimport (GOES_ON, HAS_CHECK, MAX_MOVES, MOVES_UNKNOWN, NOBODY, NULL_MOVE_SOUND, Move, State,
                               grown, move_from, move_t, move_to, new_move)

from rebaz_core import fen as fen_format
from rebaz_core.errors import FenError, MoveError, OptionError
from rebaz_core.games import san

include "chess_state.pxi"

REASONS = ("", "mate", "stalemate", "material", "repetition", "fifty")
FIELDS = ("board", "side", "castling", "ep", "halfmove", "fullmove")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
START_COUNTS = {QUEEN: 1, ROOK: 2, BISHOP: 2, KNIGHT: 2}

cdef u64 DARK = <u64>0xAA55AA55AA55AA55
cdef u64 RANK_1 = <u64>0xFF
cdef u64 RANK_2 = <u64>0xFF00
cdef u64 RANK_7 = <u64>0xFF << 48
cdef u64 RANK_8 = <u64>0xFF << 56
cdef int[2] KING_RANK
KING_RANK[0] = 0
KING_RANK[1] = 7


cdef class ChessState(ArmyState):
    """A game of chess; it has no options."""

    def __init__(self, str variant, dict options):
        super().__init__(variant, options)
        self.reasons = REASONS

    def set_fen(self, str fen):
        cdef Board board
        cdef int side, ply
        text, side_text, castling, ep, halfmove, fullmove = fen_format.split_fields(fen, FIELDS)
        memset(&board, 0, sizeof(Board))
        memset(board.squares, EMPTY, SQUARES)
        board.ep = -1
        self.read_board(&board, text)
        side = fen_format.parse_choice("side", side_text, "wb")
        grant_castling(&board, castling, KING_RANK)
        self.read_ep(&board, side, ep)
        self.refuse_check(&board, side, side_text)
        ply = self.read_clock(&board, side, halfmove, fullmove)
        self.take_over(&board, side, ply)

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
        set_last_rank(board, 0, RANK_8)
        set_last_rank(board, 1, RANK_1)
        board.unmoved = board.by_type[PAWN] & ((board.by_side[0] & RANK_2) | (board.by_side[1] & RANK_7))

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
        board = fen_format.write_board([self.piece_token(square) for square in range(SQUARES)], 8)
        castling = "".join(letter for right, letter in enumerate(RIGHTS) if self.board.castling & (1 << right)) or "-"
        ep = "-" if self.board.ep < 0 else fen_format.square_name(self.board.ep)
        return f"{board} {'wb'[self.side]} {castling} {ep} {self.written_clock()}"

    cdef bint is_material_draw(self) noexcept nogil:
        """As everywhere, or only bishops that all stand on one colour."""
        cdef const Board* board = &self.board
        cdef u64 bishops = board.by_type[BISHOP]
        if board.by_type[PAWN] | board.by_type[ROOK] | board.by_type[QUEEN]:
            return False
        return ArmyState.is_material_draw(self) or (
            board.by_type[KNIGHT] == 0 and (not bishops & DARK or not bishops & ~DARK))
