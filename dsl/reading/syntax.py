"""What the parser stumbled over, in the author's words: which row is at fault, what is missing.

The parser knows which tokens would have fitted; the first word of the line tells which construct was meant,
and the nodes say how that is written (`dsl/reference.py`).
"""

import re
from collections.abc import Collection, Iterator

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken
from lark.indenter import DedentError

from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..problems.suggest import KEPT_BY_MODS, instead_of_changing
from ..source import Span
from . import line_forms
from .layout import Chunk

_FOLDED = re.compile(r" ⟦\d+⟧$")
"""What stands for a drawing once it has been folded away."""
_KEPT = re.compile(rf"(change|replace|delete) +({'|'.join(KEPT_BY_MODS)})\b")
_LINE_ENDS = ("_NL", "_DEDENT", "$END")

VALUE_BEGINS = frozenset(
    (
        "NAME",
        "NUMBER",
        "STRING",
        "LPAR",
        "FUNC",
        "YES",
        "NO",
        "NONE",
        "THIS",
        "IT",
        "YOU",
        "SPARE",
        "PILE_END",
        "MINUS",
        "NOT",
        "ANY",
        "_NO",
        "DURING",
    )
)
VALUE_GOES_ON = frozenset(
    (
        "PLUS",
        "MINUS",
        "STAR",
        "SLASH",
        "DOT",
        "EXCEPT",
        "IS",
        "IN",
        "HAS",
        "CAN",
        "COMPARE",
        "EQUAL",
        "AND",
        "OR",
        "WHERE",
        "WITH_KEY",
        "NOT",
        "IF",
    )
)
_CALLED = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": 'a text in "quotes"',
    "COLON": "`:`",
    "COMMA": "`,`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "EQUAL": "`=`",
    "DOT": "`.`",
    "_NL": "the end of the line",
    "LABEL": "a label such as `[A-1]`",
    "ROW": "a row of a table",
    "DRAWING": "a drawing",
    "_INDENT": "a block",
    "__ANON_0": "`number`",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "SLASH": "`/`",
    "STAR": "`*`",
    "OR_NONE": "`or none`",
    "TIMES": "a number of faces such as `x2`",
    "COMPARE": "`<`",
    "COMMA_OR": "`, or`",
    "COMMA_SEEN": "`, seen by`",
    "COMMA_RESET": "`, reset each`",
    "COMMA_IN_PLAY": "`, in play`",
    "COMMA_TIES": "`, ties by`",
    "AT_ANY_TIME": "`, at any time`",
}
_CHARACTERS = {
    "{": "blocks are indented lines, without braces",
    "}": "blocks are indented lines, without braces",
    ";": "write one statement a line",
    "'": 'texts stand in double quotes: "like this"',
    "“": 'use straight quotes: "like this"',
    "”": 'use straight quotes: "like this"',
    "&": "write `and`",
    "×": "write `*`",
    "≤": "write `<=`",
    "≥": "write `>=`",
    "≠": "write `!=`",
    "–": "write `-`",
    "!": "write `not`",
    "\u00a0": "write a plain space",
    "%": "there are whole numbers only",
    "[": "a label looks like `[A-1]`",
}


