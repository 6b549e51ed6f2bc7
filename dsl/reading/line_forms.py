"""Lines of a declaration as written: how deep they are, what they begin with, and how they should look.

The nodes say how each construct is written (`dsl/reference.py`); the first word of a line tells which was
meant.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING

from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..problems.suggest import SYNONYMS, nearest_name
from ..source import Span
from .layout import Chunk
from .tables import keywords

if TYPE_CHECKING:
    from lark import Token  # who finds no mistake does not load lark

HINT = re.compile(r"[\w./-]+")
HINT_BEFORE = re.compile(r"[\w./-]+$")
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
STRING_OR_REMARK = re.compile(r'"[^"]*("|$)|#.*$')
_GOES_ON = re.compile(r"([-,+*/=]|\b(?:and|or|where|except))$")
_ASSIGNED = re.compile(r"(?:^ +|: )([a-z_]\w*(?:\.\w+)*) = ([^=].*)$")
EXPECTATIONS = (
    *("game", "nobody", "asked", "offered", "refused", "said", "view", "order", "look"),
    *("goal", "threat", "deadline"),
)
"""What an expectation of a story may begin with, though no value does."""
DOING = ("to", "action", "before", "after", "instead", "whenever", "as", "test")
"""Words of declarations that hold others nowhere."""
DEED_WORDS = ("answer", "dice", "chance", "undo", "setup", "force")
"""Words of what only stories do, straight below their `do:`. Elsewhere they are names."""
_LONG = 5
"""Letters of a word that is known again with a slip in the first of them."""
_SIGNS = (":", ",", "=")
_TERMINALS = {"=": "EQUAL", ":": "COLON", ",": "COMMA", "number": "__ANON_0"}

_OF_SEVERAL_FORMS = {
    "die": "its faces follow in the same line: `die NAME: 1 to 6`, or `die NAME: miss x2, hit`",
    "words": "they follow in the same line: `words NAME: WORD, WORD`",
    "replace": "after `replace` comes a whole declaration: `to VERB …`, `define NAME …`, "
    '`setting NAME "TITLE" …`, `relation NAME between KIND: …`, `KIND NAME "TITLE": …`, or a rule with its '
    "label",
    "delete": "it is written `delete KIND NAME` or, for a rule, `delete [LABEL]`",
}


class LineForm:
    """A line that may go on over several rows, by the construct that its first word means."""

    def __init__(self, lines: list[str], row: int) -> None:
        head = row
        while head > 0 and goes_on(without_remark(above(lines, head))):
            head -= 1
        words = WORD.findall(lines[head])
        self.head = head
        self.depth = depth(lines[head])
        self.text = without_remark(lines[row])
        self.first = words[0] if words else ""
        story = head > 0 and WORD.findall(lines[0])[:1] == ["test"]
        self.around = enclosing(lines, head) if story else ""
        """The first word of the line that it stands under, in a story."""
        self.forms = fitting(self.first, words, at_margin=head == 0, in_story=story)
        self.form = f"it is written `{self.forms[0]}`" if self.forms else ""
        self.form = _OF_SEVERAL_FORMS.get(self.first, self.form)
        is_entry = (
            first_word(lines[0]) not in DOING
            and self.depth > 0
            and lines[head][self.depth + len(self.first) :].startswith(":")
        )
        if is_entry and not any(form.startswith(f"{self.first}:") for form in self.forms):
            # A value that a thing has may be called like a statement: `cost: 2`.
            self.form = f"it is written `{self.first}: VALUE`" if self.forms else self.form
            self.forms = []

    def first_span(self, chunk: Chunk) -> Span:
        """Where its first word stands."""
        return span_in(chunk, self.head, self.depth + 1, len(self.first))

    def text_before(self, token: Token) -> str:
        """What stands in the row before a token."""
        return self.text[: max(0, (token.column or 1) - 1)]

    def is_entry(self) -> bool:
        """Whether it says something about what it stands under: `text: …`."""
        return self.depth > 0 and self.text[self.depth + len(self.first) :].startswith(":")

    def is_statement_at_margin(self) -> bool:
        """Whether it says what is done, where only declarations stand."""
        return self.depth == 0 and not self.forms and bool(_forms(self.first, at_margin=False))

    def is_expectation(self) -> bool:
        """Whether it says what is to come of a story, and is no test that could be one of two."""
        behind = self.text.partition("expect:")[2] if self.first == "expect" else self.text
        return self.depth > 0 and first_word(behind) in ("not", *EXPECTATIONS)

    def assigned(self) -> tuple[str, str] | None:
        """What it would give to what, if `=` did so: `user.energy = 3`."""
        found = _ASSIGNED.search(self.text)
        return (found[1], found[2]) if found else None

    def missing(self, accepts: frozenset[str]) -> str:
        """The small word of the construct that should have come next, unless it comes somewhere else."""
        present = set(re.findall(r"\w+|[=:]", self.text[len(self.first) + self.depth :]))
        for word in (word for form in self.forms[:1] for word in literals(form)):
            if word not in present and _TERMINALS.get(word, word.upper()) in accepts and word != self.first:
                return word
        return ""

    def wants(self, sign: str) -> bool:
        """Whether a sign belongs to the construct."""
        return bool(self.forms) and sign in literals(self.forms[0])

    def ends_with(self, sign: str) -> bool:
        """Whether a sign is the last thing of the construct."""
        return bool(self.forms) and self.forms[0].endswith(sign)

    def uses(self, word: str) -> bool:
        """Whether a word is one of the small words of the construct."""
        return any(word in re.findall(r"[a-z]+", form) for form in self.forms)

    def named(self, word: str) -> bool:
        """Whether a word can be a name, so that it may have been written as two."""
        known = word == self.first or self.uses(word) or word in keywords() or word == "then"
        return bool(word) and not known

    def misspelt(self) -> str | None:
        """The word of the language that the first one resembles, unless it is one itself."""
        if self.first[:1].isupper() and self.first.lower() in beginnings():
            return self.first.lower()
        if not self.first or self.first in beginnings() or self.forms or self.is_entry():
            return None
        if self.first in SYNONYMS and (self.head > 0 or SYNONYMS[self.first] in beginnings()):
            return SYNONYMS[self.first]
        words = (
            ("kind", "action", "define", "relation", "setting", "mission")
            if self.head == 0
            else (*beginnings(), *SYNONYMS)
        )
        near = nearest_name(self.first, get_close_matches(self.first, words, n=1, cutoff=0.7))
        if not near or (len(near) < _LONG and near[0] != self.first[0]):
            return None
        return SYNONYMS.get(near, near)


def in_a_line_of_its_own(word: str, words: Collection[str]) -> str:
    """How what begins with a word is written, where it cannot stand; `words` are those around it."""
    forms = fitting(word, words, at_margin=False)
    return f"in a line of its own, `{_opening(forms[0])}` is written `{forms[0]}`" if forms else ""


def only_below_do(word: str, span: Span, *, in_given: bool) -> Diagnostic:
    """What is said of a deed of a story that stands in one of its blocks, or in what is given."""
    way = "write it there, as often as it is needed"
    if in_given:
        way = "begin `do:` with it: what is given is only how things stand"
    elif word == "answer":
        way = f"{way}, or `answer VALUES until EXPECTATION`"
    return codes.UNEXPECTED.at(span, message=f"`{word}` can only stand straight below `do:`", proposal=way)


def behind_a_colon(text: str, column: int) -> tuple[str, int] | None:
    """What begins behind a colon before a column and needs a line of its own: its text, and where."""
    plain = STRING_OR_REMARK.sub(lambda match: '"' * len(match[0]), text)
    for colon in re.finditer(r": +(?=[a-z])", plain):
        rest = text[colon.end() :]
        word = first_word(rest)
        forms = fitting(word, WORD.findall(rest), at_margin=False) if word in _alone() else ()
        is_entry = rest[len(word) :].lstrip().startswith(":")
        if colon.end() < column and forms and is_entry == forms[0].startswith(f"{word}:"):
            return rest, colon.end()
    return None


@cache
def _alone() -> frozenset[str]:
    """The words that begin blocks, choices, conditions and parts of stories: none stands behind a colon."""
    from ..reference import entries

    found = {
        WORD.findall(form)[0]
        for entry in entries()
        for form in entry.forms
        if (entry.subject == "blocks" and form[0].islower())
        or (entry.subject in ("rules", "stories") and form.endswith(":") and form[0].islower())
        or entry.node in ("Needs", "Takes", "Cost", "InMenu", "ActionMeans", "Limit", "OrderedBy")
    }
    return frozenset(found - {"do", "by", "to"})


def _opening(form: str) -> str:
    """The words that a form begins with: `for each` of `for each NAME:`."""
    found = re.match(r"[a-z_]+(?: [a-z]+)*", form)
    return found[0] if found else form


def fitting(word: str, words: Collection[str], *, at_margin: bool, in_story: bool = False) -> list[str]:
    """The forms that begin with a word, first the one of which the fewest small words are missing; within a
    story only its own, if there are any."""
    forms = (story_forms(word) if in_story else ()) or _forms(word, at_margin=at_margin)
    return sorted(forms, key=lambda form: (len(set(literals(form)) - {*words, *_SIGNS}), -len(form)))


def _forms(word: str, at_margin: bool) -> tuple[str, ...]:
    """How lines that begin with a word are written, outside of tests and files' margins or there."""
    if at_margin:
        return _forms_of(word, "files", "vocabulary", "rules", "stories")
    return _forms_of(word, "statements", "blocks", "rules", "vocabulary", "stories")


