"""Defines as functions, with the modifiers that change what they give.

All conditions are about the arguments, never about the value, so each is tested once where it stands: first
what becomes, then plus and minus, at most, at least. Only modifiers that replace others are looked at before.
"""

from __future__ import annotations

from typing import Any

from tilewright.schemas.value_types import thing

from ..analysis.program_types import ANY, Types, certain
from ..state.program import Node
from ..weaving.procedures import local
from ..weaving.weave import MODIFIERS, rule_of
from .expressions import Expressions
from .memo import MOST
from .module import Module
from .sets import clauses, loop

_ORDER = (("becomes",), ("plus", "minus"), ("at_most",), ("at_least",))
_CHANGES = {
    "becomes": "r={}",
    "plus": "r+={}",
    "minus": "r-={}",
    "at_most": "r=min(r,{})",
    "at_least": "r=max(r,{})",
}


def emit_define(module: Module, name: str, function: str) -> None:
    """A define as a function of its parameters."""
    on, given, parameters = _defining(module, name)
    value = on.value(module.program.data["defines"][name]["value"])
    changes = modifying(on, name, parameters)
    lines = [f"r={value}", *changes, "return r"] if changes else [f"return {value}"]
    lines = [*_paying(on, name), *lines]
    kept = module.keeping.define(name)
    if kept is not None:
        last = lines.pop().removeprefix("return ")
        lines += [f"masks[{kept.number}]=r=({last},)", "return r"]
        module.finding[kept.number] = function
    elif module.keeping.lasts(name):
        table = module.fresh("L")
        module.namespace[table] = module.lasting[function] = {}
        key = f"(v[0],{','.join(given)})"
        last = lines.pop().removeprefix("return ")
        lines = [
            f"known={table}.get({key})",
            "if known is not None: return known",
            *lines,
            f"r={last}",
            f"if len({table})<{MOST}: {table}[{key}]=r",
            "return r",
        ]
    module.function(function, given, lines, (on.rule, on.at))


def any_of(module: Module, name: str) -> str | None:
    """The function that tells whether a define that is a search gives anything at all; it stops at the first.
    None where all has to be found anyway.
    """
    value = module.program.data["defines"][name]["value"]
    changed = any(one["of"] == name for one in module.program.data.get("modifiers", ()))
    if value["op"] != "filter" or changed or module.keeping.define(name) or module.keeping.lasts(name):
        return None
    key = f"any {name}"
    if key not in module.defines:
        module.defines[key] = module.fresh("d")
        on, given, _ = _defining(module, name)
        heads = clauses(loop(on, value, module.fresh("i"), early=True))
        lines = [f"{'    ' * depth}{head}:" for depth, head in enumerate(heads)]
        lines = [*_paying(on, name), *lines, "    " * len(heads) + "return True", "return False"]
        module.function(module.defines[key], given, lines, (on.rule, on.at))
    return module.defines[key]


def _paying(on: Expressions, name: str) -> list[str]:
    """The lines with which the function of a dear define begins."""
    costs = on.module.costs
    price = costs.define(name)
    return on.module.paying(price, on.where()) if costs.pays(name, price) else []


def _defining(module: Module, name: str) -> tuple[Expressions, list[str], list[str]]:
    """An emitter for the body of a define, the names of its parameters in Python and in the program."""
    declared = module.program.data["defines"][name]
    parameters = {part["name"]: part["type"] for part in declared.get("parameters", ())}
    scope = {one: module.fresh("a") for one in parameters}
    given = list(scope.values())
    if len(parameters) == 1:
        (only,) = parameters
        scope.setdefault("this", scope[only])
        parameters = {"this": parameters[only], **parameters}
    types = Types(module.program, parameters).learn(declared["value"])
    on = Expressions(module, types, scope, rule_of(declared, name), declared.get("at", -1))
    return on, given, list(parameters)


