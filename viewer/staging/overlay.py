"""What lies over the board on demand, as plain data: tinted spaces, threads, words, trails. Pure.

Reach, sight, neighbours and distances are worked out by the rules (the session's `overlay`); zones,
coordinates, trails and the last change are already in the view.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from tilewright.schemas.view import LogEntry, View

from ..common import plane
from ..common.plane import Polygon
from ..scene.looks import FLAT, colour_of, rim_like
from ..scene.scene import Floor, Scene
from .aims import aims
from .areas import covered
from .happening import LOOKS, Float, Note, doers_of, floats, notes_of

SORTS = ("reach", "sight", "adjacent", "zones", "coordinates", "trails", "last", "ruler")
ASKED = ("reach", "sight", "adjacent", "ruler")
ZONES = ("cyan", "amber", "violet", "green", "blue", "red", "grey")
CHEST = 0.45  # how high over the floor arrows of deeds fly
NEAR = 0.3  # what is nearer than this needs no arrow
NEAR_STEPS = 6  # what is further off is shaded otherwise
AIM = "green"  # what is played for
RECENT = 40  # so many moves of the log leave trails


class Shade(NamedTuple):
    """A tinted space with a word in it."""

    outline: Polygon
    z: float
    colour: str
    strength: float = 0.3
    text: str = ""
    edge: bool = True


class Thread(NamedTuple):
    """A line over the floor, with an arrow at its end where it leads somewhere."""

    points: tuple[tuple[float, float, float], ...]
    colour: str
    arrow: bool = False
    dashed: bool = False


class Ring(NamedTuple):
    """A ring round something that is spoken of."""

    at: tuple[float, float, float]
    radius: float
    colour: str


class Focus(NamedTuple):
    """What a line of the log speaks of; if it tells a deed, some of the things do it to the others."""

    things: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    doers: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    heading: bool = False  # it says only that something begins: a round, a phase


NO_FOCUS = Focus()
NO_SCENE = Scene()


def focus_of(line: LogEntry) -> Focus:
    """What a line of the log speaks of."""
    things, spaces = tuple(line.get("things") or ()), tuple(line.get("spaces") or ())
    verb = line.get("sort") == "verb"
    heading = verb and not things and not spaces
    return Focus(things, spaces, things[:1] if verb else doers_of(line), notes_of(line), heading)


class Layer(NamedTuple):
    """Everything of one overlay."""

    shades: tuple[Shade, ...] = ()
    threads: tuple[Thread, ...] = ()
    rings: tuple[Ring, ...] = ()
    floats: tuple[Float, ...] = ()


def layer(
    sort: str,
    told: Mapping[str, Any],
    scene: Scene,
    view: View,
    focus: Focus = NO_FOCUS,
    selected: str | None = None,
    acting: str | None = None,
) -> Layer:
    """The overlay of a sort; rings round what is in focus or selected, and arrows from who does something.

    `told` is what the rules say.
    """
    floors = {floor.space: floor for floor in scene.floors if floor.space}
    shades = [*_lasting(view, scene, floors, {selected, acting, *focus.things})]
    threads: list[Thread] = []
    match sort:
        case "reach" | "adjacent" | "sight" | "ruler":
            shades += _told(sort, told, floors)
            threads += _lines(told)
        case "zones":
            shades += _zones(floors.values(), view)
        case "coordinates":
            shades += _coordinates(floors.values(), view)
        case "trails":
            threads += _trails(_moves(view)[-RECENT:], floors)
        case "last":
            more, threads = _last(view, floors)
            shades += more
    threads += _deeds(focus, scene, floors)
    wanted = aims(view)
    threads += [_edge(floors[name]) for name in sorted(wanted.spaces) if name in floors]
    shades += [shade(floors[name], "white", CLEAR) for name in focus.spaces if name in floors]
    rings = tuple(_rings(focus, selected, acting, wanted.things, scene, floors))
    return Layer(tuple(shades), tuple(threads), rings, tuple(floats(focus.notes, scene, floors)))


_COLOURS = {"sight": "amber", "adjacent": "green", "ruler": "white"}


def _told(sort: str, told: Mapping[str, Any], floors: Mapping[str, Floor]) -> Iterable[Shade]:
    spaces: Mapping[str, str] = told.get("spaces") or {}
    for name, text in spaces.items():
        if (floor := floors.get(name)) is not None:
            far = text.isdigit() and int(text) > NEAR_STEPS
            colour = ("blue" if far else "cyan") if sort == "reach" else _COLOURS[sort]
            yield shade(floor, colour, 0.2 if far else 0.3, text)
    for name in told.get("blockers") or ():
        if (floor := floors.get(name)) is not None:
            yield shade(floor, "red", 0.45, "×")
    if (about := floors.get(str(told.get("about")))) is not None:
        yield shade(about, "white", 0.18)


def _lines(told: Mapping[str, Any]) -> Iterable[Thread]:
    for line in told.get("lines") or ():
        points = tuple((*plane.world(*point), 0.32) for point in line["points"])
        yield Thread(points, "green" if line.get("clear") else "red", dashed=not line.get("clear"))


FAINT, CLEAR = 0.12, 0.3


def _lasting(
    view: View, scene: Scene, floors: Mapping[str, Floor], about: set[str | None]
) -> Iterable[Shade]:
    """What looks always show: tints, areas, danger; more clearly for what is looked at."""
    board = view.get("board") or {}
    strips = {floor.id: floor for floor in scene.floors if not floor.space}
    tinted = [(floors.get(space["name"]), space) for space in board.get("spaces") or ()]
    tinted += [(strips.get(f"corridor:{link.get('name')}"), link) for link in board.get("links") or ()]
    for floor, one in tinted:
        tint = (one.get("look") or {}).get("tint")
        if tint and floor is not None:
            yield shade(floor, rim_like(colour_of(tint)), FAINT)
    rims = {piece.id: piece.rim for piece in scene.pieces}
    reached: dict[tuple[str, str], float] = {}
    for thing in view.get("things") or ():
        strength = CLEAR if thing["handle"] in about else FAINT
        for hint, colour in (("area", rims.get(thing["handle"], "cyan")), ("danger", "red")):
            for name in covered(thing, hint):
                if name in floors:
                    reached[name, colour] = max(strength, reached.get((name, colour), 0.0))
    for (name, colour), strength in reached.items():
        yield shade(floors[name], colour, strength)


def _zones(floors: Iterable[Floor], view: View) -> Iterable[Shade]:
    hinted = _zone_hint(view) is not None
    for floor, number, title in zoned(floors, view):
        yield shade(floor, ZONES[number % len(ZONES)], 0.32, title if hinted else str(number + 1))


def zoned(floors: Iterable[Floor], view: View) -> Iterable[tuple[Floor, int, str]]:
    """Spaces that are alike in the value that their look names in `zone`; else those of one tile, or with the
    same word in the first value that has words, or of one kind; with the number and title of its zone."""
    spaces = {s["name"]: s for s in (view.get("board") or {}).get("spaces") or ()}
    values: dict[str, set[str]] = {}
    for space in spaces.values():
        for key, value in (space.get("values") or {}).items():
            if isinstance(value, str):
                values.setdefault(key, set()).add(value)
    hint = _zone_hint(view)
    by = hint or next((key for key, words in values.items() if 1 < len(words) <= 12), None)
    order: list[str] = []
    for floor in floors:
        space = spaces.get(floor.space) or {}
        value = (space.get("values") or {}).get(by) if by else space.get("tile") or space.get("kind") or ""
        if hint and (value is False or value in (None, "")):
            continue
        zone = str(value)
        if zone not in order:
            order.append(zone)
        yield floor, order.index(zone), _zone_title(view, zone)


def _zone_hint(view: View) -> str | None:
    """The value that looks of spaces name in `zone`."""
    spaces = (view.get("board") or {}).get("spaces") or ()
    hints = {str(zone) for space in spaces if (zone := (space.get("look") or {}).get("zone"))}
    return next(iter(sorted(hints)), None)


def _zone_title(view: View, zone: str) -> str:
    titles = {one["name"]: str(one.get("title") or "") for one in view.get("things") or ()}
    words = (view.get("titles") or {}).get("words") or {}
    return str(words.get(zone) or titles.get(zone) or zone.replace("_", " "))


def _coordinates(floors: Iterable[Floor], view: View) -> Iterable[Shade]:
    spaces = {s["name"]: s for s in (view.get("board") or {}).get("spaces") or ()}
    for floor in floors:
        at: list[float] = list((spaces.get(floor.space) or {}).get("at") or ())
        numbers = f" {at[0]:g},{at[1]:g}" if len(at) >= 2 and not floor.grid else ""
        yield shade(floor, "grey", 0.06, floor.space.upper() + numbers)


def _moves(view: View) -> list[Mapping[str, Any]]:
    return [line["data"] for line in view.get("log") or () if line.get("sort") == "move" and line.get("data")]


def _trails(moves: Iterable[Mapping[str, Any]], floors: Mapping[str, Floor]) -> Iterable[Thread]:
    """One thread for each thing, through all the spaces that it went to."""
    went: dict[str, list[str]] = {}
    for move in moves:
        way = went.setdefault(str(move.get("thing")), [str(move.get("from"))])
        way.append(str(move.get("to")))
    for number, way in enumerate(went.values()):
        known = [floors[name] for name in way if name in floors]
        points = tuple(over(floor, 0.06) for floor in known)
        if len(points) > 1:
            yield Thread(points, ZONES[number % len(ZONES)], arrow=True)


def _last(view: View, floors: Mapping[str, Floor]) -> tuple[list[Shade], list[Thread]]:
    """What the lines since the last answer speak of: a verb or a word of the rules begins them."""
    log = list(view.get("log") or ())
    first = next(
        (i for i in range(len(log) - 1, -1, -1) if log[i].get("sort") == "verb"), max(len(log) - 6, 0)
    )
    lines = log[first:]
    touched = dict.fromkeys(str(name) for line in lines for name in line.get("spaces") or ())
    shades = [shade(floors[name], "amber", 0.35) for name in touched if name in floors]
    moves = [line["data"] for line in lines if line.get("sort") == "move" and line.get("data")]
    return shades, list(_trails(moves, floors))


def _deeds(focus: Focus, scene: Scene, floors: Mapping[str, Floor]) -> Iterable[Thread]:
    """An arrow from each doer to each other thing and space, as far as both are on the board."""
    if not focus.doers:
        return
    standing = {piece.id: piece.at for piece in scene.pieces if _stands(piece.at, floors.values())}
    ends = [standing[name] for name in focus.things if name in standing and name not in focus.doers]
    ends += [over(floors[name], 0.0) for name in focus.spaces if name in floors]
    look = focus.notes[0].look if focus.notes else ""
    colour, missed = LOOKS.get(look, ("", "amber"))[1], look in ("miss", "failure")
    starts = [standing[name] for name in focus.doers if name in standing]
    for doer, end in itertools.product(starts, ends):
        if math.dist(doer, end) > NEAR:
            way = ((*doer[:2], doer[2] + CHEST), (*end[:2], end[2] + CHEST))
            yield Thread(way, colour, arrow=True, dashed=missed)


def places(focus: Focus, scene: Scene, before: Scene = NO_SCENE) -> list[tuple[float, float, float]]:
    """Where what is in focus is, as far as it is on the board, or was before it was taken away."""
    found = [piece.at for piece in scene.pieces if piece.id in focus.things]
    gone = set(focus.things) - {piece.id for piece in scene.pieces}
    found += [piece.at for piece in before.pieces if piece.id in gone]
    found += [over(floor, 0.0) for floor in scene.floors if floor.space and floor.space in focus.spaces]
    return found


def least_size(focus: Focus, scene: Scene) -> float:
    """How large the smallest figure in focus stands, in tiles: in a crowd all are smaller."""
    sizes = [p.size for p in scene.pieces if p.id in focus.things and p.look.archetype not in FLAT]
    return min([1.0, *sizes])


def _stands(at: tuple[float, float, float], floors: Iterable[Floor]) -> bool:
    return any(abs(floor.z - at[2]) < CHEST and plane.contains(floor.outline, at[:2]) for floor in floors)


def _rings(
    focus: Focus,
    selected: str | None,
    acting: str | None,
    aims: Collection[str],
    scene: Scene,
    floors: Mapping[str, Floor],
) -> Iterable[Ring]:
    things, spaces = (*focus.things, selected or ""), focus.spaces
    for piece in scene.pieces:
        if piece.id in aims:
            yield Ring(piece.at, (0.44 if piece.look.archetype in FLAT else 0.62) * piece.size, AIM)
        if piece.id == acting:
            yield Ring(piece.at, 0.56 * piece.size, "amber")
        if piece.id in things:
            yield Ring(piece.at, 0.5 * piece.size, "white")
    for name in spaces:
        if name in floors:
            yield Ring(over(floors[name], 0.0), 0.42, "white")


def _edge(floor: Floor) -> Thread:
    """The border of a space that is played for."""
    inner = plane.inset(floor.outline, 0.07)
    return Thread(tuple((x, y, floor.z) for x, y in (*inner, inner[0])), AIM, dashed=True)


def shade(floor: Floor, colour: str, strength: float, text: str = "") -> Shade:
    """A tint of a whole space."""
    return Shade(floor.outline, floor.z, colour, strength, text)


def over(floor: Floor, above: float) -> tuple[float, float, float]:
    """A place so high over the middle of a space."""
    x, y = plane.inner_point(floor.outline)
    return (x, y, floor.z + above)
