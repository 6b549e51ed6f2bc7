"""Pictures and words in the air over what they are about. They rise, and stay until they are taken away."""

from __future__ import annotations

from direct.interval.LerpInterval import LerpFunc
from direct.interval.MetaInterval import Sequence
from panda3d.core import NodePath

from ..common.svg import WHITE, document, icon, line, rect, width
from ..modelling import markmesh
from ..modelling.mesh import quad
from ..scene.looks import hex_of
from ..staging.happening import Float
from .lettering import parts_of, picture_of, shrunk
from .materials import Materials

SECONDS, RISE = 0.35, 0.3
HIGH = 0.55  # tiles


class FloatsView:
    """All that floats over the board at once."""

    def __init__(
        self, shown: tuple[Float, ...], materials: Materials, parent: NodePath, *, at_once: bool
    ) -> None:
        self.node = parent.attach_new_node("floats")
        for one in shown:
            self._hang(one, materials)
        self.motion = Sequence(LerpFunc(self._put, duration=SECONDS))
        if at_once or not shown:
            self._put(1.0)
        else:
            self.motion.start()

    @property
    def moving(self) -> bool:
        return bool(self.motion.is_playing())

    def finish(self) -> None:
        if self.moving:
            self.motion.finish()

    def destroy(self) -> None:
        self.motion.pause()
        self.node.remove_node()

    def _put(self, t: float) -> None:
        left = (1 - t) ** 2
        self.node.set_z(-RISE * left)
        self.node.set_alpha_scale(max(0.05, 1 - left))

    def _hang(self, one: Float, materials: Materials) -> None:
        face, wide = badge(one)
        high = HIGH if one.icon else HIGH * 0.7
        w, h = wide * high / 2, high / 2
        upright = quad(((-w, 0, -h), (w, 0, -h), (w, 0, h), (-w, 0, h)), (0, -1, 0), (1, 1, 1, 1))
        mesh = shrunk(upright, *parts_of(face))
        path = materials.unlit(mesh, self.node, "float", picture=picture_of(face), order=9)
        path.set_pos(*one.at)
        path.set_billboard_point_eye()
        path.set_depth_test(False)


def badge(one: Float) -> tuple[str, float]:
    """What floats, as a picture, and how wide that is for its height."""
    colour = hex_of(tuple(c**2.2 for c in markmesh.rgb(one.colour)))
    if one.icon:
        body = f'<circle cx="48" cy="48" r="44" fill="#0a121a" fill-opacity=".86" stroke="{colour}" '
        body += 'stroke-width="5"/>' + icon(one.icon, 20, 20, 56, colour)
        return document(96, 96, body), 1.0
    wide = width(one.text, 30, 700) + 28
    body = rect(1, 1, wide - 2, 46, 8, "#0a121a", colour, 2, opacity=0.86)
    body += line(wide / 2, 34, one.text, 30, 700, WHITE, "middle")
    return document(wide, 48, body), wide / 48
