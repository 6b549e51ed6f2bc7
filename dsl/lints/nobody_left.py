"""Missions that go on although all with whom people could do something may have left for good.

That is told where nothing is ever lost, whatever other missions do, for nobody means a game to go round for
ever: rules take the last piece of a kind out of play, none of them brings one back, and without that kind
nobody is asked anything and nothing ends. A rule that waits for something counts as an end if what is left
may still bring that about, and so does an end that comes in one go with taking the piece out.
"""

from collections.abc import Iterator

from ..analysis.keys import FlowKey
from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic, Related
from .facts import BoardSetup, Facts
from .in_mission import goes_on, may_happen, stands_still_without
from .never_in_play import comes_into_play, placed_kinds
from .unused import never_done


def nobody_left(facts: Facts) -> Iterator[Diagnostic]:
    """Each mission that stands still without a kind of pieces that its rules take out of play."""
    if facts.flow.begins not in facts.flow.bodies or not goes_on(facts):
        return
    undone = never_done(facts)
    for board in facts.boards:
        if board.mission is not None and board.shape is not None and not _is_lost(board, undone, facts):
            yield from _left_alone(board, undone, facts)


def _is_lost(board: BoardSetup, undone: list[FlowKey], facts: Facts) -> bool:
    """Whether somebody may lose there, or nobody win."""
    flow = facts.flow
    ends = [
        op
        for key in flow.reached_in(board.mission, board.setup, undone)
        if flow.own[key].ends
        for op in flow.inside[key]
    ]
    return any(op["op"] in ("lose", "draw") or (op["op"] == "win" and op["players"]) for op in ends)


def _left_alone(board: BoardSetup, undone: list[FlowKey], facts: Facts) -> Iterator[Diagnostic]:
    happens = may_happen(board, undone, facts)
    if not happens.asked:
        return
    model = facts.checked.model
    placed = set(placed_kinds(facts)) - happens.absent
    leaving = {
        op["kind"]: op
        for op in happens.operations
        if op["op"] == "move" and op["kind"] in placed and _takes(op, op["kind"], facts)
    }
    for kind, op in leaving.items():
        if _ends_when_leaving(kind, facts):
            continue
        if stands_still_without(kind, board, happens.absent, undone, facts):
            span = model.things[str(board.mission)].span
            head = span._replace(end_line=span.line, end_column=span.column + 1)
            plural = model.kinds[kind].plural or f"{kind}s"
            related = (Related(facts.flow.span(op["at"]), f"here a {kind} leaves play"),)
            yield codes.NOBODY_LEFT.at(head, name=board.mission, kind=kind, plural=plural, related=related)
            return


def _ends_when_leaving(kind: str, facts: Facts) -> bool:
    """Whether a verb or hook that takes pieces of a kind out of play may end the game, before or after it."""
    flow = facts.flow
    ways = [key for key, body in flow.bodies.items() if body.sort != "trigger"]
    takes = {key for key in ways if any(_takes(op, kind, facts) for op in flow.inside[key])}
    ends = {key for key in ways if flow.own[key].ends}
    return bool(flow.called(ends) & takes or flow.called(takes) & ends)


def _takes(op: Op, kind: str, facts: Facts) -> bool:
    """Whether a statement takes pieces of a kind out of play."""
    return (
        op["op"] == "move"
        and facts.checked.model.related(op["kind"], kind)
        and not comes_into_play(op["to"], facts)
    )
