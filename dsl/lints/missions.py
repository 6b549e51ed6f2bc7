"""Missions that can only be lost, or only won; that place nobody; and rules on what never happens in them.

Ends are looked for in all that may run there, on its board and with the pieces that come into play; whoever
wins or loses by name makes others lose or win. What would run if the verbs were done that nothing does counts
as well: of those another lint tells, once for all missions.

There are games that nobody loses. So it is told that a mission cannot be lost only where its rules speak of
losing: by a `lose` that its board or its pieces rule out, or by a `threat` in a game that goes on until
somebody wins; or where all others can be lost. A mission places nobody if people would be asked or offered
something there, were it not that no piece of some kinds ever comes into play; or if all others put pieces on
their boards; or if it has no board, and on that of another mission there would be something to do. Of a
mission that places nobody nothing else is said.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tilewright.schemas.operation_table import PRESENT
from tilewright.schemas.walking import operations

from ..analysis.keys import FlowKey, flow_key, of_sort
from ..boards import BoardShape
from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic, Related
from ..source import Span
from .facts import BoardSetup, Facts
from .in_mission import Happening, goes_on, may_happen, would_ask
from .unused import never_done

FEWEST = 2
"""Other missions that must agree before a mission is held against them."""
_ENDED = {"win": "won", "lose": "lost"}


class _Mission(NamedTuple):
    name: str
    span: Span
    runs: set[FlowKey]
    won: bool
    lost: bool
    speaks_of_losing: bool
    places: bool
    asks: bool
    happens: Happening | None
    ends: tuple[Related, ...]


def missions(facts: Facts) -> Iterator[Diagnostic]:
    """What is wrong with single missions."""
    if facts.flow.begins not in facts.flow.bodies:
        return
    undone = never_done(facts)
    found = [_mission(board, undone, facts) for board in facts.boards if board.mission is not None]
    for one in found:
        others = [other for other in found if other is not one]
        if not one.asks and one.happens is None:
            message = f"`{one.name}` has no board, and without one nobody has anything to do"
            way = "say which it is, as in `board: NAME`, or lay several in `layout:`"
            yield codes.PLACES_NOBODY.at(one.span, message=message, help=way)
        elif not one.asks:
            yield codes.PLACES_NOBODY.at(one.span, message=_for_want_of(one, facts))
        elif len(others) >= FEWEST and not one.places and all(other.places for other in others):
            message = f"the set-up of `{one.name}` puts nothing on the board"
            yield codes.PLACES_NOBODY.at(one.span, message=message)
        else:
            yield from _ends_one_way(one, others)
    for one in found:
        yield from _in_vain(one, facts)


def _ends_one_way(one: _Mission, others: list[_Mission]) -> Iterator[Diagnostic]:
    """That a mission can only be won, only be lost, or neither."""
    if not one.won and not one.lost and one.ends:
        yield codes.NO_END.at(one.span, what=f"`{one.name}`", related=one.ends)
    if one.lost and not one.won:
        yield codes.ONE_SIDED.at(
            one.span, name=one.name, done="won", ended="lost", way="win", related=one.ends
        )
    unlike_others = len(others) >= FEWEST and all(other.lost for other in others)
    if one.won and not one.lost and (unlike_others or one.speaks_of_losing):
        yield codes.ONE_SIDED.at(
            one.span, name=one.name, done="lost", ended="won", way="lose", related=one.ends
        )


def _mission(board: BoardSetup, undone: list[FlowKey], facts: Facts) -> _Mission:
    flow, model = facts.flow, facts.checked.model
    name = str(board.mission)
    runs = flow.reached_in(name, board.setup, undone)
    everything = [op for key in runs for op in flow.inside[key]] + operations(board.setup)
    won, lost, ends = _ends(everything, facts)
    happens = may_happen(board, undone, facts) if board.shape is not None else None
    ruled_out: list[Op] = []
    if happens is not None:
        won_by_rules, lost_by_rules = won, lost
        won, lost, ends = _ends(happens.operations, facts)
        gone = {"win": won_by_rules and not won, "lose": lost_by_rules and not lost}
        ruled_out = [op for op in everything if gone.get(op["op"], False)]
        ends += tuple(
            Related(flow.span(op["at"]), "its board or its pieces rule this out") for op in ruled_out
        )
    moved = of_sort("where", flow.everything(board.setup).writes)
    span = model.things[name].span
    head = span._replace(end_line=span.line, end_column=span.column + 1)
    speaks = any(op["op"] == "lose" for op in ruled_out) or _is_threatened(name, facts)
    places = any(model.related(kind, "piece") for kind in moved)
    if happens is None:
        asks = _asks_without_a_board(board, undone, facts)
    else:
        asks = happens.asked or not would_ask(board, undone, facts)
    return _Mission(name, head, runs, won, lost, speaks, places, asks, happens, ends)


def _asks_without_a_board(board: BoardSetup, undone: list[FlowKey], facts: Facts) -> bool:
    """Whether one has something to do where there are no spaces, or would have nothing on a board, either."""
    shapes = (one.shape for one in facts.boards if one.mission is not None and one.shape is not None)
    other = next(shapes, None)
    if other is None or board.mission in facts.checked.model.campaigns():
        return True
    bare = board._replace(shape=BoardShape(other.name, other.form, ()))
    return may_happen(bare, undone, facts).asked or not would_ask(board._replace(shape=other), undone, facts)


def _is_threatened(mission: str, facts: Facts) -> bool:
    """Whether players read what they may lose a mission by, and the game goes on until some rule ends it."""
    checked = facts.checked
    return goes_on(facts) and any(
        op["sort"] == "threat" and op["mission"] in (None, mission) for op in checked.goals
    )


def _for_want_of(mission: _Mission, facts: Facts) -> str:
    """That nobody has anything to do in a mission, and the kinds of pieces that are missing there."""
    assert mission.happens is not None
    absent = mission.happens.absent
    asked_for = {op["kind"] for key in mission.runs for op in facts.flow.inside[key] if op["op"] in PRESENT}
    kinds = [one for one in facts.checked.model.kinds if one in absent & asked_for] or sorted(absent)
    what = ", ".join(kinds[:-1]) + (" or " if kinds[:-1] else "") + kinds[-1]
    return f"no {what} ever comes into play in `{mission.name}`, so nobody has anything to do there"


def _ends(inside: list[Op], facts: Facts) -> tuple[bool, bool, tuple[Related, ...]]:
    """Whether operations may win and lose, and where."""
    won = lost = False
    ends: list[Related] = []
    for op in inside:
        match op["op"]:
            case "win":
                won, lost = True, lost or op["players"] is not None
            case "lose":
                lost, won = True, won or op["players"] is not None
            case "draw":
                won = lost = True
        if op["op"] in ("win", "lose"):
            ends.append(Related(facts.flow.span(op["at"]), f"it can be {_ENDED[op['op']]} here"))
    return won, lost, tuple(ends)


def _in_vain(mission: _Mission, facts: Facts) -> Iterator[Diagnostic]:
    """Rules of a mission on verbs that nothing in it does, or that another rule of it always replaces."""
    flow = facts.flow
    replaced = flow.replaced_in(mission.name)
    for body in flow.bodies.values():
        if body.sort != "hook" or body.mission != mission.name or body.op["until"] is not None:
            continue
        verb, span = body.op["verb"], flow.span(body.op["at"])
        if flow_key("verb", verb) not in flow.bodies or body.key in mission.runs:
            continue
        if verb in replaced:
            yield codes.NEVER_THERE.at(
                span,
                message=f"`{verb}` never runs in `{mission.name}`: another rule always runs instead",
                proposal="write `proceed` there, or put this rule into that one",
                related=(Related(flow.span(replaced[verb].op["at"]), "this runs in its place"),),
            )
        else:
            yield codes.NEVER_THERE.at(
                span,
                message=f"nothing in `{mission.name}` ever does `{verb}`",
                proposal="name a verb that happens there, or delete the rule",
            )
