"""One piece, one door, one mark as nodes of the scene graph. Each has
`destroy()`, and nothing else keeps it alive."""

from __future__ import annotations

import math
from functools import lru_cache

from direct.interval.FunctionInterval import Func
from direct.interval.LerpInterval import LerpFunc, LerpHprInterval, LerpPosInterval
from direct.interval.MetaInterval import Parallel, Sequence
from panda3d.core import NodePath, Point3, Vec3

from ..common import palette, svg
from ..figures.lamp import lit
from ..making import cache, models
from ..modelling import beside, dice, doorway, markmesh
from ..modelling.light import LAMP_COLOURS
from ..modelling.mesh import Box, Mesh, boxes, join, lathe, quad
from ..modelling.sculpt import CRUDE
from ..scene.looks import FLAT, PieceLook, Rgb
from ..scene.scene import Door, Mark, Piece
from ..staging.motion import MotionPath
from . import flat
from .lettering import READABLE, floor_word, lay_lines, parts_of, picture_of, readable, shrunk, two_lines
from .materials import Materials

STATURE = 1.30  # A figure is sculpted about 0.75 high; on the table it is larger than life.
_RIMS = {
    "cyan": (0.04, 0.34, 0.50),
    "red": (0.42, 0.06, 0.04),
    "amber": (0.50, 0.26, 0.04),
    "green": (0.08, 0.34, 0.10),
    "violet": (0.22, 0.10, 0.45),
    "blue": (0.06, 0.14, 0.45),
    "grey": (0.10, 0.11, 0.13),
}
_BASE = 0.315
GROWING = 0.35  # seconds in which a piece comes or goes


class _Mover:
    """What walks or swings, one movement at a time."""

    motion: Sequence | Parallel | None = None

    def finish(self) -> None:
        """End a movement at once, where it leads."""
        if self.motion is not None:
            self.motion.finish()
            self.motion = None

    @property
    def moving(self) -> bool:
        return self.motion is not None and self.motion.is_playing()

    def _halt(self) -> None:
        """End a movement where it is."""
        if self.motion is not None:
            self.motion.pause()
            self.motion = None


