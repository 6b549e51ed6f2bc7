"""Relations between spaces: calls of the geometry, with what blocks at the moment as a mask.

The mask of a relation is found anew only after something was written that its conditions read. A relation
whose conditions never change is asked with the mask that the linker found; its neighbours are a table.
"""

from __future__ import annotations

import re

from ..analysis import costs
from ..analysis.program_types import Types, element, is_list
from ..state.program import Node, kind_of
from ..state.state import FAR
from .expressions import HANDLERS, Expressions
from .module import Module
from .sets import items, loop, only

STEP = {"from": "thing:space", "to": "thing:space"}

ALL_ROWS = 600  # on boards of up to so many spaces all distances that never change are found at once


def is_static(module: Module, relation: str) -> bool:
    """Whether nothing that can change decides what is related."""
    return not module.analysis.relation(relation)


def has_lasting_cost(module: Module, relation: str) -> bool:
    """Whether what a step costs never changes; that of 1, where nothing is said, included."""
    cost = module.program.data["relations"][relation].get("cost")
    return cost is None or not module.analysis.reads(cost, Types(module.program, STEP).learn(cost))


def mask(on: Expressions, relation: str) -> str:
    number = on.program.relations.index(relation)
    return f"MASK{number}" if is_static(on.module, relation) else f"(masks[{number}] or mask(S,{number}))"


def end(on: Expressions, node: Node) -> tuple[str, bool]:
    """The space that an end of a relation means, and whether it is one for certain."""
    kind = on.types.of(node)
    text = on.location(node)
    return text, kind.startswith("thing:") and not kind.endswith("?") and on.is_space(kind_of(kind))


def _in_loop(text: str) -> bool:
    """Whether a text depends on the variable of a loop."""
    return re.search(r"\bi\d+\b", text) is not None


def anywhere(text: str) -> str:
    """The place itself instead of its space: tables have rows for all places, empty for what is no space."""
    return re.sub(r"^SPACE\[(at\[[^\[\]]*(?:\[[^\[\]]*\])?\])\]$", r"\1", text)


def goals(on: Expressions, node: Node) -> str:
    """The spaces of a target, or of a list of them."""
    node = only(node)
    kind = on.types.of(node)
    if not is_list(kind):
        return f"({on.location(node)},)"
    member = element(kind)
    if member.startswith("thing:") and on.is_space(kind_of(member)):
        return items(on, node)
    variable = on.module.fresh("i")
    return f"[{on._space(variable, member)} {loop(on, node, variable, each=3 * costs.STEP)}]"


def _relation(on: Expressions, node: Node) -> str:
    number = on.program.relations.index(node["name"])
    (a, _), (b, _) = end(on, node["a"]), end(on, node["b"])
    if is_static(on.module, node["name"]):
        return f"({b} in RELATED{number}[{anywhere(a)}])"
    return f"related{number}({a},{b},{mask(on, node['name'])})"


def opened(on: Expressions, node: Node) -> str | None:
    """The same as one more loop over what has to be clear, for loops that end early: a call less."""
    if is_static(on.module, node["name"]):
        return None
    number = on.program.relations.index(node["name"])
    (a, _), (b, _) = end(on, node["a"]), end(on, node["b"])
    needed = on.module.fresh("i")
    needs = f"(needs{number}[{anywhere(a)}][{b}] or fill{number}({a},{b}))"
    return f" for {needed} in {needs} if not {needed}&{mask(on, node['name'])}"


def _neighbours(on: Expressions, node: Node) -> str:
    number = on.program.relations.index(node["relation"])
    a, sure = end(on, node["of"])
    if is_static(on.module, node["relation"]):
        return f"NEIGHBOURS{number}[{anywhere(a)}]"
    if sure:
        return f"rows{number}({mask(on, node['relation'])})[{a}]"
    return f"neighbours{number}({a},{mask(on, node['relation'])})"


def _connected(on: Expressions, node: Node) -> str:
    number = on.program.relations.index(node["relation"])
    a, _ = end(on, node["of"])
    if is_static(on.module, node["relation"]):
        return f"CONNECTED{number}[{anywhere(a)}]"
    return f"connected{number}({a},{mask(on, node['relation'])})"


def _steps(on: Expressions, node: Node) -> str:
    number = on.program.relations.index(node["relation"])
    a, _ = end(on, node["a"])
    plain = node.get("around") is None and has_lasting_cost(on.module, node["relation"])
    if plain and is_static(on.module, node["relation"]):
        a = anywhere(a)
        row = f"DISTANCES{number}[{a}]"
        if on.program.spaces > ALL_ROWS:
            row = f"({row} or distances{number}({a}))"
        target = only(node["b"])
        if is_list(on.types.of(target)):
            return f"nearest({row},{goals(on, target)})"
        return f"{row}[{anywhere(end(on, target)[0])}]"
    around = "()" if node.get("around") is None else goals(on, node["around"])
    target = only(node["b"])
    if not is_list(on.types.of(target)):
        b, _ = end(on, target)
        if _in_loop(b) and not _in_loop(a):
            # One start and many goals in turn: what is found outward from the start serves them all.
            return f"reach{number}(S,{a},{b},{mask(on, node['relation'])},{around})"
    return f"steps{number}(S,{a},{goals(on, node['b'])},{mask(on, node['relation'])},{around})"


def beyond(on: Expressions, steps: Node, limit: str) -> str | None:
    """The test that all of a list are more than so many steps away, by a table of sets where there is one."""
    if steps["op"] != "steps" or steps.get("around") is not None or not 0 < on.program.spaces <= ALL_ROWS:
        return None
    relation, targets = steps["relation"], only(steps["b"])
    lasting = is_static(on.module, relation) and has_lasting_cost(on.module, relation)
    if not lasting or not is_list(on.types.of(targets)) or not limit.isdecimal() or int(limit) >= FAR:
        return None
    number = on.program.relations.index(relation)
    a = anywhere(end(on, steps["a"])[0])
    return f"WITHIN{number}_{limit}[{a}].isdisjoint({goals(on, targets)})"


def _line(on: Expressions, node: Node) -> str:
    number = on.program.relations.index(node["relation"])
    (a, _), (b, _) = end(on, node["a"]), end(on, node["b"])
    name = "line" if node["op"] == "line_length" else "crossed"
    return f"{name}{number}({a},{b},{mask(on, node['relation'])})"


def _direction(on: Expressions, node: Node) -> str:
    (a, _), (b, _) = end(on, node["a"]), end(on, node["b"])
    return f"direction({a},{b})"


HANDLERS.update(
    {
        "relation": _relation,
        "neighbours": _neighbours,
        "connected": _connected,
        "steps": _steps,
        "line_length": _line,
        "crossed": _line,
        "direction": _direction,
    }
)
