"""How a third mod decides what two others do to each other: a file of it that is `over` both says what holds.

What it has to say follows from how they meet: another value, the same deletion, a rule at the same moment
about the same values, a translation of the same text. That one of them needs the other is settled by its
being there: it is read only where both are played.
"""

from collections.abc import Iterator, Sequence

from .. import nodes
from ..analysis.callgraph import Body, Flow
from ..analysis.keys import FlowKey, flow_key
from ..history import HistoryEntry
from ..model import Model
from ..packages.package import Package
from .effects import ENDING, THE_LAST, in_words, moment
from .meetings import Meeting, about
from .order import ModOrder, whose
from .texts import translated


def decided(one: Meeting, model: Model, flow: Flow | None, package: Package, order: ModOrder) -> Meeting:
    """With the third mod that settles it, if one does. Without `flow`, no rules have met."""
    if not one.is_problem:
        return one
    for path, mods in order.over.items():
        over_both = whose(path) in order.ids and one.first.mod in mods and one.second.mod in mods
        if over_both and _decides(one, path, model, flow, package, order):
            return one._replace(settled=f"`{whose(path)}` decides it, in a file over both")
    return one


def _decides(
    one: Meeting, path: str, model: Model, flow: Flow | None, package: Package, order: ModOrder
) -> bool:
    """Whether a file that is over two mods says what comes of their meeting."""
    touches = [touch for touch in model.history.touches if touch.span.file == path]
    about_it = [touch for touch in touches if touch.subject == one.subject]
    rules = [rule.node for rule in model.rules if rule.node.span.file == path]
    match one.sort, one.subject.sort:
        case "leans", _:
            return True
        case _, "text":
            return _translates(one, path, package, order)
        case _, "value":
            return any(isinstance(rule, nodes.Modifier) and rule.of == one.subject.name for rule in rules)
        case "deleted", _:
            return any(touch.deed == "deletes" for touch in about_it)
        case "overrides" | "on top" | "twice", _:
            return any(_says(touch, one, model) for touch in about_it)
        case "instead", _:
            return _says_who_runs(one, path, flow, rules)
    return flow is not None and _rules_about_it(one, path, flow)


def _rules_about_it(one: Meeting, path: str, flow: Flow) -> bool:
    """Whether rules of a file run at the moment at which two others do, after them, and have to do with all
    that these get in each other's way about.
    """
    said: set[str] = set()
    for key, body in _bodies(path, flow):
        if _at_that_moment(one, body):
            whole = flow.whole[key]
            said |= {in_words(key) for key in whole.reads | whole.writes if key.sort != "local"}
            said |= {ENDING} if whole.ends else set()
    return bool(said) and said.issuperset(one.shared)


def _at_that_moment(one: Meeting, body: Body) -> bool:
    if one.subject.sort == "triggers":
        return body.sort == "trigger"
    return body.sort == "hook" and one.second.does == f"has a rule {moment(body)}"


def _says_who_runs(one: Meeting, path: str, flow: Flow | None, rules: Sequence[object]) -> bool:
    """Whether a file says what happens with a verb where one mod keeps a rule of another from running: it
    forbids the verb like that mod, or does it where that mod no longer does, or steps in itself and so is
    asked before all others.
    """
    verb, does = one.subject.name, (one.first.does, one.second.does)
    if any(said.startswith("forbids ") for said in does):
        return any(isinstance(rule, nodes.Forbid) and rule.verb == verb for rule in rules)
    if any(THE_LAST in said for said in does):
        return flow is not None and any(
            flow_key("verb", verb) in flow.own[key].calls for key, _ in _bodies(path, flow)
        )
    hooks = (rule for rule in rules if isinstance(rule, nodes.Hook) and rule.verb == verb)
    return any(str(rule.how).startswith("instead") for rule in hooks)


def _bodies(path: str, flow: Flow) -> Iterator[tuple[FlowKey, Body]]:
    """The rules and verbs that stand in a file."""
    return ((key, one) for key, one in flow.bodies.items() if flow.span(one.op.get("at", -1)).file == path)


def _says(touch: HistoryEntry, one: Meeting, model: Model) -> bool:
    return not touch.part or about(model, touch.subject, touch.part) == one.about


def _translates(one: Meeting, path: str, package: Package, order: ModOrder) -> bool:
    """Whether the mod with that file has words of its own for the text."""
    language, _, key = one.subject.name.partition(": ")
    return whose(path) in translated(package, order).get((language, key), ())
