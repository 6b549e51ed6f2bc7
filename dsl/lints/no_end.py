"""Games and missions that no rule ever ends."""

from collections.abc import Iterator

from .. import codes
from ..diagnostics import Diagnostic
from .facts import Facts


def no_end(facts: Facts) -> Iterator[Diagnostic]:
    """Each mission (or the game, if it has none) whose rules never win, lose, draw or finish."""
    flow, model = facts.flow, facts.checked.model
    begins = flow.bodies.get(f"verb:{model.begins}")
    if begins is None or not facts.own(begins_span := flow.span(begins.op["at"])):
        return
    started = flow.everything(begins.block)
    hooks = flow.hooked.get(str(model.begins), ())
    missions: list[str | None] = [*model.missions()]
    for name in missions or [None]:
        rules = [key for key, body in flow.bodies.items()
                 if body.mission in (None, name) and (body.sort == "trigger" or key in hooks)]
        if started.ends or any(flow.whole[key].ends for key in rules):
            continue
        span = model.things[name].span if name is not None else begins_span
        yield codes.NO_END.at(span._replace(end_line=span.line, end_column=span.column + 1),
                              what=f"`{name}`" if name is not None else "the game")
