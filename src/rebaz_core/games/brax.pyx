"""Brax: pieces on the points of a board of two-coloured lines. Specification: the rules page *Brax*."""

from libc.stdlib cimport abs, free, realloc
from libc.string cimport memcpy, memset

from rebaz_core.bitboard cimport split_mix, u64
from rebaz_core.bitboard128 cimport bit128 as bit, pop_lsb128 as pop_lsb, popcount128 as popcount, u128
from rebaz_core.state cimport (CLOSED_WHEN_OVER, GOES_ON, NOBODY, NULL_MOVE_SOUND, Move, State, move_from, move_t,
                               move_to, new_move)

from rebaz_core import fen as fen_format
from rebaz_core.errors import FenError, MoveError, OptionError
from rebaz_core.games import brax_lines
from rebaz_core.options import GameOption

cdef enum:
    NO_PIECES = 1
    QUIET
    REPETITION

cdef enum:
    MOST_LISTED = 512        # seven pieces with sixteen targets each, each move with and without a call, and to spare

REASONS = ("", "no-pieces", "quiet", "repetition")
FIELDS = ("board", "side", "forced", "barred", "last", "quiet", "fullmove")
BARS = ("-", "w", "b", "wb")
START = "1bbbbbbb1/9/9/9/9/9/9/9/1RRRRRRR1 w - - - 0 1"
HUNT_START = "1bbbbbbb1/9/9/9/9/9/9/9/4R4 w - - - 0 1"
POLICIES = ("random", "flee")
MAX_CLOCK = 9_999_999        # a ply is up to twice as much
MAX_SEED = 999_999_999


def check_policy(value):
    """A policy's name, or OptionError."""
    if value not in POLICIES:
        raise OptionError("policy", value, " or ".join(POLICIES))
    return value


def check_seed(value):
    """A seed, or OptionError."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MAX_SEED:
        raise OptionError("seed", value, f"a whole number from 0 to {MAX_SEED}")
    return value


def parse_policy(text):
    """A policy from the protocol; None for the variant's own."""
    return None if not text or check_policy(text) == POLICIES[0] else text


def parse_seed(text):
    """A seed from the protocol; None for the variant's own."""
    plain = text.isascii() and text.isdigit() and len(text) <= len(str(MAX_SEED))
    return check_seed(int(text) if plain else text) or None


OPTIONS = (
    GameOption("lines", "Lines", "string", brax_lines.STANDARD, brax_lines.parse_lines,
               "another board: 144 letters r or b, the lines to the right from a1-b1, then those upwards"),
)

HUNT_OPTIONS = (
    *OPTIONS,
    GameOption("policy", "Policy", "string", POLICIES[0], parse_policy, "how the prey moves: random or flee"),
    GameOption("seed", "Seed", "spin", "0", parse_seed, "seed of the random policy", 0, MAX_SEED),
)

cdef u64 PIECE_KEY[2][POINTS]
cdef u64 FORCED_KEY[POINTS]
cdef u64 LAST_KEY[POINTS + 1]
cdef u64 BARRED_KEY[4]
cdef u64 QUIET_KEY[HUNT_LIMIT + 1]
cdef u64 SIDE_KEY


cdef inline int quiet_limit(const Lines* lines, const Board* board) noexcept nogil:
    """How many plies without a capture end the game; NOWHERE if none do."""
    if lines.hunt:
        return HUNT_LIMIT
    return QUIET_LIMIT if popcount(board.men[0] | board.men[1]) == 2 else NOWHERE


cdef inline bint ended(const Lines* lines, const Board* board) noexcept nogil:
    """Whether the game is over for perft, which takes no notice of repetition."""
    if not board.men[0] or not board.men[1]:
        return True
    return board.quiet >= QUIET_LIMIT and <unsigned int>board.quiet >= <unsigned int>quiet_limit(lines, board)


cdef inline u128 movers(const Lines* lines, const Board* board, int side) noexcept nogil:
    """The pieces that may move: where a duty holds, the forced ones, if any has a move."""
    cdef u128 forced = board.forced
    while forced:
        # Whatever moves two steps could also stop after the first.
        if lines.step[ANY][pop_lsb(&forced)] & ~board.men[side]:
            return board.forced
    return board.men[side]


