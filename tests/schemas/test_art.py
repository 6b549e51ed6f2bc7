"""Files of art of strangers: what is sound is let through, all else is refused with a sentence."""

from __future__ import annotations

import io
import random
import struct
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from support.art import encoded, glb, packed, plain, unpacked
from support.patience import ends_within
from tilewright.schemas.art import MOST_SCANS, MOST_SIDE, BadArt, TooMuch, checked, is_file, is_name, sort_of
from tilewright.schemas.drawings import LAYER, MOST_SHAPES, cleaned
from tilewright.schemas.models import GlbModel, header, repacked
from tilewright.viewer.modelling.mesh import Box, Mesh, boxes

EXAMPLE = Path(__file__).parents[2] / "scenarios/learn/7_own_art/art"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{}</svg>'
SHAPE = '<path d="M0 0h9v9z"/>'
WHITE = (1.0, 1.0, 1.0)


def cube() -> Mesh:
    return boxes([Box((0, 0, 0), (1, 1, 1), (0.5, 0.5, 0.5))])


def model(**more: Any) -> bytes:
    return glb({"ready": [(cube(), WHITE)]}, **more)


def why(name: str, data: bytes) -> str:
    """The sentence with which a file is refused."""
    with pytest.raises(BadArt) as refused:
        checked(name, data)
    assert not refused.value.why.endswith(".")
    return refused.value.why


def test_names_have_one_meaning_on_every_system() -> None:
    assert is_name("axe.png") and is_name("cards/old/axe_2.b.png")
    for name in (
        "../axe.png",
        "/etc/axe.png",
        "a\\b.png",
        ".axe.png",
        "a/../b.png",
        "C:axe.png",
        "é.png",
        "",
    ):
        assert not is_name(name)
    assert not is_name("a" * 200 + ".png")
    assert (
        is_file("axe.png")
        and is_file("axe.pgn")
        and not is_file("trooper")
        and not is_file("A")
        and not is_file(3)
    )
    assert sort_of("AXE.PNG") is sort_of("axe.webp") and sort_of("axe.exe") is None


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.png", plain()),
        ("a.jpg", plain(form="JPEG")),
        ("a.webp", plain(form="WEBP")),
        ("a.svg", SVG.format(SHAPE).encode()),
        ("a.glb", model()),
    ],
)
def test_sound_files_pass_and_parts_of_them_do_not(name: str, data: bytes) -> None:
    checked(name, data)
    for cut in (0, 1, 7, 15, len(data) // 2, len(data) - 1):
        if name != "a.jpg" or cut < 100:  # the beginning of a JPEG does not say how long it is
            assert why(name, data[:cut])


def test_a_picture_may_not_be_large_nor_move() -> None:
    assert "4,097 x 1 pixels" in why("a.png", plain((MOST_SIDE + 1, 1)))
    with pytest.raises(TooMuch):
        checked("a.png", plain((MOST_SIDE, MOST_SIDE)))
    assert "far more" in why("a.png", _png(200_000, 200_000))
    assert "can be read" in why("a.png", _png(0, 7))
    frames = [Image.new("RGB", (4, 4), colour) for colour in ("red", "blue")]
    assert "moves" in why("a.webp", encoded(frames[0], "WEBP", save_all=True, append_images=frames[1:]))
    assert "4,000,000" in why("a.png", b"\0" * 4_000_001)
    assert "it is PNG, and" in why("a.jpg", plain()) and "it is JPEG" in why("a.png", plain(form="JPEG"))
    both = [Image.new("RGB", (8, 8), colour) for colour in ("red", "blue")]
    checked("a.jpg", encoded(both[0], "MPO", save_all=True, append_images=both[1:]))
    progressive = io.BytesIO()
    both[0].save(progressive, "JPEG", progressive=True)
    checked("a.jpg", whole := progressive.getvalue())
    scan = whole[whole.rindex(b"\xff\xda") : -2]
    assert "more than 100 scans" in why("a.jpg", whole[:-2] + scan * MOST_SCANS + whole[-2:])
    assert "no PNG, JPEG or WebP" in why("a.png", encoded(frames[0], "GIF"))
    assert "nothing shows" in why("a.exe", b"MZ")


def _png(wide: int, high: int) -> bytes:
    """A picture that says it has so many pixels, and has none."""
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(b"")),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + sort + data + struct.pack(">I", zlib.crc32(sort + data))
        for sort, data in chunks
    )


