"""What the engine says itself, and how the gaps of a text are filled, in every language.

The sentences stand in `sentences.json`, in English, under keys as a package's texts have; a program in
another language brings its own. A gap is `{0}`, filled with a name or a number, or `{0|token|tokens}`, which
says a word in the form that goes with the number in gap 0, or with how many are listed there.
"""

from __future__ import annotations

import errno
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

GAP = re.compile(r"\{(\d+)((?:\|[^{}|]*)*)\}")
"""A gap: the number of what fills it, and the forms of a word between bars."""

_GAP_AT_END = re.compile(GAP.pattern + r"(\.?)")
_STOPS = (".", "?", "!", "…")

MAX_FILLED = 2_500
"""Letters of what fills the gaps of a text: a log may hold thousands, and a title has 2,000 letters."""


class Amount(NamedTuple):
    """What fills a gap, with how many it is: `36 cards`, `Axe and Rope`."""

    words: str
    number: int


class Sentence(NamedTuple):
    """A sentence of the engine that is not said yet: its key, and what fills its gaps."""

    key: str
    parts: tuple[Any, ...] = ()
    """Texts, numbers, amounts, and other sentences."""


_TROUBLES = {
    errno.ENOENT: "missing",
    errno.ENOTDIR: "missing",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EISDIR: "folder",
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "sealed",
    errno.ENAMETOOLONG: "long",
}
"""What the system reports most often, by the ends of our sentences about it."""


def trouble(error: OSError) -> Sentence:
    """Why a file could not be read or written, in words of ours: the system speaks English."""
    known = _TROUBLES.get(error.errno or 0)
    if known is not None:
        return Sentence(f"engine/file_{known}")
    return Sentence("engine/file_other", ((error.strerror or str(error)).lower(),))


@cache
def sentences() -> Mapping[str, str]:
    """Every sentence of the engine in English, by its key. It is read once and shared: do not change it."""
    text = files(__package__).joinpath("sentences.json").read_text(encoding="utf-8")
    found: dict[str, str] = json.loads(text)
    return found


# ------------------------------------------------------------------ numbers


def plural_form(language: str, number: int) -> int:
    """Which form of a word goes with a number, as CLDR has it for whole numbers; 0 is the first."""
    one, tens = number % 10, number % 100
    match language.partition("-")[0]:
        case "ja" | "ko" | "th" | "vi" | "zh":
            return 0
        case "fr" | "pt":
            return int(number > 1)
        case "cs" | "sk":
            return 0 if number == 1 else 1 if 2 <= number <= 4 else 2
        case "pl":
            return 0 if number == 1 else 1 if 2 <= one <= 4 and tens // 10 != 1 else 2
        case "be" | "ru" | "uk":
            return 0 if one == 1 and tens != 11 else 1 if 2 <= one <= 4 and tens // 10 != 1 else 2
    return int(number != 1)


def article(noun: str) -> str:
    """`a card`, `an event`: for messages, which speak English."""
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def counted(number: int, noun: str, several: str = "") -> str:
    """`1 cell`, `2 cells`; `1 story`, `2 stories`: for commands and messages, which speak English."""
    return f"{number:,} {noun if number == 1 else several or f'{noun}s'}"


def joined(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`: for commands and messages, which speak English."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def forms_of(language: str) -> int:
    """How many forms a word has in a language, as far as `plural_form` tells them apart."""
    return 1 + max(plural_form(language, number) for number in range(25))


# ------------------------------------------------------------------ texts


def filled(text: str, parts: Sequence[str | int | Amount], language: str = "en") -> str:
    """A text with its parts in the gaps; other braces stay as they are, and so do gaps that nothing fills.
    A part that ends like a sentence takes the full stop after it: `What news?`, not `What news?.`. If the
    result would be too long, long parts are cut short.
    """
    made = _filled(text, parts, language, MAX_FILLED)
    if len(made) <= max(MAX_FILLED, len(text)):
        return made
    return _filled(text, parts, language, MAX_FILLED // sum(1 for _ in GAP.finditer(text)))


def _filled(text: str, parts: Sequence[str | int | Amount], language: str, most: int) -> str:
    """The same with so many letters of a part at most."""

    def fill(gap: re.Match[str]) -> str:
        at, forms, stop = int(gap[1]), gap[2].split("|")[1:], gap[3]
        if at >= len(parts):
            return gap[0]
        part = parts[at]
        if not forms:
            words = part.words if isinstance(part, Amount) else str(part)
            words = words if len(words) <= most else words[: most - 1] + "…"
            return words if words.endswith(_STOPS) else words + stop
        number = part if isinstance(part, int) else part.number if isinstance(part, Amount) else 1
        return forms[min(plural_form(language, number), len(forms) - 1)] + stop

    return _GAP_AT_END.sub(fill, text)


@dataclass(frozen=True)
class Wording:
    """How the engine speaks in a program: in its language, and in English where that says nothing."""

    language: str = "en"
    translated: Mapping[str, str] | None = None

    @classmethod
    def of(cls, program: Mapping[str, Any]) -> Wording:
        """How the engine speaks in a program, as the document that the compiler gave."""
        spoken = program.get("language") or {}
        return cls(spoken.get("code", "en"), spoken.get("sentences"))

    def sentence(self, key: str) -> str:
        """A sentence of the engine as it stands, with its gaps."""
        return (self.translated or {}).get(key) or sentences()[key]

    def say(self, key: str, *parts: str | int | Amount) -> str:
        """A sentence of the engine with its gaps filled."""
        own = (self.translated or {}).get(key)
        return filled(sentences()[key], parts) if own is None else filled(own, parts, self.language)

    def tell(self, sentence: Sentence) -> str:
        """A sentence that was not said yet."""
        parts = (self.tell(one) if isinstance(one, Sentence) else one for one in sentence.parts)
        return self.say(sentence.key, *parts)

    def listed(self, words: Sequence[str]) -> Amount:
        """`a`, `a and b`, `a, b and c`, with how many they are."""
        if len(words) < 2:
            return Amount("".join(words), len(words))
        return Amount(self.say("engine/and", ", ".join(words[:-1]), words[-1]), len(words))


ENGLISH = Wording()
