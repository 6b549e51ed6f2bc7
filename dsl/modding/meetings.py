"""Where two mods meet: what both touch, who wins, and whether anybody decided so. Found in the history alone.

Rules that meet without a name in common (two hooks on one verb) are found in `effects.py`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, groupby, islice, product
from typing import Literal, NamedTuple, TypeVar

from .. import nodes
from ..history import HistoryEntry, Subject
from ..model import Model
from ..nodes.node import same
from ..source import NOWHERE, Span
from .order import ModOrder, whose

MeetingSort = Literal[
    "overrides", "on top", "twice", "deleted", "leans", "order", "instead", "stale", "agrees", "beside", "row"
]
"""What a meeting comes to:

overrides: both say something of the same; that of the later mod holds.
on top:    the earlier mod says something anew, and the later one adds to that; in the other order it would
           be lost.
twice:     both put the same into a list, which has it twice then.
deleted:   one deletes what the other changes, replaces or names; it stays deleted.
leans:     one changes or names what only the other one adds, and does not say that it needs it.
order:     rules of both run at the same moment, and what comes of it depends on which is first.
instead:   one does something else in place of what the other one's rule waits for.
stale:     one translates a text that the other one has changed.
agrees:    both say the same.
beside:    both touch it, and whichever comes first, the same comes of it.
row:       both add to a kind, a list or a menu. Where rules take the first of it, or a menu is shown, that is
           the earlier mod's.
"""
ORDERED: frozenset[MeetingSort] = frozenset(("overrides", "on top", "order", "instead", "row"))
"""The sorts of which something else would come in the other order."""


MAX_COMPARED = 10_000
"""Pairs of what two mods say of one thing, or of rules of two mods at one moment, that are compared."""

T = TypeVar("T")


def compared(
    by_name: Mapping[str, Sequence[T]], mod: Callable[[T], str], order: ModOrder
) -> Iterator[tuple[str, T, T]]:
    """What different mods do about one thing, two by two, with its name: first what the earlier mod does. Of
    very many pairs the first are compared.
    """

    def pairs() -> Iterator[tuple[str, T, T]]:
        for name, found in by_name.items():
            in_order = sorted(found, key=lambda one: order.ids.index(mod(one)))
            by_mod = [list(own) for _, own in groupby(in_order, mod)]
            for first, second in combinations(by_mod, 2):
                yield from ((name, a, b) for a, b in product(first, second))

    return islice(pairs(), MAX_COMPARED)


class Side(NamedTuple):
    """What one of two mods does there: `does` goes on from the mod's name, as in “changes `copies`”."""

    mod: str
    does: str
    span: Span


class Meeting(NamedTuple):
    """Two mods at one thing. `first` is applied before `second`."""

    sort: MeetingSort
    subject: Subject
    about: str  # in words: “`copies` of `tool hot_soup`”
    first: Side
    second: Side
    settled: str = ""  # which manifest says that it is meant; empty if none does
    shared: tuple[str, ...] = ()  # of rules: all that both have to do with, where `about` names but a few
    outcome: str = ""  # of rules on a verb: which of them runs when
    way: str = ""  # of a rule that does not run: what lets it

    @property
    def is_problem(self) -> bool:
        """Whether what comes of it was decided by nobody."""
        return not self.settled and self.sort not in ("agrees", "beside", "row")


def meetings(model: Model, order: ModOrder) -> list[Meeting]:
    """All meetings that the history of a game's declarations shows, at most one of two mods at one part."""
    by_subject: dict[Subject, dict[str, list[HistoryEntry]]] = {}
    for touch in model.history.touches:
        mod = whose(touch.span.file)
        if mod in order.ids:
            by_subject.setdefault(touch.subject, {}).setdefault(mod, []).append(touch)
    found: list[Meeting] = []
    for subject, by_mod in by_subject.items():
        mods = sorted(by_mod, key=order.ids.index)
        for first, second in combinations(mods, 2):
            ours, theirs = (own_touches(by_mod[one]) for one in (first, second))
            found += [
                settled(one, order) for one in _between(model, subject, (first, ours), (second, theirs))
            ]
    return found + list(_rows(model, order))


