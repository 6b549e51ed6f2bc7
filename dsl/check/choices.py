"""Choices: who is asked, from what, and what happens otherwise."""

from typing import Any

from tilewright.schemas.operation_table import ENDS, LEAVES

from .. import nodes
from ..problems import codes
from ..problems.suggest import nearest
from ..source import Span, Word
from ..value_types import ANY, NUMBER, Type, listing, thing
from . import coerce, expressions, menus, texts
from .assigning import assign
from .scope import Op, Scope


def chooser(by: nodes.SyntaxNode | None, scope: Scope) -> Op:
    """Whose answer counts: `by P`, `by SET` (any of them), `by all of SET`, `by chance`; else `you`."""
    match by:
        case None:
            local = scope.find("you")
            return {
                "by": {"op": "local", "name": local.unique} if local is not None else {"op": "none"},
                "all": False,
                "chance": False,
            }
        case nodes.ByChance():
            return {"by": None, "all": False, "chance": True}
        case nodes.AllOf(players=players):
            return {
                "by": expressions.things(players, scope, thing("player")).op,
                "all": True,
                "chance": False,
            }
    found = expressions.check(by, scope)
    span: Span = by.span
    if found.type.base in ("list", "place"):
        return {"by": expressions.things(by, scope, thing("player")).op, "all": False, "chance": False}
    player = coerce.fit(scope.context, found, thing("player", optional=True), span)
    return {"by": player.op, "all": False, "chance": False}


def _asking(words: Word | None, scope: Scope) -> Op | None:
    return texts.text(words, scope, "ask") if words is not None else None


def noting(node: nodes.Choose | nodes.Part, item: Type, scope: Scope) -> Op:
    """The note shown beside each option, which it calls `it`; empty if its author wrote none."""
    if node.noting is None:
        return {}
    inner = scope.inside()
    it = inner.declare("it", item)
    when = expressions.test(node.noted, inner) if node.noted is not None else None
    return {"noting": {"it": it, "text": texts.text(node.noting, inner, "note"), "when": when}}


def _alternatives(otherwise: tuple[nodes.SyntaxNode, ...], scope: Scope) -> tuple[Op | None, list[Op] | None]:
    """`, or "Label": …` and `, or none: …`"""
    from .statements import block

    label: Op | None = None
    none: list[Op] | None = None
    for node in otherwise:
        match node:
            case nodes.OrLabel() if label is not None:
                scope.context.report(
                    codes.BAD_RULE.at(
                        node.span,
                        message="a choice can have one labelled alternative",
                        proposal="use `choose one:` for more",
                    )
                )
            case nodes.OrLabel():
                label = {
                    "label": texts.text(node.label, scope, "label"),
                    "when": expressions.test(node.test, scope) if node.test is not None else None,
                    "body": block(node.body, scope),
                }
            case nodes.OrNone(body=body):
                none = block(body, scope)
    return label, none


def _alternatives_that_never_come(node: nodes.Choose, by_chance: bool, scope: Scope) -> None:
    """Report a label that nobody is shown, and what happens without options where there are always some."""
    for one in node.otherwise:
        message = ""
        if isinstance(one, nodes.OrLabel) and by_chance:
            message, proposal = "chance never takes an alternative", "let a player choose, or leave it out"
        elif isinstance(one, nodes.OrNone) and isinstance(node.choices, nodes.ChoicesRange):
            message = "a choice of numbers always has one: without any between the two it is the first"
            proposal = "compare the two before, with `if`"
        if message:
            scope.context.report(codes.BAD_RULE.at(one.span, message=message, proposal=proposal))


def choose(node: nodes.Choose, scope: Scope) -> Op:
    """`choose x from SET`, `choose up to 3 xs from SET`, `choose n from 0 to 2`"""

    by = chooser(node.by, scope)
    _never_asked(node, by["chance"], scope)
    asking, secret = _asking(node.asking, scope), node.secretly is not None
    _alternatives_that_never_come(node, by["chance"], scope)
    if isinstance(node.choices, nodes.ChoicesRange):
        alternative, _ = _alternatives(node.otherwise, scope)
        low, high = expressions.number(node.choices.low, scope), expressions.number(node.choices.high, scope)
        return {
            "op": "choose_number",
            "name": assign(node.name, NUMBER, scope),
            "low": low,
            "high": high,
            "by": by,
            "asking": asking,
            "secret": secret,
            "else": alternative,
            "numbers": True,
            **noting(node, NUMBER, scope),
            **_always(node),
        }
    members = expressions.things(node.choices, scope)
    alternative, none = _alternatives(node.otherwise, scope)
    least, most, many = _how_many(node.how_many, members.op, scope)
    item = members.type.item or ANY
    if item.base == "word":
        scope.context.words_chosen.setdefault(item.name, node.span)
    type_: Type = listing(item) if many else (item if _ends(none) else item.or_none())
    return {
        **coerce.numbers_mark(item),
        "op": "choose",
        "name": assign(node.name, type_, scope),
        "from": members.op,
        "by": by,
        "least": least,
        "most": most,
        "many": many,
        "asking": asking,
        "secret": secret,
        "else": alternative,
        "none": none,
        "open": False,
        **noting(node, item, scope),
        **_always(node),
    }


