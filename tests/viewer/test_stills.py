"""Offscreen pictures, each by a process of its own: not blank, the right things in the right places."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PIL import Image

from support.art import glb, plain
from support.many import crowd
from support.packages import write
from support.screens import nothing_draws
from tilewright.schemas.view import View
from tilewright.viewer.camera import camera as cam
from tilewright.viewer.camera import framing
from tilewright.viewer.common import art
from tilewright.viewer.modelling.mesh import lathe
from tilewright.viewer.panels.hand import hand
from tilewright.viewer.panels.layout import UiState, hit_at, plan
from tilewright.viewer.pictures import still, stills
from tilewright.viewer.pictures.stills import NoRenderer, screenshot
from tilewright.viewer.staging.stage import MOST_PIECES, stage

SIZE = (640, 360)
TINY, GL = "p3tinydisplay", "p3headlessgl"


def picture(view: View, path: Path, renderer: str, quality: str = "auto") -> np.ndarray[Any, Any]:
    try:
        screenshot(view, path, quality=quality, size=SIZE, renderers=(renderer,))
    except NoRenderer as problem:
        nothing_draws(f"{renderer}: {problem}")
    with Image.open(path) as image:
        assert image.size == SIZE
        return np.asarray(image.convert("RGB")).astype(float)


def around(
    shot: np.ndarray[Any, Any], view: View, x: float, y: float, z: float = 0.0, reach: int = 4
) -> np.ndarray[Any, Any]:
    """Mean colour of the pixels round a point of the table."""
    camera = framing.first(stage(view), SIZE, cards=bool(hand(view)))
    point = cam.project(camera, (x, y, z), SIZE)
    assert point is not None
    i, j = round(point[1]), round(point[0])
    mean: np.ndarray[Any, Any] = shot[i - reach : i + reach + 1, j - reach : j + reach + 1].mean((0, 1))
    return mean


@pytest.mark.parametrize(
    ("renderer", "quality"), [(TINY, "baked"), (GL, "baked"), (GL, "lite"), (GL, "full")]
)
def test_the_mission_is_recognised(
    mission: View, kept: Callable[[str], Path], renderer: str, quality: str
) -> None:
    shot = picture(mission, kept(f"mission-{renderer}-{quality}.png"), renderer, quality)
    assert shot.std() > 20, "not blank"
    red, green, blue = around(shot, mission, 10.5, -3.5, 0.45)
    assert red > green + 20 and red > blue + 20, "the red beast"
    assert shot[:8, :200].mean() < 70 and shot[:20, 60:120].max() > 120, "the top bar with its title"
    dark = shot[300:340, 150:160].mean()
    assert dark < around(shot, mission, 2.5, -4.5).mean(), "the table is darker than the board"


@pytest.mark.parametrize(
    ("renderer", "quality"), [(TINY, "baked"), (GL, "baked"), (GL, "lite"), (GL, "full")]
)
def test_art_is_shown(
    mission: View, kept: Callable[[str], Path], tmp_path: Path, renderer: str, quality: str
) -> None:
    """A green picture lies under everything, and a red model stands where a pawn would."""
    look, lathed = {"map": "lamps/map.png"}, lathe([(0.45, 0), (0.45, 1)], (1.0, 0.0, 0.0))
    spaces = [{**one, "look": look} for one in mission["board"]["spaces"]]
    model = {"figure": "lamps/block.glb", "scale": 150}
    things = [{**one, "look": model} for one in mission["things"] if one["name"] == "okonjo"]
    view = {**mission, "board": {**mission["board"], "spaces": spaces}, "things": things, "question": None}
    files = {"art/map.png": plain(colour="#00ff00"), "art/block.glb": glb({"": [(lathed, (1.0, 1.0, 1.0))]})}
    write(tmp_path, files)
    art.use({name.replace("art", "lamps"): tmp_path / name for name in files})
    shot = picture(view, kept(f"art-{renderer}-{quality}.png"), renderer, quality)
    piece = next(one for one in stage(view).pieces if one.look.figure)
    red, green, blue = around(shot, view, *piece.at[:2], 0.4, reach=2)
    assert red > green + 60 and red > blue + 60
    art.use({})
    red, green, blue = (shot[..., i] for i in range(3))
    assert ((green > red + 40) & (green > blue + 40)).mean() > 0.1


def test_what_a_goal_is_about_has_its_border(mission: View, kept: Callable[[str], Path]) -> None:
    space = mission["board"]["spaces"][0]["name"]
    goal = {"sort": "goal", "text": "Get there.", "theirs": [], "things": [], "spaces": [space]}
    bare, bordered = (
        picture({**mission, "goals": goals}, kept(name) / "shot.png", GL)
        for name, goals in (("bare", [{**goal, "spaces": []}]), ("bordered", [goal]))
    )
    greener = (bordered - bare)[..., 1].max()
    assert greener > 60, "nothing has become green"


def test_a_square_lights_up_when_it_can_be_chosen(mission: View, kept: Callable[[str], Path]) -> None:
    lit = around(picture(mission, kept("asked.png"), TINY), mission, 6.5, -3.5, reach=8)
    mission["question"] = None
    plain = around(picture(mission, kept("not-asked.png"), TINY), mission, 6.5, -3.5, reach=8)
    assert lit[2] - lit[0] > plain[2] - plain[0] + 15, "cyan over it"


@pytest.mark.parametrize("name", ["rooms", "regions"])
def test_other_boards_are_drawn(
    name: str, request: pytest.FixtureRequest, kept: Callable[[str], Path]
) -> None:
    view = request.getfixturevalue(name)
    shot = picture(view, kept(f"{name}.png"), TINY)
    assert shot.std() > 18
    if name == "rooms":
        whole = view | {"question": None, "things": []}  # nothing to come near to
        red, green, blue = around(picture(whole, kept("whole.png"), TINY), whole, 12.6, -6.2)
        assert green > red and green > blue, "the garden is green"


def test_the_same_view_gives_the_same_picture(mission: View, kept: Callable[[str], Path]) -> None:
    a = picture(mission, kept("same-a.png"), TINY)
    b = picture(mission, kept("same-b.png"), TINY)
    assert np.abs(a - b).mean() < 0.05


def test_an_empty_view_is_no_crash(kept: Callable[[str], Path]) -> None:
    assert picture({}, kept("empty.png"), TINY).shape == (SIZE[1], SIZE[0], 3)


def test_without_a_renderer_the_message_names_the_packages(
    mission: View, kept: Callable[[str], Path]
) -> None:
    with pytest.raises(NoRenderer, match=r"libx11-6.*libgl1 libegl1 libgl1-mesa-dri"):
        screenshot(mission, kept("never.png"), size=SIZE, renderers=("p3nothing",))


def test_what_a_picture_leaves_out_is_told(
    kept: Callable[[str], Path], caplog: pytest.LogCaptureFixture
) -> None:
    picture(crowd(MOST_PIECES + 3), kept("crowd.png"), TINY)
    assert caplog.messages == [f"Only the first {MOST_PIECES} of {MOST_PIECES + 3} pieces are shown."]


def test_the_pure_half_of_the_viewer_needs_no_panda(python_env: dict[str, str]) -> None:
    """Scene, changes, camera, picking, panels and movement can be used where Panda3D is not installed."""
    names = (
        "staging.stage",
        "scene.diff",
        "camera.camera",
        "camera.picking",
        "panels.layout",
        "staging.motion",
        "figures",
        "modelling.boardmesh",
        "modelling.light",
        "modelling.paint",
        "making.portrait",
    )
    program = "import sys; sys.modules['panda3d'] = sys.modules['direct'] = None\n"
    program += "\n".join(f"import tilewright.viewer.{name}" for name in names)
    done = subprocess.run(
        [sys.executable, "-c", program], env=python_env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_renderer_without_a_window_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    from tilewright.viewer.rendering import window

    class Nothing:
        win = pipe = None

        def __init__(self, **_: object) -> None:
            """It says nothing of what it lacks."""

    monkeypatch.setattr("direct.showbase.ShowBase.ShowBase", Nothing)
    monkeypatch.setattr(window, "_configure", lambda *_: None)
    monkeypatch.setattr(window, "first_that_works", lambda _: TINY)
    with pytest.raises(NoRenderer):
        window.open_window(TINY, "baked", SIZE, offscreen=True)


def test_a_mistake_of_ours_is_not_taken_for_a_missing_renderer(kept: Callable[[str], Path]) -> None:
    with pytest.raises(RuntimeError, match="could not be drawn") as caught:
        screenshot({"board": {"spaces": [{"no": "name"}]}}, kept("wrong.png"), size=SIZE, renderers=(TINY,))
    assert not isinstance(caught.value, NoRenderer)


def test_twice_the_pixels_are_the_same_picture_only_sharper(
    mission: View, kept: Callable[[str], Path]
) -> None:
    """A screen of high density: panels, plates and board are where they were, in twice as many pixels."""
    one = picture(mission, kept("density-1.png"), TINY)
    path = kept("density-2.png")
    screenshot(mission, path, quality="baked", size=(2 * SIZE[0], 2 * SIZE[1]), renderers=(TINY,))
    with Image.open(path) as image:
        shrunk = np.asarray(image.convert("RGB").resize(SIZE, Image.Resampling.BOX)).astype(float)
    apart, beside = (np.abs(one - np.roll(shrunk, by, axis=1)).mean() for by in (0, 2))
    assert apart < 0.6 * beside, "two pixels to the side would be seen"
    assert plan(mission, UiState(), (3200, 1800)) == plan(mission, UiState(), (1600, 900))
    for placed in plan(mission, UiState(), (1600, 900)):
        middle = (placed.x + placed.panel.w / 2, placed.y + 5)
        twice = hit_at(plan(mission, UiState(), (3200, 1800)), (2 * middle[0], 2 * middle[1]), (3200, 1800))
        assert twice == hit_at(plan(mission, UiState(), (1600, 900)), middle, (1600, 900))


def test_a_renderer_that_takes_too_long_is_given_up(
    mission: View, kept: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stills, "SECONDS", 0.01)
    with pytest.raises(NoRenderer, match=f"{TINY}: no picture within"):
        screenshot(mission, kept("late.png"), size=SIZE, renderers=(TINY,))


def test_a_window_that_shows_nothing_gives_no_picture() -> None:
    window = SimpleNamespace(win=SimpleNamespace(get_screenshot=lambda: None))
    with pytest.raises(OSError, match="shows nothing"):
        still.picture(window)


def test_where_the_screen_is_none_of_x_nothing_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    from tilewright.viewer.rendering import window

    def missing(name: str) -> object:
        raise OSError(name)

    monkeypatch.setattr("ctypes.CDLL", missing)
    before = list(window._HANDLERS)
    window.when_screen_goes(lambda: None)
    assert before == window._HANDLERS
