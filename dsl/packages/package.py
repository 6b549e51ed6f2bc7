"""A folder on disk → package: the compiler's only disk access.

A package is a folder with a `package.yaml` and every `.wright` file below it; a single `.wright` file will
do, too. What it uses lies beside it or is shipped with Tilewright. Nothing outside of these folders is read.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from tilewright.schemas.art import FOLDER

from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..problems.suggest import nearest
from ..reading.characters import in_name
from ..reading.parse_cache import kept
from ..source import NOWHERE, Source, Span, first_word
from ..version import ENGINE
from . import store
from .archive import BadArchive
from .art import art_in
from .copies import other_copies
from .library import SUFFIX, Library, beside, home_of, id_of, is_file, is_path, sources_in, walk
from .manifest import NAME, Manifest, Requirement, plain_id, read_manifest
from .ranges import fits, newest_first
from .resolving import Candidate, resolved
from .source_file import MAX_SIZE, beginning, read_text, top

TEXTS = "texts"
MAX_FILES = 500

_USE = re.compile(r"^use +([a-z][a-z0-9_]*) *(#.*)?$", re.MULTILINE)


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
    reading = _PackageReading()
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
    reading.problems += map(_of_the_game, again)
    order = list(read.values())
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
        tuple(source for one in order for source in one.catalogues),
        any(map(_leaves_out, reading.problems)),
        tuple(reading.manifests),
        reading.art,
    )
    return package, sorted(reading.problems)


def _called_alike(main: Candidate, reading: _PackageReading, name: str) -> list[Candidate]:
    """What goes by a name; by that of the package that is read only if it was found by its name itself."""
    if name != main.name:
        return reading.library.find(name)
    by_name = main.root is not None and (store.holds(main.root) or main.root == shipped().get(name))
    return [reading.candidate(other) for other in packages_named(name)] if by_name else []


def _used_by(name: str, read: Mapping[str, _Read]) -> set[str]:
    """A package and all that it uses, near or far."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        one = waiting.pop()
        if one not in found and one in read:
            found.add(one)
            waiting += (use.id for use in read[one].manifest.uses)
    return found


def _beside(root: Path) -> list[Path]:
    """The folder in which others may lie beside a package; none for what is unpacked: its neighbours are
    strangers.
    """
    return [] if store.holds(root) else [root.parent]


def _around(path: Path, home: Path) -> list[Path]:
    """The folders in which the mods of a game are looked for: it is named by a path, and lies in its home."""
    return [home / "mods", *_beside(path if store.is_packed(path) else home)]


def _of_the_game(name: str) -> Diagnostic:
    return codes.MOD_TWICE.at(
        top(f"{name}/{NAME}"),
        message=f"`{name}` belongs to the game, and cannot be a mod for it as well",
        proposal=f"leave out `--mod {name}`",
    )


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
    reading = _PackageReading()
    home = reading.root_of(game)
    reading.library.folders += _around(game, home) if home is not None else []
    return [one for one in reading.library.find(name) if not one.provided]


def id_at(path: Path) -> str:
    """The id of the package at a path; empty if there is none."""
    reading = _PackageReading()
    home = reading.root_of(path)
    return "" if home is None else reading.candidate(home).name


def version_at(path: Path) -> str | None:
    """The version of the package at a path; None if there is none."""
    if not os.path.lexists(path / NAME) and not is_file(path):
        return None
    reading = _PackageReading()
    root = reading.root_of(path)
    return None if root is None else reading.candidate(root).version


def manifest_at(path: Path) -> Manifest | None:
    """What the package in a folder says of itself; None if there is none."""
    return _PackageReading().candidate(path).manifest if os.path.lexists(path / NAME) else None


def packages_below(path: Path | str) -> list[Path]:
    """The package at a path, or all packages in the folders below it."""
    root = Path(path)
    if not os.path.isdir(root) or os.path.lexists(root / NAME):
        return [root]
    return [Path(folder) for folder, _, names in walk(root) if NAME in names] or [root]


@cache
def shipped() -> dict[str, Path]:
    """The packages that come with Tilewright: by their folder such as `learn/1_first_card`, and by id."""
    from importlib.resources import files

    root = Path(str(files("tilewright.scenarios")))
    found: dict[str, Path] = {}
    for folder in (Path(folder) for folder, _, names in walk(root) if NAME in names):
        found[folder.relative_to(root).as_posix()] = folder
        found.setdefault(id_of(folder), folder)
    return found


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


