"""One version of a package found in two places with different files: the author is told which one is read."""

from __future__ import annotations

import filecmp
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path

from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .library import sources_in
from .manifest import NAME
from .resolving import Candidate
from .source_file import top


def other_copies(
    order: Iterable[Candidate], by_path: Collection[Path], called: Callable[[str], Iterable[Candidate]]
) -> Iterator[Diagnostic]:
    """What is wrong with packages that are read: those that were called by their names, and not by a path,
    where the same version is there again with other files.
    """
    for one in order:
        for other in called(one.name) if one.root not in by_path and not one.provided else ():
            assert one.root is not None and other.root is not None
            if other.version == one.version and not other.provided and _differ(one.root, other.root):
                yield codes.OTHER_COPY.at(
                    top(f"{one.name}/{NAME}"),
                    name=one.name,
                    version=one.version,
                    used=str(one.root),
                    other=str(other.root),
                )


def _differ(one: Path, other: Path) -> bool:
    """Whether two folders hold packages with other sources or texts."""
    names, others = (
        {path.relative_to(root) for path in (root / NAME, *sources_in(root), *root.glob("texts/*.yaml"))}
        for root in (one, other)
    )
    return names != others or not all(filecmp.cmp(one / name, other / name, shallow=False) for name in names)
