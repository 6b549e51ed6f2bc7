"""The unmoving board as meshes: floors, walls, props, and the
machinery round about. Pure; drawn by rendering/table.py."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..common import plane
from ..common.plane import LineSegment, Point, Polygon
from ..scene.looks import Rgb, stable_number
from ..scene.scene import FRAME, Floor, Scene, Wall
from . import laid, markmesh
from .cuts import CELLS, clipped, ribbon
from .mesh import Box, Floats, Ints, Mesh, boxes, join, mesh
from .paint import COLUMNS, FLOORS, SEAMLESS, floor_number, is_metal
from .props import prop

HIGH, LOW, INNER, AMID, PARAPET = 0.50, 0.17, 0.34, 0.14, 0.22
MANY_POSTS = 150  # More of them have no bevels: the board is so large that each is a few pixels.

WALLS = ("panel", "window", "low", "parapet", "barrier", "fence", "console", "none")

STEEL = (0.40, 0.43, 0.47)
PLASTER = (0.47, 0.41, 0.33)
CAP = (0.075, 0.082, 0.095)
POST = (0.085, 0.093, 0.105)
SLAB = (0.05, 0.055, 0.065)
STRIP = (0.25, 0.75, 1.0)
SCREEN, GREEN = (0.10, 0.42, 0.60), (0.08, 0.45, 0.24)
GLASS = (0.45, 0.80, 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class BoardMesh:
    """One mesh of the board. `texture` is floor, wall, ground, glass, glow (light in the air) or none; `side`
    is the side of the board a wall stands on
    (n, e, s, w; empty: always shown) and `low` says which of its two heights
    this is; `layer` is the floor's height."""

    name: str
    mesh: Mesh
    texture: str = ""
    side: str = ""
    low: bool = False
    layer: float = 0.0


def solids(scene: Scene) -> list[BoardMesh]:
    """All unmoving meshes of a scene."""
    found: list[BoardMesh] = []
    metal = is_metal(f.kind for f in scene.floors if f.space)
    for z in sorted({f.z for f in scene.floors if f.space}):
        level = [f for f in scene.floors if abs(f.z - z) < 0.1]
        found.append(BoardMesh("floor", _floors([f for f in level if not f.over]), "floor", layer=z))
        found.append(BoardMesh("cover", _floors([f for f in level if f.over]), "floor", layer=z))
        found += [BoardMesh("picture", made, ref, layer=z) for ref, made in laid.pictures(level)]
        found.append(BoardMesh("seams", laid.seams(level), layer=z))
        found.append(BoardMesh("slab", _slab([f for f in level if not f.over]), layer=z))
        walls = [w for w in scene.walls if abs(w.z - z) < 0.1]
        found += list(_walls(walls, z, metal=metal))
        props = [prop(name, f, i) for f in level for i, name in enumerate(f.props)]
        found.append(BoardMesh("props", join(props), layer=z))
    if metal:
        layer = min((f.z for f in scene.floors), default=0.0)
        found.append(BoardMesh("machinery", _machinery(scene), layer=layer))
    return [s for s in found if len(s.mesh.faces)]


# ---- floors


def _floors(floors: Iterable[Floor]) -> Mesh:
    """Floors cut along the grid of tiles and, within a tile, into small pieces; the atlas picture repeats per
    tile. Whole tiles are most of a board, so all of them are made at once."""
    whole: list[_Tile] = []
    parts: list[Mesh] = []
    for floor in floors:
        if not floor.space and len(floor.outline) == 4:
            parts.append(_corridor(floor))
            continue
        left, bottom, right, top = plane.box([floor.outline])
        for x in range(math.floor(left + 1e-6), math.ceil(right - 1e-6)):
            # Of an outline with many corners few lie in one column.
            strip = floor.outline if floor.grid else plane.clip(floor.outline, x, bottom, x + 1, top)
            for y in range(math.floor(bottom + 1e-6), math.ceil(top - 1e-6)):
                tile = _tile(floor, x, y)
                if floor.grid or _covers(strip, x, y):
                    whole.append(tile)
                else:
                    points, faces = clipped(strip, x, y)
                    parts.append(_tiled([tile], points - (x, y), faces))
        if not floor.grid:
            parts.append(_outlined(floor))
    return join([_tiled(whole, *_CELLS), *parts])


