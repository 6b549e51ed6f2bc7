"""The games and recordings that are kept in the user's folders, as a list tells of them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import click

from tilewright.host import folders
from tilewright.host.files import saved_at
from tilewright.schemas.documents import ProgramDocument
from tilewright.viewer.common import save_picture
from tilewright.viewer.menus.shelf import KeptFile

from .kept_games import game_played, games_called

LISTED = 60


def kept_files(folder: str, patterns: Sequence[str]) -> list[KeptFile]:
    """What is kept in a folder of the user's, the newest first."""
    state = folders.of_user("state")
    if state is None:
        return []
    found = [path for pattern in patterns for path in (state / folder).glob(pattern)]
    newest = sorted(found, key=saved_at, reverse=True)[:LISTED]
    return [_told(path, saved_at(path), saved_at(save_picture.beside(path))) for path in newest]


def game_of(file: Path) -> str:
    """The game that a save belongs to, as it is named; the command ends if that is not here."""
    from tilewright.runtime.history.save import BadSave, read, sound

    try:
        program = sound(read(file))["program"]
    except BadSave as error:
        raise click.ClickException(f"{file.name}: {error}") from None
    found = game_played(program)
    if found is None:
        name = str(program.get("package") or program["game"])
        raise click.ClickException(f"{file.name}: Its game `{name[:60]}` is not here.")
    return str(found)


@lru_cache(maxsize=4 * LISTED)
def _told(file: Path, at: float, drawn_at: float) -> KeptFile:
    """A file in a list. One that is damaged says so; whoever opens it is told what is wrong."""
    from tilewright.runtime.history.save import BadSave, glance

    when = time.strftime("%d %b %H:%M", time.localtime(at))
    try:
        game = glance(file)
    except BadSave:
        return KeptFile(file, file.name, "", when, damaged=True)
    beside = save_picture.read(file)
    mission = beside.mission or (game.program["mission"] or "").replace("_", " ").capitalize()
    told = ", ".join(filter(None, (mission, beside.position)))
    title = beside.title or _title(game.program)
    return KeptFile(file, title, told, when, len(game.seats), tuple(game.mods), picture=beside.uri)


def _title(program: ProgramDocument) -> str:
    """What a game is called, if it is here; else its name."""
    from tilewright.dsl.packages.package import manifest_at

    there = games_called(str(program["package"])) if program.get("package") else []
    found = manifest_at(there[0]) if there else None
    return found.title if found is not None else str(program["game"])
