"""A street lamp: post, lantern, roof. It glows unless its pose is `out`."""

from __future__ import annotations

from ..modelling.sculpt import Painted
from ..modelling.solids import ball, block, both_sides, cut, join, rod
from ..scene.looks import PieceLook, Rgb

IRON: Rgb = (0.045, 0.050, 0.058)


def lit(look: PieceLook) -> bool:
    """Whether it burns."""
    return look.pose not in ("out", "off", "dark")


def parts(look: PieceLook) -> list[Painted]:
    dark: Rgb = (look.colour[0] * 0.18, look.colour[1] * 0.18, look.colour[2] * 0.20)
    foot = join(
        block((0, 0, 0.03), (0.13, 0.13, 0.03), 0.02),
        rod((0, 0, 0.05), (0, 0, 0.16), 0.075, 0.045),
        rod((0, 0, 0.10), (0, 0, 0.58), 0.030, 0.024),
        rod((0, 0, 0.34), (0, 0, 0.36), 0.042),
        both_sides(rod((0.0, 0, 0.545), (0.10, 0, 0.545), 0.014)),
        blend=0.012,
    )
    frame = cut(
        block((0, 0, 0.70), (0.105, 0.105, 0.115), 0.016),
        join(
            block((0, 0, 0.70), (0.20, 0.076, 0.088), 0.01), block((0, 0, 0.70), (0.076, 0.20, 0.088), 0.01)
        ),
    )
    roof = join(
        rod((0, 0, 0.825), (0, 0, 0.90), 0.125, 0.030),
        ball((0, 0, 0.935), 0.026),
        block((0, 0, 0.582), (0.085, 0.085, 0.014), 0.01),
        blend=0.010,
    )
    return [
        Painted(join(foot, roof, frame), IRON),
        Painted(
            block((0, 0, 0.70), (0.070, 0.070, 0.082), 0.03),
            look.colour if lit(look) else dark,
            glows=lit(look),
        ),
    ]
