"""Piles that are shuffled while nothing lies in them: what comes there later lies as it came.

Followed is how a game begins: each set-up, then the first verb, with all that they call on the way. A pile is
empty until something is moved to one of its name, by a statement, by what that calls, or by a rule that goes
with a verb or waits. What is moved to a place that is not named may come anywhere. In a loop, what its later
lines fill is there the next time. Nothing is said of a verb that may be done at another time as well.
"""

from collections.abc import Iterable, Iterator

from tilewright.schemas.operation_table import GIVES, LOOPS
from tilewright.schemas.walking import operations

from ..analysis.keys import FlowKey, flow_key
from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts, blocks_of

ANYWHERE = ""
"""The name under which a place is filled that is not named."""


def shuffled_empty(facts: Facts) -> Iterator[Diagnostic]:
    """Each shuffle at the beginning of a game that finds nothing to mix."""
    if not facts.by_op.get("shuffle"):
        return
    walk = _Beginning(facts)
    behind: set[str] = set()
    for board in facts.boards:
        filled = set(walk.by_rules)
        walk.block(board.setup, filled)
        behind |= filled
    first = facts.flow.bodies.get(facts.flow.begins)
    if first is not None:
        walk.block(first.block, behind | walk.by_rules)
    yield from walk.found()


class _Beginning:
    """All ways into a game, and what was met on them."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.empty: dict[int, tuple[Op, FlowKey | None]] = {}
        self.full: set[int] = set()
        self.called: set[int] = set()
        self.inside: list[FlowKey] = []
        flow = facts.flow
        rules = [body.key for body in flow.bodies.values() if body.sort in ("trigger", "hook")]
        self._fills: dict[FlowKey, set[str]] = {}
        self.by_rules = self._by([*rules, *flow.campaigns.values()])

    def found(self) -> Iterator[Diagnostic]:
        """What was empty whenever it was shuffled."""
        calls = [op for name in ("call", "finish") for op in self.facts.by_op.get(name, ())]
        elsewhere = {op["verb"] for op in calls if id(op) not in self.called}
        for number, (op, verb) in self.empty.items():
            span = self.facts.flow.span(op["at"])
            again = verb is not None and (
                verb.name in elsewhere or self.facts.checked.verbs[verb.name]["menu"] is not None
            )
            if number not in self.full and not again and self.facts.own(span):
                yield codes.SHUFFLED_EMPTY.at(span, name=op["place"]["name"])

    def block(self, block: Iterable[Op], filled: set[str]) -> None:
        """Go through statements, and add what they may fill."""
        for op in block:
            if op["op"] == "shuffle" and op["place"]["op"] == "place":
                if filled.isdisjoint((op["place"]["name"], ANYWHERE)):
                    self.empty[id(op)] = op, self.inside[-1] if self.inside else None
                else:
                    self.full.add(id(op))
            if op["op"] == "call":
                self.call(op, filled)
            inner = [*blocks_of(op)]
            if op["op"] in LOOPS:
                filled |= self.by_op(op)
            for one in inner:
                self.block(one, filled)
            filled |= self.by_op(op)

    def call(self, op: Op, filled: set[str]) -> None:
        """What a verb does that is called here."""
        key = flow_key("verb", op["verb"])
        body = self.facts.flow.bodies.get(key)
        if body is not None and key not in self.inside:
            self.called.add(id(op))
            self.inside.append(key)
            self.block(body.block, filled)
            self.inside.pop()

    def by_op(self, op: Op) -> set[str]:
        """The piles that a statement may fill, with all that it calls."""
        return _filled(operations(op)) | self._by(self.facts.flow.reached([op]))

    def _by(self, keys: Iterable[FlowKey]) -> set[str]:
        found: set[str] = set()
        for key in keys:
            if key not in self._fills:
                flow = self.facts.flow
                self._fills[key] = set().union(*(_filled(flow.inside[one]) for one in flow.called([key])))
            found |= self._fills[key]
        return found


def _filled(inside: Iterable[Op]) -> set[str]:
    """The names of the places to which something is moved."""
    return {
        str(op["to"]["name"]) if op["to"]["op"] == "place" else ANYWHERE
        for op in inside
        if op["op"] == "move" and _may_be_pile(op["to"])
    }


def _may_be_pile(to: Op) -> bool:
    """Whether what is moved there may come to lie in a pile; by its name, only a space is written."""
    return to["op"] != "entity" and GIVES[to["op"]][0] in ("any", "place")
