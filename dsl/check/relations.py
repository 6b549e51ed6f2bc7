"""Relations: what joins spaces, what blocks, what it costs."""

from tilewright.schemas.operation_table import LITERALS, LOGIC, OPPOSITE
from tilewright.schemas.walking import locals_in, operations
from tilewright.schemas.wording import article

from .. import nodes
from ..model import RelationSymbol
from ..problems import codes
from ..problems.cascades import OTHERWISE
from ..problems.suggest import nearest
from ..problems.twice import given_twice
from ..resolve.collect import near_kind
from ..source import Word
from ..value_types import ANY, listing, thing
from . import expressions
from .scope import Context, Local, Op, ProcedureScope, Scope

JOINS = ("sides", "corners", "links")
OF_SETTINGS = LITERALS - {"entity", "none"} | LOGIC | OPPOSITE.keys() | {"setting"}
PASSES = ("corners", "borders")
LINE_ENDS = ("any_point", "centre", "edge")


def sentences(found: RelationSymbol) -> dict[str, str]:
    """What is said, as a reason, of two spaces between which a relation holds, or does not."""
    phrase = found.phrase or ""
    verb, _, rest = phrase.partition(" ")
    if not phrase:
        called = found.name.replace("_", " ").capitalize()
        holds, fails = f"{called} leads from {{0}} to {{1}}", f"{called} does not lead from {{0}} to {{1}}"
    else:
        holds = f"{{0}} {phrase} {{1}}"
        fails = {"is": f"{{0}} is not {rest} {{1}}", "can": f"{{0}} cannot {rest} {{1}}"}.get(
            verb, f"{holds}: no"
        )
    return {f"relation/{found.name}/holds": holds, f"relation/{found.name}/fails": fails}


_ONCE = {
    nodes.Joins: "joins",
    nodes.Line: "line",
    nodes.Passes: "passes",
    nodes.Costs: "costs",
    nodes.Within: "within",
}
"""Clauses that a relation has once."""


def relation_op(found: RelationSymbol, context: Context) -> Op:  # noqa: C901 (one case for each clause)
    """A relation as the program has it; its tests speak of `from`, `to`, `crossed`, `it` (what may block)."""
    op: Op = {
        "between": found.between,
        "phrase": found.phrase or None,
        "joins": [],
        "line": None,
        "corners": None,
        "passes": None,
        "borders": None,
        "blocks": [],
        "also": [],
        "never": [],
        "cost": None,
        "one_way": [],
        "within": None,
        "at": context.at(found.node.span),
        "label": str(found.node.label or "")[1:-1],
    }
    _clauses_once(found, context)
    for clause in found.node.clauses:
        match clause:
            case nodes.Joins(what=what):
                op["joins"] = [str(word) for word in what if _known(word, JOINS, context)]
            case nodes.Line(start=start, end=end, corners=corners):
                op["corners"] = str(corners) if corners and _known(corners, ("from", "to"), context) else None
                op["line"] = [str(word) for word in (start, end) if _known(word, LINE_ENDS, context)]
            case nodes.Passes(what=what):
                if _known(what, PASSES, context):
                    op["borders" if what == "borders" else "passes"] = _passes(clause, found, context)
            case nodes.Blocked():
                op["blocks"].append(_block(clause, found, context))
            case nodes.Costs(value=value):
                op["cost"] = expressions.number(value, _scope(found, context, None))
            case nodes.OneWay(test=test):
                op["one_way"].append(expressions.test(test, _scope(found, context, None)))
            case nodes.Also(test=test):
                op["also"].append(expressions.test(test, _scope(found, context, None)))
            case nodes.Never(test=test):
                op["never"].append(expressions.test(test, _scope(found, context, None)))
            case nodes.Within(distance=distance):
                op["within"] = expressions.number(distance, _scope(found, context, None))
    for passed, part in (("corners", "passes"), ("borders", "borders")):
        one_corner = passed == "corners" and op["corners"]
        if op[part] is not None and (one_corner or not {*(op["line"] or ())} & {"any_point", "edge"}):
            proposal = "write `line edge to edge` or `line any_point to any_point`"
            message = f"`{found.name}` has no lines that could pass {passed}"
            context.report(codes.BAD_RULE.at(found.node.span, proposal=proposal, message=message))
    if op["borders"] is not None:
        _block_alike(found, op["blocks"], context)
    if not op["joins"] and not op["line"]:
        context.report(
            codes.BAD_RULE.at(
                found.node.span,
                message=f"the relation `{found.name}` relates nothing",
                proposal="say what it `joins`, or which `line` must be open",
                name=OTHERWISE,
            )
        )
    return op


