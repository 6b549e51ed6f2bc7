"""A real window in which every sort of question is answered: once by mouse alone, once by keyboard alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support.driving import Driver, Shown, more_picked, table

pytestmark = pytest.mark.window
GAME = Path(__file__).parent / "questions"
PLAYERS = ("player.1", "player.2")

# What each question is answered with: marks on the board, cards of the hand, or rows by their number.
WANTED: dict[str, list[Any]] = {
    "A space": ["space:c2"],
    "A figure": ["thing:ben"],
    "A card": ["card:frost.1"],
    "A token": ["thing:ruby"],
    "A link": ["link:gate.1"],
    "A number": [1],
    "An option": [1],
    "Several": ["thing:opal", "thing:jade"],
    "Decline": [2],
    "A path": ["space:b1", "space:c1", "space:d1"],
    "An action": [0],
    "A pause": [0],
    "Together": [0],
    "Agree": [1],
}


def asked(now: Shown) -> str:
    return str(now["prompt"]).split(": ")[-1]


def mark(now: Shown, name: str) -> list[Any]:
    return next(m for m in now["marks"] if m[3] == name)


def box(now: Shown, *act: Any) -> list[Any]:
    return next(b for b in now["boxes"] if b[0] == list(act))


def from_number(number: int) -> Callable[[Shown], Any]:
    """Whether so many questions were put, or something else has come instead."""
    return lambda now: now["number"] >= number or now["over"] or now["curtain"]


def by_mouse(driver: Driver, now: Shown, wanted: list[Any]) -> list[int]:
    """Click what is wanted; gives the ids that must have been answered."""
    if asked(now) == "A path":
        return _in_one_drag(driver, now, wanted)
    ids: list[int] = []
    for one in wanted:
        if isinstance(one, int):
            ids += now["rows"][one][1]
            driver.click(*box(now, "Answer", now["rows"][one][1])[1:])
        elif one.startswith("card:"):
            ids += [now["cards"][one.removeprefix("card:")]]
            driver.click(*box(now, "Card", one.removeprefix("card:"))[1:])
        else:
            ids += mark(now, one)[0]
            driver.click(*mark(now, one)[1:3])
        if now["span"] is not None:
            now = driver.wait(more_picked(len(ids) - 1))
    if now["span"] is not None:
        driver.click(*box(now, "CONFIRM")[1:])
    return ids


def _in_one_drag(driver: Driver, now: Shown, wanted: list[str]) -> list[int]:
    """Press on the figure and pull it over stones that lie on its way: nothing is answered before
    the button comes up, then every step is."""
    before = len(driver.answers())
    driver.do("mousemove", *now["things"]["ada"], "sleep", 0.1, "mousedown", 1, "sleep", 0.3)
    for stone in ("ruby", "opal", "jade"):
        driver.do("mousemove", *now["things"][stone], "sleep", 0.3)
    assert len(driver.answers()) == before
    driver.do("mouseup", 1)
    driver.wait(from_number(now["number"] + len(wanted)))
    end = driver.wait(lambda s: _near(s["things"]["ada"], now["things"]["jade"]))
    assert end["number"] == now["number"] + len(wanted)
    return [id for one in driver.answers()[before:] for id in one["ids"]]


def _near(a: list[int], b: list[int]) -> bool:
    """Whether two things stand on one space, as far as the screen tells: spaces are 140 pixels apart."""
    return abs(a[0] - b[0]) < 60 and abs(a[1] - b[1]) < 60


def by_keys(driver: Driver, now: Shown, wanted: list[Any]) -> list[int]:
    """Tab and the arrows light what is wanted, Space picks it, Enter takes it; some rows by their own key."""
    ids: list[int] = []
    for one in wanted:
        if isinstance(one, int):
            driver.do("key", now["rows"][one][0])
            return list(now["rows"][one][1])
        if one.startswith("card:"):
            aim = [now["cards"][one.removeprefix("card:")]]
        else:
            aim = mark(now, one)[0]
        _light(driver, now, aim, arrows=one.startswith("space:"))
        ids += aim
        if now["span"] is not None:
            driver.do("key", "space")
            driver.wait(more_picked(len(ids) - 1))
        elif one != wanted[-1]:
            driver.do("key", "Return")
            now = driver.wait(from_number(now["number"] + 1))
    driver.do("key", "Return")
    return ids


def _light(driver: Driver, now: Shown, aim: list[int], *, arrows: bool) -> None:
    for _ in range(20):
        now = driver.shown()
        if now["cursor"] == aim:
            return
        before = now["cursor"]
        driver.do("key", _towards(now, aim) if arrows else "Tab")
        end = time.monotonic() + 2
        while driver.shown()["cursor"] == before and time.monotonic() < end:
            time.sleep(0.02)
    raise AssertionError(f"{aim} was never lit: {driver.shown()}")


def _towards(now: Shown, aim: list[int]) -> str:
    """The arrow that leads from what is lit towards what is wanted, on the screen."""
    here = next((m for m in now["marks"] if m[0] == now["cursor"]), None)
    if here is None:
        return "alt+Up"
    there = next(m for m in now["marks"] if m[0] == aim)
    dx, dy = there[1] - here[1], there[2] - here[2]
    if abs(dx) > abs(dy):
        return "alt+Right" if dx > 0 else "alt+Left"
    return "alt+Down" if dy > 0 else "alt+Up"


@pytest.mark.parametrize("by", [by_mouse, by_keys])
def test_every_sort_of_question_is_answered(
    by: Callable[[Driver, Shown, list[Any]], list[int]],
    kept: Callable[[str], Path],
    python_env: dict[str, str],
) -> None:
    done: list[str] = []
    seats: set[str] = set()
    with table(kept(f"sorts-{by.__name__}"), python_env, str(GAME), *PLAYERS) as driver:
        while not (now := driver.wait(lambda s: s["over"] or s["curtain"] or s["rows"]))["over"]:
            if now["curtain"]:
                driver.click(640, 360) if by is by_mouse else driver.do("key", "Return")
                driver.wait(lambda s: not s["curtain"])
                continue
            wanted = WANTED[asked(now)]
            before = len(driver.answers())
            steps = len(wanted) if asked(now) == "A path" else 1
            ids = by(driver, now, wanted)
            driver.answered(before + steps - 1, 0)
            driver.wait(from_number(now["number"] + steps))
            given = driver.answers()[before:]
            assert sorted(i for one in given for i in one["ids"]) == sorted(ids), asked(now)
            assert all(one["refused"] is None for one in given)
            seats.update(one["seat"] for one in given)
            done.append(asked(now))
        assert driver.shown()["over"]["reason"] == "Everything was asked."
    assert set(done) == set(WANTED) and seats == set(PLAYERS)
    assert done.count("Together") == 2 and done.count("Agree") == 2, "both were asked"


def test_a_card_held_a_line_of_the_log_settings_and_the_camera(
    kept: Callable[[str], Path], python_env: dict[str, str]
) -> None:
    """What a person does beside answering: read a card, go back to a line, set things, look around."""
    with table(kept("beside"), python_env, str(GAME), *PLAYERS) as driver:
        driver.wait(lambda s: s["curtain"])
        driver.do("key", "Return")
        now = driver.wait(lambda s: s["rows"] and any(b[0][0] == "Card" for b in s["boxes"]))
        driver.do("mousemove", *box(now, "Card", "fog.1")[1:], "mousedown", 1)
        driver.wait(lambda s: s["large"] == "fog.1")
        driver.do("mouseup", 1)
        driver.wait(lambda s: s["large"] is None)
        driver.do("mousemove", *now["things"]["ben"], "sleep", 0.2, "key", "Insert")
        driver.wait(lambda s: s["large"] == "ben")
        driver.do("key", "Escape")
        driver.wait(lambda s: s["large"] is None)
        assert not driver.answers(), "looking answers nothing"

        driver.do("mousemove", 300, 650, "key", "F10")
        now = driver.wait(lambda s: s["settings"])
        driver.click(*box(now, "ChangeSetting", "palette", 1)[1:])
        driver.wait(lambda s: s["settings"][1] != "standard")
        driver.click(*box(driver.shown(), "ChangeSetting", "text", 1)[1:])
        larger = driver.wait(lambda s: s["settings"][0] > 1)
        driver.do("key", "Left")
        driver.wait(lambda s: s["settings"][0] == 1)
        driver.do("key", "Right", "key", "Down", "key", "Left")
        driver.wait(lambda s: s["settings"][:2] == [1.2, "standard"])
        driver.do("key", "Up", "key", "Up", "key", "Return", "key", "Return", "sleep", 0.3)
        assert driver.shown()["camera"] == larger["camera"], "arrows belong to the settings"
        driver.do("key", "F10")
        driver.wait(lambda s: not s["settings"])
        assert "text: 1.2" in (driver.folder / "table.yaml").read_text()

        before = driver.shown()["camera"]
        driver.do("mousemove", 600, 300, "click", 4, "click", 4)
        nearer = driver.wait(lambda s: s["camera"][2] < before[2] - 0.5)["camera"]
        driver.do("mousedown", 3, "mousemove", 680, 340, "sleep", 0.2, "mouseup", 3)
        driver.wait(lambda s: s["camera"][:2] != nearer[:2])
        driver.do("key", "Home")
        driver.wait(lambda s: s["camera"][2] > nearer[2] + 0.3)

        while asked(now := driver.wait(lambda s: s["rows"])) != "An action":
            driver.do("key", now["rows"][2 if asked(now) == "Decline" else 0][0])
            if now["span"] is not None:
                driver.do("key", "Return")
            driver.wait(from_number(now["number"] + 1))
        lines = [b for b in now["boxes"] if b[0][0] == "InspectEntry" and "ada" in b[0][2]]
        assert lines and now["selected"] is None
        driver.click(*lines[-1][1:])
        driver.wait(lambda s: s["selected"] == "ada")