class _Tile(NamedTuple):
    """Where a tile is; its picture, turned by quarters; how much of its border is left out; its light."""

    x: int
    y: int
    z: float
    number: int
    turns: int
    margin: float
    tint: float


def _tile(floor: Floor, x: int, y: int) -> _Tile:
    number = floor_number(floor.kind, stable_number(f"{floor.tile}:{x}:{y}"))
    seed = stable_number(f"turn:{x}:{y}")
    turns = int(floor.turned) if FLOORS[number] in ("hazard", "wood", "stone") else seed % 4
    # The joint at the border of a picture is that of a square; a region of many tiles shows its own border.
    margin = 0.006 if floor.grid or FLOORS[number] not in SEAMLESS else 0.04
    return _Tile(x, y, floor.z, number, turns, margin, 0.92 + 0.16 * (seed // 7 % 100) / 100)


def _tiled(tiles: Sequence[_Tile], within: Floats, faces: Ints) -> Mesh:
    """Tiles cut alike: `within` (n, 2) are the corners of the pieces of each, 0..1."""
    count = len(within)
    if not tiles or not count:
        return join(())
    x, y, z, number, turns, margin, tint = (np.array(column)[:, None] for column in zip(*tiles, strict=True))
    across, along = within.T
    turned = ((across, along), (1 - along, across), (1 - across, 1 - along), (along, 1 - across))
    u, v = (np.choose(turns, [way[axis] for way in turned]) * (1 - 2 * margin) + margin for axis in (0, 1))
    points = np.stack([x + across, y + along, np.broadcast_to(z, u.shape)], -1)
    uvs = np.stack(
        [(number % COLUMNS + u) / COLUMNS, 1 - (number // COLUMNS + 1 - v) / (len(FLOORS) // COLUMNS)], -1
    )
    shifted = faces[None] + (np.arange(len(tiles)) * count)[:, None, None]
    return mesh(points, (0, 0, 1), np.repeat(np.repeat(tint, 3, 1), count, 0), uvs, shifted)


def _corridor(floor: Floor) -> Mesh:
    """The strip of a corridor: its picture goes along with it, in stretches as long as it is wide."""
    start, right, left = (np.array(floor.outline[i], np.float32) for i in (0, 1, 3))
    along, across = right - start, left - start
    count = max(1, round(float(np.linalg.norm(along) / np.linalg.norm(across))))
    number = FLOORS.index(floor.kind) if floor.kind in FLOORS else 0
    parts = []
    for i in range(count):
        p = start + (i + _CELLS[0][:, :1]) / count * along + _CELLS[0][:, 1:] * across
        u = (number % COLUMNS + 0.01 + 0.98 * _CELLS[0][:, 0]) / COLUMNS
        v = 1 - (number // COLUMNS + 1 - (0.01 + 0.98 * _CELLS[0][:, 1])) / (len(FLOORS) // COLUMNS)
        raised = np.column_stack([p, np.full(len(p), floor.z)])
        parts.append(mesh(raised, (0, 0, 1), (1, 1, 1), np.column_stack([u, v]), _CELLS[1]))
    return join([*parts, _outlined(floor)])


def _tile_cells() -> tuple[Floats, Ints]:
    """A whole tile in small pieces that share their corners."""
    line = np.linspace(0, 1, CELLS + 1, dtype=np.float32)
    points = np.stack(np.meshgrid(line, line), -1).reshape(-1, 2)
    a = (np.arange(CELLS) + (CELLS + 1) * np.arange(CELLS)[:, None]).ravel()
    b, c, d = a + 1, a + CELLS + 2, a + CELLS + 1
    return points, np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)]).astype(np.uint32)


_CELLS = _tile_cells()


def _covers(outline: Polygon, x: int, y: int) -> bool:
    corners = ((x + 0.02, y + 0.02), (x + 0.98, y + 0.02), (x + 0.98, y + 0.98), (x + 0.02, y + 0.98))
    return (
        all(plane.contains(outline, c) for c in corners)
        and abs(abs(plane.area(plane.clip(outline, x, y, x + 1, y + 1))) - 1) < 1e-4
    )


def _outlined(floor: Floor) -> Mesh:
    """A dark seam along the border of a space that no grid shows; its picture is a dark spot of the atlas."""
    outer, inner = floor.outline, plane.inset(floor.outline, 0.035)
    dark = FLOORS.index("grate")
    u, v = (dark % COLUMNS + 0.15) / COLUMNS, 1 - (dark // COLUMNS + 0.13) / (len(FLOORS) // COLUMNS)
    points, faces = ribbon(outer, inner, floor.z + 0.004)
    return mesh(points, (0, 0, 1), (0.5, 0.5, 0.5), [(u, v)] * len(points), faces)


def _slab(floors: Iterable[Floor]) -> Mesh:
    """The sides of the slab under floors, where no other floor hides them."""
    sides: dict[frozenset[Point], tuple[LineSegment, float]] = {}
    shared: set[frozenset[Point]] = set()
    for floor in floors:
        for side in plane.sides(plane.against_clock(floor.outline)):
            ends = frozenset(side)
            if ends in sides:
                shared.add(ends)
            sides[ends] = (side, floor.z)
    points: list[tuple[float, float, float]] = []
    normals: list[tuple[float, float, float]] = []
    faces: list[tuple[int, int, int]] = []
    for ends, (((ax, ay), (bx, by)), z) in sides.items():
        if ends not in shared:
            low = z - 0.24 if z < 0.1 else -0.1
            far = math.dist((ax, ay), (bx, by)) or 1.0
            start = len(points)
            points += [(ax, ay, low), (bx, by, low), (bx, by, z), (ax, ay, z)]
            normals += [((by - ay) / far, -(bx - ax) / far, 0.0)] * 4
            faces += [(start, start + 1, start + 2), (start, start + 2, start + 3)]
    return mesh(points, normals, SLAB, None, faces) if faces else join(())


# ---- walls


def side_of(outward: Point) -> str:
    """Which side of the board an outer wall stands on; empty for an inner wall."""
    x, y = outward
    if (x, y) == (0.0, 0.0):
        return ""
    return ("e" if x > 0 else "w") if abs(x) > abs(y) else ("n" if y > 0 else "s")


def _walls(walls: Iterable[Wall], z: float, *, metal: bool) -> Iterable[BoardMesh]:
    """Inner walls once; outer walls twice for each side of the board, so
    the ones in front can be shown low."""
    walls = list(walls)
    framed = [w for w in walls if w.style == FRAME]
    yield BoardMesh("frame", _frame(framed), layer=z)
    walls = [w for w in walls if w.style != FRAME]
    paint = STEEL if metal else PLASTER
    for side in ("", "n", "e", "s", "w"):
        these = [w for w in walls if side_of(w.outward) == side]
        if not side:
            # A border amid the board is only hinted at, so that rooms behind it can be looked into.
            amid = [w for w in these if w.id.startswith("edge:")]
            yield BoardMesh("wall", _panels(amid, AMID, paint), "wall", layer=z)
            yield BoardMesh("wall trim", _wall_trim(amid, AMID, lit=False), layer=z)
            these = [w for w in these if not w.id.startswith("edge:")]
            small = [w for w in these if w.style in ("low", "parapet", "barrier")]
            yield BoardMesh("wall", _panels(small, LOW, paint), "wall", layer=z)
            yield BoardMesh("wall trim", _wall_trim(small, LOW, lit=False), layer=z)
            desks = [w for w in these if w.style == "console"]
            yield BoardMesh("desks", boxes([b for w in desks for b in _desk(w)]), layer=z)
            these = [w for w in these if w not in small and w not in desks]
        for low in (False, True) if side else (False,):
            height = INNER if not side else LOW if low else PARAPET if z > 0.1 else HIGH
            yield BoardMesh("wall", _panels(these, height, paint), "wall", side, low, z)
            yield BoardMesh("wall trim", _wall_trim(these, height, lit=metal), "", side, low, z)
            if height > LOW:
                panes = join(_pane(w, height) for w in these if w.style == "window")
                yield BoardMesh("panes", panes, "glass", side, low, z)
            if metal and height == HIGH:
                yield BoardMesh("glow", _shine(these), "glow", side, low, z)


def _frame(walls: Iterable[Wall]) -> Mesh:
    """The moulding round a board that no wall stands on: a low ledge outside, a lower one before it."""
    walls, parts = list(walls), []
    meeting: dict[tuple[float, float], list[Wall]] = defaultdict(list)
    for wall in walls:
        for x, y in wall.line:
            meeting[round(x, 3), round(y, 3)].append(wall)
    for wall in walls:
        for out, wide, high in ((0.15, 0.22, 0.05), (0.045, 0.09, 0.02)):
            (ax, ay), (bx, by) = wall.line
            far = math.dist(*wall.line)
            before, after = (
                _mitre(wall, end, meeting[round(end[0], 3), round(end[1], 3)], out, wide) for end in wall.line
            )
            along = ((bx - ax) / far, (by - ay) / far)
            x, y = (
                (a + b) / 2 + outward * out + step * (after - before) / 2
                for a, b, outward, step in zip(*wall.line, wall.outward, along, strict=True)
            )
            heading = math.degrees(math.atan2(by - ay, bx - ax))
            long = far + before + after
            tone = 1.0 if high > 0.03 else 0.6
            parts.append(
                Box(
                    (x, y, wall.z - 0.25),
                    (long, wide, 0.25 + high),
                    (0.085 * tone, 0.040 * tone, 0.018 * tone),
                    heading,
                    0.025,
                )
            )
    return boxes(parts)


def _mitre(wall: Wall, end: Point, meeting: Iterable[Wall], out: float, wide: float) -> float:
    """How far a moulding goes on beyond an end of its wall, so that it meets that of the next one: as far as
    the corner is sharp, and not so far as to stick out of a corner that the board has inwards.
    """
    for other in meeting:
        straight = wall.outward[0] * other.outward[0] + wall.outward[1] * other.outward[1]
        if other is wall or straight > 0.99:
            continue
        tip = other.line[0] if math.dist(other.line[1], end) < 0.002 else other.line[1]
        inward = (tip[0] - end[0]) * wall.outward[0] + (tip[1] - end[1]) * wall.outward[1] < 0
        sharp = math.sqrt(max(1 - straight**2, 0.0)) / max(1 + straight, 0.1)
        return min(sharp, 1.0) * (out + wide / 2) if inward else -min(sharp, 1.0) * (out - wide / 2)
    return out + wide / 2


def _panels(walls: Iterable[Wall], height: float, paint: Rgb) -> Mesh:
    """The panels of walls: all of each, or what its style leaves."""
    stretches = {"window": [(0.0, 0.22), (0.86, 1.0)], "fence": [(0.34, 0.48), (0.74, 0.88)]}
    owners: list[Wall] = []
    parts: list[Box] = []
    for wall in walls:
        (x, y, z), heading, far = _stand(wall.line, wall.outward, wall.z - 0.12)
        thick = 0.14 if wall.outward != (0.0, 0.0) else 0.10
        for low, high in stretches.get(wall.style, [(0.0, 1.0)]) if height > LOW else [(0.0, 1.0)]:
            begin = z if low == 0.0 else wall.z + height * low
            size = (far, thick, wall.z + height * high - begin)
            parts.append(Box((x, y, begin), size, wall.paint or paint, heading, 0.018))
            owners.append(wall)
    made = boxes(parts)
    if not owners:
        return made
    each = len(made.points) // len(owners)
    foot = np.repeat([wall.z for wall in owners], each)
    shift = np.repeat([0.5 + stable_number(wall.id) % 3 / 3 for wall in owners], each)
    uvs = np.column_stack([made.uvs[:, 0] + shift, np.clip((made.points[:, 2] - foot) / HIGH, 0.02, 0.98)])
    return Mesh(made.points, made.normals, made.colours, uvs.astype(np.float32), made.faces)


def _desk(wall: Wall) -> list[Box]:
    """A console along a border: a cabinet, a broader top, and screens that glow on both of its sides."""
    (x, y, z), heading, far = _stand(wall.line, wall.outward, wall.z)
    a = math.radians(heading)
    paint = wall.paint or STEEL
    made = [
        Box(
            (x, y, z - 0.05),
            (far * 0.86, 0.18, 0.23),
            (paint[0] * 0.6, paint[1] * 0.6, paint[2] * 0.6),
            heading,
            0.02,
        ),
        Box((x, y, z + 0.17), (far * 0.94, 0.30, 0.05), paint, heading, 0.02),
    ]
    for i, along in enumerate((-0.30, 0.0, 0.30)):
        for side in (-1, 1):
            dx, dy = along * far, 0.075 * side
            at = (x + dx * math.cos(a) - dy * math.sin(a), y + dx * math.sin(a) + dy * math.cos(a), z + 0.216)
            lit = SCREEN if (stable_number(wall.id) + i) % 3 else GREEN
            made.append(Box(at, (far * 0.20, 0.085, 0.012), lit, heading, 0.004, glow=True))
    return made


def _pane(wall: Wall, height: float) -> Mesh:
    """The glass of a window."""
    (ax, ay), (bx, by) = ((x + 0.07 * wall.outward[0], y + 0.07 * wall.outward[1]) for x, y in wall.line)
    low, high = wall.z + height * 0.22, wall.z + height * 0.86
    corners = ((ax, ay, low), (bx, by, low), (bx, by, high), (ax, ay, high))
    return mesh(corners, (0, 0, 1), (*GLASS, 0.20), None, ((0, 1, 2), (0, 2, 3), (0, 2, 1), (0, 3, 2)))


def _wall_trim(walls: list[Wall], height: float, *, lit: bool) -> Mesh:
    """Caps, posts where walls end, and light strips on the high outer walls."""
    parts: list[Box] = []
    posts: dict[tuple[float, float], Box] = {}
    for wall in walls:
        foot, heading, far = _stand(wall.line, wall.outward, wall.z + height - 0.012)
        outer = wall.outward != (0.0, 0.0)
        parts.append(Box(foot, (far, 0.17 if outer else 0.13, 0.035), CAP, heading, 0.010))
        wide = 0.20 if outer else 0.15
        for x, y in wall.line if far > 0.3 else ():
            key = (round(x, 2), round(y, 2))
            posts[key] = Box((x, y, wall.z - 0.12), (wide, wide, height + 0.17), POST, heading, 0.03)
        if lit and height == HIGH and _has_strip(wall):
            at = _strip(wall, 0.008)
            parts.append(Box(at, (far * 0.6, 0.018, 0.022), STRIP, heading, 0.004, glow=True))
    # Caps and strips are thin: their bevels would cost more than they show.
    return join(
        [boxes(parts, bevelled=False), boxes(list(posts.values()), bevelled=len(posts) <= MANY_POSTS)]
    )


def _has_strip(wall: Wall) -> bool:
    outer = wall.outward != (0.0, 0.0)
    return outer and math.dist(*wall.line) > 0.6 and stable_number(wall.id) % 3 > 0


def _strip(wall: Wall, inward: float) -> tuple[float, float, float]:
    """Where the light strip of a high wall is, so far in front of its line."""
    x, y = plane.middle(wall.line)
    return (x - wall.outward[0] * inward, y - wall.outward[1] * inward, wall.z + HIGH * 0.68)


def _shine(walls: Iterable[Wall]) -> Mesh:
    """The light about the strips of high walls."""
    parts = []
    for wall in walls:
        if _has_strip(wall):
            along = (-wall.outward[1], wall.outward[0])
            half = 0.42 * math.dist(*wall.line)
            parts.append(markmesh.halo(_strip(wall, 0.04), along, half, 0.20, STRIP))
    return join(parts)


def _stand(line: LineSegment, outward: Point, z: float) -> tuple[tuple[float, float, float], float, float]:
    (ax, ay), (bx, by) = line
    heading = math.degrees(math.atan2(by - ay, bx - ax))
    return (
        ((ax + bx) / 2 + outward[0] * 0.07, (ay + by) / 2 + outward[1] * 0.07, z),
        heading,
        math.dist(*line),
    )


# ---- what lies round about


def _machinery(scene: Scene) -> Mesh:
    """Low boxes, pipes and lamps on the empty cells next to the board, the same ones every time."""
    left, bottom, right, top = scene.bounds
    taken = {cell for floor in scene.floors for cell in _cells(floor)}
    chance = random.Random(7)
    plain: list[Box] = []
    for x in range(math.floor(left) - 1, math.ceil(right) + 1):
        for y in range(math.floor(bottom) - 1, math.ceil(top) + 1):
            near = any((x + i, y + j) in taken for i in (-1, 0, 1) for j in (-1, 0, 1))
            if (x, y) not in taken and near:
                plain += _greebles(x + 0.5, y + 0.5, chance)
    bevelled, sharp = [b for b in plain if b.bevel], [b for b in plain if not b.bevel]
    return join([boxes(bevelled), boxes(sharp, bevelled=False)])


def _greebles(x: float, y: float, chance: random.Random) -> list[Box]:
    height = chance.choice((0.0, 0.03, 0.06, 0.10))
    made = [Box((x, y, -0.26), (0.97, 0.97, height + 0.26), (0.040, 0.043, 0.050), bevel=0.03)]
    for _ in range(chance.randrange(2, 5)):
        k = chance.uniform(0.7, 1.5)
        size = (chance.uniform(0.10, 0.34), chance.uniform(0.10, 0.34), chance.uniform(0.02, 0.09))
        at = (x + chance.uniform(-0.26, 0.26), y + chance.uniform(-0.26, 0.26), height)
        made.append(Box(at, size, (0.042 * k, 0.046 * k, 0.053 * k), bevel=0.0))
    if chance.random() < 0.35:
        colour = (0.16, 0.10, 0.06) if chance.random() < 0.5 else (0.10, 0.11, 0.12)
        heading = chance.choice((0.0, 90.0))
        made.append(
            Box((x, y + chance.uniform(-0.25, 0.25), height), (0.74, 0.06, 0.06), colour, heading, 0.02)
        )
    if chance.random() < 0.22:
        colour = chance.choice(((0.9, 0.45, 0.08), (0.1, 0.6, 0.9), (0.9, 0.1, 0.06)))
        made.append(
            Box(
                (x + chance.uniform(-0.2, 0.2), y + chance.uniform(-0.2, 0.2), height + 0.02),
                (0.16, 0.05, 0.012),
                colour,
                glow=True,
                bevel=0.0,
            )
        )
    return made


def _cells(floor: Floor) -> list[tuple[int, int]]:
    """The cells of the grid that a floor reaches into."""
    left, bottom, right, top = plane.box([floor.outline])
    up = range(math.floor(bottom + 0.02), math.ceil(top - 0.02))
    cells: list[tuple[int, int]] = []
    for x in range(math.floor(left + 0.02), math.ceil(right - 0.02)):
        strip = floor.outline if floor.grid else plane.clip(floor.outline, x, bottom, x + 1, top)
        cells += [(x, y) for y in up if floor.grid or _touches(strip, x, y)]
    return cells


def _touches(outline: Polygon, x: int, y: int) -> bool:
    return abs(plane.area(plane.clip(outline, x + 0.02, y + 0.02, x + 0.98, y + 0.98))) > 0.005