# ------------------------------------------------------------------ drawings


def test_of_a_drawing_only_what_draws_is_left() -> None:
    drawing = cleaned(
        SVG.format(
            '<title>No</title><metadata><x xmlns="y"/></metadata><foo xmlns="z"><path d="M1"/></foo>'
            '<defs><linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient>'
            '<radialGradient id="h" href="#g"/></defs>'
            '<g onclick="x()" data-x="1" transform="scale(2)">'
            '<path d="M0 0h9v9z" style="fill:url(#g);font:x"/></g>'
        ).encode()
    )
    assert drawing.box == (0.0, 0.0, 10.0, 10.0)
    for gone in ("onclick", "data-x", "foo", "title", "font", "M1"):
        assert gone not in drawing.body
    assert 'fill="url(#g)"' in drawing.body and 'xlink:href="#g"' in drawing.body
    sized = cleaned(SVG.replace('viewBox="0 0 10 10"', 'width="20px" height="3cm"').format(SHAPE).encode())
    assert sized.box == (0.0, 0.0, 20.0, 3.0)


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        ('<image href="/etc/passwd"/>', "<image>"),
        ('<image href="data:image/png;base64,AAAA"/>', "<image>"),
        ('<use href="#a"/>', "<use>"),
        ("<script>x</script>", "<script>"),
        ("<foreignObject/>", "<foreignObject>"),
        ("<text>x</text>", "turn its letters into paths"),
        ("<style>@import url(x)</style>", "colours at the shapes"),
        ("<filter/>", "<filter>"),
        ("<pattern/>", "<pattern>"),
        ("<svg/>", "<svg>"),
        ('<path d="M0 0h9" fill="url(file:///x)"/>', "another file"),
        ('<path d="M0 0h9" style="fill:url(http://x)"/>', "another file"),
        ('<linearGradient href="http://x#g"/>', "another file"),
        (SHAPE * (MOST_SHAPES + 1), "shapes"),
        ("<g>" * 40 + SHAPE + "</g>" * 40, "shapes"),
        (
            f'<clipPath id="a">{SHAPE * 40}</clipPath>' + '<path clip-path="url(#a)" d="M0 0h1"/>' * 25,
            "each use",
        ),
        (
            '<clipPath id="a" clip-path="url(#a)"><path d="M0 0h1"/></clipPath><g clip-path="url(#a)"/>'
            + SHAPE,
            "in one another",
        ),
        (f'<path d="M0 0{"l1 1" * 13_000}"/>', "simplify"),
        ('<path opacity=".5" d="M0 0h1"/>' * (MOST_SHAPES // LAYER), "an opacity"),
        ("", "draws nothing"),
        ("<path>", "no SVG"),
    ],
)
def test_a_drawing_holds_nothing_but_shapes(inside: str, said: str) -> None:
    assert said in why("a.svg", SVG.format(inside).encode())


def test_a_drawing_has_few_elements() -> None:
    checked("a.svg", SVG.format(SHAPE + "<g/>" * 2_000).encode())
    for nothing in ("<g/>", "<title/>", '<x xmlns="y"/>'):
        with pytest.raises(TooMuch, match="2,500 elements"):
            checked("a.svg", SVG.format(SHAPE + nothing * 2_500).encode())


