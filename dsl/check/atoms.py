"""Single words and calls as values: numbers, texts, names, copies, `spare guard`, functions."""

from .. import nodes
from ..problems import codes
from ..value_types import ANY, NO_NUMBER, NONE, NUMBER, TEXT, YES_NO, Type, has_none, listing, thing
from . import coerce, expressions, functions, names, sets, spaces
from .scope import UNKNOWN, Op, Scope, Typed


def literal(node: nodes.Number, scope: Scope, want: Type | None) -> Typed:
    value = int(node.digits[:10])
    if value > 2**31 - 1:
        shown = node.digits if len(node.digits) < 20 else "this number"
        scope.context.report(codes.RANGE.at(node.span, value=shown, low=-(2**31), high=2**31 - 1))
    return Typed({"op": "number", "value": min(value, 2**31 - 1)}, NUMBER)


def string(node: nodes.String, scope: Scope, want: Type | None) -> Typed:
    words = scope.context.text(scope.body.text_id("text"), node.words, node.span)
    return Typed({"op": "string", "text": words}, TEXT)


def yes(node: nodes.Yes, scope: Scope, want: Type | None) -> Typed:
    return Typed({"op": "yes_no", "value": True}, YES_NO)


def no(node: nodes.NoValue, scope: Scope, want: Type | None) -> Typed:
    return Typed({"op": "yes_no", "value": False}, YES_NO)


def none(node: nodes.NoneValue, scope: Scope, want: Type | None) -> Typed:
    if want is not None and has_none(want):
        return Typed(none_of(want), want)
    if want is not None and want.base == "number":
        return Typed(none_of(want), NUMBER.or_none())
    return Typed(none_of(ANY), NONE)


def none_of(kind: Type) -> Op:
    """None of a type: a word has its own, and so has a number, since -1 is one."""
    if has_none(kind):
        return {"op": "word", "words": kind.name, "value": "none"}
    return {"op": "number", "value": NO_NUMBER} if kind.base == "number" else {"op": "none"}


def local(node: nodes.SyntaxNode, scope: Scope, want: Type | None) -> Typed:
    name = expressions.local_name(node)
    local = scope.find(name)
    if local is None:
        proposals = {
            "this": "only the rules and steps of a thing or kind have a `this`",
            "it": "`it` is the element under test in a `where`",
            "you": "nobody decides here",
        }
        scope.context.report(codes.OUT_OF_PLACE.at(node.span, word=name, proposal=proposals[name]))
        return UNKNOWN
    return Typed({"op": "local", "name": local.unique}, local.type)


def name(node: nodes.Name, scope: Scope, want: Type | None) -> Typed:
    return names.resolve(node.name, scope, want)


def copy(node: nodes.Copy, scope: Scope, want: Type | None) -> Typed:
    if isinstance(node.of, nodes.Number):
        below = int(node.of.digits[:9])
        proposal = f"there are whole numbers only: write `{below}` or `{below + 1}`"
        written = f"{node.of.digits}.{node.number}"
        scope.context.report(codes.OUT_OF_PLACE.at(node.span, word=written, proposal=proposal))
        return Typed({"op": "number", "value": below}, NUMBER)
    if not isinstance(node.of, nodes.Name):
        scope.context.report(
            codes.OUT_OF_PLACE.at(
                node.number.span, word=node.number, proposal="a number after a dot names a copy: `shield.2`"
            )
        )
        return UNKNOWN
    return names.copy(node.of.name, node.number, scope)


def function(node: nodes.Function, scope: Scope, want: Type | None) -> Typed:
    return functions.call(node, scope, want)


def spare(node: nodes.Spare, scope: Scope, want: Type | None) -> Typed:
    kind = names.kind(node.kind, scope)
    return Typed({"op": "spare", "kind": kind}, thing(kind, optional=True))


def negative(node: nodes.Negative, scope: Scope, want: Type | None) -> Typed:
    return Typed({"op": "negate", "of": expressions.number(node.of, scope)}, NUMBER)


def or_else(node: nodes.OrElse, scope: Scope, want: Type | None) -> Typed:
    first = expressions.hinted(node.value, spaces.asked_for(node.value, scope), want)
    second = expressions.check(node.otherwise, scope, want)
    if first.type.single:
        first = coerce.fit(scope.context, first, thing(first.type.name, optional=True), node.value.span)
    if not (first.type.optional or has_none(first.type) or first.type.base in ("any", "none")):
        scope.context.report(
            codes.IMPOSSIBLE.at(
                node.value.span,
                left=first.type.readable(),
                right="none",
                help="leave out `else` and what follows",
            )
        )
    nothing: Op = {"op": "equal", "a": first.op, "b": none_of(first.type)}
    coerce.hold_to_one_sort(scope.context, first.type, second.type, node.otherwise.span)
    found = sets.common(scope, first.type.without_none(), second.type)
    return Typed(
        {"op": "if", "test": nothing, "then": second.op, "else": first.op},
        found.or_none() if second.type.optional else found,
    )


def conditional(node: nodes.Conditional, scope: Scope, want: Type | None) -> Typed:
    tested = expressions.test(node.test, scope)
    then, otherwise = (
        expressions.check(node.then, expressions.narrow(scope, node.test), want),
        expressions.check(node.otherwise, scope, want),
    )
    coerce.hold_to_one_sort(scope.context, then.type, otherwise.type, node.otherwise.span)
    if "list" in (then.type.base, otherwise.type.base):
        then = coerce.as_set(scope.context, then, node.then.span)
        otherwise = coerce.as_set(scope.context, otherwise, node.otherwise.span)
        return Typed(
            {"op": "if", "test": tested, "then": then.op, "else": otherwise.op},
            listing(sets.common(scope, then.type.item, otherwise.type.item)),
        )
    if then.type.base == "none":
        then = Typed(none_of(otherwise.type), then.type)
    elif otherwise.type.base == "none":
        otherwise = Typed(none_of(then.type), otherwise.type)
    return Typed(
        {"op": "if", "test": tested, "then": then.op, "else": otherwise.op},
        sets.common(scope, then.type, otherwise.type),
    )
