"""What is memoised beside a position, and what of it is read.

It is the masks of relations, the values of searches through the whole game, and whether a rule would react:
all can be found again from the position, and are worth finding only once. forgetting.py
says when it is out of date.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from tilewright.schemas.operation_table import SEARCHES
from tilewright.schemas.walking import operations

from ..analysis.local_reads import free_locals
from ..analysis.program_types import ANY, Types, is_list
from ..analysis.read_write import PLAYERS, Analysis, StateKeys
from ..state.program import Node, Program
from .fragments import Fragment, Variable

MOST = 10_000  # values that are kept of one define for all states


@dataclass(frozen=True)
class MemoSlot:
    """A value that is memoised: its place in `State.memo`, and what it reads."""

    number: int
    reads: StateKeys


@dataclass(frozen=True, slots=True)
class Arrival:
    """How a search that found nothing looks again after a move: by a function that takes the thing and its
    new place, and that reads these of all that a state keeps.
    """

    function: str
    kept: frozenset[int]


@dataclass(frozen=True, slots=True)
class KindInPlay:
    """That what is kept are all things of a kind that are in play, and the test that one of them is."""

    kind: str
    one: Variable
    test: Fragment


class Memo:
    """What the states of one program memoise."""

    def __init__(self, program: Program, analysis: Analysis) -> None:
        self.program = program
        self.analysis = analysis
        self.open = True  # no more once a state may exist, since it has so many places and no more
        self.all = [MemoSlot(i, analysis.relation(name)) for i, name in enumerate(program.relations)]
        self.arrivals: dict[int, Arrival | None] = {}  # by the number of what is kept of the search
        self.in_play: dict[int, KindInPlay] = {}  # by the number of what is kept of them
        self._known: dict[str, MemoSlot] = {}
        self._reading: dict[StateKeys, list[MemoSlot]] = {}
        defines = program.data.get("defines", {})
        self.inside = {name: operations(declared["value"]) for name, declared in defines.items()}
        for name, declared in defines.items():
            # Sets and searches over the whole game that need no arguments.
            if not declared.get("parameters") and self._searches(name):
                self.value(name, analysis.define(name))

    def _searches(self, name: str) -> bool:
        return any(node["op"] in SEARCHES for node in self.inside[name])

    def define(self, name: str) -> MemoSlot | None:
        """A define without arguments, if it is kept."""
        return self._known.get(name)

    @cache  # noqa: B019  # it lives as long as its program
    def lasts(self, name: str) -> bool:
        """Whether a define is a search that gives the same for the same arguments in every state with as many
        players. What it gives is worth a table.
        """
        declared = self.program.data["defines"][name]
        given = [part["type"] for part in declared.get("parameters", ())]
        return (
            bool(given)
            and not any(is_list(kind) or kind == ANY for kind in given)
            and self.analysis.define(name) <= PLAYERS
            and self._searches(name)
        )

    def expression(self, node: Node) -> MemoSlot | None:
        """Any expression that needs no locals."""
        key = json.dumps(node, sort_keys=True)
        if key not in self._known and (not self.open or free_locals(node)):
            return None
        return self.value(key, self.analysis.reads(node, Types(self.program).learn(node)))

    def trigger(self, index: int) -> MemoSlot | None:
        """Whether any test of a `whenever` holds."""
        return self.value(f"trigger {index}", self.analysis.trigger(index))

    def reading(self, written: StateKeys) -> list[MemoSlot]:
        """All that reads what is written."""
        found = self._reading.get(written)
        if found is None:
            found = [slot for slot in self.all if self.analysis.touch(slot.reads, written)]
            if not self.open:
                self._reading[written] = found
        return found

    def value(self, key: str, reads: StateKeys) -> MemoSlot | None:
        """Anything that depends on nothing but what it reads; None if it is too late to keep more."""
        if key not in self._known and self.open:
            self._known[key] = MemoSlot(len(self.all), reads)
            self.all.append(self._known[key])
        return self._known.get(key)
