"""Statements that own others, and choices: `if`, `repeat`, `for each`, `choose`, `offer`."""

from ..source import Span, Word
from .node import SyntaxNode


class ElseIf(SyntaxNode):
    """`else if TEST:`: what happens if this holds and nothing above did."""

    test: SyntaxNode
    then: tuple[SyntaxNode, ...]
    span: Span


class If(SyntaxNode):
    """`if TEST:`, `else:`: what is indented under it happens if the test holds, or else."""

    test: SyntaxNode
    then: tuple[SyntaxNode, ...]
    else_ifs: tuple[ElseIf, ...]
    otherwise: tuple[SyntaxNode, ...] | None
    span: Span


class Repeat(SyntaxNode):
    """`repeat:`: again and again, until something leaves it."""

    body: tuple[SyntaxNode, ...]
    span: Span


class RepeatWhile(SyntaxNode):
    """`repeat while TEST:`: again and again, as long as the test holds."""

    test: SyntaxNode
    body: tuple[SyntaxNode, ...]
    span: Span


class RepeatTimes(SyntaxNode):
    """`repeat NUMBER:`: so many times."""

    number: SyntaxNode
    body: tuple[SyntaxNode, ...]
    span: Span


class ForEach(SyntaxNode):
    """`for each NAME [in SET] [where TEST] [with least VALUE] [, ties by WHO [asking "TEXT"]]:`: once for
    each member.

    `with least` or `with most` sorts the members; none is left out. Equal ones keep the order of the set,
    unless WHO decides, who is asked TEXT. The set `SET with least VALUE`, by contrast, holds only those with
    the least.
    """

    keyword: Word
    name: Word
    set: SyntaxNode | None
    test: SyntaxNode | None
    key_word: Word | None
    key: SyntaxNode | None
    ties_keyword: Word | None
    ties: SyntaxNode | None
    asking_keyword: Word | None
    asking: Word | None
    body: tuple[SyntaxNode, ...]
    span: Span


class UpTo(SyntaxNode):
    """`choose up to NUMBER`: as many as one likes, but no more."""

    keyword: Word
    number: SyntaxNode
    span: Span


class Exactly(SyntaxNode):
    """`choose exactly NUMBER`: no more and no less."""

    keyword: Word
    number: SyntaxNode
    span: Span


class AtLeast(SyntaxNode):
    """`choose at least NUMBER`: so many or more, up to all there are."""

    number: SyntaxNode
    span: Span


class Between(SyntaxNode):
    """`choose between NUMBER and NUMBER`: no fewer than the one, no more than the other."""

    low: SyntaxNode
    high: SyntaxNode
    span: Span


class AnyNumber(SyntaxNode):
    """`choose any number of`: none, some or all."""

    keyword: Word
    span: Span


class AllOf(SyntaxNode):
    """`by all of PLAYERS`: everyone must agree."""

    players: SyntaxNode
    span: Span


class ByChance(SyntaxNode):
    """`by chance`: nobody decides."""

    span: Span


class OrLabel(SyntaxNode):
    """`, or "LABEL" [when TEST]: …`: what can be chosen instead."""

    keyword: Word
    label: Word
    test: SyntaxNode | None
    body: tuple[SyntaxNode, ...]
    span: Span


class OrNone(SyntaxNode):
    """`, or none: …`: what happens when there is nothing to choose from."""

    keyword: Word
    body: tuple[SyntaxNode, ...]
    span: Span


class Choose(SyntaxNode):
    """`choose [up to NUMBER] NAME from SET [by PLAYER] [asking "TEXT"] [, noting "TEXT"] [secretly] [always]`

    Asks a player. `noting` says something beside each option, which is `it` there, `when` a test holds.
    `always` asks although there is one answer, or none. `, or …` is what happens otherwise.
    """

    how_many: SyntaxNode | None
    name: Word
    choices: SyntaxNode
    by: SyntaxNode | None
    asking_keyword: Word | None
    asking: Word | None
    noting_keyword: Word | None
    noting: Word | None
    noted: SyntaxNode | None
    secretly: Word | None
    always: Word | None
    otherwise: tuple[SyntaxNode, ...]
    span: Span


class May(SyntaxNode):
    """`you may "LABEL" [asking "TEXT"] [when TEST] [secretly]:`, `else:`: asks whether it shall happen."""

    label: Word
    asking_keyword: Word | None
    asking: Word | None
    test: SyntaxNode | None
    secretly: Word | None
    then: tuple[SyntaxNode, ...]
    otherwise: tuple[SyntaxNode, ...] | None
    span: Span


class Option(SyntaxNode):
    """`"LABEL" [when TEST]:`: one of several options."""

    label: Word
    test: SyntaxNode | None
    body: tuple[SyntaxNode, ...]
    span: Span


class ChooseOne(SyntaxNode):
    """`choose one [by PLAYER] [asking "TEXT"] [secretly] [always]:`: asks for one of the labelled blocks."""

    keyword: Word
    by: SyntaxNode | None
    asking_keyword: Word | None
    asking: Word | None
    secretly: Word | None
    always: Word | None
    options: tuple[Option, ...]
    span: Span


class Offer(SyntaxNode):
    """`offer MENU [to WHO] [by PLAYER] [asking "TEXT"] [secretly] [always] [, or …]`

    Asks for one of the actions of a menu. What is offered and taken `secretly` is shown to nobody else; what
    the action does is reported as usual.
    """

    menu: Word
    to: SyntaxNode | None
    by: SyntaxNode | None
    asking_keyword: Word | None
    asking: Word | None
    secretly: Word | None
    always: Word | None
    otherwise: tuple[SyntaxNode, ...]
    span: Span


class Together(SyntaxNode):
    """`together for each NAME [in SET] [where TEST]:`: all are asked at once; then the rest for each in turn.

    The first line under it asks: `choose`, `choose one` with its labels, `offer` or `you may`.
    """

    keyword: Word
    name: Word
    set: SyntaxNode | None
    test: SyntaxNode | None
    choose: Choose | ChooseOne | Offer | May
    then: tuple[SyntaxNode, ...]
    span: Span


class As(SyntaxNode):
    """`as PLAYER:`: makes a player the one who decides."""

    player: SyntaxNode
    body: tuple[SyntaxNode, ...]
    span: Span


class AtOnce(SyntaxNode):
    """`at once:`: several plain changes that happen as one."""

    keyword: Word
    body: tuple[SyntaxNode, ...]
    span: Span


class Until(SyntaxNode):
    """`until VERB ends:`: rules that hold until that verb has ended.

    They begin only while it runs, itself or by what it calls or offers. At any other time this does nothing.
    """

    keyword: Word
    verb: Word
    rules: tuple[SyntaxNode, ...]
    span: Span
