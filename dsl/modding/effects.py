"""Where rules of two mods meet: at the same moment, or at one value.

Needs the checked rules: what a rule reads and writes, near or far, is summed up by `analysis`. The sums are
generous: of two rules it may be said that their order matters although they never get in each other's way.
Where nothing is said, it does not matter.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from tilewright.schemas.walking import operations

from .. import nodes
from ..analysis.callgraph import Body, Flow
from ..analysis.read_write import Summary
from ..check.scope import Op
from ..history import Subject
from ..nodes.node import nodes_in
from ..source import Span
from .meetings import Meeting, Side, Sort, does, settled
from .order import ModOrder, whose


def rule_meetings(flow: Flow, order: ModOrder) -> list[Meeting]:
    """All meetings of the rules of two mods."""
    modifying = _modifying(flow, order)
    found = [
        *_rules(flow, order), *_modifiers(modifying, order), *_what_is_modified(flow, modifying, order),
        *_passed_over(flow, order),
    ]  # fmt: skip
    return [settled(one, order) for one in dict.fromkeys(found)]


# ------------------------------------------------------------------ hooks and triggers


class _ModRule(NamedTuple):
    """A hook or trigger of a mod, what it does itself, and all that it leads to."""

    mod: str
    body: Body
    span: Span
    own: Summary
    whole: Summary


def _rules(flow: Flow, order: ModOrder) -> Iterator[Meeting]:
    by_moment: dict[str, list[_ModRule]] = {}
    for key, body in flow.bodies.items():
        if body.sort in ("hook", "trigger"):
            span = flow.span(body.op["at"])
            if whose(span.file) in order.ids:
                moment = str(body.op.get("verb", ""))
                by_moment.setdefault(moment, []).append(
                    _ModRule(whose(span.file), body, span, flow.own[key], flow.whole[key])
                )
    for moment, rules in by_moment.items():
        rules.sort(key=lambda rule: order.ids.index(rule.mod))
        for a, b in combinations(rules, 2):
            missions = {a.body.mission, b.body.mission} - {None}
            if a.mod != b.mod and len(missions) < 2:
                met = _hooks(flow, moment, a, b) if moment else _triggers(flow, a, b)
                if met is not None:
                    yield met


def _hooks(flow: Flow, verb: str, a: _ModRule, b: _ModRule) -> Meeting:
    """Two rules on one verb. Those before and after it run in the order of the mods; of those instead of it
    the last is asked first, and the others and the verb only come if it proceeds.
    """
    subject = Subject("verb", verb)
    here, there = (Side(one.mod, f"has a rule {_moment(one.body)}", one.span) for one in (a, b))
    hows = [one.body.op["how"] for one in (a, b)]
    if any(_stops(one.body, always=hows[0] == hows[1]) for one in (a, b)):
        return Meeting("instead", subject, f"`{verb}`", here, there)
    shared = _shared(flow, a, b) if hows[0] == hows[1] else []
    if shared and _do_the_same(a.body.op, b.body.op):
        return Meeting("agrees", subject, f"`{verb}`", here, there)
    if not shared:
        return Meeting("beside", subject, f"`{verb}`", here, there)
    return Meeting("order", subject, _listed(shared), here, there)


def _moment(rule: Body) -> str:
    how = rule.op["how"]
    return f"{how}{' of' if how == 'instead' else ''} `{rule.op['verb']}`"


def _stops(rule: Body, *, always: bool = False) -> bool:
    """Whether a hook keeps the verb from happening: it never proceeds, or not `always`."""
    inside = rule.block if always else operations(rule.block)
    return rule.op["how"] == "instead" and not any(op["op"] == "proceed" for op in inside)


def _triggers(flow: Flow, a: _ModRule, b: _ModRule) -> Meeting | None:
    """Two triggers that the same change can wake, if they then get in each other's way."""
    waits = [
        flow.value([one.body.op[part] for part in ("element", "test") if one.body.op.get(part)])
        for one in (a, b)
    ]
    shared = _shared(flow, a, b)
    if not flow.touches(waits[0].reads, waits[1].reads) or not shared:
        return None
    here, there = (Side(one.mod, "has a rule that waits for the same", one.span) for one in (a, b))
    if _do_the_same(a.body.op, b.body.op):
        return Meeting("agrees", Subject("triggers", ""), _listed(shared), here, there)
    return Meeting("order", Subject("triggers", ""), _listed(shared), here, there)


def _do_the_same(one: Op, other: Op) -> bool:
    """Whether two rules are one, word by word: whichever is first, the same is done twice."""
    parts = ("how", "verb", "when", "sort", "element", "test", "body")
    return all(_without_places(one.get(part)) == _without_places(other.get(part)) for part in parts)


def _without_places(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_places(part) for key, part in value.items() if key != "at"}
    return [_without_places(part) for part in value] if isinstance(value, list) else value


def _shared(flow: Flow, a: _ModRule, b: _ModRule) -> list[str]:
    """What one of two rules writes and the other one has to do with; what they name themselves first."""
    found = {
        name
        for one, other in ((a.whole, b.whole), (b.whole, a.whole))
        for name in one.writes
        if not name.startswith("local:") and flow.touches((name,), other.reads | other.writes)
    }
    itself = [name for one in (a.own, b.own) for name in one.reads | one.writes]
    named = sorted({(-itself.count(name), _in_words(name)) for name in found})
    words = list(dict.fromkeys(word for _, word in named))
    if a.whole.ends and b.whole.ends:
        words.append("how the game ends")
    return words


def _in_words(name: str) -> str:
    if name.startswith("where:"):
        kind = name.removeprefix("where:")
        return "where things lie" if kind == "thing" else f"where each {kind} lies"
    return f"`{name.removeprefix('game.')}`"


