"""A table that writes down what can be clicked. `drawn.json` in its folder is what is on the screen now:
boxes and marks in pixels, the question, the cursor, the menu.
"""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from enum import Enum
from pathlib import Path
from typing import Any

from tilewright.viewer.app.app import App
from tilewright.viewer.camera import camera as cam
from tilewright.viewer.common import choices, plane
from tilewright.viewer.menus.menu_plugin import MenuPlugin
from tilewright.viewer.panels.layout import hit_at, scale_for
from tilewright.viewer.panels.vocabulary import UiAction
from tilewright.viewer.replaying.telling import TellingPlugin
from tilewright.viewer.replaying.timeline import TimelinePlugin
from tilewright.viewer.scene.scene import Floor


def told(action: UiAction) -> list[Any]:
    """An action as plain data: what it is called, then what it holds."""
    if isinstance(action, Enum):
        return [action.name]
    return [type(action).__name__, *(getattr(action, one.name) for one in fields(action))]


class Shown(App):
    """Tells what it shows after every picture."""

    folder = Path()
    told = ""

    def draw_panels(self) -> None:
        super().draw_panels()
        text = json.dumps(self.shown())
        if text != self.told:
            self.told = text
            part = self.folder / "drawn.part"
            part.write_text(text)
            part.replace(self.folder / "drawn.json")

    def shown(self) -> dict[str, Any]:
        question = choices.question_for(self.view)
        return {
            "number": self.view.get("number"),
            "busy": self.thinking.busy,
            "seat": self.seating.seat,
            "curtain": self.ui.curtain,
            "over": self.view.get("over"),
            "values": self.view.get("values"),
            "sort": question and question["sort"],
            "prompt": question and question["prompt"],
            "span": choices.several(self.view),
            "picked": sorted(self.ui.chosen.picked),
            "narrowed": self.ui.chosen.narrowed is not None,
            "cursor": list(self.ui.cursor),
            "rows": [[r.key, list(r.ids)] for r in choices.rows(self.view, self.ui.chosen) if r.ids],
            "boxes": self.boxes(),
            "marks": self.marks(),
            "cards": {o["thing"]: o["id"] for o in choices.options(self.view) if o.get("thing")},
            "things": {p.id: self.pixel(p.at) for p in self.scene.pieces},
            "spaces": {f.space: self.pixel(self.over(f)) for f in self.scene.floors if f.space},
            "beside": [deed.title for deed in self.ui.beside.deeds] if self.ui.beside else [],
            "overlay": self.ui.overlay,
            "large": self.ui.large,
            "selected": self.ui.selected,
            "settings": self.ui.settings and [self.settings.text, self.settings.palette],
            "camera": [round(v, 2) for v in (*self.camera.target, self.camera.distance)],
            "eyes": self.eyes,
            "tip": self.ui.tip,
            "notice": self.ui.notice,
            "size": list(self.size),
            "time": self.time(),
            "event": self.event(),
            "menu": self.menu(),
            "ahead": list(self.pointer.ahead),
        }

    def menu(self) -> dict[str, Any] | None:
        """The menu that is open: its title, its lines with what they hold, and which of them is lit."""
        if not hasattr(self, "plugins"):
            return None  # the first picture comes before them
        for one in self.plugins.every:
            if isinstance(one, MenuPlugin) and (menu := one.menu()) is not None:
                lines = [[line.title, line.value, line.on, bool(line.picture)] for line in menu.lines]
                told = {"title": menu.title, "lines": lines, "lit": one.lit.line, "wrong": menu.wrong}
                return told | {"facts": dict(menu.facts), "text": list(menu.text), "busy": self.thinking.busy}
        return None

    def event(self) -> dict[str, Any] | None:
        """The event that is told, where the table tells them."""
        plugin = self.plugins.of(TellingPlugin)
        if plugin is None or plugin.beat is None:
            return None
        return {"texts": plugin.beat.texts, "number": plugin.beat.number, "paused": plugin.paused}

    def time(self) -> dict[str, Any] | None:
        """What the bar of time shows, where the table has one."""
        plugin = self.plugins.of(TimelinePlugin)
        if plugin is None or plugin.session is None:
            return None
        session: Any = self.session
        notes = {one["after"]: one["text"] for one in session.notes()}
        writing, lines = plugin.writing, len(session.lines)
        return asdict(plugin.playback) | {"notes": notes, "writing": writing, "lines": lines}

    def boxes(self) -> list[Any]:
        unit = scale_for(self.size, self.ui.text)
        found = []
        for p in self.placed:
            for box in p.panel.hits:
                x = (p.x + (box.x + box.w / 2) * p.size) * unit
                y = (p.y + (box.y + min(box.h, 40) / 2) * p.size) * unit
                if hit_at(self.placed, (x, y), self.size, self.ui.text) == box.action:
                    found.append([told(box.action), round(x), round(y)])
        return found

    def pixel(self, at: tuple[float, float, float]) -> list[int]:
        point = cam.project(self.camera, (at[0], at[1], at[2] + 0.25), self.size)
        return [round(point[0]), round(point[1])] if point is not None else []

    @staticmethod
    def over(floor: Floor) -> tuple[float, float, float]:
        """So that `pixel` gives a point of the floor itself."""
        return (*plane.inner_point(floor.outline), floor.z - 0.25)

    def marks(self) -> list[Any]:
        found = []
        for mark in self.scene.marks:
            above = 0.25 if mark.sort == "thing" else 0.0
            at = cam.project(self.camera, (mark.at[0], mark.at[1], mark.at[2] + above), self.size)
            inside = at is not None and 0 < at[0] < self.size[0] and 0 < at[1] < self.size[1]
            if at is not None and inside and hit_at(self.placed, at[:2], self.size, self.ui.text) is None:
                _, under = self.pointer.under(at[:2])
                if under is not None and under.id == mark.id:
                    found.append([list(mark.options), round(at[0]), round(at[1]), mark.id])
        return found
