"""What is pointed at before an action is chosen is what it is done with: without a window, and in one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support import tables
from support.driving import Shown, table
from support.unseen import Unseen
from tilewright.runtime.hints import ahead
from tilewright.runtime.tables.session import TableSession
from tilewright.schemas.view import SeenThing
from tilewright.viewer.common.deeds import Deed
from tilewright.viewer.panels import beside as panel
from tilewright.viewer.panels.interface import Beside
from tilewright.viewer.panels.vocabulary import Answer, Card, TakeDeed
from tilewright.viewer.staging import ahead as staged
from tilewright.viewer.staging.overlay import Layer

OpenTable = Callable[..., Unseen]


@pytest.fixture
def duel(opened_table: OpenTable, monkeypatch: pytest.MonkeyPatch) -> Unseen:
    monkeypatch.setattr(ahead, "SECONDS", 60)
    return opened_table(TableSession(tables.begun("duel"), ["player.1"]))


def thing(shown: Unseen, handle: str) -> SeenThing:
    return next(one for one in shown.app.view["things"] if one["handle"] == handle)


def layer(shown: Unseen) -> Layer:
    over = shown.app.table.layer
    return Layer() if over is None else over.shown


def beside(shown: Unseen) -> list[str]:
    """The lines of the menu that is open beside something."""
    offered = shown.app.ui.beside
    return [] if offered is None else [deed.title for deed in offered.deeds]


def done(shown: Unseen) -> None:
    shown.until(lambda: shown.app.pointer.aim.left is None and not shown.app.pointer.way.ahead)


def test_an_enemy_is_struck_with_one_click_and_that_is_seen_before(duel: Unseen) -> None:
    duel.point(duel.thing("ogre"))
    duel.until(lambda: duel.app.ui.tip)
    assert "Click: Strike, Bow" in duel.panel("tip") and "wounds it" in duel.panel("tip")
    assert [thread.arrow for thread in layer(duel).threads] == [True], "from whoever acts"
    duel.click(duel.thing("ogre"))
    done(duel)
    assert thing(duel, "ogre")["values"]["wounds"] == 1
    duel.until(lambda: "Click: Strike, Bow" in duel.panel("tip"))  # of the next question
    duel.point(None)
    assert not layer(duel).threads and not duel.panel("tip")


def test_what_is_done_where_one_stands_has_no_arrow(duel: Unseen) -> None:
    app, deed = duel.app, Deed("ogre", ({"label": "Strike"},))
    acting = str(app.view["question"]["actor"])
    far = staged.aimed([deed], (), acting, Layer(), app.scene, app.view)
    assert [thread.arrow for thread in far.threads] == [True]
    assert not staged.aimed([deed], (), "ogre", Layer(), app.scene, app.view).threads


def test_a_menu_beside_what_has_no_title_is_called_by_its_name(duel: Unseen) -> None:
    shown = Beside("b7", (0.0, 0.0), (Deed("b7", ({"label": "Run"},)),))
    assert ">B7<" in panel.beside(duel.app.view, duel.app.ui, shown).svg


def test_what_cannot_be_done_any_more_is_not_done(duel: Unseen) -> None:
    number = duel.app.session.view(None)["number"]
    duel.app.pointer.aim.begin(Deed("ogre", ({**duel.app.view["question"]["options"][0], "label": "Fly"},)))
    assert duel.app.pointer.aim.left is None
    duel.turn(3)
    assert duel.app.session.view(None)["number"] == number


def test_where_several_things_can_be_done_a_small_menu_offers_these(duel: Unseen) -> None:
    duel.click(duel.thing("imp"))
    assert beside(duel) == ["Strike, Bow", "Strike, Axe"] and thing(duel, "imp")["values"]["wounds"] == 2
    duel.keys("escape")
    assert not beside(duel)
    duel.click(duel.thing("imp"))
    duel.click(duel.thing("imp"))
    assert not beside(duel), "a second click puts it away"
    duel.click(duel.thing("imp"))
    duel.keys("2")
    done(duel)
    assert thing(duel, "imp")["values"]["wounds"] == 1
    duel.click(duel.thing("imp"))
    duel.click(TakeDeed(0))
    done(duel)
    assert thing(duel, "imp")["values"]["wounds"] == 0


def test_ones_own_figure_is_looked_at_and_asks_first(duel: Unseen) -> None:
    number = duel.app.view["number"]
    duel.click(duel.thing("ben"))
    assert beside(duel) == ["Cheer"] and duel.app.ui.selected == "ben" and duel.app.view["number"] == number
    duel.click(duel.at(-3.0, 3.0))
    assert not beside(duel) and duel.app.view["number"] == number
    duel.click(duel.thing("ada"))
    assert duel.app.ui.selected == "ada" and not beside(duel), "who acts can do nothing with herself"


def test_a_space_further_off_is_walked_to_from_the_menu(duel: Unseen) -> None:
    duel.point(duel.space("c2"))
    duel.until(lambda: duel.app.ui.tip)
    assert "Click: Walk, c2<" in duel.panel("tip") and "on the way" not in duel.panel("tip")
    assert [s.text for s in layer(duel).shades if s.text] == list("123")
    duel.click(duel.space("c2"))
    done(duel)
    assert thing(duel, "ada")["place"] == "c2"


def test_what_an_option_leads_to_is_lit_while_the_mouse_is_on_it(duel: Unseen) -> None:
    options: list[Any] = duel.app.view["question"]["options"]
    strike, walk = (next(o["id"] for o in options if o["label"] == said) for said in ("Strike", "Walk"))
    duel.point(duel.on(Answer((strike,))))
    duel.until(lambda: len(layer(duel).rings) == 3)  # imp, ogre, and whoever acts
    duel.point(duel.on(Answer((walk,))))
    duel.until(lambda: len(layer(duel).shades) == 2)
    duel.point(None)
    assert not layer(duel).shades


def test_a_card_that_can_be_played_stands_out_and_is_played_by_a_click(duel: Unseen) -> None:
    duel.until(lambda: duel.app.ui.ahead == {"flash"})
    duel.click(Card("flash"))
    done(duel)
    assert thing(duel, "imp")["values"]["wounds"] == 1 and not duel.app.ui.ahead


def test_the_key_of_an_action_is_its_own(duel: Unseen) -> None:
    duel.click(Card("flash"))
    done(duel)
    assert "No trick can be chosen." in duel.panel("actions")
    duel.keys("6")  # Rest, also where what comes before it is offered no more
    assert "Rest" in duel.app.view["log"][-1]["text"]
    duel.keys("5")
    assert "Rest" in duel.app.view["log"][-1]["text"] and duel.app.view["question"]["prompt"] == "What now?"


def test_what_comes_between_ends_a_deed(duel: Unseen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duel.app.session, "answer", lambda *_: "Not now.")
    duel.click(duel.thing("ogre"))
    duel.turn(3)
    assert duel.said == "Not now." and duel.app.pointer.aim.left is None


@pytest.mark.window
def test_mouse_and_keys_do_so_in_a_real_window(
    kept: Callable[[str], Path], python_env: dict[str, str]
) -> None:
    def place(now: Shown) -> list[int]:
        found: list[int] = now["things"]["ada"]
        return found

    with table(kept("duel"), python_env, str(tables.GAMES / "duel"), "player.1") as driver:
        now = driver.wait(lambda one: one["rows"])
        driver.do("mousemove", *now["things"]["ogre"], "sleep", 0.6)
        driver.wait(lambda one: one["tip"])
        driver.picture("aimed")
        driver.do("click", 1)
        driver.wait(lambda one: one["number"] > now["number"] + 2)
        assert len(driver.answers()) == 3, "the action, what it is done with, at whom"
        driver.click(*driver.shown()["things"]["imp"])
        driver.wait(lambda one: one["beside"] == ["Strike, Bow", "Strike, Axe"])
        driver.picture("beside")
        driver.key("2")
        driver.wait(lambda one: not one["beside"] and one["sort"] == "menu")
        assert len(driver.answers()) == 5
        stood = place(driver.shown())
        driver.click(*driver.shown()["spaces"]["c2"])
        driver.wait(lambda one: one["sort"] == "menu" and place(one) != stood)
        assert len(driver.answers()) == 9, "the action, and three steps"
        card = next(box for box in driver.shown()["boxes"] if box[0] == ["Card", "flash"])
        driver.click(*card[1:])
        driver.wait(lambda one: ["Card", "flash"] not in [box[0] for box in one["boxes"]])


def test_where_nothing_can_be_done_with_a_thing_its_space_is_meant(
    duel: Unseen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A token lies on most of its space, and who clicks there wants to walk."""
    leading = duel.app.session.leading
    monkeypatch.setattr(
        duel.app.session, "leading", lambda eyes, name: [] if name == "imp" else leading(eyes, name)
    )
    place = thing(duel, "imp")["place"]
    duel.point(duel.thing("imp"))
    duel.until(lambda: "Click: Walk" in duel.panel("tip"))
    duel.click(duel.thing("imp"))
    done(duel)
    assert thing(duel, "ada")["place"] == place


