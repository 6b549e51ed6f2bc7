"""Where rules of two mods meet: at the same moment, at one value, or at a name of the other mod's.

Needs the checked rules: what a rule reads and writes, near or far, is summed up by `analysis`. The sums are
generous: of two rules it may be said that their order matters although they never get in each other's way.
Where nothing is said, it does not matter.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from tilewright.schemas.walking import operations

from ..analysis.callgraph import Body, Flow
from ..analysis.read_write import Summary
from ..check.scope import Op
from ..history import Subject
from ..source import Span
from .meetings import Meeting, Side, Sort, named
from .order import ModOrder, whose

Setups = Iterable[tuple[str, list[Op]]]
"""The set-up of each mission, by its name."""


def rule_meetings(flow: Flow, order: ModOrder, setups: Setups) -> list[Meeting]:
    """All meetings of the rules of two mods, and of a name with what another mod did to it."""
    found = [*_rules(flow, order), *_modifiers(flow, order), *_names(flow, order, setups)]
    return [one if one.settled else _settled(one, order) for one in dict.fromkeys(found)]


def _settled(one: Meeting, order: ModOrder) -> Meeting:
    if one.sort == "deleted":  # nobody means to name what is gone
        return one
    return one._replace(settled=order.settled(one.first.mod, one.second.mod, one.second.span))


# ------------------------------------------------------------------ hooks and triggers


class _ModRule(NamedTuple):
    """A hook or trigger of a mod, and all that it leads to."""

    mod: str
    body: Body
    span: Span
    whole: Summary


def _rules(flow: Flow, order: ModOrder) -> Iterator[Meeting]:
    by_moment: dict[str, list[_ModRule]] = {}
    for key, body in flow.bodies.items():
        if body.sort in ("hook", "trigger"):
            span = flow.span(body.op["at"])
            if whose(span.file) in order.ids:
                moment = str(body.op.get("verb", ""))
                by_moment.setdefault(moment, []).append(
                    _ModRule(whose(span.file), body, span, flow.whole[key])
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
    here, there = (Side(one.mod, f"has a rule {_moment(one)}", one.span) for one in (a, b))
    hows = [one.body.op["how"] for one in (a, b)]
    if "instead" in hows:
        proceeds = [how != "instead" or _proceeds(one) for how, one in zip(hows, (a, b), strict=True)]
        sort: Sort = "beside" if all(proceeds) and hows[0] != hows[1] else "instead"
        return Meeting(sort, subject, f"`{verb}`", here, there)
    shared = _shared(flow, a.whole, b.whole) if hows[0] == hows[1] else []
    if not shared:
        return Meeting("beside", subject, f"`{verb}`", here, there)
    return Meeting("order", subject, _listed(shared), here, there)


def _moment(rule: _ModRule) -> str:
    how = rule.body.op["how"]
    return f"{how}{' of' if how == 'instead' else ''} `{rule.body.op['verb']}`"


def _proceeds(rule: _ModRule) -> bool:
    return any(op["op"] == "proceed" for op in operations(rule.body.block))


def _triggers(flow: Flow, a: _ModRule, b: _ModRule) -> Meeting | None:
    """Two triggers that the same change can wake, if they then get in each other's way."""
    waits = [
        flow.value([one.body.op[part] for part in ("element", "test") if one.body.op.get(part)])
        for one in (a, b)
    ]
    shared = _shared(flow, a.whole, b.whole)
    if not flow.touches(waits[0].reads, waits[1].reads) or not shared:
        return None
    here, there = (Side(one.mod, "has a rule that waits for the same", one.span) for one in (a, b))
    return Meeting("order", Subject("triggers", ""), _listed(shared), here, there)


def _shared(flow: Flow, a: Summary, b: Summary) -> list[str]:
    """What one of two rules writes and the other one has to do with, in words."""
    found = {
        name
        for one, other in ((a, b), (b, a))
        for name in one.writes
        if not name.startswith("local:") and flow.touches((name,), other.reads | other.writes)
    }
    words = sorted({_in_words(name) for name in found})
    if a.ends and b.ends:
        words.append("how the game ends")
    return words


def _in_words(name: str) -> str:
    if name.startswith("where:"):
        kind = name.removeprefix("where:")
        return "where things lie" if kind == "thing" else f"where each {kind} lies"
    return f"`{name.removeprefix('game.')}`"


_MOST = 4


def _listed(words: list[str]) -> str:
    shown = words[:_MOST] + ([f"{len(words) - _MOST} more"] if len(words) > _MOST else [])
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


# ------------------------------------------------------------------ modifiers


