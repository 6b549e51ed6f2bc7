"""The lines of `expect` in a story: each gives None if it holds, else a sentence with what was found.

What is expected is looked up in the state of the game and in what a seat may see of it, never in the engine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tilewright.schemas.operation_table import NUMBERS, READS, TESTS

from ..evaluating.operations import as_list
from ..evaluating.position import Position
from ..evaluating.program_index import Node
from ..questions import document as questions
from ..questions.document import asked
from ..seats.visibility import Eyes
from ..state.state import ELSE

if TYPE_CHECKING:
    from .testing import Story

# ------------------------------------------------------------------------- lines of `expect`: None, or what
# is wrong


def _true(story: Story, step: Node) -> str | None:
    test = step["test"]
    if story.value(test):
        return None
    if test["op"] in COMPARED:
        a, b = (story.shown(story.value(test[side]), kind(story, test)) for side in ("a", "b"))
        return f"Found {a}, expected {COMPARED[test['op']]} {b}{story.because()}."
    return f"This does not hold{story.because()}."


COMPARED = {"equal": "exactly", "not_equal": "anything but", "less": "less than", "at_most": "at most"}
COMPARED |= {"more": "more than", "at_least": "at least"}


def kind(story: Story, test: Node) -> str:
    """Whether two compared values are numbers: the name of a number's operation, or none."""
    if test["op"] not in ("equal", "not_equal"):
        return "number"
    position = Position(story.book, story.game.state)
    bases = {position.types.of(test[side]).base for side in ("a", "b")}
    return "number" if bases & {"number", "yes_no", "word"} else ""


def _nobody_asked(story: Story, step: Node) -> str | None:
    return None if story.game.state.q is None else f"{story.asks()}."


def _asked(story: Story, step: Node) -> str | None:
    question, player = story.game.state.q, story.value(step["player"])
    if question is None or player not in questions.awaited(question):
        return f"{story.book.title(player)} is not asked; {story.asks()}."
    if step.get("among") is None:
        return None
    mine = asked(question, player, story.game.site())
    assert mine is not None
    expected = as_list(story.value(step["among"]))
    missing = [one for one in expected if not _among(story, one, mine.options)]
    surplus = [one for one in mine.options if one != ELSE and not _among(story, one, expected)]
    if missing:
        return f"{story.shown(tuple(missing))} is not offered; {story.asks()}."
    return f"{story.shown(tuple(surplus))} is offered too; {story.asks()}." if surplus else None


def _among(story: Story, one: int, members: tuple[int, ...]) -> bool:
    return one in members or any(story.alike(one, other) for other in members)


def _offered(story: Story, step: Node) -> str | None:
    for value in step["values"]:
        if not _is_offered(story, value):
            return f"{story.named(value)} is not offered; {story.asks()}."
    return None


def _not_offered(story: Story, step: Node) -> str | None:
    for value in step["values"]:
        if _is_offered(story, value):
            return f"{story.named(value)} is offered; {story.asks()}."
    return None


def _is_offered(story: Story, value: Node) -> bool:
    question = story.game.state.q
    if question is None:
        return False
    site = story.game.site()
    mine = asked(question, None, site)
    if mine is not None and story.positions(value, mine, site):
        return True
    return story.extra(value, None) is not None


def _refused(story: Story, step: Node) -> str | None:
    if _is_offered(story, step["value"]):
        return f"{story.named(step['value'])} is offered; {story.asks()}."
    document = questions.document(story.sight(), story.game.site(), 1, [])
    refused = document["refused"] if document else []
    verb, wanted = step["value"].get("action"), step["value"].get("label", "").casefold()
    found = next((one for one in refused if one["action"] == verb or one["label"].casefold() == wanted), None)
    if found is None:
        return f"{story.named(step['value'])} is no action of the open menu; {story.asks()}."
    if step.get("reason") and step["reason"] not in found["reason"]:
        return f'The reason is "{found["reason"]}", expected "{step["reason"]}".'
    return None


def _game(story: Story, step: Node) -> str | None:
    over = story.game.state.over
    outcome = "open" if over is None else over[0]
    holds = {"won": outcome == "win", "lost": outcome == "lose", "drawn": outcome == "draw"}
    holds |= {"open": over is None, "over": over is not None}
    if holds[step["is"]]:
        return None
    return f"The game goes on; {story.asks()}." if over is None else f"It is not{story.because()}."


def _said(story: Story, step: Node) -> str | None:
    said = [story.sight().raw_text(text) for text in story.game.told]
    if any(step["text"] in one for one in said):
        return None
    return f"This was not said; said was: {' / '.join(said) or 'nothing'}."


def _view(story: Story, step: Node) -> str | None:
    player = story.value(step["player"])
    shows = _shows(story, Eyes(story.book, story.game.state, player), step["value"])
    if shows == bool(step["shows"]):
        return None
    return f"{story.book.title(player)} {'sees' if shows else 'does not see'} that."


def _shows(story: Story, eyes: Eyes, value: Node) -> bool:
    """Whether a seat knows this thing and its place, sees into a place, may see what a value is made of."""
    if value["op"] not in LOOKED_UP:
        things = as_list(story.value(value))
        if things and all(thing >= story.book.size for thing in things):
            return all(eyes.into(place) for place in things)
        return bool(things) and all(eyes.name(thing) and eyes.where(thing) for thing in things)
    with eyes.values.watching() as read:
        eyes.values.of(value, story.game.env)
    return eyes.may_read(read)


# Values that are read off the table, other than things and sets of them.
_SORTS = ("property", "game", "define", "contents", "location")
LOOKED_UP = NUMBERS | TESTS | {op for op, (sort, _) in READS.items() if sort in _SORTS}


EXPECTED: dict[str, Callable[[Story, Node], str | None]] = {
    "true": _true,
    "nobody_asked": _nobody_asked,
    "asked": _asked,
    "offered": _offered,
    "not_offered": _not_offered,
    "refused": _refused,
    "game": _game,
    "said": _said,
    "view": _view,
}
