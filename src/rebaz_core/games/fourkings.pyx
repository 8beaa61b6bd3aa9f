"""Four kings: four sides, Jacke's combat. Specification: the rules page Jacke, section *fourkings*."""

import re

from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from rebaz_core.bitboard cimport bit, lsb, popcount, u64
from rebaz_core.games.fourkings_moves cimport (EMPTY, FAR_EDGE, FIRST_EDGE, QUIET_LIMIT, SIDES, Board, attacks_from,
                                               board_key, bonuses as combat_bonuses, can_evade, count_moves,
                                               fight_outcomes, is_last_king, leaves, list_moves, lives, make_move,
                                               pass_over, place)
from rebaz_core.games.jacke_deck cimport (ANSWER, ATTACK, CAPTURED, COMPLETED, DAMAGED, DECISIONS, EVADED, FAILED,
                                          KING, KNIGHT, NOISY, OUTCOME_MASK, OUTCOME_SHIFT, PAWN, PROMOTED_SHIFT,
                                          PROMOTES, ROOK, TYPES, deck_of)
from rebaz_core.state cimport (GOES_ON, HAS_DICE, MANY_SIDES, NOBODY, SAME_SIDE_TWICE, Move, Outcome, State, grown,
                               move_from, move_t, move_to, new_move)

from rebaz_core import fen as fen_format
from rebaz_core.errors import FenError, MoveError
from rebaz_core.games.jacke_options import deal, game_options, read_options

cdef enum:
    LAST_KING = 1
    QUIET
    NO_MOVES

REASONS = ("", "last-king", "quiet", "no-moves")
FIELDS = ("board", "side", "rotation", "unmoved", "quiet", "cards", "damage", "pending")
SIDE_LETTERS = "rbyg"
LETTERS = "PNBRQK"
ROTATIONS = ("cw", "ccw")
PIECE_OF_TOKEN = {side + letter: i << 3 | type
                  for i, side in enumerate(SIDE_LETTERS) for type, letter in enumerate(LETTERS)}
