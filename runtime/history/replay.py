"""A game as seed and answers. Each answer names the question's place and what was chosen, not positions in a
list: so a recording can be played with changed content too, as far as that stays legal, and says where it
does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilewright.schemas.documents import Document
from tilewright.schemas.value_types import type_of

from ..evaluating.program_index import ProgramIndex
from ..questions.document import QuestionSite, asked, is_thing
from ..seats.titles import full_title_of, verb_title_of
from ..state.events import CHANCE as CHOSEN
from ..state.events import ROLL
from ..state.program import none_of
from ..state.state import ELSE, NotOffered
from .manual_edits import TABLE, ManualEdit
from .save import CHANCE

if TYPE_CHECKING:
    from ..game import Game

FORMAT = "tilewright/replay/1"

RecordedAnswer = Document


@dataclass(frozen=True, slots=True)
class Diverged:
    """Where a recording stops to fit: which answer (from 1), what it is, and what is asked here instead."""

    answer: int
    expected: str
    instead: str

    def __str__(self) -> str:
        return f"At answer {self.answer}, the recording has {self.expected}; here {self.instead}."


@dataclass(frozen=True, slots=True)
class Replayed:
    """A recording that was played: the game as far as it came, and where it diverged, if it did."""

    game: Game
    answers: int
    diverged: Diverged | None


def document(game: Game) -> Document:
    """The recording of a game."""
    saved = game.save()
    found = {name: saved[name] for name in ("program", "seed", "players", "answers")}
    return {"format": FORMAT, **found}


def play(
    game: Game, answers: Iterable[RecordedAnswer], after: Callable[[Game], None] | None = None
) -> Replayed:
    """Give a new game recorded answers until they end or do not fit. What chance decided comes from the seed
    again; what a recording says of it is for people to read.

    `after` is called with the game at its first question and after each answer.
    """
    number = given = 0
    if after is not None:
        after(game)
    for number, answer in enumerate(answers, 1):
        if answer["seat"] == CHANCE:
            continue
        diverged = _step(game, answer, number)
        if diverged is not None:
            return Replayed(game, given, diverged)
        given += 1
        if after is not None:
            after(game)
    return Replayed(game, given, None)


def _step(game: Game, answer: RecordedAnswer, number: int) -> Diverged | None:
    """Give one answer; or say why it cannot be given."""
    if answer["seat"] == TABLE:
        return _by_hand(game, answer, number)
    seats = {game.index.name(seat): seat for seat in game.asked_seats()}
    if game.state.q is None:
        return Diverged(number, _said(game, answer), "the game is over")
    seats |= {game.index.name(one.seat): one.seat for one in game.extras()}
    if answer["seat"] not in seats:
        return Diverged(number, _said(game, answer), _asked(game, *seats.values()))
    seat, place = seats[answer["seat"]], game.place()
    choices = offered(game, seat)
    if place != answer["at"] or not all(name in choices for name in answer["chosen"]):
        return Diverged(number, _said(game, answer), _asked(game, seat))
    try:
        game.give(seat, [choices[name] for name in answer["chosen"]])
    except NotOffered:
        return Diverged(number, _said(game, answer), _asked(game, seat))
    return None


def _by_hand(game: Game, answer: RecordedAnswer, number: int) -> Diverged | None:
    """Change by hand what was changed by hand."""
    try:
        game.adjust(ManualEdit(answer["at"], tuple(answer["chosen"])))
    except NotOffered as refused:
        expected = f"{answer['at']} {' '.join(answer['chosen'])} by hand"
        return Diverged(number, expected, f"that cannot be: {str(refused).removesuffix('.')}")
    return None


def _said(game: Game, answer: RecordedAnswer) -> str:
    """A recorded answer as people would say it, with the rule that asked if another one asks here."""
    index = game.index
    names = {index.name(number): full_title_of(index, number) for number in range(index.size)}
    names |= {verb: verb_title_of(index, verb) for verb in index.data["verbs"]}
    chosen = ", ".join(names.get(one, one.replace("_", " ")) for one in answer["chosen"]) or "nothing"
    where = "" if answer["at"] == game.place() else f" in {names.get(answer['at'], answer['at'])}"
    return f"{chosen} by {names.get(answer['seat'], answer['seat'])}{where}"


def _asked(game: Game, *seats: int) -> str:
    """Who is asked here, and of one what may be chosen."""
    who = " and ".join(full_title_of(game.index, seat) for seat in seats)
    if len(seats) != 1:
        return f"{who} are asked"
    question = game.view(game.index.name(seats[0]))["question"]
    labels = ", ".join(one["label"] for one in question["options"]) if question else ""
    return f"{who} chooses from {labels or 'nothing'}"


def offered(game: Game, seat: int) -> dict[str, int]:
    """The options of the open question for a seat, by the names they have in recordings. Of several options
    with one label the second is called `LABEL (2)`, and so on.
    """
    site = game.site()
    mine = asked(game.state.q or (), seat, site) if seat in game.asked_seats() else None
    found: dict[str, int] = {}
    if mine is not None:
        for position, value in enumerate(mine.options):
            name = label = key(game.index, mine.site, mine.sort, value)
            number = 1
            while name in found:
                number += 1
                name = f"{label} ({number})"
            found[name] = mine.first + position
    for one in game.extras():
        if one.seat == seat:
            found.setdefault(game.index.data["menus"][one.menu]["actions"][one.action], one.id)
    return found


def chance(index: ProgramIndex, events: Iterable[tuple[Any, ...]]) -> list[RecordedAnswer]:
    """What chance decided, as answers: faces rolled, and choices made by it."""
    found = []
    for event in events:
        if event[0] == ROLL:
            _, die, faces, *_ = event
            name = list(index.data["dice"])[die] if isinstance(die, int) else die
            declared = index.data["dice"][name]
            words = index.data["words"].get(type_of(declared["type"]).words)
            shown = [words[face] if words else str(face) for face in faces]
            found.append({"seat": CHANCE, "at": name, "chosen": shown})
        elif event[0] == CHOSEN:
            _, _, taken, rule = event
            values = taken if isinstance(taken, tuple) else (taken,)
            named = [index.name(one) if 0 <= one < index.size else str(one) for one in values]
            found.append({"seat": CHANCE, "at": rule or "", "chosen": named})
    return found


def key(index: ProgramIndex, site: QuestionSite, sort: str, value: int) -> str:
    """The name of an option in a recording: of a thing, a place, an action, a label; or its number."""
    if value == ELSE:
        return "else"
    if sort == "pause":
        return "go_on"
    if sort == "menu" and site.menu is not None and value >= 0:
        return str(index.data["menus"][site.menu]["actions"][value])
    if sort == "options":
        label = site.labels[value] if value < len(site.labels) else None
        text = label if isinstance(label, str) else label[0] if label else str(value)
        return str((index.data.get("texts") or {}).get(text, text))
    if value == none_of(site.kind):
        return "none"
    if words := type_of(site.kind).words:
        return str(index.data["words"][words][value])
    if is_thing(site.kind, value, index.size):
        return index.name(value)
    return str(value)
