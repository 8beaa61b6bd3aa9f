"""Brax: pieces on the points of a board of two-coloured lines. Specification: the rules page *Brax*."""

from libc.stdlib cimport abs, free
from libc.string cimport memcpy, memset

from rebaz_core.bitboard cimport split_mix, u64
from rebaz_core.bitboard128 cimport bit128 as bit, pop_lsb128 as pop_lsb, popcount128 as popcount, u128
from rebaz_core.games.brax_moves cimport (ANY, CALL, DOUBLE, FILES, FLEE, MIDDLE_SHIFT, MOST_LISTED, MOST_PIECES,
                                          NOWHERE, POINTS, RANDOM, Board, Lines, board_key, call_forces, count_moves,
                                          ended, leaves, list_moves, list_noisy, list_prey, may_end_turn, middle_of,
                                          mobile, movers, play, play_keyed, play_null, quiet_limit, reach, victims,
                                          whole_key)
from rebaz_core.state cimport (CLOSED_WHEN_OVER, GOES_ON, NOBODY, NULL_MOVE_SOUND, SAME_SIDE_TWICE, Move, State, grown,
                               move_from, move_t, move_to, new_move)

from rebaz_core import fen as fen_format
from rebaz_core.errors import FenError, MoveError, OptionError
from rebaz_core.games import brax_lines
from rebaz_core.options import GameOption

cdef enum:
    NO_PIECES = 1
    QUIET
    REPETITION

REASONS = ("", "no-pieces", "quiet", "repetition")
FIELDS = ("board", "side", "forced", "barred", "last", "quiet", "fullmove")
ALLIES_FIELDS = ("board", "side", "moved", "forced", "barred", "last", "quiet", "fullmove")
LETTERS = "RbMm"             # by side; with partners the second players' pieces are marked
BARS = ("-", "w", "b", "wb")
START = "1bbbbbbb1/9/9/9/9/9/9/9/1RRRRRRR1 w - - - 0 1"
TEAMS_START = "3bbb3/9/9/m7M/m7M/m7M/9/9/3RRR3 w - - - 0 1"
ALLIES_START = "2bbbbb2/9/9/9/9/9/9/9/1RRR1MMM1 w - - - - 0 1"
HUNT_START = "1bbbbbbb1/9/9/9/9/9/9/9/4R4 w - - - 0 1"
POLICIES = ("random", "flee")
MAX_SEED = 999_999_999


def check_policy(value):
    """A policy's name, or OptionError."""
    if not isinstance(value, str) or value not in POLICIES:
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



cdef str name(int point):
    return fen_format.square_name(point, FILES)


