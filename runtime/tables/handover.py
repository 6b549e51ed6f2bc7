"""Whether the screen may pass from one person to another as it is. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tilewright.schemas.view import View

ShownFact = tuple[object, ...]


def hides(seeing: View, other: View, whole: View) -> bool:
    """Whether a seat's view of a moment holds something that is not in another seat's; `whole` is the view
    of the designer, who is told everything.
    """
    if (seeing.get("question") or {}).get("secret"):
        return True
    return not _facts(seeing) <= _facts(other) or any(told_alone(seeing, other, whole))


def told_alone(seeing: View, other: View, whole: View) -> Iterator[Any]:
    """The lines of a seat's log that tell it more than another seat was told.

    Where one reads the name of a card, the other reads that it is a card: that tells no more.
    """
    heard = {line["text"] for line in other.get("log") or ()}
    full = {line["text"] for line in whole.get("log") or ()}
    secret = _handles(whole) - _handles(other)
    for line in seeing.get("log") or ():
        text = line["text"]
        if text and text not in heard and (text in full or not secret.isdisjoint(line.get("things") or ())):
            yield line


def exposes(seeing: View, others: Iterable[View], whole: View, heard: int) -> bool:
    """Whether a seat that has heard so much of its log is about to be told what another seat may not know: if
    others look, too, they are told it.
    """
    return any(line["n"] > heard for other in others for line in told_alone(seeing, other, whole))


def _handles(view: View) -> set[str]:
    return {thing["handle"] for thing in view.get("things") or ()}


def _facts(view: View) -> set[ShownFact]:
    """All that a view says about things, piles and values, one by one."""
    facts: set[ShownFact] = {("game", *one) for one in _values(view)}
    for thing in view.get("things") or ():
        # What lies in the box all know: a view shows of it what can be chosen from there.
        if thing.get("place") != "box":
            facts |= _of_thing(thing)
    for player in view.get("players") or ():
        facts |= {("player", player.get("name"), *one) for one in _values(player)}
    # Of what is empty nobody knows more than others.
    return facts | {
        ("open", pile.get("place"))
        for pile in view.get("piles") or ()
        if pile.get("count") and pile.get("things") is not None
    }


def _of_thing(thing: Any) -> set[ShownFact]:
    """Where a thing is, and its values; one that lies face down has no name."""
    place = thing.get("place")
    name = thing.get("name") if thing.get("face") != "down" else f"? {place}"
    return {("at", name, place)} | {("thing", name, *one) for one in _values(thing)}


def _values(item: Any) -> set[tuple[str, str]]:
    return {(name, str(value)) for name, value in (item.get("values") or {}).items()}
