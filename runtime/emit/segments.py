"""Procedures that may wait, cut into segments: a small function between two places where a game may stop.

A frame is a plain list `[segment, register, parameters…, locals…]`. A segment is called with the state and
its frame. It gives 0 to go on with whatever frame is on top, or 1 to wait for an answer. What a call gives
and what is answered arrives in the register. Forward, a segment calls the next one itself; back, and every
so often, it returns to the engine, so that nothing ever depends on how deep Python's own stack is.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from tilewright.schemas.walking import operations

from ..analysis.program_types import element
from ..state.program import Node
from ..weaving.procedures import Procedure
from .changes import end_reaction, pay_reaction, reaction_args
from .module import Module
from .peephole import NAME, Segment, comes_in, in_python, joined, shortened, with_readings, without_readings
from .sets import paid_items
from .statements import HANDLERS, Statements
from .suspension import Waiting
from .triggers import some_fires

_CHAIN = 16  # so many segments may call each other before one returns to the engine
_DEPTH = 400
_WRITTEN = re.compile(r"(?:«[^»]*»,)*«[^»]*»(?:=(?!=)|[+-]=)|for «[^»]*» in")
"""Locals that are written: on the left of `=`, `+=`, `-=`, or as the variable of a loop."""


class Segments(Statements):
    """The body of one procedure that may wait."""

    def __init__(self, module: Module, procedure: Procedure, waiting: Waiting) -> None:
        super().__init__(module, procedure)
        self.waiting = waiting
        self.found: list[Segment] = []
        self.open = False  # whether what is written next can be reached from what was written last
        self.kept: set[str] = set(procedure.parameters)  # locals that have to be in the frame
        self.jumps: list[
            tuple[int, int] | None
        ] = []  # where `stop` and `skip` lead; None in a loop of Python's
        self._chain = 0
        self._last_segment = -1

    # ---- from the beginning to the end

    def emit(self) -> int:
        """Write all segments. Gives the number of locals of a frame, parameters included."""
        self.begin(self.module.entry(self.procedure))
        if self.waiting.is_recursive_procedure(self.procedure):
            self.write(f"if len(S.k)>{_DEPTH}: deep({self.on.where()})")
        self.pay_call()
        self.statements(self.procedure.body)
        if self.open:
            self.leave(self.fall_off())
        return self._finish()

    def _finish(self) -> int:
        """Decide which locals live in the frame, and hand the functions over.

        `resumed`: the segments that a frame may name while something else runs or waits.
        """
        asking = {number for number, site in self.module.sites.items() if site.procedure is self.procedure}
        resumed = asking | {number + 1 for number in asking} | {self.module.entry(self.procedure)}
        self.found = joined(shortened(self.found, resumed), resumed, asking)
        told = without_readings(self.found)
        slots = {name: 2 + i for i, name in enumerate(self.procedure.parameters)}
        names = dict.fromkeys(
            name for segment in self.found for name in NAME.findall("\n".join(segment.lines))
        )
        texts: dict[str, str] = {}
        for name in (*slots, *names):
            if name not in slots and (name in self.kept or any(comes_in(name, one) for one in self.found)):
                slots[name] = 2 + len(slots)
            texts[name] = f"f[{slots[name]}]" if name in slots else f"x{len(texts)}"
        with_readings(self.found, told, slots)
        for segment in self.found:
            if self.procedure.verb is not None:
                self.module.verb_of[segment.number] = self.procedure.verb
            local, lines = self._with_locals(segment.lines, slots, texts)
            rule = self.procedure.rule, self.procedure.at
            written = [in_python(line, local) for line in lines]
            self.module.function(f"s{segment.number}", ["f"], written, rule)
        for site in self.module.sites.values():
            if site.procedure is self.procedure and not site.slots:
                site.slots = {name: slot for name, slot in slots.items() if not name.startswith("$")}
        return len(slots)

    @staticmethod
    def _with_locals(
        lines: list[str], slots: dict[str, int], texts: dict[str, str]
    ) -> tuple[dict[str, str], list[str]]:
        """Fetch what a segment reads several times and never writes out of the frame once."""
        text = "\n".join(lines)
        read = Counter(NAME.findall(text))
        found = dict(texts)
        written = {name for part in _WRITTEN.findall(text) for name in NAME.findall(part)}
        fetched = []
        for name, times in read.items():
            if name in slots and times > 1 and name not in written:
                found[name] = f"y{slots[name]}"
                fetched.append(f"y{slots[name]}=f[{slots[name]}]")
        return found, ["; ".join(fetched), *lines] if fetched else lines

    # ---- segments and jumps

    def begin(self, number: int) -> None:
        """What is written from here on is another segment; if the last one goes on, it leads here."""
        if self.open:
            self.go(number)
        self.found.append(Segment(number))
        self.lines = self.found[-1].lines
        self.open = True

    def go(self, number: int) -> None:
        """Go on with a later segment."""
        self._chain += 1
        if self._chain % _CHAIN:
            self.write(f"return s{number}(S,f)")
        else:
            self.back(number)
        if self.depth == 0:
            self.open = False

    def back(self, number: int) -> None:
        """Go on with a segment by way of the engine."""
        self.write(f"f[0]={number}")
        self.write("return 0")
        if self.depth == 0:
            self.open = False

    def go_unless(self, test: str, number: int) -> None:
        self.write(f"if not {test}: return s{number}(S,f)")

    def push(self, name: str, args: list[str], following: int) -> None:
        """Call a procedure that may wait; this one goes on with a later segment."""
        self.write(f"f[0]={following}")
        self.write(f"g={self.module.frame(name, args)}")
        self.write("S.k.append(g)")
        self._enter(name)

    def _enter(self, name: str) -> None:
        entry = self.module.entry(self.module.weaver.procedures[name])
        self.write("return 0" if self.waiting.is_recursive(name) else f"return s{entry}(S,g)")
        if self.depth == 0:
            self.open = False

    # ---- statements

    def statement(self, node: Node) -> None:
        if not self.open:
            return  # nothing leads here
        if not self.waiting.statement(node):
            super().statement(node)
            return
        self.tell_read(node)
        SPLIT.get(node["op"], Segments.changing)(self, node)

    def block(self, body: list[Node], paid: bool = False) -> None:
        """A block inside a statement that does not wait."""
        was = self.open
        super().block(body, paid)
        self.open = was

    def leave(self, text: str) -> None:
        # What is given is worked out before the frame goes: that may end the game.
        self.write("k.pop(); k[-1][1]=-1" if text == "-1" else f"r={text}; k.pop(); k[-1][1]=r")
        self.write("return 0")
        if self.depth == 0:
            self.open = False

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
        if not self.waiting.is_waiting(name):
            super().settle(triggers)
            return
        self.tell_looks(triggers)
        following = self.module.segment()
        self.write(f"if {some_fires(self.module, triggers)}:")
        self.depth += 1
        self.push(name, [], following)
        self.depth -= 1
        self.begin(following)

    def changing(self, node: Node) -> None:
        """A change after which rules react that may ask."""
        HANDLERS[node["op"]](self, node)

    def call_waiting(self, node: Node) -> None:
        args = [self.on.argument(arg) for arg in node["args"]]
        if node.get("tail"):
            self.write(f"g={self.module.frame(node['procedure'], args)}")
            self.write("S.k[-1]=g")
            self._enter(node["procedure"])
            return
        following = self.module.segment()
        self.push(node["procedure"], args, following)
        self.begin(following)
        if node.get("name"):
            self.assign(node["name"], "f[1]")

    def do_waiting(self, node: Node) -> None:
        """The steps of a thing that may ask: all of them stand on frames, found in a table."""
        of = self.simple(self.on.text(node["of"]))
        args = ",".join([of, *(self.on.argument(arg) for arg in node["args"])])
        table = self.module.step_table(node["table"], suspending=True)
        following = self.module.segment()
        self.write(f"if {of} in {table}:")
        self.depth += 1
        self.write(f"f[0]={following}")
        self.write(f"S.k.append([{table}[{of}][0],0,{args},*{table}[{of}][1]])")
        self.write("return 0")
        self.depth -= 1
        self.begin(following)

    def branch_waiting(self, node: Node) -> None:
        otherwise = self.module.segment() if node.get("else") else None
        end = self.module.segment()
        self.go_unless(self.on.test(node["test"]), end if otherwise is None else otherwise)
        with self.knowing(node["test"], node["then"]):
            self.pay(self.module.costs.block(node["then"]))
            self.statements(node["then"])
        if otherwise is not None:
            if self.open:
                self.go(end)
            self.begin(otherwise)
            self.pay(self.module.costs.block(node["else"]))
            self.statements(node["else"])
        self.begin(end)

    def repeat_waiting(self, node: Node) -> None:
        top, end = self.module.segment(), self.module.segment()
        left = f"$left {top}"
        if node.get("times") is not None:
            self.assign(left, self.on.text(node["times"]))
        self.begin(top)
        if node.get("times") is not None:
            self.go_unless(f"«{left}»>0", end)
            self.write(f"«{left}»-=1")
        if node.get("while") is not None:
            self.go_unless(self.on.test(node["while"]), end)
        self._pass(node, node["body"], top, end)

    def _pass(self, node: Node, body: list[Node], top: int, end: int) -> None:
        """The body of a loop, as far as it is still to be done, and back."""
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
        members, index, were = f"$members {top}", f"$index {top}", f"$were {top}"
        leaves = self.leaving(node) if node["op"] == "for_each" else ""
        found = paid_items(self.on, node["set"], self.module.costs.passing_over(node))
        self.assign(members, f"tuple({found})")
        self.assign(index, "0")
        kind = element(self.types.of(node["set"]))
        if leaves == "were":
            variable = self.module.fresh("i")
            test = self.on.in_play(variable, kind)
            self.assign(were, f"tuple([{variable} for {variable} in «{members}» if {test}])")
        self.begin(top)
        name = f"«{node['name']}»"
        self.write("while True:")
        self.write(f"    if «{index}»>=len(«{members}»): return s{end}(S,f)")
        self.write(f"    {name}=«{members}»[«{index}»]; «{index}»+=1")
        tests = []
        if leaves:
            test = self.on.in_play(name, kind)
            tests.append(test if leaves == "all" else f"({test} or {name} not in «{were}»)")
        body = node["body"]
        if len(body) == 1 and body[0]["op"] == "if" and not body[0].get("else"):
            # Members for whom nothing is done are passed over at once.
            self.depth += 1
            self.tell_read(body[0])
            self.depth -= 1
            tests.append(self.on.test(body[0]["test"]))
            body = body[0]["then"]
        self.write(f"    if {' and '.join(tests)}: break" if tests else "    break")
        self._pass(node, body, top, end)

    def _by_key_waiting(self, node: Node) -> None:
        """Set and key anew before each pass; who is first among equals may be asked."""
        from .choices import ask_ties

        top, end = self.module.segment(), self.module.segment()
        seen = f"$seen {top}"
        self.assign(seen, "()")
        self.begin(top)
        best = self.best(node, f"«{seen}»")
        self.write(f"if not {best}: return s{end}(S,f)")
        if node.get("ties") is not None:
            ask_ties(self, node, best)
        else:
            self.assign(node["name"], f"{best}[0]")
        self.assign(seen, f"(*«{seen}»,«{node['name']}»)")
        self._pass(node, node["body"], top, end)

    def react_waiting(self, node: Node) -> None:
        """A reaction that may ask. What it must change is remembered as a number."""
        index, binding = node["trigger"], f"«{node['binding']}»"
        trigger = self.program.data["triggers"][index]
        pay_reaction(self, node)
        before = f"$before {index}"
        self.write(f"S.busy+=(({index},{binding}[0],{binding}[1]),)")
        if trigger["sort"] == "whenever":
            self.assign(before, "position(S)")
        self.kept.add(node["binding"])
        following = self.module.segment()
        self.push(node["procedure"], reaction_args(trigger, binding), following)
        self.begin(following)
        end_reaction(self, index, binding, trigger, f"«{before}»==position(S)")


SPLIT: dict[str, Any] = {
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
            return bool(otherwise["body"]) and otherwise["body"][-1]["op"] in ("stop", "done", "give")
        if any(one["op"] == "skip" for one in operations(node)):
            return False
    return False


def names_in(tree: Any) -> set[str]:
    """The locals that are read in a tree."""
    return {node["name"] for node in operations(tree) if node["op"] == "local"}
