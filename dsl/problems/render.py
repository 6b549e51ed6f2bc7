"""Problems → what the author reads: terminal text with the source line, one plain line each, or JSON.

error[E0202]: unknown effect `deel`
  cards.wright:3:12
3 │ card axe: deel 3 to target
  │           ^^^^ did you mean `deal`?
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.host.text import on_one_line
from tilewright.schemas.documents import Document
from tilewright.schemas.wording import counted

from ..source import Span, rows_of
from .diagnostics import Diagnostic, Related

if TYPE_CHECKING:
    from ..packages.package import Package

MAX_WIDTH = 100
SHOWN = 4
"""Other places that are shown of a problem; JSON has them all."""
TAB = 4

# A line of output is pieces of text with a style each; without colours the styles fall away.
StyledText = tuple[str, str]
StyledLine = list[StyledText]

STYLES = {
    "error": "bold red",
    "warning": "bold yellow",
    "note": "bold cyan",
    "place": "blue",
    "margin": "dim",
    "help": "green",
    "": "",
}


def render_text(problems: Iterable[Diagnostic], package: Package | None, colour: bool = False) -> str:
    """Every problem that is not suppressed, with its source line, a blank line between them."""
    texts = _Texts(package)
    blocks = [
        "\n".join(_painted(line, colour) for line in _block(problem, texts))
        for problem in problems
        if problem.suppressed is None
    ]
    return "\n\n".join(blocks)


def render_lines(problems: Iterable[Diagnostic], package: Package | None) -> str:
    """Each problem on one line: for screen readers, and for editors that look for `file:line:column:`."""
    texts = _Texts(package)
    return "\n".join(_one_line(problem, texts) for problem in problems if problem.suppressed is None)


def as_json(problems: Iterable[Diagnostic], package: Package | None) -> list[Document]:
    """Every problem as `diagnostics.schema.json` describes it, suppressed ones too."""
    texts = _Texts(package)
    return [_record(problem, texts) for problem in problems]


def summary(problems: Sequence[Diagnostic], files: int) -> str:
    """The closing line: `2 errors, 1 warning in 3 files`."""
    shown = [problem for problem in problems if problem.suppressed is None]
    counts = [
        counted(sum(problem.severity == severity for problem in shown), severity)
        for severity in ("error", "warning", "note")
        if any(p.severity == severity for p in shown)
    ]
    allowed = len(problems) - len(shown)
    within = f" in {counted(files, 'file')}" if files else ""
    return (", ".join(counts) or "No problems") + within + (f" ({allowed} allowed)" if allowed else "")


def shown_path(path: Path) -> str:
    """A path as people want to see it: from the current folder if it lies below, else in full."""
    full = Path(os.path.abspath(path))
    here = Path.cwd()
    return (full.relative_to(here) if full.is_relative_to(here) else full).as_posix()


def shown_file(file: str, package: Package | None) -> str:
    """A file as its package calls it, as people want to see it."""
    place = package.places.get(file) if package is not None else None
    return shown_path(place) if place is not None else file


def shown_line(span: Span, package: Package | None) -> str:
    """Where something stands in a package, for a sentence: `rules.wright:12`."""
    return f"{on_one_line(shown_file(span.file, package))}:{span.line}"


# ------------------------------------------------------------------ places


class _Texts:
    """The lines of the sources, and where they lie on disk."""

    def __init__(self, package: Package | None) -> None:
        self._package = package
        read = (*package.sources, *package.catalogues, *package.manifests) if package else ()
        self._texts = {source.path: source.text for source in read}
        self._lines: dict[str, list[str]] = {}

    def path(self, span: Span) -> str:
        return shown_file(span.file, self._package)

    def place(self, span: Span) -> str:
        return f"{on_one_line(self.path(span))}:{span.line}:{span.column}"

    def line(self, span: Span) -> str | None:
        """The source line of a span; None where there is none to show, as of a file that is not text."""
        lines = self._lines.get(span.file)
        if lines is None:
            text = self._texts.get(span.file, "")
            lines = self._lines[span.file] = rows_of(text)
        line = lines[span.line - 1] if 1 <= span.line <= len(lines) else ""
        return line if line.strip() else None


# ------------------------------------------------------------------ blocks of text


def _block(problem: Diagnostic, texts: _Texts) -> list[StyledLine]:
    sure = "" if problem.confidence == "certain" else f" ({problem.confidence})"
    head = f"{problem.severity}[{problem.code}]"
    lines: list[StyledLine] = [[(head, problem.severity), (on_one_line(f"{sure}: {problem.message}"), "")]]
    lines += _place(problem.span, texts, on_one_line(problem.help), problem.severity)
    for other in problem.related[:SHOWN]:
        lines += _place(other.span, texts, on_one_line(other.message), "place")
    return lines + ([[("  ", ""), (beyond, "place")]] if (beyond := _beyond(problem)) else [])


def _beyond(problem: Diagnostic) -> str:
    """What is said of the places that are not shown."""
    left = len(problem.related) - SHOWN
    return f"and in {counted(left, 'other line')}" if left > 0 else ""


def _place(span: Span, texts: _Texts, remark: str, style: str) -> list[StyledLine]:
    """Where it is, the source line, and the stretch underlined with what there is to say of it."""
    if not span.file:
        return [[("  ", ""), (remark, "help")]] if remark else []
    lines: list[StyledLine] = [[("  ", ""), (texts.place(span), "place")]]
    source = texts.line(span)
    if source is None:
        return lines + ([[("  ", ""), (remark, "help")]] if remark else [])
    start = span.column - 1
    end = span.end_column - 1 if span.end_line == span.line else len(source.rstrip())
    source, start, end = _clipped(source, start, max(end, start + 1))
    margin = len(str(span.line))
    before = _width(source[:start])
    marks = "^" * max(1, _width(source[start:end]) if end <= len(source) else end - start)
    lines.append([(f"{span.line} │ ", "margin"), (on_one_line(source.replace("\t", " " * TAB)), "")])
    said = f" {remark}" if remark else ""
    lines.append([(f"{' ' * margin} │ ", "margin"), (" " * before, ""), (marks, style), (said, "help")])
    return lines


def _clipped(source: str, start: int, end: int) -> tuple[str, int, int]:
    """A long line cut down to what surrounds the stretch."""
    source = source.rstrip()
    end = min(end, max(len(source), start + 1))
    if len(source) <= MAX_WIDTH:
        return source, start, end
    first = max(0, min(start - MAX_WIDTH // 4, len(source) - MAX_WIDTH))
    piece = source[first : first + MAX_WIDTH]
    head, tail = "… " if first else "", " …" if first + MAX_WIDTH < len(source) else ""
    shift = len(head) - first
    return head + piece + tail, start + shift, min(end + shift, len(head) + len(piece))


def _width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if character == "\t":
        return TAB
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _painted(line: StyledLine, colour: bool) -> str:
    if not colour:
        return "".join(text for text, _ in line).rstrip()
    return _paint()(line)


@cache
def _paint() -> Callable[[StyledLine], str]:
    from rich.console import Console
    from rich.text import Text

    console = Console(force_terminal=True, width=10_000, highlight=False)

    def paint(line: StyledLine) -> str:
        with console.capture() as captured:
            console.print(Text.assemble(*((text, STYLES[style]) for text, style in line)), end="")
        return captured.get().rstrip()

    return paint


# ------------------------------------------------------------------ one line, one record


def _one_line(problem: Diagnostic, texts: _Texts) -> str:
    parts = [
        f"{texts.place(problem.span)}: " if problem.span.file else "",
        f"{problem.severity} {problem.code}: {problem.message}",
    ]
    if problem.help:
        parts.append(f"; {problem.help}")
    parts += [f"; {other.message}, {texts.place(other.span)}" for other in problem.related[:SHOWN]]
    parts += [f"; {beyond}"] if (beyond := _beyond(problem)) else []
    return on_one_line("".join(parts))


def _record(problem: Diagnostic, texts: _Texts) -> Document:
    span = problem.span
    return {
        "code": problem.code,
        "severity": problem.severity,
        "confidence": problem.confidence,
        "file": texts.path(span),
        "line": max(1, span.line),
        "column": max(1, span.column),
        "end_line": max(1, span.end_line),
        "end_column": max(1, span.end_column),
        "message": problem.message,
        "found": problem.found or None,
        "expected": problem.expected or None,
        "help": problem.help or None,
        "related": [_related(other, texts) for other in problem.related],
        "suppressed": problem.suppressed,
    }


def _related(other: Related, texts: _Texts) -> Document:
    line, column = max(1, other.span.line), max(1, other.span.column)
    return {"file": texts.path(other.span), "line": line, "column": column, "message": other.message}
