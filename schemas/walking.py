"""How the documents of this folder are looked through."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Any

from tilewright.schemas.documents import Document


def operations(tree: object) -> list[Document]:
    """Every expression and statement in a part of a program, outer before inner, in the written order."""
    found: list[Document] = []
    _collect((tree,), found)
    return found


def _collect(values: Iterable[Any], found: list[Document]) -> None:
    for value in values:
        # Most of checking and of linking is spent here: a program is made of plain dictionaries and lists.
        if value.__class__ is dict:
            if "op" in value:
                found.append(value)
            _collect(value.values(), found)
        elif value.__class__ is list:
            _collect(value, found)


def locals_in(tree: object) -> set[str]:
    """The names of all locals in a part of a program."""
    return {one["name"] for one in operations(tree) if one["op"] == "local"}


def let_values(tree: object) -> dict[str, Document]:
    """What the locals that `let` makes in a part of a program begin with."""
    return {one["name"]: one["value"] for one in operations(tree) if one["op"] == "let"}


def conjuncts(test: Document | None) -> list[Document]:
    """The tests that must all hold for a test to hold; none for a test that is left out."""
    if test is None:
        return []
    return conjuncts(test["a"]) + conjuncts(test["b"]) if test["op"] == "and" else [test]


VISITED = "$visited"
"""The local that holds whom a loop with a key has visited."""


def unvisited(members: Document) -> Document:
    """The members of such a loop without those: they are left out before a condition is asked of anybody."""
    if members["op"] == "filter":
        return {**members, "set": unvisited(members["set"])}
    return {"op": "without", "a": members, "b": {"op": "local", "name": VISITED}}


FLAT = 40
"""So many tests are joined one after the other."""


def both(tests: Sequence[Document | None]) -> Document | None:
    """All of these tests; None if there is none. Of many each half stands by itself, lest code nest deep."""
    found = [test for test in tests if test is not None]
    if len(found) > FLAT:
        half = len(found) // 2
        return {"op": "and", "a": both(found[:half]), "b": both(found[half:])}
    return reduce(lambda a, b: {"op": "and", "a": a, "b": b}, found) if found else None


def substituted(tree: object, names: Mapping[str, Document]) -> Any:
    """A tree with some locals replaced by expressions."""
    if isinstance(tree, dict):
        if tree.get("op") == "local" and tree["name"] in names:
            return names[tree["name"]]
        return {key: substituted(value, names) for key, value in tree.items()}
    if isinstance(tree, list):
        return [substituted(value, names) for value in tree]
    return tree
