"""A flying machine: a round hull on a clear stem, four rotors in rings, a lens, something under it."""

from __future__ import annotations

import math

from ..modelling.sculpt import Painted
from ..modelling.solids import Solid, ball, block, cut, egg, join, rod
from ..scene.looks import PieceLook, Rgb

IRON: Rgb = (0.030, 0.034, 0.042)
STEM: Rgb = (0.10, 0.13, 0.16)
LENS: Rgb = (0.15, 0.75, 1.0)
HEIGHT = 0.56


def parts(look: PieceLook) -> list[Painted]:
    lens = LENS if look.pose not in ("off", "down") else (0.10, 0.10, 0.12)
    return [
        Painted(_hull(), look.colour),
        Painted(_rings(), look.trim),
        Painted(_rotors(), IRON, 0.9),
        Painted(rod((0, 0, 0.0), (0, 0, HEIGHT - 0.06), 0.026, 0.016), STEM),
        Painted(egg((0, 0.128, HEIGHT - 0.012), (0.034, 0.022, 0.034)), lens, 0.5, glows=True),
        Painted(_under(look.weapon), IRON, 0.9),
    ]


def _hull() -> Solid:
    return join(
        egg((0, 0, HEIGHT), (0.120, 0.140, 0.066)),
        block((0, -0.02, HEIGHT + 0.052), (0.056, 0.076, 0.020), 0.014),
        *(rod((0, 0, HEIGHT), (0.20 * x, 0.20 * y, HEIGHT + 0.02), 0.026, 0.018) for x, y in _corners()),
        blend=0.02,
    )


def _corners() -> list[tuple[float, float]]:
    return [(math.cos(math.radians(45 + 90 * i)), math.sin(math.radians(45 + 90 * i))) for i in range(4)]


def _rings() -> Solid:
    made = []
    for x, y in _corners():
        at = (0.235 * x, 0.235 * y, HEIGHT + 0.02)
        disc = egg(at, (0.102, 0.102, 0.030))
        made.append(cut(disc, rod((at[0], at[1], 0.0), (at[0], at[1], 1.2), 0.066)))
    return join(*made)


def _rotors() -> Solid:
    made = []
    for i, (x, y) in enumerate(_corners()):
        at = (0.235 * x, 0.235 * y, HEIGHT + 0.02)
        made += [block(at, (0.068, 0.016, 0.010), 0.006, (30 + 50 * i, 0, 0)), ball(at, 0.018)]
    return join(*made)


def _under(weapon: str) -> Solid:
    if weapon in ("none", ""):
        return join(
            rod((0.03, 0.02, HEIGHT - 0.06), (0.05, 0.06, HEIGHT - 0.13), 0.012),
            ball((0, 0.03, HEIGHT - 0.075), 0.036),
        )
    return join(
        block((0, 0.02, HEIGHT - 0.080), (0.036, 0.070, 0.028), 0.012),
        rod((0, 0.06, HEIGHT - 0.085), (0, 0.25, HEIGHT - 0.085), 0.016),
    )
