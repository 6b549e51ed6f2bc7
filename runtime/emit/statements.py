"""Statements that never wait for an answer, as Python. What may wait is split into segments by `segments.py`.

Every change says what it made out of date (masks of relations) and is followed by the call that lets rules
react, where there are any that read what it wrote.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from tilewright.schemas.operation_table import PICKS, PRESENT
from tilewright.schemas.value_types import type_of
from tilewright.schemas.walking import VISITED, unvisited

from ..analysis.costs import CALL, DEAR
from ..analysis.marked_reads import names_read
from ..analysis.program_types import ANY, Types, after, element, grows, is_list, narrowed
from ..state.primitives import LARGEST
from ..state.program import Node, nothing
from ..state.state import NO_NUMBER, NONE
from ..weaving.procedures import Procedure, local
from .expressions import Expressions
from .fragments import (
    EMPTY,
    PLAIN,
    Called,
    Comprehension,
    Else,
    For,
    Fragment,
    Head,
    Integer,
    Item,
    OnlyIf,
    Operand,
    Simple,
    UniqueName,
    V,
    While,
    a_tuple,
    code,
    listed,
    members_of,
)
from .fragments import NONE as NOTHING
from .instructions import Assign, Block, CodeLine, Forget, ForLog, Instruction, Return, Tell, ThingMove
from .loops import items, loop
from .module import Module, called, offset
from .suspension import Suspension
from .triggers import some_fires


class StoredCell(NamedTuple):
    """Where a stored property is."""

    place: Fragment
    declared: Node
    entity: Fragment  # for the log, as is the name
    name: str


class Statements:
    """The body of one procedure that runs to its end at once."""

    def __init__(self, module: Module, procedure: Procedure, suspension: Suspension) -> None:
        self.module = module
        self.program = module.program
        self.procedure = procedure
        self.suspension = suspension
        self.types = Types(module.program, procedure.types).learn_from(suspension.inside(procedure))
        self.expr = Expressions(module, self.types, {}, procedure.rule, procedure.at)
        self.body: list[Instruction] = []  # what is being written: of the procedure, or of a block in it
        self.depth = 0
        self.settling = 0  # what it costs to look once at all rules of the loop in which they react

    # ---- writing

    def write(self, template: str, *operands: Operand) -> None:
        """A line; see `instructions.code`."""
        self.body.append(CodeLine(code(template, *operands)))

    def add(self, *found: Instruction) -> None:
        self.body += found

    @contextmanager
    def inside(self, head: Head) -> Iterator[None]:
        """While the body of a block is written."""
        outer, self.body = self.body, []
        outer.append(Block(head, self.body))
        self.depth += 1
        yield
        self.depth -= 1
        self.body = outer

    def bounded(self, text: Fragment) -> Fragment:
        """A list that may have more members than lists that are kept are taken to have, as a name."""
        name = self.temporary()
        self.write("{}={}", name, text)
        self.check_size(name, self.module.costs.sizes.list)
        return name

    def check_size(self, name: Fragment, size: int) -> None:
        """What is remembered of a list that has more members than others are taken to have."""
        with self.inside(OnlyIf(code("len({})>{}", name, size))):
            self.add(CodeLine(Called("kept", "S", name, size, self.expr.where())))

    def within(self, text: Fragment) -> Fragment:
        """A number that must not be beyond all bounds."""
        name = self.temporary()
        inside = code("{}<=({}:={})<={}", -LARGEST, name, text, LARGEST)
        return code("({} if {} else {})", name, inside, Called("beyond", self.expr.where()))

    def temporary(self) -> UniqueName:
        """A name of Python's own for the next few lines."""
        return self.module.name("t")

    def simple(self, text: Fragment) -> Fragment:
        """The same if it may be repeated, else a temporary that holds it."""
        if isinstance(text, Simple):
            return text
        name = self.temporary()
        self.write("{}={}", name, text)
        return name

    def assign(self, name: str, value: Fragment) -> None:
        self.add(Assign(self.module.local(name), value))

    def block(self, head: Head, body: list[Node], paid: bool = False) -> None:
        """The statements of a nested block. It pays for itself, if it is dear and not `paid` for by the loop
        it is the body of.
        """
        with self.inside(head):
            if not paid:
                self.pay(self.module.costs.block(body))
            self.statements(body)

    def statements(self, body: list[Node]) -> None:
        before = self.types
        for number, node in enumerate(body, 1):
            if node.get("at") is not None:
                self.expr.at = node["at"]
            self.statement(node)
            self.types = self.expr.types = after(self.types, node, body[number:])
        self.types = self.expr.types = before

    def statement(self, node: Node) -> None:
        self.tell_read(node)
        self.module.handlers.statements[node["op"]](self, node)

    def pay(self, price: int, always: bool = False, of: Fragment | None = None) -> None:
        """What something costs, if that is more than others pay for it; as often as `of` has members."""
        if always or price > DEAR:
            whole = price if of is None else code("{}*{}", Called("len", of), price)
            self.add(*self.module.paying(whole, self.expr.where()))

    # ---- leaving

    def leave(self, value: Fragment) -> None:
        """Return a value to the caller."""
        self.add(Return(value))

    def leave_loop(self, node: Node) -> None:
        self.write("break" if node["op"] == "stop" else "continue")

    def fall_off(self) -> Fragment:
        """What a body gives that ends without giving anything."""
        result = self.procedure.result
        return Integer(NONE) if result is None else self.expr.value(result)

    # ---- changes

    def after(self, node: Node) -> None:
        """What has to be done once something is written: what is kept is out of date, rules react."""
        self.invalidate(node.get("$written") or frozenset())
        self.react(node)

    def invalidate(self, written: Any, move: ThingMove | None = None) -> None:
        """What is kept and reads what was written is out of date."""
        if written:
            self.add(Forget(written, move))

    def react(self, node: Node) -> None:
        """Let those rules react that read what a statement has written."""
        if node.get("$after"):
            self.settle(node["$after"])

    def settle(self, triggers: tuple[int, ...]) -> None:
        """Let rules react, if one of them would."""
        self.tell_looks(triggers)
        name = self.module.weaver.settle(triggers)
        with self.inside(OnlyIf(some_fires(self.module, triggers))):
            self.add(CodeLine(called(self.module.function_name(name))))

    def log(self, *parts: Operand, of_reading: bool = False) -> None:
        """Tell an event, if there is a log; the rule is its last part."""
        rule = self.module.constant(self.procedure.rule)
        self.add(Tell(code("({})", listed([*parts, rule])), of_reading))

    def if_told(self, tell: Called) -> None:
        """The same by a call that tells."""
        self.add(ForLog(code("if S.log is not None: {}", tell)))

    def tell_read(self, node: Node) -> None:
        """Tell that something is decided by what may be hidden: see analysis/marked_reads.py."""
        if "reads_hidden" not in node:
            return
        names = names_read(self.module.hidden[node["reads_hidden"]])
        stands_for = node.get("$names") or {}
        values: list[Fragment] = []
        for name in names:
            known = name in stands_for or name in self.types.locals
            values.append(self.expr.value(stands_for.get(name, local(name))) if known else NOTHING)
        given = self.module.constant(names), a_tuple(values)
        self.log("'read'", node["reads_hidden"], *given, of_reading=True)

    def tell_looks(self, triggers: tuple[int, ...]) -> None:
        """The same for rules that look whether they are to react."""
        for number in self.module.looks(triggers):
            self.log("'read'", number, EMPTY, EMPTY, of_reading=True)

    # ---- what is written to

    def cell(self, target: Node) -> StoredCell:
        """Where a stored property is."""
        if target["op"] == "game":
            name = target["property"]
            declared = self.program.data["game_properties"][name]
            return StoredCell(Item(V, self.program.cells[name]), declared, Integer(NONE), name)
        declared = self.program.property(target["kind"], target["name"])
        owner = self.program.declared_by(target["kind"], target["name"])
        of = self.simple(self.expr.certain(target["of"]))
        base = self.program.columns[owner, target["name"]].base
        return StoredCell(Item(V, offset(of, base)), declared, of, target["name"])

    def store(
        self, target: Node, make: Callable[[Fragment], Fragment], up: bool = True, down: bool = True
    ) -> None:
        """Write to a local or a property; a number stays within its range."""
        if target["op"] == "local":
            self.assign(target["name"], make(self.module.local(target["name"])))
            return
        cell, declared, entity, name = self.cell(target)
        text, kind = make(cell), type_of(declared["type"])
        constant = isinstance(text, Integer)
        low = declared.get("low") if down and not constant else None
        high = declared.get("high") if up and not constant else None
        if isinstance(text, Integer) and kind.base == "number" and text.value != NO_NUMBER:
            text = Integer(_within(text.value, declared.get("low"), declared.get("high")))
        old = self.temporary()
        self.add(ForLog(code("{}={}", old, cell)))
        if low is None and high is None:
            self.write("{}={}", cell, text)
        else:
            value = self.simple(text)
            kept = value
            if high is not None:
                kept = code("{} if {}>{} else {}", high, value, high, kept)
            if low is not None:
                lower = code("{}<{}", value, low)
                if kind.optional:
                    lower = code("{}<{}", NO_NUMBER, lower)
                kept = code("{} if {} else {}", low, lower, kept)
            self.write("{}={}", cell, kept)
        self.log("'set'", entity, self.module.constant(name), old, cell)

    # ---- calls

    def call(self, node: Node) -> None:
        """A call of a procedure that does not wait."""
        name = self.module.function_name(node["procedure"])
        call = called(name, *(self.expr.argument(arg) for arg in node["args"]))
        if node.get("tail"):
            self.leave(call)
        elif node.get("name"):
            self.assign(node["name"], call)
        else:
            self.add(CodeLine(call))

    def do(self, node: Node) -> None:
        """The steps a thing gives, through a table of functions."""
        of = self.simple(self.expr.text(node["of"]))
        args = [of, *(self.expr.argument(arg) for arg in node["args"])]
        table = self.module.step_table(node["table"], suspending=False)
        with self.inside(OnlyIf(code("{} in {}", of, table))):
            self.write("{}(S,{})", Item(table, of), listed(args))

    # ---- loops

    def pay_call(self) -> None:
        """What running the procedure once costs, if its callers do not pay for it."""
        costs = self.module.costs
        if id(self.procedure) not in costs.running:
            self.write("S.fuel-={}", CALL + costs.block(self.procedure.body))
            if self.procedure.rule is not None:  # so that it can be named
                self.add(self.module.ending(self.expr.where()))

    def pay_each(self, node: Node, things: Fragment) -> None:
        """What it costs to move, show or hide things of which there may be many."""
        costs = self.module.costs
        each = costs.telling(node)
        self.pay(each, costs.sizes.of(node["what"]) * each > DEAR, things)

    def pay_pass(self, node: Node) -> None:
        """What a pass of a loop costs, unless all passes together are paid for."""
        costs = self.module.costs
        if "$counted" in node:
            self.settling = costs.block(node["body"])
        else:
            self.pay(costs.a_pass(node), costs.passes(node) > DEAR)

    def each(self, node: Node) -> None:
        """A loop over a set that nobody leaves."""
        each = self.module.costs.a_pass(node)
        members = members_of(loop(self.expr, node["set"], PLAIN, each=each))
        if members is None:
            members = self.expr.charged(node["set"], self.expr.text(node["set"]), each)
        self.block(For(self.module.local(node["name"]), members), node["body"], paid=True)

    def for_each(self, node: Node) -> None:
        name = self.module.local(node["name"])
        if node.get("key") is not None or node.get("ties") is not None:
            self.by_key(node)
            return
        leaves = self.leaving(node)
        members = self.temporary()
        kind = element(self.types.of(node["set"]))
        self.write("{}={}", members, items(self.expr, node["set"]))
        left = code("not {}", self.expr.in_play(name, kind))
        if leaves == "were":
            were = self.temporary()
            variable = self.module.variable()
            test = OnlyIf(self.expr.in_play(variable, kind))
            self.write("{}={}", were, Comprehension(variable, [For(variable, members), test]))
            left = code("{} in {} and {}", name, were, left)
        costs = self.module.costs
        self.pay(costs.a_pass(node), costs.passes(node) > DEAR, members)
        with self.inside(For(name, members)):
            if leaves:
                self.add(Block(OnlyIf(left), [CodeLine(code("continue"))]))
            self.statements(node["body"])

    def leaving(self, node: Node) -> str:
        """Whether members may leave play while a loop goes on: "" no, "all" all were in play, "were" some."""
        member = element(self.types.of(node["set"]))
        if node.get("values") or not (member.is_thing or member is ANY):
            return ""
        if member.is_thing and not self.module.analysis.moves(member.kind):
            return ""
        source = node["set"]
        while source["op"] in PICKS:
            source = source["set"]
        return "all" if source["op"] in PRESENT else "were"

    def by_key(self, node: Node) -> None:
        """Set and key are found again before each pass; nobody is visited twice."""
        seen = self.temporary()
        self.write("{}=[]", seen)
        with self.inside(While()):
            self.pay_pass(node)
            best = self.best(node, seen)
            self.add(Block(OnlyIf(code("not {}", best)), [CodeLine(code("break"))]))
            self.assign(node["name"], Item(best, 0))
            self.write("{}.append({})", seen, Item(best, 0))
            self.statements(node["body"])

    def best(self, node: Node, seen: Fragment) -> Fragment:
        """A temporary with the members not seen yet that have the best key; of one alone it is not asked."""
        left = self.temporary()
        variable = self.module.variable()
        others = self.types.of(node["set"]).listed
        on = self.expr.sub({**self.expr.scope, VISITED: seen}, self.types.within(VISITED, others))
        source = loop(on, unvisited(node["set"]), variable)
        self.write("{}={}", left, Comprehension(variable, source))
        if node.get("key"):
            kind = element(self.types.of(node["set"]))
            key = self.expr.named(node["name"], variable, kind).text(node["key"])
            if not isinstance(key, Integer):
                keys, pick = self.temporary(), "min" if node["least"] else "max"
                with self.inside(OnlyIf(code("len({})>1", left))):
                    self.write("{}={}", keys, Comprehension(key, [For(variable, left)]))
                    self.write("{}={}", left, Called("with_key", left, keys, Called(pick, keys)))
        return left

    def repeat(self, node: Node) -> None:
        head: Head = While()
        if node.get("times") is not None:
            head = For(self.temporary(), Called("range", self.expr.text(node["times"])))
        elif node.get("while") is not None:
            head = While(self.expr.test(node["while"]))
        with self.inside(head):
            self.pay_pass(node)
            self.statements(node["body"])

    def branch(self, node: Node) -> None:
        test = self.expr.test(node["test"])
        with self.knowing(node["test"], node["then"]):
            self.block(OnlyIf(test), node["then"])
        if node.get("else"):
            with self.knowing(node["test"], node["else"], holds=False):
                self.block(Else(), node["else"])

    @contextmanager
    def knowing(self, test: Node, body: list[Node], holds: bool = True) -> Iterator[None]:
        """While a body is written of which a test holds, or does not, its locals have the types that this
        tells.
        """
        before = self.types
        self.types = self.expr.types = narrowed(before, test, body, holds)
        yield
        self.types = self.expr.types = before


