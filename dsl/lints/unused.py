"""What is declared and never used: verbs, menus, settings, steps, things, dice and defines.

Whatever mentions something is taken to use it, whether that ever comes to pass or not. What a library offers
need not be taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tilewright.schemas.value_types import type_of
from tilewright.schemas.wording import article

from ..analysis.callgraph import Summary
from ..analysis.keys import FlowKey, flow_key, of_sort
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..vocabulary import BUILT_IN_KINDS
from .facts import ASKED_FROM_OUTSIDE, Facts

if TYPE_CHECKING:
    from ..model import VerbSymbol

_BUILT_IN = frozenset(name for name, *_ in BUILT_IN_KINDS)


def unused(facts: Facts) -> Iterator[Diagnostic]:
    """Everything in the game's own files that nothing mentions. What libraries offer need not be taken."""
    used = _used(facts)
    yield from _verbs(facts, used)
    yield from _vocabulary(facts, used)
    yield from _things(facts, used)


def _used(facts: Facts) -> set[FlowKey]:
    """All that some rule, value or set-up mentions."""
    checked, flow = facts.checked, facts.flow
    found: set[FlowKey] = set()
    for one in (*flow.own.values(), *flow.values.values()):
        found |= one.uses
    rest = [
        checked.modifiers,
        checked.goals,
        checked.defaults,
        checked.audiences,
        checked.fits,
        checked.kinds,
        checked.values,
    ]
    summaries: list[Summary] = [
        flow.summary([*part.values()] if isinstance(part, dict) else part) for part in rest
    ]
    summaries += [flow.value(board.setup) for board in facts.boards]
    for one in summaries:
        found |= one.uses
    return found | _named(facts)


def _named(facts: Facts) -> set[FlowKey]:
    """Names outside of bodies: limits, resets, types of parts, what places hold."""
    checked, model = facts.checked, facts.checked.model
    found = {facts.flow.begins, *facts.flow.campaigns.values()}
    for op in checked.verbs.values():
        found |= {flow_key("verb", limit["verb"]) for limit in op["limits"]}
        found |= {flow_key("kind", type_of(part["type"]).kind) for part in op["parts"]}
    for op in checked.defines.values():
        found |= {flow_key("kind", type_of(part["type"]).kind) for part in op["parameters"]}
    for properties in (model.game, *(kind.properties for kind in model.kinds.values())):
        for known in properties.values():
            found.add(flow_key("kind", known.type.name or (known.type.item.name if known.type.item else "")))
            if known.reset is not None:
                found.add(flow_key("verb", known.reset))
    found |= {flow_key("verb", op["until"]) for _, op in checked.context.until_rules}
    return found


def never_done(facts: Facts) -> list[FlowKey]:
    """The verbs that nothing ever calls, which this lint reports."""
    return [flow_key("verb", name) for name, _ in _undone(facts, _used(facts))]


def _undone(facts: Facts, used: set[FlowKey]) -> Iterator[tuple[str, VerbSymbol]]:
    for name, verb in facts.checked.model.verbs.items():
        told = facts.checked.verbs[name]["menu"] is not None
        if not told and flow_key("verb", name) not in used and facts.for_play(verb.span):
            yield name, verb


def _verbs(facts: Facts, used: set[FlowKey]) -> Iterator[Diagnostic]:
    checked = facts.checked
    for name, verb in _undone(facts, used):
        if facts.to_be_used(verb.span):
            yield codes.UNUSED_VERB.at(verb.node.name.span if verb.node is not None else verb.span, name=name)
    for name, menu in checked.model.menus.items():
        if not menu.any_time and flow_key("menu", name) not in used and facts.to_be_used(menu.span):
            yield codes.UNUSED_MENU.at(menu.span, name=name)


def _vocabulary(facts: Facts, used: set[FlowKey]) -> Iterator[Diagnostic]:
    model = facts.checked.model
    for setting in model.settings.values():
        if flow_key("setting", setting.name) not in used and facts.to_be_used(setting.span):
            yield codes.UNUSED_SETTING.at(setting.span, name=setting.name)
    for die in model.dice.values():
        if flow_key("die", die.name) not in used and facts.to_be_used(die.span):
            yield codes.UNUSED_DIE.at(die.span, name=die.name)
    for define in model.defines.values():
        read = flow_key("define", define.name) in used or define.name in ASKED_FROM_OUTSIDE
        if not read and facts.to_be_used(define.span):
            span = define.node.name.span if define.node is not None else define.span
            yield codes.UNUSED_DEFINE.at(span, name=define.name)
    for kind in model.kinds.values():
        for steps in kind.steps.values():
            if flow_key("steps", f"{kind.name}.{steps.name}") not in used and facts.to_be_used(steps.span):
                yield codes.UNUSED_STEPS.at(steps.span, kind=article(kind.name), name=steps.name)


def _things(facts: Facts, used: set[FlowKey]) -> Iterator[Diagnostic]:
    """Things none of whose kinds is mentioned anywhere. One problem for all things of a kind."""
    model = facts.checked.model
    mentioned = of_sort("kind", used) | of_sort("entity", used)
    mentioned |= {name.partition(".")[0] for name in mentioned}
    mentioned |= {
        kind for name in tuple(mentioned) if name in model.kinds for kind in _own_ancestors(name, facts)
    }
    told: set[str] = set()
    for thing in model.things.values():
        kinds = _own_ancestors(thing.name, facts)
        speaks = any(rule.this in kinds for rule in model.rules) or thing.steps
        if thing.copies == 0 or thing.kind in told or thing.kind in ("mission", "campaign"):
            continue
        if speaks or not facts.to_be_used(thing.span):
            continue
        general = {"card", "token", "figure", "piece"} & mentioned & set(model.ancestors(thing.name))
        if not general and mentioned.isdisjoint(kinds):
            told.add(thing.kind)
            span = thing.span._replace(end_line=thing.span.line, end_column=thing.span.column + 1)
            yield codes.UNUSED_THING.at(span, name=thing.name)


def _own_ancestors(name: str, facts: Facts) -> list[str]:
    return [kind for kind in facts.checked.model.ancestors(name) if kind not in _BUILT_IN]
