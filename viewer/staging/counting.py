"""Which values of a thing count on roster, inspector, name plate and at the text table. Pure.

Those that its look names, in that order; else all numbers, first the ones that differ from figure to figure.
Zeros stay away, unless the look wants them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from tilewright.schemas.view import SeenLink, SeenSpace, SeenThing, View, ViewValues

from . import borders

ZERO_TOO = "!"  # after the name of a value that counts when it is 0, too
MOST = 6  # values that are shown where the look names none


WHOSE = ("player", "owner")  # values that the rim of a figure says
_NONE = ("no", "none", "nothing")  # words that begin so say that there is none: `none_of_them`


class Counted(NamedTuple):
    """A value by its name: a number or word to be read, or the titles of what lies there."""

    name: str
    value: Any = None
    held: tuple[str, ...] = ()


def named(thing: SeenThing | SeenSpace | SeenLink, hint: str) -> list[str]:
    """The names that a hint lists: `"dial, weapons"`."""
    return str((thing.get("look") or {}).get(hint) or "").replace(",", " ").split()


def counted(view: View, thing: SeenThing, hint: str = "shows") -> list[Counted]:
    """What counts of a thing. What is none, no or empty is left out, and a zero unless its name has a `!`."""
    wanted = named(thing, hint)
    if wanted:
        told = [(name, one) for name in wanted for one in _one(view, thing, name.rstrip(ZERO_TOO))]
        return [one for name, one in told if one.value != 0 or name.endswith(ZERO_TOO)]
    if hint != "shows":
        return []
    values = thing.get("values") or {}
    numbers = [name for name, value in values.items() if type(value) is int and value]
    telling = _telling(view, thing, numbers)
    return [Counted(name, values[name]) for name in sorted(numbers, key=lambda n: n not in telling)][:MOST]


def says_nothing(value: object) -> bool:
    """Whether a value is not worth a word: 0, no, none, an empty list, or a word for none."""
    if isinstance(value, str):
        return value.partition("_")[0] in _NONE
    return not value


def telling(one: SeenThing | SeenSpace | SeenLink) -> ViewValues:
    """All values that are worth a word: a zero where the look has a `!` after its name, the door of a way
    that is no door only while it is not open."""
    zeros = {name.rstrip(ZERO_TOO) for name in _hinted(one) if name.endswith(ZERO_TOO)}
    values = dict(one.get("values") or {})
    if borders.stands_open(one):
        del values["door"]
    return {k: v for k, v in values.items() if not says_nothing(v) or (k in zeros and v is not None)}


def _hinted(one: SeenThing | SeenSpace | SeenLink) -> list[str]:
    return [name for hint in ("shows", "plate") for name in named(one, hint)]


def states(thing: SeenThing) -> list[str]:
    """The names of what is so of a thing; where its look names values, of those."""
    wanted = named(thing, "shows")
    values = thing.get("values") or {}
    return [name for name, value in values.items() if value is True and (not wanted or name in wanted)]


def _one(view: View, thing: SeenThing, name: str) -> Iterator[Counted]:
    value = (thing.get("values") or {}).get(name)
    if isinstance(value, list):
        titles = _titles(view, value)
        if titles:
            yield Counted(name, held=titles)
    elif value is not None and not isinstance(value, bool):
        yield Counted(name, value)
    elif value is None:
        place = f"{thing.get('name')}.{name}"
        pile = next((p for p in view.get("piles") or () if p.get("place") == place), None)
        if pile is not None and pile.get("count"):
            held = pile.get("things")
            yield Counted(name, pile["count"]) if held is None else Counted(name, held=_titles(view, held))


def _titles(view: View, handles: Iterable[Any]) -> tuple[str, ...]:
    """The titles of things, without the number of a copy: which of several rifles it is matters to nobody.
    Behind each stand the numbers on its plate, such as the ammunition that is left.
    """
    things = {t["handle"]: t for t in view.get("things") or ()}
    return tuple(_with_plate(things[h]) for h in handles if h in things)


def _with_plate(thing: SeenThing) -> str:
    values = thing.get("values") or {}
    told = [str(values[name]) for name in named(thing, "plate") if type(values.get(name)) is int]
    return f"{_title(thing)} ({', '.join(told)})" if told else _title(thing)


def _title(thing: SeenThing) -> str:
    title = str(thing.get("title") or thing.get("name") or "")
    copy = str(thing.get("name")).rpartition(".")[2]
    return title.removesuffix(f" {copy}") if copy.isdigit() else title


def _telling(view: View, thing: SeenThing, names: Iterable[str]) -> set[str]:
    """The values that are not the same for all figures that have them."""
    found: dict[str, set[Any]] = {name: set() for name in names}
    for other in view.get("things") or ():
        if "figure" in (other.get("kinds") or ()):
            for name in found:
                if name in (other.get("values") or {}):
                    found[name].add(other["values"][name])
    return {name for name, values in found.items() if len(values) > 1}
