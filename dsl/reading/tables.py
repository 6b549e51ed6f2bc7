"""The grammar's tables as data, which are kept, and lark's parser made of them, which explains errors.

What reads texts by them is driver.py. To make the tables takes twenty times as long as to read them. Lark can
write its tables, too, but to read those takes twice as long: every state gets a lexer, though the few lines
that are at fault pass through few.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, NamedTuple, cast

from lark import Lark, Token, Tree
from lark.common import LexerConf, ParserConf
from lark.grammar import NonTerminal, Rule, RuleOptions, Terminal
from lark.indenter import Indenter
from lark.lexer import BasicLexer, ContextualLexer, PatternRE, PatternStr, TerminalDef
from lark.parse_tree_builder import ParseTreeBuilder
from lark.parser_frontends import ParsingFrontend
from lark.parsers.lalr_analysis import IntParseTable, Reduce, Shift
from lark.parsers.lalr_parser import LALR_Parser, _Parser

GOES_ON = frozenset(("COMMA", "AND", "OR", "WHERE", "EXCEPT", "PLUS", "MINUS", "STAR", "SLASH", "EQUAL"))
"""A line that ends in one of these goes on below."""
TAB = 8
"""Columns that a tab at the beginning of a line counts for."""


class _Terminal(NamedTuple):
    """A word of the language; a pattern has widths, the shortest and the longest match."""

    name: str
    pattern: str
    flags: list[str]
    priority: int
    widths: list[int] | None


class _Symbol(NamedTuple):
    """What a rule consists of; whether it is a terminal, and then whether the tree does without it."""

    name: str
    terminal: bool
    left_out: bool


class _Rule(NamedTuple):
    """One way to write something; symbols by their numbers. The rest are lark's options of the same name."""

    origin: str
    expansion: list[int]
    order: int
    alias: str | None
    keep_all_tokens: bool
    expand1: bool
    empty_indices: list[bool]


class Tables(NamedTuple):
    """What a parser consists of.

    A state is the number of the tokens that it accepts and then, in their order, what each of them leads to:
    the number of a rule that ends there, or how many rules there are plus the number of the next state.
    """

    terminals: list[_Terminal]
    ignored: list[str]
    symbols: list[_Symbol]
    rules: list[_Rule]
    tokens: list[str]
    accepted: list[list[int]]
    states: list[list[int]]
    starts: list[tuple[str, int, int]]  # a rule to begin with, the state to begin in and to end in


def make(grammar: str, starts: list[str]) -> Tables:
    """The tables of a grammar."""
    lark = Lark(grammar, parser="lalr", start=starts, postlex=_Layout(), maybe_placeholders=True)
    table: IntParseTable = lark.parser.parser._parse_table  # noqa: SLF001 (lark's, whose version is bounded)
    symbols: dict[_Symbol, int] = {}
    rules = {rule: number for number, rule in enumerate(lark.rules)}
    tokens: dict[str, int] = {}
    accepted: dict[tuple[int, ...], int] = {}
    states = []
    for state in range(len(table.states)):
        actions = table.states[state]
        row = tuple(tokens.setdefault(str(token), len(tokens)) for token in actions)
        states.append(
            [
                accepted.setdefault(row, len(accepted)),
                *(len(rules) + to if action is Shift else rules[to] for action, to in actions.values()),
            ]
        )
    return Tables(
        [_terminal(one) for one in lark.terminals],
        list(lark.ignore_tokens),
        *_rules(lark.rules, symbols),
        list(tokens),
        [list(row) for row in accepted],
        states,
        [(start, table.start_states[start], table.end_states[start]) for start in starts],
    )


def _terminal(one: TerminalDef) -> _Terminal:
    pattern = one.pattern
    widths = None if isinstance(pattern, PatternStr) else [int(pattern.min_width), int(pattern.max_width)]
    return _Terminal(one.name, pattern.value, sorted(pattern.flags), one.priority, widths)


def _rules(rules: Iterable[Rule], symbols: dict[_Symbol, int]) -> tuple[list[_Symbol], list[_Rule]]:
    found = []
    for rule in rules:
        parts = [
            _Symbol(str(one.name), one.is_term, bool(getattr(one, "filter_out", False)))
            for one in rule.expansion
        ]
        numbers = [symbols.setdefault(part, len(symbols)) for part in parts]
        how = rule.options
        assert how.priority is None and how.template_source is None
        found.append(
            _Rule(
                str(rule.origin.name),
                numbers,
                rule.order,
                rule.alias,
                how.keep_all_tokens,
                how.expand1,
                list(how.empty_indices),
            )
        )
    return list(symbols), found


def is_helper(rule: str) -> bool:
    """Whether lark made a rule for a repetition: its children become those of another."""
    return rule.startswith("_")


