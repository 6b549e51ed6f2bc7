"""Bodies: what is worn from neck to toe. What leans with the shoulders is apart from what stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ...modelling.sculpt import Painted
from ...modelling.solids import Solid, ball, block, both_sides, cut, egg, join, moved, rod, turned
from ...scene.looks import Rgb
from .stances import ARM, HIP, LEG, SHOULDER, Joint, Stance, bent, hands

LEATHER: Rgb = (0.055, 0.040, 0.030)
CLOTH: Rgb = (0.042, 0.046, 0.055)
IRON: Rgb = (0.030, 0.034, 0.042)
SHIRT: Rgb = (0.46, 0.48, 0.50)


class Tones(NamedTuple):
    """The paints of a person."""

    colour: Rgb
    trim: Rgb
    skin: Rgb
    hair: Rgb


class Worn(NamedTuple):
    """A body in parts: what leans with it, and what stands on the ground."""

    upper: list[Painted]
    lower: list[Painted]


def darker(paint: Rgb, by: float) -> Rgb:
    return (paint[0] * by + 0.008, paint[1] * by + 0.008, paint[2] * by + 0.009)


def lighter(paint: Rgb, by: float) -> Rgb:
    return (min(1.0, paint[0] * by + 0.01), min(1.0, paint[1] * by + 0.01), min(1.0, paint[2] * by + 0.01))


def between(one: Joint, other: Joint, part: float) -> Joint:
    """So far on the way from one point to the other; of two paints, with so much of the other."""
    x, y, z = (a + (b - a) * part for a, b in zip(one, other, strict=True))
    return x, y, z


# ---- limbs


def _legs(stance: Stance, thigh: float, shin: float) -> Solid:
    """Two legs, bent where their feet want them to be."""
    parts = []
    for side, foot in ((1, stance.right), (-1, stance.left)):
        hip = (HIP[0] * side, HIP[1], HIP[2] - stance.drop)
        knee, ankle = bent(hip, foot, LEG, (0.25 * side, 1.0, 0.1))
        parts.append(
            join(
                rod(hip, knee, thigh, (thigh + shin) / 2),
                rod(knee, ankle, (thigh + shin) / 2, shin),
                blend=0.02,
            )
        )
    return join(*parts)


def _shins(stance: Stance, thick: float, top: float, wider: float = 0.016) -> Solid:
    """What is worn from the ankle up, as far as `top` of the shin, where it is wider."""
    parts = []
    for side, foot in ((1, stance.right), (-1, stance.left)):
        knee, ankle = bent((HIP[0] * side, HIP[1], HIP[2] - stance.drop), foot, LEG, (0.25 * side, 1.0, 0.1))
        end = between(ankle, knee, top)
        parts.append(rod(ankle, end, thick, thick + wider * top))
    return join(*parts)


def _knees(stance: Stance, size: float) -> Solid:
    parts = []
    for side, foot in ((1, stance.right), (-1, stance.left)):
        knee, _ = bent((HIP[0] * side, HIP[1], HIP[2] - stance.drop), foot, LEG, (0.25 * side, 1.0, 0.1))
        parts.append(ball((knee[0], knee[1] + 0.022, knee[2]), size))
    return join(*parts)


def _feet(stance: Stance, size: float = 1.0) -> Solid:
    shoe = join(
        block((0, 0.034, -0.020), (0.041 * size, 0.080 * size, 0.030), 0.020),
        block((0, -0.008, 0.004), (0.038 * size, 0.040 * size, 0.040), 0.018),
        blend=0.016,
    )
    right, left = (
        moved(turned(shoe, (0, 0, 0), (toes, 0, 0)), (foot[0], foot[1], max(foot[2] - 0.004, 0.050)))
        for foot, toes in ((stance.right, stance.toes[0]), (stance.left, stance.toes[1]))
    )
    return join(right, left)


def _arms(stance: Stance, upper: float, fore: float, *, wide: float = 0.0) -> tuple[Solid, Solid]:
    """Both sleeves, and both hands."""
    sleeves, palms = [], []
    for side, hand in zip((1, -1), hands(stance), strict=True):
        shoulder = ((SHOULDER[0] + wide) * side, SHOULDER[1], SHOULDER[2])
        elbow, end = bent(shoulder, hand, ARM, (0.7 * side, -0.45, -0.75))
        wrist = between(end, elbow, 0.14)
        sleeves.append(
            join(
                rod(shoulder, elbow, upper, (upper + fore) / 2),
                rod(elbow, wrist, (upper + fore) / 2, fore),
                blend=0.014,
            )
        )
        palms.append(
            join(ball(end, 0.031), egg(between(end, elbow, -0.10), (0.026, 0.028, 0.022)), blend=0.01)
        )
    return join(*sleeves), join(*palms)


def _trunk(wide: float = 0.122, deep: float = 0.078) -> Solid:
    return join(
        block((0, -0.002, 0.480), (wide, deep, 0.100), 0.052, (0, -3, 0)),
        egg((0, 0, 0.395), (wide * 0.86, deep * 0.92, 0.060)),
        both_sides(ball((SHOULDER[0] - 0.024, 0, 0.532), 0.052)),
        both_sides(egg((0.050, -0.006, 0.572), (0.062, 0.046, 0.030), (0, 0, 14))),
        blend=0.03,
    )


def _hips(stance: Stance, wide: float = 0.106) -> Solid:
    return moved(egg((0, 0, 0.355), (wide, 0.078, 0.055)), (0, 0, -stance.drop))


def _belt(wide: float = 0.112, deep: float = 0.084) -> Solid:
    return join(
        egg((0, 0, 0.405), (wide, deep, 0.019)), block((0, deep, 0.405), (0.022, 0.010, 0.017), 0.005)
    )


def _pouches(*at: float, size: float = 1.0) -> Solid:
    """Along the belt in front, so far from the middle."""
    half = (0.023 * size, 0.020, 0.030 * size)
    return both_sides(join(*(block((x, 0.086 - x * 0.22, 0.385), half, 0.008, (-x * 260, 0, 0)) for x in at)))


# ---- bodies


def _armour(tones: Tones, stance: Stance) -> Worn:
    """Hard plates over dark cloth."""
    pads = lighter(tones.colour, 1.12)
    chest = join(
        block((0, 0.005, 0.488), (0.150, 0.097, 0.078), 0.035, (0, -6, 0)),
        both_sides(block((0.070, 0.088, 0.505), (0.067, 0.030, 0.060), 0.022, (-8, -8, 0))),
        blend=0.008,
    )
    waist = join(
        block((0, 0.008, 0.400), (0.106, 0.076, 0.034), 0.018),
        block((0, 0, 0.355), (0.106, 0.076, 0.036), 0.020),
        blend=0.006,
    )
    dome = both_sides(egg((0.200, 0, 0.535), (0.080, 0.094, 0.086)))
    shoulders = cut(dome, both_sides(block((0.20, 0, 0.425), (0.14, 0.16, 0.085), 0.005)))
    sleeves, palms = _arms(stance, 0.046, 0.038, wide=0.040)
    badge = block((0, 0.124, 0.515), (0.020, 0.012, 0.034), 0.006)
    collar = block((0, -0.02, 0.572), (0.094, 0.074, 0.021), 0.014)
    return Worn(
        [
            Painted(join(chest, sleeves), tones.colour),
            Painted(shoulders, pads),
            Painted(join(badge, collar), tones.trim),
            Painted(join(waist, palms), CLOTH),
        ],
        [
            Painted(join(_legs(stance, 0.058, 0.044), _hips(stance)), CLOTH),
            Painted(_shins(stance, 0.052, 0.78), tones.colour),
            Painted(_knees(stance, 0.046), tones.trim),
            Painted(_feet(stance, 1.25), darker(tones.colour, 0.3)),
        ],
    )


def _vest(tones: Tones, stance: Stance) -> Worn:
    """Fatigues, a hard vest over them, rolled sleeves, greaves."""
    plate = join(
        block((0, 0.010, 0.490), (0.126, 0.092, 0.076), 0.030, (0, -4, 0)),
        both_sides(block((0.058, 0.086, 0.512), (0.054, 0.022, 0.046), 0.016, (-10, -6, 0))),
        both_sides(block((0.082, 0.0, 0.572), (0.034, 0.080, 0.016), 0.012, (0, 0, 16))),
        blend=0.008,
    )
    guard = both_sides(
        cut(
            egg((0.178, 0, 0.540), (0.062, 0.074, 0.056)), block((0.18, 0, 0.470), (0.12, 0.12, 0.050), 0.004)
        )
    )
    sleeves, palms = _arms(stance, 0.044, 0.034)
    fore = _fore(stance, 0.035)
    plates = between(darker(tones.colour, 0.5), tones.trim, 0.35)
    return Worn(
        [
            Painted(join(_trunk(0.110, 0.070), sleeves, blend=0.01), tones.colour),
            Painted(join(plate, guard), plates, 0.9),
            Painted(join(fore, palms, blend=0.008), tones.skin, 0.8),
            Painted(join(_belt(0.106, 0.080), _pouches(0.045, 0.095)), LEATHER, 0.8),
        ],
        [
            Painted(join(_legs(stance, 0.060, 0.044), _hips(stance), blend=0.02), darker(tones.colour, 0.75)),
            Painted(_shins(stance, 0.050, 0.72), plates, 0.9),
            Painted(_feet(stance), LEATHER),
        ],
    )


def _fore(stance: Stance, thick: float) -> Solid:
    """Bare arms from the elbow on."""
    found = []
    for side, hand in zip((1, -1), hands(stance), strict=True):
        elbow, end = bent(
            (SHOULDER[0] * side, SHOULDER[1], SHOULDER[2]), hand, ARM, (0.7 * side, -0.45, -0.75)
        )
        found.append(rod(between(elbow, end, 0.18), between(end, elbow, 0.05), thick + 0.008, thick + 0.003))
    return join(*found)


def _tunic(tones: Tones, stance: Stance) -> Worn:
    """A soldier's of the 1940s: skirted tunic with pockets, belt and braces, baggy trousers in high boots."""
    flare = moved(
        join(
            egg((0, -0.004, 0.345), (0.122, 0.094, 0.072)),
            block((0, -0.004, 0.315), (0.116, 0.088, 0.034), 0.028),
            blend=0.02,
        ),
        (0, 0, -stance.drop),
    )
    pockets = both_sides(
        join(
            block((0.062, 0.078, 0.510), (0.034, 0.014, 0.034), 0.008),
            block((0.062, 0.084, 0.532), (0.036, 0.014, 0.012), 0.006),
        )
    )
    collar = join(
        both_sides(block((0.034, 0.052, 0.584), (0.036, 0.024, 0.014), 0.008, (-24, -20, 14))),
        egg((0, -0.014, 0.590), (0.056, 0.050, 0.020)),
    )
    braces = join(
        both_sides(rod((0.058, 0.078, 0.415), (0.064, 0.060, 0.575), 0.0105)),
        both_sides(rod((0.064, 0.060, 0.575), (0.060, -0.060, 0.575), 0.0105)),
        both_sides(rod((0.060, -0.072, 0.575), (0.014, -0.088, 0.420), 0.0105)),
    )
    tabs = both_sides(block((0.112, 0, 0.583), (0.036, 0.022, 0.007), 0.004, (0, 0, 12)))
    sleeves, palms = _arms(stance, 0.047, 0.037)
    return Worn(
        [
            Painted(join(_trunk(0.118, 0.078), sleeves, pockets, blend=0.010), tones.colour),
            Painted(collar, darker(tones.colour, 0.55), 0.8),
            Painted(tabs, tones.trim, 0.6),
            Painted(join(braces, _belt(0.114, 0.088), _pouches(0.052, 0.098)), LEATHER, 0.7),
            Painted(block((0, 0.100, 0.405), (0.018, 0.008, 0.016), 0.004), tones.trim, 0.5),
            Painted(palms, tones.skin, 0.8),
        ],
        [
            Painted(flare, tones.colour),
            Painted(_legs(stance, 0.066, 0.046), darker(tones.colour, 0.7)),
            Painted(join(_shins(stance, 0.052, 0.70), _feet(stance)), LEATHER),
        ],
    )


