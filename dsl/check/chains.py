"""How deep what is declared depends on one another: values that read values, verbs that call verbs.

Every later pass goes down such a chain step by step, in Python's own stack of calls. So its length has a
limit, and who exceeds it is told here; a value that reads itself is told by a lint.
"""

from collections.abc import Iterator, Mapping

from ..model import Model
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..source import Span
from .scope import Context

MAX_CHAIN = 60
"""Values that read one another, or verbs that call one another, in a row."""


def too_long(model: Model, context: Context) -> Iterator[Diagnostic]:
    """The first declaration, of values and of verbs, below which too long a chain hangs."""
    spans = {name: define.span for name, define in model.defines.items()}
    owners = [("game", model.game), *((kind.name, kind.properties) for kind in model.kinds.values())]
    spans |= {
        f"{owner}.{name}": known.span
        for owner, properties in owners
        for name, known in properties.items()
        if known.sort == "derived"
    }
    yield from _reported("this chain of values", spans, context.values_read)
    yield from _reported(
        "this chain of verbs", {name: verb.span for name, verb in model.verbs.items()}, context.verbs_called
    )


def _reported(
    what: str, spans: Mapping[str, Span], ways: Mapping[str, Mapping[str, None]]
) -> Iterator[Diagnostic]:
    if len(ways) <= MAX_CHAIN:
        return
    depths = _depths({name: [one for one in ways.get(name, ()) if one in spans] for name in spans})
    name = max(depths, key=lambda one: depths[one], default="")
    if name and depths[name] > MAX_CHAIN:
        yield codes.TOO_LARGE.at(
            spans[name],
            what=what,
            size=f"{depths[name]} in a row",
            limit=MAX_CHAIN,
        )


def _depths(ways: Mapping[str, list[str]]) -> dict[str, int]:
    """How many follow below each name, itself counted. What leads back to where it came from counts once."""
    depths: dict[str, int] = {}
    for start in ways:
        path, stack = {start}, [(start, iter(ways[start]))]
        while stack and start not in depths:
            name, left = stack[-1]
            following = next((one for one in left if one not in depths and one not in path), None)
            if following is None:
                depths[name] = 1 + max((depths[one] for one in ways[name] if one in depths), default=0)
                path.discard(name)
                stack.pop()
            else:
                path.add(following)
                stack.append((following, iter(ways[following])))
    return depths
