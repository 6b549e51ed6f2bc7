"""What a value tells, and who may know it: followed through each body, for the leak lint and open questions.
Reports nothing: lints do.

A *secret* is something that not everybody may see: what lies in an unseen pile, a property `seen by`
somebody, which of its kind a thing is, where it is. Whoever reads a value learns its secrets. Players are
compared by how they are written, once defines and locals have been put in. What cannot be compared is taken
to be allowed: a false alarm would teach authors to ignore true ones.

`players.py` writes players out, `values.py` says what values tell, `bodies.py` goes through the statements,
`parts.py` through what actions ask for, `marks.py` marks what decides something by what may be hidden, for
the runtime.
"""

from collections.abc import Iterable, Iterator

from ..check.scope import Op
from .bodies import Sight, sights_of_block, sights_of_body, sights_of_places
from .marks import hides_anything, mark_hidden
from .parts import open_parts
from .values import Values


def sights(values: Values) -> Iterator[Sight]:
    """Every place in the rules at which somebody may see more than everybody could."""
    if values.anything_hidden:
        for body in values.flow.bodies.values():
            yield from sights_of_body(body, values)
        yield from sights_of_places(values)


def sights_of(values: Values, blocks: Iterable[list[Op]]) -> Iterator[Sight]:
    """The same for the set-ups of missions."""
    if values.anything_hidden:
        for block in blocks:
            yield from sights_of_block(block, values)


def open_questions(found: Iterable[Sight]) -> None:
    """Whether somebody is asked may depend only on what all seats can see.

    So a choice whose options read hidden things is put even if there is only one, or none; and so is what
    somebody may do, or may not, by what is hidden. How many cards lie in a pile can be seen by everybody, so
    a choice from a whole hand needs no such care.
    """
    for sight in found:
        if sight.sort == "options" and sight.hidden_number:
            sight.op["open"] = True


__all__ = [
    "Sight",
    "Values",
    "hides_anything",
    "mark_hidden",
    "open_parts",
    "open_questions",
    "sights",
    "sights_of",
]
