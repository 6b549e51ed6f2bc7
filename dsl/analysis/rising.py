"""How far numbers of the game can go up that are only ever raised, by so much and so often.

A verb is run as often as it is called: the first verb of the game once, if nothing else calls it, others
once for each call, times the loops around that. What is called by other rules or by menus, in loops without
a number of times, or behind a rule that may run it again, is run as often as may be; so is what nothing
calls, for somebody else may.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import TYPE_CHECKING

from tilewright.schemas.operation_table import ASSIGNS

from ..check.scope import Op
from .keys import FlowKey
from .ranges import Range

if TYPE_CHECKING:
    from .estimates import Estimates

DEEPEST = 40
"""Calls that are followed back, one behind the other."""
_AGAIN = frozenset(("together", "until"))
"""Statements whose blocks may run for several people, or at other times."""


def highest(estimates: Estimates, bodies: Iterable[tuple[FlowKey, list[Op]]]) -> dict[str, float]:
    """The most that each such number can be, by its name."""
    checked = estimates.checked
    if checked.model.campaigns():
        return {}  # what is kept from mission to mission goes on
    found: dict[str, float] = {}
    runs: _Runs | None = None
    for name, raises in _only_raised(estimates, bodies).items():
        begun = checked.defaults.get(("game", name), 0)
        amounts = [estimates.value(op["amount"], {}) for _, op in raises]
        if not isinstance(begun, int) or not all(
            isinstance(one, Range) and 0 <= one.low <= one.high < inf for one in amounts
        ):
            continue
        runs = runs or _Runs(estimates, bodies)
        most = begun + sum(
            runs.of(key, op) * one.high
            for (key, op), one in zip(raises, amounts, strict=True)
            if isinstance(one, Range) and one.high
        )
        if most < inf:
            found[name] = most
    return found


def _only_raised(
    estimates: Estimates, bodies: Iterable[tuple[FlowKey, list[Op]]]
) -> dict[str, list[tuple[FlowKey, Op]]]:
    """The numbers of the game that rules raise, and change in no other way but to lower them."""
    found: dict[str, list[tuple[FlowKey, Op]]] = {}
    others = {name.removeprefix("game.") for name in estimates.modified}
    for key, inside in bodies:
        for op in inside:
            if op["op"] not in ASSIGNS or op["target"]["op"] != "game":
                continue
            name = op["target"]["property"]
            if op["op"] == "raise":
                found.setdefault(name, []).append((key, op))
            elif op["op"] != "lower":
                others.add(name)
    return {name: raises for name, raises in found.items() if name not in others}


class _Runs:
    """How often statements are run at most."""

    def __init__(self, estimates: Estimates, bodies: Iterable[tuple[FlowKey, list[Op]]]) -> None:
        self.estimates = estimates
        self.times: dict[str, dict[int, float]] = {}
        self.depth = 0  # of the calls that are followed back
        checked = estimates.checked
        self.calls: dict[str, list[tuple[FlowKey, Op]]] = {}
        for key, inside in bodies:
            for op in inside:
                if op["op"] in ("call", "finish"):
                    self.calls.setdefault(op["verb"], []).append((key, op))
        hooks = [*checked.hooks, *(op for group, op in checked.context.until_rules if group == "hooks")]
        self.verbs: dict[str, float] = {op["verb"]: inf for op in hooks if op["how"] == "instead"}
        self.verbs |= {
            op["verb"]: inf for verb in checked.verbs.values() for op in verb["costs"] if "verb" in op
        }

    def of(self, key: FlowKey, op: Op) -> float:
        """How often a statement of a body is run."""
        if key.sort != "verb":
            return inf
        runs = self._verb(key.name)
        if runs == inf:
            return inf
        if key.name not in self.times:
            body = self.estimates.checked.verbs[key.name]["body"]
            self.times[key.name] = _times(body, self.estimates)
        return runs * self.times[key.name].get(id(op), inf) if runs else 0

    def _verb(self, name: str) -> float:
        if name not in self.verbs:
            self.verbs[name] = inf  # for who calls himself
            checked, calls = self.estimates.checked, self.calls.get(name, [])
            begins = name == str(checked.model.begins)
            may_be_counted = checked.verbs[name]["menu"] is None and (
                begins or calls
            )  # else others may do it
            if may_be_counted and self.depth < DEEPEST:
                self.depth += 1
                self.verbs[name] = begins + sum(self.of(key, op) for key, op in calls)
                self.depth -= 1
        return self.verbs[name]


def _times(body: list[Op], estimates: Estimates) -> dict[int, float]:
    """How often each operation is run each time that a body is, by its id."""
    found: dict[int, float] = {}
    waiting: list[tuple[object, float]] = [(body, 1)]
    while waiting:
        value, times = waiting.pop()
        if isinstance(value, list):
            waiting += [(one, times) for one in value]
        elif isinstance(value, dict):
            found[id(value)] = times
            rounds = _rounds(value, estimates)
            inner = times * rounds if times and rounds else 0
            waiting += [(one, inner) for one in value.values() if isinstance(one, dict | list)]
    return found


def _rounds(op: Op, estimates: Estimates) -> float:
    match op.get("op"):
        case "repeat":
            number = None if op["times"] is None else estimates.value(op["times"], {})
            return max(0, number.high) if isinstance(number, Range) else inf
        case "for_each":
            return estimates.size(op["set"], {})[1]
    return inf if op.get("op") in _AGAIN else 1
