"""People: a body, a head, what is on the back, a weapon in two hands, all in one stance.

Any of them goes with any other, so that a few parts make many people. Archetypes are no more than what is
worn where a look names nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from ...modelling.sculpt import Painted
from ...scene.looks import PieceLook, Rgb
from ..weapons import held
from . import bodies, heads, packs
from .stances import HIPS, stance_of

SKIN: Rgb = (0.46, 0.27, 0.17)
HAIR: Rgb = (0.055, 0.034, 0.020)


class Usual(NamedTuple):
    """What an archetype wears where the look does not say."""

    body: str
    head: str
    pack: str


USUAL = {
    "trooper": Usual("armour", "visor", ""),
    "officer": Usual("uniform", "cap", "none"),
    "civilian": Usual("coat", "hair", "none"),
}
# What goes with a weapon on a back for which the look names nothing.
WITH = {
    "flamer": "tanks",
    "flamethrower": "tanks",
    "launcher": "rockets",
    "bazooka": "rockets",
    "heavy": "drum",
    "minigun": "drum",
    "machinegun": "drum",
    "cannon": "drum",
    "long": "cape",
    "marksman": "cape",
    "scoped": "cape",
    "blade": "shield",
    "sword": "shield",
    "knife": "shield",
    "pistol": "none",
    "handgun": "none",
    "sidearm": "none",
}


def parts(look: PieceLook) -> list[Painted]:
    """A person as a look says, standing on z = 0."""
    usual = USUAL.get(look.archetype, USUAL["trooper"])
    stance = stance_of(look.pose, look.weapon)
    body = bodies.BODIES.get(look.body or usual.body, bodies.BODIES[usual.body])
    head = heads.HEADS.get(look.head or usual.head, heads.HEADS[usual.head])
    pack = packs.PACKS.get(look.pack or usual.pack or WITH.get(look.weapon, "backpack"), packs.PACKS["none"])
    tones = bodies.Tones(look.colour, look.trim, look.skin or SKIN, look.hair or HAIR)
    worn = body(tones, stance)
    upper = [
        *worn.upper,
        *(one.turned(heads.NECK, stance.head) for one in head(tones)),
        *pack(tones),
        *(one.turned(stance.grip, stance.aim, stance.carry) for one in held(look.weapon, look.trim)),
    ]
    down = (0.0, 0.0, -stance.drop)
    return [*worn.lower, *(one.turned(HIPS, stance.lean, down) for one in upper)]