def explain(error: Exception, chunk: Chunk, lines: list[str]) -> tuple[int, Diagnostic]:
    """The row at fault, counted from 0, and what to tell the author."""
    if isinstance(error, DedentError):
        row = next(_unlike_all_above(lines), len(lines) - 1)
        return row, codes.BAD_INDENT.at(_row_span(chunk, lines, row))
    kept = _KEPT.match(lines[0])
    if kept is not None:
        return 0, codes.UNEXPECTED.at(
            line_forms.span_in(chunk, 0, kept.start(2) + 1, len(kept[2])),
            message=f"a mod cannot {kept[1]} what `{kept[2]}` declares",
            proposal=instead_of_changing(kept[2]),
        )
    row, column = _place(error, lines)
    if _FOLDED.search(lines[row]):
        return row, codes.UNEXPECTED.at(
            _row_span(chunk, lines, row),
            message="a drawing cannot stand here",
            proposal="only boards are drawn",
        )
    unclosed = _unclosed(lines, row, column)
    if unclosed is not None:
        return unclosed[0], codes.UNCLOSED.at(
            line_forms.span_in(chunk, *unclosed, 1), what="a parenthesis", sign=")"
        )
    if isinstance(error, UnexpectedCharacters):
        return row, _character(chunk, lines[row], row, column)
    accepts: Collection[str] = getattr(error, "accepts", None) or getattr(error, "expected", None) or ()
    token = getattr(error, "token", None)
    return _token(token, frozenset(accepts), row, column, chunk, lines)


# ------------------------------------------------------------------ characters and tokens


def _character(chunk: Chunk, line: str, row: int, column: int) -> Diagnostic:
    character = line[column - 1 : column] or " "
    span = line_forms.span_in(chunk, row, column, 1)
    if character == '"':
        return codes.UNCLOSED.at(span, what="a text", sign='"')
    if character == "\t":
        return codes.TAB.at(span, more="")
    shown = f"`{character}`" if character.isprintable() else f"with the number {ord(character)}"
    if character == ")":
        return codes.UNEXPECTED.at(span, message="this parenthesis closes nothing", proposal="take it out")
    return codes.BAD_CHARACTER.at(span, found=shown, proposal=_CHARACTERS.get(character, "take it out"))


def _token(
    token: Token | None, accepts: frozenset[str], row: int, column: int, chunk: Chunk, lines: list[str]
) -> tuple[int, Diagnostic]:
    kind = token.type if token is not None else "$END"
    if kind == "_INDENT":
        head = line_forms.last_written(lines, row)
        if line_forms.without_remark(lines[head]).endswith(":"):
            row = next((r for r in range(head + 1, len(lines)) if lines[r].strip()), head)
            return row, codes.UNEXPECTED.at(
                _row_span(chunk, lines, row),
                message="nothing can be indented here",
                proposal=line_forms.LineForm(lines, head).form,
            )
        return head, codes.MISSING_COLON.at(_row_span(chunk, lines, head))
    if accepts == {"_INDENT"} and row > 0 and not lines[row][: column - 1].strip():
        head = line_forms.last_written(lines, row - 1)
        return head, codes.EXPECTED_BLOCK.at(_row_span(chunk, lines, head))
    line = line_forms.LineForm(lines, row)
    goes_on = line.head < row and line_forms.depth(lines[row]) == line.depth
    if goes_on and line_forms.first_word(lines[row]) in line_forms.beginnings():
        above = line_forms.last_written(lines, row - 1)
        end = line_forms.span_in(chunk, above, len(line_forms.without_remark(lines[above])) + 1, 1)
        return line.head, codes.UNEXPECTED_END.at(end, expected="a value", proposal=line.form)
    if kind in _LINE_ENDS or token is None:
        whole = _row_span(chunk, lines, row)
        if "COLON" in accepts and line_forms.depth(line_forms.below(lines, row)) > line_forms.depth(
            lines[row]
        ):
            return row, codes.MISSING_COLON.at(whole)
        return row, _too_early(accepts, line, line_forms.span_in(chunk, row, column, 1), whole)
    span = line_forms.span_in(chunk, row, column, min(len(token), len(lines[row]) - column + 1))
    return row, _out_of_place(token, accepts, line, span, chunk)


def _needs_its_own_line(line: line_forms.LineForm, span: Span) -> Diagnostic | None:
    """What is said of a block, choice or condition that was begun behind a colon, up to a place."""
    found = line_forms.behind_a_colon(line.text, span.column)
    if found is None:
        return None
    rest, start = found
    word, *others = line_forms.WORD.findall(rest)
    wanted, around = word, others
    if line.first == "together":  # it takes nothing but a choice
        wanted, around = "choose", ["from"]
    return codes.UNEXPECTED.at(
        span._replace(column=start + 1, end_column=start + 1 + len(word)),
        message=f"`{word}` cannot stand behind a colon",
        proposal=line_forms.in_a_line_of_its_own(wanted, [word, *around]),
    )


