"""Tests that never hold or always do, for what is compared can only be in a certain range.

Every body is gone through from top to bottom with what is known there (`analysis/estimates.py` says what that
is, and what it relies on). Two things are told: a test that cannot hold, or always does, whatever was tested
before it; and one that cannot hold after what was tested just before, or that reads a value of what is none
by then. That a test is settled by those before it and holds is no mistake: `if side is north: … else if side
is south: …` may be written so. A `set` to what those tests say that the value is already is told, too.

A test that is written as `yes` or `no` is told like any other that is settled. Nothing is said of what
compares two constants of the game, and of libraries. What a verb needs holds where its body begins, unless
something may change it in between. What a test has shown is forgotten at the next statement that may change
anything; locals are followed.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from tilewright.schemas.operation_table import (
    ASSIGNS,
    BINDS,
    EACH,
    EXITS,
    LITERALS,
    LOGIC,
    LOOPS,
    OPPOSITE,
    PROPERTIES,
    QUIET,
    SEARCHES,
    STORED,
)
from tilewright.schemas.walking import operations

from ..analysis.bounds import Known
from ..analysis.estimates import NONE, Estimates
from ..analysis.ranges import NO, Names, Range, joined, single
from ..analysis.settled import ATOMS, compares_constants
from ..check.scope import Op
from ..nodes import TestCases
from ..problems import codes
from ..problems.diagnostics import Diagnostic, Related
from ..source import NOWHERE, Span
from .dead_numbers import OF_EXPRESSIONS, Numbers, called
from .facts import Facts, blocks_of, without_blocks

_COMPARES = {*ATOMS, *LOGIC, "any"}
_READS = PROPERTIES - SEARCHES | {"place"}
"""What can be read of a thing, and not of none."""
_QUIET = QUIET | EXITS | {"if"}
"""Statements after which what tests have shown is still true."""
MOST_KNOWN = 200
"""So many expressions are known at a place at most: each statement that changes that looks at all of them."""


def dead_tests(facts: Facts) -> Iterator[Diagnostic]:
    """Tests and numbers in every body, value and set-up that make no sense."""
    walk = _TestWalk(facts)
    walk.everything()
    walk.literals()
    yield from walk.found.values()


class _Known:
    """What is known at a place: `values` of locals, and `all` with what tests have shown too.

    `shown` is the last test that has shown something.
    """

    def __init__(self, values: Known, all_: Known | None = None, shown: Op | None = None) -> None:
        self.values = _newest(values)
        self.all = self.values if all_ is None else _newest(all_)
        self.shown = shown

    def after(self, all_: Known | None, test: Op) -> "_Known | None":
        return None if all_ is None else _Known(self.values, all_, test)


class _TestWalk:
    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.places = facts.test_places
        self.found: dict[Span, Diagnostic] = {}
        self.here = NOWHERE  # of the statement or value at hand
        self.estimates = facts.estimates
        self.numbers = Numbers(facts)

    # -------------------------------------------------------------- bodies

    def everything(self) -> None:
        checked = self.facts.checked
        for name, define in checked.defines.items():
            self.here = self.facts.flow.span(define["at"])
            self.look(define["value"], _Known(self.estimates.inputs(name)))
        nothing = _Known({})
        for op in (*checked.relations.values(), *checked.kinds.values(), *checked.fits.values()):
            self.all_of(op, nothing)
        until = checked.context.until_rules
        for modifier in (*checked.modifiers, *(op for group, op in until if group == "modifiers")):
            self.guarded(modifier["when"], nothing, [modifier["amount"]])
            self.tell_all(self.numbers.of_modifier(modifier))
        for goal in checked.goals:
            self.here = self.facts.flow.span(goal["at"])
            self.all_of([goal["text"], goal["players"], goal["when"]], nothing)
        for body in self.facts.flow.bodies.values():
            match body.sort:
                case "verb":
                    self.verb(body.name, body.op)
                case "hook":
                    self.guarded(body.op["when"], _Known(self.estimates.parts(body.op["verb"])), body.block)
                case "trigger":
                    self.trigger(body.op)
                case _:
                    for case in body.op["cases"].values():
                        self.block(case["body"], nothing)
        for board in self.facts.boards:
            self.block(board.setup, nothing)

    def literals(self) -> None:
        """Tests that are settled as they are written, wherever one may stand but in a story's table of cases:
        another row may say otherwise.
        """
        checked = self.facts.checked
        tables = {
            entry.span
            for story in checked.model.tests
            for entry in story.entries
            if isinstance(entry, TestCases)
        }
        for op, span in checked.context.tests:
            if op["op"] == "yes_no" and not any(span.begins_within(table) for table in tables):
                code, word = (codes.ALWAYS_HOLDS, "yes") if op["value"] else (codes.NEVER_HOLDS, "no")
                self.tell(code.at(span, why=f"it is written as `{word}`"))

    def verb(self, name: str, op: Op) -> None:
        known = _Known(self.estimates.parts(name))
        for part in op["parts"]:
            self.all_of([part["from"], part["default"]], known)
        here: _Known | None = known
        for need in op["needs"]:
            if here is not None:
                self.look(need["test"], here)
                here = here.after(self.estimates.assume(need["test"], True, here.all), need["test"])
        self.tell_all(self.numbers.of_conditions(op, known.values))
        self.all_of([op["takes"], op["limits"], op["ordered_by"]], known)
        self.block(op["costs"], known)
        self.block(op["body"], self.as_needed(name, op, known))

    def as_needed(self, name: str, op: Op, known: _Known) -> _Known:
        """What is known where the body of a verb begins: what it needs, but for what its price, a cost or a
        rule that goes with the verb may have changed since.
        """
        flow = self.facts.flow
        of_use = op["needs"] and op["body"] and op["body"][0]["op"] in _QUIET | {"set"}
        if not of_use or any(flow.bodies[key].op["how"] != "after" for key in flow.hooked.get(name, ())):
            return known
        paid = [*({"op": "lower", **price} for price in op["takes"]), *op["costs"]]
        changed = flow.everything(paid).writes if paid else frozenset()
        here: _Known | None = known
        for need in op["needs"]:
            if here is not None and not flow.touches(changed, flow.value(need["test"]).reads):
                here = here.after(self.estimates.assume(need["test"], True, here.all), need["test"])
        return here or known

    def guarded(self, test: Op | None, known: _Known, block: list[Op]) -> None:
        if test is not None:
            self.look(test, known)
        here = known.after(self.estimates.assume(test, True, known.all), test) if test is not None else known
        if here is not None:
            self.block(block, here)

    def trigger(self, op: Op) -> None:
        known = _Known({})
        if op["element"] is not None:
            self.look(op["element"]["set"], known)
            known = self.element(op["element"]["set"], op["element"]["name"], known)
        self.guarded(op["test"], known, op["body"])

    # -------------------------------------------------------------- statements

    def block(self, block: list[Op], known: _Known) -> _Known | None:
        """Look through statements; answers what is known behind them, None if nothing comes there."""
        here: _Known | None = known
        for op in block:
            if here is None:
                return None
            here = self.statement(op, here)
        return here

    def statement(self, op: Op, known: _Known) -> _Known | None:
        name = op["op"]
        self.here = self.facts.flow.span(op["at"]) if "at" in op else self.here
        if name == "if":
            return self.branches(op, known)
        self.tell_all(self.numbers.of_statement(op, known.values, self.here))
        if name == "set":
            self.set_in_vain(op, known)
        nested = [*blocks_of(op)]
        if not nested:
            self.all_of([value for field, value in op.items() if field != "op"], known)
            if name in EXITS:
                return None
            after = known if name in _QUIET else _kept(known)
            return self.assigned(op, known, after)
        inner = _kept(known, [one for block in nested for one in operations(block)] + [op])
        outside = inner if name in LOOPS else known  # what a loop tests is tested again
        for value in op.values():
            if isinstance(value, dict | list) and not any(value is block for block in nested):
                self.all_of(without_blocks(value, nested), outside)
        if name == "for_each":
            inner = self.element(op["set"], op["name"], inner)
        elif name in ("choose", "choose_number"):
            inner = self.assigned(op, known, inner)
        if name == "may" and op["when"] is not None:
            inner = inner.after(self.estimates.assume(op["when"], True, inner.all), op["when"]) or inner
        for block in nested:
            self.block(block, inner)
        return inner

    def branches(self, op: Op, known: _Known) -> _Known | None:
        self.look(op["test"], known)
        behind: list[_Known] = []
        for holds, block in ((True, op["then"]), (False, op["else"])):
            start = known.after(self.estimates.assume(op["test"], holds, known.all), op["test"])
            after = self.block(block, start) if start is not None else None
            if after is not None:
                behind.append(after)
        if len(behind) == 2:
            a, b = behind
            return _Known(_either(a.values, b.values), _either(a.all, b.all), op["test"])
        return behind[0] if behind else None

    def assigned(self, op: Op, before: _Known, after: _Known) -> _Known:
        """What is known once a statement has given a local its value."""
        name = op.get("name") if op["op"] in BINDS else None
        if op["op"] in ASSIGNS and op["target"]["op"] == "local":
            name = op["target"]["name"]
        if not isinstance(name, str):
            return after
        value, shown = self.estimates.given(op, before.values), self.estimates.given(op, before.all)
        after, local = _forget(after, {name}), self.estimates.keys.local(name)
        if value is not None:
            after = _Known({**after.values, local: value}, after.all, after.shown)
        all_ = {**after.all, local: shown} if shown is not None else after.all
        return _Known(after.values, all_, after.shown)

    # -------------------------------------------------------------- expressions

    def all_of(self, value: object, known: _Known) -> bool:
        """Look at every expression in lists and tables, as they come."""
        if isinstance(value, dict):
            if "op" in value:
                return self.look(value, known)
            value = list(value.values())
        told = False
        if isinstance(value, list):
            for one in value:
                told |= self.all_of(one, known)
        return told

    def look(self, op: Op, known: _Known, *, tested: bool = True) -> bool:
        """Check an expression with all its parts, as a test too if it stands where it is `tested`; returns
        whether anything was reported.
        """
        name, estimates = op["op"], self.estimates
        told = False
        around, self.here = self.here, self.places.get(id(op), self.here)
        match name:
            case "and" | "or":
                told = self.look(op["a"], known)
                rest = known.after(estimates.assume(op["a"], name == "and", known.all), op["a"])
                if rest is not None:
                    # That the same stands on both sides is told by `same_either_way.py`.
                    alike = estimates.keys.of(op["a"]) is estimates.keys.of(op["b"])
                    told |= self.look(op["b"], rest, tested=not alike)
            case "not":
                # A yes/no that is read there is no test of its own: if it is no, the `not` holds.
                told = self.look(op["of"], known, tested=op["of"]["op"] in _COMPARES)
            case "if":
                told = self.look(op["test"], known)
                for holds, field in ((True, "then"), (False, "else")):
                    rest = known.after(estimates.assume(op["test"], holds, known.all), op["test"])
                    if rest is not None:
                        told |= self.look(op[field], rest)
            case _ if name in EACH:
                told = self.look(op["set"], known)
                inner = self.element(op["set"], op["it"], known)
                for field in ("where", "key", "value"):
                    if op.get(field) is not None:
                        told |= self.look(op[field], inner)
            case _:
                if name in _READS:
                    told = self.of_none(op, known)
                if name in OF_EXPRESSIONS:
                    told |= self.tell_all(self.numbers.of_expression(op, known.values, self.here))
                for value in op.values():
                    if value.__class__ in (dict, list):
                        told |= self.all_of(value, known)
        self.here = around
        return told or (tested and self.test(op, known))

    def of_none(self, op: Op, known: _Known) -> bool:
        """Report a value that is read from something just found to be none."""
        if op["of"] is None or self.estimates.value(op["of"], known.all) != NONE:
            return False
        before = self.places.get(id(known.shown))
        related = (Related(before, "this is tested before it"),) if before is not None else ()
        whose, name = called(op["of"]), op["name"].rpartition(".")[2]
        return self.tell(codes.OF_NONE.at(self.here, whose=whose, name=name, related=related))

    def set_in_vain(self, op: Op, known: _Known) -> None:
        """Report a value that is set to what tests have just shown it to be."""
        is_so = known.all.get(self.estimates.keys.of(op["target"])) if op["target"]["op"] in STORED else None
        if is_so is not None and single(is_so) and is_so == self.estimates.value(op["value"], known.all):
            before = self.places.get(id(known.shown))
            related = (Related(before, "this is tested before it"),) if before is not None else ()
            what = "changes nothing: by what is tested before it, the value is that already"
            self.tell(
                codes.IDLE_MOVE.at(self.here, what=what, way="name what it should become", related=related)
            )

    def element(self, members: Op, it: str, known: _Known) -> _Known:
        estimates = self.estimates
        return _Known(
            estimates.with_element(members, it, known.values),
            estimates.with_element(members, it, known.all),
            known.shown,
        )

    def test(self, op: Op, known: _Known) -> bool:
        """Report a test with a settled outcome; returns whether it has one. A yes/no that is read is a test
        where one stands: what is no test has no place.
        """
        span = self.places.get(id(op))
        if span is None:
            return False
        always = self.estimates.truth(op, known.values)
        if single(always):
            if compares_constants(op, self.estimates):
                return False
            told = op["op"] in ATOMS or (op["op"] == "or" and not self.settled(op, known))
            code = codes.NEVER_HOLDS if always == NO else codes.ALWAYS_HOLDS
            return told and self.tell(code.at(span, why=why(op, known.values, self.estimates)))
        if self.estimates.truth(op, known.all) == NO:
            before = self.places.get(id(known.shown))
            related = (Related(before, "this is tested before it"),) if before is not None else ()
            because = "what is tested before it says otherwise"
            return self.tell(codes.NEVER_HOLDS.at(span, why=because, related=related))
        return False

    def settled(self, op: Op, known: _Known) -> bool:
        """Whether one side of an `and` or `or` is settled by itself."""
        return any(single(self.estimates.truth(op[side], known.values)) for side in "ab")

    def tell_all(self, problems: Iterable[Diagnostic]) -> bool:
        told = False
        for problem in problems:
            told = self.tell(problem)
        return told

    def tell(self, problem: Diagnostic) -> bool:
        if self.facts.own(problem.span):
            self.found.setdefault(problem.span, problem)
        return True


def why(test: Op, known: Known, estimates: Estimates) -> str:
    """What the sides of a test can be, which is why it is settled."""
    if test["op"] in OPPOSITE and estimates.keys.of(test["a"]) is estimates.keys.of(test["b"]):
        return "both sides are the same"
    sides = [test[side] for side in ("a", "b", "item") if isinstance(test.get(side), dict)]
    said = [
        f"{called(side)} is {value}"
        for side in sides
        if side["op"] not in LITERALS and isinstance(value := estimates.value(side, known), Range | Names)
    ]
    return " and ".join(said) or "one part of it says the opposite of the other"


def _newest(known: Known) -> Known:
    """What was found out last, if it is too much."""
    return known if len(known) <= MOST_KNOWN else dict(islice(known.items(), len(known) - MOST_KNOWN, None))


def _forget(known: _Known, names: set[str]) -> _Known:
    """What is known, without all that speaks of these locals."""
    return _Known(
        {one: value for one, value in known.values.items() if one.locals.isdisjoint(names)},
        {one: value for one, value in known.all.items() if one.locals.isdisjoint(names)},
        known.shown,
    )


def _kept(known: _Known, inside: Iterable[Op] = ()) -> _Known:
    """What is still known of locals once anything may have changed, and these statements have set some."""
    all_ = {one: value for one, value in known.all.items() if one.is_local}
    kept = _Known(known.values, all_, known.shown)
    names = {op["name"] for op in inside if op["op"] in BINDS and op.get("name")}
    names |= {op["target"]["name"] for op in inside if op["op"] in ASSIGNS and op["target"]["op"] == "local"}
    return _forget(kept, names) if names else kept


def _either(a: Known, b: Known) -> Known:
    found = {one: a[one] if a[one] is b[one] else joined(a[one], b[one]) for one in a if one in b}
    return {one: value for one, value in found.items() if value is not None}
