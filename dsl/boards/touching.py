"""Who touches whom: found from outlines alone; squares, patches and polygons need no rules of their own."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, islice
from math import gcd, lcm

from .outlines import GridCell, in_parts
from .shape import Exact, ExactPoint, ShapedLink, ShapedSpace, Touch

OutlineSide = tuple[ExactPoint, ExactPoint, int]
MAX_TOUCHING = 30_000
"""Pairs of spaces that touch: hundreds that meet in one point are beside each other, all of them."""

Pair = tuple[int, int]  # the numbers of two spaces, the lower one first


def touching(
    spaces: Sequence[ShapedSpace], links: Sequence[ShapedLink], rim: Sequence[ShapedLink]
) -> tuple[Touch, ...]:
    """Pairs of spaces of a layer that share a side, then those that share only a corner, in order.

    A corner at which something stands on the rim is closed: nothing slips past the end of an outer wall.
    """
    names = [str(space.name) for space in spaces]
    numbers = {name: i for i, name in enumerate(names)}
    between: dict[Pair, list[int]] = defaultdict(list)
    by_point: dict[ExactPoint, list[int]] = defaultdict(list)
    for i, link in enumerate(links):
        between[_pair(numbers[link.sides[0]], numbers[link.sides[1]])].append(i)
        for point in link.line or ():
            by_point[point].append(i)
    unplaced = {
        pair: loose for pair, here in between.items() if (loose := [i for i in here if links[i].line is None])
    }
    closed = {point for link in rim if link.line for point in link.line}
    found: set[tuple[bool, int, int, tuple[int, ...]]] = set()
    for layer in {space.layer for space in spaces}:
        here = {i: space for i, space in enumerate(spaces) if space.layer == layer}
        in_grid = all(_is_square(space) for space in here.values())
        sides = _shared_edges(here) if in_grid else _shared_sides(here)
        for a, b in sides:
            ways = _ways(between[a, b], links) if (a, b) in between else [()]
            found |= {(False, a, b, via) for via in ways}
        for point, around in _meeting(here) if in_grid else _corners(here):
            if point in closed:
                continue
            pairs = list(islice(combinations(around, 2), MAX_TOUCHING + 1))
            via = tuple(
                sorted({*by_point.get(point, ()), *(i for pair in pairs for i in unplaced.get(pair, ()))})
            )
            found |= {(True, a, b, via) for a, b in pairs if (a, b) not in sides}
            if len(found) > MAX_TOUCHING:
                break  # whoever reads the board says so
    return tuple(
        Touch(names[a], names[b], "corner" if corner else "side", via) for corner, a, b, via in sorted(found)
    )


def _pair(a: int, b: int) -> Pair:
    return (a, b) if a <= b else (b, a)


def _ways(numbers: list[int], links: Sequence[ShapedLink]) -> list[tuple[int, ...]]:
    """Links on one line stand one behind the other; those elsewhere on the side are another way."""
    ways: dict[object, list[int]] = defaultdict(list)
    for i in numbers:
        line = links[i].line
        ways[frozenset(line) if line else i].append(i)
    return [tuple(way) for way in ways.values()] or [()]


def _shared_sides(spaces: Mapping[int, ShapedSpace]) -> set[Pair]:
    """Pairs whose outlines run along each other for a length, in opposite directions."""
    on_line: dict[tuple[int, int, int], list[tuple[Exact, Exact, bool, int]]] = defaultdict(list)
    for a, b, number in _sides(spaces):
        key, low, high, forward = _on_its_line(a, b)
        on_line[key].append((low, high, forward, number))
    pairs: set[Pair] = set()
    for stretches in on_line.values():
        open_stretches: list[tuple[Exact, Exact, bool, int]] = []
        for stretch in sorted(stretches):
            open_stretches = [other for other in open_stretches if other[1] > stretch[0]]
            pairs |= {
                _pair(other[3], stretch[3])
                for other in open_stretches
                if other[2] != stretch[2] and other[3] != stretch[3]
            }
            open_stretches.append(stretch)
        if len(pairs) > MAX_TOUCHING:
            break
    return pairs


def _is_square(space: ShapedSpace) -> bool:
    """Whether a space is a square of the grid; on nearly all boards that are drawn, all are."""
    x, y = space.at
    return _whole(space.at) and space.outline == ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))


def _shared_edges(squares: Mapping[int, ShapedSpace]) -> set[Pair]:
    """Pairs of squares beside or below each other."""
    at = {square.at: i for i, square in squares.items()}
    return {
        _pair(i, at[beside])
        for (x, y), i in at.items()
        for beside in ((x + 1, y), (x, y + 1))
        if beside in at
    }


def _sides(spaces: Mapping[int, ShapedSpace]) -> Iterable[OutlineSide]:
    for i, space in spaces.items():
        outline = space.outline
        for a, b in zip(outline, outline[1:] + outline[:1], strict=True):
            yield a, b, i


def _on_its_line(a: ExactPoint, b: ExactPoint) -> tuple[tuple[int, int, int], Exact, Exact, bool]:
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


def _whole(point: ExactPoint) -> bool:
    return type(point[0]) is int and type(point[1]) is int


def _meeting(squares: Mapping[int, ShapedSpace]) -> Iterable[tuple[ExactPoint, list[int]]]:
    """Each corner of a grid with all squares that have it."""
    meeting: dict[ExactPoint, list[int]] = defaultdict(list)
    for i, square in squares.items():
        for point in square.outline:
            meeting[point].append(i)
    return meeting.items()


def _corners(spaces: Mapping[int, ShapedSpace]) -> Iterable[tuple[ExactPoint, list[int]]]:
    """Each corner of an outline with all spaces whose outline passes there."""
    points = [point for space in spaces.values() for point in space.outline]
    whole = dict(zip(points, in_parts(points), strict=True))
    # Each side in the few cells around it of a grid that is as wide as the side is long.
    near: dict[tuple[int, int, int], list[tuple[GridCell, GridCell, int]]] = defaultdict(list)
    for begin, end, number in _sides(spaces):
        (ax, ay), (bx, by) = whole[begin], whole[end]
        level = max(abs(ax - bx), abs(ay - by)).bit_length()
        for x in range(min(ax, bx) >> level, (max(ax, bx) >> level) + 1):
            for y in range(min(ay, by) >> level, (max(ay, by) >> level) + 1):
                near[level, x, y].append(((ax, ay), (bx, by), number))
    levels = sorted({level for level, _, _ in near})
    for point, (x, y) in whole.items():
        passing = (side for level in levels for side in near.get((level, x >> level, y >> level), ()))
        yield point, sorted({number for a, b, number in passing if _lies_on((x, y), a, b)})


def _lies_on(point: GridCell, a: GridCell, b: GridCell) -> bool:
    (x, y), (ax, ay), (bx, by) = point, a, b
    beside = min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by)
    return beside and (bx - ax) * (y - ay) == (by - ay) * (x - ax)
