"""Sets as Python: comprehensions where the members are wanted, loops that end early where only a question is.

A set may be written as the source of a loop, `for i in range(4, 9) if at[i] < 40`, so that filters of filters
become one comprehension. Whatever is a single thing counts as a set of one, and none as an empty set.
"""

from __future__ import annotations

import re

from ..analysis.costs import COPY, STEP
from ..analysis.program_types import ANY, element, is_list, is_optional, narrowed
from ..state.primitives import MEMBERS
from ..state.program import Node, kind_of
from .expressions import HANDLERS, Expressions
from .memo import joined_ranges
from .module import is_number, is_simple
from .suspension import MOST_NESTED

_APART = re.compile(r"(?<=\.isdisjoint\()«[^»]*»(?=\))")  # a local list in the test of `relations.beyond`


def items(on: Expressions, node: Node) -> str:
    """The members as any sequence; a single thing as a sequence of one."""
    kind = on.types.of(node)
    text = on.text(node)
    if is_list(kind):
        return text
    if kind == ANY:
        return f"members({text})"
    if not is_optional(kind):
        return f"({text},)"
    return f"(({text},) if {text}>=0 else ())" if is_simple(text) else f"members({text})"


def loop(on: Expressions, node: Node, variable: str, early: bool = False, each: int = STEP) -> str:
    """The source of a loop over a set, conditions included. One that ends `early`, with the first member, may
    come upon a member more than once. `each` is the price of what is done with a member, see costs.py.
    """
    match node["op"]:
        case "filter":
            kind, each = element(on.types.of(node["set"])), each + on.module.costs.of(node["where"])
            source = loop(on, node["set"], variable, early, each)
            inner = on.named(node["it"], variable, kind)
            if early:
                return source + passing(inner, node["where"])
            test = inner.test(node["where"])
            return source if test == "1" else f"{source} if {test}"
        case "kind":
            return _in_play(on, node, variable, each)
        case "all" if node["kind"] == "player":
            return _in_play(on, node, variable, each)
        case "all":
            return f"for {variable} in {on.charged(node, _all(on, node), each)}"
        case "spares":
            members = on.charged(node, _all(on, node), each)
            return f"for {variable} in {members} if at[{variable}]=={on.program.box}"
        case "pieces":
            return _pieces(on, node, variable, each)
        case "$range":
            first = node.get("from")
            begin = str(node["low"]) if first is None else f"max({node['low']},{on.text(first)})"
            members = on.charged(node, f"range({begin},{node['high']})", each)
            return f"for {variable} in {members}"
        case "range":
            return f"for {variable} in {on.charged(node, _range(on, node), each)}"
        case "without" | "both" if is_simple_set(on, node["b"]):
            b = only(node["b"])
            if is_list(on.types.of(b)) or on.types.of(b) == ANY:
                test = f" {'not in' if node['op'] == 'without' else 'in'} {items(on, b)}"
            else:
                test = f"{'!=' if node['op'] == 'without' else '=='}{on.text(b)}"
            each += on.module.costs.of(b) + STEP
            return f"{loop(on, node['a'], variable, early, each)} if {variable}{test}"
        case "define" if (opened := on.opened(node)) is not None and opened[1]["op"] in _LOOPS:
            return loop(*opened, variable, early, each)
        case _:
            return f"for {variable} in {paid_items(on, node, each)}"


def paid_items(on: Expressions, node: Node, each: int) -> str:
    """The members as any sequence, paid for where they are looked at one by one."""
    return on.charged(node, items(on, node), each)


def is_simple_set(on: Expressions, node: Node) -> bool:
    """Whether a set may be looked at again for every member at no great cost."""
    node = only(node)
    return node["op"] in ("local", "contents", "property") and is_simple(on.text(node).strip("()[],"))


def only(node: Node) -> Node:
    """The member of a list that is written with one; anything else as it is."""
    return node["items"][0] if node["op"] == "list" and len(node["items"]) == 1 else node


def _in_play(on: Expressions, node: Node, variable: str, each: int) -> str:
    kind = node["kind"]
    low, high = on.program.range(kind)
    players = on.program.players
    if players[0] <= low and high <= players[1] and low < high:
        return f"for {variable} in range({low},v[0]{low:+d})"
    test = on.in_play(variable, f"thing:{kind}")
    each += on.module.costs.force(None)
    every = f"for {variable} in {on.charged(node, f'range({low},{high})', each)}"
    return every if test == f"({variable}>=0)" else f"{every} if {test}"


