"""Did you mean …? The nearest of the names that would fit."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

SYNONYMS = {
    "while": "repeat while",
    "foreach": "for each",
    "loop": "repeat",
    "return": "give",
    "print": "say",
    "tell": "say",
    "var": "let",
    "elif": "else if",
    "elseif": "else if",
    "break": "stop",
    "continue": "skip",
    "exit": "done",
    "increase": "raise",
    "decrease": "lower",
    "discard": "move",
    "put": "move",
    "place": "move",
    "ask": "choose",
    "select": "choose",
    "pick": "choose",
    "remove": "drop",
    "when": "whenever",
    "function": "to",
    "def": "to",
    "verb": "to",
    "enum": "words",
    "class": "kind",
}
"""Words that other languages or rulebooks use, and what they are called here."""

VALUES = {
    "true": "yes",
    "false": "no",
    "null": "none",
    "nil": "none",
    "self": "this",
    "me": "you",
    "infinity": "far",
    **{
        word: str(number)
        for number, word in enumerate(
            (
                "zero",
                "one",
                "two",
                "three",
                "four",
                "five",
                "six",
                "seven",
                "eight",
                "nine",
                "ten",
                "eleven",
                "twelve",
            )
        )
    },
}
"""Values as other languages write them, or in words, and how they are written here."""

TYPES = {
    "integer": "number",
    "int": "number",
    "float": "number",
    "boolean": "yes/no",
    "bool": "yes/no",
    "flag": "yes/no",
    "string": "text",
    "str": "text",
    "enum": "one of a, b",
    "array": "list of KIND",
    "set": "list of KIND",
    "deck": "pile of KIND",
    "stack": "pile of KIND",
}
"""Types as other languages call them."""

MEMBERS = {
    "first": "first(…)",
    "last": "last(…)",
    "count": "count(…)",
    "length": "count(…)",
    "size": "count(…)",
    "number": "count(…)",
    "total": "total(…)",
    "empty": "… is empty",
    "is_empty": "… is empty",
}
"""What other languages ask a list for, and how it is written here."""


KEPT_BY_MODS = {
    "kind": "give it more with `NAME has:`, or declare a kind of another name",
    "words": "declare words of another name, and `replace` the rules that speak of these",
}
"""What a mod adds to, and neither changes nor replaces nor deletes, with the way out."""
WHOLE = ("relation", "die", "menu")
"""What a mod replaces as a whole: no part is changed, nor is it deleted, since rules speak of it."""


def instead_of_changing(word: str, name: str = "NAME") -> str:
    """The way out for a mod that wants another one of those."""
    return KEPT_BY_MODS.get(word) or f"declare all of it again: `replace {word} {name} …`"


_OF_A_BOARD, _OF_A_MISSION = "board NAME of KIND:", 'mission NAME "TITLE":'
PARTS_OF = {
    **dict.fromkeys(("drawing", "signs", "spaces", "links"), _OF_A_BOARD),
    **dict.fromkeys(("board", "layout", "setup"), _OF_A_MISSION),
}
"""What stands below the first line of a board or a mission and nowhere else, with that line."""


def missing_head(part: str) -> str:
    """What is said where such a part stands below something else; nothing of other words."""
    head = PARTS_OF.get(part)
    return f"it belongs to a {head.split()[0]}: is the line `{head}` missing above it?" if head else ""


MAX_LOOKS = 100
"""Names of one package for which the nearest is looked for: so many problems are never told."""
MANY = 200
"""Names that are compared letter by letter; of more, those that begin alike."""

_looks: ContextVar[list[int] | None] = ContextVar("looks", default=None)


@contextmanager
def few_looks() -> Iterator[None]:
    """For a while the nearest is looked for MAX_LOOKS times, then nothing counts as near."""
    before = _looks.set([MAX_LOOKS])
    try:
        yield
    finally:
        _looks.reset(before)


ENDS_OF_BLOCKS = ("end", "endif", "fi", "pass", "begin")
"""What other languages write around a block."""
NO_END = "leave it out: a block ends where its lines do, and `done` ends all that a verb or rule does"


def instead(word: str, known: Iterable[str]) -> str:
    """The word of this language for one of another, or the nearest of those that would fit."""
    if word in ENDS_OF_BLOCKS:
        return NO_END
    return f"did you mean `{SYNONYMS[word]}`?" if word in SYNONYMS else nearest(word, known)


def use_package(id_: str) -> str:
    """How a package is used, as help text."""
    return f"write in `package.yaml`: `{uses(id_)}`"


def uses(id_: str, least: str = "0") -> str:
    """The line of `package.yaml` by which a package is used, from some version on."""
    return f'uses: [{{id: {id_}, version: ">={least}"}}]'


def nearest(name: str, known: Iterable[str]) -> str:
    """` did you mean …?` as help text, or an empty string where nothing is near."""
    near = nearest_name(name, known)
    return f"did you mean `{near}`?" if near else ""


def nearest_name(name: str, known: Iterable[str]) -> str:
    """The name that may have been meant, or an empty string where nothing is near.

    One that begins like another is near if it is at least half as long.
    """
    looks = _looks.get()
    if looks is not None:
        if not looks[0]:
            return ""
        looks[0] -= 1
    names = sorted({other for other in known if other})
    if name.lower() != name and name.lower() in names:
        return name.lower()
    if len(names) > MANY:
        names = [other for other in names if other[0] == name[:1] and abs(len(other) - len(name)) < 3][:MANY]
    slips = {}
    for other in names:
        pairs = {(name, other), (_spelt(name), _spelt(other))}
        if found := [wrong for pair in pairs if (wrong := _wrong_letters(*pair)) is not None]:
            slips[other] = min(found)
    if slips:
        return min(slips, key=lambda other: slips[other])
    longer = (one for one in names if _spelt(one).startswith(_spelt(name)) or name.startswith(one))
    near = (one for one in longer if min(len(one), len(name)) * 2 >= max(len(one), len(name)))
    return next(near, "") if len(name) > 2 else ""


def _spelt(name: str) -> str:
    """`copies` as `copys`: of whoever forms the plural wrongly only what else is wrong counts."""
    return f"{name[:-3]}ys" if name.endswith("ies") else name


def _wrong_letters(name: str, other: str) -> int | None:
    """How many letters are wrong, missing or swapped; None for too many to be a slip."""
    allowed = 0 if len(name) < 3 else 1 if len(name) < 6 else 2 if len(name) < 10 else 3
    if abs(len(name) - len(other)) > allowed:
        return None
    if name.isidentifier() and re.sub(r"\d", "", name) == re.sub(r"\d", "", other):
        return None  # the other of two that are counted is no slip
    above: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(name, 1):
        before, above, row = above, row, [i]
        for j, wanted in enumerate(other, 1):
            least = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and name[i - 2] == wanted:
                least = min(least, before[j - 2] + 1)
            row.append(least)
        if min(row) > allowed and min(above) > allowed:
            return None  # a swap reaches two rows back, and no cheaper way leads on
    return row[-1] if row[-1] <= allowed else None
