"""The heads-up display on the screen: panels as textures on pixel2d,
redrawn only when their SVG changes; name plates."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Container
from dataclasses import dataclass
from typing import Any

import numpy as np
from panda3d.core import CardMaker, NodePath, Texture, TransparencyAttrib

from ..camera import camera as cam
from ..camera.camera import Camera
from ..camera.picking import height_of
from ..common import palette, svg, theme
from ..modelling.mesh import Mesh, mesh
from ..panels.layout import Placed, scale_for
from ..panels.plates import MOST_TITLES, Rectangle, Wanted, named, plates
from ..scene.looks import FLAT
from ..scene.scene import Mark, Piece, Plate, Scene, TablePoint
from . import upload
from .lettering import turn
from .pieces import CORNER
from .table import TableRenderer

KEPT = 96  # Pictures of panels that are kept although not shown now.
OVER_FLOOR = 0.3  # how high the name of a space stands
CHIN = 0.76  # so far up is the chin of a figure
LETTERS = 0.18  # half of a short word on the floor
BASE = 0.34  # of its size: what has to be seen of a figure's base
ON_PLATE = "plate title "  # and the name of a space: the key of a plate that has its title
LEAD = 3.0  # A plate that is no further from its figure than this needs no line to it.


@dataclass(slots=True)
class _Shown:
    node: NodePath
    svg: str
    zoom: float
    lead: NodePath | None = None


class HudLayer:
    """Draws placed panels. `times` is how often a screen pixel is drawn (2
    when the picture is shrunk afterwards)."""

    def __init__(self, base: Any, *, times: int = 1) -> None:
        # tinydisplay takes the nearest texel and, on the border between two, now one and now the other:
        # letters lean. A nudge of a part of a texel settles it.
        self.nudge = 0.3 if base.pipe.get_interface_name().startswith("Tiny") else 0.0
        self.base, self.times = base, times
        self.root: NodePath = base.pixel2d.attach_new_node("hud")
        self.shown: dict[str, _Shown] = {}
        self.pictures: OrderedDict[tuple[str, float], tuple[Texture, int, int, float, float]] = OrderedDict()
        self.vignette: NodePath | None = None
        # What name plates were placed for, and where they stand: mostly nothing moves from frame to frame.
        self.asked: object = None
        self.standing: list[Placed] = []

    def show(
        self,
        placed: list[Placed],
        scene: Scene,
        table: TableRenderer,
        camera: Camera,
        size: tuple[float, float],
        text: float = 1.0,
        about: Container[str] = (),
    ) -> None:
        """Become these panels and the plates of this scene; those of the pieces that something is about are
        always there."""
        unit = scale_for(size, text)
        covered = any(p.key == "curtain" for p in placed)
        plates = [] if covered else self._plates(placed, scene, table, camera, size, unit, about)
        table.leave_out({p.key[len(ON_PLATE) :] for p in plates if p.key.startswith(ON_PLATE)})
        wanted = {p.key: p for p in [*plates, *placed]}
        for key in [k for k in self.shown if k not in wanted]:
            self.shown.pop(key).node.remove_node()
        for order, p in enumerate([*plates, *placed]):
            self._place(p, unit, order)
        self._dim()

    def forget(self) -> None:
        """Draw every panel again: colours have changed."""
        for shown in self.shown.values():
            shown.node.remove_node()
        self.shown.clear()
        self.pictures.clear()

    def destroy(self) -> None:
        self.shown.clear()
        self.pictures.clear()
        self.root.remove_node()
        if self.vignette is not None:
            self.vignette.remove_node()

    def _plates(
        self,
        placed: list[Placed],
        scene: Scene,
        table: TableRenderer,
        camera: Camera,
        size: tuple[float, float],
        unit: float,
        about: Container[str],
    ) -> list[Placed]:
        """Name plates over figures where they are at this moment, and over spaces that can be chosen."""
        over: list[Wanted] = []
        bodies: dict[str, list[Rectangle]] = {}

        def want(piece: str, plate: Plate, at: TablePoint, *, least: bool = False) -> None:
            point = cam.project(camera, at, size)
            if point is not None:
                over.append(Wanted(point[2], piece, plate, (point[0] / unit, point[1] / unit), least))

        for piece in named(scene.pieces, about):
            at = table.position(piece.id)
            if piece.plate is None or at is None:
                continue
            seen = (None if piece.lying else _face(piece, at, camera, size), _base(piece, at, camera, size))
            bodies[piece.id] = [_planned(one, unit) for one in seen if one is not None]
            want(piece.id, piece.plate, (at[0], at[1], at[2] + height_of(piece) + 0.16))
        for mark in scene.marks:
            x, y, z = mark.at
            if mark.plate is not None:
                want(mark.id, mark.plate, (x, y, z + OVER_FLOOR))
        said = {mark.name for mark in scene.marks if mark.plate is not None}
        for word in [one for one in table.unread() if one.space not in said][:MOST_TITLES]:
            at = word.node.get_pos()
            want(f"title {word.space}", Plate(word.title.upper(), ""), (at[0], at[1], at[2]), least=True)
        flat = [piece for piece in scene.pieces if piece.look.archetype in FLAT] if over else []
        boxes = [_base(one, one.at, camera, size) for one in flat]
        boxes += [_label(mark, camera, size) for mark in scene.marks if over and mark.label and mark.outline]
        tokens = [_planned(box, unit) for box in boxes if box is not None]
        panels = [(p.x, p.y, p.x + p.panel.w * p.size, p.y + p.panel.h * p.size) for p in placed]
        asked = (over, bodies, {one.piece for one in over if one.piece in about}, tokens, panels)
        if asked != self.asked:
            self.asked = asked
            self.standing = plates(over, bodies, asked[2], tokens=tokens, panels=panels)
        return self.standing

    def _place(self, p: Placed, unit: float, order: int) -> None:
        zoom = unit * self.times * p.size
        present = self.shown.get(p.key)
        if present is None or present.svg != p.panel.svg or abs(present.zoom - zoom) > 1e-6:
            if present is not None:
                present.node.remove_node()
            present = _Shown(self._card(p.panel.svg, zoom), p.panel.svg, zoom)
            self.shown[p.key] = present
        scale = unit * self.times
        middle = (p.x + p.panel.w * p.size / 2, p.y + p.panel.h * p.size / 2)
        present.node.set_pos(round(middle[0] * scale), 0, -round(middle[1] * scale))
        present.node.set_r(p.turn)
        present.node.set_bin("fixed", 10 + order)
        self._lead(p, present, scale)

    def _lead(self, p: Placed, present: _Shown, scale: float) -> None:
        """A thin line from a plate to its figure."""
        if present.lead is not None:
            present.lead.remove_node()
            present.lead = None
        if p.lead is None:
            return
        start = (min(max(p.lead[0], p.x), p.x + p.panel.w), min(max(p.lead[1], p.y), p.y + p.panel.h))
        length = math.dist(start, p.lead)
        if length > LEAD:
            maker = CardMaker("lead")
            maker.set_frame(-0.8 * scale, 0.8 * scale, -length * scale, 0)
            maker.set_color(0.72, 0.84, 0.94, 0.9)
            present.lead = present.node.attach_new_node(maker.generate())
            present.lead.set_texture_off(1)
            x, y = start[0] - p.x - p.panel.w / 2, start[1] - p.y - p.panel.h / 2
            present.lead.set_pos(x * scale, 0, -y * scale)
            present.lead.set_r(math.degrees(math.atan2(start[0] - p.lead[0], p.lead[1] - start[1])))

    def _card(self, document: str, zoom: float) -> NodePath:
        texture, w, h, u, v = self._picture(document, zoom)
        maker = CardMaker("panel")
        # Whole pixels on both sides of the middle, or the texture would be smeared over two.
        maker.set_frame(-(w // 2), w - w // 2, -(h - h // 2), h // 2)
        right, down = self.nudge / texture.get_x_size(), self.nudge / texture.get_y_size()
        maker.set_uv_range((right, 1 - v - down), (u + right, 1 - down))
        node: NodePath = self.root.attach_new_node(maker.generate())
        node.set_texture(texture)
        _over_everything(node)
        return node

    def _picture(self, document: str, zoom: float) -> tuple[Texture, int, int, float, float]:
        key = (document, zoom)
        if key not in self.pictures:
            image = svg.raster(theme.recoloured(palette.recoloured(document)), zoom)
            whole, u, v = upload.padded(image)
            texture = upload.texture(whole, "panel", mipmaps=False)
            self.pictures[key] = (texture, image.width, image.height, u, v)
            while len(self.pictures) > KEPT:
                self.pictures.popitem(last=False)
        self.pictures.move_to_end(key)
        return self.pictures[key]

    def _dim(self) -> None:
        """Darker corners. They belong to the picture of the table: a frame that shows a kept one has them."""
        if self.vignette is None:
            self.vignette = upload.node(_vignette(), "vignette")
            self.vignette.reparent_to(self.base.camera)
            _over_everything(self.vignette)
            self.vignette.set_bin("fixed", 100)
        wide, high = (2 * math.tan(math.radians(angle / 2)) for angle in self.base.camLens.get_fov())
        self.vignette.set_pos(-wide / 2, 1, high / 2)
        self.vignette.set_scale(wide, 1, high)


def _planned(box: Rectangle, unit: float) -> Rectangle:
    """A box of the screen in pixels of the plan."""
    return (box[0] / unit, box[1] / unit, box[2] / unit, box[3] / unit)


def _face(piece: Piece, at: TablePoint, camera: Camera, size: tuple[float, float]) -> Rectangle | None:
    """Where the head of a figure is on the screen."""
    high = height_of(piece)
    top = cam.project(camera, (at[0], at[1], at[2] + high), size)
    chin = cam.project(camera, (at[0], at[1], at[2] + CHIN * high), size)
    if top is None or chin is None:
        return None
    half = 0.8 * abs(chin[1] - top[1])
    return (top[0] - half, min(top[1], chin[1]), top[0] + half, max(top[1], chin[1]))


def _base(piece: Piece, at: TablePoint, camera: Camera, size: tuple[float, float]) -> Rectangle | None:
    """Where the base of a figure is on the screen, but for its rim."""
    return _round(at, BASE * piece.size, camera, size)


def _label(mark: Mark, camera: Camera, size: tuple[float, float]) -> Rectangle | None:
    """Where the word in the corner of a space is on the screen."""
    a, (x, y) = math.radians(turn(camera.azimuth)), CORNER
    x, y = x * math.cos(a) - y * math.sin(a), x * math.sin(a) + y * math.cos(a)
    return _round((mark.at[0] + x, mark.at[1] + y, mark.at[2]), LETTERS, camera, size)


def _round(at: TablePoint, far: float, camera: Camera, size: tuple[float, float]) -> Rectangle | None:
    """What lies so far round a point of the table, on the screen."""
    rim = [
        cam.project(camera, (at[0] + x * far, at[1] + y * far, at[2]), size)
        for x, y in ((-1, 0), (1, 0), (0, -1), (0, 1))
    ]
    points = [point for point in rim if point is not None]
    if len(points) < len(rim):
        return None
    across, down = [point[0] for point in points], [point[1] for point in points]
    return (min(across), min(down), max(across), max(down))


def _over_everything(node: NodePath) -> None:
    node.set_transparency(TransparencyAttrib.M_alpha)
    node.set_depth_test(False)
    node.set_depth_write(False)


def _vignette() -> Mesh:
    """A ring round the clear middle of a screen of one by one, as far as beyond its corners; it grows darker
    evenly. Filling less than the screen, without a picture, it costs little where the processor draws."""
    clear, beyond, count = 0.55, 1.2, 48
    angle = np.linspace(0, 2 * np.pi, count, endpoint=False)
    points = [
        np.column_stack([0.5 + 0.62 * far * np.cos(angle), 0 * angle, 0.66 * far * np.sin(angle) - 0.48])
        for far in (clear, beyond)
    ]
    alpha = np.repeat([0.0, beyond - clear], count)
    a = np.arange(count)
    b = (a + 1) % count
    faces = np.concatenate([np.stack([a, a + count, b + count], 1), np.stack([a, b + count, b], 1)])
    dark = np.column_stack([np.broadcast_to((0.010, 0.014, 0.020), (2 * count, 3)), alpha])
    return mesh(np.concatenate(points), (0, -1, 0), dark, None, faces)