class PieceView(_Mover):
    """A figure, token, card or standee on the board."""

    def __init__(self, piece: Piece, materials: Materials, parent: NodePath, detail: float) -> None:
        self.piece, self.materials, self.detail = piece, materials, detail
        self.node = parent.attach_new_node(f"piece {piece.id}")
        self.solids: list[tuple[NodePath, Mesh]] = []
        self.board: NodePath | None = None  # of a standee
        self.marker: NodePath | None = None  # of a track
        self.tumbling: NodePath | None = None  # of a die: all but its shadow
        self.edged: str | None = None  # the colour that was asked for
        self.edge: NodePath | None = None
        self._build()
        self._stand(piece)

    def move(self, piece: Piece, path: MotionPath | None) -> None:
        """Stand somewhere else; along a path if there is one, else at once."""
        self.finish()
        self.piece = piece
        for node, mesh in self.solids:
            self.materials.relit(node, mesh, self._placed(mesh))
        if path is None:
            self._stand(piece)
            return
        self.node.set_h(piece.heading)
        way = (
            _tumble(self.tumbling, piece.size)
            if self.tumbling is not None
            else _along(self.marker or self.node, self.node.get_parent(), path)
        )
        self.motion = Sequence(LerpFunc(way, duration=path.seconds), Func(self._stand, piece))
        self.motion.start()

    def arrive(self) -> None:
        """Grow to where it stands."""
        self.motion = Sequence(LerpFunc(self._grow, duration=GROWING), Func(self._grow, 1.0))
        self._grow(0.0)
        self.motion.start()

    def leave(self) -> None:
        """Shrink to nothing; whoever asked for it takes it away."""
        self.finish()
        self.motion = Sequence(LerpFunc(self._grow, fromData=1.0, toData=0.0, duration=GROWING))
        self.motion.start()

    def face(self, azimuth: float) -> None:
        """A standee turns its board to the eye."""
        if self.board is not None:
            self.board.set_h(azimuth - self.node.get_h())

    def outline(self, colour: str | None) -> None:
        """A bright edge in a colour of the palette, or none."""
        self.edged = colour
        if self.edge is not None:
            self.edge.remove_node()
            self.edge = None
        if colour is not None and self.piece.look.archetype not in (*FLAT, "standee"):
            whole = join(mesh for _, mesh in self.solids)
            self.edge = self.materials.outline(whole, self.node, markmesh.rgb(colour))

    def destroy(self) -> None:
        self._halt()
        self.solids.clear()
        self.node.remove_node()

    def _grow(self, size: float) -> None:
        self.node.set_scale(max(size, 0.01))

    def _stand(self, piece: Piece) -> None:
        self.node.set_pos(*piece.at)
        self.node.set_h(piece.heading)
        if self.marker is not None and piece.track is not None:
            at = beside.marker_at(piece.at, piece.size, piece.track, piece.track[0])
            self.marker.set_pos(self.node.get_parent(), *at)

    def _build(self) -> None:
        piece, look = self.piece, self.piece.look
        if look.archetype in ("token", "card"):
            self._build_flat(look)
            return
        if look.archetype == "cube":
            self._solid(
                boxes([Box((0, 0, 0), (0.17, 0.17, 0.17), look.colour, bevel=0.022)]).moved(scale=piece.size),
                "cube",
            )
            self.materials.unlit(markmesh.blob(0.12 * piece.size, 0.6), self.node, "shadow", order=0)
            return
        if piece.track is not None:
            self._build_track(piece.track)
            return
        if look.archetype == "die":
            self._build_die(look, piece.sides or (piece.title,))
            return
        if look.archetype in FLAT:
            self._build_beside(look)
            return
        stretch, foot = STATURE * piece.size, 0.062 if look.base else 0.0
        if look.archetype == "pawn" and piece.rim == "grey" and not look.figure:
            stretch, foot = stretch * 1.2, 0.0  # It has a foot of its own, and a base would tell nothing.
        rim = rim_colour(piece.rim)
        if look.archetype == "standee":
            self._build_standee(look, _foot(rim, self.detail, stretch, foot), stretch)
        else:
            lies = piece.lying and not models.has_pose(look.figure, look.pose)
            shown = look._replace(icon="", picture="", framed="")
            self._solid(_figure(shown, rim, self.detail, stretch, foot, lies), "figure")
            if look.archetype == "lamp" and lit(look):
                glow = markmesh.halo((0, 0, 0), (1, 0), 0.5 * stretch, 0.5 * stretch, look.colour)
                shine = self.materials.glow(glow, self.node)
                if shine is not None:
                    shine.set_pos(0, 0, 0.78 * stretch * look.height)
                    shine.set_billboard_point_eye()
        shadow = markmesh.blob((_BASE if foot else 0.24) * stretch)
        self.materials.unlit(shadow, self.node, "shadow", order=0)

    def _solid(self, mesh: Mesh, name: str) -> None:
        self.solids.append((self.materials.figure(mesh, self._placed(mesh), self.node, name), mesh))

    def _placed(self, mesh: Mesh) -> Mesh:
        return mesh.moved(self.piece.at, self.piece.heading)

    def _build_flat(self, look: PieceLook) -> None:
        size = self.piece.size
        if look.archetype == "token":
            rim = lathe(
                [(0.29, 0.0), (0.30, 0.012), (0.30, 0.05), (0.285, 0.062), (0.0, 0.062)], look.colour, 28
            )
            face, half, high = flat.token_face(look, self.piece.title), (0.275, 0.275), 0.064
        else:
            rim = boxes([Box((0, 0, 0), (0.52, 0.70, 0.025), (0.04, 0.045, 0.055), bevel=0.01)])
            face, half, high = flat.card_face(look, self.piece.title), (0.25, 0.335), 0.028
        self._solid(rim.moved(scale=size), "body")
        w, h, z = half[0] * size, half[1] * size, high * size
        top = quad(((-w, -h, z), (w, -h, z), (w, h, z), (-w, h, z)), (0, 0, 1), (0.85, 0.88, 0.92))
        shown, picture = shrunk(top, *parts_of(face)), picture_of(face)
        path = self.materials.unlit(shown, self.node, "face", picture=picture, order=2)
        readable(path, 4 if look.archetype == "token" else 2)
        self.materials.unlit(markmesh.blob(0.30 * size, 0.6), self.node, "shadow", order=0)

    def _build_beside(self, look: PieceLook) -> None:
        """A deck or bag on the table: what it is made of, and what is to be read on top."""
        size, title = self.piece.size, self.piece.title
        self._solid(beside.solid(look).moved(scale=size), "body")
        face = beside.face(look, title)
        if face:
            top = beside.top(look).moved(scale=size)
            shown, picture = shrunk(top, *parts_of(face)), picture_of(face)
            readable(self.materials.unlit(shown, self.node, "face", picture=picture, order=2), 2)
        self.materials.unlit(markmesh.blob(0.36 * size, 0.6), self.node, "shadow", order=0)
        name, between, _ = title.rpartition(": ")
        if between:
            lines = [floor_word(line, svg.WHITE) for line in two_lines(name.upper())]
            high = min(0.19, *(0.92 / line.wide for line in lines)) * size
            at = (0, -0.46 * size - len(lines) * high * 0.425, 0.012)
            lay_lines(self.materials, self.node, lines, at, high, 0.85)

    def _build_die(self, look: PieceLook, sides: tuple[str, ...]) -> None:
        size = self.piece.size
        body = dice.body(look, len(sides)).moved(scale=size)
        self.tumbling = self.materials.figure(body, self._placed(body), self.node, "die")
        self.solids.append((self.tumbling, body))
        document = dice.pictures(look, sides)
        shown = shrunk(dice.faces(sides, self.piece.title).moved(scale=size), *parts_of(document))
        self.materials.unlit(shown, self.tumbling, "faces", picture=picture_of(document), order=2)
        self.materials.unlit(markmesh.blob(0.22 * size, 0.7), self.node, "shadow", order=0)

    def _build_track(self, track: tuple[int, int, int]) -> None:
        """A strip of numbered spaces with a marker on one of them; its title behind it, not to be hidden."""
        size = self.piece.size
        body, marker = (made.moved(scale=size) for made in beside.track(track))
        self._solid(body, "body")
        at = beside.marker_at(self.piece.at, size, track, track[0])
        self.marker = self.materials.figure(marker, marker.moved(at), self.node, "marker")
        face = beside.track_face(track, self.piece.colours)
        top = beside.track_top(track).moved(scale=size)
        shown = shrunk(top, *parts_of(face))
        self.materials.unlit(shown, self.node, "face", picture=picture_of(face), order=2)
        title = floor_word(self.piece.title.upper(), svg.WHITE)
        high = 0.55 * size
        x = title.wide * high / 2 - (track[2] - track[1] + 1) * size / 2
        lay_lines(self.materials, self.node, [title], (x, 0.95 * size, 0.012), high, 0.85)

    def _build_standee(self, look: PieceLook, base: Mesh, stretch: float) -> None:
        w, low, high = 0.27 * stretch, 0.07 * stretch, 0.07 * stretch + 0.9 * stretch * look.height
        upright = quad(
            ((-w, 0, low), (w, 0, low), (w, 0, high), (-w, 0, high)), (0, -1, 0), (0.9, 0.92, 0.95)
        )
        foot = boxes([Box((0, 0, 0.06), (0.40, 0.12, 0.045), (0.045, 0.050, 0.060), bevel=0.015)])
        self._solid(join([base, foot.moved(scale=stretch)]), "foot")
        face = flat.standee_face(look, self.piece.title)
        board = self.materials.unlit(
            shrunk(upright, *parts_of(face)), self.node, "board", picture=picture_of(face), order=3
        )
        self.board = board


