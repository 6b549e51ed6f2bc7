"""What the rules say about the board before anybody asks: how far, who sees what and what is in the way.

Everything is worked out by the program's own relations, with one seat's eyes: a test that reads what the seat
may not know counts as if nothing were there, so an overlay never tells more than the seat's view does.
"""

from __future__ import annotations

import heapq
from collections import Counter
from typing import Any

from tilewright.schemas.documents import Document
from tilewright.schemas.walking import operations

from ..evaluating.operations import Unreadable
from ..evaluating.relations import Relations
from ..game import Game
from ..geometry.all_lines import every_line
from ..seats.seat_view import SeatView, centre
from ..seats.titles import title_of
from ..seats.wording import wording
from ..state.state import FAR, NONE, Over
from .paces import stepped

SORTS = ("reach", "way", "sight", "adjacent", "ruler")
MEASURES = 4  # relations that the ruler names at most


class Eyed:
    """The relations of a game as one seat can judge them."""

    def __init__(self, game: Game, seat: str | None) -> None:
        self.game = game
        self.index = game.index
        self.sight: SeatView = game.seat_view(seat)
        self.visibility = self.sight.visibility
        self.relations: Relations = self.visibility.values.relations
        self._masks: dict[str, int] = {}

    def named(self, sort: str, mover: int) -> list[str]:
        """The relations of a sort: lines for sight, all others for steps. Those come first along which the
        mover steps, to whom the ways of others say nothing; without such, those that are used most.
        """
        declared: Document = self.index.data["relations"]
        wanted = [n for n, one in declared.items() if (one.get("line") is not None) == (sort == "sight")]
        if sort == "adjacent":
            told = [name for name in wanted if declared[name].get("phrase")]
            return told or wanted
        spoken = operations(self.index.data["verbs"])
        uses = Counter(value for op in spoken for value in op.values() if isinstance(value, str))
        wanted.sort(key=lambda name: -uses[name])
        own = [] if sort == "sight" else stepped(self.index, mover)
        return [*own, *(n for n in wanted if n not in own and declared[n].get("phrase"))] if own else wanted

    def about(self, name: str | None) -> int:
        """The space that a name or handle of the view stands for, or on; NONE if the seat cannot tell."""
        if name is None:
            return NONE
        number = self.index.program.number.get(name, NONE)
        if 0 <= number < len(self.index.spaces):
            return number
        thing = self.thing(name)
        return NONE if thing == NONE else self.visibility.values.space_of(thing)

    def thing(self, handle: str | None) -> int:
        """The thing with this handle, if the seat sees where it is."""
        seen = (one for one in self.sight.visible() if self.sight.handle(one) == handle)
        return next(seen, NONE)

    def mask(self, name: str) -> int:
        """What blocks a relation as far as the seat can know."""
        if name not in self._masks:
            geometry = self.relations.geometry
            self._masks[name] = geometry.mask(name, lambda feature: self._holds(name, feature))
        return self._masks[name]

    def related(self, name: str, a: int, b: int) -> bool:
        return self.relations.geometry.related(name, a, b, self.mask(name))

    def neighbours(self, name: str, a: int) -> tuple[int, ...]:
        return self.relations.geometry.neighbours(name, a, self.mask(name))

    def distances(self, name: str, start: int) -> dict[int, int]:
        """The cost of the cheapest way to every space that can be reached."""
        return self._cheapest(name, start)[0]

    def way(self, name: str, start: int, end: int) -> dict[int, int]:
        """The spaces on the cheapest way to a space, in their order, each with the cost so far."""
        costs, before = self._cheapest(name, start)
        found = [end] if end in costs and end != start else []
        while found and (last := before[found[-1]]) != start:
            found.append(last)
        return {space: costs[space] for space in reversed(found)}

    def _cheapest(self, name: str, start: int) -> tuple[dict[int, int], dict[int, int]]:
        """The cost of the cheapest way to every space, and the space before it on that way."""
        price = self.index.data["relations"][name].get("cost")
        best, before, waiting = {start: 0}, dict[int, int](), [(0, start)]
        while waiting:
            cost, space = heapq.heappop(waiting)
            if cost > best[space]:
                continue
            for to in self.neighbours(name, space):
                total = cost + (1 if price is None else self._cost(price, space, to))
                if total < best.get(to, FAR):
                    best[to], before[to] = total, space
                    heapq.heappush(waiting, (total, to))
        return best, before

    def in_the_way(self, name: str, a: int, b: int) -> list[int]:
        """Spaces and links that block the straightest line, the first that is met first."""
        blocked = self._blocking(name)
        relation = self.relations.geometry.relation(name)
        for line in every_line(relation, a, b):
            corner = [one for one in (*line.corner_spaces, *line.corner_links) if one in blocked[1]]
            return [one for one in (*line.links, *line.spaces) if one in blocked[0]] + corner
        return []

    # ---------------------------------------------------------------- within

    def _blocking(self, name: str) -> tuple[set[int], set[int]]:
        """What blocks now, in passing and at corners: the same tests as the engine's, through these eyes."""
        found: tuple[set[int], set[int]] = (set(), set())
        clauses = self.index.data["relations"][name]["blocks"]
        every = range(self.index.first_link + len(self.index.link_data))
        for clause in clauses:
            for entity in every:
                about = [entity] if self.index.is_kind(entity, clause["kind"]) else []
                if entity < len(self.index.spaces):
                    about += [
                        one
                        for one in self.visibility.values.pieces(entity, clause["kind"])
                        if self.visibility.where(one) and self.visibility.name(one)
                    ]
                if any(self._seen_test(clause.get("where"), one) for one in about):
                    found[bool(clause.get("corner"))].add(entity)
        return found

    def _seen_test(self, where: Any, one: int) -> bool:
        if where is None:
            return True
        values = self.visibility.values
        try:
            with values.watching() as read:
                holds = bool(values.of(where, {"it": one, "from": NONE, "to": NONE, "crossed": ()}))
        except (Over, Unreadable):
            return False
        return holds and self.visibility.may_read(read)

    def _holds(self, name: str, feature: Any) -> int:
        """The value of a feature's test; if it reads what the seat may not know, the one that blocks
        nothing."""
        nothing = int(not feature.holds) if feature.sort != "within" else FAR
        clause = self.index.data["relations"][name].get(feature.sort)
        if feature.sort == "blocks" and feature.entity < len(self.index.spaces):
            kind = clause[feature.clause]["kind"]
            pieces = self.visibility.values.pieces(feature.entity, kind)
            if any(not (self.visibility.where(one) and self.visibility.name(one)) for one in pieces):
                return nothing
        try:
            with self.visibility.values.watching() as read:
                holds = self.relations.holds(name, feature)
        except (Over, Unreadable):
            return nothing
        return holds if self.visibility.may_read(read) else nothing

    def _cost(self, price: Any, start: int, to: int) -> int:
        values = self.visibility.values
        try:
            with values.watching() as read:
                cost = int(values.of(price, {"from": start, "to": to, "crossed": ()}))
        except (Over, Unreadable):
            return 1
        return cost if self.visibility.may_read(read) else 1


