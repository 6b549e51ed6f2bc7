"""An overlay as nodes of the scene graph: few meshes, however many spaces it speaks of."""

from __future__ import annotations

from panda3d.core import NodePath

from ..common import plane, svg
from ..modelling import markmesh
from ..modelling.mesh import join
from ..staging.overlay import Layer
from .floats import FloatsView
from .lettering import floor_word, turn, word_mesh
from .materials import Materials

FAINT = 0.25  # what is seen of a ring through what stands before it


class LayerView:
    """One overlay: its tints as one mesh, its threads and its rings as others, its words, and what floats."""

    def __init__(
        self,
        shown: Layer,
        materials: Materials,
        parent: NodePath,
        *,
        azimuth: float = 0.0,
        at_once: bool = True,
    ) -> None:
        self.shown, self.materials, self.turn = shown, materials, turn(azimuth)
        self.node = parent.attach_new_node("overlay")
        self.floats = FloatsView(shown.floats, materials, self.node, at_once=at_once)
        tints = markmesh.tints((s.outline, s.z, s.colour, s.strength) for s in shown.shades)
        lines = [markmesh.thread(t.points, t.colour, arrow=t.arrow, dashed=t.dashed) for t in shown.threads]
        rings = [markmesh.ring(r.at, r.radius, r.colour, picked=r.colour == "white") for r in shown.rings]
        if len(tints.points):
            materials.unlit(tints, self.node, "tints", order=3)
        if len((over := join(lines)).points):
            materials.unlit(over, self.node, "threads", order=7).set_depth_test(False)
        if len((round_them := join(rings)).points):
            # A ring lies on the floor; behind walls and whoever stands on it, it shimmers through.
            path = materials.unlit(round_them, self.node, "rings", order=7)
            through = path.copy_to(self.node)
            through.set_depth_test(False)
            through.set_alpha_scale(FAINT)
        self.words = self._written()

    def face(self, azimuth: float) -> None:
        """Words are read from where the camera is."""
        if turn(azimuth) != self.turn:
            self.turn = turn(azimuth)
            self.words.remove_node()
            self.words = self._written()

    def destroy(self) -> None:
        self.floats.destroy()
        self.node.remove_node()

    def _written(self) -> NodePath:
        """The words, by texture: equal words of many spaces are one mesh."""
        words = self.node.attach_new_node("words")
        by_text: dict[str, list[tuple[float, float, float]]] = {}
        for shade in self.shown.shades:
            if shade.text:
                x, y = plane.inner_point(shade.outline)
                by_text.setdefault(shade.text, []).append((x, y, shade.z + markmesh.ABOVE + 0.003))
        for text, places in by_text.items():
            word = floor_word(text, svg.WHITE)
            high = min(0.26, 0.9 / max(word.wide, 1.0) if len(text) > 3 else 0.26)
            mesh = word_mesh((0, 0, 0), word, high, 0.95).moved((0, 0, 0), self.turn)
            meshes = markmesh.copies(mesh, places)
            self.materials.unlit(meshes, words, "words", picture=word.picture, order=5)
        return words
