"""Names that nothing reads: of a `let`, a choice, a roll or a result, and of inputs of verbs and defines.

Whoever gives something a name means to speak of it; to set it again is not to read it. A loop may count: its
name is told only if the loop asks another thing for a value that its members have. Who does something is said
by `by`, and an actor comes with the menu: such inputs may go without being read. What is rolled may be read
by a rule on rolls, what a verb is given by any rule on it; inputs of a value may be there for its modifiers.
"""

from collections.abc import Iterator

from tilewright.schemas.operation_table import ASSIGNS
from tilewright.schemas.walking import operations

from ..analysis.callgraph import Body
from ..analysis.keys import flow_key, of_sort
from ..check.scope import Op
from ..nodes import Parameter, Part
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import ASKED_FROM_OUTSIDE, Facts, kind_of_members, value_of_one

_WAYS = {
    "let": "use it, or delete the line",
    "choose": "use what was chosen; to ask whether something shall happen, write `you may`",
    "choose_number": "use the number that was chosen, or ask for something else",
    "roll": "compare what was rolled with something, or delete the line",
    "for_each": "say what happens to it; to do something so many times, write `repeat NUMBER:`",
    "call": "use the result, or leave out `as {name}`",
    "proceed": "use the result, or leave out `as {name}`",
    "play_mission": "use the result, or leave out `as {name}`",
}
_INPUT = "use it in what is done, or leave it out there and in every call"


def unread_names(facts: Facts) -> Iterator[Diagnostic]:
    """Every name in the game's own rules, set-ups and defines that is given and never read."""
    for key, body in facts.flow.bodies.items():
        if body.sort == "steps":
            for case in body.op["cases"].values():
                yield from _unread(operations(case["body"]), facts)
        elif of_sort("local", facts.flow.own[key].writes) - of_sort("local", facts.flow.own[key].reads):
            yield from _unread(facts.flow.inside[key], facts)
        if body.sort == "verb":
            yield from _parts(body, facts)
    for name, inside in facts.bodies:
        if name.sort == "setup":
            yield from _unread(inside, facts)
    yield from _inputs(facts)


def _unread(inside: list[Op], facts: Facts) -> Iterator[Diagnostic]:
    """Names in one procedure."""
    targets = {id(op["target"]) for op in inside if op["op"] in ASSIGNS}
    read = {op["name"] for op in inside if op["op"] == "local" and id(op) not in targets}
    read |= _captured(inside)
    for op in inside:
        if op["op"] in _WAYS and op["name"] and op["name"] not in read and _is_meant(op, facts):
            span, name = facts.flow.span(op["at"]), op["name"].partition(".")[0]
            if facts.for_play(span):
                yield codes.UNREAD_NAME.at(span, name=name, way=_WAYS[op["op"]].format(name=name))


def _is_meant(op: Op, facts: Facts) -> bool:
    """Whether a name that a statement gives is there to be read by what stands below it."""
    match op["op"]:
        case "for_each":
            return _asks_another(op, facts)
        case "roll":
            return not facts.flow.hooked.get("roll")
    return bool("at" in op and op["name"].partition(".")[0] != "you")


def _asks_another(loop: Op, facts: Facts) -> bool:
    """Whether a loop does something with another thing that is like its members; else it may just count."""
    kinds = facts.checked.model.ancestors(kind_of_members(loop["set"], facts))
    return any(value_of_one(op, kinds) for op in operations(loop["body"]))


def _captured(inside: list[Op]) -> set[str]:
    """The names that rules for a while remember."""
    return {name for op in inside if op["op"] == "until" for name in op["captures"]}


def _parts(body: Body, facts: Facts) -> Iterator[Diagnostic]:
    """Inputs of a verb that neither the verb nor any rule on it reads."""
    keys = [body.key, *facts.flow.hooks_on(body.key)]
    read = {name for key in keys for name in of_sort("local", facts.flow.own[key].reads)}
    read |= {name for limit in body.op["limits"] for name in limit["parts"]}
    for part in facts.checked.model.verbs[body.name].parts:
        comes = part.preposition == "by" or (body.op["action"] and part.choices is None)
        unread = not comes and part.name not in read and facts.to_be_used(part.name.span)
        if unread and part.name not in _captured(facts.flow.inside[body.key]):
            yield _told(part)


def _inputs(facts: Facts) -> Iterator[Diagnostic]:
    """Inputs of a define that neither its value reads nor modifiers may read; and its own names."""
    lets: dict[str, list[str]] = {}
    for one in facts.checked.context.lets:
        lets.setdefault(one.rpartition(".")[0], []).append(one)
    for name, define in facts.checked.model.defines.items():
        read = facts.flow.inputs_read[flow_key("value", name)]
        if name in lets:
            read = _read_with_lets([name, *lets[name]], facts)
            yield from _unread_lets(lets[name], read, facts)
        if name not in ASKED_FROM_OUTSIDE and name not in facts.estimates.modified:
            for parameter in define.parameters:
                if parameter.name not in read and facts.to_be_used(parameter.name.span):
                    yield _told(parameter)


def _read_with_lets(names: list[str], facts: Facts) -> set[str]:
    """The inputs and the `let`s that a define reads, each of which is given all inputs."""
    inside = operations([facts.checked.defines[name]["value"] for name in names])
    lets = [op for op in inside if op["op"] == "define" and op["name"] in names]
    given = {id(arg) for op in lets for arg in op["args"]}
    read = {op["name"] for op in inside if op["op"] == "local" and id(op) not in given}
    return read | {op["name"] for op in lets}


def _unread_lets(lets: list[str], read: set[str], facts: Facts) -> Iterator[Diagnostic]:
    for one in lets:
        span = facts.flow.span(facts.checked.defines[one]["at"])
        if one not in read and facts.for_play(span):
            yield codes.UNREAD_NAME.at(span, name=one.rpartition(".")[2], way=_WAYS["let"])


def _told(input_: Part | Parameter) -> Diagnostic:
    return codes.UNREAD_NAME.at(input_.name.span, name=input_.name, way=_INPUT)
