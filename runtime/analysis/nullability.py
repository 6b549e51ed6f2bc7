"""Which parts and parameters may be none, whatever their declaration says.

An author may pass `deck.top` to a verb that wants a card: moving none does nothing, reading it is stuck. The
code tests for none only where it can be; this finds out where, from what every call passes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tilewright.schemas.value_types import type_of
from tilewright.schemas.walking import operations

from ..state.program import Node, Program
from .program_types import Types

Body = tuple[list[Node], list[Node]]
"""All operations in a piece of program, and the parts or parameters that it knows."""


def widen(program: Program) -> None:
    """Mark every part and parameter of a thing that some call may pass none to, by the type of its values.

    The document that was given stays as it is: it may be linked again, and is known by its content.
    """
    data = program.data = _with_own_parts(program.data)
    bodies: list[Body] = [(operations(tree), known) for tree, known in _bodies(data)]
    waiting = bodies
    while waiting:
        widened: set[int] = set()
        for inside, known in waiting:
            types = Types(program, {part["name"]: part["type"] for part in known}).learn_from(inside)
            for node in inside:
                for part, arg in _passed(node, data, known):
                    kind = type_of(part["type"])
                    certain = kind.is_thing and not kind.optional
                    if certain and arg is not None and types.of(arg).optional:
                        part["type"] = kind.or_none
                        widened.add(id(part))
        # What a body passes on can only have become none where one of its own parts has.
        waiting = [body for body in bodies if any(id(part) in widened for part in body[1])]


def _with_own_parts(data: Node) -> Node:
    """The same program, with parts and parameters that can be changed without changing the document."""
    own = dict(data)
    for section, field in (("verbs", "parts"), ("steps", "parts"), ("defines", "parameters")):
        own[section] = {
            name: {**one, field: [dict(part) for part in one.get(field) or []]}
            for name, one in data.get(section, {}).items()
        }
    return own


def _bodies(data: Node) -> Iterator[tuple[Any, list[Node]]]:
    """Every piece of the program that can call something."""
    for verb in data["verbs"].values():
        yield verb, verb.get("parts") or []
    for steps in data.get("steps", {}).values():
        yield steps, steps.get("parts") or []
    for define in data["defines"].values():
        yield define, define.get("parameters") or []
    for hook in data.get("hooks", ()):
        yield hook, (data["verbs"].get(hook["verb"]) or {}).get("parts") or []
    for modifier in data.get("modifiers", ()):
        yield modifier, (data["defines"].get(modifier["of"]) or {}).get("parameters") or []
    yield [data.get("triggers") or [], data.get("setup") or []], []


def _passed(node: Node, data: Node, known: list[Node]) -> Iterator[tuple[Node, Node | None]]:
    """The parts of what a node calls, with what it passes to them."""
    match node["op"]:
        case "call" | "finish":
            parts = (data["verbs"].get(node["verb"]) or {}).get("parts") or []
        case "do":
            parts = data["steps"][node["steps"]].get("parts") or []
        case "define":
            parts = (data["defines"].get(node["name"]) or {}).get("parameters") or []
        case "proceed":
            parts = known
        case _:
            return
    yield from zip(parts, node.get("args") or (), strict=False)
