"""What is said of a word or sign that cannot stand where it does: rules, asked in their order.

Each rule looks at the place and says what is wrong there and what to do, or nothing; the first that says
something is heard. So what is rare and certain stands above what is common and likely.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

from lark import Token

from ..problems import codes
from ..problems.diagnostics import Diagnostic, Related
from ..source import Span
from . import line_forms
from .acceptable import VALUE_BEGINS, as_written, readable, what_can
from .layout import Chunk
from .otherwise import written_otherwise

_SHOWN = {"ROW": "this row of a table", "LABEL": "the label `{}`", "STRING": "this text"}
_FOREIGN_SIGNS = {
    "==": "`=`",
    "=>": "`>=`",
    "=<": "`<=`",
    "<>": "`!=`",
    "&&": "`and`",
    "||": "`or`",
    "**": "`*`",
    "+=": "`raise … by …`",
    "-=": "`lower … by …`",
}
_NARROWS = ("WHERE", "WITH_KEY", "EXCEPT")
_AFTER_COMMA = {
    "seen": "COMMA_SEEN",
    "reset": "COMMA_RESET",
    "in": "COMMA_IN_PLAY",
    "ties": "COMMA_TIES",
    "or": "COMMA_OR",
    "noting": "COMMA_NOTING",
    "at": "AT_ANY_TIME",
}
_DECLARE = ("kind", "words", "die", "menu", "setting", "relation", "define", "action", "test")
_ENTRY = re.compile(r" *(\w+) *(?:\[[^\]]*\] *)?:.*")
"""What says something about what it stands under, `text: …`, maybe with a label."""
_MEANING = re.compile(r'\w+:? *"[^"]*"')
_INPUT = re.compile(r"[a-z_]+ \([a-z]")
_WHO_OWNS = "`if`, `repeat`, `for each`, `choose` and their like own blocks; a call does not"


@dataclass(frozen=True)
class Misplaced:
    """A token where it cannot stand, with what could (by the names of the grammar) and the line it is in."""

    token: Token
    accepts: frozenset[str]
    line: line_forms.LineForm
    span: Span
    chunk: Chunk

    @cached_property
    def found(self) -> str:
        """The token, as messages name it."""
        return _SHOWN.get(self.token.type, "`{}`").format(self.token)

    @cached_property
    def before(self) -> str:
        """What stands in the row before it."""
        return self.line.text_before(self.token)

    @cached_property
    def rest(self) -> str:
        """The row from the token on."""
        return self.line.text[len(self.before) :]

    @cached_property
    def sign(self) -> str:
        """The characters at both sides of its beginning."""
        return self.line.text[len(self.before) - 1 : len(self.before) + 1]

    @cached_property
    def previous(self) -> str:
        """The word right before it, if it is a word."""
        words = line_forms.WORD.findall(self.before)
        return words[-1] if words and self.before.rstrip().endswith(words[-1]) else ""

    @cached_property
    def missing(self) -> str:
        """The small word of the line's construct that should have come."""
        return self.line.missing(self.accepts)

    @cached_property
    def wants_value(self) -> bool:
        """Whether a value could stand here."""
        return len(self.accepts & VALUE_BEGINS) > 4

    @cached_property
    def is_word(self) -> bool:
        """Whether it is a word, and no sign."""
        return line_forms.WORD.fullmatch(self.token) is not None

    @property
    def unexpected(self) -> str:
        """The message when there is nothing better to say than where."""
        return f"{self.found} was not expected here"

    def told(self, message: str, proposal: str, span: Span | None = None) -> Diagnostic:
        """What is wrong, with its own way out."""
        return codes.UNEXPECTED.at(span or self.span, message=message, proposal=proposal)

    def guessed(self, message: str, proposal: str = "") -> Diagnostic:
        """What is wrong; if there is no better way out, how the line is written, or what could stand here."""
        expected = readable(self.accepts)
        proposal = proposal or self.line.form or (f"expected {expected}" if expected else "")
        return codes.UNEXPECTED.at(self.span, message=message, expected=expected, proposal=proposal)


MisplacedRule = Callable[[Misplaced], Diagnostic | None]


def out_of_place(
    token: Token, accepts: frozenset[str], line: line_forms.LineForm, span: Span, chunk: Chunk
) -> Diagnostic:
    """What to tell the author of a token that cannot stand here."""
    here = Misplaced(token, accepts, line, span, chunk)
    heard = (said for rule in _RULES if (said := rule(here)) is not None)
    return next(heard, None) or here.guessed(
        here.unexpected, _WHO_OWNS if token == ":" and not line.forms else ""
    )


