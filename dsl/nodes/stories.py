"""Tests: stories of given, do and expect."""

from ..source import Span, Word
from .node import Node


class TestOn(Node):
    """`on BOARD`: the board, mission or campaign the test is played on."""

    board: Word
    span: Span


class TestPlayers(Node):
    """`players NUMBER`: how many play."""

    number: Word
    span: Span


class TestSetting(Node):
    """`with SETTING = VALUE`: a setting of the test."""

    name: Word
    value: Node
    span: Span


class TestGiven(Node):
    """`given:`: changes that no rule reacts to."""

    steps: tuple[Node, ...]
    span: Span


class TestDo(Node):
    """`do:`: what happens."""

    steps: tuple[Node, ...]
    span: Span


class TestExpect(Node):
    """`expect:`: what must hold then."""

    lines: tuple[Node, ...]
    span: Span


class FaceName(Node):
    """`miss`, as the face of a die"""

    word: Word
    span: Span


class TestDice(Node):
    """`dice DIE FACE, FACE`: the next rolls of that die."""

    die: Word
    faces: tuple[Node, ...]
    span: Span


class TestChance(Node):
    """`chance VALUES`: what chance picks next."""

    values: tuple[Node, ...]
    span: Span


class TestAnswer(Node):
    """`answer VALUES [by PLAYER]`: answers the open question."""

    values: tuple[Node, ...]
    by: Node | None
    span: Span


class TestUndo(Node):
    """`undo`: takes the last answer back."""

    span: Span


class ExpectValue(Node):
    """A test that must hold."""

    value: Node
    span: Span


class ExpectNobody(Node):
    """`nobody is asked`: no question is open."""

    span: Span


class ExpectAsked(Node):
    """`asked PLAYER [among SET]`: who is asked, and from what.

    In a test of a campaign missions are not played: `asked MISSION` is the one that should be, and
    `answer "Won"`, `"Lost"` or `"Drawn"` says how it ends.
    """

    player: Node
    among: Node | None
    span: Span


class ExpectOffered(Node):
    """`offered VALUES`: what can be answered."""

    values: tuple[Node, ...]
    span: Span


class ExpectNotOffered(Node):
    """`not offered VALUES`: what cannot be answered."""

    values: tuple[Node, ...]
    span: Span


class ExpectRefused(Node):
    """`refused VALUE ["REASON"]`: what cannot be done, and why."""

    value: Node
    reason: Word | None
    span: Span


class ExpectGame(Node):
    """`game is won`: or lost, drawn, over, open."""

    keyword: Word
    how: Word
    span: Span


class ExpectSaid(Node):
    """`said "TEXT"`: what was written into the log."""

    text: Word
    span: Span


class ExpectView(Node):
    """`view of PLAYER shows VALUE`, `view of PLAYER hides VALUE`: what a player can see."""

    player: Node
    how: Word
    value: Node
    span: Span


class Test(Node):
    """`test "TITLE" [LABEL]:`: a story that must come out as told."""

    title: Word
    label: Word | None
    entries: tuple[Node, ...]
    span: Span
