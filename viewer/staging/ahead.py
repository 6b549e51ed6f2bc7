"""What lies over the board before somebody answers: the way that would be gone, what a click would be aimed
at, what an answer would make of things. Pure.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tilewright.schemas.view import SeenThing, View, ViewValues

from ..common import plane
from ..common.deeds import Deed
from ..scene.scene import Floor, Scene, TablePoint
from .areas import covered, dangers, facing_of
from .overlay import CHEST, NEAR, Layer, Ring, Shade, Thread, over, shade

AHEAD, PALE = 0.4, 0.25


class PulledWay(NamedTuple):
    """Spaces in the order in which somebody means to go through them, the one before, if there is, and the
    last that is reached, where that is known.
    """

    start: str
    spaces: tuple[str, ...]
    stop: str = ""

    @property
    def reached(self) -> tuple[str, ...]:
        """The spaces as far as that."""
        return self.spaces[: self.spaces.index(self.stop) + 1] if self.stop else self.spaces


def along(way: PulledWay, shown: Layer, scene: Scene, view: View) -> Layer:
    """What is shown, with a way over it: each step has its number, and is red where it is dangerous. What is
    not reached any more is pale.
    """
    floors = {floor.space: floor for floor in scene.floors}
    risky = dangers(view)
    went = [(str(i), name, floors[name]) for i, name in enumerate(way.spaces, 1) if name in floors]
    there, pale = went[: len(way.reached)], went[len(way.reached) :]
    shades = [shade(floor, "red" if name in risky else "cyan", 0.4, i) for i, name, floor in there]
    shades += [shade(floor, "grey", PALE) for _, _, floor in pale]
    points = [over(floors[name], 0.06) for name in (way.start, *way.reached) if name in floors]
    colour = "red" if any(name in risky for _, name, _ in there) else "cyan"
    arrow = [Thread(tuple(points), colour, arrow=True)] if len(points) > 1 else []
    return shown._replace(shades=(*shown.shades, *shades), threads=(*shown.threads, *arrow))


def aimed(
    deeds: Sequence[Deed],
    within: Sequence[str],
    acting: str | None,
    shown: Layer,
    scene: Scene,
    view: View,
) -> Layer:
    """What is shown, with what a click would do: an arrow from whoever acts to what is pointed at, or the way
    there; and with all that can be chosen after the option under the mouse.
    """
    floors = {floor.space: floor for floor in scene.floors if floor.space}
    rings = _rings_of(scene)
    actor = next((one for one in view.get("things") or () if one["handle"] == acting), None)
    deed = next(iter(deeds), None)
    if deed is not None and deed.further:
        shown = along(
            PulledWay(str(actor.get("place")) if actor else "", deed.further, deed.stop), shown, scene, view
        )
    names = [*within, *(() if deed is None or deed.further else (deed.name,))]
    shades = [shade(floors[name], "cyan", AHEAD) for name in names if name in floors]
    threads: list[Thread] = []
    if deed is not None and not deed.further and acting is not None and acting in rings:
        end = rings[deed.name].at if deed.name in rings else _middle(floors.get(deed.name))
        threads = _arrow(rings[acting].at, end)
    return shown._replace(
        shades=(*shown.shades, *shades),
        threads=(*shown.threads, *threads),
        rings=(*shown.rings, *(rings[name] for name in names if name in rings)),
    )


def _rings_of(scene: Scene) -> dict[str, Ring]:
    """A ring for each thing and door, by its name."""
    rings = {door.id: Ring((*plane.middle(door.line), door.z), 0.42, "amber") for door in scene.doors}
    return rings | {piece.id: Ring(piece.at, 0.5 * piece.size, "amber") for piece in scene.pieces}


def _middle(floor: Floor | None) -> TablePoint | None:
    return None if floor is None else over(floor, 0.0)


def _arrow(start: TablePoint, end: TablePoint | None) -> list[Thread]:
    """An arrow at the height of a chest; none to what is near."""
    if end is None or math.dist(start, end) <= NEAR:
        return []
    ends = ((*start[:2], start[2] + CHEST), (*end[:2], end[2] + CHEST))
    return [Thread(ends, "amber", arrow=True)]


def foreseen(values: Mapping[str, ViewValues], shown: Layer, scene: Scene, view: View) -> Layer:
    """What is shown, with what an answer under the mouse makes of things: which way they will look, and which
    spaces they will reach or threaten."""
    floors = {floor.space: floor for floor in scene.floors if floor.space}
    pieces = {piece.id: piece for piece in scene.pieces}
    shades: list[Shade] = []
    threads: list[Thread] = []
    things: Iterable[SeenThing] = view.get("things") or ()
    for thing in things:
        piece = pieces.get(thing["handle"])
        if piece is None or thing["handle"] not in values:
            continue
        after: SeenThing = {**thing, "values": values[thing["handle"]]}
        for hint, colour in (("area", piece.rim), ("danger", "red")):
            shades += [shade(floors[name], colour, AHEAD) for name in covered(after, hint) if name in floors]
        if (heading := facing_of(after)) is not None:
            x, y, z = piece.at
            a, far = math.radians(heading), 0.5 + piece.size
            end = (x - far * math.sin(a), y + far * math.cos(a), z + CHEST)
            threads.append(Thread(((x, y, z + CHEST), end), "amber", arrow=True))
    return shown._replace(shades=(*shown.shades, *shades), threads=(*shown.threads, *threads))
