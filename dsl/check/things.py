"""What things give: fixed values, steps, computed values; what kinds say of who sees and who controls."""

from typing import Any

from tilewright.schemas.wording import article

from .. import nodes
from ..model import KindSymbol, Property, SettingSymbol, ThingSymbol, of_word
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..problems.suggest import VALUES, missing_head, nearest
from ..resolve.collect import MAX_NUMBER
from ..source import Span, Word
from ..value_types import ANY, NO_NUMBER, TEXT, YES_NO, Type, has_none, thing
from . import calls, expressions, parts, statements
from .scope import Context, Local, Op, ProcedureScope, Scope

Constant = Any
"""A number, a list of constants, a text as `{"text": id}`, or `{"entity": name}`, which lowering numbers."""

_NO_VALUES = (nodes.ItemCall, nodes.ItemCallBare, nodes.ItemPlus, nodes.ItemWithout, nodes.ItemRange)
_WRITTEN = {
    "title": ('a text in "quotes"', 'title: "…"'),
    "text": ('a text in "quotes"', 'text: "…"'),
    "copies": ("a whole number in digits", "copies: 2"),
}
"""What each thing can say of itself, and how that is written."""
OWN_ENTRIES = {
    "mission": ("layout", "board", "setup", "players", "title", "text", "copies"),
    "campaign": ("begins", "title", "text"),
}


def this_scope(context: Context, kind: str | None, name: str) -> Scope:
    """A scope in which only `this` and `you` are known."""
    scope = Scope(context, ProcedureScope(name))
    if kind is not None:
        scope.names["this"] = Local("this", thing(kind))
    scope.names["you"] = Local("you", parts.PLAYER)
    scope.body.used |= {"this", "you"}
    return scope


# ------------------------------------------------------------------ fixed values


def values(found: ThingSymbol, context: Context) -> dict[str, Constant]:
    """The fixed values of a thing; what no property of its kind is called is reported."""
    model = context.model
    properties = model.properties(found.kind)
    special = next((names for kind, names in OWN_ENTRIES.items() if model.is_a(found.kind, kind)), ())
    constants: dict[str, Constant] = {}
    for name, given in _each_by_name(found, context).items():
        known = properties.get(name)
        if known is None or known.sort in ("derived", "place"):
            if name in special:
                continue
            span: Span = name.span if isinstance(name, Word) else found.span
            if name in _WRITTEN:
                expected, form = _WRITTEN[name]
                if name == "copies":
                    context.model.lost.add(found.name)  # nobody knows how many there are to be named
                    called = next((one.name for one in given if isinstance(one, nodes.Name)), "")
                    form = f"copies: {digits}" if (digits := VALUES.get(called, "")).isdecimal() else form
                context.report(
                    codes.WRONG_TYPE.at(
                        given[0].span if given else span,
                        expected=expected,
                        found="something else",
                        help=f"write `{form}`",
                    )
                )
                continue
            if known is not None:
                context.report(never_given(known, span))
                continue
            steps = [s for kind in model.ancestors(found.kind) for s in model.kinds[kind].steps]
            near = missing_head(name) or nearest(
                name, [*properties, *steps, *special, "title", "text", "copies"]
            )
            context.report(codes.UNKNOWN_PROPERTY.at(span, kind=article(found.kind), name=name, near=near))
        elif known.sort == "stored":
            constants[str(name)] = property_value(known, given, found, context)
    own = properties.get("text")
    if own is not None and own.sort == "stored" and own.type == TEXT and found.text:
        # One entry of a catalogue for what is read on it and elsewhere.
        key = f"{found.kind}/{found.name}/text"
        context.texts[key] = found.text
        constants["text"] = {"text": key}
    for known in properties.values():
        written = known.name in found.values or known.default is not None or known.type.optional
        if known.by is not None and not written and found.copies:
            at = model.history.last("replaces", "thing", found.name) or found.span
            context.report(codes.MISSING_VALUE.at(at, thing=f"`{found.name}`", name=known.name))
    for name in (*found.steps, *found.tables):
        if name not in special and not model.steps(found.kind, name) and name not in properties:
            node = found.steps.get(name) or found.tables[name]
            steps = [s for kind in model.ancestors(found.kind) for s in model.kinds[kind].steps]
            near = missing_head(name) or nearest(name, [*steps, *special])
            context.report(
                codes.UNKNOWN_PROPERTY.at(node.span, kind=article(found.kind), name=name, near=near)
            )
    return constants


