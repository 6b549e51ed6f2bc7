"""Checked bodies and one board → the program: numbers for everything that exists, and one JSON document."""

from dataclasses import replace
from typing import Any

from tilewright.schemas.documents import Document

from .boards import BoardShape, ShapedLink, ShapedSpace, in_program
from .check import Checked
from .check.meanings import meanings_of
from .check.scope import Context, Op
from .check.things import this_scope
from .mission_board import name_links
from .model import KindSymbol, Property, ThingSymbol
from .problems.diagnostics import Diagnostic
from .reading.parse import parse_value
from .source import Word
from .value_types import Type
from .version import ENGINE

FIRST = ("space", "link", "player")
"""Spaces, links and players are numbered before everything else."""


def lower(  # noqa: PLR0913 (all that makes up a program)
    checked: Checked,
    shape: BoardShape | None,
    board: Context,
    mission: str | None,
    campaign: str | None,
    setup: list[Op],
    tests: list[Op],
    settings: dict[str, int],
) -> tuple[Document, list[Diagnostic]]:
    """The program of one mission or test board; in the context `board` its set-up and tests were checked.

    With a campaign it is the mission as played in that, or, without a mission, what goes on between missions.
    """
    numbering = _Numbering(checked, shape)
    model = checked.model
    problems: list[Diagnostic] = []
    numbering.place_everything()
    entities = [_entity(name, kind, numbering, checked, problems) for name, kind in numbering.entities]
    changes = checked.context.changes | board.changes
    in_build = _in_build(checked, board, mission, campaign)
    begins = model.things[campaign].begins if campaign and not mission else model.begins
    program = {
        "format": "tilewright/program/2",
        "engine": ENGINE,
        "game": {
            "name": model.name,
            "title": model.title or model.name,
            "doc": model.doc,
            "players": list(model.players),
            "begins": str(begins),
            "package": model.package,
            "version": model.version,
            "look": model.look,
            **({"meanings": meanings_of(model, "game")} if model.meanings else {}),
        },
        "mission": _head(checked, mission),
        **({"campaign": _head(checked, campaign)} if campaign else {}),
        "settings": _settings(checked, settings),
        "words": {name: list(words) for name, words in model.words.items()},
        "dice": {name: {"type": str(die.type), "faces": list(die.faces)} for name, die in model.dice.items()},
        "kinds": {name: _kind(model.kinds[name], numbering, checked, changes) for name in numbering.ranges},
        "entities": entities,
        "game_properties": _properties(model.game, checked, changes),
        "places": numbering.places,
        "board": _board(shape, numbering),
        "relations": checked.relations,
        "defines": checked.defines,
        "verbs": _verbs(checked, mission),
        "steps": checked.steps,
        **in_build,
        "menus": _menus(checked),
        "setup": setup,
        "texts": board.texts,
        "tests": tests,
        "spans": [list(span) for span in board.spans],
    }
    return _with_numbers(program, numbering), problems


def _settings(checked: Checked, chosen: dict[str, int]) -> dict[str, Document]:
    """The settings with the values that were chosen for some of them."""
    return {
        name: {
            "type": str(setting.type),
            "value": chosen.get(name, checked.settings[name]),
            "default": checked.settings[name],
            "low": setting.low,
            "high": setting.high,
            "title": setting.title,
            "label": setting.label,
        }
        for name, setting in checked.model.settings.items()
    }


def _verbs(checked: Checked, mission: str | None) -> dict[str, Op]:
    """Verbs with what they need, in this mission."""
    verbs = dict(checked.verbs)
    for one in checked.forbids:
        if one["mission"] == mission:
            verb = verbs[one["verb"]]
            verbs[one["verb"]] = {**verb, "needs": [*verb["needs"], one["need"]]}
    return verbs


def _in_build(
    checked: Checked, board: Context, mission: str | None, campaign: str | None
) -> dict[str, list[Op]]:
    """Hooks, triggers, modifiers and goals that hold in this build: those of other missions are left out.

    Between missions nothing happens by itself, so there are no triggers.
    """
    groups: dict[str, list[Op]] = {
        "hooks": list(checked.hooks),
        "triggers": list(checked.triggers),
        "modifiers": list(checked.modifiers),
    }
    for group, op in board.until_rules:
        groups[group].append(op)
    if campaign is not None and mission is None:
        groups["triggers"] = []
    if checked.goals:
        # What is told of this very mission comes before what holds for all.
        groups["goals"] = sorted(checked.goals, key=lambda op: op["mission"] is None)
    return {
        group: [op for op in ops if op.get("mission") in (None, mission, campaign)]
        for group, ops in groups.items()
    }


# ------------------------------------------------------------------ numbers


