"""A tall, lean warrior: mask, long braids, bare limbs, one shoulder plate, blades on the wrist or a spear."""

from __future__ import annotations

import math

from ..modelling.sculpt import Painted
from ..modelling.solids import Solid, ball, block, both_sides, chain, egg, join, rod
from ..scene.looks import PieceLook, Rgb
from .weapons import IRON, held

METAL: Rgb = (0.24, 0.25, 0.26)
GLOW: Rgb = (1.0, 0.18, 0.10)


def parts(look: PieceLook) -> list[Painted]:
    dark: Rgb = (look.colour[0] * 0.4, look.colour[1] * 0.4, look.colour[2] * 0.4)
    weapon = look.weapon if look.weapon not in ("none", "claws", "blades") else ""
    return [
        Painted(join(_torso(), _legs(), _arms(), blend=0.020), look.colour),
        Painted(_armour(), look.trim),
        Painted(_mask(), METAL, 0.8),
        Painted(_braids(), dark, 0.75),
        Painted(_belt(), (0.06, 0.045, 0.035)),
        Painted(_wrist_blades(), METAL, 0.6),
        Painted(
            both_sides(block((0.026, 0.094, 0.792), (0.020, 0.010, 0.008), 0.004, (-20, 0, 10))),
            GLOW,
            0.45,
            glows=True,
        ),
        *([] if not weapon else held(weapon, look.trim)),
    ]


def _torso() -> Solid:
    return join(
        egg((0, 0.005, 0.585), (0.145, 0.088, 0.105)),
        egg((0, 0.008, 0.465), (0.098, 0.072, 0.090)),
        both_sides(egg((0.062, 0.065, 0.60), (0.066, 0.034, 0.050))),
        both_sides(ball((0.155, 0, 0.635), 0.062)),
        rod((0, 0, 0.66), (0, 0.015, 0.73), 0.048),
        blend=0.03,
    )


def _legs() -> Solid:
    return both_sides(
        join(
            rod((0.070, 0, 0.42), (0.115, 0.040, 0.245), 0.074, 0.056),
            rod((0.115, 0.040, 0.245), (0.130, -0.015, 0.07), 0.052, 0.036),
            block((0.135, 0.035, 0.030), (0.045, 0.085, 0.030), 0.022),
            blend=0.02,
        )
    )


def _arms() -> Solid:
    right = join(
        rod((0.165, 0, 0.63), (0.245, 0.01, 0.50), 0.052, 0.043),
        rod((0.245, 0.01, 0.50), (0.215, 0.165, 0.43), 0.045, 0.034),
        blend=0.015,
    )
    left = join(
        rod((-0.165, 0, 0.63), (-0.235, 0.03, 0.50), 0.052, 0.043),
        rod((-0.235, 0.03, 0.50), (-0.06, 0.27, 0.40), 0.045, 0.034),
        blend=0.015,
    )
    return join(right, left, ball((0.212, 0.185, 0.425), 0.042), ball((-0.045, 0.285, 0.395), 0.040))


def _armour() -> Solid:
    shoulder = egg((-0.175, 0, 0.665), (0.085, 0.092, 0.062), (0, 0, 24))
    shins = both_sides(block((0.128, 0.030, 0.160), (0.042, 0.036, 0.075), 0.022, (0, 8, 0)))
    bracers = join(
        rod((0.243, 0.055, 0.485), (0.222, 0.135, 0.445), 0.053),
        rod((-0.19, 0.09, 0.475), (-0.12, 0.19, 0.43), 0.051),
    )
    chest = block((0, 0.082, 0.612), (0.070, 0.024, 0.046), 0.016, (0, -10, 0))
    return join(shoulder, shins, bracers, chest)


def _mask() -> Solid:
    return join(
        egg((0, 0.045, 0.785), (0.068, 0.066, 0.082)),
        egg((0, 0.078, 0.742), (0.040, 0.036, 0.042)),
        block((0, 0.090, 0.815), (0.048, 0.020, 0.012), 0.008, (0, -20, 0)),
        blend=0.014,
    )


def _braids() -> Solid:
    strands = []
    for i in range(9):
        a = math.radians(200 + 140 * i / 8)
        x, y = math.cos(a), math.sin(a)
        strands.append(
            chain(
                [
                    (0.045 * x, 0.02 + 0.05 * y, 0.835),
                    (0.098 * x, 0.02 + 0.10 * y, 0.785),
                    (0.110 * x, 0.01 + 0.120 * y, 0.66),
                ],
                0.021,
                0.010,
                0.006,
            )
        )
    return join(egg((0, 0.010, 0.815), (0.066, 0.070, 0.052)), *strands)


def _belt() -> Solid:
    flap = join(
        block((0, 0.070, 0.330), (0.050, 0.014, 0.085), 0.010),
        block((0, -0.070, 0.320), (0.060, 0.014, 0.095), 0.010),
    )
    return join(
        egg((0, 0, 0.415), (0.112, 0.086, 0.030)),
        flap,
        both_sides(block((0.105, 0.02, 0.385), (0.022, 0.034, 0.040), 0.010)),
    )


def _wrist_blades() -> Solid:
    return join(
        *(
            block((0.215 + dx, 0.30, 0.425), (0.007, 0.105, 0.016), 0.003, (0, -8, 0))
            for dx in (-0.018, 0.022)
        ),
        block((0.216, 0.20, 0.435), (0.032, 0.026, 0.022), 0.006),
    )


__all__ = ["IRON", "parts"]
