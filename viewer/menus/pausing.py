"""The menu of a table that Escape opens where nothing else is open, and the end of a game."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

from ..common import speech
from ..common.session import Timed
from ..panels import ending, interface
from ..panels.menu import Lit, MenuLine, MenuPage
from ..panels.vocabulary import TableButton, Toggle
from ..plugin import Begin
from ..replaying.timeline import desk
from .menu_plugin import MenuPlugin

if TYPE_CHECKING:
    from ..app.app import App

Choice = tuple[MenuLine, Callable[[], object]]


class TableMenu(MenuPlugin):
    """A menu whose lines are made anew each time: what can be done now."""

    @abstractmethod
    def choices(self) -> list[Choice]:
        """The lines, and what each of them does."""

    def take(self, number: int, by: int) -> None:
        found = self.choices()
        if number < len(found):
            found[number][1]()

    def say(self, key: str, *parts: str | int) -> str:
        return speech.say(key, *parts)

    @property
    def played(self) -> str:
        """What the game of this table is called."""
        return str(self.app.view["game"]["title"])

    def lasting(self) -> list[Choice]:
        """The lines that lead away from this table."""
        app, found = self.app, list[Choice]()
        if (home := app.home) is not None:
            found.append((MenuLine(self.say("menu_home")), lambda: self._go_home(home)))
        found.append((MenuLine(self.say("menu_quit")), app.leave))
        return found

    def _go_home(self, home: Begin) -> None:
        """To the start screen, unless something would be lost."""
        if not self.app.plugins.leaving():
            self.begin(home)


class PausePlugin(TableMenu):
    """Go on, save, load, settings, again, away."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.open = False
        self.spoken = app.session.speech.language
        if len(app.sitting.languages) > 1:
            app.become(interface.offer_languages(app.ui, app.sitting.languages, self.spoken))

    def poll(self) -> None:
        super().poll()
        self._speak()

    def menu(self) -> MenuPage | None:
        if not self.open:
            return None
        lines = tuple(line for line, _ in self.choices())
        return MenuPage(self.say("menu_title"), lines, foot=self.say("menu_keys"))

    def choices(self) -> list[Choice]:
        app, found = self.app, [(MenuLine(self.say("menu_go_on"), sort="main"), self.back)]
        if isinstance(app.session, Timed) and not app.session.recording:
            found.append((MenuLine(self.say("menu_save")), lambda: self._closed(desk(app).save)))
            found.append((MenuLine(self.say("menu_load")), lambda: self._closed(desk(app).choose_save)))
        found.append((MenuLine(self.say("menu_settings")), lambda: app.press(Toggle.SETTINGS)))
        found.append((MenuLine(self.say("menu_help")), lambda: app.press(TableButton.HELP)))
        if (again := app.sitting.again) is not None:
            found.append((MenuLine(self.say("menu_restart")), lambda: self.begin(again, self.played)))
        return [*found, *self.lasting()]

    def key(self, name: str, held: tuple[str, ...]) -> bool:
        """What is to be left can still be saved, as the table does that."""
        return (name, held) != ("s", ("control",)) and super().key(name, held)

    def escape(self) -> bool:
        self.open, self.lit = True, Lit()
        return True

    def _speak(self) -> None:
        """Go on in the language that was chosen, once the settings are closed."""
        app, wanted = self.app, self.app.ui.spoken
        go_on = app.sitting.in_language
        if go_on is not None and app.ui.languages and not app.ui.settings and wanted != self.spoken:
            self.spoken = wanted
            self.begin(lambda: go_on(wanted), self.played)

    def back(self) -> None:
        self.open = False
        self.app.redraw()

    def _closed(self, then: Callable[[], object]) -> None:
        self.back()
        then()


class EndPlugin(TableMenu):
    """Who has won and why, what can be counted; again, the next mission, a look back."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.since = time.monotonic()
        self.counted: tuple[int, tuple[tuple[str, str], ...]] | None = None

    def menu(self) -> MenuPage | None:
        app = self.app
        if not app.view.get("over") or app.ui.over_hidden or app.ui.curtain is not None:
            return None
        if app.plugins.past() is not None or app.session.recording:
            return None
        lines = tuple(line for line, _ in self.choices())
        return ending.ending(app.view, speech.used(), facts=self._facts(), lines=lines, codes=app.ui.codes)

    def choices(self) -> list[Choice]:
        app, found = self.app, list[Choice]()
        if (again := app.sitting.again) is not None:
            line = MenuLine(self.say("menu_again"), sort="main")
            found.append((line, lambda: self.begin(again, self.played)))
        if app.sitting.following is not None:
            title, begin = app.sitting.following
            found.append((MenuLine(self.say("menu_next"), title), lambda: self.begin(begin, title)))
        if isinstance(app.session, Timed):
            found.append((MenuLine(self.say("menu_look_back")), lambda: desk(app).go(0)))
        found.append((MenuLine(self.say("menu_table")), self.back))
        return [*found, *self.lasting()]

    def key(self, name: str, held: tuple[str, ...]) -> bool:
        """What takes back, looks back and saves does so here, too."""
        beyond = name == "backspace" or bool({"control", "alt"} & set(held))
        return not beyond and super().key(name, held)

    def escape(self) -> bool:
        hidden = bool(self.app.view.get("over")) and self.app.ui.over_hidden
        if hidden:
            self.app.press(Toggle.OVER)
        return hidden

    def back(self) -> None:
        self.app.press(Toggle.OVER)

    def _facts(self) -> tuple[tuple[str, str], ...]:
        """Counted once for each end: time stands still there, too."""
        app = self.app
        moment = app.session.moment() if isinstance(app.session, Timed) else 0
        if self.counted is None or self.counted[0] != moment:
            seconds = time.monotonic() - self.since
            facts = ending.facts_of(app.session.view(None), moment, seconds, speech.used())
            self.counted = (moment, facts)
        return self.counted[1]
