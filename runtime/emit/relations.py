"""Relations between spaces: calls of the geometry, with what blocks at the moment as a mask.

The mask of a relation is found again only after something was written that its conditions read. A relation
whose conditions never change is asked with the mask that the linker found; its neighbours are a table.
"""

from __future__ import annotations

from tilewright.schemas import value_types

from ..analysis.program_types import Types, is_list
from ..state.program import Node, kind_of
from ..state.state import FAR
from .expressions import SPACE, ExpressionHandler, Expressions
from .fragments import (
    AT,
    EMPTY,
    MEMO,
    Bound,
    Called,
    Clause,
    Compared,
    Fixed,
    For,
    Fragment,
    Integer,
    Item,
    Kept,
    LocalName,
    OnlyIf,
    RelationTable,
    Variable,
    code,
)
from .instructions import CodeLine, Return
from .loops import items, only
from .module import Module, called

STEP = {"from": value_types.SPACE, "to": value_types.SPACE}

ALL_ROWS = 600  # on boards of up to so many spaces all distances that never change are found at once


def is_static(module: Module, relation: str) -> bool:
    """Whether nothing that can change decides what is related."""
    return not module.analysis.relation(relation)


def is_tabled(module: Module, relation: str) -> bool:
    """Whether all that is related is laid out in tables: it never changes, and is soon found."""
    return is_static(module, relation) and not module.costs.sighting(relation)


def has_lasting_cost(module: Module, relation: str) -> bool:
    """Whether what a step costs never changes; that of 1, where nothing is said, included."""
    cost = module.program.data["relations"][relation].get("cost")
    return cost is None or not module.analysis.reads(cost, Types(module.program, STEP).learn(cost))


def mask(on: Expressions, relation: str) -> Fragment:
    number = on.program.relations.index(relation)
    if is_static(on.module, relation):
        return Fixed(f"MASK{number}")
    return Kept(number, Called("mask", "S", number))


def end(on: Expressions, node: Node) -> tuple[Fragment, bool]:
    """The space that an end of a relation means, and whether it is one for certain."""
    kind = on.types.of(node)
    text = on.text(node)
    return text, kind.is_thing and not kind.optional and on.is_space(kind_of(kind))


def _in_loop(piece: Fragment) -> bool:
    """Whether a piece of code depends on the variable of a loop around it."""
    own = {part.variable for part in piece.parts if isinstance(part, Bound)}
    return any(isinstance(name, Variable) and name not in own for name in piece.names)


def anywhere(piece: Fragment) -> Fragment:
    """The place itself instead of its space: tables have rows for all places, empty for what is no space."""
    match piece:
        case Item(of=of, index=Item(of=inner) as place) if of is SPACE and inner is AT:
            return place
    return piece


def goals(on: Expressions, node: Node) -> Fragment:
    """The spaces of a target, or of a list of them."""
    node = only(node)
    return items(on, node) if is_list(on.types.of(node)) else code("({},)", on.text(node))


def _relation(on: Expressions, node: Node) -> Fragment:
    number = on.program.relations.index(node["name"])
    (a, _), (b, _) = end(on, node["a"]), end(on, node["b"])
    if is_tabled(on.module, node["name"]):
        return code("({} in {})", b, Item(RelationTable("RELATED", number), anywhere(a)))
    question = Called(f"related{number}", a, b, mask(on, node["name"]))
    price = on.module.costs.sighting(node["name"])
    return code("({} and {})", Called("paid", "S", price, on.where()), question) if price else question


def opened(on: Expressions, node: Node) -> list[Clause] | None:
    """The same as one more loop over what has to be clear, for loops that end early: a call less."""
    if is_tabled(on.module, node["name"]) or on.module.costs.sighting(node["name"]):
        return None
    number = on.program.relations.index(node["name"])
    (a, _), (b, _) = end(on, node["a"]), end(on, node["b"])
    needed = on.module.variable()
    known = Item(Item(f"needs{number}", anywhere(a)), b)
    needs = code("({} or {})", known, Called(f"fill{number}", a, b))
    return [For(needed, needs), OnlyIf(code("not {}&{}", needed, mask(on, node["name"])))]


def _neighbours(on: Expressions, node: Node) -> Fragment:
    number = on.program.relations.index(node["relation"])
    a, _ = end(on, node["of"])
    if is_tabled(on.module, node["relation"]):
        return Item(RelationTable("NEIGHBOURS", number), anywhere(a))
    return Item(_rows(on, node["relation"]), a)


