"""Art of a game at the table: what is shown of it, and that whatever is wrong with a file harms nothing."""

from __future__ import annotations

import io
import logging
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from support.art import encoded, glb, packed, plain, textured, unpacked
from support.fake_session import FakeSession
from support.unseen import Unseen
from tilewright.schemas import art as known
from tilewright.schemas.art import BadArt
from tilewright.viewer.common import art, svg
from tilewright.viewer.making import cache, models, portrait
from tilewright.viewer.modelling import boardmesh, laid
from tilewright.viewer.modelling.mesh import Box, boxes
from tilewright.viewer.panels import hand, inspector, large, roster
from tilewright.viewer.panels.interface import UiState
from tilewright.viewer.rendering import flat
from tilewright.viewer.scene.looks import look_of
from tilewright.viewer.staging.stage import stage

RED = (1.0, 0.0, 0.0)
SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><path d="M0 0h4v2h-4z" fill="#00ff00"/></svg>'
)


@pytest.fixture(autouse=True)
def _nothing_stays() -> Iterator[None]:
    yield
    art.use({})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "castle" / "art"


def lay(folder: Path, **files: bytes) -> None:
    """Write files, `axe_png` as axe.png, and use them as art of `castle`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (folder / name.replace("_", ".")).write_bytes(data)
    art.use({f"castle/{path.name}": path for path in folder.iterdir()})


def block(**more: Any) -> bytes:
    """A red block, 1 x 2 x 3, with a pose in which it is twice as wide."""
    return glb(
        {
            "ready": [(boxes([Box((0, 0, 0), (1, 2, 3), RED)]), (1.0, 1.0, 1.0))],
            "wide": [(boxes([Box((0, 0, 0), (2, 2, 3), RED)]), (0.5, 0.5, 0.5))],
        },
        **more,
    )


def thing(**look: Any) -> Any:
    kinds = ["axe", "card"]
    return {
        "handle": "#1",
        "name": "axe",
        "title": "Axe",
        "kinds": kinds,
        "look": look,
        "values": {},
        "text": "Cuts.",
    }


# ------------------------------------------------------------------ what is at hand


def test_a_reference_goes_with_the_bytes(folder: Path) -> None:
    lay(folder, axe_png=plain())
    first = art.ref("castle/axe.png")
    assert art.is_ref(first) and art.ref("castle/axe.png") == first and not art.changed()
    (folder / "axe.png").write_bytes(plain(colour="#ffffff"))
    assert art.changed()
    art.use(art.files())
    assert art.ref("castle/axe.png") not in ("", first)
    (folder / "axe.png").unlink()
    assert art.changed()


def test_words_and_what_is_not_there_have_no_reference(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    lay(folder, axe_png=plain())
    outside = folder.parent / "secret.png"
    outside.write_bytes(plain())
    art.use({**art.files(), "castle/../secret.png": outside, "castle/run.exe": outside})
    for value in ("trooper", "", None, 3, "castle/spear.png", "castle/../secret.png", "castle/run.exe"):
        assert art.ref(value) == ""
    assert not caplog.records


def test_what_is_wrong_with_a_file_steers_no_terminal(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    lay(folder, a_glb=block(extensionsRequired="\x1b]0;owned\x07"))
    with caplog.at_level(logging.WARNING):
        assert art.ref("castle/a.glb") == ""
    assert "␛]0;owned␇" in caplog.text


def test_neither_links_nor_folders_that_are_links_are_followed(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(plain())
    lay(folder, axe_png=plain())
    (folder / "link.png").symlink_to(tmp_path / "secret.png")
    lay(folder)
    assert art.ref("castle/link.png") == ""
    (tmp_path / "other").symlink_to(folder)
    art.use({"castle/axe.png": tmp_path / "other" / "axe.png"})
    assert art.ref("castle/axe.png") == ""


def test_what_cannot_be_shown_is_said_once_and_something_else_is_shown(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    whole = encoded(Image.effect_noise((64, 64), 90).convert("RGB"), "JPEG")
    lay(folder, a_png=b"no", b_jpg=whole[: len(whole) // 2], c_svg=b"<svg/>", d_glb=b"glTF")
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            assert not any(art.ref(f"castle/{name}") for name in ("a.png", "b.jpg", "c.svg", "d.glb"))
    said = [record.getMessage() for record in caplog.records]
    assert said == list(dict.fromkeys(said)) and len(said) == 4
    assert said[0] == "art/a.png of castle cannot be used: it is no PNG, JPEG or WebP that can be read."
    look = look_of({"icon": "castle/a.png", "figure": "castle/d.glb", "picture": "castle/b.jpg"}, ("figure",))
    assert (look.icon, look.figure, look.picture, look.archetype) == ("", "", "", "pawn")


def test_no_more_pictures_are_decoded_than_a_table_may_have(
    folder: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known, "MOST_DECODED", 5_000)
    lay(folder, **{f"{name}_png": encoded(Image.new("RGB", (50, 50))) for name in "abc"})
    for _ in range(2):
        assert [bool(art.ref(f"castle/{name}.png")) for name in "abc"] == [True, True, False]
    assert "art/c.png of castle cannot be used: with those before it, it has more than 5,000" in caplog.text
    lay(folder)
    assert art.ref("castle/c.png"), "files that are used anew are counted anew"
    lay(folder, d_glb=textured(block(), plain((50, 50))))
    assert art.ref("castle/a.png") and art.ref("castle/d.glb") and not art.ref("castle/b.png")


def test_pictures_are_made_small_and_cut_to_size(folder: Path) -> None:
    halves = Image.new("RGB", (3_000, 1_500), "#ff0000")
    halves.paste("#0000ff", (1_500, 0, 3_000, 1_500))
    lay(folder, a_png=encoded(halves), b_svg=SVG)
    a, b = art.ref("castle/a.png"), art.ref("castle/b.svg")
    assert art.picture(a).size == (1024, 512)
    assert art.fitted(a, (10, 10)).getpixel((1, 5))[0] > 200  # type: ignore[index]
    assert art.fitted(a, (10, 10), "whole").getpixel((5, 0)) == (0, 0, 0, 0)
    assert art.fitted(a, (10, 40), "stretch").size == (10, 40)
    assert art.picture(b).size == (256, 128) and art.picture(b).getpixel((9, 9)) == (0, 255, 0, 255)


def test_art_that_is_gone_from_the_table_is_told_not_shown(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert svg.art_at("art:castle/axe.png@12", 0, 0, 9, 9) == ""
        look = look_of({}, ())._replace(figure="art:castle/axe.glb@12")
        assert len(cache.figure(look, 0.02).points)
        assert not models.has_pose(look.figure, "aim")
    assert [record.getMessage() for record in caplog.records] == [
        "art/axe.png of castle cannot be used: it is not there any more.",
        "art/axe.glb of castle cannot be used: it is not there any more.",
    ]


def test_a_drawing_that_breaks_what_draws_it_is_only_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    import resvg_py

    class Panic(BaseException):
        """As extensions written in Rust raise it."""

    def panics(**_: object) -> bytes:
        raise Panic

    def stops(**_: object) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(resvg_py, "svg_to_bytes", panics)
    lay(folder, y_svg=SVG)
    assert art.ref("castle/y.svg") == "" and "it cannot be drawn" in caplog.text
    monkeypatch.setattr(resvg_py, "svg_to_bytes", stops)
    lay(folder, z_svg=SVG)
    with pytest.raises(KeyboardInterrupt):
        art.ref("castle/z.svg")


# ------------------------------------------------------------------ models


def test_a_model_stands_on_the_floor_in_the_usual_size_and_looks_ahead(folder: Path) -> None:
    lay(folder, a_glb=block())
    ref = art.ref("castle/a.glb")
    mesh = models.decoded(ref, "ready")
    low, high = mesh.points.min(0), mesh.points.max(0)
    assert low[2] == pytest.approx(0, abs=1e-5) and high[2] == pytest.approx(0.75, abs=1e-4)
    assert (high - low)[:2] == pytest.approx((0.25, 0.5), abs=1e-2)
    assert (mesh.colours[:, 0] > 0.9).all() and (mesh.colours[:, 1] < 0.01).all()
    out = mesh.points - (low + high) / 2
    assert ((out * mesh.normals).sum(1) > 0).all(), "its surface looks outwards"
    wide = models.decoded(ref, "wide")
    assert np.ptp(wide.points, 0)[:2] == pytest.approx((0.5, 0.5), abs=1e-2)
    assert wide.colours[:, 0].max() == pytest.approx(0.5, abs=0.01)
    assert models.has_pose(ref, "wide") and not models.has_pose(ref, "down")
    flat_one = glb({"": [(boxes([Box((0, 0, 0), (9, 9, 1), RED)]), (1.0, 1.0, 1.0))]})
    lay(folder, b_glb=flat_one)
    assert np.ptp(models.decoded(art.ref("castle/b.glb"), "").points, 0)[:2].max() == pytest.approx(1.1)


def test_nodes_turn_and_mirror_what_hangs_on_them(folder: Path) -> None:
    nodes = [{"children": [1], "translation": [0, 5, 0]}, {"mesh": 0, "scale": [-1, 1, 2]}, {"mesh": 1}]
    lay(folder, a_glb=block(nodes=nodes, scenes=[{"nodes": [0]}]))
    mesh = models.decoded(art.ref("castle/a.glb"), "ready")
    assert np.ptp(mesh.points, 0) == pytest.approx((0.25, 1.0, 0.75), abs=1e-2)
    a, b, c = (mesh.points[mesh.faces[:, i]] for i in range(3))
    across = np.cross(b - a, c - a)
    assert ((across * mesh.normals[mesh.faces[:, 0]]).sum(1) > 0).all()


def test_a_texture_and_corners_without_directions(folder: Path) -> None:
    document, data = unpacked(block())
    picture = plain((4, 4), "#00ff00")
    count = document["accessors"][0]["count"]
    uv = np.tile(np.array([[0.5, 0.5]], "<f4"), (count, 1)).tobytes()
    document["bufferViews"] += [
        {"buffer": 0, "byteOffset": len(data), "byteLength": len(uv)},
        {"buffer": 0, "byteOffset": len(data) + len(uv), "byteLength": len(picture)},
    ]
    views = len(document["bufferViews"])
    document["accessors"].append(
        {"bufferView": views - 2, "componentType": 5126, "count": count, "type": "VEC2"}
    )
    part = document["meshes"][0]["primitives"][0]
    part["attributes"] = {"POSITION": 0, "TEXCOORD_0": len(document["accessors"]) - 1}
    document |= {
        "images": [{"bufferView": views - 1, "mimeType": "image/png"}],
        "textures": [{"source": 0}],
        "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}] * 2,
        "buffers": [{"byteLength": len(data) + len(uv) + len(picture)}],
    }
    lay(folder, a_glb=packed(document, data + uv + picture))
    mesh = models.decoded(art.ref("castle/a.glb"), "ready")
    assert (mesh.colours[:, 1] > 0.9).all() and (mesh.colours[:, 0] < 0.01).all()
    assert np.linalg.norm(mesh.normals, axis=1) == pytest.approx(1, abs=1e-5)
    large_one = encoded(Image.new("L", (2_100, 2_100)))
    document["bufferViews"][-1]["byteLength"] = len(large_one)
    lay(folder, b_glb=packed(document, data + uv + large_one))
    with pytest.raises(BadArt, match="textures"):
        models.decoded(art.ref("castle/b.glb"), "ready")


def test_corners_that_are_nowhere_are_refused(folder: Path) -> None:
    document, data = unpacked(block())
    at = document["bufferViews"][0]["byteOffset"]
    nowhere = data[:at] + np.float32("nan").tobytes() + data[at + 4 :]
    lay(folder, a_glb=packed(document, nowhere))
    with pytest.raises(BadArt, match="nowhere"):
        models.decoded(art.ref("castle/a.glb"), "ready")
    at = document["bufferViews"][3]["byteOffset"]
    lay(folder, b_glb=packed(document, data[:at] + b"\xff\xff" + data[at + 2 :]))
    with pytest.raises(BadArt, match="corners that it has not"):
        models.decoded(art.ref("castle/b.glb"), "ready")
    document["accessors"][3]["count"] -= 1
    lay(folder, c_glb=packed(document, data))
    with pytest.raises(BadArt, match="it is damaged"):
        models.decoded(art.ref("castle/c.glb"), "ready")


def test_whatever_is_changed_in_a_file_the_table_shows_something(folder: Path) -> None:
    """A small fuzz of what decodes: nothing but BadArt comes of it."""
    chance = random.Random(7)
    photo = Image.effect_noise((40, 40), 60).convert("RGB")
    files = {"a.png": encoded(photo), "a.jpg": encoded(photo, "JPEG"), "a.webp": encoded(photo, "WEBP")}
    files |= {"a.glb": block(), "a.svg": SVG}
    folder.mkdir(parents=True)
    shown = 0
    for name, data in files.items():
        for _ in range(40):
            made = bytearray(data)
            for _ in range(chance.randint(1, 3)):
                made[chance.randrange(len(made))] ^= 1 << chance.randrange(8)
            (folder / name).write_bytes(made)
            art.use({f"castle/{name}": folder / name})
            ref = art.ref(f"castle/{name}")
            if ref and name == "a.glb":
                assert len(cache.figure(look_of({"figure": "castle/a.glb"}, ()), 0.03).faces)
            shown += bool(ref)
    assert 10 < shown < 200


# ------------------------------------------------------------------ where it is shown


def test_a_look_takes_files_where_it_takes_words(folder: Path) -> None:
    lay(folder, a_glb=block(), b_png=plain(), c_svg=SVG)
    hints = {
        "figure": "castle/a.glb",
        "picture": "castle/b.png",
        "icon": "castle/c.svg",
        "frame": "castle/b.png",
    }
    look = look_of({**hints, "turn": -90, "scale": 150, "base": "none"}, ("token",))
    assert (look.archetype, look.turn, look.scale, look.base, look.frame) == ("pawn", 270.0, 1.5, False, None)
    assert all(map(art.is_ref, (look.figure, look.picture, look.icon, look.framed)))
    back = look_of(hints, ("card",), face_up=False)
    assert (back.figure, back.picture) == ("", "")
    turned = cache.figure(look, 0.03)
    assert np.ptp(turned.points, 0)[:2] == pytest.approx((0.5, 0.25), abs=1e-2)


def test_cards_tokens_standees_and_panels_show_pictures(folder: Path) -> None:
    lay(folder, a_png=plain(colour="#ff0000"), b_svg=SVG)
    look = look_of({"picture": "castle/a.png", "frame": "castle/a.png"}, ("card",))
    for face in (flat.token_face(look, "Axe"), flat.card_face(look, "Axe"), flat.standee_face(look, "Axe")):
        shown = svg.raster(face)
        assert shown.getpixel((shown.width // 2, shown.height // 3)) == (255, 0, 0, 255)
    emblem = svg.raster(flat.card_face(look_of({"icon": "castle/b.svg"}, ("card",)), "Axe"))
    assert emblem.getpixel((48, 52)) == (0, 255, 0, 255)
    own = thing(picture="castle/a.png", frame="castle/a.png")
    view = {"things": [own], "players": [], "titles": {}}
    drawn = large.large(view, "#1")
    assert drawn is not None
    panels = [hand.card(own, offered=False, picked=False), inspector.inspector(view, own), drawn]
    assert all(panel.svg.count("<image") >= 1 for panel in panels)
    figure = {**own, "kinds": ["hero", "figure"], "controllers": ["player.1"]}
    rows = roster.roster({**view, "things": [figure], "seat": "player.1"}, UiState(), 5)
    assert rows is not None and "<image" in rows.svg
    iconic = hand.card(thing(icon="castle/b.svg"), offered=True, picked=True)
    assert "<image" in iconic.svg


def test_a_portrait_is_made_of_the_model(folder: Path) -> None:
    lay(folder, a_glb=block())
    made = portrait.portrait(look_of({"figure": "castle/a.glb"}, ("figure",)), (40, 50), bust=False)
    red, green, _, seen = np.asarray(made, int).reshape(-1, 4).T
    assert seen.max() > 200 and (red > green + 40).sum() > 100


def view_of(look: dict[str, Any], *, tile: str = "yard") -> dict[str, Any]:
    spaces = [
        {"name": f"{'ab'[x]}1", "at": [x, 0], "outline": [], "layer": 0, "tile": tile, "look": look}
        for x in range(2)
    ]
    return {"board": {"spaces": spaces, "links": []}, "things": [], "players": []}


def test_a_picture_lies_on_each_space_or_on_all_of_a_board(folder: Path) -> None:
    lay(folder, a_png=plain(), b_png=plain(colour="#0000ff"))
    a, b = art.ref("castle/a.png"), art.ref("castle/b.png")
    each = stage(view_of({"floor": "castle/a.png", "map": "castle/b.png"})).floors
    assert [(one.picture, one.kind) for one in each] == [(a, "earth"), (a, "earth")]
    assert each[0].box != each[1].box
    whole = stage(view_of({"map": "castle/b.png", "floor": "stone"})).floors
    assert [(one.picture, one.kind) for one in whole] == [(b, "stone"), (b, "stone")]
    assert whole[0].box == whole[1].box
    ((ref, mesh),) = laid.pictures(whole)
    assert ref == b and mesh.uvs.min() == 0 and mesh.uvs.max() == 1
    assert len(laid.seams(whole).faces) and not len(laid.seams(stage(view_of({})).floors).faces)
    half = view_of({})
    half["board"]["spaces"][0] = half["board"]["spaces"][0] | {"look": {"map": "castle/b.png"}}
    assert [one.picture for one in stage(half).floors] == [b, ""], "the others stay bare"
    names = [solid.name for solid in boardmesh.solids(stage(view_of({"map": "castle/b.png"})))]
    assert "picture" in names and "seams" in names


def test_art_that_is_gone_before_it_is_laid_is_told(
    folder: Path,
    opened_table: Callable[..., Unseen],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def gone(*_: object) -> None:
        raise BadArt("it is not there any more")

    lay(folder, a_png=plain())
    monkeypatch.setattr(art, "fitted", gone)
    opened_table(FakeSession(view_of({"map": "castle/a.png"})))
    assert "art/a.png of castle cannot be used: it is not there any more" in caplog.text


def test_a_disc_on_a_space_and_a_deck_show_art(folder: Path) -> None:
    lay(folder, a_png=plain(), b_svg=SVG)
    scene = stage(view_of({"icon": "castle/b.svg"}))
    discs = [piece for piece in scene.pieces if piece.id.startswith("on:")]
    assert len(discs) == 2 and all(art.is_ref(one.look.icon) and not one.title for one in discs)
    from tilewright.viewer.modelling import beside

    deck = look_of({}, ())._replace(archetype="deck", picture=art.ref("castle/a.png"))
    assert "<image" in beside.face(deck, "Axes: 3") and "<image" in beside.face(
        deck._replace(picture="", icon=art.ref("castle/b.svg")), "Axes: 3"
    )


def test_bytes_of_a_picture_end_in_a_document(folder: Path) -> None:
    lay(folder, a_png=plain())
    shown = svg.art_at(art.ref("castle/a.png"), 0, 0, 5, 4)
    assert "clip-path" not in shown and "data:image/png" in shown
    with Image.open(io.BytesIO(art.data(art.ref("castle/a.png")))) as image:
        assert image.size == (8, 8)
