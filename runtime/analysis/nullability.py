"""What may be none, whatever its declaration says: parts and parameters, stored values, what defines give.

An author may pass `deck.top` to a verb that wants a card: moving none does nothing, reading it is stuck. The
code tests for none only where it can be; this finds out where, from what every call passes, from what values
begin with and are set to, and from what defines come to.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tilewright.schemas.value_types import type_of
from tilewright.schemas.walking import operations

from ..state.program import Node, Program, actor_part, is_campaign, is_expression
from ..state.state import NONE
from .program_types import Types


class _Body(NamedTuple):
    """A piece of the program: all its operations, what it knows by name, what it gives to whom, and the
    declarations that it knows or reads, by their identity."""

    inside: list[Node]
    known: list[Node]
    gives: list[tuple[Node, Node]]
    reads: frozenset[int]


def widen(program: Program) -> None:
    """Mark all that is declared to be a thing and may be none, by the type of its values.

    The document that was given stays as it is: it may be linked again, and is known by its content.
    """
    program.data = _with_own_declarations(program.data)
    program.kinds.update(program.data["kinds"])
    bodies = [
        _Body(inside, known, [*gives, *_given(inside, known, program)], _read(inside, known, program))
        for tree, known, gives in _bodies(program)
        for inside in (operations(tree),)
    ]
    for declared in _begun_with_none(program):
        _widen(declared)
    waiting = bodies
    while waiting:
        widened: set[int] = set()
        for body in waiting:
            if not any(_is_certain(declared) for declared, _ in body.gives):
                continue
            known = {part["name"]: part["type"] for part in body.known}
            types = Types(program, known).learn_from(body.inside)
            for declared, value in body.gives:
                if _is_certain(declared) and types.of(value).optional:
                    _widen(declared)
                    widened.add(id(declared))
        # What a body gives can only have become none where something that it knows or reads has.
        waiting = [body for body in bodies if not widened.isdisjoint(body.reads)]


def _is_certain(declared: Node) -> bool:
    kind = type_of(declared["type"])
    return kind.is_thing and not kind.optional


def _widen(declared: Node) -> None:
    declared["type"] = type_of(declared["type"]).or_none


def _with_own_declarations(data: Node) -> Node:
    """The same program, with declarations whose types can be changed without changing the document."""
    own = dict(data)
    for section, field in (("verbs", "parts"), ("steps", "parts"), ("defines", "parameters")):
        own[section] = {
            name: {**one, field: [dict(part) for part in one.get(field) or []]}
            for name, one in data.get(section, {}).items()
        }
    own["kinds"] = {name: {**kind, "properties": _copies(kind)} for name, kind in data["kinds"].items()}
    own["game_properties"] = _copies({"properties": data.get("game_properties")})
    return own


def _copies(owner: Node) -> dict[str, Node]:
    return {name: dict(one) for name, one in (owner.get("properties") or {}).items()}


# ------------------------------------------------------------------ what gives what


def _bodies(program: Program) -> Iterator[tuple[Any, list[Node], list[tuple[Node, Node]]]]:
    """Every piece of the program, with what it knows, and with what it comes to, if that is a value."""
    data = program.data
    for verb in data["verbs"].values():
        yield verb, verb.get("parts") or [], []
    for steps in data.get("steps", {}).values():
        yield steps, steps.get("parts") or [], []
    of_derived = _derived(data)
    for name, define in data["defines"].items():
        results = [(one, define["value"]) for one in (define, *of_derived.get(name, ()))]
        yield define, define.get("parameters") or [], results
    for hook in data.get("hooks", ()):
        yield hook, (data["verbs"].get(hook["verb"]) or {}).get("parts") or [], []
    for modifier in data.get("modifiers", ()):
        define = data["defines"].get(modifier["of"]) or {}
        becomes = [(define, modifier["amount"])] if define and modifier["change"] == "becomes" else []
        yield modifier, define.get("parameters") or [], becomes
    for property in _properties(data):
        if is_expression(property.get("default")):
            yield property["default"], [], [(property, property["default"])]
    for piece in ("triggers", "setup"):
        yield data.get(piece) or [], [], []
    for test in data.get("tests") or ():
        # An answer may go on until something is expected, and expectations have words of their own.
        steps = [step for part in test["parts"] if part["sort"] != "expect" for step in part["steps"]]
        yield [step for step in steps if step["op"] != "answer"], [], []


def _properties(data: Node) -> Iterator[Node]:
    yield from data["game_properties"].values()
    for kind in data["kinds"].values():
        yield from kind["properties"].values()


def _derived(data: Node) -> dict[str, list[Node]]:
    """The properties that a define computes."""
    found: dict[str, list[Node]] = {}
    for one in _properties(data):
        if one.get("derived"):
            found.setdefault(one["derived"], []).append(one)
    return found


def _begun_with_none(program: Program) -> Iterator[Node]:
    """The stored values that may be none when a game begins, though each is declared to be a thing.

    Nobody has given them a value, or another mission has: what that was may not be there in this one.
    """
    data = program.data
    for declared in data["game_properties"].values():
        if _is_certain(declared) and not declared.get("derived"):
            carried = declared.get("campaign") or is_campaign(data)
            if carried or declared.get("default") == NONE:
                yield declared
    for kind, one in data["kinds"].items():
        for name, declared in one["properties"].items():
            if _is_certain(declared) and not declared.get("derived"):
                values = program.constants(kind, name)
                begun = (NONE in value if isinstance(value, tuple) else value == NONE for value in values)
                if is_campaign(data) or any(begun):
                    yield declared


def _given(inside: list[Node], known: list[Node], program: Program) -> Iterator[tuple[Node, Node]]:
    """What operations pass to the parts of what they call, and set values to."""
    data = program.data
    for node in inside:
        match node["op"]:
            case "call" | "finish":
                parts = (data["verbs"].get(node["verb"]) or {}).get("parts") or []
            case "do":
                parts = data["steps"][node["steps"]].get("parts") or []
            case "define":
                parts = (data["defines"].get(node["name"]) or {}).get("parameters") or []
            case "proceed":
                parts = known
            case "offer":
                yield from _offered(node, program)
                continue
            case "set":
                declared = _stored(node["target"], program)
                if declared is not None:
                    yield declared, node["value"]
                continue
            case _:
                continue
        yield from ((part, arg) for part, arg in zip(parts, node.get("args") or (), strict=False) if arg)


def _offered(node: Node, program: Program) -> Iterator[tuple[Node, Node]]:
    """Whom a menu is offered to acts in each of its actions."""
    if node.get("to") is None:
        return
    for action in program.data["menus"][node["menu"]]["actions"]:
        verb = program.data["verbs"][action]
        actor = actor_part(verb)
        yield from ((part, node["to"]) for part in verb["parts"] if part["name"] == actor)


def _stored(node: Node, program: Program) -> Node | None:
    """The declaration of the value that an operation reads or sets."""
    match node["op"]:
        case "game":
            return program.data["game_properties"][node["property"]]  # type: ignore[no-any-return]
        case "property" | "modified":
            owner = program.declared_by(node["kind"], node["name"])
            return program.data["kinds"][owner]["properties"][node["name"]]  # type: ignore[no-any-return]
    return None


def _read(inside: list[Node], known: list[Node], program: Program) -> frozenset[int]:
    """The declarations that a body knows or reads."""
    defines = program.data["defines"]
    read = [defines.get(one["name"]) if one["op"] == "define" else _stored(one, program) for one in inside]
    return frozenset(id(one) for one in (*known, *read) if one is not None)
