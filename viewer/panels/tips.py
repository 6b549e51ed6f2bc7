"""What the tooltip says about what the mouse rests on: what a click does, its odds, or why it cannot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tilewright.schemas.view import LogEntry, SeenLink, SeenOption, SeenQuestion, SeenSpace, SeenThing, View

from ..common.choices import TargetSort, on_board, options, prompt_of, question_for, said_beside, targets
from ..common.deeds import Deed
from ..common.speech import say
from ..common.svg import AMBER, CYAN, GREEN, RED, TEXT
from ..staging import counting, meanings
from ..staging.areas import dangers
from . import piles
from .base import called, shown_value
from .interface import UiState
from .vocabulary import (
    Answer,
    Card,
    Ids,
    Inspect,
    InspectEntry,
    LookInto,
    OnBoard,
    ReadValue,
    Surface,
    TakeDeed,
)

Row = tuple[str, str, str]
QUIET = "#c9d6e3"
WHERE = ("board", "column", "row")  # every square has them, and its name says as much
MOST, RULES = 4, 4


def tip_for(view: View, ui: UiState, said: str | None = None) -> tuple[list[Row], str]:
    """Rows of (left, right, colour), the title first, and the colour of the frame; no rows: no tooltip. All
    there is to say of one thing is `said` elsewhere."""
    match ui.hover:
        case Answer(ids):
            return _of_answer(view, ui, ids, said)
        case Card(handle):
            return _of_card(view, ui, handle)
        case OnBoard(sort, name):
            return _of_board(view, ui, sort, name)
        case ReadValue(whose, name, cut):
            return _of_value(view, whose, name, always=cut), "#35506a"
        case TakeDeed(number) if ui.beside is not None and number < len(ui.beside.deeds):
            return _of_deed(view, ui.beside.deeds[number])
        case Inspect(handle, value) if value:
            return _of_value(view, handle, value), "#35506a"
        case LookInto(place):
            return _of_pile(view, place)
        case Surface.PROMPT:
            question = question_for(view)
            told = rules_told(view, ui, question.get("rule")) if question else []
            return ([(prompt_of(view), "", "#ffffff"), *told] if told else []), CYAN
        case InspectEntry(number):
            entries = (one for one in view.get("log") or () if one.get("n") == number)
            entry: LogEntry | None = next(entries, None)
            told = rules_told(view, ui, entry.get("rule")) if entry else []
            return ([(str(entry.get("text") or ""), "", "#ffffff"), *told] if entry and told else []), CYAN
    return [], CYAN


def rules_told(view: View, ui: UiState, labels: str | None) -> list[Row]:
    """What the rules with these labels say; the labels themselves only where they are wanted."""
    texts = view.get("rules") or {}
    told: dict[str, str] = {}
    for code in (labels or "").split(", "):
        if code in texts or (code and ui.codes):
            told.setdefault(str(texts.get(code, "")), code)
    return [(text, code if ui.codes else "", QUIET) for text, code in told.items()][:RULES]


def _of_board(view: View, ui: UiState, sort: TargetSort, name: str) -> tuple[list[Row], str]:
    """Something of the board, or a pile, a track or a die beside it."""
    if name.startswith("pile:"):
        return _of_pile(view, name.removeprefix("pile:"))
    if name.startswith("track:"):
        return _of_track(view, name.removeprefix("track:"))
    if name.startswith("die:"):
        return [], CYAN
    offered = on_board(view, ui.chosen).get((sort, name), [])
    rows: list[Row] = [(title_in(view, sort, name), "", "#ffffff")]
    said = [(str(o.get("label") or ""), said_beside(o), TEXT) for o in offered]
    rows += [row for row in said if row[:2] != rows[0][:2]]
    rows += _odds(ui) + _deeds(view, ui)
    rows += _walk(view, name, ui.leads) if ui.leads else []
    if sort == "space":
        rows += _dangers(view, name)
    if not offered:
        rows += _what_it_is(view, sort, name) + _why_not(view, ui, sort, name)
    if len(rows) == 1 and sort != "link":
        return [], CYAN  # its name says the floor or the plate, and of a thing the inspector all else
    return rows, CYAN if sort == "space" else AMBER if sort == "link" else RED if offered else "#35506a"


def _of_card(view: View, ui: UiState, name: str) -> tuple[list[Row], str]:
    """A card of the hand shows itself; what is said is why it cannot be played."""
    offered = ("thing", name) in on_board(view, ui.chosen)
    rows = [] if offered else _deeds(view, ui) or _why_not(view, ui, "thing", name)
    return ([(title_in(view, "thing", name), "", "#ffffff"), *rows] if rows else []), "#35506a"


def _of_pile(view: View, place: str) -> tuple[list[Row], str]:
    """A pile or bag: how much it holds, what lies open on top of it, and what a click shows."""
    pile = piles.found(view, place)
    if pile is None:
        return [], CYAN
    rows: list[Row] = [(piles.called_pile(view, pile), str(pile.get("count")), "#ffffff")]
    if meant := meanings.of_owner(view, pile.get("owner"), str(pile.get("name"))):
        rows.append((meant, "", QUIET))
    if (top := piles.top_of(pile)) is not None:
        rows.append((say("tip_top", title_in(view, "thing", top)), "", QUIET))
    if pile.get("count") and pile.get("things") is not None:
        rows.append((say("tip_pile"), "", GREEN))
    return rows, "#35506a"


def _of_track(view: View, name: str) -> tuple[list[Row], str]:
    """A value of the game on its track."""
    return _of_value(view, "", name, always=True) if name in (view.get("tracks") or {}) else [], "#35506a"


def _of_value(view: View, whose: str, name: str, *, always: bool = False) -> list[Row]:
    """What a value is called, what it is now, from where to where it goes, and what that means to a player;
    not `always`, but where that is more than panels say."""
    bounds = (view.get("tracks") or {}).get(name) if not whose else None
    meant = meanings.of_owner(view, whose, name)
    if not (bounds or meant or always):
        return []
    owned = (*(view.get("players") or ()), *(view.get("things") or ()))
    owner = next((one for one in owned if whose in (one.get("handle"), one["name"])), {}) if whose else view
    value = (owner.get("values") or {}).get(name)
    told = "" if value is None or value is True else shown_value(view, value)
    rows: list[Row] = [(called(view, "values", name), told, "#ffffff")]
    if bounds:
        rows.append((say("tip_range"), f"{bounds[0]}, {bounds[1]}", QUIET))
    return [*rows, (meant, "", QUIET)] if meant else rows


def title_in(view: View, sort: TargetSort, name: str) -> str:
    """The title of a thing, space or link of the view."""
    found = _entry(view, sort, name)
    return str(found.get("title") or name) if found else name


def _entry(view: View, sort: TargetSort, name: str) -> SeenThing | SeenSpace | SeenLink | None:
    board = view.get("board") or {}
    lists = {
        "thing": (view.get("things") or (), "handle"),
        "space": (board.get("spaces") or (), "name"),
        "link": (board.get("links") or (), "name"),
    }
    entries, key = lists[sort]
    return next((e for e in entries if e.get(key) == name), None)


def _of_answer(view: View, ui: UiState, ids: Ids, said: str | None) -> tuple[list[Row], str]:
    """A row of the question says more where it was cut, where chance decides, of an action, and of the things
    that it stands for or is taken with, if that is not said elsewhere."""
    option = next((o for o in options(view) if ids == (o["id"],)), None)
    if option is None:
        return [], CYAN
    rows = _does(view, option) + _odds(ui)
    if option.get("space") is not None and option.get("thing") is None:
        rows += _dangers(view, str(option["space"]))
    if (handle := option.get("thing")) is not None and handle != said:
        rows += _text(view, handle)
    if not (rows or option.get("note") or len(str(option.get("label") or "")) > 34):
        return [], CYAN
    return [(str(option.get("label") or ""), said_beside(option), "#ffffff"), *rows], CYAN


def _does(view: View, option: SeenOption | Mapping[str, Any]) -> list[Row]:
    """What an action does, as far as the game says it, and what those things say with which it is taken where
    there is no choice, with their titles where more than one thing is said."""
    rows: list[Row] = [(str(option["means"]), "", TEXT)] if option.get("means") else []
    things: Sequence[str] = option.get("taken_with") or ()
    for handle in things:
        said = _text(view, handle)
        titled = said and (option.get("means") or len(things) > 1)
        rows += [(title_in(view, "thing", handle), "", QUIET)] if titled else []
        rows += [(f"  {line}", "", colour) for line, _, colour in said] if titled else said
    return rows


def _text(view: View, handle: str) -> list[Row]:
    """What a thing says, line by line."""
    text = next((str(t.get("text") or "") for t in view.get("things") or () if t["handle"] == handle), "")
    return [(line, "", TEXT) for line in text.split("\n") if line]


def _of_deed(view: View, deed: Deed) -> tuple[list[Row], str]:
    """A line of the menu beside something: what its actions do."""
    rows = [row for step in deed.steps for row in _does(view, step)]
    return ([(deed.title, deed.said, "#ffffff"), *rows] if rows else []), CYAN


def _dangers(view: View, space: str) -> list[Row]:
    """What is dangerous on a space."""
    return [(say("tip_danger", what), "", RED) for what in dangers(view).get(space, ())][:MOST]


def _odds(ui: UiState) -> list[Row]:
    """Whether the likeliest is good or bad nobody but the rules knows: no colour says so."""
    return [(text, share, "#ffffff" if i == 0 else QUIET) for i, (text, share) in enumerate(ui.odds)]


def _deeds(view: View, ui: UiState) -> list[Row]:
    """What a click would do, or offer."""
    rows: list[Row] = []
    for deed in ui.deeds[:MOST]:
        if deed.stop:
            rows += _walk(view, deed.name, deed.stop, deed.title)
        else:
            rows.append((say("tip_click", deed.title), "", GREEN))
        rows += [(f"  {deed.said}", "", QUIET)] if deed.said else []
        if not deed.stop:  # what it is to walk, nobody reads again at each space
            rows += [(f"  {text}", "", QUIET) for step in deed.steps for text, _, _ in _does(view, step)]
    return rows


def _walk(view: View, goal: str, stop: str, title: str = "") -> list[Row]:
    """Where a click leads, and what it was heading for if that is further off."""
    there = title_in(view, "space", stop)
    rows = [(say("tip_click", ", ".join(filter(None, (title, there)))), "", GREEN)]
    if stop != goal:
        rows.append((f"  {say('tip_heading', title_in(view, 'space', goal))}", "", AMBER))
    return rows


def _what_it_is(view: View, sort: TargetSort, name: str) -> list[Row]:
    found = _entry(view, sort, name) if sort != "thing" else None  # the inspector has those of things
    wanted = list(counting.telling(found).items()) if found else []
    if sort == "space":
        wanted = [(k, v) for k, v in wanted if not isinstance(v, list) and k not in WHERE]
    rows: list[Row] = []
    for name, value in wanted[:4]:
        rows.append((called(view, "values", name), shown_value(view, value), QUIET))
        if found and (meant := meanings.of_kinds(view, meanings.kinds_of(found), name)):
            rows.append((f"  {meant}", "", QUIET))
    return rows


def _why_not(view: View, ui: UiState, sort: TargetSort, name: str) -> list[Row]:
    """Why this very thing cannot be chosen, with the rule: for the figure that chooses an action all those it
    cannot take, each reason once."""
    question = question_for(view)
    if question is None or ui.leads or ui.deeds:
        return []
    refused = [
        (str(r.get("label") or ""), str(r.get("reason") or ""), str(r.get("rule") or ""))
        for r in question.get("refused") or ()
        if (sort, name) == ("thing", question.get("actor")) or (sort, r.get("thing")) == ("thing", name)
    ]
    if not refused and not ui.why and question.get("sort") != "menu" and _pointed(question, sort):
        return [(say("tip_not"), _code(ui, question.get("rule")), RED)]
    reasons: dict[tuple[str, str], dict[str, None]] = {}
    for label, reason, rule in (*refused, *ui.why):
        reasons.setdefault((reason, _code(ui, rule)), {})[label or say("tip_not")] = None
    rows: list[Row] = []
    for (reason, code), labels in [*reasons.items()][:MOST]:
        rows += [(", ".join(labels), code, RED), (f"  {reason}", "", QUIET)]
    return rows


def _code(ui: UiState, rule: object) -> str:
    """The first label of a rule, if labels are wanted."""
    return str(rule or "").split(",")[0] if ui.codes else ""


def _pointed(question: SeenQuestion, sort: TargetSort) -> bool:
    """Whether the question asks for this sort of thing at all."""
    return any(target == sort for o in question.get("options") or () for target, _ in targets(o))
