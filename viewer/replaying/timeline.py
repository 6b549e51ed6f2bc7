"""Time at one table: what the bar and its keys do. Where one looks is decided in playback.py."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from tilewright.host.files import saved_at
from tilewright.runtime.history.save import BadSave, glance
from tilewright.schemas.view import View

from ..common import save_picture
from ..common.session import Timed
from ..common.speech import say, used, why_not
from ..panels.base import played
from ..panels.layout import BAR, GAP, Placed, scale_for, under_prompt
from ..panels.vocabulary import InspectEntry, LoadGame, ReturnToLine, TimeAction, TimeButton, UiAction
from ..plugin import Pixel, TablePlugin
from . import dialogs, timeline_bar
from . import playback as pb
from .playback import Playback
from .track import Track

if TYPE_CHECKING:
    from ..app.app import App

TOP = 57.0  # where the bar hangs if there is no room below; what hung there moves down by its height
HANGING = ("prompt", "overlay", "dice")
LISTED = 9


def _made_room(
    placed: list[Placed], wide: float, w: float, h: float
) -> tuple[list[Placed], tuple[float, float]]:
    """The other panels, and where the bar of time goes: below, between the panels in the corners, if nobody
    holds cards there; else above, where it stands over what lies behind the board.
    """
    top = h - timeline_bar.HEIGHT - 2 * GAP
    low = [one for one in placed if one.y + one.panel.h > top and one.order < 60]
    left = max((one.x + one.panel.w for one in low if one.x < w / 4), default=0.0) + GAP
    right = min((one.x for one in low if one.x > w / 2), default=w) - GAP
    if right - left >= wide and not any(one.key.startswith("card ") for one in placed):
        x = min(max(left, (w - wide) / 2), right - wide)
        return placed, (x, h - timeline_bar.HEIGHT - GAP)
    moved = [one._replace(y=one.y + BAR) if one.key in HANGING else one for one in placed]
    return moved, ((w - wide) / 2, TOP)


class TimelinePlugin(TablePlugin):
    """The bar, its keys, notes, saves and branches of one table."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.session: Timed | None = app.session if isinstance(app.session, Timed) else None
        recording = app.session.recording
        self.track = Track()  # of the seat that is shown: what turns places on the bar into moments
        self.playback = Playback(at=0 if recording else None, recording=recording)
        self._follow(app.eyes)
        self.pulling = False
        self.writing: str | None = None
        self.listed: list[Path] | None = None
        self.choosing_line = False

    # ---- what the table asks

    def poll(self) -> None:
        if self.session is None:
            return
        pace = self.app.settings.pace or self.playback.speed  # what is told has the same
        now = pb.advance(replace(self.playback, speed=pace), time.monotonic())
        if now != self.playback:
            self._become(now)

    def holds(self) -> bool:
        return self.session is not None and (
            self.playback.at is not None or self.playback.recording or self.writing is not None
        )

    def view(self, seat: str | None) -> View | None:
        self._follow(seat)  # Whatever happens at the table, a view is asked for.
        if self.session is None or self.playback.at is None:
            return None
        # What was asked then cannot be answered any more.
        return {**self.session.view_at(self.moment, seat), "question": None, "waiting": []}

    def past(self) -> int | None:
        return None if self.session is None or self.playback.at is None else self.moment

    @property
    def moment(self) -> int:
        """The number in the game of the moment that is shown."""
        return self.track.moments[self.playback.shown]

    def panels(self, placed: list[Placed], w: float, h: float) -> list[Placed]:
        if self.session is None or any(p.key == "curtain" for p in placed):
            return placed
        p, notes = self.playback, self.track.notes(self.session.notes())
        if not p.last and not notes:
            return placed
        shown = timeline_bar.bar(
            p, self.track.ticks(self.session.ticks(self.app.eyes)), notes, self.app.ui.hover
        )
        moved, where = _made_room(placed, shown.w, w, h)
        moved.append(Placed("time", shown, *where, 24))
        if p.shown in notes and self.writing is None:
            slip = dialogs.pinned(notes[p.shown])
            moved.append(Placed("pinned", slip, (w - slip.w) / 2, under_prompt(moved, h) + 6, 23))
        middle = None
        if self.writing is not None:
            middle = dialogs.writing(say("note_to", p.shown), self.writing)
        elif self.listed is not None:
            middle = dialogs.saved_games(
                [_told(file, saved_at(file), self.app.eyes, used().language) for file in self.listed]
            )
        elif self.choosing_line:
            lengths = (Track.of(one, self.app.eyes).last for one in self.session.lines)
            middle = dialogs.line_list([say("moments", length) for length in lengths])
        if middle is not None:
            moved.append(Placed("slip", middle, (w - middle.w) / 2, (h - middle.h) / 2 - 60, 72))
        return moved

    # ---- gestures

    def press(self, pixel: Pixel, action: UiAction | None) -> bool:
        if not isinstance(action, TimeAction):
            return False
        if action is TimeButton.TRACK:
            self.pulling = True
            self._seek_to(pixel)
        return True

    def pull(self, pixel: Pixel) -> bool:
        if self.pulling:
            self._seek_to(pixel)
        return self.pulling

    def release(self, pixel: Pixel, action: UiAction | None, *, clicked: bool) -> bool:
        if self.pulling:
            self.pulling = False
            return True
        if not clicked or self.session is None:
            return False
        if isinstance(action, InspectEntry):
            # A line of the log shows the moment it tells of; what it speaks of is the table's to show.
            self.go(self.track.place(self.session.moment_of_line(self.app.eyes, action.number)))
            if self.past() is not None:
                self.app.tell(say("told_past"))
            return False
        if isinstance(action, TimeAction):
            self._do(action)
            return True
        return False

    def _do(self, action: TimeAction) -> None:
        match action:
            case LoadGame(number):
                self.load(number)
            case ReturnToLine(number):
                self.return_to(number)
            case TimeButton.PLAY:
                self.play()
            case TimeButton.BACK:
                self.step(-1)
            case TimeButton.ON:
                self.step(1)
            case TimeButton.SPEED:
                self.next_speed()
            case TimeButton.BRANCH:
                self.branch()
            case TimeButton.NOTE:
                self.note()
            case TimeButton.TRACK:
                pass  # It is pulled, not clicked.
            case _:
                assert_never(action)

    def key(self, name: str, held: tuple[str, ...]) -> bool:
        if self.writing is not None:
            if name == "enter":
                self._write_down()
            elif name == "escape":
                self.writing = None
            elif name == "backspace":
                self.writing = self.writing[:-1]
            self.app.redraw()
            return True
        if self.listed is not None or self.choosing_line:
            if name.isdecimal() and name != "0" and self.listed is not None:
                self.load(int(name) - 1)
            elif name.isdecimal() and name != "0":
                self.return_to(int(name) - 1)
            self.listed, self.choosing_line = None, False
            self.app.redraw()
            return True
        if name == "escape" and not held and self.playback.at is not None and not self.playback.recording:
            self.go(self.playback.last)
            return True
        return False

    def typed(self, character: str) -> bool:
        if self.writing is None:
            return False
        if character.isprintable() and len(self.writing) < dialogs.MOST_LETTERS:
            self.writing += character
            self.app.redraw()
        return True

    # ---- what can be done

    def go(self, place: int) -> None:
        """Show the moment at a place on the bar and stand still."""
        self._become(pb.stop_at(self.playback, place))

    def step(self, by: int) -> None:
        self._become(pb.step(self.playback, by))

    def play(self) -> None:
        self._become(pb.toggle(self.playback, time.monotonic()))

    def faster(self, by: int) -> None:
        """Another pace, of what is told, too, where anything is."""
        self._become(pb.faster(self.playback, by))
        if self.app.settings.pace:
            self.app.use(replace(self.app.settings, pace=self.playback.speed))

    def next_speed(self) -> None:
        """The next speed; after the last one the first."""
        last = self.playback.speed == pb.SPEEDS[-1]
        self.faster(-len(pb.SPEEDS) if last else 1)

    def branch(self) -> None:
        """Go on playing from the moment that is shown."""
        if self.session is None or (self.playback.at is None and not self.playback.recording):
            self.app.tell(say("told_no_branch"))
            return
        place = self.playback.shown
        self.session.branch(self.moment)
        self._live(say("told_branch", place))

    def choose_line(self) -> None:
        if self.session is not None and self.session.lines:
            self.choosing_line, self.listed = True, None
            self.app.redraw()
        else:
            self.app.tell(say("told_one_line"))

    def return_to(self, number: int) -> None:
        self.choosing_line = False
        if self.session is not None and 0 <= number < len(self.session.lines):
            self.session.return_to(number)
            self._live(say("told_line"))

    def note(self) -> None:
        """Write a note to the moment that is shown, or change the one it has."""
        if self.session is not None:
            there = self.track.notes(self.session.notes())
            self.writing = there.get(self.playback.shown, "")
            self.app.redraw()

    def save(self) -> None:
        """Keep the game under a name of its own, which no other game takes away."""
        if self.session is None:
            return
        folder, stem = self._folder()
        file = folder / f"{stem}-{time.strftime('%Y%m%d-%H%M%S')}.game.json"
        try:
            self.session.save(file)
        except OSError as error:
            self.app.tell(say("told_not_saved", why_not(error)))
        else:
            self.app.keep_picture(file)
            game, mission, position = played(self.session.view(self.app.eyes))
            self.app.tell(say("told_saved", ", ".join(filter(None, (mission or game, position)))))

    def choose_save(self) -> None:
        if self.session is not None:
            self.listed, self.choosing_line = self._saved(), False
            self.app.redraw()

    def load(self, number: int) -> None:
        """Go on with a saved game; the present one is kept as another line."""
        files, self.listed = self.listed or [], None
        if self.session is None or not 0 <= number < len(files):
            return
        session, thinking = self.session, self.app.thinking
        thinking.begin(
            lambda: session.load(files[number], lambda: thinking.wanted), self._loaded, can_stop=True
        )

    # ---- within

    def _loaded(self, reason: str | None) -> None:
        if reason is not None:
            self.app.tell(reason)
        else:
            self.app.seating.sit(None)  # whoever loads need not be who is asked
            self._live(say("told_loaded"))

    def _follow(self, seat: str | None) -> None:
        """Count the moments as a seat does: the game has gone on or back, or others look at it."""
        if self.session is None:
            return
        before, self.track = self.track, Track.of(self.session, seat)
        if self.track != before:
            at = self.track.place(before.moments[self.playback.shown])
            self.playback = pb.follow(self.playback, self.track.last, at)

    def _become(self, wanted: Playback) -> None:
        """Show what another playback shows; one moment on is walked, everything else is there at once."""
        before, self.playback = self.playback, wanted
        if before.at is None and self.app.view.get("over") and self.app.seating.borrowed is None:
            self.app.seating.look_through(None)
            self.app.tell(say("told_unhidden"))
        if wanted.at == before.at:
            self.app.redraw()
            return
        if wanted.at is None:
            self.app.showing.refresh(at_once=before.at != wanted.last - 1)
            return
        one_on = before.shown + 1 == wanted.shown and wanted.speed < pb.HASTE
        self.app.showing.show_moment(at_once=not one_on)

    def _live(self, said: str) -> None:
        assert self.session is not None
        self.playback = Playback(self.track.last, speed=self.playback.speed)
        self.app.showing.begin_again()
        self.app.tell(said)

    def _seek_to(self, pixel: Pixel) -> None:
        placed = next((one for one in self.app.placed if one.key == "time"), None)
        if placed is not None:
            unit = scale_for(self.app.size, self.app.ui.text)
            self.go(timeline_bar.moment_at(pixel[0] / unit - placed.x, self.playback.last))

    def _write_down(self) -> None:
        assert self.session is not None and self.writing is not None
        for one in self.session.notes():
            if self.track.place(int(one["after"])) == self.playback.shown:
                self.session.note("", int(one["after"]))
        self.session.note(self.writing.strip(), self.moment)
        self.writing = None

    def _folder(self) -> tuple[Path, str]:
        """Where games are kept, and what those of this mission are called."""
        kept = self.session.kept if self.session is not None else None
        if kept is None:
            return Path.cwd(), "game"
        return kept.parent, kept.name.removesuffix(".save.json").rsplit("-", 3)[0]

    def _saved(self) -> list[Path]:
        folder, stem = self._folder()
        found = [*folder.glob(f"{stem}-*.game.json"), *folder.glob(f"{stem}-*.save.json")]
        mine = self.session.kept if self.session is not None else None
        found = [path for path in found if path != mine]
        return sorted(found, key=saved_at, reverse=True)[:LISTED]


