"""Statements that never wait for an answer, as Python. What may wait is split into segments by `segments.py`.

Every change says what it made out of date (masks of relations) and is followed by the call that lets rules
react, where there are any that read what it wrote.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ..analysis.costs import CALL, DEAR
from ..analysis.marked_reads import names_read
from ..analysis.program_types import ANY, Types, element, grows, is_list, narrowed
from ..state.primitives import LARGEST
from ..state.program import Node, kind_of
from ..state.state import NO_NUMBER
from ..weaving.procedures import Procedure, local
from .expressions import Expressions
from .memo import Move
from .module import Module, is_number, is_simple, offset
from .sets import items, loop
from .triggers import some_fires


class Statements:
    """The body of one procedure that runs to its end at once."""

    def __init__(self, module: Module, procedure: Procedure) -> None:
        self.module = module
        self.program = module.program
        self.procedure = procedure
        self.types = Types(module.program, procedure.types).learn(procedure.body)
        self.on = Expressions(module, self.types, {}, procedure.rule, procedure.at)
        self.lines: list[str] = []
        self.depth = 0
        self.loops: list[str] = []
        self.settling = 0  # what it costs to look once at all rules of the loop in which they react

    # ---- writing lines

    def write(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)

    def bounded(self, text: str) -> str:
        """A list that may have more members than lists that are kept are taken to have, as a name."""
        name = self.temporary()
        self.write(f"{name}={text}")
        size = self.module.costs.sizes.list
        self.write(f"if len({name})>{size}: kept(S,{name},{size},{self.on.where()})")
        return name

    def within(self, text: str) -> str:
        """The text of a number that must not be beyond all bounds."""
        name = self.temporary()
        return f"({name} if {-LARGEST}<=({name}:={text})<={LARGEST} else beyond({self.on.where()}))"

    def temporary(self) -> str:
        """A name of Python's own for the next few lines."""
        return self.module.fresh("t")

    def simple(self, text: str) -> str:
        """The text itself if it may be repeated, else a temporary that holds it."""
        if is_simple(text):
            return text
        name = self.temporary()
        self.write(f"{name}={text}")
        return name

    def assign(self, name: str, text: str) -> None:
        self.write(f"«{name}»={text}")

    def block(self, body: list[Node], paid: bool = False) -> None:
        """The statements of a nested block; an empty one is written as `pass`. It pays for itself, if it is
        dear and not `paid` for by the loop it is the body of.
        """
        self.depth += 1
        before = len(self.lines)
        if not paid:
            self.pay(self.module.costs.block(body))
        self.statements(body)
        if len(self.lines) == before:
            self.write("pass")
        self.depth -= 1

    def statements(self, body: list[Node]) -> None:
        for node in body:
            if node.get("at") is not None:
                self.on.at = node["at"]
            self.statement(node)

    def statement(self, node: Node) -> None:
        self.tell_read(node)
        HANDLERS[node["op"]](self, node)

    def pay(self, price: int, always: bool = False, of: str = "") -> None:
        """What something costs, if that is more than others pay for it; `of` multiplies it, being text."""
        if always or price > DEAR:
            for line in self.module.paying(f"{of}{price}", self.on.where()):
                self.write(line)

    # ---- leaving

    def leave(self, text: str) -> None:
        """Give a value to whoever called."""
        self.write(f"return {text}")

    def leave_loop(self, node: Node) -> None:
        self.write("break" if node["op"] == "stop" else "continue")

    def fall_off(self) -> str:
        """What a body gives that ends without giving anything."""
        result = self.procedure.result
        return "-1" if result is None else self.on.value(result)

    # ---- changes

    def after(self, node: Node) -> None:
        """What has to be done once something is written: what is kept is out of date, rules react."""
        self.invalidate(node.get("$written") or frozenset())
        self.react(node)

    def invalidate(self, written: Any, move: Move | None = None) -> None:
        """What is kept and reads what was written is out of date."""
        if written:
            # More may come to be kept while the rest is generated: see `Module.written`.
            self.write(self.module.mark(written, move))

    def react(self, node: Node) -> None:
        """Let those rules react that read what a statement has written."""
        if node.get("$after"):
            self.settle(tuple(node["$after"]))

    def settle(self, triggers: tuple[int, ...]) -> None:
        """Let rules react, if one of them would."""
        self.tell_looks(triggers)
        name = self.module.weaver.settle(triggers)
        self.write(f"if {some_fires(self.module, triggers)}: {self.module.function_name(name)}(S)")

    def log(self, *parts: str) -> None:
        """Tell an event, if there is a log; the rule is its last part."""
        rule = self.module.constant(self.procedure.rule)
        self.write(f"if S.log is not None: S.log.append(({','.join([*parts, rule])}))")

    def tell_read(self, node: Node) -> None:
        """Tell that something is decided by what may be hidden: see hidden.py."""
        if "reads_hidden" not in node:
            return
        names = names_read(self.module.hidden[node["reads_hidden"]])
        stands_for = node.get("$names") or {}
        values = []
        for name in names:
            known = name in stands_for or name in self.types.locals
            values.append(self.on.value(stands_for.get(name, local(name))) if known else "None")
        told = "".join(f"{value}," for value in values)
        self.log("'read'", str(node["reads_hidden"]), self.module.constant(names), f"({told})")

    def tell_looks(self, triggers: tuple[int, ...]) -> None:
        """The same for rules that look whether they are to react."""
        for index in triggers:
            number = self.program.data["triggers"][index].get("reads_hidden")
            if number is not None:
                self.log("'read'", str(number), "()", "()")

    # ---- what is written to

    def cell(self, target: Node) -> tuple[str, Node, str, str]:
        """A stored property as Python, its declaration, and for the log its entity and name."""
        if target["op"] == "game":
            name = target["property"]
            declared = self.program.data["game_properties"][name]
            return f"v[{self.program.cells[name]}]", declared, "-1", name
        declared = self.program.property(target["kind"], target["name"])
        owner = self.program.declared_by(target["kind"], target["name"])
        of = self.simple(self.on.certain(target["of"]))
        base = self.program.columns[owner, target["name"]].base
        return f"v[{offset(of, base)}]", declared, of, target["name"]

    def store(self, target: Node, make: Callable[[str], str], up: bool = True, down: bool = True) -> None:
        """Write to a local or a property; a number stays within its range."""
        if target["op"] == "local":
            self.assign(target["name"], make(f"«{target['name']}»"))
            return
        cell, declared, entity, name = self.cell(target)
        text = make(cell)
        low = declared.get("low") if down and not is_number(text) else None
        high = declared.get("high") if up and not is_number(text) else None
        if is_number(text) and declared["type"].startswith("number") and int(text) != NO_NUMBER:
            text = str(_within(int(text), declared.get("low"), declared.get("high")))
        old = self.temporary()
        self.write(f"{old}={cell}")
        if low is None and high is None:
            self.write(f"{cell}={text}")
        else:
            value = self.simple(text)
            kept = value
            if high is not None:
                kept = f"{high} if {value}>{high} else {kept}"
            if low is not None:
                lower = f"{value}<{low}" if declared["type"] != "number?" else f"{NO_NUMBER}<{value}<{low}"
                kept = f"{low} if {lower} else {kept}"
            self.write(f"{cell}={kept}")
        self.log("'set'", entity, self.module.constant(name), old, cell)

    # ---- calls

    def call(self, node: Node) -> None:
        """A call of a procedure that does not wait."""
        name = self.module.function_name(node["procedure"])
        args = ",".join(["S", *(self.on.argument(arg) for arg in node["args"])])
        self._take(node, f"{name}({args})")

    def _take(self, node: Node, text: str) -> None:
        if node.get("tail"):
            self.leave(text)
        elif node.get("name"):
            self.assign(node["name"], text)
        else:
            self.write(text)

    def do(self, node: Node) -> None:
        """The steps a thing gives, through a table of functions."""
        of = self.simple(self.on.text(node["of"]))
        args = ",".join(["S", of, *(self.on.argument(arg) for arg in node["args"])])
        table = self.module.step_table(node["table"], suspending=False)
        self.write(f"if {of} in {table}: {table}[{of}]({args})")

    # ---- loops

    def pay_call(self) -> None:
        """What running the procedure once costs, if its callers do not pay for it."""
        costs = self.module.costs
        if id(self.procedure) not in costs.running:
            self.write(f"S.fuel-={CALL + costs.block(self.procedure.body)}")
            if self.procedure.rule is not None:  # so that it can be named
                self.write(f"if S.fuel<0: endless({self.on.where()})")

    def pay_each(self, node: Node, things: str) -> None:
        """What it costs to move, show or hide things of which there may be many."""
        costs = self.module.costs
        each = costs.telling(node)
        self.pay(each, costs.sizes.of(node["what"]) * each > DEAR, f"len({things})*")

    def pay_pass(self, node: Node) -> None:
        """What a pass of a loop costs, unless all passes together are paid for."""
        costs = self.module.costs
        if "$counted" in node:
            self.settling = costs.block(node["body"])
        else:
            self.pay(costs.a_pass(node), costs.passes(node) > DEAR)

    def each(self, node: Node) -> None:
        """A loop over a set that nobody leaves."""
        variable = f"«{node['name']}»"
        each = self.module.costs.a_pass(node)
        source = loop(self.on, node["set"], "i", each=each)
        if " if " in source or " for " in source[4:]:
            every = self.on.charged(node["set"], self.on.text(node["set"]), each)
            source = f"for i in {every}"
        self.write(f"for {variable} in {source.removeprefix('for i in ')}:")
        self.loops.append("each")
        self.block(node["body"], paid=True)
        self.loops.pop()

    def for_each(self, node: Node) -> None:
        name = f"«{node['name']}»"
        if node.get("key") is not None or node.get("ties") is not None:
            self.by_key(node)
            return
        leaves = self.leaving(node)
        members = self.temporary()
        self.write(f"{members}={items(self.on, node['set'])}")
        if leaves == "were":
            were = self.temporary()
            variable = self.module.fresh("i")
            kind = element(self.types.of(node["set"]))
            test = self.on.in_play(variable, kind)
            self.write(f"{were}=[{variable} for {variable} in {members} if {test}]")
        costs = self.module.costs
        self.pay(costs.a_pass(node), costs.passes(node) > DEAR, f"len({members})*")
        self.write(f"for {name} in {members}:")
        if leaves:
            test = self.on.in_play(name, element(self.types.of(node["set"])))
            left = f"not {test}" if leaves == "all" else f"{name} in {were} and not {test}"
            self.write(f"    if {left}: continue")
        self.loops.append("for")
        self.block(node["body"], paid=True)
        self.loops.pop()

    def leaving(self, node: Node) -> str:
        """Whether members may leave play while a loop goes on: "" no, "all" all were in play, "were" some."""
        kind = kind_of(element(self.types.of(node["set"])))
        if kind == ANY or kind not in self.program.kinds:
            return "were" if kind == ANY and not self._numbers(node) else ""
        if not self.module.analysis.moves(kind):
            return ""
        source = node["set"]
        while source["op"] in ("filter", "least", "most"):
            source = source["set"]
        return "all" if source["op"] in ("kind", "pieces") else "were"

    def _numbers(self, node: Node) -> bool:
        return element(self.types.of(node["set"])) in ("number", "yes_no")

    def by_key(self, node: Node) -> None:
        """Set and key are found anew before each pass; nobody is visited twice."""
        seen = self.temporary()
        self.write(f"{seen}=[]")
        self.write("while True:")
        self.depth += 1
        self.pay_pass(node)
        best = self.best(node, seen)
        self.write(f"if not {best}: break")
        self.write(f"«{node['name']}»={best}[0]; {seen}.append({best}[0])")
        self.depth -= 1
        self.loops.append("while")
        self.block(node["body"], paid=True)
        self.loops.pop()

    def best(self, node: Node, seen: str) -> str:
        """A temporary with the members not seen yet that have the best key; of one alone it is not asked."""
        left = self.temporary()
        variable = self.module.fresh("i")
        source = loop(self.on, node["set"], variable)
        self.write(f"{left}=[{variable} {source} if {variable} not in {seen}]")
        kind = element(self.types.of(node["set"]))
        key = node.get("key") and self.on.named(node["name"], variable, kind).text(node["key"])
        if key and not is_number(key):
            keys, pick = self.temporary(), "min" if node["least"] else "max"
            self.write(f"if len({left})>1:")
            self.write(f"    {keys}=[{key} for {variable} in {left}]")
            self.write(f"    {left}=with_key({left},{keys},{pick}({keys}))")
        return left

    def repeat(self, node: Node) -> None:
        if node.get("times") is not None:
            variable = self.temporary()
            times = self.on.text(node["times"])
            self.write(f"for {variable} in range({times}):")
        elif node.get("while") is not None:
            self.write(f"while {self.on.test(node['while'])}:")
        else:
            self.write("while True:")
        self.depth += 1
        self.pay_pass(node)
        if node.get("times") is not None and node.get("while") is not None:
            self.write(f"if not {self.on.test(node['while'])}: break")
        self.depth -= 1
        self.loops.append("while")
        self.block(node["body"], paid=True)
        self.loops.pop()

    def branch(self, node: Node) -> None:
        test = self.on.test(node["test"])
        self.write(f"if {test}:")
        with self.knowing(node["test"], node["then"]):
            self.block(node["then"])
        if node.get("else"):
            self.write("else:")
            self.block(node["else"])

    @contextmanager
    def knowing(self, test: Node, body: list[Node]) -> Iterator[None]:
        """While a body is written of which a test holds, its locals have the types that this tells."""
        before = self.types
        self.types = self.on.types = narrowed(before, test, body)
        yield
        self.types = self.on.types = before


