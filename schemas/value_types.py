"""The types of values as programs write them: `number`, `thing:card?`, `list:word:colour`.

A `Type` is that text, read once: its parts are at hand, it can be compared with the text of a document, and
equal types are the same object. Which types there are, docs/internals/program.md says. The compiler's own
types, which know more than a program tells, are in dsl/value_types.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final


class Type(str):
    """A type, made by `type_of` alone.

    `base` is number, yes_no, text, word, thing, place, list or any; `name` the kind of a thing or the
    enumeration of a word; `item` the type of a list's members. `optional` says whether a value may be none;
    of `any` nobody knows, so it may.
    """

    base: str
    name: str
    item: Type | None
    optional: bool

    __slots__ = ("base", "item", "name", "optional")

    def __reduce__(self) -> tuple[Callable[[str], Type], tuple[str]]:
        return type_of, (str(self),)  # so that a copy from another process is the same object, too

    @property
    def is_thing(self) -> bool:
        return self.base == "thing"

    @property
    def is_list(self) -> bool:
        return self.base == "list"

    @property
    def kind(self) -> str:
        """The kind of a thing, or of the things in a list; nothing of what is neither."""
        about = self if self.item is None else self.item
        return about.name if about.base == "thing" else ""

    @property
    def words(self) -> str:
        """The enumeration of a word; nothing of what is none."""
        return self.name if self.base == "word" else ""

    @property
    def element(self) -> Type:
        """The type of the members of a list; of anything else its own, without none: a set of one."""
        return self.certain if self.item is None else self.item.certain

    @property
    def certain(self) -> Type:
        """The type without none."""
        return type_of(self[:-1]) if self.optional and self is not ANY else self

    @property
    def or_none(self) -> Type:
        """The type with none added; only things can be none without further ado."""
        return type_of(f"{self}?") if self.base == "thing" and not self.optional else self

    @property
    def listed(self) -> Type:
        """A list of such values; a list stays as it is."""
        return self if self.base == "list" else type_of(f"list:{self.certain}")


_known: dict[str, Type] = {}


def type_of(text: str) -> Type:
    """The type that a text stands for; what begins with no known word is a type without parts."""
    found = _known.get(text)
    if found is None:
        found = _known[text] = _read(text)
    return found


def thing(kind: str) -> Type:
    """The type of things of a kind."""
    return type_of(f"thing:{kind}")


def _read(text: str) -> Type:
    found = Type(text)
    base, _, rest = text.partition(":")
    found.item = type_of(rest) if base == "list" else None
    found.optional = base == "any" or (found.item is None and text.endswith("?"))
    found.base = base.removesuffix("?")
    found.name = "" if found.item is not None else rest.removesuffix("?")
    return found


ANY: Final = type_of("any")
NUMBER: Final = type_of("number")
YES_NO: Final = type_of("yes_no")
TEXT: Final = type_of("text")
PLACE: Final = type_of("place")
SOMETHING: Final = type_of("thing:thing?")  # any thing, or none
EMPTY: Final = type_of("list:any")  # of a list without members: it goes with every other list
