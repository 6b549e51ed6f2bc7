"""Statements that own others, and choices: `if`, `repeat`, `for each`, `choose`, `offer`."""

from ..source import Span, Word
from .node import Node


class ElseIf(Node):
    """`else if TEST:`: what happens if this holds and nothing above did."""

    test: Node
    then: tuple[Node, ...]
    span: Span


class If(Node):
    """`if TEST:`, `else:`: what is indented under it happens if the test holds, or else."""

    test: Node
    then: tuple[Node, ...]
    else_ifs: tuple[ElseIf, ...]
    otherwise: tuple[Node, ...] | None
    span: Span


class Repeat(Node):
    """`repeat:`: again and again, until something leaves it."""

    body: tuple[Node, ...]
    span: Span


class RepeatWhile(Node):
    """`repeat while TEST:`: again and again, as long as the test holds."""

    test: Node
    body: tuple[Node, ...]
    span: Span


class RepeatTimes(Node):
    """`repeat NUMBER:`: so many times."""

    number: Node
    body: tuple[Node, ...]
    span: Span


class ForEach(Node):
    """`for each NAME [in SET] [where TEST] [with least VALUE] [, ties by WHO]:`: once for each member.

    `with least` or `with most` sorts the members; none is left out. Equal ones keep the order of the set,
    unless WHO decides. The set `SET with least VALUE`, by contrast, holds only those with the least.
    """

    keyword: Word
    name: Word
    set: Node | None
    test: Node | None
    key_word: Word | None
    key: Node | None
    ties_keyword: Word | None
    ties: Node | None
    body: tuple[Node, ...]
    span: Span


class UpTo(Node):
    """`choose up to NUMBER`: as many as one likes, but no more."""

    keyword: Word
    number: Node
    span: Span


class Exactly(Node):
    """`choose exactly NUMBER`: no more and no less."""

    keyword: Word
    number: Node
    span: Span


class AtLeast(Node):
    """`choose at least NUMBER`: so many or more, up to all there are."""

    number: Node
    span: Span


class Between(Node):
    """`choose between NUMBER and NUMBER`: no fewer than the one, no more than the other."""

    low: Node
    high: Node
    span: Span


class AnyNumber(Node):
    """`choose any number of`: none, some or all."""

    keyword: Word
    span: Span


class AllOf(Node):
    """`by all of PLAYERS`: everyone must agree."""

    players: Node
    span: Span


class ByChance(Node):
    """`by chance`: nobody decides."""

    span: Span


class OrLabel(Node):
    """`, or "LABEL" [when TEST]: …`: what can be chosen instead."""

    keyword: Word
    label: Word
    test: Node | None
    body: tuple[Node, ...]
    span: Span


class OrNone(Node):
    """`, or none: …`: what happens when there is nothing to choose from."""

    keyword: Word
    body: tuple[Node, ...]
    span: Span


class Choose(Node):
    """`choose [up to NUMBER] NAME from SET [by PLAYER] [asking "TEXT"] [, noting "TEXT"] [secretly] [always]`

    Asks a player. `noting` says something beside each option, which is `it` there, `when` a test holds.
    `always` asks although there is one answer, or none. `, or …` is what happens otherwise.
    """

    how_many: Node | None
    name: Word
    choices: Node
    by: Node | None
    asking_keyword: Word | None
    asking: Word | None
    noting_keyword: Word | None
    noting: Word | None
    noted: Node | None
    secretly: Word | None
    always: Word | None
    otherwise: tuple[Node, ...]
    span: Span


class May(Node):
    """`you may "LABEL" [asking "TEXT"] [when TEST] [secretly]:`, `else:`: asks whether it shall happen."""

    label: Word
    asking_keyword: Word | None
    asking: Word | None
    test: Node | None
    secretly: Word | None
    then: tuple[Node, ...]
    otherwise: tuple[Node, ...] | None
    span: Span


class Option(Node):
    """`"LABEL" [when TEST]:`: one of several options."""

    label: Word
    test: Node | None
    body: tuple[Node, ...]
    span: Span


class ChooseOne(Node):
    """`choose one [by PLAYER] [asking "TEXT"] [secretly] [always]:`: asks for one of the labelled blocks."""

    keyword: Word
    by: Node | None
    asking_keyword: Word | None
    asking: Word | None
    secretly: Word | None
    always: Word | None
    options: tuple[Option, ...]
    span: Span


class Offer(Node):
    """`offer MENU [to WHO] [by PLAYER] [asking "TEXT"] [secretly] [always] [, or …]`

    Asks for one of the actions of a menu. What is offered and taken `secretly` is shown to nobody else; what
    the action does is reported as usual.
    """

    menu: Word
    to: Node | None
    by: Node | None
    asking_keyword: Word | None
    asking: Word | None
    secretly: Word | None
    always: Word | None
    otherwise: tuple[Node, ...]
    span: Span


class Together(Node):
    """`together for each NAME [in SET] [where TEST]:`: all are asked at once; then the rest for each in turn.

    The first line under it asks: `choose`, `choose one` with its labels, `offer` or `you may`.
    """

    keyword: Word
    name: Word
    set: Node | None
    test: Node | None
    choose: Choose | ChooseOne | Offer | May
    then: tuple[Node, ...]
    span: Span


class As(Node):
    """`as PLAYER:`: makes a player the one who decides."""

    player: Node
    body: tuple[Node, ...]
    span: Span


class AtOnce(Node):
    """`at once:`: several plain changes that happen as one."""

    keyword: Word
    body: tuple[Node, ...]
    span: Span


class Until(Node):
    """`until VERB ends:`: rules that hold until that verb has ended.

    They begin only while it runs, itself or by what it calls or offers. At any other time this does nothing.
    """

    keyword: Word
    verb: Word
    rules: tuple[Node, ...]
    span: Span
