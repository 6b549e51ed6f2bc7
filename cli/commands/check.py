"""Find every mistake in a package.

Of every file, in one run.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

from tilewright.host.terminal import say, say_coloured, say_json

from .. import mod_sets, watching
from ..forms import format_option
from ..seats import mod_options

if TYPE_CHECKING:
    from tilewright.dsl.packages.package import Package
    from tilewright.dsl.problems.diagnostics import Diagnostic

    Checked: TypeAlias = tuple[Package | None, list[Diagnostic]]

MOST_NAMED = 3  # files of one edit


@click.command("check")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@format_option(
    "text shows the source, json is for programs, lines has one line per problem.",
    forms=("text", "json", "lines"),
)
@click.option("--watch", is_flag=True, help="Check again after every edit, until Ctrl+C.")
@mod_options("Check it with a mod; may be repeated.")
def command(paths: tuple[str, ...], form: str, watch: bool, mods: tuple[str, ...]) -> None:
    """Find every mistake in the packages at PATH... and say how to fix it.

    PATH is a package, a folder of packages, a single .wright file, a packed package, or the name of a game
    that is installed or comes with Tilewright. Exits with 1 if there is an error; warnings do not count.
    """
    if watch and form == "json":
        raise click.UsageError(
            "--watch prints one check after another, which is not JSON; use --format lines"
        )
    checked = _tell(paths, form, mods)
    if watch:
        _watch(paths, form, mods, checked)
    elif any(problem.is_error for _, found in checked for problem in found):
        raise click.exceptions.Exit(1)


def _tell(paths: tuple[str, ...], form: str, mods: tuple[str, ...]) -> list[Checked]:
    from tilewright.dsl.problems.render import summary

    checked = list(_once(_check(path, mods) for name in paths for path in packages_at(name)))
    if form == "json":
        _print_json(checked)
    else:
        _print(checked, form)
        problems = [problem for _, found in checked for problem in found]
        files = sum(len(package.sources) for package, _ in checked if package)
        say(f"{summary(problems, files)}.", err=any(problem.is_error for problem in problems))
    return checked


def _watch(paths: tuple[str, ...], form: str, mods: tuple[str, ...], checked: list[Checked]) -> None:
    """Check after each edit. An edit may bring sources from elsewhere: then these are watched as well."""
    before: list[Path] = []
    while before != (folders := _folders(paths, checked)):
        before = folders
        say("Waiting for an edit. Ctrl+C ends this.")
        try:
            for edited in watching.edits(folders):
                say(f"\n{_named(edited)} changed.")
                try:
                    checked = _tell(paths, form, mods)
                except click.UsageError as gone:  # perhaps for a moment, while an editor saves
                    say(gone.message, err=True)
                if _folders(paths, checked) != folders:
                    break
        except KeyboardInterrupt:  # while something was checked
            return
        except OSError as error:
            raise click.ClickException(f"edits cannot be watched here: {error}") from None


def _folders(paths: tuple[str, ...], checked: list[Checked]) -> list[Path]:
    """Those of the packages, and those that were named: a package that cannot be read is watched as well."""
    named = (path if path.is_dir() else path.parent for path in map(Path, paths) if path.exists())
    return watching.folders([package for package, _ in checked if package is not None], named)


def _named(files: list[Path]) -> str:
    names = list(dict.fromkeys(file.name for file in files))
    return ", ".join(names[:MOST_NAMED]) + (" and more" if len(names) > MOST_NAMED else "")


def packages_at(name: str) -> list[Path]:
    from tilewright.dsl.packages.package import package_named, packages_below, similar

    suffixes = (".wright", ".tilewright")
    if os.path.exists(name) and not os.path.isdir(name) and Path(name).suffix not in suffixes:
        raise click.UsageError(f"`{name}` is neither a folder nor a .wright file, nor a packed package")
    if os.path.exists(name):
        return packages_below(name)
    named = package_named(name)
    if named is not None:
        return [named]
    near = similar(name)
    raise click.UsageError(f"there is nothing at `{name}`{f'; {near}' if near else ''}")


def _check(path: Path, mods: tuple[str, ...]) -> Checked:
    from tilewright.dsl.compile import check_package
    from tilewright.dsl.packages.package import read_package
    from tilewright.dsl.problems.suppress import suppress

    package, problems = read_package(path, mods)
    if package is not None:
        mod_sets.tell_changes(package)
    if package is not None and package.sources:
        remarks = (*package.sources, *package.catalogues)
        problems = suppress(sorted(problems + check_package(package)), remarks)
    return package, problems


def _once(checked: Iterable[Checked]) -> Iterator[Checked]:
    """Each problem once: a library, and a game with mods, is read for every package that uses it."""
    met: set[Diagnostic] = set()
    for package, problems in checked:
        yield package, [problem for problem in problems if problem not in met]
        met.update(problems)


def _print(checked: list[Checked], form: str) -> None:
    from tilewright.dsl.problems.render import render_lines, render_text

    for package, problems in checked:
        if form == "lines":
            text = render_lines(problems, package)
        else:
            text = render_text(problems, package, colour=sys.stdout.isatty())
        if text:
            say_coloured(text if form == "lines" else text + "\n")


def _print_json(checked: list[Checked]) -> None:
    from tilewright.dsl.problems.render import as_json

    records = [record for package, problems in checked for record in as_json(problems, package)]
    say_json(records)
