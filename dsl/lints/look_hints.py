"""Hints that the table does not know, so that it shows something else: those of `look:` and of stories.

The words are those of `schemas/looks.json`. A size is a word or a number that shows; an icon may also be one
or two letters. A hint that means something on one sort of thing only is told on all that can be of no such
sort: on the game itself, spaces, links and pieces. A value that a hint names is told if it is of the wrong
type wherever something of the look's kind has it; of one without bounds any number of pips may be filled.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING

from tilewright.schemas import art, looks
from tilewright.schemas.wording import article

from ..nodes import ExpectLook, Hint, NegativeNumber, Positive, Test, TestExpect
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..problems.suggest import nearest
from .facts import Facts

if TYPE_CHECKING:
    from ..model import Property
    from ..value_types import Type

_LISTS = {
    "archetype": "archetype",
    "colour": "colour",
    "trim": "colour",
    "tint": "colour",
    "frame": "colour",
    "weapon": "weapon",
    "pose": "pose",
    "body": "body",
    "head": "head",
    "pack": "pack",
    "skin": "colour",
    "hair": "colour",
    "base": "base",
    "theme": "theme",
    "height": "size",
    "bulk": "size",
    "scale": "size",
    "floor": "floor",
    "props": "props",
    "wall": "wall",
    "door": "door",
    "icon": "icon",
    "sound": "sound",
    "ambience": "ambience",
}
"""Each hint and the list of its words."""
_SEVERAL = ("props", "pose", "body", "head", "pack", "skin", "hair")
"""Hints that may have several words: each of them, or one for each thing in turn."""
_VALUES = ("pips", "facing", "shows", "plate", "area", "danger", "zone")
_FREE = (*_VALUES, "fields", "hazard", *art.FILES_ONLY)
"""Hints that name values, and those with words of the author's own; files are looked at by `dsl/art.py`."""
_NUMBERS = {"turn": (-360, 360)}
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_LEAST, _MOST = 40, 200
LONGEST_LETTERS = 2


_GAME = ("game",)
_PIECES = ("card", "token", "figure")
_SHOWN_ON: dict[tuple[str, ...], tuple[str, ...]] = {
    ("theme", "table", "font", "fields", "ambience"): _GAME,
    ("props", "zone", "hazard", "map"): ("space",),
    ("floor", "wall", "tint"): ("space", "link"),
    ("door",): ("link",),
    (
        "archetype",
        "weapon",
        "pose",
        "body",
        "head",
        "pack",
        "skin",
        "hair",
        "trim",
        "height",
        "base",
    ): _PIECES,
}
"""Hints that mean something on some sorts of things only."""
_SORTS = {
    ("space",): "spaces",
    ("space", "link"): "spaces and links",
    ("link",): "links",
    _PIECES: "figures, tokens and cards",
}


def look_hints(facts: Facts) -> Iterator[Diagnostic]:
    """Every hint of the game's own files whose name or word is not known."""
    model = facts.checked.model
    values: dict[str, list[Property]] = {}
    for known in (one for kind in model.kinds.values() for one in kind.properties.values()):
        values.setdefault(known.name, []).append(known)
    poses = any(hint.name == "figure" for hint in model.hints)
    tracks = {str(name): (one.low, one.high) for name, one in model.game.items()}
    for owner, hints in model.hints_of.items():
        sort = _sort(owner, facts)
        for hint in hints:
            if facts.own(hint.span):
                yield from (
                    _of_name(hint)
                    or _of_sort(hint, sort)
                    or _of_value(hint, values)
                    or _of_type(hint, _shown(hint, values, owner, facts), facts)
                    or _of_fields(hint, tracks)
                    or _of_word(hint, poses)
                )
    for hint in _expected(model.tests):
        yield from _of_name(hint) or (_of_word(hint, poses) if str(hint.value) != "none" else ())


def _expected(stories: Iterable[Test]) -> Iterator[Hint]:
    """The hints that stories expect; there, `none` says that a thing has no such hint."""
    for story in stories:
        for entry in story.entries:
            for line in entry.lines if isinstance(entry, TestExpect) else ():
                if isinstance(line, ExpectLook):
                    yield from line.hints


def _of_name(hint: Hint) -> list[Diagnostic]:
    name = str(hint.name)
    if name in _LISTS or name in _FREE or name in _NUMBERS:
        return []
    near = nearest(name, [*_LISTS, *_FREE, *_NUMBERS]) or "`docs/looks.md` lists those that there are"
    return [codes.UNKNOWN_HINT.at(hint.name.span, message=f"there is no hint `{name}`", proposal=near)]