def _greatcoat(tones: Tones, stance: Stance) -> Worn:
    """Heavy, down to the shins, with a broad collar and a belt."""
    skirt = moved(
        cut(
            join(
                both_sides(rod((0.050, -0.010, 0.37), (0.098, -0.025, 0.155), 0.076, 0.074)),
                block((0, -0.034, 0.245), (0.118, 0.062, 0.115), 0.04, (0, -5, 0)),
                block((0, 0.026, 0.270), (0.100, 0.058, 0.090), 0.04, (0, 5, 0)),
                blend=0.03,
            ),
            block((0, 0.11, 0.17), (0.007, 0.10, 0.12), 0.003),
        ),
        (0, 0, -stance.drop * 0.7),
    )
    collar = join(
        both_sides(block((0.050, 0.048, 0.588), (0.050, 0.030, 0.020), 0.010, (-26, -24, 18))),
        egg((0, -0.020, 0.596), (0.070, 0.056, 0.030)),
        blend=0.01,
    )
    buttons = both_sides(
        join(*(ball((0.034, 0.086 - 0.004 * i, 0.540 - 0.045 * i), 0.009) for i in range(3)))
    )
    sleeves, palms = _arms(stance, 0.052, 0.042)
    return Worn(
        [
            Painted(join(_trunk(0.126, 0.084), sleeves, blend=0.012), tones.colour),
            Painted(collar, darker(tones.colour, 0.6), 0.9),
            Painted(buttons, tones.trim, 0.5),
            Painted(join(_belt(0.120, 0.092), _pouches(0.100)), LEATHER, 0.8),
            Painted(palms, tones.skin, 0.8),
        ],
        [
            Painted(skirt, tones.colour),
            Painted(join(_legs(stance, 0.050, 0.044), _feet(stance), _shins(stance, 0.050, 0.6)), LEATHER),
        ],
    )


