"""What wins, what loses and how long there is, as every table lists it. Pure."""

from __future__ import annotations

from typing import NamedTuple

from tilewright.schemas.view import ToldGoal, View
from tilewright.schemas.wording import Wording

SORTS = ("goal", "rival", "threat", "deadline")


class GoalLine(NamedTuple):
    """One of them, with the things and spaces of the board that it is about."""

    sort: str
    text: str
    things: tuple[str, ...]
    spaces: tuple[str, ...]


def told(view: View, speech: Wording) -> list[GoalLine]:
    """What wins, whose goals others have, what threatens, time."""
    titles = {
        player["name"]: str(player.get("title") or player["name"]) for player in view.get("players") or ()
    }
    found = [
        GoalLine(*_one(each, titles, speech), tuple(each["things"]), tuple(each["spaces"]))
        for each in view.get("goals") or ()
    ]
    return sorted(dict.fromkeys(found), key=lambda one: SORTS.index(one.sort))


def texts(view: View, speech: Wording) -> list[tuple[str, str]]:
    """Of each the sort and the text, where nothing can be marked."""
    return list(dict.fromkeys((one.sort, one.text) for one in told(view, speech)))


def _one(each: ToldGoal, titles: dict[str, str], speech: Wording) -> tuple[str, str]:
    if not each["theirs"]:
        return each["sort"], each["text"]
    whose = [titles.get(one, one) for one in each["players"]]
    if not whose:
        return "rival", speech.say("engine/goal_of_others", each["text"])
    return "rival", speech.say("engine/goal_of", speech.listed(whose), each["text"])
