"""Games, missions and campaigns that no rule ever ends.

A line that ends the game is taken to be reached some time, under whatever tests it stands; `missions.py`
looks more closely at single missions.
"""

from collections.abc import Iterator

from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..source import Span
from .facts import Facts


def no_end(facts: Facts) -> Iterator[Diagnostic]:
    """Each mission (or the game without one) and campaign whose rules never win, lose, draw or finish."""
    yield from _campaigns(facts)
    flow, model = facts.flow, facts.checked.model
    begins = flow.bodies.get(flow.begins)
    if begins is None or not facts.own(begins_span := flow.span(begins.op["at"])):
        return
    started = flow.everything(begins.block)
    hooks = flow.hooked.get(str(model.begins), ())
    missions: list[str | None] = [*model.missions()]
    for name in missions or [None]:
        rules = [
            key
            for key, body in flow.bodies.items()
            if body.mission in (None, name) and (body.sort == "trigger" or key in hooks)
        ]
        if started.ends or any(flow.whole[key].ends for key in rules):
            continue
        span = model.things[name].span if name is not None else begins_span
        yield codes.NO_END.at(_head(span), what=f"`{name}`" if name is not None else "the game")


def _campaigns(facts: Facts) -> Iterator[Diagnostic]:
    for name, key in facts.flow.campaigns.items():
        thing = facts.checked.model.things[name]
        if not facts.flow.whole[key].ends and facts.own(thing.span):
            yield codes.NO_END.at(_head(thing.span), what=f"`{name}`")


def _head(span: Span) -> Span:
    return span._replace(end_line=span.line, end_column=span.column + 1)