def never_given(known: Property, span: Span) -> Diagnostic:
    """What is said of a value for what is computed, or for a place."""
    proposal = "leave it out: it is computed" if known.sort == "derived" else "move things into it"
    return codes.CANNOT_SET.at(span, what=f"`{known.name}`", proposal=proposal)


def _each_by_name(found: ThingSymbol, context: Context) -> dict[str, tuple[nodes.SyntaxNode, ...]]:
    """The values of a thing, where several by word stand in one line (`cubes: 1, 0, 2`) each by its name."""
    model, each = context.model, dict[str, tuple[nodes.SyntaxNode, ...]]()
    for name, given in found.values.items():
        owners = [kind for kind in model.ancestors(found.kind) if (kind, name) in model.by_each]
        if not owners:
            each[name] = given
            continue
        words = model.words[model.by_each[owners[0], name]]
        if len(given) not in (1, len(words)):
            span: Span = given[0].span
            expected, form = f"{len(words)} values, one for each word", f"{name}: a, b"
            count = codes.WRONG_COUNT.at(span, name=name, expected=expected, found=str(len(given)), form=form)
            context.report(count)
            continue
        own = given if len(given) > 1 else given * len(words)
        for one, value in zip(words, own, strict=True):
            each.setdefault(Word(of_word(name, one), getattr(name, "span", found.span)), (value,))
    return each


def property_value(
    known: Property, given: tuple[nodes.SyntaxNode, ...], owner: ThingSymbol, context: Context
) -> Constant:
    scope = this_scope(context, None, owner.name)
    scope.body.path = f"{owner.kind}/{owner.name}/{known.name}"
    if known.by is not None:
        by = context.model.property(owner.kind, known.by)
        sides = len(context.model.words.get(by.type.name, ())) if by is not None else 0
        if len(given) not in (1, sides):
            span: Span = given[0].span if given else owner.span
            context.report(
                codes.WRONG_COUNT.at(
                    span,
                    name=known.name,
                    expected=f"{sides} values, one for each {known.by}",
                    found=str(len(given)),
                    form=f"{known.name}: a, b",
                )
            )
            return [0] * sides
        one = [_constant(node, known.type, known, scope) for node in given]
        return one if len(one) == sides else one * sides
    if known.type.base == "list":
        return [
            _constant(node, known.type.item, known, scope)
            for node in given
            if not isinstance(node, nodes.NoneValue)
        ]
    if len(given) != 1:
        span = given[0].span if given else owner.span
        context.report(
            codes.WRONG_COUNT.at(
                span, name=known.name, expected="1 value", found=str(len(given)), form=f"{known.name}: value"
            )
        )
        return 0
    return _constant(given[0], known.type, known, scope)


def _nobody_knows(node: nodes.SyntaxNode, want: Type | None) -> bool:
    """Whether a word or thing has an undeclared type, which is reported where that type is named."""
    return want == ANY and isinstance(node, nodes.Name)


def _constant(node: nodes.SyntaxNode, want: Type | None, known: Property, scope: Scope) -> Constant:
    span: Span = node.span
    if isinstance(node, _NO_VALUES):
        scope.context.report(codes.NOT_CONSTANT.at(span))
        return 0
    if _nobody_knows(node, want):
        return 0
    told = len(scope.context.problems)
    found = expressions.check(node, scope, want)
    value = constant(found.op, scope.context)
    if value is None:
        if found.type.base != "any":
            scope.context.report(codes.NOT_CONSTANT.at(span))
        return 0
    if len(scope.context.problems) > told:
        return 0  # what stands for a value that is wrong is no number of the author's
    within(known, value, span, scope.context)
    return value


def within(known: Property | SettingSymbol, value: Constant, span: Span, context: Context) -> None:
    """Report a number outside the range that is declared for it."""
    low, high = known.low, known.high
    bounded = low is not None and high is not None and isinstance(value, int) and value != NO_NUMBER
    if bounded and not low <= value <= high:
        context.report(codes.RANGE.at(span, value=value, low=low, high=high))


