"""An action that a story calls is taken as by a player: whether it can be, what it takes, what it counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.schemas.walking import operations, substituted

from ..evaluating.position import Position
from ..evaluating.program_index import Env, Node, ProgramIndex
from ..questions.why_refused import Why
from ..state.state import FUEL, NONE

if TYPE_CHECKING:
    from .story import Story


def refusal(story: Story, verb: str, values: list[Any], you: int) -> str | None:
    """Why a player could not take an action with these parts, as a sentence; None if he could.

    None among the values is a part that is left open: there must be a choice with which the action goes.
    """
    story.game.state.fuel = FUEL
    why = Why(story.sight())
    env: Env = {"you": you}
    for part, value in _parts(story.index, verb, values):
        if part.get("from") is None:
            env[part["name"]] = _without_choice(why.position, part, value, env)
        elif value is not None:
            members = why.position.values.members(part["from"], env) if _is_known(part, env) else (value,)
            if value not in members and not any(story.alike(value, one) for one in members):
                fact = why.facts.outside(part["from"], env, value)
                return (fact.text if fact else "") or (
                    f"{story.shown(value)} is not among what can be chosen ({story.shown(members)})."
                )
            env[part["name"]] = value
    found = why.against(verb, env)[1]
    return None if found is None else found.text


def is_in_menu(index: ProgramIndex, verb: str) -> bool:
    """Whether an action stands in a menu."""
    return any(verb in menu["actions"] for menu in (index.data.get("menus") or {}).values())


def price_of(index: ProgramIndex, call: Node) -> list[Node]:
    """The statements that pay what an action takes."""
    declared = index.data["verbs"][call["verb"]]
    names: dict[str, Node] = {"you": call["you"]}
    for part, arg in _parts(index, call["verb"], call["args"]):
        if arg is not None or part.get("from") is None:
            names[part["name"]] = arg or part.get("default") or {"op": "none"}
    return [
        {"op": "lower", "at": call.get("at", NONE)}
        | {key: substituted(price[key], names) for key in ("target", "amount")}
        for price in declared.get("takes") or ()
    ]


def counters_of(story: Story, verb: str, values: list[Any], you: int) -> tuple[int, ...]:
    """The cells that count how often an action was taken, for its limits."""
    declared = story.index.data["verbs"][verb]
    position = Position(story.index, story.game.state)
    env: Env = {"you": you}
    for part, value in _parts(story.index, verb, values):
        if value is not None or part.get("from") is None:
            env[part["name"]] = _without_choice(position, part, value, env)
    return tuple(
        position.access.counter(verb, index, env)
        for index, limit in enumerate(declared.get("limits") or ())
        if set(limit.get("parts") or ()) <= set(env)
    )


def _parts(index: ProgramIndex, verb: str, values: list[Any]) -> list[tuple[Node, Any]]:
    parts = index.data["verbs"][verb]["parts"]
    return list(zip(parts, [*values, *[None] * (len(parts) - len(values))], strict=True))


def _without_choice(position: Position, part: Node, value: object, env: Env) -> Any:
    """A part that is given, or has a value by itself."""
    if value is not None:
        return value
    return NONE if part.get("default") is None else position.values.of(part["default"], env)


def _is_known(part: Node, env: Env) -> bool:
    """Whether the choices for a part can be found out: they may depend on a part that is left open."""
    bound = {one["it"] for one in operations(part["from"]) if "it" in one}
    return all(
        one["name"] in env or one["name"] in bound for one in operations(part["from"]) if one["op"] == "local"
    )
