"""A `look when` that is never seen: lines below it give other hints whenever its test holds.

Of several that hold the last one counts. What is never seen was written twice, or its test asks for the
wrong thing. Hints of things, and of narrower kinds, may well be meant to hide those of the kind: these are
not looked at.
"""

from collections.abc import Iterator

from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts


def hidden_looks(facts: Facts) -> Iterator[Diagnostic]:
    """Every `look when` of the game's own files that is hidden by those below it."""
    defines = facts.checked.defines
    for kind in facts.checked.kinds.values():
        looks: list[Op] = kind["looks"]
        for number, one in enumerate(looks):
            span = facts.flow.span(defines[one["when"]]["at"])
            below = looks[number + 1 :]
            if facts.own(span) and all(_is_hidden(facts, one, name, below) for name in one["look"]):
                names = " and ".join(f"`{name}`" for name in one["look"])
                yield codes.HIDDEN_LOOK.at(span, names=names)


def _is_hidden(facts: Facts, look: Op, name: str, below: list[Op]) -> bool:
    """Whether one hint of a `look when` always gives way to that of another."""
    estimates, defines = facts.estimates, facts.checked.defines
    known = estimates.assume(defines[look["when"]]["value"], True, {})
    if known is None:
        return False  # that the test never holds is told by itself
    for other in below:
        if name in other["look"]:
            known = estimates.assume(defines[other["when"]]["value"], False, known)
            if known is None:
                return True
    return False
