"""What chance asked of a story that does not say it: which rule, which choice, from what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.schemas.walking import operations

from ..analysis.program_types import Types
from ..evaluating.program_index import Node
from .script import Unforeseen

if TYPE_CHECKING:
    from .story import Story

MANY = 8
"""So many options are named."""


def told_unforeseen(story: Story, unforeseen: Unforeseen) -> str:
    """The sentence about a roll, choice or shuffle that a story does not foresee."""
    rule, at = unforeseen.where
    by = story.by(rule, at)
    if not unforeseen.options and not unforeseen.wanted:
        die = unforeseen.what
        return f"{die} is rolled{by}, but no face of it is given: write `dice {die} …` before it."
    if unforeseen.what == "order":
        wanted, lying = (
            story.shown(unforeseen.wanted),
            _listed([story.shown(one) for one in unforeseen.options]),
        )
        return f"{wanted} should be on top of what is shuffled{by}, but is not in it: {lying}."
    node = _chance_at(story, at)
    name = f" `{node['name']}`" if node is not None and node.get("name") else ""
    named = [_option(story, node, one) for one in unforeseen.options]
    options = _listed(named)
    if unforeseen.wanted:
        wanted = _option(story, node, unforeseen.wanted[0])
        return f"Chance should take {wanted}, but it chooses{name}{by} from {options}."
    return (
        f"Chance chooses{name}{by} from {options}, and the test does not say how: write `chance …` before it."
    )


def _listed(names: list[str]) -> str:
    if len(names) > MANY:
        names = [*names[:MANY], f"{len(names) - MANY} more"]
    return ", ".join(names) or "nothing"


def _chance_at(story: Story, at: int) -> Node | None:
    """The choice by chance at a place of the sources."""
    if at < 0:
        return None
    choices = ("choose", "choose_number", "choose_one")
    for one in operations(story.index.data):
        if one["op"] in choices and one.get("at") == at:
            return one
    return None


def _option(story: Story, node: Node | None, option: int) -> str:
    sight = story.sight()
    match node:
        case {"op": "choose_one", "options": options} if 0 <= option < len(options):
            return f'"{sight.text(options[option]["label"]["text"])}"'
        case {"op": "choose_number"}:
            return str(option)
        case {"op": "choose", "from": members}:
            kind = Types(story.index.program).of(members).element
            if kind.base in ("word", "number"):
                return str(sight.written(kind, option))
    return story.shown(option)
