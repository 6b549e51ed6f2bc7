"""Tests: stories of given, do and expect."""

from ..source import Span, Word
from .node import SyntaxNode
from .vocabulary import Hint


class TestOn(SyntaxNode):
    """`on BOARD`: the board, mission or campaign the test is played on."""

    board: Word
    span: Span


class TestPlayers(SyntaxNode):
    """`players NUMBER`: how many play."""

    number: Word
    span: Span


class TestSetting(SyntaxNode):
    """`with SETTING = VALUE`: a setting of the test."""

    name: Word
    value: SyntaxNode
    span: Span


class TestAfter(SyntaxNode):
    """`after "TITLE"`: the test begins where another one ends.

    All that the other one gives and does happens first, on its board and with its players and settings; what
    it expects is not looked at again. A test of nothing but `given` is a scene for others.
    """

    title: Word
    span: Span


class TestCases(SyntaxNode):
    """`cases:`: a table; each row is a test of its own.

    The first row has the names of the columns. Wherever the test writes such a name, the row's value stands.
    """

    rows: tuple[Word, ...]
    span: Span


class TestGiven(SyntaxNode):
    """`given:`: changes that no rule reacts to."""

    steps: tuple[SyntaxNode, ...]
    span: Span


class TestDo(SyntaxNode):
    """`do:`: what happens.

    An action that a menu offers is taken as by a player: it is refused where the menu would refuse it, and it
    is paid for. `force` calls it whatever its rules say. Any other verb is called as rules call it.
    """

    steps: tuple[SyntaxNode, ...]
    span: Span


class TestExpect(SyntaxNode):
    """`expect:`: what must hold then."""

    lines: tuple[SyntaxNode, ...]
    span: Span


class FaceName(SyntaxNode):
    """`miss`, as the face of a die"""

    word: Word
    span: Span


class TestDice(SyntaxNode):
    """`dice DIE FACE, FACE`: the next rolls of that die."""

    die: Word
    faces: tuple[SyntaxNode, ...]
    span: Span


class TestChance(SyntaxNode):
    """`chance VALUES`: what chance picks next."""

    values: tuple[SyntaxNode, ...]
    span: Span


class TestShuffled(SyntaxNode):
    """`chance VALUES on top of PILE`: what the next shuffle of a pile leaves on top, the topmost first."""

    values: tuple[SyntaxNode, ...]
    pile: SyntaxNode
    span: Span


class TestAnswer(SyntaxNode):
    """`answer VALUES [by PLAYER] [until EXPECTATION]`: answers the open question.

    What the rules write in quotes is answered in quotes; `none` declines a `you may`, as `"No"` does, and
    chooses nothing where any number can be chosen. With `until` it is given again and again, until what is
    expected is so: `answer pass until round = 3`.
    """

    values: tuple[SyntaxNode, ...]
    by: SyntaxNode | None
    until: SyntaxNode | None
    span: Span


class TestUndo(SyntaxNode):
    """`undo [by PLAYER]`: takes the last answer back.

    A player can take back what the table lets him: an answer of his own that has shown and decided nothing.
    """

    by: SyntaxNode | None
    span: Span


class TestSetup(SyntaxNode):
    """`setup`: sets the mission up, as when a game of it begins.

    No rule reacts meanwhile. What chance decides on the way is told before it, what players decide is
    answered after it.
    """

    span: Span


class TestForce(SyntaxNode):
    """`force ACTION …`: calls an action without asking whether it can be taken, and without its price."""

    call: SyntaxNode
    span: Span


class ExpectValue(SyntaxNode):
    """A test that must hold."""

    value: SyntaxNode
    span: Span


class ExpectNobody(SyntaxNode):
    """`nobody is asked`: no question is open."""

    span: Span


