"""Straight lines between spaces of any outline: which spaces they cross, found exactly.

Outlines are cut into convex cells whose sides match, and the lines from one space to another are followed
from cell to cell as whole sets (`lines.py`), so that every way that some line takes is found and none is
tried twice. Lines go through no corner and along no edge. Ways with the fewest spaces come first.

Where a relation says that lines pass corners, each set also goes on through every corner of its cell, as
those of its lines that meet the point. A space that is only touched there is not crossed; a line along a side
counts for one of the two spaces beside it. Where it says that lines pass borders, one of the ways round the
corner has to be free, too.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import NamedTuple

from .board import Board
from .lattice import Ends
from .lines import Cone, ExtremeLine, Point, all_lines, crossing, leads, meeting, passing, upright_lines

Side = tuple[Point, Point]
Crossing = tuple[int, tuple[int, ...]]  # the bits of all that a line crosses, the spaces among it in order
Clip = Callable[[Cone, Point, Point], Cone]


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
    side: Side | None
    cone: Cone
    crossed: Crossing
    corner: Point | None = None  # where it has come in, if not over a side


@dataclass(frozen=True, slots=True)
class Cell:
    """A convex piece of a space; its sides run clockwise on the page."""

    sides: tuple[Side, ...]
    space: int


class Polygons:
    """The outlines of a board in convex cells."""

    def __init__(self, board: Board) -> None:
        self.board = board
        rings = _split([space.outline for space in board.spaces])
        self.cells = [Cell(sides_of(cell), space) for space, ring in enumerate(rings) for cell in cells(ring)]
        self._of_space: dict[int, list[int]] = defaultdict(list)
        self._by_side: dict[tuple[Point, Point], list[int]] = defaultdict(list)
        for number, cell in enumerate(self.cells):
            self._of_space[cell.space].append(number)
            for side in cell.sides:
                self._by_side[side].append(number)
        points = [point for ring in rings for point in ring] or [(0, 0)]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        self._box = (min(xs), min(ys), max(xs), max(ys))
        self._hollow = {i for i, ring in enumerate(rings) if not _bulges(ring)}
        self._beside: dict[int, set[int]] = defaultdict(set)
        for (start, end), numbers in self._by_side.items():
            for one in numbers:
                for other in self._by_side.get((end, start), ()):
                    self._beside[self.cells[one].space].add(self.cells[other].space)
        self._hulls = [hull(space.outline) for space in board.spaces]
        self._known_hops: dict[tuple[int, bool], list[int]] = {}

    def lines(self, a: int, b: int, terms: Terms) -> Iterator[Crossing]:
        """The ways of straight lines from some point of a to some point of b, the shortest first."""
        if not terms.corners:
            return self._follow(a, b, all_lines(*self._box), crossing, terms)
        left, top, right, bottom = self._box
        box = (left - 1, top - 1, right + 1, bottom + 1)  # lines along its sides are meant, too
        return self._follow(a, b, (*all_lines(*box), *upright_lines(*box)), crossing, terms)

    def centre_line(self, a: int, b: int, terms: Terms) -> Iterator[Crossing]:
        """The one line from centre to centre; through a corner it may pass on either side."""
        (ax, ay), (bx, by) = self.board.centres[a], self.board.centres[b]
        # Multiplied by all denominators; only the signs of the values count.
        u, v = ay - by, bx - ax
        w = -(u * ax + v * ay)
        scale = u.denominator * v.denominator * w.denominator
        line = (int(u * scale), int(v * scale), int(w * scale))
        for tie in (1, -1):
            yield from self._follow(a, b, ((line,),), _one_line(tie), terms)

    def _follow(  # noqa: C901 (one search, whose parts share all they know)
        self, a: int, b: int, cones: Sequence[Cone], clip: Clip, terms: Terms
    ) -> Iterator[Crossing]:
        """Follow sets of lines from cell to cell, those first that may reach b over the fewest
        spaces.
        """
        target, hops = self._hulls[b], self._hops(b, terms.corners)
        may_hit = _may_touch if terms.corners else _may_hit
        order = count()
        waiting: list[_Front] = []
        open_masks: list[int] = []
        seen: set[Crossing] = set()
        known: set[tuple[int, Point, Cone, Crossing]] = set()
        free = {
            point
            for own, its in zip((a, b), terms.past or (), strict=False)
            if its
            for point in self._corners(own)
        }

        def wait(
            front: _Front,
            there: int,
            side: Side | None,
            cone: Cone,
            crossed: Crossing,
            corner: Point | None = None,
        ) -> None:
            """Enter a cell, unless a shorter way that asks for no more is known."""
            bits, path = crossed
            if not any(mask & bits == mask for mask in open_masks):
                # A space of a hollow outline may be crossed again, for nothing: it does not add to the way.
                ahead = hops[self.cells[there].space] - sum(space in self._hollow for space in path)
                estimate = len(path) + max(ahead, 0)
                reached = _Front(
                    estimate, front.depth - 1, path, next(order), there, side, cone, crossed, corner
                )
                heapq.heappush(waiting, reached)

        def turn(front: _Front, point: Point) -> None:
            """Go on through a corner into every cell that has it."""
            cone = meeting(front.cone, point)
            if not cone or not _may_touch(target, cone):
                return
            if front.corner is not None and not leads(cone[0], front.corner, point):
                return
            here = self.cells[front.cell].space
            straight = terms.past is None or point in free
            rounds = {} if straight else self._rounds(front, point, (a, b), terms)
            for there in self._by_corner[point]:
                space = self.cells[there].space
                if there == front.cell or space == a:
                    continue
                if not straight:
                    further = rounds.get(there, [])
                elif space == here:
                    further = [front.crossed]
                else:
                    further = [*terms.enter(here, space, b, front.crossed)]
                if not further:
                    continue
                into = [cone] if space == b else _into(cone, point, self.cells[there])
                for lines in into:
                    for crossed in further:
                        if (there, point, lines, crossed) not in known:
                            known.add((there, point, lines, crossed))
                            wait(front, there, None, lines, crossed, point)

        for number in self._of_space[a]:
            waiting += [_Front(0, 0, (), next(order), number, None, cone, (0, ())) for cone in cones]
        while waiting:
            front = heapq.heappop(waiting)
            cell, crossed = self.cells[front.cell], front.crossed
            if any(mask & crossed[0] == mask for mask in open_masks):
                continue
            if cell.space == b:
                if crossed not in seen:
                    seen.add(crossed)
                    yield crossed
                    # The reader has noted whether this way is open before it asks for another.
                    if terms.noted is not None and crossed[0] in terms.noted:
                        open_masks.append(terms.noted[crossed[0]])
                continue
            for side in cell.sides:
                start, end = side
                beyond = self._by_side.get((end, start))
                if not beyond or (end, start) == front.side or not _may_reach(target, start, end):
                    continue
                cone = clip(front.cone, start, end)
                if not cone or not may_hit(target, cone):
                    continue
                for there in beyond:
                    space = self.cells[there].space
                    if space == a:
                        continue  # a line begins where it leaves its space for the last time
                    if space == cell.space:
                        wait(front, there, side, cone, crossed)
                    else:
                        for further in terms.enter(cell.space, space, b, crossed):
                            wait(front, there, side, cone, further)
            if terms.corners:
                for point, _ in cell.sides:
                    if point != front.corner:
                        turn(front, point)

    def _rounds(
        self, front: _Front, point: Point, ends: tuple[int, int], terms: Terms
    ) -> dict[int, list[Crossing]]:
        """What is crossed on the ways round a corner into each cell that has it.

        Into a space right beside its own a line does not go round by others.
        """
        found: dict[int, list[Crossing]] = defaultdict(list)
        here = self.cells[front.cell].space
        direct = {
            self.cells[there].space
            for cell in self._by_corner[point]
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

    def _around(self, cell: int, point: Point) -> Iterator[int]:
        """The cells that share a side with a cell which ends in one of its corners."""
        for start, end in self.cells[cell].sides:
            if point in (start, end):
                yield from self._by_side.get((end, start), ())

    def _corners(self, space: int) -> set[Point]:
        return {point for cell in self._of_space[space] for point, _ in self.cells[cell].sides}

    @cached_property
    def _by_corner(self) -> dict[Point, list[int]]:
        found: dict[Point, list[int]] = defaultdict(list)
        for number, cell in enumerate(self.cells):
            for point, _ in cell.sides:
                found[point].append(number)
        return found

    @cached_property
    def _touching(self) -> dict[int, set[int]]:
        """The spaces that share a side or a corner with each space."""
        found: dict[int, set[int]] = defaultdict(set)
        for numbers in self._by_corner.values():
            spaces = {self.cells[number].space for number in numbers}
            for space in spaces:
                found[space] |= spaces
        return found

    def _hops(self, target: int, corners: bool) -> list[int]:
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


def _one_line(tie: int) -> Clip:
    """A set of one line, moved by next to nothing to one of its sides."""

    def clip(cone: Cone, start: Point, end: Point) -> Cone:
        return cone if _side(cone[0], start, tie) < 0 < _side(cone[0], end, tie) else ()

    return clip


def _side(line: ExtremeLine, point: Point, tie: int) -> int:
    return line[0] * point[0] + line[1] * point[1] + line[2] or tie


def _may_reach(target: Sequence[Point], start: Point, end: Point) -> bool:
    """Whether some of the target lies beyond the side that a line leaves by: it does not come back."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return any((y - start[1]) * dx - (x - start[0]) * dy < 0 for x, y in target)


