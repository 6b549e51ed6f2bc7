"""What expressions can give: declared bounds, words, dice, counts and what tests have shown, put together.

`Estimates` knows the names of a package; `value` and `truth` work out an operation under what is known at a
place, `assume` adds what a test shows. It is generous: where something may be hidden from it (a modifier, a
define with inputs, a value that rules change without bounds), anything is possible. What it relies on:

* a number that is declared with bounds stays within them, for every change is clamped; a value with modifiers
  is read as anything;
* a number without bounds that begins at zero or above, and that rules only raise or set to such, is never
  negative; if they raise it only so often, as in `repeat 8`, it is never more than what comes of that;
* of a kind there are at most the declared copies; spaces and links are made by boards, so nothing is known;
* expressions change nothing: the same expression, twice in one test, is the same value.
"""

from collections.abc import Iterable
from math import inf
from typing import TypeAlias, TypeVar

from tilewright.schemas.operation_table import (
    ASSIGNS,
    BINDS,
    LITERALS,
    LOGIC,
    NUMBERS,
    ONE_OF,
    OPPOSITE,
    REFLEXIVE,
    STORED,
)

from ..check import Checked
from ..check.scope import Op
from .bounds import Bounds, Key, Known, or_none, place, words
from .keys import FlowKey
from .ranges import (
    EVERY,
    NO,
    TURNED,
    UNSURE,
    YES,
    AbstractValue,
    Many,
    Names,
    Range,
    Truth,
    arithmetic,
    between,
    common,
    compared,
    held,
    joined,
    numbers,
)
from .rising import highest

DEEPEST = 6
"""Defines that are followed into one another."""
MOST_FOLLOWED = 100
"""Defines that are followed for one that nobody has followed before; of others nothing is known."""
PASSES = 10
"""Times that changes are looked through for numbers that may be negative; the rest of them then may be."""
MOST_NOTED = 2_000
"""Tests of which it is kept whether they hold."""

T = TypeVar("T")
_Noted: TypeAlias = dict[tuple[int, int, bool], tuple[Op, Known, T]]
"""By a test, what is known, and what the test is supposed to be."""

NONE = Names(frozenset(("none",)))


