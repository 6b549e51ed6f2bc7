"""Things that furnish a space, by the words of its `props` hint; they
stand along its border and mean nothing."""

from __future__ import annotations

import math

from ..common import plane
from ..scene.looks import stable_number
from ..scene.scene import Floor
from .mesh import Box, Mesh, boxes, join, lathe

# What stands there, by the words for it; any other word is a crate.
WORDS = {
    "crate": "crate",
    "box": "crate",
    "barrel": "barrel",
    "drum": "barrel",
    "tank": "barrel",
    "console": "console",
    "computer": "console",
    "terminal": "console",
    "desk": "console",
    "table": "table",
    "bed": "table",
    "bench": "table",
    "tree": "tree",
    "bush": "bush",
    "plant": "bush",
    "rock": "rubble",
    "rubble": "rubble",
    "ruin": "rubble",
    "stone": "rubble",
    "block": "block",
    "pillar": "block",
    "boulder": "block",
}
_PAINTS = ((0.30, 0.33, 0.24), (0.42, 0.26, 0.12), (0.18, 0.28, 0.36), (0.34, 0.31, 0.27))


def prop(name: str, floor: Floor, number: int) -> Mesh:
    """One prop in the given corner (by number) of a floor; an unknown word is a crate."""
    left, bottom, right, top = plane.box([floor.outline])
    seed = stable_number(f"{floor.id}:{name}:{number}")
    corner = (seed + number) % 4
    sx, sy = (-1, 1, 1, -1)[corner], (1, 1, -1, -1)[corner]
    inner = plane.inner_point(floor.outline)
    reach_x, reach_y = min(right - left, 1.0) / 2 - 0.22, min(top - bottom, 1.0) / 2 - 0.22
    at = (inner[0] + sx * reach_x, inner[1] + sy * reach_y, floor.z)
    several = name.endswith("s")
    sort = WORDS.get(name.lower().rstrip("s"), "crate")
    match sort:
        case "barrel":
            second = [_barrel().moved((0.22, -0.08, 0), scale=(1, 1, 0.85))] if several else []
            made = join([_barrel(), *second])
        case "console":
            made = _console()
        case "table":
            board = Box((0, 0, 0.2), (0.5, 0.34, 0.05), (0.20, 0.14, 0.09))
            made = boxes([board, Box((0, 0, 0), (0.3, 0.2, 0.2), (0.10, 0.08, 0.06))])
        case "tree" | "bush":
            made = _bush(tall=sort == "tree")
        case "block":
            return _block(floor, seed)
        case "rubble":
            made = _rubble(seed)
        case _:
            made = _crates(seed, several=several)
    heading = {"console": (0.0, 0.0, 180.0, 180.0)[corner]}.get(sort, seed % 40 - 20.0)
    return made.moved(at, heading)


def _crates(seed: int, *, several: bool) -> Mesh:
    made = [*_crate(0, 0, 0, 0.32, seed)]
    if several:
        made += [*_crate(0.26, -0.10, 0, 0.22, seed + 1), *_crate(0.02, 0.02, 0.32, 0.2, seed + 2)]
    return boxes(made)


def _crate(x: float, y: float, z: float, size: float, seed: int) -> list[Box]:
    paint = _PAINTS[seed % len(_PAINTS)]
    dark = (paint[0] * 0.6, paint[1] * 0.6, paint[2] * 0.6)
    turn = seed % 30 - 15.0
    return [
        Box((x, y, z), (size, size, size), paint, turn, 0.025),
        Box((x, y, z + size * 0.43), (size * 1.04, size * 0.2, size * 0.12), dark, turn, 0.01),
        Box((x, y, z + size * 0.43), (size * 0.2, size * 1.04, size * 0.12), dark, turn, 0.01),
    ]


def _barrel() -> Mesh:
    profile = [
        (0.12, 0.0),
        (0.12, 0.02),
        (0.11, 0.03),
        (0.11, 0.17),
        (0.12, 0.18),
        (0.12, 0.20),
        (0.11, 0.21),
        (0.11, 0.33),
        (0.12, 0.34),
        (0.12, 0.36),
        (0.10, 0.37),
        (0.0, 0.37),
    ]
    return lathe(profile, (0.34, 0.10, 0.08), 20)


def _console() -> Mesh:
    return boxes(
        [
            Box((0, 0, 0), (0.56, 0.24, 0.28), (0.17, 0.19, 0.22), bevel=0.03),
            Box((0, 0.10, 0.10), (0.56, 0.08, 0.34), (0.17, 0.19, 0.22), bevel=0.03),
            Box((0, 0.055, 0.27), (0.46, 0.02, 0.14), (0.20, 1.0, 0.75), bevel=0.004, glow=True),
        ]
    )


def _bush(*, tall: bool) -> Mesh:
    lift = 0.28 if tall else 0.06
    leaves = [
        lathe(
            [(0.0, 0.0), (0.16, 0.06), (0.20, 0.14), (0.13, 0.24), (0.0, 0.30)], (0.050, 0.115, 0.034), 10, 80
        ).moved((0.09 * math.cos(a), 0.09 * math.sin(a), lift + 0.05 * i))
        for i, a in enumerate((0.3, 2.4, 4.5))
    ]
    return join([*leaves, lathe([(0.05, 0.0), (0.035, lift + 0.1)], (0.16, 0.10, 0.05), 8)])


def _block(floor: Floor, seed: int) -> Mesh:
    """A rough block that fills the space."""
    left, bottom, right, top = plane.box([floor.outline])
    x, y, wide, deep = (left + right) / 2, (bottom + top) / 2, right - left, top - bottom
    grey = 0.15 + 0.02 * (seed % 4)
    paint = (grey, grey * 0.96, grey * 0.88)
    high = 0.46 + 0.03 * (seed // 4 % 4)
    crown = ((seed // 16 % 7 - 3) * 0.02, (seed // 128 % 7 - 3) * 0.02)
    return boxes(
        [
            Box((x, y, floor.z), (wide * 0.98, deep * 0.98, high), paint, 0.0, 0.07),
            Box(
                (x + crown[0], y + crown[1], floor.z + high - 0.02),
                (wide * 0.66, deep * 0.66, 0.09),
                paint,
                seed % 16 - 8.0,
                0.05,
            ),
        ]
    )


def _rubble(seed: int) -> Mesh:
    made = []
    for i in range(5):
        a, far = seed % 7 + i * 1.3, 0.05 + 0.035 * i
        grey = 0.22 + 0.03 * (seed >> i & 3)
        made.append(
            Box(
                (far * math.cos(a), far * math.sin(a), 0),
                (0.2 - 0.025 * i, 0.16 - 0.02 * i, 0.14 - 0.02 * i),
                (grey, grey * 0.96, grey * 0.9),
                a * 57,
                0.03,
            )
        )
    return boxes(made)
