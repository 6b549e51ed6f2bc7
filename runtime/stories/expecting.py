"""The lines of `expect` in a story: each gives None if it holds, else a sentence with what was found.

What is expected is looked up in the state of the game and in what a seat may see of it, never in the engine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tilewright.schemas.operation_table import NUMBERS, ORDERS, READS, TESTS
from tilewright.schemas.walking import conjuncts

from ..evaluating.operations import as_list
from ..evaluating.position import Position
from ..evaluating.program_index import Node
from ..questions import document as questions
from ..questions.document import asked
from ..questions.why_not import SeatFacts
from ..questions.why_refused import Why
from ..seats.titles import title_of
from ..seats.visibility import Visibility
from ..state.state import ELSE
from .comparing import first_difference, shown
from .sorts import fits, sort_asked, sort_of
from .undoing import no_undo

if TYPE_CHECKING:
    from .story import Story

# ------------------------------------------------------------------------- lines of `expect`: None, or what
# is wrong


def _true(story: Story, step: Node) -> str | None:
    test = step["test"]
    if story.value(test):
        return None
    failing = [one for one in conjuncts(test) if not story.value(one)]
    return " ".join(dict.fromkeys(_found(story, one) for one in failing))


def _found(story: Story, test: Node) -> str:
    """What stands against a test that does not hold: the values that were found."""
    if test["op"] in COMPARED:
        a, b = (story.shown(story.value(test[side]), kind(story, test)) for side in ("a", "b"))
        return f"Found {a}, expected {COMPARED[test['op']]} {b}{story.because()}."
    if test["op"] == "in":
        item, members = story.shown(story.value(test["item"])), as_list(story.value(test["set"]))
        if not members:
            return f"{item} is not there: nothing is{story.because()}."
        return f"{item} is not among these: {story.shown(members)}{story.because()}."
    sight = story.sight()
    fact = SeatFacts(sight, Position(story.index, story.game.state)).against(test, story.game.env)
    said = fact.text.removesuffix(".") if fact is not None else ""
    if not said and test["op"] == "any" and test.get("where") is not None:
        members = as_list(story.value(test["set"]))
        said = f"None of these is so: {story.shown(members)}" if members else "There is none to look at"
    said = said or "This does not hold"
    return f"{said}{story.because()}."


COMPARED = {"equal": "exactly", "not_equal": "anything but", "less": "less than", "at_most": "at most"}
COMPARED |= {"more": "more than", "at_least": "at least"}


def kind(story: Story, test: Node) -> str:
    """Whether two compared values are numbers: the name of a number's operation, or none."""
    if test["op"] in ORDERS:
        return "number"
    position = Position(story.index, story.game.state)
    return "number" if any(position.types.of(test[side]).is_scalar for side in ("a", "b")) else ""


def _nobody_asked(story: Story, step: Node) -> str | None:
    return None if story.game.state.q is None else f"{story.asks()}."


def _asked(story: Story, step: Node) -> str | None:
    question, player = story.game.state.q, story.value(step["player"])
    if question is None or player not in questions.awaited(question):
        return f"{title_of(story.index, player)} is not asked; {story.asks()}."
    if step.get("text") is not None:
        document = questions.document(story.sight(player), story.game.site(), 1, [])
        prompt = document["prompt"] if document else ""
        if step["text"] not in prompt:
            return f'The question is "{prompt}", expected "{step["text"]}".'
    if step.get("among") is None:
        return None
    mine = asked(question, player, story.game.site())
    assert mine is not None
    asks = fits(sort_of(step["among"], story.types), sort_asked(mine, mine.site))
    if not asks:
        return f"{story.named(step['among'])} is not offered; {story.asks()}."
    expected = as_list(story.value(step["among"]))
    missing = [one for one in expected if not _among(story, one, mine.options)]
    surplus = [one for one in mine.options if one != ELSE and not _among(story, one, expected)]
    if missing:
        return f"{story.shown(tuple(missing))} is not offered; {story.asks()}."
    return f"{story.shown(tuple(surplus))} is offered too; {story.asks()}." if surplus else None


def _among(story: Story, one: int, members: tuple[int, ...]) -> bool:
    return one in members or any(story.alike(one, other) for other in members)