class Estimates(Bounds):
    """The values of expressions over what is declared; `bodies` say what is never negative.

    Without them nothing is relied on but what is declared.
    """

    def __init__(self, checked: Checked, bodies: Iterable[tuple[FlowKey, list[Op]]] | None) -> None:
        super().__init__(checked)
        self._following: list[str] = []
        self._followed = 0
        self._defined: dict[tuple[str, frozenset[tuple[Key, AbstractValue]]], tuple[int, AbstractValue]] = {}
        self._noting = False
        self._truths: _Noted[Truth] = {}
        self._assumed: _Noted[Known | None] = {}
        if bodies is not None:
            self._never_negative(bodies)
            for name, most in highest(self, bodies).items():
                known = self.properties.get(("game", name))
                low, high = (known.low, known.high) if isinstance(known, Range) else (-inf, inf)
                self.properties["game", name] = Range(low, min(most, high))
        self._noting = True  # from here on nothing that is known changes

    def _never_negative(self, bodies: Iterable[tuple[FlowKey, list[Op]]]) -> None:
        """Find the numbers without bounds that nothing brings below zero."""
        never = self.begun_above()
        changes: list[tuple[Op, FlowKey, list[Op]]] = []
        for key, inside in bodies:
            for op in inside:
                if op["op"] == "lower" and op["target"]["op"] in STORED:
                    never.discard(place(op["target"]))
                elif op["op"] in ("set", "raise") and op["target"]["op"] in STORED:
                    changes.append((op, key, inside))
        for one in never:
            self.properties[one] = Range(0, inf)
        known: dict[FlowKey, Known] = {}  # of the bodies, for each has many changes
        lost, passes = True, 0
        while lost:  # one may be supposed not to be negative only because of another that turned out to be
            lost, passes = False, passes + 1
            if passes > PASSES:
                self._doubt(never)
                return
            for op, key, inside in changes:
                if place(op["target"]) not in never:
                    continue
                if key not in known:
                    known[key] = self._at_any_time(key, inside)
                if self._lowers(op, known[key]):
                    never.discard(place(op["target"]))
                    self.properties[place(op["target"])] = None
                    self._defined.clear()
                    known.clear()
                    lost = True

    def _doubt(self, numbers: set[tuple[str, str]]) -> None:
        """Suppose nothing of these numbers any more."""
        self.properties |= dict.fromkeys(numbers)
        self._defined.clear()

    def _lowers(self, op: Op, known: Known) -> bool:
        value = self.value(op["value"] if op["op"] == "set" else op["amount"], known)
        return not isinstance(value, Range) or value.low < 0

    def _at_any_time(self, key: FlowKey, inside: list[Op]) -> Known:
        """What the parts of a body, and the locals that it gives one value, can be anywhere in it."""
        known = self.parts(key.name) if key.sort == "verb" else {}
        given: dict[str, list[Op]] = {}
        for op in inside:
            if op["op"] in BINDS and op.get("name"):
                given.setdefault(op["name"], []).append(op)
            elif op["op"] in ASSIGNS and op["target"]["op"] == "local":
                given.setdefault(op["target"]["name"], []).append(op)
        for one, ops in given.items():
            value = self.given(ops[0], known) if len(ops) == 1 else None
            if self.keys.local(one) in known or value is None:
                known.pop(self.keys.local(one), None)
            else:
                known[self.keys.local(one)] = value
        return known

    def given(self, op: Op, known: Known) -> AbstractValue:
        """What a statement gives its local."""
        match op["op"]:
            case "let" | "set":
                value = self.value(op["value"], known)
                members = self.members(op["value"], known) if value is None else None
                return value if members is None else Many(members, *self.size(op["value"], known))
            case "raise" | "lower":
                sort = "add" if op["op"] == "raise" else "subtract"
                return self.value({"op": sort, "a": op["target"], "b": op["amount"]}, known)
            case "roll":
                return self.rolled(op, known)
            case "choose_number" if op["else"] is None:
                return self.members({"op": "range", "low": op["low"], "high": op["high"]}, known)
        return None

    # -------------------------------------------------------------- values

    def value(self, op: Op, known: Known) -> AbstractValue:
        """What an expression can give."""
        if known:
            found = known.get(self.keys.of(op))
            if found is not None:
                return found
        name = op["op"]
        if name in NUMBERS:
            return self._calculated(op, known)
        if name in _TESTS:
            return self.truth(op, known)
        match name:
            case "yes_no":
                return YES if op["value"] else NO
            case "word":
                return words(op["words"], (op["value"],))
            case "none":
                return NONE
            case "entity":
                return Names(frozenset((f"thing:{op['name']}",)))
            case "game":
                return self.properties.get(("game", op["property"]))
            case "property":
                return self.properties.get((op["kind"], op["name"]))
            case "setting":
                setting = self.checked.model.settings[op["name"]]
                return self.typed(setting.type, setting.low, setting.high)
            case _ if name in ONE_OF:
                members = self.members(op["of"], known)
                return or_none(members) if isinstance(members, Range) else None
            case "if":
                return self._conditional(op, known)
            case "define":
                return self._define(op, known)
        return None

    def _calculated(self, op: Op, known: Known) -> AbstractValue:
        """What an operation can give that always gives a number."""
        name = op["op"]
        match name:
            case "number":
                return numbers((op["value"],))
            case "add" | "subtract" | "multiply" | "divide" | "remainder":
                a, b = self.value(op["a"], known), self.value(op["b"], known)
                return arithmetic(name, _number(a), _number(b))
            case "negate":
                return arithmetic("subtract", numbers((0,)), _number(self.value(op["of"], known)))
            case "absolute":
                of = _number(self.value(op["of"], known))
                low = 0 if of.low <= 0 <= of.high else min(abs(of.low), abs(of.high))
                return Range(low, max(-of.low, of.high))
            case "minimum" | "maximum":
                items = [_number(self.value(one, known)) for one in op["items"]]
                pick = min if name == "minimum" else max
                return Range(pick(one.low for one in items), pick(one.high for one in items))
            case "count":
                low, high = self.size(op["of"], known)
                return Range(low, high)
            case "total":
                return self._total(op, known)
            case "highest" | "lowest":
                item = _number(self.value(op["value"], self.with_element(op["set"], op["it"], known)))
                return joined(item, numbers((0,)))
            case "position":
                return Range(0, self.size(op["of"], known)[1])
            case "steps" | "line_length":
                return Range(0, inf)
            case _:
                assert name == "direction", name
                return between(-1, 7)

    def _total(self, op: Op, known: Known) -> AbstractValue:
        item = _number(self.value(op["value"], self.with_element(op["set"], op["it"], known)))
        low, high = self.size(op["set"], known)
        if item == EVERY:
            return EVERY
        return arithmetic("multiply", Range(item.low, item.high), Range(low, high))

    def _conditional(self, op: Op, known: Known) -> AbstractValue:
        then, otherwise = self.assume(op["test"], True, known), self.assume(op["test"], False, known)
        if then is None:
            return self.value(op["else"], otherwise or known)
        if otherwise is None:
            return self.value(op["then"], then)
        return joined(self.value(op["then"], then), self.value(op["else"], otherwise))

    def _define(self, op: Op, known: Known) -> AbstractValue:
        """A define's value, if no modifier can change it and it does not lead to itself."""
        name = op["name"]
        found = self.checked.defines.get(name)
        if name in self.modified or found is None or found["type"] not in ("number", "yes_no"):
            return None
        if name in self._following or len(self._following) > DEEPEST:
            return None
        inputs: Known = {}
        for parameter, arg in zip(found["parameters"], op["args"], strict=False):
            value = self.value(arg, known)
            if value is not None:
                inputs[self.keys.local(parameter["name"])] = value
        asked, depth = (name, frozenset(inputs.items())), len(self._following)
        known_before = self._defined.get(asked)
        if known_before is not None and known_before[0] <= depth:  # else it could be followed further now
            return known_before[1]
        self._followed = self._followed + 1 if depth else 0
        if self._followed > MOST_FOLLOWED:
            return None
        self._following.append(name)
        value = self.value(found["value"], inputs or self.inputs(name))
        self._following.pop()
        self._defined[asked] = depth, value
        return value

    # -------------------------------------------------------------- sets

    def with_element(self, members: Op, it: str, known: Known) -> Known:
        """What is known within a set's test or value, where `it` is the member."""
        item = self.members(members, known)
        return {**known, self.keys.local(it): item} if item is not None else known

    def members(self, op: Op, known: Known) -> AbstractValue:
        """What each member of a set can be."""
        match op["op"]:
            case "range":
                low, high = _number(self.value(op["low"], known)), _number(self.value(op["high"], known))
                return between(low.low, high.high) if low.low > -inf and high.high < inf else None
            case "list":
                items = [self.value(one, known) for one in op["items"]]
                found = items[0] if items else None
                for one in items[1:]:
                    found = joined(found, one)
                return found
            case "filter":
                return self.members(op["set"], known)
            case "reversed" | "first" | "last":
                return self.members(op["of"], known)
            case "local":
                value = known.get(self.keys.of(op))
                return value.item if isinstance(value, Many) else None
        return None

    def size(self, op: Op, known: Known) -> tuple[float, float]:
        """How many members a set has, at least and at most."""
        match op["op"]:
            case "kind" | "all" | "spares":
                most = self.of_kind(op["kind"])
                return (self.checked.model.players[0] if op == {"op": "kind", "kind": "player"} else 0), most
            case "list":
                sure = sum(one["op"] in LITERALS - {"none"} for one in op["items"])
                return sure, len(op["items"])
            case "range":
                low, high = _number(self.value(op["low"], known)), _number(self.value(op["high"], known))
                return max(0, high.low - low.high + 1), max(0, high.high - low.low + 1)
            case "filter":
                return 0, self.size(op["set"], known)[1]
            case "reversed":
                return self.size(op["of"], known)
            case "contents":
                return 0, self.capacity(op["of"])
            case "top_n" | "bottom_n":
                return 0, min(self.capacity(op["of"]), max(0, _number(self.value(op["number"], known)).high))
            case "union":
                a, b = self.size(op["a"], known), self.size(op["b"], known)
                return max(a[0], b[0]), a[1] + b[1]
            case "without" | "both":
                return 0, self.size(op["a"], known)[1]
            case "local":
                value = known.get(self.keys.of(op))
                return (value.low, value.high) if isinstance(value, Many) else (0, inf)
        return 0, inf

    def rolled(self, op: Op, known: Known) -> AbstractValue:
        """What `roll` gives: a face, or a list of them."""
        face = self.face(op["die"])
        if op["number"] is None or face is None:
            return face
        number = _number(self.value(op["number"], known))
        return Many(face, max(0, number.low), max(0, number.high))

    # -------------------------------------------------------------- tests

    def truth(self, op: Op, known: Known) -> Truth:
        """Whether a test holds: always, never, or it depends."""
        noted = self._truths.get((id(op), id(known), True))
        if noted is not None:
            return noted[2]
        return self._note(self._truths, op, known, True, self._truth(op, known))

    def _truth(self, op: Op, known: Known) -> Truth:
        if known:
            test, as_it_is = self.keys.as_told(op)
            told = known.get(test)
            if isinstance(told, frozenset) and len(told) == 1:
                return told if as_it_is else frozenset(not one for one in told)
        name = op["op"]
        match name:
            case "and" | "or":
                decides = name == "or"  # what the left must be to say it all
                first = self.truth(op["a"], known)
                rest = None if first == {decides} else self.assume(op["a"], not decides, known)
                if rest is None:
                    return YES if decides else NO
                second = self.truth(op["b"], rest)
                settled = second == {decides} or first == {not decides}
                return second if settled else UNSURE
            case "not":
                return frozenset(not one for one in self.truth(op["of"], known))
            case _ if name in OPPOSITE and self.keys.same(op["a"], op["b"]):
                return YES if name in REFLEXIVE else NO
            case _ if name in OPPOSITE:
                return compared(name, self.value(op["a"], known), self.value(op["b"], known))
            case "in":
                return self._in(op, known)
            case "any":
                low, high = self.size(op["set"], known)
                if high == 0:
                    return NO
                if op["where"] is None:
                    return YES if low > 0 else UNSURE
                where = self._of_all(op, known)
                return NO if where == NO else self.truth(_untested(op), known) if where == YES else UNSURE
            case "if":
                found = self._conditional(op, known)
                return found if isinstance(found, frozenset) else UNSURE
            case "yes_no":
                return YES if op["value"] else NO
            case "define" | "property" | "game":
                found = self.value(op, known)
                return found if isinstance(found, frozenset) else UNSURE
        return UNSURE

    def _of_all(self, any_: Op, known: Known) -> Truth:
        """Whether what is asked of the members of a set holds for each of them, or for none."""
        return self.truth(any_["where"], self.with_element(any_["set"], any_["it"], known))

    def _in(self, op: Op, known: Known) -> Truth:
        item, members = self.value(op["item"], known), op["set"]
        if members["op"] == "list":
            each = [compared("equal", item, self.value(one, known)) for one in members["items"]]
            return YES if YES in each else NO if all(one == NO for one in each) else UNSURE
        if members["op"] == "range" and isinstance(item, Range):
            low, high = self.value(members["low"], known), self.value(members["high"], known)
            above, below = compared("at_least", item, low), compared("at_most", item, high)
            return NO if NO in (above, below) else YES if above == below == YES else UNSURE
        return NO if compared("equal", item, self.members(members, known)) == NO else UNSURE

    def assume(self, op: Op, holds: bool, known: Known) -> Known | None:
        """What is known once a test has held, or failed; None if that cannot be."""
        name = op["op"]
        if name in ("and", "or"):
            noted = self._assumed.get((id(op), id(known), holds))
            if noted is not None:
                return noted[2]
        match name:
            case "and" | "or" if holds == (name == "and"):
                first = self.assume(op["a"], holds, known)
                both = None if first is None else self.assume(op["b"], holds, first)
                return self._note(self._assumed, op, known, holds, both)
            case "and" | "or":
                a, b = self.assume(op["a"], holds, known), self.assume(op["b"], holds, known)
                either = known if a is not None and b is not None else b if a is None else a
                found = None if either is None else {**either, self.keys.of(op): YES if holds else NO}
                return self._note(self._assumed, op, known, holds, found)
            case "not":
                return self.assume(op["of"], not holds, known)
        if holds not in self.truth(op, known):
            return None
        told, as_it_is = self.keys.as_told(op)
        found = {**known, told: YES if holds == as_it_is else NO}
        if name == "any" and op["where"] is not None and self._of_all(op, known) == YES:
            found[self.keys.of(_untested(op))] = YES if holds else NO
        if name in OPPOSITE:
            how = name if holds else OPPOSITE[name]
            left, right = self.value(op["a"], known), self.value(op["b"], known)
            for side, value in ((op["a"], held(how, left, right)), (op["b"], held(TURNED[how], right, left))):
                if value is not None and side["op"] not in LITERALS:
                    found[self.keys.of(side)] = value
        elif name == "in" and holds:
            item = common(self.value(op["item"], known), self.members(op["set"], known))
            if item is not None and op["set"]["op"] in ("list", "range", "local"):
                found[self.keys.of(op["item"])] = item
        return found

    def _note(self, noted: _Noted[T], op: Op, known: Known, holds: bool, found: T) -> T:
        """Keep what was found, for a test is asked about with each of those around it: of a hundred in a row
        that would be a million questions. With op and known, so that their ids stay their own.
        """
        if self._noting and not self._following:
            if len(noted) >= MOST_NOTED:
                noted.clear()
            noted[id(op), id(known), holds] = op, known, found
        return found


_TESTS = frozenset((*LOGIC, *OPPOSITE, "in", "any"))


def _untested(any_: Op) -> Op:
    """Whether a set has members at all, which is what is asked where a test of them always holds."""
    return {"op": "any", "set": any_["set"], "where": None}


def _number(value: AbstractValue) -> Range:
    return value if isinstance(value, Range) else EVERY


__all__ = ["NONE", "Estimates"]
