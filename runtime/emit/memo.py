"""What is memoised beside a position, and when that is out of date.

It is the masks of relations, the values of searches through the whole game, and whether a rule would react:
all can be found again from the position, and are worth finding only once. What is written makes out of
date whatever reads it. After one thing has moved it is asked which thing that was and between which places,
since most moves change little: what happens far from every link changes no mask of what links block.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from tilewright.schemas.operation_table import SEARCHES
from tilewright.schemas.walking import operations

from ..analysis.local_reads import free_locals
from ..analysis.program_types import ANY, Types, is_list
from ..analysis.read_write import PLAY, PLAYERS, Analysis, StateKeys
from ..state.program import AS_HOLDER, IN, Node, Program
from .fragments import MEMO, Fragment, Integer, Item, OnlyIf, code, listed
from .instructions import CodeLine, Instruction, ThingMove, nested

MOST = 10_000  # values that are kept of one define for all states


@dataclass(frozen=True)
class MemoSlot:
    """A value that is memoised: its place in `State.memo`, and what it reads."""

    number: int
    reads: StateKeys


class Memo:
    """What the states of one program memoise."""

    def __init__(self, program: Program, analysis: Analysis) -> None:
        self.program = program
        self.analysis = analysis
        self.open = True  # no more once a state may exist, since it has so many places and no more
        self.all = [MemoSlot(i, analysis.relation(name)) for i, name in enumerate(program.relations)]
        self._known: dict[str, MemoSlot] = {}
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

    def value(self, key: str, reads: StateKeys) -> MemoSlot | None:
        """Anything that depends on nothing but what it reads; None if it is too late to keep more."""
        if key not in self._known and self.open:
            self._known[key] = MemoSlot(len(self.all), reads)
            self.all.append(self._known[key])
        return self._known.get(key)

    # ---- what is out of date

    def forgetting(
        self, written: StateKeys, move: ThingMove | None, constant: Callable[[Any], Fragment]
    ) -> list[Instruction]:
        """What forgets all that reads what was written. `constant` names a value for generated code."""
        stale: dict[tuple[Fragment, ...], list[int]] = {}
        for slot in self.all:
            if slot.reads and self.analysis.touch(slot.reads, written):
                when = () if move is None else self._matters(slot.reads, move, constant)
                stale.setdefault(when, []).append(slot.number)
        found: list[Instruction] = []
        for when, numbers in stale.items():
            forgotten = CodeLine(code("{}=None", listed((Item(MEMO, number) for number in numbers), "=")))
            found += nested([OnlyIf(listed(when, " or "))] if when else [], [forgotten])
        return found

    def _matters(
        self, reads: StateKeys, move: ThingMove, constant: Callable[[Any], Fragment]
    ) -> tuple[Fragment, ...]:
        """If a move changes something that is read, at least one of these tests holds. Where every such move
        may change it, there are none.
        """
        ranges: list[tuple[int, int]] = []
        places: set[int] = set()
        tests: list[Fragment] = []
        standing = self._standing(move)
        for key in reads:
            if key[0] != "at" or not self.analysis.overlap(key[1], move.kind):
                continue
            if len(key) == 2:
                ranges.append(self._range(key[1]))
            elif key[2] != PLAY:
                places |= key[2]
            elif standing is None:
                tests.append(code("STANDING[{}]!=STANDING[{}]", move.old, move.new))
                tests.append(code("STANDING[{}]=={}", move.new, AS_HOLDER))
            elif standing == AS_HOLDER:
                return ()
            else:
                tests.append(code("STANDING[{}]!={}", move.old, standing))
        low, high = self._range(move.kind)
        for first, end in joined_ranges(ranges):
            if first <= low and high <= end:
                return ()
            tests.append(code("{}<={}<{}", first, move.thing, end))
        if places:
            if isinstance(move.new, Integer) and move.new.value in places:
                return ()
            table = constant(bytes(place in places for place in range(len(self.program.standing))))
            tests += [Item(table, one) for one in (move.old, move.new) if not isinstance(one, Integer)]
        return tuple(dict.fromkeys(tests))

    def _standing(self, move: ThingMove) -> int | None:
        """Whether the new place is in play, where that is certain."""
        if move.onto_board:
            return IN
        return self.program.standing[move.new.value] if isinstance(move.new, Integer) else None

    def _range(self, kind: str) -> tuple[int, int]:
        everything = 0, len(self.program.entities)
        return self.program.range(kind) if kind in self.program.kinds else everything


def joined_ranges(ranges: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Ranges of numbers, those that touch put together."""
    low = high = -1
    for first, end in sorted(ranges):
        if first > high:
            if high >= 0:
                yield low, high
            low = first
        high = max(high, end)
    if high >= 0:
        yield low, high
