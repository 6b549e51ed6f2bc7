"""Instructions → Python: the only place that knows how a jump, a frame, a question or a local is written.

A function takes the state `S`; a segment takes its frame `f`, too. A frame is a plain list: the segment with
which it is taken up, the register in which answers arrive, parameters, locals. A segment gives 0 to go on
with whatever frame is on top, 1 to wait for an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..weaving.procedures import Procedure
from .fragments import (
    STATE_PARTS,
    Bound,
    Callee,
    Charged,
    Compared,
    Else,
    For,
    Fragment,
    Kept,
    LocalName,
    OnlyIf,
    RelationTable,
    StatePart,
    UniqueName,
    Variable,
    While,
)
from .instructions import (
    Ask,
    Assign,
    Block,
    CodeLine,
    EmittedFunction,
    Enter,
    Forget,
    ForLog,
    GoTo,
    Instruction,
    Leave,
    Resume,
    Return,
    Tell,
    lines,
)

INDENT = "    "


class Linked(Protocol):
    """What is known of a module only when all of it has been generated."""

    telling: bool
    """Whether its games may have a log. If not, nothing is written that serves one alone."""

    def entry(self, procedure: Procedure) -> int:
        """The segment with which a procedure begins that may wait."""

    def frame_size(self, procedure: Procedure) -> int:
        """How many locals its frames have, parameters included."""

    def forgetting(self, forget: Forget) -> Sequence[Instruction]:
        """What makes a state forget what is out of date."""


@dataclass(slots=True)
class Rendered:
    """A function as Python, and what it uses that has to be there before it runs."""

    source: str
    tables: set[RelationTable]
    callees: set[str]


def render(function: EmittedFunction, linked: Linked) -> Rendered:
    """A function as Python."""
    python = _Python(function, linked)
    given = ",".join(["S", *map(python.text, function.parameters)])
    python.lines(function.body)
    head = [f"def {function.name}({given}):"]
    if python.state:
        head.append(INDENT + "; ".join(f"{name}=S.{name}" for name in STATE_PARTS if name in python.state))
    if function.fetched:
        slots = [function.slots[one] for one in function.fetched]
        head.append(INDENT + "; ".join(f"y{slot}=f[{slot}]" for slot in slots))
    source = "\n".join([*head, *(python.written or [INDENT + "pass"])])
    return Rendered(source, python.tables, python.callees)


def lifted(body: Sequence[Instruction], linked: Linked) -> tuple[str, dict[Fragment, str], list[Fragment]]:
    """Instructions as text in which all names are numbered; these numbers; and the names that are not bound
    there, which the function has to be given. Equal texts do the same with what they are given.
    """
    mentioned = dict.fromkeys(name for _, one in lines(body) for name in one.names)
    renamed = {name: f"p{i}" for i, name in enumerate(mentioned)}
    python = _Python(EmittedFunction("", (), [], renamed=renamed), linked)
    python.lines(body)
    return "\n".join(python.written), renamed, [name for name in renamed if name not in python.bound]


class _Python:
    """One function on its way to text."""

    def __init__(self, function: EmittedFunction, linked: Linked) -> None:
        self.linked = linked
        self.written: list[str] = []
        self.depth = 1
        self.state: set[str] = set()  # the parts of the state that it reads
        self.tables: set[RelationTable] = set()
        self.callees: set[str] = set()
        self.bound: set[Fragment] = set()  # what loops go through
        self.places = dict(function.renamed)
        self.places |= {name: f"f[{slot}]" for name, slot in function.slots.items()}
        self.places |= {name: f"y{function.slots[name]}" for name in function.fetched}

    # ---- pieces of code

    def text(self, piece: Fragment) -> str:
        """A piece of code as text."""
        return "".join(
            [part if part.__class__ is str else _OPERANDS[part.__class__](self, part) for part in piece.parts]
        )

    def name(self, name: UniqueName) -> str:
        return self.places.get(name) or name.text

    def local(self, local: LocalName) -> str:
        place = self.places.get(local)
        if place is None:
            place = self.places[local] = f"x{len(self.places)}"
        return place

    def bound_name(self, bound: Bound) -> str:
        self.bound.add(bound.variable)
        return _OPERANDS[bound.variable.__class__](self, bound.variable)

    def compared(self, compared: Compared) -> str:
        return self.local(compared.local)

    def state_part(self, part: StatePart) -> str:
        self.state.add(part.name)
        return part.name

    def table(self, table: RelationTable) -> str:
        self.tables.add(table)
        return str(table)

    def kept(self, kept: Kept) -> str:
        self.state.add("memo")
        return f"(memo[{kept.number}] or {self.text(kept.find)})"

    def callee(self, callee: Callee) -> str:
        if callee.generated:
            self.callees.add(callee.name)
        return callee.name

    # ---- instructions

    def lines(self, body: Sequence[Instruction]) -> None:
        for one in body:
            _INSTRUCTIONS[one.__class__](self, one)

    def write(self, *lines: str) -> None:
        for line in lines:
            self.written.append(INDENT * self.depth + line)

    def line(self, line: CodeLine) -> None:
        self.write(self.text(line.code))

    def for_log(self, line: ForLog) -> None:
        if self.linked.telling:
            self.line(line)

    def assign(self, assign: Assign) -> None:
        self.write(f"{self.local(assign.target)}={self.text(assign.value)}")

    def block(self, block: Block) -> None:
        match block.head:
            case OnlyIf(test):
                self.write(f"if {self.text(test)}:")
            case For(variable, members):
                self.bound.add(variable)
                through = self.paid(members) if isinstance(members, Charged) else self.text(members)
                self.write(f"for {self.text(variable)} in {through}:")
            case While(test):
                self.write(f"while {'True' if test is None else self.text(test)}:")
            case Else():
                self.write("else:")
        self.depth += 1
        before = len(self.written)
        self.lines(block.body)
        if len(self.written) == before:
            self.write("pass")
        self.depth -= 1

    def paid(self, set_: Charged) -> str:
        """Lines that pay for the members of a set; what the members are called after them."""
        name = f"e{self.depth}"
        self.write(f"{name}={self.text(set_.members)}")
        self.write(f"if {f'len({name})>{set_.free}' if set_.free else name}:")
        self.write(f"{INDENT}S.fuel-=len({name})*{set_.each}")
        self.write(f"{INDENT}if S.fuel<0: endless({self.text(set_.where)})")
        return name

    def go_to(self, jump: GoTo) -> None:
        if jump.by_engine:
            self.write(f"f[0]={jump.segment}", "return 0")
        else:
            self.callees.add(f"s{jump.segment}")
            self.write(f"return s{jump.segment}(S,f)")

    def resume(self, resume: Resume) -> None:
        self.write(f"f[0]={resume.segment}")

    def enter(self, call: Enter) -> None:
        args = "".join("," + self.text(arg) for arg in call.args)
        if call.following is not None:
            self.write(f"f[0]={call.following}")
        if isinstance(call.callee, Fragment):
            step = self.text(call.callee)
            self.write(f"S.k.append([{step}[0],0{args},*{step}[1]])", "return 0")
            return
        first = self.linked.entry(call.callee)
        self.callees.add(f"s{first}")
        rest = ",0" * (self.linked.frame_size(call.callee) - len(call.args))
        self.write(f"g=[{first},0{args}{rest}]")
        self.write("S.k[-1]=g" if call.following is None else "S.k.append(g)")
        self.write("return 0" if call.by_engine else f"return s{first}(S,g)")

    def leave(self, leave: Leave) -> None:
        # What is given is worked out before the frame goes: that may end the game.
        self.state.add("k")
        given = "-1"
        if leave.value is not None:
            given = "r"
            self.write(f"r={self.text(leave.value)}")
        self.write("k.pop()", f"k[-1][1]={given}", "return 0")

    def give(self, give: Return) -> None:
        self.write(f"return {self.text(give.value)}")

    def ask(self, ask: Ask) -> None:
        asked = (ask.options, ask.chooser, ask.least, ask.most, ask.answers)
        self.write(f"S.q=({ask.sort},{','.join(map(self.text, asked))})", "return 1")

    def tell(self, tell: Tell) -> None:
        if self.linked.telling:
            self.write(f"if S.log is not None: S.log.append({self.text(tell.event)})")

    def forget(self, forget: Forget) -> None:
        self.lines(self.linked.forgetting(forget))


_OPERANDS: dict[type, Callable[[_Python, Any], str]] = {
    LocalName: _Python.local,
    UniqueName: _Python.name,
    Variable: _Python.name,
    Bound: _Python.bound_name,
    Compared: _Python.compared,
    StatePart: _Python.state_part,
    RelationTable: _Python.table,
    Callee: _Python.callee,
    Kept: _Python.kept,
}

_INSTRUCTIONS: dict[type, Callable[[_Python, Any], None]] = {
    CodeLine: _Python.line,
    ForLog: _Python.for_log,
    Assign: _Python.assign,
    Block: _Python.block,
    GoTo: _Python.go_to,
    Resume: _Python.resume,
    Enter: _Python.enter,
    Leave: _Python.leave,
    Return: _Python.give,
    Ask: _Python.ask,
    Tell: _Python.tell,
    Forget: _Python.forget,
}