def test_where_one_may_walk_or_do_something_else_with_a_space_walking_comes_first(
    duel: Unseen, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = duel.app
    leading = app.session.leading
    throw = {**app.view["question"]["options"][0], "label": "Throw"}
    monkeypatch.setattr(
        app.session, "leading", lambda eyes, name: [[throw]] if name == "c2" else leading(eyes, name)
    )
    duel.click(duel.space("c2"))
    assert beside(duel) == ["Walk", "Throw"]


def test_why_not_is_told_to_whoever_points_and_not_where_the_mouse_rests(duel: Unseen) -> None:
    duel.keys("4")  # Walk
    duel.until(lambda: "Where to?" in duel.app.view["question"]["prompt"])
    duel.point(duel.space("c2"))
    duel.until(lambda: duel.app.ui.why)
    duel.app.pointer.moved = 0.0  # and the figure goes on without the mouse
    duel.keys("1")
    duel.until(lambda: duel.app.pointer.tipped == duel.app.pointer.moment and not duel.app.ui.why)
    duel.point(duel.space("a2"))
    duel.point(duel.space("c2"))
    duel.until(lambda: duel.app.ui.why)


def test_what_comes_under_a_mouse_that_rests_is_lit(duel: Unseen) -> None:
    duel.point(duel.on(Answer((duel.app.view["question"]["options"][-1]["id"],))))
    before, here = duel.app.ui.hover, duel.app.pointer.at
    duel.keys("4")
    duel.until(lambda: duel.app.pointer.passed is None)
    assert here is not None and duel.app.ui.hover == duel.app.pointer.action_at(here) != before
