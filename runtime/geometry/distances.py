"""How far it is: distances to a set of goals, found outward from the goals and only as far as somebody asks.

Rules ask the same goals from many places (who is nearest, which step leads there), so what was found for a
mask, goals and spaces to go around is kept while it may be asked again.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable
from typing import Any

from ..running.state import FAR

_KEPT = 64  # so many fields are remembered

Rows = list[tuple[int, ...]]
WeightedRows = list[list[tuple[int, int]]]

_FEW_SHIFTS = 40


class Ways:
    """The steps of a relation as shifts of sets of spaces, a set being a number with a bit for each space.

    On a grid all steps in one direction are the same shift, so a whole level of a search is found with as
    many operations as there are directions.
    """

    __slots__ = ("shifts",)

    def __init__(self, rows: Rows) -> None:
        found: dict[int, int] = {}
        for a, row in enumerate(rows):
            for b in row:
                found[b - a] = found.get(b - a, 0) | 1 << a
        self.shifts = sorted(found.items())

    def next(self, spaces: int) -> int:
        """All spaces one step from any of these."""
        found = 0
        for shift, starts in self.shifts:
            moving = spaces & starts
            if moving:
                found |= moving << shift if shift > 0 else moving >> -shift
        return found


def ways(rows: Rows) -> Ways | Rows:
    """The steps as shifts where there are few, else as they are."""
    made = Ways(rows)
    return made if len(made.shifts) <= _FEW_SHIFTS else rows


class Levels:
    """Distances in steps of 1 along shifts, a level at a time, until the space asked about is reached."""

    __slots__ = ("around", "edge", "levels", "seen", "ways")

    def __init__(self, steps: Ways, goals: Collection[int], around: Collection[int]) -> None:
        self.ways = steps
        self.edge = bits(goals)
        self.seen = self.edge
        self.levels = [self.edge]
        # What is gone around may be where a way begins or ends, but no way leads through it.
        self.around = ~bits(around)

    def of(self, space: int) -> int:
        bit = 1 << space
        if self.seen & bit:
            for distance, level in enumerate(self.levels):
                if level & bit:
                    return distance
        edge = self.edge
        while edge:
            reached = self.ways.next(edge) & ~self.seen
            self.seen |= reached
            self.levels.append(reached)
            self.edge = edge = reached & self.around
            if reached & bit:
                return len(self.levels) - 1
        return FAR


def bits(spaces: Iterable[int]) -> int:
    found = 0
    for space in spaces:
        if space >= 0:
            found |= 1 << space
    return found


class Steps:
    """Distances in steps of 1 on boards that are no grids."""

    __slots__ = ("around", "distance", "edge", "level", "rows", "seen")

    def __init__(self, rows: Rows, goals: Collection[int], around: Collection[int]) -> None:
        self.rows = rows
        self.around = frozenset(around)
        self.edge: Collection[int] = goals
        self.level = 0
        self.seen = set(goals)
        self.distance = dict.fromkeys(goals, 0)

    def of(self, space: int) -> int:
        found = self.distance.get(space)
        if found is not None:
            return found
        rows, seen, around, distance = self.rows, self.seen, self.around, self.distance
        while self.edge:
            self.level += 1
            reached = set().union(*[rows[one] for one in self.edge])
            reached -= seen
            seen |= reached
            distance.update(dict.fromkeys(reached, self.level))
            self.edge = reached - around if around else reached
            if space in reached:
                return self.level
        return FAR


def steps(along: Ways | Rows, goals: Collection[int], around: Collection[int]) -> Levels | Steps:
    """Distances to goals, as fast as the board allows."""
    return Levels(along, goals, around) if isinstance(along, Ways) else Steps(along, goals, around)


class Costs:
    """Distances as the least sum of costs."""

    __slots__ = ("around", "best", "done", "goals", "rows", "waiting")

    def __init__(self, rows: WeightedRows, goals: Collection[int], around: Collection[int]) -> None:
        self.rows = rows
        self.around = frozenset(around)
        self.goals = frozenset(goals)
        self.best = dict.fromkeys(goals, 0)
        self.done: set[int] = set()
        self.waiting = [(0, goal) for goal in sorted(goals)]

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
        return best[space] if space in done else FAR


class Fields:
    """The distances of one relation that were asked for last.

    Rules ask the same of one space after another, and the sets they name are then the very same tuples. So
    what was asked last is compared by identity, before the members of those tuples are hashed for the table.
    """

    __slots__ = ("kept", "last", "last_around", "last_goals", "last_mask", "make", "rows")

    def __init__(self, rows: Callable[[int], Any], make: Callable[..., Any]) -> None:
        self.rows = rows
        self.make = make
        self.kept: dict[tuple[int, tuple[int, ...], tuple[int, ...]], Any] = {}
        self.last: Any = None
        self.last_mask = 0
        # A tuple, or for `reach` the number of one space. Nobody can change them, and as long as they are
        # held here nothing else can have their identity.
        self.last_goals: object = None
        self.last_around: object = None

    def steps(self, a: int, targets: Iterable[int], mask: int, around: Iterable[int]) -> int:
        """The least cost of a way from a space to the nearest target, or FAR."""
        if a < 0:
            return FAR
        if targets is self.last_goals and around is self.last_around and mask == self.last_mask:
            known: int = self.last.of(a)
            return known
        key = mask, tuple(targets), tuple(around)
        made = self.last = self.kept.get(key) or self._new(key)
        self.last_mask, self.last_goals, self.last_around = key  # of a tuple, `tuple` gives the same one
        found: int = made.of(a)
        return found

    def reach(self, a: int, b: int, mask: int, around: Iterable[int]) -> int:
        """The same for one target, where others will be asked of the same start. Rows must lead forward."""
        if a < 0 or b < 0:
            return FAR
        if a == self.last_goals and around is self.last_around and mask == self.last_mask:
            known: int = self.last.of(b)
            return known
        key = mask, (a,), tuple(around)
        made = self.last = self.kept.get(key) or self._new(key)
        self.last_mask, self.last_goals, self.last_around = mask, a, key[2]
        found: int = made.of(b)
        return found

    def _new(self, key: tuple[int, tuple[int, ...], tuple[int, ...]]) -> Any:
        mask, targets, around = key
        goals = {target for target in targets if target >= 0}
        if len(self.kept) >= _KEPT:
            self.kept.clear()
        made = self.kept[key] = self.make(self.rows(mask), goals, around)
        return made
