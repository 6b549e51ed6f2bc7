"""Values: each node of an expression becomes a typed operation of the program.

Here are the questions that others ask (a number, a test, a set …) and how tests narrow types; what each node
means is in the modules that `handlers.py` lists.
"""

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from tilewright.schemas.operation_table import LOGIC, OPPOSITE

from .. import nodes
from ..problems import codes
from ..value_types import ANY, NUMBER, YES_NO, Type, thing
from . import coerce, spaces
from .scope import UNKNOWN, Op, Scope, Typed

if TYPE_CHECKING:
    from .handlers import NodeHandler


def check(node: nodes.SyntaxNode, scope: Scope, want: Type | None = None) -> Typed:
    """A value, as a `want` if one is given. What could not be understood is reported, and UNKNOWN."""
    found = coerce.fit(scope.context, hinted(node, scope, want), want, node.span, scope)
    if found.op["op"] in COMPARES:
        scope.context.tests.append((found.op, node.span))
    return found


COMPARES = frozenset((*OPPOSITE, *LOGIC - {"not"}, "in"))
"""Values that are tests wherever they stand, in a define or `let` as well as behind an `if`."""


def hinted(node: nodes.SyntaxNode, scope: Scope, hint: Type | None) -> Typed:
    """A value that may be of any type; the hint says in which list of words a word is looked for first."""
    handler = _handlers().get(type(node))
    if handler is None:
        scope.context.report(
            codes.OUT_OF_PLACE.at(
                node.span, word=type(node).__name__.lower(), proposal="a value is needed here"
            )
        )
        return UNKNOWN
    return handler(node, scope, hint)


@cache
def _handlers() -> "dict[type, NodeHandler]":
    from .handlers import HANDLERS  # they ask this module in turn

    return HANDLERS


def number(node: nodes.SyntaxNode, scope: Scope) -> Op:
    return check(node, scope, NUMBER.or_none()).op


def of_each(node: nodes.SyntaxNode, scope: Scope) -> Op:
    """A number of each member of a set, noted with its place."""
    op = number(node, scope)
    scope.context.asked.append((op, node.span))
    return op


def test(node: nodes.SyntaxNode, scope: Scope) -> Op:
    """A condition: yes or no."""
    op = check(node, scope, YES_NO).op
    if op["op"] not in COMPARES:
        scope.context.tests.append((op, node.span))
    return op


def things(node: nodes.SyntaxNode, scope: Scope, item: Type | None = None) -> Typed:
    """A set: a list, what lies in a pile, or a single thing."""
    given = node.set if isinstance(node, nodes.Named) else node
    found = check(given, scope)
    if found.type.base == "number":
        return coerce.no_set(scope.context, found, node.span, item)
    return coerce.as_set(scope.context, found, node.span, item)


def space(node: nodes.SyntaxNode, scope: Scope) -> Op:
    return coerce.as_space(scope.context, check(node, scope), node.span)


# ------------------------------------------------------------------ sets with a test


def element(node: nodes.SyntaxNode, scope: Scope) -> tuple[Typed, Scope, str]:
    """A set, a scope in which its element has a name (`it`, or its own), and the element's unique name."""
    if isinstance(node, nodes.Named):
        found = things(node.set, scope)
        inner = scope.inside()
        return found, inner, inner.declare(node.name, found.type.item or ANY)
    found = things(node, scope)
    inner = scope.inside(unnamed_it=True)
    return found, inner, inner.declare("it", found.type.item or ANY)


class Filtered(NamedTuple):
    """`SET where TEST`, checked."""

    set: Op
    it: str  # the element's unique name
    where: Op
    item: Type  # of the element, as the test narrows it

    @property
    def op(self) -> Op:
        """Its operation."""
        return {"op": "filter", "set": self.set, "it": self.it, "where": self.where}


def filtered(node: nodes.SyntaxNode, condition: nodes.SyntaxNode, scope: Scope) -> Filtered:
    """`SET where TEST`."""
    if scope.unnamed_it and not isinstance(node, nodes.Named) and _uses_it(condition) and _uses_it(node):
        scope.context.report(codes.NEEDS_NAME.at(node.span))
    found, inner, name = element(node, scope)
    tested = test(condition, inner)
    narrowed = dict(facts(condition, inner)).get(name, found.type.item or ANY)
    return Filtered(found.op, name, tested, narrowed)


def _uses_it(node: object) -> bool:
    return any(isinstance(one, nodes.It) for one in nodes.nodes_in(node))


def facts(node: nodes.SyntaxNode, scope: Scope) -> list[tuple[str, Type]]:
    """What a test, once it holds, shows about locals: (unique name, narrower type)."""
    match node:
        case nodes.And(left=left, right=right):
            return facts(left, scope) + facts(right, scope)
        case nodes.IsA(of=nodes.Name() | nodes.It() | nodes.This() | nodes.You() as of, kind=kind):
            local = scope.find(local_name(of))
            if (
                local is not None
                and kind in scope.model.kinds
                and scope.model.related(local.type.name or "thing", kind)
            ):
                narrower = kind if scope.model.is_a(kind, local.type.name or "thing") else local.type.name
                return [(local.unique, thing(str(narrower)))]
        case nodes.IsNot(left=nodes.Name() | nodes.It() as of, right=nodes.NoneValue()):
            local = scope.find(local_name(of))
            if local is not None:
                return [(local.unique, local.type.without_none())]
            if isinstance(of, nodes.Name):
                return spaces.there(of.name, scope)
    return []


def narrow(scope: Scope, node: nodes.SyntaxNode) -> Scope:
    """A scope in which the test holds."""
    inner = scope.inside()
    inner.narrowed.update(facts(node, scope))
    return inner


def local_name(node: nodes.SyntaxNode) -> str:
    match node:
        case nodes.Name(name=name):
            return str(name)
        case nodes.This():
            return "this"
        case nodes.You():
            return "you"
        case _:
            return "it"
