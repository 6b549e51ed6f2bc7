"""A program as it is read to evaluate a position: the JSON as it is, with tables to look things up."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import Any

from tilewright.schemas.walking import operations

from ..analysis.conditions import Condition, conditions_of
from ..analysis.marked_reads import marked
from ..geometry import Geometry
from ..geometry.blocks import Evaluate
from ..geometry.expressions import Lasting
from ..state.primitives import ENDLESS
from ..state.program import Program
from ..state.state import NONE, Stuck

Node = dict[str, Any]
Env = dict[str, Any]


def called(rule: Node, name: str | None = None) -> str | None:
    """What a rule or verb is called in messages: its label, else its name."""
    return rule.get("label") or name or rule.get("name")


class ProgramIndex:
    """One program. Kinds, things, places and rules by name and by number."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.data = program.data
        self.kinds = program.kinds
        self.entities = program.entities
        self.places = program.places
        self.size = program.first_place
        self.box = program.box
        board = self.data.get("board") or {}
        self.spaces: list[Any] = board.get("spaces") or []
        self.link_data: list[Any] = board.get("links") or []
        self.touching: list[Any] = board.get("touching") or []
        self.first_link = len(self.spaces)
        self._geometry: Geometry | None = None
        self._operations: dict[int, tuple[Any, int]] = {}
        self._conditions: dict[str, list[Condition]] = {}
        # What never changes of things, and what is read for it: looked up once by those who look on.
        self.derived: dict[tuple[int, str, str], tuple[Any, list[tuple[Any, ...]]]] = {}
        self.holds: dict[str, dict[int, tuple[bool, list[tuple[Any, ...]]]] | None] = {}
        self.too_dear: dict[str, int] = {}  # what a look was not done with, and where it stands

    def operations(self, tree: object) -> int:
        """How many operations an expression has; 1 for nothing."""
        known = self._operations.get(id(tree))
        if known is None:
            known = self._operations[id(tree)] = (tree, max(1, len(operations(tree))))
        return known[1]

    def conditions(self, verb: str) -> list[Condition]:
        """What must hold for an action to be taken."""
        known = self._conditions.get(verb)
        if known is None:
            known = self._conditions[verb] = conditions_of(self.program, verb)
        return known

    def not_done(self, problem: Exception, name: str | None, at: int) -> None:
        """Remember what could not be shown, if it takes too long and nothing within was named."""
        endless = isinstance(problem, Stuck) and problem.end.reason == ENDLESS and problem.end.at < 0
        if endless and name and at >= 0:
            self.too_dear.setdefault(name, at)

    # ---------------------------------------------------------------- names

    def number(self, name: str | int) -> int:
        return name if isinstance(name, int) else self.program.number[name]

    def name(self, number: int) -> str:
        """The name of an entity or a place."""
        named = self.entities[number] if number < self.size else self.places[number - self.size]
        return str(named["name"])

    def chain(self, kind: str) -> tuple[str, ...]:
        """A kind and all that it is, the narrowest first."""
        return self._chains.get(kind, (kind,))

    @cached_property
    def _places(self) -> dict[tuple[str, int | None], int]:
        found: dict[tuple[str, int | None], int] = {}
        for index, place in enumerate(self.places):
            owner = place.get("owner")
            found.setdefault((place["name"], owner), self.size + index)
            if place.get("property"):
                found[place["property"], owner] = self.size + index
        return found

    def place(self, name: str, owner: int | None) -> int:
        """The place of that name, of the game or of somebody; none for a thing that has no such place."""
        return self._places.get((name, owner), NONE)

    @cached_property
    def _own_places(self) -> dict[int, tuple[int, ...]]:
        found: dict[int, list[int]] = defaultdict(list)
        for number, place in enumerate(self.places, self.size):
            if place.get("owner") is not None:
                found[place["owner"]].append(number)
        return {owner: tuple(places) for owner, places in found.items()}

    def own_places(self, owner: int) -> tuple[int, ...]:
        """The piles and slots of a player or thing."""
        return self._own_places.get(owner, ())

    @cached_property
    def settings(self) -> dict[str, Any]:
        """What this build plays with, as integers."""
        settings = self.data.get("settings") or {}
        return {name: self.program.constant(one, one["value"]) for name, one in settings.items()}

    # ---------------------------------------------------------------- kinds

    def range(self, kind: str) -> range:
        """The numbers of all things of a kind."""
        return range(*self.program.range(kind)) if kind in self.kinds else range(0)

    @cached_property
    def _chains(self) -> dict[str, tuple[str, ...]]:
        return {kind: tuple(self.program.ancestors(kind)) for kind in self.kinds}

    def kinds_of(self, entity: int) -> tuple[str, ...]:
        """All kinds of a thing, the narrowest first."""
        return self._chains.get(self.entities[entity]["kind"], (self.entities[entity]["kind"],))

    def is_kind(self, entity: int, kind: str) -> bool:
        return 0 <= entity < self.size and kind in self.kinds_of(entity)

    def trait(self, entity: int, field: str) -> Any:
        """What the narrowest kind of a thing says about a field such as `controlled_by`; None if none does.

        A kind that says nothing about who sees its things lets everybody.
        """
        key = self.entities[entity]["kind"], field
        if key not in self._traits:
            found = (self.kinds[kind].get(field) for kind in self.kinds_of(entity) if kind in self.kinds)
            self._traits[key] = next((one for one in found if one not in (None, [], "everybody")), None)
        return self._traits[key]

    @cached_property
    def _traits(self) -> dict[tuple[str, str], Any]:
        return {}

    def property(self, kind: str, name: str) -> tuple[str, Node]:
        """The kind that declares a property which `kind` has, and the declaration."""
        return self.properties(kind)[name]

    @cached_property
    def never_changes(self) -> Lasting:
        """Finds the expressions whose value stays the same for a whole game."""
        return Lasting(self.data)

    def properties(self, kind: str) -> dict[str, tuple[str, Node]]:
        """All properties of the things of a kind: name → the kind that declares it, the declaration."""
        found = self._properties.get(kind)
        if found is None:
            found = self._properties[kind] = {
                name: (ancestor, declared)
                for ancestor in reversed(self._chains.get(kind, ()))
                for name, declared in (self.kinds[ancestor].get("properties") or {}).items()
            }
        return found

    @cached_property
    def _properties(self) -> dict[str, dict[str, tuple[str, Node]]]:
        return {}  # of the kinds that were asked for: all kinds may share very many

    @cached_property
    def _constants(self) -> dict[tuple[str, str], list[Any]]:
        return {}

    def constant(self, kind: str, name: str, entity: int) -> Any:
        """The value of a property that nothing changes; two-sided ones as a tuple of both."""
        if (kind, name) not in self._constants:
            self._constants[kind, name] = self.program.constants(kind, name)
        return self._constants[kind, name][entity - self.range(kind).start]

    # ---------------------------------------------------------------- rules by what they belong to

    @cached_property
    def modifiers(self) -> dict[str, list[int]]:
        """Numbers of the modifiers of each define or property."""
        found: dict[str, list[int]] = defaultdict(list)
        for index, one in enumerate(self.data.get("modifiers") or []):
            found[one["of"]].append(index)
        return found

    @cached_property
    def lasting(self) -> list[tuple[int, int]]:
        """The rules that hold for a while: 0 a hook, 1 a trigger, 2 a modifier, and its number there."""
        sorts = ("hooks", "triggers", "modifiers")
        return [
            (sort, index)
            for sort, name in enumerate(sorts)
            for index, one in enumerate(self.data.get(name) or ())
            if one.get("until")
        ]

    @cached_property
    def hidden(self) -> dict[int, Node]:
        """What decides something by what may be hidden, by its mark."""
        return marked(self.data)

    @cached_property
    def verb_numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.data.get("verbs") or {})}

    @cached_property
    def hooks(self) -> dict[str, list[int]]:
        """Numbers of the hooks of a verb, in program order."""
        found: dict[str, list[int]] = defaultdict(list)
        for index, one in enumerate(self.data.get("hooks") or []):
            found[one["verb"]].append(index)
        return found

    @cached_property
    def any_time(self) -> list[str]:
        """The menus that can be used at every open question."""
        return [name for name, menu in (self.data.get("menus") or {}).items() if menu.get("any_time")]

    # ---------------------------------------------------------------- the board

    def geometry(self, evaluate: Evaluate) -> Geometry:
        """Lines and ways on the board; made once, since what they depend on lasts for the whole game."""
        if self._geometry is None:
            self._geometry = Geometry(self.data, evaluate)
        return self._geometry

    @cached_property
    def _links_at(self) -> dict[int, tuple[int, ...]]:
        found: dict[int, dict[int, None]] = defaultdict(dict)
        for index, link in enumerate(self.link_data):
            for side in link["sides"]:
                found[side][self.first_link + index] = None
        return {space: tuple(links) for space, links in found.items()}

    def links_at(self, space: int) -> tuple[int, ...]:
        return self._links_at.get(space, ())

    def sides(self, link: int) -> tuple[int, ...]:
        index = link - self.first_link
        return tuple(self.link_data[index]["sides"]) if 0 <= index < len(self.link_data) else ()
