"""Rendezvous: Lewis Carroll's Lanrick on 8x8. Specification: the rules page *Rendezvous*."""

from libc.stdlib cimport abs, free
from libc.string cimport memcpy, memset

from rebaz_core.bitboard cimport lsb, pop_lsb, popcount, split_mix
from rebaz_core.state cimport (GOES_ON, MAX_MOVES, NOBODY, SAME_SIDE_TWICE, Move, State, grown, move_from, move_to,
                               new_move)

from rebaz_core import fen as fen_format
from rebaz_core.errors import FenError, MoveError, OptionError
from rebaz_core.games.rendezvous_tables import CLOSED, OPEN, ORIENTATIONS, settings

cdef enum:
    # What a move does, from bit 28 on. A swap that chooses men has the first two squares as from and to, a third from
    # bit 14, a fourth from bit 20, and the number of men from bit 26, less one.
    STEP = 0
    SET = 1 << 28
    KEEP = 2 << 28
    SWAP_ALL = 3 << 28
    SWAP_CHOSEN = 4 << 28
    END = 5 << 28
    REPLACEMENT = 6 << 28
    KIND = 7 << 28
    MOST_CHOSEN = 4          # the setter has fewer men than the answerer, of ten at most

    MEN = 1                  # reasons
    IDLE

    MOST_SETTINGS = 144      # of one size

FIELDS = ("board", "side", "phase", "rendezvous", "left", "moved", "first", "idle", "turn")
PHASES = ("place", "swap", "move", "replace")
FIRSTS = ("-", "w", "b", "wb")
REASONS = ("", "men", "idle")
EXPECTED = {
    PLACE: "a mark with its orientation if the size has any, such as @d4 or @d4h",
    SWAP: "keep, swap, or, where the answerer has more men, swap: and as many of them as the setter has, such as "
          "swap:b2c4f6",
    STEPS: "two squares, such as d3d5, or end",
    REPLACE: "x and the square of a man to be replaced, such as xd4",
}

cdef int LAST_TURN = fen_format.MAX_CLOCK

cdef u64[SIDE_MEN + 2][5][64] SQUARES_OF         # [size][orientation][mark]: the setting's squares, or nothing
cdef move_t[SIDE_MEN + 2][MOST_SETTINGS] SETTINGS
cdef int[SIDE_MEN + 2] SETTING_COUNT

cdef u64[2][64] MAN_KEY
cdef u64[64] RENDEZVOUS_KEY
cdef u64[64] MOVED_KEY
cdef u64[2] SIDE_KEY
cdef u64[4] PHASE_KEY
cdef u64[TURN_SQUARES + 1] LEFT_KEY
cdef u64[4] FIRST_KEY
cdef u64[IDLE_LIMIT + 1] IDLE_KEY


# -- rules on a board


cdef inline u64 occupied_on(const Board* board) noexcept nogil:
    return board.men[0] | board.men[1]


cdef inline bint first_stage(const Board* board) noexcept nogil:
    return popcount(occupied_on(board)) == FIRST_STAGE_MEN


cdef inline u64 neighbours(u64 squares) noexcept nogil:
    cdef u64 row = squares | ((squares << 1) & <u64>0xFEFEFEFEFEFEFEFE) | ((squares >> 1) & <u64>0x7F7F7F7F7F7F7F7F)
    return row | row << 8 | row >> 8


cdef inline bint can_step(const Board* board) noexcept nogil:
    """Whether the side to move has a man that has not stepped yet and has room to."""
    return board.left > 0 and (neighbours(board.men[board.side] & ~board.moved) & ~occupied_on(board)) != 0


cdef void end_stage(Board* board, u64 taken) noexcept nogil:
    """An enemy's man is taken off; who has fewer men sets next, or else who lost it."""
    cdef int loser = 1 - board.side
    cdef int balance
    board.men[loser] ^= taken
    balance = popcount(board.men[loser]) - popcount(board.men[1 - loser])
    board.side = loser if balance <= 0 else 1 - loser
    board.phase = PLACE
    board.rendezvous = 0
    board.moved = 0
    board.left = 0
    board.first = BOTH_FIRST
    board.idle = 0
    board.turn = min(board.turn + 1, LAST_TURN)


