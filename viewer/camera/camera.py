"""Where one looks from: a pure state with its matrices, so that picking and tests need no window."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

FIELD_OF_VIEW = 30.0  # degrees, vertical
NEAREST, FURTHEST = 4.0, 90.0
LOWEST, STEEPEST = 18.0, 88.0

Vec = tuple[float, float, float]
Size = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Camera:
    """Looks at `target` from `distance`; azimuth 0 looks along +y,
    elevation 90 looks straight down. Degrees."""

    target: tuple[float, float] = (0.0, 0.0)
    azimuth: float = 13.0
    elevation: float = 52.0
    distance: float = 20.0
    bounds: tuple[float, float, float, float] = (-1e6, -1e6, 1e6, 1e6)

    @property
    def eye(self) -> Vec:
        a, e = math.radians(self.azimuth), math.radians(self.elevation)
        back = self.distance * math.cos(e)
        return (
            self.target[0] + math.sin(a) * back,
            self.target[1] - math.cos(a) * back,
            self.distance * math.sin(e),
        )

    @property
    def axes(self) -> tuple[Vec, Vec, Vec]:
        """Right, up and forward as unit vectors."""
        a, e = math.radians(self.azimuth), math.radians(self.elevation)
        right = (math.cos(a), math.sin(a), 0.0)
        forward = (-math.sin(a) * math.cos(e), math.cos(a) * math.cos(e), -math.sin(e))
        up = (-math.sin(a) * math.sin(e), math.cos(a) * math.sin(e), math.cos(e))
        return right, up, forward


@lru_cache(maxsize=16)
def _looking(camera: Camera) -> tuple[Vec, Vec, Vec, Vec]:
    """Its eye and axes: hundreds of points are projected for one picture."""
    return (camera.eye, *camera.axes)


def project(camera: Camera, point: Vec, size: Size) -> tuple[float, float, float] | None:
    """Pixel (x to the right, y down) and depth of a point in a picture of `size`; None behind the eye."""
    eye, right, up, forward = _looking(camera)
    offset = _minus(point, eye)
    depth = _dot(offset, forward)
    if depth <= 0.01:
        return None
    focal = size[1] / 2 / math.tan(math.radians(FIELD_OF_VIEW) / 2)
    return (
        size[0] / 2 + _dot(offset, right) / depth * focal,
        size[1] / 2 - _dot(offset, up) / depth * focal,
        depth,
    )


def ray(camera: Camera, pixel: tuple[float, float], size: Size) -> tuple[Vec, Vec]:
    """Origin and unit direction of the ray through a pixel."""
    right, up, forward = camera.axes
    focal = size[1] / 2 / math.tan(math.radians(FIELD_OF_VIEW) / 2)
    x, y = (pixel[0] - size[0] / 2) / focal, (size[1] / 2 - pixel[1]) / focal
    direction = tuple(f + r * x + u * y for f, r, u in zip(forward, right, up, strict=True))
    far = math.sqrt(sum(d * d for d in direction))
    return camera.eye, (direction[0] / far, direction[1] / far, direction[2] / far)


def on_ground(
    camera: Camera, pixel: tuple[float, float], size: Size, z: float = 0.0
) -> tuple[float, float] | None:
    """The point of the plane at height z under a pixel."""
    origin, direction = ray(camera, pixel, size)
    if direction[2] > -1e-4:
        return None
    t = (z - origin[2]) / direction[2]
    return (origin[0] + direction[0] * t, origin[1] + direction[1] * t)


def orbit(camera: Camera, turn: float, tilt: float) -> Camera:
    elevation = min(STEEPEST, max(LOWEST, camera.elevation + tilt))
    return replace(camera, azimuth=(camera.azimuth + turn) % 360, elevation=elevation)


def pan(camera: Camera, right: float, forward: float) -> Camera:
    """Move over the ground as one sees it; never further than the board reaches."""
    a = math.radians(camera.azimuth)
    x = camera.target[0] + right * math.cos(a) - forward * math.sin(a)
    y = camera.target[1] + right * math.sin(a) + forward * math.cos(a)
    return _kept(replace(camera, target=(x, y)))


def drag(camera: Camera, start: tuple[float, float], end: tuple[float, float], size: Size) -> Camera:
    """Pull the ground from one pixel to another: what was under the first is then under the second."""
    a, b = on_ground(camera, start, size), on_ground(camera, end, size)
    if a is None or b is None or math.dist(a, b) > camera.distance:
        return camera
    return _kept(replace(camera, target=(camera.target[0] + a[0] - b[0], camera.target[1] + a[1] - b[1])))


def zoom(camera: Camera, by: float, pixel: tuple[float, float], size: Size) -> Camera:
    """Come nearer (by < 1) or go away (by > 1); the ground under the pixel stays under it."""
    distance = min(FURTHEST, max(NEAREST, camera.distance * by))
    closer = replace(camera, distance=distance)
    a, b = on_ground(camera, pixel, size), on_ground(closer, pixel, size)
    if a is None or b is None:
        return closer
    return _kept(replace(closer, target=(camera.target[0] + a[0] - b[0], camera.target[1] + a[1] - b[1])))


def fit(
    bounds: tuple[float, float, float, float],
    size: Size,
    *,
    azimuth: float = 13.0,
    elevation: float = 52.0,
    margins: tuple[float, float, float, float] = (0, 0, 0, 0),
    points: Sequence[Vec] = (),
) -> Camera:
    """The nearest camera that shows all of the board within the picture less its margins (left, top, right,
    bottom). With `points`, those are what has to be seen instead of the corners of `bounds`."""
    left, bottom, right, top = bounds
    start = Camera(
        ((left + right) / 2, (bottom + top) / 2),
        azimuth,
        elevation,
        20.0,
        (left - 1, bottom - 1, right + 1, top + 1),
    )
    corners = list(points) or [(x, y, z) for x in (left, right) for y in (bottom, top) for z in (0.0, 0.7)]
    frame = (margins[0], margins[1], size[0] - margins[2], size[1] - margins[3])
    camera, near, far = start, NEAREST, FURTHEST
    for _ in range(24):
        camera = _centred(replace(start, distance=(near + far) / 2), corners, size, frame)
        if _inside(camera, corners, size, frame):
            far = camera.distance
        else:
            near = camera.distance
    return _centred(replace(camera, distance=far), corners, size, frame)


def _centred(
    camera: Camera, corners: list[Vec], size: Size, frame: tuple[float, float, float, float]
) -> Camera:
    """The target moved until the corners' box lies in the middle of the frame."""
    for _ in range(3):
        points = [p for p in (project(camera, c, size) for c in corners) if p]
        x = (min(p[0] for p in points) + max(p[0] for p in points)) / 2 if points else size[0] / 2
        y = (min(p[1] for p in points) + max(p[1] for p in points)) / 2 if points else size[1] / 2
        wanted = ((frame[0] + frame[2]) / 2, (frame[1] + frame[3]) / 2)
        a, b = on_ground(camera, (x, y), size), on_ground(camera, wanted, size)
        if a is None or b is None:
            break
        camera = replace(camera, target=(camera.target[0] + a[0] - b[0], camera.target[1] + a[1] - b[1]))
    return camera


def _inside(camera: Camera, corners: list[Vec], size: Size, frame: tuple[float, float, float, float]) -> bool:
    points = [project(camera, c, size) for c in corners]
    return all(
        p is not None and frame[0] <= p[0] <= frame[2] and frame[1] <= p[1] <= frame[3] for p in points
    )


def _kept(camera: Camera) -> Camera:
    left, bottom, right, top = camera.bounds
    x, y = camera.target
    return replace(camera, target=(min(right, max(left, x)), min(top, max(bottom, y))))


def _minus(a: Vec, b: Vec) -> Vec:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def _dot(a: Vec, b: Vec) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
