"""The language of the table: whatever the interface says is a sentence of the engine, and comes from here.

Mistakes in the sources are told in the words of the compiler, which are English.
"""

from __future__ import annotations

from tilewright.schemas.wording import ENGLISH, Amount, Sentence, Wording, trouble

# One process has one window, so one language is spoken in it.
_used = [ENGLISH]


def use(speech: Wording) -> None:
    """Everything that is said from now on is said so."""
    _used[0] = speech


def used() -> Wording:
    """How the table speaks."""
    return _used[0]


def say(key: str, *parts: str | int | Amount) -> str:
    """A sentence of the engine, with its gaps filled."""
    return _used[0].say(f"engine/{key}", *parts)


def told(words: str | Sentence) -> str:
    """A sentence that was not said yet; words stay as they are."""
    return used().tell(words) if isinstance(words, Sentence) else words


def why_not(error: OSError) -> str:
    """Why a file could not be read or written."""
    return _used[0].tell(trouble(error))


def spoken() -> tuple[str, dict[str, str]]:
    """The same as plain data, for another process."""
    return _used[0].language, dict(_used[0].translated or {})
