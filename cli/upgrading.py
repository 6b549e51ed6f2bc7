"""What of a user's own no longer goes with another version of a package: kept games, and sets of mods."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from tilewright.host import folders

from . import mod_sets
from .kept_games import GAMES, mods_of


def games_lost(old: Path, new: Path, package: str) -> list[str]:
    """The files of games that load with the old version, and not with the new one."""
    known: dict[object, str] = {}

    def identity(path: Path, program: dict[str, Any], mods: tuple[str, ...]) -> str:
        key = path, program["mission"], tuple(sorted(program["settings"].items())), mods
        if key not in known:
            known[key] = _hash(path, program, mods)
        return known[key]

    lost = []
    for file, program in _kept(package):
        mods = mods_of(program, new)
        loads = [identity(path, program, mods) == program["hash"] for path in (old, new)]
        if loads == [True, False]:
            lost.append(file.name)
    return lost


def sets_for(package: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The user's sets of mods for a game, with where these lie; sets that are not as locked are left out."""
    from tilewright.dsl.packages.package import find_package, id_at

    for name in mod_sets.names():
        with suppress(click.ClickException):  # a set that is damaged says so where it is used
            found = find_package(mod_sets.read(name).game)
            if found is not None and id_at(found[0]) == package:
                yield name, mod_sets.paths(name)


def _kept(package: str) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The games of a package that are kept, and what each was played with."""
    from tilewright.runtime.history.save import BadSave, read, sound

    state = folders.of_user("state")
    for file in sorted((state / GAMES).glob("*.save.json")) if state is not None else ():
        with suppress(BadSave):
            program = sound(read(file))["program"]
            if program.get("package") == package:
                yield file, program


def _hash(path: Path, program: dict[str, Any], mods: tuple[str, ...]) -> str:
    """The hash of the program with which a game was played, as it is with a version of its package."""
    from tilewright.dsl.compile import campaigns, compile_package, missions
    from tilewright.dsl.packages.package import read_package
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
