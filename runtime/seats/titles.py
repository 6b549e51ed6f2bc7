"""What people call the things, places, words, verbs and rules of a program. Their names, the index knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from tilewright.schemas.view import Meanings

from ..evaluating.program_index import ProgramIndex


def title_of(index: ProgramIndex, number: int) -> str:
    """The title of an entity or a place, as people read it."""
    if number < 0:
        return "nothing"
    if number >= index.size:
        place = index.places[number - index.size]
        return str(place.get("title") or (place.get("property") or place["name"]).replace("_", " "))
    entity = index.entities[number]
    kind = index.kinds.get(entity["kind"]) or {}
    title = entity.get("title") or kind.get("title") or entity["name"]
    if title == entity["name"]:
        return str(title.replace("_", " "))
    if number < len(index.spaces) and title in _borne_by_several(index):
        return f"{title} ({entity['name'].replace('_', ' ')})"
    return str(title)


@lru_cache(8)
def _borne_by_several(index: ProgramIndex) -> frozenset[str]:
    """The titles that more than one space has: who reads them has to know which is meant."""
    counts = Counter(one.get("title") for one in index.entities[: len(index.spaces)])
    return frozenset(title for title, count in counts.items() if title and count > 1)


def full_title_of(index: ProgramIndex, number: int) -> str:
    """The title, with the number of the copy where there are several, `Guard 2`; `Door a1–b1` of a link. Of a
    card it would say nothing.
    """
    is_card = 0 <= number < index.size and index.is_kind(number, "card")
    return title_of(index, number) if is_card else numbered_title_of(index, number)


def numbered_title_of(index: ProgramIndex, number: int) -> str:
    """The same for authors, who mean one copy of a card, too: `Rope 2`, or `Track 9 (2)` after a number."""
    title = title_of(index, number)
    if 0 <= number < index.size:
        entity = index.entities[number]
        copy = entity["name"].removeprefix(entity["kind"] + ".")
        is_one = index.is_kind(number, "player")  # each has a title of its own
        if copy.isdigit() and not is_one and not title.endswith(f" {copy}"):
            named = _joined(index, number) or copy
            return f"{title} ({named})" if title[-1:].isdigit() else f"{title} {named}"
    return title


def _joined(index: ProgramIndex, number: int) -> str:
    """What a link joins; empty if it is not a link, or one of several there, which a number names better."""
    sides = index.sides(number)
    beside = [one for one in index.links_at(sides[0]) if set(index.sides(one)) == set(sides)] if sides else []
    return "–".join(title_of(index, side) for side in sides) if len(beside) == 1 else ""


def word_of(index: ProgramIndex, words: str, value: int) -> str | None:
    """What people read for a word of a list; None for none of them."""
    known = index.data["words"][words]
    if not 0 <= value < len(known):
        return None
    name, texts = known[value], index.data.get("texts") or {}
    return str(texts.get(f"words/{words.replace('.', '/')}/{name}", name.replace("_", " ")))


def verb_title_of(index: ProgramIndex, verb: str) -> str:
    """What people call an action or a procedure."""
    title = index.data["verbs"][verb].get("title") or verb.replace("_", " ").capitalize()
    return str((index.data.get("texts") or {}).get(title, title))


@lru_cache(8)
def titles(index: ProgramIndex) -> dict[str, dict[str, str]]:
    """What people call kinds, values and words, where their names do not say it: by sort and name.

    Where kinds call values of one name differently, the first counts.
    """
    kinds = index.kinds.items()
    values = [(name, one) for _, kind in kinds for name, one in (kind.get("properties") or {}).items()]
    values += (index.data.get("game_properties") or {}).items()
    words = [
        (name, word_of(index, listed, value))
        for listed, names in index.data["words"].items()
        for value, name in enumerate(names)
    ]
    found = {
        "kinds": [(name, kind.get("title")) for name, kind in kinds if not kind.get("is_thing")],
        "values": [(name, one.get("title")) for name, one in values],
        "words": [*words, *_named(index)],
    }
    return {sort: _telling(names) for sort, names in found.items()}


@lru_cache(8)
def meanings(index: ProgramIndex) -> Meanings:
    """What values and places mean, as far as the game says it: by kind and name. Of a kind only what it says
    itself, as things name all their kinds; of spaces and links also what their kinds inherit.
    """
    own = {name: _meant(kind) for name, kind in index.kinds.items() if kind.get("meanings")}
    on_board = {one["kind"] for one in index.entities[: index.first_link + len(index.link_data)]}
    whole: dict[str, dict[str, str]] = {}
    for kind in on_board:
        for one in reversed(index.chain(kind)):
            whole.setdefault(kind, {}).update(own.get(one, {}))
    kinds = own | {kind: said for kind, said in whole.items() if said}
    return {"game": _meant(index.data["game"]), "kinds": dict(sorted(kinds.items()))}


def _meant(table: Mapping[str, Any]) -> dict[str, str]:
    """What one kind or the game says; what is said of a single value outdoes what is said of several."""
    said = sorted(table.get("meanings", {}).values(), key=lambda one: -len(one["values"]))
    return {name: one["text"] for one in said for name in one["values"]}


def _named(index: ProgramIndex) -> Iterable[tuple[str, str]]:
    """What has a name and is never on the table, such as a faction or a weapon that figures have."""
    first = len(index.spaces)
    for number, entity in enumerate(index.entities[first:], first):
        shown = any(index.is_kind(number, kind) for kind in ("piece", "card", "link", "player"))
        if entity.get("title") and not shown:
            yield entity["name"], title_of(index, number)


@lru_cache(8)
def rule_titles(index: ProgramIndex) -> dict[str, str | None]:
    """What people call the rules that have a name and no label."""
    verbs = index.data.get("verbs") or {}
    titles: dict[str, str | None] = {name: verb_title_of(index, name) for name in verbs}
    others = [one for part in ("hooks", "triggers", "modifiers") for one in index.data.get(part) or ()]
    belongs = {one["name"]: titles.get(one.get("verb", "")) for one in others}
    labels = {one.get("label") for one in (*verbs.values(), *others)}
    return {name: title for name, title in (belongs | titles).items() if name not in labels}


@lru_cache(8)
def rule_texts(index: ProgramIndex) -> dict[str, str]:
    """What each label stands for: the remark above the rule, the words of a card, else a verb."""
    data = index.data
    verbs = data.get("verbs") or {}
    said = [
        (verb_title_of(index, name), str(one.get("doc") or ""), one.get("label"))
        for name, one in verbs.items()
    ]
    said += [
        (str(kind["title"]), str(kind.get("text") or ""), kind.get("label"))
        for kind in index.kinds.values()
        if kind.get("is_thing")
    ]
    for one in (*data.get("hooks", ()), *data.get("triggers", ()), *data.get("modifiers", ())):
        title = verb_title_of(index, one["verb"]) if one.get("verb") in verbs else ""
        said.append((title, str(one.get("doc") or ""), one.get("label")))
    found: dict[str, str] = {}
    for title, text, label in sorted(said, key=lambda each: not each[1]):
        for code in (label or "").split(", "):
            if code and (title or text):
                found.setdefault(code, f"{title}: {text}" if title and text else title or text)
    return found


def _telling(titles: Iterable[tuple[str, str | None]]) -> dict[str, str]:
    """The titles that say something else than the names."""
    found: dict[str, str] = {}
    for name, title in titles:
        if title and title.casefold() != name.replace("_", " ").casefold():
            found.setdefault(name, title)
    return found
