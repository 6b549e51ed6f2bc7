"""One declaration, or one value, by the grammar: text → nodes, and what is wrong where it is no such text.

The grammar's rules are named like the nodes that they build. What is wrong with a text, lark says, which is
loaded where something is.
"""

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from .. import nodes
from ..problems import codes
from ..problems.cascades import EVERYTHING, of_kind
from ..problems.diagnostics import Diagnostic
from ..problems.suggest import SYNONYMS
from ..source import Span
from .driver import MAX_NESTING, Driver, NodeBuilder, NotOfTheLanguage, TooDeep
from .layout import Chunk
from .recovery import Mending, names_in
from .tables import tables

if TYPE_CHECKING:
    from lark.parser_frontends import ParsingFrontend

MAX_ERRORS = 8
"""Syntax errors told of one declaration."""
FEW_ERRORS = 3
"""From so many on, a declaration may be wrong as a whole."""
MAX_ATTEMPTS = 40
"""How often a declaration is mended and read again, if it is not long."""
MAX_REREAD = 200_000
"""Characters of one declaration that are read again, all attempts together."""
MAX_LINES = 5_000
"""Lines of one declaration."""


def read_chunk(chunk: Chunk) -> tuple[nodes.SyntaxNode | None, list[Diagnostic], set[str]]:
    """The node, the problems, and the names that were lost with what had to be left out."""
    problems: list[Diagnostic] = []
    lines = list(chunk.lines)
    if len(lines) > MAX_LINES:
        problems.append(_too_large(chunk, "this declaration", f"{len(lines)} lines", MAX_LINES))
        return None, problems, {EVERYTHING}
    too_deep = _too_many_parentheses(chunk)
    if too_deep is not None:
        return None, [too_deep], set(names_in("\n".join(lines)))
    mending = Mending(lines)
    for _ in range(max(2, min(MAX_ATTEMPTS, MAX_REREAD // len(chunk.text)))):
        if not lines[0] or len(problems) >= MAX_ERRORS:
            break
        try:
            node = driver().read("\n".join(lines) + "\n", "start", chunk)
            begins = _never_begins(chunk) if len(problems) >= FEW_ERRORS else None
            if "copies" in mending.lost:  # nobody knows how many of it can be named
                mending.lost.update(names_in(chunk.lines[0])[1:2])
            return node, [begins] if begins is not None else problems, mending.lost
        except NotOfTheLanguage:
            row, problem = _explained("\n".join(lines) + "\n", "start", chunk, lines)
            if row not in mending.mended and not (problems and _follows(problem, problems[-1], chunk)):
                problems.append(problem)
            mending.mend(row)
        except TooDeep as found:
            problems.append(_too_large(chunk, found.what, found.size, MAX_NESTING))
            break
    begins = _never_begins(chunk) or (_meant_to_begin(chunk) if len(problems) >= FEW_ERRORS else None)
    words = names_in(chunk.lines[0])
    if words[:1] == ["kind"]:
        mending.lost.update(of_kind(name) for name in words[1:2])
    return (
        None,
        [begins] if begins is not None else problems,
        mending.lost.union(
            names_in(chunk.lines[0].partition("=")[0].replace(":", " ")), *map(names_in, chunk.lines)
        ),
    )


def _never_begins(chunk: Chunk) -> Diagnostic | None:
    """What is said of a declaration whose first word is that of another language, or one within tests."""
    from .line_forms import declaring_words, first_word, story_forms

    word = first_word(chunk.lines[0])
    if SYNONYMS.get(word) in declaring_words():
        return _at_the_head(chunk, word, f"did you mean `{SYNONYMS[word]}`?")
    if word in ("given", "do", "expect", "cases") and story_forms(word):
        return _at_the_head(chunk, word, "indent it, and what belongs to it: it is a part of a test")
    return None


def _meant_to_begin(chunk: Chunk) -> Diagnostic | None:
    """What is said of a declaration of which hardly a line can be read, if its first word has a slip."""
    from difflib import get_close_matches

    from .line_forms import declaring_words, first_word

    word = first_word(chunk.lines[0])
    near = get_close_matches(word, declaring_words(), n=1, cutoff=0.75)
    return _at_the_head(chunk, word, f"did you mean `{near[0]}`?") if near and near[0] != word else None


def _at_the_head(chunk: Chunk, word: str, proposal: str) -> Diagnostic:
    from .line_forms import span_in

    span = span_in(chunk, 0, 1, len(word))
    return codes.UNEXPECTED.at(span, message=f"no declaration begins with `{word}`", proposal=proposal)


def _follows(problem: Diagnostic, last: Diagnostic, chunk: Chunk) -> bool:
    """Whether a problem only follows from the last one: its wrong indentation, or its missing block."""
    if last.code == codes.EXPECTED_BLOCK.code:
        between = chunk.lines[last.span.line + 1 - chunk.first_line : problem.span.line - chunk.first_line]
        return problem.span.line > last.span.line and not any(line.strip() for line in between)
    odd = problem.code == last.code == codes.BAD_INDENT.code
    return odd and problem.span.column == last.span.column


def _explained(text: str, start: str, chunk: Chunk, lines: list[str]) -> tuple[int, Diagnostic]:
    """Which row is at fault in a text that is not of the language, and what is wrong there."""
    from lark.exceptions import UnexpectedInput  # most files have no errors
    from lark.indenter import DedentError

    from .syntax import explain

    try:
        lark_parser().parse(text, start=start)
    except (UnexpectedInput, DedentError) as error:
        return explain(error, chunk, lines)
    raise AssertionError(f"lark reads what {Driver.__name__} does not: {text!r}")


@cache
def lark_parser() -> "ParsingFrontend":
    """Lark's parser of the grammar: whoever wants to know what is wrong with a text asks it."""
    from .by_lark import parser

    return parser(tables())


def parse_piece(text: str, span: Span, start: str) -> tuple[Any, list[Diagnostic]]:
    """Read less than a declaration, by the rule of that name; `span` is where its text stands."""
    chunk = Chunk(span.file, span.line, (" " * (span.column - 1) + text,), (), "")
    too_deep = _too_many_parentheses(chunk)
    if too_deep is not None:
        return None, [too_deep]
    try:
        return driver().read(chunk.lines[0], start, chunk), []
    except NotOfTheLanguage:
        _, problem = _explained(chunk.lines[0], start, chunk, list(chunk.lines))
        return None, [problem]
    except TooDeep as found:
        return None, [_too_large(chunk, found.what, found.size, MAX_NESTING)]


@cache
def driver() -> Driver:
    """What reads texts by the grammar."""
    return Driver(tables(), builder)


_LISTS = frozenset(
    (
        "names",
        "faces",
        "members",
        "traits",
        "hints",
        "clauses",
        "parameters",
        "parts",
        "body",
        "rows",
        "steps",
        "arguments",
        "labels",
        "changed_parts",
        "then",
        "rules",
        "options",
        "otherwises",
        "else_ifs",
        "test_entries",
        "test_steps",
        "expectations",
        "values",
        "die_faces",
        "inputs",
        "value",
        "cases",
    )
)
_NODES: dict[str, Any] = {
    re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower(): node
    for name, node in vars(nodes).items()
    if isinstance(node, type) and issubclass(node, nodes.SyntaxNode)
}


def builder(rule: str) -> NodeBuilder:
    """What builds the node of a rule; one that lists makes a tuple, and some stand for a part of theirs."""
    if rule in _LISTS:
        return lambda children, span, chunk: tuple(children)
    if rule == "nothing":
        return lambda children, span, chunk: None
    if rule == "cell":
        return lambda children, span, chunk: children[0] if children and children[0] is not None else ()
    if rule in ("label", "relation_word", "start", "template"):
        return lambda children, span, chunk: children[0] if children else None
    if rule == "entry_drawing":
        return lambda children, span, chunk: nodes.EntryDrawing(chunk.drawing(children[0]), span)
    if rule == "call_bare":
        return lambda children, span, chunk: nodes.Call(children[0], (), children[1], children[2], span)
    node = _NODES[rule]
    return lambda children, span, chunk: node(*children, span)


def _too_many_parentheses(chunk: Chunk) -> Diagnostic | None:
    """Parentheses in one another, told before they are parsed: each is as many steps as a whole value."""
    if sum(line.count("(") for line in chunk.lines) <= MAX_NESTING:
        return None
    depth = 0
    for number, line in enumerate(chunk.lines, chunk.first_line):
        for sign in _SIGN.finditer(line):
            depth = max(0, depth + {"(": 1, ")": -1}.get(sign[0], 0))
            if depth > MAX_NESTING:
                span = Span(chunk.file, number, sign.start() + 1, number, sign.start() + 2)
                return codes.TOO_LARGE.at(
                    span, what="the nesting of parentheses", size=f"{depth} levels", limit=MAX_NESTING
                )
    return None


_SIGN = re.compile(r"[()]|\"[^\"]*\"?|#.*")


def _too_large(chunk: Chunk, what: str, size: str, limit: int) -> Diagnostic:
    line = chunk.first_line
    span = Span(chunk.file, line, 1, line, len(chunk.lines[0]) + 1)
    return codes.TOO_LARGE.at(span, what=what, size=size, limit=limit)
