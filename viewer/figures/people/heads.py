"""Heads: a face, and what is worn on it. About the origin of heads, which is the middle of the skull."""

from __future__ import annotations

import math
from collections.abc import Callable

from ...modelling.sculpt import Painted
from ...modelling.solids import Solid, ball, block, both_sides, cut, egg, join, rod
from ...scene.looks import Rgb
from .bodies import IRON, LEATHER, Tones, darker, lighter

NECK = (0.0, 0.0, 0.590)
EYES: Rgb = (0.022, 0.016, 0.014)
WHITE: Rgb = (0.62, 0.60, 0.56)
VISOR: Rgb = (1.0, 0.44, 0.10)
GLASS: Rgb = (0.03, 0.05, 0.07)


def _face(tones: Tones) -> list[Painted]:
    skull = join(
        egg((0, 0.012, 0.680), (0.060, 0.066, 0.070)),
        egg((0, 0.034, 0.638), (0.045, 0.046, 0.040)),
        rod((0, -0.004, 0.575), (0, 0.004, 0.640), 0.040),
        egg((0, 0.086, 0.660), (0.011, 0.017, 0.020)),
        both_sides(egg((0.061, 0.006, 0.666), (0.010, 0.017, 0.021))),
        egg((0, 0.068, 0.622), (0.022, 0.014, 0.014)),
        blend=0.014,
    )
    brows = both_sides(block((0.025, 0.072, 0.701), (0.018, 0.010, 0.0055), 0.004, (0, 0, 8)))
    mouth = block((0, 0.0785, 0.637), (0.018, 0.006, 0.0035), 0.003)
    return [
        Painted(skull, tones.skin, 0.8),
        Painted(both_sides(ball((0.025, 0.066, 0.681), 0.0125)), WHITE, 0.4),
        Painted(both_sides(ball((0.025, 0.0745, 0.681), 0.0075)), EYES, 0.3),
        Painted(join(brows), tones.hair, 0.45),
        Painted(mouth, darker(tones.skin, 0.4), 0.4),
    ]


def _short() -> Solid:
    whole = join(
        egg((0, -0.006, 0.704), (0.068, 0.074, 0.058)),
        egg((0, -0.036, 0.668), (0.062, 0.044, 0.056)),
        blend=0.02,
    )
    return cut(whole, block((0, 0.090, 0.650), (0.07, 0.050, 0.072), 0.02))


def _visor(tones: Tones) -> list[Painted]:
    helmet = join(
        egg((0, 0.022, 0.664), (0.073, 0.083, 0.079)),
        block((0, 0.085, 0.625), (0.043, 0.030, 0.030), 0.014, (0, 14, 0)),
        both_sides(ball((0.066, 0.018, 0.652), 0.027)),
        block((0, 0.060, 0.702), (0.052, 0.052, 0.016), 0.010, (0, -14, 0)),
        blend=0.012,
    )
    slit = both_sides(block((0.033, 0.100, 0.662), (0.027, 0.013, 0.011), 0.005, (-24, 0, 8)))
    crest = block((0, -0.008, 0.738), (0.011, 0.074, 0.020), 0.006)
    return [
        Painted(helmet, tones.colour, 0.9),
        Painted(crest, tones.trim),
        Painted(rod((0, 0, 0.56), (0, 0, 0.62), 0.045), darker(tones.colour, 0.3)),
        Painted(slit, VISOR, 0.5, glows=True),
    ]


def _helmet(tones: Tones) -> list[Painted]:
    """Hard, with an open face, a headset and a lamp."""
    dome = join(
        egg((0, -0.004, 0.712), (0.086, 0.094, 0.068)),
        block((0, -0.040, 0.655), (0.082, 0.045, 0.050), 0.030),
        egg((0, 0.066, 0.728), (0.064, 0.036, 0.014), (0, -12, 0)),
        blend=0.016,
    )
    shell = cut(dome, block((0, 0.095, 0.642), (0.060, 0.070, 0.068), 0.018))
    straps = both_sides(rod((0.066, 0.020, 0.690), (0.034, 0.050, 0.612), 0.007))
    headset = join(
        ball((0.080, 0.006, 0.668), 0.024), rod((0.078, 0.016, 0.660), (0.030, 0.098, 0.634), 0.006)
    )
    lamp = rod((-0.082, 0.020, 0.705), (-0.082, 0.062, 0.705), 0.017)
    return [
        *_face(tones),
        Painted(shell, tones.colour, 0.8),
        Painted(straps, LEATHER, 0.5),
        Painted(join(headset, lamp), IRON, 0.6),
        Painted(ball((-0.082, 0.064, 0.705), 0.014), (0.9, 0.95, 1.0), 0.5, glows=True),
    ]


