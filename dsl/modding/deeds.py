"""What one mod does to the game: its entries of the history, its rules and its translations."""

from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from typing import NamedTuple

from .. import nodes
from ..history import HistoryEntry
from ..model import Model
from ..nodes.node import same
from ..packages.package import Package
from ..source import Span
from .meetings import named, own_touches
from .order import ModOrder, whose
from .texts import translated


class ModDeed(NamedTuple):
    """Something that a mod does: in words, with the value before and after where they fit in a line."""

    does: str  # adds, changes, replaces, deletes, hooks, modifies, translates
    about: str
    span: Span
    old: str = ""
    new: str = ""

    def said_of(self, mod: str) -> str:
        """`storm changes `copies` of `tool hot_soup`: 3 → 5`."""
        change = f": {self.old or 'nothing'} → {self.new or 'nothing'}" if self.old or self.new else ""
        return f"{mod} {self.does} {self.about}{change}"


def deeds(model: Model, package: Package, order: ModOrder) -> dict[str, list[ModDeed]]:
    """What each mod does, by its id; in the order of its files, translations last."""
    lines = {source.path: source.text.split("\n") for source in package.sources}
    touches: dict[str, dict[object, list[HistoryEntry]]] = {mod: {} for mod in order.ids}
    for touch in model.history.touches:
        if whose(touch.span.file) in touches and touch.subject.sort != "plural":
            touches[whose(touch.span.file)].setdefault(touch.subject, []).append(touch)
    found: dict[str, list[ModDeed]] = {}
    for mod, by_subject in touches.items():
        own = [
            _deed(model, one, lines)
            for group in by_subject.values()
            for one in own_touches(group)
            if not (one.subject.sort == "rule" and one.deed == "adds") and one.part != "rules"
        ]
        own += (one for one in _rules(model) if whose(one.span.file) == mod)
        found[mod] = sorted(own, key=lambda one: one.span)
    for (language, _), entries in translated(package, order).items():
        for mod, entry in entries.items():
            about = f"`{entry.key}` into `{language}`"
            found[mod].append(ModDeed("translates", about, entry.span, new=entry.words))
    return found


def _deed(model: Model, touch: HistoryEntry, lines: dict[str, list[str]]) -> ModDeed:
    subject = named(model, touch.subject)
    about = f"`{touch.part}` of {subject}" if touch.part else subject
    does = {"extends": "changes", "takes": "changes"}.get(touch.deed, touch.deed)
    if not touch.part and touch.deed in ("adds", "deletes"):
        return ModDeed(does, about, touch.span)
    old, new = written(touch.old, lines), written(touch.value, lines)
    if touch.deed in ("extends", "takes"):
        had = [one for one in touch.old or () if touch.deed == "extends" or not same(one, touch.value)]
        has = [*had, touch.value] if touch.deed == "extends" else had
        return ModDeed(does, about, touch.span, *(listed(members, lines) for members in (touch.old, has)))
    if len(old) < 2 and len(new) < 2:
        return ModDeed(does, about, touch.span, " ".join(old), " ".join(new))
    return ModDeed(does, about, touch.span, *first_change(old, new))


def written(value: object, lines: Mapping[str, list[str]]) -> list[str]:
    """The lines of a value as they stand in its file, without remarks; of one line, the value alone."""
    spans: list[Span] = [
        one.span for one in (value if isinstance(value, tuple) else (value,)) if hasattr(one, "span")
    ]
    if not spans or spans[0].file not in lines or spans[0].file != spans[-1].file:
        return []
    first, last = spans[0], spans[-1]
    whole = lines[first.file][first.line - 1 : last.end_line]
    whole[-1] = whole[-1][: last.end_column - 1]
    whole[0] = whole[0][first.column - 1 :]
    return [line.strip() for line in whole if line.strip() and not line.strip().startswith("#")]


def listed(members: Iterable[object] | None, lines: Mapping[str, list[str]]) -> str:
    """The members of a list, wherever each of them is written."""
    return ", ".join(" ".join(written(one, lines)) for one in members or ())


def first_change(old: list[str], new: list[str]) -> tuple[str, str]:
    """The first line that is not the same, before and after; with `…` if it is not the only one.

    That of the head counts only if all below it is the same.
    """
    if min(len(old), len(new)) > 1 and old[1:] != new[1:]:
        old, new = old[1:], new[1:]
    changes = [
        (old[a:b], new[c:d])
        for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        if what != "equal"
    ]
    if not changes:
        return "", ""
    before, after = changes[0]
    more = ["…"] if len(changes) > 1 or len(before) > 1 or len(after) > 1 else []
    return " ".join(before[:1]), " ".join([*after[:1], *more])


def _rules(model: Model) -> Iterator[ModDeed]:
    """Hooks, triggers and modifiers."""
    for rule in model.rules:
        match rule.node:
            case nodes.Hook(how=how, verb=verb, span=span):
                yield ModDeed("hooks", f"{' '.join(str(how).split())} `{verb}`", span)
            case nodes.Forbid(verb=verb, span=span):
                yield ModDeed("hooks", f"forbids `{verb}`", span)
            case nodes.Goal(sort=sort, text=text, span=span):
                yield ModDeed("adds", f"the {sort} {text}", span)
            case nodes.Modifier(of=of, span=span):
                yield ModDeed("modifies", f"`{of}`", span)
            case nodes.Whenever(span=span):
                yield ModDeed("adds", "a rule `whenever …`", span)
            case nodes.AsSoonAs(span=span):
                yield ModDeed("adds", "a rule `as soon as …`", span)
