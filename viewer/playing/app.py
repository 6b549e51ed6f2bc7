"""The window in which a mission is played: mouse and keys → answers;
the session's views → scene, panels, movement.

Knows no rule: what can be answered is what the view's question offers. Nothing here waits for an animation.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from .. import notices
from ..authoring.hands import HandsDesk
from ..hud.hudplan import Placed, Ui, inspected, plan, scale_for
from ..panels.hand import hand
from ..rendering import motion, portrait, window
from ..rendering.backing import Backing
from ..rendering.hudlayer import HudLayer
from ..rendering.table import Table
from ..replaying.desk import TimeDesk
from ..staging.diff import diff
from ..staging.scene import LAYER_HEIGHT, Scene
from ..staging.stage import stage
from . import choices, comfort, framing, garbage, looking, snapshot
from .camera import Camera, Vec
from .companion import Companions, Maker
from .controls import Controls
from .curtains import differ
from .mapdesk import MapDesk
from .pointer import Pointer
from .session import Session, View
from .settings import Settings
from .thinking import THINKING, Thinking

# Seconds of sleep in a turn of the loop in which nothing is drawn: short while somebody plays, longer once
# all is quiet.
REST, LONG_REST, QUIET_AFTER = 0.004, 0.04, 1.5
SETTLE_AFTER = 0.1
BOT_PACE = 0.35
LASTING = ("text", "palette", "reduced_motion", "keys", "overlay", "whole_log", "notice")
TRAVEL_SECONDS = 0.45
DICE_SECONDS, NOTICE_SECONDS, QUIT_SECONDS = 3.5, 3.5, 2.5


def run_table(
    session: Session,
    *,
    quality: str = "auto",
    autoplay: bool = False,
    size: tuple[int, int] = (1280, 720),
    companions: Sequence[Maker] = (),
    farewell: Callable[[], object] = lambda: None,
) -> None:
    """Open a window and play until it is closed. With `autoplay`, people's
    questions are answered at random too. `companions` stand beside the table, after time.

    Raises NoRenderer if no window can be opened, and Lost if its graphics go away. If its screen does, the
    process ends after `farewell`.
    """
    renderer = window.first_that_works(window.ON_SCREEN)
    opened = window.open_window(renderer, quality, size, offscreen=False)
    window.when_screen_goes(farewell)
    App(session, opened, autoplay=autoplay, companions=(TimeDesk, HandsDesk, MapDesk, *companions)).run()


class App:
    """One window, one session. Everything that is shown follows from `view`, `ui` and `camera`."""

    def __init__(
        self,
        session: Session,
        opened: window.Opened,
        *,
        autoplay: bool = False,
        companions: Sequence[Maker] = (),
    ) -> None:
        self.session, self.base, self.autoplay = session, opened.base, autoplay
        self.warnings = notices.Notices()
        portrait.waiting = {}
        self.size = self._window_size()
        self.table = Table(opened.base.render, opened.quality)
        self.backing = Backing(opened, self.table)
        self.hud = HudLayer(opened.base)
        self.ui = Ui()
        self.settings = Settings()
        self.thinking = Thinking()
        self.until: dict[str, float] = {}  # what is to vanish, and when
        self.running, self.drawing, self.plan_again = True, True, True
        comfort.begin(self)
        self.pointer = Pointer(self)
        self.controls = Controls(opened.base, self)
        self.seat: str | None = None
        self.borrowed: tuple[str | None] | None = None  # other eyes than the seat's own
        self.people: set[str] = set()
        self.view: View = {}
        self.scene = Scene()
        self.camera = Camera()
        self.way: tuple[Camera, Camera, float] | None = None  # from where, to where, since when
        self.placed: list[Placed] = []
        self.seen: dict[str | None, int] = {}
        self.chance = random.Random(0)
        self.next_step = self.busy_at = 0.0
        self.companions = Companions(self, companions)
        self._first_view()

    # ---- the loop

    def run(self) -> None:
        """Until the window is closed. Draws only while something changes. Lost if it goes away."""
        garbage.begin()
        while self.running:
            if not window.lives(self.base):
                self.base.task_mgr.step()  # If somebody has closed it, that is told now.
                break
            self.thinking.look_again()
            self.controls.poll()
            if not self.thinking.busy:
                self.pointer.poll()
                self.companions.poll()
                self._let_play()
            self._forget()
            if warning := self.warnings.news():
                self.tell(warning)
            self._travel()
            moving = self.table.moving
            if not moving and portrait.make_one():
                self.redraw()
            if self.plan_again or moving or self.thinking.long:
                self._draw_panels()
            active = self.drawing or moving or self._settles()
            if active:
                self.busy_at = time.monotonic()
            else:
                # Before the step, which hears of the mouse: what it did meanwhile is answered at once.
                quiet = time.monotonic() - self.busy_at > QUIET_AFTER
                time.sleep(LONG_REST if quiet else REST)
            if active != self.base.win.is_active():
                self.base.win.set_active(active)
            self.backing.prepare(active)
            self.drawing = False
            self.base.task_mgr.step()
            if active:
                # Panda shows a picture when it begins the next one; this may be the last for a while.
                self.base.graphicsEngine.flip_frame()
            garbage.look(resting=time.monotonic() - self.busy_at > QUIET_AFTER)
        garbage.end()
        self.thinking.rest()  # whoever closes the session must find it done
        self.warnings.close()
        self.companions.close()
        self.controls.destroy()
        self.backing.destroy()
        self.table.destroy()
        self.hud.destroy()
        self.base.destroy()
        if self.running:
            raise window.Lost(window.LOST)

    def _settles(self) -> bool:
        """Whether everything has come to rest, and is now to be drawn so that it can be kept."""
        return self.backing.behind and time.monotonic() - self.busy_at > SETTLE_AFTER

    def redraw(self, *, panels: bool = True) -> None:
        self.drawing = True
        self.plan_again = self.plan_again or panels

    def _let_play(self) -> None:
        """Bots answer at a pace that can be watched; people too when the table plays by itself."""
        now = time.monotonic()
        if now < self.next_step or self.table.moving or self.view.get("over") or self.companions.holds():
            return
        self.next_step = now + BOT_PACE
        asked = self.session.asked()
        if not asked:
            self.thinking.begin(self.session.tick, lambda played: self.refresh() if played else None)
        elif self.autoplay:
            self.ui = replace(self.ui, curtain=None)
            self.seat = asked[0]
            self.refresh()
            self._answer_by_chance()

    def _answer_by_chance(self) -> None:
        ids = [o["id"] for o in choices.options(self.view)]
        span = choices.several(self.view)
        if ids:
            count = 1 if span is None else self.chance.randint(span[0], min(span[1], len(ids)))
            self._give(self.chance.sample(ids, count))

    def _forget(self) -> None:
        """Notices and dice vanish after a while."""
        now = time.monotonic()
        for what in [w for w, end in self.until.items() if now >= end]:
            del self.until[what]
            if what == "notice":
                self.ui = replace(self.ui, notice="")
            elif what == "dice":
                self.ui = replace(self.ui, rolled=())
            self.redraw()

    # ---- views

    def _first_view(self) -> None:
        for _ in range(
            200
        ):  # Bots may open the game; nobody's view is shown before the first person is asked.
            if self.session.asked() or not self.session.tick():
                break
        self.refresh(at_once=True)
        self.begin_view()

    @property
    def eyes(self) -> str | None:
        """The seat whose view is shown: one's own, or one that is looked through."""
        return self.borrowed[0] if self.borrowed is not None else self.seat

    def refresh(self, *, at_once: bool = False) -> None:
        """Show the game as it is now to the seat that is asked; to another person behind a curtain, if their
        view holds anything that the one before must not see."""
        asked = self.session.asked()
        self.people.update(asked)
        # A game that was played before is shown as a whole.
        self.borrowed = (None,) if getattr(self.session, "recording", False) else None
        if asked and self.ui.curtain is not None:
            # Nobody has lifted it yet: whoever is asked by now sits down next.
            self.ui = self._fresh(curtain=asked[0])
            self.redraw()
            return
        if asked and self.seat not in asked:
            known = self.seat in self.people
            if known and differ(self.session.view(self.seat), self.session.view(asked[0])):
                self.ui = self._fresh(curtain=asked[0])
                self.table.show_layer(None)
                self.redraw()
                return
            self.seat = asked[0]
        elif self.seat is None:
            self.seat = next(iter(self.session.seats()), None)
        self._take(self._view_of(self.eyes), at_once=at_once)

    def keeps_secrets(self, seat: str | None) -> bool:
        """Whether these eyes see what somebody else at this table may not see, while it is played."""
        if len(self.people) < 2 or self.view.get("over") or getattr(self.session, "recording", False):
            return False
        others = self.people - {seat}
        return any(differ(self.session.view(seat), self.session.view(one)) for one in others)

    def _view_of(self, seat: str | None) -> View:
        """What a seat is shown: the present, unless a companion shows something else."""
        view = self.companions.view(seat)
        return self.session.view(seat) if view is None else view

    def show_moment(self, *, at_once: bool = True) -> None:
        """What a companion shows has changed."""
        self._take(self._view_of(self.eyes), at_once=at_once)

    def look_again(self) -> None:
        """The same moment with other eyes."""
        self.ui = replace(self.ui, chosen=choices.Chosen(), cursor=(), selected=None, focus=((), ()))
        self._take(self._view_of(self.eyes), at_once=True)

    def _fresh(self, **more: Any) -> Ui:
        """Nothing hovered, chosen or open, but for what a person has set."""
        kept = {name: getattr(self.ui, name) for name in LASTING}
        return Ui(**(kept | more))

    def _take(self, view: View, *, at_once: bool) -> None:
        if view.get("number") != self.view.get("number"):
            self.ui = replace(self.ui, chosen=choices.Chosen(), scroll=0, cursor=(), focus=((), ()), odds=())
        if not view.get("over"):
            self.ui = replace(self.ui, over_hidden=False)
        self.view = view
        notices.check(view)
        first = self.eyes not in self.seen
        lines = motion.news(view.get("log") or (), self.seen.get(self.eyes, 0))
        self.seen[self.eyes] = max((int(x.get("n", 0)) for x in view.get("log") or ()), default=0)
        rolled = () if first else motion.rolls(lines)
        if rolled:
            self.ui = replace(self.ui, rolled=rolled[-3:])
            self.until["dice"] = time.monotonic() + DICE_SECONDS
        self._show(lines=[] if first else lines, at_once=at_once or first)

    def _show(self, *, lines: list[Any] | None = None, at_once: bool = False) -> None:
        """The scene for the present view and choice."""
        wanted = stage(self.view, self.ui.chosen)
        at_once = at_once or self.settings.reduced_motion
        walks = () if at_once else motion.paths(diff(self.scene, wanted), self.scene, wanted, lines or ())
        new_board = self.scene.bounds != wanted.bounds
        self.scene = wanted
        self.table.show(wanted, walks, at_once=at_once)
        if new_board and not at_once:
            self.begin_view()
        elif there := self._follows([walk.points[-1] for walk in walks]):
            self.aim(there) if at_once else self.travel(there)
        looking.show_overlay(self)
        self.redraw()

    # ---- answers

    def choose(self, ids: tuple[int, ...]) -> None:
        """A person points at options."""
        chosen, answer = choices.pick(self.view, self.ui.chosen, ids)
        several = choices.several(self.view) is not None
        self.ui = replace(
            self.ui,
            chosen=chosen,
            scroll=self.ui.scroll if several else 0,
            cursor=self.ui.cursor if several else (),
        )
        if answer is not None:
            self._give(answer)
        else:
            self._show()

    def confirm(self, *, picking: bool = False) -> None:
        """Enter: lift the curtain, close what covers the board, give what was picked, take what is lit, or
        the only option there is. With `picking` (space) what is lit comes first."""
        span = choices.several(self.view)
        if self.ui.curtain is not None:
            self.lift()
        elif self.ui.large is not None:
            self.ui = replace(self.ui, large=None)
        elif self.view.get("over"):
            self.ui = replace(self.ui, over_hidden=not self.ui.over_hidden)
        elif self.ui.cursor and (picking or span is None):
            self.choose(self.ui.cursor)
        elif span is not None:
            if choices.complete(self.view, self.ui.chosen):
                self._give(sorted(self.ui.chosen.picked))
            else:
                self.tell(choices.missing(self.view, self.ui.chosen))
        elif len(only := choices.options(self.view)) == 1:
            self._give([only[0]["id"]])
        self.redraw()

    def lift(self) -> None:
        """The next person sits down."""
        self.seat = self.ui.curtain
        self.ui = self._fresh()
        self.refresh(at_once=True)

    def back(self) -> None:
        """Escape: close, narrow less, unpick; a second time, leave."""
        if self.ui.help or self.ui.settings or self.ui.large is not None:
            self.ui = replace(self.ui, help=0, settings=False, large=None)
        elif self.ui.chosen != choices.Chosen():
            self.ui = replace(self.ui, chosen=choices.Chosen(), scroll=0, cursor=())
            self._show()
        elif self.ui.cursor or self.ui.focus != ((), ()):
            self.ui = replace(self.ui, cursor=(), focus=((), ()))
            looking.show_overlay(self)
        elif self.borrowed is not None:
            self.borrowed = None
            self.look_again()
        elif "quit" in self.until:
            self.running = False
        else:
            self.until["quit"] = time.monotonic() + QUIT_SECONDS
            self.tell("Press Esc again to leave the table.")
        self.redraw()

    def _give(self, ids: list[int]) -> None:
        question = choices.question_for(self.view)
        if question is None or (self.seat is None and not self.session.asked()):
            return
        seat = self.seat if self.seat is not None else self.session.asked()[0]
        self.thinking.begin(lambda: self.session.answer(seat, ids), self._given)

    def _given(self, reason: str | None) -> None:
        """An answer was accepted, or refused for a reason."""
        if reason is not None:
            self.tell(reason)
        self.next_step = time.monotonic() + BOT_PACE
        self.ui = replace(self.ui, chosen=choices.Chosen())
        self.refresh()

    def step_back(self) -> None:
        self.thinking.begin(lambda: self.session.undo(self.eyes), self._step)

    def step_on(self) -> None:
        self.thinking.begin(lambda: self.session.redo(self.eyes), self._step)

    def _step(self, reason: str | None) -> None:
        if reason is not None:
            self.tell(reason)
            return
        self.ui = replace(self.ui, chosen=choices.Chosen(), rolled=())
        self.seen.clear()
        self.refresh()

    def tell(self, text: str) -> None:
        """A sentence that stands on the screen for a few seconds."""
        self.ui = replace(self.ui, notice=text)
        self.until["notice"] = time.monotonic() + NOTICE_SECONDS
        self.redraw()

    # ---- keys, camera, window

    def key(self, name: str) -> None:
        """A letter or digit: the row of the menu with that key."""
        if self.ui.curtain is not None or self.view.get("over"):
            return
        row = next((r for r in choices.rows(self.view, self.ui.chosen) if r.key == name and r.ids), None)
        if row is not None:
            self.choose(row.ids)
        else:
            self.companions.letter(name)

    def travel(self, camera: Camera) -> None:
        """Take the camera there: on a short way, or at once where movements are not wanted."""
        if self.settings.reduced_motion:
            self.aim(camera)
        else:
            self.way = (self.camera, camera, time.monotonic())

    def _travel(self) -> None:
        if self.way is not None:
            start, end, begun = way = self.way
            part = min(1.0, (time.monotonic() - begun) / TRAVEL_SECONDS)
            self.aim(framing.between(start, end, part))
            self.way = way if part < 1.0 else None

    def aim(self, camera: Camera) -> None:
        self.way = None
        self.camera = camera
        self.table.look_from(camera.eye, camera.azimuth)
        window.aim(self.base, camera, self.size)
        self.redraw()

    def fit(self) -> None:
        """The whole board; once more, as a game begins: nearer to what matters."""
        at, look = self.camera, {"azimuth": self.camera.azimuth, "elevation": self.camera.elevation}
        whole = framing.whole(self.scene, self.size, text=self.ui.text, cards=self._cards, **look)
        near = framing.nearer(whole, self.scene, self.size, text=self.ui.text, cards=self._cards)
        self.travel(near if abs(at.distance - whole.distance) < 0.01 else whole)

    @property
    def _cards(self) -> bool:
        """Whether a hand of cards covers the lower border."""
        return bool(hand(self.view))

    def _follows(self, moved: Sequence[Vec]) -> Camera | None:
        camera, scene, size = self.camera, self.scene, self.size
        return framing.follows(camera, scene, size, moved, text=self.ui.text, cards=self._cards)

    def begin_view(self) -> None:
        """Where the camera stands when a board is new."""
        self.aim(framing.first(self.scene, self.size, text=self.ui.text, cards=self._cards))

    def layer(self, by: int) -> None:
        """Look at the board with its upper layers taken off, one more or one fewer."""
        heights = sorted({f.z for f in self.scene.floors if f.space})
        if len(heights) < 2:
            return
        now = sum(h <= self.table.highest for h in heights) - 1
        wanted = max(0, min(len(heights) - 1, now + by))
        self.table.show_layers(heights[wanted] + LAYER_HEIGHT / 3)
        self.tell(f"{wanted + 1} of {len(heights)} layers are shown.")

    def save_picture(self) -> None:
        snapshot.take(self)

    def resized(self) -> None:
        """A window of one pixel, or of none while it is hidden, is borne: nothing is drawn then."""
        self.size = self._window_size()
        self.aim(self.camera)

    def leave(self) -> None:
        """Somebody closes the window, which may be kept open for what would be lost."""
        if not self.companions.leaving():
            self.close()

    def close(self) -> None:
        self.running = False

    def _window_size(self) -> tuple[float, float]:
        return (max(1, self.base.win.get_x_size()), max(1, self.base.win.get_y_size()))

    def _edges(self) -> dict[str, str]:
        """The figure whose panel is shown has a bright edge, and so has the one under the mouse."""
        shown, hover = inspected(self.view, self.ui), self.ui.hover
        edges = {str(shown["handle"]): "cyan"} if shown is not None and self.ui.curtain is None else {}
        return edges | ({str(hover[1]): "white"} if len(hover) == 2 and hover[0] == "thing" else {})

    def _draw_panels(self) -> None:
        if self.thinking.busy:
            if self.thinking.long and self.ui.notice != THINKING:
                self.tell(THINKING)
            if self.ui.notice == THINKING:
                self.placed = plan(self.view, self.ui, self.size, self.pointer.at)
        elif self.plan_again:
            self.ui = replace(self.ui, notice=self.ui.notice.replace(THINKING, ""))
            self.placed = plan(self.view, self.ui, self.size, self.pointer.at)
            unit = scale_for(self.size, self.ui.text)
            self.placed = self.companions.panels(self.placed, self.size[0] / unit, self.size[1] / unit)
        self.plan_again = False
        self.table.point_out(self._edges())
        self.hud.show(self.placed, self.scene, self.table, self.camera, self.size, self.ui.text)
