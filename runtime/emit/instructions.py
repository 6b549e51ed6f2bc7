"""Generated code before it is text: instructions, made of fragments (fragments.py).

What the passes (passes.py) have to know of an instruction is which locals it reads and writes, and where it
leads; what becomes text, and how, is up to the renderer (render.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..analysis.read_write import StateKeys
from ..weaving.procedures import Procedure
from .fragments import For, Fragment, Head, LocalName


class Instruction:
    """Something that is done. Its names are those it mentions, as often and in the order in which it does."""

    __slots__ = ()

    @property
    def names(self) -> tuple[Fragment, ...]:
        return ()

    @property
    def writes(self) -> tuple[LocalName, ...]:
        """The locals that it changes."""
        return ()

    @property
    def reads(self) -> tuple[Fragment, ...]:
        """The names whose values it needs."""
        return self.names


@dataclass(slots=True)
class CodeLine(Instruction):
    """A line of the target. It reads all that it mentions; some of that it may change, too."""

    code: Fragment
    changes: tuple[LocalName, ...] = ()

    @property
    def names(self) -> tuple[Fragment, ...]:
        return self.code.names

    @property
    def writes(self) -> tuple[LocalName, ...]:
        return self.changes


@dataclass(slots=True)
class Assign(Instruction):
    """A local gets a value."""

    target: LocalName
    value: Fragment

    @property
    def names(self) -> tuple[Fragment, ...]:
        return (self.target, *self.value.names)

    @property
    def writes(self) -> tuple[LocalName, ...]:
        return (self.target,)

    @property
    def reads(self) -> tuple[Fragment, ...]:
        return self.value.names


@dataclass(slots=True)
class Block(Instruction):
    """Instructions under a test, or in a loop. Names, reads and writes are those of its head."""

    head: Head
    body: list[Instruction]

    @property
    def names(self) -> tuple[Fragment, ...]:
        return self.head.names

    @property
    def writes(self) -> tuple[LocalName, ...]:
        match self.head:
            case For(LocalName() as variable):
                return (variable,)
        return ()

    @property
    def reads(self) -> tuple[Fragment, ...]:
        return self.head.members.names if isinstance(self.head, For) else self.head.names


@dataclass(slots=True)
class GoTo(Instruction):
    """Go on with another segment of the procedure: by a call, or by way of the engine."""

    segment: int
    by_engine: bool = False


@dataclass(slots=True)
class Resume(Instruction):
    """What this segment is taken up again with: it is going to ask."""

    segment: int


@dataclass(slots=True)
class Enter(Instruction):
    """Call a procedure that may wait, on a frame of its own. `following` is the segment that goes on after
    it; without one, its frame takes the place of this one. A piece of code stands for a step out of a table.
    """

    callee: Procedure | Fragment
    args: tuple[Fragment, ...]
    following: int | None
    by_engine: bool = False

    @property
    def names(self) -> tuple[Fragment, ...]:
        called = self.callee.names if isinstance(self.callee, Fragment) else ()
        return (*called, *called, *(name for arg in self.args for name in arg.names))


@dataclass(slots=True)
class Leave(Instruction):
    """Give a value to the frame below, and go on there; no value is none."""

    value: Fragment | None

    @property
    def names(self) -> tuple[Fragment, ...]:
        return () if self.value is None else self.value.names


@dataclass(slots=True)
class Return(Instruction):
    """Return a value to the caller of the function."""

    value: Fragment

    @property
    def names(self) -> tuple[Fragment, ...]:
        return self.value.names


@dataclass(slots=True)
class Ask(Instruction):
    """Put a question, and wait."""

    sort: int
    options: Fragment
    chooser: Fragment
    least: Fragment
    most: Fragment
    answers: Fragment

    @property
    def names(self) -> tuple[Fragment, ...]:
        asked = (self.options, self.chooser, self.least, self.most, self.answers)
        return tuple(name for one in asked for name in one.names)


@dataclass(slots=True)
class Tell(Instruction):
    """An event, told if there is a log. One `of_reading` says what was looked at for a decision; that may not
    change what is in frames, which are part of every save: see `passes.place_locals`.
    """

    event: Fragment
    of_reading: bool = False

    @property
    def names(self) -> tuple[Fragment, ...]:
        return self.event.names


class ForLog(CodeLine):
    """A line that only serves what is told."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class ThingMove:
    """One thing of a kind that has gone from a place to another."""

    kind: str
    thing: Fragment
    old: Fragment
    new: Fragment
    onto_board: bool


@dataclass(slots=True)
class Forget(Instruction):
    """What is kept and reads what was written is out of date. What that is turns out at the end."""

    written: StateKeys
    move: ThingMove | None = None

    @property
    def names(self) -> tuple[Fragment, ...]:
        move = self.move
        return () if move is None else (*move.thing.names, *move.old.names, *move.new.names)


def nested(heads: Sequence[Head], body: list[Instruction]) -> list[Instruction]:
    """Instructions under loops and tests, the first outermost."""
    for head in reversed(heads):
        body = [Block(head, body)]
    return body


def lines(body: Iterable[Instruction]) -> list[tuple[int, Instruction]]:
    """All instructions in a body in their order, with how deep each stands. A block stands for its head."""
    found: list[tuple[int, Instruction]] = []
    _gather(body, 0, found)
    return found


def _gather(body: Iterable[Instruction], depth: int, found: list[tuple[int, Instruction]]) -> None:
    for one in body:
        found.append((depth, one))
        if one.__class__ is Block:
            _gather(one.body, depth + 1, found)


@dataclass(slots=True)
class Segment:
    """Instructions between two places where a game may stop. `fetched` are those locals out of the frame that
    are read so often that each is fetched once.
    """

    number: int
    body: list[Instruction]
    fetched: tuple[LocalName, ...] = ()


@dataclass(slots=True)
class EmittedFunction:
    """A function of the module: of a procedure that never waits, of a segment, of an expression. `slots` says
    which of its locals live in a frame, and where.
    """

    name: str
    parameters: Sequence[Any]
    body: list[Instruction]
    slots: Mapping[LocalName, int] = field(default_factory=dict)
    fetched: tuple[LocalName, ...] = ()
    renamed: Mapping[Fragment, str] = field(default_factory=dict)  # what names are called in this function
    procedure: Procedure | None = None  # that it plays, or a part of it; other functions only serve these
