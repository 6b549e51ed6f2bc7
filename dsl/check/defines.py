"""Values that a game declares: `define NAME(INPUTS): TYPE = VALUE`, by cases, or by a table."""

from .. import nodes
from ..model import DefineSymbol
from ..problems import codes
from ..problems.cascades import OTHERWISE
from ..problems.twice import given_twice
from ..reading.parse import parse_value
from ..resolve.things import cells
from ..source import Span, Word
from ..value_types import ANY, NUMBER, Type
from . import expressions
from .scope import Context, Local, Op, ProcedureScope, Scope

MAX_LETS = 20
MAX_CASES = 120
"""Rows and columns of a table that defines a value: each is a test within the one before."""


def define_op(define: DefineSymbol, context: Context) -> Op:
    """A define: its parameters and one expression."""
    body = ProcedureScope(define.name, path=f"define/{define.name}")
    scope = Scope(context, body)
    for parameter, type_ in zip(define.parameters, define.types, strict=True):
        scope.names[parameter.name] = Local(str(parameter.name), type_)
        body.used.add(str(parameter.name))
    definition = define.node.definition  # type: ignore[union-attr]
    want = define.type
    match definition:
        case nodes.DefineValue(value=value):
            found = expressions.check(value, scope, want)
            op, type_ = found.op, want or found.type
        case nodes.DefineCases(cases=cases):
            op, type_ = _cases(cases, define, scope, want)
        case _:
            assert isinstance(definition, nodes.DefineTable)
            op, type_ = _lookup(definition, define, scope, want)
    define.type = type_
    return {
        "parameters": [
            {"name": str(p.name), "type": str(t)}
            for p, t in zip(define.parameters, define.types, strict=True)
        ],
        "type": str(type_),
        "value": op,
        "doc": define.doc,
        "label": define.label,
        "at": context.at(define.span),
    }


def _cases(
    cases: tuple[nodes.SyntaxNode, ...], define: DefineSymbol, scope: Scope, want: Type | None
) -> tuple[Op, Type]:
    """`let y = x + 1`, `2 when x > y` … `otherwise 0`"""
    otherwise: Op | None = None
    type_: Type | None = want
    branches: list[tuple[Op, Op]] = []
    named = 0
    for case in cases:
        if isinstance(case, nodes.CaseLet):
            named += 1
            _let(case, named, define, scope)
            continue
        match case:
            case nodes.CaseWhen(value=value, test=test):
                tested = expressions.test(test, scope)
                found = expressions.check(value, expressions.narrow(scope, test), want)
                branches.append((tested, found.op))
            case nodes.CaseOtherwise(value=value):
                found = expressions.check(value, scope, want)
                otherwise = found.op
        type_ = type_ or found.type
    _otherwise_last(cases, scope)
    if otherwise is None:
        scope.context.report(
            codes.BAD_RULE.at(
                cases[-1].span,
                name=OTHERWISE,
                message="these cases leave some out",
                proposal="end with a line `otherwise VALUE`",
            )
        )
        otherwise = {"op": "none"}
    for tested, value_op in reversed(branches):
        otherwise = {"op": "if", "test": tested, "then": value_op, "else": otherwise}
    return otherwise, type_ or ANY


def _otherwise_last(cases: tuple[nodes.SyntaxNode, ...], scope: Scope) -> None:
    """What stands below `otherwise` is said after all is said: a case there is read as if it stood above."""
    for case in cases[:-1]:
        if isinstance(case, nodes.CaseOtherwise):
            message, proposal = (
                "cases stand below this `otherwise`",
                "move it below all of them, and write it once",
            )
            span: Span = case.span
            scope.context.report(codes.BAD_RULE.at(span, message=message, proposal=proposal))


def _let(node: nodes.CaseLet, number: int, define: DefineSymbol, scope: Scope) -> None:
    """A name for a value, the first of its define or a later one: it is a define of its own, with the same
    inputs.
    """
    lets = scope.context.lets
    name = f"{define.name}.{node.name}"
    if node.name in scope.names:
        scope.context.report(
            codes.BAD_RULE.at(
                node.name.span,
                message=f"`{node.name}` already stands for something in this define",
                proposal="give the value another name",
            )
        )
        return
    if number > MAX_LETS:
        scope.context.report(
            codes.TOO_LARGE.at(
                node.span, what="this define", size="too many values with names", limit=MAX_LETS
            )
        )
        return
    found = expressions.check(node.value, scope)
    parameters = [
        {"name": str(one.name), "type": str(type_)}
        for one, type_ in zip(define.parameters, define.types, strict=True)
    ]
    lets[name] = {
        "parameters": parameters,
        "type": str(found.type),
        "value": found.op,
        "doc": "",
        "label": "",
        "at": scope.context.at(node.span),
    }
    given: list[Op] = [{"op": "local", "name": one["name"]} for one in parameters]
    scope.names[node.name] = Local(name, found.type, {"op": "define", "name": name, "args": given})


def _lookup(
    definition: nodes.DefineTable, define: DefineSymbol, scope: Scope, want: Type | None
) -> tuple[Op, Type]:
    """A table with a row for each word of the first parameter, and a column for each of the second."""
    rows = [cells(row) for row in definition.rows]
    header, *body = rows
    type_ = want or NUMBER
    op: Op = {"op": "number", "value": 0} if type_.base == "number" else {"op": "none"}
    if (
        not 1 <= len(define.parameters) <= 2
        or len(header) < 2
        or any(len(row) != len(header) for row in body)
    ):
        scope.context.report(
            codes.BAD_TABLE.at(
                definition.span,
                message="the table does not fit the define",
                proposal="a row for each value of the first input, a column for each of the second",
            )
        )
        return op, type_
    if len(body) + len(header) > MAX_CASES:
        scope.context.report(
            codes.TOO_LARGE.at(
                definition.span,
                what="this table",
                size=f"{len(body) + len(header)} rows and columns",
                limit=MAX_CASES,
            )
        )
        return op, type_
    for line in ([row[0] for row in body], header[1:]):
        scope.context.problems.extend(given_twice(line, define.name))
    otherwise = op
    for row in reversed(body):
        found = _cell(row[1], type_, scope)
        if len(define.parameters) == 2:
            found = otherwise
            for key, cell in zip(reversed(header[1:]), reversed(row[1:]), strict=True):
                found = {
                    "op": "if",
                    "test": _is_key(1, key, define, scope),
                    "then": _cell(cell, type_, scope),
                    "else": found,
                }
        op = {"op": "if", "test": _is_key(0, row[0], define, scope), "then": found, "else": op}
    return op, type_


def _cell(cell: Word, of: Type | None, scope: Scope) -> Op:
    found, problems = parse_value(cell, cell.span)
    scope.context.problems.extend(problems)
    if len(found) == 1:
        return expressions.check(found[0], scope, of).op
    if not problems:
        scope.context.report(
            codes.BAD_TABLE.at(
                cell.span,
                message="one value is needed in each cell",
                proposal="write one value; where there is none, write `none`",
            )
        )
    return {"op": "none"}


def _is_key(index: int, cell: Word, define: DefineSymbol, scope: Scope) -> Op:
    """Whether an input is what the head of a row or column says."""
    parameter: Op = {"op": "local", "name": str(define.parameters[index].name)}
    return {"op": "equal", "a": parameter, "b": _cell(cell, define.types[index], scope)}