def _may_hit(target: Sequence[Point], cone: Cone) -> bool:
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


def _may_touch(target: Sequence[Point], cone: Cone) -> bool:
    """The same, if a corner of the target that lies on a line is enough."""
    values = [a * x + b * y + c for x, y in target for a, b, c in cone]
    return min(values, default=1) <= 0 <= max(values, default=-1)


def _into(cone: Cone, corner: Point, cell: Cell) -> Iterator[Cone]:
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


def _split(outlines: Sequence[Sequence[Point]]) -> list[list[Point]]:
    """The outlines with a corner wherever another outline has one, so that neighbours share whole sides."""
    points = sorted({point for outline in outlines for point in outline})
    by_x, by_y = defaultdict(list), defaultdict(list)
    for x, y in points:
        by_x[x].append((x, y))
        by_y[y].append((x, y))
    rings = []
    for outline in outlines:
        ring: list[Point] = []
        for (ax, ay), (bx, by) in zip(outline, [*outline[1:], *outline[:1]], strict=True):
            near = by_x[ax] if ax == bx else by_y[ay] if ay == by else points
            inner = [
                (x, y)
                for x, y in near
                if min(ax, bx) <= x <= max(ax, bx)
                and min(ay, by) <= y <= max(ay, by)
                and (bx - ax) * (y - ay) == (by - ay) * (x - ax)
                and (x, y) not in ((ax, ay), (bx, by))
            ]
            ring += [(ax, ay), *sorted(inner, reverse=(bx, by) < (ax, ay))]
        rings.append(ring)
    return rings


