"""What the parts of a game in progress share: the state, its values, and what each needs of the others.

A state of the interpreter holds the same as one of the generated code but for the frames (`State.position`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..analysis.read_write import Analysis
from ..evaluating.position import Impulse, Position
from ..evaluating.program_index import Env, Node, ProgramIndex
from ..state.state import NONE, State


@dataclass(frozen=True)
class Question:
    """What the game waits for; the same as `q` in the state, and where it stands."""

    sort: int
    options: tuple[Any, ...]
    seats: tuple[int, ...]
    node: Node
    frame: Frame | None = None


@dataclass(frozen=True)
class Picked:
    """An answer: positions in the options, and the seat that gave it."""

    ids: tuple[int, ...]
    seat: int
    member: int = 0  # where all are asked together: whose answer it is


@dataclass(frozen=True)
class Acted:
    """In place of an answer: an action that can be taken on top of any question."""

    player: int
    verb: str


class Again(Exception):
    """Something was done on top of a question, which is to be asked again."""

    def __init__(self, acted: Acted) -> None:
        super().__init__(acted)
        self.acted = acted


class OnlyChoice(NamedTuple):
    """What could be chosen alone, and so was taken without a question."""

    options: tuple[int, ...]
    rule: str | None  # the rule that chose
    type: str = ""  # of the options; nothing of actions
    menu: str | None = None  # of which they are actions


# What a running piece of a game does: it yields questions, is sent answers, and ends with a value.
Run = Generator[Question, "Picked | Acted", Any]


@dataclass
class Frame:
    """The body that runs: its locals, and what `proceed` means in it."""

    env: Env
    proceed: Callable[[list[Any]], Run] | None = None
    replaced: Any = NONE  # what the last `proceed` gave
    rule: str | None = None  # whose body it is, by label or name: for messages


class Running(Position, ABC):
    """One game in progress, as far as all its parts need it. `play.py` puts them together."""

    def __init__(self, index: ProgramIndex, state: State) -> None:
        super().__init__(index, state)
        self.analysis = Analysis(index.program)
        self.answering = NONE  # who gave the last answer
        self.part_of: str | None = None  # the action of which a part is asked for
        self.told: list[Any] = []  # what was said: a raw text, and to whom; None: to everybody
        self.unasked: list[OnlyChoice] = []  # since the last answer
        self.reached: dict[str, int] = {}  # how often each rule, verb and thing's steps ran

    def any_time(self) -> list[Impulse]:
        """What could be done on top of the open question: who, menu, number of the action in it."""
        if self.part_of in self.index.program.impulses:
            return []
        return [
            Impulse(player, name, number)
            for player in self.access.players
            for name in self.index.any_time
            for number, verb in enumerate(self.index.data["menus"][name]["actions"])
            if self.completions(verb, player, player)
        ]

    @abstractmethod
    def block(self, statements: list[Node], frame: Frame) -> Run:
        """The statements, one after another."""

    @abstractmethod
    def body(self, statements: list[Node], frame: Frame) -> Run:
        """A whole body, until its end, `done` or `give`. Gives what was given, and whether anything was."""

    @abstractmethod
    def assign(self, target: Node, value: object, frame: Frame, node: Node) -> Run:
        """Set a local, or a property, which is kept in its range."""

    @abstractmethod
    def changed(self, node: Node) -> Run:
        """Let the rules react that read what a statement writes."""

    @abstractmethod
    def put(self, things: tuple[int, ...], place: int, bottom: bool) -> None:
        """Lay things into a place."""

    @abstractmethod
    def call(self, verb: str, args: list[Any], you: int) -> Run:
        """Run a verb."""

    @abstractmethod
    def settle(self, rules: tuple[int, ...]) -> Run:
        """Let rules react."""

    @abstractmethod
    def part(self, part: Node, verb: str, env: Env) -> Run:
        """Ask for a part that a call has left open."""

    @abstractmethod
    def spend(self, rule: Node | None = None, name: str | None = None) -> None:
        """One loop pass, or the call of a rule, of what an answer may take."""
