"""Tables in stories: columns that their stories never name, which mean nothing, and rows that stand twice.

A column counts as named wherever its word stands, in a story before it too.
"""

from collections.abc import Iterator

from .. import nodes
from ..check import scenes
from ..nodes.node import nodes_in
from ..problems import codes
from ..problems.diagnostics import Diagnostic, Related
from ..resolve.things import cells
from ..source import Span
from .facts import Facts


def story_tables(facts: Facts) -> Iterator[Diagnostic]:
    """Each column of which a story says nothing, and each row that another one says already."""
    model = facts.checked.model
    for story in model.tests:
        table = next((one for one in story.entries if isinstance(one, nodes.TestCases)), None)
        if table is None or not facts.own(story.span):
            continue
        named = set(_named(tuple(one for other in scenes.built_on(story, model) for one in other.entries)))
        for column in cells(table.rows[0]):
            if column not in named:
                yield codes.IDLE_COLUMN.at(column.span, name=column)
        yield from _rows_twice(table)


def _rows_twice(table: nodes.TestCases) -> Iterator[Diagnostic]:
    first: dict[tuple[str, ...], Span] = {}
    for row in table.rows[1:]:
        earlier = first.setdefault(tuple(map(str, cells(row))), row.span)
        if earlier != row.span:
            yield codes.ROW_TWICE.at(row.span, related=(Related(earlier, "the first is here"),))


def _named(entries: tuple[nodes.SyntaxNode, ...]) -> Iterator[str]:
    for node in nodes_in(entries):
        match node:
            case nodes.Name(name=word) | nodes.FaceName(word=word) | nodes.Function(name=word):
                yield str(word)
            case nodes.Call(verb=word):
                yield str(word)
