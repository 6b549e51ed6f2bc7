"""Defines as functions, with the modifiers that change what they give.

All conditions are about the arguments, never about the value, so each is tested once where it stands: first
what becomes, then plus and minus, at most, at least. Only modifiers that replace others are looked at before.
"""

from __future__ import annotations

from typing import Any

from tilewright.schemas.value_types import thing

from ..analysis.program_types import ANY, Types
from ..state.program import Node
from ..weaving.procedures import local
from ..weaving.weave import MODIFIERS, rule_of
from .expressions import Expressions
from .fragments import (
    FALSE,
    MEMO,
    TRUE,
    Called,
    Clause,
    Fixed,
    For,
    Fragment,
    Integer,
    Item,
    OnlyIf,
    V,
    code,
    listed,
)
from .instructions import Block, CodeLine, Instruction, Return, nested
from .loops import loop
from .memo import MOST
from .module import Module

_ORDER = (("becomes",), ("plus", "minus"), ("at_most",), ("at_least",))
_CHANGES = {
    "becomes": "r={}",
    "plus": "r+={}",
    "minus": "r-={}",
    "at_most": "r=min(r,{})",
    "at_least": "r=max(r,{})",
}
R = Fixed("r")


def emit_define(module: Module, name: str, function: str) -> None:
    """A define as a function of its parameters."""
    on, given, parameters = _defining(module, name)
    found = on.value(module.program.data["defines"][name]["value"])
    lines: list[Instruction] = _paying(on, name)
    changes = modifying(on, name, parameters)
    if changes:
        lines += [CodeLine(code("r={}", found)), *changes]
        found = R
    slot = module.memo.define(name)
    if slot is not None:
        lines.append(CodeLine(code("{}=r=({},)", Item(MEMO, slot.number), found)))
        module.finding[slot.number] = function
        found = R
    elif module.memo.lasts(name):
        table = module.fresh("L")
        module.namespace[table] = module.lasting[function] = {}
        key = code("({},{})", Item(V, 0), listed(given))
        lines = [
            CodeLine(code("known={}.get({})", table, key)),
            Block(OnlyIf(code("known is not None")), [Return(Fixed("known"))]),
            *lines,
            CodeLine(code("r={}", found)),
            Block(OnlyIf(code("len({})<{}", table, MOST)), [CodeLine(code("{}=r", Item(table, key)))]),
        ]
        found = R
    module.function(function, given, [*lines, Return(found)], (on.rule, on.at))


def any_of(module: Module, name: str) -> str | None:
    """The function that says whether a define that searches finds anything; it stops at the first result.
    None where all results are needed anyway.
    """
    value = module.program.data["defines"][name]["value"]
    changed = any(one["of"] == name for one in module.program.data.get("modifiers", ()))
    if value["op"] != "filter" or changed or module.memo.define(name) or module.memo.lasts(name):
        return None
    key = f"any {name}"
    if key not in module.defines:
        module.defines[key] = module.fresh("d")
        on, given, _ = _defining(module, name)
        heads = loop(on, value, module.variable(), early=True)
        lines = [*_paying(on, name), *nested(heads, [Return(TRUE)]), Return(FALSE)]
        module.function(module.defines[key], given, lines, (on.rule, on.at))
    return module.defines[key]


def _paying(on: Expressions, name: str) -> list[Instruction]:
    """How the function of a dear define begins."""
    costs = on.module.costs
    price = costs.define(name)
    return on.module.paying(price, on.where()) if costs.pays(name, price) else []


def _defining(module: Module, name: str) -> tuple[Expressions, list[Fragment], list[str]]:
    """An emitter for the body of a define, the names of its parameters in Python and in the program."""
    declared = module.program.data["defines"][name]
    parameters = {part["name"]: part["type"] for part in declared.get("parameters", ())}
    scope: dict[str, Fragment] = {one: module.name("a") for one in parameters}
    given = list(scope.values())
    if len(parameters) == 1:
        (only,) = parameters
        # A derived property reads its thing as `this`; to modifiers, which may have a `this`, it is `it`.
        for one in ("it", "this"):
            scope.setdefault(one, scope[only])
            parameters = {one: parameters[only], **parameters}
    types = Types(module.program, parameters).learn(declared["value"])
    on = Expressions(module, types, scope, rule_of(declared, name), declared.get("at", -1))
    return on, given, list(parameters)


