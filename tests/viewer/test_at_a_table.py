"""What mouse and keys do at a table that nobody sees: answers, steps back, looks, settings, the camera."""

from __future__ import annotations

import gc
import math
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from support import tables
from support.fake_session import FakeSession
from support.rules import HANDS, begun
from support.scenarios import program
from support.unseen import Unseen
from tilewright.cli.loading import load
from tilewright.runtime.game import Game
from tilewright.runtime.tables.session import TableSession
from tilewright.viewer.app import gc_pauses
from tilewright.viewer.app.app import App
from tilewright.viewer.app.commands import OVERLAY_KEYS
from tilewright.viewer.app.pulling import went
from tilewright.viewer.app.thinking import Thinking
from tilewright.viewer.camera import framing
from tilewright.viewer.camera.camera import STEEPEST, Camera
from tilewright.viewer.common import choices, plane, settings
from tilewright.viewer.common.speech import say
from tilewright.viewer.panels import interface
from tilewright.viewer.panels.vocabulary import (
    Answer,
    Card,
    ChangeSetting,
    Inspect,
    InspectEntry,
    InspectGoal,
    OnBoard,
    Rebind,
    Surface,
    TableButton,
    Toggle,
)
from tilewright.viewer.plugin import TablePlugin
from tilewright.viewer.rendering.window import WindowLost
from tilewright.viewer.replaying.telling import TellingPlugin
from tilewright.viewer.replaying.timeline import TimelinePlugin
from tilewright.viewer.staging.overlay import Layer

OpenTable = Callable[..., Unseen]
GAME = Path(__file__).parent / "questions"
PLAYERS = ("player.1", "player.2")


@pytest.fixture
def asking(opened_table: OpenTable) -> OpenTable:
    """Opens a table at a question of the game that asks one of every sort."""

    def opened(prompt: str, people: tuple[str, ...] = PLAYERS) -> Unseen:
        game = Game.start(load(str(GAME)).program, 1)
        while (question := game.view(game.waiting()[0])["question"])["prompt"] != prompt:
            game.answer([one["id"] for one in question["options"]][: max(1, question["least"])])
        return opened_table(TableSession(game, people))

    return opened


def rows(table: Unseen) -> list[choices.MenuRow]:
    return choices.rows(table.app.view, table.app.ui.chosen)


def running(table: Unseen) -> bool:
    return table.app.running


def prompt(table: Unseen) -> str:
    return str((table.app.view.get("question") or {}).get("prompt"))


# ------------------------------------------------------------------ answers


def test_a_row_a_card_and_what_is_lit_are_answers(asking: OpenTable) -> None:
    table = asking("A card")
    card = next(one["handle"] for one in table.app.view["things"] if one["name"] == "frost.1")
    table.click(Card(card))
    assert prompt(table) == "A token" and table.app.ui.selected == card
    table.click(Answer(rows(table)[0].ids))
    assert prompt(table) == "A link"
    table.keys("tab", "tab", "shift-tab")
    assert table.app.ui.cursor == rows(table)[0].ids
    table.click(TableButton.UNDO)
    assert prompt(table) == "A token" and not table.app.ui.cursor
    table.click(TableButton.REDO)
    assert prompt(table) == "A link"
    table.keys("tab", "enter")
    assert prompt(table) == "A number"


def test_a_card_that_cannot_be_played_is_only_looked_at(asking: OpenTable) -> None:
    table = asking("A space")
    card = next(one["handle"] for one in table.app.view["things"] if one["name"] == "frost.1")
    table.click(Card(card))
    assert prompt(table) == "A space" and table.app.ui.selected == card


def test_several_are_picked_by_space_and_confirmed(asking: OpenTable) -> None:
    table = asking("Several")
    table.keys("tab", "space", "tab", "space", "tab", "space")
    picked = table.app.ui.chosen.picked
    assert len(picked) == 2, "not more than two"
    assert sum(mark.picked for mark in table.app.scene.marks) == 2
    table.keys("escape")
    assert not table.app.ui.chosen.picked
    table.keys("tab", "space")
    table.click(TableButton.CONFIRM)
    assert prompt(table) == "Decline"


def test_too_few_are_refused_with_a_sentence(opened_table: OpenTable) -> None:
    view = tables.mission()
    offered = [option | {"action": None} for option in view["question"]["options"]]
    view["question"] |= {"sort": "several", "least": 2, "most": 3, "options": offered}
    table = opened_table(FakeSession(view))
    table.keys("enter")
    assert table.said == "Choose at least 2."
    table.keys("tab", "space", "enter")
    assert table.said == "Choose 1 more."


def test_what_the_session_refuses_is_said(opened_table: OpenTable) -> None:
    session = FakeSession(tables.mission())
    session.answer = lambda seat, ids: "Not now."  # type: ignore[method-assign]
    table = opened_table(session)
    table.click(next(action for action in table.actions() if isinstance(action, Answer)))
    assert table.said == "Not now."
    table.keys("backspace")
    assert table.said == "There is nothing to take back."