def triangles(ring: Sequence[Point]) -> list[tuple[Point, Point, Point]]:
    """A ring that runs clockwise on the page, cut into triangles that use all its corners: ear by ear."""
    left = list(ring)
    found: list[tuple[Point, Point, Point]] = []
    while len(left) > 2:
        for i, corner in enumerate(left):
            ear = (left[i - 1], corner, left[(i + 1) % len(left)])
            if _turns(*ear) > 0 and not any(p not in ear and _covers(ear, p) for p in left):
                found.append(ear)
                del left[i]
                break
        else:
            break  # what is left encloses nothing
    return found


def cells(ring: Sequence[Point]) -> list[list[Point]]:
    """A ring cut into convex pieces that use all its corners: its triangles, joined where that can be."""
    if _bulges(ring):
        return [list(ring)]
    found: list[list[Point]] = []
    for triangle in triangles(ring):
        piece = list(triangle)
        joined = True
        while joined:
            joined = False
            for other in found:
                whole = _together(piece, other)
                if whole is not None:
                    found.remove(other)
                    piece, joined = whole, True
                    break
        found.append(piece)
    return found


def _together(one: list[Point], other: list[Point]) -> list[Point] | None:
    """Two convex pieces as one, if they share a side and are convex together."""
    for i, corner in enumerate(one):
        if one[i - 1] in other and corner in other:
            start = other.index(corner)
            if other[start + 1 - len(other)] == one[i - 1]:
                rest = [*other[start + 1 :], *other[:start]][1:]
                whole = [*one[:i], *rest, *one[i:]]
                return whole if _bulges(whole) else None
    return None


def sides_of(ring: Sequence[Point]) -> tuple[Side, ...]:
    return tuple(zip(ring, [*ring[1:], *ring[:1]], strict=True))


def hull(points: Sequence[Point]) -> list[Point]:
    """The corners of the smallest convex outline around points, clockwise on the page."""
    ordered, chains = sorted(set(points)), []
    for towards in (ordered, ordered[::-1]):
        chain: list[Point] = []
        for point in towards:
            while len(chain) > 1 and _turns(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        chains += chain[:-1]
    return chains


def _bulges(ring: Sequence[Point]) -> bool:
    """Whether an outline is convex: a line crosses it once."""
    return all(_turns(ring[i - 2], ring[i - 1], corner) >= 0 for i, corner in enumerate(ring))


def _turns(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _covers(triangle: tuple[Point, Point, Point], point: Point) -> bool:
    a, b, c = triangle
    return _turns(a, b, point) >= 0 and _turns(b, c, point) >= 0 and _turns(c, a, point) >= 0
