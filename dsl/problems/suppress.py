"""Warnings that an author allows, with a reason: `# tilewright: allow W1203 because the map is a maze`.

The remark stands on the line it speaks of, or above it. Errors cannot be allowed. A remark without a reason,
or one that allows what does not come, is itself worth a note: it would hide the next such warning unseen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..source import Source, Span, rows_of
from . import codes
from .diagnostics import Diagnostic

_REMARK = re.compile(
    r"# *tilewright: *allow +(?P<codes>[A-Z]\d{4}(?: *,? *(?:and +)?[A-Z]\d{4})*)"
    r"(?: +because +(?P<reason>.*\S))?"
)
_CODE = re.compile(r"[A-Z]\d{4}")


class Allowed(NamedTuple):
    """One code that one remark allows on one line."""

    code: str
    line: int
    reason: str
    span: Span


def suppress(problems: Iterable[Diagnostic], sources: Iterable[Source]) -> list[Diagnostic]:
    """The same problems, suppressed where a remark allows them, with the notes that remarks deserve."""
    remarks = {source.path: list(_remarks(source)) for source in sources if "tilewright:" in source.text}
    if not remarks:
        return list(problems)
    used: set[Allowed] = set()
    result: list[Diagnostic] = []
    for problem in problems:
        allowed = [
            remark
            for place in (problem.span, *problem.also_at)
            for remark in _allowed(problem, place, remarks.get(place.file, []))
        ]
        used.update(allowed)
        reason = next((remark.reason for remark in allowed if remark.reason), None)
        result.append(problem.because(reason) if reason else problem)
    for remark in (remark for found in remarks.values() for remark in found):
        if not remark.reason:
            result.append(codes.ALLOW_WITHOUT_REASON.at(remark.span, code=remark.code))
        elif remark not in used:
            result.append(codes.ALLOW_FOR_NOTHING.at(remark.span, code=remark.code))
    return sorted(result)


def _allowed(problem: Diagnostic, place: Span, remarks: list[Allowed]) -> list[Allowed]:
    if problem.severity == "error":
        return []
    return [remark for remark in remarks if remark.code == problem.code and remark.line == place.line]


def _remarks(source: Source) -> Iterator[Allowed]:
    lines = rows_of(source.text)
    for row, line in enumerate(lines):
        found = _REMARK.search(line)
        if found is None:
            continue
        spoken_of = row if line[: found.start()].strip() else _next_line(lines, row)
        for code in _CODE.finditer(found["codes"]):
            column = found.start("codes") + code.start() + 1
            span = Span(source.path, row + 1, column, row + 1, column + 5)
            yield Allowed(code[0], spoken_of + 1, found["reason"] or "", span)


def _next_line(lines: list[str], row: int) -> int:
    """The line that a remark on a line of its own speaks of: the next that is neither empty nor a remark."""
    below = ((number, lines[number].lstrip()) for number in range(row + 1, len(lines)))
    return next((number for number, line in below if line and line[0] != "#"), row)