# ------------------------------------------------------------------ what is certain


def _begun_behind_a_colon(here: Misplaced) -> Diagnostic | None:
    return needs_its_own_line(here.line, here.span)


def needs_its_own_line(line: line_forms.LineForm, span: Span) -> Diagnostic | None:
    """What is said of a block, choice or condition that was begun behind a colon, up to a place."""
    found = line_forms.behind_a_colon(line.text, span.column)
    if found is None:
        return None
    rest, start = found
    word, *others = line_forms.WORD.findall(rest)
    wanted, around = word, others
    if line.first == "together" and word != "offer":  # it takes nothing but a question
        wanted, around = "choose", ["from"]
    return codes.UNEXPECTED.at(
        span._replace(column=start + 1, end_column=start + 1 + len(word)),
        message=f"`{word}` cannot follow a colon",
        proposal=line_forms.in_a_line_of_its_own(wanted, [word, *around]),
    )


def _deed_of_a_story(here: Misplaced) -> Diagnostic | None:
    line = here.line
    if line.first not in line_forms.DEED_WORDS or line.around in ("", "test", "do"):
        return None
    return line_forms.only_below_do(line.first, line.first_span(here.chunk), in_given=line.around == "given")


def _entry_below_a_block(here: Misplaced) -> Diagnostic | None:
    """Below lines that say what is done, a word with which one of them could begin is no name of an entry."""
    line, lines = here.line, here.chunk.lines
    if here.before.strip() or line.depth == 0 or line_forms.first_word(lines[0]) in line_forms.DOING:
        return None
    if not _ENTRY.fullmatch(line.text):
        return None
    above = [row for row in range(1, line.head) if line_forms.depth(lines[row]) == line.depth]
    entries = {row: _ENTRY.fullmatch(lines[row]) for row in above}
    first = next((row for row, entry in entries.items() if entry and entry[1] == line.first), None)
    span = line.first_span(here.chunk)
    if first is not None:
        earlier = line_forms.span_in(here.chunk, first, line.depth + 1, len(line.first))
        related = (Related(earlier, "the first one is here"),)
        of = " ".join(line_forms.WORD.findall(lines[0])[1:2])
        return codes.STANDS_TWICE.at(span, name=line.first, thing=of, of=of, related=related)
    if not above:
        return None
    message = f"`{line.first}:` cannot stand below lines that say what is done"
    return here.told(
        message, "write it above them: what a thing is and has comes first, then its rules", span
    )


def _at_the_beginning(here: Misplaced) -> Diagnostic | None:
    if here.before.strip():
        return None
    near = get_close_matches(here.token, [as_written(name) for name in here.accepts], n=1, cutoff=0.75)
    if near and near[0] != here.token and here.is_word:
        return here.told(here.unexpected, f"did you mean `{near[0]}`?")
    if not here.line.form.startswith(f"it is written `{here.token}"):
        return None
    meant = what_can(here.accepts, here.token) or here.line.form
    return here.told(f"{here.found} cannot stand here", meant)


def _behind_a_colon_that_ends_its_line(here: Misplaced) -> Diagnostic | None:
    if not (here.before.rstrip().endswith(":") and here.accepts <= {"_NL"}):
        return None
    return here.told(here.unexpected, "what belongs to this line comes below it, indented by two spaces")


def _hint_with_signs(here: Misplaced) -> Diagnostic | None:
    if here.line.first != "look" or here.token.type not in ("MINUS", "DOT", "SLASH"):
        return None
    hint = line_forms.HINT_BEFORE.findall(here.before)[-1:] + line_forms.HINT.findall(here.rest)[:1]
    return here.told(here.unexpected, f'write it in quotes: `"{"".join(hint)}"`')


def _else_in_a_line(here: Misplaced) -> Diagnostic | None:
    if here.token != "else" or here.line.first == "else":
        return None
    return here.told(
        f"{here.found} cannot stand here", "write `else:` in a line of its own, below the block of its `if`"
    )


def _foreign_sign(here: Misplaced) -> Diagnostic | None:
    ours = _FOREIGN_SIGNS.get(here.sign)
    if ours is None:
        return None
    span = here.span._replace(column=here.span.column - 1)
    return here.told(f"`{here.sign}` means nothing here", f"write {ours}", span)