def test_a_drawing_has_no_entities_and_a_size() -> None:
    laughs = '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>' + SVG.format("<path d='&b;'/>")
    assert "DOCTYPE" in why("a.svg", laughs.encode())
    outside = '<!DOCTYPE svg SYSTEM "file:///etc/passwd">' + SVG.format(SHAPE)
    assert "DOCTYPE" in why("a.svg", outside.encode())
    for box in ("0 0 nan 3", "0 0 0 3", "1 2 3", "a b c d", "0 0 1e9 1", "0 0 -1 1"):
        assert "viewBox" in why("a.svg", SVG.replace("0 0 10 10", box).format(SHAPE).encode())
    with ends_within(2):
        long = SVG.replace('viewBox="0 0 10 10"', f'width="{" " * 190_000}x" height="1"')
        assert "viewBox" in why("a.svg", long.format(SHAPE).encode())
    assert "does not begin" in why("a.svg", b"<html/>")
    assert "no SVG" in why("a.svg", b"")
    assert "no SVG" in why("a.svg", b'<?xml version="1.0" encoding="ebcdic-x"?>' + SVG.format(SHAPE).encode())


# ------------------------------------------------------------------ models


def changed(**parts: Any) -> str:
    """Why a model with other parts is refused."""
    return why("a.glb", model(**parts))


def with_part(name: str, number: int, **said: Any) -> str:
    document, data = unpacked(model())
    document[name][number] |= said
    return why("a.glb", packed(document, data))


def test_a_model_holds_all_that_it_shows() -> None:
    assert "another file" in changed(buffers=[{"byteLength": 4, "uri": "file:///etc/passwd"}])
    assert "another file" in changed(buffers=[{"byteLength": 4, "uri": "data:,x"}])
    assert "another file" in changed(images=[{"uri": "http://example.com/x.png"}])
    assert "another file" in changed(buffers=[{"byteLength": 4}, {"byteLength": 4}])
    assert "without compression" in changed(extensionsRequired=["KHR_draco_mesh_compression"])
    document, data = unpacked(model(animations=[{"samplers": [1]}], skins=[{"joints": [9]}], extras={"a": 1}))
    sound = header(_file(packed(document, data)), len(packed(document, data))).document
    assert not {"animations", "skins", "extras"} & sound.keys()


def test_nothing_in_a_model_lies_outside_of_it() -> None:
    assert "behind its end" in with_part("bufferViews", 0, byteLength=1_000_000)
    assert "longer than the bytes" in with_part("accessors", 0, count=100_000)
    assert "longer than the bytes" in with_part("accessors", 0, byteOffset=100_000)
    assert "not as glTF" in with_part("accessors", 0, count=-1)
    assert "not as glTF" in with_part("accessors", 0, sparse={})
    assert "not in it" in with_part("accessors", 0, bufferView=99)
    assert "lie in no file" in with_part("bufferViews", 0, buffer=7)
    assert "not in it" in changed(scenes=[{"nodes": [7]}])
    assert "not in it" in changed(nodes=[{"mesh": 7}])
    assert "not in it" in changed(textures=[{"source": 3}])
    assert "not in it" in changed(images=[{"bufferView": 99}])
    assert "not in it" in changed(materials=[{"pbrMetallicRoughness": {"baseColorTexture": {"index": 4}}}])
    assert "shows nothing" in changed(scenes=[{"nodes": []}])
    assert "not as glTF" in changed(scenes=[])
    assert "share their bytes" in changed(
        bufferViews=[{"buffer": 0, "byteOffset": 0, "byteLength": 5_000}] * 2_000, accessors=[]
    )


def test_the_parts_of_a_mesh_fit_each_other() -> None:
    def mesh(**said: Any) -> str:
        usual = {"attributes": {"POSITION": 0, "NORMAL": 1, "COLOR_0": 2}, "indices": 3}
        return changed(meshes=[{"primitives": [usual | said]}])

    assert "triangles" in mesh(mode=1)
    assert "more or fewer corners" in mesh(attributes={"POSITION": 0, "NORMAL": 3})
    assert "more or fewer corners" in mesh(attributes={"POSITION": 3})
    assert "not listed" in mesh(indices=0)
    assert "not in it" in mesh(material=9)