def _within(value: int, low: int | None, high: int | None) -> int:
    value = value if low is None else max(low, value)
    return value if high is None else min(high, value)


def _set(on: Statements, node: Node) -> None:
    text = _bounded(on, node["value"])
    on.store(node["target"], lambda _: text)
    on.after(node)


def _raise(on: Statements, node: Node) -> None:
    amount = on.expr.text(node["amount"])
    sign = "+" if node["op"] == "raise" else "-"
    positive = isinstance(amount, Integer) and amount.value >= 0

    def changed(old: Fragment) -> Fragment:
        made = code("{}{}{}", old, sign, amount)
        return made if isinstance(amount, Integer) else on.within(made)

    is_up, is_down = positive and sign == "+", positive and sign == "-"
    on.store(node["target"], changed, up=not is_down, down=not is_up)
    on.after(node)


def _add_to(on: Statements, node: Node) -> None:
    text = items(on.expr, node["value"], nothing(node))
    on.store(node["target"], lambda old: on.bounded(code("(*{},*{})", old, text)))
    on.after(node)


def _drop_from(on: Statements, node: Node) -> None:
    dropped = items(on.expr, node["value"], nothing(node))
    on.store(node["target"], lambda old: Called("without", old, dropped))
    on.after(node)


def _let(on: Statements, node: Node) -> None:
    on.assign(node["name"], _bounded(on, node["value"]))


