"""Where the camera stands at first: all of the board if its tiles are large enough then, else nearer to where
something is to be done. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from ..common import plane
from ..common.plane import Point, Polygon
from ..panels.layout import BAR, MARGINS, scale_for
from ..scene.looks import FLAT
from ..scene.scene import Floor, Piece, Scene
from . import camera as cam
from .camera import FIELD_OF_VIEW, Camera, Size, Vec

Margins = tuple[float, float, float, float]  # left, top, right, bottom

TILE = 100.0  # pixels of the plan that a tile has when a game begins, or more on a small board
FAIR = 80.0  # or as many, if then more of what matters is in sight
NEARER = 7 / 8  # of the way back to where the whole board is seen: who must go further may go all of it
HALVINGS = 6  # in which the least distance is found
CORNER = (330.0, 190.0)  # what the panel of a thing covers below on the left
HAND = 208.0  # pixels of the plan that a hand of cards covers below
HEAD = 0.8  # how high what stands on the board may reach
OVERHEAD = 1.3  # and its name
ABOVE = 2.2  # and what is said over it
BACK = (1.0, 1.025, 1.05)  # how far back from there the camera goes to show piles whole
PROMPT, LOW = 108.0, 60.0  # how far a prompt of two lines reaches down, and the bar of time up
STEPS = 3  # in which piles are brought out from under panels: what is nearer moves further
SMALL = 48.0  # pixels of the plan: what happens on smaller tiles is looked at from nearer
EDGE = 0.1  # the part of the picture at each border that is no longer its middle
STILL = 0.2  # a way shorter than this is none
QUICKEST, SLOWEST = 0.45, 1.2  # seconds on the way to what happens


def whole(
    scene: Scene,
    size: Size,
    *,
    text: float = 1.0,
    cards: bool = False,
    azimuth: float = 13.0,
    elevation: float = 52.0,
) -> Camera:
    """All of the board and what lies beside it, as large as the panels, and `cards` in hand, allow."""
    return cam.fit(
        scene.bounds,
        size,
        azimuth=azimuth,
        elevation=elevation,
        margins=_margins(size, text, cards),
        points=_extent(scene),
    )


def first(scene: Scene, size: Size, *, text: float = 1.0, cards: bool = False) -> Camera:
    """How a game begins: the whole board, unless its tiles would be smaller than TILE; then what matters."""
    return nearer(whole(scene, size, text=text, cards=cards), scene, size, text=text, cards=cards)


def nearer(found: Camera, scene: Scene, size: Size, *, text: float = 1.0, cards: bool = False) -> Camera:
    """The camera over the whole board, brought to what matters where its tiles would be smaller than TILE: as
    near as leaves all of that in sight.
    """
    focal = size[1] / 2 / math.tan(math.radians(FIELD_OF_VIEW) / 2) / scale_for(size, text)
    nearest = focal / TILE
    if found.distance <= nearest:
        return found
    for furthest in (min(focal / FAIR, found.distance), found.distance):
        for points in focus(scene):
            span = nearest, nearest + NEARER * (furthest - nearest)
            if camera := _least(points, found, span, scene, size, text, cards):
                return _clear(camera, points, scene, size, text, cards)
    return found


def towards(
    at: Point, camera: Camera, scene: Scene, size: Size, *, text: float = 1.0, cards: bool = False
) -> Camera:
    """The same camera moved to a point, as long as the board fills the picture."""
    left, top, right, bottom = _margins(size, text, cards)
    middle = ((left + size[0] - right) / 2, (top + size[1] - bottom) / 2)
    camera = _put(camera, at, middle, size)
    shown = [p for v in _extent(scene) if (p := cam.project(camera, v, size))]
    if not shown:
        return camera
    # A border of the board that lies inside the frame is brought to the frame's border.
    x = _pulled(min(p[0] for p in shown), max(p[0] for p in shown), left, size[0] - right)
    y = _pulled(min(p[1] for p in shown), max(p[1] for p in shown), top, size[1] - bottom)
    return cam.drag(camera, middle, (middle[0] + x, middle[1] + y), size)


def seen(
    camera: Camera, point: Vec, size: Size, text: float = 1.0, cards: bool = False, edge: float = 0.0
) -> bool:
    """Whether a point of the table lies where no panel covers it, nor `edge` of what is left at a border."""
    return _between(_margins(size, text, cards), camera, point, size, scale_for(size, text), edge)


def _between(
    margins: Margins, camera: Camera, point: Vec, size: Size, unit: float, edge: float = 0.0
) -> bool:
    """Whether a point is seen between the margins, and not under the panel in the corner."""
    left, top, right, bottom = margins
    at = cam.project(camera, point, size)
    if at is None or (at[0] < CORNER[0] * unit and at[1] > size[1] - CORNER[1] * unit):
        return False
    wide, high = edge * (size[0] - left - right), edge * (size[1] - top - bottom)
    return left + wide <= at[0] <= size[0] - right - wide and top + high <= at[1] <= size[1] - bottom - high


def follows(
    camera: Camera,
    scene: Scene,
    size: Size,
    moved: Iterable[Vec] = (),
    *,
    text: float = 1.0,
    cards: bool = False,
) -> Camera | None:
    """The camera moved to what can be answered or, where nothing is asked, to where pieces of the board have
    moved, if none of it can be seen; None where it may stay."""
    left, bottom, right, top = scene.bounds
    points = [mark.at for mark in scene.marks] or [
        at for at in moved if left <= at[0] <= right and bottom <= at[1] <= top
    ]
    if not points or any(seen(camera, point, size, text, cards) for point in points):
        return None
    return towards(_middle(points), camera, scene, size, text=text, cards=cards)


def going(
    camera: Camera,
    scene: Scene,
    size: Size,
    about: Iterable[Vec],
    *,
    text: float = 1.0,
    cards: bool = False,
    small: float = SMALL,
) -> Camera | None:
    """The camera brought to where something happens; None where it may stay: all of it lies in the middle of
    the picture, and is not too small there. It comes nearer only where tiles are smaller than `small`, and
    goes back as far as it takes to see all."""
    left, bottom, right, top = scene.bounds
    points = [
        (x, y, z + up)
        for x, y, z in about
        if left <= x <= right and bottom <= y <= top
        for up in (0.0, ABOVE)
    ]
    if not points:
        return None
    unit = scale_for(size, text)
    too_small = tile_in(camera, size) < small * unit
    if not too_small and all(seen(camera, point, size, text, cards, EDGE) for point in points):
        return None
    nearest = camera.distance * tile_in(camera, size) / (max(TILE, 1.1 * small) * unit)
    start = nearest if too_small else camera.distance
    look = {"azimuth": camera.azimuth, "elevation": camera.elevation}
    furthest = max(start, whole(scene, size, text=text, cards=cards, **look).distance)
    found = _least(points, camera, (start, furthest), scene, size, text, cards)
    if found is None:
        back = replace(camera, distance=furthest)
        found = towards(_middle(points), back, scene, size, text=text, cards=cards)
    stays = math.dist(found.target, camera.target) < STILL and abs(found.distance - camera.distance) < STILL
    return None if stays else found


def tile_in(camera: Camera, size: Size) -> float:
    """How many pixels a tile is wide in the middle of the picture."""
    return size[1] / 2 / math.tan(math.radians(FIELD_OF_VIEW) / 2) / camera.distance


def travel_seconds(a: Camera, b: Camera) -> float:
    """How long a way takes that the eye can follow: longer, the further it leads over the picture."""
    way = math.dist(a.target, b.target) + abs(a.distance - b.distance)
    return min(SLOWEST, QUICKEST + 0.8 * way / max(a.distance, b.distance))


def between(a: Camera, b: Camera, part: float) -> Camera:
    """A camera on the way from one to another: gently off, gently there."""
    k = part * part * (3 - 2 * part)
    turn = (b.azimuth - a.azimuth + 180) % 360 - 180
    return replace(
        b,
        target=(a.target[0] + (b.target[0] - a.target[0]) * k, a.target[1] + (b.target[1] - a.target[1]) * k),
        azimuth=(a.azimuth + turn * k) % 360,
        elevation=a.elevation + (b.elevation - a.elevation) * k,
        distance=a.distance + (b.distance - a.distance) * k,
    )


def focus(scene: Scene) -> list[list[Vec]]:
    """Where what matters is, from all to least: what can be answered and all figures; with one's own only;
    without figures; of each first with what is played for. Of figures also what is over their heads. Tokens
    stand for figures if there are none."""
    pieces = [p for p in scene.pieces if _on_board(scene, p.at)]
    standing = [p for p in pieces if p.look.archetype not in FLAT] or pieces
    every, own = [p.at for p in standing], [p.at for p in standing if p.own]
    marks = [(x, y, m.at[2]) for m in scene.marks for x, y in m.outline or (m.at[:2],)]
    over = [mark.at for mark in scene.marks if mark.sort == "thing"]
    aims = [*scene.aims]
    groups = [
        (flat + figures, over + figures) for figures in (every, own, []) for flat in (marks + aims, marks)
    ]
    return [flat + [(x, y, z + OVERHEAD) for x, y, z in stands] for flat, stands in groups if flat]


def _least(
    points: Sequence[Vec],
    camera: Camera,
    span: tuple[float, float],
    scene: Scene,
    size: Size,
    text: float,
    cards: bool,
) -> Camera | None:
    """The camera brought over the middle of some points, and between two distances as near as leaves all of
    them in sight; None where they are not even from the further one."""
    middle = _middle(points)

    def from_(distance: float) -> Camera | None:
        found = towards(middle, replace(camera, distance=distance), scene, size, text=text, cards=cards)
        return found if all(seen(found, point, size, text, cards) for point in points) else None

    near, far = span
    if found := from_(near):
        return found
    found = from_(far)
    for _ in range(HALVINGS if found else 0):
        half = (near + far) / 2
        if nearer := from_(half):
            found, far = nearer, half
        else:
            near = half
    return found


def _clear(
    camera: Camera, points: Iterable[Vec], scene: Scene, size: Size, text: float, cards: bool
) -> Camera:
    """The camera moved, or a little further back, so that what lies beside the board is not half under the
    prompt or what stands at the sides; as it is where what matters would no longer be in sight.
    """
    unit = scale_for(size, text)
    left, _, right, bottom = _margins(size, text, cards)
    margins = (left, PROMPT * unit, right, bottom if cards else LOW * unit)
    boxes = [box_of(one, min(HEAD, one.size * one.look.height)) for one in beside(scene)]
    middle = (size[0] / 2, size[1] / 2)
    for part in BACK:
        there = replace(camera, distance=part * camera.distance)
        for _ in range(STEPS):
            x, y = _cut(there, boxes, size, margins)
            if not (x or y):
                break
            there = cam.drag(there, middle, (middle[0] + x, middle[1] + y), size)
        if all(_between(margins, there, point, size, unit) for point in points):
            return there
    return camera


def _cut(camera: Camera, boxes: Iterable[Iterable[Vec]], size: Size, margins: Margins) -> Point:
    """How far what is half in the margin at the left, the right or the top reaches into it. Where it is so
    on both sides, it is nothing for either: moving would uncover one and cover the other."""
    left, top, right = margins[0], margins[1], size[0] - margins[2]
    at_left = at_right = y = 0.0
    for box in boxes:
        shown = tuple(at[:2] for point in box if (at := cam.project(camera, point, size)))
        west, north, east, south = plane.box([shown])
        if west < left < east:
            at_left = max(at_left, left - west)
        if west < right < east:
            at_right = max(at_right, east - right)
        if shown and north < top and south > 0:
            y = max(y, top - north)
    return (0.0 if at_left and at_right else at_left - at_right), y


def beside(scene: Scene) -> list[Piece]:
    """The piles, dice and tracks beside the board."""
    return [piece for piece in scene.pieces if not _on_board(scene, piece.at)]


def _on_board(scene: Scene, at: Vec) -> bool:
    left, bottom, right, top = scene.bounds
    return left <= at[0] <= right and bottom <= at[1] <= top


def _middle(places: Iterable[Vec]) -> Point:
    left, bottom, right, top = plane.box([tuple((x, y) for x, y, _ in places)])
    return ((left + right) / 2, (bottom + top) / 2)


def _put(camera: Camera, at: Point, pixel: tuple[float, float], size: Size) -> Camera:
    """The camera moved over the ground until a point of it is under a pixel."""
    here = cam.on_ground(camera, pixel, size)
    if here is None:
        return replace(camera, target=at)
    x, y = camera.target
    return replace(camera, target=(x + at[0] - here[0], y + at[1] - here[1]))


def _pulled(low: float, high: float, start: float, end: float) -> float:
    """How far low..high must move so that start..end lies in it; to its middle where it is shorter."""
    if high - low <= end - start:
        return (start + end - low - high) / 2
    return min(0.0, start - low) if low > start else max(0.0, end - high)


@lru_cache(2)
def _corners(floors: tuple[Floor, ...]) -> Polygon:
    """The corners that stick out of a board: one scene is looked at many times."""
    return plane.hull([p for floor in floors for p in floor.outline])


def _extent(scene: Scene) -> list[Vec]:
    """Points round everything on the table: corners of floors, below and above, and what lies beside."""
    corners = _corners(scene.floors)
    points = [(x, y, z) for x, y in corners for z in (0.0, HEAD)]
    for piece in beside(scene):
        points += box_of(piece, HEAD)
    left, bottom, right, top = scene.bounds
    return points or [(x, y, 0.0) for x in (left, right) for y in (bottom, top)]


def box_of(piece: Piece, high: float) -> list[Vec]:
    """The corners of a box round a pile or track."""
    x, y, z = piece.at
    deep = 0.45 * piece.size
    wide = deep if piece.track is None else (piece.track[2] - piece.track[1] + 1) / 2 * piece.size
    return [(x + dx, y + dy, z + up) for dx in (-wide, wide) for dy in (-deep, deep) for up in (0.0, high)]


def _margins(size: Size, text: float, cards: bool) -> Margins:
    unit = scale_for(size, text)
    left, top, right, bottom = (m * unit for m in MARGINS)
    return (left, top + BAR * unit, right, HAND * unit) if cards else (left, top, right, bottom)
