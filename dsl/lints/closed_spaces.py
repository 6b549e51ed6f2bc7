"""Figures that are set up where nobody may step, and exits that nobody can get to.

A space is closed if every relation by which rules move things is `blocked by` it, or is `never` towards it,
by marks that are drawn and never change. Told are figures that a set-up, or a verb that it certainly calls,
moves to such a space by its name;
other pieces, if a rule that wins asks who stands where they lie, and for no other relation, by which somebody
might be near; and marks that rules ask for outside of relations, if all the spaces of a board that have them
are closed. So are marks of which rules ask only whether somebody stands there, if all that moves things there
asks for other spaces: `neighbours(actor, walking) where not it.exit`.
"""

from collections.abc import Iterator

from tilewright.schemas.walking import conjuncts, operations
from tilewright.schemas.wording import article

from ..analysis.drawn import has
from ..analysis.keys import of_sort
from ..analysis.setups import certain
from ..boards import ShapedSpace
from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import BoardSetup, Facts


def closed_spaces(facts: Facts) -> Iterator[Diagnostic]:
    """What is set up, or looked for, on closed spaces of each mission's board."""
    ways = facts.ways
    used = {one["name"] for op in facts.checked.relations.values() for one in operations(op) if "name" in one}
    asked = {name for one in facts.flow.own.values() for name in of_sort("stored", one.reads)}
    marks = [mark for kind, mark in ways.marks if f"{kind}.{mark}" in asked and mark not in used]
    stood_on = _stood_on(facts)
    told: set[str] = set()
    for board in facts.boards:
        if board.shape is None or board.mission is None:
            continue
        for mark in stood_on:
            there = [one for one in board.shape.spaces if has(one, mark)]
            if there and mark not in told and all(map(ways.is_avoided, there)):
                told.add(mark)
                message = f"no rule ever moves anything to a space of `{board.shape.name}` marked `{mark}`"
                way = "let a move lead there, or ask for another mark"
                yield codes.CLOSED_SPACE.at(there[0].span, message=message, help=way)
        closed = {str(one.name): one for one in board.shape.spaces if ways.is_closed(one)}
        if not closed:
            continue
        yield from _set_up(board, closed, facts)
        for mark in marks:
            there = [one for one in board.shape.spaces if has(one, mark)]
            if there and mark not in told and all(str(one.name) in closed for one in there):
                told.add(mark)
                message = (
                    f"all spaces of `{board.shape.name}` that are marked `{mark}` are closed to everybody"
                )
                yield codes.CLOSED_SPACE.at(there[0].span, message=message)


def _stood_on(facts: Facts) -> list[str]:
    """The marks of which rules only ask whether somebody stands there, besides when they move things."""
    kinds, defines = facts.checked.kinds.values(), facts.checked.defines
    moves = [where for tests in facts.ways.moves.asked for _, where in tests]
    looks = [defines.get(str(look["when"])) for kind in kinds for look in kind["looks"]]
    apart = {id(op) for op in operations([moves, looks])}
    stood = {id(op) for op in facts.by_op.get("property", ()) if op["of"]["op"] == "space_of"}
    for op in (*facts.by_op.get("any", ()), *facts.by_op.get("filter", ())):
        asked = conjuncts(op["where"]) if op["where"] is not None else []
        it = {"op": "local", "name": op.get("it")}
        if any(one["op"] == "pieces" and one["of"] == it for one in operations(asked)):
            stood |= {id(one) for one in asked if one["op"] == "property" and one["of"] == it}
    marks = {mark for _, mark in facts.ways.marks}
    found: dict[str, bool] = {}
    for op in facts.by_op.get("property", ()):
        if op["name"] in marks and id(op) not in apart:
            found[op["name"]] = found.get(op["name"], True) and id(op) in stood
    return [mark for mark, only in found.items() if only]


def _set_up(board: BoardSetup, closed: dict[str, ShapedSpace], facts: Facts) -> Iterator[Diagnostic]:
    """The pieces that a set-up puts on closed spaces, though they have to leave, or others to get there."""
    model, aims = facts.checked.model, _aims(facts)
    written = [*operations(board.setup), *(op for op, _ in certain(board.setup, facts.flow, board.mission))]
    placed = list({id(op): op for op in written if op["op"] == "move"}.values())
    there = [op for op in placed if op["to"]["op"] == "entity" and op["to"]["name"] in closed]
    for op in there:
        span = facts.flow.span(op["at"])
        if model.is_a(op["kind"], "figure"):
            message = f"nobody may enter `{op['to']['name']}`, and here a figure is put there"
            yield codes.CLOSED_SPACE.at(span, message=message)
        for aim in aims:
            alike = [one for one in placed if model.related(one["kind"], aim)]
            if model.is_a(op["kind"], aim) and all(any(one is met for met in there) for one in alike):
                message = (
                    f"nobody may enter `{op['to']['name']}`, and here {article(aim)} is put there: "
                    "one wins by standing with it"
                )
                yield codes.CLOSED_SPACE.at(span, message=message)
                break


def _aims(facts: Facts) -> set[str]:
    """The kinds of pieces of which rules that win ask who stands where they lie."""
    found: set[str] = set()
    for key, inside in facts.flow.inside.items():
        own = facts.flow.own[key]
        near = of_sort("relation", own.uses) - facts.ways.relations.keys()
        if near or not any(op["op"] == "win" for op in inside):
            continue
        defines = [facts.checked.defines[name] for name in of_sort("define", own.uses)]
        for op in [*inside, *operations([one["value"] for one in defines])]:
            found |= _aim(op, facts)
    return {kind for kind in found if not facts.checked.model.is_a(kind, "figure")}


def _aim(op: Op, facts: Facts) -> set[str]:
    match op:
        case {"op": "pieces", "kind": str(kind), "of": {"op": "space_of"}}:
            return {kind}
        case {"op": "filter" | "any", "set": {"op": "kind", "kind": str(kind)}, "it": it, "where": where}:
            return {kind} if any(_is_where(one, it) for one in operations(where)) else set()
        case {"op": "equal", "a": a, "b": b}:
            whose = [one["of"] for one in (a, b) if one["op"] == "space_of"]
            return {one["name"] for one in whose if one["op"] == "entity"}
    return set()


def _is_where(test: Op, it: str) -> bool:
    """Whether a test asks whether somebody is where `it` is."""
    place = {"op": "space_of", "of": {"op": "local", "name": it}}
    return test["op"] == "equal" and place in (test["a"], test["b"])
