"""What figures hold. A long weapon lies along +y at x = 0.09, z = 0.42; a blade stands in the left hand."""

from __future__ import annotations

from ..modelling.sculpt import Painted
from ..modelling.solids import Solid, ball, block, join, rod
from ..scene.looks import Rgb

WOOD: Rgb = (0.13, 0.062, 0.026)
IRON: Rgb = (0.030, 0.034, 0.042)
_BLADE_LIGHT: Rgb = (0.22, 0.72, 1.0)
_FLAME: Rgb = (1.0, 0.42, 0.08)


def held(name: str, trim: Rgb) -> list[Painted]:
    """The parts of a weapon by name; an unknown name is a rifle, `none` is nothing."""
    if name in ("none", "claws", ""):
        return []
    if name in ("blade", "sword", "knife", "spear", "staff"):
        return _blade(trim, long=name in ("spear", "staff"))
    if name in ("heavy", "minigun", "machinegun", "cannon"):
        return [Painted(_heavy(), IRON)]
    if name in ("flamer", "flamethrower"):
        return [
            Painted(_flamer(), IRON),
            Painted(rod((0.09, 0.545, 0.425), (0.09, 0.60, 0.43), 0.018, 0.004), _FLAME, glows=True),
        ]
    if name in ("pistol", "handgun", "sidearm"):
        return [Painted(_pistol(), IRON)]
    if name in ("launcher", "bazooka"):
        return [
            Painted(_launcher(), IRON),
            Painted(rod((0.09, 0.46, 0.47), (0.09, 0.53, 0.47), 0.038, 0.012), trim),
        ]
    if name in ("shotgun", "carbine"):
        return [
            Painted(_shotgun(), IRON),
            Painted(rod((0.09, 0.36, 0.400), (0.09, 0.46, 0.400), 0.030), trim),
        ]
    if name in ("caster", "shoulder"):
        return [
            Painted(_caster(), IRON),
            Painted(ball((-0.155, 0.145, 0.745), 0.020), _BLADE_LIGHT, glows=True),
        ]
    if name in ("bolt", "musket"):
        return [Painted(_stock(), WOOD), Painted(_bolt(), IRON)]
    if name == "smg":
        return [Painted(_smg(), IRON)]
    if name in ("long", "marksman", "scoped"):
        return [Painted(_rifle(0.24, scoped=True), IRON)]
    return [Painted(_rifle(0.12, scoped=False), IRON)]


def _rifle(barrel: float, *, scoped: bool) -> Solid:
    x, z = 0.09, 0.42
    extra = [rod((x, 0.20, z + 0.075), (x, 0.34, z + 0.075), 0.019)] if scoped else []
    return join(
        block((x, 0.27, z), (0.028, 0.14, 0.042), 0.008),
        block((x, 0.11, z - 0.012), (0.021, 0.06, 0.034), 0.008),
        block((x, 0.30, z - 0.075), (0.017, 0.034, 0.055), 0.006, (0, 10, 0)),
        block((x, 0.25, z + 0.055), (0.011, 0.07, 0.014), 0.004),
        rod((x, 0.39, z + 0.012), (x, 0.42 + barrel, z + 0.012), 0.016),
        block((x, 0.40 + barrel, z + 0.012), (0.023, 0.026, 0.022), 0.006),
        *extra,
    )


def _stock() -> Solid:
    x, z = 0.09, 0.42
    return join(
        block((x, 0.09, z - 0.030), (0.020, 0.075, 0.036), 0.012, (0, 12, 0)),
        block((x, 0.32, z - 0.004), (0.019, 0.175, 0.021), 0.010),
        blend=0.03,
    )


def _bolt() -> Solid:
    x, z = 0.09, 0.42
    return join(
        rod((x, 0.22, z + 0.020), (x, 0.62, z + 0.020), 0.0125),
        block((x, 0.22, z + 0.022), (0.017, 0.060, 0.016), 0.006),
        rod((x, 0.19, z + 0.026), (x + 0.045, 0.185, z + 0.010), 0.009),
        block((x, 0.605, z + 0.036), (0.005, 0.010, 0.014), 0.003),
        block((x, 0.235, z - 0.040), (0.010, 0.026, 0.018), 0.005),
    )


