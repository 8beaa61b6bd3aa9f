"""REBAZ: thirteen animal and court pieces. Specification: docs/rules, page REBAZ.

Legal moves come from one analysis of the own Elefante (``analyse``) and one walk over the pieces (``visit``), which is
specialised by the compiler on side, royal Elefante, noisy moves only, and counting instead of listing.
"""

import re

from libc.string cimport memcpy, memset

from rebaz_core.attacks cimport BETWEEN, BISHOP, ROOK, LaneTable, leaps, reach, squares_along
from rebaz_core.bitboard cimport Lookup, attacks, bit, down, left, lsb, popcount, right, u64, up
from rebaz_core.state cimport (GOES_ON, HAS_CHECK, NOBODY, NULL_MOVE_SOUND, Move, State, move_from, move_t, move_to,
                               new_move)

from rebaz_core import fen as fen_format
from rebaz_core.errors import FenError, MoveError, OptionError
from rebaz_core.games import rebaz_tables as tables
from rebaz_core.options import GameOption

cdef u64 RANK_1 = <u64>0xFF
cdef u64 RANK_8 = <u64>0xFF << 56

cdef LaneTable SERPIENTE_TABLE = LaneTable("horizontal", tables.SERPIENTE_LANES)
cdef LaneTable JIRAFA_TABLE = LaneTable("vertical", tables.JIRAFA_LANES)
cdef LaneTable PRINCESA_TABLE = LaneTable("diagonal", tables.PRINCESA_LANES)
cdef LaneTable TUCAN_TABLE = LaneTable("diagonal", tables.TUCAN_LANES)
cdef LaneTable ELEFANTE_TABLE = LaneTable("ring", tables.ELEFANTE_LANES)

# Copies of the square entries, so that the generator reads them at fixed addresses.
cdef Lookup ROOK_AT[64]
cdef Lookup BISHOP_AT[64]
cdef Lookup SERPIENTE_AT[64]
cdef Lookup JIRAFA_AT[64]
cdef Lookup PRINCESA_AT[64]
cdef Lookup TUCAN_AT[64]
cdef Lookup ELEFANTE_AT[64]

cdef u64 LEAP_2_1[64]
cdef u64 LEAP_2_2[64]
cdef u64 CABALLERIA_LEAPS[64]
cdef u64 MONO_REACH[64]           # squares in range on an empty board
cdef u64 LEON_REACH[64]
cdef u64 EMPERADOR_REACH[64]
cdef u64 ELEFANTE_REACH[64]
cdef u64 ROOK_REACH[64]
cdef u64 SERPIENTE_REACH[64]
cdef u64 JIRAFA_REACH[64]
cdef u64 PRINCESA_REACH[64]
cdef u64 TUCAN_REACH[64]
cdef u64 DELFIN_REACH[2][64]      # [side][s]: squares from which a Delfin of that side captures on s
# WAY[to * 64 + from]: the squares that must be empty for that attack.
cdef u64 SERPIENTE_WAY[64 * 64]
cdef u64 JIRAFA_WAY[64 * 64]
cdef u64 DIAGONAL_WAY[64 * 64]     # Princesa and Tucan
cdef u64 NEAR[16][64]             # [type][s]: where a piece must stand to attack anything in an Elefante's reach of s

cdef u64 PIECE_KEY[33][64]
cdef u64 UNMOVED_KEY[64]
cdef u64 PLY_KEY[MAX_PLIES + 3]
cdef u64 SIDE_KEY


# --- attacks ---------------------------------------------------------------------------------------------------------

cdef inline u64 attacks_of(int type, int square, u64 occupied) noexcept nogil:
    """Squares where a greater piece, Serpiente or Jirafa could capture; own pieces are not excluded."""
    if type == SERPIENTE:
        return attacks(&SERPIENTE_AT[square], occupied)
    if type == JIRAFA:
        return attacks(&JIRAFA_AT[square], occupied)
    if type == MONO:
        return attacks(&ROOK_AT[square], occupied) & MONO_REACH[square]
    if type == CABALLERIA:
        return CABALLERIA_LEAPS[square]
    if type == EMPERADOR:
        return (attacks(&ROOK_AT[square], occupied) | attacks(&BISHOP_AT[square], occupied)) & EMPERADOR_REACH[square]
    if type == ELEFANTE:
        return attacks(&ELEFANTE_AT[square], occupied)
    if type == LEON:
        return (attacks(&BISHOP_AT[square], occupied) & LEON_REACH[square]) | LEAP_2_1[square]
    if type == PRINCESA:
        return attacks(&PRINCESA_AT[square], occupied)
    if type == TUCAN:
        return attacks(&TUCAN_AT[square], occupied)
    return attacks(&ROOK_AT[square], occupied) | CABALLERIA_LEAPS[square]


cdef int attack_sets(const Board* board, int side, int* types, u64* sets) noexcept nogil:
    """Type and attacks of every greater piece, Serpiente and Jirafa of a side, in type order; how many there are.

    Room for 64 is enough.
    """
    cdef u64 own = board.by_side[side]
    cdef u64 occupied = own | board.by_side[1 - side]
    cdef u64 pieces
    cdef int type, count = 0
    for type in range(SERPIENTE, CROWNED_CAMPESINO):
        pieces = board.by_type[type] & own
        while pieces:
            types[count] = type
            sets[count] = attacks_of(type, lsb(pieces), occupied)
            count += 1
            pieces &= pieces - 1
    return count


