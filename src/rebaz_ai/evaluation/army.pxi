# The evaluation of armies by chess's rules over sets of type `bits`. The including module defines `bits`, its `bit`,
# `lsb`, `popcount`, `left`, `right`, `as_words`, `of_words`, ALL_SQUARES, SQUARES, the functions `board_of`, `row_of`
# and `steps_left`, and imports the board's names.

cdef enum:
    MATERIAL
    PLACE
    MOBILITY
    PAWNS
    PIECES
    THREATS
    KING_SAFETY
    TERMS

    MIDDLE = 0
    END = 1
    FULL_PHASE = 24
    MAX_STEPS = 9            # of a pawn to its promotion

TERM_NAMES = ("material", "place", "mobility", "pawns", "pieces", "threats", "king safety")

cdef bits FILES[8]
cdef bits BESIDE[8]                   # the files on either hand
cdef bits AHEAD[2][SQUARES]           # [side][square]: the ranks before a pawn
cdef bits KING_ZONE[SQUARES]          # a square and its neighbours


cdef inline bits forward(bits x, int side) noexcept nogil:
    return (x << 8) & ALL_SQUARES if side == 0 else x >> 8


cdef inline int distance(int a, int b) noexcept nogil:
    """Moves of a king from one square to another."""
    return max(abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3)))


cdef void build_spans():
    cdef int square, file
    cdef bits ranks
    for file in range(8):
        FILES[file] = 0
        for square in range(file, SQUARES, 8):
            FILES[file] |= bit(square)
    for file in range(8):
        BESIDE[file] = left(FILES[file]) | right(FILES[file])
    for square in range(SQUARES):
        ranks = (bit(square & 0x78) - 1)
        AHEAD[1][square] = ranks
        AHEAD[0][square] = ALL_SQUARES & ~(ranks | (<bits>0xFF << (square & 0x78)))
        ranks = bit(square) | left(bit(square)) | right(bit(square))
        KING_ZONE[square] = ranks | forward(ranks, 0) | forward(ranks, 1)


build_spans()