def test_where_nothing_can_be_chosen_nothing_is_lit(opened_table: OpenTable) -> None:
    table = opened_table(FakeSession(tables.mission() | {"question": None}))
    table.keys("tab", "alt-arrow_up", "enter")
    assert not table.app.ui.cursor and not table.app.scene.marks


def test_arrows_light_what_lies_in_their_direction(asking: OpenTable) -> None:
    table = asking("A space")

    def lit() -> str:
        cursor = table.app.ui.cursor
        return next(mark.id for mark in table.app.scene.marks if mark.options == cursor)

    table.keys("alt-arrow_up")
    first = lit()
    for key, back in (("right", "left"), ("up", "down")):
        table.keys(f"alt-arrow_{back}", f"alt-arrow_{key}")
        moved = lit()
        table.keys(f"alt-arrow_{back}")
        assert lit() != moved
    assert first.startswith("space:")
    table.keys("enter")
    assert prompt(table) == "A figure"
    other = asking("An option")
    other.keys("alt-arrow_up")
    assert not other.app.ui.cursor, "nothing of it lies on the board"


def place_of_ada(table: Unseen) -> str:
    return str(tables.of(table.app.session.view(None), "ada")["place"])


def shown_layer(table: Unseen) -> Layer:
    """What lies over the board."""
    layer = table.app.table.layer
    return Layer() if layer is None else layer.shown


def arrows(table: Unseen) -> list[Any]:
    """The ways that lie over the board."""
    return [thread for thread in shown_layer(table).threads if thread.arrow]


def test_a_pull_shows_its_way_and_is_an_answer_when_it_is_let_go(asking: OpenTable) -> None:
    table = asking("A path")
    before = place_of_ada(table)
    spaces = [mark.name for mark in table.app.scene.marks]
    places = [table.at(*mark.at) for mark in table.app.scene.marks]
    table.press(table.thing("ada"))
    table.point(places[0])
    assert place_of_ada(table) == before and len(arrows(table)) == 1, "it only shows where it leads"
    table.point(table.thing("ada"))
    table.point(places[0])
    table.release()
    assert place_of_ada(table) == spaces[0] and not arrows(table)


@pytest.mark.parametrize("how", ["escape", "right button", "beyond the board", "back again"])
def test_a_pull_is_given_up(asking: OpenTable, how: str) -> None:
    table = asking("A path")
    before = table.app.session.view(None)["number"]
    floors = {floor.space: plane.inner_point(floor.outline) for floor in table.app.scene.floors}
    home = table.at(*floors[place_of_ada(table)])
    there = table.at(*table.app.scene.marks[0].at)
    table.press(table.thing("ada"))
    table.point(there)
    assert arrows(table)
    if how == "escape":
        table.keys("escape")
    elif how == "right button":
        table.send("button down", ["mouse3"])
        table.turn()
        assert "mouse3" not in table.app.controls.pressed, "nor does it move the board"
    else:
        table.point(table.at(-3.0, 3.0) if how == "beyond the board" else home)
    assert (how == "beyond the board") == bool(arrows(table))
    table.release()
    table.turn(3)
    assert table.app.session.view(None)["number"] == before and not arrows(table) and table.app.running


def test_a_pull_begins_on_the_board(asking: OpenTable) -> None:
    table = asking("A path")
    before = table.app.session.view(None)["number"]
    table.drag(table.at(-3.0, 3.0), table.thing("ada"), table.at(*table.app.scene.marks[0].at))
    assert table.app.session.view(None)["number"] == before


def test_a_quick_pull_is_one_too(asking: OpenTable) -> None:
    table = asking("A path")
    number = table.app.view["number"]
    table.press(table.thing("ada"))
    table._watch(table.at(*table.app.scene.marks[0].at))
    table.send("button up", ["mouse1"])
    table.turn()
    assert table.app.session.view(None)["number"] == number + 1


def test_a_way_gets_longer_and_shorter_with_the_mouse() -> None:
    assert went((), "a1", "b1", ()) == (), "nothing leads there"
    assert went((), "a1", "b1", ("b1",)) == ("b1",)
    assert went(("b1",), "a1", "d1", ("c1", "d1")) == ("b1", "c1", "d1"), "as the rules lead there"
    assert went(("b1", "c1", "d1"), "a1", "b1", ()) == ("b1",)
    assert went(("b1", "c1"), "a1", "a1", ()) == (), "back where it began"


def test_a_long_pull_goes_as_far_as_the_same_question_comes(asking: OpenTable) -> None:
    table = asking("A path")
    number = table.app.session.view(None)["number"]
    row = place_of_ada(table)[1:]
    floors = {floor.space: plane.inner_point(floor.outline) for floor in table.app.scene.floors}
    table.press(table.thing("ada"))
    for column in "bcde":
        table.point(table.at(*floors[column + row]))
    assert [shade.text for shade in shown_layer(table).shades if shade.text] == list("1234")
    table.until(lambda: table.app.ui.tip)
    assert not table.app.ui.why, "only its first step has to be a choice now"
    table.release()
    table.until(lambda: not table.app.pointer.way.ahead)
    assert place_of_ada(table) == f"d{row}" and prompt(table) == "An action", "asked three times, not four"
    assert table.app.session.view(None)["number"] == number + 3


