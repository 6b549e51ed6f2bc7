"""The sources of a game at a table: watched, compiled again beside the table, and looked up.

A thread waits for changes and compiles; the table takes what came of it when it is ready, and never waits.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.host import children
from tilewright.schemas.documents import Document, ProgramDocument
from tilewright.schemas.wording import Sentence

from . import watching

if TYPE_CHECKING:
    from tilewright.dsl.packages.package import Package
    from tilewright.dsl.problems.diagnostics import Diagnostic
    from tilewright.runtime.game import Game
    from tilewright.viewer.authoring.sources import Changed, SourceLocation, Trouble


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the program of a table is made from its sources."""

    path: Path
    mods: tuple[Path | str, ...] = ()
    mission: str | None = None
    settings: tuple[tuple[str, int], ...] = ()
    test: str | None = None
    language: str = "en"

    def compile(self) -> tuple[Package | None, Document | None, list[Diagnostic]]:
        """Package and program, or the mistakes."""
        from tilewright.dsl.compile import compile_package
        from tilewright.dsl.packages.package import read_package

        package, problems = read_package(self.path, self.mods)
        if package is None or any(one.is_error for one in problems):
            return package, None, problems
        if self.test is not None:
            program, problems = program_of_test(package, self.test)
            return package, program, problems
        compiled = compile_package(
            package, mission=self.mission, settings=dict(self.settings), language=self.language
        )
        return package, compiled.program, compiled.problems


def program_of_test(package: Package, title: str) -> tuple[Document | None, list[Diagnostic]]:
    """The program of the board on which a test is played, with its settings."""
    from tilewright.dsl.compile import test_programs
    from tilewright.runtime.history.manual_edits import test_called
    from tilewright.runtime.stories.testing import with_settings

    programs, problems = test_programs(package)
    for program in programs:
        test = test_called(program, title)
        if test is not None:
            settings = test.get("settings") or {}
            return _with_missions(with_settings(program, settings), package, settings), problems
    return None, problems


def _with_missions(program: ProgramDocument, package: Package, settings: dict[str, int]) -> Document:
    """A campaign that is played on after the beginning of a test needs its missions."""
    from tilewright.dsl.compile import compile_package

    if program.get("campaign") is None:
        return program
    whole = compile_package(package, mission=program["campaign"]["name"], settings=settings).program
    return program if whole is None else {**program, "missions": whole["missions"]}


