from rebaz_core.state cimport MAX_MOVES, Move, State, move_t

cdef class Position:
    cdef State state
    cdef str root_fen
    cdef list history
    cdef move_t[MAX_MOVES] legal
    cdef int legal_count         # MOVES_UNKNOWN until asked for

    cdef int count_legal(self) noexcept
    cdef bint has_legal(self, move_t code) noexcept
    cdef Move found(self, object move)
    cdef Move checked(self, object move)
    cdef Move checked_decision(self, object move)
    cdef bint is_own(self, object move, move_t code)
    cdef refuse_unthrown(self, move_t code, object move)
    cdef refuse(self, str text)