def _sort(owner: str, facts: Facts) -> str:
    """The sort of thing of which a look is; empty if hints of several sorts may show on it."""
    if not owner:
        return "game"
    is_a = facts.checked.model.is_a
    return next((one for one in ("space", "link", "card", "token", "figure") if is_a(owner, one)), "")


def _of_sort(hint: Hint, sort: str) -> list[Diagnostic]:
    """A hint that shows nothing on this sort of thing."""
    name = str(hint.name)
    where = next((where for names, where in _SHOWN_ON.items() if name in names), ())
    if not where or sort in where or (not sort and where != _GAME):
        return []
    if where == _GAME:
        message = f"`{name}` is a hint of the game as a whole, and shows nothing here"
        proposal = "write it below the first line of the game"
    else:
        whose = "the game as a whole" if sort == "game" else article(sort)
        message = f"`{name}` shows something on {_SORTS[where]}, and this is {whose}"
        proposal = "`docs/looks.md` lists the hints of each sort of thing"
    return [codes.UNKNOWN_HINT.at(hint.name.span, message=message, proposal=proposal)]


def _of_value(hint: Hint, values: Collection[str]) -> list[Diagnostic]:
    """The first word that should be a value of something and is none."""
    if str(hint.name) not in _VALUES:
        return []
    if isinstance(hint.value, Positive | NegativeNumber):
        message = f"`{hint.name}` shows a value of the thing, and this is a number"
        proposal = "name a value that the kind declares"
        return [codes.UNKNOWN_HINT.at(hint.value.span, message=message, proposal=proposal)]
    words = str(hint.value).strip('"').replace(",", " ").split()
    words = [one.rstrip("!") for one in (words[:1] if hint.name == "pips" else words)]
    wrong = next((one for one in words if one not in values), None)
    if wrong is None:
        return []
    message = f"nothing has a value `{wrong}` that `{hint.name}` could show"
    proposal = nearest(wrong, values) or "name a value that the kind declares"
    return [codes.UNKNOWN_HINT.at(hint.span, message=message, proposal=proposal)]


def _shown(hint: Hint, values: Mapping[str, Sequence[Property]], owner: str, facts: Facts) -> list[Property]:
    """The values that the first word of a hint may name, of things that the look may be of."""
    words = str(hint.value).strip('"').replace(",", " ").split() if str(hint.name) in _VALUES else []
    named = values.get(words[0].rstrip("!"), ()) if words else ()
    return [one for one in named if facts.checked.model.related(one.kind, owner)]


def _of_type(hint: Hint, shown: Sequence[Property], facts: Facts) -> list[Diagnostic]:
    """A value that a hint cannot show, for what it is; nothing if some value of that name can be shown."""
    name = str(hint.name)
    if name not in _CALLED or not shown:
        return []
    known = shown[0]
    if not any(_fits(name, one.type, facts) for one in shown):
        message = f"`{name}` shows {_CALLED[name]}, and `{known.name}` is {known.type.readable()}"
        proposal = f"name a value that is {_CALLED[name]}"
        return [codes.UNKNOWN_HINT.at(hint.span, message=message, proposal=proposal)]
    if name != "pips":
        return []
    most = max((inf if one.high is None else one.high for one in shown), default=inf)
    of = str(hint.value).strip('"').split()[1:]
    if of and not of[0].isdecimal():
        message, proposal = f"`{of[0]}` is no number of pips", f'write it as a number: pips "{known.name} 3"'
        return [codes.UNKNOWN_HINT.at(hint.span, message=message, proposal=proposal)]
    if of and int(of[0][:9]) > most:
        message = f"`{known.name}` is {most} at most, so some of these {of[0]} pips are never filled"
        proposal = f'write pips "{known.name} {most}"'
        return [codes.UNKNOWN_HINT.at(hint.span, message=message, proposal=proposal)]
    return []


def _fits(name: str, type_: Type, facts: Facts) -> bool:
    """Whether a hint can show a value of a type."""
    item = type_.item or type_ if type_.base == "list" else type_
    match name:
        case "pips":
            return item.base == "any" or type_.base == "number"
        case "facing":
            return item.base == "any" or type_.base == "word"
    return item.base == "any" or (item.base == "thing" and facts.checked.model.related(item.name, "space"))


_CALLED = {
    "pips": "a number",
    "area": "a list of spaces",
    "danger": "a list of spaces",
    "facing": "a word such as `north`",
}
"""What the value must be that a hint names."""


