"""Words and things that stand twice in a list of a thing.

Where rules ask only whether something is there, the second one changes nothing. Where they count the list
as well, it changes the count: that is told only if one thing of several does so, and nothing counts single
words, for a price of `red, red, blue` is meant as it is written.
"""

from collections.abc import Iterator

from tilewright.schemas.operation_table import PROPERTIES

from .. import nodes
from ..problems import codes
from ..problems.diagnostics import Diagnostic, Related
from .facts import Facts

FEWEST = 3
"""So many things have several words in such a list, or one that says a word twice is no exception."""
_Property = tuple[str, str]


def listed_twice(facts: Facts) -> Iterator[Diagnostic]:
    """The second of two equal members of a thing's list."""
    asked, counted, otherwise = _read(facts)
    model = facts.checked.model
    lists: dict[_Property, list[tuple[str, list[nodes.Name]]]] = {}
    for thing in model.things.values():
        for name, entry in thing.values.items():
            known = model.property(thing.name, name)
            if known is not None and (known.kind, known.name) in asked - otherwise:
                words = [one for one in entry if isinstance(one, nodes.Name)]
                lists.setdefault((known.kind, known.name), []).append((thing.kind, words))
    for one, found in lists.items():
        twice = [(kind, first, again) for kind, words in found for first, again in _repeated(words)]
        several = sum(len(words) > 1 for _, words in found)
        if one in counted and (len(twice) != 1 or several < FEWEST):
            continue
        for _, first, again in twice:
            if facts.own(again.span):
                yield _told(one, first, again, one in counted)


def _told(one: _Property, first: nodes.Name, again: nodes.Name, counts: bool) -> Diagnostic:
    if not counts:
        message = f"`{again.name}` stands here twice, and rules only ask whether it does"
        return codes.WRITTEN_TWICE.at(again.span, message=message)
    related = (Related(first.span, "the first is here"),)
    return codes.COUNTED_TWICE.at(again.span, word=again.name, kind=one[0], name=one[1], related=related)


def _repeated(words: list[nodes.Name]) -> Iterator[tuple[nodes.Name, nodes.Name]]:
    met: dict[str, nodes.Name] = {}
    for word in words:
        first = met.setdefault(str(word.name), word)
        if first is not word:
            yield first, word


def _read(facts: Facts) -> tuple[set[_Property], set[_Property], set[_Property]]:
    """The properties of which rules ask what is in them, which they count, and with which they do more."""
    members = {id(op["set"]) for op in facts.by_op.get("in", ())}
    counts = {id(op["of"]) for op in facts.by_op.get("count", ())}
    found: tuple[set[_Property], set[_Property], set[_Property]] = (set(), set(), set())
    for name in PROPERTIES:
        for op in facts.by_op.get(name, ()):
            sort = 0 if id(op) in members else 1 if id(op) in counts else 2
            found[sort].add((op["kind"], op["name"]))
    return found