def _pieces(on: Expressions, node: Node, variable: str, each: int) -> str:
    """Things of a kind, or of several, that lie on a space or link, or on each of a list of them."""
    ranges = list(joined_ranges(on.program.range(kind) for kind in (node["kind"], *node.get("$kinds", ()))))
    everything = ranges[0][0] <= on.program.players[1] and ranges[0][1] == len(on.program.entities)
    test = "" if everything else f" if {' or '.join(f'{low}<={variable}<{high}' for low, high in ranges)}"
    if node.get("many") or is_list(on.types.of(node["of"])):
        space = on.module.fresh("i")
        lying = on.charged(node, f"z[{space}]", each)
        return f"{loop(on, node['of'], space, each=2 * STEP)} for {variable} in {lying}{test}"
    kind = kind_of(on.types.of(node["of"]))
    text = on.text(node["of"])
    board = on.program.spaces + on.program.links
    is_place = kind in on.program.kinds and on.program.range(kind)[1] <= board
    where = text if is_place or is_number(text) else f"BOARD[{text}]"
    return f"for {variable} in {on.charged(node, f'z[{where}]', each)}{test}"


def comprehension(on: Expressions, node: Node) -> str:
    variable = on.module.fresh("i")
    source = loop(on, node, variable)
    # What every member is compared with is made a set once.
    names = {text: on.module.fresh("i") for text in dict.fromkeys(_APART.findall(source))}
    source = _APART.sub(lambda found: names[found.group()], source)
    sets = "".join(f"for {name} in [frozenset({text})] " for text, name in names.items())
    return f"[{variable} {sets}{source}]"


def _filter(on: Expressions, node: Node) -> str:
    source = node.get("set")
    if source is not None and source["op"] == "if":
        # Those of one set or those of another: each is filtered as it is made.
        then, otherwise = ({**node, "set": source[part]} for part in ("then", "else"))
        return f"({_filter(on, then)} if {on.test(source['test'])} else {_filter(on, otherwise)})"
    return comprehension(on, node)


def _all(on: Expressions, node: Node) -> str:
    if node["kind"] == "player":
        return f"range({on.program.players[0]},v[0]{on.program.players[0]:+d})"
    low, high = on.program.range(node["kind"])
    return f"range({low},{high})"


def _kind(on: Expressions, node: Node) -> str:
    source = loop(on, node, "i")
    return source.removeprefix("for i in ") if " if " not in source else _filter(on, node)


def _any(on: Expressions, node: Node) -> str:
    """Whether there is a member, for which a condition holds."""
    if node.get("where") is None:
        source = looked_for(node) or node["set"]
        if source["op"] == "union":
            return f"({_any(on, {**node, 'set': source['a']})} or {_any(on, {**node, 'set': source['b']})})"
        if source["op"] in _LOOPS:
            variable = on.module.fresh("i")
            return _some(on, loop(on, source, variable, early=True), variable)
        opened = on.opened(source) if source["op"] == "define" else None
        if opened is not None and opened[1]["op"] in _LOOPS:
            return _any(opened[0], {**node, "set": opened[1]})
        function = _any_of_define(on, source)
        return f"(len({items(on, source)})>0)" if function is None else function
    variable = on.module.fresh("i")
    each = STEP + on.module.costs.of(node["where"])
    source = loop(on, node["set"], variable, early=True, each=each)
    return _some(on, source + _passing_members(on, node, variable), variable)


def passing(on: Expressions, test: Node) -> str:
    """What a test adds to the source of a loop that ends early. A search in it is one more loop."""
    if test["op"] == "and" and test["b"]["op"] != "not":
        return passing(on, test["a"]) + passing(on.sub(on.scope, narrowed(on.types, test["a"])), test["b"])
    joins = test["op"] == "any" and test["set"]["op"] in _LOOPS and on.looping < MOST_NESTED
    if joins and on.keeping(test) is None:
        variable, each = on.module.fresh("i"), on.module.costs.of(test.get("where"))
        source = loop(on, test["set"], variable, early=True, each=STEP + each)
        return f" {source}{_passing_members(on, test, variable)}"
    if test["op"] == "relation":
        from .relations import opened

        found = opened(on, test)
        if found is not None:
            return found
    text = on.test(test)
    return "" if text == "1" else f" if {text}"


def _passing_members(on: Expressions, node: Node, variable: str) -> str:
    if node.get("where") is None:
        return ""
    kind = element(on.types.of(node["set"]))
    return passing(on.named(node["it"], variable, kind), node["where"])


_LOOPS = frozenset({"filter", "kind", "pieces", "spares"})


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


def any_of_pieces(on: Expressions, node: Node) -> str:
    """The test that there is one of them."""
    return _any(on, {"op": "any", "set": node, "it": "it", "where": None})


def _any_of_define(on: Expressions, node: Node) -> str | None:
    """That a define which is a search finds anything, without finding all."""
    from .modifiers import any_of

    if node["op"] != "define" or on.opened(node) is not None:
        return None
    function = any_of(on.module, node["name"])
    return function and f"{function}({','.join(['S', *on.arguments(node)])})"


