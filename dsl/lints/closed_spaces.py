"""Figures that are set up where nobody may step, and exits that nobody can get to.

A space is closed if every relation that joins spaces is `blocked by` it, or is `never` towards it, by marks
that are drawn and never change. Told are figures that a set-up moves to such a space by its name, and marks
that rules ask for outside of relations, if all the spaces of a board that have them are closed.
"""

from collections.abc import Iterator

from tilewright.schemas.walking import operations

from ..analysis.bounds import Known
from ..analysis.estimates import Estimates
from ..analysis.ranges import NO, YES
from ..boards import ShapedSpace
from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import BoardSetup, Facts

_Marks = list[tuple[str, str]]


def closed_spaces(facts: Facts) -> Iterator[Diagnostic]:
    """What is set up, or looked for, on closed spaces of each mission's board."""
    relations = [op for op in facts.checked.relations.values() if op["joins"]]
    if not relations or any(op["also"] for op in relations):
        return
    stops = [_stops(op, facts) for op in relations]
    if not all(stops):
        return
    used = {one["name"] for op in facts.checked.relations.values() for one in operations(op) if "name" in one}
    marks = [mark for mark in _marks(facts) if f"{mark[0]}.{mark[1]}" in _asked(facts)]
    estimates = Estimates(facts.checked, ())
    told: set[str] = set()
    for board in facts.boards:
        if board.shape is None or board.mission is None:
            continue
        closed = {
            str(one.name): one for one in board.shape.spaces if _is_closed(one, stops, estimates, facts)
        }
        if not closed:
            continue
        yield from _set_up(board, closed, facts)
        for _, mark in (one for one in marks if one[1] not in used):
            there = [one for one in board.shape.spaces if _has(one, mark)]
            if there and mark not in told and all(str(one.name) in closed for one in there):
                told.add(mark)
                message = (
                    f"all spaces of `{board.shape.name}` that are marked `{mark}` are closed to everybody"
                )
                yield codes.CLOSED_SPACE.at(there[0].span, message=message)


def _stops(relation: Op, facts: Facts) -> list[tuple[str, str, Op]]:
    """What keeps everybody off a space in a relation: the space's name there, its kind, and the test."""
    model = facts.checked.model
    found = [("to", "space", test) for test in relation["never"]]
    for block in relation["blocks"]:
        if not block["corner"] and block["where"] is not None and model.is_a(block["kind"], "space"):
            found.append(("it", block["kind"], block["where"]))  # noqa: PERF401 (after what stands above)
    return found


def _is_closed(
    space: ShapedSpace, stops: list[list[tuple[str, str, Op]]], estimates: Estimates, facts: Facts
) -> bool:
    """Whether no relation leads to a space."""
    return all(
        any(
            facts.checked.model.is_a(space.kind, kind)
            and estimates.truth(test, _drawn(space, name, estimates, facts)) == YES
            for name, kind, test in one
        )
        for one in stops
    )


def _drawn(space: ShapedSpace, name: str, estimates: Estimates, facts: Facts) -> Known:
    """What is known of a space that a test calls by this name."""
    known: Known = {}
    for kind, mark in _marks(facts):
        if facts.checked.model.is_a(space.kind, kind):
            of = {"op": "local", "name": name}
            read = {"op": "property", "of": of, "kind": kind, "name": mark}
            known[estimates.keys.of(read)] = YES if _has(space, mark) else NO
    return known


def _has(space: ShapedSpace, mark: str) -> bool:
    return str(space.values.get(mark, "no")) not in ("no", "")


def _marks(facts: Facts) -> _Marks:
    """The marks of spaces that are drawn and never change."""
    checked = facts.checked
    return [
        (kind.name, name)
        for kind in checked.model.kinds.values()
        if checked.model.is_a(kind.name, "space")
        for name, known in kind.properties.items()
        if known.sort == "stored"
        and known.type.base == "yes_no"
        and known.default is None
        and (kind.name, name) not in checked.context.changes
    ]


def _asked(facts: Facts) -> set[str]:
    return {name for one in facts.flow.own.values() for name in one.reads}


def _set_up(board: BoardSetup, closed: dict[str, ShapedSpace], facts: Facts) -> Iterator[Diagnostic]:
    for op in operations(board.setup):
        if op["op"] != "move" or op["to"]["op"] != "entity" or op["to"]["name"] not in closed:
            continue
        if facts.checked.model.is_a(op["kind"], "figure"):
            message = f"nobody may enter `{op['to']['name']}`, and here a figure is put there"
            yield codes.CLOSED_SPACE.at(facts.flow.span(op["at"]), message=message)
