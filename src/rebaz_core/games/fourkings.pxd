"""The state of a game of Four kings."""

from rebaz_core.games.fourkings_moves cimport Board, Rules
from rebaz_core.games.jacke_deck cimport Deck
from rebaz_core.state cimport State, move_t

cdef class FourKingsState(State):
    cdef Board board         # with by_type, by_side, squares, card, damage; a side lives while it has its king
    cdef Rules rules
    cdef Deck deck
    cdef tuple rosters       # by side
    cdef Board* undo         # the boards before the moves made
    cdef int undo_count
    cdef int undo_room

    # What is added to the dice of the man on `source` and of the one that it attacks on `target`, whose D is included.
    cdef void bonuses(self, int source, int target, int* attack, int* defense) noexcept nogil

    cdef void follow(self) noexcept nogil
    cdef str token(self, const Board* board, int square)
    cdef void check_armies(self, const Board* board, str text) except *
    cdef void check_pawns(self, const Board* board) except *
    cdef void read_side(self, Board* board, str text) except *
    cdef void read_unmoved(self, Board* board, str text) except *
    cdef void read_cards(self, Board* board, str text) except *
    cdef void read_damage(self, Board* board, str text) except *
    cdef void read_pending(self, Board* board, str text) except *
