"""Runs the stories that a program contains as tests: given, do, expect.

A result says whether a story holds and, if not, which line does not, and what was found there. The engine
plays (driving.py), and can be replaced by the oracle; the expected is looked up in the state, never in the
engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Protocol

from tilewright.schemas.operation_table import NUMBERS
from tilewright.schemas.walking import operations

from ..engine.engine import NotOffered, link, option_count
from ..evaluating.evaluator import Values
from ..evaluating.operations import as_list
from ..evaluating.position import Position
from ..evaluating.program_index import Book, Env, Node
from ..evaluating.state_access import Memory
from ..questions import document as questions
from ..questions.document import Asked, Site, asked
from ..reference.driving import Driver as OracleDriver
from ..seats.handles import Handles
from ..seats.seat_view import Sight
from ..state.program import Program, load
from ..state.state import CHOOSE, MENU, NO_NUMBER, NONE, SEVERAL, Over, State
from .driving import Driver, NotResumed
from .expecting import EXPECTED
from .script import Script, Unforeseen, face_numbers


@dataclass(frozen=True, slots=True)
class Result:
    """How one story ended. `at` is an index into the spans: the line that does not hold, or the story."""

    title: str
    labels: tuple[str, ...]
    passed: bool
    message: str = ""
    place: str = ""  # file:line of what does not hold
    at: int = NONE
    seconds: float = 0.0


class Failed(Exception):
    """A line of a story does not hold; or the story itself is wrong."""


class Playing(Protocol):
    """What a story drives: a game played by the engine or by the oracle."""

    book: Book
    state: State
    env: Env

    def drop(self) -> None: ...
    def silently(self, statements: list[Node]) -> None: ...
    def run(self, statements: list[Node]) -> None: ...
    def answer(self, answer: int | tuple[int, ...], seat: int) -> None: ...
    def would_react(self) -> str | None: ...
    def mark(self) -> Any: ...
    def back(self, mark: Any) -> None: ...
    def site(self) -> Site: ...
    def any_time(self) -> list[tuple[int, str, int]]: ...
    @property
    def told(self) -> list[Any]: ...


Make = Callable[[int, Script], Playing]


def run_tests(
    program: Node, only: Callable[[Node], bool] | None = None, by_oracle: bool = False
) -> Iterator[Result]:
    """Run the stories of a program, one after another; `only` chooses some by their JSON."""
    machines: dict[str, tuple[Program, Make]] = {}
    for test in program.get("tests") or ():
        if only is not None and not only(test):
            continue
        key = repr(sorted((test.get("settings") or {}).items()))
        if key not in machines:
            machines[key] = prepared(with_settings(program, test.get("settings") or {}), by_oracle)
        yield run_test(*machines[key], test)


def prepared(program: Node, by_oracle: bool = False) -> tuple[Program, Make]:
    """A program, and how a game of it is made for a story."""
    if by_oracle:
        book = Book(load(program))
        return book.program, lambda players, script: OracleDriver(book, players, 0, script)
    machine = link(program)
    known = Book(machine.program)
    return machine.program, lambda players, script: Driver(machine, known, players, 0, script)


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
    players = test.get("players") or max(program.data["game"]["players"][0], mentioned(program, test))
    script = Script(list(program.data.get("dice") or {}))
    story = Story(make(players, script), script, test)
    message = story.play()
    seconds = perf_counter() - began
    labels = tuple(test.get("labels") or ())
    if message is None:
        return Result(test["title"], labels, True, seconds=seconds, at=test.get("at", NONE))
    return Result(test["title"], labels, False, message, place_of(program, story.at), story.at, seconds)


def mentioned(program: Program, test: Node) -> int:
    """How many players a story needs that does not say: those it mentions take part."""
    first, last = program.players
    numbers = (program.number.get(one["name"], NONE) for one in operations(test) if one["op"] == "entity")
    return max((number - first + 1 for number in numbers if first <= number < last), default=0)


def place_of(program: Program, at: int) -> str:
    """`file:line` of an index into the program's spans."""
    spans = program.data.get("spans") or []
    return f"{spans[at][0]}:{spans[at][1]}" if 0 <= at < len(spans) else ""