cdef str point_or_none(int point):
    return "-" if point == NOWHERE else name(point)


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
        self.lines.teams = variant == "brax4"
        self.lines.allies = variant == "brax3"
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
        self.undo = <Board*>grown(self.undo, &self.undo_room, self.undo_count + plies, sizeof(Board))
        return 0

    # -- position strings

    def set_fen(self, str fen):
        cdef Board board
        cdef u128 forced_points = 0
        cdef int side, each, point, fullmove, count
        names = ALLIES_FIELDS if self.lines.allies else FIELDS
        if fen == "":
            raise FenError("fields", fen, f"{len(names)} fields ({' '.join(names)})")
        fields = dict(zip(names, fen_format.split_fields(fen, names), strict=True))
        text, forced, last = fields["board"], fields["forced"], fields["last"]
        memset(&board, 0, sizeof(Board))
        board.moved = NOWHERE
        letters = LETTERS if self.lines.teams else LETTERS[:3] if self.lines.allies else LETTERS[:2]
        for point, each in fen_format.parse_board(text, FILES, FILES, {letter: i for i, letter in enumerate(letters)}):
            board.men[each & 1] |= bit(point)
            if each & 2:
                board.marked |= bit(point)
        for each in range(len(letters)):
            count = popcount(board.men[each & 1] & (board.marked if each & 2 else ~board.marked))
            most = self.most_pieces(each)
            if count > most:
                raise FenError("board", text, f"at most {most} {letters[each]}, not {count}")
        if not board.men[0] | board.men[1]:
            raise FenError("board", text, "at least one piece")
        side = fen_format.parse_choice("side", fields["side"], "wb")
        fullmove = fen_format.parse_counter("fullmove", fields["fullmove"], fen_format.MAX_CLOCK, minimum=1)
        if self.lines.allies:
            board.moved = self.read_moved(&board, side, fields["moved"])
        if self.lines.teams:
            board.turn = (fullmove - 1) & 1
        for point in fen_format.parse_squares("forced", forced, FILES, FILES):
            if not self.bindable(&board, side) & bit(point):
                raise FenError("forced", forced, f"only pieces that {'wb'[side]} moves now, not {name(point)}")
            forced_points |= bit(point)
        board.forced = forced_points
        board.barred = fen_format.parse_choice("barred", fields["barred"], BARS)
        called = (board.barred >> (1 - side)) & 1
        if board.forced and not called or called and not board.forced and board.moved == NOWHERE:
            raise FenError("barred", fields["barred"],
                           f"{'wb'[1 - side]} barred exactly when a piece of {'wb'[side]} is forced")
        board.last = NOWHERE
        if last != "-":
            found = fen_format.parse_square(last, FILES, FILES)
            if found is None or not board.men[1 - side] & bit(found):
                raise FenError("last", last, f"- or the point of a piece of {'wb'[1 - side]}, who has just moved")
            board.last = found
        elif board.forced and board.moved == NOWHERE:
            raise FenError("last", last, "the point of the piece that moved with the call")
        board.quiet = fen_format.parse_counter("quiet", fields["quiet"], fen_format.MAX_CLOCK)
        board.key = board_key(&board, side)
        self.board = board
        self.side = side
        self.ply = 2 * (fullmove - 1) + side
        self.undo_count = 0
        self.settle()

    cdef int most_pieces(self, int player):
        """How many pieces a player, by the index of the letter, can have."""
        if self.lines.teams:
            return 3
        if self.lines.allies:
            return 5 if player == 1 else 3
        return 1 if self.lines.hunt and player == 0 else MOST_PIECES

    cdef int read_moved(self, const Board* board, int side, str text) except? -2:
        """Where the piece stands that has moved first in the turn."""
        if text == "-":
            return NOWHERE
        found = fen_format.parse_square(text, FILES, FILES)
        if found is None or not board.men[side] & bit(found):
            raise FenError("moved", text, f"- or the point of the piece that {'wb'[side]} has moved in this turn")
        if not mobile(&self.lines, board, side, board.men[side] & ~bit(<int>found)):
            raise FenError("moved", text, f"-, for {'wb'[side]} has no other piece that can move")
        return found

    cdef u128 bindable(self, const Board* board, int side) noexcept:
        """The pieces that a duty can name: with allies all that have not moved in the turn, also without a move."""
        if not self.lines.allies:
            return movers(&self.lines, board, side)
        return board.men[side] & ~(bit(board.moved) if board.moved != NOWHERE else 0)

    def fen(self):
        cdef int point
        board = fen_format.write_board([self.piece_token(point) for point in range(POINTS)], FILES)
        moved = [point_or_none(self.board.moved)] if self.lines.allies else []
        forced = fen_format.write_squares(points_in(self.board.forced), FILES)
        fullmove = min(self.ply // 2 + 1, fen_format.MAX_CLOCK)
        if self.lines.teams and (fullmove - 1) & 1 != self.board.turn:
            # The partner's is the full move before where the counter stands still.
            fullmove -= 1
        quiet = min(self.board.quiet, fen_format.MAX_CLOCK)
        return " ".join([board, "wb"[self.side], *moved, forced, BARS[self.board.barred],
                         point_or_none(self.board.last), str(quiet), str(fullmove)])

    cdef str piece_token(self, int square):
        cdef int kind = 2 if self.board.marked & bit(square) else 0
        if self.board.men[0] & bit(square):
            return LETTERS[kind]
        return LETTERS[kind + 1] if self.board.men[1] & bit(square) else ""

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
        self.traits = (CLOSED_WHEN_OVER | (SAME_SIDE_TWICE if self.lines.allies else 0)
                       | (0 if self.board.forced or self.lines.hunt else NULL_MOVE_SOUND))

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
        self.undo[self.undo_count] = self.board
        self.undo_count += 1
        play_keyed(&self.lines, &self.board, move, self.side)
        if self.board.moved == NOWHERE:
            self.side = 1 - self.side
            self.ply += 1
        self.settle()

    cdef void unmake(self) noexcept nogil:
        if self.board.moved == NOWHERE:
            self.side = 1 - self.side
            self.ply -= 1
        self.undo_count -= 1
        self.board = self.undo[self.undo_count]
        self.settle()

    cdef void make_null(self) noexcept nogil:
        self.undo[self.undo_count] = self.board
        self.undo_count += 1
        play_null(&self.lines, &self.board, self.side)
        self.side = 1 - self.side
        self.ply += 1
        self.settle()

    cdef void unmake_null(self) noexcept nogil:
        self.unmake()

    # -- ends

    cdef int occurrences(self, int plies, int wanted) noexcept nogil:
        """How often, up to `wanted`, this position has stood on the board, now included, in the last `plies` plies as
        far as the moves made tell."""
        cdef int back = 4, count = 1, step = 1 if self.lines.allies else 2
        cdef int most = min(plies, min(self.board.quiet, self.undo_count))
        while back <= most and count < wanted:
            if self.undo[self.undo_count - back].key == self.board.key:
                count += 1
            back += step
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
        cdef u128 able = movers(&self.lines, &self.board, self.side)
        cdef str fault
        if self.lines.hunt and self.side == 1:
            calls = ", without a call, for the prey makes none" if code & CALL else ""
            return f"the policy moves for the prey, now {self.move_object(self.prey_move()).text}{calls}"
        names = ", ".join(map(name, points_in(able)))
        if self.board.men[1 - self.side] & bit(source):
            own = f", for which the policy moves; w moves the piece on {names}" if self.lines.hunt else ""
            return f"{name(source)} is a piece of {'wb'[1 - self.side]}{own}"
        if not self.board.men[self.side] & bit(source):
            return f"{name(source)} is empty"
        if not able & bit(source):
            if able & ~self.board.forced:
                return f"only {names} may move in this turn"
            return f"{names} must move" if popcount(able) == 1 else f"one of {names} must move"
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
        cdef u128 enemy
        cdef int side = self.side
        if not may_end_turn(&self.lines, &board, side):
            return "no call before the second move of a turn"
        if (board.barred >> side) & 1:
            return f"no call, for {'wb'[side]} called on its previous turn"
        play(&self.lines, &board, move & ~<move_t>(CALL), side)
        if popcount(board.men[0] | board.men[1]) == 3 and board.men[1 - side]:
            return "no call with one piece against two"
        enemy = victims(&self.lines, &self.board, side, board.men[1 - side])
        if not call_forces(&self.lines, side, board.men[side], enemy, move_to(move), self.board.last):
            return (f"no call, for the piece on {name(move_to(move))} threatens nothing that would have to move, and "
                    "no other piece the enemy that moved last")
        return None

    cdef object planes(self):
        """Uint8 planes [plane, rank, file]: the pieces of w, of b, the forced ones, the last moved one, the bars on w
        and on b, the side to move, the quiet plies (at most 255), where the line to the right and upwards is red; the
        second players' pieces, the partner to move, and the piece that the side to move has moved in its turn."""
        import numpy
        cdef int point
        planes = numpy.zeros((13, POINTS), dtype=numpy.uint8)
        for point in range(POINTS):
            planes[0, point] = (self.board.men[0] & bit(point)) != 0
            planes[1, point] = (self.board.men[1] & bit(point)) != 0
            planes[2, point] = (self.board.forced & bit(point)) != 0
            planes[8, point] = (self.lines.east[0] & bit(point)) != 0
            planes[9, point] = (self.lines.north[0] & bit(point)) != 0
            planes[10, point] = (self.board.marked & bit(point)) != 0
        if self.board.last != NOWHERE:
            planes[3, self.board.last] = 1
        planes[4] = self.board.barred & 1
        planes[5] = self.board.barred >> 1
        planes[6] = self.side
        planes[7] = min(self.board.quiet, 255)
        planes[11] = self.board.turn
        if self.board.moved != NOWHERE:
            planes[12, self.board.moved] = 1
        return planes.reshape(13, FILES, FILES)
