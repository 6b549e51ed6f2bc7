"""How the engine puts words together in its own sentences. What authors wrote is never touched."""

from __future__ import annotations

from collections.abc import Sequence


def lowered(title: str) -> str:
    """A title within a sentence: its first letter is small, unless it begins with an abbreviation."""
    return title if title[1:2].isupper() else title[:1].lower() + title[1:]


def capital(text: str) -> str:
    """The beginning of a sentence; what is called `d1` stays so."""
    return text if text[1:2].isdigit() else text[:1].upper() + text[1:]


def article(word: str) -> str:
    """`a` or `an`; by the letter, which is right for most words."""
    return "an" if word[:1].lower() in "aeiou" else "a"


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