def _else_without_if(here: Misplaced) -> Diagnostic | None:
    before = here.before.strip()
    if here.line.first != "else" or (before and not (here.token == ":" and before == "else")):
        return None
    return here.told(
        "there is no `if` above this `else`",
        "an `else` comes right below the block of its `if`",
        here.line.first_span(here.chunk),
    )


def _statement_at_the_margin(here: Misplaced) -> Diagnostic | None:
    if not here.line.is_statement_at_margin():
        return None
    return here.told(
        f"`{here.line.first}` does not belong at the margin",
        "indent this line: what is done belongs to a verb, rule or action",
        here.line.first_span(here.chunk),
    )


def _declaration_within(here: Misplaced) -> Diagnostic | None:
    if not here.line.depth or here.line.first not in _DECLARE or here.line.is_entry():
        return None
    if line_forms.first_word(here.chunk.lines[0]) not in line_forms.DOING:
        return None
    return here.told(
        f"`{here.line.first}` does not belong into what is done",
        "a declaration begins at the left margin",
        here.line.first_span(here.chunk),
    )


def _meaning(here: Misplaced) -> Diagnostic | None:
    """What a value means is said by a line of its own, between its name and a text."""
    first = here.line.first
    if here.token == ":" and here.previous == "means" and here.accepts == {"STRING"}:
        return here.told(here.unexpected, f'leave it out: `{first} means "…"`')
    if _MEANING.fullmatch(here.rest.strip()) is None or not here.line.depth:
        return None
    if here.token == "means" and here.before.strip() == first:
        return here.told(
            here.unexpected, "a kind says what its values mean, and so do `player has:` and `game has:`"
        )
    if here.token == "means":
        return here.told(here.unexpected, f'in a line of its own, write `{first} means "…"`')
    if "MEANS" not in here.accepts:
        return None
    return here.told(here.unexpected, f'write `{first} means "…"`, if that is what it means')


def _misspelt(here: Misplaced) -> Diagnostic | None:
    meant, first = here.line.misspelt(), here.line.first
    if meant is None:
        return None
    goes_on = f"no line begins with `{first}` and goes on like this"
    message = f"`{here.token}` was not expected here" if here.token == first else goes_on
    return here.told(message, f"did you mean `{meant}`?", here.line.first_span(here.chunk))


def _text_without_quotes(here: Misplaced) -> Diagnostic | None:
    line = here.line
    if not (line.is_entry() and line.first in ("title", "text") and '"' not in line.text):
        return None
    words = line.text.partition(":")[2].strip()
    return here.told("this text is not in quotes", f'write `{line.first}: "{words}"`')


def _assignment(here: Misplaced) -> Diagnostic | None:
    assigned = here.line.assigned()
    if assigned is None or here.token not in (".", "="):
        return None
    return here.told("a line cannot begin like this", f"write `set {assigned[0]} to {assigned[1]}`")


# ------------------------------------------------------------------ what is likely


def _no_value(here: Misplaced) -> Diagnostic | None:
    if not here.wants_value or (here.is_word and here.token.type == "NAME"):
        return None
    return here.guessed(f"a value is missing before {here.found}")


def _parenthesis(here: Misplaced) -> Diagnostic | None:
    return here.guessed("this parenthesis closes nothing") if here.token.type == "RPAR" else None


def _sum_of_a_modifier(here: Misplaced) -> Diagnostic | None:
    if here.line.first != "modifier" or here.token.type not in ("PLUS", "MINUS"):
        return None
    return here.guessed(here.unexpected, "put what is taken away in parentheses: `- (a + b)`")


def _no_comma(here: Misplaced) -> Diagnostic | None:
    if _AFTER_COMMA.get(here.token) not in here.accepts:
        return None
    return here.guessed(f"a comma is missing before {here.found}", f"write `, {here.token} …`")


def _joined_expectations(here: Misplaced) -> Diagnostic | None:
    if here.token not in ("and", "or") or not here.line.is_expectation():
        return None
    return here.guessed(here.unexpected, "each expectation needs a line of its own")


def _narrowed_set(here: Misplaced) -> Diagnostic | None:
    if here.token.type not in _NARROWS or "DOT" not in here.accepts:
        return None
    narrowed = here.before.split()[-1]
    return here.guessed(here.unexpected, f"put the set in parentheses: `({narrowed} {here.token} …)`")


