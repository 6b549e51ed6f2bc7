"""Outlines of patches and polygons: traced along cells, checked, and turned the same way round."""

from collections import defaultdict
from collections.abc import Collection, Sequence, Set
from fractions import Fraction
from math import lcm

from ..source import Word
from .shape import Exact, ExactPoint, Outline
from .tables import read_numbers

GridCell = tuple[int, int]


def pieces(cells: Collection[GridCell]) -> list[list[GridCell]]:
    """The cells in groups connected by their sides, each group in reading order."""
    left = sorted(cells, key=lambda cell: (cell[1], cell[0]))
    groups: list[list[GridCell]] = []
    unseen = set(left)
    for start in left:
        if start not in unseen:
            continue
        unseen.discard(start)
        group = [start]
        for x, y in group:
            for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if cell in unseen:
                    unseen.discard(cell)
                    group.append(cell)
        groups.append(sorted(group, key=lambda cell: (cell[1], cell[0])))
    return groups


def rings_of(cells: Set[GridCell]) -> list[list[GridCell]]:
    """The borders of a patch in steps of one, the inside always to the right: around it, and of its holes."""
    ahead: dict[GridCell, list[GridCell]] = defaultdict(list)
    for x, y in sorted(cells, key=lambda cell: (cell[1], cell[0])):
        for beside, start, end in (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ):
            if beside not in cells:
                ahead[start].append(end)
    rings: list[list[GridCell]] = []
    while ahead:
        start = next(iter(ahead))
        ring, here, direction = [start], start, (1, 0)
        while True:
            # Where two cells meet in a corner only, stay with the cell: the patch remains one ring.
            right = (here[0] - direction[1], here[1] + direction[0])
            choices = ahead[here]
            there = right if right in choices else choices[0]
            choices.remove(there)
            if not choices:
                del ahead[here]
            if there == start and (start not in ahead or len(ring) > 1):
                break
            direction = (there[0] - here[0], there[1] - here[1])
            ring.append(there)
            here = there
        rings.append(ring)
    return rings


def outline_of(rings: Sequence[Sequence[GridCell]]) -> Outline:
    """The outline of the patch with these borders, clockwise.

    A hole is reached by a cut from its upper end straight up, which the outline runs down and back, so that
    it stays one ring.
    """
    around = next(ring for ring in rings if _twice_area(ring) > 0)
    holes = sorted((min(ring, key=lambda p: (p[1], p[0])), ring) for ring in rings if ring is not around)
    outer = [*around]
    for (x, y), hole in sorted(holes, key=lambda item: (item[0][1], item[0][0])):
        # What lies above the upper end of a hole belongs to the ring already: holes come from above.
        end = next((x, above) for above in range(y - 1, -(10**9), -1) if (x, above) in outer)
        at, begin = outer.index(end), hole.index((x, y))
        cut = [(x, between) for between in range(end[1] + 1, y)]
        outer = [*outer[: at + 1], *cut, *hole[begin:], *hole[:begin], (x, y), *cut[::-1], *outer[at:]]
    return tuple(_straightened(outer))


def _straightened(ring: Sequence[GridCell]) -> list[GridCell]:
    """The ring without corners that lie on a straight way; where it turns back it keeps them."""
    kept = []
    for i, (x, y) in enumerate(ring):
        (ax, ay), (bx, by) = ring[i - 1], ring[(i + 1) % len(ring)]
        if (x - ax, y - ay) != (bx - x, by - y):
            kept.append((x, y))
    return kept


def read_corners(cell: Word) -> list[ExactPoint] | None:
    """`0,0 4,0 4,3` as points; None if it is something else."""
    points: list[ExactPoint] = []
    for text in cell.split():
        numbers = read_numbers(Word(text, cell.span), 2)
        if numbers is None:
            return None
        points.append((numbers[0], numbers[1]))
    return points


def ring_of(points: Sequence[ExactPoint]) -> Outline | None:
    """The outline with these corners, clockwise; None if it encloses nothing or crosses itself."""
    if (
        len(set(points)) < 3
        or len(set(points)) < len(points)
        or not _twice_area(points)
        or _crosses_itself(points)
    ):
        return None
    return tuple(points if _twice_area(points) > 0 else points[::-1])


def _twice_area(ring: Sequence[ExactPoint]) -> Exact:
    """Positive if the ring runs clockwise on the page, where y grows downwards."""
    total: Exact = 0
    for i, (bx, by) in enumerate(ring):
        ax, ay = ring[i - 1]
        total += ax * by - bx * ay
    return total


def _crosses_itself(ring: Sequence[ExactPoint]) -> bool:
    points = in_parts(ring)
    # From the left: whatever begins beyond the end of a side cannot meet it, nor what comes after that.
    sides = sorted((min(points[i - 1], point), max(points[i - 1], point)) for i, point in enumerate(points))
    for i, one in enumerate(sides):
        for other in sides[i + 1 :]:
            if other[0][0] > one[1][0]:
                break
            if not {*one} & {*other} and _cross(one, other):
                return True
    return False


def in_parts(points: Sequence[ExactPoint]) -> list[GridCell]:
    """Points in whole parts of a whole, as many as all of them need."""
    scale = lcm(*(Fraction(number).denominator for point in points for number in point))
    return [(int(x * scale), int(y * scale)) for x, y in points]


def _cross(one: tuple[GridCell, GridCell], other: tuple[GridCell, GridCell]) -> bool:
    """Whether two segments have a point in common."""
    (a, b), (c, d) = one, other
    turns = (_turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b))
    if all(turns):
        return (turns[0] > 0) != (turns[1] > 0) and (turns[2] > 0) != (turns[3] > 0)
    flat = ((c, a, b), (d, a, b), (a, c, d), (b, c, d))
    return any(turn == 0 and _within(*points) for turn, points in zip(turns, flat, strict=True))


def _turn(a: GridCell, b: GridCell, c: GridCell) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _within(point: GridCell, a: GridCell, b: GridCell) -> bool:
    return min(a[0], b[0]) <= point[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= point[1] <= max(a[1], b[1])