cdef u64 piece_attacks(int type, int square, u64 occupied) noexcept nogil:
    return attacks_of(type, square, occupied)


cdef inline u64 ahead(u64 x, int side) noexcept nogil:
    return up(x) if side == 0 else down(x)


cdef inline u64 sideways(u64 x) noexcept nogil:
    return left(x) | right(x)


cdef inline u64 two_diagonally(u64 x, u64 empty, int side) noexcept nogil:
    """Where Delfines on `x` capture forward."""
    return ahead(left(ahead(left(x), side) & empty), side) | ahead(right(ahead(right(x), side) & empty), side)


cdef u64 lesser_attacks(const Board* board, int side, u64 empty) noexcept nogil:
    """Squares where the Campesinos, Gallinas and Delfines of a side could capture."""
    cdef u64 own = board.by_side[side]
    cdef u64 crowned = (board.by_type[CROWNED_CAMPESINO] | board.by_type[CROWNED_GALLINA]) & own
    cdef u64 gallinas = (board.by_type[GALLINA] | board.by_type[CROWNED_GALLINA]) & own
    cdef u64 delfines = (board.by_type[DELFIN] | board.by_type[CROWNED_DELFIN]) & own
    cdef u64 result = ahead(sideways((board.by_type[CAMPESINO] & own) | crowned | gallinas), side)
    result |= ahead(sideways(crowned), 1 - side) | sideways(gallinas) | two_diagonally(delfines, empty, side)
    return result | two_diagonally(board.by_type[CROWNED_DELFIN] & own, empty, 1 - side)


cdef inline u64 adjacent_attackers(const Board* board, int side, u64 target) noexcept nogil:
    """Campesinos and Gallinas of `side` that could capture on `target`."""
    cdef u64 crowned = board.by_type[CROWNED_CAMPESINO] | board.by_type[CROWNED_GALLINA]
    cdef u64 diagonal = board.by_type[CAMPESINO] | board.by_type[GALLINA] | crowned
    cdef u64 beside = board.by_type[GALLINA] | board.by_type[CROWNED_GALLINA]
    cdef u64 found = (sideways(target) & beside) | (ahead(sideways(target), 1 - side) & diagonal)
    return (found | (ahead(sideways(target), side) & crowned)) & board.by_side[side]


cdef inline u64 leaping_attackers(const Board* board, int square) noexcept nogil:
    return ((LEAP_2_1[square] & (board.by_type[CABALLERIA] | board.by_type[LEON] | board.by_type[MAGO]))
            | (LEAP_2_2[square] & (board.by_type[CABALLERIA] | board.by_type[MAGO])))


cdef inline u64 straight_candidates(const Board* board, int side, int square) noexcept nogil:
    """Pieces that attack `square` in a straight line if nothing stands between; `side` says which way Delfines look."""
    return ((MONO_REACH[square] & board.by_type[MONO])
            | (EMPERADOR_REACH[square] & board.by_type[EMPERADOR])
            | (ELEFANTE_REACH[square] & board.by_type[ELEFANTE])
            | (LEON_REACH[square] & board.by_type[LEON])
            | (ROOK_REACH[square] & board.by_type[MAGO])
            | (DELFIN_REACH[side][square] & (board.by_type[DELFIN] | board.by_type[CROWNED_DELFIN]))
            | (DELFIN_REACH[1 - side][square] & board.by_type[CROWNED_DELFIN]))


cdef inline u64 open_ways(u64 candidates, int square, u64 occupied, const u64* ways) noexcept nogil:
    """The candidates whose way to `square` is empty."""
    cdef u64 result = 0
    cdef int source
    while candidates:
        source = lsb(candidates)
        if not (ways[square * 64 + source] & occupied):
            result |= bit(source)
        candidates &= candidates - 1
    return result


cdef u64 attackers_of_side(const Board* board, int side, int square, u64 occupied) noexcept nogil:
    cdef u64 own = board.by_side[side]
    cdef u64 result = adjacent_attackers(board, side, bit(square)) | (leaping_attackers(board, square) & own)
    result |= open_ways(straight_candidates(board, side, square) & own, square, occupied, BETWEEN)
    result |= open_ways(SERPIENTE_REACH[square] & board.by_type[SERPIENTE] & own, square, occupied, SERPIENTE_WAY)
    result |= open_ways(JIRAFA_REACH[square] & board.by_type[JIRAFA] & own, square, occupied, JIRAFA_WAY)
    return result | open_ways(((PRINCESA_REACH[square] & board.by_type[PRINCESA])
                               | (TUCAN_REACH[square] & board.by_type[TUCAN])) & own, square, occupied, DIAGONAL_WAY)


cdef u64 attackers_to(const Board* board, int square, u64 occupied) noexcept nogil:
    """Pieces of both sides that could capture on `square` with those squares occupied."""
    return attackers_of_side(board, 0, square, occupied) | attackers_of_side(board, 1, square, occupied)


cdef inline u64 danger(const Board* board, int side, int square, u64 occupied) noexcept nogil:
    """The squares around `square` that `side` attacks, with those squares occupied."""
    cdef u64 own = board.by_side[side]
    cdef u64 result = lesser_attacks(board, side, ~occupied)
    cdef u64 pieces
    cdef int type
    for type in range(SERPIENTE, CROWNED_CAMPESINO):
        pieces = board.by_type[type] & own & NEAR[type][square]
        while pieces:
            result |= attacks_of(type, lsb(pieces), occupied)
            pieces &= pieces - 1
    return result


