"""`until VERB ends:` where that verb can never be running: such rules never begin.

A verb is taken to run with all that it calls, wakes or offers, its hooks included, whatever the tests in
between say. A set-up runs within no verb, but where a campaign plays its missions.
"""

from collections.abc import Iterator

from tilewright.schemas.walking import operations

from ..analysis.keys import FlowKey
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts


def never_running(facts: Facts) -> Iterator[Diagnostic]:
    """Each block of rules for a while that stands outside of the verb it waits for."""
    flow = facts.flow
    lasting = [
        (key, op) for key, body in flow.bodies.items() for op in operations(body.block) if op["op"] == "until"
    ]
    inside: dict[str, set[FlowKey]] = {}
    for key, op in lasting:
        verb, span = op["verb"], flow.span(op["at"])
        if verb not in inside:
            inside[verb] = flow.inside_run(verb)
        if key not in inside[verb] and facts.own(span) and span.file not in facts.of_stories:
            yield codes.NEVER_RUNNING.at(span, verb=verb)
    if facts.checked.model.campaigns():
        return
    for board in facts.boards:
        for op in operations(board.setup):
            if op["op"] == "until":
                yield codes.NEVER_RUNNING.at(flow.span(op["at"]), verb=op["verb"])
