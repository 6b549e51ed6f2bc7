"""Where the catalogues of two mods meet, and a catalogue with a text that another mod has changed."""

import re
from collections.abc import Iterator, Mapping
from itertools import combinations

from ..history import HistoryEntry, Subject
from ..model import Model
from ..packages.package import Package
from ..source import NOWHERE, Span, rows_of
from ..translations.catalogue import CatalogueEntry, Text, noted
from ..translations.checks import language_of
from ..translations.file import read_catalogue
from .meetings import Meeting, MeetingSort, Side, does
from .order import ModOrder, whose


def text_meetings(
    package: Package, model: Model, texts: Mapping[str, Text], order: ModOrder
) -> Iterator[Meeting]:
    """All meetings of mods at a text. `texts` are those of the game with all mods."""
    retitled = {**_said_anew(package, model, texts, order), **_retitled(model, order)}
    gone = _deleted(model, order)
    for (language, key), entries in translated(package, order).items():
        shown = f"`{key}` into `{language}`"
        subject = Subject("text", f"{language}: {key}")
        sides = [Side(mod, f"translates {shown}", entry.span) for mod, entry in entries.items()]
        for a, b in combinations(sides, 2):
            alike = entries[a.mod].words == entries[b.mod].words
            settled = order.settled(a.mod, b.mod)
            yield Meeting("agrees" if alike else "overrides", subject, shown, a, b, settled)
        about = gone.get(key.split("/")[1]) if "/" in key else None
        if about is not None:  # nothing is lost: nobody reads it any more
            yield from (
                _met("beside", subject, about, side, order) for side in sides if side.mod != about.mod
            )
            continue
        text = texts.get(key)
        changed = retitled.get(key) or (text.span if text is not None else NOWHERE)
        if text is None or whose(changed.file) not in order.ids:
            continue
        for side in sides:
            original = entries[side.mod].original
            outdated = key in retitled if original is None else original != noted(text.words)
            said = f"changes the words of `{key}`" if outdated else f"says `{key}`"
            saying = Side(whose(changed.file), said, changed)
            if side.mod != saying.mod:
                yield _met("stale" if outdated else "beside", subject, saying, side, order)


def _met(sort: MeetingSort, subject: Subject, one: Side, other: Side, order: ModOrder) -> Meeting:
    a, b = sorted((one, other), key=lambda side: order.ids.index(side.mod))
    key = subject.name.partition(": ")[2]
    return Meeting(sort, subject, f"`{key}`", a, b, order.settled(a.mod, b.mod))


def _deleted(model: Model, order: ModOrder) -> dict[str, Side]:
    """What mods have taken out, by its name."""
    return {
        one.subject.name: Side(whose(one.span.file), does(model, one), one.span)
        for one in model.history.touches
        if one.deed == "deletes" and not one.part and whose(one.span.file) in order.ids
    }


def _retitled(model: Model, order: ModOrder) -> dict[str, Span]:
    """Where a mod gives a thing of somebody else another title or text, by the key of the text."""
    return {
        f"{model.things[one.subject.name].kind}/{one.subject.name}/{one.part or 'title'}": one.span
        for one in model.history.touches
        if (one.part in ("title", "text") or _is_called_anew(one))
        and one.subject.name in model.things
        and whose(one.span.file) in order.ids
        and whose(model.things[one.subject.name].span.file) != whose(one.span.file)
    }


def _is_called_anew(one: HistoryEntry) -> bool:
    """Whether something is put in the place of a thing, under another title."""
    untitled = one.subject.name.replace("_", " ").capitalize()
    titles = {str(getattr(each, "title", None) or f'"{untitled}"') for each in (one.old, one.value)}
    return one.deed == "replaces" and not one.part and len(titles) > 1


def _said_anew(package: Package, model: Model, texts: Mapping[str, Text], order: ModOrder) -> dict[str, Span]:
    """The texts of what a mod puts in the place of something, where that had other words."""
    lines = {source.path: rows_of(source.text) for source in package.sources}
    found: dict[str, Span] = {}
    for one in model.history.touches:
        old = getattr(one.old, "span", NOWHERE)
        if one.deed == "replaces" and whose(one.span.file) in order.ids and old.file in lines:
            before = _GAP.sub("{}", " ".join(lines[old.file][old.line - 1 : old.end_line]))
            found |= {
                key: text.span
                for key, text in texts.items()
                if text.span.begins_within(one.value.span) and _GAP.sub("{}", text.words) not in before
            }
    return found


_GAP = re.compile(r"\{[^{}]*\}")


def translated(package: Package, order: ModOrder) -> dict[tuple[str, str], dict[str, CatalogueEntry]]:
    """What mods translate: for each language and key the entry of each mod, in the order of the mods."""
    found: dict[tuple[str, str], dict[str, CatalogueEntry]] = {}
    for source in package.catalogues:
        mod = whose(source.path)
        if mod in order.ids:
            for entry in read_catalogue(source)[0]:
                if entry.words and not entry.retired:
                    found.setdefault((language_of(source), entry.key), {}).setdefault(mod, entry)
    return found
