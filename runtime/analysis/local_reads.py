"""Which locals an expression or a body reads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def free_locals(tree: object, bound: frozenset[str] = frozenset()) -> set[str]:
    """The locals that a tree reads and does not bind itself."""
    if isinstance(tree, list):
        return set().union(*[free_locals(one, bound) for one in tree])
    if not isinstance(tree, dict):
        return set()
    if tree.get("op") == "local":
        return {tree["name"]} - bound
    inner = bound | {tree["it"]} if tree.get("it") else bound
    return set().union(*[free_locals(one, inner) for one in tree.values()])


def uses(tree: Any, name: str) -> bool:
    """Whether a local is read anywhere in a tree."""
    values: Iterable[Any]
    if tree.__class__ is dict:
        if tree.get("op") == "local" and tree.get("name") == name:
            return True
        values = tree.values()
    elif tree.__class__ is list:
        values = tree
    else:
        return False
    # Of all values most are words and numbers: they are not worth a call.
    return any(uses(one, name) for one in values if one.__class__ is dict or one.__class__ is list)