class DoorView(_Mover):
    """A door: a frame that shows its state, and two leaves that move."""

    SECONDS = 0.45

    def __init__(self, door: Door, materials: Materials, parent: NodePath) -> None:
        self.door, self.materials = door, materials
        self.node = parent.attach_new_node(f"door {door.id}")
        (ax, ay), (bx, by) = door.line
        self.at = ((ax + bx) / 2, (ay + by) / 2, door.z)
        self.heading = math.degrees(math.atan2(by - ay, bx - ax))
        self.wide = math.dist(*door.line)
        self.node.set_pos(*self.at)
        self.node.set_h(self.heading)
        self.leaves = [(self._leaf(side), side) for side in (-1, 1)]
        self.frame = self._framed(door.state)
        self._set(door.state)

    def restyle(self, door: Door, *, at_once: bool) -> None:
        """The door's new state; its leaves move there, or are there at once."""
        self.finish()
        self.door = door
        self.frame.remove_node()
        self.frame = self._framed(door.state)
        if at_once:
            self._set(door.state)
            return
        moves = []
        for leaf, side in self.leaves:
            x, z, turn = self._pose(door.state, side)
            moves.append(LerpPosInterval(leaf, self.SECONDS, Point3(x, 0, z), blendType="easeInOut"))
            moves.append(LerpHprInterval(leaf, self.SECONDS, Vec3(turn, 0, 0), blendType="easeInOut"))
        self.motion = Parallel(*moves)
        self.motion.start()

    def destroy(self) -> None:
        self._halt()
        self.leaves.clear()
        self.node.remove_node()

    def _pose(self, state: str, side: int) -> doorway.Pose:
        x, z, turn = doorway.pose(self.door.style, state, side)
        return x * self.wide, z, turn

    def _set(self, state: str) -> None:
        for leaf, side in self.leaves:
            x, z, turn = self._pose(state, side)
            leaf.set_pos(x, 0, z)
            leaf.set_h(turn)

    def _leaf(self, side: int) -> NodePath:
        mesh = boxes(doorway.leaf(self.door.style, self.door.paint, side)).moved(scale=(self.wide, 1, 1))
        placed = mesh.moved((self._pose("closed", side)[0], 0, 0)).moved(self.at, self.heading)
        return self.materials.figure(mesh, placed, self.node, "leaf")

    def _framed(self, state: str) -> NodePath:
        """The frame, and the light of its lamps."""
        mesh = boxes(doorway.frame(self.door.style, state)).moved(scale=(self.wide, 1, 1))
        path = self.materials.figure(mesh, mesh.moved(self.at, self.heading), self.node, "frame")
        colour = LAMP_COLOURS.get(state, LAMP_COLOURS["closed"])
        shine = [
            markmesh.halo((x * self.wide, y, z), (1, 0), 0.30, 0.34, colour)
            for x, y, z in doorway.lamps(self.door.style)
        ]
        self.materials.glow(join(shine), path)
        return path