class _Numbering:
    """Which entities and places there are, and their numbers: every kind is one contiguous range."""

    def __init__(self, checked: Checked, shape: BoardShape | None) -> None:
        self.checked = checked
        self.shape = shape
        self.entities: list[tuple[str, str]] = []
        self.numbers: dict[str, int] = {}
        self.ranges: dict[str, tuple[int, int]] = {}
        self.spaces = {str(space.name): space for space in shape.spaces} if shape else {}
        self.links = name_links(shape)
        self.tiles = sorted({space.tile for space in self.spaces.values()} - {""})
        self.places: list[Document] = []
        children: dict[str | None, list[str]] = {}
        for kind in checked.model.kinds.values():
            children.setdefault(kind.parent, []).append(kind.name)
        self._children = children
        self._walk("thing")

    def _walk(self, kind: str) -> None:
        low = len(self.entities)
        for name in self._own(kind):
            self.numbers[name] = len(self.entities)
            self.entities.append((name, kind))
        children = self._children.get(kind, [])
        for child in sorted(children, key=lambda k: FIRST.index(k) if k in FIRST else len(FIRST)):
            self._walk(child)
        self.ranges[kind] = (low, len(self.entities))

    def _own(self, kind: str) -> list[str]:
        """The entities that are of this kind and of no narrower one."""
        model = self.checked.model
        if kind == "player":
            return [f"player.{n}" for n in range(1, model.players[1] + 1)]
        if kind in model.things:
            thing = model.things[kind]
            return copies(thing)
        if kind == "board":
            return self.tiles
        if model.is_a(kind, "space"):
            return [name for name, space in self.spaces.items() if space.kind == kind]
        if model.is_a(kind, "link"):
            return [name for name, link in self.links.items() if link.kind == kind]
        return []

    def place_everything(self) -> None:
        """The box, the piles of the game, and the places that players and things have."""
        model = self.checked.model
        self.places = [
            {
                "name": "box",
                "property": "box",
                "sort": "box",
                "owner": None,
                "holds": "thing",
                "capacity": None,
                "fits": None,
                "seen": "everybody",
                "in_play": False,
                "title": "Box",
            }
        ]
        for known in model.game.values():
            if known.sort == "place":
                self.places.append(self._place(known, known.name, None))
        for number, (name, kind) in enumerate(self.entities):
            for known in model.properties(kind).values():
                if known.sort == "place":
                    self.places.append(self._place(known, f"{name}.{known.name}", number))

    def _place(self, known: Property, name: str, owner: int | None) -> Document:
        key = (known.kind, known.name)
        return {
            "name": name,
            "property": known.name,
            "sort": known.place,
            "owner": owner,
            "holds": known.type.name,
            "capacity": known.capacity,
            "fits": self.checked.fits.get(key),
            "seen": self.checked.audiences[key],
            "in_play": known.in_play,
            "title": known.name.replace("_", " ").capitalize(),
            **({"internal": True} if known.internal else {}),
            **({"untold": True} if known.untold else {}),
            **_survives(known),
        }


def copies(thing: ThingSymbol) -> list[str]:
    """The names of a thing's copies; the only copy bears the thing's own name."""
    return [thing.name] if thing.copies == 1 else [f"{thing.name}.{n}" for n in range(1, thing.copies + 1)]


def _with_numbers(value: object, numbering: _Numbering) -> Any:
    """Fixed values that name an entity or text, as numbers and ids. A thing may be called `entity`, too."""
    if isinstance(value, dict):
        if len(value) == 1:
            match value:
                case {"entity": str(name)}:
                    return numbering.numbers.get(name, -1)
                case {"text": str(name)}:
                    return name
        elif value.get("op") == "entity" and value["name"] not in numbering.numbers:
            return {"op": "none"}  # a space of another board
        return {
            key: _with_numbers(inner, numbering) if isinstance(inner, dict | list) else inner
            for key, inner in value.items()
        }
    if isinstance(value, list):
        return [_with_numbers(inner, numbering) for inner in value]
    return value


# ------------------------------------------------------------------ what exists


def _entity(
    name: str, kind: str, numbering: _Numbering, checked: Checked, problems: list[Diagnostic]
) -> Document:
    model = checked.model
    thing = model.things.get(kind)
    if thing is not None:
        return {
            "name": name,
            "kind": kind,
            "title": thing.title,
            "text": thing.text,
            "values": checked.values.get(kind, {}),
        }
    drawn = numbering.spaces.get(name) or numbering.links.get(name)
    values = _drawn_values(drawn.values, kind, checked, problems) if drawn is not None else {}
    if name in numbering.spaces:
        space = numbering.spaces[name]
        values |= {
            "board": {"entity": space.tile},
            "column": int(space.at[0]) + 1,
            "row": int(space.at[1]) + 1,
        }
    title = str(numbering.spaces[name].title) or name if name in numbering.spaces else model.kinds[kind].title
    if kind == "player":
        number = int(name.partition(".")[2])
        title = model.seats[number - 1].words if number <= len(model.seats) else f"Player {number}"
    return {"name": name, "kind": kind, "title": title, "text": "", "values": values}


def drawn_problems(checked: Checked, shape: BoardShape | None) -> list[Diagnostic]:
    """What is wrong with the values that a board gives its spaces and links: all that lowering could find."""
    problems: list[Diagnostic] = []
    if shape is None:
        return problems
    everything: tuple[ShapedSpace | ShapedLink, ...] = (*shape.spaces, *shape.links)
    for drawn in everything:
        if drawn.values:
            _drawn_values(drawn.values, drawn.kind, checked, problems)
    return problems


