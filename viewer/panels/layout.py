"""Which panels are on the screen, and where: a pure function of view,
display state and size. Units: pixels at 1600 x 900."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilewright.schemas.view import SeenThing, View

from ..common.choices import question_for, thing_of
from ..common.plane import Point
from ..staging.rims import owner_of
from . import (
    actions,
    beside,
    ending,
    goals,
    hand,
    inspector,
    large,
    logbook,
    notes,
    piles,
    players,
    roster,
    screens,
    topbar,
)
from .base import Hit, Panel
from .interface import UiState
from .tips import tip_for
from .vocabulary import Answer, Card, Hover, Inspect, OnBoard, ReadValue, Surface, TakeDeed, UiAction

# What panels cover at the left, top, right and bottom, for fitting the board between them.
MARGINS = (240.0, 140.0, 324.0, 128.0)
GAP = 12.0
HAND, LOW = 230.0, 60.0  # how far up the cards of a hand reach, and the bar of time where there are none
# How much further down the prompt hangs under the bar of time, which has no room below where cards are held.
BAR = 40.0
# Where the columns at the sides begin: beside what stands in the middle, or under it where that is too wide.
BESIDE, BELOW, ROOMY = 64.0, 146.0, 1200.0
LINES, WHOLE, PILES = 10, 24, 7  # of the log, of all of it and of the piles, where there is room for as many
SPREAD = 24  # cards of a pile that are shown at a time

__all__ = ["MARGINS", "Placed", "UiState", "fitting", "hit_at", "plan", "scale_for", "tip_for"]


class Placed(NamedTuple):
    """A panel at a place; `turn` in degrees with the clock about its middle,
    `size` a factor, higher `order` in front. A line
    leads from it to a point of what it belongs to, if there is one."""

    key: str
    panel: Panel
    x: float
    y: float
    order: int = 10
    turn: float = 0.0
    size: float = 1.0
    lead: Point | None = None


def scale_for(size: tuple[float, float], text: float = 1.0) -> float:
    """Screen pixels for one pixel of the plan; `text` is how much larger than usual a person wants it."""
    return max(0.4, min(size[0] / 1600, size[1] / 900) * text)


def fitting(panel: Panel, w: float, h: float, most: float = 1.0) -> float:
    """The size at which a panel fits, `most` at most; some is left in a window smaller than its margins."""
    return max(0.05, min(most, w / panel.w, h / panel.h))


def under_prompt(placed: Sequence[Placed], h: float) -> float:
    """How far down the prompt reaches, and the bar of time where that hangs below it, not at the bottom."""
    hanging = (one for one in placed if one.key in ("time", "prompt") and one.y < h / 2)
    return max((one.y + one.panel.h for one in hanging), default=60.0)


def plan(
    view: View, ui: UiState, size: tuple[float, float], mouse: tuple[float, float] | None = None
) -> list[Placed]:
    """All panels, back to front. `mouse` is in screen pixels."""
    unit = scale_for(size, ui.text)
    w, h = size[0] / unit, size[1] / unit
    if ui.curtain is not None:
        titles = {p["name"]: str(p.get("title") or p["name"]) for p in view.get("players") or ()}
        return [Placed("curtain", screens.curtain(titles, ui.curtain, w, h), 0, 0, 90)]
    placed = [Placed("topbar", topbar.topbar(view, w), 0, 0)]
    ceiling = ceiling_for(w)
    # Where it is narrow the cards in the hand need the room of the inspector more.
    cards = hand.H if w < ROOMY and hand.hand(view) else 0.0
    placed += _left(view, ui, ceiling, h, cards) + _right(view, ui, w, ceiling, h)
    used = {p.key: p for p in placed}
    left = used["inspector"].panel.w + GAP if "inspector" in used else GAP
    right = used["actions"].panel.w + GAP if "actions" in used else GAP
    placed += _hand(view, ui, left + GAP, w - right - GAP, h)
    placed += _middle(view, ui, w, h)
    placed += _spread(view, ui, w, h)
    if ui.beside is not None:
        offered = beside.beside(view, ui, ui.beside)
        x, y = ui.beside.at[0] / unit + GAP, ui.beside.at[1] / unit - 20
        x, y = min(x, w - offered.w - GAP), min(y, h - offered.h - GAP)
        placed.append(Placed("beside", offered, max(GAP, x), max(GAP, y), 58))
    told = not ui.spread and (ui.beside is None or isinstance(ui.hover, TakeDeed))
    if mouse is not None and ui.tip and ui.large is None and told:
        thing, below = inspected(view, ui), used.get("inspector")
        whole = thing and below and inspector.says_all(view, thing, below.panel.h)
        tip = notes.tooltip(*tip_for(view, ui, str(thing["handle"]) if thing and whole else None))
        if tip is not None:
            x, y = _quiet(tip, (mouse[0] / unit, mouse[1] / unit), placed, w, h)
            placed.append(Placed("tip", tip, x, y, 60))
    return sorted(placed, key=lambda p: p.order)


def _quiet(tip: Panel, mouse: Point, placed: Sequence[Placed], w: float, h: float) -> Point:
    """Where a tooltip covers least of the panels: beside or above the one that the mouse is over, whose other
    rows stay in sight, else on one of four sides of the mouse."""
    x, y = mouse
    boxes = [(p.x, p.y, p.x + p.panel.w * p.size, p.y + p.panel.h * p.size) for p in placed]
    over = [one for one in boxes[1:] if one[0] <= x <= one[2] and one[1] <= y <= one[3]]
    places: list[Point] = []
    for left, top, right, _ in over[-1:]:
        places += [(left - tip.w - 8, y + 18), (right + 8, y + 18), (left, top - tip.h - 8)]
    for across in (x + 18, x - 18 - tip.w):
        places += [(across, y + 18), (across, y - 18 - tip.h)]

    def within(place: Point) -> Point:
        return max(4, min(place[0], w - tip.w - 8)), max(4, min(place[1], h - tip.h - 8))

    def hidden(place: Point) -> float:
        """How much of panels a tooltip there would cover."""
        left, top = place
        wide = [min(left + tip.w, one[2]) - max(left, one[0]) for one in boxes]
        high = [min(top + tip.h, one[3]) - max(top, one[1]) for one in boxes]
        return sum(max(0.0, a) * max(0.0, b) for a, b in zip(wide, high, strict=True))

    return min(map(within, places), key=hidden)


def ceiling_for(w: float) -> float:
    """Where the columns at the sides begin in a window so wide."""
    return BESIDE if w >= ROOMY else BELOW


def hit_at(
    placed: list[Placed], point: tuple[float, float], size: tuple[float, float], text: float = 1.0
) -> UiAction | None:
    """What a click at a screen pixel asks for: a bare surface on the rest of a panel; None beside all."""
    unit = scale_for(size, text)
    x, y = point[0] / unit, point[1] / unit
    for p in reversed(placed):
        if p.key == "tip":
            continue
        inside_x, inside_y = (x - p.x) / p.size, (y - p.y) / p.size
        if not (0 <= inside_x <= p.panel.w and 0 <= inside_y <= p.panel.h):
            continue
        for box in p.panel.hits:
            if box.x <= inside_x <= box.x + box.w and box.y <= inside_y <= box.y + box.h:
                return box.action
        if p.key != "topbar" or inside_y < 34:
            return Surface.PANEL
    return None


def looked_at(view: View, ui: UiState) -> SeenThing | None:
    """The thing under the mouse, selected, acting, or about which something is told now."""
    things = {t["handle"]: t for t in view.get("things") or ()}
    acting = (view.get("question") or {}).get("actor")
    named = (_hovered(view, ui.hover), ui.selected, acting, *ui.focus.things[:1])
    return next((things[handle] for handle in named if handle in things), None)


def inspected(view: View, ui: UiState) -> SeenThing | None:
    """The thing whose panel is shown: what is looked at, else of one's own what was spoken of last, or the
    first."""
    if (looked := looked_at(view, ui)) is not None:
        return looked
    things = {t["handle"]: t for t in view.get("things") or ()}
    seat = view.get("seat")
    eyes = [player["name"] for player in view.get("players") or ()] if seat is None else [seat]
    for entry in reversed(view.get("log") or ()):
        for handle in entry.get("things") or ():
            thing = things.get(handle)
            if thing and owner_of(view, thing) in eyes and roster.out_of_play(view, thing) is None:
                return thing
    people = roster.people(view)
    return people[0] if people else None


def _hovered(view: View, hover: Hover) -> str | None:
    """The thing that the mouse is over, or that what is under it stands for."""
    match hover:
        case OnBoard("thing", name) | Inspect(name) | Card(name) | ReadValue(name):
            return name
        case Answer(ids):
            return thing_of(view, ids)
    return None


def _left(view: View, ui: UiState, ceiling: float, h: float, cards: float) -> list[Placed]:
    """Goals, figures and players from above, the inspector from below, or `cards` so high in its place. It is
    higher where there is much to say of a thing, as far as the others leave room: a row does not go away from
    under the mouse that points at it."""
    placed: list[Placed] = []
    thing = inspected(view, ui)
    low = inspector.H if thing is not None and not cards else cards
    floor = h - low - GAP
    told = goals.goals(view, ui, floor - ceiling)
    if told is not None:
        placed.append(Placed("goals", told, GAP, ceiling))
        ceiling += told.h + GAP
    people = roster.roster(view, ui, int((floor - ceiling - 60 - 2 * roster.GEAR_STEP) // roster.ROW))
    if people is not None:
        placed.append(Placed("roster", people, GAP, ceiling))
        ceiling += people.h + GAP
    seats = players.players(view, floor - ceiling - GAP)
    if seats is not None:
        placed.append(Placed("players", seats, GAP, ceiling))
        ceiling += seats.h + GAP
    if thing is not None and not cards:
        shown = inspector.inspector(view, thing, h - ceiling - GAP, ui.after.get(str(thing["handle"])))
        placed.append(Placed("inspector", shown, GAP, h - shown.h - GAP, 20))
    return placed


def _right(view: View, ui: UiState, w: float, ceiling: float, h: float) -> list[Placed]:
    """Log and piles from above, the question from below; where they meet, piles and lines yield."""
    placed: list[Placed] = []
    room = column = h - ceiling - GAP
    log = logbook.logbook(view, ui, WHOLE if ui.whole_log else LINES)
    heaps = piles.piles(view, ui, PILES)
    above = log.h + GAP + (heaps.h + GAP if heaps is not None else 0)
    least = column * (0.4 if ceiling == BESIDE else 0.6)
    menu = actions.actions(view, ui, max(column - above, least))
    if menu is not None:
        placed.append(Placed("actions", menu, w - menu.w - GAP, h - menu.h - GAP, 20))
        room -= menu.h + GAP
    if log.h > room:
        log = logbook.logbook(view, ui, logbook.lines_in(room))
    heaps = piles.piles(view, ui, min(PILES, piles.rows_in(room - log.h - GAP)))
    if log.h > room:
        return placed
    placed.append(Placed("log", log, w - log.w - GAP, ceiling))
    if heaps is not None:
        placed.append(Placed("piles", heaps, w - heaps.w - GAP, ceiling + log.h + GAP))
    return placed


def _hand(view: View, ui: UiState, left: float, right: float, h: float) -> list[Placed]:
    cards = hand.hand(view)
    if not cards or right - left < hand.W:
        return []
    offers = {} if question_for(view) is None else hand.playable(view)
    step = min(136.0, (right - left - hand.W) / max(len(cards) - 1, 1))
    start = (left + right) / 2 - (step * (len(cards) - 1) + hand.W) / 2
    lean = min(4.2, 18 / max(len(cards), 1))
    placed = []
    for i, (thing, caption) in enumerate(zip(cards, hand.captions(view, cards), strict=True)):
        ids = offers.get(thing["handle"], ())
        action = Card(thing["handle"])
        offset = i - (len(cards) - 1) / 2
        lifted = ui.hover == action
        lit = bool(ids) or thing["handle"] in ui.ahead
        picked = bool(set(ids) & ui.chosen.picked)
        if step < hand.STRIPE and not lifted and i < len(cards) - 1:
            shown = hand.edge(thing, offered=lit, picked=picked)
        else:
            shown = hand.card(thing, offered=lit, picked=picked, caption=caption)
        panel = Panel(shown.w, shown.h, shown.svg, (Hit(0, 0, shown.w, shown.h, action),))
        y = h - 208 + min(abs(offset) ** 2 * 5, 40) - (62 if lifted else 0) - (14 if lit else 0)
        key = f"card {thing['handle']}"
        if lifted:
            placed.append(
                Placed(key, panel, start + i * step - 10, min(y, h - hand.H * 1.12 - 4), 45, 0.0, 1.12)
            )
        else:
            placed.append(Placed(key, panel, start + i * step, y, 30 + i, offset * lean))
    return placed


def _spread(view: View, ui: UiState, w: float, h: float) -> list[Placed]:
    """The cards of a pile that is looked into, in rows over all else, as large as there is room for."""
    pile = piles.found(view, ui.spread)
    if pile is None:
        return []
    every = piles.seen_in(view, pile)
    shown = every[-SPREAD:] if pile.get("sort") != "bag" else every[:SPREAD]
    cover = piles.cover(view, pile, w, h, len(every) - len(shown))
    placed = [Placed("spread", cover, 0, 0, 77)]
    wide, high, top = hand.W + GAP, hand.H + GAP, 150.0
    columns = min(len(shown), 6 if len(shown) <= 12 else 8)
    rows = -(-len(shown) // max(columns, 1))
    size = min(1.4, (w - 2 * GAP) / (max(columns, 1) * wide), (h - top - GAP) / (max(rows, 1) * high))
    for i, thing in enumerate(shown):
        row, column = divmod(i, columns)
        here = min(columns, len(shown) - row * columns)
        x = w / 2 + (column - here / 2) * wide * size + GAP * size / 2
        card = hand.card(thing, offered=False, picked=False, caption=hand.kind_of(view, thing))
        card = card._replace(hits=(Hit(0, 0, card.w, card.h, Inspect(thing["handle"])),))
        key = f"spread {thing['handle']}"
        placed.append(Placed(key, card, x, top + row * high * size, 78, size=size))
    return placed


def _middle(view: View, ui: UiState, w: float, h: float) -> list[Placed]:
    """What stands over the board: prompt, dice, notices, the end, help."""
    placed: list[Placed] = []

    def centred(key: str, panel: Panel | None, y: float, order: int) -> None:
        if panel is not None:
            placed.append(Placed(key, panel, (w - panel.w) / 2, y, order))

    def amid(key: str, panel: Panel | None, up: float, order: int) -> None:
        if panel is not None:
            size = fitting(panel, w - 2 * GAP, h - 2 * GAP)
            y = max(GAP, (h - panel.h * size) / 2 - up)
            placed.append(Placed(key, panel, (w - panel.w * size) / 2, y, order, size=size))

    asked = notes.prompt(view, w * 0.52, codes=ui.codes)
    centred("prompt", asked, 60, 25)
    under = 100 if asked is None else 64 + asked.h
    if ui.overlay:
        shown = notes.overlay(ui.overlay, ui.overlay_note, ui.legend, w * 0.5)
        centred("overlay", shown, under, 24)
        under += shown.h + 2
    centred("dice", notes.dice(ui.rolled), under + 6, 26)
    if ui.notice:
        said = notes.notice(ui.notice, w * 0.5)
        centred("notice", said, h - said.h - (HAND if hand.hand(view) else LOW), 55)
    if view.get("over") and not ui.over_hidden:
        amid("over", ending.game_over(view, codes=ui.codes), 40, 70)
    if ui.briefing:
        amid("briefing", screens.briefing(view), 40, 74)
    if ui.help:
        amid("help", screens.help_panel(ui, w, h), 0, 75)
    if ui.settings:
        amid("settings", screens.settings_panel(ui), 0, 76)
    if ui.large is not None:
        amid("large", large.large(view, ui.large), 0, 80)
    return placed
