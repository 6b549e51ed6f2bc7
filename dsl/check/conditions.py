"""Tests: `and`, `is`, `in`, `has`, `can see`, `any`, `during` … each gives yes or no."""

from collections.abc import Iterator
from functools import reduce

from tilewright.schemas.wording import article

from .. import nodes
from ..problems import codes
from ..problems.suggest import nearest
from ..source import Span, Word
from ..value_types import ANY, YES_NO, Type, has_none, listing, same_words, thing
from . import coerce, expressions, members, names, spaces
from .scope import UNKNOWN, Op, Scope, Typed


def both(node: nodes.And, scope: Scope, want: Type | None) -> Typed:
    """`a and b and c` is gone through once, from the left: each is checked where those before it hold."""
    steps = [node]
    while isinstance(steps[-1].left, nodes.And):
        steps.append(steps[-1].left)
    first = steps[-1].left
    op, inner = expressions.test(first, scope), expressions.narrow(scope, first)
    for step in reversed(steps):
        op = {"op": "and", "a": op, "b": expressions.test(step.right, inner)}
        if step is not node:
            scope.context.tests.append((op, step.span))
            inner = scope.inside(narrowed={**inner.narrowed, **dict(expressions.facts(step.right, scope))})
    return Typed(op, YES_NO)


def either(node: nodes.Or, scope: Scope, want: Type | None) -> Typed:
    return Typed(
        {"op": "or", "a": expressions.test(node.left, scope), "b": expressions.test(node.right, scope)},
        YES_NO,
    )


def negated(node: nodes.Not, scope: Scope, want: Type | None) -> Typed:
    return Typed({"op": "not", "of": expressions.test(node.of, scope)}, YES_NO)


_COMPARE = {"<": "less", "<=": "at_most", ">": "more", ">=": "at_least"}


def compare(node: nodes.Compare, scope: Scope, want: Type | None) -> Typed:
    if node.sign in ("=", "!="):
        return _equal(node.left, node.right, node.sign == "=", node.span, scope)
    return Typed(
        {
            "op": _COMPARE[node.sign],
            "a": expressions.number(node.left, scope),
            "b": expressions.number(node.right, scope),
        },
        YES_NO,
    )


def is_(node: nodes.Is, scope: Scope, want: Type | None) -> Typed:
    return _equal(node.left, node.right, True, node.span, scope)


def is_not(node: nodes.IsNot, scope: Scope, want: Type | None) -> Typed:
    return _equal(node.left, node.right, False, node.span, scope)


def _equal(
    left_node: nodes.SyntaxNode, right_node: nodes.SyntaxNode, same: bool, span: Span, scope: Scope
) -> Typed:
    if isinstance(right_node, nodes.NoneValue):
        left = expressions.check(left_node, spaces.asked_for(left_node, scope))
    else:
        left = expressions.check(left_node, scope)
    no_number = left.type.base == "number" and isinstance(right_node, nodes.NoneValue)
    if left.type == ANY and isinstance(left_node, nodes.Get) and isinstance(right_node, nodes.Name):
        return UNKNOWN  # a word or thing of a type that is not known
    as_left = left.type.base == "word" or no_number
    right = expressions.hinted(right_node, scope, left.type if as_left else None)
    if isinstance(left_node, nodes.NoneValue) and (has_none(right.type) or right.type.base == "number"):
        left = expressions.hinted(left_node, scope, right.type)
    left, right = _slot_as_thing(left, right), _slot_as_thing(right, left)
    if left.type.base == right.type.base == "list":
        scope.context.report(
            codes.WRONG_TYPE.at(
                span,
                expected="one value on each side",
                found=left.type.readable(),
                help="compare sets by their members: `no m in A where m not in B`",
            )
        )
    elif not _comparable(left.type, right.type, scope) and not (
        coerce.plural_of_others(scope.context, left, right.type, left_node.span)
        or coerce.plural_of_others(scope.context, right, left.type, right_node.span)
    ):
        scope.context.report(
            codes.IMPOSSIBLE.at(
                span,
                left=left.type.readable(),
                right=right.type.readable(),
                help=coerce.to_compare(scope.context, left, right),
            )
        )
    return Typed({"op": "equal" if same else "not_equal", "a": left.op, "b": right.op}, YES_NO)


def _slot_as_thing(value: Typed, other: Typed) -> Typed:
    if value.type.base == "place" and value.type.single and other.type.base in ("thing", "none"):
        return Typed({"op": "top", "of": value.op}, thing(value.type.name, optional=True))
    return value


