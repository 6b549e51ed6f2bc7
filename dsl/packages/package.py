"""A folder on disk → package: the compiler's only disk access.

A package is a folder with a `package.yaml` and every `.wright` file below it; a single `.wright` file will
do, too. What it uses lies beside it or is shipped with Tilewright. Nothing outside of these folders is read.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..problems.suggest import nearest
from ..source import NOWHERE, Source, first_word
from . import store
from .copies import other_copies
from .library import SUFFIX, beside, home_of, id_of, is_file, shipped, sources_in, walk
from .manifest import NAME, Manifest
from .package_reading import MAX_FILES, PackageFiles, PackageReading, neighbours, of_the_game
from .ranges import newest_first
from .resolving import Candidate, resolved
from .source_file import beginning, few_enough, top


class Package(NamedTuple):
    """What the compiler reads: sources, and texts in other languages, in the order in which they count.

    A source's path begins with the id of its package, so that a compiled program does not depend on where its
    package lies; `places` has the file for each of them.
    """

    id: str
    title: str
    version: str
    path: Path
    manifest: Manifest
    sources: tuple[Source, ...]
    uses: tuple[Manifest, ...] = ()
    mods: tuple[Manifest, ...] = ()
    places: Mapping[str, Path] = MappingProxyType({})
    catalogues: tuple[Source, ...] = ()
    incomplete: bool = False  # what it uses is not known, or not all there: names may be missing
    manifests: tuple[Source, ...] = ()  # every package.yaml as it was read, for messages
    art: Mapping[str, Path] = MappingProxyType({})  # files that looks can name, as `castle/axe.png`


_MISSING = frozenset(
    code.code
    for code in (
        codes.BAD_YAML,
        codes.UNKNOWN_PACKAGE,
        codes.RECURSIVE_PACKAGE,
        codes.PACKAGE_TOO_LARGE,
        codes.UNREADABLE,
        codes.LINK_OUT,
        codes.NOT_TEXT,
    )
)


def _leaves_out(problem: Diagnostic) -> bool:
    """Whether sources are missing because of a problem: a file, or a package that is used."""
    if problem.code in (codes.BAD_ENTRY.code, codes.MISSING_ENTRY.code):
        return problem.name.startswith("uses")
    if problem.code == codes.UNKNOWN_ENTRY.code:  # `uses` written otherwise, perhaps, or an entry below it
        return problem.name.startswith("uses") or problem.expected in ("uses", "")
    return problem.code in _MISSING


def read_package(
    path: Path | str, mods: Sequence[Path | str] = ()
) -> tuple[Package | None, list[Diagnostic]]:
    """Read a package after all that it uses, then the mods; None if nothing is there."""
    root = Path(path)
    if not os.path.exists(root):
        what = "file" if root.suffix == SUFFIX else "folder"
        return None, [codes.NO_PACKAGE.at(NOWHERE, what=what, name=str(path))]
    if not os.path.isdir(root) and not is_file(root):
        why = f"it is neither a folder nor a {SUFFIX} file, nor a packed package"
        return None, [codes.UNREADABLE.at(top(root.name), why=why)]
    reading = PackageReading()
    home = reading.root_of(root)
    if home is None:
        return None, reading.problems
    main = reading.candidate(home)
    reading.library.folders += _around(root, home)
    named, wanted = reading.named(main, mods)
    is_mod = bool(mods) and _is_mod(main)
    found = resolved(main, named, reading.library.find, wanted=wanted, first=not is_mod)
    reading.problems += found.problems
    reading.problems += other_copies(found.order, reading.by_path, partial(_called_alike, main, reading))
    read = {one.name: reading.read(one) for one in found.order}
    of_main = _used_by(main.name, read)
    again = (of_main - {main.name}) & {*wanted, *(one.name for one in named)}
    reading.problems += map(of_the_game, again)
    order = list(read.values())
    catalogues, large = few_enough(source for one in order for source in one.catalogues)
    reading.problems += large
    package = Package(
        main.manifest.id,
        main.manifest.title,
        main.manifest.version,
        read[main.name].root,
        main.manifest,
        tuple(source for one in order for source in one.sources),
        tuple(one.manifest for name, one in read.items() if name in of_main and name != main.name),
        tuple(one.manifest for name, one in read.items() if name not in of_main),
        reading.places,
        catalogues,
        any(map(_leaves_out, reading.problems)),
        tuple(reading.manifests),
        reading.art,
    )
    return package, sorted(reading.problems)


def _called_alike(main: Candidate, reading: PackageReading, name: str) -> list[Candidate]:
    """What goes by a name; by that of the package that is read only if it was found by its name itself."""
    if name != main.name:
        return reading.library.find(name)
    by_name = main.root is not None and (store.holds(main.root) or main.root == shipped().get(name))
    return [reading.candidate(other) for other in packages_named(name)] if by_name else []


def _used_by(name: str, read: Mapping[str, PackageFiles]) -> set[str]:
    """A package and all that it uses, near or far."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        one = waiting.pop()
        if one not in found and one in read:
            found.add(one)
            waiting += (use.id for use in read[one].manifest.uses)
    return found


