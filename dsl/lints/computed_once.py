"""Values that are computed once, at the beginning, from what changes later.

A property with a type is stored: its default may be an expression, which is worked out when the game begins.
If no rule ever changes it, whoever wrote that most likely meant a property without a type, which is computed
whenever it is read. Where rules change it, the expression is what it begins with.
"""

from collections.abc import Iterator

from ..analysis.keys import of_sort
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts


def computed_once(facts: Facts) -> Iterator[Diagnostic]:
    """Each property that nothing changes, whose default reads what rules change."""
    checked = facts.checked
    changes = checked.context.changes
    for (kind, name), default in checked.defaults.items():
        if not isinstance(default, dict) or "op" not in default or (kind, name) in changes:
            continue
        known = checked.model.property(kind, name) if kind != "game" else checked.model.game.get(name)
        if (
            known is None
            or known.sort != "stored"
            or known.reset is not None
            or not facts.for_play(known.span)
        ):
            continue
        read = sorted(
            one
            for one in of_sort("stored", facts.flow.value(default).reads)
            if tuple(one.rpartition(".")[::2]) in changes
        )
        if read:
            yield codes.COMPUTED_ONCE.at(known.span, name=name, read=read[0].rpartition(".")[2])
