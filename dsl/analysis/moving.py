"""By which relations rules move things: where a move goes, followed back to what it was chosen from.

A rule may ask about a relation for many reasons: who is near, who sees whom. It moves by those that lead to
the place that a move goes to, or to the places from which that was chosen: in a part of a verb, a question, a
loop, a `let`, a stored value, what a verb gives. Verbs, steps and the rules around them are followed with
what they are given. `neighbours(actor, walk) where it is near to goal` goes where `walk` leads; of all the
spaces there are, with no relation that leads to them, every relation in the test counts.
"""

from collections.abc import Iterable
from typing import NamedTuple

from tilewright.schemas.operation_table import ASSIGNS, BINDS, MEMBERS, STORED
from tilewright.schemas.walking import conjuncts, operations

from ..check.scope import Op
from .bounds import place
from .callgraph import Body, Flow
from .keys import FlowKey, callee, flow_key, of_sort

MemberTests = tuple[tuple[str, Op], ...]
"""What is asked of the members of a set, each with the name that they have in it."""


class MovesTo(NamedTuple):
    """Where rules and set-ups move things: by which relations, to spaces named by rules, and what is asked of
    each space that is chosen from others.
    """

    relations: set[str]
    named: set[str]
    asked: list[MemberTests]


def moves_to(flow: Flow, setups: Iterable[list[Op]]) -> MovesTo:
    """Where all moves lead."""
    sought = _Sought(flow)
    for setup in setups:
        sought.look("setup", operations(setup))
    while sought.again:
        sought.again = False
        for body in flow.bodies.values():
            sought.look_into(body)
    return MovesTo(sought.relations, sought.named, sought.asked)


Owner = FlowKey | str
"""Whose a name is: a body, a kind of things, or `around` what lasts for a while."""


class _Sought:
    """The names, by body, from which the places come that something is moved to, and what gives them."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.names: set[tuple[Owner, str]] = set()
        self.relations: set[str] = set()
        self.named: set[str] = set()
        self.asked: list[MemberTests] = []
        self._taken: dict[int, Op] = {}
        self.again = True
        """Whether something has been found that was not known when other bodies were looked into."""

    def look_into(self, body: Body) -> None:
        """Find names in a rule, with those that others have been found to hand to it."""
        owner = flow_key("verb", body.op["verb"]) if body.sort == "hook" else body.key
        self.look(owner, self.flow.inside[body.key])
        for part in body.op.get("parts", ()):
            if (owner, part["name"]) in self.names:
                self._take(owner, (part["from"], part["default"]))
        for name in body.op.get("captures", ()):  # what is around a rule that lasts for a while
            if (owner, name) in self.names:
                self._add("around", name)

    def look(self, owner: Owner, inside: list[Op]) -> None:
        for op in inside:
            match op["op"]:
                case "move":
                    self._take(owner, (op["to"],))
                case "give" if (owner, "") in self.names:
                    self._take(owner, (op["value"],))
                case "call" | "do":
                    self._handed(owner, op)
            if self._is_sought(owner, op):
                self._take(owner, (op.get(field) for field in ("value", "from", "set")))

    def _is_sought(self, owner: Owner, op: Op) -> bool:
        """Whether a statement gives something a value that is sought."""
        if op["op"] in BINDS and op.get("name"):
            named = {(owner, op["name"]), ("around", op["name"])}
        elif op["op"] in ASSIGNS and op["target"]["op"] == "local":
            named = {(owner, op["target"]["name"])}
        elif op["op"] in ASSIGNS and op["target"]["op"] in STORED:
            named = {place(op["target"])}
        else:
            return False
        return not self.names.isdisjoint(named)

    def _handed(self, owner: Owner, op: Op) -> None:
        """Take what a call hands to parts that are sought, and seek what it gives if that is."""
        called = callee(op)
        for part, arg in zip(self.flow.bodies[called].op["parts"], op["args"], strict=False):
            if (called, part["name"]) in self.names:
                self._take(owner, (arg,))
        if op.get("name") and (owner, op["name"]) in self.names:
            self._add(called, "")

    def _take(self, owner: Owner, values: Iterable[Op | None]) -> None:
        for value in values:
            if value is not None and id(value) not in self._taken:
                self._taken[id(value)] = value
                self.again = True
                self._lead_to(value, owner)

    def _lead_to(self, value: Op, owner: Owner, tests: MemberTests = ()) -> bool:
        """Note what leads to these places, if they pass the tests; answers whether it leads to some of those
        there are only.
        """
        match value:
            case {"op": "neighbours" | "connected", "relation": str(relation)}:
                self.relations.add(relation)
                self.asked.append(tests)
            case {"op": "filter", "set": members, "it": it, "where": where}:
                ways = {str(_way(one)) for one in conjuncts(where)} - {"None"}
                self.relations |= ways
                if not self._lead_to(members, owner, (*tests, (it, where))) and not ways:
                    self._mentioned(where)
                    return False
            case {"op": "define", "name": str(name), "args": args}:
                self._take(owner, (*args, self.flow.checked.defines[name]["value"]))
            case {"op": "local", "name": str(name)}:
                self._add(owner, name)
            case {"op": "kind" | "all"}:
                self.asked.append(tests)
                return False
            case {"op": "entity", "name": str(name)}:
                self.named.add(name)
            case _ if value["op"] in STORED:
                self._add(*place(value))
                self.asked.append(tests)  # a thing may have any space to begin with
            case _ if value["op"] in MEMBERS:
                inner = [value[field] for field in MEMBERS[value["op"]]]
                inner = inner[0] if value["op"] == "list" else inner
                bounded = [self._lead_to(one, owner, tests) for one in inner]
                return all(bounded)
            case {"op": "space_of" | "place" | "none"}:  # where something lies already, or on no space
                self._mentioned(value)
            case _:
                self._mentioned(value)
                self.asked.append(tests)
        return True

    def _mentioned(self, value: Op) -> None:
        uses = self.flow.value(value).uses
        self.relations |= of_sort("relation", uses)

    def _add(self, owner: Owner, name: str) -> None:
        self.again |= (owner, name) not in self.names
        self.names.add((owner, name))


def _way(test: Op) -> str | None:
    """The relation by which a test requires `it` to be reachable."""
    match test:
        case {"op": "relation", "name": str(name)}:
            return name
        case {"op": "at_most" | "less", "a": {"op": "steps", "relation": str(name)}}:
            return name
    return None
