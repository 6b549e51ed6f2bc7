"""What breaks around a table: cache, fonts, icons, hints, disk, screen. It goes on or says why, and no answer
is lost."""

from __future__ import annotations

import copy
import json
import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.fake_session import FakeSession
from support.scenarios import program
from support.screens import nothing_draws, screen
from tilewright.host import cache as disk
from tilewright.runtime.game import Game
from tilewright.runtime.tables.session import TableSession
from tilewright.schemas.view import View
from tilewright.viewer.app import snapshot
from tilewright.viewer.app.showing import Showing
from tilewright.viewer.common import drawing, svg
from tilewright.viewer.making import cache
from tilewright.viewer.modelling.mesh import Mesh
from tilewright.viewer.modelling.sculpt import COARSE
from tilewright.viewer.panels.interface import UiState
from tilewright.viewer.pictures import still
from tilewright.viewer.scene.looks import PieceLook
from tilewright.viewer.staging import hints, notices
from tilewright.viewer.staging.stage import stage

LOOK = PieceLook("pawn", (0.2, 0.3, 0.4), (0.5, 0.5, 0.5))
HERE = Path(__file__).parent


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of the test's own, of which this process remembers nothing."""
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path))
    _forget()
    yield tmp_path / "kept"
    _forget()


def _forget() -> None:
    for kept in (cache._figure, disk._tell_damage, disk._tell_full, disk._tell_unreadable):
        kept.cache_clear()


@pytest.fixture
def told() -> Iterator[notices.Notices]:
    handler = notices.Notices()
    yield handler
    handler.close()


def same(a: Mesh, b: Mesh) -> bool:
    return all(np.array_equal(getattr(a, name), getattr(b, name)) for name in ("points", "colours", "faces"))


