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
from ..history import Subject
from ..model import Model
from ..nodes.node import same
from ..packages.package import Package
from ..source import Span, package_of
from .deeds import first_change, written
from .differences import Difference
from .meetings import about, named


class _Version(NamedTuple):
    """A version of the package: its model, and the lines of its files."""

    model: Model
    id: str
    lines: dict[str, list[str]]

    def owns(self, span: Span) -> bool:
        return package_of(span.file) == self.id


class _Said(NamedTuple):
    """What a declaration, or a part of one, says in the end."""

    value: Any
    span: Span


def changes_inside(old: Model, before: Package, new: Model, after: Package) -> list[Difference]:
    """All that both versions declare, and that is not the same in both."""
    was, now = (
        _Version(model, package.id, {one.path: one.text.split("\n") for one in package.sources})
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
    before = _everything(was)
    for (subject, part), said in _everything(now).items():
        then = before.get((subject, part))
        if then is not None and not same(then.value, said.value):
            old, new = first_change(written(then.value, was.lines), written(said.value, now.lines))
            yield Difference("does", about(now.model, subject, part), False, said.span, old, new)


def _everything(version: _Version) -> dict[tuple[Subject, str], _Said]:
    """The last word of a package on each part of each subject."""
    found: dict[tuple[Subject, str], _Said] = {}
    for touch in version.model.history.touches:
        whole_in_parts = not touch.part and touch.subject.sort in ("thing", "kind")
        left_out = touch.subject.sort == "plural" or touch.part in ("version", "copies", "rules")
        if version.owns(touch.span) and touch.value is not None and not whole_in_parts and not left_out:
            found[touch.subject, touch.part] = _Said(touch.value, touch.span)
    return found


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


def _alike(one: nodes.Node, other: nodes.Node) -> bool:
    """Whether two rules are the same but for their labels."""
    fields = (field for field in one.__match_args__ if field not in ("span", "label"))
    return type(one) is type(other) and all(
        same(getattr(one, field), getattr(other, field)) for field in fields
    )


# ------------------------------------------------------------------ copies and boards


def _copies(was: _Version, now: _Version) -> Iterator[Difference]:
    """How many there are of a thing. The only one bears its name; of several each has one with a number."""
    for name, thing in now.model.things.items():
        then = was.model.things.get(name)
        if then is not None and now.owns(thing.span) and then.copies != thing.copies:
            breaks = thing.copies < then.copies or then.copies == 1
            shown = about(now.model, Subject("thing", name), "copies")
            at = thing.counted or thing.span
            yield Difference("changed", shown, breaks, at, str(then.copies), str(thing.copies))


def _boards(was: _Version, now: _Version) -> Iterator[Difference]:
    touches = (one for one in now.model.history.touches if one.subject.sort == "thing" and not one.part)
    declared = {one.subject.name: one.span for one in touches if one.deed in ("adds", "replaces")}
    for name, sides in now.model.boards.items():
        at = declared.get(name)
        if name in was.model.boards and at is not None and now.owns(at):
            shown = named(now.model, Subject("thing", name))
            yield from _spaces(was.model.boards[name], sides, shown, at)
            yield from _links(was.model.boards[name], sides, shown, at)


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
