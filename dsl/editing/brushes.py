"""What a board can be painted with: signs, values and the ways to change spaces, from the words of a game."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tilewright.schemas.wording import Sentence

from ..boards.signs import STANDARD, Meaning
from ..model import Model

MOST_NUMBERS = 10  # a property with more values is written, not painted
_PLAIN = Sentence("engine/edit_brush_plain")


@dataclass(frozen=True, slots=True)
class Brush:
    """One thing to paint with. `sign` is what is written; `words` say what it is: a name of the package, or a
    sentence of the engine.

    Sorts: cell and edge (of squares), sign (a meaning that has no sign yet), grow and region (one there is,
    and a new one), room (a new one, or a place for one), drop (a region or room), value (of either), tile,
    turn and take (of a layout), thing, link.
    """

    sort: str
    sign: str
    words: str | Sentence


def said(sort: str, key: str, sign: str = "") -> Brush:
    """A brush that is called by a sentence of the engine; what it writes fills the gap of that."""
    return Brush(sort, sign, Sentence(f"engine/{key}", (sign,)))


def of_squares(model: Model, kind: str, signs: Mapping[str, Meaning]) -> list[Brush]:
    """The standard signs, those that a table explains, and meanings that have none yet."""
    found = [
        said("cell", "edit_brush_plain", "."),
        said("cell", "edit_brush_none"),
        said("edge", "edit_brush_open", " "),
        said("edge", "edit_brush_wall", "-"),
    ]
    explained = set()
    for sign, meaning in signs.items():
        if sign not in STANDARD and not meaning.broken:
            words = _words(meaning)
            explained.add(words)
            found.append(Brush("edge" if meaning.is_link else "cell", sign, words or _PLAIN))
    links = [name for name in model.kinds if name not in ("link", "wall") and model.is_a(name, "link")]
    means = [*_values(model, kind), *links]
    return found + [said("sign", "edit_brush_sign", one) for one in means if one not in explained]


def of_spaces(model: Model, kind: str, form: str) -> list[Brush]:
    """What changes a board of regions, or of rooms."""
    values = [Brush("value", one, one) for one in _values(model, kind)]
    if form == "region":
        return [
            said("grow", "edit_brush_grow"),
            said("region", "edit_brush_region"),
            said("cell", "edit_brush_none"),
            said("drop", "edit_brush_no_region"),
            *values,
        ]
    return [said("room", "edit_brush_room"), said("drop", "edit_brush_no_room"), *values]


def _words(meaning: Meaning) -> str:
    """A meaning as its table says it; nothing for a plain space."""
    values = ", ".join(f"{name}: {value}" for name, value in meaning.values.items())
    return ", ".join(filter(None, (meaning.kind or "", values)))


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
