"""Sets of mods: named once, played often, and always with the same versions.

A document for each set, `schemas/mod_set.schema.json`, in the user's own folder. It says what was wanted and
what that came to when it was locked. Who plays with the set plays with that: another version is refused, a
file that has changed is told.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from tilewright.host import folders
from tilewright.host.files import write_whole
from tilewright.host.paths import read_whole
from tilewright.host.terminal import say
from tilewright.schemas.reading import BadDocument, misfit, parsed

if TYPE_CHECKING:
    from tilewright.dsl.packages.package import Package

MAX_SIZE = 1_000_000
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,60}")


class LockedMod(NamedTuple):
    """A mod as it was when the set was locked."""

    id: str
    version: str
    path: str
    digest: str
    wanted: str = ""  # as what it was named, if it was: a packed file does not lie where it is unpacked


class ModSet(NamedTuple):
    """What somebody plays a game with."""

    name: str
    game: str
    wanted: tuple[str, ...] = ()
    locked: tuple[LockedMod, ...] = ()


def names() -> list[str]:
    """The sets that this user has."""
    folder = _folder()
    found = sorted(path.stem for path in folder.glob("*.json")) if folder and folder.is_dir() else []
    return [name for name in found if _NAME.fullmatch(name)]


def read(name: str) -> ModSet:
    """A set by its name; the command ends if there is none, or if its file is damaged."""
    path = file_of(name)
    try:
        document = parsed(read_whole(path, MAX_SIZE))
        wrong = misfit("mod_set", document)
    except FileNotFoundError:
        known = f"there are {', '.join(names())}" if names() else "there is none yet"
        make = f"tilewright sets {name} --game GAME --add MOD"
        raise click.UsageError(f"there is no set of mods `{name}`; {known}. To make it: {make}") from None
    except (OSError, BadDocument) as error:
        wrong = str(error)
    if wrong is not None:
        raise click.ClickException(
            f"{path} is not a set of mods: {wrong}. Delete it, and make the set again."
        )
    locked = tuple(LockedMod(**one) for one in document["locked"])
    return ModSet(name, document["game"], tuple(document["wanted"]), locked)


def write(one: ModSet) -> None:
    """Keep a set; the command ends if that cannot be."""
    path = file_of(one.name)
    document = {
        "format": "tilewright/mods/1",
        "game": one.game,
        "wanted": list(one.wanted),
        "locked": [locked._asdict() for locked in one.locked],
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps(document, indent=1).encode())
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise click.ClickException(f"{path} cannot be written: {why}.") from None


def delete(name: str) -> None:
    """Forget a set, and take away what was unpacked for it alone."""
    locked = read(name).locked
    with suppress(FileNotFoundError):
        file_of(name).unlink()
    tidy(locked)


def lock(package: Package) -> tuple[LockedMod, ...]:
    """The mods of a package as it was read, as they are now."""
    from tilewright.dsl.packages.contents import digest

    return tuple(
        LockedMod(one.id, one.version, os.path.abspath(root), digest(package, one.id))
        for one in package.mods
        if (root := root_of(package, one.id)) is not None
    )


def changed(one: ModSet, package: Package) -> Iterator[str]:
    """A sentence for each mod whose files are not those of the lock, though the version is the same."""
    now = {mod.id: mod for mod in lock(package)}
    for mod in one.locked:
        if mod.id in now and now[mod.id].digest != mod.digest and now[mod.id].version == mod.version:
            yield f"`{mod.id}` {mod.version} has changed since the set `{one.name}` was locked."


def paths(name: str) -> tuple[str, ...]:
    """Where the mods of a set lie, in the versions of its lock; the command ends if one is not there."""
    from tilewright.dsl.packages.package import version_at

    one = read(name)
    for mod in one.locked:
        there = version_at(Path(mod.path))
        if there != mod.version:
            found = f"is {there} now" if there is not None else f"is not at {mod.path} any more"
            raise click.UsageError(
                f"the set `{name}` was locked with `{mod.id}` {mod.version}, which {found}. To take what is "
                f"there: tilewright sets {name} --update"
            )
    return tuple(mod.path for mod in one.locked)


def as_options(mods: Sequence[str]) -> list[tuple[str, str]]:
    """The options with which these mods are named again: sets that were given to the present command, and
    those without which nobody could name what was unpacked for them; then single mods.
    """
    from tilewright.dsl.packages.store import holds

    ctx = click.get_current_context(silent=True)
    given: tuple[str, ...] = () if ctx is None else ctx.meta.get(NAMED, ())
    left, found = list(mods), list[tuple[str, str]]()
    for name in dict.fromkeys((*given, *names())):
        with suppress(click.ClickException):  # it is damaged, or not as it was locked
            locked = paths(name)
            named = name in given or any(holds(Path(one)) for one in locked)
            if locked and named and set(locked) <= set(left):
                found.append(("--mods", name))
                left = [one for one in left if one not in locked]
    return [*found, *(("--mod", one) for one in left)]


def places_of(name: str) -> Iterator[Path]:
    """Where the sets have a mod, in whatever version."""
    for other in names():
        with suppress(click.ClickException):  # a set that is damaged says so where it is used
            yield from (Path(mod.path) for mod in read(other).locked if mod.id == name)


NAMED = "tilewright.sets"
"""Under this name a command keeps the sets that it was given."""


def tell_changes(package: Package) -> None:
    """Say on the error stream which mods of the sets that the present command was given have other files than
    when they were locked.
    """
    ctx = click.get_current_context(silent=True)
    for name in () if ctx is None else ctx.meta.get(NAMED, ()):
        for sentence in changed(read(name), package):
            say(f"{sentence} `tilewright sets {name} --update` locks it as it is.", err=True)


def unpacked_for_sets(but: str = "") -> dict[str, str]:
    """The packed packages that sets are locked with, but one set, by their hash: a set for each."""
    return {digest: name for name in names() if name != but for digest in unpacked(read(name).locked)}


def unpacked(locked: Iterable[LockedMod]) -> dict[str, LockedMod]:
    """Those mods of a lock that lie where packed packages are unpacked, by their hash."""
    from tilewright.dsl.packages.store import holds

    return {Path(one.path).name: one for one in locked if holds(Path(one.path))}


def kept_alone(name: str) -> list[LockedMod]:
    """The mods that lie unpacked only because a set is locked with them."""
    from tilewright.dsl.packages.store import installed

    needed = {*unpacked_for_sets(but=name), *(one.digest for one in installed())}
    return [one for digest, one in unpacked(read(name).locked).items() if digest not in needed]


def tidy(released: Iterable[LockedMod] = ()) -> None:
    """Take away what was unpacked and nobody needs any more, such as what a set was just released from. While
    a set is damaged, nobody knows what it needs, and everything stays.
    """
    from tilewright.dsl.packages import store

    with suppress(click.ClickException):
        store.tidy(unpacked_for_sets(), unpacked(released))


def file_of(name: str) -> Path:
    """The file of a set; the command ends if nothing can be called so, or if there is no place for it."""
    if not _NAME.fullmatch(name):
        raise click.UsageError(
            f"`{name}` cannot be the name of a set: use small letters, digits, `_` and `-`"
        )
    folder = _folder()
    if folder is None:
        raise click.UsageError("there is no folder for sets of mods here: set TILEWRIGHT_CONFIG to one")
    return folder / f"{name}.json"


def _folder() -> Path | None:
    config = folders.of_user("config")
    return None if config is None else config / "mods"


def root_of(package: Package, mod: str) -> Path | None:
    """Where a mod of a package lies, as it was read."""
    manifest = package.places.get(f"{mod}/package.yaml")
    return manifest.parent if manifest is not None else package.places.get(f"{mod}.wright")
