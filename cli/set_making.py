"""A set of mods as somebody wants it: found, sorted and locked. For `sets` and the start screen."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from tilewright.dsl.packages.package import Package
from tilewright.host.terminal import say, say_coloured

from . import mod_sets
from .loading import Unplayable, located, tell_of_copies


def make(name: str, game: str, wanted: Sequence[str]) -> mod_sets.ModSet:
    """Lock what is wanted for a game, and keep it under a name. If mods are missing or do not go together,
    the mistakes are printed, the set stays as it was, and the command ends. A mod that was removed since the
    set was locked stays in it as it was, if it still lies where it lay."""
    from tilewright.dsl.packages.package import read_package
    from tilewright.dsl.problems.render import render_text

    mod_sets.file_of(name)  # what cannot be a name is told before anything else
    game, mods = lasting(game), list(dict.fromkeys(map(lasting, wanted)))
    path = located(game)[0]
    kept = _kept(name, [one for one in mods if not _is_there(one, path)])
    package, problems = read_package(path, [kept[one].path if one in kept else one for one in mods])
    errors = [one for one in problems if one.is_error]
    if package is None or errors:
        say_coloured(render_text(errors, package, colour=sys.stderr.isatty()), err=True)
        stays = "stays as it was" if name in mod_sets.names() else "is not made"
        say(f"\nThe set `{name}` {stays}.", err=True)
        raise Unplayable(errors, package)
    tell_of_copies(problems)
    _of_one_game(name, game, package)
    named = {(kept[one].id if one in kept else _id_of(one)): one for one in mods}
    locked = (one._replace(wanted=named.get(one.id, "")) for one in mod_sets.lock(package))
    made = mod_sets.ModSet(name, game, tuple(mods), tuple(locked))
    before = mod_sets.read(name).locked if name in mod_sets.names() else ()
    mod_sets.write(made)
    mod_sets.tidy(before)
    for wanted, one in kept.items():
        gone = f"{wanted} is not there" if os.path.isabs(wanted) else f"`{one.id}` is not installed"
        say(f"{gone} any more; the set `{name}` keeps {one.version}.", err=True)
    return made


def lasting(name: str) -> str:
    """A path in full, so that it is found from everywhere; a name stays one."""
    return os.path.abspath(name) if os.path.exists(name) else name


def _is_there(wanted: str, game: Path) -> bool:
    """Whether a mod is found as it was wanted: by its path, or by `ID` or `ID@VERSION`."""
    from tilewright.dsl.packages.package import mods_called

    if os.path.isabs(wanted):
        return os.path.exists(wanted)
    plain, _, version = wanted.partition("@")
    return any(version in ("", one.version) for one in mods_called(plain, game))


def _kept(name: str, gone: Sequence[str]) -> dict[str, mod_sets.LockedMod]:
    """Of what a set wants and is not found: where its lock has it. The command ends if that is gone, too."""
    from tilewright.dsl.packages.package import version_at

    before = mod_sets.read(name) if name in mod_sets.names() else None
    if before is None:
        return {}
    kept: dict[str, mod_sets.LockedMod] = {}
    for wanted in gone:
        locked = next((one for one in before.locked if wanted in _names_of(one)), None)
        if locked is not None and version_at(Path(locked.path)) == locked.version:
            kept[wanted] = locked
        elif wanted in before.wanted:
            mod = wanted if locked is None else locked.id
            raise click.UsageError(
                f"`{wanted}` is in the set `{name}`, and is not there any more. The set stays as it was. "
                f"To go on without it: tilewright sets {name} --remove {mod}"
            )
    return kept


def _of_one_game(name: str, game: str, package: Package) -> None:
    """The command ends if one of the mods is of another game, which is then among what it brings along."""
    from tilewright.dsl.packages.listing import is_played

    for one in mod_sets.lock(package):
        if is_played(Path(one.path)):
            by = next((mod.id for mod in package.mods if any(use.id == one.id for use in mod.uses)), "")
            wrong = f"`{by}` is a mod for `{one.id}`" if by else f"`{one.id}` is a game and not a mod"
            raise click.UsageError(f"the set `{name}` is for `{game}`, but {wrong}")


def _names_of(one: mod_sets.LockedMod) -> tuple[str, ...]:
    return one.id, f"{one.id}@{one.version}", one.path, one.wanted


def _id_of(wanted: str) -> str:
    """The id of a mod that is there, by its path or by `ID` or `ID@VERSION`."""
    from tilewright.dsl.packages.package import id_at

    return id_at(Path(wanted)) if os.path.isabs(wanted) else wanted.partition("@")[0]
