"""Where something stands, asked for after it was moved to where it stands nowhere: the box, a pile or a bag.

Looked at are the lines below such a move in its block, until one of them may move things of that kind, or
changes the name; so a figure that is moved from pile to board is not told of. Nothing is said where rules
that go with the move, or wait for it, may move such things themselves.
"""

from collections.abc import Iterator

from tilewright.schemas.operation_table import ASSIGNS
from tilewright.schemas.walking import operations

from ..analysis.keys import flow_key
from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic, Related
from .facts import Facts, blocks_of


def off_the_board(facts: Facts) -> Iterator[Diagnostic]:
    """Each first line that asks for such a space."""
    tops = [*(body.block for body in facts.flow.bodies.values()), *(board.setup for board in facts.boards)]
    inner = [block for _, inside in facts.bodies for op in inside for block in blocks_of(op)]
    for block in (*tops, *inner):
        for number, op in enumerate(block[:-1]):
            if (
                op["op"] == "move"
                and _is_nowhere(op["to"], facts)
                and op["what"]["op"] in ("local", "entity")
            ):
                yield from _asked(op, block[number + 1 :], facts)


def _is_nowhere(to: Op, facts: Facts) -> bool:
    """Whether what lies in a place stands on no space: in a slot it stands where the owner does."""
    if to["op"] != "place":
        return False
    model = facts.checked.model
    owners = [model.game, *(kind.properties for kind in model.kinds.values())]
    named = [owner[to["name"]] for owner in owners if to["name"] in owner]
    return all(one.place != "slot" for one in named) if named else to["name"] == "box"


def _asked(move: Op, below: list[Op], facts: Facts) -> Iterator[Diagnostic]:
    flow, what = facts.flow, move["what"]
    moved = (flow_key("where", move["kind"]),)
    for key in flow.reached([move]):
        if flow.touches(moved, flow.whole[key].writes):
            return
    for op in below:
        if flow.touches(flow.everything([op]).writes, moved) or _is_named_anew(op, what):
            return
        if any(one["op"] == "space_of" and one["of"] == what for one in operations(op)):
            if facts.own(span := flow.span(op.get("at", -1))):
                where = Related(flow.span(move["at"]), "it is moved away here")
                thing = str(what["name"]).partition(".")[0] if what["op"] == "local" else what["name"]
                yield codes.OFF_THE_BOARD.at(span, thing=thing, place=move["to"]["name"], related=(where,))
            return


def _is_named_anew(op: Op, what: Op) -> bool:
    """Whether a statement gives a name to something else."""
    return any(one["op"] in ASSIGNS and one["target"] == what for one in operations(op))
