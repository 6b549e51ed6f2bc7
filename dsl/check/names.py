"""What a bare word means: a local, a property of the game, a setting, a define, a thing, a plural …"""

from __future__ import annotations

from tilewright.schemas.operation_table import HOOKED
from tilewright.schemas.wording import article, counted

from .. import nodes
from ..model import Property, ThingSymbol
from ..problems import codes
from ..problems.diagnostics import Related
from ..problems.suggest import VALUES, nearest
from ..reading.line_forms import EXPECTATIONS, in_a_line_of_its_own
from ..resolve.collect import near_kind, other_plural
from ..source import Span, Word, package_of
from ..value_types import ANY, NUMBER, TEXT, YES_NO, Type, listing, place, thing, word
from . import each_word, expressions, spaces
from .chains import MAX_CHAIN
from .scope import UNKNOWN, Local, Op, ProcedureScope, Scope, Typed

FAR = 1_000_000
"""`far`: what `steps` and `line_length` give where there is no way."""


def resolve(name: Word, scope: Scope, want: Type | None) -> Typed:  # noqa: C901 (one step for each thing a word may name)
    """The value of a word where a `want` is expected; an unknown one is reported with the nearest known."""
    model, context = scope.model, scope.context
    local = scope.find(name)
    if local is not None and local.op is not None:
        return Typed(local.op, local.type)
    if local is not None:
        return Typed({"op": "local", "name": local.unique}, local.type)
    if want is not None and want.base == "word" and name in model.words.get(want.name, ()):
        return Typed({"op": "word", "words": want.name, "value": str(name)}, want)
    if name in context.shared:
        return UNKNOWN  # told where it is declared
    if name in model.game:
        found = model.game[name]
        if found.sort == "place":
            return Typed({"op": "place", "name": str(name), "of": None}, found.type)
        if found.sort == "derived":
            return read(f"game.{name}", [], property_type(found, scope), scope, name.span)
        return Typed({"op": "game", "property": str(name)}, found.type)
    if name in model.settings:
        return Typed({"op": "setting", "name": str(name)}, model.settings[name].type)
    if name in model.defines and not model.defines[name].parameters:
        return read(str(name), [], define_type(str(name), scope), scope, name.span)
    if name in model.things:
        return _thing(name, scope)
    if name in model.plurals:
        kind_name = model.plurals[name]
        return Typed({"op": "kind", "kind": kind_name}, listing(thing(kind_name)))
    if name in context.spaces:
        return Typed({"op": "entity", "name": str(name)}, thing(context.spaces[name]))
    if name in context.links:
        return Typed({"op": "entity", "name": str(name)}, thing(context.links[name]))
    if name == "far":
        return Typed({"op": "number", "value": FAR}, NUMBER)
    if name == "box":
        return Typed({"op": "place", "name": "box", "of": None}, place("thing"))
    for enumeration, words in model.words.items():
        if name in words and (want is None or want.base != "word"):
            return Typed({"op": "word", "words": enumeration, "value": str(name)}, word(enumeration))
    found_space = spaces.named_anywhere(name, scope, want)
    if found_space is not None:
        return found_space
    if want is not None and want.base == "word":
        words = model.words.get(want.name, ())
        context.report(
            codes.UNKNOWN_WORD.at(name.span, name=name, words=", ".join(words), near=nearest(name, words))
        )
    else:
        context.report(codes.UNKNOWN_NAME.at(name.span, name=name, near=_near(name, scope)))
    return UNKNOWN


def _thing(name: Word, scope: Scope) -> Typed:
    found = scope.model.things[name]
    if found.copies == 0:
        return _none_left(found, name, scope)
    if found.copies != 1 and not _counted_by_others(found, str(name), name.span, scope):
        plural = scope.model.kinds[name].plural
        near = f"there are {found.copies} of them: `{name}.1` is one, `{plural}` are those in play"
        scope.context.report(codes.UNKNOWN_NAME.at(name.span, name=name, near=near))
    if found.copies != 1:
        return UNKNOWN
    return Typed({"op": "entity", "name": str(name)}, thing(str(name)))


def _none_left(found: ThingSymbol, name: Word, scope: Scope) -> Typed:
    """A thing that is named but no longer in the box is reported where it was taken out."""
    related = (Related(name.span, "it is named here"),)
    scope.context.report(codes.NONE_LEFT.at(found.counted or found.span, name=found.name, related=related))
    return UNKNOWN


