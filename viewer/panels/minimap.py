"""The whole board from above, small, where the window shows only a part of it. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..common import plane
from ..common.palette import STANDARD
from ..common.svg import CYAN, DIM, LINE, document, rect
from ..scene.looks import FLAT
from ..scene.scene import Floor, Scene
from .base import Hit, Panel
from .notes import SIGNS
from .vocabulary import Surface

WIDE, LEAST = 226.0, 90.0  # pixels of the plan: as wide as the list of figures, and no lower
_EDGE = 10.0
DOT = "M-3,-3 H3 V3 H-3 Z"

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Chart:
    """How points of the table lie on a map of w x h pixels."""

    left: float
    top: float
    unit: float
    w: float
    h: float

    def at(self, x: float, y: float) -> Point:
        """Where a point of the table is on the map."""
        return _EDGE + (x - self.left) * self.unit, _EDGE + (self.top - y) * self.unit

    def under(self, x: float, y: float) -> Point:
        """Which point of the table is under one of the map."""
        return self.left + (x - _EDGE) / self.unit, self.top - (y - _EDGE) / self.unit


def chart(scene: Scene, most: float) -> Chart:
    """A map of the board that is no higher than `most`."""
    left, bottom, right, top = scene.bounds
    wide, high = max(right - left, 0.1), max(top - bottom, 0.1)
    unit = min((WIDE - 2 * _EDGE) / wide, (most - 2 * _EDGE) / high)
    return Chart(left, top, unit, WIDE, high * unit + 2 * _EDGE)


def _lies_within(floor: Floor, scene: Scene) -> bool:
    """Whether a floor is of the board: mats lie in front of it."""
    return plane.box([floor.outline])[3] > scene.bounds[1]


def minimap(scene: Scene, drawn: Chart) -> Panel:
    """Spaces, those that can be answered, and who stands where, each side with its shape."""
    lit = {mark.name for mark in scene.marks if mark.sort == "space"}
    floors = {
        on: "".join(
            _path(drawn.at(x, y) for x, y in floor.outline)
            for floor in scene.floors
            if floor.space and (floor.space in lit) == on and _lies_within(floor, scene)
        )
        for on in (False, True)
    }
    body = rect(1, 1, drawn.w - 2, drawn.h - 2, 5, "#0a0f16", LINE, 1.2, 0.94)
    body += f'<path d="{floors[False]}" fill="#22303f" stroke="#0a0f16" stroke-width="0.6"/>'
    body += f'<path d="{floors[True]}" fill="#1d6f8d" stroke="{CYAN}" stroke-width="0.6"/>'
    for piece in scene.pieces:
        if piece.look.archetype not in FLAT:
            x, y = drawn.at(piece.at[0], piece.at[1])
            place, colour = f"translate({x:.1f},{y:.1f})", STANDARD.get(piece.rim, DIM)
            body += f'<path d="{SIGNS.get(piece.rim, DOT)}" transform="{place}" fill="{colour}"/>'
    return Panel(drawn.w, drawn.h, document(drawn.w, drawn.h, body), _hits(drawn))


def frame(drawn: Chart, seen: Iterable[Point]) -> Panel:
    """What the window shows of it: the corners of the picture on the ground."""
    path = _path(drawn.at(x, y) for x, y in seen)
    body = f'<path d="{path}" fill="#ffffff" fill-opacity="0.07" stroke="#dfe8f2" stroke-width="1.2"/>'
    return Panel(drawn.w, drawn.h, document(drawn.w, drawn.h, body), _hits(drawn))


def _hits(drawn: Chart) -> tuple[Hit, ...]:
    return (Hit(0, 0, drawn.w, drawn.h, Surface.MAP),)


def _path(points: Iterable[Point]) -> str:
    return f"M{' L'.join(f'{x:.1f},{y:.1f}' for x, y in points)} Z "
