"""The panels of one table: planned anew where something has changed, then shown over the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..common.speech import say
from ..panels import interface
from ..panels.layout import Placed, looked_at, plan, scale_for
from ..panels.roster import acting_in
from ..panels.vocabulary import OnBoard
from ..rendering.hudlayer import HudLayer

if TYPE_CHECKING:
    from .app import App

CROWD = 8  # of more that can be chosen some may be without plates


class Display:
    """What is placed over one board, and whether that is still right."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.hud = HudLayer(app.base)
        self.placed: list[Placed] = []
        self.outdated = True  # whether the panels are to be planned anew

    def show(self) -> None:
        """The panels as they should be now."""
        app = self.app
        if app.thinking.busy:
            self._say_that_it_thinks()
        elif self.outdated:
            self._plan()
        self.outdated = False
        app.table.point_out(self._edges())
        self.hud.show(self.placed, app.scene, app.table, app.camera, app.size, app.ui.text, self._about())

    def _about(self) -> tuple[str, ...]:
        """The figures whose plates are never left out: those that something is told about, else whoever acts
        and those that can be chosen, unless they are a crowd."""
        app = self.app
        acting = acting_in(app.view)
        acts = () if acting is None else (acting,)
        marked = tuple(mark.name for mark in app.scene.marks if mark.sort == "thing")
        return app.ui.focus.things or (acts if len(marked) > CROWD else (*acts, *marked))

    def _say_that_it_thinks(self) -> None:
        """All but a notice stays as it was: the session cannot be asked anything."""
        app = self.app
        said = say("panel_loading" if app.thinking.can_stop else "panel_thinking")
        if app.thinking.long and app.ui.notice != said:
            app.tell(said)
        if app.ui.notice == said:
            over = [one for one in plan(app.view, app.ui, app.size) if one.key == "notice"]
            self.placed = [*(one for one in self.placed if one.key != "notice"), *over]

    def _plan(self) -> None:
        """The panels of the table, and what the plugins make of them."""
        app = self.app
        app.hold(interface.unsay(app.ui, say("panel_thinking"), say("panel_loading")))
        self.placed = plan(app.view, app.ui, app.size, app.pointer.at)
        unit = scale_for(app.size, app.ui.text)
        self.placed = app.plugins.panels(self.placed, app.size[0] / unit, app.size[1] / unit)

    def _edges(self) -> dict[str, str]:
        """What is looked at has a bright edge, and so has what is under the mouse."""
        view, ui = self.app.view, self.app.ui
        shown = looked_at(view, ui) if ui.curtain is None else None
        edges = {} if shown is None else {str(shown["handle"]): "cyan"}
        under = ui.hover
        return edges | ({under.name: "white"} if isinstance(under, OnBoard) and under.sort == "thing" else {})