def _of_fields(hint: Hint, values: Mapping[str, tuple[int | None, int | None]]) -> list[Diagnostic]:
    """The first part of `fields` that colours no space of a track."""
    if str(hint.name) != "fields":
        return []
    for part in looks.fields(str(hint.value)):
        if found := _no_field(part, values):
            message, proposal = found
            return [codes.UNKNOWN_HINT.at(hint.span, message=message, proposal=proposal)]
    return []


def _no_field(
    part: looks.FieldsOfTrack | str, values: Mapping[str, tuple[int | None, int | None]]
) -> tuple[str, str] | None:
    """What is wrong with it and what to do, or None."""
    if isinstance(part, str):
        message = f"`{part}` does not say which spaces of a track have which colour"
        return (
            message,
            'write a value of the game, numbers and a colour: fields "time 0 red, time 1 to 8 blue"',
        )
    low, high = values.get(part.value, (None, None))
    if low is None or high is None:
        tracks = [name for name, bounds in values.items() if None not in bounds]
        near = (
            nearest(part.value, tracks) or "declare it in `game has:` with bounds, as `time: number 0 to 15`"
        )
        return f"the game has no value `{part.value}` with a track", near
    if not low <= part.low <= part.high <= high:
        stretch = f"{part.low}" if part.low == part.high else f"{part.low} to {part.high}"
        return f"the track of `{part.value}` has no spaces {stretch}", f"it goes from {low} to {high}"
    if not _known("colour", part.colour):
        return f"the table knows no colour `{part.colour}`", _instead("colour", part.colour)
    return None


def _of_word(hint: Hint, poses: bool) -> Iterator[Diagnostic]:
    """Whether the word is known; where there are models of the author's own, they may have any poses."""
    name, value = str(hint.name), hint.value
    if name in _FREE or (poses and name == "pose"):
        return
    if name in _NUMBERS:
        yield from _of_number(hint, *_NUMBERS[name])
        return
    if isinstance(value, Positive | NegativeNumber):
        if _LISTS[name] != "size":
            message = f"the {name} of a look is a word, and this is a number"
            yield codes.UNKNOWN_HINT.at(value.span, message=message, proposal=_listed(name))
        elif not (_LEAST <= value.value <= _MOST or value.value in (1, 2)):
            message = f"`{name} {value.value}` is beyond what can be shown"
            proposal = f"write a number from {_LEAST} to {_MOST}; 100 is the usual size"
            yield codes.UNKNOWN_HINT.at(value.span, message=message, proposal=proposal)
        return
    written = str(value).strip('"')
    if name in art.HINTS and art.is_file(written):
        return
    for word in written.replace(",", " ").split() if name in _SEVERAL else (written,):
        if not _known(name, word):
            yield codes.UNKNOWN_HINT.at(
                hint.span, message=f"the table knows no {name} `{word}`", proposal=_instead(name, word)
            )


def _of_number(hint: Hint, least: int, most: int) -> Iterator[Diagnostic]:
    """Degrees: the only number that may stand on both sides of 0."""
    value = hint.value
    if not isinstance(value, Positive | NegativeNumber) or not least <= value.value <= most:
        message = f"the {hint.name} of a look is a number of degrees"
        proposal = f"write a number from {least} to {most}, against the clock"
        yield codes.UNKNOWN_HINT.at(hint.span, message=message, proposal=proposal)


def _known(name: str, word: str) -> bool:
    words = looks.words(_LISTS[name])
    match _LISTS[name]:
        case "colour":
            return word.strip().lower() in words or _COLOUR.fullmatch(word.strip()) is not None
        case "icon":
            return word in words or len(word) <= LONGEST_LETTERS
        case "size":
            return word.lower() in words or word.replace(".", "", 1).isdecimal()
        case "props":
            return word in words or word.removesuffix("s") in words or word.removesuffix("es") in words
    return word in words


def _instead(name: str, word: str) -> str:
    if art.is_file(word):
        return f"`{name}` shows no file: take one of the words that docs/looks.md lists for it"
    return nearest(word, looks.words(_LISTS[name])) or _listed(name)


def _listed(name: str) -> str:
    if name == "icon":
        return "docs/looks.md lists the icons; one or two letters can be shown, too"
    shown = ", ".join(f"`{one}`" for one in looks.words(_LISTS[name])[:8])
    return f"it may be {shown} and others: see docs/looks.md"
