"""When rules react: the tests of `whenever` and `as_soon_as`, for every binding of what they are about.

Two functions are made for a trigger. `firing` gives the first binding that fires and keeps the bits of
`as_soon_as`; `some_fires` only asks whether there is anything to do, changes nothing, and is what stands
after a change. Rules that are asleep are left alone, bits and all.
"""

from __future__ import annotations

from typing import Any

from tilewright.schemas.operation_table import SEARCHES
from tilewright.schemas.value_types import SOMEBODY, thing
from tilewright.schemas.walking import operations

from ..analysis.costs import STEP
from ..analysis.program_types import ANY, Types, element
from ..state.program import Node, binding_ranges
from ..state.state import ASLEEP, NONE
from ..weaving.weave import TRIGGERS, rule_of
from .arrivals import arrival
from .expressions import ExpressionHandler, Expressions
from .fragments import (
    EMPTY,
    FALSE,
    MEMO,
    TRUE,
    Called,
    Clause,
    Else,
    For,
    Fragment,
    Integer,
    Item,
    OnlyIf,
    Operand,
    V,
    code,
    listed,
)
from .instructions import Block, CodeLine, Instruction, Return, nested
from .loops import loop, passing, search
from .module import Module

_PLACE = "$place"  # what stands for the place of the effect whose rule it is
_FEW = 3  # so many tests are written out after a change; more become a function


def some_fires(module: Module, triggers: tuple[int, ...]) -> Fragment:
    """A test that is true if one of these triggers has to be looked at more closely."""
    known = module.guards.get(triggers)
    if known is None:
        known = listed((_test(module, index) for index in triggers), " or ")
        if any(_searches(module, index) for index in triggers):
            known = code("(not {} and ({}))", Item(V, ASLEEP), known)
        if len(triggers) > _FEW:
            known = module.lift([Return(known)])
        module.guards[triggers] = known
    return known


def _searches(module: Module, index: int) -> bool:
    """Whether a trigger looks at so much that set-up, in which rules sleep, is faster without."""
    trigger = module.program.data["triggers"][index]
    looked_at = operations([trigger.get("element"), trigger.get("test")])
    return any(node["op"] == "define" or node["op"] in SEARCHES for node in looked_at)


def _test(module: Module, index: int) -> Fragment:
    trigger = module.program.data["triggers"][index]
    if trigger["sort"] == "whenever":
        return _whenever(module, index, trigger)
    heads, on, this, member = _occasions(module, index, trigger)
    test = _condition(on, trigger)
    bit = _bit(on, index, trigger, this, member)
    differs = OnlyIf(code("({})!=({})", test, bit))
    return module.lift([*nested([*heads, differs], [Return(TRUE)]), Return(FALSE)])


def _whenever(module: Module, index: int, trigger: Node) -> Fragment:
    """That the test holds for any binding. A search is kept: little of what happens changes it."""
    if index not in module.holding:
        module.holding[index] = _holding(module, index, trigger)
    return module.holding[index]


def _holding(module: Module, index: int, trigger: Node) -> Fragment:
    """The same, made once: after a change it is asked whether to look closely, and then whether it reacts."""
    heads, on, _, _ = _occasions(module, index, trigger)
    test = trigger.get("test")
    ways: list[list[Clause]] = [[]]
    if not heads and test is not None and test["op"] == "any" and test.get("where") is not None:
        heads, _, ways = search(on, test)
    elif not heads:
        return code("({})", _condition(on, trigger))
    elif test is not None:
        ways = [passing(on, test)]
    slot = module.memo.trigger(index)
    assert slot is not None, "a game looks at every rule once, so there is room for each"
    known = Item(MEMO, slot.number)
    costs, where = module.costs, module.constant((on.rule, on.at))
    pays = module.paying(costs.trigger(index), where) if costs.pays_apart(index) else []
    holds: list[Instruction] = [CodeLine(code("{}=True", known)), Return(TRUE)]
    looks = nested(heads, [one for way in ways for one in nested(way, holds)])
    found = module.lift([*pays, *looks, CodeLine(code("{}=False", known)), Return(FALSE)])
    module.finding[slot.number] = found.function.name
    if slot.number not in module.memo.arrivals:
        module.memo.arrivals[slot.number] = arrival(module, heads, ways)
    return code("({} is not False and ({} or {}))", known, known, found)


