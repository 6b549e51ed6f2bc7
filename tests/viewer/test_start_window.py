"""`tilewright` alone in a real window: from the start screen to the end of a game, by mouse and keys."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from support.driving import Driver, Shown, at_rest, lines_of, start_screen

pytestmark = pytest.mark.window


def page(driver: Driver, title: str) -> Shown:
    """A menu with this line, once it is there and nothing is being made ready."""
    return driver.wait(lambda now: at_rest(now) and title in lines_of(now), 120)


def asked(driver: Driver) -> Shown:
    return driver.wait(lambda now: now["menu"] is None and now["rows"], 120)


def play_to_the_end(driver: Driver) -> Shown:
    """Take the first row until there is none."""
    for _ in range(60):
        now = driver.wait(lambda one: one["over"] or (one["rows"] and not one["menu"]), 60)
        if now["over"]:
            return driver.wait(at_rest)
        number = now["number"]
        driver.key(now["rows"][0][0])
        driver.wait(lambda one, before=number: one["over"] or one["number"] != before)  # type: ignore[misc]
    raise AssertionError("it went on and on")


def test_from_the_start_screen_to_an_end_and_again(
    kept: Callable[[str], Path], python_env: dict[str, str]
) -> None:
    folder = kept("start")
    with start_screen(folder, python_env, settings="reduced_motion: true\npace: 0.0\n") as driver:
        first = page(driver, "New game")
        assert "Continue" not in lines_of(first), "nothing has been kept yet"
        driver.picture("main")
        driver.take("New game")
        games = page(driver, "Tic-Tac-Toe")
        assert games["menu"]["lines"][lines_of(games).index("Tic-Tac-Toe")][1] == "2 players"
        driver.picture("games")
        driver.take("Tic-Tac-Toe")
        page(driver, "Begin")
        driver.picture("setup")
        seat = lines_of(driver.shown()).index("Player 2")
        driver.key(*["Up"] * (len(lines_of(driver.shown())) - 1 - seat), "Right")
        driver.wait(lambda now: now["menu"] and now["menu"]["lines"][seat][1] == "bot, random")
        driver.take("Begin")
        now = asked(driver)
        driver.key("Return")  # the briefing is read
        before = now["number"]
        driver.key(now["rows"][4][0])
        driver.wait(lambda one: one["number"] != before and one["rows"])

        driver.key("Escape")
        page(driver, "Back to the table")
        driver.picture("pause")
        driver.take("Save")
        driver.wait(lambda one: one["notice"].startswith("Saved"))
        driver.key("Escape")
        driver.take("Start screen")
        now = page(driver, "Continue")
        driver.picture("continue")
        assert now["menu"]["lines"][0][1] == "Tic-Tac-Toe" and now["menu"]["lines"][0][3], "it has a picture"
        assert len(list((folder / "state" / "games").glob("*.json"))) == 2, "its own file, and the save"
        driver.take("Load")
        now = page(driver, "Tic-Tac-Toe · Three in a row, Left 7")
        driver.picture("load")
        driver.key("Escape")
        driver.take("Continue")
        now = asked(driver)
        assert now["number"] > before, "it goes on where it was left, against the same bot"

        now = play_to_the_end(driver)
        driver.picture("end")
        assert now["menu"]["title"] in ("Victory", "Defeat", "Draw") and "Answers" in now["menu"]["facts"]
        assert lines_of(now)[0] == "Play again"
        driver.take("Look back")
        driver.wait(lambda one: one["time"] and one["time"]["at"] == 0 and one["menu"] is None)
        driver.key("End")
        page(driver, "Play again")
        driver.take("Play again")
        now = asked(driver)
        assert now["number"] <= before and not now["over"]
        driver.key("Return", "Escape")
        driver.take("Quit")
        driver.process.wait(30)
    recordings = list((folder / "state" / "recordings").glob("*.json"))
    assert len(recordings) == 1 and json.loads(recordings[0].read_text())["answers"]


def test_the_board_editor_is_left_for_the_start_screen(
    kept: Callable[[str], Path], python_env: dict[str, str]
) -> None:
    folder = kept("editor")
    with start_screen(folder, python_env, settings="reduced_motion: true\n") as driver:
        driver.take("Board editor")
        driver.take("Breakthrough")
        driver.take("field")
        driver.wait(lambda now: now["menu"] is None and now["spaces"], 120)
        driver.picture("board")
        driver.key("Escape")
        page(driver, "Back to the table")
        driver.picture("menu")
        driver.take("Start screen")
        page(driver, "New game")
        driver.take("Quit")
        driver.process.wait(30)


def test_recordings_mistakes_and_a_small_window(
    kept: Callable[[str], Path], python_env: dict[str, str], tmp_path: Path
) -> None:
    """What cannot be begun is told on the page, in the language that was chosen; and there is a way back."""
    folder = kept("mistakes")
    broken = folder / "broken"
    broken.mkdir(parents=True)
    manifest = 'id: broken\ntitle: A broken game\nversion: 1.0.0\nengine: ">=0.1"\n'
    (broken / "package.yaml").write_text(manifest)
    (broken / "rules.wright").write_text("system broken:\n  players: 1\n  begins: nowhere\n")
    games = folder / "state" / "games"
    games.mkdir(parents=True)
    (games / "old-1.save.json").write_text('{"format": "tilewright/save/1"}')
    with start_screen(folder, python_env, size=(900, 560)) as driver:
        driver.wait(lambda one: one["size"] == [900, 560])  # no window is larger than its screen
        driver.take("Language")
        page(driver, "Nová hra")
        driver.picture("czech")
        driver.take("Nová hra")
        driver.take("A broken game")
        now = driver.wait(lambda one: at_rest(one) and one["menu"]["wrong"], 120)
        assert "nowhere" in now["menu"]["wrong"]
        driver.picture("wrong")
        driver.key("Escape")
        driver.take("Načíst")
        driver.take("old-1.save.json")
        driver.wait(lambda one: at_rest(one) and one["menu"]["wrong"], 120)
        driver.key("Escape")
        driver.take("Nastavení")
        driver.wait(lambda one: one["settings"])
        driver.picture("settings")
        driver.key("Escape")
        driver.take("Ukončit")
        driver.process.wait(30)
    assert "language: cs" in (folder / "table.yaml").read_text()
