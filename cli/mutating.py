"""Many planted mistakes, judged in several processes, and counted. What was judged is kept, and is not judged
again."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty, Queue
from threading import Lock
from typing import NamedTuple

from tilewright.dsl.compile import test_programs
from tilewright.dsl.mutation.mutant import Mutant, replaced
from tilewright.dsl.mutation.operators import OPERATORS
from tilewright.dsl.mutation.planting import chosen, mutants
from tilewright.dsl.packages.package import Package
from tilewright.host.children import Child, Ended, Late
from tilewright.host.files import write_whole
from tilewright.schemas.documents import Document, ProgramDocument
from tilewright.schemas.identity import fingerprint

from .mod_stories import StoryPlace
from .mutation_judge import BY_CHECK, BY_GAMES, BY_TESTS, NO_CHANGE, NOT_JUDGED, Verdict, reading

FORMAT = "tilewright/mutants/1"
PATIENCE = 300.0
"""Seconds for one mistake. One that takes longer is not judged; another run with the same file judges it."""
NOTICED = (BY_CHECK, BY_TESTS, BY_GAMES)
MANY = 3
"""More messages than that for one mistake are too many."""


class OtherRun(Exception):
    """What is kept in a file is of another package, or was chosen in another way."""


class TestFails(Exception):
    """A test that fails without a mistake would seem to notice every one. Says which, and why."""


class Judged(NamedTuple):
    """A planted mistake, and who noticed it. `before` is what stood there."""

    mutant: Mutant
    before: str
    verdict: Verdict
    reason: str = ""  # why it is none, if somebody has said so

    @property
    def id(self) -> str:
        """How it is named in reports, and in lists of what changes nothing."""
        span = self.mutant.span
        return f"{span.file}:{span.line}:{span.column} {self.mutant.operator}: {self.change}"

    @property
    def change(self) -> str:
        before, after = (_short(text) for text in (self.before, self.mutant.text))
        return f"{before} → {after}" if after else f"without {before}"

    def document(self) -> Document:
        span = self.mutant.span
        return {
            "id": self.id,
            "operator": self.mutant.operator,
            "class": OPERATORS[self.mutant.operator].sort,
            "static": OPERATORS[self.mutant.operator].static,
            "file": span.file,
            "line": span.line,
            "before": self.before,
            "after": self.mutant.text,
            "noticed": self.verdict.by,
            "said": self.verdict.said,
            "equivalent": self.reason,
        }


class MutationPlan(NamedTuple):
    """What is planted: a package, how many mistakes, by which seed and operators, and games for each."""

    package: Package
    mods: tuple[Path, ...]
    number: int
    seed: int
    operators: tuple[str, ...]
    games: int
    apart: tuple[
        StoryPlace, ...
    ] = ()  # stories that do not hold without a mistake either, and so tell of none

    def head(self) -> Document:
        """What a file of results begins with: those of another plan are not mixed with these."""
        sources = fingerprint({one.path: one.text for one in self.package.sources})
        return {"format": FORMAT, "package": self.package.id, "sources": sources, "games": self.games}


def run(
    plan: MutationPlan,
    jobs: int,
    kept: Path | None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> list[Judged]:
    """Plant them, one by one, and see who notices. `progress` is told how many of how many are done.

    Raises OtherRun if `kept` holds results of another package, OSError if it cannot be read or written,
    TestFails if a test fails without a mistake, and Ended if a process ends before it has begun.
    """
    texts = {source.path: source for source in plan.package.sources}
    wanted = chosen(list(mutants(plan.package, plan.operators)), plan.number, plan.seed)
    record = Record(kept, plan)
    waiting: Queue[Mutant] = Queue()
    for one in wanted:
        if one.id not in record.verdicts:
            waiting.put(one)
    left = waiting.qsize()
    progress(len(wanted) - left, len(wanted))
    if left:
        tests = _tests_by_key(plan, jobs)
        programs = test_programs(plan.package)[0]

        def work(_: int) -> None:
            for mutant, verdict in _judged(plan, waiting, lambda one: _asked(one, programs, tests)):
                record.add(mutant, verdict)
                progress(len(wanted) - waiting.qsize(), len(wanted))

        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(work, range(min(jobs, left))))
    return [Judged(one, replaced(texts[one.span.file], one), record.verdicts[one.id]) for one in wanted]


# ------------------------------------------------------------------ in the children


def _tests_by_key(plan: MutationPlan, jobs: int) -> dict[str, set[str]]:
    """The tests that reach a rule, verb or card: their places, by what is reached. Raises TestFails."""
    children = [_child(plan) for _ in range(jobs)]
    found: dict[str, set[str]] = {}
    try:
        for number, child in enumerate(children):
            child.give(["reach", number, jobs])
        for child in children:
            told, failing = child.told()
            if failing:
                raise TestFails(*failing)
            for test, keys in told.items():
                for key in ("", *keys):
                    found.setdefault(key, set()).add(test)
    finally:
        for child in children:
            child.end()
    return found


def _asked(mutant: Mutant, programs: Sequence[ProgramDocument], tests: dict[str, set[str]]) -> list[str]:
    """The tests that reach the declaration with the mistake; all, if it is of no sort that is reached."""
    keys = set(reading(programs, mutant))
    reached = set[str]().union(*(tests.get(key, ()) for key in keys))
    return sorted(reached if keys else tests.get("", ()))


def _judged(
    plan: MutationPlan, waiting: Queue[Mutant], tests: Callable[[Mutant], list[str]]
) -> Iterator[tuple[Mutant, Verdict]]:
    """What one child says of the mistakes that it takes from the queue; another one if it ends on the way."""
    child = _child(plan)
    try:
        while True:
            try:
                mutant = waiting.get_nowait()
            except Empty:
                return
            try:
                child.give(
                    ["judge", mutant.operator, mutant.span, mutant.text, mutant.declared, tests(mutant)]
                )
                verdict = Verdict(*child.told(PATIENCE))
            except Ended as ended:
                child.end()
                child = _child(plan)
                late = isinstance(ended, Late)
                verdict = Verdict(NOT_JUDGED) if late else Verdict(BY_GAMES, str(ended))
            yield mutant, verdict
    finally:
        child.end()


def _child(plan: MutationPlan) -> Child:
    child = Child("tilewright.cli.mutation_judge")
    mods = [str(one.resolve()) for one in plan.mods]
    child.give([str(plan.package.path.resolve()), mods, plan.games, list(plan.apart)])
    return child


# ------------------------------------------------------------------ what is kept


class Record:
    """The verdicts of a run, by mistake, and the file in which they are kept if there is one."""

    def __init__(self, file: Path | None, plan: MutationPlan) -> None:
        """Raises OtherRun if the file holds verdicts of another package, OSError if it cannot be read."""
        self.file, self.head, self.lock = file, json.dumps(plan.head()), Lock()
        self.verdicts: dict[str, Verdict] = {}
        if file is not None and file.exists():
            head, *lines = [*file.read_text("utf-8", "replace").splitlines(), ""][:-1] or [""]
            try:
                self.verdicts = {one: Verdict(*verdict) for one, verdict in map(json.loads, lines)}
            except (ValueError, TypeError):
                raise OtherRun from None
            if head != self.head:
                raise OtherRun

    def add(self, mutant: Mutant, verdict: Verdict) -> None:
        """Keep one more. Raises OSError if the file cannot be written."""
        with self.lock:
            self.verdicts[mutant.id] = verdict
            if self.file is not None:
                kept = [one for one in self.verdicts.items() if one[1].by != NOT_JUDGED]
                text = "\n".join([self.head, *map(json.dumps, kept)])
                write_whole(self.file, text.encode())


# ------------------------------------------------------------------ what came of them


class Share(NamedTuple):
    """Of so many mistakes that are some: how many each noticed."""

    real: int
    by: Counter[str]

    def of(self, who: str) -> float:
        return self.by[who] / self.real if self.real else 0.0


def share(judged: Sequence[Judged], operators: Sequence[str] = tuple(OPERATORS)) -> Share:
    """Who noticed how many of the mistakes of some operators; of what changes nothing, and of what was not
    judged, nobody knows that it is one.
    """
    by = Counter(one.verdict.by for one in judged if one.mutant.operator in operators and not one.reason)
    return Share(sum(by.values()) - by[NO_CHANGE] - by[NOT_JUDGED], by)


def messages(judged: Sequence[Judged]) -> dict[str, float]:
    """How good the messages of `check` are: shares of the mistakes that it noticed.

    What is left out stands in no line: where that is noticed, any line is right.
    """
    told = [one for one in judged if one.verdict.by == BY_CHECK]

    def of(good: Callable[[Judged], bool]) -> float:
        return sum(map(good, told)) / len(told)

    return (
        {}
        if not told
        else {
            "right_line": of(_on_its_line),
            "way_out": of(lambda one: one.verdict.way_out),
            "more_than_three": of(lambda one: one.verdict.messages > MANY),
        }
    )


def _on_its_line(judged: Judged) -> bool:
    span, lines = judged.mutant.span, judged.mutant.text.count("\n")
    return span.end_line > span.line or span.line <= judged.verdict.line <= span.line + lines


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 60 else words[:59] + "…"
