"""What type an expression has, as far as the emitter needs it: lists, kinds, and whether it may be none.

The compiler has checked the types; this only finds them again, since a program does not repeat them at every
node. "any" is the answer where nothing is known, and is always safe: it may be none, it may be a list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from tilewright.schemas.operation_table import BINDS, ELEMENTS, GIVES, WRITES
from tilewright.schemas.walking import operations

from ..state.program import Node, Program, kind_of

ANY: Final = "any"
EMPTY: Final = "list:any"  # of a list without members: it goes with every other list
NUMBER: Final = "number"
YES_NO: Final = "yes_no"
PLACE: Final = "place"

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


class Types:
    """The types of the locals of one procedure, and of any expression over them."""

    def __init__(self, program: Program, known: dict[str, str] | None = None) -> None:
        self.program = program
        self.locals = dict(known or {})

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

    def bind(self, name: str, kind: str) -> None:
        before = self.locals.get(name, kind)
        if before != kind:
            kind = f"{before}?" if kind == f"{before}?" else before if before == f"{kind}?" else ANY
        self.locals[name] = kind

    def of(self, node: Node) -> str:
        """The type of an expression."""
        rule = _TYPES.get(node["op"])
        return str(node.get("type", ANY)) if rule is None else rule(self, node)

    def held_in(self, place: Node) -> str:
        """The kind of what lies in a place, as far as the expression tells."""
        if place["op"] != "place":
            return "thing"
        held = {
            one.get("holds") or "thing"
            for one in self.program.places
            if place["name"] in (one.get("property"), one["name"])
        }
        return held.pop() if len(held) == 1 else "thing"

    def common(self, a: str, b: str) -> str:
        """The narrowest type that both fit."""
        if certain(a) == certain(b):
            return a if is_optional(a) else b
        if EMPTY in (a, b):
            return b if a == EMPTY else a
        if is_list(a) and is_list(b):
            return f"list:{self.common(a[5:], b[5:])}"
        if a.startswith("thing:") and b.startswith("thing:"):
            optional = "?" if is_optional(a) or is_optional(b) else ""
            return f"thing:{self._ancestor(kind_of(a), kind_of(b))}{optional}"
        return ANY

    def _ancestor(self, a: str, b: str) -> str:
        above = set(self.program.ancestors(b))
        return next((kind for kind in self.program.ancestors(a) if kind in above), "thing")

    def _declared(self, node: Node) -> list[tuple[str, str]]:
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

    `changed` is a body in which locals may be set anew; of those nothing is known.
    """
    found: dict[str, str] = {}
    for one in _conjuncts(test):
        about = one.get("of") or one.get("a") or {}
        if about.get("op") != "local":
            continue
        name = about["name"]
        known = types.locals.get(name, ANY)
        if one["op"] == "is_kind" and not is_list(known):
            within = kind_of(known)
            narrow = within in types.program.kinds and types.program.is_a(within, one["kind"])
            found[name] = f"thing:{within}" if narrow else f"thing:{one['kind']}"
        elif one["op"] == "not_equal" and one["b"]["op"] == "none" and known.startswith("thing:"):
            found[name] = certain(known)
    again = set()
    for node in operations(changed):
        if node["op"] in _SETTING:
            again |= {node.get("name"), node.get("target", {}).get("name")}
    found = {name: kind for name, kind in found.items() if name not in again}
    return Types(types.program, {**types.locals, **found}) if found else types


def _conjuncts(test: Node) -> list[Node]:
    return _conjuncts(test["a"]) + _conjuncts(test["b"]) if test["op"] == "and" else [test]


def is_list(kind: str) -> bool:
    return kind.startswith("list:")


def is_optional(kind: str) -> bool:
    """Whether a value of this type may be none."""
    return kind.endswith("?") or kind == ANY


def certain(kind: str) -> str:
    return kind.removesuffix("?")


def optional(kind: str) -> str:
    """The type with none added; only things can be none without further ado."""
    return f"{kind}?" if kind.startswith("thing:") and not kind.endswith("?") else kind


def element(kind: str) -> str:
    """The type of the members of a list; of what is no list, its own without none: a set of one."""
    return kind.removeprefix("list:").removesuffix("?") if kind != ANY else ANY


# ------------------------------------------------------------------ where the types of operations come from

Rule: TypeAlias = "Callable[[Types, Node], str]"


def _declared(section: str, field: str) -> Rule:
    """The type that a declaration of the program has."""
    return lambda types, node: str(types.program.data[section][node[field]]["type"])


def _entity(types: Types, node: Node) -> str:
    program = types.program
    return f"thing:{program.entities[program.number[node['name']]]['kind']}"


def _property(types: Types, node: Node) -> str:
    return str(types.program.property(node["kind"], node["name"])["type"])


def _set_property(types: Types, node: Node) -> str:
    program, name = types.program, node["name"]
    if name in program.place_of_owner:
        held = {place["holds"] for place in program.places if place.get("property") == name}
        return f"list:thing:{held.pop() if len(held) == 1 else 'thing'}"
    if name == "space" and not program.has(node["kind"], "space"):
        return "list:thing:space"
    kind = _property(types, node)
    return kind if is_list(kind) else f"list:{certain(kind)}"


def _list(types: Types, node: Node) -> str:
    kinds = {element(types.of(item)) for item in node["items"]}
    if not kinds:
        return EMPTY
    if len(kinds) == 1:
        return f"list:{kinds.pop()}"
    return "list:thing:thing" if all(kind.startswith("thing:") for kind in kinds) else "list:any"


def _by_thing(types: Types, node: Node) -> str:
    return next((types.of(case) for case in node["cases"].values()), ANY)


def _rolled(types: Types, node: Node) -> str:
    kind = str(types.program.data["dice"][node["die"]]["type"])
    return f"list:{kind}" if node.get("number") else kind


def _chosen(types: Types, node: Node) -> str:
    kind = element(types.of(node["from"]))
    return f"list:{kind}" if node.get("many") else optional(kind)


def _result(types: Types, node: Node) -> str:
    gives = types.program.data["verbs"][node["verb"]].get("gives")
    return optional(gives) if gives else ANY


def _rule(before: str, part: str, field: str, after: str) -> Rule:
    """A rule of the table as a function."""
    match part:
        case "name":
            return lambda types, node: f"{before}{node[field]}{after}"
        case "type":
            return lambda types, node: types.of(node[field])
        case "held":
            return lambda types, node: f"{before}thing:{types.held_in(node[field])}{after}"
        case "item" if before:
            return lambda types, node: _listed(types.of(node[field]))
        case "item":
            return lambda types, node: _one_of(types.of(node[field]), after)
    written = before + after
    return lambda types, node: written


def _listed(kind: str) -> str:
    return kind if is_list(kind) else f"list:{element(kind)}"


def _one_of(kind: str, after: str) -> str:
    item = element(kind)
    return item if item == ANY else f"{item}{after}"


# What depends on a declaration, or on several operands.
OF_ITS_OWN: dict[str, Rule] = {
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
_TYPES: dict[str, Rule] = {op: OF_ITS_OWN.get(op) or _rule(*gives) for op, gives in GIVES.items()}

_LOCALS_OF_THEIR_OWN: dict[str, Rule] = {"roll": _rolled, "choose": _chosen, "call": _result}
_LOCALS: dict[str, tuple[str, Rule]] = {
    op: (field, _LOCALS_OF_THEIR_OWN.get(op) or _rule(*gives))
    for op, (field, gives) in {**ELEMENTS, **BINDS, "$call": BINDS["proceed"]}.items()
}