def _within(value: int, low: int | None, high: int | None) -> int:
    value = value if low is None else max(low, value)
    return value if high is None else min(high, value)


def _set(on: Statements, node: Node) -> None:
    text = _bounded(on, node["value"])
    on.store(node["target"], lambda _: text)
    on.after(node)


def _raise(on: Statements, node: Node) -> None:
    text = on.on.text(node["amount"])
    sign = "+" if node["op"] == "raise" else "-"
    positive = is_number(text) and int(text) >= 0
    on.store(
        node["target"],
        lambda old: f"{old}{sign}{text}" if is_number(text) else on.within(f"{old}{sign}{text}"),
        up=not (positive and sign == "-"),
        down=not (positive and sign == "+"),
    )
    on.after(node)


def _add_to(on: Statements, node: Node) -> None:
    text = items(on.on, node["value"])
    on.store(node["target"], lambda old: on.bounded(f"(*{old},*{text})"))
    on.after(node)


def _drop_from(on: Statements, node: Node) -> None:
    dropped = items(on.on, node["value"])
    on.store(node["target"], lambda old: f"without({old},{dropped})")
    on.after(node)


def _let(on: Statements, node: Node) -> None:
    on.assign(node["name"], _bounded(on, node["value"]))


def _bounded(on: Statements, node: Node) -> str:
    """A value that is kept; a list or number that comes from others must not grow for ever."""
    text, kind = on.on.value(node), on.types.of(node)
    if kind.startswith("number"):
        return on.within(text) if grows(on.program, node) else text
    sizes = on.module.costs.sizes
    return on.bounded(text) if is_list(kind) and sizes.of(node) > sizes.list else text


def _give(on: Statements, node: Node) -> None:
    on.leave(_bounded(on, node["value"]))


HANDLERS: dict[str, Callable[[Any, Node], None]] = {
    "let": _let,
    "set": _set,
    "raise": _raise,
    "lower": _raise,
    "add_to": _add_to,
    "drop_from": _drop_from,
    "$call": lambda on, node: on.call(node),
    "$do": lambda on, node: on.do(node),
    "$each": lambda on, node: on.each(node),
    "$settle": lambda on, node: on.settle(tuple(node["triggers"])),
    "if": lambda on, node: on.branch(node),
    "repeat": lambda on, node: on.repeat(node),
    "for_each": lambda on, node: on.for_each(node),
    "stop": lambda on, node: on.leave_loop(node),
    "skip": lambda on, node: on.leave_loop(node),
    "done": lambda on, node: on.leave(on.fall_off()),
    "give": _give,
}
