"""What is carried on the back."""

from __future__ import annotations

from collections.abc import Callable

from ...modelling.sculpt import Painted
from ...modelling.solids import block, both_sides, chain, egg, join, rod
from .bodies import CLOTH, IRON, LEATHER, Tones, darker, lighter

BRASS = (0.42, 0.28, 0.08)


def _none(tones: Tones) -> list[Painted]:
    return []


def _backpack(tones: Tones) -> list[Painted]:
    whole = join(
        block((0, -0.140, 0.500), (0.098, 0.050, 0.094), 0.022),
        both_sides(block((0.070, -0.160, 0.600), (0.030, 0.038, 0.038), 0.014)),
        both_sides(rod((0.122, -0.14, 0.44), (0.122, -0.14, 0.56), 0.026)),
        block((0, -0.190, 0.475), (0.050, 0.016, 0.050), 0.008),
        blend=0.006,
    )
    return [Painted(whole, darker(tones.colour, 0.6))]


def _radio(tones: Tones) -> list[Painted]:
    """A set with dials and a long aerial."""
    box = join(
        block((0, -0.138, 0.500), (0.088, 0.046, 0.108), 0.010),
        block((0, -0.138, 0.612), (0.070, 0.036, 0.010), 0.006),
    )
    aerial = rod((0.066, -0.150, 0.60), (0.078, -0.175, 0.84), 0.009, 0.005)
    dials = join(*(rod((x, -0.18, 0.545), (x, -0.192, 0.545), 0.016) for x in (-0.040, 0.0, 0.040)))
    return [
        Painted(box, darker(tones.colour, 0.5)),
        Painted(aerial, IRON, 0.5),
        Painted(dials, tones.trim, 0.6),
    ]


def _bedroll(tones: Tones) -> list[Painted]:
    """A bag, with a rolled blanket over it."""
    roll = rod((-0.115, -0.125, 0.585), (0.115, -0.125, 0.585), 0.044)
    bag = block((0, -0.122, 0.475), (0.078, 0.040, 0.066), 0.020)
    straps = both_sides(block((0.060, -0.125, 0.585), (0.009, 0.050, 0.050), 0.004))
    tin = rod((0.098, -0.105, 0.385), (0.098, -0.105, 0.445), 0.034)
    return [
        Painted(roll, lighter(tones.colour, 0.75)),
        Painted(bag, (0.13, 0.10, 0.055)),
        Painted(straps, LEATHER, 0.6),
        Painted(tin, darker(tones.colour, 0.45), 0.8),
    ]


def _tanks(tones: Tones) -> list[Painted]:
    tanks = both_sides(rod((0.066, -0.185, 0.420), (0.066, -0.185, 0.640), 0.058))
    pipe = chain([(0.11, -0.17, 0.43), (0.23, -0.06, 0.36), (0.16, 0.16, 0.37)], 0.014, 0.012)
    plate = block((0, -0.125, 0.500), (0.085, 0.034, 0.080), 0.018)
    return [Painted(tanks, tones.trim), Painted(pipe, CLOTH), Painted(plate, darker(tones.colour, 0.6))]


def _rockets(tones: Tones) -> list[Painted]:
    at = (-0.075, 0.0, 0.075)
    tubes = join(*(rod((x, -0.185, 0.40), (x, -0.185, 0.62), 0.032) for x in at))
    heads = join(*(rod((x, -0.185, 0.62), (x, -0.185, 0.71), 0.030, 0.006) for x in at))
    plate = block((0, -0.125, 0.500), (0.085, 0.034, 0.080), 0.018)
    return [Painted(tubes, CLOTH), Painted(heads, tones.trim), Painted(plate, darker(tones.colour, 0.6))]


def _drum(tones: Tones) -> list[Painted]:
    belt = chain([(0.10, -0.17, 0.44), (0.25, -0.05, 0.33), (0.16, 0.17, 0.36)], 0.026, 0.022)
    return [
        Painted(rod((-0.10, -0.200, 0.50), (0.10, -0.200, 0.50), 0.080), tones.trim),
        Painted(belt, BRASS),
        Painted(block((0, -0.120, 0.500), (0.080, 0.030, 0.090), 0.018), darker(tones.colour, 0.6)),
    ]


def _cape(tones: Tones) -> list[Painted]:
    cape = block((0, -0.145, 0.375), (0.150, 0.022, 0.195), 0.020, (0, -9, 0))
    collar = egg((0, -0.035, 0.590), (0.135, 0.105, 0.040), (0, -10, 0))
    return [Painted(join(cape, collar, blend=0.03), tones.trim)]


def _shield(tones: Tones) -> list[Painted]:
    shield = block((0.225, 0.165, 0.400), (0.018, 0.105, 0.155), 0.016, (24, 0, 0))
    return [
        Painted(shield, tones.trim),
        Painted(egg((0.245, 0.172, 0.405), (0.016, 0.040, 0.055), (24, 0, 0)), CLOTH),
    ]


def _satchel(tones: Tones) -> list[Painted]:
    """On a strap across the chest, with a bag at the hip."""
    bag = block((-0.155, -0.030, 0.345), (0.036, 0.066, 0.056), 0.014)
    flap = block((-0.166, -0.030, 0.368), (0.030, 0.070, 0.036), 0.012)
    strap = join(
        rod((0.085, 0.070, 0.560), (-0.120, 0.080, 0.400), 0.012),
        rod((0.085, -0.070, 0.560), (-0.120, -0.080, 0.400), 0.012),
        rod((0.085, -0.070, 0.560), (0.085, 0.070, 0.560), 0.012),
    )
    return [Painted(bag, (0.14, 0.09, 0.045)), Painted(join(flap, strap), LEATHER, 0.7)]


PACKS: dict[str, Callable[[Tones], list[Painted]]] = {
    "none": _none,
    "backpack": _backpack,
    "radio": _radio,
    "bedroll": _bedroll,
    "satchel": _satchel,
    "tanks": _tanks,
    "rockets": _rockets,
    "drum": _drum,
    "cape": _cape,
    "shield": _shield,
}