def firing(module: Module, index: int) -> Fragment:
    """The first binding that fires, `(this, element, captured values…)`, or an empty tuple."""
    trigger = module.program.data["triggers"][index]
    heads, on, this, member = _occasions(module, index, trigger)
    test = _condition(on, trigger)
    captured = [on.scope[name] for name in trigger.get("captures") or ()] if trigger.get("until") else []
    key = code("({},{},{})", index, this, member)
    free = code("not S.busy or {} not in S.busy", key)
    found = Return(code("({})", listed([this, member, *captured])))
    if trigger["sort"] == "whenever":
        holds = test if heads else _whenever(module, index, trigger)
        body = nested([OnlyIf(code("{} and ({})", holds, free))], [found])
    else:
        bit = _bit(on, index, trigger, this, member)
        now: list[Instruction] = [Block(OnlyIf(code("not {}", bit)), [_put_bit(bit, 1), found])]
        other: list[Instruction] = [Block(OnlyIf(bit), [_put_bit(bit, 0)])]
        body = nested([OnlyIf(free)], [Block(OnlyIf(test), now), Block(Else(), other)])
    asleep = Block(OnlyIf(Item(V, ASLEEP)), [Return(EMPTY)])
    return module.lift([asleep, *nested(heads, body), Return(EMPTY)])


def _condition(on: Expressions, trigger: Node) -> Fragment:
    return TRUE if trigger.get("test") is None else on.test(trigger["test"])


def _occasions(
    module: Module, index: int, trigger: Node
) -> tuple[list[Clause], Expressions, Fragment, Fragment]:
    """The loops over the bindings of a trigger, an emitter for its test, what stands for this and element."""
    program = module.program
    nothing = Integer(NONE)
    scope: dict[str, Fragment] = {"you": nothing}
    known: dict[str, str] = {"you": SOMEBODY}
    heads: list[Clause] = []
    this: Fragment = nothing
    member: Fragment = nothing
    blank = Expressions(module, Types(program), {}, rule_of(trigger, trigger["name"]), trigger.get("at", -1))
    if trigger.get("until"):
        place = module.variable()
        heads.append(For(place, Called("effect_places", "S", TRIGGERS, index)))
        for i, name in enumerate(trigger.get("captures") or ()):
            scope[name] = Item(Item(Item("S.fx", place), 3), i)
            known[name] = ANY
        this = scope.get("this", this)
        scope[_PLACE] = place
    elif trigger.get("this"):
        kind = trigger["this"]
        low, high = program.range(kind)
        this = Integer(low)
        if high - low > 1:
            bound = {"op": "$range", "low": low, "high": high, "kind": kind}
            this = variable = module.variable()
            heads += loop(blank, bound, variable, each=STEP + module.costs.of(trigger.get("test")))
        scope["this"] = this
        known["this"] = thing(kind)
        if module.analysis.force(kind) or module.analysis.in_force_test(kind):
            heads.append(OnlyIf(blank.force(this, kind)))
    trees: list[Any] = []
    if trigger.get("element"):
        found = trigger["element"]
        trees.append(found["set"])
        types = Types(program, known).learn(trees)
        outer = blank.sub(scope, types)
        member = variable = module.variable()
        each = STEP + module.costs.of(trigger.get("test"))
        heads += loop(outer, found["set"], variable, each=each)
        scope = {**scope, found["name"]: member}
        known[found["name"]] = element(types.of(found["set"]))
    types = Types(program, known).learn([*trees, trigger.get("test")])
    return heads, blank.sub(scope, types), this, member


def _bit(on: Expressions, index: int, trigger: Node, this: Fragment, member: Fragment) -> Item | Called:
    """The bit of a binding: a cell of the state, or a member of what its effect remembers."""
    if trigger.get("until"):
        return Called("bit", "S", on.scope[_PLACE], this, member)
    program = on.module.program
    (low, _), (first, last) = binding_ranges(program, trigger)
    size = last - first
    parts: list[Operand] = [program.bits[index]]
    if trigger.get("this"):
        parts.append(code("({}-{})*{}", this, low, size))
    if trigger.get("element"):
        parts.append(code("({}-{})", member, first))
    return Item(V, listed(parts, "+"))


def _put_bit(bit: Item | Called, value: int) -> Instruction:
    if isinstance(bit, Item):
        return CodeLine(code("{}={}", bit, value))
    return CodeLine(Called(f"put_{bit.function.name}", *bit.args, value))


def _effects(on: Expressions, node: Node) -> Fragment:
    sort, index = node["rule"]
    first = node.get("from")
    entries = Called("effects", "S", sort, index)
    return entries if first is None else code("{}[{}:]", entries, on.text(first))


EXPRESSIONS: dict[str, ExpressionHandler] = {
    "$fires": lambda on, node: firing(on.module, node["trigger"]),
    "$holds": lambda on, node: on.text(node["of"]),
    "$effects": _effects,
    "$item": lambda on, node: Item(Item(on.text(node["of"]), 3), node["index"]),
}
