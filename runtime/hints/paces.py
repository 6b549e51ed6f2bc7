"""Along which relations somebody steps: those by whose neighbours his actions let him choose.

`choose next from neighbours(actor, walking) where …` is such a choice, however many values with names lie
between.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from tilewright.schemas.documents import Document
from tilewright.schemas.operation_table import MEMBERS
from tilewright.schemas.value_types import type_of
from tilewright.schemas.walking import let_values, operations

from ..evaluating.program_index import ProgramIndex
from ..state.program import actor_part
from ..state.state import NONE


def stepped(index: ProgramIndex, mover: int) -> list[str]:
    """The relations along which a figure can choose to step, what most of its actions offer first; if none
    is meant, any figure that can act.
    """
    menus, verbs = index.data["menus"].values(), index.data["verbs"]
    found = Counter[str]()
    for name in dict.fromkeys(name for menu in menus for name in menu["actions"]):
        if _is_done_by(index, verbs[name], mover):
            found.update(set(_chosen_along(index, verbs[name])))
    return [name for name, _ in found.most_common()]


def _is_done_by(index: ProgramIndex, verb: Document, mover: int) -> bool:
    doer = actor_part(verb)
    part = next((part for part in verb["parts"] if part["name"] == doer), None)
    kind = "" if part is None else type_of(part["type"]).kind
    return mover == NONE or index.is_kind(mover, kind or "")


def _chosen_along(index: ProgramIndex, verb: Document) -> Iterator[str]:
    values = let_values(verb)
    choices = [*verb["parts"], *(op for op in operations(verb) if op["op"] == "choose")]
    for one in choices:
        if one.get("from") is not None:
            yield from _sources(index, one["from"], values, frozenset())


def _sources(
    index: ProgramIndex, members: Document, values: Mapping[str, Document], within: frozenset[str]
) -> Iterator[str]:
    """The relations by whose steps the members of a set are found."""
    op, name = members["op"], members.get("name", "")
    if op == "neighbours":
        yield members["relation"]
    if op == "local" and name in values and name not in within:
        yield from _sources(index, values[name], values, within | {name})
    if op == "define" and name not in within:
        yield from _sources(index, index.data["defines"][name]["value"], {}, within | {name})
    for field in MEMBERS.get(op, ()):
        inner = members[field]
        for one in inner if isinstance(inner, list) else [inner]:
            yield from _sources(index, one, values, within)
