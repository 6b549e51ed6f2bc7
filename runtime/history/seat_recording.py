"""What one seat has seen of a game, moment for moment, and its own answers: save and replay for that seat.

It holds neither seed nor position nor anybody else's answers, so it can be looked at, and not be played on.
Two games that differ in nothing that the seat may know give equal documents.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from tilewright.schemas.documents import Document
from tilewright.schemas.reading import MOST_DEPTH, misfit

from .played_with import identity
from .save import BadSave

if TYPE_CHECKING:
    from ..game import Game

FORMAT = "tilewright/seen/1"

RecordedChange = list[Any]  # the way into a view, and what is there now


def document(game: Game, seat: str) -> Document:
    """Everything a seat has seen up to now. What was taken back is not in it."""
    again = type(game)(game.engine, game.seed, game.players)
    view = again.view(seat)
    first, moments = view, []
    for step in game.steps:
        answer = labels(again, seat, step.ids) if step.seat == seat else None
        before = again.moment(seat)
        again.give_again(step)
        if again.moment(seat) == before:
            continue
        now = again.view(seat)
        moments.append({"answer": answer, "changes": list(changes(view, now, ()))})
        view = now
    found = {"format": FORMAT, "program": identity(game.program), "players": game.players}
    return found | {"seat": seat, "first": first, "moments": moments}


def labels(game: Game, seat: str, ids: tuple[int, ...]) -> list[str]:
    """What stands on options of the open question, given by the engine's numbers."""
    question, own = game.question(seat), game.own_ids(seat)
    named = {} if question is None else {one["id"]: one["label"] for one in question["options"]}
    return [named[own.index(one)] for one in ids]


def views(seen: Document) -> Iterator[Document]:
    """The views of a document, from the first moment to the last."""
    for view in _one_after_another(seen):
        yield deepcopy(view)


def _one_after_another(seen: Document) -> Iterator[Document]:
    """The same, each made of the one before, which is no more then; BadSave where that cannot be."""
    view = deepcopy(seen["first"])
    yield view
    for number, moment in enumerate(seen["moments"]):
        if not all(_put(view, change) for change in moment["changes"]):
            raise BadSave("engine/record_damaged", f"a change of moments[{number}] fits nowhere")
        yield view


def _put(view: Document, change: object) -> bool:
    """Make a change of a view, if it is one and there is such a place in it; whether that was so."""
    if not isinstance(change, list) or not 2 <= len(change) <= MOST_DEPTH:
        return False
    *path, last, value = change
    within: Any = view
    for part in path:
        if not _has(within, part):
            return False
        within = within[part]
    if isinstance(within, list) and last == len(within):
        within.append(deepcopy(value))
    elif _has(within, last):
        within[last] = deepcopy(value)
    else:
        return False
    return True


def _has(within: object, part: object) -> bool:
    """Whether part of a document has such a part."""
    match within:
        case dict():
            return isinstance(part, str) and part in within
        case list():
            return type(part) is int and 0 <= part < len(within)
    return False


def checked(seen: Any) -> tuple[int, Document]:
    """How many views a document has that may be damaged, and the last; BadSave says what is wrong with it."""
    wrong = misfit("seen", seen)
    if wrong is not None:
        raise BadSave("engine/record_damaged", wrong)
    number, last = 0, dict[str, Any]()
    for view in _one_after_another(seen):
        number, last = number + 1, view
    wrong = misfit("view", last)
    if wrong is not None:
        raise BadSave("engine/record_damaged", f"its changes make no view: {wrong}")
    return number, last


def changes(old: object, new: object, path: tuple[str | int, ...]) -> Iterator[RecordedChange]:
    """What differs between two documents: the ways to the values that changed, and their new values."""
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        for key, value in new.items():
            yield from changes(old[key], value, (*path, key))
    elif isinstance(old, list) and isinstance(new, list) and path and len(old) <= len(new):
        for index, value in enumerate(old):
            yield from changes(value, new[index], (*path, index))
        yield from ([*path, index, new[index]] for index in range(len(old), len(new)))
    elif old != new or type(old) is not type(new):  # 1 is neither true nor 1.0
        yield [*path, new]
