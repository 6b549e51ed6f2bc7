"""Heads and bodies: verbs, defines, hooks, triggers and modifiers."""

import re
from typing import Any

from .. import nodes
from ..model import DefineSymbol, Model, RuleSymbol, VerbSymbol
from ..problems import codes
from ..problems.suggest import nearest
from ..problems.twice import given_twice
from ..resolve.collect import Collector
from ..resolve.declarations import label_text, text
from ..source import Span, Word
from ..value_types import ANY, NUMBER, Type, listing, thing
from . import assigning, calls, expressions, functions, menus, names, statements, texts
from .parts import PLAYER, parts_op
from .scope import Context, Local, Op, ProcedureScope, Scope

BUILT_IN_VERBS: dict[str, tuple[tuple[str, Type], ...]] = {
    "move": (("thing", thing("thing")), ("to", Type("place", "thing"))),
    "roll": (("die", NUMBER), ("by", thing("thing", optional=True))),
}
"""Primitives that can be hooked like verbs, with their parts as the program names them."""

SPOKEN = {"to": "place", "by": "who"}
"""What rules call those parts whose own names are prepositions: `move (thing) to (place)`."""


def signatures(context: Context) -> None:
    """Find the types of all parts and parameters, before any body is checked."""
    collector = Collector(context.model, context.problems)
    for define in context.model.defines.values():
        define.types = tuple(_parameter_type(p, define, context) for p in define.parameters)
        declared = getattr(define.node, "type", None)
        define.type = collector.type_of(declared, define.name) if declared is not None else None
    for verb in context.model.verbs.values():
        gives = verb.node.gives if verb.node is not None else None
        verb.gives = collector.type_of(gives, verb.name) if gives is not None else None
    for verb in context.model.verbs.values():
        _part_types(verb, context)


def _parameter_type(parameter: nodes.Parameter, define: DefineSymbol, context: Context) -> Type:
    if parameter.type is not None:
        return Collector(context.model, context.problems).type_of(
            parameter.type, f"{define.name}.{parameter.name}"
        )
    if parameter.name in context.model.kinds:
        return thing(str(parameter.name), optional=False)
    context.report(
        codes.UNKNOWN_KIND.at(
            parameter.name.span, name=parameter.name, near=f"give it a type: `{parameter.name}: kind`"
        )
    )
    return ANY


def _part_types(verb: VerbSymbol, context: Context) -> None:
    scope = verb_scope(verb, context, body=ProcedureScope(verb.name))
    types: list[Type] = []
    for part in verb.parts:
        type_ = calls.part_type(part, scope)
        types.append(type_)
        scope.names[part.name] = Local(str(part.name), type_)
    verb.types = tuple(types)


def verb_scope(verb: VerbSymbol, context: Context, body: ProcedureScope | None = None) -> Scope:
    """The scope of a verb's body: its parts, and `you`."""
    body = body or ProcedureScope(
        verb.name,
        verb.gives,
        parts=tuple((str(p.name), t) for p, t in zip(verb.parts, verb.types, strict=True)),
    )
    body.path = f"verb/{verb.name}"
    scope = Scope(context, body)
    for part, type_ in zip(verb.parts, verb.types, strict=False):
        scope.declare(str(part.name) if part.name == "this" else part.name, type_)  # a card's own action
    scope.names["you"] = Local("you", PLAYER)
    body.used.add("you")
    return scope


# ------------------------------------------------------------------ verbs


