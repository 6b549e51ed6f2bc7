"""The open question as a person meets it: which option has which key,
what it points at, what has been picked. Pure."""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from tilewright.schemas.view import SeenOption, SeenQuestion, View

from .speech import say

KEYS = "123456789" + string.ascii_lowercase
TargetSort = Literal["thing", "space", "link"]
Target = tuple[TargetSort, str]


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a person has done about the question so far: options picked (of
    several), options left to choose from."""

    picked: frozenset[int] = frozenset()
    narrowed: frozenset[int] | None = None


def question_for(view: View) -> SeenQuestion | None:
    """The open question if this seat is to answer it. The designer's seat, None, answers for everyone, but
    not at a table that is only watched."""
    question = view.get("question")
    if not question or view.get("over") or view.get("watched"):
        return None
    seat = view.get("seat")
    return question if seat is None or seat in (question.get("seats") or [seat]) else None


def prompt_of(view: View) -> str:
    """What is asked, with whom it is about."""
    question = question_for(view)
    prompt, actor = (question.get("prompt"), question.get("actor")) if question else (None, None)
    prompt = prompt or say("choose")
    things = view.get("things") or ()
    doer = next((str(t.get("title") or "") for t in things if t["handle"] == actor), "")
    seats = {p["name"]: str(p.get("title") or "") for p in view.get("players") or ()}
    doer = doer or (seats.get(view.get("seat") or "", "") if len(seats) > 1 else "")
    return prompt if not doer or doer in prompt else say("about", doer, prompt)


def options(view: View, chosen: Chosen = Chosen()) -> list[SeenOption]:
    """The options to show, in the question's order."""
    question = question_for(view)
    every = list(question.get("options") or ()) if question else []
    return every if chosen.narrowed is None else [o for o in every if o["id"] in chosen.narrowed]


def _given(own: Iterable[tuple[int, str]]) -> dict[str, int]:
    """Key → option id, for ids and their own keys, which may be none or no keys. An own key comes first; the
    others get digits, then letters, as they come.
    """
    wishes = dict(own)
    given = {key: one for one, key in wishes.items() if len(key) == 1}
    free = (k for k in KEYS if k not in given)
    rest = wishes.keys() - given.values()
    return given | dict(zip(free, (one for one in wishes if one in rest), strict=False))


def _key_of(option: SeenOption) -> str:
    """The key that an option has by itself; a number up to nine is its own."""
    number = option.get("number")
    return str(number) if type(number) is int and 0 <= number <= 9 else str(option.get("key") or "").lower()


def targets(option: SeenOption) -> list[Target]:
    """What an option points at. A thing is meant rather than the space that it stands on."""
    for sort in ("thing", "link", "space"):
        if option.get(sort) is not None:
            return [(sort, str(option[sort]))]
    return []


def thing_of(view: View, ids: tuple[int, ...]) -> str | None:
    """The thing that a row of one option stands for."""
    return next((o["thing"] for o in options(view) if ids == (o["id"],) and o.get("thing")), None)


def on_board(view: View, chosen: Chosen = Chosen()) -> dict[Target, list[SeenOption]]:
    """Target → its options, for everything that an open option points at."""
    found: dict[Target, list[SeenOption]] = {}
    for option in options(view, chosen):
        for target in targets(option):
            found.setdefault(target, []).append(option)
    return found


def several(view: View) -> tuple[int, int] | None:
    """(least, most) when an answer may name a number of options; None where it names one, which needs no
    confirming."""
    question = question_for(view)
    if not question:
        return None
    least, most = int(question.get("least", 1)), int(question.get("most", 1))
    return (least, most) if (least, most) != (1, 1) else None


def complete(view: View, chosen: Chosen) -> bool:
    """Whether what has been picked is an answer already."""
    span = several(view)
    return span is not None and span[0] <= len(chosen.picked) <= span[1]


def missing(view: View, chosen: Chosen) -> str:
    """What a choice of several still lacks, as a sentence."""
    least, _ = several(view) or (1, 1)
    count = len(chosen.picked)
    return say("missing_more", least - count) if count else say("missing_least", least)


