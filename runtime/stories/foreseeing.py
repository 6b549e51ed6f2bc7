"""What a story foresees of chance: a value or a label, and which option that is where chance chooses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..evaluating.program_index import Node
from ..state.state import NONE
from .script import ForeseenDraw, RulePlace
from .sorts import by_chance, fits, sort_by_chance, sort_of

if TYPE_CHECKING:
    from .story import Story


def foreseen_draw(story: Story, value: Node) -> ForeseenDraw:
    """What chance is to take, as the story says it."""
    label = value.get("label", "")
    worth = NONE if label else int(story.value(value))
    return ForeseenDraw(worth, sort_of(value, story.types), story.named(value), label.casefold())


def taken(story: Story, draw: ForeseenDraw, options: tuple[int, ...], where: RulePlace) -> int | None:
    """The option that is meant among those from which chance chooses; None if it is not there."""
    if not fits(draw.sort, sort_by_chance(story.index, where[1])):
        return None
    if draw.label:
        asked = by_chance(story.index).get(where[1])
        labels = () if asked is None else asked.node["options"]
        shown = [story.sight().text(one["label"]["text"]).casefold() for one in labels]
        return next((one for one in options if shown[one : one + 1] == [draw.label]), None)
    if draw.value in options:
        return draw.value
    return next((one for one in options if story.alike(one, draw.value)), None)
