"""Missions that are over as soon as they have been set up: what ends them is so from the start.

Rules that wait are tested once when the set-up is done. Told is only what follows from the values with which
the game begins, where the set-up leaves them as they are.
"""

from collections.abc import Iterator

from tilewright.schemas.operation_table import ENDS

from ..analysis.bounds import Known
from ..analysis.keys import FlowKey, flow_key
from ..analysis.ranges import NO, YES, numbers
from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import BoardSetup, Facts


def over_at_once(facts: Facts) -> Iterator[Diagnostic]:
    """Each rule that ends a mission before anybody has done anything."""
    ending = [
        body
        for body in facts.flow.bodies.values()
        if body.sort == "trigger"
        and body.op["element"] is None
        and body.block
        and body.block[0]["op"] in ENDS
    ]
    told: set[FlowKey] = set()
    for board in facts.boards:
        begun = _begun(board, facts) if board.mission is not None and ending else {}
        for body in ending:
            test = body.op["test"]
            if body.key in told or body.mission not in (None, board.mission) or not begun:
                continue
            span = facts.flow.span(body.op["at"])
            if facts.estimates.truth(test, begun) == YES and facts.own(span):
                told.add(body.key)
                yield codes.OVER_AT_ONCE.at(span, name=board.mission)


def _begun(board: BoardSetup, facts: Facts) -> Known:
    """What the values of the game are when a mission has been set up."""
    checked = facts.checked
    known: Known = {}
    written = facts.flow.everything(board.setup).writes
    for name, one in checked.model.game.items():
        default = checked.defaults.get(("game", name))
        if one.sort != "stored" or one.by is not None or flow_key("stored", f"game.{name}") in written:
            continue
        read: Op = {"op": "game", "property": name}
        if one.type.base == "number" and type(default) is int:
            known[facts.estimates.keys.of(read)] = numbers((default,))
        elif one.type.base == "yes_no" and (default is None or isinstance(default, int)):
            known[facts.estimates.keys.of(read)] = YES if default else NO
    return known
