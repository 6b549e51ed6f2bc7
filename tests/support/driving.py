"""A real table in a window of its own, poked by xdotool: what people do with mouse and keyboard."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import ImageGrab

from .screens import SIZE, nothing_draws, screen

Shown = dict[str, Any]
TESTS = Path(__file__).parent.parent
SCENARIOS = TESTS.parent / "scenarios"
PROGRAM = TESTS / "viewer" / "play_mission.py"
START = TESTS / "viewer" / "play_start.py"


def lines_of(now: Shown) -> list[str]:
    """The titles of the lines of the menu that is open."""
    return [line[0] for line in now["menu"]["lines"]] if now["menu"] else []


def at_rest(now: Shown) -> bool:
    """Whether a menu is open, and nothing is being made ready."""
    return now["menu"] is not None and not now["menu"]["busy"]


class Driver:
    """Hands on mouse and keyboard, eyes on what the window tells that it shows."""

    def __init__(self, display: str, folder: Path, process: subprocess.Popen[bytes]) -> None:
        self.display, self.folder, self.process = display, folder, process

    def do(self, *words: object) -> None:
        subprocess.run(["xdotool", *map(str, words)], env=os.environ | {"DISPLAY": self.display}, check=True)

    def click(self, x: int, y: int) -> None:
        self.do("mousemove", x, y, "sleep", 0.03, "click", 1)

    def key(self, *names: str) -> None:
        for name in names:
            self.do("key", name)

    def take(self, title: str, seconds: float = 90.0) -> Shown:
        """Click a line of the open menu once it is there."""
        now = self.wait(lambda one: at_rest(one) and title in lines_of(one), seconds)
        number = lines_of(now).index(title)
        self.click(*next(box[1:] for box in now["boxes"] if box[0] == ["TakeLine", number]))
        return now

    def picture(self, name: str) -> None:
        """What somebody before the screen sees, for whoever looks at it later."""
        time.sleep(0.7)  # what is told to be shown is drawn after that
        ImageGrab.grab(xdisplay=self.display).save(self.folder / f"{name}.png")

    def shown(self) -> Shown:
        found: Shown = json.loads((self.folder / "drawn.json").read_text())
        return found

    def answers(self) -> list[dict[str, Any]]:
        file = self.folder / "answers.jsonl"
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []

    def wait(self, holds: Callable[[Shown], Any], seconds: float = 40.0) -> Shown:
        """What is shown as soon as something holds of it."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            said = (self.folder / "said").read_text()[-1500:]
            assert self.process.poll() is None, f"the window has gone: {said}"
            if holds(now := self.shown()):
                return now
            time.sleep(0.02)
        raise AssertionError(f"it did not come; shown: {self.shown()}")

    def answered(self, before: int, number: int) -> dict[str, Any]:
        """The answer after so many answers, once the table shows what came of it."""
        end = time.monotonic() + 40
        while time.monotonic() < end:
            given = self.answers()
            if len(given) > before:
                if given[before]["refused"] is None:
                    self.wait(lambda now: now["number"] != number or now["over"] or now["curtain"])
                return given[before]
            time.sleep(0.02)
        raise AssertionError(f"no answer came; shown: {self.shown()}")


@contextmanager
def table(
    folder: Path,
    env: dict[str, str],
    game: str,
    *people: str,
    seed: int = 1,
    words: str = "",
    begin_at: int = 0,
) -> Iterator[Driver]:
    """A table over a game, in a folder of its own."""
    folder.mkdir()
    program = [str(PROGRAM), str(folder), str(SCENARIOS / game), str(seed), *people]
    with _window(folder, env | {"BEGIN_AT": str(begin_at)}, program, SIZE, words) as driver:
        yield driver


@contextmanager
def start_screen(
    folder: Path, env: dict[str, str], *words: str, size: tuple[int, int] = SIZE, settings: str = ""
) -> Iterator[Driver]:
    """`tilewright`, with words or alone, in a folder of its own that is there already, or is made."""
    folder.mkdir(exist_ok=True)
    (folder / "drawn.json").unlink(missing_ok=True)
    own = env | {"TILEWRIGHT_STATE": str(folder / "state")}
    with _window(folder, own, [str(START), str(folder), *words], size, settings) as driver:
        yield driver


@contextmanager
def _window(
    folder: Path, env: dict[str, str], program: list[str], size: tuple[int, int], words: str
) -> Iterator[Driver]:
    """A window of a program that writes down what it shows, from its first picture on."""
    (folder / "table.yaml").write_text(words or "reduced_motion: true\n")
    environment = env | {"TILEWRIGHT_CONFIG": str(folder)}
    environment["TILEWRIGHT_CACHE"] = os.environ["TILEWRIGHT_CACHE"]
    with screen(size) as display, (folder / "said").open("wb") as said_to:
        process = subprocess.Popen(
            [sys.executable, *program], env=environment | {"DISPLAY": display}, cwd=folder, stderr=said_to
        )
        try:
            end = time.monotonic() + 120
            while not (folder / "drawn.json").exists() and time.monotonic() < end:
                if process.poll() is not None:
                    said_last = (folder / "said").read_text()
                    if "NoRenderer" in said_last:
                        nothing_draws("no window")
                    raise AssertionError(said_last)
                time.sleep(0.1)
            yield Driver(display, folder, process)
        finally:
            process.kill()
            process.wait()


def more_picked(count: int) -> Callable[[Shown], Any]:
    return lambda now: len(now["picked"]) > count
