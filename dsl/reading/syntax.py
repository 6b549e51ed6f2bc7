"""What the parser stumbled over, in the author's words: which row is at fault, what is missing.

The parser knows which tokens would have fitted; the first word of the line tells which construct was meant,
and the nodes say how that is written (`dsl/reference.py`).
"""

import re
from collections.abc import Collection, Iterator

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError

from ..problems import codes
from ..problems.diagnostics import Diagnostic, Related
from ..problems.suggest import ENDS_OF_BLOCKS, KEPT_BY_MODS, NO_END, WHOLE, instead_of_changing, missing_head
from ..source import Span
from . import line_forms
from .acceptable import readable
from .layout import FOLDED, Chunk
from .misplaced import needs_its_own_line, out_of_place

_PART = re.compile(rf" *[a-z]+: *({FOLDED.pattern[:-1]})?$")
"""An entry that has something below it."""
_KEPT = re.compile(
    rf"(change|replace|delete) +({'|'.join(KEPT_BY_MODS)})\b|(change|delete) +({'|'.join(WHOLE)}) +(\w+)"
)
_COMMA = "write it, or take out the comma"
_LINE_ENDS = ("_NL", "_DEDENT", "$END")

_DIGITS_FIRST = re.compile(r"\d\w*[A-Za-z_][\w.-]*")
_GENITIVE = re.compile(r"'s (\w+)")
_CHARACTERS = {
    "{": "blocks are indented lines, without braces",
    "}": "blocks are indented lines, without braces",
    ";": "write one statement per line",
    "'": 'texts need double quotes: "like this"',
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


def explain(error: UnexpectedInput | DedentError, chunk: Chunk, lines: list[str]) -> tuple[int, Diagnostic]:
    """The row at fault, counted from 0, and what to tell the author."""
    if isinstance(error, DedentError):
        row = next(_unlike_all_above(lines), len(lines) - 1)
        above = line_forms.last_written(lines, row - 1)
        other = Related(_row_span(chunk, lines, above), "the line above is indented differently")
        return row, codes.BAD_INDENT.at(_row_span(chunk, lines, row), related=(other,))
    kept = _KEPT.match(lines[0])
    if kept is not None:
        group = 2 if kept[2] else 4
        return 0, codes.UNEXPECTED.at(
            line_forms.span_in(chunk, 0, kept.start(group) + 1, len(kept[group])),
            message=f"a mod cannot {kept[group - 1]} what `{kept[group]}` declares",
            proposal=instead_of_changing(kept[group], kept[5] or "NAME"),
        )
    row, column = _place(error, lines)
    if FOLDED.search(lines[row]) and getattr(getattr(error, "token", None), "type", "") != "_INDENT":
        word = line_forms.first_word(lines[row])
        if word != "drawing":
            message = f"no line of a board begins with `{word}`"
            return row, codes.UNEXPECTED.at(
                _row_span(chunk, lines, row), message=message, proposal="did you mean `drawing`?"
            )
        return row, codes.UNEXPECTED.at(
            _row_span(chunk, lines, row),
            message="a drawing does not belong here",
            proposal="only boards are drawn",
        )
    unclosed = _unclosed(lines, row, column)
    if unclosed is not None:
        return unclosed[0], codes.UNCLOSED.at(
            line_forms.span_in(chunk, *unclosed, 1), what="a parenthesis", sign=")"
        )
    if isinstance(error, UnexpectedCharacters):
        return row, _character(chunk, lines, row, column)
    accepts: Collection[str] = getattr(error, "accepts", None) or getattr(error, "expected", None) or ()
    token = getattr(error, "token", None)
    return _token(token, frozenset(accepts), row, column, chunk, lines)


# ------------------------------------------------------------------ characters and tokens


def _character(chunk: Chunk, lines: list[str], row: int, column: int) -> Diagnostic:
    line = lines[row]
    opens_block = line_forms.depth(line_forms.below(lines, row)) > line_forms.depth(line)
    character = line[column - 1 : column] or " "
    span = line_forms.span_in(chunk, row, column, 1)
    rest = line_forms.without_remark(line)[column:].strip()
    if character == '"':
        left_over = None if rest else "take it out: nothing stands between it and the end of the line"
        return codes.UNCLOSED.at(span, what="a text", sign='"', help=left_over)
    if character in ";{" and not rest and opens_block:
        return codes.BAD_CHARACTER.at(span, found=f"`{character}`", proposal="write `:`")
    if (of := _GENITIVE.match(line[column - 1 :])) is not None:
        return codes.BAD_CHARACTER.at(span, found="`'`", proposal=f"write `.{of[1]}`")
    shown = f"`{character}`" if character.isprintable() else f"with the number {ord(character)}"
    proposal = _CHARACTERS.get(character, "take it out")
    if name := _DIGITS_FIRST.match(line[column - 1 :]):
        is_hint = line_forms.first_word(line) == "look"
        proposal = f'write it in quotes: `"{name[0]}"`' if is_hint else "names begin with a letter"
    return codes.BAD_CHARACTER.at(span, found=shown, proposal=proposal)


def _token(
    token: Token | None, accepts: frozenset[str], row: int, column: int, chunk: Chunk, lines: list[str]
) -> tuple[int, Diagnostic]:
    kind = token.type if token is not None else "$END"
    if kind == "_INDENT":
        head = line_forms.last_written(lines, row)
        if FOLDED.search(lines[head]):
            return _within_a_drawing(chunk, lines, head)
        if lines[head].lstrip().startswith("|"):
            return _below_a_row(chunk, lines, head)
        return head, _no_colon(chunk, lines, head)
    if accepts == {"_INDENT"} and row > 0 and not lines[row][: column - 1].strip():
        head = line_forms.last_written(lines, row - 1)
        return head, codes.EXPECTED_BLOCK.at(_row_span(chunk, lines, head))
    line = line_forms.LineForm(lines, row)
    goes_on = line.head < row and line_forms.depth(lines[row]) == line.depth
    first = line_forms.first_word(lines[row])
    begins_anew = first in line_forms.beginnings() or (
        kind == "COLON" and lines[row][: column - 1].strip() == first
    )
    if goes_on and begins_anew:
        above = line_forms.last_written(lines, row - 1)
        written = line_forms.without_remark(lines[above])
        end = line_forms.span_in(chunk, above, len(written) + 1, 1)
        proposal = _COMMA if written.endswith(",") else line.form
        return line.head, codes.UNEXPECTED_END.at(end, expected="a value", proposal=proposal)
    if kind in _LINE_ENDS or token is None:
        whole = _row_span(chunk, lines, row)
        if "COLON" in accepts and line_forms.depth(line_forms.below(lines, row)) > line_forms.depth(
            lines[row]
        ):
            return row, _no_colon(chunk, lines, row)
        return row, _too_early(accepts, line, line_forms.span_in(chunk, row, column, 1), whole)
    span = line_forms.span_in(chunk, row, column, min(len(token), len(lines[row]) - column + 1))
    return row, out_of_place(token, accepts, line, span, chunk)


def _within_a_drawing(chunk: Chunk, lines: list[str], head: int) -> tuple[int, Diagnostic]:
    """What is said of a table of a board that stands among the rows of its drawing."""
    row = next(below for below in range(head + 1, len(lines)) if lines[below].strip())
    word, beside = line_forms.first_word(lines[row]), line_forms.first_word(lines[head])
    return row, codes.UNEXPECTED.at(
        _row_span(chunk, lines, row),
        message=f"`{word}:` stands within the drawing",
        proposal=f"move it and its table to the left, as far as `{beside}:` stands",
    )


def _below_a_row(chunk: Chunk, lines: list[str], head: int) -> tuple[int, Diagnostic]:
    """What is said of what is indented under a row of a table."""
    row = next((below for below in range(head + 1, len(lines)) if lines[below].strip()), head)
    is_row = lines[row].lstrip().startswith("|")
    return row, codes.UNEXPECTED.at(
        _row_span(chunk, lines, row),
        message="nothing can be indented under a row of a table",
        proposal="align it with the row above" if is_row else "a row begins and ends with `|`",
    )


def _no_colon(chunk: Chunk, lines: list[str], head: int) -> Diagnostic:
    """A row without a colon at its end, with the one that is indented under it: either may be the slip."""
    below = next((row for row in range(head + 1, len(lines)) if lines[row].strip()), head)
    word = line_forms.first_word(lines[below])
    if _PART.match(lines[below]) and missing_head(word):
        message = f"`{word}` does not belong to what stands above it"
        return codes.UNEXPECTED.at(
            _row_span(chunk, lines, below), message=message, proposal=missing_head(word)
        )
    indented = Related(_row_span(chunk, lines, below), "this line is indented under it")
    return codes.MISSING_COLON.at(_row_span(chunk, lines, head), related=(indented,))


def _too_early(accepts: frozenset[str], line: line_forms.LineForm, end: Span, whole: Span) -> Diagnostic:
    alone = needs_its_own_line(line, end)
    if alone is not None:
        return alone
    if "_INDENT" in accepts:
        return codes.EXPECTED_BLOCK.at(whole)
    if line.text.endswith("."):
        return codes.UNEXPECTED.at(
            end._replace(column=end.column - 1, end_column=end.column),
            message="a line does not end with a full stop",
            proposal="take it out, or say what is asked for behind it",
        )
    if line.text.strip() in ENDS_OF_BLOCKS:
        return codes.UNEXPECTED.at(
            whole,
            message=f"`{line.text.strip()}` means nothing here",
            proposal=NO_END,
        )
    missing = line.missing(accepts)
    expected = f"`{missing}`" if missing else readable(accepts) or "something"
    proposal = _COMMA if line.text.endswith(",") else line.form
    return codes.UNEXPECTED_END.at(end, expected=expected, proposal=proposal)


# ------------------------------------------------------------------ rows and columns


def _place(error: UnexpectedInput, lines: list[str]) -> tuple[int, int]:
    """The row, from 0, and the column, from 1, at which reading failed; never in an empty line."""
    line: object = error.line
    if not isinstance(line, int):  # before version 1.3 lark does not say where it ran out of lines
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
    line = FOLDED.sub("", line_forms.without_remark(lines[row])).rstrip()
    number = chunk.first_line + row
    return Span(
        chunk.file, number, line_forms.depth(line) + 1, number, max(len(line), line_forms.depth(line) + 1) + 1
    )
