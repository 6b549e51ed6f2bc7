"""What lines of sight cost: they are found when first asked for, which takes long on large boards."""

from __future__ import annotations

from typing import Final

from ..state.program import Program
from .local_reads import free_locals

ALL_LINES: Final = 200  # spaces of a board of which all lines are found within about a second
ALL_PATTERNS: Final = 400  # squares of a board of which all patterns of lines are kept in memory
ALL_CENTRES: Final = 450  # the same for lines from centre to centre


def sighting(program: Program, relation: str) -> int:
    """The price of finding the lines between two spaces, as if nobody had asked for them before; nothing
    where there are few.
    """
    declared, spaces = program.data["relations"][relation], program.spaces
    line = declared.get("line")
    if line and line[0] == "centre":
        return 1_000 if spaces > ALL_CENTRES else 0
    if not line or spaces <= ALL_LINES:
        return 0
    tests = [one.get("where") for one in declared["blocks"]]
    more = any(declared.get(sort) for sort in ("also", "never", "within", "borders", "passes"))
    if more or not free_locals(tests).isdisjoint(("from", "to", "crossed")):
        return spaces**2 // 5  # each line is made, and asked about by itself
    return 4 * spaces if spaces <= ALL_PATTERNS else spaces**2 // 20