def verb_op(verb: VerbSymbol, context: Context) -> Op:
    """A verb as the program has it: parts, conditions, body."""
    assert verb.node is not None
    scope = verb_scope(verb, context)
    found: Op = {
        "title": verb.title,
        "doc": verb.doc,
        "label": verb.label,
        "at": context.at(verb.span),
        "menu": None,
        "action": isinstance(verb.node, nodes.Action),
        "gives": str(verb.gives) if verb.gives else None,
        "needs": [],
        "takes": [],
        "costs": [],
        "limits": [],
        "ordered_by": None,
        "parts": parts_op(verb.parts, verb.types, context, verb.name),
    }
    rest = list(verb.node.body)
    met: dict[str, Span] = {}
    while rest and _condition(rest[0], scope, found, verb.name, met):
        rest.pop(0)
    if "means" in met and found["menu"] is None:
        message = f"`means` says what players are offered, and no menu offers `{verb.name}`"
        proposal = "say which menu does, `in MENU`, or leave the line out"
        context.report(codes.BAD_RULE.at(met["means"], message=message, proposal=proposal))
    found["body"] = statements.block(rest, scope)
    return found


def _condition(node: nodes.SyntaxNode, scope: Scope, found: Op, owner: str, met: dict[str, Span]) -> bool:
    """Take one condition at the head of a body; False when the conditions are over. `met` are those of which
    there may be only one.
    """
    context = scope.context
    match node:
        case nodes.Needs(test=test, reason=reason):
            found["needs"].append(
                {
                    "test": expressions.test(test, scope),
                    "reason": texts.text(reason, scope, "needs") if reason else None,
                    "at": context.at(node.span),
                }
            )
        case nodes.Takes(amount=amount, target=target):
            target_op, _, _ = assigning.target(target, scope)
            found["takes"].append(
                {
                    "amount": expressions.number(amount, scope),
                    "target": target_op,
                    "at": context.at(node.span),
                }
            )
        case nodes.Cost(call=called):
            found["costs"] += statements.statement(called, scope)
        case nodes.InMenu(menu=menu):
            context.problems += given_twice([Word("in", node.span)], owner, met)
            if menu not in scope.model.menus:
                context.report(
                    codes.UNKNOWN_MENU.at(menu.span, name=menu, near=nearest(menu, scope.model.menus))
                )
            elif owner in scope.model.verbs:
                menus.parts_known(scope.model.verbs[owner], menu, scope)
            found["menu"] = str(menu)
        case nodes.ActionMeans(words=words):
            context.problems += given_twice([Word("means", node.span)], owner, met)
            found["means"] = _meaning(words, owner, context)
        case nodes.Limit(number=number, verb=verb, parts=parts, shared=shared):
            known = [str(p["name"]) for p in found["parts"]]
            for part in parts or ():
                if part not in known:
                    context.report(codes.UNKNOWN_NAME.at(part.span, name=part, near=nearest(part, known)))
            found["limits"].append(
                {
                    "number": expressions.number(number, scope),
                    "verb": names.verb(verb, scope),
                    "parts": [str(p) for p in parts or () if p in known],
                    "name": str(shared) if shared else owner,
                    "at": context.at(node.span),
                }
            )
        case nodes.OrderedBy(player=player):
            context.problems += given_twice([Word("ordered by", node.span)], owner, met)
            found["ordered_by"] = expressions.things(player, scope, thing("player")).op
        case _:
            return False
    return True


def _meaning(words: Word, owner: str, context: Context) -> str:
    """What an action says that it means to a player; that it says nothing is reported."""
    if not text(words).strip():
        message = f"this does not say what `{owner}` means"
        proposal = "write a sentence for players, or leave the line out"
        context.report(codes.BAD_RULE.at(words.span, message=message, proposal=proposal))
    return text(words)


# ------------------------------------------------------------------ rules


