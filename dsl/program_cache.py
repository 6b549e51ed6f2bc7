"""Compiled programs that are kept, so that a game nobody changed starts without being compiled.

A program is found by what it was made of: the text of every source, the build (mission, board, settings) and
the compiler. It is held against its schema when it is put in and when it comes out, since code is made of it.
Where and how things are kept, `host/cache.py` knows.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from tilewright.host import cache
from tilewright.schemas.documents import ProgramDocument

from .source import Source
from .version import ENGINE

SORT = "program"


def key(sources: Iterable[Source], **build: object) -> str:
    """The name under which the program of these sources, built like this by this compiler, is kept."""
    here = Path(__file__).parent
    made_by = (ENGINE, cache.code(str(here), str(here.parent / "schemas")))
    texts = (text for source in sources for text in source)
    return cache.key(*made_by, json.dumps(build, sort_keys=True, default=str), *texts)


def load(name: str) -> ProgramDocument | None:
    """The program kept under a name; None if there is none, or what is there does not fit the schema."""
    data = cache.load(SORT, name)
    if data is None:
        return None
    program = _fitting(data)
    if program is None:
        cache.tell_damage()
    return program


def store(name: str, program: ProgramDocument) -> None:
    """Keep a program that fits its schema. One that does not is a mistake of the compiler's, and said."""
    data = json.dumps(program, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    if _fitting(data) is not None:
        cache.store(SORT, name, data)
        return
    import logging

    from tilewright.schemas.load import problems

    wrong = next(iter(problems("program", program)), "?")
    logging.getLogger(__name__).error(
        f"The compiler has made a program that does not fit its schema: {wrong}. It is played, but not kept."
    )


def _fitting(data: bytes | memoryview) -> ProgramDocument | None:
    from tilewright.schemas.load import fits  # a check keeps none

    try:
        program = json.loads(bytes(data).decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return None
    return program if isinstance(program, dict) and fits("program", program) else None
