"""What a mod says of the game that the game says already: a change that changes nothing.

Where another mod said it before, that is a meeting of the two, and told in `meetings.py`.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from .. import nodes
from ..history import HistoryEntry, Subject
from ..model import Model
from ..nodes.node import same
from ..problems import codes
from ..problems.diagnostics import Diagnostic, Related
from ..source import Span, Word
from .meetings import about, does, is_of_words, own_touches
from .order import ModOrder, whose


def without_effect(model: Model, order: ModOrder) -> Iterator[Diagnostic]:
    """A warning for each change of a mod after which everything is as the game itself has it, and for each
    that the mod itself does away with.
    """
    yield from _taken_back(model, order)
    by: dict[tuple[Subject, str], str] = {}
    for touch in model.history.touches:
        mod, key = whose(touch.span.file), (touch.subject, touch.part)
        if mod in order.ids and by.get(key) not in order.ids and _says_the_same(model, touch, order):
            shown = about(model, touch.subject, touch.part)
            yield codes.CHANGES_NOTHING.at(touch.span, what=shown, mod=mod)
        by[key] = mod


def _taken_back(model: Model, order: ModOrder) -> Iterator[Diagnostic]:
    """What a mod says of something that it replaces later on, or deletes; not where that is in a file about
    another mod, which is not always read.
    """
    by_mod: dict[tuple[str, Subject, Sequence[Word]], list[HistoryEntry]] = {}
    for touch in model.history.touches:
        mod = whose(touch.span.file)
        if mod in order.ids:
            about_mods = order.over.get(touch.span.file, ())
            by_mod.setdefault((mod, touch.subject, about_mods), []).append(touch)
    told: set[Span] = set()
    for (mod, _, _), touches in by_mod.items():
        own = own_touches(touches)
        for earlier, later in combinations(own, 2):
            undone = later.deed in ("deletes", "replaces") and not later.part
            own_one = earlier.deed == "adds" and not earlier.part  # a library of the mod may declare it
            if own_one and later.deed == "replaces":
                continue
            if undone and earlier.deed != "deletes" and earlier.span not in told:
                told.add(earlier.span)
                related = (Related(later.span, f"`{mod}` {does(model, later)}"),)
                facts = {"mod": mod, "does": does(model, earlier), "undoes": does(model, later)}
                yield codes.TAKEN_BACK.at(earlier.span, related=related, **facts)


def _says_the_same(model: Model, touch: HistoryEntry, order: ModOrder) -> bool:
    match touch.deed:
        case "changes" | "replaces":
            return touch.old is not None and same(touch.value, touch.old)
        case "adds" if touch.part:
            return same(touch.value, _default(model, touch, order))
        case "extends" if touch.part != "rules":
            return is_of_words(model, touch) and any(same(touch.value, one) for one in touch.old or ())
    return False


def _default(model: Model, touch: HistoryEntry, order: ModOrder) -> tuple[nodes.SyntaxNode, ...] | None:
    """What the part of a thing of the game is, if nobody says anything of it."""
    thing = model.things.get(touch.subject.name) if touch.subject.sort == "thing" else None
    if thing is None or whose(thing.span.file) in order.ids:
        return None
    own = model.property(thing.kind, touch.part)
    return None if own is None or own.default is None else (own.default,)
