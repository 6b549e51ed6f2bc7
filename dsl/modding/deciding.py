"""How a third mod decides what two others do to each other: a file of it that is `over` both says what holds.

What it has to say follows from how they meet: another value, the same deletion, a rule on the same verb, a
translation of the same text. That one of them needs the other is settled by its being there: it is read only
where both are played.
"""

from .. import nodes
from ..history import HistoryEntry
from ..model import Model
from ..packages.package import Package
from .meetings import Meeting, about
from .order import ModOrder, whose
from .texts import translated


def decided(one: Meeting, model: Model, package: Package, order: ModOrder) -> Meeting:
    """With the third mod that settles it, if one does."""
    if not one.is_problem:
        return one
    for path, mods in order.over.items():
        over_both = whose(path) in order.ids and one.first.mod in mods and one.second.mod in mods
        if over_both and _decides(one, path, model, package, order):
            return one._replace(settled=f"`{whose(path)}` decides it, in a file over both")
    return one


def _decides(one: Meeting, path: str, model: Model, package: Package, order: ModOrder) -> bool:
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
        case _, "triggers":
            return any(isinstance(rule, nodes.Whenever | nodes.AsSoonAs) for rule in rules)
    return bool(about_it) or any(getattr(rule, "verb", None) == one.subject.name for rule in rules)


def _says(touch: HistoryEntry, one: Meeting, model: Model) -> bool:
    return not touch.part or about(model, touch.subject, touch.part) == one.about


def _translates(one: Meeting, path: str, package: Package, order: ModOrder) -> bool:
    """Whether the mod with that file has words of its own for the text."""
    language, _, key = one.subject.name.partition(": ")
    return whose(path) in translated(package, order).get((language, key), ())
