"""When a story's expectations are held against the game: all lines of one `expect` at the same moment.

A question with one answer that is asked only so as not to tell a secret may be passed over. A line that holds
only before that and one that holds only after it contradict each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..evaluating.program_index import Node
from ..state.state import FUEL, Over
from .expecting import EXPECTED
from .failing import Failed
from .undoing import is_about_undo

if TYPE_CHECKING:
    from .story import Story

PASSED_OVER = "{}, which a test may pass over: all lines speak of one moment, before that or after it."


def expect(story: Story, steps: list[Node]) -> None:
    """Hold the game against what is expected: as things are, or once questions that answer themselves are
    passed over. If it never holds, the moment is told at which the fewest lines are wrong.
    """
    before = story.game.mark() if story.answers_itself() else None
    asks, story.silent = story.asks(), 0
    told = wrong = _wrong_lines(story, steps)
    while wrong and story.answers_itself():
        try:
            story.passed_over()
        except (Failed, Over) as failed:
            told = [(story.at, failed)]
            break
        wrong = _wrong_lines(story, steps)
        told = min(told, wrong, key=len)
    if not wrong:
        return
    if before is not None:
        story.game.back(before)
        at, first = told[0]
        if isinstance(first, Failed):
            told[0] = at, Failed(f"{first} {PASSED_OVER.format(asks)}")
    for at, failure in told:
        story.at = at
        story.fail(failure)


def _wrong_lines(story: Story, steps: list[Node]) -> list[tuple[int, Failed | Over]]:
    """The expectations that do not hold now, by where they stand, each with what is wrong about it."""
    found: list[tuple[int, Failed | Over]] = []
    for step in steps:
        story.at = step.get("at", story.at)
        try:
            because = wrong(story, step)
        except (Failed, Over) as failed:
            found.append((story.at, failed))
        else:
            found += [] if because is None else [(story.at, Failed(because))]
    return found


def wrong(story: Story, step: Node) -> str | None:
    """What is wrong about an expectation; None if it holds."""
    story.game.state.fuel = FUEL
    if story.game.events is None and is_about_undo(step):
        return None  # the interpreter does not write down what happens, and so what stands
    found = EXPECTED[step["op"]](story, step)
    if found is not None and step["op"] in ("offered", "asked"):
        story.asked_in_vain = True
        return (found.removesuffix(".") + story.unasked()) if story.unasked() else found
    return found
