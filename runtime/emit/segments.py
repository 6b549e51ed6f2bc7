"""Procedures that may wait, cut into segments: a small function between two places where a game may stop.

A frame is a plain list `[segment, register, parameters…, locals…]`. A segment is called with the state and
its frame. It gives 0 to go on with whatever frame is on top, or 1 to wait for an answer. What a call gives
and what is answered arrives in the register. Forward, a segment calls the next one itself; back, and every
so often, it returns to the engine, so that nothing ever depends on how deep Python's own stack is.
"""

from __future__ import annotations

from typing import Any

from tilewright.schemas.operation_table import LEAVES
from tilewright.schemas.walking import operations

from ..analysis.local_reads import free_locals
from ..analysis.program_types import Types, element
from ..state.program import Node
from ..state.state import NONE
from ..weaving.procedures import Procedure
from .changes import begin_reaction, end_reaction, pay_reaction, reaction_args
from .expressions import Expressions, may_be_repeated
from .fragments import (
    EMPTY,
    Called,
    Comprehension,
    Fixed,
    For,
    Fragment,
    Integer,
    Item,
    LocalName,
    OnlyIf,
    While,
    code,
    listed,
)
from .instructions import Block, CodeLine, EmittedFunction, Enter, GoTo, Instruction, Leave, Segment, nested
from .loops import paid_items
from .module import FRAME, Module
from .passes import hoist_loads, inline_single_use, place_locals, thread_jumps
from .statements import Statements
from .suspension import Suspension
from .triggers import some_fires

_CHAIN = 16  # so many segments may call each other before one returns to the engine
_DEPTH = 400
_AWAY = frozenset(op for op, what in LEAVES.items() if what != "pass")
"""Statements behind which a loop does not go on."""
REGISTER = Fixed("f[1]")
"""Where an answer arrives, or what a call gives."""


