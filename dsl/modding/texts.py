"""Where the catalogues of two mods meet, and a catalogue with a text that another mod has changed."""

from collections.abc import Iterator, Mapping
from itertools import combinations

from ..history import Subject
from ..model import Model
from ..packages.package import Package
from ..source import NOWHERE, Span
from ..translations.catalogue import CatalogueEntry, Text, noted
from ..translations.checks import language_of
from ..translations.file import read_catalogue
from .meetings import Meeting, Side
from .order import ModOrder, whose


def text_meetings(
    package: Package, model: Model, texts: Mapping[str, Text], order: ModOrder
) -> Iterator[Meeting]:
    """All meetings of mods at a text. `texts` are those of the game with all mods."""
    retitled = _retitled(model, order)
    for (language, key), entries in translated(package, order).items():
        shown = f"`{key}` into `{language}`"
        subject = Subject("text", f"{language}: {key}")
        sides = [Side(mod, f"translates {shown}", entry.span) for mod, entry in entries.items()]
        for a, b in combinations(sides, 2):
            alike = entries[a.mod].words == entries[b.mod].words
            settled = order.settled(a.mod, b.mod)
            yield Meeting("agrees" if alike else "overrides", subject, shown, a, b, settled)
        text = texts.get(key)
        changed = retitled.get(key) or (text.span if text is not None else NOWHERE)
        if text is None or whose(changed.file) not in order.ids:
            continue
        changing = Side(whose(changed.file), f"changes the words of `{key}`", changed)
        for side in sides:
            original = entries[side.mod].original
            outdated = key in retitled if original is None else original != noted(text.words)
            if side.mod != changing.mod and outdated:
                a, b = sorted((changing, side), key=lambda one: order.ids.index(one.mod))
                yield Meeting("stale", subject, f"`{key}`", a, b, order.settled(a.mod, b.mod))


def _retitled(model: Model, order: ModOrder) -> dict[str, Span]:
    """Where a mod gives a thing of somebody else another title or text, by the key of the text."""
    return {
        f"{model.things[one.subject.name].kind}/{one.subject.name}/{one.part}": one.span
        for one in model.history.touches
        if one.part in ("title", "text")
        and one.subject.name in model.things
        and whose(one.span.file) in order.ids
        and whose(model.things[one.subject.name].span.file) != whose(one.span.file)
    }


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
