"""Who notices a planted mistake: `check`, tests that reach it, games of bots, or nobody. Works in a child.

What is compared is what is said of the package with the mistake and without: a package need not be clean to
be mutated.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from tilewright.dsl.compile import check_package, compile_package, test_programs
from tilewright.dsl.mutation.mutant import Mutant, replaced
from tilewright.dsl.mutation.planting import with_mutant
from tilewright.dsl.packages.package import Package, read_package
from tilewright.dsl.playable import missions
from tilewright.dsl.problems.diagnostics import Diagnostic
from tilewright.dsl.problems.suppress import suppress
from tilewright.dsl.source import Source, Span
from tilewright.host import children
from tilewright.runtime.engine.campaign import engine
from tilewright.runtime.playouts import PlayoutSetup, play_all
from tilewright.runtime.stories.coverage import reached_by
from tilewright.runtime.stories.testing import run_tests
from tilewright.schemas.documents import Node, ProgramDocument

from .mod_stories import StoryPlace, without

BY_CHECK, BY_TESTS, BY_GAMES, BY_NOBODY, NO_CHANGE = "check", "tests", "games", "nobody", "no change"
NOT_JUDGED = "not judged"
"""Nobody has noticed it in the time that there is: that may be the machine's fault."""


class Verdict(NamedTuple):
    """Who noticed a mistake first, and what was said.

    Of `check`: how many messages there were, which line the first is about (`told_at`), and whether it offers
    a way out.
    """

    by: str
    said: str = ""
    messages: int = 0
    line: int = 0
    way_out: bool = False


class Judge:
    """A package without mistakes, to be compared with."""

    def __init__(self, package: Package, games: int) -> None:
        self.package, self.games = package, games

    # ---------------------------------------------------------------- without a mistake

    @cached_property
    def problems(self) -> Counter[tuple[str, str, str]]:
        return Counter(map(_said, _checked(self.package)))

    @cached_property
    def tests(self) -> list[ProgramDocument]:
        return test_programs(self.package)[0]

    @cached_property
    def programs(self) -> dict[str, ProgramDocument | None]:
        """The program of each mission."""
        return {one: _compiled(self.package, one) for one in missions(self.package)}

    @cached_property
    def endings(self) -> dict[str, tuple[str, ...]]:
        """How the games of each mission end."""
        return {name: self._played(one) for name, one in self.programs.items() if one is not None}

    @cached_property
    def texts(self) -> dict[str, Source]:
        return {source.path: source for source in self.package.sources}

    def reached(self, number: int, jobs: int) -> tuple[dict[str, list[str]], list[str]]:
        """What each test reaches, by the place of the test; one of `jobs` shares of them all. The cases of a
        table stand in one place. And what is said of the first test that fails.
        """
        found: dict[str, set[str]] = {}
        for program in self.tests:
            for test in program["tests"][number::jobs]:
                keys, result = reached_by(program, test)
                if not result.passed:
                    return {}, [f"“{result.title}” fails ({result.place}): {result.message}"]
                found.setdefault(place(program, test), set()).update(keys)
        return {one: sorted(keys) for one, keys in found.items()}, []

    # ---------------------------------------------------------------- with one

    def judge(self, mutant: Mutant, tests: frozenset[str]) -> Verdict:
        """Who notices it first; of the tests those at these places are asked first."""
        package = with_mutant(self.package, mutant)
        return self._by_check(package, mutant) or self._by_play(package, tests)

    def _by_check(self, package: Package, mutant: Mutant) -> Verdict | None:
        known = self.problems.copy()
        new: list[Diagnostic] = []
        for problem in _checked(package):
            if known[_said(problem)]:
                known[_said(problem)] -= 1
            else:
                new.append(problem)
        if not new:
            return None
        first = new[0]
        before = replaced(self.texts[mutant.span.file], mutant)
        line = told_at(first, mutant, before)
        return Verdict(BY_CHECK, f"{first.code} {first.message}", len(new), line, bool(first.help))

    def _by_play(self, package: Package, tests: frozenset[str]) -> Verdict:
        programs, _ = test_programs(package)
        same = len(programs) == len(self.tests) and all(map(_same, programs, self.tests))
        # A test that passes its declaration by can still tell that a rule now comes where it did not.
        for near in (True, False):
            for was, now in zip(self.tests, programs, strict=False):
                if same or _same(was, now):
                    continue
                for result in run_tests(
                    now,
                    lambda test, own=now, near=near: (place(own, test) in tests) == near,  # type: ignore[misc]
                    interpreted=True,
                ):
                    if not result.passed:
                        return Verdict(BY_TESTS, f"{result.title}: {result.message}")
        for name, before in self.programs.items():
            after = _compiled(package, name)
            if before is None or after is None or _same(before, after):
                continue
            same = False
            if self.games and self._played(after) != self.endings[name]:
                return Verdict(BY_GAMES, name)
        return Verdict(NO_CHANGE if same else BY_NOBODY)

    def _played(self, program: ProgramDocument) -> tuple[str, ...]:
        """Why games that do not end as they should are over; nothing of those that do."""
        table = PlayoutSetup(program["game"]["players"][0], "random", False)
        over = play_all(engine(program, telling=table.cards), range(self.games), table)
        return tuple(f"{one.outcome} {one.reason}" for one in over if one.outcome in ("stuck", "endless"))


