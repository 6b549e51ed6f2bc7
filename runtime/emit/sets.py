"""Sets as Python: comprehensions where the members are wanted, loops that end early where only a question is.

How a set is looped over, loops.py knows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilewright.schemas.operation_table import STREAMS
from tilewright.schemas.value_types import thing

from ..analysis.costs import COPY, STEP
from ..analysis.program_types import element, is_list, is_optional
from ..state.program import Node, none_of, nothing
from ..state.state import NONE
from .expressions import ExpressionHandler, Expressions, is_plain
from .fragments import (
    EMPTY,
    FALSE,
    PLAIN,
    TRUE,
    Called,
    Clause,
    Compared,
    Comprehension,
    Fixed,
    For,
    Fragment,
    Integer,
    Item,
    OnlyIf,
    Simple,
    Variable,
    Z,
    a_tuple,
    code,
    listed,
    members_of,
    replaced,
)
from .instructions import Block, CodeLine, Instruction, Return, nested
from .loops import between, every, is_simple_set, items, loop, lying, numbers, paid_items, search
from .module import called
from .unions import apart, are_apart, in_one_tuple


def comprehension(on: Expressions, node: Node) -> Fragment:
    variable = on.module.variable()
    lists: list[Variable] = []
    if _is_all_spaces(on, node):
        on.module.for_all[variable] = lists
    source = loop(on, node, variable)
    on.module.for_all.pop(variable, None)
    # What every member is compared with is made a set once.
    compared = [part for clause in source for part in clause.code.parts if isinstance(part, Compared)]
    names = {one: on.module.variable() for one in dict.fromkeys(compared)}
    once: list[Clause] = [
        *(For(name, code("[{}]", Called("frozenset", one.local))) for one, name in names.items()),
        *(For(name, Fixed("[[]]")) for name in lists),
    ]
    return Comprehension(variable, [*once, *(_with(clause, names) for clause in source)])


def _is_all_spaces(on: Expressions, node: Node) -> bool:
    """Whether a loop goes through all spaces of a kind."""
    while node["op"] == "filter":
        node = node["set"]
    return node["op"] in ("all", "kind") and node["kind"] != "player" and on.is_space(node["kind"])


def _with(clause: Clause, names: Mapping[Compared, Variable]) -> Clause:
    if not names:
        return clause
    if isinstance(clause, OnlyIf):
        return OnlyIf(replaced(clause.test, names))
    return For(clause.variable, replaced(clause.members, names))


def _filter(on: Expressions, node: Node) -> Fragment:
    source = node.get("set")
    if source is not None and source["op"] == "if":
        # Those of one set or those of another: each is filtered as it is made.
        then, otherwise = ({**node, "set": source[part]} for part in ("then", "else"))
        return code("({} if {} else {})", _filter(on, then), on.test(source["test"]), _filter(on, otherwise))
    return comprehension(on, node)


def _kind(on: Expressions, node: Node) -> Fragment:
    source = loop(on, node, PLAIN)
    return members_of(source) or _filter(on, node)


def _any(on: Expressions, node: Node) -> Fragment:
    """Whether there is a member, for which a condition holds."""
    if node.get("where") is None:
        source = looked_for(node) or node["set"]
        if source["op"] == "union":
            a, b = (_any(on, {**node, "set": source[part]}) for part in ("a", "b"))
            return code("({} or {})", a, b)
        if source["op"] in STREAMS:
            variable = on.module.variable()
            return _some(on, loop(on, source, variable, early=True), variable)
        if source["op"] == "if":
            return on.either(source, lambda inner, part: _any(inner, {**node, "set": part}))
        opened = on.opened(source) if source["op"] == "define" else None
        if opened is not None and opened[1]["op"] in (*STREAMS, "if"):
            return _any(opened[0], {**node, "set": opened[1]})
        function = _any_of_define(on, source)
        if source["op"] == "contents":
            return code("({}!=())", items(on, source))
        return code("(len({})>0)", items(on, source)) if function is None else function
    return _some(on, *search(on, node))


def looked_for(node: Node) -> Node | None:
    """The pieces of which a test asks for any; those of several kinds in the same places are one look."""
    if node["op"] == "or":
        return _in_one_look(looked_for(node["a"]), looked_for(node["b"]))
    if node["op"] != "any" or node.get("where") is not None:
        return None
    source = node["set"]
    if source["op"] == "union":
        parts = ({**node, "set": source[part]} for part in ("a", "b"))
        return _in_one_look(*map(looked_for, parts))
    return dict(source) if source["op"] == "pieces" else None


def _in_one_look(a: Node | None, b: Node | None) -> Node | None:
    if a is None or b is None or a["of"] != b["of"] or a.get("many") != b.get("many"):
        return None
    return {**a, "$kinds": (*a.get("$kinds", ()), b["kind"], *b.get("$kinds", ()))}


def any_of_pieces(on: Expressions, node: Node) -> Fragment:
    """The test that there is one of them."""
    return _any(on, {"op": "any", "set": node, "it": "it", "where": None})


def _any_of_define(on: Expressions, node: Node) -> Fragment | None:
    """That a define which is a search finds anything, without finding all."""
    from .modifiers import any_of

    if node["op"] != "define" or on.opened(node) is not None:
        return None
    function = any_of(on.module, node["name"])
    return None if function is None else called(function, *on.arguments(node))


def _some(
    on: Expressions, source: list[Clause], variable: Variable, ways: Sequence[Sequence[Clause]] = ((),)
) -> Fragment:
    """Whether a loop has a first member, or one that passes in one of these ways. Most places are empty: that
    is seen without a call.
    """
    passed = [one for way in ways for one in nested(way, [Return(TRUE)])]
    found = on.module.lift([*nested(source, passed), Return(FALSE)])
    pile = _at_hand(source)
    return found if pile is None else code("({}!=() and {})", pile, found)


def _at_hand(source: Sequence[Clause]) -> Item | None:
    """What lies in the place in which a loop looks, if that costs nothing to find."""
    pile = lying(source[0])
    return pile if pile is not None and is_plain(pile.index) else None


def _of_members(function: str, members: Fragment) -> Fragment:
    """The sum or number of members. Most places are empty: that is seen without a loop, which is a call."""
    whole = Called(function, members)
    pile = _at_hand(members.clauses) if isinstance(members, Comprehension) else None
    return whole if pile is None else code("({} if {} else 0)", whole, pile)


def _searched(on: Expressions, source: list[Clause], found: Fragment, otherwise: Fragment) -> Fragment:
    """A loop that ends with the first member, as a function."""
    return on.module.lift([*nested(source, [Return(found)]), Return(otherwise)])


def _first(on: Expressions, node: Node) -> Fragment:
    source = node["of"]
    opened = on.opened(source) if source["op"] == "define" else None
    if opened is not None:
        return _first(opened[0], {**node, "of": opened[1]})
    if source["op"] == "if":
        return on.either(source, lambda inner, part: _first(inner, {**node, "of": part}))
    if source["op"] == "list" and not source["items"]:
        return Integer(nothing(node))
    if source["op"] == "list" and len(source["items"]) == 1 and _is_one(on, source["items"][0]):
        return on.text(source["items"][0])
    if source["op"] in STREAMS:
        variable = on.module.variable()
        members = loop(on, source, variable, early=True)
        return _searched(on, members, variable, Integer(nothing(node)))
    text = items(on, source)
    empty = nothing(node)
    if isinstance(text, Simple):
        return code("({} if {} else {})", Item(text, 0), text, empty)
    return Called("first", text, empty)


def _is_one(on: Expressions, item: Node) -> bool:
    """Whether an item of a list is a single thing, or none: for both a set has the same number."""
    return on.types.of(item).is_thing


def _extreme(on: Expressions, node: Node) -> Fragment:
    """The members with the least or greatest key, ties kept, in the order of the set. One alone has it."""
    variable = on.module.variable()
    kind = element(on.types.of(node["set"]))
    key = on.named(node["it"], variable, kind).text(node["key"])
    pick = "min" if node["op"] == "least" else "max"
    each = STEP + on.module.costs.of(node["key"])
    members = Comprehension(variable, loop(on, node["set"], variable, each=each))
    body: list[Instruction] = [
        CodeLine(code("found={}", members)),
        Block(OnlyIf(code("len(found)<2")), [Return(Fixed("found"))]),
        CodeLine(code("keys={}", Comprehension(key, [For(variable, Fixed("found"))]))),
        Return(Called("with_key", "found", "keys", Called(pick, "keys"))),
    ]
    return on.module.lift(body)


def _folded(on: Expressions, node: Node) -> Fragment:
    """A total, or the highest or lowest value; 0 for an empty set."""
    variable = on.module.variable()
    kind = element(on.types.of(node["set"]))
    value = on.named(node["it"], variable, kind).text(node["value"])
    each = STEP + on.module.costs.of(node["value"])
    values = Comprehension(value, loop(on, node["set"], variable, each=each))
    if node["op"] == "total":
        return _of_members("sum", values)
    return Called("max" if node["op"] == "highest" else "min", values, "default=0")


def _count(on: Expressions, node: Node) -> Fragment:
    return _of_members("len", items(on, node["of"]))


def _in(on: Expressions, node: Node) -> Fragment:
    """Whether something is a member; sets that are a whole kind are not made for that."""
    item = on.text(node["item"])
    source = node["set"]
    if node.get("raw"):
        return code("({} in {})", item, on.text(source))  # what effects remember
    simple = isinstance(item, Simple)
    match source["op"]:
        case "all" if source["kind"] != "player":
            low, high = on.program.range(source["kind"])
            return code("({}<={}<{})", low, item, high)
        case "kind" | "filter" | "pieces" if simple:
            tests = _membership(on, source, item)
            if tests is not None:
                return code("({})", tests)
        case _:
            pass
    return code("({} in {})", item, paid_items(on, source, 1))


def _membership(on: Expressions, node: Node, item: Fragment) -> Fragment | None:
    """The tests that a value is a member of a set, without making it; None where that is not possible."""
    match node["op"]:
        case "kind":
            low, high = on.program.range(node["kind"])
            inside = on.in_play(item, thing(node["kind"]))
            return code("{}<={}<{} and {}", low, item, high, inside)
        case "all" if node["kind"] != "player":
            low, high = on.program.range(node["kind"])
            return code("{}<={}<{}", low, item, high)
        case "filter":
            outer = _membership(on, node["set"], item)
            kind = element(on.types.of(node["set"]))
            if outer is None:
                return None
            return code("{} and {}", outer, on.named(node["it"], item, kind).test(node["where"]))
        case _:
            return None


def _union(on: Expressions, node: Node) -> Fragment:
    if not are_apart(on, node["a"], node["b"]):
        return Called("union", paid_items(on, node["a"], STEP), paid_items(on, node["b"], STEP))
    return in_one_tuple([items(on, part) for part in apart(on, node)])


def _list(on: Expressions, node: Node) -> Fragment:
    """A list of things and lists; none is left out."""
    if not node["items"]:
        return EMPTY
    if len(node["items"]) == 1 and _is_one(on, node["items"][0]):
        return items(on, node["items"][0], nothing(node))
    parts: list[Fragment] = []
    for item in node["items"]:
        kind = on.types.of(item)
        single = not is_list(kind) and not is_optional(kind)
        members = items(on, item, nothing(node))
        parts.append(on.text(item) if single else code("*{}", on.charged(item, members, COPY)))
    return a_tuple(parts) if len(parts) == 1 else code("({})", listed(parts))


def _set_property(on: Expressions, node: Node) -> Fragment:
    """The property of each member, or what lies in its place: each value once, none left out."""
    variable = on.module.variable()
    kind = element(on.types.of(node["of"]))
    inner = on.named("$member", variable, kind)
    member: Node = {"op": "local", "name": "$member"}
    name = node["name"]
    if name in on.program.place_of_owner:
        one: Node = {"op": "contents", "of": {"op": "place", "of": member, "name": name}}
    elif name == "space" and not on.program.has(node["kind"], name):
        one = {"op": "space_of", "of": member}
    else:
        one = {"op": "property", "of": member, "kind": node["kind"], "name": name}
    known = inner.types.of(one)
    source = loop(on, node["of"], variable, each=2 * STEP + inner.module.costs.of(one))
    found = Comprehension(inner.text(one), source)
    if is_list(known):
        return Called("flattened", found)
    empty = none_of(known)
    return Called("unique", found) if empty == NONE else Called("unique", found, empty)


def _ends(on: Expressions, node: Node) -> Fragment:
    number = on.text(node["number"])
    place = on.text(node["of"])
    return Called("top_n" if node["op"] == "top_n" else "bottom_n", Item(Z, place), number)


EXPRESSIONS: dict[str, ExpressionHandler] = {
    "contents": lambda on, node: Item(Z, on.text(node["of"])),
    "top_n": _ends,
    "bottom_n": _ends,
    "kind": _kind,
    "all": every,
    "$range": lambda on, node: between(on, node, STEP),
    "spares": _filter,
    "spare": lambda on, node: _first(on, {"op": "first", "of": {"op": "spares", "kind": node["kind"]}}),
    "pieces": _filter,
    "links": lambda on, node: Item(Fixed("LINKS"), on.text(node["of"])),
    "sides": lambda on, node: Item(Fixed("SIDES"), on.text(node["of"])),
    "filter": _filter,
    "least": _extreme,
    "most": _extreme,
    "union": _union,
    "without": lambda on, node: (
        comprehension(on, node)
        if is_simple_set(on, node["b"])
        else Called("without", paid_items(on, node["a"], STEP), paid_items(on, node["b"], STEP))
    ),
    "both": lambda on, node: (
        comprehension(on, node)
        if is_simple_set(on, node["b"])
        else Called("both", paid_items(on, node["a"], STEP), paid_items(on, node["b"], STEP))
    ),
    "list": _list,
    "range": numbers,
    "reversed": lambda on, node: code("{}[::-1]", paid_items(on, node["of"], COPY)),
    "count": _count,
    "first": _first,
    "last": lambda on, node: Called("last", items(on, node["of"]), nothing(node)),
    "nth": lambda on, node: Called("nth", items(on, node["of"]), on.text(node["number"]), nothing(node)),
    "position": lambda on, node: Called(
        "position_in", paid_items(on, node["of"], STEP), on.text(node["item"])
    ),
    "total": _folded,
    "highest": _folded,
    "lowest": _folded,
    "any": _any,
    "in": _in,
    "set_property": _set_property,
    "$append": lambda on, node: code("(*{},{})", items(on, node["of"]), on.text(node["item"])),
}
