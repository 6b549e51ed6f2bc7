"""Function calls: the built-in functions of the vocabulary, defines, and relations asked by name."""

from collections.abc import Callable

from .. import nodes
from ..problems import codes
from ..problems.suggest import nearest
from ..source import Word
from ..value_types import ANY, NUMBER, YES_NO, Type, listing, thing
from ..vocabulary import FUNCTIONS
from . import coerce, each_word, names, sets
from .expressions import check, element, filtered, hinted, space, things
from .scope import UNKNOWN, Op, Scope, Typed


def call(node: nodes.Function, scope: Scope, want: Type | None) -> Typed:
    """`name(inputs)`: a define of the game before a built-in function of the same name, then a relation."""
    inputs = node.inputs or ()
    model = scope.model
    if node.name in model.defines:
        return _define(node, inputs, scope)
    if each_word.is_one(node, scope):
        return each_word.read(node, scope)
    if node.name in FUNCTIONS:
        function = FUNCTIONS[node.name]
        low, high = function.least, function.most
        if not low <= len(inputs) <= high:
            expected = low if low == high else f"{low} to {high}"
            wrong_count(node, expected, len(inputs), function.form, scope)
            return UNKNOWN
        if node.name == "list" and want is not None:
            return _list(inputs, scope, want.item)
        return HANDLERS[node.name](inputs, scope)
    if node.name in model.relations:
        if len(inputs) != 2:
            wrong_count(node, 2, len(inputs), f"{node.name}(a, b)", scope)
            return UNKNOWN
        return Typed(
            {
                "op": "relation",
                "name": str(node.name),
                "a": space(inputs[0], scope),
                "b": space(inputs[1], scope),
            },
            YES_NO,
        )
    near = nearest(node.name, [*model.defines, *FUNCTIONS, *model.relations])
    scope.context.report(codes.UNKNOWN_FUNCTION.at(node.name.span, name=node.name, near=near))
    return UNKNOWN


def wrong_count(
    node: nodes.Function | nodes.GetOf, expected: object, found: int, form: str, scope: Scope
) -> None:
    scope.context.report(
        codes.WRONG_COUNT.at(
            node.span,
            name=node.name,
            expected=f"{expected} inputs" if expected != 1 else "1 input",
            found=str(found),
            form=form,
        )
    )


def _define(node: nodes.Function, inputs: tuple[nodes.SyntaxNode, ...], scope: Scope) -> Typed:
    found = scope.model.defines[node.name]
    if len(inputs) != len(found.parameters):
        form = f"{node.name}({', '.join(p.name for p in found.parameters)})"
        wrong_count(node, len(found.parameters), len(inputs), form, scope)
        return UNKNOWN
    args = [check(given, scope, type_).op for given, type_ in zip(inputs, found.types, strict=True)]
    type_ = names.define_type(str(node.name), scope)
    return names.read(str(node.name), args, type_, scope, node.span)


def _number(node: nodes.SyntaxNode, scope: Scope) -> Op:
    return check(node, scope, NUMBER.or_none()).op


Inputs = tuple[nodes.SyntaxNode, ...]
FunctionHandler = Callable[[Inputs, Scope], Typed]


def _count(inputs: Inputs, scope: Scope) -> Typed:
    return Typed({"op": "count", "of": things(inputs[0], scope).op}, NUMBER)


def _end(op: str) -> FunctionHandler:
    def handler(inputs: Inputs, scope: Scope) -> Typed:
        found = things(inputs[0], scope)
        item = found.type.item or ANY
        return Typed({"op": op, "of": found.op, **coerce.numbers_mark(item)}, item.or_none())

    return handler


def _nth(inputs: Inputs, scope: Scope) -> Typed:
    found = things(inputs[0], scope)
    number, item = _number(inputs[1], scope), found.type.item or ANY
    return Typed({"op": "nth", "of": found.op, "number": number, **coerce.numbers_mark(item)}, item.or_none())


def _position(inputs: Inputs, scope: Scope) -> Typed:
    found = things(inputs[0], scope)
    item, member = check(inputs[1], scope), found.type.item or ANY
    if item.type.base == "list" and member.base != "any":
        scope.context.report(
            codes.WRONG_TYPE.at(inputs[1].span, expected=member.readable(), found=item.type.readable())
        )
    coerce.hold_to_one_sort(scope.context, member, item.type, inputs[1].span)
    return Typed({"op": "position", "of": found.op, "item": item.op}, NUMBER)


