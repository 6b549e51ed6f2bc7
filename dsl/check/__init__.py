"""Types and bodies: the model → operations by name, with every wrong type, part and place reported. Knows no
numbers yet: `dsl/lower.py` puts them in, for one mission or test board at a time.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from tilewright.schemas.wording import article

from .. import nodes
from ..mission_board import board_missing, names_on
from ..model import KindSymbol, Model, RuleSymbol
from ..problems import codes
from ..problems.cascades import about_known_names
from ..problems.diagnostics import Diagnostic
from ..problems.suggest import nearest
from ..resolve.declarations import look_of
from ..value_types import thing
from ..value_types import word as word_type
from . import chains, defines, expressions, relations, rules, tests, things
from .meanings import bad_meanings
from .scope import Context, Local, Op
from .shared_names import report_shared

MAX_RULES = 1_000
"""Rules before, after and instead of verbs, and rules that wait, also in bodies: each may lead to all."""


@dataclass(slots=True)
class Checked:
    """A model whose bodies have become operations."""

    model: Model
    context: Context
    verbs: dict[str, Op] = field(default_factory=dict)
    defines: dict[str, Op] = field(default_factory=dict)
    steps: dict[str, Op] = field(default_factory=dict)
    relations: dict[str, Op] = field(default_factory=dict)
    hooks: list[Op] = field(default_factory=list)
    triggers: list[Op] = field(default_factory=list)
    modifiers: list[Op] = field(default_factory=list)
    forbids: list[Op] = field(default_factory=list)  # of missions: what verbs need besides in these
    goals: list[Op] = field(default_factory=list)
    values: dict[str, dict[str, Any]] = field(default_factory=dict)
    defaults: dict[tuple[str, str], Any] = field(default_factory=dict)
    audiences: dict[tuple[str, str], str | Op] = field(default_factory=dict)
    fits: dict[tuple[str, str], Op | None] = field(default_factory=dict)
    kinds: dict[str, Op] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)


def check(model: Model) -> tuple[Checked, list[Diagnostic]]:
    """Check every body that does not need a board; missions' set-ups and tests follow in `on_board`."""
    context = Context(model)
    report_shared(context)
    rules.signatures(context)
    checked = Checked(model, context)
    _settings(checked)
    _properties(checked)
    for name, define in model.defines.items():
        checked.defines[name] = defines.define_op(define, context)
    checked.defines |= context.lets
    checked.defines.setdefault("controllers", things.controllers(context))
    checked.defines.setdefault("controller", things.controller())
    for name, relation in model.relations.items():
        checked.relations[name] = relations.relation_op(relation, context)
        for key, words in relations.sentences(relation).items():
            context.texts[key] = words
            context.quoted[key] = relation.node.span
    for name, verb in model.verbs.items():
        checked.verbs[name] = rules.verb_op(verb, context)
    for kind in model.kinds.values():
        things.nothing_given_by_spaces(kind, context)
        for steps in kind.steps:
            checked.steps[f"{kind.name}.{steps}"] = things.steps_op(kind.name, steps, context)
    for number, rule in enumerate(model.rules):
        met = len(context.problems)
        if isinstance(rule.node, nodes.Forbid):
            _forbid(rule, checked)
            continue
        if isinstance(rule.node, nodes.Goal):
            checked.goals.append(rules.goal(rule, _where_it_holds(rule, checked)))
            continue
        found = rules.rule_ops(rule, number, _where_it_holds(rule, checked))
        if found is not None:
            getattr(checked, found[0]).append(found[1])
        if rule.mission is not None:
            missing = board_missing(model, rule.mission, context.problems[met:])
            if model.unsure or context.shape(rule.mission)[1] or missing is not None:
                context.problems[met:] = [*about_known_names(context.problems[met:]), *(missing or ())]
    for found_thing in model.things.values():
        checked.values[found_thing.name] = things.values(found_thing, context)
    _words(checked)
    _begins(checked)
    context.problems.extend(bad_meanings(model))
    context.problems.extend((*chains.too_long(model, context), *_too_many_rules(checked)))
    return checked, context.problems


def _too_many_rules(checked: Checked) -> Iterator[Diagnostic]:
    context = checked.context
    in_bodies = (op for group, op in context.until_rules if group in ("hooks", "triggers"))
    every = [*checked.hooks, *checked.triggers, *in_bodies]
    if len(every) > MAX_RULES:
        size = f"{len(every):,} rules on verbs, and rules that wait"
        span = list(context.spans)[every[MAX_RULES]["at"]]
        yield codes.TOO_LARGE.at(span, what="this game", size=size, limit=f"{MAX_RULES:,}")


def _forbid(rule: RuleSymbol, checked: Checked) -> None:
    """A rule from outside that does not allow a verb is one more thing that the verb needs."""
    found = rules.forbidding(rule, _where_it_holds(rule, checked))
    if found is not None and rule.mission is not None:
        checked.forbids.append(found)
    elif found is not None:
        checked.verbs[found["verb"]]["needs"].append(found["need"])


def _where_it_holds(rule: RuleSymbol, checked: Checked) -> Context:
    """The rules of a mission may name the spaces of its board."""
    if rule.mission is None:
        return checked.context
    spaces, links = names_on(checked.context.shape(rule.mission)[0])
    return replace(checked.context, spaces=spaces, links=links, on_board=True)


