"""Piles that are shuffled while nothing lies in them: what comes there later lies as it came.

Followed is how a game begins: each set-up, then the first verb, with all that they call on the way. A pile is
empty until something is moved to one of its name, by a statement, by what that calls, or by a rule that goes
with a verb or waits. What is moved to a place that is not named may come anywhere. In a loop, what its later
lines fill is there the next time. Nothing is said of a verb that may be done at another time as well.
"""

from collections.abc import Iterable, Iterator

from tilewright.schemas.operation_table import ASSIGNS, GIVES, LOOPS, QUIET
from tilewright.schemas.walking import operations

from ..analysis.keys import FlowKey, flow_key
from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts, blocks_of

_PLAIN = ASSIGNS | QUIET | {"move", "shuffle"}
"""What calls nothing."""
ANYWHERE = ""
"""The name under which a place is filled that is not named."""
_MIXES = "shuffle"
"""Among the names of piles, a word that none has: something is shuffled, too."""


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
        walk.block(first.block, set(behind | walk.by_rules))
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
        self._filled: dict[FlowKey, frozenset[str]] = {}
        self._called: dict[FlowKey, frozenset[str]] = {}
        self._does: dict[int, frozenset[str]] = {}
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
            does = self.does(op)
            if _MIXES in does:
                self.mixing(op, does, filled)
            filled |= does

    def mixing(self, op: Op, does: frozenset[str], filled: set[str]) -> None:
        """A statement that shuffles something, itself or by what it calls."""
        if op["op"] == "shuffle" and op["place"]["op"] == "place":
            if filled.isdisjoint((op["place"]["name"], ANYWHERE)):
                self.empty[id(op)] = op, self.inside[-1] if self.inside else None
            else:
                self.full.add(id(op))
        if op["op"] == "call":
            self.call(op, filled)
        if op["op"] in LOOPS:
            filled |= does
        for inner in blocks_of(op):
            self.block(inner, filled)

    def call(self, op: Op, filled: set[str]) -> None:
        """What a verb does that is called here."""
        key = flow_key("verb", op["verb"])
        body = self.facts.flow.bodies.get(key)
        if body is not None and key not in self.inside:
            self.called.add(id(op))
            self.inside.append(key)
            self.block(body.block, filled)
            self.inside.pop()

    def does(self, op: Op) -> frozenset[str]:
        """The piles that a statement may fill, with all that it calls; what wakes by it is in `by_rules`."""
        found = self._does.get(id(op))
        if found is None:
            found = _fills([op] if op["op"] in _PLAIN else operations(op))
            if op["op"] not in _PLAIN:
                found |= self._by(key for key in self.facts.flow.summary([op]).calls if key.sort != "value")
            self._does[id(op)] = found
        return found

    def _by(self, keys: Iterable[FlowKey]) -> frozenset[str]:
        flow, found = self.facts.flow, frozenset[str]()
        for key in keys:
            if key not in self._called:
                inner = [self._own(one) for one in flow.called([key])]
                self._called[key] = frozenset[str]().union(*inner)
            found |= self._called[key]
        return found

    def _own(self, key: FlowKey) -> frozenset[str]:
        known = self._filled.get(key)
        if known is None:
            known = self._filled[key] = _fills(self.facts.flow.inside[key])
        return known


def _fills(inside: Iterable[Op]) -> frozenset[str]:
    """The names of the places to which something is moved."""
    found = set()
    for op in inside:
        if op["op"] == "shuffle":
            found.add(_MIXES)
        elif op["op"] == "move" and _may_be_pile(op["to"]):
            found.add(str(op["to"]["name"]) if op["to"]["op"] == "place" else ANYWHERE)
    return frozenset(found)


def _may_be_pile(to: Op) -> bool:
    """Whether what is moved there may come to lie in a pile; by its name, only a space is written."""
    return to["op"] != "entity" and GIVES[to["op"]][0] in ("any", "place")
