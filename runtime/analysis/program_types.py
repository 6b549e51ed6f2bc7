"""What type an expression has, as far as the emitter needs it: lists, kinds, and whether it may be none.

The compiler has checked the types; this only finds them again, since a program does not repeat them at every
node. "any" is the answer where nothing is known, and is always safe: it may be none, it may be a list.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tilewright.schemas.walking import operations

from ..state.program import Node, Program, kind_of

ANY: Final = "any"
EMPTY: Final = "list:any"  # of a list without members: it goes with every other list
NUMBER: Final = "number"
YES_NO: Final = "yes_no"
PLACE: Final = "place"

NUMBERS = frozenset(
    [
        "number",
        "add",
        "subtract",
        "multiply",
        "divide",
        "remainder",
        "negate",
        "absolute",
        "minimum",
        "maximum",
        "count",
        "position",
        "total",
        "highest",
        "lowest",
        "steps",
        "line_length",
        "direction",
    ]
)
TESTS = frozenset(
    [
        "yes_no",
        "any",
        "in",
        "is_kind",
        "in_play",
        "equal",
        "not_equal",
        "less",
        "at_most",
        "more",
        "at_least",
        "and",
        "or",
        "not",
        "relation",
        "during",
    ]
)
_FROM_FIRST = {"union": "a", "without": "a", "both": "a", "filter": "set", "least": "set", "most": "set"}
_MEMBERS = {"reversed": "of"}
_ONE_OF = frozenset({"top", "bottom", "first", "last", "nth"})
_SOME_OF = frozenset({"contents", "top_n", "bottom_n"})


_SETTING = frozenset(
    {"let", "set", "raise", "lower", "add_to", "drop_from", "for_each", "choose", "choose_number", "roll"}
    | {"play_mission"}
    | {"call", "proceed", "together", "$call", "$each"}
)
_DECLARING = frozenset(
    {"let", "set", "filter", "least", "most", "total", "highest", "lowest", "any", "for_each", "together"}
    | {"roll", "choose", "choose_number", "play_mission", "call", "proceed", "$call"}
)


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
            if node["op"] in _DECLARING:
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
        op = node["op"]
        if op in NUMBERS:
            return NUMBER
        if op in TESTS:
            return YES_NO
        program = self.program
        match op:
            case "local":
                return self.locals.get(node["name"], ANY)
            case "none":
                return "thing:thing?"
            case "word":
                return f"word:{node['words']}"
            case "entity":
                return f"thing:{program.entities[program.number[node['name']]]['kind']}"
            case "game":
                return str(program.data["game_properties"][node["property"]]["type"])
            case "setting":
                return str(program.data["settings"][node["name"]]["type"])
            case "property" | "modified":
                return str(program.property(node["kind"], node["name"])["type"])
            case "set_property" if node["name"] in self.program.place_of_owner:
                named = [one for one in self.program.places if one.get("property") == node["name"]]
                held = {place["holds"] for place in named}
                return f"list:thing:{held.pop() if len(held) == 1 else 'thing'}"
            case "set_property" if node["name"] == "space" and not self.program.has(node["kind"], "space"):
                return "list:thing:space"
            case "set_property":
                kind = str(program.property(node["kind"], node["name"])["type"])
                return kind if is_list(kind) else f"list:{certain(kind)}"
            case "place" | "place_of":
                return PLACE
            case "contents" | "top_n" | "bottom_n":
                return f"list:thing:{self.held_in(node['of'])}"
            case "top" | "bottom":
                return f"thing:{self.held_in(node['of'])}?"
            case "space_of":
                return "thing:space?"
            case "holder_of":
                return "thing:thing?"
            case "kind" | "all" | "spares" | "pieces":
                return f"list:thing:{node['kind']}"
            case "spare":
                return f"thing:{node['kind']}?"
            case "links":
                return "list:thing:link"
            case "sides" | "neighbours" | "connected" | "crossed":
                return "list:thing:space"
            case "link_between":
                return "thing:link?"
            case "other_side":
                return "thing:space?"
            case "union":
                return self._common(self.of(node["a"]), self.of(node["b"]))
            case "list":
                return self._list(node)
            case "range":
                return "list:number"
            case "first" | "last" | "nth":
                kind = element(self.of(node["of"]))
                return kind if kind == ANY else f"{kind}?"
            case "if":
                return self._common(self.of(node["then"]), self.of(node["else"]))
            case "define":
                return str(program.data["defines"][node["name"]]["type"])
            case "by_thing":
                return next((self.of(case) for case in node["cases"].values()), ANY)
            case "without" | "both" | "filter" | "least" | "most" | "reversed":
                first = _FROM_FIRST.get(op) or _MEMBERS[op]
                kind = self.of(node[first])
                return kind if is_list(kind) else f"list:{element(kind)}"
            case _:
                return str(node.get("type", ANY))

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

    def _list(self, node: Node) -> str:
        kinds = {element(self.of(item)) for item in node["items"]}
        if not kinds:
            return EMPTY
        if len(kinds) == 1:
            return f"list:{kinds.pop()}"
        things = kinds and all(kind.startswith("thing:") for kind in kinds)
        return "list:thing:thing" if things else "list:any"

    def _common(self, a: str, b: str) -> str:
        if certain(a) == certain(b):
            return a if is_optional(a) else b
        if EMPTY in (a, b):
            return b if a == EMPTY else a
        if is_list(a) and is_list(b):
            return f"list:{self._common(a[5:], b[5:])}"
        if a.startswith("thing:") and b.startswith("thing:"):
            optional = "?" if is_optional(a) or is_optional(b) else ""
            return f"thing:{self._ancestor(kind_of(a), kind_of(b))}{optional}"
        return ANY

    def _ancestor(self, a: str, b: str) -> str:
        above = set(self.program.ancestors(b))
        return next((kind for kind in self.program.ancestors(a) if kind in above), "thing")

    def _declared(self, node: Node) -> list[tuple[str, str]]:
        """The locals that a node declares, each with its type."""
        match node["op"]:
            case "let":
                return [(node["name"], self.of(node["value"]))]
            case "set" if node["target"]["op"] == "local":
                return [(node["target"]["name"], self.of(node["value"]))]
            case "filter" | "least" | "most" | "total" | "highest" | "lowest" | "any" if node.get("it"):
                return [(node["it"], element(self.of(node["set"])))]
            case "for_each":
                return [(node["name"], element(self.of(node["set"])))]
            case "together":
                return [(node["name"], element(self.of(node["set"])))]
            case "roll":
                kind = str(self.program.data["dice"][node["die"]]["type"])
                return [(node["name"], f"list:{kind}" if node.get("number") else kind)]
            case "choose":
                kind = element(self.of(node["from"]))
                return [(node["name"], f"list:{kind}" if node.get("many") else optional(kind))]
            case "choose_number":
                return [(node["name"], NUMBER)]
            case "play_mission" if node.get("name"):
                return [(node["name"], "word:mission.result")]
            case "call" if node.get("name"):
                gives = self.program.data["verbs"][node["verb"]].get("gives")
                return [(node["name"], optional(gives) if gives else ANY)]
            case "proceed" | "$call" if node.get("name"):
                return [(node["name"], ANY)]
            case _:
                return []


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
