"""What chance asked of a story that does not say it: which rule, which choice, from what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.schemas.value_types import type_of

from .script import ForeseenDraw, Unforeseen
from .sorts import LABEL, ChoiceByChance, by_chance

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
        wanted = story.shown(unforeseen.wanted)
        lying = _listed([story.shown(one) for one in unforeseen.options])
        return f"{wanted} should be on top of what is shuffled{by}, but is not in it: {lying}."
    found = by_chance(story.index)[at]
    name = f" `{found.node['name']}`" if found.node.get("name") else ""
    named = [_option(story, found, one) for one in unforeseen.options]
    options = _listed(named)
    wanted = next((one.named for one in unforeseen.wanted if isinstance(one, ForeseenDraw)), "")
    if wanted:
        return f"Chance should take {wanted}, but it chooses{name}{by} from {options}."
    return (
        f"Chance chooses{name}{by} from {options}, and the test does not say how: write `chance …` before it."
    )


def _listed(names: list[str]) -> str:
    if len(names) > MANY:
        names = [*names[:MANY], f"{len(names) - MANY} more"]
    return ", ".join(names) or "nothing"


def _option(story: Story, found: ChoiceByChance, option: int) -> str:
    sight = story.sight()
    if found.kind == LABEL:
        return f'"{sight.text(found.node["options"][option]["label"]["text"])}"'
    if type_of(found.kind).is_scalar:
        return str(sight.written(found.kind, option))
    return story.shown(option)
