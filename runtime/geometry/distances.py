"""How far it is: distances to a set of goals, found outward from the goals and only as far as somebody asks.

Rules ask the same goals from many places (who is nearest, which step leads there), so what was found for a
mask, goals and spaces to go around is kept while it may be asked again.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..state.state import FAR, NONE, State

_KEPT = 64  # so many fields are remembered

Rows = list[tuple[int, ...]]
WeightedRows = list[list[tuple[int, int]]]
Alternatives = tuple[int, ...]
WeightedStep = tuple[int, int, Alternatives]

_ROWS = 256  # so many rows of a space are remembered

_FEW_SHIFTS = 10  # on boards that are no plain grids there are more, and rows are faster


class Ways:
    """The steps of a relation as shifts of sets of spaces, a set being a number with a bit for each space.

    On a grid all steps in one direction are the same shift, so a whole level of a search is found with as
    many operations as there are directions.
    """

    __slots__ = ("shifts", "size")

    def __init__(self, shifts: Mapping[int, int], size: int) -> None:
        self.shifts = sorted(shifts.items())
        self.size = size

    def next(self, spaces: int) -> int:
        """All spaces one step from any of these."""
        found = 0
        for shift, starts in self.shifts:
            moving = spaces & starts
            if moving:
                found |= moving << shift if shift > 0 else moving >> -shift
        return found


def shifted(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """By how much spaces are shifted to get from each of these to the other, and which are."""
    found: dict[int, int] = {}
    for a, b in pairs:
        found[b - a] = found.get(b - a, 0) | 1 << a
    return found


class Openings:
    """The steps of a relation under changing masks: those that are always open, and those that need bits to
    be clear. A step is `(from, to, alternatives)`; it is open if one alternative has no bit in the mask.
    """

    def __init__(self, steps: Iterable[WeightedStep], size: int) -> None:
        free: list[list[int]] = [[] for _ in range(size)]
        bound: dict[int, list[tuple[int, Alternatives]]] = {}
        grouped: dict[Alternatives, list[tuple[int, int]]] = {}
        for a, b, alternatives in steps:
            if 0 in alternatives:
                free[a].append(b)
            else:
                bound.setdefault(a, []).append((b, alternatives))
                grouped.setdefault(alternatives, []).append((a, b))
        self.relevant = _union(one for alternatives in grouped for one in alternatives)
        self._free: Rows = [tuple(row) for row in free]
        self._bound: dict[int, tuple[int, list[tuple[int, Alternatives]], dict[int, tuple[int, ...]]]] = {
            a: (_union(one for _, alternatives in row for one in alternatives), row, {})
            for a, row in bound.items()
        }
        self._shifts = shifted((a, b) for a, row in enumerate(free) for b in row)
        self._grouped = [(alternatives, shifted(pairs)) for alternatives, pairs in grouped.items()]
        self._few = (
            len(self._shifts.keys() | {b - a for pairs in grouped.values() for a, b in pairs}) <= _FEW_SHIFTS
        )

    def rows(self, mask: int) -> Rows:
        """The spaces a step away from each, in the order of their numbers."""
        found = self._free[:]
        for a in self._bound:
            found[a] = self.row(a, mask)
        return found

    def row(self, a: int, mask: int) -> tuple[int, ...]:
        """The spaces a step away from one."""
        if a not in self._bound:
            return self._free[a]
        relevant, bound, known = self._bound[a]
        row = known.get(mask & relevant)
        if row is None:
            if len(known) >= _ROWS:
                known.clear()
            opened = [b for b, alternatives in bound if _is_open(alternatives, mask)]
            row = known[mask & relevant] = tuple(sorted((*self._free[a], *opened)))
        return row

    def ways(self, mask: int) -> Ways | Rows:
        """The steps as shifts where there are few, else as rows."""
        if not self._few:
            return self.rows(mask)
        found = self._shifts.copy()
        for alternatives, shifts in self._grouped:
            if _is_open(alternatives, mask):
                for shift, starts in shifts.items():
                    found[shift] = found.get(shift, 0) | starts
        return Ways(found, len(self._free))


def _is_open(alternatives: Alternatives, mask: int) -> bool:
    for needed in alternatives:  # noqa: SIM110  # asked of every line of sight: `any` takes three times as long
        if not needed & mask:
            return True
    return False


def _union(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


class Levels:
    """Distances in steps of 1 along shifts, a level at a time, until the space asked about is reached."""

    __slots__ = ("around", "distance", "edge", "levels", "seen", "ways")

    def __init__(self, steps: Ways, goals: Iterable[int], around: Iterable[int]) -> None:
        self.ways = steps
        self.edge = bits(goals)
        self.seen = self.edge
        self.levels = [self.edge]
        self.distance = [FAR] * steps.size
        # What is gone around may be where a way begins or ends, but no way leads through it.
        self.around = ~bits(around)

    def of(self, space: int) -> int:
        bit = 1 << space
        if self.seen & bit:
            for distance, level in enumerate(self.levels):
                if level & bit:
                    self.distance[space] = distance
                    return distance
        while self.edge:
            if self._further() & bit:
                self.distance[space] = len(self.levels) - 1
                break
        return self.distance[space]

    def whole(self) -> list[int]:
        while self.edge:
            self._further()
        for distance, level in enumerate(self.levels):
            while level:
                space = level.bit_length() - 1
                self.distance[space] = distance
                level ^= 1 << space
        return self.distance

    def _further(self) -> int:
        reached = self.ways.next(self.edge) & ~self.seen
        self.seen |= reached
        self.levels.append(reached)
        self.edge = reached & self.around
        return reached


def bits(spaces: Iterable[int]) -> int:
    found = 0
    for space in spaces:
        if space >= 0:
            found |= 1 << space
    return found


class StepDistances:
    """Distances in steps of 1 on boards that are no plain grids."""

    __slots__ = ("around", "distance", "edge", "level", "rows")

    def __init__(self, rows: Rows, goals: Iterable[int], around: Iterable[int]) -> None:
        self.rows = rows
        self.around = frozenset(around)
        self.edge = [goal for goal in goals if goal >= 0]
        self.level = 0
        self.distance = [FAR] * (len(rows) + 1)  # a last one for none
        for goal in self.edge:
            self.distance[goal] = 0

    def of(self, space: int) -> int:
        distance = self.distance
        rows, around, edge, level = self.rows, self.around, self.edge, self.level
        while edge and distance[space] == FAR:
            level += 1
            reached = []
            for here in edge:
                for there in rows[here]:
                    if distance[there] == FAR:
                        distance[there] = level
                        if there not in around:
                            reached.append(there)
            edge = reached
        self.edge, self.level = edge, level
        return distance[space]

    def whole(self) -> list[int]:
        self.of(NONE)
        return self.distance


def steps(along: Ways | Rows, goals: Iterable[int], around: Iterable[int]) -> Levels | StepDistances:
    """Distances to goals, as fast as the board allows."""
    return Levels(along, goals, around) if isinstance(along, Ways) else StepDistances(along, goals, around)


class CostDistances:
    """Distances as the least sum of costs."""

    __slots__ = ("around", "best", "distance", "done", "goals", "rows", "waiting")

    def __init__(self, rows: WeightedRows, goals: Iterable[int], around: Iterable[int]) -> None:
        self.rows = rows
        self.around = frozenset(around)
        self.goals = frozenset(goal for goal in goals if goal >= 0)
        self.best = dict.fromkeys(self.goals, 0)
        self.distance = [FAR] * (len(rows) + 1)  # a last one for none
        self.done: set[int] = set()
        self.waiting = [(0, goal) for goal in sorted(self.goals)]

    def of(self, space: int) -> int:
        best, done, waiting = self.best, self.done, self.waiting
        while space not in done and waiting:
            spent, here = heapq.heappop(waiting)
            if here in done:
                continue
            done.add(here)
            if here in self.around and here not in self.goals:
                continue
            for there, cost in self.rows[here]:
                total = spent + cost
                if total < best.get(there, FAR):
                    best[there] = total
                    heapq.heappush(waiting, (total, there))
        if space in done:
            self.distance[space] = best[space]
        return self.distance[space]

    def whole(self) -> list[int]:
        self.of(NONE)
        for space in self.done:
            self.distance[space] = self.best[space]
        return self.distance


class Fields:
    """The distances of one relation that were asked for last.

    What is made for a mask, goals and what to go around has a list `distance` of those that it knows, FAR for
    the others, and finds one more with `of`, all of them with `whole`.

    Rules ask the same of one space after another, and the sets they name are then the very same tuples. So
    what was asked last is compared by identity, before the members of those tuples are hashed for the table.
    What is asked does not depend on the state; those who ask name it because `ChangingFields` needs it.
    """

    __slots__ = ("distance", "kept", "last", "last_around", "last_goals", "last_mask", "make", "rows")

    def __init__(self, rows: Callable[[int], Any], make: Callable[..., Any]) -> None:
        self.rows = rows
        self.make = make
        self.kept: dict[tuple[int, tuple[int, ...], tuple[int, ...]], Any] = {}
        self.last: Any = None
        self.distance: list[int] = []  # those of the last
        self.last_mask = 0
        # A tuple, or for `reach` the number of one space. Nobody can change them, and as long as they are
        # held here nothing else can have their identity.
        self.last_goals: object = None
        self.last_around: object = None

    def steps(self, state: State, a: int, targets: Iterable[int], mask: int, around: Iterable[int]) -> int:
        """The least cost of a way from a space to the nearest target, or FAR."""
        if a < 0:
            return FAR
        if targets is not self.last_goals or around is not self.last_around or mask != self.last_mask:
            key = mask, tuple(targets), tuple(around)
            self.last = self.kept.get(key) or self._new(key)
            self.distance = self.last.distance
            self.last_mask, self.last_goals, self.last_around = key  # of a tuple, `tuple` gives the same one
        found = self.distance[a]
        return found if found < FAR else self.last.of(a)

    def reach(self, state: State, a: int, b: int, mask: int, around: Iterable[int]) -> int:
        """The same for one target, where others will be asked of the same start. Rows must lead forward."""
        if a < 0 or b < 0:
            return FAR
        if a != self.last_goals or around is not self.last_around or mask != self.last_mask:
            key = mask, (a,), tuple(around)
            self.last = self.kept.get(key) or self._new(key)
            self.distance = self.last.distance
            self.last_mask, self.last_goals, self.last_around = mask, a, key[2]
        found = self.distance[b]
        return found if found < FAR else self.last.of(b)

    def steps_all(
        self, found: list[int], state: State, targets: Iterable[int], mask: int, around: Iterable[int]
    ) -> list[int]:
        """What `steps` gives for each space, put into an empty list; or `reach`, from the one target."""
        key = mask, tuple(targets), tuple(around)
        found += (self.kept.get(key) or self._new(key)).whole()
        return found

    def _new(self, key: tuple[int, tuple[int, ...], tuple[int, ...]]) -> Any:
        mask, targets, around = key
        if len(self.kept) >= _KEPT:
            self.kept.clear()
        made = self.kept[key] = self.make(self.rows(mask), targets, around)
        return made


class ChangingFields:
    """The same questions where costs change: for every question they are looked up again."""

    __slots__ = ("rows",)

    def __init__(self, rows: Callable[[int, State], WeightedRows]) -> None:
        self.rows = rows

    def steps(self, state: State, a: int, targets: Iterable[int], mask: int, around: Iterable[int]) -> int:
        return self._now(state, targets, mask, around).of(a) if a >= 0 else FAR

    def reach(self, state: State, a: int, b: int, mask: int, around: Iterable[int]) -> int:
        return self._now(state, (a,), mask, around).of(b) if a >= 0 and b >= 0 else FAR

    def steps_all(
        self, found: list[int], state: State, targets: Iterable[int], mask: int, around: Iterable[int]
    ) -> list[int]:
        found += self._now(state, targets, mask, around).whole()
        return found

    def _now(self, state: State, targets: Iterable[int], mask: int, around: Iterable[int]) -> CostDistances:
        return CostDistances(self.rows(mask, state), targets, tuple(around))
