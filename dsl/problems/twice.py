"""What stands twice where each may stand once."""

from collections.abc import Iterable, Iterator

from ..source import Span, Word
from . import codes
from .diagnostics import Diagnostic, Related


def given_twice(names: Iterable[Word], of: str, met: dict[str, Span] | None = None) -> Iterator[Diagnostic]:
    """Each of these names that stands there again. Those in `met` have been there before."""
    met = {} if met is None else met
    for name in names:
        first = met.setdefault(name, name.span)
        if first is not name.span:
            related = (Related(first, "the first one is here"),)
            yield codes.STANDS_TWICE.at(name.span, name=name, thing=of, related=related)
