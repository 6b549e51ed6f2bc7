"""A machine on three legs: turning head, lens, and barrels by its
weapon. The pose `off` lowers the barrels."""

from __future__ import annotations

import math

from ..modelling.sculpt import Painted
from ..modelling.solids import Solid, block, both_sides, egg, join, rod
from ..scene.looks import PieceLook, Rgb

IRON: Rgb = (0.030, 0.034, 0.042)
LENS: Rgb = (1.0, 0.16, 0.10)


def parts(look: PieceLook) -> list[Painted]:
    tilt = 14.0 if look.pose in ("off", "down") else 0.0
    return [
        Painted(_head(tilt), look.colour),
        Painted(_legs(), IRON),
        Painted(_barrels(tilt), IRON, 0.9),
        Painted(
            join(
                both_sides(block((0.145, 0.0, 0.535), (0.020, 0.090, 0.048), 0.012)),
                block((0, -0.02, 0.615), (0.060, 0.075, 0.014), 0.008),
            ),
            look.trim,
        ),
        Painted(egg((0, 0.155, 0.575), (0.028, 0.020, 0.028)), LENS, 0.5, glows=True),
    ]


def _head(tilt: float) -> Solid:
    return join(
        block((0, 0, 0.54), (0.125, 0.145, 0.075), 0.030, (0, tilt / 2, 0)),
        block((0, -0.15, 0.53), (0.085, 0.05, 0.055), 0.02),
        rod((0, 0, 0.35), (0, 0, 0.48), 0.055),
        blend=0.012,
    )


def _legs() -> Solid:
    legs = []
    for i in range(3):
        a = math.radians(90 + 120 * i)
        x, y = math.cos(a), math.sin(a)
        legs += [
            rod((0.04 * x, 0.04 * y, 0.37), (0.25 * x, 0.25 * y, 0.06), 0.034, 0.026),
            block((0.27 * x, 0.27 * y, 0.022), (0.055, 0.055, 0.022), 0.014),
        ]
    return join(*legs, rod((0, 0, 0.30), (0, 0, 0.40), 0.075), blend=0.010)


def _barrels(tilt: float) -> Solid:
    drop = -0.10 if tilt else 0.0
    return both_sides(
        join(
            rod((0.060, 0.12, 0.535), (0.060, 0.42, 0.535 + drop), 0.022),
            rod((0.060, 0.36, 0.535 + drop * 0.8), (0.060, 0.43, 0.535 + drop), 0.031),
            block((0.060, 0.14, 0.535), (0.036, 0.045, 0.036), 0.010),
        )
    )
