"""View → Scene: what one seat may see becomes what stands on its table.
Pure; adds nothing that the view does not say."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from tilewright.schemas.view import SeenOption, SeenSpace, SeenThing, View, ViewLook

from ..common import art, plane, theme
from ..common.choices import Chosen, on_board
from ..common.plane import Point, Polygon
from ..modelling.paint import is_metal
from ..scene.looks import FLAT, PieceLook, look_of, look_of_thing, stable_number
from ..scene.scene import FRAME, LAYER_HEIGHT, ON_SPACE, Floor, Mark, Piece, Plate, Scene, TablePoint
from . import aims, counting
from .areas import dangers, facing_of
from .borders import BorderLink, by_cell, corridors, doors, links_by_name, on_corridor, signs, walls
from .laid import with_pictures
from .mats import in_a_row, mats, rows, rows_beside, stacks
from .rims import Rims, owner_of
from .tabletop import beside, things_of, tracks

PLATE_LETTERS = 16
MOST_PIECES = 500  # that stand on the board; those that come after them are not shown
MOST_NAMED, SHORT = 60, 4  # so many spaces that can be chosen are named on the floor, with so many letters
MOST_PLATES, ROOM = 16, 2.0  # and so many on plates, if they are narrower than this
UNDER = 0.5  # the size of what stands under another space: it fits between the two
_COORDINATES = re.compile("[a-z]+[0-9]+")  # what a square is called that has no name; everybody can count it


def stage(view: View, chosen: Chosen = Chosen()) -> Scene:  # noqa: B008 - Chosen is frozen
    """The whole table for one view and what has been picked of its question so far."""
    board = view.get("board") or {}
    drawn: dict[str, SeenSpace] = {s["name"]: s for s in board.get("spaces", ())}
    board_outlines = {name: outline_of(s) for name, s in drawn.items()}
    laid = rows_beside(view, plane.box([*board_outlines.values()])) if drawn else mats(view)
    on_mats = {name: outline_of(s) for name, s in laid.items()}
    spaces, outlines = {**drawn, **laid}, {**board_outlines, **on_mats}
    layers = {name: LAYER_HEIGHT * float(s.get("layer") or 0) for name, s in drawn.items()}
    heights = {**layers, **dict.fromkeys(on_mats, 0.0)}
    links = links_by_name(board.get("links", ()), board_outlines)
    roofs = _roofs(board_outlines, layers)
    over = set(roofs.values())
    sills = _sills(links.values())
    floors = tuple(
        _floor(s, outlines[n], heights[n], over=n in over, sill=sills.get(n)) for n, s in spaces.items()
    )
    floors = with_pictures(floors, spaces)
    walled = _walled(drawn)
    inside = (
        walled
        or is_metal(f.kind for f in floors if f.id not in laid)
        or any(x.sort in ("wall", "door") for x in links.values())
    )
    edge = "panel" if inside else FRAME
    bounds = plane.box(
        [*(board_outlines or on_mats).values(), *(tuple(link.line) for link in links.values())]
    )
    titled = {f.id for f in floors if f.title}
    standing = [
        *_pieces(view, outlines, heights, links, roofs, rows(view, on_mats), titled),
        *_on_spaces(spaces.values(), outlines, heights),
    ]
    pieces = (
        *standing[:MOST_PIECES],
        *_on_corridors(links.values(), outlines, heights),
        *stacks(view, on_mats),
        *beside(view, bounds, spread=laid),
        *tracks(view, bounds, theme.look()),
    )
    by_space = {floor.space: floor for floor in floors}
    return Scene(
        floors=floors + tuple(corridors(links.values(), outlines, heights)),
        walls=tuple(walls(board_outlines, layers, links.values(), walled, edge, roofs)),
        doors=tuple(doors(links.values(), heights)),
        signs=tuple(signs(links.values(), outlines, heights)),
        pieces=pieces,
        marks=tuple(_marks(view, chosen, by_space, links, {p.id: p for p in pieces})),
        bounds=bounds,
        left_out=max(0, len(standing) - MOST_PIECES),
        aims=aims.at(aims.aims(view), by_space, standing[:MOST_PIECES]),
    )


def _walled(spaces: Mapping[str, SeenSpace]) -> dict[str, str]:
    """The spaces whose look has walls round them, with the style of those."""
    hints = {name: (space.get("look") or {}).get("wall") for name, space in spaces.items()}
    return {name: str(style) for name, style in hints.items() if style}


def outline_of(space: SeenSpace) -> Polygon:
    """The space's outline on the table, against the clock; a unit square about `at` when it has none."""
    points = space.get("outline") or []
    if len(points) < 3:
        x, y = (space.get("at") or (0, 0))[:2]
        points = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]]
    polygon = tuple(plane.world(x, y) for x, y in points)
    return plane.against_clock(plane.without_straight(polygon))


