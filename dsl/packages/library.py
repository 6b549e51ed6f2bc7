"""Where packages lie: the folders in which they are looked for, and what can be told of them in haste."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from . import store
from .archive import SUFFIX as PACKED
from .manifest import NAME, plain_id
from .resolving import Candidate
from .source_file import beginning

SUFFIX = ".wright"

_ID = re.compile(r"^id: *[\"']?([a-z0-9_]+)", re.MULTILINE)


@dataclass(slots=True)
class Library:
    """Where packages are looked for: in folders, the first one first, among those that are installed, and
    among those that are shipped.
    """

    load: Callable[..., Candidate]
    shipped: Mapping[str, Path]
    folders: list[Path] = field(default_factory=list)
    _installed: dict[str, list[Path]] | None = None
    _within: dict[Path, dict[str, list[Path]]] = field(default_factory=dict)

    def find(self, name: str) -> list[Candidate]:
        """All packages of this id in all versions, and those that provide it; near ones first."""
        if not _IS_ID.fullmatch(name):
            return []
        found: dict[Path, Candidate] = {}
        for folder in dict.fromkeys(self.folders):
            here = self._listed(folder, name)
            for root in dict.fromkeys((*here.get(name, ()), *here.get(PROVIDING, ()))):
                self._offer(found, self.load(root), name)
        if self._installed is None:
            self._installed = _by_id(one.root for one in store.installed())
        far = [*self._installed.get(name, ()), *self._installed.get(PROVIDING, ())]
        far += [self.shipped[name]] if name in self.shipped else []
        for root in dict.fromkeys(far):
            self._offer(found, self.load(root, far=True), name)
        return list(found.values())

    def names(self) -> set[str]:
        """All ids that were met so far, and those that come with Tilewright."""
        near = (name for folder in self._within.values() for name in folder)
        return {*self.shipped, *(self._installed or ()), *near} - {PROVIDING}

    def _offer(self, found: dict[Path, Candidate], one: Candidate, name: str) -> None:
        assert one.root is not None
        provided = next((given for given in one.manifest.provides if given.id == name), None)
        if one.name == name:
            found.setdefault(one.root.resolve(), one)
        elif provided is not None and one.root.resolve() not in found:
            found[one.root.resolve()] = one._replace(name=name, version=provided.range or one.version)

    def _listed(self, folder: Path, name: str) -> dict[str, list[Path]]:
        """The packages in a folder, by id, and those that provide something.

        If nobody may look around there, only the one that is called like its folder.
        """
        if folder not in self._within:
            try:
                roots = sorted(folder.iterdir()) if os.path.isdir(folder) else []
            except OSError:
                return {name: [folder / name] if id_of(folder / name) == name else []}
            self._within[folder] = _by_id(roots)
        return self._within[folder]


def _by_id(roots: Iterable[Path]) -> dict[str, list[Path]]:
    """Packages by their ids, and those that provide something."""
    listed: dict[str, list[Path]] = {}
    for root in roots:
        start = beginning(root / NAME, root, 8_000)
        if start:
            found = _ID.search(start)
            listed.setdefault(found[1] if found else plain_id(root.name), []).append(root)
        if _PROVIDES.search(start):
            listed.setdefault(PROVIDING, []).append(root)
    return listed


PROVIDING = "+"
"""Where packages that provide something are kept among the ids: none is called so."""
_IS_ID = re.compile(r"[a-z0-9_]+")
_PROVIDES = re.compile(r"^provides:", re.MULTILINE)


def sources_in(root: Path) -> Iterator[Path]:
    """Every source below a folder that is not in a package of its own."""
    for folder, below, names in walk(root):
        if NAME in names and Path(folder) != root:
            below.clear()
            continue
        yield from (Path(folder, name) for name in names if name.endswith(SUFFIX) and name != SUFFIX)


def is_file(path: Path) -> bool:
    """Whether a file may stand for a package: not one of another sort, also if a link gives it a new name."""
    if store.is_packed(path):
        return True
    if not os.path.isfile(path):
        return False
    return path.name == NAME or path.suffix == Path(os.path.realpath(path)).suffix == SUFFIX


def is_path(name: str) -> bool:
    """Whether what names a package can only be a path, and not a name that is that of a folder, too."""
    return os.sep in name or "/" in name or name.endswith((SUFFIX, PACKED))


def home_of(path: Path) -> Path:
    """The folder of the package that a file belongs to; a file without a package stands for itself, and so
    does a packed one.
    """
    if os.path.isfile(path) and not store.is_packed(path):
        return next((one for one in list(path.parents)[:4] if os.path.isfile(one / NAME)), path)
    return path


def beside(folder: Path, name: str) -> Path | None:
    """The package of this id among the folders in a folder."""
    if not re.fullmatch(r"[a-z0-9_]+", name) or not os.path.isdir(folder):
        return None
    if id_of(folder / name) == name:
        return folder / name
    try:
        others = sorted(folder.iterdir())
    except OSError:  # one may go into it, and not look around
        return None
    return next((found for found in others if id_of(found) == name), None)


def id_of(folder: Path) -> str:
    """The id in a folder's package.yaml, else its own name; read in haste, for finding packages only."""
    start = beginning(folder / NAME, folder, 8_000)
    found = _ID.search(start)
    return found.group(1) if found else plain_id(folder.resolve().name) if start else ""


def walk(root: Path) -> Iterator[tuple[str, list[str], list[str]]]:
    """`os.walk` in a fixed order, without hidden folders and without following links."""
    for folder, below, names in os.walk(root, followlinks=False):
        below[:] = sorted(name for name in below if not name.startswith((".", "__")))
        yield folder, below, sorted(names)


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
