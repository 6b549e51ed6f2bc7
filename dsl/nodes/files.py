"""What files are: headers, libraries used, and what mods change."""

from ..source import Span, Word
from .node import SyntaxNode


class Header(SyntaxNode):
    """`system NAME:`, `library NAME`, `mod NAME for GAME:`: the first line of a file says what it is.

    Below that of a system stands what the game is: `title: "…"`, `players: 1 to 4`, `begins: VERB` (what is
    done when the set-up is over), `seats: "White", "Black"` (what the players are called), `components:` (how
    many of a kind are in the box, which is checked) and `look: …`. A mod may change them, and says by
    `over: MOD` which other one it has the last word over.
    """

    role: Word
    name: Word
    of: Word | None
    title: Word | None
    entries: tuple[SyntaxNode, ...] | None
    span: Span


class HeaderFor(SyntaxNode):
    """`content for GAME`, `tests for GAME`: the first line of a file that belongs to a game."""

    role: Word
    of: Word
    entries: tuple[SyntaxNode, ...] | None
    span: Span


class Use(SyntaxNode):
    """`use LIBRARY`: the vocabulary of a library package."""

    name: Word
    span: Span


class Change(SyntaxNode):
    """`change KIND NAME:`: a mod gives a thing new entries."""

    kind: Word
    name: Word
    entries: tuple[SyntaxNode, ...]
    span: Span


class DeleteThing(SyntaxNode):
    """`delete KIND NAME`: a mod takes a thing out of the game."""

    kind: Word
    name: Word
    span: Span


class DeleteRule(SyntaxNode):
    """`delete [LABEL]`: a mod takes away the rules with that label."""

    label: Word
    span: Span


class Replace(SyntaxNode):
    """`replace DECLARATION`: a mod's own version of a verb, define, rule, setting or thing, or of a relation,
    die or menu.
    """

    declaration: SyntaxNode
    span: Span
