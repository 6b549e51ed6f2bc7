"""A real window under Xvfb in which real missions are played: whole rounds by mouse alone and by keyboard
alone, and the sorts of questions that those rounds do not ask."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support.driving import Driver, Shown, more_picked, table
from tilewright.viewer.app.commands import OVERLAY_KEYS
from tilewright.viewer.staging.overlay import SORTS

pytestmark = pytest.mark.window


Play = Callable[[Driver, Shown], None]


def play(driver: Driver, by: Play, until: Callable[[Shown], Any], most: int = 130) -> int:
    """Answer until something holds; gives the number of answers and of curtains."""
    for count in range(most):
        now = driver.wait(lambda s: s["over"] or s["curtain"] or s["rows"], 20)
        if now["over"] or until(now):
            return count
        if now["curtain"]:
            driver.click(640, 360) if by is by_mouse else driver.do("key", "Return")
            driver.wait(lambda s: not s["curtain"])
            continue  # what is asked now has not been looked at yet
        before = len(driver.answers())
        by(driver, now)
        given = driver.answered(before, now["number"])
        assert given["refused"] is None, given
    raise AssertionError(f"it went on for {most} answers")


def overlaid(sort: str) -> Callable[[Shown], Any]:
    return lambda now: now["overlay"] == sort


def by_mouse(driver: Driver, now: Shown) -> None:
    """A lit space, figure or link if there is one that can be hit, else a row, a card, a button."""
    if now["span"] is not None:
        for count in range(max(now["span"][0], 0)):
            wanted = [
                box for box in now["boxes"] if box[0][0] == "Answer" and box[0][1][0] not in now["picked"]
            ]
            driver.click(*wanted[0][1:])
            now = driver.wait(more_picked(count))
        driver.click(*next(box[1:] for box in now["boxes"] if box[0] == ["CONFIRM"]))
        return
    single = [mark for mark in now["marks"] if len(mark[0]) == 1]
    if single:
        mark = single[now["number"] % len(single)]
        driver.click(*mark[1:3])
        return
    boxes = [box for box in now["boxes"] if box[0][0] == "Answer"]
    box = boxes[now["number"] % len(boxes)]
    driver.click(*box[1:])
    if len(box[0][1]) > 1:  # A group opens.
        now = driver.wait(lambda s: s["narrowed"])
        driver.click(*next(b[1:] for b in now["boxes"] if b[0][0] == "Answer"))


def by_keys(driver: Driver, now: Shown) -> None:
    """Letters and digits of rows where they have one; else Tab or the arrows, and Enter."""
    if now["span"] is not None:
        for count in range(now["span"][0]):
            driver.do("key", "Tab")
            driver.wait(lambda s: s["cursor"])
            driver.do("key", "space")
            driver.wait(more_picked(count))
        driver.do("key", "Return")
        return
    if now["number"] % 3 == 0:
        driver.do("key", "Tab")
        driver.wait(lambda s: s["cursor"])
        driver.do("key", "alt+Down" if now["number"] % 2 else "Tab")
        driver.do("key", "Return")
        time.sleep(0.15)
        if driver.shown()["narrowed"] and driver.shown()["number"] == now["number"]:
            driver.do("key", "1")
        return
    key, ids = now["rows"][now["number"] % min(len(now["rows"]), 9)]
    driver.do("key", key)
    listed = any(box[0][0] == "Answer" for box in now["boxes"])
    if not listed:  # of places that are lit on the board alone, it opens the list
        driver.wait(lambda s: s["cursor"])
        driver.do("key", "Return")
    if len(ids) > 1:
        driver.wait(lambda s: s["narrowed"])
        driver.do("key", "1")


@pytest.mark.parametrize("by", [by_mouse, by_keys])
def test_a_whole_round_is_played(by: Play, kept: Callable[[str], Path], python_env: dict[str, str]) -> None:
    """The end of set-up and the first round, with every character's turn and what the other side does."""
    with table(kept(f"round-{by.__name__}"), python_env, "aliens", begin_at=7) as driver:
        count = play(driver, by, lambda now: (now["values"] or {}).get("round", 1) > 1)
        assert count > 15, "a round is many answers"
        if not driver.shown()["over"]:
            assert driver.shown()["values"]["round"] == 2
        kept_game = json.loads((driver.folder / "kept.json").read_text())
        assert kept_game["answers"], "every answer is kept on disk"


def test_places_are_chosen_on_the_board_and_a_choice_is_seen_before_it_is_made(
    kept: Callable[[str], Path], python_env: dict[str, str]
) -> None:
    """Of many places none is listed, until somebody scrolls; which way something will look is shown."""

    def listed(now: Shown) -> list[Any]:
        return [box for box in now["boxes"] if box[0][0] == "Answer"]

    with table(kept("foreseen"), python_env, "aliens", begin_at=7) as driver:
        driver.wait(lambda one: one["rows"] or one["menu"])
        driver.key("Return")  # the briefing is read
        now = driver.wait(lambda one: len(one["rows"]) > 100 and not listed(one))
        driver.picture("many")
        panel = next(box for box in now["boxes"] if box[0] == ["CHOICES"])
        driver.do("mousemove", *panel[1:], "click", 5)
        driver.wait(lambda one: len(listed(one)) > 3)
        driver.click(*next(mark[1:3] for mark in now["marks"] if len(mark[0]) == 1))
        now = driver.wait(lambda one: len(one["rows"]) == 4)
        driver.do("mousemove", *listed(now)[1][1:])
        now = driver.wait(lambda one: one["ahead"])
        driver.picture("ahead")
        driver.do("mousemove", 640, 690)
        driver.wait(lambda one: not one["ahead"])
        driver.key("2")
        driver.wait(lambda one: one["number"] > now["number"] and not one["ahead"])


