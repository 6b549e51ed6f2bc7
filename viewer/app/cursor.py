"""Choosing without a mouse: one of the open choices is lit, Tab and Alt with the arrows light another."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ..common import choices
from ..panels import interface
from ..panels.vocabulary import Ids
from ..scene.scene import Mark

if TYPE_CHECKING:
    from .app import App


def along(app: App, by: int) -> None:
    """Light the next row of the question, or the one before."""
    rows = [r.ids for r in choices.rows(app.view, app.ui.chosen) if r.ids]
    if not rows:
        return
    here = rows.index(app.ui.cursor) if app.ui.cursor in rows else (-1 if by > 0 else 0)
    light(app, rows[(here + by) % len(rows)])


def towards(app: App, x: int, y: int) -> None:
    """Light the nearest choice on the board in one direction, as the board is seen."""
    marks = [m for m in app.scene.marks if m.options]
    if not marks:
        return
    lit = next((m for m in marks if m.options == app.ui.cursor), None)
    if lit is None:
        cx, cy = app.camera.target[:2]
        light(app, min(marks, key=lambda m: math.dist(m.at[:2], (cx, cy))).options)
        return
    a = math.radians(app.camera.azimuth)
    dx, dy = x * math.cos(a) - y * math.sin(a), x * math.sin(a) + y * math.cos(a)
    found = [(cost, m) for m in marks if m is not lit and (cost := _cost(lit, m, dx, dy)) < math.inf]
    if found:
        light(app, min(found, key=lambda pair: pair[0])[1].options)


def light(app: App, ids: Ids) -> None:
    """Light these options, on the board as well."""
    app.become(interface.light(app.ui, ids, app.view))
    mark = next((m for m in app.scene.marks if set(m.options) & set(ids)), None)
    app.table.hover(mark.id if mark else None)


def _cost(a: Mark, b: Mark, dx: float, dy: float) -> float:
    """How far b lies from a in a direction, sideways counting double; nothing behind or beside counts."""
    ax, ay = b.at[0] - a.at[0], b.at[1] - a.at[1]
    ahead, aside = ax * dx + ay * dy, abs(ax * dy - ay * dx)
    return ahead + 2 * aside if ahead > 0.05 and aside <= ahead * 1.5 else math.inf
