"""How the engine puts words together in its own sentences. What authors wrote is never touched."""

from __future__ import annotations

from functools import lru_cache

from tilewright.schemas.wording import Amount, Wording, filled

from ..evaluating.program_index import ProgramIndex


@lru_cache(8)
def wording(index: ProgramIndex) -> Wording:
    """How the engine speaks in a program."""
    return Wording.of(index.data)


def counted(index: ProgramIndex, kind: str, number: int, plural: str = "") -> Amount:
    """So many of a kind: `36 cards`."""
    declared, language = index.kinds.get(kind) or {}, wording(index)
    if declared.get("count"):
        return Amount(filled(declared["count"], [number], language.language), number)
    plural = plural or str(declared.get("plural") or "").replace("_", " ")
    return Amount(f"{number} {plural}" if plural else language.say("engine/things", number), number)


def lowered(title: str) -> str:
    """A title within a sentence: its first letter is small, unless an abbreviation such as M4 begins it."""
    return title if title[1:2].isupper() or title[1:2].isdigit() else title[:1].lower() + title[1:]


def capital(text: str) -> str:
    """The beginning of a sentence; what is called `d1` stays so."""
    return text if text[1:2].isdigit() else text[:1].upper() + text[1:]


def article(word: str) -> str:
    """`a` or `an`; by the letter, which is right for most words."""
    return "an" if word[:1].lower() in "aeiou" else "a"
