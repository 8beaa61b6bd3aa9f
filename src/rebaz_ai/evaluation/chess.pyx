"""Evaluation of chess: tapered between middle game and endgame. Weights are data: ``chess.toml`` beside this module."""

import tomllib
from importlib.resources import files

from rebaz_core.bitboard cimport bit, down, left, lsb, popcount, right, u64, up
from rebaz_core.games.chess cimport ChessState
from rebaz_core.games.chess64 cimport (BISHOP, EMPTY, KING, PAWN, PROMOTED_SHIFT, PROMOTES, QUEEN, ROOK, TYPES, Board,
                                       attackers_to, piece_attacks)
from rebaz_core.state cimport State, move_from, move_t, move_to

from rebaz_ai.evaluation.evaluator cimport ROYAL, Evaluator

cdef enum:
    MATERIAL
    PLACE
    MOBILITY
    PAWNS
    PIECES
    KING_SAFETY
    TERMS

    MIDDLE = 0
    END = 1
    FULL_PHASE = 24

TERM_NAMES = ("material", "place", "mobility", "pawns", "pieces", "king safety")

cdef u64 FILE_A = <u64>0x0101010101010101


def load_weights():
    """The weights as a new dict from names to numbers or lists."""
    return tomllib.loads(files("rebaz_ai.evaluation").joinpath("chess.toml").read_text(encoding="utf-8"))


cdef inline u64 about(u64 squares) noexcept nogil:
    """Squares and their neighbours."""
    squares |= left(squares) | right(squares)
    return squares | up(squares) | down(squares)