@pytest.mark.parametrize("by", [by_mouse, by_keys])
def test_costs_several_numbers_and_secrets(
    by: Play, kept: Callable[[str], Path], python_env: dict[str, str]
) -> None:
    """Choices of several, numbers, and two people who hide what they hold from each other."""
    with table(
        kept(f"secrets-{by.__name__}"), python_env, "sniper_elite", "player.1", "player.2", seed=2
    ) as driver:
        seen: set[str] = set()
        curtains: list[bool] = []

        def enough(now: Shown) -> bool:
            seen.add(str(now["sort"]))
            curtains.append(bool(now["curtain"]))
            return len(curtains) > 9

        play(driver, by, enough)
        assert {"several", "choose", "menu"} <= seen and any(curtains)


def lit_spaces(now: Shown) -> list[Any]:
    """Spaces that can be walked into: a pull passes over figures that are lit, too."""
    return [m for m in now["marks"] if len(m[0]) == 1 and not m[3].startswith("thing:")]


def test_overlays_eyes_tips_and_a_pulled_walk(
    kept: Callable[[str], Path], python_env: dict[str, str]
) -> None:
    """What shows more than it answers: overlays, the designer's eyes, tooltips; and a walk in one drag."""
    with table(kept("looking"), python_env, "aliens", begin_at=9) as driver:
        play(driver, by_keys, lambda now: now["sort"] == "menu" and "1" in [k for k, _ in now["rows"]], 30)
        for sort, key in zip(SORTS, OVERLAY_KEYS, strict=True):
            driver.do("key", key.upper())
            driver.wait(overlaid(sort))
        driver.do("key", OVERLAY_KEYS[-1].upper())
        driver.wait(lambda now: now["overlay"] == "")
        driver.do("key", "F9")
        now = driver.wait(lambda now: now["notice"].startswith("That shows what you may not see"))
        assert now["eyes"] == now["seat"], "it is asked for twice, the first time"
        driver.do("key", "F9")
        driver.wait(lambda now: now["eyes"] is None)
        driver.do("key", "F9")
        now = driver.wait(lambda now: now["eyes"] == now["seat"])
        box = next(box for box in now["boxes"] if box[0][0] == "Inspect")
        driver.do("mousemove", *box[1:])
        driver.do("key", "control+alt+1")
        driver.wait(lambda now: "view 1" in now["notice"])
        assert "views:" in (driver.folder / "table.yaml").read_text()
        play(driver, by_keys, lambda now: len(lit_spaces(now)) >= 3, 60)
        now = driver.shown()
        marks = lit_spaces(now)
        before = len(driver.answers())
        driver.do("mousemove", marks[1][1], marks[1][2], "sleep", 0.4)
        driver.wait(lambda now: now["tip"])
        for given_up in (("key", "Escape"), ("mousedown", 3, "mouseup", 3)):
            driver.do("mousedown", 1, "sleep", 0.05)
            driver.do("mousemove", marks[1][1] + 12, marks[1][2], "sleep", 0.2, *given_up, "sleep", 0.1)
            driver.do("mouseup", 1, "mousemove", marks[1][1], marks[1][2], "sleep", 0.4)
        driver.do("mousedown", 1, "sleep", 0.05)
        driver.do("mousemove", marks[1][1] + 12, marks[1][2], "sleep", 0.2)
        driver.picture("pulled")
        assert len(driver.answers()) == before, "nothing is answered before the button comes up"
        driver.do("mouseup", 1)
        assert driver.answered(before, now["number"])["ids"] == marks[1][0], (
            "a pull answers with the space that it comes into"
        )


def test_a_window_of_one_pixel_and_broken_settings_lose_no_game(
    kept: Callable[[str], Path], python_env: dict[str, str]
) -> None:
    words = "text: huge\nkeys:\n  fit: [f5]\nreduced_motion: true\n: [\n"
    with table(kept("small"), python_env, "aliens", words=words) as driver:
        found = driver.wait(lambda now: "cannot be read" in now["notice"])
        assert found["rows"]
        window = subprocess.run(
            ["xdotool", "search", "--name", "Tilewright"],
            env=os.environ | {"DISPLAY": driver.display},
            capture_output=True,
            check=True,
            text=True,
        ).stdout.split()[0]
        driver.do("windowsize", window, 1, 1)
        driver.wait(lambda now: now["size"] == [1, 1])
        driver.do("key", "--window", window, "1")
        driver.do("windowsize", window, 900, 600)
        driver.wait(lambda now: now["size"] == [900, 600])
        play(driver, by_keys, lambda now: now["number"] > 4, 10)
        driver.do("windowclose", window)
        time.sleep(1.5)
        assert json.loads((driver.folder / "kept.json").read_text())["answers"], (
            "a closed window loses nothing"
        )
