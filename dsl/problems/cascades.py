"""Problems that would not be there if something else had been read.

A card with a slip in its first line is left out, and every rule that speaks of it would then speak of
nothing. One slip should give one problem: what only says that such a name is not known is held back until the
slip is corrected.
"""

import re
from collections.abc import Collection, Iterable

from . import codes
from .diagnostics import Diagnostic

EVERYTHING = "*"
"""Lost with the rest of a file: any name at all."""

_UNKNOWN = frozenset(
    code.code
    for code in (
        codes.UNKNOWN_NAME,
        codes.UNKNOWN_KIND,
        codes.UNKNOWN_PROPERTY,
        codes.UNKNOWN_VERB,
        codes.UNKNOWN_DIE,
        codes.UNKNOWN_MENU,
        codes.UNKNOWN_WORD,
        codes.UNKNOWN_THING,
        codes.UNKNOWN_LABEL,
        codes.UNKNOWN_BOARD,
        codes.UNKNOWN_RELATION,
        codes.UNKNOWN_FUNCTION,
        codes.UNKNOWN_SETTING,
        codes.UNKNOWN_COLUMN,
        codes.MISSING_VALUE,
        codes.NO_HEADER,
        codes.FOREIGN_FILE,
    )
)
_NAMED = re.compile(r"`([A-Za-z_]\w*)")


def without_echoes(problems: Iterable[Diagnostic], lost: Collection[str]) -> list[Diagnostic]:
    """The problems that are not only echoes of the loss of these names."""
    if not lost:
        return list(problems)
    if EVERYTHING in lost:
        return [problem for problem in problems if problem.code not in _UNKNOWN]
    known = {form for name in lost for form in (name, f"{name}s", f"{name}es", f"{name[:-1]}ies")}
    return [
        problem
        for problem in problems
        if problem.code not in _UNKNOWN or not known.intersection(_NAMED.findall(problem.message))
    ]
