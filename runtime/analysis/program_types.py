"""What type an expression has, as far as the emitter needs it: lists, kinds, and whether it may be none.

The compiler has checked the types; this only finds them again, since a program does not repeat them at every
node. "any" is the answer where nothing is known, and is always safe: it may be none, it may be a list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from typing import Final, TypeAlias

from tilewright.schemas.operation_table import (
    BINDS,
    ELEMENTS,
    EXITS,
    FORKS,
    GIVES,
    OPPOSITE,
    READS,
    SEARCHES,
    WRITES,
)
from tilewright.schemas.value_types import ANY as ANY
from tilewright.schemas.value_types import EMPTY, SPACE, ValueType, thing, type_of
from tilewright.schemas.walking import operations

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

    def __init__(
        self,
        program: Program,
        known: Mapping[str, str] | None = None,
        certain_paths: frozenset[Path] = frozenset(),
    ) -> None:
        """`certain_paths` are read somewhere that is not none there."""
        self.program = program
        self.certain_paths = certain_paths
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
        found = type_of(node.get("type", ANY)) if rule is None else rule(self, node)
        is_certain = self.certain_paths and found.optional and path_of(node) in self.certain_paths
        return found.certain if is_certain else found

    def knowing(self, more: Mapping[str, ValueType], paths: Iterable[Path] = ()) -> Types:
        """The same where more is known of its locals, and more is not none."""
        if not more and not paths:
            return self
        return Types(self.program, {**self.locals, **more}, self.certain_paths.union(paths))

    def within(self, name: str, kind: str) -> Types:
        """The same where one more local is known: the element of a set."""
        paths = self.certain_paths and frozenset(path for path in self.certain_paths if path[0] != name)
        return Types(self.program, {**self.locals, name: kind}, paths)

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

    def narrower(self, declared: str, given: ValueType) -> ValueType:
        """What is known of a parameter for an argument of this type."""
        known = type_of(declared)
        if not (known.is_thing and given.is_thing):
            return known
        is_inside = known.kind in self.program.ancestors(given.kind)
        found = thing(given.kind if is_inside else known.kind)
        return found.or_none if known.optional and given.optional else found

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


Path: TypeAlias = "tuple[str, ...]"
"""Where a value is read: a local, or the game, and the properties on the way to it."""

_GAME: Final = "the game"
_THROUGH: Final = (
    frozenset(op for op, (sort, _) in READS.items() if sort in ("property", "location")) - SEARCHES
)
"""What reads something of its operand `of`, so that this may not be none."""
_OF_TWO: Final = frozenset({*OPPOSITE, "add", "subtract"})
"""What works out its operands `a` and `b`."""


def narrowed(types: Types, test: Node, changed: object = None, holds: bool = True) -> Types:
    """The types where a test holds, or does not: what is of a kind, or is not none, is so for certain, and
    so is a local of which something was read.

    `changed` is a body in which locals may be set again; of those nothing is known, and of what is stored
    neither, since it may be written there.
    """
    found: dict[str, ValueType] = {}
    paths: set[Path] = set()
    for one, held in _decided(test, holds):
        for name in _read(types.program, one):
            known = found.get(name) or types.locals.get(name, ANY)
            if known.is_thing:
                found[name] = known.certain
        path = _not_none(one, held)
        if path and len(path) > 1:
            paths.add(path)
        elif path and types.locals.get(path[0], ANY).is_thing:
            found[path[0]] = (found.get(path[0]) or types.locals[path[0]]).certain
        about = one.get("of") or {}
        if held and one["op"] == "is_kind" and about.get("op") == "local":
            within = types.locals.get(about["name"], ANY)
            if not within.is_list:
                narrow = within.kind in types.program.kinds and types.program.is_a(within.kind, one["kind"])
                found[about["name"]] = thing(within.kind if narrow else one["kind"])
    if changed is None:
        return types.knowing(found, paths)
    return types.knowing(_lasting(found, changed))


def after(types: Types, statement: Node, rest: list[Node]) -> Types:
    """The types after a statement, for the rest of its block: what it has read something of is not none."""
    op, changed = statement["op"], [statement, *rest]
    if op == "if" and not statement.get("else") and _leaves(statement["then"]):
        return narrowed(types, statement["test"], changed, holds=False)
    if op == "if":
        values = [statement["test"]]
    elif op == "$call":
        values = statement["args"]
    elif op == "let" or op in _ASSIGNING:
        values = [statement[field] for field in ("value", "target", "amount") if field in statement]
    else:
        return types
    read = {name for value in values for name in _read(types.program, value)}
    known = {name: types.locals.get(name, ANY) for name in read}
    found = {name: kind.certain for name, kind in known.items() if kind.is_thing and kind.optional}
    return types.knowing(_lasting(found, changed))


def _leaves(body: list[Node]) -> bool:
    return bool(body) and body[-1]["op"] in EXITS


def _lasting(found: dict[str, ValueType], changed: object) -> dict[str, ValueType]:
    """Those of the locals that are not set again."""
    left = dict(found)
    for node in operations(changed) if found else ():
        if node["op"] in _SETTING:
            left.pop(node.get("name", ""), None)
            left.pop(node.get("target", {}).get("name"), None)
    return left


def _decided(test: Node, holds: bool) -> Iterator[tuple[Node, bool]]:
    """The tests that were looked at where a test holds or does not, each with whether it holds itself."""
    match test["op"]:
        case "not":
            yield from _decided(test["of"], not holds)
        case "and" | "or" if (test["op"] == "and") == holds:
            yield from _decided(test["a"], holds)
            yield from _decided(test["b"], holds)
        case _:
            yield test, holds


def _not_none(test: Node, holds: bool) -> Path | None:
    """What a test shows not to be none."""
    if test["op"] != ("not_equal" if holds else "equal"):
        return None
    a, b = test["a"], test["b"]
    if a["op"] == "none":
        a, b = b, a
    return path_of(a) if b["op"] == "none" else None


def path_of(node: Node) -> Path | None:
    """Where an expression reads what it gives, if it only reads."""
    match node["op"]:
        case "local":
            return (node["name"],)
        case "game":
            return _GAME, node["property"]
        case "property":
            before = path_of(node["of"])
            return before and (*before, node["name"])
    return None


def _read(program: Program, node: Node) -> Iterator[str]:
    """The locals of which an expression reads something, whatever else it comes to."""
    op = node["op"]
    if op in FORKS:
        yield from _read(program, node[FORKS[op]])
    elif op == "define":
        for number, arg in enumerate(node["args"]):
            if arg["op"] == "local" and number in _read_parameters(program, node["name"]):
                yield arg["name"]
    elif op in _THROUGH:
        of = node["of"]
        if op != "property" or not program.property(node["kind"], node["name"]).get("derived"):
            yield from (of["name"],) if of["op"] == "local" else _read(program, of)
    elif op in _OF_TWO:
        yield from _read(program, node["a"])
        yield from _read(program, node["b"])
    elif op == "not":
        yield from _read(program, node["of"])


def _read_parameters(program: Program, define: str) -> frozenset[int]:
    """The parameters of a define of which it reads something in any case, by their numbers."""
    known = program.read_parameters.get(define)
    if known is None:
        program.read_parameters[define] = frozenset()  # of itself a define tells nothing
        declared = program.data["defines"][define]
        read = set(_read(program, declared["value"]))
        changed = any(one["of"] == define for one in program.data.get("modifiers", ()))
        names = [part["name"] for part in declared.get("parameters", ())]
        known = frozenset(i for i, name in enumerate(names) if name in read and not changed)
        program.read_parameters[define] = known
    return known


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


def _if(types: Types, node: Node) -> ValueType:
    """What either gives; where one may be none, the test may have ruled that out."""
    found = types.common(types.of(node["then"]), types.of(node["else"]))
    if not (found.is_thing and found.optional):
        return found
    then, otherwise = (narrowed(types, node["test"], holds=holds) for holds in (True, False))
    return types.common(then.of(node["then"]), otherwise.of(node["else"]))


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
    declared = node if node["op"] == "$call" else types.program.data["verbs"][node["verb"]]
    gives = declared.get("gives")
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
    "if": _if,
    "define": _declared("defines", "name"),
    "by_thing": _by_thing,
}
_TYPES: dict[str, TypeRule] = {op: OF_ITS_OWN.get(op) or _rule(*gives) for op, gives in GIVES.items()}

_LOCALS_OF_THEIR_OWN: dict[str, TypeRule] = {
    "roll": _rolled,
    "choose": _chosen,
    "call": _result,
    "$call": _result,
}
_LOCALS: dict[str, tuple[str, TypeRule]] = {
    op: (field, _LOCALS_OF_THEIR_OWN.get(op) or _rule(*gives))
    for op, (field, gives) in {**ELEMENTS, **BINDS, "$call": BINDS["proceed"]}.items()
}
