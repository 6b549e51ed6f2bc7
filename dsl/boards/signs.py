"""What the signs of a drawing mean: the `signs:` table over the standard signs.

A meaning is a list of parts: the name of a kind of space or link, and values of its properties
(`door, barricaded: yes`); a meaning without a kind is one of the board's own squares.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ..nodes import EntryTable
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..problems.suggest import nearest
from ..problems.twice import given_twice
from ..source import Span, Word
from .shape import NO_VALUES, WALL, ExactSegment, KindLookup, ShapedLink, ShapedSpace
from .tables import TableRow, no_property, part, read_table, split_row


class Meaning(NamedTuple):
    """A sign's kind (None: the board's own kind of space) and the values it gives."""

    kind: str | None
    is_link: bool
    values: Mapping[str, Word] = NO_VALUES
    broken: bool = False  # its row is reported; nothing more is to be said where it is drawn

    def said(self) -> str:
        """The meaning in a message: `door`."""
        return f"`{self.kind}`" if self.kind else "a space"


_OTHER_SIGN = "leave out one of them, or draw another sign for it"
BROKEN = Meaning(None, False, broken=True)
Signs = Mapping[str, Meaning]

STANDARD: Signs = {".": Meaning(None, False), "-": Meaning(WALL, True), "|": Meaning(WALL, True)}


def read_signs(entries: tuple[EntryTable, ...], of: str, kinds: KindLookup) -> tuple[Signs, list[Diagnostic]]:
    """The standard signs, and those of the tables instead of or besides them."""
    signs = dict(STANDARD)
    problems: list[Diagnostic] = []
    for entry in entries:
        table, found = read_table(entry)
        problems += found + table.lacks("sign", "means")
        if {"sign", "means"} <= set(table.columns):
            met: dict[str, Span] = {}
            for row in table.rows:
                problems += _read_row(row, of, kinds, signs)
                explained = row["sign"].split() if "sign" in row else []
                twice = [*given_twice((Word(sign, row["sign"].span) for sign in explained), "signs", met)]
                signs |= {one.name: BROKEN for one in twice}  # nobody knows which of the two is meant
                problems += twice
        if found or not {"sign", "means"} <= set(table.columns):
            signs |= {sign: BROKEN for sign in _drawn(entry) if sign not in signs}
    return signs, problems


def _drawn(entry: EntryTable) -> set[str]:
    """The signs in the first cells of a table. A table with mistakes gives those that can be read."""
    first = [cell for row in entry.rows for cell in split_row(row)[:1]]
    return {sign for cell in first for sign in cell.split() if len(sign) == 1}


def _read_row(row: TableRow, of: str, kinds: KindLookup, signs: dict[str, Meaning]) -> list[Diagnostic]:
    if "sign" not in row:
        return [codes.BAD_SIGN.at(row.span, found="an empty cell", proposal="write the sign that is drawn")]
    meaning, problems = _read_meaning(row["sign"], row.get("means"), of, kinds)
    if "means" not in row:
        what, way = (
            "a space nothing",
            "write values or a kind as what it means; a plain space is drawn as `.`",
        )
        problems.append(
            codes.SIGN_SAYS_NOTHING.at(row["sign"].span, sign=row["sign"], what=what, proposal=way)
        )
    for sign in row["sign"].split():
        if len(sign) != 1 or sign == "+":
            hint = (
                "`+` is the corner of squares: choose another sign"
                if sign == "+"
                else "a sign is one character; write blanks between several"
            )
            problems.append(codes.BAD_SIGN.at(row["sign"].span, found=f"`{sign}`", proposal=hint))
        else:
            signs[sign] = meaning or BROKEN
    return problems


def _read_meaning(
    sign: str, cell: Word | None, of: str, kinds: KindLookup
) -> tuple[Meaning | None, list[Diagnostic]]:
    """`door, barricaded: yes` → what a sign means, or None with problems."""
    kind: Word | None = None
    values: dict[Word, Word] = {}
    problems: list[Diagnostic] = []
    met: dict[str, Span] = {}
    for text in _parts(cell):
        name, colon, value = text.partition(":")
        if colon:
            start = len(name) + 1 + len(value) - len(value.lstrip())
            named = Word(name.strip(), part(text, 0, len(name.rstrip())))
            problems += given_twice([named], sign, met)
            values[named] = Word(value.strip(), part(text, start, len(text)))
            if not value.strip():
                what, way = (
                    f"`{named}` no value",
                    f"write the value behind the colon, or leave out `{named}:`",
                )
                problems.append(codes.SIGN_SAYS_NOTHING.at(text.span, sign=sign, what=what, proposal=way))
        elif kinds.is_link(text) or kinds.is_space(text):
            if kind is not None:
                message = f"a sign stands for one kind, and this one for a `{kind}` already"
                problems.append(codes.BAD_TABLE.at(text.span, message=message, proposal=_OTHER_SIGN))
            kind = text
        else:
            first, _, rest = text.partition(" ")
            declare = f"declare it (`kind {text} is link`), or give a property a value: `{text}: yes`"
            if kinds.has_property(of, first):
                hint = f"write `{first}: {rest or 'yes'}`"
            else:
                hint = nearest(text, kinds.names()) or declare
            problems.append(
                codes.BOARD_KIND.at(
                    text.span, found=str(text), name=text, expected="space or link", proposal=hint
                )
            )
    owner = str(kind or of)
    if kinds.is_space(owner) or kinds.is_link(owner):  # what is neither is told where the board begins
        problems += [
            no_property(owner, name, kinds) for name in values if not kinds.has_property(owner, name)
        ]
    if problems:
        return None, problems
    given = {str(name): word for name, word in values.items()}
    return Meaning(kind and str(kind), kind is not None and kinds.is_link(kind), given), []


def _parts(cell: Word | None) -> list[Word]:
    """The parts between commas, each with its place."""
    parts: list[Word] = []
    start = 0
    for text in (cell or "").split(","):
        lead = len(text) - len(text.lstrip())
        if cell is not None and text.strip():
            span = part(cell, start + lead, start + lead + len(text.strip()))
            parts.append(Word(text.strip(), span))
        start += len(text) + 1
    return parts


def link_between(
    sides: tuple[ShapedSpace | None, ...],
    line: ExactSegment,
    meaning: Meaning,
    sign: str,
    span: Span,
    edge: str,
) -> tuple[ShapedLink | None, list[Diagnostic]]:
    """The link that a sign stands for between two places of a drawing. Beside no space a wall is
    idle, and anything else is a mistake.
    """
    names = tuple(str(space.name) for space in sides if space is not None)
    if names:
        return ShapedLink(meaning.kind or WALL, names, line, span, dict(meaning.values)), []
    if meaning.kind == WALL:
        return None, []
    return None, [codes.LINK_TO_NOTHING.at(span, found=meaning.kind or sign, edge=edge)]


def unknown(sign: str, span: Span) -> Diagnostic:
    """A sign that no table explains."""
    proposal = f"add a row to `signs:`, such as `| {sign} | door |`, or use `.` for a plain square"
    return codes.UNKNOWN_SIGN.at(span, found=f"`{sign}`", means="means", proposal=proposal)


@dataclass(slots=True, kw_only=True)
class Troubles:
    """What is wrong with a drawing while it is read; `troubled` are the rows that were reported."""

    problems: list[Diagnostic] = field(default_factory=list)
    troubled: set[int] = field(default_factory=set)

    def trouble(self, row: int, problem: Diagnostic) -> None:
        """Report the first problem of a row: what follows it is most likely shifted alike."""
        if row not in self.troubled:
            self.troubled.add(row)
            self.problems.append(problem)
