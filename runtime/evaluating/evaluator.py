"""What an expression is worth. Walks the program's JSON as it stands, reads a memory, changes nothing.

The view uses it too: who may see a thing, and what a derived value is, are expressions as well. Statements
are in interpreting/play.py, relations between spaces in relations.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from tilewright.schemas.value_types import type_of

from ..state.primitives import DEEP, ENDLESS, NOTHING
from ..state.state import NONE, Stuck
from .operations import OPERATIONS, as_list
from .program_index import Env, Node, ProgramIndex, called
from .relations import Relations
from .state_access import RULES, StateAccess

OPERATION = 60  # the price of an operation that is walked instead of compiled, as in analysis/costs.py
MOST_NAMED = 40  # members of a list that a sentence names
NAMED = 800  # the price of naming one of them


class Evaluator:
    """The values of one state of one game."""

    def __init__(self, index: ProgramIndex, access: StateAccess) -> None:
        self.index: ProgramIndex = index
        self.access: StateAccess = access
        self.relations = Relations(self)
        # Called with what is read, as ("property", kind, name, entity), while somebody is `watching`.
        self.watch: Callable[[tuple[Any, ...]], object] | None = None
        self.used: set[str] = set()  # the modifiers that have changed a value, for coverage

    @contextmanager
    def watching(self) -> Iterator[dict[tuple[Any, ...], None]]:
        """What is read within: each once, in the order in which it was read first."""
        read: dict[tuple[Any, ...], None] = {}
        self.watch = read.setdefault
        try:
            yield read
        finally:
            self.watch = None

    def of(self, node: Node, env: Env) -> Any:
        """The value of an expression: an integer, or a tuple of integers."""
        return OPERATIONS[node["op"]](self, node, env)

    def holds(self, node: Node | None, env: Env) -> bool:
        """Whether a test holds; a test that is not there does."""
        return node is None or bool(self.of(node, env))

    def members(self, node: Node, env: Env) -> tuple[int, ...]:
        """The members of a set; none is an empty one, a single thing a set of one."""
        return as_list(self.of(node, env))

    # ---------------------------------------------------------------- things and places

    def in_play(self, entity: int) -> bool:
        """On the board, in a slot of something in play, in a place that is in play; or never placed."""
        if entity < 0:
            return False
        if self.index.is_kind(entity, "player"):
            return entity in self.access.players
        while True:
            place = self.access.at[entity]
            if place < self.index.size:
                return True
            declared = self.index.places[place - self.index.size]
            if declared.get("in_play"):
                return True
            if declared.get("sort") != "slot" or declared.get("owner") is None:
                return False
            entity = declared["owner"]
            if self.index.is_kind(entity, "player"):
                return entity in self.access.players

    def in_force(self, entity: int) -> bool:
        """Whether the rules of a thing count: it is in play, or its kind says when."""
        test = self.index.trait(entity, "in_force")
        if test is None:
            return self.in_play(entity)
        self.pay(test, 1)
        return bool(self.of(test, {"this": entity}))

    def bindings(self, kind: str | None) -> tuple[int, ...]:
        """The things whose rules of that kind may be in force, in id order; one none for a rule without."""
        return (NONE,) if kind is None else tuple(self.index.range(kind))

    def space_of(self, entity: int) -> int:
        """The space a thing is on, also in slots of what is on it; a space gives itself."""
        if entity < 0:
            return NONE
        while True:
            if self.index.is_kind(entity, "space"):
                return entity
            place = self.access.at[entity]
            if place < self.index.size:
                return place if place >= 0 and self.index.is_kind(place, "space") else NONE
            declared = self.index.places[place - self.index.size]
            if declared.get("sort") != "slot" or declared.get("owner") is None:
                return NONE
            entity = declared["owner"]

    def pieces(self, space: int, kind: str) -> tuple[int, ...]:
        """The things of a kind on a space or link."""
        lying = self.access.z[space]
        self.pay(None, len(lying))
        return tuple(one for one in lying if self.index.is_kind(one, kind))

    def property(self, entity: int, kind: str, name: str, on_top_of: int = NONE) -> Any:
        """A property of a thing, perhaps found on top of a place. Raises Stuck where the thing is none."""
        if entity < 0:
            raise Stuck(NOTHING)
        if self.watch is not None:
            found = () if on_top_of == NONE else (on_top_of,)
            self.watch(("on_top" if found else "property", kind, name, entity, *found))
        owner, declared = self.index.property(kind, name)
        if declared.get("derived"):
            return self.define(declared["derived"], (entity,))
        value = self.access.stored(owner, name, entity)
        if (
            declared.get("by")
            and (owner, name) not in self.index.program.columns
            and isinstance(value, tuple)
        ):
            value = value[self.property(entity, kind, declared["by"])]
        return self.named(declared, value)

    def named(self, declared: Node, value: object) -> Any:
        """A stored value; whoever watches reads which things it names."""
        if self.watch is not None and type_of(declared["type"]).element.is_thing:
            for one in as_list(value):
                self.watch(("which", one))
        return value

    # ---------------------------------------------------------------- defines and modifiers

    def define(self, name: str, args: tuple[Any, ...]) -> Any:
        """The value of a define for these arguments, its modifiers applied. Raises Stuck, with the name of
        the define, where that goes on without end.
        """
        self.used.add(name)
        declared = self.index.data["defines"][name]
        env = {one["name"]: arg for one, arg in zip(declared["parameters"], args, strict=True)}
        # A derived property reads its thing as `this`; to modifiers, which may have a `this`, it is `it`.
        if len(args) == 1:
            env = {"it": args[0], "this": args[0], **env}
        try:
            self.pay(declared["value"], 2)  # the call costs as much again
            return self.modified(name, self.of(declared["value"], env), env)
        except RecursionError:
            raise Stuck(DEEP, called(declared, name), declared.get("at", -1)) from None
        except Stuck as stuck:
            if stuck.end.reason != ENDLESS or stuck.end.at >= 0:
                raise
            self.index.not_done(stuck, name, declared.get("at", -1))
            raise Stuck(ENDLESS, called(declared, name), declared.get("at", -1)) from None

    def modified(self, name: str, value: object, env: Env) -> Any:
        """A value after the modifiers of that name: becomes, then plus and minus, at most, at least."""
        if name not in self.index.modifiers:
            return value
        counting = list(self.applied(name, env))
        replaced = {mod["replacing"] for mod, _ in counting if mod.get("replacing")}
        counting = [(mod, local) for mod, local in counting if mod["name"] not in replaced]
        for change in ("becomes", "sum", "at_most", "at_least"):
            for mod, local in counting:
                if CHANGES[mod["change"]] != change:
                    continue
                amount = self.of(mod["amount"], local)
                match mod["change"]:
                    case "becomes":
                        value = amount
                    case "plus":
                        value = value + amount
                    case "minus":
                        value = value - amount
                    case "at_most":
                        value = min(value, amount)
                    case "at_least":
                        value = max(value, amount)
        return value

    def applied(self, name: str, env: Env) -> Iterator[tuple[Node, Env]]:
        """The modifiers in force whose condition holds, with their locals; `once` counts for one binding."""
        for index in self.index.modifiers.get(name, ()):
            mod = self.index.data["modifiers"][index]
            for local in self.contexts(2, index, env):
                self.pay(mod.get("when"), 1)
                self.pay(mod["amount"], 1)
                if self.holds(mod.get("when"), local):
                    self.used.add(mod["name"])
                    yield mod, local
                    if mod.get("once"):
                        break

    def contexts(self, sort: int, index: int, env: Env) -> Iterator[Env]:
        """The locals of a rule for each binding in force: of an until-effect, of a thing, or just one."""
        rule = self.index.data[RULES[sort]][index]
        if rule.get("until"):
            for captured in self.access.effects(sort, index):
                yield {**env, **captured}
            return
        bindings = self.bindings(rule.get("this"))
        self.pay(None, len(bindings))
        for this in bindings:
            if this == NONE and rule.get("this") is None:
                yield dict(env)
            elif self.in_force(this):
                yield {**env, "this": this}

    # ---------------------------------------------------------------- texts

    def raw_text(self, text: Node, env: Env) -> tuple[Any, ...]:
        """A text with the values it mentions, as they are now; writing it names the members of lists."""
        values = [(one["type"], self.of(one["value"], env)) for one in text.get("values") or ()]
        listed = (value for _, value in values if isinstance(value, tuple))
        self.pay_price(NAMED * sum(min(len(value), MOST_NAMED) for value in listed))
        return (text["text"], *values)

    # ---------------------------------------------------------------- what may be spent

    def pay(self, node: Node | None, times: int) -> None:
        """Work something out so many times; what goes on beyond the budget of an answer, or of a view, is
        stuck. Whoever knows a rule to name names it. Raises Stuck beyond it.
        """
        self.pay_price(times * OPERATION * self.index.operations(node))

    def pay_price(self, price: int) -> None:
        """As `pay`, for what has a price of its own. Raises Stuck beyond the budget."""
        state = self.access.state
        state.fuel -= price
        if state.fuel < 0:
            raise Stuck(ENDLESS)

    # ---------------------------------------------------------------- keys

    def extreme(self, node: Node, env: Env, pick: Callable[[Iterable[Any]], Any]) -> tuple[int, ...]:
        members = self.members(node["set"], env)
        if len(members) < 2:
            return members
        self.pay(node["key"], len(members))
        keys = [self.of(node["key"], {**env, node["it"]: one}) for one in members]
        best = pick(keys)
        return tuple(one for one, key in zip(members, keys, strict=True) if key == best)

    def each(self, node: Node, env: Env, field: str) -> list[Any]:
        """The field's value for each member of the node's set."""
        members = self.members(node["set"], env)
        self.pay(node[field], len(members))
        return [self.of(node[field], {**env, node["it"]: one}) for one in members]


CHANGES = {"becomes": "becomes", "plus": "sum", "minus": "sum", "at_most": "at_most", "at_least": "at_least"}
