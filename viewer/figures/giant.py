"""A large beast: reared up on bent legs, a long head under a crest, two great and two small arms, a tail."""

from __future__ import annotations

import math

from ..modelling.sculpt import Painted
from ..modelling.solids import Solid, ball, block, both_sides, chain, egg, join, rod
from ..scene.looks import PieceLook, Rgb

BONE: Rgb = (0.62, 0.56, 0.42)
MAW: Rgb = (0.30, 0.05, 0.05)


def parts(look: PieceLook) -> list[Painted]:
    return [
        Painted(join(_body(), _legs(), _arms(), blend=0.022), look.colour),
        Painted(join(_crest(), _plates()), look.trim),
        Painted(_head(), look.colour, 0.85),
        Painted(egg((0, 0.335, 0.845), (0.040, 0.055, 0.022), (0, -16, 0)), MAW, 0.8),
        Painted(join(_claws(), _teeth()), BONE, 0.7),
        Painted(_tail(), look.colour),
    ]


def _body() -> Solid:
    return join(
        egg((0, 0.02, 0.60), (0.150, 0.125, 0.165), (0, -18, 0)),
        egg((0, -0.06, 0.41), (0.115, 0.120, 0.115)),
        both_sides(ball((0.165, 0.05, 0.665), 0.070)),
        chain([(0, 0.07, 0.70), (0, 0.13, 0.79), (0, 0.17, 0.83)], 0.085, 0.062, 0.03),
        blend=0.05,
    )


def _legs() -> Solid:
    return both_sides(
        join(
            rod((0.095, -0.06, 0.40), (0.185, 0.065, 0.275), 0.088, 0.062),
            rod((0.185, 0.065, 0.275), (0.185, -0.075, 0.125), 0.058, 0.040),
            rod((0.185, -0.075, 0.125), (0.190, 0.02, 0.035), 0.038, 0.036),
            block((0.190, 0.055, 0.026), (0.054, 0.075, 0.026), 0.02),
            blend=0.02,
        )
    )


def _arms() -> Solid:
    great = join(
        rod((0.185, 0.05, 0.66), (0.305, 0.06, 0.52), 0.056, 0.042),
        rod((0.305, 0.06, 0.52), (0.265, 0.235, 0.44), 0.042, 0.032),
        ball((0.262, 0.250, 0.432), 0.042),
        blend=0.016,
    )
    small = join(
        rod((0.085, 0.115, 0.565), (0.135, 0.215, 0.525), 0.030, 0.024),
        rod((0.135, 0.215, 0.525), (0.085, 0.290, 0.555), 0.023, 0.018),
        blend=0.01,
    )
    return both_sides(join(great, small))


def _head() -> Solid:
    return join(
        egg((0, 0.225, 0.865), (0.068, 0.145, 0.062), (0, -14, 0)),
        egg((0, 0.310, 0.828), (0.048, 0.072, 0.034), (0, -10, 0)),
        rod((0, 0.14, 0.81), (0, 0.24, 0.85), 0.060),
        blend=0.025,
    )


def _crest() -> Solid:
    """A shield behind the head, wide and swept back."""
    shield = egg((0, 0.055, 0.945), (0.185, 0.190, 0.036), (0, 26, 0))
    ridges = both_sides(
        join(
            rod((0.045, 0.20, 0.905), (0.150, -0.06, 1.010), 0.020, 0.014),
            rod((0.015, 0.19, 0.915), (0.060, -0.11, 1.040), 0.020, 0.014),
        )
    )
    return join(shield, ridges, blend=0.02)


def _plates() -> Solid:
    spines = [
        rod((0, -0.075 - 0.02 * i, 0.72 - 0.085 * i), (0, -0.20 - 0.02 * i, 0.80 - 0.10 * i), 0.030, 0.008)
        for i in range(4)
    ]
    return join(*spines, both_sides(egg((0.175, 0.02, 0.715), (0.062, 0.070, 0.034), (0, 0, 26))))


def _claws() -> Solid:
    found = []
    for dx in (-0.030, 0.0, 0.030):
        found.append(rod((0.262 + dx, 0.275, 0.428), (0.262 + dx * 1.7, 0.345, 0.375), 0.014, 0.004))
        found.append(rod((0.190 + dx, 0.115, 0.026), (0.190 + dx * 1.3, 0.175, 0.008), 0.016, 0.006))
    return both_sides(join(*found))


def _teeth() -> Solid:
    found = []
    for i in range(4):
        a = math.radians(28 + 30 * i)
        x, y = 0.036 * math.cos(a), 0.318 + 0.052 * math.sin(a)
        found.append(rod((x, y, 0.838), (x, y + 0.004, 0.806), 0.008, 0.003))
    return both_sides(join(*found))


def _tail() -> Solid:
    points = [
        (0, -0.14, 0.38),
        (0.03, -0.27, 0.30),
        (0.13, -0.33, 0.26),
        (0.22, -0.28, 0.30),
        (0.26, -0.18, 0.36),
    ]
    blade = egg((0.268, -0.150, 0.380), (0.012, 0.055, 0.026), (0, 34, 0))
    return join(chain(points, 0.070, 0.020, 0.02), blade)
