"""When rules react: the tests of `whenever` and `as_soon_as`, for every binding of what they are about.

Two functions are made for a trigger. `firing` gives the first binding that fires and keeps the bits of
`as_soon_as`; `some_fires` only asks whether there is anything to do, changes nothing, and is what stands
after a change. Rules that are asleep are left alone, bits and all.
"""

from __future__ import annotations

from typing import Any

from ..analysis.costs import STEP
from ..analysis.program_types import ANY, Types, element
from ..state.program import Node, binding_ranges
from ..state.state import ASLEEP, NONE
from ..weaving.weave import TRIGGERS, rule_of
from .expressions import HANDLERS, Expressions
from .module import Module
from .sets import clauses, loop, passing

_FEW = 3  # so many tests are written out after a change; more become a function


def some_fires(module: Module, triggers: tuple[int, ...]) -> str:
    """Text that is true if one of these triggers has to be looked at more closely."""
    known = module.guards.get(triggers)
    if known is None:
        known = " or ".join(_test(module, index) for index in triggers)
        if len(triggers) > _FEW:
            known = module.lift([f"return {known}"])
        module.guards[triggers] = known
    return known


def _test(module: Module, index: int) -> str:
    trigger = module.program.data["triggers"][index]
    if trigger["sort"] == "whenever":
        return _whenever(module, index, trigger)
    heads, on, this, member = _occasions(module, index, trigger)
    test = _condition(on, trigger)
    bit = _bit(module, index, trigger, this, member)
    return module.lift([*_nested(heads, [f"if ({test})!=({bit}): return True"]), "return False"])


def _whenever(module: Module, index: int, trigger: Node) -> str:
    """That the test holds for any binding. A search is kept: little of what happens changes it."""
    heads, on, _, _ = _occasions(module, index, trigger)
    if not heads:
        return f"({_condition(on, trigger)})"
    if trigger.get("test") is not None:
        heads = [*heads, *clauses(passing(on, trigger["test"]))]
    kept = module.keeping.trigger(index)
    if kept is None:
        return module.lift([*_nested(heads, ["return True"]), "return False"])
    known = f"masks[{kept.number}]"
    costs, where = module.costs, module.constant((on.rule, on.at))
    pays = module.paying(costs.trigger(index), where) if costs.pays_apart(index) else []
    lines = [*pays, *_nested(heads, [f"{known}=True; return True"]), f"{known}=False", "return False"]
    found = module.lift(lines)
    module.finding[kept.number] = found.partition("(")[0]
    return f"({known} is not False and {found})"


def firing(module: Module, index: int) -> str:
    """Text of the first binding that fires, `(this, element, captured values…)`, or of an empty tuple."""
    trigger = module.program.data["triggers"][index]
    heads, on, this, member = _occasions(module, index, trigger)
    test = _condition(on, trigger)
    captured = [on.scope[name] for name in trigger.get("captures") or ()] if trigger.get("until") else []
    key = f"({index},{this},{member})"
    found = f"({','.join([this, member, *captured])})"
    if trigger["sort"] == "whenever":
        body = [f"if {test} and (not S.busy or {key} not in S.busy): return {found}"]
    else:
        bit = _bit(module, index, trigger, this, member)
        body = [
            f"if not S.busy or {key} not in S.busy:",
            f"    if {test}:",
            f"        if not {bit}: {_put_bit(bit, 1, this, member)}; return {found}",
            f"    elif {bit}: {_put_bit(bit, 0, this, member)}",
        ]
    return module.lift([f"if v[{ASLEEP}]: return ()", *_nested(heads, body), "return ()"])


def _condition(on: Expressions, trigger: Node) -> str:
    return "True" if trigger.get("test") is None else on.test(trigger["test"])


def _occasions(module: Module, index: int, trigger: Node) -> tuple[list[str], Expressions, str, str]:
    """The loops over the bindings of a trigger, an emitter for its test, the texts of this and element."""
    program = module.program
    scope: dict[str, str] = {"you": str(NONE)}
    known: dict[str, str] = {"you": "thing:player?"}
    heads: list[str] = []
    this = member = str(NONE)
    blank = Expressions(module, Types(program), {}, rule_of(trigger, trigger["name"]), trigger.get("at", -1))
    if trigger.get("until"):
        entry = module.fresh("i")
        heads.append(f"for {entry} in effects(S,{TRIGGERS},{index})")
        for i, name in enumerate(trigger.get("captures") or ()):
            scope[name] = f"{entry}[3][{i}]"
            known[name] = ANY
        this = scope.get("this", this)
        scope["$entry"] = entry
    elif trigger.get("this"):
        kind = trigger["this"]
        low, high = program.range(kind)
        this = module.fresh("i") if high - low > 1 else str(low)
        if high - low > 1:
            bound = {"op": "$range", "low": low, "high": high, "kind": kind}
            heads += clauses(loop(blank, bound, this, each=STEP + module.costs.of(trigger.get("test"))))
        scope["this"] = this
        known["this"] = f"thing:{kind}"
        if module.analysis.force(kind) or module.analysis.in_force_test(kind):
            heads.append(f"if {blank.force(this, kind)}")
    trees: list[Any] = []
    if trigger.get("element"):
        found = trigger["element"]
        trees.append(found["set"])
        types = Types(program, known).learn(trees)
        outer = blank.sub(scope, types)
        member = module.fresh("i")
        each = STEP + module.costs.of(trigger.get("test"))
        heads += clauses(loop(outer, found["set"], member, each=each))
        scope = {**scope, found["name"]: member}
        known[found["name"]] = element(types.of(found["set"]))
    types = Types(program, known).learn([*trees, trigger.get("test")])
    return heads, blank.sub(scope, types), this, member


def _bit(module: Module, index: int, trigger: Node, this: str, member: str) -> str:
    """The bit of a binding: a cell of the state, or a member of what an effect remembers."""
    if trigger.get("until"):
        return f"bit(S,{TRIGGERS},{index},{this},{member})"
    (low, _), (first, last) = binding_ranges(module.program, trigger)
    size = last - first
    parts = [str(module.program.bits[index])]
    if trigger.get("this"):
        parts.append(f"({this}-{low})*{size}")
    if trigger.get("element"):
        parts.append(f"({member}-{first})")
    return f"v[{'+'.join(parts)}]"


def _put_bit(bit: str, value: int, this: str, member: str) -> str:
    if bit.startswith("v["):
        return f"{bit}={value}"
    return f"put_{bit[:-1]},{value})"


def _nested(heads: list[str], body: list[str]) -> list[str]:
    lines = [f"{'    ' * depth}{head}:" for depth, head in enumerate(heads)]
    return [*lines, *("    " * len(heads) + line for line in body)]


HANDLERS.update(
    {
        "$fires": lambda on, node: firing(on.module, node["trigger"]),
        "$holds": lambda on, node: on.text(node["of"]),
        "$effects": lambda on, node: _effects(on, node),
        "$item": lambda on, node: f"{on.text(node['of'])}[3][{node['index']}]",
    }
)


def _effects(on: Expressions, node: Node) -> str:
    sort, index = node["rule"]
    first = node.get("from")
    entries = f"effects(S,{sort},{index})"
    return entries if first is None else f"{entries}[{on.text(first)}:]"
