"""What is known of the members of sets before they are made: in which ranges they lie, and that two have none
in common. Such sets are joined by writing them side by side.
"""

from __future__ import annotations

from tilewright.schemas.operation_table import PICKS

from ..analysis.program_types import element
from ..state.program import Node, kind_of
from .expressions import Expressions
from .fragments import EMPTY, Called, Callee, Comprehension, Fragment, a_tuple, code


def apart(on: Expressions, node: Node) -> list[Node]:
    """The sets of which a union is made, as far down as they have no members in common."""
    if node["op"] == "union" and are_apart(on, node["a"], node["b"]):
        return apart(on, node["a"]) + apart(on, node["b"])
    return [node]


def in_one_tuple(parts: list[Fragment]) -> Fragment:
    """The members of all these sequences; an empty tuple adds nothing."""
    return a_tuple([code("*{}", _as_any(part)) for part in parts if part is not EMPTY])


def _as_any(members: Fragment) -> Fragment:
    """A sequence that need not be a tuple."""
    match members:
        case Called(function=Callee(name="tuple"), args=(Comprehension() as found,)):
            return found
    return members


def are_apart(on: Expressions, a: Node, b: Node) -> bool:
    """Whether two sets can have no member in common: they are of other kinds, or lie in two places."""
    if a["op"] == b["op"] == "contents" and a["of"]["op"] == b["of"]["op"] == "place":
        return bool(a["of"]["name"] != b["of"]["name"])
    return all(one[1] <= other[0] or other[1] <= one[0] for one in spans(on, a) for other in spans(on, b))


def spans(on: Expressions, node: Node) -> list[tuple[int, int]]:
    """The ranges of numbers in which the members of a set lie; everything, where nothing is known."""
    match node["op"]:
        case "union":
            return spans(on, node["a"]) + spans(on, node["b"])
        case "if":
            return spans(on, node["then"]) + spans(on, node["else"])
        case "list":
            return [one for item in node["items"] for one in spans(on, item)]
        case op if op in PICKS:
            return spans(on, node["set"])
        case "define":
            opened = on.opened(node)
            if opened is not None:
                return spans(*opened)
    kind = kind_of(element(on.types.of(node)))
    return [on.program.range(kind)] if kind in on.program.kinds else [(-(2**40), 2**40)]
