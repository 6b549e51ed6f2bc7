"""What is promised of everything that is told to people: problems at places that exist, and clean text."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable

from tilewright.dsl.packages.package import Package
from tilewright.dsl.problems.diagnostics import Diagnostic
from tilewright.dsl.problems.render import as_json, render_lines, render_text
from tilewright.dsl.source import Source

from .target import Different

_TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
MISTAKE = "Tilewright's mistake"


def told(problems: list[Diagnostic], package: Package | None, others: Iterable[Source] = ()) -> None:
    """Problems are at places that exist, and can be shown in every way."""
    read = [*(package.sources if package is not None else ()), *others]
    lines = {source.path: re.split("\r\n|\r|\n", source.text) for source in read}
    for problem in problems:
        for span in (problem.span, *(other.span for other in problem.related)):
            if not span.file or span.file not in lines:
                continue
            text = lines[span.file]
            line = (text[span.line - 1 : span.line] or [""])[0]
            within = 1 <= span.line <= span.end_line <= len(text) + 1 and 1 <= span.column <= len(line) + 1
            if not within or (span.line == span.end_line and span.column > span.end_column):
                raise Different(f"no such place: {problem.code} {span}")
    shown = problems[:20]
    render_text(shown, package)
    render_lines(shown, package)
    json.dumps(as_json(shown, package))


def clean(text: str, what: str) -> None:
    """No character commands a terminal, or turns what is read around."""
    for character in set(text):
        if character != "\n" and (unicodedata.category(character) in ("Cc", "Cs") or character in _TURNING):
            raise Different(f"{what} has a control character: {character!r} in {text[:200]!r}")


def output(text: str, what: str) -> None:
    """What a command has printed: clean, and no mistake of ours."""
    if MISTAKE in text:
        at = text.index(MISTAKE)
        raise Different(f"{what} says that it is our mistake: {text[at : at + 300]!r}")
    clean(text, what)
