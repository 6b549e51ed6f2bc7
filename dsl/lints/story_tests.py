"""What stories expect though it cannot be otherwise, or cannot be at all.

Only declared bounds and words count, so that a story that was right stays so whatever verbs do. In a table of
cases a line is told of if it is settled in every row.
"""

from collections.abc import Iterator

from ..analysis.ranges import NO, Truth
from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..source import Span
from .dead_tests import why
from .facts import Facts


def story_tests(facts: Facts) -> Iterator[Diagnostic]:
    """Each comparison in an `expect` that always or never holds."""
    found = {id(op): (op, truth) for board in facts.boards for op, truth in board.settled}
    if not found:
        return
    for span, tests in _by_place(facts, found).items():
        truths = {truth for _, truth in tests}
        if len(truths) == 1 and facts.own(span) and len(tests) == _rows(facts, span):
            code = codes.NEVER_HOLDS if truths == {NO} else codes.ALWAYS_HOLDS
            yield code.at(span, why=why(tests[0][0], {}, facts.declared))


def _by_place(facts: Facts, found: dict[int, tuple[Op, Truth]]) -> dict[Span, list[tuple[Op, Truth]]]:
    """The settled comparisons where they stand: each row of a table of cases has its own."""
    places: dict[Span, list[tuple[Op, Truth]]] = {}
    for op, span in facts.checked.context.tests:
        if id(op) in found:
            places.setdefault(span, []).append(found[id(op)])
    return places


def _rows(facts: Facts, place: Span) -> int:
    """How often something is compared in one place."""
    return sum(span == place and op["op"] != "yes_no" for op, span in facts.checked.context.tests)
