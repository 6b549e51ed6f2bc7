"""Stories that build on others: `after "TITLE"`, and `cases`, a table whose rows are stories of their own.

What comes out are plain stories, as if the author had written each of them in full; tests.py checks those.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from tilewright.schemas.wording import counted

from .. import nodes
from ..model import Model
from ..nodes.node import nodes_in
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..problems.odd_tables import odd_head
from ..problems.suggest import nearest
from ..problems.twice import given_twice
from ..reading.parse import parse_value
from ..resolve.things import cells
from ..source import Span, Word
from ..vocabulary import FUNCTIONS
from .scope import Context

MOST_BEFORE = 20
"""So many stories may begin one where the other ends."""
MOST_CASES = 100
_NAMING = nodes.Let | nodes.Named | nodes.ForEach | nodes.Together | nodes.Choose | nodes.Roll
"""What gives a name to something, in the lines of a story."""
_COMPARING = nodes.ExpectSameView | nodes.ExpectOtherView


def told(story: nodes.Test, context: Context) -> Iterator[nodes.Test]:
    """The stories that one stands for: itself with all that happens before, once for each of its cases."""
    entries = (*_before(story, context), *story.entries)
    table = next((one for one in story.entries if isinstance(one, nodes.TestCases)), None)
    plain = tuple(one for one in entries if not isinstance(one, nodes.TestAfter | nodes.TestCases))
    if table is None:
        yield nodes.Test(story.title, story.label, plain, story.span)
        return
    _own_names(plain, cells(table.rows[0]), context)
    for title, row in _rows(table, context):
        title = Word(f'"{story.title[1:-1]} ({title})"', story.title.span)
        yield nodes.Test(title, story.label, _filled(plain, row, context.model), story.span)


def board_of(story: nodes.Test, model: Model) -> str | None:
    """What a story is played on: what it says, or else what the story before it is played on."""
    for _ in range(MOST_BEFORE):
        for entry in story.entries:
            if isinstance(entry, nodes.TestOn):
                return str(entry.board)
        before = _after(story)
        found = None if before is None else _titled(before.title, model)
        if found is None:
            return None
        story = found
    return None


def board_named(title: str, model: Model) -> str | None:
    """What the story of a title is played on."""
    story = _titled(f'"{title}"', model)
    return None if story is None else board_of(story, model)


def compared(title: Word, by: str, context: Context) -> nodes.Test | None:
    """The story with whose end another one compares its own: all that it gives and does, and no expectation.

    None, and told, if there is no such story. `by`, the name of the other one, keeps their texts apart.
    """
    story = _titled(title, context.model)
    if story is None:
        _unknown(title, context)
        return None
    if any(isinstance(one, nodes.TestCases) for one in story.entries):
        message = f"{title} is a table of cases, and nothing says which of them is meant"
        proposal = "compare with a test of its own"
        context.report(codes.BAD_RULE.at(title.span, message=message, proposal=proposal))
        return None
    left_out = nodes.TestAfter | nodes.TestExpect
    entries = tuple(
        one for one in (*_before(story, context), *story.entries) if not isinstance(one, left_out)
    )
    return nodes.Test(Word(f'"{by} and {title[1:-1]}"', title.span), None, entries, story.span)


def built_on(story: nodes.Test, model: Model) -> list[nodes.Test]:
    """The story, and all that its check looks at: those before it, and those that it compares with."""
    found: dict[int, nodes.Test] = {}
    waiting: list[nodes.Test | None] = [story]
    while waiting:
        one = waiting.pop()
        if one is None or id(one) in found:
            continue
        found[id(one)] = one
        for entry in one.entries:
            match entry:
                case nodes.TestAfter(title=title):
                    waiting.append(_titled(title, model))
                case nodes.TestExpect(lines=lines):
                    waiting += [_titled(line.title, model) for line in lines if isinstance(line, _COMPARING)]
    return list(found.values())


# ------------------------------------------------------------------ one story after another


def _before(story: nodes.Test, context: Context) -> tuple[nodes.SyntaxNode, ...]:
    """What the stories before this one give and do, the first of them first."""
    model, own = context.model, board_of(story, context.model)
    found: tuple[nodes.SyntaxNode, ...] = ()
    seen = [str(story.title)]
    while (after := _after(story)) is not None:
        earlier = _titled(after.title, model)
        wrong = ""
        if earlier is None:
            _unknown(after.title, context)
            break
        if str(earlier.title) in seen or len(seen) > MOST_BEFORE:
            wrong = "this story comes after itself"
        elif any(isinstance(one, nodes.TestCases) for one in earlier.entries):
            wrong = f"{after.title} is a table of cases, and nothing says which of them is meant"
        elif board_of(earlier, model) != own:
            wrong = f"{after.title} is played on another board"
        if wrong:
            proposal = (
                "begin after a story that is played on the same board, has no cases and does not come later"
            )
            context.report(codes.BAD_RULE.at(after.span, message=wrong, proposal=proposal))
            break
        seen.append(str(earlier.title))
        found = (*(one for one in earlier.entries if not isinstance(one, nodes.TestExpect)), *found)
        story = earlier
    return found


def _after(story: nodes.Test) -> nodes.TestAfter | None:
    return next((one for one in story.entries if isinstance(one, nodes.TestAfter)), None)


def _unknown(title: Word, context: Context) -> None:
    titles = [str(one.title)[1:-1] for one in context.model.tests]
    near = nearest(title[1:-1], titles)
    context.report(codes.UNKNOWN_TEST.at(title.span, name=title[1:-1], near=near))


def _titled(title: str, model: Model) -> nodes.Test | None:
    return next((one for one in model.tests if str(one.title) == str(title)), None)


# ------------------------------------------------------------------ tables of cases


def _rows(table: nodes.TestCases, context: Context) -> Iterator[tuple[str, dict[str, nodes.SyntaxNode]]]:
    """What each row is called, and what stands in it for the names of the columns."""
    header, *body = [cells(row) for row in table.rows]
    odd = odd_head(table.rows, len(header), [len(row) for row in body]) or _no_names(header)
    if odd is not None:
        context.report(odd)
        return
    context.problems += given_twice(header, "cases")
    wrong = [
        (source, row) for source, row in zip(table.rows[1:], body, strict=True) if len(row) != len(header)
    ]
    for source, row in wrong:
        context.report(
            codes.BAD_TABLE.at(
                source.span,
                message=f"this row has {counted(len(row), 'cell')}, the head {len(header)}",
                proposal=f"the head names {', '.join(header)}: write a cell for each of them",
            )
        )
    if not body:
        context.report(
            codes.BAD_TABLE.at(
                table.span,
                message="this table has no cases",
                proposal="write the names of the columns in its first row, and a row for each case below",
            )
        )
    if wrong or not body:
        return
    if len(body) > MOST_CASES:
        context.report(
            codes.TOO_LARGE.at(table.span, what="this table", size=f"{len(body)} rows", limit=MOST_CASES)
        )
        return
    for row in body:
        found: dict[str, nodes.SyntaxNode] = {}
        for name, cell in zip(header, row, strict=True):
            values, problems = parse_value(cell, cell.span)
            context.problems.extend(problems)
            if len(values) == 1:
                found[str(name)] = values[0]
            elif not problems:
                context.report(
                    codes.BAD_TABLE.at(
                        cell.span,
                        message="one value is needed in each cell",
                        proposal="write one value; several need columns of their own",
                    )
                )
        if len(found) == len(header):
            yield ", ".join(row), found


def _no_names(header: list[Word]) -> Diagnostic | None:
    """What is wrong with a first row that holds values instead of the names of its columns."""
    value = next((cell for cell in header if not cell.isidentifier() or cell in ("yes", "no", "none")), None)
    if value is None:
        return None
    return codes.BAD_TABLE.at(
        value.span,
        message=f"the first row of a table of cases names its columns, and `{value}` is no name",
        proposal="write a row above it with a name for each column, by which the test speaks of them",
    )


def _own_names(plain: tuple[nodes.SyntaxNode, ...], header: list[Word], context: Context) -> None:
    """Report what a story calls like a column: nobody could tell which of them is meant."""
    for node in nodes_in(plain):
        word = node.name if isinstance(node, _NAMING) else getattr(node, "result", None)
        if isinstance(word, Word) and word in header:
            message = f"`{word}` is a column of this story's cases, and cannot be something else in it"
            context.report(
                codes.BAD_RULE.at(word.span, message=message, proposal="give one of the two another name")
            )


def _filled(node: object, row: Mapping[str, nodes.SyntaxNode], model: Model) -> Any:
    """The same with the row's values for the names of its columns.

    A column may name verbs, or what is asked with parentheses. One that is called like a verb or define that
    there is stands for a value only.
    """
    if isinstance(node, tuple) and not isinstance(node, Span):
        return tuple(_filled(one, row, model) for one in node)
    if not isinstance(node, nodes.SyntaxNode):
        return node
    match node:
        case nodes.Name(name=name) if name in row:
            return row[name]
        case nodes.FaceName(word=name) if name in row:
            return _face(row[name])
        case nodes.Call(verb=name) if name not in model.verbs and isinstance(
            named := row.get(name), nodes.Name
        ):
            arguments, labels = _filled((node.arguments, node.labels), row, model)
            return nodes.Call(named.name, arguments, labels, node.result, node.span)
        case nodes.Function(name=name) if isinstance(named := row.get(name), nodes.Name):
            if name not in model.defines and name not in FUNCTIONS and name not in model.relations:
                return nodes.Function(named.name, _filled(node.inputs, row, model), node.span)
    return type(node)(*(_filled(getattr(node, field), row, model) for field in node.__match_args__))


def _face(value: nodes.SyntaxNode) -> nodes.SyntaxNode:
    """A value as the face of a die."""
    span: Span = value.span
    match value:
        case nodes.Number(digits=digits):
            return nodes.Positive(digits, span)
        case nodes.Negative(of=nodes.Number(digits=digits)):
            return nodes.NegativeNumber(digits, span)
        case nodes.Name(name=name):
            return nodes.FaceName(name, span)
    return nodes.FaceName(Word("", span), span)
