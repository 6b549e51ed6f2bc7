"""Run the tests that packages contain.

What none of them reaches is listed, too.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.host.files import write_whole
from tilewright.host.paths import read_whole
from tilewright.host.terminal import say, say_coloured

from ..seats import mod_option
from ..targets import target, unwritable

if TYPE_CHECKING:
    from tilewright.dsl.packages.package import Package
    from tilewright.dsl.problems.diagnostics import Diagnostic
    from tilewright.runtime.stories.testing import Result


@dataclass(slots=True)
class TestTally:
    """What came of all tests so far."""

    passed: int = 0
    failed: int = 0
    changed: int = 0  # tests that do not hold with a mod
    broken: list[str] = field(default_factory=list)  # packages that did not compile

    def count(self, result: Result) -> None:
        if result.passed:
            self.passed += 1
        else:
            self.failed += 1


@click.command("test")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--filter", "text", metavar="TEXT", help="Only tests with this in title or label.")
@click.option("--cover", is_flag=True, help="List the rules, verbs, cards and settings that no test reaches.")
@click.option(
    "--ledger",
    "ledger_file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.md",
    help="Write every rule's label, the lines that implement it and the tests that cover it.",
)
@mod_option
def command(
    paths: tuple[str, ...],
    text: str | None,
    cover: bool,
    ledger_file: Path | None,
    mods: tuple[str, ...],
) -> None:
    """Run the tests of the packages at PATH...; each one is saved, loaded and copied at every question.

    PATH is a package, a folder of packages, or the name of a game that comes with Tilewright.
    Ends with 1 if a test fails. With --mod the tests that do not hold any more are what the mod changes:
    they are listed, and do not count as failures.
    """
    from .check import packages_at

    tally = TestTally()
    for name in paths:
        for path in packages_at(name):
            _package(path, text, cover, ledger_file, mods, tally)
    if text and not (tally.passed or tally.failed or tally.broken):
        say(f"No test has “{text}” in its title or in a label.", err=True)
    for broken in tally.broken:
        say(f"{broken} has mistakes; its tests cannot be run.", err=True)
    if mods:
        say(f"{tally.passed} tests hold with the mod, {tally.changed} do not")
    else:
        say(f"{tally.passed} passed, {tally.failed + len(tally.broken)} failed")
    if tally.failed or tally.broken:
        raise click.exceptions.Exit(1)


def _package(
    path: Path, text: str | None, cover: bool, ledger_file: Path | None, mods: Sequence[str], tally: TestTally
) -> None:
    from tilewright.dsl.compile import test_programs
    from tilewright.dsl.packages.package import read_package
    from tilewright.dsl.problems import codes
    from tilewright.dsl.problems.render import render_text

    package, problems = read_package(path, mods)
    programs: list[dict[str, Any]] = []
    if package is not None:
        programs, found = test_programs(package)
        problems = problems + found
    errors = [problem for problem in problems if problem.is_error]
    if package is not None and mods:
        left_out = [problem for problem in problems if problem.code == codes.STORY_LEFT_OUT.code]
        package, programs, errors = _without_stories_that_break(package, programs, errors + left_out, tally)
    if package is None or errors:
        say_coloured(render_text(errors, package, colour=sys.stdout.isatty()) + "\n")
        tally.broken.append(package.id if package else str(path))
        return
    chosen = [_with_own_tests(program, package, text) for program in programs]
    _run(package, [program for program in chosen if program["tests"]], tally, modded=bool(mods))
    if cover:
        _print_unreached(package, chosen)
    if ledger_file is not None:
        _write_ledger(package, ledger_file)


def _without_stories_that_break(
    package: Package, programs: list[dict[str, Any]], problems: list[Diagnostic], tally: TestTally
) -> tuple[Package, list[dict[str, Any]], list[Diagnostic]]:
    """With a mod a story may name what is gone: it does not hold then, and the others are told without it."""
    from tilewright.dsl.compile import test_programs

    if not problems:
        return package, programs, []
    places = [(one, span) for one in problems for span in (one.span, *(other.span for other in one.related))]
    sources = []
    for source in package.sources:
        lines = source.text.splitlines()
        for first, end in _stories(lines):
            wrong = [at for at in places if at[1].file == source.path and first < at[1].line <= end]
            if wrong:
                tally.changed += 1
                title = lines[first].removeprefix("test ").rstrip(":")
                problem, span = wrong[0]
                say(f"{title}\n  {source.path}:{span.line}: {problem.message}")
                lines[first:end] = [""] * (end - first)  # all others keep their numbers
        sources.append(source._replace(text="\n".join(lines) + "\n"))
    package = package._replace(sources=tuple(sources))
    programs, found = test_programs(package)
    return package, programs, [problem for problem in found if problem.is_error]


def _stories(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The stories of a source: the index of the first line of each, and one past its last."""
    margin = [number for number, line in enumerate(lines) if line[:1].strip()]
    for first, end in pairwise([*margin, len(lines)]):
        if lines[first].startswith("test "):
            yield first, end