def _modifiers(flow: Flow, order: ModOrder) -> Iterator[Meeting]:
    """Modifiers of one value. Those that add, take or keep within bounds come to the same in any order."""
    by_value: dict[str, list[tuple[str, Op, Span]]] = {}
    for op in flow.checked.modifiers:
        span = flow.span(op["at"])
        if whose(span.file) in order.ids:
            by_value.setdefault(op["of"], []).append((whose(span.file), op, span))
    for of, found in by_value.items():
        found.sort(key=lambda one: order.ids.index(one[0]))
        for (first, a, span), (second, b, there) in combinations(found, 2):
            if first != second:
                both = a["change"] == b["change"] == "becomes" and a["amount"] != b["amount"]
                replaced = a["replacing"] == b["name"] or b["replacing"] == a["name"]
                sort: Sort = "overrides" if both else "leans" if replaced else "beside"
                sides = Side(first, f"modifies `{of}`", span), Side(second, f"modifies `{of}`", there)
                yield Meeting(sort, Subject("value", of), f"`{of}`", *sides)


# ------------------------------------------------------------------ names


class _Mention(NamedTuple):
    """A piece of a mod, and what it names, reads and writes."""

    mod: str
    span: Span
    names: frozenset[str]


def _names(flow: Flow, order: ModOrder, setups: Setups) -> Iterator[Meeting]:
    """Where a mod names what another one adds or deletes."""
    model = flow.checked.model
    changed: dict[str, list[tuple[str, str, Subject, Span]]] = {}
    for touch in model.history.touches:
        mod = whose(touch.span.file)
        if mod in order.ids and not touch.part and touch.deed in ("adds", "deletes"):
            for name in _called(touch.subject):
                changed.setdefault(name, []).append((mod, touch.deed, touch.subject, touch.span))
    if not changed:
        return
    for mention in _mentions(flow, order, setups):
        for name in sorted(mention.names & changed.keys()):
            for mod, deed, subject, span in changed[name]:
                if mod != mention.mod:
                    shown = named(model, subject)
                    doing = Side(mod, f"{deed} {shown}", span)
                    naming = Side(mention.mod, f"names {shown}", mention.span)
                    swapped = order.ids.index(mod) > order.ids.index(mention.mod)
                    sides = (naming, doing) if swapped else (doing, naming)
                    sort: Sort = "deleted" if deed == "deletes" else "leans"
                    yield Meeting(sort, subject, shown, *sides)


def _called(subject: Subject) -> tuple[str, ...]:
    """What summaries call a declaration."""
    sort, name = subject
    if sort.startswith("property of "):
        return (f"{sort.removeprefix('property of ')}.{name}",)
    match sort:
        case "thing":
            return (f"entity:{name}", f"kind:{name}")
        case "kind" | "verb" | "define" | "menu" | "relation" | "setting" | "die":
            return (f"{sort}:{name}",)
    return ()


def _mentions(flow: Flow, order: ModOrder, setups: Setups) -> Iterator[_Mention]:
    """All that mods say in rules, values, cards and set-ups."""
    checked, model = flow.checked, flow.checked.model
    pieces: list[tuple[Span, list[Op], tuple[str, ...]]] = []
    for body in flow.bodies.values():
        if body.sort == "steps":
            pieces += [(flow.span(one["at"]), one["body"], ()) for one in body.op["cases"].values()]
        else:
            hooked = (f"verb:{body.op['verb']}",) if body.sort == "hook" else ()
            pieces.append((flow.span(body.op["at"]), [body.op], hooked))
    for op in (*checked.defines.values(), *checked.relations.values()):
        pieces.append((flow.span(op.get("at", -1)), [op], ()))
    for op in checked.modifiers:
        pieces.append((flow.span(op["at"]), [op], (f"define:{op['of']}", op["of"])))
    for name, values in checked.values.items():
        thing = model.things[name]
        pieces.append((thing.span, list(values.values()), (f"kind:{thing.kind}",)))
    for kind in model.kinds.values():
        if kind.name not in model.things:
            pieces.append((kind.span, [], (f"kind:{kind.parent}",)))
    pieces += [(model.things[name].span, setup, ()) for name, setup in setups]
    for span, inside, more in pieces:
        mod = whose(span.file)
        if mod in order.ids:
            found = flow.summary(inside)
            names = {_of_one(name) for name in (*found.uses, *found.reads, *found.writes, *more)}
            yield _Mention(mod, span, frozenset(names))


def _of_one(name: str) -> str:
    """`entity:lamp.2` names `lamp`."""
    return name.partition(".")[0] if name.startswith("entity:") else name