def constant(op: Op, context: Context) -> Constant | None:
    """The fixed value of an operation; None if it is not fixed."""
    match op["op"]:
        case "number":
            return op["value"]
        case "yes_no":
            return int(op["value"])
        case "none":
            return -1
        case "word":
            return context.model.words[op["words"]].index(op["value"])
        case "entity":
            return {"entity": op["name"]}
        case "string":
            return {"text": op["text"]}
        case "negate":
            inner = constant(op["of"], context)
            return -inner if isinstance(inner, int) else None
        case "add" | "subtract" | "multiply" as sign:
            return _reckoned(sign, constant(op["a"], context), constant(op["b"], context))
        case "list":
            items = [constant(item, context) for item in op["items"]]
            return None if any(item is None for item in items) else items
    return None


def _reckoned(sign: str, a: Constant | None, b: Constant | None) -> int | None:
    """The result of two fixed numbers; None if one of them is none or the result is too large."""
    if not isinstance(a, int) or not isinstance(b, int) or NO_NUMBER in (a, b):
        return None
    found = a + b if sign == "add" else a - b if sign == "subtract" else a * b
    return found if abs(found) <= MAX_NUMBER else None


def default(known: Property, context: Context) -> Constant | Op:
    """The default of a stored property: fixed, or an expression for when the game starts.

    A property with a value for each of several words begins with the same for all of them.
    """
    value = _default(known, context)
    if known.by is None:
        return value
    by = context.model.property(known.kind, known.by) if known.kind != "game" else None
    return [value] * max(1, len(context.model.words.get(by.type.name, ())) if by is not None else 1)


def _default(known: Property, context: Context) -> Constant | Op:
    if known.default is None or _nobody_knows(known.default, known.type):
        return unsaid(known, context)
    scope = this_scope(context, None if known.kind == "game" else known.kind, f"{known.kind}.{known.name}")
    op = expressions.check(known.default, scope, known.type).op
    value = constant(op, context)
    if value is None:
        return op
    within(known, value, known.default.span, context)
    return value


def unsaid(known: Property | SettingSymbol, context: Context) -> Constant:
    """What a value begins with of which nothing is said: none, or of numbers the nearest to zero."""
    match known.type.base:
        case "thing":
            return -1
        case "list":
            return []
        case "text":
            return {"text": context.text("empty", "")}
        case "number" if known.type.optional:
            return NO_NUMBER
        case "number":
            least = max(0, known.low or 0)
            return least if known.high is None else min(least, known.high)
        case "word" if has_none(known.type):
            return len(context.model.words[known.type.name]) - 1
    return 0


# ------------------------------------------------------------------ steps and computed values


def nothing_given_by_spaces(kind: KindSymbol, context: Context) -> None:
    """Report what each of these would have to give, if they are spaces or links: a board declares them by
    signs and tables, which hold values and no steps. Players and boards have no lines in which to give it.
    """
    of_boards = context.model.of_boards(kind.name)
    if not of_boards and not any(context.model.related(kind.name, one) for one in ("player", "board")):
        return
    steps = [(one.name, one.span) for one in kind.steps.values() if not one.optional]
    values = [
        (one.name, one.span)
        for one in kind.properties.values()
        if one.sort == "given" and one.kind == kind.name
    ]
    for name, span in (*steps, *values):
        message = (
            f"{'a board gives no' if of_boards else 'nothing gives a'} `{name}` for {article(kind.name)}"
        )
        way = "a sign or a table can give" if of_boards else "rules can change"
        proposal = f"declare a value, which {way}, and let a rule say what that does"
        context.report(codes.BAD_RULE.at(span, message=message, proposal=proposal))
        context.model.lost.add(name)


def steps_op(kind: str, name: str, context: Context) -> Op:
    """`does play by (player)`: the steps each thing of the kind gives; one that gives none is reported."""
    model = context.model
    declared = model.kinds[kind].steps[name]
    scope = Scope(context, ProcedureScope(f"{kind}.{name}"))
    types: tuple[Type, ...] = ()
    for part in declared.parts:
        type_ = calls.part_type(part, scope)
        types += (type_,)
        scope.names[part.name] = Local(str(part.name), type_)
    cases: dict[str, Op] = {}
    for found in model.things.values():
        if not model.is_a(found.kind, kind) or found.copies == 0:
            continue
        given = found.steps.get(name)
        if given is None:
            if not declared.optional:
                at = model.history.last("replaces", "thing", found.name) or found.span
                context.report(codes.MISSING_VALUE.at(at, thing=f"`{found.name}`", name=name))
            continue
        inner = this_scope(context, found.name, f"{found.name}.{name}")
        inner.body.path = f"{found.kind}/{found.name}/{name}"
        for part, type_ in zip(declared.parts, types, strict=True):
            inner.names[part.name] = Local(str(part.name), type_)
            inner.body.used.add(str(part.name))
        label = str(given.label)[1:-1] if given.label else ""
        cases[found.name] = {
            "body": statements.block(given.steps, inner),
            "label": label,
            "at": context.at(given.span),
        }
    return {
        "parts": parts.parts_op(declared.parts, types, context, f"{kind}.{name}"),
        "cases": cases,
    }


