"""Values computed from themselves, and verbs that call themselves whatever happens."""

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
    values = {name: sorted(set(needed(op["value"]))) for name, op in checked.defines.items()}
    for circle in _circles(values):
        op = checked.defines[circle[0]]
        yield codes.ENDLESS_VALUE.at(
            flow.span(op["at"]), name=circle[0], way=" → ".join([*circle, circle[0]])
        )
    verbs = {name: list(dict.fromkeys(_called(op["body"], facts))) for name, op in checked.verbs.items()}
    for circle in _circles(verbs):
        op = checked.verbs[circle[0]]
        yield codes.ENDLESS_CALL.at(flow.span(op["at"]), name=circle[0], way=" → ".join([*circle, circle[0]]))


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
    replaced = any(facts.flow.bodies[key].op["how"] == "instead" for key in facts.flow.hooked.get(verb, ()))
    return not (
        op["needs"] or op["costs"] or replaced or any(part["from"] is not None for part in op["parts"])
    )


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
