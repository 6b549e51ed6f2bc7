"""What lark does for us: it makes the tables of the grammar, and says what is wrong with a text.

Lark can write its tables, too, but to read those takes twice as long: every state gets a lexer, though the
few lines that are at fault pass through few. `python -m tilewright.dsl.reading.by_lark` writes tables.json.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, cast

from lark import Lark, Token, Tree
from lark.common import LexerConf, ParserConf
from lark.grammar import NonTerminal, Rule, RuleOptions, Terminal
from lark.indenter import Indenter
from lark.lexer import BasicLexer, ContextualLexer, PatternRE, PatternStr, TerminalDef, UnlessCallback
from lark.parse_tree_builder import ParseTreeBuilder
from lark.parser_frontends import ParsingFrontend
from lark.parsers.lalr_analysis import IntParseTable, Reduce, Shift
from lark.parsers.lalr_parser import LALR_Parser, _Parser

from tilewright.host.files import write_whole

from .tables import FILE, GOES_ON, GRAMMAR, TAB, RuleRow, SymbolRow, Tables, TerminalRow, WordsRow, written

STARTS = ["start", "template", "cell"]
"""The rules that a text may begin with: a declaration, a gap in a text, a cell of a table."""


def make(grammar: str) -> Tables:
    """The tables of a grammar."""
    lark = Lark(grammar, parser="lalr", start=STARTS, postlex=_Layout(), maybe_placeholders=True)
    table: IntParseTable = lark.parser.parser._parse_table  # noqa: SLF001 (lark's, whose version is bounded)
    symbols: dict[SymbolRow, int] = {}
    rules = {rule: number for number, rule in enumerate(lark.rules)}
    tokens: dict[str, int] = {}
    accepted: dict[tuple[int, ...], int] = {}
    states = []
    numbers = _numbers(table)
    for state in numbers:
        actions = sorted(table.states[state].items())
        row = tuple(tokens.setdefault(str(token), len(tokens)) for token, _ in actions)
        states.append(
            [
                accepted.setdefault(row, len(accepted)),
                *(len(rules) + numbers[to] if does is Shift else rules[to] for _, (does, to) in actions),
            ]
        )
    terminals = [_terminal(one) for one in lark.terminals]
    names = list(tokens)
    return Tables(
        terminals,
        list(lark.ignore_tokens),
        *_rules(lark.rules, symbols),
        names,
        [list(row) for row in accepted],
        [_words({names[number] for number in row}, terminals) for row in accepted],
        states,
        [(start, numbers[table.start_states[start]], numbers[table.end_states[start]]) for start in STARTS],
    )


def _numbers(table: IntParseTable) -> dict[int, int]:
    """A number for each state, as one comes to them from the starts: lark's vary between processes."""
    numbers: dict[int, int] = {}
    waiting = [table.start_states[start] for start in reversed(STARTS)]
    while waiting:
        state = waiting.pop()
        if state not in numbers:
            numbers[state] = len(numbers)
            actions = sorted(table.states[state].items(), reverse=True)
            waiting += [to for _, (does, to) in actions if does is Shift]
    return numbers


def _terminal(one: TerminalDef) -> TerminalRow:
    pattern = one.pattern
    widths = None if isinstance(pattern, PatternStr) else [int(pattern.min_width), int(pattern.max_width)]
    return TerminalRow(one.name, pattern.value, sorted(pattern.flags), one.priority, widths)


def _words(accepted: set[str], terminals: list[TerminalRow]) -> WordsRow:
    """How lark finds the next word where these are accepted; the end of a line always is."""
    numbers = {one.name: number for number, one in enumerate(terminals)}
    wanted = [terminal_of(one) for one in terminals if one.name in accepted | {"_NL"}]
    lexer = BasicLexer(LexerConf(wanted, re, (), skip_validation=True))
    tried = [numbers[one.name] for one in lexer.scanner.terminals]  # lark makes both when it is asked
    finer = [
        (numbers[sort], [numbers[one.name] for one in unless.scanner.terminals])
        for sort, unless in lexer.callback.items()
        if isinstance(unless, UnlessCallback)
    ]
    return WordsRow(tried, finer)


def _rules(rules: Iterable[Rule], symbols: dict[SymbolRow, int]) -> tuple[list[SymbolRow], list[RuleRow]]:
    found = []
    for rule in rules:
        parts = [
            SymbolRow(str(one.name), one.is_term, bool(getattr(one, "filter_out", False)))
            for one in rule.expansion
        ]
        numbers = [symbols.setdefault(part, len(symbols)) for part in parts]
        how = rule.options
        assert how.priority is None and how.template_source is None
        found.append(
            RuleRow(
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


def parser(tables: Tables) -> ParsingFrontend:
    """Lark's parser by these tables."""
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


def terminal_of(one: TerminalRow) -> TerminalDef:
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


if __name__ == "__main__":
    text = GRAMMAR.read_text("utf-8")
    write_whole(FILE, written(text, make(text)).encode())
