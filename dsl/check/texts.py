"""Texts with values in them: `"{n} cards of {target}"`."""

import re

from ..problems import codes
from ..reading.parse import GAP, parse_expression
from ..source import Span, Word
from .expressions import check
from .scope import Op, Scope


def text(quoted: Word, scope: Scope, role: str = "text") -> Op:
    """A text's id and the values that fill its gaps. Its role (`say`, `ask`, `label` …) is part of the id."""
    values: list[Op] = []
    words = str(quoted)[1:-1]
    start = quoted.span

    def fill(match: re.Match[str]) -> str:
        column = start.column + 1 + match.start(1)
        span = Span(start.file, start.line, column, start.line, column + len(match.group(1)))
        if not match.group(1).strip():
            scope.context.report(
                codes.EMPTY_GAP.at(span._replace(column=column - 1, end_column=span.end_column + 1))
            )
            return ""
        node, problems = parse_expression(match.group(1), span)
        scope.context.problems.extend(problems)
        if node is not None:
            found = check(node, scope)
            values.append({"value": found.op, "type": str(found.type)})
        return "{" + str(len(values) - 1) + "}"

    template = GAP.sub(fill, words)
    return {"text": scope.context.text(scope.body.text_id(role), template, start), "values": values}
