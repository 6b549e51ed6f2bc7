"""Which actions can be taken: those for which some choice of all parts is allowed and can be paid.

One nested loop for each action finds that out, with every condition tested as soon as the parts it mentions
are known. The same conditions make the options of each part, so that no choice leads into a dead end.
"""

from __future__ import annotations

from tilewright.schemas.value_types import SOMEBODY

from ..analysis.conditions import Condition, conditions_of
from ..analysis.program_types import Types, certain, element, narrowed
from ..state.program import YOU, Node, actor_part
from ..weaving.procedures import local
from ..weaving.weave import rule_of
from .changes import limit_cell
from .expressions import ExpressionHandler, Expressions
from .fragments import FALSE, TRUE, Clause, Comprehension, Fragment, OnlyIf, code, listed
from .instructions import Block, CodeLine, Instruction, Return
from .loops import loop, passing
from .module import Module, called


def possible(module: Module, verb: str) -> str:
    """The function, of actor and `you`, that tells whether an action can be taken."""
    known = module.defines.get(f"possible {verb}")
    if known is None:
        known = module.defines[f"possible {verb}"] = module.fresh("d")
        declared = module.program.data["verbs"][verb]
        actor = actor_part(declared)
        first, you = module.name("a"), module.name("a")
        on = _emitter(module, verb, {**({actor: first} if actor else {}), YOU: you})
        module.function(known, [first, you], _completing(on, verb, [actor] if actor else [], start=True))
    return known


def completing(module: Module, verb: str, known: list[str]) -> str:
    """The function, of the parts known and `you`, that tells whether the remaining parts can be chosen."""
    key = f"completing {verb} {known}"
    name = module.defines.get(key)
    if name is None:
        name = module.defines[key] = module.fresh("d")
        scope: dict[str, Fragment] = {one: module.name("a") for one in [*known, YOU]}
        on = _emitter(module, verb, scope)
        module.function(name, list(scope.values()), _completing(on, verb, known, start=False))
    return name


def _emitter(module: Module, verb: str, scope: dict[str, Fragment]) -> Expressions:
    declared = module.program.data["verbs"][verb]
    types = {part["name"]: part["type"] for part in declared.get("parts", ())} | {YOU: SOMEBODY}
    tests = [one.test for one in conditions_of(module.program, verb)]
    trees = [[part.get("from") for part in declared.get("parts", ())], tests]
    learned = Types(module.program, types).learn(trees)
    return Expressions(module, learned, scope, rule_of(declared, verb), declared.get("at", -1))


def _completing(on: Expressions, verb: str, known: list[str], start: bool) -> list[Instruction]:
    """Nested loops over the parts not known; conditions as early as possible."""
    left = conditions_of(on.program, verb)
    names = {*known, YOU}
    found: list[Instruction] = []
    body = found  # that of the innermost loop
    early, left = _ready(left, names)
    if start and early:
        tests = []
        for one in early:
            tests.append(_text(on, verb, one))
            on = _met(on, one)
        body.append(Block(OnlyIf(code("not ({})", listed(tests, " and "))), [Return(FALSE)]))
    for part in remaining(on.module.program.data["verbs"][verb], known):
        names.add(part["name"])
        now, left = _ready(left, names)
        if part.get("from") is None:
            name = on.module.name("t")
            body.append(CodeLine(code("{}={}", name, on.value(part.get("default") or {"op": "none"}))))
            on = on.named(part["name"], name, part["type"])
            heads = []
        else:
            variable = on.module.variable()
            each = on.module.costs.completing(verb, sorted(names))
            heads = loop(on, part["from"], variable, early=True, each=each)
            on = on.named(part["name"], variable, certain(element(part["type"])))
        for one in now:
            heads += _passing(on, verb, one)
            on = _met(on, one)
        for head in heads:
            body.append(Block(head, body := []))
    body.append(Return(TRUE))
    return found if body is found else [*found, Return(FALSE)]


def remaining(declared: Node, known: list[str]) -> list[Node]:
    return [part for part in declared.get("parts", ()) if part["name"] not in known]


def _ready(conditions: list[Condition], names: set[str]) -> tuple[list[Condition], list[Condition]]:
    """Those that mention known parts only, and the others."""
    early = [one for one in conditions if one.names <= names]
    return early, [one for one in conditions if not one.names <= names]


def _passing(on: Expressions, verb: str, condition: Condition) -> list[Clause]:
    """The same in a loop that ends early."""
    return [OnlyIf(_text(on, verb, condition))] if condition.test is None else passing(on, condition.test)


def _met(on: Expressions, condition: Condition) -> Expressions:
    """An emitter for what is only looked at where a condition is met."""
    return on if condition.test is None else on.sub(on.scope, narrowed(on.types, condition.test))


def _text(on: Expressions, verb: str, condition: Condition) -> Fragment:
    if condition.test is not None:
        return on.test(condition.test)
    declared = on.program.data["verbs"][verb]
    values = {part["name"]: local(part["name"]) for part in declared.get("parts", ())}
    cell = limit_cell(on, verb, condition.limit, values)
    return code("{}<{}", cell, on.text(declared["limits"][condition.limit]["number"]))


def _part(on: Expressions, node: Node) -> Fragment:
    """The choices for a part with which the action can still be completed."""
    verb, name = node["verb"], node["part"]
    declared = on.program.data["verbs"][verb]
    part = next(one for one in declared["parts"] if one["name"] == name)
    known = [arg["name"] for arg in node["args"]]
    scope = {one: on.text(local(one)) for one in [*known, YOU]}
    inner = _emitter(on.module, verb, scope)
    variable = on.module.variable()
    each = on.module.costs.completing(verb, [*known, name])
    source = loop(inner, part["from"], variable, each=each)
    inner = inner.named(name, variable, certain(element(part["type"])))
    _, open_before = _ready(conditions_of(on.program, verb), {*known, YOU})
    now, later = _ready(open_before, {*known, name, YOU})
    tests = [_text(inner, verb, one) for one in now]
    rest = remaining(declared, [*known, name])
    if later or any(one.get("from") is not None for one in rest):
        function = completing(on.module, verb, [*known, name])
        args = [*(scope[one] for one in known), variable, scope[YOU]]
        tests.append(called(function, *args))
    return Comprehension(variable, [*source, OnlyIf(listed(tests, " and "))] if tests else source)


EXPRESSIONS: dict[str, ExpressionHandler] = {"$part": _part}