cdef inline bint come_in(Board* board) noexcept nogil:
    """Whether all men of the side to move are in: then what follows from it is entered upon."""
    if outside(board, board.side):
        return False
    if board.rendezvous & ~occupied_on(board):
        board.phase = REPLACE
        board.left = 0
    else:
        end_stage(board, outside(board, 1 - board.side))
    return True


cdef inline void begin_turn(Board* board) noexcept nogil:
    """The turn of `side` begins, in a game that may be over."""
    board.phase = STEPS
    board.moved = 0
    board.left = FIRST_TURN_SQUARES if (board.first >> board.side) & 1 else TURN_SQUARES
    if not is_over(board):
        come_in(board)


cdef inline void end_turn(Board* board) noexcept nogil:
    board.first &= ~(1 << board.side)
    board.side = 1 - board.side
    board.turn = min(board.turn + 1, LAST_TURN)
    begin_turn(board)


cdef inline void step(Board* board, int source, int target) noexcept nogil:
    cdef int files = abs((source & 7) - (target & 7))
    board.men[board.side] ^= bit(source) | bit(target)
    board.moved |= bit(target)
    board.left -= max(files, abs((source >> 3) - (target >> 3)))
    if not come_in(board) and not can_step(board):
        board.idle += 1
        end_turn(board)


cdef u64 chosen_men(move_t move) noexcept nogil:
    """The men that a swap names."""
    cdef int number, count = (move >> 26 & 3) + 1
    cdef u64 men = bit(move_from(move))
    if count > 1:
        men |= bit(move_to(move))
    for number in range(2, count):
        men |= bit(move >> (14 + 6 * (number - 2)) & 63)
    return men


cdef move_t choice_of(u64 men) noexcept nogil:
    """The swap that names these men, at most MOST_CHOSEN."""
    cdef move_t move = SWAP_CHOSEN | <move_t>(popcount(men) - 1) << 26
    cdef int shift = 0
    while men:
        move |= <move_t>pop_lsb(&men) << shift
        shift += 7 if shift < 14 else 6
    return move


cdef void apply(Board* board, move_t move) noexcept nogil:
    """Make a legal move."""
    cdef int kind = move & KIND
    cdef u64 given, taken
    if kind == STEP:
        step(board, move_from(move), move_to(move))
    elif kind == END:
        board.idle += 1
        end_turn(board)
    elif kind == SET:
        board.rendezvous = SQUARES_OF[popcount(occupied_on(board)) - 1][move_from(move)][move_to(move)]
        board.phase = SWAP
        board.side = 1 - board.side
    elif kind == REPLACEMENT:
        given = bit(move_to(move))
        if popcount(board.men[board.side]) == SIDE_MEN:
            # Eight against two: nobody to replace it by, and the game is won.
            end_stage(board, given)
            return
        board.men[board.side] |= given
        board.men[1 - board.side] ^= given
        board.idle = 0
        end_turn(board)
    else:
        if kind != KEEP:
            given = board.men[board.side] if kind == SWAP_ALL else chosen_men(move)
            taken = board.men[1 - board.side]
            board.men[board.side] ^= given | taken
            board.men[1 - board.side] = given
        begin_turn(board)


cdef int list_steps(const Board* board, move_t* out) noexcept nogil:
    cdef u64 occupied = occupied_on(board)
    cdef u64 out_men = outside(board, board.side)
    cdef u64 men = board.men[board.side] & ~board.moved
    cdef u64 targets
    cdef int source, count = 0
    while men:
        source = pop_lsb(&men)
        targets = targets_from(source, occupied, reach_of(out_men, bit(source), board.left))
        while targets:
            out[count] = <move_t>source | <move_t>pop_lsb(&targets) << 7
            count += 1
    if board.moved or not count:
        out[count] = END
        count += 1
    return count


cdef int list_moves(const Board* board, move_t* out) noexcept nogil:
    cdef u64 men, taken = occupied_on(board)
    cdef int i, size, count = 0
    if is_over(board):
        return 0
    if board.phase == STEPS:
        return list_steps(board, out)
    if board.phase == PLACE:
        size = popcount(taken) - 1
        if not first_stage(board):
            taken = 0
        for i in range(SETTING_COUNT[size]):
            if not SQUARES_OF[size][move_from(SETTINGS[size][i])][move_to(SETTINGS[size][i])] & taken:
                out[count] = SETTINGS[size][i]
                count += 1
    elif board.phase == SWAP:
        out[0] = KEEP
        count = 1
        size = popcount(board.men[1 - board.side])
        if popcount(board.men[board.side]) == size:
            out[1] = SWAP_ALL
            return 2
        # Every subset of that size.
        men = board.men[board.side]
        taken = men
        while taken:
            if popcount(taken) == size:
                out[count] = choice_of(taken)
                count += 1
            taken = (taken - 1) & men
    else:
        men = outside(board, 1 - board.side)
        while men:
            i = pop_lsb(&men)
            out[count] = REPLACEMENT | <move_t>i << 7
            count += 1
    return count


