"""Decks, bags and tracks as meshes with a face on top. Pure; put up by rendering/pieces.py."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..common.svg import WHITE, art_at, document, has_icon, icon, line, rect
from ..scene.looks import PieceLook, Rgb, hex_of
from .mesh import Box, Mesh, boxes, join, lathe, quad

PAPER: Rgb = (0.62, 0.60, 0.54)
CARD = (0.58, 0.80)  # the size of a card of a deck
MARKER: Rgb = (0.80, 0.38, 0.05)


def solid(look: PieceLook) -> Mesh:
    """The body of a deck or bag."""
    if look.archetype == "bag":
        return _bag(look)
    w, h = CARD
    edges = Box((0, 0, 0.004), (w - 0.02, h - 0.02, look.height), PAPER, bevel=0.004)
    plate = Box((0, 0, look.height), (w, h, 0.014), (0.03, 0.035, 0.045), bevel=0.006)
    return boxes([edges, plate])


def top(look: PieceLook) -> Mesh:
    """Where the face of a deck lies."""
    w, h, z = CARD[0] / 2 - 0.02, CARD[1] / 2 - 0.02, look.height + 0.017
    return quad(((-w, -h, z), (w, -h, z), (w, h, z), (-w, h, z)), (0, 0, 1), (0.9, 0.92, 0.95))


def face(look: PieceLook, title: str) -> str:
    """The picture on top of a deck as SVG: its icon and count. None for a bag."""
    if look.archetype == "bag":
        return ""
    _, _, count = title.rpartition(": ")
    colour = hex_of(look.colour)
    body = rect(0, 0, 96, 128, 7, "#0d141c") + rect(3, 3, 90, 122, 6, colour, opacity=0.8)
    body += rect(8, 8, 80, 112, 4, "#0d141c", colour, 2)
    if look.picture:
        body += art_at(look.picture, 9, 9, 78, 66)
    elif has_icon(look.icon):
        body += icon(look.icon, 20, 14, 56, WHITE if look.face_up else "#7f97b5")
    return document(96, 128, body + line(48, 112, count, 42, 700, "#ffb648", "middle"))


def _bag(look: PieceLook) -> Mesh:
    """A sack with a drawn neck and a cord in its trim."""
    h = look.height
    profile = [
        (0.20, 0.0),
        (0.28, 0.05),
        (0.30, 0.14 * h),
        (0.25, 0.28 * h),
        (0.13, 0.38 * h),
        (0.08, 0.42 * h),
    ]
    neck = [(0.08, 0.42 * h), (0.10, 0.46 * h), (0.15, 0.52 * h), (0.13, 0.53 * h), (0.05, 0.47 * h)]
    cord = [(0.08, 0.405 * h), (0.105, 0.42 * h), (0.105, 0.435 * h), (0.08, 0.45 * h)]
    body = join([lathe(profile, look.colour, 28), lathe(neck, look.colour, 28)])
    angle = np.arctan2(body.points[:, 1], body.points[:, 0])
    folds = 1 + 0.05 * np.sin(angle * 9) * np.clip(body.points[:, 2] / 0.3, 0, 1)
    points = body.points * np.column_stack([folds, folds, np.ones(len(folds))])
    shade = body.colours.copy()
    shade[:, 3] = np.clip(0.5 + 2 * body.points[:, 2], 0.5, 1) * (1 + 0.25 * np.sin(angle * 9))
    folded = Mesh(points.astype(np.float32), body.normals, shade, body.uvs, body.faces)
    return join([folded, lathe(cord, look.trim, 20)])


# ---- tracks: a space of theirs is 1 wide

DEPTH = 1.2


def marker_at(
    at: tuple[float, float, float], size: float, track: tuple[int, int, int], value: int
) -> tuple[float, float, float]:
    """Where the marker of a track lies that stands at a place: on the space of a value."""
    return (at[0] + _along(track, value) * size, at[1], at[2] + 0.05 * size)


def _along(track: tuple[int, int, int], value: int) -> float:
    """Where the middle of a space is, from the track's middle."""
    _, low, high = track
    return value - (low + high) / 2


def track(track: tuple[int, int, int]) -> tuple[Mesh, Mesh]:
    """The strip, and the marker about its own middle."""
    wide = track[2] - track[1] + 1
    strip = boxes([Box((0, 0, 0), (wide + 0.1, DEPTH + 0.1, 0.045), (0.03, 0.035, 0.045), bevel=0.02)])
    marker = lathe(
        [(0.36, 0.0), (0.38, 0.02), (0.38, 0.14), (0.34, 0.18), (0.24, 0.18), (0.24, 0.14)], MARKER
    )
    return strip, marker


def track_top(track: tuple[int, int, int]) -> Mesh:
    """Where its face lies."""
    w, h, z = (track[2] - track[1] + 1) / 2, DEPTH / 2, 0.05
    return quad(((-w, -h, z), (w, -h, z), (w, h, z), (-w, h, z)), (0, 0, 1), (0.9, 0.92, 0.95))


def track_face(track: tuple[int, int, int], colours: Sequence[Rgb | None] = ()) -> str:
    """The numbered spaces as SVG; the same whatever the value is. Where none has a colour, the ends have."""
    _, low, high = track
    body, side, tall = "", 48, 48 * DEPTH
    plain = not any(colours)
    for i, number in enumerate(range(low, high + 1)):
        colour = colours[i] if i < len(colours) else None
        if colour is not None:
            red, green, blue = colour
            fill, stroke = hex_of((0.4 * red, 0.4 * green, 0.4 * blue)), hex_of(colour)
        else:
            ends = plain and number in (low, high)
            fill, stroke = ("#3a2a12", "#ffb648") if ends else ("#16212d", "#35506a")
        body += rect(side * i + 2, 2, side - 4, tall - 4, 6, fill, stroke, 2)
        body += line(side * (i + 0.5), tall / 2 + 9, str(number), 26, 700, WHITE, "middle")
    return document(side * (high - low + 1), tall, body)
