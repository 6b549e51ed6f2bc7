"""What generated code pays for: how much work an expression, a statement or a procedure can be at most.

How many members sets can have is known when a program is linked, as far as they are kinds and places, so most
work can be priced then. A price goes into the next larger whole, up to what is paid while a game is played: a
pass of a loop, a reaction, a call of what calls itself. Only what may be dear by itself pays for itself: a
set with many members, by how many there are (`Expressions.charged`), and a function by its price
(`Module.function`). So the usual play of a game pays where it has to count anyway.

A price is in units of some ten nanoseconds. It is never too low by much, and is often too high: conditions
are priced as if all their parts were looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import Any, Final

from tilewright.schemas.operation_table import EACH, TELLS
from tilewright.schemas.value_types import type_of
from tilewright.schemas.walking import operations

from ..state.program import Node, Program, is_stored
from ..state.state import FUEL

TOLD: Final = FUEL // 10_000  # the price of a change, or of anything else that a log may tell
STEP: Final = 4  # the price of one operation
CALL: Final = 20
PASS: Final = 10
COPY: Final = 40  # the price of a member of a new list, which takes memory too
SMALL: Final = 24  # operations of a define that is written out where it is used
WRITTEN: Final = 200  # what this may come to with all that is written out in it
DEAR: Final = 100_000  # what has a higher price pays for itself
OWN: Final = 200  # a procedure that has a higher price pays for itself where it begins
BRANCH: Final = 3 * TOLD  # and so does a block in it that has a higher price than this
LONG: Final = 2_000  # the same for a list of which nobody knows how long it is
UNKNOWN: Final = 20_000  # members of such a list

TELLING = frozenset({*TELLS, "$tell", "$told"})
_LOOPING = frozenset({"repeat", "for_each"})
_NESTED = frozenset({"then", "else", "body", "none", "options", "choose"})


class Costs:
    """The prices of one program."""

    def __init__(self, program: Program, kept: Callable[[str], bool]) -> None:
        """`kept` tells of which defines states or tables keep the value: who reads that pays nothing."""
        self.program = program
        self.kept = kept
        self.calls: dict[str, int] = {}  # of a call of a define, where the define does not pay for itself
        self.written: dict[str, int] = {}  # the defines that are written out where they are used: operations
        self.recursive: set[str] = set()
        self.modifiers: dict[str, list[Node]] = {}
        for one in program.data.get("modifiers", ()):
            self.modifiers.setdefault(one["of"], []).append(one)
        self._known: dict[int, tuple[Node, int]] = {}
        self._sizes: dict[str, int] = {}
        graph = {name: self._mentioned(name) for name in program.data["defines"]}
        for names in components(graph):
            if len(names) > 1 or names[0] in graph[names[0]]:
                self.recursive.update(names)
            for name in names:
                size, price = self._written(name), self.define(name)
                if size <= WRITTEN:
                    self.written[name] = size
                    self.calls[name] = price
                else:
                    self.calls[name] = CALL + (0 if self.pays(name, price) else price)

    # ---- defines

    def pays(self, define: str, price: int) -> bool:
        """Whether the function of a define pays for itself whenever it is called."""
        return price > DEAR or define in self.recursive or self.kept(define)

    def _written(self, name: str) -> int:
        """How many operations a define comes to where it is written out, all that is written out in it
        included; more than may be, if it has to be called.
        """
        inside = operations(self.program.data["defines"][name]["value"])
        if len(inside) > SMALL or name in self.modifiers or name in self.recursive or self.kept(name):
            return WRITTEN + 1
        named = (node["name"] for node in inside if node["op"] == "define")
        return len(inside) + sum(self.written.get(one, 0) for one in named)

    def define(self, name: str) -> int:
        """The price of working a define out once."""
        declared = self.program.data["defines"][name]
        return self.of(declared["value"]) + self.modifying(name)

    def modifying(self, of: str) -> int:
        """The price of all modifiers of a define or property."""
        price = 0
        for one in self.modifiers.get(of, ()):
            low, high = self.program.range(one["this"]) if one.get("this") else (0, 1)
            each = STEP + self.of(one.get("when")) + self.of(one["amount"]) + self.force(one.get("this"))
            price += (high - low) * each
        return price

    def force(self, kind: str | None) -> int:
        """The price of the test that the rules of a thing of a kind are in force."""
        for ancestor in self.program.ancestors(kind) if kind else ():
            test = self.program.kinds[ancestor].get("in_force")
            if test is not None:
                return self.of(test)
        return 3 * STEP

    def _mentioned(self, name: str) -> set[str]:
        """The defines that a define calls, its modifiers included."""
        program = self.program
        found: set[str] = set()
        trees: list[Any] = [program.data["defines"][name]["value"]]
        looked: set[str] = set()
        while trees:
            for node in operations(trees.pop()):
                match node["op"]:
                    case "define":
                        found.add(node["name"])
                    case "property" | "modified" | "set_property" if self._has(node):
                        declared = program.property(node["kind"], node["name"])
                        if declared.get("derived"):
                            found.add(declared["derived"])
                        key = f"{node['kind']}.{node['name']}"
                        if key not in looked:
                            looked.add(key)
                            trees += self.modifiers.get(key, ())
                    case "game":
                        declared = program.data["game_properties"][node["property"]]
                        if declared.get("derived"):
                            found.add(declared["derived"])
            if name not in looked:
                looked.add(name)
                trees += self.modifiers.get(name, ())
        return {one for one in found if one in program.data["defines"]}

    def _has(self, node: Node) -> bool:
        return node.get("kind") in self.program.kinds and self.program.has(node["kind"], node["name"])

    # ---- expressions

    def of(self, tree: Any) -> int:
        """The price of evaluating an expression, or all in a list, once."""
        if tree.__class__ is list or tree.__class__ is tuple:
            return sum(map(self.of, tree))
        if tree.__class__ is not dict:
            return 0
        known = self._known.get(id(tree))
        if known is None:
            price = self._of(tree) if "op" in tree else sum(map(self.of, tree.values()))
            known = self._known[id(tree)] = (tree, price)  # kept, so that the id stays its own
        return known[1]

    def _of(self, node: Node) -> int:
        op = node["op"]
        if op in EACH or op in ("kind", "spares", "pieces"):
            each = sum(self.of(node.get(part)) for part in EACH.get(op, ()))
            if op in ("filter", "kind", "spares", "pieces"):
                return self.members(node, STEP)
            return STEP + self.members(node["set"], STEP + each)
        match op:
            case "define":
                return self.of(node["args"]) + self.calls.get(node["name"], CALL)
            case "property" | "modified":
                return STEP + self.of(node["of"]) + self._property(node)
            case "game":
                derived = self.program.data["game_properties"][node["property"]].get("derived")
                return self.calls.get(derived, CALL) if derived else STEP
            case "set_property":
                return CALL + self.members(node["of"], 2 * STEP + self._property(node))
            case "in":
                tested = self.of(node["set"].get("where"))  # of one member alone, or of all
                return STEP + self.of(node["item"]) + max(self.members(node["set"], 1), tested)
            case "union" | "without" | "both" | "position":
                sides = [node[one] for one in ("a", "b", "of", "item") if one in node]
                return CALL + sum(self.members(one, 2) for one in sides)
            case "list":
                return STEP + sum(self.members(one, COPY) for one in node["items"])
            case "reversed":
                return STEP + self.members(node["of"], COPY)
            case "if":
                return STEP + self.of(node["test"]) + max(self.of(node["then"]), self.of(node["else"]))
            case "by_thing":
                cases = [*map(self.of, node["cases"].values()), self.of(node.get("default"))]
                return STEP * len(cases) + self.of(node["of"]) + max(cases)
            case "relation" | "neighbours" | "line_length" | "crossed" | "direction" | "connected":
                return 10 * STEP + sum(self.of(node.get(end)) for end in ("a", "b", "of"))
            case "steps":
                goals = self.members(node["b"], 3 * STEP) + self.members(node.get("around") or {}, STEP)
                return 20 * STEP + self.of(node["a"]) + goals
            case "minimum" | "maximum":
                return 4 * STEP + self.of(node["items"])
            case "multiply" | "divide" | "remainder" | "absolute":
                return 3 * STEP + sum(self.of(node.get(one)) for one in ("a", "b", "of"))
            case "spare":
                return self.leaf({**node, "op": "spares"}, STEP)
            case "$fires":
                return self.trigger(node["trigger"])
            case "$part":
                return self.completing(node["verb"], [one["name"] for one in node["args"]])
            case "$force":
                return self.of(node["of"]) + self.force(node["kind"])
        return STEP + sum(self.of(value) for value in node.values() if value.__class__ in (dict, list))

    def _property(self, node: Node) -> int:
        price = 0
        if self._has(node):
            derived = self.program.property(node["kind"], node["name"]).get("derived")
            price = self.calls.get(derived, CALL) if derived else 0
        return price + (self.modifying(f"{node['kind']}.{node['name']}") if node["op"] == "modified" else 0)

    # ---- sets

    def members(self, node: Node, each: int) -> int:
        """The price of a loop over a set in which every member costs so much."""
        match node.get("op"):
            case None:
                return 0
            case "filter":
                return self.members(node["set"], each + self.of(node["where"]))
            case "without" | "both" as op:
                b = self.of(node["b"]) + min(self.size(node["b"]), LONG // 4)
                return self.members(node["a"], each + b) if op else 0
            case "least" | "most":
                return self.members(node["set"], STEP + self.of(node["key"])) + self.leaf(node, each)
            case "union":
                return CALL + self.members(node["a"], each) + self.members(node["b"], each)
            case "if":
                either = max(self.members(node["then"], each), self.members(node["else"], each))
                return self.of(node["test"]) + either
            case "kind":
                return self.leaf(node, each + STEP)
            case "all" | "spares" | "$range":
                return self.leaf(node, each)
            case "pieces":
                return self.members(node["of"], 2 * STEP) + self.leaf(node, each)
            case _:
                return self.of(node) + self.leaf(node, each)

    def leaf(self, node: Node, each: int) -> int:
        """What a loop over something that is no loop itself adds to the price of what it is in."""
        size = self.size(node)
        return size * each if size <= 1 else min(size * each, self._most(node))

    def limit(self, node: Node, each: int) -> int | None:
        """How many members a loop over this may have that need not pay for themselves; None: any number."""
        size, most = self.size(node), self._most(node)
        return None if size <= 1 or size * each <= most else most // max(1, each)

    def _most(self, node: Node) -> int:
        return LONG if self.size(node) >= UNKNOWN else DEAR

    def size(self, node: Node | None) -> int:
        """How many members a set can have at most."""
        if node is None:
            return 0
        program = self.program
        match node["op"]:
            case "kind" | "all" | "spares" | "pieces":
                low, high = program.range(node["kind"])
                return high - low
            case "$range":
                return int(node["high"] - node["low"])
            case "filter" | "least" | "most":
                return self.size(node["set"])
            case "without" | "both":
                return self.size(node["a"])
            case "reversed":
                return self.size(node["of"])
            case "union":
                return self.size(node["a"]) + self.size(node["b"])
            case "if":
                return max(self.size(node["then"]), self.size(node["else"]))
            case "list":
                return sum(map(self.size, node["items"]))
            case "contents" | "top_n" | "bottom_n":
                return len(program.entities) - program.players[1]
            case "neighbours":
                return self.neighbours(node["relation"])
            case "connected" | "crossed":
                return program.spaces
            case "links" | "sides":
                return program.links if node["op"] == "links" else 2 * program.links
            case "range" if node["low"]["op"] == node["high"]["op"] == "number":
                return max(0, int(node["high"]["value"] - node["low"]["value"] + 1))
            case "define":
                return self._size_of_define(node["name"])
            case "set_property":
                return max(len(program.entities), min(UNKNOWN, self.size(node["of"])))
            case "entity" | "top" | "bottom" | "first" | "last" | "nth" | "spare" | "space_of" | "none":
                return 1
        return self._of_table(node) if self._may_be_list(node) else 1

    def _of_table(self, node: Node) -> int:
        """How many members a list can have: as the kinds give it, if it never changes."""
        if node["op"] != "property":
            return UNKNOWN
        declared = self.program.property(node["kind"], node["name"])
        if is_stored(declared) or declared.get("derived") or declared.get("by"):
            return UNKNOWN
        owner = self.program.declared_by(node["kind"], node["name"])
        return max(map(_length, self.program.constants(owner, node["name"])), default=0)

    def neighbours(self, relation: str) -> int:
        """How many neighbours a space can have at most: what it touches or is linked with, for a step."""
        declared = self.program.data["relations"][relation]
        far = declared.get("line") or declared.get("also")
        return self.program.spaces if far else self._touched

    @cached_property
    def _touched(self) -> int:
        """How many spaces the one with the most of them touches or is linked with."""
        board = self.program.data.get("board") or {}
        touching = [touch[:2] for touch in board.get("touching", ())]
        met = Counter(chain(*touching, *(link["sides"] for link in board.get("links", ()))))
        return max(met.values(), default=0)

    def _size_of_define(self, name: str) -> int:
        if name not in self._sizes:
            self._sizes[name] = UNKNOWN  # of one that calls itself
            declared = self.program.data["defines"][name]
            changed = name in self.modifiers
            listed = type_of(declared["type"]).is_list
            self._sizes[name] = 1 if not listed else UNKNOWN if changed else self.size(declared["value"])
        return self._sizes[name]

    def _may_be_list(self, node: Node) -> bool:
        if node["op"] in ("property", "modified") and self._has(node):
            return type_of(self.program.property(node["kind"], node["name"])["type"]).is_list
        if node["op"] == "game":
            declared = self.program.data["game_properties"][node["property"]]
            return type_of(declared["type"]).is_list
        return node["op"] in ("local", "by_thing", "$part", "$effects", "$item", "range", "setting")

    # ---- rules

    def trigger(self, index: int) -> int:
        """The price of looking for a binding of a trigger that fires."""
        trigger = self.program.data["triggers"][index]
        low, high = self.program.range(trigger["this"]) if trigger.get("this") else (0, 1)
        each = 3 * STEP + self.of(trigger.get("test"))
        if trigger.get("element"):
            each = self.members(trigger["element"]["set"], each)
        return CALL + (high - low) * (each + (self.force(trigger["this"]) if trigger.get("this") else 0))

    def pays_apart(self, index: int) -> bool:
        """Whether looking for a binding of a trigger pays for itself: a dear `whenever`."""
        whenever = self.program.data["triggers"][index]["sort"] == "whenever"
        return whenever and self.trigger(index) > TOLD

    def completing(self, verb: str, known: list[str]) -> int:
        """The price of the test that an action can be taken, for some choice of the parts that are open."""
        declared = self.program.data["verbs"][verb]
        tests = [price["amount"] for price in declared.get("takes") or ()]
        tests += [need["test"] for need in declared.get("needs") or ()]
        tests += [limit["number"] for limit in declared.get("limits") or ()]
        price = STEP + self.of(tests)
        for cost in declared.get("costs") or ():
            called = self.program.data["verbs"][cost["verb"]] if cost["op"] == "call" else {}
            price += self.of([need["test"] for need in called.get("needs") or ()]) + self.of(cost.get("args"))
        for part in reversed(declared.get("parts") or ()):
            if part["name"] not in known and part.get("from") is not None:
                price = self.members(part["from"], STEP + price)
        return CALL + price

    # ---- statements

    def block(self, body: list[Node]) -> int:
        """The price of running the statements of a block once; blocks in it that pay for themselves apart."""
        return sum(map(self.statement, body))

    def statement(self, node: Node) -> int:
        op = node["op"]
        price = OWN if op in ("$call", "$do") else STEP  # what is called pays as well, if it is dearer
        price += sum(self.of(value) for field, value in node.items() if field not in _NESTED)
        if op in TELLING and (node.get("target") or {}).get("op") != "local":
            price += TOLD
        for index in node.get("$after") or (node["triggers"] if op == "$settle" else ()):
            price += CALL if self.pays_apart(index) else self.trigger(index)
        if op == "offer":
            menu = self.program.data["menus"][node["menu"]]
            price += sum(self.completing(verb, []) for verb in menu["actions"])
        elif op in ("choose", "$each"):
            price += self.members(node["from"] if op == "choose" else node["set"], STEP)
        elif op == "together":
            price += self.members(node["set"], STEP + self.of(node["choose"].get("from")))
        if op in _LOOPING:
            return price  # every pass pays
        inner = [self.block(one) for one in blocks(node)]
        return price + max((one for one in inner if one <= BRANCH), default=0)


def _length(value: Any) -> int:
    return len(value) if isinstance(value, (list, tuple)) else 1


def blocks(node: Node) -> Iterator[list[Node]]:
    """The blocks in a statement."""
    for field in ("then", "else", "body", "none"):
        found = node.get(field)
        if isinstance(found, list):
            yield found
        elif isinstance(found, dict) and isinstance(found.get("body"), list):
            yield found["body"]
    for option in node.get("options") or ():
        yield option["body"]


def components(graph: Mapping[str, set[str]]) -> Iterator[list[str]]:
    """What leads back to itself together, and everything else alone; what something leads to comes before it.

    Tarjan's way, without calls in calls: a chain may be of any length.
    """
    numbers: dict[str, int] = {}
    lows: dict[str, int] = {}
    met: list[str] = []
    waiting: set[str] = set()
    for root in graph:
        if root in numbers:
            continue
        path = [(root, iter(sorted(graph[root])))]
        while path:
            name, following = path[-1]
            if name not in numbers:
                numbers[name] = lows[name] = len(numbers)
                met.append(name)
                waiting.add(name)
            for one in following:
                if one not in numbers:
                    path.append((one, iter(sorted(graph[one]))))
                    break
                if one in waiting:
                    lows[name] = min(lows[name], numbers[one])
            else:
                path.pop()
                if path:
                    lows[path[-1][0]] = min(lows[path[-1][0]], lows[name])
                if lows[name] == numbers[name]:
                    found = [met.pop()]
                    while found[-1] != name:
                        found.append(met.pop())
                    waiting.difference_update(found)
                    yield found