def _smg() -> Solid:
    x, z = 0.09, 0.42
    return join(
        rod((x, 0.15, z + 0.012), (x, 0.36, z + 0.012), 0.024),
        rod((x, 0.36, z + 0.012), (x, 0.47, z + 0.012), 0.013),
        block((x, 0.315, z - 0.070), (0.013, 0.020, 0.075), 0.005, (0, 6, 0)),
        block((x, 0.195, z - 0.045), (0.014, 0.022, 0.045), 0.006, (0, -14, 0)),
        rod((x + 0.018, 0.15, z - 0.006), (x + 0.018, 0.02, z - 0.020), 0.008),
        block((x, 0.015, z - 0.030), (0.024, 0.010, 0.036), 0.005),
    )


def _shotgun() -> Solid:
    x, z = 0.09, 0.42
    return join(
        block((x, 0.24, z), (0.028, 0.10, 0.040), 0.008),
        block((x, 0.10, z - 0.022), (0.022, 0.075, 0.038), 0.010, (0, 6, 0)),
        rod((x, 0.33, z + 0.014), (x, 0.57, z + 0.014), 0.024),
        rod((x, 0.33, z - 0.026), (x, 0.54, z - 0.026), 0.018),
    )


def _caster() -> Solid:
    """On an arm over the left shoulder."""
    return join(
        rod((-0.13, -0.09, 0.56), (-0.155, -0.06, 0.72), 0.022, 0.018),
        block((-0.155, 0.0, 0.745), (0.030, 0.080, 0.034), 0.010),
        rod((-0.155, 0.06, 0.745), (-0.155, 0.145, 0.745), 0.022),
    )


def _heavy() -> Solid:
    x, z = 0.09, 0.40
    barrels = (
        rod((x + dx, 0.38, z + dz), (x + dx, 0.62, z + dz), 0.018)
        for dx, dz in ((-0.026, 0.014), (0.026, 0.014), (0, -0.03))
    )
    return join(
        block((x, 0.24, z), (0.055, 0.17, 0.06), 0.012),
        block((x, 0.23, z - 0.10), (0.055, 0.065, 0.05), 0.014),
        block((x, 0.46, z), (0.055, 0.018, 0.05), 0.008),
        block((x, 0.585, z), (0.055, 0.018, 0.05), 0.008),
        *barrels,
    )


def _flamer() -> Solid:
    x, z = 0.09, 0.41
    return join(
        block((x, 0.25, z), (0.032, 0.13, 0.036), 0.010),
        rod((x, 0.18, z - 0.085), (x, 0.36, z - 0.085), 0.036),
        rod((x, 0.36, z + 0.012), (x, 0.53, z + 0.012), 0.017),
        rod((x, 0.46, z + 0.012), (x, 0.53, z + 0.012), 0.026),
    )


def _pistol() -> Solid:
    return join(
        block((0.115, 0.265, 0.425), (0.019, 0.08, 0.030), 0.006),
        rod((0.115, 0.33, 0.435), (0.115, 0.41, 0.435), 0.015),
        block((0.115, 0.215, 0.385), (0.017, 0.022, 0.04), 0.006, (0, -12, 0)),
    )


def _launcher() -> Solid:
    return join(
        rod((0.09, -0.02, 0.47), (0.09, 0.46, 0.47), 0.045),
        block((0.09, 0.20, 0.40), (0.018, 0.05, 0.05), 0.008),
    )


def _blade(trim: Rgb, *, long: bool) -> list[Painted]:
    top = 0.95 if long else 0.80
    hilt = join(
        rod((-0.04, 0.27, 0.12 if long else 0.31), (-0.04, 0.32, 0.42), 0.016),
        block((-0.04, 0.325, 0.425), (0.020, 0.055, 0.014), 0.006, (0, -14, 0)),
    )
    edge = block((-0.04, 0.36, (0.43 + top) / 2), (0.009, 0.030, (top - 0.40) / 2), 0.004, (0, -10, 0))
    return [Painted(hilt, trim), Painted(edge, _BLADE_LIGHT, 0.8, glows=True)]
