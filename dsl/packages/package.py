"""A folder on disk → package: the compiler's only disk access.

A package is a folder with a `package.yaml` and every `.wright` file below it; a single `.wright` file will
do, too. What it uses lies beside it or is shipped with Tilewright. Nothing outside of these folders is read.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..problems.suggest import nearest
from ..reading.characters import in_name
from ..reading.parse_cache import kept
from ..source import NOWHERE, Source, Span
from ..version import ENGINE
from .manifest import NAME, Manifest, Requirement, plain_id, read_manifest
from .source_file import MAX_SIZE, beginning, read_text, top

SUFFIX = ".wright"
TEXTS = "texts"
MAX_FILES = 500
MAX_CHAIN = 20
"""Packages in a row, each of which uses the next."""

_ID = re.compile(r"^id: *[\"']?([a-z0-9_]+)", re.MULTILINE)
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
    if not os.path.isdir(root) and not _is_file(root):
        why = f"it is neither a folder nor a {SUFFIX} file"
        return None, [codes.UNREADABLE.at(top(root.name), why=why)]
    reading = _PackageReading()
    main = reading.read(_home(root))
    applied = [reading.read_mod(mod, main) for mod in mods]
    last = [one for one in applied if one is not None]
    order = reading.order
    package = Package(
        main.manifest.id,
        main.manifest.title,
        main.manifest.version,
        main.root,
        main.manifest,
        tuple(source for one in order for source in one.sources),
        tuple(one.manifest for one in order if one is not main and one not in last),
        tuple(one.manifest for one in last),
        reading.places,
        tuple(source for one in order for source in one.catalogues),
        any(map(_leaves_out, reading.problems)),
        tuple(reading.manifests),
    )
    return package, sorted(reading.problems)


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
    if name and _id_of(here) == name:
        return here
    return _beside(here, name) or shipped().get(name)


def packages_below(path: Path | str) -> list[Path]:
    """The package at a path, or all packages in the folders below it."""
    root = Path(path)
    if not os.path.isdir(root) or os.path.lexists(root / NAME):
        return [root]
    return [Path(folder) for folder, _, names in _walk(root) if NAME in names] or [root]


@cache
def shipped() -> dict[str, Path]:
    """The packages that come with Tilewright: by their folder such as `learn/1_first_card`, and by id."""
    from importlib.resources import files

    root = Path(str(files("tilewright.scenarios")))
    found: dict[str, Path] = {}
    for folder in (Path(folder) for folder, _, names in _walk(root) if NAME in names):
        found[folder.relative_to(root).as_posix()] = folder
        found.setdefault(_id_of(folder), folder)
    return found


def similar(name: str) -> str:
    """` did you mean …?` for the name of a package that is not there."""
    return nearest(name.partition("/")[0], shipped())


# ------------------------------------------------------------------ one package after another


class _Read(NamedTuple):
    """One folder as read."""

    root: Path
    manifest: Manifest
    sources: tuple[Source, ...]
    catalogues: tuple[Source, ...]


@dataclass(slots=True)
class _PackageReading:
    """Packages read so far, what they use before them."""

    order: list[_Read] = field(default_factory=list)
    known: dict[str, _Read] = field(default_factory=dict)
    places: dict[str, Path] = field(default_factory=dict)
    manifests: list[Source] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)

    def read(self, root: Path, chain: tuple[str, ...] = ()) -> _Read:
        manifest = self._manifest(root)
        for use in manifest.uses:
            self._use(use, root, (*chain, manifest.id))
        read = _Read(
            root,
            manifest,
            tuple(self._sources(root, manifest.id)),
            tuple(self._catalogues(root, manifest.id)),
        )
        self.order.append(read)
        self.known[manifest.id] = read
        return read

    def read_mod(self, mod: Path | str, main: _Read) -> _Read | None:
        """Read a mod by path, or by name: in the game's folder `mods`, beside the game, or shipped."""
        path = Path(mod)
        if not os.path.isdir(path) and not _is_file(path):
            name = str(mod)
            near = _beside(main.root / "mods", name) or _beside(main.root.parent, name)
            named = near or shipped().get(name)
            if named is None:
                self.problems.append(codes.NO_PACKAGE.at(NOWHERE, what="mod", name=name))
                return None
            path = named
        root = _home(path)
        known = self.known.get(_id_of(root) if os.path.isdir(root) else plain_id(root.stem))
        if known is not None:
            self.problems.append(self._named_again(root, known, main))
            return None
        return self.read(root)

    def _named_again(self, root: Path, known: _Read, main: _Read) -> Diagnostic:
        """What is said of a mod whose id is that of a package read before."""
        name = known.manifest.id
        if known.root.resolve() != root.resolve():
            return codes.MOD_TWICE.at(
                top(f"{name}/{NAME}"),
                message=f"two packages are called `{name}`, here and in `{root}`",
                proposal="give one of them another `id:`",
            )
        use, later = next(
            ((use, one) for one in self.order for use in one.manifest.uses if use.id == name),
            (None, main),
        )
        if use is not None and self.order.index(later) > self.order.index(main):
            return codes.MOD_ORDER.at(use.span, later=later.manifest.id, name=name)
        if use is not None or known is main:
            return codes.MOD_TWICE.at(
                top(f"{name}/{NAME}"),
                message=f"`{name}` belongs to the game, and cannot be a mod for it as well",
                proposal=f"leave out `--mod {name}`",
            )
        return codes.MOD_TWICE.at(
            top(f"{name}/{NAME}"), message=f"the mod `{name}` is named twice", proposal="name it once"
        )

    def _use(self, use: Requirement, root: Path, chain: tuple[str, ...]) -> None:
        if use.id in chain:
            circle = " uses ".join(f"`{name}`" for name in (*chain[chain.index(use.id) :], use.id))
            self.problems.append(codes.RECURSIVE_PACKAGE.at(use.span, chain=circle))
            return
        if len(chain) >= MAX_CHAIN:
            self.problems.append(
                codes.PACKAGE_TOO_LARGE.at(
                    use.span,
                    size=f"more than {MAX_CHAIN} packages below it, each of which uses the next",
                    limit=MAX_CHAIN,
                )
            )
            return
        if use.id not in self.known:
            folder = _beside(root.parent, use.id) or shipped().get(use.id)
            if folder is None:
                near = nearest(use.id, shipped()) or None
                self.problems.append(codes.UNKNOWN_PACKAGE.at(use.span, name=use.id, help=near))
                return
            self.read(folder, chain)
        version = self.known[use.id].manifest.version
        if not _fits(version, use.range):
            problem = codes.WRONG_VERSION.at(use.span, name=use.id, range=use.range, version=version)
            self.problems.append(problem)

    def _manifest(self, root: Path) -> Manifest:
        if os.path.isfile(root):
            return self._manifest_of_file(root)
        file = root / NAME
        folder = root.resolve().name
        if not os.path.lexists(file):
            self.problems.append(codes.NO_PACKAGE.at(NOWHERE, what="file", name=str(file)))
            return Manifest(plain_id(folder), folder)
        shown = f"{_id_of(root) or plain_id(folder)}/{NAME}"
        text = self._text(file, shown, root)
        if text is None:
            return Manifest(plain_id(folder), folder)
        self.manifests.append(Source(shown, text))
        # To read a few lines of YAML takes longer than to check a small game.
        manifest, problems = kept(
            "manifest",
            tuple[Manifest, list[Diagnostic]],
            (text, shown, folder),
            lambda: read_manifest(text, shown, folder),
        )
        if not _fits(ENGINE, manifest.engine):
            problem = codes.WRONG_ENGINE.at(manifest.engine_span, range=manifest.engine, version=ENGINE)
            problems.append(problem)
        self.problems += problems
        return manifest

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
        paths = {f"{package}/{path.relative_to(root).as_posix()}": path for path in _files(root)}
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


