"""The types of values as programs write them: `number`, `thing:card?`, `list:word:colour`.

A `ValueType` is that text, read once: its parts are at hand, it can be compared with the text of a document,
and equal types are the same object. Which types there are, docs/internals/program.md says. The compiler's own
types, which know more than a program tells, are in dsl/value_types.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final


class ValueType(str):
    """A type, made by `type_of` alone. Its parts are found once, since linking asks for them all the time."""

    base: str  # number, yes_no, text, word, thing, place, list or any
    item: ValueType | None  # of the members of a list
    optional: bool  # whether a value may be none; of `any` nobody knows, so it may
    is_thing: bool
    is_list: bool
    kind: str  # of a thing, or of the things in a list; nothing of what is neither
    words: str  # the enumeration of a word; nothing of what is none
    certain: ValueType  # the same without none
    element: ValueType  # of the members of a list; of anything else its own, without none: a set of one

    __slots__ = ("base", "certain", "element", "is_list", "is_thing", "item", "kind", "optional", "words")

    def __reduce__(self) -> tuple[Callable[[str], ValueType], tuple[str]]:
        return type_of, (str(self),)  # so that a copy from another process is the same object, too

    @property
    def or_none(self) -> ValueType:
        """The type with none added; only things can be none without further ado."""
        return type_of(f"{self}?") if self.is_thing and not self.optional else self

    @property
    def is_scalar(self) -> bool:
        """Whether a value is written out, as a number, yes or no, or word is, rather than named."""
        return self.base in ("number", "yes_no", "word")

    @property
    def listed(self) -> ValueType:
        """A list of such values; a list stays as it is."""
        return self if self.is_list else type_of(f"list:{self.certain}")


_known: dict[str, ValueType] = {}


def type_of(text: str) -> ValueType:
    """The type that a text stands for; what begins with no known word is a type without parts."""
    found = _known.get(text)
    if found is None:
        found = _known[text] = _read(text)
    return found


def thing(kind: str) -> ValueType:
    """The type of things of a kind."""
    return type_of(f"thing:{kind}")


def _read(text: str) -> ValueType:
    found = ValueType(text)
    base, _, rest = text.partition(":")
    name = rest.removesuffix("?")
    found.base = base.removesuffix("?")
    found.is_thing, found.is_list = base == "thing", base == "list"
    found.item = type_of(rest) if found.is_list else None
    written_none = text.endswith("?") and not found.is_list
    found.optional = written_none or base == "any"
    found.certain = type_of(text[:-1]) if written_none else found
    found.element = found.certain if found.item is None else found.item.certain
    found.kind = name if found.is_thing else found.item.kind if found.item is not None else ""
    found.words = name if base == "word" else ""
    return found


ANY: Final = type_of("any")
NUMBER: Final = type_of("number")
YES_NO: Final = type_of("yes_no")
TEXT: Final = type_of("text")
PLACE: Final = type_of("place")
SPACE: Final = thing("space")
ANYTHING: Final = thing("thing")
SOMETHING: Final = ANYTHING.or_none
SOMEBODY: Final = thing("player").or_none  # whoever acts, if anybody does
RESULT: Final = type_of("word:mission.result")
EMPTY: Final = type_of("list:any")  # of a list without members: it goes with every other list