def _steel(tones: Tones) -> list[Painted]:
    """Of stamped steel, flared over ears and neck."""
    dome = join(
        egg((0, -0.006, 0.716), (0.086, 0.096, 0.068)),
        egg((0, -0.018, 0.672), (0.104, 0.106, 0.044)),
        blend=0.02,
    )
    brim = egg((0, 0.072, 0.712), (0.070, 0.044, 0.010), (0, -16, 0))
    face = join(
        block((0, 0.100, 0.645), (0.2, 0.086, 0.060), 0.012), block((0, 0, 0.590), (0.2, 0.2, 0.064), 0.004)
    )
    shell = join(cut(dome, face), brim, blend=0.014)
    strap = both_sides(rod((0.066, 0.014, 0.680), (0.030, 0.050, 0.610), 0.006))
    return [
        *_face(tones),
        Painted(shell, darker(tones.colour, 0.75), 0.8),
        Painted(strap, LEATHER, 0.5),
        Painted(both_sides(block((0.084, 0.006, 0.728), (0.004, 0.014, 0.014), 0.003)), tones.trim, 0.5),
    ]


def _cap(tones: Tones) -> list[Painted]:
    """Peaked, wider at its top and higher in front."""
    crown = join(
        rod((0, 0.002, 0.716), (0, 0.004, 0.732), 0.068, 0.073),
        egg((0, 0.012, 0.770), (0.102, 0.104, 0.026), (0, 12, 0)),
        blend=0.02,
    )
    band = egg((0, 0.002, 0.726), (0.073, 0.077, 0.014))
    peak = egg((0, 0.082, 0.708), (0.056, 0.044, 0.009), (0, -16, 0))
    badge = block((0, 0.104, 0.772), (0.015, 0.010, 0.016), 0.005)
    back = both_sides(egg((0.056, -0.022, 0.676), (0.012, 0.036, 0.036)))
    return [
        *_face(tones),
        Painted(crown, tones.colour, 0.9),
        Painted(join(peak, band), LEATHER, 0.7),
        Painted(badge, tones.trim, 0.5),
        Painted(back, tones.hair, 0.8),
    ]


def _forage(tones: Tones) -> list[Painted]:
    """A side cap, folded flat, over one ear."""
    fold = block((0.014, 0.000, 0.752), (0.044, 0.092, 0.036), 0.022, (0, 4, -14))
    edge = block((0.012, 0.000, 0.732), (0.054, 0.096, 0.014), 0.010, (0, 4, -14))
    badge = ball((0.010, 0.096, 0.744), 0.011)
    return [
        *_face(tones),
        Painted(_short(), tones.hair, 0.8),
        Painted(fold, tones.colour, 0.8),
        Painted(edge, darker(tones.colour, 0.6), 0.8),
        Painted(badge, tones.trim, 0.5),
    ]


def _beret(tones: Tones) -> list[Painted]:
    cloth = join(
        egg((0.022, -0.004, 0.752), (0.092, 0.088, 0.026), (0, 0, 16)),
        egg((0.070, 0, 0.728), (0.034, 0.056, 0.022)),
        blend=0.02,
    )
    band = egg((0, 0, 0.728), (0.069, 0.073, 0.012))
    return [
        *_face(tones),
        Painted(_short(), tones.hair, 0.8),
        Painted(cloth, tones.trim, 0.8),
        Painted(band, LEATHER, 0.6),
    ]


def _bandana(tones: Tones) -> list[Painted]:
    """A broad band of cloth, tied behind, with hair above it."""
    band = cut(
        egg((0, 0.000, 0.712), (0.073, 0.078, 0.030), (0, 8, 0)),
        block((0, 0, 0.745), (0.2, 0.2, 0.014), 0.001),
    )
    ends = join(
        rod((0.012, -0.072, 0.700), (0.040, -0.110, 0.630), 0.013, 0.007),
        rod((0, -0.072, 0.700), (-0.012, -0.112, 0.622), 0.013, 0.007),
    )
    curls = join(
        *(
            ball((0.046 * math.cos(a), 0.046 * math.sin(a) - 0.008, 0.742), 0.034)
            for a in (0.2, 1.3, 2.4, 3.6, 5.0)
        ),
        egg((0, -0.048, 0.670), (0.056, 0.034, 0.050)),
        blend=0.012,
    )
    return [
        *_face(tones),
        Painted(curls, tones.hair, 0.8),
        Painted(join(band, ends), tones.trim, 0.7),
    ]


