"""A real window under Xvfb, driven by xdotool: clicks and keys reach the session, an idle table rests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageGrab

from support.screens import nothing_draws, screen
from tilewright.schemas.view import View
from tilewright.viewer.app.commands import help_keys
from tilewright.viewer.camera import camera as cam
from tilewright.viewer.camera import framing
from tilewright.viewer.common import choices, settings
from tilewright.viewer.panels.hand import hand
from tilewright.viewer.panels.interface import UiState
from tilewright.viewer.panels.layout import plan, scale_for
from tilewright.viewer.panels.vocabulary import Rebind
from tilewright.viewer.staging.stage import stage

SIZE = (1280, 720)
HERE = Path(__file__).parent

pytestmark = pytest.mark.window


class Gone(Exception):
    """The window's process has ended."""


class Window:
    """A running table: what it was answered, and ways to poke it."""

    def __init__(self, display: str, process: subprocess.Popen[bytes], record: Path) -> None:
        self.display, self.process, self.record = display, process, record

    def do(self, *words: object) -> None:
        subprocess.run(["xdotool", *map(str, words)], env=os.environ | {"DISPLAY": self.display}, check=True)

    def calls(self) -> list[dict[str, Any]]:
        return (
            [json.loads(line) for line in self.record.read_text().splitlines()]
            if self.record.exists()
            else []
        )

    def await_call(self, wanted: dict[str, Any], seconds: float = 40.0) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if wanted in self.calls():
                return
            if self.process.poll() is not None:
                raise Gone
            time.sleep(0.05)
        raise AssertionError(f"{wanted} did not come; seen: {self.calls()}")

    def picture(self) -> Image.Image:
        """What somebody before the screen sees."""
        return ImageGrab.grab(xdisplay=self.display)

    def picture_that_differs(self, *, from_: Image.Image) -> Image.Image:
        end = time.monotonic() + 40
        while time.monotonic() < end:
            if ImageChops.difference(from_, self.picture()).getbbox() is not None:
                return self.picture_at_rest()
            time.sleep(0.05)
        raise AssertionError("nothing changed on the screen")

    def picture_at_rest(self) -> Image.Image:
        before, same = self.picture(), 0
        while same < 4:
            time.sleep(0.15)
            now = self.picture()
            same = same + 1 if ImageChops.difference(before, now).getbbox() is None else 0
            before = now
        return before

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.fixture
def window(kept: Callable[[str], Path], python_env: dict[str, str]) -> Iterator[Window]:
    record = kept(f"calls-{time.monotonic_ns()}.jsonl")
    own = {
        "TILEWRIGHT_CACHE": os.environ["TILEWRIGHT_CACHE"],
        "TILEWRIGHT_CONFIG": str(record.with_suffix("")),
        "TILEWRIGHT_DATA": str(record.with_suffix("")),
    }
    environment = python_env | own
    command = [sys.executable, str(HERE / "play_table.py"), "auto", str(record)]
    with screen(SIZE) as display:
        said = record.with_suffix(".said")
        with said.open("wb") as stream:
            process = subprocess.Popen(
                command, env=environment | {"DISPLAY": display}, cwd=record.parent, stderr=stream
            )
        shown = Window(display, process, record)
        try:
            shown.await_call({"shown": True}, 120)
            yield shown
        except Gone:
            if "NoRenderer" in said.read_text():
                nothing_draws("no window")
            raise AssertionError(said.read_text()) from None
        finally:
            process.kill()
            process.wait()


def pixel_of(view: View, x: float, y: float, z: float = 0.0) -> tuple[int, int]:
    point = cam.project(framing.first(stage(view), SIZE, cards=bool(hand(view))), (x, y, z), SIZE)
    assert point is not None
    return round(point[0]), round(point[1])