def emit_modified(module: Module, kind: str, name: str, function: str) -> None:
    """A stored property with its modifiers applied, as a function of its thing."""
    owner = module.fresh("a")
    types = Types(module.program, {"it": f"thing:{kind}", "this": f"thing:{kind}"})
    on = Expressions(module, types, {"it": owner, "this": owner}, f"{kind}.{name}")
    plain = {"op": "property", "of": local("it"), "kind": kind, "name": name}
    module.function(
        function, [owner], [f"r={on.value(plain)}", *modifying(on, f"{kind}.{name}", ["it"]), "return r"]
    )


def modifying(on: Expressions, of: str, parameters: list[str]) -> list[str]:
    """The lines that change `r` by all modifiers of a define that apply."""
    every: list[Node] = on.program.data.get("modifiers", [])
    found = [(i, one) for i, one in enumerate(every) if one["of"] == of]
    replaced = {one.get("replacing") for _, one in found} - {None}
    lines: list[str] = []
    flags: dict[str, list[str]] = {}
    for i, one in found:
        if one.get("replacing"):
            flag = f"m{i}"
            heads, _ = _occasions(on, i, one, parameters)
            lines += [f"{flag}=0", *_nested(heads, [f"{flag}=1"])]
            flags.setdefault(one["replacing"], []).append(flag)
    for changes in _ORDER:
        for i, one in found:
            if one["change"] not in changes:
                continue
            heads, inner = _occasions(on, i, one, parameters)
            body = [_CHANGES[one["change"]].format(inner.value(one["amount"]))]
            if one.get("once") and heads and heads[0].startswith("for"):
                body.append("break")
            change = _nested(heads, body)
            if one["name"] in replaced:
                change = _nested([f"if not ({' or '.join(flags[one['name']])})"], change)
            lines += change
    return lines


def _occasions(
    on: Expressions, index: int, rule: Node, parameters: list[str]
) -> tuple[list[str], Expressions]:
    """The loops and tests under which a modifier applies, and an emitter for its amount."""
    weaver = on.module.weaver
    scope = dict(on.scope)
    known = dict(on.types.locals)
    heads: list[str] = []
    tests: list[str] = []
    if rule.get("until"):
        entry = on.module.fresh("i")
        heads.append(f"for {entry} in effects(S,{MODIFIERS},{index})")
        for i, name in enumerate(rule.get("captures") or ()):
            scope[name] = f"{entry}[3][{i}]"
            known[name] = ANY
    elif rule.get("this"):
        kind = rule["this"]
        bound = weaver.binding(rule, parameters)
        known["this"] = thing(kind)
        low, high = on.program.range(kind)
        if bound is None:
            this = on.module.fresh("i")
            heads += clauses(loop(on, {"op": "$range", "low": low, "high": high, "kind": kind}, this))
        elif isinstance(bound, str):
            this = on.scope[bound]
            tests.append(f"{low}<={this}<{high}")
            known[bound] = certain(f"thing:{kind}")
        else:
            this = str(bound["number"])
        scope["this"] = this
        force = on.force(this, kind)
        if module_moves(on, kind):
            tests.append(force)
    trees: list[Any] = [rule.get("when"), rule["amount"]]
    types = Types(on.program, known).learn(trees)
    inner = type(on)(on.module, types, scope, rule_of(rule, rule["name"]), rule.get("at", -1))
    if rule.get("when") is not None:
        tests.append(inner.test(rule["when"]))
    return [*heads, *([f"if {' and '.join(tests)}"] if tests else [])], inner


def module_moves(on: Expressions, kind: str) -> bool:
    """Whether the rules of a kind can be out of force at all."""
    analysis = on.module.analysis
    return bool(analysis.force(kind)) or analysis.in_force_test(kind) is not None


def _nested(heads: list[str], body: list[str]) -> list[str]:
    """Lines under loops and tests."""
    lines = [f"{'    ' * depth}{head}:" for depth, head in enumerate(heads)]
    return [*lines, *("    " * len(heads) + line for line in body)]
