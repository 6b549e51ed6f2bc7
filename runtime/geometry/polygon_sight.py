"""Straight lines between spaces of any outline: which spaces they cross, found exactly.

Outlines are cut into convex cells whose sides match (`outlines.py`), and the lines from one space to another
are followed from cell to cell as whole sets (`lines.py`), so that every way that some line takes is found and
none is tried twice. Lines go through no corner and along no edge. Ways with the fewest spaces come first.

Where a relation says that lines pass corners, each set also goes on through every corner of its cell, as
those of its lines that meet the point. A space that is only touched there is not crossed; a line along a side
counts for one of the two spaces beside it. Where it says that lines pass borders, one of the ways round the
corner has to be free, too.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import NamedTuple

from .board import Board
from .lattice import Ends
from .lines import (
    Cone,
    ExtremeLine,
    LatticePoint,
    all_lines,
    crossing,
    leads,
    meeting,
    passing,
    upright_lines,
)
from .outlines import CellSide, bulges, cells, hull, sides_of, split

Crossing = tuple[int, tuple[int, ...]]  # the bits of all that a line crosses, the spaces among it in order
Clip = Callable[[Cone, LatticePoint, LatticePoint], Cone]


@dataclass(frozen=True, slots=True)
class Terms:
    """What a relation says about lines.

    `passage` gives the bits of each way from a space into the next, or none if no line leads across;
    `entered` the bits of a space, or None if no line may cross it; lines end at bits of `blocked`. In `noted`
    the reader of the lines notes by their bits what must be clear for them: longer ways that need that too
    are not followed.
    """

    passage: Callable[[int, int], Sequence[int]]
    entered: Callable[[int], int | None]
    blocked: int
    noted: dict[int, int] | None
    corners: bool = False  # whether lines pass corners
    past: Ends | None = None  # if that needs a free way round: through whose own corners they go without

    def enter(self, here: int, there: int, target: int, crossed: Crossing) -> Iterator[Crossing]:
        """What is crossed when a line goes on from a space into the next, in each way that is not blocked."""
        bits, path = crossed
        if there != target and there not in path:
            own = self.entered(there)
            if own is None or own & self.blocked:
                return
            bits, path = bits | own, (*path, there)
        for way in self.passage(here, there):
            if not way & self.blocked:
                yield bits | way, path


class _Front(NamedTuple):
    """A set of lines that has reached a cell over a side or a corner; the least goes on first.

    Of equals the path of the lowest numbers does, so that which of several best ways is found does not depend
    on how outlines are cut.
    """

    estimate: int
    depth: int
    path: tuple[int, ...]
    order: int
    cell: int
    side: CellSide | None
    cone: Cone
    crossed: Crossing
    corner: LatticePoint | None = None  # where it has come in, if not over a side


@dataclass(frozen=True, slots=True)
class ConvexCell:
    """A convex piece of a space; its sides run clockwise on the page."""

    sides: tuple[CellSide, ...]
    space: int


class Polygons:
    """The outlines of a board in convex cells."""

    def __init__(self, board: Board) -> None:
        self.board = board
        rings = split([space.outline for space in board.spaces])
        self.cells = [
            ConvexCell(sides_of(cell), space) for space, ring in enumerate(rings) for cell in cells(ring)
        ]
        self.of_space: dict[int, list[int]] = defaultdict(list)
        self.by_side: dict[tuple[LatticePoint, LatticePoint], list[int]] = defaultdict(list)
        for number, cell in enumerate(self.cells):
            self.of_space[cell.space].append(number)
            for side in cell.sides:
                self.by_side[side].append(number)
        points = [point for ring in rings for point in ring] or [(0, 0)]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        self._box = (min(xs), min(ys), max(xs), max(ys))
        self.hollow = {i for i, ring in enumerate(rings) if not bulges(ring)}
        self._beside: dict[int, set[int]] = defaultdict(set)
        for (start, end), numbers in self.by_side.items():
            for one in numbers:
                for other in self.by_side.get((end, start), ()):
                    self._beside[self.cells[one].space].add(self.cells[other].space)
        self.hulls = [hull(space.outline) for space in board.spaces]
        self._known_hops: dict[tuple[int, bool], list[int]] = {}

    def lines(self, a: int, b: int, terms: Terms) -> Iterator[Crossing]:
        """The ways of straight lines from some point of a to some point of b, the shortest first."""
        if not terms.corners:
            return _Search(self, a, b, terms, crossing).ways(all_lines(*self._box))
        left, top, right, bottom = self._box
        box = (left - 1, top - 1, right + 1, bottom + 1)  # lines along its sides are meant, too
        return _Search(self, a, b, terms, crossing).ways((*all_lines(*box), *upright_lines(*box)))

    def centre_line(self, a: int, b: int, terms: Terms) -> Iterator[Crossing]:
        """The one line from centre to centre; through a corner it may pass on either side."""
        (ax, ay), (bx, by) = self.board.centres[a], self.board.centres[b]
        # Multiplied by all denominators; only the signs of the values count.
        u, v = ay - by, bx - ax
        w = -(u * ax + v * ay)
        scale = u.denominator * v.denominator * w.denominator
        line = (int(u * scale), int(v * scale), int(w * scale))
        for tie in (1, -1):
            yield from _Search(self, a, b, terms, _one_line(tie)).ways(((line,),))

    def rounds(
        self, front: _Front, point: LatticePoint, ends: tuple[int, int], terms: Terms
    ) -> dict[int, list[Crossing]]:
        """What is crossed on the ways round a corner into each cell that has it.

        Into a space right beside its own a line does not go round by others.
        """
        found: dict[int, list[Crossing]] = defaultdict(list)
        here = self.cells[front.cell].space
        direct = {
            self.cells[there].space
            for cell in self.by_corner[point]
            if self.cells[cell].space == here
            for there in self._around(cell, point)
        }
        waiting: list[tuple[tuple[int, ...], Crossing]] = [((front.cell,), front.crossed)]
        while waiting:
            way, (bits, path) = waiting.pop()
            last = self.cells[way[-1]].space
            for there in self._around(way[-1], point):
                space = self.cells[there].space
                if there in way:
                    continue
                free = space in (last, *ends) or space in path
                own = 0 if free else terms.entered(space)
                if own is None or own & terms.blocked:
                    continue
                for passed in (0,) if space == last else terms.passage(last, space):
                    if passed & terms.blocked:
                        continue
                    further = bits | own | passed, path if free else (*path, space)
                    waiting.append(((*way, there), further))
                    if last == here or space not in direct:
                        found[there].append(further)
        return found

    def _around(self, cell: int, point: LatticePoint) -> Iterator[int]:
        """The cells that share a side with a cell which ends in one of its corners."""
        for start, end in self.cells[cell].sides:
            if point in (start, end):
                yield from self.by_side.get((end, start), ())

    def corners(self, space: int) -> set[LatticePoint]:
        return {point for cell in self.of_space[space] for point, _ in self.cells[cell].sides}

    @cached_property
    def by_corner(self) -> dict[LatticePoint, list[int]]:
        found: dict[LatticePoint, list[int]] = defaultdict(list)
        for number, cell in enumerate(self.cells):
            for point, _ in cell.sides:
                found[point].append(number)
        return found

    @cached_property
    def _touching(self) -> dict[int, set[int]]:
        """The spaces that share a side or a corner with each space."""
        found: dict[int, set[int]] = defaultdict(set)
        for numbers in self.by_corner.values():
            spaces = {self.cells[number].space for number in numbers}
            for space in spaces:
                found[space] |= spaces
        return found

    def hops(self, target: int, corners: bool) -> list[int]:
        """How many spaces at least lie between each space and the target."""
        beside = self._touching if corners else self._beside
        if (target, corners) not in self._known_hops:
            hops = [0] * len(self.board)
            seen, edge, distance = {target}, [target], 0
            while edge:
                further = [there for space in edge for there in beside[space] if there not in seen]
                edge = list(dict.fromkeys(further))
                seen.update(edge)
                for space in edge:
                    hops[space] = distance
                distance += 1
            self._known_hops[target, corners] = hops
        return self._known_hops[target, corners]


class _Search:
    """Sets of lines from one space are followed from cell to cell: those first that may reach the target over
    the fewest spaces.
    """

    def __init__(self, polygons: Polygons, a: int, b: int, terms: Terms, clip: Clip) -> None:
        self.polygons, self.a, self.b, self.terms, self.clip = polygons, a, b, terms, clip
        self.target, self.hops = polygons.hulls[b], polygons.hops(b, terms.corners)
        self.may_hit = _may_touch if terms.corners else _may_hit
        self.order = count()
        self.waiting: list[_Front] = []
        self.open_masks: list[int] = []  # what asks for no more than a way that is known to be open
        self.known: set[tuple[int, LatticePoint, Cone, Crossing]] = set()  # what has come through a corner
        ends = zip((a, b), terms.past or (), strict=False)
        self.free = {point for own, its in ends if its for point in polygons.corners(own)}

    def ways(self, cones: Sequence[Cone]) -> Iterator[Crossing]:
        """What is crossed on each way that some of these lines take, once."""
        seen: set[Crossing] = set()
        for cell in self.polygons.of_space[self.a]:
            self.waiting += [_Front(0, 0, (), next(self.order), cell, None, cone, (0, ())) for cone in cones]
        while self.waiting:
            front = heapq.heappop(self.waiting)
            if self._asks_too_much(front.crossed[0]):
                continue
            if self.polygons.cells[front.cell].space != self.b:
                self._go_on(front)
            elif front.crossed not in seen:
                seen.add(front.crossed)
                yield front.crossed
                self._heed(front.crossed[0])

    def _heed(self, bits: int) -> None:
        """The reader has noted whether a way is open before it asks for another."""
        noted = self.terms.noted
        if noted is not None and bits in noted:
            self.open_masks.append(noted[bits])

    def _asks_too_much(self, bits: int) -> bool:
        """Whether a shorter way that asks for no more is known."""
        return any(mask & bits == mask for mask in self.open_masks)

    def _go_on(self, front: _Front) -> None:
        cell = self.polygons.cells[front.cell]
        for side in cell.sides:
            self._cross(front, cell.space, side)
        if self.terms.corners:
            for point, _ in cell.sides:
                if point != front.corner:
                    self._turn(front, cell.space, point)

    def _cross(self, front: _Front, here: int, side: CellSide) -> None:
        """Go on over a side into the cells behind it."""
        start, end = side
        beyond = self.polygons.by_side.get((end, start))
        if not beyond or (end, start) == front.side or not _may_reach(self.target, start, end):
            return
        cone = self.clip(front.cone, start, end)
        if not cone or not self.may_hit(self.target, cone):
            return
        for there in beyond:
            for further in self._enter(front, here, there):
                self._wait(front, there, side, cone, further)

    def _turn(self, front: _Front, here: int, point: LatticePoint) -> None:
        """Go on through a corner into every cell that has it."""
        cone = meeting(front.cone, point)
        if not cone or not _may_touch(self.target, cone):
            return
        if front.corner is not None and not leads(cone[0], front.corner, point):
            return
        straight = self.terms.past is None or point in self.free
        rounds = {} if straight else self.polygons.rounds(front, point, (self.a, self.b), self.terms)
        for there in self.polygons.by_corner[point]:
            space = self.polygons.cells[there].space
            if there == front.cell or space == self.a:
                continue
            crossings = [*self._enter(front, here, there)] if straight else rounds.get(there, ())
            if not crossings:
                continue
            for lines in [cone] if space == self.b else _into(cone, point, self.polygons.cells[there]):
                for crossed in crossings:
                    if (there, point, lines, crossed) not in self.known:
                        self.known.add((there, point, lines, crossed))
                        self._wait(front, there, None, lines, crossed, point)

    def _enter(self, front: _Front, here: int, there: int) -> Iterable[Crossing]:
        """What is crossed when lines go on into another cell, in each way that is not blocked."""
        space = self.polygons.cells[there].space
        if space == self.a:
            return ()  # a line begins where it leaves its space for the last time
        if space == here:
            return (front.crossed,)
        return self.terms.enter(here, space, self.b, front.crossed)

    def _wait(
        self,
        front: _Front,
        there: int,
        side: CellSide | None,
        cone: Cone,
        crossed: Crossing,
        corner: LatticePoint | None = None,
    ) -> None:
        """Lines have reached a cell. They go on when it is their turn, unless they ask for too much."""
        bits, path = crossed
        if self._asks_too_much(bits):
            return
        # A space of a hollow outline may be crossed again, for nothing: it does not add to the way.
        hollow = self.polygons.hollow
        ahead = self.hops[self.polygons.cells[there].space] - sum(space in hollow for space in path)
        estimate, order = len(path) + max(ahead, 0), next(self.order)
        reached = _Front(estimate, front.depth - 1, path, order, there, side, cone, crossed, corner)
        heapq.heappush(self.waiting, reached)


def _one_line(tie: int) -> Clip:
    """A set of one line, moved by next to nothing to one of its sides."""

    def clip(cone: Cone, start: LatticePoint, end: LatticePoint) -> Cone:
        return cone if _side(cone[0], start, tie) < 0 < _side(cone[0], end, tie) else ()

    return clip


def _side(line: ExtremeLine, point: LatticePoint, tie: int) -> int:
    return line[0] * point[0] + line[1] * point[1] + line[2] or tie


def _may_reach(target: Sequence[LatticePoint], start: LatticePoint, end: LatticePoint) -> bool:
    """Whether some of the target lies beyond the side that a line leaves by: it does not come back."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return any((y - start[1]) * dx - (x - start[0]) * dy < 0 for x, y in target)


def _may_hit(target: Sequence[LatticePoint], cone: Cone) -> bool:
    """Whether the target lies not wholly on one side of all these lines."""
    below = above = False
    for x, y in target:
        for a, b, c in cone:
            value = a * x + b * y + c
            below |= value < 0
            above |= value > 0
        if below and above:
            return True
    return False


def _may_touch(target: Sequence[LatticePoint], cone: Cone) -> bool:
    """The same, if a corner of the target that lies on a line is enough."""
    values = [a * x + b * y + c for x, y in target for a, b, c in cone]
    return min(values, default=1) <= 0 <= max(values, default=-1)


def _into(cone: Cone, corner: LatticePoint, cell: ConvexCell) -> Iterator[Cone]:
    """Those of the lines through a corner of a cell that run on inside it, and along its two sides there."""
    ends = [end for start, end in cell.sides if start == corner]
    starts = [start for start, end in cell.sides if end == corner]
    for start, end in zip(starts, ends, strict=True):
        inside = passing(cone, start, True)
        inside = passing(inside, end, False) if inside else inside
        if inside:
            yield tuple(sorted(set(inside)))
        for further in (start, end):
            along = meeting(cone, further)
            if along and leads(along[0], corner, further):
                yield along
