"""Doors as meshes: frames that show a state, leaves, and where the leaves are in each state. Pure.

A door lies along x, 1 wide, and is shut across the middle. Sliding doors part, hinged ones swing to one side,
shutters sink into the floor.
"""

from __future__ import annotations

from ..scene.looks import Rgb
from .light import LAMP_COLOURS
from .mesh import Box

KINDS = {
    "sliding": "sliding",
    "hinged": "hinged",
    "wood": "hinged",
    "wooden": "hinged",
    "gate": "hinged",
    "swing": "hinged",
    "double": "hinged",
    "shutter": "shutter",
    "hatch": "shutter",
    "airlock": "shutter",
    "blast": "shutter",
    "roller": "shutter",
}
METAL: Rgb = (0.20, 0.17, 0.11)
WOOD: Rgb = (0.16, 0.085, 0.04)
POST: Rgb = (0.105, 0.112, 0.125)
BEAM: Rgb = (0.09, 0.055, 0.03)
IRON: Rgb = (0.05, 0.05, 0.055)
HIGH, HALF = 0.58, 0.40  # of the frame; how far the leaves reach from the middle
Pose = tuple[float, float, float]  # x, z, turn in degrees


def kind(style: str) -> str:
    """What a door hint means; an unknown word is a sliding door."""
    return KINDS.get(style, "sliding")


def frame(style: str, state: str) -> list[Box]:
    """Posts and what shows the state. The lintel is only over a shut door: it hides who stands behind."""
    if kind(style) == "hinged":
        return _timber(state)
    lamp = LAMP_COLOURS.get(state, LAMP_COLOURS["closed"])
    made = [Box((x, 0, 0), (0.14, 0.24, HIGH), POST, bevel=0.03) for x in (-0.46, 0.46)]
    made += [
        Box((x, y, 0.24), (0.03, 0.03, 0.16), lamp, bevel=0.008, glow=True)
        for x in (-0.46, 0.46)
        for y in (-0.12, 0.12)
    ]
    if state != "open":
        made.append(Box((0, 0, 0.54), (1.06, 0.20, 0.09), POST, bevel=0.03))
        for y in (-0.10, 0.10):
            made.append(Box((0, y, 0.565), (0.26, 0.03, 0.035), lamp, bevel=0.008, glow=True))
    return made


def _timber(state: str) -> list[Box]:
    """A wooden frame; a bar lies across a locked door."""
    made = [Box((x, 0, 0), (0.12, 0.18, HIGH), BEAM, bevel=0.02) for x in (-0.46, 0.46)]
    if state != "open":
        made.append(Box((0, 0, 0.53), (1.06, 0.16, 0.08), BEAM, bevel=0.02))
    if state == "locked":
        made += [
            Box((0, y, 0.27), (0.98, 0.035, 0.07), (0.30, 0.17, 0.07), bevel=0.01) for y in (-0.075, 0.075)
        ]
        made += [Box((x, 0, 0.25), (0.04, 0.22, 0.11), IRON, bevel=0.01) for x in (-0.34, 0.34)]
    return made


def lamps(style: str) -> list[tuple[float, float, float]]:
    """Where lamps of a frame shine."""
    if kind(style) == "hinged":
        return []
    return [(x, y, 0.34) for x in (-0.46, 0.46) for y in (-0.15, 0.15)]


def leaf(style: str, paint: Rgb | None, side: int) -> list[Box]:
    """One leaf about the point that `pose` moves: its middle, or its hinge."""
    if kind(style) == "hinged":
        return _planks(paint or WOOD, -side * HALF / 2)
    paint = paint or METAL
    dull = (paint[0] * 0.75, paint[1] * 0.75, paint[2] * 0.75)
    return [
        Box((0, 0, 0), (HALF, 0.09, 0.52), paint),
        Box((0, 0, 0.22), (0.30, 0.11, 0.06), (0.70, 0.48, 0.08), bevel=0.012),
        Box((0, 0, 0.16), (0.30, 0.11, 0.03), (0.06, 0.06, 0.06), bevel=0.012),
        Box((0, 0, 0.34), (0.26, 0.105, 0.12), dull, bevel=0.012),
    ]


def _planks(paint: Rgb, middle: float) -> list[Box]:
    wide = HALF / 3
    made = []
    for i in range(3):
        tone = 0.85 + 0.15 * ((i * 7) % 3)
        plank = (paint[0] * tone, paint[1] * tone, paint[2] * tone)
        made.append(Box((middle + (i - 1) * wide, 0, 0.01), (wide - 0.008, 0.05, 0.50), plank, bevel=0.008))
    made += [Box((middle, 0, z), (HALF, 0.075, 0.045), IRON, bevel=0.008) for z in (0.10, 0.38)]
    return made


def pose(style: str, state: str, side: int) -> Pose:
    """Where a leaf is; `side` is -1 or 1."""
    is_open = state == "open"
    match kind(style):
        case "hinged":
            return side * HALF, 0.0, -78.0 * side if is_open else 0.0
        case "shutter":
            return side * HALF / 2, -0.46 if is_open else 0.0, 0.0
    return side * (HALF / 2 + (0.30 if is_open else 0.0)), 0.0, 0.0
