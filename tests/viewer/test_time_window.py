"""Time in a real window: keys and mouse lead to every moment, branch, save, load, and pin notes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support.driving import Driver, table

pytestmark = pytest.mark.window


def at(moment: int | None) -> Callable[[dict[str, Any]], bool]:
    return lambda now: now["time"]["at"] == moment


def test_keys_and_mouse_lead_through_time(kept: Callable[[str], Path], python_env: dict[str, str]) -> None:
    env = python_env | {"WITH_TIME": "1"}
    with table(kept("time"), env, "learn/3_first_mission") as driver:
        answer_six(driver)
        last = driver.wait(lambda now: now["time"]["last"] >= 6)["time"]["last"]

        driver.do("key", "comma", "key", "comma")
        driver.wait(at(last - 2))
        driver.do("key", "period")
        driver.wait(at(last - 1))
        driver.do("key", "control+comma")
        driver.wait(at(0))
        driver.do("key", "bracketright", "key", "bracketright", "key", "bracketright")
        driver.wait(lambda now: now["time"]["speed"] == 8.0)
        driver.do("key", "control+p")
        driver.wait(at(None))

        boxes = driver.shown()["boxes"]
        entry = next(box for box in boxes if box[0][0] == "InspectEntry")
        driver.click(*entry[1:])
        there = driver.wait(lambda now: now["time"]["at"] is not None)["time"]["at"]
        driver.do("key", "control+n")
        driver.wait(lambda now: now["time"]["writing"] == "")
        driver.do("type", "--delay", "60", "Too dark")
        driver.wait(lambda now: now["time"]["writing"] == "Too dark")
        driver.do("key", "Return")
        driver.wait(lambda now: now["time"]["notes"] == {str(there): "Too dark"})

        driver.do("key", "control+b")
        driver.wait(lambda now: now["time"]["at"] is None and now["time"]["last"] == there)
        assert driver.shown()["time"]["lines"] == 1, "the other line is kept"
        driver.do("key", "control+j", "sleep", "0.5", "key", "1")
        driver.wait(lambda now: now["time"]["last"] == last)

        driver.do("key", "control+s")
        driver.wait(lambda now: now["notice"].startswith("Saved: "))
        driver.do("key", "BackSpace")
        driver.wait(lambda now: now["time"]["last"] < last)
        driver.do("key", "control+o", "sleep", "0.5", "key", "1")
        now = driver.wait(lambda now: now["notice"] and not now["notice"].startswith("Saved"))
        assert now["notice"].startswith("Loaded"), now["notice"]
        assert now["time"]["last"] == last and now["time"]["notes"] == {str(there): "Too dark"}


def test_behind_a_curtain_nothing_is_shown(kept: Callable[[str], Path], python_env: dict[str, str]) -> None:
    people, env = ("player.1", "player.2"), python_env | {"WITH_TIME": "1"}
    with table(kept("curtain"), env, "sniper_elite/launch_facility", *people) as driver:
        now = driver.wait(lambda now: now["curtain"])
        assert now["curtain"] == "player.1" and not now["things"], "before the first secrets, too"
        driver.picture("first")
        driver.do("key", "Return")
        now = driver.wait(lambda now: now["rows"] and not now["curtain"])
        for _ in range(6):
            before = len(driver.answers())
            picks = now["span"][0] if now["span"] else 1
            for key, _ids in now["rows"][:picks]:
                driver.do("key", key, "sleep", 0.2)
            driver.do(*(("key", "Return") if now["span"] else ("sleep", 0)))
            driver.answered(before, now["number"])
            now = driver.wait(lambda now: now["rows"] or now["curtain"])
            if now["curtain"] == now["eyes"]:  # what came of it is for the sniper alone
                driver.do("key", "Return")
                now = driver.wait(lambda now: now["rows"] and not now["curtain"])
            if now["curtain"]:
                break
        assert (now["curtain"], now["eyes"]) == ("player.1", "player.2"), "only the sniper has secrets"
        driver.do("key", "F9", "key", "comma", "key", "control+s")
        now = driver.wait(lambda now: now["notice"].startswith("Saved"))
        assert (now["curtain"], now["eyes"], now["time"]["at"]) == ("player.1", "player.2", None)
        driver.do("key", "Return")
        driver.wait(lambda now: not now["curtain"] and now["eyes"] == "player.1")
        driver.do("key", "F9")
        driver.wait(lambda now: now["eyes"] == "player.2")
        driver.do("key", "F9")
        now = driver.wait(lambda now: now["notice"].startswith("That shows what others"))
        assert now["eyes"] == "player.2", "what others may not see is asked for twice"
        driver.do("key", "F9")
        driver.wait(lambda now: now["eyes"] is None)


def answer_six(driver: Driver) -> None:
    for _ in range(6):
        now = driver.wait(lambda now: now["rows"] or now["curtain"])
        if now["curtain"]:
            driver.do("key", "Return")
            now = driver.wait(lambda now: not now["curtain"] and now["rows"])
        before = len(driver.answers())
        key, ids = now["rows"][0]
        driver.do("key", key)
        if len(ids) > 1:
            driver.wait(lambda now: now["narrowed"])
            driver.do("key", "1")
        driver.answered(before, now["number"])
