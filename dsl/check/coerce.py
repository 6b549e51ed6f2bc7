"""Values where they are needed: a pile as the set of its cards, a figure as the space it stands on."""

from tilewright.schemas.wording import article

from ..problems import codes
from ..source import Span
from ..value_types import ANY, Type, has_none, listing, place, same_words, thing
from .scope import UNKNOWN, Context, Op, Scope, Typed


def fit(context: Context, value: Typed, want: Type | None, span: Span, scope: Scope | None = None) -> Typed:
    """The value as a `want`, or a report that names what would fit; what is unknown fits everywhere."""
    if want is None or want.base == "any" or value.type.base == "any":
        return value
    match want.base:
        case "thing":
            return _as_thing(context, value, want, span, scope)
        case "list":
            return as_set(context, value, span, want.item)
        case "place":
            return as_place(context, value, span)
        case _ if value.type.base == want.base and (want.base != "word" or value.type.name == want.name):
            return value
        case "word" if value.type.base == "word" and has_none(want) and same_words(value.type, want):
            return value
    return _wrong(context, value, want, span, scope)


def _wrong(context: Context, value: Typed, want: Type, span: Span, scope: Scope | None) -> Typed:
    help = _way_out(context, value, want) or _what_fits(context, want, scope)
    context.report(
        codes.WRONG_TYPE.at(span, expected=want.readable(), found=value.type.readable(), help=help or None)
    )
    return UNKNOWN


def _way_out(context: Context, value: Typed, want: Type) -> str:
    """What to write where a `want` is needed: the same in its form, or what the thing has of that type."""
    op, found = value.op, value.type
    match want.base, op.get("op"):
        case "number", "string" if context.texts[op["text"]].isdigit():
            return "write it without quotes"
        case "number", "yes_no":
            return f"write `{int(op['value'])}`"
        case "yes_no", "number":
            return (
                f"write `{'yes' if op['value'] else 'no'}`"
                if op["value"] in (0, 1)
                else "write `yes` or `no`"
            )
        case "thing" | "word", "string":
            return "write it without quotes"
        case "word", "number":
            return f"write one of {', '.join(context.model.words[want.name])}"
        case "thing", "number" if want.name == "player" and 1 <= op["value"] <= context.model.players[1]:
            return f"write `player.{op['value']}`"
    if found.base == "thing" and want.base in ("number", "thing", "place"):
        of_it = _what_it_has(context, op, found, want)
        if of_it:
            return of_it
    if has_none(found) and want == found.without_none():
        one = context.model.words[want.name][0]
        return (
            f"say what stands for none, as in `… else {one}`, or `let` it and ask whether that `is not none`"
        )
    return _INSTEAD.get((want.base, found.base), "")


def _what_it_has(context: Context, op: Op, found: Type, want: Type) -> str:
    """The value of a thing, or of each of a set, that is of a type: `scout.player`."""
    name = str(op["name"]).partition(".")[0] if op["op"] == "local" else op.get("name", "")
    whose = name if op["op"] in ("local", "entity") else "…"
    for member, known in context.model.properties(found.name).items():
        if known.type.base == want.base and (want.base != "thing" or known.type.name == want.name):
            return f"name what it has, such as `{whose}.{member}`"
    return ""


def to_compare(context: Context, left: Typed, right: Typed) -> str | None:
    """A suggestion for comparing two values whose types never match, if there is one."""
    return _way_out(context, right, left.type) or _way_out(context, left, right.type) or None


_INSTEAD = {
    ("thing", "list"): "take one of them, as in `first(…)`, or go through them with `for each`",
    ("thing", "place"): "`.top` is what lies on top of it",
    ("number", "list"): "count them: `count(…)`",
    ("number", "place"): "count what lies in it: `count(…)`",
    ("number", "yes_no"): "write `1 if … else 0`",
    ("number", "none"): "write `none` itself: a name that stands for it is not a number",
    ("word", "none"): "write `none` itself: a name that stands for it is not a word",
    ("yes_no", "list"): "ask for one: `any …`, or `no …`",
    ("yes_no", "place"): "write `… is empty`, or `… is not empty`",
    ("yes_no", "number"): "compare it: `… > 0`",
    ("yes_no", "thing"): "write `… is not none`",
    ("list", "number"): "to do something so many times write `repeat …:`; a list of numbers is `list(1, 2)`",
    ("place", "thing"): "name a place; one of several piles is chosen by a label, with `choose one:`",
    ("list", "yes_no"): "`any` and `no` ask a set; of yes or no write `not …`",
}
"""What to write where one type is needed and another was given."""