def _roofs(outlines: Mapping[str, Polygon], heights: Mapping[str, float]) -> dict[str, str]:
    """Spaces that lie under others, each with the one right above its middle."""
    found: dict[str, str] = {}
    levels = sorted(set(heights.values()))
    for above in reversed(levels[1:]):
        cells = by_cell(outlines, [name for name, z in heights.items() if z == above])
        for name, z in heights.items():
            if z < above:
                x, y = plane.inner_point(outlines[name])
                others = cells.get((math.floor(x), math.floor(y)), ())
                roof = next((o for o in others if plane.contains(outlines[o], (x, y))), None)
                found |= {name: roof} if roof else {}
    return found


def _sills(links: Iterable[BorderLink]) -> dict[str, bool]:
    """The spaces beside doors, and whether the door there runs up the board rather than across it."""
    found: dict[str, bool] = {}
    for link in links:
        if link.sort == "door" and not link.corridor:
            (ax, ay), (bx, by) = link.line
            found |= dict.fromkeys(link.sides, abs(by - ay) > abs(bx - ax))
    return found


def _floor(space: SeenSpace, outline: Polygon, z: float, *, over: bool, sill: bool | None) -> Floor:
    """A floor; a square beside a door has warning stripes along it where its look names nothing else."""
    look = space.get("look") or {}
    left, bottom, right, top = plane.box([outline])
    props = look.get("props")
    words = props.replace(",", " ").split() if isinstance(props, str) else props
    grid = right - left <= 1.01 and top - bottom <= 1.01 and len(outline) == 4
    title = str(space["name"] if space.get("title") is None else space["title"])
    return Floor(
        id=space["name"],
        outline=outline,
        kind=_floor_word(look) or ("hazard" if sill is not None and grid else ""),
        turned=bool(sill),
        z=z,
        tile=str(space.get("tile") or ""),
        space=space["name"],
        title="" if grid and _COORDINATES.fullmatch(title) else title,
        props=tuple(map(str, words)) if isinstance(words, list | tuple) else (),
        over=over,
        grid=grid,
    )


def _floor_word(look: ViewLook) -> str:
    floor = look.get("floor")
    return "" if art.is_file(floor) else str(floor or "")


# ---- pieces


def _pieces(
    view: View,
    outlines: dict[str, Polygon],
    heights: dict[str, float],
    links: Mapping[str, BorderLink],
    roofs: Mapping[str, str],
    in_rows: Collection[str],
    titled: Collection[str],
) -> Iterable[Piece]:
    present: dict[str, list[SeenThing]] = defaultdict(list)
    for thing in view.get("things", ()):
        if thing.get("place") in outlines or thing.get("place") in links:
            present[thing["place"]].append(thing)
    spots: dict[str, tuple[SeenThing, PieceLook, TablePoint, float]] = {}
    for place, things in present.items():
        looks = [look_of_thing(thing) for thing in things]
        if place in in_rows:
            places = in_a_row(outlines[place], heights[place], len(looks))
        else:
            places = _spots(place, looks, outlines, heights, links, titled=place in titled)
        for thing, look, (at, size) in zip(things, looks, places, strict=True):
            spots[thing["handle"]] = (thing, look, at, min(size, UNDER) if place in roofs else size)
    spots |= _on_others(view, spots)
    rims = Rims(view)
    headings = _headings(view, rims, spots, outlines)
    for handle, (thing, look, at, size) in spots.items():
        yield Piece(
            id=handle,
            at=at,
            look=look,
            size=size,
            rim=rims.of(thing),
            own=view.get("seat") is not None and owner_of(view, thing) == view["seat"],
            heading=headings.get(handle, 0.0),
            title=str(thing.get("title") or thing.get("name") or handle),
            plate=_plate(view, rims, thing) if _has_plate(thing, look) else None,
            lying=look.pose in ("down", "lying", "prone", "dead"),
        )


