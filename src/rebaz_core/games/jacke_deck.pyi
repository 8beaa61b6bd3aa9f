from typing import final

from typing_extensions import disjoint_base

from rebaz_core.games.jacke_cards import Catalogue

__all__ = ["Deck", "odds"]

@final
@disjoint_base
class Deck:
    ids: tuple[str, ...]
    numbers: dict[str, int]
    catalogue: Catalogue
    def __new__(cls, catalogue: Catalogue) -> Deck: ...

def odds(
    attack_bonus: int, defense_bonus: int, health_left: int, accumulate: bool = True
) -> list[tuple[str, int]]: ...
