"""Values computed from themselves, and verbs that call themselves whatever happens.

A verb does what its body and its hooks do. Only what certainly runs is followed: hooks without a test, whose
rules are always in force; bodies and hooks up to where something may leave them or end the game. A rule that
does the verb with which it goes is told, even if some other rule may end the game on the way. A value that
asks for itself with the same inputs is endless once it gets there, whatever cases it has, for nothing changes
while it is computed.
"""

from collections.abc import Iterable, Iterator, Mapping

from tilewright.schemas.operation_table import EACH, ENDS, LEAVES
from tilewright.schemas.walking import operations

from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts

_FIRST_ONLY = {"if": ("test",), "and": ("a",), "or": ("a",), "by_thing": ("of",)}


def endless_calls(facts: Facts) -> Iterator[Diagnostic]:
    """Circles of defines, and of verbs, that nothing on the way can leave."""
    checked, flow = facts.checked, facts.flow
    told: set[str] = set()
    values = {name: sorted(set(needed(op["value"]))) for name, op in checked.defines.items()}
    for circle in _circles(values):
        op = checked.defines[circle[0]]
        told.update(circle)
        yield codes.ENDLESS_VALUE.at(
            flow.span(op["at"]), name=circle[0], way=" → ".join([*circle, circle[0]])
        )
    for name, op in checked.defines.items():
        if name not in told and _asks_itself(name, op):
            way = f"it asks for `{name}` with the same inputs"
            yield codes.ENDLESS_VALUE.at(flow.span(op["at"]), name=name, way=way)
    met: set[frozenset[str]] = set()
    for body in flow.bodies.values():
        verb = body.op["verb"] if body.sort == "hook" else None
        if verb in checked.verbs and body.op["when"] is None and _does_again(verb, body.block, facts):
            met.add(frozenset((verb,)))
            way = f"this rule does `{verb}` whenever `{verb}` is done"
            yield codes.ENDLESS_CALL.at(flow.span(body.op["at"]), name=verb, way=way)
    for mission in (None, *checked.model.missions()):
        verbs = {name: list(dict.fromkeys(_done_by(name, mission, facts))) for name in checked.verbs}
        for circle in _circles(verbs):
            if frozenset(circle) not in met:
                met.add(frozenset(circle))
                op = checked.verbs[circle[0]]
                way = " → ".join([*circle, circle[0]])
                yield codes.ENDLESS_CALL.at(flow.span(op["at"]), name=circle[0], way=way)


def _asks_itself(name: str, op: Op) -> bool:
    """Whether a value asks for itself with the very inputs that it was given."""
    same = [{"op": "local", "name": parameter["name"]} for parameter in op["parameters"]]
    return any(
        one["op"] == "define" and one["name"] == name and one["args"] == same
        for one in operations(op["value"])
    )


def _does_again(verb: str, block: list[Op], facts: Facts) -> bool:
    """Whether a rule that goes with a verb does it again, before anything in the rule may leave it."""
    for op in block:
        if op["op"] == "call" and op["verb"] == verb:
            return _surely_runs(verb, facts)
        if any(inner["op"] in LEAVES or inner["op"] in ENDS for inner in operations(op)):
            return False
    return False


def _done_by(verb: str, mission: str | None, facts: Facts) -> Iterator[str]:
    """The verbs that are called whenever a verb is done in a mission: by its body and by its hooks."""
    flow, op = facts.flow, facts.checked.verbs[verb]
    hooks = [flow.bodies[key] for key in flow.hooked.get(verb, ())]
    sure = [
        one
        for one in hooks
        if one.mission in (None, mission)
        and one.op["when"] is None
        and one.op["this"] is None
        and one.op["until"] is None
    ]
    instead = [one for one in hooks if one.op["how"] == "instead"]
    for one in sure:
        if one.op["how"] == "before":
            yield from _called(one.block, facts)
    if not instead:
        yield from _called(op["body"], facts)
    elif instead == [one for one in sure if one.op["how"] == "instead"] and len(instead) == 1:
        yield from _called(instead[0].block, facts)
    after = [one for one in sure if one.op["how"] == "after"]
    calls = any(inner["op"] == "call" for one in after for inner in one.block)
    if calls and not flow.everything(op["body"]).ends:
        for one in after:
            yield from _called(one.block, facts)


def needed(value: Op) -> Iterator[str]:
    """The defines that are computed whenever a value is."""
    name = value["op"]
    if name == "define":
        yield value["name"]
    fields = _FIRST_ONLY.get(name) or (("set",) if name in EACH else value.keys())
    for field in fields:
        inner = value.get(field)
        for one in inner if isinstance(inner, list) else (inner,):
            if isinstance(one, dict) and "op" in one:
                yield from needed(one)


def _called(block: list[Op], facts: Facts) -> Iterator[str]:
    """The verbs that are called whenever a block runs: nothing before may leave it, or end the game."""
    if not any(op["op"] == "call" for op in block):
        return
    calls = [op["op"] == "call" and _surely_runs(op["verb"], facts) for op in block]
    for number, op in enumerate(block):
        if calls[number]:
            yield op["verb"]
        if True not in calls[number + 1 :]:
            return
        if any(LEAVES.get(inner["op"], "pass") != "pass" or inner["op"] in ENDS for inner in operations(op)):
            return
        if facts.flow.everything([op]).ends:
            return


def _surely_runs(verb: str, facts: Facts) -> bool:
    """Whether a call of a verb always comes to its body."""
    op = facts.checked.verbs[verb]
    return not (op["needs"] or op["costs"] or any(part["from"] is not None for part in op["parts"]))


def _circles(ways: Mapping[str, Iterable[str]]) -> Iterator[list[str]]:
    """Every circle once, from the first of its members to the last."""
    done: set[str] = set()
    for start in ways:
        path: list[str] = []
        stack = [(start, iter(ways[start]))]
        while stack:
            name, left = stack[-1]
            if not path or path[-1] != name:
                path.append(name)
            following = next((one for one in left if one in ways and one not in done), None)
            if following is None:
                done.add(name)
                path.pop()
                stack.pop()
            elif following in path:
                yield path[path.index(following) :]
                done.update(path)
            else:
                stack.append((following, iter(ways[following])))