def emit_modified(module: Module, kind: str, name: str, function: str) -> None:
    """A stored property with its modifiers applied, as a function of its thing."""
    owner = module.name("a")
    types = Types(module.program, {"it": thing(kind), "this": thing(kind)})
    on = Expressions(module, types, {"it": owner, "this": owner}, f"{kind}.{name}")
    plain = {"op": "property", "of": local("it"), "kind": kind, "name": name}
    changes = modifying(on, f"{kind}.{name}", ["it"])
    module.function(function, [owner], [CodeLine(code("r={}", on.value(plain))), *changes, Return(R)])


def modifying(on: Expressions, of: str, parameters: list[str]) -> list[Instruction]:
    """What changes `r` by all modifiers of a define that apply."""
    every: list[Node] = on.program.data.get("modifiers", [])
    found = [(i, one) for i, one in enumerate(every) if one["of"] == of]
    replaced = {one.get("replacing") for _, one in found} - {None}
    lines: list[Instruction] = []
    flags: dict[str, list[Fragment]] = {}
    for i, one in found:
        if one.get("replacing"):
            flag = Fixed(f"m{i}")
            heads, _ = _occasions(on, i, one, parameters)
            lines += [CodeLine(code("{}=0", flag)), *nested(heads, [CodeLine(code("{}=1", flag))])]
            flags.setdefault(one["replacing"], []).append(flag)
    for changes in _ORDER:
        for i, one in found:
            if one["change"] not in changes:
                continue
            heads, inner = _occasions(on, i, one, parameters)
            body: list[Instruction] = [CodeLine(code(_CHANGES[one["change"]], inner.value(one["amount"])))]
            if one.get("once") and heads and isinstance(heads[0], For):
                body.append(CodeLine(code("break")))
            if one["name"] in replaced:
                heads = [OnlyIf(code("not ({})", listed(flags[one["name"]], " or "))), *heads]
            lines += nested(heads, body)
    return lines


def _occasions(
    on: Expressions, index: int, rule: Node, parameters: list[str]
) -> tuple[list[Clause], Expressions]:
    """The loops and tests under which a modifier applies, and an emitter for its amount."""
    weaver = on.module.weaver
    scope = dict(on.scope)
    known: dict[str, str] = dict(on.types.locals)
    heads: list[Clause] = []
    tests: list[Fragment] = []
    if rule.get("until"):
        entry = on.module.variable()
        heads.append(For(entry, Called("effects", "S", MODIFIERS, index)))
        for i, name in enumerate(rule.get("captures") or ()):
            scope[name] = Item(Item(entry, 3), i)
            known[name] = ANY
    elif rule.get("this"):
        kind = rule["this"]
        bound = weaver.binding(rule, parameters)
        known["this"] = thing(kind)
        low, high = on.program.range(kind)
        this: Fragment
        if bound is None:
            this = on.module.variable()
            heads += loop(on, {"op": "$range", "low": low, "high": high, "kind": kind}, this)
        elif isinstance(bound, str):
            this = on.scope[bound]
            tests.append(code("{}<={}<{}", low, this, high))
            known[bound] = thing(kind)
        else:
            this = Integer(bound["number"])
        scope["this"] = this
        force = on.force(this, kind)
        if module_moves(on, kind):
            tests.append(force)
    trees: list[Any] = [rule.get("when"), rule["amount"]]
    types = Types(on.program, known).learn(trees)
    inner = type(on)(on.module, types, scope, rule_of(rule, rule["name"]), rule.get("at", -1))
    if rule.get("when") is not None:
        tests.append(inner.test(rule["when"]))
    return [*heads, *([OnlyIf(listed(tests, " and "))] if tests else [])], inner


def module_moves(on: Expressions, kind: str) -> bool:
    """Whether the rules of a kind can be out of force at all."""
    analysis = on.module.analysis
    return bool(analysis.force(kind)) or analysis.in_force_test(kind) is not None
