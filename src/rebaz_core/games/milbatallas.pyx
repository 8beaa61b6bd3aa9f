"""Mil Batallas: chess armies on 8x10 with barriers. Specification: the rules page *Mil Batallas*."""

from libc.stdlib cimport abs, free
from libc.string cimport memcpy, memset

from rebaz_core.bitboard cimport u64
from rebaz_core.bitboard128 cimport bit128 as bit, popcount128 as popcount, u128
from rebaz_core.games.chess80 cimport (BISHOP, EMPTY, KING, KNIGHT, PAWN, PROMOTED_SHIFT, PROMOTES, QUEEN, ROOK,
                                       SQUARES, TYPES, WALL, Board, Undo, bits, board_key, changes_material,
                                       count_moves, in_check, leaves, list_moves, make_move, make_null_move, place,
                                       set_ep, set_last_rank, takes_en_passant, unmake_move, unmake_null_move)
from rebaz_core.state cimport (GOES_ON, HAS_CHECK, MAX_MOVES, MOVES_UNKNOWN, NOBODY, NULL_MOVE_SOUND, Move, State,
                               grown, move_from, move_t, move_to, new_move)

from rebaz_core import fen as fen_format
from rebaz_core.errors import FenError, MoveError, OptionError
from rebaz_core.games import barriers, san
from rebaz_core.games.milbatallas_tables import BARRIER, PIECES, RANKS

include "chess_state.pxi"

REASONS = ("", "mate", "stalemate", "insufficient", "repetition", "fifty")
FIELDS = ("board", "side", "castling", "ep", "unmoved", "halfmove", "fullmove")

cdef int[TYPES] VALUES
for _type in range(TYPES):
    VALUES[_type] = PIECES[LETTERS[_type]].value