def rule_ops(
    rule: RuleSymbol, number: int, context: Context, until: "UntilFrame | None" = None
) -> tuple[str, Op] | None:
    """A rule for the program's `hooks`, `triggers` or `modifiers`; None if it cannot be understood."""
    node: Any = rule.node
    label = label_text(node.label)
    common: Op = {
        "this": rule.this,
        "label": label,
        "at": context.at(node.span),
        "until": until.name if until else None,
        "captures": [],
        "mission": rule.mission,
        "doc": rule.doc,
    }
    match node:
        case nodes.Hook():
            hook = _hook(rule, number, context, until)
            return None if hook is None else ("hooks", {**hook, **common, **_captured(until)})
        case nodes.Forbid() | nodes.Goal():
            word = node.sort if isinstance(node, nodes.Goal) else "forbid"
            context.report(
                codes.BAD_RULE.at(
                    node.span,
                    message=f"`{word}` holds for the whole game",
                    proposal="write it at the margin, or in a thing whose rules are in force for a while",
                )
            )
            return None
        case nodes.Whenever() | nodes.AsSoonAs():
            return "triggers", {**_trigger(rule, number, context, until), **common, **_captured(until)}
        case _:
            found = _modifier(rule, context, until)
            return None if found is None else ("modifiers", {**found, **common, **_captured(until)})


class UntilFrame:
    """The block an `until` rule stands in: the locals it may capture."""

    def __init__(self, name: str, scope: Scope) -> None:
        self.name = name
        self.scope = scope
        self.captured: dict[str, Local] = {}


def _shadowed(name: str, until: UntilFrame | None) -> None:
    """What a rule calls so itself is not what its surroundings call so: that is out of its reach."""
    if until is not None:
        until.captured.pop(name, None)


def forbidding(rule: RuleSymbol, context: Context) -> Op | None:
    """The need that a `forbid` rule adds to a verb; None if there is no such verb."""
    node: nodes.Forbid = rule.node
    verb = context.model.verbs.get(node.verb)
    if verb is None:
        near = nearest(node.verb, context.model.verbs)
        context.report(codes.UNKNOWN_VERB.at(node.verb.span, name=node.verb, near=near))
        return None
    scope = _rule_scope(rule, ProcedureScope(f"forbid.{verb.name}"), context, None)
    for part, type_ in zip(verb.parts, verb.types, strict=True):
        scope.names[part.name] = Local(str(part.name), type_)
        scope.body.used.add(str(part.name))
    when = expressions.test(node.when, scope) if node.when is not None else {"op": "yes_no", "value": True}
    if rule.this is not None:
        every = functions.in_force(rule.this, scope)
        when = {"op": "any", "set": every, "it": "this", "where": when if node.when is not None else None}
        del scope.names["this"]  # which of them it is, whoever reads the reason is not told
    need = {
        "test": {"op": "not", "of": when},
        "reason": texts.text(node.reason, scope, "forbids") if node.reason else None,
        "at": context.at(node.span),
    }
    return {"verb": verb.name, "need": need, "mission": rule.mission}


def goal(rule: RuleSymbol, context: Context) -> Op:
    """What the table says about winning, losing and time, with current values."""
    node: nodes.Goal = rule.node
    scope = _rule_scope(rule, ProcedureScope(str(node.sort)), context, None)
    del scope.names["you"]  # it is told to all alike
    this = None if rule.this is None else functions.in_force(rule.this, scope)
    when = expressions.test(node.when, scope) if node.when is not None else None
    return {
        "sort": str(node.sort),
        "text": texts.text(node.text, scope, str(node.sort)),
        "players": None
        if node.players is None
        else expressions.things(node.players, scope, thing("player")).op,
        "about": None if node.about is None else expressions.things(node.about, scope, thing("thing")).op,
        "when": when,
        "these": this,
        "label": label_text(node.label),
        "at": context.at(node.span),
        "mission": rule.mission,
    }


def _captured(until: UntilFrame | None) -> Op:
    return {"captures": sorted(local.unique for local in until.captured.values())} if until else {}


def _rule_scope(rule: RuleSymbol, body: ProcedureScope, context: Context, until: UntilFrame | None) -> Scope:
    """`this`, `you`, and for rules in an `until` block what its surroundings know, under the same names."""
    scope = Scope(context, body)
    body.path = _path(rule, context.model, until)
    if until is not None:
        for name, local in until.scope.locals().items():
            scope.names[name] = local
            body.used.add(local.unique)
            until.captured[name] = local
    if rule.this is not None:
        scope.names["this"] = Local("this", thing(rule.this))
        while_in_force = context.model.inherited(rule.this, "in_force")
        if while_in_force is not None:
            scope.narrowed.update(expressions.facts(while_in_force, scope))
    if "you" not in scope.names:
        scope.names["you"] = Local("you", PLAYER)
    body.used |= {"this", "you"}
    return scope


