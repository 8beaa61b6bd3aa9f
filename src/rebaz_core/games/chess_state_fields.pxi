# What a game of chess on sets of type `bits` keeps: declarations for the module that includes chess_state.pxi.

cdef class ArmyState(State):
    cdef Board board
    cdef Undo* undo
    cdef int undo_count
    cdef int undo_room

    cdef bint castles(self, move_t move) noexcept nogil
    cdef bint is_meant(self, move_t move, object wanted) except -1
    cdef move_t parse_san(self, str text) except? 0
    cdef bint is_material_draw(self) noexcept nogil
    cdef int occurrences(self, int plies, int wanted) noexcept nogil
    cdef void refuse_check(self, const Board* board, int side, str text) except *
    cdef int read_clock(self, Board* board, int side, str halfmove_text, str fullmove_text) except -1
    cdef str written_clock(self)
    cdef void take_over(self, const Board* board, int side, int ply) except *