def _too_early(accepts: frozenset[str], line: line_forms.LineForm, end: Span, whole: Span) -> Diagnostic:
    alone = _needs_its_own_line(line, end)
    if alone is not None:
        return alone
    if "_INDENT" in accepts or line.text.endswith(":"):
        return codes.EXPECTED_BLOCK.at(whole)
    missing = line.missing(accepts)
    expected = f"`{missing}`" if missing else _readable(accepts) or "something"
    return codes.UNEXPECTED_END.at(end, expected=expected, proposal=line.form or "")


def _out_of_place(
    token: Token, accepts: frozenset[str], line: line_forms.LineForm, span: Span, chunk: Chunk
) -> Diagnostic:
    alone = _needs_its_own_line(line, span)
    if alone is not None:
        return alone
    found = _SHOWN.get(token.type, "`{}`").format(token)
    before = line.text_before(token)
    if not before.strip() and line.form.startswith(f"it is written `{token}"):
        return codes.UNEXPECTED.at(
            span, message=f"{found} cannot stand here", proposal=_what_can(accepts) or line.form
        )
    if before.rstrip().endswith(":") and accepts <= {"_NL"}:
        return codes.UNEXPECTED.at(
            span,
            message=f"{found} was not expected here",
            proposal="what belongs to this line stands below it, indented by two spaces",
        )
    rest = line.text[len(before) :]
    if (
        token.type == "DOT"
        and not before[-1:].isidentifier()
        and (part := re.match(r"\.\d+", rest)) is not None
    ):
        return codes.UNEXPECTED.at(
            span, message=f"`{part[0]}` means nothing here", proposal="there are whole numbers only"
        )
    if line.first == "look" and token.type in ("MINUS", "DOT", "SLASH"):
        hint = line_forms.HINT_BEFORE.findall(before)[-1:] + line_forms.HINT.findall(rest)[:1]
        return codes.UNEXPECTED.at(
            span,
            message=f"{found} was not expected here",
            proposal=f'write it in quotes: `"{"".join(hint)}"`',
        )
    if token == "else" and line.first != "else":
        return codes.UNEXPECTED.at(
            span,
            message=f"{found} cannot stand here",
            proposal="write `else:` in a line of its own, below the block of its `if`",
        )
    foreign = _FOREIGN_SIGNS.get(line.text[len(before) - 1 : len(before) + 1])
    if foreign is not None:
        sign = line.text[len(before) - 1 : len(before) + 1]
        return codes.UNEXPECTED.at(
            span._replace(column=span.column - 1),
            message=f"`{sign}` means nothing here",
            proposal=f"write {foreign}",
        )
    if line.first == "else" and (not before.strip() or (token == ":" and before.strip() == "else")):
        return codes.UNEXPECTED.at(
            line.first_span(chunk),
            message="there is no `if` above this `else`",
            proposal="an `else` stands right below the block of its `if`",
        )
    if line.is_statement_at_margin():
        return codes.UNEXPECTED.at(
            line.first_span(chunk),
            message=f"`{line.first}` cannot stand at the margin",
            proposal="indent this line: what is done stands in a verb, rule or action",
        )
    misspelt = line.misspelt()
    if misspelt is not None:
        said = (
            f"`{token}` was not expected here"
            if token == line.first
            else f"no line begins with `{line.first}` and goes on like this"
        )
        return codes.UNEXPECTED.at(
            line.first_span(chunk), message=said, proposal=f"did you mean `{misspelt}`?"
        )
    if line.is_entry() and line.first in ("title", "text") and '"' not in line.text:
        words = line.text.partition(":")[2].strip()
        return codes.UNEXPECTED.at(
            span, message="this text is not in quotes", proposal=f'write `{line.first}: "{words}"`'
        )
    assigned = line.assigned()
    if assigned is not None and token in (".", "="):
        return codes.UNEXPECTED.at(
            span,
            message="a line cannot begin like this",
            proposal=f"write `set {assigned[0]} to {assigned[1]}`",
        )
    message, proposal = _what_is_wrong(token, found, accepts, line, before)
    if message is None:
        return codes.RESERVED.at(span, word=str(token))
    expected = _readable(accepts)
    if not proposal:
        proposal = line.form or (f"expected {expected}" if expected else "")
    return codes.UNEXPECTED.at(span, message=message, expected=expected, proposal=proposal)