def _path(rule: RuleSymbol, model: Model, until: UntilFrame | None) -> str:
    """What a rule's texts are filed under: whose it is and what it does, else its label.

    Numbers of rules would not do: they change with every rule that is added above.
    """
    node = rule.node
    match node:
        case nodes.Hook():
            does = f"{str(node.how).split()[0]}_{node.verb}"
        case nodes.Modifier():
            does = str(node.name)
        case nodes.Forbid():
            does = f"forbid_{node.verb}"
        case nodes.Goal():
            does = "ends"
        case _:
            does = "whenever" if isinstance(node, nodes.Whenever) else "as_soon_as"
    if until is not None:
        return f"{until.scope.body.path or until.scope.body.name}/{does}"
    if rule.this in model.things:
        return f"{model.things[rule.this].kind}/{rule.this}/{does}"
    if rule.this is not None:
        return f"kind/{rule.this}/{does}"
    label = label_text(node.label).partition(",")[0]
    return f"rule/{re.sub(r'[^A-Za-z0-9._-]+', '_', label) or does}"


def _hook(rule: RuleSymbol, number: int, context: Context, until: UntilFrame | None) -> Op | None:
    """A rule that goes with a verb; None if there is no such verb, since the names of its parts are then
    unknown.
    """
    node: nodes.Hook = rule.node
    how = str(node.how).split()[0]
    model = context.model
    verb = model.verbs.get(node.verb)
    parts: tuple[tuple[str, Type], ...]
    if verb is not None:
        parts = tuple((str(p.name), t) for p, t in zip(verb.parts, verb.types, strict=True))
    elif node.verb in BUILT_IN_VERBS:
        parts = BUILT_IN_VERBS[node.verb]
    else:
        context.report(
            codes.UNKNOWN_VERB.at(
                node.verb.span, name=node.verb, near=nearest(node.verb, [*model.verbs, *BUILT_IN_VERBS])
            )
        )
        return None
    name = f"{how}.{node.verb}.{number}"
    gives = verb.gives if verb is not None else (NUMBER if node.verb == "roll" else None)
    scope = _rule_scope(rule, ProcedureScope(name, gives, how, parts), context, until)
    for part, type_ in parts:
        scope.names[SPOKEN.get(part, part) if verb is None else part] = Local(part, type_)
        scope.body.used.add(part)
        _shadowed(part, until)
    if how == "after" and gives is not None:
        scope.names["result"] = Local("result", gives.or_none() if gives.base == "thing" else gives)
    when = expressions.test(node.when, scope) if node.when is not None else None
    inner = expressions.narrow(scope, node.when) if node.when is not None else scope
    return {
        "name": name,
        "how": how,
        "verb": str(node.verb),
        "when": when,
        "body": statements.block(node.body, inner),
    }


def _trigger(rule: RuleSymbol, number: int, context: Context, until: UntilFrame | None) -> Op:
    node: nodes.Whenever | nodes.AsSoonAs = rule.node
    sort = "whenever" if isinstance(node, nodes.Whenever) else "as_soon_as"
    scope = _rule_scope(rule, ProcedureScope(f"{sort}.{number}"), context, until)
    if isinstance(node.test, nodes.Where):
        members, inner, name = expressions.element(node.test.set, scope)
        test = expressions.test(node.test.test, inner)
        element: Op | None = {"name": name, "set": members.op}
        inner.narrowed.update(expressions.facts(node.test.test, inner))
    else:
        element, inner = None, expressions.narrow(scope, node.test)
        test = expressions.test(node.test, scope)
    return {
        "name": f"{sort}.{number}",
        "sort": sort,
        "element": element,
        "test": test,
        "body": statements.block(node.body, inner),
    }


