"""The games and recordings that are kept in the user's folders, as a list tells of them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.host import folders
from tilewright.host.files import saved_at
from tilewright.viewer.common import save_picture
from tilewright.viewer.menus.shelf import KeptFile

from .kept_games import BY_ITSELF, game_played, games_called, mods_there

if TYPE_CHECKING:
    from tilewright.runtime.history.save import Glance

LISTED = 60


def kept_files(folder: str, patterns: Sequence[str], language: str) -> list[KeptFile]:
    """What is kept in a folder of the user's, the newest first, as it is called in a language. Of files with
    one and the same position there is one, if possible that with which an unfinished game goes on.
    """
    state = folders.of_user("state")
    if state is None:
        return []
    found = [path for pattern in patterns for path in (state / folder).glob(pattern)]
    newest = sorted(found, key=saved_at, reverse=True)[:LISTED]
    every: dict[str, KeptFile] = {}
    for path in newest:
        mark, one = _told(path, saved_at(path), saved_at(save_picture.beside(path)), language)
        if mark not in every or (one.unfinished and not every[mark].unfinished):
            every[mark] = one
    return list(every.values())


def delete_kept(file: Path) -> None:
    """Delete a file of such a list and its picture, with all others of the same position, which would take
    its place there. OSError if it cannot be deleted.
    """
    mark, _ = _glanced(file)
    for one in [file, *file.parent.glob("*.json")]:
        if one == file or _glanced(one)[0] == mark:
            one.unlink(missing_ok=True)
            save_picture.forget(one)


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


def _glanced(file: Path) -> tuple[str, Glance | None]:
    """What is the same for all files of a position, and what a list tells of it: nothing of a damaged one."""
    from tilewright.runtime.history.save import BadSave, glance

    with suppress(BadSave):
        game = glance(file)
        return game.mark or str(file), game
    return str(file), None


@lru_cache(maxsize=4 * LISTED)
def _told(file: Path, at: float, drawn_at: float, language: str) -> tuple[str, KeptFile]:
    """A file in a list, and what marks its position. One that is damaged says so; whoever opens it is told
    what is wrong.
    """
    when = time.strftime("%d %b %H:%M", time.localtime(at))
    mark, game = _glanced(file)
    if game is None:
        return mark, KeptFile(file, file.name, "", when, damaged=True)
    beside = save_picture.read(file)
    package = str(game.program.get("package") or "")
    title, mission = _called(package, str(game.program["mission"]), tuple(game.mods), language)
    mission = mission or beside.mission or (game.program["mission"] or "").replace("_", " ").capitalize()
    told = KeptFile(
        file,
        title or beside.title or str(game.program["game"]),
        ", ".join(filter(None, (mission, beside.position))),
        when,
        len(game.seats),
        tuple(game.mods),
        unfinished=file.name.endswith(BY_ITSELF) and not game.over,
        picture=beside.uri,
    )
    return mark, told


@lru_cache(maxsize=LISTED)
def _called(package: str, mission: str, mods: tuple[str, ...], language: str) -> tuple[str, str]:
    """What a game and its mission are called where games are chosen; empty as far as they are not here."""
    from tilewright.dsl.packages.listing import at_a_glance
    from tilewright.dsl.packages.package import manifest_at

    home = next(iter(games_called(package)), None) if package else None
    if home is None:
        return "", ""
    places = (place for mod in mods for _, place in mods_there(mod, home)[:1])
    glances = [at_a_glance(one, language) for one in (home, *places)]
    titles = (found for one in glances for found in (one.missions.get(mission), one.campaigns.get(mission)))
    manifest = manifest_at(home)
    title = glances[0].title or ("" if manifest is None else manifest.title)
    return title, next(filter(None, titles), "")
