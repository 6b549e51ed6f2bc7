"""Which packages a program was made of: each with its version and a hash of its files."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..source import Source, package_of

if TYPE_CHECKING:
    from .package import Package


def contents(package: Package) -> list[dict[str, str]]:
    """The game, what it uses, and the mods, each in the order in which it is read."""
    sorts = (("game", (package.manifest,)), ("library", package.uses), ("mod", package.mods))
    files = _files(package)
    return [
        {"id": one.id, "version": one.version, "digest": _digest(files.get(one.id, ())), "as": sort}
        for sort, manifests in sorts
        for one in manifests
    ]


def digest(package: Package, name: str) -> str:
    """A hash of all files of one of its packages."""
    return _digest(_files(package).get(name, ()))


def _files(package: Package) -> dict[str, list[Source]]:
    found: dict[str, list[Source]] = {}
    for source in (*package.manifests, *package.sources, *package.catalogues):
        found.setdefault(package_of(source.path).removesuffix(".wright"), []).append(source)
    return found


def _digest(files: Iterable[Source]) -> str:
    whole = hashlib.sha256()
    for source in files:
        for text in source:
            data = text.encode("utf-8", "surrogatepass")
            whole.update(len(data).to_bytes(8, "big") + data)
    return whole.hexdigest()
