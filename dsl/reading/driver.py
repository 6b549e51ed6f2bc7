"""Text → nodes, by the tables that lark made of the grammar.

Lark's own driver makes an object of every word, a tree of all rules that were passed through, and its
transformer makes the nodes of that tree. Here a rule builds its node as it is reduced, and a chain of rules
that only pass a value on, from `atom` up to `expr`, is one step. A text that is not of the language is not
explained here: lark does that (lalr.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from ..source import Span, Word
from .layout import Chunk
from .tables import GOES_ON, TAB, Tables, is_helper

NodeBuilder: TypeAlias = Callable[[list[Any], Span, Chunk], Any]
"""Makes of the children of a rule, and of where it stands, what stands for them."""

MAX_NESTING = 120
"""How deeply blocks and values may be nested: later passes go down into them step by step."""
CHAINS = {"else_ifs": "`else if`", "cases": "cases"}
"""Lists each of whose members is nested in the one before, once they are compiled."""

_Place: TypeAlias = tuple[int, int, int, int]  # line and column of the first character, and behind the last


class NotOfTheLanguage(Exception):
    """The text cannot be read by the grammar."""


class TooDeep(Exception):
    """The text can be read, but is nested too deeply: what of it, and by how much."""

    def __init__(self, what: str, size: str) -> None:
        super().__init__(what, size)
        self.what, self.size = what, size


class _Lexer(NamedTuple):
    """What finds the next word: its sort by a pattern, and of some sorts a finer one by the word itself."""

    match: Callable[[str, int], re.Match[str] | None]
    finer: dict[str, dict[str, str]]


_VALUE, _WORD, _MEMBERS, _LEFT_OUT = range(4)  # what a child is: built, a word, several, or none


class _Reduction(NamedTuple):
    """What is done at the end of a rule. `passes`: nothing, since its only part stands for it."""

    name: str
    origin: str
    size: int
    children: list[tuple[int, int]]  # which part of the rule, and what it is
    inlined: bool  # an only child stands for the whole
    helper: bool  # of lark, for repetitions: its children become those of another rule
    passes: bool
    build: NodeBuilder


class Driver:
    """Reads by the tables of a grammar. What it finds out about them it keeps; threads may share it."""

    def __init__(self, tables: Tables, builder: Callable[[str], NodeBuilder]) -> None:
        self.tables = tables
        self.shifts = len(tables.rules)  # from which on an action is a state to go to; below, a rule
        # What was found so far: of a state, of those that accept the same, of a state on another at a word.
        self.lexers: dict[int, _Lexer] = {}
        self._by_row: dict[int, _Lexer] = {}
        self.jumps: dict[tuple[int, int, str], tuple[int, int]] = {}
        ignored = "|".join(one.regexp for one in tables.terminals if one.name in tables.ignored)
        self._blank = re.compile(f"(?:{ignored})*")
        self.reductions = [_reduction(tables, number, builder) for number in range(self.shifts)]
        rows = [[tables.tokens[number] for number in row] for row in tables.accepted]
        # For each state, by the sort of the next word or value: the rule to reduce, or `shifts` plus a state.
        self.actions = [dict(zip(rows[row], leads, strict=True)) for row, *leads in tables.states]
        self.starts = {name: (begin, end) for name, begin, end in tables.starts}

    def read(self, text: str, start: str, chunk: Chunk) -> Any:
        """What the rule `start` builds of a text that begins in the first line of the chunk.

        Raises NotOfTheLanguage or TooDeep.
        """
        begin, end = self.starts[start]
        return _Reading(self, chunk, begin, end).read(text)

    def after_blank(self, text: str, position: int) -> int:
        """Behind what the grammar leaves out, from a position on."""
        found = self._blank.match(text, position)
        return position if found is None else found.end()

    def lexer(self, state: int) -> _Lexer:
        """What finds the words that a state accepts."""
        row = self.tables.states[state][0]
        found = self._by_row.get(row)
        if found is None:
            found = self._by_row[row] = self._lexer(row)
        self.lexers[state] = found
        return found

    def _lexer(self, row: int) -> _Lexer:
        terminals, words = self.tables.terminals, self.tables.words[row]
        patterns = (f"(?P<{terminals[number].name}>{terminals[number].regexp})" for number in words.tried)
        finer = {
            terminals[sort].name: {terminals[number].pattern: terminals[number].name for number in those}
            for sort, those in words.finer
        }
        return _Lexer(re.compile("|".join(patterns)).match, finer)

    def jump(self, below: int, state: int, sort: str) -> tuple[int, int]:
        """Where the rules lead that only pass on the value on top: to which state, and to what action there.

        The action is -1 where the word is not accepted.
        """
        end, action = state, self.actions[state].get(sort, -1)
        while 0 <= action < self.shifts and self.reductions[action].passes:
            end = self.actions[below][self.reductions[action].origin] - self.shifts
            action = self.actions[end].get(sort, -1)
        self.jumps[below, state, sort] = end, action
        return end, action


def _reduction(tables: Tables, number: int, builder: Callable[[str], NodeBuilder]) -> _Reduction:
    rule = tables.rules[number]
    name = rule.alias or rule.origin
    children: list[tuple[int, int]] = []
    part = 0
    for left_out in rule.empty_indices or [False] * len(rule.expansion):
        if left_out:
            children.append((-1, _LEFT_OUT))
            continue
        symbol = tables.symbols[rule.expansion[part]]
        if rule.keep_all_tokens or not (symbol.terminal and symbol.left_out):
            sort = _WORD if symbol.terminal else _MEMBERS if is_helper(symbol.name) else _VALUE
            children.append((part, sort))
        part += 1
    helper, inlined = is_helper(rule.origin), rule.expand1 and not rule.alias
    passes = inlined and len(rule.expansion) == 1 and children == [(0, _VALUE)]
    stands = inlined and len(children) == 1 and children[0][1] != _MEMBERS  # whatever it stands for, is built
    build = _members if helper or stands else builder(name)
    return _Reduction(name, rule.origin, len(rule.expansion), children, inlined, helper, passes, build)


def _members(children: list[Any], span: Span, chunk: Chunk) -> list[Any]:
    return children


class _Reading:
    """A text on its way: the states gone through, and for each what was built, where, and how deep it is."""

    def __init__(self, driver: Driver, chunk: Chunk, begin: int, end: int) -> None:
        self._driver, self._chunk, self._end = driver, chunk, end
        self._states = [begin, begin]  # a rule that only passes on has one below it
        self._values: list[Any] = []
        self._places: list[_Place | None] = []
        self._depths: list[int] = []
        self._spans: dict[_Place | None, Span] = {}  # a node and its only word share one
        self._too_long: TooDeep | None = None

    def read(self, text: str) -> Any:
        driver, states, lexers = self._driver, self._states, self._driver.lexers
        position = begin_of_line = parentheses = 0
        line, levels, last = self._chunk.first_line, [0], ""
        place = (line, 1, line, 1)
        while True:
            position = driver.after_blank(text, position)
            if position == len(text):
                break
            lexer = lexers.get(states[-1]) or driver.lexer(states[-1])
            found = lexer.match(text, position)
            if found is None:
                raise NotOfTheLanguage
            sort, word = str(found.lastgroup), found[0]
            if sort in lexer.finer:
                sort = lexer.finer[sort].get(word, sort)
            here = line, position - begin_of_line + 1
            position += len(word)
            if "\n" in word:
                line += word.count("\n")
                begin_of_line = position - len(word) + word.rindex("\n") + 1
            if sort == "_NL" and last in GOES_ON:
                continue
            last, place = sort, (*here, line, position - begin_of_line + 1)
            if sort == "_NL":
                if not parentheses:
                    self._feed(sort, word, place)
                    self._indent(word, levels, place)
                continue
            self._feed(sort, word, place)
            if sort == "LPAR":
                parentheses += 1
            elif sort == "RPAR":
                parentheses -= 1
        for _ in levels[1:]:
            self._feed("_DEDENT", "", place)
        self._feed("$END", "", place)
        if self._too_long is not None:
            raise self._too_long
        if self._depths[-1] > MAX_NESTING:
            raise TooDeep("the nesting", f"{self._depths[-1]} levels")
        return self._values[-1]

    def _indent(self, newline: str, levels: list[int], place: _Place) -> None:
        """Tell of the level of the line that begins."""
        blanks = newline.rpartition("\n")[2]
        indent = blanks.count(" ") + blanks.count("\t") * TAB
        if indent > levels[-1]:
            levels.append(indent)
            self._feed("_INDENT", "", place)
            return
        while indent < levels[-1]:
            levels.pop()
            self._feed("_DEDENT", "", place)
        if indent != levels[-1]:
            raise NotOfTheLanguage

    def _feed(self, sort: str, word: str, place: _Place) -> None:
        """Reduce all rules that end before a word, and shift it."""
        driver, states, jumps = self._driver, self._states, self._driver.jumps
        while True:
            way = states[-2], states[-1], sort
            states[-1], action = jumps.get(way) or driver.jump(*way)
            if sort == "$END" and states[-1] == self._end:
                return
            if action < 0:
                raise NotOfTheLanguage
            if action >= driver.shifts:
                states.append(action - driver.shifts)
                self._values.append(word)
                self._places.append(place)
                self._depths.append(0)
                return
            self._reduce(driver.reductions[action])

    def _reduce(self, rule: _Reduction) -> None:
        """Put what a rule builds in the place of its parts."""
        states, size = self._states, rule.size
        place: _Place | None = None
        depth = 0
        parts: list[Any] = []
        places: list[_Place | None] = []
        if size:
            parts, places, depth = self._values[-size:], self._places[-size:], max(self._depths[-size:])
            del states[-size:], self._values[-size:], self._places[-size:], self._depths[-size:]
            first, last = places[0], places[-1]
            if first is None or last is None:  # what is empty stands nowhere
                stand = [one for one in places if one is not None]
                first, last = (stand[0], stand[-1]) if stand else (None, None)
            if first is not None and last is not None:
                place = first if first is last else (first[0], first[1], last[2], last[3])
        children: list[Any] = []
        for part, sort in rule.children:
            if sort == _VALUE:
                children.append(parts[part])
            elif sort == _WORD:
                children.append(self._word(parts[part], places[part]))
            elif sort == _MEMBERS:
                children.extend(parts[part])
            else:
                children.append(None)
        value: Any
        if rule.inlined and len(children) == 1:
            (value,) = children
            if isinstance(value, Word):
                # As a word stands for itself, what is around it is no part of it.
                place = (value.span.line, value.span.column, value.span.end_line, value.span.end_column)
        else:
            value = rule.build(children, self._span(place), self._chunk)
            depth += not rule.helper
            if rule.name in CHAINS and len(children) > MAX_NESTING:
                self._too_long = TooDeep(f"this list of {CHAINS[rule.name]}", str(len(children)))
        states.append(self._driver.actions[states[-1]][rule.origin] - self._driver.shifts)
        self._values.append(value)
        self._places.append(place)
        self._depths.append(depth)

    def _word(self, text: str, place: _Place | None) -> Word:
        return Word(text, self._span(place))

    def _span(self, place: _Place | None) -> Span:
        found = self._spans.get(place)
        if found is None:
            first = self._chunk.first_line
            found = self._spans[place] = Span(self._chunk.file, *(place or (first, 1, first, 1)))
        return found
