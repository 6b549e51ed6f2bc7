"""While the rules run for long, the window goes on drawing; what came of it is shown when it is there."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from support.driving import table
from support.exhausting import HEAD
from tilewright.viewer.app.thinking import AT_ONCE, Thinking
from tilewright.viewer.common.speech import say

ENDLESS = f"""{HEAD}
to play:
  choose m from 1 to 2
  set coins to numbers(1, 20000)
  repeat:
    if 0 in coins: done
"""


def test_what_is_done_at_once_is_there_at_once() -> None:
    thinking = Thinking()
    found: list[int] = []
    thinking.begin(lambda: 3, found.append)
    assert found == [3] and not thinking.busy


def test_what_takes_longer_comes_later() -> None:
    thinking, go_on = Thinking(), threading.Event()
    found: list[bool] = []
    thinking.begin(lambda: go_on.wait(60), found.append)
    assert thinking.busy and not found
    with pytest.raises(RuntimeError):
        thinking.begin(lambda: 1, found.append)
    thinking.look()
    assert thinking.busy and not found
    go_on.set()
    for _ in range(1000):
        thinking.look(AT_ONCE)
        if found:
            break
    assert found == [True]


def test_a_mistake_of_ours_is_not_lost() -> None:
    def fails() -> None:
        raise ValueError("ours")

    with pytest.raises(ValueError, match="ours"):
        Thinking().begin(fails, print)


@pytest.mark.window
def test_the_window_draws_while_a_rule_goes_on_without_end(
    kept: Callable[[str], Path], python_env: dict[str, str]
) -> None:
    folder = kept("thinking")
    package = folder.parent / "endless.wright"
    package.write_text(ENDLESS, encoding="utf-8")
    with table(folder, python_env, str(package), "player.1") as driver:
        (key, _), *_ = driver.wait(lambda now: now["rows"])["rows"]
        driver.do("keydown", "Right", "sleep", 0.1, "key", key)
        cameras, end = set(), time.monotonic() + 60
        while not (now := driver.shown())["over"] and time.monotonic() < end:
            assert driver.process.poll() is None, "the window has gone"
            if now["notice"] == say("panel_thinking"):
                cameras.add(tuple(now["camera"]))
            time.sleep(0.01)
        driver.do("keyup", "Right")
        assert now["over"]["outcome"] == "stuck"
        assert len(cameras) > 1, "the camera went on while the rules ran"
