"""What tracebacks, debuggers and profilers show of generated code: its lines, and the rule that it plays."""

from __future__ import annotations

import linecache
import weakref
from itertools import count
from traceback import walk_tb
from types import CodeType

_numbers = count(1)


def named(rule: str) -> str:
    """The name of a file that there is not, for a function that plays a rule. No two are alike."""
    return f"<tilewright {next(_numbers)}: {rule}>"


def remember(code: CodeType, source: str) -> None:
    """Keep the lines of a compiled function for whoever shows them, as long as there is that function."""
    file = code.co_filename
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    (function,) = (one for one in code.co_consts if isinstance(one, CodeType))
    weakref.finalize(function, linecache.cache.pop, file, None).atexit = False


def innermost_first(error: BaseException) -> list[str]:
    """The names of the functions that an error went through."""
    return [frame.f_code.co_name for frame, _ in walk_tb(error.__traceback__)][::-1]
