from collections.abc import Sequence
from typing import Self

from typing_extensions import disjoint_base

_Steps = tuple[tuple[int, int], ...]

ORTHOGONAL: _Steps
DIAGONAL: _Steps

@disjoint_base
class LaneTable:
    def __new__(cls, kind: str, lanes: Sequence[tuple[_Steps, _Steps]]) -> Self: ...
