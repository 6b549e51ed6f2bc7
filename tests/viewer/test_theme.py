"""Themes: the shades of panels change, what means something and what a game paints does not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import ImageFont

from support import tables
from support.art import plain
from support.fake_session import FakeSession
from support.packages import write
from support.unseen import Unseen
from tilewright.cli.loading import Loaded, load_at
from tilewright.schemas import looks
from tilewright.viewer.common import art, palette, svg, theme
from tilewright.viewer.common.palette import STANDARD

VIEWER = Path(__file__).parents[2] / "viewer"
RAJDHANI = VIEWER / "assets/fonts/Rajdhani_700Bold.ttf"


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    theme.use({})
    art.use({})
    palette.use("standard")


def bright(colour: str) -> float:
    return sum(int(colour[i : i + 2], 16) for i in (1, 3, 5)) / 765


def test_a_theme_knows_every_shade_in_which_panels_are_drawn() -> None:
    files = [
        path
        for room in ("panels", "menus", "replaying", "authoring", "app")
        for path in (VIEWER / room).glob("*.py")
    ]
    found = {
        colour.lower()
        for path in (*files, VIEWER / "common/svg.py")
        for colour in re.findall(r"#[0-9a-fA-F]{6}\b", path.read_text("utf-8"))
    }
    assert found - theme.SHADES - set(STANDARD.values()) == set()


def test_the_themes_are_those_that_looks_may_name() -> None:
    assert tuple(theme.THEMES) == looks.words("theme")


@pytest.mark.parametrize("name", theme.THEMES)
def test_words_can_be_read_on_their_backs(name: str) -> None:
    theme.use({"theme": name})
    words, dim, back, deep = (theme.recoloured(one) for one in ("#f3f8fd", "#8fa3b8", "#0f1a25", "#05080c"))
    assert abs(bright(words) - bright(back)) > 0.5 and abs(bright(words) - bright(deep)) > 0.5
    assert abs(bright(dim) - bright(back)) > 0.25
    for sort in STANDARD.values():
        assert abs(bright(theme.recoloured(sort)) - bright(back)) > 0.2
    lit = theme.recoloured("#12506b")
    assert abs(bright(theme.recoloured("#f1f6fb")) - bright(lit)) > 0.2


def test_what_is_painted_and_what_means_something_stays() -> None:
    assert theme.use({"theme": "fairy_tale"}) and not theme.use({"theme": "fairy_tale"})
    assert theme.recoloured("#123456 url(#ffffff0)") == "#123456 url(#ffffff0)"
    assert theme.recoloured("#b48cff") == theme.THEMES["fairy_tale"].accents["violet"]
    theme.use({"theme": "war_room"})
    assert theme.recoloured("#ff5a4a") == "#ff5a4a"
    palette.use("high contrast")
    assert theme.recoloured("#05080c") == "#05080c"
    theme.use({"theme": "no_such"})
    palette.use("standard")
    assert theme.recoloured("#05080c") == "#05080c" and theme.used() is theme.PLAIN


def test_panels_have_the_edge_of_the_theme() -> None:
    usual = svg.panel(200, 100)
    drawn = {usual}
    for name in theme.THEMES:
        theme.use({"theme": name})
        drawn.add(svg.panel(200, 100))
        image = np.asarray(svg.raster(svg.document(200, 100, svg.panel(200, 100))))
        assert image[50, 100, 3] > 200 and image[0, 0, 3] < 200
    assert len(drawn) == 4
    theme.use({})
    assert svg.panel(200, 100) == usual


def test_a_game_letters_its_table_itself(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = tmp_path / "town/art"
    bold = RAJDHANI.read_bytes()
    for code in ("ascii", "utf-16-be"):  # or it would be taken for ours
        bold = bold.replace("Rajdhani".encode(code), "Zajdhani".encode(code))
    write(folder, {"bold.ttf": bold, "broken.ttf": bold[:-9], "torn.ttf": _torn(bold)})
    art.use({f"town/{path.name}": path for path in folder.iterdir()})
    text = svg.document(120, 30, svg.line(4, 20, "Lamplighters", 16, 500))
    thin, wide = np.asarray(svg.raster(text)), svg.width("Lamplighters", 16, 500)
    theme.use({"font": "town/bold.ttf"})
    thick = np.asarray(svg.raster(text))
    assert svg.width("Lamplighters", 16, 500) > wide and thick[..., 3].sum() > thin[..., 3].sum()
    for name in ("broken", "torn"):
        theme.use({"font": f"town/{name}.ttf"})
        assert svg.width("Lamplighters", 16, 500) == wide
        assert f"art/{name}.ttf of town cannot be used" in caplog.text
    theme.use({"font": "town/bold.ttf"})
    assert theme.font()
    (folder / "bold.ttf").unlink()
    svg._lettering.cache_clear()
    assert svg.width("Lamplighters", 16, 500) == wide and "bold.ttf of town cannot be used" in caplog.text


def _torn(font: bytes) -> bytes:
    """A font whose parts are where it says, and hold nothing."""
    return font[:300] + b"\0" * (len(font) - 300)


def test_header_and_mod_dress_the_table(tmp_path: Path) -> None:
    town = 'system town:\n  look: theme chess_club, table "cloth.png"\n\nto play: win\n'
    licence = '[[annotations]]\npath = "*"\nSPDX-FileCopyrightText = "J"\nSPDX-License-Identifier = "MIT"\n'
    manifest = 'id: {0}\ntitle: {0}\nversion: 1.0.0\nengine: ">=0.1"\n'
    files: dict[str, str | bytes] = {
        "town/package.yaml": manifest.format("town"),
        "town/town.wright": town,
        "town/art/cloth.png": plain(),
        "town/art/REUSE.toml": licence,
        "night/package.yaml": manifest.format("night") + 'uses: [{id: town, version: ">=1"}]\n',
        "night/night.wright": "mod night for town:\n  look: theme war_room\n",
    }
    write(tmp_path, files)
    plain_one: Loaded = load_at(tmp_path / "town", None)
    plain_one.dress_table()
    assert theme.used() is theme.THEMES["chess_club"] and art.is_ref(theme.cloth())
    assert theme.look() == {"theme": "chess_club", "table": "town/cloth.png"}
    load_at(tmp_path / "town", None, mods=[str(tmp_path / "night")]).dress_table()
    assert theme.used() is theme.THEMES["war_room"] and art.is_ref(theme.cloth())


def test_the_table_shows_it(opened_table: Callable[..., Unseen], tmp_path: Path) -> None:
    write(tmp_path, {"art/cloth.png": plain(colour="#00ff00")})
    art.use({"town/cloth.png": tmp_path / "art/cloth.png"})
    theme.use({"theme": "fairy_tale", "table": "town/cloth.png"})
    mission: dict[str, Any] = tables.mission()
    table = opened_table(FakeSession(mission))
    assert any(art.is_ref(name) for name in table.app.table.materials.textures)


@pytest.mark.parametrize("language", ["cs", "fr"])
def test_what_is_read_in_other_languages_is_words_that_the_font_has(language: str) -> None:
    root = Path(__file__).parents[2]
    files = [root / f"dsl/translations/{language}.yaml", *root.glob(f"scenarios/*/texts/{language}.yaml")]
    letters = set("".join(svg.clean(file.read_text()) for file in files))
    assert len(files) > 1 and not letters & set("→↑↓⇒"), "a sign is not read out"
    for path in svg.fonts().values():
        font = ImageFont.truetype(path, 40)
        lacking = bytes(font.getmask("\uffff"))
        assert [one for one in sorted(letters) if one != " " and bytes(font.getmask(one)) == lacking] == []
