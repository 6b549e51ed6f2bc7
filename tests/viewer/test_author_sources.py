"""The sources of a game at its own table, which nobody sees: edits, mistakes, and the way to a line."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from support import tables
from support.art import glb
from support.fake_session import FakeSession
from support.packages import write
from support.unseen import Unseen
from tilewright.cli.source_watcher import SourceWatcher
from tilewright.runtime.tables.session import TableSession
from tilewright.schemas.wording import Sentence
from tilewright.viewer.authoring.watching import SourcesPlugin
from tilewright.viewer.common import art, theme
from tilewright.viewer.modelling.mesh import lathe
from tilewright.viewer.panels.vocabulary import Answer, AuthorAction

from .test_author_reloading import MANIFEST, RULES, edit, opened

OpenTable = Callable[..., Unseen]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path / "lamps", {"package.yaml": MANIFEST, "rules.wright": RULES})


@pytest.fixture
def no_editor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)


@pytest.fixture
def watched(opened_table: OpenTable, folder: Path, no_editor: None) -> tuple[Unseen, SourceWatcher]:
    """A table over the sources, in the middle of a game."""
    session, workshop = opened(folder, 3)
    return opened_table(session, lambda app: SourcesPlugin(app, workshop)), workshop


def line_of(text: str) -> int:
    return RULES[: RULES.index(text)].count("\n") + 1


def test_an_edit_is_shown_at_the_same_moment(watched: tuple[Unseen, SourceWatcher], folder: Path) -> None:
    table, workshop = watched
    before = table.app.view["number"]
    edit(folder, '"Red lamp"', '"Scarlet lamp"')
    workshop.compile()
    table.turn()
    assert table.said.startswith("The sources have changed (") and table.app.view["number"] == before
    assert [one["title"] for one in table.app.view["things"]] == ["Scarlet lamp"]
    assert table.app.scene.piece("red")


def test_art_that_is_changed_is_shown_at_once(opened_table: OpenTable, folder: Path, no_editor: None) -> None:
    lamp = {colour: lathe([(0.3, 0), (0.1, 1)], colour) for colour in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))}
    red, green = (glb({"": [(mesh, (1.0, 1.0, 1.0))]}) for mesh in lamp.values())
    edit(folder, "archetype pawn", 'figure "lamp.glb", base none, pose down')
    write(folder, {"art/lamp.glb": red})
    session, workshop = opened(folder, 3)
    art.use(workshop.package.art)
    table = opened_table(session, lambda app: SourcesPlugin(app, workshop))
    looks = [table.app.scene.piece("red")]
    write(folder, {"art/lamp.glb": green})
    workshop.compile()
    table.turn()
    assert table.said == "The art has changed."
    looks.append(table.app.scene.piece("red"))
    write(folder, {"art/lamp.glb": b"glTF"})
    workshop.compile()
    table.turn()
    assert table.said == "art/lamp.glb of lamps cannot be used: it is no GLB model: it is too short."
    looks.append(table.app.scene.piece("red"))
    figures = [one.look.figure if one else None for one in looks]
    assert figures[0] != figures[1] and figures[0] and figures[1] and figures[2] == ""
    edit(folder, 'figure "lamp.glb"', "archetype pawn")
    (folder / "art/lamp.glb").unlink()
    workshop.compile()
    table.turn()
    assert table.said.startswith("The sources have changed (") and not art.files()


def test_another_theme_is_shown_at_once(watched: tuple[Unseen, SourceWatcher], folder: Path) -> None:
    table, workshop = watched
    before = dict(table.app.display.hud.pictures)
    edit(folder, "  begins: rounds\n", "  begins: rounds\n  look: theme war_room\n")
    workshop.compile()
    table.turn()
    assert theme.used() is theme.THEMES["war_room"] and table.app.display.hud.pictures != before
    theme.use({})


def test_a_mistake_hangs_in_a_banner_until_it_is_mended(
    watched: tuple[Unseen, SourceWatcher], folder: Path
) -> None:
    table, workshop = watched
    edit(folder, "lower oil by 1", "lower oill by 1")
    workshop.compile()
    table.turn()
    assert "oill" in table.panel("banner 0")
    table.click(AuthorAction.OPEN)
    assert table.said == f"{folder / 'rules.wright'}:{line_of('lower oil')} (set VISUAL or EDITOR to open it)"
    table.app.become(replace(table.app.ui, curtain="player.1"))
    table.turn()
    assert not table.panel("banner 0"), "behind a curtain nothing of the game is shown"
    table.keys("enter")
    edit(folder, "oill", "oil")
    workshop.compile()
    table.turn()
    assert not table.panel("banner 0")


def test_that_not_all_answers_fit_any_more_stays_until_it_was_read(
    watched: tuple[Unseen, SourceWatcher], folder: Path
) -> None:
    table, workshop = watched
    edit(folder, 'lower oil by 1\n  say "It burns."', 'lower oil by 3\n  say "It burns."')
    workshop.compile()
    table.turn()
    assert "not fit any more" in table.panel("banner 0")
    table.press(table.on(AuthorAction.READ))
    table.point((640, 600))
    table.release()
    assert table.panel("banner 0"), "that was no click"
    table.click(AuthorAction.READ)
    assert not table.panel("banner 0")


def test_what_is_under_the_mouse_leads_to_its_line(
    watched: tuple[Unseen, SourceWatcher], folder: Path
) -> None:
    table, _ = watched
    before = table.app.view["number"]
    option = table.app.view["question"]["options"][0]
    with table.holding("alt"):
        table.click(Answer((option["id"],)))
    assert f"rules.wright:{line_of('action ' + option['action'])}" in table.panel("banner 0")
    assert table.said.endswith("(set VISUAL or EDITOR to open it)")
    table.point(table.space("a1"))
    table.keys("control-e")
    assert f"rules.wright:{line_of('| .   . |')}" in table.panel("banner 0")
    table.point((5, 700))
    table.keys("control-e")
    assert table.said == "No line of the sources speaks of that."
    table.point(None)
    table.app.become(replace(table.app.ui, notice=""))
    table.keys("control-e")
    assert not table.said and table.app.view["number"] == before, "nothing is answered"
    table.plugin(SourcesPlugin).place_until = time.monotonic() - 1
    table.turn(2)
    assert not table.panel("banner 0"), "it goes by itself"


def test_the_board_editor_is_opened_beside_the_table(
    watched: tuple[Unseen, SourceWatcher], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, workshop = watched
    monkeypatch.setattr(workshop, "edit_board", lambda: Sentence("engine/source_editor_opens_here"))
    table.keys("control-d")
    assert table.said == "The board editor opens; what it saves appears here."


def test_without_sources_their_keys_say_so_or_do_nothing(opened_table: OpenTable) -> None:
    table = opened_table(FakeSession(tables.mission()))
    table.keys("control-d")
    assert not table.panel("notice")
    table.keys("control-e")
    assert table.said == "Play with --watch to be led to the sources."


def test_a_table_that_closes_stops_watching(
    opened_table: OpenTable, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, workshop = opened(folder)
    closed: list[bool] = []
    monkeypatch.setattr(workshop, "close", lambda: closed.append(True))
    table = opened_table(session, lambda app: SourcesPlugin(app, workshop))
    assert isinstance(table.app.session, TableSession)
    table.close()
    assert closed
