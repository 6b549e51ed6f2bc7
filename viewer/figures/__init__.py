"""Miniatures, a file for each archetype: parts (sculpted) or a mesh (turned on a lathe) for a look, facing
+y, on z = 0, within a base of radius 0.36. Decides neither height nor bulk nor base: the table
does.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ..modelling.mesh import Mesh
from ..modelling.sculpt import CRUDE, Net, Painted, nets, painted
from ..modelling.solids import ball, join
from ..scene.looks import PieceLook, Rgb
from . import beast, child, crawler, drone, giant, hound, hunter, lamp, mech, pawn, people, turret

# Archetypes that are not sculpted (token, card, standee) are flat pieces: see rendering/flat.py.
SCULPTED: dict[str, Callable[[PieceLook], list[Painted]]] = {
    **dict.fromkeys(people.USUAL, people.parts),
    "beast": beast.parts,
    "crawler": crawler.parts,
    "hound": hound.parts,
    "hunter": hunter.parts,
    "turret": turret.parts,
    "child": child.parts,
    "giant": giant.parts,
    "drone": drone.parts,
    "lamp": lamp.parts,
    "mech": mech.parts,
}
VERSION = 9  # Raise when a figure changes: cached meshes of older versions are then left alone.

# A shape depends on nothing but these: a squad in three colours is sculpted once.
_NETS: dict[tuple[str, str, str, str, str, str, float], list[Net]] = {}
KEPT = 12
STAR: Rgb = (1.0, 0.72, 0.15)


def figure(look: PieceLook, step: float) -> Mesh:
    """The mesh of a figure without its base."""
    make = SCULPTED.get(look.archetype)
    if make is None:
        return pawn.turned(look, corners(step))
    parts, key = (
        _fallen(look, make(look)),
        (look.archetype, look.weapon, look.pose, look.body, look.head, look.pack, step),
    )
    if key not in _NETS:
        while len(_NETS) >= KEPT:
            _NETS.pop(next(iter(_NETS)))
        _NETS[key] = nets(parts, step)
    return painted(parts, _NETS[key])


def corners(step: float) -> int:
    """How many corners what is turned has all round."""
    return 12 if step >= CRUDE else 28


def _fallen(look: PieceLook, parts: list[Painted]) -> list[Painted]:
    """Who is dead has lost colour; over who is stunned stars turn."""
    if look.pose == "dead":
        return [replace(part, paint=_faded(part.paint), glows=False) for part in parts]
    if look.pose == "stunned":
        low, high = (np.array([getattr(part.solid, end) for part in parts]) for end in ("low", "high"))
        at = float(high[:, 2].max())
        middle = (low[:, 1].min() + high[:, 1].max()) / 2
        turns = (2 * math.pi * i / 5 for i in range(5))
        stars = join(*(ball((0.11 * math.cos(a), middle + 0.11 * math.sin(a), at), 0.018) for a in turns))
        return [*parts, Painted(stars, STAR, 0.6, glows=True)]
    return parts


def _faded(paint: Rgb) -> Rgb:
    grey = sum(paint) / 3
    red, green, blue = (0.45 * (0.35 * c + 0.65 * grey) + 0.01 for c in paint)
    return red, green, blue