def _rows(on: Expressions, relation: str) -> Fragment:
    """The neighbours of every space, and a last row for none. A state keeps them as long as the mask."""
    module, number = on.module, on.program.relations.index(relation)
    found = Called(f"rows{number}", mask(on, relation))
    reads = module.analysis.relation(relation)
    slot = module.memo.value(f"rows of {relation}", reads) if reads else None
    if slot is None:
        return found
    function = module.finding.get(slot.number)
    if function is None:
        function = module.finding[slot.number] = module.fresh("d")
        keeps = CodeLine(code("{}=r={}", Item(MEMO, slot.number), found))
        module.function(function, [], [keeps, Return(Fixed("r"))])
    return Kept(slot.number, called(function))


def _connected(on: Expressions, node: Node) -> Fragment:
    number = on.program.relations.index(node["relation"])
    a, _ = end(on, node["of"])
    if is_tabled(on.module, node["relation"]):
        return Item(RelationTable("CONNECTED", number), anywhere(a))
    return Called(f"connected{number}", a, mask(on, node["relation"]))


def _steps(on: Expressions, node: Node) -> Fragment:
    number = on.program.relations.index(node["relation"])
    a, _ = end(on, node["a"])
    plain = node.get("around") is None and has_lasting_cost(on.module, node["relation"])
    if plain and is_tabled(on.module, node["relation"]):
        a = anywhere(a)
        row: Fragment = Item(RelationTable("DISTANCES", number), a)
        if on.program.spaces > ALL_ROWS:
            row = code("({} or {})", row, Called(f"distances{number}", a))
        target = only(node["b"])
        if is_list(on.types.of(target)):
            return Called("nearest", row, goals(on, target))
        return Item(row, anywhere(end(on, target)[0]))
    around = EMPTY if node.get("around") is None else goals(on, node["around"])
    how = mask(on, node["relation"]), around
    target = only(node["b"])
    if not is_list(on.types.of(target)):
        b, _ = end(on, target)
        if _in_loop(b) and not _in_loop(a):
            # One start and many goals in turn: what is found outward from the start serves them all.
            whole = _of_all(on, f"reach_all{number}", b, code("({},)", a), *how)
            return whole or Called(f"reach{number}", "S", a, b, *how)
    goal = goals(on, node["b"])
    return _of_all(on, f"steps_all{number}", a, goal, *how) or Called(f"steps{number}", "S", a, goal, *how)


def _of_all(on: Expressions, function: str, space: Fragment, *asked: Fragment) -> Fragment | None:
    """Where a loop goes through all spaces: what is asked of each in turn, from a list of all at once. It is
    empty until the first is asked about, for perhaps none is.
    """
    lists = on.module.for_all.get(space) if isinstance(space, Variable) else None
    if lists is None or any(map(_in_loop, asked)):
        return None
    found = on.module.variable()
    lists.append(found)
    return Item(code("({} or {})", found, Called(function, found, "S", *asked)), space)


def beyond(on: Expressions, steps: Node, limit: Fragment) -> Fragment | None:
    """The test that all members of a list are more than that many steps away, by a table of sets if there
    is one.
    """
    if steps["op"] != "steps" or steps.get("around") is not None or not 0 < on.program.spaces <= ALL_ROWS:
        return None
    relation, targets = steps["relation"], only(steps["b"])
    lasting = is_tabled(on.module, relation) and has_lasting_cost(on.module, relation)
    if not lasting or not is_list(on.types.of(targets)):
        return None
    if not isinstance(limit, Integer) or not 0 <= limit.value < FAR:
        return None
    number = on.program.relations.index(relation)
    a = anywhere(end(on, steps["a"])[0])
    near = Item(RelationTable("WITHIN", number, limit.value), a)
    found = goals(on, targets)
    return code("{}.isdisjoint({})", near, Compared(found) if isinstance(found, LocalName) else found)


def _line(on: Expressions, node: Node) -> Fragment:
    number = on.program.relations.index(node["relation"])
    (a, _), (b, _) = end(on, node["a"]), end(on, node["b"])
    name = "line" if node["op"] == "line_length" else "crossed"
    return Called(f"{name}{number}", a, b, mask(on, node["relation"]))


def _direction(on: Expressions, node: Node) -> Fragment:
    (a, _), (b, _) = end(on, node["a"]), end(on, node["b"])
    return Called("direction", a, b)


EXPRESSIONS: dict[str, ExpressionHandler] = {
    "relation": _relation,
    "neighbours": _neighbours,
    "connected": _connected,
    "steps": _steps,
    "line_length": _line,
    "crossed": _line,
    "direction": _direction,
}
