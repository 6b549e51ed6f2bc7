"""How people stand: where feet and hands are, how the weapon is held, how far they bend. Knees and elbows
follow from that."""

from __future__ import annotations

import math
from typing import NamedTuple

from ...modelling.solids import turn

Joint = tuple[float, float, float]
HIPS: Joint = (0.0, 0.0, 0.36)
HIP, SHOULDER = (0.066, 0.0, 0.345), (0.150, 0.0, 0.530)
LEG, ARM = 0.154, 0.172
GRIP: Joint = (0.10, 0.20, 0.40)  # where the right hand holds a weapon as it is made
FORE: Joint = (0.085, 0.285, 0.395)  # and where the left one does


class Stance(NamedTuple):
    """One way to stand. Angles are as those of solids; feet are ankles, each with the way its toes point."""

    right: Joint = (0.105, -0.015, 0.055)
    left: Joint = (-0.105, 0.020, 0.055)
    toes: tuple[float, float] = (-8.0, 8.0)
    hand: Joint | None = None  # the right one, where it does not hold a weapon
    other: Joint | None = None  # the left one, where it does not hold it
    drop: float = 0.0
    lean: Joint = (0.0, 0.0, 0.0)
    head: Joint = (0.0, 0.0, 0.0)
    carry: Joint = (0.0, -0.045, 0.0)
    aim: Joint = (14.0, 0.0, 0.0)
    grip: Joint = GRIP


STANCES = {
    "ready": Stance(),
    "aim": Stance(
        (0.115, -0.085, 0.055),
        (-0.085, 0.085, 0.055),
        (-25, 10),
        carry=(-0.045, -0.05, 0.165),
        aim=(6, 0, 0),
        lean=(0, -4, 0),
    ),
    "guard": Stance(
        (0.085, 0.0, 0.055),
        (-0.085, 0.0, 0.055),
        carry=(0.02, -0.06, -0.02),
        aim=(66, 24, 0),
        head=(18, 0, 0),
    ),
    "walk": Stance(
        (0.075, -0.135, 0.085), (-0.075, 0.130, 0.055), (0, 0), lean=(0, -7, 0), carry=(0, -0.05, 0.01)
    ),
    "run": Stance(
        (0.075, -0.190, 0.120),
        (-0.075, 0.140, 0.055),
        (0, 0),
        lean=(0, -16, 0),
        carry=(0, -0.05, 0.02),
        drop=0.015,
    ),
    "kneel": Stance(
        (0.105, -0.150, 0.050),
        (-0.085, 0.105, 0.055),
        (0, 5),
        drop=0.135,
        carry=(-0.045, -0.05, 0.165),
        aim=(6, 0, 0),
    ),
    "point": Stance(
        (0.095, -0.02, 0.055),
        (-0.11, 0.05, 0.055),
        other=(-0.390, 0.200, 0.600),
        carry=(0.10, -0.10, -0.06),
        aim=(-20, -38, 0),
        head=(16, 0, 0),
    ),
    "wounded": Stance(
        (0.105, -0.150, 0.050),
        (-0.085, 0.105, 0.055),
        (0, 5),
        other=(-0.02, 0.115, 0.44),
        drop=0.150,
        lean=(6, -20, 8),
        head=(0, -14, 10),
        carry=(0.075, -0.07, -0.06),
        aim=(-15, 0, 0),
    ),
    "stunned": Stance(
        (0.135, -0.045, 0.055),
        (-0.135, 0.035, 0.055),
        (-25, 20),
        other=(-0.105, 0.105, 0.655),
        drop=0.035,
        lean=(-10, 7, -8),
        head=(0, 10, -14),
        carry=(0.11, -0.12, -0.09),
        aim=(-25, -55, 0),
    ),
}
ALSO_CALLED = {"attack": "aim", "strike": "aim", "prowl": "walk", "leap": "run", "rear": "point"}
_ONE_HANDED = ("pistol", "handgun", "sidearm", "none", "claws", "", "caster", "shoulder")
_STANDING = ("blade", "sword", "knife", "spear", "staff")  # they stand in the left hand


def stance_of(pose: str, weapon: str) -> Stance:
    """The stance of a pose, with hands where this weapon has them."""
    stance = STANCES.get(ALSO_CALLED.get(pose, pose), STANCES["ready"])
    if weapon in _STANDING:
        return stance._replace(
            carry=(0, 0, 0), aim=(0, 0, 0), hand=(0.185, 0.10, 0.36), other=(-0.04, 0.30, 0.40)
        )
    if weapon not in _ONE_HANDED:
        return stance
    free = stance.other or (-0.190, 0.040, 0.235)
    if weapon in ("none", "claws", "", "caster", "shoulder"):
        return stance._replace(hand=(0.190, 0.040, 0.235), other=free)
    return stance._replace(other=free if pose != "aim" else None)


def hands(stance: Stance) -> tuple[Joint, Joint]:
    """Where the right and the left hand are, before the body leans."""
    right = stance.hand or held_at(stance, GRIP)
    return right, stance.other or held_at(stance, FORE)


def held_at(stance: Stance, point: Joint) -> Joint:
    """Where a point of the weapon is, as it is carried."""
    matrix = turn(stance.aim)
    far = [p - g for p, g in zip(point, stance.grip, strict=True)]
    x, y, z = (
        float(sum(row[i] * far[i] for i in range(3))) + g + c
        for row, g, c in zip(matrix, stance.grip, stance.carry, strict=True)
    )
    return x, y, z


def bent(start: Joint, end: Joint, length: float, way: Joint) -> tuple[Joint, Joint]:
    """The joint between two ends, bent that way, and the end as far as it can be reached."""
    along = [b - a for a, b in zip(start, end, strict=True)]
    far = math.hypot(*along) or 1e-6
    reach = min(far, 1.98 * length)
    unit = [c / far for c in along]
    dot = sum(a * b for a, b in zip(way, unit, strict=True))
    side = [w - dot * u for w, u in zip(way, unit, strict=True)]
    size = math.hypot(*side) or 1e-6
    out = math.sqrt(max(length * length - reach * reach / 4, 0.0))
    jx, jy, jz = (s + u * reach / 2 + d / size * out for s, u, d in zip(start, unit, side, strict=True))
    ex, ey, ez = (s + u * reach for s, u in zip(start, unit, strict=True))
    return (jx, jy, jz), (ex, ey, ez)
