"""What is to be seen on the table, as plain data with stable names. No
Panda, no view: made by staging/stage.py, drawn by rendering/table.py.

World: x to the right, y away from the reader of the drawing, z up; one tile is 1.
"""

from __future__ import annotations

from typing import NamedTuple

from ..common.choices import TargetSort
from ..common.plane import LineSegment, Point, Polygon
from .looks import PieceLook, Rgb

TablePoint = tuple[float, float, float]
LAYER_HEIGHT = 0.42
FRAME = "frame"  # the style of a border that is no wall but the moulding of a game board
ON_SPACE = "on:"  # how the name of a disc begins that only shows how its space is; the space is what is meant


class Floor(NamedTuple):
    """A space, or the strip of a corridor (then `space` is empty)."""

    id: str
    outline: Polygon
    kind: str
    z: float = 0.0
    tile: str = ""
    space: str = ""
    title: str = ""
    props: tuple[str, ...] = ()
    turned: bool = False  # Stripes run up the board.
    over: bool = False  # It lies over other spaces, which are seen through it.
    grid: bool = True  # a square of a grid shows its border in its texture; others get a drawn one
    picture: str = ""  # art that lies on it
    box: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)  # what that fills: left, bottom, right, top


class Wall(NamedTuple):
    """A wall along a line. `outward` points away from the board for an outer wall, else it is (0, 0)."""

    id: str
    line: LineSegment
    outward: Point = (0.0, 0.0)
    z: float = 0.0
    style: str = "panel"
    paint: Rgb | None = None


class Door(NamedTuple):
    """A door along a line. Only `state` changes during a game: open, closed or locked."""

    id: str
    line: LineSegment
    state: str
    z: float = 0.0
    style: str = "sliding"
    title: str = ""
    paint: Rgb | None = None


class Sign(NamedTuple):
    """A link that is neither wall, door nor corridor (a ladder, a stair, a drop), or a corridor with an icon:
    that icon on the floor, if it has one."""

    id: str
    at: TablePoint
    icon: str
    title: str


class Plate(NamedTuple):
    """The name over a figure: colour is one of the palette's names; `pips` is (filled, all) or none; `told`
    is a line of values under it."""

    text: str
    colour: str
    pips: tuple[int, int] | None = None
    told: str = ""


class Piece(NamedTuple):
    """A thing that stands on the board."""

    id: str
    at: TablePoint
    look: PieceLook
    heading: float = 0.0  # degrees against the clock; 0 looks along +y
    size: float = 1.0
    rim: str = "grey"
    own: bool = False  # whether the seat that looks decides for it
    title: str = ""
    plate: Plate | None = None
    track: tuple[int, int, int] | None = None  # value, lowest, highest: of a track beside the board
    colours: tuple[Rgb | None, ...] = ()  # of its spaces, where they have one of their own
    sides: tuple[str, ...] = ()  # of a die; its title is the one on top
    lying: bool = False


class Mark(NamedTuple):
    """Something that can be answered on the board: an outlined space (`outline`) or a ring (`radius`)."""

    sort: TargetSort
    name: str
    options: tuple[int, ...]
    colour: str
    outline: Polygon = ()
    at: TablePoint = (0.0, 0.0, 0.0)
    radius: float = 0.0
    label: str = ""
    picked: bool = False
    plate: Plate | None = None  # the name of a space, where it cannot be read on the floor

    @property
    def id(self) -> str:
        """What no other mark of a scene is called."""
        return f"{self.sort}:{self.name}"


class Scene(NamedTuple):
    """Everything on the table. Floors and walls rarely change; doors, pieces and marks do."""

    floors: tuple[Floor, ...] = ()
    walls: tuple[Wall, ...] = ()
    doors: tuple[Door, ...] = ()
    signs: tuple[Sign, ...] = ()
    pieces: tuple[Piece, ...] = ()
    marks: tuple[Mark, ...] = ()
    bounds: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)
    left_out: int = 0  # pieces that are too many to be shown
    aims: tuple[TablePoint, ...] = ()  # where what the seat plays for is

    def piece(self, id: str) -> Piece | None:
        return next((p for p in self.pieces if p.id == id), None)


Visible = Floor | Wall | Door | Sign | Piece | Mark
