"""What a package declares, with names resolved: the meeting point of `resolve/`, `check/` and `lower.py`.

Declarations are collected file by file, changed by mods, then left alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from . import nodes
from .boards import BoardShape
from .history import History
from .source import NOWHERE, Span, Word
from .value_types import Type


@dataclass(slots=True)
class Property:
    """A stored, derived or given value, or a place, of a kind or of the game."""

    name: str
    kind: str  # the declaring kind; "game" for the game's
    type: Type
    sort: str  # stored | derived | given | place
    span: Span
    default: nodes.SyntaxNode | None = None  # of a derived property: its value
    low: int | None = None
    high: int | None = None
    seen: nodes.SyntaxNode | None = None  # None: everybody
    reset: Word | None = None
    by: str | None = None
    place: str = ""  # pile | bag | slot
    capacity: int | None = None
    fits: nodes.SyntaxNode | None = None
    in_play: bool = False
    internal: bool = False  # kept out of views and log
    untold: bool = False  # in views, while the log tells no change
    campaign: bool = False  # the campaign's: it survives from one mission to the next
    label: str = ""
    looked_for: bool = False  # its type is just being found


class ValueMeaning(NamedTuple):
    """What a value or place tells a player, and which name that was said of."""

    words: Word
    name: Word


def of_word(name: str, one: str) -> str:
    """What the value of a word is called, of several by word: the `red` of `cubes` is `cubes_red`."""
    return f"{name}_{one}"


class RuleSymbol(NamedTuple):
    """A hook, trigger or modifier, with whose it is and where it stands in the order of rules."""

    node: Any
    this: str | None  # the kind whose things speak
    mission: str | None
    origin: str  # "" for the game itself, else the mod
    order: tuple[int, ...]
    doc: str = ""


class StepsSymbol(NamedTuple):
    """`does play by (player)`: a verb each thing of the kind gives."""

    name: str
    kind: str
    parts: tuple[nodes.Part, ...]
    title: str
    span: Span
    optional: bool = False  # things that give none do nothing


@dataclass(slots=True)
class KindSymbol:
    """A kind of thing; every declared thing is one as well."""

    name: str
    parent: str | None
    span: Span
    title: str = ""
    plural: str = ""
    doc: str = ""
    label: str = ""
    properties: dict[str, Property] = field(default_factory=dict)
    meanings: dict[str, ValueMeaning] = field(default_factory=dict)  # also of what other kinds declare
    steps: dict[str, StepsSymbol] = field(default_factory=dict)
    look: dict[str, str | int] = field(default_factory=dict)
    looks: list[nodes.LookWhen] = field(default_factory=list)
    controlled: nodes.SyntaxNode | None = None
    in_force: nodes.SyntaxNode | None = None
    identity_seen: nodes.SyntaxNode | None = None
    place_seen: nodes.SyntaxNode | None = None
    place_among: nodes.SyntaxNode | None = None
    back: tuple[Word, ...] = ()


@dataclass(slots=True)
class ThingSymbol:
    """A card, character, board or mission as declared: its raw values, steps and tables."""

    name: str
    kind: str
    span: Span
    title: str = ""
    text: str = ""
    copies: int = 1
    values: dict[str, tuple[nodes.SyntaxNode, ...]] = field(default_factory=dict)
    steps: dict[str, nodes.EntrySteps] = field(default_factory=dict)
    tables: dict[str, nodes.EntryTable] = field(default_factory=dict)
    node: nodes.Thing | None = None
    origin: str = ""  # "" for the game itself, else the mod, or "tests"
    begins: Word | None = None  # of a campaign: the verb that plays its missions
    counted: Span | None = None  # where it is said how many copies there are, or that there is none


@dataclass(slots=True)
class VerbSymbol:
    """A verb or action: its head; the body is checked from `node`."""

    name: str
    parts: tuple[nodes.Part, ...]
    span: Span
    node: nodes.Verb | nodes.Action | None = None
    title: str = ""
    label: str = ""
    doc: str = ""
    this: str | None = None
    types: tuple[Type, ...] = ()
    gives: Type | None = None
    order: tuple[int, ...] = ()

    @property
    def means(self) -> Word | None:
        """What it says that it does for whoever takes it, without quotes; None if it says nothing."""
        body = self.node.body if self.node is not None else ()
        said = next((one.words for one in body if isinstance(one, nodes.ActionMeans)), None)
        return None if said is None else Word(str(said)[1:-1], said.span)


@dataclass(slots=True)
class DefineSymbol:
    name: str
    parameters: tuple[nodes.Parameter, ...]
    span: Span
    node: nodes.Define | nodes.DefinePlain | None = None
    label: str = ""
    doc: str = ""
    types: tuple[Type, ...] = ()
    type: Type | None = None  # known once checked, if not declared


class SettingSymbol(NamedTuple):
    name: str
    type: Type
    value: nodes.SyntaxNode | None
    title: str
    label: str
    span: Span
    low: int | None = None
    high: int | None = None


class MenuSymbol(NamedTuple):
    name: str
    title: str
    kind: str | None
    any_time: bool
    span: Span


class DieSymbol(NamedTuple):
    name: str
    type: Type
    faces: tuple[int, ...]
    span: Span


class RelationSymbol(NamedTuple):
    name: str
    between: str
    phrase: str
    node: nodes.Relation
    order: tuple[int, ...] = ()


@dataclass(slots=True)
class Model:
    """Everything a package and its mods declare."""

    name: str = ""
    title: str = ""
    doc: str = ""
    players: tuple[int, int] = (1, 1)
    seats: tuple[nodes.String, ...] = ()  # the titles of the players, from the first on
    begins: Word = field(default_factory=lambda: Word("play", NOWHERE))
    package: str = ""
    version: str = ""
    look: dict[str, str | int] = field(default_factory=dict)
    components: nodes.EntryTable | None = None
    hints_of: dict[str, list[nodes.Hint]] = field(
        default_factory=dict
    )  # as written, by whose; "" is the game
    mods: list[str] = field(default_factory=list)
    over: dict[str, tuple[Word, ...]] = field(default_factory=dict)  # by file: the mods that it is about
    story_files: set[str] = field(default_factory=set)  # those with stories and what these share
    boxed: set[str] = field(default_factory=set)  # the boards in the box: neither of mods nor of tests
    words: dict[str, tuple[str, ...]] = field(default_factory=dict)
    kinds: dict[str, KindSymbol] = field(default_factory=dict)
    plurals: dict[str, str] = field(default_factory=dict)
    things: dict[str, ThingSymbol] = field(default_factory=dict)
    boards: dict[str, dict[str, BoardShape]] = field(default_factory=dict)
    drawings: dict[str, nodes.Thing] = field(default_factory=dict)  # the boards as they are written
    game: dict[str, Property] = field(default_factory=dict)
    meanings: dict[str, ValueMeaning] = field(default_factory=dict)  # of the game's values
    by_each: dict[tuple[str, str], str] = field(default_factory=dict)  # the words of values by word, by kind
    settings: dict[str, SettingSymbol] = field(default_factory=dict)
    dice: dict[str, DieSymbol] = field(default_factory=dict)
    menus: dict[str, MenuSymbol] = field(default_factory=dict)
    relations: dict[str, RelationSymbol] = field(default_factory=dict)
    verbs: dict[str, VerbSymbol] = field(default_factory=dict)
    defines: dict[str, DefineSymbol] = field(default_factory=dict)
    rules: list[RuleSymbol] = field(default_factory=list)
    tests: list[nodes.Test] = field(default_factory=list)
    up: dict[str, list[str]] | None = None  # ancestors by kind, once all kinds are known
    modified: set[str] = field(default_factory=set)  # names of properties with modifiers, likewise
    lost: set[str] = field(default_factory=set)  # names of what was declared wrongly and left out
    unsure: set[str] = field(default_factory=set)  # boards that were read only in part
    history: History = field(default_factory=History)
    worded: dict[str, Span] = field(default_factory=dict)  # titles and texts of mods, by their keys

    # ------------------------------------------------------------------ kinds

    def ancestors(self, kind: str) -> list[str]:
        """The kind itself, its parent, and so on."""
        if self.up is not None and kind in self.up:
            return self.up[kind]
        chain: list[str] = []
        name: str | None = kind
        while name is not None and name in self.kinds and name not in chain:
            chain.append(name)
            name = self.kinds[name].parent
        if self.up is not None:
            self.up[kind] = chain
        return chain

    def is_a(self, kind: str, other: str) -> bool:
        chain = self.up.get(kind) if self.up is not None else None
        return other in (self.ancestors(kind) if chain is None else chain)

    def related(self, kind: str, other: str) -> bool:
        """Whether a thing can be of both kinds."""
        return self.is_a(kind, other) or self.is_a(other, kind)

    def of_boards(self, kind: str) -> bool:
        """Whether these are spaces or links, which a board declares."""
        return self.is_a(kind, "space") or self.is_a(kind, "link")

    def common(self, kind: str, other: str) -> str:
        """The nearest kind that covers both."""
        others = self.ancestors(other)
        return next((name for name in self.ancestors(kind) if name in others), "thing")

    @property
    def hints(self) -> list[nodes.Hint]:
        """The hints of all looks, as they are written."""
        return [one for hints in self.hints_of.values() for one in hints]

    def property(self, kind: str, name: str) -> Property | None:
        """A property of a kind, its own or inherited."""
        return next(
            (
                self.kinds[k].properties[name]
                for k in self.ancestors(kind)
                if name in self.kinds[k].properties
            ),
            None,
        )

    def properties(self, kind: str) -> dict[str, Property]:
        """All properties of a kind, inherited ones first."""
        found: dict[str, Property] = {}
        for name in reversed(self.ancestors(kind)):
            found |= self.kinds[name].properties
        return found

    def declared(self) -> Iterator[Property]:
        """Every property, of the game first."""
        for properties in (self.game, *(kind.properties for kind in self.kinds.values())):
            yield from properties.values()

    def steps(self, kind: str, name: str) -> StepsSymbol | None:
        return next(
            (self.kinds[k].steps[name] for k in self.ancestors(kind) if name in self.kinds[k].steps), None
        )

    def inherited(self, kind: str, what: str) -> Any:
        """A kind's own or inherited `controlled`, `in_force`, `identity_seen`, `place_seen` or `back`."""
        return next((value for k in self.ancestors(kind) if (value := getattr(self.kinds[k], what))), None)

    def descendants(self, kind: str) -> list[str]:
        return [name for name in self.kinds if self.is_a(name, kind)]

    def controllable(self, kind: str) -> bool:
        """Whether a thing of that kind may have a controller."""
        return any(known.controlled and self.related(kind, name) for name, known in self.kinds.items())

    def missions(self) -> list[str]:
        """Those that are there: a mod may delete some."""
        return [one.name for one in self.things.values() if one.kind == "mission" and one.copies]

    def campaigns(self) -> list[str]:
        """Those that are there, likewise."""
        return [one.name for one in self.things.values() if one.kind == "campaign" and one.copies]
