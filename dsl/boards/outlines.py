"""Outlines of patches and polygons: traced along cells, checked, and turned the same way round."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import combinations

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


def outline_of(cells: Collection[GridCell]) -> Outline:
    """The outline of one patch, clockwise.

    A hole is reached by a cut from its upper end straight up, which the outline runs down and back, so that
    it stays one ring.
    """
    rings = _rings(set(cells))
    outer = next(ring for ring in rings if _twice_area(ring) > 0)
    holes = sorted((min(ring, key=lambda p: (p[1], p[0])), ring) for ring in rings if ring is not outer)
    for (x, y), hole in sorted(holes, key=lambda item: (item[0][1], item[0][0])):
        # What lies above the upper end of a hole belongs to the ring already: holes come from above.
        end = next((x, above) for above in range(y - 1, -(10**9), -1) if (x, above) in outer)
        at, begin = outer.index(end), hole.index((x, y))
        cut = [(x, between) for between in range(end[1] + 1, y)]
        outer = [*outer[: at + 1], *cut, *hole[begin:], *hole[:begin], (x, y), *cut[::-1], *outer[at:]]
    return tuple(_straightened(outer))


def _rings(cells: set[GridCell]) -> list[list[GridCell]]:
    """The borders of a patch in steps of one, the inside always to the right."""
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


def _straightened(ring: Sequence[GridCell]) -> list[GridCell]:
    """The ring without corners that lie on a straight way; where it turns back it keeps them."""
    kept = []
    for i, (x, y) in enumerate(ring):
        (ax, ay), (bx, by) = ring[i - 1], ring[(i + 1) % len(ring)]
        if (x - ax, y - ay) != (bx - x, by - y):
            kept.append((x, y))
    return kept


def read_outline(cell: Word) -> Outline | None:
    """`0,0 4,0 4,3` as an outline, clockwise; None if it encloses nothing or crosses itself."""
    points: list[ExactPoint] = []
    for text in cell.split():
        numbers = read_numbers(Word(text, cell.span), 2)
        if numbers is None:
            return None
        points.append((numbers[0], numbers[1]))
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
    sides = [(ring[i - 1], point) for i, point in enumerate(ring)]
    return any(_cross(a, b) for a, b in combinations(sides, 2) if not {*a} & {*b})


def _cross(one: tuple[ExactPoint, ExactPoint], other: tuple[ExactPoint, ExactPoint]) -> bool:
    """Whether two segments have a point in common."""
    (a, b), (c, d) = one, other
    turns = (_turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b))
    if all(turns):
        return (turns[0] > 0) != (turns[1] > 0) and (turns[2] > 0) != (turns[3] > 0)
    flat = ((c, a, b), (d, a, b), (a, c, d), (b, c, d))
    return any(turn == 0 and _within(*points) for turn, points in zip(turns, flat, strict=True))


def _turn(a: ExactPoint, b: ExactPoint, c: ExactPoint) -> Exact:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _within(point: ExactPoint, a: ExactPoint, b: ExactPoint) -> bool:
    return min(a[0], b[0]) <= point[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= point[1] <= max(a[1], b[1])
