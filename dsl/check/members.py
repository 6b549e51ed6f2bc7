"""`of.name`: what piles, sets and things have."""

from tilewright.schemas.wording import article

from .. import nodes
from ..model import Property
from ..problems import codes
from ..problems.suggest import MEMBERS, nearest
from ..source import Span, Word
from ..value_types import ANY, Type, listing, place, thing
from ..vocabulary import FUNCTIONS
from . import coerce, each_word, expressions, functions, names
from .scope import UNKNOWN, Op, Scope, Typed


def get(node: nodes.Get, scope: Scope, want: Type | None) -> Typed:
    model, name = scope.model, node.name
    if isinstance(node.of, nodes.Name) and node.of.name == "box" and name in model.plurals:
        kind = model.plurals[name]
        return Typed({"op": "spares", "kind": kind}, listing(thing(kind)))
    of = expressions.check(node.of, scope)
    match of.type.base:
        case "any":
            return UNKNOWN
        case "place":
            return _of_place(of, name, scope)
        case "list":
            return _of_list(of, name, scope)
        case "thing":
            return of_thing(of, name, scope)
    scope.context.report(codes.UNKNOWN_PROPERTY.at(name.span, kind=of.type.readable(), name=name, near=""))
    return UNKNOWN


def get_of(node: nodes.GetOf, scope: Scope, want: Type | None) -> Typed:
    """`city.cubes(red)`"""
    if each_word.is_one(node, scope):
        return each_word.read(node, scope)
    near = nearest(node.name, [name for _, name in scope.model.by_each])
    if node.name in scope.model.defines or node.name in FUNCTIONS:
        near = f"what it is asked of stands in the parentheses, too: `{node.name}(…)`"
    of = expressions.check(node.of, scope).type
    if of.base == "thing" and scope.model.property(of.name, node.name) is not None:
        functions.wrong_count(node, 0, len(node.inputs or ()), f"….{node.name}", scope)
    elif of.base != "any":
        kind = article(of.name) if of.base == "thing" else of.readable()
        scope.context.report(
            codes.UNKNOWN_PROPERTY.at(node.name.span, kind=kind, name=node.name, near=near, of=of.name)
        )
    return UNKNOWN


def _of_place(of: Typed, name: Word, scope: Scope) -> Typed:
    if name in ("top", "bottom"):
        return Typed({"op": str(name), "of": of.op}, thing(of.type.name, optional=True))
    if name in ("owner", "holder"):
        return Typed({"op": "holder_of", "of": {"op": "top", "of": of.op}}, thing("thing", optional=True))
    if name in scope.model.plurals:
        kind = scope.model.plurals[name]
        it = scope.body.unique("it")
        return Typed(
            {
                "op": "filter",
                "set": {"op": "contents", "of": of.op},
                "it": it,
                "where": {"op": "is_kind", "of": {"op": "local", "name": it}, "kind": kind},
            },
            listing(thing(kind)),
        )
    if of.type.single:
        return of_thing(Typed({"op": "top", "of": of.op}, thing(of.type.name, optional=True)), name, scope)
    near = (
        f"write `{MEMBERS[name]}`"
        if name in MEMBERS
        else nearest(name, ["top", "bottom", *scope.model.plurals])
    )
    scope.context.report(codes.UNKNOWN_PROPERTY.at(name.span, kind="a pile", name=name, near=near))
    return UNKNOWN


def _of_list(of: Typed, name: Word, scope: Scope) -> Typed:
    model = scope.model
    item = of.type.item or ANY
    if item.base == "any":
        return UNKNOWN
    if (
        item.base == "thing"
        and (kind := model.plurals.get(name)) is not None
        and not model.is_a(kind, "link")
        and (model.is_a(item.name, "space") or model.is_a(item.name, "link"))
    ):
        return Typed({"op": "pieces", "of": of.op, "kind": kind, "many": True}, listing(thing(kind)))
    if item.base == "thing" and name == "space":
        return Typed(
            {"op": "set_property", "of": of.op, "kind": "thing", "name": "space"},
            listing(thing(_space_kind(scope))),
        )
    found = model.property(item.name, name) if item.base == "thing" else None
    if found is not None and found.sort == "place":
        return Typed(
            {"op": "set_property", "of": of.op, "kind": found.kind, "name": found.name},
            listing(thing(found.type.name)),
        )
    if found is None:
        near = (
            f"write `{MEMBERS[name]}`"
            if name in MEMBERS
            else nearest(name, model.properties(item.name))
            if item.base == "thing"
            else ""
        )
        scope.context.report(
            codes.UNKNOWN_PROPERTY.at(name.span, kind=of.type.readable(), name=name, near=near, of=item.name)
        )
        return UNKNOWN
    type_ = names.property_type(found, scope)
    return Typed(
        {"op": "set_property", "of": of.op, "kind": found.kind, "name": found.name},
        type_ if type_.base == "list" else listing(type_),
    )