def _clauses_once(found: RelationSymbol, context: Context) -> None:
    """Report clauses of which only the last would count, and what is joined twice."""
    clauses = found.node.clauses
    for clause in clauses:
        if isinstance(clause, nodes.Joins):
            context.problems.extend(given_twice(clause.what, found.name))
    once = [
        Word(f"passes {one.what}" if isinstance(one, nodes.Passes) else _ONCE[type(one)], one.span)
        for one in clauses
        if type(one) in _ONCE
    ]
    context.problems.extend(given_twice(once, found.name))


def _known(word: Word, words: tuple[str, ...], context: Context) -> bool:
    if word not in words:
        context.report(
            codes.UNKNOWN_WORD.at(word.span, name=word, words=", ".join(words), near=nearest(word, words))
        )
    return word in words


def _passes(clause: nodes.Passes, found: RelationSymbol, context: Context) -> Op:
    if clause.test is None:
        return {"op": "yes_no", "value": True}
    test = expressions.test(clause.test, Scope(context, ProcedureScope(found.name)))
    if any(op["op"] not in OF_SETTINGS for op in operations(test)):
        message = f"whether lines pass {clause.what} cannot change during a game"
        context.report(codes.BAD_RULE.at(clause.test.span, message=message, proposal="ask for settings only"))
    return test


def _block_alike(found: RelationSymbol, blocks: list[Op], context: Context) -> None:
    """Where lines pass borders, what blocks may not depend on the line: corners are closed for all lines."""
    clauses = [clause for clause in found.node.clauses if isinstance(clause, nodes.Blocked)]
    for clause, block in zip(clauses, blocks, strict=True):
        reads = locals_in(block["where"])
        if block["where"] is not None and reads & {"from", "to", "crossed"}:
            assert clause.test is not None
            context.report(
                codes.BAD_RULE.at(
                    clause.test.span,
                    message="where lines pass borders, what blocks cannot depend on the line",
                    proposal="say it in a `never where` or `also where`, or leave out `passes borders`",
                )
            )


def _block(clause: nodes.Blocked, found: RelationSymbol, context: Context) -> Op:
    model = context.model
    kind = model.plurals.get(clause.kind, str(clause.kind))
    if kind not in model.kinds:
        context.report(
            codes.UNKNOWN_KIND.at(clause.kind.span, name=clause.kind, near=near_kind(clause.kind, model))
        )
        kind = ""
    elif any(model.is_a(kind, one) for one in ("player", "mission", "campaign", "board")):
        message = f"{article(kind)} is never on a board, and blocks nothing"
        proposal = "name what can be there: figures, tokens, spaces or links"
        context.report(codes.BAD_RULE.at(clause.kind.span, message=message, proposal=proposal))
    where = None
    if clause.test is not None:
        scope = _scope(found, context, kind)
        where = expressions.test(clause.test, scope)
    return {"kind": kind or "link", "corner": clause.corner is not None, "where": where}


def _scope(found: RelationSymbol, context: Context, kind: str | None) -> Scope:
    scope = Scope(context, ProcedureScope(found.name), unnamed_it=kind is not None)
    for name in ("from", "to", "origin", "target"):
        scope.names[name] = Local({"origin": "from", "target": "to"}.get(name, name), thing(found.between))
    scope.names["crossed"] = Local("crossed", listing(thing(found.between)))
    if kind is not None:
        scope.names["it"] = Local("it", thing(kind) if kind else ANY)
    scope.body.used |= {"from", "to", "crossed", "it"}
    return scope


__all__ = ["ANY", "relation_op"]
