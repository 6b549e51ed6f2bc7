"""Labels of stories that no rule has, and that can hardly be the label of one.

A label is a rule's number in a rulebook, such as `AB-9.03`, or a word. Not every rule of a rulebook has a
line of its own, so a story may be about a number that no line has: told is one of a chapter that nothing else
is from, or far behind all the numbers of its chapter. Prefixes that no rule has are a way of numbering
examples. A word is told if it is nearly that of a rule. What stands in files of stories is no rule.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..problems.suggest import nearest
from .facts import Facts

_LABELS = re.compile(r"\[([^][\"\n]*)\]")
# Of each line there is one way to match it: else the time doubles with every empty line at the top of a file.
_STORIES = re.compile(r"(?:[ \t\r]*(?:#[^\n]*)?\n)*[ \t]*tests\b")
_NUMBERED = re.compile(r"([A-Z][A-Z0-9]*(?:-[A-Z]+)*-(?:\d+\.)*)(\d+)")

FAR = 10
"""How far behind the last number of its chapter a number must be, and twice as high, to be no rule's."""


class _Number(NamedTuple):
    """`AB-9.03`: its chapter is `AB-9.`, its place there 3."""

    chapter: str
    place: int

    @property
    def prefix(self) -> str:
        return self.chapter.rpartition("-")[0]


def labels_in(sources: Iterable[str]) -> frozenset[str]:
    """Every label in the sources that are no stories."""
    return frozenset(
        label.strip()
        for text in sources
        if not _STORIES.match(text)
        for labels in _LABELS.findall(text)
        for label in labels.split(",")
    )


def story_labels(facts: Facts) -> Iterator[Diagnostic]:
    """Each label of a story that is none of a rule."""
    told = [
        (label.strip(), story.label.span)
        for story in facts.checked.model.tests
        if story.label is not None
        for label in str(story.label)[1:-1].split(",")
    ]
    often = Counter(name for name, _ in told)
    known = [_number(label) for label in {*facts.labels, *(name for name in often if often[name] > 1)}]
    last: dict[str, int] = {}
    for one in known:
        if one is not None:
            last[one.chapter] = max(one.place, last.get(one.chapter, 0))
    prefixes = {found.prefix for label in facts.labels if (found := _number(label)) is not None}
    for name, span in told:
        if not name or name in facts.labels or not facts.own(span):
            continue
        number = _number(name)
        near = "" if number is not None else nearest(name, facts.labels)
        beyond = number is not None and number.place > 2 * last.get(number.chapter, -FAR) + FAR
        if near or (beyond and number is not None and number.prefix in prefixes):
            yield codes.NO_RULE_OF_LABEL.at(span, name=name, near=near)


def _number(label: str) -> _Number | None:
    found = _NUMBERED.fullmatch(label)
    return _Number(found[1], int(found[2][:6])) if found is not None else None
