"""What names mean at one point of a body, and the context of the check: model, problems, spans, texts."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..mission_board import Shaped, shape_of
from ..model import Model
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..source import NOWHERE, Span, Word
from ..value_types import ANY, Type
from ..vocabulary import VALUE_WORDS

Op = dict[str, Any]

IN_TESTS = "test/"
"""What the ids of texts in tests begin with: nobody translates those."""


class Typed(NamedTuple):
    """An operation of the program and the type of its value."""

    op: Op
    type: Type


UNKNOWN = Typed({"op": "none"}, ANY)


@dataclass(slots=True)
class Context:
    """What all bodies share. `spaces` are those of the board at hand (name → kind), if there is one."""

    model: Model
    problems: list[Diagnostic] = field(default_factory=list)
    spans: dict[Span, int] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    quoted: dict[str, Span] = field(default_factory=dict)  # where each of the texts stands
    numbered: dict[str, dict[str, int]] = field(default_factory=dict)  # the texts of each owner
    changes: set[tuple[str, str]] = field(default_factory=set)
    spaces: dict[str, str] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    on_board: bool = False  # whether all of this holds on one board only, or on none
    until_rules: list[tuple[str, Op]] = field(default_factory=list)
    values_read: dict[str, dict[str, None]] = field(default_factory=dict)  # by the value or verb that does
    verbs_called: dict[str, dict[str, None]] = field(default_factory=dict)
    shared: set[str] = field(default_factory=set)  # names of spaces that things have as well, wrongly
    tests: list[tuple[Op, Span]] = field(default_factory=list)  # every test, with where it stands
    asked: list[tuple[Op, Span]] = field(default_factory=list)  # every value that is computed, likewise
    shapes: dict[str, Shaped] = field(default_factory=dict)  # of missions, as far as they were asked for
    words_chosen: dict[str, Span] = field(default_factory=dict)  # words that somebody chooses from, and where
    spaces_of: dict[str, dict[str, str]] = field(default_factory=dict)  # by mission, once they are asked for
    first_boards: dict[str, str] = field(default_factory=dict)  # by space, once they are asked for
    lets: dict[str, Op] = field(default_factory=dict)  # the values that `let` names within defines
    depth: int = 0  # how many types of other values wait for this one to be found

    def silent(self) -> "Context":
        """A context that only finds a type. Mistakes are reported when the declaration itself is checked."""
        return Context(
            self.model,
            spaces=self.spaces,
            links=self.links,
            on_board=self.on_board,
            shapes=self.shapes,
            spaces_of=self.spaces_of,
            first_boards=self.first_boards,
            depth=self.depth + 1,
        )

    def report(self, problem: Diagnostic) -> None:
        self.problems.append(problem)

    def shape(self, mission: str) -> Shaped:
        """The board of a mission."""
        if mission not in self.shapes:
            self.shapes[mission] = shape_of(self.model, mission)
        return self.shapes[mission]

    def at(self, span: Span) -> int:
        """The number of a span in the program's side table."""
        return self.spans.setdefault(span, len(self.spans))

    def text(self, owner: str, template: str, span: Span = NOWHERE) -> str:
        """The id of a text: whose it is and a number, such as `verb/attack/say/2`.

        Translations are filed under it, so it depends on no line and on no other rule.
        """
        known = self.numbered.setdefault(owner, {})
        name = f"{owner}/{known.setdefault(template, len(known) + 1)}"
        self.texts[name] = template
        self.quoted.setdefault(name, span)
        return name


class Local(NamedTuple):
    """What a name stands for: a local of the program, or (`op`) what is written for it."""

    unique: str
    type: Type
    op: Op | None = None


@dataclass(slots=True)
class ProcedureScope:
    """One procedure: its name, what it gives and may do, and the names its locals have taken."""

    name: str
    gives: Type | None = None
    hook: str | None = None  # "instead" where `proceed` may stand
    parts: tuple[tuple[str, Type], ...] = ()
    used: set[str] = field(default_factory=set)
    path: str = ""  # what its texts are filed under; the name if nothing is said

    def text_id(self, role: str) -> str:
        """The beginning of the ids of its texts of one role: `verb/attack/say`."""
        return f"{self.path or self.name.replace('.', '/')}/{role}"

    def unique(self, name: str) -> str:
        """A name no other local of this body has."""
        found, number = name, 1
        while found in self.used:
            number += 1
            found = f"{name}.{number}"
        self.used.add(found)
        return found


@dataclass(slots=True)
class Scope:
    """The names of one block; inner blocks see those of outer ones."""

    context: Context
    body: ProcedureScope
    parent: "Scope | None" = None
    names: dict[str, Local] = field(default_factory=dict)
    narrowed: dict[str, Type] = field(default_factory=dict)
    in_loop: bool = False
    in_at_once: bool = False
    unnamed_it: bool = False  # `it` is the element of an unnamed test

    @property
    def in_test(self) -> bool:
        """Whether this is a story."""
        return self.body.path.startswith(IN_TESTS)

    @property
    def model(self) -> Model:
        return self.context.model

    def inside(self, **changes: object) -> "Scope":
        """A scope for an inner block."""
        inner = Scope(
            self.context,
            self.body,
            self,
            in_loop=self.in_loop,
            in_at_once=self.in_at_once,
            unnamed_it=self.unnamed_it,
        )
        for name, value in changes.items():
            setattr(inner, name, value)
        return inner

    def declare(self, name: str, type_: Type) -> str:
        """A new local in this block; answers its unique name. An author's own must not be a value word."""
        if isinstance(name, Word) and name in VALUE_WORDS:
            self.context.report(codes.RESERVED.at(name.span, word=name))
        unique = self.body.unique(name)
        self.names[name] = Local(unique, type_)
        return unique

    def find(self, name: str) -> Local | None:
        """The local of that name, with what tests have shown about its type."""
        scope: Scope | None = self
        wanted: Local | None = None
        while scope is not None and wanted is None:
            wanted = scope.names.get(name)
            scope = scope.parent
        if wanted is None:
            return None
        narrowed = self.shown(wanted.unique)
        return wanted if narrowed is None else wanted._replace(type=narrowed)

    def shown(self, key: str) -> Type | None:
        """What tests have shown about something, None if nothing."""
        scope: Scope | None = self
        while scope is not None:
            if key in scope.narrowed:
                return scope.narrowed[key]
            scope = scope.parent
        return None

    def locals(self) -> dict[str, Local]:
        """Everything visible here, inner names first."""
        found: dict[str, Local] = {}
        scope: Scope | None = self
        while scope is not None:
            found = scope.names | found
            scope = scope.parent
        return found
