"""What stands between spaces: walls, doors and corridors, found from outlines and links. Pure."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tilewright.schemas.view import SeenLink, SeenSpace, SeenThing, ViewLook, ViewValues

from ..common import art, plane
from ..common.plane import LineSegment, Point, Polygon
from ..scene.looks import Rgb, colour_of, factor, icon_of
from ..scene.scene import Door, Floor, Sign, Wall

_Cells = Mapping[tuple[int, int], Sequence[str]]

CORRIDOR_WIDTH = 0.56
_NO_WALLS: Mapping[str, str] = {}
_UNDER = 0.16  # so far a corridor goes on under the floors that it joins


class BorderLink(NamedTuple):
    """A link of the board with its sort made out: wall, door, open, or corridor (with or without a door)."""

    name: str
    title: str
    sides: tuple[str, ...]
    line: LineSegment
    sort: str
    corridor: bool
    state: str
    style: str
    icon: str
    paint: Rgb | None
    floor: str  # what a corridor is laid with
    wide: float


def links_by_name(links: Iterable[SeenLink], outlines: Mapping[str, Polygon]) -> dict[str, BorderLink]:
    """Every link that has a place to be drawn at."""
    found: dict[str, BorderLink] = {}
    for number, link in enumerate(links):
        sides = tuple(s for s in link.get("sides") or () if s in outlines)
        line = _line(link, sides, outlines)
        if line is None:
            continue
        name = str(link.get("name") or f"link#{number}")
        look, values = link.get("look") or {}, link.get("values") or {}
        sort = _sort(str(link.get("kind") or ""), look, values)
        if len(sides) == 2 and _leads_through(line, sides, outlines):
            # Drawn from middle to middle: it stands where the two spaces meet.
            border = plane.shared_border(outlines[sides[0]], outlines[sides[1]])
            if border is not None:
                line = border if sort == "wall" else _across(_across(border, 0.96), 0.96)
        on_border = any(plane.distance_to_border(outlines[s], plane.middle(line)) < plane.NEAR for s in sides)
        corridor = not on_border and plane.length(line) > 0.05 and sort != "wall"
        if on_border and len(sides) == 2 and _leads_through(line, sides, outlines):
            line = _across(line, 0.96)
        found[name] = BorderLink(
            name=name,
            title=_title(link),
            sides=sides,
            line=line,
            sort=sort,
            corridor=corridor,
            state=_state(values),
            style=str(look.get("door") or look.get("wall") or look.get("frame") or ""),
            paint=colour_of(look["colour"]) if look.get("colour") else None,
            icon=icon_of(look) or ("" if corridor else str(link.get("kind") or "")),
            floor=str(look.get("floor") or "") if not art.is_file(look.get("floor")) else "",
            wide=CORRIDOR_WIDTH * factor(look.get("bulk")),
        )
    return found


def walls(
    outlines: Mapping[str, Polygon],
    heights: Mapping[str, float],
    links: Iterable[BorderLink],
    walled: Mapping[str, str] = _NO_WALLS,
    edge: str = "panel",
    under: Container[str] = (),
) -> Iterator[Wall]:
    """Walls where a link says so, round the outside of the board (in the style `edge`), and round spaces that
    are `walled` (space → style) where they meet others; with gaps where a link leads through. Walls are low
    about spaces that lie `under` others."""
    links = list(links)
    for link in links:
        if link.sort == "wall":
            z = min((heights[s] for s in link.sides), default=0.0)
            outward = _outward(link.line, outlines[link.sides[0]]) if len(link.sides) == 1 else (0.0, 0.0)
            yield Wall(
                f"wall:{link.name}", link.line, outward, z=z, style=link.style or "panel", paint=link.paint
            )
    taken = {_key(step, 0.0)[:2] for link in links for step in plane.unit_steps(link.line)}
    borders: dict[tuple[Point, Point, float], list[tuple[LineSegment, str]]] = defaultdict(list)
    for name, outline in outlines.items():
        for side in plane.sides(outline):
            for step in plane.unit_steps(side):
                borders[_key(step, heights[name])].append((step, name))
    near = {z: by_cell(outlines, [n for n, h in heights.items() if h == z]) for z in set(heights.values())}
    gaps = [(link, p) for link in links if link.corridor for p in _mouths(link, outlines)]
    for key, found in borders.items():
        if len(found) == 1 and key[:2] not in taken:
            step, name = found[0]
            if walled.get(name) == "none":
                continue
            if _behind(step, name, outlines, near[heights[name]]):
                continue
            outward = _right_of(step)
            if name in under or _faces_board(step, outward, outlines, near[heights[name]]):
                outward = (0.0, 0.0)  # It stands amid the board: low, and nothing hides behind it.
            for part in _with_gaps(step, [(p, link.wide) for link, p in gaps if name in link.sides]):
                yield Wall(f"edge:{name}:{part[0]}:{part[1]}", part, outward, z=heights[name], style=edge)
    yield from _round(walled, outlines, heights, links, near)


def _round(
    walled: Mapping[str, str],
    outlines: Mapping[str, Polygon],
    heights: Mapping[str, float],
    links: Sequence[BorderLink],
    near: Mapping[float, _Cells],
) -> Iterator[Wall]:
    """Walls between a walled space and its neighbours that are not walled alike; in stretches as long as the
    border is straight, less what links stand on."""
    for name, style in walled.items():
        if style == "none":
            continue
        lines = [link.line for link in links if name in link.sides]
        for side in plane.sides(outlines[name]):
            stretch: LineSegment | None = None
            for step in [*plane.unit_steps(side), None]:
                other = step and _behind(step, name, outlines, near[heights[name]])
                if step and other and walled.get(other) != style:
                    stretch = (stretch[0] if stretch else step[0], step[1])
                    continue
                for part in _less(stretch, lines) if stretch else ():
                    yield Wall(f"wall:{name}:{part[0]}:{part[1]}", part, z=heights[name], style=style)
                stretch = None


def doors(links: Iterable[BorderLink], heights: Mapping[str, float]) -> Iterator[Door]:
    """Doors, on the border or across the middle of their corridor."""
    for link in links:
        if link.sort == "door":
            line = _across(link.line, link.wide) if link.corridor else link.line
            z = max((heights[s] for s in link.sides), default=0.0)
            yield Door(
                link.name,
                line,
                link.state,
                z=z,
                style=link.style or "sliding",
                title=link.title,
                paint=link.paint,
            )


def signs(
    links: Iterable[BorderLink], outlines: Mapping[str, Polygon], heights: Mapping[str, float]
) -> Iterator[Sign]:
    """One for each link that would otherwise not be seen, and for corridors whose look has an icon and no
    colour for it.
    """
    for link in links:
        if link.corridor and link.icon:
            if link.paint is None:
                at = on_corridor(link, outlines, heights)
                yield Sign(f"sign:{link.name}", at, link.icon, link.title)
        elif link.sort == "open" and not link.corridor:
            x, y = plane.middle(link.line)
            z = min((heights[s] for s in link.sides), default=0.0)
            if z != max((heights[s] for s in link.sides), default=0.0):
                # Between two layers it lies at the foot of the higher one, where it can be seen.
                foot = min(link.sides, key=lambda s: heights[s])
                x, y = _towards((x, y), plane.inner_point(outlines[foot]), 0.36)
            yield Sign(f"sign:{link.name}", (x, y, z), link.icon, link.title)


def on_corridor(
    link: BorderLink, outlines: Mapping[str, Polygon], heights: Mapping[str, float]
) -> tuple[float, float, float]:
    """The middle of what is seen of a corridor."""
    z = min((heights[s] for s in link.sides), default=0.0)
    return (*plane.middle(_between(link, outlines)), z)


def corridors(
    links: Iterable[BorderLink], outlines: Mapping[str, Polygon], heights: Mapping[str, float]
) -> Iterator[Floor]:
    """A strip of floor along each link that joins spaces which lie apart."""
    for link in links:
        if link.corridor:
            (ax, ay), (bx, by) = _between(link, outlines)
            far = math.dist((ax, ay), (bx, by)) or 1.0
            nx, ny = -(by - ay) / far * link.wide / 2, (bx - ax) / far * link.wide / 2
            outline = ((ax - nx, ay - ny), (bx - nx, by - ny), (bx + nx, by + ny), (ax + nx, ay + ny))
            z = min((heights[s] for s in link.sides), default=0.0)
            short_title = link.title if len(link.title) <= 3 and not link.icon else ""
            yield Floor(
                f"corridor:{link.name}",
                plane.against_clock(outline),
                link.floor or "tread",
                z=z - 0.02,
                title=short_title,
                grid=False,
            )


def _line(link: SeenLink, sides: tuple[str, ...], outlines: Mapping[str, Polygon]) -> LineSegment | None:
    points: Sequence[Any] = link.get("line") or ()
    if len(points) >= 2:
        (ax, ay), (bx, by) = points[0][:2], points[-1][:2]
        return (plane.world(ax, ay), plane.world(bx, by))
    if len(sides) == 2:
        return (plane.inner_point(outlines[sides[0]]), plane.inner_point(outlines[sides[1]]))
    return None


_OPEN = {"open", "opened", "destroyed", "broken"}
_SHUT = ("shut", "closed")


def _leads_through(line: LineSegment, sides: tuple[str, ...], outlines: Mapping[str, Polygon]) -> bool:
    """Whether a line goes from inside one space into the other, rather than along their border."""
    return all(
        any(
            plane.distance_to_border(outlines[s], end) > plane.NEAR and plane.contains(outlines[s], end)
            for s in sides
        )
        for end in line
    )


def _sort(kind: str, look: ViewLook, values: ViewValues) -> str:
    if look.get("wall") or kind == "wall":
        return "wall"
    if look.get("door") or "door" in kind or isinstance(values.get("open"), bool):
        return "door"
    # A way that merely could be shut shows its door only while it is.
    return "door" if values.get("door") in ("closed", "locked", "shut") else "open"


def door_state(link: SeenThing | SeenSpace | SeenLink) -> str:
    """The state of a link that is a door; empty for any other."""
    values = link.get("values") or {}
    sort = _sort(str(link.get("kind") or ""), link.get("look") or {}, values)
    return _state(values) if sort == "door" else ""


def stands_open(one: SeenThing | SeenSpace | SeenLink) -> bool:
    """Whether it is a way that could be shut, and is not: nothing is shown there, and nothing is said."""
    door = (one.get("values") or {}).get("door")
    return "sides" in one and door in ("open", "opened") and not door_state(one)


def _state(values: ViewValues) -> str:
    """Open or not, by `open`, `shut`, `closed` or a word in `door`; any other
    yes of a door that is not open locks it."""
    word = values.get("door")
    if values.get("open") is True or (isinstance(word, str) and word in _OPEN):
        return "open"
    if "open" not in values and not isinstance(word, str) and any(values.get(k) is False for k in _SHUT):
        return "open"
    return "locked" if any(v is True for k, v in values.items() if k not in ("open", *_SHUT)) else "closed"


def _title(link: SeenLink) -> str:
    """What a link is called on the floor: its number where it has one."""
    number = (link.get("values") or {}).get("number")
    return str(number) if type(number) is int else str(link.get("title") or "")


def _key(step: LineSegment, z: float) -> tuple[Point, Point, float]:
    a, b = sorted((round(x, 3), round(y, 3)) for x, y in step)
    return (a, b, round(z, 3))


def _right_of(step: LineSegment) -> Point:
    """What lies right of a line; beyond a space, where the line is a side of its outline."""
    (ax, ay), (bx, by) = step
    far = math.dist(*step) or 1.0
    return ((by - ay) / far, -(bx - ax) / far)


def _outward(step: LineSegment, outline: Polygon) -> Point:
    normal = _right_of(step)
    x, y = plane.middle(step)
    if plane.contains(outline, (x + normal[0] * 0.02, y + normal[1] * 0.02)):
        return (-normal[0], -normal[1])
    return normal


def _behind(step: LineSegment, name: str, outlines: Mapping[str, Polygon], near: _Cells) -> str:
    """The space on the same layer that begins right behind this side; empty where none does."""
    normal = _right_of(step)
    x, y = plane.middle(step)
    behind = (x + normal[0] * 0.02, y + normal[1] * 0.02)
    cell = (math.floor(behind[0]), math.floor(behind[1]))
    others = (o for o in near.get(cell, ()) if o != name and plane.contains(outlines[o], behind))
    return next(others, "")


def _faces_board(step: LineSegment, outward: Point, outlines: Mapping[str, Polygon], near: _Cells) -> bool:
    """Whether another space lies not far behind this border."""
    x, y = plane.middle(step)
    for far in (0.5, 1.0, 1.5, 2.0, 2.5):
        p = (x + outward[0] * far, y + outward[1] * far)
        cell = (math.floor(p[0]), math.floor(p[1]))
        if any(plane.contains(outlines[other], p) for other in near.get(cell, ())):
            return True
    return False


def by_cell(outlines: Mapping[str, Polygon], names: Iterable[str]) -> _Cells:
    """Which spaces reach into which cell of the grid, so that nobody has to ask all of them."""
    cells: dict[tuple[int, int], list[str]] = defaultdict(list)
    for name in names:
        left, bottom, right, top = plane.box([outlines[name]])
        for x in range(math.floor(left), math.ceil(right)):
            for y in range(math.floor(bottom), math.ceil(top)):
                cells[(x, y)].append(name)
    return cells


def _mouths(link: BorderLink, outlines: Mapping[str, Polygon]) -> list[Point]:
    """Where a corridor meets the outlines it joins."""
    (ax, ay), (bx, by) = link.line
    count = max(8, round(plane.length(link.line) * 16))
    points = [(ax + (bx - ax) * i / count, ay + (by - ay) * i / count) for i in range(count + 1)]
    return [min(points, key=lambda p: plane.distance_to_border(outlines[s], p)) for s in link.sides]


def _between(link: BorderLink, outlines: Mapping[str, Polygon]) -> LineSegment:
    """The stretch of a corridor's line from one outline to the other, a little under both floors."""
    a, b = sorted(_mouths(link, outlines), key=lambda p: math.dist(p, link.line[0]))
    return (_towards(a, link.line[0], _UNDER), _towards(b, link.line[1], _UNDER))