class SourceWatcher:
    """Watches the sources of one game, and knows where everything stands in them."""

    def __init__(
        self, recipe: Recipe, package: Package, program: ProgramDocument, game: Callable[[], Game]
    ) -> None:
        self.recipe, self.package, self.program = recipe, package, program
        self._game = game
        self._news: queue.SimpleQueue[Trouble | Changed] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def watch(self) -> None:
        """Begin to watch, in a thread of its own."""
        self._thread = threading.Thread(target=self._watch, name="sources", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()

    def news(self) -> Trouble | Changed | None:
        """What came of the last change, once; it also becomes what is looked up."""
        try:
            return self._news.get_nowait()
        except queue.Empty:
            return None

    def edit_board(self) -> Sentence:
        """The board editor is a window, so a process, of its own, in the language of this one; what it saves
        is an edit like any other.
        """
        program = self.played
        mission = program.get("mission")
        tiles = (one["tile"] for one in program["board"]["spaces"])
        board = mission["name"] if mission else next(tiles, None)
        if not board:
            return Sentence("engine/start_no_boards")
        # In full, so that no folder can be called like an option.
        words = ("edit-board", "--language", self.recipe.language)
        children.start("tilewright.cli.main", *words, str(self.recipe.path.absolute()), str(board))
        return Sentence(f"engine/source_editor_opens{'' if self._thread is None else '_here'}")

    # ------------------------------------------------------------------ changes

    def _watch(self) -> None:
        for _ in watching.edits(watching.folders([self.package]), self._stop):
            self.compile()

    def compile(self) -> None:
        """Compile what is there now; the table hears of it in `news`."""
        from tilewright.runtime.tables.reloading import reloaded
        from tilewright.viewer.authoring.sources import Changed, Trouble

        began = time.monotonic()
        try:
            package, program, problems = self.recipe.compile()
            errors = [one for one in problems if one.is_error]
            if package is None or program is None:
                self._news.put(self._trouble(errors, package or self.package))
                return
            look = program["game"].get("look") or {}
            if [one.text for one in package.sources] == [one.text for one in self.package.sources] and (
                program == self.program
            ):
                # Perhaps a mistake was taken back, or art was changed.
                self.package = package
                self._news.put(Changed(None, time.monotonic() - began, package.art, look))
                return
            found = reloaded(self._game(), program, self.program)
            self.package, self.program = package, program
            self._news.put(Changed(found, time.monotonic() - began, package.art, look))
        except Exception as error:  # noqa: BLE001 (the thread must live on)
            # What went wrong must not look as if nothing had happened.
            said = f"{type(error).__name__}: {error}"
            self._news.put(Trouble(None, Sentence("engine/source_not_applied", (said,))))

    def _trouble(self, errors: Sequence[Diagnostic], package: Package) -> Trouble:
        from tilewright.viewer.authoring.sources import Trouble

        if not errors:
            return Trouble(None, Sentence("engine/source_no_program"))
        first = errors[0]
        return Trouble(
            self._place(first.span.file, first.span.line, first.span.column, package=package),
            first.message,
            first.help,
            len(errors) - 1,
        )

    # ------------------------------------------------------------------ places

    @property
    def played(self) -> Document:
        """The program that is played now: of a campaign that of its mission."""
        mission = self._game().machine.program.data.get("mission") or {}
        found: Document = self.program.get("missions", {}).get(mission.get("name"), self.program)
        return found

    def place_of(self, what: str, name: str) -> SourceLocation | None:
        """Where something at the table is declared; None if no source says it."""
        program = self.played
        match what:
            case "action":
                return self._at(program["verbs"].get(name, {}).get("at"), name)
            case "rule":
                return self._at(self._rule(name), name)
            case "space" | "link":
                drawn = self._drawn(what, name)
                if drawn is not None:
                    return drawn
        kind = next((one["kind"] for one in program["entities"] if one["name"] == name), name)
        return self._at(program["kinds"].get(kind, {}).get("at"), kind)

    def _rule(self, label: str) -> int | None:
        from tilewright.runtime.seats.titles import rule_titles

        program = self.played
        named = [*program["verbs"].values(), *program["hooks"], *program["triggers"], *program["modifiers"]]
        found = next((one["at"] for one in named if label in (one.get("label"), one.get("name"))), None)
        titles = rule_titles(self._game().index)
        return (
            found
            if found is not None
            else next(
                (one["at"] for name, one in program["verbs"].items() if titles.get(name) == label), None
            )
        )

    def _drawn(self, what: str, name: str) -> SourceLocation | None:
        """The line of the drawing or table in which a space or link stands."""
        from tilewright.dsl.mission_board import shape_of
        from tilewright.dsl.reading.parse import read
        from tilewright.dsl.resolve import resolve

        program, package = self.played, self.package
        board = program["board"]
        numbers = {one["name"]: i for i, one in enumerate(program["entities"])}
        number = numbers.get(name, -1)
        if what == "link" and number >= 0:
            number = board["links"][number - len(board["spaces"])]["sides"][0]
        if not 0 <= number < len(board["spaces"]):
            return None
        model, _ = resolve(read(package.sources).declarations, package.id, package.version)
        shape, _ = shape_of(model, board["title"])
        assert shape is not None, "its spaces are in the program"
        space = shape.space(program["entities"][number]["name"])
        return self._place(
            space.span.file, space.span.line, what=Sentence("engine/of", (name, str(space.tile)))
        )

    def _at(self, at: object, what: str) -> SourceLocation | None:
        spans = self.program["spans"]
        if not isinstance(at, int) or not 0 <= at < len(spans):
            return None
        file, line, column = spans[at][:3]
        return self._place(file, line, column, what) if file else None

    def _place(
        self, file: str, line: int, column: int = 1, what: str | Sentence = "", package: Package | None = None
    ) -> SourceLocation | None:
        from tilewright.viewer.authoring.sources import SourceLocation

        path = (package or self.package).places.get(file)
        return None if path is None else SourceLocation(path, line, column, what)
