"""Runs the stories that a program contains as tests: given, do, expect.

A result says whether a story holds and, if not, every line that does not, and what was found there. How a
story is played is in story.py; the engine plays (driving.py), or the interpreter in its stead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from time import perf_counter

from tilewright.schemas.walking import operations

from ..engine.engine import Machine
from ..evaluating.program_index import Node, ProgramIndex
from ..state.program import Program, load
from ..state.state import NONE
from .driving import EngineDriver
from .interpreted import InterpreterDriver
from .playing import Playing
from .script import Script, place_of
from .story import Story


@dataclass(frozen=True, slots=True)
class Failure:
    """A line that does not hold, and what was found there. `at` is an index into the program's spans."""

    message: str
    place: str  # file:line
    at: int


@dataclass(frozen=True, slots=True)
class Result:
    """How one story ended. `at` is an index into the spans: the first line that does not hold, or the story;
    `message` and `place` are of the same line, `failures` are all that do not hold. `log` is what had
    happened in the scene until then, line by line.
    """

    title: str
    labels: tuple[str, ...]
    passed: bool
    message: str = ""
    place: str = ""
    at: int = NONE
    seconds: float = 0.0
    failures: tuple[Failure, ...] = ()
    log: tuple[str, ...] = ()


Make = Callable[[int, Script], Playing]


def run_tests(
    program: Node, only: Callable[[Node], bool] | None = None, interpreted: bool = False
) -> Iterator[Result]:
    """Run the stories of a program, one after another; `only` chooses some by their JSON."""
    machines: dict[str, tuple[Program, Make]] = {}
    for test in program.get("tests") or ():
        if only is not None and not only(test):
            continue
        key = repr(sorted((test.get("settings") or {}).items()))
        if key not in machines:
            machines[key] = prepared(with_settings(program, test.get("settings") or {}), interpreted)
        yield run_test(*machines[key], test)


def prepared(program: Node, interpreted: bool = False) -> tuple[Program, Make]:
    """A program, and how a game of it is made for a story."""
    if interpreted:
        index = ProgramIndex(load(program))
        return index.program, lambda players, script: InterpreterDriver(index, players, 0, script)
    machine = Machine(load(program))  # a story plays few of the rules: only those are compiled
    known = ProgramIndex(machine.program)
    return machine.program, lambda players, script: EngineDriver(machine, known, players, 0, script)


def with_settings(program: Node, settings: Node) -> Node:
    """The program with other settings."""
    if not settings:
        return program
    changed = {
        name: {**one, "value": settings.get(name, one["value"])} for name, one in program["settings"].items()
    }
    return {**program, "settings": changed}


def run_test(program: Program, make: Make, test: Node) -> Result:
    """Run one story."""
    began = perf_counter()
    story = _played(program, make, test)
    log = tuple(story.log or ())
    labels = tuple(test.get("labels") or ())
    if not story.failures:
        return Result(test["title"], labels, True, at=test.get("at", NONE), seconds=perf_counter() - began)
    if story.asked_in_vain and not isinstance(story.game, InterpreterDriver):
        # Only the interpreter knows what was the only choice, and so was taken without a question.
        index = story.index
        again = _played(program, lambda players, script: InterpreterDriver(index, players, 0, script), test)
        story = again if again.failures else story
    failures = tuple(Failure(message, place_of(program, at), at) for at, message in story.failures)
    first = failures[0]
    seconds = perf_counter() - began
    return Result(
        test["title"],
        labels,
        False,
        first.message,
        first.place,
        first.at,
        seconds,
        failures=failures,
        log=log,
    )


def _played(program: Program, make: Make, test: Node, players: int | None = None) -> Story:
    """A story, played to its end, by so many players if they are named here."""
    players = players or test.get("players")
    players = players or max(program.data["game"]["players"][0], mentioned(program, test))
    script = Script(list(program.data.get("dice") or {}))
    beside = partial(_played, program, make, players=players)
    story = Story(make(players, script), script, test, beside)
    story.play()
    return story


def mentioned(program: Program, test: Node) -> int:
    """How many players a story needs that does not say: those it mentions take part."""
    first, last = program.players
    numbers = (program.number.get(one["name"], NONE) for one in operations(test) if one["op"] == "entity")
    return max((number - first + 1 for number in numbers if first <= number < last), default=0)
