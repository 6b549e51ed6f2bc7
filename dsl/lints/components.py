"""The things that are declared against what the header says is in the box.

Counted are all copies that are declared, but for those that only tests bring. A mod makes another box, of
which nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..problems import codes
from ..problems.diagnostics import Diagnostic, Related
from ..problems.render import SHOWN
from ..problems.suggest import nearest
from ..problems.twice import given_twice
from ..resolve.things import cells
from ..source import Span, Word
from .facts import Facts

if TYPE_CHECKING:
    from ..model import ThingSymbol


def components(facts: Facts) -> Iterator[Diagnostic]:
    """Rows of `components:` (kind and count) that do not come out."""
    model = facts.checked.model
    if model.components is None or model.mods:
        return  # with a mod it is another box
    head, *rows = [cells(row) for row in model.components.rows]
    names = [str(cell) for cell in head]
    if "kind" not in names or "count" not in names:
        yield codes.BAD_TABLE.at(
            model.components.rows[0].span,
            message="components need a kind and a count",
            proposal="write a head `| kind | count |`",
        )
        return
    met: dict[str, Span] = {}
    for row, written in zip(rows, model.components.rows[1:], strict=True):
        if len(row) != len(head):
            yield codes.BAD_TABLE.at(
                written.span,
                message="a row of the components does not fit its head",
                proposal="every row has a cell for every column",
            )
            continue
        kind, count = row[names.index("kind")], row[names.index("count")]
        yield from given_twice([kind], "components", met)
        name = model.plurals.get(kind, str(kind))
        if name not in model.kinds:
            yield codes.UNKNOWN_KIND.at(kind.span, name=kind, near=nearest(kind, model.kinds))
        elif not count.isdecimal():
            yield codes.BAD_TABLE.at(
                count.span, message=f"`{count}` is not a number of things", proposal="write a number"
            )
        else:
            things = [model.things[one] for one in _declared(name, facts)]
            there = len(model.boxed) if name == "board" else sum(one.copies for one in things)
            if int(count[:9]) != there:
                span, related = _places(count, things)
                yield codes.COMPONENTS.at(span, name=kind, expected=count, found=str(there), related=related)


def _places(count: Word, things: Sequence[ThingSymbol]) -> tuple[Span, tuple[Related, ...]]:
    """Where to look: at the copies if there is only one thing; with several it may be any, so at the table,
    with those beside it of which there are most.
    """
    if len(things) == 1 and things[0].counted is not None:
        return things[0].counted, (Related(count.span, "the box is said to hold as many"),)
    most = sorted(things, key=lambda one: -one.copies)
    counted = [
        Related(one.counted, f"{one.copies} of `{one.name}`") for one in most if one.counted is not None
    ]
    return count.span, tuple(counted[:SHOWN])


def _declared(kind: str, facts: Facts) -> list[str]:
    """The things of a kind in the box; tests bring their own."""
    model = facts.checked.model
    in_the_box = [thing for thing in model.things.values() if not thing.origin]
    return [thing.name for thing in in_the_box if model.is_a(thing.kind, kind) or thing.name == kind]
