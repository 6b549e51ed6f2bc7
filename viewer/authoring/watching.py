"""A table over sources that change: an edit appears at the same moment, a mistake in a banner. What is under
the mouse leads to its place in the sources."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, assert_never

from tilewright.schemas.view import SeenOption, View

from ..common import art, theme
from ..common.session import Reloading
from ..common.speech import say, told
from ..panels.layout import Placed, under_prompt
from ..panels.vocabulary import Answer, AuthorAction, Card, Hover, Inspect, InspectEntry, OnBoard, UiAction
from ..plugin import Pixel, TablePlugin
from . import banner
from .sources import Changed, GameSources, SourceLocation, Trouble, open_editor

if TYPE_CHECKING:
    from ..app.app import App

FOUND_SECONDS = 6.0


class SourcesPlugin(TablePlugin):
    """The sources of one table, and what is to be said about them."""

    def __init__(self, app: App, workshop: GameSources) -> None:
        self.app, self.workshop = app, workshop
        self.trouble: Trouble | None = None
        self.remark = ""
        self.place: SourceLocation | None = None
        self.place_until = 0.0

    def poll(self) -> None:
        news = self.workshop.news()
        if isinstance(news, Trouble):
            self.trouble = news
            self.app.redraw()
        elif isinstance(news, Changed):
            self._take(news)
        if self.place is not None and time.monotonic() > self.place_until:
            self.place = None
            self.app.redraw()

    def panels(self, placed: list[Placed], w: float, h: float) -> list[Placed]:
        if any(one.key == "curtain" for one in placed):
            return placed
        shown = [banner.trouble(self.trouble)] if self.trouble is not None else []
        shown += [banner.remark(self.remark)] if self.remark else []
        shown += [banner.found(self.place)] if self.place is not None else []
        y = under_prompt(placed, h) + 8
        for number, panel in enumerate(shown):
            placed = [*placed, Placed(f"banner {number}", panel, (w - panel.w) / 2, y, 58)]
            y += panel.h + 6
        return placed

    def press(self, pixel: Pixel, action: UiAction | None) -> bool:
        return isinstance(action, AuthorAction)

    def release(self, pixel: Pixel, action: UiAction | None, *, clicked: bool) -> bool:
        if isinstance(action, AuthorAction):
            if clicked:
                self._do(action)
            return True
        if clicked and self.app.controls.held("alt"):
            self.show_source(pixel)
            return True
        return False

    def close(self) -> None:
        self.workshop.close()

    def show_source(self, pixel: Pixel | None) -> None:
        """Show where what is under the mouse stands in the sources, and open it there if an editor is set."""
        if pixel is None:
            return
        app = self.app
        pointed = app.pointer.action_at(pixel) or app.pointer.under(pixel)[0]
        place = next(
            (
                place
                for what, name in meant(app.view, pointed)
                if (place := self.workshop.place_of(what, name)) is not None
            ),
            None,
        )
        if place is None:
            app.tell(say("source_no_line"))
            return
        self.place, self.place_until = place, time.monotonic() + FOUND_SECONDS
        said = open_editor(place)
        if said != str(place):
            app.tell(said)
        app.redraw()

    def _do(self, action: AuthorAction) -> None:
        match action:
            case AuthorAction.READ:
                self.remark = ""
            case AuthorAction.OPEN:
                place = self.place or (self.trouble.place if self.trouble else None)
                if place is not None:
                    self.app.tell(open_editor(place))
            case _:
                assert_never(action)

    def _take(self, news: Changed) -> None:
        app = self.app
        self.trouble = None
        painted = art.changed() or art.files().keys() != news.art.keys()
        art.use(news.art)
        if theme.use(news.look) or (painted and (theme.cloth() or theme.font())):
            app.table.recolour()
            app.display.hud.forget()
        if news.found is not None and isinstance(app.session, Reloading):
            self.remark = app.session.reload(news.found) or ""
            app.showing.begin_again()
            app.tell(say("source_changed", round(1000 * news.seconds)))
        elif painted:
            app.showing.show_moment()
            app.tell(say("source_art"))
        app.redraw()


def meant(view: View, pointed: Hover) -> list[tuple[str, str]]:
    """What of the sources a thing, space, choice or line of the log under the mouse may stand for."""
    match pointed:
        case OnBoard("thing", handle) | Card(handle) | Inspect(handle):
            thing = _by(view.get("things"), "handle", handle)
            return [("thing", str(thing["kind"]))] if thing else []
        case OnBoard(what, name):
            found = _by((view.get("board") or {}).get(f"{what}s"), "name", name)
            return [(what, name), *([("thing", str(found["kind"]))] if found else [])]
        case Answer(ids):
            question = view.get("question") or {}
            options = (one for one in question.get("options") or () if one["id"] in ids)
            option: SeenOption | None = next(options, None)
            action = [("action", str(option["action"]))] if option and option.get("action") else []
            return [*action, *([("rule", str(question["rule"]))] if question.get("rule") else [])]
        case InspectEntry(number):
            line = _by(view.get("log"), "n", number)
            return [("rule", str(line["rule"]))] if line.get("rule") else []
    return []


def _by(entries: Iterable[Mapping[str, object]] | None, key: str, value: object) -> Mapping[str, object]:
    return next((one for one in entries or () if one.get(key) == value), {})


def _plugin(app: App) -> SourcesPlugin | None:
    return app.plugins.of(SourcesPlugin)


def _source(app: App) -> None:
    plugin = _plugin(app)
    if plugin is None:
        app.tell(say("source_watch"))
    else:
        plugin.show_source(app.pointer.at)


def _edit_board(app: App) -> None:
    plugin = _plugin(app)
    if plugin is not None:
        app.tell(told(plugin.workshop.edit_board()))


# Commands as app/commands.py makes them: name, keys, what is done.
COMMANDS = (
    ("source", ("control-e",), _source),
    ("edit board", ("control-d",), _edit_board),
)