cdef inline u128 call_forces(const Lines* lines, int side, u128 men, u128 enemy, int moved, int last) noexcept nogil:
    """What a call would force, on the board after the move: the enemies that the piece just moved could capture, and
    the one that the opponent moved last, if another piece could."""
    cdef u128 forced = reach(lines, side, moved, ~men) & enemy
    if last != NOWHERE and bit(last) & enemy & ~forced and reach(lines, side, last, ~men) & men & ~bit(moved):
        forced |= bit(last)
    return forced


cdef inline bint may_call(const Lines* lines, const Board* board, int side, move_t move) noexcept nogil:
    """Whether a call is allowed after a capture by a side that is not barred."""
    cdef u128 men = (board.men[side] ^ bit(move_from(move))) | bit(move_to(move))
    cdef u128 enemy = board.men[1 - side] & ~bit(move_to(move))
    if move & DOUBLE:
        enemy &= ~bit(middle_of(move))
    return popcount(men | enemy) != 3 and call_forces(lines, side, men, enemy, move_to(move), board.last) != 0


cdef inline int walk(const Lines* lines, const Board* board, const int side, move_t* out, const bint counting,
                     const bint noisy) noexcept nogil:
    """The moves of a side, or only the captures, listed or just counted."""
    cdef u128 men = board.men[side], enemy = board.men[1 - side]
    cdef u128 empty = ~(men | enemy)
    cdef u128 pieces, others, to, quiet, ends, threats = 0, callable = 0, beside_last = 0, doubtful
    cdef int count = 0, source, target, middle, last = board.last
    cdef bint barred = (board.barred >> side) & 1
    cdef bint calls = not barred and popcount(men | enemy) != 3
    cdef move_t move
    if ended(lines, board):
        return 0
    if calls and not noisy:
        # Quiet targets from where an enemy could be captured next.
        threats = spread(lines, ANY, enemy) | spread(lines, side, spread(lines, side, enemy) & empty)
        if last != NOWHERE:
            beside_last = lines.step[side][last]
            if not reach(lines, side, last, ~<u128>0) & men:
                last = NOWHERE
    pieces = movers(lines, board, side)
    while pieces:
        source = pop_lsb(&pieces)
        to = reach(lines, side, source, empty)
        if not noisy:
            quiet = to & empty
            if calls:
                callable = threats
                if lines.step[side][source] & enemy:
                    callable |= lines.step[side][source]    # back over the point that it leaves
                if last != NOWHERE:
                    others = men ^ bit(source)
                    if reach(lines, side, last, ~others) & others:
                        callable |= ~beside_last
                        doubtful = quiet & ~callable
                        while doubtful:
                            target = pop_lsb(&doubtful)
                            if reach(lines, side, last, ~(others | bit(target))) & others:
                                callable |= bit(target)
                callable &= quiet
            if counting:
                count += popcount(quiet) + popcount(callable)
            else:
                while quiet:
                    target = pop_lsb(&quiet)
                    move = <move_t>source | (<move_t>target << 7)
                    out[count] = move
                    count += 1
                    if callable & bit(target):
                        out[count] = move | CALL
                        count += 1
        to &= enemy
        while to:
            target = pop_lsb(&to)
            move = <move_t>source | (<move_t>target << 7)
            if not counting:
                out[count] = move
            count += 1
            if not barred and may_call(lines, board, side, move):
                if not counting:
                    out[count] = move | CALL
                count += 1
        others = lines.step[side][source] & enemy
        while others:
            middle = pop_lsb(&others)
            ends = lines.step[side][middle] & enemy
            while ends:
                move = <move_t>source | (<move_t>pop_lsb(&ends) << 7) | (<move_t>middle << MIDDLE_SHIFT) | DOUBLE
                if not counting:
                    out[count] = move
                count += 1
                if not barred and may_call(lines, board, side, move):
                    if not counting:
                        out[count] = move | CALL
                    count += 1
    return count


cdef int list_moves(const Lines* lines, const Board* board, int side, move_t* out) noexcept nogil:
    return walk(lines, board, side, out, False, False)