def _what_fits(context: Context, want: Type, scope: Scope | None) -> str:
    """Names that have a type here, or how its values are written."""
    known = {name: local.type for name, local in scope.locals().items()} if scope is not None else {}
    known |= {name: found.type for name, found in context.model.game.items()}
    named = [
        f"`{name}`"
        for name, type_ in known.items()
        if type_.base == want.base
        and (want.base != "word" or type_ == want or type_ == want.without_none())
        and (want.base != "thing" or context.model.is_a(type_.name, want.name))
    ][:FEW]
    if named:
        return f"here {', '.join(named)} would fit"
    match want.base:
        case "thing" if plural := context.model.kinds[want.name].plural:
            return f"take one of `{plural}`, as in `first({plural})`"
        case "word":
            return f"write one of {', '.join(context.model.words.get(want.name, ()))}"
    return _WRITTEN.get(want.base, "")


def one_of(plural: str) -> str:
    """How a story names one thing of a kind by what it is, where only a wider kind is known of it."""
    return f"first({plural} where it is …)"


FEW = 3
_WRITTEN = {
    "number": "write a number such as `2`, or count something: `count(…)`",
    "yes_no": "write a test such as `… = …`",
    "text": "write a text in quotes",
}


def _as_thing(context: Context, value: Typed, want: Type, span: Span, scope: Scope | None) -> Typed:
    model = context.model
    if value.type.base == "none":
        return value
    if value.type.base == "place" and value.type.single:
        value = Typed({"op": "top", "of": value.op}, thing(value.type.name, optional=True))
    if plural_of_others(context, value, want, span):
        return UNKNOWN
    if value.type.base != "thing":
        return _wrong(context, value, want, span, scope)
    if model.is_a(value.type.name, want.name):
        return value
    if model.is_a(want.name, "space") and not model.is_a(value.type.name, "space"):
        return Typed({"op": "space_of", "of": value.op}, thing("space", optional=True))
    if model.related(value.type.name, want.name):
        plural = model.kinds[want.name].plural
        expected = article(want.name)
        help = None if value.op.get("op") == "local" else test_of_a_name(expected)
        if scope is not None and scope.in_test and plural:
            help = f"in a test write `{one_of(plural)}`"
        context.report(codes.MAYBE_NOT.at(span, help=help, found=article(value.type.name), expected=expected))
        return UNKNOWN
    return _wrong(context, value, want, span, scope)


def test_of_a_name(expected: str) -> str:
    """What to write where a test of a longer expression would be needed: it would be forgotten."""
    return f"a test settles this for a name alone: write `let x = …`, then `if x is {expected}:`"


def plural_of_others(context: Context, value: Typed, want: Type, span: Span) -> bool:
    """Whether a bare plural is taken for one thing of another kind; reports it.

    Most likely a thing of that name is missing. Players and spaces are no things that an author declares.
    """
    model = context.model
    if value.op.get("op") != "kind" or want.base != "thing":
        return False
    kind = value.op["kind"]
    if model.related(kind, want.name) or any(
        model.is_a(want.name, one) for one in ("player", "space", "link")
    ):
        return False
    plural = model.kinds[kind].plural
    context.report(
        codes.PLURAL_OF_OTHERS.at(span, expected=article(want.name), name=plural, kind=kind, wanted=want.name)
    )
    return True