def _some(on: Expressions, source: str, variable: str) -> str:
    """Whether a loop has a first member. Most places are empty: that is seen without a call."""
    found = _searched(on, source, variable, "return True", "return False")
    lying = re.match(rf"for {variable} in \(?(z\[[^\[\] ]+\])", source)
    return f"({lying[1]}!=() and {found})" if lying else found


def _searched(on: Expressions, source: str, variable: str, found: str, otherwise: str) -> str:
    """A loop that ends with the first member, as a function."""
    lines = []
    depth = 0
    for clause in clauses(source):
        lines.append("    " * depth + clause + ":")
        depth += 1
    lines.append("    " * depth + found)
    return on.module.lift([*lines, otherwise])


def clauses(source: str) -> list[str]:
    """The `for` and `if` clauses of a comprehension's source. A conditional value stands in parentheses."""
    found = []
    depth = start = 0
    for i, character in enumerate(source):
        depth += (character in "([") - (character in ")]")
        if depth == 0 and i > start and source.startswith((" for ", " if "), i):
            found.append(source[start:i].strip())
            start = i + 1
    return [*found, source[start:].strip()] if source else []


def _first(on: Expressions, node: Node) -> str:
    source = node["of"]
    if source["op"] in _LOOPS:
        variable = on.module.fresh("i")
        members = loop(on, source, variable, early=True)
        return _searched(on, members, variable, f"return {variable}", f"return {_nothing(on, node)}")
    text = items(on, source)
    if is_simple(text):
        return f"({text}[0] if {text} else {_nothing(on, node)})"
    return f"first({text})"


def _nothing(on: Expressions, node: Node) -> str:
    """What stands for no member."""
    return str(-(2**31)) if on.types.of(node).startswith("number") else "-1"


def _extreme(on: Expressions, node: Node) -> str:
    """The members with the least or greatest key, ties kept, in the order of the set. One alone has it."""
    variable = on.module.fresh("i")
    kind = element(on.types.of(node["set"]))
    key = on.named(node["it"], variable, kind).text(node["key"])
    pick = "min" if node["op"] == "least" else "max"
    lines = [
        f"found=[{variable} {loop(on, node['set'], variable, each=STEP + on.module.costs.of(node['key']))}]",
        "if len(found)<2: return found",
        f"keys=[{key} for {variable} in found]",
        f"return with_key(found,keys,{pick}(keys))",
    ]
    return on.module.lift(lines)


def _folded(on: Expressions, node: Node) -> str:
    """A total, or the highest or lowest value; 0 for an empty set."""
    variable = on.module.fresh("i")
    kind = element(on.types.of(node["set"]))
    value = on.named(node["it"], variable, kind).text(node["value"])
    each = STEP + on.module.costs.of(node["value"])
    values = f"[{value} {loop(on, node['set'], variable, each=each)}]"
    if node["op"] == "total":
        return f"sum({values})"
    return f"{'max' if node['op'] == 'highest' else 'min'}({values},default=0)"


def _range(on: Expressions, node: Node) -> str:
    low, high = on.text(node["low"]), on.text(node["high"])
    if is_number(low) and is_number(high) and int(high) - int(low) < MEMBERS:
        return f"range({low},{int(high) + 1})"
    return f"numbers({low},{high},{on.where()})"


def _count(on: Expressions, node: Node) -> str:
    return f"len({items(on, node['of'])})"


def _in(on: Expressions, node: Node) -> str:
    """Whether something is a member; sets that are a whole kind are not made for that."""
    item = on.text(node["item"])
    source = node["set"]
    if node.get("raw"):
        return f"({item} in {on.text(source)})"  # what effects remember
    simple = is_simple(item)
    match source["op"]:
        case "all" if source["kind"] != "player":
            low, high = on.program.range(source["kind"])
            return f"({low}<={item}<{high})"
        case "kind" | "filter" | "pieces" if simple:
            tests = _membership(on, source, item)
            if tests is not None:
                return f"({tests})"
        case _:
            pass
    return f"({item} in {paid_items(on, source, 1)})"


def _membership(on: Expressions, node: Node, item: str) -> str | None:
    """The tests that a value is a member of a set, without making it; None where that is not possible."""
    match node["op"]:
        case "kind":
            low, high = on.program.range(node["kind"])
            inside = on.in_play(item, f"thing:{node['kind']}")
            return f"{low}<={item}<{high} and {inside}"
        case "all" if node["kind"] != "player":
            low, high = on.program.range(node["kind"])
            return f"{low}<={item}<{high}"
        case "filter":
            outer = _membership(on, node["set"], item)
            kind = element(on.types.of(node["set"]))
            return outer and f"{outer} and {on.named(node['it'], item, kind).test(node['where'])}"
        case _:
            return None


