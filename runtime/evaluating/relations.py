"""Which spaces are related: next to each other, reachable, in sight.

The geometry of a board is a matter of drawing, not of rules: both back ends take it from ../geometry. What
blocks at the moment is found here from scratch whenever something has changed, test by test.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..analysis.sighting import sighting
from ..geometry import Feature, Geometry
from ..geometry.expressions import place_of, relation_with
from ..state.state import FAR, Stuck
from .program_index import Env, Node

if TYPE_CHECKING:
    from .evaluator import Evaluator


class Relations:
    """The relations of one state."""

    def __init__(self, values: Evaluator) -> None:
        self.values = values
        self.index = values.index
        self._masks: dict[str, tuple[int, int]] = {}
        self._sighting: dict[str, int] = {}

    @cached_property
    def geometry(self) -> Geometry:
        """The tables of the program; they hold for all its states."""
        return self.index.geometry(self._lasting)

    def _lasting(self, expression: Node, known: Mapping[str, Any]) -> int:
        """The value of a part of a relation that never changes. Raises Stuck with the relation."""
        try:
            return int(self.values.of(expression, dict(known)))
        except Stuck as stuck:
            raise stuck.inside(*relation_with(self.index.data, expression)) from None

    def declared(self, name: str) -> Node:
        relation: Node = self.index.data["relations"][name]
        return relation

    def related(self, name: str, a: int, b: int) -> bool:
        """Whether a is related to b; none, and what is on no space, is related to nothing."""
        if self._look(name, 1):
            return self.geometry.looked_at(name, a, b, self.mask(name))
        return self.geometry.related(name, a, b, self.mask(name))

    def neighbours(self, name: str, a: int) -> tuple[int, ...]:
        """All spaces that a is related to, in id order."""
        spaces = range(self.index.program.spaces)
        if a >= 0 and self._look(name, len(spaces)):  # no look at the lines of any other space
            mask = self.mask(name)
            return tuple(b for b in spaces if b != a and self.geometry.looked_at(name, a, b, mask))
        return self.geometry.neighbours(name, a, self.mask(name))

    def connected(self, name: str, a: int) -> tuple[int, ...]:
        """All spaces to which any number of steps leads, in id order."""
        found, edge = set[int](), [a] if a >= 0 else []
        while edge:
            self.values.pay(None, len(edge))
            found.update(edge)
            edge = [to for space in edge for to in self.neighbours(name, space) if to not in found]
        return tuple(sorted(found))

    def steps(self, name: str, start: int, goals: tuple[int, ...], around: tuple[int, ...]) -> int:
        """The cost of the cheapest way to the nearest goal. What is `around` may be reached, not passed."""
        goals = tuple(goal for goal in goals if goal >= 0)
        if start < 0 or not goals:
            return FAR
        price = self.declared(name).get("cost")
        passed = {self.values.space_of(one) for one in around}
        best, waiting = {start: 0}, [(0, start)]
        while waiting:
            cost, space = heapq.heappop(waiting)
            if space in goals:
                return cost
            if cost > best[space] or (space in passed and space != start):
                continue
            beside = self.neighbours(name, space)
            self.values.pay(price, 1 + len(beside))
            for to in beside:
                total = cost + (1 if price is None else self._cost(name, price, space, to))
                if total < best.get(to, FAR):
                    best[to] = total
                    heapq.heappush(waiting, (total, to))
        return FAR

    def _cost(self, name: str, price: Node, a: int, b: int) -> int:
        env: Env = {"from": a, "to": b, "crossed": ()}
        try:
            return int(self.values.of(price, env))
        except Stuck as stuck:
            raise stuck.inside(*place_of(self.index.data, name)) from None

    def line_length(self, name: str, a: int, b: int) -> int:
        self._look(name, 1)
        return self.geometry.line_length(name, a, b, self.mask(name))

    def crossed(self, name: str, a: int, b: int) -> tuple[int, ...]:
        self._look(name, 1)
        return self.geometry.crossed(name, a, b, self.mask(name))

    def direction(self, a: int, b: int) -> int:
        """The nearest of eight directions from a to b: 0 north, clockwise; none for the same."""
        return self.geometry.direction(a, b)

    def _look(self, name: str, times: int) -> bool:
        """Pay for lines as if nobody had asked for them before; whether they are dear."""
        if name not in self._sighting:
            self._sighting[name] = sighting(self.index.program, name)
        if self._sighting[name]:
            self.values.pay_price(times * self._sighting[name])
        return self._sighting[name] > 0

    # ---------------------------------------------------------------- what blocks now

    def mask(self, name: str) -> int:
        """The bits of all that blocks; kept until something changes."""
        version = self.values.access.version
        known = self._masks.get(name)
        if known is None or known[0] != version:
            try:
                known = (version, self.geometry.mask(name, lambda feature: self.holds(name, feature)))
            except Stuck as stuck:
                raise stuck.inside(*place_of(self.index.data, name)) from None
            self._masks[name] = known
        return known[1]

    def holds(self, name: str, feature: Feature) -> int:
        """The value of the test of a feature; of the distance for "within"."""
        relation = self.declared(name)
        self.values.pay(None, 1)
        env: Env = {"from": feature.start, "to": feature.end, "crossed": feature.crossed}
        if feature.sort == "within":
            return int(self.values.of(relation["within"], env))
        clause: Any = relation[feature.sort][feature.clause]
        if feature.sort != "blocks":
            self.values.pay(clause, 1)
            return int(self.values.of(clause, {**env, "it": feature.entity}))
        where, kind = clause.get("where"), clause["kind"]
        about = [feature.entity] if self.index.is_kind(feature.entity, kind) else []
        about += self.values.pieces(feature.entity, kind)
        self.values.pay(where, len(about))
        return int(any(self.values.holds(where, {**env, "it": one}) for one in about))
