"""Commands as people type them, for messages that name the next one."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

Options = Sequence[tuple[str, str]]


def options(**named: Sequence[str]) -> list[tuple[str, str]]:
    """Options as a command line has them, each with its value."""
    return [(f"--{name}", value) for name, values in named.items() for value in values]


def written(command: str, *words: str, options: Options = ()) -> str:
    """A command of Tilewright as it is typed."""
    return shlex.join(["tilewright", command, *words, *(word for pair in options for word in pair)])
