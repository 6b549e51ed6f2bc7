"""GLB models of strangers (glTF 2.0 in one file): what they say they are made of, held against bounds.

A model holds everything that it shows: one that takes parts from other files or addresses is refused. What is
counted here is what a decoder would come to; where bytes lie is held against what there is of them, so that a
decoder is never asked for more. Bones, movements, lamps and cameras of a model are left out.
"""

from __future__ import annotations

import json
import struct
from typing import Any, BinaryIO, NamedTuple

from tilewright.schemas.documents import Document

from .art import MODEL, BadArt, TooMuch, pixels
from .reading import BadDocument, misfit, parsed

MOST_HEADER = 1_000_000
"""Bytes of the list of parts."""
MOST_TRIANGLES = 40_000
MOST_CORNERS = 120_000
MOST_NUMBERS = 2_000_000
"""Numbers in all lists of a model: corners, directions, colours."""
MOST_PARTS = 1_000
"""Parts that a scene shows, one of which hangs on several nodes once for each."""
MOST_TEXELS = 16_000_000
"""Pixels of all its textures."""
MOST_DEPTH = 32

_HEAD = struct.Struct("<4sIIII")
_JSON, _BIN = 0x4E4F534A, 0x004E4942
_BYTES = {5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4}
_WIDE = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}
_TRIANGLES = 4
_KEPT = (
    "asset",
    "scene",
    "scenes",
    "nodes",
    "meshes",
    "materials",
    "textures",
    "images",
    "accessors",
    "bufferViews",
    "buffers",
)
_LEFT_OUT = frozenset({"extensions", "extras", "camera", "skin", "weights", "targets"})
_MAGIC = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")


class GlbModel(NamedTuple):
    """What a model says of itself, sound in all its references; and how many bytes its parts lie in."""

    document: Document
    start: int  # where the bytes of its parts begin in the file
    bytes: int

    def poses(self) -> dict[str, int]:
        """The scenes that have names, by which a look calls them poses."""
        scenes = self.document.get("scenes", ())
        return {one["name"]: number for number, one in enumerate(scenes) if one.get("name")}


def header(file: BinaryIO, size: int) -> GlbModel:
    """What a model of so many bytes says of itself. Raises BadArt for one that cannot be shown."""
    head = file.read(_HEAD.size)
    if len(head) < _HEAD.size:
        raise BadArt("it is no GLB model: it is too short")
    magic, version, whole, length, sort = _HEAD.unpack(head)
    if magic != b"glTF" or version != 2 or sort != _JSON:
        raise BadArt("it is no GLB model (glTF 2.0 in one file): export it as .glb")
    if whole != size:
        raise BadArt("it is cut short, or has something behind its end")
    if length > MOST_HEADER:
        raise TooMuch(f"its list of parts has {length:,} bytes, and may have {MOST_HEADER:,}")
    text = file.read(length)
    start = _HEAD.size + length
    rest = file.read(8)
    there = 0
    if rest:
        there, sort = struct.unpack("<II", rest) if len(rest) == 8 else (0, 0)
        start += 8
        if sort != _BIN or start + there > size:
            raise BadArt("it is cut short, or has something behind its end")
    try:
        document = parsed(text)
    except BadDocument as error:
        why = str(error)
        raise BadArt(f"its list of parts is damaged: {why[:1].lower()}{why[1:-1]}") from None
    return GlbModel(_sound(document, there), start, there)


def repacked(model: GlbModel, data: bytes, scene: int) -> bytes:
    """The model with nothing in it but what is shown, and with one of its scenes as the one to show. Raises
    BadArt if one of its pictures is none.
    """
    text = json.dumps({**model.document, "scene": scene}).encode()
    text += b" " * (-len(text) % 4)
    parts = data[model.start : model.start + model.bytes]
    _hold_pictures(model.document, parts)
    whole = _HEAD.size + len(text) + 8 + len(parts)
    return b"".join(
        (_HEAD.pack(b"glTF", 2, whole, len(text), _JSON), text, struct.pack("<II", len(parts), _BIN), parts)
    )


def texels(file: BinaryIO, size: int) -> int:
    """How many pixels are decoded to show a model of so many bytes. Raises BadArt for one that cannot be."""
    model = header(file, size)
    file.seek(model.start)
    return _hold_pictures(model.document, file.read(model.bytes))


def _hold_pictures(document: Document, parts: bytes) -> int:
    """How many pixels the pictures have that a model shows. Raises BadArt if any of its pictures is no
    PNG or JPEG, and TooMuch if what it shows is too much for what decodes it.
    """
    surfaces = (one.get("pbrMetallicRoughness", {}) for one in document.get("materials", ()))
    used = (surface.get("baseColorTexture") for surface in surfaces)
    shown = {document["textures"][one["index"]]["source"] for one in used if one is not None}
    found = 0
    for number, image in enumerate(document.get("images", ())):
        view = document["bufferViews"][image["bufferView"]]
        start = view.get("byteOffset", 0)
        if not parts[start:].startswith(_MAGIC):
            raise BadArt("one of its pictures is neither PNG nor JPEG")
        if number in shown:
            found += pixels(parts[start : start + view["byteLength"]])
    if found > MOST_TEXELS:
        raise TooMuch(f"its textures have {found:,} pixels, and may have {MOST_TEXELS:,}")
    return found


