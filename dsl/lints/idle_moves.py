"""Moves to the space, or into the pile, where something lies already, values set to themselves, and what is
shown to those who see into the place where it lies.

Places and values are taken to be the same only if they are written alike. Nothing is said of what is shown
where kinds of several owners have piles of that name, or where things of its kind are hidden wherever they
lie.
"""

from collections.abc import Iterator

from tilewright.schemas.operation_table import CONTENTS

from ..analysis.bounds import Keys
from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts, narrowed

_ELSEWHERE = "name where it should go or what it should become"


def idle_moves(facts: Facts) -> Iterator[Diagnostic]:
    """Each statement after which everything is where, and what, it was."""
    for _, inside in facts.bodies:
        for op in inside:
            what, way = _idle(op, facts.estimates.keys), _ELSEWHERE
            if not what:
                what, way = _shown_in_vain(op, facts), "name those who cannot see it or another pile"
            if what and facts.own(span := facts.flow.span(op["at"])):
                yield codes.IDLE_MOVE.at(span, what=what, way=way)


def _idle(op: Op, keys: Keys) -> str:
    """What a statement does in vain; nothing if it may change something."""
    if op["op"] == "move":
        lies = _where(op["what"], op["bottom"])
        if lies is not None and keys.same(lies, op["to"]):
            return "moves nothing: it lies there already"
    if op["op"] == "set" and keys.same(op["value"], op["target"]):
        return "changes nothing: it sets a value to itself"
    return ""


def _shown_in_vain(op: Op, facts: Facts) -> str:
    """That everybody to whom something is shown sees it where it lies; nothing if that is not certain."""
    place = _lies_in(op["what"]) if op["op"] in ("show", "reveal") else None
    if place is None:
        return ""
    owners = [owner for owner, name in facts.checked.audiences if name == place["name"]]
    seen = [facts.checked.audiences[owner, place["name"]] for owner in owners]
    if len(owners) != 1 or _is_secret(facts.flow.holds(place), facts):
        return ""
    owner = place["of"] is not None and op["op"] == "show" and _only(op["to"]) == place["of"]
    if seen[0] == "everybody" or (seen[0] == "owner" and owner and owners[0] == "player"):
        return f"shows nothing: who looks sees it in `{place['name']}` anyway"
    return ""


def _lies_in(what: Op) -> Op | None:
    """The pile in which what is shown lies."""
    what = _only(what)
    while (inner := what["of"] if what["op"] in CONTENTS else narrowed(what)) is not None:
        what = inner
    return what if what["op"] == "place" else None


def _only(value: Op) -> Op:
    """The one member of a list of one."""
    single = value["op"] == "list" and len(value["items"]) == 1
    return value["items"][0] if single else value


def _is_secret(kind: str, facts: Facts) -> bool:
    """Whether some things of a kind are hidden wherever they lie."""
    kinds = [*facts.checked.model.ancestors(kind), *facts.checked.model.descendants(kind)]
    return any(facts.checked.kinds[one]["identity_seen"] is not None for one in kinds)


def _where(what: Op, bottom: bool) -> Op | None:
    """Where something lies that is moved; None if that is not said, or the move puts another card on top."""
    lies: Op | None = None
    if what["op"] == "contents" or (what["op"] == "top" and not bottom):
        lies = what["of"]
    elif what["op"] in ("local", "entity"):
        lies = {"op": "space_of", "of": what}
    return lies
