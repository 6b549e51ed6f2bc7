"""What wins, what loses and how long there is, as every table lists it. Pure."""

from __future__ import annotations

from tilewright.schemas.view import ToldGoal, View
from tilewright.schemas.wording import Wording

SORTS = ("goal", "rival", "threat", "deadline")


def told(view: View, speech: Wording) -> list[tuple[str, str]]:
    """Of each the sort and the text: what wins, whose goals others have, what threatens, time."""
    titles = {player["name"]: player["title"] for player in view.get("players") or ()}
    found = [_one(each, titles, speech) for each in view.get("goals") or ()]
    return sorted(dict.fromkeys(found), key=lambda pair: SORTS.index(pair[0]))


def _one(each: ToldGoal, titles: dict[str, str], speech: Wording) -> tuple[str, str]:
    if not each["theirs"]:
        return each["sort"], each["text"]
    whose = [titles.get(one, one) for one in each["players"]]
    if not whose:
        return "rival", speech.say("engine/goal_of_others", each["text"])
    return "rival", speech.say("engine/goal_of", speech.listed(whose), each["text"])
