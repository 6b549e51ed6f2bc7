"""Texts that stories do not expect, with a word that is in none of the game: such a line can never fail.

The words of a game are those of all its texts, of the names of whatever is declared (a thing without a title
is called by its name), of the engine's sentences, and of what stories say, answer and do expect. A text in
which all words are the game's may still be none of its texts: of that nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tilewright.schemas.wording import sentences

from .. import nodes
from ..nodes.node import nodes_in
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..problems.suggest import nearest
from ..source import Word
from .facts import Facts

_WORD = re.compile(r"[^\W\d_]{3,}")


def story_words(facts: Facts) -> Iterator[Diagnostic]:
    """Each text that is not expected, with a word that nothing says."""
    written = [node for story in facts.checked.model.tests for node in nodes_in(story.entries)]
    unexpected = {id(text): text for node in written for text in _unexpected(node)}
    known = facts.words.union(words_in(names_of(facts)), words_in(sentences().values()))
    doubted = [
        text for text in unexpected.values() if facts.own(text.span) and not known.issuperset(words_of(text))
    ]
    if not doubted:
        return  # as nearly always: what stories expect need not be looked at
    expected = (text for node in written for text in _texts(node) if id(text) not in unexpected)
    known |= words_in(expected)
    for text in doubted:
        unknown = next((word for word in words_of(text) if word not in known), None)
        if unknown is not None:
            yield codes.NOBODY_SAYS.at(text.span, word=unknown, near=nearest(unknown, known))


def words_in(texts: Iterable[str]) -> frozenset[str]:
    """The words of texts, in small letters."""
    return frozenset(word for text in texts for word in words_of(text))


def words_of(text: str) -> list[str]:
    """The words of a text as they come, in small letters."""
    return [word.casefold() for word in _WORD.findall(text)]


def _unexpected(node: nodes.SyntaxNode) -> Iterator[Word]:
    match node:
        case nodes.ExpectNotSaid(text=text) | nodes.ExpectNoGoal(text=text):
            yield text
        case nodes.ExpectNotOffered(values=values):
            yield from (value.text for value in values if isinstance(value, nodes.String))


def _texts(node: nodes.SyntaxNode) -> Iterator[Word]:
    for name in node.types:
        value = getattr(node, name)
        if isinstance(value, Word) and value.startswith('"'):
            yield value


def names_of(facts: Facts) -> Iterator[str]:
    """The names of all that is declared."""
    model = facts.checked.model
    declared = (model.things, model.kinds, model.plurals, model.words, model.verbs, model.menus, model.game)
    yield from (name for names in declared for name in names)
    yield from (word for words in model.words.values() for word in words)
    yield from (
        str(space.name)
        for sides in model.boards.values()
        for board in sides.values()
        for space in board.spaces
    )