def _around(path: Path, home: Path) -> list[Path]:
    """The folders in which the mods of a game are looked for: it is named by a path, and lies in its home."""
    return [home / "mods", *neighbours(path if store.is_packed(path) else home)]


def _is_mod(main: Candidate) -> bool:
    """Whether the package that is played or checked is a mod: it then has no place before the others."""
    assert main.root is not None
    if not os.path.isdir(main.root):
        return first_word(beginning(main.root, main.root, 4_000)) == "mod"
    paths = islice(sources_in(main.root), MAX_FILES)
    return any(first_word(beginning(path, main.root, 4_000)) == "mod" for path in paths)


def find_package(name: str) -> tuple[Path, str | None] | None:
    """The package that `GAME` or `GAME/MISSION` means, by path or shipped name, and the mission."""
    head, _, tail = name.rstrip("/").rpartition("/")
    for game, mission in ((name.rstrip("/"), None), (head, tail)):
        found = _package_at(game)
        if found is not None:
            return found, mission or None
    return None


def package_called(name: str) -> Path | None:
    """The package of this id: the present folder, one of those in it, or one that comes with Tilewright.

    For names that a stranger wrote: it is never a path.
    """
    here = Path()
    if name and id_of(here) == name:
        return here
    return beside(here, name) or package_named(name)


def packages_named(name: str) -> list[Path]:
    """The packages of this name that are installed, in every version, and the one that comes with Tilewright;
    the newest first.
    """
    own = shipped().get(name)
    found = [(newest_first(version_at(own) or ""), own)] if own is not None else []
    found += [(newest_first(one.version), one.root) for one in store.installed() if one.id == name]
    return [root for _, root in sorted(found, key=lambda one: one[0])]


def package_named(name: str) -> Path | None:
    """The newest package of this name that is installed, or comes with Tilewright."""
    return next(iter(packages_named(name)), None)


def mods_called(name: str, game: Path) -> list[Candidate]:
    """All packages of this id that can be found for a game, in whatever version, near ones first.

    For names that a stranger wrote: they are never paths.
    """
    reading = PackageReading()
    home = reading.root_of(game)
    reading.library.folders += _around(game, home) if home is not None else []
    return [one for one in reading.library.find(name) if not one.provided]


def id_at(path: Path) -> str:
    """The id of the package at a path; empty if there is none."""
    reading = PackageReading()
    home = reading.root_of(path)
    return "" if home is None else reading.candidate(home).name


def version_at(path: Path) -> str | None:
    """The version of the package at a path; None if there is none."""
    if not os.path.lexists(path / NAME) and not is_file(path):
        return None
    reading = PackageReading()
    root = reading.root_of(path)
    return None if root is None else reading.candidate(root).version


def manifest_at(path: Path) -> Manifest | None:
    """What the package in a folder says of itself; None if there is none."""
    return PackageReading().candidate(path).manifest if os.path.lexists(path / NAME) else None


def packages_below(path: Path | str) -> list[Path]:
    """The package at a path, or all packages in the folders below it."""
    root = Path(path)
    if not os.path.isdir(root) or os.path.lexists(root / NAME):
        return [root]
    return [Path(folder) for folder, _, names in walk(root) if NAME in names] or [root]


def similar(name: str) -> str:
    """` did you mean …?` for the name of a package that is not there."""
    return nearest(name.partition("/")[0], shipped())


def _package_at(name: str) -> Path | None:
    if not name:
        return None
    path = Path(name)
    if os.path.lexists(path / NAME) or is_file(path):
        return home_of(path)
    return package_named(name)
