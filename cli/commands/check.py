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

from .. import mod_sets
from ..forms import format_option
from ..seats import mod_options

if TYPE_CHECKING:
    from tilewright.dsl.packages.package import Package
    from tilewright.dsl.problems.diagnostics import Diagnostic

    Checked: TypeAlias = tuple[Package | None, list[Diagnostic]]


@click.command("check")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@format_option(
    "text shows the source, json is for programs, lines has one line per problem.",
    forms=("text", "json", "lines"),
)
@mod_options("Check it with a mod; may be repeated.")
def command(paths: tuple[str, ...], form: str, mods: tuple[str, ...]) -> None:
    """Find every mistake in the packages at PATH... and say how to fix it.

    PATH is a package, a folder of packages, a single .wright file, a packed package, or the name of a game
    that is installed or comes with Tilewright. Exits with 1 if there is an error; warnings do not count.
    """
    from tilewright.dsl.problems.render import summary

    checked = list(_once(_check(path, mods) for name in paths for path in packages_at(name)))
    if form == "json":
        _print_json(checked)
    else:
        _print(checked, form)
        problems = [problem for _, found in checked for problem in found]
        files = sum(len(package.sources) for package, _ in checked if package)
        say(f"{summary(problems, files)}.", err=any(problem.is_error for problem in problems))
    if any(problem.is_error for _, found in checked for problem in found):
        raise click.exceptions.Exit(1)


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
        problems = suppress(sorted(problems + check_package(package)), package.sources)
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
