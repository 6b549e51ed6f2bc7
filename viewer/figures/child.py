"""A child: half as tall, with a larger head, in dungarees, arms held out a little."""

from __future__ import annotations

from ..modelling.sculpt import Painted
from ..modelling.solids import block, both_sides, egg, join, rod
from ..scene.looks import PieceLook
from .people import HAIR, SKIN, bodies, heads

LOWER = -0.250  # than the head of a grown-up


def parts(look: PieceLook) -> list[Painted]:
    tones = bodies.Tones(look.colour, look.trim, look.skin or SKIN, look.hair or HAIR)
    arms = both_sides(rod((0.070, 0.005, 0.315), (0.128, 0.045, 0.225), 0.030, 0.026))
    body = join(block((0, 0, 0.275), (0.072, 0.056, 0.070), 0.034), egg((0, 0, 0.225), (0.078, 0.062, 0.050)))
    legs = both_sides(rod((0.040, 0, 0.20), (0.048, 0.005, 0.055), 0.038, 0.034))
    bib = join(
        block((0, 0.052, 0.285), (0.044, 0.014, 0.046), 0.010),
        both_sides(rod((0.036, 0.050, 0.32), (0.040, 0.0, 0.352), 0.010)),
    )
    head = heads.HEADS.get(look.head, heads.HEADS["long"])(tones)
    return [
        Painted(join(body, arms, blend=0.012), look.colour),
        Painted(join(legs, bib), bodies.darker(look.colour, 0.45)),
        Painted(both_sides(block((0.050, 0.028, 0.024), (0.034, 0.055, 0.024), 0.016)), bodies.LEATHER),
        Painted(both_sides(egg((0.132, 0.050, 0.215), (0.026, 0.026, 0.026))), tones.skin, 0.8),
        Painted(block((0, -0.072, 0.275), (0.056, 0.036, 0.060), 0.022), look.trim),
        *(one.turned((0, 0, 0), (0, 0, 0), (0, 0, LOWER)) for one in head),
    ]
