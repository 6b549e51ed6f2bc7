"""Versions in headers of files that are unlike those of their packages: only `package.yaml` counts."""

import re
from collections.abc import Iterable, Iterator

from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..source import Span, package_of, rows_of
from .package import Package

_WRITTEN = re.compile(r"\s*version:\s*\"?([^\s\"#]+)")


def other_versions(package: Package, entries: Iterable[Span]) -> Iterator[Diagnostic]:
    """Each `version:` of a header, by its place, that is not the version of the package it belongs to.

    A file without a `package.yaml` is a package of its own, and its header says the version.
    """
    declared = {one.id: one.version for one in (package.manifest, *package.uses, *package.mods)}
    lines = {source.path: source.text for source in package.sources}
    with_manifest = {package_of(source.path) for source in package.manifests}
    for span in entries:
        home = package_of(span.file)
        written = _WRITTEN.match(rows_of(lines[span.file])[span.line - 1])
        if home in with_manifest and written is not None and written[1] != declared.get(home):
            yield codes.OTHER_VERSION.at(span, found=written[1], expected=str(declared.get(home)))
