"""What a mod says of the game that the game says already: a change that changes nothing.

Where another mod said it before, that is a meeting of the two, and told in `meetings.py`.
"""

from collections.abc import Iterator

from .. import nodes
from ..history import HistoryEntry, Subject
from ..model import Model
from ..nodes.node import same
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .meetings import about, is_of_words
from .order import ModOrder, whose


def without_effect(model: Model, order: ModOrder) -> Iterator[Diagnostic]:
    """A warning for each change of a mod after which everything is as the game itself has it."""
    by: dict[tuple[Subject, str], str] = {}
    for touch in model.history.touches:
        mod, key = whose(touch.span.file), (touch.subject, touch.part)
        if mod in order.ids and by.get(key) not in order.ids and _says_the_same(model, touch, order):
            shown = about(model, touch.subject, touch.part)
            yield codes.CHANGES_NOTHING.at(touch.span, what=shown, mod=mod)
        by[key] = mod


def _says_the_same(model: Model, touch: HistoryEntry, order: ModOrder) -> bool:
    match touch.deed:
        case "changes" | "replaces":
            return touch.old is not None and same(touch.value, touch.old)
        case "adds" if touch.part:
            return same(touch.value, _default(model, touch, order))
        case "extends" if touch.part != "rules":
            return is_of_words(model, touch) and any(same(touch.value, one) for one in touch.old or ())
    return False


def _default(model: Model, touch: HistoryEntry, order: ModOrder) -> tuple[nodes.Node, ...] | None:
    """What the part of a thing of the game is, if nobody says anything of it."""
    thing = model.things.get(touch.subject.name) if touch.subject.sort == "thing" else None
    if thing is None or whose(thing.span.file) in order.ids:
        return None
    own = model.property(thing.kind, touch.part)
    return None if own is None or own.default is None else (own.default,)
