"""Perft: leaves of the tree of legal moves. The last ply is counted without listing its moves."""

from rebaz_core.bitboard cimport u64
from rebaz_core.state cimport MAX_MOVES, State, move_t


cdef u64 perft(State state, int depth) noexcept nogil:
    """Leaves at `depth`; the state is left as it was. `depth` is bounded by the caller, for every ply takes stack."""
    cdef move_t[MAX_MOVES] moves
    cdef u64 nodes = 0
    cdef int count, i
    if depth <= 0:
        return 1
    if depth == 1:
        return state.count_moves()
    count = state.generate(moves)
    for i in range(count):
        state.make(moves[i])
        nodes += perft(state, depth - 1)
        state.unmake()
    return nodes