def _comparable(a: Type, b: Type, scope: Scope) -> bool:
    if "any" in (a.base, b.base) or "none" in (a.base, b.base):
        return True
    if a.base == b.base == "thing":
        return scope.model.related(a.name, b.name)
    if {a.base, b.base} == {"thing", "place"}:
        return scope.model.related(a.name if a.base == "thing" else b.name, "space")
    return a.base == b.base and (a.base != "word" or same_words(a, b)) and a.base != "list"


def is_a(node: nodes.IsA | nodes.IsNotA, scope: Scope, want: Type | None) -> Typed:
    of = expressions.check(node.of, scope)
    kind = names.kind(node.kind, scope)
    if of.type.base == "place" and of.type.single:
        of = Typed({"op": "top", "of": of.op}, thing(of.type.name, optional=True))
    # A place may be a space or a link; a pile is neither.
    is_place = (
        of.type.base == "place" and scope.model.related(of.type.name, kind) and scope.model.of_boards(kind)
    )
    if not is_place and of.type.base not in ("thing", "any", "none"):
        scope.context.report(codes.WRONG_TYPE.at(node.of.span, expected="a thing", found=of.type.readable()))
    elif of.type.base == "thing" and not scope.model.related(of.type.name, kind):
        scope.context.report(codes.IMPOSSIBLE.at(node.span, left=of.type.readable(), right=article(kind)))
    op: Op = {"op": "is_kind", "of": of.op, "kind": kind}
    return Typed(op if isinstance(node, nodes.IsA) else {"op": "not", "of": op}, YES_NO)


def is_empty(node: nodes.IsEmpty, scope: Scope, want: Type | None) -> Typed:
    return Typed({"op": "not", "of": _any_of(node.of, scope)}, YES_NO)


def is_not_empty(node: nodes.IsNotEmpty, scope: Scope, want: Type | None) -> Typed:
    return Typed(_any_of(node.of, scope), YES_NO)


def is_gone(node: nodes.IsGone | nodes.IsNotGone, scope: Scope, want: Type | None) -> Typed:
    of = expressions.check(node.of, scope, thing("thing", optional=True))
    op: Op = {"op": "in_play", "of": of.op}
    return Typed({"op": "not", "of": op} if isinstance(node, nodes.IsGone) else op, YES_NO)


def named(node: nodes.Named, scope: Scope, want: Type | None) -> Typed:
    """`x in SET` where no test follows to which x would give its name: whether x is a member."""
    return in_(nodes.In(nodes.Name(node.name, node.name.span), node.set, node.span), scope, want)


def in_(node: nodes.In | nodes.NotIn, scope: Scope, want: Type | None) -> Typed:
    if isinstance(node.right, nodes.Function) and _is_read(node.left, scope):
        item = expressions.check(node.left, scope)  # it says which words may stand in a list
        found = expressions.hinted(node.right, scope, listing(item.type))
        found = coerce.as_set(scope.context, found, node.right.span)
    else:
        found = expressions.things(node.right, scope)
        words = found.type.item if found.type.item and found.type.item.base == "word" else None
        item = expressions.check(node.left, scope, words)
    item = _slot_as_thing(item, Typed({}, found.type.item or ANY))
    if not _comparable(item.type, found.type.item or ANY, scope):
        scope.context.report(
            codes.IMPOSSIBLE.at(node.span, left=item.type.readable(), right=f"in {found.type.readable()}")
        )
    op: Op = {"op": "in", "item": item.op, "set": found.op}
    return Typed(op if isinstance(node, nodes.In) else {"op": "not", "of": op}, YES_NO)


def _is_read(node: nodes.SyntaxNode, scope: Scope) -> bool:
    """Whether something is a value wherever it stands, and no word that means what stands beside it."""
    return (
        not isinstance(node, nodes.Name) or scope.find(node.name) is not None or node.name in scope.model.game
    )