cdef class ArmyEvaluator(Evaluator):
    """Material, place, mobility, pawn structure, pairs and files, threats, and the king's safety; tapered."""

    cdef int[TYPES][2] values
    cdef int[TYPES] phase
    cdef int[TYPES][64][2] place     # by row * 8 + file, rows from the own side's first
    cdef int[TYPES][2] mobility
    cdef int[TYPES] mobility_base
    cdef int[MAX_STEPS + 1][2] passed
    cdef int[2] king_near_own
    cdef int[2] king_near_enemy
    cdef int[2] passed_blocked
    cdef int[2] bishop_pair
    cdef int[2] rook_open_file
    cdef int[2] rook_half_open_file
    cdef int[2] outpost
    cdef int[2] doubled
    cdef int[2] isolated
    cdef int[2] backward
    cdef int[2] phalanx
    cdef int[2] pawn_threat
    cdef int[2] minor_threat
    cdef int[TYPES] siege
    cdef int siege_scale
    cdef int siege_most
    cdef int shield
    cdef int tempo

    def __init__(self, table):
        cdef int type, square, i
        for type in range(TYPES):
            self.phase[type] = table["phase"][type]
            self.mobility_base[type] = table["mobility_base"][type]
            self.siege[type] = table["siege"][type]
            for i in range(2):
                self.values[type][i] = table["values"][type][i]
                self.mobility[type][i] = table["mobility"][type][i]
            for square in range(64):
                for i, name in enumerate(("middle", "end")):
                    self.place[type][square][i] = (table[f"rank_{name}"][type][square // 8]
                                                   + table[f"file_{name}"][type][square % 8])
        for i in range(2):
            for square in range(MAX_STEPS + 1):
                self.passed[square][i] = table["passed"][square][i]
            self.king_near_own[i] = table["king_near_own"][i]
            self.king_near_enemy[i] = table["king_near_enemy"][i]
            self.passed_blocked[i] = table["passed_blocked"][i]
            self.bishop_pair[i] = table["bishop_pair"][i]
            self.rook_open_file[i] = table["rook_open_file"][i]
            self.rook_half_open_file[i] = table["rook_half_open_file"][i]
            self.outpost[i] = table["outpost"][i]
            self.doubled[i] = table["doubled"][i]
            self.isolated[i] = table["isolated"][i]
            self.backward[i] = table["backward"][i]
            self.phalanx[i] = table["phalanx"][i]
            self.pawn_threat[i] = table["pawn_threat"][i]
            self.minor_threat[i] = table["minor_threat"][i]
        self.siege_scale = table["siege_scale"]
        self.siege_most = table["siege_most"]
        self.shield = table["shield"]
        self.tempo = table["tempo"]
        self.margin_percent = table["margin_percent"]

    cdef inline void add(self, int* terms, int term, const int* weight, int count) noexcept nogil:
        terms[2 * term] += weight[MIDDLE] * count
        terms[2 * term + 1] += weight[END] * count

    cdef void pawn_terms(self, const Board* board, int side, int* terms) noexcept nogil:
        """Doubled, isolated, backward, adjacent and passed pawns."""
        cdef bits own = board.by_type[PAWN] & board.by_side[side]
        cdef bits enemy = board.by_type[PAWN] & board.by_side[1 - side]
        cdef bits occupied = board.by_side[0] | board.by_side[1]
        cdef bits enemy_attacks = forward(left(enemy) | right(enemy), 1 - side)
        cdef bits pawns = own
        cdef bits file, beside, ahead
        cdef int square, steps, own_king, enemy_king
        self.add(terms, PAWNS, self.phalanx, popcount(own & right(own)))
        while pawns:
            square = lsb(pawns)
            pawns &= pawns - 1
            file = FILES[square & 7]
            beside = BESIDE[square & 7]
            ahead = AHEAD[side][square]
            if own & file & ahead:
                self.add(terms, PAWNS, self.doubled, 1)
            if not own & beside:
                self.add(terms, PAWNS, self.isolated, 1)
            elif not own & beside & ~ahead and forward(bit(square), side) & enemy_attacks:
                self.add(terms, PAWNS, self.backward, 1)
            if not enemy & ahead & (file | beside) and not (own | board.walls) & file & ahead:
                steps = steps_left(board, square, side)
                if steps > MAX_STEPS:
                    continue
                own_king = lsb(board.by_type[KING] & board.by_side[side])
                enemy_king = lsb(board.by_type[KING] & board.by_side[1 - side])
                self.add(terms, PAWNS, self.passed[steps], 1)
                square = lsb(forward(bit(square), side))
                if bit(square) & occupied:
                    self.add(terms, PAWNS, self.passed_blocked, 1)
                if steps <= 4:
                    self.add(terms, PAWNS, self.king_near_own, distance(own_king, square) * (5 - steps))
                    self.add(terms, PAWNS, self.king_near_enemy, distance(enemy_king, square) * (5 - steps))

    cdef void side_terms(self, const Board* board, int side, int* terms) noexcept nogil:
        """The terms of one side, each as middle game and endgame value."""
        cdef bits own = board.by_side[side]
        cdef bits enemy = board.by_side[1 - side]
        cdef bits occupied = own | enemy | board.walls
        cdef bits enemy_pawns = board.by_type[PAWN] & enemy
        cdef bits own_pawns = board.by_type[PAWN] & own
        cdef bits guarded = forward(left(enemy_pawns) | right(enemy_pawns), 1 - side)
        cdef bits pawn_attacks = forward(left(own_pawns) | right(own_pawns), side)
        cdef bits open_squares = ~(own | guarded | board.walls) & ALL_SQUARES
        cdef bits majors = (board.by_type[ROOK] | board.by_type[QUEEN]) & enemy
        cdef bits zone = KING_ZONE[lsb(board.by_type[KING] & enemy)]
        cdef bits pieces, reach, file
        cdef int type, square, i, units = 0, threats = 0
        for i in range(2 * TERMS):
            terms[i] = 0
        for type in range(TYPES):
            pieces = board.by_type[type] & own
            while pieces:
                square = lsb(pieces)
                pieces &= pieces - 1
                self.add(terms, MATERIAL, self.values[type], 1)
                self.add(terms, PLACE, self.place[type][8 * row_of(board, square, side) + (square & 7)], 1)
                if PAWN < type < KING:
                    reach = piece_attacks(type, square, occupied)
                    self.add(terms, MOBILITY, self.mobility[type],
                             popcount(reach & open_squares) - self.mobility_base[type])
                    units += self.siege[type] * popcount(reach & zone)
                    if type < ROOK:
                        threats += popcount(reach & majors)
                        if bit(square) & pawn_attacks and not (BESIDE[square & 7] & AHEAD[side][square] & enemy_pawns):
                            self.add(terms, PIECES, self.outpost, 1)
                    elif type == ROOK:
                        file = FILES[square & 7]
                        if not file & (own_pawns | enemy_pawns):
                            self.add(terms, PIECES, self.rook_open_file, 1)
                        elif not file & own_pawns:
                            self.add(terms, PIECES, self.rook_half_open_file, 1)
        if popcount(board.by_type[BISHOP] & own) >= 2:
            self.add(terms, PIECES, self.bishop_pair, 1)
        self.add(terms, THREATS, self.minor_threat, threats)
        self.add(terms, THREATS, self.pawn_threat, popcount(pawn_attacks & enemy & ~enemy_pawns))
        self.pawn_terms(board, side, terms)
        reach = board.by_type[KING] & own
        reach = forward(reach | left(reach) | right(reach), side)
        terms[2 * KING_SAFETY] += (self.shield * popcount(reach & own_pawns)
                                   + min(units * units * self.siege_scale // 8, self.siege_most))

    cdef inline int taper(self, const int* term, int phase) noexcept nogil:
        return (term[MIDDLE] * phase + term[END] * (FULL_PHASE - phase)) // FULL_PHASE

    cdef int phase_of(self, const Board* board) noexcept nogil:
        """FULL_PHASE with all men on the board, 0 for kings and pawns alone."""
        cdef int type, phase = 0
        for type in range(TYPES):
            phase += self.phase[type] * popcount(board.by_type[type])
        return min(phase, FULL_PHASE)

    cdef int both_sides(self, const Board* board, int* white, int* black) noexcept nogil:
        """The terms of both sides; returns the phase."""
        self.side_terms(board, 0, white)
        self.side_terms(board, 1, black)
        return self.phase_of(board)

    cdef int evaluate(self, State state) noexcept nogil:
        cdef int[2 * TERMS] white
        cdef int[2 * TERMS] black
        cdef int[2] total
        cdef int i, score
        cdef int phase = self.both_sides(board_of(state), white, black)
        total[MIDDLE] = total[END] = 0
        for i in range(TERMS):
            total[MIDDLE] += white[2 * i] - black[2 * i]
            total[END] += white[2 * i + 1] - black[2 * i + 1]
        score = self.taper(total, phase)
        return (-score if state.side else score) + self.tempo

    cdef list terms(self, State state):
        cdef int[2 * TERMS] white
        cdef int[2 * TERMS] black
        cdef int i
        cdef int phase = self.both_sides(board_of(state), white, black)
        rows = [(TERM_NAMES[i], self.taper(&white[2 * i], phase), self.taper(&black[2 * i], phase))
                for i in range(TERMS)]
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
            value = self.values[captured & 7][MIDDLE]
        elif move_to(move) == board.ep and board.squares[move_from(move)] & 7 == PAWN:
            value = self.values[PAWN][MIDDLE]
        if move & PROMOTES:
            value += self.values[(move >> PROMOTED_SHIFT) & 7][MIDDLE] - self.values[PAWN][MIDDLE]
        return max(value, 0)

    cdef int noisy_order(self, State state, move_t move) noexcept nogil:
        return 8 * self.gain(state, move) + max(0, 1000 - self.mover_value(state, move))

    cdef int mover_kind(self, State state, move_t move) noexcept nogil:
        return board_of(state).squares[move_from(move)] & 7

    cdef int mover_value(self, State state, move_t move) noexcept nogil:
        cdef int type = board_of(state).squares[move_from(move)] & 7
        if move & PROMOTES:
            type = (move >> PROMOTED_SHIFT) & 7
        return ROYAL if type == KING else self.values[type][MIDDLE]

    cdef void occupied_after(self, State state, move_t move, u64* occupied) noexcept nogil:
        cdef const Board* board = board_of(state)
        as_words((board.by_side[0] | board.by_side[1] | board.walls | bit(move_to(move))) ^ bit(move_from(move)), occupied)

    cdef int least_attacker(self, State state, int target, u64* occupied, int side) noexcept nogil:
        cdef const Board* board = board_of(state)
        cdef bits left_over = of_words(occupied)
        cdef bits attackers = attackers_to(board, target, left_over) & left_over & board.by_side[side]
        cdef bits own
        cdef int type
        if not attackers:
            return 0
        for type in range(TYPES):
            own = attackers & board.by_type[type]
            if own:
                as_words(left_over ^ bit(lsb(own)), occupied)
                return ROYAL if type == KING else self.values[type][MIDDLE]
        return 0
