"""What generated code pays for: how much work an expression, a statement or a procedure can be at most.

How many members sets can have is known when a program is linked, as far as they are kinds and places, so most
work can be priced then. A price goes into the next larger whole, what is called into what calls it, up to
what is paid while a game is played: a pass of a loop of which nobody knows how often it runs, a reaction, a
call of what calls itself. Only what is dear pays for itself, a set with many members by how many there are
(`Expressions.charged`). So the usual play of a game pays where it has to count anyway.

A price is in units of some ten nanoseconds. It is never too low by much, and is often too high: conditions
are priced as if all their parts were looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, Protocol

from tilewright.schemas import operation_table as ops
from tilewright.schemas.walking import operations

from ..state.program import Node, Program, is_expression
from ..state.state import FUEL
from .components import components
from .sighting import sighting
from .sizes import Sizes

TOLD: Final = FUEL // 10_000  # the price of a change, or of anything else that a log may tell
STEP: Final = 4  # the price of one operation
CALL: Final = 20
PASS: Final = 10
COPY: Final = 40  # the price of a member of a new list, which takes memory too
SMALL: Final = 24  # operations of a define that is written out where it is used
WRITTEN: Final = 200  # what this may come to with all that is written out in it
DEAR: Final = 500_000  # what has a higher price pays for itself
FREE: Final = 8_000  # what may cost so much without paying: a loop with few members, a value kept

_PLAIN = ops.LITERALS | {"local"}
_LOOPS = {op: fields[0] for op, fields in ops.EACH.items() if op != "filter"}
TELLING = frozenset({*ops.TELLS, "$tell", "$paid", "$told"})
_LOOPING = ops.LOOPS | {"$each"}
_COPYING = frozenset(ops.WRITES) - {"raise", "lower"} | {"let", "give"}
_BLOCKS = frozenset({"then", "else", "body", "none", "options"})
_NESTED = _BLOCKS | {"choose"}


class BodyCosts(Protocol):
    """A procedure, as far as it costs something."""

    body: list[Node]


class Prices:
    """The prices of one program."""

    def __init__(
        self,
        program: Program,
        procedures: Mapping[str, BodyCosts],
        inside: Mapping[str, list[Node]],
        kept: Callable[[str], bool],
    ) -> None:
        """`inside` has the operations of every define. `kept` tells of which of them states or tables keep
        the value. Such a value is paid for when it is worked out, and a cheap one where it is read.
        """
        self.program = program
        self.procedures = procedures
        self.kept = kept
        self.calls: dict[str, int] = {}  # of a call of a define, with all that does not pay for itself
        self.running: dict[int, int] = {}  # of a procedure, by its id, where its callers pay for it
        self.written: dict[str, int] = {}  # the defines that are written out where they are used: operations
        self.recursive: set[str] = set()
        self.modifiers: dict[str, list[Node]] = {}
        for one in program.data.get("modifiers", ()):
            self.modifiers.setdefault(one["of"], []).append(one)
        self._modifying: set[str] = set()
        self._known: dict[int, tuple[Node, int]] = {}
        self._looking: dict[tuple[int, ...], int] = {}
        self._statements: dict[int, tuple[Node, int]] = {}
        self.sizes = Sizes(program, self.modifiers)
        graph = {name: self._mentioned(name, found) for name, found in inside.items()}
        for names in components(graph):
            if len(names) > 1 or names[0] in graph[names[0]]:
                self.recursive.update(names)
            for name in names:
                size, price = self._written(name, inside[name]), self.define(name)
                if size <= WRITTEN:
                    self.written[name] = size
                    self.calls[name] = price
                else:
                    self.calls[name] = CALL + (0 if self.pays(name, price) else price)

    # ---- defines

    def pays(self, define: str, price: int) -> bool:
        """Whether the function of a define pays for itself whenever it is called."""
        return price > (FREE if self.kept(define) else DEAR) or define in self.recursive

    def _written(self, name: str, inside: list[Node]) -> int:
        """How many operations a define comes to where it is written out, all that is written out in it
        included; more than may be, if it has to be called.
        """
        if len(inside) > SMALL or name in self.modifiers or name in self.recursive or self.kept(name):
            return WRITTEN + 1
        named = (node["name"] for node in inside if node["op"] == "define")
        return len(inside) + sum(self.written.get(one, 0) for one in named)

    def define(self, name: str) -> int:
        """The price of working a define out once."""
        declared = self.program.data["defines"][name]
        return self.of(declared["value"]) + self.modifying(name)

    def modifying(self, of: str) -> int:
        """The price of all modifiers of a define or property; nothing within itself."""
        if of in self._modifying or of not in self.modifiers:
            return 0
        price = 0
        self._modifying.add(of)
        for one in self.modifiers[of]:
            low, high = self.program.range(one["this"]) if one.get("this") else (0, 1)
            each = STEP + self.of(one.get("when")) + self.of(one["amount"]) + self.force(one.get("this"))
            price += (high - low) * each
        self._modifying.discard(of)
        return price

    def sighting(self, relation: str) -> int:
        """`sighting` of a relation of this program."""
        return sighting(self.program, relation)

    def _seeing(self, node: Node) -> int:
        """What lines add to the price of a question: for a pair of spaces, from one to all, or all to all.
        Whether two spaces are related pays for itself whenever it is asked.
        """
        spaces = self.program.spaces
        pairs = {"relation": 0, "neighbours": spaces, "connected": spaces**2, "steps": spaces**2}
        return pairs.get(node["op"], 1) * self.sighting(node.get("relation") or node["name"])

    def force(self, kind: str | None) -> int:
        """The price of the test that the rules of a thing of a kind are in force."""
        for ancestor in self.program.ancestors(kind) if kind else ():
            test = self.program.kinds[ancestor].get("in_force")
            if test is not None:
                return self.of(test)
        return 3 * STEP

    def _mentioned(self, name: str, inside: list[Node]) -> set[str]:
        """The defines that a define with these operations calls, its modifiers included."""
        program = self.program
        found: set[str | None] = set()
        changed = {name}
        looked: set[str] = set()
        while True:
            for node in inside:
                op = node["op"]
                if op == "define":
                    found.add(node["name"])
                elif op in ops.PROPERTIES and self._has(node):
                    found.add(program.property(node["kind"], node["name"]).get("derived"))
                    changed.add(f"{node['kind']}.{node['name']}")
                elif op == "game":
                    found.add(program.data["game_properties"][node["property"]].get("derived"))
            changed = (changed & self.modifiers.keys()) - looked
            if not changed:
                return {one for one in found if one is not None}
            looked |= changed
            inside = operations([self.modifiers[one] for one in changed])

    def _has(self, node: Node) -> bool:
        return node.get("kind") in self.program.kinds and self.program.has(node["kind"], node["name"])

    # ---- expressions

    def of(self, tree: object) -> int:
        """The price of evaluating an expression, or all in a list, once."""
        if tree.__class__ is dict:
            op = tree.get("op")
            if op in _PLAIN:
                return STEP
            known = self._known.get(id(tree))
            if known is None:
                price = _PRICES[op](self, tree) if op in _PRICES else self._parts(tree)
                known = self._known[id(tree)] = (tree, price)  # kept, so that the id stays its own
            return known[1]
        return sum(map(self.of, tree)) if tree.__class__ is list or tree.__class__ is tuple else 0

    def _parts(self, node: Node) -> int:
        price = STEP
        for value in node.values():
            if value.__class__ is dict or value.__class__ is list:
                price += self.of(value)
        return price

    def _loop(self, node: Node) -> int:
        return STEP + self.members(node["set"], STEP + self.of(node.get(_LOOPS[node["op"]])))

    def _in(self, node: Node) -> int:
        tested = self.of(node["set"].get("where"))  # of one member alone, or of all
        return STEP + self.of(node["item"]) + max(self.members(node["set"], 1), tested)

    def _by_thing(self, node: Node) -> int:
        cases = [*map(self.of, node["cases"].values())]
        return STEP * (1 + len(cases)) + self.of(node["of"]) + max(cases, default=0)

    def _game(self, node: Node) -> int:
        derived = self.program.data["game_properties"][node["property"]].get("derived")
        return self.calls.get(derived, CALL) if derived else STEP

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
                b = self.of(node["b"]) + self.sizes.of(node["b"])
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
        """What looping over something that is not itself a loop adds to the price of its surroundings."""
        price = self.sizes.of(node) * each
        return price if price <= DEAR or price == each else FREE

    def limit(self, node: Node, each: int) -> int | None:
        """How many members a loop over this may have that need not pay for themselves; None: any number."""
        price = self.sizes.of(node) * each
        return None if price <= DEAR or price == each else FREE // max(1, each)

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

    def looking(self, triggers: tuple[int, ...]) -> int:
        """The price of finding out whether one of these triggers fires."""
        price = self._looking.get(triggers)
        if price is None:
            each = (CALL if self.pays_apart(index) else self.trigger(index) for index in triggers)
            price = self._looking[triggers] = sum(each)
        return price

    def completing(self, verb: str, known: list[str]) -> int:
        """The price of the test that an action can be taken, for some choice of the parts that are open."""
        declared = self.program.data["verbs"][verb]
        tests = [price["amount"] for price in declared.get("takes") or ()]
        tests += [need["test"] for need in declared.get("needs") or ()]
        tests += [limit["number"] for limit in declared.get("limits") or ()]
        price = STEP + self.of(tests)
        for cost in declared.get("costs") or ():
            called = self.program.data["verbs"][cost["verb"]]
            price += self.of([need["test"] for need in called.get("needs") or ()]) + self.of(cost.get("args"))
        for part in reversed(declared.get("parts") or ()):
            if part["name"] not in known and part.get("from") is not None:
                price = self.members(part["from"], STEP + price)
        return CALL + price

    # ---- procedures and statements

    def learn(self, procedure: BodyCosts, recursive: bool) -> None:
        """Price a procedure, all that it calls being priced but for what leads back to it."""
        price = self.block(procedure.body)
        settles = procedure.body and "$counted" in procedure.body[0]  # which whoever calls it pays in part
        if not recursive and price <= (TOLD if settles else DEAR):
            self.running[id(procedure)] = price

    def call(self, name: str) -> int:
        """The price of a call, without what the procedure pays for itself."""
        return CALL + self.running.get(id(self.procedures[name]), 0)

    @staticmethod
    def passed_on(price: int) -> int:
        """What is left of a price for the next larger whole to pay."""
        return 0 if price > DEAR else price

    def block(self, body: list[Node]) -> int:
        """The price of running the statements of a block once, without what pays for itself in it."""
        return sum(map(self.statement, body))

    def statement(self, node: Node) -> int:
        known = self._statements.get(id(node))
        if known is None:
            known = self._statements[id(node)] = (node, self._statement(node))
        return known[1]

    def _statement(self, node: Node) -> int:
        op = node["op"]
        if op == "$react":
            return 0  # see `reacting`
        price = STEP
        for field, value in node.items():
            if (value.__class__ is dict or value.__class__ is list) and field not in _NESTED:
                price += self.of(value)
        if op in TELLING and not (op in ops.ASSIGNS and node["target"]["op"] == "local"):
            price += TOLD
        elif op == "$enter":
            price += TOLD * sum(map(self._worked_out, node["resets"]))
        if op == "roll":
            price += self.rolling(node) or 0
        if op in _COPYING:
            price += self._copied(node)
        price += self.looking(node.get("$after") or (node["triggers"] if op == "$settle" else ()))
        if op == "$call":
            price += self.call(node["procedure"])
        elif op == "$do":
            price += max(map(self.call, node["table"].values()), default=0)
        elif op == "offer":
            price += self._offering(node)
        elif op == "choose":
            price += self.members(node["from"], STEP)
        elif op == "together":
            asked = node["choose"]
            each = self._offering(asked) if asked["op"] == "offer" else self.of(asked.get("from"))
            price += self.members(node["set"], STEP + each)
        if op in _LOOPING:
            passes = self.passes(node)
            if passes > DEAR and "set" in node:
                passes = self.leaf(node["set"], self.passing_over(node))
            return price + self.passed_on(passes)
        return price + max((self.passed_on(self.block(one)) for one in blocks(node)), default=0)

    def _offering(self, node: Node) -> int:
        """The price of finding out which actions of a menu can be taken."""
        menu = self.program.data["menus"][node["menu"]]
        return sum(self.completing(verb, []) for verb in menu["actions"])

    def _copied(self, node: Node) -> int:
        """The price of the members of a list that a statement puts somewhere."""
        sizes = self.sizes
        match node["op"]:
            case "let" | "set" | "give":
                return COPY * size if (size := sizes.of(node["value"])) > 1 else 0
            case "add_to" | "drop_from":
                return COPY * (sizes.of(node["target"]) + sizes.of(node["value"]))
            case "shuffle":
                return 5 * STEP * sizes.of({"op": "contents", "of": node["place"]})
        return self.passed_on(self.telling(node) * (sizes.of(node["what"]) - 1))

    @staticmethod
    def rolling(node: Node) -> int | None:
        """The price of the dice of a roll; None if they pay for themselves, by how many there are."""
        number = node.get("number")
        if number is None:
            return 0
        price = max(0, int(number["value"])) * TOLD // 10 if number["op"] == "number" else DEAR + 1
        return price if price <= DEAR else None

    def _worked_out(self, key: tuple[str, ...]) -> int:
        """How many values a reset works out, and may tell of. Of the others each one that it changes has been
        changed, and paid for, since the last time."""
        if key[0] == "game":
            return int(is_expression(self.program.data["game_properties"][key[1]].get("default")))
        _, kind, name = key
        column = self.program.columns[kind, name]
        worked_out = is_expression(self.program.property(kind, name)["default"])
        return column.high - column.low if worked_out else 0

    @staticmethod
    def telling(node: Node) -> int:
        """The price of each of the things that a statement moves, shows or hides."""
        return TOLD if node["op"] == "move" else TOLD // 10

    # ---- loops

    def a_pass(self, node: Node) -> int:
        """The price of a pass of a loop."""
        anew = node["set"] if node.get("key") or node.get("ties") else None
        return PASS + self.of([anew, node.get("key"), node.get("while")]) + self.block(node["body"])

    def passes(self, node: Node) -> int:
        """The price of all passes of a loop; too high, if nobody knows how many there are."""
        if "$counted" in node:
            return self.block(node["body"])  # every other pass is a reaction
        return self._times(node) * self.a_pass(node)

    def passing_over(self, node: Node) -> int:
        """The price of a pass of a loop over a set in which nothing is done."""
        body = node["body"]
        return PASS + (self.of(body[0]["test"]) if body and body[0]["op"] == "if" else 0)

    def _times(self, node: Node) -> int:
        if node["op"] != "repeat":
            return self.sizes.of(node["set"])
        times = node.get("times")
        return max(0, int(times["value"])) if times is not None and times["op"] == "number" else DEAR

    def reacting(self, node: Node, looking: int) -> int:
        """The price of a reaction: to find it, to look at all rules once more, to compare, to run."""
        compared = len(self.program.entities) + len(self.program.values)
        return PASS + looking + compared + self.call(node["procedure"])


def blocks(node: Node) -> Iterator[list[Node]]:
    """The blocks in a statement."""
    if node["op"] == "together":
        yield from blocks(node["choose"])
    if _BLOCKS.isdisjoint(node):
        return
    for field in _BLOCKS:
        found = node.get(field)
        if field == "options":
            yield from (option["body"] for option in found or ())
        elif isinstance(found, list):
            yield found
        elif isinstance(found, dict) and isinstance(found.get("body"), list):
            yield found["body"]


def _sides(costs: Prices, node: Node) -> int:
    return CALL + sum(costs.members(node[one], 2) for one in ("a", "b", "of", "item") if one in node)


def _copied(field: str) -> Callable[[Prices, Node], int]:
    """A list made of the members of another."""
    return lambda costs, node: STEP + costs.members(node[field], COPY)


def _with(price: int, *parts: str) -> Callable[[Prices, Node], int]:
    """A price and that of some parts."""
    return lambda costs, node: price + sum(costs.of(node.get(part)) for part in parts)


# What costs more or less than its parts and a step.
_PRICES: dict[str, Callable[[Prices, Node], int]] = {
    **{op: _copied(field) for op, (begins, part, field, _) in ops.GIVES.items() if begins and part == "item"},
    **dict.fromkeys(_LOOPS, Prices._loop),
    **dict.fromkeys(ops.STREAMS, lambda costs, node: costs.members(node, STEP)),
    **dict.fromkeys(("union", "without", "both", "position"), _sides),
    "direction": _with(10 * STEP, "a", "b"),
    **dict.fromkeys(
        ops.RELATIONS,
        lambda costs, node: _with(10 * STEP, "a", "b", "of")(costs, node) + costs._seeing(node),
    ),
    **dict.fromkeys(("multiply", "divide", "remainder", "absolute"), _with(3 * STEP, "a", "b", "of")),
    **dict.fromkeys(("minimum", "maximum"), _with(4 * STEP, "items")),
    **dict.fromkeys(ops.PROPERTIES, lambda costs, node: STEP + costs.of(node["of"]) + costs._property(node)),
    "define": lambda costs, node: costs.of(node["args"]) + costs.calls.get(node["name"], CALL),
    "game": Prices._game,
    "set_property": lambda costs, node: CALL + costs.members(node["of"], 2 * STEP + costs._property(node)),
    "in": Prices._in,
    "list": lambda costs, node: STEP + sum(costs.members(one, COPY) for one in node["items"]),
    "if": lambda costs, node: (
        STEP + costs.of(node["test"]) + max(costs.of(node["then"]), costs.of(node["else"]))
    ),
    "by_thing": Prices._by_thing,
    "steps": lambda costs, node: (
        20 * STEP
        + costs.of(node["a"])
        + costs.members(node["b"], 3 * STEP)
        + costs.members(node.get("around") or {}, STEP)
        + costs._seeing(node)
    ),
    "spare": lambda costs, node: costs.leaf({**node, "op": "spares"}, STEP),
    "$fires": lambda costs, node: costs.trigger(node["trigger"]),
    "$part": lambda costs, node: costs.completing(node["verb"], [one["name"] for one in node["args"]]),
    "$force": lambda costs, node: costs.of(node["of"]) + costs.force(node["kind"]),
}
