"""`tilewright test`: runs the tests that packages contain, and lists what none of them reaches."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from tilewright.dsl.package import Package
    from tilewright.runtime.stories.testing import Result


@dataclass(slots=True)
class Tally:
    """What came of all tests so far."""

    passed: int = 0
    failed: int = 0
    broken: list[str] = field(default_factory=list)  # packages that did not compile

    def count(self, result: Result) -> None:
        if result.passed:
            self.passed += 1
        else:
            self.failed += 1


@click.command("test", short_help="Run the tests that packages contain.")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--filter", "text", metavar="TEXT", help="Only tests with this in title or label.")
@click.option("--cover", is_flag=True, help="List the rules, verbs, cards and settings that no test reaches.")
def command(paths: tuple[str, ...], text: str | None, cover: bool) -> None:
    """Run the tests of the packages at PATH...; each one is saved, loaded and copied at every question.

    PATH is a package, a folder of packages, or the name of a game that comes with Tilewright.
    Ends with 1 if a test fails.
    """
    from .check import packages_at

    tally = Tally()
    for name in paths:
        for path in packages_at(name):
            _package(path, text, cover, tally)
    for broken in tally.broken:
        click.echo(f"{broken} has mistakes; its tests cannot be run.", err=True)
    click.echo(f"{tally.passed} passed, {tally.failed + len(tally.broken)} failed")
    if tally.failed or tally.broken:
        raise click.exceptions.Exit(1)


def _package(path: Path, text: str | None, cover: bool, tally: Tally) -> None:
    from tilewright.dsl.compile import test_programs
    from tilewright.dsl.package import read_package
    from tilewright.dsl.render import render_text

    package, problems = read_package(path)
    programs: list[dict[str, Any]] = []
    if package is not None:
        programs, found = test_programs(package)
        problems = problems + found
    errors = [problem for problem in problems if problem.is_error]
    if package is None or errors:
        click.echo(render_text(errors, package, colour=sys.stdout.isatty()) + "\n")
        tally.broken.append(package.id if package else str(path))
        return
    chosen = [_with_own_tests(program, package, text) for program in programs]
    _run(package, [program for program in chosen if program["tests"]], tally)
    if cover:
        _print_unreached(package, chosen)


def _with_own_tests(program: dict[str, Any], package: Package, text: str | None) -> dict[str, Any]:
    """The program with the tests that this package itself contains, and not those of what it uses."""
    own = [test for test in program["tests"] if program["spans"][test["at"]][0].startswith(f"{package.id}/")]
    wanted = (text or "").casefold()
    fitting = [
        test for test in own if any(wanted in word.casefold() for word in (test["title"], *test["labels"]))
    ]
    return {**program, "tests": fitting}


def _run(package: Package, programs: list[dict[str, Any]], tally: Tally) -> None:
    from tilewright.runtime.stories.testing import run_tests

    before = (tally.passed, tally.failed)
    for program in programs:
        for result in run_tests(program):
            tally.count(result)
            if not result.passed:
                _print_failure(package, program, result)
    passed, failed = tally.passed - before[0], tally.failed - before[1]
    if passed + failed:
        click.echo(f"{package.id}: {passed} passed" + (f", {failed} failed" if failed else ""))


def _print_failure(package: Package, program: dict[str, Any], result: Result) -> None:
    """The line of the story that does not hold, rendered like a mistake in the text."""
    from tilewright.dsl.diagnostics import Diagnostic
    from tilewright.dsl.render import render_text
    from tilewright.dsl.source import NOWHERE, Span

    span = Span(*program["spans"][result.at]) if 0 <= result.at < len(program["spans"]) else NOWHERE
    labels = f" [{', '.join(result.labels)}]" if result.labels else ""
    problem = Diagnostic("test", "error", span, f'"{result.title}"{labels} fails', help=result.message)
    click.echo(
        render_text([problem], package, colour=sys.stdout.isatty()).replace("error[test]", "test", 1) + "\n"
    )


# ------------------------------------------------------------------ what no test reaches


def _print_unreached(package: Package, programs: list[dict[str, Any]]) -> None:
    from tilewright.dsl.compile import compile_package, missions
    from tilewright.runtime.stories.coverage import reached, unreached

    built = (compile_package(package, mission=mission).program for mission in missions(package))
    everything = [*programs, *(program for program in built if program is not None)]
    found = unreached(everything, reached(programs), _tested(package))
    click.echo(f"{package.id}: not reached by any test")
    for sort, names in found.items():
        click.echo(f"  {sort}: {', '.join(names) or 'nothing'}")


def _tested(package: Package) -> list[str]:
    """The packages that the tests are for: a package of nothing but tests is for those that it uses."""
    own = [source for source in package.sources if source.path.startswith(f"{package.id}/")]
    if all(re.match(r"(\s*#.*\n|\s*\n)*tests\b", source.text) for source in own):
        return [used.id for used in package.uses]
    return [package.id]