def _over(op: str) -> FunctionHandler:
    def handler(inputs: Inputs, scope: Scope) -> Typed:
        if isinstance(inputs[0], nodes.Where):
            found = filtered(inputs[0].set, inputs[0].test, scope)
            inner = scope.inside(unnamed_it=True)
            own = inputs[0].set
            name = inner.declare(str(own.name) if isinstance(own, nodes.Named) else "it", found.item)
            members: Op = found.op
        else:
            members_typed, inner, name = element(inputs[0], scope)
            members = members_typed.op
        value = _number(inputs[1], inner)
        scope.context.asked.append((value, inputs[1].span))
        return Typed({"op": op, "set": members, "it": name, "value": value}, NUMBER)

    return handler


def _several(op: str) -> FunctionHandler:
    def handler(inputs: Inputs, scope: Scope) -> Typed:
        return Typed({"op": op, "items": [_number(given, scope) for given in inputs]}, NUMBER)

    return handler


def _abs(inputs: Inputs, scope: Scope) -> Typed:
    return Typed({"op": "absolute", "of": _number(inputs[0], scope)}, NUMBER)


def _remainder(inputs: Inputs, scope: Scope) -> Typed:
    return Typed({"op": "remainder", "a": _number(inputs[0], scope), "b": _number(inputs[1], scope)}, NUMBER)


def _list(inputs: Inputs, scope: Scope, of: Type | None = None) -> Typed:
    """A list of values; of a list or pile among them, what is in it. `of` says what they should be."""
    members: list[Op] = []
    item: Type = ANY
    for given in inputs:
        found = check(given, scope) if of is None or of.base != "word" else hinted(given, scope, of)
        if found.type.base == "place":
            found = coerce.as_set(scope.context, found, given.span)
        own = (found.type.item or ANY) if found.type.base == "list" else found.type
        coerce.hold_to_one_sort(scope.context, item, own, given.span)
        item = own.certain() if item.base == "any" else sets.common(scope, item, own).certain()
        if found.type.base != "none":
            members.append(found.op)
    return Typed({"op": "list", "items": members, **coerce.numbers_mark(item)}, listing(item))


def _reversed(inputs: Inputs, scope: Scope) -> Typed:
    found = things(inputs[0], scope)
    return Typed({"op": "reversed", "of": found.op}, found.type)


def _clockwise(inputs: Inputs, scope: Scope) -> Typed:
    """Those from the member on, and then the others: a union leaves out whom it has already."""
    found = things(inputs[0], scope)
    first = check(inputs[1], scope, (found.type.item or ANY).or_none())
    it = scope.body.unique("it")
    where: Op = {
        "op": "at_least",
        "a": {"op": "position", "of": found.op, "item": {"op": "local", "name": it}},
        "b": {"op": "position", "of": found.op, "item": first.op},
    }
    behind: Op = {"op": "filter", "set": found.op, "it": it, "where": where}
    return Typed({"op": "union", "a": behind, "b": found.op}, found.type)


def _both(inputs: Inputs, scope: Scope) -> Typed:
    left, right = things(inputs[0], scope), things(inputs[1], scope)
    coerce.hold_to_one_sort(scope.context, left.type, right.type, inputs[1].span)
    return Typed({"op": "both", "a": left.op, "b": right.op}, left.type)


def _kind_of(node: nodes.SyntaxNode, scope: Scope) -> str:
    """The kind named by an input, in the singular or the plural."""
    if isinstance(node, nodes.Name):
        name = node.name
        if name in scope.model.plurals:
            return scope.model.plurals[name]
        return names.kind(name, scope)
    scope.context.report(
        codes.OUT_OF_PLACE.at(node.span, word="this", proposal="the name of a kind is needed")
    )
    return "thing"


def _all(inputs: Inputs, scope: Scope) -> Typed:
    kind = _kind_of(inputs[0], scope)
    return Typed({"op": "all", "kind": kind}, listing(thing(kind)))


def _spares(inputs: Inputs, scope: Scope) -> Typed:
    kind = _kind_of(inputs[0], scope)
    return Typed({"op": "spares", "kind": kind}, listing(thing(kind)))


def _in_force(inputs: Inputs, scope: Scope) -> Typed:
    kind = _kind_of(inputs[0], scope)
    return Typed(in_force(kind, scope), listing(thing(kind)))


def in_force(kind: str, scope: Scope) -> Op:
    """Those in play, or those for which the kind's `in force while` holds."""
    owner = next((k for k in scope.model.ancestors(kind) if scope.model.kinds[k].in_force), None)
    if owner is None:
        return {"op": "kind", "kind": kind}
    it = scope.body.unique("it")
    test: Op = {"op": "define", "name": f"{owner}.in_force", "args": [{"op": "local", "name": it}]}
    return {"op": "filter", "set": {"op": "all", "kind": kind}, "it": it, "where": test}


def _numbers(inputs: Inputs, scope: Scope) -> Typed:
    return Typed(
        {"op": "range", "low": _number(inputs[0], scope), "high": _number(inputs[1], scope)}, listing(NUMBER)
    )


