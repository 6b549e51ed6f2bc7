"""The end of a game: who has won and why, and what can be counted of how it was played. Pure."""

from __future__ import annotations

from collections import Counter

from tilewright.schemas.view import View
from tilewright.schemas.wording import Wording

from ..common.speech import used
from ..common.svg import AMBER, CYAN, GREEN, RED
from .base import Panel, called
from .menu import Lit, MenuLine, MenuPage, middle

# Words of `say … as` that are worth counting, in this order.
COUNTED = ("hit", "miss", "wound", "heal", "death", "arrival", "success", "failure", "blast", "alarm")
MOST = 8  # facts
VALUES = 2  # of those, numbers of the game's own


def ending(
    view: View,
    speech: Wording,
    *,
    facts: tuple[tuple[str, str], ...] = (),
    lines: tuple[MenuLine, ...] = (),
    codes: bool = False,
) -> MenuPage:
    """How it ended, for whoever looks: another player's victory is one's defeat."""
    over = view["over"]
    outcome = str(over.get("outcome") or "")
    titles = {p["name"]: str(p.get("title") or p["name"]) for p in view.get("players") or ()}
    winners, seat = [str(one) for one in over.get("winners") or ()], view.get("seat")
    if outcome == "win" and winners and seat in titles and seat not in winners:
        outcome = "lose"
    word, colour = {
        "win": ("end_victory", GREEN),
        "lose": ("end_defeat", RED),
        "draw": ("end_draw", AMBER),
        "stuck": ("end_stuck", RED),
    }.get(outcome, ("end_end", CYAN))
    named = speech.listed([titles.get(one, one) for one in winners])
    text = [speech.say("engine/won_by", named)] if winners else []
    text += [str(over["reason"])] if over.get("reason") else []
    text += [str(over["rule"])] if over.get("rule") and codes else []
    game = view.get("game") or {}
    parts = (game, game.get("campaign"), game.get("mission"))
    foot = " · ".join(str(one["title"]) for one in parts if one and one.get("title"))
    title = speech.sentence(f"engine/{word}")
    return MenuPage(title, lines, tuple(text), facts, foot=foot, colour=colour, shout=True)


def game_over(view: View, *, codes: bool = False) -> Panel:
    """The same where nobody can do anything, as in a picture."""
    return middle(ending(view, used(), codes=codes), Lit(-1), 10_000)


def facts_of(view: View, answers: int, seconds: float, speech: Wording) -> tuple[tuple[str, str], ...]:
    """What can be counted: the game's own numbers, answers, moves, dice, and what rules have told of; and the
    time at this table."""
    found: list[tuple[str, str]] = []
    for name, value in (view.get("values") or {}).items():
        if type(value) is int and len(found) < VALUES:
            found.append((called(view, "values", name), str(value)))
    log = view.get("log") or ()
    sorts = Counter(str(one.get("sort")) for one in log)
    moves = sorts["move"] + sum(len((one.get("data") or {}).get("more") or ()) for one in log)
    looks = Counter(str((one.get("data") or {}).get("look")) for one in log if one.get("sort") == "say")
    counted = [("answers", answers), ("moves", moves), ("rolls", sorts["roll"])]
    counted += [(f"looks_{look}", looks[look]) for look in COUNTED]
    found += [(speech.sentence(f"engine/stat_{name}"), str(count)) for name, count in counted if count]
    return (*found[: MOST - 1], (speech.sentence("engine/stat_time"), lasted(seconds)))


def lasted(seconds: float) -> str:
    """A time as it is read: `4:07`, `1:04:07`."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