def _what_is_wrong(  # noqa: C901 (an ordered list of questions)
    token: Token, found: str, accepts: frozenset[str], line: line_forms.LineForm, before: str
) -> tuple[str | None, str]:
    """The message and, if there is a better one than the form of the line, the proposal."""
    words = line_forms.WORD.findall(before)
    previous = words[-1] if words and before.rstrip().endswith(words[-1]) else ""
    wants_value = len(accepts & VALUE_BEGINS) > 4
    is_word = line_forms.WORD.fullmatch(token) is not None
    if wants_value and not (is_word and token.type == "NAME"):
        return f"a value is missing before {found}", ""
    if token.type == "RPAR":
        return "this parenthesis closes nothing", ""
    if line.first == "modifier" and token.type in ("PLUS", "MINUS"):
        return f"{found} was not expected here", "put what is taken away in parentheses: `- (a + b)`"
    if _AFTER_COMMA.get(token) in accepts:
        return f"a comma is missing before {found}", f"write `, {token} …`"
    if token in ("and", "or") and line.is_expectation():
        return f"{found} was not expected here", "each expectation stands in a line of its own"
    if token.type in _NARROWS and "DOT" in accepts:
        narrowed = before.split()[-1]
        return f"{found} was not expected here", f"put the set in parentheses: `({narrowed} {token} …)`"
    missing = line.missing(accepts)
    if "STRING" in accepts and before.strip() == f"{line.first} {previous}" and line.depth == 0:
        rest = line_forms.WORD.match(line.text[len(before) :].lstrip("- "))
        if rest is not None and (token == "-" or rest[0] == token):
            return f"{found} was not expected here", f"a name is one word: `{previous}_{rest[0]}`"
    if previous in ("the", "a", "an"):
        return f"{found} was not expected here", f"leave out `{previous}`"
    two_words = token.type == "NAME" and line.named(previous) and line.named(token) and token[0].islower()
    if two_words and (not missing or line.ends_with(missing)):
        return f"{found} was not expected here", f"a name is one word: `{previous}_{token}`"
    if before.strip() == line.first and line.depth == 0 and token.type == "STRING":
        return f"a name is missing before {found}", 'it is written `KIND NAME "TITLE":` or `to VERB "TITLE":`'
    if before.strip() == line.first and "COLON" in accepts and not line.wants(":"):
        return f"`:` is missing before {found}", f"write `{line.first}: {token}`"
    if missing:
        return f"`{missing}` is missing before {found}", ""
    if "STRING" in accepts and token.type != "NAME" and not wants_value:
        at_margin = (
            'a declaration is written `KIND NAME "TITLE":`; what belongs to the line above is indented'
        )
        return f'a text in "quotes" is missing before {found}', "" if line.depth else at_margin
    begins_value = token.type in ("NAME", "NUMBER", "STRING", "FUNC")
    if begins_value and not wants_value and line.uses(previous) and previous != line.first:
        return f"something is missing before `{previous}`", ""
    if token.type == "NAME" and "STRING" in accepts:
        return f"{found} was not expected here", f'a text stands in quotes: "{token}"'
    if "NAME" in accepts and not wants_value:
        return (None if is_word and not line.uses(token) else f"a name is missing before {found}"), ""
    return f"{found} was not expected here", "" if line.forms or token != ":" else _WHO_OWNS


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
    "at": "AT_ANY_TIME",
}
_WHO_OWNS = "`if`, `repeat`, `for each`, `choose` and their like own blocks; a call does not"


