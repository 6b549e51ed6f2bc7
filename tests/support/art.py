"""Files of art, made by code."""

from __future__ import annotations

import io
import json
import struct
from collections.abc import Mapping
from typing import Any

import numpy as np
from PIL import Image

from tilewright.viewer.modelling.mesh import Mesh

_TYPES = {"f": 5126, "B": 5121, "H": 5123}


Part = tuple[Mesh, tuple[float, float, float]]
"""A mesh, and the colour by which its own colours are multiplied."""


def glb(poses: Mapping[str, list[Part]], **more: Any) -> bytes:
    """A model with a scene for each entry, the first of them shown; `more` overwrites parts of its list.

    What several scenes show is in it once.
    """
    bytes_, views, lists = bytearray(), [], []
    kept: dict[int, dict[str, Any]] = {}

    def add(data: Any, kind: str, wide: str, **said: Any) -> int:
        raw = data.tobytes()
        views.append({"buffer": 0, "byteOffset": len(bytes_), "byteLength": len(raw)})
        bytes_.extend(raw + b"\0" * (-len(raw) % 4))
        of = {"bufferView": len(views) - 1, "componentType": _TYPES[kind], "count": len(data), "type": wide}
        lists.append({**of, **said})
        return len(lists) - 1

    def primitive(mesh: Mesh) -> dict[str, Any]:
        points = _as_gltf(mesh.points)
        colours = np.clip(mesh.colours * 255 + 0.5, 0, 255).astype("u1")
        colours[:, 3] = 255
        bounds = {"min": points.min(0).tolist(), "max": points.max(0).tolist()}
        attributes = {
            "POSITION": add(points, "f", "VEC3", **bounds),
            "NORMAL": add(_as_gltf(mesh.normals), "f", "VEC3"),
            "COLOR_0": add(colours, "B", "VEC4", normalized=True),
        }
        indices = add(mesh.faces.astype("<u2").reshape(-1), "H", "SCALAR")
        return {"attributes": attributes, "indices": indices}

    colours = list(dict.fromkeys(colour for parts in poses.values() for _, colour in parts))
    meshes = []
    for parts in poses.values():
        for mesh, _ in parts:
            if id(mesh) not in kept:
                kept[id(mesh)] = primitive(mesh)
        shown = [{**kept[id(mesh)], "material": colours.index(colour)} for mesh, colour in parts]
        meshes.append({"primitives": shown})
    document = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"name": name, "nodes": [number]} for number, name in enumerate(poses)],
        "nodes": [{"mesh": number} for number in range(len(poses))],
        "meshes": meshes,
        "materials": [{"pbrMetallicRoughness": {"baseColorFactor": [*colour, 1]}} for colour in colours],
        "accessors": lists,
        "bufferViews": views,
        "buffers": [{"byteLength": len(bytes_)}],
        **more,
    }
    return packed(document, bytes(bytes_))


def packed(document: Any, parts: bytes) -> bytes:
    """A GLB file of a list of parts, sound or not, and their bytes."""
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    head = struct.pack("<4sIIII", b"glTF", 2, 28 + len(text) + len(parts), len(text), 0x4E4F534A)
    return head + text + struct.pack("<II", len(parts), 0x004E4942) + parts


def unpacked(data: bytes) -> tuple[Any, bytes]:
    """The list of parts of a GLB file, and their bytes."""
    (length,) = struct.unpack_from("<I", data, 12)
    return json.loads(data[20 : 20 + length]), data[28 + length :]


def textured(model: bytes, picture: bytes) -> bytes:
    """The model with a picture on all its surfaces."""
    document, parts = unpacked(model)
    views = [*document["bufferViews"], {"buffer": 0, "byteOffset": len(parts), "byteLength": len(picture)}]
    surface = {"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}
    document |= {
        "bufferViews": views,
        "buffers": [{"byteLength": len(parts) + len(picture)}],
        "images": [{"bufferView": len(views) - 1}],
        "textures": [{"source": 0}],
        "materials": [surface] * len(document["materials"]),
    }
    return packed(document, parts + picture)


def encoded(picture: Image.Image, form: str = "PNG", **options: Any) -> bytes:
    made = io.BytesIO()
    picture.save(made, form, **options)
    return made.getvalue()


def plain(size: tuple[int, int] = (8, 8), colour: str = "#3f7a3a", form: str = "PNG") -> bytes:
    return encoded(Image.new("RGB", size, colour), form)


def _as_gltf(directions: Any) -> Any:
    """From x to the right, y away, z up to glTF: y up, and what faces +y faces +z."""
    return (directions[:, [0, 2, 1]] * (-1, 1, 1)).astype("<f4")
