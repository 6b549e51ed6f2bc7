"""A person without arms: an open coat over a shirt, hair; and a child, smaller and with a larger head."""

from __future__ import annotations

from ..modelling.sculpt import Painted
from ..modelling.solids import Solid, ball, block, both_sides, cut, egg, join, rod
from ..scene.looks import PieceLook, Rgb
from .officer import EYES, LEATHER, SKIN
from .weapons import held

SHIRT: Rgb = (0.46, 0.48, 0.50)


def parts(look: PieceLook) -> list[Painted]:
    """A grown-up. Whatever the weapon hint names is held, but most hold nothing."""
    dark: Rgb = (look.colour[0] * 0.4 + 0.01, look.colour[1] * 0.4 + 0.01, look.colour[2] * 0.4 + 0.012)
    hands = join(ball((0.168, 0.075, 0.345), 0.034), ball((-0.168, 0.075, 0.345), 0.034))
    return [
        Painted(join(_coat(), _sleeves(), blend=0.012), look.colour),
        Painted(_shirt(), SHIRT),
        Painted(_trousers(), dark),
        Painted(both_sides(block((0.078, 0.040, 0.026), (0.040, 0.078, 0.026), 0.018)), LEATHER),
        Painted(join(_face(0.672), hands), SKIN),
        Painted(_eyes(0.672), EYES),
        Painted(_hair(0.672), look.trim),
        *held(look.weapon, look.trim),
    ]


def child(look: PieceLook) -> list[Painted]:
    """About half as tall, in dungarees, arms held out a little."""
    dark: Rgb = (look.colour[0] * 0.45 + 0.01, look.colour[1] * 0.45 + 0.01, look.colour[2] * 0.45 + 0.012)
    arms = both_sides(rod((0.070, 0.005, 0.315), (0.128, 0.045, 0.225), 0.030, 0.026))
    body = join(block((0, 0, 0.275), (0.072, 0.056, 0.070), 0.034), egg((0, 0, 0.225), (0.078, 0.062, 0.050)))
    legs = both_sides(rod((0.040, 0, 0.20), (0.048, 0.005, 0.055), 0.038, 0.034))
    bib = block((0, 0.052, 0.285), (0.044, 0.014, 0.046), 0.010)
    return [
        Painted(join(body, arms, blend=0.012), look.colour),
        Painted(join(legs, bib), dark),
        Painted(both_sides(block((0.050, 0.028, 0.024), (0.034, 0.055, 0.024), 0.016)), LEATHER),
        Painted(join(_face(0.425), both_sides(ball((0.132, 0.050, 0.215), 0.026))), SKIN),
        Painted(_eyes(0.425), EYES),
        Painted(block((0, -0.072, 0.275), (0.056, 0.036, 0.060), 0.022), look.trim),
        Painted(_hair(0.425), look.trim),
    ]


def _coat() -> Solid:
    """Down to the knees, open in front."""
    whole = join(
        block((0, -0.006, 0.480), (0.118, 0.076, 0.098), 0.050, (0, -3, 0)),
        both_sides(ball((0.114, 0, 0.540), 0.050)),
        both_sides(rod((0.060, -0.012, 0.42), (0.098, -0.020, 0.225), 0.066, 0.060)),
        block((0, -0.052, 0.32), (0.110, 0.032, 0.110), 0.026, (0, -4, 0)),
        blend=0.03,
    )
    opening = join(
        block((0, 0.105, 0.30), (0.048, 0.080, 0.20), 0.010),
        block((0, 0.110, 0.53), (0.034, 0.070, 0.10), 0.010),
    )
    return cut(whole, opening)


def _shirt() -> Solid:
    return join(
        block((0, 0.002, 0.465), (0.085, 0.060, 0.110), 0.045), egg((0, 0.030, 0.572), (0.050, 0.042, 0.022))
    )


def _eyes(height: float) -> Solid:
    brows = block((0.024, 0.076, height + 0.026), (0.017, 0.008, 0.005), 0.003, (0, 0, -6))
    return both_sides(join(ball((0.024, 0.074, height + 0.008), 0.0105), brows))


def _sleeves() -> Solid:
    return both_sides(
        join(
            rod((0.135, 0, 0.535), (0.172, 0.010, 0.435), 0.042, 0.036),
            rod((0.172, 0.010, 0.435), (0.168, 0.065, 0.355), 0.035, 0.030),
            blend=0.015,
        )
    )


def _trousers() -> Solid:
    return join(
        both_sides(
            join(
                rod((0.056, 0, 0.37), (0.074, 0.012, 0.22), 0.058, 0.048),
                rod((0.074, 0.012, 0.22), (0.078, 0, 0.06), 0.046, 0.040),
                blend=0.02,
            )
        ),
        egg((0, 0, 0.365), (0.100, 0.074, 0.045)),
        blend=0.02,
    )


def _face(height: float) -> Solid:
    return join(
        egg((0, 0.018, height), (0.058, 0.066, 0.074)),
        rod((0, 0, height - 0.10), (0, 0.008, height - 0.03), 0.036),
        egg((0, 0.083, height - 0.008), (0.011, 0.016, 0.018)),
        both_sides(egg((0.058, 0.012, height - 0.004), (0.010, 0.016, 0.020))),
        blend=0.01,
    )


def _hair(height: float) -> Solid:
    return join(
        egg((0, -0.010, height + 0.034), (0.068, 0.072, 0.054)),
        egg((0, -0.046, height - 0.026), (0.058, 0.036, 0.070)),
        egg((0.018, 0.054, height + 0.056), (0.038, 0.026, 0.018)),
        blend=0.02,
    )
