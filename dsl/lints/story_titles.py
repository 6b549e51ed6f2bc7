"""Two stories of one title in a package: what names a story by its title means the first of them only."""

from collections.abc import Iterator

from ..problems import codes
from ..problems.diagnostics import Diagnostic, Related
from ..source import Span, package_of
from .facts import Facts


def story_titles(facts: Facts) -> Iterator[Diagnostic]:
    """Each story with a title that another one of its package has already."""
    first: dict[tuple[str, str], Span] = {}
    for story in facts.checked.model.tests:
        title, span = str(story.title), story.title.span
        earlier = first.setdefault((package_of(span.file), title), span)
        if earlier != span and facts.own(span):
            related = (Related(earlier, "the first is here"),)
            yield codes.TITLE_TWICE.at(span, name=title[1:-1], related=related)