# --- legal moves -----------------------------------------------------------------------------------------------------

cdef struct Analysis:
    u64 check_mask           # where a piece other than the Elefante must go to answer all checks
    u64 blockers             # own pieces whose leaving could open a way to the Elefante
    u64[64] pin              # [blocker]: where it may go


cdef inline void weigh(Analysis* result, u64 candidates, int square, u64 own, u64 occupied,
                       const u64* ways) noexcept nogil:
    """Enter enemy candidates as checkers or as reasons for pins."""
    cdef int source, blocker
    cdef u64 between, line
    while candidates:
        source = lsb(candidates)
        line = ways[square * 64 + source]
        between = line & occupied
        if not between:
            result.check_mask &= line | bit(source)
        elif not (between & (between - 1)) and between & own:
            blocker = lsb(between)
            line |= bit(source)
            if result.blockers & between:
                line &= result.pin[blocker]
            result.pin[blocker] = line
            result.blockers |= between
        candidates &= candidates - 1


cdef inline void analyse(const Board* board, int side, int square, u64 occupied, Analysis* result) noexcept nogil:
    """Checks and blockers of the Elefante on `square`.

    Two bent checks can be answered by one move, so the masks of all checkers are intersected and a double check is
    not taken to mean that only the Elefante moves.
    """
    cdef u64 own = board.by_side[side]
    cdef u64 enemy = board.by_side[1 - side]
    cdef u64 direct = adjacent_attackers(board, 1 - side, bit(square)) | (leaping_attackers(board, square) & enemy)
    result.check_mask = ~<u64>0
    result.blockers = 0
    if direct:
        result.check_mask = direct if not (direct & (direct - 1)) else 0
    weigh(result, straight_candidates(board, 1 - side, square) & enemy, square, own, occupied, BETWEEN)
    weigh(result, SERPIENTE_REACH[square] & board.by_type[SERPIENTE] & enemy, square, own, occupied, SERPIENTE_WAY)
    weigh(result, JIRAFA_REACH[square] & board.by_type[JIRAFA] & enemy, square, own, occupied, JIRAFA_WAY)
    weigh(result, ((PRINCESA_REACH[square] & board.by_type[PRINCESA]) | (TUCAN_REACH[square] & board.by_type[TUCAN]))
          & enemy, square, own, occupied, DIAGONAL_WAY)


cdef inline int emit(move_t* out, int n, int source, u64 targets, const bint counting) noexcept nogil:
    """List, or only count, the moves from `source` to `targets`."""
    cdef int target
    if counting:
        return n + popcount(targets)
    while targets:
        target = lsb(targets)
        out[n] = <move_t>source | (<move_t>target << 7)
        n += 1
        targets &= targets - 1
    return n


cdef inline int emit_shifted(move_t* out, int n, u64 targets, int step, const bint counting) noexcept nogil:
    """The same for moves that all go `step` squares."""
    cdef int target
    if counting:
        return n + popcount(targets)
    while targets:
        target = lsb(targets)
        out[n] = <move_t>(target - step) | (<move_t>target << 7)
        n += 1
        targets &= targets - 1
    return n


cdef inline int visit_lesser(const Board* board, move_t* out, int n, u64 movers, u64 mask, const int side,
                             const bint noisy, const bint counting) noexcept nogil:
    """Moves of the Campesinos, Gallinas and Delfines among `movers` to squares in `mask`."""
    cdef int forward = 8 if side == 0 else -8
    cdef u64 empty = ~(board.by_side[0] | board.by_side[1])
    cdef u64 quiet = empty & mask
    cdef u64 prey = board.by_side[1 - side] & mask
    cdef u64 campesinos = board.by_type[CAMPESINO] & movers
    cdef u64 gallinas = board.by_type[GALLINA] & movers
    cdef u64 delfines = board.by_type[DELFIN] & movers
    cdef u64 crowned = (board.by_type[CROWNED_CAMPESINO] | board.by_type[CROWNED_GALLINA]
                        | board.by_type[CROWNED_DELFIN]) & movers
    cdef u64 doubles = (gallinas & board.unmoved) | delfines
    cdef u64 crowned_diagonal = 0
    if crowned:
        crowned_diagonal = crowned & ~board.by_type[CROWNED_DELFIN]
        if not noisy:
            n = emit_shifted(out, n, ahead(crowned_diagonal, side) & quiet, forward, counting)
            n = emit_shifted(out, n, ahead(ahead(crowned, side) & empty, side) & quiet, 2 * forward, counting)
            n = emit_shifted(out, n, ahead(ahead(crowned, 1 - side) & empty, 1 - side) & quiet, -2 * forward, counting)
            n = emit_shifted(out, n, ahead(crowned ^ crowned_diagonal, 1 - side) & quiet, -forward, counting)
        n = emit_shifted(out, n, ahead(left(crowned_diagonal), 1 - side) & prey, -forward - 1, counting)
        n = emit_shifted(out, n, ahead(right(crowned_diagonal), 1 - side) & prey, -forward + 1, counting)
        crowned ^= crowned_diagonal
        n = emit_shifted(out, n, ahead(left(ahead(left(crowned), 1 - side) & empty), 1 - side) & prey,
                         -2 * forward - 2, counting)
        n = emit_shifted(out, n, ahead(right(ahead(right(crowned), 1 - side) & empty), 1 - side) & prey,
                         -2 * forward + 2, counting)
        crowned_diagonal |= campesinos | gallinas
        delfines |= crowned
        n = emit_shifted(out, n, ahead(left(crowned_diagonal), side) & prey, forward - 1, counting)
        n = emit_shifted(out, n, ahead(right(crowned_diagonal), side) & prey, forward + 1, counting)
    else:
        n = emit_shifted(out, n, ahead(left(campesinos | gallinas), side) & prey, forward - 1, counting)
        n = emit_shifted(out, n, ahead(right(campesinos | gallinas), side) & prey, forward + 1, counting)
    n = emit_shifted(out, n, ahead(left(ahead(left(delfines), side) & empty), side) & prey, 2 * forward - 2, counting)
    n = emit_shifted(out, n, ahead(right(ahead(right(delfines), side) & empty), side) & prey, 2 * forward + 2, counting)
    delfines &= board.by_type[DELFIN]
    if noisy:
        quiet &= RANK_8 if side == 0 else RANK_1
    n = emit_shifted(out, n, ahead(campesinos | gallinas, side) & quiet, forward, counting)
    n = emit_shifted(out, n, ahead(ahead(doubles, side) & empty, side) & quiet, 2 * forward, counting)
    if not noisy:
        n = emit_shifted(out, n, ahead(delfines, 1 - side) & quiet, -forward, counting)
    gallinas |= board.by_type[CROWNED_GALLINA] & movers
    n = emit_shifted(out, n, left(gallinas) & prey, -1, counting)
    return emit_shifted(out, n, right(gallinas) & prey, 1, counting)


