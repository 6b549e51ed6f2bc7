"""The start screen at work: finds what its pages show, and begins what was chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, assert_never

from tilewright.schemas.view import View
from tilewright.schemas.wording import Wording

from ..common import speech
from ..common.session import Unasked
from ..panels import interface
from ..panels import menu as menus
from ..panels.layout import Placed
from ..panels.menu import Lit, MenuPage
from ..panels.vocabulary import ChangeSetting, TableButton, Toggle, UiAction
from ..plugin import Maker, Sitting
from . import start as st
from . import start_pages
from .menu_plugin import ORDER, MenuPlugin
from .shelf import GameChoice, KeptFile, Shelf
from .start import Page, Plain, Start, StartAction

if TYPE_CHECKING:
    from ..app.app import App


class NothingYet(Unasked):
    """An empty table: nothing is played yet."""

    def view(self, seat: str | None) -> View:
        game = {"name": "", "title": "", "mission": None, "campaign": None}
        board = {"title": "", "spaces": [], "links": []}
        none: dict[str, Any] = {
            name: [] for name in ("phases", "players", "things", "piles", "waiting", "log")
        }
        fixed = {"game": game, "seat": seat, "number": 0, "over": None, "values": {}, "board": board}
        return {**fixed, **none, "question": None}

    def undo(self, seat: str | None = None) -> str | None:
        return speech.say("undo_nothing")

    def redo(self, seat: str | None = None) -> str | None:
        return speech.say("redo_nothing")


def start_screen(shelf: Shelf, wrong: str = "") -> Sitting:
    """What lies on the table at the start screen; something may have gone wrong on the way there."""

    def plugin(app: App) -> StartPlugin:
        return StartPlugin(app, shelf, wrong)

    makers: tuple[Maker, ...] = (plugin,)
    return Sitting(NothingYet(), makers, art={})


_PRESSED: dict[Plain, UiAction] = {
    Plain.SETTINGS: Toggle.SETTINGS,
    Plain.HELP: TableButton.HELP,
    Plain.LANGUAGE: ChangeSetting("language"),
}


class StartPlugin(MenuPlugin):
    """The pages, from which there is no way but on."""

    def __init__(self, app: App, shelf: Shelf, wrong: str = "") -> None:
        super().__init__(app)
        self.shelf = shelf
        self.start = Start(kept=tuple(shelf.kept(self.language)), wrong=wrong)
        self.lits: list[Lit] = []  # of the pages before
        self.learnt: tuple[str, ...] = ()  # the mods with which missions and settings were looked up
        called = [(one, shelf.speech(one).sentence("engine/language")) for one in shelf.languages]
        app.become(interface.offer_languages(app.ui, called, self.language))

    @property
    def speech(self) -> Wording:
        return self.shelf.speech(self.language)

    @property
    def language(self) -> str:
        wanted = self.app.settings.language
        return wanted if wanted in self.shelf.languages else self.shelf.languages[0]

    @property
    def lines(self) -> list[start_pages.StartLine]:
        credited = self.shelf.credits(self.language) if self.start.page is Page.CREDITS else ()
        return start_pages.page(self.start, self.speech, self.shelf.sorts, credited)

    def menu(self) -> MenuPage:
        return start_pages.menu_of(self.start, self.lines, self.speech)

    def drawn(self, menu: MenuPage, w: float, h: float) -> Placed:
        return Placed("menu", menus.start_screen(menu, self.lit, w, h), 0, 0, ORDER)

    def panels(self, placed: list[Placed], w: float, h: float) -> list[Placed]:
        over = [one for one in placed if one.key in ("settings", "help", "notice")]
        speech.use(self.speech)
        return super().panels(over, w, h)

    def refuse(self, why: str) -> None:
        self._become(st.refused(self.start, why))

    def back(self) -> None:
        start, language = self.start, self.language
        changed = start.page is Page.MODS and start.choice.mods != self.learnt
        if changed and start.writing is None and not start.wrong:
            self._find(lambda: self._parts(start.choice, language), self._learn)
        elif start.page is not Page.MAIN or start.writing is not None:
            self._close()

    def _close(self) -> None:
        if self.start.writing is None:
            self.lit = self.lits.pop() if self.lits else Lit()
        self._become(st.closed(self.start))

    def _learn(self, found: Any) -> None:
        """With other mods there is something else to choose from; where they don't go together, that is told
        before anybody leaves their page."""
        self.learnt = self.start.choice.mods
        self.start = st.parts_found(self.start, self.start.choice, *found)
        self._close()

    # ---- writing

    def key(self, name: str, held: tuple[str, ...]) -> bool:
        if self.start.writing is not None and name == "backspace":
            self._become(st.rubbed_out(self.start))
            return True
        if self.start.writing is not None and name not in ("enter", "escape"):
            return True
        if name == "delete" and self.start.page is self.start.listing:
            match [deed for _, deed in self.lines][self.lit.line :]:
                case [st.OpenKept(kept), *_]:
                    self._with_kept(st.AskToDelete(kept))
                    return True
        return super().key(name, held)

    def typed(self, character: str) -> bool:
        if self.start.writing is None:
            return False
        if character.isprintable():
            self._become(st.written(self.start, character))
        return True

    # ---- lines

    def take(self, number: int, by: int) -> None:
        lines = self.lines
        if number < len(lines):
            self._carry_out(lines[number][1], by)

    def _carry_out(self, deed: StartAction, by: int) -> None:
        start, shelf, language = self.start, self.shelf, self.language
        match deed:
            case st.OpenPage(page):
                self._open(page)
            case st.ChooseGame(name) if start.page is Page.BOARD_GAMES:
                self._find(lambda: shelf.boards(name), lambda found: self._boards(name, found))
            case st.ChooseGame(name):
                choice = GameChoice(name)
                self._find(
                    lambda: shelf.missions(choice, language), lambda found: self._missions(name, found)
                )
            case st.ChooseMission(name):
                choice = replace(start.choice, mission=name)
                self._find(lambda: self._parts(choice, language), lambda found: self._setup(choice, found))
            case st.ChangePlayers() | st.ChangeSeat() | st.TurnMod() | st.TakeSet() | st.ChangeRule():
                self._become(st.change(start, deed, by, shelf.sorts))
            case st.ForgetSet(name):
                self._find(lambda: shelf.forget_set(name) or shelf.mods(start.choice.game), self._mods)
            case st.WriteField(field):
                self._write(field)
            case st.OpenKept() | st.AskToDelete() | st.DeleteKept():
                self._with_kept(deed)
            case st.EditBoard(name):
                game = start.choice.game
                self.begin(lambda: shelf.edit(game, name, language), start_pages.title_of(start))
            case Plain.BEGIN:
                self.begin(lambda: shelf.begin(start.choice, language), start_pages.title_of(start))
            case Plain.SETTINGS | Plain.HELP | Plain.LANGUAGE:
                self.app.press(_PRESSED[deed])
            case Plain.QUIT:
                self.app.close()
            case Plain.BACK:
                self.back()
            case Plain.NOTHING:
                pass
            case _:
                assert_never(deed)

    def _with_kept(self, deed: st.OfKept) -> None:
        shelf, language, listing = self.shelf, self.language, self.start.listing
        match deed:
            case st.OpenKept(kept, recorded):
                open_ = shelf.replay if recorded else shelf.load
                self.begin(lambda: open_(kept.file, language), kept.title)
            case st.AskToDelete(kept):
                self._turn(replace(self.start, doomed=kept), Page.SURE)
            case st.DeleteKept(kept):
                of = self._kept_on(listing)
                self._find(
                    lambda: shelf.delete(kept.file) or of(), lambda found: self._listed(found, listing)
                )
            case _:
                assert_never(deed)

    def _open(self, page: Page) -> None:
        start, shelf = self.start, self.shelf
        match page:
            case Page.GAMES | Page.BOARD_GAMES:
                games = partial(shelf.games, self.language)
                self._find(games, lambda found: self._turn(st.games_found(start, found), page))
            case Page.KEPT | Page.RECORDINGS:
                self._find(self._kept_on(page), lambda found: self._listed(found, page))
            case _:
                self._turn(start, page)

    def _kept_on(self, page: Page) -> Callable[[], Sequence[KeptFile]]:
        """What finds the files of a list."""
        shelf = self.shelf
        return partial(shelf.recordings if page is Page.RECORDINGS else shelf.kept, self.language)

    def _listed(self, found: Sequence[Any], page: Page) -> None:
        """The list of what is kept, as it is now."""
        make = st.recordings_found if page is Page.RECORDINGS else st.kept_found
        self._turn(make(self.start, found), page)

    def _missions(self, name: str, found: Sequence[Any]) -> None:
        start = st.game_chosen(self.start, name, found)
        if len(found) == 1:
            self.start = start
            self._carry_out(st.ChooseMission(found[0].name), 1)
        else:
            self._turn(start, Page.MISSIONS)

    def _parts(self, choice: GameChoice, language: str) -> Any:
        """The missions of a game, what one of them has to choose from, and which mods there are."""
        missions = self.shelf.missions(choice, language)
        if isinstance(missions, str):
            return missions
        parts = self.shelf.parts(choice, language)
        mods = parts if isinstance(parts, str) else self.shelf.mods(choice.game)
        return mods if isinstance(mods, str) else (missions, parts, mods)

    def _setup(self, choice: GameChoice, found: Any) -> None:
        self.learnt = choice.mods
        self._turn(st.parts_found(self.start, choice, *found), Page.SETUP)
        self.lit = Lit(len(self.lines) - 1)

    def _boards(self, name: str, found: Sequence[str]) -> None:
        self._turn(st.boards_found(self.start, name, found), Page.BOARDS)

    def _mods(self, found: Any) -> None:
        self._become(st.mods_found(self.start, found))

    def _write(self, field: st.SetupField) -> None:
        start = self.start
        if start.writing is None:
            self._become(st.begun_to_write(start, field))
        elif field == "seed":
            self._become(st.seed_written(start))
        else:
            name, choice = start.writing[1], start.choice
            kept = lambda: self.shelf.keep_set(name, choice) or self.shelf.mods(choice.game)  # noqa: E731
            self._find(kept, self._mods)

    # ---- within

    def _find(self, find: Callable[[], Any], then: Callable[[Any], object]) -> None:
        """Look something up while the window goes on; a sentence says why there is nothing."""

        def found(what: object) -> None:
            if isinstance(what, str):
                self.refuse(what)
            else:
                then(what)

        self.work(find, found)

    def _turn(self, start: Start, page: Page) -> None:
        """Open a page, with its first line lit."""
        opened = st.opened(start, page)
        self.lits = [*self.lits, self.lit][: len(opened.pages) - 1]
        self.lit = Lit()
        self._become(opened)

    def _become(self, start: Start) -> None:
        self.start = start
        self.app.redraw()