cdef int count_moves(const Board* board) noexcept nogil:
    """How many moves `list_moves` lists."""
    cdef move_t[MOST_CHOICES] moves
    cdef u64 occupied = occupied_on(board)
    cdef u64 out_men = outside(board, board.side)
    cdef u64 men = board.men[board.side] & ~board.moved
    cdef int source, count = 0
    if board.phase != STEPS or is_over(board):
        return list_moves(board, moves)
    while men:
        source = pop_lsb(&men)
        count += popcount(targets_from(source, occupied, reach_of(out_men, bit(source), board.left)))
    return count + (board.moved != 0 or not count)


cdef u64 leaves(const Board* board, int depth) noexcept nogil:
    """Perft, for a depth of at least 1."""
    cdef move_t[MOST_CHOICES] moves
    cdef Board after
    cdef u64 nodes = 0
    cdef int i, count
    if depth == 1:
        return count_moves(board)
    count = list_moves(board, moves)
    for i in range(count):
        after = board[0]
        apply(&after, moves[i])
        nodes += leaves(&after, depth - 1)
    return nodes


cdef bint takes(const Board* board, move_t move) noexcept nogil:
    """Whether a legal move changes what stands on the board: a replacement, or the end of a stage."""
    cdef Board after
    cdef u64 free = board.rendezvous & ~occupied_on(board)
    if move & KIND == REPLACEMENT:
        return True
    if move & KIND == STEP:
        if bit(move_from(move)) & board.rendezvous:
            return False
        free &= ~bit(move_to(move))
    if free or board.phase == PLACE:
        return False
    after = board[0]
    apply(&after, move)
    return after.phase == PLACE


# -- keys


cdef inline u64 key_of_set(u64 squares, const u64* keys) noexcept nogil:
    cdef u64 key = 0
    while squares:
        key ^= keys[pop_lsb(&squares)]
    return key


cdef u64 key_of_change(const Board* before, const Board* after) noexcept nogil:
    """What the key changes by, as far as sets of squares go."""
    return (key_of_set(before.men[0] ^ after.men[0], MAN_KEY[0]) ^ key_of_set(before.men[1] ^ after.men[1], MAN_KEY[1])
            ^ key_of_set(before.rendezvous ^ after.rendezvous, RENDEZVOUS_KEY)
            ^ key_of_set(before.moved ^ after.moved, MOVED_KEY))


cdef u64 key_of_numbers(const Board* board) noexcept nogil:
    """The rest of the key."""
    cdef u64 seed = <u64>board.turn << 32
    return (SIDE_KEY[board.side] ^ PHASE_KEY[board.phase] ^ LEFT_KEY[board.left] ^ FIRST_KEY[board.first]
            ^ IDLE_KEY[board.idle] ^ split_mix(&seed))


cdef inline int budget(const Board* board) noexcept nogil:
    """The squares that a turn of the side to move begins with."""
    return FIRST_TURN_SQUARES if (board.first >> board.side) & 1 else TURN_SQUARES


cdef u64 set_of(squares) except? 0:
    cdef u64 found = 0
    for square in squares:
        found |= bit(square)
    return found


cdef list squares_in(u64 squares):
    found = []
    while squares:
        found.append(pop_lsb(&squares))
    return found