_CHANGES = {
    nodes.ValuePlus: "plus",
    nodes.ValueMinus: "minus",
    nodes.ValueBecomes: "becomes",
    nodes.ValueAtMost: "at_most",
    nodes.ValueAtLeast: "at_least",
}


def _modifier(rule: RuleSymbol, context: Context, until: UntilFrame | None) -> Op | None:
    node: nodes.Modifier = rule.node
    model = context.model
    scope = _rule_scope(rule, ProcedureScope(f"modifier.{node.name}"), context, until)
    define = model.defines.get(node.of)
    if define is not None:
        of, value_type = define.name, names.define_type(define.name, scope)
        for parameter, type_ in zip(define.parameters, define.types, strict=True):
            scope.names[parameter.name] = Local(str(parameter.name), type_)
            scope.body.used.add(str(parameter.name))
            _shadowed(str(parameter.name), until)
    else:
        owner = next((k for k in model.kinds.values() if node.of in k.properties), None)
        if owner is None:
            context.report(
                codes.UNKNOWN_NAME.at(node.of.span, name=node.of, near=nearest(node.of, model.defines))
            )
            return None
        of, value_type = f"{owner.name}.{node.of}", names.property_type(owner.properties[node.of], scope)
        scope.names["it"] = scope.names[owner.name] = Local("it", thing(owner.name))
        scope.body.used.add("it")
    when = expressions.test(node.when, scope) if node.when is not None else None
    inner = expressions.narrow(scope, node.when) if node.when is not None else scope
    return {
        "name": str(node.name),
        "of": of,
        "when": when,
        "change": _CHANGES[type(node.change)],
        "amount": _amount(node, value_type, inner),
        "replacing": str(node.replacing) if node.replacing else None,
        "once": node.once is not None,
    }


def _amount(node: nodes.Modifier, value_type: Type, scope: Scope) -> Op:
    """What a modifier changes a value by, or what it becomes: then of the value's own type."""
    if isinstance(node.change, nodes.ValueBecomes):
        return expressions.check(node.change.amount, scope, value_type).op
    if value_type.base not in ("number", "any"):
        help = "what is no number is changed by `becomes …`"
        found = value_type.readable()
        scope.context.report(codes.WRONG_TYPE.at(node.of.span, expected="a number", found=found, help=help))
    return expressions.number(node.change.amount, scope)


def until_rules(node: nodes.Until, scope: Scope) -> tuple[list[str], list[str]]:
    """Check the rules of an `until` block; answers their names and the locals they remember."""
    context = scope.context
    found: list[str] = []
    captures: set[str] = set()
    for inner in node.rules:
        number = 10_000 + len(context.until_rules)
        this = scope.find("this")
        frame = UntilFrame(f"{scope.body.name}.{number}", scope)
        rule = RuleSymbol(inner, None, None, "", (9, number))
        result = rule_ops(rule, number, context, frame)
        if result is None:
            continue
        group, op = result
        op["until"] = str(node.verb)
        used = _locals_of(op)
        op["captures"] = [name for name in op["captures"] if name in used and name != "this"] + (
            ["this"] if this and "this" in used else []
        )
        context.until_rules.append((group, op))
        found.append(op["name"])
        captures |= set(op["captures"])
    return found, sorted(captures)


def _locals_of(op: object) -> set[str]:
    """The locals that an operation reads."""
    if isinstance(op, dict):
        own = {op["name"]} if op.get("op") == "local" else set()
        return own.union(*(_locals_of(value) for value in op.values())) if op else own
    if isinstance(op, list):
        return set().union(*(_locals_of(value) for value in op)) if op else set()
    return set()


__all__ = ["Span", "listing", "rule_ops", "signatures", "until_rules", "verb_op"]
