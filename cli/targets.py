"""Where commands write what people asked for: pictures, films, recordings, ledgers.

What a person names is written there, whichever folders are links of theirs. In a package they may be links
of a stranger's: there nothing is written that would come to lie outside. A file that is a link itself is
never written through (host/files.py).
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.host.files import stays_inside

if TYPE_CHECKING:
    from tilewright.dsl.packages.package import Package


def target(path: Path | None, package: Package | None = None) -> None:
    """End the command if a link leads what is to be written out of a package: of its own, or of any in which
    the path lies.
    """
    if path is None:
        return
    try:
        for folder in (*([package.path] if package else ()), *_packages_around(path)):
            stays_inside(path, folder)
    except OSError as error:
        raise unwritable(path, error) from None


def _packages_around(path: Path) -> list[Path]:
    """The packages in which a path lies by its name, wherever links lead."""
    from tilewright.dsl.packages.manifest import NAME

    return [folder for folder in Path(os.path.abspath(path)).parents if os.path.lexists(folder / NAME)]


def editable(package: Package) -> None:
    """End the command if a package is to be edited that is packed or installed: it stays as its hash says."""
    from tilewright.dsl.packages.store import holds

    if holds(package.path):
        raise click.UsageError(
            f"`{package.id}` is a packed package, which stays as it is: unpack its file with any program for "
            "zips, and name the folder"
        )


def unwritable(path: Path, error: OSError) -> click.UsageError:
    """What a command says that could not write its file."""
    why = error.strerror or str(error)
    return click.UsageError(f"{path} cannot be written: {why[:1].lower()}{why[1:]}")
