"""Every example in a docstring runs, those of the compiled modules too."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import rebaz_ai
import rebaz_core

if TYPE_CHECKING:
    from types import ModuleType


def module_names() -> list[str]:
    names = []
    for package in (rebaz_core, rebaz_ai):
        names.append(package.__name__)
        names += [found.name for found in pkgutil.walk_packages(package.__path__, package.__name__ + ".")]
    return [name for name in names if not name.endswith("__main__")]


def examples(module: ModuleType) -> list[doctest.DocTest]:
    """The doctests of a module, each docstring once: Cython lists those of methods a second time in __test__."""
    found = {test.docstring: test for test in doctest.DocTestFinder(exclude_empty=True).find(module)}
    return list(found.values())


@pytest.mark.parametrize("name", module_names())
def test_examples_in_docstrings(name: str) -> None:
    module = importlib.import_module(name)
    runner = doctest.DocTestRunner()
    report: list[str] = []
    for test in examples(module):
        runner.run(test, out=report.append)
    assert runner.failures == 0, "".join(report)


@pytest.mark.parametrize("name", module_names())
def test_no_example_is_overlooked(name: str) -> None:
    """Docstrings of functions, classes, methods and properties that hold an example are all among the doctests."""
    module = importlib.import_module(name)
    owned = [thing for thing in vars(module).values() if getattr(thing, "__module__", None) == name]
    members = [member for thing in owned if inspect.isclass(thing) for member in vars(thing).values()]
    found = {inspect.cleandoc(test.docstring) for test in examples(module)}
    for thing in owned + members:
        doc = inspect.getdoc(thing)
        if isinstance(doc, str) and ">>> " in doc and getattr(type(thing), "__doc__", None) != doc:
            assert doc in found


def test_examples_of_compiled_methods_and_properties_are_seen() -> None:
    tests = examples(importlib.import_module("rebaz_core.position"))
    sources = [example.source for test in tests for example in test.examples]
    assert 'Position("rebaz").points\n' in sources
    assert 'Position("rebaz").perft(3)\n' in sources


@pytest.mark.parametrize("name", ["README.md", "README.es.md"])
def test_examples_in_the_readme(name: str) -> None:
    path = Path(__file__).parent.parent / name
    failures, tests = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert tests > 10
    assert failures == 0
