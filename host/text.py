"""Text of strangers: which characters deceive or break things, and how a text is made fit for where it goes.

Titles, prompts, logs, recordings and names of files come from packages that anybody may have written. Before
such a text reaches a terminal, a picture or the name of a file, it goes through one of the functions here.
What people write in any language stays: letters from right to left and their marks, joined emoji, combining
signs. `terminal.py` prints; that a source holds none of these characters is seen to by the compiler.
"""

from __future__ import annotations

import re
import unicodedata

MAX_NAME = 80
"""Letters of a file's name: with a date and an ending it still fits every file system."""

_BIDI = "\u202a-\u202e\u2066-\u2069"  # they turn what follows around, so that it reads other than it is
_OLD_FORMAT = "\u206a-\u206f\ufff9-\ufffb"  # given up by Unicode; terminals and renderers differ about them
_NOT_CHARACTERS = "\ud800-\udfff\ufdd0-\ufdef\ufeff" + "".join(
    f"{chr(plane * 0x10000 + 0xFFFE)}{chr(plane * 0x10000 + 0xFFFF)}" for plane in range(17)
)

HARMFUL = re.compile(f"[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\u2028\u2029{_BIDI}{_OLD_FORMAT}{_NOT_CHARACTERS}]")
"""A character that no text needs, and that breaks or deceives what shows it. Tabs and line ends are none."""

_NAMES = {
    "\x00": "NULL",
    "\x07": "BELL",
    "\x08": "BACKSPACE",
    "\t": "TAB",
    "\n": "LINE FEED",
    "\x0b": "LINE TABULATION",
    "\x0c": "FORM FEED",
    "\r": "CARRIAGE RETURN",
    "\x1b": "ESCAPE",
    "\x7f": "DELETE",
    "\x85": "NEXT LINE",
    "\ufeff": "BYTE ORDER MARK",
}
_SORTS = {"Cc": "CONTROL CHARACTER", "Cs": "HALF A CHARACTER"}


def named(character: str) -> str:
    """A character as its number and its name: `U+001B ESCAPE`."""
    name = _NAMES.get(character) or unicodedata.name(character, "")
    return f"U+{ord(character):04X} {name or _SORTS.get(unicodedata.category(character), 'NO CHARACTER')}"


def printable(text: object) -> str:
    """A text for terminals and logs: each harmful character is replaced by a sign for it, a tab by a blank.

    The length stays, so that marks below a line still stand below their letters; so do the ends of lines.
    """
    said = str(text)
    if said.isprintable():
        return said
    return HARMFUL.sub(_sign, said.replace("\t", " "))


def on_one_line(text: object) -> str:
    """A text that is to be one line: a path, a title. Ends of lines are shown as signs, too."""
    return printable(text).replace("\n", "␊")


def for_xml(text: object) -> str:
    """A text for a picture: XML has no way to write most harmful characters, so they are left out."""
    said = str(text)
    return said if said.isprintable() else HARMFUL.sub("", said)


def file_name(text: object, otherwise: str = "unnamed") -> str:
    """A name under which every system can keep a file: no separators or reserved names, of bounded length."""
    plain = HARMFUL.sub("", unicodedata.normalize("NFC", str(text)))
    plain = re.sub(r'[\s/\\:*?"<>|\[\]]+', "-", plain).strip("-. ")
    while len(plain[:MAX_NAME].encode("utf-8")) > 2 * MAX_NAME:
        plain = plain[: len(plain[:MAX_NAME]) - 1]
    plain = plain[:MAX_NAME].rstrip("-. ")
    if _RESERVED.fullmatch(plain.partition(".")[0]):
        plain = f"{plain}_" if "." not in plain else plain.replace(".", "_.", 1)
    return plain or otherwise


def is_file_name(name: str) -> bool:
    """Whether every system can keep a file or folder under this name as it is."""
    if HARMFUL.search(name) or re.search(r'[/\\:*?"<>|\t\n]', name) or len(name) > MAX_NAME:
        return False
    return name == name.strip().rstrip(".") != "" and not _RESERVED.fullmatch(name.partition(".")[0].rstrip())


_RESERVED = re.compile(r"(?i)con|prn|aux|nul|(com|lpt)[0-9¹²³]|conin\$|conout\$")


def _sign(found: re.Match[str]) -> str:
    number = ord(found[0])
    if number < 0x20:
        return chr(0x2400 + number)
    return "␡" if number == 0x7F else "\N{REPLACEMENT CHARACTER}"
