"""What lints know: the checked rules, who calls whom, who sees what, and every board with its set-up."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tilewright.schemas.operation_table import GIVES, MEMBERS
from tilewright.schemas.walking import operations

from ..analysis.callgraph import Flow
from ..analysis.drawn import DrawnWays
from ..analysis.estimates import Estimates
from ..analysis.keys import FlowKey, flow_key
from ..analysis.ranges import Truth
from ..boards import BoardShape
from ..check import Checked
from ..check.scope import Op
from ..secrecy import Sight
from ..source import Span

ASKED_FROM_OUTSIDE = ("worth",)
"""Defines that bots read."""


class BoardSetup(NamedTuple):
    """A mission or test board: its shape, its set-up, and what is settled in the stories played on it that
    were checked.
    """

    name: str | None
    mission: str | None
    shape: BoardShape | None
    setup: list[Op]
    settled: list[tuple[Op, Truth]]


@dataclass(frozen=True)
class Facts:
    """What every lint gets."""

    checked: Checked
    flow: Flow
    sights: tuple[Sight, ...] = ()
    boards: tuple[BoardSetup, ...] = ()
    libraries: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()  # files of the game itself, where mods may leave something unused
    labels: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()  # of all texts of the game, in small letters

    def own(self, span: Span) -> bool:
        """Whether something is declared in the game itself: what a library offers need not be used."""
        return bool(span.file) and span.file not in self.libraries

    def for_play(self, span: Span) -> bool:
        """Whether something is declared in the game itself, and not for stories alone."""
        return self.own(span) and span.file not in self.of_stories

    def to_be_used(self, span: Span) -> bool:
        """Whether what is declared here is to be used in play: what a mod put another thing in the place of
        is not its author's to delete.
        """
        return self.for_play(span) and span.file not in self.changed

    @cached_property
    def estimates(self) -> Estimates:
        """What expressions can give."""
        return Estimates(self.checked, self.bodies)

    @cached_property
    def declared(self) -> Estimates:
        """What expressions can give, whatever rules do."""
        return Estimates(self.checked, None)

    @cached_property
    def ways(self) -> DrawnWays:
        """The relations by which rules move things."""
        return DrawnWays(self.flow, [board.setup for board in self.boards])

    @cached_property
    def test_places(self) -> dict[int, Span]:
        """Where each test stands, by the id of its operation."""
        return {id(op): span for op, span in self.checked.context.tests}

    @cached_property
    def value_places(self) -> dict[int, Span]:
        """Where each value stands that is computed, likewise."""
        return {id(op): span for op, span in self.checked.context.asked}

    @cached_property
    def of_stories(self) -> frozenset[str]:
        """The files in which stories stand: what else they declare is there for the stories."""
        return frozenset(story.span.file for story in self.checked.model.tests)

    @cached_property
    def bodies(self) -> tuple[tuple[FlowKey, list[Op]], ...]:
        """Every body with its key and all operations in its statements, set-ups too."""
        blocks = [
            *((body.key, body.block) for body in self.flow.bodies.values()),
            *((flow_key("setup", str(board.mission)), board.setup) for board in self.boards),
        ]
        return tuple((key, operations(block)) for key, block in blocks)

    @cached_property
    def by_op(self) -> dict[str, list[Op]]:
        """Every operation in rules, values and set-ups, by what it does; those that there is none of lack."""
        checked, until = self.checked, self.checked.context.until_rules
        values: list[object] = [
            checked.defines,
            checked.relations,
            checked.modifiers,
            [op for group, op in until if group == "modifiers"],
            checked.goals,
            checked.forbids,
            checked.kinds,
            checked.defaults,
            checked.audiences,
            checked.fits,
        ]
        setups = [board.setup for board in self.boards]
        found: dict[str, list[Op]] = {}
        for inside in (*self.flow.inside.values(), operations([values, setups])):
            for op in inside:
                found.setdefault(op["op"], []).append(op)
        return found


_OWNS = frozenset(("body", "then", "else", "none", "options", "choose"))


def blocks_of(op: Op) -> Iterator[list[Op]]:
    """The blocks that a statement owns."""
    if _OWNS.isdisjoint(op):
        return
    for name in ("body", "then", "else", "none"):
        part = op.get(name)
        if isinstance(part, list):
            yield part
        elif isinstance(part, dict) and isinstance(part.get("body"), list):
            yield part["body"]
    for option in op.get("options", ()):
        yield option["body"]
    if op["op"] == "together" and op["choose"]["op"] != "none":
        yield [op["choose"]]


def without_blocks(value: object, nested: list[list[Op]]) -> object:
    """A field of a statement without the blocks in it."""
    if isinstance(value, dict) and "op" not in value:
        return [one for one in value.values() if not any(one is block for block in nested)]
    if isinstance(value, list):
        return [without_blocks(one, nested) for one in value]
    return value if not any(isinstance(b[0], dict) and value is b[0] for b in nested if b) else None


_OF_A_KIND = frozenset(name for name, gives in GIVES.items() if gives[:3] == ("list:thing:", "name", "kind"))


def narrowed(members: Op) -> Op | None:
    """The set from which an operation takes one member, some, or all in another order; None if there is no
    such set.
    """
    operands = MEMBERS.get(members["op"], ())
    inner = members[operands[0]] if len(operands) == 1 else None
    return inner if isinstance(inner, dict) else None


def kind_of_members(members: Op, facts: Facts) -> str:
    """The kind of a set's members; nothing if it is not plain."""
    while (inner := members["a"] if members["op"] == "union" else narrowed(members)) is not None:
        members = inner
    if members["op"] == "contents":
        return facts.flow.holds(members["of"])
    return str(members.get("kind", "")) if members["op"] in _OF_A_KIND else ""


def value_of_one(op: Op, kinds: list[str]) -> str:
    """The value that an expression asks of a single thing of one of these kinds."""
    if op["op"] in ("property", "modified") and op["kind"] in kinds:
        return str(op["name"])
    if op["op"] == "define" and op["name"].partition(".")[0] in kinds:
        return str(op["name"].rpartition(".")[2])
    return ""