_MOST = 4


def _listed(words: list[str]) -> str:
    shown = words[:_MOST] + ([f"{len(words) - _MOST} more values"] if len(words) > _MOST else [])
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


# ------------------------------------------------------------------ modifiers


_Modifying = dict[str, list[tuple[str, Op, Span]]]
"""By the value that they modify: whose modifiers, and where they stand."""


def _modifying(flow: Flow, order: ModOrder) -> _Modifying:
    by_value: _Modifying = {}
    for op in flow.checked.modifiers:
        span = flow.span(op["at"])
        if whose(span.file) in order.ids:
            by_value.setdefault(op["of"], []).append((whose(span.file), op, span))
    return by_value


def _modifiers(by_value: _Modifying, order: ModOrder) -> Iterator[Meeting]:
    """Modifiers of one value. Those that add, take or keep within bounds come to the same in any order."""
    for of, found in by_value.items():
        found.sort(key=lambda one: order.ids.index(one[0]))
        for (first, a, span), (second, b, there) in combinations(found, 2):
            if first != second:
                both = a["change"] == b["change"] == "becomes" and a["amount"] != b["amount"]
                replaced = a["replacing"] == b["name"] or b["replacing"] == a["name"]
                sort: Sort = "overrides" if both else "leans" if replaced else "beside"
                sides = Side(first, f"modifies `{of}`", span), Side(second, f"modifies `{of}`", there)
                yield Meeting(sort, Subject("value", of), f"`{of}`", *sides)


def _what_is_modified(flow: Flow, by_value: _Modifying, order: ModOrder) -> Iterator[Meeting]:
    """A define or a property that one mod has said anew, and modifiers of another: these come on top of it,
    whichever mod is first.
    """
    model = flow.checked.model
    for touch in model.history.touches:
        mod, of = whose(touch.span.file), _value(touch.subject)
        anew = mod in order.ids and touch.deed in ("replaces", "changes")
        for other, _, span in by_value.get(of, ()) if anew else ():
            if other != mod:
                first, second = sorted(
                    [Side(mod, does(model, touch), touch.span), Side(other, f"modifies `{of}`", span)],
                    key=lambda side: order.ids.index(side.mod),
                )
                yield Meeting("beside", Subject("value", of), f"`{of}`", first, second)


def _value(subject: Subject) -> str:
    """What a modifier calls a define or a property; empty for anything else."""
    kind = subject.sort.removeprefix("property of ")
    if kind != subject.sort:
        return f"{kind}.{subject.name}"
    return subject.name if subject.sort == "define" else ""


# ------------------------------------------------------------------ what never comes to its turn


class _AtVerb(NamedTuple):
    """What a mod does about a verb, and whether that keeps what others do there from running."""

    how: str  # rule, version, forbids, drops
    side: Side
    stops: bool = False


def _passed_over(flow: Flow, order: ModOrder) -> Iterator[Meeting]:
    """Rules on a verb, and versions of it, where another mod forbids it, no longer does it, or steps in."""
    by_verb: dict[str, list[_AtVerb]] = {}
    for verb, one in (*_rules_on_verbs(flow), *_versions(flow), *_forbids(flow)):
        if one.side.mod in order.ids:
            by_verb.setdefault(verb, []).append(one)
    for verb, found in by_verb.items():
        found.sort(key=lambda one: order.ids.index(one.side.mod))
        for a, b in combinations(found, 2):
            hows = {a.how, b.how}
            if a.side.mod != b.side.mod and hows & {"rule", "version"} and len(hows) == 2:
                stops = hows == {"rule", "version"} and (a.stops or b.stops)
                stops |= any(one.stops for one in (a, b) if one.how in ("forbids", "drops"))
                yield Meeting(
                    "instead" if stops else "beside", Subject("verb", verb), f"`{verb}`", a.side, b.side
                )


def _rules_on_verbs(flow: Flow) -> Iterator[tuple[str, _AtVerb]]:
    for body in flow.bodies.values():
        if body.sort == "hook":
            span = flow.span(body.op["at"])
            side = Side(whose(span.file), f"has a rule {_moment(body)}", span)
            yield body.op["verb"], _AtVerb("rule", side, _stops(body))


def _versions(flow: Flow) -> Iterator[tuple[str, _AtVerb]]:
    """Versions of verbs, and verbs that nothing does any more since a version or a deletion."""
    model = flow.checked.model
    done = {name for one in flow.own.values() for name in one.calls}
    for touch in model.history.touches:
        if touch.part or touch.deed not in ("replaces", "deletes"):
            continue
        side = Side(whose(touch.span.file), does(model, touch), touch.span)
        if touch.subject.sort == "verb":
            yield touch.subject.name, _AtVerb("version", side)
        for verb in sorted(_done_in(touch.old) - _done_in(touch.value)):
            if f"verb:{verb}" not in done and verb in model.verbs:
                yield (
                    verb,
                    _AtVerb("drops", side._replace(does=f"{side.does}, the last to do `{verb}`"), True),
                )


def _done_in(value: object) -> set[str]:
    return {str(node.verb) for node in nodes_in(value) if isinstance(node, nodes.Call)}


def _forbids(flow: Flow) -> Iterator[tuple[str, _AtVerb]]:
    for rule in flow.checked.model.rules:
        if isinstance(rule.node, nodes.Forbid):
            always = rule.node.when is None and rule.this is None and rule.mission is None
            side = Side(whose(rule.node.span.file), f"forbids `{rule.node.verb}`", rule.node.span)
            yield rule.node.verb, _AtVerb("forbids", side, always)