def of_thing(of: Typed, name: Word, scope: Scope) -> Typed:
    """`thing.name`: a property, a place it has, or what the language itself knows of things."""
    model, kind = scope.model, of.type.name
    found = model.property(kind, name)
    if found is not None:
        return of_property(of, found, scope, name.span)
    match str(name):
        case "space":
            op = of.op if model.is_a(kind, "space") else {"op": "space_of", "of": of.op}
            return Typed(op, thing(_space_kind(scope), optional=True))
        case "place":
            return Typed({"op": "place_of", "of": of.op}, place("thing"))
        case "holder":
            return Typed({"op": "holder_of", "of": of.op}, thing("thing", optional=True))
        case "links" if model.related(kind, "space"):
            return Typed(
                {"op": "links", "of": coerce.as_space(scope.context, of, name.span)}, listing(thing("link"))
            )
        case "sides" if model.related(kind, "link"):
            return Typed({"op": "sides", "of": of.op}, listing(thing(_space_kind(scope))))
        case "controller":
            return Typed(
                {"op": "define", "name": "controller", "args": [of.op]}, thing("player", optional=True)
            )
    wanted = model.plurals.get(name)
    if wanted is not None and model.is_a(wanted, "link") and model.related(kind, "space"):
        it = scope.body.unique("it")
        return Typed(
            {
                "op": "filter",
                "set": {"op": "links", "of": coerce.as_space(scope.context, of, name.span)},
                "it": it,
                "where": {"op": "is_kind", "of": {"op": "local", "name": it}, "kind": wanted},
            },
            listing(thing(wanted)),
        )
    if wanted is not None and (model.related(kind, "space") or model.related(kind, "link")):
        return Typed({"op": "pieces", "of": of.op, "kind": wanted, "many": False}, listing(thing(wanted)))
    owner = next((k for k in model.descendants(kind) if model.property(k, name)), None)
    way = ""
    if owner:
        by_name = of.op.get("op") == "local"
        way = f"test `is {article(owner)}` first" if by_name else coerce.test_of_a_name(article(owner))
    if owner and scope.in_test and model.kinds[owner].plural:
        way = f"write `{coerce.one_of(model.kinds[owner].plural)}.{name}`"
    near = (
        f"only {article(owner)} has one: {way}"
        if owner
        else nearest(name, [*model.properties(kind), "space", "place", "holder"])
    )
    near = each_word.hint(name, model.ancestors(kind), scope) or near
    scope.context.report(
        codes.UNKNOWN_PROPERTY.at(name.span, kind=article(kind), name=name, near=near, of=kind)
    )
    return UNKNOWN


def _space_kind(scope: Scope) -> str:
    """The one kind of space the game's relations are about, if it is one: `x.space` is then of that kind."""
    kinds = {relation.between for relation in scope.model.relations.values()}
    return kinds.pop() if len(kinds) == 1 else "space"


def of_property(of: Typed, found: Property, scope: Scope, span: Span) -> Typed:
    if found.sort == "place":
        return Typed({"op": "place", "name": found.name, "of": of.op}, found.type)
    type_ = names.property_type(found, scope)
    if found.sort in ("derived", "given"):
        return names.read(f"{found.kind}.{found.name}", [of.op], type_, scope, span)
    modified = found.name in scope.model.modified
    return Typed(
        {"op": "modified" if modified else "property", "of": of.op, "kind": found.kind, "name": found.name},
        type_,
    )


def pile_end(node: nodes.PileEnd, scope: Scope, want: Type | None) -> Typed:
    many = expressions.number(node.number, scope)
    pile = expressions.check(node.pile, scope)
    item = thing(pile.type.name or "thing") if pile.type.base == "place" else (pile.type.item or ANY)
    if pile.type.base == "place":
        return Typed({"op": f"{node.end}_n", "of": pile.op, "number": many}, listing(item))
    if pile.type.base == "list" and node.end == "top":
        it = scope.body.unique("it")
        position: Op = {"op": "position", "of": pile.op, "item": {"op": "local", "name": it}}
        return Typed(
            {"op": "filter", "set": pile.op, "it": it, "where": {"op": "at_most", "a": position, "b": many}},
            pile.type,
        )
    if pile.type.base != "any":
        scope.context.report(
            codes.WRONG_TYPE.at(node.pile.span, expected="a pile", found=pile.type.readable())
        )
    return UNKNOWN
