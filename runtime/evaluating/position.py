"""A position as it is now: its values and texts, which actions can be taken, which rules are in force.

Nothing here changes the position.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tilewright.schemas.value_types import type_of

from ..analysis.conditions import Condition
from ..analysis.program_types import Types
from ..state.program import YOU, actor_part
from ..state.state import NONE, State, Stuck
from .evaluator import Evaluator
from .program_index import Env, Node, ProgramIndex, called
from .state_access import StateAccess

Binding = tuple[int, int, int]


class Impulse(NamedTuple):
    """An action that can be taken on top of any question."""

    player: int
    menu: str
    action: int  # its number in the menu


class BoundTrigger(NamedTuple):
    """A rule that reacts, for one thing or effect and one element of its set."""

    binding: Binding
    env: Env
    entry: int | None  # of the lasting effects, where it is one


"""What a rule reacts to: its number, the thing that has it, the element of its set."""


class Position:
    """Answers questions about one state of a program."""

    def __init__(self, index: ProgramIndex, state: State) -> None:
        self.index = index
        self.state = state
        self.access = StateAccess(index, state)
        self.values = Evaluator(index, self.access)
        self.types = Types(index.program)

    # ---------------------------------------------------------------- options

    def distinct(self, options: tuple[int, ...], things: bool) -> tuple[int, ...]:
        """Identical copies in one place, with equal values, are one option: the first."""
        if not things:
            return options
        first: dict[tuple[Any, ...], int] = {}
        for one in options:
            first.setdefault(self.likeness(one), one)
        return tuple(first.values())

    def likeness(self, one: int) -> tuple[Any, ...]:
        """What makes a thing differ from another; copies in one place are equal in all of it."""
        if not 0 <= one < self.index.size or self.state.at[one] < 0:
            return (one,)
        entity = self.index.entities[one]
        columns = self.program_columns(entity["kind"])
        stored = tuple(self.state.v[column.base + one] for column in columns)
        inside = tuple(self.state.z[place] for place in self.index.own_places(one))
        if any(inside):
            return (one,)
        return entity["kind"], str(entity.get("values")), self.state.at[one], stored

    def program_columns(self, kind: str) -> list[Any]:
        chain = self.index.chain(kind)
        return [column for (owner, _), column in self.index.program.columns.items() if owner in chain]

    # ---------------------------------------------------------------- actions

    def beginning(self, declared: Node, actor: int, you: int) -> Env:
        """The locals of an action before anything is chosen: the actor, and what has a default."""
        env: Env = {"you": you}
        for part in declared["parts"]:
            if part.get("from") is not None:
                continue
            if part.get("default") is None and actor != NONE:
                env[part["name"]], actor = actor, NONE
            elif part.get("default") is not None:
                env[part["name"]] = self.values.of(part["default"], env)
            else:
                env[part["name"]] = NONE
        return env

    def continued(self, verb: str, part: Node, env: Env) -> tuple[int, ...]:
        """The choices for a part with which the action can still be completed and paid."""
        return tuple(self.continuing(verb, part, env))

    def continuing(self, verb: str, part: Node, env: Env) -> Iterator[int]:
        """The same, one after another: whoever needs the first few does not have to wait for the rest."""
        options = self.among(part, env)
        return (one for one in options if self.completes(verb, {**env, part["name"]: one}, env))

    def among(self, part: Node, env: Env) -> tuple[int, ...]:
        """What a part is chosen among, those included with which the action could not go on."""
        return self.distinct(self.values.members(part["from"], env), type_of(part["type"]).is_thing)

    def completions(self, verb: str, actor: int, you: int) -> bool:
        """Whether an action can be completed and paid in any way. Raises Stuck, with the name of the action,
        if that cannot be found out.
        """
        declared = self.index.data["verbs"][verb]
        try:
            first = actor_part(declared)
            return self.completes(verb, {YOU: you, **({first: actor} if first else {})})
        except Stuck as stuck:
            if stuck.end.rule is None:  # not the rule that offers it
                raise Stuck(stuck.end.reason, called(declared, verb), declared.get("at", -1)) from stuck
            raise

    def completes(self, verb: str, env: Env, held: Env | None = None) -> bool:
        """Whether what has been chosen so far leaves a way to take the action. What mentions only parts that
        are `held` is known to hold.
        """
        conditions = [one for one in self.index.conditions(verb) if one.names <= env.keys()]
        if held is not None:
            conditions = [one for one in conditions if not one.names <= held.keys()]
        if not all(self.meets(verb, one, env) for one in conditions):
            return False
        missing = next((p for p in self.index.data["verbs"][verb]["parts"] if p["name"] not in env), None)
        if missing is None:
            return True
        name = missing["name"]
        if missing.get("from") is None:
            default = missing.get("default")
            value = NONE if default is None else self.values.of(default, env)
            return self.completes(verb, {**env, name: value}, env)
        members = self.distinct(self.values.members(missing["from"], env), type_of(missing["type"]).is_thing)
        return any(self.completes(verb, {**env, name: one}, env) for one in members)

    def meets(self, verb: str, condition: Condition, env: Env) -> bool:
        """Whether one thing holds that must hold for an action to be taken."""
        if condition.test is not None:
            return bool(self.values.of(condition.test, env))
        limit = self.index.data["verbs"][verb]["limits"][condition.limit]
        taken = self.state.v[self.access.counter(verb, condition.limit, env)]
        return bool(taken < self.values.of(limit["number"], env))

    # ---------------------------------------------------------------- rules that react

    def trigger_bindings(self, index: int, rule: Node) -> Iterator[BoundTrigger]:
        """Every binding of a rule that is in force: thing or effect, then element of its set."""
        outers: list[tuple[int | None, Env]]
        if rule.get("until"):
            outers = [(place, {"you": NONE, **env}) for place, env in self.access.entries(1, index)]
        else:
            outers = [(None, env) for env in self.values.contexts(1, index, {"you": NONE})]
        for entry, outer in outers:
            this = outer.get("this", NONE)
            element = rule.get("element")
            if element is None:
                yield BoundTrigger((index, this, NONE), outer, entry)
                continue
            for one in self.values.members(element["set"], outer):
                yield BoundTrigger((index, this, one), {**outer, element["name"]: one}, entry)
