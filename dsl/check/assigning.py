"""Statements that give something a value: a local, a property, a list. Each becomes an operation."""

from collections.abc import Callable
from typing import Any

from .. import nodes
from ..problems import codes
from ..source import Span, Word
from ..value_types import ANY, Type, listing, thing
from . import coerce, each_word, expressions
from .scope import Op, Scope


def assign(name: Word, type_: Type, scope: Scope) -> str:
    """The local that a statement sets: one that exists (its type must fit), or a new one."""
    known = scope.find(name)
    if known is not None and name != "you":
        base = scope_type(scope, name)
        if base is not None and _fits(type_, base, scope):
            scope.narrowed.pop(known.unique, None)
            return known.unique
    return scope.declare(name, type_)


def scope_type(scope: Scope, name: str) -> Type | None:
    """The declared type of a local, without what tests have shown about it here."""
    here: Scope | None = scope
    while here is not None:
        if name in here.names:
            return here.names[name].type
        here = here.parent
    return None


def _fits(type_: Type, known: Type, scope: Scope) -> bool:
    if "any" in (type_.base, known.base) or type_.base == "none":
        return True
    if type_.base == known.base == "thing":
        return scope.model.is_a(type_.name, known.name)
    return type_.base == known.base


def let(node: nodes.Let, scope: Scope) -> Op:
    known = scope_type(scope, node.name)
    value = expressions.check(
        node.value, scope, known if known is not None and known.base in ("word", "number") else None
    )
    if value.type.base == "place" and not value.type.single:
        value = value._replace(op={"op": "contents", "of": value.op}, type=listing(thing(value.type.name)))
    return {"op": "let", "name": assign(node.name, value.type, scope), "value": value.op}


def target(node: nodes.SyntaxNode, scope: Scope) -> tuple[Op, Type, Span]:
    """What a `set`, `raise` or `lower` changes: a stored property, a game property or a local."""
    span: Span = node.span
    found = expressions.check(node, scope)
    op = dict(found.op)
    match op["op"]:
        case "property" | "modified":
            op["op"] = "property"
            scope.context.changes.add((op["kind"], op["name"]))
            known = scope.model.property(op["kind"], op["name"])
            if known is not None and known.by is not None:
                scope.context.report(
                    codes.CANNOT_SET.at(
                        span,
                        what=f"`{op['name']}`, which has a value for each `{known.by}`,",
                        proposal=f"change `{known.by}`, or add to it: `modifier NAME for …`",
                    )
                )
                return op, ANY, span
        case "game":
            scope.context.changes.add(("game", op["property"]))
        case "local":
            if op["name"] in ("this", "you", "it", "result"):
                scope.context.report(
                    codes.CANNOT_SET.at(
                        span, what=f"`{op['name']}`", proposal="use a local of your own: `let x = …`"
                    )
                )
        case "none":
            pass
        case "place":
            scope.context.report(
                codes.CANNOT_SET.at(span, what="a pile or slot", proposal="`move` things into it")
            )
            return op, ANY, span
        case "set_property":
            name = op["name"]
            scope.context.report(
                codes.CANNOT_SET.at(
                    span,
                    what=f"`{name}` of several things at once",
                    proposal=f"take one after the other: `for each one in …: set one.{name} to …`",
                )
            )
            return op, ANY, span
        case "if" if each_word.is_one(node, scope):
            what = "the value of a word that is only found out then"
            proposal = "write `needs … >= …`, and lower it in the action itself"
            scope.context.report(codes.CANNOT_SET.at(span, what=what, proposal=proposal))
            return op, ANY, span
        case _:
            scope.context.report(
                codes.CANNOT_SET.at(span, what="a computed value", proposal="change what it is computed from")
            )
            return op, ANY, span
    return op, found.type, span


def set_to(node: nodes.Set, scope: Scope) -> Op:
    changed, type_, _ = target(node.target, scope)
    return {"op": "set", "target": changed, "value": expressions.check(node.value, scope, type_).op}


def by_amount(op: str) -> Callable[[Any, Scope], Op]:
    def handler(node: nodes.Raise | nodes.Lower, scope: Scope) -> Op:
        changed, type_, span = target(node.target, scope)
        if type_.base not in ("number", "any"):
            scope.context.report(codes.WRONG_TYPE.at(span, expected="a number", found=type_.readable()))
        return {"op": op, "target": changed, "amount": expressions.number(node.amount, scope)}

    return handler


def list_change(op: str) -> Callable[[Any, Scope], Op]:
    def handler(node: nodes.AddTo | nodes.DropFrom, scope: Scope) -> Op:
        changed, type_, span = target(node.target, scope)
        if type_.base not in ("list", "any"):
            scope.context.report(codes.WRONG_TYPE.at(span, expected="a list", found=type_.readable()))
        value = expressions.check(node.value, scope, type_.item).op
        return {"op": op, "target": changed, "value": value, **coerce.numbers_mark(type_.item)}

    return handler
