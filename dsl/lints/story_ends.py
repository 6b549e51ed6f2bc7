"""Stories that end with what they do, or give, and expect nothing of it.

Such a story can hardly fail. One where another begins is a scene for that one, and one that another compares
itself with need not say again what must be so.
"""

from collections.abc import Iterator

from .. import nodes
from ..nodes.node import nodes_in
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts

_PARTS = (nodes.TestGiven, nodes.TestDo, nodes.TestExpect)
_NAMING = (nodes.TestAfter, nodes.ExpectSameView, nodes.ExpectOtherView)


def story_ends(facts: Facts) -> Iterator[Diagnostic]:
    """The last part of each story if it is no `expect`."""
    stories = facts.checked.model.tests
    named = {str(one.title) for story in stories for one in nodes_in(story) if isinstance(one, _NAMING)}
    for story in stories:
        parts = [one for one in story.entries if isinstance(one, _PARTS)]
        if not parts or isinstance(parts[-1], nodes.TestExpect) or str(story.title) in named:
            continue
        if facts.own(story.span):
            yield codes.NOTHING_EXPECTED.at(parts[-1].span)
