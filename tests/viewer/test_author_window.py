"""Real windows under Xvfb: the scrubber, a branch, table mode, an edit shown by --watch, the board editor."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from support import screens
from support.packages import write
from tilewright.cli.board_sketch_view import drawing_board
from tilewright.dsl.editing.edit import CannotEdit
from tilewright.dsl.packages.package import read_package
from tilewright.viewer.camera import camera as cam
from tilewright.viewer.camera import framing
from tilewright.viewer.panels.hand import hand
from tilewright.viewer.panels.layout import GAP, scale_for
from tilewright.viewer.replaying import timeline_bar
from tilewright.viewer.staging.stage import stage

from .test_author_reloading import MANIFEST, RULES, opened

SIZE = (1280, 720)
LEARN = Path(__file__).parents[2] / "scenarios" / "learn"
UNIT = scale_for(SIZE)

pytestmark = pytest.mark.window


class Screen:
    """A screen of its own, and the table that runs on it."""

    def __init__(self, folder: Path, display: str, environment: dict[str, str]) -> None:
        self.folder, self.environment = folder, environment | {"DISPLAY": display}
        self.process: subprocess.Popen[bytes] | None = None

    def run(self, *words: str) -> None:
        """Start `tilewright` and wait until its window shows something."""
        code = "from tilewright.cli.main import main; main()"
        command = [sys.executable, "-c", code, *words]
        with (self.folder / "said").open("wb") as log:
            self.process = subprocess.Popen(
                command, env=self.environment, cwd=self.folder, stderr=log, stdout=log
            )
        end = time.monotonic() + 90
        while time.monotonic() < end:
            if self.process.poll() is not None:
                said = (self.folder / "said").read_text()
                if "No renderer" in said:
                    screens.nothing_draws(said)
                raise AssertionError(said)
            found = subprocess.run(
                ["xdotool", "search", "--name", "Tilewright"],
                env=self.environment,
                capture_output=True,
                check=False,
            )
            if found.stdout.strip():
                self.picture()  # The window is there before the first frame is.
                return
            time.sleep(0.2)
        raise AssertionError("no window")

    def do(self, *words: object) -> None:
        subprocess.run(["xdotool", *map(str, words)], env=self.environment, check=True)
        time.sleep(0.15)

    def keys(self, *names: str) -> None:
        for name in names:
            self.do("key", name)
            time.sleep(0.4)

    def drag(self, *pixels: tuple[float, float]) -> None:
        """Slowly: the table looks where the mouse is when it comes to read that a button went down."""
        self.do("mousemove", *map(round, pixels[0]))
        time.sleep(0.8)
        self.do("mousedown", 1)
        time.sleep(0.8)
        for x, y in pixels[1:]:
            self.do("mousemove", round(x), round(y))
            time.sleep(0.6)
        self.do("mouseup", 1)
        time.sleep(0.8)

    def pictures(self) -> set[Path]:
        return set(Path(self.environment["TILEWRIGHT_DATA"]).glob("pictures/tilewright-*.png"))

    def picture(self) -> np.ndarray[Any, Any]:
        """What the window shows, by F12."""
        there = self.pictures()
        end = time.monotonic() + 40
        while time.monotonic() < end:
            self.do("key", "F12")
            for _ in range(30):
                for new in self.pictures() - there:
                    try:
                        with Image.open(new) as image:
                            return np.asarray(image.convert("RGB")).astype(float)
                    except (OSError, SyntaxError):
                        pass  # It is just being written.
                time.sleep(0.1)
        raise AssertionError(f"no picture; {(self.folder / 'said').read_text()}")

    def saved(self) -> dict[str, Any]:
        """The game as it was kept last."""
        files = list((self.folder / "state" / "games").glob("*.save.json"))
        try:
            found: dict[str, Any] = json.loads(files[0].read_bytes()) if files else {"answers": []}
        except ValueError:
            return {"answers": []}
        return found

    def until(self, holds: Callable[[dict[str, Any]], bool], seconds: float = 40.0) -> float:
        """Wait for something about the kept game. Gives how long that took."""
        begun = time.monotonic()
        while time.monotonic() - begun < seconds:
            if holds(self.saved()):
                return time.monotonic() - begun
            time.sleep(0.02)
        said = (self.folder / "said").read_text()
        self.picture()
        raise AssertionError(f"that did not come; {self.saved()['answers']}; {said}")


@pytest.fixture
def screen(tmp_path: Path, kept: Callable[[str], Path], python_env: dict[str, str]) -> Iterator[Screen]:
    # Keys come faster here than anybody reads what happened.
    write(tmp_path / "config", {"table.yaml": "pace: 0\n"})
    environment = python_env | {
        "TILEWRIGHT_CACHE": os.environ["TILEWRIGHT_CACHE"],
        "TILEWRIGHT_CONFIG": str(tmp_path / "config"),
        "TILEWRIGHT_STATE": str(tmp_path / "state"),
        "TILEWRIGHT_DATA": str(tmp_path),
    }
    with screens.screen(SIZE) as display:
        shown = Screen(tmp_path, display, environment)
        try:
            yield shown
        finally:
            if shown.process is not None:
                shown.process.kill()
                shown.process.wait()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path / "lamps", {"package.yaml": MANIFEST, "rules.wright": RULES})


def answered(number: int) -> Callable[[dict[str, Any]], bool]:
    return lambda game: len(game["answers"]) >= number


def on_bar(x: float) -> tuple[float, float]:
    """The pixel of a place on the bar."""
    left, top = (SIZE[0] / UNIT - timeline_bar.WIDTH) / 2, SIZE[1] / UNIT - timeline_bar.HEIGHT - GAP
    return (left + x) * UNIT, (top + timeline_bar.MIDDLE) * UNIT


def pixel_of(view: dict[str, Any], x: float, y: float, z: float = 0.0) -> tuple[float, float]:
    point = cam.project(framing.first(stage(view), SIZE, cards=bool(hand(view))), (x, y, z), SIZE)
    assert point is not None
    return point[0], point[1]


def test_the_scrubber_goes_back_and_a_branch_goes_on_from_there(screen: Screen, folder: Path) -> None:
    screen.run("play", str(folder), "--table", "3d", "--seed", "1")
    for number in range(1, 5):
        screen.keys("2")  # Go
        screen.until(answered(2 * number - 1))
        screen.keys("4" if number % 2 else "1")
        screen.until(answered(2 * number))
    last = len(screen.saved()["answers"])
    present = screen.picture()
    screen.drag(
        on_bar(timeline_bar.x_of(last, last)),
        on_bar(timeline_bar.x_of(5, last)),
        on_bar(timeline_bar.x_of(2, last)),
    )
    past = screen.picture()
    assert np.abs(past - present).mean() > 0.2, "an earlier moment looks different"
    assert len(screen.saved()["answers"]) == last, "looking back changes nothing"
    screen.do("mousemove", *map(round, on_bar(timeline_bar.BESIDE + 134)), "click", 1)
    screen.until(lambda game: len(game["answers"]) == 2)
    screen.keys("1")
    screen.until(lambda game: len(game["answers"]) == 3 and game["answers"][-1]["chosen"] == ["burn"])


def test_an_edit_appears_at_the_same_position_and_a_mistake_in_a_banner(screen: Screen, folder: Path) -> None:
    screen.run("play", str(folder), "--table", "3d", "--seed", "1", "--watch")
    screen.keys("2", "4")
    screen.until(lambda game: len(game["answers"]) == 2)
    before, hash = screen.picture(), screen.saved()["program"]["hash"]
    file, text = folder / "rules.wright", RULES
    time.sleep(1.0)
    text = text.replace("    +   +---+", "    +---+   +")
    file.write_text(text)
    took = screen.until(lambda game: game.get("program", {}).get("hash", hash) != hash)
    assert len(screen.saved()["answers"]) == 2, "the same position"
    print(f"an edit was shown after {took:.2f} s")
    after = screen.picture()
    assert np.abs(after - before).mean() > 0.2, "the wall stands elsewhere"
    file.write_text(text.replace("lower oil by 1", "lower oill by 1"))
    time.sleep(3.0)
    wrong = screen.picture()
    top, middle = round(118 * UNIT), SIZE[0] // 2
    band = wrong[top : top + 30, middle - 250 : middle + 250].mean((0, 1))
    assert band[0] > band[1] + 8 and band[0] > band[2] + 8, "a red banner"
    file.write_text(text)
    time.sleep(3.0)
    mended = screen.picture()[top : top + 30, middle - 250 : middle + 250].mean((0, 1))
    assert mended[0] < mended[2] + 12, "and it goes"


def test_a_thing_is_dragged_by_hand_and_that_is_taken_back(screen: Screen, folder: Path) -> None:
    session, _ = opened(folder)
    view = session.view("player.1")
    screen.run("play", str(folder), "--table", "3d", "--seed", "1")
    screen.keys("t")
    screen.drag(pixel_of(view, 0.5, -0.5, 0.2), pixel_of(view, 1.2, -1.0), pixel_of(view, 1.5, -1.5))
    screen.until(lambda game: [one["chosen"] for one in game["answers"]] == [["red", "b2"]])
    assert screen.saved()["answers"][0]["seat"] == "table"
    screen.keys("t", "BackSpace")
    time.sleep(0.5)
    screen.keys("1")
    screen.until(lambda game: [one["chosen"] for one in game["answers"]] == [["burn"]])


def board_of(folder: Path, name: str) -> dict[str, Any]:
    """The view of a board as its editor shows it."""
    package, _ = read_package(folder)
    assert package is not None
    return drawing_board(package, name).view()


def saved(screen: Screen, file: Path, before: str) -> str:
    """Save, and what the file holds then."""
    screen.do("keydown", "ctrl")
    time.sleep(0.8)
    screen.do("key", "s")
    time.sleep(0.8)
    screen.do("keyup", "ctrl")
    end = time.monotonic() + 40
    while file.read_text() == before and time.monotonic() < end:
        time.sleep(0.1)
    return file.read_text()


WITHOUT_IT = RULES.replace("    +   +---+\n    | .   . |", "    +   +---+\n    |     . |")


def take_a_square_away(screen: Screen, folder: Path) -> None:
    """Open the editor of the yard, and paint over one of its squares."""
    view = board_of(folder, "yard")
    screen.run("edit-board", str(folder), "yard")
    screen.keys("2")  # no space
    screen.do("mousemove", *map(round, pixel_of(view, 0.5, -1.4)))
    time.sleep(0.8)
    screen.do("click", 1)
    time.sleep(1.5)


def test_a_board_is_painted_and_written_line_by_line(screen: Screen, folder: Path) -> None:
    take_a_square_away(screen, folder)
    assert saved(screen, folder / "rules.wright", RULES) == WITHOUT_IT


def test_an_editor_that_was_killed_has_lost_nothing(screen: Screen, folder: Path) -> None:
    take_a_square_away(screen, folder)
    assert screen.process is not None
    screen.process.kill()
    screen.process.wait()
    assert (folder / "rules.wright").read_text() == RULES
    screen.run("edit-board", str(folder), "yard")
    assert saved(screen, folder / "rules.wright", RULES) == WITHOUT_IT


REGIONS = """\
system plains:
  players: 1
  begins: rest