_NEVER_IN_A_ROW = ("mission", "campaign", "board")
"""What is chosen before a game, not by its rules."""


def _rows(model: Model, order: ModOrder) -> Iterator[Meeting]:
    """The kinds of which two mods add things, or narrower kinds, and the menus to which they add actions.

    Of each mod the first that it adds is named.
    """
    added: dict[Subject, dict[str, HistoryEntry]] = {}
    for touch in model.history.touches:
        mod, row = whose(touch.span.file), _added_to(model, touch)
        if row is not None and mod in order.ids:
            added.setdefault(row, {}).setdefault(mod, touch)
    for row, by_mod in added.items():
        mods = sorted(by_mod, key=order.ids.index)
        for first, second in combinations(mods, 2):
            a, b = (Side(one, does(model, by_mod[one]), by_mod[one].span) for one in (first, second))
            sort: MeetingSort = "beside" if row.name in _NEVER_IN_A_ROW else "row"
            told = f"`{model.kinds[row.name].plural}`" if row.sort == "kind" else named(model, row)
            yield settled(Meeting(sort, row, told, a, b), order)


def _added_to(model: Model, touch: HistoryEntry) -> Subject | None:
    """The kind that gets a thing or a narrower kind by a touch, or the menu that gets an action."""
    sort, name = touch.subject
    if touch.deed != "adds" or touch.part:
        return None
    if sort == "thing" and name in model.things:
        return Subject("kind", model.things[name].kind)
    if sort == "verb" and name in model.verbs:
        node = model.verbs[name].node
        offered = [one.menu for one in (node.body if node else ()) if isinstance(one, nodes.InMenu)]
        return Subject("menu", str(offered[0])) if offered else None
    kind = model.kinds.get(name) if sort == "kind" else None
    of_the_language = kind is None or not kind.parent or model.kinds[kind.parent].span == NOWHERE
    return None if kind is None or of_the_language else Subject("kind", kind.parent or "")


def own_touches(touches: Sequence[HistoryEntry]) -> list[HistoryEntry]:
    """A mod's touches of one subject, but for those that are part of another: entries of a card it adds."""
    wholes = [one.span if one.value is None else one.value.span for one in touches if not one.part]
    return [one for one in touches if not one.part or not any(_lies_in(one.span, whole) for whole in wholes)]


def _lies_in(span: Span, whole: Span) -> bool:
    return span.begins_within(whole) and span.end_line <= whole.end_line


def settled(one: Meeting, order: ModOrder) -> Meeting:
    """With the reason why it is meant, if a manifest gives one.

    Nobody means to change what is gone: of a deletion only the mod that deletes can know better. Who names
    what another mod adds needs it, and that is more than to come after it.
    """
    if one.sort == "deleted" and not one.second.does.startswith("deletes"):
        known = order.known.get((one.first.mod, one.second.mod))
        return one._replace(settled=known.said) if known and known.by == one.first.mod else one
    if one.sort == "leans":
        other, leaning = leaning_last(one)
        return one._replace(settled=order.needed(other.mod, leaning.mod, leaning.span))
    return one._replace(settled=order.settled(one.first.mod, one.second.mod, one.second.span))


def leaning_last(one: Meeting) -> tuple[Side, Side]:
    """The two sides where one needs the other: first that which adds something, then that which needs it."""
    return (one.first, one.second) if one.first.does.startswith("adds") else (one.second, one.first)


_Mod = tuple[str, list[HistoryEntry]]


