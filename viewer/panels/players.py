"""The players with what everybody sees of their numbers: one row each, in the order of play."""

from __future__ import annotations

from tilewright.schemas.view import SeenPlayer, View

from ..common.speech import say
from ..common.svg import AMBER, CYAN, DIM, TEXT, document, fitted, header, line, panel, rect, width
from .base import Hit, Panel, called, shown_value
from .vocabulary import ReadValue

WIDTH, NAME, LINE = 226, 24, 19
SEPARATOR = " · "


def players(view: View, room: float) -> Panel | None:
    """As many players as there is room for. None where nobody else has a value that this seat sees."""
    others = [p for p in view.get("players") or () if p["name"] != view.get("seat")]
    if len(view.get("players") or ()) < 2 or not any(p.get("values") for p in others):
        return None
    body, y, hits = "", 34.0, []
    for player in view["players"]:
        told = _lines(view, player)
        high = NAME + LINE * len(told)
        if y + high + 6 > room:
            break
        body += _row(view, player, [SEPARATOR.join(said for _, said in one) for one in told], y)
        for i, one in enumerate(told):
            x = 18.0
            for name, said in one:
                wide, action = width(said, 13.5, 500), ReadValue(player["name"], name, said.endswith("…"))
                hits.append(Hit(x, y + NAME + LINE * i - 2, wide, LINE, action))
                x += wide + width(SEPARATOR, 13.5, 500)
        y += high + 4
    if not body:
        return None
    height = y + 4
    framed = panel(WIDTH, height) + header(14, 22, say("start_players"), WIDTH - 28)
    return Panel(WIDTH, height, document(WIDTH, height, framed + body), tuple(hits))


def _row(view: View, player: SeenPlayer, told: list[str], y: float) -> str:
    """Amber for whom the game waits for; cyan for the seat itself."""
    awaited = player["name"] in (view.get("waiting") or ()) and not view.get("over")
    colour = AMBER if awaited else CYAN if player["name"] == view.get("seat") else DIM
    body = rect(8, y + 3, 3, NAME - 6, 1, colour)
    title = fitted(str(player.get("title") or player["name"]), 15, 700, WIDTH - 36)
    body += line(18, y + 17, title, 15, 700, colour if colour != DIM else TEXT)
    return body + "".join(line(18, y + NAME + 12 + LINE * i, text, 13.5, 500) for i, text in enumerate(told))


def _lines(view: View, player: SeenPlayer) -> list[list[tuple[str, str]]]:
    """The values, by name and as they are said, as many in a line as fit; what is not so, or empty, is not
    told."""
    lines: list[list[tuple[str, str]]] = []
    for name, value in (player.get("values") or {}).items():
        if value is None or value is False or isinstance(value, list):
            continue
        label = called(view, "values", name)
        one = fitted(label if value is True else f"{label} {shown_value(view, value)}", 13.5, 500, WIDTH - 34)
        if lines and width(SEPARATOR.join([*(said for _, said in lines[-1]), one]), 13.5, 500) <= WIDTH - 34:
            lines[-1].append((name, one))
        else:
            lines.append([(name, one)])
    return lines
