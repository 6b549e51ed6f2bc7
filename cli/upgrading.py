"""What of a user's own no longer goes with another version of a package, or without it: kept games, and sets
of mods.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import click

from tilewright.host import folders
from tilewright.schemas.documents import Document, ProgramDocument

from . import mod_sets
from .kept_games import GAMES, game_played, mods_of


def games_lost(old: Path, new: Path, package: str) -> list[str]:
    """The files of games that load with the old version of a package, and not with the new one: games of it,
    and games that were played with it as a mod.
    """
    known: dict[object, str] = {}

    def identity(path: Path, program: ProgramDocument, mods: tuple[str, ...]) -> str:
        key = path, program["mission"], tuple(sorted(program["settings"].items())), mods
        if key not in known:
            known[key] = _hash(path, program, mods)
        return known[key]

    lost = []
    for file, program in kept():
        loads = [
            identity(game, program, mods_of(program, game, instead)) == program["hash"]
            for version in (old, new)
            for game, instead in _played(program, package, version)
        ]
        if loads == [True, False]:
            lost.append(file.name)
    return lost


def _played(program: ProgramDocument, package: str, version: Path) -> Iterator[tuple[Path, dict[str, Path]]]:
    """The game that was played, and the mod in its place, with one version of a package; nothing if it was
    played without that package.
    """
    if program.get("package") == package:
        yield version, {}
    elif any(one["id"] == package and one["as"] == "mod" for one in program.get("packages", ())):
        path = game_played(program)
        if path is not None:
            yield path, {package: version}


class SetTried(NamedTuple):
    """A set of mods with another version of what it plays with: of its game, or of one of its mods."""

    name: str
    game: Path
    mods: tuple[str, ...]


def sets_with(package: str, version: Path) -> Iterator[SetTried]:
    """The user's sets of mods that a package is the game of, or a mod in, each with a version of it; those
    that are not as locked are left out.
    """
    from tilewright.dsl.packages.package import find_package, id_at

    for name in mod_sets.names():
        with suppress(click.ClickException):  # a set that is damaged says so where it is used
            found, paths = find_package(mod_sets.read(name).game), mod_sets.paths(name)
            locked = [one.id for one in mod_sets.read(name).locked]
            if found is not None and id_at(found[0]) == package:
                yield SetTried(name, version, paths)
            elif found is not None and package in locked:
                mods = zip(locked, paths, strict=True)
                yield SetTried(
                    name, found[0], tuple(str(version) if mod == package else path for mod, path in mods)
                )


def kept() -> Iterator[tuple[Path, Document]]:
    """The games that are kept, and what each was played with."""
    from tilewright.runtime.history.save import BadSave, read, sound

    state = folders.of_user("state")
    for file in sorted((state / GAMES).glob("*.save.json")) if state is not None else ():
        with suppress(BadSave):
            yield file, sound(read(file))["program"]


def _hash(path: Path, program: ProgramDocument, mods: tuple[str, ...]) -> str:
    """The hash of the program with which a game was played, as it is with a version of its package."""
    from tilewright.dsl.compile import compile_package
    from tilewright.dsl.packages.package import read_package
    from tilewright.dsl.playable import campaigns, missions
    from tilewright.runtime.history.played_with import identity
    from tilewright.runtime.state.program import load

    package, problems = read_package(path, mods)
    mission = program["mission"]
    if package is None or any(one.is_error for one in problems):
        return ""
    if mission is not None and mission not in (*missions(package), *campaigns(package)):
        return ""
    made = compile_package(package, mission=mission, settings=dict(program["settings"])).program
    return "" if made is None else str(identity(load(made))["hash"])