def _how_many(node: nodes.SyntaxNode | None, members: Op, scope: Scope) -> tuple[Op, Op, bool]:
    zero: Op = {"op": "number", "value": 0}
    one: Op = {"op": "number", "value": 1}
    match node:
        case nodes.UpTo(number=number):
            return zero, expressions.number(number, scope), True
        case nodes.Exactly(number=number):
            exact = expressions.number(number, scope)
            return exact, exact, True
        case nodes.AtLeast(number=number):
            return expressions.number(number, scope), {"op": "count", "of": members}, True
        case nodes.Between(low=low, high=high):
            return expressions.number(low, scope), expressions.number(high, scope), True
        case nodes.AnyNumber():
            return zero, {"op": "count", "of": members}, True
    return one, one, False


def _ends(body: list[Op] | None) -> bool:
    """Whether a block never falls through: then what follows it may rely on the choice."""
    return body is not None and bool(body) and (body[-1]["op"] in LEAVES or body[-1]["op"] in ENDS)


def may(node: nodes.May, scope: Scope) -> Op:
    from .statements import block

    when = expressions.test(node.test, scope) if node.test is not None else None
    return {
        "op": "may",
        "label": texts.text(node.label, scope, "label"),
        "when": when,
        "by": chooser(None, scope),
        "then": block(node.then, scope),
        "else": block(node.otherwise, scope) if node.otherwise is not None else [],
        **({"asking": _asking(node.asking, scope)} if node.asking is not None else {}),
        **({"secret": True} if node.secretly is not None else {}),
    }


def choose_one(node: nodes.ChooseOne, scope: Scope) -> Op:
    from .statements import block

    options = [
        {
            "label": texts.text(option.label, scope, "label"),
            "when": expressions.test(option.test, scope) if option.test is not None else None,
            "body": block(option.body, scope),
        }
        for option in node.options
    ]
    by = chooser(node.by, scope)
    _never_asked(node, by["chance"], scope)
    return {
        "op": "choose_one",
        "by": by,
        "asking": _asking(node.asking, scope),
        "options": options,
        "secret": node.secretly is not None,
        **_always(node),
    }


def _always(node: nodes.Choose | nodes.ChooseOne | nodes.Offer) -> Op:
    """The marks of a question that its author wants asked even for a single choice; empty for others."""
    return {"open": True, "always": True} if node.always is not None else {}


def _never_asked(node: nodes.Choose | nodes.ChooseOne, by_chance: bool, scope: Scope) -> None:
    if by_chance and node.always is not None:
        message, proposal = "chance is never asked", "leave out `always`, or say `by` whom"
        scope.context.report(codes.BAD_RULE.at(node.always.span, message=message, proposal=proposal))


def offer(node: nodes.Offer, scope: Scope) -> Op:
    menu = scope.model.menus.get(node.menu)
    if menu is None:
        scope.context.report(
            codes.UNKNOWN_MENU.at(node.menu.span, name=node.menu, near=nearest(node.menu, scope.model.menus))
        )
    want = thing(menu.kind, optional=True) if menu is not None and menu.kind else None
    given = expressions.check(node.to, scope, want) if node.to is not None else None
    to = given.op if given is not None else None
    if menu is not None:
        span: Span = node.menu.span if node.to is None else node.to.span
        menus.offered_to(menu.name, given.type if given is not None else None, span, scope)
    alternative, _ = _alternatives(node.otherwise, scope)
    by = chooser(node.by, scope)
    if by["chance"]:
        message = "chance takes no action from a menu"
        proposal = "let a player choose, or write `choose one by chance:`"
        scope.context.report(codes.BAD_RULE.at(node.span, message=message, proposal=proposal))
    if node.by is None and to is not None and menu is not None and menu.kind:
        by = _controller(menu.kind, to, by, scope)
    return {
        "op": "offer",
        "menu": str(node.menu),
        "to": to,
        "by": by,
        "asking": _asking(node.asking, scope),
        "secret": node.secretly is not None,
        "else": alternative,
        "open": False,
        **_always(node),
    }


def _controller(kind: str, to: Op, by: Op, scope: Scope) -> Op:
    """Who uses a menu offered to a thing: the player itself, or the thing's controller."""
    if scope.model.is_a(kind, "player"):
        return {"by": to, "all": False, "chance": False}
    if not scope.model.controllable(kind):
        return by
    who: Op = {"op": "define", "name": "controllers", "args": [to]}
    some: Op = {"op": "any", "set": who, "it": scope.body.unique("it"), "where": None}
    return {
        "by": {"op": "if", "test": some, "then": who, "else": {"op": "list", "items": [by["by"]]}},
        "all": False,
        "chance": False,
    }


def together(node: nodes.Together, scope: Scope) -> Op:
    """`together for each player:` and a question, then the rest for each in turn."""
    from .statements import block, for_each_set, statement

    members, item = for_each_set(node.name, node.set, node.test, scope)
    inner = scope.inside(in_loop=True)
    name = inner.declare(node.name, item)
    if item.base == "thing" and scope.model.is_a(item.name, "player"):
        inner.names["you"] = inner.names[node.name]
    asked: list[Any] = statement(node.choose, inner)
    by = None if isinstance(node.choose, nodes.May) else node.choose.by
    if by is not None and asked[0]["by"]["chance"] and not isinstance(node.choose, nodes.Offer):
        message = "chance decides nothing together with others"
        proposal = "choose by chance in the lines below"
        scope.context.report(codes.BAD_RULE.at(node.choose.span, message=message, proposal=proposal))
    if asked and item.base == "thing" and by is None:
        member: Op = {"op": "local", "name": name}
        asked[0]["by"] = _controller(item.name, member, asked[0]["by"], inner)
    return {
        "op": "together",
        "name": name,
        "set": members,
        "choose": asked[0] if asked else {"op": "none"},
        "body": block(node.then, inner),
    }