cdef inline int visit_greater(const Board* board, move_t* out, int n, u64 movers, u64 mask, const int type, u64 occupied,
                              const bint counting) noexcept nogil:
    cdef u64 pieces = board.by_type[type] & movers
    cdef int source
    while pieces:
        source = lsb(pieces)
        n = emit(out, n, source, attacks_of(type, source, occupied) & mask, counting)
        pieces &= pieces - 1
    return n


cdef inline int visit(const Board* board, move_t* out, const int side, const bint royal, const bint noisy,
                      const bint counting) noexcept nogil:
    """All legal moves of `side`, limits and lost Elefantes aside; a royal side must have its Elefante."""
    cdef u64 own = board.by_side[side]
    cdef u64 occupied = own | board.by_side[1 - side]
    cdef u64 mask = board.by_side[1 - side] if noisy else ~own
    cdef u64 movers = own
    cdef u64 lesser_mask = ~<u64>0
    cdef u64 pieces, targets
    cdef Analysis analysis
    cdef int n = 0, source
    if royal:
        source = lsb(board.by_type[ELEFANTE] & own)
        targets = attacks(&ELEFANTE_AT[source], occupied) & mask
        if targets:
            targets &= ~danger(board, 1 - side, source, occupied ^ bit(source))
            n = emit(out, n, source, targets, counting)
        analyse(board, side, source, occupied, &analysis)
        if not analysis.check_mask:
            return n
        mask &= analysis.check_mask
        lesser_mask = analysis.check_mask
        movers &= ~analysis.blockers
        # Blockers one by one, each to its own squares.
        pieces = analysis.blockers
        while pieces:
            source = lsb(pieces)
            targets = mask & analysis.pin[source]
            if (board.squares[source] & 15) <= DELFIN or (board.squares[source] & 15) >= CROWNED_CAMPESINO:
                n = visit_pinned_lesser(board, out, n, bit(source), lesser_mask & analysis.pin[source], side, noisy)
            else:
                n = emit(out, n, source, piece_attacks(board.squares[source] & 15, source, occupied) & targets,
                         counting)
            pieces &= pieces - 1
    else:
        n = visit_greater(board, out, n, movers, mask, ELEFANTE, occupied, counting)
    n = visit_lesser(board, out, n, movers, lesser_mask, side, noisy, counting)
    n = visit_greater(board, out, n, movers, mask, SERPIENTE, occupied, counting)
    n = visit_greater(board, out, n, movers, mask, JIRAFA, occupied, counting)
    n = visit_greater(board, out, n, movers, mask, MONO, occupied, counting)
    n = visit_greater(board, out, n, movers, mask, CABALLERIA, occupied, counting)
    n = visit_greater(board, out, n, movers, mask, EMPERADOR, occupied, counting)
    n = visit_greater(board, out, n, movers, mask, LEON, occupied, counting)
    n = visit_greater(board, out, n, movers, mask, PRINCESA, occupied, counting)
    n = visit_greater(board, out, n, movers, mask, TUCAN, occupied, counting)
    return visit_greater(board, out, n, movers, mask, MAGO, occupied, counting)


cdef int visit_pinned_lesser(const Board* board, move_t* out, int n, u64 mover, u64 mask, int side,
                             bint noisy) noexcept nogil:
    """Out of line: pins of the lesser pieces are rare. Counts when `out` is NULL."""
    if side == 0:
        if out == NULL:
            return visit_lesser(board, out, n, mover, mask, 0, noisy, True)
        return visit_lesser(board, out, n, mover, mask, 0, noisy, False)
    if out == NULL:
        return visit_lesser(board, out, n, mover, mask, 1, noisy, True)
    return visit_lesser(board, out, n, mover, mask, 1, noisy, False)


# --- positions -------------------------------------------------------------------------------------------------------

