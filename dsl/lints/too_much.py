"""Values that cannot be computed in one answer: each needs the one below more than once, and so on down.

A value that is needed only under a test is taken not to be needed, and one that looks through sets to be
kept.
"""

from collections.abc import Iterator

from tilewright.schemas.operation_table import SEARCHES
from tilewright.schemas.walking import operations

from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .endless_calls import needed
from .facts import Facts

MOST = 100_000_000
"""Values that one may need to be computed. The runtime ends an answer long before that many: see costs.py."""


def too_much(facts: Facts) -> Iterator[Diagnostic]:
    """Defines for which others must certainly be computed more often than any answer may take."""
    defines = facts.checked.defines
    below = {
        name: []
        if SEARCHES & {one["op"] for one in operations(op["value"])}
        else [one["name"] for one in needed(op["value"]) if one["op"] == "define"]
        for name, op in defines.items()
    }
    counts: dict[str, int] = {}
    for start in defines:
        path, met = [start], {start}
        while path:
            name = path[-1]
            missing = next((one for one in below[name] if one not in counts and one not in met), None)
            if missing is not None:
                path.append(missing)
                met.add(missing)
                continue
            path.pop()
            if name in counts:
                continue
            counts[name] = 1 + sum(counts.get(one, 1) for one in below[name])
            if counts[name] > MOST:
                counts[name] = 1  # it has been told, and need not be told of all above it
                yield codes.TOO_MUCH.at(
                    facts.flow.span(defines[name]["at"]),
                    name=name,
                    below=max(set(below[name]), key=below[name].count),
                )
