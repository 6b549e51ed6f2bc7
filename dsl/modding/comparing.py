"""What two versions of a package declare, held against each other: what breaks those who build on it.

Names, types and labels are what mods, tests and libraries take hold of. What stands inside of them is
compared in `inside.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from .. import nodes
from ..history import Subject
from ..model import Model, Property
from ..packages.package import Package
from ..source import Span, package_of
from ..translations.catalogue import Text
from ..value_types import Type
from .differences import Difference
from .inside import changes_inside, labels_lost
from .meetings import named


class _Declared(NamedTuple):
    shape: str
    span: Span
    low: int | None = None
    high: int | None = None


def differences(old: Model, before: Package, new: Model, after: Package) -> list[Difference]:
    """What a package says in its new version and not as in the old one; what breaks others first."""
    found = _of_names(old, new, after.id)
    told = {one.about for one in found}
    found += (one for one in changes_inside(old, before, new, after) if one.about not in told)
    return sorted(found, key=lambda one: (not one.breaks, one.sort, one.about))


def _of_names(old: Model, new: Model, package: str) -> list[Difference]:
    """Names that are there in one version only, or stand for something else: those of the package itself, and
    those of others that it deletes or declares anew.
    """
    before, after = dict(_everything(old)), dict(_everything(new))
    took, takes = _taken_out(old, package), _taken_out(new, package)
    became = {f"the rule `[{label}]`": said for label, said in labels_lost(old, new, package).items()}
    became |= dict.fromkeys(takes, "which it deletes now")
    own = {
        about
        for declared in (before, after)
        for about, one in declared.items()
        if package_of(one.span.file) == package
    }
    found = [
        Difference("gone", about, True, takes.get(about, one.span), new=became.get(about, ""))
        for about, one in before.items()
        if about not in after and about in own | takes.keys()
    ]
    for about, one in after.items():
        was = before.get(about)
        if was is None:
            again = "which it deletes no longer" if about in took else ""
            if again or about in own:
                found.append(Difference("new", about, False, took.get(about, one.span), new=again))
        elif about not in own:
            continue
        elif was.shape != one.shape:
            found.append(Difference("changed", about, True, one.span, was.shape, one.shape))
        elif (was.low, was.high) != (one.low, one.high):
            narrower = not _covers(one, was)
            found.append(Difference("changed", about, narrower, one.span, _range(was), _range(one)))
    return found


def _taken_out(model: Model, package: str) -> dict[str, Span]:
    """What a package deletes, with where it says so."""
    return {
        named(model, subject): one.span
        for subject, one in model.history.deleted().items()
        if package_of(one.span.file) == package
    }


def texts_to_translate(old: Mapping[str, Text], new: Mapping[str, Text], package: str) -> list[Difference]:
    """The texts of a package that are new or have other words, which translations do not have yet."""
    found = []
    for key, text in new.items():
        if package_of(text.span.file) == package and (key not in old or old[key].words != text.words):
            was = old[key].words if key in old else ""
            found.append(Difference("text", f"`{key}`", False, text.span, was, text.words))
    return sorted(found, key=lambda one: one.about)


def next_version(version: str, breaks: bool, adds: bool, same: bool) -> str:
    """The version that comes after one, as semver.org says: by whether it breaks others and adds anything.

    If nothing changed it is the same. While a version begins with 0, its second number stands for what
    breaks others.
    """
    numbers = [int(part) for part in re.findall(r"\d+", version.partition("-")[0].partition("+")[0])[:3]]
    major, minor, patch = (*numbers, 0, 0, 0)[:3]
    if same:
        return version
    if breaks:
        return f"{major + 1}.0.0" if major else f"0.{minor + 1}.0"
    if major and adds:
        return f"{major}.{minor + 1}.0"
    return f"{major}.{minor}.{patch + 1}"


# ------------------------------------------------------------------ what is declared


def _everything(model: Model) -> Iterator[tuple[str, _Declared]]:
    """Every name that others can take hold of, with what it stands for."""
    deleted = model.history.deleted()
    yield from _of_kinds(model)
    yield from _of_the_game(model)
    for name, verb in model.verbs.items():
        if verb.this is None:
            gives = f", gives {verb.gives.readable()}" if verb.gives else ""
            yield f"`to {name}`", _Declared(_parts(verb.parts, verb.types) + gives, verb.span)
    for name, define in model.defines.items():
        types = ", ".join(type_.readable() for type_ in define.types)
        gives = f"{define.type.readable()} of " if define.type else ""
        yield f"`define {name}`", _Declared(f"{gives}({types})", define.span)
    for touch in model.history.touches:
        if touch.subject.sort == "words" and touch.deed == "adds":
            for word in model.words.get(touch.subject.name, ()):
                yield f"the word `{word}` of `{touch.subject.name}`", _Declared("", touch.span)
        if touch.subject.sort == "rule" and touch.deed == "adds" and touch.subject not in deleted:
            yield named(model, touch.subject), _Declared("", touch.span)


def _of_kinds(model: Model) -> Iterator[tuple[str, _Declared]]:
    """Kinds, what their things have and do, and things."""
    for name, kind in model.kinds.items():
        if name not in model.things:
            yield f"`kind {name}`", _Declared(f"a kind of {kind.parent}" if kind.parent else "", kind.span)
        for own in kind.properties.values():
            yield _property(f"`{name}.{own.name}`", own)
        for steps in kind.steps.values():
            yield f"`{name}` does `{steps.name}`", _Declared(_parts(steps.parts), steps.span)
    for name, thing in model.things.items():
        if Subject("thing", name) not in model.history.deleted():
            yield f"`{thing.kind} {name}`", _Declared("", thing.span)


def _of_the_game(model: Model) -> Iterator[tuple[str, _Declared]]:
    """What the game has, and what it is set up and decided with."""
    for own in model.game.values():
        yield _property(f"`{own.name}` of the game", own)
    for name, setting in model.settings.items():
        yield f"`setting {name}`", _Declared(setting.type.readable(), setting.span, setting.low, setting.high)
    for name, die in model.dice.items():
        yield f"`die {name}`", _Declared(", ".join(map(str, die.faces)), die.span)
    for name, menu in model.menus.items():
        yield f"`menu {name}`", _Declared(f"for {menu.kind}" if menu.kind else "", menu.span)
    for name, relation in model.relations.items():
        yield f"`relation {name}`", _Declared(f"between {relation.between}", relation.node.span)


def _property(about: str, own: Property) -> tuple[str, _Declared]:
    return about, _Declared(own.type.readable(), own.span, own.low, own.high)


def _parts(parts: Sequence[nodes.Part], types: Sequence[Type] = ()) -> str:
    """The parts of a verb as they are called."""
    said = [type_.readable() for type_ in types] or ["…"] * len(parts)
    return " ".join(
        f"{part.preposition or ''} ({one})".strip() for part, one in zip(parts, said, strict=False)
    )


def _covers(wide: _Declared, narrow: _Declared) -> bool:
    low = wide.low is None or (narrow.low is not None and wide.low <= narrow.low)
    return low and (wide.high is None or (narrow.high is not None and wide.high >= narrow.high))


def _range(one: _Declared) -> str:
    if one.low is None and one.high is None:
        return one.shape
    return f"{one.shape} {'…' if one.low is None else one.low} to {'…' if one.high is None else one.high}"
