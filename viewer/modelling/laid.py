"""Art that lies on floors: a mesh for each picture, and the seams between spaces that share one. Pure."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator

import numpy as np

from ..common import plane
from ..scene.scene import Floor
from .cuts import clipped, ribbon
from .mesh import Mesh, join, mesh

RAISED = 0.003  # so far a picture lies over the floor
_SEAM, _DARK = 0.014, (0.03, 0.03, 0.03)


def pictures(floors: Iterable[Floor]) -> Iterator[tuple[str, Mesh]]:
    """Each picture with what it lies on."""
    parts: dict[str, list[Mesh]] = defaultdict(list)
    for floor in floors:
        if floor.picture:
            parts[floor.picture] += _laid(floor)
    yield from ((ref, join(meshes)) for ref, meshes in parts.items())


def seams(floors: Iterable[Floor]) -> Mesh:
    """A thin dark line round each square that has a picture: others have one anyway."""
    parts = []
    for floor in floors:
        if floor.picture and floor.grid:
            inner = plane.inset(floor.outline, _SEAM)
            points, faces = ribbon(floor.outline, inner, floor.z + 2 * RAISED)
            parts.append(mesh(points, (0, 0, 1), _DARK, None, faces))
    return join(parts)


def _laid(floor: Floor) -> Iterator[Mesh]:
    left, bottom, right, top = floor.box
    within = plane.box([floor.outline])
    for x in range(math.floor(within[0] + 1e-6), math.ceil(within[2] - 1e-6)):
        strip = plane.clip(floor.outline, x, within[1], x + 1, within[3])
        for y in range(math.floor(within[1] + 1e-6), math.ceil(within[3] - 1e-6)):
            points, faces = clipped(strip, x, y)
            if len(points):
                raised = np.column_stack([points, np.full(len(points), floor.z + RAISED)])
                uvs = (points - (left, bottom)) / (max(right - left, 1e-6), max(top - bottom, 1e-6))
                yield mesh(raised, (0, 0, 1), (1, 1, 1), uvs, faces)
