"""Text → chunks: one for each declaration, with its documentation, and every drawing folded away.

A declaration begins at the margin. Cutting there keeps a mistake in one card from hiding those in the next
one, and lets an unchanged declaration be reused when a file is compiled again.
"""

import re
from typing import NamedTuple

from tilewright.schemas.wording import counted

from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..source import Source, Span, Word
from .characters import without_harm

MAX_FILE = 500_000
MAX_DECLARATIONS = 10_000
MAX_LINE = 2_000
MAX_INDENT = 80

FOLDED = re.compile(r"\x02(\d+)\x03$")
"""What stands for a drawing once it has been folded away: its number, between signs that no text can have
here any more, or a line of a stranger's could pass for a drawing that is not there.
"""
PART_OF_BOARD = re.compile(r" *(signs|spaces|links): *(#.*)?$")
"""A line of a board that stands beside its drawing, with a table below."""
_DRAWING = re.compile(r"^( +)([a-z]+): *(#.*)?$")
_LONG_WORD = re.compile(r"[A-Za-z]{4}|^ *\|")
"""What a drawing has none of, or a row of a table."""


class Chunk(NamedTuple):
    """One declaration: its lines (for each drawing a mark, `FOLDED`), their place, and the `##` above it."""

    file: str
    first_line: int
    lines: tuple[str, ...]
    drawings: tuple[tuple[Word, ...], ...]
    doc: str

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def drawing(self, line: str) -> tuple[Word, ...]:
        """What was folded away at the end of a line, or of a part of it; nothing if there was no drawing."""
        mark = FOLDED.search(line)
        return self.drawings[int(mark[1])] if mark else ()


def layout(source: Source) -> tuple[list[Chunk], list[Diagnostic]]:
    """Cut a file into declarations. A line that breaks a rule of layout is reported and left out."""
    problems = _limits(source)
    if problems:
        return [], problems
    text, problems = without_harm(source.path, source.text)
    lines = text.split("\n")
    tabs = []
    for number, line in enumerate(lines):
        problem = _line_problem(source.path, number + 1, line)
        if problem:
            problems.append(problem)
            lines[number] = ""
        elif "\t" in (indent := line[: len(line) - len(line.lstrip(" \t"))]):
            tabs.append(
                Span(source.path, number + 1, indent.index("\t") + 1, number + 1, indent.index("\t") + 2)
            )
            lines[number] = indent.replace("\t", " ") + line.lstrip(" \t")  # columns stay as they are
    if tabs:
        more = f", and in {counted(len(tabs) - 1, 'more line')}" if len(tabs) > 1 else ""
        problems.append(codes.TAB.at(tabs[0], more=more))
    chunks = _chunks(source.path, lines, problems)
    if len(chunks) > MAX_DECLARATIONS:
        row = chunks[MAX_DECLARATIONS].first_line
        here = Span(source.path, row, 1, row, 2)
        return [], [
            codes.TOO_LARGE.at(
                here, what="this file", size=f"{len(chunks)} declarations", limit=MAX_DECLARATIONS
            )
        ]
    return chunks, problems


def _limits(source: Source) -> list[Diagnostic]:
    start = Span(source.path, 1, 1, 1, 1)
    if "\0" in source.text:
        return [codes.NOT_TEXT.at(start, why="it contains a zero byte")]
    if len(source.text) > MAX_FILE:
        return [
            codes.TOO_LARGE.at(start, what="this file", size=f"{len(source.text)} characters", limit=MAX_FILE)
        ]
    return []


def _line_problem(path: str, number: int, line: str) -> Diagnostic | None:
    indent = line[: len(line) - len(line.lstrip())]
    here = Span(path, number, 1, number, 2)
    if len(line) > MAX_LINE:
        return codes.TOO_LARGE.at(here, what="this line", size=f"{len(line)} characters", limit=MAX_LINE)
    if len(indent) > MAX_INDENT:
        return codes.TOO_LARGE.at(
            here, what="the indentation of this line", size=f"{len(indent)} spaces", limit=MAX_INDENT
        )
    return None


def _chunks(path: str, lines: list[str], problems: list[Diagnostic]) -> list[Chunk]:
    chunks: list[Chunk] = []
    doc: list[str] = []
    row = 0
    while row < len(lines):
        line = lines[row]
        if not line.strip() or line.startswith("#"):
            if line.startswith("##"):
                doc.append(line[2:].strip())
            row += 1
            continue
        if line[0] == " ":
            problems.append(codes.BAD_INDENT.at(Span(path, row + 1, 1, row + 1, len(line.rstrip()) + 1)))
        end = row + 1
        while end < len(lines) and (not lines[end].strip() or lines[end][0] == " "):
            end += 1
        while not lines[end - 1].strip():
            end -= 1
        folded, drawings = _fold_drawings(path, lines[row:end], row + 1)
        chunks.append(Chunk(path, row + 1, tuple(folded), tuple(drawings), "\n".join(doc)))
        doc = []
        row = end
    return chunks


def _fold_drawings(path: str, lines: list[str], first_line: int) -> tuple[list[str], list[tuple[Word, ...]]]:
    """Replace each drawing by a numbered mark, so that the grammar need not read it; line numbers stay."""
    folded: list[str] = []
    drawings: list[tuple[Word, ...]] = []
    row = 0
    while row < len(lines):
        match = _DRAWING.match(lines[row])
        if not match or not _is_drawing(match[2], lines[row + 1 :]):
            folded.append(lines[row])
            row += 1
            continue
        indent = len(match.group(1))
        end = row + 1
        while end < len(lines) and (not lines[end].strip() or _indent(lines[end]) > indent):
            if PART_OF_BOARD.match(lines[end]):
                break  # it is said there that it stands too deep
            end += 1
        drawn = lines[row + 1 : end]
        while drawn and not drawn[-1].strip():
            drawn.pop()
        margin = min((_indent(line) for line in drawn if line.strip()), default=0)
        drawings.append(
            tuple(_drawn(path, first_line + row + 1 + i, margin, line) for i, line in enumerate(drawn))
        )
        folded.append(f"{match[1]}{match[2]}: \x02{len(drawings) - 1}\x03")
        folded.extend([""] * (end - row - 1))
        row = end
    return folded, drawings


def _is_drawing(word: str, below: list[str]) -> bool:
    """Whether a drawing stands below a word: `drawing`, or nearly that and what reads like nothing else."""
    nearly = 4 <= len(word) <= 9 and len(set(word) - set("drawing")) < 2 and len(set(word)) > 3
    first = next((line for line in below if line.strip()), "") if nearly else ""
    return word == "drawing" or (nearly and not _LONG_WORD.search(first))


def _drawn(path: str, number: int, margin: int, line: str) -> Word:
    return Word(line[margin:].rstrip(), Span(path, number, margin + 1, number, len(line) + 1))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