TOKENS = {piece: token for token, piece in PIECE_OF_TOKEN.items()}
# Where each side's men begin, in a roster's order: r's, and a quarter turn clockwise for each next side.
START_MEN = {"r": tuple(zip(map(fen_format.parse_square, ("d1", "a1", "b1", "c1", "a2", "b2", "c2", "d2")), "KBNRPPPP"))}
for _before, _side in zip(SIDE_LETTERS, SIDE_LETTERS[1:]):
    START_MEN[_side] = tuple(((7 - square % 8) * 8 + square // 8, letter) for square, letter in START_MEN[_before])
MOST_PAWNS = 4
MOST_MEN = 32
MOVE = re.compile(r"(?:(stay)|([a-h][1-8])([a-h][1-8])([nbrq]?))(?::(?:([0xe])|d([1-9][0-9]?)))?", re.ASCII)
OUTCOME_OF_LETTER = {"0": FAILED, "x": CAPTURED, "e": EVADED}
LETTER_OF_OUTCOME = {outcome: letter for letter, outcome in OUTCOME_OF_LETTER.items()}

OPTIONS = game_options(SIDE_LETTERS)


cdef class FourKingsState(State):
    """A game of Four kings. Options: `card_file`, `damage` (accumulate or single), `roster_r` to `roster_g`."""

    def __init__(self, str variant, dict options):
        terms = read_options(options, SIDE_LETTERS)
        self.variant = variant
        self.options = terms.options
        self.sides = SIDE_LETTERS
        self.reasons = REASONS
        self.traits = HAS_DICE | SAME_SIDE_TWICE | MANY_SIDES
        self.rosters = terms.rosters
        self.deck = deck_of(terms.catalogue)
        self.rules = self.deck.rules(terms.accumulate)

    def __dealloc__(self):
        free(self.undo)

    cdef int reserve(self, int plies) except -1:
        self.undo = <Board*>grown(self.undo, &self.undo_room, self.undo_count + plies, sizeof(Board))
        return 0

    # -- position strings

    cdef str start(self, str fen):
        fields = fen_format.split_fields(fen, FIELDS)
        men = dict(fen_format.parse_board(fields[0], 8, 8, PIECE_OF_TOKEN, ","))
        cards = {}
        for side, roster in zip(SIDE_LETTERS, self.rosters):
            cards.update(deal([(square, letter) for square, letter in START_MEN[side]
                               if men.get(square) == PIECE_OF_TOKEN[side + letter]], roster))
        special = {square: name for square, name in cards.items() if self.deck.numbers[name] >= TYPES}
        fields[FIELDS.index("cards")] = fen_format.write_pairs(special)
        return " ".join(fields)

    def set_fen(self, str fen):
        cdef Board board
        text, side, rotation, unmoved, quiet, cards, damage, pending = fen_format.split_fields(
            fen, FIELDS, fen_format.MAX_LENGTH + MOST_MEN * max(map(len, self.deck.ids)))
        memset(&board, 0, sizeof(Board))
        memset(board.squares, EMPTY, 64)
        men = fen_format.parse_board(text, 8, 8, PIECE_OF_TOKEN, ",")
        for square, piece in men:
            place(&self.rules, &board, piece, square, piece & 7)
        self.check_armies(&board, text)
        self.read_side(&board, side)
        board.rotation = fen_format.parse_choice("rotation", rotation, ROTATIONS)
        self.read_unmoved(&board, unmoved)
        board.quiet = fen_format.parse_counter("quiet", quiet, QUIET_LIMIT)
        self.read_cards(&board, cards)
        self.check_pawns(&board)
        self.read_damage(&board, damage)
        self.read_pending(&board, pending)
        pass_over(&self.rules, &board)
        board.key = board_key(&board)
        self.board = board
        self.undo_count = 0
        self.ply = 0
        self.follow()

    cdef void check_armies(self, const Board* board, str text) except *:
        """Refuse men of a side without a king, and more men than a side can have."""
        cdef int side, kings, type, men
        if not board.by_type[KING]:
            raise FenError("board", text, "a king")
        for side in range(SIDES):
            kings = popcount(board.by_type[KING] & board.by_side[side])
            if board.by_side[side] and kings != 1:
                raise FenError("board", text, f"one king of {SIDE_LETTERS[side]}, not {kings}")
            men = 0
            for type in range(PAWN, KING):
                men += max(0, popcount(board.by_type[type] & board.by_side[side]) - (KNIGHT <= type <= ROOK))
            if men > MOST_PAWNS:
                raise FenError("board", text, f"at most {MOST_PAWNS} pawns and promoted men of {SIDE_LETTERS[side]}, "
                                              f"not {men}")

    cdef void check_pawns(self, const Board* board) except *:
        """Refuse pawns where they can not stand."""
        cdef int square, side
        for square in range(64):
            if board.squares[square] & 7 != PAWN or board.squares[square] == EMPTY:
                continue
            side = board.squares[square] >> 3
            if FAR_EDGE[side] & bit(square):
                expected = f"no pawn of {SIDE_LETTERS[side]} on its far edge, where it promotes"
            elif FIRST_EDGE[side] & bit(square) & ~board.movers:
                expected = f"a pawn of {SIDE_LETTERS[side]} on its first edge only with a card of movement"
            else:
                continue
            raise FenError("board", f"{self.token(board, square)} on {fen_format.square_name(square)}", expected)

    cdef void read_side(self, Board* board, str text) except *:
        board.side = fen_format.parse_choice("side", text, SIDE_LETTERS)
        if not lives(board, board.side):
            raise FenError("side", text, "a side that has a king")

    cdef void read_unmoved(self, Board* board, str text) except *:
        cdef int square
        for square in fen_format.parse_squares("unmoved", text):
            token = self.token(board, square)
            if token[1:] != "P" or (square, "P") not in START_MEN[token[:1]]:
                raise FenError("unmoved", text, f"only pawns on squares where their side's begin, not "
                                                f"{fen_format.square_name(square)}")
            board.unmoved |= bit(square)

    cdef void read_cards(self, Board* board, str text) except *:
        cdef int square
        for square, name in fen_format.parse_pairs("cards", text).items():
            where = fen_format.square_name(square)
            piece = self.token(board, square)[1:]
            number = self.deck.numbers.get(name)
            if number is None:
                raise FenError("cards", f"{where}={name}", "the id of a card, shipped or in the card file")
            if not piece or self.deck.cards[<int>number].piece != board.squares[square] & 7:
                wanted = f"a card for {piece} on {where}" if piece else f"squares where men stand, and {where} is empty"
                raise FenError("cards", f"{where}={name}", wanted)
            place(&self.rules, board, board.squares[square], square, number)

    cdef void read_damage(self, Board* board, str text) except *:
        cdef int square
        if text != "-" and not self.rules.accumulate:
            raise FenError("damage", text, "-: damage does not stay")
        for square, value in fen_format.parse_pairs("damage", text).items():
            where = fen_format.square_name(square)
            if board.squares[square] == EMPTY:
                raise FenError("damage", text, f"only squares where men stand, not {where}")
            health = self.deck.cards[board.card[square]].health
            if value not in [str(damage) for damage in range(1, health)]:
                raise FenError("damage", text, f"less than the health {health} of {self.token(board, square)} on {where}, "
                                               f"and 1 at least, not {value}")
            board.damage[square] = int(value)

    cdef void read_pending(self, Board* board, str text) except *:
        cdef int source, king
        cdef bint promotes
        if text == "-":
            return
        match = MOVE.fullmatch(text)
        if match is None or match[1] or match[5] or match[6]:
            raise FenError("pending", text, "- or an attack's squares, and what its pawn becomes")
        source, king = map(fen_format.parse_square, match.group(2, 3))
        if board.squares[king] != board.side << 3 | KING:
            raise FenError("pending", text, f"an attack on the king of {SIDE_LETTERS[board.side]}")
        if board.squares[source] == EMPTY or board.squares[source] >> 3 == board.side:
            raise FenError("pending", text, f"a man of another side on {match[2]}")
        if not attacks_from(&self.rules, board, source) & bit(king):
            raise FenError("pending", text, f"a move of {self.token(board, source)} on {match[2]}")
        if not can_evade(board, king):
            raise FenError("pending", text, "a king that has an empty square to step to")
        promotes = board.squares[source] & 7 == PAWN and FAR_EDGE[board.squares[source] >> 3] & bit(king)
        if promotes != bool(match[4]):
            raise FenError("pending", text, "q, r, b or n exactly where a pawn promotes")
        board.pending = move_code(source, king, match[4])

    def fen(self):
        cdef int square
        cdef Board* board = &self.board
        squares = [square for square in range(64) if board.squares[square] != EMPTY]
        return " ".join((
            fen_format.write_board([self.token(board, square) for square in range(64)], 8, ","),
            SIDE_LETTERS[board.side],
            ROTATIONS[board.rotation],
            fen_format.write_squares([square for square in squares if board.unmoved & bit(square)]),
            str(board.quiet),
            fen_format.write_pairs({square: self.deck.ids[board.card[square]] for square in squares
                                    if board.special & bit(square)}),
            fen_format.write_pairs({square: board.damage[square] for square in squares if board.damage[square]}),
            way_text(board.pending) if board.pending else "-",
        ))

    cdef str token(self, const Board* board, int square):
        return TOKENS.get(board.squares[square], "")

    cdef str piece_token(self, int square):
        return self.token(&self.board, square)

    def computed_key(self):
        return board_key(&self.board)

    # -- moves

    cdef void follow(self) noexcept nogil:
        """Show what the board says of side and key."""
        self.side = self.board.side
        self.key = self.board.key

    cdef int generate(self, move_t* out) noexcept nogil:
        return list_moves(&self.rules, &self.board, out, COMPLETED)

    cdef int generate_decisions(self, move_t* out) noexcept nogil:
        return list_moves(&self.rules, &self.board, out, DECISIONS)

    cdef int generate_noisy(self, move_t* out) noexcept nogil:
        return list_moves(&self.rules, &self.board, out, NOISY)

    cdef int count_moves(self) noexcept nogil:
        return count_moves(&self.rules, &self.board)

    cdef u64 perft(self, int depth) noexcept nogil:
        cdef Board board = self.board
        return leaves(&self.rules, &board, depth) if depth > 0 else 1

    cdef bint is_noisy(self, move_t move) noexcept nogil:
        # A step lets the attacker arrive, and promote.
        return (move & (ATTACK | PROMOTES)) != 0 or (self.board.pending & PROMOTES) != 0

    cdef int outcomes(self, move_t move, Outcome* out) noexcept nogil:
        if not move & ATTACK or move & OUTCOME_MASK:
            out[0].move = move
            out[0].throws = 1
            return 1
        return fight_outcomes(&self.rules, &self.board, move, out)

    cdef void make(self, move_t move) noexcept nogil:
        self.undo[self.undo_count] = self.board
        self.undo_count += 1
        make_move(&self.rules, &self.board, move)
        self.follow()
        self.ply += 1

    cdef void unmake(self) noexcept nogil:
        self.undo_count -= 1
        self.board = self.undo[self.undo_count]
        self.follow()
        self.ply -= 1

    cdef void bonuses(self, int source, int target, int* attack, int* defense) noexcept nogil:
        combat_bonuses(&self.rules, &self.board, source, target, attack, defense)

    cdef int ending(self, int move_count, int* winner) noexcept nogil:
        winner[0] = NOBODY
        if is_last_king(&self.board):
            winner[0] = self.board.squares[lsb(self.board.by_type[KING])] >> 3
            return LAST_KING
        if self.board.quiet >= QUIET_LIMIT:
            return QUIET
        return NO_MOVES if move_count == 0 else GOES_ON

    cdef int plies_to_draw(self) noexcept nogil:
        return QUIET_LIMIT - self.board.quiet

    cdef bint is_out(self, int side) noexcept nogil:
        return not lives(&self.board, side)

    # -- what Position shows

    cdef State copy(self):
        cdef FourKingsState other = FourKingsState.__new__(FourKingsState)
        self.copy_common(other)
        other.board = self.board
        other.rules = self.rules
        other.deck = self.deck
        other.rosters = self.rosters
        other.reserve(self.undo_count)
        if self.undo_count:
            memcpy(other.undo, self.undo, self.undo_count * sizeof(Board))
        other.undo_count = self.undo_count
        return other

    cdef str result_text(self, int winner):
        return "draw" if winner == NOBODY else SIDE_LETTERS[winner]

    cdef object read_from_files(self):
        return self.deck.catalogue

    cdef Move move_object(self, move_t code):
        cdef int outcome = (code & OUTCOME_MASK) >> OUTCOME_SHIFT
        text = "stay" if code & ANSWER and code & ATTACK else way_text(code)
        if outcome > DAMAGED:
            text += f":d{outcome - DAMAGED}"
        elif outcome:
            text += ":" + LETTER_OF_OUTCOME[outcome]
        return new_move(code, text)

    cdef move_t parse_move(self, str text) except? 0:
        cdef move_t code, king = move_to(self.board.pending)
        match = MOVE.fullmatch(text)
        if match is None:
            raise MoveError("move", text, "two squares, such as c2c4, and q, r, b or n where a pawn promotes, or stay; for an "
                                          "attack then :0, :d and the damage, :x or :e")
        stay, source, target, promotion, letter, damage = match.groups()
        if stay:
            code = king | king << 7 | ANSWER | ATTACK
        else:
            code = move_code(fen_format.parse_square(source), fen_format.parse_square(target), promotion)
            if self.board.pending:
                code |= ANSWER
        if letter or damage:
            code |= ATTACK | <move_t>(OUTCOME_OF_LETTER[letter] if letter else DAMAGED + int(damage)) << OUTCOME_SHIFT
        elif not self.board.pending and self.board.squares[move_to(code)] != EMPTY:
            code |= ATTACK
        return code

    cdef object planes(self):
        """Uint8 planes [plane, rank, file]: P N B R Q K of r, then of b, y and g; unmoved pawns; damage, and health H and
        defence D of the card, of the man there; attacker's and king's square of an attack to be answered; the side to
        move (0 to 3), the rotation (0 cw, 1 ccw), the turns counted as quiet."""
        import numpy
        cdef int square, piece
        cdef Board* board = &self.board
        planes = numpy.zeros((33, 64), dtype=numpy.uint8)
        for square in range(64):
            piece = board.squares[square]
            if piece == EMPTY:
                continue
            planes[(piece >> 3) * TYPES + (piece & 7), square] = 1
            planes[24, square] = (board.unmoved & bit(square)) != 0
            planes[25, square] = board.damage[square]
            planes[26, square] = self.deck.cards[board.card[square]].health
            planes[27, square] = self.deck.cards[board.card[square]].defense
        if board.pending:
            planes[28, move_from(board.pending)] = 1
            planes[29, move_to(board.pending)] = 1
        planes[30] = board.side
        planes[31] = board.rotation
        planes[32] = board.quiet
        return planes.reshape(33, 8, 8)


cdef move_t move_code(int source, int target, object promotion):
    """A move's squares, and what a pawn becomes by the letter `promotion` if it is not empty or None."""
    cdef move_t code = <move_t>source | <move_t>target << 7
    if promotion:
        code |= PROMOTES | <move_t>LETTERS.index(promotion.upper()) << PROMOTED_SHIFT
    return code


cdef str way_text(move_t code):
    text = fen_format.square_name(move_from(code)) + fen_format.square_name(move_to(code))
    return text + LETTERS[(code >> PROMOTED_SHIFT) & 7].lower() if code & PROMOTES else text
