"""Run the tests that packages contain.

What none of them reaches is listed, too.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.host.files import write_whole
from tilewright.host.paths import read_whole
from tilewright.host.terminal import progress, say, say_coloured
from tilewright.schemas.wording import counted, joined

from ..seats import mod_option
from ..targets import target, unwritable

if TYPE_CHECKING:
    from tilewright.dsl.packages.package import Package
    from tilewright.dsl.problems.diagnostics import Diagnostic
    from tilewright.runtime.stories.testing import Result


LOG_SHOWN = 20
"""So many lines of the log are shown of a test that fails, the last ones."""


@dataclass(slots=True)
class TestTally:
    """What came of all tests so far."""

    passed: int = 0
    failed: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)  # of tests that do not hold with mods
    unknown: int = 0  # titles under `expected` that no test has
    broken: list[str] = field(default_factory=list)  # packages that did not compile

    def count(self, result: Result) -> None:
        if result.passed:
            self.passed += 1
        else:
            self.failed += 1

    def with_mods(self) -> str:
        """How many tests hold with mods, and what the others are."""
        parts = [f"{self.verdicts[sort]} {said}" for sort, said in SAID.items() if self.verdicts[sort]]
        left = sum(self.verdicts.values())
        others = f", {left} {'does' if left == 1 else 'do'} not: {', '.join(parts)}" if parts else ""
        return f"{counted(self.passed, 'test holds', 'tests hold')}{others}"

    def why_failed(self) -> str:
        """Why the command ends with 1, in words."""
        found = [(self.verdicts["broken"], "is broken", "are broken")]
        found += [
            (self.verdicts["before"], "is broken without the mod, too", "are broken without the mod, too")
        ]
        found += [
            (
                self.unknown,
                "title under `expected` is that of no test",
                "titles under `expected` are those of no test",
            )
        ]
        found += [(len(self.broken), "package has mistakes", "packages have mistakes")]
        return joined([counted(number, one, several) for number, one, several in found if number])


SAID = {
    "meant": "meant",
    "gone": "about what is gone",
    "broken": "broken",
    "before": "broken without the mod, too",
}


@click.command("test")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--filter", "text", metavar="TEXT", help="Only tests with this in title or label.")
@click.option(
    "--cover", is_flag=True, help="List the rules, verbs, things and settings that no test reaches."
)
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
    Exits with 1 if a test fails, and with 5 if there is none, or --filter fits none. With --mod those of the
    mods are run as well. Tests that no longer hold are listed, each with the part of the mod that is the
    reason; those that its package.yaml names under `expected`, and those about what it deletes, do not count
    as failures.
    """
    from .check import packages_at

    tally = TestTally()
    for name in paths:
        for path in packages_at(name):
            if mods:
                _with_mods(path, text, cover, ledger_file, mods, tally)
            else:
                _package(path, text, cover, ledger_file, tally)
    nothing = not (tally.passed or tally.failed or tally.broken or tally.verdicts)
    if nothing:
        none = (
            f"No test has “{text}” in its title or in a label." if text else f"{', '.join(paths)}: no tests."
        )
        say(none, err=True)
    for broken in tally.broken:
        say(f"{broken} has mistakes; its tests cannot be run.", err=True)
    if mods:
        say(tally.with_mods())
        if why := tally.why_failed():
            say(f"The exit status is 1: {why}.")
    else:
        say(f"{tally.passed} passed, {tally.failed + len(tally.broken)} failed")
    if tally.failed or tally.broken:
        raise click.exceptions.Exit(1)
    if nothing and ledger_file is None:  # for the ledger alone no test need be run
        raise click.exceptions.Exit(5)


def _package(path: Path, text: str | None, cover: bool, ledger_file: Path | None, tally: TestTally) -> None:
    from tilewright.dsl.compile import test_programs
    from tilewright.dsl.packages.package import read_package
    from tilewright.dsl.problems import codes

    package, problems = read_package(path)
    programs: list[dict[str, Any]] = []
    if package is not None:
        programs, found = test_programs(package)
        problems = problems + found
    errors = [problem for problem in problems if problem.is_error]
    if package is None or errors:
        _tell_errors(package, path, errors, tally)
        return
    _tell([one for one in problems if one.code == codes.NO_STORY_OF_TITLE.code], package)
    wanted = _wanted(package, text)
    chosen = [
        {**program, "tests": [test for test in program["tests"] if wanted(program, test)]}
        for program in programs
    ]
    _run(package, [program for program in chosen if program["tests"]], tally)
    _look_over(package, chosen, cover, ledger_file)