def _drawn_values(raw: Any, kind: str, checked: Checked, problems: list[Diagnostic]) -> Document:
    """What a sign or a table of spaces says of a space or link."""
    from .check.things import never_given, property_value

    context = replace(checked.context, problems=problems)
    values: Document = {}
    for name, text in raw.items():
        known = checked.model.property(kind, name)
        if known is None:
            continue  # the board is of no kind of space: that is told where it begins
        word = text if isinstance(text, Word) else Word(str(text))
        if known.sort != "stored":
            problems.append(never_given(known, word.span))
            continue
        nodes, found = parse_value(word, word.span)
        problems += found
        if nodes:
            owner = ThingSymbol(name=kind, kind=kind, span=word.span)
            values[name] = property_value(known, nodes, owner, context)
    return values


def _kind(
    kind: KindSymbol, numbering: _Numbering, checked: Checked, changes: set[tuple[str, str]]
) -> Document:
    thing = checked.model.things.get(kind.name)
    return {
        "parent": kind.parent,
        "range": list(numbering.ranges[kind.name]),
        "title": kind.title or kind.name,
        "plural": kind.plural,
        "doc": kind.doc,
        "text": thing.text if thing else "",
        "label": kind.label,
        "look": kind.look,
        "is_thing": thing is not None,
        **({"meanings": meanings_of(checked.model, kind.name)} if kind.meanings else {}),
        "properties": _properties(kind.properties, checked, changes),
        "controlled_by": {"op": "define", "name": "controllers", "args": [{"op": "local", "name": "this"}]}
        if kind.controlled
        else None,
        "back": [str(name) for name in kind.back] or None,
        "at": checked.context.at(kind.span),
        **checked.kinds.get(kind.name, {}),
    }


def _properties(
    known: dict[str, Property], checked: Checked, changes: set[tuple[str, str]]
) -> dict[str, Document]:
    """All but the places, which are numbered apart."""
    return {name: _property(one, checked, changes) for name, one in known.items() if one.sort != "place"}


def _property(known: Property, checked: Checked, changes: set[tuple[str, str]]) -> Document:
    key = (known.kind, known.name)
    type_: Type = known.type
    derived = f"{known.kind}.{known.name}" if known.sort in ("derived", "given") else None
    return {
        "type": str(type_),
        "default": checked.defaults.get(key, 0),
        "changes": key in changes or known.campaign,
        "low": known.low,
        "high": known.high,
        "seen": checked.audiences[key],
        "internal": known.internal,
        **({"untold": True} if known.untold else {}),
        "reset": str(known.reset) if known.reset else None,
        "by": known.by,
        "derived": derived,
        "title": known.name.replace("_", " ").capitalize(),
        **_survives(known),
    }


def _survives(known: Property) -> dict[str, bool]:
    """The mark of what the campaign has."""
    return {"campaign": True} if known.campaign else {}


def _head(checked: Checked, name: str | None) -> Document | None:
    """What a mission or campaign is called, and what it says of itself."""
    if name is None:
        return None
    thing = checked.model.things[name]
    return {"name": name, "title": thing.title, "doc": checked.model.kinds[name].doc, "text": thing.text}


def _menus(checked: Checked) -> Document:
    return {
        name: {
            "title": menu.title,
            "for": menu.kind,
            "any_time": menu.any_time,
            "actions": [verb for verb, op in checked.verbs.items() if op["menu"] == name],
        }
        for name, menu in checked.model.menus.items()
    }


def _board(shape: BoardShape | None, numbering: _Numbering) -> Document:
    """Spaces and links in the order of their numbers, and who touches whom."""
    if shape is None:
        return {"title": "", "form": "square", "spaces": [], "links": [], "touching": []}
    in_order = sorted(numbering.spaces.values(), key=lambda space: numbering.numbers[str(space.name)])
    links = sorted(numbering.links.items(), key=lambda item: numbering.numbers[item[0]])
    number_of_link = {id(link): numbering.numbers[name] for name, link in links}
    via = [number_of_link[id(link)] for link in shape.links]
    return {
        "title": shape.name,
        "form": shape.form,
        "spaces": [
            {
                "at": _point(s.at),
                "layer": s.layer,
                "outline": [_point(p) for p in s.outline],
                "tile": s.tile,
                **({"title_key": s.title_key} if s.title_key else {}),
            }
            for s in in_order
        ],
        "links": [
            {
                "sides": [numbering.numbers[str(side)] for side in link.sides],
                "line": [_point(p) for p in link.line] if link.line else None,
                "one_way": link.one_way,
            }
            for _, link in links
        ],
        "rim": [
            {"line": [_point(p) for p in link.line], "kind": link.kind} for link in shape.rim if link.line
        ],
        "touching": [
            [numbering.numbers[str(t.a)], numbering.numbers[str(t.b)], t.sort, [via[i] for i in t.via]]
            for t in shape.touching
        ],
    }


def _point(point: Any) -> list[Any]:
    return [in_program(point[0]), in_program(point[1])]


__all__ = ["copies", "drawn_problems", "lower", "this_scope"]