def test_mouse_and_keys_play_the_mission(window: Window, mission: View) -> None:
    options = {o["label"]: o["id"] for o in mission["question"]["options"]}
    keys = {row.label: row.key for row in choices.rows(mission)}
    window.do("mousemove", *pixel_of(mission, 6.5, -3.5))
    time.sleep(0.3)
    window.do("click", 1)
    window.await_call({"answer": [options["g4"]], "seat": "player.1"})
    time.sleep(1.0)
    window.do("mousemove", *pixel_of(mission, 10.5, -3.5, 0.5), "click", 1)
    window.await_call({"answer": [options["Ripper 1 at k4"]], "seat": "player.1"})
    window.do("key", keys["Overwatch"])
    window.await_call({"answer": [options["Overwatch"]], "seat": "player.1"})
    window.do("key", "BackSpace")
    window.await_call({"undo": True})
    window.do("key", "2")
    window.await_call({"answer": [options["g2"]], "seat": "player.1"})
    window.do("key", keys["End turn"])
    window.await_call({"answer": [options["End turn"]], "seat": "player.1"})
    before = len(window.calls())
    window.do("key", "6")
    time.sleep(0.6)
    assert len(window.calls()) == before, "behind the curtain nothing can be answered"
    window.do("key", "Return")
    time.sleep(0.8)
    window.do("key", keys["Overwatch"])
    window.await_call({"answer": [options["Overwatch"]], "seat": "player.2"})
    window.do("key", "F12")
    end = time.monotonic() + 40
    while not list(window.record.with_suffix("").glob("pictures/tilewright-*.png")):
        assert time.monotonic() < end, "F12 saves a picture, not where the game was begun"
        time.sleep(0.1)


def test_what_a_key_does_is_on_the_screen_at_once(window: Window) -> None:
    """Not only with whatever is drawn next: a table that rests draws nothing more."""
    before = window.picture_at_rest()
    window.do("key", "F1")
    help_page = window.picture_that_differs(from_=before)
    changed = ImageChops.difference(before, help_page).getbbox()
    assert changed is not None
    assert changed[2] - changed[0] > SIZE[0] / 2, "the page of keys is as wide as half the window"
    window.do("key", "F1")
    window.picture_that_differs(from_=help_page)
    assert ImageChops.difference(before, window.picture_at_rest()).getbbox() is None


def test_a_command_gets_another_key_on_the_page_of_keys(window: Window, mission: View) -> None:
    options = {o["label"]: o["id"] for o in mission["question"]["options"]}
    keys = {row.label: row.key for row in choices.rows(mission)}
    window.do("key", keys["Overwatch"])
    window.await_call({"answer": [options["Overwatch"]], "seat": "player.1"})
    window.do("key", "F1")
    ui = UiState(help=1, keys=help_keys({}))
    page = next(p for p in plan(mission, ui, SIZE) if p.key == "help")
    row = next(hit for hit in page.panel.hits if hit.action == Rebind("undo"))
    unit = scale_for(SIZE) * page.size
    x, y = page.x / page.size + row.x + row.w / 2, page.y / page.size + row.y + row.h / 2
    window.do("mousemove", round(x * unit), round(y * unit))
    time.sleep(0.3)
    window.do("click", 1)
    time.sleep(0.3)
    window.do("key", "ctrl+F5")
    time.sleep(0.3)
    window.do("key", "Escape", "key", "BackSpace", "key", "ctrl+F5")
    window.await_call({"undo": True})
    assert window.calls().count({"undo": True}) == 1, "its old key does nothing any more"
    kept = settings.load(window.record.with_suffix("") / "table.yaml")[0]
    assert kept.keys == {"undo": ("control-f5",)}


def test_an_idle_table_rests_and_its_menu_closes_it(window: Window) -> None:
    window.do("mousemove", 20, 600)
    spent, end = 1.0, time.monotonic() + 60
    while spent >= 0.06 and time.monotonic() < end:  # It may still be busy with what has just moved.
        begun = window.cpu()
        time.sleep(2.0)
        spent = (window.cpu() - begun) / 2.0
    assert spent < 0.06, "an idle table hardly uses the processor (about 0.012 measured)"
    window.do("key", "Escape", "sleep", 0.4, "key", "Up", "sleep", 0.4, "key", "Return")
    window.process.wait(60)
    assert window.process.returncode == 0
