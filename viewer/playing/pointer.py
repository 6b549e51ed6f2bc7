"""The mouse over the table: hover with its delayed tooltip, clicks, drags along a path, a long press.

What was clicked becomes an answer, or changes what is shown; controls.py says which gesture it was.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..hud.hudplan import hit_at
from ..panels.hand import playable
from ..staging.scene import Mark
from . import camera as cam
from . import choices, comfort, looking
from .picking import all_hits

if TYPE_CHECKING:
    from .app import App

Pixel = tuple[float, float]
TIP_SECONDS, HOLD_SECONDS = 0.25, 0.45


class Pointer:
    """Follows the mouse for one app."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.at: Pixel | None = None
        self.since = time.monotonic()
        self.pressed: float | None = None  # since when the left button is down, while it has not moved
        self.pulling = False
        self.passed: str | None = None  # the space that a pull has answered with last

    def point(self, pixel: Pixel | None) -> None:
        """The mouse is here now (screen pixels), or outside."""
        app, self.at = self.app, pixel
        app.busy_at = time.monotonic()
        hover: tuple[Any, ...] = ()
        mark: Mark | None = None
        if pixel is not None:
            act = hit_at(app.placed, pixel, app.size, app.ui.text)
            if act is None:
                hover, mark = self.under(pixel)
            elif act[0] not in ("panel", "choices", "log"):
                hover = act
                lit = set(act[1:]) if act[0] == "answer" else set()
                mark = next((m for m in app.scene.marks if lit & set(m.options)), None)
        if hover != app.ui.hover:
            self.since = time.monotonic()
            told = app.ui.tip or not (_is_bare(app.ui.hover) and _is_bare(hover))
            app.ui = replace(app.ui, hover=hover, tip=False, odds=(), why=())
            app.table.hover(mark.id if mark else None)
            if app.ui.overlay and hover[:1] in (("space",), ("thing",)):
                looking.show_overlay(app)
            app.redraw(panels=told)
        elif app.ui.tip and len(hover) == 2:
            app.redraw()  # Its tooltip follows the mouse.

    def poll(self) -> None:
        """What comes with time: the tooltip, the large card of a long press."""
        app, now = self.app, time.monotonic()
        if app.ui.hover and not app.ui.tip and now - self.since >= TIP_SECONDS:
            app.ui = replace(app.ui, tip=True, odds=self._odds(), why=self._why())
            app.redraw()
        if self.pressed is not None and now - self.pressed >= HOLD_SECONDS:
            self.pressed = None
            if (thing := self.thing()) is not None:
                app.ui = replace(app.ui, large=thing)
                app.redraw()

    def press(self, pixel: Pixel) -> None:
        """The left button went down: a click, a long press or the beginning of a pull."""
        if self.app.companions.press(pixel, self.act_at(pixel)):
            self.pressed, self.passed = None, None
            return
        self.pressed, self.pulling = time.monotonic(), False
        hover, mark = self.under(pixel)
        over_panel = hit_at(self.app.placed, pixel, self.app.size, self.app.ui.text) is not None
        # A pull begins on a figure or a lit space; it answers with each lit space that it comes into.
        self.passed = None if over_panel or not hover else str(hover[1]) if hover[0] == "space" else ""
        if mark is not None and hover and hover[0] == "space":
            self.passed = ""

    def pull(self, pixel: Pixel) -> None:
        """The mouse moves with the left button down: walk into the lit space under it."""
        self.pressed = None
        if self.app.companions.pull(pixel):
            self.point(pixel)
            return
        if self.passed is None:
            return
        self.pulling = True
        self.point(pixel)
        app = self.app
        if app.table.moving:
            app.table.finish()
        hover, mark = self.under(pixel)
        if mark is not None and hover[0] == "space" and hover[1] != self.passed and len(mark.options) == 1:
            self.passed = str(hover[1])
            app.choose(mark.options)

    def release(self, pixel: Pixel, *, clicked: bool) -> None:
        """The left button came up. What was held or pulled is no click."""
        if self.app.companions.release(pixel, self.act_at(pixel), clicked=clicked):
            self.pressed, self.pulling, self.passed = None, False, None
            self.app.redraw()
            return
        if not clicked and not self.pulling:
            self.pull(pixel)  # All of a quick pull may have come between two pictures.
        held, pulled = self.app.ui.large is not None and self.pressed is None, self.pulling
        self.pressed, self.pulling, self.passed = None, False, None
        if held:
            self.app.ui = replace(self.app.ui, large=None)
            self.app.redraw()
        elif clicked and not pulled:
            self.click(pixel)
            self.point(pixel)

    def act_at(self, pixel: Pixel) -> tuple[Any, ...] | None:
        """What a click on a panel here does; None over the board."""
        return hit_at(self.app.placed, pixel, self.app.size, self.app.ui.text)

    def under(self, pixel: Pixel) -> tuple[tuple[Any, ...], Mark | None]:
        """What of the board is under the mouse: the nearest that can be answered, else the nearest."""
        app = self.app
        marks = {m.id: m for m in app.scene.marks}
        hits = all_hits(app.scene, app.camera, pixel, app.size, app.table.highest)
        for hit in hits:
            mark = marks.get(f"{hit.sort}:{hit.name}")
            if mark is not None:
                return (hit.sort, hit.name), mark
        return ((hits[0].sort, hits[0].name), None) if hits else ((), None)

    def thing(self) -> str | None:
        """The card or thing of the game under the mouse, also where its space can be answered."""
        app, hover = self.app, self.app.ui.hover
        names = [str(hover[1])] if len(hover) == 2 and hover[0] in ("thing", "card", "inspect") else []
        if hover[:1] == ("answer",):
            names = [name] if (name := choices.thing_of(app.view, hover[1:])) is not None else []
        if self.at is not None and hover[:1] == ("space",):
            hits = all_hits(app.scene, app.camera, self.at, app.size, app.table.highest)
            names = [hit.name for hit in hits if hit.sort == "thing"]
        things = {t["handle"] for t in app.view.get("things") or ()}
        return next((name for name in names if name in things), None)

    def click(self, pixel: Pixel) -> None:
        app = self.app
        if app.ui.large is not None:
            app.ui = replace(app.ui, large=None)
            app.redraw()
            return
        act = hit_at(app.placed, pixel, app.size, app.ui.text)
        if act is None:
            hover, mark = self.under(pixel)
            if mark is not None:
                app.choose(mark.options)
            elif hover:
                self._select(hover)
            return
        self._act(act)
        app.redraw()

    def wheel(self, pixel: Pixel, steps: int) -> None:
        """Scroll the list under the mouse, else zoom to the mouse."""
        app = self.app
        act = hit_at(app.placed, pixel, app.size, app.ui.text)
        if act is not None and act[0] in ("log", "entry"):
            app.ui = replace(app.ui, log_back=max(0, app.ui.log_back - 3 * steps))
        elif act is not None and act[0] in ("choices", "answer"):
            last = len(choices.rows(app.view, app.ui.chosen)) - 3
            app.ui = replace(app.ui, scroll=max(0, min(app.ui.scroll + steps, last)))
        elif act is None:
            app.aim(cam.zoom(app.camera, 1.12**steps, pixel, app.size))
        app.redraw()

    def _select(self, hover: tuple[Any, ...]) -> None:
        """What cannot be answered is looked at; where it was refused, the reason is said."""
        app = self.app
        app.ui = replace(app.ui, selected=str(hover[1]), focus=((), ()))
        looking.show_overlay(app)

    def _act(self, act: tuple[Any, ...]) -> None:
        app = self.app
        match act:
            case ("answer", *ids):
                app.choose(tuple(ids))
            case ("card", handle):
                offers = playable(app.view) if choices.question_for(app.view) else {}
                app.ui = replace(app.ui, selected=handle)
                if handle in offers:
                    app.choose(offers[handle])
            case ("inspect", handle):
                app.ui = replace(app.ui, selected=handle)
                looking.show_overlay(app)
            case ("entry", _, things, spaces):
                looking.select(app, things, spaces)
            case ("setting", name):
                comfort.change(app, name)
            case ("overlay", sort):
                looking.toggle_overlay(app, sort)
            case ("confirm",):
                app.confirm()
            case ("back",):
                app.back()
            case ("undo",):
                app.step_back()
            case ("redo",):
                app.step_on()
            case ("lift",):
                app.lift()
            case ("help",):
                comfort.turn_help(app)
            case ("rebind", name):
                comfort.ask_for_key(app, name)
            case ("close settings",):
                comfort.toggle_settings(app)
            case ("whole log",):
                looking.whole_log(app)
            case ("hide over",):
                app.ui = replace(app.ui, over_hidden=True)

    def _why(self) -> tuple[tuple[str, str, str], ...]:
        """Why what is under the mouse cannot be chosen, as the rules have it."""
        app, hover = self.app, self.app.ui.hover
        ask = getattr(app.session, "why_not", None)
        present = app.companions.view(app.eyes) is None and choices.question_for(app.view) is not None
        if (
            ask is None
            or not present
            or len(hover) != 2
            or hover[0] not in ("thing", "space", "link", "card")
        ):
            return ()
        return tuple(ask(app.eyes, str(hover[1])))

    def _odds(self) -> tuple[tuple[str, str], ...]:
        """What an answer under the mouse may lead to, where chance decides at once."""
        app = self.app
        ask = getattr(app.session, "odds", None)
        hover = app.ui.hover
        ids: tuple[int, ...] = ()
        if hover[:1] == ("answer",):
            ids = tuple(hover[1:])
        elif len(hover) == 2 and hover[0] in ("thing", "space", "link"):
            mark = next((m for m in app.scene.marks if m.id == f"{hover[0]}:{hover[1]}"), None)
            ids = mark.options if mark else ()
        if ask is None or len(ids) != 1 or choices.several(app.view) is not None:
            return ()
        return tuple((str(text), str(share)) for text, share in ask(app.eyes, ids[0]))


def _is_bare(hover: tuple[Any, ...]) -> bool:
    """Whether no panel says what is under the mouse before its tooltip comes: a space, a link, nothing."""
    return hover[:1] in ((), ("space",), ("link",))
