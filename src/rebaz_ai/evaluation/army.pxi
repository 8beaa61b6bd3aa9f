# The evaluation of armies by chess's rules over sets of type `bits`. The including module defines `bits`, its `bit`,
# `lsb`, `popcount`, `left`, `right`, SQUARES, the functions `on_board`, `board_of`, `ends_of`, `place_of` and
# `steps_left`, the class STATE_TYPE that `board_of` reads, and imports the board's names.

cimport cython

cdef enum:
    MATERIAL
    PLACE
    MOBILITY
    PAWNS
    PIECES
    THREATS
    KING_SAFETY
    TERMS

    FULL_PHASE = 24
    MAX_STEPS = 9            # of a pawn to its promotion

TERM_NAMES = ("material", "place", "mobility", "pawns", "pieces", "threats", "king safety")

include "pairs.pxi"

cdef struct View:
    # What the terms of one side look at.
    bits own
    bits own_pawns
    bits occupied
    bits open_squares        # that a piece would gladly go to
    bits zone                # the enemy king's square and its neighbours
    bits majors              # enemy rooks and queens
    int ends
    int units                # of the siege of the enemy king
    int threats              # of minor pieces against majors


cdef inline bits forward(bits x, const int side) noexcept nogil:
    return on_board(x << 8) if side == 0 else x >> 8


cdef inline bits filled(bits x, const int side) noexcept nogil:
    """With all that lies ahead for `side`, the board's edge not looked at."""
    # On eight ranks the last step has no squares left to fill and goes nowhere.
    if side == 0:
        x |= x << 8
        x |= x << 16
        x |= x << 32
        return x | x << (64 % SQUARES)
    x |= x >> 8
    x |= x >> 16
    x |= x >> 32
    return x | x >> (64 % SQUARES)


cdef inline int distance(int a, int b) noexcept nogil:
    """Moves of a king from one square to another."""
    return max(abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3)))


