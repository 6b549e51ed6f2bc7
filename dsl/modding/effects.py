"""Where rules of two mods meet: at the same moment, or at one value.

Needs the checked rules: what a rule reads and writes, near or far, is summed up by `analysis`. The sums are
generous: of two rules it may be said that their order matters although they never get in each other's way.
Where nothing is said, it does not matter.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tilewright.schemas.walking import operations
from tilewright.schemas.wording import joined

from .. import nodes
from ..analysis.callgraph import Body, Flow
from ..analysis.keys import FlowKey, flow_key
from ..analysis.read_write import Summary
from ..check.scope import Op
from ..history import Subject
from ..nodes.node import nodes_in
from ..source import Span
from .meetings import Meeting, MeetingSort, Side, compared, does, settled
from .order import ModOrder, whose


def rule_meetings(flow: Flow, order: ModOrder) -> list[Meeting]:
    """All meetings of the rules of two mods."""
    modifying = _modifying(flow, order)
    found = [
        *_rules(flow, order),
        *_modifiers(flow, modifying, order),
        *_what_is_modified(flow, modifying, order),
        *_passed_over(flow, order),
    ]
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
                by_moment.setdefault(str(body.op.get("verb", "")), []).append(
                    _ModRule(whose(span.file), body, span, flow.own[key], flow.whole[key])
                )
    for verb, a, b in compared(by_moment, lambda one: one.mod, order):
        missions = {a.body.mission, b.body.mission} - {None}
        if len(missions) < 2:
            met = _hooks(flow, verb, a, b) if verb else _triggers(flow, a, b)
            if met is not None:
                yield met


def _hooks(flow: Flow, verb: str, a: _ModRule, b: _ModRule) -> Meeting:
    """Two rules on one verb. Those before and after it run in the order of the mods; of those instead of it
    the last is asked first, and the others and the verb only come if it proceeds.
    """
    subject = Subject("verb", verb)
    here, there = (Side(one.mod, f"has a rule {moment(one.body)}", one.span) for one in (a, b))
    hows = [one.body.op["how"] for one in (a, b)]
    both_instead = hows == ["instead", "instead"]
    stopping = [one for one in (b, a) if _stops(one.body, always=both_instead)]
    if stopping:
        met = Meeting("instead", subject, f"`{verb}`", here, there, way=_to_proceed(stopping[0].mod))
        return met._replace(outcome=_asked_first(a, b, stopping)) if both_instead else met
    shared = _shared(flow, a, b) if hows[0] == hows[1] else []
    outcome = f"that of `{b.mod}` is asked first" if both_instead else _where_left_out(a, b)
    if shared and _do_the_same(a.body.op, b.body.op):
        return Meeting("agrees", subject, f"`{verb}`", here, there, outcome=outcome)
    if not shared:
        return Meeting("beside", subject, f"`{verb}`", here, there, outcome=outcome)
    return Meeting("order", subject, _listed(shared), here, there, shared=tuple(shared), outcome=outcome)


def _asked_first(a: _ModRule, b: _ModRule, stopping: Sequence[_ModRule]) -> str:
    """What comes of two rules `instead of` one verb, of which some need not proceed."""
    if b in stopping:
        return (
            f"that of `{b.mod}` is asked first, and where it does not `proceed`, that of `{a.mod}` never is"
        )
    return (
        f"that of `{b.mod}` is asked first; in the other order that of `{a.mod}` could keep it from running"
    )


def _to_proceed(mod: str) -> str:
    return f"let the rule of `{mod}` `proceed` whatever happens"


def _where_left_out(a: _ModRule, b: _ModRule) -> str:
    """Of a rule that proceeds at times, and one that waits for that."""
    for one, other in ((a, b), (b, a)):
        if _stops(one.body, always=True):
            return f"where that of `{one.mod}` does not `proceed`, that of `{other.mod}` does not run"
    return ""


def moment(rule: Body) -> str:
    """When a hook runs, in words."""
    how = rule.op["how"]
    return f"{how}{' of' if how == 'instead' else ''} `{rule.op['verb']}`"


def _stops(rule: Body, *, always: bool = False) -> bool:
    """Whether a hook keeps the verb from happening: it never proceeds, or not `always`."""
    if rule.op["how"] != "instead":
        return False
    return not (_always_proceeds(rule.block) if always else _proceeds(operations(rule.block)))


def _always_proceeds(block: Sequence[Op]) -> bool:
    """Whether one of the statements is `proceed`, or an `if` that comes to it in either case."""
    return _proceeds(block) or any(
        op["op"] == "if" and _always_proceeds(op["then"]) and _always_proceeds(op["else"]) for op in block
    )


def _proceeds(ops: Iterable[Op]) -> bool:
    return any(op["op"] == "proceed" for op in ops)


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
    sort: MeetingSort = "agrees" if _do_the_same(a.body.op, b.body.op) else "order"
    return Meeting(sort, Subject("triggers", ""), _listed(shared), here, there, shared=tuple(shared))


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
        key
        for one, other in ((a.whole, b.whole), (b.whole, a.whole))
        for key in one.writes
        if key.sort != "local" and flow.touches({key}, other.reads | other.writes)
    }
    itself = [key for one in (a.own, b.own) for key in one.reads | one.writes]
    named = sorted({(-itself.count(key), in_words(key)) for key in found})
    words = list(dict.fromkeys(word for _, word in named))
    if a.whole.ends and b.whole.ends:
        words.append(ENDING)
    return words


ENDING = "how the game ends"


def in_words(key: FlowKey) -> str:
    """What a rule reads or writes, as people read it."""
    if key.sort == "where":
        return "where things lie" if key.name == "thing" else f"where each {key.name} lies"
    return f"`{key.name.removeprefix('game.')}`"


_MOST = 4


def _listed(words: list[str]) -> str:
    left = len(words) - _MOST
    more = [] if left <= 0 else ["1 more value" if left == 1 else f"{left} more values"]
    return joined([*words[:_MOST], *more])


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


def _modifiers(flow: Flow, by_value: _Modifying, order: ModOrder) -> Iterator[Meeting]:
    """Modifiers of one value. Those that add, take or keep within bounds come to the same in any order.

    One that counts `replacing` another leans on it; on one of the game that a mod has said anew it does not,
    and leaves it out all the same.
    """
    touches = flow.checked.model.history.touches
    anew = [touch.span for touch in touches if touch.deed == "replaces" and touch.subject.sort == "rule"]
    for of, (first, a, span), (second, b, there) in compared(by_value, lambda one: one[0], order):
        both = a["change"] == b["change"] == "becomes" and a["amount"] != b["amount"]
        replaced = a["replacing"] == b["name"] or b["replacing"] == a["name"]
        sort: MeetingSort = "overrides" if both else "leans" if replaced else "beside"
        sides = Side(first, f"modifies `{of}`", span), Side(second, f"modifies `{of}`", there)
        met = Meeting(sort, Subject("value", of), f"`{of}`", *sides)
        gone, by = (b, first) if a["replacing"] == b["name"] else (a, second)
        if sort == "leans" and any(flow.span(gone["at"]).begins_within(one) for one in anew):
            outcome = f"where that of `{by}` counts, `{gone['name']}` does not"
            way = f"leave `replacing {gone['name']}` out of `{by}`"
            met = met._replace(sort="instead", outcome=outcome, way=way)
        yield met


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
    return subject.name if subject.sort == "define" else subject.property_name


# ------------------------------------------------------------------ what never comes to its turn


THE_LAST = ", the last to do"


class _AtVerb(NamedTuple):
    """What a mod does about a verb, and whether that keeps what others do there from running."""

    how: str  # rule, version, forbids, drops
    side: Side
    way: str = ""  # what lets the others run; empty if nothing keeps them from it


_FOR_ALL = ("forbids", "drops")
"""What is done about a verb that is for whoever has a rule on it."""


def _passed_over(flow: Flow, order: ModOrder) -> Iterator[Meeting]:
    """Rules on a verb, and versions of it, where another mod forbids it, no longer does it, or steps in."""
    by_verb: dict[str, list[_AtVerb]] = {}
    for verb, one in (*_rules_on_verbs(flow), *_versions(flow), *_forbids(flow)):
        if one.side.mod in order.ids:
            by_verb.setdefault(verb, []).append(one)
    for verb, a, b in compared(by_verb, lambda one: one.side.mod, order):
        hows = {a.how, b.how}
        if hows & {"rule", "version"} and len(hows) == 2:
            stopping = [one for one in (a, b) if hows == {"rule", "version"} or one.how in _FOR_ALL]
            way = next((one.way for one in stopping if one.way), "")
            sort: MeetingSort = "instead" if way else "beside"
            yield Meeting(sort, Subject("verb", verb), f"`{verb}`", a.side, b.side, way=way)


def _rules_on_verbs(flow: Flow) -> Iterator[tuple[str, _AtVerb]]:
    for body in flow.bodies.values():
        if body.sort == "hook":
            span = flow.span(body.op["at"])
            side = Side(whose(span.file), f"has a rule {moment(body)}", span)
            way = _to_proceed(side.mod) if _stops(body) else ""
            yield body.op["verb"], _AtVerb("rule", side, way)


def _versions(flow: Flow) -> Iterator[tuple[str, _AtVerb]]:
    """Versions of verbs, and verbs that nothing does any more since a version or a deletion."""
    model = flow.checked.model
    done = {key for one in flow.own.values() for key in one.calls}
    for touch in model.history.touches:
        if touch.part or touch.deed not in ("replaces", "deletes"):
            continue
        side = Side(whose(touch.span.file), does(model, touch), touch.span)
        if touch.subject.sort == "verb":
            yield touch.subject.name, _AtVerb("version", side)
        for verb in sorted(_done_in(touch.old) - _done_in(touch.value)):
            if flow_key("verb", verb) not in done and verb in model.verbs:
                last = side._replace(does=f"{side.does}{THE_LAST} `{verb}`")
                yield verb, _AtVerb("drops", last, f"do `{verb}` in `{side.mod}`, too")


def _done_in(value: object) -> set[str]:
    return {str(node.verb) for node in nodes_in(value) if isinstance(node, nodes.Call)}


def _forbids(flow: Flow) -> Iterator[tuple[str, _AtVerb]]:
    for rule in flow.checked.model.rules:
        if isinstance(rule.node, nodes.Forbid):
            always = rule.node.when is None and rule.this is None and rule.mission is None
            side = Side(whose(rule.node.span.file), f"forbids `{rule.node.verb}`", rule.node.span)
            way = f"give the `forbid` of `{side.mod}` a `when`" if always else ""
            yield rule.node.verb, _AtVerb("forbids", side, way)