cdef enum:
    MATE = 1
    TAKEN
    LIMIT
    STUCK

REASONS = ("", "mate", "elephant", "limit", "stuck")
FIELDS = ("board", "side", "unmoved", "ply")
LETTERS = tuple([piece.letter for piece in tables.PIECES] + [piece.letter.lower() for piece in tables.PIECES])
PIECE_OF_LETTER = {letter: piece for piece, letter in enumerate(LETTERS)}
NATIVE_MOVE = re.compile(
    f"({'|'.join(sorted({piece.code for piece in tables.PIECES}, key=len, reverse=True))})"
    "([1-8])([a-h])[-\u2013\u2014]([1-8])([a-h])", re.IGNORECASE | re.ASCII)
MOST_POINTS = 1000


def parse_points(text):
    """A points table such as ``E=12,R=11``; types not named keep their official points.

    >>> parse_points("M=12, E=10") == {"M": 12, "E": 10}
    True
    """
    expected = f"piece=points pairs such as E=12,R=11 with points from 0 to {MOST_POINTS}"
    points = {}
    for pair in text.replace(",", " ").split():
        letter, _, number = pair.partition("=")
        if not (number.isascii() and number.isdigit() and len(number) <= 4) or letter.upper() in points:
            raise OptionError("points", text, expected)
        points[letter.upper()] = int(number)
    return check_points(points) or None


def check_points(points):
    """A checked copy of a points table, a mapping from piece letters to numbers."""
    letters = [piece.letter for piece in tables.PIECES[:CROWNED_CAMPESINO]]
    try:
        table = dict(points)
    except (TypeError, ValueError):
        raise OptionError("points", points, "a mapping from piece letters to points") from None
    for letter, number in table.items():
        if letter not in letters:
            raise OptionError("points", letter, f"a piece letter of {''.join(letters)}")
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= MOST_POINTS:
            raise OptionError("points", number, f"whole points from 0 to {MOST_POINTS} for {letter}")
    return table


