"""What one mod does to the game: its entries of the history, its rules and its translations."""

from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from itertools import takewhile
from typing import Any, NamedTuple

from .. import nodes
from ..history import HistoryEntry
from ..model import Model
from ..nodes.node import same
from ..packages.package import Package
from ..source import Span, rows_of
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

    @property
    def change(self) -> str:
        """The value before and after, as in `: 3 → 5`; empty where neither is known."""
        return f": {self.old or 'nothing'} → {self.new or 'nothing'}" if self.old or self.new else ""

    def said_of(self, mod: str) -> str:
        """`storm changes `copies` of `tool hot_soup`: 3 → 5`."""
        return f"{mod} {self.does} {self.about}{self.change}"


def deeds(model: Model, package: Package, order: ModOrder) -> dict[str, list[ModDeed]]:
    """What each mod does, by its id; in the order of its files, translations last."""
    lines = {source.path: rows_of(source.text) for source in package.sources}
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
    had = _before(model, touch)
    if touch.deed in ("extends", "takes"):
        kept = [one for one in had or () if touch.deed == "extends" or not same(one, touch.value)]
        has = [*kept, touch.value] if touch.deed == "extends" else kept
        return ModDeed(does, about, touch.span, *(listed(members, lines) for members in (had, has)))
    old, new = written(had, lines), written(touch.value, lines)
    if touch.part == "copies" and touch.subject.sort == "thing":
        old = old or ["1"]
    return ModDeed("changes" if old and does == "adds" else does, about, touch.span, *first_change(old, new))


def _before(model: Model, touch: HistoryEntry) -> Any:
    """What stood there before: what somebody said, else what the kind says of all its things."""
    thing = model.things.get(touch.subject.name) if touch.subject.sort == "thing" else None
    own = model.property(thing.kind, touch.part) if thing is not None else None
    if touch.old is not None or own is None or own.default is None:
        return touch.old
    return (own.default,)


def written(value: object, lines: Mapping[str, list[str]]) -> list[str]:
    """The lines of a value as they stand in its file, without remarks; of one line, the value alone."""
    members = value if isinstance(value, tuple) else (value,)
    spans: list[Span] = [one.span for one in members if hasattr(one, "span")]
    if not spans or any(one.file not in lines for one in spans):
        return []
    first, last = spans[0], spans[-1]
    if len(spans) > 1 and all(one.line == one.end_line for one in spans):  # a list, perhaps put together
        return [listed(members, lines)]
    whole = lines[first.file][first.line - 1 : last.end_line]
    whole[-1] = whole[-1][: last.end_column - 1]
    whole[0] = whole[0][first.column - 1 :]
    return [line.strip() for line in whole if line.strip() and not line.strip().startswith("#")]


def listed(members: Iterable[object] | None, lines: Mapping[str, list[str]]) -> str:
    """The members of a list, wherever each of them is written."""
    return ", ".join(" ".join(written(one, lines)) for one in members or ())


def first_change(old: list[str], new: list[str]) -> tuple[str, str]:
    """The first line that is not the same, before and after; with `…` if it is not the only one.

    That of the head counts only if all below it is the same. A head that goes on below is one line with that
    where the other version says all in one.
    """
    if min(len(old), len(new)) > 1 and old[1:] != new[1:]:
        old, new = old[1:], new[1:]
    elif max(len(old), len(new)) > 1:
        old, new = _headed(old), _headed(new)
    changes = [
        (old[a:b], new[c:d])
        for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        if what != "equal"
    ]
    if not changes:
        return "", ""
    before, after = changes[0]
    more = ["…"] if len(changes) > 1 or len(before) > 1 or len(after) > 1 else []
    was, now = _apart(" ".join(before[:1]), " ".join(after[:1]))
    return was, " ".join([now, *more]).strip()


def _headed(lines: list[str]) -> list[str]:
    """`to feast:` with the line below it."""
    goes_on = len(lines) > 1 and lines[0].endswith((":", "="))
    return [f"{lines[0]} {lines[1]}", *lines[2:]] if goes_on else lines


LONG = 100
"""Of two lines that are longer together, what they begin and end with alike is left out."""
BESIDE = 2
"""So many words of it stay, to see where it is."""


def _apart(old: str, new: str) -> tuple[str, str]:
    """Two lines, or of long ones the part that is not the same."""
    if not old or not new or len(old) + len(new) <= LONG:
        return old, new
    words = [one.split(" ") for one in (old, new)]
    head = max(0, _alike(*words) - BESIDE)
    tail = max(0, _alike(*(one[head:][::-1] for one in words)) - BESIDE)
    cut = (one[head : len(one) - tail] for one in words)
    was, now = (" ".join(["…"] * (head > 0) + one + ["…"] * (tail > 0)) for one in cut)
    return was, now


def _alike(one: list[str], other: list[str]) -> int:
    """How many words two lines begin with alike; never all of both."""
    same_words = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return min(sum(1 for _ in same_words), max(len(one), len(other)) - 1)


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
