"""Options of which some are alike: copies of one thing in one place that nothing tells apart."""

from __future__ import annotations

from tilewright.schemas.value_types import type_of

from ..analysis.program_types import ANY, element
from ..state.program import Node, kind_of
from .expressions import Expressions
from .fragments import EMPTY, Called, Fragment, code
from .loops import items
from .unions import apart, in_one_tuple


def distinct(on: Expressions, node: Node) -> Fragment:
    """The members as options, a tuple: where copies may be alike, the first of them; others as they are."""
    match node["op"]:
        case "union":
            parts = apart(on, node)
            if len(parts) > 1:
                return in_one_tuple([distinct(on, part) for part in parts])
        case "if":
            then, otherwise = (distinct(on, node[part]) for part in ("then", "else"))
            return code("({} if {} else {})", then, on.test(node["test"]), otherwise)
        case "define":
            opened = on.opened(node)
            if opened is not None:
                return distinct(*opened)
    text = items(on, node)
    if text is not EMPTY and has_copies(on, element(on.types.of(node))):
        if node["op"] == "contents" and is_bare(on, kind_of(element(on.types.of(node)))):
            return Called("distinct_in_place", text)
        return Called("distinct", "S", text)
    return text if text is EMPTY else Called("tuple", text)


def is_bare(on: Expressions, kind: str) -> bool:
    """Whether things of a kind have nothing of their own that can change: no stored property, no place."""
    low, high = on.program.range(kind)
    stored = any(column.low < high and low < column.high for column in on.program.columns.values())
    return not stored and not any(low <= (place.get("owner") or -1) < high for place in on.program.places)


def has_copies(on: Expressions, kind: str) -> bool:
    """Whether a kind has two things that differ in nothing but their number."""
    if kind != ANY and not type_of(kind).is_thing:
        return False
    name = kind_of(kind)
    low, high = on.program.range(name) if name in on.program.kinds else (0, len(on.program.entities))
    low = max(low, on.program.players[1])
    kinds = [on.program.entities[i]["kind"] for i in range(low, high) if i not in on.program.nowhere]
    return len(set(kinds)) < len(kinds)
