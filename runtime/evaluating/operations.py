"""Every operation of an expression, a small function each, in the order of schemas/operations.json."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from ..state.primitives import BEYOND, BY_ZERO, LARGEST, MEMBERS, NOTHING
from ..state.program import none_of, nothing
from ..state.state import NONE, Stuck
from .program_index import Env, Node

if TYPE_CHECKING:
    from .evaluator import Evaluator


class Unreadable(Exception):
    """An expression reads a local that has no value where it is worked out: a view or a question looks at it
    before the rules have got there. The local's name is its argument.
    """


def bounded(value: object) -> Any:
    """A value; a list must not have more members than anybody can want. Raises Stuck for a longer one."""
    if isinstance(value, tuple) and len(value) > MEMBERS:
        raise Stuck(f"A list has more than {MEMBERS:,} members.")
    return value


def within(value: int) -> int:
    """A number, which must not be larger than anybody can want. Raises Stuck for a larger one."""
    if abs(value) > LARGEST:
        raise Stuck(BEYOND)
    return value


def as_list(value: Any, empty: int = NONE) -> tuple[int, ...]:
    """A value as a tuple of its members. `empty` is the value that has none."""
    if isinstance(value, tuple):
        return value
    return () if value == empty else (value,)


def flattened(values: Iterable[Any], empty: int = NONE) -> tuple[int, ...]:
    """The members of all these values in order, each once, none left out."""
    found: dict[int, None] = {}
    for value in values:
        found.update(dict.fromkeys(as_list(value, empty)))
    return tuple(found)


def _local(values: Evaluator, node: Node, env: Env) -> Any:
    try:
        return env[node["name"]]
    except KeyError:
        raise Unreadable(node["name"]) from None


def _word(values: Evaluator, node: Node, _: Env) -> int:
    value = node["value"]
    return value if isinstance(value, int) else values.index.data["words"][node["words"]].index(value)


def _game(values: Evaluator, node: Node, _: Env) -> Any:
    if values.watch is not None:
        values.watch(("game", node["property"]))
    declared = values.index.data["game_properties"][node["property"]]
    if declared.get("derived"):
        return values.define(declared["derived"], ())
    return values.named(declared, values.access.game(node["property"], declared))


def _property(values: Evaluator, node: Node, env: Env) -> Any:
    of = node["of"]
    if of["op"] == "top" and values.watch is not None:
        # What is read of what lies on top may stand on its back: then what else lies there does not matter.
        place = values.of(of["of"], env)
        if place >= 0 and (lying := values.access.z[place]):
            return values.property(lying[-1], node["kind"], node["name"], place)
    return values.property(values.of(of, env), node["kind"], node["name"])


def _set_property(values: Evaluator, node: Node, env: Env) -> tuple[int, ...]:
    members = values.members(node["of"], env)
    values.pay(None, 2 * len(members))
    if node["name"] == "space" and not values.index.program.has(node["kind"], "space"):
        return flattened(values.space_of(one) for one in members)
    if node["name"] in values.index.program.place_of_owner:
        places = [values.access.z[values.index.place(node["name"], one)] for one in members]
        values.pay(None, sum(map(len, places)) // 4)
        return flattened(places)
    declared = values.index.program.property(node["kind"], node["name"])
    found = (values.property(one, node["kind"], node["name"]) for one in members)
    return flattened(found, none_of(declared["type"]))


def _place(values: Evaluator, node: Node, env: Env) -> int:
    owner = None if node.get("of") is None else values.of(node["of"], env)
    if owner == NONE:
        raise Stuck(NOTHING)
    return values.index.place(node["name"], owner)


def _contents(values: Evaluator, node: Node, env: Env, read: str = "contents") -> tuple[int, ...]:
    place = values.of(node["of"], env)
    if place < 0:
        return ()
    if values.watch is not None:
        values.watch((read, place))
    return tuple(values.access.z[place])


def _sized(values: Evaluator, node: Node, env: Env) -> tuple[int, ...]:
    """The members of a set of which only the number matters: how high a pile is, everybody sees."""
    if node["op"] == "contents":
        return _contents(values, node, env, "size")
    return values.members(node, env)


def _end(values: Evaluator, node: Node, env: Env) -> int:
    lying = _contents(values, node, env)
    if not lying:
        return NONE
    return lying[-1] if node["op"] == "top" else lying[0]


def _ends(values: Evaluator, node: Node, env: Env) -> tuple[int, ...]:
    lying, number = _contents(values, node, env), max(0, values.of(node["number"], env))
    return lying[::-1][:number] if node["op"] == "top_n" else lying[:number]


def _thing(values: Evaluator, node: Node, env: Env, what: str) -> int:
    """The thing that a node is about; where it must not be none."""
    one: int = values.of(node["of"], env)
    if one < 0:
        raise Stuck(NOTHING)
    if values.watch is not None:
        values.watch(("at", one))
    return one


def _place_of(values: Evaluator, node: Node, env: Env) -> int:
    return values.access.at[_thing(values, node, env, "place")]


def _space_of(values: Evaluator, node: Node, env: Env) -> int:
    return values.space_of(_thing(values, node, env, "space"))


def _holder_of(values: Evaluator, node: Node, env: Env) -> int:
    place = values.access.at[_thing(values, node, env, "holder")]
    if place < values.index.size:
        return NONE
    owner = values.index.places[place - values.index.size].get("owner")
    return NONE if owner is None else owner


def _kind(values: Evaluator, node: Node, _: Env) -> tuple[int, ...]:
    if values.watch is not None:
        values.watch(("kind", node["kind"]))
    every = values.index.range(node["kind"])
    values.pay(None, len(every))
    return tuple(one for one in every if values.in_play(one))


def _all(values: Evaluator, node: Node, _: Env) -> tuple[int, ...]:
    if node["kind"] == "player":
        return values.access.players
    every = values.index.range(node["kind"])
    values.pay(None, len(every) // 8)
    return tuple(every)


def _spares(values: Evaluator, node: Node, _: Env) -> tuple[int, ...]:
    if values.watch is not None:
        values.watch(("kind", node["kind"]))
    every = values.index.range(node["kind"])
    values.pay(None, len(every) // 4)
    return tuple(one for one in every if values.access.at[one] == values.index.box)


def _spare(values: Evaluator, node: Node, env: Env) -> int:
    return next(iter(_spares(values, node, env)), NONE)


def _pieces(values: Evaluator, node: Node, env: Env) -> tuple[int, ...]:
    if values.watch is not None:
        values.watch(("kind", node["kind"]))
    spaces = values.members(node["of"], env)
    return tuple(one for space in spaces for one in values.pieces(space, node["kind"]))


def _links(values: Evaluator, node: Node, env: Env) -> tuple[int, ...]:
    return flattened(values.index.links_at(one) for one in values.members(node["of"], env))


def _sides(values: Evaluator, node: Node, env: Env) -> tuple[int, ...]:
    return flattened(values.index.sides(one) for one in values.members(node["of"], env))


def _link_between(values: Evaluator, node: Node, env: Env) -> int:
    a, b = values.of(node["a"], env), values.of(node["b"], env)
    return next((one for one in values.index.links_at(a) if b != a and b in values.index.sides(one)), NONE)


def _other_side(values: Evaluator, node: Node, env: Env) -> int:
    link, space = values.of(node["link"], env), values.of(node["space"], env)
    sides = values.index.sides(link) if link >= 0 else ()
    return next((one for one in sides if one != space), NONE) if space in sides else NONE


def _filter(values: Evaluator, node: Node, env: Env) -> tuple[int, ...]:
    members = values.members(node["set"], env)
    values.pay(node["where"], len(members))
    return tuple(one for one in members if values.of(node["where"], {**env, node["it"]: one}))


def _union(values: Evaluator, node: Node, env: Env) -> tuple[int, ...]:
    a, b = values.members(node["a"], env), values.members(node["b"], env)
    values.pay(None, len(a) + len(b))
    known = frozenset(a)
    return a + tuple(one for one in b if one not in known)


def _without(values: Evaluator, node: Node, env: Env) -> tuple[int, ...]:
    a, b = values.members(node["a"], env), frozenset(values.members(node["b"], env))
    values.pay(None, (len(a) + len(b)) // 4)
    return tuple(one for one in a if one not in b)


def _both(values: Evaluator, node: Node, env: Env) -> tuple[int, ...]:
    a, b = values.members(node["a"], env), frozenset(values.members(node["b"], env))
    values.pay(None, (len(a) + len(b)) // 4)
    return tuple(one for one in a if one in b)


def _list(values: Evaluator, node: Node, env: Env) -> tuple[int, ...]:
    found: list[int] = []
    for item in node["items"]:
        members = as_list(values.of(item, env), nothing(node))
        values.pay(None, len(members))
        found += members
    return tuple(found)


def _range(values: Evaluator, node: Node, env: Env) -> tuple[int, ...]:
    low, high = values.of(node["low"], env), values.of(node["high"], env)
    found = bounded(tuple(range(low, min(high, low + MEMBERS) + 1)))
    values.pay(None, len(found) // 8)
    return tuple(found)


def _nth(values: Evaluator, node: Node, env: Env) -> int:
    members, number = values.members(node["of"], env), values.of(node["number"], env)
    return members[number - 1] if 1 <= number <= len(members) else nothing(node)


def _edge(values: Evaluator, node: Node, env: Env) -> int:
    members = values.members(node["of"], env)
    if not members:
        return nothing(node)
    return members[0] if node["op"] == "first" else members[-1]


def _position(values: Evaluator, node: Node, env: Env) -> int:
    members, item = values.members(node["of"], env), values.of(node["item"], env)
    values.pay(None, len(members) // 8)
    return members.index(item) + 1 if item in members else 0


def _any(values: Evaluator, node: Node, env: Env) -> int:
    if node.get("where") is None:
        return int(bool(_sized(values, node["set"], env)))
    members = values.members(node["set"], env)
    values.pay(node["where"], len(members))
    return int(any(values.of(node["where"], {**env, node["it"]: one}) for one in members))


def _in(values: Evaluator, node: Node, env: Env) -> int:
    item, members = values.of(node["item"], env), values.members(node["set"], env)
    values.pay(None, len(members) // 8)
    return int(item in members)


def _is_kind(values: Evaluator, node: Node, env: Env) -> int:
    one = values.of(node["of"], env)
    return int(one >= 0 and values.index.is_kind(one, node["kind"]))


def _same(values: Evaluator, node: Node, env: Env) -> int:
    a, b = values.of(node["a"], env), values.of(node["b"], env)
    return int(a == b)


def _divide(values: Evaluator, node: Node, env: Env) -> int:
    a, b = values.of(node["a"], env), values.of(node["b"], env)
    if b == 0:
        raise Stuck(BY_ZERO)
    quotient: int = a // b if node["op"] == "divide" else a % b
    return quotient


def _if(values: Evaluator, node: Node, env: Env) -> Any:
    return values.of(node["then"] if values.of(node["test"], env) else node["else"], env)


def _define(values: Evaluator, node: Node, env: Env) -> Any:
    return values.define(node["name"], tuple(values.of(one, env) for one in node["args"]))


def _modified(values: Evaluator, node: Node, env: Env) -> Any:
    this = values.of(node["of"], env)
    plain = values.property(this, node["kind"], node["name"])
    return values.modified(f"{node['kind']}.{node['name']}", plain, {"it": this, "this": this})


def _relation(values: Evaluator, node: Node, env: Env) -> int:
    a, b = values.of(node["a"], env), values.of(node["b"], env)
    return int(values.relations.related(node["name"], values.space_of(a), values.space_of(b)))


def _connected(values: Evaluator, node: Node, env: Env) -> tuple[int, ...]:
    return values.relations.connected(node["relation"], values.space_of(values.of(node["of"], env)))


def _neighbours(values: Evaluator, node: Node, env: Env) -> tuple[int, ...]:
    return values.relations.neighbours(node["relation"], values.space_of(values.of(node["of"], env)))


def _steps(values: Evaluator, node: Node, env: Env) -> int:
    start = values.space_of(values.of(node["a"], env))
    goals = tuple(values.space_of(one) for one in values.members(node["b"], env))
    around = () if node.get("around") is None else values.members(node["around"], env)
    return values.relations.steps(node["relation"], start, goals, around)


def _line(values: Evaluator, node: Node, env: Env) -> Any:
    a, b = (values.space_of(values.of(node[end], env)) for end in ("a", "b"))
    if node["op"] == "crossed":
        return values.relations.crossed(node["relation"], a, b)
    return values.relations.line_length(node["relation"], a, b)


def _direction(values: Evaluator, node: Node, env: Env) -> int:
    a, b = (values.space_of(values.of(node[end], env)) for end in ("a", "b"))
    return values.relations.direction(a, b)


def _by_thing(values: Evaluator, node: Node, env: Env) -> Any:
    one = values.of(node["of"], env)
    if one < 0:
        raise Stuck(NOTHING)
    given = next(node["cases"][kind] for kind in values.index.kinds_of(one) if kind in node["cases"])
    return values.of(given, {**env, "this": one})


def _two(function: Callable[[Any, Any], Any]) -> Callable[[Evaluator, Node, Env], Any]:
    """An operation on two values that are always both evaluated."""
    return lambda values, node, env: function(values.of(node["a"], env), values.of(node["b"], env))


def _product(a: int, b: int) -> int:
    return within(a * b)


def _entity(values: Evaluator, node: Node, env: Env) -> int:
    number = values.index.number(node["name"])
    if values.watch is not None:
        values.watch(("which", number))
    return number


OPERATIONS: dict[str, Callable[[Evaluator, Node, Env], Any]] = {
    "number": lambda values, node, env: node["value"],
    "yes_no": lambda values, node, env: int(bool(node["value"])),
    "none": lambda *_: NONE,
    "word": _word,
    "string": lambda values, node, env: node["text"],
    "local": _local,
    "entity": _entity,
    "game": _game,
    "setting": lambda values, node, env: values.index.settings[node["name"]],
    "property": _property,
    "set_property": _set_property,
    "place": _place,
    "contents": _contents,
    "top": _end,
    "bottom": _end,
    "top_n": _ends,
    "bottom_n": _ends,
    "place_of": _place_of,
    "space_of": _space_of,
    "holder_of": _holder_of,
    "kind": _kind,
    "all": _all,
    "spares": _spares,
    "spare": _spare,
    "pieces": _pieces,
    "links": _links,
    "sides": _sides,
    "link_between": _link_between,
    "other_side": _other_side,
    "filter": _filter,
    "least": lambda values, node, env: values.extreme(node, env, min),
    "most": lambda values, node, env: values.extreme(node, env, max),
    "union": _union,
    "without": _without,
    "both": _both,
    "list": _list,
    "range": _range,
    "reversed": lambda values, node, env: values.members(node["of"], env)[::-1],
    "count": lambda values, node, env: len(_sized(values, node["of"], env)),
    "first": _edge,
    "last": _edge,
    "nth": _nth,
    "position": _position,
    "total": lambda values, node, env: sum(values.each(node, env, "value")),
    "highest": lambda values, node, env: max(values.each(node, env, "value"), default=0),
    "lowest": lambda values, node, env: min(values.each(node, env, "value"), default=0),
    "any": _any,
    "in": _in,
    "is_kind": _is_kind,
    "in_play": lambda values, node, env: int(values.in_play(values.of(node["of"], env))),
    "equal": _same,
    "not_equal": lambda values, node, env: 1 - _same(values, node, env),
    "less": _two(lambda a, b: int(a < b)),
    "at_most": _two(lambda a, b: int(a <= b)),
    "more": _two(lambda a, b: int(a > b)),
    "at_least": _two(lambda a, b: int(a >= b)),
    "and": lambda values, node, env: int(bool(values.of(node["a"], env) and values.of(node["b"], env))),
    "or": lambda values, node, env: int(bool(values.of(node["a"], env) or values.of(node["b"], env))),
    "not": lambda values, node, env: int(not values.of(node["of"], env)),
    "add": _two(lambda a, b: a + b),
    "subtract": _two(lambda a, b: a - b),
    "multiply": _two(_product),
    "divide": _divide,
    "remainder": _divide,
    "negate": lambda values, node, env: -values.of(node["of"], env),
    "absolute": lambda values, node, env: abs(values.of(node["of"], env)),
    "minimum": lambda values, node, env: min(values.of(one, env) for one in node["items"]),
    "maximum": lambda values, node, env: max(values.of(one, env) for one in node["items"]),
    "if": _if,
    "define": _define,
    "relation": _relation,
    "neighbours": _neighbours,
    "connected": _connected,
    "steps": _steps,
    "line_length": _line,
    "crossed": _line,
    "direction": _direction,
    "during": lambda values, node, env: int(values.access.running(node["verb"])),
    "by_thing": _by_thing,
    "modified": _modified,
}
