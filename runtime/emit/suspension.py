"""Which procedures may wait for an answer, and which may call themselves, however indirectly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tilewright.schemas.operation_table import ASKS, LOOPS
from tilewright.schemas.walking import operations

from ..analysis.components import components
from ..analysis.costs import blocks
from ..state.program import Node, is_campaign
from ..weaving.procedures import Procedure
from ..weaving.weave import Weaver

_LOOPS = LOOPS | {"$each"}
MOST_NESTED = 8
"""Loops of Python in one another; it allows twenty. Those around them stand on frames, as if they waited, and
a search further in is a function of its own."""
# What stands on a frame even if it never waits: the engine starts it so.
ENTRIES = ("game", "setup")


class Suspension:
    """What may wait, found from what is known so far; later procedures can be added, never changed."""

    def __init__(self, weaver: Weaver) -> None:
        self.weaver = weaver
        self.any_time = any(menu.get("any_time") for menu in weaver.program.data.get("menus", {}).values())
        self.procedures: set[int] = set()
        self.recursive: set[int] = set()
        self._seen: set[int] = set()
        self._inside: dict[int, list[Node]] = {}
        self._depths: dict[int, int] = {}
        self._heights: dict[int, int] = {}

    def find(self) -> list[Procedure]:
        """Look at all procedures woven since the last time, and give them: what is called comes before what
        calls it, as far as it does not lead back.
        """
        self._weave_all()
        every = {id(one): one for one in self.weaver.procedures.values()}
        fresh = {number: one for number, one in every.items() if number not in self._seen}
        self._seen |= set(fresh)
        again = True
        while again:
            again = False
            for number, one in fresh.items():
                if number not in self.procedures and (one.name.startswith("block ") or self.block(one.body)):
                    self.procedures.add(number)
                    again = True
        callees = {number: set(self._callees(one)) for number, one in fresh.items()}
        calls = {number: fresh.keys() & called for number, called in callees.items()}
        order: list[Procedure] = []
        for numbers in components(calls):
            if len(numbers) > 1 or numbers[0] in calls[numbers[0]]:
                self.recursive.update(numbers)
            below = [self._heights.get(one, 0) for number in numbers for one in callees[number]]
            self._heights |= dict.fromkeys(numbers, max(below, default=0) + 1)
            order += map(fresh.__getitem__, numbers)
        return order

    def _weave_all(self) -> None:
        """Weave everything that woven procedures call, reactions included."""
        looked: set[str] = set()
        while len(looked) < len(self.weaver.procedures):
            for name, procedure in list(self.weaver.procedures.items()):
                if name not in looked:
                    looked.add(name)
                    if id(procedure) not in self._inside:
                        self._inside[id(procedure)] = operations(procedure.body)
                    for node in self._inside[id(procedure)]:
                        for _ in called(self.weaver, node):
                            pass

    def inside(self, procedure: Procedure) -> list[Node]:
        """All operations of a procedure."""
        return self._inside[id(procedure)]

    def silent_recursion(self) -> list[Procedure]:
        """The procedures that never wait and may come to call themselves, with all that these call."""
        every = {id(one): one for one in self.weaver.procedures.values()}
        numbers = [number for number in every if number in self.recursive - self.procedures]
        for number in numbers:  # grows on the way
            callees = dict.fromkeys(self._callees(every[number]))
            numbers += [one for one in callees if one not in self.procedures and one not in numbers]
        return [every[number] for number in numbers]

    @property
    def longest(self) -> int:
        """How many procedures call one another in the longest chain; what leads back to itself is one."""
        return max(self._heights.values(), default=0)

    def is_waiting(self, name: str) -> bool:
        return id(self.weaver.procedures[name]) in self.procedures

    def is_recursive(self, name: str) -> bool:
        return id(self.weaver.procedures[name]) in self.recursive

    def is_recursive_procedure(self, procedure: Procedure) -> bool:
        return id(procedure) in self.recursive

    def block(self, body: list[Node]) -> bool:
        return any(self.statement(node) for node in body)

    def statement(self, node: Node) -> bool:
        """Whether a statement may wait, itself or in a block of it."""
        op = node["op"]
        if op == "pause":
            return self.any_time
        if op == "play_mission":
            return is_campaign(self.weaver.program.data)
        if op in ASKS and not (node.get("by") or {}).get("chance"):
            return True
        if any(self.is_waiting(name) for name in called(self.weaver, node)):
            return True
        if op == "for_each" and node.get("ties") is not None:
            return True
        if op in _LOOPS and self._nested(node) > MOST_NESTED:
            return True
        return any(self.block(block) for block in blocks(node))

    def _nested(self, node: Node) -> int:
        """How many loops there are at most in one another, this statement included."""
        known = self._depths.get(id(node))
        if known is None:
            inner = (self._nested(one) for block in blocks(node) for one in block)
            known = self._depths[id(node)] = max(inner, default=0) + (node["op"] in _LOOPS)
        return known

    def _callees(self, procedure: Procedure) -> Iterator[int]:
        for node in self._inside[id(procedure)]:
            for name in called(self.weaver, node):
                yield id(self.weaver.procedures[name])


def called(weaver: Weaver, node: Node) -> Iterator[str]:
    """The procedures that one statement may call, those of rules that react to it among them."""
    if node["op"] in ("$call", "$react"):
        yield node["procedure"]
    if node["op"] == "$do":
        yield from node["table"].values()
    if node["op"] == "offer":
        for verb in weaver.program.data["menus"][node["menu"]]["actions"]:
            yield weaver.action(verb, bool(node.get("secret")))
    triggers: Any = node.get("$after") or (node["triggers"] if node["op"] == "$settle" else ())
    if triggers:
        yield weaver.settle(triggers)
