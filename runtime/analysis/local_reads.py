"""Which locals an expression or a body reads."""

from __future__ import annotations


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


def uses(tree: object, name: str) -> bool:
    """Whether a local is read anywhere in a tree."""
    if isinstance(tree, dict):
        if tree.get("op") == "local" and tree.get("name") == name:
            return True
        return any(uses(value, name) for value in tree.values())
    return isinstance(tree, list) and any(uses(value, name) for value in tree)
