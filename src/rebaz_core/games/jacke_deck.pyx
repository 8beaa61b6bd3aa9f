"""Cards as the rules of Jacke's combat read them: one deck a game, shared by all its positions."""

from libc.stdlib cimport calloc, free
from libc.string cimport memset

from rebaz_core.bitboard cimport u64
from rebaz_core.attacks cimport leaps

from rebaz_core.attacks import DIAGONAL, ORTHOGONAL
from rebaz_core.errors import CardError, InputError
from rebaz_core.games.jacke_cards import PIECES, shipped

__all__ = ["Deck", "odds"]

cdef enum:
    FACES = 6
    THROWS = FACES * FACES
    SPREAD = FACES - 1       # the dice differ by -5 to 5
    MOST_HEALTH = 99
    MOST_BONUS = 9999        # of a sum of effects that `odds` is asked for
    # A sum of bonuses below -SPREAD is like -SPREAD: the attack fails. One above is like SURE: it takes all health.
    SURE = MOST_HEALTH + SPREAD
    BONUSES = SURE + SPREAD + 1

_KINDS = {"movement": MOVEMENT, "combat": COMBAT, "defense": DEFENSE, "permanent": PERMANENT}
_LEAPS = {
    "W": ORTHOGONAL,
    "F": DIAGONAL,
    "N": ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)),
    "D": tuple((2 * x, 2 * y) for x, y in ORTHOGONAL),
    "A": tuple((2 * x, 2 * y) for x, y in DIAGONAL),
}

# How many outcomes a fight has, by mode, bonus from -SPREAD, and health left.
cdef unsigned char COUNTS[2][BONUSES][MOST_HEALTH + 1]


cdef inline int clipped(int value, int least, int most) noexcept nogil:
    return least if value < least else most if value > most else value


cdef int fight(int attack_bonus, int defense_bonus, int health_left, bint accumulate, unsigned char* outcomes,
               unsigned char* throws) noexcept nogil:
    cdef int bonus = clipped(attack_bonus - defense_bonus, -SPREAD, SURE)
    cdef int failed = 0
    cdef int captured = 0
    cdef int count = 1       # place 0 is kept for FAILED
    cdef int difference, damage, ways
    for difference in range(-SPREAD, SPREAD + 1):
        damage = difference + bonus
        ways = FACES - (difference if difference > 0 else -difference)
        if damage >= health_left:
            captured += ways
        elif damage <= 0 or not accumulate:
            failed += ways
        else:
            outcomes[count] = <unsigned char>(DAMAGED + damage)
            throws[count] = <unsigned char>ways
            count += 1
    if captured:
        outcomes[count] = CAPTURED
        throws[count] = <unsigned char>captured
        count += 1
    if failed:
        outcomes[0] = FAILED
        throws[0] = <unsigned char>failed
        return count
    count -= 1
    for difference in range(count):
        outcomes[difference] = outcomes[difference + 1]
        throws[difference] = throws[difference + 1]
    return count


cdef int fight_count(int attack_bonus, int defense_bonus, int health_left, bint accumulate) noexcept nogil:
    return COUNTS[accumulate][clipped(attack_bonus - defense_bonus, -SPREAD, SURE) + SPREAD][health_left]


cdef void count_outcomes() noexcept:
    cdef unsigned char outcomes[12]
    cdef unsigned char throws[12]
    cdef int mode, bonus, health
    for mode in range(2):
        for bonus in range(BONUSES):
            for health in range(1, MOST_HEALTH + 1):
                COUNTS[mode][bonus][health] = <unsigned char>fight(bonus - SPREAD, 0, health, mode, outcomes, throws)

count_outcomes()


cdef void add_atom(Extra* extra, object atom):
    cdef u64 targets[64]
    cdef int square, way
    cdef unsigned char distance = atom.distance
    cdef bint quiet = atom.quiet
    cdef bint attack = atom.attack
    if distance == 0:
        memset(targets, 0, sizeof(targets))
        leaps(_LEAPS[atom.letter], targets)
        for square in range(64):
            if quiet:
                extra.quiet_leaps[square] |= targets[square]
            if attack:
                extra.attack_leaps[square] |= targets[square]
        return
    way = 0 if atom.letter == "R" else 1
    if quiet and distance > extra.quiet_slides[way]:
        extra.quiet_slides[way] = distance
    if attack and distance > extra.attack_slides[way]:
        extra.attack_slides[way] = distance


