"""Texts with values in them: `"{n} {n|card|cards} of {target}"`."""

import re

from tilewright.schemas.wording import counted, forms_of

from ..problems import codes
from ..reading.parse import GAP, parse_expression
from ..source import Span, Word
from .expressions import check
from .scope import Op, Scope

FORMS = forms_of("en")


def text(quoted: Word, scope: Scope, role: str = "text") -> Op:
    """A text's id and the values that fill its gaps. Its role (`say`, `ask`, `label` …) is part of the id."""
    values: list[Op] = []
    filled: dict[str, int] = {}
    words = str(quoted)[1:-1]
    start = quoted.span

    def fill(match: re.Match[str]) -> str:
        said, forms = match.group(1), match.group(2)
        column = start.column + 1 + match.start(1)
        span = Span(start.file, start.line, column, start.line, column + len(said))
        if forms.count("|") not in (0, FORMS):
            scope.context.report(
                codes.FORMS_OF_WORD.at(span, gap=match[0], given=counted(forms.count("|"), "form"))
            )
        if forms and said in filled:  # a word that goes with a number which is said as well
            return f"{{{filled[said]}{forms}}}"
        if not said.strip():
            scope.context.report(
                codes.EMPTY_GAP.at(span._replace(column=column - 1, end_column=span.end_column + 1))
            )
            return ""
        node, problems = parse_expression(said, span)
        scope.context.problems.extend(problems)
        if node is not None:
            found = check(node, scope)
            if forms and found.type.base not in ("number", "list", "any"):
                told = codes.WRONG_TYPE.at(
                    span, expected="a number, or a set that is counted,", found=found.type.readable()
                )
                scope.context.report(told)
            values.append({"value": found.op, "type": str(found.type)})
            filled[said] = len(values) - 1
        return f"{{{len(values) - 1}{forms}}}"

    template = GAP.sub(fill, words)
    return {"text": scope.context.text(scope.body.text_id(role), template, start), "values": values}
