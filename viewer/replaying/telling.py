"""What happens is shown one thing after another: each line of the log with the table as it was then.

An answer may lead to dozens of events, and bots and rules act while nobody is asked. So the table does not
jump to the next question: it shows each event, with its words, whom it is about, and a card if one comes;
then the question. It shows only what these eyes have not seen yet. The last event is the present itself.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from tilewright.schemas.view import View

from ..common.session import Timed
from ..common.settings import PACES
from ..common.speech import say
from ..panels import interface
from ..panels.layout import GAP, LOW, Placed
from ..panels.vocabulary import TellButton, UiAction
from ..plugin import Pixel, TablePlugin
from ..staging.overlay import NO_FOCUS
from .caption import caption, event_card
from .pace import Beat, beats

if TYPE_CHECKING:
    from ..app.app import App

HASTE = 4.0  # from this pace on nothing walks


_Begun = tuple[Iterator[Beat], Beat | None, Beat | None]


class TellingPlugin(TablePlugin):
    """The events of one table that are still to be shown."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.beat: Beat | None = None  # what is shown now
        self.bound_for: Beat | None = None  # what is shown as soon as the camera is there
        self.coming: Iterator[Beat] = iter(())
        self.next: Beat | None = None
        self.ahead: tuple[object, _Begun] | None = None  # of which news, and how they begin
        self.since: tuple[str | None, int] = (None, 0)  # whose eyes, at which moment of the game
        self.due = 0.0
        self.paused = False
        self.held = False  # whether a button of what is told is down: nothing moves away under the mouse
        self.last = 0  # the number of the last line
        self.asked: dict[str | None, list[int]] = {}  # at which lines these eyes were asked something

    # ---- what the table asks

    def went_on(self) -> bool:
        if self.beat is not None and self._present():
            return True
        heard = self._heard()
        return heard is not None and self._begin(heard)

    def foresee(self) -> bool:
        heard, self.ahead = self._heard(), None
        if heard is not None:
            self.ahead = self._news(heard), self._begun(heard)
        return self.ahead is not None and self.ahead[1][2] is not None

    def holds(self) -> bool:
        return self.beat is not None

    def view(self, seat: str | None) -> View | None:
        if self.beat is not None and not self._present():
            self._drop()
        return None if self.beat is None else self.beat.view

    def poll(self) -> None:
        app = self.app
        if self.beat is None:
            if app.view.get("question") is not None:
                self._note_question()
        elif not self._present() or self._past():
            self._drop()
            app.showing.show_moment()
        elif interface.covered(app.ui):
            self._stay()
        elif not (self.paused or self.held or app.table.moving) and time.monotonic() >= self.due:
            self.on()

    def panels(self, placed: list[Placed], w: float, h: float) -> list[Placed]:
        """What is told stands below, where the board is not, between what stands at the sides."""
        if self.beat is None or any(p.key == "curtain" for p in placed):
            return placed
        lit, pace = self.app.ui.hover, self.app.settings.pace
        placed = [one for one in placed if one.key not in ("prompt", "large", "dice")]
        left = max((one.x + one.panel.w for one in placed if one.key == "inspector"), default=0.0) + GAP
        most = min(w * 0.5, w - GAP - left)
        shown = caption(self.beat, self.last, pace, paused=self.paused, most=most, lit=lit)
        x, y = max(left, (w - shown.w) / 2), h - LOW - shown.h  # with or without the bar of time
        placed = [
            one._replace(y=min(one.y, y - one.panel.h - 6)) if one.key == "notice" else one for one in placed
        ]
        return [*placed, Placed("caption", shown, x, y, 50), *event_card(self.beat, w, h)]

    # ---- gestures

    def press(self, pixel: Pixel, action: UiAction | None) -> bool:
        self.held = isinstance(action, TellButton)
        return self.held

    def release(self, pixel: Pixel, action: UiAction | None, *, clicked: bool) -> bool:
        self.held = False
        if not clicked or self.beat is None or not isinstance(action, TellButton):
            return False
        match action:
            case TellButton.PAUSE:
                self.pause()
            case TellButton.ON:
                self.on()
            case TellButton.SPEED:
                self.faster()
            case TellButton.SKIP:
                self.skip()
            case _:
                assert_never(action)
        return True

    def key(self, name: str, held: tuple[str, ...]) -> bool:
        keys = {
            "space": self.pause,
            "enter": self.skip,
            "escape": self.skip,
            "arrow_right": self.on,
            "]": self.faster,
        }
        if self.beat is None or held or name not in keys or interface.covered(self.app.ui):
            return False
        keys[name]()
        return True

    def letter(self, name: str) -> bool:
        """Who presses the key of a choice wants the question."""
        if self.beat is None or interface.covered(self.app.ui):
            return False
        self.skip()
        return True

    # ---- what can be done

    def pause(self) -> None:
        """Stand still, or go on."""
        self.paused = not self.paused
        self.app.redraw()

    def on(self) -> None:
        """The event to which the camera is on its way, or the next one; after the last one the present."""
        if self.bound_for is not None:
            self._take(self.bound_for)
            return
        shown, self.next = self.next, next(self.coming, None)
        if shown is None or self.next is None:
            self.skip()
        else:
            self._show(shown)

    def skip(self) -> None:
        """The present, at once."""
        self._drop()
        self.app.showing.heard[self.app.eyes] = self.last
        self.app.pacing.wait()
        self.app.showing.refresh()

    def faster(self) -> None:
        """The next pace; after the fastest one the slowest."""
        app = self.app
        number = PACES.index(app.settings.pace) + 1
        app.use(replace(app.settings, pace=PACES[number] if number < len(PACES) else PACES[1]))
        self._stay()

    def again(self) -> None:
        """Show once more what has happened since these eyes answered last."""
        asked = self.asked.get(self.app.eyes) or [0]
        since = asked[-2] if len(asked) > 1 else 0
        if self._past() or self.beat is not None:
            return
        if not self._begin(since, at_once=True):
            self.app.tell(say("told_no_news"))

    # ---- within

    def _heard(self) -> int | None:
        """How many lines these eyes have come to; None if nothing is to be told to them."""
        app = self.app
        if not app.settings.pace or app.ui.curtain is not None or self._past():
            return None
        return app.showing.heard.get(app.eyes)

    def _news(self, since: int) -> object:
        """What tells apart what is told: to whom, after so many lines, and up to which moment."""
        return self.app.eyes, since, self._moment()

    def _begun(self, since: int) -> _Begun:
        """What was told after so many lines, with the first two of it taken."""
        coming = beats(self.app.session.told(self.app.eyes, since))
        return coming, next(coming, None), next(coming, None)

    def _begin(self, since: int, *, at_once: bool = False) -> bool:
        """Show what was told after so many lines; False if that is at most one thing, unless it is told to
        somebody alone who is not asked next, and would not see it.
        """
        app, ahead = self.app, self.ahead
        self.ahead = None
        foreseen = ahead is not None and ahead[0] == self._news(since)
        coming, first, self.next = ahead[1] if ahead is not None and foreseen else self._begun(since)
        leaves = app.seating.alone and app.eyes not in app.session.asked()
        if first is None or (self.next is None and not leaves):
            return False
        self.coming, self.paused = coming, False
        self.since = app.eyes, self._moment()
        self.last = len(app.session.view(app.eyes).get("log") or ())
        app.rig.lead()
        self._take(first, at_once=at_once)
        self._stay(app.rig.to_event(first.focus, app.scene, app.settings.pace or 1.0))
        return True

    def _show(self, shown: Beat) -> None:
        """Show an event as soon as the camera is where it happens."""
        app, pace = self.app, self.app.settings.pace or 1.0
        way = app.rig.to_event(shown.focus, app.showing.ahead(shown.view), pace)
        if way:
            self.bound_for, self.due = shown, time.monotonic() + way
        else:
            self._take(shown)

    def _take(self, shown: Beat, *, at_once: bool = False) -> None:
        app, pace = self.app, self.app.settings.pace or 1.0
        self.beat, self.bound_for = shown, None
        app.showing.take(shown.view, at_once=at_once or pace >= HASTE)
        app.become(interface.focus_on(app.ui, shown.focus))
        self._stay()

    def _stay(self, way: float = 0.0) -> None:
        """What is shown stays as long as it takes to be read, after so many seconds on the way there."""
        assert self.beat is not None
        self.due = time.monotonic() + way + self.beat.seconds / (self.app.settings.pace or 1.0)

    def _drop(self) -> None:
        self.beat, self.bound_for, self.next, self.coming = None, None, None, iter(())
        self.app.rig.back()
        self.app.hold(interface.focus_on(self.app.ui, NO_FOCUS))

    def _present(self) -> bool:
        """Whether the same eyes look, at the same moment of the game."""
        return self.since == (self.app.eyes, self._moment())

    def _moment(self) -> int:
        session = self.app.session
        return session.moment() if isinstance(session, Timed) else 0

    def _past(self) -> bool:
        """Whether an earlier moment is looked at, or a recording."""
        app = self.app
        return app.session.recording or app.plugins.past() is not None

    def _note_question(self) -> None:
        lines, seen = self.app.showing.heard.get(self.app.eyes, 0), self.asked.setdefault(self.app.eyes, [])
        if not seen or seen[-1] != lines:
            seen[:] = [one for one in seen if one < lines] + [lines]


def _teller(app: App) -> TellingPlugin:
    return next(one for one in app.plugins.every if isinstance(one, TellingPlugin))


# Commands as app/commands.py makes them: name, keys, what is done.
COMMANDS = (
    (
        "since",
        ("control-r",),
        lambda app: _teller(app).again(),
    ),
)
