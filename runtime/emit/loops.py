"""A set as the source of a loop: `for i in range(4, 9) if at[i] < 40`, as a list of clauses.

So filters of filters become one loop, whoever loops: a comprehension, a search that ends early, a statement.
Whatever is a single thing counts as a set of one, and none as an empty set. What is asked of a set, and what
is made of it, is in sets.py.
"""

from __future__ import annotations

from typing import Final

from tilewright.schemas.operation_table import STREAMS
from tilewright.schemas.value_types import thing

from ..analysis.costs import STEP
from ..analysis.program_types import ANY, element, is_list, is_optional, narrowed
from ..state.primitives import MEMBERS
from ..state.program import Node, kind_of
from ..state.state import NONE
from .expressions import Expressions
from .forgetting import joined_ranges
from .fragments import (
    AT,
    Called,
    Clause,
    Comprehension,
    For,
    Fragment,
    Integer,
    Item,
    OnlyIf,
    Simple,
    V,
    Variable,
    Z,
    code,
)
from .memo import KindInPlay
from .module import offset
from .suspension import MOST_NESTED

MANY: Final = 12
"""Of so many things of a kind a state keeps which are in play: fewer are looked at as fast."""


def items(on: Expressions, node: Node, empty: int = NONE) -> Fragment:
    """The members as any sequence; a single thing or number as a sequence of one, `empty` as none."""
    kind = on.types.of(node)
    text = on.text(node)
    if is_list(kind):
        return text
    if kind != ANY and not is_optional(kind):
        return code("({},)", text)
    if kind != ANY and isinstance(text, Simple):
        return code("(({},) if {}!={} else ())", text, text, empty)
    return Called("members", text) if empty == NONE else Called("members", text, empty)


def paid_items(on: Expressions, node: Node, each: int) -> Fragment:
    """The members as any sequence, paid for where they are looked at one by one."""
    return on.charged(node, items(on, node), each)


def loop(
    on: Expressions, node: Node, variable: Variable, early: bool = False, each: int = STEP
) -> list[Clause]:
    """The source of a loop over a set, conditions included. One that ends `early`, with the first member, may
    come upon a member more than once. `each` is the price of a pass: analysis/costs.py.
    """
    match node["op"]:
        case "filter":
            kind, each = element(on.types.of(node["set"])), each + on.module.costs.of(node["where"])
            source = loop(on, node["set"], variable, early, each)
            inner = on.named(node["it"], variable, kind)
            if early:
                return [*source, *passing(inner, node["where"])]
            test = inner.test(node["where"])
            return source if test == Integer(1) else [*source, OnlyIf(test)]
        case "kind":
            return _in_play(on, node, variable, each)
        case "all" if node["kind"] == "player":
            return _in_play(on, node, variable, each)
        case "all":
            return [For(variable, on.charged(node, every(on, node), each))]
        case "spares":
            members = on.charged(node, every(on, node), each)
            return [For(variable, members), OnlyIf(code("{}=={}", Item(AT, variable), on.program.box))]
        case "pieces":
            return _pieces(on, node, variable, each)
        case "$range":
            return [For(variable, between(on, node, each))]
        case "range":
            return [For(variable, on.charged(node, numbers(on, node), each))]
        case "without" | "both" if is_simple_set(on, node["b"]):
            b = only(node["b"])
            sign, compared = "==", on.text(b)
            if is_list(on.types.of(b)) or on.types.of(b) == ANY:
                sign, compared = " in ", items(on, b)
            if node["op"] == "without":
                sign = "!=" if sign == "==" else " not in "
            each += on.module.costs.of(b) + STEP
            source = loop(on, node["a"], variable, early, each)
            return [*source, OnlyIf(code("{}{}{}", variable, sign, compared))]
        case "define" if (opened := on.opened(node)) is not None and opened[1]["op"] in STREAMS:
            return loop(*opened, variable, early, each)
        case _:
            return [For(variable, paid_items(on, node, each))]


def passing(on: Expressions, test: Node) -> list[Clause]:
    """What a test adds to the source of a loop that ends early. A search in it is one more loop."""
    # Of two things that must not be there, both are looked for at once (values.py).
    if test["op"] == "and" and not test["a"]["op"] == test["b"]["op"] == "not":
        then = on.sub(on.scope, narrowed(on.types, test["a"]))
        return [*passing(on, test["a"]), *passing(then, test["b"])]
    written = on.opened(test) if test["op"] == "define" and test["args"] else None
    if written is not None:
        return passing(*written)
    joins = test["op"] == "any" and (test.get("where") is not None or test["set"]["op"] in STREAMS)
    joins = joins and on.looping < MOST_NESTED
    if joins and on.memo_slot(test) is None:
        variable, each = on.module.variable(), on.module.costs.of(test.get("where"))
        source = loop(on, test["set"], variable, early=True, each=STEP + each)
        return [*source, *passing_members(on, test, variable)]
    if test["op"] == "relation":
        from .relations import opened

        found = opened(on, test)
        if found is not None:
            return found
    text = on.test(test)
    return [] if text == Integer(1) else [OnlyIf(text)]


def ways_to_pass(on: Expressions, test: Node) -> list[list[Clause]]:
    """The same for the last test of a loop: where it is one search or another, one after the other."""
    written = on.opened(test) if test["op"] == "define" and test["args"] else None
    if written is not None:
        return ways_to_pass(*written)
    if test["op"] == "or" and _searches(on, test):
        then = on.sub(on.scope, narrowed(on.types, test["a"], holds=False))
        return [*ways_to_pass(on, test["a"]), *ways_to_pass(then, test["b"])]
    return [passing(on, test)]


