"""Statements that change what lies where, draw chance, tell, remember for a while, or end the game."""

from __future__ import annotations

import re
from typing import Any

from ..analysis.costs import TOLD
from ..analysis.program_types import Types, is_list, is_optional
from ..analysis.read_write import EFFECTS
from ..state.program import Limit, Node, is_expression
from ..state.state import ASLEEP
from ..weaving.weave import HOOKS, MODIFIERS, TRIGGERS
from .memo import Move
from .module import is_number
from .sets import items
from .statements import HANDLERS, Statements

_SORTS = (("hooks", HOOKS), ("triggers", TRIGGERS), ("modifiers", MODIFIERS))


def _move(on: Statements, node: Node) -> None:
    """Things go on top of a place, or under it. None moves nothing."""
    kind = on.types.of(node["what"])
    special = _is_special(on, node)
    to = on.simple(on.on.certain(node["to"]))
    under = int(bool(node.get("bottom")))
    if is_list(kind):
        what = on.simple(items(on.on, node["what"]))
        on.pay_each(node, what)
        on.write(f"if S.log is not None: tell_moves(S,{what},{to},{under},{on.on.where()})")
        if special:
            on.write(f"put(S,{what},{to},{under},{on.on.where()})")
        else:
            on.write(f"move_all{'_under' if node.get('bottom') else ''}(at,z,{what},{to})")
        on.after(node)
    else:
        what = on.simple(on.on.text(node["what"]))
        old = on.temporary()
        outer = on.depth
        if is_optional(kind):
            on.write(f"if {what}>=0:")
            on.depth += 1
        on.write(f"{old}=at[{what}]")
        on.write(f"if S.log is not None: tell_moves(S,({what},),{to},{under},{on.on.where()})")
        if special:
            on.write(f"put(S,({what},),{to},{under},{on.on.where()})")
        else:
            on.write(f"move{'_under' if node.get('bottom') else ''}(at,z,{what},{to})")
        onto_board = on.on.is_on_board(on.types.of(node["to"]))
        written = node.get("$written") or frozenset()
        on.invalidate(written, Move(node.get("kind") or "thing", what, old, to, onto_board))
        on.depth = outer
        on.react(node)


def _is_special(on: Statements, node: Node) -> bool:
    """Whether the place may have room for so many only, or be one where what was shown is forgotten."""
    to = node["to"]
    program = on.program
    kind = on.types.of(to)
    if kind.startswith("thing:"):
        return False
    named = [
        (i, place)
        for i, place in enumerate(program.places)
        if to["op"] != "place" or to["name"] in (place["name"], place.get("property"))
    ]
    return any(
        i == 0 or place.get("sort") == "bag" or place.get("capacity") or place.get("fits")
        for i, place in named
    )


def _shuffle(on: Statements, node: Node) -> None:
    place = on.simple(on.on.text(node["place"]))
    on.write(f"shuffle(S,{place},{on.on.where()})")
    on.log("'shuffle'", place)
    on.after(node)


def _roll(on: Statements, node: Node) -> None:
    """One face, or a list of them. A face that nobody wants to hear of or to decide is drawn in line."""
    program = on.program
    dice = list(program.data["dice"])
    die = program.data["dice"][node["die"]]
    faces = tuple(program.constant(die, face) for face in die["faces"])
    name = f"«{node['name']}»"
    table = on.module.constant(faces)
    number = "-1" if node.get("number") is None else on.simple(on.on.text(node["number"]))
    by = "-1" if node.get("by") is None else on.on.text(node["by"])
    text = f"{name}=roll(S,{dice.index(node['die'])},{table},{number},{by},{on.on.where()})"
    if node.get("number") is not None:
        if on.module.costs.rolling(node) is None:
            on.write(f"S.fuel-=max(0,{number})*{TOLD // 10}")
        on.write(text)
        usual = on.module.costs.sizes.list
        if not is_number(number) or int(number) > usual:
            on.write(f"if len({name})>{usual}: kept(S,{name},{usual},{on.on.where()})")
        return
    on.write(f"if S.log is not None or S.script is not None: {text}")
    on.write("else:")
    on.write("    S.r=r=(S.r*6364136223846793005+1442695040888963407)&18446744073709551615")
    on.write(f"    {name}={table}[(r>>33)%{len(faces)}]")


def _show(on: Statements, node: Node) -> None:
    things = on.simple(on.on.module.in_tuple(items(on.on, node["what"])))
    on.pay_each(node, things)
    match node["op"]:
        case "show":
            seats = on.simple(on.on.module.in_tuple(items(on.on, node["to"])))
            on.write(f"show(S,{things},{seats})")
            on.log("'show'", things, seats)
        case "reveal":
            on.write(f"show(S,{things},PLAYERS)")
            on.log("'reveal'", things)
        case _:
            on.write(f"hide(S,{things})")
            on.log("'hide'", things)


