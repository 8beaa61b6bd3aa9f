"""Weights of one's own over those that an evaluation brings: checked, for the evaluations read them as C numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from rebaz_core.errors import InputError

MOST = 32000
"""Scores are shown and kept in 16 bits, and no weight is more than a score."""

AT_LEAST_ONE = ("win", "margin_percent", "win_scale")
"""Those that the search divides by, and what a won game is worth."""


def merged(shipped: Mapping[str, Any], own: Mapping[str, Any] | None) -> dict[str, Any]:
    """The weights shipped, with those of `own` in their place; InputError for one of another name, shape or range.

    >>> merged({"tempo": 10, "passed": [[0, 0], [3, 12]]}, {"tempo": 12})
    {'tempo': 12, 'passed': [[0, 0], [3, 12]]}
    >>> merged({"tempo": 10, "passed": [[0, 0], [3, 12]]}, {"passed": [[0, 0]]})
    Traceback (most recent call last):
    rebaz_core.errors.InputError: passed: [[0, 0]], expected a list of 2
    """
    if own is None:
        return dict(shipped)
    if not isinstance(own, Mapping):
        raise InputError("weights", own, "a dict from names to numbers or lists")
    for name, value in own.items():
        if name not in shipped:
            raise InputError("weights", name, f"one of {', '.join(shipped)}")
        _check(name, value, shipped[name])
    for name in AT_LEAST_ONE:
        if name in own and own[name] < 1:
            raise InputError(name, own[name], "a number of at least 1")
    return {**shipped, **own}


def _check(name: str, value: object, like: object) -> None:
    """InputError unless a value has the shape of the one shipped."""
    if isinstance(like, list):
        if not isinstance(value, list | tuple) or len(value) != len(like):
            raise InputError(name, value, f"a list of {len(like)}")
        for own, other in zip(value, like, strict=True):
            _check(name, own, other)
    elif isinstance(like, dict):
        if not isinstance(value, dict) or value.keys() != like.keys():
            raise InputError(name, value, f"a dict with {', '.join(map(str, like))}")
        for key in like:
            _check(f"{name}.{key}", value[key], like[key])
    elif isinstance(like, float):
        if type(value) not in (int, float) or not math.isfinite(value) or abs(value) > MOST:  # type: ignore[arg-type]
            raise InputError(name, value, f"a number from {-MOST} to {MOST}")
    elif type(value) is not int or abs(value) > MOST:
        raise InputError(name, value, f"a whole number from {-MOST} to {MOST}")