def story_forms(word: str) -> tuple[str, ...]:
    """How lines of a test that begin with a word are written, and no others."""
    return _forms_of(word, "stories")


@cache
def _forms_of(word: str, *subjects: str) -> tuple[str, ...]:
    """The forms that begin with a word, subject by subject."""
    from ..reference import entries

    found = [
        form
        for subject in subjects
        for entry in entries()
        if entry.subject == subject
        for form in entry.forms
        if WORD.match(form)
    ]
    return tuple(form for form in found if WORD.findall(form)[0] == word)


@cache
def beginnings() -> tuple[str, ...]:
    """Every word of the language that a line can begin with."""
    from ..reference import entries

    subjects = ("files", "vocabulary", "rules", "stories", "statements", "blocks")
    forms = [form for entry in entries() if entry.subject in subjects for form in entry.forms]
    words = {found[0] for form in forms if (found := WORD.match(form))}
    return tuple(sorted(word for word in words if word.islower()))


@cache
def declaring_words() -> tuple[str, ...]:
    """Every word of the language that a declaration can begin with."""
    return tuple(word for word in beginnings() if _forms(word, at_margin=True))


def literals(form: str) -> Iterator[str]:
    """The small words and signs of a form that must stand there: not what is in brackets."""
    depth = 0
    for piece in re.findall(r"\[|\]|[A-Za-z_]+|=|:|,", form):
        depth += (piece == "[") - (piece == "]")
        if depth == 0 and (piece.islower() or piece in "=:,") and piece != "]":
            yield piece


