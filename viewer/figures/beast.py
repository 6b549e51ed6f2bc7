"""A predatory animal on two bent legs: long head, plated back, claws, tail.

Its poses: `rear` lifts both arms, `strike` one of them, `prowl` lowers arms and head.
"""

from __future__ import annotations

from typing import NamedTuple

from ..modelling.sculpt import Painted
from ..modelling.solids import Solid, both_sides, chain, egg, join, mirrored, moved, rod
from ..scene.looks import PieceLook, Rgb

CLAW: Rgb = (0.66, 0.58, 0.44)
EYE: Rgb = (0.75, 1.0, 0.20)


class Crouch(NamedTuple):
    """How far the arms are lifted, where the head is held, and to which side the tail lies."""

    right: float = 0.0
    left: float = 0.0
    head: tuple[float, float, float] = (0, 0, 0)
    mirrored: bool = False


CROUCHES = {
    "rear": Crouch(0.12, 0.12),
    "attack": Crouch(0.12, 0.12),
    "strike": Crouch(0.15, -0.04, (0, -0.03, 0.03), mirrored=True),
    "prowl": Crouch(-0.06, -0.09, (0, 0.03, -0.07), mirrored=True),
}


def parts(look: PieceLook) -> list[Painted]:
    crouch = CROUCHES.get(look.pose, Crouch())
    tail = mirrored(_tail()) if crouch.mirrored else _tail()
    shell = (
        look.trim if look.trim[0] + look.trim[1] + look.trim[2] < 1.2 else tuple(c * 0.4 for c in look.trim)
    )
    dark: Rgb = (shell[0] * 0.6, shell[1] * 0.6, shell[2] * 0.6)
    return [
        Painted(join(_body(), _legs(), _arms(crouch), tail, blend=0.028), look.colour),
        Painted(
            moved(_head(), crouch.head),
            (
                look.colour[0] * 0.7 + dark[0] * 0.3,
                look.colour[1] * 0.7 + dark[1] * 0.3,
                look.colour[2] * 0.7 + dark[2] * 0.3,
            ),
            0.85,
        ),
        Painted(_plates(), dark, 0.85),
        Painted(join(_claws(crouch), _toes(), moved(_horns(), crouch.head)), CLAW, 0.7),
        Painted(moved(_eyes(), crouch.head), EYE, 0.4, glows=True),
    ]


def _body() -> Solid:
    spine = chain([(0, -0.22, 0.25), (0, -0.11, 0.35), (0, 0.01, 0.43), (0, 0.12, 0.46)], 0.085, 0.080)
    return join(
        spine,
        egg((0, 0.045, 0.405), (0.130, 0.140, 0.110), (0, 25, 0)),
        egg((0, -0.17, 0.28), (0.10, 0.10, 0.085)),
        blend=0.02,
    )


def _head() -> Solid:
    skull = join(
        egg((0, 0.23, 0.520), (0.072, 0.150, 0.070), (0, -12, 0)),
        egg((0, 0.09, 0.570), (0.080, 0.140, 0.062), (0, -24, 0)),
        egg((0, 0.330, 0.475), (0.046, 0.062, 0.036)),
        blend=0.04,
    )
    return join(skull, egg((0, 0.300, 0.438), (0.038, 0.075, 0.018), (0, -14, 0)))


def _plates() -> Solid:
    return join(
        *(
            egg(
                (0, -0.24 + 0.075 * i, 0.365 + 0.055 * i - 0.004 * i * i),
                (0.112 - 0.008 * abs(i - 2), 0.052, 0.048),
                (0, 35 - 6 * i, 0),
            )
            for i in range(5)
        ),
        blend=0.006,
    )


def _legs() -> Solid:
    return both_sides(
        join(
            rod((0.08, -0.16, 0.28), (0.185, -0.02, 0.24), 0.066, 0.050),
            rod((0.185, -0.02, 0.24), (0.185, -0.165, 0.12), 0.046, 0.034),
            rod((0.185, -0.165, 0.12), (0.19, -0.06, 0.028), 0.034, 0.028),
            blend=0.02,
        )
    )


def _eyes() -> Solid:
    return both_sides(egg((0.055, 0.285, 0.520), (0.013, 0.028, 0.012), (-18, 15, 0)))


def _arms(crouch: Crouch) -> Solid:
    return join(_arm(crouch.right), mirrored(_arm(crouch.left)))


def _arm(lift: float) -> Solid:
    return join(
        rod((0.11, 0.09, 0.44), (0.265, 0.12, 0.45 + lift), 0.046, 0.036),
        rod((0.265, 0.12, 0.45 + lift), (0.245, 0.30, 0.38 + 2 * lift), 0.035, 0.030),
        blend=0.02,
    )


def _tail() -> Solid:
    return chain(
        [
            (0, -0.24, 0.25),
            (0.03, -0.34, 0.19),
            (0.10, -0.40, 0.18),
            (0.19, -0.38, 0.24),
            (0.22, -0.31, 0.33),
        ],
        0.056,
        0.010,
    )


def _claws(crouch: Crouch) -> Solid:
    return join(_claw(crouch.right), mirrored(_claw(crouch.left)))


def _claw(lift: float) -> Solid:
    wrist, reach = (0.245, 0.30, 0.38 + 2 * lift), 0.34 + lift * 1.6
    return join(
        *(rod(wrist, (x, y, reach), 0.024, 0.004) for x, y in ((0.195, 0.455), (0.25, 0.465), (0.295, 0.44)))
    )


def _toes() -> Solid:
    return both_sides(
        join(
            *(
                rod((0.19, -0.06, 0.022), (x, y, 0.012), 0.024, 0.006)
                for x, y in ((0.145, 0.045), (0.20, 0.065), (0.25, 0.030))
            )
        )
    )


def _horns() -> Solid:
    crown = both_sides(rod((0.05, 0.01, 0.605), (0.090, -0.10, 0.670), 0.022, 0.004))
    teeth = both_sides(
        join(
            *(
                rod(
                    (0.012 + 0.014 * i, 0.355 - 0.012 * i, 0.458),
                    (0.012 + 0.014 * i, 0.360 - 0.012 * i, 0.425),
                    0.009,
                    0.003,
                )
                for i in range(3)
            )
        )
    )
    return join(crown, teeth)
