"""What tables list about a board: its spaces with their values, and its links."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from ..nodes import EntryTable
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..problems.suggest import nearest
from ..source import Word
from .shape import KindLookup, ShapedLink
from .tables import TableRow, TableText, is_name, read_table, values_of

# Columns that place or name a space; all others are properties, and so are these where its kind has them.
PLACING = ("at", "size", "layer", "outline", "sign", "title")
_FROM, _TO, _LINK = ("from", "between"), ("to", "and"), ("link", "kind")


class ListedSpace(NamedTuple):
    """A row of a table of spaces: name (first column), kind and values, and the row for the rest."""

    name: Word
    kind: str
    values: dict[str, Word]
    row: TableRow

    @property
    def title(self) -> Word:
        """What people call it; empty where the table says nothing."""
        cell = None if "title" in self.values else self.row.get("title")
        return Word("") if cell is None else Word(cell.strip('"'), cell.span)


def read_spaces(
    entries: Sequence[EntryTable], of: str, kinds: KindLookup
) -> tuple[dict[str, ListedSpace], list[Diagnostic]]:
    """The rows of all tables of spaces by name. The head of the first column may be their kind."""
    listed: dict[str, ListedSpace] = {}
    problems: list[Diagnostic] = []
    for entry in entries:
        table, found = read_table(entry)
        problems += found
        if not table.columns:
            continue
        head = str(table.columns[0])
        kind = head if kinds.is_space(head) else of
        known = [column for column in PLACING if not kinds.has_property(kind, column)]
        for row in table.rows:
            name = row.get(head)
            values, found = values_of(row, kind, kinds, head, *known)
            problems += found
            if name is None or not is_name(name):
                span = name.span if name is not None else row.span
                problems.append(codes.NOT_A_NAME.at(span, found=f"`{name or ''}`"))
            elif name in listed:
                problems.append(codes.SPACE_TWICE.at(name.span, found=str(name)))
            else:
                listed[str(name)] = ListedSpace(name, kind, values, row)
    return listed, list(dict.fromkeys(problems))


def read_links(
    entries: Sequence[EntryTable], names: Collection[str], kinds: KindLookup
) -> tuple[tuple[ShapedLink, ...], list[Diagnostic]]:
    """The links of all `links:` tables: columns `link` (the kind), `from` and `to` (or `between`, `and`)."""
    links: list[ShapedLink] = []
    problems: list[Diagnostic] = []
    for entry in entries:
        table, found = read_table(entry)
        lacking = _lacking(table)
        problems += found + lacking
        for row in () if lacking else table.rows:
            link, found = _read_link(row, names, kinds)
            problems += found
            if link:
                links.append(link)
    return tuple(links), list(dict.fromkeys(problems))


def not_drawn(name: Word) -> Diagnostic:
    """A space that is listed, but not drawn."""
    return codes.NOT_DRAWN.at(name.span, found=str(name), what=f"`{name}` is", proposal="")


def _lacking(table: TableText) -> list[Diagnostic]:
    return [
        problem
        for choices in (_LINK, _FROM, _TO)
        if not set(choices) & set(table.columns)
        for problem in table.lacks(choices[0])
    ]


def _read_link(
    row: TableRow, names: Collection[str], kinds: KindLookup
) -> tuple[ShapedLink | None, list[Diagnostic]]:
    kind, start, end = row.get(*_LINK), row.get(*_FROM), row.get(*_TO)
    if kind is None or start is None or end is None:
        missing = (
            "its kind" if kind is None else "where the link begins" if start is None else "where it ends"
        )
        return None, [codes.LINK_ENDS.at(row.span, found=missing)]
    if not kinds.is_link(kind):
        proposal = nearest(kind, (name for name in kinds.names() if kinds.is_link(name)))
        return None, [
            codes.BOARD_KIND.at(kind.span, found=str(kind), name=kind, expected="link", proposal=proposal)
        ]
    values, problems = values_of(row, kind, kinds, *_LINK, *_FROM, *_TO, "one_way")
    for side in (start, end):
        if side not in names:
            problems.append(
                codes.UNKNOWN_END.at(
                    side.span, name=str(side), found=str(side), proposal=nearest(side, names)
                )
            )
    if any(side not in names for side in (start, end)):
        return None, problems
    one_way = row.get("one_way") == "yes"
    return ShapedLink(str(kind), (str(start), str(end)), None, row.span, values, one_way), problems