# ------------------------------------------------------------------ one package after another


class _Read(NamedTuple):
    """One folder as read."""

    root: Path
    manifest: Manifest
    sources: tuple[Source, ...]
    catalogues: tuple[Source, ...]


class _Loaded(NamedTuple):
    """The manifest of a package as read, and what is wrong with it."""

    manifest: Manifest
    source: Source | None
    problems: list[Diagnostic]


@dataclass(slots=True)
class _PackageReading:
    """Manifests looked at and packages read so far."""

    places: dict[str, Path] = field(default_factory=dict)
    manifests: list[Source] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)
    art: dict[str, Path] = field(default_factory=dict)
    loaded: dict[Path, _Loaded] = field(default_factory=dict)
    by_path: set[Path] = field(default_factory=set)  # mods that were named by a path, and nothing else
    library: Library = field(init=False)

    def __post_init__(self) -> None:
        self.library = Library(self.candidate, shipped())

    def candidate(self, root: Path, far: bool = False) -> Candidate:
        """The package at a path, as it describes itself; mistakes in it are reported when it is read."""
        if root not in self.loaded:
            self.loaded[root] = self._load(root)
        manifest = self.loaded[root].manifest
        return Candidate(manifest.id, manifest.version, root, manifest, far)

    def read(self, one: Candidate) -> _Read:
        """Read the files of a package."""
        root = one.root
        assert root is not None
        loaded = self.loaded[root]
        self.problems += loaded.problems
        if loaded.source is not None:
            self.manifests.append(loaded.source)
            self.places[loaded.source.path] = root / NAME
        elif os.path.isdir(root):
            self.places[f"{id_of(root) or plain_id(root.resolve().name)}/{NAME}"] = root / NAME
        name = one.manifest.id
        for path in art_in(root):
            inner = path.relative_to(root / FOLDER).as_posix()
            self.art[f"{name}/{inner}"] = self.places[f"{name}/{FOLDER}/{inner}"] = path
        return _Read(
            root, one.manifest, tuple(self._sources(root, name)), tuple(self._catalogues(root, name))
        )

    def named(self, main: Candidate, mods: Sequence[Path | str]) -> tuple[list[Candidate], list[str]]:
        """Mods that are named by a path; and the names of those that have to be looked for. Each once."""
        roots: list[Path] = []
        wanted: list[str] = []
        for mod in mods:
            path = Path(mod)
            if os.path.isdir(path) or is_file(path):
                here = [root for root in [self.root_of(path)] if root is not None]
                roots += here
                self.by_path |= {*(here if is_path(str(mod)) else ())}
            elif "/" in str(mod) and str(mod) in shipped():
                roots.append(shipped()[str(mod)])
            else:
                wanted.append(str(mod))
        self.library.folders += dict.fromkeys(folder for root in roots for folder in _beside(root))
        found: dict[str, Candidate] = {}
        fixed = [*map(self.candidate, roots), *self._called(name for name in wanted if "@" in name)]
        for one in (*fixed, *self._called(name for name in wanted if "@" not in name)):
            known = main if one.name == main.name else found.setdefault(one.name, one)
            if known is not one:
                self.problems.append(_named_again(one, known, main))
        return (
            [one for one in found.values() if one in fixed],
            [one.name for one in found.values() if one not in fixed],
        )

    def _called(self, names: Iterable[str]) -> Iterator[Candidate]:
        """For each name the nearest package: of an id in whatever version, or as `ID@VERSION`; that there is
        none is told.
        """
        for name in names:
            called, _, version = name.partition("@")
            there = [one for one in self.library.find(called) if not one.provided]
            found = next((one for one in there if version in ("", one.version)), None)
            if found is not None:
                yield found
                continue
            versions = ", ".join(dict.fromkeys(one.version for one in there))
            help_ = f"there is {versions}" if versions else nearest(called, self.library.names()) or None
            self.problems.append(codes.NO_PACKAGE.at(NOWHERE, what="mod", name=name, help=help_))

    def root_of(self, path: Path) -> Path | None:
        """The folder of the package at a path: of a packed one where it is unpacked, if nothing is wrong."""
        if not store.is_packed(path):
            return home_of(path)
        try:
            return store.unpacked(path)
        except BadArchive as error:
            code = codes.OTHER_KEY if isinstance(error, store.OtherKey) else codes.BAD_ARCHIVE
            self.problems.append(code.at(top(path.name), name=path.name, why=error.why))
        except OSError as error:
            why = error.strerror or str(error)
            self.problems.append(codes.UNREADABLE.at(top(path.name), why=why[:1].lower() + why[1:]))
        return None

    def _load(self, root: Path) -> _Loaded:
        if os.path.isfile(root):
            return _Loaded(self._manifest_of_file(root), None, [])
        file = root / NAME
        folder = root.resolve().name
        plain = Manifest(plain_id(folder), folder)
        if not os.path.lexists(file):
            return _Loaded(plain, None, [codes.NO_PACKAGE.at(NOWHERE, what="file", name=str(file))])
        shown = f"{id_of(root) or plain_id(folder)}/{NAME}"
        text, problems = read_text(file, shown, root)
        if text is None:
            return _Loaded(plain, None, problems)
        # To read a few lines of YAML takes longer than to check a small game.
        manifest, found = kept(
            "manifest",
            tuple[Manifest, list[Diagnostic]],
            (text, shown, folder),
            lambda: read_manifest(text, shown, folder),
        )
        if not fits(ENGINE, manifest.engine):
            found.append(codes.WRONG_ENGINE.at(manifest.engine_span, range=manifest.engine, version=ENGINE))
        return _Loaded(manifest, Source(shown, text), [*problems, *found])

    def _manifest_of_file(self, file: Path) -> Manifest:
        """A file without a package uses what it says it does, in whatever version there is."""
        text = beginning(file, file, MAX_SIZE)
        uses = (
            Requirement(found[1], "", _span(file.name, text, found.start(1))) for found in _USE.finditer(text)
        )
        return Manifest(plain_id(file.stem), file.stem, uses=tuple(uses))

    def _sources(self, root: Path, package: str) -> Iterator[Source]:
        if os.path.isfile(root):
            yield from self._source(root, root.name, root)
            return
        paths = {f"{package}/{path.relative_to(root).as_posix()}": path for path in sources_in(root)}
        manifest = top(f"{package}/{NAME}")
        if not paths:
            self.problems.append(codes.NO_SOURCES.at(manifest))
        if len(paths) > MAX_FILES:
            problem = codes.PACKAGE_TOO_LARGE.at(manifest, size=f"{len(paths)} files", limit=MAX_FILES)
            self.problems.append(problem)
        size = 0
        for shown in sorted(paths)[:MAX_FILES]:
            with suppress(OSError):
                size += os.stat(paths[shown]).st_size
            if size > MAX_SIZE:
                self.places[shown] = paths[shown]
                large = codes.PACKAGE_TOO_LARGE.at(
                    top(shown), size=f"{size:,} bytes up to this file", limit=f"{MAX_SIZE:,}"
                )
                self.problems.append(large)
                return
            yield from self._source(paths[shown], shown, root)

    def _catalogues(self, root: Path, package: str) -> Iterator[Source]:
        """The files `texts/LANG.yaml`: what the package says in other languages."""
        for path in sorted((root / TEXTS).glob("*.yaml"))[:MAX_FILES] if root.is_dir() else ():
            yield from self._source(path, f"{package}/{TEXTS}/{path.name}", root)

    def _source(self, path: Path, shown: str, root: Path) -> Iterator[Source]:
        self.problems.extend(filter(None, [in_name(shown)]))
        text = self._text(path, shown, root)
        if text is not None:
            yield Source(shown, text)

    def _text(self, path: Path, shown: str, root: Path) -> str | None:
        """A file's text. What is no text, too large or cannot be read is reported."""
        self.places[shown] = path
        text, problems = read_text(path, shown, root)
        self.problems += problems
        return text


def _named_again(one: Candidate, known: Candidate, main: Candidate) -> Diagnostic:
    """What is said of a mod whose id is that of another mod or of the game."""
    assert one.root is not None and known.root is not None
    if known.root.resolve() != one.root.resolve():
        return codes.MOD_TWICE.at(
            top(f"{one.name}/{NAME}"),
            message=f"two packages are called `{one.name}`, here and in `{one.root}`",
            proposal="give one of them another `id:`",
        )
    if known is main:
        return _of_the_game(one.name)
    return codes.MOD_TWICE.at(
        top(f"{one.name}/{NAME}"), message=f"the mod `{one.name}` is named twice", proposal="name it once"
    )


def _span(path: str, text: str, start: int) -> Span:
    line = text.count("\n", 0, start) + 1
    column = start - text.rfind("\n", 0, start)
    end = re.compile(r"\w*").match(text, start)
    return Span(path, line, column, line, column + len(end.group() if end else ""))
