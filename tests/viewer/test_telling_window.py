"""A real window in which what happens is told bit by bit, and can be paused, stepped and skipped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from support.driving import Shown, table

pytestmark = pytest.mark.window


def told(now: Shown) -> bool:
    return bool(now["event"])


def told_or_asked(number: int) -> Callable[[Shown], bool]:
    """Whether something is told, or another question than that of this number is open."""
    return lambda now: told(now) or (now["number"] != number and bool(now["rows"]))


def test_events_are_told_before_the_next_question(
    kept: Callable[[str], Path], python_env: dict[str, str]
) -> None:
    env = python_env | {"WITH_EVENTS": "1", "WITH_TIME": "1"}
    with table(kept("told"), env, "aliens", words="reduced_motion: true\npace: 0.5\n") as driver:
        now = driver.wait(lambda now: now["rows"])
        for _ in range(12):
            driver.do("key", now["rows"][0][0])
            now = driver.wait(told_or_asked(now["number"]))
            if now["event"]:
                break
        assert now["event"] and now["event"]["texts"] and now["prompt"] is None and not now["rows"]
        driver.do("key", "space")
        paused = driver.wait(lambda now: now["event"] and now["event"]["paused"])["event"]
        driver.do("key", "Right")
        after = driver.wait(lambda now: now["event"] != paused)["event"]
        assert after is None or after["number"] > paused["number"]

        driver.do("key", "Return")
        now = driver.wait(lambda now: now["event"] is None and now["rows"])
        assert now["prompt"]

        driver.do("key", "ctrl+r")
        again = driver.wait(told)["event"]
        assert again["number"] <= paused["number"]
        skip = next(box for box in driver.shown()["boxes"] if box[0] == ["SKIP"])
        driver.click(*skip[1:])
        assert driver.wait(lambda now: now["event"] is None)["prompt"] == now["prompt"]
