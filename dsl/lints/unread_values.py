"""Values that a kind or the game declares and that nothing reads: no rule, no text, no look and no story.

What is given to things or drawn on a board and never asked for changes nothing: the rule that asks for it is
missing, or asks for another value. People read what lies on the table, so a count that rules keep may be
there for them, and so may a value of which it is said who sees it. One that rules read for nothing but to
set it anew, such as whose turn it is to lead, is read by nobody. Of what is computed from others nothing
is said, nor of what a library offers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tilewright.schemas.operation_table import ASSIGNS, PROPERTIES, STORED
from tilewright.schemas.walking import operations

from ..analysis.bounds import place
from ..nodes import Get, Name, String
from ..nodes.node import nodes_in
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts

if TYPE_CHECKING:
    from ..model import Property

_Owned = tuple[str, str]
_FLAGS = ("yes_no", "word")
"""What rules change for rules to ask: nobody counts by it."""


def unread_values(facts: Facts) -> Iterator[Diagnostic]:
    """Each stored value of the game's own that nothing reads."""
    read, changed, passed_on = _read(facts)
    words = _by_word(facts)
    used = read | changed
    alike = {one for each in words if not used.isdisjoint(each) for one in each}
    found = {
        known.span: known  # of several by word, which stand in one place, one
        for known in facts.checked.model.declared()
        if (known.kind, known.name) not in read | alike
        and _is_for_rules(known, (known.kind, known.name) in changed, (known.kind, known.name) in passed_on)
        and facts.to_be_used(known.span)
    }
    if found:
        elsewhere = _named_elsewhere(facts)
        for known in found.values():
            name = next((of for each, of in words.items() if (known.kind, known.name) in each), known.name)
            if name not in elsewhere:
                owner = "the game" if known.kind == "game" else f"`{known.kind}`"
                if (known.kind, known.name) in passed_on:
                    owner += ", but to set it anew"
                yield codes.UNREAD_VALUE.at(known.span, name=name, owner=owner)


def _by_word(facts: Facts) -> dict[frozenset[tuple[str, str]], str]:
    """Values by word, of which some may well not be used if one is; with what all of them are called."""
    model = facts.checked.model
    return {
        frozenset((kind, f"{name}_{word}") for word in model.words.get(words, ())): name
        for (kind, name), words in model.by_each.items()
    }


def _is_for_rules(known: Property, changed: bool, passed_on: bool) -> bool:
    """Whether a value can only be there for rules to ask."""
    if known.sort not in ("stored", "given") or known.seen is not None:
        return False
    told = known.type.base in _FLAGS or (passed_on and known.type.base == "thing")
    return not changed or known.internal or told


def _read(facts: Facts) -> tuple[set[_Owned], set[_Owned], set[_Owned]]:
    """The properties that rules and values read, those that they change, and those of which they do so in
    one: what is read only for that is not among the first.
    """
    changes = [op for name in ASSIGNS for op in facts.by_op.get(name, ())]
    targets = {id(op["target"]) for op in changes}
    anew = {
        id(one)
        for op in facts.by_op.get("set", ())
        if op["target"]["op"] in STORED
        for one in operations(op["value"])
        if one["op"] == op["target"]["op"] and place(one) == place(op["target"])
    }
    read, changed, passed_on = set[_Owned](), set[_Owned](), set[_Owned]()
    for name in (*PROPERTIES, "game"):
        for op in facts.by_op.get(name, ()):
            one = ("game", op["property"]) if name == "game" else (op["kind"], op["name"])
            (changed if id(op) in targets else passed_on if id(op) in anew else read).add(one)
    for op in facts.by_op.get("define", ()):
        kind, _, name = op["name"].rpartition(".")
        read.add((kind, name))
    return read, changed, passed_on


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