def _name_of_two_words_before_its_title(here: Misplaced) -> Diagnostic | None:
    line, token = here.line, here.token
    if "STRING" not in here.accepts or line.depth or here.before.strip() != f"{line.first} {here.previous}":
        return None
    rest = line_forms.WORD.match(here.rest.lstrip("- "))
    if rest is None or (token != "-" and rest[0] != token):
        return None
    return here.guessed(here.unexpected, f"a name is one word: `{here.previous}_{rest[0]}`")


def _article(here: Misplaced) -> Diagnostic | None:
    if here.previous not in ("the", "a", "an"):
        return None
    return here.guessed(here.unexpected, f"leave out `{here.previous}`")


def _word_before_an_input(here: Misplaced) -> Diagnostic | None:
    if here.line.first not in ("to", "action") or not _INPUT.match(here.rest):
        return None
    return here.told(
        f"{here.found} cannot stand before an input",
        "the words before inputs are `with`, `at`, `to`, `by`, `from`, `for`, `of`, `along`, `against`, `on`",
    )


def _name_of_two_words(here: Misplaced) -> Diagnostic | None:
    line, token = here.line, here.token
    is_name = token.type == "NAME" and token[0].islower() and line.named(token)
    if not (is_name and line.named(here.previous)) or (here.missing and not line.ends_with(here.missing)):
        return None
    if line.text.count(")") > line.text.count("("):
        return here.told(f"`(` is missing before {here.found}", f"write `{here.previous}({token}`")
    return here.guessed(here.unexpected, f"a name is one word: `{here.previous}_{token}`")


def _title_without_name(here: Misplaced) -> Diagnostic | None:
    if here.before.strip() != here.line.first or here.line.depth or here.token.type != "STRING":
        return None
    return here.guessed(
        f"a name is missing before {here.found}", 'it is written `KIND NAME "TITLE":` or `to VERB "TITLE":`'
    )


def _entry_without_colon(here: Misplaced) -> Diagnostic | None:
    line = here.line
    if here.before.strip() != line.first or "COLON" not in here.accepts or line.wants(":"):
        return None
    return here.guessed(f"`:` is missing before {here.found}", f"write `{line.first}: {here.token}`")


def _no_small_word(here: Misplaced) -> Diagnostic | None:
    return here.guessed(f"`{here.missing}` is missing before {here.found}") if here.missing else None


def _no_text(here: Misplaced) -> Diagnostic | None:
    if "STRING" not in here.accepts or here.token.type == "NAME" or here.wants_value:
        return None
    at_margin = 'a declaration is written `KIND NAME "TITLE":`; what belongs to the line above is indented'
    return here.guessed(
        f'a text in "quotes" is missing before {here.found}', "" if here.line.depth else at_margin
    )


def _something_before_a_small_word(here: Misplaced) -> Diagnostic | None:
    if here.token.type not in ("NAME", "NUMBER", "STRING", "FUNC") or here.wants_value:
        return None
    if not here.line.uses(here.previous) or here.previous == here.line.first:
        return None
    return here.guessed(f"something is missing before `{here.previous}`")


def _word_for_a_text(here: Misplaced) -> Diagnostic | None:
    if here.token.type != "NAME" or "STRING" not in here.accepts:
        return None
    return here.guessed(here.unexpected, f'a text needs quotes around it: "{here.token}"')


def _no_name(here: Misplaced) -> Diagnostic | None:
    if "NAME" not in here.accepts or here.wants_value:
        return None
    return here.guessed(f"a name is missing before {here.found}")


def _otherwise(here: Misplaced) -> Diagnostic | None:
    proposal = written_otherwise(here.before, here.rest)
    return here.told(f"{here.found} cannot stand here", proposal) if proposal else None


_RULES: tuple[MisplacedRule, ...] = (
    _hint_with_signs,
    _otherwise,
    _begun_behind_a_colon,
    _deed_of_a_story,
    _entry_below_a_block,
    _at_the_beginning,
    _behind_a_colon_that_ends_its_line,
    _else_in_a_line,
    _foreign_sign,
    _else_without_if,
    _statement_at_the_margin,
    _declaration_within,
    _meaning,
    _misspelt,
    _text_without_quotes,
    _assignment,
    _no_value,
    _parenthesis,
    _sum_of_a_modifier,
    _no_comma,
    _joined_expectations,
    _narrowed_set,
    _name_of_two_words_before_its_title,
    _article,
    _word_before_an_input,
    _name_of_two_words,
    _title_without_name,
    _entry_without_colon,
    _no_small_word,
    _no_text,
    _something_before_a_small_word,
    _word_for_a_text,
    _no_name,
)