def test_one_click_leads_to_a_far_space(asking: OpenTable) -> None:
    table = asking("A path")
    row = place_of_ada(table)[1:]
    floors = {floor.space: plane.inner_point(floor.outline) for floor in table.app.scene.floors}
    far = table.at(*floors[f"e{row}"])
    table.point(far)
    table.until(lambda: table.app.ui.tip)
    (arrow,) = arrows(table)
    assert arrow.points[-1][:2] == pytest.approx(floors[f"d{row}"]), "it shows where it leads"
    assert [shade.text for shade in shown_layer(table).shades] == ["1", "2", "3", ""], "the last is pale"
    assert f"Click: d{row}<" in table.panel("tip") and f"on the way to e{row}" in table.panel("tip")
    assert say("tip_not") not in table.panel("tip") and "step leads" not in table.panel("tip")
    table.point(table.at(-3.0, 3.0))
    assert not arrows(table)
    table.press(far)
    table.release()
    table.until(lambda: not table.app.pointer.way.ahead)
    assert place_of_ada(table) == f"d{row}" and prompt(table) == "An action", (
        "as far as it is asked for steps"
    )
    assert not arrows(table), "who has arrived is shown no way"


def test_no_click_walks_where_more_than_the_next_step_can_be_chosen(asking: OpenTable) -> None:
    app = asking("A path").app
    mark = app.scene.marks[0]
    row = mark.name[1:]
    assert app.pointer.way.plan(f"e{row}") == f"d{row}"
    app.showing.scene = app.scene._replace(marks=(*app.scene.marks, mark._replace(name=f"c{row}")))
    assert app.pointer.way.plan(f"e{row}") == ""


