"""What `install` and `update` share: a package with what it needs, found, fetched, looked at, then installed.

Everything is looked at before anything is installed, so that whatever is refused leaves all as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from tilewright.host.terminal import say

from .package_index import IndexEntry, PackageIndex, take

if TYPE_CHECKING:
    from tilewright.dsl.packages.archive import Packed
    from tilewright.dsl.packages.resolving import Candidate


class WantedPackage(NamedTuple):
    """A package that is to be installed: from an index, or from a file that was named."""

    source: str
    packed: Packed
    pinned: bool = False  # whether it was asked for by its version


def chosen(name: str, index: PackageIndex) -> IndexEntry:
    """The newest version of `NAME`, or the one of `NAME@VERSION`, in an index; the command ends if none."""
    from tilewright.dsl.packages.ranges import fits
    from tilewright.dsl.problems.suggest import nearest
    from tilewright.dsl.version import ENGINE

    plain, _, version = name.partition("@")
    there = index.of(plain)
    if not there:
        near = nearest(plain, {one.id for one in index.entries})
        raise click.ClickException(f"there is no `{plain}` in {index.place}{f'; {near}' if near else ''}")
    if version:
        there = [one for one in there if one.version == version]
        if not there:
            known = ", ".join(one.version for one in index.of(plain))
            raise click.ClickException(f"there is no `{plain}` {version} in {index.place}; there is {known}")
        return there[0]
    for one in there:
        if fits(ENGINE, one.read().engine):
            return one
    wanted = there[0].read().engine
    raise click.ClickException(f"`{plain}` {there[0].version} is for Tilewright {wanted}; this is {ENGINE}")


def with_needs(
    first: IndexEntry | Packed, index: PackageIndex, source: str, pinned: bool = False
) -> list[WantedPackage]:
    """A package, and of what it needs whatever is neither installed nor comes with Tilewright; the command
    ends if they do not go together. What is nowhere is only said: it may lie beside the game.
    """
    from tilewright.dsl.packages.resolving import Candidate, resolved
    from tilewright.dsl.problems import codes

    manifest = first.read() if isinstance(first, IndexEntry) else first.manifest
    main = Candidate(manifest.id, manifest.version, Path(), manifest)
    found = resolved(main, (), lambda name: _candidates(name, main, index))
    for problem in found.problems:
        if problem.code != codes.UNKNOWN_PACKAGE.code:
            raise click.ClickException(f"`{main.name}` cannot be installed: {problem.message}.")
        where = f"neither installed nor in {index.place}" if index.place else "not installed"
        say(f"`{main.name}` needs `{problem.name}`, which is {where}.", err=True)
    by_file = {one.file: one for one in index.entries}
    needed = [by_file[one.root.name] for one in found.order if one.far and one.root is not None]
    wanted = [WantedPackage(index.place, _taken(index, one)) for one in needed]
    own = (
        WantedPackage(index.place, _taken(index, first), pinned)
        if isinstance(first, IndexEntry)
        else WantedPackage(source, first)
    )
    return [*wanted, own]


def install_all(wanted: Sequence[WantedPackage], new_key: bool = False) -> None:
    """Install packages, all or, if one of them is refused, none; the command ends then."""
    from tilewright.dsl.packages import store
    from tilewright.dsl.packages.archive import BadArchive
    from tilewright.dsl.packages.signatures import shown

    try:
        for one in wanted:
            store.look_at(one.packed, new_key)
        for one in wanted:
            manifest, trusted = one.packed.manifest, store.known_key(one.packed.manifest.id)
            store.install(one.packed, one.source, new_key, one.pinned)
            signed = f", signed with the key {shown(one.packed.key)}" if one.packed.key else ", not signed"
            new = one.packed.key and trusted != one.packed.key
            first = ", which is trusted for it from now on" if new else ""
            say(f"{manifest.id} {manifest.version}, {manifest.title}{signed}{first}")
    except BadArchive as error:
        raise click.ClickException(f"{error.why}. Nothing was installed.") from None
    except OSError as error:
        raise click.ClickException(
            f"it cannot be installed: {str(error.strerror or error).lower()}"
        ) from None


def _taken(index: PackageIndex, entry: IndexEntry) -> Packed:
    from tilewright.dsl.packages.archive import BadArchive

    try:
        return take(index, entry)
    except BadArchive as error:
        raise click.ClickException(f"{entry.file} is refused: {error.why}. Nothing was installed.") from None
    except OSError as error:
        why = str(error.strerror or error)
        raise click.ClickException(f"{entry.file} cannot be read: {why}. Nothing was installed.") from None


def _candidates(name: str, main: Candidate, index: PackageIndex) -> list[Candidate]:
    """What may serve as a package of a name. What an index has under a name that comes with Tilewright is
    taken only if somebody asks for it by that name.
    """
    from tilewright.dsl.packages.library import shipped
    from tilewright.dsl.packages.package import manifest_at
    from tilewright.dsl.packages.resolving import Candidate
    from tilewright.dsl.packages.store import installed

    near = [one.root for one in installed()] + ([shipped()[name]] if name in shipped() else [])
    found = []
    for root in near:
        manifest = manifest_at(root)
        if manifest is not None:
            found.append(Candidate(manifest.id, manifest.version, root, manifest))
    if name not in shipped():
        for one in index.entries:
            if one.id == name or ("provides" in one.manifest and name in one.manifest):
                manifest = one.read()
                found.append(Candidate(one.id, one.version, Path(one.file), manifest, far=True))
    served = []
    for there in found:
        given = next((given for given in there.manifest.provides if given.id == name), None)
        if there.name == name and name != main.name:
            served.append(there)
        elif given is not None:
            served.append(there._replace(name=name, version=given.range or there.version))
    return served
