"""Pictures beside saves: what they say, what is not shown, and when there is none."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from support import tables
from support.fake_session import FakeSession
from support.unseen import Unseen
from tilewright.cli.loading import load
from tilewright.runtime.game import Game
from tilewright.runtime.tables.session import write_json
from tilewright.viewer.app import keepsake
from tilewright.viewer.common import choices, save_picture
from tilewright.viewer.common.save_picture import SavePicture
from tilewright.viewer.panels.base import played
from tilewright.viewer.rendering import window
from tilewright.viewer.replaying import timeline


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return tmp_path / "lamps-1.save.json"


def test_a_picture_says_what_is_played(save: Path) -> None:
    save_picture.write(save, Image.new("RGB", (1280, 720), "#204060"), "Lamps", "Nightfall", "x" * 500)
    found = save_picture.read(save)
    assert found.uri.startswith("data:image/png;base64,") and (found.title, found.mission) == (
        "Lamps",
        "Nightfall",
    )
    assert len(found.position) == save_picture.MAX_SAVE_TEXT
    with Image.open(save_picture.beside(save)) as image:
        assert image.size == save_picture.SIZE
    save_picture.forget(save)
    save_picture.forget(save)
    assert save_picture.read(save) == SavePicture()


@pytest.mark.parametrize("damage", ["cut", "other size", "no picture", "too large", "another form"])
def test_what_is_damaged_is_not_shown(save: Path, damage: str) -> None:
    save_picture.write(save, Image.effect_noise((480, 270), 90), "Lamps", "Night", "Round 1")
    file = save_picture.beside(save)
    match damage:
        case "cut":
            file.write_bytes(file.read_bytes()[:-4000])
        case "other size":
            Image.new("RGB", (481, 270)).save(file)
        case "no picture":
            file.write_bytes(b"PK")
        case "too large":
            file.write_bytes(file.read_bytes() + bytes(save_picture.MAX_SAVE_PICTURE))
        case _:
            Image.new("RGB", save_picture.SIZE).save(file, "JPEG")
    assert save_picture.read(save) == SavePicture()


def test_how_far_a_game_has_come() -> None:
    view = {
        "game": {"title": "Lamps", "campaign": {"title": "The week"}},
        "values": {"round": 3, "alarm": True, "threat": 2, "left": 9},
        "titles": {"values": {"threat": "danger"}},
    }
    assert played(view) == ("Lamps", "The week", "Round 3, Danger 2")


@pytest.fixture
def table(opened_table: Callable[..., Unseen], monkeypatch: pytest.MonkeyPatch) -> Unseen:
    monkeypatch.setattr(keepsake, "picture", lambda _: Image.new("RGB", (640, 360)))
    return opened_table(FakeSession(tables.mission()))


def test_a_table_has_its_picture_taken(table: Unseen, save: Path) -> None:
    table.app.keep_picture(save)
    game = table.app.view["game"]
    assert save_picture.read(save).title == game["title"] and table.app.display.hud.root.is_hidden() is False


def test_there_is_none_while_somebody_knows_more(table: Unseen, save: Path) -> None:
    table.app.keep_picture(save)
    table.app.session.answer("player.1", [choices.options(table.app.view)[0]["id"]])
    table.app.keep_picture(save)
    assert not save_picture.beside(save).exists()


def test_a_window_that_shows_nothing_gives_no_picture(
    opened_table: Callable[..., Unseen], save: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = opened_table(FakeSession(tables.mission()))
    table.base.win.get_screenshot.return_value = None
    table.app.keep_picture(save)
    assert not save_picture.beside(save).exists() and "cannot be written" not in caplog.text


def test_a_full_disk_is_told(
    table: Unseen, save: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(save_picture, "write", full)
    with caplog.at_level(logging.WARNING):
        table.app.keep_picture(save)
    assert "No space left on device" in caplog.text and table.app.running


def test_leaving_keeps_the_picture_of_a_game_that_goes_on(
    table: Unseen, save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[Path] = []
    monkeypatch.setattr(keepsake, "keep", lambda _, file: taken.append(file))
    monkeypatch.setattr(window, "lives", lambda _: True)
    keepsake.keep_on_leaving(table.app)
    assert taken == [], "what is not kept has no picture"
    monkeypatch.setattr(keepsake, "Timed", FakeSession)
    monkeypatch.setattr(FakeSession, "kept", save, raising=False)
    keepsake.keep_on_leaving(table.app)
    save.write_text("{}")
    keepsake.keep_on_leaving(table.app)
    assert taken == [save]
    save_picture.beside(save).write_bytes(b"")
    keepsake.keep_on_leaving(table.app)
    assert taken == [save], "the game has come no further since"


def test_the_list_of_a_table_says_how_far_each_save_has_come(tmp_path: Path) -> None:
    save = tmp_path / "lamps-1.game.json"
    write_json(save, Game.start(load("tic_tac_toe").program, 1).save())
    told = vars(timeline)["_told"]
    assert told(save, 0.0, None, "en")[0] == "0 answers"
    save_picture.write(save, Image.new("RGB", (640, 360)), "Lamps", "Night", "Round 2")
    assert told(save, 1.0, None, "en")[0] == "Round 2: 0 answers"
