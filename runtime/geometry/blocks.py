"""What blocks in one relation, as bits: what always does, what may, and what depends on the ends of the line.

A bit stands for a link or a space; a second one for what blocks only at corners. A way is blocked if any of
its bits is set. `fixed` are the bits that are set for the whole game, `loose` those that the engine must look
after: each of them has one or more *features*, and is set while the test of one of them holds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from tilewright.schemas.walking import locals_in

from .board import Board
from .lattice import Lattice

Json = Any
Evaluate = Callable[[Json, Mapping[str, Any]], int]
Lasts = Callable[[Json], bool]

ENDS = ("from", "to", "crossed")
LOCALS = ("it", *ENDS)


class Feature(NamedTuple):
    """A test that may turn out either way, and the bit of the mask it sets.

    `clause` counts into the list `sort` of the relation. For "blocks" the test is about `entity`: a link, or
    a space (of the kind itself or, if the kind is one of pieces, with any piece of that kind on it for which
    `where` holds). Where the test reads its ends, `start`, `end` and `crossed` give them; else they are -1
    and empty. The bit is set while the test's value is `holds`; for "within" while the distance is less than
    `length`.
    """

    bit: int
    sort: Literal["blocks", "one_way", "also", "never", "within"]
    clause: int
    entity: int = -1
    start: int = -1
    end: int = -1
    crossed: tuple[int, ...] = ()
    length: int = 0
    holds: bool = True


class TestPart(NamedTuple):
    """One of the conditions of a test that must all hold, and the locals of a way that it reads."""

    test: Json
    reads: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConditionalClause:
    """A clause whose test reads the ends of a way. `entities` are those it may be about, `mask` their bits.

    If it is lasting, `parts` are what remains to be looked at for these; those that read the fewest locals
    first, since each is worked out once for all that it reads.
    """

    clause: int
    lasting: bool
    parts: tuple[TestPart, ...]
    entities: frozenset[int]
    mask: int

    @property
    def reads(self) -> frozenset[str]:
        """All that its parts read."""
        return frozenset(name for part in self.parts for name in part.reads)


class Bits:
    """Gives out bits: on a board of squares those of its lattice, else one after the other."""

    def __init__(self, board: Board, lattice: Lattice | None) -> None:
        self.board, self.lattice = board, lattice
        self._next = lattice.bits if lattice else 0
        self._given: dict[tuple[int, bool], int] = {}
        self.owners: dict[int, set[int]] = defaultdict(set)
        self.taken = 0  # by all masks of new bits together

    def of(self, entity: int, at_corners: bool = False) -> int:
        """The bit of a link or space; with `at_corners` that for what blocks only there."""
        key = (entity, at_corners)
        if key not in self._given:
            bit = self._given[key] = self._on_lattice(entity, at_corners) or self.new()
            self.owners[bit].add(entity)
        return self._given[key]

    def new(self) -> int:
        """A bit that nothing has."""
        self._next += 1
        self.taken += self._next
        return 1 << (self._next - 1)

    def in_mask(self, mask: int) -> Iterator[int]:
        """The links and spaces of the bits of a mask."""
        while mask:
            bit = mask & -mask
            mask ^= bit
            yield from sorted(self.owners.get(bit, ()))

    def _on_lattice(self, entity: int, at_corners: bool) -> int | None:
        if self.lattice is None:
            return None
        if entity < self.board.first_link:
            return self.lattice.square_bit(entity, at_corners)
        return self.lattice.edge_bit(*self.board.link(entity).sides, at_corners)


class Blocks:
    """The `blocks` of a relation, sorted by when they can be decided."""

    def __init__(self, clauses: Iterable[Json], bits: Bits, evaluate: Evaluate, lasts: Lasts) -> None:
        self.bits = bits
        self.fixed = 0
        self.loose = 0
        self.features: list[Feature] = []
        self.conditionals: list[ConditionalClause] = []
        self._evaluate = evaluate
        self._answers: dict[tuple[Any, ...], bool] = {}
        self._pair_bits: dict[tuple[Any, ...], int] = {}
        for number, clause in enumerate(clauses):
            self._add(number, clause, lasts)

    def _add(self, number: int, clause: Json, lasts: Lasts) -> None:
        board = self.bits.board
        pieces = bool(board.pieces_of(clause["kind"]))
        entities = [*board.links_of(clause["kind"]), *board.spaces_of(clause["kind"])]
        if pieces:
            entities = [*range(len(board))]
        test, corner = clause.get("where"), bool(clause.get("corner"))
        lasting = not pieces and (test is None or lasts(test))
        if test is not None and lasting and not locals_in(test):  # settings alone decide
            if not self._evaluate(test, {}):
                return
            test = None
        reads = locals_in(test) & {*ENDS}
        for entity in () if reads else entities:
            bit = self.bits.of(entity, corner)
            if not lasting:
                self.loose |= bit
                self.features.append(Feature(bit, "blocks", number, entity))
            elif test is None or self._evaluate(test, {"it": entity}):
                self.fixed |= bit
        if corner and test is None and self.bits.lattice is not None:
            # What is drawn against nothing is no link, but a corner that it touches is a corner of it.
            for line in board.rim_of(clause["kind"]):
                self.fixed |= self.bits.lattice.rim_bit(line)
        if reads:
            self.conditionals.append(self._conditional(number, test, lasting, entities, corner))

    def _conditional(
        self, number: int, test: Json, lasting: bool, entities: Iterable[int], corner: bool
    ) -> ConditionalClause:
        every = [part_of(one) for one in all_of(test)]
        decided = [part for part in every if lasting and set(part.reads) <= {"it"}]
        left = sorted((part for part in every if part not in decided), key=lambda part: len(part.reads))
        kept = [entity for entity in entities if all(self.holds(part, {"it": entity}) for part in decided)]
        mask = 0
        for entity in kept:
            mask |= self.bits.of(entity, corner)
        return ConditionalClause(number, lasting, tuple(left), frozenset(kept), mask)

    @property
    def lasting(self) -> bool:
        """Whether a way that crosses more never asks for less: no test that may change reads the ends of a
        way.
        """
        return all(clause.lasting for clause in self.conditionals)

    @property
    def doubtful(self) -> int:
        """The bits that block at some times, or for some ends."""
        mask = self.loose
        for clause in self.conditionals:
            mask |= clause.mask
        return mask

    def mask_of(self, bits: int, start: int, end: int, crossed: Callable[[], tuple[int, ...]]) -> int | None:
        """What the engine must look at to know whether a way with these bits is open; None if it never is."""
        if bits & self.fixed:
            return None
        mask = bits & self.loose
        for clause in self.conditionals:
            path = crossed() if bits & clause.mask and "crossed" in clause.reads else ()
            for entity in self.bits.in_mask(bits & clause.mask):
                if entity not in clause.entities:
                    continue
                more = self._condition(clause, entity, start, end, path)
                if more is None:
                    return None
                mask |= more
        return mask

    def never_open(self, entity: int, start: int, end: int) -> bool:
        """Whether a link or space is known to block, whatever else is crossed: no way is followed there."""
        bit = self.bits.of(entity)
        if bit & self.fixed:
            return True
        return any(
            clause.lasting
            and entity in clause.entities
            and "crossed" not in clause.reads
            and self._condition(clause, entity, start, end, ()) is None
            for clause in self.conditionals
        )

    def _condition(
        self, clause: ConditionalClause, entity: int, start: int, end: int, crossed: tuple[int, ...]
    ) -> int | None:
        """0 if the clause does not block here, None if it does, a bit of its own if that may change.

        `crossed` is empty for a clause that does not read it.
        """
        if not clause.lasting:
            reads = clause.reads
            start, end = start if "from" in reads else -1, end if "to" in reads else -1
            way = (clause.clause, entity, start, end, crossed)
            if way not in self._pair_bits:
                bit = self._pair_bits[way] = self.bits.new()
                self.features.append(Feature(bit, "blocks", clause.clause, entity, start, end, crossed))
            return self._pair_bits[way]
        known = {"it": entity, "from": start, "to": end, "crossed": crossed}
        return None if all(self.holds(part, known) for part in clause.parts) else 0

    def holds(self, part: TestPart, known: Mapping[str, Any]) -> bool:
        """Whether a lasting condition holds for a way; worked out once for what it reads."""
        read = {name: known[name] for name in part.reads}
        key = (id(part.test), *read.values())
        if key not in self._answers:
            self._answers[key] = bool(self._evaluate(part.test, read))
        return self._answers[key]


def part_of(test: Json) -> TestPart:
    """A condition with what it reads of a way."""
    read = locals_in(test)
    return TestPart(test, tuple(name for name in LOCALS if name in read))


def all_of(test: Json) -> list[Json]:
    """The conditions of which a test says that all hold."""
    if test["op"] != "and":
        return [test]
    return [*all_of(test["a"]), *all_of(test["b"])]