def last_written(lines: list[str], row: int) -> int:
    return next((r for r in range(row, -1, -1) if without_remark(lines[r]).strip()), row)


def goes_on(text: str) -> bool:
    """Whether a line without its remark goes on in the next one."""
    return _GOES_ON.search(text) is not None


def enclosing(lines: list[str], row: int) -> str:
    """The first word of the line under which a row stands."""
    own = depth(lines[row])
    return next((first_word(one) for one in lines[row::-1] if one.strip() and depth(one) < own), "")


def above(lines: list[str], row: int) -> str:
    return next((lines[r] for r in range(row - 1, -1, -1) if lines[r].strip()), "")


def below(lines: list[str], row: int) -> str:
    return next((line for line in lines[row + 1 :] if line.strip()), "")


def first_word(line: str) -> str:
    found = WORD.search(line)
    return found[0] if found else ""


def without_remark(line: str) -> str:
    """A line without the remark and the blanks at its end."""
    return STRING_OR_REMARK.sub(lambda match: match[0] if match[0].startswith('"') else "", line).rstrip()


def depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def span_in(chunk: Chunk, row: int, column: int, length: int) -> Span:
    """A stretch of a row of a declaration, counted from 0."""
    number = chunk.first_line + row
    return Span(chunk.file, number, column, number, column + max(1, length))
