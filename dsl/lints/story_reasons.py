"""Reasons that stories expect and no rule gives: why something is refused, why the game is over, what is
shown as a goal.

A reason without gaps must hold the expected text. In a gap may stand whatever has a name, so of a reason with
gaps only the words count: each must be its own, or in a title, a name or a sentence of the engine. What the
engine says itself, of prices and limits, counts as a reason why something is refused.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property

from tilewright.schemas.operation_table import EXITS, LEAVES
from tilewright.schemas.wording import sentences

from .. import nodes
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..source import Word
from .facts import Facts
from .story_words import names_of, words_in, words_of

_REFUSED = frozenset(("needs", "forbids"))
_ENDS = {
    "won": frozenset(("win", "lose")),  # whoever does not win has lost
    "lost": frozenset(("win", "lose")),
    "drawn": frozenset(("draw",)),
    "over": EXITS - LEAVES.keys(),
}


def story_reasons(facts: Facts) -> Iterator[Diagnostic]:
    """Each of them in the game's own stories."""
    given = _Given(facts)
    for story in facts.checked.model.tests:
        if not facts.own(story.span):
            continue
        for entry in story.entries:
            for line in entry.lines if isinstance(entry, nodes.TestExpect) else ():
                text, roles = _reason(line)
                if text is not None and roles and not given.may_be(str(text)[1:-1], roles):
                    yield codes.NO_SUCH_REASON.at(text.span, near=_nearest(text, given.texts(roles)))


def _nearest(text: Word, known: list[str]) -> str:
    from difflib import get_close_matches  # most stories have no such slip

    near = get_close_matches(str(text)[1:-1], known, n=1, cutoff=0.6)
    return f"did you mean `{near[0]}`?" if near else ""


def _reason(line: nodes.SyntaxNode) -> tuple[Word | None, frozenset[str]]:
    """The reason that a line expects, and the roles of the texts that may give it."""
    match line:
        case nodes.ExpectRefused(reason=reason):
            return reason, _REFUSED
        case nodes.ExpectGame(how=how, reason=reason):
            return reason, _ENDS.get(str(how), frozenset())
        case nodes.ExpectGoal(sort=sort, text=text):
            return text, frozenset((str(sort),))
    return None, frozenset()


class _Given:
    """The texts of a game, by their roles."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.by_role: dict[str, list[str]] = {}
        for path, text in facts.checked.context.texts.items():
            self.by_role.setdefault(path.split("/")[-2], []).append(text)

    def texts(self, roles: Iterable[str]) -> list[str]:
        return [text for role in sorted(roles) for text in self.by_role.get(role, ())]

    def may_be(self, wanted: str, roles: frozenset[str]) -> bool:
        """Whether some reason can hold a text."""
        texts = self.texts(roles)
        if any(wanted in text for text in texts if "{" not in text):
            return True
        open_ = [text for text in texts if "{" in text]
        if roles == _REFUSED:
            open_ += sentences().values()
        return any(self._made_of(wanted, text) for text in open_)

    def _made_of(self, wanted: str, text: str) -> bool:
        """Whether each word is one of a text with gaps, or may stand in a gap. The first and the last one may
        be cut off.
        """
        own = words_in((text,))
        foreign = [word for word in words_of(wanted) if word not in own and word not in self._named]
        ends = set(words_of(wanted)[:1] + words_of(wanted)[-1:])
        return all(word in ends and any(word in one for one in (*own, *self._named)) for word in foreign)

    @cached_property
    def _named(self) -> frozenset[str]:
        """The words that may stand in a gap."""
        model = self.facts.checked.model
        titles = [one.title for one in model.kinds.values()]
        titles += [one.title for one in model.verbs.values()]
        titles += [one.title for one in model.menus.values()]
        titles += [text for one in model.things.values() for text in (one.title, one.text)]
        titles += [
            str(one.title)
            for sides in model.boards.values()
            for side in sides.values()
            for one in side.spaces
        ]
        titles += [seat.words for seat in model.seats]
        return words_in(titles) | words_in(names_of(self.facts)) | words_in(sentences().values())