kind field is region
to rest: done

board downs of field:
  drawing:
    a1 a1 b1 b1
    a1 .  .  b1
    c1 c1 c1 b1
"""


def test_a_region_grows_under_the_mouse(screen: Screen, tmp_path: Path) -> None:
    home = write(tmp_path / "plains", {"package.yaml": MANIFEST, "rules.wright": REGIONS})
    view = board_of(home, "downs")
    screen.run("edit-board", str(home), "downs")
    screen.keys("1")  # more of a region: a pull from a1 over what lies beside it
    screen.drag(pixel_of(view, 0.5, -1.5), pixel_of(view, 1.5, -1.5), pixel_of(view, 2.5, -1.5))
    now = saved(screen, home / "rules.wright", REGIONS)
    assert now == REGIONS.replace("    a1 .  .  b1\n", "    a1 a1 a1 b1\n")


HEXES = """\
system plains:
  title: "Plains"
  players: 1
  begins: rest

kind field is hex:
  wood: yes/no
to rest: done

board downs of field:
  drawing:
    .   .   .

      .   .   .

    .   .   .
  signs:
    | sign | means     |
    | w    | wood: yes |
"""


def test_hexes_are_painted_under_the_mouse(screen: Screen, tmp_path: Path) -> None:
    home = write(tmp_path / "plains", {"package.yaml": MANIFEST, "rules.wright": HEXES})
    view = board_of(home, "downs")
    screen.run("edit-board", str(home), "downs")
    screen.keys("3")  # wood: from b2 to c2, half a hex to the right of the rows beside them
    screen.drag(pixel_of(view, 2.0, -1.45), pixel_of(view, 2.5, -1.45), pixel_of(view, 3.0, -1.45))
    now = saved(screen, home / "rules.wright", HEXES)
    assert now == HEXES.replace("      .   .   .\n", "      .   w   w\n")


def test_the_editor_opens_what_the_package_has_itself() -> None:
    """A mission is built on the boards of others; saving must not write into their folders."""
    package, _ = read_package(LEARN / "3_first_mission")
    assert package is not None
    assert drawing_board(package, None).title == "harbour"
    with pytest.raises(CannotEdit, match="2_first_board"):
        drawing_board(package, "old_town")
