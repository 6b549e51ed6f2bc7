"""Looking at the table otherwise: overlays, other eyes, the whole log, a large card. Changes no game."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..staging import overlay
from . import camera as cam

if TYPE_CHECKING:
    from .app import App


SURE_SECONDS = 3.5  # so long a key that shows secrets can be pressed again


def toggle_overlay(app: App, sort: str) -> None:
    """Show one overlay over the board, or none."""
    app.ui = replace(app.ui, overlay="" if app.ui.overlay == sort else sort)
    show_overlay(app)


def show_overlay(app: App) -> None:
    """Work the overlay out anew, for what is selected or under the mouse."""
    sort, note = app.ui.overlay, ""
    told: Mapping[str, Any] = {}
    if sort in overlay.ASKED:
        ask = getattr(app.session, "overlay", None)
        if ask is not None and app.ui.curtain is None:
            under = _under_mouse(app)
            # What can be answered is looked at from whoever acts, anything else for its own sake.
            asked = {mark.id for mark in app.scene.marks}
            target = sort == "ruler" or (under is not None and f"{app.ui.hover[0]}:{under}" in asked)
            about = app.ui.selected or (None if target else under)
            told = ask(app.eyes, sort, about, under, app.companions.past())
        note = str(told.get("note") or "")
    app.ui = replace(app.ui, overlay_note=note)
    app.table.show_layer(overlay.layer(sort, told, app.scene, app.view, app.ui.focus, app.ui.selected))
    app.redraw()


def _under_mouse(app: App) -> str | None:
    hover = app.ui.hover
    return str(hover[1]) if len(hover) == 2 and hover[0] in ("thing", "space") else None


def next_eyes(app: App) -> None:
    """See as the next seat, then as the designer, then again as oneself. What others at the same screen may
    not see has to be asked for twice."""
    seats: list[str | None] = [*app.session.seats(), None]
    present = seats.index(app.eyes) if app.eyes in seats else -1
    wanted = seats[(present + 1) % len(seats)]
    if "eyes" not in app.until and wanted != app.seat and app.keeps_secrets(wanted):
        app.until["eyes"] = time.monotonic() + SURE_SECONDS
        app.tell("That shows what others at this table may not see. Press it again if they do not look.")
        return
    app.borrowed = None if wanted == app.seat else (wanted,)
    titles = {p["name"]: str(p.get("title") or p["name"]) for p in app.view.get("players") or ()}
    app.look_again()
    app.tell(
        f"Seen with the eyes of {titles.get(wanted, wanted)}."
        if wanted
        else "Everything is seen: the designer's eyes."
    )


def whole_log(app: App) -> None:
    app.ui = replace(app.ui, whole_log=not app.ui.whole_log, log_back=0)
    app.redraw()


def enlarge(app: App, handle: str | None = None) -> None:
    """Show a thing as a large card; a second time, put it away."""
    wanted = handle or app.pointer.thing() or app.ui.selected
    app.ui = replace(app.ui, large=None if app.ui.large is not None else wanted)
    app.redraw()


def select(app: App, things: tuple[str, ...], spaces: tuple[str, ...]) -> None:
    """What a line of the log speaks of: select the thing and ring everything."""
    first = next((t for t in things if any(x.get("handle") == t for x in app.view.get("things") or ())), None)
    app.ui = replace(app.ui, selected=first or app.ui.selected, focus=(things, spaces))
    show_overlay(app)


def zoom_middle(app: App, factor: float) -> None:
    app.aim(cam.zoom(app.camera, factor, (app.size[0] / 2, app.size[1] / 2), app.size))
