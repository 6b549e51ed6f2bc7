"""Why one thing, space or link is not among the choices: for the tooltip over it, and for `why NAME`.

It is worked out on positions in which everything that the seat does not know is dealt again, and only what
all of them agree on is said: so a reason tells nothing about what really lies hidden.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.schemas.value_types import type_of
from tilewright.schemas.walking import let_values

from ..evaluating.position import Position
from ..evaluating.program_index import Node, ProgramIndex
from ..game import Game
from ..questions import document
from ..questions.prompts import QuestionSite, locals_now
from ..questions.why_not import Fact, SeatFacts
from ..questions.why_refused import Why
from ..seats.determinize import Unknown, dealt, unknown
from ..seats.seat_view import SeatView
from ..seats.titles import verb_title_of
from ..state.state import NONE, State

DEALS = 3

# The title of the action that cannot be taken with it, nothing where something is chosen; why; the rule.
Reason = tuple[str, str, str]


def reasons(game: Game, seat: str | None, name: str) -> list[Reason]:
    """What keeps something, by its name or handle, out of the open question, as far as the seat can know.

    Nothing if it is offered, if the seat is not asked, or if the rules do not ask for such a thing at all.
    """
    number, state = game.number_of(seat), game.state
    mine = None if state.q is None else document.asked(state.q, number, game.site())
    one = entity(game.seat_view(seat), name)
    if mine is None or one == NONE or (one in mine.options and mine.sort != "menu"):
        return []
    hidden = unknown(game.index, state, number)
    said: list[list[Reason]] = []
    for copy in deals(game, seat, hidden, DEALS):
        sight = SeatView(game.index, copy, number, game.handles.clone())
        said.append(list(_found(game, sight, mine, lies_instead(state, copy, hidden, one))))
    return [one for one in dict.fromkeys(said[0]) if all(one in other for other in said[1:])]


def deals(game: Game, seat: str | None, hidden: Unknown, count: int) -> Iterator[State]:
    """So many positions that a seat cannot tell from this one, always the same. The designer, from whom
    nothing is hidden, gets one copy of it.
    """
    if game.number_of(seat) is None:
        yield game.state.clone()
        return
    first = game.moment(seat) * 7919
    yield from (dealt(game.state, hidden, seed) for seed in range(first, first + count))


def entity(sight: SeatView, name: str) -> int:
    """What a name or handle of the seat's view stands for."""
    number = sight.index.program.number.get(name, NONE)
    if number != NONE and (sight.index.is_kind(number, "space") or sight.index.is_kind(number, "link")):
        return number
    return next((one for one in sight.visible() if sight.handle(one) == name), NONE)


def lies_instead(state: State, copy: State, hidden: Unknown, one: int) -> int:
    """What lies where a thing that is seen lay before everything hidden was dealt again."""
    place = state.at[one]
    if place == NONE:
        return one
    lying = [other for other in state.z[place] if other not in hidden.roaming]
    return copy.z[place][lying.index(one)] if one in lying else one


def _found(game: Game, sight: SeatView, mine: document.Asked, one: int) -> Iterator[Reason]:
    machine, state = game.machine, sight.state
    site = mine.site
    node = machine.code.sites[state.k[-1][0]].node
    env = locals_now(machine, state)
    if mine.sort == "menu" and site.menu is not None:
        yield from _of_actions(sight, site, one)
        return
    procedure = machine.code.sites[state.k[-1][0]].procedure
    facts = SeatFacts(sight, Position(game.index, state), let_values(procedure.body))
    fact: Fact | None = None
    if "$part" in node:
        verb, name = node["$part"]
        parts = game.index.data["verbs"][verb]["parts"]
        at = next(i for i, part in enumerate(parts) if part["name"] == name)
        known = {word: env[word] for word in ("you", *(part["name"] for part in parts[:at])) if word in env}
        fact = facts.outside(parts[at]["from"], known, one)
        if fact is None and node["from"]["op"] == "$part":
            # It is in the set, but does not go with the rest of the action.
            fact = Why(sight).against(verb, {**known, name: one})[1]
    elif node["op"] == "together":
        if "from" in node["choose"]:
            fact = facts.outside(node["choose"]["from"], {**env, node["name"]: _member(sight)}, one)
    elif "from" in node:
        fact = facts.outside(node["from"], env, one)
    if fact is not None and fact.text:
        yield "", fact.text, fact.rule or sight.rule(site.rule) or ""


def _of_actions(sight: SeatView, site: QuestionSite, one: int) -> Iterator[Reason]:
    """For each action of a menu that takes such a thing, why it cannot be taken with this one. What stands
    against an action as a whole is told by the question itself."""
    index = sight.index
    for verb in index.data["menus"][site.menu]["actions"]:
        declared = index.data["verbs"][verb]
        part = next((part["name"] for part in declared["parts"] if _takes(index, part, one)), None)
        if part is None:
            continue
        why = Why(sight, (part, one))
        fact = why.against(verb, why.position.beginning(declared, site.actor, site.you))[1]
        if why.met and fact is not None and fact.text:
            yield verb_title_of(index, verb), fact.text, fact.rule or ""


def _takes(index: ProgramIndex, part: Node, one: int) -> bool:
    """Whether a part of an action is chosen from things like this."""
    kind = type_of(part["type"]).kind
    return part.get("from") is not None and kind in index.kinds and index.is_kind(one, kind)


def _member(sight: SeatView) -> int:
    """For whom a seat is asked, where all are asked together."""
    question = sight.state.q
    assert question is not None
    asked, answers = question[1], question[5]
    own = [i for i, entry in enumerate(asked) if sight.seat is None or sight.seat in entry[1]]
    member: int = asked[next((i for i in own if answers[i] is None), own[0])][0]
    return member
