"""Where name plates stand: each near its own figure and over no face; over no token and under no panel where
there is another place. Pure."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ..common.plane import Point
from ..scene.scene import Piece, Plate
from .base import Panel
from .layout import Placed
from .notes import plate as drawn

MOST_NAMED = 120  # figures under name plates
MOST_TITLES = 40  # spaces under them: those whose letters on the floor are too small
FURTHEST = 60.0  # how far a plate may stand from its figure
BESIDE = 2.0  # how far it stands from what it stands beside
CLOSE = 12.0  # and how far it may, so that it is not far from its figure
# What a place costs, in pixels further off: to come later in the list of places, to be nearer to another's
# head, to have something between itself and its figure, on a token, under a panel.
LATER, ASTRAY, PARTED, TOKEN, HIDDEN = 0.5, 24, 24, 30, 80

Rectangle = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Wanted(NamedTuple):
    """A plate that is to stand with the middle of its lower border at `at`, as long as nothing is there. What
    is `least` takes the place that others leave, or none."""

    depth: float
    piece: str
    plate: Plate
    at: Point
    least: bool = False


def named(pieces: Iterable[Piece], about: Container[str]) -> list[Piece]:
    """The figures with name plates. Of more than can be told apart, only those that something is about."""
    found = [piece for piece in pieces if piece.plate]
    return found if len(found) <= MOST_NAMED else [one for one in found if one.id in about][:MOST_NAMED]


def plates(
    wanted: Iterable[Wanted],
    bodies: Mapping[str, Sequence[Rectangle]],
    about: Container[str] = (),
    *,
    tokens: Sequence[Rectangle] = (),
    panels: Sequence[Rectangle] = (),
) -> list[Placed]:
    """Name plates, the furthest figure's last. None covers another, or what is to be seen of another figure.

    What is to be seen of a figure is its head, then its base. A plate that has no place near its figure goes
    up until it has one; if that is too far, there is no plate. Those of figures that something is `about`
    take their places first, and are never left out.
    """
    placed: list[Placed] = []
    taken: list[Rectangle] = []
    for one in sorted(wanted, key=lambda each: (each.piece not in about, each.least, each.depth)):
        panel, own = drawn(one.plate), bodies.get(one.piece) or ((*one.at, *one.at),)
        reach = _around(one.at, own, panel)
        others = [body for name, body in bodies.items() if name != one.piece]
        full = _touching(reach, [*taken, *(part for body in others for part in body)])
        heads = _touching(reach, [body[0] for body in others if body])
        costs = ((ASTRAY, heads), (TOKEN, _touching(reach, tokens)), (HIDDEN, _touching(reach, panels)))
        found = _best(_places(panel, one.at, own), panel, full, costs, own)
        if found is None:
            if one.least:
                continue
            found = _above(one.at, panel, [*taken, *(part for body in others for part in body)])
            if one.at[1] - panel.h - found[1] > FURTHEST and one.piece not in about:
                continue
        taken.append(_box(found, panel))
        lead = None if one.least else _end(_box(found, panel), own)
        placed.append(Placed(f"plate {one.piece}", panel, *found, 0, lead=lead))
    return placed[::-1]


def _places(panel: Panel, at: Point, body: Sequence[Rectangle]) -> Iterator[Point]:
    """Where a plate may stand, the best first: over the head, under the base, beside the head; then over the
    head and aside; then further off."""
    (x, y), w, h = at, panel.w, panel.h
    yield (x - w / 2, y - h)
    head, base = body[0], body[-1]
    under = base[3] + BESIDE
    yield ((base[0] + base[2] - w) / 2, under)
    for part in (head, base):
        middle = (part[1] + part[3] - h) / 2
        yield (part[2] + BESIDE, middle)
        yield (part[0] - w - BESIDE, middle)
    for aside in (w / 4, -w / 4, w / 2, -w / 2, 0.65 * w, -0.65 * w):
        yield (x - w / 2 + aside, y - h)
        yield ((base[0] + base[2] - w) / 2 + aside, under)
    for further in (0.4, 0.8, 1.2, 1.6, 2.0, 2.5, 3.0):
        for aside in (0.0, w / 4, -w / 4, w / 2, -w / 2, w, -w):
            yield (x - w / 2 + aside, y - h - further * h)


def _best(
    places: Iterable[Point],
    panel: Panel,
    full: Sequence[Rectangle],
    costs: Sequence[tuple[int, Sequence[Rectangle]]],
    own: Sequence[Rectangle],
) -> Point | None:
    """The place that costs least, of those where nothing stands that may not be covered."""
    best, least = None, math.inf
    (astray, heads), *under = costs
    for step, place in enumerate(places):
        if LATER * step >= least:
            break
        box = _box(place, panel)
        if any(_meet(box, one) for one in full):
            continue
        far = max(0.0, min(_gap(box, one) for one in own) - CLOSE)
        way = _way(box, own)
        cost = LATER * step + far + (PARTED if any(_meet(way, one) for one in full) else 0)
        cost += sum(price for price, these in under if any(_meet(box, one) for one in these))
        cost += astray if any(_gap(box, head) < _gap(box, own[0]) for head in heads) else 0
        if cost < least:
            best, least = place, cost
    return best


def _above(at: Point, panel: Panel, full: Sequence[Rectangle]) -> Point:
    """The first place straight above."""
    left, top = at[0] - panel.w / 2, at[1] - panel.h
    while found := [one for one in full if _meet((left, top, left + panel.w, top + panel.h), one)]:
        top = min(one[1] for one in found) - panel.h - 1
    return (left, top)


def _end(box: Rectangle, own: Sequence[Rectangle]) -> Point:
    """The point of a figure that is nearest to the middle of a plate."""
    left, top, right, bottom = min(own, key=lambda one: _gap(box, one))
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return (min(max(x, left), right), min(max(y, top), bottom))


def _way(box: Rectangle, own: Sequence[Rectangle]) -> Rectangle:
    """The middle of the way from a plate to its figure."""
    x, y = _end(box, own)
    nearest = (min(max(x, box[0]), box[2]), min(max(y, box[1]), box[3]))
    x, y = (x + nearest[0]) / 2, (y + nearest[1]) / 2
    return (x - 1, y - 1, x + 1, y + 1)


def _around(at: Point, body: Sequence[Rectangle], panel: Panel) -> Rectangle:
    """What a plate near a figure may come to."""
    boxes = [(*at, *at), *body]
    wide, high = 2 * panel.w, 4 * panel.h
    return (
        min(one[0] for one in boxes) - wide,
        min(one[1] for one in boxes) - high,
        max(one[2] for one in boxes) + wide,
        max(one[3] for one in boxes) + high,
    )


def _touching(reach: Rectangle, these: Iterable[Rectangle]) -> list[Rectangle]:
    return [one for one in these if _meet(reach, one)]


def _box(place: Point, panel: Panel) -> Rectangle:
    return (place[0], place[1], place[0] + panel.w, place[1] + panel.h)


def _meet(a: Rectangle, b: Rectangle) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _gap(a: Rectangle, b: Rectangle) -> float:
    """How far two boxes are apart."""
    across, down = max(a[0] - b[2], b[0] - a[2], 0.0), max(a[1] - b[3], b[1] - a[3], 0.0)
    return math.hypot(across, down)
