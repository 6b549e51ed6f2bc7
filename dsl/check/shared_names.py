"""Things and values that are called like a space: in rules the name could mean either.

Spaces are known by their boards, and squares of several boards that are laid side by side are renamed; so
boards are only composed here if something is called as a square or as a space of a board may be.
"""

import re

from tilewright.schemas.wording import article

from ..problems import codes
from ..problems.diagnostics import Related
from ..source import Span
from .scope import Context

_SQUARE = re.compile(r"[a-z]{1,2}\d{1,3}")


def report_shared(context: Context) -> None:
    """Report each shared name once, where it is declared. Nothing else is reported about its meaning."""
    model = context.model
    plain = {name: one for name, one in model.defines.items() if not one.parameters}
    named: dict[str, Span] = {
        name: one.span for of in (model.things, model.settings, plain, model.game) for name, one in of.items()
    }
    drawn = {
        str(space.name): space
        for sides in model.boards.values()
        for shape in sides.values()
        for space in shape.spaces
    }
    missing = {name for name in named if _SQUARE.fullmatch(name) and name not in drawn}
    if missing:
        for mission in model.missions():
            shape, _ = context.shape(mission)
            drawn |= {
                str(space.name): space for space in (shape.spaces if shape else ()) if space.name in missing
            }
    for name in named.keys() & drawn.keys():
        space = drawn[name]
        context.shared.add(name)
        context.report(
            codes.NAMED_LIKE_A_SPACE.at(
                named[name],
                name=name,
                kind=article(space.kind),
                related=(Related(space.span, "the space is drawn here"),),
            )
        )