def _sound(said: Any, there: int) -> Document:
    """The parts that are shown, once every number in them leads to something that is there."""
    if isinstance(said, dict) and (needed := said.get("extensionsRequired")):
        raise BadArt(f"it needs {str(needed)[:60]}, which is not known here: export it without compression")
    document = (
        {name: _plain(said[name]) for name in _KEPT if name in said} if isinstance(said, dict) else said
    )
    for part in ("buffers", "images"):
        for one in document.get(part, ()) if isinstance(document, dict) else ():
            if isinstance(one, dict) and "uri" in one:
                raise BadArt("it takes parts from another file: export it as one .glb that holds everything")
    if (wrong := misfit("model", document)) is not None:
        raise BadArt(f"its list of parts is not as glTF has it: {wrong}")
    sound: Document = document
    _hold_views(sound, there)
    _hold_materials(sound)
    _hold_meshes(sound)
    _hold_nodes(sound)
    return sound


def _plain(part: object) -> Any:
    """Without what nobody here knows."""
    if isinstance(part, list):
        return [_plain(one) for one in part]
    if isinstance(part, dict):
        return {name: _plain(one) for name, one in part.items() if name not in _LEFT_OUT}
    return part


def _hold_views(document: Document, there: int) -> None:
    """Every list of numbers lies in the bytes that there are."""
    if len(document.get("buffers", ())) > 1:
        raise BadArt("it takes parts from another file: export it as one .glb that holds everything")
    views, numbers = document.get("bufferViews", ()), 0
    if sum(view["byteLength"] for view in views) > 2 * MODEL.most:
        raise BadArt("its parts share their bytes, and come to more than there are")
    for view in views:
        if view["buffer"] >= len(document.get("buffers", ())):
            raise BadArt("some of its parts lie in no file")
        if view.get("byteOffset", 0) + view["byteLength"] > there:
            raise BadArt("it is cut short: some of its parts lie behind its end")
    for one in document.get("accessors", ()):
        view = _at(views, one["bufferView"])
        wide, one_bytes = _WIDE[one["type"]], _BYTES[one["componentType"]]
        stride = view.get("byteStride", wide * one_bytes)
        numbers += one["count"] * wide
        last = one.get("byteOffset", 0) + (one["count"] - 1) * stride + wide * one_bytes
        if stride < wide * one_bytes or last > view["byteLength"]:
            raise BadArt("some of its lists are longer than the bytes that they lie in")
    if numbers > MOST_NUMBERS:
        raise TooMuch(f"its lists have {numbers:,} numbers, and may have {MOST_NUMBERS:,}")


def _hold_materials(document: Document) -> None:
    views, images, textures = (document.get(one, ()) for one in ("bufferViews", "images", "textures"))
    for image in images:
        _at(views, image["bufferView"])
    for texture in textures:
        _at(images, texture["source"])
    for material in document.get("materials", ()):
        shown = material.get("pbrMetallicRoughness", {}).get("baseColorTexture")
        if shown is not None:
            _at(textures, shown["index"])


def _hold_meshes(document: Document) -> None:
    """The parts of a mesh name lists that are there, each of as many corners."""
    lists = document.get("accessors", ())
    for mesh in document.get("meshes", ()):
        for part in mesh["primitives"]:
            if part.get("mode", _TRIANGLES) != _TRIANGLES:
                raise BadArt("it is drawn with lines or strips: export it as triangles")
            corners = [_at(lists, number) for number in part["attributes"].values()]
            if (
                len({one["count"] for one in corners}) > 1
                or _at(lists, part["attributes"]["POSITION"])["type"] != "VEC3"
            ):
                raise BadArt(
                    "its corners have directions or colours for more or fewer corners than there are"
                )
            if "material" in part:
                _at(document.get("materials", ()), part["material"])
            if "indices" in part and _at(lists, part["indices"])["type"] != "SCALAR":
                raise BadArt("its triangles are not listed as glTF has it")


def _hold_nodes(document: Document) -> None:
    """The nodes of each scene are a tree, of bounded depth, and what hangs on it is not too much."""
    nodes, meshes, lists = (document.get(one, ()) for one in ("nodes", "meshes", "accessors"))
    shows = False
    children = [child for node in nodes for child in node.get("children", ())]
    if len(children) > len(set(children)):
        raise BadArt("one of its parts hangs on two others")
    for scene in document.get("scenes", ()):
        met: set[int] = set()
        waiting = [(one, 1) for one in scene.get("nodes", ())]
        triangles = corners = parts = 0
        while waiting:
            number, depth = waiting.pop()
            node = _at(nodes, number)
            if number in met or depth > MOST_DEPTH:
                raise BadArt("its parts hang on one another in a circle, or too deep")
            met.add(number)
            waiting += [(child, depth + 1) for child in node.get("children", ())]
            for part in _at(meshes, node["mesh"])["primitives"] if "mesh" in node else ():
                count = lists[part["attributes"]["POSITION"]]["count"]
                corners += count
                triangles += (lists[part["indices"]]["count"] if "indices" in part else count) // 3
                parts += 1
        if triangles > MOST_TRIANGLES or corners > MOST_CORNERS:
            raise TooMuch(
                f"it has {triangles:,} triangles with {corners:,} corners; shown are up to "
                f"{MOST_TRIANGLES:,} with {MOST_CORNERS:,}"
            )
        if parts > MOST_PARTS:
            raise TooMuch(f"it has {parts:,} parts, and may have {MOST_PARTS:,}")
        shows = shows or parts > 0
    if not shows:
        raise BadArt("it shows nothing: none of its scenes has a mesh")


def _at(parts: Any, number: int) -> Any:
    if number >= len(parts):
        raise BadArt("it names parts that are not in it")
    return parts[number]