def _counted_by_others(found: ThingSymbol, name: str, at: Span, scope: Scope) -> bool:
    """Whether a mod changes how many there are, and so what they are called: that is told where it does."""
    counted_at = found.counted
    if counted_at is None or package_of(counted_at.file) in map(package_of, (found.span.file, at.file)):
        return False
    related = (Related(at, "it is named here"),)
    copies = counted(found.copies, "copy", "copies")
    now = "" if 1 not in (found.copies, int(name == found.name)) else found.name
    now += ".1" if now and found.copies > 1 else ""
    problem = codes.COPY_GONE.at(counted_at, name=name, copies=copies, expected=now, related=related)
    scope.context.report(problem)
    return True


def _near(name: Word, scope: Scope) -> str:
    model = scope.model
    if name in model.kinds and model.kinds[name].plural:
        return f"`{name}` is a kind; those in play are `{model.kinds[name].plural}`"
    if name in model.defines:
        return f"it needs inputs: `{name}(…)`"
    if name in model.verbs:
        return f"`{name}` is a verb: it does something and is not a value"
    if name in VALUES:
        return f"write `{VALUES[name]}`"
    if name in EXPECTATIONS and scope.in_test:
        return in_a_line_of_its_own(name, [name])
    if plural := other_plural(name, model):
        return plural
    by_word = each_word.hint(name, ["game"], scope)
    if by_word:
        return by_word
    elsewhere = spaces.where_it_is(name, scope)
    if elsewhere:
        return elsewhere
    owner = next((kind for kind in model.kinds.values() if name in kind.properties), None)
    if owner is not None:
        holder = next(
            (
                str(local)
                for local, known in reversed(scope.locals().items())
                if known.type.base == "thing" and model.property(known.type.name, name)
            ),
            "x",
        )
        return f"{article(owner.name)} has one: write whose, as in `{holder}.{name}`"
    near = nearest(
        name,
        [
            *scope.locals(),
            *model.game,
            *model.settings,
            *model.defines,
            *model.things,
            *model.plurals,
            *scope.context.spaces,
        ],
    )
    return near or (f'a text needs quotes around it: "{name}"' if name[0].isupper() else _known_here(scope))


def written_apart(left: nodes.SyntaxNode, right: nodes.SyntaxNode, scope: Scope) -> bool:
    """Whether a name was written with a hyphen, as in `long-bow`; if so, this is reported."""
    if not isinstance(left, nodes.Name) or not isinstance(right, nodes.Name | nodes.Function):
        return False
    model, whole = scope.model, f"{left.name}_{right.name}"
    known = {*scope.locals(), *model.game, *model.settings, *model.defines, *model.things, *model.plurals}
    adjoin = left.span.end_column + 1 == right.name.span.column and left.span.end_line == right.span.line
    if not adjoin or whole not in known or left.name in known:
        return False
    span = left.span.to(right.name.span)
    near = f"a name is one word: `{whole}`"
    scope.context.report(codes.UNKNOWN_NAME.at(span, name=f"{left.name}-{right.name}", near=near))
    return True


MOST_TOLD = 6
"""Names of a body that a message lists; a verb has as many parts at most, nearly always."""


def _known_here(scope: Scope) -> str:
    """What a name could be instead: those that this body has given itself."""
    own = [f"`{name}`" for name in reversed(scope.locals()) if name not in ("it", "this", "you")]
    if not own:
        return ""
    some = ", ".join(own[:MOST_TOLD]) + (", …" if len(own) > MOST_TOLD else "")
    return f"correct the name, or declare it first; this block knows {some}"