def _uniform(tones: Tones, stance: Stance) -> Worn:
    """An officer's: a fitted coat with lapels and shoulder boards, breeches, riding boots."""
    skirt = moved(
        join(
            both_sides(rod((0.055, -0.015, 0.36), (0.094, -0.030, 0.235), 0.072, 0.064)),
            block((0, -0.035, 0.290), (0.110, 0.050, 0.080), 0.03, (0, -6, 0)),
            blend=0.03,
        ),
        (0, 0, -stance.drop * 0.8),
    )
    lapels = join(
        both_sides(block((0.036, 0.078, 0.522), (0.018, 0.012, 0.056), 0.006, (0, -4, -16))),
        block((-0.060, 0.082, 0.520), (0.022, 0.008, 0.010), 0.004),
    )
    boards = both_sides(block((0.118, 0, 0.586), (0.042, 0.030, 0.010), 0.006, (0, 0, 12)))
    shirt = block((0, 0.066, 0.556), (0.020, 0.012, 0.030), 0.006)
    holster = block((0.112, 0.030, 0.370), (0.022, 0.034, 0.040), 0.010)
    sleeves, palms = _arms(stance, 0.045, 0.036)
    return Worn(
        [
            Painted(join(_trunk(), sleeves, blend=0.012), tones.colour),
            Painted(join(lapels, boards), tones.trim, 0.8),
            Painted(shirt, SHIRT, 0.6),
            Painted(join(_belt(), holster), LEATHER, 0.8),
            Painted(palms, tones.skin, 0.8),
        ],
        [
            Painted(skirt, tones.colour),
            Painted(_legs(stance, 0.060, 0.046), darker(tones.colour, 0.45)),
            Painted(join(_shins(stance, 0.052, 0.85), _feet(stance)), LEATHER),
        ],
    )


