"""Statements that change what lies where, draw chance, tell, remember for a while, or end the game."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from tilewright.schemas.value_types import thing

from ..analysis.costs import TOLD
from ..analysis.program_types import Types, is_list, is_optional
from ..analysis.read_write import EFFECTS
from ..state.chance import INCREMENT, MASK, MULTIPLIER
from ..state.program import LimitCounters, Node, is_expression
from ..state.state import ASLEEP, NONE
from ..weaving.procedures import NO_TEXT
from ..weaving.weave import HOOKS, MODIFIERS, TRIGGERS
from .expressions import Expressions
from .fragments import (
    AT,
    EMPTY,
    FALSE,
    TRUE,
    Called,
    Callee,
    Comprehension,
    Else,
    Fixed,
    For,
    Fragment,
    Integer,
    Item,
    Kept,
    OnlyIf,
    V,
    Z,
    a_tuple,
    code,
)
from .fragments import NONE as NOTHING
from .instructions import CodeLine, ThingMove
from .loops import items
from .module import called, in_tuple
from .statements import Statements

_SORTS = (("hooks", HOOKS), ("triggers", TRIGGERS), ("modifiers", MODIFIERS))


def _move(on: Statements, node: Node) -> None:
    """Things go on top of a place, or under it. None moves nothing."""
    kind = on.types.of(node["what"])
    special = _is_special(on, node)
    to = on.simple(on.expr.certain(node["to"]))
    under, where = int(bool(node.get("bottom"))), on.expr.where
    if is_list(kind):
        what = on.simple(items(on.expr, node["what"]))
        on.pay_each(node, what)
        on.if_told(Called("tell_moves", "S", what, to, under, where()))
        if special:
            on.add(CodeLine(Called("put", "S", what, to, under, where())))
        else:
            on.add(CodeLine(Called("move_all_under" if under else "move_all", AT, Z, what, to)))
        on.after(node)
        return
    what = on.simple(on.expr.text(node["what"]))
    old = on.temporary()
    with on.inside(OnlyIf(code("{}>=0", what))) if is_optional(kind) else nullcontext():
        on.write("{}={}", old, Item(AT, what))
        on.if_told(Called("tell_moves", "S", code("({},)", what), to, under, where()))
        if special:
            on.add(CodeLine(Called("put", "S", code("({},)", what), to, under, where())))
        else:
            on.add(CodeLine(Called("move_under" if under else "move", AT, Z, what, to)))
        onto_board = on.expr.is_on_board(on.types.of(node["to"]))
        written = node.get("$written") or frozenset()
        on.invalidate(written, ThingMove(node.get("kind") or "thing", what, old, to, onto_board))
    on.react(node)


def _is_special(on: Statements, node: Node) -> bool:
    """Whether what is moved may not fit there or lie too deep, or what was shown of it is forgotten."""
    to, moved = node["to"], node.get("kind") or "thing"
    program = on.program
    kind = on.types.of(to)
    if kind.is_thing:
        return False
    named = [
        (i, place)
        for i, place in enumerate(program.places)
        if to["op"] != "place" or to["name"] in (place["name"], place.get("property"))
    ]
    return any(
        i == 0
        or (program.nests and place.get("owner") is not None)
        or place.get("sort") == "bag"
        or place.get("capacity")
        or place.get("fits")
        or (place.get("holds") in program.kinds and not program.is_a(moved, place["holds"]))
        for i, place in named
    )


def _shuffle(on: Statements, node: Node) -> None:
    place = on.simple(on.expr.text(node["place"]))
    on.add(CodeLine(Called("shuffle", "S", place, on.expr.where())))
    on.log("'shuffle'", place)
    on.after(node)


def _roll(on: Statements, node: Node) -> None:
    """One face, or a list of them. A face that nobody wants to hear of or to decide is drawn in line."""
    program = on.program
    dice = list(program.data["dice"])
    die = program.data["dice"][node["die"]]
    faces = tuple(program.constant(die, face) for face in die["faces"])
    table = on.module.constant(faces)
    number = NOTHING if node.get("number") is None else on.simple(on.expr.text(node["number"]))
    purpose = on.simple(on.expr.text(node.get("for") or NO_TEXT))
    by = Integer(NONE) if node.get("by") is None else on.simple(on.expr.text(node["by"]))
    rolled = Called("roll", "S", dice.index(node["die"]), table, number, purpose, by, on.expr.where())
    if node.get("number") is not None:
        if on.module.costs.rolling(node) is None:
            on.write("S.fuel-={}*{}", Called("max", 0, number), TOLD // 10)
        on.assign(node["name"], rolled)
        usual = on.module.costs.sizes.list
        if not isinstance(number, Integer) or number.value > usual:
            on.check_size(on.module.local(node["name"]), usual)
        return
    with on.inside(OnlyIf(code("S.log is not None or S.script is not None"))):
        on.assign(node["name"], rolled)
    with on.inside(Else()):
        on.write("S.r=r=(S.r*{}+{})&{}", MULTIPLIER, INCREMENT, MASK)
        on.assign(node["name"], Item(table, code("(r>>33)%{}", len(faces))))


def _show(on: Statements, node: Node) -> None:
    things = on.simple(in_tuple(items(on.expr, node["what"])))
    on.pay_each(node, things)
    match node["op"]:
        case "show":
            seats = on.simple(in_tuple(items(on.expr, node["to"])))
            on.add(CodeLine(Called("show", "S", things, seats)))
            on.log("'show'", things, seats)
        case "reveal":
            on.add(CodeLine(Called("show", "S", things, "PLAYERS")))
            on.log("'reveal'", things)
        case _:
            on.add(CodeLine(Called("hide", "S", things)))
            on.log("'hide'", things)


def _asleep(on: Statements, node: Node) -> None:
    on.write("{}={}", Item(V, ASLEEP), node["value"])
    if not node["value"]:
        on.log("'ready'")


def _say(on: Statements, node: Node) -> None:
    text = raw_text(on, node["text"])
    seats = NOTHING if node.get("to") is None else in_tuple(items(on.expr, node["to"]))
    about = a_tuple([in_tuple(items(on.expr, one)) for one in node.get("about") or ()])
    if _may_fail(text):
        # What cannot be said ends the game, whether anybody listens or not.
        said, text = text, on.temporary()
        on.write("{}={}", text, said)
    if _may_fail(about):
        meant, about = about, on.temporary()
        on.write("{}={}", about, meant)
    on.log("'say'", text, seats, about, on.module.constant(node.get("look")))


# What ends the game when none is read, or when a product or list would be beyond all bounds.
_FAILING = frozenset({"no", "by_zero", "some", "product", "numbers"})


def _may_fail(piece: Fragment) -> bool:
    """Whether to compute something may end the game; in a function that may always happen."""
    return any(
        isinstance(part, Kept) or (isinstance(part, Callee) and (part.generated or part.name in _FAILING))
        for part in piece.parts
    )


def raw_text(on: Statements, node: Node) -> Fragment:
    """A text with its values: `(id, (type, value), …)`."""
    values = []
    for one in node.get("values") or ():
        value = on.expr.value(one["value"])
        if is_list(on.types.of(one["value"])):
            value = Called("spent", "S", value, TOLD // 10, on.expr.where())
        values.append(code("({},{})", on.module.constant(one["type"]), value))
    return a_tuple([on.module.constant(node["text"]), *values])


def _tell(on: Statements, node: Node) -> None:
    """A verb with a title begins."""
    parts = a_tuple([on.expr.value(arg) for arg in node["args"][:-1]])
    you = on.expr.value(node["args"][-1])
    on.log("'begin'", on.module.constant(node["verb"]), parts, you, TRUE if node["secret"] else FALSE)


def _until(on: Statements, node: Node) -> None:
    """Rules begin that hold until the run of a verb ends; they remember what they mention."""
    verb = list(on.program.data["verbs"]).index(node["verb"])
    depth = Item(V, on.program.depths[node["verb"]])
    entries = []
    for part, sort in _SORTS:
        for i, rule in enumerate(on.program.data.get(part, ())):
            if rule["name"] in node["rules"] and rule.get("until"):
                values = a_tuple([on.module.local(name) for name in rule.get("captures") or ()])
                bits = ",()" if rule.get("sort") == "as_soon_as" else ""
                entries.append(code("({},{},({},{}),{}{})", verb, depth, sort, i, values, bits))
    with on.inside(OnlyIf(depth)):
        on.write("S.fx+={}", a_tuple(entries))
    on.invalidate(frozenset({EFFECTS}))


def _enter(on: Statements, node: Node) -> None:
    """A counted run begins: one deeper, its limits count afresh, what it resets has its default."""
    verb = node["verb"]
    limits = counters(on, verb)
    if limits:
        on.assign(node["name"], a_tuple([code("*{}", _cells(one.base, one.cells)) for one in limits]))
        for one in limits:
            if one.cells == 1:
                on.write("{}=0", Item(V, one.base))
            else:
                on.write("{}={}", _cells(one.base, one.cells), on.module.constant((0,) * one.cells))
    if verb in on.program.depths:
        on.write("{}+=1", Item(V, on.program.depths[verb]))
        on.invalidate(frozenset({("depth", verb)}))
    for key in node["resets"]:
        _reset(on, key)
    on.invalidate(frozenset(tuple(key) for key in node["resets"]))
    if node.get("$after"):
        on.settle(node["$after"])


def _cells(first: int, number: int) -> Fragment:
    """Several cells of the state in a row."""
    return Item(V, f"{first}:{first + number}")


def counters(on: Statements, verb: str) -> list[LimitCounters]:
    """The limits that count afresh with each run of a verb."""
    found: dict[int, LimitCounters] = {}
    for limit in on.program.limits.values():
        if limit.per == verb:
            found[limit.base] = limit
    return list(found.values())


def _reset(on: Statements, key: tuple[str, ...]) -> None:
    program = on.program
    if key[0] == "game":
        declared = program.data["game_properties"][key[1]]
        default = declared.get("default")
        if is_expression(default):
            value = on.expr.sub({}, Types(program).learn(default)).value(default)
        else:
            value = on.expr.literal(program.constant(declared, default))
        _write_reset(on, Integer(NONE), key[1], program.cells[key[1]], 1, a_tuple([value]))
        return
    _, kind, name = key
    column = program.columns[kind, name]
    first, number = column.base + column.low, column.high - column.low
    values = on.module.values_of(kind, name)
    default = program.property(kind, name)["default"]
    if None not in values:
        _write_reset(on, Integer(column.low), name, first, number, on.module.constant(tuple(values)))
        return
    variable = on.module.variable()
    types = Types(program, {"this": thing(kind)}).learn(default)
    value = on.expr.sub({"this": variable}, types).value(default)
    if any(one is not None for one in values):
        given = Item(on.module.table_of(kind, name), variable)
        value = code("{} if {} is None else {}", value, given, given)
    every = For(variable, Called("range", column.low, column.high))
    made = on.temporary()
    on.write("{}={}", made, Comprehension(value, [every]))
    _write_reset(on, Integer(column.low), name, first, number, made)


def _write_reset(
    on: Statements, entity: Integer, name: str, first: int, number: int, values: Fragment
) -> None:
    """Cells of a property, which begin with that of this entity, get these values; who listens is told."""
    cells = _cells(first, number)
    named, rule = on.module.constant(name), on.module.constant(on.procedure.rule)
    on.if_told(Called("tell_reset", "S", entity, named, cells, values, rule))
    on.write("{}={}", cells, values)


def _leave(on: Statements, node: Node) -> None:
    """A counted run ends: its effects with it, and the limits count on from where they were."""
    verb = node["verb"]
    depth = on.program.depths.get(verb)
    if depth is not None and any(one.get("until") == verb for one in _lasting(on)):
        number = list(on.program.data["verbs"]).index(verb)
        stay = code("e[0]!={} or e[1]<{}", number, Item(V, depth))
        with on.inside(OnlyIf(code("S.fx"))):
            on.write("S.fx=tuple([e for e in S.fx if {}])", stay)
        on.invalidate(frozenset({EFFECTS}))
    start = 0
    for one in counters(on, verb):
        counted = Item(on.module.local(node["name"]), f"{start}:{start + one.cells}")
        on.write("{}={}", _cells(one.base, one.cells), counted)
        start += one.cells
    if depth is not None:
        on.write("{}-=1", Item(V, depth))
        on.invalidate(frozenset({("depth", verb)}))


def _lasting(on: Statements) -> list[Node]:
    return [one for part, _ in _SORTS for one in on.program.data.get(part, ()) if one.get("until")]


def _limit(on: Statements, node: Node) -> None:
    """An action is taken from its menu: its limits count one more."""
    verb = on.program.data["verbs"][node["verb"]]
    values = dict(zip((part["name"] for part in verb.get("parts", ())), node["args"], strict=True))
    for i in range(len(verb["limits"])):
        on.write("{}+=1", limit_cell(on.expr, node["verb"], i, values))


def limit_cell(on: Expressions, verb: str, index: int, values: dict[str, Node]) -> Fragment:
    """The counter of a limit, for the things in the parts that it is counted for."""
    limit = on.program.limits[verb, index]
    declared = on.program.data["verbs"][verb]["limits"][index]
    number: Fragment | None = None
    for part, (low, high) in zip(declared.get("parts") or (), limit.ranges, strict=True):
        one = code("{}-{}", on.text(values[part]), low)
        number = one if number is None else code("({})*{}+{}", number, high - low, one)
    return Item(V, limit.base if number is None else code("{}+{}", limit.base, number))


def _end(on: Statements, node: Node) -> None:
    """The game ends, from any depth. A win of nobody is a loss."""
    everybody = Called("players", V)
    given = node.get("players")
    named: Fragment = everybody if given is None else in_tuple(items(on.expr, given))
    reason = NOTHING if node.get("reason") is None else raw_text(on, node["reason"])
    outcome = f"'{node['op']}'"
    match node["op"]:
        case "win":
            winners = named
        case "lose":
            winners = in_tuple(Called("without", everybody, named))
        case _:
            winners = EMPTY
    if node["op"] == "win" and given is not None:
        on.write("p={}", winners)
        winners, outcome = Fixed("p"), "'win' if p else 'lose'"
    on.add(CodeLine(Called("over", outcome, winners, reason, on.expr.where())))


def _finish(on: Statements, node: Node) -> None:
    """Everything that runs is dropped for one last verb; in it a second `finish` does nothing."""
    args = a_tuple([on.expr.value(arg) for arg in node["args"]])
    with on.inside(OnlyIf(code("not S.k[0][2]"))):
        on.add(CodeLine(Called("finish", on.module.constant(node["procedure"]), args)))


def _react(on: Statements, node: Node) -> None:
    """A trigger that fires runs its body; a `whenever` that changed nothing would go on for ever."""
    index, binding = node["trigger"], on.module.local(node["binding"])
    trigger = on.program.data["triggers"][index]
    pay_reaction(on, node)
    before = on.temporary()
    begin_reaction(on, index, binding)
    if trigger["sort"] == "whenever":
        on.write("{}=({v}[:],{at}[:],{z}[:],S.known.copy())", before)
    name = on.module.function_name(node["procedure"])
    on.add(CodeLine(called(name, *reaction_args(trigger, binding))))
    end_reaction(on, index, binding, trigger, code("{}==({v},{at},{z},S.known)", before))


def pay_reaction(on: Statements, node: Node) -> None:
    """Pay for a reaction; if the budget is exceeded, the message names its rule."""
    trigger = on.program.data["triggers"][node["trigger"]]
    on.add(*on.module.paying(on.module.costs.reacting(node, on.settling), _named(on, trigger)))


def _named(on: Statements, trigger: Node) -> Fragment:
    """The constant that names a rule."""
    return on.module.constant((trigger.get("label") or trigger["name"], trigger.get("at", -1)))


def reaction_args(trigger: Node, binding: Fragment) -> list[Fragment]:
    """The parts of a binding that the body of a trigger is called with."""
    captures = list(trigger.get("captures") or ()) if trigger.get("until") else []
    this = [Item(binding, 0)] if trigger.get("this") and "this" not in captures else []
    member = [Item(binding, 1)] if trigger.get("element") else []
    return [*this, *member, *(Item(binding, 2 + i) for i in range(len(captures)))]


def begin_reaction(on: Statements, index: int, binding: Fragment) -> None:
    """While a trigger reacts, the same binding does not fire again."""
    on.write("S.busy+=(({},{},{}),)", index, Item(binding, 0), Item(binding, 1))


def end_reaction(on: Statements, index: int, binding: Fragment, trigger: Node, unchanged: Fragment) -> None:
    """The end of what `begin_reaction` began, and of a game in which nothing would ever change again."""
    busy = code("({},{},{})", index, Item(binding, 0), Item(binding, 1))
    on.write("S.busy=tuple([e for e in S.busy if e!={}])", busy)
    if trigger["sort"] == "whenever":
        with on.inside(OnlyIf(unchanged)):
            on.add(CodeLine(Called("changes_nothing", _named(on, trigger))))


STATEMENTS: dict[str, Callable[[Any, Node], None]] = {
    "move": _move,
    "shuffle": _shuffle,
    "roll": _roll,
    "show": _show,
    "reveal": _show,
    "hide": _show,
    "say": _say,
    "until": _until,
    "$enter": _enter,
    "$leave": _leave,
    "$limit": _limit,
    "$react": _react,
    "$tell": _tell,
    "$paid": lambda on, node: on.log("'paid'", on.module.constant(node["verb"])),
    "$told": lambda on, node: on.log("'end'", on.module.constant(node["verb"])),
    "$asleep": _asleep,
    "win": _end,
    "lose": _end,
    "draw": _end,
    "finish": _finish,
}
