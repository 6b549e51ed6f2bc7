"""Whether what was decided or told depended on something hidden: undo must be no way to find that out.

A marked place (analysis/marked_reads.py) is evaluated again, in the position in which it was passed, to see
what it reads; whether a seat may see all of that, its eyes say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tilewright.schemas.operation_table import OPPOSITE, ORDERS
from tilewright.schemas.walking import operations

from ..analysis.marked_reads import tested
from ..evaluating.operations import Unreadable
from ..evaluating.position import Position
from ..evaluating.program_index import Env, ProgramIndex
from ..state.program import Node
from ..state.state import Over, State
from .titles import title_of, titles
from .visibility import Visibility

_COMPARED = OPPOSITE.keys() - ORDERS | {"in", "is_kind"}
"""What asks whether something is this one or that one, if it is anything."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """Something that a seat may not see: a value or place, as people call it, if it is known which."""

    name: str | None = None


def secret_in(index: ProgramIndex, state: State, seat: int, number: int, env: Env) -> Unseen | None:
    """What a marked place reads in this position that a seat may not see; None if it may see all.

    Only what is read first is named: what comes before it, the seat may see, so that its name tells nothing
    about others.
    """
    visibility, position = Visibility(index, state, seat), Position(index, state)
    node = index.hidden[number]
    if node.get("op") == "say" and any(one["op"] == "local" for one in operations(node["telling"])):
        return Unseen()  # what a local holds was read before, and nobody knows any more from where
    worked_out = True
    with position.values.watching() as read:
        try:
            _evaluate(position, node, env)
        except (Over, Unreadable):
            worked_out = False  # so it was worked out from something hidden
    for one in read:
        if not visibility.read(one):
            return Unseen(_called(index, one))
    return None if worked_out and all(map(visibility.name, _distinguished(node, env))) else Unseen()


def _called(index: ProgramIndex, read: tuple[Any, ...]) -> str | None:
    match read:
        case ("property", _, name, _) | ("game", name):
            return titles(index)["values"].get(str(name), str(name).replace("_", " ").capitalize())
        case ("contents", place) | ("on_top", _, _, _, place):
            return title_of(index, place)
    return None


def _evaluate(position: Position, node: Node, env: Env) -> None:
    values = position.values
    match node.get("op"):
        case "offer":
            _evaluate_offer(position, node, env)
        case "for_each" | "together":
            within = [node.get("key")] if node["op"] == "for_each" else list(tested(node["choose"]))
            for one in values.members(node["set"], env):
                if node["op"] == "together" and node["choose"]["op"] == "offer":
                    _evaluate_offer(position, node["choose"], {**env, node["name"]: one, "you": one})
                for value in within:
                    if value is not None:
                        values.of(value, {**env, node["name"]: one})
        case None if "sort" in node:
            index = position.index.data["triggers"].index(node)
            for _, found, _ in position.trigger_bindings(index, node):
                values.holds(node.get("test"), found)
        case _:
            for value in tested(node):
                if value is not None:
                    values.of(value, env)


def _evaluate_offer(position: Position, node: Node, env: Env) -> None:
    values, you = position.values, env["you"]
    actor = you if node.get("to") is None else values.of(node["to"], env)
    for verb in position.index.data["menus"][node["menu"]]["actions"]:
        position.completions(verb, actor, you)
    if node.get("else") is not None:
        values.holds(node["else"].get("when"), env)


def _distinguished(node: Node, env: Env) -> Iterator[int]:
    """The things in locals of which it matters which they are: they are compared, or their kind is asked."""
    for value in tested(node):
        for one in operations(value):
            if one["op"] in _COMPARED:
                sides = [one.get(name) for name in ("of", "a", "b", "item")]
                if {"op": "none"} in [{"op": side["op"]} for side in sides if side]:
                    continue
                for side in sides:
                    if side and side["op"] == "local" and isinstance(env.get(side["name"]), int):
                        yield env[side["name"]]