def damages(data: bytes) -> Iterator[bytes]:
    yield b""
    yield b"\0" * len(data)
    yield b"PK\x03\x04 no archive"
    for part in (0.1, 0.5, 0.9, 0.99):
        yield data[: int(len(data) * part)]
    for place in range(0, len(data), max(1, len(data) // 40)):
        yield data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :]


def test_a_damaged_mesh_is_made_anew_and_said_once(home: Path, told: notices.Notices) -> None:
    fresh = cache.figure(LOOK, COARSE)
    (file,) = home.glob("figure-*")
    whole = file.read_bytes()
    for damage in damages(whole):
        file.write_bytes(damage)
        cache._figure.cache_clear()
        assert same(fresh, cache.figure(LOOK, COARSE)) and file.read_bytes() == whole
    assert "made again" in told.news() and told.news() == ""


def test_a_damaged_picture_is_made_anew(home: Path, told: notices.Notices) -> None:
    (fresh,) = cache.painted("wall", "colour")
    file = next(home.glob("texture-wall-*-colour*"))
    whole = file.read_bytes()
    for damage in (b"", b"\x89PNG", whole[:60], whole[: len(whole) // 2]):
        file.write_bytes(damage)
        assert cache.painted("wall", "colour")[0].tobytes() == fresh.tobytes()
        assert file.read_bytes() == whole
    assert "made again" in told.news()


def test_a_cache_that_cannot_be_written_is_done_without(
    home: Path, told: notices.Notices, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert len(cache.figure(LOOK, COARSE).faces) and not list(home.glob("*")), "no half file is left"
    cache.figure(PieceLook("pawn", (0.9, 0.3, 0.4), (0.5, 0.5, 0.5)), COARSE)
    assert "no space left on device" in told.news() and told.news() == ""
    home.parent.joinpath("file").write_text("")
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(home.parent / "file"))
    _forget()
    assert cache.painted("ground", "bright", "normals")[1].size > 0


def test_a_panel_that_cannot_be_drawn_is_our_mistake() -> None:
    with pytest.raises(drawing.Undrawable):
        svg.raster("<svg")


@pytest.mark.parametrize("damage", [None, b"no font"])
def test_text_is_drawn_without_its_font(
    damage: bytes | None, tmp_path: Path, told: notices.Notices, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "bold.ttf"
    if damage is not None:
        file.write_bytes(damage)
    document = svg.document(200, 40, svg.line(10, 25, "Where to?", 20, 700, svg.WHITE))
    for lost in ({700: str(file)}, dict.fromkeys(svg.FONTS, str(file))):
        with monkeypatch.context() as patch:
            patch.setattr(svg, "FONTS", {**svg.FONTS, **lost})
            _without_memory()
            assert 20 < svg.width("Where to?", 20, 700) < 200
            assert svg.raster(document).size == (200, 40)
            if len(lost) == 1:
                assert np.asarray(svg.raster(document))[..., 3].any(), "another weight stands in"
    assert "font" in told.news() and told.news() == ""
    _without_memory()


@pytest.mark.parametrize("damage", [None, "{", "[]", '{"icons": 3}', '{"icon": {}}'])
def test_icons_that_cannot_be_read_are_left_out(
    damage: str | None, tmp_path: Path, told: notices.Notices, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "icons.json"
    if damage is not None:
        file.write_text(damage)
    monkeypatch.setattr(svg, "ICONS", file)
    _without_memory()
    assert svg.icons() == {} and svg.icon("flag", 0, 0, 10, "red") == ""
    assert "icons" in told.news()
    _without_memory()


def _without_memory() -> None:
    for kept in (svg.icons, svg._fonts, svg._font, svg._length):
        kept.cache_clear()


def test_unknown_hints_are_said_once_each(mission: View, told: notices.Notices) -> None:
    assert hints.unknown(mission) == []
    mission["things"][0]["look"] = {"archetype": "wombat", "colour": "blurple", "icon": "no-such-icon"}
    mission["board"]["spaces"][3]["look"] = {"floor": "lava"}
    said = hints.unknown(mission)
    assert len(said) == 4 and "“wombat”" in said[0] and "“lava”" in said[3]
    notices.check(mission)
    notices.check(mission)
    assert told.news().endswith("(And 3 more.)") and told.news() == ""


def test_hints_of_what_comes_into_play_later_are_said_then(
    mission: View, told: notices.Notices, monkeypatch: pytest.MonkeyPatch
) -> None:
    pointer = SimpleNamespace(ahead={})
    table: Any = SimpleNamespace(
        ui=UiState(), eyes="player.1", hold=lambda ui: None, pointer=pointer, session=FakeSession(mission)
    )
    showing = Showing(table)
    monkeypatch.setattr(showing, "restage", lambda *_, **__: None)
    showing.take(mission, at_once=True)
    assert told.news() == ""
    late = copy.deepcopy(mission)
    late["things"].append(late["things"][0] | {"handle": "late", "look": {"archetype": "wombat"}})
    showing.take(late, at_once=True)
    assert "“wombat”" in told.news()


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=3,
)
HINTS = (
    "archetype",
    "height",
    "bulk",
    "colour",
    "trim",
    "weapon",
    "pose",
    "icon",
    "pips",
    "floor",
    "props",
    "wall",
    "window",
    "door",
    "frame",
)


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(HINTS), junk, max_size=6))
def test_no_hint_breaks_the_table(look: dict[str, Any]) -> None:
    square = [[0, 0], [1, 0], [1, 1], [0, 1]]
    view: View = {
        "board": {
            "spaces": [{"name": "a", "at": [0, 0], "outline": square, "look": look}],
            "links": [{"name": "l", "kind": "door", "sides": ["a"], "line": [[0, 0], [0, 1]], "look": look}],
        },
        "things": [{"handle": "t", "name": "t", "kinds": ["t", "figure"], "place": "a", "look": look}],
    }
    assert stage(view).piece("t") is not None
    hints.unknown(view)


def test_a_full_disk_ends_no_game_and_is_said(tmp_path: Path, told: notices.Notices) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    session = TableSession(Game.start(program("tiny"), 1), (), autosave=folder / "kept.save.json")
    session.tick()
    assert (folder / "kept.save.json").exists()
    shutil.rmtree(folder)
    for _ in range(3):
        session.tick()
    assert session.moment() > 3
    assert "no longer saved" in told.news() and told.news() == ""


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (OSError(28, "No space left on device"), "the disk is full"),
        (OSError("the window shows nothing"), "nothing"),
    ],
)
def test_a_picture_that_cannot_be_saved_is_said(
    problem: OSError, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise problem

    monkeypatch.setattr(still, "picture", fails)
    table = MagicMock()
    snapshot.take(table)
    (said,) = table.tell.call_args.args
    assert said.startswith("The picture cannot be saved") and told in said


def test_warnings_reach_whoever_listens_elsewhere(caplog: pytest.LogCaptureFixture) -> None:
    """A still has no table; its warnings go where Python's do."""
    with caplog.at_level(logging.WARNING):
        notices.check({"things": [{"kind": "x", "look": {"archetype": "wombat"}}]})
    assert "wombat" in caplog.text


# ------------------------------------------------------------------ real windows

GAME = HERE.parent.parent / "scenarios" / "learn" / "3_first_mission"
LOSING = """
import sys
from tilewright.cli.loading import load
from tilewright.host import cache as disk
from tilewright.runtime.game import Game
from tilewright.runtime.tables.session import TableSession
from pathlib import Path
from tilewright.viewer.rendering import window
from tilewright.viewer.app.app import App
from tilewright.viewer.plugin import TablePlugin

class Loses(TablePlugin):
    def __init__(self, app):
        self.app, self.turns = app, 0
    def poll(self):
        self.turns += 1
        if self.turns == 5:
            self.app.session.answer(self.app.session.asked()[0], [self.app.view["question"]["options"][0]["id"]])
        if self.turns == 9:
            self.app.base.graphicsEngine.remove_window(self.app.base.win)

game = Game.start(load(sys.argv[1]).program, 1)
session = TableSession(game, game.seats, autosave=Path("kept.json"))
try:
    App(session, window.open_window("p3tinydisplay", "auto", (640, 360), offscreen=False), plugins=(Loses,)).run()
except window.WindowLost as problem:
    print(problem)
"""  # noqa: E501 - a program of its own


@pytest.mark.window
def test_lost_graphics_end_the_table_and_no_answer_is_lost(
    tmp_path: Path, python_env: dict[str, str], kept: Callable[[str], Path]
) -> None:
    with screen() as display:
        done = subprocess.run(
            [sys.executable, "-c", LOSING, str(GAME)],
            env=python_env
            | {
                "DISPLAY": display,
                "TILEWRIGHT_CACHE": os.environ["TILEWRIGHT_CACHE"],
                "MALLOC_PERTURB_": "165",  # what is freed is overwritten: to use it again ends the process
            },
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    if "NoRenderer" in done.stderr:
        nothing_draws(done.stderr.splitlines()[-1])
    assert done.returncode == 0 and "The screen of the table was lost" in done.stdout, done.stderr
    assert len(json.loads((tmp_path / "kept.json").read_text())["answers"]) == 1


@pytest.mark.window
def test_a_lost_screen_is_said_with_the_way_to_go_on(
    tmp_path: Path, python_env: dict[str, str], kept: Callable[[str], Path]
) -> None:
    environment = python_env | {
        "TILEWRIGHT_CACHE": os.environ["TILEWRIGHT_CACHE"],
        "TILEWRIGHT_STATE": str(tmp_path),
    }
    code = "from tilewright.cli.main import main; main()"
    words = ["play", str(GAME), "--table", "3d", "--seed", "1"]
    with screen() as display:
        process = subprocess.Popen(
            [sys.executable, "-c", code, *words],
            env=environment | {"DISPLAY": display},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        # Keys reach a window as soon as it is there; the first that does is an answer.
        while process.poll() is None and not list(tmp_path.glob("games/*.save.json")):
            subprocess.run(["xdotool", "key", "1", "sleep", "0.3"], env=environment | {"DISPLAY": display})
    said, _ = process.communicate(timeout=60)
    if "No renderer" in said:
        nothing_draws(said)
    assert process.returncode == 1 and "The screen of the table was lost" in said, said
    (file,) = tmp_path.glob("games/*.save.json")
    assert f"--load {file}" in said
    game = Game.load(program("learn/3_first_mission"), json.loads(file.read_text()))
    assert game.answers, "it can be gone on with"


@pytest.mark.window
def test_without_a_screen_the_command_says_so(tmp_path: Path, python_env: dict[str, str]) -> None:
    code = "from tilewright.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "play", str(GAME), "--table", "3d"],
        env=python_env | {"DISPLAY": ":987", "TILEWRIGHT_STATE": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "A window also needs a screen" in done.stderr and "--table text" in done.stderr