def parser(tables: Tables) -> ParsingFrontend:
    """Lark's parser by these tables; raises ValueError if one of their numbers stands for nothing."""
    try:
        return _parser(tables)
    except (IndexError, KeyError, re.error) as problem:
        raise ValueError("tables that do not fit") from problem


def _parser(tables: Tables) -> ParsingFrontend:
    symbols = [
        Terminal(one.name, one.left_out) if one.terminal else NonTerminal(one.name) for one in tables.symbols
    ]
    rules = [
        Rule(
            NonTerminal(one.origin),
            [symbols[number] for number in one.expansion],
            one.order,
            one.alias,
            RuleOptions(one.keep_all_tokens, one.expand1, None, None, tuple(one.empty_indices)),
        )
        for one in tables.rules
    ]
    actions: list[Any] = [
        *((Reduce, rule) for rule in rules),
        *((Shift, number) for number in range(len(tables.states))),
    ]
    rows = [[tables.tokens[number] for number in row] for row in tables.accepted]
    states = {}
    for number, (row, *leads) in enumerate(tables.states):
        states[number] = dict(zip(rows[row], map(actions.__getitem__, leads), strict=True))
    ends = {start: end for start, _, end in tables.starts}
    begins = {start: begin for start, begin, _ in tables.starts}
    table: Any = IntParseTable(states, begins, ends)  # type: ignore[no-untyped-call]
    builder = ParseTreeBuilder(rules, Tree, True, False, True)  # type: ignore[no-untyped-call]
    callbacks = builder.create_callback()  # type: ignore[no-untyped-call]
    made = LALR_Parser.__new__(LALR_Parser)
    made._parse_table = table  # noqa: SLF001 (lark's)
    made.parser = _Parser(table, callbacks)
    lexing = LexerConf(
        [terminal_of(one) for one in tables.terminals], re, tables.ignored, _Layout(), skip_validation=True
    )
    lexing.lexer_type = "contextual"
    parsing = ParserConf(rules, callbacks, [start for start, _, _ in tables.starts])
    parsing.parser_type = "lalr"
    return ParsingFrontend(lexing, parsing, _Options, parser=made)


def terminal_of(one: _Terminal) -> TerminalDef:
    """A word of the language, as lark has it."""
    if one.widths is None:
        return TerminalDef(one.name, PatternStr(one.pattern, one.flags), one.priority)
    pattern = PatternRE(one.pattern, one.flags)
    pattern._width = one.widths  # noqa: SLF001 (lark's)
    return TerminalDef(one.name, pattern, one.priority)


class _Lexers(ContextualLexer):
    """A lexer for each set of tokens that a state accepts, made when the first such state is come to."""

    def __init__(self, conf: LexerConf, states: Any, always_accept: Iterable[str] = ()) -> None:
        self.lexers = _Lazily(conf, states, frozenset(always_accept))  # type: ignore[assignment]
        self.root_lexer = BasicLexer(conf)


class _Lazily(dict[int, BasicLexer]):
    def __init__(self, conf: LexerConf, states: Any, always: frozenset[str]) -> None:
        super().__init__()
        self._conf, self._states, self._always = conf, states, always
        self._by_tokens: dict[frozenset[str], BasicLexer] = {}

    def __missing__(self, state: int) -> BasicLexer:
        accepted = frozenset(self._states[state])
        lexer = self._by_tokens.get(accepted)
        if lexer is None:
            names = accepted.union(self._conf.ignore, self._always)
            known = self._conf.terminals_by_name
            conf = LexerConf(
                [known[name] for name in names if name in known], re, self._conf.ignore, skip_validation=True
            )
            lexer = self._by_tokens[accepted] = BasicLexer(conf)
        self[state] = lexer
        return lexer


class _Layout(Indenter):
    """Indentation as tokens, for lark."""

    NL_type = "_NL"
    OPEN_PAREN_types: ClassVar[list[str]] = ["LPAR"]
    CLOSE_PAREN_types: ClassVar[list[str]] = ["RPAR"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = TAB

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        # All threads share one parser, and lark keeps the depth of the line in its post-lexer: each text that
        # is read has one of its own.
        return cast(Iterator[Token], Indenter.process(_Layout(), self._joined(stream)))  # type: ignore[no-untyped-call]

    @staticmethod
    def _joined(stream: Iterator[Token]) -> Iterator[Token]:
        last = ""
        for token in stream:
            if token.type == "_NL" and last in GOES_ON:
                continue
            last = token.type
            yield token


class _Options:
    """What of lark's options the parts still look at."""

    _plugins = {"ContextualLexer": _Lexers}  # noqa: RUF012
    debug = strict = False
