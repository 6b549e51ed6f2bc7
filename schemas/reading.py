"""Documents that anybody may have written: bytes → plain data that is sound, or a sentence on what is wrong.

Sound data is a tree of tables, lists, texts, whole and other numbers, truth values and nothing; of bounded
depth, without a name twice, and with nothing that JSON does not know. Whether it is a save or a recording
says its schema (load.py); what a schema cannot say, its own module.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any, NoReturn

from tilewright.schemas.documents import Document

from .wording import ENGLISH, Sentence, Wording

MOST_BYTES = 20_000_000  # of one document; a long game of six, as one seat has seen it, has a tenth of that
MOST_VALUES = 1_500_000  # of one document, by its commas: each takes far more memory than its bytes
MOST_DEPTH = 40  # of values in one another; a view and a position have a quarter of that
MOST_DIGITS = 25  # of a number; seeds have twenty


class BadDocument(Exception):
    """A document that cannot be used; says why, in sentences of the engine."""

    def __init__(self, key: str, *parts: str | int | Sentence) -> None:
        self._hold(Sentence(key, parts))

    def _hold(self, *said: Sentence) -> None:
        self.said = said
        super().__init__(self.told(ENGLISH))

    def told(self, speech: Wording) -> str:
        """The same as a table speaks. What is wrong within a document is told in English everywhere."""
        return " ".join(map(speech.tell, self.said))


def parsed(data: str | bytes) -> Any:
    """The sound data in a document's text; BadDocument says what is wrong with it."""
    if len(data) > MOST_BYTES:
        raise BadDocument("engine/doc_too_large", f"{MOST_BYTES:,}")
    commas = data.count(b",") if isinstance(data, bytes) else data.count(",")
    if commas > MOST_VALUES:
        raise BadDocument("engine/doc_unreadable", f"it has more than {MOST_VALUES:,} values")
    try:
        text = data.decode("utf-8") if isinstance(data, bytes) else data
        document = json.loads(
            text, object_pairs_hook=_table, parse_constant=_no_number, parse_int=_whole, parse_float=_other
        )
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise BadDocument("engine/doc_unreadable", why) from None
    wrong = unsound(document)
    if wrong is not None:
        raise BadDocument("engine/doc_unusable", wrong)
    return document


def misfit(name: str, document: object) -> str | None:
    """The first thing for which data is no such document: `seed: found 3.0, expected integer`."""
    from .load import first_problem

    return unsound(document) or first_problem(name, document)


def unsound(document: object) -> str | None:
    """What in plain data is no sound JSON, with its place; None if nothing. It may be nested at will."""
    below = [iter((("", document),))]
    path: list[str] = []
    while below:
        step = next(below[-1], None)
        if step is None:
            below.pop()
            if path:
                path.pop()
            continue
        key, value = step
        wrong = _wrong(value) or (_wrong(key) if isinstance(key, str) else "its name is not a text")
        if wrong is None and len(below) > MOST_DEPTH:
            wrong = "it is nested too deeply"
        if wrong is not None:
            return f"{_shown([*path, key])}: {wrong}"
        if isinstance(value, dict | list):
            below.append(_members(value))
            path.append(key)
    return None


def _members(value: dict[Any, Any] | list[Any]) -> Iterator[tuple[Any, Any]]:
    if isinstance(value, dict):
        return iter(value.items())
    return ((f"[{number}]", one) for number, one in enumerate(value))


def _wrong(value: object) -> str | None:
    """What is wrong with a value, apart from what is in it."""
    match value:
        case str():
            # Half a character can be written in JSON, and nowhere else.
            return None if value.isascii() or not _has_half(value) else "half a character in a text"
        case float():
            return None if math.isfinite(value) else f"{value} is not a number"
        case int():
            return None if abs(value) < 10**MOST_DIGITS else "a number that is too large"
        case None | dict() | list():
            return None
    return f"{type(value).__name__} is nothing that JSON knows"


def _has_half(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def _shown(path: list[Any]) -> str:
    """The place of a value as schemas name it: `answers[3].seat`; of one that lies deep, its beginning."""
    parts = [ascii(part)[1:-1][:40] if isinstance(part, str) else repr(part)[:40] for part in path[1:]]
    shown = "".join(part if part[:1] == "[" else f".{part}" for part in parts[:8]).removeprefix(".")
    return (shown + ("..." if len(parts) > 8 else "")) or "document"


def _table(pairs: list[tuple[str, Any]]) -> Document:
    found = dict(pairs)
    if len(found) < len(pairs):
        met: set[str] = set()
        twice = next(name for name, _ in pairs if name in met or met.add(name))  # type: ignore[func-returns-value]
        raise ValueError(f"{ascii(twice)[:40]} is in it twice")
    return found


def _no_number(written: str) -> NoReturn:
    raise ValueError(f"{written} is not a number")


def _whole(written: str) -> int:
    if len(written) > MOST_DIGITS:
        raise ValueError(f"a number of {len(written):,} digits")
    return int(written)


def _other(written: str) -> float:
    found = float(written)
    if not math.isfinite(found):
        raise ValueError(f"{written[:20]} is too large a number")
    return found
