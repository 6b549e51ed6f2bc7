"""Miniatures, a file for each archetype: parts (sculpted) or a mesh (turned on a lathe) for a look, facing
+y, on z = 0, within a base of radius 0.36. Decides neither height nor bulk nor base: the table
does.
"""

from __future__ import annotations

from collections.abc import Callable

from ..modelling.mesh import Mesh
from ..modelling.sculpt import Net, Painted, nets, painted
from ..scene.looks import PieceLook
from . import beast, civilian, crawler, drone, giant, hound, hunter, lamp, officer, pawn, trooper, turret

# Archetypes that are not sculpted (token, card, standee) are flat pieces: see rendering/flat.py.
SCULPTED: dict[str, Callable[[PieceLook], list[Painted]]] = {
    "trooper": trooper.parts,
    "officer": officer.parts,
    "beast": beast.parts,
    "crawler": crawler.parts,
    "hound": hound.parts,
    "hunter": hunter.parts,
    "turret": turret.parts,
    "civilian": civilian.parts,
    "child": civilian.child,
    "giant": giant.parts,
    "drone": drone.parts,
    "lamp": lamp.parts,
}
VERSION = 9  # Raise when a figure changes: cached meshes of older versions are then left alone.

# A shape depends on nothing but these: a squad in three colours is sculpted once.
_NETS: dict[tuple[str, str, str, float], list[Net]] = {}
KEPT = 12


def figure(look: PieceLook, step: float) -> Mesh:
    """The mesh of a figure without its base."""
    make = SCULPTED.get(look.archetype)
    if make is None:
        return pawn.turned(look)
    parts, key = make(look), (look.archetype, look.weapon, look.pose, step)
    if key not in _NETS:
        while len(_NETS) >= KEPT:
            _NETS.pop(next(iter(_NETS)))
        _NETS[key] = nets(parts, step)
    return painted(parts, _NETS[key])
