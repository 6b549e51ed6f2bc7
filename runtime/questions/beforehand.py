"""What can be said of an action before its parts are chosen: what it costs, and what there is no choice of.

An action that leaves one thing to choose from does not ask. So that nobody spends or reveals something
unawares, a menu names it: `Use a card: Shotgun`. Why an action cannot be taken is in why_refused.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from tilewright.schemas.wording import Amount, filled

from ..evaluating.operations import Unreadable, as_list
from ..evaluating.position import Position
from ..evaluating.program_index import Env, Node, ProgramIndex, called
from ..seats.seat_view import SeatView
from ..seats.titles import verb_title_of
from ..seats.wording import lowered
from ..state.state import Over
from .prompts import OptionNote, worked_out

LOOKED_AT = 40
"""So many choices of an action are looked at for what it costs."""

SettledPart = tuple[Node, int, Env]
"""A part of an action, the one thing it can be, and what was chosen before."""


def settled(sight: SeatView, verb: str, actor: int, you: int, known: Env | None = None) -> list[SettledPart]:
    """The next parts of an action of which there is no choice: they will not be asked for. Some parts may be
    `known` already.
    """
    declared, position = sight.index.data["verbs"][verb], Position(sight.index, sight.state)
    found: list[SettledPart] = []
    try:
        env = {**position.beginning(declared, actor, you), **(known or {})}
        for part in declared["parts"]:
            if part["name"] in env:
                continue
            if part.get("open") == "always" or part.get("from") is None:
                break
            options = list(islice(position.continuing(verb, part, env), 2))
            if len(options) != 1 or (part.get("open") and len(position.among(part, env)) > 1):
                break  # there is a choice, or there would be one if what is hidden were otherwise
            found.append((part, options[0], env))
            env = {**env, part["name"]: options[0]}
    except (Over, Unreadable):
        pass
    return found


def note_of(index: ProgramIndex, verb: str, part: Node, env: Env) -> OptionNote | None:
    """The author's note beside each choice for a part."""
    declared, noting = index.data["verbs"][verb], part.get("noting")
    return OptionNote(noting, env, called(declared, verb), declared.get("at", -1)) if noting else None


def cost(sight: SeatView, verb: str, actor: int, you: int) -> str | None:
    """What an action takes and costs, as far as that is known before its parts are chosen: `2 actions`."""
    declared = sight.index.data["verbs"][verb]
    position = Position(sight.index, sight.state)
    env = position.beginning(declared, actor, you)
    takes = declared.get("takes") or ()
    found = [price_of(sight, one["target"], worked_out(position, one["amount"], env)) for one in takes]
    for call in declared.get("costs") or ():
        ways = islice(_ways(position, declared, call, env), LOOKED_AT)
        found.append(price_of_call(sight, position, call, list(ways)))
    return ", ".join(one for one in found if one) or None


def _ways(position: Position, declared: Node, call: Node, env: Env) -> Iterator[Env]:
    """The choices of parts with which the price of an action is known; the first choices, if it never is."""
    missing = next((one for one in declared["parts"] if one["name"] not in env), None)
    known = all(
        worked_out(position, one, env) is not None for one in call.get("args") or () if one is not None
    )
    if known or missing is None:
        yield env
        return
    for one in as_list(worked_out(position, missing.get("from"), env) or ()):
        yield from _ways(position, declared, call, {**env, missing["name"]: one})


def price_of_call(sight: SeatView, position: Position, call: Node, ways: list[Env]) -> str:
    """A price that is a verb: `discard 2`, or `discard 1–3` where it depends on what is chosen; nothing where
    that is 0.
    """
    kinds = [part["type"] for part in sight.index.data["verbs"][call["verb"]]["parts"]]
    args = [one for one, kind in zip(call.get("args") or (), kinds, strict=False) if kind == "number" and one]
    amounts = [
        _span(one for env in ways if (one := worked_out(position, arg, env)) is not None) for arg in args
    ]
    said = " ".join(one for one in amounts if one)
    if amounts and set(amounts) == {"0"}:
        return ""
    title = lowered(verb_title_of(sight.index, call["verb"]))
    return sight.say("engine/price_of", title, said) if said else title


def _span(numbers: Iterator[Any]) -> str:
    found = sorted(set(numbers))
    return "–".join(map(str, found if len(found) < 2 else (found[0], found[-1])))


def price_of(sight: SeatView, target: Node, amount: int | None) -> str:
    """A price that is taken from a value: `1 action`, `2 actions`, `some actions`."""
    name: str = target["property" if target["op"] == "game" else "name"]
    declared: Any = (
        sight.index.data["game_properties"][name]
        if target["op"] == "game"
        else sight.index.property(target["kind"], name)[1]
    )
    said = Amount(sight.say("engine/some"), 2) if amount is None else Amount(str(amount), amount)
    if declared.get("count"):  # how its language counts it
        return filled(declared["count"], [said], sight.wording.language)
    title = sight.value_title(declared, name)
    english = sight.wording.language == "en"
    one = english and amount == 1 and title.endswith("s") and not title.endswith("ss")
    return sight.say("engine/price", said, title[:-1] if one else title)
