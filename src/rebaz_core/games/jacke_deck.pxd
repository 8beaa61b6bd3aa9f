"""Cards as the rules of Jacke's combat read them: one deck a game, shared by all its positions."""

from rebaz_core.bitboard cimport u64
from rebaz_core.state cimport move_t

cdef enum:
    PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, TYPES

cdef enum:
    NO_EFFECT, MOVEMENT, COMBAT, DEFENSE, PERMANENT

cdef enum:
    WHOLE_BOARD = 8          # as a range; 1 to 7 are king's steps
    PLAIN_CARDS = TYPES      # the first cards of every deck are the plain ones of P N B R Q K
    MAX_CARDS = 4096

    # What the dice said, in a move's outcome field.
    UNTHROWN = 0             # an attack still to be completed, or a move without dice
    FAILED                   # :0
    CAPTURED                 # :x
    EVADED                   # :e
    DAMAGED                  # :d1 is DAMAGED + 1

    # The move code of both games, beyond from (bits 0-6) and to (7-13).
    PROMOTES = 1 << 14       # into the type of the next three bits
    PROMOTED_SHIFT = 15
    EN_PASSANT = 1 << 18
    DOUBLE_STEP = 1 << 19
    ANSWER = 1 << 20         # a king's answer to a pending attack; from equals to if it stays
    ATTACK = 1 << 21         # thrown for, a `stay` too
    OUTCOME_SHIFT = 22       # seven bits
    OUTCOME_MASK = 127 << 22

cdef struct Card:
    unsigned char piece
    unsigned char defense    # D
    unsigned char health     # H
    unsigned char effect
    signed char attack       # of a combat or permanent effect
    signed char guard        # of a defense or permanent effect
    unsigned char types      # a bit for each type that the effect counts against, or on
    unsigned char allies     # scope of a permanent effect
    unsigned char range
    short extra              # which Extra a movement effect has

cdef struct Extra:
    # Added moves of a card: leaps by square, and how far to slide [orthogonally, diagonally].
    u64[64] quiet_leaps
    u64[64] attack_leaps
    unsigned char[2] quiet_slides
    unsigned char[2] attack_slides

cdef enum Mode:
    # What a list of moves is to hold.
    COMPLETED                # what perft counts
    DECISIONS                # attacks once, not thrown for
    NOISY                    # of these, attacks and promotions
    COUNT                    # COMPLETED, without listing

cdef struct Rules:
    # What combat goes by.
    const Card* cards
    const Extra* extras
    bint accumulate          # whether damage stays

cdef class Deck:
    cdef Card* cards
    cdef Extra* extras
    cdef int count
    cdef readonly tuple ids      # of the cards, by number
    cdef readonly dict numbers   # id to number
    cdef readonly object catalogue

    cdef void deal(self, int number, object card, dict kinds)
    cdef Rules rules(self, bint accumulate)

# The deck of a catalogue; that of the shipped one is made once.
cdef Deck deck_of(object catalogue)

# The outcomes of a throw of both dice with these sums of effects, against so much health left: outcome codes, and for
# each how many of the 36 throws give it. At most 12.
cdef int fight(int attack_bonus, int defense_bonus, int health_left, bint accumulate, unsigned char* outcomes,
               unsigned char* throws) noexcept nogil
# How many outcomes that is.
cdef int fight_count(int attack_bonus, int defense_bonus, int health_left, bint accumulate) noexcept nogil
