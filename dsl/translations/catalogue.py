"""The texts of a package and their translations: what each is filed under, and which entry is for which text.

A text's key says whose it is and what it is for: `weapon/longbow/title`, `verb/attack/needs/1`. It depends on
no line. Numbers do shift when somebody writes a second `say` above the first; so an entry also knows the
English original that it was made for, and follows it to its new key. `file.py` reads and writes the
entries, `checks.py` says what is wrong with them, `translate.py` puts them into a program.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from tilewright.schemas.wording import GAP, sentences

from ..check import Checked
from ..check.tests import IN_TESTS
from ..model import KindSymbol, Model, Property, ThingSymbol, ValueMeaning
from ..source import NOWHERE, Span

ORIGINAL = "en"
"""The language in which packages are written."""

SPOKEN_OF = ("player", "space", "square", "room", "region", "figure", "token", "card")
"""The built-in kinds whose titles people meet: in questions, and on the backs of cards."""

_TORN = re.compile(r"\{[^{}]*\}?|\}")


class Text(NamedTuple):
    """A text as the author wrote it, and where."""

    words: str
    span: Span = NOWHERE


class CatalogueEntry(NamedTuple):
    """A translation in a catalogue; without words it is still to be made.

    `original` is what it was made for, None if nothing is noted; `was` what that was before it changed.
    One that is `exact` is for these words and no others: the text of its key has become somebody else's.
    """

    key: str
    words: str
    original: str | None = None
    was: str | None = None
    retired: bool = False
    span: Span = NOWHERE
    words_span: Span = NOWHERE
    exact: bool = False


class Match(NamedTuple):
    """The entry for a text; `changed` if the text is no longer what the entry was made for."""

    entry: CatalogueEntry
    changed: bool = False


def gaps(words: str) -> set[str]:
    """The numbers of the gaps in a text."""
    return {gap[1] for gap in GAP.finditer(words)}


def not_gaps(words: str) -> list[str]:
    """What stands in braces, whole or torn, and is no gap."""
    return _TORN.findall(GAP.sub("", words))


def forms(words: str) -> list[tuple[str, int]]:
    """The gaps of a text that say a word in the form that goes with a number, each with how many forms."""
    return [(gap[0], gap[2].count("|")) for gap in GAP.finditer(words) if gap[2]]


def noted(words: str) -> str:
    """A text as it is noted above its translation: on one line."""
    return " ".join(words.split())


# ------------------------------------------------------------------ which entry is for which text


def matches(entries: Iterable[CatalogueEntry], texts: Mapping[str, str]) -> dict[str, Match]:
    """The entry for each text that has one, by the key of the text.

    The entry of the same key and original comes first; then one that was made for the same words under a key
    that has gone to another text, or that is there no more; last the entry of the same key for other words.
    Of several that are as good, the first is taken.
    """
    texts = {key: noted(words) for key, words in texts.items()}
    by_key: dict[str, list[CatalogueEntry]] = {}
    for entry in entries:
        by_key.setdefault(entry.key, []).append(entry)
    found: dict[str, Match] = {}
    for key, words in texts.items():
        fitting = [one for one in by_key.get(key, ()) if _is_made_for(one, words)]
        if fitting:
            entry = next((one for one in fitting if one.words), fitting[0])
            found[key] = Match(entry, entry.was is not None)
    used = {id(match.entry) for match in found.values()}
    free: dict[str, list[CatalogueEntry]] = {}
    for entry in (one for group in by_key.values() for one in group):
        if id(entry) not in used and entry.words and entry.original:
            free.setdefault(entry.original, []).append(entry)
    for key, words in texts.items():
        if key not in found and words in free:
            moved = max(free[words], key=lambda entry: (_shared(entry.key, key), not entry.retired))
            free[words].remove(moved)
            if not free[words]:
                del free[words]
            used.add(id(moved))
            found[key] = Match(moved, moved.was is not None)
    for key in texts:
        left = [one for one in by_key.get(key, ()) if id(one) not in used and not one.exact]
        if key not in found and left:
            found[key] = Match(left[0], changed=True)
    return found


def _is_made_for(entry: CatalogueEntry, words: str) -> bool:
    """Whether an entry is for these words. Where nothing is noted, it is for whatever its package says."""
    return entry.original == words or (entry.original is None and not entry.exact)


def _shared(one: str, other: str) -> int:
    """How many parts two keys begin with alike: a text rather moves within its verb than to another."""
    parts = zip(one.split("/"), other.split("/"), strict=False)
    return next((number for number, (a, b) in enumerate(parts) if a != b), 99)


# ------------------------------------------------------------------ the texts that there are


def texts_of(checked: Checked, home: str) -> dict[str, Text]:
    """Every text that people read, by its key, in the order of the files; tests have none.

    The game's title, unless a mod gives it another one, and the titles of built-in kinds are of the file
    `home`, the system's.
    """
    top = Span(home, 1, 1, 1, 1)
    found: dict[str, Text] = {
        "game/title": Text(checked.model.title, checked.model.worded.get("game/title", top))
    }
    for key, words, span in _declared(checked):
        found[key] = Text(words, checked.model.worded.get(key, span) if span.file else top)
    for key, words in checked.context.texts.items():
        if not key.startswith(IN_TESTS):
            found[key] = Text(words, checked.context.quoted.get(key, top))
    texts = [(key, text) for key, text in found.items() if text.words.strip()]
    return dict(sorted(texts, key=lambda item: (item[1].span, _whose(item[0]), _rank(item[0]))))


def engine_texts() -> dict[str, Text]:
    """What the engine says itself: every catalogue may translate it, and none has to."""
    return {key: Text(words) for key, words in sentences().items()}


def _declared(checked: Checked) -> Iterator[tuple[str, str, Span]]:
    """Titles and the texts of things."""
    model = checked.model
    for number, title in enumerate(model.seats, 1):
        yield f"player/{number}/title", title.words, title.span
    for setting in model.settings.values():
        yield f"setting/{setting.name}/title", setting.title, setting.span
    for menu in model.menus.values():
        yield f"menu/{menu.name}/title", menu.title, menu.span
    prices = {
        call["verb"] for verb in checked.verbs.values() for call in verb["costs"] if call["op"] == "call"
    }
    for verb in model.verbs.values():
        called = verb.name.replace("_", " ").capitalize() if verb.name in prices else ""
        yield f"verb/{verb.name}/title", verb.title or called, verb.span
        if verb.means is not None:
            yield f"verb/{verb.name}/means", verb.means, verb.means.span
    taken = _taken(checked)
    for known in model.game.values():
        yield from _of_value("game", known, taken)
    yield from _meanings("game", model.meanings)
    spaces = {space.kind for sides in model.boards.values() for one in sides.values() for space in one.spaces}
    met = {"player", *spaces, *(kind.parent for kind in model.kinds.values() if kind.span.file)}
    spoken_of = met & set(SPOKEN_OF)
    for kind in model.kinds.values():
        if kind.name not in model.things and (kind.span.file or kind.name in spoken_of):
            yield f"kind/{kind.name}/title", kind.title, kind.span
            if kind.plural and _is_counted(model, kind):
                yield f"kind/{kind.name}/count", f"{{0}} {kind.plural.replace('_', ' ')}", kind.span
        for known in kind.properties.values():
            if known.span.file:
                yield from _of_value(f"kind/{kind.name}", known, taken)
        yield from _meanings(f"kind/{kind.name}", kind.meanings)
    for thing in model.things.values():
        yield from _of_thing(thing)
    shapes = (shape for sides in model.boards.values() for shape in sides.values())
    for space in (space for shape in shapes for space in shape.spaces if space.title):
        yield space.title_key, space.title, space.title.span


def _taken(checked: Checked) -> set[str]:
    """The values, by what their texts are filed under, from which actions take their prices."""
    targets = [one["target"] for verb in checked.verbs.values() for one in verb["takes"]]
    return {
        f"game/{one['property']}" if one["op"] == "game" else f"kind/{one['kind']}/{one['name']}"
        for one in targets
    }


def _of_value(whose: str, known: Property, taken: set[str]) -> Iterator[tuple[str, str, Span]]:
    """What a value is called, and how so many of it are counted where a price says so."""
    key, name = f"{whose}/{known.name}", known.name.replace("_", " ")
    if _is_told(known):
        yield f"{key}/title", name.capitalize(), known.span
        if key in taken:
            yield f"{key}/count", f"{{0}} {name}", known.span


def _meanings(whose: str, meanings: Mapping[str, ValueMeaning]) -> Iterator[tuple[str, str, Span]]:
    """What values mean; of several by word, it is said once."""
    return ((f"{whose}/{name}/means", one.words, one.name.span) for name, one in meanings.items())


def thing_texts(model: Model, things: Iterable[ThingSymbol]) -> dict[str, Text]:
    """The titles and texts of things, by their keys."""
    found = (one for thing in things for one in _of_thing(thing))
    return {key: Text(words, model.worded.get(key, span)) for key, words, span in found if words}


def _of_thing(thing: ThingSymbol) -> Iterator[tuple[str, str, Span]]:
    yield f"{thing.kind}/{thing.name}/title", thing.title, thing.span
    yield f"{thing.kind}/{thing.name}/text", thing.text, thing.span


def _is_counted(model: Model, kind: KindSymbol) -> bool:
    """Whether the log may say how many of a kind there are: of what moves."""
    found: KindSymbol | None = kind
    while found is not None:
        if found.name in ("card", "token", "figure"):
            return True
        found = model.kinds.get(found.parent or "")
    return False


def _is_told(known: Property) -> bool:
    """Whether a view or the log can name a property: what is kept out of sight is not."""
    return not known.internal


def _whose(key: str) -> str:
    return "/".join(key.split("/")[:2])


def _rank(key: str) -> int:
    """Title before text, within a thing."""
    return ("title", "text").index(key.rpartition("/")[2]) if key.endswith(("/title", "/text")) else 2
