"""Recordings as they are played again: what is in the file, its game, and a table where it is seen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from tilewright.host.terminal import say
from tilewright.schemas.documents import Document
from tilewright.schemas.wording import ENGLISH

from .authoring import for_test
from .kept_games import as_played, begun_in, differing, game_played, installing, mods_of
from .loading import Loaded, load_at, located
from .patience import counted_off
from .targets import target

if TYPE_CHECKING:
    from tilewright.runtime.game import Game
    from tilewright.runtime.tables.session import TableSession


class PlayedRecording(NamedTuple):
    """A recording that has been played as far as it fits, and the table at which it is looked at."""

    loaded: Loaded
    session: TableSession
    answers: int  # that people gave, as far as they fit
    misfit: str  # the first answer that does not fit, and why; empty where all do


def recorded_session(file: Path, language: str) -> PlayedRecording:
    """The recording in a file, as its table shows it. The command ends if there is nothing to look at."""
    recording = read_recording(file)
    if "first" in recording:
        raise click.ClickException(
            f"{file.name} holds what one player has seen; `tilewright replay` shows it."
        )
    path, _ = package_of(recording["program"])
    played = played_again(*begun(file, recording, None, (), language_at(path, language), ()), recording)
    played.session.recording = True
    return played


def played_again(loaded: Loaded, game: Game, recording: Document) -> PlayedRecording:
    """Play a recording from its start, as far as it fits."""
    from tilewright.runtime.history.replay import play
    from tilewright.runtime.history.timeline import Timeline
    from tilewright.runtime.tables.session import TableSession

    timeline = Timeline()
    result = play(game, recording["answers"], counted_off(recording["answers"], timeline.follow))
    game.notes = [one for one in recording.get("notes") or () if one["after"] <= len(game.steps)]
    session = TableSession(game, game.seats, seed=game.seed, timeline=timeline)
    return PlayedRecording(
        loaded, session, result.answers, "" if result.diverged is None else str(result.diverged)
    )


def language_at(path: Path, language: str) -> str:
    """The language in which the package at a path can be read: English if it has none of the wanted one."""
    from tilewright.dsl.packages.package import read_package
    from tilewright.dsl.translations.checks import languages

    package, _ = read_package(path)
    return language if package is not None and language in languages(package) else "en"


def begun(
    file: Path,
    recording: Any,
    name: str | None,
    mods: tuple[str, ...],
    language: str,
    outs: tuple[Path | None, ...],
) -> tuple[Loaded, Game]:
    """The game of a recording before its first answer. Nothing that is written may lie in its package.

    If no mods are named, those of the recording are played. What is not as it was is said.
    """
    from tilewright.runtime.game import Game

    played_on = recording["program"]
    path, mission = package_of(played_on) if name is None else located(name)
    path = as_played(path, played_on)
    mods = mods or mods_of(played_on, path)
    found = differing(recording, path, mods)
    changed = [*(ENGLISH.tell(one.sentence()) for one in found), *installing(found)]
    try:
        loaded = load_at(
            path,
            mission if mission is not None else played_on["mission"],
            values=played_on["settings"],
            mods=mods,
            language=language,
        )
    except click.exceptions.Exit:
        for sentence in changed:
            say(sentence, err=True)
        raise
    for out in outs:
        target(out, loaded.package)
    test = begun_in(recording)
    if test is not None:
        loaded, _ = for_test(loaded, test, recording["players"])
    try:
        game = Game.start(loaded.program, recording["seed"], recording["players"])
    except ValueError as error:
        raise click.ClickException(f"{file} is damaged: {error}") from None
    if game.program.id != played_on["hash"]:
        for sentence in changed or ["The game has changed since this was recorded."]:
            say(sentence)
    return loaded, game


def package_of(played_on: Document) -> tuple[Path, None]:
    """Where the package of a recording is."""
    found = game_played(played_on)
    if found is None:
        name = str(played_on.get("package") or played_on["game"])
        raise click.UsageError(
            f"this was played with the package `{name[:60]}`, which neither lies in this folder nor where it"
            " was played before, nor comes with Tilewright; say where it is with --game FOLDER"
        )
    return found, None


def read_recording(file: Path) -> Any:
    """The recording in a file, checked against its schema."""
    from tilewright.runtime.history.save import BadSave, read
    from tilewright.schemas.reading import misfit

    try:
        recording = read(file)
    except BadSave as error:
        raise click.ClickException(f"{file}: {error}") from None
    form = str(recording.get("format", "")) if isinstance(recording, dict) else ""
    sort = form.removeprefix("tilewright/").partition("/")[0]
    if sort not in ("replay", "save", "seen"):
        raise click.ClickException(f"{file} is neither a recording nor a saved game.")
    wrong = misfit(sort, recording)
    if wrong is not None:
        raise click.ClickException(f"{file} is damaged: {wrong}")
    return recording