cdef class ChessEvaluator(Evaluator):
    """Material, place, mobility, pawn structure, pairs and files, and the king's safety."""

    cdef int[TYPES][2] values
    cdef int[TYPES] phase
    cdef int[2][TYPES][64] place     # [phase][type][square as the first side sees it]
    cdef int[TYPES][2] mobility
    cdef int[TYPES] mobility_base
    cdef int[2][8] passed
    cdef int[2] bishop_pair
    cdef int[2] doubled
    cdef int[2] isolated
    cdef int[2] rook_open_file
    cdef int[2] rook_half_open_file
    cdef int[TYPES] siege
    cdef int siege_scale, siege_most, shield, tempo

    def __init__(self, weights=None):
        cdef int type, square, i
        table = load_weights()
        table.update(weights or {})
        for type in range(TYPES):
            self.phase[type] = table["phase"][type]
            self.mobility_base[type] = table["mobility_base"][type]
            self.siege[type] = table["siege"][type]
            for i in range(2):
                self.values[type][i] = table["values"][type][i]
                self.mobility[type][i] = table["mobility"][type][i]
            for square in range(64):
                self.place[MIDDLE][type][square] = (table["rank_middle"][type][square // 8]
                                                    + table["file_middle"][type][square % 8])
                self.place[END][type][square] = table["rank_end"][type][square // 8] + table["file_end"][type][square % 8]
        for i in range(8):
            self.passed[MIDDLE][i] = table["passed_middle"][i]
            self.passed[END][i] = table["passed_end"][i]
        for i in range(2):
            self.bishop_pair[i] = table["bishop_pair"][i]
            self.doubled[i] = table["doubled"][i]
            self.isolated[i] = table["isolated"][i]
            self.rook_open_file[i] = table["rook_open_file"][i]
            self.rook_half_open_file[i] = table["rook_half_open_file"][i]
        self.siege_scale = table["siege_scale"]
        self.siege_most = table["siege_most"]
        self.shield = table["shield"]
        self.tempo = table["tempo"]
        self.margin_percent = table["margin_percent"]

    cdef void add(self, int* terms, int term, const int* weight, int count) noexcept nogil:
        terms[2 * term] += weight[MIDDLE] * count
        terms[2 * term + 1] += weight[END] * count

    cdef void pawn_terms(self, const Board* board, int side, int* terms) noexcept nogil:
        """Doubled, isolated and passed pawns."""
        cdef u64 own = board.by_type[PAWN] & board.by_side[side]
        cdef u64 enemy = board.by_type[PAWN] & board.by_side[1 - side]
        cdef u64 pawns = own
        cdef u64 file, ahead
        cdef int square, rank
        while pawns:
            square = lsb(pawns)
            pawns &= pawns - 1
            file = FILE_A << (square % 8)
            ahead = (~<u64>0 << (square // 8 * 8 + 8) if square < 56 else 0) if side == 0 else (
                ((<u64>1 << (square // 8 * 8)) - 1))
            if own & file & ahead:
                self.add(terms, PAWNS, self.doubled, 1)
            if not own & (left(file) | right(file)):
                self.add(terms, PAWNS, self.isolated, 1)
            if not enemy & ahead & (file | left(file) | right(file)) and not own & file & ahead:
                rank = square // 8 if side == 0 else 7 - square // 8
                terms[2 * PAWNS] += self.passed[MIDDLE][rank]
                terms[2 * PAWNS + 1] += self.passed[END][rank]

    cdef int side_terms(self, const Board* board, int side, int* terms) noexcept nogil:
        """The terms of one side, each as middle game and endgame value; returns what it adds to the phase."""
        cdef u64 own = board.by_side[side]
        cdef u64 enemy = board.by_side[1 - side]
        cdef u64 occupied = own | enemy
        cdef u64 enemy_pawns = board.by_type[PAWN] & enemy
        cdef u64 own_pawns = board.by_type[PAWN] & own
        cdef u64 guarded = left(enemy_pawns) | right(enemy_pawns)
        cdef u64 king = board.by_type[KING] & own
        cdef u64 zone = about(board.by_type[KING] & enemy)
        cdef u64 pieces, reach, file
        cdef int type, square, i, phase = 0, units = 0
        guarded = down(guarded) if side == 0 else up(guarded)
        for i in range(2 * TERMS):
            terms[i] = 0
        for type in range(TYPES):
            pieces = board.by_type[type] & own
            while pieces:
                square = lsb(pieces)
                pieces &= pieces - 1
                self.add(terms, MATERIAL, self.values[type], 1)
                i = square if side == 0 else square ^ 56
                terms[2 * PLACE] += self.place[MIDDLE][type][i]
                terms[2 * PLACE + 1] += self.place[END][type][i]
                phase += self.phase[type]
                if PAWN < type < KING:
                    reach = piece_attacks(type, square, occupied)
                    self.add(terms, MOBILITY, self.mobility[type],
                             popcount(reach & ~own & ~guarded) - self.mobility_base[type])
                    units += self.siege[type] * popcount(reach & zone)
                    if type == ROOK:
                        file = FILE_A << (square % 8)
                        if not file & (own_pawns | enemy_pawns):
                            self.add(terms, PIECES, self.rook_open_file, 1)
                        elif not file & own_pawns:
                            self.add(terms, PIECES, self.rook_half_open_file, 1)
        if popcount(board.by_type[BISHOP] & own) >= 2:
            self.add(terms, PIECES, self.bishop_pair, 1)
        self.pawn_terms(board, side, terms)
        reach = king | left(king) | right(king)
        reach = up(reach) if side == 0 else down(reach)
        terms[2 * KING_SAFETY] += (self.shield * popcount(reach & own_pawns)
                                   + min(units * units * self.siege_scale // 8, self.siege_most))
        return phase

    cdef int taper(self, const int* term, int phase) noexcept nogil:
        return (term[MIDDLE] * phase + term[END] * (FULL_PHASE - phase)) // FULL_PHASE

    cdef int evaluate(self, State state) noexcept nogil:
        cdef int[2 * TERMS] white
        cdef int[2 * TERMS] black
        cdef int[2] total
        cdef int i, score
        cdef int phase = self.side_terms(&(<ChessState>state).board, 0, white)
        phase = min(phase + self.side_terms(&(<ChessState>state).board, 1, black), FULL_PHASE)
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
        cdef int phase = self.side_terms(&(<ChessState>state).board, 0, white)
        phase = min(phase + self.side_terms(&(<ChessState>state).board, 1, black), FULL_PHASE)
        rows = [(TERM_NAMES[i], self.taper(&white[2 * i], phase), self.taper(&black[2 * i], phase))
                for i in range(TERMS)]
        return [*rows, ("tempo", 0 if state.side else self.tempo, self.tempo if state.side else 0)]

    cdef int gain(self, State state, move_t move) noexcept nogil:
        cdef const Board* board = &(<ChessState>state).board
        cdef int captured = board.squares[move_to(move)]
        cdef int value = 0
        if captured != EMPTY:
            value = self.values[captured & 7][MIDDLE]
        elif (<ChessState>state).takes_en_passant(move):
            value = self.values[PAWN][MIDDLE]
        if move & PROMOTES:
            value += self.values[(move >> PROMOTED_SHIFT) & 7][MIDDLE] - self.values[PAWN][MIDDLE]
        return max(value, 0)

    cdef int noisy_order(self, State state, move_t move) noexcept nogil:
        return 8 * self.gain(state, move) + max(0, 1000 - self.mover_value(state, move))

    cdef int mover_value(self, State state, move_t move) noexcept nogil:
        cdef int type = (<ChessState>state).board.squares[move_from(move)] & 7
        if move & PROMOTES:
            type = (move >> PROMOTED_SHIFT) & 7
        return ROYAL if type == KING else self.values[type][MIDDLE]

    cdef u64 occupied_after(self, State state, move_t move) noexcept nogil:
        cdef const Board* board = &(<ChessState>state).board
        return (board.by_side[0] | board.by_side[1] | bit(move_to(move))) ^ bit(move_from(move))

    cdef int least_attacker(self, State state, int target, u64* occupied, int side) noexcept nogil:
        cdef const Board* board = &(<ChessState>state).board
        cdef u64 attackers = attackers_to(board, target, occupied[0]) & occupied[0] & board.by_side[side]
        cdef u64 own
        cdef int type
        if not attackers:
            return 0
        for type in range(TYPES):
            own = attackers & board.by_type[type]
            if own:
                occupied[0] ^= own & (0 - own)
                return ROYAL if type == KING else self.values[type][MIDDLE]
        return 0