# ------------------------------------------------------------------ where packages lie


def _files(root: Path) -> Iterator[Path]:
    """Every source below a folder that is not in a package of its own."""
    for folder, below, names in _walk(root):
        if NAME in names and Path(folder) != root:
            below.clear()
            continue
        yield from (Path(folder, name) for name in names if name.endswith(SUFFIX) and name != SUFFIX)


def _is_file(path: Path) -> bool:
    """Whether a file may stand for a package: not one of another sort, also if a link gives it a new name."""
    if not os.path.isfile(path):
        return False
    return path.name == NAME or path.suffix == Path(os.path.realpath(path)).suffix == SUFFIX


def _home(path: Path) -> Path:
    """The folder of the package that a file belongs to; a file without a package stands for itself."""
    if path.name == NAME:
        return path.parent
    if os.path.isfile(path):
        return next((one for one in list(path.parents)[:4] if os.path.isfile(one / NAME)), path)
    return path


def _package_at(name: str) -> Path | None:
    if not name:
        return None
    path = Path(name)
    if os.path.lexists(path / NAME) or _is_file(path):
        return _home(path)
    return shipped().get(name)


def _beside(folder: Path, name: str) -> Path | None:
    """The package of this id among the folders in a folder."""
    if not re.fullmatch(r"[a-z0-9_]+", name) or not os.path.isdir(folder):
        return None
    if _id_of(folder / name) == name:
        return folder / name
    try:
        others = sorted(folder.iterdir())
    except OSError:  # one may go into it, and not look around
        return None
    return next((found for found in others if _id_of(found) == name), None)


