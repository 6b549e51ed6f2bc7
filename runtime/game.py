"""One game being played: the small interface that command line, viewer and bots use, and nothing more.

A game is a position with what led to it: answers, log, and the positions to which answers can be taken back.
Seats are named as in views (`"player.1"`); None is the designer, who sees everything and may answer for
everyone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from tilewright.schemas.documents import Document

from .engine.campaign import Engine, engine_of
from .engine.engine import Machine, NotOffered, option_count
from .evaluating.program_index import ProgramIndex
from .history import manual_edits, replay, save, seat_recording, telling
from .history.save import BadSave
from .history.undo import CannotUndo, Past, Step, of_another, refused
from .questions import answers
from .questions import document as questions
from .questions.document import Extra, QuestionSite, site_now
from .seats import phases
from .seats.handles import Handles
from .seats.log import Log, Teller, stands
from .seats.looking import Looking
from .seats.observations import Moments, Observed
from .seats.seat_view import SeatView
from .seats.titles import title_of
from .seats.wording import wording
from .state.program import Program

__all__ = ["BadSave", "CannotUndo", "Game", "NotOffered"]


class Game:
    """One game in progress. Everything that changes it goes through `answer`, `adjust`, `undo` and `redo`."""

    def __init__(self, engine: Engine, seed: int, players: int) -> None:
        self.engine = engine
        self.seed = seed
        self.players = players
        self.answers: list[replay.RecordedAnswer] = []
        self.steps: list[Step] = []  # the same without what chance decided, for the engine
        self.notes: list[Document] = []
        self.autosave: Callable[[Game], None] | None = None
        self._past: list[Past] = []
        self._future: list[Step] = []
        self.handles, self._looking = Handles(), Looking()
        self._log = Log()
        machine = engine.on(None)
        self._index = ProgramIndex(machine.program)
        self.state = machine.start(seed, players, log=True)
        events = self._taken_events()
        shadow = machine.program.new_state(seed, players)
        teller = Teller(self.index, shadow, self.handles, self._log)
        teller.skip(events)
        self._phases = teller.running
        self._campaign: phases.Phases = ()  # what runs below a mission
        self._moments = Moments()
        self._cross()
        self._moments.pass_on(self._numbers(), self._showing())

    @classmethod
    def start(
        cls,
        program: Document,
        seed: int = 0,
        players: int | None = None,
        autosave: Callable[[Game], None] | None = None,
    ) -> Game:
        """Begin a game of a program. `autosave` is called with the game after each answer and each undo."""
        low, high = program["game"]["players"]
        players = low if players is None else players
        if not low <= players <= high:
            raise ValueError(f"this game is for {low} to {high} players, not for {players}")
        game = cls(engine_of(program), seed, players)
        game.autosave = autosave
        return game

    # ---------------------------------------------------------------- looking

    @property
    def program(self) -> Program:
        """What is played: a mission, or a campaign with its missions."""
        return self.engine.program

    @property
    def machine(self) -> Machine:
        """What plays now: in a campaign that of the mission, or of what goes on between missions."""
        return self.engine.on(self.state)

    @property
    def index(self) -> ProgramIndex:
        """The program that is played now, to look things up."""
        program = self.machine.program
        if self._index.program is not program:
            self._index = ProgramIndex(program)
        return self._index

    @property
    def seats(self) -> list[str]:
        """The names of the players of this game."""
        return [self.index.name(one) for one in self._sight(None).visibility.values.access.players]

    @property
    def last(self) -> Step | None:
        """The answer that undo would take back; None at the beginning."""
        return self.steps[-1] if self.steps else None

    @property
    def next(self) -> Step | None:
        """The answer that redo would give again; None if none was taken back."""
        return self._future[-1] if self._future else None

    @property
    def over(self) -> Document | None:
        """How the game has ended, as in a view; None while it goes on."""
        return self._sight(None).over()

    def question(self, seat: str | None = None) -> Document | None:
        """The open question as a seat sees it."""
        return self._question(self.seat_view(seat))

    def view(self, seat: str | None = None) -> Document:
        """Everything that a seat may see."""
        sight = self.seat_view(seat)
        titles = phases.titles(self._phases, sight)
        number, log = self._moments.number(sight.seat), self._log.of(sight.seat)
        return sight.document(self._question(sight), self.waiting(), titles, log, number)

    def log(self, seat: str | None = None) -> list[Document]:
        """The events that a seat may know."""
        return self._log.of(self.number_of(seat))

    def lines(self, seat: str | None, after: int = 0) -> list[Document]:
        """The lines of a seat's log behind the first `after`."""
        return self._log.entries.get(self.number_of(seat), [])[after:]

    def told(self, seat: str | None) -> Iterator[Document]:
        """The views of a seat while the last answer took effect, one for each line of its log, in order."""
        number = self.number_of(seat)
        lines, moment = self._log.of(number), self._moments.number(number)
        return telling.views(self.index, self._past[-1], number, lines, moment) if self._past else iter(())

    def log_lengths(self) -> dict[str | None, int]:
        """How long the log of each seat is."""
        lengths = self._log.lengths()
        return {None if seat is None else self.index.name(seat): length for seat, length in lengths.items()}

    def numbers(self) -> dict[str | None, int]:
        """The number of the present moment for each seat."""
        return {seat: self.moment(seat) for seat in (None, *self.seats)}

    def moment(self, seat: str | None = None) -> int:
        """How many moments of the game this seat could tell apart so far; the number of its view."""
        return self._moments.number(self.number_of(seat))

    def waiting(self) -> list[str]:
        """The seats whose answer is awaited."""
        question = self.state.q
        if question is None:
            return []
        return [self.index.name(seat) for seat in questions.awaited(question)]

    def digest(self) -> str:
        """A number for the whole position; equal positions have equal ones, everywhere."""
        return self.state.fingerprint()

    # ---------------------------------------------------------------- playing

    def answer(self, ids: int | Iterable[int], seat: str | None = None) -> None:
        """Answer the open question with ids of options, as they are in the question that this seat sees.

        NotOffered, with the reason, if that is no answer; then nothing has changed.
        """
        self.give(*self.resolved(ids, seat))

    def give(self, seat: int, ids: Iterable[int]) -> None:
        """Answer as recordings and bots do: with the number of the player and the engine's of the options."""
        self._give(Step(self.index.name(seat), tuple(ids), secret=self.site().secret))
        self._stands()

    def adjust(self, change: manual_edits.ManualEdit, seat: str | None = None) -> None:
        """Change something by hand, outside the rules (history/manual_edits.py); seats name things as they
        see them.

        NotOffered, with the reason, if it cannot be; then nothing has changed.
        """
        resolved = manual_edits.resolved(change, self.seat_view(seat))
        self._change(Step(manual_edits.TABLE, change=resolved))
        self._stands()

    def note(self, text: str, moment: int | None = None) -> None:
        """Pin a note to this moment or an earlier one; an empty one takes away what was pinned to it."""
        after = len(self.steps) if moment is None else moment
        notes = [one for one in self.notes if one["after"] != after]
        notes += [{"after": after, "text": text[: save.MOST_LETTERS]}] if text else []
        self.notes = sorted(notes, key=lambda one: int(one["after"]))
        self._autosave()

    def undo(self, seat: str | None = None) -> None:
        """Take the last answer back; a seat only its own, and nobody what has shown or decided something.
        Raises CannotUndo, which says why.
        """
        self._may_look_back(seat)
        if not self._past:
            raise refused(self.index, "undo_nothing")
        last = self._past[-1]
        if seat is not None and last.step.seat != seat:
            raise of_another(self.index, "undo", last.step)
        if last.sealed is not None:
            raise refused(self.index, "undo_refused", last.sealed)
        self._past.pop()
        self.steps.pop()
        self._future.append(last.step)
        self.state = last.state
        self.state.log = []
        self.handles, self._phases, self._moments = last.handles, last.phases, last.moments
        self._log.cut(last.lengths)
        del self.answers[last.recorded :]
        self._autosave()

    def redo(self, seat: str | None = None) -> None:
        """Give an answer again that was taken back. Raises CannotUndo if there is none of this seat."""
        self._may_look_back(seat)
        if not self._future:
            raise refused(self.index, "redo_nothing")
        step = self._future[-1]
        if seat is not None and step.seat != seat:
            raise of_another(self.index, "redo", step)
        self._future.pop()
        self.give_again(step)
        self._autosave()

    def give_again(self, step: Step) -> None:
        """Give an answer that this game, or the one it is a copy of, was given at this very moment."""
        if step.change is not None:
            self._change(step)
        else:
            self._give(step)

    # ---------------------------------------------------------------- keeping

    def save(self) -> Document:
        """The game as a document that `load` reads."""
        found = save.document(self.program, self.seed, self.players, self.answers, self.state)
        return found | ({"notes": [dict(one) for one in self.notes]} if self.notes else {})

    def seen(self, seat: str) -> Document:
        """What one seat has seen, moment for moment, as a document: see history/seat_recording.py."""
        return seat_recording.document(self, seat)

    @classmethod
    def load(
        cls,
        program: Document | Engine,
        document: Any,
        autosave: Callable[[Game], None] | None = None,
        after: Callable[[Game], None] | None = None,
    ) -> Game:
        """The game in a document. Its answers are played again, and must lead to its position.

        `program` is what the compiler gave, or the engine of a game of the same program.
        `after` is called with the game at its first question and after each answer.
        """
        engine = engine_of(program) if isinstance(program, dict) else program
        snapshot = save.checked(engine.program, document)
        game = cls(engine, document["seed"], document["players"])
        played = replay.play(game, document["answers"], after)
        if (
            played.diverged is not None
            or game.state.to_json() != snapshot
            or game.answers != document["answers"]
        ):
            raise BadSave("engine/save_answers")
        game.autosave = autosave
        game.notes = [dict(one) for one in document.get("notes") or ()]
        return game

    def clone(self) -> Game:
        """A copy that goes its own way. What was taken back stays with the original."""
        copy = object.__new__(Game)
        copy.__dict__.update(self.__dict__)
        copy.answers = list(self.answers)
        copy.steps = list(self.steps)
        copy.notes = list(self.notes)
        copy.autosave = None
        copy._past = list(self._past)
        copy._future = []
        copy.handles, copy._looking = self.handles.clone(), Looking()
        copy._moments = self._moments.clone()
        copy._log = self._log.clone()
        copy.state = self.state.clone()
        copy.state.log = []
        return copy

    # ---------------------------------------------------------------- within

    def site(self) -> QuestionSite:
        """Where the open question stands: the statement that asks, in the frame that waits."""
        return site_now(self.machine, self.index, self.state)

    def extras(self) -> list[Extra]:
        """The actions that can be taken on top of the open question."""
        if self.state.q is None or not self.index.any_time:
            return []
        menus, first = list(self.index.data["menus"]), option_count(self.state.q)
        every = self.machine.any_time(self.state)
        return [Extra(first + i, seat, menus[menu], action) for i, (seat, menu, action) in enumerate(every)]

    def place(self) -> str:
        """The place of the open question, as a recording names it: a label, or the name of a verb or rule."""
        return self.site().rule or ""

    def resolved(self, ids: int | Iterable[int], seat: str | None) -> tuple[int, tuple[int, ...]]:
        """Who answers, and with which options as the engine numbers them; NotOffered if not asked that."""
        question, chosen = self.state.q, (ids,) if isinstance(ids, int) else tuple(ids)
        if question is None:
            raise NotOffered("Nothing is asked: the game is over.")
        number, extras = self.number_of(seat), self.extras()
        if number is None:
            return answers.answering(question, extras, chosen), chosen
        title = title_of(self.index, number)
        return number, answers.meant(question, self.site(), extras, number, chosen, title)

    def own_ids(self, seat: str | None) -> list[int]:
        """The engine's numbers of what a seat can answer now, in the order of the ids of its question."""
        return answers.own_ids(self.state.q, self.site(), self.extras(), self.number_of(seat))

    def names_several(self, seat: int, ids: Sequence[int]) -> bool:
        """Whether an answer of a seat names several options, not one or an action besides the question."""
        return answers.names_several(self.state.q, self.site(), self.extras(), seat, ids)

    def asked_seats(self) -> tuple[int, ...]:
        """The seats that may answer the open question, as numbers."""
        return () if self.state.q is None else tuple(self.state.q[2])

    def number_of(self, seat: str | None) -> int | None:
        """The number of a seat's player; None for the designer's. Raises ValueError for an unknown one."""
        if seat is None:
            return None
        number = self.index.program.number.get(seat)
        if number is None or number not in self._sight(None).visibility.values.access.players:
            raise ValueError(f"there is no player {seat} in this game")
        return number

    def seat_view(self, seat: str | None) -> SeatView:
        """What a seat sees, as it asks for it part by part. Raises ValueError if there is no such player."""
        return self._sight(self.number_of(seat))

    def _sight(self, seat: int | None) -> SeatView:
        self._looking.begin(self.state, len(self.answers))
        return SeatView(self.index, self.state, seat, self.handles)

    def _question(self, sight: SeatView) -> Document | None:
        number = self._moments.number(sight.seat)
        return questions.document(sight, self.site(), number, self.waiting(), self.extras())

    def _showing(self) -> Callable[[int | None], Observed]:
        """By what each seat could tell this moment from the one before."""
        state, site, waiting = self.state, self.site(), self.waiting()

        def shown(seat: int | None) -> Observed:
            asked = answers.told_by(state.q, site, state.number, seat)
            running, lines = phases.known(self._phases, seat), self._log.entries.get(seat, ())
            return asked, waiting, running, len(lines), state.over is None

        return shown

    def _may_look_back(self, seat: str | None) -> None:
        """While somebody else is asked in secret, nobody may try out whether he has answered anything."""
        question = self.state.q
        if seat is None or question is None or self.number_of(seat) in question[2]:
            return
        if self.site().secret:
            raise refused(self.index, "undo_being")

    def _give(self, step: Step) -> None:
        """Give an answer that may still be refused by the engine; only then is anything written down."""
        seat, ids = self.index.number(step.seat), step.ids
        names = {number: name for name, number in replay.offered(self, seat).items()}
        place, several = self.place(), self.names_several(seat, ids)
        past = self._present(step)
        if not several and len(ids) != 1:
            raise NotOffered("One option is asked for.")
        self.machine.answer(self.state, list(ids) if several else ids[0], seat)
        chosen = [names.get(one, str(one)) for one in ids]
        self.answers.append({"seat": step.seat, "at": place, "chosen": chosen})
        events = self._taken_events()
        self.answers += replay.chance(self.index, events)
        teller = Teller(self.index, past.state.clone(), self.handles, self._log, self._phases)
        past.sealed = stands(teller, events, seat, past.state, self.state)
        self._phases = teller.running
        crossed = self._cross()
        past.sealed = crossed or past.sealed
        past.events = () if crossed else events
        self._moments.pass_on(self._numbers(), self._showing(), seat)
        self._keep(past)

    def _change(self, step: Step) -> None:
        """Change something by hand. It can always be taken back: whoever does that has seen it all."""
        change, past = step.change, self._present(step)
        assert change is not None, "who changes something says what"
        say = wording(self.index).say
        if change.sort == "given":
            machine = self.engine.on(None)
            self.state = manual_edits.began(
                machine, ProgramIndex(machine.program), change.words[0], self.seed, self.players
            )
            self.handles = Handles()
            events, shadow = self._taken_events(), machine.program.new_state(self.seed, self.players)
            self._log.tell_everybody(say("engine/by_hand_given", change.words[0]), self._numbers())
            teller = Teller(self.index, shadow, self.handles, self._log)
            teller.skip(events)
        else:
            made = manual_edits.events_of(change, self.index, self.state)
            self.state.log = []
            manual_edits.ask_anew(self.machine, self.index, self.state)
            events = self._taken_events()
            teller = Teller(self.index, past.state.clone(), self.handles, self._log, self._phases)
            teller.tell(made, None)
            self._log.reword(past.lengths, lambda line: say("engine/by_hand", line))
            teller.tell(events, None)
        self.answers.append({"seat": manual_edits.TABLE, "at": change.sort, "chosen": list(change.words)})
        self.answers += replay.chance(self.index, events)
        self._phases = teller.running
        past.sealed = self._cross()
        self._moments.pass_on(self._numbers(), self._showing())
        self._keep(past)

    def _cross(self) -> str | None:
        """Let missions of a campaign begin and end, and tell of it. Gives why nobody can go back, or None."""
        before, crossed = self.index, None
        for go_on in self.engine.crossings(self.state):
            numbers: dict[int | None, int | None] = {None: None}
            numbers |= {one: self.index.number(before.name(one)) for one in before.range("player")}
            self._log, self._moments = self._log.renumbered(numbers), self._moments.renumbered(numbers)
            self.handles, shadow = Handles(), self.state.clone()
            go_on()
            events = self._taken_events()
            self.answers += replay.chance(self.index, events)
            begins = shadow.below is not None
            if begins:
                self._campaign = self._phases
                self._phases = phases.renumbered(self._phases, numbers)
            else:
                self._phases = self._campaign
            teller = Teller(self.index, shadow, self.handles, self._log, self._phases)
            if begins:
                mission = self._sight(None).game()["mission"]["title"]
                self._log.tell_everybody(f"{mission}.", self._numbers())
                teller.skip(events)
                crossed = wording(self.index).say("engine/seal_begun")
            else:
                teller.tell(events, None)
                crossed = crossed or wording(self.index).say("engine/seal_ended")
            self._phases = teller.running
            before = self.index
        return crossed

    def _present(self, step: Step) -> Past:
        """The game as it is, to come back to when this step is taken back."""
        return Past(
            self.state.clone(),
            self._log.lengths(),
            self.handles.clone(),
            self._phases,
            self._moments.clone(),
            len(self.answers),
            step,
            None,
        )

    def _keep(self, past: Past) -> None:
        self.steps.append(past.step)
        if past.sealed is not None:
            # Nobody can go back behind this: what lies there is not needed any more.
            self._past.clear()
        self._past.append(past)

    def _stands(self) -> None:
        """A new answer was given: what was taken back before is gone, and so are notes on what came then."""
        self._future.clear()
        self.notes = [one for one in self.notes if one["after"] < len(self.steps)]
        self._autosave()

    def _autosave(self) -> None:
        if self.autosave is not None:
            self.autosave(self)

    def _numbers(self) -> list[int | None]:
        """Every seat, and the designer's."""
        return [None, *self._sight(None).visibility.values.access.players]

    def _taken_events(self) -> list[tuple[Any, ...]]:
        """The events since the last time."""
        events, self.state.log = self.state.log or [], []
        return events
