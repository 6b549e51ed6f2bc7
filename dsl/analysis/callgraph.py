"""Who calls whom, what reads what, what writes what: the checked rules, summed up for lints and secrecy.

Sums are generous: a rule is said to read or write all that it might. So "nothing it reads is written" is
certain, and "it is written" is not.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from tilewright.schemas.walking import operations

from ..check import Checked
from ..check.scope import Op
from ..source import NOWHERE, Span
from .keys import FlowKey, KeySort, flow_key, of_sort
from .read_write import PLAYS_MISSIONS, READERS, Summary


class Body(NamedTuple):
    """A verb, hook, trigger or the steps of a thing, as the program has it. `sort` and `name` are its key."""

    sort: KeySort
    name: str
    op: Op
    block: list[Op]
    mission: str | None = None

    @property
    def key(self) -> FlowKey:
        return flow_key(self.sort, self.name)


class Flow:
    """The rules of a package, looked through once."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self._spans = list(checked.context.spans)
        self._kinds: dict[tuple[str, str], bool] = {}
        self.bodies = {body.key: body for body in _bodies(checked)}
        self.kinds_held = {
            name: known.type.name
            for properties in (
                checked.model.game,
                *(kind.properties for kind in checked.model.kinds.values()),
            )
            for name, known in properties.items()
            if known.sort == "place"
        }
        self.inside = {key: operations(body.op) for key, body in self.bodies.items()}
        self.own: dict[FlowKey, Summary] = {key: self._summary(inside) for key, inside in self.inside.items()}
        self.values: dict[FlowKey, Summary] = self._values()
        self.hooked: dict[str, list[FlowKey]] = {}
        for body in self.bodies.values():
            if body.sort == "hook":
                self.hooked.setdefault(body.op["verb"], []).append(body.key)
        self._resets()
        self.inputs_read = {key: _locals_apart(one) for key, one in self.values.items()}
        self.values = closed(self.values, {key: one.calls for key, one in self.values.items()})
        for one in self.own.values():
            self._with_values(one)
        self._triggers = [key for key, body in self.bodies.items() if body.sort == "trigger"]
        self._watching: dict[FlowKey, list[int]] = {}
        for index, key in enumerate(self._triggers):
            for read in self.own[key].reads:
                self._watching.setdefault(read, []).append(index)
        self._ways = {key: self._reached(one) for key, one in self.own.items()}
        self.whole = closed(self.own, self._ways)

    @property
    def begins(self) -> FlowKey:
        """The verb with which a game begins."""
        return flow_key("verb", str(self.checked.model.begins))

    @property
    def campaigns(self) -> dict[str, FlowKey]:
        """The campaigns, each with the verb with which it begins."""
        model = self.checked.model
        return {name: flow_key("verb", str(model.things[name].begins)) for name in model.campaigns()}

    def span(self, at: int) -> Span:
        """The place that a statement's or rule's `at` means; set-ups are checked later than rules."""
        if at >= len(self._spans):
            self._spans = list(self.checked.context.spans)
        return self._spans[at] if 0 <= at < len(self._spans) else NOWHERE

    def summary(self, value: object) -> Summary:
        """What an operation, or a list of them, does by itself."""
        return self._summary(operations(value))

    def _summary(self, inside: Iterable[Op]) -> Summary:
        found = Summary()
        for op in inside:
            for reader, field_name in READERS.get(op["op"], ()):
                reader(found, op, field_name, self)
        return found

    def value(self, value: object) -> Summary:
        """What a value reads, through all that it is computed from."""
        return self._with_values(self.summary(value))

    def everything(self, block: Iterable[Op]) -> Summary:
        """What a block does with all that it calls and wakes."""
        found = self._with_values(self.summary(list(block)))
        sums = [self.whole[key] for key in self._reached(found) if key in self.whole]
        for one in {id(one): one for one in sums}.values():  # bodies that reach one another share theirs
            found.add(one)
        return found

    def reached(self, block: Iterable[Op]) -> list[FlowKey]:
        """The bodies that a block calls or wakes at once."""
        return [
            key for key in self._reached(self._with_values(self.summary(list(block)))) if key in self.bodies
        ]

    def reached_in(
        self,
        mission: str | None,
        setup: Iterable[Op],
        more: Iterable[FlowKey] = (),
        instead: Mapping[FlowKey, list[Op]] = MappingProxyType({}),
    ) -> set[FlowKey]:
        """Every body that may run in a mission: from its set-up, the first verb, rules and `more` on, but for
        what its rules put something else in the place of. `instead` says what is left of some bodies there.
        """
        left = {key: self._reached(self._with_values(self._summary(ops))) for key, ops in instead.items()}
        return self._runs(
            [self.begins, *self.reached(setup), *more], (None, mission), self._off(mission), self._ways | left
        )

    def replaced_in(self, mission: str | None) -> dict[str, Body]:
        """Verbs that never do in a mission what is written for them, and what always runs instead."""
        return {
            body.op["verb"]: body
            for body in self.bodies.values()
            if body.sort == "hook"
            and body.op["how"] == "instead"
            and body.mission in (None, mission)
            and body.op["this"] == body.mission
            and body.op["when"] is None
            and body.op["until"] is None
            and not any(op["op"] == "proceed" for op in self.inside[body.key])
        }

    def inside_run(self, verb: str) -> set[FlowKey]:
        """Every body that may run while a verb does."""
        return self._runs([flow_key("verb", verb)], None, frozenset(), self._ways)

    def _runs(
        self,
        waiting: list[FlowKey],
        missions: tuple[str | None, ...] | None,
        off: frozenset[FlowKey],
        ways: Mapping[FlowKey, list[FlowKey]],
    ) -> set[FlowKey]:
        """All that these bodies lead to, and every trigger, in these missions or in any, if not `off`."""
        waiting += [key for key, body in self.bodies.items() if body.sort == "trigger"]
        seen: set[FlowKey] = set()
        while waiting:
            key = waiting.pop()
            body = self.bodies.get(key)
            if body is None or key in seen or not (missions is None or body.mission in missions):
                continue
            seen.add(key)
            if body.sort == "verb":
                waiting += self.hooked.get(body.name, ())
            if key not in off:
                waiting += ways[key]
        return seen - off

    def _off(self, mission: str | None) -> frozenset[FlowKey]:
        """The bodies that something else runs in the place of, in a mission."""
        replaced = self.replaced_in(mission)
        hooks = [key for verb in replaced for key in self.hooked[verb]]
        inner = [key for key in hooks if self.bodies[key].op["how"] != "instead"]
        return frozenset((*(flow_key("verb", verb) for verb in replaced), *inner))

    def called(self, keys: Iterable[FlowKey]) -> set[FlowKey]:
        """These bodies and all that they call, with the hooks on that; without rules that they may wake."""
        waiting, seen = [key for key in keys if key in self.own], set[FlowKey]()
        while waiting:
            key = waiting.pop()
            if key not in seen:
                seen.add(key)
                waiting += self._called_at_once[key]
        return seen

    @cached_property
    def _called_at_once(self) -> dict[FlowKey, list[FlowKey]]:
        """What each body calls itself, with the hooks on it."""
        return {
            key: [other for other in (*one.calls, *self.hooks_on(key)) if other in self.own]
            for key, one in self.own.items()
        }

    def hooks_on(self, key: FlowKey) -> list[FlowKey]:
        """The hooks on what a key stands for, if that is a verb."""
        return self.hooked.get(key.name, []) if key.sort == "verb" else []

    def plays_missions(self, block: Iterable[Op]) -> bool:
        """Whether a block, or anything that it leads to, plays missions of a campaign."""
        return PLAYS_MISSIONS in self.everything(block).uses

    def holds(self, place: Op) -> str:
        """The kind of what lies in the place that an operation gives."""
        return self.kinds_held.get(place.get("name", ""), "thing") if place["op"] == "place" else "thing"

    def touches(self, written: Iterable[FlowKey], read: Iterable[FlowKey]) -> bool:
        """Whether something written may be among what is read."""
        read = frozenset(read)
        if not read.isdisjoint(written):
            return True
        places = of_sort("where", read)
        return any(self._related(moved, kind) for moved in of_sort("where", written) for kind in places)

    def _related(self, kind: str, other: str) -> bool:
        """Whether things of one kind may be of the other."""
        known = self._kinds.get((kind, other))
        if known is None:
            known = self._kinds[kind, other] = self.checked.model.related(kind, other)
        return known

    # -------------------------------------------------------------- putting it together

    def _values(self) -> dict[FlowKey, Summary]:
        checked = self.checked
        found = {flow_key("value", name): self.summary(op) for name, op in checked.defines.items()}
        for name, op in checked.relations.items():
            one = found.setdefault(flow_key("value", name), Summary())
            one.add(self.summary(op))
            one.reads |= {flow_key("where", block["kind"]) for block in op["blocks"]}
            one.uses |= {flow_key("kind", block["kind"]) for block in op["blocks"]}
        for op in [
            *checked.modifiers,
            *(op for group, op in checked.context.until_rules if group == "modifiers"),
        ]:
            found.setdefault(flow_key("value", op["of"]), Summary()).add(self.summary(op))
        return found

    def _with_values(self, one: Summary) -> Summary:
        for key in tuple(one.calls):
            if key in self.values:
                value = self.values[key]
                one.reads |= value.reads
                one.uses |= value.uses
                one.calls |= value.calls
        return one

    def _resets(self) -> None:
        model = self.checked.model
        for properties in (model.game, *(kind.properties for kind in model.kinds.values())):
            for known in properties.values():
                if known.reset is not None and flow_key("verb", known.reset) in self.own:
                    self.own[flow_key("verb", known.reset)].writes.add(
                        flow_key("stored", f"{known.kind}.{known.name}")
                    )

    def _reached(self, one: Summary) -> list[FlowKey]:
        """The bodies that run when this does: what it calls, what hooks that, and rules that may wake."""
        verbs = (key.name for key in one.calls if key.sort == "verb")
        found = [*one.calls, *(hook for name in verbs for hook in self.hooked.get(name, ()))]
        stored = [key for key in one.writes if key.sort != "local"]  # what is local wakes nobody
        if stored:
            found += self._woken(stored)
        if one.asks:
            found += [
                flow_key("verb", name)
                for name, op in self.checked.verbs.items()
                if op["menu"] and self._offered(op["menu"], one)
            ]
        return found

    def _woken(self, written: list[FlowKey]) -> list[FlowKey]:
        """The triggers that watch something written."""
        found = {index for key in written for index in self._watching.get(key, ())}
        kinds = of_sort("where", written)
        for read, indices in self._watching.items() if kinds else ():
            if read.sort == "where" and any(self._related(kind, read.name) for kind in kinds):
                found.update(indices)
        return [self._triggers[index] for index in sorted(found)]

    def _offered(self, menu: str, one: Summary) -> bool:
        known = self.checked.model.menus.get(menu)
        return flow_key("menu", menu) in one.uses or (known is not None and known.any_time)


