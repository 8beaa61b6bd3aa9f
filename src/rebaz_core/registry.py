"""The variants that the engine knows: a name, and all that differs behind it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rebaz_core.errors import ScenarioError, VariantError
from rebaz_core.games import brax, chess, fourkings, jacke, milbatallas, rebaz, rendezvous
from rebaz_core.games.milbatallas_tables import SCENARIOS as BATTLES
from rebaz_core.games.milbatallas_tables import VARIANTS as MIL_BATALLAS_VARIANTS
from rebaz_core.games.rebaz_setup import start_fen
from rebaz_core.games.rebaz_tables import VARIANTS as REBAZ_VARIANTS
from rebaz_core.games.rendezvous_tables import START as RENDEZVOUS_START
from rebaz_core.scenarios import load_scenarios
from rebaz_core.text import plain_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rebaz_core.options import GameOption
    from rebaz_core.scenarios import Scenario
    from rebaz_core.state import State

FOUR_KINGS_STARTS = load_scenarios("fourkings-scenarios.json")["fourkings"]


@dataclass(frozen=True)
class Variant:
    """A registered variant.

    >>> variant("rebaz").start_fen
    'nblremtp/8/cgjddsgc/8/8/CGJDDSGC/8/NBLREMTP w b3g3b6g6 0'
    """

    name: str
    description: str
    family: str
    """The game it belongs to: variants of one family share pieces and evaluation."""
    new_state: Callable[[str, dict[str, Any]], State] = field(repr=False)
    start_fen: str
    options: tuple[GameOption, ...]
    scenarios: dict[str, Scenario] = field(default_factory=dict, repr=False, hash=False)
    """Its named starts, by name; most variants have none."""


VARIANTS: dict[str, Variant] = {
    name: Variant(name, rules.description, "rebaz", rebaz.RebazState, start_fen(), rebaz.OPTIONS)
    for name, rules in REBAZ_VARIANTS.items()
} | {
    "chess": Variant("chess", "Chess by FIDE's rules", "chess", chess.ChessState, chess.START, ()),
    "jacke": Variant(
        "jacke", "Jacke: chess with cards, combat by dice", "jacke", jacke.JackeState, jacke.START, jacke.OPTIONS
    ),
} | {
    name: Variant(
        name, description, "milbatallas", milbatallas.MilBatallasState, BATTLES[name]["classic"].fen, (), BATTLES[name]
    )
    for name, description in MIL_BATALLAS_VARIANTS.items()
} | {
    "fourkings": Variant(
        "fourkings", "Four kings: four sides with dice combat", "fourkings", fourkings.FourKingsState,
        FOUR_KINGS_STARTS["standard"].fen, fourkings.OPTIONS, FOUR_KINGS_STARTS,
    ),
    "brax": Variant("brax", "Brax, on lines of two colours", "brax", brax.BraxState, brax.START, brax.OPTIONS),
    "rendezvous": Variant(
        "rendezvous", "Rendezvous, Lewis Carroll's Lanrick", "rendezvous", rendezvous.RendezvousState,
        RENDEZVOUS_START, (),
    ),
    "brax3": Variant(
        "brax3", "Brax for three: two allies against five pieces, two moves a turn", "brax", brax.BraxState,
        brax.ALLIES_START, brax.OPTIONS,
    ),
    "brax4": Variant(
        "brax4", "Brax for four, two a side", "brax", brax.BraxState, brax.TEAMS_START, brax.OPTIONS,
    ),
    "brax-hunt": Variant(
        "brax-hunt", "Brax for one: a hunter and seven pieces that move by a policy", "brax", brax.BraxState,
        brax.HUNT_START, brax.HUNT_OPTIONS,
    ),
}


def variant(name: str) -> Variant:
    """The variant of that name, or VariantError with all that there are, and which of them may be meant."""
    if isinstance(name, str):
        name = plain_text(name)
        if name in VARIANTS:
            return VARIANTS[name]
    names = ", ".join(VARIANTS)
    near = nearest(name, VARIANTS)
    raise VariantError("variant", name, f"one of {names}" if near is None else f"{near}? there are {names}")


def nearest(name: object, known: Iterable[str]) -> str | None:
    """The known name that a misspelt one comes closest to, or None if none is near.

    >>> nearest("rebas-points", VARIANTS), nearest("go", VARIANTS)
    ('rebaz-points', None)
    """
    from difflib import get_close_matches

    near = get_close_matches(name.lower(), known, 1) if isinstance(name, str) else []
    return near[0] if near else None


def scenario(variant_name: str, name: str) -> Scenario:
    """The scenario of that name among those of a variant; VariantError, or ScenarioError with what there is.

    >>> scenario("milbatallas", "cavalry").fen
    'nnnnknnn/8/8/8/8/8/8/8/8/NNNNKNNN w - - - 0 1'
    >>> scenario("milbatallas-basic", "infentry")
    Traceback (most recent call last):
    rebaz_core.errors.ScenarioError: scenario: 'infentry', expected infantry? milbatallas-basic has classic, infantry
    >>> scenario("milbatallas-basic", "walls")
    Traceback (most recent call last):
    rebaz_core.errors.ScenarioError: scenario: 'walls', expected one of classic, infantry; walls belongs to milbatallas
    """
    known = variant(variant_name).scenarios
    if isinstance(name, str):
        name = plain_text(name)
        if name in known:
            return known[name]
    if not known:
        raise ScenarioError("scenario", name, f"none: {variant_name} has no scenarios")
    names = ", ".join(known)
    owners = [other.name for other in VARIANTS.values() if isinstance(name, str) and name in other.scenarios]
    if owners:
        raise ScenarioError("scenario", name, f"one of {names}; {name} belongs to {', '.join(owners)}")
    near = nearest(name, known)
    if near is not None:
        raise ScenarioError("scenario", name, f"{near}? {variant_name} has {names}")
    raise ScenarioError("scenario", name, f"one of {names}")
