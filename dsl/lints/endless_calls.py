"""Values computed from themselves, and verbs that call themselves whatever happens.

A verb does what its body and its hooks do. Only what certainly runs is followed: hooks without a test, whose
rules are always in force; bodies and hooks up to where something may leave them or end the game. A rule that
does the verb with which it goes is told, even if some other rule may end the game on the way; so is a verb
that calls itself under a test, if it hands on what it was given and has changed nothing. A value that
asks for itself with the same inputs is endless once it gets there, whatever cases it has, for nothing changes
while it is computed. A modifier belongs to the value that it changes: its test is computed whenever that is.
"""

from collections.abc import Iterable, Iterator, Mapping

from tilewright.schemas.operation_table import EACH, ENDS, FORKS, LEAVES, QUIET
from tilewright.schemas.walking import operations

from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Code, Diagnostic, Related
from ..source import Span
from .facts import Facts


def endless_calls(facts: Facts) -> Iterator[Diagnostic]:
    """Circles of defines, and of verbs, that nothing on the way can leave."""
    checked, flow = facts.checked, facts.flow
    told: set[str] = set()
    places = facts.value_places
    values: dict[str, dict[str, Span]] = {}
    for name, op in checked.defines.items():
        here, asks = flow.span(op["at"]), sorted(needed(op["value"]), key=lambda one: str(one["name"]))
        values[name] = _first((_value(one), places.get(id(one), here)) for one in asks)
    lasting = (op for group, op in checked.context.until_rules if group == "modifiers")
    for op in (*checked.modifiers, *lasting):
        for one in needed(op["when"] or op["amount"]):
            values.setdefault(op["of"], {}).setdefault(_value(one), flow.span(op["at"]))
    for circle in _circles(values):
        told.update(circle)
        yield _endless(codes.ENDLESS_VALUE, circle, values, "needs")
    for name, op in checked.defines.items():
        asked = None if name in told else _asks_itself(name, op)
        if asked is not None:
            way = f"it asks for `{name}` with the same inputs"
            yield codes.ENDLESS_VALUE.at(places.get(id(asked), flow.span(op["at"])), name=name, way=way)
    met: set[frozenset[str]] = set()
    for body in flow.bodies.values():
        verb = str(body.op["verb"]) if body.sort == "hook" and body.op["when"] is None else ""
        again = _does_again(verb, body.block, facts) if verb in checked.verbs else None
        if again is not None:
            met.add(frozenset((verb,)))
            way = f"this rule does `{verb}` whenever `{verb}` is done"
            yield codes.ENDLESS_CALL.at(flow.span(again["at"]), name=verb, way=way)
    for name, op in checked.verbs.items():
        again = _does_the_same(name, op, op["body"]) if name not in flow.hooked else None
        if again is not None:
            met.add(frozenset((name,)))
            way = "it is called with the same inputs, and nothing has changed before"
            yield codes.ENDLESS_CALL.at(flow.span(again["at"]), name=name, way=way)
    own = {name: _hooks_by_mission(name, facts) for name in checked.verbs}
    done = {
        (name, mission): _first((op["verb"], flow.span(op["at"])) for op in _done_by(name, mission, facts))
        for name, missions in own.items()
        for mission in (None, *missions)
    }
    for mission in (None, *checked.model.missions()):
        verbs = {name: done[name, mission if mission in own[name] else None] for name in checked.verbs}
        for circle in _circles(verbs):
            if frozenset(circle) not in met:
                met.add(frozenset(circle))
                yield _endless(codes.ENDLESS_CALL, circle, verbs, "does")


def _first(met: Iterable[tuple[str, Span]]) -> dict[str, Span]:
    """Where each name is met first."""
    found: dict[str, Span] = {}
    for name, span in met:
        found.setdefault(name, span)
    return found


