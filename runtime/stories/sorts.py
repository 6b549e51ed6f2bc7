"""Of which sort a value of a story is, and of which sort are those from which somebody or chance chooses.

Within the engine things, words and numbers are all numbers. A story means one of them: a thing is no answer
where a number is asked for, nor a number where a word is.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tilewright.schemas.operation_table import BY_CHANCE
from tilewright.schemas.value_types import SOMEBODY, type_of
from tilewright.schemas.walking import operations

from ..analysis.program_types import Types
from ..evaluating.program_index import Node, ProgramIndex
from ..questions.document import Asked, QuestionSite

ANY, LABEL, ACTION = "any", "label", "action"


class ChoiceByChance(NamedTuple):
    """A choice by chance: the statement, and the type of what there is to choose from, or `label`."""

    node: Node
    kind: str


def sort_of(value: Node, types: Types) -> str:
    """The sort of a value in a story; `any` where that is not known."""
    if LABEL in value:
        return LABEL
    return ANY if value["op"] == "none" else _sort(types.of(value))


def sort_asked(mine: Asked, site: QuestionSite) -> str:
    """The sort of what answers a question."""
    match mine.sort:
        case "menu":
            return ACTION
        case "number":
            return "number"
        case "choose" | "several":
            return _sort(site.kind)
    return ANY


def fits(sort: str, asked: str) -> bool:
    """Whether a value of one sort can be what is asked for. What is not known may be."""
    return ANY in (sort, asked) or sort == asked


def is_nothing(value: Node, mine: Asked) -> bool:
    """Whether a value stands for choosing nothing where any number can be chosen."""
    return value.get("op") == "none" and mine.sort == "several" and mine.least == 0


def sort_by_chance(index: ProgramIndex, at: int) -> str:
    """The sort of what chance chooses from at a place of the sources."""
    found = by_chance(index).get(at)
    return ANY if found is None else found.kind if found.kind == LABEL else _sort(found.kind)


@lru_cache(8)
def by_chance(index: ProgramIndex) -> dict[int, ChoiceByChance]:
    """Every choice by chance, by its place in the sources."""
    found: dict[int, ChoiceByChance] = {}
    for body in _bodies(index):
        inside = [one for one in operations(body) if one["op"] in BY_CHANCE and _is_by_chance(one)]
        if not inside:
            continue
        types = Types(index.program, {"you": SOMEBODY})
        for part in body.get("parts") or ():
            types.bind(part["name"], type_of(part.get("type") or ANY))
        types.learn(body)
        for one in inside:
            match one["op"]:
                case "choose_one":
                    kind = LABEL
                case "choose_number":
                    kind = "number"
                case _:
                    kind = str(types.of(one["from"]).element)
            found[one.get("at", -1)] = ChoiceByChance(one, kind)
    return found


def _bodies(index: ProgramIndex) -> Iterator[Node]:
    """Whatever has statements, each with the locals of its own."""
    data = index.data
    for group in ("verbs", "steps", "hooks", "triggers"):
        whole = data.get(group) or ()
        yield from whole.values() if isinstance(whole, dict) else whole
    yield from ({"body": test} for test in data.get("tests") or ())
    yield {"body": data.get("setup") or []}
    yield from ({"body": kind} for kind in data["kinds"].values())
    yield from ({"body": entity} for entity in data["entities"])


def _is_by_chance(node: Node) -> bool:
    return bool((node.get("by") or {}).get("chance"))


def _sort(kind: str) -> str:
    of = type_of(kind).element
    if of.words:
        return f"word:{of.words}"
    return "thing" if of.base in ("thing", "place") else of.base if of.base in ("number", "yes_no") else ANY
