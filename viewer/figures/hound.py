"""An animal on four legs: deep chest, thin waist, pricked ears, a tail; the collar is in its trim. The pose
`leap` raises its front."""

from __future__ import annotations

from ..modelling.sculpt import Painted
from ..modelling.solids import Solid, ball, both_sides, chain, egg, join, rod
from ..scene.looks import PieceLook, Rgb

NOSE: Rgb = (0.020, 0.018, 0.018)


def parts(look: PieceLook) -> list[Painted]:
    lift = 0.10 if look.pose in ("leap", "attack") else 0.0
    dark: Rgb = (look.colour[0] * 0.45, look.colour[1] * 0.45, look.colour[2] * 0.45)
    return [
        Painted(join(_body(lift), _head(lift), blend=0.02), look.colour),
        Painted(_legs(lift), look.colour, 0.9),
        Painted(join(_saddle(lift), _ears(lift), _tail()), dark),
        Painted(rod((0, 0.186, 0.404 + lift), (0, 0.196, 0.392 + lift), 0.071), look.trim, 0.9),
        Painted(join(ball((0, 0.395, 0.415 + lift), 0.021), _eyes(lift)), NOSE),
    ]


def _body(lift: float) -> Solid:
    return join(
        egg((0, 0.10, 0.300 + lift * 0.8), (0.088, 0.130, 0.105), (0, 8, 0)),
        egg((0, -0.06, 0.310 + lift * 0.3), (0.068, 0.130, 0.074)),
        egg((0, -0.17, 0.305), (0.076, 0.085, 0.086)),
        rod((0, 0.150, 0.340 + lift), (0, 0.215, 0.425 + lift), 0.070, 0.056),
        blend=0.045,
    )


def _head(lift: float) -> Solid:
    return join(
        egg((0, 0.235, 0.452 + lift), (0.064, 0.078, 0.060), (0, -8, 0)),
        rod((0, 0.270, 0.435 + lift), (0, 0.375, 0.408 + lift), 0.040, 0.026),
        rod((0, 0.275, 0.408 + lift), (0, 0.350, 0.385 + lift), 0.024, 0.016),
        blend=0.02,
    )


def _legs(lift: float) -> Solid:
    front = join(
        rod((0.070, 0.135, 0.290 + lift), (0.080, 0.120, 0.165 + lift), 0.044, 0.028),
        rod((0.080, 0.120, 0.165 + lift), (0.082, 0.135, 0.035 + lift), 0.027, 0.023),
        egg((0.082, 0.155, 0.022 + lift), (0.028, 0.042, 0.020)),
        blend=0.012,
    )
    hind = join(
        rod((0.062, -0.170, 0.300), (0.082, -0.120, 0.190), 0.064, 0.038),
        rod((0.082, -0.120, 0.190), (0.086, -0.215, 0.110), 0.034, 0.024),
        rod((0.086, -0.215, 0.110), (0.086, -0.185, 0.030), 0.023, 0.021),
        egg((0.086, -0.160, 0.020), (0.028, 0.042, 0.019)),
        blend=0.012,
    )
    return both_sides(join(front, hind))


def _saddle(lift: float) -> Solid:
    """The darker back."""
    return join(
        egg((0, 0.050, 0.368 + lift * 0.6), (0.062, 0.115, 0.036), (0, 6, 0)),
        egg((0, -0.120, 0.366 + lift * 0.2), (0.056, 0.105, 0.032)),
        blend=0.02,
    )


def _ears(lift: float) -> Solid:
    return both_sides(rod((0.038, 0.205, 0.490 + lift), (0.050, 0.190, 0.565 + lift), 0.026, 0.006))


def _tail() -> Solid:
    return chain(
        [(0, -0.240, 0.335), (0, -0.310, 0.300), (0.010, -0.350, 0.330), (0.015, -0.365, 0.390)], 0.030, 0.010
    )


def _eyes(lift: float) -> Solid:
    return both_sides(ball((0.034, 0.283, 0.470 + lift), 0.012))
