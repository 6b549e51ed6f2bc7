"""What generated code may consist of: the last look at it before it runs.

The emitter writes generated names and whole numbers. A program comes out of a file, though, and whatever
stood in place of a number there would become source. So the code itself is looked at: its constants are whole
numbers and the words of events, its names are those of the namespace or plain attributes, and of Python it
finds what computes.
"""

from __future__ import annotations

import builtins
from collections.abc import Container
from types import CodeType
from typing import Any

PURE = (
    "abs all any bool dict divmod enumerate filter frozenset int iter len list map max min next range"
    " reversed set sorted sum tuple zip"
)
BUILTINS: dict[str, Any] = {name: getattr(builtins, name) for name in PURE.split()}
"""All of Python's functions that generated code can reach."""


class Foreign(ValueError):
    """A program that is no program: something else than a number or a name would have become code."""


def guard(code: CodeType, names: Container[str]) -> CodeType:
    """The code, if the emitter can have written it for a namespace with these names; else raises Foreign."""
    for name in code.co_names:
        # What Python keeps behind a name, such as a frame or a class, has a line in its own.
        if "_" in name and name not in names:
            raise Foreign(f"generated code names {name}")
    for value in code.co_consts:
        _guard_constant(value, names)
    return code


def _guard_constant(value: object, names: Container[str]) -> None:
    match value:
        case None | int():
            pass
        case str() if value.isalpha() and value.islower():
            pass
        case CodeType():
            guard(value, names)
        case tuple() | frozenset():
            for one in value:
                _guard_constant(one, names)
        case _:
            raise Foreign(f"generated code holds {value!r:.60}")
