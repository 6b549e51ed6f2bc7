"""One sentence for each sort of event, as one seat may know it. Who hears of what is decided in log.py.

`TELLERS` has a function for every event but moves: what several moves have in common is told in one line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.schemas.documents import Document
from tilewright.schemas.value_types import type_of
from tilewright.schemas.wording import Amount

from ..evaluating.evaluator import MOST_NAMED
from ..evaluating.program_index import ProgramIndex
from ..state import events as ev
from ..state.events import Event
from ..state.program import none_of
from ..state.state import NO_NUMBER, NONE
from .seat_view import SeatView
from .titles import full_title_of, title_of, verb_title_of
from .wording import capital, counted, lowered

EntryDocument = Document

NAMED = 6
"""So many things that move together are named; of more it is said how many they are."""


def entry(text: str, rule: str | None, sort: str, **more: object) -> EntryDocument:
    """One line of a log."""
    found: EntryDocument = {"text": text, "rule": rule, "things": [], "spaces": [], "sort": sort, "data": {}}
    return found | more


def _mark(declared: Mapping[str, Any], *, boxed: bool = False) -> dict[str, bool]:
    """The mark of a line that nobody reads, as it is about what is `untold` or in the box."""
    return {"untold": True} if boxed or declared.get("untold") else {}


# ------------------------------------------------------------------------- moves


@dataclass(frozen=True, slots=True)
class Moved:
    """A move as one seat saw it."""

    title: str
    kinds: tuple[str, ...]  # what it is, as far as the seat knows, the narrowest kind first
    known: bool  # whether the seat knows which thing it is
    handle: str
    start: int
    to: int
    end: str  # what the place is called where it went
    rule: str | None


def moved(sight: SeatView, event: Event, name: bool, where: bool, called: str | None) -> Moved | None:
    """A move, by the name the thing had or has now; of what moves out of sight only that something does, and
    nothing of what the rules put aside for themselves.
    """
    _, thing, start, to, _, rule = event
    visibility, index = sight.visibility, sight.index
    if away(sight, start) and away(sight, to):
        return None
    seen = visibility.where(thing)
    if not where and not seen and index.trait(thing, "place_seen") not in (None, "everybody"):
        return None
    known = name or visibility.name(thing)
    back = sight.back_kind(thing)
    title = full_title_of(index, thing) if known else sight.kind_title(back)
    handle = index.name(thing) if known else called if called and not seen else back
    if seen and not known:
        handle = sight.handle(thing)
    # A thing with copies is a kind of its own, but nobody speaks of two of them by its name.
    kinds = index.kinds_of(thing)[1:] if known else index.chain(back)
    end = sight.title(to) if to < index.size and away(sight, start) else where_to(sight, to)
    return Moved(title, kinds, known, handle, start, to, end, rule)


def told_moves(sight: SeatView, moves: Sequence[Moved]) -> EntryDocument:
    """Moves to one place in one line: `Axe and Rope move to Discards.`, `5 cards move to Discards.`

    What is moved to the space where it is has gone nowhere, and is not read out. The position may have gone
    on since: what hangs on it is in the moves.
    """
    index, last = sight.index, moves[-1]
    onto = f"_{on(index, last.to)}" if last.to < index.size else ""
    fresh = all(away(sight, one.start) for one in moves)
    comes = all(not is_in_play(index, one.start) for one in moves)
    card = any("card" in one.kinds for one in moves)
    several = len(moves) > 1
    who = who_moved(sight, moves)
    who = who._replace(words=capital(who.words))
    if away(sight, last.to):
        text = sight.say("engine/box", who)
    elif onto and comes:
        text = sight.say(f"engine/{'place' if fresh or card else 'arrive'}{onto}", who, last.end)
    else:
        text = sight.say("engine/move", who, last.end)
    steps = [
        {
            "thing": one.handle,
            "from": None if away(sight, one.start) else index.name(one.start),
            "to": None if away(sight, one.to) else index.name(one.to),
        }
        for one in moves
    ]
    data: Document = {**steps[0], "more": steps[1:]} if several else steps[0]
    places = dict.fromkeys(place for one in moves for place in (one.start, one.to))
    on_board = last.to < index.size
    stays = on_board and all(one.start == one.to for one in moves)
    return entry(
        text,
        last.rule,
        "move",
        things=list(dict.fromkeys(one.handle for one in moves)),
        spaces=[index.name(place) for place in places if index.is_kind(place, "space")],
        data=data,
        **_mark({"untold": stays} if on_board else index.places[last.to - index.size]),
    )


def away(sight: SeatView, place: int) -> bool:
    """Whether what is there is in the box, or where players need not look: in an internal pile."""
    index = sight.index
    if place in (NONE, index.box):
        return True
    return (
        sight.seat is not None
        and place >= index.size
        and bool(index.places[place - index.size].get("internal"))
    )


def is_in_play(index: ProgramIndex, place: int) -> bool:
    """Whether what is there is on the board, or in a slot or place in play; else it waits beside it."""
    if place < index.size:
        return place != NONE
    declared = index.places[place - index.size]
    return bool(declared.get("in_play")) or declared.get("sort") == "slot"


def who_moved(sight: SeatView, moves: Sequence[Moved]) -> Amount:
    """The things that move together, by their names if they are few and known, else how many of what."""
    titles = [one.title for one in moves]
    if len(moves) == 1 or (len(set(titles)) == len(titles) <= NAMED and all(one.known for one in moves)):
        return sight.wording.listed(titles)
    common = [kind for kind in moves[0].kinds if all(kind in one.kinds for one in moves)]
    return counted(sight.index, common[0] if common else "thing", len(moves))


def on(index: ProgramIndex, place: int) -> str:
    """`at` a space, `on` a link."""
    return "on" if index.is_kind(place, "link") else "at"


def where_to(sight: SeatView, place: int) -> str:
    """A place as the end of a move: `d1`, `Discards`, `the hand of Player 1`."""
    title = sight.place_title(place)
    owned = (
        place >= sight.index.size and sight.index.places[place - sight.index.size].get("owner") is not None
    )
    return sight.say("engine/owned", lowered(title)) if owned else title


# ------------------------------------------------------------------------- values


def told_set(sight: SeatView, event: Event, running: Sequence[str]) -> EntryDocument | None:
    """A value that changes; of what is in the box nobody reads it."""
    _, entity, name, old, new, rule = event
    declared = readable(sight, event)
    if declared is None or old == new:
        return None
    index, handle = sight.index, None if entity == NONE else sight.handle(entity)
    said = changed(sight, sight.value_title(declared, name), declared, old, new)
    data = {"thing": handle, "property": name, "value": sight.plain(declared["type"], new)}
    spaces = [index.name(entity)] if entity != NONE and index.is_kind(entity, "space") else []
    if entity != NONE:
        said = sight.say("engine/about", title_with_sides(sight, entity), said)
    text = capital(f"{said}.")
    things = [handle] if handle else []
    boxed = entity != NONE and sight.state.at[entity] == index.box
    return entry(text, rule, "set", things=things, spaces=spaces, data=data, **_mark(declared, boxed=boxed))


def readable(sight: SeatView, event: Event) -> Document | None:
    """The declaration of a property that is set, if the seat may read it, and people read it at all."""
    _, entity, name, *_ = event
    if entity == NONE:
        declared: Document | None = sight.index.data["game_properties"].get(name)
        seen = declared is not None and sight.visibility.game_value(name, declared)
    else:
        kind, declared = sight.index.properties(sight.index.entities[entity]["kind"]).get(name, ("", None))
        seen = declared is not None and sight.visibility.value(entity, kind, name, declared)
    return declared if seen and declared is not None and not declared.get("internal") else None


def changed(sight: SeatView, title: str, declared: Document, old: Any, new: Any) -> str:
    """What became of a value: `open`, `no longer open`, `health 2 (−1)`, `leader is now Ogre 1`."""
    kind = type_of(declared["type"])
    if kind.base == "yes_no":
        return title if new else sight.say("engine/no_longer", title)
    if kind.optional and new == none_of(kind):
        return sight.say("engine/no_more", title)
    if new == ():
        return sight.say("engine/empty", title)
    shown = sight.written(kind, new)
    # Who may read a value only from now on is not to learn from which side it came.
    public = declared.get("seen") in (None, "everybody") and not declared.get("derived")
    if kind.base == "number" and old != NO_NUMBER and public:
        key = "engine/up" if new > old else "engine/down"
        return sight.say(key, title, shown, sight.written(kind, abs(new - old)))
    return sight.say("engine/now", title, shown)


def title_with_sides(sight: SeatView, entity: int) -> str:
    """What a thing is called; a link by what it lies between: `Door between d1 and e1`."""
    index = sight.index
    if not index.is_kind(entity, "link"):
        return sight.title(entity)
    one, other = (sight.title(side) for side in index.sides(entity))
    return sight.say("engine/between", title_of(index, entity), one, other)


# ------------------------------------------------------------------------- the others


def told_shuffle(sight: SeatView, event: Event, running: Sequence[str]) -> EntryDocument | None:
    _, place, rule = event
    text = sight.say("engine/shuffle", capital(where_to(sight, place)))
    return entry(text, rule, "shuffle", data={"place": sight.index.name(place)})


def told_roll(sight: SeatView, event: Event, running: Sequence[str]) -> EntryDocument | None:
    """A roll, with what it is for, by its rule or else by the verb: `Attack: Player 1 rolls 2 and 5.`"""
    _, die, faces, purpose, by, rule = event
    if isinstance(die, int):
        die = list(sight.index.data["dice"])[die]
    declared = sight.index.data["dice"][die]
    shown = [sight.written(declared["type"], face) for face in faces]
    more = len(shown) - MOST_NAMED
    rest = [sight.say("engine/more", Amount(f"{more:,}", more))] if more > 0 else []
    named = sight.wording.listed([*shown[:MOST_NAMED], *rest])
    verb = verb_title_of(sight.index, running[-1]) if running else ""
    about = list(filter(None, [sight.text(purpose) or verb]))
    doer = [sight.title(by)] if isinstance(by, int) and by >= 0 else []
    key = "engine/roll" + "_for" * len(about) + "_by" * len(doer)
    text = sight.say(key, *about, *doer, named if shown else sight.say("engine/no_dice"))
    data = {"die": die, "faces": shown, "by": None if by == NONE else sight.handle(by)}
    return entry(text, rule, "roll", data=data)


def told_show(sight: SeatView, event: Event, running: Sequence[str]) -> EntryDocument | None:
    _, things, seats, rule = event
    if not things:
        return None
    titles = sight.wording.listed([sight.title(one) for one in things])
    who = sight.wording.listed([title_of(sight.index, seat) for seat in seats])
    text = sight.say("engine/see", who, titles) if seats else sight.say("engine/see_nobody", titles)
    return entry(text, rule, "show", things=seen_handles(sight, things))


def told_reveal(sight: SeatView, event: Event, running: Sequence[str]) -> EntryDocument | None:
    _, things, rule = event
    if not things:
        return None
    titles = sight.wording.listed([sight.title(one) for one in things])
    text = sight.say("engine/reveal" if event[0] == ev.REVEAL else "engine/hide", titles)
    return entry(capital(text), rule, "show", things=seen_handles(sight, things))


def seen_handles(sight: SeatView, things: Sequence[int]) -> list[str]:
    return [sight.handle(one) if sight.visibility.where(one) else sight.back_kind(one) for one in things]


def told_say(sight: SeatView, event: Event, running: Sequence[str]) -> EntryDocument | None:
    _, text, seats, about, look, rule = event
    if seats is not None and sight.seat is not None and sight.seat not in seats:
        return None
    index = sight.index
    every = [one for part in about for one in part]
    board = [one for one in every if index.is_kind(one, "space")]

    def seen(things: Sequence[int]) -> list[str]:
        shown = (one for one in things if one not in board and sight.visibility.where(one))
        return list(dict.fromkeys(map(sight.handle, shown)))

    data: Document = {"look": look} if look else {}
    if look and len(about) > 1:
        data["by"] = seen(about[0])
    return entry(
        sight.raw_text(text),
        rule,
        "say",
        things=seen(every),
        spaces=list(dict.fromkeys(map(index.name, board))),
        data=data,
    )


def told_begin(sight: SeatView, event: Event, running: Sequence[str]) -> EntryDocument | None:
    """A verb with a title: `Ogre 1: Attack with Axe at Player 2.` Who is named by two parts is named once."""
    _, verb, parts, you, secret, rule = event
    declared = sight.index.data["verbs"].get(verb)
    if declared is None or not declared.get("title") or (secret and sight.seat not in (None, you)):
        return None
    named = [
        (about, part)
        for part, about in zip(parts, declared["parts"], strict=False)
        if type_of(about["type"]).is_thing
        and isinstance(part, int)
        and part >= 0
        and sight.visibility.where(part)
    ]
    doer = next((part for about, part in named if about.get("label") == "by" or part == you), NONE)
    if doer == NONE and not named and isinstance(you, int):
        doer = you
    leading = [(about, part) for about, part in named if part == doer]
    rest = [
        (about, part)
        for place, (about, part) in enumerate(named)
        if part != doer and part not in (one for _, one in named[:place])
    ]
    said = sight.text(declared["title"])
    for about, part in rest:
        label, title = about.get("label"), sight.title(part)
        if title == sight.text(declared["title"]):
            continue  # an action of a card that is called like it
        said = (
            sight.say("engine/part", said, label, title) if label else sight.say("engine/about", said, title)
        )
    if doer >= 0:
        said = sight.say("engine/about", sight.title(doer), said)
    board = [part for _, part in rest if sight.index.is_kind(part, "space")]
    things = [sight.handle(part) for _, part in (*leading, *rest) if part not in board]
    spaces = [sight.index.name(one) for one in board]
    return entry(capital(f"{said}."), rule, "verb", things=things, spaces=spaces)


def told_over(sight: SeatView, event: Event, running: Sequence[str]) -> EntryDocument | None:
    _, outcome, winners, reason, rule = event[:5]
    names = sight.wording.listed([title_of(sight.index, one) for one in winners])
    ends = {"draw": "engine/drawn", "stuck": "engine/stuck"}
    text = sight.say(ends.get(outcome) or ("engine/win" if winners else "engine/lose"), names)
    told = "" if reason is None else f" {sight.raw_text(reason)}"
    return entry(text + told, rule, "end")


TELLERS = {
    ev.SET: told_set,
    ev.RESET: told_set,
    ev.SHUFFLE: told_shuffle,
    ev.ROLL: told_roll,
    ev.SHOW: told_show,
    ev.REVEAL: told_reveal,
    ev.HIDE: told_reveal,
    ev.SAY: told_say,
    ev.BEGIN: told_begin,
    ev.OVER: told_over,
}