cdef class MilBatallasState(ArmyState):
    """A game of Mil Batallas; it has no options."""

    def __init__(self, str variant, dict options):
        super().__init__(variant, options)
        self.reasons = REASONS
        self.basic = variant == "milbatallas-basic"

    # -- position strings

    def set_fen(self, str fen):
        cdef Board board
        cdef int side, ply, square, rank
        cdef int[2] king_rank
        text, side_text, castling, ep, unmoved, halfmove, fullmove = fen_format.split_fields(fen, FIELDS)
        memset(&board, 0, sizeof(Board))
        memset(board.squares, EMPTY, SQUARES)
        board.ep = -1
        board.unmoved_counts = True
        self.read_board(&board, text)
        side = fen_format.parse_choice("side", side_text, "wb")
        for square in range(SQUARES):
            if board.squares[square] & 7 == KING and board.squares[square] < EMPTY:
                king_rank[board.squares[square] >> 3] = square // 8
        grant_castling(&board, castling, king_rank)
        self.read_unmoved(&board, unmoved)
        self.read_ep(&board, side, ep)
        self.refuse_check(&board, side, side_text)
        ply = self.read_clock(&board, side, halfmove, fullmove)
        self.take_over(&board, side, ply)

    cdef void read_board(self, Board* board, str text) except *:
        cdef int square, piece, side, above, count, type, limit, spare
        cdef bits rank
        bars = []
        # What of the set is no square is walled off, so that the rules need no mask.
        board.walls = ~<bits>0 << SQUARES
        pieces = fen_format.parse_board(text, 8, RANKS, {**PIECE_OF_LETTER, BARRIER: WALL})
        for square, piece in pieces:
            if piece == WALL:
                bars.append(square)
                board.walls |= bit(square)
                board.squares[square] = WALL
            else:
                place(board, piece, square)
        barriers.check(text, bars)
        if not self.basic:
            for side in range(2):
                rank = (<bits>0xFF) << (8 * (RANKS - 1) if side == 0 else 0)
                while not rank & ~board.walls:
                    rank = rank >> 8 if side == 0 else rank << 8
                set_last_rank(board, side, rank)
        for square, piece in pieces:
            if piece & 7 == PAWN and piece != WALL and board.last_rank[piece >> 3] & bit(square):
                raise FenError("board", f"{TOKENS[piece]} on {fen_format.square_name(square)}",
                               f"no pawn of {'wb'[piece >> 3]} on rank {square // 8 + 1}, where it promotes")
        for side in range(2):
            above = 0
            for type in range(TYPES):
                letter = LETTERS[type]
                limit = PIECES[letter].most
                count = popcount(board.by_type[type] & board.by_side[side])
                if type == KING and count != 1:
                    raise FenError("board", text, f"one king of {'wb'[side]}, not {count}")
                if count > limit and (type == PAWN or self.basic):
                    raise FenError("board", text, f"at most {limit} {letter} of {'wb'[side]}, not {count}")
                above += max(0, count - limit)
            spare = PIECES["P"].most - popcount(board.by_type[PAWN] & board.by_side[side])
            if above > spare:
                raise FenError("board", text, f"at most {spare} men of {'wb'[side]} above the counts of a start, for as "
                                              f"many pawns can have promoted, not {above}")

    cdef void read_unmoved(self, Board* board, str text) except *:
        cdef int square
        for square in fen_format.parse_squares("unmoved", text, 8, RANKS):
            if not board.by_type[PAWN] & bit(square):
                raise FenError("unmoved", text, f"only squares of pawns, not {fen_format.square_name(square)}")
            board.unmoved |= bit(square)

    cdef void read_ep(self, Board* board, int side, str text) except *:
        cdef int square, behind, beyond
        if text == "-":
            return
        found = fen_format.parse_square(text, 8, RANKS)
        if found is None:
            raise FenError("ep", text, f"- or a square from a1 to h{RANKS}")
        square = found
        behind, beyond = (square + 8, square - 8) if side == 0 else (square - 8, square + 8)
        if (not 0 <= min(behind, beyond) or not max(behind, beyond) < SQUARES or board.squares[square] != EMPTY
                or board.squares[behind] != EMPTY or board.squares[beyond] != ((1 - side) << 3 | PAWN)
                or board.unmoved & bit(beyond)):
            raise FenError("ep", text, "a square that a pawn has just passed over")
        set_ep(board, square, side)
        if board.ep < 0:
            raise FenError("ep", text, f"- or a square where a pawn of {'wb'[side]} stands ready to take")

    def fen(self):
        cdef int square
        board = fen_format.write_board([self.piece_token(square) for square in range(SQUARES)], 8)
        castling = "".join(letter for right, letter in enumerate(RIGHTS) if self.board.castling & (1 << right)) or "-"
        ep = "-" if self.board.ep < 0 else fen_format.square_name(self.board.ep)
        unmoved = fen_format.write_squares([square for square in range(SQUARES) if self.board.unmoved & bit(square)])
        return f"{board} {'wb'[self.side]} {castling} {ep} {unmoved} {self.written_clock()}"

    # -- ends

    cdef int value_of(self, int side) noexcept nogil:
        """What a side's men are worth by the rules."""
        cdef const Board* board = &self.board
        cdef int type, value = 0
        for type in range(TYPES):
            value += VALUES[type] * popcount(board.by_type[type] & board.by_side[side])
        return value

    cdef int drawn_winner(self) noexcept nogil:
        cdef int lead = self.value_of(0) - self.value_of(1)
        return NOBODY if lead == 0 else 0 if lead > 0 else 1

    cdef int ending(self, int move_count, int* winner) noexcept nogil:
        cdef int reason = ArmyState.ending(self, move_count, winner)
        if reason != GOES_ON and reason != MATE:
            winner[0] = self.drawn_winner()
        return reason

    # -- what Position shows

    cdef object points_of_sides(self):
        return self.value_of(0), self.value_of(1)

    cdef object planes(self):
        """As in chess, and then the unmoved pawns and the barriers."""
        import numpy
        cdef int square
        more = numpy.zeros((2, SQUARES), dtype=numpy.uint8)
        for square in range(SQUARES):
            more[0, square] = (self.board.unmoved & bit(square)) != 0
            more[1, square] = (self.board.walls & bit(square)) != 0
        return numpy.concatenate([ArmyState.planes(self), more.reshape(2, RANKS, 8)])
