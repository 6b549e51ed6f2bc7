"""Set-ups that look for marked spaces of which their board has none, or too few."""

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
        for op in operations(board.setup):
            if op["op"] != "choose":
                continue
            mark = _mark(op["from"], facts)
            if mark is None:
                continue
            there, needed = _marked(board, mark, facts), _needed(op)
            if there < needed:
                some = f"only {there}" if there else "no"
                yield codes.START_TOO_SMALL.at(
                    facts.flow.span(op["at"]),
                    message=f"{some} space of `{board.shape.name}` is marked `{mark}`, but {needed} "
                    f"{'is' if needed == 1 else 'are'} needed",
                )


def _needed(op: Op) -> int:
    """How many spaces must be there for the choice to be possible as it stands."""
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
