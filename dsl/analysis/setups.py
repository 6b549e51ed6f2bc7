"""What set-ups certainly do with spaces: the choices and moves in which things get their places.

Calls are followed with what they are given, unless a rule may run instead; so is every loop of which it is
known how often it is passed through, in a game of as many players as may take part. Nothing is certain behind
a test, or behind a line that may leave. That something wakes a rule is left out: rules that wait act on what
a set-up has done, and hardly ever for it.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tilewright.schemas.operation_table import ASSIGNS, EXITS, ONE_OF, STORED
from tilewright.schemas.walking import operations, substituted

from ..check.scope import Op
from .bounds import Known, place
from .callgraph import Flow
from .estimates import Estimates
from .keys import FlowKey, of_sort
from .ranges import NO, YES, AbstractValue, Names, numbers

DEEPEST = 4
"""Calls, and values computed from one another, that are followed."""
_ONE: Op = {"op": "number", "value": 1}
_MEMBER: Op = {"op": "local", "name": "member of the set"}
_NOTED = "noted"
"""An expression that was worked out before a loop: what its passes change is not in it."""
_BOX: Op = {"op": "place", "name": "box", "of": None}


class Placing(NamedTuple):
    """A choice of spaces, a move to the first of some, or to a place that has a name. `times` is how often it
    is certainly made, or how many things it certainly moves.
    """

    op: Op
    spaces: Op  # what is chosen from, or the place, in terms of the set-up
    times: int
    each: str  # the kind of what it is made for, one after the other; empty if that is not known
    at: int  # the line of the set-up that leads here
    moves: bool  # whether something is moved there
    last: int = 0  # the highest number by which one of them is taken; 0 if it is not taken by its number
    drops: bool = False  # whether what is taken is dropped from them


class _Loop(NamedTuple):
    times: int = 1
    each: str = ""
    member: Op | None = None  # what a pass is about, and all that it may be
    members: Op | None = None
    body: tuple[Op, ...] = ()


def assigned(bodies: Iterable[tuple[FlowKey, list[Op]]]) -> dict[tuple[str, str], list[Op | None]]:
    """What rules and set-ups give each stored value; None for a change that depends on what it was."""
    found: dict[tuple[str, str], list[Op | None]] = {}
    for _, inside in bodies:
        for op in inside:
            if op["op"] in ASSIGNS and op["target"]["op"] in STORED:
                found.setdefault(place(op["target"]), []).append(op["value"] if op["op"] == "set" else None)
    return found


def certain(setup: list[Op], flow: Flow, mission: str | None, depth: int = 0) -> Iterator[tuple[Op, int]]:
    """Each statement that a set-up certainly runs, in the verbs that it calls too, and how often.

    Only loops with a number of times are followed, and nothing is known of locals.
    """
    for op in setup:
        yield op, 1
        inside: list[Op] = []
        times = 1
        match op["op"]:
            case "repeat" if op["times"] is not None and op["times"]["op"] == "number":
                inside, times = op["body"], op["times"]["value"]
            case "at_once":
                inside = op["body"]
            case "call" if depth < DEEPEST and runs_as_written(op["verb"], flow, mission):
                inside, depth = flow.checked.verbs[op["verb"]]["body"], depth + 1
        for one, often in certain(inside, flow, mission, depth):
            yield one, often * times
        if _may_leave(op):
            return


def runs_as_written(verb: str, flow: Flow, mission: str | None) -> bool:
    """Whether a verb does what its declaration says, whenever it is called."""
    op = flow.checked.verbs.get(verb)
    hooks = [flow.bodies[key] for key in flow.hooked.get(verb, ())]
    instead = any(one.op["how"] == "instead" and one.mission in (None, mission) for one in hooks)
    return op is not None and not instead and not op["needs"] and op["menu"] is None


class SetupWalk:
    """One walk through the set-up of a mission or board."""

    def __init__(
        self,
        flow: Flow,
        estimates: Estimates,
        assigned: dict[tuple[str, str], list[Op | None]],
        mission: str | None,
    ) -> None:
        self.flow = flow
        self.model = flow.checked.model
        self.estimates = estimates
        self.assigned = assigned
        self.mission = mission
        self._moved: set[str] = set()  # kinds of which something may have left the box
        self._at = -1
        self._begun: dict[str, int] = {}  # the numbers that locals begin with

    def placings(self, setup: list[Op]) -> Iterator[Placing]:
        """In the order of the set-up."""
        yield from self._block(setup, {}, _Loop(), 0)

    def _block(self, block: list[Op], given: dict[str, Op], loop: _Loop, depth: int) -> Iterator[Placing]:
        given = dict(given)
        for index, op in enumerate(block):
            if depth == 0:
                self._at = op["at"]
            match op["op"]:
                case "let":
                    self._let(op, block[index:], given)
                case "choose":
                    spaces = self.inlined(op["from"], given)
                    moves = self._moved_to(op["name"], block[index:])
                    drops = _is_dropped({"op": "local", "name": op["name"]}, block[index:])
                    yield Placing(op, spaces, loop.times, loop.each, self._at, moves, drops=drops)
                case "move" if (to := self.inlined(op["to"], given))["op"] in ONE_OF:
                    drops = _is_dropped(op["to"], block)
                    last = self._number(to["number"], op, loop) if to["op"] == "nth" else 0
                    if last or to["op"] != "nth":
                        yield Placing(op, to["of"], loop.times, loop.each, self._at, True, last, drops)
                case "move" if to["op"] == "place":
                    what = self.inlined(op["what"], given)
                    times = loop.times * (max(1, self._times(what)[0]) if op["many"] else 1)
                    yield Placing(op, to, times, loop.each, self._at, True)
                case "for_each" | "repeat":
                    passes = self._passes(op, given)
                    each = passes.each if loop.times == 1 else ""
                    inner = passes._replace(times=loop.times * passes.times, each=each)
                    before = {
                        name: value if value["op"] == _NOTED else {"op": _NOTED, "of": value}
                        for name, value in given.items()
                    }
                    yield from self._block(op["body"], before, inner, depth)
                case "at_once":
                    yield from self._block(op["body"], given, loop, depth)
                case "call" if depth < DEEPEST and runs_as_written(op["verb"], self.flow, self.mission):
                    verb = self.flow.checked.verbs[op["verb"]]
                    self._moved |= self._moved_in(self.flow.hooked.get(op["verb"], ()))
                    handed = zip(verb["parts"], op["args"], strict=False)
                    inputs = {
                        part["name"]: self.inlined(arg, given) for part, arg in handed if arg is not None
                    }
                    yield from self._block(verb["body"], inputs, loop, depth + 1)
                case _:
                    for one in operations([op]):
                        if one["op"] == "choose":
                            yield Placing(one, self.inlined(one["from"], given), 1, "", self._at, False)
            self._moved |= self._moved_by(op)
            if _may_leave(op):
                return

    def _let(self, op: Op, rest: list[Op], given: dict[str, Op]) -> None:
        """Note what a local stands for, if the statements below only drop something from it."""
        target = {"op": "local", "name": op["name"]}
        changes = [one["op"] for one in operations(rest) if one["op"] in ASSIGNS and one["target"] == target]
        value = self.inlined(op["value"], given)
        if value["op"] == "number":
            self._begun[op["name"]] = int(value["value"])
        if all(how == "drop_from" for how in changes):
            given[op["name"]] = value

    def _number(self, number: Op, move: Op, loop: _Loop) -> int:
        """The highest that a number certainly is in the passes of a loop; 0 if that is not known."""
        if number["op"] == "number":
            return int(number["value"])
        if number["op"] == "position" and number["item"] == loop.member:
            return loop.times if _unnoted(number["of"]) == loop.members else 0
        changing = [one for one in operations([*loop.body]) if one["op"] in ASSIGNS]
        changes = [one for one in changing if one["target"] == number]
        if len(changes) == 1 and number["op"] == "local" and changes[0] in loop.body:
            by_one = {**changes[0], "at": 0} in (
                {"op": "raise", "target": number, "amount": _ONE, "at": 0},
                {"op": "set", "target": number, "value": {"op": "add", "a": number, "b": _ONE}, "at": 0},
            )
            earlier = by_one and move in loop.body and loop.body.index(changes[0]) < loop.body.index(move)
            return self._begun.get(number["name"], 0) + loop.times - (not earlier) if by_one else 0
        return 0

    def _moved_to(self, name: str | None, block: list[Op], depth: int = 0) -> bool:
        """Whether statements, or the verbs that they hand it to, move something to a local."""
        it = {"op": "local", "name": name}
        for op in operations(block):
            if op["op"] == "move" and op["to"] == it:
                return True
            if (
                op["op"] == "call"
                and it in op["args"]
                and depth < DEEPEST
                and op["verb"] in self.flow.checked.verbs
            ):
                verb = self.flow.checked.verbs[op["verb"]]
                if self._moved_to(verb["parts"][op["args"].index(it)]["name"], verb["body"], depth + 1):
                    return True
        return False

    def _moved_by(self, op: Op) -> set[str]:
        """The kinds of what a statement may move, itself or by the verbs that it calls."""
        own = self.flow.summary([op])
        return of_sort("where", own.writes) | self._moved_in(own.calls)

    def _moved_in(self, calls: Iterable[FlowKey]) -> set[str]:
        """The kinds of what these bodies may move, with the verbs that they call."""
        return set[str]().union(
            *(of_sort("where", self.flow.own[key].writes) for key in self.flow.called(calls))
        )

    # -------------------------------------------------------------- loops

    def _passes(self, op: Op, given: dict[str, Op]) -> _Loop:
        """How often a loop is certainly passed through; once, if that is not known."""
        if any(one["op"] in EXITS and one["op"] != "skip" for one in operations(op["body"])):
            return _Loop()
        many = _unnoted(self.inlined(op["times"] if op["op"] == "repeat" else op["set"], given))
        if op["op"] == "repeat" and many["op"] == "count":
            many = many["of"]
        member = {"op": "local", "name": op["name"]} if op["op"] == "for_each" else None
        times, kind = self._times(many)
        return _Loop(max(1, times), kind, member, many, tuple(op["body"]))

    def _times(self, many: Op) -> tuple[int, str]:
        """How many there certainly are in a set, and of which kind if they all are of one."""
        if many["op"] == "number":
            return int(many["value"]), ""
        if many == {"op": "kind", "kind": "player"}:
            return self.model.players[1], "player"
        if many["op"] == "list":
            return len(many["items"]), ""
        kind, test = self._members(many)
        return (self._count(kind, test), kind) if kind else (1, "")

    def _members(self, op: Op) -> tuple[str, Op]:
        """A set of things as those of a kind for which a test of `_MEMBER` holds; no kind for others."""
        match op:
            case {"op": "all", "kind": str(kind)}:
                return kind, {"op": "yes_no", "value": True}
            case {"op": "spares", "kind": str(kind)}:
                return kind, {"op": "equal", "a": {"op": "place_of", "of": _MEMBER}, "b": _BOX}
            case {"op": "filter", "set": inner, "it": str(it), "where": where}:
                kind, test = self._members(inner)
                return kind, {"op": "and", "a": test, "b": substituted(where, {it: _MEMBER})}
            case {"op": "union", "a": a, "b": b}:
                (kind, test), (other, more) = self._members(a), self._members(b)
                return (kind if kind == other else ""), {"op": "or", "a": test, "b": more}
        return "", op

    def _count(self, kind: str, test: Op) -> int:
        """How many things of a kind a test certainly holds for, before any of them has been moved."""
        inside = operations(test)
        here = not any(self.model.related(kind, one) for one in self._moved)
        found = 0
        for thing in self.model.things.values():
            if not self.model.is_a(thing.name, kind) or not thing.copies:
                continue
            known: Known = {}
            for one in inside:
                if one["op"] == "property" and one["of"] == _MEMBER:
                    value = self._lasting(thing.name, one["kind"], one["name"])
                    if value is not None:
                        known[self.estimates.keys.of(one)] = value
                elif here and one == {"op": "equal", "a": {"op": "place_of", "of": _MEMBER}, "b": _BOX}:
                    known[self.estimates.keys.as_told(one)[0]] = YES
            found += thing.copies if self.estimates.truth(test, known) == YES else 0
        return found

    def _lasting(self, thing: str, kind: str, name: str) -> AbstractValue:
        """What a value of a thing begins with, if rules give it no other."""
        checked = self.flow.checked
        known = self.model.property(thing, name)
        if known is None or known.sort != "stored" or known.by is not None or known.reset is not None:
            return None
        begins = checked.values.get(thing, {}).get(name, checked.defaults.get((kind, name), 0))
        if known.type.base == "yes_no" and isinstance(begins, int):
            value: AbstractValue = YES if begins else NO
        elif known.type.base == "number" and isinstance(begins, int):
            value = numbers((begins,))
        elif known.type.base == "thing" and isinstance(begins, dict) and "entity" in begins:
            value = Names(frozenset((f"thing:{begins['entity']}",)))
        else:
            return None
        given = self.assigned.get((kind, name), ())
        same = all(one is not None and self.estimates.value(one, {}) == value for one in given)
        return value if same else None

    # -------------------------------------------------------------- values

    def inlined(self, op: Op, given: dict[str, Op], depth: int = 0) -> Op:
        """An expression with what its inputs stand for, and defines that nothing modifies written out."""
        if op["op"] == "local":
            return given.get(op["name"], op)
        if op["op"] == "define" and depth < DEEPEST and op["name"] not in self.estimates.modified:
            define = self.flow.checked.defines.get(op["name"])
            if define is not None and len(op["args"]) == len(define["parameters"]) and None not in op["args"]:
                args = [self.inlined(one, given, depth) for one in op["args"]]
                names = [one["name"] for one in define["parameters"]]
                return self.inlined(define["value"], dict(zip(names, args, strict=True)), depth + 1)
        return {name: self._inlined(value, given, depth) for name, value in op.items()}

    def _inlined(self, value: object, given: dict[str, Op], depth: int) -> object:
        if isinstance(value, dict) and "op" in value:
            return self.inlined(value, given, depth)
        if isinstance(value, list):
            return [self._inlined(one, given, depth) for one in value]
        return value


def _unnoted(value: Op) -> Op:
    return value["of"] if value["op"] == _NOTED else value


def _is_dropped(taken: Op, block: list[Op]) -> bool:
    """Whether what was taken from a list is dropped from it, so that the next one is another."""
    return any(op["op"] == "drop_from" and op["value"] == taken for op in block)


def _may_leave(op: Op) -> bool:
    return any(one["op"] in EXITS for one in operations([op]))
