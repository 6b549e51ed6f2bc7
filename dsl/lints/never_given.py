"""Words that a value is compared with and never is; and values of things that are the same for all of them,
for nothing ever gives or sets one.

A value can be what it begins with, what things and boards give, and what rules set it to. If something else
than a word is set, such as what somebody chose, it may be any. Of values with a default nothing is said: a
kind may have one number for all its things. Nor is it of values that modifiers change, nor of those of spaces
where no board is declared, for these are there for other packages.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tilewright.schemas.operation_table import ASSIGNS, OPPOSITE, ORDERS, PROPERTIES, STORED

from ..analysis.bounds import place
from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..source import NOWHERE
from .facts import Facts
from .never_changed import TOLD

if TYPE_CHECKING:
    from ..model import Property

_Owned = tuple[str, str]
_AS_IT_BEGINS = {"yes_no": frozenset(("no",)), "number": frozenset(("0",))}
"""What a board may say of a value and leave it as it begins."""


def never_given(facts: Facts) -> Iterator[Diagnostic]:
    """Each value of the game's own that is the same for all, and each test for a word that is never there."""
    values = _Values(facts)
    yield from values.same()
    yield from values.without_word()


class _Values:
    """All stored values, with what gives and changes them."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.model = facts.checked.model
        self.modified = {tuple(name.rsplit(".", 1)) for name in facts.estimates.modified}
        self.changes: dict[_Owned, list[Op]] = {}
        for name in ASSIGNS:
            for op in facts.by_op.get(name, ()):
                if op["target"]["op"] in STORED:
                    self.changes.setdefault(place(op["target"]), []).append(op)

    def _stored(self, owner: str, name: str) -> Property | None:
        """A value of that name, if it is the game's own and only rules, things and boards give it."""
        kind = self.model.kinds.get(owner)
        known = (self.model.game if owner == "game" else kind.properties if kind else {}).get(name)
        fixed = known is not None and known.sort == "stored" and (owner, name) not in self.modified
        return known if known is not None and fixed and self.facts.to_be_used(known.span) else None

    # -------------------------------------------------------------- the same for all

    def same(self) -> Iterator[Diagnostic]:
        """Values that are read and never given."""
        read = {("game", op["property"]) for op in self.facts.by_op.get("game", ())}
        for name in PROPERTIES:
            read |= {(op["kind"], op["name"]) for op in self.facts.by_op.get(name, ())}
        for owner, name in sorted(read):
            known = self._stored(owner, name)
            if known is not None and self._is_never_given(known):
                whose = "the game" if owner == "game" else f"`{owner}`"
                always = {"yes_no": "`no`", "number": "0", "thing": "none", "list": "empty"}
                first = (self.model.words.get(known.type.name) or ("none",))[0]
                value = always.get(known.type.base, f"`{first}`")
                yield codes.NEVER_GIVEN.at(known.span, name=name, owner=whose, value=value)

    def _is_never_given(self, known: Property) -> bool:
        """Whether a value without a default stays as it begins, of every thing that there is."""
        where = (known.kind, known.name)
        plain = known.type.base not in ("text", "any", "place") and known.by is None
        if not plain or known.default is not None or where in self.changes:
            return False
        if where in self.facts.checked.context.changes or self._is_by_word(known):
            return False
        if known.kind == "game":
            return known.type.base not in TOLD
        there = known.kind == "player" or any(self.model.is_a(one, known.kind) for one in self._kinds)
        drawn = self._drawn.get(known.name, set()) <= _AS_IT_BEGINS.get(known.type.base, frozenset())
        return there and drawn and next(self._given(known), None) is None

    def _is_by_word(self, known: Property) -> bool:
        return any(
            owner == known.kind and known.name.startswith(f"{name}_") for owner, name in self.model.by_each
        )

    @cached_property
    def _kinds(self) -> set[str]:
        """The kinds of all things, and of what boards draw."""
        found = {thing.kind for thing in self.model.things.values()}
        for sides in self.model.boards.values():
            for shape in sides.values():
                found |= {one.kind for one in shape.spaces} | {one.kind for one in shape.links}
        return found

    def _given(self, known: Property) -> Iterator[Any]:
        """What things give as that value."""
        for thing, values in self.facts.checked.values.items():
            if known.name in values and self.model.property(thing, known.name) is known:
                yield values[known.name]

    @cached_property
    def _drawn(self) -> dict[str, set[str]]:
        """The values that boards give to spaces and links, as they are written, by the name of the value."""
        found: dict[str, set[str]] = {}
        for sides in self.model.boards.values():
            for shape in sides.values():
                drawn = [one.values for one in shape.spaces]
                drawn += [one.values for one in (*shape.links, *shape.rim)]
                for values in drawn:
                    for name, value in values.items():
                        found.setdefault(name, set()).update(str(value).replace(",", " ").split())
        return found

    # -------------------------------------------------------------- words

    def without_word(self) -> Iterator[Diagnostic]:
        """Comparisons with words that a value never is, or never has."""
        found: dict[_Owned, set[str] | None] = {}
        for name in sorted(OPPOSITE.keys() - ORDERS | {"in"}):
            for op in self.facts.by_op.get(name, ()):
                value, word = _compared(op)
                if value is None:
                    continue
                where = place(value)
                if where not in found:
                    found[where] = self._can_be(*where)
                can = found[where]
                if can is not None and word not in can:
                    span = self.facts.test_places.get(id(op), NOWHERE)
                    if self.facts.own(span):
                        known = " or ".join(f"`{one}`" for one in sorted(can)) or "nothing"
                        yield codes.NEVER_THIS_WORD.at(span, name=where[1], word=word, can=known)

    def _can_be(self, owner: str, name: str) -> set[str] | None:
        """The words that a value can be, or its list can have; None if it may be any, or is never given."""
        known = self._stored(owner, name)
        type_ = None if known is None else known.type.item or known.type
        if known is None or type_ is None or type_.base != "word" or self._is_never_given(known):
            return None
        words = self.model.words.get(type_.name, ())
        if owner == "game" and (owner, name) not in self.changes:
            return None
        begins = self.facts.checked.defaults.get((owner, name))
        given = [*self._given(known), *([begins] if begins is not None else [])]
        found = set(words[:1]) if known.default is None and known.type.item is None else set[str]()
        found |= self._drawn.get(name, set())
        while given:
            one = given.pop()
            if isinstance(one, list):
                given += one
            elif not isinstance(one, int):
                return None
            elif 0 <= one < len(words):
                found.add(words[one])
        for op in self.changes.get((owner, name), ()):
            if op["op"] != "drop_from" and not _adds_words(op["value"], found):
                return None
        return found


def _compared(op: Op) -> tuple[Op | None, str]:
    """A value and the word with which it is compared."""
    sides = (op["item"], op["set"]) if op["op"] == "in" else (op["a"], op["b"])
    for word, value in (sides, sides[::-1]):
        if word["op"] == "word" and value["op"] in (*STORED, "set_property"):
            return value, word["value"]
    return None, ""


def _adds_words(value: Op, found: set[str]) -> bool:
    """Enter the words that a value can be; no if it may be any."""
    if value["op"] == "if":
        return _adds_words(value["then"], found) and _adds_words(value["else"], found)
    if value["op"] == "list":
        return all(_adds_words(one, found) for one in value["items"])
    if value["op"] == "word":
        found.add(value["value"])
    return value["op"] in ("word", "none")
