"""The scene graph: takes the changes between two scenes and makes them
visible. No view, no question, no rule."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from panda3d.core import NodePath, TransparencyAttrib

from ..common import plane, svg, theme
from ..modelling import boardmesh, light, sculpt
from ..modelling.boardmesh import BoardMesh
from ..modelling.mesh import Floats, Mesh, mesh
from ..modelling.paint import is_metal
from ..scene.diff import Add, Relocate, Remove, Restyle, SceneChange, diff
from ..scene.scene import Door, Floor, Mark, Piece, Scene, Sign, Wall
from ..staging.motion import MotionPath
from ..staging.overlay import Layer
from .backing import Damage
from .layerview import LayerView
from .lettering import face_reader, floor_word, lay_lines, lay_sign, letter_together, turn, two_lines
from .materials import Materials
from .pieces import DoorView, MarkView, PieceView

DETAIL = {"baked": sculpt.MIDDLE, "lite": sculpt.MIDDLE, "full": sculpt.FINE}
LETTERING = 0.88  # how much is seen of the letters on a floor
READ = 0.0125  # of the distance to the eye: how high letters on a floor should be
LEAST = 0.0085  # and how high they must be to be read
HIGHEST = 0.7  # and how high they may become, in tiles
COVER = 0.45  # how much is seen of a floor that lies over another one
CROWD = 24  # More pieces than this are sculpted coarsely where the processor draws.
THRONG = 150  # More than this are sculpted crudely everywhere.
_SIDES = {"n": (0.0, 1.0), "e": (1.0, 0.0), "s": (0.0, -1.0), "w": (-1.0, 0.0)}


class FloorWord(NamedTuple):
    """Something lettered on the board at a height `z`. The title of a space is so `high`, may become `most`
    times as high before it leaves that, and keeps its `low` border."""

    z: float
    node: NodePath
    space: str = ""
    title: str = ""
    high: float = 0.0
    most: float = 1.0
    low: float = 0.0


class TableRenderer:
    """Shows one scene. `show` is the only way to change it; afterwards it is
    as if the new scene had been built afresh."""

    def __init__(
        self,
        render: NodePath,
        quality: str,
        *,
        soft: int = 1,
        detail: float | None = None,
        patience: float = math.inf,
    ) -> None:
        self.root = render.attach_new_node("table")
        self.materials = Materials(self.root, quality, soft=soft)
        self.quality, self.wanted_detail = quality, detail
        self.patience = patience  # seconds within which what is shown is made; the rest is waiting then
        self.waiting: dict[tuple[type, str], Piece | Door | Mark] = {}
        self.until = math.inf
        self.detail = detail or DETAIL[quality]
        self.scene = Scene()
        self.board = self.root.attach_new_node("board")
        self.solids: list[tuple[BoardMesh, NodePath]] = []
        self.words: list[FloorWord] = []
        self.left_out: set[str] = set()  # spaces whose titles stand on plates
        self.pieces: dict[str, PieceView] = {}
        self.doors: dict[str, DoorView] = {}
        self.marks: dict[str, MarkView] = {}
        self.hovered: MarkView | None = None
        self.layer: LayerView | None = None
        self.leaving: list[PieceView] = []  # what goes from the board, until it is gone
        self.damage = Damage()
        self.azimuth = 0.0
        self.eye = (0.0, 0.0, 0.0)
        self.turned = (0.0, 0.0)
        self.highest = math.inf

    def show(self, scene: Scene, paths: tuple[MotionPath, ...] = (), *, at_once: bool = False) -> None:
        """Become this scene. Pieces with a path walk along it, doors slide,
        unless everything is to be there at once. What is not made in time is waiting: see `make_more`."""
        self.until = time.monotonic() + self.patience
        self.finish()
        self.hover(None)
        changes = diff(self.scene, scene)
        if changes:
            self.damage.all()
        self.scene = scene
        if any(isinstance(c.thing, Floor | Wall | Sign) for c in changes):
            self._rebuild(scene)
        else:
            by_piece = {} if at_once else {p.piece: p for p in paths}
            for change in changes:
                self._apply(change, by_piece, at_once)
            self._make()
        for view in self.pieces.values():
            view.face(self.azimuth)
        self._face_reader(new=True)
        self._show_layers()

    def make_more(self, seconds: float) -> bool:
        """Make some of what is waiting; whether there was any."""
        if not self.waiting:
            return False
        self.until = time.monotonic() + seconds
        self._make()
        self._face_reader(new=True)
        self._show_layers()
        self.damage.all()
        return True

    def finish(self) -> None:
        """End every movement at once."""
        if self.moving:
            self.damage.all()
        for view in self._movable():
            view.finish()
        for view in self.leaving:
            view.destroy()
        self.leaving.clear()
        if self.layer is not None:
            self.layer.floats.finish()

    @property
    def moving(self) -> bool:
        floats = self.layer is not None and self.layer.floats.moving
        return floats or any(view.moving for view in (*self._movable(), *self.leaving))

    def position(self, piece: str) -> tuple[float, float, float] | None:
        """Where a piece is at this moment, on its way perhaps."""
        view = self.pieces.get(piece)
        if view is None or view.node.is_hidden():
            return None
        x, y, z = view.node.get_pos()
        return (x, y, z)

    def hover(self, mark: str | None) -> None:
        """Light up one mark under the mouse."""
        if self.hovered is not None:
            self.damage.at(self.hovered.node)
            self.hovered.destroy()
            self.hovered = None
        wanted = next((m for m in self.scene.marks if m.id == mark), None)
        if wanted is not None:
            self.hovered = MarkView(wanted, self.materials, self.root, hovered=True)
            self.damage.at(self.hovered.node)

    def point_out(self, edges: Mapping[str, str]) -> None:
        """Give some pieces a bright edge: piece → colour of the palette."""
        for name, view in self.pieces.items():
            if view.edged != edges.get(name):
                self.damage.at(view.node)
                view.outline(edges.get(name))
                self.damage.at(view.node)

    def show_layer(self, layer: Layer | None, *, at_once: bool = True) -> None:
        """Lay an overlay over the board instead of the one before; what floats in it rises first, unless it
        is to be there at once."""
        if self.layer is not None and self.layer.shown == layer:
            return
        if self.layer is not None:
            self.damage.all()
            self.layer.destroy()
            self.layer = None
        if layer is not None and layer != Layer():
            self.damage.all()
            self.layer = LayerView(layer, self.materials, self.root, azimuth=self.azimuth, at_once=at_once)

    def recolour(self) -> None:
        """Make everything again, because the palette has changed."""
        scene = self.scene
        self.until = time.monotonic() + self.patience
        self.damage.all()
        self.show_layer(None)
        self.scene = Scene()
        self._rebuild(scene)
        self._face_reader(new=True)
        self.scene = scene

    def look_from(self, eye: tuple[float, float, float], azimuth: float) -> None:
        """The camera has moved: walls between it and the board are shown low."""
        self.materials.see_from(eye)
        self.eye = eye
        self.azimuth = azimuth % 360
        for view in self.pieces.values():
            view.face(azimuth)
        self._face_reader()
        self._size_words()
        self._show_sides()

    def show_layers(self, highest: float) -> None:
        """Hide what stands higher than this."""
        self.highest = highest
        self.damage.all()
        self._show_layers()

    def destroy(self) -> None:
        self.hover(None)
        self.show_layer(None)
        self._clear()
        self.root.remove_node()

    def _movable(self) -> list[PieceView | DoorView]:
        return [*self.pieces.values(), *self.doors.values()]

    def _apply(self, change: SceneChange, paths: dict[str, MotionPath], at_once: bool) -> None:
        """A change of what stands on the board, which is rebuilt as a whole itself."""
        thing = change.thing
        key = type(thing), thing.id
        if self.waiting.pop(key, None) is not None:
            if isinstance(thing, Piece | Door | Mark) and not isinstance(change, Remove):
                self.waiting[key] = thing
            return
        match thing:
            case Piece():
                self._apply_piece(change, thing, paths.get(thing.id), at_once)
            case Door():
                view = self.doors.get(thing.id)
                if isinstance(change, Restyle) and view is not None and _same_place(view.door, thing):
                    view.restyle(thing, at_once=at_once)
                    return
                if view is not None:
                    self.doors.pop(thing.id).destroy()
                if not isinstance(change, Remove):
                    self.waiting[key] = thing
            case Mark():
                if thing.id in self.marks:
                    self.marks.pop(thing.id).destroy()
                if not isinstance(change, Remove):
                    self.waiting[key] = thing

    def _apply_piece(self, change: SceneChange, piece: Piece, path: MotionPath | None, at_once: bool) -> None:
        match change:
            case Relocate():
                self.pieces[piece.id].move(piece, path)
                return
            case Add():
                pass
            case Remove() if not at_once:
                self.leaving.append(self.pieces.pop(piece.id))
                self.leaving[-1].leave()
            case Remove() | Restyle():
                self.pieces.pop(piece.id).destroy()
        if isinstance(change, Add | Restyle):
            if time.monotonic() > self.until:
                self.waiting[Piece, piece.id] = piece
                return
            view = self._made(piece)
            if path is not None:
                view.move(piece, path)
            elif isinstance(change, Add) and not at_once:
                view.arrive()

    def _rebuild(self, scene: Scene) -> None:
        """Another board: everything is made again, because light and shade depend on it."""
        self._clear()
        crowded = len(scene.pieces) > CROWD and self.quality != "full"
        usual = sculpt.COARSE if crowded else DETAIL[self.quality]
        self.detail = self.wanted_detail or (sculpt.CRUDE if len(scene.pieces) > THRONG else usual)
        self.board = self.root.attach_new_node("board")
        self.materials.use(light.lighting(scene))
        for solid in boardmesh.solids(scene):
            if solid.texture == "glow":
                shine = self.materials.glow(solid.mesh, self.board)
                if shine is not None:
                    self.solids.append((solid, shine))
                continue
            if solid.texture == "glass":
                self.solids.append((solid, self.materials.unlit(solid.mesh, self.board, "glass", order=1)))
                continue
            on_floor = solid.texture == "floor"
            path = self.materials.lit(
                solid.mesh, self.board, solid.name, texture=solid.texture, on_floor=on_floor
            )
            if solid.name == "cover":
                path.set_transparency(TransparencyAttrib.M_alpha)
                path.set_alpha_scale(COVER)
                path.set_depth_write(False)
            self.solids.append((solid, path))
        inside = is_metal(f.kind for f in scene.floors if f.space)
        under = theme.cloth() or theme.used().table or ("ground" if inside else "table")
        self.materials.lit(_ground(scene), self.board, "ground", texture=under)
        titles = [floor.title.upper() for floor in scene.floors if floor.title]
        letter_together((word for title in titles for word in (title, *two_lines(title))), svg.WHITE)
        for floor in scene.floors:
            if floor.title:
                self._name_floor(floor)
        self._size_words()
        for sign in scene.signs:
            if (word := lay_sign(self.materials, self.board, sign)) is not None:
                self.words.append(FloorWord(sign.at[2], word))
        things: list[Piece | Door | Mark] = [*scene.pieces, *scene.doors, *scene.marks]
        self.waiting = {(type(one), one.id): one for one in things}
        self._make()
        self._show_sides()

    def _make(self) -> None:
        """Make what is waiting, one thing at least, as long as there is time."""
        while self.waiting:
            thing = self.waiting.pop(next(iter(self.waiting)))
            match thing:
                case Piece():
                    self._made(thing)
                case Door():
                    self.doors[thing.id] = DoorView(thing, self.materials, self.root)
                case Mark():
                    self.marks[thing.id] = MarkView(thing, self.materials, self.root)
            if time.monotonic() > self.until:
                return

    def _made(self, piece: Piece) -> PieceView:
        view = PieceView(piece, self.materials, self.root, self.detail)
        view.face(self.azimuth)
        self.pieces[piece.id] = view
        return view

    def _name_floor(self, floor: Floor) -> None:
        """The title of a space, lettered on its floor near the lower border; on two lines where it gains."""
        _, bottom, _, top = plane.box([floor.outline])
        y = bottom + min(0.46, (top - bottom) / 2)  # so far up a wall in front hides nothing of it
        left, right = plane.widest_at(floor.outline, y)
        if not floor.space:
            y, (left, right) = (bottom + top) / 2, (0.0, 0.0)
        x = (left + right) / 2 if right > left else plane.inner_point(floor.outline)[0]
        room = 0.86 * (right - left) if right > left else math.inf
        whole, cut = (
            [floor_word(line, svg.WHITE) for line in lines]
            for lines in ([floor.title.upper()], two_lines(floor.title.upper()))
        )
        single, double = min(0.28, room / whole[0].wide), min(0.2, *(room / line.wide for line in cut))
        high, lines = max((single, whole), (double, cut), key=lambda one: one[0])
        word = lay_lines(self.materials, self.board, lines, (x, y, floor.z + 0.012), high, LETTERING)
        broad = room / max(line.wide for line in lines) if floor.space else high
        most = max(1.0, min(broad, HIGHEST / len(lines)) / high)
        self.words.append(FloorWord(floor.z, word, floor.space, floor.title, high, most, y - high / 2))

    def _clear(self) -> None:
        for gone in self.leaving:
            gone.destroy()
        self.leaving.clear()
        for views in (self.pieces, self.doors, self.marks):
            for view in views.values():
                view.destroy()
            views.clear()
        self.solids.clear()
        self.words.clear()
        self.left_out = set()
        self.board.remove_node()

    def _face_reader(self, *, new: bool = False) -> None:
        """Have what is lettered read from where the camera is. What is new stands as seen along +y."""
        before, self.turned = self.turned, (turn(self.azimuth), turn(self.azimuth, 2))
        if self.turned != before or (new and any(self.turned)):
            face_reader(self.root, self.azimuth)
        if self.layer is not None:
            self.layer.face(self.azimuth)

    def _size_words(self) -> None:
        """What is lettered on the board grows with the distance from which it is read."""
        for word in self.words:
            if word.title:
                far = math.dist(self.eye, (word.node.get_x(), word.low, word.z))
                scale = max(1.0, min(word.most, READ * far / word.high))
                word.node.set_scale(scale)
                word.node.set_y(word.low + scale * word.high / 2)

    def unread(self) -> list[FloorWord]:
        """The titles of spaces whose letters are too small for the distance."""
        shown = [word for word in self.words if word.title and not word.node.is_hidden()]
        far = (math.dist(self.eye, word.node.get_pos()) for word in shown)
        return [word for word, one in zip(shown, far, strict=True) if word.high * word.most < LEAST * one]

    def leave_out(self, spaces: set[str]) -> None:
        """Do not letter the titles of these spaces on their floors: they stand on plates."""
        if spaces == self.left_out:
            return
        changed, self.left_out = spaces ^ self.left_out, spaces
        for word in self.words:
            if word.title and word.space in changed:
                self.damage.at(word.node)
                for line in word.node.children:
                    line.hide() if word.space in spaces else line.show()
                self.damage.at(word.node)

    def _show_sides(self) -> None:
        a = math.radians(self.azimuth)
        for solid, path in self.solids:
            if solid.side:
                outward = _SIDES[solid.side]
                in_front = outward[0] * math.sin(a) - outward[1] * math.cos(a) > 0.3
                visible = solid.low == in_front and solid.layer <= self.highest
                path.show() if visible else path.hide()

    def _show_layers(self) -> None:
        for solid, path in self.solids:
            if not solid.side:
                path.show() if solid.layer <= self.highest else path.hide()
        standing = [(view.piece.at[2], view.node) for view in self.pieces.values()]
        standing += [(view.door.z, view.node) for view in self.doors.values()]
        standing += [(view.mark.at[2], view.node) for view in self.marks.values()]
        for z, node in (*standing, *((word.z, word.node) for word in self.words)):
            node.show() if z <= self.highest + 0.1 else node.hide()
        self._show_sides()


def _same_place(a: Door, b: Door) -> bool:
    return (a.line, a.z, a.style) == (b.line, b.z, b.style)


def _under(left: float, bottom: float, line: Floats) -> Iterator[tuple[int, int]]:
    """The squares over a cell of the ground, and over a little more: it lies lower than they do."""
    far = float(line[1] - line[0]) + 0.1
    across, along = (range(math.floor(at - 0.1), math.ceil(at + far)) for at in (left, bottom))
    return itertools.product(across, along)


def _ground(scene: Scene) -> Mesh:
    """The table under the board, fading into the dark; what squares hide of it is left out."""
    left, bottom, right, top = scene.bounds
    x, y = (left + right) / 2, (bottom + top) / 2
    reach = max(right - left, top - bottom) / 2 + 14
    count = 24
    line = np.linspace(-reach, reach, count + 1, dtype=np.float32)
    gx, gy = (g.ravel() for g in np.meshgrid(line, line))
    points = np.column_stack([x + gx, y + gy, np.full(gx.shape, -0.27)])
    beyond = np.hypot(
        np.maximum(np.abs(gx) - (right - left) / 2, 0), np.maximum(np.abs(gy) - (top - bottom) / 2, 0)
    )
    fade = np.clip(1 - beyond / 13, 0.0, 1) ** 1.3 * 0.8
    red, green, blue = (1.4, 1.4, 1.4) if theme.cloth() else theme.used().wood
    colours = np.column_stack([fade * red, fade * green, fade * blue, np.maximum(fade, 0.05)])
    hiding = [plane.box([f.outline]) for f in scene.floors if f.grid and not f.over and f.z < 0.1]
    squares = {(round(x), round(y)) for x, y, _, _ in hiding}
    cells = [(k, n) for n in range(count) for k in range(count)]
    seen = [
        cell for cell in cells if not squares.issuperset(_under(x + line[cell[0]], y + line[cell[1]], line))
    ]
    i, j = np.array(seen).T
    a = i + j * (count + 1)
    faces = np.concatenate(
        [np.stack([a, a + 1, a + count + 2], 1), np.stack([a, a + count + 2, a + count + 1], 1)]
    )
    return mesh(points, (0, 0, 1), colours, points[:, :2] / 8, faces)
