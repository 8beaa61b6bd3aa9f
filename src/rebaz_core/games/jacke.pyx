"""Jacke: chess with cards and dice. Specification: the rules page Jacke, section *jacke*."""

import re
from collections import Counter

from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from rebaz_core.bitboard cimport bit, u64
from rebaz_core.games.jacke_deck cimport (ANSWER, ATTACK, CAPTURED, COMPLETED, DAMAGED, DECISIONS, EVADED, FAILED,
                                          KING, MOVEMENT, NOISY, OUTCOME_MASK, OUTCOME_SHIFT, PAWN, PROMOTED_SHIFT,
                                          PROMOTES, TYPES, deck_of)
from rebaz_core.games.jacke_moves cimport (EMPTY, Board, Rules, board_key, bonuses, can_evade, count_moves, king_of,
                                           leaves, list_moves, list_outcomes, make_move, make_null_move, note_ep,
                                           place)
from rebaz_core.state cimport (GOES_ON, HAS_DICE, MAX_MOVES, MAX_OUTCOMES, MOVES_UNKNOWN, NOBODY, NULL_MOVE_SOUND,
                               SAME_SIDE_TWICE, Move, Outcome, State, grown, move_from, move_t, move_to, new_move)

from rebaz_core import fen as fen_format
from rebaz_core.errors import FenError, MoveError
from rebaz_core.games.jacke_options import game_options, read_options
from rebaz_core.games.jacke_setup import deal

cdef enum:
    TAKEN = 1
    STALEMATE
    REPETITION
    FIFTY

    WAY = 0x3FFF | PROMOTES | 7 << PROMOTED_SHIFT     # from and to of a move, and what its pawn becomes