class ExpectAsked(SyntaxNode):
    """`asked PLAYER ["QUESTION"] [among SET]`: who is asked, with what words, and from what.

    In a test of a campaign missions are not played: `asked MISSION` is the one that should be, and
    `answer "Won"`, `"Lost"` or `"Drawn"` says how it ends.
    """

    player: SyntaxNode
    text: Word | None
    among: SyntaxNode | None
    span: Span


class ExpectOffered(SyntaxNode):
    """`offered VALUES [to PLAYER]`: what can be answered; `undo` is the last answer taken back."""

    values: tuple[SyntaxNode, ...]
    player: SyntaxNode | None
    span: Span


class ExpectNotOffered(SyntaxNode):
    """`not offered VALUES [to PLAYER]`: what cannot be answered."""

    values: tuple[SyntaxNode, ...]
    player: SyntaxNode | None
    span: Span


class ExpectRefused(SyntaxNode):
    """`refused VALUE ["REASON"] [to PLAYER]`: what cannot be done, and why.

    It is an action of the open menu, or of a menu that is open at any time; or `undo`.
    """

    value: SyntaxNode
    reason: Word | None
    player: SyntaxNode | None
    span: Span


class ExpectGame(SyntaxNode):
    """`game is won [by PLAYER] ["REASON"]`: or lost, drawn, over, open; who wins or loses, and why."""

    keyword: Word
    how: Word
    player: SyntaxNode | None
    reason: Word | None
    span: Span


class ExpectSaid(SyntaxNode):
    """`said "TEXT" [to PLAYER]`: what was written into the log, and who can read it."""

    text: Word
    player: SyntaxNode | None
    span: Span


class ExpectNotSaid(SyntaxNode):
    """`not said "TEXT" [to PLAYER]`: what nobody, or this player, can read in the log."""

    text: Word
    player: SyntaxNode | None
    span: Span


class ExpectGoal(SyntaxNode):
    """`goal|threat|deadline "TEXT" [to PLAYER]`: what the table shows now of winning, losing and time."""

    sort: Word
    text: Word
    player: SyntaxNode | None
    span: Span


class ExpectNoGoal(SyntaxNode):
    """`not goal|threat|deadline "TEXT" [to PLAYER]`: what nobody, or not this player, is shown of it now."""

    sort: Word
    text: Word
    player: SyntaxNode | None
    span: Span


class ExpectOrder(SyntaxNode):
    """`order of PILE is VALUES`: all that lies in a pile, the topmost first; `none` for an empty one."""

    pile: SyntaxNode
    values: tuple[SyntaxNode, ...]
    span: Span


class ExpectLook(SyntaxNode):
    """`look of THING is HINTS`: hints with which the table shows a thing now; `none` for one that it has not.

    It may have others besides.
    """

    thing: SyntaxNode
    hints: tuple[Hint, ...]
    span: Span


class ExpectView(SyntaxNode):
    """`view of PLAYER shows VALUE`, `view of PLAYER hides VALUE`: what a player can see.

    This is about one value alone. Whether a secret shows in anything else, such as the log or what can be
    chosen, `view of PLAYER is as in "TITLE"` tells.
    """

    player: SyntaxNode
    how: Word
    value: SyntaxNode
    span: Span


class ExpectSameView(SyntaxNode):
    """`view of PLAYER is as in "TITLE"`: a player cannot tell this from how another test ends.

    The other test is played too, without what it expects. All that the player is shown must be equal: board,
    piles, values, the question, who is awaited, and every line of the log since the last `given`. Two tests
    that differ in nothing but a secret show so that it stays one.
    """

    player: SyntaxNode
    title: Word
    span: Span


class ExpectOtherView(SyntaxNode):
    """`view of PLAYER is not as in "TITLE"`: a player can tell this from how another test ends."""

    player: SyntaxNode
    title: Word
    span: Span


class Test(SyntaxNode):
    """`test "TITLE" [LABEL]:`: a story that must come out as told."""

    title: Word
    label: Word | None
    entries: tuple[SyntaxNode, ...]
    span: Span