@lru_cache(maxsize=4 * LISTED)
def _told(file: Path, at: float, seat: str | None, language: str) -> tuple[str, str]:
    """A saved game in a list, as the table speaks: how many answers the seat or everybody has given, and when
    it was saved."""
    try:
        game = glance(file)
    except BadSave:
        return say("saves_damaged", file.name), ""
    answers = len(game.seats) if seat is None else game.seats.count(seat)
    told = [say("start_answers" if seat is None else "saves_yours", answers)]
    told += [say("saves_notes", game.notes)] if game.notes else []
    told += [say("start_with_mods", ", ".join(game.mods))] if game.mods else []
    title = ", ".join(told)
    position = save_picture.read(file).position
    title = f"{position}: {title}" if position else title
    if file.name.endswith(".save.json"):
        title = say("saves_auto", title)
    return title, time.strftime("%d %b %H:%M", time.localtime(at))


def desk(app: App) -> TimelinePlugin:
    """The time of a table."""
    return next(one for one in app.plugins.every if isinstance(one, TimelinePlugin))


# Commands as app/commands.py makes them: name, keys, what is done.
COMMANDS = (
    ("play again", ("control-p",), lambda app: desk(app).play()),
    ("moment back", (",",), lambda app: desk(app).step(-1)),
    ("moment on", (".",), lambda app: desk(app).step(1)),
    ("first moment", ("control-,",), lambda app: desk(app).go(0)),
    ("present", ("control-.", "end"), lambda app: desk(app).go(10**9)),
    ("slower", ("[",), lambda app: desk(app).faster(-1)),
    ("faster", ("]",), lambda app: desk(app).faster(1)),
    ("branch", ("control-b",), lambda app: desk(app).branch()),
    ("lines", ("control-j",), lambda app: desk(app).choose_line()),
    ("note", ("control-n",), lambda app: desk(app).note()),
    ("save", ("control-s",), lambda app: desk(app).save()),
    ("load", ("control-o",), lambda app: desk(app).choose_save()),
)
