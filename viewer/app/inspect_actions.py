"""Looking at the table otherwise: overlays, other eyes, a large card, the middle nearer. Changes no game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..camera import camera as cam
from ..common.speech import say
from ..panels import interface, redrawing
from ..panels.roster import acting_in
from ..panels.vocabulary import OnBoard
from ..staging import ahead, overlay
from ..staging.legend import legend

if TYPE_CHECKING:
    from .app import App


def show_overlay(app: App) -> None:
    """Work the overlay out again, for what is selected or under the mouse."""
    ui = app.ui
    told: Mapping[str, Any] = {}
    if ui.overlay in overlay.ASKED and ui.curtain is None:
        hover = ui.hover if isinstance(ui.hover, OnBoard) and ui.hover.sort != "link" else None
        under = hover.name if hover is not None else None
        # What can be answered is looked at from whoever acts, anything else for its own sake.
        asked = hover is not None and any(
            (mark.sort, mark.name) == (hover.sort, hover.name) for mark in app.scene.marks
        )
        target = ui.overlay == "ruler" or asked
        about = ui.selected or (None if target else under)
        told = app.session.overlay(app.eyes, ui.overlay, about, under, app.plugins.past())
    meant = legend(ui.overlay, told, app.scene, app.view)
    app.become(interface.note_overlay(ui, str(told.get("note") or ""), meant))
    focus = redrawing.in_focus(ui)
    layer = overlay.layer(ui.overlay, told, app.scene, app.view, focus, ui.selected, acting_in(app.view))
    if (way := app.pointer.way.way) is not None:
        layer = ahead.along(way, layer, app.scene, app.view)
    aim = app.pointer.aim
    if aim.shown or aim.within:
        layer = ahead.aimed(aim.shown, aim.within, acting_in(app.view), layer, app.scene, app.view)
    if app.pointer.ahead:
        layer = ahead.foreseen(app.pointer.ahead, layer, app.scene, app.view)
    app.table.show_layer(layer, at_once=app.settings.reduced_motion)


def next_eyes(app: App) -> None:
    """See as the next seat, then as the designer, then again as oneself. What others at the same screen may
    not see has to be asked for twice; so has, once in a game, what is hidden from oneself."""
    seats: list[str | None] = [*app.session.seats(), None]
    present = seats.index(app.eyes) if app.eyes in seats else -1
    wanted = seats[(present + 1) % len(seats)]
    seating = app.seating
    told = "" if app.view.get("over") else seating.warned_of(wanted)
    if "eyes" not in app.fleeting and told:
        app.fleeting.keep("eyes")
        app.tell(say(told))
        return
    if wanted == seating.seat:
        seating.use_own_eyes()
    else:
        seating.look_through(wanted)
    titles = {p["name"]: str(p.get("title") or p["name"]) for p in app.view.get("players") or ()}
    app.showing.look_again()
    app.tell(say("told_eyes", titles.get(wanted, wanted)) if wanted else say("told_all_eyes"))


def enlarge(app: App) -> None:
    """Show the thing under the mouse, or the selected one, as a large card; a second time, put it away."""
    app.become(interface.enlarge(app.ui, app.pointer.thing() or app.ui.selected))


def zoom_middle(app: App, factor: float) -> None:
    app.rig.aim(cam.zoom(app.camera, factor, (app.size[0] / 2, app.size[1] / 2), app.size))