cdef class Deck:
    """The cards of a catalogue by number: the plain ones of P N B R Q K, then the others in its order.

    >>> from rebaz_core.games.jacke_cards import shipped
    >>> deck = Deck(shipped())
    >>> deck.ids[:2], deck.numbers["rom-imperator"]
    (('plain-pawn', 'plain-knight'), 6)
    """

    def __cinit__(self, catalogue):
        cards = [catalogue.plain(piece) for piece in PIECES]
        cards += [card for card in catalogue.cards.values() if card not in cards]
        if len(cards) > MAX_CARDS:
            raise CardError("card", f"{len(cards)} cards", f"at most {MAX_CARDS}")
        self.catalogue = catalogue
        self.ids = tuple(card.id for card in cards)
        self.numbers = {name: number for number, name in enumerate(self.ids)}
        added = [card.effect.add for card in cards if card.effect is not None and card.effect.kind == "movement"]
        kinds = {atoms: number for number, atoms in enumerate(dict.fromkeys(added))}
        self.count = len(cards)
        self.cards = <Card*>calloc(self.count, sizeof(Card))
        self.extras = <Extra*>calloc(max(1, len(kinds)), sizeof(Extra))
        if self.cards == NULL or self.extras == NULL:
            raise MemoryError
        for number, card in enumerate(cards):
            self.deal(number, card, kinds)
        for atoms, number in kinds.items():
            for atom in atoms:
                add_atom(&self.extras[<int>number], atom)

    cdef void deal(self, int number, object card, dict kinds):
        cdef Card* entry = &self.cards[number]
        entry.piece = PIECES.index(card.piece)
        entry.defense = card.defense
        entry.health = card.health
        entry.effect = NO_EFFECT
        entry.extra = -1
        effect = card.effect
        if effect is None:
            return
        entry.effect = _KINDS[effect.kind]
        entry.attack = effect.attack
        entry.guard = effect.defense
        for letter in effect.pieces:
            entry.types |= 1 << <int>PIECES.index(letter)
        entry.allies = effect.scope == "allies"
        entry.range = WHOLE_BOARD if effect.range is None else effect.range
        if entry.effect == MOVEMENT:
            entry.extra = kinds[effect.add]

    def __dealloc__(self):
        free(self.cards)
        free(self.extras)

    cdef Rules rules(self, bint accumulate):
        """What combat with these cards goes by, as long as the deck lives."""
        cdef Rules rules
        rules.cards = self.cards
        rules.extras = self.extras
        rules.accumulate = accumulate
        return rules

    def __reduce__(self):
        return Deck, (self.catalogue,)


cdef Deck SHIPPED = Deck(shipped())


cdef Deck LATEST = SHIPPED


cdef Deck deck_of(object catalogue):
    """The deck of a catalogue, the same one as long as that was the last to be asked for."""
    global LATEST
    cdef Deck deck = LATEST
    if catalogue is SHIPPED.catalogue:
        return SHIPPED
    if catalogue is not deck.catalogue:
        deck = LATEST = Deck(catalogue)
    return deck


def odds(attack_bonus, defense_bonus, health_left, bint accumulate=True):
    """The outcomes of a fight with these sums of effects, and how many of the 36 throws give each; or InputError.

    >>> odds(0, 1, 3)
    [('0', 26), ('d1', 4), ('d2', 3), ('x', 3)]
    """
    cdef unsigned char outcomes[12]
    cdef unsigned char throws[12]
    for name, value, least, most in (("attack_bonus", attack_bonus, -MOST_BONUS, MOST_BONUS),
                                     ("defense_bonus", defense_bonus, -MOST_BONUS, MOST_BONUS),
                                     ("health_left", health_left, 1, MOST_HEALTH)):
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise InputError(name, value, f"a whole number from {least} to {most}")
    cdef int index
    fight(attack_bonus, defense_bonus, health_left, accumulate, outcomes, throws)
    cdef int count = fight_count(attack_bonus, defense_bonus, health_left, accumulate)
    names = {FAILED: "0", CAPTURED: "x"}
    return [(names.get(outcomes[index], f"d{outcomes[index] - DAMAGED}"), throws[index]) for index in range(count)]
