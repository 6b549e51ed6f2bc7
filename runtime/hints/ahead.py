"""What an action may be taken with, before the action is chosen: the answers that lead from the open menu, or
from the question for a part of an action, to a choice of one thing, space or link.

A person points at an enemy, a door or a card, and means what can be done with it. Each action is begun on a
copy in which everything that the seat does not know is dealt again, and only what all copies agree on is
told. Nothing is told of an action in which chance decides before the thing can be chosen.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.schemas.documents import Document

from ..engine.engine import Machine
from ..evaluating.program_index import Env
from ..game import Game
from ..questions import document
from ..questions.beforehand import settled
from ..questions.prompts import locals_now, site_now
from ..seats.determinize import Unknown, unknown
from ..seats.handles import Handles
from ..seats.looking import LOOK
from ..seats.seat_view import SeatView
from ..state.state import CHOOSE, ELSE, FUEL, MENU, NONE, State
from .why_excluded import deals, entity, lies_instead

DEALS = 2
BUDGET = FUEL // 20  # a choice that takes more goes on to much else
PARTS = 12  # of a part with more choices than that the later parts are not looked at
SECONDS = 0.6  # nobody whose mouse rests somewhere waits longer; then nothing is told
PATIENCE = 5.0  # who has named an option waits for it

Ids = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A question on a copy, and the answers that led to it: ids as the seat counts them."""

    ids: Ids
    sight: SeatView
    mine: document.Asked
    part_of: str | None  # the action for a part of which it asks
    settled: dict[int, tuple[int, ...]]  # by option what else the action is taken with, without a choice

    def action(self, option: int) -> str | None:
        """The action that an option begins, or is a part of."""
        site = self.mine.site
        if self.mine.sort != "menu" or site.menu is None:
            return self.part_of
        actions: list[str] = self.sight.index.data["menus"][site.menu]["actions"]
        return actions[self.mine.options[option]]

    def option(self, position: int) -> Document:
        """One of its options, as the view tells of it."""
        return document.option(self.sight, self.mine.site, self.mine, position)

    def asks_for_space(self) -> bool:
        """Whether it is a space that can be chosen."""
        spaces = (one for i, one in enumerate(self.mine.options) if self._is_entity(i))
        return any(self.sight.index.is_kind(one, "space") for one in spaces)

    def choosing(self, entity: int) -> list[int]:
        """The options by which a thing, space or link is chosen."""
        here = (i for i, one in enumerate(self.mine.options) if self.ids and one == entity)
        return [*filter(self._is_entity, here), *(i for i, more in self.settled.items() if entity in more)]

    def chosen(self, after: Ids) -> Iterator[int]:
        """The things, spaces and links that can be chosen here once these answers have been given."""
        if self.ids[: len(after)] == after:
            yield from (self.mine.options[i] for i in range(len(self.mine.options)) if self._is_entity(i))
        for option, more in self.settled.items():
            if (*self.ids, option)[: len(after)] == after:
                yield from more

    def _is_entity(self, option: int) -> bool:
        kind, value, index = self.mine.site.kind, self.mine.options[option], self.sight.index
        return self.mine.sort == "choose" and value >= 0 and document.is_thing(kind, value, index.size)


@dataclass(slots=True)
class Ahead:
    """What a seat's open question leads to, found anew on each of several copies of the position."""

    hidden: Unknown
    copies: list[tuple[State, dict[Ids, Foreseen]]]


def looked(game: Game, seat: str | None, option: int | None = None) -> Ahead | None:
    """What lies ahead of the open question, or of one option; None if the seat is not asked for an
    action or a part of one, or if finding it takes too long.
    """
    number, state = game.number_of(seat), game.state
    if not _begins(game, number):
        return None
    found = Ahead(unknown(game.index, state, number), [])
    end = time.monotonic() + (SECONDS if option is None else PATIENCE)
    for copy in deals(game, seat, found.hidden, DEALS):
        looking = _Looking(game, number, game.handles.clone(), end, option)
        found.copies.append((copy, {asking.ids: asking for asking in looking.all(copy)}))
        if time.monotonic() > end:
            return None
    return found


def leading(game: Game, seat: str | None, ahead: Ahead, name: str) -> list[list[Document]]:
    """The ways to choose something, by its name or handle: of each way the options to answer with, in order,
    as the view tells of options; those of the first are the open question's.
    """
    one = entity(game.seat_view(seat), name)
    if one == NONE:
        return []
    every = []
    for copy, askings in ahead.copies:
        meant = lies_instead(game.state, copy, ahead.hidden, one)
        every.append([(*ids, i) for ids, asking in askings.items() for i in asking.choosing(meant)])
    first = ahead.copies[0][1]
    common = sorted(ids for ids in every[0] if all(ids in others for others in every))
    return [[first[ids[:i]].option(answer) for i, answer in enumerate(ids)] for ids in common]