def _words(checked: Checked) -> None:
    """What people read for words that values and dice show or somebody chooses; settings are for authors."""
    model = checked.model
    owners = [model.game, *(kind.properties for kind in model.kinds.values())]
    shown = [(known.type, known.span) for owner in owners for known in owner.values() if not known.internal]
    shown += [(die.type, die.span) for die in model.dice.values()]
    shown += [(type_, verb.span) for verb in model.verbs.values() for type_ in verb.types]
    shown += [(word_type(name), span) for name, span in checked.context.words_chosen.items()]
    for type_, span in shown:
        enumeration = (type_.item or type_).name if (type_.item or type_).base == "word" else ""
        for word in model.words.get(enumeration, ()):
            key = f"words/{enumeration.replace('.', '/')}/{word}"
            checked.context.texts[key] = word.replace("_", " ")
            checked.context.quoted.setdefault(key, span)


def _settings(checked: Checked) -> None:
    for setting in checked.model.settings.values():
        if setting.value is None:
            checked.settings[setting.name] = things.unsaid(setting, checked.context)
            continue
        scope = things.this_scope(checked.context, None, setting.name)
        told = len(checked.context.problems)
        value = expressions.check(setting.value, scope, setting.type).op
        given = things.constant(value, checked.context) or 0
        if len(checked.context.problems) == told:
            things.within(setting, given, setting.value.span, checked.context)
        checked.settings[setting.name] = given


def _properties(checked: Checked) -> None:
    """Defaults, audiences, slots' tests and computed values of every kind and of the game."""
    context, model = checked.context, checked.model
    owners = [(kind.name, kind.properties) for kind in model.kinds.values()] + [("game", model.game)]
    for owner, properties in owners:
        this = None if owner == "game" else owner
        for name, known in properties.items():
            if known.sort in ("derived", "given"):
                checked.defines[f"{owner}.{name}"] = things.computed(known, context)
            if known.sort == "stored":
                checked.defaults[owner, name] = things.default(known, context)
            if known.reset is not None and known.reset not in model.verbs:
                context.report(
                    codes.UNKNOWN_VERB.at(
                        known.reset.span, name=known.reset, near=nearest(known.reset, model.verbs)
                    )
                )
            checked.audiences[owner, name] = things.audience(known.seen, this, context)
            if known.fits is not None:
                scope = things.this_scope(context, this, f"{owner}.{name}").inside(unnamed_it=True)
                scope.names["it"] = Local("it", thing(known.type.name))
                checked.fits[owner, name] = expressions.test(known.fits, scope)
    for kind in model.kinds.values():
        checked.kinds[kind.name] = {
            "in_force": things.in_force(kind.name, context),
            "identity_seen": _own_audience(kind.identity_seen, kind.name, context),
            "place_seen": _own_audience(kind.place_seen, kind.name, context),
            "place_among": _place_among(kind, checked),
            "looks": _looks(kind, checked),
        }
        if kind.in_force is not None:
            checked.defines[f"{kind.name}.in_force"] = {
                "parameters": [{"name": "this", "type": f"thing:{kind.name}"}],
                "type": "yes_no",
                "doc": "",
                "label": "",
                "value": checked.kinds[kind.name]["in_force"],
                "at": context.at(kind.span),
            }
        properties_known = model.properties(kind.name)
        for name in kind.back:
            if name not in properties_known:
                context.report(
                    codes.UNKNOWN_PROPERTY.at(
                        name.span, kind=article(kind.name), name=name, near=nearest(name, properties_known)
                    )
                )


def _place_among(kind: KindSymbol, checked: Checked) -> str | None:
    """`place seen by WHO, else among SET`: the define that gives the set."""
    if kind.place_among is None:
        return None
    name = f"{kind.name}.among"
    scope = things.this_scope(checked.context, kind.name, name)
    found = expressions.things(kind.place_among, scope, thing("space"))
    checked.defines[name] = {
        "parameters": [{"name": "this", "type": f"thing:{kind.name}"}],
        "type": str(found.type),
        "doc": "",
        "label": "",
        "value": found.op,
        "at": checked.context.at(kind.place_among.span),
    }
    return name


def _looks(kind: KindSymbol, checked: Checked) -> list[Op]:
    """`look when TEST`: hints that count while a define of the thing holds."""
    found: list[Op] = []
    for number, look in enumerate(kind.looks, 1):
        name = f"{kind.name}.look.{number}"
        test = expressions.test(look.test, things.this_scope(checked.context, kind.name, name))
        checked.defines[name] = {
            "parameters": [{"name": "this", "type": f"thing:{kind.name}"}],
            "type": "yes_no",
            "doc": "",
            "label": "",
            "value": test,
            "at": checked.context.at(look.span),
        }
        found.append({"when": name, "look": look_of(look.hints)})
    return found


def _own_audience(node: nodes.SyntaxNode | None, kind: str, context: Context) -> str | Op | None:
    """What a kind itself says of who sees its things; None where it leaves that to its parent."""
    return None if node is None else things.audience(node, kind, context)


def _begins(checked: Checked) -> None:
    model = checked.model
    if model.begins not in model.verbs and model.begins.span.line:
        checked.context.report(
            codes.UNKNOWN_VERB.at(
                model.begins.span, name=model.begins, near=nearest(model.begins, model.verbs)
            )
        )
    for name in model.campaigns():
        begins = model.things[name].begins
        if begins is None:
            span = model.things[name].span
            checked.context.report(codes.MISSING_VALUE.at(span, thing=f"`{name}`", name="begins"))
        elif begins not in model.verbs:
            checked.context.report(
                codes.UNKNOWN_VERB.at(begins.span, name=begins, near=nearest(begins, model.verbs))
            )


__all__ = ["Checked", "check", "rules", "tests"]