def _between(model: Model, subject: Subject, first: _Mod, second: _Mod) -> Iterator[Meeting]:
    """What the changes of two mods to one subject add up to."""
    met: set[tuple[str, MeetingSort]] = set()
    for a, b in islice(product(first[1], second[1]), MAX_COMPARED):
        sort = _sort(model, a, b)
        part = a.part if a.part == b.part else a.part or b.part
        if sort is None or (part, sort) in met:
            continue
        met.add((part, sort))
        yield Meeting(
            sort,
            subject,
            about(model, subject, part if a.part == b.part else ""),
            Side(first[0], does(model, a), a.span),
            Side(second[0], does(model, b), b.span),
        )


def _sort(model: Model, a: HistoryEntry, b: HistoryEntry) -> MeetingSort | None:
    """What two touches of one subject come to, the first one's mod being applied first."""
    if not a.part or not b.part:
        return _of_wholes(a, b)
    if a.part != b.part:
        return None
    match a.deed, b.deed:
        case ("extends", "extends") if a.part == "rules":
            return None
        case ("extends", "extends") if is_of_words(model, a):
            return "agrees" if same(a.value, b.value) else "beside"
        case ("extends", "extends"):
            return "twice" if same(a.value, b.value) else "row"
        case ("extends" | "takes", "extends" | "takes") if not same(a.value, b.value):
            return "beside"
        case ("takes", "takes"):
            return "agrees"
        case ("adds" | "changes", "adds" | "changes") if same(a.value, b.value):
            return "agrees"
        case ("adds" | "changes", "extends" | "takes"):
            return "on top"
    return "overrides"


def is_of_words(model: Model, touch: HistoryEntry) -> bool:
    """Whether a part is a list of words: whether one is in it is all that is asked of such a list."""
    thing = model.things.get(touch.subject.name)
    own = None if thing is None else model.property(thing.kind, touch.part)
    return own is not None and own.type.item is not None and own.type.item.base == "word"


def _of_wholes(a: HistoryEntry, b: HistoryEntry) -> MeetingSort | None:
    """The same where at least one of them is about all of it."""
    deeds = a.deed, b.deed
    adds_whole = [one.deed == "adds" and not one.part for one in (a, b)]
    if deeds == ("deletes", "deletes"):
        return "agrees"
    if all(adds_whole):
        return "beside"  # rules of one label: nothing else is added twice
    if any(adds_whole):
        return "deleted" if "deletes" in deeds and a.subject.sort == "rule" else "leans"
    if "deletes" in deeds:
        return "deleted"
    if a.deed == "replaces" and not a.part and b.part:
        return "on top"
    return "agrees" if not a.part and not b.part and same(a.value, b.value) else "overrides"


# ------------------------------------------------------------------ in words

_SORTS = {"verb": "to"}


def named(model: Model, subject: Subject) -> str:
    """A subject as an author would write it: `tool hot_soup`, `[L-7]`, `lamp.lit`."""
    sort, name = subject
    if sort == "thing":
        thing = model.things.get(name)
        kind = thing.kind if thing else model.kinds[name].parent if name in model.kinds else "board"
        return f"`{kind} {name}`"
    if subject.property_name:
        return f"`{subject.property_name}`"
    match sort:
        case "rule":
            return f"the rule `[{name}]`"
        case "header":
            return "the game"
        case "plural":
            return f"the plural `{name}`"
    return f"`{_SORTS.get(sort, sort)} {name}`"


def about(model: Model, subject: Subject, part: str) -> str:
    """A part of a subject: “`copies` of `tool hot_soup`”."""
    return f"`{part}` of {named(model, subject)}" if part else named(model, subject)


def does(model: Model, touch: HistoryEntry) -> str:
    """What a touch does: “changes `copies` of `tool hot_soup`”."""
    subject = named(model, touch.subject)
    match touch.deed:
        case "extends" if touch.part == "rules":
            return f"gives {subject} a rule"
        case "extends":
            return f"adds to `{touch.part}` of {subject}"
        case "adds" if touch.part:
            return f"sets {about(model, touch.subject, touch.part)}"
        case "takes":
            return f"takes something out of `{touch.part}` of {subject}"
    return f"{touch.deed} {about(model, touch.subject, touch.part)}"
