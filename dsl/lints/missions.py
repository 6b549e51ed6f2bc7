"""Missions that can only be lost, or only won; that place nobody; and rules on what never happens in them.

A mission is held against the others of its game, for there are games that nobody loses: it is told that it
cannot be lost only where all others can, and that it places nobody only where all others place somebody. Ends
are looked for in all that may run there, on its board and with the pieces that come into play; whoever wins
or loses by name makes others lose or win. What would run if the verbs were done that nothing does counts,
too: of those another lint tells, once for all missions.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tilewright.schemas.walking import operations

from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic, Related
from ..source import Span
from .facts import BoardSetup, Facts
from .in_mission import may_happen
from .unused import never_done

FEWEST = 2
"""Other missions that must agree before a mission is held against them."""


_ENDED = {"win": "won", "lose": "lost"}


class _Mission(NamedTuple):
    name: str
    span: Span
    runs: set[str]
    won: bool
    lost: bool
    places: bool
    ends: tuple[Related, ...]


def missions(facts: Facts) -> Iterator[Diagnostic]:
    """What is wrong with single missions."""
    if f"verb:{facts.checked.model.begins}" not in facts.flow.bodies:
        return
    undone = [f"verb:{name}" for name in never_done(facts)]
    found = [_mission(board, undone, facts) for board in facts.boards if board.mission is not None]
    for one in found:
        others = [other for other in found if other is not one]
        if one.lost and not one.won:
            yield codes.ONE_SIDED.at(
                one.span, name=one.name, done="won", ended="lost", way="win", related=one.ends
            )
        if one.won and not one.lost and len(others) >= FEWEST and all(other.lost for other in others):
            yield codes.ONE_SIDED.at(
                one.span, name=one.name, done="lost", ended="won", way="lose", related=one.ends
            )
        if len(others) >= FEWEST and not one.places and all(other.places for other in others):
            yield codes.PLACES_NOBODY.at(one.span, name=one.name)
    for one in found:
        yield from _in_vain(one, facts)


def _mission(board: BoardSetup, undone: list[str], facts: Facts) -> _Mission:
    flow, model = facts.flow, facts.checked.model
    name = str(board.mission)
    runs = flow.reached_in(name, board.setup, undone)
    everything = [op for key in runs for op in flow.inside[key]] + operations(board.setup)
    won, lost, ends = _ends(everything, facts)
    if won and board.shape is not None:
        here = may_happen(board, undone, facts)
        won, lost, ends = _ends(here, facts)
        if not won:
            wins = [op for op in everything if op["op"] == "win"]
            ends += tuple(
                Related(flow.span(op["at"]), "its board or its pieces rule this out") for op in wins
            )
    moved = [one[6:] for one in flow.everything(board.setup).writes if one.startswith("where:")]
    span = model.things[name].span
    head = span._replace(end_line=span.line, end_column=span.column + 1)
    return _Mission(name, head, runs, won, lost, any(model.related(kind, "piece") for kind in moved), ends)


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
        if f"verb:{verb}" not in flow.bodies or body.key in mission.runs:
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
