"""The types of values, as the checker knows them and as the program writes them."""

from functools import cache
from typing import Literal, NamedTuple

from tilewright.schemas.wording import article

Base = Literal["number", "yes_no", "text", "word", "thing", "place", "list", "none", "any", "die"]


class Type(NamedTuple):
    """One type. `name` is the kind of a thing or of what a place holds, or the enumeration of a word."""

    base: Base
    name: str = ""
    optional: bool = False
    item: "Type | None" = None
    single: bool = False  # a slot for one thing: it may stand for that thing

    def __str__(self) -> str:
        match self.base:
            case "list":
                return f"list:{self.item}"
            case "word" | "thing":
                return f"{self.base}:{self.name}{'?' if self.optional else ''}"
            case "number":
                return "number?" if self.optional else "number"
            case _:
                return self.base

    def or_none(self) -> "Type":
        return self._replace(optional=True) if self.base in ("thing", "number") else self

    def certain(self) -> "Type":
        return self._replace(optional=False) if self.optional else self

    def without_none(self) -> "Type":
        """The type of a value that is known not to be none."""
        return self._replace(name=self.name.removesuffix(OR_NONE)) if has_none(self) else self.certain()

    def readable(self) -> str:
        """For messages: `a weapon`, `a list of guards`."""
        match self.base:
            case "thing":
                return f"{article(self.name)} or none" if self.optional else article(self.name)
            case "list":
                item = self.item or ANY
                if item.base == "thing":
                    return "a set of things" + (f" of kind {item.name}" if item.name != "thing" else "")
                return (
                    f"a list of words of {_list(item.name)}" if item.base == "word" else "a list of numbers"
                )
            case "word":
                return f"a word of {_list(self.name)}"
            case "yes_no":
                return "yes or no"
            case "none":
                return "none"
            case _:
                return article(self.base)


def _list(name: str) -> str:
    return name.replace(OR_NONE, " or none")


NUMBER = Type("number")
YES_NO = Type("yes_no")
TEXT = Type("text")
NONE = Type("none", optional=True)
ANY = Type("any", optional=True)
"""The type of what could not be understood: it fits everywhere, so that one mistake is reported once."""


@cache
def thing(kind: str, optional: bool = False) -> Type:
    return Type("thing", kind, optional)


@cache
def listing(item: Type) -> Type:
    return Type("list", item=item.certain())


@cache
def place(holds: str, single: bool = False) -> Type:
    return Type("place", holds, single=single)


@cache
def word(enumeration: str) -> Type:
    return Type("word", enumeration)


OR_NONE = ".or_none"
"""Behind the name of an enumeration: that with `none` as its last word. The others have the same numbers."""


NO_NUMBER = -(2**31)
"""None where a number is wanted."""


def has_none(type_: Type) -> bool:
    """Whether words of a type can be `none`."""
    return type_.base == "word" and type_.name.endswith(OR_NONE)


def same_words(a: Type, b: Type) -> bool:
    """Whether two types are of the same words, but for `none`."""
    return a.name.removesuffix(OR_NONE) == b.name.removesuffix(OR_NONE)