def _asleep(on: Statements, node: Node) -> None:
    on.write(f"v[{ASLEEP}]={node['value']}")
    if not node["value"]:
        on.log("'ready'")


def _say(on: Statements, node: Node) -> None:
    text = raw_text(on, node["text"])
    seats = "None" if node.get("to") is None else on.module.in_tuple(items(on.on, node["to"]))
    if _MAY_FAIL.search(text):
        said, text = text, on.temporary()
        on.write(f"{text}={said}")  # what cannot be said ends the game, whether anybody listens or not
    on.log("'say'", text, seats)


# Reading through none, a product or list beyond all bounds, and functions in which that may happen.
_MAY_FAIL = re.compile(r"\b(no|some|product|numbers|[dq]\d+)\(")


def raw_text(on: Statements, node: Node) -> str:
    """A text with its values: `(id, (type, value), …)`."""
    values = []
    for one in node.get("values") or ():
        text = on.on.value(one["value"])
        if is_list(on.types.of(one["value"])):
            text = f"spent(S,{text},{TOLD // 10},{on.on.where()})"
        values.append(f"({on.module.constant(one['type'])},{text})")
    return f"({','.join([on.module.constant(node['text']), *values])},)"


def _tell(on: Statements, node: Node) -> None:
    """A verb with a title begins."""
    parts = "".join(f"{on.on.value(arg)}," for arg in node["args"][:-1])
    you, secret = on.on.value(node["args"][-1]), str(bool(node["secret"]))
    on.log("'begin'", on.module.constant(node["verb"]), f"({parts})", you, secret)


def _until(on: Statements, node: Node) -> None:
    """Rules begin that hold until the run of a verb ends; they remember what they mention."""
    verb = list(on.program.data["verbs"]).index(node["verb"])
    depth = on.program.depths[node["verb"]]
    entries = []
    for part, sort in _SORTS:
        for i, rule in enumerate(on.program.data.get(part, ())):
            if rule["name"] in node["rules"] and rule.get("until"):
                values = "".join(f"«{name}»," for name in rule.get("captures") or ())
                bits = ",()" if rule.get("sort") == "as_soon_as" else ""
                entries.append(f"({verb},v[{depth}],({sort},{i}),({values}){bits}),")
    on.write(f"if v[{depth}]: S.fx+=({''.join(entries)})")
    on.invalidate(frozenset({EFFECTS}))


def _enter(on: Statements, node: Node) -> None:
    """A counted run begins: one deeper, its limits count anew, what it resets has its default."""
    verb = node["verb"]
    limits = counters(on, verb)
    if limits:
        on.assign(node["name"], f"({''.join(f'*v[{one.base}:{one.base + one.cells}],' for one in limits)})")
        for one in limits:
            zero = "0" if one.cells == 1 else on.module.constant((0,) * one.cells)
            where = f"v[{one.base}]" if one.cells == 1 else f"v[{one.base}:{one.base + one.cells}]"
            on.write(f"{where}={zero}")
    if verb in on.program.depths:
        on.write(f"v[{on.program.depths[verb]}]+=1")
        on.invalidate(frozenset({("depth", verb)}))
    for key in node["resets"]:
        _reset(on, key)
    on.invalidate(frozenset(tuple(key) for key in node["resets"]))
    if node.get("$after"):
        on.settle(tuple(node["$after"]))


def counters(on: Statements, verb: str) -> list[Limit]:
    """The limits that count anew with each run of a verb."""
    found: dict[int, Limit] = {}
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
            types = Types(program).learn(default)
            on.write(f"v[{program.cells[key[1]]}]={on.on.sub({}, types).value(default)}")
        else:
            on.write(f"v[{program.cells[key[1]]}]={on.on.literal(program.constant(declared, default))}")
        return
    _, kind, name = key
    column = program.columns[kind, name]
    start, end = column.base + column.low, column.base + column.high
    values = program.constants(kind, name)
    default = program.property(kind, name)["default"]
    if None not in values:
        on.write(f"v[{start}:{end}]={on.module.constant(tuple(values))}")
        return
    variable = on.module.fresh("i")
    types = Types(program, {"this": f"thing:{kind}"}).learn(default)
    text = on.on.sub({"this": variable}, types).value(default)
    if any(value is not None for value in values):
        table = on.on.table(values, column.low)
        text = f"{text} if {table}[{variable}] is None else {table}[{variable}]"
    on.write(f"v[{start}:{end}]=[{text} for {variable} in range({column.low},{column.high})]")


