"""The open question for people: what is asked, what can be chosen and what not, and why. In the form of
view.md.

Which options there are was decided by the engine; what is written about them is decided here, for one seat.
How a question is put is in prompts.py, why something cannot be done in why_refused.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.schemas.value_types import type_of

from ..evaluating.position import Position
from ..evaluating.program_index import Node
from ..seats.seat_view import SeatView
from ..seats.titles import title_of, verb_title_of
from ..seats.wording import capital, lowered
from ..state.program import none_of
from ..state.state import (
    AGREE,
    CHOOSE,
    ELSE,
    MENU,
    NONE,
    NUMBER,
    OPTIONS,
    PAUSE,
    SEVERAL,
    TOGETHER,
)
from .beforehand import cost, note_of, settled
from .prompts import OptionNote, QuestionSite, site_now, site_of
from .why_refused import refused

KEYS = "123456789abcdefghijklmnopqrstuvwxyz"
"""The keys of options that keep one: of an action by its place in the menu, of a figure by that in its kind.
What is offered instead, `or "Stop here"`, has 0."""

__all__ = [
    "Asked",
    "Extra",
    "QuestionSite",
    "asked",
    "awaited",
    "document",
    "is_thing",
    "note",
    "site_now",
    "site_of",
]

SORTS = {
    CHOOSE: "choose",
    NUMBER: "number",
    OPTIONS: "options",
    MENU: "menu",
    PAUSE: "pause",
    SEVERAL: "several",
}
PROMPTS = {
    "choose": "engine/choose_one",
    "several": "engine/choose",
    "number": "engine/choose_number",
    "options": "engine/choose_one",
    "menu": "engine/choose_action",
    "pause": "engine/go_on_asked",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """One question as far as it concerns one seat. The id of an option is `first` and its position."""

    site: QuestionSite
    sort: str
    options: tuple[int, ...]
    least: int
    most: int
    first: int = 0


def asked(question: tuple[Any, ...], seat: int | None, site: QuestionSite) -> Asked | None:
    """What a seat is asked by the open question; None if it is not asked. The designer answers for everyone.

    Where all are asked together, it is what the first member of the seat is asked that has no answer yet.
    """
    sort, options, seats, least, most, answers = question
    if seat is not None and seat not in seats:
        return None
    if sort != TOGETHER:
        return Asked(site, site.sort if sort == AGREE else SORTS[sort], options, least, most)
    starts = [sum(len(one[2]) for one in options[:i]) for i in range(len(options))]
    own = [i for i, one in enumerate(options) if seat is None or seat in one[1]]
    number = next((i for i in own if answers[i] is None), own[0])
    _, _, options, least, most = options[number]
    own_site = site.members[number] if site.members else site
    several = "several" if site.many else own_site.sort if own_site.sort != "number" else "choose"
    return Asked(own_site, several, options, least, most, starts[number])


@dataclass(frozen=True, slots=True)
class Extra:
    """An action that can be taken on top of the open question."""

    id: int
    seat: int
    menu: str
    action: int


def awaited(question: tuple[Any, ...]) -> tuple[int, ...]:
    """The seats whose answer is still needed; where any one of several answers, all of them."""
    sort, options, seats, _, _, answers = question
    if sort == TOGETHER:
        found = (
            seat for one, given in zip(options, answers, strict=True) if given is None for seat in one[1]
        )
        return tuple(dict.fromkeys(found)) or tuple(seats)
    if sort == AGREE:
        left = tuple(seat for seat, given in zip(seats, answers, strict=True) if given is None)
        return left or tuple(seats)  # all have answered, and not alike: any of them may think better of it
    return tuple(seats)


def document(
    sight: SeatView, site: QuestionSite, number: int, waiting: list[str], extras: Sequence[Extra] = ()
) -> Node | None:
    """The question as a seat sees it; None if there is none, or it is a secret of others.

    Ids count this seat's options, then its `extras`: others would tell how many options somebody else has.
    `number` is that of the moment, `waiting` the names of those whose answer is awaited.
    """
    question = sight.state.q
    if question is None:
        return None
    mine = asked(question, sight.seat, site)
    extras = [one for one in extras if sight.seat in (None, one.seat)]
    if mine is None and site.secret:
        return besides(sight, number, waiting, extras) if extras else None
    site = mine.site if mine is not None else site
    sort = mine.sort if mine else SORTS.get(question[0], "choose")
    single = sort != "several" or mine is None
    # What others may choose from can tell what they hold: only who is asked sees the options.
    options = [option(sight, site, mine, i) for i in range(len(mine.options))] if mine else []
    first = mine.first if mine is not None and sight.seat is None else 0
    for position, one in enumerate(options):
        one["id"] = first + position
    return {
        "number": number,
        "seats": [sight.index.name(one) for one in question[2]],
        "sort": "choose" if mine is None and sort == "several" else sort,
        "prompt": prompt(sight, site, sort, told=mine is not None),
        "rule": sight.rule(site.rule),
        "secret": site.secret,
        "actor": None if site.own and mine is None else actor(sight, site.actor),
        "least": 1 if single or mine is None else mine.least,
        "most": 1 if single or mine is None else mine.most,
        "options": [*distinguishable(sight, options), *numbered(sight, extras, len(options))],
        "refused": list(refused(sight, site, mine.options)) if mine and mine.sort == "menu" else [],
    }


def prompt(sight: SeatView, site: QuestionSite, sort: str, *, told: bool) -> str:
    """How it is put; where something may be done or not, in its own words: `Hicks: reroll the 9?`, or its
    author's. These are `told` to nobody else: what somebody may do can tell what they hold. What a card asks
    begins with its title.
    """
    if site.may and not told:
        return sight.say(PROMPTS[sort])
    if site.prompt is not None:
        said, card = sight.raw_text(site.prompt), "" if site.card == NONE else sight.title(site.card)
        return said if card in said else f"{card}. {said}"
    if not site.may:
        return sight.say(PROMPTS[sort])
    said = sight.raw_text(site.labels[0]).rstrip(".?!")
    doer = sight.title(site.actor) if actor(sight, site.actor) is not None else ""
    return f"{doer}: {lowered(said)}?" if doer and doer not in said else f"{said}?"


def actor(sight: SeatView, thing: int) -> str | None:
    """The handle of whoever acts; None for players, and where the seat does not see it."""
    if thing == NONE or sight.index.is_kind(thing, "player") or not sight.visibility.where(thing):
        return None
    return sight.handle(thing)


def besides(sight: SeatView, number: int, waiting: list[str], extras: Sequence[Extra]) -> Node:
    """What a seat can do while somebody else is asked in secret: nothing of that question is shown."""
    titles = {sight.text(sight.index.data["menus"][one.menu].get("title")) for one in extras}
    return {
        "number": number,
        "seats": waiting,
        "sort": "menu",
        "prompt": (titles.pop() if len(titles) == 1 else None) or sight.say(PROMPTS["menu"]),
        "rule": None,
        "secret": False,
        "actor": None,
        "least": 1,
        "most": 1,
        "options": numbered(sight, extras, 0),
        "refused": [],
    }


def numbered(sight: SeatView, extras: Sequence[Extra], first: int) -> list[Node]:
    """The options that are not of the question; the designer's have the engine's ids."""
    found = [extra(sight, one) for one in extras]
    for position, one in enumerate(found):
        one["id"] = extras[position].id if sight.seat is None else first + position
    return found


def option(sight: SeatView, site: QuestionSite, mine: Asked, position: int) -> Node:
    """One option: its label, and what it points at on the table."""
    value = mine.options[position]
    found: Node = dict.fromkeys(("thing", "space", "link", "number", "action", "cost", "note", "key"))
    found |= {"id": position, "label": label(sight, site, mine.sort, value)}
    index = sight.index
    if mine.sort == "menu" and site.menu is not None and value >= 0:
        verb = index.data["menus"][site.menu]["actions"][value]
        return found | _shown(sight, verb, site.actor, site.you) | {"key": _kept_key(value)}
    if value == ELSE and mine.sort != "number":
        return found | {"key": "0"}
    if value in (ELSE, none_of(site.kind)) or mine.sort in ("options", "pause"):
        return found
    found["note"] = note(sight, site.note, value)
    if mine.sort == "number" or type_of(site.kind).base == "number":
        return found | {"number": value}
    if is_thing(site.kind, value, index.size):
        if index.is_kind(value, "space"):
            found["space"] = index.name(value)
        elif index.is_kind(value, "link"):
            found["link"] = index.name(value)
        elif not index.is_kind(value, "player"):
            found["thing"] = sight.handle(value)
            space = sight.visibility.values.space_of(value)
            if space != NONE and sight.visibility.where(value):
                found["space"] = index.name(space)
    return found


def _kept_key(place: int) -> str | None:
    """The key of the action that has this place in its menu, so that it is the same whatever else is offered
    now; None where a menu has more of them than there are keys.
    """
    return KEYS[place] if 0 <= place < len(KEYS) else None


def note(sight: SeatView, wanted: OptionNote | None, value: int) -> str | None:
    """What the rules say beside an option, as its seat may know it."""
    said = wanted.of(Position(sight.index, sight.state), value) if wanted is not None else None
    return None if said is None else sight.raw_text(said) or None


def _shown(sight: SeatView, verb: str, actor: int, you: int) -> Node:
    """What stands beside an action: what it means, what it costs, and with what it is taken where there is no
    choice: in words, and the things by their handles.
    """
    title, said, things = verb_title_of(sight.index, verb), [], []
    for part, value, env in settled(sight, verb, actor, you):
        if is_thing(part["type"], value, sight.index.size) and not on_board(sight, value):
            things.append(sight.handle(value))
        named = written(sight, part["type"], value)
        beside = note(sight, note_of(sight.index, verb, part, env), value)
        said += [one for one in (named, beside) if one and one != title]
    return {
        "action": verb,
        "cost": cost(sight, verb, actor, you),
        "note": ", ".join(said) or None,
        "means": sight.index.data["verbs"][verb].get("means"),
        "taken_with": things,
    }


def on_board(sight: SeatView, thing: int) -> bool:
    """Whether it is a part of the board or a player: nothing that bears a text."""
    return any(sight.index.is_kind(thing, kind) for kind in ("space", "link", "player"))


def distinguishable(sight: SeatView, options: list[Node]) -> list[Node]:
    """Options with equal labels get where they are, if that differs, and a number where it does not tell all
    of them apart: so nobody has to guess.
    """
    ways: tuple[Callable[[Node, int], str], ...] = (
        lambda one, _: place_of(sight, one),
        lambda _, count: str(count),
    )
    for tell in ways:
        alike: dict[str, list[Node]] = {}
        for one in options:
            alike.setdefault(one["label"], []).append(one)
        for said, several in alike.items():
            told = [tell(one, count) for count, one in enumerate(several, 1)]
            if len(set(told)) > 1:  # else it would still not be said which of them one is
                for one, more in zip(several, told, strict=True):
                    one["label"] = f"{said} ({more})" if more else said
    return options


def place_of(sight: SeatView, option: Node) -> str:
    """The pile or slot in which the thing of an option lies, and whose it is; the space is in its label."""
    thing = sight.index.program.number.get(option["thing"] or "", NONE)
    if thing == NONE or option["space"] is not None or not sight.visibility.where(thing):
        return ""
    lies = sight.state.at[thing]
    return sight.index.name(thing).replace("_", " ") if lies == NONE else sight.place_title(lies)


def extra(sight: SeatView, one: Extra) -> Node:
    """An option that is not of the question: an action that can be taken at any time."""
    verb = sight.index.data["menus"][one.menu]["actions"][one.action]
    found: Node = dict.fromkeys(("thing", "space", "link", "number", "key"))
    return (
        found
        | {"id": NONE, "label": verb_title_of(sight.index, verb)}
        | _shown(sight, verb, one.seat, one.seat)
    )


def is_thing(kind: str, value: int, size: int) -> bool:
    """Whether an option is a thing, as far as its type tells."""
    base = type_of(kind).base
    return base == "thing" or (base in ("any", "place") and 0 <= value < size)


def label(sight: SeatView, site: QuestionSite, sort: str, value: int) -> str:
    """What people read about an option: `Guard 3 at d1`, `Two`, `No`."""
    index = sight.index
    if value == ELSE:
        if site.other is not None:
            return sight.raw_text(site.other)
        return sight.say("engine/answer_no" if sort == "options" else "engine/go_on")
    if sort == "pause":
        return sight.say("engine/go_on")
    if sort == "menu" and site.menu is not None and value >= 0:
        return verb_title_of(index, index.data["menus"][site.menu]["actions"][value])
    if sort == "options":
        return sight.raw_text(site.labels[value]) if value != NONE else sight.say("engine/answer_nothing")
    if value == none_of(site.kind):
        return sight.say("engine/answer_nothing")
    return str(value) if sort == "number" else written(sight, site.kind, value)


def written(sight: SeatView, kind: str, value: int) -> str:
    """A value to choose: a word, a number, or a thing and where it is."""
    index, type_ = sight.index, type_of(kind)
    if type_.words:
        return capital(str(sight.plain(kind, value, title=True)))
    if type_.base == "number":
        return str(value)
    title = sight.title(value)
    if on_board(sight, value):
        return title
    space = sight.visibility.values.space_of(value)
    seen = space != NONE and sight.visibility.where(value)
    return sight.say("engine/at", title, title_of(index, space)) if seen else title
