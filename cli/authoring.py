"""What `tilewright play` does for authors: a table over its sources, games that begin where a test does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from .loading import Loaded, stop

if TYPE_CHECKING:
    from tilewright.runtime.game import Game
    from tilewright.runtime.tables.session import TableSession


def for_test(loaded: Loaded, title: str, players: int | None) -> tuple[Loaded, int]:
    """The program that a test is played with, and how many take part in it."""
    from tilewright.dsl.problems.suggest import nearest
    from tilewright.runtime.history.manual_edits import players_of, test_called

    from .source_watcher import program_of_test

    program, problems = program_of_test(loaded.package, title)
    if any(one.is_error for one in problems):
        stop(problems, loaded.package)
    test = None if program is None else test_called(program, title)
    if program is None or test is None:
        near = nearest(title, _titles(loaded))
        told = f"; {near}" if near else ""
        raise click.UsageError(f"{loaded.package.id} has no test called “{title}”{told}")
    return replace(loaded, program=program), players or players_of(program, test)


def begin_at(game: Game, title: str) -> None:
    """Let a game of the program for a test (`for_test`) begin where that test begins."""
    from tilewright.runtime.history.manual_edits import given

    game.adjust(given(title))


def sources(
    loaded: Loaded, session: TableSession, name: str, mods: Sequence[str], test: str | None, *, watch: bool
) -> tuple[Any, ...]:
    """What stands beside a table so that its things lead to their sources; with `watch`, edits appear."""
    from tilewright.dsl.packages.package import find_package
    from tilewright.viewer.authoring.watching import SourcesPlugin

    from .source_watcher import Recipe, SourceWatcher

    found = find_package(name)
    assert found is not None, "the game was loaded by this name"
    chosen = tuple((key, int(one["value"])) for key, one in loaded.program["settings"].items())
    language = loaded.program.get("language", {}).get("code", "en")
    recipe = Recipe(found[0], tuple(mods), found[1], chosen, test, language)
    workshop = SourceWatcher(recipe, loaded.package, loaded.program, lambda: session.game)
    if watch:
        workshop.watch()
    return (lambda app: SourcesPlugin(app, workshop),)


def _titles(loaded: Loaded) -> list[str]:
    from tilewright.dsl.compile import test_programs

    programs, _ = test_programs(loaded.package)
    return [test["title"] for program in programs for test in program["tests"]]