def search(on: Expressions, node: Node) -> tuple[list[Clause], Variable, list[list[Clause]]]:
    """The search for any member for which a condition holds: the loop, its variable, and the ways to pass."""
    variable = on.module.variable()
    each = STEP + on.module.costs.of(node["where"])
    source = loop(on, node["set"], variable, early=True, each=each)
    inner = on.named(node["it"], variable, element(on.types.of(node["set"])))
    return source, variable, ways_to_pass(inner, node["where"])


def lying(clause: Clause) -> Item | None:
    """What lies in a place, if a clause goes through that."""
    if not isinstance(clause, For):
        return None
    members = clause.unpaid
    return members if isinstance(members, Item) and members.of is Z else None


def _searches(on: Expressions, test: Node) -> bool:
    """Whether a test is a search, or one or another of which one is."""
    if test["op"] == "or":
        return _searches(on, test["a"]) or _searches(on, test["b"])
    written = on.opened(test) if test["op"] == "define" and test["args"] else None
    if written is not None:
        return _searches(*written)
    return test["op"] == "any" and test.get("where") is not None


def passing_members(on: Expressions, node: Node, variable: Variable) -> list[Clause]:
    if node.get("where") is None:
        return []
    kind = element(on.types.of(node["set"]))
    return passing(on.named(node["it"], variable, kind), node["where"])


def is_simple_set(on: Expressions, node: Node) -> bool:
    """Whether a set may be looked at again for every member at no great cost."""
    node = only(node)
    return node["op"] in ("local", "contents", "property") and isinstance(on.text(node), Simple)


def only(node: Node) -> Node:
    """The member of a list that is written with one; anything else as it is."""
    return node["items"][0] if node["op"] == "list" and len(node["items"]) == 1 else node


def every(on: Expressions, node: Node) -> Fragment:
    if node["kind"] == "player":
        first = on.program.players[0]
        return Called("range", first, offset(Item(V, 0), first))
    low, high = on.program.range(node["kind"])
    return Called("range", low, high)


def numbers(on: Expressions, node: Node) -> Fragment:
    low, high = on.text(node["low"]), on.text(node["high"])
    if isinstance(low, Integer) and isinstance(high, Integer) and high.value - low.value < MEMBERS:
        return Called("range", low, high.value + 1)
    return Called("numbers", low, high, on.where())


def between(on: Expressions, node: Node, each: int) -> Fragment:
    """Entity numbers."""
    first = node.get("from")
    begin = Integer(node["low"]) if first is None else Called("max", node["low"], on.text(first))
    return on.charged(node, Called("range", begin, node["high"]), each)


def _in_play(on: Expressions, node: Node, variable: Variable, each: int) -> list[Clause]:
    kind = node["kind"]
    low, high = on.program.range(kind)
    players = on.program.players
    if players[0] <= low and high <= players[1] and low < high:
        return [For(variable, Called("range", low, offset(Item(V, 0), low)))]
    each += on.module.costs.force(None)
    if on.in_play(variable, thing(kind)) == code("({}>=0)", variable):
        return [For(variable, on.charged(node, Called("range", low, high), each))]
    kept = _kept_in_play(on, node) if high - low >= MANY else None
    if kept is not None:
        return [For(variable, on.charged(node, kept, each))]
    return _found_in_play(on, node, variable, each)


def _found_in_play(on: Expressions, node: Node, variable: Variable, each: int) -> list[Clause]:
    low, high = on.program.range(node["kind"])
    every = For(variable, on.charged(node, Called("range", low, high), each))
    return [every, OnlyIf(on.in_play(variable, thing(node["kind"])))]


def _kept_in_play(on: Expressions, node: Node) -> Fragment | None:
    """Those of a kind that are in play, which a state keeps until one of them comes or goes; None where it is
    too late to keep more.
    """
    reads = on.module.analysis.playing(node["kind"])
    slot = on.module.memo.value(f"in play {node['kind']}", reads) if reads else None
    if slot is None:
        return None
    one = on.module.variable()
    test = on.in_play(one, thing(node["kind"]))
    on.module.memo.in_play.setdefault(slot.number, KindInPlay(node["kind"], one, test))

    def found(blank: Expressions) -> Fragment:
        variable = on.module.variable()
        return Called("tuple", Comprehension(variable, _found_in_play(blank, node, variable, STEP)))

    return on.memoise(node, slot, found)


def _pieces(on: Expressions, node: Node, variable: Variable, each: int) -> list[Clause]:
    """Things of a kind, or of several, that lie on a space or link, or on each of a list of them."""
    ranges = tuple(joined_ranges(on.program.range(kind) for kind in (node["kind"], *node.get("$kinds", ()))))
    everything = ranges[0][0] <= on.program.players[1] and ranges[0][1] == len(on.program.entities)
    test = [] if everything else [OnlyIf(Item(on.module.within(ranges), variable))]
    if node.get("many") or is_list(on.types.of(node["of"])):
        space = on.module.variable()
        lying = on.charged(node, Item(Z, space), each)
        return [*loop(on, node["of"], space, each=2 * STEP), For(variable, lying), *test]
    kind = kind_of(on.types.of(node["of"]))
    text = on.text(node["of"])
    board = on.program.spaces + on.program.links
    is_place = kind in on.program.kinds and on.program.range(kind)[1] <= board
    where = text if is_place or isinstance(text, Integer) else Item("BOARD", text)
    return [For(variable, on.charged(node, Item(Z, where), each)), *test]
