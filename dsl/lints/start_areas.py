"""Set-ups that need spaces which their board does not have, or has too few of.

What is looked at are choices, and moves to `first(…)`, `last(…)` and `nth(…)`, in the set-up and in the verbs
that it calls; a `let` may stand between. Spaces are those that are listed by name, those of a kind, or those
with a mark that is drawn and never changes. Where those are left out that somebody stands on, or what was
taken is dropped from the list, whatever is moved there needs one of its own: one for every player who may
take part, or every thing of a kind that is certainly placed, beside those that were placed before. So it does
where it is taken by a number that goes up with each of them.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tilewright.schemas.walking import conjuncts, operations

from ..analysis.drawn import has
from ..analysis.setups import Placing, SetupWalk, assigned
from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic, Related
from .facts import BoardSetup, Facts


class _Area(NamedTuple):
    """Spaces of a board, and how they are told from others."""

    spaces: frozenset[str]
    mark: str = ""
    listed: bool = False


def start_areas(facts: Facts) -> Iterator[Diagnostic]:
    """Choices in a set-up from spaces that are too few."""
    given = assigned(facts.bodies)
    for board in facts.boards:
        if board.shape is None:
            continue
        taken: Counter[frozenset[str]] = Counter()
        walk = SetupWalk(facts.flow, facts.estimates, given, board.mission)
        for one in walk.placings(board.setup):
            area = _area(one.spaces, board, facts)
            if area is None:
                continue
            needed = _needed(one.op)
            if one.last:
                needed = one.last
            elif one.moves and (one.drops or _leaves_out_the_taken(one.spaces)):
                needed = needed * one.times + taken[area.spaces]
                taken[area.spaces] = needed
            if len(area.spaces) < needed:
                yield _too_small(one, area, needed, board, facts)
                break


def _too_small(one: Placing, area: _Area, needed: int, board: BoardSetup, facts: Facts) -> Diagnostic:
    assert board.shape is not None
    there = len(area.spaces)
    some = f"only {there}" if there else "no"
    spaces = f"{'space' if there < 2 else 'spaces'} of `{board.shape.name}` {'is' if there < 2 else 'are'}"
    how, way = "there", "take a larger board"
    if area.listed:
        how, way = "named here", "name more of them"
    elif area.mark:
        how, way = f"marked `{area.mark}`", "mark more spaces on the board"
    each = f", one for each {one.each}" if one.each and needed == one.times else ""
    span, there_at = facts.flow.span(one.at), facts.flow.span(one.op["at"])
    return codes.START_TOO_SMALL.at(
        span,
        message=f"{some} {spaces} {how}, but {needed} {'is' if needed == 1 else 'are'} needed{each}",
        proposal=f"{way}, or let the set-up place fewer",
        related=(Related(there_at, "they are taken here, one by one"),) if there_at != span else (),
    )


def _leaves_out_the_taken(spaces: Op) -> bool:
    """Whether what can be chosen depends on what stands on a space."""
    if spaces["op"] != "filter":
        return False
    it = {"op": "local", "name": spaces["it"]}
    return any(one["op"] == "pieces" and one["of"] == it for one in operations(spaces["where"]))


def _needed(op: Op) -> int:
    """How many spaces must be there for the choice to be possible as it stands."""
    if op["op"] == "move":
        return 1
    if op["none"] is not None or op["else"] is not None:
        return 0
    least = op["least"]
    return int(least["value"]) if least["op"] == "number" else 0


def _area(value: Op, board: BoardSetup, facts: Facts) -> _Area | None:
    """The spaces of a board that an expression may give at most; None if that is not known."""
    assert board.shape is not None
    model = facts.checked.model
    match value:
        case {"op": "kind", "kind": str(kind)} if model.is_a(kind, "space"):
            return _Area(frozenset(str(one.name) for one in board.shape.spaces if model.is_a(one.kind, kind)))
        case {"op": "list", "items": items} if all(one["op"] == "entity" for one in items):
            there = {str(one.name) for one in board.shape.spaces}
            named = frozenset(one["name"] for one in items)
            return _Area(named, listed=True) if named <= there else None
        case {"op": "noted", "of": inner}:
            return _area(inner, board, facts)
        case {"op": "filter", "set": inner}:
            area = _area(inner, board, facts)
            mark = _mark(value, facts)
            if area is None or mark is None:
                return area
            marked = {one.name for one in board.shape.spaces if has(one, mark)}
            return _Area(area.spaces & marked, mark, area.listed)
        case {"op": "union", "a": a, "b": b}:
            one, other = _area(a, board, facts), _area(b, board, facts)
            if one is None or other is None:
                return None
            return _Area(one.spaces | other.spaces, one.mark or other.mark, one.listed or other.listed)
    return None


def _mark(value: Op, facts: Facts) -> str | None:
    """The property by which a set of spaces is told apart: `squares where it.start and …`."""
    for test in conjuncts(value["where"]):
        if test["op"] == "property" and test["of"] == {"op": "local", "name": value["it"]}:
            known = facts.checked.model.property(test["kind"], test["name"])
            fixed = known is not None and known.sort == "stored" and known.default is None
            if fixed and (test["kind"], test["name"]) not in facts.checked.context.changes:
                return str(test["name"])
    return None
