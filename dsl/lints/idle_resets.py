"""`reset each VERB` with the verb that the game begins with, and `limit … per` the action itself.

The one is back at its default only when nothing has changed yet, the other counts anew each time. The first
verb is taken to begin only once if no rule calls it.
"""

from collections.abc import Iterator

from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts


def idle_resets(facts: Facts) -> Iterator[Diagnostic]:
    """Each of them in the game's own files."""
    first = str(facts.checked.model.begins)
    again = {op["verb"] for name in ("call", "finish") for op in facts.by_op.get(name, ())}
    for known in facts.checked.model.declared():
        once = known.reset == first and first not in again and not known.campaign
        if once and known.reset is not None and facts.own(known.span):
            message = f"`{known.name}` is never reset: `{first}` begins only once, when the game does"
            proposal = "name what begins again and again, such as a round or a turn"
            yield codes.IDLE_RESET.at(known.reset.span, message=message, proposal=proposal)
    for name, verb in facts.checked.verbs.items():
        for limit in verb["limits"]:
            span = facts.flow.span(limit["at"])
            if limit["verb"] == name and facts.own(span):
                message = f"this never limits anything: it counts anew whenever `{name}` begins"
                proposal = "name the verb within which it may be done so often, such as a turn"
                yield codes.IDLE_RESET.at(span, message=message, proposal=proposal)
