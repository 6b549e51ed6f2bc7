"""A soldier in hard armour with helmet, a weapon in both hands, and what goes with it on the back."""

from __future__ import annotations

from ..modelling.sculpt import Painted
from ..modelling.solids import Solid, ball, block, both_sides, chain, cut, egg, join, rod
from ..scene.looks import PieceLook, Rgb
from .weapons import held

CLOTH: Rgb = (0.042, 0.046, 0.055)
BRASS: Rgb = (0.42, 0.28, 0.08)
VISOR: Rgb = (1.0, 0.44, 0.10)


def parts(look: PieceLook) -> list[Painted]:
    armour, trim = look.colour, look.trim
    pads = (
        min(1.0, armour[0] * 1.15 + 0.012),
        min(1.0, armour[1] * 1.15 + 0.012),
        min(1.0, armour[2] * 1.15 + 0.012),
    )
    pack = armour[0] * 0.6, armour[1] * 0.6, armour[2] * 0.6
    dark = armour[0] * 0.3 + 0.012, armour[1] * 0.3 + 0.012, armour[2] * 0.3 + 0.014
    return [
        Painted(join(_shins(), _chest(), _helmet()), armour),
        Painted(_boots(), dark),
        Painted(_pads(), pads),
        Painted(_trims(), trim),
        Painted(_cloth(), CLOTH),
        Painted(_arms(look.weapon), armour),
        Painted(_pack(look.weapon), pack),
        *_carried(look.weapon, trim),
        Painted(
            both_sides(block((0.033, 0.100, 0.662), (0.027, 0.013, 0.011), 0.005, (-24, 0, 8))),
            VISOR,
            0.5,
            glows=True,
        ),
        *held(look.weapon, trim),
    ]


def _shins() -> Solid:
    return both_sides(block((0.120, 0.006, 0.150), (0.052, 0.056, 0.070), 0.022, (0, 5, -3)))


def _boots() -> Solid:
    return both_sides(
        join(
            block((0.122, -0.002, 0.075), (0.050, 0.052, 0.050), 0.018),
            block((0.128, 0.038, 0.036), (0.057, 0.098, 0.037), 0.020),
            blend=0.016,
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


def _pack(weapon: str) -> Solid:
    if weapon in ("flamer", "flamethrower", "launcher", "bazooka", "blade", "sword", "pistol", "handgun"):
        return block((0, -0.125, 0.500), (0.085, 0.034, 0.080), 0.018)
    return join(
        block((0, -0.145, 0.515), (0.106, 0.050, 0.100), 0.020),
        both_sides(block((0.074, -0.165, 0.615), (0.034, 0.042, 0.042), 0.014)),
        both_sides(rod((0.130, -0.15, 0.45), (0.130, -0.15, 0.575), 0.028)),
        block((0, -0.196, 0.485), (0.050, 0.016, 0.055), 0.008),
        blend=0.006,
    )


def _carried(weapon: str, trim: Rgb) -> list[Painted]:
    """What tells soldiers apart from afar: tanks, rockets, a drum, a cape, a shield."""
    match weapon:
        case "flamer" | "flamethrower":
            tanks = both_sides(rod((0.066, -0.185, 0.420), (0.066, -0.185, 0.640), 0.058))
            pipe = chain([(0.11, -0.17, 0.43), (0.23, -0.06, 0.36), (0.16, 0.16, 0.37)], 0.014, 0.012)
            return [Painted(tanks, trim), Painted(pipe, CLOTH)]
        case "launcher" | "bazooka":
            spots = ((x, z) for x in (-0.075, 0.0, 0.075) for z in (0.40,))
            tubes = join(*(rod((x, -0.185, z), (x, -0.185, 0.62), 0.032) for x, z in spots))
            heads = join(
                *(rod((x, -0.185, 0.62), (x, -0.185, 0.71), 0.030, 0.006) for x in (-0.075, 0.0, 0.075))
            )
            return [Painted(tubes, CLOTH), Painted(heads, trim)]
        case "heavy" | "minigun" | "machinegun" | "cannon":
            belt = chain([(0.10, -0.17, 0.44), (0.25, -0.05, 0.33), (0.16, 0.17, 0.36)], 0.026, 0.022)
            return [
                Painted(rod((-0.10, -0.225, 0.50), (0.10, -0.225, 0.50), 0.080), trim),
                Painted(belt, BRASS),
            ]
        case "long" | "marksman" | "scoped":
            cape = block((0, -0.155, 0.345), (0.150, 0.022, 0.215), 0.020, (0, -9, 0))
            collar = egg((0, -0.035, 0.590), (0.135, 0.105, 0.040), (0, -10, 0))
            return [Painted(join(cape, collar, blend=0.03), trim)]
        case "blade" | "sword" | "knife":
            shield = block((0.225, 0.165, 0.400), (0.018, 0.105, 0.155), 0.016, (24, 0, 0))
            return [
                Painted(shield, trim),
                Painted(egg((0.245, 0.172, 0.405), (0.016, 0.040, 0.055), (24, 0, 0)), CLOTH),
            ]
    return []