class Story:
    """One story as it is played."""

    def __init__(self, game: Playing, script: Script, test: Node) -> None:
        self.game = game
        self.book = game.book
        self.script = script
        self.test = test
        self.at: int = test.get("at", NONE)
        self.marks: list[Any] = []
        script.like = self.alike

    def play(self) -> str | None:
        """Play it to its end. Gives what does not hold, or None."""
        try:
            for part in self.test["parts"]:
                PARTS[part["sort"]](self, part["steps"])
            left = self.game_script().left()
            return None if left is None else f"The test is wrong: {left}"
        except Failed as failed:
            return str(failed)
        except (Unforeseen, NotResumed) as failed:
            return str(failed)
        except Over as over:
            return f"The test is wrong: {over.end[2]}"

    def game_script(self) -> Script:
        script: Script = self.game.state.script or self.script
        return script

    # ---------------------------------------------------------------- parts

    def given(self, steps: list[Node]) -> None:
        """What is so when a scene begins: no rule reacts to it, and none may want to.

        What still went on from the scene before is dropped, an open question too.
        """
        self.game.drop()
        for step in steps:
            self.at = step.get("at", self.at)
            self.game.silently([step])
            self.no_end("The test is wrong: what is given ends the game")
        reacting = self.game.would_react()
        if reacting is not None:
            raise Failed(f"The test is wrong: the rule {reacting} would react to what is given.")

    def do(self, steps: list[Node]) -> None:
        for step in steps:
            self.at = step.get("at", self.at)
            match step["op"]:
                case "dice":
                    faces = face_numbers(self.book.program, step["die"], step["faces"])
                    self.game_script().foresee(step["die"], faces)
                case "chance":
                    self.game_script().foresee_draws([self.value(one) for one in step["values"]])
                case "answer":
                    self.answer(step)
                case "undo":
                    if not self.marks:
                        raise Failed("The test is wrong: nothing was answered that could be taken back.")
                    self.game.back(self.marks.pop())
                case "let":
                    self.game.env[step["name"]] = self.value(step["value"])
                case _:
                    while self.passed_over():
                        pass
                    if self.game.state.q is not None:
                        raise Failed(f"{self.asks()}, and the test does not answer.")
                    self.no_end("The game is over before this")
                    self.game.run([step])

    def expect(self, steps: list[Node]) -> None:
        for step in steps:
            self.at = step.get("at", self.at)
            while (wrong := EXPECTED[step["op"]](self, step)) is not None:
                if not self.passed_over():
                    raise Failed(wrong)

    # ---------------------------------------------------------------- answers

    def answer(self, step: Node) -> None:
        """Give one answer, or one after another where the question is not about several."""
        values = list(step["values"])
        while values:
            if self.game.state.q is None:
                raise Failed(f"Nobody is asked{self.because()}.")
            seat = self.answering(step.get("by"))
            site = self.game.site()
            mine = asked(self.game.state.q, seat, site)
            if (mine is None or not self.positions(values[0], mine, site)) and self.passed_over():
                continue
            extra = self.extra(values[0], seat if step.get("by") is not None else None)
            if extra is not None and (mine is None or not self.positions(values[0], mine, site)):
                self.give(*extra)
                values = values[1:]
                continue
            if mine is None:
                raise Failed(f"{self.book.title(seat)} is not asked; {self.asks()}.")
            now, values = (values, []) if mine.sort == "several" else (values[:1], values[1:])
            ids = [one for value in now for one in self.ids(value, mine, site)]
            self.give(tuple(ids) if mine.sort == "several" else ids[0], seat)

    def passed_over(self) -> bool:
        """A question with one answer, asked only so as not to tell a secret, answers itself in a story.

        It does so only where the story says something else than that answer.
        """
        q = self.game.state.q
        if q is None or q[0] not in (CHOOSE, MENU, SEVERAL) or not self.game.site().open:
            return False
        if len(q[1]) > (q[3] if q[0] == SEVERAL else 1):
            return False
        self.game.answer(tuple(range(len(q[1]))) if q[0] == SEVERAL else 0, q[2][0])
        return True

    def give(self, answer: int | tuple[int, ...], seat: int) -> None:
        """Give an answer, and remember where the game was before."""
        self.marks.append(self.game.mark())
        try:
            self.game.answer(answer, seat)
        except (ValueError, NotOffered) as refused:
            raise Failed(f"That is no answer: {str(refused).removesuffix('.')}.") from None

    def extra(self, value: Node, seat: int | None) -> tuple[int, int] | None:
        """The id of an action that can be taken at any time, and who takes it."""
        assert self.game.state.q is not None
        first = option_count(self.game.state.q)
        for number, (player, menu, action) in enumerate(self.game.any_time()):
            verb = self.book.data["menus"][menu]["actions"][action]
            if value.get("action") == verb and seat in (None, player):
                return first + number, player
        return None

    def answering(self, by: Node | None) -> int:
        if by is not None:
            return int(self.value(by))
        assert self.game.state.q is not None
        return questions.awaited(self.game.state.q)[0]

    def ids(self, value: Node, mine: Asked, site: Site) -> list[int]:
        """The ids of the options that a value of the story means."""
        positions = self.positions(value, mine, site)
        if not positions:
            raise Failed(f"{self.named(value)} is not offered; {self.asks()}.")
        return [mine.first + one for one in positions]

    def positions(self, value: Node, mine: Asked, site: Site) -> list[int]:
        """The places of the options that a value means; none if it is not offered."""
        sight = self.sight()
        if "label" in value:
            wanted = value["label"].casefold()
            shown = [questions.label(sight, site, mine.sort, one).casefold() for one in mine.options]
            return [shown.index(wanted)] if wanted in shown else []
        if "action" in value:
            actions = (
                self.book.data["menus"][site.menu]["actions"] if site.menu and mine.sort == "menu" else []
            )
            shown = ["" if one < 0 else actions[one] for one in mine.options] if actions else []
            return [shown.index(value["action"])] if value["action"] in shown else []
        wanted = self.value(value)
        if mine.sort == "options":
            return [0 if wanted else len(mine.options) - 1]
        found = []
        for one in as_list(wanted) if isinstance(wanted, tuple) else (wanted,):
            if one in mine.options:
                found.append(mine.options.index(one))
            else:
                like = [
                    i for i, option in enumerate(mine.options) if i not in found and self.alike(one, option)
                ]
                found += like[:1]
        return found

    def alike(self, a: int, b: int) -> bool:
        """Whether two things are copies that nobody can tell apart."""
        things, position = range(self.book.size), Position(self.book, self.game.state)
        return a in things and b in things and position.likeness(a) == position.likeness(b)

    # ---------------------------------------------------------------- looking

    def value(self, node: Node) -> Any:
        """The value of an expression now."""
        try:
            return Values(self.book, Memory(self.book, self.game.state)).of(node, self.game.env)
        except KeyError as missing:
            name = missing.args[0]
            if all(one.get("name") != name for one in operations(self.test)):
                raise
            raise Failed(f"`{name}` is not known yet: {self.asks()}.") from None

    def sight(self, seat: int | None = None) -> Sight:
        return Sight(self.book, self.game.state, seat, Handles())

    def named(self, value: Node) -> str:
        """A value of the story in a message."""
        if "label" in value:
            return f'"{value["label"]}"'
        if "action" in value:
            return self.book.verb_title(value["action"])
        return self.shown(self.value(value), value["op"])

    def shown(self, value: Any, op: str = "") -> str:
        if isinstance(value, tuple):
            return ", ".join(self.shown(one, op) for one in value) or "nothing"
        if value in (NONE, NO_NUMBER):
            return "none"
        return str(value) if op in NUMBERS else self.book.full_title(value)

    def asks(self) -> str:
        """Who is asked what, in a message."""
        question = self.game.state.q
        if question is None:
            return f"nobody is asked{self.because()}"
        site = self.game.site()
        mine = asked(question, None, site)
        assert mine is not None
        labels = [questions.label(self.sight(), site, mine.sort, one) for one in mine.options]
        who = ", ".join(self.book.title(seat) for seat in questions.awaited(question))
        return f"{who} is asked to choose from {', '.join(labels) or 'nothing'}"

    def because(self) -> str:
        """How the game ended, if it has."""
        over = self.sight().over()
        if over is None:
            return ""
        rule = f" ({over['rule']})" if over["rule"] else ""
        return f": the game is over, {over['outcome']}: {over['reason'] or 'no reason given'}{rule}"

    def no_end(self, message: str) -> None:
        if self.game.state.over is not None:
            raise Failed(f"{message}{self.because()}.")


PARTS = {"given": Story.given, "do": Story.do, "expect": Story.expect}