def copy(name: Word, number: Word, scope: Scope) -> Typed:
    """`shotgun.2`, `player.1`, `door.3`"""
    model = scope.model
    index = int(number[:6])
    if name == "player":
        if 1 <= index <= model.players[1]:
            return Typed({"op": "entity", "name": f"player.{index}"}, thing("player"))
        scope.context.report(
            codes.UNKNOWN_NAME.at(
                number.span,
                name=f"player.{number}",
                near=f"this game has up to {counted(model.players[1], 'player')}",
            )
        )
        return UNKNOWN
    found = model.things.get(name)
    if found is not None and 1 <= index <= found.copies:
        entity = str(name) if found.copies == 1 else f"{name}.{index}"
        return Typed({"op": "entity", "name": entity}, thing(str(name)))
    link = f"{name}.{number}"
    if link in scope.context.links:
        return Typed({"op": "entity", "name": link}, thing(scope.context.links[link]))
    if found is not None and found.copies == 0:
        return _none_left(found, name, scope)
    if found is not None and _counted_by_others(found, f"{name}.{number}", name.span, scope):
        return UNKNOWN
    if found is not None:
        near = f"there {'is' if found.copies == 1 else 'are'} {found.copies}"
    else:
        near = nearest(name, model.things)
    scope.context.report(codes.UNKNOWN_NAME.at(name.span, name=f"{name}.{number}", near=near))
    return UNKNOWN


def kind(name: Word, scope: Scope) -> str:
    """The kind of that name (a thing's name is one too)."""
    if name in scope.model.kinds:
        return str(name)
    scope.context.report(codes.UNKNOWN_KIND.at(name.span, name=name, near=near_kind(name, scope.model)))
    return "thing"


def verb(name: Word, scope: Scope) -> str:
    if name in scope.model.verbs or name in HOOKED:
        return str(name)
    scope.context.report(codes.UNKNOWN_VERB.at(name.span, name=name, near=nearest(name, scope.model.verbs)))
    return str(name)


def read(name: str, args: list[Op], type_: Type, scope: Scope, span: Span) -> Typed:
    """A computed value, noted as one that this body reads, at that place."""
    scope.context.values_read.setdefault(scope.body.name, {})[name] = None
    op: Op = {"op": "define", "name": name, "args": args}
    scope.context.asked.append((op, span))
    return Typed(op, type_)


def property_type(found: Property, scope: Scope) -> Type:
    """The type of a property; a derived one's is found from its value, once."""
    if found.sort != "derived" or found.type.base != "any" or found.default is None or found.looked_for:
        return found.type
    if scope.context.depth > MAX_CHAIN:
        return ANY  # the chain is told as a whole
    return _probe(found.default, found, "this" if found.kind != "game" else "", found.kind, scope)


def define_type(name: str, scope: Scope) -> Type:
    """The type a define gives: as declared, or found from its value."""
    found = scope.model.defines[name]
    if found.type is not None:
        return found.type
    if scope.context.depth > MAX_CHAIN:
        return ANY  # the chain is told as a whole
    definition = getattr(found.node, "definition", None)
    lets: list[nodes.CaseLet] = []
    match definition:
        case nodes.DefineValue(value=value):
            pass
        case nodes.DefineCases(cases=cases) if any(not isinstance(one, nodes.CaseLet) for one in cases):
            lets = [one for one in cases if isinstance(one, nodes.CaseLet)]
            value = next(one for one in cases if not isinstance(one, nodes.CaseLet)).value  # type: ignore[attr-defined]
        case _:
            return NUMBER
    found.type = ANY  # a define that calls itself must declare its type
    inner = _silent(scope)
    for parameter, type_ in zip(found.parameters, found.types, strict=True):
        inner.names[parameter.name] = inner.names.get(parameter.name) or _local(inner, parameter.name, type_)
    for let in lets:
        inner.names[let.name] = _local(inner, let.name, expressions.check(let.value, inner).type)
    found.type = expressions.check(value, inner).type
    return found.type


def _probe(value: nodes.SyntaxNode, found: Property, name: str, kind_name: str, scope: Scope) -> Type:
    found.looked_for = True  # one that reads itself is told elsewhere
    inner = _silent(scope)
    if name:
        inner.names[name] = _local(inner, name, thing(kind_name))
    type_ = expressions.check(value, inner).type
    found.type = type_
    return type_


def _local(scope: Scope, name: str, type_: Type) -> Local:
    return Local(scope.body.unique(name), type_)


def _silent(scope: Scope) -> Scope:
    """A scope for finding a type only: what is wrong is reported when the declaration itself is checked."""
    return Scope(scope.context.silent(), ProcedureScope("probe"))


__all__ = ["TEXT", "YES_NO", "copy", "define_type", "kind", "property_type", "read", "resolve", "verb"]