cdef class RendezvousState(State):
    """A game of Rendezvous; it has no options. The position says by `board.moved` whether a turn is under way."""

    def __init__(self, str variant, dict options):
        for keyword in options:
            raise OptionError("option", keyword, f"no option: {variant} has none")
        self.variant = variant
        self.options = {}
        self.sides = "wb"
        self.reasons = REASONS
        self.traits = SAME_SIDE_TWICE

    def __dealloc__(self):
        free(self.undo)

    cdef int reserve(self, int plies) except -1:
        self.undo = <Undo*>grown(self.undo, &self.undo_room, self.undo_count + plies, sizeof(Undo))
        return 0

    # -- position strings

    def set_fen(self, str fen):
        cdef Board board
        text, side, phase, rendezvous, left, moved, first, idle, turn = fen_format.split_fields(fen, FIELDS)
        memset(&board, 0, sizeof(Board))
        self.read_men(&board, text)
        board.side = fen_format.parse_choice("side", side, "wb")
        board.phase = fen_format.parse_choice("phase", phase, PHASES)
        self.read_rendezvous(&board, rendezvous)
        self.read_turn(&board, left, moved, first)
        board.idle = fen_format.parse_counter("idle", idle, IDLE_LIMIT)
        if board.idle and board.phase <= SWAP:
            raise FenError("idle", idle, f"0 in phase {phase}")
        board.turn = fen_format.parse_counter("turn", turn, LAST_TURN, minimum=1)
        self.check_stage(&board, text, side, rendezvous)
        self.check_phase(&board, phase, left)
        self.board = board
        self.side = board.side
        self.ply = board.turn - 1
        self.undo_count = 0
        self.key = self.computed_key()

    cdef void read_men(self, Board* board, str text) except *:
        cdef int side, count
        for square, side in fen_format.parse_board(text, 8, 8, {"M": 0, "m": 1}):
            board.men[side] |= bit(square)
        for side in range(2):
            count = popcount(board.men[side])
            if not 1 <= count <= SIDE_MEN:
                raise FenError("board", text, f"1 to {SIDE_MEN} men of {'wb'[side]}, not {count}")
        count = popcount(occupied_on(board))
        if not 3 <= count <= FIRST_STAGE_MEN:
            raise FenError("board", text, f"3 to {FIRST_STAGE_MEN} men, not {count}")

    cdef void read_rendezvous(self, Board* board, str text) except *:
        cdef int size = popcount(occupied_on(board)) - 1
        cdef int i
        cdef u64 squares
        if board.phase == PLACE:
            if text != "-":
                raise FenError("rendezvous", text, "- in phase place")
            return
        squares = set_of(fen_format.parse_squares("rendezvous", text))
        if popcount(squares) != size:
            raise FenError("rendezvous", text, f"{size} squares, one fewer than the men, not {popcount(squares)}")
        for i in range(SETTING_COUNT[size]):
            if SQUARES_OF[size][move_from(SETTINGS[size][i])][move_to(SETTINGS[size][i])] == squares:
                board.rendezvous = squares
                return
        raise FenError("rendezvous", text, f"{size} squares that can be set from a mark")

    cdef void read_turn(self, Board* board, str left_text, str moved_text, str first_text) except *:
        cdef int spent, count
        phase = PHASES[board.phase]
        board.first = fen_format.parse_choice("first", first_text, FIRSTS)
        if board.phase <= SWAP and board.first != BOTH_FIRST:
            raise FenError("first", first_text, f"wb in phase {phase}")
        if board.first in (1, 2) and board.first != 1 << board.side:
            raise FenError("first", first_text, f"-, wb or {'wb'[board.side]}, the side to move")
        if board.phase == STEPS:
            expected = f"a plain number from 1 to {budget(board)}" + (
                " in a side's first turn of a stage" if budget(board) == FIRST_TURN_SQUARES else "")
            if left_text not in [str(count) for count in range(1, budget(board) + 1)]:
                raise FenError("left", left_text, expected)
            board.left = int(left_text)
        elif left_text != "-":
            raise FenError("left", left_text, f"- in phase {phase}")
        board.moved = set_of(fen_format.parse_squares("moved", moved_text))
        if board.phase <= SWAP and board.moved:
            raise FenError("moved", moved_text, f"- in phase {phase}")
        if board.moved & ~board.men[board.side]:
            square = fen_format.square_name(lsb(board.moved & ~board.men[board.side]))
            raise FenError("moved", moved_text, f"only squares of {'wb'[board.side]}'s men, not {square}")
        spent = budget(board) - board.left
        count = popcount(board.moved)
        if count > spent:
            raise FenError("moved", moved_text, f"no more men than the {spent} squares spent in this turn, not {count}")

    cdef void check_stage(self, const Board* board, str text, str side_text, str rendezvous_text) except *:
        """Refuse what can't be while a rendezvous is being set."""
        cdef move_t[MOST_CHOICES] moves
        cdef int setter = board.side if board.phase == PLACE else 1 - board.side
        if board.phase > SWAP:
            return
        if first_stage(board):
            if popcount(board.men[0]) != popcount(board.men[1]):
                raise FenError("board", text, f"{FIRST_STAGE_MEN // 2} men a side before the first stage")
            if setter != 0:
                raise FenError("side", side_text, f"{'wb'[1 - board.side]}: w sets the first rendezvous")
            if board.phase == PLACE and not list_moves(board, moves):
                raise FenError("board", text, "room for the first rendezvous, nine free inner squares around one")
            if board.rendezvous & occupied_on(board):
                raise FenError("rendezvous", rendezvous_text, "squares free of men in the first stage")
        if popcount(board.men[setter]) > popcount(board.men[1 - setter]):
            raise FenError("side", side_text, f"{'wb'[1 - board.side]}: the setter has no more men than the other side")

    cdef void check_phase(self, const Board* board, str phase_text, str left_text) except *:
        """Refuse a phase that the men in the rendezvous don't allow, and a turn that would have ended."""
        cdef bint all_in = not outside(board, board.side)
        if board.phase == STEPS and not is_over(board):
            if all_in:
                raise FenError("phase", phase_text, f"not all men of {'wb'[board.side]} in the rendezvous in phase move")
            if board.moved and not can_step(board):
                raise FenError("left", left_text, "a further step to be possible in the middle of a turn")
        elif board.phase == REPLACE:
            if not all_in:
                raise FenError("phase", phase_text, f"all men of {'wb'[board.side]} in the rendezvous in phase replace")
            if not board.rendezvous & ~occupied_on(board):
                raise FenError("phase", phase_text, "a free square of the rendezvous in phase replace")

    def fen(self):
        cdef const Board* board = &self.board
        cdef int square
        text = fen_format.write_board([self.piece_token(square) for square in range(64)], 8)
        rendezvous = fen_format.write_squares(squares_in(board.rendezvous))
        left = board.left if board.phase == STEPS else "-"
        moved = fen_format.write_squares(squares_in(board.moved))
        return (f"{text} {'wb'[board.side]} {PHASES[board.phase]} {rendezvous} {left} {moved} {FIRSTS[board.first]} "
                f"{board.idle} {board.turn}")

    cdef str piece_token(self, int square):
        return "M" if self.board.men[0] & bit(square) else "m" if self.board.men[1] & bit(square) else ""

    def computed_key(self):
        cdef Board empty
        memset(&empty, 0, sizeof(Board))
        return key_of_change(&empty, &self.board) ^ key_of_numbers(&self.board)

    # -- moves

    cdef int generate(self, move_t* out) noexcept nogil:
        return list_moves(&self.board, out)

    cdef int generate_noisy(self, move_t* out) noexcept nogil:
        cdef int i, count, noisy = 0
        if self.board.phase == PLACE or (
                self.board.phase != REPLACE and popcount(self.board.rendezvous & ~occupied_on(&self.board)) > 1):
            return 0
        count = list_moves(&self.board, out)
        for i in range(count):
            if takes(&self.board, out[i]):
                out[noisy] = out[i]
                noisy += 1
        return noisy

    cdef int count_moves(self) noexcept nogil:
        return count_moves(&self.board)

    cdef u64 perft(self, int depth) noexcept nogil:
        return leaves(&self.board, depth) if depth > 0 else 1

    cdef bint is_noisy(self, move_t move) noexcept nogil:
        return takes(&self.board, move)

    cdef void make(self, move_t move) noexcept nogil:
        cdef Undo* undo = &self.undo[self.undo_count]
        undo.board = self.board
        undo.key = self.key
        self.undo_count += 1
        apply(&self.board, move)
        self.key ^= (key_of_change(&undo.board, &self.board) ^ key_of_numbers(&undo.board)
                     ^ key_of_numbers(&self.board))
        self.side = self.board.side
        self.ply = self.board.turn - 1

    cdef void unmake(self) noexcept nogil:
        self.undo_count -= 1
        self.board = self.undo[self.undo_count].board
        self.key = self.undo[self.undo_count].key
        self.side = self.board.side
        self.ply = self.board.turn - 1

    # -- ends

    cdef int ending(self, int move_count, int* winner) noexcept nogil:
        winner[0] = NOBODY
        if is_lost(self.board.men[0]) or is_lost(self.board.men[1]):
            winner[0] = 1 if is_lost(self.board.men[0]) else 0
            return MEN
        return IDLE if self.board.idle >= IDLE_LIMIT else GOES_ON

    # -- what Position shows

    cdef State copy(self):
        cdef RendezvousState other = RendezvousState.__new__(RendezvousState)
        self.copy_common(other)
        other.board = self.board
        other.reserve(self.undo_count)
        if self.undo_count:
            memcpy(other.undo, self.undo, self.undo_count * sizeof(Undo))
        other.undo_count = self.undo_count
        return other

    cdef Move move_object(self, move_t code):
        cdef move_t kind = code & KIND
        target = fen_format.square_name(move_to(code) & 63)
        if kind == SET:
            return new_move(code, f"@{target}{ORIENTATIONS[move_from(code)]}")
        if kind == KEEP or kind == END:
            return new_move(code, "keep" if kind == KEEP else "end")
        if kind == SWAP_ALL:
            return new_move(code, "swap")
        if kind == SWAP_CHOSEN:
            return new_move(code, "swap:" + fen_format.write_squares(squares_in(chosen_men(code))))
        if kind == REPLACEMENT:
            return new_move(code, f"x{target}")
        return new_move(code, fen_format.square_name(move_from(code)) + target)

    cdef move_t parse_move(self, str text) except? 0:
        expected = EXPECTED[self.board.phase]
        if text in ("keep", "swap", "end"):
            return KEEP if text == "keep" else SWAP_ALL if text == "swap" else END
        if text.startswith("swap:"):
            return self.parse_swap(text)
        if text.startswith("@"):
            mark = fen_format.parse_square(text[1:3])
            if mark is not None and text[3:] in ORIENTATIONS:
                return SET | <move_t>ORIENTATIONS.index(text[3:]) | <move_t>mark << 7
        elif text.startswith("x"):
            square = fen_format.parse_square(text[1:])
            if square is not None:
                return REPLACEMENT | <move_t>square << 7
        else:
            squares, rest = fen_format.split_squares(text, 2)
            if len(squares) == 2 and not rest:
                return <move_t>squares[0] | <move_t>squares[1] << 7
        raise MoveError("move", text, expected)

    cdef move_t parse_swap(self, str text) except? 0:
        cdef int wanted = popcount(self.board.men[1 - self.board.side]) if self.board.phase == SWAP else 0
        squares, rest = fen_format.split_squares(text[5:], 64)
        if rest or not squares or squares != sorted(set(squares)):
            raise MoveError("move", text, "swap: and squares in index order without repeats, such as swap:b2c4f6")
        if wanted and wanted == popcount(self.board.men[self.board.side]):
            raise MoveError("move", text, "swap without squares, for both sides have as many men")
        if wanted and len(squares) != wanted:
            raise MoveError("move", text, f"as many men as the setter has, {wanted}, not {len(squares)}")
        if len(squares) > MOST_CHOSEN:
            raise MoveError("move", text, f"at most {MOST_CHOSEN} men, not {len(squares)}")
        return choice_of(set_of(squares))

    cdef str fault(self, move_t code):
        cdef int kind = code & KIND
        cdef int phase = self.board.phase
        cdef int side = self.side, target = move_to(code) & 63
        if kind != SET and phase == PLACE or kind != REPLACEMENT and phase == REPLACE or (
                kind not in (STEP, END) and phase == STEPS) or (
                kind not in (KEEP, SWAP_ALL, SWAP_CHOSEN) and phase == SWAP):
            return f"in phase {PHASES[phase]} {EXPECTED[phase]}"
        if kind == SET:
            return self.setting_fault(target, ORIENTATIONS[move_from(code)])
        if kind == STEP:
            return self.step_fault(move_from(code), target)
        if kind == END:
            return "at least one square must be moved in a turn"
        if kind == SWAP_ALL:
            return "swap: and the squares of as many men as the setter has, such as swap:b2c4f6"
        if kind == SWAP_CHOSEN:
            wrong = squares_in(chosen_men(code) & ~self.board.men[side])
            return f"no man of {'wb'[side]} on {', '.join(map(fen_format.square_name, wrong))}"
        if self.board.men[1 - side] & self.board.rendezvous & bit(target):
            return f"the man on {fen_format.square_name(target)} is in the rendezvous"
        return f"no man of {'wb'[1 - side]} on {fen_format.square_name(target)}"

    cdef str step_fault(self, int source, int target):
        """Why a man can't make a step."""
        cdef const Board* board = &self.board
        cdef int files = abs((source & 7) - (target & 7)), ranks = abs((source >> 3) - (target >> 3))
        cdef int distance = max(files, ranks)
        start, end = fen_format.square_name(source), fen_format.square_name(target)
        if not board.men[board.side] & bit(source):
            return f"{start} is {'a man of ' + 'wb'[1 - board.side] if occupied_on(board) & bit(source) else 'empty'}"
        if board.moved & bit(source):
            return f"the man on {start} has moved in this turn"
        if occupied_on(board) & bit(target):
            return f"{end} is not free"
        if files and ranks and files != ranks:
            return f"{start} and {end} are not on one line"
        if distance > board.left:
            return f"{distance} squares, of {board.left} left in this turn"
        if distance > reach_of(outside(board, board.side), bit(source), board.left):
            return f"{distance} squares, of {STEP_SQUARES} for a man who is not the only one outside the rendezvous"
        return f"a man is in the way from {start} to {end}"

    cdef str setting_fault(self, int mark, str orientation):
        """Why a rendezvous can't be set."""
        cdef int size = popcount(occupied_on(&self.board)) - 1
        cdef u64 squares = SQUARES_OF[size][ORIENTATIONS.index(orientation)][mark]
        known = sorted({text for number, text in CLOSED | OPEN if number == size})
        if orientation not in known:
            return f"{size} squares take {' or '.join(known) or 'no letter'} after the mark"
        if not squares:
            return "no square may be on the border" if size & 1 else "the mark is one of b2 to g7"
        taken = squares_in(squares & occupied_on(&self.board))
        return f"the first rendezvous must be free, and men are on {', '.join(map(fen_format.square_name, taken))}"

    cdef object planes(self):
        """Uint8 planes [plane, rank, file]: men of w and of b, the rendezvous, men that stepped in this turn, the side
        to move, the phase (0 to 3), squares left, whether w's and b's first turn is to come, idle turns."""
        import numpy
        cdef const Board* board = &self.board
        cdef int square, plane
        cdef u64[4] sets = [board.men[0], board.men[1], board.rendezvous, board.moved]
        numbers = (board.side, board.phase, board.left, board.first & 1, board.first >> 1, board.idle)
        planes = numpy.zeros((10, 64), dtype=numpy.uint8)
        for plane in range(4):
            for square in range(64):
                planes[plane, square] = (sets[plane] >> square) & 1
        for plane in range(6):
            planes[4 + plane] = numbers[plane]
        return planes.reshape(10, 8, 8)