def _with_mods(
    path: Path, text: str | None, cover: bool, ledger_file: Path | None, mods: Sequence[str], tally: TestTally
) -> None:
    from tilewright.dsl.packages.package import read_package

    from ..loading import tell_of_copies
    from ..mod_sets import tell_changes
    from ..mod_verdicts import judged, lines

    package, problems = read_package(path, mods)
    errors = [problem for problem in problems if problem.is_error]
    if package is None or errors:
        _tell_errors(package, path, errors, tally)
        return
    tell_changes(package)
    tell_of_copies(problems)
    with progress("Reasons") as told:
        found = judged(package, _wanted(package, text), about=text or "", progress=told)
    if found.errors:
        _tell_errors(package, path, found.errors, tally)
        return
    for line in lines(package, found):
        say(line)
    tally.passed += found.holding
    tally.failed += found.failures
    tally.unknown += len(found.unknown)
    tally.verdicts.update(verdict.sort for verdict in found.verdicts)
    _look_over(package, found.programs, cover, ledger_file)


def _tell_errors(package: Package | None, path: Path, errors: Sequence[Diagnostic], tally: TestTally) -> None:
    _tell(errors, package)
    tally.broken.append(package.id if package else str(path))


def _tell(problems: Sequence[Diagnostic], package: Package | None) -> None:
    from tilewright.dsl.problems.render import render_text

    if problems:
        say_coloured(render_text(list(problems), package, colour=sys.stdout.isatty()) + "\n")


def _look_over(
    package: Package, programs: Sequence[dict[str, Any]], cover: bool, ledger_file: Path | None
) -> None:
    """What the tests do not reach, and the ledger, where they are asked for."""
    if cover:
        _print_unreached(package, list(programs))
    if ledger_file is not None:
        _write_ledger(package, ledger_file)


def _wanted(package: Package, text: str | None) -> Callable[[dict[str, Any], dict[str, Any]], bool]:
    """Which tests are run: those of the package itself and of mods, not of what it uses."""
    homes = tuple(f"{one.id}/" for one in (package.manifest, *package.mods))
    words = (text or "").casefold()

    def wanted(program: dict[str, Any], test: dict[str, Any]) -> bool:
        own = str(program["spans"][test["at"]][0]).startswith(homes)
        return own and any(words in one.casefold() for one in (test["title"], *test["labels"]))

    return wanted


def _run(package: Package, programs: list[dict[str, Any]], tally: TestTally) -> None:
    from tilewright.runtime.stories.testing import run_tests

    before = (tally.passed, tally.failed)
    for program in programs:
        for result in run_tests(program):
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
    if result.log:
        left = len(result.log) - LOG_SHOWN
        say("Until then:" if left <= 0 else f"Until then, after {counted(left, 'other line')} of the log:")
        say("".join(f"  {line}\n" for line in result.log[-LOG_SHOWN:]))


def _titled(result: Result) -> str:
    labels = f" [{', '.join(result.labels)}]" if result.labels else ""
    return f'"{result.title}"{labels}'


# ------------------------------------------------------------------ what no test reaches


def _print_unreached(package: Package, programs: list[dict[str, Any]]) -> None:
    from tilewright.dsl.compile import compile_package
    from tilewright.dsl.playable import missions
    from tilewright.runtime.stories.coverage import reached, unreached

    from ..ledger import tested

    built = (compile_package(package, mission=mission).program for mission in missions(package))
    everything = [*programs, *(program for program in built if program is not None)]
    found = unreached(everything, reached(programs), tested(package))
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
            raise click.ClickException(f"{file} is not a ledger, and is left as it is: name another file.")
        found = ledger(package, before)
        command = f"tilewright test {package.id} --ledger {file.name}"
        write_whole(file, written(found, package.title, command).encode())
    except OSError as error:
        raise unwritable(file, error) from None
    say(f"{file}: {counted(len(found.rules), 'rule')}")
    for what, labels in (
        ("nothing implements", found.without_source),
        ("no test is for", found.without_test),
    ):
        if labels:
            say(f"  {what}: {', '.join(labels)}")
