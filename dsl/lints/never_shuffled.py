"""Piles of which nobody may know the order, and which are filled, drawn from and never shuffled.

What is moved there as a whole lies in the order in which it is declared, so that every game deals the same. A
pile is mixed if anything shuffles one by that name, or one that is not named where it is shuffled; if what
was shuffled elsewhere comes there as a whole; and, in doubt, if things come there one by one.
"""

from collections.abc import Iterator

from tilewright.schemas.operation_table import DECLARED

from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts


def never_shuffled(facts: Facts) -> Iterator[Diagnostic]:
    """Each such pile of the game's own."""
    mixed = {_named(op["place"]) for op in facts.by_op.get("shuffle", ())}
    if "" in mixed:
        return
    drawn = {_named(op["of"]) for name in ("top", "top_n") for op in facts.by_op.get(name, ())}
    filled: set[str] = set()
    for op in facts.by_op.get("move", ()):
        passed_on = op["what"]["op"] == "contents" and _named(op["what"]["of"]) not in mixed
        in_order = passed_on or op["what"]["op"] in DECLARED
        (filled if in_order else mixed).add(_named(op["to"]))
    found = drawn & filled - mixed
    for known in facts.checked.model.declared() if found else ():
        secret = facts.checked.audiences.get((known.kind, known.name)) == "nobody"
        if secret and known.place == "pile" and known.name in found and facts.to_be_used(known.span):
            yield codes.NEVER_SHUFFLED.at(known.span, name=known.name)


def _named(place: Op) -> str:
    """The name of a pile; nothing where it is not said which one."""
    return str(place["name"]) if place["op"] == "place" else ""