def within(ahead: Ahead, option: int) -> list[str]:
    """What can be chosen after an option: handles of things, names of spaces and links."""
    every = []
    for _, askings in ahead.copies:
        sight = askings[()].sight
        found = (one for asking in askings.values() for one in asking.chosen((option,)))
        every.append(list(dict.fromkeys(name for one in found if (name := _name(sight, one)))))
    return [one for one in every[0] if all(one in others for others in every)]


def sets_out(ahead: Ahead, option: int) -> bool:
    """Whether the action of an option itself, and no part of it, goes on to ask for a space: for a step."""
    after = [askings.get((option,)) for _, askings in ahead.copies]
    return all(one is not None and one.part_of is None and one.asks_for_space() for one in after)


def _name(sight: SeatView, one: int) -> str | None:
    """What a thing, space or link is called in the view; None for a player."""
    if sight.index.is_kind(one, "space") or sight.index.is_kind(one, "link"):
        return sight.index.name(one)
    return None if sight.index.is_kind(one, "player") else sight.handle(one)


def _begins(game: Game, seat: int | None) -> bool:
    """Whether the open question asks a seat for an action, or for a part of one."""
    question = game.state.q
    if question is None or (seat is not None and seat not in question[2]):
        return False
    return question[0] == MENU or (question[0] == CHOOSE and _part(game.machine, game.state) is not None)


class _Looking:
    """Goes through the questions that lie ahead, on one copy."""

    def __init__(self, game: Game, seat: int | None, handles: Handles, end: float, only: int | None) -> None:
        self.game, self.seat, self.handles, self.end, self.only = game, seat, handles, end, only

    def all(self, state: State) -> Iterator[Foreseen]:
        """The open question, and those ahead of it."""
        yield (first := self._asking(state, ()))
        yield from self._after(first)

    def _after(self, asking: Foreseen) -> Iterator[Foreseen]:
        state = asking.sight.state
        depth = len(state.k) - (0 if asking.mine.sort == "menu" else 1)  # of the frame that plays the action
        for option, value in enumerate(asking.mine.options):
            if value == ELSE or time.monotonic() > self.end or self._passes_over(asking, option):
                continue
            copy, action = self._answered(state, option), asking.action(option)
            if copy is None or action is None or not self._goes_on(copy, depth, action):
                continue
            found = self._asking(copy, (*asking.ids, option))
            yield found
            if found.part_of is not None and len(found.mine.options) <= PARTS:
                yield from self._after(found)

    def _passes_over(self, asking: Foreseen, option: int) -> bool:
        """Whether only another option of the open question is looked at."""
        return self.only is not None and not asking.ids and option != self.only

    def _asking(self, state: State, ids: Ids) -> Foreseen:
        game = self.game
        state.fuel = LOOK  # what is offered is worked out like a view
        sight = SeatView(game.index, state, self.seat, self.handles)
        assert state.q is not None
        mine = document.asked(state.q, self.seat, site_now(game.machine, game.index, state))
        assert mine is not None  # only those are looked at that this seat is asked
        asking = Foreseen(ids, sight, mine, _part(game.machine, state), {})
        known = {} if asking.part_of is None else locals_now(game.machine, state)
        for option, value in enumerate(mine.options):
            if value != ELSE and (action := asking.action(option)) is not None:
                asking.settled[option] = tuple(self._settled(asking, action, value, known))
        return asking

    @staticmethod
    def _settled(asking: Foreseen, action: str, value: int, known: Env) -> Iterator[int]:
        """What an action is taken with after an option, without a choice."""
        sight, site = asking.sight, asking.mine.site
        parts = [part["name"] for part in sight.index.data["verbs"][action]["parts"]]
        chosen: Env = {}
        if site.name in parts:
            chosen = {name: known[name] for name in parts[: parts.index(site.name)]} | {site.name: value}
        for part, one, _ in settled(sight, action, site.actor, site.you, chosen):
            if document.is_thing(part["type"], one, sight.index.size):
                yield one

    def _answered(self, state: State, option: int) -> State | None:
        """The position after an option; None if it ends the game, or leaves something to chance."""
        assert state.q is not None
        copy = state.clone()
        copy.budget = min(copy.budget, BUDGET)
        self.game.machine.answer(copy, option, state.q[2][0] if self.seat is None else self.seat)
        return copy if copy.over is None and copy.r == state.r else None

    def _goes_on(self, state: State, depth: int, verb: str) -> bool:
        """Whether the same player is asked something by an action whose frame stands so deep."""
        q, code = state.q, self.game.machine.code
        asked = q is not None and q[0] == CHOOSE and (self.seat is None or self.seat in q[2])
        return asked and len(state.k) > depth and code.plays(state.k[depth][0], verb)


def _part(machine: Machine, state: State) -> str | None:
    """The action for a part of which the open question asks."""
    node = machine.code.sites[state.k[-1][0]].node
    return str(node["$part"][0]) if "$part" in node else None
