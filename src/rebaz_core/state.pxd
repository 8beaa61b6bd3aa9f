"""State: the one interface between a game's rules and everything above them."""

from rebaz_core.bitboard cimport u64

# A move in 32 bits: from in bits 0-6, to in bits 7-13, the rest is the game's own.
ctypedef unsigned int move_t

cdef enum:
    # No game has more legal moves than this in any position that its parser accepts. REBAZ: k movers with at most
    # 27 targets each among 64 - k squares make at most 999. Jacke: each of 16 enemies can be attacked by each of 16 men,
    # with at most 12 outcomes an attack, besides the quiet moves.
    MAX_MOVES = 8192
    MAX_OUTCOMES = 16        # two dice have 11 differences; a king may answer
    MOVES_UNKNOWN = -1
    GOES_ON = 0              # `ending` of a game that is not over; other values index the game's reasons
    NOBODY = -1              # winner of a draw

cdef enum:
    # What search may assume of a game.
    NULL_MOVE_SOUND = 1      # passing is almost never better than moving
    HAS_CHECK = 2            # a side in_check has to answer it
    HAS_DICE = 4             # outcomes can be more than one
    SAME_SIDE_TWICE = 8      # make can leave the side to move unchanged
    MANY_SIDES = 16          # more than two
    CLOSED_WHEN_OVER = 32    # no move is accepted after an end that the list of moves overlooks

cdef struct Outcome:
    move_t move              # the completed move
    int throws               # how many of the equally likely throws give it

cdef inline int move_from(move_t move) noexcept nogil:
    return move & 127

cdef inline int move_to(move_t move) noexcept nogil:
    return (move >> 7) & 127

cdef class Move:
    cdef readonly str text
    cdef move_t code

cdef Move new_move(move_t code, str text)

# A stack of `wanted` entries of `size` bytes with what `stack` holds, and `room` as it is then; for `reserve`.
cdef void* grown(void* stack, int* room, int wanted, size_t size) except? NULL

cdef class State:
    cdef readonly str variant
    cdef readonly dict options   # as given to the constructor
    cdef readonly str sides      # the sides' letters in turn order
    cdef readonly tuple reasons  # words for what `ending` returns
    cdef u64 key                 # zobrist key of all that the position string says
    cdef int side                # index of the side to move
    cdef int hero                # the side that a search of a game with MANY_SIDES thinks for
    cdef int ply                 # moves made by all sides since the start of the game
    cdef int traits              # Trait bits
    cdef list known_moves        # Move objects by code, None where not yet made; None for a game with too many codes

    # -- rules; no GIL, no Python object, no allocation
    cdef int generate(self, move_t* out) noexcept nogil
    cdef int generate_decisions(self, move_t* out) noexcept nogil
    cdef int generate_noisy(self, move_t* out) noexcept nogil
    cdef int count_moves(self) noexcept nogil
    cdef u64 perft(self, int depth) noexcept nogil
    cdef bint is_noisy(self, move_t move) noexcept nogil
    cdef void make(self, move_t move) noexcept nogil
    cdef void unmake(self) noexcept nogil
    cdef void make_null(self) noexcept nogil
    cdef void unmake_null(self) noexcept nogil
    cdef bint in_check(self) noexcept nogil
    cdef int ending(self, int move_count, int* winner) noexcept nogil
    cdef int plies_left(self) noexcept nogil
    cdef int plies_to_draw(self) noexcept nogil
    cdef bint repeated(self, int plies) noexcept nogil
    cdef int drawn_winner(self) noexcept nogil
    cdef bint is_out(self, int side) noexcept nogil
    cdef int outcomes(self, move_t move, Outcome* out) noexcept nogil

    # Room for so many more moves to be made; not without the GIL.
    cdef int reserve(self, int plies) except -1

    # -- what Position shows of them
    cdef void copy_common(self, State other)
    cdef State copy(self)
    cdef str start(self, str fen)
    cdef Move move_object(self, move_t code)
    cdef list move_list(self, const move_t* codes, int count)
    cdef move_t parse_move(self, str text) except? 0
    cdef str native(self, move_t code)
    cdef str fault(self, move_t code)
    cdef object read_from_files(self)
    cdef object points_of_sides(self)
    cdef str result_text(self, int winner)
    cdef str piece_token(self, int square)
    cdef tuple board_size(self)
    cdef object planes(self)
