"""Attacks and legal moves of REBAZ. Specification: the rules page REBAZ, sections *Pieces*, *Crowning*, *Variants*.

Legal moves come from one analysis of the own Elefante (``analyse``) and one walk over the pieces (``visit``), which the
compiler specialises on side, royal Elefante, noisy moves only, and counting instead of listing. Limits and lost
Elefantes are the business of ``rebaz.pyx``.
"""

from libc.string cimport memcpy

from rebaz_core.attacks cimport BETWEEN, BISHOP, ROOK, LaneTable, leaps, reach, squares_along
from rebaz_core.bitboard cimport Lookup, attacks, bit, down, left, lsb, popcount, right, u64, up
from rebaz_core.state cimport move_t

from rebaz_core.games import rebaz_tables as tables

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
    cdef int back = 1 - side
    cdef u64 empty = ~(board.by_side[0] | board.by_side[1])
    cdef u64 quiet = empty & mask
    cdef u64 prey = board.by_side[1 - side] & mask
    cdef u64 crowned_steppers = (board.by_type[CROWNED_CAMPESINO] | board.by_type[CROWNED_GALLINA]) & movers
    cdef u64 crowned_delfines = board.by_type[CROWNED_DELFIN] & movers
    cdef u64 crowned = crowned_steppers | crowned_delfines
    cdef u64 gallinas = (board.by_type[GALLINA] | board.by_type[CROWNED_GALLINA]) & movers
    cdef u64 steppers = (board.by_type[CAMPESINO] & movers) | gallinas | crowned_steppers
    cdef u64 delfines = (board.by_type[DELFIN] & movers) | crowned_delfines
    cdef u64 doubles = (board.unmoved & movers) | delfines | crowned_steppers
    n = emit_shifted(out, n, ahead(left(steppers), side) & prey, forward - 1, counting)
    n = emit_shifted(out, n, ahead(right(steppers), side) & prey, forward + 1, counting)
    n = emit_shifted(out, n, ahead(left(ahead(left(delfines), side) & empty), side) & prey, 2 * forward - 2, counting)
    n = emit_shifted(out, n, ahead(right(ahead(right(delfines), side) & empty), side) & prey, 2 * forward + 2, counting)
    n = emit_shifted(out, n, left(gallinas) & prey, -1, counting)
    n = emit_shifted(out, n, right(gallinas) & prey, 1, counting)
    if crowned:
        n = emit_shifted(out, n, ahead(left(crowned_steppers), back) & prey, -forward - 1, counting)
        n = emit_shifted(out, n, ahead(right(crowned_steppers), back) & prey, -forward + 1, counting)
        n = emit_shifted(out, n, ahead(left(ahead(left(crowned_delfines), back) & empty), back) & prey,
                         -2 * forward - 2, counting)
        n = emit_shifted(out, n, ahead(right(ahead(right(crowned_delfines), back) & empty), back) & prey,
                         -2 * forward + 2, counting)
        if not noisy:
            n = emit_shifted(out, n, ahead(ahead(crowned, back) & empty, back) & quiet, -2 * forward, counting)
    if noisy:
        # Of the moves without capture only those that crown.
        quiet &= RANK_8 if side == 0 else RANK_1
        steppers &= ~crowned
        doubles &= ~crowned
    else:
        n = emit_shifted(out, n, ahead(delfines, back) & quiet, -forward, counting)
    n = emit_shifted(out, n, ahead(steppers, side) & quiet, forward, counting)
    return emit_shifted(out, n, ahead(ahead(doubles, side) & empty, side) & quiet, 2 * forward, counting)


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
                n = emit(out, n, source, attacks_of(board.squares[source] & 15, source, occupied) & targets,
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


cdef int list_moves(const Board* board, move_t* out, int side, bint royal, bint noisy) noexcept nogil:
    """Legal moves of `side` into `out`, or only the noisy ones: captures and crownings. How many there are."""
    if noisy:
        if royal:
            return (visit(board, out, 0, True, True, False) if side == 0 else visit(board, out, 1, True, True, False))
        return visit(board, out, 0, False, True, False) if side == 0 else visit(board, out, 1, False, True, False)
    if royal:
        return visit(board, out, 0, True, False, False) if side == 0 else visit(board, out, 1, True, False, False)
    return visit(board, out, 0, False, False, False) if side == 0 else visit(board, out, 1, False, False, False)


cdef int count_moves(const Board* board, int side, bint royal) noexcept nogil:
    """How many legal moves `side` has."""
    if royal:
        return visit(board, NULL, 0, True, False, True) if side == 0 else visit(board, NULL, 1, True, False, True)
    return visit(board, NULL, 0, False, False, True) if side == 0 else visit(board, NULL, 1, False, False, True)


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


build_tables()
