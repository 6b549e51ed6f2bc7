"""What a board can be painted with: signs, values and the ways to change spaces, from the words of a game."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..boards.signs import STANDARD, Meaning
from ..model import Model

MOST_NUMBERS = 10  # a property with more values is written, not painted


@dataclass(frozen=True, slots=True)
class Brush:
    """One thing to paint with; `sign` is what is written.

    Sorts: cell and edge (of squares), sign (a meaning that has no sign yet), grow and region (one there is,
    and a new one), room (a new one, or a place for one), drop (a region or room), value (of either), tile,
    turn and take (of a layout), thing, link.
    """

    sort: str
    sign: str
    words: str


def of_squares(model: Model, kind: str, signs: Mapping[str, Meaning]) -> list[Brush]:
    """The standard signs, those that a table explains, and meanings that have none yet."""
    found = [
        Brush("cell", ".", "plain"),
        Brush("cell", "", "no space"),
        Brush("edge", " ", "open"),
        Brush("edge", "-", "wall"),
    ]
    said = set()
    for sign, meaning in signs.items():
        if sign not in STANDARD and not meaning.broken:
            words = _words(meaning)
            said.add(words)
            found.append(Brush("edge" if meaning.is_link else "cell", sign, words))
    links = [name for name in model.kinds if name not in ("link", "wall") and model.is_a(name, "link")]
    means = [*_values(model, kind), *links]
    return found + [Brush("sign", one, f"{one} (new sign)") for one in means if one not in said]


def of_spaces(model: Model, kind: str, form: str) -> list[Brush]:
    """What changes a board of regions, or of rooms."""
    values = [Brush("value", one, one) for one in _values(model, kind)]
    if form == "region":
        return [
            Brush("grow", "", "more of a region"),
            Brush("region", "", "a new region"),
            Brush("cell", "", "no space"),
            Brush("drop", "", "remove a region"),
            *values,
        ]
    return [Brush("room", "", "a new room, or move one"), Brush("drop", "", "remove a room"), *values]


def _words(meaning: Meaning) -> str:
    """A meaning as its table says it."""
    values = ", ".join(f"{name}: {value}" for name, value in meaning.values.items())
    return ", ".join(filter(None, (meaning.kind or "", values))) or "plain"


def _values(model: Model, kind: str) -> list[str]:
    """What a board may say of its spaces, each as `property: value`; numbers only if they are few."""
    found = []
    for name, declared in model.properties(kind).items():
        if declared.internal or declared.sort not in ("given", "stored"):
            continue
        match declared.type.base:
            case "yes_no":
                words: Iterable[object] = ("yes",)
            case "word":
                words = model.words.get(declared.type.name, ())
            case "number" if declared.high is not None and declared.high < MOST_NUMBERS:
                words = range(declared.low or 0, declared.high + 1)
            case _:
                words = ()
        found += [f"{name}: {word}" for word in words]
    return found