def _bounded(on: Statements, node: Node) -> Fragment:
    """A value that is kept; a list or number that comes from others must not grow for ever."""
    text, kind = on.expr.value(node), on.types.of(node)
    if kind.base == "number":
        return on.within(text) if grows(on.program, node) else text
    sizes = on.module.costs.sizes
    return on.bounded(text) if is_list(kind) and sizes.of(node) > sizes.list else text


def _give(on: Statements, node: Node) -> None:
    on.leave(_bounded(on, node["value"]))


STATEMENTS: dict[str, Callable[[Any, Node], None]] = {
    "let": _let,
    "set": _set,
    "raise": _raise,
    "lower": _raise,
    "add_to": _add_to,
    "drop_from": _drop_from,
    "$call": lambda on, node: on.call(node),
    "$do": lambda on, node: on.do(node),
    "$each": lambda on, node: on.each(node),
    "$settle": lambda on, node: on.settle(node["triggers"]),
    "if": lambda on, node: on.branch(node),
    "repeat": lambda on, node: on.repeat(node),
    "for_each": lambda on, node: on.for_each(node),
    "stop": lambda on, node: on.leave_loop(node),
    "skip": lambda on, node: on.leave_loop(node),
    "done": lambda on, node: on.leave(on.fall_off()),
    "give": _give,
}
