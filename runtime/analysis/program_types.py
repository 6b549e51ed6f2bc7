"""What type an expression has, as far as the emitter needs it: lists, kinds, and whether it may be none.

The compiler has checked the types; this only finds them again, since a program does not repeat them at every
node. "any" is the answer where nothing is known, and is always safe: it may be none, it may be a list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Final, TypeAlias

from tilewright.schemas.operation_table import BINDS, ELEMENTS, GIVES, WRITES
from tilewright.schemas.value_types import ANY as ANY
from tilewright.schemas.value_types import EMPTY, SPACE, ValueType, thing, type_of
from tilewright.schemas.walking import conjuncts, operations

from ..state.program import Node, Program

_ASSIGNING = frozenset(op for op, (sort, _) in WRITES.items() if sort == "target")
# What weaving puts in the place of calls and loops binds locals, too.
_BINDING = frozenset({*ELEMENTS, *BINDS, "set", "$call"})
_SETTING = frozenset({*BINDS, *_ASSIGNING, "$call", "$each"})


def grows(program: Program, node: Node) -> bool:
    """Whether a number may be far larger than what it comes from; then it is bounded where it is kept."""
    met: set[str] = set()
    trees = [node]
    while trees:
        for one in operations(trees.pop()):
            match one["op"]:
                case "multiply":
                    return True
                case "add" | "subtract" if "number" not in (one["a"]["op"], one["b"]["op"]):
                    return True
                case "define" if one["name"] not in met:
                    met.add(one["name"])
                    trees.append(program.data["defines"][one["name"]]["value"])
    return False


ENDS: Final = {"from": SPACE, "to": SPACE, "crossed": SPACE.listed}
"""The locals of what a relation asks about the spaces at its ends, and those between them."""


class Types:
    """The types of the locals of one procedure, and of any expression over them."""

    def __init__(self, program: Program, known: Mapping[str, str] | None = None) -> None:
        self.program = program
        self.locals: dict[str, ValueType] = {
            name: kind if kind.__class__ is ValueType else type_of(kind)
            for name, kind in (known or {}).items()
        }

    def learn(self, body: object) -> Types:
        """Find the types of what a body declares, in the written order; a name of two types is "any"."""
        return self.learn_from(operations(body))

    def learn_from(self, inside: Iterable[Node]) -> Types:
        """The same, from all operations in a body."""
        for node in inside:
            if node["op"] in _BINDING:
                for name, kind in self._declared(node):
                    self.bind(name, kind)
        return self

    def bind(self, name: str, kind: ValueType) -> None:
        before = self.locals.get(name, kind)
        if before is not kind:
            kind = ANY if before.certain is not kind.certain else kind if kind.optional else before
        self.locals[name] = kind

    def of(self, node: Node) -> ValueType:
        """The type of an expression."""
        rule = _TYPES.get(node["op"])
        return type_of(node.get("type", ANY)) if rule is None else rule(self, node)

    def held_in(self, place: Node) -> str:
        """The kind of what lies in a place, if the expression says so."""
        if place["op"] != "place":
            return "thing"
        held = self.program.held.get(place["name"], ())
        return held[0] if len(held) == 1 else "thing"

    def common(self, a: ValueType, b: ValueType) -> ValueType:
        """The narrowest type that both fit."""
        if a.certain is b.certain:
            return a if a.optional else b
        if a is EMPTY or b is EMPTY:
            return b if a is EMPTY else a
        if a.item is not None and b.item is not None:
            return type_of(f"list:{self.common(a.item, b.item)}")
        if a.is_thing and b.is_thing:
            found = thing(self._ancestor(a.kind, b.kind))
            return found.or_none if a.optional or b.optional else found
        return ANY

    def _ancestor(self, a: str, b: str) -> str:
        above = set(self.program.ancestors(b))
        return next((kind for kind in self.program.ancestors(a) if kind in above), "thing")

    def _declared(self, node: Node) -> list[tuple[str, ValueType]]:
        """The locals that a node declares, each with its type."""
        op = node["op"]
        if op == "set":
            target = node["target"]
            return [(target["name"], self.of(node["value"]))] if target["op"] == "local" else []
        field, rule = _LOCALS[op]
        name = node.get(field)
        return [(name, rule(self, node))] if name else []


def narrowed(types: Types, test: Node, changed: object = None) -> Types:
    """The types where a test holds: what is of a kind, or is not none, is so for certain.

    `changed` is a body in which locals may be set again; of those nothing is known.
    """
    found: dict[str, ValueType] = {}
    for one in conjuncts(test):
        about = one.get("of") or one.get("a") or {}
        if about.get("op") != "local":
            continue
        name = about["name"]
        known = types.locals.get(name, ANY)
        if one["op"] == "is_kind" and not known.is_list:
            within = known.kind
            narrow = within in types.program.kinds and types.program.is_a(within, one["kind"])
            found[name] = thing(within if narrow else one["kind"])
        elif one["op"] == "not_equal" and one["b"]["op"] == "none" and known.is_thing:
            found[name] = known.certain
    again = set()
    for node in operations(changed):
        if node["op"] in _SETTING:
            again |= {node.get("name"), node.get("target", {}).get("name")}
    found = {name: kind for name, kind in found.items() if name not in again}
    return Types(types.program, {**types.locals, **found}) if found else types


def is_list(kind: str) -> bool:
    return type_of(kind).is_list


def is_optional(kind: str) -> bool:
    """Whether a value of this type may be none."""
    return type_of(kind).optional


def certain(kind: str) -> ValueType:
    return type_of(kind).certain


def element(kind: str) -> ValueType:
    """The type of the members of a list; of what is no list, its own without none: a set of one."""
    return type_of(kind).element


# ------------------------------------------------------------------ where the types of operations come from

TypeRule: TypeAlias = "Callable[[Types, Node], ValueType]"


def _declared(section: str, field: str) -> TypeRule:
    """The type that a declaration of the program has."""
    return lambda types, node: type_of(types.program.data[section][node[field]]["type"])


def _entity(types: Types, node: Node) -> ValueType:
    program = types.program
    return thing(program.entities[program.number[node["name"]]]["kind"])


def _property(types: Types, node: Node) -> ValueType:
    return type_of(types.program.property(node["kind"], node["name"])["type"])


def _set_property(types: Types, node: Node) -> ValueType:
    program, name = types.program, node["name"]
    if name in program.place_of_owner:
        held = {place["holds"] for place in program.places if place.get("property") == name}
        return thing(held.pop() if len(held) == 1 else "thing").listed
    if name == "space" and not program.has(node["kind"], "space"):
        return thing("space").listed
    return _property(types, node).listed


def _list(types: Types, node: Node) -> ValueType:
    kinds = {types.of(item).element for item in node["items"]}
    if not kinds:
        return EMPTY
    if len(kinds) == 1:
        return type_of(f"list:{kinds.pop()}")
    return thing("thing").listed if all(kind.is_thing for kind in kinds) else EMPTY


def _by_thing(types: Types, node: Node) -> ValueType:
    """What the things give: if one of them gives none, any may."""
    cases = dict.fromkeys(types.of(case) for case in node["cases"].values())
    return reduce(types.common, cases) if cases else ANY


def _rolled(types: Types, node: Node) -> ValueType:
    kind = type_of(types.program.data["dice"][node["die"]]["type"])
    return kind.listed if node.get("number") else kind


def _chosen(types: Types, node: Node) -> ValueType:
    kind = types.of(node["from"]).element
    return kind.listed if node.get("many") else kind.or_none


def _result(types: Types, node: Node) -> ValueType:
    gives = types.program.data["verbs"][node["verb"]].get("gives")
    return type_of(gives).or_none if gives else ANY


def _rule(before: str, part: str, field: str, after: str) -> TypeRule:
    """A rule of the table as a function."""
    match part:
        case "name":
            return lambda types, node: type_of(f"{before}{node[field]}{after}")
        case "type":
            return lambda types, node: types.of(node[field])
        case "held":
            return lambda types, node: type_of(f"{before}thing:{types.held_in(node[field])}{after}")
        case "item" if before:
            return lambda types, node: types.of(node[field]).listed
        case "item":
            return lambda types, node: _one_of(types.of(node[field]).element, after)
    known = type_of(before + after)
    return lambda types, node: known


def _one_of(item: ValueType, after: str) -> ValueType:
    return item if item is ANY or not after else type_of(f"{item}{after}")


# What depends on a declaration, or on several operands.
OF_ITS_OWN: dict[str, TypeRule] = {
    "local": lambda types, node: types.locals.get(node["name"], ANY),
    "entity": _entity,
    "game": _declared("game_properties", "property"),
    "setting": _declared("settings", "name"),
    "property": _property,
    "modified": _property,
    "set_property": _set_property,
    "union": lambda types, node: types.common(types.of(node["a"]), types.of(node["b"])),
    "list": _list,
    "if": lambda types, node: types.common(types.of(node["then"]), types.of(node["else"])),
    "define": _declared("defines", "name"),
    "by_thing": _by_thing,
}
_TYPES: dict[str, TypeRule] = {op: OF_ITS_OWN.get(op) or _rule(*gives) for op, gives in GIVES.items()}

_LOCALS_OF_THEIR_OWN: dict[str, TypeRule] = {"roll": _rolled, "choose": _chosen, "call": _result}
_LOCALS: dict[str, tuple[str, TypeRule]] = {
    op: (field, _LOCALS_OF_THEIR_OWN.get(op) or _rule(*gives))
    for op, (field, gives) in {**ELEMENTS, **BINDS, "$call": BINDS["proceed"]}.items()
}
