"""One relation between spaces over a board: its ways, and which of them are open under a mask.

**Masks.** `features` lists what can change; the engine evaluates the tests it needs and sets their bits in a
mask. Every pair of spaces has alternatives, masks of what must be clear: the pair is related if one
alternative has no bit in common with the engine's mask. Alternatives are found when they are first asked for,
and kept.

**Steps** (`joins`). Over a side: no link there and not the space behind may block. Over a corner: what blocks
*at corners* may not stand there; and links that block otherwise must leave one of the two ways round it open.
Two links on different parts of one side are alternatives: a door in a wall. **Lines** see `lattice.py` and
`polygon_sight.py`. `also` adds a pair, `never` takes it away whatever else holds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any

from ..state.state import Stuck
from .blocks import Bits, Blocks, Evaluate, Feature, Json, Lasts, TestPart, part_of
from .board import Board, BoardLink, Touching
from .borders import pinched
from .expressions import in_any_order
from .lattice import PINCHED, Lattice, own_corners
from .line_cache import Best, MaskTable
from .pairs import PairClauses
from .polygon_sight import Polygons, Terms
from .square_lines import RawWay, SquareLines, bounded, crossing, smallest

ClearedWay = tuple[int, tuple[int, ...]]  # what must be clear, the spaces crossed


MOST_LOOKED = 1_000_000
"""Pairs of spaces that are looked at before a game begins, because what can change reads both of them; a way
between them counts as ten or more."""
MOST_BITS = 300_000_000
"""Bits of the masks of tests that can change and read both ends of a way: each test has a bit behind those of
all before it, so memory grows with the square of their number.
"""

SPRAWLING = (
    "There are more pairs of spaces than can be looked at: too much may change with the ends of a way."
)

# The lines that can be found exactly: both ends are of one sort.
LINES = ("any_point", "edge", "centre")


class SpaceRelation:
    """A relation of the program, ready to be asked. Spaces are entity numbers; links too."""

    def __init__(
        self,
        declared: Mapping[str, Json],
        board: Board,
        lattice: Lattice | None,
        polygons: Callable[[], Polygons],
        evaluate: Evaluate,
        lasts: Lasts,
        shared_by: Callable[[], int] = lambda: 1,
    ) -> None:
        """`shared_by` tells how many relations of the board share what may be looked at and kept of pairs."""
        self._evaluate, self._lasts, self._shared_by = evaluate, lasts, shared_by
        self._declared = declared
        passes = declared.get("passes")
        self._passes_corners = passes is not None and bool(evaluate(passes, {}))
        if self._passes_corners:
            lattice = None  # its patterns are lines that cross what they touch
        borders = declared.get("borders")
        self._passes_borders = borders is not None and bool(evaluate(borders, {}))
        self.board, self.lattice, self._polygons = board, lattice, polygons
        self.line = _sort_of_line(declared.get("line"))
        own = declared.get("corners") or ""
        self._ends = f"{self.line} {own}".rstrip()
        self._joins = frozenset(declared.get("joins") or ())
        self.bits = Bits(board, lattice)
        self.blocks = Blocks(declared.get("blocks") or (), self.bits, evaluate, lasts)
        self._lines: SquareLines | None = None
        if lattice and self.line:
            self._lines = SquareLines(lattice, self.blocks, self._ends, self._passes_borders)
        if lattice:
            self.blocks.fixed |= lattice.nothing()
        if lattice and self._passes_borders:
            self.blocks.fixed |= pinched(lattice, self.blocks.fixed)
            self.blocks.loose |= ((1 << lattice.bits) - 1) >> PINCHED * lattice.size << PINCHED * lattice.size
        self._pairs = PairClauses(declared, self.bits, self.blocks.features, evaluate, lasts)
        self.found: MaskTable = {}  # by pair
        self._ways: dict[tuple[int, int], tuple[ClearedWay, ...]] = {}
        self._passages: dict[tuple[int, int], Sequence[int]] = {}
        self.best: Best = {}
        self._noted: dict[int, int] | None = None
        self._prunes = True
        self._looked = 0

    # ---------------------------------------------------------------- for the engine

    @cached_property
    def features(self) -> tuple[Feature, ...]:
        """All that can change. Where tests depend on both ends of a way, every pair is looked at first.
        Raises Stuck if there are too many.
        """
        if self.depends_on_pairs:
            for a in range(len(self.board)):
                for b in self._worth_asking(a):
                    self.masks(a, b)
                    self._looked += 1
                    self._bounded()
        return tuple(self.blocks.features)

    def _bounded(self) -> None:
        """Raises Stuck, and keeps nothing, if there is more to look at than memory and time are for."""
        if max(self._looked / MOST_LOOKED, self.bits.taken / MOST_BITS) * self._shared_by() > 1:
            self.forget()
            self.blocks.features.clear()
            self._pairs.forget()
            raise Stuck(SPRAWLING)

    def masks(self, a: int, b: int) -> tuple[int, ...]:
        """The alternatives of a pair, none of which contains another; `(0,)` if it always holds."""
        key = (a, b)
        if key not in self.found:
            if self.best and (key in self.best or (b, a) in self.best):
                crossed = self.best.get(key, self.best.get((b, a)))
                self.found[key] = () if crossed is None else (0,)
                return self.found[key]
            if (b, a) in self.found and self.mirrored(a, b):
                return self.found[b, a]
            if self.plain_lines and a != b:
                self.found[key] = self.plain_lines.masks(a, b)
            else:
                open_ways = (mask for mask, _ in self._open_ways(a, b))
                self.found[key] = smallest(chain(open_ways, self._pairs.also(a, b)))
        return self.found[key]

    @cached_property
    def plain_lines(self) -> SquareLines | None:
        """The lines over squares for which neither their ends nor their lengths matter, nor where they run
        along borders.
        """
        more = any(self._declared.get(sort) for sort in ("never", "also", "within"))
        return None if self._passes_borders or self.blocks.conditionals or more else self._lines

    def ways(self, a: int, b: int) -> tuple[ClearedWay, ...]:
        """The alternatives with the spaces they cross, shortest first; none that a shorter one makes
        needless.
        """
        key = (a, b)
        if key in self.best:
            crossed = self.best[key]
            return () if crossed is None else ((0, crossed),)
        if key not in self._ways:
            kept: list[ClearedWay] = []
            for mask, way in sorted(
                self._open_ways(a, b), key=lambda found: (found[1].length, found[0].bit_count())
            ):
                if all(other & mask != other for other, _ in kept):
                    kept.append((mask, way.crossed()))
            self._ways[key] = tuple(kept)
        return self._ways[key]

    def forget(self) -> None:
        """Find every pair again when it is next asked for: there are too many to keep them all."""
        self.found.clear()
        self._ways.clear()

    def every_best(self) -> Best | None:
        """The best line of every pair, one way where both are the same; None if what is open changes."""
        if self.blocks.loose or self.depends_on_pairs or self._declared.get("also"):
            return None
        spaces = range(len(self.board))
        self.best = {
            (a, b): next((crossed for _, crossed in self.ways(a, b)), None)
            for a in spaces
            for b in spaces
            if a <= b or not self.mirrored(a, b)
        }
        return self.best

    @cached_property
    def beside(self) -> tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]:
        """For each space those it may be related to, with the alternatives, in the order of their numbers."""
        asked = ((a, ((b, self.masks(a, b)) for b in self._worth_asking(a))) for a in range(len(self.board)))
        return tuple(tuple((b, masks) for b, masks in others if b != a and masks) for a, others in asked)

    @cached_property
    def bare(self) -> SpaceRelation:
        """The same relation where nothing blocks."""
        declared = {key: self._declared[key] for key in ("joins", "line", "passes") if key in self._declared}
        bare = SpaceRelation(declared, self.board, self.lattice, self._polygons, self._evaluate, self._lasts)
        bare._prunes = False
        if bare._lines:
            bare._lines.prunes = False
        return bare

    def with_pinched(self, mask: int) -> int:
        """A mask of what blocks with the corners that are pinched by it, where lines pass borders."""
        if self.lattice is None or not self._passes_borders:
            return mask
        return mask | pinched(self.lattice, mask | self.blocks.fixed)

    @property
    def unused_bit(self) -> int:
        """A bit that is none of the relation's."""
        bits = [feature.bit for feature in self.features]
        if self.lattice is not None and self._passes_borders:
            bits.append(1 << self.lattice.bits)
        return 1 << max((bit.bit_length() for bit in bits), default=0)

    # ---------------------------------------------------------------- ways

    def _open_ways(self, a: int, b: int) -> Iterator[tuple[int, RawWay]]:
        """Every way that may be open, with its whole mask."""
        never = self._pairs.all_of("never", a, b, holds=True)
        if never is None:
            return
        if self._lines and self._pairs.never_reaches(a, b, self._lines.apart(a, b)):
            return
        for number, way in enumerate(self.raw_ways(a, b)):
            bounded(number)
            self._looked += 10 + len(self.board) // 10
            mask = self.blocks.mask_of(way.bits, a, b, way.crossed)
            if mask is None:
                continue
            if self._noted is not None:
                self._noted[way.bits] = mask
            far = self._pairs.too_far(a, b, way.length + (a != b)) if self.line else 0
            if far is not None:
                yield mask | never | far, way
                if not mask and not far and self.line:
                    return  # the rest is longer, and asks for more

    def raw_ways(self, a: int, b: int) -> Iterator[RawWay]:
        """Every way; short lines first."""
        if self.line and a == b:
            yield _step(0)
        elif self._lines:
            yield from self._lines.ways(a, b)
        elif self.line:
            yield from (crossing(*way) for way in self._polygon_lines(a, b))
        elif a != b:
            for touch in self._touches.get((a, b), ()):
                yield from map(_step, self._steps_over(touch, a, b))
            if "links" in self._joins:
                for link in self._links.get((a, b), ()):
                    against = self._pairs.against(link, a)
                    if against is not None:
                        yield _step(against | self.bits.of(link.entity) | self.bits.of(b))

    def _polygon_lines(self, a: int, b: int) -> Iterator[ClearedWay]:
        find = self._polygons().centre_line if self.line == "centre" else self._polygons().lines
        known: dict[int, int | None] = {}

        def entered(space: int) -> int | None:
            if space not in known:
                known[space] = None if self.blocks.never_open(space, a, b) else self.bits.of(space)
            return known[space]

        self._noted = {} if self._prunes and self.blocks.lasting else None
        past = own_corners(self._ends) if self._passes_borders and not self._passes_corners else None
        corners = self._passes_corners or self._passes_borders
        terms = Terms(self._passage, entered, self.blocks.fixed, self._noted, corners, past)
        return find(a, b, terms)

    def _passage(self, here: int, there: int) -> Sequence[int]:
        """The bits of each way in which a line may pass from a space into the next."""
        if (here, there) not in self._passages:
            touches = self._all_touches.get((here, there), ())
            ways = [self._bits_of(touch.via) for touch in touches if not touch.corner]
            ways = ways or [way for touch in touches for way in self._round_corner(touch, here, there)]
            ways = ways or [self.bits.of(link.entity) for link in self._links.get((here, there), ())]
            self._passages[here, there] = self._passages[there, here] = ways
        return self._passages[here, there]

    def _steps_over(self, touch: Touching, a: int, b: int) -> Iterator[int]:
        """The bits of each way to step over a side or round a corner."""
        if not touch.corner:
            bits = self.bits.of(b) | self._bits_of(touch.via)
            for entity in touch.via:
                against = self._pairs.against(self.board.link(entity), a)
                if against is None:
                    return
                bits |= against
            yield bits
            return
        yield from (self.bits.of(b) | way for way in self._round_corner(touch, a, b))

    def _round_corner(self, touch: Touching, a: int, b: int) -> Iterator[int]:
        """The bits of what stands in a corner, by each way round it."""
        bits = self._bits_of(touch.via, at_corners=True)
        for space in self._beside_corner(a, b):
            bits |= self.bits.of(space, at_corners=True)
        rounds = self._rounds(touch, a, b)
        # Links on one way round only leave the other free.
        yield from (bits | way for way in rounds) if len(rounds) > 1 else (bits,)

    def _rounds(self, touch: Touching, a: int, b: int) -> list[int]:
        """The bits of the links on each way round a corner: by the spaces beside it that they bound."""
        ways: list[tuple[set[int], int]] = []
        for entity in touch.via:
            spaces = {*self.board.link(entity).sides} - {a, b}
            bits = self.bits.of(entity)
            for way in [way for way in ways if way[0] & spaces]:
                ways.remove(way)
                spaces, bits = spaces | way[0], bits | way[1]
            ways.append((spaces, bits))
        return [bits for _, bits in ways]

    def _bits_of(self, entities: Sequence[int], at_corners: bool = False) -> int:
        bits = 0
        for entity in entities:
            bits |= self.bits.of(entity, at_corners)
        return bits

    def _beside_corner(self, a: int, b: int) -> set[int]:
        """The spaces that meet in a corner that two others share."""
        corners = {*self.board.spaces[a].outline} & {*self.board.spaces[b].outline}
        return {space for corner in corners for space in self._at_corner.get(corner, ())} - {a, b}

    # ---------------------------------------------------------------- tables

    @cached_property
    def depends_on_pairs(self) -> bool:
        """Whether some features are only found by looking at pairs."""
        return self._pairs.may_change or any(not clause.lasting for clause in self.blocks.conditionals)

    def mirrored(self, a: int, b: int) -> bool:
        """Whether the lines from b to a are those from a to b, and open when they are."""
        if (a, b) in self.best or (b, a) in self.best:
            return ((a, b) in self.best) is not ((b, a) in self.best)  # of two that are alike one is kept
        if self._about_ends is None:
            return False
        there, back, holds = {"from": a, "to": b}, {"from": b, "to": a}, self.blocks.holds
        return all(holds(part, there) == holds(part, back) for part in self._about_ends)

    @cached_property
    def _about_ends(self) -> list[TestPart] | None:
        """The lasting conditions that read the ends of a line and nothing else: all that can tell the way
        there from the way back. None if there is more that can.
        """
        sorts = ("also", "one_way", "within")
        if not self.line or " " in self._ends or any(self._declared.get(sort) for sort in sorts):
            return None
        never = self._declared.get("never") or ()
        if not (self.blocks.lasting and all(map(self._lasts, never))):
            return None
        parts = [*map(part_of, never), *(part for one in self.blocks.conditionals for part in one.parts)]
        about = [part for part in parts if not {*part.reads}.isdisjoint(("from", "to"))]
        alike = all({*part.reads} <= {"from", "to"} for part in about)
        others = all(in_any_order(part.test, "crossed") for part in parts)
        return about if alike and others else None

    def _worth_asking(self, a: int) -> Iterable[int]:
        """The spaces that a may be related to, in the order of their numbers."""
        if self.line or self._declared.get("also"):
            return range(len(self.board))
        return self._joined.get(a, ())

    @cached_property
    def _joined(self) -> dict[int, list[int]]:
        """By a space those that a step may lead to."""
        found: dict[int, list[int]] = defaultdict(list)
        for a, b in sorted({*self._touches, *(self._links if "links" in self._joins else ())}):
            found[a].append(b)
        return found

    @cached_property
    def _all_touches(self) -> dict[tuple[int, int], list[Touching]]:
        return _both_ways((touch.a, touch.b, touch) for touch in self.board.touching)

    @cached_property
    def _touches(self) -> dict[tuple[int, int], list[Touching]]:
        wanted = {"sides": False, "corners": True}
        corners = {wanted[join] for join in self._joins if join in wanted}
        return _both_ways(
            (touch.a, touch.b, touch) for touch in self.board.touching if touch.corner in corners
        )

    @cached_property
    def _links(self) -> dict[tuple[int, int], list[BoardLink]]:
        return _both_ways((*link.sides, link) for link in self.board.links)

    @cached_property
    def _at_corner(self) -> dict[tuple[int, int], list[int]]:
        found: dict[tuple[int, int], list[int]] = defaultdict(list)
        for number, space in enumerate(self.board.spaces):
            for corner in dict.fromkeys(space.outline):
                found[corner].append(number)
        return found


def _step(bits: int) -> RawWay:
    return RawWay(bits, 0, tuple)


def _sort_of_line(ends: Sequence[str] | None) -> str | None:
    if not ends:
        return None
    if ends[0] != ends[1] or ends[0] not in LINES:
        raise ValueError(f"no lines from {ends[0]} to {ends[1]}: both ends are one of {', '.join(LINES)}")
    return ends[0]


def _both_ways(entries: Any) -> dict[tuple[int, int], list[Any]]:
    found: dict[tuple[int, int], list[Any]] = defaultdict(list)
    for a, b, entry in entries:
        found[a, b].append(entry)
        if a != b:
            found[b, a].append(entry)
    return dict(found)
