"""Sums and sets: `a + b`, `set except members`, `set where test`, `set with least key`."""

from collections.abc import Callable
from typing import Any

from .. import nodes
from ..value_types import ANY, NUMBER, Type, has_none, listing, thing
from . import coerce, expressions, names
from .scope import UNKNOWN, Scope, Typed


def plus(node: nodes.Plus, scope: Scope, want: Type | None) -> Typed:
    left, right = expressions.check(node.left, scope), expressions.check(node.right, scope)
    if left.type.base in ("number", "any") and right.type.base in ("number", "any"):
        type_ = ANY if left.type.base == right.type.base == "any" else NUMBER
        return Typed({"op": "add", "a": left.op, "b": right.op}, type_)
    a = coerce.as_set(scope.context, left, node.left.span)
    b = coerce.as_set(scope.context, right, node.right.span)
    coerce.hold_to_one_sort(scope.context, a.type, b.type, node.right.span)
    return Typed({"op": "union", "a": a.op, "b": b.op}, listing(common(scope, a.type.item, b.type.item)))


def common(scope: Scope, a: Type | None, b: Type | None) -> Type:
    """The type of a value that is one or the other."""
    if a is None or a.base in ("any", "none"):
        return b.or_none() if b is not None else ANY
    if b is None or b.base in ("any", "none"):
        return a.or_none()
    if a.base == b.base == "thing":
        return thing(scope.model.common(a.name, b.name), a.optional or b.optional)
    return b if has_none(b) else a


def arithmetic(op: str) -> Callable[[Any, Scope, Type | None], Typed]:
    def handler(node: nodes.Binary, scope: Scope, want: Type | None) -> Typed:
        return Typed(
            {"op": op, "a": expressions.number(node.left, scope), "b": expressions.number(node.right, scope)},
            NUMBER,
        )

    return handler


def minus(node: nodes.Minus, scope: Scope, want: Type | None) -> Typed:
    if names.written_apart(node.left, node.right, scope):
        return UNKNOWN
    return arithmetic("subtract")(node, scope, want)


def except_(node: nodes.Except, scope: Scope, want: Type | None) -> Typed:
    left = expressions.things(node.left, scope)
    right = coerce.as_set(scope.context, expressions.check(node.right, scope), node.right.span)
    coerce.hold_to_one_sort(scope.context, left.type, right.type, node.right.span)
    return Typed({"op": "without", "a": left.op, "b": right.op}, left.type)


def where(node: nodes.Where, scope: Scope, want: Type | None) -> Typed:
    found = expressions.filtered(node.set, node.test, scope)
    return Typed(found.op, listing(found.item))


def with_key(node: nodes.WithKey, scope: Scope, want: Type | None) -> Typed:
    found, inner, name = expressions.element(node.set, scope)
    return Typed(
        {"op": extreme(node.word), "set": found.op, "it": name, "key": expressions.of_each(node.key, inner)},
        found.type,
    )


def where_with_key(node: nodes.WhereWithKey, scope: Scope, want: Type | None) -> Typed:
    found = expressions.filtered(node.set, node.test, scope)
    inner = scope.inside(unnamed_it=not isinstance(node.set, nodes.Named))
    element_name = str(node.set.name) if isinstance(node.set, nodes.Named) else "it"
    key_name = inner.declare(element_name, found.item)
    return Typed(
        {
            "op": extreme(node.word),
            "set": found.op,
            "it": key_name,
            "key": expressions.of_each(node.key, inner),
        },
        listing(found.item),
    )


def extreme(keyword: str) -> str:
    return "least" if keyword.endswith("least") else "most"