def _with_own_tests(program: dict[str, Any], package: Package, text: str | None) -> dict[str, Any]:
    """The program with the tests that this package itself contains, and not those of what it uses."""
    own = [test for test in program["tests"] if program["spans"][test["at"]][0].startswith(f"{package.id}/")]
    wanted = (text or "").casefold()
    fitting = [
        test for test in own if any(wanted in word.casefold() for word in (test["title"], *test["labels"]))
    ]
    return {**program, "tests": fitting}


def _run(package: Package, programs: list[dict[str, Any]], tally: TestTally, modded: bool) -> None:
    from tilewright.runtime.stories.testing import run_tests

    before = (tally.passed, tally.failed)
    for program in programs:
        for result in run_tests(program):
            if modded and not result.passed:
                tally.changed += 1
                said = (f"  {one.place}: {one.message}" for one in result.failures)
                say("\n".join([_titled(result), *said]))
                continue
            tally.count(result)
            if not result.passed:
                _print_failure(package, program, result)
    passed, failed = tally.passed - before[0], tally.failed - before[1]
    if passed + failed:
        say(f"{package.id}: {passed} passed" + (f", {failed} failed" if failed else ""))


def _print_failure(package: Package, program: dict[str, Any], result: Result) -> None:
    """The lines of the story that do not hold, rendered like mistakes in the text."""
    from tilewright.dsl.problems.diagnostics import Diagnostic
    from tilewright.dsl.problems.render import render_text
    from tilewright.dsl.source import NOWHERE, Span

    spans = program["spans"]
    problems = [
        Diagnostic(
            "test",
            "error",
            Span(*spans[one.at]) if 0 <= one.at < len(spans) else NOWHERE,
            f"{_titled(result)} fails",
            help=one.message,
        )
        for one in result.failures
    ]
    rendered = render_text(problems, package, colour=sys.stdout.isatty())
    say_coloured(rendered.replace("error[test]", "test") + "\n")


def _titled(result: Result) -> str:
    labels = f" [{', '.join(result.labels)}]" if result.labels else ""
    return f'"{result.title}"{labels}'


# ------------------------------------------------------------------ what no test reaches


def _print_unreached(package: Package, programs: list[dict[str, Any]]) -> None:
    from tilewright.dsl.compile import compile_package, missions
    from tilewright.runtime.stories.coverage import reached, unreached

    built = (compile_package(package, mission=mission).program for mission in missions(package))
    everything = [*programs, *(program for program in built if program is not None)]
    found = unreached(everything, reached(programs), _tested(package))
    say(f"{package.id}: not reached by any test")
    for sort, names in found.items():
        say(f"  {sort}: {', '.join(names) or 'nothing'}")


def _write_ledger(package: Package, file: Path) -> None:
    """Bring a ledger up to date, and say what it lacks."""
    from tilewright.dsl.packages.source_file import MAX_SIZE

    from ..ledger import is_ledger, ledger, written

    target(file, package)
    try:
        before = read_whole(file, MAX_SIZE).decode("utf-8", "replace") if file.exists() else ""
        if before.strip() and not is_ledger(before):
            raise click.ClickException(f"{file} is no ledger, and is left as it is: name another file.")
        found = ledger(package, before)
        command = f"tilewright test {package.id} --ledger {file.name}"
        write_whole(file, written(found, package.title, command).encode())
    except OSError as error:
        raise unwritable(file, error) from None
    say(f"{file}: {len(found.rules)} rules")
    for what, labels in (
        ("nothing implements", found.without_source),
        ("no test is for", found.without_test),
    ):
        if labels:
            say(f"  {what}: {', '.join(labels)}")


def _tested(package: Package) -> list[str]:
    """The packages that the tests are for: a package of nothing but tests is for those that it uses."""
    own = [source for source in package.sources if source.path.startswith(f"{package.id}/")]
    if all(re.match(r"(\s*#.*\n|\s*\n)*tests\b", source.text) for source in own):
        return [used.id for used in package.uses]
    return [package.id]
