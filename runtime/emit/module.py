"""The module that is generated: its functions, its constants, and the names in it.

Generated source contains generated names and whole numbers only. Texts, tables and helpers are values in the
namespace in which it runs, so that nothing an author writes can become code; `emit/guard.py` sees to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Any

from ..analysis.costs import Prices
from ..analysis.marked_reads import marked
from ..analysis.read_write import Analysis
from ..state.program import Node, Program
from ..weaving.procedures import Procedure
from ..weaving.weave import Weaver
from .forgetting import forgetting
from .fragments import (
    Called,
    Callee,
    Cheap,
    Fixed,
    Fragment,
    Integer,
    LocalName,
    OnlyIf,
    Operand,
    UniqueName,
    Variable,
    code,
)
from .instructions import Block, CodeLine, EmittedFunction, Forget, Instruction, Segment
from .memo import Memo
from .render import Rendered, lifted, render


@dataclass(frozen=True)
class Handlers:
    """How each operation is written: as an expression, as a statement, as a statement that may wait."""

    expressions: Mapping[str, Callable[[Any, Node], Fragment]]
    statements: Mapping[str, Callable[[Any, Node], None]]
    waiting: Mapping[str, Callable[[Any, Node], None]]


@dataclass
class Site:
    """A statement that asks. What is needed to show its question is looked up only when somebody looks."""

    node: Node
    procedure: Procedure
    sort: int
    who: bool = False  # the register gets `(option, seat)`: who answered matters
    type: str = "any"  # of the options


FRAME = (Fixed("f"),)


class Module:
    """What is being generated."""

    def __init__(
        self,
        program: Program,
        analysis: Analysis,
        weaver: Weaver,
        memo: Memo,
        costs: Prices,
        handlers: Handlers,
        namespace: dict[str, Any],
    ) -> None:
        self.program = program
        self.analysis = analysis
        self.weaver = weaver
        self.memo = memo
        self.costs = costs
        self.handlers = handlers
        self.namespace = namespace
        self.telling = True  # whether its games may have a log
        self.generated: dict[str, EmittedFunction] = {}
        self._new: list[str] = []  # of them those that nobody has taken yet
        self._numbers: dict[str, int] = {}
        self._constants: dict[Any, Fixed] = {}
        self._values: dict[tuple[str, str], list[Any]] = {}
        self._tables: dict[tuple[str, str], Fixed] = {}
        self._within: dict[tuple[tuple[int, int], ...], Fixed] = {}
        self._locals: dict[str, LocalName] = {}
        self._lifted: dict[str, str] = {}
        self.defines: dict[str, str] = {}
        self.needed: list[tuple[str, str]] = []  # those that are still to be generated: chains may be long
        self.finding: dict[int, str] = {}  # the functions that find what a state keeps, but for masks
        self.asked: dict[int, str] = {}  # those whose values a state keeps by their arguments
        self.lasting: dict[str, dict[tuple[int, ...], Any]] = {}  # by function: what it gave, for all states
        self.guards: dict[tuple[int, ...], Fragment] = {}
        self.holding: dict[int, Fragment] = {}  # that a trigger holds for any binding
        self.for_all: dict[Variable, list[Variable]] = {}  # by loop through all spaces: the lists it fills
        self._looks: dict[tuple[int, ...], list[int]] = {}
        self.sites: dict[int, Site] = {}
        self.entries: dict[int, int] = {}
        self.functions: dict[int, str] = {}
        self.rule_of: dict[str, tuple[str | None, int]] = {}  # by function: the rule it plays, and its place
        self._slots: dict[int, Mapping[LocalName, int]] = {}
        self._finishing = Lock()
        self._unfinished: dict[int, Callable[[], Mapping[LocalName, int]]] = {}
        self.tables: list[tuple[str, dict[str, str], dict[str, int]]] = []

    @cached_property
    def hidden(self) -> dict[int, Node]:
        """What decides something by what may be hidden, by its mark."""
        return marked(self.program.data)

    def looks(self, triggers: tuple[int, ...]) -> list[int]:
        """The marks of what is hidden and decides which of these triggers fires."""
        found = self._looks.get(triggers)
        if found is None:
            known = self.program.data["triggers"]
            marks = (known[index].get("reads_hidden") for index in triggers)
            found = self._looks[triggers] = [mark for mark in marks if mark is not None]
        return found

    def fresh(self, letter: str) -> str:
        """A name that nothing else bears."""
        number = self._numbers.get(letter, 0)
        self._numbers[letter] = number + 1
        return f"{letter}{number}"

    def name(self, letter: str) -> UniqueName:
        """A name of its own for a parameter, or for what is remembered for a few lines."""
        return UniqueName(self.fresh(letter))

    def variable(self) -> Variable:
        """The same for what a loop goes through."""
        return Variable(self.fresh("i"))

    def local(self, name: str) -> LocalName:
        """A local of a procedure, by the name that it has in the program."""
        found = self._locals.get(name)
        if found is None:
            found = self._locals[name] = LocalName(name)
        return found

    def constant(self, value: object) -> Fixed:
        """The name under which generated code finds a value."""
        key = (type(value).__name__, repr(value))
        name = self._constants.get(key)
        if name is None:
            name = self._constants[key] = Fixed(self.fresh("K"))
            self.namespace[name.text] = value
        return name

    def values_of(self, kind: str, name: str) -> list[Any]:
        """What the things of a kind have as a property that never changes."""
        found = self._values.get((kind, name))
        if found is None:
            found = self._values[kind, name] = self.program.constants(kind, name)
        return found

    def table_of(self, kind: str, name: str) -> Fixed:
        """The table of that, by the numbers of the things."""
        found = self._tables.get((kind, name))
        if found is None:
            below = [0] * self.program.range(kind)[0]
            found = self._tables[kind, name] = self.constant((*below, *self.values_of(kind, name)))
        return found

    def within(self, ranges: tuple[tuple[int, int], ...]) -> Fixed:
        """The table of which things have numbers in these ranges: to look there is faster than to compare."""
        found = self._within.get(ranges)
        if found is None:
            every = range(len(self.program.entities))
            table = tuple(any(low <= one < high for low, high in ranges) for one in every)
            found = self._within[ranges] = self.constant(table)
        return found

    def paying(self, price: Operand, where: Fragment) -> list[Instruction]:
        """What makes an answer pay for what comes next, or end if it has not got that."""
        return [CodeLine(code("S.fuel-={}", price)), self.ending(where)]

    def ending(self, where: Fragment) -> Instruction:
        """What ends an answer that has nothing left to pay with."""
        return Block(OnlyIf(code("S.fuel<0")), [CodeLine(Called("endless", where))])

    def function(
        self,
        name: str,
        parameters: Sequence[Fragment],
        body: list[Instruction],
        rule: tuple[str | None, int] | None = None,
    ) -> None:
        """Add a function. What it needs of the state will be fetched at its beginning."""
        self.add(EmittedFunction(name, parameters, body), rule)

    def add(self, function: EmittedFunction, rule: tuple[str | None, int] | None = None) -> None:
        """Add a function, and the rule that it plays."""
        if function.procedure is not None:
            rule = function.procedure.rule, function.procedure.at
        if rule is not None:
            self.rule_of[function.name] = rule
        self.generated[function.name] = function
        self._new.append(function.name)

    def lift(self, body: list[Instruction]) -> Called:
        """Make a function of instructions that end with `return`, and give the call of it.

        Equal ones make one function. Loops that may end early are several times faster so than generators.
        """
        text, renamed, given = lifted(body, self)
        name = self._lifted.get(text)
        if name is None:
            name = self._lifted[text] = self.fresh("q")
            self.add(EmittedFunction(name, given, body, renamed=renamed))
        return called(name, *given)

    # ---- procedures, segments, questions

    def segment(self) -> int:
        """The number of a new segment."""
        return int(self.fresh("s")[1:])

    def entry(self, procedure: Procedure) -> int:
        """The segment with which a procedure begins that may wait."""
        if id(procedure) not in self.entries:
            self.entries[id(procedure)] = self.segment()
        return self.entries[id(procedure)]

    def function_name(self, name: str) -> str:
        """The function of a procedure that does not wait, by the procedure's name."""
        return self.function_of(self.weaver.procedures[name])

    def function_of(self, procedure: Procedure) -> str:
        """The function of a procedure that does not wait."""
        if id(procedure) not in self.functions:
            self.functions[id(procedure)] = self.fresh("f")
        return self.functions[id(procedure)]

    def add_segments(
        self, procedure: Procedure, segments: Iterable[Segment], finish: Callable[[], Mapping[LocalName, int]]
    ) -> None:
        """Add the segments of a procedure. Much of a game is never played: what is to become of them is only
        decided when one of them is, or when somebody wants to know of its frames. `finish` does so, puts in
        place what has become of them, and gives the slots of its locals.
        """
        for segment in segments:
            self.add(EmittedFunction(f"s{segment.number}", FRAME, segment.body, procedure=procedure))
        self._unfinished[id(procedure)] = finish

    def slots(self, procedure: Procedure) -> Mapping[LocalName, int]:
        """Where the locals of a procedure that may wait are in its frames, parameters included."""
        key = id(procedure)
        if key not in self._slots:
            with self._finishing:  # games of one program may be played in several threads
                if key in self._unfinished:
                    self._slots[key] = self._unfinished[key]()
                    del self._unfinished[key]
        return self._slots[key]

    def frame_size(self, procedure: Procedure) -> int:
        """How many locals its frames have, parameters included."""
        return len(self.slots(procedure))

    def finish(self) -> None:
        """Decide at once what becomes of all segments."""
        for procedure in list(self.weaver.procedures.values()):
            if id(procedure) in self._unfinished:
                self.slots(procedure)

    def step_table(self, table: dict[str, str], suspending: bool) -> Fixed:
        """The name of a table from things to what they give: a function, or a segment and its locals."""
        name = self.fresh("D")
        # A case that never waits gets a segment too, so that all cases stand on frames.
        adapters = {thing: self.segment() for thing in table} if suspending else {}
        self.tables.append((name, table, adapters))
        return Fixed(name)

    def ask(self, site: Site) -> tuple[int, int]:
        """Two segments in a row: one asks, the next takes the answer."""
        first = self.segment()
        following = self.segment()
        self.sites[first] = site
        return first, following

    def forgetting(self, forget: Forget) -> list[Instruction]:
        """What forgets all that is kept and out of date. To be asked for when all is generated: until then,
        more may come to be kept.
        """
        return forgetting(self.memo, forget, self.constant)

    def take_new(self) -> list[str]:
        """The functions added since the last time, and whatever they need."""
        from .modifiers import emit_define

        while self.needed:
            emit_define(self, *self.needed.pop())
        names, self._new = self._new, []
        return names

    def rendered(self, name: str) -> Rendered:
        """A function as Python. To be asked for when everything has been generated."""
        procedure = self.generated[name].procedure
        if procedure is not None and id(procedure) in self._unfinished:
            self.slots(procedure)
        return render(self.generated[name], self)


def called(name: str, *args: Operand) -> Called:
    """A call of a function of the module's own."""
    return Called(Callee(name, generated=True), "S", *args)


def in_tuple(piece: Fragment) -> Fragment:
    """A list as a tuple."""
    return Called("tuple", piece)


def offset(piece: Fragment, number: int) -> Fragment:
    """A sum with a constant, worked out where it can be."""
    if isinstance(piece, Integer):
        return Integer(piece.value + number)
    if number == 0:
        return piece
    made = code("{}{}", piece, f"{number:+d}")
    return Cheap(made.parts, made.names) if isinstance(piece, (UniqueName, LocalName, Fixed)) else made
