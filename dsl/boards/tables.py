"""Tables of a board: `| a | b |` rows → cells that know their place. What they mean, the readers say."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from tilewright.schemas.wording import counted

from ..nodes import EntryTable
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..problems.odd_tables import odd_head
from ..problems.twice import given_twice
from ..source import Span, Word
from .shape import Exact, ExactPoint, KindLookup, whole

_NUMBER = re.compile(r"-?\d+(?:\.\d+|/[1-9]\d*)?$")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*$")


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row: its cells by column; empty cells are left out."""

    cells: Mapping[Word, Word]
    span: Span

    def __contains__(self, column: str) -> bool:
        return column in self.cells

    def __getitem__(self, column: str) -> Word:
        return self.cells[Word(column)]

    def get(self, *columns: str) -> Word | None:
        """The cell of the first of these columns that has one."""
        return next((self[column] for column in columns if column in self), None)

    def others(self, *columns: str) -> dict[Word, Word]:
        """The cells of all columns but these: values of properties."""
        return {column: cell for column, cell in self.cells.items() if column not in columns}


class TableText(NamedTuple):
    """A table as written: its head and the rows below it."""

    columns: tuple[Word, ...]
    rows: tuple[TableRow, ...]
    span: Span

    def lacks(self, *columns: str) -> list[Diagnostic]:
        """A problem for each column that must be there and is not."""
        return [
            codes.MISSING_COLUMN.at(self.span, column=column, found=", ".join(self.columns))
            for column in columns
            if column not in self.columns
        ]


def read_table(entry: EntryTable) -> tuple[TableText, list[Diagnostic]]:
    """Cut the rows into cells. A row that does not fit the head is reported and left out."""
    columns, *rest = [split_row(row) for row in entry.rows] or [()]
    rows: list[TableRow] = []
    problems: list[Diagnostic] = []
    odd = odd_head(entry.rows, len(columns), [len(row) for row in rest])
    if odd is not None:
        return TableText(columns, (), entry.span), [odd]
    problems += given_twice((column for column in columns if column), entry.name)
    for line, cells in zip(entry.rows[1:], rest, strict=True):
        if len(cells) != len(columns):
            problems.append(
                codes.BOARD_ROW.at(line.span, found=counted(len(cells), "cell"), expected=str(len(columns)))
            )
        else:
            rows.append(
                TableRow(
                    {column: cell for column, cell in zip(columns, cells, strict=True) if cell}, line.span
                )
            )
    return TableText(tuple(columns), tuple(rows), entry.rows[0].span if entry.rows else entry.span), problems


def split_row(row: Word) -> tuple[Word, ...]:
    r"""The cells of `| a | b |` without the blanks around them; `\|` is a bar inside a cell."""
    cells: list[Word] = []
    start = 1
    for match in re.finditer(r"(?<!\\)\|", row[1:]):
        end = match.start() + 1
        cells.append(_cell(row, start, end))
        start = end + 1
    rest = row[start:].strip()
    if rest and not rest.startswith("#"):
        cells.append(_cell(row, start, len(row)))
    return tuple(cells)


def _cell(row: Word, start: int, end: int) -> Word:
    raw = row[start:end]
    lead = len(raw) - len(raw.lstrip()) if raw.strip() else 0
    span = part(row, start + lead, start + lead + max(len(raw.strip()), 1))
    return Word(raw.strip().replace("\\|", "|"), span)


def part(word: Word, start: int, end: int) -> Span:
    """Where the characters `start` to `end` of a word on one line stand."""
    here = word.span
    return Span(here.file, here.line, here.column + start, here.line, here.column + end)


MAX_COORDINATE = 10_000
MAX_PARTS = 1_000
"""Parts of a whole, such as thirds, in which places may be given. Sides are compared in those of all."""


def read_numbers(cell: Word, count: int) -> tuple[Exact, ...] | None:
    """`3, 1/2` as exact numbers, or None if they are not that many."""
    texts = [text.strip() for text in re.split(r"[,\s]\s*", cell.strip()) if text.strip()]
    if len(texts) != count or not all(_NUMBER.match(text) for text in texts):
        return None
    return tuple(whole(Fraction(text)) for text in texts)


def read_point(cell: Word) -> tuple[ExactPoint | None, list[Diagnostic]]:
    """`4, 0` as a point."""
    numbers = read_numbers(cell, 2)
    if numbers is None:
        return None, [codes.BOARD_POINT.at(cell.span, found=f"`{cell}`", expected="numbers")]
    problems = too_far(cell, numbers)
    return (None if problems else (numbers[0], numbers[1])), problems


def too_far(cell: Word, numbers: Iterable[Exact]) -> list[Diagnostic]:
    """What is wrong with a place, or with how large something is, that goes beyond all boards."""
    expected = ""
    for number in numbers:
        if not -MAX_COORDINATE <= number <= MAX_COORDINATE:
            expected = f"numbers from -{MAX_COORDINATE:,} to {MAX_COORDINATE:,}"
        elif Fraction(number).denominator > MAX_PARTS:
            expected = "numbers no finer than thousandths"
    return [codes.BOARD_POINT.at(cell.span, found=f"`{cell}`", expected=expected)] if expected else []


def values_of(
    row: TableRow, kind: str, kinds: KindLookup, *known: str
) -> tuple[dict[str, Word], list[Diagnostic]]:
    """The cells that are properties of `kind`; a column that is neither known nor a property is a problem.

    It is told at the head of the column, and so is the same for all rows of that kind.
    """
    values = row.others(*known)
    problems = [no_property(kind, column, kinds) for column in values if not kinds.has_property(kind, column)]
    return {
        str(column): cell for column, cell in values.items() if kinds.has_property(kind, column)
    }, problems


def no_property(kind: str, name: Word, kinds: KindLookup) -> Diagnostic:
    """What is said of a value that a kind has no property for."""
    way = None
    if name == "title":
        way = f'a link is called as its kind is: `kind {kind} "…" is link`'
        if kinds.is_space(kind):
            way = f"a sign may stand for many: write a table `spaces:` with the columns `{kind}` and `title`"
    return codes.BOARD_PROPERTY.at(name.span, help=way, kind=kind, found=str(name), name=name)


def is_name(text: str) -> bool:
    """Whether the language can say it: letters, digits and `_`, no digit first."""
    return _NAME.match(text) is not None
