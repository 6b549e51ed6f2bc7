"""Models that a game brings along (GLB) → meshes as figures are: standing on z = 0, facing +y, 0.75 high.

Which parts are there, and that they are bounded, `schemas/models.py` has seen to before a decoder gets them.
A texture becomes colours at the corners.
"""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Any

import numpy as np

from tilewright.schemas.art import BadArt
from tilewright.schemas.models import GlbModel, header, repacked

from ..common import art
from ..modelling.mesh import Floats, Mesh, join, mesh

VERSION = 1
HIGH, WIDE = 0.75, 1.1  # how high a model stands, unless it is so wide that it would not fit on its space
_FAR = 1e6
_UPRIGHT = np.array([[-1, 0, 0], [0, 0, 1], [0, 1, 0]], np.float64)  # glTF has y up, and faces +z


@lru_cache(32)
def has_pose(ref: str, pose: str) -> bool:
    """Whether a model has a scene of that name: the table shows that, and does nothing itself."""
    try:
        return pose in _model(ref)[0].poses()
    except BadArt:
        return False


def decoded(ref: str, pose: str) -> Mesh:
    """The mesh of one pose of a model, in the size in which it stands. Raises BadArt."""
    model, data = _model(ref)
    usual: int = model.document.get("scene", 0)
    size = _size(_mesh(model, data, usual))
    return _standing(_mesh(model, data, model.poses().get(pose, usual)), size)


def _model(ref: str) -> tuple[GlbModel, bytes]:
    data = art.data(ref)
    return header(io.BytesIO(data), len(data)), data


def _mesh(model: GlbModel, data: bytes, scene: int) -> Mesh:
    """What one scene shows, where its nodes put it."""
    from trimesh.exchange.gltf import load_glb

    try:
        found = load_glb(io.BytesIO(repacked(model, data, scene)))
        frames = {edge["frame_to"]: edge for edge in found["graph"]}
        textures: _Textures = {}
        parts = [
            _part(found["geometry"][edge["geometry"]], _where(frames, edge), textures)
            for edge in found["graph"]
            if "geometry" in edge
        ]
        whole = join(parts)
    except BadArt:
        raise
    except Exception as problem:  # decoders raise what they like
        raise BadArt("it is damaged") from problem
    numbers = np.hstack([whole.points, whole.normals, whole.colours])
    if not len(whole.faces) or not np.isfinite(numbers).all() or np.abs(whole.points).max() > _FAR:
        raise BadArt("its corners lie nowhere")
    return whole


def _where(frames: dict[str, Any], edge: dict[str, Any]) -> Any:
    """The matrix of a node in the whole; the tree is known to end."""
    matrix = np.asarray(edge["matrix"], np.float64)
    while (above := frames.get(edge["frame_from"])) is not None:
        matrix, edge = np.asarray(above["matrix"], np.float64) @ matrix, above
    return matrix


_Textures = dict[int, tuple[Any, Any]]
"""Pictures by their ids, with their pixels: each is decoded once, however many parts it is on."""


def _part(part: dict[str, Any], matrix: Any, textures: _Textures) -> Mesh:
    points = np.asarray(part["vertices"], np.float64)
    faces = np.asarray(part["faces"], np.int64)
    if faces.size and (faces.min() < 0 or faces.max() >= len(points)):
        raise BadArt("its triangles lie between corners that it has not")
    turn = _UPRIGHT @ matrix[:3, :3]
    placed = points @ turn.T + _UPRIGHT @ matrix[:3, 3]
    if np.linalg.det(turn) < 0:
        faces = faces[:, ::-1]
    given = part.get("vertex_normals")
    if given is None:
        normals = _normals(placed, faces)
    else:
        normals = _unit(np.asarray(given, np.float64) @ np.linalg.pinv(turn))
    return mesh(placed, normals, _colours(part, len(points), textures), None, faces)


def _normals(points: Any, faces: Any) -> Any:
    """Directions of corners that have none: the mean of the triangles round about."""
    a, b, c = (points[faces[:, i]] for i in range(3))
    across = np.cross(b - a, c - a)
    found = np.zeros_like(points)
    for i in range(3):
        np.add.at(found, faces[:, i], across)
    return _unit(found)


def _unit(directions: Any) -> Any:
    long = np.linalg.norm(directions, axis=1, keepdims=True)
    return np.where(long > 1e-12, directions / np.maximum(long, 1e-12), (0.0, 0.0, 1.0))


def _colours(part: dict[str, Any], count: int, textures: _Textures) -> Floats:
    """The colour of each corner in linear light: its own, times that of its material and of its texture."""
    found = np.ones((count, 4), np.float32)
    visual = part.get("visual")
    material = getattr(visual, "material", None)
    base = getattr(material, "baseColorFactor", None)
    if base is not None:
        found[:, :3] *= _fraction(base)[:3]
    image, uv = getattr(material, "baseColorTexture", None), getattr(visual, "uv", None)
    if image is not None and uv is not None:
        found[:, :3] *= _sampled(image, np.asarray(uv, np.float64), textures)
    given = part.get("vertex_colors")
    if given is None and visual is not None:
        given = visual.vertex_attributes.get("color")
    if given is not None and len(given) == count:
        found[:, :3] *= _fraction(given)[:, :3]
    return found


def _fraction(colours: object) -> Any:
    """Colours as numbers from 0 to 1, however they are stored."""
    found = np.asarray(colours)
    return found / np.iinfo(found.dtype).max if found.dtype.kind in "ui" else found.clip(0, 1)


def _sampled(image: Any, uv: Any, textures: _Textures) -> Any:
    """What a texture shows at each corner."""
    if image.format not in ("PNG", "JPEG") or image.width * image.height > _MOST_TEXELS:
        raise BadArt("one of its textures is larger than is shown, or no PNG or JPEG")
    if id(image) not in textures:
        textures[id(image)] = image, np.asarray(image.convert("RGB"))
    pixels = textures[id(image)][1]
    uv = np.nan_to_num(uv) % 1.0
    x = (uv[:, 0] * (image.width - 1)).round().astype(int)
    y = ((1 - uv[:, 1]) * (image.height - 1)).round().astype(int)
    return (pixels[y, x].astype(np.float32) / 255) ** 2.2


_MOST_TEXELS = 4_200_000


def _size(whole: Mesh) -> float:
    low, high = whole.points.min(0), whole.points.max(0)
    across, tall = float((high - low)[:2].max()), float((high - low)[2])
    return min(HIGH / max(tall, 1e-6), WIDE / max(across, 1e-6))


def _standing(whole: Mesh, size: float) -> Mesh:
    """The mesh on its base, a little darker at the foot as if it stood in its own shade."""
    low, high = whole.points.min(0), whole.points.max(0)
    across, along = (float(low[i] + high[i]) / 2 for i in (0, 1))
    placed = whole.moved((-across, -along, -float(low[2]))).moved(scale=size)
    colours = placed.colours.copy()
    colours[:, 3] = np.clip(0.45 + 2.2 * placed.points[:, 2], 0.45, 1.0)
    return placed.coloured(colours)
