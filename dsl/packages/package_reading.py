"""One package after another: its manifest, its sources and texts, with all that is wrong in them.

Which of them are needed, and in what order they count, is decided in resolving.py and package.py.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tilewright.schemas.art import FOLDER

from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..problems.suggest import nearest
from ..reading.characters import in_name
from ..reading.parse_cache import kept
from ..source import NOWHERE, Source, Span
from ..version import ENGINE
from . import store
from .archive import BadArchive
from .art import art_in
from .library import Library, home_of, id_of, is_file, is_path, shipped, sources_in
from .manifest import NAME, Manifest, Requirement, plain_id, read_manifest
from .ranges import fits
from .resolving import Candidate
from .source_file import MAX_SIZE, beginning, read_text, top

TEXTS = "texts"
MAX_FILES = 500

_USE = re.compile(r"^use +([a-z][a-z0-9_]*) *(#.*)?$", re.MULTILINE)


class PackageFiles(NamedTuple):
    """The files of one package, as read."""

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
class PackageReading:
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

    def read(self, one: Candidate) -> PackageFiles:
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
        return PackageFiles(
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
        self.library.folders += dict.fromkeys(folder for root in roots for folder in neighbours(root))
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
        return of_the_game(one.name)
    return codes.MOD_TWICE.at(
        top(f"{one.name}/{NAME}"), message=f"the mod `{one.name}` is named twice", proposal="name it once"
    )


def _span(path: str, text: str, start: int) -> Span:
    line = text.count("\n", 0, start) + 1
    column = start - text.rfind("\n", 0, start)
    end = re.compile(r"\w*").match(text, start)
    return Span(path, line, column, line, column + len(end.group() if end else ""))


def neighbours(root: Path) -> list[Path]:
    """The folder in which others may lie beside a package; none for what is unpacked: its neighbours are
    strangers.
    """
    return [] if store.holds(root) else [root.parent]


def of_the_game(name: str) -> Diagnostic:
    """A mod that the game uses itself."""
    return codes.MOD_TWICE.at(
        top(f"{name}/{NAME}"),
        message=f"`{name}` belongs to the game, and cannot be a mod for it as well",
        proposal=f"leave out `--mod {name}`",
    )
