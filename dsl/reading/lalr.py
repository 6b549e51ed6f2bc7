"""One declaration, or one value, by the grammar: text → nodes.

The grammar's rules are named like the nodes; one generic transformer builds them. Only here is lark needed:
who finds every declaration among what was read before does not even load it.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, ClassVar, cast

from lark import Token, Transformer, Tree
from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError, Indenter
from lark.parser_frontends import ParsingFrontend
from lark.tree import Meta

from .. import nodes
from ..problems import codes
from ..problems.cascades import EVERYTHING
from ..problems.diagnostics import Diagnostic
from ..source import Span, Word
from . import parse_cache
from .layout import Chunk
from .parse import GRAMMAR
from .recovery import Mending, names_in
from .tables import Tables, make, parser

MAX_ERRORS = 8
"""Syntax errors told of one declaration."""
MAX_ATTEMPTS = 40
"""How often a declaration is mended and read again, if it is not long."""
MAX_REREAD = 200_000
"""Characters of one declaration that are read again, all attempts together."""
MAX_LINES = 5_000
"""Lines of one declaration."""
MAX_NESTING = 120
"""How deeply blocks and values may be nested: later passes go down into them step by step."""


def read_chunk(chunk: Chunk) -> tuple[nodes.Node | None, list[Diagnostic], set[str]]:
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
            tree = _parser().parse("\n".join(lines) + "\n", start="start")
        except (UnexpectedInput, DedentError) as error:
            row, problem = _explained(error, chunk, lines)
            if row not in mending.mended and not (problems and _as_odd(problem, problems[-1])):
                problems.append(problem)
            mending.mend(row)
            continue
        too_deep = _too_deep(tree, chunk)
        if too_deep is not None:
            problems.append(too_deep)
            break
        return _build(tree, chunk), problems, mending.lost
    return None, problems, mending.lost.union(*map(names_in, chunk.lines))


def _as_odd(problem: Diagnostic, last: Diagnostic) -> bool:
    """Whether a line is only indented like one of which that was told."""
    odd = problem.code == last.code == codes.BAD_INDENT.code
    return odd and problem.span.column == last.span.column


def _explained(error: Exception, chunk: Chunk, lines: list[str]) -> tuple[int, Diagnostic]:
    from .syntax import explain  # most files have no errors

    return explain(error, chunk, lines)


def parse_piece(text: str, span: Span, start: str) -> tuple[Any, list[Diagnostic]]:
    """Read less than a declaration, by the rule of that name; `span` is where its text stands."""
    chunk = Chunk(span.file, span.line, (" " * (span.column - 1) + text,), (), "")
    too_deep = _too_many_parentheses(chunk)
    if too_deep is not None:
        return None, [too_deep]
    try:
        tree = _parser().parse(chunk.lines[0], start=start)
    except (UnexpectedInput, DedentError) as error:
        _, problem = _explained(error, chunk, list(chunk.lines))
        return None, [problem]
    too_deep = _too_deep(tree, chunk)
    return (None, [too_deep]) if too_deep is not None else (_build(tree, chunk), [])


def keywords() -> frozenset[str]:
    """Every small word of the grammar; a few patterns such as `any number of` begin with one of them, too."""
    words = (terminal.pattern for terminal in _tables().terminals)
    return frozenset(word for word in words if word.isidentifier())


_GOES_ON = frozenset(("COMMA", "AND", "OR", "WHERE", "EXCEPT", "PLUS", "MINUS", "STAR", "SLASH", "EQUAL"))


class _Layout(Indenter):
    """Indentation as tokens. A line that ends in a comma, in a sign such as `+` or `=`, or in `and`, `or`,
    `where` or `except` goes on below.
    """

    NL_type = "_NL"
    OPEN_PAREN_types: ClassVar[list[str]] = ["LPAR"]
    CLOSE_PAREN_types: ClassVar[list[str]] = ["RPAR"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        # All threads share one parser, and lark keeps the depth of the line in its post-lexer: each text that
        # is read has one of its own.
        return cast(Iterator[Token], Indenter.process(_Layout(), self._joined(stream)))  # type: ignore[no-untyped-call]

    @staticmethod
    def _joined(stream: Iterator[Token]) -> Iterator[Token]:
        last = ""
        for token in stream:
            if token.type == "_NL" and last in _GOES_ON:
                continue
            last = token.type
            yield token


@cache
def _tables() -> Tables:
    import lark

    text = GRAMMAR.read_text("utf-8")
    made_of = text, lark.__version__
    return parse_cache.kept("grammar", Tables, made_of, lambda: make(text, _STARTS, _Layout()))


@cache
def _parser() -> ParsingFrontend:
    try:
        return parser(_tables(), _Layout())
    except ValueError:  # they were kept, and are not what a parser consists of
        return parser(make(GRAMMAR.read_text("utf-8"), _STARTS, _Layout()), _Layout())


_STARTS = ["start", "template", "cell"]


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
    if isinstance(node, type) and issubclass(node, nodes.Node)
}


class _Builder(Transformer[Token, Any]):
    """Each rule becomes the node of its name, each list rule a tuple, each token a word with its span."""

    def __init__(self, chunk: Chunk) -> None:
        super().__init__(visit_tokens=True)
        self._chunk = chunk
        self._at = cache(Span)  # a node and its only word stand at one place: kept and found as one

    def _span(self, meta: Meta) -> Span:
        file, first = self._chunk.file, self._chunk.first_line
        if meta.empty:
            return self._at(file, first, 1, first, 1)
        return self._at(file, meta.line + first - 1, meta.column, meta.end_line + first - 1, meta.end_column)

    def __default__(self, data: Any, children: list[Any], meta: Meta) -> Any:
        rule = str(data)
        if rule in _LISTS:
            return tuple(children)
        if rule == "nothing":
            return None
        if rule in ("label", "relation_word", "start", "template", "cell"):
            return children[0] if children and children[0] is not None else (() if rule == "cell" else None)
        if rule == "entry_drawing":
            return nodes.EntryDrawing(self._chunk.drawings[_drawing_number(children[0])], self._span(meta))
        if rule == "call_bare":
            verb, labels, result = children
            return nodes.Call(verb, (), labels, result, self._span(meta))
        return _NODES[rule](*children, self._span(meta))

    def __default_token__(self, token: Token) -> Word:
        first = self._chunk.first_line - 1
        line, column = (token.line or 1) + first, token.column or 1
        end, end_column = (token.end_line or 1) + first, token.end_column or column + 1
        return Word(str(token), self._at(self._chunk.file, line, column, end, end_column))


def _drawing_number(mark: str) -> int:
    return int(mark[mark.index("⟦") + 1 : -1])


def _build(tree: Tree[Token], chunk: Chunk) -> Any:
    return _Builder(chunk).transform(tree)


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


def _too_deep(tree: Any, chunk: Chunk) -> Diagnostic | None:
    """What is nested too deeply, found level by level: the stack of calls is not for authors to exhaust.

    Each case of a value and each `else if` is a test within the one before, so their number counts, too.
    """
    depth, level = 0, [tree]
    while level:
        depth += 1
        for inner in level:
            if inner.data in _CHAINS and len(inner.children) > MAX_NESTING:
                return _too_large(
                    chunk, f"this list of {_CHAINS[inner.data]}", str(len(inner.children)), MAX_NESTING
                )
        level = [child for inner in level for child in inner.children if isinstance(child, Tree)]
    return _too_large(chunk, "the nesting", f"{depth} levels", MAX_NESTING) if depth > MAX_NESTING else None


_CHAINS = {"else_ifs": "`else if`", "cases": "cases"}


def _too_large(chunk: Chunk, what: str, size: str, limit: int) -> Diagnostic:
    line = chunk.first_line
    span = Span(chunk.file, line, 1, line, len(chunk.lines[0]) + 1)
    return codes.TOO_LARGE.at(span, what=what, size=size, limit=limit)
