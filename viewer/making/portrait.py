"""Small pictures of figures for panels, drawn by numpy alone: the same on
every machine, with no renderer at all. Pure."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from ..common import svg
from ..modelling.mesh import Mesh
from ..modelling.sculpt import MIDDLE
from ..scene.looks import PieceLook
from . import cache

_LIGHTS = (
    ((0.45, 0.75, 0.75), (1.25, 1.15, 1.05)),
    ((-0.9, 0.2, 0.3), (0.25, 0.60, 1.20)),
    ((0.8, -0.5, 0.3), (0.9, 0.45, 0.2)),
)
_DENSITY = 2.8  # points for each pixel of the doubled picture
TILT = 0.20  # The eye is a little above.


WantedPortrait = tuple[PieceLook, tuple[int, int], bool]


class Queue:
    """Portraits that wait until there is time. Before it is opened, each is made when it is asked for."""

    def __init__(self) -> None:
        self.opened = False
        self._wanted: dict[WantedPortrait, None] = {}
        self._made: set[WantedPortrait] = set()

    def open(self) -> None:
        """From now on portraits wait for `make_one`; what waited at another table is forgotten."""
        self.opened = True
        self._wanted.clear()

    def make_one(self) -> bool:
        """Make one of the portraits that wait; False if none does."""
        wanted = next(iter(self._wanted), None)
        if wanted is None:
            return False
        del self._wanted[wanted]
        self.made(wanted)
        return True

    def in_time(self, wanted: WantedPortrait) -> str:
        """The portrait, or nothing while it waits."""
        if self.opened and wanted not in self._made and not cache.has_picture(wanted):
            self._wanted[wanted] = None
            return ""
        return self.made(wanted)

    def made(self, wanted: WantedPortrait) -> str:
        """The portrait, at once."""
        self._made.add(wanted)
        return _uri(wanted)


queue = Queue()  # one process has one window


def portrait_uri(look: PieceLook, side: int) -> str:
    """A square portrait, of head and shoulders if it stands, ready for an SVG image; empty while it waits."""
    return queue.in_time((look, (side, side), True))


def full_uri(look: PieceLook, width: int, height: int) -> str:
    """The whole figure, ready for an SVG image; empty while it waits to be made."""
    return queue.in_time((look, (width, height), False))


@lru_cache(192)
def _uri(wanted: WantedPortrait) -> str:
    look, size, bust = wanted
    return svg.data_uri(cache.png(wanted, lambda: portrait(look, size, bust=bust)))


def portrait(look: PieceLook, size: tuple[int, int], *, bust: bool) -> Image.Image:
    """Points strewn over the figure's triangles, the nearest to the eye wins; drawn double and shrunk."""
    mesh = cache.figure(look, MIDDLE).moved(heading=-28.0, scale=(look.bulk, look.bulk, look.height))
    tall = float(mesh.points[:, 2].max())
    # Who crawls has no shoulders: it is shown whole.
    bust = bust and float(np.ptp(mesh.points[:, 0])) < 2 * tall
    low = tall * 0.42 if bust else 0.0
    points, normals, colours = _strewn(mesh, low - 0.06, round(size[0] * size[1] * 4 * _DENSITY))
    if not len(points):  # an author's figure that turns no face to the eye up there
        return portrait(look, size, bust=False) if bust else Image.new("RGBA", size)
    wide, high = size[0] * 2, size[1] * 2
    head = points[points[:, 2] > 0.8 * tall] if bust else points
    middle = float(head[:, 0].max() + head[:, 0].min()) / 2
    across = float(points[:, 0].max() - points[:, 0].min())
    scale = min(high / (tall - low) * 0.92, 1e9 if bust else wide / across * 0.94)
    x = ((points[:, 0] - middle) * scale + wide / 2).astype(int)
    y = (high * 0.97 - (points[:, 2] - low + points[:, 1] * TILT * 0.5) * scale).astype(int)
    order = np.argsort(points[:, 1] + points[:, 2] * TILT, kind="stable")  # The nearest is written last.
    order = order[(x[order] >= 0) & (x[order] < wide) & (y[order] >= 0) & (y[order] < high)]
    image = np.zeros((high, wide, 4), np.float32)
    lit = np.column_stack([_lit(normals, colours), np.ones(len(points))])
    # Each point is two pixels wide, or gaps would show; all pixels of a nearer one come after other ones.
    dx, dy = np.tile((0, 1, 0, 1), len(order)), np.tile((0, 0, 1, 1), len(order))
    order = np.repeat(order, 4)
    image[np.minimum(y[order] + dy, high - 1), np.minimum(x[order] + dx, wide - 1)] = lit[order]
    picture = Image.fromarray((np.clip(image, 0, 1) * 255).astype(np.uint8), "RGBA")
    return picture.resize(size, Image.Resampling.BOX)


def _strewn(
    mesh: Mesh, over: float, count: int
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Points evenly over what faces the eye and lies higher than `over`, with their normals and colours;
    none where nothing does.
    """
    random = np.random.default_rng(1)
    a, b, c = (mesh.points[mesh.faces[:, i]] for i in range(3))
    across = np.cross(b - a, c - a)
    seen = (across[:, 1] + TILT * across[:, 2] > 0) & (a[:, 2] > over)
    area = np.linalg.norm(across, axis=1) * seen
    whole = np.cumsum(area, dtype=np.float64)  # ends at its own last number, so that every point finds a face
    if not whole[-1]:
        count = 0
    chosen = np.searchsorted(whole / (whole[-1] or 1.0), random.random(count), side="right")
    u, v = np.sqrt(random.random(count)), random.random(count)
    weights = np.column_stack([1 - u, u * (1 - v), u * v]).astype(np.float32)

    def between(values: NDArray[np.float32]) -> NDArray[np.float32]:
        found: NDArray[np.float32] = np.einsum("nk,nkd->nd", weights, values[mesh.faces[chosen]])
        return found

    return between(mesh.points), between(mesh.normals), between(mesh.colours)


def _lit(normals: NDArray[np.float32], colours: NDArray[np.float32]) -> NDArray[np.float32]:
    shade = colours[:, 3:4]
    light = np.full((len(normals), 3), 0.16, np.float32) * shade
    for direction, colour in _LIGHTS:
        unit = np.array(direction, np.float32) / np.linalg.norm(direction)
        light = light + np.maximum(normals @ unit, 0)[:, None] * np.array(colour, np.float32) * (
            0.35 + 0.65 * shade
        )
    lit = colours[:, :3] * light * 1.5
    lit = np.sqrt(lit / (lit + 0.5) * 1.2)
    return np.where(shade < 0.004, colours[:, :3], lit)