class Segments(Statements):
    """The body of one procedure that may wait."""

    def __init__(self, module: Module, procedure: Procedure, suspension: Suspension) -> None:
        super().__init__(module, procedure, suspension)
        self.found: list[Segment] = []
        self.open = False  # whether what is written next can be reached from what was written last
        self.kept: set[str] = set(procedure.parameters)  # locals that have to be in the frame
        # Where `stop` and `skip` lead; None in a loop of Python's.
        self.jumps: list[tuple[int, int] | None] = []
        self._chain = 0

    # ---- from the beginning to the end

    def segmented(self) -> None:
        """Write all segments."""
        self.begin(self.module.entry(self.procedure))
        if self.suspension.is_recursive_procedure(self.procedure):
            deep = CodeLine(Called("deep", self.expr.where()))
            self.add(Block(OnlyIf(code("len(S.k)>{}", _DEPTH)), [deep]))
        self.pay_call()
        self.statements(self.procedure.body)
        if self.open:
            self.leave(self.fall_off())
        self.module.add_segments(self.procedure, self.found, self._finish)

    def _finish(self) -> dict[LocalName, int]:
        """Let all passes work on the segments, and decide which locals live in the frame.

        `resumed`: the segments that a frame may name while something else runs or waits.
        """
        module, procedure = self.module, self.procedure
        asking = {number for number, site in module.sites.items() if site.procedure is procedure}
        resumed = asking | {number + 1 for number in asking} | {module.entry(procedure)}
        found = inline_single_use(thread_jumps(self.found, resumed), resumed, asking)
        parameters = map(module.local, procedure.parameters)
        found, slots = place_locals(found, parameters, self.kept, self._any_one())
        gone = {segment.number for segment in self.found}
        for segment in hoist_loads(found, slots):
            gone.discard(segment.number)
            name = f"s{segment.number}"
            module.generated[name] = EmittedFunction(
                name, FRAME, segment.body, slots, segment.fetched, procedure=procedure
            )
        for number in gone:
            del module.generated[f"s{number}"]
        return slots

    def _any_one(self) -> dict[LocalName, Fragment]:
        """A thing for each local, of the kind that it holds."""
        found: dict[LocalName, Fragment] = {}
        for name, kind in self.types.locals.items():
            low, high = self.program.range(kind.kind) if kind.kind in self.program.kinds else (0, 0)
            if kind.is_thing and low < high:
                found[self.module.local(name)] = Integer(low)
        return found

    # ---- segments and jumps

    def begin(self, number: int) -> None:
        """What is written from here on is another segment; if the last one goes on, it leads here."""
        if self.open:
            self.go(number)
        self.body = []
        self.found.append(Segment(number, self.body))
        self.open = True

    def go(self, number: int) -> None:
        """Go on with a later segment."""
        self._chain += 1
        self.lead(GoTo(number, by_engine=self._chain % _CHAIN == 0))

    def back(self, number: int) -> None:
        """Go on with a segment by way of the engine."""
        self.lead(GoTo(number, by_engine=True))

    def lead(self, away: Instruction) -> None:
        """Whatever comes next is not reached from here, unless this stands under a condition."""
        self.add(away)
        if self.depth == 0:
            self.open = False

    def jump_if(self, test: Fragment, number: int) -> None:
        """Go on with another segment if a test holds."""
        self.add(Block(OnlyIf(test), [GoTo(number)]))

    def go_unless(self, test: Fragment, number: int) -> None:
        self.jump_if(code("not {}", test), number)

    def push(self, name: str, args: list[Fragment], following: int | None) -> None:
        """Call a procedure that may wait; this one goes on with a later segment, or never."""
        called = self.module.weaver.procedures[name]
        self.module.entry(called)  # segments are numbered in the order in which they are mentioned
        self.lead(Enter(called, tuple(args), following, by_engine=self.suspension.is_recursive(name)))

    # ---- statements

    def statement(self, node: Node) -> None:
        if not self.open:
            return  # nothing leads here
        if not self.suspension.statement(node):
            super().statement(node)
            return
        self.tell_read(node)
        handlers = self.module.handlers
        write = handlers.waiting.get(node["op"]) or handlers.statements[node["op"]]
        write(self, node)

    def leave(self, value: Fragment) -> None:
        self.lead(Leave(None if value == Integer(NONE) else value))

    def leave_loop(self, node: Node) -> None:
        if not self.jumps or self.jumps[-1] is None:
            super().leave_loop(node)
            return
        stop, skip = self.jumps[-1]
        if node["op"] == "stop":
            self.go(stop)
        else:
            self.back(skip)

    def for_each(self, node: Node) -> None:
        self._in_python(lambda: Statements.for_each(self, node))

    def each(self, node: Node) -> None:
        self._in_python(lambda: Statements.each(self, node))

    def repeat(self, node: Node) -> None:
        self._in_python(lambda: Statements.repeat(self, node))

    def _in_python(self, write: Any) -> None:
        self.jumps.append(None)
        write()
        self.jumps.pop()

    def settle(self, triggers: tuple[int, ...]) -> None:
        name = self.module.weaver.settle(triggers)
        if not self.suspension.is_waiting(name):
            super().settle(triggers)
            return
        self.tell_looks(triggers)
        following = self.module.segment()
        with self.inside(OnlyIf(some_fires(self.module, triggers))):
            self.push(name, [], following)
        self.begin(following)

    def call_waiting(self, node: Node) -> None:
        args = [self.expr.argument(arg) for arg in node["args"]]
        if node.get("tail"):
            self.push(node["procedure"], args, None)
            return
        following = self.module.segment()
        over = None if node.get("name") else self.over_at_once(node["procedure"], args)
        if over not in (None, Integer(0)):
            self.jump_if(over, following)
        self.push(node["procedure"], args, following)
        self.begin(following)
        if node.get("name"):
            self.assign(node["name"], REGISTER)

    def over_at_once(self, name: str, args: list[Fragment]) -> Fragment | None:
        """Whether a procedure that begins with `if …: done` has nothing to do, before it gets a frame. None
        if that cannot be asked from here.
        """
        called, counted = self.module.weaver.procedures[name], None
        body = called.body
        match body:
            case [{"op": "$enter", "verb": verb, "resets": []}, {"op": "$call", "procedure": inside}, *_]:
                counted, body = ("depth", verb), self.module.weaver.procedures[inside].body
        match body:
            case [{"op": "if", "test": test, "then": [{"op": "done"}], "else": [], "at": at} as first, *_]:
                pass
            case _:
                return None
        scope = dict(zip(called.parameters, args, strict=True))
        read = free_locals(test)
        types = Types(self.program, called.types).learn(test)
        if (
            "reads_hidden" in first
            or not all(may_be_repeated(scope[one]) for one in read)
            or counted in self.module.analysis.reads(test, types)
        ):
            return None
        return Expressions(self.module, types, scope, called.rule, at).test(test)

    def do_waiting(self, node: Node) -> None:
        """The steps of a thing that may ask: all of them stand on frames, found in a table."""
        of = self.simple(self.expr.text(node["of"]))
        args = [of, *(self.expr.argument(arg) for arg in node["args"])]
        table = self.module.step_table(node["table"], suspending=True)
        following = self.module.segment()
        with self.inside(OnlyIf(code("{} in {}", of, table))):
            self.lead(Enter(Item(table, of), tuple(args), following, by_engine=True))
        self.begin(following)

    def branch_waiting(self, node: Node) -> None:
        otherwise = self.module.segment() if node.get("else") else None
        end = self.module.segment()
        self.go_unless(self.expr.test(node["test"]), end if otherwise is None else otherwise)
        with self.knowing(node["test"], node["then"]):
            self.pay(self.module.costs.block(node["then"]))
            self.statements(node["then"])
        if otherwise is not None:
            if self.open:
                self.go(end)
            self.begin(otherwise)
            with self.knowing(node["test"], node["else"], holds=False):
                self.pay(self.module.costs.block(node["else"]))
                self.statements(node["else"])
        self.begin(end)

    def repeat_waiting(self, node: Node) -> None:
        top, end = self.module.segment(), self.module.segment()
        left = f"$left {top}"
        if node.get("times") is not None:
            self.assign(left, self.expr.text(node["times"]))
        self.begin(top)
        if node.get("times") is not None:
            self.go_unless(code("{}>0", self.module.local(left)), end)
            self.change(left, "-=1")
        if node.get("while") is not None:
            self.go_unless(self.expr.test(node["while"]), end)
        self._pass(node, node["body"], top, end)

    def change(self, name: str, by: str) -> None:
        """A local is counted up or down."""
        local = self.module.local(name)
        self.add(CodeLine(code("{}{}", local, by), changes=(local,)))

    def _pass(self, node: Node, body: list[Node], top: int, end: int) -> None:
        """The rest of the loop's body, and back to its head."""
        self.jumps.append((end, top))
        if not _asks(body):  # whoever answers has a budget afresh
            self.pay_pass(node)
        self.statements(body)
        self.jumps.pop()
        if self.open:
            self.back(top)
        self.begin(end)

    def for_each_waiting(self, node: Node) -> None:
        if node.get("key") is not None or node.get("ties") is not None:
            self._by_key_waiting(node)
            return
        top, end = self.module.segment(), self.module.segment()
        local = self.module.local
        members, index, were = local(f"$members {top}"), local(f"$index {top}"), local(f"$were {top}")
        leaves = self.leaving(node) if node["op"] == "for_each" else ""
        found = paid_items(self.expr, node["set"], self.module.costs.passing_over(node))
        self.assign(members.name, Called("tuple", found))
        self.assign(index.name, Integer(0))
        kind = element(self.types.of(node["set"]))
        if leaves == "were":
            variable = self.module.variable()
            inside = OnlyIf(self.expr.in_play(variable, kind))
            self.assign(were.name, Called("tuple", Comprehension(variable, [For(variable, members), inside])))
        self.begin(top)
        name = local(node["name"])
        body = node["body"]
        with self.inside(While()):
            self.jump_if(code("{}>=len({})", index, members), end)
            self.assign(name.name, Item(members, index))
            self.change(index.name, "+=1")
            tests = []
            if leaves:
                test = self.expr.in_play(name, kind)
                tests.append(test if leaves == "all" else code("({} or {} not in {})", test, name, were))
            if len(body) == 1 and body[0]["op"] == "if" and not body[0].get("else"):
                # Members for whom nothing is done are passed over at once.
                self.tell_read(body[0])
                tests.append(self.expr.test(body[0]["test"]))
                body = body[0]["then"]
            self.add(*nested([OnlyIf(listed(tests, " and "))] if tests else [], [CodeLine(code("break"))]))
        self._pass(node, body, top, end)

    def _by_key_waiting(self, node: Node) -> None:
        """Set and key anew before each pass; who is first among equals may be asked."""
        from .choices import ask_ties

        top, end = self.module.segment(), self.module.segment()
        seen = self.module.local(f"$seen {top}")
        self.assign(seen.name, EMPTY)
        self.begin(top)
        best = self.best(node, seen)
        self.go_unless(best, end)
        if node.get("ties") is not None:
            ask_ties(self, node, best)
        else:
            self.assign(node["name"], Item(best, 0))
        self.assign(seen.name, code("(*{},{})", seen, self.module.local(node["name"])))
        self._pass(node, node["body"], top, end)

    def react_waiting(self, node: Node) -> None:
        """A reaction that may ask. What it must change is remembered."""
        index, binding = node["trigger"], self.module.local(node["binding"])
        trigger = self.program.data["triggers"][index]
        pay_reaction(self, node)
        before = self.module.local(f"$before {index}")
        begin_reaction(self, index, binding)
        if trigger["sort"] == "whenever":
            self.assign(before.name, Called("arrangement", "S"))
        self.kept.add(node["binding"])
        following = self.module.segment()
        self.push(node["procedure"], reaction_args(trigger, binding), following)
        self.begin(following)
        end_reaction(self, index, binding, trigger, Called("stands", "S", before))


WAITING: dict[str, Any] = {
    "$call": Segments.call_waiting,
    "$do": Segments.do_waiting,
    "$each": Segments.for_each_waiting,
    "$react": Segments.react_waiting,
    "if": Segments.branch_waiting,
    "repeat": Segments.repeat_waiting,
    "for_each": Segments.for_each_waiting,
}


def _asks(body: list[Node]) -> bool:
    """Whether whoever comes to the end of a block has certainly been asked something on the way."""
    for node in body:
        otherwise = node.get("else")
        plain = not (node.get("many") or node.get("none") or (node.get("by") or {}).get("chance"))
        if node["op"] in ("choose", "offer") and plain and otherwise and otherwise.get("when") is None:
            # With nothing else to choose from, the alternative is taken.
            return bool(otherwise["body"]) and otherwise["body"][-1]["op"] in _AWAY
        if any(one["op"] == "skip" for one in operations(node)):
            return False
    return False