def test_a_session_that_knows_no_rules_says_of_no_walk_that_it_stops(
    asking: OpenTable, opened_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = asking("A path").app
    session = FakeSession(played.session.view("player.1"))
    monkeypatch.setattr(session, "overlay", played.session.overlay)
    row = played.scene.marks[0].name[1:]
    assert played.pointer.way.plan(f"e{row}") == f"d{row}"
    assert opened_table(session).app.pointer.way.plan(f"e{row}") == f"e{row}"


def test_a_pull_does_not_lead_where_nobody_can_go(asking: OpenTable) -> None:
    table = asking("A path")
    row = place_of_ada(table)[1:]
    other = "2" if row == "1" else "1"
    floors = {floor.space: plane.inner_point(floor.outline) for floor in table.app.scene.floors}
    table.press(table.thing("ada"))
    for space in (f"b{row}", f"d{other}"):
        table.point(table.at(*floors[space]))
    (arrow,) = arrows(table)
    assert len(arrow.points) > 3, "around the wall, not through it"
    table.keys("escape")
    table.release()


def test_a_pull_leads_to_what_can_be_chosen_though_no_way_is_known(
    asking: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = asking("A path")
    mark = table.app.scene.marks[0]
    monkeypatch.setattr(table.app.session, "overlay", lambda *_: {})
    table.press(table.thing("ada"))
    table.point(table.at(*mark.at))
    assert table.app.pointer.way.spaces == (mark.name,)
    table.release()
    assert place_of_ada(table) == mark.name


def test_a_step_that_is_refused_ends_the_way(asking: OpenTable, monkeypatch: pytest.MonkeyPatch) -> None:
    table = asking("A path")
    row = place_of_ada(table)[1:]
    floors = {floor.space: plane.inner_point(floor.outline) for floor in table.app.scene.floors}
    monkeypatch.setattr(table.app.session, "answer", lambda *_: "Not now.")
    table.press(table.thing("ada"))
    for column in "bc":
        table.point(table.at(*floors[column + row]))
    table.release()
    table.turn(3)
    assert place_of_ada(table) == f"a{row}" and table.said == "Not now." and not table.app.pointer.way.ahead


def test_bots_answer_and_then_the_person_is_asked(asking: OpenTable) -> None:
    table = asking("Together", ("player.1",))
    table.keys("1")
    table.until(lambda: prompt(table) == "Agree")
    table.keys("1")
    table.until(lambda: table.app.view["over"])


def test_a_table_that_plays_itself_comes_to_the_end(
    opened_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilewright.viewer.app.pacing.BOT_PACE", 0.0)
    game = Game.start(load(str(GAME)).program, 1)
    table = opened_table(TableSession(game, PLAYERS), autoplay=True)
    table.until(lambda: table.app.view.get("over"), 60)
    assert "Everything was asked." in table.svg
    table.keys("enter")
    assert table.app.ui.over_hidden, "Enter shows the board again"


# ------------------------------------------------------------------ whose eyes


def test_the_screen_passes_on_behind_a_curtain(asking: OpenTable) -> None:
    table = asking("Together")
    table.click(Answer(rows(table)[0].ids))
    assert table.app.ui.curtain == "player.2" and [one.key for one in table.app.placed] == ["curtain"]
    table.keys("1", "home", "f9")
    assert (table.app.ui.curtain, table.app.eyes) == ("player.2", "player.1")
    table.click(TableButton.LIFT_CURTAIN)
    assert (table.app.eyes, prompt(table)) == ("player.2", "Together")


def test_what_is_for_somebody_alone_comes_behind_a_curtain(opened_table: OpenTable) -> None:
    game = begun(HANDS, 2)
    table = opened_table(TableSession(game, game.seats), TimelinePlugin, TellingPlugin)
    table.click(Answer(rows(table)[0].ids))
    table.until(lambda: table.app.ui.curtain)
    assert table.app.ui.curtain == "player.1", "it was drawn before the eyes of both"
    assert " moves to the hand" not in table.svg
    table.click(TableButton.LIFT_CURTAIN)
    assert table.app.eyes == "player.1" and " moves to the hand" in table.svg
    table.keys("enter")
    table.until(lambda: table.app.eyes == "player.2")
    assert table.app.showing.heard["player.1"] == 1, "it was told before the next one sat down"
    assert table.app.ui.curtain is None, "who knows nothing that the one before must not see"


def test_the_first_secrets_of_a_game_lie_behind_a_curtain(opened_table: OpenTable, tmp_path: Path) -> None:
    """At the beginning, and once a game is loaded: whoever sits there then need not be who is asked."""
    game = begun(HANDS, 2)
    for _ in range(2):
        game.answer([0])
    session = TableSession(game, game.seats)
    session.save(tmp_path / "held.game.json")
    table = opened_table(session, TimelinePlugin, TellingPlugin, seated=False)
    asked = game.waiting()[0]
    assert table.app.ui.curtain == asked and [one.key for one in table.app.placed] == ["curtain"]
    assert not table.app.scene.floors and not table.app.scene.pieces, "nothing lies on the table yet"
    title = next(one["title"] for one in game.view(None)["players"] if one["name"] == asked)
    assert title in table.svg
    table.keys("enter")
    assert table.app.eyes == asked and table.panel("prompt") and table.app.scene.pieces
    bar = table.plugin(TimelinePlugin)
    bar.listed = [tmp_path / "held.game.json"]
    bar.load(0)
    table.until(lambda: table.app.ui.curtain == asked)
    table.turn()
    assert [one.key for one in table.app.placed] == ["curtain"]


def test_enter_lifts_the_curtain_and_other_eyes_are_asked_for_twice(asking: OpenTable) -> None:
    table = asking("Together")
    table.keys("1", "tab", "alt-arrow_up", "enter", "f9")
    said, eyes = [table.said], [table.app.eyes]
    for key in ("f9", "escape"):
        table.keys(key)
        said, eyes = [*said, table.said], [*eyes, table.app.eyes]
    assert eyes == ["player.2", None, "player.2"], "Esc gives one's own eyes back"
    assert said[0].startswith("That shows what others at this table may not see.")
    assert said[1] == "You see everything."


def test_alone_one_looks_with_every_eye_in_turn(asking: OpenTable) -> None:
    table = asking("A space", ("player.1",))
    table.keys("f9")
    assert table.said.startswith("That shows what you may not see yourself.")
    seen = [(table.app.eyes, table.app.seating.borrowed is None)]
    for _ in range(6):
        table.keys("f9")
        seen.append((table.app.eyes, table.app.seating.borrowed is None))
    once = [("player.2", False), (None, False), ("player.1", True)]
    assert seen == [("player.1", True), *once, *once], "it is asked once in a game"
    assert "You see what" in table.said


# ------------------------------------------------------------------ looking


@pytest.fixture
def mission_table(opened_table: OpenTable) -> Unseen:
    return opened_table(TableSession(tables.begun("derelict"), PLAYERS))


def test_tips_come_with_reasons_and_go_with_the_mouse(mission_table: Unseen) -> None:
    table = mission_table
    table.point(table.thing("sentry"))
    table.until(lambda: table.app.ui.tip)
    assert "Sentry gun" in table.panel("tip") and table.app.ui.hover == OnBoard("thing", "sentry")
    x, y = table.thing("sentry")
    table.point((x + 2, y))
    assert table.app.ui.tip, "it follows the mouse"
    table.point(next(table.on(action) for action in table.actions() if isinstance(action, Answer)))
    table.until(lambda: table.app.ui.tip)
    table.point(table.on(Toggle.WHOLE_LOG))
    table.point(None)
    assert not table.panel("tip")


def test_what_cannot_be_answered_is_looked_at(mission_table: Unseen) -> None:
    table = mission_table
    number = table.app.view["number"]
    table.click(table.thing("sentry"))
    assert table.app.ui.selected == "sentry" and "SENTRY GUN" in table.panel("inspector").upper()
    table.click(Inspect("koss"))
    assert table.app.ui.selected == "koss"
    table.click(table.at(-3.0, 3.0))
    assert table.app.ui.selected == "koss" and table.app.view["number"] == number


def test_a_long_press_shows_the_large_card_until_the_mouse_is_let_go(mission_table: Unseen) -> None:
    table = mission_table
    table.press(table.on(Card("frag")))
    table.until(lambda: table.app.ui.large == "frag")
    assert "Frag Out" in table.panel("large")
    table.release()
    assert table.app.ui.large is None
    table.press(table.at(-3.0, 3.0))
    time.sleep(0.5)
    table.turn()
    table.release()
    assert table.app.ui.large is None, "nothing lies there"


def test_what_is_under_the_mouse_is_enlarged_by_a_key(mission_table: Unseen) -> None:
    table = mission_table
    for where, wanted in (
        (table.thing("sentry"), "sentry"),
        (table.on(Card("kit")), "kit"),
        (table.on(Inspect("sole")), "sole"),
    ):
        table.point(where)
        table.keys("insert")
        assert table.app.ui.large == wanted
        table.click(table.at(-3.0, 3.0))
        assert table.app.ui.large is None, "a click puts it away"
    place = next(mark for mark in table.app.scene.marks if mark.outline)
    table.point(table.at(*place.at))
    table.keys("insert")
    assert table.app.ui.large is None, "nobody stands there"
    row = next(one for one in rows(table) if len(one.ids) == 1 and choices.thing_of(table.app.view, one.ids))
    table.point(table.on(Answer(row.ids)))
    table.keys("insert")
    assert table.app.ui.large == choices.thing_of(table.app.view, row.ids)
    table.keys("insert")
    assert table.app.ui.large is None


def test_a_session_that_knows_no_rules_is_looked_at_all_the_same(opened_table: OpenTable) -> None:
    table = opened_table(FakeSession(tables.mission()), lambda app: TablePlugin())
    table.keys(*OVERLAY_KEYS)
    table.point(table.thing("sentry"))
    table.until(lambda: table.app.ui.tip)
    assert table.app.ui.overlay and not table.app.ui.why
    table.app.leave()
    assert not running(table), "nothing would be lost"
    table.app.running = True


def test_what_stands_on_a_space_that_can_be_chosen_is_enlarged(asking: OpenTable) -> None:
    table = asking("A space")
    table.point(table.thing("ada"))
    assert table.app.ui.hover == OnBoard("space", tables.of(table.app.view, "ada")["place"])
    table.keys("insert")
    assert table.app.ui.large == "ada"


def test_the_wheel_scrolls_lists_and_zooms_elsewhere(mission_table: Unseen) -> None:
    table = mission_table
    table.wheel(table.on(Surface.LOG), up=True)
    assert table.app.ui.log_back > 0
    far = table.app.camera.distance
    table.wheel(table.space("d4"), up=True)
    assert table.app.camera.distance < far
    table.keys("-", "=")
    assert table.app.camera.distance == pytest.approx(far / 1.12 * 1.18 * 0.85)


def test_overlays_are_of_what_is_under_the_mouse_or_selected(mission_table: Unseen) -> None:
    table = mission_table
    table.point(table.space("d4"))
    notes = []
    for key in OVERLAY_KEYS:
        table.keys(key)
        assert table.app.ui.overlay
        notes.append(table.app.ui.overlay_note)
    table.point(table.thing("sentry"))
    assert any(notes)
    table.keys(OVERLAY_KEYS[-1])
    assert not table.app.ui.overlay


def test_a_line_of_the_log_points_at_what_it_speaks_of(mission_table: Unseen) -> None:
    table = mission_table
    entry = next(one for one in table.actions() if isinstance(one, InspectEntry) and one.spaces)
    table.click(entry)
    assert table.app.ui.focus.spaces == entry.spaces and table.app.table.layer is not None
    table.keys("control-i", "enter", "control-l")
    assert not table.app.ui.briefing and table.app.ui.whole_log
    table.keys("control-i")
    opened = table.app.ui
    table.click(table.space("d4"))
    assert opened.briefing and not table.app.ui.briefing, "a click beside it leads to the board, too"


def test_a_click_on_a_goal_goes_to_what_it_is_about_and_the_mouse_over_it_lights_that(
    opened_table: OpenTable,
) -> None:
    view = tables.mission()
    goal = {"sort": "goal", "text": "So.", "players": [], "theirs": False, "rule": None}
    view["goals"] = [goal | {"things": [], "spaces": ["h3"]}]
    table = opened_table(FakeSession(view))
    action = next(one for one in table.actions() if isinstance(one, InspectGoal))
    layer = table.app.table.layer
    assert layer is not None
    table.app.become(interface.point(table.app.ui, action))
    assert table.app.table.layer is not layer
    table.app.rig.aim(replace(table.app.camera, target=(0.0, 0.0), distance=6.0))
    away = table.app.camera
    table.app.press(action)
    table.turn()
    assert table.app.ui.focus.spaces == ("h3",) and table.app.camera != away


# ------------------------------------------------------------------ the camera


def test_the_camera_is_pulled_turned_and_moved_by_arrows(mission_table: Unseen) -> None:
    table = mission_table
    camera = table.app.camera
    table.drag(table.at(5.0, -4.0), table.at(6.0, -4.0), button=3)
    assert table.app.camera.target[0] == pytest.approx(camera.target[0] - 1.0, abs=0.05)
    table.drag((640, 300), (700, 300), button=2)
    assert table.app.camera.azimuth != camera.azimuth
    turned = table.app.camera
    with table.holding("control"):
        table.drag((640, 300), (640, 340))
    assert table.app.camera.elevation != turned.elevation
    for held in (("right",), ("up",), ("shift", "left")):
        before = table.app.camera
        with table.holding(*held):
            time.sleep(0.05)
            table.turn(2)
        assert table.app.camera != before
    before = table.app.camera
    with table.holding("alt", "left"):
        table.turn(2)
    assert table.app.camera == before, "with Alt they light choices"


def test_the_camera_travels_to_the_whole_board_and_back(mission_table: Unseen) -> None:
    table = mission_table

    def comes_to_rest() -> None:
        table.until(lambda: table.app.rig.way is None)

    table.keys("home")
    comes_to_rest()
    whole = table.app.camera
    table.keys("home")
    comes_to_rest()
    assert table.app.camera.distance < whole.distance
    table.keys("shift-home")
    comes_to_rest()
    assert table.app.camera.elevation == STEEPEST
    table.keys("control-1")
    assert table.said == "There is no view 1 yet; Ctrl+Alt+1 stores one."
    table.keys("control-alt-1", "shift-home")
    comes_to_rest()
    assert table.app.camera.elevation < STEEPEST
    table.keys("control-1")
    comes_to_rest()
    assert table.app.camera.elevation == STEEPEST
    table.app.use(replace(table.app.settings, reduced_motion=True))
    table.keys("home")
    assert table.app.rig.way is None, "without movement it is there at once"


def test_a_window_of_another_size_is_fitted_until_somebody_moves_the_camera(
    mission_table: Unseen, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = mission_table.app
    begun = app.camera
    monkeypatch.setattr(app, "_window_size", lambda: (500.0, 900.0))
    app.resized()
    assert app.camera != begun
    mission_table.keys("shift-home")
    mission_table.until(lambda: app.rig.way is None)
    moved = app.camera
    monkeypatch.setattr(app, "_window_size", lambda: (1600.0, 900.0))
    app.resized()
    assert app.camera == moved


def test_the_board_is_fitted_anew_where_panels_cover_what_can_be_chosen(mission_table: Unseen) -> None:
    app = mission_table.app
    rig, first = app.rig, app.camera
    away = next(
        camera
        for far in range(1, 40)
        if (camera := replace(first, target=(first.target[0] + far / 4, first.target[1])))
        and covered(app, camera)
    )
    rig.aim(away)
    rig.follow([], at_once=True)
    assert app.camera == away, "a person wants it so"
    rig.begun = away
    rig.follow([], at_once=True)
    assert app.camera == first
    rig.follow([], at_once=True)
    assert app.camera == first and rig.way is None


def covered(app: App, camera: Camera) -> bool:
    """Whether some of what can be chosen is in sight from there, and some is not."""
    seen = [framing.seen(camera, mark.at, app.size) for mark in app.scene.marks]
    return any(seen) and not all(seen)


def test_spaces_that_can_be_chosen_have_plates(opened_table: OpenTable) -> None:
    board = tables.rooms()["board"]
    outline = [[0, 0], [1, 0], [1, 1], [0, 1]]
    loft = {"name": "loft", "title": "Port loft", "kind": "room", "at": [0, 0], "outline": outline}
    asked = {
        "sort": "choose",
        "options": [{"id": 0, "space": "loft", "label": "Port loft"}],
        "least": 1,
        "most": 1,
        "seats": [],
    }
    view = {
        **tables.rooms(),
        "board": {**board, "spaces": [loft], "links": []},
        "question": asked,
        "things": [],
    }
    table = opened_table(FakeSession(view))
    assert "plate space:loft" in table.app.display.hud.shown


def test_a_plugin_that_does_nothing_with_mouse_and_keys_leaves_them_to_the_table(
    opened_table: OpenTable,
) -> None:
    table = opened_table(
        TableSession(Game.start(load(str(GAME)).program, 1), PLAYERS), lambda _: TablePlugin()
    )
    before = table.app.camera.distance
    table.wheel(table.at(*table.app.scene.marks[0].at), up=True)
    table.until(lambda: table.app.camera.distance != before)


def test_who_stands_behind_the_camera_has_no_plate(mission_table: Unseen) -> None:
    app = mission_table.app
    before = {one for one in app.display.hud.shown if one.startswith("plate")}
    west, _, _, north = app.scene.bounds
    app.rig.aim(replace(app.camera, target=(west, north), azimuth=0.0, elevation=5.0, distance=1.0))
    mission_table.turn()
    assert {one for one in app.display.hud.shown if one.startswith("plate")} < before


def test_layers_are_taken_off_and_put_back(opened_table: OpenTable, mission_table: Unseen) -> None:
    table = opened_table(TableSession(tables.begun("town"), PLAYERS))
    table.keys("page_down")
    assert table.said == "1 of 2 layers are shown." and table.app.table.position("nobody") is None
    table.keys("page_down", "page_up")
    assert table.said == "2 of 2 layers are shown."
    mission_table.keys("page_down")
    assert not mission_table.said, "there is only one"


# ------------------------------------------------------------------ settings


def test_settings_change_at_once_and_are_kept(mission_table: Unseen) -> None:
    table = mission_table
    table.keys("f10")
    for name in ("text", "palette", "reduced_motion", "pace"):
        before = getattr(table.app.settings, name)
        table.click(ChangeSetting(name))
        assert getattr(table.app.settings, name) != before
        assert settings.load(settings.file())[0] == table.app.settings
    table.keys("f10")
    assert not table.app.ui.settings and table.app.ui.text > 1


def test_settings_that_cannot_be_kept_are_said(
    mission_table: Unseen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "file", lambda: None)
    assert settings.load(None) == (settings.Settings(), [])
    mission_table.keys("f10")
    mission_table.click(ChangeSetting("pace"))
    assert mission_table.said == "The settings could not be saved: this user has no folder for them."


def test_what_is_wrong_with_settings_and_looks_is_said_at_the_beginning(opened_table: OpenTable) -> None:
    file = settings.file()
    assert file is not None
    file.parent.mkdir()
    file.write_text("text: huge\n")
    assert "`text`" in opened_table(FakeSession(tables.mission())).said
    file.write_text("keys:\n  juggle: [f5]\n")
    table = opened_table(FakeSession(tables.mission()))
    assert "`juggle`" in table.said
    table.app.become(replace(table.app.ui, notice="", rebinding="undo"))
    table.keys("f5")
    assert "`juggle`" in table.said, "and once more when other keys are kept"
    file.unlink()
    view = tables.mission()
    view["things"][0]["look"] = {"archetype": "wombat"}
    assert "“wombat”" in opened_table(FakeSession(view)).said


def test_a_command_gets_another_key(mission_table: Unseen) -> None:
    table = mission_table
    table.click(TableButton.HELP)

    def give(*keys: str) -> tuple[str, ...] | None:
        while Rebind("undo") not in table.actions():
            table.keys("f1")
        table.click(Rebind("undo"))
        assert table.app.ui.rebinding == "undo"
        table.keys(*keys)
        assert not table.app.ui.rebinding
        return table.app.settings.keys.get("undo")

    assert give("lshift", "f5") == ("f5",)
    assert give("u") == ("f5",) and table.said.startswith("Letters and digits belong to the choices")
    assert give("escape") == ("f5",)
    assert give("f1") == ("f1",)
    table.click(TableButton.HELP) if TableButton.HELP in table.actions() else None
    assert table.app.settings.keys == {"undo": ("f1",)}


# ------------------------------------------------------------------ the loop


def test_the_table_goes_on_while_an_answer_takes_its_time(opened_table: OpenTable) -> None:
    go_on = threading.Event()
    session = FakeSession(tables.mission())
    answer = session.answer

    def slowly(seat: str, ids: list[int]) -> str | None:
        go_on.wait(60)
        return answer(seat, ids)

    session.answer = slowly  # type: ignore[method-assign]
    table = opened_table(session)
    number = table.app.view["number"]
    table.click(next(action for action in table.actions() if isinstance(action, Answer)))
    table.until(lambda: table.said == say("panel_thinking"))
    camera = table.app.camera
    table.press((640, 300), 3)
    table.point((700, 300))
    table.release(3)
    assert table.app.camera != camera, "the camera moves meanwhile"
    table.keys("1", "f1")
    table.type("x")
    table.click((640, 300))
    assert not table.app.ui.help and table.app.view["number"] == number
    go_on.set()
    table.until(lambda: table.app.view["number"] == number + 1)
    assert table.said != say("panel_thinking")


def test_a_table_that_closes_waits_for_what_is_worked_out() -> None:
    thinking, done = Thinking(), []
    thinking.look()

    def work() -> None:
        time.sleep(0.2)
        done.append(True)

    thinking.begin(work, print)
    thinking.rest()
    assert done


def test_a_table_that_is_interrupted_waits_for_it_too(
    opened_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, done = opened_table(FakeSession(tables.mission())), []

    def interrupted() -> None:
        raise KeyboardInterrupt

    def work() -> None:
        time.sleep(0.2)
        done.append(True)

    monkeypatch.setattr(table.app, "turn", interrupted)
    table.app.thinking.begin(work, print)
    with pytest.raises(KeyboardInterrupt):
        table.app.run()
    assert done, "only then may the session be asked to keep the game"


def test_what_is_worked_out_apart_ends_before_its_process() -> None:
    program = """
import time
from tilewright.viewer.app.thinking import Thinking

def work():
    time.sleep(0.2)
    print("done", flush=True)

thinking = Thinking()
thinking.begin(work, print, apart=True)
thinking.rest()
print("closed", flush=True)
"""
    ran = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["closed", "done"]


def test_a_click_on_a_bare_panel_changes_nothing(opened_table: OpenTable) -> None:
    table = opened_table(FakeSession(tables.mission()))
    table.point(table.on(Surface.LOG))
    before = table.app.ui, table.app.view
    table.click(Surface.LOG)
    assert (table.app.ui, table.app.view) == before


def test_escape_leaves_at_the_second_time_and_a_click_on_the_cross_at_once(opened_table: OpenTable) -> None:
    table = opened_table(FakeSession(tables.mission()))
    table.keys("escape")
    assert table.said == "Press Esc again to leave the table." and running(table)
    table.app.fleeting.until["notice"] = 0.0
    table.turn()
    assert not table.panel("notice"), "a sentence goes by itself"
    table.keys("escape")
    assert not running(table)
    table.app.running = True
    table.send("close table")
    assert not running(table)
    table.app.running = True
    table.base.win.is_closed.return_value = True
    table.send("window-event", [object()])
    assert running(table), "another window"
    table.send("window-event", [table.base.win])
    assert not running(table)
    table.app.running = True


def test_a_window_that_is_uncovered_is_drawn_and_one_that_is_lost_ends_the_table(
    opened_table: OpenTable,
) -> None:
    table = opened_table(FakeSession(tables.mission()))
    table.turn()
    drawing = [table.app.drawing]
    table.send("window-event", [table.base.win])
    assert [*drawing, table.app.drawing] == [False, True]
    table.resize((720, 1280))
    wide, high = (math.tan(math.radians(angle / 2)) for angle in table.base.camLens.get_fov())
    assert wide / high == pytest.approx(720 / 1280), "squares are squares"
    table.base.win.is_valid.return_value = False
    with pytest.raises(WindowLost):
        table.app.run()
    table.app.running = False


def test_keys_that_are_held_repeat_only_where_that_is_wanted(asking: OpenTable) -> None:
    table = asking("A space")
    for _ in range(3):
        table.send("button again", ["tab"])
        table.send("button again", ["f1"])
    assert table.app.ui.cursor == rows(table)[2].ids and not table.app.ui.help


def test_old_garbage_is_looked_for_at_rest_only(monkeypatch: pytest.MonkeyPatch) -> None:
    collected: list[bool] = []
    monkeypatch.setattr(gc, "collect", lambda: collected.append(True))
    for old, resting, wanted in ((11, False, 0), (11, True, 1), (10, True, 1), (1001, False, 2)):
        monkeypatch.setattr(gc, "get_count", lambda old=old: (0, 0, old))
        gc_pauses.look(resting=resting)
        assert len(collected) == wanted


def test_dice_that_were_rolled_lie_there_for_a_while(opened_table: OpenTable) -> None:
    table = opened_table(FakeSession(tables.mission()))
    row = next(one for one in rows(table) if one.label == "Overwatch")
    table.keys(row.key)
    assert table.app.ui.rolled and table.panel("dice")
    table.app.fleeting.until["dice"] = 0.0
    table.turn()
    assert not table.panel("dice")


def test_another_board_is_looked_at_anew(opened_table: OpenTable) -> None:
    session = FakeSession(tables.mission())
    table = opened_table(session)
    camera = table.app.camera
    session.present = tables.rooms()
    table.app.showing.refresh()
    assert table.app.camera != camera


def test_whose_eyes_keep_secrets_is_nobodys_in_a_game_played_before() -> None:
    from tilewright.viewer.app.seating import Seating

    session: Any = TableSession(Game.start(program("tiny"), 1), ())
    assert not Seating(session).keeps_secrets(session.seats()[0])


def test_a_table_of_bots_is_watched_from_its_first_question(opened_table: OpenTable) -> None:
    first = tables.begun("fair").view(None)["number"]
    table = opened_table(TableSession(tables.begun("fair"), []))
    assert table.app.view["number"] in (first, first + 1), "at most one answer was given, in the first turn"
    table.until(lambda: table.app.view["number"] > first + 2)
    assert table.app.view["question"] and not table.panel("actions"), "nobody here can answer"
    assert "Waiting" in table.panel("prompt") and not table.app.scene.marks


def test_who_acts_and_who_can_be_chosen_have_plates_unless_they_are_a_crowd(mission_table: Unseen) -> None:
    app = mission_table.app
    acting = "varga"
    app.showing.view = {**app.view, "question": {**app.view["question"], "actor": acting}}
    marked = {mark.name for mark in app.scene.marks if mark.sort == "thing"}
    assert set(app.display._about()) == {acting, *marked}
    mark = next(one for one in app.scene.marks if one.sort == "thing")
    app.showing.scene = app.scene._replace(marks=tuple(mark._replace(name=f"one {n}") for n in range(20)))
    assert app.display._about() == (acting,)


def test_bots_wait_until_what_lies_over_the_table_is_closed(opened_table: OpenTable) -> None:
    table = opened_table(TableSession(tables.begun("fair"), []))
    for opened in (Toggle.SETTINGS, Toggle.BRIEFING, TableButton.HELP):
        table.app.press(opened)
        before = table.app.session.view(None)["number"]
        table.app.pacing.due = 0.0
        table.turn(5)
        assert table.app.session.view(None)["number"] == before
        table.keys("escape")
        table.app.pacing.due = 0.0
        table.until(lambda before=before: table.app.session.view(None)["number"] > before)  # type: ignore[misc]