def _on_others(
    view: View, spots: Mapping[str, tuple[SeenThing, PieceLook, TablePoint, float]]
) -> dict[str, tuple[SeenThing, PieceLook, TablePoint, float]]:
    """Where those stand who are in a pile or slot of a card or token that lies open: on it, side by side."""
    things, found = things_of(view), {}
    for pile in view.get("piles") or ():
        host = spots.get(str(pile.get("owner")))
        if host is None or host[1].archetype not in FLAT:
            continue
        seen = [things[one] for one in pile.get("things") or () if one in things]
        standing = [(one, look) for one in seen if (look := look_of_thing(one)).archetype not in FLAT]
        _, _, (x, y, z), size = host
        for i, (thing, look) in enumerate(standing):
            aside = (i - (len(standing) - 1) / 2) * 0.3 * size / max(1, len(standing) - 1)
            place = (x + aside, y - 0.08 * size, z + 0.03 * size)
            found[thing["handle"]] = (thing, look, place, min(1.0, 0.36 * size))
    return found


def _on_spaces(
    spaces: Iterable[SeenSpace], outlines: Mapping[str, Polygon], heights: Mapping[str, float]
) -> Iterable[Piece]:
    """A disc on every space whose look has an icon: how the space is shows there."""
    for space in spaces:
        hints = space.get("look") or {}
        if hints.get("icon"):
            look = look_of({**hints, "archetype": "token"}, ())
            at = (*_beside_a_figure(outlines[space["name"]]), heights[space["name"]])
            title = "" if art.is_ref(look.icon) else look.icon
            yield Piece(f"{ON_SPACE}{space['name']}", at, look, size=1.2, title=title)


def _on_corridors(
    links: Iterable[BorderLink], outlines: Mapping[str, Polygon], heights: Mapping[str, float]
) -> Iterable[Piece]:
    """A disc on every corridor whose look has an icon and a colour."""
    for link in links:
        if link.corridor and link.icon and link.paint is not None:
            look = PieceLook("token", link.paint, link.paint, icon=link.icon)
            at = on_corridor(link, outlines, heights)
            yield Piece(f"{ON_SPACE}{link.name}", at, look, size=0.7, title=link.icon)


def _beside_a_figure(outline: Polygon) -> Point:
    """Where a disc lies: not under the one figure of a large space, and not on its title."""
    first, *others = plane.standing_points(outline, 3)
    free = [p for p in others if math.dist(p, first) > 0.7]
    return max(free, key=lambda p: (p[1], p[0]), default=plane.inner_point(outline))