def _offered(story: Story, step: Node) -> str | None:
    seat = _seat(story, step)
    missing = [story.named(value) for value in step["values"] if not _is_offered(story, value, seat)]
    return f"{story.not_offered(*missing, to=_to(story, seat))}; {story.asks()}." if missing else None


def _not_offered(story: Story, step: Node) -> str | None:
    seat = _seat(story, step)
    if story.game.state.q is None and any("undo" not in value for value in step["values"]):
        return _nothing_open(story, "nothing could be offered")
    found = [story.named(value) for value in step["values"] if _is_offered(story, value, seat)]
    return f"{', '.join(found)} is offered{_to(story, seat)}; {story.asks()}." if found else None


def _nothing_open(story: Story, so: str) -> str:
    """What is said of a line that would be so whatever the rules are, since no question is open."""
    asks = story.asks()
    way_out = "write `nobody is asked`, or have the test ask all the same: `offer MENU to … always`"
    taken = story.unasked() or " (a menu of which nothing can be done is passed over)."
    return f"{asks[0].upper()}{asks[1:]}, and so {so}{taken.removesuffix('.')}: {way_out}."


def _seat(story: Story, step: Node) -> int | None:
    """The player whom a line is about; None: nobody in particular."""
    return None if step.get("player") is None else int(story.value(step["player"]))


def _to(story: Story, seat: int | None) -> str:
    return "" if seat is None else f" to {title_of(story.index, seat)}"


def _is_offered(story: Story, value: Node, seat: int | None = None) -> bool:
    if "undo" in value:
        return no_undo(story, seat) is None
    question = story.game.state.q
    if question is None:
        return False
    site = story.game.site()
    mine = asked(question, seat, site)
    if mine is not None and story.is_answer(value, mine, mine.site):
        return True
    return story.extra(value, seat) is not None


def _refused(story: Story, step: Node) -> str | None:
    seat, value = _seat(story, step), step["value"]
    if _is_offered(story, value, seat):
        return f"{story.named(value)} is offered{_to(story, seat)}; {story.asks()}."
    reason = _reason(story, value, seat)
    if reason is None and story.game.state.q is None:
        return _nothing_open(story, f"{story.named(value)} could not be refused")
    if reason is None:
        return (
            f"{story.named(value)} is not an action of a menu that is open{_to(story, seat)}; {story.asks()}."
        )
    if step.get("reason") and step["reason"] not in reason:
        return f'The reason is "{reason}", expected "{step["reason"]}".'
    return None


def _reason(story: Story, value: Node, seat: int | None) -> str | None:
    """Why an action of a menu that is open, now or at any time, cannot be taken; None: it is in none."""
    if "undo" in value:
        return no_undo(story, seat)
    document = questions.document(story.sight(seat), story.game.site(), 1, [])
    verb, wanted = value.get("action"), value.get("label", "").casefold()
    for one in document["refused"] if document else []:
        if one["action"] == verb or one["label"].casefold() == wanted:
            return str(one["reason"])
    menus = [story.index.data["menus"][name] for name in story.index.any_time]
    if story.game.state.q is not None and any(verb in menu["actions"] for menu in menus):
        who = story.answering(None) if seat is None else seat
        why = Why(story.sight(seat))
        begun = why.position.beginning(story.index.data["verbs"][verb], who, who)
        return why.not_taken(str(verb), begun).text
    return None


def _game(story: Story, step: Node) -> str | None:
    over = story.game.state.over
    outcome = "open" if over is None else over.outcome
    holds = {"won": outcome == "win", "lost": outcome == "lose", "drawn": outcome == "draw"}
    holds |= {"open": over is None, "over": over is not None}
    seat = _seat(story, step)
    if seat is not None and over is not None and step["is"] in ("won", "lost"):
        # Whoever is not among the winners has lost, whichever way it was told.
        holds[step["is"]] = outcome in ("win", "lose") and (seat in over.winners) == (step["is"] == "won")
    if not holds[step["is"]]:
        if over is None:
            return f"The game goes on; {story.asks()}."
        if seat is None or not over.winners:
            return f"It is not{story.because()}."
        winners = ", ".join(title_of(story.index, one) for one in over.winners)
        return f"It is not{story.because()}; winners: {winners}."
    reason = (story.sight().over() or {}).get("reason") or ""
    if step.get("reason") is not None and step["reason"] not in reason:
        return f'The reason is "{reason}", expected "{step["reason"]}".'
    return None