cdef int list_noisy(const Lines* lines, const Board* board, int side, move_t* out) noexcept nogil:
    return walk(lines, board, side, out, False, True)


cdef int count_moves(const Lines* lines, const Board* board, int side) noexcept nogil:
    return walk(lines, board, side, NULL, True, False)


cdef int list_prey(const Lines* lines, const Board* board, move_t* out) noexcept nogil:
    """What the prey of a hunt may do: moves without captures and calls."""
    cdef int i, count = 0
    for i in range(list_moves(lines, board, 1, out)):
        if not out[i] & CALL and not board.men[0] & bit(move_to(out[i])):
            out[count] = out[i]
            count += 1
    return count


cdef inline void play(const Lines* lines, Board* board, move_t move, int side) noexcept nogil:
    """Make a legal move; the key stays as it is."""
    cdef int target = move_to(move)
    cdef u128 enemy = board.men[1 - side]
    board.men[side] = (board.men[side] ^ bit(move_from(move))) | bit(target)
    board.men[1 - side] &= ~bit(target)
    if move & DOUBLE:
        board.men[1 - side] &= ~bit(middle_of(move))
    board.quiet = board.quiet + 1 if board.men[1 - side] == enemy else 0
    board.forced = 0
    board.barred &= ~(1 << side)
    if move & CALL:
        board.forced = call_forces(lines, side, board.men[side], board.men[1 - side], target, board.last)
        board.barred |= 1 << side
    board.last = target


cdef u64 leaves(const Lines* lines, const Board* board, int depth, int side) noexcept nogil:
    """Perft of at least one ply, on copies of the board."""
    cdef move_t[MOST_LISTED] moves
    cdef Board next_board
    cdef u64 nodes = 0
    cdef int i, count
    if depth == 1:
        return count_moves(lines, board, side)
    count = list_moves(lines, board, side, moves)
    for i in range(count):
        next_board = board[0]
        play(lines, &next_board, moves[i], side)
        nodes += leaves(lines, &next_board, depth - 1, 1 - side)
    return nodes


cdef u64 forced_key(u128 forced) noexcept nogil:
    cdef u64 key = 0
    while forced:
        key ^= FORCED_KEY[pop_lsb(&forced)]
    return key


cdef u64 board_key(const Board* board, int side) noexcept nogil:
    """The key of what repetition compares, from scratch."""
    cdef u64 key = (SIDE_KEY if side else 0) ^ BARRED_KEY[board.barred] ^ forced_key(board.forced)
    cdef u128 men
    cdef int each
    for each in range(2):
        men = board.men[each]
        while men:
            key ^= PIECE_KEY[each][pop_lsb(&men)]
    return key


cdef u64 whole_key(const Lines* lines, const Board* board) noexcept nogil:
    """The key of all that moves and ends depend on: the last moved piece, and where they count the quiet plies, too."""
    cdef u64 key = board.key ^ LAST_KEY[board.last + 1]
    cdef int limit = quiet_limit(lines, board)
    if limit != NOWHERE:
        key ^= QUIET_KEY[min(board.quiet, limit)]
    return key


cdef str name(int point):
    return fen_format.square_name(point, FILES)


cdef list points_in(u128 points):
    found = []
    while points:
        found.append(pop_lsb(&points))
    return found