def computed(known: Property, context: Context) -> Op:
    """A derived or given property as a define of one argument."""
    owner = None if known.kind == "game" else known.kind
    parameters = [{"name": "this", "type": f"thing:{known.kind}"}] if owner else []
    common: Op = {
        "parameters": parameters,
        "doc": "",
        "label": known.label,
        "at": context.at(known.span),
    }
    if known.sort == "derived":
        assert known.default is not None
        found = expressions.check(known.default, this_scope(context, owner, f"{known.kind}.{known.name}"))
        known.type = found.type
        return {**common, "type": str(found.type), "value": found.op}
    cases: dict[str, Op] = {}
    for given in context.model.things.values():
        if not context.model.is_a(given.kind, known.kind) or given.copies == 0:
            continue
        nodes_given = given.values.get(known.name)
        if nodes_given is None or len(nodes_given) != 1:
            context.report(codes.MISSING_VALUE.at(given.span, thing=f"`{given.name}`", name=known.name))
            continue
        scope = this_scope(context, given.name, f"{given.name}.{known.name}")
        scope.body.path = f"{given.kind}/{given.name}/{known.name}"
        cases[given.name] = expressions.check(nodes_given[0], scope, known.type).op
    value: Op = {"op": "by_thing", "of": {"op": "local", "name": "this"}, "cases": cases}
    return {**common, "type": str(known.type), "value": value}


# ------------------------------------------------------------------ who sees, who controls


def audience(node: nodes.SyntaxNode | None, kind: str | None, context: Context) -> str | Op:
    """`nobody`, `owner`, `everybody`, or whom an expression names."""
    if node is None:
        return "everybody"
    if isinstance(node, nodes.Name) and node.name in ("nobody", "owner", "everybody"):
        return str(node.name)
    scope = this_scope(context, kind, f"{kind or 'game'}.seen")
    return expressions.things(node, scope, thing("player")).op


def controllers(context: Context) -> Op:
    """The define `controllers`: the players whom each kind names for its things; a player controls itself."""
    this: Op = {"op": "local", "name": "this"}
    value: Op = {
        "op": "if",
        "test": {"op": "is_kind", "of": this, "kind": "player"},
        "then": {"op": "list", "items": [this]},
        "else": {"op": "list", "items": []},
    }
    for kind in context.model.kinds.values():
        if kind.controlled is not None:
            scope = this_scope(context, kind.name, f"{kind.name}.controller")
            who = expressions.things(kind.controlled, scope, thing("player")).op
            value = {
                "op": "if",
                "test": {"op": "is_kind", "of": this, "kind": kind.name},
                "then": who,
                "else": value,
            }
    return {
        "parameters": [{"name": "this", "type": "thing:thing"}],
        "type": "list:thing:player",
        "value": value,
        "doc": "The players who control a thing.",
        "label": "",
        "at": 0,
    }


def controller() -> Op:
    """The define behind `controller(x)`: the first of those who control it, or none."""
    all_of: Op = {"op": "define", "name": "controllers", "args": [{"op": "local", "name": "this"}]}
    return {
        "parameters": [{"name": "this", "type": "thing:thing"}],
        "type": "thing:player?",
        "value": {"op": "first", "of": all_of},
        "doc": "The player who controls a thing.",
        "label": "",
        "at": 0,
    }


def in_force(kind: str, context: Context) -> Op | None:
    node = context.model.kinds[kind].in_force
    return None if node is None else expressions.test(node, this_scope(context, kind, f"{kind}.in_force"))


__all__ = [
    "ANY",
    "TEXT",
    "YES_NO",
    "audience",
    "computed",
    "constant",
    "controller",
    "controllers",
    "default",
    "in_force",
    "steps_op",
    "values",
]