def parse_limit(text):
    """A move limit; 0 stands for the variant's own."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise OptionError("move_limit", text, "a whole number of moves a side, or 0 for the variant's own")
    return int(text) or None


OPTIONS = (
    GameOption("points", "RebazPoints", "string",
               ",".join(f"{piece.letter}={piece.points}" for piece in tables.PIECES[:CROWNED_CAMPESINO]),
               parse_points, "points of the pieces, as piece=points pairs"),
    GameOption("move_limit", "MoveLimit", "spin", "0", parse_limit,
               "moves a side that the players agreed on in the points variants; 0 for the variant's own", 0,
               max(rules.move_limit for rules in tables.VARIANTS.values() if rules.limit_is_agreed)),
)


def start_fen(white=tables.FIXED_RANK, black=tables.FIXED_RANK, second_rank=False, side="w"):
    """The position string of a start with those first ranks, files a to h, and the lesser pieces on the third rank.

    >>> start_fen()
    'nblremtp/8/cgjddsgc/8/8/CGJDDSGC/8/NBLREMTP w b3g3b6g6 0'
    """
    lesser = tables.LESSER_RANK
    if second_rank:
        return f"{black.lower()}/{lesser.lower()}/8/8/8/8/{lesser}/{white} {side} b2g2b7g7 0"
    return f"{black.lower()}/8/{lesser.lower()}/8/8/{lesser}/8/{white} {side} b3g3b6g6 0"


cdef list MOVES = [None] * (64 * 128)    # every move object that was ever asked for, by its code


cdef class RebazState(State):
    """One of the four REBAZ variants. Options: `points` (by piece letter) and `move_limit` (moves a side)."""

    def __init__(self, str variant, dict options):
        self.variant = variant
        self.options = {}
        self.sides = "wb"
        self.reasons = REASONS
        self.known_moves = MOVES
        rules = tables.VARIANTS[variant]
        self.royal = rules.royal
        self.special = rules.special
        self.limit = 2 * rules.move_limit
        self.traits = NULL_MOVE_SOUND | (HAS_CHECK if rules.royal else 0)
        self.set_option("points", None)
        for keyword, value in options.items():
            self.set_option(keyword, value)

    cdef set_option(self, str keyword, value):
        """Set an option of the rules, None for the variant's own, or raise OptionError."""
        cdef int type
        rules = tables.VARIANTS[self.variant]
        if keyword == "points":
            official = {piece.letter: piece.points for piece in tables.PIECES}
            agreed = {} if value is None else check_points(value)
            value = {letter: number for letter, number in agreed.items() if number != official[letter]} or None
            for type in range(TYPES):
                self.points[type] = agreed.get(tables.PIECES[type].letter.lstrip("+"), tables.PIECES[type].points)
        elif keyword == "move_limit":
            if value is None:
                value = rules.move_limit
            elif (not isinstance(value, int) or isinstance(value, bool) or not rules.limit_is_agreed
                  or not 1 <= value <= rules.move_limit):
                raise OptionError("move_limit", value, f"1 to {rules.move_limit} moves a side in {self.variant}"
                                  if rules.limit_is_agreed else f"none: {self.variant} has no agreed move limit")
            self.limit = 2 * value
        else:
            raise OptionError("option", keyword, "points or move_limit")
        if value is None or (keyword == "move_limit" and value == rules.move_limit):
            self.options.pop(keyword, None)
        else:
            self.options[keyword] = value

    def set_fen(self, str fen):
        cdef Board board
        cdef int square, piece, side, ply
        text, side_text, unmoved_text, ply_text = fen_format.split_fields(fen, FIELDS)
        memset(&board, 0, sizeof(Board))
        memset(board.squares, EMPTY, 64)
        for square, piece in fen_format.parse_board(text, 8, 8, PIECE_OF_LETTER):
            if (piece & 15) <= DELFIN and square // 8 == (0 if piece >> 4 else 7):
                raise FenError("board", LETTERS[piece], f"it crowned on its last rank, on {fen_format.square_name(square)}")
            board.squares[square] = piece
            board.by_type[piece & 15] |= bit(square)
            board.by_side[piece >> 4] |= bit(square)
        side = fen_format.parse_choice("side", side_text, "wb")
        for square in fen_format.parse_squares("unmoved", unmoved_text):
            if board.squares[square] & 15 != GALLINA or board.squares[square] == EMPTY:
                raise FenError("unmoved", unmoved_text, f"an uncrowned Gallina on {fen_format.square_name(square)}")
            board.unmoved |= bit(square)
        ply = fen_format.parse_counter("ply", ply_text, self.limit)
        self.check_elefantes(&board, side, text)
        self.board = board
        self.side = side
        self.ply = ply
        self.undo_count = 0
        self.key = self.compute_key()

    cdef check_elefantes(self, const Board* board, int side, str text):
        """Refuse boards that the Elefante rules of the variant do not allow."""
        cdef int each, count
        if not self.special:
            return
        for each in range(2):
            count = popcount(board.by_type[ELEFANTE] & board.by_side[each])
            if count > 1 or (count == 0 and (self.royal or each != side)):
                raise FenError("board", text, f"one Elefante of {'wb'[each]}, not {count}")
        if self.royal:
            each = lsb(board.by_type[ELEFANTE] & board.by_side[1 - side])
            if attackers_of_side(board, side, each, board.by_side[0] | board.by_side[1]):
                raise FenError("board", text, f"the Elefante of {'wb'[1 - side]}, not to move, on "
                               f"{fen_format.square_name(each)} not in check")

    def fen(self):
        unmoved = fen_format.write_squares([square for square in range(64) if self.board.unmoved & bit(square)])
        return f"{fen_format.write_board(8, 8, self.token)} {'wb'[self.side]} {unmoved} {self.ply}"

    def token(self, int square):
        """The position string's token of a square."""
        return self.piece_token(square)

    cdef str piece_token(self, int square):
        cdef int piece = self.board.squares[square]
        return "" if piece == EMPTY else LETTERS[piece]

    cdef u64 compute_key(self) noexcept nogil:
        cdef u64 key = PLY_KEY[self.ply]
        cdef int square
        for square in range(64):
            key ^= PIECE_KEY[self.board.squares[square]][square]
            if self.board.unmoved & bit(square):
                key ^= UNMOVED_KEY[square]
        return key ^ SIDE_KEY if self.side else key

    def computed_key(self):
        return self.compute_key()

    cdef bint can_move(self) noexcept nogil:
        """Whether limit and Elefante let the side to move play on."""
        if self.ply >= self.limit:
            return False
        return self.royal or not self.special or (self.board.by_type[ELEFANTE] & self.board.by_side[self.side]) != 0

    cdef int generate(self, move_t* out) noexcept nogil:
        if not self.can_move():
            return 0
        if self.royal:
            return (visit(&self.board, out, 0, True, False, False) if self.side == 0
                    else visit(&self.board, out, 1, True, False, False))
        return (visit(&self.board, out, 0, False, False, False) if self.side == 0
                else visit(&self.board, out, 1, False, False, False))

    cdef int generate_noisy(self, move_t* out) noexcept nogil:
        if not self.can_move():
            return 0
        if self.royal:
            return (visit(&self.board, out, 0, True, True, False) if self.side == 0
                    else visit(&self.board, out, 1, True, True, False))
        return (visit(&self.board, out, 0, False, True, False) if self.side == 0
                else visit(&self.board, out, 1, False, True, False))

    cdef int count_moves(self) noexcept nogil:
        return self.count_without_limit() if self.can_move() else 0

    cdef int count_without_limit(self) noexcept nogil:
        if self.royal:
            return (visit(&self.board, NULL, 0, True, False, True) if self.side == 0
                    else visit(&self.board, NULL, 1, True, False, True))
        return (visit(&self.board, NULL, 0, False, False, True) if self.side == 0
                else visit(&self.board, NULL, 1, False, False, True))

    cdef bint is_noisy(self, move_t move) noexcept nogil:
        cdef int target = move_to(move)
        if self.board.squares[target] != EMPTY:
            return True
        return (self.board.squares[move_from(move)] & 15) <= DELFIN and target // 8 == (0 if self.side else 7)

    cdef void make(self, move_t move) noexcept nogil:
        cdef Board* board = &self.board
        cdef int source = move_from(move)
        cdef int target = move_to(move)
        cdef int side = self.side
        cdef int piece = board.squares[source]
        cdef int captured = board.squares[target]
        cdef u64 source_bit = bit(source)
        cdef u64 target_bit = bit(target)
        cdef u64 key = self.key ^ SIDE_KEY ^ PLY_KEY[self.ply] ^ PLY_KEY[self.ply + 1]
        cdef Undo* undo = &self.undo[self.undo_count]
        undo.key = self.key
        undo.unmoved = board.unmoved
        undo.move = move
        undo.moved = piece
        undo.captured = captured
        self.undo_count += 1
        key ^= PIECE_KEY[piece][source] ^ PIECE_KEY[captured][target]
        if captured != EMPTY:
            board.by_type[captured & 15] ^= target_bit
            board.by_side[1 - side] ^= target_bit
        board.by_type[piece & 15] ^= source_bit
        if (piece & 15) <= DELFIN and target_bit & (RANK_1 | RANK_8) and target // 8 == (0 if side else 7):
            piece += CROWNING
        board.by_type[piece & 15] ^= target_bit
        board.by_side[side] ^= source_bit | target_bit
        board.squares[source] = EMPTY
        board.squares[target] = piece
        if board.unmoved & (source_bit | target_bit):
            if board.unmoved & source_bit:
                key ^= UNMOVED_KEY[source]
            if board.unmoved & target_bit:
                key ^= UNMOVED_KEY[target]
            board.unmoved &= ~(source_bit | target_bit)
        self.key = key ^ PIECE_KEY[piece][target]
        self.side = 1 - side
        self.ply += 1

    cdef void unmake(self) noexcept nogil:
        cdef Board* board = &self.board
        cdef Undo* undo
        cdef int source, target, side
        cdef u64 source_bit, target_bit
        self.undo_count -= 1
        undo = &self.undo[self.undo_count]
        source = move_from(undo.move)
        target = move_to(undo.move)
        source_bit = bit(source)
        target_bit = bit(target)
        side = 1 - self.side
        board.by_type[board.squares[target] & 15] ^= target_bit
        board.by_type[undo.moved & 15] ^= source_bit
        board.by_side[side] ^= source_bit | target_bit
        if undo.captured != EMPTY:
            board.by_type[undo.captured & 15] ^= target_bit
            board.by_side[1 - side] ^= target_bit
        board.squares[source] = undo.moved
        board.squares[target] = undo.captured
        board.unmoved = undo.unmoved
        self.key = undo.key
        self.side = side
        self.ply -= 1

    cdef void make_null(self) noexcept nogil:
        self.key ^= SIDE_KEY ^ PLY_KEY[self.ply] ^ PLY_KEY[self.ply + 1]
        self.side = 1 - self.side
        self.ply += 1

    cdef void unmake_null(self) noexcept nogil:
        self.ply -= 1
        self.side = 1 - self.side
        self.key ^= SIDE_KEY ^ PLY_KEY[self.ply] ^ PLY_KEY[self.ply + 1]

    cdef bint in_check(self) noexcept nogil:
        if not self.royal:
            return False
        return attackers_of_side(&self.board, 1 - self.side,
                                 lsb(self.board.by_type[ELEFANTE] & self.board.by_side[self.side]),
                                 self.board.by_side[0] | self.board.by_side[1]) != 0

    cdef int points_of(self, int side) noexcept nogil:
        cdef int total = 0, type
        for type in range(TYPES):
            total += self.points[type] * popcount(self.board.by_type[type] & self.board.by_side[side])
        return total

    cdef int ending(self, int move_count, int* winner) noexcept nogil:
        cdef int difference
        winner[0] = 1 - self.side
        if self.royal:
            if move_count <= 0 and (move_count == 0 or self.ply >= self.limit) and self.in_check():
                if self.ply < self.limit or self.count_without_limit() == 0:
                    return MATE
        elif self.special and not self.board.by_type[ELEFANTE] & self.board.by_side[self.side]:
            return TAKEN
        if self.ply < self.limit and move_count != 0:
            return GOES_ON
        difference = self.points_of(0) - self.points_of(1)
        winner[0] = 0 if difference > 0 else 1 if difference < 0 else NOBODY
        return LIMIT if self.ply >= self.limit else STUCK

    cdef int plies_left(self) noexcept nogil:
        return self.limit - self.ply

    cdef State copy(self):
        cdef RebazState other = RebazState.__new__(RebazState)
        other.variant = self.variant
        other.options = dict(self.options)
        other.sides = self.sides
        other.reasons = self.reasons
        other.known_moves = self.known_moves
        other.key = self.key
        other.side = self.side
        other.ply = self.ply
        other.traits = self.traits
        other.board = self.board
        memcpy(other.undo, self.undo, self.undo_count * sizeof(Undo))
        other.undo_count = self.undo_count
        other.limit = self.limit
        other.royal = self.royal
        other.special = self.special
        memcpy(other.points, self.points, sizeof(self.points))
        return other

    cdef Move move_object(self, move_t code):
        move = MOVES[code]
        if move is None:
            move = new_move(code, fen_format.square_name(move_from(code)) + fen_format.square_name(move_to(code)))
            MOVES[code] = move
        return <Move>move

    cdef move_t parse_move(self, str text) except? 0:
        cdef int source, target, piece
        native = NATIVE_MOVE.fullmatch(text)
        if native:
            code, from_file, from_row, to_file, to_row = native.groups()
            source = int(from_file) - 1 + 8 * (ord(from_row.lower()) - 97)
            target = int(to_file) - 1 + 8 * (ord(to_row.lower()) - 97)
            piece = self.board.squares[source]
            if piece == EMPTY or tables.PIECES[piece & 15].code != code.upper():
                raise MoveError("move", text, "the code of the piece that moves: " + (
                    f"{fen_format.square_name(source)} is empty" if piece == EMPTY else
                    f"{tables.PIECES[piece & 15].code} stands on {fen_format.square_name(source)}"))
        else:
            squares = (fen_format.parse_square(text[:2]), fen_format.parse_square(text[2:])) if len(text) == 4 else ()
            if len(squares) != 2 or None in squares:
                raise MoveError("move", text, "two squares, such as d3c5, or the native form, such as CB4c-3e")
            source, target = squares
        return <move_t>source | (<move_t>target << 7)

    cdef str native(self, move_t code):
        cdef int source = move_from(code), target = move_to(code)
        piece = tables.PIECES[self.board.squares[source] & 15]
        return f"{piece.code}{source % 8 + 1}{'abcdefgh'[source // 8]}-{target % 8 + 1}{'abcdefgh'[target // 8]}"

    cdef object points_of_sides(self):
        return self.points_of(0), self.points_of(1)

    cdef object planes(self):
        """Uint8 planes [plane, rank, file]: 16 piece types of w, 16 of b, unmoved Gallinas, side to move (0 or 1),
        plies made, plies of the whole game."""
        import numpy
        cdef int square
        planes = numpy.zeros((36, 64), dtype=numpy.uint8)
        for square in range(64):
            if self.board.squares[square] != EMPTY:
                planes[self.board.squares[square], square] = 1
            if self.board.unmoved & bit(square):
                planes[32, square] = 1
        planes[33] = self.side
        planes[34] = self.ply
        planes[35] = self.limit
        return planes.reshape(36, 8, 8)