cdef void build_tables():
    cdef int distance, square, other, side, size
    cdef u64 seed = 1893
    for setting in settings():
        size = setting.size
        square = ORIENTATIONS.index(setting.orientation)
        SQUARES_OF[size][square][setting.mark] = set_of(setting.squares)
        SETTINGS[size][SETTING_COUNT[size]] = SET | <move_t>square | <move_t>setting.mark << 7
        SETTING_COUNT[size] += 1
    for distance in range(8):
        for square in range(64):
            DISC[distance][square] = 0
            for other in range(64):
                if max(abs(square % 8 - other % 8), abs(square // 8 - other // 8)) <= distance:
                    DISC[distance][square] |= bit(other)
    for square in range(64):
        for side in range(2):
            MAN_KEY[side][square] = split_mix(&seed)
        RENDEZVOUS_KEY[square] = split_mix(&seed)
        MOVED_KEY[square] = split_mix(&seed)
    for side in range(2):
        SIDE_KEY[side] = split_mix(&seed)
    for side in range(4):
        PHASE_KEY[side] = split_mix(&seed)
        FIRST_KEY[side] = split_mix(&seed)
    for side in range(TURN_SQUARES + 1):
        LEFT_KEY[side] = split_mix(&seed)
    for side in range(IDLE_LIMIT + 1):
        IDLE_KEY[side] = split_mix(&seed)


build_tables()
