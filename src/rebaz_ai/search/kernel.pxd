"""The search kernel: one thread's negamax over a State."""

cimport cython

from rebaz_core.bitboard cimport u64
from rebaz_core.state cimport MAX_MOVES, Outcome, State, move_t

from rebaz_ai.evaluation.evaluator cimport Evaluator
from rebaz_ai.search.limit cimport Limited
from rebaz_ai.search.table cimport Table

cdef enum:
    MAX_DEPTH = 120
    MAX_PLY = 180            # from the root, extensions and quiescence included
    SQUARES = 128            # what a move's from and to count up to
    LANDINGS = 16 * SQUARES  # a kind of piece and where it goes
    MATE = 32000             # a win now; a win in n plies is MATE - n
    MATE_BOUND = 31000

# Centipawns, or fractions of them; see Kernel.unit.
ctypedef long long value_t

cdef struct Frame:
    # One ply of the current line.
    move_t[2] killers
    move_t move              # being searched at this ply
    int landing              # of that move; 0 for none
    int evaluation
    int pv_length
    bint checked             # the side to move is in check
    move_t[MAX_PLY + 2] pv

@cython.final
cdef class Kernel(Limited):
    cdef State state
    cdef Evaluator evaluator
    cdef Table table

    # What may be lossy, and what else the search may do; see SearchOptions.
    cdef bint null_move
    cdef bint reductions
    cdef bint pruning
    cdef bint extensions
    cdef bint quiescence_on
    cdef bint loose_hash     # hash entries of greater depth cut too
    cdef int star            # 0, or the Star1 or Star2 that cuts chance nodes

    # Of the game and the position being searched.
    cdef bint dice
    cdef bint many           # more than two sides
    cdef u64 salt            # of hash keys: what of the search's values is not in the state's key
    cdef value_t unit        # what a centipawn is worth
    cdef value_t win         # with dice: what a won game is worth
    cdef value_t contempt    # what a draw is worth less than nothing
    cdef value_t exact_value # that the last `iterate` found

    cdef move_t[MAX_MOVES] root_moves
    cdef int root_count

    cdef Frame* frames
    cdef move_t* move_stack
    cdef int* order_stack
    cdef short* history      # [side][from][to]
    cdef move_t* counters    # [from][to] of the move before
    cdef short* continuations   # [landing before][landing]: of a reply, and of one's own next move
    cdef int[MAX_PLY + 2] mover   # the side that moves at each ply of the line
    cdef int top             # first free place of the move stack

    cdef int margin(self, int hundredths) noexcept nogil
    cdef int team(self) noexcept nogil
    cdef bint for_hero(self) noexcept nogil
    cdef bint has_come_again(self) noexcept nogil
    cdef u64 hash_key(self) noexcept nogil
    cdef value_t static_evaluation(self) noexcept nogil
    cdef int passed_evaluation(self) noexcept nogil
    cdef value_t ended_value(self, int move_count, int ply) noexcept nogil
    cdef int repeated_value(self) noexcept nogil
    cdef value_t expected_evaluation(self, move_t move) noexcept nogil
    cdef bint is_thrown(self, move_t move) noexcept nogil
    cdef void order_moves(self, move_t* moves, int* order, int count, move_t hash_move, int ply) noexcept nogil
    cdef int landing(self, move_t move) noexcept nogil
    cdef short* continuation(self, int ply, int back) noexcept nogil
    cdef void make(self, move_t move) noexcept nogil
    cdef void reward(self, move_t move, move_t* tried, int tried_count, int depth, int ply) noexcept nogil
    cdef void extend_pv(self, move_t move, int ply) noexcept nogil
    cdef value_t search_made(self, int depth, value_t alpha, value_t beta, int ply, int quiet_ply) noexcept nogil
    cdef value_t search_move(self, move_t move, int depth, value_t alpha, value_t beta, int ply,
                             int quiet_ply) noexcept nogil
    cdef value_t search_chance(self, const Outcome* outcomes, int count, int depth, value_t alpha, value_t beta, int ply,
                               int quiet_ply) noexcept nogil
    cdef value_t probe_reply(self, int depth, value_t alpha, value_t beta, int ply) noexcept nogil
    cdef value_t search_root(self, int depth, value_t alpha, value_t beta, int first) noexcept nogil
    cdef value_t search(self, int depth, value_t alpha, value_t beta, int ply) noexcept nogil
    cdef value_t quiescence(self, value_t alpha, value_t beta, int ply, int depth) noexcept nogil
    cdef value_t try_null(self, int depth, value_t beta, int ply) noexcept nogil
    cdef value_t leaf_value(self, int ply) noexcept nogil
    cdef int score_of(self, value_t value, int ply) noexcept nogil