cdef class ArmyEvaluator(Evaluator):
    """Material, place, mobility, pawn structure, pairs and files, threats, and the king's safety; tapered."""

    cdef pair[TYPES] values
    cdef pair[TYPES][64] place       # by row * 8 + file, rows from the own side's first
    cdef pair[TYPES] mobility
    cdef pair[MAX_STEPS + 1] passed
    cdef pair king_near_own
    cdef pair king_near_enemy
    cdef pair passed_blocked
    cdef pair bishop_pair
    cdef pair rook_open_file
    cdef pair rook_half_open_file
    cdef pair outpost
    cdef pair doubled
    cdef pair isolated
    cdef pair backward
    cdef pair phalanx
    cdef pair pawn_threat
    cdef pair minor_threat
    cdef int[TYPES] worth            # in exchanges
    cdef int[TYPES] phase
    cdef int[TYPES] mobility_base
    cdef int[TYPES] siege
    cdef int siege_scale
    cdef int siege_most
    cdef int shield
    cdef int tempo

    def __cinit__(self):
        self.state_type = STATE_TYPE

    def __init__(self, table):
        cdef int type, square
        for type in range(TYPES):
            self.phase[type] = table["phase"][type]
            self.mobility_base[type] = table["mobility_base"][type]
            self.siege[type] = table["siege"][type]
            self.values[type] = pair_from(table["values"][type])
            self.worth[type] = ROYAL if type == KING else middle_of(self.values[type])
            self.mobility[type] = pair_from(table["mobility"][type])
            for square in range(64):
                self.place[type][square] = pair_from([
                    table[f"rank_{name}"][type][square // 8] + table[f"file_{name}"][type][square % 8]
                    for name in ("middle", "end")])
        for square in range(MAX_STEPS + 1):
            self.passed[square] = pair_from(table["passed"][square])
        self.king_near_own = pair_from(table["king_near_own"])
        self.king_near_enemy = pair_from(table["king_near_enemy"])
        self.passed_blocked = pair_from(table["passed_blocked"])
        self.bishop_pair = pair_from(table["bishop_pair"])
        self.rook_open_file = pair_from(table["rook_open_file"])
        self.rook_half_open_file = pair_from(table["rook_half_open_file"])
        self.outpost = pair_from(table["outpost"])
        self.doubled = pair_from(table["doubled"])
        self.isolated = pair_from(table["isolated"])
        self.backward = pair_from(table["backward"])
        self.phalanx = pair_from(table["phalanx"])
        self.pawn_threat = pair_from(table["pawn_threat"])
        self.minor_threat = pair_from(table["minor_threat"])
        self.siege_scale = table["siege_scale"]
        self.siege_most = table["siege_most"]
        self.shield = table["shield"]
        self.tempo = table["tempo"]
        self.read_scales(table)

    @cython.final
    cdef inline void piece_terms(self, const Board* board, const int type, const int side, View* view,
                                 pair* terms) noexcept nogil:
        """Material, place, mobility and what the pieces of one type attack."""
        cdef bits pieces = board.by_type[type] & view.own
        cdef bits reach
        cdef int square, targets = 0
        cdef int count = popcount(pieces)
        terms[MATERIAL] += self.values[type] * count
        if PAWN < type < KING:
            targets = -count * self.mobility_base[type]
        while pieces:
            square = lsb(pieces)
            pieces &= pieces - 1
            terms[PLACE] += self.place[type][place_of(view.ends, square, side)]
            if PAWN < type < KING:
                reach = piece_attacks(type, square, view.occupied)
                targets += popcount(reach & view.open_squares)
                view.units += self.siege[type] * popcount(reach & view.zone)
                if type < ROOK:
                    view.threats += popcount(reach & view.majors)
        if PAWN < type < KING:
            terms[MOBILITY] += self.mobility[type] * targets

    @cython.final
    cdef inline void pawn_terms(self, const Board* board, const int side, const View* view, bits guarded,
                                bits stoppers, pair* terms) noexcept nogil:
        """Doubled, isolated, backward, adjacent and passed pawns.

        Enemy pawns guard the squares `guarded` and stand on the files of `stoppers` further ahead.
        """
        cdef bits own = view.own_pawns
        cdef bits beside = left(own) | right(own)
        cdef bits supported = filled(beside, side)      # where a pawn beside is level or behind
        cdef bits isolated = own & ~(supported | filled(beside, 1 - side))
        cdef bits pawns = own & ~(stoppers | left(stoppers) | right(stoppers))
        cdef int square, steps, own_king, enemy_king
        terms[PAWNS] += (self.phalanx * popcount(own & right(own))
                         + self.doubled * popcount(own & filled(forward(own, 1 - side), 1 - side))
                         + self.isolated * popcount(isolated)
                         + self.backward * popcount(own & ~supported & ~isolated & forward(guarded, 1 - side)))
        if not pawns:
            return
        pawns &= ~filled(forward(own | board.walls, 1 - side), 1 - side)
        own_king = lsb(board.by_type[KING] & view.own)
        enemy_king = lsb(board.by_type[KING] & ~view.own)
        while pawns:
            square = lsb(pawns)
            pawns &= pawns - 1
            steps = steps_left(board, square, side)
            if steps > MAX_STEPS:
                continue
            terms[PAWNS] += self.passed[steps]
            square += 8 if side == 0 else -8
            if bit(square) & view.occupied:
                terms[PAWNS] += self.passed_blocked
            if steps <= 4:
                terms[PAWNS] += (self.king_near_own * (distance(own_king, square) * (5 - steps))
                                 + self.king_near_enemy * (distance(enemy_king, square) * (5 - steps)))

    @cython.final
    cdef inline void side_terms(self, const Board* board, const int side, pair* terms) noexcept nogil:
        """The terms of one side."""
        cdef bits own = board.by_side[side]
        cdef bits enemy = board.by_side[1 - side]
        cdef bits own_pawns = board.by_type[PAWN] & own
        cdef bits enemy_pawns = board.by_type[PAWN] & enemy
        cdef bits guarded = forward(left(enemy_pawns) | right(enemy_pawns), 1 - side)
        cdef bits pawn_attacks = forward(left(own_pawns) | right(own_pawns), side)
        cdef bits stoppers = filled(forward(enemy_pawns, 1 - side), 1 - side)
        cdef bits minors = (board.by_type[KNIGHT] | board.by_type[BISHOP]) & own
        cdef bits reach
        cdef View view
        cdef int term
        view.own = own
        view.own_pawns = own_pawns
        view.occupied = own | enemy | board.walls
        view.open_squares = on_board(~(own | guarded | board.walls))
        view.majors = (board.by_type[ROOK] | board.by_type[QUEEN]) & enemy
        reach = board.by_type[KING] & enemy
        reach |= left(reach) | right(reach)
        view.zone = reach | forward(reach, 0) | forward(reach, 1)
        view.ends = ends_of(board)
        view.units = 0
        view.threats = 0
        for term in range(TERMS):
            terms[term] = 0
        self.piece_terms(board, PAWN, side, &view, terms)
        self.piece_terms(board, KNIGHT, side, &view, terms)
        self.piece_terms(board, BISHOP, side, &view, terms)
        self.piece_terms(board, ROOK, side, &view, terms)
        self.piece_terms(board, QUEEN, side, &view, terms)
        self.piece_terms(board, KING, side, &view, terms)
        self.pawn_terms(board, side, &view, guarded, stoppers, terms)
        terms[PIECES] = self.outpost * popcount(minors & pawn_attacks & ~(left(stoppers) | right(stoppers)))
        if board.by_type[ROOK] & own:
            terms[PIECES] += self.rook_terms(board.by_type[ROOK] & own, own_pawns, enemy_pawns)
        if popcount(board.by_type[BISHOP] & own) >= 2:
            terms[PIECES] += self.bishop_pair
        terms[THREATS] = (self.minor_threat * view.threats
                          + self.pawn_threat * popcount(pawn_attacks & enemy & ~enemy_pawns))
        reach = board.by_type[KING] & own
        reach = forward(reach | left(reach) | right(reach), side)
        terms[KING_SAFETY] = pair_of(self.shield * popcount(reach & own_pawns)
                                     + min(view.units * view.units * self.siege_scale // 8, self.siege_most), 0)

    @cython.final
    cdef inline pair rook_terms(self, bits rooks, bits own_pawns, bits enemy_pawns) noexcept nogil:
        """Rooks on files without own pawns."""
        rooks &= ~(filled(own_pawns, 0) | filled(own_pawns, 1))
        enemy_pawns = filled(enemy_pawns, 0) | filled(enemy_pawns, 1)
        return (self.rook_open_file * popcount(rooks & ~enemy_pawns)
                + self.rook_half_open_file * popcount(rooks & enemy_pawns))

    cdef inline int taper(self, pair value, int phase) noexcept nogil:
        return (middle_of(value) * phase + end_of(value) * (FULL_PHASE - phase)) // FULL_PHASE

    @cython.final
    cdef int phase_of(self, const Board* board) noexcept nogil:
        """FULL_PHASE with all men on the board, 0 for kings and pawns alone."""
        cdef int type, phase = 0
        for type in range(TYPES):
            phase += self.phase[type] * popcount(board.by_type[type])
        return min(phase, FULL_PHASE)

    @cython.final
    cdef int both_sides(self, const Board* board, pair* white, pair* black) noexcept nogil:
        """The terms of both sides; returns the phase."""
        self.side_terms(board, 0, white)
        self.side_terms(board, 1, black)
        return self.phase_of(board)

    cdef int evaluate(self, State state) noexcept nogil:
        cdef pair[TERMS] white
        cdef pair[TERMS] black
        cdef pair total = 0
        cdef int i, score
        cdef int phase = self.both_sides(board_of(state), white, black)
        for i in range(TERMS):
            total += white[i] - black[i]
        score = self.taper(total, phase)
        return (-score if state.side else score) + self.tempo

    cdef list terms(self, State state):
        cdef pair[TERMS] white
        cdef pair[TERMS] black
        cdef int i
        cdef int phase = self.both_sides(board_of(state), white, black)
        rows = [(TERM_NAMES[i], self.taper(white[i], phase), self.taper(black[i], phase)) for i in range(TERMS)]
        return [*rows, ("tempo", 0 if state.side else self.tempo, self.tempo if state.side else 0)]

    cdef bint zugzwang_likely(self, State state) noexcept nogil:
        """Whether it has nothing but a king and pawns."""
        cdef const Board* board = board_of(state)
        return not board.by_side[state.side] & ~(board.by_type[PAWN] | board.by_type[KING])

    cdef int gain(self, State state, move_t move) noexcept nogil:
        cdef const Board* board = board_of(state)
        cdef int captured = board.squares[move_to(move)]
        cdef int value = 0
        if captured != EMPTY:
            value = self.worth[captured & 7]
        elif takes_en_passant(board, move):
            value = self.worth[PAWN]
        if move & PROMOTES:
            value += self.worth[(move >> PROMOTED_SHIFT) & 7] - self.worth[PAWN]
        return max(value, 0)

    cdef int noisy_order(self, State state, move_t move) noexcept nogil:
        return 8 * self.gain(state, move) + max(0, 1000 - self.mover_value(state, move))

    cdef void describe_moves(self, State state, const move_t* moves, int count, int* out) noexcept nogil:
        cdef const Board* board = board_of(state)
        cdef int i
        for i in range(count):
            if changes_material(board, moves[i]):
                out[i] = ArmyEvaluator.noisy_order(self, state, moves[i])
            else:
                out[i] = ~landing_of(board.squares[move_from(moves[i])] & 7, moves[i])

    cdef int mover_kind(self, State state, move_t move) noexcept nogil:
        return board_of(state).squares[move_from(move)] & 7

    cdef int mover_value(self, State state, move_t move) noexcept nogil:
        cdef int type = board_of(state).squares[move_from(move)] & 7
        if move & PROMOTES:
            type = (move >> PROMOTED_SHIFT) & 7
        return self.worth[type]

    cdef bint exchange_at_least(self, State state, move_t move, int threshold) noexcept nogil:
        """As for every game, with one set of attackers that grows where a capture opens a line."""
        cdef const Board* board = board_of(state)
        cdef int balance = ArmyEvaluator.gain(self, state, move) - threshold
        cdef int target = move_to(move)
        cdef int side = state.side
        cdef int type
        cdef bint result = True
        cdef bits occupied, attackers, own
        if balance < 0:
            return False
        balance -= ArmyEvaluator.mover_value(self, state, move)
        if balance >= 0:
            return True
        occupied = (board.by_side[0] | board.by_side[1] | board.walls | bit(target)) ^ bit(move_from(move))
        attackers = attackers_to(board, target, occupied)
        while True:
            side = 1 - side
            attackers &= occupied
            own = attackers & board.by_side[side]
            if not own:
                return result
            type = PAWN
            while not own & board.by_type[type]:
                type += 1
            result = not result
            balance = -balance - 1 - self.worth[type]
            own &= board.by_type[type]
            occupied ^= bit(lsb(own))
            if type != KNIGHT and type != ROOK:
                attackers |= (piece_attacks(BISHOP, target, occupied)
                              & (board.by_type[BISHOP] | board.by_type[QUEEN]))
            if type >= ROOK:
                attackers |= piece_attacks(ROOK, target, occupied) & (board.by_type[ROOK] | board.by_type[QUEEN])
            if balance >= 0:
                # A king can't take what is guarded.
                if type == KING and attackers & occupied & board.by_side[1 - side]:
                    result = not result
                return result