def has(node: nodes.Has, scope: Scope, want: Type | None) -> Typed:
    left, right = expressions.check(node.left, scope), expressions.check(node.right, scope)
    if "any" in (left.type.base, right.type.base):
        return Typed(UNKNOWN.op, YES_NO)
    if (
        left.type.base == "place"
        and left.type.single
        and right.type.base == "thing"
        and not scope.model.related(right.type.name, left.type.name)
    ):
        left = Typed({"op": "top", "of": left.op}, thing(left.type.name, optional=True))
    if left.op["op"] == "kind" and right.type.base == "thing":
        plural = scope.model.kinds[left.op["kind"]].plural
        scope.context.report(
            codes.PLURAL_HAS.at(node.span, name=plural, one=left.op["kind"], kind=article(left.op["kind"]))
        )
    if left.type.base in ("list", "place"):
        found = coerce.as_set(scope.context, left, node.left.span)
        member = found.type.item or ANY
        right = _slot_as_thing(right, Typed({}, member))
        if not _comparable(right.type, member, scope):
            what = f"holding {right.type.readable()}"
            scope.context.report(codes.IMPOSSIBLE.at(node.span, left=left.type.readable(), right=what))
        return Typed({"op": "in", "item": right.op, "set": found.op}, YES_NO)
    if left.type.base == "thing" and right.type.base == "thing":
        tests: list[Op] = [
            {"op": "in", "item": right.op, "set": held}
            for held in _holdings(left, right.type.name, scope, node.span)
        ]
        if tests:
            return Typed(reduce(lambda a, b: {"op": "or", "a": a, "b": b}, tests), YES_NO)
    scope.context.report(
        codes.IMPOSSIBLE.at(node.span, left=left.type.readable(), right=f"holding {right.type.readable()}")
    )
    return Typed(UNKNOWN.op, YES_NO)


def _holdings(of: Typed, kind: str, scope: Scope, span: Span) -> Iterator[Op]:
    """What a thing may have something of a kind in: its lists, then its piles, bags and slots."""
    owned = scope.model.properties(of.type.name).values()
    for one in owned:
        item = one.type.item if one.type.base == "list" else None
        if item is not None and item.base == "thing" and scope.model.is_a(kind, item.name):
            yield members.of_property(of, one, scope, span).op
    for one in owned:
        if one.sort == "place" and scope.model.is_a(kind, one.type.name):
            yield {"op": "contents", "of": members.of_property(of, one, scope, span).op}


def can(node: nodes.Can, scope: Scope, want: Type | None) -> Typed:
    return _related(f"can {node.word}", node.word, node.left, node.right, scope)


def is_related(node: nodes.IsRelated | nodes.IsNotRelated, scope: Scope, want: Type | None) -> Typed:
    found = _related(f"is {node.word} {node.preposition}", node.word, node.left, node.right, scope)
    return found if isinstance(node, nodes.IsRelated) else Typed({"op": "not", "of": found.op}, YES_NO)


_COMPARED = {
    "is equal to": "write `=`",
    "is greater than": "write `>`",
    "is more than": "write `>`",
    "is less than": "write `<`",
    "is fewer than": "write `<`",
    "is at least": "write `>=`",
    "is at most": "write `<=`",
}
"""Phrases of other languages that compare numbers."""


def _related(phrase: str, at: Word, left: nodes.SyntaxNode, right: nodes.SyntaxNode, scope: Scope) -> Typed:
    relations = scope.model.relations
    name = next((r.name for r in relations.values() if r.phrase == phrase), None)
    if name is None:
        near = _COMPARED.get(phrase) or nearest(phrase, [r.phrase for r in relations.values() if r.phrase])
        scope.context.report(codes.UNKNOWN_RELATION.at(at.span, name=phrase, near=near))
        return Typed(UNKNOWN.op, YES_NO)
    return Typed(
        {
            "op": "relation",
            "name": name,
            "a": expressions.space(left, scope),
            "b": expressions.space(right, scope),
        },
        YES_NO,
    )


def _any_of(of: nodes.SyntaxNode, scope: Scope) -> Op:
    """Whether a set has a member; a test inside is fused, so that the search stops at the first."""
    if isinstance(of, nodes.Where):
        return {**expressions.filtered(of.set, of.test, scope).op, "op": "any"}
    inner = of.set if isinstance(of, nodes.Named) else of
    return {
        "op": "any",
        "set": expressions.things(inner, scope).op,
        "it": scope.body.unique("it"),
        "where": None,
    }


def any_(node: nodes.AnyOf, scope: Scope, want: Type | None) -> Typed:
    return Typed(_any_of(node.of, scope), YES_NO)


def no_such(node: nodes.NoneOf, scope: Scope, want: Type | None) -> Typed:
    return Typed({"op": "not", "of": _any_of(node.of, scope)}, YES_NO)


def during(node: nodes.During, scope: Scope, want: Type | None) -> Typed:
    return Typed({"op": "during", "verb": names.verb(node.verb, scope)}, YES_NO)
