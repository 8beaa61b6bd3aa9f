"""The state of a game of Jacke."""

from rebaz_core.games.jacke_deck cimport Deck
from rebaz_core.games.jacke_moves cimport Board, Rules
from rebaz_core.state cimport State, move_t

cdef struct Undo:
    Board board              # before the move
    move_t move
    int ply
    int side

cdef class JackeState(State):
    cdef Board board         # with by_type, by_side, squares, card, damage
    cdef Rules rules         # what combat goes by; its cards are the deck's, by number
    cdef Deck deck
    cdef tuple rosters       # by side
    cdef Undo* undo
    cdef int undo_count
    cdef int undo_room

    # What is added to the dice of the man on `source` and of the one that it attacks on `victim`, whose D is included.
    cdef void bonuses(self, int source, int victim, int* attack, int* defense) noexcept nogil

    cdef void note(self, move_t move) noexcept nogil
    cdef int occurrences(self, int plies, int wanted) noexcept nogil
    cdef dict read_cards(self, str text, dict men)
    cdef dict read_damage(self, str text, dict men, dict hands)
    cdef void read_ep(self, Board* board, int side, str text) except *
    cdef void read_pending(self, Board* board, int side, str text) except *
