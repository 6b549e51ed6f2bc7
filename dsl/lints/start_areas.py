"""Set-ups that look for marked spaces of which their board has none, or too few.

A choice looks for them, and a move to `first(…)`. Only marks are counted that are drawn and never change.
Where those are left out that somebody stands on, each choice of a loop needs a space of its own: for every
player who may take part, or every thing of a kind.
"""

from collections.abc import Iterator

from tilewright.schemas.walking import operations

from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import BoardSetup, Facts


def start_areas(facts: Facts) -> Iterator[Diagnostic]:
    """Choices in a set-up from spaces with a mark that is drawn and never changes."""
    for board in facts.boards:
        if board.shape is None:
            continue
        for op, times in _choices(board.setup, 1, facts):
            members = op["from"] if op["op"] == "choose" else op["to"]["of"]
            mark = _mark(members, facts)
            if mark is None:
                continue
            there = _marked(board, mark, facts)
            needed = _needed(op) * (times if _leaves_out_the_taken(members) else 1)
            if there < needed:
                some = f"only {there}" if there else "no"
                spaces = "space" if there < 2 else "spaces"
                yield codes.START_TOO_SMALL.at(
                    facts.flow.span(op["at"]),
                    message=f"{some} {spaces} of `{board.shape.name}` {'is' if there < 2 else 'are'} marked "
                    f"`{mark}`, but {needed} {'is' if needed == 1 else 'are'} needed",
                )


def _choices(block: list[Op], times: int, facts: Facts) -> Iterator[tuple[Op, int]]:
    """Every choice of a set-up and every move to the first of a set, and how often it is certainly made.

    Once, where that is not known.
    """
    for op in block:
        if op["op"] == "choose" or (op["op"] == "move" and op["to"]["op"] == "first"):
            yield op, times
        elif op["op"] in ("for_each", "repeat"):
            yield from _choices(op["body"], times * _passes(op, facts), facts)
        elif op["op"] == "at_once":
            yield from _choices(op["body"], times, facts)
        else:
            yield from ((one, 1) for one in operations([op]) if one["op"] == "choose")


def _passes(op: Op, facts: Facts) -> int:
    """How often a loop is passed through in a game of as many players as may take part."""
    model = facts.checked.model
    many = op["times"] if op["op"] == "repeat" else op["set"]
    match many:
        case {"op": "number", "value": int(number)}:
            return max(1, number)
        case {"op": "kind", "kind": "player"}:
            return model.players[1]
        case {"op": "all", "kind": kind} if any(model.is_a(kind, one) for one in ("card", "token", "figure")):
            return max(1, sum(one.copies for one in model.things.values() if model.is_a(one.name, kind)))
        case {"op": "list", "items": items}:
            return max(1, len(items))
    return 1


def _leaves_out_the_taken(members: Op) -> bool:
    """Whether the choice depends on what stands on a space."""
    it = {"op": "local", "name": members["it"]}
    return any(one["op"] == "pieces" and one["of"] == it for one in operations(members["where"]))


def _needed(op: Op) -> int:
    """How many spaces must be there for the choice to be possible as it stands."""
    if op["op"] == "move":
        return 1
    if op["none"] is not None or op["else"] is not None:
        return 0
    least = op["least"]
    return int(least["value"]) if least["op"] == "number" else 0


def _mark(value: Op, facts: Facts) -> str | None:
    """The property by which a set of spaces is told apart: `squares where it.start and …`."""
    model = facts.checked.model
    if (
        value["op"] != "filter"
        or value["set"]["op"] != "kind"
        or not model.is_a(value["set"]["kind"], "space")
    ):
        return None
    tests = [value["where"]]
    while tests:
        test = tests.pop()
        if test["op"] == "and":
            tests += [test["a"], test["b"]]
        elif test["op"] == "property" and test["of"] == {"op": "local", "name": value["it"]}:
            known = model.property(test["kind"], test["name"])
            key = (test["kind"], test["name"])
            fixed = known is not None and known.sort == "stored" and known.default is None
            if fixed and key not in facts.checked.context.changes:
                return str(test["name"])
    return None


def _marked(board: BoardSetup, mark: str, facts: Facts) -> int:
    assert board.shape is not None
    return sum(str(space.values.get(mark, "no")) not in ("no", "") for space in board.shape.spaces)