def test_the_textures_of_a_model_are_not_too_many() -> None:
    """Of one colour they take few bytes, and each as much memory as any other."""
    views = [{"buffer": 0, "byteOffset": 0, "byteLength": 1}]
    picture = plain((3_000, 3_000))
    document: dict[str, Any] = {
        "bufferViews": [
            *views,
            *({"buffer": 0, "byteOffset": 1, "byteLength": len(picture)} for _ in range(2)),
        ],
        "images": [{"bufferView": 1}, {"bufferView": 2}],
        "textures": [{"source": 0}, {"source": 1}],
        "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": n}}} for n in range(2)],
    }
    found = GlbModel(document, 0, 1 + len(picture))
    with pytest.raises(TooMuch, match="18,000,000 pixels"):
        repacked(found, b"\0" + picture, 0)
    document["materials"].pop()
    assert repacked(found, b"\0" + picture, 0)


def test_nodes_are_a_tree_and_not_too_much() -> None:
    assert "circle" in changed(nodes=[{"children": [1]}, {"children": [0]}])
    assert "circle" in changed(nodes=[{"mesh": 0, "children": [0]}])
    assert "circle" in changed(nodes=[{"mesh": 0}], scenes=[{"nodes": [0, 0]}])
    assert "hangs on two" in changed(
        nodes=[{"children": [2]}, {"children": [2]}, {"mesh": 0}], scenes=[{"nodes": [0, 1]}]
    )
    assert "too deep" in changed(nodes=[*({"children": [i + 1]} for i in range(60)), {"mesh": 0}])
    few = {"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 3}] * 100}]}
    one = {"count": 3, "type": "SCALAR", "componentType": 5123, "bufferView": 3}
    document, _ = unpacked(model())
    lists = [*document["accessors"][:3], one]
    shown = {"nodes": [{"mesh": 0}] * 11, "scenes": [{"nodes": list(range(11))}]}
    assert "1,100 parts" in changed(**few, **shown, accessors=lists)
    many = [{"mesh": 0}] * 500
    assert "triangles" in changed(
        nodes=many,
        scenes=[{"nodes": list(range(500))}],
        meshes=[{"primitives": [{"attributes": {"POSITION": 0}, "indices": 3}] * 10}],
    )
    document, data = unpacked(model())
    document["bufferViews"][0] |= {"byteLength": 40_000}
    wide = {"bufferView": 0, "componentType": 5121, "count": 2_000, "type": "MAT4"}
    document["accessors"] += [wide] * 100
    assert "numbers" in why("a.glb", packed(document, data + b"\0" * 40_000))


def test_what_is_not_a_model_is_told() -> None:
    good = model()
    assert "export it as .glb" in why("a.glb", b'{"asset": {"version": "2.0"}}' + b" " * 40)
    assert "cut short" in why("a.glb", good + b"more")
    head = struct.pack("<4sIIII", b"glTF", 2, 20 + 2_000_000, 2_000_000, 0x4E4F534A)
    assert "list of parts has" in why("a.glb", head + b" " * 2_000_000)
    assert "damaged" in why("a.glb", _packed(b"{"))
    assert "damaged" in why("a.glb", _packed(b'{"a":' * 3_000 + b"1" + b"}" * 3_000))
    assert "not as glTF" in why("a.glb", _packed(b"[]"))
    assert "not as glTF" in why("a.glb", _packed(b"{}"))
    bare = struct.pack("<4sIIII", b"glTF", 2, 22, 2, 0x4E4F534A) + b"{}"
    assert "not as glTF" in why("a.glb", bare)


def test_pictures_in_a_model_are_png_or_jpeg() -> None:
    document, data = unpacked(model(images=[{"bufferView": 0}]))
    whole = packed(document, data)
    with pytest.raises(BadArt, match="neither PNG nor JPEG"):
        repacked(header(_file(whole), len(whole)), whole, 0)


def _packed(text: bytes) -> bytes:
    return (
        struct.pack("<4sIIII", b"glTF", 2, 28 + len(text), len(text), 0x4E4F534A)
        + text
        + struct.pack("<II", 0, 0x4E4942)
    )


def _file(data: bytes) -> Any:
    return io.BytesIO(data)


def test_whatever_is_changed_in_a_file_it_passes_or_is_refused() -> None:
    """A small fuzz: bits turned over, pieces doubled, cut out, overwritten."""
    chance = random.Random(20_26)
    files = {
        "a.png": plain((9, 9)),
        "a.jpg": plain(form="JPEG"),
        "a.webp": plain(form="WEBP"),
        "a.glb": model(),
    }
    files |= {"a.svg": SVG.format(SHAPE * 3).encode(), "a.ogg": (EXAMPLE / "steps.ogg").read_bytes()}
    for name, data in files.items():
        for _ in range(150):
            made = bytearray(data)
            for _ in range(chance.randint(1, 4)):
                at, length = chance.randrange(len(made)), chance.randint(1, 9)
                match chance.randrange(4):
                    case 0:
                        made[at] ^= 1 << chance.randrange(8)
                    case 1:
                        del made[at : at + length]
                    case 2:
                        made[at:at] = made[at : at + length]
                    case _:
                        made[at : at + length] = np.random.default_rng(at).bytes(length)
                made = made or bytearray(b"x")
            with suppress(BadArt):
                checked(name, bytes(made))


# ------------------------------------------------------------------ sounds


def ogg(*, first: bytes = b"\x01vorbis", channels: int = 1, rate: int = 22_050, last: int = 22_050) -> bytes:
    """The first and the last page of a sound, as far as they are looked at."""
    page = struct.Struct("<4sBBqIIIB")
    packet = first + struct.pack("<IBI", 0, channels, rate) + bytes(14)
    begin = page.pack(b"OggS", 0, 2, 0, 1, 0, 0, 1) + bytes([len(packet)]) + packet
    return begin + page.pack(b"OggS", 0, 4, last, 1, 1, 0, 1) + b"\x05abcde"


def test_a_sound_is_short_and_vorbis() -> None:
    checked("a.ogg", ogg())
    for sound in EXAMPLE.glob("*.ogg"):
        checked("a.ogg", sound.read_bytes())
    assert "31 seconds" in why("a.ogg", ogg(last=31 * 22_050))
    assert "silent" in why("a.ogg", ogg(last=0)) and "silent" in why("a.ogg", ogg(last=-1))
    assert "no OGG Vorbis" in why("a.ogg", ogg(first=b"OpusHea")) and "no OGG" in why("a.ogg", b"RIFF" * 20)
    assert "channels" in why("a.ogg", ogg(channels=6)) and "channels" in why("a.ogg", ogg(rate=192_000))
    assert "too short" in why("a.ogg", ogg()[:30])
    assert "cut short" in why("a.ogg", ogg()[:-20])


# ------------------------------------------------------------------ fonts


def test_a_font_has_the_parts_of_one() -> None:
    font = (Path(__file__).parents[2] / "viewer/assets/fonts/Rajdhani_500Medium.ttf").read_bytes()
    checked("a.ttf", font)
    assert "no TrueType" in why("a.ttf", b"wOFF" + font[4:]) and "no TrueType" in why("a.otf", b"OTTO")
    assert "damaged" in why("a.ttf", font[:4] + b"\xff\xff" + font[6:]) and "damaged" in why(
        "a.ttf", font[:40]
    )
    assert "damaged" in why("a.ttf", font[:4] + b"\0\0" + font[6:])
    assert "behind its end" in why("a.ttf", font[:-200])
    assert "lacks parts" in why("a.ttf", font.replace(b"cmap", b"cmop", 1))
