"""What a game has to write with: its verbs, kinds, things, values and settings, each as its author wrote it.

Read off the model, so all missions are in it; `cli/commands/explain.py` prints it, as a list or one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tilewright.schemas.documents import Document

from .written import Sources

if TYPE_CHECKING:
    from tilewright.dsl.model import KindSymbol, Model, Property, ThingSymbol, VerbSymbol
    from tilewright.dsl.packages.package import Package
    from tilewright.dsl.source import Span

OWNERS = ("game", "player", "campaign")
"""Those whose values are listed apart: no author declares them as kinds."""


class Entry(NamedTuple):
    """A declaration: name and title, its head as written, what is said of it, where it stands, its label."""

    name: str
    title: str
    head: str
    doc: str
    file: str
    line: int
    label: str = ""

    def named(self) -> Document:
        """For programs."""
        return self._asdict()


def offering(package: Package, model: Model) -> dict[str, list[Entry]]:
    """Every declaration that rules, cards and missions can name, by sort, as the sources have them.

    What only stories have, and what a mod has deleted, is left out: rules cannot count on it.
    """
    reader = _Reader(package, model)
    listed = {title: [one for one in found if reader.is_offered(one)] for title, found in reader.sorts()}
    return {title: entries for title, entries in listed.items() if entries}


def declared(package: Package, model: Model) -> Iterator[tuple[str, Entry]]:
    """Every declaration with its sort, `setting` or `value of lamp`; also those that are not offered."""
    reader = _Reader(package, model)
    for title, found in reader.sorts():
        yield from ((_ONE.get(title, title.lower()), one) for one in found)
    yield from reader.members()
    yield from reader.built_in()
    yield from reader.plurals()
    yield from reader.single_words()


_ONE = {
    "Settings": "setting",
    "Words": "words",
    "Dice": "die",
    "Kinds": "kind",
    "Values of the game": "game value",
    "Values of the player": "player value",
    "Values of the campaign": "campaign value",
    "Menus": "menu",
    "Actions": "action",
    "Verbs": "verb",
    "Values": "value",
    "Relations": "relation",
    "Things": "thing",
    "Boards": "board",
    "Missions": "mission",
    "Campaigns": "campaign",
}
"""What one of each list is called."""


class _Reader:
    """The model and the sources, to show what was written."""

    def __init__(self, package: Package, model: Model) -> None:
        self.model = model
        self.sources = Sources(package)

    def is_offered(self, entry: Entry) -> bool:
        thing = self.model.things.get(entry.name)
        return entry.file not in self.model.story_files and (thing is None or thing.copies > 0)

    def sorts(self) -> Iterator[tuple[str, Iterator[Entry]]]:
        model, entry = self.model, self.entry
        yield (
            "Settings",
            (entry(one.name, one.title, one.span, "", one.label) for one in model.settings.values()),
        )
        yield "Words", (entry(name, "", span) for name, span in self._added("words"))
        yield "Dice", (entry(one.name, "", one.span) for one in model.dice.values())
        yield "Kinds", map(self.kind, _kinds(model))
        for owner in OWNERS:
            yield f"Values of the {owner}", self.values(owner)
        yield "Menus", map(self.menu, model.menus)
        verbs = [one for one in model.verbs.values() if one.node is not None]
        for title, is_action in (("Actions", True), ("Verbs", False)):
            found = (one for one in verbs if (type(one.node).__name__ == "Action") == is_action)
            yield title, (entry(one.name, one.title, one.span, one.doc, one.label) for one in found)
        defines = (one for one in model.defines.values() if one.node is not None)
        yield "Values", (entry(one.name, "", one.span, one.doc, one.label) for one in defines)
        relations = model.relations.values()
        yield "Relations", (entry(one.name, "", one.node.span, "", _label(one.node)) for one in relations)
        yield "Things", map(self.thing, _things(model))
        yield "Boards", (entry(name, "", span) for name, span in _boards(model).items())
        for title, names in (("Missions", model.missions()), ("Campaigns", model.campaigns())):
            things = (model.things[name] for name in names)
            yield title, (entry(one.name, one.title, one.span, one.text) for one in things)

    # ------------------------------------------------------------------ what is shown when it is asked for

    def members(self) -> Iterator[tuple[str, Entry]]:
        """What the things of a kind have."""
        for kind in self.model.kinds.values():
            for one in kind.properties.values():
                if one.kind == kind.name and kind.name not in OWNERS and one.span.line:
                    yield f"value of {kind.name}", self.value(one)
            for steps in kind.steps.values():
                yield f"steps of {kind.name}", self.entry(steps.name, steps.title, steps.span)

    def built_in(self) -> Iterator[tuple[str, Entry]]:
        for kind in self.model.kinds.values():
            if not kind.span.line:
                yield "built-in kind", self.kind(kind)

    def plurals(self) -> Iterator[tuple[str, Entry]]:
        for plural, name in self.model.plurals.items():
            kind = self.model.kinds[name]
            doc = f"Each {name} in play. `all({name})` are also those in piles, in hands and in the box."
            yield "plural", self.entry(plural, "", kind.span, doc)

    def single_words(self) -> Iterator[tuple[str, Entry]]:
        """Each word, with all that may have it for a value."""
        declared = dict(self._added("words"))
        for owner, words in self.model.words.items():
            holders = [*self._holders(owner)]
            span = declared.get(owner) or (holders[0][1] if holders else None)
            said = f": a value of {', '.join(f'`{name}`' for name, _ in holders)}" if holders else ""
            doc = f"One of {', '.join(words)}{said}."
            if span is not None and span.line:
                yield from (("word", self.entry(word, "", span, doc)) for word in words if word != "none")

    def _holders(self, words: str) -> Iterator[tuple[str, Span]]:
        """All settings and values of a sort of words."""
        model = self.model
        for setting in model.settings.values():
            if (setting.type.base, setting.type.name) == ("word", words):
                yield setting.name, setting.span
        owned = (one for kind in model.kinds.values() for one in kind.properties.values())
        for value in (*model.game.values(), *owned):
            if (value.type.base, value.type.name) == ("word", words):
                yield value.name if value.kind == "game" else f"{value.kind}.{value.name}", value.span

    def _added(self, sort: str) -> Iterator[tuple[str, Span]]:
        for touch in self.model.history.touches:
            if touch.subject.sort == sort and not touch.part:
                yield touch.subject.name, touch.span

    # ------------------------------------------------------------------ entries

    def entry(self, name: str, title: str, span: Span, doc: str = "", label: str = "") -> Entry:
        """A declaration, with its first line."""
        head = self.sources.head(span.file, span.line)
        return Entry(str(name), title, head, doc, span.file, span.line, label)

    def kind(self, one: KindSymbol) -> Entry:
        """A kind, with what its things have, and what they are called."""
        members = [*one.properties, *one.steps]
        has = f"Has {', '.join(members)}." if members else ""
        plural = f"Those in play are `{one.plural}`." if one.plural else ""
        doc = " ".join(filter(None, (one.doc, has, plural)))
        return self.entry(one.name, one.title, one.span, doc, one.label)

    def thing(self, one: ThingSymbol) -> Entry:
        """A thing; one that is a row of a table as if it were declared alone."""
        entry = self.entry(one.name, one.title, one.span, one.text)
        alone = f'{one.kind} {one.name} "{one.title}"'
        return entry._replace(head=alone) if entry.head.startswith("|") else entry

    def menu(self, name: str) -> Entry:
        """A menu, with the actions that it offers."""
        menu = self.model.menus[name]
        offered = [verb.name for verb in offered_in(self.model, name)]
        return self.entry(name, menu.title, menu.span, f"Offers {', '.join(offered)}." if offered else "")

    def values(self, owner: str) -> Iterator[Entry]:
        """The values and places of the game, of each player, or of the campaign."""
        model = self.model
        found = model.kinds["player"].properties if owner == "player" else model.game
        for one in found.values():
            if owner == "player" or one.campaign == (owner == "campaign"):
                yield self.value(one)

    def value(self, one: Property) -> Entry:
        model = self.model
        said = (model.meanings if one.kind == "game" else model.kinds[one.kind].meanings).get(one.name)
        return self.entry(one.name, "", one.span, said.words if said is not None else "", one.label)


def offered_in(model: Model, menu: str) -> list[VerbSymbol]:
    """The actions that a menu offers."""
    return [verb for verb in model.verbs.values() if menu in _menus(verb.node)]


def merged(entries: Sequence[Entry]) -> Iterator[Entry]:
    """Entries to be read: several names that are declared in one line are told once."""
    met: set[tuple[str, int, str]] = set()
    for one in entries:
        if (one.file, one.line, one.head) not in met:
            met.add((one.file, one.line, one.head))
            yield one


def _kinds(model: Model) -> Iterator[KindSymbol]:
    """Kinds that somebody declared, without the things, each of which is one as well."""
    return (one for one in model.kinds.values() if one.span.line and one.name not in model.things)


def _things(model: Model) -> Iterator[ThingSymbol]:
    """All that is of a kind, but missions and campaigns; things of one kind stand together."""
    kinds = {name: number for number, name in enumerate(model.kinds)}
    found = [one for one in model.things.values() if one.kind not in ("mission", "campaign")]
    return iter(sorted(found, key=lambda one: kinds[one.kind]))


def _boards(model: Model) -> dict[str, Span]:
    """Where each board stands: what was said of it last."""
    return {
        touch.subject.name: touch.span
        for touch in model.history.touches
        if touch.subject.name in model.boards and not touch.part and touch.deed != "deletes"
    }


def _menus(node: object) -> set[str]:
    """The menus that an action is in."""
    return {str(one.menu) for one in getattr(node, "body", ()) if type(one).__name__ == "InMenu"}


def _label(node: Any) -> str:
    """`[AL-9.03]` without its brackets."""
    return str(node.label or "")[1:-1]
