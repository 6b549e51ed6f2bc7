"""The module that is generated: its functions, its constants, and the names in it.

Generated source contains generated names and whole numbers only. Texts, tables and helpers are values in the
namespace in which it runs, so that nothing an author writes can become code; `emit/guard.py` sees to it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ..analysis.costs import Costs
from ..analysis.marked_reads import marked
from ..analysis.read_write import Analysis, Keys
from ..state.program import Node, Program
from ..weaving.procedures import Procedure
from ..weaving.weave import Weaver
from .memo import Keeping, Move

_FRAME = re.compile(r"⟦(\d+):(\d+)⟧")
_MARK = re.compile(r"^( *)⟦forget (\d+)(?: (\S+) (\S+) (\S+))?⟧$", re.MULTILINE)

# A name that stands for a value in generated text: a local of a procedure (written «name» until it is known
# where it lives), a parameter, or the variable of a comprehension.
TOKEN = re.compile(r"«[^»]*»|\b[ai]\d+\b")
BOUND = re.compile(r"\bfor (i\d+) in\b")
PARTS = (("v", "v=S.v"), ("at", "at=S.at"), ("z", "z=S.z"), ("k", "k=S.k"), ("masks", "masks=S.masks"))
_PART = re.compile(rf"(?<![.\w])(?:{'|'.join(part for part, _ in PARTS)})\b")
STATE = re.compile(r"\b(?:S|v|at|z|masks)\b")


@dataclass
class Site:
    """A statement that asks. What is needed to show its question is looked up only when somebody looks."""

    node: Node
    procedure: Procedure
    sort: int
    slots: dict[str, int] = field(default_factory=dict)  # where its locals are in the frame
    who: bool = False  # the register gets `(option, seat)`: who answered matters
    type: str = "any"  # of the options


class Module:
    """What is being generated."""

    def __init__(
        self,
        program: Program,
        analysis: Analysis,
        weaver: Weaver,
        keeping: Keeping,
        costs: Costs,
        namespace: dict[str, Any],
    ) -> None:
        self.program = program
        self.analysis = analysis
        self.weaver = weaver
        self.keeping = keeping
        self.costs = costs
        self.namespace = namespace
        self._functions: dict[str, tuple[str, list[str]]] = {}  # head and body, as far as they are known
        self._taken = 0
        self._numbers: dict[str, int] = {}
        self._constants: dict[Any, str] = {}
        self._lifted: dict[str, str] = {}
        self.defines: dict[str, str] = {}
        self.needed: list[tuple[str, str]] = []  # those that are still to be generated: chains may be long
        self.finding: dict[int, str] = {}  # the functions that find what a state keeps, but for masks
        self.lasting: dict[str, dict[tuple[int, ...], Any]] = {}  # by function: what it gave, for all states
        self._written: list[tuple[Keys, Move | None]] = []
        self.guards: dict[tuple[int, ...], str] = {}
        self.sites: dict[int, Site] = {}
        self.entries: dict[int, int] = {}
        self.verb_of: dict[int, str] = {}
        self.functions: dict[int, str] = {}
        self.rule_of: dict[str, tuple[str | None, int]] = {}  # by function: the rule it plays, and its place
        self.sizes: dict[int, int] = {}
        self.tables: list[tuple[str, dict[str, str], dict[str, int]]] = []

    @cached_property
    def hidden(self) -> dict[int, Node]:
        """What decides something by what may be hidden, by its mark."""
        return marked(self.program.data)

    def fresh(self, letter: str) -> str:
        """A name that nothing else bears."""
        number = self._numbers.get(letter, 0)
        self._numbers[letter] = number + 1
        return f"{letter}{number}"

    def constant(self, value: Any) -> str:
        """The name under which generated code finds a value."""
        key = (type(value).__name__, repr(value))
        name = self._constants.get(key)
        if name is None:
            name = self._constants[key] = self.fresh("K")
            self.namespace[name] = value
        return name

    def paying(self, price: int | str, where: str) -> list[str]:
        """The lines with which an answer pays for what comes next, or ends if it has not got that."""
        return [f"S.fuel-={price}", f"if S.fuel<0: endless({where})"]

    def function(
        self, name: str, parameters: list[str], lines: list[str], rule: tuple[str | None, int] | None = None
    ) -> None:
        """Add a function. What it needs of the state will be fetched at its beginning."""
        if rule is not None:
            self.rule_of[name] = rule
        self._functions[name] = f"def {name}({','.join(['S', *parameters])}):", lines

    def lift(self, lines: list[str]) -> str:
        """Make a function of lines that end with `return`, and give the text that calls it.

        Equal lines make one function. Loops that may end early are several times faster so than generators.
        """
        text = "\n".join(lines)
        bound = set(BOUND.findall(text))
        names: dict[str, str] = {}
        for token in TOKEN.findall(text):
            names.setdefault(token, f"{'b' if token in bound else 'p'}{len(names)}")
        text = TOKEN.sub(lambda found: names[found.group()], text)
        free = [token for token in names if token not in bound]
        name = self._lifted.get(text)
        if name is None:
            name = self._lifted[text] = self.fresh("q")
            self.function(name, [names[token] for token in free], text.split("\n"))
        return f"{name}({','.join(['S', *free])})"

    # ---- procedures, segments, questions

    def segment(self) -> int:
        """The number of a new segment."""
        return int(self.fresh("s")[1:])

    def entry(self, procedure: Procedure) -> int:
        """The segment with which a procedure begins that may wait."""
        if id(procedure) not in self.entries:
            self.entries[id(procedure)] = self.segment()
        return self.entries[id(procedure)]

    def function_name(self, name: str) -> str:
        """The function of a procedure that does not wait."""
        procedure = self.weaver.procedures[name]
        if id(procedure) not in self.functions:
            self.functions[id(procedure)] = self.fresh("f")
        return self.functions[id(procedure)]

    def frame(self, name: str, args: list[str]) -> str:
        """A frame for a procedure; how many locals it has is filled in when that is known."""
        procedure = self.weaver.procedures[name]
        pad = f"⟦{id(procedure)}:{len(args)}⟧"
        return f"[{self.entry(procedure)},0{''.join(',' + arg for arg in args)}{pad}]"

    def step_table(self, table: dict[str, str], suspending: bool) -> str:
        """The name of a table from things to what they give: a function, or a segment and its locals."""
        name = self.fresh("D")
        # A case that never waits gets a segment too, so that all cases stand on frames.
        adapters = {thing: self.segment() for thing in table} if suspending else {}
        self.tables.append((name, table, adapters))
        return name

    def ask(self, site: Site) -> tuple[int, int]:
        """Two segments in a row: one asks, the next takes the answer."""
        first = self.segment()
        following = self.segment()
        self.sites[first] = site
        return first, following

    def mark(self, written: Keys, move: Move | None = None) -> str:
        """A line that stands for forgetting what reads what was written; which that is turns out later."""
        self._written.append((written, move))
        moved = "" if move is None else f" {move.thing} {move.old} {move.new}"
        return f"⟦forget {len(self._written) - 1}{moved}⟧"

    def _forgetting(self, mark: re.Match[str]) -> str:
        written, move = self._written[int(mark[2])]
        if move is not None:
            # By now the locals have the names that they have in Python.
            move = replace(move, thing=mark[3], old=mark[4], new=mark[5])
        return "\n".join(mark[1] + line for line in self.keeping.forgetting(written, move, self.constant))

    def take_new(self) -> list[str]:
        """The functions added since the last time, and whatever they need."""
        from .modifiers import emit_define

        while self.needed:
            emit_define(self, *self.needed.pop())
        names = list(self._functions)[self._taken :]
        self._taken += len(names)
        return names

    def written(self, name: str) -> str:
        """The source of a function. To be asked for when everything has been generated."""
        head, lines = self._functions[name]
        text = _MARK.sub(self._forgetting, "\n".join(lines))
        read = set(_PART.findall(text))
        fetched = [code for part, code in PARTS if part in read]
        body = [*(["; ".join(fetched)] if fetched else []), *(line for line in text.split("\n") if line)]
        text = "\n".join([head, *("    " + line for line in body or ["pass"])])
        return _FRAME.sub(lambda found: ",0" * (self.sizes[int(found[1])] - int(found[2])), text)

    @staticmethod
    def in_tuple(text: str) -> str:
        """The text of a list as a tuple."""
        return text if text.startswith("players(") else f"tuple({text})"


def in_parentheses(text: str) -> str:
    return text if re.fullmatch(r"[\w«»$ ]+|[\w.]+\[[\w+-]+\]", text) and " " not in text else f"({text})"


def is_number(text: str) -> bool:
    return re.fullmatch(r"-?\d+", text) is not None


def is_simple(text: str) -> bool:
    """Whether text may be repeated at no cost: a number, a name, a slot of a frame."""
    return re.fullmatch(r"-?\d+|\w+|«[^»]*»|f\[\d+\]", text) is not None


def offset(text: str, number: int) -> str:
    """The text of a sum with a constant, worked out where it can be."""
    if is_number(text):
        return str(int(text) + number)
    return text if number == 0 else f"{text}{number:+d}"
