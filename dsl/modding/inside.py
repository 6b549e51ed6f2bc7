"""What stands inside of what both versions of a package declare: rules, values, copies, boards.

Names alone are compared in `comparing.py`. That something goes otherwise breaks nobody who leans on its
name, but for copies and spaces, which have names of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

from .. import nodes
from ..boards import BoardShape
from ..history import HistoryEntry, Subject
from ..model import Model
from ..nodes.node import same
from ..packages.package import Package
from ..source import Span, package_of, rows_of
from .deeds import first_change, listed, written
from .differences import Difference
from .meetings import about, named

_SubjectPart = tuple[Subject, str]


class _Version(NamedTuple):
    """A version of the package: its model, and the lines of its files."""

    model: Model
    id: str
    lines: dict[str, list[str]]

    def owns(self, span: Span | None) -> bool:
        return span is not None and package_of(span.file) == self.id

    def lacks(self, subject: Subject) -> bool:
        """Whether it was taken out."""
        return subject in self.model.history.deleted()

    def own_touches(self) -> dict[_SubjectPart, HistoryEntry]:
        """The last touch of the package at each part of each subject."""
        touches = self.model.history.touches
        return {(one.subject, one.part): one for one in touches if self.owns(one.span)}


def changes_inside(old: Model, before: Package, new: Model, after: Package) -> list[Difference]:
    """All that both versions declare, and that is not the same in both."""
    was, now = (
        _Version(model, package.id, {one.path: rows_of(one.text) for one in package.sources})
        for model, package in ((old, before), (new, after))
    )
    return [*_said_otherwise(was, now), *_rules(was, now), *_copies(was, now), *_boards(was, now)]


def labels_lost(old: Model, new: Model, package: str) -> Mapping[str, str]:
    """What became of labels that no rule has any more: its rule is there under another one, or without."""
    found = {}
    kept = {label for rule in new.rules for label in _labels(rule.node)}
    for rule in old.rules:
        for label in _labels(rule.node):
            if label not in kept and package_of(rule.node.span.file) == package:
                twin = next((one.node for one in new.rules if _alike(rule.node, one.node)), None)
                if twin is not None:
                    now = next(iter(_labels(twin)), "")
                    found[label] = f"its rule is called `[{now}]` now" if now else "its rule has no label now"
    return found


# ------------------------------------------------------------------ values and bodies


def _said_otherwise(was: _Version, now: _Version) -> Iterator[Difference]:
    """The parts that the package has touched in one of the versions, where something else comes of it. Where
    a mod says nothing any more, that is what stands there without it.
    """
    before, after = (one.model.history.standing() for one in (was, now))
    touched = [one.own_touches() for one in (was, now)]
    declared = [{one.subject for one in version.model.history.touches} for version in (was, now)]
    for key in {**touched[1], **touched[0]}:
        subject, part = key
        whole_in_parts = not part and subject.sort in ("thing", "kind")
        left_out = subject.sort == "plural" or part in ("version", "copies", "rules")
        there = all(subject in one for one in declared) and not (was.lacks(subject) or now.lacks(subject))
        if there and not whole_in_parts and not left_out and not same(before.get(key), after.get(key)):
            said = _words(was, key, touched[0]), _words(now, key, touched[1])
            at = touched[1].get(key) or touched[0][key]
            yield Difference("does", about(now.model, subject, part), False, at.span, *first_change(*said))


def _words(version: _Version, key: _SubjectPart, touched: Mapping[_SubjectPart, HistoryEntry]) -> list[str]:
    """What a part is in a version, as it is written; of a list that is added to, its members."""
    touch, value = touched.get(key), version.model.history.standing().get(key)
    if touch is not None and touch.deed in ("extends", "takes"):
        return [listed(value, version.lines)]
    return written(value, version.lines)


def _rules(was: _Version, now: _Version) -> Iterator[Difference]:
    """Rules without a label: those of the one version that are not in the other."""
    before, after = (_without_label(one) for one in (was, now))
    for rule in after:
        if not any(same(rule, one) for one in before):
            instead = next((one for one in before if _moment(one) == _moment(rule)), None)
            old, new = first_change(written(instead, was.lines), written(rule, now.lines))
            yield Difference("does", _moment(rule), False, rule.span, old, new)
    left = {_moment(one) for one in after}
    for rule in before:
        if _moment(rule) not in left and not any(same(rule, one) for one in after):
            old, new = first_change(written(rule, was.lines), [])
            yield Difference("does", _moment(rule), False, rule.span, old, new)


def _without_label(version: _Version) -> list[Any]:
    own = (rule.node for rule in version.model.rules if version.owns(rule.node.span))
    return [node for node in own if not _labels(node)]


def _moment(rule: object) -> str:
    """When a rule without a label runs, in words."""
    match rule:
        case nodes.Hook(how=how, verb=verb):
            return f"the rule {' '.join(str(how).split())} `{verb}`"
        case nodes.Forbid(verb=verb):
            return f"the rule that forbids `{verb}`"
        case nodes.Modifier(name=name, of=of):
            return f"`{name}` for `{of}`"
        case nodes.AsSoonAs():
            return "a rule `as soon as …`"
    return "a rule `whenever …`"


def _labels(rule: object) -> list[str]:
    label = getattr(rule, "label", None)
    return [] if label is None else [one.strip() for one in str(label).strip("[]").split(",")]


def _alike(one: nodes.SyntaxNode, other: nodes.SyntaxNode) -> bool:
    """Whether two rules are the same but for their labels."""
    fields = (field for field in one.__match_args__ if field not in ("span", "label"))
    return type(one) is type(other) and all(
        same(getattr(one, field), getattr(other, field)) for field in fields
    )


# ------------------------------------------------------------------ copies and boards


def _copies(was: _Version, now: _Version) -> Iterator[Difference]:
    """How many there are of a thing. The only one bears its name; of several each has one with a number."""
    for name, thing in now.model.things.items():
        then, subject = was.model.things.get(name), Subject("thing", name)
        if then is None or then.copies == thing.copies or was.lacks(subject) or now.lacks(subject):
            continue
        if any(map(now.owns, (thing.span, thing.counted, then.counted))):
            breaks = thing.copies < then.copies or then.copies == 1
            at = thing.counted or thing.span
            shown = about(now.model, subject, "copies")
            yield Difference("changed", shown, breaks, at, str(then.copies), str(thing.copies))


def _boards(was: _Version, now: _Version) -> Iterator[Difference]:
    drawn = [_drawn(version) for version in (was, now)]
    for name, sides in now.model.boards.items():
        at = next((one[name] for one in drawn[::-1] if now.owns(one.get(name))), None)
        if name in was.model.boards and at is not None:
            shown = named(now.model, Subject("thing", name))
            yield from _spaces(was.model.boards[name], sides, shown, at)
            yield from _links(was.model.boards[name], sides, shown, at)


def _drawn(version: _Version) -> dict[str, Span]:
    """Where each thing was declared, or declared anew."""
    touches = version.model.history.touches
    wholes = (one for one in touches if one.subject.sort == "thing" and not one.part)
    return {one.subject.name: one.span for one in wholes if one.deed in ("adds", "replaces")}


_Sides = Mapping[str, BoardShape]


def _spaces(before: _Sides, after: _Sides, board: str, at: Span) -> Iterator[Difference]:
    then, now = (
        {str(space.name): space for shape in sides.values() for space in shape.spaces}
        for sides in (before, after)
    )
    for name, space in then.items():
        if name not in now:
            yield Difference("gone", f"the space `{name}` of {board}", True, at)
        elif now[name].kind != space.kind:
            shown = f"the space `{name}` of {board}"
            yield Difference("changed", shown, True, now[name].span, f"`{space.kind}`", f"`{now[name].kind}`")
        elif {key: str(value) for key, value in space.values.items()} != {
            key: str(value) for key, value in now[name].values.items()
        }:
            yield Difference(
                "does", f"what is marked on the space `{name}` of {board}", False, now[name].span
            )
    for name, space in now.items():
        if name not in then:
            yield Difference("new", f"the space `{name}` of {board}", False, space.span)


def _links(before: _Sides, after: _Sides, board: str, at: Span) -> Iterator[Difference]:
    """What lies between two spaces that are there in both."""
    there = {str(space.name) for shape in before.values() for space in shape.spaces}
    there &= {str(space.name) for shape in after.values() for space in shape.spaces}
    then, now = (_between(sides, there) for sides in (before, after))
    for pair in sorted({*then, *now}):
        if then.get(pair) != now.get(pair):
            shown = f"what lies between `{pair[0]}` and `{pair[1]}` of {board}"
            yield Difference("does", shown, False, at, then.get(pair, ""), now.get(pair, "nothing"))


def _between(sides: _Sides, there: set[str]) -> dict[tuple[str, str], str]:
    """For each pair of spaces the kinds of the links between them."""
    found: dict[tuple[str, str], list[str]] = {}
    for link in chain.from_iterable(shape.links for shape in sides.values()):
        if len(link.sides) == 2 and there.issuperset(link.sides):
            first, second = sorted(link.sides)
            found.setdefault((first, second), []).append(f"`{link.kind}`")
    return {pair: ", ".join(sorted(kinds)) for pair, kinds in found.items()}
