"""Values that a kind or the game declares and that nothing reads: no rule, no text, no look and no story.

What is given to things or drawn on a board and never asked for changes nothing: the rule that asks for it is
missing, or asks for another value. People read what lies on the table, so a count that rules keep may be
there for them, and so may a value of which it is said who sees it. Of what is computed from others nothing
is said, nor of what a library offers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tilewright.schemas.operation_table import ASSIGNS, PROPERTIES

from ..nodes import Get, Name, String
from ..nodes.node import nodes_in
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts

if TYPE_CHECKING:
    from ..model import Property

_FLAGS = ("yes_no", "word")
"""What rules change for rules to ask: nobody counts by it."""


def unread_values(facts: Facts) -> Iterator[Diagnostic]:
    """Each stored value of the game's own that nothing reads."""
    read, changed = _read(facts)
    words = _by_word(facts)
    used = read | changed
    alike = {one for each in words if not used.isdisjoint(each) for one in each}
    found = {
        known.span: known  # of several by word, which stand in one place, one
        for known in facts.checked.model.declared()
        if (known.kind, known.name) not in read | alike
        and _is_for_rules(known, (known.kind, known.name) in changed)
        and facts.to_be_used(known.span)
    }
    if found:
        elsewhere = _named_elsewhere(facts)
        for known in found.values():
            name = next((of for each, of in words.items() if (known.kind, known.name) in each), known.name)
            if name not in elsewhere:
                owner = "the game" if known.kind == "game" else f"`{known.kind}`"
                yield codes.UNREAD_VALUE.at(known.span, name=name, owner=owner)


def _by_word(facts: Facts) -> dict[frozenset[tuple[str, str]], str]:
    """Values by word, of which some may well not be used if one is; with what all of them are called."""
    model = facts.checked.model
    return {
        frozenset((kind, f"{name}_{word}") for word in model.words.get(words, ())): name
        for (kind, name), words in model.by_each.items()
    }


def _is_for_rules(known: Property, changed: bool) -> bool:
    """Whether a value can only be there for rules to ask."""
    if known.sort not in ("stored", "given") or known.seen is not None:
        return False
    return not changed or known.internal or known.type.base in _FLAGS


def _read(facts: Facts) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """The properties that rules and values read, and those that they change."""
    changes = [op for name in ASSIGNS for op in facts.by_op.get(name, ())]
    targets = {id(op["target"]) for op in changes}
    found: tuple[set[tuple[str, str]], set[tuple[str, str]]] = (set(), set())
    for name in (*PROPERTIES, "game"):
        for op in facts.by_op.get(name, ()):
            one = ("game", op["property"]) if name == "game" else (op["kind"], op["name"])
            found[id(op) in targets].add(one)
    for op in facts.by_op.get("define", ()):
        kind, _, name = op["name"].rpartition(".")
        found[0].add((kind, name))
    return found


def _named_elsewhere(facts: Facts) -> set[str]:
    """The names that stories, backs of cards, words by side and hints of looks mention."""
    model = facts.checked.model
    found = {str(name) for kind in model.kinds.values() for name in kind.back}
    found |= {str(known.by) for kind in model.kinds.values() for known in kind.properties.values()}
    for node in nodes_in((tuple(model.tests), tuple(model.hints))):
        if isinstance(node, Name | Get):
            found.add(str(node.name))
        elif isinstance(node, String):
            found.update(str(node.words).replace(",", " ").split())
    return found
