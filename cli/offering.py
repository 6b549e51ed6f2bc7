"""What a game has to write with: its verbs, kinds, things, values and settings, each as its author wrote it.

Read off the model, so all missions are in it; `cli/commands/explain.py` prints it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from tilewright.dsl.model import KindSymbol, Model, ThingSymbol
    from tilewright.dsl.packages.package import Package
    from tilewright.dsl.source import Span

OWNERS = ("game", "player", "campaign")
"""Those whose values are listed apart: no author declares them as kinds."""


class Entry(NamedTuple):
    """A declaration: its name and title, its head as written, what is said of it, and where it stands."""

    name: str
    title: str
    head: str
    doc: str
    file: str
    line: int

    def named(self) -> dict[str, Any]:
        """For programs."""
        return self._asdict()


def offering(package: Package, model: Model) -> dict[str, list[Entry]]:
    """Every declaration that rules, cards and missions can name, by sort, as the sources have them."""
    return {title: entries for title, found in _sorts(package, model) if (entries := list(found))}


def _sorts(package: Package, model: Model) -> Iterator[tuple[str, Iterator[Entry]]]:
    read = _Reader(package)
    yield "Settings", (read.entry(one.name, one.title, one.span) for one in model.settings.values())
    yield "Dice", (read.entry(one.name, "", one.span) for one in model.dice.values())
    yield "Kinds", (read.entry(one.name, one.title, one.span, _said(one)) for one in _kinds(model))
    for owner in OWNERS:
        yield f"Values of the {owner}", read.values(model, owner)
    yield "Menus", (read.menu(model, name) for name in model.menus)
    actions = [one for one in model.verbs.values() if type(one.node).__name__ == "Action"]
    verbs = [one for one in model.verbs.values() if one.node is not None and one not in actions]
    yield "Actions", (read.entry(one.name, one.title, one.span, one.doc) for one in actions)
    yield "Verbs", (read.entry(one.name, one.title, one.span, one.doc) for one in verbs)
    yield (
        "Values",
        (
            read.entry(one.name, "", one.span, one.doc)
            for one in model.defines.values()
            if one.node is not None
        ),
    )
    yield "Relations", (read.entry(one.name, "", one.node.span) for one in model.relations.values())
    yield "Things", map(read.thing, _things(model))
    yield "Boards", (read.entry(name, "", span) for name, span in _boards(model).items())
    for title, names in (("Missions", model.missions()), ("Campaigns", model.campaigns())):
        things = (model.things[name] for name in names)
        yield title, (read.entry(one.name, one.title, one.span, one.text) for one in things)


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


def _said(kind: KindSymbol) -> str:
    """What is said of a kind, and what its things have."""
    members = [*kind.properties, *kind.steps]
    return " ".join([*([kind.doc] if kind.doc else []), *([f"Has {', '.join(members)}."] if members else [])])


class _Reader:
    """The sources, to show what was written."""

    def __init__(self, package: Package) -> None:
        self._lines = {source.path: source.text.splitlines() for source in package.sources}

    def entry(self, name: str, title: str, span: Span, doc: str = "") -> Entry:
        """A declaration, with its first line."""
        written = self._lines.get(span.file, ())[span.line - 1 : span.line]
        head = "".join(written).partition("  #")[0].strip().removesuffix(":")
        return Entry(name, title, head, doc, span.file, span.line)

    def thing(self, one: ThingSymbol) -> Entry:
        """A thing; one that is a row of a table as if it were declared alone."""
        entry = self.entry(one.name, one.title, one.span, one.text)
        alone = f'{one.kind} {one.name} "{one.title}"'
        return entry._replace(head=alone) if entry.head.startswith("|") else entry

    def menu(self, model: Model, name: str) -> Entry:
        """A menu, with the actions that it offers."""
        menu = model.menus[name]
        offered = [verb.name for verb in model.verbs.values() if name in _menus(verb.node)]
        return self.entry(name, menu.title, menu.span, f"Offers {', '.join(offered)}." if offered else "")

    def values(self, model: Model, owner: str) -> Iterator[Entry]:
        """The values and places of the game, of each player, or of the campaign."""
        found = model.kinds["player"].properties if owner == "player" else model.game
        for one in found.values():
            if owner == "player" or one.campaign == (owner == "campaign"):
                yield self.entry(one.name, "", one.span, one.doc)


def _menus(node: object) -> set[str]:
    """The menus that an action is in."""
    return {str(one.menu) for one in getattr(node, "body", ()) if type(one).__name__ == "InMenu"}
