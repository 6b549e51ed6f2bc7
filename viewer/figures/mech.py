"""A walking machine with somebody in it: broad legs, a cage, two long arms with grips."""

from __future__ import annotations

from ..modelling.sculpt import Painted
from ..modelling.solids import Solid, block, both_sides, egg, join, rod
from ..scene.looks import PieceLook, Rgb
from .people import HAIR, SKIN, bodies, heads

STEEL: Rgb = (0.10, 0.11, 0.12)
LAMP: Rgb = (1.0, 0.75, 0.25)


def parts(look: PieceLook) -> list[Painted]:
    tones = bodies.Tones(look.colour, look.trim, look.skin or SKIN, look.hair or HAIR)
    head = heads.HEADS.get(look.head, heads.HEADS["hair"])(tones)
    flames = [Painted(rod((0.262, 0.40, 0.30), (0.262, 0.47, 0.30), 0.022, 0.004), LAMP, glows=True)]
    return [
        Painted(join(_legs(), _frame(), _arms()), look.colour),
        Painted(join(_joints(), _grips()), STEEL, 0.9),
        Painted(_stripes(), look.trim, 0.8),
        Painted(_rider(), (0.16, 0.13, 0.08)),
        *(one.turned((0, 0, 0), (0, 0, 0), (0, 0.035, -0.030)) for one in head),
        Painted(block((0, -0.035, 0.835), (0.030, 0.016, 0.016), 0.006), LAMP, 0.6, glows=True),
        *(flames if look.weapon in ("flamer", "flamethrower") else ()),
    ]


def _legs() -> Solid:
    return both_sides(
        join(
            block((0.135, -0.010, 0.300), (0.046, 0.060, 0.076), 0.014, (0, -8, 0)),
            block((0.142, 0.010, 0.150), (0.054, 0.066, 0.090), 0.016, (0, 6, 0)),
            block((0.150, 0.035, 0.034), (0.072, 0.118, 0.034), 0.014),
        )
    )


def _frame() -> Solid:
    """A seat, a back, and bars over the head."""
    back = block((0, -0.120, 0.520), (0.150, 0.046, 0.170), 0.018)
    seat = block((0, -0.030, 0.375), (0.140, 0.100, 0.036), 0.014)
    bars = both_sides(
        join(
            rod((0.118, -0.100, 0.700), (0.106, 0.040, 0.790), 0.015),
            rod((0.106, 0.040, 0.790), (0.100, 0.110, 0.560), 0.015),
            rod((0.100, 0.110, 0.560), (0.105, 0.085, 0.400), 0.015),
        )
    )
    roof = block((0, -0.040, 0.800), (0.108, 0.075, 0.016), 0.008)
    belt = block((0, 0.112, 0.560), (0.100, 0.012, 0.014), 0.006)
    return join(back, seat, bars, roof, belt)


def _arms() -> Solid:
    return both_sides(
        join(
            block((0.225, -0.050, 0.615), (0.068, 0.076, 0.066), 0.018),
            block((0.252, -0.010, 0.470), (0.042, 0.050, 0.100), 0.014, (0, -10, 0)),
            block((0.258, 0.135, 0.350), (0.044, 0.130, 0.046), 0.014, (0, 14, 0)),
        )
    )


def _joints() -> Solid:
    return both_sides(
        join(
            rod((0.075, 0, 0.375), (0.190, 0, 0.375), 0.036),
            rod((0.085, 0.006, 0.228), (0.202, 0.006, 0.228), 0.034),
            rod((0.200, 0.022, 0.385), (0.310, 0.022, 0.385), 0.036),
            rod((0.180, -0.110, 0.640), (0.180, -0.180, 0.640), 0.040),
        )
    )


def _grips() -> Solid:
    return both_sides(
        join(
            rod((0.212, 0.250, 0.318), (0.190, 0.360, 0.300), 0.022, 0.014),
            rod((0.304, 0.250, 0.318), (0.322, 0.360, 0.300), 0.022, 0.014),
            block((0.258, 0.250, 0.318), (0.056, 0.022, 0.026), 0.008),
        )
    )


def _stripes() -> Solid:
    return both_sides(
        join(
            block((0.150, 0.138, 0.040), (0.066, 0.020, 0.020), 0.006),
            block((0.225, 0.024, 0.625), (0.050, 0.010, 0.014), 0.004),
            block((0.225, 0.024, 0.585), (0.050, 0.010, 0.014), 0.004),
        )
    )


def _rider() -> Solid:
    return join(
        egg((0, 0.010, 0.500), (0.092, 0.066, 0.110)),
        both_sides(rod((0.045, 0.030, 0.410), (0.075, 0.120, 0.330), 0.044, 0.036)),
        both_sides(rod((0.095, 0.010, 0.545), (0.165, 0.060, 0.440), 0.034, 0.028)),
        blend=0.02,
    )