def relation(node: nodes.SyntaxNode, scope: Scope) -> str:
    """The relation named by an input."""
    if isinstance(node, nodes.Name) and node.name in scope.model.relations:
        return str(node.name)
    name = node.name if isinstance(node, nodes.Name) else Word("this", node.span)
    scope.context.report(
        codes.UNKNOWN_RELATION.at(node.span, name=name, near=nearest(name, scope.model.relations))
    )
    return next(iter(scope.model.relations), "")


def _between(name: str, scope: Scope) -> Type:
    found = scope.model.relations.get(name)
    return thing(found.between if found else "space")


def _neighbours(inputs: Inputs, scope: Scope) -> Typed:
    name = relation(inputs[1], scope)
    return Typed(
        {"op": "neighbours", "relation": name, "of": space(inputs[0], scope)}, listing(_between(name, scope))
    )


def _connected(inputs: Inputs, scope: Scope) -> Typed:
    name = relation(inputs[1], scope)
    return Typed(
        {"op": "connected", "relation": name, "of": space(inputs[0], scope)}, listing(_between(name, scope))
    )


def _steps(inputs: Inputs, scope: Scope) -> Typed:
    target = check(inputs[1], scope)
    to = coerce.as_spaces(scope.context, target, inputs[1].span)
    around = (
        coerce.as_spaces(scope.context, things(inputs[3], scope), inputs[3].span)
        if len(inputs) == 4
        else None
    )
    return Typed(
        {
            "op": "steps",
            "relation": relation(inputs[2], scope),
            "a": space(inputs[0], scope),
            "b": to,
            "around": around,
        },
        NUMBER,
    )


def _within(inputs: Inputs, scope: Scope) -> Typed:
    """The spaces at most n steps away, in the order of the board."""
    name = relation(inputs[2], scope)
    kind = _between(name, scope).name
    start, limit = space(inputs[0], scope), _number(inputs[1], scope)
    it = scope.body.unique("it")
    here: Op = {"op": "local", "name": it}
    paces: Op = {
        "op": "steps",
        "relation": name,
        "a": start,
        "b": {"op": "list", "items": [here]},
        "around": None,
    }
    return Typed(
        {
            "op": "filter",
            "set": {"op": "kind", "kind": kind},
            "it": it,
            "where": {"op": "at_most", "a": paces, "b": limit},
        },
        listing(thing(kind)),
    )


def _line_length(inputs: Inputs, scope: Scope) -> Typed:
    return Typed(
        {
            "op": "line_length",
            "relation": relation(inputs[0], scope),
            "a": space(inputs[1], scope),
            "b": space(inputs[2], scope),
        },
        NUMBER,
    )


def _crossed(inputs: Inputs, scope: Scope) -> Typed:
    name = relation(inputs[0], scope)
    return Typed(
        {"op": "crossed", "relation": name, "a": space(inputs[1], scope), "b": space(inputs[2], scope)},
        listing(_between(name, scope)),
    )


def _direction(inputs: Inputs, scope: Scope) -> Typed:
    return Typed({"op": "direction", "a": space(inputs[0], scope), "b": space(inputs[1], scope)}, NUMBER)


def _link(inputs: Inputs, scope: Scope) -> Typed:
    return Typed(
        {"op": "link_between", "a": space(inputs[0], scope), "b": space(inputs[1], scope)},
        thing("link", optional=True),
    )


def _other_side(inputs: Inputs, scope: Scope) -> Typed:
    joined = check(inputs[0], scope, thing("link"))
    return Typed(
        {"op": "other_side", "link": joined.op, "space": space(inputs[1], scope)},
        thing("space", optional=True),
    )


def _controller(inputs: Inputs, scope: Scope) -> Typed:
    of = check(inputs[0], scope, thing("thing", optional=True))
    return Typed({"op": "define", "name": "controller", "args": [of.op]}, thing("player", optional=True))


HANDLERS: dict[str, FunctionHandler] = {
    "count": _count,
    "first": _end("first"),
    "last": _end("last"),
    "nth": _nth,
    "position": _position,
    "total": _over("total"),
    "highest": _over("highest"),
    "lowest": _over("lowest"),
    "min": _several("minimum"),
    "max": _several("maximum"),
    "abs": _abs,
    "remainder": _remainder,
    "list": _list,
    "reversed": _reversed,
    "clockwise": _clockwise,
    "both": _both,
    "all": _all,
    "spares": _spares,
    "numbers": _numbers,
    "in_force": _in_force,
    "neighbours": _neighbours,
    "connected": _connected,
    "steps": _steps,
    "within": _within,
    "line_length": _line_length,
    "crossed": _crossed,
    "direction": _direction,
    "link": _link,
    "other_side": _other_side,
    "controller": _controller,
}
"""What each of the functions of the vocabulary means."""
