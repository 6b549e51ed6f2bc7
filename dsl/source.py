"""Where text came from: files, spans and words that know their span."""

import re
from typing import NamedTuple


class Span(NamedTuple):
    """A stretch of a source file, counted from 1; `end_column` is one past its last character."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __reduce__(self) -> tuple[object, ...]:
        return tuple.__new__, (Span, tuple(self))  # half the time of a cached check is spent on reading these

    def to(self, other: "Span") -> "Span":
        """The stretch from the beginning of this span to the end of `other`."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)

    def begins_within(self, other: "Span") -> bool:
        """Whether the line on which this span begins is one of those of `other`."""
        return other.file == self.file and other.line <= self.line <= other.end_line


NOWHERE = Span("", 0, 0, 0, 0)


def package_of(path: str) -> str:
    """The package of a file: the first folder of its path, as paths are shown to authors."""
    return path.partition("/")[0]


def rows_of(text: str) -> list[str]:
    """The lines of a text as places count them: a carriage return alone ends one, too."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


# Of each line there is one way to match it: else the time doubles with every empty line at the top of a file.
_FIRST = re.compile(r"(?:[^\S\n]*(?:#[^\n]*)?\n)*[^\S\n]*(\w+)")


def first_word(text: str) -> str:
    """The first word of a source behind empty lines and remarks, such as `mod` or `tests`; empty if none."""
    found = _FIRST.match(text)
    return found[1] if found else ""


class Word(str):
    """A piece of text that remembers its place; equal to and hashed like the plain string."""

    __slots__ = ("span",)
    span: Span

    def __new__(cls, text: str, span: Span = NOWHERE) -> "Word":
        word = str.__new__(cls, text)
        word.span = span
        return word

    def __reduce__(self) -> tuple[object, ...]:
        return Word, (str(self), self.span)


class Source(NamedTuple):
    """One file of a package: its path as shown to the author and its text."""

    path: str
    text: str
