"""Moves to the space, or into the pile, where something lies already, and values set to themselves."""

from collections.abc import Iterator

from ..analysis.bounds import Keys
from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts


def idle_moves(facts: Facts) -> Iterator[Diagnostic]:
    """Each statement after which everything is where, and what, it was."""
    for _, inside in facts.bodies:
        for op in inside:
            what = _idle(op, facts.estimates.keys)
            if what and facts.own(span := facts.flow.span(op["at"])):
                yield codes.IDLE_MOVE.at(span, what=what)


def _idle(op: Op, keys: Keys) -> str:
    """What a statement does in vain; nothing if it may change something."""
    if op["op"] == "move":
        lies = _where(op["what"], op["bottom"])
        if lies is not None and keys.same(lies, op["to"]):
            return "moves nothing: it lies there already"
    if op["op"] == "set" and keys.same(op["value"], op["target"]):
        return "changes nothing: it sets a value to itself"
    return ""


def _where(what: Op, bottom: bool) -> Op | None:
    """Where something lies that is moved; None if that is not said, or the move puts another card on top."""
    lies: Op | None = None
    if what["op"] == "contents" or (what["op"] == "top" and not bottom):
        lies = what["of"]
    elif what["op"] in ("local", "entity"):
        lies = {"op": "space_of", "of": what}
    return lies
