"""Who touches whom: found from outlines alone; squares, patches and polygons need no rules of their own."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from math import floor, gcd, lcm

from .shape import Line, Number, Point, ShapedLink, ShapedSpace, Touch

Side = tuple[Point, Point, str]
Pair = tuple[str, str]


def touching(
    spaces: Sequence[ShapedSpace], links: Sequence[ShapedLink], rim: Sequence[ShapedLink]
) -> tuple[Touch, ...]:
    """Pairs of spaces of a layer that share a side, then those that share only a corner, in order.

    A corner at which something stands on the rim is closed: nothing slips past the end of an outer wall.
    """
    order = {str(space.name): i for i, space in enumerate(spaces)}
    between: dict[Pair, list[int]] = defaultdict(list)
    for i, link in enumerate(links):
        between[_pair(link.sides[0], link.sides[1], order)].append(i)
    touches: list[Touch] = []
    beside: set[Pair] = set()
    for layer in sorted({space.layer for space in spaces}):
        here = [space for space in spaces if space.layer == layer]
        sides = {_pair(a, b, order) for a, b in _shared_sides(here)}
        beside |= sides
        for a, b in sides:
            touches += [Touch(a, b, "side", via) for via in _ways(between.get((a, b), []), links)]
    closed = {point for link in rim if link.line for point in link.line}
    by_point: dict[Point, list[int]] = defaultdict(list)
    for i, link in enumerate(links):
        for point in link.line or ():
            by_point[point].append(i)
    for layer in sorted({space.layer for space in spaces}):
        for point, around in _corners([space for space in spaces if space.layer == layer]):
            pairs = [_pair(a, b, order) for a, b in combinations(sorted(around, key=order.__getitem__), 2)]
            if point in closed:
                continue
            unplaced = [i for pair in pairs for i in between.get(pair, []) if links[i].line is None]
            via = tuple(sorted({*by_point.get(point, []), *unplaced}))
            touches += [Touch(a, b, "corner", via) for a, b in pairs if (a, b) not in beside]
    return tuple(sorted(set(touches), key=lambda t: (t.sort != "side", order[t.a], order[t.b], t.via)))


def _pair(a: str, b: str, order: dict[str, int]) -> Pair:
    return (a, b) if order[a] <= order[b] else (b, a)


def _ways(numbers: list[int], links: Sequence[ShapedLink]) -> list[tuple[int, ...]]:
    """Links on one line stand one behind the other; those elsewhere on the side are another way."""
    ways: dict[object, list[int]] = defaultdict(list)
    for i in numbers:
        line = links[i].line
        ways[frozenset(line) if line else i].append(i)
    return [tuple(way) for way in ways.values()] or [()]


def _shared_sides(spaces: Sequence[ShapedSpace]) -> set[Pair]:
    """Pairs whose outlines run along each other for a length, in opposite directions."""
    if _all_squares(spaces):
        return _shared_edges(spaces)
    on_line: dict[tuple[int, int, int], list[tuple[Number, Number, bool, str]]] = defaultdict(list)
    for a, b, name in _sides(spaces):
        key, low, high, forward = _on_its_line(a, b)
        on_line[key].append((low, high, forward, name))
    pairs: set[Pair] = set()
    for stretches in on_line.values():
        open_stretches: list[tuple[Number, Number, bool, str]] = []
        for stretch in sorted(stretches):
            open_stretches = [other for other in open_stretches if other[1] > stretch[0]]
            pairs |= {
                (other[3], stretch[3])
                for other in open_stretches
                if other[2] != stretch[2] and other[3] != stretch[3]
            }
            open_stretches.append(stretch)
    return pairs


def _all_squares(spaces: Sequence[ShapedSpace]) -> bool:
    """Whether all spaces are squares of one size in one grid, as on nearly all boards that are drawn."""
    for space in spaces:
        if len(space.outline) != 4 or not all(_whole(point) for point in space.outline):
            return False
        x, y = space.at
        if set(space.outline) != {(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)}:
            return False
    return True


def _shared_edges(spaces: Sequence[ShapedSpace]) -> set[Pair]:
    """Pairs of squares beside or below each other."""
    at = {space.at: str(space.name) for space in spaces}
    return {(name, at[beside]) for (x, y),
            name in at.items() for beside in ((x + 1, y), (x, y + 1)) if beside in at}


def _sides(spaces: Iterable[ShapedSpace]) -> Iterable[Side]:
    for space in spaces:
        outline = space.outline
        for a, b in zip(outline, outline[1:] + outline[:1], strict=True):
            yield a, b, str(space.name)


def _on_its_line(a: Point, b: Point) -> tuple[tuple[int, int, int], Number, Number, bool]:
    """The line through two points in lowest terms, the stretch between them, and whether it runs upwards."""
    if a[0] == b[0] and _whole(a) and _whole(b):  # most lines are edges of squares
        return (1, 0, -int(a[0])), min(a[1], b[1]), max(a[1], b[1]), a[1] < b[1]
    if a[1] == b[1] and _whole(a) and _whole(b):
        return (0, 1, -int(a[1])), min(a[0], b[0]), max(a[0], b[0]), a[0] < b[0]
    scale = lcm(*(Fraction(n).denominator for n in (*a, *b)))
    (ax, ay), (bx, by) = ((int(x * scale), int(y * scale)) for x, y in (a, b))
    u, v, w = ay - by, bx - ax, ax * by - bx * ay
    u, v, w = u * scale, v * scale, w
    divisor = gcd(u, v, w) * (-1 if (u, v) < (0, 0) else 1)
    dominant = 0 if a[0] != b[0] else 1
    low, high = a[dominant], b[dominant]
    return (u // divisor, v // divisor, w // divisor), min(low, high), max(low, high), low < high


def _whole(point: Point) -> bool:
    return type(point[0]) is int and type(point[1]) is int


def _corners(spaces: Sequence[ShapedSpace]) -> Iterable[tuple[Point, set[str]]]:
    """Each corner of an outline with all spaces whose outline passes there."""
    if _all_squares(spaces):
        meeting: dict[Point, set[str]] = defaultdict(set)
        for space in spaces:
            for point in space.outline:
                meeting[point].add(str(space.name))
        yield from ((point, around) for point, around in meeting.items() if len(around) > 1)
        return
    near: dict[tuple[int, int], list[Side]] = defaultdict(list)
    for side in _sides(spaces):
        (ax, ay), (bx, by), _ = side
        for x in range(floor(min(ax, bx)), floor(max(ax, bx)) + 1):
            for y in range(floor(min(ay, by)), floor(max(ay, by)) + 1):
                near[x, y].append(side)
    for point in dict.fromkeys(point for space in spaces for point in space.outline):
        around = {name for a, b, name in near[floor(point[0]), floor(point[1])] if _lies_on(point, (a, b))}
        if len(around) > 1:
            yield point, around


def _lies_on(point: Point, line: Line) -> bool:
    (x, y), ((ax, ay), (bx, by)) = point, line
    return (
        (bx - ax) * (y - ay) == (by - ay) * (x - ax)
        and min(ax, bx) <= x <= max(ax, bx)
        and min(ay, by) <= y <= max(ay, by)
    )
