"""Who needs what is to be taken away: packages that are installed, sets of mods, and games that are kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.schemas.documents import Document
from tilewright.schemas.wording import counted

from . import mod_sets
from .kept_games import games_called, mods_there
from .upgrading import kept

if TYPE_CHECKING:
    from tilewright.dsl.packages.manifest import Manifest, Requirement
    from tilewright.dsl.packages.store import Installed


def who_needs(gone: Sequence[Installed]) -> list[str]:
    """A sentence for each package and set, and for the games that are kept, which cannot do without these
    packages. Whatever else does for them counts; a set keeps the mods that it is locked with.
    """
    locked = mod_sets.unpacked_for_sets()
    unfound = {one.root for one in gone if one.digest not in locked}
    return [*_packages(gone), *_sets({one.root for one in gone}), *_games(gone, unfound)]


def games_without(mods: Iterable[mod_sets.LockedMod]) -> list[str]:
    """The same for games alone, and for mods that a set is about to let go."""
    mods = list(mods)
    return list(_games(mods, {Path(one.path) for one in mods}))


def _packages(gone: Sequence[Installed]) -> Iterator[str]:
    """Those that are installed and need one of these, which nothing else stands for."""
    from tilewright.dsl.packages.package import manifest_at, packages_named
    from tilewright.dsl.packages.store import installed

    roots = {one.root for one in gone}
    told = {one: found for one in installed() if (found := manifest_at(one.root)) is not None}
    left = [found for one, found in told.items() if one not in gone]
    for one, manifest in told.items():
        for use in manifest.uses if one not in gone else ():
            others = (manifest_at(root) for root in packages_named(use.id) if root not in roots)
            still = any(_serves(found, use) for found in (*left, *filter(None, others)))
            if not still and any(_serves(told[out], use) for out in gone if out in told):
                yield f"`{one.id}` {one.version} needs `{use.id}`{f' {use.range}' if use.range else ''}."


def _serves(manifest: Manifest, use: Requirement) -> bool:
    from tilewright.dsl.packages.ranges import fits

    given = ((one.id, one.range or manifest.version) for one in manifest.provides)
    return any(
        name == use.id and fits(version, use.range)
        for name, version in ((manifest.id, manifest.version), *given)
    )


def _sets(roots: set[Path]) -> Iterator[str]:
    """Those whose game is not there without these."""
    from tilewright.dsl.packages.package import packages_named

    for name in mod_sets.names():
        with suppress(click.ClickException):  # a set that is damaged says so where it is used
            game = mod_sets.read(name).game
            there = packages_named(game)
            if there and roots.issuperset(there):
                yield f"The set `{name}` is for `{game}`."


def _games(gone: Sequence[Installed | mod_sets.LockedMod], roots: set[Path]) -> Iterator[str]:
    """For each package in how many kept games it is played, in this version and from nowhere else."""
    versions = {(one.id, one.version) for one in gone}
    number: dict[tuple[str, str], int] = {}
    for _, program in kept():
        for one in program.get("packages", ()):
            name = one["id"], one["version"]
            if one["as"] != "library" and name in versions and not _is_there(one, program, roots):
                number[name] = number.get(name, 0) + 1
    for (mod, version), games in number.items():
        were = "was" if games == 1 else "were"
        yield f"{counted(games, 'saved game')} {were} played with `{mod}` {version}."


def _is_there(one: Document, program: Document, roots: set[Path]) -> bool:
    """Whether the game or mod of a save is there, in its version, elsewhere than in these places."""
    from tilewright.dsl.packages.package import version_at

    games = games_called(str(program.get("package")))
    if one["as"] == "game":
        there = [(version_at(path), path) for path in games]
    else:
        home = next((path for path in games if path not in roots), Path())
        there = list(mods_there(one["id"], home))
    return any(version == one["version"] and path not in roots for version, path in there)