def _spots(
    place: str,
    looks: list[PieceLook],
    outlines: dict[str, Polygon],
    heights: dict[str, float],
    links: Mapping[str, BorderLink],
    *,
    titled: bool,
) -> list[tuple[TablePoint, float]]:
    """Where the pieces of one place stand, and how big. Flat ones lie in the corner when somebody stands
    there, and where there is a title, beyond it."""
    if place in links:
        x, y = plane.middle(links[place].line)
        z = max((heights.get(s, 0.0) for s in links[place].sides), default=0.0)
        return [((x + 0.2 * i - 0.1 * (len(looks) - 1), y, z + 0.02), 0.6) for i in range(len(looks))]
    outline, z = outlines[place], heights[place]
    standing = [i for i, look in enumerate(looks) if look.archetype not in FLAT]
    flat = [i for i in range(len(looks)) if i not in standing]
    left, bottom, right, top = plane.box([outline])
    small = min(right - left, top - bottom) <= 1.3
    spots: dict[int, tuple[TablePoint, float]] = {}
    if standing and small:
        # The tallest stand at the back, where they hide nobody.
        standing.sort(key=lambda i: -looks[i].height)
        for i, p in zip(standing, plane.standing_points(outline, len(standing)), strict=True):
            spots[i] = ((*p, z), {1: 1.0, 2: 0.72, 3: 0.62, 4: 0.56}.get(len(standing), 0.42))
        x, y = plane.inner_point(outline)
        for n, i in enumerate(flat):
            spots[i] = ((x + 0.31 - 0.16 * (n % 4), y - 0.33 + 0.3 * (n // 4), z + 0.01 * n), 0.5)
    elif small and titled and len(flat) <= 6:
        x, y = plane.inner_point(outline)
        broad = min(len(flat), 3)
        for n, i in enumerate(flat):
            aside = 0.31 * (n % broad - (broad - 1) / 2)
            spots[i] = ((x + aside, y + 0.25 - 0.56 * (n // broad), z + 0.01 * n), 0.5)
    else:
        points = plane.standing_points(outline, len(looks))
        crowd = 1.0 if not small else {1: 1.0, 2: 0.66, 3: 0.6, 4: 0.56}.get(len(looks), 0.42)
        for i, p in zip([*standing, *flat], points, strict=True):
            near = min((math.dist(p, q) for q in points if q != p), default=1.0)
            most = near / (0.84 if i in standing else 0.62)
            spots[i] = ((*p, z), min(crowd, max(0.42, most)))
    return [spots[i] for i in range(len(looks))]


def _has_plate(thing: SeenThing, look: PieceLook) -> bool:
    """Whether its name stands over it: figures have one; a token that stands upright is one of many."""
    return look.archetype not in FLAT and "token" not in (thing.get("kinds") or ())


def _plate(view: View, rims: Rims, thing: SeenThing) -> Plate | None:
    title = str(thing.get("title") or thing.get("name") or "")
    if not title:
        return None
    text = short(title, str(thing.get("name") or ""))
    return Plate(text=text, colour=rims.of(thing), pips=_pips(thing), told=_told(view, thing))


def _told(view: View, thing: SeenThing) -> str:
    """The values that the look names in `plate`, and what of them is so; zeros stay away."""
    titles, words = ((view.get("titles") or {}).get(sort) or {} for sort in ("values", "words"))
    told = []
    for one in counting.counted(view, thing, "plate"):
        if one.held:
            told.append(one.held[0])
        elif isinstance(one.value, str):
            told.append(str(words.get(one.value, one.value)).replace("_", " "))
        elif one.value:
            told.append(f"{titles.get(one.name, one.name.replace('_', ' '))} {one.value}")
    values = thing.get("values") or {}
    so = [name for name in counting.named(thing, "plate") if values.get(name) is True]
    told += [titles.get(name, name.replace("_", " ")) for name in so]
    return " · ".join(told).upper()


def _pips(thing: SeenThing) -> tuple[int, int] | None:
    """Of the value that the look names in `pips` ("wounds 3": of three), filled and all."""
    hint = str((thing.get("look") or {}).get("pips") or "").split()
    value = (thing.get("values") or {}).get(hint[0]) if hint else None
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    most = int(hint[1]) if len(hint) > 1 and hint[1].isdigit() else max(value, 1)
    return (max(0, min(value, most)), min(most, 12))


def short(title: str, name: str = "") -> str:
    """A title that fits over a figure: the part of it that is the thing's own name, if there is one; else
    whole words, the last ones when there are too many."""
    called = name.replace("_", " ").replace(".", " ").upper()
    part = bool(called) and re.search(rf"\b{re.escape(called)}\b", title.upper())
    words = (called if part else title.upper()).split()
    while len(" ".join(words)) > PLATE_LETTERS and len(words) > 1:
        words.pop(0)
    text = " ".join(words)
    return text if len(text) <= PLATE_LETTERS else text[: PLATE_LETTERS - 1] + "…"


def _headings(
    view: View,
    rims: Rims,
    spots: Mapping[str, tuple[SeenThing, PieceLook, TablePoint, float]],
    outlines: dict[str, Polygon],
) -> dict[str, float]:
    """A figure looks where the value says that its look names in `facing`; else the way it last went; one
    that never moved looks towards the other side, in eighths of a turn."""
    went: dict[str, float] = {}
    for line in view.get("log", ()):
        data = line.get("data") or {}
        a, b = outlines.get(str(data.get("from"))), outlines.get(str(data.get("to")))
        if line.get("sort") == "move" and a and b and data.get("thing") in spots:
            went[data["thing"]] = _direction(plane.centre(a), plane.centre(b))
    figures = {h: (rims.of(t), at) for h, (t, look, at, _) in spots.items() if look.archetype not in FLAT}
    middle = plane.centre(tuple(at[:2] for _, at in figures.values())) if figures else (0.0, 0.0)
    towards: dict[str, Point] = {}
    for rim in {rim for rim, _ in figures.values()}:
        others = [o[:2] for r, o in figures.values() if r != rim]
        far = (sum(o[0] for o in others), sum(o[1] for o in others))
        towards[rim] = (far[0] / len(others), far[1] / len(others)) if others else middle
    result: dict[str, float] = {}
    for handle, (rim, at) in figures.items():
        toward = towards[rim]
        turn = _direction(at[:2], toward) if math.dist(at[:2], toward) > 0.1 else 0.0
        result[handle] = went.get(handle, round(turn / 45) * 45.0 % 360)
    for handle, (thing, look, _, _) in spots.items():
        heading = facing_of(thing)
        if heading is not None:
            result[handle] = heading
        elif look.archetype in FLAT:
            result[handle] = stable_number(str(thing["handle"])) % 21 - 10.0
    return result


def _direction(a: Point, b: Point) -> float:
    return math.degrees(math.atan2(-(b[0] - a[0]), b[1] - a[1])) % 360


# ---- marks


def _marks(
    view: View,
    chosen: Chosen,
    floors: Mapping[str, Floor],
    links: Mapping[str, BorderLink],
    pieces: dict[str, Piece],
) -> Iterable[Mark]:
    """One mark for each thing, space or link that an open option points at."""
    offered = on_board(view, chosen)
    titles = {
        s["name"]: str(s.get("title") or s["name"]) for s in (view.get("board") or {}).get("spaces", ())
    }
    risky = dangers(view)
    count = sum(sort == "space" for sort, _ in offered)
    for target, options in offered.items():
        sort, name = target
        ids = tuple(o["id"] for o in options)
        picked = bool(set(ids) & chosen.picked)
        label = _label(options)
        if sort == "thing" and name in pieces:
            piece = pieces[name]
            radius = (0.30 if piece.look.archetype in FLAT else 0.44) * piece.size
            colour = "cyan" if piece.rim == "cyan" else "red" if piece.rim == "red" else "amber"
            yield Mark(sort, name, ids, colour, at=piece.at, radius=radius, label=label, picked=picked)
        elif sort == "space" and name in floors:
            floor, title = floors[name], titles.get(name, "")
            at = (*plane.inner_point(floor.outline), floor.z)
            named = not floor.title and count <= MOST_NAMED and len(title) <= SHORT
            label = label or (title if named else "")
            colour = "red" if name in risky else "cyan"
            plate = _plate_of(floor, colour) if count <= MOST_PLATES else None
            yield Mark(sort, name, ids, colour, floor.outline, at, 0.0, label, picked, plate)
        elif sort == "link" and name in links:
            x, y = plane.middle(links[name].line)
            z = max((floors[s].z for s in links[name].sides if s in floors), default=0.0)
            yield Mark(sort, name, ids, "amber", at=(x, y, z), radius=0.42, label=label, picked=picked)


def _plate_of(floor: Floor, colour: str) -> Plate | None:
    """The name of a room: its floor has letters, but they are small, or lie under what stands there."""
    left, _, right, _ = plane.box([floor.outline])
    lettered = right - left < ROOM and floor.title and not _COORDINATES.fullmatch(floor.title)
    return Plate(short(floor.title, floor.space), colour) if lettered else None


def _label(options: list[SeenOption]) -> str:
    """The cost where the option has one (its number only), else nothing: the list says the rest."""
    costs = {str(o.get("cost")) for o in options if o.get("cost")}
    if len(costs) != 1:
        return ""
    words = costs.pop().split()
    return words[0] if words and len(words[0]) <= 4 else ""
