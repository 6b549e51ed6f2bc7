"""The interface as data: what a click, a key or the wheel makes of it. Needs no window."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import get_args

import pytest

from tilewright.schemas.view import View
from tilewright.viewer.app.seating import Seating
from tilewright.viewer.common import choices
from tilewright.viewer.common.choices import Chosen
from tilewright.viewer.common.session import Session
from tilewright.viewer.common.settings import Settings
from tilewright.viewer.panels import interface, redrawing
from tilewright.viewer.panels.interface import Refuse, Submit, UiState
from tilewright.viewer.panels.vocabulary import (
    Answer,
    Card,
    Inspect,
    InspectEntry,
    InspectGoal,
    InterfaceAction,
    LookInto,
    OnBoard,
    Rebind,
    Surface,
    Toggle,
    ToggleOverlay,
)
from tilewright.viewer.staging.motion import Rolled
from tilewright.viewer.staging.overlay import NO_FOCUS, Focus

PLAIN = UiState()


def several(view: View, least: int, most: int) -> View:
    """The same question, of which a number of options are to be chosen."""
    offered = [option | {"action": None} for option in view["question"]["options"]]
    return view | {
        "question": view["question"] | {"sort": "several", "least": least, "most": most, "options": offered}
    }


@pytest.mark.parametrize(
    "action",
    [
        ToggleOverlay("reach"),
        LookInto("deck"),
        Rebind("undo"),
        Toggle.SETTINGS,
        Toggle.WHOLE_LOG,
        Toggle.OVER,
    ],
)
def test_what_is_opened_is_closed_by_the_same(action: InterfaceAction, mission: View) -> None:
    opened = interface.press(PLAIN, action, mission)
    assert opened != PLAIN and interface.press(opened, action, mission) == PLAIN


def test_every_action_of_the_interface_changes_it(mission: View) -> None:
    handle = mission["things"][0]["handle"]
    made: list[InterfaceAction] = [
        Inspect(handle),
        InspectEntry(1, (handle,), ("h3",)),
        InspectGoal("So.", (handle,), ("h3",)),
        LookInto("deck"),
        ToggleOverlay("sight"),
        Rebind("fit"),
        *Toggle,
    ]
    assert {type(action) for action in made} == set(get_args(InterfaceAction))
    assert all(interface.press(PLAIN, action, mission) != PLAIN for action in made)


def test_what_a_goal_is_about_is_lit_while_the_mouse_is_over_it_and_after_a_click(mission: View) -> None:
    goal = InspectGoal("So.", ("varga",), ("h3",))
    over = interface.point(PLAIN, goal)
    assert redrawing.in_focus(over) == Focus(("varga",), ("h3",)) and not redrawing.same_layer(PLAIN, over)
    clicked = interface.press(over, goal, mission)
    assert interface.point(clicked, None).focus == redrawing.in_focus(over)
    assert interface.press(clicked, goal, mission).focus == Focus()


def test_another_overlay_takes_the_place_of_the_first(mission: View) -> None:
    first = interface.press(PLAIN, ToggleOverlay("reach"), mission)
    assert interface.press(first, ToggleOverlay("sight"), mission).overlay == "sight"


def test_a_line_of_the_log_selects_the_first_thing_that_is_seen(mission: View) -> None:
    handle = mission["things"][1]["handle"]
    ui = interface.press(UiState(selected="old"), InspectEntry(7, ("gone", handle), ("h3",)), mission)
    assert ui.selected == handle and ui.focus == Focus(("gone", handle), ("h3",))
    assert interface.press(UiState(selected="old"), InspectEntry(7, ("gone",)), mission).selected == "old"
    assert interface.look_at(ui, "h3").focus == NO_FOCUS


def test_the_mouse_takes_what_a_tooltip_said_with_it() -> None:
    ui = UiState(hover=OnBoard("space", "a1"), tip=True, odds=(("Hit", "1/2"),), why=(("", "Too far.", ""),))
    assert interface.point(ui, None) == PLAIN


def test_a_card_is_put_away_by_the_key_that_showed_it() -> None:
    shown = interface.enlarge(PLAIN, "ogre")
    assert shown.large == "ogre" and interface.enlarge(shown, "elf") == PLAIN
    assert interface.show_large(shown, "elf").large == "elf"


def test_what_passes_takes_nothing_else_with_it() -> None:
    ui = UiState(notice="So.", rolled=(Rolled("six", ("4",)),), selected="ogre")
    assert interface.pass_by(ui, "notice") == replace(ui, notice="")
    assert interface.pass_by(ui, "dice") == replace(ui, rolled=())
    assert interface.pass_by(ui, "quit") == interface.pass_by(ui, "eyes") == ui


def test_only_a_sentence_that_is_no_longer_true_is_taken_back() -> None:
    ui = interface.notify(PLAIN, "It is thinking.")
    assert interface.unsay(ui, "It loads.", "It is thinking.") == PLAIN
    assert interface.unsay(ui, "It loads.") == ui


def test_keys_walk_round_the_settings() -> None:
    seen = [PLAIN]
    for by in (1, 1, 1, -1):
        seen.append(interface.walk_settings(seen[-1], by, 3))
    assert [ui.setting for ui in seen] == [0, 1, 2, 0, 2]


def test_all_that_the_settings_say_of_the_interface_is_adopted() -> None:
    wanted = Settings(
        text=1.4,
        palette="red-green",
        quality="lite",
        full_screen=True,
        sound=False,
        reduced_motion=True,
        pace=2.0,
        follow_events=False,
    )
    ui = interface.adopt(replace(PLAIN, selected="ogre"), wanted)
    names = {one.name for one in fields(UiState)} & {one.name for one in fields(Settings)} - {"keys"}
    assert {name: getattr(ui, name) for name in names} == {name: getattr(wanted, name) for name in names}
    assert all(getattr(ui, name) != getattr(PLAIN, name) for name in names) and ui.selected == "ogre"


def test_the_pages_of_the_help_go_round() -> None:
    ui, pages = UiState(rebinding="undo"), []
    for _ in range(4):
        ui = interface.turn_help(ui, 3)
        pages.append(ui.help)
    assert pages == [1, 2, 3, 0] and not ui.rebinding


def test_the_wheel_scrolls_the_list_under_the_mouse_within_its_ends(mission: View) -> None:
    assert interface.wheel(PLAIN, Surface.LOG, -2, mission).log_back == 6
    assert interface.wheel(UiState(log_back=2), InspectEntry(1), 5, mission).log_back == 0
    last = len(choices.rows(mission)) - 3
    assert interface.wheel(PLAIN, Surface.CHOICES, 99, mission).scroll == last
    assert interface.wheel(UiState(scroll=1), Answer((0,)), -5, mission).scroll == 0
    assert interface.wheel(PLAIN, Card("x"), 3, mission) == PLAIN


def test_a_row_of_many_narrows_and_one_of_them_is_the_answer(mission: View) -> None:
    many = (2, 3, 5)
    ui, outcome = interface.choose(UiState(scroll=3, cursor=(1,)), many, mission)
    assert outcome is None and ui == UiState(chosen=Chosen(narrowed=frozenset(many)))
    assert interface.choose(ui, (many[1],), mission) == (PLAIN, Submit((many[1],)))


def test_enter_does_the_nearest_thing(mission: View) -> None:
    first = mission["question"]["options"][0]["id"]
    assert interface.confirm(UiState(large="x"), mission) == (PLAIN, None)
    assert interface.confirm(PLAIN, mission) == (PLAIN, None), "there are many choices"
    assert interface.confirm(UiState(cursor=(first,)), mission) == (PLAIN, Submit((first,)))
    over = mission | {"over": {"outcome": "win"}}
    assert interface.confirm(PLAIN, over) == (UiState(over_hidden=True), None)
    only = mission | {"question": mission["question"] | {"options": mission["question"]["options"][:1]}}
    assert interface.confirm(PLAIN, only) == (PLAIN, Submit((first,)))


def test_of_several_space_picks_and_enter_confirms(mission: View) -> None:
    view = several(mission, 2, 3)
    one, two = (option["id"] for option in view["question"]["options"][:2])
    ui, outcome = interface.confirm(UiState(cursor=(two,), scroll=2), view, picking=True)
    assert outcome is None and ui.chosen.picked == {two} and (ui.cursor, ui.scroll) == ((two,), 2)
    assert interface.confirm(ui, view) == (ui, Refuse("Choose 1 more."))
    ui, _ = interface.choose(ui, (one,), view)
    assert interface.confirm(ui, view) == (ui, Submit((one, two)))


def test_escape_closes_one_thing_after_another() -> None:
    ui: UiState | None = UiState(
        help=1, large="x", chosen=Chosen(frozenset({1})), cursor=(1,), focus=Focus(("x",))
    )
    seen = []
    while ui is not None:
        seen.append((bool(ui.help or ui.large), ui.chosen != Chosen(), bool(ui.cursor or ui.focus[0])))
        ui = interface.back(ui)
    assert seen == [(True, True, True), (False, True, True), (False, False, True), (False, False, False)]


def test_behind_a_curtain_only_what_a_person_has_set_is_left() -> None:
    kept = UiState(
        text=1.4, palette="red-green", reduced_motion=True, overlay="reach", whole_log=True, notice="So."
    )
    used = replace(kept, selected="x", hover=Card("x"), chosen=Chosen(frozenset({1})), scroll=3, tip=True)
    assert interface.fresh(used, "player.2") == replace(kept, curtain="player.2")


def test_the_overlay_is_worked_out_anew_where_it_depends_on_what_has_changed() -> None:
    on = UiState(overlay="ruler", hover=OnBoard("space", "a1"))
    assert redrawing.same_layer(on, replace(on, tip=True, scroll=3))
    assert not redrawing.same_layer(on, interface.point(on, OnBoard("space", "b1")))
    assert redrawing.same_layer(on, interface.point(on, Card("x"))), "over a panel it stays"
    assert redrawing.same_layer(PLAIN, interface.point(PLAIN, OnBoard("space", "b1")))
    assert not redrawing.same_layer(PLAIN, interface.look_at(PLAIN, "ogre"))


class Shared(Session):
    """Two people at one screen, who each see their own hand or the same."""

    def __init__(self, *, secrets: bool) -> None:
        self.secrets, self.turn = secrets, "player.1"

    def view(self, seat: str | None) -> View:
        return {"seat": seat, "values": {"hand": seat if self.secrets else "open"}}

    def seats(self) -> list[str]:
        return ["player.1", "player.2"]

    def asked(self) -> list[str]:
        return [self.turn]

    def answer(self, seat: str, ids: list[int]) -> str | None:
        return None

    def undo(self, seat: str | None = None) -> str | None:
        return None

    def redo(self, seat: str | None = None) -> str | None:
        return None

    def tick(self) -> bool:
        return False


@pytest.mark.parametrize("secrets", [True, False])
def test_the_next_person_sits_down_behind_a_curtain_where_there_are_secrets(secrets: bool) -> None:
    session = Shared(secrets=secrets)
    seating = Seating(session)
    assert seating.follow(curtain=False) == ("player.1" if secrets else None), "the other one looks, too"
    seating.sit("player.1")
    assert seating.follow(curtain=False) is None and seating.eyes == "player.1"
    session.turn = "player.2"
    assert seating.follow(curtain=False) == ("player.2" if secrets else None)
    assert seating.eyes == ("player.1" if secrets else "player.2")
    assert seating.keeps_secrets("player.1") == secrets
    assert seating.follow(curtain=True) == "player.2", "whoever is asked lifts it"
    seating.look_through(None)
    assert seating.eyes is None


def test_another_question_takes_what_was_chosen_with_it_the_same_does_not() -> None:
    used = UiState(chosen=Chosen(frozenset({1})), scroll=3, cursor=(1,), over_hidden=True, selected="x")
    same, other, over = {"number": 4}, {"number": 5}, {"number": 4, "over": {"outcome": "win"}}
    assert interface.shown(used, same, over) == used
    assert not interface.shown(replace(used, briefing=True), same, over).briefing, "nothing lies over the end"
    assert interface.shown(replace(used, briefing=True), over, over).briefing, "unless it is opened there"
    assert interface.shown(used, same, same) == replace(used, over_hidden=False), "it goes on after all"
    assert interface.shown(used, same, other) == UiState(selected="x")
    acts: View = {"number": 4, "question": {"actor": "x"}}
    assert interface.shown(used, acts, other).selected is None, (
        "whoever had the turn is not looked at any more"
    )
    rolled = tuple(Rolled("six", (str(n),)) for n in range(5))
    assert interface.shown(PLAIN, {}, same, rolled).rolled == rolled[-3:]


def test_only_what_is_offered_is_picked_and_the_last_of_one_counts(mission: View) -> None:
    assert choices.pick(mission, Chosen(), (999,)) == (Chosen(), None)
    view = several(mission, 0, 1)
    one, two = (option["id"] for option in view["question"]["options"][:2])
    first, _ = choices.pick(view, Chosen(), (one,))
    assert choices.pick(view, first, (two,)) == (Chosen(picked=frozenset({two})), None)
