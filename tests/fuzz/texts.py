"""Mutations of texts on three levels: characters, lines, and what words of the language may stand where."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from random import Random

from tilewright.dsl.reference import entries

ODD = (
    "\0",
    "\x07",
    "\x08",
    "\x0b",
    "\x0c",
    "\x1b",
    "\x1b[2J",
    "\x1b]0;x\x07",
    "\x7f",
    "\x85",
    "\x9b",
    "\t",
    "\r",
    "\xa0",
    "\xad",
    "\u0301",
    "\u200b",
    "\u2028",
    "\u2029",
    "\u202e",
    "\u2066",
    "\ufeff",
    "\ufffe",
    "\ufffd",
    "\u00df",
    "\u0130",
    "\ufb01",
    "\u00b2",
    "\u0661",
    "\U0001f600",
    "\U000e0001",
    "\\",
    '"',
    "'",
    "{",
    "}",
    "{0}",
    "<",
    "&",
    "%s",
    "\u27e6",
    "\u27e70\u27e7",
    "|",
    "#",
    "##",
    "$",
    "`",
    "[",
    "]",
    "..",
    "/",
    "\n",
)
NUMBERS = (
    "0",
    "1",
    "2",
    "-1",
    "7",
    "99",
    "100",
    "500",
    "501",
    "4000",
    "65536",
    "999999999",
    "2147483648",
    "9223372036854775807",
    "9223372036854775808",
    "1" * 40,
    "007",
    "1" * 5_000,
)
PIECE = re.compile(r'"[^"\n]*"?|\w+| +|\n|.')
_WORD = re.compile(r"[A-Za-z_]\w*")


@cache
def words() -> list[str]:
    """What sources are made of: small words, names, signs, indentation."""
    forms = " ".join(form for entry in entries() for form in entry.forms)
    found = {*re.findall(r"[a-z]+", forms), "hero", "deck", "x", "1", "007", '"text {x}"', "[A-1]", "| a |"}
    signs = [*":,.()=+-*/<#", "##", "\n", "\n  ", "\n    "]
    return sorted(found) + signs * 4


def mutated(chance: Random, text: str, donor: str, times: int) -> str:
    """A text with so many slips; `donor` is another one that parts may come from."""
    for _ in range(times):
        text = chance.choices((_characters, _lines, _words), (2, 4, 6))[0](chance, text, donor)
    return text


def _characters(chance: Random, text: str, donor: str) -> str:
    at = chance.randint(0, len(text))
    other = min(len(text), at + chance.randint(1, 40))
    ways: Sequence[Callable[[], str]] = (
        lambda: text[:at] + chance.choice(ODD) + text[at:],
        lambda: text[:at] + chance.choice(ODD) + text[at + 1 :],
        lambda: text[:at] + chr(ord(text[at : at + 1] or "x") ^ 1 << chance.randrange(7)) + text[at + 1 :],
        lambda: text[:at] + text[other:],
        lambda: text[:other] + text[at:],
        lambda: text[:at],
        lambda: text[at:],
    )
    return chance.choices(ways, (4, 2, 4, 2, 2, 1, 1))[0]()


def _lines(chance: Random, text: str, donor: str) -> str:
    lines = text.split("\n")
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(8):
        case 0:
            lines[at : at + 1] = []
        case 1:
            lines[at:at] = [lines[at]]
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines[at] = "  " + lines[at]
        case 4:
            lines[at] = lines[at][2:]
        case 5:
            lines[at : at + chance.randint(1, 6)] = []
        case 6:
            given = donor.split("\n")
            start = chance.randrange(len(given))
            lines[at:at] = given[start : start + chance.randint(1, 8)]
        case _:
            lines[at:at] = lines[other : other + chance.randint(1, 8)]
    return "\n".join(lines)


def _words(chance: Random, text: str, donor: str) -> str:
    pieces = PIECE.findall(text)
    if not pieces:
        return chance.choice(words())
    at = chance.randrange(len(pieces))
    for _ in range(5):  # most pieces are blanks
        if pieces[at].strip():
            break
        at = chance.randrange(len(pieces))
    pieces[at : at + 1] = _instead(chance, pieces, at, donor)
    return "".join(pieces)


def _instead(chance: Random, pieces: list[str], at: int, donor: str) -> list[str]:
    """What may stand in the place of a piece: often something of its own kind."""
    piece = pieces[at]
    way = chance.randrange(10)
    if way == 0:
        return []
    if way == 1:
        return [chance.choice(words())]
    if way == 2:
        return [piece, " ", piece]
    if piece.isdecimal():
        return [chance.choice(NUMBERS)] if way < 7 else _nested(chance, piece)
    if piece.startswith('"'):
        return [f'"{piece[1:-1][: chance.randint(0, 9)]}{chance.choice(ODD)}"'.replace("\n", "")]
    if _WORD.fullmatch(piece):
        if way < 5:
            return _nested(chance, piece)
        source = PIECE.findall(donor) if way == 9 and donor else pieces
        names = [one for one in source if _WORD.fullmatch(one)]
        return [chance.choice(names)] if names else []
    other = chance.randrange(len(pieces))
    return [pieces[other]]


def _nested(chance: Random, piece: str) -> list[str]:
    """An expression around a name or number."""
    for _ in range(chance.choice((1, 1, 1, 2, 5, 40))):
        form = chance.choice(
            (
                "({})",
                "({} + {})",
                "(not {})",
                "count({})",
                "({} or {})",
                "(1 if {} else 2)",
                "(all {} where it is {})",
                "-{}",
                "{}.owner",
                "({} where it in {})",
                "({} * 2)",
            )
        )
        if len(piece) < 400:
            piece = form.replace("{}", piece)
    return [piece]
