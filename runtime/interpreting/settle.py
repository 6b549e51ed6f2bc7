"""Rules that react by themselves: `whenever` and `as soon as`, where they read what has been written."""

from __future__ import annotations

from ..evaluating.position import Binding
from ..evaluating.program_index import Env, Node, called
from ..evaluating.watching import turned
from ..state.state import ASLEEP, NONE, Stuck
from .running import Frame, Run, Running


class Settle(Running):
    """The part of a game in progress that lets rules react."""

    @property
    def mission(self) -> int:
        """The thing that is the mission; its set-up and rules speak of it as `this`."""
        mission = self.index.data.get("mission")
        return NONE if mission is None else self.index.program.number.get(mission["name"], NONE)

    def set_up(self) -> Run:
        """Set the mission up while rules sleep; then all of them look once. Raises Over if the game ends."""
        program = self.index.data
        self.state.v[ASLEEP] = 1
        yield from self.body(program.get("setup") or [], Frame({"you": NONE, "this": self.mission}))
        self.state.v[ASLEEP] = 0
        yield from self.settle(tuple(range(len(program.get("triggers") or ()))))

    def settle(self, rules: tuple[int, ...]) -> Run:
        """Let the first of these rules that reacts do so, and begin again, until none does."""
        if self.state.v[ASLEEP]:
            return
        while True:
            ready = self.first_ready(rules)
            if ready is None:
                return
            yield from self.react(*ready)

    def first_ready(self, rules: tuple[int, ...]) -> tuple[Node, Binding, Env] | None:
        """The first rule that reacts now, in program order, things in id order, elements in set order."""
        for index in rules:
            rule = self.index.data["triggers"][index]
            for bound in self.trigger_bindings(index, rule):
                if bound.binding in self.state.busy:
                    continue
                holds = self.values.holds(rule.get("test"), bound.env)
                if rule["sort"] == "as_soon_as":
                    holds = turned(self, bound, holds)
                if holds:
                    return rule, bound.binding, bound.env
        return None

    def react(self, rule: Node, binding: Binding, env: Env) -> Run:
        """Run one reaction. A `whenever` that runs and changes nothing would go on for ever. Raises Stuck
        instead.
        """
        self.spend(rule)
        self.reached[f"rule {rule['name']}"] = self.reached.get(f"rule {rule['name']}", 0) + 1
        before = self.access.contents()
        self.state.busy = (*self.state.busy, binding)
        yield from self.body(rule["body"], Frame(env, rule=called(rule)))
        self.state.busy = tuple(one for one in self.state.busy if one != binding)
        if rule["sort"] == "whenever" and self.access.contents() == before:
            raise Stuck("A rule reacts, but changes nothing.", called(rule), rule.get("at", -1))
