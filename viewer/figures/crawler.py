"""A low animal on eight thin legs with a whip of a tail. The pose `leap` raises its front."""

from __future__ import annotations

import math

from ..modelling.sculpt import Painted
from ..modelling.solids import Solid, both_sides, chain, egg, join
from ..scene.looks import PieceLook, Rgb

EYE: Rgb = (1.0, 0.55, 0.12)


def parts(look: PieceLook) -> list[Painted]:
    lift = 0.10 if look.pose in ("leap", "attack") else 0.0
    dark: Rgb = (look.colour[0] * 0.55, look.colour[1] * 0.55, look.colour[2] * 0.55)
    return [
        Painted(_body(lift), look.colour),
        Painted(_shell(lift), look.trim if sum(look.trim) < 1.2 else dark, 0.85),
        Painted(_legs(lift), dark, 0.75),
        Painted(_tail(), look.colour, 0.8),
        Painted(both_sides(egg((0.035, 0.195, 0.175 + lift), (0.014, 0.012, 0.012))), EYE, 0.4, glows=True),
    ]


def _body(lift: float) -> Solid:
    return join(
        egg((0, 0.02, 0.155 + lift * 0.5), (0.115, 0.165, 0.062), (0, 30 * lift, 0)),
        egg((0, 0.16, 0.155 + lift), (0.066, 0.066, 0.046)),
        egg((0, -0.14, 0.15), (0.075, 0.085, 0.050)),
        blend=0.04,
    )


def _shell(lift: float) -> Solid:
    return join(
        *(
            egg(
                (0, 0.12 - 0.075 * i, 0.190 + lift * (0.8 - 0.2 * i)),
                (0.088 - 0.006 * abs(i - 1), 0.05, 0.040),
                (0, -12, 0),
            )
            for i in range(4)
        ),
        blend=0.006,
    )


def _legs(lift: float) -> Solid:
    legs = []
    for i in range(4):
        angle = math.radians(58 - 36 * i)
        x, y = math.cos(angle), math.sin(angle)
        up = lift * (1.6 - 0.5 * i) if lift else 0.0
        legs.append(
            chain(
                [
                    (0.08 * x, 0.10 * y, 0.15),
                    (0.20 * x + 0.02, 0.22 * y, 0.245 + max(up, 0)),
                    (0.315 * x + 0.02, 0.33 * y, 0.10 + max(up, 0)),
                    (0.335 * x + 0.02, 0.35 * y, 0.012 + max(up - 0.05, 0)),
                ],
                0.026,
                0.009,
                0.008,
            )
        )
    return both_sides(join(*legs))


def _tail() -> Solid:
    return chain(
        [
            (0, -0.19, 0.14),
            (0.05, -0.28, 0.10),
            (0.13, -0.30, 0.075),
            (0.20, -0.24, 0.08),
            (0.23, -0.15, 0.10),
        ],
        0.036,
        0.008,
    )