# --- tables ----------------------------------------------------------------------------------------------------------

cdef u64 split_mix(u64* seed) noexcept nogil:
    """SplitMix64 (Steele, Lea and Flood 2014): the next word of a fixed sequence for the zobrist keys."""
    cdef u64 z
    seed[0] += <u64>0x9E3779B97F4A7C15
    z = seed[0]
    z = (z ^ (z >> 30)) * <u64>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <u64>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef void build_keys():
    global SIDE_KEY
    cdef u64 seed = 2008
    cdef int piece, square
    for piece in range(32):
        for square in range(64):
            PIECE_KEY[piece][square] = split_mix(&seed)
    for square in range(64):
        PIECE_KEY[EMPTY][square] = 0
        UNMOVED_KEY[square] = split_mix(&seed)
    for piece in range(MAX_PLIES + 3):
        PLY_KEY[piece] = split_mix(&seed)
    SIDE_KEY = split_mix(&seed)


cdef void build_ways(object lanes, u64* ways, u64* sources):
    """For every attack of a lame leaper: its way, and by target the squares it comes from."""
    cdef int source, target
    cdef u64 targets
    for source in range(64):
        for way, steps in lanes:
            if not squares_along(source, way):
                continue
            for step in steps:
                targets = squares_along(source, (step,))
                if targets:
                    target = lsb(targets)
                    ways[target * 64 + source] = squares_along(source, way)
                    sources[target] |= bit(source)