def _hood(tones: Tones) -> list[Painted]:
    whole = join(
        egg((0, -0.012, 0.690), (0.090, 0.094, 0.092)),
        egg((0, -0.056, 0.640), (0.084, 0.054, 0.070)),
        rod((0, -0.05, 0.735), (0, -0.105, 0.765), 0.045, 0.020),
        blend=0.03,
    )
    open_face = cut(whole, egg((0, 0.098, 0.668), (0.055, 0.085, 0.068)))
    collar = egg((0, 0.008, 0.590), (0.098, 0.082, 0.036))
    return [*_face(tones), Painted(join(open_face, collar, blend=0.02), tones.trim, 0.8)]


def _hair(tones: Tones) -> list[Painted]:
    lock = egg((0.018, 0.052, 0.732), (0.040, 0.028, 0.018), (20, 0, 12))
    return [*_face(tones), Painted(join(_short(), lock, blend=0.016), tones.hair, 0.8)]


def _long(tones: Tones) -> list[Painted]:
    fall = join(
        _short(),
        egg((0, -0.050, 0.625), (0.076, 0.042, 0.100)),
        both_sides(egg((0.062, -0.010, 0.640), (0.018, 0.034, 0.072))),
        egg((0.024, 0.046, 0.734), (0.040, 0.030, 0.018)),
        blend=0.02,
    )
    return [*_face(tones), Painted(fall, tones.hair, 0.8)]


def _curls(tones: Tones) -> list[Painted]:
    """A wide crown of curls."""
    places = (
        (0.3, 0.068),
        (1.0, 0.075),
        (2.1, 0.075),
        (2.9, 0.068),
        (3.8, 0.062),
        (4.7, 0.058),
        (5.6, 0.062),
    )
    rim = (ball((r * math.cos(a), r * math.sin(a) * 0.8 - 0.012, 0.714), 0.036) for a, r in places)
    low = both_sides(join(ball((0.066, -0.022, 0.664), 0.034), ball((0.058, -0.036, 0.618), 0.032)))
    whole = join(
        *rim,
        egg((0, -0.008, 0.748), (0.062, 0.062, 0.040)),
        egg((0, -0.052, 0.660), (0.060, 0.036, 0.066)),
        low,
        blend=0.014,
    )
    return [
        *_face(tones),
        Painted(cut(whole, block((0, 0.094, 0.655), (0.048, 0.040, 0.052), 0.016)), tones.hair, 0.8),
    ]


def _bun(tones: Tones) -> list[Painted]:
    return [
        *_face(tones),
        Painted(join(_short(), ball((0, -0.082, 0.716), 0.036), blend=0.012), tones.hair, 0.8),
    ]


def _bald(tones: Tones) -> list[Painted]:
    return _face(tones)


def _beard(tones: Tones) -> list[Painted]:
    chin = cut(
        egg((0, 0.040, 0.626), (0.054, 0.052, 0.048)), block((0, 0.092, 0.652), (0.026, 0.030, 0.022), 0.008)
    )
    return [*_face(tones), Painted(join(_short(), chin, blend=0.01), tones.hair, 0.7)]


def _goggles(tones: Tones) -> list[Painted]:
    strap = egg((0, 0.002, 0.715), (0.071, 0.076, 0.012), (0, 6, 0))
    rims = both_sides(rod((0.028, 0.064, 0.722), (0.030, 0.088, 0.724), 0.026))
    return [
        *_face(tones),
        Painted(_short(), tones.hair, 0.8),
        Painted(join(strap, rims), LEATHER, 0.6),
        Painted(both_sides(ball((0.030, 0.088, 0.724), 0.019)), lighter(GLASS, 3.0), 0.5),
    ]


def _dome(tones: Tones) -> list[Painted]:
    """A helmet with a wide pane, as worn where there is no air."""
    shell = cut(
        egg((0, 0, 0.680), (0.104, 0.106, 0.108)), block((0, 0.110, 0.682), (0.074, 0.060, 0.062), 0.03)
    )
    ring = rod((0, 0, 0.588), (0, 0, 0.600), 0.094)
    pane = egg((0, 0.010, 0.682), (0.090, 0.090, 0.082))
    boxes = both_sides(block((0.104, 0, 0.676), (0.014, 0.034, 0.036), 0.010))
    return [
        Painted(join(shell, ring, blend=0.01), lighter(tones.colour, 1.5), 0.9),
        Painted(pane, (0.10, 0.075, 0.03), 0.9),
        Painted(boxes, tones.trim, 0.7),
    ]


HEADS: dict[str, Callable[[Tones], list[Painted]]] = {
    "visor": _visor,
    "helmet": _helmet,
    "steel": _steel,
    "dome": _dome,
    "cap": _cap,
    "forage": _forage,
    "beret": _beret,
    "bandana": _bandana,
    "hood": _hood,
    "hair": _hair,
    "long": _long,
    "curls": _curls,
    "bun": _bun,
    "bald": _bald,
    "beard": _beard,
    "goggles": _goggles,
}