def _what_can(accepts: frozenset[str]) -> str:
    """What would have fitted at the beginning of a line, if that can be said in few words."""
    words = sorted(name.lower() for name in accepts)
    forms = line_forms.fitting(words[0], ["choose", "from"], at_margin=False) if len(words) == 1 else []
    return f"here stands `{forms[0]}`" if forms else ""


def _readable(accepts: frozenset[str]) -> str:
    """What would have fitted, if that can be said in few words."""
    if len(accepts & VALUE_BEGINS) > 4:
        return "a value"
    left = accepts - VALUE_GOES_ON or accepts
    words = sorted(_CALLED.get(name, f"`{name.lower().strip('_').replace('_', ' ')}`") for name in left)
    if len(words) > 4:
        return ""
    return ", ".join(words[:-1]) + " or " + words[-1] if len(words) > 1 else "".join(words)


# ------------------------------------------------------------------ rows and columns


def _place(error: Exception, lines: list[str]) -> tuple[int, int]:
    """The row, from 0, and the column, from 1, at which reading failed; never in an empty line."""
    line = getattr(error, "line", -1)
    if isinstance(error, UnexpectedEOF) or not isinstance(line, int) or line < 1:
        row = line_forms.last_written(lines, len(lines) - 1)
        return row, len(line_forms.without_remark(lines[row])) + 1
    row = min(line - 1, len(lines) - 1)
    token = getattr(error, "token", None)
    if isinstance(error, UnexpectedToken) and token is not None and token.type in _LINE_ENDS:
        row = line_forms.last_written(lines, row)
        return row, len(line_forms.without_remark(lines[row])) + 1
    return row, max(1, getattr(error, "column", 1))


def _unclosed(lines: list[str], row: int, column: int) -> tuple[int, int] | None:
    """The innermost parenthesis that is open at a place, unless the rest of the row closes it."""
    found: list[tuple[int, int]] = []
    for number in range(row + 1):
        line = line_forms.STRING_OR_REMARK.sub(lambda match: " " * len(match[0]), lines[number])
        for index, character in enumerate(line[: column - 1] if number == row else line):
            if character == "(":
                found.append((number, index + 1))
            elif character == ")" and found:
                found.pop()
    if not found:
        return None
    rest = line_forms.STRING_OR_REMARK.sub("", lines[row])[column - 1 :]
    closed_later = found[-1][0] == row and ")" in rest
    return None if closed_later else found[-1]


def _unlike_all_above(lines: list[str]) -> Iterator[int]:
    """The rows whose indentation is that of no open block above them."""
    open_depths = [0]
    parentheses, goes_on = 0, False
    for row, line in enumerate(lines):
        text = line_forms.without_remark(line)
        if not text.strip():
            continue
        depth = line_forms.depth(line)
        if not parentheses and not goes_on:  # else it belongs to the line above
            closes = depth < open_depths[-1]
            while depth < open_depths[-1]:
                open_depths.pop()
            if depth > open_depths[-1]:
                open_depths.append(depth)
                if closes:
                    yield row
        signs = line_forms.STRING_OR_REMARK.sub("", text)
        parentheses = max(0, parentheses + signs.count("(") - signs.count(")"))
        goes_on = line_forms.goes_on(text)


def _row_span(chunk: Chunk, lines: list[str], row: int) -> Span:
    line = _FOLDED.sub("", line_forms.without_remark(lines[row]))
    number = chunk.first_line + row
    return Span(
        chunk.file, number, line_forms.depth(line) + 1, number, max(len(line), line_forms.depth(line) + 1) + 1
    )