def _with_gaps(step: LineSegment, mouths: Iterable[tuple[Point, float]]) -> list[LineSegment]:
    """The step less the stretches in front of corridor mouths."""
    far = math.dist(*step)
    near = [
        (_along(p, step), wide / 2 / (far or 1.0))
        for p, wide in mouths
        if plane.distance_to_segment(p, step) <= wide / 2 + 0.02
    ]
    return _parts(step, [(middle - half, middle + half) for middle, half in near])


def _less(stretch: LineSegment, lines: Iterable[LineSegment]) -> list[LineSegment]:
    """The stretch less the lines that lie on it."""
    on_it = [x for x in lines if all(plane.distance_to_segment(p, stretch) < plane.NEAR for p in x)]
    ends = [sorted(_along(p, stretch) for p in line) for line in on_it]
    return _parts(stretch, [(low, high) for low, high in ends])


def _along(p: Point, line: LineSegment) -> float:
    """Where a point lies along a line: 0 at its start, 1 at its end."""
    (ax, ay), (bx, by) = line
    return ((p[0] - ax) * (bx - ax) + (p[1] - ay) * (by - ay)) / (math.dist(*line) ** 2 or 1.0)


def _parts(step: LineSegment, taken: Iterable[tuple[float, float]]) -> list[LineSegment]:
    """What is left of a step without the stretches that are taken."""
    (ax, ay), (bx, by) = step
    free = [(0.0, 1.0)] if (ax, ay) != (bx, by) else []
    for low, high in taken:
        free = [
            part
            for a, b in free
            for part in ((a, min(b, low)), (max(a, high), b))
            if part[1] - part[0] > 0.02
        ]
    return [
        ((ax + (bx - ax) * a, ay + (by - ay) * a), (ax + (bx - ax) * b, ay + (by - ay) * b)) for a, b in free
    ]


def _towards(a: Point, b: Point, far: float) -> Point:
    whole = math.dist(a, b) or 1.0
    return (a[0] + (b[0] - a[0]) * far / whole, a[1] + (b[1] - a[1]) * far / whole)


def _across(line: LineSegment, width: float) -> LineSegment:
    (ax, ay), (bx, by) = line
    far = math.dist(*line) or 1.0
    x, y = plane.middle(line)
    nx, ny = -(by - ay) / far * width / 2, (bx - ax) / far * width / 2
    return ((x - nx, y - ny), (x + nx, y + ny))
