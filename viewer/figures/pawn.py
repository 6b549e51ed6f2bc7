"""The figure for whatever has no archetype: a turned pawn in its colour, with a ring in its trim."""

from __future__ import annotations

import numpy as np

from ..modelling.mesh import Mesh, join, lathe
from ..scene.looks import PieceLook


def turned(look: PieceLook, corners: int) -> Mesh:
    body = lathe(
        [(0.22, 0.0), (0.225, 0.03), (0.20, 0.06), (0.13, 0.12), (0.095, 0.22), (0.085, 0.33), (0.12, 0.37)],
        look.colour,
        corners,
    )
    ring = lathe([(0.12, 0.37), (0.155, 0.385), (0.155, 0.405), (0.10, 0.425)], look.trim, corners)
    angle = np.linspace(-1.1, np.pi / 2, 12)
    globe = [(0.125 * float(np.cos(a)), 0.525 + 0.125 * float(np.sin(a))) for a in angle[:: 28 // corners]]
    head = lathe(globe, look.colour, corners)
    whole = join([body, ring, head])
    shade = np.clip(0.35 + whole.points[:, 2] * 2.2, 0.35, 1.0)
    near_ring = np.exp(-(((whole.points[:, 2] - 0.36) / 0.05) ** 2)) * 0.35
    colours = whole.colours.copy()
    colours[:, 3] = shade * (1 - near_ring * (whole.points[:, 2] < 0.37))
    colours[:, :3] *= 0.75 + 0.5 * np.clip(whole.normals[:, 2:3], 0, 1)
    return whole.coloured(colours)
