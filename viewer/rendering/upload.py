"""Meshes and images → Panda. Copies whole arrays; nothing is done per vertex in Python."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import (
    BoundingBox,
    Geom,
    GeomEnums,
    GeomNode,
    GeomTriangles,
    GeomVertexArrayFormat,
    GeomVertexData,
    GeomVertexFormat,
    InternalName,
    NodePath,
    Point3,
    SamplerState,
    Texture,
)
from PIL import Image

from ..common.pixels import Pixels, pixels
from ..modelling.mesh import Floats, Mesh

_ROW = np.dtype([("p", "<f4", 3), ("n", "<f4", 3), ("c", "u1", 4), ("t", "<f4", 2)])
_FORMATS: list[GeomVertexFormat] = []


def node(mesh: Mesh, name: str) -> NodePath:
    """A new node that draws the mesh, not yet part of any scene."""
    data = GeomVertexData(name, _format(), Geom.UH_static)
    data.unclean_set_num_rows(len(mesh.points))
    rows = _rows(data)
    rows["p"], rows["n"], rows["t"] = mesh.points, mesh.normals, mesh.uvs
    rows["c"] = _bytes(mesh.colours)
    triangles = GeomTriangles(Geom.UH_static)
    triangles.set_index_type(Geom.NT_uint32)
    indices = triangles.modify_vertices()
    indices.unclean_set_num_rows(mesh.faces.size)
    np.frombuffer(memoryview(indices).cast("B"), np.uint32)[:] = mesh.faces.ravel()
    geom = Geom(data)
    geom.add_primitive(triangles)
    if len(mesh.points):  # Panda would look at one point after the other.
        low, high = mesh.points.min(0).tolist(), mesh.points.max(0).tolist()
        geom.set_bounds(BoundingBox(Point3(*low), Point3(*high)))
    made = GeomNode(name)
    made.add_geom(geom)
    return NodePath(made)


def recolour(path: NodePath, mesh: Mesh) -> None:
    """New colours for a node made of a mesh with the same points."""
    _rows(path.node().modify_geom(0).modify_vertex_data())["c"] = _bytes(mesh.colours)


def _rows(data: GeomVertexData) -> NDArray[Any]:
    """The vertices as they lie in Panda's memory."""
    return np.frombuffer(memoryview(data.modify_array(0)).cast("B"), _ROW)


def _bytes(colours: Floats) -> NDArray[np.uint8]:
    return np.clip(colours * np.float32(255) + np.float32(0.5), 0, 255).astype(np.uint8)


def texture(
    picture: Image.Image | Pixels, name: str, *, repeat: bool = False, mipmaps: bool = True, sharp: int = 1
) -> Texture:
    """A texture of a picture. Its sides must be powers of two where tinydisplay is to show it (see
    `padded`)."""
    data = pixels(picture) if isinstance(picture, Image.Image) else picture
    made = Texture(name)
    made.setup_2d_texture(data.shape[1], data.shape[0], Texture.T_unsigned_byte, Texture.F_rgba)
    made.set_ram_image(data)
    made.set_minfilter(SamplerState.FT_linear_mipmap_linear if mipmaps else SamplerState.FT_linear)
    made.set_magfilter(SamplerState.FT_linear)
    made.set_anisotropic_degree(sharp)
    wrap = SamplerState.WM_repeat if repeat else SamplerState.WM_clamp
    made.set_wrap_u(wrap)
    made.set_wrap_v(wrap)
    return made


def padded(image: Image.Image) -> tuple[Image.Image, float, float]:
    """The image in the top left corner of one with sides that are powers of
    two, and the parts of it that it fills."""
    wide, high = (1 << max(0, side - 1).bit_length() for side in image.size)
    if (wide, high) == image.size:
        return image, 1.0, 1.0
    whole = Image.new("RGBA", (wide, high), (0, 0, 0, 0))
    whole.paste(image, (0, 0))
    return whole, image.width / wide, image.height / high


def _format() -> GeomVertexFormat:
    if not _FORMATS:
        columns = GeomVertexArrayFormat()
        columns.add_column(InternalName.get_vertex(), 3, GeomEnums.NT_float32, GeomEnums.C_point)
        columns.add_column(InternalName.get_normal(), 3, GeomEnums.NT_float32, GeomEnums.C_normal)
        columns.add_column(InternalName.get_color(), 4, GeomEnums.NT_uint8, GeomEnums.C_color)
        columns.add_column(InternalName.get_texcoord(), 2, GeomEnums.NT_float32, GeomEnums.C_texcoord)
        made = GeomVertexFormat()
        made.add_array(columns)
        _FORMATS.append(GeomVertexFormat.register_format(made))
    return _FORMATS[0]