def overlay(
    game: Game, seat: str | None, sort: str, about: str | None = None, target: str | None = None
) -> Document:
    """One overlay for one seat: `spaces` with their text, `blockers`, `lines` between points, and a `note`.

    `about` and `target` are names or handles of the seat's view. What has no answer gives only a note.
    """
    found: Document = {"sort": sort, "about": None, "spaces": {}, "blockers": [], "lines": [], "note": ""}
    eyed = Eyed(game, seat)
    movers = (eyed.thing(name) for name in (about, _asked_about(game, seat)))
    mover = next((one for one in movers if game.index.is_kind(one, "figure")), NONE)
    names = eyed.named(sort, mover) if sort in SORTS else []
    if not names:
        return found | {"note": wording(game.index).say("engine/hint_no_rule")}
    start = eyed.about(about)
    if start == NONE:
        start = eyed.about(_asked_about(game, seat))
    if start == NONE:
        return found | {"note": wording(game.index).say("engine/hint_point")}
    index = game.index
    found["about"] = index.name(start)
    match sort:
        case "reach":
            far = eyed.distances(_walk(eyed, names, start), start)
            found["spaces"] = {index.name(s): str(cost) for s, cost in far.items() if s != start}
        case "way":
            end = eyed.about(target)
            if end == start:
                return found | {"note": wording(index).say("engine/hint_there", title_of(index, start))}
            steps = eyed.way(_walk(eyed, names, start), start, end)
            found["spaces"] = {index.name(s): str(cost) for s, cost in steps.items()}
        case "adjacent":
            found["spaces"] = {index.name(s): "" for s in eyed.neighbours(names[0], start)}
        case "sight":
            others = (s for s in range(len(index.spaces)) if s != start)
            found["spaces"] = {index.name(s): "" for s in others if eyed.related(names[0], start, s)}
            end = eyed.about(target)
            if end not in (NONE, start):
                found |= _thread(eyed, names[0], start, end)
        case "ruler":
            end = eyed.about(target)
            if end in (NONE, start):
                return found | {"note": wording(index).say("engine/hint_from", title_of(index, start))}
            found |= _measured(eyed, mover, start, end)
    return found


