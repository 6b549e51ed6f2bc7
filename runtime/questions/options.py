"""A question as a person wants to see it: prompt, labels, what each option is, and why others are refused.

A bot never needs this: the options are in `state.q`, and everything here is worked out from the place in the
rules at which the game waits. Labels are raw texts `(id, (type, value), …)`; `view.py` writes them out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..analysis.program_types import Types
from ..emit.menus import conditions_of
from ..state.program import Node
from ..state.state import AGREE, CHOOSE, ELSE, MENU, NONE, NUMBER, OPTIONS, PAUSE, SEVERAL, TOGETHER, State
from ..weaving.reactions import actor_part

if TYPE_CHECKING:
    from ..emit import Site
    from ..engine.engine import Machine

SORTS = {
    CHOOSE: "choose", NUMBER: "number", OPTIONS: "options", MENU: "menu", PAUSE: "pause", SEVERAL: "several",
    AGREE: "choose", TOGETHER: "together",
}  # fmt: skip


class NotOffered(Exception):
    """That is no answer to the open question. The state is as it was."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option. `value` is raw: an entity number, a number, or the index of an alternative or action."""

    id: int
    sort: str  # "thing", "number", "label", "action", "none"
    value: int
    label: Any = None  # a raw text, where the rules give one
    action: str | None = None  # the name of a verb
    member: int = NONE  # for whom, where several are asked together
    seat: int = NONE  # who alone may choose it: for what can be done at any time


@dataclass(frozen=True, slots=True)
class Refused:
    """An action that cannot be taken now, and why."""

    action: str
    reason: Any  # a raw text, or None
    rule: str | None


@dataclass(frozen=True, slots=True)
class Question:
    """An open question. `seats` are the players who may answer, as entity numbers."""

    number: int
    seats: tuple[int, ...]
    sort: str
    options: tuple[Option, ...]
    least: int
    most: int
    prompt: Any  # a raw text, or None
    rule: str | None
    secret: bool
    refused: tuple[Refused, ...] = ()
    answered: tuple[Any, ...] = ()  # what was answered so far, where several answer the same question
    at: int = NONE  # an index into the program's spans
    part: str | None = field(default=None)  # the part of an action that is asked for


def explain(machine: Machine, state: State) -> Question:
    """The open question of a state."""
    assert state.q is not None
    sort, options, seats, least, most, answers = state.q
    site = machine.code.sites[state.k[-1][0]]
    node = site.node
    asked = node["choose"] if sort == TOGETHER else node
    if sort == TOGETHER:
        found = _members(machine, state, site, options)
    else:
        found = [_option(machine, state, site, asked, i, value) for i, value in enumerate(options)]
    found += _any_time(machine, state, len(found))
    refused = _refused(machine, state, site) if sort == MENU else ()
    prompt = asked.get("asking") if node["op"] != "pause" else node.get("text")
    return Question(
        number=state.number,
        seats=seats,
        sort=SORTS[sort],
        options=tuple(found),
        least=least,
        most=most,
        prompt=_text(machine, state, site, prompt),
        rule=site.procedure.rule,
        secret=bool(asked.get("secret")) or sort == TOGETHER,
        refused=refused,
        answered=answers,
        at=node.get("at", NONE),
        part=(node.get("$part") or (None, None))[1],
    )


def _option(machine: Machine, state: State, site: Site, node: Node, number: int, value: int) -> Option:
    op = node["op"]
    if value == ELSE:
        otherwise = node.get("else")
        label = otherwise.get("label") if isinstance(otherwise, dict) else None
        return Option(number, "label", value, _text(machine, state, site, label))
    if op == "may":
        return Option(number, "label", value, _text(machine, state, site, node["label"]))
    if op == "choose_one":
        return Option(number, "label", value, _text(machine, state, site, node["options"][value]["label"]))
    if op == "offer" and value >= 0:
        verb = machine.program.data["menus"][node["menu"]]["actions"][value]
        return Option(number, "action", value, action=verb)
    if op == "pause":
        return Option(number, "label", value)
    if op == "choose_number" or site.type == "number":
        return Option(number, "number", value)
    if site.type.startswith(("word:", "yes_no")):
        return Option(number, site.type, value)
    return Option(number, "thing" if value >= 0 else "none", value)


def _members(machine: Machine, state: State, site: Site, asked: tuple[Any, ...]) -> list[Option]:
    """The options of all members in turn, each with whom it is for."""
    found: list[Option] = []
    for member, _, options, _, _ in asked:
        for value in options:
            one = _option(machine, state, site, site.node["choose"], len(found), value)
            found.append(Option(one.id, one.sort, one.value, one.label, one.action, member))
    return found


def _any_time(machine: Machine, state: State, start: int) -> list[Option]:
    """What can be done on top of any question; ids go on after those of the options."""
    if not machine.linker.waiting.any_time:
        return []
    menus = list(machine.program.data["menus"].values())
    return [
        Option(start + i, "action", action, action=menus[menu]["actions"][action], seat=player)
        for i, (player, menu, action) in enumerate(machine.any_time(state))
    ]


def _text(machine: Machine, state: State, site: Site, text: Node | None) -> Any:
    """A text with its values, from the locals of the frame that asks."""
    if text is None:
        return None
    known = _known(site, state)
    types = Types(machine.program, site.procedure.types).learn(site.procedure.body)
    values = []
    for one in text.get("values") or ():
        given = {name: (value, types.locals.get(name, "any")) for name, value in known.items()}
        values.append((one["type"], machine.value(state, one["value"], **given)))
    return (text["text"], *values)


def _known(site: Site, state: State) -> dict[str, Any]:
    frame = state.k[-1]
    return {name: frame[slot] for name, slot in site.slots.items()}


def _refused(machine: Machine, state: State, site: Site) -> tuple[Refused, ...]:
    """The actions of a menu that are not offered, each with the reason of the first need that fails."""
    assert state.q is not None
    program = machine.program
    offered = set(state.q[1])
    node = site.node
    types = Types(program, site.procedure.types).learn(site.procedure.body)
    known = _known(site, state)
    you = state.q[2][0]
    actor = you
    if node.get("to") is not None:
        given = {name: (value, types.locals.get(name, "any")) for name, value in known.items()}
        actor = machine.value(state, node["to"], **given)
    found = []
    for i, verb in enumerate(program.data["menus"][node["menu"]]["actions"]):
        if i not in offered:
            found.append(Refused(verb, *_why(machine, state, verb, actor, you)))
    return tuple(found)


def _why(machine: Machine, state: State, verb: str, actor: int, you: int) -> tuple[Any, str | None]:
    """The reason of the first need that fails for whoever would act, and the rule it belongs to."""
    declared = machine.program.data["verbs"][verb]
    part = actor_part(declared)
    types = {one["name"]: one["type"] for one in declared.get("parts", ())}
    given: dict[str, Any] = {"you": (you, "thing:player?")}
    if part is not None:
        given[part] = (actor, types[part])
    early = {id(one.test) for one in conditions_of(machine.code.module, verb)[0] if one.names <= set(given)}
    for need in declared.get("needs") or ():
        if id(need["test"]) in early and not machine.value(state, need["test"], **given):
            reason = need.get("reason")
            if reason is None:
                return None, declared.get("label")
            values = [
                (one["type"], machine.value(state, one["value"], **given))
                for one in reason.get("values") or ()
            ]
            return (reason["text"], *values), declared.get("label")
    return None, declared.get("label")