def _union(on: Expressions, node: Node) -> str:
    if not are_apart(on, node["a"], node["b"]):
        return f"union({paid_items(on, node['a'], STEP)},{paid_items(on, node['b'], STEP)})"
    return in_one_tuple([items(on, part) for part in apart(on, node)])


def apart(on: Expressions, node: Node) -> list[Node]:
    """The sets of which a union is made, as far down as they have no members in common."""
    if node["op"] == "union" and are_apart(on, node["a"], node["b"]):
        return apart(on, node["a"]) + apart(on, node["b"])
    return [node]


def in_one_tuple(parts: list[str]) -> str:
    """The members of all these sequences; an empty tuple adds nothing."""
    plain = [part[6:-1] if part.startswith("tuple([") and part.endswith("])") else part for part in parts]
    starred = [f"*{part}" for part in plain if part != "()"]
    return f"({','.join(starred)},)" if starred else "()"


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
        case "filter" | "least" | "most":
            return spans(on, node["set"])
        case "define":
            opened = on.opened(node)
            if opened is not None:
                return spans(*opened)
    kind = kind_of(element(on.types.of(node)))
    return [on.program.range(kind)] if kind in on.program.kinds else [(-(2**40), 2**40)]


def _list(on: Expressions, node: Node) -> str:
    """A list of things and lists; none is left out."""
    if not node["items"]:
        return "()"
    parts = []
    for item in node["items"]:
        kind = on.types.of(item)
        single = not is_list(kind) and not is_optional(kind)
        parts.append(on.text(item) if single else f"*{paid_items(on, item, COPY)}")
    return f"({parts[0]},)" if len(parts) == 1 else f"({','.join(parts)})"


def _set_property(on: Expressions, node: Node) -> str:
    """The property of each member, or what lies in its place: each value once, none left out."""
    variable = on.module.fresh("i")
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
    single = not is_list(inner.types.of(one))
    source = loop(on, node["of"], variable, each=2 * STEP + inner.module.costs.of(one))
    return f"{'unique' if single else 'flattened'}([{inner.text(one)} {source}])"


def _links(on: Expressions, node: Node) -> str:
    table = "LINKS" if node["op"] == "links" else "SIDES"
    if is_list(on.types.of(node["of"])):
        variable = on.module.fresh("i")
        return f"flattened([{table}[{variable}] {loop(on, node['of'], variable)}])"
    return f"{table}[{on.location(node['of']) if table == 'LINKS' else on.text(node['of'])}]"


def _ends(on: Expressions, node: Node) -> str:
    number = on.text(node["number"])
    place = on.text(node["of"])
    return f"{'top_n' if node['op'] == 'top_n' else 'bottom_n'}(z[{place}],{number})"


HANDLERS.update(
    {
        "contents": lambda on, node: f"z[{on.text(node['of'])}]",
        "top_n": _ends,
        "bottom_n": _ends,
        "kind": _kind,
        "all": _all,
        "$range": lambda on, node: loop(on, node, "i").removeprefix("for i in "),
        "spares": _filter,
        "spare": lambda on, node: _first(on, {"op": "first", "of": {"op": "spares", "kind": node["kind"]}}),
        "pieces": _filter,
        "links": _links,
        "sides": _links,
        "filter": _filter,
        "least": _extreme,
        "most": _extreme,
        "union": _union,
        "without": lambda on, node: (
            comprehension(on, node)
            if is_simple_set(on, node["b"])
            else f"without({paid_items(on, node['a'], STEP)},{paid_items(on, node['b'], STEP)})"
        ),
        "both": lambda on, node: (
            comprehension(on, node)
            if is_simple_set(on, node["b"])
            else f"both({paid_items(on, node['a'], STEP)},{paid_items(on, node['b'], STEP)})"
        ),
        "list": _list,
        "range": lambda on, node: _range(on, node),
        "reversed": lambda on, node: f"{paid_items(on, node['of'], COPY)}[::-1]",
        "count": _count,
        "first": _first,
        "last": lambda on, node: f"last({items(on, node['of'])},{_nothing(on, node)})",
        "nth": lambda on, node: (
            f"nth({items(on, node['of'])},{on.text(node['number'])},{_nothing(on, node)})"
        ),
        "position": lambda on, node: (
            f"position_in({paid_items(on, node['of'], STEP)},{on.text(node['item'])})"
        ),
        "total": _folded,
        "highest": _folded,
        "lowest": _folded,
        "any": _any,
        "in": _in,
        "set_property": _set_property,
        "$append": lambda on, node: f"(*{items(on, node['of'])},{on.text(node['item'])})",
    }
)