cdef void build_tables():
    cdef int square, source, type
    memcpy(ROOK_AT, ROOK, sizeof(ROOK_AT))
    memcpy(BISHOP_AT, BISHOP, sizeof(BISHOP_AT))
    memcpy(SERPIENTE_AT, SERPIENTE_TABLE.lookup, sizeof(SERPIENTE_AT))
    memcpy(JIRAFA_AT, JIRAFA_TABLE.lookup, sizeof(JIRAFA_AT))
    memcpy(PRINCESA_AT, PRINCESA_TABLE.lookup, sizeof(PRINCESA_AT))
    memcpy(TUCAN_AT, TUCAN_TABLE.lookup, sizeof(TUCAN_AT))
    memcpy(ELEFANTE_AT, ELEFANTE_TABLE.lookup, sizeof(ELEFANTE_AT))
    leaps(tables.LEAP_2_1, LEAP_2_1)
    leaps(tables.LEAP_2_2, LEAP_2_2)
    leaps(tables.LEAP_2_1 + tables.LEAP_2_2, CABALLERIA_LEAPS)
    reach(tables.ORTHOGONAL, tables.MONO_RANGE, MONO_REACH)
    reach(tables.DIAGONAL, tables.LEON_RANGE, LEON_REACH)
    reach(tables.ORTHOGONAL + tables.DIAGONAL, tables.EMPERADOR_RANGE, EMPERADOR_REACH)
    reach(tables.ORTHOGONAL + tables.DIAGONAL, 2, ELEFANTE_REACH)
    reach(tables.ORTHOGONAL, 7, ROOK_REACH)
    leaps(((-2, -2), (2, -2)), DELFIN_REACH[0])
    leaps(((-2, 2), (2, 2)), DELFIN_REACH[1])
    build_ways(tables.SERPIENTE_LANES, SERPIENTE_WAY, SERPIENTE_REACH)
    build_ways(tables.JIRAFA_LANES, JIRAFA_WAY, JIRAFA_REACH)
    build_ways(tables.PRINCESA_LANES, DIAGONAL_WAY, PRINCESA_REACH)
    build_ways(tables.TUCAN_LANES, DIAGONAL_WAY, TUCAN_REACH)
    for type in range(SERPIENTE, CROWNED_CAMPESINO):
        for square in range(64):
            for source in range(64):
                if attacks_of(type, source, 0) & (ELEFANTE_REACH[square]):
                    NEAR[type][square] |= bit(source)


build_keys()
build_tables()
