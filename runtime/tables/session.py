"""One game at one table: people share the screen, bots play the other seats, every answer is kept on disk.

Tables (cli/text_table.py, and the viewer by a Protocol of its own) call nothing but this.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from tilewright.host.files import stays_inside, write_whole
from tilewright.host.text import printable
from tilewright.schemas.documents import Document
from tilewright.schemas.wording import Wording, trouble

from ..bots import BOTS, Bot
from ..game import BadSave, CannotUndo, Game, NotOffered
from ..hints import ahead, foreseen, odds, overlays, walking, why_excluded
from ..history import manual_edits, replay
from ..history.manual_edits import TABLE, ManualEdit
from ..history.save import OtherProgram, read
from ..history.timeline import Timeline
from ..history.undo import Step
from ..state.state import TOGETHER
from .reloading import Reloaded, show_with


class TableSession:
    """A game, which of its seats are people, and the bots in the others: by chance, or as `bots` says."""

    def __init__(
        self,
        game: Game,
        people: Sequence[str],
        seed: int = 0,
        autosave: Path | None = None,
        timeline: Timeline | None = None,
        bots: Mapping[str, str] | None = None,
        package: Path | None = None,
    ) -> None:
        self.game = game
        self.recording = False  # whether this is a game that was played before, to be looked at
        self.lines: list[Timeline] = []  # those that were left for a branch, the last one last
        self._timeline = timeline
        self._looked: tuple[int, Game] | None = None  # the moment that was looked at last
        # What seats see at one moment: of which game and program, and after which answer.
        self._moment: tuple[object, ...] = (None, None, None)
        self._views: dict[str | None, Document] = {}
        # What lies ahead of a seat's question, or of one option, since the last answer.
        self._ahead: tuple[tuple[str | None, int | None], ahead.Ahead | None] | None = None
        self._people = [seat for seat in game.seats if seat in people]
        made: dict[str, Bot] = {sort: BOTS[sort](seed) for sort in {"random", *(bots or {}).values()}}
        self._sorts = {seat: (bots or {}).get(seat, "random") for seat in game.seats if seat not in people}
        self._bots = {seat: made[(bots or {}).get(seat, "random")] for seat in game.seats}
        self._package = package  # no link of its leads what is written elsewhere
        # What can be done with a save of another program: a sentence, by its file and what that holds.
        self.offer: Callable[[Path, Document], str] | None = None
        self.kept = autosave
        if autosave is not None:
            game.autosave = self._keeper(autosave)

    # ------------------------------------------------------------------ looking

    def view(self, seat: str | None) -> Document:
        """What this seat may see now. It is worked out once for each moment, and nobody may change it."""
        game = self.game
        moment = game, game.index, game.last
        if any(a is not b for a, b in zip(moment, self._moment, strict=True)):
            self._moment, self._views = moment, {}
        if seat not in self._views:
            self._views[seat] = game.view(seat)
        return self._views[seat]

    @property
    def speech(self) -> Wording:
        """How the engine speaks in this game; after loading that may be another one."""
        return Wording.of(self.game.index.data)

    def overlay(
        self,
        seat: str | None,
        sort: str,
        about: str | None,
        target: str | None = None,
        moment: int | None = None,
    ) -> Document:
        """What the rules say of reach, sight or neighbours, as far as a seat can know now or at a moment."""
        return overlays.overlay(self._at(moment), seat, sort, about, target)

    def odds(self, seat: str | None, option: int, *then: int) -> list[tuple[str, str]]:
        """What an option, and others after it, may lead to by chance, as far as this seat can know."""
        return odds.odds(self.game, seat, option, *then)

    def foreseen(self, seat: str | None, option: int) -> dict[str, Document]:
        """The values that things will have after an option, by handle, as far as this seat can tell."""
        return foreseen.foreseen(self.game, seat, option)

    def leading(self, seat: str | None, name: str, option: int | None = None) -> list[list[Document]]:
        """The ways from the open question, or from one option, to the choice of something, by its name or
        handle: of each the options to answer with, one after the other.
        """
        found = self._looked_ahead(seat, option)
        return [] if found is None else ahead.leading(self.game, seat, found, name)

    def within(self, seat: str | None, option: int) -> list[str]:
        """What can be chosen after an option of the open question, by names and handles."""
        found = self._looked_ahead(seat)
        return [] if found is None else ahead.within(found, option)

    def sets_out(self, seat: str | None, option: int) -> bool:
        """Whether an option begins an action that asks for a step at once."""
        found = self._looked_ahead(seat, option)
        return found is not None and ahead.sets_out(found, option)

    def walked(self, seat: str | None, first: Sequence[int], spaces: Sequence[str]) -> int:
        """How many spaces of a way are walked through after the answers that begin it, as far as this seat
        can know.
        """
        return walking.walked(self.game, seat, first, spaces)

    def why_not(self, seat: str | None, name: str) -> list[tuple[str, str, str]]:
        """Why something, by its name or handle, is not among the choices: action or nothing, reason, rule."""
        return why_excluded.reasons(self.game, seat, name)

    def seats(self) -> list[str]:
        """All seats of the game, in order."""
        return self.game.seats

    def people(self) -> list[str]:
        """The seats that people play."""
        return list(self._people)

    def asked(self) -> list[str]:
        """The seats, played by people, whose answer is awaited now."""
        return [seat for seat in self.game.waiting() if seat in self._people]

    # ------------------------------------------------------------------ playing

    def answer(self, seat: str, ids: list[int]) -> str | None:
        """Answer the open question; None means accepted, else the reason why not."""
        try:
            self.game.answer(ids, seat)
        except (NotOffered, ValueError) as error:
            return str(error)
        self._follow()
        return None

    def adjust(self, change: ManualEdit, seat: str | None = None) -> str | None:
        """Change something by hand, outside of the rules; None means done, else the reason why not."""
        try:
            self.game.adjust(change, seat)
        except (NotOffered, ValueError) as error:
            return str(error)
        self._follow()
        return None

    def undo(self, seat: str | None = None) -> str | None:
        """Take back the last answer of a person, and what bots answered since; else say why not.

        A seat takes back nothing that somebody else did in secret: whether that can be done would tell of it.
        """
        taken = 0
        with self._kept_once():
            try:
                while True:
                    last = self.game.last
                    self._may_turn(last, seat)
                    self.game.undo()
                    taken += 1
                    if last is not None and last.seat in (*self._people, TABLE):
                        self._follow()
                        return None
            except CannotUndo as error:
                for _ in range(taken):
                    self.game.redo()
                return str(error)

    def last_answered(self) -> str | None:
        """The person whose answer `undo` takes back; None where that is nobody's, or was given in secret."""
        found = (step for step in reversed(self.game.steps) if step.seat in (*self._people, TABLE))
        step = next(found, None)
        return None if step is None or step.secret or step.seat == TABLE else step.seat

    def redo(self, seat: str | None = None) -> str | None:
        """Give again what was taken back, up to the next question for a person; else say why not.

        A seat gives again nothing that somebody else did in secret.
        """
        with self._kept_once():
            try:
                self._may_turn(self.game.next, seat)
                self.game.redo()
            except CannotUndo as error:
                return str(error)
            self._follow()
            while not self.asked():
                try:
                    self.game.redo()
                except CannotUndo:
                    break
                self._follow()
        return None

    @contextmanager
    def _kept_once(self) -> Iterator[None]:
        """What is taken back or given again within is written down once: bots may have answered often."""
        keep, self.game.autosave = self.game.autosave, None
        try:
            yield
        finally:
            self.game.autosave = keep
            if keep is not None:
                keep(self.game)

    def tick(self) -> bool:
        """Let a bot answer one question; True if something changed."""
        seat = self._bot_to_answer()
        if seat is None:
            return False
        self._answer_by_bot(seat)
        self._follow()
        return True

    # ------------------------------------------------------------------ time

    @property
    def timeline(self) -> Timeline:
        """Every moment of the game so far."""
        if self._timeline is None:
            self._timeline = Timeline()
            if self.game.steps:
                # A game that was begun elsewhere is played once more, to see its moments.
                again = Game(self.game.engine, self.game.seed, self.game.players)
                replay.play(again, self.game.answers, self._timeline.follow)
            else:
                self._timeline.follow(self.game)
        return self._timeline

    def moment(self) -> int:
        """The number of the present moment: how many answers were given."""
        return len(self.game.steps)

    def view_at(self, moment: int, seat: str | None) -> Document:
        """What this seat saw at that moment; its question is not open any more."""
        return self._at(moment).view(seat)

    def moment_of_line(self, seat: str | None, line: int) -> int:
        """The moment at which a line of the seat's log was told."""
        return self.timeline.of_line(seat, line)

    def distinguishable(self, seat: str | None) -> list[int]:
        """The moments that this seat could tell from those before; all others look the same to it."""
        return self.timeline.distinguishable(seat)

    def ticks(self, seat: str | None) -> list[str]:
        """For every moment which sort of thing the seat was told on the way to it."""
        return self.timeline.ticks(seat)

    def told(self, seat: str | None, since: int) -> Iterator[Document]:
        """What a seat was told after so many lines of its log: a view for each line, in order."""
        return self.timeline.told(seat, since)

    def branch(self, moment: int) -> None:
        """Go on playing from an earlier moment. The line so far is kept in `lines`."""
        timeline, notes = self.timeline, self.game.notes
        if moment >= len(timeline):
            return
        game = timeline.at(moment)
        game.notes = [one for one in notes if one["after"] <= moment]
        self.lines.append(self._left())
        self._play_on(game, timeline.until(moment))

    def return_to(self, line: int) -> None:
        """Go on at the end of a line that was left; the present one takes its place."""
        timeline = self.lines[line]
        self.lines[line] = self._left()
        game = timeline.at(len(timeline))
        game.notes = list(timeline.notes)
        self._play_on(game, timeline)

    def settable(self, owner: str, seat: str | None) -> list[manual_edits.Settable]:
        """What can be set of a thing as the seat calls it, or of the game ("")."""
        return manual_edits.settable(self.game.view(seat), self.game.index, owner)

    def notes(self) -> list[Document]:
        """What was pinned to moments: `after` so many answers, `text`."""
        return list(self.game.notes)

    def note(self, text: str, moment: int | None = None) -> None:
        """Pin a note to a moment, or take it away if the text is empty."""
        self.game.note(text, moment)

    def reload(self, found: Reloaded) -> str | None:
        """Go on with a changed program; a sentence if not all answers could be given again."""
        if found.retold:
            engine = found.game.engine
            for moment in self.timeline.moments if self._timeline is not None else ():
                show_with(moment.game, engine)
            show_with(self.game, engine)
            self._looked = self._ahead = None
            return None
        if found.diverged is None:
            # What was answered while it was compiled.
            late = replay.play(found.game, self.game.answers[found.basis :], found.timeline.follow)
            found = replace(found, diverged=late.diverged)
        self.lines.clear()  # they belong to the program as it was
        self._play_on(found.game, found.timeline)
        if found.diverged is None:
            return None
        return self.speech.say("engine/told_lost_answers", found.lost, str(found.diverged))

    def _left(self) -> Timeline:
        """The line that is left now, with what was pinned to it."""
        self.timeline.notes = list(self.game.notes)
        return self.timeline

    def _play_on(self, game: Game, timeline: Timeline | None) -> None:
        """Let another game take the place of this one."""
        game.autosave = self.game.autosave
        self.recording = False
        self.game, self._timeline, self._looked, self._ahead = game, timeline, None, None
        if game.autosave is not None:
            game.autosave(game)

    def _follow(self) -> None:
        self._looked = self._ahead = None
        if self._timeline is not None:
            self._timeline.follow(self.game)

    # ------------------------------------------------------------------ keeping

    def save(self, path: Path) -> None:
        """Write the game to a file, whole or not at all. OSError if it cannot be written."""
        self._write(path, self._saved(self.game))

    def load(self, path: Path, wanted: Callable[[], bool] = lambda: True) -> str | None:
        """Go on with the game in a file; else say why not, and the open game stays as it is.

        Between two answers that are played again it asks whether it is still `wanted`.
        """
        timeline = Timeline()

        def follow(game: Game) -> None:
            if not wanted():
                raise BadSave("engine/load_stopped")
            timeline.follow(game)

        try:
            saved = read(path)
            game = Game.load(self.game.engine, saved, after=follow)
        except OtherProgram as error:
            offered = "" if self.offer is None else f" {self.offer(path, saved)}"
            return self.speech.say("engine/about", path.name, error.told(self.speech) + offered)
        except BadSave as error:
            return self.speech.say("engine/about", path.name, error.told(self.speech))
        if game.players != self.game.players:
            return self.speech.say("engine/load_players", path.name, game.players, self.game.players)
        self.lines.append(self._left())
        self._play_on(game, timeline)
        return None

    def record(self, path: Path) -> None:
        """Write the recording of the game so far."""
        self._write(path, replay.document(self.game))

    # ------------------------------------------------------------------ within

    def _write(self, path: Path, document: Document) -> None:
        if self._package is not None:
            stays_inside(path, self._package)
        write_json(path, document)

    def _saved(self, game: Game) -> Document:
        """The save of a game, with who sits at this table and what is spoken there."""
        return game.save() | {"table": {"bots": self._sorts, "language": self.speech.language}}

    def _keeper(self, path: Path) -> Callable[[Game], None]:
        """What keeps a game on disk after every answer. A full disk must not end a game."""

        def keep(game: Game) -> None:
            try:
                write_json(path, self._saved(game))
            except OSError as problem:
                game.autosave = None
                reason = self.speech.tell(trouble(problem))
                logging.getLogger(__name__).warning(
                    printable(self.speech.say("engine/told_no_autosave", str(path), reason))
                )

        return keep

    def _at(self, moment: int | None) -> Game:
        """The game as it was at a moment, or as it is."""
        if moment is None:
            return self.game
        if self._looked is None or self._looked[0] != moment:
            self._looked = (moment, self.timeline.at(moment))
        return self._looked[1]

    def _looked_ahead(self, seat: str | None, option: int | None = None) -> ahead.Ahead | None:
        """What the open question of a seat, or one of its options, leads to."""
        if self._ahead is None or self._ahead[0] != (seat, option):
            self._ahead = ((seat, option), ahead.looked(self.game, seat, option))
        return self._ahead[1]

    def _may_turn(self, step: Step | None, seat: str | None) -> None:
        """Whether a seat may take an answer back, or give it again."""
        if step is not None and step.secret and seat not in (None, step.seat):
            raise CannotUndo(self.speech.say("engine/undo_secret"))

    def _bot_to_answer(self) -> str | None:
        """The bot that is to answer now. Where any of several may, or all must agree, people go first."""
        question = self.game.state.q
        if question is None:
            return None
        waiting = self.game.waiting()
        bots = [seat for seat in waiting if seat not in self._people]
        if question[0] != TOGETHER and len(bots) < len(waiting):
            return None
        return bots[0] if bots else None

    def _answer_by_bot(self, seat: str) -> None:
        number = self.game.number_of(seat)
        answer, by = self._bots[seat].play(self.game.machine, self.game.state, number)
        self.game.give(by, (answer,) if isinstance(answer, int) else answer)


def write_json(path: Path, document: Document) -> None:
    """Write a document to a file. It appears whole, or what was there stays."""
    write_whole(path, json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode())
