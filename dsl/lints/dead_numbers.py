"""Numbers of which nothing comes, and such as are beyond all that there can be: of times, dice and things,
changes, prices, limits and inputs. Where they stand, and what is known there, is known to `dead_tests.py`.

A change by 0 is told where it is written as that number: of what an author may set elsewhere, such as a
`define`, nothing is said.
"""

from collections.abc import Iterator, Sequence

from tilewright.schemas.operation_table import COUNTS, GIVES, LITERALS

from ..analysis.bounds import Known, declared
from ..analysis.ranges import Range
from ..check.scope import Op
from ..nodes import Parameter, Part
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..source import Span
from .facts import Facts

_EXTREMES = ("minimum", "maximum")
OF_EXPRESSIONS = COUNTS.keys() & GIVES.keys() | {"define", "range", *_EXTREMES}
"""The expressions that have numbers of this sort."""
_ONE_OR_MORE = "write a number of 1 or more"


class Numbers:
    """Looks at the numbers of single statements and expressions, with what is known where they stand."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.estimates = facts.estimates

    def of_statement(self, op: Op, known: Known, here: Span) -> Iterator[Diagnostic]:
        """What is wrong with the numbers of a statement, but for its expressions."""
        name = op["op"]
        match name:
            case "repeat" if op["times"] is not None:
                yield from self._never(op["times"], known, here, "this is never done: the number of times")
            case "roll" if op["number"] is not None:
                yield from self._never(op["number"], known, here, "nothing is rolled: the number of dice")
            case "choose":
                yield from self._choice(op, known, here)
            case "choose_number":
                yield from self._wrong_way_round(op, known, here)
            case "set":
                yield from self._beyond(op, known, here)
            case "raise" | "lower":
                if op["amount"] == {"op": "number", "value": 0}:
                    message = f"this changes nothing: it {name}s {called(op['target'])} by 0"
                    yield codes.NEVER_REPEATS.at(here, message=message, proposal=_ONE_OR_MORE)
                end = "most" if name == "raise" else "least"
                yield from self._amount(op, known, here, f"always {name}s it to the {end} it can be")
            case "call" | "finish":
                verb = self.facts.checked.model.verbs.get(op["verb"])
                if verb is not None:
                    yield from self._inputs(op["verb"], verb.parts, op["args"], known, here)

    def of_modifier(self, modifier: Op) -> Iterator[Diagnostic]:
        """That a modifier is written to change a value by 0."""
        adds = modifier["change"] in ("plus", "minus") and modifier["replacing"] is None
        if adds and modifier["amount"] == {"op": "number", "value": 0}:
            message = "this modifier changes nothing: it is a change by 0"
            here = self.facts.flow.span(modifier["at"])
            yield codes.NEVER_REPEATS.at(here, message=message, proposal="write another number, or delete it")

    def of_conditions(self, verb: Op, known: Known) -> Iterator[Diagnostic]:
        """What is wrong with the prices and limits of an action."""
        for price in verb["takes"]:
            here = self.facts.flow.span(price["at"])
            yield from self._amount(price, known, here, "can never be paid")
            yield from self._never(price["amount"], known, here, "this costs nothing: the price")
        for limit in verb["limits"]:
            here = self.facts.flow.span(limit["at"])
            yield from self._never(limit["number"], known, here, "this can never be done: the limit")

    def of_expression(self, op: Op, known: Known, here: Span) -> Iterator[Diagnostic]:
        """What is wrong with the numbers of an expression."""
        match op["op"]:
            case "define":
                found = self.facts.checked.model.defines.get(op["name"])
                if found is not None:
                    yield from self._inputs(op["name"], found.parameters, op["args"], known, here)
            case "range":
                yield from self._wrong_way_round(op, known, here)
            case "minimum" | "maximum":
                yield from self._always_the_same(op, known, here)
            case _:
                most = self.estimates.capacity(op["of"])
                problem = f"{called(op['of'])} never holds more than {most:g}"
                yield from self._at_most(
                    op["number"], most, known, here, problem, "; if all are meant, say so: `move PILE to …`"
                )

    # -------------------------------------------------------------- one sort each

    def _never(self, number: Op, known: Known, here: Span, problem: str) -> Iterator[Diagnostic]:
        """A count, of times or of things, that is never more than 0; the problem ends in what is counted."""
        times = self.estimates.value(number, known)
        if isinstance(times, Range) and times.high <= 0:
            yield codes.NEVER_REPEATS.at(here, message=f"{problem} is {times}", proposal=_ONE_OR_MORE)

    def _choice(self, op: Op, known: Known, here: Span) -> Iterator[Diagnostic]:
        if op["many"]:
            yield from self._never(op["most"], known, here, "nothing can be chosen here: the most")
        most = self.estimates.size(op["from"], known)[1]
        problem = f"there are never more than {most:g} to choose from"
        yield from self._at_most(op["least"], most, known, here, problem, ", or `choose up to …`")

    def _wrong_way_round(self, op: Op, known: Known, here: Span) -> Iterator[Diagnostic]:
        """A range that runs from a higher number to a lower one, and so is empty."""
        low, high = (self.estimates.value(op[end], known) for end in ("low", "high"))
        if isinstance(low, Range) and isinstance(high, Range) and low.low > high.high:
            message = "there are no numbers here, for the first is higher than the second"
            yield codes.NEVER_REPEATS.at(here, message=message, proposal="write the lower number first")

    def _always_the_same(self, op: Op, known: Known, here: Span) -> Iterator[Diagnostic]:
        """The least or most of several numbers that is always the one that is written there."""
        found = self.estimates.value(op, known)
        others = [one for one in op["items"] if one["op"] not in LITERALS]
        if isinstance(found, Range) and found.low == found.high and others:
            values = [self.estimates.value(one, known) for one in others]
            bounds = " and ".join(
                f"{called(one)} is {value}" for one, value in zip(others, values, strict=True)
            )
            other = "max" if op["op"] == "minimum" else "min"
            message = f"this is {found}: {bounds}"
            proposal = f"write `{other}` if that is meant, or another number"
            if all(isinstance(one, Range) and one.low < one.high for one in values):
                yield codes.NEVER_REPEATS.at(here, message=message, proposal=proposal)

    def _beyond(self, op: Op, known: Known, here: Span) -> Iterator[Diagnostic]:
        """A value that is always outside of the bounds of what it is set to, which stops at them."""
        bounds, value = self.estimates.bounded(op["target"]), self.estimates.value(op["value"], known)
        if (
            bounds is not None
            and isinstance(value, Range)
            and (value.low > bounds.high or value.high < bounds.low)
        ):
            yield codes.OUT_OF_RANGE.at(here, what=called(op["target"]), wanted=str(bounds), found=str(value))

    def _amount(self, op: Op, known: Known, here: Span, outcome: str) -> Iterator[Diagnostic]:
        """Changes and prices that are larger than the whole range of what they are of."""
        bounds = self.estimates.bounded(op["target"])
        if bounds is not None:
            problem = f"{called(op['target'])} is {bounds}, so this {outcome}"
            end = {"raise": bounds.high, "lower": bounds.low}.get(op.get("op", ""))
            way = f"; if all of it is meant, say so: `set … to {end:g}`" if end is not None else ""
            yield from self._at_most(op["amount"], bounds.high - bounds.low, known, here, problem, way)

    def _at_most(
        self, number: Op, most: float, known: Known, here: Span, problem: str, way: str
    ) -> Iterator[Diagnostic]:
        """A number of things that is always larger than what there is."""
        found = self.estimates.value(number, known)
        if isinstance(found, Range) and found.low > most:
            yield codes.MORE_THAN_ALL.at(here, problem=problem, way=way)

    def _inputs(
        self, name: str, parts: Sequence[Part | Parameter], args: list[Op | None], known: Known, here: Span
    ) -> Iterator[Diagnostic]:
        """Inputs that are never in the range that is declared for them."""
        for part, arg in zip(parts, args, strict=False):
            wanted = declared(part)
            if wanted is None or arg is None:
                continue
            found = self.estimates.value(arg, known)
            if isinstance(found, Range) and (found.low > wanted.high or found.high < wanted.low):
                what = f"`{part.name}` of `{name}`"
                yield codes.OUT_OF_RANGE.at(here, what=what, wanted=str(wanted), found=str(found))


def called(op: Op) -> str:
    """What people call what is compared or changed."""
    match op["op"]:
        case "local":
            return f"`{op['name'].partition('.')[0]}`"
        case "game":
            return f"`{op['property']}`"
        case "property" | "modified" | "setting" | "define" | "place":
            return f"`{op['name'].rpartition('.')[2]}`"
        case "count":
            return "this count"
        case "position":
            return "this position"
    return "what is compared"
