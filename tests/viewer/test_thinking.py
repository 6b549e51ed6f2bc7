"""While the rules run for long, the window goes on drawing; what came of it is shown when it is there."""

from __future__ import annotations

import signal
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest

from support.driving import table
from support.exhausting import HEAD
from tilewright.viewer.app.interrupts import Interrupts
from tilewright.viewer.app.thinking import AT_ONCE, Thinking
from tilewright.viewer.common.speech import say

# Each of twelve answers makes the rules run for nearly as long as they may; what the last begins never ends.
LONG = f"""{HEAD}
to play:
  set coins to numbers(1, 20000)
  repeat 12:
    choose m from 1 to 2
    repeat 4000:
      if 0 in coins: done
  choose m from 1 to 2
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
def test_the_window_draws_while_a_rule_goes_on_for_long(
    kept: Callable[[str], Path], python_env: dict[str, str]
) -> None:
    folder = kept("thinking")
    package = folder.parent / "long.wright"
    package.write_text(LONG, encoding="utf-8")
    answered: set[int] = set()
    notices: set[str] = set()
    cameras: dict[int, set[tuple[float, ...]]] = defaultdict(set)  # its places while an answer is worked out
    with table(folder, python_env, str(package), "player.1") as driver:
        now = driver.wait(lambda now: now["rows"])
        there, back = "Right", "Left"  # both ways in turn, so that the camera comes to no edge
        end = time.monotonic() + 90
        while not now["over"] and time.monotonic() < end:
            assert driver.process.poll() is None, "the window has gone"
            if now["busy"]:
                notices.add(now["notice"])
                cameras[now["number"]].add(tuple(now["camera"]))
            elif now["rows"] and now["number"] not in answered:
                answered.add(now["number"])
                driver.do("keyup", back, "keydown", there, "key", now["rows"][0][0])
                there, back = back, there
            time.sleep(0.01)
            now = driver.shown()
        driver.do("keyup", "Right", "keyup", "Left")
    assert now["over"]["outcome"] == "stuck"
    assert say("panel_thinking") in notices
    assert max(map(len, cameras.values())) > 1, "the camera went on while the rules ran"


def test_an_interruption_is_heeded_between_two_turns_alone() -> None:
    with Interrupts() as interrupts:
        interrupts.heed()
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            interrupts.heed()


def test_who_interrupts_twice_is_heeded_at_once() -> None:
    before = signal.getsignal(signal.SIGINT)
    with Interrupts():
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) == before