def as_set(context: Context, value: Typed, span: Span, item: Type | None = None) -> Typed:
    """A list: of what lies in a place, of one thing, or as it is."""
    kind = value.type
    if kind.base == "any":
        return Typed(value.op, listing(ANY))
    if kind.base == "place":
        value = Typed({"op": "contents", "of": value.op}, listing(thing(kind.name)))
    elif kind.base in ("thing", "number"):
        value = Typed({"op": "list", "items": [value.op], **numbers_mark(kind)}, listing(kind))
    elif kind.base == "none":
        value = Typed({"op": "list", "items": []}, listing(item or ANY))
    elif kind.base != "list":
        return no_set(context, value, span)
    own = value.type.item or ANY
    if item is not None and item.base == own.base == "thing" and not context.model.is_a(own.name, item.name):
        if context.model.is_a(item.name, "space") or not context.model.related(own.name, item.name):
            one = value.op["items"][0] if value.op["op"] == "list" and value.op["items"] else value.op
            context.report(
                codes.WRONG_TYPE.at(
                    span,
                    expected=listing(item).readable(),
                    found=value.type.readable(),
                    help=_what_it_has(context, one, own, item) or None,
                )
            )
        else:
            context.report(codes.MAYBE_NOT.at(span, found=value.type.readable(), expected=article(item.name)))
    elif item is not None and not of_one_sort(item, own):
        found = kind if kind.base == "number" else value.type
        context.report(codes.WRONG_TYPE.at(span, expected=listing(item).readable(), found=found.readable()))
    return value


def no_set(context: Context, value: Typed, span: Span, item: Type | None = None) -> Typed:
    """Report a value that is not a set where one is needed."""
    expected = "a set" if item is None else listing(item).readable()
    instead = _INSTEAD.get(("list", value.type.base)) if item is None else None
    context.report(codes.WRONG_TYPE.at(span, expected=expected, found=value.type.readable(), help=instead))
    return Typed({"op": "list", "items": []}, listing(ANY))


def of_one_sort(one: Type, other: Type) -> bool:
    """Whether a value may be one or the other, or a set have both as members."""
    sorts = {"thing" if each.base == "place" else each.base for each in (one, other)} - {"any", "none"}
    return len(sorts) < 2 and (not one.base == other.base == "word" or same_words(one, other))


def hold_to_one_sort(context: Context, one: Type, other: Type, span: Span) -> None:
    """Report a value or set whose sort differs from that of the one next to it."""
    members = [each.item or ANY if each.base == "list" else each for each in (one, other)]
    if not of_one_sort(*members):
        context.report(codes.WRONG_TYPE.at(span, expected=one.readable(), found=other.readable()))


def numbers_mark(kind: Type | None) -> Op:
    """The mark of an operation on numbers: among them -1 is a number, and does not stand for none."""
    return {"numbers": True} if kind is not None and kind.base == "number" else {}


def as_place(context: Context, value: Typed, span: Span) -> Typed:
    """Where something can be moved to: a pile, bag, slot, space or link."""
    kind = value.type
    if kind.base in ("place", "any"):
        return value
    if kind.base == "thing" and (
        context.model.is_a(kind.name, "space") or context.model.is_a(kind.name, "link")
    ):
        return value
    if kind.base == "thing" and context.model.related(kind.name, "space"):
        return value
    context.report(
        codes.WRONG_TYPE.at(
            span,
            expected="a pile, bag, slot or space",
            found=kind.readable(),
            help=_way_out(context, value, place("")) or None,
        )
    )
    return UNKNOWN


def as_space(context: Context, value: Typed, span: Span) -> Op:
    """The space of a thing, or a space itself: the end of a relation."""
    kind = value.type
    if kind.base == "any":
        return value.op
    if kind.base == "place" and kind.single:
        return {"op": "space_of", "of": {"op": "top", "of": value.op}}
    if kind.base == "thing":
        return value.op if context.model.is_a(kind.name, "space") else {"op": "space_of", "of": value.op}
    context.report(codes.WRONG_TYPE.at(span, expected="a space or something on one", found=kind.readable()))
    return UNKNOWN.op


def as_spaces(context: Context, value: Typed, span: Span) -> Op:
    """Spaces, for the inputs of `steps` that may be sets: of things, those they stand on."""
    if value.type.base == "thing":
        return {"op": "list", "items": [as_space(context, value, span)]}
    found = as_set(context, value, span, thing("thing"))
    item = found.type.item or ANY
    if item.base == "thing" and not context.model.is_a(item.name, "space"):
        return {"op": "set_property", "of": found.op, "kind": "thing", "name": "space"}
    return found.op
