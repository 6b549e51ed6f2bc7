"""Kinds and their members, words, dice, settings and menus."""

from ..source import Span, Word
from .node import Node


class Setting(Node):
    """`setting NAME ["TITLE"]: TYPE = VALUE [LABEL]`: a switch that rules consult."""

    name: Word
    title: Word | None
    type: Node
    value: Node | None
    label: Word | None
    span: Span


class Words(Node):
    """`words NAME: WORD, WORD`: words that several properties share."""

    name: Word
    words: tuple[Word, ...]
    span: Span


class FaceRange(Node):
    """`1 to 6` of a die"""

    low: Node
    high: Node
    span: Span


class FaceNumber(Node):
    """`3`, `3 x2` of a die"""

    number: Node
    times: Word | None
    span: Span


class FaceWord(Node):
    """`miss x2` of a die"""

    word: Word
    times: Word | None
    span: Span


class Die(Node):
    """`die NAME: 1 to 6`, `die NAME: miss x2, hit`: a die and its faces."""

    name: Word
    faces: tuple[Node, ...]
    span: Span


class Kind(Node):
    """`kind NAME ["TITLE"] [plural NAME] [is PARENT]:`

    A kind of thing, and under it what its things have.
    """

    name: Word
    title: Word | None
    plural: Word | None
    parent: Word | None
    label: Word | None
    members: tuple[Node, ...] | None
    span: Span


class HasBlock(Node):
    """`KIND has:`: adds members to a kind, to `game`, `player` or `campaign`."""

    kind: Word
    members: tuple[Node, ...]
    span: Span


class Menu(Node):
    """`menu NAME ["TITLE"] [for KIND] [, at any time]`: a list of actions that can be offered."""

    name: Word
    title: Word | None
    kind: Word | None
    at_any_time: Word | None
    span: Span


class Stored(Node):
    """`NAME: TYPE [= VALUE] [, seen by WHO] [, reset each VERB] [, in play]`

    A property or place that is stored.
    """

    names: tuple[Word, ...]
    type: Node
    default: Node | None
    traits: tuple[Node, ...]
    label: Word | None
    span: Span


class Derived(Node):
    """`NAME = VALUE`: a property that is computed and never stored."""

    name: Word
    value: Node
    label: Word | None
    span: Span


class Part(Node):
    """`with (NAME: TYPE from SET [, noting "TEXT"] [always] = VALUE)`: a part of a verb.

    The player chooses what has `from`; `noting` says something beside each option, which is `it` there.
    """

    preposition: Word | None
    name: Word
    type: Node | None
    choices: Node | None
    noting_keyword: Word | None
    noting: Word | None
    noted: Node | None
    always: Word | None
    default: Node | None
    span: Span


class Does(Node):
    """`does NAME [PARTS]`: steps that each thing of the kind must give."""

    name: Word
    title: Word | None
    parts: tuple[Part, ...]
    optional: Word | None
    span: Span


class Given(Node):
    """`given NAME: TYPE`: a value that each thing of the kind must compute."""

    name: Word
    type: Node
    span: Span


class Controlled(Node):
    """`controlled by PLAYER`: who decides for things of the kind."""

    keyword: Word
    by: Node
    span: Span


class IdentitySeen(Node):
    """`identity seen by WHO`: who may know which one of its kind it is.

    Only those who see into the place where it lies do. It outranks `seen by owner` of that place: with
    `nobody`, the owner sees a back, too.
    """

    keyword: Word
    by: Node
    span: Span


class PlaceSeen(Node):
    """`place seen by WHO[, else among SET]`: who knows where it is, and where it can be for all others."""

    keyword: Word
    by: Node
    among: Node | None
    span: Span


class InForce(Node):
    """`in force while TEST`: when the rules of a thing hold; else while it is in play."""

    keyword: Word
    test: Node
    span: Span


class Back(Node):
    """`back: NAMES`: the properties that can be read face down."""

    keyword: Word
    names: tuple[Word, ...]
    span: Span


class Hint(Node):
    """`colour "#4a6fa5"`"""

    name: Word
    value: Node | Word
    span: Span


class Look(Node):
    """`look: HINT, HINT`: how the table shows it."""

    keyword: Word
    hints: tuple[Hint, ...]
    span: Span


class Seen(Node):
    """`, seen by WHO`: `nobody`, `owner` or players; who may know the value, or what lies in the place."""

    keyword: Word
    by: Node
    span: Span


class Reset(Node):
    """`, reset each VERB`: back to its default whenever that verb begins."""

    keyword: Word
    verb: Word
    span: Span


class LookWhen(Node):
    """`look when TEST: HINT, HINT`: how the table shows it while the test holds."""

    keyword: Word
    test: Node
    hints: tuple[Hint, ...]
    span: Span


class Internal(Node):
    """`, internal`: bookkeeping of the rules, which nobody needs to read on the table or in the log."""

    keyword: Word
    span: Span


class InPlay(Node):
    """`, in play`: what lies in this place is in play."""

    keyword: Word
    span: Span
