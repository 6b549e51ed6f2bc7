"""Kinds and their members, words, dice, settings and menus."""

from ..source import Span, Word
from .node import SyntaxNode


class Setting(SyntaxNode):
    """`setting NAME ["TITLE"]: TYPE = VALUE [LABEL]`: a switch that rules consult."""

    name: Word
    title: Word | None
    type: SyntaxNode
    value: SyntaxNode | None
    label: Word | None
    span: Span


class Words(SyntaxNode):
    """`words NAME: WORD, WORD`: words that several properties share."""

    name: Word
    words: tuple[Word, ...]
    span: Span


class FaceRange(SyntaxNode):
    """`1 to 6` of a die"""

    low: SyntaxNode
    high: SyntaxNode
    span: Span


class FaceNumber(SyntaxNode):
    """`3`, `3 x2` of a die"""

    number: SyntaxNode
    times: Word | None
    span: Span


class FaceWord(SyntaxNode):
    """`miss x2` of a die"""

    word: Word
    times: Word | None
    span: Span


class Die(SyntaxNode):
    """`die NAME: 1 to 6`, `die NAME: miss x2, hit`: a die and its faces."""

    name: Word
    faces: tuple[SyntaxNode, ...]
    span: Span


class Kind(SyntaxNode):
    """`kind NAME ["TITLE"] [plural NAME] [is PARENT]:`

    A kind of thing, and under it what its things have.
    """

    name: Word
    title: Word | None
    plural: Word | None
    parent: Word | None
    label: Word | None
    members: tuple[SyntaxNode, ...] | None
    span: Span


class HasBlock(SyntaxNode):
    """`KIND has:`: adds members to a kind, to `game`, `player` or `campaign`."""

    kind: Word
    members: tuple[SyntaxNode, ...]
    span: Span


class Menu(SyntaxNode):
    """`menu NAME ["TITLE"] [for KIND] [, at any time]`: a list of actions that can be offered."""

    name: Word
    title: Word | None
    kind: Word | None
    at_any_time: Word | None
    span: Span


class Stored(SyntaxNode):
    """`NAME: TYPE [= VALUE] [, seen by WHO] [, reset each VERB] [, in play]`

    A property or place that is stored.
    """

    names: tuple[Word, ...]
    type: SyntaxNode
    default: SyntaxNode | None
    traits: tuple[SyntaxNode, ...]
    label: Word | None
    span: Span


class Derived(SyntaxNode):
    """`NAME = VALUE`: a property that is computed and never stored."""

    name: Word
    value: SyntaxNode
    label: Word | None
    span: Span


class Means(SyntaxNode):
    """`NAME means "TEXT"`: what a value or place tells a player, in a sentence that tables show beside it.

    It may be declared elsewhere, and by a wider kind. Of kinds that say it differently the narrowest counts,
    of packages the last.
    """

    name: Word
    words: Word
    span: Span


class Part(SyntaxNode):
    """`with (NAME: TYPE from SET [, noting "TEXT"] [always] = VALUE)`: a part of a verb.

    The player chooses what has `from`; `noting` says something beside each option, which is `it` there.
    """

    preposition: Word | None
    name: Word
    type: SyntaxNode | None
    choices: SyntaxNode | None
    noting_keyword: Word | None
    noting: Word | None
    noted: SyntaxNode | None
    always: Word | None
    default: SyntaxNode | None
    span: Span


class Does(SyntaxNode):
    """`does NAME [PARTS]`: steps that each thing of the kind must give."""

    name: Word
    title: Word | None
    parts: tuple[Part, ...]
    optional: Word | None
    span: Span


class Given(SyntaxNode):
    """`given NAME: TYPE [, internal]`: a value that each thing of the kind must compute."""

    name: Word
    type: SyntaxNode
    internal: Word | None
    span: Span


class Controlled(SyntaxNode):
    """`controlled by PLAYER`: who decides for things of the kind."""

    keyword: Word
    by: SyntaxNode
    span: Span


class IdentitySeen(SyntaxNode):
    """`identity seen by WHO`: who may know which one of its kind it is.

    Only those who see into the place where it lies do. It outranks `seen by owner` of that place: with
    `nobody`, the owner sees a back, too.
    """

    keyword: Word
    by: SyntaxNode
    span: Span


class PlaceSeen(SyntaxNode):
    """`place seen by WHO[, else among SET]`: who knows where it is, and where it can be for all others."""

    keyword: Word
    by: SyntaxNode
    among: SyntaxNode | None
    span: Span


class InForce(SyntaxNode):
    """`in force while TEST`: when the rules of a thing hold; else while it is in play."""

    keyword: Word
    test: SyntaxNode
    span: Span


class Back(SyntaxNode):
    """`back: NAMES`: the properties that can be read face down."""

    keyword: Word
    names: tuple[Word, ...]
    span: Span


class Hint(SyntaxNode):
    """`colour "#4a6fa5"`"""

    name: Word
    value: SyntaxNode | Word
    span: Span


class Look(SyntaxNode):
    """`look: HINT, HINT`: how the table shows it."""

    keyword: Word
    hints: tuple[Hint, ...]
    span: Span


class Seen(SyntaxNode):
    """`, seen by WHO`: `nobody`, `owner` or players; who may know the value, or what lies in the place."""

    keyword: Word
    by: SyntaxNode
    span: Span


class Reset(SyntaxNode):
    """`, reset each VERB`: back to its default whenever that verb begins."""

    keyword: Word
    verb: Word
    span: Span


class LookWhen(SyntaxNode):
    """`look when TEST: HINT, HINT`: how the table shows it while the test holds."""

    keyword: Word
    test: SyntaxNode
    hints: tuple[Hint, ...]
    span: Span


class Internal(SyntaxNode):
    """`, internal`: bookkeeping of the rules, which nobody needs to read on the table or in the log."""

    keyword: Word
    span: Span


class Untold(SyntaxNode):
    """`, untold`: seen on the table, but nobody reads that the value changes, or what comes to the place."""

    keyword: Word
    span: Span


class InPlay(SyntaxNode):
    """`, in play`: what lies in this place is in play."""

    keyword: Word
    span: Span
