"""A person without armour: long coat, belt, cap and bare face; holds anything."""

from __future__ import annotations

from ..modelling.sculpt import Painted
from ..modelling.solids import Solid, ball, block, both_sides, egg, join, rod
from ..scene.looks import PieceLook, Rgb
from .weapons import held

SKIN: Rgb = (0.46, 0.27, 0.17)
EYES: Rgb = (0.022, 0.016, 0.014)
LEATHER: Rgb = (0.055, 0.040, 0.030)


def parts(look: PieceLook) -> list[Painted]:
    trousers = look.colour[0] * 0.45 + 0.01, look.colour[1] * 0.45 + 0.01, look.colour[2] * 0.45 + 0.01
    return [
        Painted(join(_coat(), _arms(), blend=0.010), look.colour),
        Painted(both_sides(rod((0.070, 0, 0.33), (0.088, 0.01, 0.12), 0.056, 0.046)), trousers),
        Painted(join(_boots(), _belt()), LEATHER),
        Painted(join(_face(), ball((0.105, 0.215, 0.385), 0.036), ball((-0.03, 0.27, 0.385), 0.036)), SKIN),
        Painted(_eyes(), EYES),
        Painted(_crown(), look.colour),
        Painted(_peak(), LEATHER),
        Painted(_lapels(), look.trim),
        *held(look.weapon, look.trim),
    ]


def _coat() -> Solid:
    skirt = join(
        both_sides(rod((0.055, -0.015, 0.36), (0.100, -0.045, 0.19), 0.070, 0.062)),
        block((0, -0.045, 0.27), (0.11, 0.045, 0.10), 0.03, (0, -8, 0)),
        blend=0.03,
    )
    return join(
        block((0, 0, 0.475), (0.125, 0.080, 0.105), 0.055, (0, -3, 0)),
        egg((0, 0, 0.39), (0.105, 0.075, 0.06)),
        both_sides(ball((0.125, 0, 0.535), 0.056)),
        skirt,
        blend=0.03,
    )


def _arms() -> Solid:
    right = join(
        rod((0.150, 0, 0.53), (0.190, 0.04, 0.40), 0.046, 0.040),
        rod((0.190, 0.04, 0.40), (0.115, 0.20, 0.385), 0.039, 0.033),
        blend=0.015,
    )
    left = join(
        rod((-0.150, 0, 0.53), (-0.185, 0.06, 0.41), 0.046, 0.040),
        rod((-0.185, 0.06, 0.41), (-0.04, 0.255, 0.385), 0.039, 0.033),
        blend=0.015,
    )
    return join(right, left)


def _boots() -> Solid:
    return both_sides(
        join(
            rod((0.090, 0.008, 0.17), (0.092, 0.008, 0.05), 0.050, 0.044),
            block((0.095, 0.045, 0.032), (0.043, 0.085, 0.032), 0.022),
            blend=0.02,
        )
    )


def _belt() -> Solid:
    return join(
        egg((0, 0, 0.395), (0.112, 0.084, 0.022)),
        both_sides(block((0.095, 0.045, 0.365), (0.026, 0.028, 0.036), 0.01)),
        block((0, 0.085, 0.395), (0.024, 0.012, 0.018), 0.005),
    )


def _face() -> Solid:
    return join(
        egg((0, 0.018, 0.672), (0.058, 0.066, 0.074)),
        rod((0, 0, 0.575), (0, 0.008, 0.64), 0.040),
        egg((0, 0.083, 0.664), (0.011, 0.016, 0.018)),
        both_sides(egg((0.058, 0.012, 0.668), (0.010, 0.016, 0.020))),
        blend=0.01,
    )


def _eyes() -> Solid:
    return both_sides(ball((0.024, 0.074, 0.678), 0.0105))


def _crown() -> Solid:
    """A peaked cap, wider at its top and higher in front."""
    return join(
        rod((0, 0.006, 0.706), (0, 0.008, 0.722), 0.066, 0.070),
        egg((0, 0.014, 0.760), (0.098, 0.100, 0.026), (0, 12, 0)),
        blend=0.02,
    )


def _peak() -> Solid:
    return join(
        egg((0, 0.082, 0.706), (0.056, 0.044, 0.010), (0, -14, 0)),
        both_sides(egg((0.058, -0.004, 0.676), (0.010, 0.026, 0.034))),
    )


def _lapels() -> Solid:
    return join(
        both_sides(block((0.038, 0.078, 0.515), (0.018, 0.012, 0.058), 0.006, (0, -4, -16))),
        both_sides(block((0.128, 0, 0.588), (0.042, 0.032, 0.010), 0.006, (0, 0, 12))),
        block((0, 0.106, 0.765), (0.014, 0.010, 0.016), 0.005),
        block((-0.060, 0.082, 0.520), (0.022, 0.008, 0.010), 0.004),
    )