def _leave(on: Statements, node: Node) -> None:
    """A counted run ends: its effects with it, and the limits count on from where they were."""
    verb = node["verb"]
    depth = on.program.depths.get(verb)
    if depth is not None and any(one.get("until") == verb for one in _lasting(on)):
        number = list(on.program.data["verbs"]).index(verb)
        on.write(f"if S.fx: S.fx=tuple([e for e in S.fx if e[0]!={number} or e[1]<v[{depth}]])")
        on.invalidate(frozenset({EFFECTS}))
    start = 0
    for one in counters(on, verb):
        on.write(f"v[{one.base}:{one.base + one.cells}]=«{node['name']}»[{start}:{start + one.cells}]")
        start += one.cells
    if depth is not None:
        on.write(f"v[{depth}]-=1")
        on.invalidate(frozenset({("depth", verb)}))


def _lasting(on: Statements) -> list[Node]:
    return [one for part, _ in _SORTS for one in on.program.data.get(part, ()) if one.get("until")]


def _limit(on: Statements, node: Node) -> None:
    """An action is taken from its menu: its limits count one more."""
    verb = on.program.data["verbs"][node["verb"]]
    values = dict(zip((part["name"] for part in verb.get("parts", ())), node["args"], strict=True))
    for i in range(len(verb["limits"])):
        on.write(f"{limit_cell(on.on, node['verb'], i, values)}+=1")


def limit_cell(on: Any, verb: str, index: int, values: dict[str, Node]) -> str:
    """The counter of a limit, for the things in the parts that it is counted for."""
    limit = on.program.limits[verb, index]
    declared = on.program.data["verbs"][verb]["limits"][index]
    text = ""
    for part, (low, high) in zip(declared.get("parts") or (), limit.ranges, strict=True):
        one = f"{on.text(values[part])}-{low}"
        text = f"({text})*{high - low}+{one}" if text else one
    return f"v[{limit.base}{'+' + text if text else ''}]"


def _end(on: Statements, node: Node) -> None:
    """The game ends, from any depth. A win of nobody is a loss."""
    everybody = "players(v)"
    named = everybody if node.get("players") is None else on.module.in_tuple(items(on.on, node["players"]))
    winners = {"win": named, "lose": f"without({everybody},{named})", "draw": "()"}[node["op"]]
    winners, outcome = on.module.in_tuple(winners), f"'{node['op']}'"
    reason = "None" if node.get("reason") is None else raw_text(on, node["reason"])
    if node["op"] == "win" and node.get("players") is not None:
        on.write(f"p={winners}")
        winners, outcome = "p", "'win' if p else 'lose'"
    on.write(f"over({outcome},{winners},{reason},{on.on.where()})")


def _finish(on: Statements, node: Node) -> None:
    """Everything that runs is dropped for one last verb; in it a second `finish` does nothing."""
    args = "".join(f"{on.on.value(arg)}," for arg in node["args"])
    name = on.module.constant(node["procedure"])
    on.write(f"if not S.k[0][2]: finish({name},({args}))")


def _react(on: Statements, node: Node) -> None:
    """A trigger that fires runs its body; a `whenever` that changed nothing would go on for ever."""
    index, binding = node["trigger"], f"«{node['binding']}»"
    trigger = on.program.data["triggers"][index]
    pay_reaction(on, node)
    before = on.temporary()
    on.write(f"S.busy+=(({index},{binding}[0],{binding}[1]),)")
    if trigger["sort"] == "whenever":
        on.write(f"{before}=(v[:],at[:],z[:],S.known.copy())")
    name = on.module.function_name(node["procedure"])
    on.write(f"{name}({','.join(['S', *reaction_args(trigger, binding)])})")
    end_reaction(on, index, binding, trigger, f"{before}==(v,at,z,S.known)")


def pay_reaction(on: Statements, node: Node) -> None:
    """What a reaction costs; its rule is told if that is too much."""
    trigger = on.program.data["triggers"][node["trigger"]]
    rule = on.module.constant((trigger.get("label") or trigger["name"], trigger.get("at", -1)))
    for line in on.module.paying(on.module.costs.reacting(node, on.settling), rule):
        on.write(line)


def reaction_args(trigger: Node, binding: str) -> list[str]:
    """The parts of a binding that the body of a trigger is called with."""
    captures = list(trigger.get("captures") or ()) if trigger.get("until") else []
    this = [f"{binding}[0]"] if trigger.get("this") and "this" not in captures else []
    member = [f"{binding}[1]"] if trigger.get("element") else []
    return [*this, *member, *(f"{binding}[{2 + i}]" for i in range(len(captures)))]


def end_reaction(on: Statements, index: int, binding: str, trigger: Node, unchanged: str) -> None:
    on.write(f"S.busy=tuple([e for e in S.busy if e!=({index},{binding}[0],{binding}[1])])")
    if trigger["sort"] == "whenever":
        rule = on.module.constant((trigger.get("label") or trigger["name"], trigger.get("at", -1)))
        on.write(f"if {unchanged}: changes_nothing({rule})")


HANDLERS.update(
    {
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
        "$told": lambda on, node: on.log("'end'", on.module.constant(node["verb"])),
        "$asleep": _asleep,
        "win": _end,
        "lose": _end,
        "draw": _end,
        "finish": _finish,
    }
)