def pick(view: View, chosen: Chosen, ids: tuple[int, ...]) -> tuple[Chosen, list[int] | None]:
    """A person points at options (one, or all that share a target): the new
    choice, and an answer if that made one."""
    shown = {o["id"] for o in options(view, chosen)}
    ids = tuple(i for i in ids if i in shown)
    if not ids:
        return chosen, None
    span = several(view)
    if span is None:
        if len(ids) == 1:
            return Chosen(), [ids[0]]
        return replace(chosen, narrowed=frozenset(ids)), None
    one = ids[0]
    if any(o["id"] == one and o.get("action") for o in options(view, chosen)):
        return Chosen(), [one]  # an action at any time is an answer of its own
    if one in chosen.picked:
        return replace(chosen, picked=chosen.picked - {one}), None
    if len(chosen.picked) < span[1]:
        return replace(chosen, picked=chosen.picked | {one}), None
    if span[1] == 1:
        return replace(chosen, picked=frozenset({one})), None
    return chosen, None


# ---- rows of the menu


@dataclass(frozen=True, slots=True)
class MenuRow:
    """One line of the menu: its key, what it says, and the options it stands for (none: refused, and why)."""

    key: str
    label: str
    cost: str
    action: str
    ids: tuple[int, ...]
    reason: str = ""
    rule: str = ""
    picked: bool = False


def rows(view: View, chosen: Chosen = Chosen()) -> list[MenuRow]:
    """The menu: options in order; many targets of one action share a row
    until that row is chosen; then the refused."""
    shown = options(view, chosen)
    groups = _groups(view, shown) if chosen.narrowed is None else {}
    numbered = {option["id"]: option for option in shown}
    made: list[MenuRow] = []
    for option in shown:
        ids = groups.get(option["id"], (option["id"],))
        if option["id"] != ids[0]:
            continue
        label = str(option.get("label") or "")
        if len(ids) > 1:
            label = say("panel_places", _verb(label, option), len(ids))
        cost = said_beside(option) if len(ids) == 1 else _cost_span([numbered[i] for i in ids])
        made.append(
            MenuRow(
                "",
                label,
                cost,
                str(option.get("action") or ""),
                ids,
                picked=ids[0] in chosen.picked,
            )
        )
    by_id = {i: key for key, i in _given((r.ids[0], _own_key(numbered, r)) for r in made).items()}
    made = [replace(r, key=by_id.get(r.ids[0], "")) for r in made]
    question = question_for(view)
    refused = (question.get("refused") or ()) if question and chosen.narrowed is None else ()
    for entry in refused:
        made.append(
            MenuRow(
                "",
                str(entry.get("label") or ""),
                "",
                str(entry.get("action") or ""),
                (),
                str(entry.get("reason") or ""),
                str(entry.get("rule") or ""),
            )
        )
    return made


GROUPED_FROM = 4


def said_beside(option: SeenOption | Mapping[str, Any]) -> str:
    """What stands beside an option: what it costs, and what its rules say comes of it."""
    return ", ".join(said for said in (option.get("cost"), option.get("note")) if said)


def _groups(view: View, shown: list[SeenOption]) -> dict[int, tuple[int, ...]]:
    """Option id → all ids of its group, for actions with many targets on the
    board. Never when several are to be picked."""
    if several(view) is not None:
        return {}
    by_action: dict[str, list[int]] = {}
    for option in shown:
        if option.get("action") and (option.get("space") or option.get("link")):
            by_action.setdefault(str(option["action"]), []).append(option["id"])
    large = [ids for ids in by_action.values() if len(ids) >= GROUPED_FROM and len(ids) < len(shown)]
    return {i: tuple(ids) for ids in large for i in ids}


def _verb(label: str, option: SeenOption) -> str:
    action = str(option.get("action") or "").replace("_", " ")
    first = label.split()[0] if label else action
    return first if first.lower() == action.lower() else action.capitalize()


def _cost_span(grouped: list[SeenOption]) -> str:
    costs = sorted({str(o["cost"]) for o in grouped if o.get("cost")})
    return costs[0] if len(costs) == 1 else f"{costs[0]}+" if costs else ""


def _own_key(numbered: Mapping[int, SeenOption], row: MenuRow) -> str:
    return _key_of(numbered[row.ids[0]]) if len(row.ids) == 1 else ""