def _id_of(folder: Path) -> str:
    """The id in a folder's package.yaml, else its own name; read in haste, for finding packages only."""
    start = beginning(folder / NAME, folder, 8_000)
    found = _ID.search(start)
    return found.group(1) if found else plain_id(folder.resolve().name) if start else ""


def _walk(root: Path) -> Iterator[tuple[str, list[str], list[str]]]:
    """`os.walk` in a fixed order, without hidden folders and without following links."""
    for folder, below, names in os.walk(root, followlinks=False):
        below[:] = sorted(name for name in below if not name.startswith((".", "__")))
        yield folder, below, sorted(names)


_PLAIN_RANGE = re.compile(r"(>=|<=|<|>) *(\d+(?:\.\d+)*)")


def _in_range(version: str, sign: str, limit: str) -> bool:
    """`0.2.1` against `>=0.2`: most ranges need no library."""
    left, right = ([int(part) for part in text[:200].split(".")] for text in (version, limit))
    length = max(len(left), len(right))
    left += [0] * (length - len(left))
    right += [0] * (length - len(right))
    return {">=": left >= right, "<=": left <= right, "<": left < right, ">": left > right}[sign]


def _fits(version: str, wanted: str) -> bool:
    """Whether a version is in a range; a bad range or version has been reported already, and fits."""
    if not wanted:
        return True
    plain = [_PLAIN_RANGE.fullmatch(one.strip()) for one in wanted.split(",")]
    if re.fullmatch(r"\d+(\.\d+)*", version) and all(plain):
        return all(_in_range(version, one[1], one[2]) for one in plain if one is not None)
    from packaging.specifiers import InvalidSpecifier, SpecifierSet
    from packaging.version import InvalidVersion, Version

    try:
        return SpecifierSet(wanted).contains(Version(version.partition("-")[0]), prereleases=True)
    except (InvalidSpecifier, InvalidVersion):
        return True


def _span(path: str, text: str, start: int) -> Span:
    line = text.count("\n", 0, start) + 1
    column = start - text.rfind("\n", 0, start)
    end = re.compile(r"\w*").match(text, start)
    return Span(path, line, column, line, column + len(end.group() if end else ""))
