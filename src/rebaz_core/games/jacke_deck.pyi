from typing import Self

from typing_extensions import disjoint_base

from rebaz_core.games.jacke_cards import Catalogue

__all__ = ["Deck", "odds"]

@disjoint_base
class Deck:
    def __new__(cls, catalogue: Catalogue) -> Self: ...
    @property
    def ids(self) -> tuple[str, ...]: ...
    @property
    def numbers(self) -> dict[str, int]: ...
    @property
    def catalogue(self) -> Catalogue: ...
    def __reduce__(self) -> tuple[type[Deck], tuple[Catalogue]]: ...

def odds(
    attack_bonus: int, defense_bonus: int, health_left: int, accumulate: bool = True
) -> list[tuple[str, int]]: ...