CORNER = (0.30, 0.31)  # where the name of a space stands, from its middle


class MarkView:
    """Something on the board that can be answered: its outline or ring, and a word on the floor."""

    def __init__(self, mark: Mark, materials: Materials, parent: NodePath, *, hovered: bool = False) -> None:
        self.mark = mark
        if mark.outline:
            mesh = markmesh.space(mark.outline, mark.at[2], mark.colour, picked=mark.picked, hovered=hovered)
        else:
            ring = markmesh.ring(mark.at, mark.radius, mark.colour, picked=mark.picked, hovered=hovered)
            mesh = join([ring, markmesh.arrows(mark.at, mark.radius)])
        self.node = materials.unlit(mesh, parent, f"mark {mark.id}", order=6 if hovered else 4)
        if mark.label and mark.outline and not hovered:
            corner = self.node.attach_new_node("corner")
            corner.set_pos(mark.at[0], mark.at[1], mark.at[2] + markmesh.ABOVE + 0.004)
            word = floor_word(mark.label, svg.CYAN)
            lay_lines(materials, corner, [word], (*CORNER, 0), 0.26).clear_tag(READABLE)
            readable(corner, 4)  # in the corner away from the reader: no wall or door before it hides it

    def destroy(self) -> None:
        self.node.remove_node()