REASONS = ("", "king", "stalemate", "repetition", "fifty")
FIELDS = ("board", "side", "ep", "unmoved", "halfmove", "fullmove", "cards", "damage", "pending")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - a2b2c2d2e2f2g2h2a7b7c7d7e7f7g7h7 0 1 - - -"
OPTIONS = game_options("wb")
LETTERS = "PNBRQKpnbrqk"
PIECE_OF_LETTER = {letter: (i // 6) << 3 | i % 6 for i, letter in enumerate(LETTERS)}
TOKENS = {piece: letter for letter, piece in PIECE_OF_LETTER.items()}
START_COUNTS = {"Q": 1, "R": 2, "B": 2, "N": 2}

cdef u64[2] LAST_RANK
LAST_RANK[0], LAST_RANK[1] = <u64>0xFF << 56, <u64>0xFF
cdef u64[2] UNMOVED_RANKS
UNMOVED_RANKS[0], UNMOVED_RANKS[1] = <u64>0xFFFF << 8, <u64>0xFFFF << 40

_OUTCOME = re.compile("[0xe]|d[1-9][0-9]?")


cdef str move_text(move_t code):
    if code & ANSWER and move_from(code) == move_to(code):
        return "stay"
    text = fen_format.square_name(move_from(code)) + fen_format.square_name(move_to(code))
    return text + "pnbrq"[(code >> PROMOTED_SHIFT) & 7] if code & PROMOTES else text


cdef str outcome_text(int outcome):
    if outcome >= DAMAGED:
        return f"d{outcome - DAMAGED}"
    return {FAILED: "0", CAPTURED: "x", EVADED: "e"}[outcome]


cdef class JackeState(State):
    """A game of Jacke. Options: `card_file`, `roster_w`, `roster_b`, `damage`."""

    def __init__(self, str variant, dict options):
        terms = read_options(options, "wb")
        self.variant = variant
        self.options = terms.options
        self.sides = "wb"
        self.reasons = REASONS
        self.traits = HAS_DICE | SAME_SIDE_TWICE | NULL_MOVE_SOUND
        self.rosters = terms.rosters
        self.deck = deck_of(terms.catalogue)
        self.rules = self.deck.rules(terms.accumulate)

    def __dealloc__(self):
        free(self.undo)

    cdef int reserve(self, int plies) except -1:
        self.undo = <Undo*>grown(self.undo, &self.undo_room, self.undo_count + plies, sizeof(Undo))
        return 0

    # -- position strings

    def set_fen(self, str fen):
        cdef Board board
        cdef int side, square, ply
        longest = max(map(len, self.deck.ids))
        text, side_text, ep, unmoved, halfmove, fullmove, cards, damage, pending = fen_format.split_fields(
            fen, FIELDS, fen_format.MAX_LENGTH + 32 * longest)
        men = dict(fen_format.parse_board(text, 8, 8, PIECE_OF_LETTER))
        side = fen_format.parse_choice("side", side_text, "wb")
        check_men(men, side, text)
        rights = read_unmoved(unmoved, men)
        clock = fen_format.parse_counter("halfmove", halfmove, fen_format.MAX_CLOCK)
        number = fen_format.parse_counter("fullmove", fullmove, fen_format.MAX_CLOCK, minimum=1)
        hands = self.read_cards(cards, men)
        wounds = self.read_damage(damage, men, hands)
        memset(&board, 0, sizeof(Board))
        memset(board.squares, EMPTY, 64)
        for square, piece in men.items():
            place(&self.rules, &board, piece, square, hands[square], wounds.get(square, 0))
        for square in rights:
            board.unmoved |= bit(square)
        board.halfmove = clock
        self.read_ep(&board, side, ep)
        self.read_pending(&board, side, pending)
        board.key = board_key(&board, side)
        self.board = board
        self.key = board.key
        self.side = side
        self.ply = 2 * (number - 1) + (1 - side if board.pending else side)
        self.undo_count = 0

    cdef dict read_cards(self, str text, dict men):
        """The number of each man's card."""
        hands = {square: piece & 7 for square, piece in men.items()}
        for square, name in fen_format.parse_pairs("cards", text).items():
            where = fen_format.square_name(square)
            if square not in men:
                raise FenError("cards", f"{where}={name}", f"squares where men stand, and {where} is empty")
            number = self.deck.numbers.get(name)
            if number is None:
                raise FenError("cards", f"{where}={name}", "the id of a card, shipped or in the card file")
            if self.deck.cards[<int>number].piece != men[square] & 7:
                raise FenError("cards", f"{where}={name}", f"a card for {TOKENS[men[square]].upper()} on {where}")
            if number < TYPES:
                raise FenError("cards", f"{where}={name}", "no plain card: it goes without saying")
            hands[square] = number
        for square, piece in men.items():
            if (piece & 7 == PAWN and bit(square) & LAST_RANK[1 - (piece >> 3)]
                    and self.deck.cards[<int>hands[square]].effect != MOVEMENT):
                raise FenError("board", f"{TOKENS[piece]} on {fen_format.square_name(square)}",
                               "no pawn on its own first rank without a card that moves it")
        return hands

    cdef dict read_damage(self, str text, dict men, dict hands):
        wounds = {}
        for square, value in fen_format.parse_pairs("damage", text).items():
            where = fen_format.square_name(square)
            if not self.rules.accumulate:
                raise FenError("damage", text, "-: damage does not stay")
            if square not in men:
                raise FenError("damage", f"{where}={value}", f"squares where men stand, and {where} is empty")
            health = self.deck.cards[<int>hands[square]].health
            if value not in [str(damage) for damage in range(1, health)]:
                raise FenError("damage", f"{where}={value}", f"at least 1, and less than the man's health {health}")
            wounds[square] = int(value)
        return wounds

    cdef void read_ep(self, Board* board, int side, str text) except *:
        cdef int step = 8 if side == 0 else -8
        cdef int square
        board.ep = -1
        if text == "-":
            return
        found = fen_format.parse_square(text)
        ranks = (5, 4) if side == 0 else (2, 3)
        if found is None or found // 8 not in ranks:
            raise FenError("ep", text, f"- or a square on rank {ranks[0] + 1} or {ranks[1] + 1}")
        square = found
        if (board.squares[square] != EMPTY or board.squares[square + step] != EMPTY
                or board.squares[square - step] != ((1 - side) << 3 | PAWN)):
            raise FenError("ep", text, "a square that a pawn has just passed over")
        note_ep(board, square, side)
        if board.ep < 0:
            raise FenError("ep", text, f"a square where a pawn of {'wb'[side]} stands ready to take")

    cdef void read_pending(self, Board* board, int side, str text) except *:
        cdef move_t[MAX_MOVES] decisions
        cdef int i, king, count
        if text == "-":
            return
        expected = f"- or an attack on the king of {'wb'[side]}, such as e4e8, where the king can step away"
        if not king_of(board, side) or board.ep >= 0:
            raise FenError("pending", text, expected if board.ep < 0 else "- while there is an ep square")
        count = list_moves(&self.rules, board, decisions, 1 - side, DECISIONS)
        for i in range(count):
            king = move_to(decisions[i])
            if (decisions[i] & ATTACK and board.squares[king] & 7 == KING and can_evade(board, king)
                    and move_text(decisions[i]) == text):
                board.pending = decisions[i]
                return
        raise FenError("pending", text, expected)

    def fen(self):
        cdef Board* board = &self.board
        squares = [square for square in range(64) if board.squares[square] != EMPTY]
        tokens = fen_format.write_board([self.piece_token(square) for square in range(64)], 8)
        ep = "-" if board.ep < 0 else fen_format.square_name(board.ep)
        unmoved = fen_format.write_squares([square for square in squares if board.unmoved & bit(square)])
        cards = fen_format.write_pairs({square: self.deck.ids[board.card[<int>square]] for square in squares
                                        if board.special & bit(square)})
        damage = fen_format.write_pairs({square: board.damage[<int>square] for square in squares
                                         if board.damage[<int>square]})
        pending = move_text(board.pending) if board.pending else "-"
        number = min(self.ply // 2 + 1, fen_format.MAX_CLOCK)
        return f"{tokens} {'wb'[self.side]} {ep} {unmoved} {board.halfmove} {number} {cards} {damage} {pending}"

    cdef str start(self, str fen):
        """The start with the rosters' cards."""
        fields = fen_format.split_fields(fen, FIELDS)
        board = [""] * 64
        for square, piece in fen_format.parse_board(fields[0], 8, 8, PIECE_OF_LETTER):
            board[square] = TOKENS[piece]
        hands = {}
        for side, roster in zip("wb", self.rosters):
            hands |= deal(board, side, roster)
        fields[FIELDS.index("cards")] = fen_format.write_pairs(
            {square: card for square, card in hands.items() if self.deck.numbers[card] >= TYPES})
        return " ".join(fields)

    cdef str piece_token(self, int square):
        return TOKENS.get(self.board.squares[square], "")

    def computed_key(self):
        return board_key(&self.board, self.side)

    # -- moves

    cdef void bonuses(self, int source, int victim, int* attack, int* defense) noexcept nogil:
        bonuses(&self.rules, &self.board, source, victim, attack, defense)

    cdef int generate(self, move_t* out) noexcept nogil:
        return list_moves(&self.rules, &self.board, out, self.side, COMPLETED)

    cdef int generate_decisions(self, move_t* out) noexcept nogil:
        return list_moves(&self.rules, &self.board, out, self.side, DECISIONS)

    cdef int generate_noisy(self, move_t* out) noexcept nogil:
        return list_moves(&self.rules, &self.board, out, self.side, NOISY)

    cdef int count_moves(self) noexcept nogil:
        return count_moves(&self.rules, &self.board, self.side)

    cdef u64 perft(self, int depth) noexcept nogil:
        return leaves(&self.rules, &self.board, depth, self.side) if depth > 0 else 1

    cdef bint is_noisy(self, move_t move) noexcept nogil:
        return (move & (ATTACK | PROMOTES)) != 0 or (self.board.pending & PROMOTES) != 0

    cdef int outcomes(self, move_t move, Outcome* out) noexcept nogil:
        if move & ATTACK and not move & OUTCOME_MASK:
            return list_outcomes(&self.rules, &self.board, move, self.side, out)
        return State.outcomes(self, move, out)

    cdef void note(self, move_t move) noexcept nogil:
        """Keep what the next move changes."""
        cdef Undo* undo = &self.undo[self.undo_count]
        undo.board = self.board
        undo.move = move
        undo.ply = self.ply
        undo.side = self.side
        self.undo_count += 1

    cdef void make(self, move_t move) noexcept nogil:
        self.note(move)
        make_move(&self.rules, &self.board, move, self.side)
        self.key = self.board.key
        if not self.board.pending:
            self.ply += 1
        if not move & ANSWER:
            self.side = 1 - self.side

    cdef void unmake(self) noexcept nogil:
        cdef Undo* undo
        self.undo_count -= 1
        undo = &self.undo[self.undo_count]
        self.board = undo.board
        self.key = undo.board.key
        self.ply = undo.ply
        self.side = undo.side

    cdef void make_null(self) noexcept nogil:
        """Not while an answer is awaited."""
        self.note(0)
        make_null_move(&self.board)
        self.key = self.board.key
        self.side = 1 - self.side
        self.ply += 1

    cdef void unmake_null(self) noexcept nogil:
        self.unmake()

    # -- ends

    cdef int occurrences(self, int plies, int wanted) noexcept nogil:
        """How often, up to `wanted`, this position has stood on the board, now included, in the last `plies` plies as
        far as the moves made tell. A failed attack and another bring it back after two; after an answer the number of
        plies may be odd."""
        cdef int back, count = 1
        for back in range(2, min(plies, min(self.board.reversible, self.undo_count)) + 1):
            if self.undo[self.undo_count - back].board.key == self.key:
                count += 1
                if count == wanted:
                    break
        return count

    cdef bint repeated(self, int plies) noexcept nogil:
        return not self.board.pending and self.occurrences(plies, 2) == 2

    cdef int plies_to_draw(self) noexcept nogil:
        return max(0, 100 - self.board.halfmove)

    cdef int ending(self, int move_count, int* winner) noexcept nogil:
        winner[0] = NOBODY
        if not king_of(&self.board, self.side):
            winner[0] = 1 - self.side
            return TAKEN
        if self.board.pending:
            return GOES_ON
        if move_count == MOVES_UNKNOWN and self.board.halfmove >= 100:
            move_count = self.count_moves()
        if move_count == 0:
            return STALEMATE
        if self.board.reversible >= 4 and self.occurrences(self.board.reversible, 3) == 3:
            return REPETITION
        return FIFTY if self.board.halfmove >= 100 else GOES_ON

    # -- what Position shows

    cdef State copy(self):
        cdef JackeState other = JackeState.__new__(JackeState)
        self.copy_common(other)
        other.board = self.board
        other.rules = self.rules
        other.deck = self.deck
        other.rosters = self.rosters
        other.reserve(self.undo_count)
        if self.undo_count:
            memcpy(other.undo, self.undo, self.undo_count * sizeof(Undo))
        other.undo_count = self.undo_count
        return other

    cdef object read_from_files(self):
        return self.deck.catalogue

    cdef Move move_object(self, move_t code):
        cdef int outcome = (code & OUTCOME_MASK) >> OUTCOME_SHIFT
        text = move_text(code)
        return new_move(code, f"{text}:{outcome_text(outcome)}" if outcome else text)

    cdef move_t parse_move(self, str text) except? 0:
        cdef move_t[MAX_MOVES] decisions
        cdef Outcome[MAX_OUTCOMES] found
        cdef int i, j, count
        cdef move_t wanted
        way, colon, outcome = text.partition(":")
        squares, rest = fen_format.split_squares(way, 2)
        if way == "stay":
            wanted = 0
        elif len(squares) == 2 and rest in ("", "n", "b", "r", "q"):
            wanted = <move_t>squares[0] | (<move_t>squares[1] << 7)
            if rest:
                wanted |= PROMOTES | (<move_t>"pnbrq".index(rest) << PROMOTED_SHIFT)
        else:
            raise MoveError("move", text, "two squares, such as e2e4, and q, r, b or n where a pawn promotes; or stay")
        if colon and not _OUTCOME.fullmatch(outcome):
            raise MoveError("move", text, "an outcome 0, x, e or d with the damage after the colon")
        # The flags of the move are the generator's: look it up.
        count = self.generate_decisions(decisions)
        for i in range(count):
            if move_text(decisions[i]) != way:
                continue
            if not colon:
                return decisions[i]
            if not decisions[i] & ATTACK:
                raise MoveError("move", text, f"no outcome: {way} is no attack")
            completed = []
            for j in range(self.outcomes(decisions[i], found)):
                name = self.move_object(found[j].move).text
                if name == text:
                    return found[j].move
                completed.append(name)
            raise MoveError("move", text, f"an outcome that can come up: {', '.join(completed)}")
        return wanted

    cdef object planes(self):
        """Uint8 planes [plane, rank, file]: P N B R Q K of w, then of b, the en passant square, the unmoved pawns,
        damage, health left, D, the card's number (low byte, high byte), the squares from and to of an attack to be
        answered, the side to move, the half-move clock (at most 255)."""
        import numpy
        cdef int square
        cdef Board* board = &self.board
        planes = numpy.zeros((22, 64), dtype=numpy.uint8)
        for square in range(64):
            if board.squares[square] == EMPTY:
                continue
            planes[(board.squares[square] >> 3) * 6 + (board.squares[square] & 7), square] = 1
            planes[13, square] = (board.unmoved >> square) & 1
            planes[14, square] = board.damage[square]
            planes[15, square] = self.rules.cards[board.card[square]].health - board.damage[square]
            planes[16, square] = self.rules.cards[board.card[square]].defense
            planes[17, square] = board.card[square] & 255
            planes[18, square] = board.card[square] >> 8
        if board.ep >= 0:
            planes[12, board.ep] = 1
        if board.pending:
            planes[19, [move_from(board.pending), move_to(board.pending)]] = 1
        planes[20] = self.side
        planes[21] = min(board.halfmove, 255)
        return planes.reshape(22, 8, 8)


def check_men(men, side, text):
    """Refuse a board that no game comes to, whatever the cards."""
    for square, piece in men.items():
        if piece & 7 == PAWN and square // 8 == (0 if piece >> 3 else 7):
            raise FenError("board", f"{TOKENS[piece]} on {fen_format.square_name(square)}", "no pawn on its last rank")
    for each in range(2):
        counts = Counter(LETTERS[piece & 7] for piece in men.values() if piece >> 3 == each)
        pawns = counts["P"] + sum(max(0, counts[letter] - most) for letter, most in START_COUNTS.items())
        if pawns > 8:
            raise FenError("board", text, f"at most 8 pawns and promoted men of {'wb'[each]}, not {pawns}")
        if counts["K"] > 1 or (counts["K"] == 0 and each != side):
            raise FenError("board", text, f"one king of {'wb'[each]}, not {counts['K']}")


def read_unmoved(text, men):
    """The squares of the pawns that have not moved."""
    squares = fen_format.parse_squares("unmoved", text)
    for square in squares:
        piece = men.get(square)
        if piece is None or piece & 7 != PAWN or not bit(square) & UNMOVED_RANKS[<int>(piece >> 3)]:
            raise FenError("unmoved", fen_format.square_name(square),
                           "pawns of w on ranks 2 and 3, of b on ranks 7 and 6")
    return squares
