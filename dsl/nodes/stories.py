"""Tests: stories of given, do and expect."""

from ..source import Span, Word
from .node import Node
from .vocabulary import Hint


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


class TestAfter(Node):
    """`after "TITLE"`: the test begins where another one ends.

    All that the other one gives and does happens first, on its board and with its players and settings; what
    it expects is not looked at again. A test of nothing but `given` is a scene for others.
    """

    title: Word
    span: Span


class TestCases(Node):
    """`cases:`: a table; each row is a test of its own.

    The first row has the names of the columns. Wherever the test writes such a name, the row's value stands.
    """

    rows: tuple[Word, ...]
    span: Span


class TestGiven(Node):
    """`given:`: changes that no rule reacts to."""

    steps: tuple[Node, ...]
    span: Span


class TestDo(Node):
    """`do:`: what happens.

    An action that a menu offers is taken as by a player: it is refused where the menu would refuse it, and it
    is paid for. `force` calls it whatever its rules say. Any other verb is called as rules call it.
    """

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


class TestShuffled(Node):
    """`chance VALUES on top of PILE`: what the next shuffle of a pile leaves on top, the topmost first."""

    values: tuple[Node, ...]
    pile: Node
    span: Span


class TestAnswer(Node):
    """`answer VALUES [by PLAYER] [until EXPECTATION]`: answers the open question.

    What the rules write in quotes is answered in quotes; `none` declines a `you may`, as `"No"` does, and
    chooses nothing where any number can be chosen. With `until` it is given again and again, until what is
    expected is so: `answer pass until round = 3`.
    """

    values: tuple[Node, ...]
    by: Node | None
    until: Node | None
    span: Span


class TestUndo(Node):
    """`undo [by PLAYER]`: takes the last answer back.

    A player can take back what the table lets him: an answer of his own that has shown and decided nothing.
    """

    by: Node | None
    span: Span


class TestSetup(Node):
    """`setup`: sets the mission up, as when a game of it begins.

    No rule reacts meanwhile. What chance decides on the way is told before it, what players decide is
    answered after it.
    """

    span: Span


class TestForce(Node):
    """`force ACTION …`: calls an action without asking whether it can be taken, and without its price."""

    call: Node
    span: Span


class ExpectValue(Node):
    """A test that must hold."""

    value: Node
    span: Span


class ExpectNobody(Node):
    """`nobody is asked`: no question is open."""

    span: Span


class ExpectAsked(Node):
    """`asked PLAYER ["QUESTION"] [among SET]`: who is asked, with what words, and from what.

    In a test of a campaign missions are not played: `asked MISSION` is the one that should be, and
    `answer "Won"`, `"Lost"` or `"Drawn"` says how it ends.
    """

    player: Node
    text: Word | None
    among: Node | None
    span: Span


class ExpectOffered(Node):
    """`offered VALUES [to PLAYER]`: what can be answered; `undo` is the last answer taken back."""

    values: tuple[Node, ...]
    player: Node | None
    span: Span


class ExpectNotOffered(Node):
    """`not offered VALUES [to PLAYER]`: what cannot be answered."""

    values: tuple[Node, ...]
    player: Node | None
    span: Span


class ExpectRefused(Node):
    """`refused VALUE ["REASON"] [to PLAYER]`: what cannot be done, and why.

    It is an action of the open menu, or of a menu that is open at any time; or `undo`.
    """

    value: Node
    reason: Word | None
    player: Node | None
    span: Span


class ExpectGame(Node):
    """`game is won [by PLAYER] ["REASON"]`: or lost, drawn, over, open; who wins or loses, and why."""

    keyword: Word
    how: Word
    player: Node | None
    reason: Word | None
    span: Span


class ExpectSaid(Node):
    """`said "TEXT" [to PLAYER]`: what was written into the log, and who can read it."""

    text: Word
    player: Node | None
    span: Span


class ExpectNotSaid(Node):
    """`not said "TEXT" [to PLAYER]`: what nobody, or this player, can read in the log."""

    text: Word
    player: Node | None
    span: Span


class ExpectGoal(Node):
    """`goal|threat|deadline "TEXT" [to PLAYER]`: what the table shows now of winning, losing and time."""

    sort: Word
    text: Word
    player: Node | None
    span: Span


class ExpectNoGoal(Node):
    """`not goal|threat|deadline "TEXT" [to PLAYER]`: what nobody, or not this player, is shown of it now."""

    sort: Word
    text: Word
    player: Node | None
    span: Span


class ExpectOrder(Node):
    """`order of PILE is VALUES`: all that lies in a pile, the topmost first; `none` for an empty one."""

    pile: Node
    values: tuple[Node, ...]
    span: Span


class ExpectLook(Node):
    """`look of THING is HINTS`: hints with which the table shows a thing now; `none` for one that it has not.

    It may have others besides.
    """

    thing: Node
    hints: tuple[Hint, ...]
    span: Span


class ExpectView(Node):
    """`view of PLAYER shows VALUE`, `view of PLAYER hides VALUE`: what a player can see.

    This is about one value alone. Whether a secret shows in anything else, such as the log or what can be
    chosen, `view of PLAYER is as in "TITLE"` tells.
    """

    player: Node
    how: Word
    value: Node
    span: Span


class ExpectSameView(Node):
    """`view of PLAYER is as in "TITLE"`: a player cannot tell this from how another test ends.

    The other test is played too, without what it expects. All that the player is shown must be equal: board,
    piles, values, the question, who is awaited, and every line of the log since the last `given`. Two tests
    that differ in nothing but a secret show so that it stays one.
    """

    player: Node
    title: Word
    span: Span


class ExpectOtherView(Node):
    """`view of PLAYER is not as in "TITLE"`: a player can tell this from how another test ends."""

    player: Node
    title: Word
    span: Span


class Test(Node):
    """`test "TITLE" [LABEL]:`: a story that must come out as told."""

    title: Word
    label: Word | None
    entries: tuple[Node, ...]
    span: Span