cdef class BraxState(State):
    """A game of Brax or a hunt. Options: `lines`, another board (see `rebaz_core.games.brax_lines`); of a hunt also
    `policy` and `seed`."""

    def __init__(self, str variant, dict options):
        letters = brax_lines.STANDARD
        self.variant = variant
        self.options = {}
        policy, seed = POLICIES[0], 0
        known = [option.keyword for option in (HUNT_OPTIONS if variant == "brax-hunt" else OPTIONS)]
        for keyword, value in options.items():
            if keyword not in known:
                raise OptionError("option", keyword, " or ".join(known))
            if value is None:
                continue
            if keyword == "lines":
                value = letters = brax_lines.check_lines(value)
            elif keyword == "policy":
                policy = check_policy(value)
            else:
                seed = check_seed(value)
            if value not in (brax_lines.STANDARD, POLICIES[0], 0):
                self.options[keyword] = value
        self.sides = "wb"
        self.reasons = REASONS
        self.set_lines(letters)
        self.lines.hunt = variant == "brax-hunt"
        self.policy = POLICIES.index(policy)
        self.seed = seed

    def __dealloc__(self):
        free(self.undo)

    cdef set_lines(self, str letters):
        """Build the tables of a board from its letters."""
        cdef int lower, upper, colour
        memset(&self.lines, 0, sizeof(Lines))
        for letter, (lower, upper) in zip(letters, brax_lines.LINES, strict=True):
            for colour in ("rb".index(letter), ANY):
                self.lines.step[colour][lower] |= bit(upper)
                self.lines.step[colour][upper] |= bit(lower)
                if upper == lower + 1:
                    self.lines.east[colour] |= bit(lower)
                else:
                    self.lines.north[colour] |= bit(lower)

    cdef int reserve(self, int plies) except -1:
        cdef int room = self.undo_count + plies
        cdef Board* undo
        if room > self.undo_room:
            room += 64
            undo = <Board*>realloc(self.undo, room * sizeof(Board))
            if undo == NULL:
                raise MemoryError
            self.undo = undo
            self.undo_room = room
        return 0

    # -- position strings

    def set_fen(self, str fen):
        cdef Board board
        cdef int side, each, point, fullmove
        if fen == "":
            raise FenError("fields", fen, f"{len(FIELDS)} fields ({' '.join(FIELDS)})")
        text, side_text, forced, barred, last, quiet, fullmove_text = fen_format.split_fields(fen, FIELDS)
        memset(&board, 0, sizeof(Board))
        for point, each in fen_format.parse_board(text, FILES, FILES, {"R": 0, "b": 1}):
            board.men[each] |= bit(point)
        for each in range(2):
            most = 1 if self.lines.hunt and each == 0 else MOST_PIECES
            if popcount(board.men[each]) > most:
                raise FenError("board", text, f"at most {most} of {'wb'[each]}, not {popcount(board.men[each])}")
        if not board.men[0] | board.men[1]:
            raise FenError("board", text, "at least one piece")
        side = fen_format.parse_choice("side", side_text, "wb")
        for point in fen_format.parse_squares("forced", forced, FILES, FILES):
            if not board.men[side] & bit(point):
                raise FenError("forced", forced, f"only points of pieces of {side_text}, not {name(point)}")
            board.forced |= bit(point)
        board.barred = fen_format.parse_choice("barred", barred, BARS)
        if (board.forced != 0) != ((board.barred >> (1 - side)) & 1):
            raise FenError("barred", barred, f"{'wb'[1 - side]} barred exactly when a piece of {side_text} is forced")
        board.last = NOWHERE
        if last != "-":
            found = fen_format.parse_square(last, FILES, FILES)
            if found is None or not board.men[1 - side] & bit(found):
                raise FenError("last", last, f"- or the point of a piece of {'wb'[1 - side]}, who has just moved")
            board.last = found
        elif board.forced:
            raise FenError("last", last, "the point of the piece that moved with the call")
        board.quiet = fen_format.parse_counter("quiet", quiet, MAX_CLOCK)
        fullmove = fen_format.parse_counter("fullmove", fullmove_text, MAX_CLOCK)
        if fullmove < 1:
            raise FenError("fullmove", fullmove_text, f"a plain number from 1 to {MAX_CLOCK}")
        board.key = board_key(&board, side)
        self.board = board
        self.side = side
        self.ply = 2 * (fullmove - 1) + side
        self.undo_count = 0
        self.settle()

    def fen(self):
        cdef int point
        board = fen_format.write_board([self.piece_token(point) for point in range(POINTS)], FILES)
        forced = fen_format.write_squares(points_in(self.board.forced), FILES)
        last = "-" if self.board.last == NOWHERE else name(self.board.last)
        return (f"{board} {'wb'[self.side]} {forced} {BARS[self.board.barred]} {last} {self.board.quiet} "
                f"{min(self.ply // 2 + 1, MAX_CLOCK)}")

    cdef str piece_token(self, int square):
        return "R" if self.board.men[0] & bit(square) else "b" if self.board.men[1] & bit(square) else ""

    cdef tuple board_size(self):
        return FILES, FILES

    def computed_key(self):
        cdef Board board = self.board
        board.key = board_key(&board, self.side)
        return whole_key(&self.lines, &board)

    # -- moves

    cdef void settle(self) noexcept nogil:
        """What follows from the board: the whole key, and that nobody may pass under a duty."""
        self.key = whole_key(&self.lines, &self.board)
        self.traits = CLOSED_WHEN_OVER | (0 if self.board.forced or self.lines.hunt else NULL_MOVE_SOUND)

    cdef int generate(self, move_t* out) noexcept nogil:
        if self.lines.hunt and self.side == 1:
            out[0] = self.prey_move()
            return out[0] != 0
        return list_moves(&self.lines, &self.board, self.side, out)

    cdef int generate_noisy(self, move_t* out) noexcept nogil:
        if self.lines.hunt and self.side == 1:
            return 0
        return list_noisy(&self.lines, &self.board, self.side, out)

    cdef int count_moves(self) noexcept nogil:
        if self.lines.hunt and self.side == 1:
            return self.prey_move() != 0
        return count_moves(&self.lines, &self.board, self.side)

    cdef u64 perft(self, int depth) noexcept nogil:
        if self.lines.hunt:
            return State.perft(self, depth)
        return leaves(&self.lines, &self.board, depth, self.side) if depth > 0 else 1

    cdef move_t prey_move(self) noexcept nogil:
        """The move that the policy makes for the prey, without captures and calls; 0 if there is none."""
        cdef move_t[MOST_LISTED] moves
        cdef Board free
        cdef int i, risk, least = 0, count = list_prey(&self.lines, &self.board, moves)
        cdef move_t chosen = 0
        cdef u64 seed
        if count == 0:
            # Forced pieces that could only capture: the duty lapses.
            free = self.board
            free.forced = 0
            count = list_prey(&self.lines, &free, moves)
        if count == 0:
            return 0
        if self.policy == RANDOM:
            seed = self.seed + (<u64>self.board.quiet << 32) + (
                <u64>popcount(self.board.men[0] | self.board.men[1]) << 56)
            return moves[split_mix(&seed) % <u64>count]
        for i in range(count):
            risk = self.risk(moves[i])
            if not chosen or risk < least:
                chosen, least = moves[i], risk
        return chosen

    cdef int risk(self, move_t move) noexcept nogil:
        """What a fleeing prey avoids: pieces that the hunter could capture, and after that to come near it."""
        cdef Board board = self.board
        cdef u128 hunters = board.men[0]
        cdef int hunter = pop_lsb(&hunters), target = move_to(move)
        cdef u128 caught
        play(&self.lines, &board, move, 1)
        caught = reach(&self.lines, 0, hunter, ~board.men[0]) & board.men[1]
        return 32 * popcount(caught) - abs(hunter % FILES - target % FILES) - abs(hunter // FILES - target // FILES)

    cdef bint is_noisy(self, move_t move) noexcept nogil:
        return (self.board.men[1 - self.side] & bit(move_to(move))) != 0

    cdef void make(self, move_t move) noexcept nogil:
        cdef Board* board = &self.board
        cdef int side = self.side
        cdef u128 taken = board.men[1 - side]
        cdef u64 key = board.key ^ SIDE_KEY ^ BARRED_KEY[board.barred] ^ forced_key(board.forced)
        self.undo[self.undo_count] = board[0]
        self.undo_count += 1
        play(&self.lines, board, move, side)
        key ^= PIECE_KEY[side][move_from(move)] ^ PIECE_KEY[side][move_to(move)]
        taken ^= board.men[1 - side]
        while taken:
            key ^= PIECE_KEY[1 - side][pop_lsb(&taken)]
        board.key = key ^ BARRED_KEY[board.barred] ^ forced_key(board.forced)
        self.side = 1 - side
        self.ply += 1
        self.settle()

    cdef void unmake(self) noexcept nogil:
        self.undo_count -= 1
        self.board = self.undo[self.undo_count]
        self.side = 1 - self.side
        self.ply -= 1
        self.settle()

    cdef void make_null(self) noexcept nogil:
        cdef Board* board = &self.board
        self.undo[self.undo_count] = board[0]
        self.undo_count += 1
        board.key ^= SIDE_KEY ^ BARRED_KEY[board.barred]
        board.barred &= ~(1 << self.side)
        board.key ^= BARRED_KEY[board.barred]
        board.last = NOWHERE
        board.quiet = 0      # a pass ends what repetition looks back on
        self.side = 1 - self.side
        self.ply += 1
        self.settle()

    cdef void unmake_null(self) noexcept nogil:
        self.unmake()

    # -- ends

    cdef int occurrences(self, int plies, int wanted) noexcept nogil:
        """How often, up to `wanted`, this position has stood on the board, now included, in the last `plies` plies as
        far as the moves made tell."""
        cdef int back = 4, count = 1
        cdef int most = min(plies, min(self.board.quiet, self.undo_count))
        while back <= most and count < wanted:
            if self.undo[self.undo_count - back].key == self.board.key:
                count += 1
            back += 2
        return count

    cdef bint repeated(self, int plies) noexcept nogil:
        return self.occurrences(plies, 2) == 2

    cdef int ending(self, int move_count, int* winner) noexcept nogil:
        cdef int side
        for side in range(2):
            if not self.board.men[side]:
                winner[0] = 1 - side
                return NO_PIECES
        winner[0] = NOBODY
        if ended(&self.lines, &self.board):
            if self.lines.hunt:
                winner[0] = 1
            return QUIET
        if self.board.quiet >= 8 and self.occurrences(self.board.quiet, 3) == 3:
            return REPETITION
        return GOES_ON

    cdef int plies_left(self) noexcept nogil:
        cdef int limit = quiet_limit(&self.lines, &self.board)
        return State.plies_left(self) if limit == NOWHERE else max(0, limit - self.board.quiet)

    # -- what Position shows

    cdef State copy(self):
        cdef BraxState other = BraxState.__new__(BraxState)
        self.copy_common(other)
        other.lines = self.lines
        other.policy = self.policy
        other.seed = self.seed
        other.board = self.board
        other.reserve(self.undo_count)
        if self.undo_count:
            memcpy(other.undo, self.undo, self.undo_count * sizeof(Board))
        other.undo_count = self.undo_count
        return other

    cdef Move move_object(self, move_t code):
        middle = name(middle_of(code)) if code & DOUBLE else ""
        return new_move(code, name(move_from(code)) + middle + name(move_to(code)) + ("!" if code & CALL else ""))

    cdef move_t parse_move(self, str text) except? 0:
        cdef move_t code
        points, rest = fen_format.split_squares(text, 3, FILES, FILES)
        if len(points) < 2 or rest not in ("", "!"):
            raise MoveError("move", text, "two points, such as d6e6, or three for a double capture, such as e3e4e5, "
                                          "and ! for a call")
        code = <move_t>points[0] | (<move_t>points[len(points) - 1] << 7)
        if len(points) == 3:
            code |= (<move_t>points[1] << MIDDLE_SHIFT) | DOUBLE
        return code | CALL if rest else code

    cdef str fault(self, move_t code):
        cdef int source = move_from(code), target = move_to(code)
        cdef str fault
        if self.lines.hunt and self.side == 1:
            return f"the prey's policy moves {self.move_object(self.prey_move()).text}"
        if not self.board.men[self.side] & bit(source):
            what = f"a piece of {'wb'[1 - self.side]}" if self.board.men[1 - self.side] & bit(source) else "empty"
            return f"{name(source)} is {what}"
        if not movers(&self.lines, &self.board, self.side) & bit(source):
            return f"after the call one of {', '.join(map(name, points_in(self.board.forced)))} must move"
        if self.board.men[self.side] & bit(target):
            return f"an own piece on {name(target)}"
        if code & DOUBLE:
            fault = self.double_fault(source, middle_of(code), target)
        else:
            fault = self.step_fault(source, target)
        return self.call_fault(code) if fault is None and code & CALL else fault

    cdef str step_fault(self, int source, int target):
        """Why a piece can't go to a point that is not its own side's by one step or two; None if it can."""
        cdef int distance = abs(source % FILES - target % FILES) + abs(source // FILES - target // FILES)
        cdef u128 between = self.lines.step[ANY][source] & self.lines.step[ANY][target]
        cdef u128 clear = between & self.lines.step[self.side][source] & self.lines.step[self.side][target]
        if distance == 1:
            return None
        if distance != 2:
            return f"{name(target)} is neither one step nor two from {name(source)}"
        if not clear:
            return "two steps need two lines of the own colour: " + ", ".join(
                self.colour_fault(source, point) or self.colour_fault(point, target) for point in points_in(between))
        if clear & ~(self.board.men[0] | self.board.men[1]):
            return None
        return f"two steps do not pass over a piece, as on {name(points_in(clear)[0])}, unless both are captured"

    cdef str double_fault(self, int source, int middle, int target):
        """Why a piece can't capture twice; None if it can."""
        if not (self.lines.step[ANY][source] & bit(middle) and self.lines.step[ANY][target] & bit(middle)
                and source != target):
            return f"{name(source)}, {name(middle)} and {name(target)} are not one step apart each"
        fault = self.colour_fault(source, middle) or self.colour_fault(middle, target)
        if fault:
            return f"two steps need two lines of the own colour: {fault}"
        for point in (middle, target):
            if not self.board.men[1 - self.side] & bit(point):
                return f"a double capture needs an enemy on {name(point)}"
        return None

    cdef str colour_fault(self, int start, int end):
        """That the line between two neighbouring points is of the other side's colour; None if it is the own."""
        if self.lines.step[self.side][start] & bit(end):
            return None
        return f"{name(start)}-{name(end)} is {('blue', 'red')[self.side]}"

    cdef str call_fault(self, move_t move):
        """Which condition of a call fails after a move that is legal without one; None if none does."""
        cdef Board board = self.board
        cdef int side = self.side
        if (board.barred >> side) & 1:
            return f"no call, for {'wb'[side]} called on its previous turn"
        play(&self.lines, &board, move & ~<move_t>(CALL), side)
        if popcount(board.men[0] | board.men[1]) == 3 and board.men[1 - side]:
            return "no call with one piece against two"
        if not call_forces(&self.lines, side, board.men[side], board.men[1 - side], move_to(move), self.board.last):
            return (f"no call, for the piece on {name(move_to(move))} threatens nothing, and no other piece the enemy "
                    "that moved last")
        return None

    cdef object planes(self):
        """Uint8 planes [plane, rank, file]: the pieces of w, of b, the forced ones, the last moved one, the bars on w
        and on b, the side to move, the quiet plies (at most 255), where the line to the right and upwards is red."""
        import numpy
        cdef int point
        planes = numpy.zeros((10, POINTS), dtype=numpy.uint8)
        for point in range(POINTS):
            planes[0, point] = (self.board.men[0] & bit(point)) != 0
            planes[1, point] = (self.board.men[1] & bit(point)) != 0
            planes[2, point] = (self.board.forced & bit(point)) != 0
            planes[8, point] = (self.lines.east[0] & bit(point)) != 0
            planes[9, point] = (self.lines.north[0] & bit(point)) != 0
        if self.board.last != NOWHERE:
            planes[3, self.board.last] = 1
        planes[4] = self.board.barred & 1
        planes[5] = self.board.barred >> 1
        planes[6] = self.side
        planes[7] = min(self.board.quiet, 255)
        return planes.reshape(10, FILES, FILES)


cdef void build_keys():
    global SIDE_KEY
    cdef u64 seed = 1889
    cdef int i, side
    for i in range(POINTS):
        for side in range(2):
            PIECE_KEY[side][i] = split_mix(&seed)
        FORCED_KEY[i] = split_mix(&seed)
        LAST_KEY[i + 1] = split_mix(&seed)
    LAST_KEY[0] = 0
    for i in range(HUNT_LIMIT + 1):
        QUIET_KEY[i] = split_mix(&seed)
    BARRED_KEY[0] = 0
    for i in range(1, 4):
        BARRED_KEY[i] = split_mix(&seed)
    SIDE_KEY = split_mix(&seed)


build_keys()
