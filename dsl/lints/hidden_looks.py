"""A `look when` that is never seen: lines below it give other hints whenever its test holds.

Of several that hold the last one counts. What is never seen was written twice, or its test asks for the
wrong thing; if one line hides several, its own test does. Hints of things, and of narrower kinds, may well be
meant to hide those of the kind: these are not looked at.
"""

from collections.abc import Iterator

from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic, Related
from ..source import Span
from .facts import Facts

NEAR = 20
"""So many lines below a line are looked at."""


def hidden_looks(facts: Facts) -> Iterator[Diagnostic]:
    """Every `look when` of the game's own files that is hidden by those below it."""
    for kind in facts.checked.kinds.values():
        looks: list[Op] = kind["looks"]
        by: dict[int, list[int]] = {}
        for number, one in enumerate(looks):
            if facts.own(_span(facts, one)):
                hiders = [
                    _hider(facts, one, name, looks[number + 1 : number + 1 + NEAR]) for name in one["look"]
                ]
                if None not in hiders:
                    by.setdefault(number + 1 + max(at for at in hiders if at is not None), []).append(number)
        for hider, hidden in by.items():
            if len(hidden) > 1:
                message = (
                    f"this hides {len(hidden)} lines above it: whenever one of their tests holds, it does"
                )
                above = tuple(Related(_span(facts, looks[one]), "it hides this") for one in hidden)
                yield codes.HIDDEN_LOOK.at(_span(facts, looks[hider]), message=message, related=above)
            else:
                names = " and ".join(f"`{name}`" for name in looks[hidden[0]]["look"])
                message = f"this is never seen: whenever its test holds, lines below it give another {names}"
                below = (Related(_span(facts, looks[hider]), "this is seen instead"),)
                yield codes.HIDDEN_LOOK.at(_span(facts, looks[hidden[0]]), message=message, related=below)


def _span(facts: Facts, look: Op) -> Span:
    return facts.flow.span(facts.checked.defines[look["when"]]["at"])


def _hider(facts: Facts, look: Op, name: str, below: list[Op]) -> int | None:
    """Which of those below hides one hint of a `look when` for good, the ones before it included."""
    estimates, defines = facts.estimates, facts.checked.defines
    known = estimates.assume(defines[look["when"]]["value"], True, {})
    if known is None:
        return None  # that the test never holds is told by itself
    for number, other in enumerate(below):
        if name in other["look"]:
            known = estimates.assume(defines[other["when"]]["value"], False, known)
            if known is None:
                return number
    return None
