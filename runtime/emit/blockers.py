"""What blocks each relation at the moment, as a mask of the bits that the geometry names.

Every feature of a relation is a test over the state with its bit. For pieces the things on the board are
looked at, not the spaces. One bit beyond all others is always set, so that a mask that was found is never 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tilewright.schemas import value_types
from tilewright.schemas.walking import operations

from ..analysis.costs import STEP, Prices
from ..analysis.local_reads import free_locals
from ..analysis.program_types import ENDS
from ..analysis.read_write import Analysis
from ..geometry import Feature, Geometry
from ..geometry.expressions import place_of
from ..geometry.relation import SpaceRelation
from ..state.primitives import endless
from ..state.program import Node, Program
from ..state.state import State, Stuck

CompiledTest = Callable[..., Any]
CompileTest = Callable[[Node, Mapping[str, str]], CompiledTest]

# A function that tests all links or spaces of a clause in one loop: its test, their kind, the features.
InOne = Callable[[Node, str, list[Feature]], Callable[[State], int]]

LINE = 300  # the price of finding out whether lines between two spaces are open under a mask
_FAR = ("steps", "connected")  # what asks for those between all spaces

# A mask to begin with, what finds its bits, what else follows from these, and the price of it all.
Finders = tuple[int, list[Callable[[State], int]], Callable[[int], int], int]


class Masks:
    """The masks of all relations of a program."""

    def __init__(
        self,
        program: Program,
        analysis: Analysis,
        costs: Prices,
        geometry: Geometry,
        compiled: CompileTest,
        in_one: InOne,
    ) -> None:
        self.program = program
        self.analysis = analysis
        self.costs = costs
        self.compiled = compiled
        self.in_one = in_one
        self.broken: Stuck | None = None  # a relation of which not all can be found that may change
        lines = [name for name, one in program.data["relations"].items() if one.get("line")]
        self.far = {one["relation"] for one in operations(lines and program.data) if one["op"] in _FAR}
        self.where = [place_of(program.data, name) for name in program.relations]
        self.finders = [self._relation(geometry.relation(name), name) for name in program.relations]

    def find(self, state: State, number: int) -> int:
        """The mask of a relation; the state keeps it until something is written that it depends on.

        Raises Stuck with the relation and its place if a test of it asks something of none, or it takes too
        long.
        """
        mask, finders, whole, price = self.finders[number]
        state.fuel -= price
        if state.fuel < 0:
            endless(self.where[number])
        try:
            for finder in finders:
                mask |= finder(state)
        except Stuck as stuck:
            raise stuck.inside(*self.where[number]) from None
        state.memo[number] = mask = whole(mask)
        return mask

    def _relation(self, relation: SpaceRelation, name: str) -> Finders:
        try:
            features = relation.features
        except Stuck as stuck:
            self.broken = self.broken or stuck.inside(*place_of(self.program.data, name))
            return 0, [], int, 0
        declared = self.program.data["relations"][name]
        by_clause: dict[tuple[str, int], list[Feature]] = {}
        for feature in features:
            by_clause.setdefault((feature.sort, feature.clause), []).append(feature)
        finders, price = [], 0
        for (sort, clause), found in by_clause.items():
            tested = declared["blocks"][clause].get("where") if sort == "blocks" else declared[sort]
            price += len(found) * (STEP + self.costs.of(tested))
            if sort == "blocks":
                plain = free_locals(tested).isdisjoint(ENDS)
                finders.append(self._blocks(declared["blocks"][clause], found, plain))
            else:
                tree = declared[sort] if sort == "within" else declared[sort][clause]
                finders.append(_tests(self.compiled(tree, ENDS), found))
        if declared.get("line") and name in self.far:
            price += self.program.spaces**2 * LINE
        return relation.unused_bit, finders, relation.with_pinched, price

    def _blocks(self, block: Node, features: list[Feature], plain: bool) -> Callable[[State], int]:
        kind, where = block["kind"], block.get("where")
        if plain and where is not None and not self.analysis.moves(kind):
            return self.in_one(where, kind, features)
        known = {"it": value_types.thing(kind)} if plain else {"it": value_types.thing(kind), **ENDS}
        test = None if where is None else self.compiled(where, known)
        if self.analysis.moves(kind):
            return self._pieces(kind, test, features, plain)
        assert test is not None, "what always blocks is no feature"
        return _about_ends(test, features)

    def _pieces(
        self, kind: str, test: CompiledTest | None, features: list[Feature], plain: bool
    ) -> Callable[[State], int]:
        """A piece blocks over the space on which it stands."""
        low, high = self.program.range(kind)
        if plain:
            return over_pieces(low, high, test, features)
        table: dict[int, list[Feature]] = {}
        for feature in features:
            table.setdefault(feature.entity, []).append(feature)
        return _pieces_and_ends(low, high, test, table)


def over_pieces(
    low: int, high: int, test: CompiledTest | None, features: list[Feature]
) -> Callable[[State], int]:
    """What is blocked by pieces for which the test holds, or by any piece where there is no test."""
    bits: dict[int, int] = {}
    for feature in features:
        bits[feature.entity] = bits.get(feature.entity, 0) | feature.bit

    def find(state: State) -> int:
        mask = 0
        for thing, place in enumerate(state.at[low:high], low):
            if place in bits and (test is None or test(state, thing)):
                mask |= bits[place]
        return mask

    return find


def _about_ends(test: CompiledTest, features: list[Feature]) -> Callable[[State], int]:
    def find(state: State) -> int:
        mask = 0
        for one in features:
            if bool(test(state, one.entity, one.start, one.end, one.crossed)) == one.holds:
                mask |= one.bit
        return mask

    return find


def _tests(test: CompiledTest, features: list[Feature]) -> Callable[[State], int]:
    """Tests about a way as a whole; for "within" its longest distance."""

    def find(state: State) -> int:
        mask = 0
        for one in features:
            value = test(state, one.start, one.end, one.crossed)
            if value < one.length if one.sort == "within" else bool(value) == one.holds:
                mask |= one.bit
        return mask

    return find


def _pieces_and_ends(
    low: int, high: int, test: CompiledTest | None, table: dict[int, list[Feature]]
) -> Callable[[State], int]:
    def find(state: State) -> int:
        mask = 0
        for thing, place in enumerate(state.at[low:high], low):
            for one in table.get(place, ()):
                if test is None or test(state, thing, one.start, one.end, one.crossed):
                    mask |= one.bit
        return mask

    return find