def told_at(first: Diagnostic, mutant: Mutant, before: str) -> int:
    """The line that a message is about, 0 for one of another file.

    A mistake may be told at its other end, as that nothing does any more what was done here: the message is
    about the line of the mistake if it points there too, or names what stood there and is gone.
    """
    last = mutant.span.line + mutant.text.count("\n")
    for span in (first.span, *(one.span for one in first.related)):
        if span.file == mutant.span.file and mutant.span.line <= span.line <= last:
            return span.line
    gone = {*_NAME.findall(before)} - {*_NAME.findall(mutant.text)}
    if gone & {*_NAMED.findall(first.message)}:
        return mutant.span.line
    return first.span.line if first.span.file == mutant.span.file else 0


_NAME = re.compile(r"\w+")
_NAMED = re.compile(r"`(\w+)`")


def place(program: ProgramDocument, node: Node) -> str:
    """`file:line` of what a program holds; empty if no source says it."""
    spans, at = program["spans"], node.get("at", -1)
    return f"{spans[at][0]}:{spans[at][1]}" if 0 <= at < len(spans) else ""


def reading(programs: Iterable[ProgramDocument], mutant: Mutant) -> Iterator[str]:
    """What must be reached for a test to pass through the declaration with the mistake."""
    first, last = mutant.declared.line, mutant.declared.end_line
    for program in programs:
        spans = program["spans"]

        def inside(node: Node, spans: list[Any] = spans) -> bool:
            file, line = spans[node["at"]][:2]
            return bool(file == mutant.span.file and first <= line <= last)

        yield from (f"verb {name}" for name, one in program["verbs"].items() if inside(one))
        yield from (f"rule {name}" for name, one in program["defines"].items() if inside(one))
        for table in ("hooks", "triggers", "modifiers"):
            yield from (f"rule {one['name']}" for one in program[table] if inside(one))
        for steps, given in program["steps"].items():
            yield from (f"steps {steps} of {thing}" for thing, one in given["cases"].items() if inside(one))
        things = (name for name, one in program["kinds"].items() if one.get("is_thing") and inside(one))
        yield from (f"card {name}" for name in things)


def _checked(package: Package) -> list[Diagnostic]:
    return suppress(sorted(check_package(package)), (*package.sources, *package.catalogues))


def _said(problem: Diagnostic) -> tuple[str, str, str]:
    return problem.code, problem.span.file, problem.message


def _compiled(package: Package, mission: str) -> ProgramDocument | None:
    return compile_package(package, mission=mission).program


def _same(one: ProgramDocument, other: ProgramDocument) -> bool:
    """Whether two programs play alike: they may stand in other lines."""
    apart = {"spans": None, "packages": None}
    return _alike({**one, **apart}, {**other, **apart})


def _alike(one: object, other: object) -> bool:
    """Whether two parts of programs differ in nothing but in the numbers of their places."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(
            (name == "at" and isinstance(value, int)) or _alike(value, other[name])
            for name, value in one.items()
        )
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_alike, one, other))
    return bool(one == other)


def main() -> None:
    """The process: it is given a package's path and the mods, then tasks, and tells what came of each."""
    take, tell = children.begin()
    path, mods, games, apart = take()
    package, _ = read_package(Path(path), [Path(one) for one in mods])
    assert package is not None, "the parent has read it"
    judge = Judge(without(package, [StoryPlace(*one) for one in apart]), games)
    while True:
        match take():
            case ["reach", number, jobs]:
                tell(judge.reached(number, jobs))
            case ["judge", operator, span, text, declared, tests]:
                mutant = Mutant(operator, Span(*span), text, Span(*declared))
                tell(judge.judge(mutant, frozenset(tests)))


if __name__ == "__main__":
    main()