def _locals_apart(one: Summary) -> set[str]:
    """Take the locals that a value reads out of its sum, which goes into the sums of whatever asks for it."""
    found = {key for key in one.reads if key.sort == "local"}
    one.reads -= found
    return {key.name for key in found}


def closed(
    summaries: dict[FlowKey, Summary], reached: Mapping[FlowKey, Iterable[FlowKey]]
) -> dict[FlowKey, Summary]:
    """Every sum with all that it reaches, near or far. Those that reach one another have the same."""
    ways = {key: [other for other in reached[key] if other in summaries] for key in summaries}
    whole: dict[FlowKey, Summary] = {}
    for group in _groups(ways):
        together = Summary()
        below = {id(whole[other]): whole[other] for key in group for other in ways[key] if other in whole}
        for one in (*(summaries[key] for key in group), *below.values()):
            together.add(one)
        whole |= dict.fromkeys(group, together)
    return whole


def _groups(ways: dict[FlowKey, list[FlowKey]]) -> Iterator[list[FlowKey]]:
    """What reaches one another, in groups; a group comes after all that it reaches (Tarjan)."""
    number: dict[FlowKey, int] = {}
    lowest: dict[FlowKey, int] = {}
    open_: list[FlowKey] = []
    for start in ways:
        stack = [(start, iter(ways[start]))] if start not in number else []
        while stack:
            key, left = stack[-1]
            if key not in number:
                number[key] = lowest[key] = len(number)
                open_.append(key)
            following = next((one for one in left if one not in number), None)
            if following is not None:
                stack.append((following, iter(ways[following])))
                continue
            stack.pop()
            lowest[key] = min([lowest[key], *(lowest[one] for one in ways[key] if one in lowest)])
            if lowest[key] == number[key]:
                group = open_[open_.index(key) :]
                del open_[len(open_) - len(group) :]
                for one in group:
                    del lowest[one]
                yield group


def _bodies(checked: Checked) -> Iterator[Body]:
    for name, op in checked.verbs.items():
        yield Body("verb", name, op, op["body"])
    for name, op in checked.steps.items():
        block = [{"op": "at_once", "body": case["body"], "at": case["at"]} for case in op["cases"].values()]
        yield Body("steps", name, {"cases": op["cases"], "parts": op["parts"]}, block)
    until = checked.context.until_rules
    for op in [*checked.hooks, *(op for group, op in until if group == "hooks")]:
        yield Body("hook", op["name"], op, op["body"], op["mission"])
    for op in [*checked.triggers, *(op for group, op in until if group == "triggers")]:
        yield Body("trigger", op["name"], op, op["body"], op["mission"])


__all__ = ["Body", "Flow", "Summary"]