def _endless(code: Code, circle: list[str], ways: Mapping[str, Mapping[str, Span]], how: str) -> Diagnostic:
    """A cycle, reported where its first member leads to the next, with pointers to the other steps."""
    (_, _, span), *others = [
        (name, following, ways[name][following])
        for name, following in zip(circle, [*circle[1:], circle[0]], strict=True)
    ]
    related = tuple(Related(at, f"`{name}` {how} `{following}` here") for name, following, at in others)
    return code.at(span, name=circle[0], way=" → ".join([*circle, circle[0]]), related=related)


def _asks_itself(name: str, op: Op) -> Op | None:
    """Where a value asks for itself with the very inputs that it was given, if it does."""
    same = [{"op": "local", "name": parameter["name"]} for parameter in op["parameters"]]
    return next(
        (
            one
            for one in operations(op["value"])
            if one["op"] == "define" and one["name"] == name and one["args"] == same
        ),
        None,
    )


def _does_the_same(verb: str, op: Op, block: list[Op]) -> Op | None:
    """Where a verb calls itself as it was called, on a way on which nothing is changed or asked: so that the
    same tests hold, and it comes there again.
    """
    same = [{"op": "local", "name": part["name"]} for part in op["parts"]]
    for line in block:
        if line["op"] == "call" and line["verb"] == verb and line["args"] == same:
            return line
        if line["op"] == "if":
            ways = [line["then"], line["else"]]
            again = next((one for one in (_does_the_same(verb, op, way) for way in ways) if one), None)
            if again is not None or not any(_is_passed(way) for way in ways):
                return again
        elif line["op"] not in QUIET:
            return None
    return None


def _is_passed(block: list[Op]) -> bool:
    """Whether there is a way through a block on which nothing is changed or asked."""
    return all(
        line["op"] in QUIET or (line["op"] == "if" and (_is_passed(line["then"]) or _is_passed(line["else"])))
        for line in block
    )


def _does_again(verb: str, block: list[Op], facts: Facts) -> Op | None:
    """The call by which a rule that goes with a verb does it again, before anything in it may leave it."""
    for op in block:
        if op["op"] == "call" and op["verb"] == verb:
            return op if _surely_runs(verb, facts) else None
        if any(inner["op"] in LEAVES or inner["op"] in ENDS for inner in operations(op)):
            return None
    return None


def _hooks_by_mission(verb: str, facts: Facts) -> set[str]:
    """The missions that have rules of their own for a verb: in all others the same is done."""
    flow = facts.flow
    hooks = (flow.bodies[key] for key in flow.hooked.get(verb, ()))
    return {one.mission for one in hooks if one.mission is not None}


def _done_by(verb: str, mission: str | None, facts: Facts) -> Iterator[Op]:
    """The calls that are made whenever a verb is done in a mission: by its body and by its hooks."""
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


def _value(asked: Op) -> str:
    """The define, or the value that modifiers change, for which an operation asks."""
    return f"{asked['kind']}.{asked['name']}" if asked["op"] == "modified" else str(asked["name"])


def needed(value: Op) -> Iterator[Op]:
    """The defines, and values that modifiers change, that are computed whenever a value is: where it asks."""
    name = value["op"]
    if name in ("define", "modified"):
        yield value
    fields = (FORKS[name],) if name in FORKS else ("set",) if name in EACH else value.keys()
    for field in fields:
        inner = value.get(field)
        for one in inner if isinstance(inner, list) else (inner,):
            if isinstance(one, dict) and "op" in one:
                yield from needed(one)


def _called(block: list[Op], facts: Facts) -> Iterator[Op]:
    """The calls that are made whenever a block runs: nothing before may leave it, or end the game."""
    if not any(op["op"] == "call" for op in block):
        return
    calls = [op["op"] == "call" and _surely_runs(op["verb"], facts) for op in block]
    for number, op in enumerate(block):
        if calls[number]:
            yield op
        if True not in calls[number + 1 :]:
            return
        if any(LEAVES.get(inner["op"], "pass") != "pass" or inner["op"] in ENDS for inner in operations(op)):
            return
        if facts.flow.everything([op]).ends:
            return


def _surely_runs(verb: str, facts: Facts) -> bool:
    """Whether calling a verb always reaches its body."""
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