def _coat(tones: Tones, stance: Stance) -> Worn:
    """Long, open in front, over a shirt."""
    opening = join(
        block((0, 0.115, 0.30), (0.046, 0.080, 0.20), 0.010),
        block((0, 0.115, 0.53), (0.032, 0.066, 0.10), 0.010),
    )
    skirt = moved(
        cut(
            join(
                both_sides(rod((0.060, -0.012, 0.42), (0.098, -0.020, 0.215), 0.068, 0.062)),
                block((0, -0.052, 0.31), (0.110, 0.032, 0.115), 0.026, (0, -4, 0)),
                blend=0.03,
            ),
            opening,
        ),
        (0, 0, -stance.drop * 0.8),
    )
    whole = cut(_trunk(0.118, 0.082), opening)
    shirt = join(
        block((0, -0.002, 0.470), (0.086, 0.062, 0.105), 0.045), egg((0, 0.030, 0.572), (0.048, 0.042, 0.022))
    )
    sleeves, palms = _arms(stance, 0.043, 0.034)
    return Worn(
        [
            Painted(join(whole, sleeves, blend=0.012), tones.colour),
            Painted(shirt, lighter(tones.trim, 1.0) if sum(tones.trim) > 0.5 else SHIRT),
            Painted(block((0, 0.060, 0.520), (0.014, 0.010, 0.052), 0.005), darker(tones.trim, 0.6), 0.6),
            Painted(palms, tones.skin, 0.8),
        ],
        [
            Painted(skirt, tones.colour),
            Painted(join(_legs(stance, 0.058, 0.042), _hips(stance), blend=0.02), darker(tones.colour, 0.4)),
            Painted(_feet(stance, 0.95), LEATHER),
        ],
    )


