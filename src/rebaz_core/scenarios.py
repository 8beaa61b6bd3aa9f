"""Named starts: the scenarios that a game ships, read from the package's data.

A file of them is a list of objects with `name`, `variants` (those that it is a scenario of), `fen`, `description`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True)
class Scenario:
    """A named start of a variant."""

    name: str
    fen: str
    description: str


def load_scenarios(file: str) -> dict[str, dict[str, Scenario]]:
    """The scenarios of a data file in ``rebaz_core.games``, by variant and then by name, in the file's order.

    >>> list(load_scenarios("milbatallas-scenarios.json")["milbatallas-basic"])
    ['classic', 'infantry']
    """
    found: dict[str, dict[str, Scenario]] = {}
    for entry in json.loads(files("rebaz_core.games").joinpath(file).read_text("utf-8")):
        scenario = Scenario(entry["name"], entry["fen"], entry["description"])
        for variant in entry["variants"]:
            found.setdefault(variant, {})[scenario.name] = scenario
    return found
