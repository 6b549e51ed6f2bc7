"""A program as the runtime reads it: numbers for names, and where in a state each property lies.

`load` takes the document that docs/internals/program.md describes and trusts it; the boundary has held it
against its schema. What is decided here is shared by both back ends: the layout of `v`, which things begin
in the box, what a place means for being in play. How rules run is not decided here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from tilewright.schemas.identity import identity
from tilewright.schemas.value_types import ANY, ValueType, type_of
from tilewright.schemas.walking import operations

from .chance import begun
from .state import ENGINE_CELLS, NO_NUMBER, NONE, State, StoredValue, empty

Node = dict[str, Any]

# The kinds of the core whose things always lie somewhere.
PLACED_KINDS: Final = frozenset({"figure", "token", "card"})
ROOT_KIND: Final = "thing"

# What being at a place means for a thing: out of play, in play, or as its holder is.
OUT, IN, AS_HOLDER = 0, 1, 2

MOST_NESTED: Final = 10  # holders of a thing: the tool in the bag of a rider of a horse on a ship has three


@dataclass(frozen=True, slots=True)
class Column:
    """A stored property: the value of entity `e` is `v[base + e]`."""

    base: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class LimitCounters:
    """The counters of a limit: one cell for each combination of the things in its parts."""

    base: int
    cells: int
    per: str  # the verb with whose runs the counting begins afresh
    ranges: tuple[tuple[int, int], ...]


@dataclass
class Program:
    """One build, indexed. Dictionaries from the document are shared, not copied: nobody changes them."""

    data: Node
    written: Node  # as it was compiled: linking puts other rules in `data`
    values: list[StoredValue] = field(
        default_factory=list
    )  # `v` as it begins, but for defaults that are expressions
    columns: dict[tuple[str, str], Column] = field(default_factory=dict)
    cells: dict[str, int] = field(default_factory=dict)  # game properties that are stored
    depths: dict[str, int] = field(default_factory=dict)  # verbs whose runs are counted
    limits: dict[tuple[str, int], LimitCounters] = field(default_factory=dict)
    bits: dict[int, int] = field(default_factory=dict)  # triggers `as_soon_as`: first bit
    computed: list[tuple[int, Node, int]] = field(default_factory=list)  # cell, expression, entity or NONE
    read_parameters: dict[str, frozenset[int]] = field(default_factory=dict)  # of defines

    # ---- what there is

    @cached_property
    def id(self) -> str:
        """The hash of the whole content: equal programs play alike, in whatever language."""
        return identity(self.written)

    @cached_property
    def entities(self) -> list[Node]:
        return list(self.data["entities"])

    @cached_property
    def kinds(self) -> dict[str, Node]:
        return dict(self.data["kinds"])

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of every entity and place by its name; of a space, where a pile has the same."""
        return self.place_number | {entity["name"]: i for i, entity in enumerate(self.entities)}

    @cached_property
    def place_number(self) -> dict[str, int]:
        """The number of every pile, bag and slot, by its name."""
        return {place["name"]: self.first_place + i for i, place in enumerate(self.places)}

    @cached_property
    def impulses(self) -> frozenset[str]:
        """The actions that can be taken at any time."""
        menus = self.data.get("menus", {}).values()
        return frozenset(verb for menu in menus if menu.get("any_time") for verb in menu["actions"])

    @cached_property
    def places(self) -> list[Node]:
        return list(self.data.get("places") or [{"name": "box"}])

    @property
    def first_place(self) -> int:
        return len(self.entities)

    @property
    def box(self) -> int:
        return len(self.entities)

    @cached_property
    def spaces(self) -> int:
        """How many spaces there are; their numbers begin with 0."""
        return len((self.data.get("board") or {}).get("spaces", ()))

    @cached_property
    def links(self) -> int:
        """How many links there are; their numbers follow those of the spaces."""
        return len((self.data.get("board") or {}).get("links", ()))

    @cached_property
    def players(self) -> tuple[int, int]:
        """The numbers of the players, those too that are not in every game: first, and one past the last."""
        low, high = self.range("player") if "player" in self.kinds else (self.spaces + self.links,) * 2
        return low, high

    def range(self, kind: str) -> tuple[int, int]:
        low, high = self.kinds[kind]["range"]
        return low, high

    def ancestors(self, kind: str) -> tuple[str, ...]:
        """The kind itself, what it is, and so on up to the root."""
        return self._ancestors.get(kind, ())

    @cached_property
    def _ancestors(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for kind in self.kinds:
            line: list[str] = []
            name: str | None = kind
            while name is not None and name in self.kinds:
                line.append(name)
                name = self.kinds[name].get("parent")
            found[kind] = tuple(line)
        return found

    def is_a(self, kind: str, ancestor: str) -> bool:
        return ancestor in self.ancestors(kind)

    def related(self, a: str, b: str) -> bool:
        """Whether a thing can be of both kinds: one of them is an ancestor of the other."""
        return self.is_a(a, b) or self.is_a(b, a)

    def word(self, words: str, value: str) -> int:
        return int(self.data["words"][words].index(value))

    @cached_property
    def relations(self) -> list[str]:
        """The names of the relations; a state keeps what blocks each of them in this order."""
        return list(self.data.get("relations") or {})

    # ---- properties

    def property(self, kind: str, name: str) -> Node:
        """The declaration of a property, looked for in the kind and in what it is."""
        return dict(self.kinds[self.declared_by(kind, name)]["properties"][name])

    def has(self, kind: str, name: str) -> bool:
        """Whether things of a kind have a property of that name."""
        return any(name in self.kinds[one].get("properties", {}) for one in self.ancestors(kind))

    def declared_by(self, kind: str, name: str) -> str:
        """The kind that declares a property which `kind` has."""
        return next(one for one in self.ancestors(kind) if name in self.kinds[one].get("properties", {}))

    def constants(self, kind: str, name: str) -> list[Any]:
        """The value each thing of the kind begins with, in id order; None where it has to be computed."""
        declared = self.property(kind, name)
        default = declared.get("default")
        plain = None if is_expression(default) else self.constant(declared, default)
        low, high = self.range(kind)
        return [
            self.constant(declared, self.entities[i]["values"][name])
            if name in self.entities[i].get("values", {})
            else plain
            for i in range(low, high)
        ]

    def constant(self, declared: Node, value: object) -> Any:
        """A constant of the document as an integer or a tuple of them; two-sided ones as tuples of those."""
        kind = type_of(declared["type"])
        if declared.get("by") and isinstance(value, list):
            return tuple(self._constant(kind, one) for one in value)
        return self._constant(kind, value)

    def _constant(self, kind: ValueType, value: Any) -> StoredValue:
        if kind.item is not None:
            return tuple(int(self._constant(kind.item, one)) for one in value or ())  # type: ignore[arg-type]
        if value is None:
            return missing(kind)
        if kind == "text":
            return value  # type: ignore[no-any-return]  # its id: texts never change and are no part of a state
        return int(value)

    def no_result(self, verb: str) -> StoredValue:
        """What a verb gives that does not happen, or ends without giving anything.

        It is none where the verb's type has that, else what a property of the type holds that nobody has set.

        Whatever else has rules around it, such as `move` or the steps of a thing, gives none.
        """
        kind = type_of(self.data["verbs"].get(verb, {}).get("gives") or ANY)
        words = self.data["words"].get(kind.words, ())
        if "none" in words:
            return self.word(kind.words, "none")
        return NONE if kind is ANY else self._constant(kind, None)

    # ---- where things are

    @cached_property
    def moved_kinds(self) -> frozenset[str]:
        """The kinds that some statement moves, as narrow as the compiler knew them."""
        parts = [self.data.get(part) for part in ("verbs", "steps", "hooks", "triggers", "setup")]
        moves = (node for node in operations(parts) if node["op"] == "move")
        return frozenset(node.get("kind") or ROOT_KIND for node in moves) - {ROOT_KIND}

    @cached_property
    def nowhere(self) -> frozenset[int]:
        """Things that lie in no place at all, such as a mission: their rules are always in force."""
        first = self.players[1]
        return frozenset(
            number
            for number, entity in enumerate(self.entities)
            if number >= first and not self.is_placed(entity["kind"])
        )

    def is_placed(self, kind: str) -> bool:
        """Whether things of the kind lie somewhere, if only in the box."""
        if any(ancestor in PLACED_KINDS for ancestor in self.ancestors(kind)):
            return True
        return any(self.related(kind, moved) for moved in self.moved_kinds if moved in self.kinds)

    @cached_property
    def standing(self) -> tuple[int, ...]:
        """For each place number: OUT, IN or AS_HOLDER. One more at the end, for things that lie nowhere."""
        board = self.spaces + self.links
        named = []
        for place in self.places:
            held = place.get("sort") == "slot" and place.get("owner") is not None
            named.append(IN if place.get("in_play") else AS_HOLDER if held else OUT)
        return (*([IN] * board), *([OUT] * (len(self.entities) - board)), *named, IN)

    @cached_property
    def held(self) -> dict[str, tuple[str, ...]]:
        """The kinds of what lies in places, by the name of the place, or of the property that has one."""
        found: dict[str, dict[str, None]] = {}
        for place in self.places:
            for name in (place["name"], place.get("property")):
                found.setdefault(str(name), {})[place.get("holds") or "thing"] = None
        return {name: tuple(kinds) for name, kinds in found.items()}

    @cached_property
    def holders(self) -> tuple[int, ...]:
        """For each place number: whose slot, pile or hand it is, or NONE. One more at the end."""
        owners = [NONE if place.get("owner") is None else place["owner"] for place in self.places]
        return (*([NONE] * len(self.entities)), *owners, NONE)

    @cached_property
    def places_of(self) -> dict[int, list[int]]:
        """The slots, piles and hands of each thing that has any."""
        owned: dict[int, list[int]] = {}
        for i, place in enumerate(self.places):
            if place.get("owner") is not None:
                owned.setdefault(place["owner"], []).append(self.first_place + i)
        return owned

    @cached_property
    def nests(self) -> bool:
        """Whether things could lie in themselves, or in more than `MOST_NESTED` others, each in the next."""
        holds: dict[str, set[str]] = {}
        for place in self.places:
            if place.get("owner") is not None:
                owner = self.entities[place["owner"]]["kind"]
                holds.setdefault(owner, set()).add(place.get("holds") or ROOT_KIND)
        laid = [kind for kind in holds if self.is_placed(kind)]
        inside = {
            owner: {
                kind for kind in laid for held in kinds if held not in self.kinds or self.is_a(kind, held)
            }
            for owner, kinds in holds.items()
        }
        deep = set(holds)  # the kinds whose things may hold others, as deep as the loop has come
        for _ in range(MOST_NESTED):
            deep = {owner for owner in deep if inside[owner] & deep}
        return bool(deep)

    @cached_property
    def forgets(self) -> frozenset[int]:
        """Places in which nobody keeps track of what he was shown: the box, and bags."""
        return frozenset(
            self.first_place + i
            for i, place in enumerate(self.places)
            if i == 0 or place.get("sort") == "bag"
        )

    @cached_property
    def place_of_owner(self) -> dict[str, list[int]]:
        """For each property that is a place: the place number of each entity, NONE where it has none."""
        table: dict[str, list[int]] = {}
        for i, place in enumerate(self.places):
            if place.get("owner") is not None:
                row = table.setdefault(place["property"], [NONE] * len(self.entities))
                row[place["owner"]] = self.first_place + i
        return table

    # ---- the beginning

    def new_state(self, seed: int, players: int) -> State:
        """A state in which nothing has happened. Defaults that are expressions are left to the back end."""
        state = self._untouched.clone()
        state.v[0], state.r = players, begun(seed)
        return state

    @cached_property
    def _untouched(self) -> State:
        places = self.first_place + len(self.places)
        state = empty(self.values, len(self.entities), places, len(self.relations))
        boxed = [i for i in range(self.players[1], len(self.entities)) if i not in self.nowhere]
        for thing in boxed:
            state.at[thing] = self.box
        state.z[self.box] = tuple(boxed)
        # What is in none and where none is: nothing, and out of play. See docs/internals/semantics.md.
        state.z.append(())
        state.at.append(self.box)
        return state


def load(data: Node, written: Node | None = None) -> Program:
    """Index a program. Only what lies in `v` is worked out at once; the rest when somebody asks. `written` is
    how it was compiled, where `data` has been linked before.
    """
    program = Program(data, written or data)
    program.values = [0] * ENGINE_CELLS
    _lay_out_properties(program)
    _lay_out_counters(program)
    return program


def is_stored(declared: Node) -> bool:
    """Whether a property costs state: some statement sets it, or its value is computed at the start."""
    if declared.get("derived"):
        return False
    return bool(declared.get("changes")) or is_expression(declared.get("default"))


def is_campaign(data: Node) -> bool:
    """Whether a program is what goes on between the missions of a campaign."""
    return data.get("campaign") is not None and data.get("mission") is None


YOU = "you"
"""The local of every verb and rule that is whoever acts."""


def actor_part(verb: Node) -> str | None:
    """The part of an action that is whoever the menu is offered to: the first that is not chosen."""
    for part in verb.get("parts", ()):
        if part.get("from") is None and part.get("default") is None:
            return str(part["name"])
    return None


def is_expression(value: object) -> bool:
    return isinstance(value, dict) and "op" in value


def missing(kind: str) -> int:
    """What a property of this type holds while nobody has given it a value."""
    known = type_of(kind)
    if known.base == "number":
        return NO_NUMBER if known.optional else 0
    return NONE if known.base in ("place", "thing") else 0


def none_of(kind: str) -> int:
    """What stands for none of a type."""
    return NO_NUMBER if type_of(kind).base == "number" else NONE


def nothing(node: Node) -> int:
    """What stands for none in an operation: one that is about numbers says so, since -1 is a number."""
    return NO_NUMBER if node.get("numbers") else NONE


def _lay_out_properties(program: Program) -> None:
    """Give every stored property its cells: kinds and names in the order of the document, ids in order."""
    for name, declared in program.data.get("game_properties", {}).items():
        if is_stored(declared):
            program.cells[name] = len(program.values)
            if is_expression(declared.get("default")):
                program.computed.append((len(program.values), declared["default"], NONE))
                program.values.append(0)
            else:
                program.values.append(program.constant(declared, declared.get("default")))
    for kind, node in program.kinds.items():
        for name, declared in node.get("properties", {}).items():
            if not is_stored(declared):
                continue
            low, high = program.range(kind)
            start = len(program.values)
            program.columns[kind, name] = Column(start - low, low, high)
            for entity, value in enumerate(program.constants(kind, name), low):
                if value is None:
                    program.computed.append((start - low + entity, declared["default"], entity))
                program.values.append(0 if value is None else value)


def _lay_out_counters(program: Program) -> None:
    """Cells for the runs of counted verbs, for limits, and for the bits of `as_soon_as`."""
    data = program.data
    verbs = data.get("verbs", {})
    counted = {limit["verb"] for verb in verbs.values() for limit in verb.get("limits") or ()}
    said = [part for name, part in data.items() if name not in ("spans", "entities", "board")]
    counted |= {node["verb"] for node in operations(said) if node["op"] in ("during", "until")}
    properties = [node for kind in program.kinds.values() for node in kind.get("properties", {}).values()]
    properties += list(data.get("game_properties", {}).values())
    counted |= {node["reset"] for node in properties if node.get("reset")}
    for name in verbs:
        if name in counted:
            program.depths[name] = len(program.values)
            program.values.append(0)
    shared: dict[tuple[str, str], LimitCounters] = {}
    for name, verb in verbs.items():
        types = {part["name"]: type_of(part["type"]) for part in verb.get("parts", ())}
        for i, limit in enumerate(verb.get("limits") or ()):
            key = (limit.get("name") or f"{name} {i}", limit["verb"])
            ranges = tuple(program.range(types[part].kind) for part in limit.get("parts") or ())
            if key not in shared:
                size = 1
                for low, high in ranges:
                    size *= high - low
                shared[key] = LimitCounters(len(program.values), size, limit["verb"], ranges)
                program.values.extend([0] * size)
            program.limits[name, i] = shared[key]
    for i, trigger in enumerate(data.get("triggers", ())):
        if trigger["sort"] == "as_soon_as" and not trigger.get("until"):
            program.bits[i] = len(program.values)
            program.values.extend([0] * (binding_count(program, trigger)))


def binding_count(program: Program, trigger: Node) -> int:
    """How many bindings a trigger can have: things for `this`, times members for its element."""
    (low, high), (first, last) = binding_ranges(program, trigger)
    return (high - low) * (last - first)


def binding_ranges(program: Program, trigger: Node) -> tuple[tuple[int, int], tuple[int, int]]:
    """The ranges of `this` and of the element; (0, 1) for what a trigger does not have."""
    this = trigger.get("this")
    element = trigger.get("element")
    whole = (0, len(program.entities))
    kind = element.get("type") if element else None
    members = (0, 1) if not element else program.range(type_of(kind).kind) if kind else whole
    return (program.range(this) if this else (0, 1)), members


def kind_of(kind: str) -> str:
    """The kind in a type: `thing:card?` and `list:thing:card` give `card`."""
    return type_of(kind).kind