def _jacket(tones: Tones, stance: Stance) -> Worn:
    """Short and open, with a shirt in another colour, and plain trousers."""
    opening = block((0, 0.110, 0.470), (0.034, 0.070, 0.14), 0.010)
    whole = cut(_trunk(0.122, 0.082), opening)
    shirt = join(
        block((0, -0.002, 0.470), (0.088, 0.066, 0.105), 0.045), egg((0, 0.026, 0.574), (0.050, 0.042, 0.020))
    )
    collar = join(
        both_sides(block((0.044, 0.050, 0.580), (0.034, 0.026, 0.018), 0.009, (-20, -26, 20))),
        egg((0, -0.018, 0.590), (0.060, 0.050, 0.022)),
    )
    sleeves, palms = _arms(stance, 0.047, 0.037)
    return Worn(
        [
            Painted(join(whole, sleeves, collar, blend=0.012), tones.colour),
            Painted(shirt, tones.trim),
            Painted(join(_belt(0.104, 0.078), _pouches(0.09)), LEATHER, 0.8),
            Painted(palms, tones.skin, 0.8),
        ],
        [
            Painted(join(_legs(stance, 0.060, 0.042), _hips(stance), blend=0.02), darker(tones.colour, 0.5)),
            Painted(join(_feet(stance), _shins(stance, 0.046, 0.3)), LEATHER),
        ],
    )


def _suit(tones: Tones, stance: Stance) -> Worn:
    """One piece with a ring at the neck, straps, and pockets on the thighs."""
    straps = join(
        both_sides(rod((0.070, 0.080, 0.420), (0.074, 0.062, 0.575), 0.014)),
        both_sides(rod((0.074, 0.062, 0.575), (0.068, -0.070, 0.560), 0.014)),
        block((0, 0.086, 0.475), (0.080, 0.012, 0.013), 0.005),
    )
    ring = rod((0, 0, 0.588), (0, 0.004, 0.600), 0.070)
    box = block((0, 0.090, 0.508), (0.036, 0.016, 0.026), 0.008)
    sleeves, palms = _arms(stance, 0.048, 0.040)
    pockets = moved(
        both_sides(block((0.118, 0.010, 0.290), (0.018, 0.036, 0.042), 0.010)), (0, 0, -stance.drop)
    )
    return Worn(
        [
            Painted(join(_trunk(0.120, 0.080), sleeves, blend=0.014), tones.colour),
            Painted(join(straps, box), tones.trim, 0.8),
            Painted(ring, IRON, 0.8),
            Painted(_belt(0.110, 0.082), darker(tones.trim, 0.5), 0.8),
            Painted(palms, CLOTH, 0.8),
        ],
        [
            Painted(join(_legs(stance, 0.062, 0.048), _hips(stance), blend=0.02), tones.colour),
            Painted(pockets if stance.drop < 0.05 else _knees(stance, 0.040), darker(tones.colour, 0.6)),
            Painted(_feet(stance, 1.15), darker(tones.trim, 0.35)),
        ],
    )


BODIES: dict[str, Callable[[Tones, Stance], Worn]] = {
    "armour": _armour,
    "vest": _vest,
    "tunic": _tunic,
    "greatcoat": _greatcoat,
    "uniform": _uniform,
    "coat": _coat,
    "jacket": _jacket,
    "suit": _suit,
}
