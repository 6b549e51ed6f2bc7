"""What a click on a panel or a key asks of a table: answers, steps back, closing things, the help.

panels/interface.py says what becomes of the interface; this hands answers to the game and settings to
settings_actions.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, assert_never

from ..common import choices
from ..common.speech import say
from ..panels import actions, interface
from ..panels.hand import playable
from ..panels.interface import Outcome, Refuse, Submit, UiState
from ..panels.vocabulary import (
    Answer,
    Card,
    ChangeSetting,
    Ids,
    Inspect,
    InspectGoal,
    InterfaceAction,
    PluginAction,
    TableAction,
    TableButton,
    TakeDeed,
    UiAction,
)
from ..staging.overlay import places
from . import settings_actions

if TYPE_CHECKING:
    from .app import App

QUIT_SECONDS = 2.5


def press(app: App, action: UiAction) -> None:
    """Do what is asked for of the interface or of the table; plugins have done what is theirs."""
    if isinstance(action, InterfaceAction):
        app.become(interface.press(app.ui, action, app.view))
        if isinstance(action, InspectGoal):
            app.rig.show(places(app.ui.focus, app.scene))
    elif isinstance(action, TableAction):
        _do(app, action)
    elif not isinstance(action, PluginAction):
        assert_never(action)


def _do(app: App, action: TableAction) -> None:
    match action:
        case Answer(ids):
            choose(app, ids)
        case Card(handle):
            press(app, Inspect(handle))
            offers = playable(app.view) if choices.question_for(app.view) else {}
            if handle in offers:
                choose(app, offers[handle])
            elif app.pointer.at is not None:
                app.pointer.aim.take(action, app.pointer.at)
        case TakeDeed(number):
            take(app, number)
        case ChangeSetting():
            settings_actions.change(app, action)
        case TableButton.CONFIRM:
            confirm(app)
        case TableButton.BACK:
            _back(app)
        case TableButton.UNDO:
            _step(app, app.session.undo)
        case TableButton.REDO:
            _step(app, app.session.redo)
        case TableButton.LIFT_CURTAIN:
            app.showing.lift()
        case TableButton.HELP:
            settings_actions.turn_help(app)
        case _:
            assert_never(action)


def choose(app: App, ids: Ids) -> None:
    """A person points at options."""
    _settle(app, *interface.choose(app.ui, ids, app.view))


def confirm(app: App, *, picking: bool = False) -> None:
    """Enter, or space with `picking`: lift the curtain, or what panels/interface.py says."""
    if app.ui.curtain is not None:
        app.showing.lift()
    else:
        _settle(app, *interface.confirm(app.ui, app.view, picking=picking))


def _settle(app: App, ui: UiState, outcome: Outcome) -> None:
    """Take another state of the interface; give the answer that it made, or say why it made none."""
    match outcome:
        case Submit(ids):
            app.hold(ui)
            give(app, ids)
        case Refuse(reason):
            app.become(ui)
            app.tell(reason)
        case None:
            app.become(ui)
        case _:
            assert_never(outcome)


def take(app: App, number: int) -> bool:
    """Do what a line of the menu beside something says; False if there is none."""
    deeds = app.ui.beside.deeds if app.ui.beside is not None else ()
    if number < len(deeds):
        app.pointer.aim.begin(deeds[number])
    return number < len(deeds)


def row(app: App, key: str) -> bool:
    """Choose the row of the menu with this letter or digit; False if there is none. A menu beside something
    comes first. Of a list that is not shown, the row is lit, with the list: nobody meant it.
    """
    if app.ui.beside is not None and key in choices.KEYS:
        return take(app, choices.KEYS.index(key))
    offered = [one for one in choices.rows(app.view, app.ui.chosen) if one.ids]
    found = next((one for one in offered if one.key == key), None)
    if found is not None and actions.only_on_board(app.view, app.ui, offered):
        app.hold(interface.light(app.ui, found.ids, app.view))
    elif found is not None:
        choose(app, found.ids)
    return found is not None


def give(app: App, ids: Sequence[int]) -> None:
    """Answer the open question for the seat that sits here."""
    session, seat = app.session, app.seating.seat
    assert seat is not None  # Whoever is asked sits down before anything is offered.
    app.thinking.begin(
        lambda: app.showing.foresee(session.answer(seat, list(ids))), lambda reason: _given(app, reason)
    )


def _given(app: App, reason: str | None) -> None:
    """An answer was accepted, or refused for a reason."""
    if reason is not None:
        app.tell(reason)
        app.pointer.way.cancel()
        app.pointer.aim.cancel()
    app.pacing.wait()
    app.hold(interface.answered(app.ui))
    app.showing.refresh()


def _step(app: App, step: Callable[[str | None], str | None]) -> None:
    """Undo or redo an answer of whose eyes look, or say why not."""
    app.thinking.begin(lambda: app.showing.foresee(step(app.eyes)), lambda reason: _stepped(app, reason))


def _stepped(app: App, reason: str | None) -> None:
    if reason is not None:
        app.tell(reason)
        return
    app.hold(interface.stepped(app.ui))
    app.showing.begin_again()


def _back(app: App) -> None:
    """Escape: close, narrow less, unpick, then the menu; where there is none, a second time leaves."""
    closed = interface.back(app.ui)
    if closed is not None:
        app.become(closed)
    elif app.seating.borrowed is not None:
        app.seating.use_own_eyes()
        app.showing.look_again()
    elif app.plugins.escape():
        app.redraw()
    elif "quit" in app.fleeting:
        app.close()
    else:
        app.fleeting.keep("quit", QUIT_SECONDS)
        app.tell(say("told_leave"))