def rim_colour(rim: str) -> Rgb:
    """The colour of a base, as light reckons with it: that of the palette, darkened, where it has its own."""
    rim = rim if rim in _RIMS else "grey"
    if palette.hex_of(rim) == palette.STANDARD[rim]:
        return _RIMS[rim]
    red, green, blue = (0.45 * value**2.2 for value in palette.rgb(rim))
    return (red, green, blue)


@lru_cache(32)
def _figure(look: PieceLook, rim: Rgb, detail: float, stretch: float, foot: float, lies: bool) -> Mesh:
    """A figure on its base. All that look alike have one mesh."""
    made = cache.figure(look, detail)
    across, high = stretch * look.scale * look.bulk, stretch * look.scale * look.height
    placed = (_lying(made) if lies else made).moved((0, 0, foot * stretch), scale=(across, across, high))
    return join([_foot(rim, detail, stretch, foot), placed])


def _foot(rim: Rgb, detail: float, stretch: float, foot: float) -> Mesh:
    """What it stands on, if it has a base."""
    return _base(rim, 12 if detail >= CRUDE else 36).moved(scale=stretch) if foot else join(())


@lru_cache(32)
def _base(colour: Rgb, corners: int) -> Mesh:
    r = _BASE
    side = lathe([(r, 0), (r, 0.028), (r * 0.94, 0.060), (r * 0.885, 0.066)], colour, corners)
    top = lathe(
        [(r * 0.885, 0.066), (r * 0.87, 0.060), (0.0, 0.060)], (0.050, 0.054, 0.062), corners, smooth=1
    )
    shade = top.colours.copy()
    shade[:, 3] = (top.points[:, 0] ** 2 + top.points[:, 1] ** 2) ** 0.5 / r * 0.6 + 0.4
    return join([side, top.coloured(shade)])


def _lying(mesh: Mesh) -> Mesh:
    """A figure on its back."""
    p, n = mesh.points, mesh.normals
    turned = p[:, [0, 2, 1]] * (1, 1, 1) + (0, -0.36, 0.16)
    return Mesh(turned.astype("f4"), n[:, [0, 2, 1]], mesh.colours, mesh.uvs, mesh.faces[:, ::-1])


def _along(node: NodePath, table: NodePath, path: MotionPath) -> object:
    """A function of 0..1 that puts the node on the path, with a small hop for every leg."""
    legs = [math.dist(a, b) or 1e-6 for a, b in zip(path.points, path.points[1:], strict=False)]
    whole = sum(legs)

    def put(t: float) -> None:
        far = t * whole
        for (a, b), leg in zip(zip(path.points, path.points[1:], strict=False), legs, strict=True):
            if far <= leg or b == path.points[-1]:
                k = min(1.0, far / leg)
                x, y, z = (p + (q - p) * k for p, q in zip(a, b, strict=True))
                node.set_pos(table, x, y, z + 0.22 * min(leg, 1.0) * 4 * k * (1 - k))
                return
            far -= leg

    return put


def _tumble(node: NodePath, size: float) -> object:
    """A function of 0..1 that lets a die fall and roll about its middle, ever slower, to where it lies."""
    middle = Vec3(0, 0, dice.INNER * size)

    def put(t: float) -> None:
        left = (1 - t) ** 2
        node.set_hpr(250 * left, 470 * left, 330 * left)
        up = size * (0.9 * left * abs(math.cos(2.5 * math.pi * t)) + 0.09 * math.sin(math.pi * t))
        node.set_pos(Vec3(-0.5 * left * size, 0, up) + middle - node.get_quat().xform(middle))

    return put