def _said(story: Story, step: Node) -> str | None:
    seat = _seat(story, step)
    said = _read(story, seat)
    if any(step["text"] in one for one in said):
        return None
    heard = (" / ".join(said) or "nothing").removesuffix(".")
    return f"This was not said{_to(story, seat)}; what was said: {heard}."


def _not_said(story: Story, step: Node) -> str | None:
    seat = _seat(story, step)
    found = next((one for one in _read(story, seat) if step["text"] in one), None)
    return None if found is None else f"This was said{_to(story, seat)}: {found}"


def _read(story: Story, seat: int | None) -> list[str]:
    """What was said, as a seat reads it; what was said to others is not in it."""
    sight = story.sight(seat)
    return [
        sight.raw_text(text)
        for text, seats in story.game.told
        if seats is None or seat is None or seat in seats
    ]


def _goal(story: Story, step: Node) -> str | None:
    seat = _seat(story, step)
    shown = list(story.sight(seat).goals())
    if any(one["sort"] == step["sort"] and step["text"] in one["text"] for one in shown):
        return None
    found = ", ".join(f'{one["sort"]} "{one["text"]}"' for one in shown)
    return f"This is not shown{_to(story, seat)}; what is shown: {found or 'nothing'}."


def _no_goal(story: Story, step: Node) -> str | None:
    seat = _seat(story, step)
    for one in story.sight(seat).goals():
        if one["sort"] == step["sort"] and step["text"] in one["text"]:
            return f"This is shown{_to(story, seat)}: {one['text']}"
    return None


def _order(story: Story, step: Node) -> str | None:
    lying = tuple(reversed(story.game.state.z[story.value(step["place"])]))
    wanted = tuple(one for value in step["values"] for one in as_list(story.value(value)))
    if len(lying) == len(wanted) and all(
        a == b or story.alike(a, b) for a, b in zip(lying, wanted, strict=True)
    ):
        return None
    return f"Found {story.shown(lying)}, expected {story.shown(wanted)} (the topmost first)."


def _look(story: Story, step: Node) -> str | None:
    found = story.sight().look(story.value(step["thing"]))
    other = {name for name, value in step["look"].items() if found.get(name, "none") != value}
    if not other:
        return None
    shown = ", ".join(f"{name} {found.get(name, 'none')}" for name in step["look"] if name in other)
    return f"It is shown with {shown}{story.because()}."


def _view(story: Story, step: Node) -> str | None:
    player = story.value(step["player"])
    shows = _shows(story, Visibility(story.index, story.game.state, player), step["value"])
    if shows == bool(step["shows"]):
        return None
    return f"{title_of(story.index, player)} {'sees' if shows else 'does not see'} that."


def _shows(story: Story, visibility: Visibility, value: Node) -> bool:
    """Whether a seat knows this thing and its place, sees into a place, may see what a value is made of."""
    if value["op"] not in LOOKED_UP:
        things = as_list(story.value(value))
        if things and all(thing >= story.index.size for thing in things):
            return all(visibility.into(place) for place in things)
        return bool(things) and all(visibility.name(thing) and visibility.where(thing) for thing in things)
    with visibility.values.watching() as read:
        visibility.values.of(value, story.game.env)
    return visibility.may_read(read)


def _same_view(story: Story, step: Node) -> str | None:
    other, player = story.beside(step["test"]), story.value(step["player"])
    if other.failures:
        return f'"{step["title"]}" does not reach its end: {other.failures[0][1]}'
    who, found = title_of(story.index, player), first_difference(shown(story, player), shown(other, player))
    if step["same"]:
        return None if found is None else f'{who} can tell this from "{step["title"]}": {found}.'
    return f'{who} cannot tell this from "{step["title"]}".' if found is None else None


# Evaluator that are read off the table, other than things and sets of them.
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
    "not_said": _not_said,
    "goal": _goal,
    "no_goal": _no_goal,
    "order": _order,
    "look": _look,
    "view": _view,
    "same_view": _same_view,
}