def _thread(eyed: Eyed, name: str, start: int, end: int) -> Document:
    """The line between two spaces, and what is in its way."""
    index = eyed.index
    clear = eyed.related(name, start, end)
    blockers = [] if clear else eyed.in_the_way(name, start, end)
    ends = [centre(index.spaces[one]) for one in (start, end)]
    titles = ", ".join(dict.fromkeys(title_of(index, one) for one in blockers[:3]))
    if clear:
        length = eyed.relations.geometry.line_length(name, start, end, eyed.mask(name))
        key, parts = ("hint_clear_far", (str(length),)) if length < FAR else ("hint_clear", ())
    else:
        key, parts = ("hint_blocked_by", (titles,)) if titles else ("hint_blocked", ())
    note = wording(index).say(f"engine/{key}", title_of(index, start), title_of(index, end), *parts)
    line = {"points": ends, "clear": clear}
    return {"lines": [line], "blockers": [index.name(one) for one in blockers], "note": note}


def _measured(eyed: Eyed, mover: int, start: int, end: int) -> Document:
    """How far it is by every relation that leads there: steps, and straight lines."""
    index, say = eyed.index, wording(eyed.index).say
    said: list[tuple[str, str]] = []
    for name in eyed.named("reach", mover):  # the mover's own come first: of equal distances theirs is said
        far = eyed.distances(name, start).get(end)
        if far is not None and str(far) not in (one for _, one in said):
            said.append((name, str(far)))
    for name in eyed.named("sight", mover):
        if eyed.related(name, start, end):
            length = eyed.relations.geometry.line_length(name, start, end, eyed.mask(name))
            said.append((name, str(length) if length < FAR else say("engine/hint_is_clear")))
    # What relations are called in the rules is English: in another language the distances stand alone.
    own = wording(index).language == "en"
    told = (f"{name.replace('_', ' ')} {far}" if own else far for name, far in said[:MEASURES])
    ways = ", ".join(dict.fromkeys(told)) or say("engine/hint_no_way")
    ends = [centre(index.spaces[one]) for one in (start, end)]
    return {
        "spaces": {index.name(end): said[0][1] if said else "×"},
        "lines": [{"points": ends, "clear": bool(said)}],
        "note": say("engine/hint_measured", title_of(index, start), title_of(index, end), ways),
    }


def _walk(eyed: Eyed, names: list[str], start: int) -> str:
    """The relation that steps are taken along: of those used most, the first that leads anywhere."""
    return next((name for name in names if eyed.neighbours(name, start)), names[0])


def _asked_about(game: Game, seat: str | None) -> str | None:
    """Who the open question is about: whoever acts, or the last figure that the log of the seat tells of."""
    question = game.question(seat)
    if question is not None and question["actor"] is not None:
        return str(question["actor"])
    for entry in reversed(game.log(seat)):
        if entry["sort"] in ("move", "verb") and entry["things"]:
            return str(entry["things"][0])
    return None
