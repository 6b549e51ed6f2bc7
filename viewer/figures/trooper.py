"""A soldier in hard armour with helmet, pack and a weapon in both hands."""

from __future__ import annotations

from ..modelling.sculpt import Part
from ..modelling.solids import Solid, ball, block, both_sides, cut, egg, join, rod
from ..staging.looks import Look, Rgb
from .weapons import held

CLOTH: Rgb = (0.042, 0.046, 0.055)
VISOR: Rgb = (1.0, 0.44, 0.10)


def parts(look: Look) -> list[Part]:
    armour, trim = look.colour, look.trim
    pads = (
        min(1.0, armour[0] * 1.15 + 0.012),
        min(1.0, armour[1] * 1.15 + 0.012),
        min(1.0, armour[2] * 1.15 + 0.012),
    )
    pack = armour[0] * 0.6, armour[1] * 0.6, armour[2] * 0.6
    return [
        Part(join(_boots(), _chest(), _helmet()), armour),
        Part(_pads(), pads),
        Part(_trims(), trim),
        Part(_cloth(), CLOTH),
        Part(_arms(look.weapon), armour),
        Part(_pack(), pack),
        Part(
            both_sides(block((0.033, 0.100, 0.662), (0.027, 0.013, 0.011), 0.005, (-24, 0, 8))),
            VISOR,
            0.5,
            glows=True,
        ),
        *held(look.weapon, trim),
    ]


def _boots() -> Solid:
    return both_sides(
        join(
            block((0.120, 0.0, 0.130), (0.054, 0.058, 0.090), 0.022, (0, 5, -3)),
            block((0.128, 0.038, 0.036), (0.057, 0.098, 0.037), 0.020),
            blend=0.012,
        )
    )


def _chest() -> Solid:
    plates = both_sides(block((0.070, 0.088, 0.505), (0.067, 0.030, 0.060), 0.022, (-8, -8, 0)))
    return join(block((0, 0.005, 0.488), (0.152, 0.097, 0.078), 0.035, (0, -6, 0)), plates, blend=0.008)


def _helmet() -> Solid:
    return join(
        egg((0, 0.022, 0.664), (0.073, 0.083, 0.079)),
        block((0, 0.085, 0.625), (0.043, 0.030, 0.030), 0.014, (0, 14, 0)),
        both_sides(ball((0.066, 0.018, 0.652), 0.027)),
        block((0, 0.060, 0.702), (0.052, 0.052, 0.016), 0.010, (0, -14, 0)),
        blend=0.012,
    )


def _pads() -> Solid:
    dome = both_sides(egg((0.208, 0, 0.53), (0.094, 0.108, 0.098)))
    return cut(dome, both_sides(block((0.20, 0, 0.415), (0.14, 0.16, 0.085), 0.005)))


def _trims() -> Solid:
    knees = both_sides(block((0.118, 0.074, 0.208), (0.045, 0.022, 0.042), 0.018, (0, -14, 0)))
    crest = block((0, -0.008, 0.738), (0.011, 0.074, 0.020), 0.006)
    badge = block((0, 0.124, 0.515), (0.020, 0.012, 0.034), 0.006)
    wings = both_sides(block((0.044, 0.122, 0.527), (0.030, 0.010, 0.010), 0.004, (0, 0, 18)))
    return join(knees, crest, badge, wings, block((0, -0.02, 0.572), (0.094, 0.074, 0.021), 0.014))


def _cloth() -> Solid:
    thighs = both_sides(rod((0.075, 0.008, 0.325), (0.115, 0.042, 0.210), 0.057, 0.050))
    waist = join(
        block((0, 0.008, 0.400), (0.106, 0.076, 0.034), 0.018),
        block((0, 0, 0.330), (0.106, 0.076, 0.046), 0.020),
        block((0, 0.076, 0.29), (0.036, 0.016, 0.055), 0.010),
        both_sides(block((0.126, 0.02, 0.315), (0.022, 0.045, 0.040), 0.010)),
        blend=0.006,
    )
    return join(thighs, waist, ball((0.105, 0.215, 0.385), 0.040), ball((-0.03, 0.285, 0.385), 0.038))


def _arms(weapon: str) -> Solid:
    right = join(
        rod((0.207, 0, 0.50), (0.220, 0.05, 0.395), 0.047, 0.044),
        rod((0.220, 0.05, 0.395), (0.115, 0.205, 0.385), 0.043, 0.036),
        blend=0.012,
    )
    reach = (-0.035, 0.275, 0.385) if weapon != "none" else (-0.21, 0.14, 0.30)
    left = join(
        rod((-0.207, 0, 0.50), (-0.216, 0.08, 0.40), 0.047, 0.044),
        rod((-0.216, 0.08, 0.40), reach, 0.043, 0.036),
        blend=0.012,
    )
    return join(right, left)


def _pack() -> Solid:
    return join(
        block((0, -0.145, 0.515), (0.106, 0.050, 0.100), 0.020),
        both_sides(block((0.074, -0.165, 0.615), (0.034, 0.042, 0.042), 0.014)),
        both_sides(rod((0.130, -0.15, 0.45), (0.130, -0.15, 0.575), 0.028)),
        block((0, -0.196, 0.485), (0.050, 0.016, 0.055), 0.008),
        blend=0.006,
    )
